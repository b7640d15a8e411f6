% The stack machine that runs Quill programs, and a reference evaluator of the syntax tree, which says what it must do.

:- module(quill_machine, [run/3, evaluate/2]).

:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(builtins).

%! run(+Code, -Value, -Steps) is det.
%  Runs `main`; Steps is the number of instructions.
%  @throws quill_stop(Reason)
run(Code, Value, Steps) :-
    findall(Label-piece(Size, Array),
            ( member(code(Label, _, Instructions), Code),
              frame_size(Code, Label, Size),
              Array =.. [code|Instructions]
            ),
            Pairs),
    list_to_assoc(Pairs, Program),
    enter(main, [], Program, Frame, Array),
    loop(1, Array, Frame, [], [], Program, 0, Steps, Value).

% The number of slots of a frame: one more than the highest that the code names.

frame_size(Code, Label, Size) :-
    memberchk(code(Label, Arity, Instructions), Code),
    foldl(highest, Instructions, Arity, Size).

highest(Instruction, Size0, Size) :-
    (   Instruction = set(Slot)
    ->  Size is max(Size0, Slot + 1)
    ;   Size = Size0
    ).

enter(Label, Values, Program, Frame, Array) :-
    get_assoc(Label, Program, piece(Size, Array)),
    length(Slots, Size),
    append(Values, _, Slots),
    !,
    Frame =.. [frame|Slots].

% loop(+At, +Array, +Frame, +Stack, +Returns, +Program, +Steps0, -Steps, -Value): a return is r(At, Array, Frame).
% Slots of a frame are set once in each branch, but a tail call makes a new frame, so that they can be unbound variables.

loop(At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value) :-
    arg(At, Array, Instruction),
    Steps1 is Steps0 + 1,
    Next is At + 1,
    step(Instruction, Next, Array, Frame, Stack, Returns, Program, Steps1, Steps, Value).

step(push(Constant), At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value) :-
    loop(At, Array, Frame, [Constant|Stack], Returns, Program, Steps0, Steps, Value).
step(slot(Slot), At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value) :-
    N is Slot + 1,
    arg(N, Frame, Found),
    loop(At, Array, Frame, [Found|Stack], Returns, Program, Steps0, Steps, Value).
step(set(Slot), At, Array, Frame, [Top|Stack], Returns, Program, Steps0, Steps, Value) :-
    N is Slot + 1,
    arg(N, Frame, Old),
    (   var(Old)
    ->  Old = Top,
        Frame1 = Frame
    ;   duplicate_term(Frame, Frame1),
        nb_setarg(N, Frame1, Top)
    ),
    loop(At, Array, Frame1, Stack, Returns, Program, Steps0, Steps, Value).
step(pop, At, Array, Frame, [_|Stack], Returns, Program, Steps0, Steps, Value) :-
    loop(At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value).
step(jump(Place), _, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value) :-
    At is Place + 1,
    loop(At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value).
step(jump_false(Place), Next, Array, Frame, [bool(Truth)|Stack], Returns, Program, Steps0, Steps, Value) :-
    (   Truth == false
    ->  At is Place + 1
    ;   At = Next
    ),
    loop(At, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value).
step(jump_full(Place), Next, Array, Frame, [List|Stack], Returns, Program, Steps0, Steps, Value) :-
    (   List == nil
    ->  At = Next
    ;   At is Place + 1
    ),
    loop(At, Array, Frame, [List|Stack], Returns, Program, Steps0, Steps, Value).
step(split, At, Array, Frame, [cons(Head, Tail)|Stack], Returns, Program, Steps0, Steps, Value) :-
    loop(At, Array, Frame, [Tail,Head|Stack], Returns, Program, Steps0, Steps, Value).
step(cons, At, Array, Frame, [Tail,Head|Stack], Returns, Program, Steps0, Steps, Value) :-
    loop(At, Array, Frame, [cons(Head, Tail)|Stack], Returns, Program, Steps0, Steps, Value).
step(neg, At, Array, Frame, [int(A)|Stack], Returns, Program, Steps0, Steps, Value) :-
    B is -A,
    loop(At, Array, Frame, [int(B)|Stack], Returns, Program, Steps0, Steps, Value).
step(not, At, Array, Frame, [bool(A)|Stack], Returns, Program, Steps0, Steps, Value) :-
    opposite(A, B),
    loop(At, Array, Frame, [bool(B)|Stack], Returns, Program, Steps0, Steps, Value).
step(op(Operator), At, Array, Frame, [Right,Left|Stack], Returns, Program, Steps0, Steps, Value) :-
    operate(Operator, Left, Right, Result),
    loop(At, Array, Frame, [Result|Stack], Returns, Program, Steps0, Steps, Value).
step(builtin(Name, N), At, Array, Frame, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Arguments, Stack),
    builtin(Name, Arguments, Result),
    loop(At, Array, Frame, [Result|Stack], Returns, Program, Steps0, Steps, Value).
step(closure(Label, N), At, Array, Frame, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Carried, Stack),
    loop(At, Array, Frame, [closure(Label, Carried)|Stack], Returns, Program, Steps0, Steps, Value).
step(call(Label, N), At, Array, Frame, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Arguments, Stack),
    enter(Label, Arguments, Program, Frame1, Array1),
    loop(1, Array1, Frame1, Stack, [r(At, Array, Frame)|Returns], Program, Steps0, Steps, Value).
step(tail(Label, N), _, _, _, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Arguments, Stack),
    enter(Label, Arguments, Program, Frame, Array),
    loop(1, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value).
step(apply(N), At, Array, Frame, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Arguments, [closure(Label, Carried)|Stack]),
    append(Arguments, Carried, All),
    enter(Label, All, Program, Frame1, Array1),
    loop(1, Array1, Frame1, Stack, [r(At, Array, Frame)|Returns], Program, Steps0, Steps, Value).
step(apply_tail(N), _, _, _, Stack0, Returns, Program, Steps0, Steps, Value) :-
    taken(N, Stack0, Arguments, [closure(Label, Carried)|Stack]),
    append(Arguments, Carried, All),
    enter(Label, All, Program, Frame, Array),
    loop(1, Array, Frame, Stack, Returns, Program, Steps0, Steps, Value).
step(return, _, _, _, Stack, Returns, Program, Steps0, Steps, Value) :-
    (   Returns = [r(At, Array, Frame)|Others]
    ->  loop(At, Array, Frame, Stack, Others, Program, Steps0, Steps, Value)
    ;   Stack = [Value|_],
        Steps = Steps0
    ).

% The top N values of the stack, the deepest first.

taken(N, Stack0, Values, Stack) :-
    taken(N, Stack0, [], Values, Stack).

taken(0, Stack, Values, Values, Stack) :- !.
taken(N, [Value|Stack0], Values0, Values, Stack) :-
    M is N - 1,
    taken(M, Stack0, [Value|Values0], Values, Stack).

opposite(true, false).
opposite(false, true).

operate(+, int(A), int(B), int(C)) :- C is A + B.
operate(-, int(A), int(B), int(C)) :- C is A - B.
operate(*, int(A), int(B), int(C)) :- C is A * B.
operate(/, int(A), int(B), int(C)) :- divisor(B), C is A // B.
operate('%', int(A), int(B), int(C)) :- divisor(B), C is A rem B.
operate(<, int(A), int(B), bool(C)) :- ( A < B -> C = true ; C = false ).
operate('<=', int(A), int(B), bool(C)) :- ( A =< B -> C = true ; C = false ).
operate(>, int(A), int(B), bool(C)) :- ( A > B -> C = true ; C = false ).
operate('>=', int(A), int(B), bool(C)) :- ( A >= B -> C = true ; C = false ).
operate(==, A, B, bool(C)) :- ( A == B -> C = true ; C = false ).
operate('!=', A, B, bool(C)) :- ( A == B -> C = false ; C = true ).
operate(++, str(A), str(B), str(C)) :- string_concat(A, B, C).

divisor(B) :-
    (   B =:= 0
    ->  throw(quill_stop(division_by_zero))
    ;   true
    ).

%! evaluate(+Definitions, -Value) is det.
%  Value is that of `main`, computed from the tree: slow and plain, to compare with.
evaluate(Definitions, Value) :-
    memberchk(function(main, [], Body, _), Definitions),
    eval(Body, [], Definitions, Value).

eval(node(What, _), Env, Program, Value) :-
    eval_(What, Env, Program, Value).

eval_(int(N), _, _, int(N)).
eval_(bool(B), _, _, bool(B)).
eval_(str(S), _, _, str(S)).
eval_(nil, _, _, nil).
eval_(var(Name), Env, Program, Value) :-
    (   memberchk(Name-Found, Env)
    ->  Value = Found
    ;   memberchk(function(Name, Parameters, Body, _), Program)
    ->  Value = lambda(Parameters, Body, [])
    ;   Value = builtin(Name)
    ).
eval_(cons(Head, Tail), Env, Program, cons(A, B)) :-
    eval(Head, Env, Program, A),
    eval(Tail, Env, Program, B).
eval_(neg(Part), Env, Program, int(B)) :-
    eval(Part, Env, Program, int(A)),
    B is -A.
eval_(not(Part), Env, Program, bool(B)) :-
    eval(Part, Env, Program, bool(A)),
    opposite(A, B).
eval_(let(Name, Node, Body), Env, Program, Value) :-
    eval(Node, Env, Program, Found),
    eval(Body, [Name-Found|Env], Program, Value).
eval_(if(Test, Then, Else), Env, Program, Value) :-
    eval(Test, Env, Program, bool(Truth)),
    (   Truth == true
    ->  eval(Then, Env, Program, Value)
    ;   eval(Else, Env, Program, Value)
    ).
eval_(match(List, Empty, Head, Tail, Rest), Env, Program, Value) :-
    eval(List, Env, Program, Found),
    (   Found = cons(A, B)
    ->  eval(Rest, [Tail-B,Head-A|Env], Program, Value)
    ;   eval(Empty, Env, Program, Value)
    ).
eval_(lambda(Names, Body), Env, _, lambda(Names, Body, Env)).
eval_(op(Operator, Left, Right), Env, Program, Value) :-
    eval(Left, Env, Program, A),
    (   Operator == and
    ->  ( A == bool(false) -> Value = A ; eval(Right, Env, Program, Value) )
    ;   Operator == or
    ->  ( A == bool(true) -> Value = A ; eval(Right, Env, Program, Value) )
    ;   eval(Right, Env, Program, B),
        operate(Operator, A, B, Value)
    ).
eval_(apply(Function, Arguments), Env, Program, Value) :-
    eval(Function, Env, Program, Called),
    maplist(eval_argument(Env, Program), Arguments, Values),
    (   Called = lambda(Names, Body, Outer)
    ->  foldl(bind, Names, Values, Outer, Inner),
        eval(Body, Inner, Program, Value)
    ;   Called = builtin(Name),
        builtin(Name, Values, Value)
    ).

eval_argument(Env, Program, Node, Value) :-
    eval(Node, Env, Program, Value).

bind(Name, Value, Env, [Name-Value|Env]).
