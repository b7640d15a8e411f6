% The printed text has \= for =\= : terms are compared, not values.
% ?- queens(4, Qs).
% ?- wrong.
% > n
% > y
% > n
% > y
queens(N, Qs) :- numlist(1, N, Ns), place(Ns, 1, Qs).
place([], _, []).
place(Free, C, [C/R|Qs]) :- select(R, Free, Left), C1 is C + 1, place(Left, C1, Qs), attacks_none(C/R, Qs).
attacks_none(_, []).
attacks_none(C/R, [C1/R1|Qs]) :- R1-R \= C1-C, R-R1 \= C1-C, attacks_none(C/R, Qs).
