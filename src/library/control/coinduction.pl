% Co-logic programming: library(coinduction). A goal of a coinductive predicate succeeds if it unifies with a goal that
% it is part of, so that predicates may be true of infinite (cyclic) terms.

%! coinductive(:Indicators) is det.
%  Declares the predicates Name/Arity of a conjunction or list as coinductive, before their clauses.
%  ?- coinductive(ones/1).
coinductive(Indicators) :-
    forall(
        '$table_specification'(Indicators, user, Module, Head, _),
        '$begin_coinductive'(Module, Head)
    ).

%! '$begin_coinductive'(+Module, +Head) is det.
'$begin_coinductive'(Module, Head) :-
    '$call_through'(Module, Head, ' coinductive', Goal, '$coinduce'(Module:Head, Goal)).

%! '$coinduce'(+Head, :Wrapped) is nondet.
%  Succeeds if Head unifies with a goal around it, the innermost first; otherwise by Wrapped.
'$coinduce'(Head, Wrapped) :-
    (   nb_current('$coinduction', Around)
    ->  true
    ;   Around = []
    ),
    (   member(Head, Around)
    ;   b_setval('$coinduction', [Head|Around]),
        call(Wrapped),
        b_setval('$coinduction', Around)
    ).
