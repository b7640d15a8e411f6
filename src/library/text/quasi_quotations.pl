% Texts in other languages in clauses: `{|Syntax||Text|}`. While a clause is read each becomes a variable; then a predicate
% with the name of Syntax binds it: call(+Name, +Content, +Arguments, +VariableNames, -Result).

%! quasi_quotation_syntax(:Name) is det.
%  Declares that quotations `{|Name||Text|}` are replaced by the predicate Name/4.
%  ?- quasi_quotation_syntax(f(x)).   %=> type_error(atom, f(x)).
quasi_quotation_syntax(Syntax) :-
    strip_module(Syntax, Module, Name),
    must_be(atom, Name),
    (   '$quotation_syntax'(Name, Module)
    ->  true
    ;   assertz('$quasi_quotations':syntax(Name, Module))
    ).

%! '$quotation_syntax'(+Name, ?Module) is nondet.
'$quotation_syntax'(Name, Module) :-
    '$if_known'('$quasi_quotations':syntax(Name, Module)).

%! with_quasi_quotation_input(+Content, -Stream, :Goal) is det.
%  Calls Goal once with a Stream on the text of a quotation, whose positions are those in the program. A Goal that fails
%  is a syntax error.
%  ?- with_quasi_quotation_input('$quasi_quotation'("ab", '$stream_position'(0,1,0,0), []), S, read_string(S, _, T)).   %=> T = "ab".
%  ?- with_quasi_quotation_input('$quasi_quotation'("ab", '$stream_position'(0,1,0,0), []), _, fail).   %=> syntax_error(quasi_quotation_parser_failed).
with_quasi_quotation_input(Content, Stream, Goal) :-
    must_be(nonvar, Content),
    setup_call_cleanup('$open_quotation'(Content, Stream),
                       (   call(Goal)
                       ->  true
                       ;   '$quotation_error'(quasi_quotation_parser_failed, Stream)
                       ),
                       '$close_quotation'(Stream)).

%! '$open_quotation'(+Content, -Stream) is det.
'$open_quotation'(Content, Stream) :-
    (   Content = '$quasi_quotation'(Text, '$stream_position'(Char, Line, Column, _), File)
    ->  true
    ;   type_error(quasi_quotation, Content)
    ),
    open_string(Text, Stream),
    set_stream_position(Stream, '$stream_position'(Char, Line, Column, 0)),
    (   File == []
    ->  true
    ;   set_stream(Stream, file_name(File))
    ),
    asserta('$quasi_quotations':input(Stream)).

%! '$close_quotation'(+Stream) is det.
'$close_quotation'(Stream) :-
    retractall('$quasi_quotations':input(Stream)),
    close(Stream).

%! phrase_from_quasi_quotation(:Grammar, +Content) is det.
%  Parses the text of a quotation, as a list of codes, with Grammar; where that fails is a syntax error.
%  ?- phrase_from_quasi_quotation(integer(X), '$quasi_quotation'("12", '$stream_position'(0,1,0,0), [])).   %=> X = 12.
phrase_from_quasi_quotation(Grammar, Content) :-
    with_quasi_quotation_input(Content, Stream, phrase_from_stream(Grammar, Stream)).

%! quasi_quotation_syntax_error(+Error) is det.
%  Raises syntax_error(Error) with the place where reading the text of a quotation has come to.
%  ?- quasi_quotation_syntax_error(bad).   %=> syntax_error(bad).
quasi_quotation_syntax_error(Error) :-
    (   '$if_known'('$quasi_quotations':input(Stream))
    ->  '$quotation_error'(Error, Stream)
    ;   throw(error(syntax_error(Error), _))
    ).

%! '$quotation_error'(+Error, +Stream) is erroneous.
'$quotation_error'(Error, Stream) :-
    stream_property(Stream, position('$stream_position'(Char, Line, Column, _))),
    (   stream_property(Stream, file_name(File))
    ->  Context = file(File, Line, Column, Char)
    ;   Context = stream(Stream, Line, Column, Char)
    ),
    throw(error(syntax_error(Error), Context)).

%! '$parse_quasi_quotations'(+Quotations, +Module) is det.
%  Binds the results of quotations, a list as read_term/2 gives it with the option quasi_quotations.
'$parse_quasi_quotations'([], _).
'$parse_quasi_quotations'([Quotation|Quotations], Module) :-
    Quotation = quasi_quotation(Syntax, Content, Names, Result),
    (   callable(Syntax)
    ->  true
    ;   '$quotation_at'(Content, invalid_quasi_quotation_syntax(Syntax))
    ),
    Syntax =.. [Name|Arguments],
    (   '$quotation_syntax'(Name, Module)
    ->  Owner = Module
    ;   '$quotation_syntax'(Name, Owner)
    ->  true
    ;   ( Name == string ; '$if_known'('$web_quotation'(Name)) )
    ->  Owner = system
    ;   '$quotation_at'(Content, unknown_quasi_quotation_syntax(Syntax, Module))
    ),
    (   call(Owner:Name, Content, Arguments, Names, Result)
    ->  true
    ;   '$quotation_at'(Content, quasi_quotation_parser_failed)
    ),
    '$parse_quasi_quotations'(Quotations, Module).

%! '$quotation_at'(+Content, +Error) is erroneous.
'$quotation_at'(Content, Error) :-
    with_quasi_quotation_input(Content, Stream, system:'$quotation_error'(Error, Stream)).

%! '$call_quoted'(+Quotations, :Goal) is nondet.
%  Calls a goal after its quotations are replaced.
'$call_quoted'(Quotations, Goal) :-
    '$parse_quasi_quotations'(Quotations, user),
    '$call_functional'(Goal).
