% Colours on a terminal, with the names of library(ansi_term).

%! ansi_format(+Attributes, +Format, +Arguments) is det.
%  Like format/2, with Attributes if the current output is a terminal, the flag color_term is true and the environment
%  has no NO_COLOR. Attributes are one or a list of: bold, faint, italic, underline, inverse and others, fg(Colour),
%  bg(Colour), hfg(Colour), hbg(Colour), fg(Red, Green, Blue), bg(Red, Green, Blue), fg8(Number), bg8(Number), or a class
%  of prolog:console_color/2 such as comment.
%  ?- with_output_to(string(S), ansi_format([bold,fg(red)], "~w", [x])).   %=> S = "x".
%  ?- ansi_format([no_such], "x", []).   %=> domain_error(sgr_code, no_such).
ansi_format(Attributes, Format, Arguments) :-
    must_be(nonvar, Attributes),
    '$ansi_codes'(Attributes, Codes),
    current_output(Stream),
    (   '$is_coloured'(Stream)
    ->  line_position(Stream, Column),
        '$formatted_at'(Column, Format, Arguments, Text, End),
        format("\x1b\[~wm~w\x1b\[0m", [Codes,Text]),
        set_stream(Stream, line_position(End))
    ;   format(Format, Arguments)
    ).

%! '$formatted_at'(+Column, +Format, +Arguments, -Text, -End)
%  Text is what is written behind so many characters of a line, and End the column behind it.
'$formatted_at'(Column, Format, Arguments, Text, End) :-
    with_output_to(string(All), ( tab(Column), format(Format, Arguments), current_output(S), line_position(S, End) )),
    sub_string(All, Column, _, 0, Text).

%! '$is_coloured'(+Stream) is semidet.
'$is_coloured'(Given) :-
    (   atom(Given)
    ->  stream_property(Stream, alias(Given))
    ;   Stream = Given
    ),
    stream_property(Stream, tty(true)),
    current_prolog_flag(color_term, true),
    \+ catch(getenv('NO_COLOR', _), _, fail).

%! '$ansi_codes'(+Attributes, -Codes)
%  Codes are the numbers of the escape sequence, separated by semicolons.
'$ansi_codes'(Attributes, Codes) :-
    (   is_list(Attributes)
    ->  List = Attributes
    ;   List = [Attributes]
    ),
    maplist('$ansi_code', List, Numbers),
    atomic_list_concat(Numbers, ;, Codes).

%! '$ansi_code'(+Attribute, -Code)
'$ansi_code'(Attribute, Code) :-
    must_be(nonvar, Attribute),
    (   '$sgr'(Attribute, Found)
    ->  Code = Found
    ;   '$ansi_class'(Attribute, Attributes)
    ->  '$ansi_codes'(Attributes, Code)
    ;   domain_error(sgr_code, Attribute)
    ).

%! ansi_get_color(+Which, -Colour) is semidet.
%  Fails: the colours of the terminal are not asked for.
%  ?- ansi_get_color(fg, _).   %=> false.
ansi_get_color(Which, _) :-
    must_be(nonvar, Which),
    fail.

%! sgr_code(+Attribute, -Code) is semidet.
%  Code is the number of Attribute in escape sequences.
%  ?- sgr_code(fg(red), C).   %=> C = 31.
sgr_code(Attribute, Code) :-
    '$sgr'(Attribute, Code).

%! '$sgr'(+Attribute, -Code) is semidet.
'$sgr'(Attribute, Code) :-
    (   '$sgr_word'(Attribute, Code)
    ->  true
    ;   '$sgr_colour'(Attribute, Base, Colour),
        '$ansi_colour'(Colour, Number)
    ->  Code is Base + Number
    ;   '$sgr_exact'(Attribute, Base, Exact),
        '$ansi_rgb'(Exact, Red, Green, Blue)
    ->  format(atom(Code), "~d;2;~d;~d;~d", [Base,Red,Green,Blue])
    ;   ( Attribute = fg8(Number), Base = 38 ; Attribute = bg8(Number), Base = 48 ),
        integer(Number),
        between(0, 255, Number)
    ->  format(atom(Code), "~d;5;~d", [Base,Number])
    ).

%! '$sgr_word'(?Word, ?Code)
'$sgr_word'(reset, 0).
'$sgr_word'(bold, 1).
'$sgr_word'(faint, 2).
'$sgr_word'(italic, 3).
'$sgr_word'(underline, 4).
'$sgr_word'(blink(slow), 5).
'$sgr_word'(blink(rapid), 6).
'$sgr_word'(negative, 7).
'$sgr_word'(inverse, 7).
'$sgr_word'(conceal, 8).
'$sgr_word'(hidden, 8).
'$sgr_word'(crossed_out, 9).
'$sgr_word'(strike, 9).
'$sgr_word'(normal, 22).
'$sgr_word'(fg(default), 39).
'$sgr_word'(bg(default), 49).

%! '$sgr_colour'(+Attribute, -Base, -Colour) is semidet.
'$sgr_colour'(fg(Colour), 30, Colour).
'$sgr_colour'(bg(Colour), 40, Colour).
'$sgr_colour'(hfg(Colour), 90, Colour).
'$sgr_colour'(hbg(Colour), 100, Colour).

%! '$sgr_exact'(+Attribute, -Base, -Exact) is semidet.
'$sgr_exact'(fg(Red, Green, Blue), 38, rgb(Red, Green, Blue)).
'$sgr_exact'(bg(Red, Green, Blue), 48, rgb(Red, Green, Blue)).
'$sgr_exact'(fg(Text), 38, Text).
'$sgr_exact'(bg(Text), 48, Text).

%! '$ansi_colour'(?Colour, ?Number)
'$ansi_colour'(black, 0).
'$ansi_colour'(red, 1).
'$ansi_colour'(green, 2).
'$ansi_colour'(yellow, 3).
'$ansi_colour'(blue, 4).
'$ansi_colour'(magenta, 5).
'$ansi_colour'(cyan, 6).
'$ansi_colour'(white, 7).

%! '$ansi_rgb'(+Exact, -Red, -Green, -Blue) is semidet.
%  Exact is rgb(Red, Green, Blue), or a text such as '#ff8000'.
'$ansi_rgb'(Exact, Red, Green, Blue) :-
    (   Exact = rgb(Red, Green, Blue)
    ->  maplist('$is_level', [Red,Green,Blue])
    ;   ( atom(Exact) ; string(Exact) ),
        atom_codes(Exact, [0'#|Digits]),
        maplist('$hex_weight', Digits, Weights),
        (   Weights = [R1,R2,G1,G2,B1,B2]
        ->  Red is 16 * R1 + R2,
            Green is 16 * G1 + G2,
            Blue is 16 * B1 + B2
        ;   Weights = [R,G,B],
            Red is 17 * R,
            Green is 17 * G,
            Blue is 17 * B
        )
    ).

%! '$is_level'(@Level) is semidet.
'$is_level'(Level) :-
    integer(Level),
    between(0, 255, Level).

%! '$hex_weight'(+Digit, -Weight) is semidet.
'$hex_weight'(Digit, Weight) :-
    code_type(Digit, xdigit(Weight)).

%! '$ansi_class'(+Class, -Attributes) is semidet.
%  The program's prolog:console_color/2 comes first.
'$ansi_class'(Class, Attributes) :-
    (   '$defined_in_module'(prolog, console_color, 2),
        call(prolog:console_color(Class, Found))
    ->  Attributes = Found
    ;   '$ansi_default'(Class, Attributes)
    ).

%! '$ansi_default'(+Class, -Attributes) is semidet.
'$ansi_default'(var, bold).
'$ansi_default'(code, fg(blue)).
'$ansi_default'(comment, fg(green)).
'$ansi_default'(warning, fg(yellow)).
'$ansi_default'(error, bold).
'$ansi_default'(truth(false), bold).
'$ansi_default'(truth(true), bold).
'$ansi_default'(truth(undefined), bold).
'$ansi_default'(wfs(residual_program), fg(cyan)).
'$ansi_default'(frame(level), bold).
'$ansi_default'(port(_), bold).
'$ansi_default'(message(informational), fg(green)).
'$ansi_default'(message(information), fg(green)).
'$ansi_default'(message(debug(_)), fg(blue)).
'$ansi_default'(message(Level), Attributes) :-
    nonvar(Level),
    '$ansi_default'(Level, Attributes).

%! ansi_hyperlink(+Stream, +Location) is det.
%  Writes a location.
%  ?- with_output_to(string(S), ( current_output(O), ansi_hyperlink(O, 'http://x') )).   %=> S = "http://x".
ansi_hyperlink(Stream, Location) :-
    ansi_hyperlink(Stream, Location, Location).

%! ansi_hyperlink(+Stream, +Location, +Label) is det.
%  Writes Label, on a terminal as a link to Location; elsewhere the location.
ansi_hyperlink(Stream, Location, Label) :-
    (   '$is_coloured'(Stream)
    ->  '$link_text'(Location, Address),
        format(Stream, "\x1b\]8;;~w\x1b\\\~w\x1b\]8;;\x1b\\\", [Address,Label])
    ;   '$link_text'(Location, Address),
        format(Stream, "~w", [Address])
    ).

%! '$link_text'(+Location, -Text)
'$link_text'(Location, Text) :-
    (   nonvar(Location),
        ( Location = File:Line:Column ; Location = File:Line, Column = 1 ),
        integer(Line)
    ->  format(atom(Text), "~w:~w:~w", [File,Line,Column])
    ;   Text = Location
    ).
