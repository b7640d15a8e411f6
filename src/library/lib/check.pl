% Static checks of a program, with the names of library(check).

%! check is det.
%  Reports suspicious parts of the program: at present the same as list_undefined/0.
%  ?- check.
check :-
    list_undefined.

%! list_undefined is det.
%  Reports the predicates that the program calls but that are not defined, and their callers.
%  ?- list_undefined.
list_undefined :-
    list_undefined([]).

%! list_undefined(+Options) is det.
%  Like list_undefined/0; the options are ignored.
%  ?- assertz((p :- \+ (q, no_such_predicate(1)))), assertz(q), findall(C, '$undefined_call'(C), L).   %=> L = [no_such_predicate/1-p/0].
list_undefined(_) :-
    findall(Call, '$undefined_call'(Call), Calls0),
    sort(Calls0, Calls),
    (   Calls == []
    ->  true
    ;   print_message(warning, check(undefined_procedures, Calls))
    ).

%! '$undefined_call'(-Call) is nondet.
%  Call is Undefined-Caller, two predicate indicators.
'$undefined_call'(Undefined-(Name/Arity)) :-
    current_predicate(Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Head, foreign),
    catch(clause(Head, Body), error(permission_error(_, _, _), _), fail),
    '$body_goal'(Body, Goal),
    \+ predicate_property(Goal, defined),
    ( Goal = Module:Plain -> Undefined = Module:N/A ; Plain = Goal, Undefined = N/A ),
    functor(Plain, N, A).

%! '$body_goal'(+Body, -Goal) is nondet.
%  Goal is a goal of Body that is known, including those in arguments of control constructs and other meta-predicates.
'$body_goal'(Body, Goal) :-
    nonvar(Body),
    (   Body = Module:Inner
    ->  nonvar(Inner),
        ( Module == user -> '$body_goal'(Inner, Goal) ; Goal = Body )
    ;   callable(Body),
        (   '$goal_arguments'(Body, Modes)
        ->  (   Goal = Body
            ;   Body =.. [_|Arguments],
                '$called_argument'(Modes, Arguments, Called),
                '$body_goal'(Called, Goal)
            )
        ;   Goal = Body
        )
    ).

%! '$called_argument'(+Modes, +Arguments, -Called) is nondet.
'$called_argument'([Mode|Modes], [Argument|Arguments], Called) :-
    (   Mode == (^),
        '$unquantified'(Argument, Called)
    ;   integer(Mode),
        callable(Argument),
        (   Argument = Module:Closure
        ->  Called = Module:Goal
        ;   Closure = Argument,
            Called = Goal
        ),
        callable(Closure),
        \+ Closure = _:_,
        \+ Closure = _>>_,
        \+ Closure = _/_,
        length(Extra, Mode),
        Closure =.. Parts,
        append(Parts, Extra, More),
        Goal =.. More
    ;   '$called_argument'(Modes, Arguments, Called)
    ).

%! '$unquantified'(+Goal, -Inner)
'$unquantified'(Goal, Inner) :-
    (   nonvar(Goal),
        Goal = _^Rest
    ->  '$unquantified'(Rest, Inner)
    ;   Inner = Goal
    ).
