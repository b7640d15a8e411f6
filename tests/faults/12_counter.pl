% A variable keeps its value.
% ?- squares(1, 3, L).
% ?- why.
squares(I, N, []) :- I > N.
squares(I, N, [S|Ss]) :- I =< N, S is I * I, I = I + 1, squares(I, N, Ss).
