% Splits a goal into goals that have the same solutions together, in the same order.
%
% A part is Bindings-Goals: the values of the goal's variables so far, and the goals that are left, the leftmost first.
% The leftmost goal is unfolded: a predicate of the program by its clauses, a disjunction by its branches, some built-in
% predicates by their solutions. What cannot be unfolded without changing what the program does stays as it is: cuts that
% are not behind tests, predicates with side effects, tabled predicates, and all that is not known here.

% ferz_split_goal(+Goal, +Bindings, +Wanted, -Parts, -Shares): at least Wanted parts, if there are so many, and the share
% of the work that each is taken for. Fails if the goal cannot be split.
ferz_split_goal(Goal, Bindings, Wanted, Parts, Shares) :-
    \+ ferz_split_cuts(Goal),
    acyclic_term(Goal),
    ferz_split_rounds([share(1.0, open(Bindings-[Goal]))], Wanted, Parts0),
    ferz_split_closed(Parts0, Parts, Shares).

% ferz_split_closed(+Parts0, -Parts, -Shares): Parts are Bindings-Goal, with one goal each.
ferz_split_closed([], [], []).
ferz_split_closed([share(Share, Part)|Parts0], [Bindings-Goal|Parts], [Share|Shares]) :-
    arg(1, Part, Bindings-Goals),
    ferz_split_conjunction(Goals, Goal),
    ferz_split_closed(Parts0, Parts, Shares).

ferz_split_conjunction([], true).
ferz_split_conjunction([Goal|Goals], Conjunction) :-
    (   Goals = []
    ->  Conjunction = Goal
    ;   Conjunction = (Goal, Rest),
        ferz_split_conjunction(Goals, Rest)
    ).

ferz_split_rounds(Parts0, Wanted, Parts) :-
    length(Parts0, Count),
    (   Count < Wanted,
        memberchk(share(_, open(_)), Parts0)
    ->  ferz_split_round(Parts0, Count, Wanted, Parts1),
        ferz_split_rounds(Parts1, Wanted, Parts)
    ;   Parts = Parts0
    ).

% ferz_split_round(+Parts0, +Count, +Wanted, -Parts): unfolds each part once, until there are enough.
ferz_split_round([], _, _, []).
ferz_split_round([Part|Parts0], Count, Wanted, Parts) :-
    (   Part = share(Share, open(Open)),
        Count < Wanted
    ->  findall(Found, ferz_split_unfold(Open, 2000, Found), [New]),
        length(New, Some),
        Count1 is Count - 1 + Some,
        ferz_split_weights(New, 0, Weight, Weights),
        Unit is Share / max(Weight, 0.01),
        ferz_split_shared(New, Weights, Unit, Parts, Parts1)
    ;   Count1 = Count,
        Parts = [Part|Parts1]
    ),
    ferz_split_round(Parts0, Count1, Wanted, Parts1).

% ferz_split_weights(+New, +Weight0, -Weight, -Weights): the weight of each part, and of all together: a part that has
% goals of built-in predicates only is next to nothing.
ferz_split_weights([], Weight, Weight, []).
ferz_split_weights([Part|New], Weight0, Weight, [Own|Weights]) :-
    arg(1, Part, _-Goals),
    (   member(Goal, Goals),
        \+ ferz_split_solvable(Goal)
    ->  Own = 1
    ;   Own = 0.01
    ),
    Weight1 is Weight0 + Own,
    ferz_split_weights(New, Weight1, Weight, Weights).

% ferz_split_shared(+New, +Weights, +Unit, -Parts, ?Rest): Parts are New with their shares, before Rest.
ferz_split_shared([], [], _, Rest, Rest).
ferz_split_shared([Part|New], [Weight|Weights], Unit, [share(Share, Part)|Parts], Rest) :-
    Share is Weight * Unit,
    ferz_split_shared(New, Weights, Unit, Parts, Rest).

% ferz_split_unfold(+Part, +Fuel, -Parts): the parts after the next choice; [done(Part)] if there is none that is known,
% or only after very many steps.
ferz_split_unfold(Part, Fuel, Parts) :-
    (   ferz_split_choices(Part, Choices0)
    ->  ferz_split_viable(Choices0, Choices),
        (   Choices = [Next]
        ->  (   Fuel > 0
            ->  Fuel1 is Fuel - 1,
                ferz_split_unfold(Next, Fuel1, Parts)
            ;   Parts = [done(Next)]
            )
        ;   ferz_split_opened(Choices, Parts)
        )
    ;   Parts = [done(Part)]
    ).

ferz_split_opened([], []).
ferz_split_opened([Part|Parts0], [open(Part)|Parts]) :-
    ferz_split_opened(Parts0, Parts).

% ferz_split_viable(+Parts0, -Parts): without those whose first tests fail; the tests of the others are done.
ferz_split_viable([], []).
ferz_split_viable([Bindings-Goals|Parts0], Parts) :-
    findall(Bindings-Rest, ferz_split_tests(Goals, Rest), Found),
    append(Found, Parts1, Parts),
    ferz_split_viable(Parts0, Parts1).

% ferz_split_tests(+Goals0, -Goals): runs the tests at the beginning.
ferz_split_tests([Goal|Goals0], Goals) :-
    ferz_split_simple(Goal, Goals0, Goals1),
    !,
    ferz_split_tests(Goals1, Goals).
ferz_split_tests([Goal|Goals0], Goals) :-
    ferz_split_test(Goal),
    catch(( Goal -> Outcome = true ; Outcome = false ), _, Outcome = error),
    Outcome \== error,
    !,
    Outcome == true,
    ferz_split_tests(Goals0, Goals).
ferz_split_tests(Goals, Goals).

% ferz_split_simple(+Goal, +Goals0, -Goals): Goal before Goals0 is the same as Goals.
ferz_split_simple(Goal, _, _) :-
    var(Goal),
    !,
    fail.
ferz_split_simple(true, Goals, Goals).
ferz_split_simple(otherwise, Goals, Goals).
ferz_split_simple((A, B), Goals, [A, B|Goals]).
ferz_split_simple(call(Goal), Goals, [Goal|Goals]) :-
    callable(Goal),
    \+ ferz_split_cuts(Goal).
ferz_split_simple(( If -> Then ; Else ), Goals, [Goal|Goals]) :-
    ferz_split_test(If),
    catch(( If -> Goal = Then ; Goal = Else ), _, fail).
ferz_split_simple(( If -> Then ), Goals, [Goal|Goals]) :-
    ferz_split_test(If),
    catch(( If -> Goal = Then ; Goal = fail ), _, fail).

% ferz_split_choices(+Part, -Parts): the choices of the leftmost goal; fails if they are not known.
ferz_split_choices(Bindings-[Goal|Goals], Parts) :-
    nonvar(Goal),
    (   ferz_split_simple(Goal, Goals, Goals1)
    ->  Parts = [Bindings-Goals1]
    ;   Goal = ( A ; B )
    ->  \+ A = ( _ -> _ ),
        \+ A = ( _ *-> _ ),
        Parts = [Bindings-[A|Goals], Bindings-[B|Goals]]
    ;   ferz_split_solvable(Goal)
    ->  ferz_split_few(Bindings-Goals, Goal, Parts)
    ;   ferz_split_clauses(Goal),
        ferz_split_few(clause(Bindings-Goals, Body), clause(Goal, Body), Clauses),
        ferz_split_bodies(Clauses, Parts)
    ).

% ferz_split_few(?Template, +Goal, -List): as findall/3; fails if there are very many solutions, or an error.
ferz_split_few(Template, Goal, List) :-
    catch(findall(Template, limit(2001, Goal), List), _, fail),
    length(List, Count),
    Count =< 2000.

% ferz_split_bodies(+Clauses, -Parts): a cut behind tests commits to its clause. Fails if there are other cuts.
ferz_split_bodies([], []).
ferz_split_bodies([clause(Bindings-Goals, Body)|Clauses], Parts) :-
    (   \+ ferz_split_cuts(Body)
    ->  Parts = [Bindings-[Body|Goals]|Parts1],
        ferz_split_bodies(Clauses, Parts1)
    ;   ferz_split_guard(Body, Guard, Rest),
        \+ ferz_split_cuts(Rest),
        catch(( findall(Bindings-[Rest|Goals], Guard, Found0), ferz_split_first(Found0, Found) ), _, fail),
        (   Found = []
        ->  ferz_split_bodies(Clauses, Parts)
        ;   Parts = Found
        )
    ).

ferz_split_first([], []).
ferz_split_first([Part|_], [Part]).

% ferz_split_guard(+Body, -Guard, -Rest): Body is Guard, !, Rest, and Guard is made of tests.
ferz_split_guard(!, true, true).
ferz_split_guard((A, B), Guard, Rest) :-
    (   A == !
    ->  Guard = true,
        Rest = B
    ;   ferz_split_test(A),
        Guard = (A, Guard1),
        ferz_split_guard(B, Guard1, Rest)
    ).

% ferz_split_cuts(+Body): there is a cut in Body that is one of its clause, or a goal that is not known yet.
ferz_split_cuts(Body) :-
    var(Body),
    !,
    fail.
ferz_split_cuts(!).
ferz_split_cuts((A, B)) :-
    ( ferz_split_cuts(A) -> true ; ferz_split_cuts(B) ).
ferz_split_cuts(( A ; B )) :-
    ( ferz_split_cuts(A) -> true ; ferz_split_cuts(B) ).
ferz_split_cuts(( _ -> B )) :-
    ferz_split_cuts(B).
ferz_split_cuts(( _ *-> B )) :-
    ferz_split_cuts(B).

% ferz_split_clauses(+Goal): the clauses of Goal's predicate are all that it does.
ferz_split_clauses(Goal) :-
    callable(Goal),
    \+ Goal = _:_,
    predicate_property(Goal, number_of_clauses(_)),
    \+ predicate_property(Goal, built_in),
    \+ predicate_property(Goal, foreign),
    \+ predicate_property(Goal, tabled),
    \+ predicate_property(Goal, tabled(_)).

% ferz_split_test(+Goal): Goal has no effect besides bindings, at most one solution, and ends.
ferz_split_test(Goal) :-
    nonvar(Goal),
    ferz_split_test_(Goal).

ferz_split_test_((A, B)) :-
    !,
    ferz_split_test(A),
    ferz_split_test(B).
ferz_split_test_(\+ A) :-
    !,
    ferz_split_test(A).
ferz_split_test_(Goal) :-
    functor(Goal, Name, Arity),
    ferz_split_pure(Name, Arity),
    predicate_property(Goal, built_in).

% ferz_split_solvable(+Goal): Goal has no effect besides bindings.
ferz_split_solvable(Goal) :-
    (   ferz_split_test(Goal)
    ->  true
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        ferz_split_many(Name, Arity),
        predicate_property(Goal, built_in)
    ).

ferz_split_pure(true, 0).
ferz_split_pure(fail, 0).
ferz_split_pure(false, 0).
ferz_split_pure(=, 2).
ferz_split_pure(\=, 2).
ferz_split_pure(==, 2).
ferz_split_pure(\==, 2).
ferz_split_pure(@<, 2).
ferz_split_pure(@>, 2).
ferz_split_pure(@=<, 2).
ferz_split_pure(@>=, 2).
ferz_split_pure(compare, 3).
ferz_split_pure(is, 2).
ferz_split_pure(=:=, 2).
ferz_split_pure(=\=, 2).
ferz_split_pure(<, 2).
ferz_split_pure(>, 2).
ferz_split_pure(=<, 2).
ferz_split_pure(>=, 2).
ferz_split_pure(var, 1).
ferz_split_pure(nonvar, 1).
ferz_split_pure(atom, 1).
ferz_split_pure(atomic, 1).
ferz_split_pure(number, 1).
ferz_split_pure(integer, 1).
ferz_split_pure(float, 1).
ferz_split_pure(string, 1).
ferz_split_pure(compound, 1).
ferz_split_pure(callable, 1).
ferz_split_pure(ground, 1).
ferz_split_pure(is_list, 1).
ferz_split_pure(functor, 3).
ferz_split_pure(=.., 2).
ferz_split_pure(copy_term, 2).
ferz_split_pure(memberchk, 2).
ferz_split_pure(msort, 2).
ferz_split_pure(sort, 2).
ferz_split_pure(sort, 4).
ferz_split_pure(keysort, 2).
ferz_split_pure(sum_list, 2).
ferz_split_pure(max_list, 2).
ferz_split_pure(min_list, 2).
ferz_split_pure(numlist, 3).
ferz_split_pure(succ, 2).
ferz_split_pure(plus, 3).
ferz_split_pure(atom_length, 2).
ferz_split_pure(atom_codes, 2).
ferz_split_pure(atom_chars, 2).
ferz_split_pure(atom_number, 2).
ferz_split_pure(char_code, 2).
ferz_split_pure(number_codes, 2).

ferz_split_many(between, 3).
ferz_split_many(length, 2).
ferz_split_many(member, 2).
ferz_split_many(append, 3).
ferz_split_many(append, 2).
ferz_split_many(select, 3).
ferz_split_many(selectchk, 3).
ferz_split_many(nth0, 3).
ferz_split_many(nth1, 3).
ferz_split_many(arg, 3).
ferz_split_many(permutation, 2).
ferz_split_many(reverse, 2).
ferz_split_many(last, 2).
ferz_split_many(sub_atom, 5).
ferz_split_many(atom_concat, 3).
