% The modules clpq and clpr, which a program has when it loads library(clpq) or library(clpr).

%! '$module_of_clpq'(-Module) is det.
'$module_of_clpq'(clpq) :-
    '$clp_module'(clpq, q).

%! '$module_of_clp/clpq'(-Module) is det.
'$module_of_clp/clpq'(clpq) :-
    '$clp_module'(clpq, q).

%! '$module_of_clpr'(-Module) is det.
'$module_of_clpr'(clpr) :-
    '$clp_module'(clpr, r).

%! '$module_of_clp/clpr'(-Module) is det.
'$module_of_clp/clpr'(clpr) :-
    '$clp_module'(clpr, r).

%! '$clp_module'(+Module, +Domain) is det.
%  Makes the module, at its first use.
'$clp_module'(Module, Domain) :-
    (   '$declared_module'(Module, _, _)
    ->  true
    ;   findall(Head-Body, '$clp_export'(Domain, Head, Body), Pairs),
        '$clp_make'(Pairs, Module, Exports),
        assertz('$module':declared(Module, user, Exports))
    ).

%! '$clp_make'(+Pairs, +Module, -Exports) is det.
'$clp_make'([], _, []).
'$clp_make'([Head-Body|Pairs], Module, [Name/Arity|Exports]) :-
    functor(Head, Name, Arity),
    assertz(Module:(Head :- system:Body)),
    compile_predicates([Module:Name/Arity]),
    '$clp_make'(Pairs, Module, Exports).

%! '$clp_export'(+Domain, -Head, -Body) is nondet.
'$clp_export'(Domain, Head, Body) :-
    '$clp_body'(Head, Domain, Body).
'$clp_export'(q, bb_inf(Variables, Expression, Inf, Values), Body) :-
    Body = '$clp_bb_inf'(q, Variables, Expression, Inf, Values, 0).
'$clp_export'(r, bb_inf(Variables, Expression, Inf, Values, Tolerance), Body) :-
    Body = bb_inf(Variables, Expression, Inf, Values, Tolerance).
'$clp_export'(_, dump(Variables, Names, Constraints), '$clp_dump'(Variables, Names, Constraints)).
'$clp_export'(_, clp_type(Variable, Type), clp_type(Variable, Type)).

%! '$clp_body'(?Head, +Domain, -Body) is nondet.
%  Body does what Head tells over Domain, q or r.
'$clp_body'({Constraints}, Domain, '$clp_post'(Domain, Constraints)).
'$clp_body'(entailed(Constraint), Domain, '$clp_entailed'(Domain, Constraint)).
'$clp_body'(inf(Expression, Value), Domain, Body) :-
    Body = '$clp_extremum'(-1, Domain, Expression, Value, [], _).
'$clp_body'(sup(Expression, Value), Domain, Body) :-
    Body = '$clp_extremum'(1, Domain, Expression, Value, [], _).
'$clp_body'(inf(Expression, Value, Variables, Values), Domain, Body) :-
    Body = '$clp_extremum'(-1, Domain, Expression, Value, Variables, Values).
'$clp_body'(sup(Expression, Value, Variables, Values), Domain, Body) :-
    Body = '$clp_extremum'(1, Domain, Expression, Value, Variables, Values).
'$clp_body'(minimize(Expression), Domain, '$clp_optimize'(-1, Domain, Expression)).
'$clp_body'(maximize(Expression), Domain, '$clp_optimize'(1, Domain, Expression)).
'$clp_body'(ordering(Order), Domain, '$clp_order'(Domain, Order)).
'$clp_body'(bb_inf(Variables, Expression, Inf), Domain, Body) :-
    ( Domain == q -> Tolerance = 0 ; Tolerance = 0.001 ),
    Body = '$clp_bb_inf'(Domain, Variables, Expression, Inf, _, Tolerance).
