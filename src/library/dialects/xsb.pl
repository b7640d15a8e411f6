% Predicates of XSB: library(dialect/xsb).

%! sk_not(:Goal) is semidet.
%  Negation of a tabled goal; synonym of tnot/1.
sk_not(Goal) :-
    tnot(Goal).

%! cut_to(+Choice) is det.
%  Synonym of prolog_cut_to/1.
%  ?- prolog_current_choice(_C), ( X = 1 ; X = 2 ), cut_to(_C).   %=> X = 1.
cut_to(Choice) :-
    prolog_cut_to(Choice).

%! gc_tables(-Remaining) is det.
%  Tables that are no longer used are collected without being asked; Remaining is 0.
%  ?- gc_tables(N).   %=> N = 0.
gc_tables(0).
