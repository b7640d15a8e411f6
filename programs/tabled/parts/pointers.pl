% A points-to analysis in the manner of Andersen: which objects a variable may refer to, from the assignments of a program
% alone, in any order. The rules are Datalog, so that open calls are evaluated bottom-up.

:- module(pointers, [made/1, points_to/2, field/3, alias/2, summary/1]).

:- dynamic new/2, copy/2, load/3, store/3.
:- table points_to/2, field/3, alias/2.

%! points_to(?Variable, ?Object) is nondet.
points_to(V, O) :- new(V, O).
points_to(V, O) :- copy(V, W), points_to(W, O).
points_to(V, O) :- load(V, B, F), points_to(B, H), field(H, F, O).

%! field(?Object, ?Field, ?Value) is nondet.
field(H, F, O) :- store(B, F, V), points_to(B, H), points_to(V, O).

%! alias(?V, ?W) is nondet.
alias(V, W) :- copy(V, W), points_to(V, O), points_to(W, O).

%! made(+Procedures) is det.
%  Makes the facts of a program with so many procedures: 20 each. A procedure makes three objects, passes them on to the next
%  one, and links them into a list of cells.
made(Procedures) :-
    abolish_all_tables,
    retractall(new(_, _)),
    retractall(copy(_, _)),
    retractall(load(_, _, _)),
    retractall(store(_, _, _)),
    forall(between(1, Procedures, P), procedure(P, Procedures)).

procedure(P, Count) :-
    variable(P, 0, This),
    variable(P, 1, A),
    variable(P, 2, B),
    variable(P, 3, C),
    variable(P, 4, D),
    Object is 3 * P,
    Object1 is Object + 1,
    Object2 is Object + 2,
    assertz(new(This, Object)),
    assertz(new(A, Object1)),
    assertz(new(B, Object2)),
    assertz(store(This, first, A)),
    assertz(store(This, second, B)),
    assertz(store(A, next, B)),
    assertz(load(C, This, first)),
    assertz(load(D, C, next)),
    Local is P mod 10,
    Next is P - Local + (Local + 1) mod 10,
    (   Next =< Count
    ->  Other = Next
    ;   Other = P
    ),
    forall(
        between(5, 16, I),
        (   variable(P, I, V),
            Before is I - 1,
            (   I mod 4 =:= 1
            ->  variable(Other, 3, W)
            ;   variable(P, Before, W)
            ),
            assertz(copy(V, W))
        )
    ).

variable(P, I, V) :-
    V is P * 20 + I.

%! summary(-Counts) is det.
summary(counts(Facts, Pointers, Fields, Aliases)) :-
    findall(N, ( member(G, [new(_, _),copy(_, _),load(_, _, _),store(_, _, _)]), predicate_property(G, number_of_clauses(N)) ), Ns),
    sum_list(Ns, Facts),
    aggregate_all(count, points_to(_, _), Pointers),
    aggregate_all(count, field(_, _, _), Fields),
    aggregate_all(count, alias(_, _), Aliases).
