% Pages as they are written, in clauses: the syntax of quasi quotations html, with the name of
% library(http/html_quasiquotations).

%! '$web_quotation'(?Name) is nondet.
%  The syntaxes of quasi quotations of the libraries of HTTP.
'$web_quotation'(html).
'$web_quotation'(javascript).

%! html(+Content, +Variables, +Bindings, -Result) is det.
%  The syntax of quasi quotations {|html(X, ...)||Text|}: Text is HTML, read by load_html/3; where one of the variables stands as
%  a word of a text, or is the value of an attribute, its value is content for html//1. Result is content for html//1.
html(Content, Variables, Bindings, Result) :-
    with_quasi_quotation_input(Content, Stream, load_html(stream(Stream), Dom, [syntax_errors(quiet)])),
    findall(Name, ( member(Name=Variable, Bindings), member(Wanted, Variables), Wanted == Variable ), Names),
    (   '$html_body_of'(Dom, Body)
    ->  true
    ;   Body = Dom
    ),
    '$html_quoted_all'(Body, Names, Bindings, Result).

%! '$html_body_of'(+Dom, -Content) is semidet.
'$html_body_of'(Dom, Content) :-
    member(element(html, _, Parts), Dom),
    member(element(body, _, Content), Parts),
    !.

%! '$html_quoted_all'(+Dom, +Names, +Bindings, -Content) is det.
'$html_quoted_all'([], _, _, []).
'$html_quoted_all'([Node|Nodes], Names, Bindings, Content) :-
    (   Node = element(Tag, Attributes0, Inner0)
    ->  findall(Name=Value, member(Name=Value, Attributes0), Given),
        '$html_quoted_attributes'(Given, Names, Bindings, Attributes),
        '$html_quoted_all'(Inner0, Names, Bindings, Inner),
        ( Attributes == [], Inner \== [] -> Element =.. [Tag,Inner] ; Element =.. [Tag,Attributes,Inner] ),
        Content = [Element|Rest]
    ;   atomic(Node)
    ->  atom_string(Node, Text),
        string_codes(Text, Codes),
        '$html_quoted_words'(Codes, Names, Bindings, [], Parts),
        append(Parts, Rest, Content)
    ;   Content = Rest
    ),
    '$html_quoted_all'(Nodes, Names, Bindings, Rest).

%! '$html_quoted_attributes'(+Attributes0, +Names, +Bindings, -Attributes) is det.
'$html_quoted_attributes'([], _, _, []).
'$html_quoted_attributes'([Name=Value0|Attributes0], Names, Bindings, [Name=Value|Attributes]) :-
    (   atom(Value0),
        memberchk(Value0, Names)
    ->  memberchk(Value0=Value, Bindings)
    ;   Value = Value0
    ),
    '$html_quoted_attributes'(Attributes0, Names, Bindings, Attributes).

%! '$html_quoted_words'(+Codes, +Names, +Bindings, +Text, -Parts) is det.
'$html_quoted_words'([], _, _, Text, Parts) :-
    '$js_text_part'(Text, Parts, []).
'$html_quoted_words'([Code|Codes], Names, Bindings, Text, Parts) :-
    (   code_type(Code, csymf)
    ->  '$js_name'(Codes, More, Rest),
        atom_codes(Word, [Code|More]),
        (   memberchk(Word, Names)
        ->  memberchk(Word=Variable, Bindings),
            '$js_text_part'(Text, Parts, [Variable|Parts1]),
            '$html_quoted_words'(Rest, Names, Bindings, [], Parts1)
        ;   '$html_quoted_words'(Rest, Names, Bindings, [[Code|More]|Text], Parts)
        )
    ;   '$html_quoted_words'(Codes, Names, Bindings, [[Code]|Text], Parts)
    ).
