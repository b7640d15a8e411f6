% Predicates that run in the module of their caller. The clauses of such a predicate belong to another one, which has the
% caller's module as an additional, last argument; its own name has one clause that calls that one with the module that
% stores it. Goals in the clauses of modules are given the module as they are loaded, those of Module:Goal when they are
% called (call/qualify.rs). So other predicates pay nothing.

%! module_transparent(+Indicators) is det.
%  Declares that predicates run in the module of their caller: context_module/1, strip_module/3 and the meta-arguments of
%  goals in their clauses, which must follow, refer to that module. Clauses that are added by assertz/1 are not given it.
%  ?- module_transparent(here/1), predicate_property(here(_), transparent).
%  ?- module_transparent(here/1000).   %=> representation_error(max_arity).
module_transparent(Indicators) :-
    must_be(nonvar, Indicators),
    (   Indicators = [First|Rest]
    ->  module_transparent(First),
        module_transparent(Rest)
    ;   Indicators == []
    ->  true
    ;   Indicators = (First,Rest)
    ->  module_transparent(First),
        module_transparent(Rest)
    ;   '$own_module'(Own),
        strip_module(Own:Indicators, Module, Named),
        '$plain_indicator'(Named, Name/Arity),
        must_be(atom, Name),
        must_be(nonneg, Arity),
        '$begin_transparent'(Module, Name, Arity)
    ).

%! '$begin_transparent'(+Module, +Name, +Arity) is det.
%  The clauses that the predicate has already do not depend on the module of the caller.
'$begin_transparent'(Module, Name, Arity) :-
    (   '$transparent'(Module, Name, Arity, Module, _)
    ->  true
    ;   '$check_transparent'(Arity),
        functor(Head, Name, Arity),
        atom_concat(Name, ' transparent', Hidden),
        (   '$defined_in_module'(Module, Name, Arity)
        ->  findall((Head :- Body), catch(clause(Module:Head, Body), error(_, _), fail), Clauses),
            atom_concat(Name, ' replaced', Gone),
            '$take_clauses'(Module, Name, Arity, Gone)
        ;   Clauses = []
        ),
        '$set_transparent'(Module, Name, Arity, Hidden)
    ->  forall(( member((Head :- Body), Clauses), '$with_context'(Head, Hidden, _, Other) ),
               '$load_clause'((Module:Other :- Body), [], _)),
        '$with_context'(Head, Hidden, Module, Goal),
        '$load_clause'((Module:Head :- Goal), [], _)
    ;   true
    ).

%! '$with_context'(+Head, +Hidden, ?Context, -Goal) is det.
'$with_context'(Head, Hidden, Context, Goal) :-
    Head =.. [_|Arguments],
    append(Arguments, [Context], More),
    Goal =.. [Hidden|More].

%! '$contextual'(+Clause, +Module, -Rule) is semidet.
%  Rule is a clause of Module for a predicate that runs in the module of its caller.
'$contextual'(Clause, Module, Rule) :-
    nonvar(Clause),
    (   Clause = Other:Inner,
        atom(Other),
        nonvar(Inner),
        ( Inner = (_ :- _) ; Inner = (_ => _) )
    ->  '$contextual'(Inner, Other, Rule)
    ;   Clause = (Head0 :- Body)
    ->  Rule = Home:(Head :- Goals),
        '$contextual_head'(Head0, Module, Context, Home:Head)
    ;   Clause = (Head0 => Body)
    ->  Rule = Home:(Head => Goals),
        '$contextual_head'(Head0, Module, Context, Home:Head)
    ;   Body = true,
        Rule = Home:Head,
        '$contextual_head'(Clause, Module, Context, Home:Head)
    ),
    (   var(Goals)
    ->  '$goal_in'(Body, Context, here, Goals)
    ;   true
    ).

%! '$contextual_head'(+Head, +Module, -Context, -Other) is semidet.
'$contextual_head'(Head0, Module0, Context, Module:Other) :-
    nonvar(Head0),
    (   Head0 = Module:Head
    ->  atom(Module)
    ;   Module0:Head0 = Module:Head
    ),
    callable(Head),
    functor(Head, Name, Arity),
    '$transparent'(Module, Name, Arity, Home, Hidden),
    Home == Module,
    '$with_context'(Head, Hidden, Context, Other).

%! '$call_in_context'(+Goal, +Module, -InContext) is semidet.
%  InContext calls a predicate that runs in the module of its caller, which is Module. In the clauses of such a predicate
%  Module is unbound.
'$call_in_context'(Goal, Module, InContext) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   atom(Module)
    ->  Own = Module
    ;   '$own_module'(Own)
    ),
    '$transparent'(Own, Name, Arity, Home, Hidden),
    '$with_context'(Goal, Hidden, Module, Other),
    (   memberchk(Home, [user,Own])
    ->  InContext = Other
    ;   InContext = Home:Other
    ).

%! @(:Goal, +Module) is nondet.
%  Calls Goal as if Module called it: context_module/1 and the meta-arguments of Goal refer to Module, but its predicate
%  is looked up in the module of the clause.
%  ?- @(X = 1, user).   %=> X = 1.
%  ?- @(context_module(M), lists).   %=> M = lists.
@(Goal, Module) :-
    must_be(nonvar, Goal),
    strip_module(Goal, Lookup, Plain),
    must_be(callable, Plain),
    must_be(atom, Lookup),
    must_be(atom, Module),
    '$at'(Plain, Lookup, Module, Other),
    call(Other).

%! '$at'(:Goal, +Lookup, +Context, -Other) is det.
'$at'(Goal, Lookup, Context, Other) :-
    (   var(Goal)
    ->  Other = Context:Goal
    ;   '$connects'(Goal, Goals, Others, Other)
    ->  '$at_each'(Goals, Lookup, Context, Others)
    ;   Goal = Module:Inner
    ->  must_be(atom, Module),
        '$at'(Inner, Module, Context, Other)
    ;   '$in_context'(Lookup, Goal, Context, Other)
    ).

%! '$at_each'(+Goals, +Lookup, +Context, -Others)
'$at_each'([], _, _, []).
'$at_each'([Goal|Goals], Lookup, Context, [Other|Others]) :-
    '$at'(Goal, Lookup, Context, Other),
    '$at_each'(Goals, Lookup, Context, Others).
