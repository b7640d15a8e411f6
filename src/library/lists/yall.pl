% Lambda expressions: [X1,...]>>Goal, and Free/[X1,...]>>Goal. Each call uses a fresh copy of the expression; only the
% variables of Free are shared with its context. Those in the arguments of maplist/2 and its kin are compiled with their
% clause, which changes nothing in what they mean.

%! >>(+Parameters, :Lambda) is nondet.
%  Calls a fresh copy of Lambda.
%  ?- call([]>>true).
>>(Parameters, Lambda) :-
    '$lambda'(Parameters, Lambda, []).

%! >>(+Parameters, :Lambda, ?A1) is nondet.
%  Calls a fresh copy of Lambda with its first parameter unified with A1 and further arguments appended. A variable that
%  is no parameter has the value that it has at the call; bindings made by Lambda are seen outside only with
%  Free/Parameters>>Lambda. SWI-Prolog 9 does not see the value in a clause that is loaded after library(yall), so write
%  Free for it.
%  ?- maplist([X,Y]>>(Y is X*X), [1,2,3], L).
>>(Parameters, Lambda, A1) :-
    '$lambda'(Parameters, Lambda, [A1]).

%! >>(+Parameters, :Lambda, ?A1, ?A2) is nondet.
%  Like >>/3, with 2 arguments.
%  ?- call([_X,_Y]>>(_Y is _X+1), 1, Z).   %=> Z = 2.
>>(Parameters, Lambda, A1, A2) :-
    '$lambda'(Parameters, Lambda, [A1, A2]).

%! >>(+Parameters, :Lambda, ?A1, ?A2, ?A3) is nondet.
%  Like >>/3, with 3 arguments.
>>(Parameters, Lambda, A1, A2, A3) :-
    '$lambda'(Parameters, Lambda, [A1, A2, A3]).

%! >>(+Parameters, :Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%  Like >>/3, with 4 arguments.
>>(Parameters, Lambda, A1, A2, A3, A4) :-
    '$lambda'(Parameters, Lambda, [A1, A2, A3, A4]).

%! >>(+Parameters, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%  Like >>/3, with 5 arguments.
>>(Parameters, Lambda, A1, A2, A3, A4, A5) :-
    '$lambda'(Parameters, Lambda, [A1, A2, A3, A4, A5]).

%! >>(+Parameters, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%  Like >>/3, with 6 arguments.
>>(Parameters, Lambda, A1, A2, A3, A4, A5, A6) :-
    '$lambda'(Parameters, Lambda, [A1, A2, A3, A4, A5, A6]).

%! >>(+Parameters, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%  Like >>/3, with 7 arguments.
>>(Parameters, Lambda, A1, A2, A3, A4, A5, A6, A7) :-
    '$lambda'(Parameters, Lambda, [A1, A2, A3, A4, A5, A6, A7]).

%! '$lambda'(+Parameters, :Lambda, +Args)
'$lambda'(Parameters, Lambda, Args) :-
    '$fresh_lambda'(Parameters, Lambda, Fresh, Body),
    '$bind_parameters'(Fresh, Args, Rest, Parameters>>Lambda),
    '$call_with'(Rest, Body).

%! '$fresh_lambda'(+Parameters, :Lambda, -Fresh, -Body)
'$fresh_lambda'(Parameters, Lambda, Fresh, Body) :-
    (   nonvar(Parameters),
        Parameters = Free/Bound
    ->  must_be(list, Bound),
        copy_term_nat(lambda(Free, Bound, Lambda), lambda(Free, Fresh, Body))
    ;   must_be(list, Parameters),
        copy_term_nat(Parameters-Lambda, Fresh-Body)
    ).

%! '$bind_parameters'(+Parameters, +Args, -Rest, +Lambda)
%  Rest are the arguments for which there is no parameter.
'$bind_parameters'([], Rest, Rest, _).
'$bind_parameters'([Parameter|Parameters], Args, Rest, Lambda) :-
    (   Args = [Arg|More]
    ->  Parameter = Arg,
        '$bind_parameters'(Parameters, More, Rest, Lambda)
    ;   domain_error(lambda_parameters, Lambda)
    ).

%! '$call_with'(+Args, :Goal)
'$call_with'([], Goal) :-
    call(Goal).
'$call_with'([A1], Goal) :-
    call(Goal, A1).
'$call_with'([A1, A2], Goal) :-
    call(Goal, A1, A2).
'$call_with'([A1, A2, A3], Goal) :-
    call(Goal, A1, A2, A3).
'$call_with'([A1, A2, A3, A4], Goal) :-
    call(Goal, A1, A2, A3, A4).
'$call_with'([A1, A2, A3, A4, A5], Goal) :-
    call(Goal, A1, A2, A3, A4, A5).
'$call_with'([A1, A2, A3, A4, A5, A6], Goal) :-
    call(Goal, A1, A2, A3, A4, A5, A6).
'$call_with'([A1, A2, A3, A4, A5, A6, A7], Goal) :-
    call(Goal, A1, A2, A3, A4, A5, A6, A7).

%! /(+Free, :Lambda) is nondet.
%  Calls a fresh copy of Lambda that shares only the variables of Free.
/(Free, Lambda) :-
    '$free_lambda'(Free, Lambda, []).

%! /(+Free, :Lambda, ?A1) is nondet.
%  Calls a fresh copy of Lambda, which shares only the variables of Free, with one additional argument.
%  ?- N = 2, maplist([N]/plus(N), [1,2], L).   %=> N = 2, L = [3,4].
/(Free, Lambda, A1) :-
    '$free_lambda'(Free, Lambda, [A1]).

%! /(+Free, :Lambda, ?A1, ?A2) is nondet.
%  Like (/)/3, with 2 arguments.
/(Free, Lambda, A1, A2) :-
    '$free_lambda'(Free, Lambda, [A1, A2]).

%! /(+Free, :Lambda, ?A1, ?A2, ?A3) is nondet.
%  Like (/)/3, with 3 arguments.
/(Free, Lambda, A1, A2, A3) :-
    '$free_lambda'(Free, Lambda, [A1, A2, A3]).

%! /(+Free, :Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%  Like (/)/3, with 4 arguments.
/(Free, Lambda, A1, A2, A3, A4) :-
    '$free_lambda'(Free, Lambda, [A1, A2, A3, A4]).

%! /(+Free, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%  Like (/)/3, with 5 arguments.
/(Free, Lambda, A1, A2, A3, A4, A5) :-
    '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5]).

%! /(+Free, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%  Like (/)/3, with 6 arguments.
/(Free, Lambda, A1, A2, A3, A4, A5, A6) :-
    '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5, A6]).

%! /(+Free, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%  Like (/)/3, with 7 arguments.
/(Free, Lambda, A1, A2, A3, A4, A5, A6, A7) :-
    '$free_lambda'(Free, Lambda, [A1, A2, A3, A4, A5, A6, A7]).

%! '$free_lambda'(+Free, :Lambda, +Args)
'$free_lambda'(Free, Lambda, Args) :-
    (   nonvar(Lambda),
        Lambda = (Parameters >> Body)
    ->  '$lambda'(Free/Parameters, Body, Args)
    ;   nonvar(Lambda),
        Lambda = Module:Inner,
        nonvar(Inner),
        Inner = (Parameters >> Body)
    ->  '$lambda'(Free/Parameters, Module:Body, Args)
    ;   copy_term_nat(Free/Lambda, Free/Fresh),
        '$call_with'(Args, Fresh)
    ).

%! \(+Lambda) is nondet.
%  Calls a fresh copy of Lambda.
\(Lambda) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh).

%! \(+Lambda, ?A1) is nondet.
%  Calls a fresh copy of Lambda, Parameter^Body, with its parameter unified with A1.
%  ?- maplist(\_X^_Y^(_Y is _X + 1), [1,2], L).   %=> L = [2,3].
\(Lambda, A1) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1).

%! \(+Lambda, ?A1, ?A2) is nondet.
%  Like (\)/2, with 2 arguments.
\(Lambda, A1, A2) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2).

%! \(+Lambda, ?A1, ?A2, ?A3) is nondet.
%  Like (\)/2, with 3 arguments.
\(Lambda, A1, A2, A3) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2, A3).

%! \(+Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%  Like (\)/2, with 4 arguments.
\(Lambda, A1, A2, A3, A4) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4).

%! \(+Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%  Like (\)/2, with 5 arguments.
\(Lambda, A1, A2, A3, A4, A5) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4, A5).

%! \(+Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%  Like (\)/2, with 6 arguments.
\(Lambda, A1, A2, A3, A4, A5, A6) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4, A5, A6).

%! \(+Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%  Like (\)/2, with 7 arguments.
\(Lambda, A1, A2, A3, A4, A5, A6, A7) :-
    copy_term_nat(Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4, A5, A6, A7).

%! ^(?V, :Body, ?A1) is nondet.
%  Calls Body with the parameter V unified with A1; for the lambda expressions of (\)/2.
^(V, Body, A1) :-
    V = A1,
    call(Body).

%! ^(?V, :Body, ?A1, ?A2) is nondet.
%  Like (^)/3, with 2 arguments.
^(V, Body, A1, A2) :-
    V = A1,
    call(Body, A2).

%! ^(?V, :Body, ?A1, ?A2, ?A3) is nondet.
%  Like (^)/3, with 3 arguments.
^(V, Body, A1, A2, A3) :-
    V = A1,
    call(Body, A2, A3).

%! ^(?V, :Body, ?A1, ?A2, ?A3, ?A4) is nondet.
%  Like (^)/3, with 4 arguments.
^(V, Body, A1, A2, A3, A4) :-
    V = A1,
    call(Body, A2, A3, A4).

%! ^(?V, :Body, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%  Like (^)/3, with 5 arguments.
^(V, Body, A1, A2, A3, A4, A5) :-
    V = A1,
    call(Body, A2, A3, A4, A5).

%! ^(?V, :Body, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%  Like (^)/3, with 6 arguments.
^(V, Body, A1, A2, A3, A4, A5, A6) :-
    V = A1,
    call(Body, A2, A3, A4, A5, A6).

%! is_lambda(@Term) is semidet.
%  True if Term is a lambda expression.
%  ?- is_lambda([X]>>true).
is_lambda(Term) :-
    compound(Term),
    functor(Term, Name, Arity),
    Arity >= 2,
    ( Name == (>>) ; Name == (/) ),
    !.

%! lambda_calls(+Lambda, -Goal) is semidet.
%  Goal is what Lambda calls if it is called without more arguments.
%  ?- lambda_calls([]>>p(X), G).   %=> G = p(X).
%  ?- lambda_calls({X}/p, G).   %=> G = p.
lambda_calls(Lambda, Goal) :-
    nonvar(Lambda),
    lambda_calls(Lambda, 0, Goal).

%! lambda_calls(+Lambda, +More, -Goal) is semidet.
%  Goal is what Lambda calls if it is called with More arguments, a number or a list.
%  ?- lambda_calls([X]>>p(X), 2, G), G = p(_, _).   %=> G = p(X, _A).
lambda_calls(Lambda, More, Goal) :-
    must_be(nonvar, Lambda),
    (   integer(More)
    ->  length(Arguments, More)
    ;   must_be(list, More),
        Arguments = More
    ),
    '$lambda_body'(Lambda, Arguments, Rest, Body),
    callable(Body),
    Body =.. List0,
    append(List0, Rest, List),
    Goal =.. List.

%! '$lambda_body'(+Lambda, +Arguments, -Rest, -Body) is semidet.
'$lambda_body'(Free/Lambda, Arguments, Rest, Body) :-
    (   nonvar(Lambda),
        Lambda = Parameters>>Goal
    ->  '$lambda_body'(Free/Parameters>>Goal, Arguments, Rest, Body)
    ;   Body = Lambda,
        Rest = Arguments
    ).
'$lambda_body'(Parameters>>Body0, Arguments, Rest, Body) :-
    (   nonvar(Parameters),
        Parameters = Free/_
    ->  copy_term_nat(Free/Parameters>>Body0, Free/(_/Bound)>>Body)
    ;   copy_term_nat(Parameters>>Body0, Bound>>Body)
    ),
    must_be(list, Bound),
    '$bind_parameters'(Bound, Arguments, Rest, Parameters>>Body0).
