% Looking for faults in a program without running it, with the names of library(check).

%! check is det.
%  Tells what is suspicious in the program: so far, the same as list_undefined/0.
%  ?- check.
check :-
    list_undefined.

%! list_undefined is det.
%  Tells which predicates are called in the program but are not defined, and by which.
%  ?- list_undefined.
list_undefined :-
    list_undefined([]).

%! list_undefined(+Options) is det.
%  As list_undefined/0; the options change nothing.
%  ?- assertz((p :- \+ (q, no_such_predicate(1)))), assertz(q), findall(C, '$undefined_call'(C), L).   %=> L = [no_such_predicate/1-p/0].
list_undefined(_) :-
    findall(Call, '$undefined_call'(Call), Calls0),
    sort(Calls0, Calls),
    (   Calls == []
    ->  true
    ;   print_message(warning, check(undefined_procedures, Calls))
    ).

%! '$undefined_call'(-Call) is nondet.
%  Call is Undefined-Caller, of indicators.
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
%  The goals in a body that are known, also those in arguments of control constructs and other predicates.
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
        \+ Argument = _:_,
        \+ Argument = _>>_,
        \+ Argument = _/_,
        length(Extra, Mode),
        Argument =.. Parts,
        append(Parts, Extra, More),
        Called =.. More
    ;   '$called_argument'(Modes, Arguments, Called)
    ).

%! '$unquantified'(+Goal, -Inner)
'$unquantified'(Goal, Inner) :-
    (   nonvar(Goal),
        Goal = _^Rest
    ->  '$unquantified'(Rest, Inner)
    ;   Inner = Goal
    ).
