% A clause that is lost to a syntax error may be the one that ends a recursion: that no clause ends it is not told.
lengths([], [] .
lengths([X|Xs], [N|Ns]) :- length(X, N), lengths(Xs, Ns).
clauses
  lasts([], []).
lasts([X|Xs], [N|Ns]) :- length(X, N), lasts(Xs, Ns).
