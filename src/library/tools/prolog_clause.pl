% Clauses beside their texts: library(prolog_clause).

%! clause_info(+Reference, -File, -Positions, -Names) is semidet.
%  File is the file of a clause, Positions are those of its term and of all parts there, as the option subterm_positions
%  of read_term/2 gives them, and Names is a term with the names of its variables, `_` for those without. False if the
%  clause has no file, or the file no longer has the clause.
%  ?- clause_info(nothing, _, _, _).   %=> type_error(db_reference, nothing).
clause_info(Reference, File, Positions, Names) :-
    clause_info(Reference, File, Positions, Names, []).

%! clause_info(+Reference, -File, -Positions, -Names, +Options) is semidet.
%  Like clause_info/4. Options: variable_names(Bindings) gets a list of Name=Variable.
%  ?- assertz(p(1), R), clause_info(R, _, _, _, []).   %=> false.
clause_info(Reference, File, Positions, Names, Options) :-
    clause(Head, Body, Reference),
    '$clause_line'(Reference, Name, Line),
    absolute_file_name(Name, File),
    clause_property(Reference, module(Module)),
    setup_call_cleanup(
        prolog_open_source(File, In),
        read_source_term_at_location(
            In, Term, [line(Line), module(Module), subterm_positions(Positions), variable_names(Bindings)]),
        prolog_close_source(In)
    ),
    '$read_as'(Term, Module, Head, Body),
    term_variables(Head-Body, Variables),
    maplist('$variable_title'(Bindings), Variables, Titles),
    compound_name_arguments(Names, varnames, Titles),
    ( memberchk(variable_names(Given), Options) -> Given = Bindings ; true ).

%! '$read_as'(+Term, +Module, ?Head, ?Body) is semidet.
%  Unifies the variables of a term that was read with those of the clause that it has become.
'$read_as'(Term, Module, Head, Body) :-
    (   '$unified_clause'(Term, Head, Body)
    ->  true
    ;   expand_term(Term, Expanded),
        '$unified_clause'(Expanded, Head, Body0),
        ( Body0 = Body -> true ; expand_goal(Module:Body0, Module:Body1), Body1 = Body )
    ).

%! '$unified_clause'(+Term, ?Head, ?Body) is semidet.
'$unified_clause'(Term, Head, Body) :-
    strip_module(Head, _, Plain),
    (   Term = (Own :- OwnBody)
    ->  true
    ;   Term = (Own => OwnBody)
    ->  true
    ;   Own = Term,
        OwnBody = true
    ),
    strip_module(Own, _, OwnPlain),
    OwnPlain-OwnBody = Plain-Body.

%! '$variable_title'(+Bindings, +Variable, -Title) is det.
'$variable_title'(Bindings, Variable, Title) :-
    (   member(Name=Bound, Bindings),
        Bound == Variable
    ->  Title = Name
    ;   Title = '_'
    ).

%! initialization_layout(+Place, :Goal, -Goal1, -Positions) is semidet.
%  Goal1 is the goal of the directive initialization/1,2 at Place, File:Line, and Positions are those of its parts; false
%  if there is none that Goal is a variant of.
%  ?- initialization_layout('/no/such.pl':1, true, _, _).   %=> existence_error(source_sink, '/no/such.pl').
initialization_layout(File:Line, Goal, Goal1, Positions) :-
    setup_call_cleanup(
        prolog_open_source(File, In),
        read_source_term_at_location(In, (:- Directive), [line(Line), subterm_positions(Whole)]),
        prolog_close_source(In)
    ),
    Whole = term_position(_, _, _, _, [term_position(_, _, _, _, [Positions|_])]),
    ( Directive = initialization(Goal1) ; Directive = initialization(Goal1, _) ),
    strip_module(Goal, _, Plain),
    strip_module(Goal1, _, Plain1),
    Plain =@= Plain1,
    !.

%! predicate_name(:Head, -Name) is det.
%  Name is a string that tells people which predicate Head is of: without the module, if that is user or the system's.
%  ?- predicate_name(foo:bar(_), N).   %=> N = "foo:bar/1".
%  ?- predicate_name(append(_, _, _), N).   %=> N = "append/3".
predicate_name(Head, Name) :-
    strip_module(Head, Module, Plain),
    must_be(callable, Plain),
    functor(Plain, Functor, Arity),
    (   '$is_plain_module'(Module, Plain)
    ->  format(string(Name), "~q/~d", [Functor, Arity])
    ;   format(string(Name), "~q:~q/~d", [Module, Functor, Arity])
    ).

%! '$is_plain_module'(+Module, +Head) is semidet.
'$is_plain_module'(Module, Head) :-
    (   memberchk(Module, [user,system])
    ->  true
    ;   '$is_library'(library(Module)),
        predicate_property(system:Head, defined)
    ).

%! clause_name(+Reference, -Name) is det.
%  Name is a string that tells people which clause it is.
%  ?- assertz(p(1)), assertz(p(2), R), clause_name(R, N).   %=> N = "2-nd clause of p/1".
clause_name(Reference, Name) :-
    (   nth_clause(Head, Number, Reference)
    ->  predicate_name(Head, Predicate),
        '$ordinal_suffix'(Number, Suffix),
        format(string(Name), "~d-~w clause of ~w", [Number, Suffix, Predicate])
    ;   clause_property(Reference, erased)
    ->  Name = "erased clause"
    ).

%! '$ordinal_suffix'(+Number, -Suffix) is det.
'$ordinal_suffix'(Number, Suffix) :-
    (   nth1(Number, [st,nd,rd], Suffix)
    ->  true
    ;   Suffix = th
    ).
