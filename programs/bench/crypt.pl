% Puzzles of letters for digits: SEND + MORE = MONEY column by column, with the carries;
% by trying all digits first and testing the sum last; and a product of three digits by two.

bench_case(send_more_money, columns, 1000).
bench_case(send_more_tested, tested, 40).
bench_case(crypt_product, product, 1000).

columns :-
    puzzle(Digits),
    !,
    Digits = [9,5,6,7,1,0,8,2].

% Column by column from the right.
puzzle([S,E,N,D,M,O,R,Y]) :-
    M = 1,
    Ds0 = [0,2,3,4,5,6,7,8,9],
    take(D, Ds0, Ds1),
    take(E, Ds1, Ds2),
    sum(D, E, 0, Y, C1),
    take(Y, Ds2, Ds3),
    take(N, Ds3, Ds4),
    take(R, Ds4, Ds5),
    sum(N, R, C1, E, C2),
    take(O, Ds5, Ds6),
    sum(E, O, C2, N, C3),
    take(S, Ds6, _),
    S > 0,
    sum(S, M, C3, O, M).

sum(A, B, C, D, C1) :-
    T is A + B + C,
    D is T mod 10,
    C1 is T // 10.

take(X, [X|Xs], Xs).
take(X, [Y|Xs], [Y|Ys]) :-
    take(X, Xs, Ys).

% M is 1, so that S is 8 or 9 and O is 0; nothing else is deduced.
tested :-
    findall(S-E-N-D-R-Y, guess(S, E, N, D, R, Y), [9-5-6-7-8-2]).

guess(S, E, N, D, R, Y) :-
    take(S, [8,9], _),
    take(S, [2,3,4,5,6,7,8,9], D1),
    take(E, D1, D2),
    take(N, D2, D3),
    take(D, D3, D4),
    take(R, D4, D5),
    take(Y, D5, _),
    Send is S * 1000 + E * 100 + N * 10 + D,
    More is 1000 + R * 10 + E,
    Money is 10000 + N * 100 + E * 10 + Y,
    Send + More =:= Money.

% Which three digits times two give even, odd, even ... partial products of a known shape:
%        O E E
%          E E      E stands for an even digit, O for an odd one
%      -------
%      E O E E
%      E O E
%      -------
%      O O E E
product :-
    findall(A-B, multiplied(A, B), [348-28]).

multiplied(A, B) :-
    odd(A1), even(A2), even(A3),
    A is A1 * 100 + A2 * 10 + A3,
    even(B2),
    B2 > 0,
    P is A * B2,
    P >= 1000,
    shape(P, [even,even,odd,even]),
    even(B1),
    B1 > 0,
    Q is A * B1,
    Q < 1000,
    shape(Q, [even,odd,even]),
    B is B1 * 10 + B2,
    R is A * B,
    R < 10000,
    shape(R, [even,even,odd,odd]).

% The kinds of the digits from the right.
shape(0, []) :- !.
shape(N, [K|Ks]) :-
    D is N mod 10,
    digit(K, D),
    M is N // 10,
    shape(M, Ks).

digit(even, D) :- even(D).
digit(odd, D) :- odd(D).

even(0).
even(2).
even(4).
even(6).
even(8).

odd(1).
odd(3).
odd(5).
odd(7).
odd(9).
