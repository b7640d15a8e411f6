% Terms as data: copies, functor/3, arg/3, =../2, comparison, unification of large terms.

bench_case(copy_term, copies(1000000), 1).
bench_case(functor_arg_univ, parts(1000000), 1).
bench_case(compare_terms, given(tree(16, T), same(T, 100)), 1).
bench_case(unify_terms, given(tree(16, T), unified(T, 200)), 1).
bench_case(copy_large, given(open_tree(16, T), copied(T, 100)), 1).

copies(N) :-
    T = f(_, g(A, [1,2,3,A]), h(_, x, y)),
    between(1, N, I),
    copy_term(T, C),
    C = f(_, g(_, [1|_]), _),
    I =:= N,
    !.

parts(0) :- !.
parts(N) :-
    functor(T, foo, 3),
    arg(1, T, N),
    arg(2, T, b),
    T =.. [foo|As],
    As = [N,b,c],
    functor(T, foo, 3),
    N1 is N - 1,
    parts(N1).

tree(0, leaf) :- !.
tree(N, node(L, N, R)) :-
    N1 is N - 1,
    tree(N1, L),
    tree(N1, R).

open_tree(0, _) :- !.
open_tree(N, node(L, N, R)) :-
    N1 is N - 1,
    open_tree(N1, L),
    open_tree(N1, R).

same(T, N) :-
    tree(16, U),
    between(1, N, I),
    T == U,
    compare(=, T, U),
    I =:= N,
    !.

unified(T, N) :-
    tree(16, U),
    between(1, N, I),
    \+ T \= U,
    I =:= N,
    !.

copied(T, N) :-
    between(1, N, I),
    copy_term(T, C),
    C = node(_, 16, _),
    I =:= N,
    !.
