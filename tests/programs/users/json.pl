% Reading JSON with a grammar.
:- use_module(library(dcg/basics)).
:- initialization(main, main).

json(V) -->
    blanks,
    value(V),
    blanks.

value(S) -->
    str(S),
    !.
value(N) -->
    number(N),
    !.
value(null) -->
    "null",
    !.
value(true) -->
    "true",
    !.
value(false) -->
    "false",
    !.
value(L) -->
    "[",
    !,
    ws,
    (   "]"
    ->  { L=[]
        }
    ;   elems(L),
        "]"
    ).
value(obj(L)) -->
    "{",
    !,
    ws,
    (   "}"
    ->  { L=[]
        }
    ;   pairs(L),
        "}"
    ).

elems([H|T]) -->
    json(H),
    (   ","
    ->  elems(T)
    ;   { T=[]
        }
    ).

pairs([K-V|T]) -->
    ws,
    str(K),
    ws,
    ":",
    json(V),
    (   ","
    ->  pairs(T)
    ;   { T=[]
        }
    ).

str(S) -->
    "\"",
    chars(Cs),
    { string_codes(S, Cs)
    }.

chars([]) -->
    "\"",
    !.
chars([C|T]) -->
    "\\",
    !,
    [E],
    { esc(E, C)
    },
    chars(T).
chars([C|T]) -->
    [C],
    chars(T).

esc(110, 10) :-
    !.
esc(116, 9) :-
    !.
esc(C, C).

ws -->
    blanks.

main :-
    S="{\"a\": [1, 2.5, -3e2, \"x\\ny\"], \"b\": {\"c\": null, \"d\": true}, \"e\": []}",
    string_codes(S, Cs),
    (   phrase(json(J), Cs)
    ->  print(J),
        nl,
        write_canonical(J),
        nl
    ;   writeln(failed)
    ),
    J=obj(Ps),
    memberchk("a"-A, Ps),
    sumnum(A, X),
    print(X),
    nl.

sumnum(L, S) :-
    include(number, L, Ns),
    sum_list(Ns, S).
