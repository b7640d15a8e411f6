not a clause.
r(1).
