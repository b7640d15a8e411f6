% Circuits of gates by constraint handling rules: a rule for each thing that the known wires of a gate say of the others.
% Unknown wires are variables; a gate waits until one of its wires gets a value, or two become the same.

:- use_module(library(chr)).
:- initialization(main).

:- chr_constraint and(?,?,?), or(?,?,?), xor(?,?,?), not(?,?).

and(0,_,Z) <=> Z = 0.
and(_,0,Z) <=> Z = 0.
and(1,Y,Z) <=> Y = Z.
and(X,1,Z) <=> X = Z.
and(X,Y,1) <=> X = 1, Y = 1.
and(X,X,Z) <=> X = Z.
and(X,Y,A) \ and(X,Y,B) <=> A = B.
and(X,Y,A) \ and(Y,X,B) <=> A = B.

or(0,Y,Z) <=> Y = Z.
or(X,0,Z) <=> X = Z.
or(1,_,Z) <=> Z = 1.
or(_,1,Z) <=> Z = 1.
or(X,Y,0) <=> X = 0, Y = 0.
or(X,X,Z) <=> X = Z.

xor(0,Y,Z) <=> Y = Z.
xor(X,0,Z) <=> X = Z.
xor(X,Y,0) <=> X = Y.
xor(1,Y,Z) <=> not(Y,Z).
xor(X,1,Z) <=> not(X,Z).
xor(X,Y,1) <=> not(X,Y).
xor(X,X,Z) <=> Z = 0.

not(0,X) <=> X = 1.
not(1,X) <=> X = 0.
not(X,0) <=> X = 1.
not(X,1) <=> X = 0.
not(X,X) <=> fail.
not(X,Y) \ not(Y,Z) <=> X = Z.

% The sum of two bits and a carry.
adder(X, Y, Carry0, Sum, Carry) :-
    xor(X, Y, Half),
    xor(Half, Carry0, Sum),
    and(X, Y, Both),
    and(Half, Carry0, One),
    or(Both, One, Carry).

add([], [], Carry, [Carry]).
add([X|Xs], [Y|Ys], Carry0, [Sum|Sums]) :-
    adder(X, Y, Carry0, Sum, Carry),
    add(Xs, Ys, Carry, Sums).

waiting :-
    forall(find_chr_constraint(Gate), ( copy_term(Gate, Copy, _), numbervars(Copy, 0, _), print(Copy), nl )).

main :-
    % Forwards: 3 + 6, the lowest bit first.
    add([1,1,0], [0,1,1], 0, Sum),
    print(Sum), nl,
    % Backwards: what has to be added to 5 for 7?
    add([1,0,1], Other, 0, [1,1,1,0]),
    print(Other), nl,
    % Not enough is known: gates are left.
    adder(X, Y, 0, 1, _),
    waiting,
    % Now it is.
    X = 0,
    print(Y), nl,
    waiting.
