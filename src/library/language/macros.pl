% Macros: library(macros). A text that uses the library defines them by clauses #define(Macro, Replacement), with a body
% that computes parts of the replacement or without, and calls them as #Macro anywhere in its terms.
%
% The macros of a module are clauses of '$macro'/2 in it; a hook for all modules expands the terms of texts that use the
% library.

%! '$use_macros' is det.
%  The text that is being loaded uses macros.
'$use_macros' :-
    '$own_module'(Module),
    (   '$uses_macros'(Module)
    ->  true
    ;   dynamic('$macros':uses/1),
        (   '$macros':uses(_)
        ->  true
        ;   assertz((system:term_expansion(Term, Expanded) :- '$macro_expansion'(Term, Expanded)))
        ),
        assertz('$macros':uses(Module))
    ),
    multifile(Module:('$macro'/2)),
    discontiguous(Module:('$macro'/2)).

%! '$uses_macros'(+Module) is semidet.
'$uses_macros'(Module) :-
    '$defined_in_module'('$macros', uses, 1),
    '$macros':uses(Module),
    !.

%! '$macro_expansion'(+Term, -Expanded) is semidet.
%  Expanded is what a clause that defines a macro stands for, or Term with the macros in it replaced. Fails if there are
%  none.
'$macro_expansion'(Term, Expanded) :-
    nonvar(Term),
    '$own_module'(Module),
    '$uses_macros'(Module),
    (   '$macro_definition'(Term, Module, Clause)
    ->  Expanded = Clause
    ;   expand_macros(Module, Term, Other),
        Other \== Term,
        Expanded = Other
    ).

%! '$macro_definition'(+Term, +Module, -Clause) is semidet.
'$macro_definition'(Term, Module, Clause) :-
    (   Term = (Head0 :- Body)
    ->  true
    ;   Head0 = Term,
        Body = true
    ),
    compound(Head0),
    compound_name_arguments(Head0, #, [Definition]),
    nonvar(Definition),
    (   Definition = define(Macro, Replacement)
    ->  must_be(callable, Macro),
        (   ( Macro = define(_, _) ; Macro = import(_) )
        ->  throw(error(permission_error(define, macro, Macro), _))
        ;   true
        ),
        functor(Macro, Name, Arity),
        functor(Call, Name, Arity),
        expand_macros(Module, Body, Goals),
        Clause = ('$macro'(Call, Result) :- subsumes_term(Macro, Call), Macro = Call, !, Goals, Result = Replacement)
    ;   Definition = import(File),
        Body == true,
        use_module(File, []),
        absolute_file_name(File, Path, [file_type(prolog),access(read)]),
        module_property(Source, file(Path)),
        Clause = ('$macro'(Call, Result) :- include_macros(Source, Call, Result), !)
    ).

%! include_macros(+Module, +Macro, -Expanded) is semidet.
%  Expanded is what the call Macro of a macro of Module stands for. Fails if Module has no such macro.
%  ?- include_macros(user, no_such_macro, _).   %=> false.
include_macros(Module, Macro, Expanded) :-
    must_be(atom, Module),
    '$defined_in_module'(Module, '$macro', 2),
    call(Module:'$macro'(Macro, Expanded)),
    !.

%! expand_macros(+Module, +Term, -Expanded) is det.
%  Expanded is Term with each #Macro in it replaced, as a sentence, an argument, an element or the tail of a list, or a key
%  or value of a dict. Arguments of macros are expanded first, and what a macro stands for again.
%  ?- expand_macros(user, f(X), T).        %=> T = f(X).
%  ?- expand_macros(user, f(#(m)), _).     %=> existence_error(macro, m/0).
expand_macros(Module, Term, Expanded) :-
    (   compound(Term)
    ->  (   is_dict(Term)
        ->  dict_pairs(Term, Tag, Pairs),
            expand_macros(Module, Pairs, Others),
            dict_pairs(Expanded, Tag, Others)
        ;   compound_name_arguments(Term, #, [Macro]),
            callable(Macro)
        ->  '$macro_call'(Module, Macro, Expanded)
        ;   '$holds_macro'(Term)
        ->  compound_name_arguments(Term, Name, Arguments),
            '$expand_macro_arguments'(Arguments, Module, Others),
            compound_name_arguments(Expanded, Name, Others)
        ;   Expanded = Term
        )
    ;   Expanded = Term
    ).

%! '$holds_macro'(+Term) is semidet.
'$holds_macro'(Term) :-
    sub_term(Part, Term),
    compound(Part),
    (   is_dict(Part)
    ;   compound_name_arity(Part, #, 1)
    ),
    !.

%! '$expand_macro_arguments'(+Arguments, +Module, -Expanded) is det.
'$expand_macro_arguments'([], _, []).
'$expand_macro_arguments'([Argument|Arguments], Module, [Other|Others]) :-
    expand_macros(Module, Argument, Other),
    '$expand_macro_arguments'(Arguments, Module, Others).

%! '$macro_call'(+Module, +Macro, -Expanded) is det.
'$macro_call'(Module, Macro0, Expanded) :-
    expand_macros(Module, Macro0, Macro),
    (   include_macros(Module, Macro, Found)
    ->  expand_macros(Module, Found, Expanded)
    ;   functor(Macro, Name, Arity),
        throw(error(existence_error(macro, Name/Arity), _))
    ).

%! expand_macros(+Module, +Term, -Expanded, ?Position) is det.
%  Like expand_macros/3, with the place of Term, which is not used.
%  ?- expand_macros(user, a, T, _).   %=> T = a.
expand_macros(Module, Term, Expanded, _) :-
    expand_macros(Module, Term, Expanded).

%! expand_macros(+Module, +Term, -Expanded, ?Position0, -Position) is det.
%  Like expand_macros/3. Position is Position0 if no macro was replaced, and otherwise left unbound.
%  ?- expand_macros(user, a, T, 0-1, P).   %=> T = a, P = 0-1.
expand_macros(Module, Term, Expanded, Position0, Position) :-
    expand_macros(Module, Term, Expanded),
    (   Expanded == Term
    ->  Position = Position0
    ;   true
    ).

%! macro_position(-Position) is det.
%  Position is File:Line:LinePosition of the term whose macros are being expanded, or -:0:0.
%  ?- macro_position(P).   %=> P = (-):0:0.
macro_position(Position) :-
    (   source_location(File, Line)
    ->  (   prolog_load_context(term_position, Place),
            stream_position_data(line_position, Place, Column)
        ->  true
        ;   Column = 0
        ),
        Position = File:Line:Column
    ;   Position = (-):0:0
    ).
