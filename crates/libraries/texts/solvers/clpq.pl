% library(clpq) and library(clpr): linear constraints over rational numbers and over floats.
%
% Each of the two libraries is a module with predicates of the same names, which the loader makes when a program loads
% it (clpqr_modules.pl). Called without either, the predicates here take rational numbers, unless there is a float or a
% variable of library(clpr) in their arguments.

%! {}(+Constraints) is nondet.
%  Adds constraints: equations and inequalities of expressions, with =, =:=, <, >, =<, >= and =\=, joined by commas or
%  semicolons. Those that are not linear wait until enough of their variables are known.
%  ?- {2*X+3*Y = 7, X-Y = 1}.   %=> X = 2, Y = 1.
%  ?- {X >= 3, X =< 3.0}.   %=> X = 3.0.
%  ?- {X = Y*Z}, Y = 2, {Z = 1/4}.   %=> X = 1r2, Y = 2, Z = 1r4.
{}(Constraints) :-
    '$clp_generic'({Constraints}, Constraints).

%! entailed(+Constraint) is semidet.
%  True if Constraint holds in all solutions of the constraints so far.
%  ?- {X > 3}, \+ entailed(X > 4), entailed(X > 2), X = 5.   %=> X = 5.
entailed(Constraint) :-
    '$clp_generic'(entailed(Constraint), Constraint).

%! inf(+Expression, -Inf) is semidet.
%  Inf is the infimum of a linear expression; fails if there is none.
%  ?- {X >= 1, Y >= X+2}, inf(X+Y, I), {X = 1, Y = 3}.   %=> X = 1, Y = 3, I = 4.
inf(Expression, Inf) :-
    '$clp_generic'(inf(Expression, Inf), Expression).

%! inf(+Expression, -Inf, +Variables, -Values) is semidet.
%  Like inf/2; Values are those of Variables where Expression has its infimum.
%  ?- {X >= 1, Y >= X+2}, inf(X+Y, I, [X,Y], L), {X = 1, Y = 3}.   %=> X = 1, Y = 3, I = 4, L = [1,3].
inf(Expression, Inf, Variables, Values) :-
    '$clp_generic'(inf(Expression, Inf, Variables, Values), Expression).

%! sup(+Expression, -Sup) is semidet.
%  Sup is the supremum of a linear expression; fails if there is none.
%  ?- {2*X < 5}, sup(X, S), {X = 1}.   %=> X = 1, S = 5r2.
sup(Expression, Sup) :-
    '$clp_generic'(sup(Expression, Sup), Expression).

%! sup(+Expression, -Sup, +Variables, -Values) is semidet.
%  Like sup/2; Values are those of Variables where Expression has its supremum.
%  ?- {X =< 1, Y =< X+2}, sup(X+Y, S, [X,Y], L), {X = 1, Y = 3}.   %=> X = 1, Y = 3, S = 4, L = [1,3].
sup(Expression, Sup, Variables, Values) :-
    '$clp_generic'(sup(Expression, Sup, Variables, Values), Expression).

%! minimize(+Expression) is nondet.
%  Gives a linear expression its infimum; fails if it cannot have it.
%  ?- {X >= 1, Y >= X+2}, minimize(X+Y).   %=> X = 1, Y = 3.
minimize(Expression) :-
    '$clp_generic'(minimize(Expression), Expression).

%! maximize(+Expression) is nondet.
%  Gives a linear expression its supremum; fails if it cannot have it.
%  ?- {X >= 0, Y >= 0, X+Y =< 4, X+2*Y =< 6}, maximize(3*X+4*Y).   %=> X = 2, Y = 2.
maximize(Expression) :-
    '$clp_generic'(maximize(Expression), Expression).

%! bb_inf(+Variables, +Expression, -Inf) is semidet.
%  Inf is the infimum of a linear expression where Variables are integers; over floats, values that are at most 0.001
%  from an integer are taken for it.
%  ?- {2*X >= 5, 2*X =< 9}, bb_inf([X], X, I), {X = 4}.   %=> X = 4, I = 3.
bb_inf(Variables, Expression, Inf) :-
    '$clp_generic'(bb_inf(Variables, Expression, Inf), Variables-Expression).

%! bb_inf(+Variables, +Expression, -Inf, -Values) is semidet.
%  Like bb_inf/3, over rational numbers only; Values are those of Variables where Expression has its infimum.
%  ?- {2*X >= 5, 2*X =< 9}, bb_inf([X], X, I, L), {X = 4}.   %=> X = 4, I = 3, L = [3].
bb_inf(Variables, Expression, Inf, Values) :-
    '$clp_bb_inf'(q, Variables, Expression, Inf, Values, 0).

%! dump(+Variables, +Names, -Constraints) is semidet.
%  Constraints are those on Variables, with Names in their place.
%  ?- {X >= Y, Y >= 2}, dump([X], [x], L), {X = 2}.   %=> X = 2, Y = 2, L = [x>=2].
dump(Variables, Names, Constraints) :-
    '$clp_dump'(Variables, Names, Constraints).

%! clp_type(@Variable, -Type) is semidet.
%  Type is clpq or clpr, whichever Variable has constraints of.
%  ?- {X > 3.0}, clp_type(X, T), X = 4.   %=> X = 4, T = clpr.
clp_type(Variable, Type) :-
    var(Variable),
    '$clp_domain_in'([Variable], Domain),
    atom_concat(clp, Domain, Type).

%! ordering(+Order) is semidet.
%  Order, a list of variables or of relations A < B or A > B, tells which variables without constraints are to be kept
%  where answers tell some variables by others: the first ones.
%  ?- ordering([Y,X]), {X+Y = 2}, dump([X,Y], [x,y], L), {X = 1}.   %=> X = 1, Y = 1, L = [x = 2-y].
ordering(Order) :-
    '$clp_generic'(ordering(Order), Order).

%! '$clp_order'(+Domain, +Order) is semidet.
%  The nodes of variables are made in this order.
'$clp_order'(Domain, Order) :-
    nonvar(Order),
    (   is_list(Order)
    ->  '$clp_ordered'(Order, Variables),
        '$clp_store'(Domain, Store),
        '$clp_vertex'(Variables, Store, _)
    ;   true
    ).

%! '$clp_ordered'(+Order, -Variables) is det.
'$clp_ordered'([], []).
'$clp_ordered'([X|Xs], Variables) :-
    (   var(X)
    ->  Variables = [X|Rest]
    ;   '$clp_pair'(X, A, B)
    ->  term_variables(A-B, Pair),
        append(Pair, Rest, Variables)
    ;   Variables = Rest
    ),
    '$clp_ordered'(Xs, Rest).

%! '$clp_pair'(+Relation, -First, -Second) is semidet.
'$clp_pair'(A < B, A, B).
'$clp_pair'(A > B, B, A).

%! '$clp_generic'(+Head, ?Term) is nondet.
%  Calls Head for the domain of Term.
'$clp_generic'(Head, Term) :-
    term_variables(Term, Variables),
    (   '$clp_domain_in'(Variables, Found)
    ->  Domain = Found
    ;   '$clp_has_float'(Term)
    ->  Domain = r
    ;   Domain = q
    ),
    '$clp_body'(Head, Domain, Goal),
    call(Goal).

%! '$clp_domain_in'(+Variables, -Domain) is semidet.
%  Domain is that of the first of Variables that has one.
'$clp_domain_in'([X|Xs], Domain) :-
    (   get_attr(X, clpqr, Node)
    ->  arg(6, Node, Store),
        ( arg(4, Store, 1) -> Domain = q ; Domain = r )
    ;   '$clp_domain_in'(Xs, Domain)
    ).

%! '$clp_has_float'(?Term) is semidet.
'$clp_has_float'(Term) :-
    (   float(Term)
    ->  true
    ;   compound(Term),
        arg(_, Term, Argument),
        '$clp_has_float'(Argument),
        !
    ).
