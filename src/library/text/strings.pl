% Texts: white space, lines, indentation, interpolation; with the names of library(strings).

%! normalize_space(+Sink, +Text) is det.
%  Writes Text to a sink of format/3, without leading and trailing blanks and with each run of blanks, those of Unicode
%  too, replaced by one space.
%  ?- normalize_space(atom(A), "  a   b ").                 %=> A = 'a b'.
normalize_space(Sink, Text) :-
    '$blanks'(Blanks),
    split_string(Text, Blanks, Blanks, Parts),
    '$without_empty'(Parts, Words),
    atomic_list_concat(Words, ' ', Normal),
    format(Sink, "~w", [Normal]).

%! '$blanks'(-String)
%  The blanks between words.
'$blanks'(" \t\n\r\v\f\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000").

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
    ->  '$need_text'(String),
        split_string(String, "\n", "", Parts),
        (   append(Lines, [""], Parts)
        ->  true
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

%! '$need_text'(@Text) is det.
'$need_text'(Text) :-
    (   number(Text)
    ->  type_error(text, Text)
    ;   compound(Text),
        \+ is_list(Text)
    ->  type_error(text, Text)
    ;   true
    ).

%! dedent_lines(+Lines, -Dedented, +Options) is det.
%  Removes the indentation that the lines of a text have in common. Options: tab(Width) for tabs of a width, which are
%  replaced by blanks; chars(Text), the characters of an indentation, blanks and tabs.
%  ?- dedent_lines("  a\n    b\n", T, []).   %=> T = "a\n  b\n".
%  ?- dedent_lines("  a\n\tb", T, []).   %=> T = "  a\n\tb".
dedent_lines(Lines, Dedented, Options) :-
    option(tab(Width), Options, 0),
    option(chars(Chars0), Options, " \t"),
    text_to_string(Chars0, Chars),
    '$need_text'(Lines),
    split_string(Lines, "\n", "", Parts),
    maplist('$tabs_to_blanks'(Width), Parts, Plain),
    '$dedent'(Plain, Chars, Short),
    '$join_lines'(Short, Dedented).

%! '$tabs_to_blanks'(+Width, +Line, -Plain)
'$tabs_to_blanks'(Width, Line, Plain) :-
    (   Width =:= 0
    ->  Plain = Line
    ;   string_codes(Line, Codes0),
        '$tabs_to_blanks'(Codes0, 0, Width, Codes),
        string_codes(Plain, Codes)
    ).

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

%! '$dedent'(+Lines, +Chars, -Dedented)
'$dedent'(Lines, Chars, Dedented) :-
    string_codes(Chars, Codes),
    '$common_indent'(Lines, Codes, none, Common),
    ( Common == none -> Least = 0 ; length(Common, Least) ),
    maplist('$cut_indent'(Least, Chars), Lines, Dedented).

%! '$common_indent'(+Lines, +Chars, +Common0, -Common)
%  Common0 is none before the first line with an indentation. Nothing can follow an empty one.
'$common_indent'([], _, Common, Common).
'$common_indent'([Line|Lines], Chars, Common0, Common) :-
    (   Common0 == []
    ->  Common = []
    ;   '$indent_of'(Line, Chars, Indent)
    ->  ( Common0 == none -> Common1 = Indent ; '$common_prefix'(Common0, Indent, Common1) ),
        '$common_indent'(Lines, Chars, Common1, Common)
    ;   '$common_indent'(Lines, Chars, Common0, Common)
    ).

%! '$indent_of'(+Line, +Chars, -Indent) is semidet.
%  Lines of blanks have no indentation.
'$indent_of'(Line, Chars, Indent) :-
    string_codes(Line, Codes),
    '$indent_codes'(Codes, Chars, Indent).

%! '$indent_codes'(+Codes, +Chars, -Indent) is semidet.
'$indent_codes'([Code|Codes], Chars, Indent) :-
    (   memberchk(Code, Chars)
    ->  Indent = [Code|More],
        '$indent_codes'(Codes, Chars, More)
    ;   Indent = []
    ).

%! '$common_prefix'(+As, +Bs, -Common) is det.
'$common_prefix'(As, Bs, Common) :-
    (   As = [A|As1],
        Bs = [A|Bs1]
    ->  Common = [A|More],
        '$common_prefix'(As1, Bs1, More)
    ;   Common = []
    ).

%! '$cut_indent'(+Count, +Chars, +Line, -Rest)
'$cut_indent'(Count, Chars, Line, Rest) :-
    (   Count =:= 0
    ->  Rest0 = Line
    ;   sub_string(Line, Count, _, 0, Rest0)
    ->  true
    ;   Rest0 = ""
    ),
    (   split_string(Rest0, "", Chars, [""])
    ->  Rest = ""
    ;   Rest = Rest0
    ).

%! indent_lines(+Prefix, +Lines, -Indented) is det.
%  Prepends Prefix to each line of a text that is not empty.
%  ?- indent_lines("  ", "a\n\nb", T).   %=> T = "  a\n\n  b".
indent_lines(Prefix, Lines, Indented) :-
    '$need_text'(Lines),
    split_string(Lines, "\n", "", Parts),
    maplist('$indent_line'(Prefix), Parts, New),
    '$join_lines'(New, Indented).

%! '$indent_line'(+Prefix, +Line, -Indented)
'$indent_line'(Prefix, Line, Indented) :-
    (   split_string(Line, "", " \t", [""])
    ->  Indented = Line
    ;   '$with_prefix'(Prefix, Line, Indented)
    ).

%! '$with_prefix'(+Prefix, +Line, -Indented) is det.
'$with_prefix'(Prefix, Line, Indented) :-
    ( compound(Prefix) -> '$need_text'(Prefix) ; true ),
    string_concat(Prefix, Line, Indented).

%! '$join_lines'(+Lines, -String)
'$join_lines'(Lines, String) :-
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Joined),
    String = Joined.

%! interpolate_string(:Text, -Result, +Values, +Options) is det.
%  Replaces in Text each {Name}, where Name has the form of a variable, by the value of Name = Value in Values, and
%  {Name,Default} by Default if there is none. With the option goals(true) the output of Goal replaces {@Goal}. Other
%  braces are kept.
%  ?- interpolate_string("{A} and {B,two} {c}", S, ['A'=1], []).   %=> S = "1 and two {c}".
%  ?- interpolate_string("{A}", _, [], []).   %=> existence_error(template_var, 'A').
%  ?- interpolate_string("a{@write(1+2)}", S, [], [goals(true)]).   %=> S = "a1+2".
interpolate_string(Text, Result, Values, Options) :-
    must_be(list, Options),
    strip_module(Text, Module, Plain),
    option(goals(Goals), Options, false),
    string_codes(Plain, Codes),
    '$interpolated_parts'(Codes, Parts, Values, Goals, Module),
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Found),
    Result = Found.

%! '$interpolated_parts'(+Codes, -Parts, +Values, +Goals, +Module)
'$interpolated_parts'(Codes, Parts, Values, Goals, Module) :-
    (   append(BeforeCodes, [0'{|After], Codes)
    ->  string_codes(Before, BeforeCodes),
        (   once(append(Inside, [0'}|Behind], After)),
            '$interpolated_value'(Inside, Values, Goals, Module, Value)
        ->  Parts = [Before,Value|More],
            Rest = Behind
        ;   Parts = [Before,'{'|More],
            Rest = After
        ),
        '$interpolated_parts'(Rest, More, Values, Goals, Module)
    ;   string_codes(String, Codes),
        Parts = [String]
    ).

%! '$interpolated_value'(+Codes, +Values, +Goals, +Module, -Value) is semidet.
'$interpolated_value'(Codes, Values, Goals, Module, Text) :-
    (   Codes = [0'@|GoalCodes]
    ->  Goals == true,
        string_codes(String, GoalCodes),
        term_string(Goal, String),
        with_output_to(string(Text), call(Module:Goal))
    ;   (   append(NameCodes, [0',|Default], Codes)
        ->  true
        ;   NameCodes = Codes
        ),
        NameCodes = [First|Others],
        ( code_type(First, prolog_var_start) -> true ),
        forall(member(Code, Others), code_type(Code, prolog_identifier_continue)),
        atom_codes(Name, NameCodes),
        (   memberchk(Name = Value, Values)
        ->  with_output_to(string(Text), write(Value))
        ;   nonvar(Default)
        ->  string_codes(Text, Default)
        ;   existence_error(template_var, Name)
        )
    ).

%! string(+Content, +Arguments, +VariableNames, -Result) is det.
%  The quotation {|string(Variables)||Text|}: Text, in which the values of Variables replace their names in braces when the
%  goal runs. If Text begins with a newline, its lines lose what they have in common of blanks, tabs and bars in front.
%  ?- string('$quasi_quotation'("a {X}", '$stream_position'(0,1,0,0), []), [], ['X'=_], S).   %=> S = "a {X}".
string(Content, Arguments, Names, Result) :-
    with_quasi_quotation_input(Content, Stream, read_string(Stream, _, Text)),
    (   string_concat("\n", Lines, Text)
    ->  dedent_lines(Lines, String, [tab(8),chars("\s\t|")])
    ;   String = Text
    ),
    (   Arguments == []
    ->  Result = String
    ;   include('$is_quotation_value'(Arguments), Names, Values),
        dict_create(Strings, strings, [type-string]),
        Result = '$dot'(Strings, '$interpolated'(String,Values))
    ).

%! '$is_quotation_value'(+Arguments, +NameValue) is semidet.
'$is_quotation_value'(Arguments, _=Value) :-
    member(Argument, Arguments),
    Argument == Value,
    !.

%! '$interpolated'(+Text, +Values, +Dict, -String) is det.
'$interpolated'(Text, Values, _, String) :-
    interpolate_string(Text, String, Values, []).

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
%  Like indent_lines/3, for those lines for which call(Filter, Line) succeeds. Behind a last newline there is no line.
%  ?- indent_lines([L]>>(L \== ""), "  ", "a\n\nb", S).   %=> S = "  a\n\n  b".
indent_lines(Filter, Prefix, Text, Indented) :-
    '$need_text'(Text),
    split_string(Text, "\n", "", Lines0),
    '$indent_some'(Lines0, Filter, Prefix, Lines),
    '$join_lines'(Lines, Indented).

%! '$indent_some'(+Lines0, :Filter, +Prefix, -Lines)
'$indent_some'([], _, _, []).
'$indent_some'([""], _, _, [""]) :-
    !.
'$indent_some'([Line0|Lines0], Filter, Prefix, [Line|Lines]) :-
    (   call(Filter, Line0)
    ->  '$with_prefix'(Prefix, Line0, Line)
    ;   Line = Line0
    ),
    '$indent_some'(Lines0, Filter, Prefix, Lines).
