% The recorded database, and the names of global variables.

%! nb_current(?Name, ?Value) is nondet.
%  True if the global variable Name has Value.
%  ?- nb_setval(v, 1), nb_current(v, X).   %=> X = 1.
nb_current(Name, Value) :-
    (   var(Name)
    ->  '$global_names'(Names),
        member(Name, Names),
        nb_getval(Name, Value)
    ;   '$has_global'(Name),
        nb_getval(Name, Value)
    ).

%! recorded(?Key, ?Term) is nondet.
%  True if Term is recorded under Key.
%  ?- recordz(k, a), recorded(k, X).   %=> X = a.
recorded(Key, Term) :-
    recorded(Key, Term, _).

%! recorded(?Key, ?Term, ?Reference) is nondet.
%  True if Term is recorded under Key, with this Reference.
%  ?- recordz(k, a), recorded(k, X, _).   %=> X = a.
recorded(Key, Term, Reference) :-
    (   nonvar(Reference)
    ->  '$record_key'(Reference, Key)
    ;   ( var(Key) -> current_key(Key) ; true ),
        '$record_of'(Key, Term, [], Reference)
    ),
    catch(instance(Reference, Found), error(existence_error(_, _), _), fail),
    Found = Term.

%! '$record_of'(+Key, @Term, +Range, -Reference) is nondet.
%  Reference is that of a record of Key in Range that may unify with Term.
'$record_of'(Key, Term, Range, Reference) :-
    '$record_references'(Key, Term, Range, References, Rest),
    (   Rest == []
    ->  member(Reference, References)
    ;   (   member(Reference, References)
        ;   '$record_of'(Key, Term, Rest, Reference)
        )
    ).

%! current_key(?Key) is nondet.
%  True if terms are recorded under Key.
%  ?- recordz(k, a), current_key(X).   %=> X = k.
current_key(Key) :-
    '$record_keys'(Keys),
    member(Key, Keys).
