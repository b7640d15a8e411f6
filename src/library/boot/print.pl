% Printing messages: from a term through the hooks of the program to the stream. The texts are in messages.pl.

%! print_message(+Kind, +Term) is det.
%  Prints the message Term to user_error. Kind is error, warning, informational, information, help, banner, silent or
%  debug(Topic). A program may define the text by clauses of prolog:message//1, intercept the message by
%  message_hook(Term, Kind, Elements), whose Elements print_message_lines/3 prints, and set the prefix or stream by
%  clauses of message_property(Kind, Property), where Property is prefix(Format) or stream(Stream).
print_message(Kind, Term) :-
    '$message'(Kind, Term, none).

%! '$message'(+Kind, +Term, +Place) is det.
%  Place is none, or place(File, Line, Column, Source), the position that the message is about, where Source is the
%  source line or `none`.
'$message'(Kind, Term, Place) :-
    must_be(nonvar, Kind),
    '$message_lines'(Term, Lines),
    (   '$hooked'(Kind, Term, Place, Lines)
    ->  true
    ;   Place == hidden
    ->  '$count_message'(Kind)
    ;   '$records_messages',
        '$message_code'(Term, Code),
        ( '$message_prefix'(Place, Kind, Prefix) -> true ; Prefix = "" ),
        '$lines_at_place'(Place, Kind, Lines, Placed),
        '$keep_message'(Kind, Code, Place, Lines, Prefix-Placed),
        '$keeps_messages'
    ->  true
    ;   '$kind_stream'(Kind, Stream),
        '$message_prefix'(Place, Kind, Prefix)
    ->  '$lines_at_place'(Place, Kind, Lines, Placed),
        format(Stream, "~N", []),
        '$print_lines'(Stream, Prefix, Placed),
        '$count_message'(Kind)
    ;   true
    ).

%! '$message_code'(+Term, -Code) is det.
%  Code is the name of the kind of message: of the formal part of an error, else of the term.
'$message_code'(Term, Code) :-
    (   '$public_term'(Term, none, error(Formal, _)),
        nonvar(Formal)
    ->  Named = Formal
    ;   Named = Term
    ),
    ( callable(Named) -> functor(Named, Code, _) ; Code = '' ).

%! '$taken_over'(+Kind, +Term) is semidet.
%  True if the program's message_hook/3 has handled Term.
'$taken_over'(Kind, Term) :-
    '$message_lines'(Term, Lines),
    '$hooked'(Kind, Term, none, Lines).

%! '$hooked'(+Kind, +Term, +Place, +Lines) is semidet.
'$hooked'(Kind, Term, Place, Lines) :-
    '$user_defined'(message_hook, 3),
    nonvar(Term),
    '$public_term'(Term, Place, Public),
    '$hook_elements'(Term, Lines, Elements),
    \+ \+ call(message_hook(Public, Kind, Elements)).

%! '$public_term'(+Term, +Place, -Public)
%  Public is the term that hooks see: Term itself, except for messages that carry more than the terms that programs
%  know.
'$public_term'(Term, Place, Public) :-
    (   Term = syntax(Name, _)
    ->  '$error_place'(Place, Context),
        Public = error(syntax_error(Name), Context)
    ;   Term = discontiguous(Predicate, _, Current)
    ->  Public = discontiguous(Predicate, Current)
    ;   Term = redefined(Predicate, _, _)
    ->  Public = redefined_procedure(static, user:Predicate)
    ;   Term = traced(Ball, _)
    ->  Public = Ball
    ;   Term = because(Failed, _)
    ->  Public = Failed
    ;   Term = initialization_error(Goal, Traced, At),
        nonvar(Traced),
        Traced = traced(Ball, _)
    ->  Public = initialization_error(Goal, Ball, At)
    ;   Public = Term
    ).

%! '$error_place'(+Place, -Context)
'$error_place'(Place, Context) :-
    (   Place = place(File, Line, Column, _)
    ->  LinePosition is Column - 1,
        '$shown_file'(File, Name),
        Context = file(Name, Line, LinePosition, _)
    ;   true
    ).

%! '$shown_file'(+File, -Name) is det.
%  Name is the absolute name of File. A text that is no file, and a relative name without access to the directory, keep
%  their name.
'$shown_file'(File, Name) :-
    (   File \== user,
        catch(absolute_file_name(File, Found), error(permission_error(_, _, _), _), fail)
    ->  Name = Found
    ;   Name = File
    ).

%! '$hook_elements'(+Term, +Lines, -Elements)
%  Elements are those that hooks see: the ones that the program defines for Term, or else its lines.
'$hook_elements'(Term, Lines, Elements) :-
    (   '$program_message'(Term, Found)
    ->  Elements = Found
    ;   '$is_format'(Term, Format, Arguments)
    ->  Elements = [Format-Arguments]
    ;   '$line_elements'(Lines, Elements)
    ).

%! '$is_format'(+Term, -Format, -Arguments)
'$is_format'(format(Format, Arguments), Format, Arguments).
'$is_format'(debug(Format, Arguments), Format, Arguments).

%! message_to_codes(+Term, +Kind, -Codes) is det.
%  Codes is the text that print_message/2 would print for Term.
%  ?- message_to_codes(format("~w!", [hello]), warning, L), atom_codes(A, L).   %=> L = `Warning: hello!\n`, A = 'Warning: hello!\n'.
message_to_codes(Term, Kind, Codes) :-
    '$message_lines'(Term, Lines),
    ( '$kind_prefix'(Kind, Prefix) -> true ; Prefix = "" ),
    with_output_to(codes(Codes), ( current_output(Stream), '$print_lines'(Stream, Prefix, Lines) )).

%! message_to_string(+Term, -String) is det.
%  String is the text of the message Term, without a prefix.
%  ?- message_to_string(error(type_error(list, a), _), S).   %=> S = "Type error: `list' expected, found `a' (an atom)".
message_to_string(Term, String) :-
    '$message_lines'(Term, Lines),
    atomic_list_concat(Lines, '\n', Text),
    atom_string(Text, String).

%! '$message_property'(+Kind, ?Property) is semidet.
%  True if a clause of message_property/2 defines Property.
'$message_property'(Kind, Property) :-
    '$user_defined'(message_property, 2),
    call(message_property(Kind, Property)),
    !.

%! '$kind_stream'(+Kind, -Stream)
'$kind_stream'(Kind, Stream) :-
    (   '$message_property'(Kind, stream(Found))
    ->  Stream = Found
    ;   Stream = user_error
    ).

%! '$message_prefix'(+Place, +Kind, -Prefix)
%  A message that begins with a source position has no prefix.
'$message_prefix'(Place, Kind, Prefix) :-
    '$kind_prefix'(Kind, Text),
    (   Place == none
    ->  Prefix = Text
    ;   Prefix = ""
    ).

%! '$kind_prefix'(+Kind, -Prefix)
%  Fails for kinds that are not printed.
'$kind_prefix'(Kind, Prefix) :-
    Kind \== silent,
    \+ ( memberchk(Kind, [informational,banner]), current_prolog_flag(verbose, silent) ),
    ( Kind = debug(Topic) -> debugging(Topic) ; true ),
    (   '$message_property'(Kind, prefix(Format))
    ->  '$prefix_text'(Format, Prefix)
    ;   '$usual_prefix'(Kind, Usual)
    ->  Prefix = Usual
    ;   Prefix = ""
    ).

%! '$usual_prefix'(+Kind, -Prefix)
'$usual_prefix'(error, "ERROR: ").
'$usual_prefix'(warning, "Warning: ").
'$usual_prefix'(informational, "% ").
'$usual_prefix'(information, "% ").
'$usual_prefix'(debug(_), "% ").

%! '$lines_at_place'(+Place, +Kind, +Lines, -Placed)
%  Messages about a position in a file begin with file:line:column: kind, and show the source line if it is known.
'$lines_at_place'(none, _, Lines, Lines).
'$lines_at_place'(place(File, Line, Column, Source), Kind, [First|Lines], [Beginning|Placed]) :-
    '$place'(File, Line, Column, Kind, Start),
    '$text'("~w~w", [Start,First], Beginning),
    (   Source == none
    ->  SourceLines = []
    ;   '$source_lines'(Source, Column, SourceLines)
    ),
    '$indent_lines'(Lines, Indented),
    append(SourceLines, Indented, Placed).

%! print_message_lines(+Stream, +Prefix, +Elements) is det.
%  Prints the elements of a message to Stream, each line after Prefix, which may be kind(Kind). An element is `nl`,
%  Format-Arguments, ansi(Attributes, Format, Arguments), or a format.
print_message_lines(Stream, Prefix, Elements) :-
    '$element_lines'(Elements, Lines),
    (   Prefix = kind(Kind)
    ->  ( '$kind_prefix'(Kind, Text) -> true ; Text = "" )
    ;   '$prefix_text'(Prefix, Text)
    ),
    '$print_lines'(Stream, Text, Lines).

%! '$prefix_text'(+Prefix, -Text)
%  A prefix is a format; each line begins at column 0, so a `~N` in it has no effect.
'$prefix_text'(Prefix, Text) :-
    (   atom_concat('~N', Rest, Prefix)
    ->  true
    ;   Rest = Prefix
    ),
    format(string(Text), Rest, []).

%! '$print_lines'(+Stream, +Prefix, +Lines)
'$print_lines'(_, _, []).
'$print_lines'(Stream, Prefix, [Line|Lines]) :-
    write(Stream, Prefix),
    write(Stream, Line),
    nl(Stream),
    '$print_lines'(Stream, Prefix, Lines).

%! '$element_lines'(+Elements, -Lines)
%  Lines are the lines of the text of Elements; a newline at the end begins no line.
'$element_lines'(Elements, Lines) :-
    with_output_to(string(Text), '$write_elements'(Elements)),
    split_string(Text, "\n", "", Split),
    (   append(Lines, [""], Split)
    ->  true
    ;   Lines = Split
    ).

%! '$write_elements'(+Elements)
'$write_elements'([]).
'$write_elements'([Element|Elements]) :-
    '$write_element'(Element),
    '$write_elements'(Elements).

%! '$write_element'(+Element)
'$write_element'(Element) :-
    (   var(Element)
    ->  true
    ;   Element == nl
    ->  nl
    ;   memberchk(Element, [flush,at_same_line,begin(_,_),end(_)])
    ->  true
    ;   Element = Format-Arguments
    ->  format(Format, Arguments)
    ;   Element = ansi(_, Format, Arguments)
    ->  format(Format, Arguments)
    ;   Element = url(Place)
    ->  print(Place)
    ;   Element = url(_, Label)
    ->  print(Label)
    ;   format(Element, [])
    ).

%! '$line_elements'(+Lines, -Elements)
'$line_elements'([], []).
'$line_elements'([Line|Lines], ['~w'-[Line]|Elements]) :-
    (   Lines == []
    ->  Elements = []
    ;   Elements = [nl|Rest],
        '$line_elements'(Lines, Rest)
    ).

%! message_to_lines(+Term, -Lines) is det.
%  Lines are the strings that print_message/2 would print for Term.
message_to_lines(Term, Lines) :-
    '$message_lines'(Term, Lines).

%! '$program_message'(+Term, -Elements) is semidet.
%  Elements are those that prolog:message//1 of the program defines for Term.
'$program_message'(Term, Elements) :-
    '$defined_in_module'(prolog, message, 3),
    catch(call(prolog:message(Term, Elements, [])), _, fail).

%! translate_message(+Term, -Elements, ?Rest) is det.
%  DCG nonterminal that describes the elements of the message Term, for print_message_lines/3.
%  ?- phrase(translate_message(format("~w!", [hello])), L).   %=> L = ["~w!"-[hello]].
translate_message(Term, Elements, Rest) :-
    '$message_lines'(Term, Lines),
    (   nonvar(Term)
    ->  '$hook_elements'(Term, Lines, Found)
    ;   '$line_elements'(Lines, Found)
    ),
    append(Found, Rest, Elements).

%! '$place'(+File, +Line, +Column, +Kind, -Place)
'$place'(File, Line, Column, Kind, Place) :-
    (   integer(Line)
    ->  '$text'(":~d", [Line], LineText)
    ;   LineText = ""
    ),
    (   integer(Column),
        integer(Line)
    ->  '$text'(":~d", [Column], ColumnText)
    ;   ColumnText = ""
    ),
    '$text'("~w~w~w: ~w: ", [File,LineText,ColumnText,Kind], Place).

%! '$indent_lines'(+Lines, -Indented)
'$indent_lines'([], []).
'$indent_lines'([Line|Lines], [Indented|More]) :-
    '$text'("  ~w", [Line], Indented),
    '$indent_lines'(Lines, More).

%! '$source_lines'(+Source, +Column, -Lines)
%  Lines are the source line, and a caret under Column, which counts from 1.
'$source_lines'(Source, Column, Lines) :-
    (   '$is_text'(Source),
        integer(Column),
        Column >= 1,
        string_length(Source, Length),
        Column =< Length + 1
    ->  '$window'(Source, Column, Window, ShownColumn),
        '$visible'(Window, Shown),
        string_codes(Shown, Codes),
        Before is ShownColumn - 1,
        '$caret_codes'(Before, Codes, Caret),
        string_codes(CaretLine, Caret),
        '$text'("    ~w", [Shown], First),
        '$text'("    ~w", [CaretLine], Second),
        Lines = [First,Second]
    ;   '$is_text'(Source)
    ->  '$window'(Source, 1, Window, _),
        '$visible'(Window, Shown),
        '$text'("    ~w", [Shown], First),
        Lines = [First]
    ;   Lines = []
    ).

%! '$all_blank'(?Codes)
'$all_blank'([]).
'$all_blank'([0' |Codes]) :-
    '$all_blank'(Codes).

%! '$visible'(+Text, -Visible) is det.
%  Visible is Text with control characters, which could change what a terminal shows, replaced by pictures of them.
'$visible'(Text, Visible) :-
    string_codes(Text, Codes),
    '$visible_codes'(Codes, VisibleCodes),
    string_codes(Visible, VisibleCodes).

%! '$visible_codes'(+Codes, -Visible)
'$visible_codes'([], []).
'$visible_codes'([Code|Codes], [Shown|Visible]) :-
    (   Code < 0x20,
        Code =\= 0'\t
    ->  Shown is 0x2400 + Code
    ;   Code =:= 0x7f
    ->  Shown = 0x2421
    ;   (   Code >= 0x80, Code < 0xa0
        ;   Code >= 0x202a, Code =< 0x202e
        ;   Code >= 0x2066, Code =< 0x2069
        )
    ->  Shown = 0xfffd
    ;   Shown = Code
    ),
    '$visible_codes'(Codes, Visible).

%! '$code_width'(+Code, -Width)
%  Width is the number of columns that a character takes on a terminal.
'$code_width'(Code, Width) :-
    (   Code < 0x300
    ->  Width = 1
    ;   '$code_range'(Code, Width0)
    ->  Width = Width0
    ;   Width = 1
    ).

%! '$code_range'(+Code, -Width) is semidet.
'$code_range'(Code, 0) :-
    member(Low-High, [0x300-0x36f, 0x200b-0x200f, 0xfe00-0xfe0f, 0x20d0-0x20ff]),
    Code >= Low,
    Code =< High,
    !.
'$code_range'(Code, 2) :-
    member(Low-High, [0x1100-0x115f, 0x2e80-0x303e, 0x3041-0xa4cf, 0xac00-0xd7a3, 0xf900-0xfaff, 0xfe30-0xfe6f,
                      0xff00-0xff60, 0xffe0-0xffe6, 0x1f300-0x1f64f, 0x1f680-0x1f6ff, 0x1f900-0x1f9ff,
                      0x20000-0x3fffd]),
    Code >= Low,
    Code =< High,
    !.

%! '$caret_codes'(+Before, +Codes, -Caret)
%  Tabs are kept, so that the caret is displayed below its column.
'$caret_codes'(Before, Codes, Caret) :-
    (   Before =:= 0
    ->  Caret = [0'^]
    ;   Codes = [0'\t|Rest]
    ->  Caret = [0'\t|More],
        Before1 is Before - 1,
        '$caret_codes'(Before1, Rest, More)
    ;   (   Codes = [Code|Rest]
        ->  '$code_width'(Code, Width)
        ;   Rest = [],
            Width = 1
        ),
        length(Blanks, Width),
        '$all_blank'(Blanks),
        append(Blanks, More, Caret),
        Before1 is Before - 1,
        '$caret_codes'(Before1, Rest, More)
    ).
