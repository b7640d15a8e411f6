% Temporary modules: library(modules).

%! in_temporary_module(?Module, :Setup, :Goal) is semidet.
%  Calls Setup and Goal as once/1 in a new module, and removes what they defined. Module is its name.
%  ?- in_temporary_module(_M, assertz(p(1)), p(X)).   %=> X = 1.
in_temporary_module(Module, Setup, Goal) :-
    setup_call_cleanup(
        set_temporary_module(Module),
        (   once('$in_temporary'(Module, Setup)),
            once('$in_temporary'(Module, Goal))
        ),
        '$drop_temporary_module'(Module)
    ).

%! '$in_temporary'(+Module, :Goal) is nondet.
'$in_temporary'(Module, Goal) :-
    strip_module(Goal, _, Plain),
    call(Module:Plain).

%! set_temporary_module(?Module) is det.
%  Makes a temporary module. If Module is unbound, it gets a new name.
%  ?- set_temporary_module(_M), is_temporary_module(_M).
set_temporary_module(Module) :-
    (   var(Module)
    ->  gensym('$temporary_module', Module)
    ;   must_be(atom, Module)
    ),
    assertz('$temporary_modules':known(Module)).

%! is_temporary_module(@Module) is semidet.
%  True if Module was made by set_temporary_module/1.
%  ?- is_temporary_module(user).   %=> false.
is_temporary_module(Module) :-
    atom(Module),
    current_temporary_module(Module),
    !.

%! current_temporary_module(-Module) is nondet.
%  Module was made by set_temporary_module/1.
current_temporary_module(Module) :-
    '$if_known'('$temporary_modules':known(Module)).

%! '$drop_temporary_module'(+Module) is det.
'$drop_temporary_module'(Module) :-
    retractall('$temporary_modules':known(Module)),
    forall(( predicate_property(Module:Head, defined),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           ( functor(Head, Name, Arity),
             catch(abolish(Module:Name/Arity), _, true) )).
