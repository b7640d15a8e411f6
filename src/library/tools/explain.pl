% What the system knows of a term: library(explain).

%! explain(@Term) is det.
%  Prints what Term is: its type, and for names and heads, the predicates and operators and where they are used.
%  ?- explain(42).
explain(Term) :-
    forall(explain(Term, Explanation), print_message(information, explain(Explanation))).

%! explain(@Term, -Explanation) is nondet.
%  Explanation tells something of Term, as a list of Format-Arguments.
%  ?- explain(42, E).   %=> E = ['~p is an integer'-[42]].
%  ?- explain([a|_], [_-[_, N]]).   %=> N = 1.
%  ?- explain(append/2, [F-_]).   %=> F = '~q is a predicate'.
explain(Term, Explanation) :-
    (   var(Term)
    ->  Explanation = ['~p is an unbound variable'-[Term]]
    ;   '$explained_kind'(Term, Text)
    ->  Explanation = [Text-[Term]]
    ;   Term == []
    ->  Explanation = ['[] is a special constant denoting an empty list'-[]]
    ;   atom(Term)
    ->  '$explain_atom'(Term, Explanation)
    ;   Term = [_|_]
    ->  '$explain_list'(Term, Explanation)
    ;   '$explain_compound'(Term, Explanation)
    ).

%! '$explained_kind'(@Term, -Format) is semidet.
'$explained_kind'(Term, '~p is an integer') :-
    integer(Term),
    !.
'$explained_kind'(Term, '~p is a rational (Q) number') :-
    rational(Term),
    !.
'$explained_kind'(Term, '~p is a floating point number') :-
    float(Term),
    !.
'$explained_kind'(Term, '~q is a string') :-
    string(Term),
    !.
'$explained_kind'(Term, '~q is a stream') :-
    compound(Term),
    is_stream(Term),
    !.
'$explained_kind'(Term, '~q is a dict') :-
    is_dict(Term).

%! '$explain_list'(+List, -Explanation) is det.
'$explain_list'(List, [Format-[Shown,Length]]) :-
    '$skip_list'(Length, List, Rest),
    length(Shown, Length),
    append(Shown, Rest, List),
    !,
    (   Rest == []
    ->  Format = '~p is a proper list; its length is ~d'
    ;   var(Rest)
    ->  Format = '~p is a list with an open end; its length so far is ~d'
    ;   Format = '~p is a list with an end that is no list; its length is ~d'
    ).

%! '$explain_atom'(+Atom, -Explanation) is nondet.
'$explain_atom'(Atom, ['~q is an atom'-[Atom]]).
'$explain_atom'(Atom, ['~q is a ~w (~w) operator of priority ~d'-[Atom,Kind,Type,Priority]]) :-
    current_op(Priority, Type, Atom),
    Priority > 0,
    '$operator_kind'(Type, Kind).
'$explain_atom'(Atom, Explanation) :-
    findall(Module:Head, '$explained_predicate'(Atom, Module, Head), Heads),
    member(Module:Head, Heads),
    '$explain_predicate'(Module, Head, Explanation).

%! '$operator_kind'(+Type, -Kind) is det.
'$operator_kind'(Type, Kind) :-
    (   memberchk(Type, [fx,fy])
    ->  Kind = prefix
    ;   memberchk(Type, [xf,yf])
    ->  Kind = postfix
    ;   Kind = infix
    ).

%! '$explained_predicate'(?Name, -Module, -Head) is nondet.
%  The predicates of this name: those of the program and its modules, and those of the system.
'$explained_predicate'(Name, Module, Head) :-
    findall(Module0-Arity, '$own_predicate'(Module0, Name, Arity), Own0),
    sort(Own0, Own),
    (   member(Module-Arity, Own),
        functor(Head, Name, Arity)
    ;   '$visible_predicates'(Visible),
        member(Name/Arity, Visible),
        functor(Head, Name, Arity),
        \+ memberchk(user-Arity, Own),
        predicate_property(system:Head, system),
        Module = system
    ).

%! '$explain_compound'(+Term, -Explanation) is nondet.
'$explain_compound'(Term, Explanation) :-
    strip_module(Term, Module, Plain),
    callable(Plain),
    (   Plain = Name/Arity,
        atom(Name),
        integer(Arity),
        Arity >= 0
    ->  functor(Head, Name, Arity)
    ;   Plain = Name//Length,
        atom(Name),
        integer(Length),
        Length >= 0
    ->  Arity is Length + 2,
        functor(Head, Name, Arity)
    ;   Head = Plain,
        Explained = true
    ),
    (   Explained == true,
        compound(Plain),
        functor(Plain, _, Arguments),
        Explanation = ['~p is a compound term with arity ~d'-[Plain,Arguments]]
    ;   '$explained_head'(Module, Head, Home),
        '$explain_predicate'(Home, Head, Explanation)
    ).

%! '$explained_head'(+Module, +Head, -Home) is semidet.
'$explained_head'(Module, Head, Home) :-
    predicate_property(Module:Head, defined),
    !,
    (   predicate_property(Module:Head, imported_from(Owner)),
        \+ predicate_property(Module:Head, system)
    ->  Home = Owner
    ;   predicate_property(Module:Head, system)
    ->  Home = system
    ;   Home = Module
    ).

%! '$explain_predicate'(+Module, +Head, -Explanation) is nondet.
'$explain_predicate'(Module, Head, [Format-[Shown|Place]]) :-
    functor(Head, Name, Arity),
    ( memberchk(Module, [system,user]) -> Shown = Name/Arity ; Shown = Module:Name/Arity ),
    findall(Word, ( '$explained_property'(Property, Word), predicate_property(Module:Head, Property) ), Words),
    (   predicate_property(Module:Head, file(File)),
        predicate_property(Module:Head, line_count(Line))
    ->  Place = [File,Line],
        End = ' predicate defined in ~w:~d'
    ;   Place = [],
        End = ' predicate'
    ),
    atomic_list_concat(['~q is a'|Words], Begin),
    atom_concat(Begin, End, Format).
'$explain_predicate'(Module, Head, ['    Referenced from clause ~d of ~q at ~w:~d'-[Number,Caller,File,Line]]) :-
    Module \== system,
    functor(Head, Name, Arity),
    '$program_goals'([Name/Arity], Goals),
    member(goal(Reference, _, From, Goal), Goals),
    strip_module(From:Goal, _, Plain),
    functor(Plain, Name, Arity),
    nth_clause(Calling, Number, Reference),
    '$clause_line'(Reference, File, Line),
    strip_module(Calling, CallingModule, CallingHead),
    functor(CallingHead, CallingName, CallingArity),
    \+ ( CallingModule == Module, CallingName/CallingArity == Name/Arity ),
    ( CallingModule == user -> Caller = CallingName/CallingArity ; Caller = CallingModule:CallingName/CallingArity ).

%! '$explained_property'(?Property, ?Word)
'$explained_property'(dynamic, ' dynamic').
'$explained_property'(multifile, ' multifile').
'$explained_property'(tabled, ' tabled').
'$explained_property'(built_in, ' built-in').
'$explained_property'(meta_predicate(_), ' meta').
