% The loader: reads a file clause by clause, runs directives, adds the rest to the database.
