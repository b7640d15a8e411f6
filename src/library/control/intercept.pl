% Signals to goals further out: library(intercept).

%! intercept(:Goal, ?Ball, :Handler) is nondet.
%  Calls Goal; Handler runs for each signal from it that unifies with Ball, and Goal goes on afterwards.
%  ?- intercept(send_signal(x(1)), x(X), nb_setval(seen, X)), nb_getval(seen, V).   %=> V = 1.
intercept(Goal, Ball, Handler) :-
    '$handlers'(Handlers),
    '$in_module'(Handler, Qualified),
    '$with_handlers'(Goal, [handler(Ball, Qualified)|Handlers], Handlers).

%! intercept(:Goal, ?Ball, :Handler, +Argument) is nondet.
%  Like intercept/3; Handler is called with Argument, which is not copied.
%  ?- intercept(send_signal(2), X, [A]>>nb_setval(seen, A), z), nb_getval(seen, V).   %=> V = z.
intercept(Goal, Ball, Handler, Argument) :-
    '$handlers'(Handlers),
    '$in_module'(Handler, Qualified),
    '$with_handlers'(Goal, [handler(Ball, Qualified, Argument)|Handlers], Handlers).

%! '$handlers'(-Handlers) is det.
'$handlers'(Handlers) :-
    (   catch(b_getval('$intercept', Handlers), error(existence_error(_, _), _), fail)
    ->  true
    ;   Handlers = []
    ).

%! '$with_handlers'(:Goal, +Inside, +Outside) is nondet.
'$with_handlers'(Goal, Inside, Outside) :-
    b_setval('$intercept', Inside),
    call(Goal),
    b_setval('$intercept', Outside).

%! send_signal(+Signal) is det.
%  Runs the innermost handler for Signal; an error if there is none.
%  ?- catch(send_signal(x), error(E, _), true).   %=> E = unintercepted_signal(x).
send_signal(Signal) :-
    '$handlers'(Handlers),
    (   '$find_handler'(Handlers, Signal, Goal)
    ->  ( call(Goal) -> true ; true )
    ;   throw(error(unintercepted_signal(Signal), _))
    ).

%! send_silent_signal(+Signal) is det.
%  Runs the innermost handler for Signal, if there is one.
%  ?- send_silent_signal(x).
send_silent_signal(Signal) :-
    '$handlers'(Handlers),
    (   '$find_handler'(Handlers, Signal, Goal)
    ->  ( call(Goal) -> true ; true )
    ;   true
    ).

%! '$find_handler'(+Handlers, +Signal, -Goal) is semidet.
'$find_handler'([Handler|Handlers], Signal, Goal) :-
    (   '$handles'(Handler, Signal, Found)
    ->  Goal = Found
    ;   '$find_handler'(Handlers, Signal, Goal)
    ).

%! '$handles'(+Handler, +Signal, -Goal) is semidet.
'$handles'(handler(Ball, Handler), Signal, Goal) :-
    copy_term(Ball-Handler, Signal-Goal).
'$handles'(handler(Ball, Handler, Argument), Signal, call(Copy, Argument)) :-
    copy_term(Ball-Handler, Signal-Copy).

%! intercept_all(+Template, :Goal, ?Ball, -List) is nondet.
%  List holds a copy of Template for each signal from Goal that unifies with Ball, in their order. Signals of what Goal
%  has undone by backtracking are not in it.
%  ?- intercept_all(X, maplist(send_signal, [1,2]), X, L).   %=> L = [1, 2].
intercept_all(Template, Goal, Ball, List) :-
    '$intercept_all'('$keep_signal'(setarg, Template), Goal, Ball, List).

%! nb_intercept_all(+Template, :Goal, ?Ball, -List) is nondet.
%  Like intercept_all/4, but List also has the signals of what was undone.
%  ?- nb_intercept_all(X, forall(member(Y, [1,2]), send_signal(Y)), X, L).   %=> L = [1, 2].
nb_intercept_all(Template, Goal, Ball, List) :-
    '$intercept_all'('$keep_signal'(nb_linkarg, Template), Goal, Ball, List).

%! '$intercept_all'(:Keep, :Goal, ?Ball, -List) is nondet.
'$intercept_all'(Keep, Goal, Ball, List) :-
    Found = [start],
    State = last(Found),
    intercept(Goal, Ball, Keep, State),
    Found = [_|List].

%! '$keep_signal'(:Set, +Template, !State) is det.
%  Set is setarg or nb_linkarg: it links the new signal to the last one.
'$keep_signal'(Set, Template, State) :-
    arg(1, State, Last),
    duplicate_term([Template], New),
    call(Set, 2, Last, New),
    call(Set, 1, State, New).
