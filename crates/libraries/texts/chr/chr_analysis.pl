% Constraint handling rules, second part: what the compiler has to know of all rules before it translates one.
%
% The program is `chr(Constraints, Rules, Watched, Removable, Indexes, Records, Key)`. Watched has for each constraint the
% bits of the arguments whose binding may make a rule applicable; a constraint without is never reactivated. Removable are
% the numbers of the constraints that rules remove. Indexes is an open list of `index(Constraint, Mask, Number)`, which
% grows as rules ask for them; Records an open list of the suspensions in the code, whose shape is known at the end only.

%! '$chr_analysis'(+Constraints, +Rules, +Key, -Program) is det.
'$chr_analysis'(Constraints, Rules, Key, chr(Constraints, Rules, Watched, Removable, _, _, Key)) :-
    findall(Mask, ( member(Constraint, Constraints), '$chr_watched'(Constraint, Rules, Mask) ), Masks),
    Watched =.. [watched|Masks],
    findall(Number, ( member(Rule, Rules), arg(2, Rule, Removed), member(head(Head, _), Removed),
                      '$chr_number'(Head, Constraints, Number) ), Numbers),
    sort(Numbers, Removable).

%! '$chr_number'(+Head, +Constraints, -Number) is det.
'$chr_number'(Head, Constraints, Number) :-
    functor(Head, Name, Arity),
    memberchk(constraint(Number, Name, Arity, _), Constraints).

%! '$chr_watched'(+Constraint, +Rules, -Mask) is det.
'$chr_watched'(constraint(_, Name, Arity, Modes), Rules, Mask) :-
    findall(Bit, ( nth0(N, Modes, Mode),
                   Mode == (?),
                   functor(Template, Name, Arity),
                   '$chr_matters'(N, Template, Rules),
                   ( N < 56 -> Bit is 1 << N ; Bit is 1 << 56 ) ), Bits0),
    sort(Bits0, Bits),
    sum_list(Bits, Mask).

%! '$chr_matters'(+N, +Template, +Rules) is semidet.
%  True if what argument N of a constraint is makes a difference for a rule.
'$chr_matters'(N, Template, Rules) :-
    member(rule(_, Removed, Kept, Guard, _, _), Rules),
    append(Removed, Kept, Heads),
    append(Before, [head(Head, _)|After], Heads),
    functor(Head, Name, Arity),
    functor(Template, Name, Arity),
    Position is N + 1,
    arg(Position, Head, Argument),
    (   nonvar(Argument)
    ->  true
    ;   \+ '$chr_occurs_once'(Argument, Head)
    ->  true
    ;   occurrences_of_var(Argument, [Before,After,Guard], Count),
        Count > 0
    ),
    !.

%! '$chr_watches'(+Program, +Number, -Mask) is det.
'$chr_watches'(chr(_, _, Watched, _, _, _, _), Number, Mask) :-
    arg(Number, Watched, Mask).

%! '$chr_is_removable'(+Program, +Number) is semidet.
'$chr_is_removable'(chr(_, _, _, Removable, _, _, _), Number) :-
    memberchk(Number, Removable).

%! '$chr_occurrences'(+Program, +Number, -Occurrences) is det.
%  Occurrences are the active heads of a constraint in the order in which they are tried, each as
%  occurrence(Active, removed or kept, Partners, Guard, Body, Rule, History): a fresh copy of its rule. Partners are
%  partner(Head, removed or kept, Position); History is position(N), where the active head is among those of a rule that
%  only propagates, or none.
'$chr_occurrences'(chr(Constraints, Rules, Watched, _, _, _, _), Number, Occurrences) :-
    memberchk(constraint(Number, Name, Arity, _), Constraints),
    findall(Occurrence, ( member(Rule, Rules),
                          '$chr_occurrence'(Name, Arity, Rule, Constraints, Watched, Occurrence) ), Occurrences).

%! '$chr_occurrence'(+Name, +Arity, +Rule, +Constraints, +Watched, -Occurrence) is nondet.
'$chr_occurrence'(Name, Arity, Rule, Constraints, Watched, occurrence(Head, Kind, Partners, Guard, Body, Number, History)) :-
    Rule = rule(Number, Removed, Kept, Guard, Body, _),
    '$chr_all_heads'(Removed, Kept, Heads),
    append(Before, [partner(Head, Kind, Position)-active|After], Heads),
    functor(Head, Name, Arity),
    \+ ( member(partner(Other, removed, _)-active, Before), '$chr_symmetric'(Other, Head, Rule) ),
    append(Before, After, Others),
    '$chr_unpaired'(Others, Partners),
    '$chr_history'(Rule, Position, Constraints, Watched, History).

%! '$chr_unpaired'(+Pairs, -Partners) is det.
'$chr_unpaired'([], []).
'$chr_unpaired'([Partner-_|Pairs], [Partner|Partners]) :-
    '$chr_unpaired'(Pairs, Partners).

%! '$chr_all_heads'(+Removed, +Kept, -Heads) is det.
%  The heads in the order in which they are tried: those that are removed first.
'$chr_all_heads'(Removed, Kept, Heads) :-
    '$chr_heads_of'(Removed, removed, 1, Next, Heads, Rest),
    '$chr_heads_of'(Kept, kept, Next, _, Rest, []).

%! '$chr_heads_of'(+Heads, +Kind, +Position, -Next, -Found, ?Tail) is det.
'$chr_heads_of'([], _, Next, Next, Found, Found).
'$chr_heads_of'([head(Head, Passive)|Heads], Kind, Position, Next, [partner(Head, Kind, Position)-Passive|Found], Tail) :-
    Position1 is Position + 1,
    '$chr_heads_of'(Heads, Kind, Position1, Next, Found, Tail).

%! '$chr_symmetric'(+Other, +Head, +Rule) is semidet.
%  True if the rule's heads and guard are the same when the two heads are exchanged. If Other, which is tried before and
%  removed, did not apply, Head will not.
'$chr_symmetric'(Other, Head, rule(_, Removed, Kept, Guard, _, _)) :-
    functor(Head, Name, Arity),
    functor(Other, Name, Arity),
    append(Removed, Kept, Heads),
    '$chr_exchanged'(Heads, Other, Head, Exchanged),
    Heads-Guard =@= Exchanged-Guard.

%! '$chr_exchanged'(+Heads, +One, +Two, -Exchanged) is det.
'$chr_exchanged'([], _, _, []).
'$chr_exchanged'([head(Head, Passive)|Heads], One, Two, [head(New, Passive)|Exchanged]) :-
    (   Head == One
    ->  New = Two
    ;   Head == Two
    ->  New = One
    ;   New = Head
    ),
    '$chr_exchanged'(Heads, One, Two, Exchanged).

%! '$chr_history'(+Rule, +Position, +Constraints, +Watched, -History) is det.
%  How a rule is kept from firing twice for the same constraints. Not at all if it removes one. By the numbers of the
%  suspensions (`age`), if constraints are active only once: the youngest has found all the others. By a record otherwise.
'$chr_history'(rule(_, Removed, Kept, Guard, _, _), Position, Constraints, Watched, History) :-
    (   Removed \== []
    ->  History = none
    ;   member(head(Head, Passive), Kept),
        (   Passive == passive
        ;   '$chr_number'(Head, Constraints, Number),
            arg(Number, Watched, Mask),
            Mask =\= 0
        )
    ->  History = record(Position)
    ;   Kept = [_]
    ->  History = none
    ;   \+ '$chr_all_pure'(Guard)
    ->  History = record(Position)
    ;   History = age
    ).

%! '$chr_all_pure'(+Goals) is semidet.
'$chr_all_pure'([]).
'$chr_all_pure'([Goal|Goals]) :-
    '$chr_pure'(Goal),
    '$chr_all_pure'(Goals).

%! '$chr_pure'(+Goal) is semidet.
%  True if Goal only tests or computes, and always says the same of the same ground terms.
'$chr_pure'(Goal) :-
    nonvar(Goal),
    (   '$chr_control'(Goal, Goals)
    ->  '$chr_all_pure'(Goals)
    ;   functor(Goal, Name, Arity),
        ( '$chr_safe_test'(Name, Arity) ; '$chr_comparison'(Name, Arity) ; Goal = (_ is _) ; Goal = (_ = _) )
    ),
    !.

%! '$chr_control'(+Goal, -Goals) is semidet.
'$chr_control'((A,B), [A,B]).
'$chr_control'((A;B), [A,B]).
'$chr_control'((A->B), [A,B]).
'$chr_control'(\+ A, [A]).

%! '$chr_tests_only'(+Goal) is semidet.
%  True if Goal is made of tests, which bind nothing.
'$chr_tests_only'(Goal) :-
    nonvar(Goal),
    (   '$chr_control'(Goal, Goals)
    ->  forall(member(One, Goals), '$chr_tests_only'(One))
    ;   functor(Goal, Name, Arity),
        ( '$chr_safe_test'(Name, Arity) ; '$chr_comparison'(Name, Arity) )
    ),
    !.

%! '$chr_comparison'(?Name, ?Arity) is semidet.
'$chr_comparison'(<, 2).
'$chr_comparison'(>, 2).
'$chr_comparison'(=<, 2).
'$chr_comparison'(>=, 2).
'$chr_comparison'(=:=, 2).
'$chr_comparison'(=\=, 2).

%! '$chr_safe_test'(?Name, ?Arity) is semidet.
%  Tests that raise no exception.
'$chr_safe_test'(==, 2).
'$chr_safe_test'(\==, 2).
'$chr_safe_test'(\=, 2).
'$chr_safe_test'(@<, 2).
'$chr_safe_test'(@>, 2).
'$chr_safe_test'(@=<, 2).
'$chr_safe_test'(@>=, 2).
'$chr_safe_test'(var, 1).
'$chr_safe_test'(nonvar, 1).
'$chr_safe_test'(ground, 1).
'$chr_safe_test'(atom, 1).
'$chr_safe_test'(atomic, 1).
'$chr_safe_test'(integer, 1).
'$chr_safe_test'(float, 1).
'$chr_safe_test'(number, 1).
'$chr_safe_test'(compound, 1).
'$chr_safe_test'(callable, 1).
'$chr_safe_test'(string, 1).
'$chr_safe_test'(is_list, 1).
'$chr_safe_test'(true, 0).
'$chr_safe_test'(fail, 0).
'$chr_safe_test'(false, 0).

%! '$chr_is_quiet'(+Body, +Binds) is semidet.
%  True if the body of a rule can neither call a constraint nor bind one of the variables Binds.
'$chr_is_quiet'(Body, Binds) :-
    '$chr_conjuncts'(Body, Goals),
    forall(member(Goal, Goals), '$chr_quiet_goal'(Goal, Binds)).

%! '$chr_quiet_goal'(+Goal, +Binds) is semidet.
'$chr_quiet_goal'(Goal, Binds) :-
    nonvar(Goal),
    (   '$chr_tests_only'(Goal)
    ->  true
    ;   Goal = (Result is _)
    ->  ( nonvar(Result) ; \+ '$chr_member'(Result, Binds) )
    ;   memberchk(Goal, [nl,write(_),writeln(_)])
    ),
    !.

%! '$chr_member'(@Term, +Terms) is semidet.
'$chr_member'(Term, [First|Terms]) :-
    (   Term == First
    ->  true
    ;   '$chr_member'(Term, Terms)
    ).
