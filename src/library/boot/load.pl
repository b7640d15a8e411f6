% The loader: reads a source clause by clause, runs directives, adds the rest to the database.
% A loop of failure, so that a long file leaves nothing behind on the heap.

%! consult(+Files) is det.
%  Loads a file, or each of a list of files; `user` is the standard input.
consult(Files) :-
    var(Files),
    !,
    instantiation_error(Files).
consult([]) :- !.
consult([File|Files]) :-
    !,
    consult(File),
    consult(Files).
consult(_:File) :-
    !,
    consult(File).
consult(user) :-
    !,
    '$load_open_user',
    '$load_source'.
consult(library(_)) :- !.
consult(File) :-
    '$file_name'(File, Name),
    '$load_open'(Name),
    '$load_source'.

%! '$file_name'(+Spec, -Name)
%  A file may be given as an atom, a string, or a path of such with slashes.
'$file_name'(Spec, Name) :-
    (   var(Spec)
    ->  instantiation_error(Spec)
    ;   ( atom(Spec) ; string(Spec) )
    ->  Name = Spec
    ;   Spec = Folder/File
    ->  '$file_name'(Folder, FolderName),
        '$file_name'(File, FileName),
        atomic_list_concat([FolderName,/,FileName], Name)
    ;   type_error(atom, Spec)
    ).

%! '.'(+File, +Files) is det.
%  [File|Files] as a goal: loads the files.
'.'(File, Files) :-
    consult([File|Files]).

%! load_files(+Files, +Options) is det.
%  As consult/1; the options are not looked at.
load_files(Files, _) :-
    consult(Files).

%! ensure_loaded(+File) is det.
%  As consult/1.
ensure_loaded(File) :-
    consult(File).

%! '$load_source'
%  Loads the open source to its end and closes it.
'$load_source' :-
    catch('$load_clauses', Error, true),
    (   var(Error)
    ->  '$load_waiting'(Goals),
        '$load_close',
        '$run_waiting'(Goals)
    ;   '$load_close',
        throw(Error)
    ).

%! '$load_opened'(-Errors)
%  As '$load_source'; Errors is how many errors there were.
'$load_opened'(Errors) :-
    '$load_problems'(Before),
    '$load_source',
    '$load_problems'(After),
    Errors is After - Before.

%! '$load_clauses'
'$load_clauses' :-
    repeat,
    '$load_read'(Term, Messages),
    '$load_messages'(Messages),
    '$load_step'(Term),
    !.

%! '$load_step'(+Term)
%  Handles a term; succeeds at the end.
'$load_step'(Term) :-
    Term == end_of_file,
    !.
'$load_step'(Term) :-
    catch('$load_term'(Term), Error, '$load_exception'(Error)),
    fail.

%! '$load_term'(+Term)
'$load_term'([]) :- !.
'$load_term'(Term) :-
    '$expand_term'(Term, Expanded),
    '$load_expanded'(Expanded).

%! '$expand_term'(+Term, -Expanded)
'$expand_term'(Term, Expanded) :-
    (   '$user_defined'(term_expansion, 2),
        call(term_expansion(Term, Expansion))
    ->  Expanded = Expansion
    ;   nonvar(Term),
        Term = (_ --> _)
    ->  dcg_translate_rule(Term, Expanded)
    ;   Expanded = Term
    ).

%! expand_term(+Term, -Expanded) is det.
%  What the loader makes of Term: term_expansion/2 of the user is asked, then grammar rules are
%  translated.
expand_term(Term, Expanded) :-
    '$expand_term'(Term, Expanded).

%! '$load_expanded'(+Terms)
'$load_expanded'(Term) :-
    var(Term),
    !,
    instantiation_error(Term).
'$load_expanded'([]) :- !.
'$load_expanded'([Term|Terms]) :-
    !,
    '$load_expanded'(Term),
    '$load_expanded'(Terms).
'$load_expanded'((:- Directive)) :-
    !,
    '$directive'(Directive).
'$load_expanded'((?- Directive)) :-
    !,
    '$directive'(Directive).
'$load_expanded'(Clause) :-
    '$load_clause'(Clause, Messages),
    '$load_messages'(Messages).

%! '$directive'(:Goal)
'$directive'(Goal) :-
    (   nonvar(Goal),
        Goal = initialization(Later)
    ->  '$load_later'(Later)
    ;   nonvar(Goal),
        Goal = initialization(Later, When)
    ->  '$initialization'(Later, When)
    ;   catch(Goal, Error, true)
    ->  (   nonvar(Error)
        ->  '$load_exception'(Error)
        ;   true
        )
    ;   '$load_warning'(goal_failed(directive, Goal))
    ).

%! '$initialization'(:Goal)
'$initialization'(Goal) :-
    (   '$load_later'(Goal)
    ->  true
    ;   call(Goal)
    ->  true
    ).

%! initialization(:Goal, +When) is det.
%  Goal at a time: `now`, `after_load`, or `main`, when the program is started as a script.
initialization(Goal, When) :-
    '$initialization'(Goal, When).

%! '$initialization'(:Goal, +When)
'$initialization'(Goal, When) :-
    (   var(When)
    ->  instantiation_error(When)
    ;   When == main
    ->  '$set_main'(Goal)
    ;   When == now
    ->  '$directive'(Goal)
    ;   memberchk(When, [after_load,restore,restore_state,program])
    ->  '$initialization'(Goal)
    ;   domain_error(initialization_type, When)
    ).

%! '$run_waiting'(+Goals)
'$run_waiting'([]).
'$run_waiting'([Goal|Goals]) :-
    (   catch(Goal, Error, true)
    ->  (   nonvar(Error)
        ->  '$load_problem'(error),
            print_message(error, unhandled_exception(Error))
        ;   true
        )
    ;   '$load_problem'(warning),
        print_message(warning, goal_failed(initialization, Goal))
    ),
    '$run_waiting'(Goals).

%! '$load_exception'(+Error)
'$load_exception'(Error) :-
    '$load_place'(message(_, File, Line, Column, _, _)),
    '$load_problem'(error),
    print_message(error, '$load'(file(File, Line, Column), Error)).

%! '$load_warning'(+Term)
'$load_warning'(Term) :-
    '$load_place'(message(_, File, Line, Column, _, _)),
    '$load_problem'(warning),
    print_message(warning, '$load'(file(File, Line, Column), Term)).

%! '$load_messages'(+Messages)
'$load_messages'([]).
'$load_messages'([message(Kind, File, Line, Column, Term, Source)|Messages]) :-
    '$load_problem'(Kind),
    '$message_lines'(Term, [Text|Hints]),
    print_message(Kind, load_message(File, Line, Column, Text, Source)),
    print_message_lines(user_error, '  ', Hints),
    '$load_messages'(Messages).
