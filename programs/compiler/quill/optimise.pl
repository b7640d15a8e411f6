% Simplification of checked Quill programs: the same values and the same output, with less work.
%
% Constants are folded, tests of constants choose their branch, values that are constants or names take the place of
% their names, values that are not used and have no effect go, and small functions that call no others are written out
% where they are called.

:- module(quill_optimise, [optimise/3]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

%! optimise(+Definitions0, -Definitions, -Count) is det.
%  Count is the number of simplifications, which are repeated until none is left.
optimise(Definitions0, Definitions, Count) :-
    include(small, Definitions0, Small),
    foldl(simplify_definition(Small), Definitions0, Definitions1, 0, Some),
    (   Some =:= 0
    ->  Definitions = Definitions1,
        Count = 0
    ;   optimise(Definitions1, Definitions, More),
        Count is Some + More
    ).

simplify_definition(Small0, function(Name, Parameters, Body0, Place), function(Name, Parameters, Body, Place), N0, N) :-
    exclude(has_name(Name), Small0, Small),
    simplify(Body0, s(Parameters, [], Small), Body, N0, N).

has_name(Name, function(Name, _, _, _)).

% A function is small if its body has few nodes and calls nothing.

small(function(_, _, Body, _)) :-
    plain(Body, Parameters, 12, _),
    var(Parameters).

plain(node(What, _), Scope, Room0, Room) :-
    Room0 > 0,
    Room1 is Room0 - 1,
    (   memberchk(What, [int(_),bool(_),str(_),nil,var(_)])
    ->  Room = Room1
    ;   What = op(_, Left, Right)
    ->  plain(Left, Scope, Room1, Room2),
        plain(Right, Scope, Room2, Room)
    ;   What = cons(Left, Right)
    ->  plain(Left, Scope, Room1, Room2),
        plain(Right, Scope, Room2, Room)
    ;   What = if(Test, Then, Else)
    ->  plain(Test, Scope, Room1, Room2),
        plain(Then, Scope, Room2, Room3),
        plain(Else, Scope, Room3, Room)
    ;   ( What = neg(Part) ; What = not(Part) ),
        plain(Part, Scope, Room1, Room)
    ).

% simplify(+Node0, +State, -Node, +Count0, -Count): State is s(Bound, Values, Small): the names that are bound around
% the node, Name-Node for those that have a known value, and the small functions.

simplify(node(What0, Place), State, Node, N0, N) :-
    inside(What0, State, What1, N0, N1),
    (   step(node(What1, Place), State, Node1)
    ->  Node = Node1,
        N is N1 + 1
    ;   Node = node(What1, Place),
        N = N1
    ).

inside(let(Name, Value0, Body0), State, let(Name, Value, Body), N0, N) :-
    !,
    simplify(Value0, State, Value, N0, N1),
    (   known(Value, State),
        Value \= node(var(Name), _)
    ->  valued(Name, Value, State, Inner)
    ;   bound([Name], State, Inner)
    ),
    simplify(Body0, Inner, Body, N1, N).
inside(lambda(Names, Body0), State, lambda(Names, Body), N0, N) :-
    !,
    bound(Names, State, Inner),
    simplify(Body0, Inner, Body, N0, N).
inside(match(List0, Empty0, Head, Tail, Rest0), State, match(List, Empty, Head, Tail, Rest), N0, N) :-
    !,
    simplify(List0, State, List, N0, N1),
    simplify(Empty0, State, Empty, N1, N2),
    bound([Head,Tail], State, Inner),
    simplify(Rest0, Inner, Rest, N2, N).
inside(apply(Function0, Arguments0), State, apply(Function, Arguments), N0, N) :-
    !,
    simplify(Function0, State, Function, N0, N1),
    foldl(simplify_one(State), Arguments0, Arguments, N1, N).
inside(op(Operator, Left0, Right0), State, op(Operator, Left, Right), N0, N) :-
    !,
    simplify(Left0, State, Left, N0, N1),
    simplify(Right0, State, Right, N1, N).
inside(cons(Left0, Right0), State, cons(Left, Right), N0, N) :-
    !,
    simplify(Left0, State, Left, N0, N1),
    simplify(Right0, State, Right, N1, N).
inside(if(Test0, Then0, Else0), State, if(Test, Then, Else), N0, N) :-
    !,
    simplify(Test0, State, Test, N0, N1),
    simplify(Then0, State, Then, N1, N2),
    simplify(Else0, State, Else, N2, N).
inside(neg(Part0), State, neg(Part), N0, N) :-
    !,
    simplify(Part0, State, Part, N0, N).
inside(not(Part0), State, not(Part), N0, N) :-
    !,
    simplify(Part0, State, Part, N0, N).
inside(What, _, What, N, N).

simplify_one(State, Node0, Node, N0, N) :-
    simplify(Node0, State, Node, N0, N).

bound(Names, s(Bound0, Values0, Small), s(Bound, Values, Small)) :-
    append(Names, Bound0, Bound),
    exclude(mentions(Names), Values0, Values).

valued(Name, Value, State0, s(Bound, [Name-Value|Values], Small)) :-
    bound([Name], State0, s(Bound, Values, Small)).

mentions(Names, Name-node(Value, _)) :-
    (   memberchk(Name, Names)
    ->  true
    ;   Value = var(Other),
        memberchk(Other, Names)
    ).

% A value that can take the place of its name: a constant, or a name that is bound around it.

known(node(What, _), s(Bound, _, _)) :-
    (   memberchk(What, [int(_),bool(_),str(_)])
    ->  true
    ;   What = var(Name),
        memberchk(Name, Bound)
    ).

% One simplification of a node whose parts are simple.

step(node(op(Operator, node(Left, _), node(Right, _)), Place), _, node(Value, Place)) :-
    folded(Operator, Left, Right, Value),
    !.
step(node(op(Operator, Left, Right), _), _, Node) :-
    neutral(Operator, Left, Right, Node),
    !.
step(node(neg(node(int(Value0), _)), Place), _, node(int(Value), Place)) :-
    Value is -Value0.
step(node(not(node(bool(Truth0), _)), Place), _, node(bool(Truth), Place)) :-
    opposite(Truth0, Truth).
step(node(not(node(not(Node), _)), _), _, Node).
step(node(if(node(bool(Truth), _), Then, Else), _), _, Node) :-
    (   Truth == true
    ->  Node = Then
    ;   Node = Else
    ).
step(node(match(node(nil, _), Empty, _, _, _), _), _, Empty).
step(node(var(Name), _), s(_, Values, _), Node) :-
    memberchk(Name-Node, Values).
step(node(let(Name, Value, Body), _), State, Body) :-
    (   known(Value, State)
    ->  true
    ;   pure(Value)
    ),
    \+ uses(Body, Name).
step(node(apply(node(var(Name), _), Arguments), Place), s(Bound, _, Small), Node) :-
    \+ memberchk(Name, Bound),
    memberchk(function(Name, Parameters, Body, _), Small),
    same_length(Parameters, Arguments),
    maplist(simple, Arguments),
    pairs_keys_values(Values, Parameters, Arguments),
    substitute(Body, Values, Place, Node).

simple(node(What, _)) :-
    memberchk(What, [int(_),bool(_),str(_),nil,var(_)]).

folded(+, int(A), int(B), int(C)) :- C is A + B.
folded(-, int(A), int(B), int(C)) :- C is A - B.
folded(*, int(A), int(B), int(C)) :- C is A * B.
folded(/, int(A), int(B), int(C)) :- B =\= 0, C is A // B.
folded('%', int(A), int(B), int(C)) :- B =\= 0, C is A rem B.
folded(<, int(A), int(B), bool(C)) :- truth(A < B, C).
folded('<=', int(A), int(B), bool(C)) :- truth(A =< B, C).
folded(>, int(A), int(B), bool(C)) :- truth(A > B, C).
folded('>=', int(A), int(B), bool(C)) :- truth(A >= B, C).
folded(==, A, B, bool(C)) :- constant(A), constant(B), truth(A == B, C).
folded('!=', A, B, bool(C)) :- constant(A), constant(B), truth(A \== B, C).
folded(++, str(A), str(B), str(C)) :- string_concat(A, B, C).

constant(int(_)).
constant(bool(_)).
constant(str(_)).

truth(Goal, Truth) :-
    (   call(Goal)
    ->  Truth = true
    ;   Truth = false
    ).

opposite(true, false).
opposite(false, true).

neutral(+, Node, node(int(0), _), Node).
neutral(+, node(int(0), _), Node, Node).
neutral(-, Node, node(int(0), _), Node).
neutral(*, Node, node(int(1), _), Node).
neutral(*, node(int(1), _), Node, Node).
neutral(/, Node, node(int(1), _), Node).
neutral(and, node(bool(true), _), Node, Node).
neutral(and, node(bool(false), Place), _, node(bool(false), Place)).
neutral(or, node(bool(false), _), Node, Node).
neutral(or, node(bool(true), Place), _, node(bool(true), Place)).
neutral(++, Node, node(str(""), _), Node).
neutral(++, node(str(""), _), Node, Node).

% A node without effect, which always has a value.

pure(node(What, _)) :-
    (   memberchk(What, [int(_),bool(_),str(_),nil,var(_),lambda(_, _)])
    ->  true
    ;   ( What = cons(Left, Right) ; What = op(Operator, Left, Right), \+ memberchk(Operator, [/,'%']) )
    ->  pure(Left),
        pure(Right)
    ;   ( What = neg(Part) ; What = not(Part) ),
        pure(Part)
    ).

uses(node(What, _), Name) :-
    used(What, Name).

used(var(Name), Name).
used(let(Local, Value, Body), Name) :-
    (   uses(Value, Name)
    ;   Local \== Name,
        uses(Body, Name)
    ).
used(lambda(Names, Body), Name) :-
    \+ memberchk(Name, Names),
    uses(Body, Name).
used(match(List, Empty, Head, Tail, Rest), Name) :-
    (   uses(List, Name)
    ;   uses(Empty, Name)
    ;   \+ memberchk(Name, [Head,Tail]),
        uses(Rest, Name)
    ).
used(apply(Function, Arguments), Name) :-
    member(Part, [Function|Arguments]),
    uses(Part, Name).
used(op(_, Left, Right), Name) :-
    ( uses(Left, Name) ; uses(Right, Name) ).
used(cons(Left, Right), Name) :-
    ( uses(Left, Name) ; uses(Right, Name) ).
used(if(Test, Then, Else), Name) :-
    ( uses(Test, Name) ; uses(Then, Name) ; uses(Else, Name) ).
used(neg(Part), Name) :-
    uses(Part, Name).
used(not(Part), Name) :-
    uses(Part, Name).

% The body of a small function, with nodes in place of its parameters.

substitute(node(What0, _), Values, Place, Node) :-
    (   What0 = var(Name)
    ->  (   memberchk(Name-node(Value, _), Values)
        ->  Node = node(Value, Place)
        ;   Node = node(What0, Place)
        )
    ;   What0 =.. [Kind|Parts0],
        maplist(substitute_part(Values, Place), Parts0, Parts),
        What =.. [Kind|Parts],
        Node = node(What, Place)
    ).

substitute_part(Values, Place, Part0, Part) :-
    (   Part0 = node(_, _)
    ->  substitute(Part0, Values, Place, Part)
    ;   Part = Part0
    ).
