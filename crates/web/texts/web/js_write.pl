% JavaScript in pages from terms, with the names of library(http/js_write).

%! js_script(+Content, ?S0, ?S) is det.
%  A grammar rule for an element script with Content: texts, or what a quasi quotation javascript has made.
%  ?- phrase(js_script(['x = 1;']), _T), with_output_to(string(S), print_html(_T)).   %=> S = "<script type=\"text/javascript\">\nx = 1;\n</script>".
js_script(Content, S0, S) :-
    '$js_content'(Content, Texts),
    '$html'(script(type('text/javascript'), Texts), user, S0, S).

%! '$js_content'(+Content, -Texts) is det.
'$js_content'(Content, Texts) :-
    (   is_list(Content)
    ->  maplist('$js_content', Content, Parts),
        append(Parts, Texts)
    ;   Content = \Tokens,
        is_list(Tokens)
    ->  Texts = Tokens
    ;   Content = \Rule
    ->  phrase(Rule, Texts)
    ;   Texts = [Content]
    ).

%! js_call(+Call, ?S0, ?S) is det.
%  A call of a function with terms as its arguments, and a semicolon.
%  ?- phrase(js_call(f('a"b', 1, [x])), T), atomic_list_concat(T, A).   %=> A = 'f("a\\"b",1,["x"]);\n'.
js_call(Call, S0, S) :-
    strip_module(Call, _, Plain),
    Plain =.. [Name|Arguments],
    S0 = [Name,'('|S1],
    js_args(Arguments, S1, S2),
    S2 = [');\n'|S].

%! js_new(+Name, +Call, ?S0, ?S) is det.
%  A variable Name with a new object.
%  ?- phrase(js_new(x, 'Date'(1)), T), atomic_list_concat(T, A).   %=> A = 'var x = new Date(1);\n'.
js_new(Name, Call, S0, S) :-
    S0 = ['var ',Name,' = new '|S1],
    js_call(Call, S1, S).

%! js_args(+Terms, ?S0, ?S) is det.
%  Arguments of a call, with commas between them.
js_args(Terms, S0, S) :-
    '$js_all'(Terms, S0, S).

%! js_arg_list(+Terms, ?S0, ?S) is det.
%  Arguments of a call, with commas between them, in parentheses.
js_arg_list(Terms, S0, S) :-
    S0 = ['('|S1],
    '$js_all'(Terms, S1, S2),
    S2 = [')'|S].

%! '$js_all'(+Terms, ?S0, ?S) is det.
'$js_all'([], S, S).
'$js_all'([Term|Terms], S0, S) :-
    js_expression(Term, S0, S1),
    ( Terms == [] -> S1 = S ; S1 = [','|S2], '$js_all'(Terms, S2, S) ).

%! js_arg(+Term, ?S0, ?S) is semidet.
%  As js_expression//1.
js_arg(Term, S0, S) :-
    js_expression(Term, S0, S).

%! js_expression(+Term, ?S0, ?S) is det.
%  An expression for Term: numbers, lists, dicts and object([Name=Value, ...]) or json(List) are those of JavaScript, true, false
%  and null its values, symbol(Name) a variable, Name(Arguments) a call, other atoms and strings are texts.
%  ?- phrase(js_expression(object([a=1,b=symbol(x),c=[true,null,"</script>"]])), T), atomic_list_concat(T, A).   %=> A = '{"a":1,"b":x,"c":[true,null,"<\\/script>"]}'.
js_expression(Term, _, _) :-
    var(Term),
    !,
    instantiation_error(Term).
js_expression(Term, S0, S) :-
    number(Term),
    !,
    S0 = [Term|S].
js_expression([], S0, S) :-
    !,
    S0 = ['[]'|S].
js_expression(Term, S0, S) :-
    memberchk(Term, [true,false,null]),
    !,
    S0 = [Term|S].
js_expression(Term, S0, S) :-
    ( atom(Term) ; string(Term) ),
    !,
    '$js_text'(Term, Text),
    S0 = [Text|S].
js_expression(symbol(Name), S0, S) :-
    !,
    S0 = [Name|S].
js_expression(bool(Value), S0, S) :-
    !,
    S0 = [Value|S].
js_expression(object(Pairs), S0, S) :-
    !,
    S0 = ['{'|S1],
    '$js_members'(Pairs, S1, S).
js_expression(json(Pairs), S0, S) :-
    !,
    js_expression(object(Pairs), S0, S).
js_expression(Term, S0, S) :-
    is_list(Term),
    !,
    S0 = ['['|S1],
    '$js_all'(Term, S1, S2),
    S2 = [']'|S].
js_expression(Term, S0, S) :-
    is_dict(Term),
    !,
    dict_pairs(Term, _, Pairs),
    js_expression(object(Pairs), S0, S).
js_expression(Term, S0, S) :-
    compound_name_arguments(Term, Name, Arguments),
    S0 = [Name,'('|S1],
    '$js_all'(Arguments, S1, S2),
    S2 = [')'|S].

%! '$js_members'(+Pairs, ?S0, ?S) is det.
'$js_members'([], S0, S) :-
    S0 = ['}'|S].
'$js_members'([Pair|Pairs], S0, S) :-
    (   ( Pair = (Name=Value) ; Pair = Name-Value )
    ->  true
    ;   Pair =.. [Name,Value]
    ),
    '$js_text'(Name, Text),
    S0 = [Text,':'|S1],
    js_expression(Value, S1, S2),
    ( Pairs == [] -> S2 = S3 ; S2 = [','|S3] ),
    '$js_members'(Pairs, S3, S).

%! '$js_text'(+Text0, -Text) is det.
%  Text0 in quotes. It ends no element, and no line.
'$js_text'(Text0, Text) :-
    atom_codes(Text0, Codes0),
    '$js_quoted'(Codes0, Codes),
    format(atom(Text), "\"~s\"", [Codes]).

%! '$js_quoted'(+Codes0, -Codes) is det.
'$js_quoted'([], []).
'$js_quoted'([Code|Codes0], Codes) :-
    (   memberchk(Code-Escape, [0'"-`\\"`,0'\\-`\\\\`,0'\n-`\\n`,0'\r-`\\r`,0'\t-`\\t`,0x2028-`\\u2028`,0x2029-`\\u2029`])
    ->  append(Escape, Rest, Codes)
    ;   Code =:= 0'<,
        Codes0 = [Next|_],
        memberchk(Next, `/!`)
    ->  Codes = [0'<,0'\\|Rest]
    ;   Code < 32
    ->  format(codes(Codes, Rest), "\\x~|~`0t~16r~2+", [Code])
    ;   Codes = [Code|Rest]
    ),
    '$js_quoted'(Codes0, Rest).

%! javascript(+Content, +Variables, +Bindings, -Result) is det.
%  The syntax of quasi quotations {|javascript(X, ...)||Text|}: the variables, where they stand as names in Text and not within
%  a string or a comment, are replaced by js_expression//1 of their values. Result is content for js_script//1.
javascript(Content, Variables, Bindings, \Result) :-
    with_quasi_quotation_input(Content, Stream, read_string(Stream, _, Text)),
    string_codes(Text, Codes),
    phrase('$js_tokens'(Tokens), Codes),
    findall(Name, ( member(Name=Variable, Bindings), member(Wanted, Variables), Wanted == Variable ), Names),
    '$js_parts'(Tokens, Names, Bindings, [], Parts),
    Result = '$js_quotation'(Parts).

%! '$js_parts'(+Tokens, +Names, +Bindings, +Text, -Parts) is det.
'$js_parts'([], _, _, Text, Parts) :-
    '$js_text_part'(Text, Parts, []).
'$js_parts'([Token|Tokens], Names, Bindings, Text, Parts) :-
    (   Token = name(Codes),
        atom_codes(Name, Codes),
        memberchk(Name, Names)
    ->  memberchk(Name=Variable, Bindings),
        '$js_text_part'(Text, Parts, [value(Variable)|Rest]),
        '$js_parts'(Tokens, Names, Bindings, [], Rest)
    ;   ( Token = name(Codes) -> true ; Token = other(Codes) ),
        '$js_parts'(Tokens, Names, Bindings, [Codes|Text], Parts)
    ).

%! '$js_text_part'(+Reversed, -Parts, ?Rest) is det.
'$js_text_part'(Reversed, Parts, Rest) :-
    (   Reversed == []
    ->  Parts = Rest
    ;   reverse(Reversed, Lists),
        append(Lists, Codes),
        atom_codes(Text, Codes),
        Parts = [Text|Rest]
    ).

%! '$js_quotation'(+Parts, ?S0, ?S) is det.
'$js_quotation'([], S, S).
'$js_quotation'([Part|Parts], S0, S) :-
    ( Part = value(Value) -> js_expression(Value, S0, S1) ; S0 = [Part|S1] ),
    '$js_quotation'(Parts, S1, S).

%! '$js_tokens'(-Tokens, +Codes, -Rest) is det.
%  Names, and other texts: strings and comments as a whole.
'$js_tokens'([], [], []) :-
    !.
'$js_tokens'([Token|Tokens], Codes, Rest) :-
    js_token(Token, Codes, Codes1),
    '$js_tokens'(Tokens, Codes1, Rest).

%! js_token(-Token, +Codes, -Rest) is semidet.
%  Token is the first of a text of JavaScript: name(Codes), or other(Codes) for a string, a comment or another character.
%  ?- js_token(T, `ab+1`, R), atom_codes(A, R).   %=> T = name(`ab`), R = `+1`, A = '+1'.
js_token(Token, [Code|Codes], Rest) :-
    (   ( code_type(Code, csymf) ; Code =:= 0'$ )
    ->  '$js_name'(Codes, More, Rest),
        Token = name([Code|More])
    ;   memberchk(Code, `"'\``)
    ->  '$js_string'(Codes, Code, More, Rest),
        Token = other([Code|More])
    ;   Code =:= 0'/,
        Codes = [0'/|_]
    ->  ( append(More, [0'\n|Rest0], Codes) -> Rest = [0'\n|Rest0] ; More = Codes, Rest = [] ),
        Token = other([Code|More])
    ;   Code =:= 0'/,
        Codes = [0'*|_],
        append(More0, [0'*,0'/|Rest], Codes)
    ->  append([Code|More0], `*/`, All),
        Token = other(All)
    ;   Rest = Codes,
        Token = other([Code])
    ).

%! '$js_name'(+Codes, -Name, -Rest) is det.
'$js_name'([Code|Codes], [Code|Name], Rest) :-
    ( code_type(Code, csym) ; Code =:= 0'$ ),
    !,
    '$js_name'(Codes, Name, Rest).
'$js_name'(Rest, [], Rest).

%! '$js_string'(+Codes, +Quote, -String, -Rest) is det.
'$js_string'([], _, [], []).
'$js_string'([Code|Codes], Quote, [Code|String], Rest) :-
    (   Code =:= Quote
    ->  String = [],
        Rest = Codes
    ;   Code =:= 0'\\,
        Codes = [Next|Codes1]
    ->  String = [Next|String1],
        '$js_string'(Codes1, Quote, String1, Rest)
    ;   '$js_string'(Codes, Quote, String, Rest)
    ).
