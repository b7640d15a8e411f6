% Code of a stack machine for Quill programs.
%
% Each function, also each `fun` expression, becomes one piece of code, code(Label, Arity, Instructions). A frame has the
% arguments first, then the values that a closure carries, then the names that `let` and `match` bind. Instructions:
%
%   push(Value)  slot(N)  set(N)  pop  label(L)  jump(L)  jump_false(L)  jump_full(L)
%   op(Operator)  neg  not  cons  split  call(Label, N)  tail(Label, N)  builtin(Name, N)
%   closure(Label, N)  apply(N)  apply_tail(N)  return

:- module(quill_code, [compile/2, listing_of/1]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(builtins).

%! compile(+Definitions, -Code) is det.
%  Code is the list of code(Label, Arity, Instructions) of a program that was checked.
compile(Definitions, Code) :-
    findall(Name/Arity,
            ( member(function(Name, Parameters, _, _), Definitions),
              length(Parameters, Arity)
            ),
            Functions),
    foldl(compile_definition(Functions), Definitions, Codes, 1, _),
    append(Codes, Code).

compile_definition(Functions, function(Name, Parameters, Body, _), [code(Name, Arity, Instructions)|Inner], N0, N) :-
    length(Parameters, Arity),
    numbered(Parameters, 0, Slots),
    phrase(body(Body, env(Slots, Arity, Functions), tail, c(N0, Inner), c(N, [])), Instructions0),
    resolved(Instructions0, Instructions).

numbered([], _, []).
numbered([Name|Names], N, [Name-N|Slots]) :-
    M is N + 1,
    numbered(Names, M, Slots).

% body(+Node, +Environment, +Where)//: Where is `tail` if the value is that of the function, else `value`. The state
% c(N, Codes) counts labels and collects the code of inner functions.

body(Node, Env, Where, State0, State) -->
    value(Node, Env, Where, State0, State),
    (   { Where == tail,
          \+ leaves(Node)
        }
    ->  [return]
    ;   []
    ).

% Nodes whose code ends with a return or a call in last place.

leaves(node(What, _)) :-
    memberchk(What, [apply(_, _),if(_, _, _),let(_, _, _),match(_, _, _, _, _)]).

value(node(What, _), Env, Where, State0, State) -->
    code(What, Env, Where, State0, State).

code(int(Value), _, _, State, State) -->
    [push(int(Value))].
code(bool(Truth), _, _, State, State) -->
    [push(bool(Truth))].
code(str(String), _, _, State, State) -->
    [push(str(String))].
code(nil, _, _, State, State) -->
    [push(nil)].
code(var(Name), env(Slots, _, Functions), _, State0, State) -->
    (   { memberchk(Name-Slot, Slots) }
    ->  [slot(Slot)],
        { State = State0 }
    ;   { memberchk(Name/_, Functions) }
    ->  [closure(Name, 0)],
        { State = State0 }
    ;   { builtin_value(Name, Label, State0, State) },
        [closure(Label, 0)]
    ).
code(neg(Part), Env, _, State0, State) -->
    value(Part, Env, value, State0, State),
    [neg].
code(not(Part), Env, _, State0, State) -->
    value(Part, Env, value, State0, State),
    [not].
code(cons(Head, Tail), Env, _, State0, State) -->
    value(Head, Env, value, State0, State1),
    value(Tail, Env, value, State1, State),
    [cons].
code(op(and, Left, Right), Env, _, State0, State) -->
    !,
    { fresh(Else, State0, State1), fresh(End, State1, State2) },
    value(Left, Env, value, State2, State3),
    [jump_false(Else)],
    value(Right, Env, value, State3, State),
    [jump(End),label(Else),push(bool(false)),label(End)].
code(op(or, Left, Right), Env, _, State0, State) -->
    !,
    { fresh(Else, State0, State1), fresh(End, State1, State2) },
    value(Left, Env, value, State2, State3),
    [jump_false(Else),push(bool(true)),jump(End),label(Else)],
    value(Right, Env, value, State3, State),
    [label(End)].
code(op(Operator, Left, Right), Env, _, State0, State) -->
    value(Left, Env, value, State0, State1),
    value(Right, Env, value, State1, State),
    [op(Operator)].
code(if(Test, Then, Else), Env, Where, State0, State) -->
    { fresh(Other, State0, State1), fresh(End, State1, State2) },
    value(Test, Env, value, State2, State3),
    [jump_false(Other)],
    body(Then, Env, Where, State3, State4),
    ( { Where == tail } -> [] ; [jump(End)] ),
    [label(Other)],
    body(Else, Env, Where, State4, State),
    ( { Where == tail } -> [] ; [label(End)] ).
code(let(Name, Value, Body), Env, Where, State0, State) -->
    value(Value, Env, value, State0, State1),
    { with_slot(Name, Env, Slot, Inner) },
    [set(Slot)],
    body(Body, Inner, Where, State1, State).
code(match(List, Empty, Head, Tail, Rest), Env, Where, State0, State) -->
    { fresh(Full, State0, State1), fresh(End, State1, State2) },
    value(List, Env, value, State2, State3),
    [jump_full(Full),pop],
    body(Empty, Env, Where, State3, State4),
    ( { Where == tail } -> [] ; [jump(End)] ),
    { with_slot(Head, Env, HeadSlot, Env1),
      with_slot(Tail, Env1, TailSlot, Env2)
    },
    [label(Full),split,set(TailSlot),set(HeadSlot)],
    body(Rest, Env2, Where, State4, State),
    ( { Where == tail } -> [] ; [label(End)] ).
code(lambda(Names, Body), Env, _, State0, State) -->
    { inner_function(Names, Body, Env, Label, Slots, State0, State),
      length(Slots, Carried)
    },
    slots(Slots),
    [closure(Label, Carried)].
code(apply(Function, Arguments), Env, Where, State0, State) -->
    (   { named(Function, Env, Name, Kind) }
    ->  values(Arguments, Env, State0, State),
        { length(Arguments, N) },
        call_code(Kind, Name, N, Where)
    ;   value(Function, Env, value, State0, State1),
        values(Arguments, Env, State1, State),
        { length(Arguments, N) },
        ( { Where == tail } -> [apply_tail(N)] ; [apply(N)] )
    ).

call_code(function, Name, N, Where) -->
    ( { Where == tail } -> [tail(Name, N)] ; [call(Name, N)] ).
call_code(builtin, Name, N, Where) -->
    [builtin(Name, N)],
    ( { Where == tail } -> [return] ; [] ).

% A function that is called by its name.

named(node(var(Name), _), env(Slots, _, Functions), Name, Kind) :-
    \+ memberchk(Name-_, Slots),
    (   memberchk(Name/_, Functions)
    ->  Kind = function
    ;   Kind = builtin
    ).

values([], _, State, State) -->
    [].
values([Node|Nodes], Env, State0, State) -->
    value(Node, Env, value, State0, State1),
    values(Nodes, Env, State1, State).

slots([]) -->
    [].
slots([Slot|Slots]) -->
    [slot(Slot)],
    slots(Slots).

fresh(Label, c(N0, Codes), c(N, Codes)) :-
    Label = N0,
    N is N0 + 1.

with_slot(Name, env(Slots, N, Functions), N, env([Name-N|Slots], M, Functions)) :-
    M is N + 1.

% The code of a `fun` expression: its closure carries the slots of all names around it, which are few.

inner_function(Names, Body, env(Slots0, _, Functions), Label, Carried, c(N0, Codes0), State) :-
    atom_concat('fun-', N0, Label),
    N1 is N0 + 1,
    unshadowed(Slots0, Names, Visible),
    findall(Slot, member(_-Slot, Visible), Carried),
    findall(Name, member(Name-_, Visible), CarriedNames),
    append(Names, CarriedNames, All),
    numbered(All, 0, Slots),
    length(All, Arity),
    Codes0 = [code(Label, Arity, Instructions)|Codes1],
    phrase(body(Body, env(Slots, Arity, Functions), tail, c(N1, Codes1), State), Instructions0),
    resolved(Instructions0, Instructions).

unshadowed([], _, []).
unshadowed([Name-Slot|Slots], Hidden, Visible) :-
    (   memberchk(Name, Hidden)
    ->  unshadowed(Slots, Hidden, Visible)
    ;   Visible = [Name-Slot|Rest],
        unshadowed(Slots, [Name|Hidden], Rest)
    ).

% A built-in function as a value: a piece of code that calls it.

builtin_value(Name, Label, c(N0, Codes0), c(N, Codes)) :-
    atomic_list_concat([Name,'-',N0], Label),
    N is N0 + 1,
    builtin_type(Name, function(Types, _)),
    length(Types, Arity),
    Last is Arity - 1,
    findall(slot(Slot), between(0, Last, Slot), Slots),
    append(Slots, [builtin(Name, Arity),return], Instructions),
    Codes0 = [code(Label, Arity, Instructions)|Codes].

% Labels become places in the code.

resolved(Instructions0, Instructions) :-
    places(Instructions0, 0, Places),
    findall(Instruction,
            ( member(Instruction0, Instructions0),
              placed(Instruction0, Places, Instruction)
            ),
            Instructions).

places([], _, []).
places([Instruction|Instructions], N, Places) :-
    (   Instruction = label(Label)
    ->  Places = [Label-N|Rest],
        places(Instructions, N, Rest)
    ;   M is N + 1,
        places(Instructions, M, Places)
    ).

placed(Instruction0, Places, Instruction) :-
    (   Instruction0 = label(_)
    ->  fail
    ;   jump(Instruction0, Kind, Label)
    ->  memberchk(Label-Place, Places),
        Instruction =.. [Kind,Place]
    ;   Instruction = Instruction0
    ).

jump(jump(Label), jump, Label).
jump(jump_false(Label), jump_false, Label).
jump(jump_full(Label), jump_full, Label).

%! listing_of(+Code) is det.
%  Prints the code for people.
listing_of(Code) :-
    forall(
        member(code(Label, Arity, Instructions), Code),
        (   format("~w/~d:~n", [Label,Arity]),
            forall(
                nth0(N, Instructions, Instruction),
                ( Instruction =.. [Name|Arguments], format("  ~t~d~6|  ~w~t~20|~q~n", [N,Name,Arguments]) )
            )
        )
    ).
