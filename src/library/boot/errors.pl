% Argument checks, and the errors of ISO 7.12.2. The second argument of error/2 is left unbound; the machine or a
% message fills it.

%! must_be(+Type, @Term) is det.
%  Succeeds if Term is of Type; otherwise raises the appropriate error.
%  ?- must_be(positive_integer, 3).
must_be(Type, Term) :-
    (   var(Type)
    ->  instantiation_error(Type)
    ;   '$is_of_type'(Type, Term)
    ->  true
    ;   '$wrong_type'(Type, Term)
    ).

%! is_of_type(+Type, @Term) is semidet.
%  True if Term is of Type. Like must_be/2, but fails instead of raising an error.
%  ?- is_of_type(list(integer), [1,2]).
is_of_type(Type, Term) :-
    (   var(Type)
    ->  instantiation_error(Type)
    ;   '$is_of_type'(Type, Term)
    ).

%! '$is_of_type'(+Type, @Term)
'$is_of_type'(any, _).
'$is_of_type'(var, X) :- var(X).
'$is_of_type'(nonvar, X) :- nonvar(X).
'$is_of_type'(atom, X) :- atom(X).
'$is_of_type'(symbol, X) :- atom(X).
'$is_of_type'(atomic, X) :- atomic(X).
'$is_of_type'(callable, X) :- callable(X).
'$is_of_type'(compound, X) :- compound(X).
'$is_of_type'(ground, X) :- ground(X).
'$is_of_type'(number, X) :- number(X).
'$is_of_type'(integer, X) :- integer(X).
'$is_of_type'(float, X) :- float(X).
'$is_of_type'(rational, X) :- rational(X).
'$is_of_type'(nonneg, X) :- integer(X), X >= 0.
'$is_of_type'(positive_integer, X) :- integer(X), X >= 1.
'$is_of_type'(negative_integer, X) :- integer(X), X < 0.
'$is_of_type'(between(Low, High), X) :- '$is_between'(Low, High, X).
'$is_of_type'(oneof(List), X) :- ground(X), memberchk(X, List).
'$is_of_type'(boolean, X) :- '$is_boolean'(X).
'$is_of_type'(bool, X) :- '$is_boolean'(X).
'$is_of_type'(string, X) :- string(X).
'$is_of_type'(text, X) :- '$is_text'(X).
'$is_of_type'(char, X) :- '$is_char'(X).
'$is_of_type'(chars, X) :- is_list(X), '$all_of_type'(X, char).
'$is_of_type'(code, X) :- integer(X), X >= 0, X =< 0x10ffff.
'$is_of_type'(codes, X) :- is_list(X), '$all_of_type'(X, code).
'$is_of_type'(pair, X) :- nonvar(X), X = _-_.
'$is_of_type'(order, X) :- '$is_order'(X).
'$is_of_type'(acyclic, X) :- acyclic_term(X).
'$is_of_type'(cyclic, X) :- cyclic_term(X).
'$is_of_type'(list, X) :- is_list(X).
'$is_of_type'(proper_list, X) :- is_list(X).
'$is_of_type'(list(Type), X) :- is_list(X), '$all_of_type'(X, Type).
'$is_of_type'(list_of(Type), X) :- is_list(X), '$all_of_type'(X, Type).
'$is_of_type'(list_or_partial, X) :- '$is_list_or_partial'(X).
'$is_of_type'(list_or_partial_list, X) :- '$is_list_or_partial'(X).
'$is_of_type'(dict, X) :- is_dict(X).
'$is_of_type'(stream, X) :- is_stream(X).
'$is_of_type'(encoding, X) :- '$is_encoding'(X).
'$is_of_type'(type, X) :- ground(X), ( '$known_type'(X) -> true ; '$users_type'(X) ).
'$is_of_type'(Type, X) :- \+ '$known_type'(Type), '$has_type'(Type, X).

%! '$has_type'(+Type, @Term)
%  True if the program says so of a type of its own: error:has_type/2 is a hook.
'$has_type'(Type, X) :-
    '$if_known'(error:has_type(Type, X)),
    !.

%! '$users_type'(+Type)
%  True if the program has a clause for this type.
'$users_type'(Type) :-
    catch(clause(error:has_type(Type, _), _), error(_, _), fail),
    !.

%! '$is_encoding'(@Term)
'$is_encoding'(X) :-
    atom(X),
    memberchk(X, [ascii,iso_latin_1,octet,text,utf8,utf16be,utf16le,unicode_be,unicode_le,utf_16be,utf_16le,wchar_t]).

%! '$is_boolean'(@Term)
'$is_boolean'(X) :-
    (   X == true
    ->  true
    ;   X == false
    ).

%! '$is_order'(@Term)
'$is_order'(X) :-
    nonvar(X),
    memberchk(X, [<, =, >]).

%! '$is_char'(@Term)
'$is_char'(X) :-
    atom(X),
    atom_length(X, 1).

%! '$is_text'(@Term)
'$is_text'(X) :-
    (   atom(X)
    ->  true
    ;   string(X)
    ->  true
    ;   is_list(X),
        (   '$all_of_type'(X, char)
        ->  true
        ;   '$all_of_type'(X, code)
        )
    ).

%! '$is_between'(+Low, +High, @Term)
'$is_between'(Low, High, X) :-
    (   integer(Low),
        integer(High)
    ->  integer(X)
    ;   number(X)
    ),
    X >= Low,
    X =< High.

%! '$all_of_type'(+List, +Type)
'$all_of_type'([], _).
'$all_of_type'([X|Xs], Type) :-
    '$is_of_type'(Type, X),
    '$all_of_type'(Xs, Type).

%! '$wrong_type'(+Type, @Term)
%  Raises the error for a Term that is not of Type.
'$wrong_type'(Type, _) :-
    \+ '$known_type'(Type),
    \+ '$users_type'(Type),
    existence_error(type, Type).
'$wrong_type'(var, X) :-
    uninstantiation_error(X).
'$wrong_type'(cyclic, X) :-
    domain_error(cyclic_term, X).
'$wrong_type'(acyclic, X) :-
    domain_error(acyclic_term, X).
'$wrong_type'(_, X) :-
    var(X),
    instantiation_error(X).
'$wrong_type'(Type, X) :-
    \+ ground(X),
    '$is_ground_type'(Type),
    instantiation_error(X).
'$wrong_type'(list_or_partial_list, X) :-
    type_error(list, X).
'$wrong_type'(Type, X) :-
    '$list_type'(Type, Element, Expected),
    (   is_list(X)
    ->  '$wrong_element'(X, Element)
    ;   '$is_list_or_partial'(X)
    ->  instantiation_error(X)
    ;   type_error(Expected, X)
    ).
'$wrong_type'(Type, X) :-
    type_error(Type, X).

%! '$wrong_element'(+List, +Type)
'$wrong_element'([X|Xs], Type) :-
    (   '$is_of_type'(Type, X)
    ->  '$wrong_element'(Xs, Type)
    ;   '$wrong_type'(Type, X)
    ).

%! '$is_ground_type'(+Type)
%  A term with variables may become one of these types.
'$is_ground_type'(ground).
'$is_ground_type'(oneof(_)).
'$is_ground_type'(stream).
'$is_ground_type'(text).
'$is_ground_type'(string).
'$is_ground_type'(rational).

%! '$list_type'(+Type, -Element, -Expected)
%  Expected is the type in the error for a term that is no list.
'$list_type'(list, any, list).
'$list_type'(proper_list, any, list).
'$list_type'(list(Type), Type, list(Type)).
'$list_type'(list_of(Type), Type, list(Type)).
'$list_type'(chars, char, list(char)).
'$list_type'(codes, code, list(code)).

%! '$known_type'(@Type)
'$known_type'(Type) :-
    callable(Type),
    functor(Type, Name, Arity),
    '$known_type'(Arity, Names),
    memberchk(Name, Names).

%! '$known_type'(+Arity, -Names)
'$known_type'(0, [any, var, nonvar, atom, symbol, atomic, callable, compound, ground, number, integer, float,
                  rational, nonneg, positive_integer, negative_integer, boolean, bool, string, text, char, chars,
                  code, codes, pair, order, acyclic, cyclic, list, proper_list, list_or_partial,
                  list_or_partial_list, dict, stream, encoding, type]).
'$known_type'(1, [oneof, list, list_of]).
'$known_type'(2, [between]).

%! instantiation_error(@Term) is erroneous.
%  Raises an instantiation error: Term is unbound.
%  ?- instantiation_error(_).   %=> instantiation_error.
instantiation_error(_) :-
    throw(error(instantiation_error, _)).

%! uninstantiation_error(@Culprit) is erroneous.
%  Raises an uninstantiation error: Culprit is bound.
%  ?- uninstantiation_error(a).   %=> uninstantiation_error(a).
uninstantiation_error(Culprit) :-
    throw(error(uninstantiation_error(Culprit), _)).

%! type_error(+Type, @Culprit) is erroneous.
%  Raises a type error: Culprit is not of Type.
%  ?- type_error(integer, a).   %=> type_error(integer, a).
type_error(Type, Culprit) :-
    throw(error(type_error(Type, Culprit), _)).

%! domain_error(+Domain, @Culprit) is erroneous.
%  Raises a domain error: Culprit has the correct type but is outside Domain.
%  ?- domain_error(colour, 3).   %=> domain_error(colour, 3).
domain_error(Domain, Culprit) :-
    throw(error(domain_error(Domain, Culprit), _)).

%! existence_error(+Kind, @Culprit) is erroneous.
%  Raises an existence error: there is no Kind named Culprit.
%  ?- existence_error(file, f).   %=> existence_error(file, f).
existence_error(Kind, Culprit) :-
    throw(error(existence_error(Kind, Culprit), _)).

%! existence_error(+Kind, @Culprit, @Where) is erroneous.
%  Raises an existence error: there is no Kind named Culprit in Where.
%  ?- existence_error(file, f, here).   %=> existence_error(file, f, here).
existence_error(Kind, Culprit, Where) :-
    throw(error(existence_error(Kind, Culprit, Where), _)).

%! permission_error(+Action, +Type, @Culprit) is erroneous.
%  Raises a permission error: Action is not permitted on Culprit, which is of Type.
%  ?- permission_error(modify, flag, bounded).   %=> permission_error(modify, flag, bounded).
permission_error(Action, Type, Culprit) :-
    throw(error(permission_error(Action, Type, Culprit), _)).

%! representation_error(+Limit) is erroneous.
%  Raises a representation error: an implementation limit is exceeded.
%  ?- representation_error(max_arity).   %=> representation_error(max_arity).
representation_error(Limit) :-
    throw(error(representation_error(Limit), _)).

%! resource_error(+Resource) is erroneous.
%  Raises a resource error: Resource is exhausted.
%  ?- resource_error(memory).   %=> resource_error(memory).
resource_error(Resource) :-
    throw(error(resource_error(Resource), _)).

%! syntax_error(+Message) is erroneous.
%  Raises a syntax error.
%  ?- syntax_error(bad).   %=> syntax_error(bad).
syntax_error(Message) :-
    throw(error(syntax_error(Message), _)).

%! '$missing_global'(+Name, -Value) is det.
%  Asks user:exception/3 for the value of a global variable that has none.
'$missing_global'(Name, Value) :-
    (   once(user:exception(undefined_global_variable, Name, Action)),
        Action == retry,
        '$has_global'(Name)
    ->  nb_getval(Name, Value)
    ;   existence_error(variable, Name)
    ).

%! '$undefined'(+Module, :Goal) is nondet.
%  Asks user:exception/3 what becomes of a call of an undefined predicate: the action `retry` calls it again, `fail`
%  fails, others raise the error.
'$undefined'(Module, Goal) :-
    functor(Goal, Name, Arity),
    ( Module == user -> Indicator = Name/Arity ; Indicator = Module:Name/Arity ),
    (   once(user:exception(undefined_predicate, Indicator, Action))
    ->  true
    ;   Action = error
    ),
    (   Action == retry
    ->  call(Module:Goal)
    ;   Action == fail
    ->  fail
    ;   throw(error(existence_error(procedure, Indicator), Indicator))
    ).
