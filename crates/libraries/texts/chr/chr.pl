% Constraint handling rules: library(chr), as users of the K.U.Leuven system know it. This text has what programs call and
% what runs with them; the texts chr_read, chr_analysis, chr_guard, chr_compile and chr_join translate rules, and
% builtins/chr keeps the store.

%! '$chr_define'(+Text, +Key, +Constraints, +Store) is det.
%  Replaces the constraints of a text. Key is the global variable of its store.
'$chr_define'(text(Module, File), Key, Constraints, Store) :-
    (   File \== user,
        '$chr':store(Old, Module, File)
    ->  retractall('$chr':store(Old, _, _)),
        retractall('$chr':constraint(Old, _, _, _)),
        nb_delete(Old)
    ;   true
    ),
    '$chr_define'(Key, Store),
    assertz('$chr':store(Key, Module, File)),
    forall(member(constraint(Number, Name, Arity, _), Constraints),
           assertz('$chr':constraint(Key, Number, Name, Arity))).

%! '$chr_wake'(+Attribute, @Value) is nondet.
%  Reactivates the constraints on a variable that was bound.
'$chr_wake'(Attribute, Value) :-
    \+ nb_current('$chr_asking', true),
    '$chr_rekey'(Attribute, Value, Goals),
    '$chr_reactivate'(Goals).

%! '$chr_reactivate'(+Goals) is nondet.
'$chr_reactivate'([]).
'$chr_reactivate'([Suspension-Goal|Goals]) :-
    (   arg(1, Suspension, State),
        State >= 0
    ->  call(Goal)
    ;   true
    ),
    '$chr_reactivate'(Goals).

%! '$chr_stored_in'(?Module, ?Constraint) is nondet.
%  True if Constraint is in the store of Module, of each constraint the newest first.
'$chr_stored_in'(Module, Constraint) :-
    '$if_known'('$chr':store(Key, Module, _)),
    '$chr':constraint(Key, Number, Name, Arity),
    functor(Constraint, Name, Arity),
    '$chr_all'(Key, Number, Suspensions),
    member(Suspension, Suspensions),
    arg(1, Suspension, State),
    State >= 0,
    Constraint =.. [_|Arguments],
    Suspension =.. [_|Fields],
    length(Fields, Count),
    Skipped is Count - Arity,
    length(Before, Skipped),
    append(Before, Arguments, Fields).

%! find_chr_constraint(?Constraint) is nondet.
%  True if Constraint is in the store of constraint handling rules.
%  ?- find_chr_constraint(_).   %=> false.
find_chr_constraint(Constraint) :-
    '$chr_stored_in'(_, Constraint).

%! current_chr_constraint(:Constraint) is nondet.
%  True if Constraint is in the store of its module.
%  ?- current_chr_constraint(_).   %=> false.
current_chr_constraint(Constraint) :-
    strip_module(Constraint, Module, Plain),
    '$chr_stored_in'(Module, Plain).

%! current_chr_constraint(?Module, ?Constraint) is nondet.
%  True if Constraint is in the store of Module.
%  ?- current_chr_constraint(user, _).   %=> false.
current_chr_constraint(Module, Constraint) :-
    '$chr_stored_in'(Module, Constraint).

%! chr_show_store(+Module) is det.
%  Writes the constraints in the store of Module, each on a line.
%  ?- with_output_to(string(S), chr_show_store(user)).   %=> S = "".
chr_show_store(Module) :-
    must_be(atom, Module),
    forall('$chr_stored_in'(Module, Constraint), ( print(Constraint), nl )).

%! chr_trace is det.
%  There is no tracer for rules: raises a permission error. trace/0 shows the calls of the predicates that constraints
%  become.
%  ?- chr_trace.   %=> permission_error(trace, chr_rule, all).
chr_trace :-
    permission_error(trace, chr_rule, all).

%! chr_notrace is det.
%  Does nothing, since rules are never traced.
%  ?- chr_notrace.
chr_notrace.

%! chr_leash(+Ports) is det.
%  Accepts what says at which ports a tracer stops, a name or a list of names. It has no effect, since rules are never
%  traced.
%  ?- chr_leash(all).
chr_leash(Ports) :-
    must_be(nonvar, Ports),
    (   is_list(Ports)
    ->  maplist(must_be(atom), Ports)
    ;   must_be(callable, Ports)
    ).

%! '$chr_residuals'(-Goals, ?Tail) is det.
%  Goals are the constraints in the store, which are shown with an answer.
'$chr_residuals'(Goals, Tail) :-
    (   current_prolog_flag(chr_toplevel_show_store, false)
    ->  Goals = Tail
    ;   findall(Key-store(Module, Number, Arity),
                ( '$if_known'('$chr':store(Key, Own, _)), '$chr':constraint(Key, Number, Name, Arity),
                  '$chr_shown_in'(Own, Name/Arity, Module) ), Stores),
        '$chr_residuals'(Stores, Goals, Tail)
    ).

%! '$chr_shown_in'(+Own, +Indicator, -Module) is det.
%  Module qualifies a constraint that is shown: user if it is exported.
'$chr_shown_in'(Own, Indicator, Module) :-
    (   '$declared_module'(Own, _, Exports),
        memberchk(Indicator, Exports)
    ->  Module = user
    ;   Module = Own
    ).

%! '$chr_residuals'(+Stores, -Goals, ?Tail) is det.
%  As findall/3 would, but with the variables of the store.
'$chr_residuals'([], Goals, Goals).
'$chr_residuals'([Key-store(Module, Number, Arity)|Stores], Goals, Tail) :-
    '$chr_all'(Key, Number, Suspensions),
    '$chr':constraint(Key, Number, Name, _),
    !,
    '$chr_residuals'(Suspensions, Module, Name/Arity, Goals, Rest),
    '$chr_residuals'(Stores, Rest, Tail).

%! '$chr_residuals'(+Suspensions, +Module, +Indicator, -Goals, ?Tail) is det.
'$chr_residuals'([], _, _, Goals, Goals).
'$chr_residuals'([Suspension|Suspensions], Module, Name/Arity, [Module:Constraint|Goals], Tail) :-
    length(Arguments, Arity),
    Suspension =.. [_|Fields],
    append(_, Arguments, Fields),
    !,
    Constraint =.. [Name|Arguments],
    '$chr_residuals'(Suspensions, Module, Name/Arity, Goals, Tail).
