% Unit tests, compatible with library(plunit) of SWI-Prolog: the clauses of test/1 and test/2 between begin_tests/1 and
% end_tests/1. Each unit is a module, so that units may define helpers of the same name.

%! begin_tests(+Unit) is det.
%  Directive that begins the tests of Unit, up to end_tests(Unit).
%  ?- begin_tests(empty), run_tests(empty).
begin_tests(Unit) :-
    begin_tests(Unit, []).

%! begin_tests(+Unit, +Options) is det.
%  Like begin_tests/1. Options are setup(Goal) and cleanup(Goal), which run before and after the unit, condition(Goal),
%  which skips the unit if it fails, and blocked(Reason).
%  ?- begin_tests(empty, [blocked(later)]), run_tests(empty).
begin_tests(Unit, Options) :-
    must_be(atom, Unit),
    '$option_list'(Options, List),
    atom_concat(plunit_, Unit, Module),
    '$goals_of_options'(List, Module, Qualified),
    dynamic(['$plunit':unit/3,'$plunit':test/5]),
    retractall('$plunit':unit(Unit, _, _)),
    retractall('$plunit':test(Unit, _, _, _, _)),
    '$own_module'(Parent),
    assertz('$plunit':unit(Unit, Module, Qualified)),
    '$set_imports'(Module, [Parent]),
    '$load_set_module'(Module).

%! end_tests(+Unit) is det.
%  Directive that ends the tests of Unit.
%  ?- catch(end_tests(none), error(E, _), true).   %=> E = existence_error(test_unit, none).
end_tests(Unit) :-
    (   '$load_module'(Module),
        atom_concat(plunit_, Unit, Module)
    ->  '$imports'(Module, [Parent|_]),
        '$load_set_module'(Parent)
    ;   existence_error(test_unit, Unit)
    ).

%! '$option_list'(+Options, -List)
'$option_list'(Options, List) :-
    (   is_list(Options)
    ->  List = Options
    ;   List = [Options]
    ).

%! '$is_test'(+Clause, +Module) is semidet.
%  Stores a clause of test/1 or test/2 of a unit.
'$is_test'(Clause, Module) :-
    nonvar(Clause),
    (   Clause = (Head :- Body)
    ->  true
    ;   Head = Clause,
        Body = true
    ),
    nonvar(Head),
    (   Head = test(Name)
    ->  Options = []
    ;   Head = test(Name, Given),
        '$option_list'(Given, Options)
    ),
    atom_concat(plunit_, Unit, Module),
    '$declared_unit'(Unit, Module, _),
    must_be(nonvar, Name),
    '$goals_of_options'(Options, Module, Qualified),
    include('$says_outcome', Qualified, Outcomes),
    (   Outcomes = [_,_|_],
        \+ forall(member(Outcome, Outcomes), Outcome = true(_))
    ->  throw(error(plunit(incompatible_options(Outcomes)), _))
    ;   true
    ),
    '$goal_in'(Body, Module, elsewhere, Goal),
    '$load_place'(message(_, File, Line, _, _, _)),
    assertz('$plunit':test(Unit, Name, File:Line, Qualified, Goal)).

%! '$says_outcome'(+Option) is semidet.
%  Options that say how a test ends: there is at most one, but several true(Goal) may hold.
'$says_outcome'(fail).
'$says_outcome'(true(_)).
'$says_outcome'(throws(_)).
'$says_outcome'(all(_, _, _, _)).

%! '$declared_unit'(?Unit, -Module, -Options) is nondet.
'$declared_unit'(Unit, Module, Options) :-
    '$if_known'('$plunit':unit(Unit, Module, Options)).

%! '$goals_of_options'(+Options, +Module, -Qualified)
'$goals_of_options'([], _, []).
'$goals_of_options'([Option|Options], Module, [Qualified|More]) :-
    must_be(nonvar, Option),
    (   '$test_option'(Option, Module, Qualified)
    ->  true
    ;   domain_error(test_option, Option)
    ),
    '$goals_of_options'(Options, Module, More).

%! '$test_option'(+Option, +Module, -Qualified) is semidet.
%  Qualified is Option in its stored form: goals are module-qualified, short forms are expanded.
'$test_option'(setup(Goal), Module, setup(Other)) :-
    '$goal_in'(Goal, Module, elsewhere, Other).
'$test_option'(cleanup(Goal), Module, cleanup(Other)) :-
    '$goal_in'(Goal, Module, elsewhere, Other).
'$test_option'(condition(Goal), Module, condition(Other)) :-
    '$goal_in'(Goal, Module, elsewhere, Other).
'$test_option'(forall(Goal), Module, forall(Other)) :-
    '$goal_in'(Goal, Module, elsewhere, Other).
'$test_option'(true(Goal), Module, true(Other)) :-
    '$goal_in'(Goal, Module, elsewhere, Other).
'$test_option'(true, _, true(true)).
'$test_option'(fail, _, fail).
'$test_option'(false, _, fail).
'$test_option'(throws(Ball), _, throws(Ball)).
'$test_option'(exception(Ball), _, throws(Ball)).
'$test_option'(error(Formal), _, throws(error(Formal,_))).
'$test_option'(error(Formal, Context), _, throws(error(Formal,Context))).
'$test_option'(all(Answer), _, all(all, Template, Order, Expected)) :-
    '$comparison'(Answer, Template, Order, Expected).
'$test_option'(set(Answer), _, all(set, Template, Order, Expected)) :-
    '$comparison'(Answer, Template, Order, Expected).
'$test_option'(bag(Answer), _, all(bag, Template, Order, Expected)) :-
    '$comparison'(Answer, Template, Order, Expected).
'$test_option'(nondet, _, nondet).
'$test_option'(blocked(Reason), _, blocked(Reason)).
'$test_option'(fixme(Reason), _, fixme(Reason)).
'$test_option'(sto(Terms), _, nothing) :-
    nonvar(Terms),
    memberchk(Terms, [finite_trees,rational_trees]).
'$test_option'(occurs_check(_), _, nothing).
'$test_option'(timeout(Seconds), _, timeout(Seconds)).
'$test_option'(output(_), _, nothing).
'$test_option'(capture(_), _, nothing).
'$test_option'(encoding(_), _, nothing).
'$test_option'(concurrent(_), _, nothing).
'$test_option'(Comparison, _, true(Comparison)) :-
    '$comparison'(Comparison, _, _, _).

%! '$comparison'(+Goal, -Got, -Order, -Expected) is semidet.
'$comparison'(Goal, Got, Order, Expected) :-
    nonvar(Goal),
    Goal =.. [Order,Got,Expected],
    memberchk(Order, [=,==,=:=,=@=,\=,\==,=\=,\=@=,<,>,=<,>=,@<,@>,@=<,@>=,is,subsumes_term]).

%! run_tests is semidet.
%  Runs all tests and reports those that fail; fails if any failed.
%  ?- run_tests.
run_tests :-
    findall(Unit-all, '$declared_unit'(Unit, _, _), Runs),
    '$run_units'(Runs).

%! run_tests(+What) is semidet.
%  Like run_tests/0. What is a unit, Unit:Test, Unit:Tests, or a list of these.
%  ?- catch(run_tests(none), error(E, _), true).   %=> E = existence_error(unit_test, none).
run_tests(What) :-
    '$runs_of'(What, Runs),
    '$run_units'(Runs).

%! run_tests(+What, +Options) is semidet.
%  Like run_tests/1; the options are ignored.
%  ?- catch(run_tests(none, []), error(E, _), true).   %=> E = existence_error(unit_test, none).
run_tests(What, Options) :-
    must_be(list, Options),
    run_tests(What).

%! '$runs_of'(+What, -Runs)
'$runs_of'(What, Runs) :-
    must_be(nonvar, What),
    (   is_list(What)
    ->  maplist('$runs_of', What, Lists),
        append(Lists, Runs)
    ;   What = Unit:Tests
    ->  true
    ;   Unit = What,
        Tests = all
    ),
    (   is_list(What)
    ->  true
    ;   '$declared_unit'(Unit, _, _)
    ->  Runs = [Unit-Tests]
    ;   existence_error(unit_test, Unit)
    ).

%! '$run_units'(+Runs) is semidet.
'$run_units'(Runs) :-
    '$count_tests'([passed-0,failed-0,warned-0,blocked-0,fixme(passed)-0,fixme(failed)-0]),
    dynamic(['$plunit':result/7]),
    retractall('$plunit':result(_, _, _, _, _, _, _)),
    forall(member(Unit-Tests, Runs), '$run_unit'(Unit, Tests)),
    nb_getval('$test_counts', Counts),
    memberchk(failed-Failed, Counts),
    print_message(informational, plunit(total(Counts))),
    Failed =:= 0.

%! '$count_tests'(+Counts)
'$count_tests'(Counts) :-
    nb_setval('$test_counts', Counts).

%! '$count_test'(+What)
'$count_test'(What) :-
    nb_getval('$test_counts', Counts),
    select(What-Number, Counts, What-More, Others),
    More is Number + 1,
    nb_setval('$test_counts', Others).

%! '$run_unit'(+Unit, +Tests) is det.
'$run_unit'(Unit, Tests) :-
    '$declared_unit'(Unit, _, Options),
    !,
    (   memberchk(blocked(Reason), Options)
    ->  print_message(informational, plunit(blocked(unit(Unit), Reason)))
    ;   \+ '$conditions_hold'(Options)
    ->  true
    ;   % What setup binds, cleanup sees.
        '$prepared'(setup, Options, Outcome),
        '$run_prepared_unit'(Outcome, Unit, Tests, Options)
    ).

%! '$run_prepared_unit'(+Outcome, +Unit, +Tests, +Options) is det.
'$run_prepared_unit'(Outcome, Unit, Tests, Options) :-
    (   Outcome \== true
    ->  '$count_test'(failed),
        print_message(error, plunit(unit(Unit, Outcome)))
    ;   nb_getval('$test_counts', Before),
        '$clocks'(Start, _),
        forall(( '$plunit':test(Unit, Name, Place, Own, Body), '$is_wanted'(Tests, Name) ),
               '$run_test'(Unit:Name, Place, Own, Body)),
        '$clocks'(End, _),
        Time is End - Start,
        nb_getval('$test_counts', After),
        memberchk(failed-Failed0, Before),
        memberchk(failed-Failed, After),
        (   Failed =:= Failed0
        ->  Result = passed
        ;   Result = failed
        ),
        print_message(informational, plunit(done(Unit, Result, Time))),
        '$prepared'(cleanup, Options, Cleaned),
        (   Cleaned == true
        ->  true
        ;   print_message(warning, plunit(unit(Unit, Cleaned)))
        )
    ).

%! '$is_wanted'(+Tests, +Name) is semidet.
'$is_wanted'(Tests, Name) :-
    (   Tests == all
    ->  true
    ;   is_list(Tests)
    ->  memberchk(Name, Tests)
    ;   Name = Tests
    ).

%! '$conditions_hold'(+Options) is semidet.
'$conditions_hold'(Options) :-
    \+ ( member(condition(Goal), Options), \+ catch(Goal, _, fail) ).

%! '$prepared'(+When, +Options, -Outcome) is det.
%  Runs the setup or cleanup goals. Their bindings are kept for the test.
'$prepared'(When, Options, Outcome) :-
    findall(When, ( member(Option, Options), functor(Option, When, 1) ), Whens),
    '$prepare'(Whens, Options, Outcome).

%! '$prepare'(+Whens, +Options, -Outcome)
'$prepare'([], _, true).
'$prepare'([When|Whens], Options, Outcome) :-
    functor(Option, When, 1),
    select(Option, Options, Others),
    !,
    arg(1, Option, Goal),
    (   '$tried'(Goal, Goal, Ball)
    ->  (   nonvar(Ball)
        ->  Outcome = raised(When, Ball)
        ;   '$prepare'(Whens, Others, Outcome)
        )
    ;   Outcome = failed(When, Goal)
    ).

%! '$run_test'(+Test, +Place, +Options, :Body) is det.
'$run_test'(Test, Place, Options, Body) :-
    (   member(blocked(Reason), Options)
    ->  '$count_test'(blocked),
        Test = Unit:Name,
        '$keep_result'(Unit, Name, Place, 0.0, skipped, Reason),
        print_message(informational, plunit(blocked(Test, Reason)))
    ;   selectchk(forall(Generator), Options, Others)
    ->  term_variables(Generator, Variables),
        forall(( Generator, '$conditions_hold'(Others) ),
               '$run_once'(Test, Place, forall(Variables), Others, Body))
    ;   \+ '$conditions_hold'(Options)
    ->  true
    ;   '$run_once'(Test, Place, once, Options, Body)
    ).

%! '$run_once'(+Test, +Place, +For, +Options, :Body) is det.
'$run_once'(Test, Place, For, Options, Body) :-
    \+ \+ '$run_prepared'(Test, Place, For, Options, Body).

%! '$run_prepared'(+Test, +Place, +For, +Options, :Body) is det.
'$run_prepared'(Test, Place, For, Options, Body) :-
    '$test_progress'(Test),
    statistics(cputime, Start),
    '$prepared'(setup, Options, Ready),
    (   Ready == true
    ->  '$test_outcome'(Options, Body, Outcome),
        '$record_test'(Outcome, Options, Test, Place, Start),
        '$note_outcome'(Outcome, Options, Test, Place, For),
        '$prepared'(cleanup, Options, Cleaned),
        (   Cleaned == true
        ->  true
        ;   '$message_of_test'(warning, test(Test, For, Cleaned), Place)
        )
    ;   '$record_test'(Ready, Options, Test, Place, Start),
        '$note_outcome'(Ready, Options, Test, Place, For)
    ).

%! '$test_progress'(+Test)
%  Shows at a terminal which test runs.
'$test_progress'(Test) :-
    nb_getval('$test_counts', Counts),
    memberchk(failed-Failed, Counts),
    findall(Number, member(_-Number, Counts), Numbers),
    sum_list(Numbers, Done),
    format(string(Text), "~d done, ~d failed: ~q", [Done,Failed,Test]),
    '$show_progress'(Text).

%! '$record_test'(+Outcome, +Options, +Test, +Place, +Start)
%  Keeps the result of a test for '$test_result'/6.
'$record_test'(Outcome, Options, Unit:Name, Place, Start) :-
    statistics(cputime, End),
    Time is End - Start,
    (   memberchk(fixme(Reason), Options)
    ->  Kind = skipped,
        '$text'("fixme: ~p", [Reason], Text)
    ;   memberchk(Outcome, [passed,choices])
    ->  Kind = passed,
        Text = ""
    ;   ( Outcome = received(_) ; Outcome = raised(_, _) )
    ->  Kind = error,
        '$outcome_text'(Outcome, Text)
    ;   Kind = failed,
        '$outcome_text'(Outcome, Text)
    ),
    '$keep_result'(Unit, Name, Place, Time, Kind, Text).

%! '$keep_result'(+Unit, +Name, +Place, +Time, +Kind, +Text)
'$keep_result'(Unit, Name, File:Line, Time, Kind, Text) :-
    format(string(Shown), "~w", [Name]),
    assertz('$plunit':result(Unit, Shown, File, Line, Time, Kind, Text)).

%! '$outcome_text'(+Outcome, -Text)
'$outcome_text'(Outcome, Text) :-
    '$outcome_lines'(Outcome, First, Lines),
    atomic_list_concat([First|Lines], '\n', Atom),
    atom_string(Atom, Text).

%! '$test_result'(-Unit, -Name, -File, -Line, -Time, -Kind, -Text) is nondet.
%  The results of the last run, in order; Kind is passed, failed, error or skipped.
'$test_result'(Unit, Name, File, Line, Time, Kind, Text) :-
    '$if_known'('$plunit':result(Unit, Name, File, Line, Time, Kind, Text)).

%! '$note_outcome'(+Outcome, +Options, +Test, +Place, +For) is det.
'$note_outcome'(Outcome, Options, Test, Place, For) :-
    (   memberchk(fixme(_), Options)
    ->  (   memberchk(Outcome, [passed,choices])
        ->  '$count_test'(fixme(passed))
        ;   '$count_test'(fixme(failed))
        )
    ;   Outcome == passed
    ->  '$count_test'(passed)
    ;   Outcome == choices
    ->  '$count_test'(passed),
        '$count_test'(warned),
        '$message_of_test'(warning, test(Test, For, choices), Place)
    ;   '$count_test'(failed),
        '$message_of_test'(error, test(Test, For, Outcome), Place)
    ).

%! '$test_outcome'(+Options, :Body, -Outcome) is det.
'$test_outcome'(Options, Body, Outcome) :-
    (   memberchk(all(Kind, Template, Order, Expected), Options)
    ->  '$tried'(findall(Template, Body, Found), Body, Ball),
        (   nonvar(Ball)
        ->  Outcome = received(Ball)
        ;   '$arranged'(Kind, Found, Expected, Got, Wanted),
            (   call(Order, Got, Wanted)
            ->  Outcome = passed
            ;   Outcome = wrong_all(Kind, Wanted, Got)
            )
        )
    ;   memberchk(timeout(Seconds), Options)
    ->  '$called'(call_with_time_limit(Seconds, Body), Called),
        '$judge'(Called, Options, Outcome)
    ;   '$called'(Body, Called),
        '$judge'(Called, Options, Outcome)
    ).

%! '$arranged'(+Kind, +Found, +Expected, -Got, -Wanted)
'$arranged'(all, Found, Expected, Found, Expected).
'$arranged'(set, Found, Expected, Got, Wanted) :-
    sort(Found, Got),
    sort(Expected, Wanted).
'$arranged'(bag, Found, Expected, Got, Wanted) :-
    msort(Found, Got),
    msort(Expected, Wanted).

%! '$called'(:Goal, -Outcome) is det.
%  Outcome is succeeded(Choices), failed, or raised(Ball), depending on how Goal ends; its bindings are kept.
'$called'(Goal, Outcome) :-
    (   '$tried'('$with_choices'(Goal, Choices), Goal, Ball)
    ->  (   nonvar(Ball)
        ->  Outcome = raised(Ball)
        ;   Outcome = succeeded(Choices)
        )
    ;   Outcome = failed(Goal)
    ).

%! '$tried'(:Goal, +Shown, -Ball) is nondet.
%  Ball is traced(Exception, Frames) if Goal, of which Shown is the part that the user has written, raises Exception.
'$tried'(Goal, Shown, Ball) :-
    catch(Goal, Error, '$recover_beside'(true)),
    (   var(Error)
    ->  true
    ;   '$under_goal'(Error, Shown, traced(Error, Frames))
    ->  Ball = traced(Error, Frames)
    ;   Ball = traced(Error, [])
    ).

%! '$with_choices'(:Goal, -Choices)
'$with_choices'(Goal, Choices) :-
    '$choices'(Before),
    call(Goal),
    '$choices'(After),
    (   After > Before
    ->  Choices = yes
    ;   Choices = no
    ).

%! '$judge'(+Called, +Options, -Outcome) is det.
'$judge'(Called, Options, Outcome) :-
    (   Called = raised(traced(error(assertion_error(_, Goal), _), _))
    ->  Outcome = assertion(Goal)
    ;   memberchk(throws(Expected), Options)
    ->  (   Called = raised(traced(Ball, _))
        ->  (   subsumes_term(Expected, Ball)
            ->  Outcome = passed
            ;   Outcome = wrong_error(Expected, Ball)
            )
        ;   Called = failed(_)
        ->  Outcome = Called
        ;   Outcome = no_exception(Expected)
        )
    ;   Called = raised(Ball)
    ->  Outcome = received(Ball)
    ;   memberchk(fail, Options)
    ->  (   Called = failed(_)
        ->  Outcome = passed
        ;   Outcome = succeeded
        )
    ;   Called = failed(_)
    ->  Outcome = Called
    ;   '$wrong_answer'(Options, Wrong)
    ->  Outcome = Wrong
    ;   Called == succeeded(yes),
        \+ memberchk(nondet, Options)
    ->  Outcome = choices
    ;   Outcome = passed
    ).

%! '$wrong_answer'(+Options, -Wrong) is semidet.
%  Wrong is the first condition that the answer violates.
'$wrong_answer'(Options, Wrong) :-
    member(true(Goal), Options),
    (   '$tried'(Goal, Goal, Ball)
    ->  nonvar(Ball),
        Wrong = received(Ball)
    ;   Wrong = wrong(Goal)
    ),
    !.

%! '$message_of_test'(+Kind, +What, +Place)
'$message_of_test'(Kind, What, File:Line) :-
    '$message'(Kind, plunit(What), place(File, Line, none, none)).

%! '$test_lines'(+What, -Lines)
%  The messages about tests.
'$test_lines'(blocked(What, Reason), [Line]) :-
    (   What = unit(Unit)
    ->  '$text'("unit ~q is blocked: ~p", [Unit,Reason], Line)
    ;   What = Unit:Name,
        '$text'("test ~q:~q is blocked: ~p", [Unit,Name,Reason], Line)
    ).
'$test_lines'(done(Unit, Result, Time), [Line]) :-
    (   Time < 1
    ->  '$text'("PL-Unit: ~q ~w", [Unit,Result], Line)
    ;   '$text'("PL-Unit: ~q ~w in ~1f seconds", [Unit,Result,Time], Line)
    ).
'$test_lines'(unit(Unit, Outcome), [Line|Lines]) :-
    '$outcome_lines'(Outcome, Text, Lines),
    '$text'("unit ~q: ~w", [Unit,Text], Line).
'$test_lines'(test(Unit:Name, For, Outcome), [Line|Lines]) :-
    '$outcome_lines'(Outcome, Text, Lines),
    (   For = forall(Variables)
    ->  '$text'("test ~q:~q (forall bindings = ~p): ~w", [Unit,Name,Variables,Text], Line)
    ;   '$text'("test ~q:~q: ~w", [Unit,Name,Text], Line)
    ).
'$test_lines'(total(Counts), Lines) :-
    memberchk(passed-Passed, Counts),
    memberchk(failed-Failed, Counts),
    findall(Line, '$count_line'(Counts, Line), More),
    (   Failed =:= 0,
        Passed =:= 0
    ->  Lines = ["No tests were run"|More]
    ;   Failed =:= 0,
        Passed =:= 1
    ->  Lines = ["The test passed"|More]
    ;   Failed =:= 0
    ->  '$text'("All ~D tests passed", [Passed], Line),
        Lines = [Line|More]
    ;   '$text'("~D of the tests failed, ~D passed", [Failed,Passed], Line),
        Lines = [Line|More]
    ).

%! '$count_line'(+Counts, -Line) is nondet.
'$count_line'(Counts, Line) :-
    member(Kind-Text, [blocked-"~D blocked",warned-"~D left a choice point",fixme(failed)-"~D marked fixme failed",
                       fixme(passed)-"~D marked fixme passed"]),
    memberchk(Kind-Number, Counts),
    Number > 0,
    '$text'(Text, [Number], Line).

%! '$outcome_lines'(+Outcome, -Text, -Lines)
'$outcome_lines'(failed(Goal), "failed", Lines) :-
    (   '$failure_lines'(Goal, Lines)
    ->  true
    ;   Lines = []
    ).
'$outcome_lines'(succeeded, "must fail, but succeeded", []).
'$outcome_lines'(choices, "succeeded with a choice point: add nondet, or cut", []).
'$outcome_lines'(failed(When, Goal), Text, []) :-
    '$text'("~w failed: ~p", [When,Goal], Text).
'$outcome_lines'(raised(When, Ball), Text, Lines) :-
    '$text'("~w raised an exception", [When], Text),
    '$ball_lines'(Ball, Lines).
'$outcome_lines'(received(Ball), "received an exception", Lines) :-
    '$ball_lines'(Ball, Lines).
'$outcome_lines'(assertion(Goal), "assertion failed", [Line]) :-
    '$plain_goal'(Goal, Plain),
    '$text'("  Assertion: ~p", [Plain], Line).
'$outcome_lines'(no_exception(Expected), "succeeded, but must raise an exception", [Line]) :-
    '$with_letters'(Expected, Shown),
    '$text'("  Expected: ~p", [Shown], Line).
'$outcome_lines'(wrong_error(Expected, Got), "wrong exception", [First,Second]) :-
    '$with_letters'(Expected-Got, Wanted-Shown),
    '$text'("  Expected: ~p", [Wanted], First),
    '$text'("  Got:      ~p", [Shown], Second).
'$outcome_lines'(wrong_all(Kind, Expected, Got), Text, [First,Second]) :-
    '$text'("wrong answers (~w)", [Kind], Text),
    '$text'("  Expected: ~p", [Expected], First),
    '$text'("  Got:      ~p", [Got], Second).
'$outcome_lines'(wrong(Goal), Text, Lines) :-
    (   strip_module(Goal, _, Plain),
        '$comparison'(Plain, Got, Order, Expected)
    ->  '$text'("wrong answer (compared using ~w)", [Order], Text),
        '$text'("  Expected: ~p", [Expected], First),
        '$text'("  Got:      ~p", [Got], Second),
        Lines = [First,Second]
    ;   Text = "wrong answer",
        '$text'("  Does not hold: ~p", [Goal], First),
        Lines = [First]
    ).

%! '$with_letters'(+Term, -Copy)
%  Names the variables of a term, so that they can be told apart.
'$with_letters'(Term, Copy) :-
    copy_term_nat(Term, Copy),
    numbervars(Copy, 0, _).

%! '$ball_lines'(+Ball, -Lines)
'$ball_lines'(Ball, Lines) :-
    '$message_lines'(Ball, Unindented),
    '$indent_lines'(Unindented, Lines).

%! load_test_files(?Options) is det.
%  Loads the test files: for each file of the program the one with extension .plt, if it exists. There are no options.
%  ?- load_test_files([]).
load_test_files(_) :-
    findall(Tests,
            ( source_file(Path), '$file_called'(Path, File), file_name_extension(Base, _, File), file_name_extension(Base, plt, Tests),
              exists_file(Tests) ),
            Found),
    ensure_loaded(Found).

%! set_test_options(+Options) is det.
%  Accepted without effect: tests run sequentially and are reported to standard error.
%  ?- set_test_options([silent(true)]).
set_test_options(Options) :-
    must_be(list, Options).

%! current_unit(?Unit, ?Module, ?Context, ?Options) is nondet.
%  True if Unit is a unit of tests; Context is its parent module.
%  ?- current_unit(none, _, _, _).   %=> false.
current_unit(Unit, Module, user, Options) :-
    '$declared_unit'(Unit, Module, Options).

%! current_test(?Unit, ?Name, ?Line, :Body, ?Options) is nondet.
%  True if Name is a test of Unit.
%  ?- current_test(none, _, _, _, _).   %=> false.
current_test(Unit, Name, Line, Body, Options) :-
    '$declared_unit'(Unit, _, _),
    '$plunit':test(Unit, Name, _:Line, Options, Body).

%! test_report(+What) is det.
%  Prints the result of the last run.
%  ?- test_report(all).
test_report(What) :-
    must_be(nonvar, What),
    (   nb_current('$test_counts', Counts)
    ->  print_message(informational, plunit(total(Counts)))
    ;   true
    ).
