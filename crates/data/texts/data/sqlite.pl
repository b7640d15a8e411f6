% Databases of SQLite, with the names of the pack prosqlite, and tables as predicates.

%! sqlite_open(+File, -Connection, +Options) is det.
%  Connection is a connection to the database in File, or to one in memory if File is ':memory:'. Options: alias(Name), by which
%  predicates know it, too; mode(read, update or create), create by default; text(atom, string or codes), what texts become.
%  NULL is the atom null, a blob the list of its bytes.
%  ?- sqlite_open(':memory:', C, []), sqlite_query(C, "select 1 + 2", R), sqlite_close(C).   %=> R = row(3).
sqlite_open(File, Connection, Options) :-
    must_be(list, Options),
    option(mode(Mode), Options, create),
    must_be(oneof([read,update,create]), Mode),
    option(text(Text), Options, atom),
    must_be(oneof([atom,string,codes]), Text),
    (   option(alias(Alias), Options)
    ->  must_be(atom, Alias),
        (   '$sqlite_connection'(Alias, _, _)
        ->  permission_error(open, sqlite_connection, Alias)
        ;   true
        )
    ;   true
    ),
    '$sqlite_open'(File, Mode, Text, Database),
    (   var(Alias)
    ->  Alias = Database
    ;   true
    ),
    '$sqlite_state',
    assertz(sqlite_store:connection(Alias, Database, File)),
    Connection = Alias.

%! '$sqlite_connection'(?Alias, ?Database, ?File) is nondet.
%  Database is open. The facts are in a module that threads share.
'$sqlite_connection'(Alias, Database, File) :-
    predicate_property(sqlite_store:connection(_, _, _), dynamic),
    sqlite_store:connection(Alias, Database, File).

%! '$sqlite_known_table'(+Module, ?Head, -Columns, -Database) is nondet.
%  Module:Head is a predicate that stands for a table.
'$sqlite_known_table'(Module, Head, Columns, Database) :-
    predicate_property(sqlite_store:table(_, _, _, _), dynamic),
    sqlite_store:table(Columns, Database, Module, Head).

%! '$sqlite_state' is det.
'$sqlite_state' :-
    dynamic([sqlite_store:connection/3,sqlite_store:table/4]).

%! sqlite_close(+Connection) is det.
%  Closes Connection. Predicates that stand for its tables raise an error from then on.
%  ?- sqlite_close(nowhere).   %=> existence_error(sqlite_connection, nowhere).
sqlite_close(Connection) :-
    '$sqlite_database'(Connection, Database),
    '$sqlite_state',
    retractall(sqlite_store:connection(_, Database, _)),
    retractall(sqlite_store:table(_, Database, _, _)),
    ignore('$sqlite_close'(Database)).

%! sqlite_connect(+File, ?Alias) is det.
%  Like sqlite_connect/3 without options.
sqlite_connect(File, Alias) :-
    sqlite_connect(File, Alias, []).

%! sqlite_connect(+File, ?Alias, +Options) is det.
%  Opens the database in File, which gets the extension sqlite if it has none and there is no file of its name, as Alias.
%  Options, beside those of sqlite_open/3: exists(false), a missing file is made; ext(Extension); as_predicates(true), each table
%  becomes a predicate with an argument for each column, in the module as_module(Module).
%  ?- sqlite_connect(':memory:', db), sqlite_query("create table t(a)", _), sqlite_disconnect(db).
sqlite_connect(File0, Alias, Options) :-
    must_be(list, Options),
    '$sqlite_file'(File0, Options, File),
    option(exists(Exists), Options, true),
    (   ( Exists == false ; File0 == ':memory:' )
    ->  Mode = create
    ;   Mode = update
    ),
    (   var(Alias),
        option(alias(Alias), Options)
    ->  true
    ;   true
    ),
    (   atom(Alias)
    ->  Rest = [alias(Alias)|Options]
    ;   Rest = Options
    ),
    sqlite_open(File, Alias, [mode(Mode)|Rest]),
    (   option(as_predicates(true), Options)
    ->  option(as_module(Module), Options, user),
        forall(sqlite_current_table(Alias, Table, arity(Arity)),
               sqlite_predicate(Alias, Module:Table/Arity))
    ;   true
    ).

%! '$sqlite_file'(+File, +Options, -Path) is det.
'$sqlite_file'(File, Options, Path) :-
    option(ext(Extension), Options, sqlite),
    (   ( File == ':memory:' ; Extension == '' ; exists_file(File) ; file_name_extension(_, Found, File), Found \== '' )
    ->  Path = File
    ;   file_name_extension(File, Extension, Path)
    ).

%! sqlite_disconnect(+Connection) is det.
%  Like sqlite_close/1.
sqlite_disconnect(Connection) :-
    sqlite_close(Connection).

%! sqlite_current_connection(?Connection) is nondet.
%  Connection is the alias of an open database, or the database if it has none.
%  ?- sqlite_connect(':memory:', db), sqlite_current_connection(db), sqlite_disconnect(db).
sqlite_current_connection(Connection) :-
    '$sqlite_connection'(Connection, _, _).

%! sqlite_default_connection(-Connection) is semidet.
%  Connection is the one that was opened last.
%  ?- \+ sqlite_default_connection(_).
sqlite_default_connection(Connection) :-
    findall(Found, '$sqlite_connection'(Found, _, _), Connections),
    last(Connections, Connection).

%! '$sqlite_database'(+Connection, -Database) is det.
'$sqlite_database'(Connection, Database) :-
    (   var(Connection)
    ->  instantiation_error(Connection)
    ;   '$sqlite_connection'(Connection, Found, _)
    ->  Database = Found
    ;   '$sqlite_connection'(_, Connection, _)
    ->  Database = Connection
    ;   existence_error(sqlite_connection, Connection)
    ).

%! sqlite_query(+SQL, -Row) is nondet.
%  Like sqlite_query/3 for the connection that was opened last.
sqlite_query(SQL, Row) :-
    (   sqlite_default_connection(Connection)
    ->  sqlite_query(Connection, SQL, Row)
    ;   existence_error(sqlite_connection, default)
    ).

%! sqlite_query(+Connection, +SQL, -Row) is nondet.
%  Row is a row of the answer to SQL, a term row(...) with an argument for each column; for a statement without rows that with
%  the number of rows that it has changed.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a, b)", _), sqlite_query(db, "insert into t values (1, 'x')", N), sqlite_query(db, "select * from t", R), sqlite_disconnect(db).   %=> N = row(1), R = row(1, x).
sqlite_query(Connection, SQL, Row) :-
    sqlite_query(Connection, SQL, [], Row).

%! sqlite_query(+Connection, +SQL, +Values, -Row) is nondet.
%  The same with values for the parameters of SQL, which are written as question marks. What a value holds is never read as SQL.
%  Rows are fetched as they are asked for.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "select ? || ?", [a, "';"], R), sqlite_disconnect(db).   %=> R = row('a'';').
sqlite_query(Connection, SQL, Values, Row) :-
    '$sqlite_database'(Connection, Database),
    '$sqlite_start'(Database, SQL, Values, Rows, Rest),
    '$sqlite_row'(Rest, Rows, Database, Row).

%! '$sqlite_row'(+Rest, +Rows, +Database, -Row) is nondet.
%  Row is one of Rows, or of those that the cursor Rest has.
'$sqlite_row'([], Rows, _, Row) :-
    !,
    member(Row, Rows).
'$sqlite_row'(Cursor, Rows, Database, Row) :-
    setup_call_cleanup(true,
                       '$sqlite_more_rows'(Cursor, Rows, Database, Row),
                       '$sqlite_drop'(Database, Cursor)).

%! '$sqlite_more_rows'(+Rest, +Rows, +Database, -Row) is nondet.
'$sqlite_more_rows'([], Rows, _, Row) :-
    !,
    member(Row, Rows).
'$sqlite_more_rows'(_, Rows, _, Row) :-
    member(Row, Rows).
'$sqlite_more_rows'(Cursor, _, Database, Row) :-
    '$sqlite_more'(Database, Cursor, Rows, Rest),
    '$sqlite_more_rows'(Rest, Rows, Database, Row).

%! sqlite_format_query(+Format, -Row) is nondet.
%  Like sqlite_format_query/3 for the connection that was opened last.
sqlite_format_query(Format, Row) :-
    sqlite_default_connection(Connection),
    sqlite_format_query(Connection, Format, Row).

%! sqlite_format_query(+Connection, +Format, -Row) is nondet.
%  Like sqlite_query/3 with SQL that format/2 makes of Format-Arguments. Values are better given to sqlite_query/4, since here they
%  become part of the SQL.
%  ?- sqlite_connect(':memory:', db), sqlite_format_query(db, 'select ~d + 1'-[2], R), sqlite_disconnect(db).   %=> R = row(3).
sqlite_format_query(Connection, Format, Row) :-
    (   nonvar(Format),
        Format = Text-Arguments
    ->  true
    ;   Text = Format,
        Arguments = []
    ),
    format(string(SQL), Text, Arguments),
    sqlite_query(Connection, SQL, Row).

%! sqlite_prepare(+Connection, +SQL, -Statement) is det.
%  Statement is SQL for sqlite_execute/2,3. The connection keeps what it has prepared for the statements that were used last.
%  ?- sqlite_connect(':memory:', db), sqlite_prepare(db, "select ? * 2", S), sqlite_execute(S, [4], R), sqlite_disconnect(db), R = row(8).   %=> R = row(8).
sqlite_prepare(Connection, SQL, '$sqlite_statement'(Database, Text)) :-
    '$sqlite_database'(Connection, Database),
    text_to_string(SQL, Text).

%! sqlite_execute(+Statement, +Values) is det.
%  Runs Statement with values of its parameters.
sqlite_execute(Statement, Values) :-
    (   sqlite_execute(Statement, Values, _)
    ->  true
    ;   true
    ).

%! sqlite_execute(+Statement, +Values, -Row) is nondet.
%  Row is a row of the answer to Statement with values of its parameters.
sqlite_execute(Statement, Values, Row) :-
    must_be(nonvar, Statement),
    (   Statement = '$sqlite_statement'(Database, SQL)
    ->  sqlite_query(Database, SQL, Values, Row)
    ;   type_error(sqlite_statement, Statement)
    ).

%! sqlite_transaction(+Connection, :Goal) is semidet.
%  Runs once(Goal). What it changes in the database lasts if it succeeds; if it fails or raises an exception, it is undone.
%  Transactions may be nested.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a)", _), \+ sqlite_transaction(db, ( sqlite_query(db, "insert into t values (1)", _), fail )), sqlite_query(db, "select count(*) from t", N), sqlite_disconnect(db).   %=> N = row(0).
sqlite_transaction(Connection, Goal) :-
    '$sqlite_database'(Connection, Database),
    '$sqlite_do'(Database, "savepoint ferz"),
    (   catch(Goal, Ball, true)
    ->  (   var(Ball)
        ->  '$sqlite_do'(Database, "release ferz")
        ;   '$sqlite_undo'(Database),
            throw(Ball)
        )
    ;   '$sqlite_undo'(Database),
        fail
    ).

%! '$sqlite_undo'(+Database) is det.
'$sqlite_undo'(Database) :-
    '$sqlite_do'(Database, "rollback to ferz"),
    '$sqlite_do'(Database, "release ferz").

%! '$sqlite_do'(+Database, +SQL) is det.
'$sqlite_do'(Database, SQL) :-
    '$sqlite_start'(Database, SQL, [], _, _).

%! sqlite_table(+Connection, ?Table) is nondet.
%  Table is a table of the database, or a view.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a)", _), findall(T, sqlite_table(db, T), Ts), sqlite_disconnect(db).   %=> Ts = [t].
sqlite_table(Connection, Table) :-
    '$sqlite_names'(Connection, "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'", [], Tables),
    member(Table, Tables).

%! sqlite_current_table(+Connection, ?Table) is nondet.
%  Like sqlite_table/2.
sqlite_current_table(Connection, Table) :-
    sqlite_table(Connection, Table).

%! sqlite_current_table(+Connection, ?Table, ?Facet) is nondet.
%  Table is a table, and Facet is arity(N), its number of columns.
sqlite_current_table(Connection, Table, arity(Arity)) :-
    sqlite_table(Connection, Table),
    '$sqlite_columns'(Connection, Table, Columns),
    length(Columns, Arity).

%! sqlite_table_column(+Connection, ?Table, ?Column) is nondet.
%  Column is a column of Table.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a, b)", _), findall(C, sqlite_table_column(db, t, C), Cs), sqlite_disconnect(db).   %=> Cs = [a, b].
sqlite_table_column(Connection, Table, Column) :-
    sqlite_table(Connection, Table),
    '$sqlite_columns'(Connection, Table, Columns),
    member(Column, Columns).

%! sqlite_table_count(+Connection, +Table, -Count) is det.
%  Count is the number of rows of Table.
sqlite_table_count(Connection, Table, Count) :-
    '$sqlite_quoted'(Table, Name),
    format(string(SQL), "select count(*) from ~w", [Name]),
    once(sqlite_query(Connection, SQL, row(Count))).

%! '$sqlite_quoted'(+Name, -Quoted) is det.
'$sqlite_quoted'(Name, Quoted) :-
    atomic_list_concat(Parts, '"', Name),
    atomic_list_concat(Parts, '""', Inner),
    atomic_list_concat(['"',Inner,'"'], Quoted).

%! '$sqlite_columns'(+Connection, +Table, -Columns) is det.
'$sqlite_columns'(Connection, Table, Columns) :-
    '$sqlite_names'(Connection, "select name from pragma_table_info(?)", [Table], Columns).

%! '$sqlite_names'(+Connection, +SQL, +Values, -Names) is det.
%  Names are the answers as atoms, whatever texts become.
'$sqlite_names'(Connection, SQL, Values, Names) :-
    findall(Name,
            ( sqlite_query(Connection, SQL, Values, row(Text)), '$sqlite_atom'(Text, Name) ),
            Names).

%! '$sqlite_atom'(+Text, -Atom) is det.
'$sqlite_atom'(Text, Atom) :-
    (   is_list(Text)
    ->  atom_codes(Atom, Text)
    ;   atom_string(Atom, Text)
    ).

%! sqlite_predicate(+Connection, :Indicator) is det.
%  Defines the predicate Table/Arity for a table with so many columns: its answers are the rows of the table. Arguments that are
%  bound are looked up by the indexes of the database. Comparisons of its arguments with numbers that follow it in the body of a
%  clause are made by the database, too, if the predicate was defined when the clause was loaded.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a, b)", _), sqlite_query(db, "insert into t values (1, 'x'), (2, 'y')", _), sqlite_predicate(db, t/2), findall(A, t(A, y), As), sqlite_disconnect(db), abolish(t/2).   %=> As = [2].
sqlite_predicate(Connection, Indicator) :-
    strip_module(Indicator, Module, Plain),
    must_be(nonvar, Plain),
    (   Plain = Table/Arity
    ->  must_be(atom, Table),
        must_be(nonneg, Arity)
    ;   type_error(predicate_indicator, Plain)
    ),
    '$sqlite_database'(Connection, Database),
    '$sqlite_columns'(Connection, Table, Columns),
    (   Columns == []
    ->  existence_error(sqlite_table, Table)
    ;   length(Columns, Arity)
    ->  true
    ;   domain_error(sqlite_arity(Table), Arity)
    ),
    functor(Head, Table, Arity),
    Head =.. [_|Arguments],
    '$sqlite_state',
    retractall(sqlite_store:table(_, _, Module, Head)),
    assertz(sqlite_store:table(Columns, Database, Module, Head)),
    '$sqlite_define'(Module:Head, '$sqlite_fetch'(Database, table(Table, Columns), Arguments, [])),
    '$sqlite_expand_goals'.

%! '$sqlite_expand_goals' is det.
%  Clauses that are loaded from now on let the database make comparisons.
'$sqlite_expand_goals' :-
    Hook = (system:goal_expansion(Goal, Expanded) :- '$sqlite_expand'(Goal, Expanded)),
    (   predicate_property(system:goal_expansion(_, _), dynamic),
        clause(system:goal_expansion(_, _), '$sqlite_expand'(_, _))
    ->  true
    ;   assertz(Hook)
    ).

%! '$sqlite_expand'(+Conjunction, -Expanded) is semidet.
%  Conjunction begins with a goal of a predicate that stands for a table, and comparisons of its arguments.
'$sqlite_expand'((Goal, Rest), Expanded) :-
    callable(Goal),
    prolog_load_context(module, Module),
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    '$sqlite_known_table'(Module, Head, _, _),
    term_variables(Goal, Variables),
    '$sqlite_leading'(Rest, Variables, Tests, Others),
    (   Others == true
    ->  Expanded = sqlite_where(Goal, Tests)
    ;   Expanded = (sqlite_where(Goal, Tests), Others)
    ).

%! '$sqlite_leading'(+Goals, +Variables, -Tests, -Others) is semidet.
%  Tests are the comparisons of Variables with which Goals begin, Others the rest.
'$sqlite_leading'(Goals, Variables, Tests, Others) :-
    (   Goals = (First, Rest)
    ->  true
    ;   First = Goals,
        Rest = true
    ),
    '$sqlite_comparison'(First, Variables),
    (   '$sqlite_leading'(Rest, Variables, More, Others)
    ->  Tests = (First, More)
    ;   Tests = First,
        Others = Rest
    ).

%! '$sqlite_comparison'(+Goal, +Variables) is semidet.
'$sqlite_comparison'(Goal, Variables) :-
    nonvar(Goal),
    Goal =.. [Operator,A,B],
    '$sqlite_turned'(Operator, _),
    member(Side, [A,B]),
    var(Side),
    member(Variable, Variables),
    Variable == Side,
    !.

%! '$sqlite_define'(+Head, +Body) is det.
'$sqlite_define'(Module:Head, Body) :-
    functor(Head, Name, Arity),
    (   catch(abolish(Module:Name/Arity), _, true)
    ->  true
    ;   true
    ),
    dynamic(Module:Name/Arity),
    retractall(Module:Head),
    assertz((Module:Head :- Body)).

%! '$sqlite_fetch'(+Database, +Table, ?Arguments, +Tests) is nondet.
%  Arguments are a row of Table that passes Tests.
'$sqlite_fetch'(Database, Table, Arguments, Tests) :-
    '$sqlite_select'(Database, Table, Arguments, Tests, Rows-Rest),
    Row =.. [row|Arguments],
    '$sqlite_row'(Rest, Rows, Database, Row).

%! sqlite_where(:Goal, :Tests) is nondet.
%  Goal, of a predicate that stands for a table, is true and so are Tests, comparisons that are joined by commas. The database gets
%  those that compare an argument of Goal with a number.
%  ?- sqlite_connect(':memory:', db), sqlite_query(db, "create table t(a)", _), sqlite_query(db, "insert into t values (1), (2), (3)", _), sqlite_predicate(db, t/1), findall(A, sqlite_where(t(A), A > 1), As), sqlite_disconnect(db), abolish(t/1).   %=> As = [2, 3].
sqlite_where(Goal, Tests) :-
    strip_module(Goal, Module, Plain),
    strip_module(Tests, _, Comparisons),
    (   '$sqlite_known_table'(Module, Plain, Columns, Database)
    ->  functor(Plain, Table, _),
        Plain =.. [_|Arguments],
        '$sqlite_tests'(Comparisons, Arguments, Columns, Found, []),
        '$sqlite_fetch'(Database, table(Table, Columns), Arguments, Found)
    ;   Module:Plain
    ),
    Module:Comparisons.

%! '$sqlite_tests'(+Comparisons, +Arguments, +Columns, -Tests, ?Rest) is det.
%  Tests are those of the comparisons that the database can make.
'$sqlite_tests'((A, B), Arguments, Columns, Tests, Rest) :-
    !,
    '$sqlite_tests'(A, Arguments, Columns, Tests, Tests1),
    '$sqlite_tests'(B, Arguments, Columns, Tests1, Rest).
'$sqlite_tests'(Comparison, Arguments, Columns, Tests, Rest) :-
    (   Comparison =.. [Operator,A,B],
        (   '$sqlite_column'(A, Arguments, Columns, Column),
            '$sqlite_number'(B, Number)
        ->  Used = Operator
        ;   '$sqlite_column'(B, Arguments, Columns, Column),
            '$sqlite_number'(A, Number),
            '$sqlite_turned'(Operator, Used)
        )
    ->  Tests = [test(Column, Used, Number)|Rest]
    ;   Tests = Rest
    ).

%! '$sqlite_column'(+Term, +Arguments, +Columns, -Column) is semidet.
'$sqlite_column'(Variable, [Argument|Arguments], [First|Columns], Column) :-
    var(Variable),
    (   Argument == Variable
    ->  Column = First
    ;   '$sqlite_column'(Variable, Arguments, Columns, Column)
    ).

%! '$sqlite_number'(+Expression, -Number) is semidet.
'$sqlite_number'(Expression, Number) :-
    ground(Expression),
    catch(Number is Expression, _, fail),
    ( Number >= -9223372036854775808, Number =< 9223372036854775807 ).

%! '$sqlite_turned'(+Operator, -Turned) is semidet.
'$sqlite_turned'(<, >).
'$sqlite_turned'(>, <).
'$sqlite_turned'(=<, >=).
'$sqlite_turned'(>=, =<).
'$sqlite_turned'(=:=, =:=).
'$sqlite_turned'(=\=, =\=).
