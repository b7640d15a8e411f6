% Listing predicates: listing/0,1,2, and their code: vm_list/1.

%! listing is det.
%  Lists all predicates of the user to the current output, as listing/1 does.
listing :-
    '$user_predicates'(user, Predicates),
    '$shown_source'([], Source),
    '$list_predicates'(Predicates, user, Source).

%! listing(:What) is det.
%  Lists the predicates that What denotes: Name, Name/Arity, Name//Arity, each possibly module-qualified, or a list of
%  these. At a terminal the comments of the program are shown, too.
listing(What) :-
    listing(What, []).

%! listing(:What, +Options) is det.
%  Like listing/1. Options are source(Boolean): if true, the text of the clauses in their files is shown where they are
%  unchanged; variable_names(Whose): source (default) or generated.
listing(What, Options) :-
    must_be(list, Options),
    '$shown_source'(Options, Source),
    '$list_specified'(What, Source).

%! '$shown_source'(+Options, -Source)
%  Source is what is shown of the source: text, comments (with the names of variables), names, or none.
'$shown_source'(Options, Source) :-
    (   memberchk(source(true), Options)
    ->  Source = text
    ;   memberchk(variable_names(generated), Options)
    ->  Source = none
    ;   current_output(Stream),
        stream_property(Stream, tty(true)),
        \+ memberchk(source(false), Options)
    ->  Source = comments
    ;   Source = names
    ).

%! '$list_specified'(+What, +Source)
'$list_specified'(What, Source) :-
    (   var(What)
    ->  instantiation_error(What)
    ;   is_list(What)
    ->  '$list_all_specified'(What, Source)
    ;   strip_module(What, Module, Plain),
        findall(Owner-Named,
                ( '$listed_module'(Module, Owner, Predicates), '$predicates_named'(Predicates, Plain, Named),
                  Named \== [] ), Lists),
        (   Lists == []
        ->  (   '$list_library'(Plain)
            ->  true
            ;   throw(error(existence_error(procedure, What), _))
            )
        ;   forall(member(Owner-Named, Lists), '$list_predicates'(Named, Owner, Source))
        )
    ).

%! '$listed_module'(+Module, -Owner, -Predicates) is nondet.
%  What user shows are its predicates, and those that modules export.
'$listed_module'(Module, Module, Predicates) :-
    '$user_predicates'(Module, Predicates).
'$listed_module'(user, Owner, Predicates) :-
    '$declared_module'(Owner, _, Exports),
    '$user_predicates'(Owner, All),
    intersection(All, Exports, Predicates).

%! '$list_all_specified'(+Specifications, +Source)
'$list_all_specified'([], _).
'$list_all_specified'([What|Whats], Source) :-
    '$list_specified'(What, Source),
    '$list_all_specified'(Whats, Source).

%! '$predicates_named'(+Predicates, +What, -Named)
'$predicates_named'([], _, []).
'$predicates_named'([Predicate|Predicates], What, Named) :-
    (   '$is_named'(What, Predicate)
    ->  Named = [Predicate|Rest]
    ;   Named = Rest
    ),
    '$predicates_named'(Predicates, What, Rest).

%! '$is_named'(+What, +Predicate)
'$is_named'(What, Name/Arity) :-
    (   What = Name/Arity
    ->  true
    ;   What = Name//Extra
    ->  (   integer(Extra)
        ->  Arity =:= Extra + 2
        ;   true
        )
    ;   What == Name
    ).

%! '$list_predicates'(+Predicates, +Module, +Source)
'$list_predicates'([], _, _).
'$list_predicates'([Name/Arity|Predicates], Module, Source) :-
    current_output(Stream),
    '$pred_flags'(Module:Name, Arity, Flags),
    '$list_flags'([dynamic, discontiguous, multifile], Flags, Name/Arity, Stream),
    '$shown_clauses'(Module:Name, Arity, Own),
    (   Own = [clause((_ :- '$guarded'(Goal, _, property)), _)]
    ->  strip_module(Goal, _, Plain),
        functor(Plain, Hidden, _),
        '$shown_clauses'(Module:Hidden, Arity, Behind),
        '$named_clauses'(Behind, Name, Clauses0)
    ;   Clauses0 = Own
    ),
    (   Clauses0 = [clause((Head :- Body), _)],
        '$table_modes'(Body, Modes)
    ->  '$list_tabled'(Head, Module, Modes, Stream)
    ;   '$clause_comments'(Source, Module, Name, Arity, Comments),
        (   memberchk(dynamic, Flags)
        ->  Clauses = Clauses0
        ;   maplist('$with_compiled_head', Clauses0, Clauses)
        ),
        '$list_clauses'(Clauses, Comments, Source, Stream)
    ),
    nl(Stream),
    '$list_predicates'(Predicates, Module, Source).

%! '$with_compiled_head'(+Clause0, -Clause)
%  Shows unifications at the beginning of the body in the head, as SWI-Prolog compiles them: those of a variable that is an
%  argument of the head, and occurs nowhere else, with another term.
'$with_compiled_head'(clause(Clause0, Names), clause(Clause, Shown)) :-
    (   Clause0 = (Head :- Body0),
        '$head_unifications'(Body0, Head, Clause0, Body, Found),
        Found \== []
    ->  maplist('$unify_pair', Found),
        Clause = (Head :- Body),
        (   '$all_are_named'(Clause, Names)
        ->  Shown = Names
        ;   Shown = []
        )
    ;   Clause = Clause0,
        Shown = Names
    ).

%! '$all_are_named'(@Clause, +Names) is semidet.
%  True if all variables that occur more than once have a name: so not in clauses that were made from a grammar rule.
'$all_are_named'(Clause, Names) :-
    copy_term_nat(Names+Clause, Bound+Copy),
    '$bind_to_names'(Bound),
    term_variables(Copy, Vars),
    term_singletons(Copy, Singletons),
    Vars == Singletons.

%! '$unify_pair'(+Unification)
'$unify_pair'(Term = Term).

%! '$head_unifications'(+Body, +Head, +Clause, -Rest, -Found)
%  Found are the unifications of Body that belong to the head of Clause, Rest are its other goals.
'$head_unifications'(Body, Head, Clause, Rest, Found) :-
    (   nonvar(Body),
        Body = (Goal,Goals),
        nonvar(Goal),
        Goal = (_ = _)
    ->  (   '$belongs_to_head'(Goal, Head, Clause)
        ->  Found = [Goal|Found1],
            Rest = Rest1
        ;   Found = Found1,
            Rest = (Goal,Rest1)
        ),
        '$head_unifications'(Goals, Head, Clause, Rest1, Found1)
    ;   nonvar(Body),
        '$belongs_to_head'(Body, Head, Clause)
    ->  Found = [Body],
        Rest = true
    ;   Found = [],
        Rest = Body
    ).

%! '$belongs_to_head'(+Goal, +Head, +Clause) is semidet.
'$belongs_to_head'(Var = Term, Head, Clause) :-
    var(Var),
    nonvar(Term),
    Head =.. [_|Arguments],
    '$is_among'(Arguments, Var),
    occurrences_of_var(Var, Clause, 2).

%! '$shown_clauses'(+Name, +Arity, -Clauses) is semidet.
%  Clauses are those of a predicate as they were written: goals are not qualified by their own module.
'$shown_clauses'(Name, Arity, Clauses) :-
    '$clause_list'(Name, Arity, Found),
    Name = Module:_,
    (   Module == user
    ->  Clauses = Found
    ;   maplist('$without_module'(Module), Found, Clauses)
    ).

%! '$without_module'(+Module, +Clause, -Plain)
'$without_module'(Module, clause(Clause, Names), clause(Plain, Names)) :-
    (   '$names_module'(Clause, Module)
    ->  '$plain_goals'(Clause, Module, Plain)
    ;   Plain = Clause
    ).

%! '$names_module'(@Term, +Module) is semidet.
'$names_module'(Term, Module) :-
    compound(Term),
    (   Term = Name:_,
        Name == Module
    ->  true
    ;   compound_name_arity(Term, _, Arity),
        '$names_module'(1, Arity, Term, Module)
    ).

%! '$names_module'(+From, +Arity, @Term, +Module) is semidet.
'$names_module'(From, Arity, Term, Module) :-
    From =< Arity,
    arg(From, Term, Argument),
    (   '$names_module'(Argument, Module)
    ->  true
    ;   Next is From + 1,
        '$names_module'(Next, Arity, Term, Module)
    ).

%! '$plain_goals'(@Term, +Module, -Plain)
'$plain_goals'(Term, Module, Plain) :-
    (   \+ compound(Term)
    ->  Plain = Term
    ;   Term = Name:Goal,
        Name == Module
    ->  ( var(Goal) -> Plain = call(Goal) ; '$plain_goals'(Goal, Module, Plain) )
    ;   Term =.. [Name|Arguments],
        '$all_plain_goals'(Arguments, Module, Others),
        Plain =.. [Name|Others]
    ).

%! '$all_plain_goals'(+Terms, +Module, -Plain)
'$all_plain_goals'([], _, []).
'$all_plain_goals'([Term|Terms], Module, [Plain|More]) :-
    '$plain_goals'(Term, Module, Plain),
    '$all_plain_goals'(Terms, Module, More).

%! '$list_tabled'(+Head, +Module, +Modes, +Stream)
%  Lists a tabled predicate: its table directive, and its clauses under its own name.
'$list_tabled'(Head, Module, Modes0, Stream) :-
    functor(Head, Name, Arity),
    '$modes_and_options'(Modes0, Modes, Options),
    (   Modes = modes(List)
    ->  '$shown_modes'(List, Shown),
        Specification0 =.. [Name|Shown]
    ;   Specification0 = Name/Arity
    ),
    (   '$list_conjunction'(Options, As)
    ->  Specification = (Specification0 as As)
    ;   Specification = Specification0
    ),
    (   predicate_property(Module:Head, dynamic)
    ->  format(Stream, ":- dynamic ~q.~n", [Name/Arity])
    ;   true
    ),
    format(Stream, ":- table ~q.~n~n", [Specification]),
    atom_concat(Name, ' tabled', Hidden),
    (   '$shown_clauses'(Module:Hidden, Arity, Clauses)
    ->  '$named_clauses'(Clauses, Name, Named),
        '$list_clauses'(Named, [], names, Stream)
    ;   true
    ).

%! '$list_conjunction'(+Terms, -Conjunction) is semidet.
'$list_conjunction'([Term|Terms], Conjunction) :-
    (   Terms == []
    ->  Conjunction = Term
    ;   Conjunction = (Term,Rest),
        '$list_conjunction'(Terms, Rest)
    ).

%! '$shown_modes'(+Modes, -Shown)
'$shown_modes'([], []).
'$shown_modes'([Mode|Modes], [Shown|More]) :-
    (   Mode = value(Shown)
    ->  true
    ;   Shown = index
    ),
    '$shown_modes'(Modes, More).

%! '$named_clauses'(+Clauses, +Name, -Named)
'$named_clauses'([], _, []).
'$named_clauses'([clause(Clause, Names)|Clauses], Name, [clause(Named, Names)|More]) :-
    '$named_clause'(Clause, Name, Named),
    '$named_clauses'(Clauses, Name, More).

%! '$named_clause'(+Clause, +Name, -Named)
'$named_clause'((Head :- Body), Name, (NamedHead :- Body)) :-
    '$named_head'(Head, Name, NamedHead).
'$named_clause'((Head => Body), Name, (NamedHead => Body)) :-
    (   Head = (Inner, Guard)
    ->  NamedHead = (NamedInner, Guard),
        '$named_head'(Inner, Name, NamedInner)
    ;   '$named_head'(Head, Name, NamedHead)
    ).

%! '$named_head'(+Head, +Name, -NamedHead)
'$named_head'(Head, Name, NamedHead) :-
    Head =.. [_|Arguments],
    NamedHead =.. [Name|Arguments].

%! '$list_flags'(+Shown, +Flags, +Predicate, +Stream)
'$list_flags'(Shown, Flags, Predicate, Stream) :-
    '$list_flags'(Shown, Flags, Predicate, Stream, no).

%! '$list_flags'(+Shown, +Flags, +Predicate, +Stream, +Any)
'$list_flags'([], _, _, Stream, Any) :-
    (   Any == yes
    ->  nl(Stream)
    ;   true
    ).
'$list_flags'([Flag|Shown], Flags, Predicate, Stream, Any) :-
    (   memberchk(Flag, Flags)
    ->  write(Stream, ':- '),
        write(Stream, Flag),
        write(Stream, ' '),
        write_term(Stream, Predicate, [quoted(true)]),
        write(Stream, '.'),
        nl(Stream),
        '$list_flags'(Shown, Flags, Predicate, Stream, yes)
    ;   '$list_flags'(Shown, Flags, Predicate, Stream, Any)
    ).

%! '$clause_source_text'(+Source, +Place, @Clause, -Text) is semidet.
%  Text is the source text of Clause, if it was not rewritten; where Source is comments only if there are some in it.
'$clause_source_text'(Source, at(File, Line), Clause, Text) :-
    memberchk(Source, [text, comments]),
    '$clause_texts'(File, Line, Source, Texts),
    member(Text, Texts),
    catch(term_string(Read, Text), error(_, _), fail),
    (   Clause = (Head :- true)
    ->  ( Read =@= Head ; Read =@= Clause )
    ;   Read =@= Clause
    ),
    !.

%! '$clause_comments'(+Source, +Module, +Name, +Arity, -Comments)
%  Comments are comment(Above, Place) for the clauses of a predicate in its file: the comment directly above it, "" where
%  there is none or none is shown, and at(File, Line), or none if that is not known.
'$clause_comments'(Source, Module, Name, Arity, Comments) :-
    functor(Head, Name, Arity),
    (   memberchk(Source, [text, comments]),
        predicate_property(Module:Head, file(_))
    ->  findall(Comment, '$clause_comment'(Source, Module:Head, Comment), Comments)
    ;   Comments = []
    ).

%! '$clause_comment'(+Source, +Head, -Comment) is nondet.
'$clause_comment'(Source, Head, Comment) :-
    nth_clause(Head, _, Reference),
    (   '$clause_line'(Reference, File, Line)
    ->  (   Source == comments,
            '$comment_above'(File, Line, Found)
        ->  Above = Found
        ;   Above = ""
        ),
        Comment = comment(Above, at(File, Line))
    ;   Comment = comment("", none)
    ).

%! '$list_clauses'(+Clauses, +Comments, +Source, +Stream)
'$list_clauses'([], _, _, _).
'$list_clauses'([Item|Clauses], Comments, Source, Stream) :-
    Item = clause(Clause, SourceNames),
    (   Comments = [Comment|Comments1]
    ->  Comment = comment(Above, Place),
        write(Stream, Above)
    ;   Comments1 = [],
        Place = none
    ),
    (   '$clause_source_text'(Source, Place, Clause, Text)
    ->  format(Stream, "~w~n", [Text])
    ;   Source == none
    ->  portray_clause(Stream, Clause)
    ;   '$portray_clause'(Clause, SourceNames, Stream)
    ),
    '$list_clauses'(Clauses, Comments1, Source, Stream).

%! vm_list(+Indicator) is det.
%  Prints the code of the clauses of Name/Arity, and the block of switches and chains through which a static predicate
%  is entered.
vm_list(Indicator) :-
    '$vm_list'(Indicator, Sections),
    (   Sections == []
    ->  print_message(warning, no_predicates(Indicator))
    ;   '$vm_list_sections'(Sections)
    ).

%! '$vm_list_sections'(+Sections)
'$vm_list_sections'([]).
'$vm_list_sections'([Title-Lines|Sections]) :-
    format("~w~n", [Title]),
    '$vm_list_lines'(Lines),
    '$vm_list_sections'(Sections).

%! '$vm_list_lines'(+Lines)
'$vm_list_lines'([]).
'$vm_list_lines'([Line|Lines]) :-
    format("    ~w~n", [Line]),
    '$vm_list_lines'(Lines).
