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
%  Loads a file, or each of a list of files, if it has not been loaded yet.
ensure_loaded(File) :-
    (   var(File)
    ->  instantiation_error(File)
    ;   File = _:Plain
    ->  ensure_loaded(Plain)
    ;   is_list(File)
    ->  '$ensure_all'(File)
    ;   memberchk(File, [library(_),user])
    ->  true
    ;   '$file_name'(File, Name),
        '$is_loaded'(Name)
    ->  true
    ;   consult(File)
    ).

%! '$ensure_all'(+Files)
'$ensure_all'([]).
'$ensure_all'([File|Files]) :-
    ensure_loaded(File),
    '$ensure_all'(Files).

%! include(+File) is det.
%  A directive: the text of a file, or of each of a list of files, as if it stood here.
include(File) :-
    (   is_list(File)
    ->  '$include_all'(File)
    ;   '$file_name'(File, Name),
        '$load_include'(Name),
        '$load_clauses_and_close'
    ).

%! '$include_all'(+Files)
'$include_all'([]).
'$include_all'([File|Files]) :-
    include(File),
    '$include_all'(Files).

%! '$load_clauses_and_close'
'$load_clauses_and_close' :-
    catch('$load_clauses', Error, true),
    '$load_close',
    (   var(Error)
    ->  true
    ;   throw(Error)
    ).

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
    !,
    '$load_conditions'(States),
    (   States == []
    ->  true
    ;   '$load_exception'(no_endif)
    ).
'$load_step'(Term) :-
    catch('$load_term'(Term), Error, '$load_exception'(Error)),
    fail.

%! '$load_term'(+Term)
'$load_term'(Term) :-
    var(Term),
    !,
    instantiation_error(Term).
'$load_term'([]) :- !.
'$load_term'((:- Directive)) :-
    '$in_condition'(Directive),
    !.
'$load_term'(Term) :-
    '$expand_term'(Term, Expanded),
    '$load_expanded'(Expanded).

%! '$expand_term'(+Term, -Expanded)
'$expand_term'(Term, Expanded) :-
    (   '$user_defined'(term_expansion, 2),
        call(term_expansion(Term, Expansion))
    ->  Expanded = Expansion
    ;   nonvar(Term),
        '$is_grammar_rule'(Term)
    ->  dcg_translate_rule(Term, Expanded)
    ;   Expanded = Term
    ).

%! '$is_grammar_rule'(+Term)
'$is_grammar_rule'((_ --> _)).
'$is_grammar_rule'((_ ==> _)).

%! '$in_condition'(+Directive)
%  Directive begins or ends a branch of conditional compilation, or stands in one that is left out.
'$in_condition'(Directive) :-
    '$load_conditions'(States),
    (   nonvar(Directive),
        '$branch'(Directive, States, Now)
    ->  '$load_set_conditions'(Now)
    ;   States = [State|_],
        State \== true
    ).

%! '$branch'(+Directive, +States, -Now)
%  A branch is `true`: it counts; `false`: it does not, but a later one may; `done`: no more will.
'$branch'(if(Goal), States, [State|States]) :-
    (   States = [Outer|_],
        Outer \== true
    ->  State = done
    ;   '$condition_holds'(Goal)
    ->  State = true
    ;   State = false
    ).
'$branch'(elif(Goal), States, Now) :-
    (   States = [State|Outer]
    ->  (   State == false,
            '$condition_holds'(Goal)
        ->  Now = [true|Outer]
        ;   State == false
        ->  Now = States
        ;   Now = [done|Outer]
        )
    ;   throw(no_if(elif))
    ).
'$branch'(else, States, Now) :-
    (   States = [State|Outer]
    ->  (   State == false
        ->  Now = [true|Outer]
        ;   Now = [done|Outer]
        )
    ;   throw(no_if(else))
    ).
'$branch'(endif, States, Now) :-
    (   States = [_|Now]
    ->  true
    ;   throw(no_if(endif))
    ).

%! '$condition_holds'(:Goal)
'$condition_holds'(Goal) :-
    catch(Goal, Error, ('$load_exception'(Error), fail)),
    !.

%! expand_term(+Term, -Expanded) is det.
%  What the loader makes of Term: term_expansion/2 of the user is asked, then grammar rules are
%  translated.
%  ?- expand_term((a --> [x]), T).   %=> T = (a(A, B) :- A = [x|B]).
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
    '$expand_goals_of'(Directive, Goal),
    '$directive'(Goal).
'$load_expanded'((?- Directive)) :-
    !,
    '$expand_goals_of'(Directive, Goal),
    '$directive'(Goal).
'$load_expanded'(Clause) :-
    '$expand_body'(Clause, Expanded),
    '$load_clause'(Expanded, Messages),
    '$load_messages'(Messages).

%! '$expand_body'(+Clause, -Expanded)
'$expand_body'(Clause, Expanded) :-
    (   '$user_defined'(goal_expansion, 2),
        '$expand_rule'(Clause, Rule)
    ->  Expanded = Rule
    ;   Expanded = Clause
    ).

%! '$expand_rule'(+Rule, -Expanded)
'$expand_rule'((Head :- Body), (Head :- Goals)) :-
    '$expand_goals'(Body, Goals).
'$expand_rule'((Head => Body), (Matched => Goals)) :-
    (   nonvar(Head),
        Head = (Pattern, Guard)
    ->  Matched = (Pattern, Tests),
        '$expand_goals'(Guard, Tests)
    ;   Matched = Head
    ),
    '$expand_goals'(Body, Goals).

%! '$expand_goals_of'(:Goal, -Expanded)
'$expand_goals_of'(Goal, Expanded) :-
    (   '$user_defined'(goal_expansion, 2)
    ->  '$expand_goals'(Goal, Expanded)
    ;   Expanded = Goal
    ).

%! expand_goal(:Goal, -Expanded) is det.
%  What goal_expansion/2 of the user makes of Goal and of the goals in it.
expand_goal(Goal, Expanded) :-
    '$expand_goals_of'(Goal, Expanded).

%! '$expand_goals'(:Goal, -Expanded)
%  Each goal is expanded as long as it changes; then the goals among its arguments are.
'$expand_goals'(Goal, Expanded) :-
    (   var(Goal)
    ->  Expanded = Goal
    ;   call(goal_expansion(Goal, Other)),
        Other \== Goal
    ->  '$expand_goals'(Other, Expanded)
    ;   '$goal_arguments'(Goal, Modes)
    ->  Goal =.. [Name|Arguments],
        '$expand_arguments'(Modes, Arguments, Others),
        Expanded =.. [Name|Others]
    ;   Expanded = Goal
    ).

%! '$expand_arguments'(+Modes, +Arguments, -Expanded)
'$expand_arguments'([], [], []).
'$expand_arguments'([Mode|Modes], [Argument|Arguments], [Other|Others]) :-
    (   Mode == 0
    ->  '$expand_goals'(Argument, Other)
    ;   Mode == quantified
    ->  '$expand_quantified'(Argument, Other)
    ;   Other = Argument
    ),
    '$expand_arguments'(Modes, Arguments, Others).

%! '$expand_quantified'(:Goal, -Expanded)
'$expand_quantified'(Goal, Expanded) :-
    (   nonvar(Goal),
        Goal = Variable^Inner
    ->  Expanded = Variable^Other,
        '$expand_quantified'(Inner, Other)
    ;   '$expand_goals'(Goal, Expanded)
    ).

%! '$goal_arguments'(+Goal, -Modes)
%  Which arguments are goals (0), or goals with quantified variables.
'$goal_arguments'((_,_), [0,0]).
'$goal_arguments'((_;_), [0,0]).
'$goal_arguments'((_->_), [0,0]).
'$goal_arguments'((_*->_), [0,0]).
'$goal_arguments'(\+ _, [0]).
'$goal_arguments'(call(_), [0]).
'$goal_arguments'(once(_), [0]).
'$goal_arguments'(ignore(_), [0]).
'$goal_arguments'(forall(_, _), [0,0]).
'$goal_arguments'(catch(_, _, _), [0,?,0]).
'$goal_arguments'(findall(_, _, _), [?,0,?]).
'$goal_arguments'(findall(_, _, _, _), [?,0,?,?]).
'$goal_arguments'(aggregate_all(_, _, _), [?,0,?]).
'$goal_arguments'(bagof(_, _, _), [?,quantified,?]).
'$goal_arguments'(setof(_, _, _), [?,quantified,?]).
'$goal_arguments'(with_output_to(_, _), [?,0]).
'$goal_arguments'(call_cleanup(_, _), [0,0]).
'$goal_arguments'(setup_call_cleanup(_, _, _), [0,0,0]).

%! source_location(-File, -Line) is semidet.
%  Where the clause that is being loaded stands; fails if nothing is being loaded.
source_location(File, Line) :-
    '$load_place'(message(_, Name, Line, _, _, _)),
    absolute_file_name(Name, File).

%! prolog_load_context(?Key, -Value) is nondet.
%  What is known of the text that is being loaded: `source`, `file`, `directory`, `module`, `dialect`, `stream` (none
%  here), `term`, `variable_names`, `term_position`. Fails if nothing is being loaded.
prolog_load_context(Key, Value) :-
    '$load_place'(message(_, Name, Line, Column, _, _)),
    '$load_context'(Key, Name, Line, Column, Value).

%! '$load_context'(?Key, +Name, +Line, +Column, -Value)
'$load_context'(source, Name, _, _, File) :-
    absolute_file_name(Name, File).
'$load_context'(file, Name, _, _, File) :-
    absolute_file_name(Name, File).
'$load_context'(directory, Name, _, _, Folder) :-
    absolute_file_name(Name, File),
    file_directory_name(File, Folder).
'$load_context'(module, _, _, _, user).
'$load_context'(dialect, _, _, _, Dialect) :-
    current_prolog_flag(dialect, Dialect).
'$load_context'(term, _, _, _, Term) :-
    '$load_variables'(Term, _).
'$load_context'(variable_names, _, _, _, Names) :-
    '$load_variables'(_, Names).
'$load_context'(term_position, _, Line, Column, '$stream_position'(0, Line, LinePosition, 0)) :-
    LinePosition is Column - 1.

%! '$directive'(:Goal)
'$directive'(Goal) :-
    (   nonvar(Goal),
        Goal = initialization(Later)
    ->  '$initialization'(Later)
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
%  Goal is kept with the place of the directive until the text is loaded; it runs at once if none is being loaded.
'$initialization'(Goal) :-
    (   '$load_place'(message(_, File, Line, Column, _, _)),
        '$load_later'(waiting(file(File, Line, Column), Goal))
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
'$run_waiting'([waiting(Place, Goal)|Goals]) :-
    (   catch(Goal, Error, true)
    ->  (   nonvar(Error)
        ->  '$load_problem'(error),
            print_message(error, '$load'(Place, unhandled_exception(Error))),
            '$note_main'(Goal, halt(2))
        ;   '$note_main'(Goal, true)
        )
    ;   '$load_problem'(warning),
        print_message(warning, '$load'(Place, goal_failed(initialization, Goal))),
        '$note_main'(Goal, halt(1))
    ),
    '$run_waiting'(Goals).

%! '$note_main'(:Goal, +Instead)
%  A script whose text calls main/0 once it is loaded shall not have it called again: what is left for the end is to
%  tell how it went.
'$note_main'(Goal, Instead) :-
    (   ( Goal == main ; Goal == user:main )
    ->  '$set_main'(Instead)
    ;   true
    ).

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
    '$print_lines'(user_error, '  ', Hints),
    '$load_messages'(Messages).
