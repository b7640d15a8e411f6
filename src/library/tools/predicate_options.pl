% The options that predicates take in their lists of options, as programs declare them: library(predicate_options).

%! predicate_options(:Predicate, +Arg, +Options) is det.
%  Directive that declares that the argument Arg of Predicate, Name/Arity, is a list of Options: Name(Type), where Type is
%  one of must_be/2 or a mode as `-Type`, and pass_to(Name/Arity, Arg) for the options of another predicate.
%  ?- predicate_options(p/2, 2, []).   %=> context_error(nodirective, predicate_options(user:p/2, 2, [])).
predicate_options(Predicate, Arg, Options) :-
    '$optional_predicate'(Predicate, Module:Name/Arity),
    (   prolog_load_context(source, _)
    ->  assert_predicate_options(Module:Name/Arity, Arg, Options, _)
    ;   throw(error(context_error(nodirective, predicate_options(Module:Name/Arity, Arg, Options)), _))
    ).

%! assert_predicate_options(:Predicate, +Arg, +Options, -New) is det.
%  Declares options as predicate_options/3 does; New is true if one of them is new.
%  ?- assert_predicate_options(p/2, 2, [size(integer)], New), current_predicate_option(p/2, A, size(3)).   %=> New = true, A = 2.
assert_predicate_options(Predicate, Arg, Options, New) :-
    '$optional_predicate'(Predicate, Full),
    must_be(positive_integer, Arg),
    must_be(list(compound), Options),
    findall(Option, ( member(Option, Options), \+ '$declared_option'(Full, Arg, Option) ), Added),
    forall(member(Option, Added), assertz('$predicate_options':declared(Full, Arg, Option))),
    ( Added == [] -> New = false ; New = true ).

%! retractall_predicate_options is det.
%  Drops the declarations that no text has made. Here that is all of them.
%  ?- retractall_predicate_options, current_option_arg(_, _).   %=> false.
retractall_predicate_options :-
    retractall('$predicate_options':declared(_, _, _)).

%! '$optional_predicate'(:Predicate, -Full) is det.
%  Full is Module:Name/Arity.
'$optional_predicate'(Predicate, Module:Name/Arity) :-
    strip_module(Predicate, Module, Plain),
    must_be(nonvar, Plain),
    (   ground(Plain),
        '$plain_indicator'(Plain, Name/Arity)
    ->  must_be(atom, Name),
        must_be(nonneg, Arity)
    ;   type_error(predicate_indicator, Plain)
    ).

%! '$declared_option'(?Full, ?Arg, ?Option) is nondet.
'$declared_option'(Full, Arg, Option) :-
    '$if_known'('$predicate_options':declared(Full, Arg, Option)).

%! '$option_owner'(:Predicate, -Full)
%  Full is Module:Name/Arity, parts of which may be unbound.
'$option_owner'(Predicate, Module:Plain) :-
    strip_module(Predicate, Module, Plain).

%! current_option_arg(:Predicate, ?Arg) is nondet.
%  The argument Arg of Predicate is a list of options.
%  ?- assert_predicate_options(p/2, 2, [size(integer)], _), current_option_arg(p/2, A).   %=> A = 2.
current_option_arg(Predicate, Arg) :-
    '$option_owner'(Predicate, Full),
    findall(Full-Arg, '$declared_option'(Full, Arg, _), Found0),
    sort(Found0, Found),
    member(Full-Arg, Found).

%! current_predicate_options(:Predicate, ?Arg, ?Options) is nondet.
%  Options are those that Predicate takes in its argument Arg, with those of the predicates that it passes them to.
%  ?- assert_predicate_options(p/2, 2, [size(integer)], _), current_predicate_options(p/2, A, Os).   %=> A = 2, Os = [size(integer)].
current_predicate_options(Predicate, Arg, Options) :-
    '$option_owner'(Predicate, Full),
    current_option_arg(Full, Arg),
    findall(Option, '$taken_option'(Full, Arg, [], Option), Options0),
    sort(Options0, Options).

%! '$taken_option'(+Full, +Arg, +Seen, -Option) is nondet.
'$taken_option'(Module:Predicate, Arg, Seen, Option) :-
    \+ memberchk(Module:Predicate-Arg, Seen),
    '$declared_option'(Module:Predicate, Arg, Found),
    (   Found = pass_to(Other, At)
    ->  '$optional_predicate'(Module:Other, Full),
        '$taken_option'(Full, At, [Module:Predicate-Arg|Seen], Option)
    ;   Option = Found
    ).

%! current_predicate_option(:Predicate, ?Arg, ?Option) is nondet.
%  Predicate takes Option in its argument Arg. If the value of Option is bound, it is of the type declared.
%  ?- assert_predicate_options(p/2, 2, [size(integer)], _), current_predicate_option(p/2, 2, size(large)).   %=> false.
current_predicate_option(Predicate, Arg, Option) :-
    current_predicate_options(Predicate, Arg, Options),
    (   var(Option)
    ->  member(Known, Options),
        functor(Known, Name, 1),
        functor(Option, Name, 1)
    ;   functor(Option, Name, 1),
        functor(Known, Name, 1),
        memberchk(Known, Options),
        arg(1, Option, Value),
        arg(1, Known, Type),
        '$option_fits'(Type, Value)
    ).

%! '$option_fits'(+Type, ?Value) is semidet.
'$option_fits'(Type, Value) :-
    (   var(Type)
    ->  true
    ;   Type = -_
    ->  var(Value)
    ;   var(Value)
    ->  true
    ;   is_of_type(Type, Value)
    ).

%! check_predicate_option(:Predicate, +Arg, +Option) is semidet.
%  Raises an error unless Predicate takes Option in its argument Arg; false if nothing is declared of that argument.
%  ?- assert_predicate_options(p/2, 2, [size(integer)], _), check_predicate_option(p/2, 2, size(large)).   %=> type_error(integer, large).
%  ?- assert_predicate_options(p/2, 2, [size(integer)], _), check_predicate_option(p/2, 2, colour(red)).   %=> existence_error(option, colour(red)).
check_predicate_option(Predicate, Arg, Option) :-
    current_predicate_options(Predicate, Arg, Options),
    !,
    must_be(compound, Option),
    functor(Option, Name, Arity),
    functor(Known, Name, 1),
    (   Arity =:= 1,
        memberchk(Known, Options)
    ->  arg(1, Option, Value),
        arg(1, Known, Type),
        (   '$option_fits'(Type, Value)
        ->  true
        ;   Type = -_
        ->  uninstantiation_error(Value)
        ;   must_be(Type, Value)
        )
    ;   existence_error(option, Option)
    ).
