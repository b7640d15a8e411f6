% Comma-separated values: rows of fields, which may be quoted, with the names of library(csv).

%! csv(?Rows, ?S0, ?S) is semidet.
%  Like csv//2, without options.
%  ?- atom_codes('a,b\n1,"x, y"\n', _L), phrase(csv(R), _L).   %=> R = [row(a, b), row(1, 'x, y')].
csv(Rows, S0, S) :-
    csv(Rows, [], S0, S).

%! csv(?Rows, +Options, ?S0, ?S) is semidet.
%  DCG nonterminal for the text of Rows, terms row(Field, ...). Options: separator(Code), default 44; strip(true) strips
%  blanks around fields; ignore_quotes(true) treats quotes as text; convert(false) leaves numbers as atoms; case(up,
%  down or preserve); functor(Name) instead of row; arity(N), or match_arity(false) for rows of different lengths;
%  skip_header(Mark) skips initial lines that begin with Mark.
%  ?- phrase(csv(R, [separator(0';), functor(f)]), `a;2`).   %=> R = [f(a, 2)].
%  ?- phrase(csv([r(a, "b,c"), r(1, 2)]), _L), atom_codes(A, _L).   %=> A = 'a,"b,c"\r\n1,2\r\n'.
%  ?- csv(_, `a,b\nc\n`, []).   %=> domain_error(row_arity(2), 1).
csv(Rows, Options, S0, S) :-
    csv_options(Compiled, Options),
    (   var(Rows)
    ->  '$csv_skip'(Options, S0, S1),
        '$csv_rows'(Compiled, S1, S, Rows)
    ;   '$csv_texts'(Rows, Compiled, S0, S)
    ).

%! csv_options(-Compiled, +Options) is det.
%  Compiled are the options of csv//2 in the form that csv_read_row/3 expects.
%  ?- csv_options(O, [separator(0';)]), open_string("a;b", S), csv_read_row(S, R, O).   %=> R = row(a, b).
csv_options(csv_options(Separator,Strip,Ignore,Convert,Case,Name,Arity,Match), Options) :-
    must_be(list, Options),
    option(separator(Separator), Options, 0',),
    option(strip(Strip), Options, false),
    option(ignore_quotes(Ignore), Options, false),
    option(convert(Convert), Options, true),
    option(case(Case), Options, preserve),
    must_be(oneof([up,down,preserve]), Case),
    option(functor(Name), Options, row),
    option(match_arity(Match), Options, true),
    option(arity(Arity), Options, _).

%! '$csv_skip'(+Options, +Codes, -Rest)
%  Rest is Codes without the lines of a header.
'$csv_skip'(Options, Codes, Rest) :-
    (   option(skip_header(Mark), Options),
        atom_codes(Mark, Start),
        append(Start, _, Codes)
    ->  '$csv_rest_of_line'(Codes, Rest0),
        '$csv_skip'(Options, Rest0, Rest)
    ;   Rest = Codes
    ).

%! '$csv_rest_of_line'(+Codes, -Rest)
'$csv_rest_of_line'([], []).
'$csv_rest_of_line'([Code|Codes], Rest) :-
    (   Code =:= 0'\n
    ->  Rest = Codes
    ;   '$csv_rest_of_line'(Codes, Rest)
    ).

%! '$csv_rows'(+Compiled, +Codes, -Rest, -Rows)
'$csv_rows'(Compiled, Codes, Rest, Rows) :-
    (   Codes == []
    ->  Rest = [],
        Rows = []
    ;   '$csv_row'(Compiled, Codes, Codes1, Row),
        Rows = [Row|Rows1],
        '$csv_rows'(Compiled, Codes1, Rest, Rows1)
    ).

%! '$csv_row'(+Compiled, +Codes, -Rest, -Row) is semidet.
'$csv_row'(Compiled, Codes, Rest, Row) :-
    '$csv_fields'(Compiled, Codes, Rest, Fields),
    Compiled = csv_options(_,_,_,_,_,Name,Arity,Match),
    Row =.. [Name|Fields],
    functor(Row, _, Found),
    (   Match == false
    ->  true
    ;   Arity = Found
    ->  true
    ;   domain_error(row_arity(Arity), Found)
    ).

%! '$csv_fields'(+Compiled, +Codes, -Rest, -Fields) is semidet.
'$csv_fields'(Compiled, Codes, Rest, [Field|Fields]) :-
    '$csv_blanks'(Compiled, Codes, Codes1),
    arg(3, Compiled, Ignore),
    (   Ignore \== true,
        Codes1 = [0'"|Codes2]
    ->  '$csv_quoted'(Codes2, Codes3, Text),
        '$csv_blanks'(Compiled, Codes3, Codes4)
    ;   arg(1, Compiled, Separator),
        '$csv_plain'(Codes1, Separator, Codes4, Text0),
        '$csv_stripped'(Compiled, Text0, Text)
    ),
    '$csv_value'(Compiled, Text, Field),
    '$csv_more'(Codes4, Compiled, Rest, Fields).

%! '$csv_more'(+Codes, +Compiled, -Rest, -Fields) is semidet.
'$csv_more'([], _, [], []).
'$csv_more'([Code|Codes], Compiled, Rest, Fields) :-
    (   arg(1, Compiled, Code)
    ->  '$csv_fields'(Compiled, Codes, Rest, Fields)
    ;   Fields = [],
        '$csv_line_end'(Code, Codes, Rest)
    ).

%! '$csv_line_end'(+Code, +Codes, -Rest) is semidet.
'$csv_line_end'(0'\n, Rest, Rest).
'$csv_line_end'(0'\r, Codes, Rest) :-
    (   Codes = [0'\n|Rest]
    ->  true
    ;   Rest = Codes
    ).

%! '$csv_blanks'(+Compiled, +Codes, -Rest)
'$csv_blanks'(Compiled, Codes, Rest) :-
    (   arg(2, Compiled, true),
        Codes = [Code|Codes1],
        memberchk(Code, [0' ,0'\t]),
        \+ arg(1, Compiled, Code)
    ->  '$csv_blanks'(Compiled, Codes1, Rest)
    ;   Rest = Codes
    ).

%! '$csv_stripped'(+Compiled, +Text, -Stripped)
'$csv_stripped'(Compiled, Text, Stripped) :-
    (   arg(2, Compiled, true)
    ->  string_codes(String, Text),
        split_string(String, "", " \t", [Inner]),
        string_codes(Inner, Stripped)
    ;   Stripped = Text
    ).

%! '$csv_quoted'(+Codes, -Rest, -Text) is semidet.
'$csv_quoted'([Code|Codes], Rest, Text) :-
    (   Code \== 0'"
    ->  Text = [Code|Text1],
        '$csv_quoted'(Codes, Rest, Text1)
    ;   Codes = [0'"|Codes1]
    ->  Text = [0'"|Text1],
        '$csv_quoted'(Codes1, Rest, Text1)
    ;   Text = [],
        Rest = Codes
    ).

%! '$csv_plain'(+Codes, +Separator, -Rest, -Text)
'$csv_plain'([], _, [], []).
'$csv_plain'([Code|Codes], Separator, Rest, Text) :-
    (   ( Code == Separator ; Code == 0'\n ; Code == 0'\r )
    ->  Rest = [Code|Codes],
        Text = []
    ;   Text = [Code|Text1],
        '$csv_plain'(Codes, Separator, Rest, Text1)
    ).

%! '$csv_value'(+Compiled, +Text, -Value)
'$csv_value'(csv_options(_,_,_,Convert,Case,_,_,_), Text, Value) :-
    (   Convert \== false,
        Text = [First|_],
        \+ ( integer(First), First >= 0'A, First =< 0'z ),
        \+ code_type(First, space),
        catch(number_codes(Number, Text), error(syntax_error(_), _), fail)
    ->  Value = Number
    ;   Case == up
    ->  atom_codes(Atom, Text),
        upcase_atom(Atom, Value)
    ;   Case == down
    ->  atom_codes(Atom, Text),
        downcase_atom(Atom, Value)
    ;   atom_codes(Value, Text)
    ).

%! '$csv_texts'(+Rows, +Compiled, ?S0, ?S)
'$csv_texts'([], _, S, S).
'$csv_texts'([Row|Rows], Compiled, S0, S) :-
    must_be(callable, Row),
    Row =.. [_|Fields],
    arg(1, Compiled, Separator),
    '$csv_line'(Fields, Separator, S0, S1),
    '$csv_texts'(Rows, Compiled, S1, S).

%! '$csv_line'(+Fields, +Separator, -Codes, ?Rest)
'$csv_line'([], _, [0'\r,0'\n|Rest], Rest).
'$csv_line'([Field|Fields], Separator, Codes, Rest) :-
    '$csv_field'(Field, Separator, Codes, Codes1),
    ( Fields == [] -> Codes2 = Codes1 ; Codes1 = [Separator|Codes2] ),
    '$csv_line'(Fields, Separator, Codes2, Rest).

%! '$csv_field'(+Field, +Separator, -Codes, ?Rest)
%  Codes begins with the text of Field, quoted if it contains a separator, a quote or a newline.
'$csv_field'(Field, Separator, Codes, Rest) :-
    (   atom(Field)
    ->  atom_codes(Field, Text)
    ;   must_be(atomic, Field),
        format(codes(Text), "~w", [Field])
    ),
    (   '$csv_unquoted'(Text, Separator, Codes, Rest)
    ->  true
    ;   Codes = [0'"|Codes1],
        '$csv_double_quotes'(Text, Codes1, [0'"|Rest])
    ).

%! '$csv_unquoted'(+Text, +Separator, -Codes, ?Rest) is semidet.
'$csv_unquoted'([], _, Rest, Rest).
'$csv_unquoted'([Code|Text], Separator, [Code|Codes], Rest) :-
    Code \== Separator,
    Code \== 0'",
    Code \== 0'\n,
    Code \== 0'\r,
    '$csv_unquoted'(Text, Separator, Codes, Rest).

%! '$csv_double_quotes'(+Text, -Codes, ?Rest)
'$csv_double_quotes'([], Rest, Rest).
'$csv_double_quotes'([Code|Text], Codes, Rest) :-
    (   Code =:= 0'"
    ->  Codes = [0'",0'"|Codes1]
    ;   Codes = [Code|Codes1]
    ),
    '$csv_double_quotes'(Text, Codes1, Rest).

%! csv_read_file(+File, -Rows) is det.
%  Like csv_read_file/3, without options.
%  ?- csv_read_file('/no/such', _).   %=> existence_error(source_sink, '/no/such').
csv_read_file(File, Rows) :-
    csv_read_file(File, Rows, []).

%! csv_read_file(+File, -Rows, +Options) is det.
%  Rows are the rows of a file; options are those of csv//2 and encoding(Encoding). The separator is a tab if the name
%  of the file ends in .tsv.
%  ?- tmp_file_stream(_F, _S, []), write(_S, 'a,1\n'), close(_S), csv_read_file(_F, L, []), _F \== L.   %=> L = [row(a, 1)].
csv_read_file(File, Rows, Options) :-
    '$csv_file_options'(File, Options, Own),
    '$csv_open'(File, read, Options, Stream),
    call_cleanup(csv_read_stream(Stream, Rows, Own), close(Stream)).

%! '$csv_file_options'(+File, +Options, -Own)
'$csv_file_options'(File, Options, Own) :-
    (   \+ option(separator(_), Options),
        ( atom(File) ; string(File) ),
        file_name_extension(_, tsv, File)
    ->  Own = [separator(0'\t)|Options]
    ;   Own = Options
    ).

%! '$csv_open'(+File, +Mode, +Options, -Stream)
'$csv_open'(File, Mode, Options, Stream) :-
    ( compound(File) -> absolute_file_name(File, Path, [access(Mode)]) ; Path = File ),
    (   option(encoding(Encoding), Options)
    ->  open(Path, Mode, Stream, [encoding(Encoding)])
    ;   open(Path, Mode, Stream)
    ).

%! csv_read_stream(+Stream, -Rows, +Options) is det.
%  Rows are the rows in the rest of Stream.
%  ?- open_string("a,b\n1,2\n", _S), csv_read_stream(_S, L, []).   %=> L = [row(a, b), row(1, 2)].
csv_read_stream(Stream, Rows, Options) :-
    read_stream_to_codes(Stream, Codes),
    (   phrase(csv(Found, Options), Codes)
    ->  Rows = Found
    ;   syntax_error(illegal_csv)
    ).

%! csv_read_row(+Stream, -Row, +Compiled) is det.
%  Row is the next row of Stream, or end_of_file. Compiled is the result of csv_options/2.
csv_read_row(Stream, Row, Compiled) :-
    read_line_to_codes(Stream, Line),
    (   Line == end_of_file
    ->  Row = end_of_file
    ;   '$csv_whole_row'(Stream, Compiled, Line, Found),
        Row = Found
    ).

%! '$csv_whole_row'(+Stream, +Compiled, +Codes, -Row)
%  A quoted field may continue on the next line.
'$csv_whole_row'(Stream, Compiled, Codes, Row) :-
    (   '$csv_row'(Compiled, Codes, [], Found)
    ->  Row = Found
    ;   read_line_to_codes(Stream, Line),
        Line \== end_of_file
    ->  append(Codes, [0'\n|Line], More),
        '$csv_whole_row'(Stream, Compiled, More, Row)
    ;   syntax_error(illegal_csv)
    ).

%! csv_read_file_row(+File, -Row, +Options) is nondet.
%  Row is a row of the file; enumerates the rows in order. The option line(Line) returns its line number.
%  ?- csv_read_file_row('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
csv_read_file_row(File, Row, Options) :-
    '$csv_file_options'(File, Options, Own),
    csv_options(Compiled, Own),
    option(line(Line), Options, _),
    setup_call_cleanup('$csv_open'(File, read, Options, Stream),
                       '$csv_stream_row'(Stream, Compiled, Row, Line),
                       close(Stream)).

%! '$csv_stream_row'(+Stream, +Compiled, -Row, -Line) is nondet.
'$csv_stream_row'(Stream, Compiled, Row, Line) :-
    repeat,
    line_count(Stream, At),
    csv_read_row(Stream, Found, Compiled),
    (   Found == end_of_file
    ->  !,
        fail
    ;   Row = Found,
        Line = At
    ).

%! csv_write_file(+File, +Rows) is det.
%  Like csv_write_file/3, without options.
%  ?- tmp_file(c, _F), csv_write_file(_F, [row(a, 'b c')]), read_file_to_string(_F, S, []).   %=> S = "a,b c\r\n".
csv_write_file(File, Rows) :-
    csv_write_file(File, Rows, []).

%! csv_write_file(+File, +Rows, +Options) is det.
%  Writes rows to a file; options are those of csv//2 and encoding(Encoding).
csv_write_file(File, Rows, Options) :-
    '$csv_file_options'(File, Options, Own),
    '$csv_open'(File, write, Options, Stream),
    call_cleanup(csv_write_stream(Stream, Rows, Own), close(Stream)).

%! csv_write_stream(+Stream, +Rows, +Options) is det.
%  Writes rows to a stream.
%  ?- with_output_to(string(S), (current_output(_O), csv_write_stream(_O, [r(1, "x""y")], []))).   %=> S = "1,\"x\"\"y\"\r\n".
csv_write_stream(Stream, Rows, Options) :-
    must_be(list, Rows),
    phrase(csv(Rows, Options), Codes),
    format(Stream, "~s", [Codes]).
