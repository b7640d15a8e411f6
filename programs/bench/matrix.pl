% Matrices as lists of rows: products of integers and of floats, transposition, powers,
% and determinants by elimination modulo a prime.

bench_case(product_integers, given(square(40, M), products(100, M)), 1).
bench_case(product_floats, given(floats(40, M), float_products(30, M)), 1).
bench_case(transpose, given(square(100, M), transposed(120, M)), 1).
bench_case(determinant_modulo, given(square(60, M), determinants(30, M)), 1).

% The element of row I and column J.
square(N, M) :-
    rows(1, N, M).

rows(I, N, []) :-
    I > N,
    !.
rows(I, N, [R|Rs]) :-
    row(1, I, N, R),
    I1 is I + 1,
    rows(I1, N, Rs).

row(J, _, N, []) :-
    J > N,
    !.
row(J, I, N, [X|Xs]) :-
    X is (I * I * 31 + J * 17 + I * J * J) mod 101,
    J1 is J + 1,
    row(J1, I, N, Xs).

floats(N, M) :-
    square(N, M0),
    halved_rows(M0, M).

halved_rows([], []).
halved_rows([R0|Rs0], [R|Rs]) :-
    halved(R0, R),
    halved_rows(Rs0, Rs).

halved([], []).
halved([X|Xs], [Y|Ys]) :-
    Y is X * 0.5,
    halved(Xs, Ys).

products(0, _) :- !.
products(N, M) :-
    product(M, M, P),
    trace(P, 0, T),
    T =:= 4252100,
    N1 is N - 1,
    products(N1, M).

float_products(0, _) :- !.
float_products(N, M) :-
    product(M, M, P),
    trace(P, 0, T),
    T =:= 4252100 / 4.0,
    N1 is N - 1,
    float_products(N1, M).

product(A, B, P) :-
    turned(B, Columns),
    product_rows(A, Columns, P).

product_rows([], _, []).
product_rows([R|Rs], Columns, [P|Ps]) :-
    product_row(Columns, R, P),
    product_rows(Rs, Columns, Ps).

product_row([], _, []).
product_row([C|Cs], R, [X|Xs]) :-
    dot(C, R, 0, X),
    product_row(Cs, R, Xs).

dot([], [], S, S).
dot([A|As], [B|Bs], S0, S) :-
    S1 is S0 + A * B,
    dot(As, Bs, S1, S).

trace(M, I, 0) :-
    M == [],
    !,
    I >= 0.
trace([R|Rs], I, T) :-
    element(I, R, X),
    I1 is I + 1,
    trace(Rs, I1, T0),
    T is T0 + X.

element(0, [X|_], X) :- !.
element(I, [_|Xs], X) :-
    I1 is I - 1,
    element(I1, Xs, X).

transposed(0, _) :- !.
transposed(N, M) :-
    turned(M, T),
    turned(T, M1),
    M1 == M,
    N1 is N - 1,
    transposed(N1, M).

turned([[]|_], []) :- !.
turned(Rows, [Column|Columns]) :-
    first_column(Rows, Column, Rest),
    turned(Rest, Columns).

first_column([], [], []).
first_column([[X|Xs]|Rows], [X|Column], [Xs|Rest]) :-
    first_column(Rows, Column, Rest).

determinants(0, _) :- !.
determinants(N, M) :-
    determinant(M, 10007, 1, D),
    D =:= 68,
    N1 is N - 1,
    determinants(N1, M).

determinant([], _, D, D) :- !.
determinant(Rows, P, D0, D) :-
    (   pivot(Rows, [H|Row], Others, Sign)
    ->  D1 is D0 * Sign * H mod P,
        inverse(H, P, I),
        reduced(Others, Row, I, P, Rest),
        determinant(Rest, P, D1, D)
    ;   D = 0
    ).

% The first row that does not begin with 0; each row that it passes turns the sign.
pivot([[0|R]|Rows], Row, [[0|R]|Others], Sign) :-
    !,
    pivot(Rows, Row, Others, Sign0),
    Sign is -Sign0.
pivot([Row|Rows], Row, Rows, 1).

reduced([], _, _, _, []).
reduced([[H|Xs]|Rows], Row, I, P, [Ys|Rest]) :-
    F is H * I mod P,
    combined(Xs, Row, F, P, Ys),
    reduced(Rows, Row, I, P, Rest).

combined([], [], _, _, []).
combined([X|Xs], [R|Rs], F, P, [Y|Ys]) :-
    Y is (X - F * R) mod P,
    combined(Xs, Rs, F, P, Ys).

% By Euclid's algorithm.
inverse(A, P, I) :-
    inverse(P, A, 0, 1, P, I).

inverse(_, 1, _, X, P, I) :-
    !,
    I is X mod P.
inverse(A, B, X0, X1, P, I) :-
    Q is A // B,
    C is A - Q * B,
    X2 is X0 - Q * X1,
    inverse(B, C, X1, X2, P, I).
