%! with_output_to(+Sink, :Goal) is semidet.
%  Runs a goal once and gives what it wrote to the current output as atom(A), string(S), codes(C),
%  codes(C, Tail), chars(C) or chars(C, Tail).
%  ?- with_output_to(string(S), write(a)).
with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$capture_start',
    (   catch(Goal, Ball, '$capture_throw'(Ball))
    ->  '$capture_end'(Text),
        format(Sink, "~s", [Text])
    ;   '$capture_abort',
        fail
    ).

%! '$capture_throw'(+Ball)
'$capture_throw'(Ball) :-
    '$capture_abort',
    throw(Ball).

%! '$check_sink'(+Sink)
'$check_sink'(Sink) :-
    var(Sink),
    !,
    throw(error(instantiation_error, _)).
'$check_sink'(atom(_)) :- !.
'$check_sink'(string(_)) :- !.
'$check_sink'(codes(_)) :- !.
'$check_sink'(codes(_, _)) :- !.
'$check_sink'(chars(_)) :- !.
'$check_sink'(chars(_, _)) :- !.
'$check_sink'(Sink) :-
    throw(error(domain_error(output_sink, Sink), _)).

%! '$format_goals'(+Sink, +Format, +Arguments)
%  format/3 with goals among the arguments, for ~@: each runs once, and what it writes stands in its place.
'$format_goals'(Sink, Format, Arguments) :-
    '$format_split'(Format, Arguments, Rest, Goals),
    '$format_capture'(Goals),
    '$format'(Sink, Format, Rest).

%! '$format_capture'(+Goals)
'$format_capture'([]).
'$format_capture'([Goal-Text|Goals]) :-
    with_output_to(string(Text), Goal),
    '$format_capture'(Goals).

%! stream_property(?Stream, ?Property) is nondet.
%  A property of an open stream: file_name(F), mode(M), input, output, alias(A), position(P),
%  end_of_stream(E), eof_action(A), reposition(B), type(T), encoding(E), bom(B), buffer(B), newline(N) or tty(B).
%  ?- stream_property(S, alias(user_output)).
stream_property(Stream, Property) :-
    '$stream_property_check'(Stream, Property),
    (   var(Stream)
    ->  '$streams'(Streams),
        member(Stream, Streams)
    ;   true
    ),
    '$stream_properties'(Stream, Properties),
    (   var(Property)
    ->  member(Property, Properties)
    ;   Property = alias(_)
    ->  member(Property, Properties)
    ;   memberchk(Property, Properties)
    ).

%! current_stream(?File, ?Mode, ?Stream) is nondet.
%  An open stream, the file that it was opened on (`[]` if none) and its mode.
current_stream(File, Mode, Stream) :-
    stream_property(Stream, mode(Mode)),
    (   stream_property(Stream, file_name(Name))
    ->  File = Name
    ;   File = []
    ).

%! see(+File) is det.
%  Makes a file, opened for reading, or an open stream the current input.
see(File) :-
    is_stream(File),
    !,
    set_input(File).
see(File) :-
    open(File, read, Stream),
    set_input(Stream).

%! seen is det.
%  Closes the current input.
seen :-
    current_input(Stream),
    close(Stream).

%! seeing(?Stream) is det.
%  The current input.
seeing(Stream) :-
    current_input(Stream).

%! tell(+File) is det.
%  Makes a file, opened for writing, or an open stream the current output.
tell(File) :-
    is_stream(File),
    !,
    set_output(File).
tell(File) :-
    open(File, write, Stream),
    set_output(Stream).

%! append(+File) is det.
%  Makes a file, opened for writing at its end, the current output.
append(File) :-
    open(File, append, Stream),
    set_output(Stream).

%! told is det.
%  Closes the current output.
told :-
    current_output(Stream),
    close(Stream).

%! telling(?Stream) is det.
%  The current output.
telling(Stream) :-
    current_output(Stream).

%! read_file_to_string(+File, -String, +Options) is det.
%  The whole text of a file; the options are those of open/4.
%  ?- read_file_to_string('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_string(File, String, Options) :-
    '$with_file'(File, Options, Stream, read_string(Stream, _, String)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
%  The whole text of a file as a list of codes; the options are those of open/4.
read_file_to_codes(File, Codes, Options) :-
    '$with_file'(File, Options, Stream, read_stream_to_codes(Stream, Codes)).

%! '$with_file'(+File, +Options, -Stream, :Goal)
'$with_file'(File, Options, Stream, Goal) :-
    open(File, read, Stream, Options),
    (   catch(Goal, Ball, true)
    ->  close(Stream)
    ;   close(Stream),
        fail
    ),
    (   var(Ball)
    ->  true
    ;   throw(Ball)
    ).

%! concat_atom(+Items, ?Atom) is det.
%  The older name of atomic_list_concat/2.
%  ?- concat_atom([a,1,"b"], A).   %=> A = a1b.
concat_atom(Items, Atom) :-
    atomic_list_concat(Items, Atom).

%! concat_atom(?Items, +Separator, ?Atom) is det.
%  The older name of atomic_list_concat/3.
%  ?- concat_atom(L, -, 'a-b').   %=> L = [a,b].
concat_atom(Items, Separator, Atom) :-
    atomic_list_concat(Items, Separator, Atom).

%! '$write_portrayed'(+Stream, @Term, +Options)
%  write_term/3 where the user has a portray/1: what it writes stands in the place of the parts it knows.
'$write_portrayed'(Stream, Term, Options) :-
    (   acyclic_term(Term)
    ->  '$portrayed_parts'(Term, Parts, [])
    ;   Parts = []
    ),
    write_term(Stream, Term, ['$portrayed'(Parts)|Options]).

%! '$portrayed_parts'(@Term, -Parts, ?Tail)
'$portrayed_parts'(Term, Parts, Tail) :-
    (   var(Term)
    ->  Parts = Tail
    ;   with_output_to(string(Text), \+ \+ call(portray(Term)))
    ->  Parts = [Term-Text|Tail]
    ;   Term = [Head|Rest]
    ->  '$portrayed_parts'(Head, Parts, Middle),
        '$portrayed_elements'(Rest, Middle, Tail)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        '$portrayed_elements'(Args, Parts, Tail)
    ;   Parts = Tail
    ).

%! '$portrayed_elements'(@List, -Parts, ?Tail)
'$portrayed_elements'(List, Parts, Tail) :-
    (   nonvar(List),
        List = [Head|Rest]
    ->  '$portrayed_parts'(Head, Parts, Middle),
        '$portrayed_elements'(Rest, Middle, Tail)
    ;   List == []
    ->  Parts = Tail
    ;   '$portrayed_parts'(List, Parts, Tail)
    ).

%! normalize_space(+Sink, +Text) is det.
%  Text without blanks at its ends and with one space for each run of blanks, into a sink of format/3.
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
%  Lines are the lines of String.
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

%! read_file_to_terms(+File, -Terms, +Options) is det.
%  All terms of a file; the options are those of read_term/2.
%  ?- read_file_to_terms('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_terms(File, Terms, Options) :-
    '$with_file'(File, [], Stream, '$read_terms'(Stream, Options, Terms)).

%! '$read_terms'(+Stream, +Options, -Terms)
'$read_terms'(Stream, Options, Terms) :-
    read_term(Stream, Term, Options),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|More],
        '$read_terms'(Stream, Options, More)
    ).

%! dedent_lines(+Lines, -Dedented, +Options) is det.
%  Takes away the blanks that all lines of a text begin with; a list of lines or one text, as it was given. The width
%  of a tab is 8, or that of the option tab(Width).
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
%  Only tabs at the beginning.
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
%  Lines of blanks have none.
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
%  Puts Prefix before each line that is not empty; of a list of lines or one text.
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
%  Replaces each {Name} in Text by the value of Name = Value in a list; other braces stay.
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

%! copy_stream_data(+From, +To, +Count) is det.
%  Copies Count characters from a stream to another, or fewer if it ends.
%  ?- open_string("abc", I), with_output_to(string(S), ( current_output(O), copy_stream_data(I, O, 2) )), S == "ab".
copy_stream_data(From, To, Count) :-
    must_be(nonneg, Count),
    (   Count =:= 0
    ->  true
    ;   get_char(From, Character),
        Character \== end_of_file
    ->  put_char(To, Character),
        Left is Count - 1,
        copy_stream_data(From, To, Left)
    ;   true
    ).
