% Texts as lists of characters and codes: words counted, letters shifted, patterns found,
% numbers spelled out, texts joined and split with atom_concat/3 and sub_atom/5.

bench_case(word_counts, counted(1500), 1).
bench_case(caesar, given(text(T), shifted(4000, T)), 1).
bench_case(find_pattern, given(text(T), found(2000, T)), 1).
bench_case(concat_splits, concatenated(10000), 1).
bench_case(sub_atoms, contained(6000), 1).
bench_case(roman_numbers, roman(12), 1).

text('the rain falls on the roof and the roof keeps the rain from the hall where the old king of the far hills sits with the map of the far sea on his knees and dreams of the ships that the sea keeps').

counted(0) :- !.
counted(N) :-
    text(T),
    atom_chars(T, Cs),
    words(Cs, Ws),
    length(Ws, 43),
    pairs(Ws, Ps),
    keysort(Ps, Sorted),
    grouped(Sorted, Groups),
    highest(Groups, none-0, the-11),
    N1 is N - 1,
    counted(N1).

words([], []).
words([C|Cs], Ws) :-
    (   C == ' '
    ->  words(Cs, Ws)
    ;   word(Cs, Rest, Tail),
        atom_chars(W, [C|Rest]),
        Ws = [W|Ws1],
        words(Tail, Ws1)
    ).

word([], [], []).
word([C|Cs], Rest, Tail) :-
    (   C == ' '
    ->  Rest = [],
        Tail = Cs
    ;   Rest = [C|Rest1],
        word(Cs, Rest1, Tail)
    ).

pairs([], []).
pairs([W|Ws], [W-1|Ps]) :-
    pairs(Ws, Ps).

grouped([], []).
grouped([W-N|Ps], Groups) :-
    grouped(Ps, W, N, Groups).

grouped([W-M|Ps], W, N0, Groups) :-
    !,
    N is N0 + M,
    grouped(Ps, W, N, Groups).
grouped(Ps, W, N, [W-N|Groups]) :-
    grouped(Ps, Groups).

highest([], Best, Best).
highest([W-N|Gs], V-M, Best) :-
    (   N > M
    ->  highest(Gs, W-N, Best)
    ;   highest(Gs, V-M, Best)
    ).

% Thirteen letters on, and thirteen more, is where it began.
shifted(0, _) :- !.
shifted(N, T) :-
    atom_codes(T, Cs),
    shift(Cs, Ds),
    atom_codes(U, Ds),
    U \== T,
    shift(Ds, Es),
    atom_codes(T, Es),
    N1 is N - 1,
    shifted(N1, T).

shift([], []).
shift([C|Cs], [D|Ds]) :-
    (   C >= 97,
        C =< 122
    ->  D is (C - 97 + 13) mod 26 + 97
    ;   D = C
    ),
    shift(Cs, Ds).

% Where "the " is followed later by a word that ends in "ps".
found(0, _) :- !.
found(N, T) :-
    atom_codes(T, Cs),
    atom_codes('the ', First),
    atom_codes('ps ', Second),
    findall(P, ( at(Cs, 0, P, First, Rest), among(Rest, Second) ), Ps),
    length(Ps, 13),
    N1 is N - 1,
    found(N1, T).

at(Cs, P, P, Pattern, Rest) :-
    prefix(Pattern, Cs, Rest).
at([_|Cs], P0, P, Pattern, Rest) :-
    P1 is P0 + 1,
    at(Cs, P1, P, Pattern, Rest).

among(Cs, Pattern) :-
    prefix(Pattern, Cs, _).
among([_|Cs], Pattern) :-
    among(Cs, Pattern).

prefix([], Rest, Rest).
prefix([C|Cs], [C|Ds], Rest) :-
    prefix(Cs, Ds, Rest).

concatenated(0) :- !.
concatenated(N) :-
    findall(A-B, atom_concat(A, B, abracadabra_abracadabra), Splits),
    length(Splits, 24),
    findall(X, ( one_of(A-B, Splits), atom_length(A, 11), atom_concat(B, A, X) ), Xs),
    Xs = ['_abracadabraabracadabra'],
    N1 is N - 1,
    concatenated(N1).

one_of(X, [X|_]).
one_of(X, [_|Xs]) :-
    one_of(X, Xs).

contained(0) :- !.
contained(N) :-
    text(T),
    findall(B, sub_atom(T, B, _, _, the), Bs),
    length(Bs, 11),
    findall(A, ( sub_atom(T, B, 1, A, ' '), A < 20 ), As),
    length(As, 4),
    sub_atom(T, B1, _, 0, ' keeps'),
    !,
    sub_atom(T, 0, B1, _, Before),
    sub_atom(Before, _, 3, 0, sea),
    N1 is N - 1,
    contained(N1).

roman(0) :- !.
roman(_) :-
    between(1, 1000, I),
    spelled(I, A),
    atom_chars(A, Cs),
    value(Cs, 0, V),
    V =\= I,
    !,
    fail.
roman(N) :-
    spelled(1994, 'MCMXCIV'),
    N1 is N - 1,
    roman(N1).

spelled(I, A) :-
    letters(I, Cs),
    atom_chars(A, Cs).

letters(0, []) :- !.
letters(I, Cs) :-
    sign(V, S),
    V =< I,
    !,
    joined(S, Rest, Cs),
    J is I - V,
    letters(J, Rest).

joined([], L, L).
joined([X|Xs], L, [X|R]) :-
    joined(Xs, L, R).

sign(1000, ['M']).
sign(900, ['C','M']).
sign(500, ['D']).
sign(400, ['C','D']).
sign(100, ['C']).
sign(90, ['X','C']).
sign(50, ['L']).
sign(40, ['X','L']).
sign(10, ['X']).
sign(9, ['I','X']).
sign(5, ['V']).
sign(4, ['I','V']).
sign(1, ['I']).

value([], V, V).
value(Cs, V0, V) :-
    sign(N, S),
    prefix(S, Cs, Rest),
    !,
    V1 is V0 + N,
    value(Rest, V1, V).
