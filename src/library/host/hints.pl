% Hints about queries, and about mistakes in clauses that are no errors: their texts, and what is found only when all clauses
% of a predicate are known. What one clause shows is found as it is loaded (builtins/database/hints.rs).

%! '$hint_lines'(+What, -Lines)
'$hint_lines'(terms(Goal, Operator, Outcome), Lines) :-
    (   Outcome == []
    ->  '$text'("~w compares terms, not the values of expressions", [Goal], First)
    ;   '$text'("~w is always ~w: an expression is a term, not its value", [Goal,Outcome], First)
    ),
    ( memberchk(Operator, [=,==]) -> Better = (=:=) ; Better = (=\=) ),
    '$text'("  ~w compares the values", [Better], Hint),
    '$hinted'(First, Hint, Lines).
'$hint_lines'(clash(Goal, Name, Value), [First]) :-
    '$text'("~w is never true: ~w is ~w here", [Goal,Name,Value], First).
'$hint_lines'(endless(Predicate, Other), Lines) :-
    '$text'("~q never succeeds: each of its clauses calls it again", [Predicate], First),
    (   Other = Indicator-Place
    ->  '$line_text'(Place, Text),
        '$text'("  ~q, at ~w, is never called; a clause of ~q may be meant", [Indicator,Text,Predicate], Hint)
    ;   Hint = "  A clause that ends the recursion is missing"
    ),
    '$hinted'(First, Hint, Lines).
'$hint_lines'(not_computed(Sum, Head), Lines) :-
    '$text'("~w is not computed here: the argument is the term, which never matches ~p", [Sum,Head], First),
    '$text'("  Write X is ~w before, and hand on X", [Sum], Hint),
    '$hinted'(First, Hint, Lines).
'$hint_lines'(absent(Library), [First,"  Its predicates raise errors"]) :-
    '$absent_text'(Library, First).

%! '$hinted'(+First, +Hint, -Lines)
'$hinted'(First, Hint, Lines) :-
    (   current_prolog_flag(hints, true)
    ->  Lines = [First,Hint]
    ;   Lines = [First]
    ).

%! '$report_hints' is semidet.
%  Reports predicates that never succeed, or that hand themselves expressions; fails if none can.
'$report_hints' :-
    '$recursive'(Predicates),
    Predicates = [_|_],
    convlist('$recursion_hint', Predicates, Warnings),
    maplist('$report_hint', Warnings).

%! '$report_hint'(+Warning)
'$report_hint'(hint(What, Indicator, Reference, Inner)) :-
    (   Inner = argument(Called),
        '$program_goals'([Indicator], Goals),
        member(goal(Reference, N, _, Goal), Goals),
        Goal =@= Called
    ->  '$check_place'(Reference, N, [], Place)
    ;   '$clause_line'(Reference, File, Line)
    ->  Place = place(File, Line, none, none)
    ;   Place = none
    ),
    '$message'(warning, suspect(hint(What)), Place).

%! '$recursion_hint'(+Predicate, -Warning) is semidet.
'$recursion_hint'(Module:Name/Arity, hint(What, Name/Arity, Reference, Inner)) :-
    functor(Head, Name, Arity),
    findall(clause(Head, Body, R), limit(100, clause(Module:Head, Body, R)), Clauses),
    Clauses = [clause(_, _, First)|Others],
    length(Others, More),
    More < 99,
    (   \+ ( member(clause(H, B, _), Clauses), \+ '$must_call'(B, H, _) )
    ->  Reference = First,
        Inner = none,
        '$other_arity'(Module, Name, Arity, Found),
        (   Found = none
        ->  \+ ( member(clause(H, B, _), Clauses), \+ '$is_inductive'(H, B) )
        ;   true
        ),
        What = endless(Name/Arity, Found)
    ;   '$not_computed'(Clauses, Reference, Sum, Called, Matching),
        Inner = argument(Called),
        What = not_computed(Sum, Matching)
    ).

%! '$must_call'(+Body, +Head, -Call) is nondet.
%  Body cannot succeed but by Call, a goal of the predicate of Head.
'$must_call'(Body, Head, Call) :-
    callable(Body),
    (   ( Body = (If -> Then ; Else) ; Body = (If *-> Then ; Else) )
    ->  '$must_call'((If, Then), Head, Call),
        '$must_call'(Else, Head, _)
    ;   Body = (A ; B)
    ->  '$must_call'(A, Head, Call),
        '$must_call'(B, Head, _)
    ;   ( Body = (A, B) ; Body = (A -> B) ; Body = (A *-> B) )
    ->  ( '$must_call'(A, Head, Call) ; '$must_call'(B, Head, Call) )
    ;   functor(Head, Name, Arity),
        functor(Body, Name, Arity),
        Call = Body
    ).

%! '$is_inductive'(+Head, +Body) is semidet.
%  A call of the predicate itself goes on with a part of an argument, or its result is used: so the recursion is meant to
%  end, unlike that of a server.
'$is_inductive'(Head, Body) :-
    '$must_call'(Body, Head, Call),
    (   compound(Head),
        arg(I, Head, Whole),
        compound(Whole),
        arg(I, Call, Part),
        var(Part),
        term_variables(Whole, Variables),
        member(Variable, Variables),
        Variable == Part
    ;   '$goals_behind'(Body, Call, Before, After),
        term_variables(Call, Results),
        term_variables(Head-Before, Known),
        term_variables(After, Used),
        member(Result, Results),
        member(Use, Used),
        Result == Use,
        \+ ( member(Old, Known), Old == Result )
    ),
    !.

%! '$goals_behind'(+Body, +Call, -Before, -After) is semidet.
'$goals_behind'((A, B), Call, Before, After) :-
    (   A == Call
    ->  Before = true,
        After = B
    ;   Before = (A, Before1),
        '$goals_behind'(B, Call, Before1, After)
    ).

%! '$other_arity'(+Module, +Name, +Arity, -Found)
%  Found is Indicator-Place for a predicate of one argument more or less that nobody calls, or none.
'$other_arity'(Module, Name, Arity, Found) :-
    (   member(D, [-1,1]),
        Other is Arity + D,
        Other >= 0,
        functor(Head, Name, Other),
        predicate_property(Module:Head, number_of_clauses(_)),
        \+ predicate_property(Module:Head, dynamic),
        \+ predicate_property(Module:Head, exported),
        \+ predicate_property(Module:Head, imported_from(_)),
        \+ ( clause(Module:Head, Body, _), '$goal_within'(Body, Own), functor(Own, Name, Arity) ),
        findall(Meta, ( '$interesting'(MetaName, MetaArity), Meta = MetaName/MetaArity ), Metas),
        '$program_goals'([Name/Other|Metas], Goals),
        \+ ( member(goal(_, _, _, Goal), Goals), '$body_goal'(Goal, Called), functor(Called, Name, Other) ),
        clause(Module:Head, _, Reference),
        '$clause_line'(Reference, File, Line)
    ->  Found = Name/Other-(File:Line)
    ;   Found = none
    ).

%! '$not_computed'(+Clauses, -Reference, -Text, -Call, -Head) is semidet.
%  The clause of Reference hands its predicate a sum, where another clause has a number and none an expression.
'$not_computed'(Clauses, Reference, Text, Call, Matching) :-
    member(clause(Head, Body, Reference), Clauses),
    '$goal_within'(Body, Call),
    functor(Head, Name, Arity),
    functor(Call, Name, Arity),
    Arity > 0,
    arg(I, Head, Own),
    var(Own),
    arg(I, Call, Argument),
    '$handed_sum'(Argument, Body, Sum),
    '$sum_of'(Sum, Own),
    \+ ( member(clause(Any, _, _), Clauses), arg(I, Any, Compound), compound(Compound) ),
    member(clause(Matching, Base, _), Clauses),
    arg(I, Matching, Number),
    ( number(Number) ; '$first_goal'(Base, Test), ( Test = (A = B) ; Test = (A == B) ), A == Number, number(B), Number = B ),
    !,
    '$clause_goal'(Reference, 1, Head, _, Names),
    '$source_text'(Sum, Names, 5, Text).

%! '$handed_sum'(@Argument, +Body, -Sum) is semidet.
%  Argument is Sum, or a variable that Body unifies with Sum.
'$handed_sum'(Argument, Body, Sum) :-
    (   var(Argument)
    ->  '$goal_within'(Body, Equation),
        ( Equation = (X = Sum) ; Equation = (Sum = X) ),
        X == Argument
    ;   Sum = Argument
    ),
    compound(Sum),
    !.

%! '$sum_of'(@Sum, @Variable) is semidet.
%  Sum is Variable plus, minus, times or divided by a number.
'$sum_of'(Sum, Variable) :-
    functor(Sum, Name, 2),
    memberchk(Name, [+,-,*,/,//]),
    arg(1, Sum, A),
    arg(2, Sum, B),
    (   A == Variable,
        number(B)
    ;   B == Variable,
        number(A)
    ).

%! '$goal_within'(+Body, -Goal) is nondet.
'$goal_within'(Body, Goal) :-
    callable(Body),
    (   memberchk(Body, [(A,B),(A;B),(A->B),(A*->B)])
    ->  ( '$goal_within'(A, Goal) ; '$goal_within'(B, Goal) )
    ;   Goal = Body
    ).

%! '$first_goal'(+Body, -Goal)
'$first_goal'(Body, Goal) :-
    (   Body = (First, _)
    ->  '$first_goal'(First, Goal)
    ;   Goal = Body
    ).

%! '$after_query'
%  Prints a hint about the query that was just answered, if it looks like a common mistake.
'$after_query' :-
    (   current_prolog_flag(hints, true),
        '$queries'([asked(_, _, End)|_]),
        '$query_term'(Query, Names),
        '$query_hint'(End, Query, Names, Hint)
    ->  format(user_error, "% ~w~n~n", [Hint])
    ;   true
    ).

%! '$query_hint'(+End, +Query, +Names, -Hint) is semidet.
'$query_hint'(End, Query, Names, Hint) :-
    (   End == stopped
    ->  '$calls_program'(Query),
        '$hinted_first'('$hinted_stop'),
        Hint = "why. shows which part of the program does not end"
    ;   End == failed
    ->  '$conjunct'(Query, Goal),
        (   '$failure_hint'(Goal, Query, Names, Hint)
        ;   callable(Goal),
            '$is_users'(Goal),
            '$hinted_first'('$hinted_why'),
            Hint = "why. shows the goals that have no solution"
        )
    ;   '$conjunct'(Query, Goal),
        '$answer_hint'(Goal, Names, Hint)
    ),
    !.

%! '$conjunct'(+Body, -Goal) is nondet.
'$conjunct'(Body, Goal) :-
    nonvar(Body),
    (   Body = (A,B)
    ->  (   '$conjunct'(A, Goal)
        ;   '$conjunct'(B, Goal)
        )
    ;   Goal = Body
    ).

%! '$failure_hint'(+Goal, +Query, +Names, -Hint) is semidet.
'$failure_hint'(X is Sum, _, Names, Hint) :-
    var(X),
    ( Sum = A+B ; Sum = A-B ),
    ( A == X, number(B), B =\= 0 ; B == X, number(A), A =\= 0 ),
    '$name_of'(Names, X, Name),
    '$source_text'(X is Sum, Names, 5, Text),
    '$text'("~w is never true: ~w keeps its value; give the result a variable of its own", [Text,Name], Hint).
'$failure_hint'(A = B, _, _, Hint) :-
    ( number(A), Sum = B ; number(B), Sum = A ),
    compound(Sum),
    ground(Sum),
    functor(Sum, Name, 2),
    '$is_arithmetic_operator'(Name, 2),
    catch(_ is Sum, error(_, _), fail),
    '$text'("~p is false: = does not evaluate; =:= does", [A = B], Hint).
'$failure_hint'(A == B, Query, Names, Hint) :-
    ( X = A, Y = B ; X = B, Y = A ),
    var(X),
    X \== Y,
    occurrences_of_var(X, Query, 1),
    '$name_of'(Names, X, Name),
    '$source_text'(A == B, Names, 5, Text),
    '$text'("~w is false: ~w has no value, and == gives it none; = does", [Text,Name], Hint).

%! '$answer_hint'(+Goal, +Names, -Hint) is semidet.
%  Given once. Signed numbers and pairs are data as often as sums.
'$answer_hint'(X = Sum, Names, Hint) :-
    var(X),
    compound(Sum),
    functor(Sum, Name, 2),
    Name \== (-),
    '$is_arithmetic_operator'(Name, 2),
    \+ ( sub_term(Part, Sum), atom(Part) ),
    \+ ( sub_term(Part, Sum), string(Part) ),
    '$hinted_first'('$hinted_equals'),
    '$source_text'(X is Sum, Names, 5, Text),
    '$text'("= does not evaluate; ~w does", [Text], Hint).

%! '$hinted_first'(+Hint) is semidet.
'$hinted_first'(Hint) :-
    flag(Hint, Times, Times+1),
    Times =:= 0.
