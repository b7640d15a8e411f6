% Conversion between variables and terms '$VAR'(N): numbervars/4, and library(varnumbers).

%! varnumbers(+Numbered, -Term) is det.
%  Term is Numbered with a variable for each '$VAR'(N), the same one for the same N.
%  ?- varnumbers(f('$VAR'(0), '$VAR'(1), '$VAR'(0)), T).   %=> T = f(X, Y, X).
varnumbers(Numbered, Term) :-
    varnumbers(Numbered, 0, Term).

%! varnumbers(+Numbered, +Start, -Term) is det.
%  Like varnumbers/2, but only for numbers not less than Start.
%  ?- varnumbers(f('$VAR'(0), '$VAR'(1)), 1, T).   %=> T = f('$VAR'(0), X).
varnumbers(Numbered, Start, Term) :-
    must_be(integer, Start),
    must_be(acyclic, Numbered),
    '$varnumbers'(Numbered, Start, _, Term).

%! '$varnumbers'(+Numbered, +Start, -Named, -Term) is det.
%  Named is the sorted list of N-Variable for each '$VAR'(N) that Term has a variable for.
'$varnumbers'(Numbered, Start, Named, Term) :-
    '$varnumbers'(Numbered, Start, Term, Found, []),
    keysort(Found, Sorted),
    '$one_of_each_name'(Sorted, Named).

%! '$varnumbers'(+Numbered, +Start, -Term, -Found, ?Tail) is det.
%  Each '$VAR'(N) is another variable in Term, and Found has N with it.
'$varnumbers'(Numbered, Start, Term, Found, Tail) :-
    (   \+ compound(Numbered)
    ->  Term = Numbered,
        Found = Tail
    ;   Numbered = '$VAR'(N),
        ( Start == any -> true ; integer(N), N >= Start )
    ->  Found = [N-Term|Tail]
    ;   Numbered = [Head0|Tail0]
    ->  Term = [Head|Rest],
        '$varnumbers'(Head0, Start, Head, Found, Found1),
        '$varnumbers'(Tail0, Start, Rest, Found1, Tail)
    ;   compound_name_arguments(Numbered, Name, Arguments),
        '$varnumbers'(Arguments, Start, Terms, Found, Tail),
        compound_name_arguments(Made, Name, Terms),
        Term = Made
    ).

%! '$one_of_each_name'(+Sorted, -Named) is det.
%  Unifies the variables of one name.
'$one_of_each_name'([], []).
'$one_of_each_name'([Name-Variable|Sorted], Named) :-
    (   Sorted = [Next-Same|_],
        Next == Name
    ->  Same = Variable,
        Named = Rest
    ;   Named = [Name-Variable|Rest]
    ),
    '$one_of_each_name'(Sorted, Rest).

%! max_var_number(+Term, +Start, -Max) is det.
%  Max is the largest N of a '$VAR'(N) in Term, or Start if that is larger.
%  ?- max_var_number(f('$VAR'(3), '$VAR'(1)), 0, M).   %=> M = 3.
max_var_number(Term, Start, Max) :-
    (   compound(Term)
    ->  (   Term = '$VAR'(N),
            integer(N)
        ->  Max is max(Start, N)
        ;   compound_name_arity(Term, _, Arity),
            '$max_var_number'(1, Arity, Term, Start, Max)
        )
    ;   Max = Start
    ).

%! '$max_var_number'(+From, +Arity, +Term, +Start, -Max)
%  The last argument comes last, so that a list may be long.
'$max_var_number'(From, Arity, Term, Start, Max) :-
    (   From < Arity
    ->  arg(From, Term, Argument),
        max_var_number(Argument, Start, Max1),
        Next is From + 1,
        '$max_var_number'(Next, Arity, Term, Max1, Max)
    ;   arg(From, Term, Last)
    ->  max_var_number(Last, Start, Max)
    ;   Max = Start
    ).

%! numbervars(?Term, +Start, -End, +Options) is det.
%  Like numbervars/3. Options: singletons(true) binds variables that occur once to '$VAR'('_'); functor_name(Name)
%  replaces '$VAR'; attvar(skip, bind or error).
%  ?- T = f(X, Y, X), numbervars(T, 0, E, [singletons(true)]), print(T), E == 1.
%  ?- numbervars(f(_), 0, _, [singletons(true)|_]).   %=> instantiation_error.
numbervars(Term, Start, End, Options) :-
    must_be(integer, Start),
    '$numbervars_options'(Options),
    option(functor_name(Name), Options, '$VAR'),
    must_be(atom, Name),
    option(attvar(Attributed), Options, error),
    must_be(oneof([skip,bind,error]), Attributed),
    (   is_list(Options),
        memberchk(singletons, Options)
    ->  Singletons = true
    ;   option(singletons(Singletons), Options, false)
    ),
    must_be(bool, Singletons),
    (   Singletons == true
    ->  Anonymous =.. [Name,'_'],
        '$name_singletons'(Term, Anonymous)
    ;   true
    ),
    (   Attributed == skip
    ->  true
    ;   term_attvars(Term, Variables),
        '$numbervars_attributed'(Attributed, Variables)
    ),
    '$number_variables'(Term, Name, Start, End).

%! '$numbervars_options'(+Options) is det.
%  Options is a dict, or a list of options: names, Name=Value and Name(Value).
'$numbervars_options'(Options) :-
    (   is_dict(Options)
    ->  true
    ;   '$skip_list'(_, Options, Tail),
        (   var(Tail)
        ->  instantiation_error(Tail)
        ;   must_be(list, Tail)
        ),
        forall(member(Option, Options), '$numbervars_option'(Option))
    ).

%! '$numbervars_option'(+Option) is det.
'$numbervars_option'(Option) :-
    must_be(nonvar, Option),
    (   ( atom(Option) ; Option = (_=_) )
    ->  true
    ;   compound(Option),
        compound_name_arity(Option, _, 1)
    ->  true
    ;   type_error(option, Option)
    ).

%! '$numbervars_attributed'(+Attributed, +Variables) is det.
%  Takes the attributes from attributed variables, or refuses them.
'$numbervars_attributed'(error, [Variable|_]) :-
    !,
    type_error(free_of_attvar, Variable).
'$numbervars_attributed'(_, Variables) :-
    maplist(del_attrs, Variables).

%! var_number(@Term, -Number) is semidet.
%  True if Term is '$VAR'(Number).
%  ?- var_number('$VAR'(3), N).   %=> N = 3.
var_number(Term, Number) :-
    nonvar(Term),
    Term = '$VAR'(Number).

%! varnumbers_names(+Numbered, -Term, -Bindings) is det.
%  Term is Numbered with a variable for each '$VAR'(Name), the same one for the same Name; Bindings are Name=Variable.
%  ?- varnumbers_names(f('$VAR'(1),'$VAR'(x)), T, Bs), T = f(X,Y), Bs = [1=X,x=Y].   %=> T = f(X,Y), Bs = [1=X,x=Y].
varnumbers_names(Numbered, Term, Bindings) :-
    must_be(acyclic, Numbered),
    '$varnumbers'(Numbered, any, Pairs, Term),
    maplist('$varnumbers_binding', Pairs, Bindings).

%! '$varnumbers_binding'(+Pair, -Binding)
'$varnumbers_binding'(Name-Variable, Name=Variable).
