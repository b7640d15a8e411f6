% Texts: white space, lines, indentation, interpolation; with the names of library(strings).

%! normalize_space(+Sink, +Text) is det.
%  Writes Text to a sink of format/3, without leading and trailing blanks and with each run of blanks replaced by one
%  space.
%  ?- normalize_space(atom(A), "  a   b ").
normalize_space(Sink, Text) :-
    split_string(Text, " \t\n\r", " \t\n\r", Parts),
    '$without_empty'(Parts, Words),
    atomic_list_concat(Words, ' ', Normal),
    format(Sink, "~w", [Normal]).

%! '$without_empty'(+Strings, -Others)
'$without_empty'([], []).
'$without_empty'([String|Strings], Others) :-
    (   String == ""
    ->  Others = More
    ;   Others = [String|More]
    ),
    '$without_empty'(Strings, More).

%! string_lines(?String, ?Lines) is det.
%  Lines is the list of the lines of String.
%  ?- string_lines("a\nb\n", L).
string_lines(String, Lines) :-
    (   nonvar(String)
    ->  split_string(String, "\n", "", Parts),
        (   append(Most, [""], Parts)
        ->  Lines = Most
        ;   Lines = Parts
        )
    ;   must_be(list, Lines),
        '$ended_lines'(Lines, Ended),
        atomic_list_concat(Ended, Atom),
        atom_string(Atom, String)
    ).

%! '$ended_lines'(+Lines, -Ended)
'$ended_lines'([], []).
'$ended_lines'([Line|Lines], [Line,"\n"|Ended]) :-
    '$ended_lines'(Lines, Ended).

%! dedent_lines(+Lines, -Dedented, +Options) is det.
%  Removes the common indentation of the lines of a text, given as a list of lines or one text and returned in the same
%  form. The width of a tab is 8, or that of the option tab(Width).
%  ?- dedent_lines("  a\n    b\n", T, []).   %=> T = "a\n  b\n".
dedent_lines(Lines, Dedented, Options) :-
    option(tab(Width), Options, 8),
    (   is_list(Lines)
    ->  maplist('$tabs_to_blanks'(Width), Lines, Plain),
        '$dedent'(Plain, Dedented)
    ;   split_string(Lines, "\n", "", Parts),
        maplist('$tabs_to_blanks'(Width), Parts, Plain),
        '$dedent'(Plain, Short),
        '$join_lines'(Short, Dedented)
    ).

%! '$tabs_to_blanks'(+Width, +Line, -Plain)
'$tabs_to_blanks'(Width, Line, Plain) :-
    string_codes(Line, Codes0),
    '$tabs_to_blanks'(Codes0, 0, Width, Codes),
    string_codes(Plain, Codes).

%! '$tabs_to_blanks'(+Codes0, +Column, +Width, -Codes)
%  Expands only leading tabs.
'$tabs_to_blanks'([0'\t|Codes0], Column, Width, Codes) :-
    !,
    Count is Width - Column mod Width,
    length(Blanks, Count),
    maplist(=(0' ), Blanks),
    append(Blanks, Rest, Codes),
    Next is Column + Count,
    '$tabs_to_blanks'(Codes0, Next, Width, Rest).
'$tabs_to_blanks'([0' |Codes0], Column, Width, [0' |Codes]) :-
    !,
    Next is Column + 1,
    '$tabs_to_blanks'(Codes0, Next, Width, Codes).
'$tabs_to_blanks'(Codes, _, _, Codes).

%! '$dedent'(+Lines, -Dedented)
'$dedent'(Lines, Dedented) :-
    findall(Indent, ( member(Line, Lines), '$indent_of'(Line, Indent) ), Indents),
    (   min_list(Indents, Least)
    ->  maplist('$cut_indent'(Least), Lines, Dedented)
    ;   maplist('$cut_indent'(0), Lines, Dedented)
    ).

%! '$indent_of'(+Line, -Indent)
%  Lines of blanks have no indentation.
'$indent_of'(Line, Indent) :-
    split_string(Line, "", " ", [Text]),
    Text \== "",
    split_string(Text, " ", "", [Word|_]),
    sub_string(Line, Indent, _, _, Word),
    !.

%! '$cut_indent'(+Count, +Line, -Rest)
'$cut_indent'(Count, Line, Rest) :-
    string_length(Line, Length),
    (   Length >= Count
    ->  sub_string(Line, Count, _, 0, Rest0)
    ;   Rest0 = ""
    ),
    (   split_string(Rest0, "", " ", [""])
    ->  Rest = ""
    ;   Rest = Rest0
    ).

%! indent_lines(+Prefix, +Lines, -Indented) is det.
%  Prepends Prefix to each line that is not empty, of a list of lines or one text.
%  ?- indent_lines("  ", "a\n\nb", T).   %=> T = "  a\n\n  b".
indent_lines(Prefix, Lines, Indented) :-
    (   is_list(Lines)
    ->  maplist('$indent_line'(Prefix), Lines, Indented)
    ;   split_string(Lines, "\n", "", Parts),
        maplist('$indent_line'(Prefix), Parts, New),
        '$join_lines'(New, Indented)
    ).

%! '$indent_line'(+Prefix, +Line, -Indented)
'$indent_line'(Prefix, Line, Indented) :-
    (   split_string(Line, "", " \t", [""])
    ->  Indented = Line
    ;   string_concat(Prefix, Line, Indented)
    ).

%! '$join_lines'(+Lines, -String)
'$join_lines'(Lines, String) :-
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, String).

%! interpolate_string(+Text, -Result, +Values, +Options) is det.
%  Replaces each {Name} in Text by the value of Name = Value in Values; other braces are kept.
%  ?- interpolate_string("{a} and {b}", S, [a=1, b=two], []).   %=> S = "1 and two".
interpolate_string(Text, Result, Values, Options) :-
    must_be(list, Options),
    text_to_string(Text, String),
    '$interpolate'(String, Values, Parts),
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Result).

%! '$interpolate'(+String, +Values, -Parts)
'$interpolate'(String, Values, Parts) :-
    (   sub_string(String, Before, 1, _, "{"),
        Start is Before + 1,
        sub_string(String, Start, _, 0, Rest),
        sub_string(Rest, Length, 1, After, "}")
    ->  sub_string(String, 0, Before, _, First),
        sub_atom(Rest, 0, Length, _, Name),
        (   memberchk(Name = Value, Values)
        ->  Parts = [First,Value|More],
            sub_string(Rest, _, After, 0, Others)
        ;   Parts = [First,'{'|More],
            Others = Rest
        ),
        '$interpolate'(Others, Values, More)
    ;   Parts = [String]
    ).

%! get_string_code(+Index, +String, -Code) is semidet.
%  Code is the character code at Index of String, counted from 1.
%  ?- get_string_code(2, "abc", C).   %=> C = 98.
get_string_code(Index, String, Code) :-
    string_code(Index, String, Found),
    Found > 0,
    Code = Found.

%! sub_atom_icasechk(+Text, ?Start, +Part) is semidet.
%  True if Part occurs in Text at Start, counted from 0; its lower-case letters match letters of either case.
%  ?- sub_atom_icasechk('Hello World', S, world).   %=> S = 6.
%  ?- sub_atom_icasechk(world, S, 'World').   %=> false.
sub_atom_icasechk(Text, Start, Part) :-
    string_lower(Text, LowText),
    string_lower(Part, LowPart),
    sub_string(LowText, Start, Length, _, LowPart),
    sub_string(Text, Start, Length, _, Found),
    string_codes(Found, FoundCodes),
    string_codes(Part, PartCodes),
    '$case_matches'(PartCodes, FoundCodes),
    !.

%! '$case_matches'(+PartCodes, +FoundCodes)
%  True if lower-case codes match either case, all others themselves.
'$case_matches'([], []).
'$case_matches'([Code|Part], [Found|Codes]) :-
    (   Code == Found
    ->  true
    ;   char_code(Char, Found),
        downcase_atom(Char, Lower),
        char_code(Lower, Code)
    ),
    '$case_matches'(Part, Codes).

%! indent_lines(:Filter, +Prefix, +Lines, -Indented) is det.
%  Like indent_lines/3, for those lines for which call(Filter, Line) succeeds.
%  ?- indent_lines([L]>>(L \== ""), "  ", "a\n\nb", S).   %=> S = "  a\n\n  b".
indent_lines(Filter, Prefix, Text, Indented) :-
    split_string(Text, "\n", "", Lines0),
    '$indent_some'(Lines0, Filter, Prefix, Lines),
    '$join_lines'(Lines, Indented).

%! '$indent_some'(+Lines0, :Filter, +Prefix, -Lines)
'$indent_some'([], _, _, []).
'$indent_some'([Line0|Lines0], Filter, Prefix, [Line|Lines]) :-
    (   call(Filter, Line0)
    ->  string_concat(Prefix, Line0, Line)
    ;   Line = Line0
    ),
    '$indent_some'(Lines0, Filter, Prefix, Lines).
