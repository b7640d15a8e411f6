% What is told about directives beside their errors: declarations that come too late, and why a goal failed.

%! '$late_declarations'(:Goal, -Late) is det.
%  Late are late(Indicator, Line) for the predicates that Goal declares dynamic behind their clauses in the same file,
%  which begin at Line.
'$late_declarations'(Goal, Late) :-
    (   '$declares_dynamic'(Goal, Spec),
        '$load_place'(message(_, File, Line, _, _, _)),
        integer(Line)
    ->  '$own_module'(Module),
        findall(late(Indicator, First), '$declared_late'(Spec, Module, File, Line, Indicator, First), Late)
    ;   Late = []
    ).

%! '$declares_dynamic'(:Goal, -Spec) is semidet.
'$declares_dynamic'(Goal, Spec) :-
    nonvar(Goal),
    (   Goal = _:Inner
    ->  '$declares_dynamic'(Inner, Spec)
    ;   Goal = dynamic(Spec)
    ).

%! '$declared_late'(+Spec, +Module, +File, +Line, -Indicator, -First) is nondet.
'$declared_late'(Spec, Module, File, Line, Name/Arity, First) :-
    '$each_declared'(Spec, Module, Owner, Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(Owner:Head, static),
    predicate_property(Owner:Head, number_of_clauses(Count)),
    Count > 0,
    predicate_property(Owner:Head, line_count(First)),
    First < Line,
    predicate_property(Owner:Head, file(Path)),
    '$file_called'(Path, File).

%! '$each_declared'(+Spec, +Module, -Owner, -Indicator) is nondet.
'$each_declared'(Spec, Module, Owner, Indicator) :-
    nonvar(Spec),
    (   ( Spec = (A,B) ; Spec = [A|B] )
    ->  ( '$each_declared'(A, Module, Owner, Indicator) ; '$each_declared'(B, Module, Owner, Indicator) )
    ;   Spec = Other:Inner
    ->  atom(Other),
        '$each_declared'(Inner, Other, Owner, Indicator)
    ;   Spec = (Inner as _)
    ->  '$each_declared'(Inner, Module, Owner, Indicator)
    ;   Spec = Name/Arity,
        atom(Name),
        integer(Arity),
        Owner = Module,
        Indicator = Name/Arity
    ).

%! '$tell_late'(+Late) is det.
'$tell_late'([]).
'$tell_late'([late(Indicator, Line)|Late]) :-
    '$load_warning'(late_dynamic(Indicator, Line)),
    '$tell_late'(Late).

%! '$goal_has_failed'(+Term, :Goal, +Place) is det.
%  Prints the warning Term about Goal, with the goals at which it failed.
'$goal_has_failed'(Term, Goal, Place) :-
    '$count_problem'(warning, Term),
    (   '$failure_lines'(Goal, Lines)
    ->  Shown = because(Term, Lines)
    ;   Shown = Term
    ),
    '$load_tell'(warning, Shown, Place).

%! '$failure_lines'(:Goal, -Lines) is semidet.
%  Lines name the goals furthest from Goal for which there is no solution. Fails if hints are not wanted, or if they are
%  not found soon, without running a goal with effects.
'$failure_lines'(Goal, Lines) :-
    current_prolog_flag(hints, true),
    catch(( '$load_variables'(_, Names) -> true ; Names = [] ), error(_, _), Names = []),
    '$why_failed'(Goal, Names, Lines).
