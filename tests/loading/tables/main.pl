% Tabled predicates under their own names, and one that is tabled no more when its text is loaded again.
:- table q/1.
:- discontiguous d/1.
:- table d/1, path(_,_,min).
d(1).
path(X, X, 0).
d(2).
path(X, Y, C) :-
    path(X, Z, C0),
    e(Z, Y),
    C is C0+1.
e(a, b).
:- dynamic(with_table/0).
with_table.

:- initialization(go).

go :-
    catch(q(_), error(Error, _), ( print(Error), nl )),
    listing(d/1),
    listing(path/3),
    listing(q/1),
    forall(member(P, [d(_),e(_,_)]), ( predicate_property(P, tabled) -> writeln(tabled) ; writeln(plain) )),
    forall(current_predicate(Name/_), ( print(Name), nl )),
    again,
    retract(with_table),
    again.

again :-
    consult(again),
    findall(X, p(X), Xs),
    print(Xs),
    nl,
    listing(p/1).
