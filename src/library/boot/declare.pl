% Declarations: directives that say something of predicates or of the file.

%! dynamic(+Indicators) is det.
%  The predicates' clauses may change; calling one that has none fails. Indicators is Name/Arity, a
%  list, or a conjunction of such.
dynamic(Indicators) :-
    '$declare'(dynamic, Indicators).

%! discontiguous(+Indicators) is det.
%  The predicates' clauses may stand apart in a file.
discontiguous(Indicators) :-
    '$declare'(discontiguous, Indicators).

%! multifile(+Indicators) is det.
%  The predicates' clauses may stand in several files.
multifile(Indicators) :-
    '$declare'(multifile, Indicators).
