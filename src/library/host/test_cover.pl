% Which clauses of loaded files a goal runs: library(test_cover).
%
% While the goal runs, the clauses of each static predicate that a file defines are kept in another predicate, and its
% own clauses are copies that count how often they are entered and left. Nothing is changed otherwise.

%! coverage(:Goal) is semidet.
%  Calls Goal as once/1 does, and prints for each file how many clauses it has and how many of them were entered, and
%  entered without success, in percent.
%  ?- coverage(fail).   %=> false.
coverage(Goal) :-
    coverage(Goal, []).

%! coverage(:Goal, +Options) is semidet.
%  Like coverage/1. Options: modules(List), modules whose clauses that never ran are listed; annotate(true), ext(Extension)
%  and dir(Directory) write each file with the counts of its clauses beside them, to a file with Extension, .cov if
%  absent, in Directory; line_numbers(false) leaves out the numbers of lines. Clauses of dynamic,
%  multifile, tabled and wrapped predicates, rules with =>, and what is loaded while Goal runs, are not counted.
%  ?- coverage(fail, [modules([user])]).   %=> false.
coverage(Goal, Options0) :-
    (   Options0 = [First|_],
        atom(First)
    ->  must_be(list(atom), Options0),
        Options = [modules(Options0)]
    ;   must_be(list, Options0),
        Options = Options0
    ),
    (   nb_current('$cover_goal', true)
    ->  throw(error(permission_error(start, coverage, Goal), _))
    ;   true
    ),
    setup_call_cleanup(
        '$begin_cover'(Before, Predicates),
        once(Goal),
        '$end_cover'(Before, Predicates, Options)
    ).

%! show_coverage(:Goal) is semidet.
%  The older name of coverage/1.
%  ?- show_coverage(fail).   %=> false.
show_coverage(Goal) :-
    coverage(Goal, []).

%! show_coverage(:Goal, +Options) is semidet.
%  The older name of coverage/2. Options may be the list of modules itself.
%  ?- show_coverage(fail, [user]).   %=> false.
show_coverage(Goal, Options) :-
    coverage(Goal, Options).

%! '$begin_cover'(-Before, -Predicates) is det.
%  Before is true if all clauses are counted as they are loaded. Predicates is a list of covered(Module, Name, Arity, File,
%  Clauses), Clauses of clause(Line, Enter, Exit) with the numbers of the counters.
'$begin_cover'(Before, Predicates) :-
    (   '$is_covering'
    ->  Before = true
    ;   Before = false
    ),
    nb_setval('$cover_goal', true),
    findall(
        covered(Module, Name, Arity, File, Clauses),
        '$countable'(Module, Name, Arity, File, Clauses),
        Found
    ),
    maplist('$count_clauses', Found, Predicates).

%! '$countable'(-Module, -Name, -Arity, -File, -Clauses) is nondet.
%  Clauses is a list of clause(Line, Head, Body).
'$countable'(Module, Name, Arity, File, Clauses) :-
    '$own_predicate'(Module, Name, Arity),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, file(File0)),
    absolute_file_name(File0, File),
    \+ predicate_property(Module:Head, dynamic),
    \+ predicate_property(Module:Head, multifile),
    \+ predicate_property(Module:Head, tabled),
    \+ predicate_property(Module:Head, ssu),
    \+ '$hidden_clauses'(Module, Name, Arity, _),
    findall(
        clause(Line, Head, Body),
        (   clause(Module:Head, Body, Reference),
            % Other clauses may come from included files.
            clause_property(Reference, file(File0)),
            clause_property(Reference, line_count(Line))
        ),
        Clauses
    ),
    Clauses \== [].

%! '$count_clauses'(+Predicate, -Counted) is det.
'$count_clauses'(covered(Module, Name, Arity, File, Clauses), covered(Module, Name, Arity, File, Counted)) :-
    atom_concat(Name, ' counted', Hidden),
    '$take_clauses'(Module, Name, Arity, Hidden),
    maplist('$count_clause'(Module, File), Clauses, Counted).

%! '$count_clause'(+Module, +File, +Clause, -Counted) is det.
'$count_clause'(Module, File, clause(Line, Head, Body), clause(Line, Enter, Exit)) :-
    '$cover'("", File, Line, Enter),
    '$cover'("", File, Line, Exit),
    '$load_clause'((Module:Head :- '$covered'(Enter), Body, '$covered'(Exit)), [], _).

%! '$end_cover'(+Before, +Predicates, +Options) is det.
'$end_cover'(Before, Predicates, Options) :-
    maplist('$restore_counted', Predicates, Files),
    nb_setval('$cover_goal', false),
    (   member(covered(_, _, _, _, [clause(_, First, _)|_]), Predicates)
    ->  '$end_counts'(First, Before)
    ;   true
    ),
    '$cover_report'(Files, Options).

%! '$restore_counted'(+Predicate, -Counted) is det.
%  Gives the predicate its clauses back. Counted is File-Clauses, Clauses of clause(Line, Module:Name/Arity, Entered,
%  Exited).
'$restore_counted'(covered(Module, Name, Arity, File, Clauses), File-Counted) :-
    atom_concat(Name, ' counted', Hidden),
    '$take_clauses'(Module, Hidden, Arity, Name),
    maplist('$clause_counts'(Module:Name/Arity), Clauses, Counted).

%! '$clause_counts'(+Indicator, +Clause, -Counted) is det.
'$clause_counts'(Indicator, clause(Line, Enter, Exit), clause(Line, Indicator, Entered, Exited)) :-
    '$cover_runs'(Enter, Entered),
    '$cover_runs'(Exit, Exited).

%! '$cover_report'(+Files, +Options) is det.
'$cover_report'(Counted, Options) :-
    keysort(Counted, Sorted),
    group_pairs_by_key(Sorted, Groups),
    format("~N~n~`=t~78|~n~tCoverage by File~t~78|~n~`=t~78|~n"),
    format("~w~t~w~64|~t~w~72|~t~w~78|~n~`=t~78|~n", ['File','Clauses','%Cov','%Fail']),
    forall(
        ( member(File-Lists, Groups), append(Lists, Clauses) ),
        '$cover_file'(File, Clauses, Options)
    ),
    format("~`=t~78|~n").

%! '$cover_file'(+File, +Clauses, +Options) is det.
'$cover_file'(File, Clauses, Options) :-
    partition('$never_entered', Clauses, Never, Entered),
    (   Entered == []
    ->  true
    ;   include('$never_left', Entered, Failed),
        maplist(length, [Clauses,Never,Failed], [All,Idle,Lost]),
        Covered is 100 - 100*Idle/All,
        Failing is 100*Lost/All,
        '$short_file'(File, Shown),
        format("~w~t ~D~64| ~t~1f~72| ~t~1f~78|~n", [Shown,All,Covered,Failing]),
        (   ( option(annotate(true), Options) ; option(dir(_), Options) ; option(ext(_), Options) )
        ->  '$annotate_file'(File, Clauses, Options)
        ;   option(modules(Modules), Options),
            include('$in_modules'(Modules), Never, Listed),
            Listed \== []
        ->  '$list_uncovered'(File, Listed)
        ;   true
        )
    ).

%! '$never_entered'(+Clause) is semidet.
'$never_entered'(clause(_, _, 0, _)).

%! '$never_left'(+Clause) is semidet.
'$never_left'(clause(_, _, _, 0)).

%! '$in_modules'(+Modules, +Clause) is semidet.
'$in_modules'(Modules, clause(_, Module:_, _, _)) :-
    memberchk(Module, Modules).

%! '$short_file'(+File, -Shown) is det.
'$short_file'(File, Shown) :-
    atom_length(File, Length),
    (   Length < 56
    ->  Shown = File
    ;   sub_atom(File, _, 51, 0, End),
        atom_concat('...', End, Shown)
    ).

%! '$list_uncovered'(+File, +Clauses) is det.
'$list_uncovered'(File, Clauses) :-
    findall(Indicator-Line, member(clause(Line, Indicator, _, _), Clauses), Pairs),
    sort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    file_base_name(File, Base),
    format("~n~2|Clauses not covered from file ~p~n~4|Predicate ~59|Clauses at lines ~n", [Base]),
    forall(member(Indicator-Lines, Groups), format("~4|~p~59|~p~n", [Indicator,Lines])),
    nl.

%! '$annotate_file'(+File, +Clauses, +Options) is det.
'$annotate_file'(File, Clauses, Options) :-
    option(ext(Extension), Options, cov),
    file_base_name(File, Base0),
    (   sub_atom(Extension, 0, 1, _, '.')
    ->  atom_concat(Base0, Extension, Base)
    ;   atomic_list_concat([Base0,'.',Extension], Base)
    ),
    (   option(dir(Directory), Options)
    ->  make_directory_path(Directory)
    ;   file_directory_name(File, Directory)
    ),
    directory_file_path(Directory, Base, Target),
    findall(Line-Text, ( member(Clause, Clauses), '$annotation'(Clause, Line, Text) ), Pairs),
    keysort(Pairs, Notes),
    findall(Length, ( member(_-Note, Notes), string_length(Note, Length) ), Lengths),
    max_list(Lengths, Longest),
    Margin is Longest + 1,
    read_file_to_string(File, Text, []),
    split_string(Text, "\n", "", Lines0),
    ( append(Lines, [""], Lines0) -> true ; Lines = Lines0 ),
    setup_call_cleanup(
        open(Target, write, Out),
        '$annotate_lines'(Lines, 1, Notes, Margin, Options, Out),
        close(Out)
    ).

%! '$annotate_lines'(+Lines, +Number, +Notes, +Margin, +Options, +Out) is det.
'$annotate_lines'([], _, _, _, _, _).
'$annotate_lines'([Line|Lines], Number, Notes, Margin, Options, Out) :-
    '$notes_of_line'(Number, Notes, Own, Others),
    (   option(line_numbers(false), Options)
    ->  Width = 0
    ;   format(Out, "~t~d~5| ", [Number]),
        Width = 6
    ),
    Column is Width + Margin,
    atomic_list_concat(Own, ' ', Note),
    format(Out, "~w~t~*|~w~n", [Note,Column,Line]),
    Next is Number + 1,
    '$annotate_lines'(Lines, Next, Others, Margin, Options, Out).

%! '$notes_of_line'(+Number, +Notes, -Own, -Others) is det.
'$notes_of_line'(Number, Notes, Own, Others) :-
    (   Notes = [Number-Note|More]
    ->  Own = [Note|Rest],
        '$notes_of_line'(Number, More, Rest, Others)
    ;   Own = [],
        Others = Notes
    ).

%! '$annotation'(+Clause, -Line, -Text) is det.
'$annotation'(clause(Line, _, Entered, Exited), Line, Text) :-
    (   Entered =:= 0
    ->  Text = "###"
    ;   Exited =:= Entered
    ->  format(string(Text), "++~D", [Entered])
    ;   Exited =:= 0
    ->  format(string(Text), "--~D", [Entered])
    ;   Exited < Entered
    ->  Failed is Entered - Exited,
        format(string(Text), "+~D-~D", [Exited,Failed])
    ;   format(string(Text), "+~D*~D", [Entered,Exited])
    ).
