% append/3 gets an element where it needs a list: [H].
% ?- rev([1,2,3], R).
% ?- why.
rev([], []).
rev([H|T], R) :- rev(T, RT), app(RT, H, R).
app([], L, L).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
