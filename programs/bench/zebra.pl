% The puzzle of five houses: unification of structures in a list, much backtracking.

bench_case(zebra, owner(japanese), 600).

% house(Nation, Colour, Pet, Drink, Smoke), from left to right.
owner(Who) :-
    Houses = [house(norwegian,_,_,_,_),_,house(_,_,_,milk,_),_,_],
    among(house(english,red,_,_,_), Houses),
    among(house(spanish,_,dog,_,_), Houses),
    among(house(_,green,_,coffee,_), Houses),
    among(house(ukrainian,_,_,tea,_), Houses),
    right_of(house(_,green,_,_,_), house(_,ivory,_,_,_), Houses),
    among(house(_,_,snails,_,winston), Houses),
    among(house(_,yellow,_,_,kools), Houses),
    beside(house(_,_,_,_,chesterfield), house(_,_,fox,_,_), Houses),
    beside(house(_,_,_,_,kools), house(_,_,horse,_,_), Houses),
    among(house(_,_,_,juice,luckies), Houses),
    among(house(japanese,_,_,_,parliament), Houses),
    beside(house(norwegian,_,_,_,_), house(_,blue,_,_,_), Houses),
    among(house(Who,_,zebra,_,_), Houses),
    !.

among(X, [X|_]).
among(X, [_|Xs]) :-
    among(X, Xs).

right_of(R, L, [L,R|_]).
right_of(R, L, [_|Hs]) :-
    right_of(R, L, Hs).

beside(A, B, Hs) :-
    right_of(A, B, Hs).
beside(A, B, Hs) :-
    right_of(B, A, Hs).
