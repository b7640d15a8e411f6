% A Huffman code from the letters of a text.
:- initialization(main, main).

main :-
    L="this is an example for huffman encoding",
    string_chars(L, Cs),
    msort(Cs, Ss),
    clumped_(Ss, Fs),
    sort(0, @=<, Fs, Q),
    build(Q, T),
    findall(C-Code, code(T, C, Code), Codes0),
    sort(Codes0, Codes),
    forall(member(C-Code, Codes),
           ( atomic_list_concat(Code, A),
             format("~q~t~8|~a~n", [C, A])
           )),
    findall(B,
            ( member(Ch, Cs),
              memberchk(Ch-X, Codes),
              member(B, X)
            ),
            Bits),
    length(Bits, N),
    format("~d bits, ~2f per char~n", [N, N/39]).

clumped_(Ss, Fs) :-
    pairs_keys_values(Ps, Ss, Ss),
    group_pairs_by_key(Ps, G),
    findall(N-leaf(K),
            ( member(K-Vs, G),
              length(Vs, N)
            ),
            Fs).

build([_-T], T) :-
    !.
build([A-X, B-Y|R], T) :-
    C is A+B,
    ord_insert(C-node(X, Y), R, R2),
    build(R2, T).

ord_insert(K-V, L, R) :-
    append([K-V], L, M),
    sort(0, @=<, M, R).

code(leaf(C), C, []).
code(node(L, _), C, [0|R]) :-
    code(L, C, R).
code(node(_, Rt), C, [1|R]) :-
    code(Rt, C, R).
