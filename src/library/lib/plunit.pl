% Tests that stand in a program, between begin_tests/1 and end_tests/1, as clauses of test/1 and test/2. They are kept as
% facts of the module plunit: the clause is one term with its options, which share its variables.

%! begin_tests(+Unit) is det.
%  A directive: the clauses of test/1 and test/2 that follow, up to end_tests/1, are the tests of Unit.
%  ?- begin_tests(sums), end_tests(sums), current_test_unit(sums, O).   %=> O = [].
begin_tests(Unit) :-
    begin_tests(Unit, []).

%! begin_tests(+Unit, +Options) is det.
%  As begin_tests/1. Options: setup(Goal) and cleanup(Goal) run before and after the tests, condition(Goal) says whether
%  they run, blocked(Reason) that they don't. A test is `test(Name) :- Body` or `test(Name, Options) :- Body`; its
%  options are these four, and what is expected: true(Condition) or a comparison such as X == 3, all(X == List),
%  bag(X == List), set(X == List), fail, throws(Ball), error(Formal); nondet, if choices may be left; forall(Generator)
%  for a test of each solution; fixme(Reason) for one that is known to fail.
begin_tests(Unit, Options) :-
    must_be(atom, Unit),
    must_be(list, Options),
    dynamic([plunit:'$unit'/2,plunit:'$test'/6]),
    retractall(plunit:'$unit'(Unit, _)),
    retractall(plunit:'$test'(Unit, _, _, _, _, _)),
    assertz(plunit:'$unit'(Unit, Options)),
    '$end_unit',
    assertz(system:(term_expansion(Clause, Expanded) :- '$test_clause'(Clause, Unit, Expanded)), Hook),
    nb_setval('$test_unit', Unit-Hook).

%! end_tests(+Unit) is det.
%  Ends the tests of Unit.
%  ?- end_tests(nothing).   %=> existence_error(test_unit, nothing).
end_tests(Unit) :-
    (   nb_current('$test_unit', Unit-_)
    ->  '$end_unit'
    ;   existence_error(test_unit, Unit)
    ).

%! '$end_unit'
'$end_unit' :-
    (   nb_current('$test_unit', _-Hook)
    ->  erase(Hook),
        nb_delete('$test_unit')
    ;   true
    ).

%! '$test_clause'(+Clause, +Unit, -Expanded) is semidet.
'$test_clause'(Clause, Unit, []) :-
    nonvar(Clause),
    (   Clause = (Head :- Body)
    ->  true
    ;   Clause = Head,
        Body = true
    ),
    nonvar(Head),
    (   Head = test(Name)
    ->  Options = []
    ;   Head = test(Name, Given),
        nonvar(Given),
        ( is_list(Given) -> Options = Given ; Options = [Given] )
    ),
    ( source_location(_, _) -> '$load_place'(message(_, File, Line, _, _, _)) ; File = user, Line = 0 ),
    assertz(plunit:'$test'(Unit, Name, File, Line, Options, Body)).

%! current_test_unit(?Unit, ?Options) is nondet.
%  Unit has tests; Options are those of its begin_tests/2.
%  ?- current_test_unit(nothing, _).   %=> false.
current_test_unit(Unit, Options) :-
    '$defined_in_module'(plunit, '$unit', 2),
    call(plunit:'$unit'(Unit, Options)).

%! current_test(?Unit, ?Name, ?Line, ?Body, ?Options) is nondet.
%  The tests that there are.
%  ?- current_test(nothing, _, _, _, _).   %=> false.
current_test(Unit, Name, Line, Body, Options) :-
    '$defined_in_module'(plunit, '$test', 6),
    call(plunit:'$test'(Unit, Name, _, Line, Options, Body)).

%! set_test_options(+Options) is det.
%  Accepted: all tests run when run_tests/0 asks for them, and only what is wrong is told.
%  ?- set_test_options([verbose(true)]).
set_test_options(Options) :-
    must_be(list, Options).

%! load_test_files(+Options) is det.
%  Loads the files beside those that are loaded whose names end in .plt instead of .pl.
%  ?- load_test_files([]).
load_test_files(_) :-
    findall(File, source_file(File), Files),
    forall(( member(File, Files), file_name_extension(Base, _, File), file_name_extension(Base, plt, Test),
             exists_file(Test) ),
           ensure_loaded(Test)).

%! running_tests is det.
%  Accepted: tests run one after the other, so that none is running but the one that asks.
%  ?- running_tests.
running_tests.

%! run_tests is semidet.
%  Runs all tests, tells on user_error which have gone wrong and how many have passed, and fails if one has not.
run_tests :-
    findall(Unit, current_test_unit(Unit, _), Units),
    '$run_units'(Units).

%! run_tests(+Tests) is semidet.
%  As run_tests/0, of a unit, a test Unit:Name, or a list of them.
%  ?- run_tests(nothing).   %=> existence_error(unit_test, nothing).
run_tests(Tests) :-
    must_be(nonvar, Tests),
    (   is_list(Tests)
    ->  '$run_units'(Tests)
    ;   '$run_units'([Tests])
    ).

%! '$run_units'(+Units) is semidet.
'$run_units'(Units) :-
    nb_setval('$test_counts', counts(0,0,0,[])),
    '$each_unit'(Units),
    nb_getval('$test_counts', Counts),
    '$tell_counts'(Counts),
    Counts = counts(_,0,_,_).

%! '$each_unit'(+Units)
'$each_unit'([]).
'$each_unit'([Spec|Units]) :-
    (   Spec = Unit:Name
    ->  true
    ;   Unit = Spec
    ),
    (   current_test_unit(Unit, Options)
    ->  '$unit'(Unit, Name, Options)
    ;   existence_error(unit_test, Unit)
    ),
    '$each_unit'(Units).

%! '$unit'(+Unit, ?Name, +Options)
'$unit'(Unit, Name, Options) :-
    (   memberchk(blocked(Reason), Options)
    ->  format(user_error, "~N% PL-Unit: ~w blocked: ~w~n", [Unit,Reason])
    ;   memberchk(condition(Condition), Options),
        \+ call(user:Condition)
    ->  true
    ;   '$test_setup'(Options, Unit, none)
    ->  format(user_error, "~N% PL-Unit: ~w ", [Unit]),
        nb_getval('$test_counts', counts(_,Failed0,_,_)),
        forall(call(plunit:'$test'(Unit, Name, File, Line, TestOptions, Body)),
               '$test'(TestOptions, Body, test(Name,File,Line))),
        nb_getval('$test_counts', counts(_,Failed,_,_)),
        ( Failed =:= Failed0 -> Word = passed ; Word = '**FAILED' ),
        format(user_error, " ~w~n", [Word]),
        '$test_cleanup'(Options)
    ;   true
    ).

%! '$test_setup'(+Options, +What, +Place) is semidet.
%  A setup that does not succeed is a failure of what it is for.
'$test_setup'(Options, What, Place) :-
    (   memberchk(setup(Goal), Options)
    ->  catch(user:Goal, Ball, true)
    ->  (   var(Ball)
        ->  true
        ;   '$test_failed'(Place, What, "setup raised ~p", [Ball]),
            fail
        )
    ;   \+ memberchk(setup(_), Options)
    ->  true
    ;   '$test_failed'(Place, What, "setup failed", []),
        fail
    ).

%! '$test_cleanup'(+Options)
'$test_cleanup'(Options) :-
    (   memberchk(cleanup(Goal), Options),
        catch(user:Goal, Ball, ( print_message(warning, Ball), true ))
    ->  true
    ;   true
    ).

%! '$test'(+Options, :Body, +Test)
'$test'(Options, Body, Test) :-
    (   memberchk(blocked(Reason), Options)
    ->  '$count_blocked'(Test, Reason)
    ;   select(forall(Generator), Options, Others)
    ->  term_variables(Generator, Bindings),
        forall(user:Generator, '$test_once'(Others, Body, Test, Bindings))
    ;   '$test_once'(Options, Body, Test, [])
    ).

%! '$test_once'(+Options, :Body, +Test, +Bindings)
'$test_once'(Options, Body, Test, Bindings) :-
    Test = test(Name,File,Line),
    Place = place(File,Line,1,none),
    (   Bindings == []
    ->  What = Name
    ;   format(atom(What), "~w (forall bindings = ~p)", [Name,Bindings])
    ),
    (   memberchk(condition(Condition), Options),
        \+ call(user:Condition)
    ->  true
    ;   '$test_setup'(Options, What, Place)
    ->  '$expected'(Options, Expected),
        '$test_outcome'(Expected, Body, Options, Outcome),
        '$test_cleanup'(Options),
        '$tell_outcome'(Outcome, Options, What, Place)
    ;   true
    ).

%! '$expected'(+Options, -Expected)
%  What the options say that is to happen; if they say nothing, the body is to succeed.
'$expected'(Options, Expected) :-
    (   member(Option, Options),
        nonvar(Option),
        '$says_what_happens'(Option)
    ->  Expected = Option
    ;   '$conditions'(Options, Conditions),
        Expected = true(Conditions)
    ).

%! '$says_what_happens'(+Option) is semidet.
'$says_what_happens'(Option) :-
    memberchk(Option, [fail,false,throws(_),exception(_),error(_),error(_, _),all(_),bag(_),set(_)]).

%! '$conditions'(+Options, -Conditions)
'$conditions'([], []).
'$conditions'([Option|Options], Conditions) :-
    (   nonvar(Option),
        Option = true(Condition)
    ->  Conditions = [Condition|Rest]
    ;   '$is_comparison'(Option)
    ->  Conditions = [Option|Rest]
    ;   Conditions = Rest
    ),
    '$conditions'(Options, Rest).

%! '$is_comparison'(+Term) is semidet.
'$is_comparison'(Term) :-
    compound(Term),
    functor(Term, Name, 2),
    memberchk(Name, [=,\=,==,\==,=:=,=\=,<,>,=<,>=,=@=,\=@=,@<,@>,@=<,@>=,is]).

%! '$test_outcome'(+Expected, :Body, +Options, -Outcome)
%  Outcome is passed, choices, or wrong(Format, Arguments).
'$test_outcome'(true(Conditions), Body, _, Outcome) :-
    (   '$choices'(First),
        catch(user:Body, Ball, true),
        '$choices'(Last)
    ->  (   nonvar(Ball)
        ->  '$raised'(Ball, Outcome)
        ;   '$wrong_condition'(Conditions, Wrong)
        ->  '$wrong_answer'(Wrong, Outcome)
        ;   First =:= Last
        ->  Outcome = passed
        ;   Outcome = choices
        )
    ;   Outcome = wrong("failed", [])
    ).
'$test_outcome'(fail, Body, Options, Outcome) :-
    '$test_outcome'(false, Body, Options, Outcome).
'$test_outcome'(false, Body, _, Outcome) :-
    (   catch(user:Body, Ball, true)
    ->  (   nonvar(Ball)
        ->  '$raised'(Ball, Outcome)
        ;   Outcome = wrong("must fail but succeeded", [])
        )
    ;   Outcome = passed
    ).
'$test_outcome'(exception(Expected), Body, Options, Outcome) :-
    '$test_outcome'(throws(Expected), Body, Options, Outcome).
'$test_outcome'(error(Formal), Body, Options, Outcome) :-
    '$test_outcome'(throws(error(Formal, _)), Body, Options, Outcome).
'$test_outcome'(error(Formal, Context), Body, Options, Outcome) :-
    '$test_outcome'(throws(error(Formal, Context)), Body, Options, Outcome).
'$test_outcome'(throws(Expected), Body, _, Outcome) :-
    (   catch(user:Body, Ball, true)
    ->  (   var(Ball)
        ->  Outcome = wrong("no exception", [])
        ;   subsumes_term(Expected, Ball)
        ->  Outcome = passed
        ;   Outcome = wrong("wrong error~nExpected: ~p~nGot:      ~p", [Expected,Ball])
        )
    ;   Outcome = wrong("failed, no exception", [])
    ).
'$test_outcome'(all(Expected), Body, _, Outcome) :-
    '$all_outcome'(Expected, all, Body, Outcome).
'$test_outcome'(bag(Expected), Body, _, Outcome) :-
    '$all_outcome'(Expected, bag, Body, Outcome).
'$test_outcome'(set(Expected), Body, _, Outcome) :-
    '$all_outcome'(Expected, set, Body, Outcome).

%! '$all_outcome'(+Expected, +Kind, :Body, -Outcome)
'$all_outcome'(Expected, Kind, Body, Outcome) :-
    Expected =.. [Compare,Template,Wanted0],
    catch(findall(Template, user:Body, Found0), Ball, true),
    (   nonvar(Ball)
    ->  '$raised'(Ball, Outcome)
    ;   '$collected'(Kind, Found0, Found),
        '$collected'(Kind, Wanted0, Wanted),
        (   call(Compare, Found, Wanted)
        ->  Outcome = passed
        ;   Outcome = wrong("wrong \"~w\" answer~nExpected: ~p~nFound:    ~p", [Kind,Wanted,Found])
        )
    ).

%! '$collected'(+Kind, +List, -Collected)
'$collected'(all, List, List).
'$collected'(bag, List, Sorted) :-
    msort(List, Sorted).
'$collected'(set, List, Set) :-
    sort(List, Set).

%! '$raised'(+Ball, -Outcome)
'$raised'(Ball, Outcome) :-
    (   Ball = error(Formal, _),
        nonvar(Formal),
        Formal = assertion_error(_, Goal)
    ->  '$plain_goal'(Goal, Plain),
        Outcome = wrong("assertion failed~nAssertion: ~p", [Plain])
    ;   message_to_string(unhandled_exception(Ball), Text),
        Outcome = wrong("received error: ~w", [Text])
    ).

%! '$wrong_condition'(+Conditions, -Wrong) is semidet.
%  The first condition that does not hold.
'$wrong_condition'([Condition|Conditions], Wrong) :-
    (   catch(user:Condition, _, fail)
    ->  '$wrong_condition'(Conditions, Wrong)
    ;   Wrong = Condition
    ).

%! '$wrong_answer'(+Condition, -Outcome)
'$wrong_answer'(Condition, Outcome) :-
    (   '$is_comparison'(Condition),
        Condition =.. [Compare,Got,Expected]
    ->  Outcome = wrong("wrong answer (compared using ~w)~nExpected: ~p~nGot:      ~p", [Compare,Expected,Got])
    ;   Outcome = wrong("wrong answer~nCondition: ~p", [Condition])
    ).

%! '$tell_outcome'(+Outcome, +Options, +What, +Place)
'$tell_outcome'(passed, _, _, _) :-
    '$test_passed'.
'$tell_outcome'(choices, Options, What, Place) :-
    (   memberchk(nondet, Options)
    ->  true
    ;   format(user_error, "~N", []),
        '$message'(warning, format("test ~w: succeeded with choicepoint", [What]), Place)
    ),
    '$test_passed'.
'$tell_outcome'(wrong(Format, Arguments), Options, What, Place) :-
    (   memberchk(fixme(_), Options)
    ->  write(user_error, -),
        nb_getval('$test_counts', counts(Passed,Failed,Fixme0,Blocked)),
        Fixme is Fixme0 + 1,
        nb_setval('$test_counts', counts(Passed,Failed,Fixme,Blocked))
    ;   '$test_failed'(Place, What, Format, Arguments)
    ).

%! '$test_passed'
'$test_passed' :-
    write(user_error, '.'),
    nb_getval('$test_counts', counts(Passed0,Failed,Fixme,Blocked)),
    Passed is Passed0 + 1,
    nb_setval('$test_counts', counts(Passed,Failed,Fixme,Blocked)).

%! '$test_failed'(+Place, +What, +Format, +Arguments)
'$test_failed'(Place, What, Format, Arguments) :-
    nb_getval('$test_counts', counts(Passed,Failed0,Fixme,Blocked)),
    Failed is Failed0 + 1,
    nb_setval('$test_counts', counts(Passed,Failed,Fixme,Blocked)),
    string_concat("test ~w: ", Format, Full),
    format(user_error, "~N", []),
    copy_term_nat(Arguments, Shown),
    numbervars(Shown, 0, _),
    '$message'(error, format(Full, [What|Shown]), Place).

%! '$count_blocked'(+Test, +Reason)
'$count_blocked'(test(Name,File,Line), Reason) :-
    nb_getval('$test_counts', counts(Passed,Failed,Fixme,Blocked)),
    nb_setval('$test_counts', counts(Passed,Failed,Fixme,[blocked(Name,File,Line,Reason)|Blocked])).

%! '$tell_counts'(+Counts)
'$tell_counts'(counts(Passed,Failed,Fixme,Blocked0)) :-
    reverse(Blocked0, Blocked),
    forall(member(blocked(Name,File,Line,Reason), Blocked),
           format(user_error, "% Blocked: ~w:~w: test ~w: ~w~n", [File,Line,Name,Reason])),
    (   Fixme > 0
    ->  format(user_error, "% ~D tests flagged FIXME failed~n", [Fixme])
    ;   true
    ),
    (   Passed + Failed + Fixme =:= 0
    ->  format(user_error, "% No tests to run~n", [])
    ;   Failed =:= 0
    ->  format(user_error, "% All ~D tests passed~n", [Passed])
    ;   format(user_error, "% ~D tests failed~n% ~D tests passed~n", [Failed,Passed])
    ).

%! test_report(+What) is det.
%  Tells what the tests that ran last have come to.
%  ?- test_report(all).
test_report(_) :-
    (   nb_current('$test_counts', Counts)
    ->  '$tell_counts'(Counts)
    ;   true
    ).
