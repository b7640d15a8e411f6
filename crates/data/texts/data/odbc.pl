% The names of SWI-Prolog's library(odbc) for connections to SQLite. A data source is the name of a file.

%! odbc_connect(+File, -Connection, +Options) is det.
%  Connection is a connection to the database in File. Options: alias(Name); open(once), an open connection of that alias is taken;
%  access_mode(read); null(_) and others are accepted.
%  ?- odbc_connect(':memory:', C, [alias(odb)]), odbc_query(C, "select 1", R), odbc_disconnect(C).   %=> C = odb, R = row(1).
odbc_connect(File, Connection, Options) :-
    (   option(open(once), Options),
        option(alias(Alias), Options),
        sqlite_current_connection(Alias)
    ->  Connection = Alias
    ;   (   option(access_mode(read), Options)
        ->  Mode = read
        ;   Mode = create
        ),
        (   option(alias(Name), Options)
        ->  Given = [alias(Name)]
        ;   Given = []
        ),
        sqlite_open(File, Connection, [mode(Mode)|Given])
    ).

%! odbc_disconnect(+Connection) is det.
%  Closes Connection.
odbc_disconnect(Connection) :-
    sqlite_close(Connection).

%! odbc_current_connection(?Connection, ?File) is nondet.
%  Connection is open, to the database in File.
odbc_current_connection(Connection, File) :-
    '$sqlite_connection'(Connection, _, File).

%! odbc_query(+Connection, +SQL) is det.
%  Runs SQL.
odbc_query(Connection, SQL) :-
    ignore(odbc_query(Connection, SQL, _)).

%! odbc_query(+Connection, +SQL, -Row) is nondet.
%  Row is a row of the answer to SQL, which is a text, or Format-Arguments for format/2; for a statement without rows
%  affected(Count).
%  ?- odbc_connect(':memory:', C, []), odbc_query(C, "create table t(a)"), odbc_query(C, "insert into t values (1)", N), odbc_disconnect(C).   %=> N = affected(1).
odbc_query(Connection, SQL, Row) :-
    odbc_query(Connection, SQL, Row, []).

%! odbc_query(+Connection, +SQL, -Row, +Options) is nondet.
%  The same with options: findall(Template, row(Column, ...)) gives one answer, the list of the instances of Template. Others are
%  accepted; values have the types that they have in SQLite.
odbc_query(Connection, SQL, Row, Options) :-
    '$odbc_text'(SQL, Text),
    '$odbc_rows'(Options, Text, Row, Found, sqlite_query(Connection, Text, Found)).

%! '$odbc_rows'(+Options, +SQL, -Row, -Found, :Goal) is nondet.
'$odbc_rows'(Options, SQL, Row, Found, Goal) :-
    (   option(findall(Template, Columns), Options)
    ->  findall(Template, ( Goal, Found = Columns ), Row)
    ;   call(Goal),
        (   '$odbc_changes'(SQL),
            Found = row(Count)
        ->  Row = affected(Count)
        ;   Row = Found
        )
    ).

%! '$odbc_changes'(+SQL) is semidet.
%  SQL is a statement without rows.
'$odbc_changes'(SQL) :-
    split_string(SQL, " \t\n(;", " \t\n", [First|_]),
    string_lower(First, Word),
    memberchk(Word, ["insert","update","delete","create","drop","alter","begin","commit","rollback","replace","savepoint","release"]),
    string_lower(SQL, Lower),
    \+ sub_string(Lower, _, _, _, " returning ").

%! '$odbc_text'(+SQL, -Text) is det.
'$odbc_text'(SQL, Text) :-
    (   nonvar(SQL),
        SQL = Format-Arguments
    ->  format(string(Text), Format, Arguments)
    ;   text_to_string(SQL, Text)
    ).

%! odbc_prepare(+Connection, +SQL, +Types, -Statement) is det.
%  Statement is SQL with parameters, for odbc_execute/2,3. The types of the parameters are those of the values.
%  ?- odbc_connect(':memory:', C, []), odbc_prepare(C, "select ? + 1", [integer], S), odbc_execute(S, [4], R), odbc_disconnect(C), R = row(5).   %=> R = row(5).
odbc_prepare(Connection, SQL, Types, Statement) :-
    odbc_prepare(Connection, SQL, Types, Statement, []).

%! odbc_prepare(+Connection, +SQL, +Types, -Statement, +Options) is det.
%  The same with options, which are accepted.
odbc_prepare(Connection, SQL, Types, Statement, Options) :-
    must_be(list, Types),
    must_be(list, Options),
    sqlite_prepare(Connection, SQL, Statement).

%! odbc_execute(+Statement, +Values) is det.
%  Runs Statement with values of its parameters.
odbc_execute(Statement, Values) :-
    ignore(odbc_execute(Statement, Values, _)).

%! odbc_execute(+Statement, +Values, -Row) is nondet.
%  Row is a row of the answer to Statement.
odbc_execute(Statement, Values, Row) :-
    must_be(nonvar, Statement),
    Statement = '$sqlite_statement'(_, SQL),
    '$odbc_rows'([], SQL, Row, Found, sqlite_execute(Statement, Values, Found)).

%! odbc_free_statement(+Statement) is det.
%  Does nothing: the connection forgets what is not used.
odbc_free_statement(_).

%! odbc_current_table(+Connection, ?Table) is nondet.
%  Table is a table of the database.
odbc_current_table(Connection, Table) :-
    sqlite_table(Connection, Table).

%! odbc_table_column(+Connection, ?Table, ?Column) is nondet.
%  Column is a column of Table.
odbc_table_column(Connection, Table, Column) :-
    sqlite_table_column(Connection, Table, Column).

%! odbc_set_connection(+Connection, +Option) is det.
%  Option auto_commit(false) begins a transaction, which odbc_end_transaction/2 ends; auto_commit(true) ends it.
odbc_set_connection(Connection, Option) :-
    must_be(nonvar, Option),
    (   Option = auto_commit(false)
    ->  sqlite_query(Connection, "begin", _)
    ;   Option = auto_commit(true)
    ->  ignore(catch(sqlite_query(Connection, "commit", _), error(sqlite_error(_, _), _), true))
    ;   true
    ).

%! odbc_end_transaction(+Connection, +Action) is det.
%  Action commit or rollback ends the transaction, and another one begins.
odbc_end_transaction(Connection, Action) :-
    must_be(oneof([commit,rollback]), Action),
    sqlite_query(Connection, Action, _),
    sqlite_query(Connection, "begin", _).
