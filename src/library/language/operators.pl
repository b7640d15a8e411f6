% Temporary operator declarations, with the names of library(operators).

%! push_operators(:Operators) is det.
%  Defines a list of op(Priority, Type, Name) until pop_operators/0. Module:Operators are those of Module.
%  ?- push_operators([op(700, xfx, ===>)]), current_op(P, _, ===>), pop_operators, \+ current_op(_, _, ===>).   %=> P = 700.
push_operators(Operators) :-
    push_operators(Operators, _).

%! push_operators(:Operators, -Undo) is det.
%  Like push_operators/1; pop_operators(Undo) restores the previous definitions.
%  ?- push_operators([op(700, xfx, ===>)], _U), pop_operators(_U), \+ current_op(_, _, ===>).
push_operators(Operators0, Undo) :-
    strip_module(Operators0, Module, Operators1),
    must_be(list, Operators1),
    (   Module == user
    ->  Operators = Operators1
    ;   maplist('$operator_of'(Module), Operators1, Operators)
    ),
    findall(op(Old,Type,Name),
            ( member(op(_,Type,Name), Operators),
              ( '$operator_now'(Type, Name, Found) -> Old = Found ; Old = 0 )
            ),
            Undo),
    ( nb_current('$operators_pushed', Stack) -> true ; Stack = [] ),
    nb_setval('$operators_pushed', [Undo|Stack]),
    '$define_operators'(Operators).

%! '$operator_of'(+Module, +Operator, -Qualified) is det.
'$operator_of'(Module, op(Priority, Type, Name), op(Priority, Type, Module:Name)).

%! '$operator_now'(+Type, +Name, -Priority) is semidet.
'$operator_now'(Type, Name, Priority) :-
    '$operator_class'(Type, Class),
    current_op(Priority, Other, Name),
    '$operator_class'(Other, Class),
    !.

%! '$operator_class'(+Type, -Class)
'$operator_class'(Type, Class) :-
    (   memberchk(Type, [fx,fy])
    ->  Class = prefix
    ;   memberchk(Type, [xf,yf])
    ->  Class = postfix
    ;   Class = infix
    ).

%! pop_operators is det.
%  Restores the definitions before the last push_operators/1.
%  ?- push_operators([op(700, xfx, ===>)]), pop_operators.
pop_operators :-
    (   nb_current('$operators_pushed', [Undo|Stack])
    ->  nb_setval('$operators_pushed', Stack),
        '$define_operators'(Undo)
    ;   true
    ).

%! pop_operators(+Undo) is det.
%  Restores the definitions before push_operators/2.
pop_operators(Undo) :-
    '$define_operators'(Undo),
    (   nb_current('$operators_pushed', [Undo|Stack])
    ->  nb_setval('$operators_pushed', Stack)
    ;   true
    ).

%! push_op(+Priority, +Type, +Name) is det.
%  Like op/3, until pop_operators/0.
%  ?- push_op(700, xfx, ===>), pop_operators.
push_op(Priority, Type, Name) :-
    push_operators([op(Priority,Type,Name)]).
