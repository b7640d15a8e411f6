% Naive reverse of 30 elements, 496 calls each time: lists taken apart and built.

bench_case(nrev30, reversed, 100000).

reversed :-
    nrev([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30], R),
    R = [30,29|_].

nrev([], []).
nrev([H|T], R) :-
    nrev(T, RT),
    app(RT, [H], R).

app([], L, L).
app([H|T], L, [H|R]) :-
    app(T, L, R).
