% The recorded database, and the names of global variables.

%! nb_current(?Name, ?Value) is nondet.
%  The global variables that have values.
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
%  A term that recordz/2 or recorda/2 keeps under a key.
%  ?- recordz(k, a), recorded(k, X).   %=> X = a.
recorded(Key, Term) :-
    recorded(Key, Term, _).

%! recorded(?Key, ?Term, ?Reference) is nondet.
%  A term that is kept under a key, with its reference.
%  ?- recordz(k, a), recorded(k, X, _).   %=> X = a.
recorded(Key, Term, Reference) :-
    (   nonvar(Reference)
    ->  '$record_key'(Reference, Key)
    ;   var(Key)
    ->  current_key(Key),
        '$record_references'(Key, References),
        member(Reference, References)
    ;   '$record_references'(Key, References),
        member(Reference, References)
    ),
    catch(instance(Reference, Found), error(existence_error(_, _), _), fail),
    Found = Term.

%! current_key(?Key) is nondet.
%  The keys under which terms are kept.
%  ?- recordz(k, a), current_key(X).   %=> X = k.
current_key(Key) :-
    '$record_keys'(Keys),
    member(Key, Keys).
