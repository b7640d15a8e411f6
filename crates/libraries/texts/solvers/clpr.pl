% What library(clpr) has and library(clpq) has not: see clpq.pl.

%! bb_inf(+Variables, +Expression, -Inf, -Values, +Tolerance) is semidet.
%  Like bb_inf/3, over floats only; Values are those of Variables where Expression has its infimum. A value that is at
%  most Tolerance from an integer is taken for it.
%  ?- {2*X >= 5.0, 2*X =< 9.0}, bb_inf([X], X, I, L, 0.01), X = 4.   %=> X = 4, I = 3.0, L = [3].
bb_inf(Variables, Expression, Inf, Values, Tolerance) :-
    must_be(number, Tolerance),
    '$clp_bb_inf'(r, Variables, Expression, Inf, Values, Tolerance).
