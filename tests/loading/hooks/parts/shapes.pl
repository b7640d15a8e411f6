:- module(shapes, [area/2, spin//1, op(700, xfx, fits)]).
area(square(A), B) :- B is A * A.
spin(X) --> [X].
