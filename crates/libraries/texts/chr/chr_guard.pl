% Constraint handling rules, third part: what a rule tests. Patterns become tests of variables that are bound already, and
% goals of the guard are put as early as their variables are known.
%
% The variables known so far are `known(All, Ground)`: those whose declaration says that they are ground are in both lists.

%! '$chr_match'(+Patterns, +Modes, +Vars, +Known0, -Known, -Tests, ?Tail) is det.
%  Tests are true if the values of Vars are instances of Patterns. A variable that Patterns have first becomes the one
%  whose value it matches.
'$chr_match'([], _, _, Known, Known, Tests, Tests).
'$chr_match'([Pattern|Patterns], [Mode|Modes], [Var|Vars], Known0, Known, Tests, Tail) :-
    (   Mode == (+)
    ->  '$chr_ground'([Var], Known0, Known1)
    ;   Known1 = Known0
    ),
    '$chr_match_one'(Pattern, Mode, Var, Known1, Known2, Tests, Tests1),
    '$chr_match'(Patterns, Modes, Vars, Known2, Known, Tests1, Tail).

%! '$chr_match_one'(+Pattern, +Mode, +Var, +Known0, -Known, -Tests, ?Tail) is det.
'$chr_match_one'(Pattern, Mode, Var, Known0, Known, Tests, Tail) :-
    (   var(Pattern)
    ->  Known0 = known(All, Ground),
        (   Pattern == Var
        ->  Known = known([Var|All], Ground),
            Tests = Tail
        ;   '$chr_member'(Pattern, All)
        ->  Known = Known0,
            Tests = [Var == Pattern|Tail]
        ;   Pattern = Var,
            Known = known([Var|All], Ground),
            Tests = Tail
        )
    ;   ground(Pattern)
    ->  Known = Known0,
        Tests = [Var == Pattern|Tail]
    ;   functor(Pattern, Name, Arity),
        functor(Copy, Name, Arity),
        Pattern =.. [_|Arguments],
        Copy =.. [_|Parts],
        length(Modes, Arity),
        maplist(=(Mode), Modes),
        Tests = [nonvar(Var), Var = Copy|Tests1],
        '$chr_match'(Arguments, Modes, Parts, Known0, Known, Tests1, Tail)
    ).

%! '$chr_ground'(+Vars, +Known0, -Known) is det.
'$chr_ground'(Vars, known(All, Ground0), known(All, Ground)) :-
    append(Vars, Ground0, Ground).

%! '$chr_all_known'(@Term, +Known) is semidet.
'$chr_all_known'(Term, known(All, _)) :-
    term_variables(Term, Vars),
    forall(member(Var, Vars), '$chr_member'(Var, All)).

%! '$chr_all_ground'(@Term, +Known) is semidet.
%  True if the variables of Term are known to be ground, so that a comparison raises no error for an unbound one.
'$chr_all_ground'(Term, known(_, Ground)) :-
    '$chr_all_known'(Term, known(Ground, Ground)).

%! '$chr_ready'(+Guard, +Known0, +When, -Later, -Known, -Tests, ?Tail) is det.
%  Tests are the goals of Guard that can be tested when the variables of Known0 are; if When is `now`, all, and if it is
%  early(Partners), there are other heads to match. Goals that may raise exceptions keep their order.
'$chr_ready'(Guard, Known0, When, Later, Known, Tests, Tail) :-
    '$chr_ready'(Guard, Known0, When, free, Later, Known, Tests, Tail).

%! '$chr_ready'(+Guard, +Known0, +When, +Order, -Later, -Known, -Tests, ?Tail) is det.
%  Order is `held` behind a goal that has to wait.
'$chr_ready'([], Known, _, _, [], Known, Tests, Tests).
'$chr_ready'([Goal|Goals], Known0, When, Order, Later, Known, Tests, Tail) :-
    (   '$chr_test'(Goal, Known0, When, Order, Known1, Tests, Tests1)
    ->  '$chr_ready'(Goals, Known1, When, Order, Later, Known, Tests1, Tail)
    ;   Later = [Goal|Later1],
        '$chr_ready'(Goals, Known0, When, held, Later1, Known, Tests, Tail)
    ).

%! '$chr_test'(+Goal, +Known0, +When, +Order, -Known, -Tests, ?Tail) is semidet.
'$chr_test'(Goal, Known0, When, Order, Known, Tests, Tail) :-
    nonvar(Goal),
    functor(Goal, Name, Arity),
    (   '$chr_safe_test'(Name, Arity)
    ->  ( When == now -> true ; '$chr_all_known'(Goal, Known0) )
    ;   Order == free,
        '$chr_tests_only'(Goal)
    ->  ( When == now -> true ; '$chr_all_ground'(Goal, Known0) )
    ),
    !,
    Known = Known0,
    Tests = [Goal|Tail].
'$chr_test'(Goal, Known0, When, free, Known, [Goal|Tail], Tail) :-
    nonvar(Goal),
    Goal = (Result is Expression),
    ( When == now -> true ; '$chr_all_ground'(Expression, Known0) ),
    '$chr_is_local'(Result, Known0, When),
    !,
    Known0 = known(All, Ground),
    Known = known([Result|All], [Result|Ground]).
'$chr_test'(Goal, Known0, When, free, Known, Tests, Tail) :-
    nonvar(Goal),
    Goal = (Left = Right),
    (   '$chr_is_local'(Left, Known0, When)
    ->  New = Left,
        Old = Right
    ;   New = Right,
        Old = Left
    ),
    (   '$chr_is_local'(New, Known0, When)
    ->  ( When == now -> true ; '$chr_all_known'(Old, Known0) ),
        \+ ( term_variables(Old, Inside), '$chr_member'(New, Inside) ),
        Tests = [New = Old|Tail]
    ;   var(Left),
        '$chr_all_known'(Left, Known0),
        '$chr_fresh'(Right, Known0, When)
    ->  Tests = [nonvar(Left), Goal|Tail]
    ;   ( atomic(Left) ; var(Left), '$chr_all_known'(Left, Known0) ),
        ( atomic(Right) ; var(Right), '$chr_all_known'(Right, Known0) )
    ->  % That they are equal without binding anything is that they are identical.
        Tests = [Left == Right|Tail]
    ),
    !,
    Known0 = known(All, Ground),
    term_variables(Goal, Vars),
    append(Vars, All, Known1),
    Known = known(Known1, Ground).
'$chr_test'(Goal, Known, now, _, Known, [Test|Tail], Tail) :-
    Known = known(All, Ground),
    term_variables(Goal, Vars),
    findall(N, ( nth1(N, Vars, Var), '$chr_member'(Var, All), \+ '$chr_member'(Var, Ground) ), Numbers),
    (   ( Numbers == [] ; nonvar(Goal), Goal = (\+ _) )
    ->  Test = Goal
    ;   '$chr_chosen'(Numbers, Vars, Bound),
        Test = '$chr_ask'(Bound, Goal)
    ).

%! '$chr_chosen'(+Numbers, +Vars, -Chosen) is det.
'$chr_chosen'([], _, []).
'$chr_chosen'([Number|Numbers], Vars, [Var|Chosen]) :-
    nth1(Number, Vars, Var),
    '$chr_chosen'(Numbers, Vars, Chosen).

%! '$chr_is_local'(@Term, +Known, +When) is semidet.
%  True if Term is a variable that is not known and in no head.
'$chr_is_local'(Term, Known, When) :-
    var(Term),
    \+ '$chr_all_known'(Term, Known),
    (   When = early(Partners)
    ->  occurrences_of_var(Term, Partners, 0)
    ;   true
    ).

%! '$chr_fresh'(@Term, +Known, +When) is semidet.
%  True if Term is a compound of local variables, each once.
'$chr_fresh'(Term, Known, When) :-
    compound(Term),
    Term =.. [_|Arguments],
    term_variables(Arguments, Vars),
    Vars == Arguments,
    forall(member(Var, Vars), '$chr_is_local'(Var, Known, When)).

%! '$chr_ask'(+Vars, :Goal) is nondet.
%  Calls a goal of a guard, which may not bind Vars.
'$chr_ask'(Vars, Goal) :-
    term_variables(Vars, Before),
    b_setval('$chr_asking', true),
    call(Goal),
    b_setval('$chr_asking', false),
    term_variables(Vars, After),
    Before == After.
