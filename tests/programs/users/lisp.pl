% A small Lisp: its reader is a grammar, its evaluator has closures.
:- initialization(main, main).
:- set_prolog_flag(double_quotes, codes).

sexps([E|Es]) -->
    ws,
    sexp(E),
    !,
    sexps(Es).
sexps([]) -->
    ws.

sexp(L) -->
    "(",
    sexps(L),
    ")".
sexp(q(E)) -->
    "'",
    sexp(E).
sexp(A) -->
    sym(Cs),
    { catch(number_codes(A, Cs), error(syntax_error(_), _), atom_codes(A, Cs))
    }.

sym([C|Cs]) -->
    [C],
    { \+ memberchk(C, "() '\n\t")
    },
    symr(Cs).

symr([C|Cs]) -->
    [C],
    { \+ memberchk(C, "() '\n\t")
    },
    !,
    symr(Cs).
symr([]) -->
    [].

ws -->
    [C],
    { code_type(C, space)
    },
    !,
    ws.
ws -->
    ";",
    !,
    skip,
    ws.
ws -->
    [].

skip -->
    "\n",
    !.
skip -->
    [_],
    !,
    skip.
skip -->
    [].

eval(N, _, N) :-
    number(N),
    !.
eval(A, E, V) :-
    atom(A),
    !,
    (   memberchk(A=V, E)
    ->  true
    ;   existence_error(variable, A)
    ).
eval(q(X), _, X) :-
    !.
eval([lambda, Ps, B], E, closure(Ps, B, E)) :-
    !.
eval([if, C, T, F], E, V) :-
    !,
    eval(C, E, CV),
    (   CV==false
    ->  eval(F, E, V)
    ;   eval(T, E, V)
    ).
eval([let, Bs, B], E, V) :-
    !,
    findall(N=X,
            ( member([N, Ex], Bs),
              eval(Ex, E, X)
            ),
            Ns),
    append(Ns, E, E1),
    eval(B, E1, V).
eval([F|As], E, V) :-
    prim(F),
    !,
    maplist([A, X]>>eval(A, E, X), As, Vs),
    apply_prim(F, Vs, V).
eval([F|As], E, V) :-
    eval(F, E, closure(Ps, B, CE)),
    maplist([A, X]>>eval(A, E, X), As, Vs),
    maplist([P, X, P=X]>>true, Ps, Vs, New),
    append(New, CE, E1),
    eval(B, E1, V).

prim(+).
prim(*).
prim(-).
prim(<).
prim(car).
prim(cdr).
prim(cons).
prim(list).

apply_prim(+, L, V) :-
    foldl([A, B, C]>>(C is A+B), L, 0, V).
apply_prim(*, L, V) :-
    foldl([A, B, C]>>(C is A*B), L, 1, V).
apply_prim(-, [A, B], V) :-
    V is A-B.
apply_prim(<, [A, B], V) :-
    (   A<B
    ->  V=true
    ;   V=false
    ).
apply_prim(car, [[H|_]], H).
apply_prim(cdr, [[_|T]], T).
apply_prim(cons, [H, T], [H|T]).
apply_prim(list, L, L).

run(S) :-
    phrase(sexps(Es), S),
    forall(member(E, Es),
           (   catch(eval(E, [], V),
                     Err,
                     ( print_message(error, Err),
                       V=error
                     ))
           ->  print(V),
               nl
           ;   writeln(failed)
           )).

main :-
    run("(+ 1 2 (* 3 4)) ; comment\n ((lambda (x y) (- x y)) 10 3) (let ((a 1) (b 2)) (list a b '(c d e))) (if (< 1 2) 'yes 'no) (car (cdr '(1 2 3))) foo (car 5)").
