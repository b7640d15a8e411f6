% JSON texts as terms, with the names of library(http/json): objects are json([Name=Value, ...]), arrays lists, strings
% atoms or strings, and the constants @(true), @(false) and @(null).

%! json_read(+Stream, -Term) is det.
%  Reads a JSON value from Stream, with names and strings as atoms.
%  ?- open_string("{\"a\":[1,2.5,null], \"b\":\"x\"}", S), json_read(S, T).   %=> T = json([a=[1, 2.5, @(null)], b=x]).
%  ?- open_string("[1", S), json_read(S, _).   %=> syntax_error(json(illegal_array)).
json_read(Stream, Term) :-
    json_read(Stream, Term, []).

%! json_read(+Stream, -Term, +Options) is det.
%  Like json_read/2. Options: null(Term), true(Term) and false(Term) for the constants, end_of_file(Term) instead of an
%  error at the end of Stream, value_string_as_atom(Boolean); strings are strings with json_string(string).
%  ?- open_string("[null, true]", S), json_read(S, T, [null(none), true(yes)]).   %=> T = [none, yes].
%  ?- open_string("", S), json_read(S, T, [end_of_file(end)]).   %=> T = end.
json_read(Stream, Term, Options) :-
    must_be(list, Options),
    '$json_reading'(Options, Reading),
    '$json_blank'(Stream, Code),
    (   Code == -1,
        memberchk(end_of_file(End), Options),
        End \== error
    ->  get_code(Stream, _),
        Term = End
    ;   '$json_value'(Code, Stream, Reading, Term)
    ).

%! '$json_reading'(+Options, -Reading)
%  Reading is reading(Null, True, False, Strings).
'$json_reading'(Options, reading(Null, True, False, Strings)) :-
    option(null(Null), Options, @(null)),
    option(true(True), Options, @(true)),
    option(false(False), Options, @(false)),
    option(json_string(Strings), Options, atom).

%! '$json_error'(+Stream, +What)
'$json_error'(Stream, What) :-
    '$json_place'(Stream, Context),
    throw(error(syntax_error(json(What)), Context)).

%! '$json_place'(+Stream, -Context)
'$json_place'(Stream, Context) :-
    (   catch(( line_count(Stream, Line), line_position(Stream, Column), character_count(Stream, Character) ), _, fail)
    ->  Context = stream(Stream, Line, Column, Character)
    ;   true
    ).

%! '$json_blank'(+Stream, -Code)
%  Skips layout and comments; Code is the code that is next, which is not read.
'$json_blank'(Stream, Code) :-
    peek_code(Stream, Next),
    (   memberchk(Next, [0' , 0'\t, 0'\n, 0'\r])
    ->  get_code(Stream, _),
        '$json_blank'(Stream, Code)
    ;   Next == 0'/
    ->  get_code(Stream, _),
        get_code(Stream, Kind),
        '$json_comment'(Kind, Stream),
        '$json_blank'(Stream, Code)
    ;   Code = Next
    ).

%! '$json_comment'(+Kind, +Stream)
'$json_comment'(Kind, Stream) :-
    (   Kind == 0'/
    ->  '$json_skip_line'(Stream)
    ;   Kind == 0'*
    ->  '$json_skip_comment'(Stream)
    ;   '$json_error'(Stream, illegal_comment)
    ).

%! '$json_skip_line'(+Stream)
'$json_skip_line'(Stream) :-
    repeat,
    get_code(Stream, Code),
    memberchk(Code, [-1,0'\n]),
    !.

%! '$json_skip_comment'(+Stream)
'$json_skip_comment'(Stream) :-
    repeat,
    get_code(Stream, Code),
    (   Code == -1
    ->  '$json_error'(Stream, unterminated_comment)
    ;   Code == 0'*,
        peek_code(Stream, 0'/)
    ),
    !,
    get_code(Stream, _).

%! '$json_value'(+Code, +Stream, +Reading, -Term)
%  Reads a value that begins with Code, which is next on Stream.
'$json_value'(Code, Stream, Reading, Term) :-
    (   Code == 0'"
    ->  get_code(Stream, _),
        '$json_string'(Stream, Codes),
        Reading = reading(_, _, _, Strings),
        '$json_text'(Strings, Codes, Term)
    ;   Code == 0'{
    ->  get_code(Stream, _),
        '$json_blank'(Stream, Next),
        '$json_members'(Next, Stream, Reading, Members),
        Term = json(Members)
    ;   Code == 0'[
    ->  get_code(Stream, _),
        '$json_blank'(Stream, Next),
        '$json_elements'(Next, Stream, Reading, Term)
    ;   ( Code == 0'- ; between(0'0, 0'9, Code) )
    ->  '$json_number_codes'(Stream, Codes),
        '$json_number'(Codes, Stream, Term)
    ;   '$json_constant'(Code, Name, Argument)
    ->  '$json_word'(Stream, Codes),
        atom_codes(Word, Codes),
        (   Word == Name
        ->  arg(Argument, Reading, Term)
        ;   '$json_error'(Stream, json_expected(Name))
        )
    ;   Code == -1
    ->  '$json_error'(Stream, unexpected_end_of_file)
    ;   get_code(Stream, _),
        '$json_error'(Stream, illegal_json)
    ).

%! '$json_constant'(+Code, -Name, -Argument)
'$json_constant'(0'n, null, 1).
'$json_constant'(0't, true, 2).
'$json_constant'(0'f, false, 3).

%! '$json_text'(+Kind, +Codes, -Term)
'$json_text'(Kind, Codes, Term) :-
    (   Kind == string
    ->  string_codes(Term, Codes)
    ;   Kind == codes
    ->  Term = Codes
    ;   atom_codes(Term, Codes)
    ).

%! '$json_word'(+Stream, -Codes)
'$json_word'(Stream, Codes) :-
    peek_code(Stream, Code),
    (   between(0'a, 0'z, Code)
    ->  get_code(Stream, _),
        Codes = [Code|More],
        '$json_word'(Stream, More)
    ;   Codes = []
    ).

%! '$json_number_codes'(+Stream, -Codes)
'$json_number_codes'(Stream, Codes) :-
    peek_code(Stream, Code),
    (   ( between(0'0, 0'9, Code) ; memberchk(Code, `+-.eE`) )
    ->  get_code(Stream, _),
        Codes = [Code|More],
        '$json_number_codes'(Stream, More)
    ;   Codes = []
    ).

%! '$json_number'(+Codes, +Stream, -Number)
'$json_number'(Codes, Stream, Number) :-
    (   phrase('$json_digits'(Float, Plain), Codes)
    ->  catch(number_codes(Value, Plain), error(syntax_error(_), _), fail),
        (   Float == float
        ->  Number is float(Value)
        ;   Number = Value
        )
    ;   '$json_place'(Stream, Context),
        throw(error(syntax_error(illegal_number), Context))
    ).

%! '$json_digits'(-Kind, -Plain, +Codes, ?Rest)
%  Plain are the codes of the number as Prolog writes it: with a fraction if there is an exponent.
'$json_digits'(Kind, Plain, Codes, Rest) :-
    (   Codes = [0'-|Codes1]
    ->  Plain = [0'-|Plain1]
    ;   Codes1 = Codes,
        Plain1 = Plain
    ),
    '$json_span'(Codes1, Plain1, Plain2, Codes2),
    Plain1 \== Plain2,
    (   Codes2 = [0'.|Codes3]
    ->  Plain2 = [0'.|Plain3],
        '$json_span'(Codes3, Plain3, Plain4, Codes4),
        Plain3 \== Plain4,
        Kind = float
    ;   Codes2 = [E|_],
        memberchk(E, `eE`)
    ->  Plain2 = [0'.,0'0|Plain4],
        Codes4 = Codes2,
        Kind = float
    ;   Plain4 = Plain2,
        Codes4 = Codes2,
        Kind = integer
    ),
    (   Codes4 = [E1,Sign|Codes5],
        memberchk(E1, `eE`)
    ->  Plain4 = [0'e|Plain5],
        (   memberchk(Sign, `+-`)
        ->  Plain5 = [Sign|Plain6],
            Codes6 = Codes5
        ;   Plain6 = Plain5,
            Codes6 = [Sign|Codes5]
        ),
        '$json_span'(Codes6, Plain6, Plain7, Rest),
        Plain6 \== Plain7
    ;   Plain7 = Plain4,
        Rest = Codes4
    ),
    Plain7 = [].

%! '$json_span'(+Codes, -Digits, ?Tail, -Rest)
'$json_span'(Codes, Digits, Tail, Rest) :-
    (   Codes = [Code|Others],
        between(0'0, 0'9, Code)
    ->  Digits = [Code|More],
        '$json_span'(Others, More, Tail, Rest)
    ;   Digits = Tail,
        Rest = Codes
    ).

%! '$json_string'(+Stream, -Codes)
%  Reads up to the closing quote.
'$json_string'(Stream, Codes) :-
    get_code(Stream, Code),
    (   Code == 0'"
    ->  Codes = []
    ;   Code == 0'\\
    ->  get_code(Stream, Escape),
        '$json_escape'(Escape, Stream, Character),
        Codes = [Character|More],
        '$json_string'(Stream, More)
    ;   Code == -1
    ->  '$json_error'(Stream, eof_in_string)
    ;   Codes = [Code|More],
        '$json_string'(Stream, More)
    ).

%! '$json_escape'(+Escape, +Stream, -Code)
'$json_escape'(Escape, Stream, Code) :-
    (   '$json_letter'(Escape, Found)
    ->  Code = Found
    ;   Escape == 0'u
    ->  '$json_hex'(Stream, High),
        (   between(0xd800, 0xdbff, High)
        ->  '$json_low_half'(Stream, High, Code)
        ;   Code = High
        )
    ;   '$json_error'(Stream, illegal_string_escape)
    ).

%! '$json_low_half'(+Stream, +High, -Code)
%  Reads the second half of a character that is written as two.
'$json_low_half'(Stream, High, Code) :-
    (   get_code(Stream, 0'\\),
        get_code(Stream, 0'u),
        '$json_hex'(Stream, Low),
        between(0xdc00, 0xdfff, Low)
    ->  Code is 0x10000 + (High - 0xd800) * 0x400 + Low - 0xdc00
    ;   '$json_error'(Stream, illegal_surrogate_pair)
    ).

%! '$json_hex'(+Stream, -Code)
'$json_hex'(Stream, Code) :-
    '$json_hex'(4, Stream, 0, Code).

%! '$json_hex'(+Count, +Stream, +Code0, -Code)
'$json_hex'(Count, Stream, Code0, Code) :-
    (   Count =:= 0
    ->  Code = Code0
    ;   get_code(Stream, Digit),
        Digit >= 0,
        code_type(Digit, xdigit(Weight))
    ->  Code1 is Code0 * 16 + Weight,
        Count1 is Count - 1,
        '$json_hex'(Count1, Stream, Code1, Code)
    ;   '$json_error'(Stream, illegal_string_escape)
    ).

%! '$json_letter'(?Letter, ?Code)
'$json_letter'(0'", 0'").
'$json_letter'(0'\\, 0'\\).
'$json_letter'(0'/, 0'/).
'$json_letter'(0'b, 0'\b).
'$json_letter'(0'f, 0'\f).
'$json_letter'(0'n, 0'\n).
'$json_letter'(0'r, 0'\r).
'$json_letter'(0't, 0'\t).

%! '$json_elements'(+Code, +Stream, +Reading, -Elements)
'$json_elements'(Code, Stream, Reading, Elements) :-
    (   Code == 0']
    ->  get_code(Stream, _),
        Elements = []
    ;   '$json_value'(Code, Stream, Reading, Element),
        Elements = [Element|More],
        '$json_blank'(Stream, Next),
        (   Next == 0',
        ->  get_code(Stream, _),
            '$json_blank'(Stream, After),
            '$json_elements'(After, Stream, Reading, More)
        ;   Next == 0']
        ->  get_code(Stream, _),
            More = []
        ;   '$json_error'(Stream, illegal_array)
        )
    ).

%! '$json_members'(+Code, +Stream, +Reading, -Members)
'$json_members'(Code, Stream, Reading, Members) :-
    (   Code == 0'}
    ->  get_code(Stream, _),
        Members = []
    ;   Code == 0'"
    ->  get_code(Stream, _),
        '$json_string'(Stream, Codes),
        atom_codes(Name, Codes),
        '$json_blank'(Stream, Colon),
        (   Colon == 0':
        ->  get_code(Stream, _)
        ;   '$json_error'(Stream, illegal_object)
        ),
        '$json_blank'(Stream, First),
        '$json_value'(First, Stream, Reading, Value),
        Members = [Name=Value|More],
        '$json_blank'(Stream, Next),
        (   Next == 0',
        ->  get_code(Stream, _),
            '$json_blank'(Stream, After),
            '$json_members'(After, Stream, Reading, More)
        ;   Next == 0'}
        ->  get_code(Stream, _),
            More = []
        ;   '$json_error'(Stream, illegal_object)
        )
    ;   get_code(Stream, _),
        '$json_error'(Stream, illegal_json)
    ).

%! json_write(+Stream, +Term) is det.
%  Writes Term as JSON. Objects are dicts and json(Members), whose members are Name=Value, Name-Value or Name(Value).
%  ?- with_output_to(string(S), ( current_output(O), json_write(O, json([a=1, b=[x, @(null)]])) )).   %=> S = "{\"a\":1, \"b\": [\"x\", null ]}".
%  ?- json_write(user_output, f(x)).   %=> type_error(json_term, f(x)).
json_write(Stream, Term) :-
    json_write(Stream, Term, []).

%! json_write(+Stream, +Term, +Options) is det.
%  Like json_write/2. Options: width(Columns), up to which an object or array is written on one line, 72 if not given,
%  0 for no limit; step(Columns) for the indentation, 2 if not given; tab(Columns), the width of a tab, 8; null(Term), true(Term) and false(Term) for the
%  constants; serialize_unknown(true) writes other terms as strings.
%  ?- with_output_to(string(S), ( current_output(O), json_write(O, json([a=f(x)]), [serialize_unknown(true)]) )).   %=> S = "{\"a\":\"f(x)\"}".
json_write(Stream, Term, Options) :-
    must_be(list, Options),
    option(width(Width0), Options, 72),
    option(step(Step), Options, 2),
    option(tab(TabWidth), Options, 8),
    must_be(integer, Width0),
    must_be(nonneg, Step),
    ( Width0 =< 0 -> Width = 1000000000 ; Width = Width0 ),
    '$json_reading'(Options, reading(Null, True, False, _)),
    option(serialize_unknown(Unknown), Options, false),
    option(tag(Tag), Options, ''),
    '$json_lines'(Term, writing(Null, True, False, Unknown, Width, Step/TabWidth, Tag), 0, Codes, []),
    (   Stream == current_output
    ->  format("~s", [Codes])
    ;   format(Stream, "~s", [Codes])
    ).

%! atom_json_term(?Atom, ?Term, +Options) is det.
%  Atom is the JSON text of Term: reads Atom if it is bound, else writes Term. Options are those of json_read/3 and
%  json_write/3, and as(Type), the type of the text: atom, string, codes or chars.
%  ?- atom_json_term('{"a":[1, "b"]}', T, []).   %=> T = json([a=[1, b]]).
%  ?- atom_json_term(A, json([a=[1, "b"]]), []).   %=> A = '{"a": [1, "b" ]}'.
%  ?- atom_json_term(A, [1], [as(string)]).   %=> A = "[1 ]".
atom_json_term(Atom, Term, Options) :-
    must_be(list, Options),
    (   nonvar(Atom)
    ->  setup_call_cleanup(open_string(Atom, Stream), json_read(Stream, Term, Options), close(Stream))
    ;   option(as(Type), Options, atom),
        must_be(oneof([atom,string,codes,chars]), Type),
        Sink =.. [Type,Atom],
        with_output_to(Sink, ( current_output(Stream), json_write(Stream, Term, Options) ))
    ).

%! is_json_term(@Term) is semidet.
%  True if json_write/2 can write Term.
%  ?- is_json_term(json([a=1, b-[x, "y"]])), \+ is_json_term(f(x)), \+ is_json_term(_).
is_json_term(Term) :-
    is_json_term(Term, []).

%! is_json_term(@Term, +Options) is semidet.
%  Like is_json_term/1, with the options of json_write/3.
is_json_term(Term, Options) :-
    '$json_reading'(Options, reading(Null, True, False, _)),
    '$json_kind'(Term, writing(Null, True, False, false, 0, 0, ''), Kind),
    '$json_parts'(Kind, Parts),
    forall(member(Part, Parts), is_json_term(Part, Options)).

%! '$json_parts'(+Kind, -Parts)
'$json_parts'(Kind, Parts) :-
    (   Kind = array(Parts0)
    ->  Parts = Parts0
    ;   Kind = object(Members)
    ->  findall(Value, member(_-Value, Members), Parts)
    ;   Parts = []
    ).

%! '$json_kind'(@Term, +Writing, -Kind) is semidet.
%  Kind is plain(Text), string(Text), array(Elements) or object(Members), whose members are Name-Value.
'$json_kind'(Term, Writing, Kind) :-
    (   var(Term)
    ->  fail
    ;   '$json_written_constant'(Term, Writing, Text)
    ->  Kind = plain(Text)
    ;   number(Term)
    ->  (   rational(Term),
            \+ integer(Term)
        ->  Number is float(Term)
        ;   Number = Term
        ),
        format(atom(Text), "~w", [Number]),
        Kind = plain(Text)
    ;   Term == []
    ->  Kind = array([])
    ;   ( atom(Term) ; string(Term) )
    ->  Kind = string(Term)
    ;   is_list(Term)
    ->  Kind = array(Term)
    ;   is_dict(Term, Tag)
    ->  dict_pairs(Term, _, Pairs0),
        Writing = writing(_, _, _, _, _, _, Name),
        ( Name \== '', atom(Tag) -> Pairs = [Name-Tag|Pairs0] ; Pairs = Pairs0 ),
        Kind = object(Pairs)
    ;   Term = json(Members),
        is_list(Members),
        maplist('$json_member', Members, Pairs)
    ->  Kind = object(Pairs)
    ).

%! '$json_written_constant'(@Term, +Writing, -Text) is semidet.
'$json_written_constant'(Term, writing(Null, True, False, _, _, _, _), Text) :-
    (   ( Term == @(null) ; Term == Null )
    ->  Text = null
    ;   ( Term == @(true) ; Term == True )
    ->  Text = true
    ;   ( Term == @(false) ; Term == False )
    ->  Text = false
    ).

%! '$json_member'(@Member, -Pair) is semidet.
'$json_member'(Member, Name-Value) :-
    nonvar(Member),
    (   ( Member = (Name=Value) ; Member = Name-Value )
    ->  atomic(Name)
    ;   Member =.. [Name,Value]
    ).

%! '$json_lines'(@Term, +Writing, +Indent, -Codes, ?Tail)
%  Codes are the text of Term at a column: on one line if it fits, else with a line for each part.
'$json_lines'(Term, Writing, Indent, Codes, Tail) :-
    '$json_checked'(Term, Writing, Kind),
    (   ( Kind = plain(_) ; Kind = string(_) )
    ->  '$json_line'(Kind, Writing, Codes, Tail)
    ;   Writing = writing(_, _, _, _, Width, _, _),
        Room is Width - Indent,
        '$json_fits'(Kind, Writing, Room, Line)
    ->  append(Line, Tail, Codes)
    ;   '$json_broken'(Kind, Writing, Indent, Codes, Tail)
    ).

%! '$json_checked'(@Term, +Writing, -Kind)
'$json_checked'(Term, Writing, Kind) :-
    (   var(Term)
    ->  instantiation_error(Term)
    ;   '$json_kind'(Term, Writing, Found)
    ->  Kind = Found
    ;   Writing = writing(_, _, _, true, _, _, _)
    ->  format(string(Text), "~q", [Term]),
        Kind = string(Text)
    ;   type_error(json_term, Term)
    ).

%! '$json_fits'(+Kind, +Writing, +Room, -Line) is semidet.
'$json_fits'(Kind, Writing, Room, Line) :-
    '$json_line'(Kind, Writing, Line, []),
    length(Line, Length),
    Length =< Room.

%! '$json_line'(+Kind, +Writing, -Codes, ?Tail)
%  Codes are the text on one line.
'$json_line'(plain(Text), _, Codes, Tail) :-
    atom_codes(Text, Plain),
    append(Plain, Tail, Codes).
'$json_line'(string(Text), _, [0'"|Codes], Tail) :-
    string_codes(Text, Plain),
    '$json_quoted'(Plain, Codes, [0'"|Tail]).
'$json_line'(array(Elements), Writing, [0'[|Codes], Tail) :-
    (   Elements == []
    ->  Codes = [0']|Tail]
    ;   '$json_line_elements'(Elements, Writing, first, Codes, [0' ,0']|Tail])
    ).
'$json_line'(object(Members), Writing, [0'{|Codes], Tail) :-
    (   Members == []
    ->  Codes = [0'}|Tail]
    ;   '$json_line_members'(Members, Writing, first, Codes, [0'}|Tail])
    ).

%! '$json_line_elements'(+Elements, +Writing, +Which, -Codes, ?Tail)
'$json_line_elements'([], _, _, Tail, Tail).
'$json_line_elements'([Element|Elements], Writing, Which, Codes, Tail) :-
    '$json_checked'(Element, Writing, Kind),
    '$json_comma'(Which, Codes, Codes0),
    '$json_gap'(Kind, Codes0, Codes1),
    '$json_line'(Kind, Writing, Codes1, Codes2),
    '$json_line_elements'(Elements, Writing, next, Codes2, Tail).

%! '$json_line_members'(+Members, +Writing, +Which, -Codes, ?Tail)
'$json_line_members'([], _, _, Tail, Tail).
'$json_line_members'([Name-Value|Members], Writing, Which, Codes, Tail) :-
    '$json_comma'(Which, Codes, Codes0),
    '$json_line'(string(Name), Writing, Codes0, [0':|Codes1]),
    '$json_checked'(Value, Writing, Kind),
    '$json_gap'(Kind, Codes1, Codes2),
    '$json_line'(Kind, Writing, Codes2, Codes3),
    '$json_line_members'(Members, Writing, next, Codes3, Tail).

%! '$json_comma'(+Which, -Codes, ?Tail)
'$json_comma'(first, Tail, Tail).
'$json_comma'(next, [0',,0' |Tail], Tail).

%! '$json_gap'(+Kind, -Codes, ?Tail)
%  A blank before an object or an array.
'$json_gap'(Kind, Codes, Tail) :-
    (   ( Kind = array(_) ; Kind = object(_) )
    ->  Codes = [0' |Tail]
    ;   Codes = Tail
    ).

%! '$json_broken'(+Kind, +Writing, +Indent, -Codes, ?Tail)
'$json_broken'(array(Elements), Writing, Indent, [0'[|Codes], Tail) :-
    Writing = writing(_, _, _, _, _, Step/_, _),
    Inner is Indent + Step,
    '$json_broken_elements'(Elements, Writing, Inner, Codes, Codes1),
    '$json_new_line'(Indent, Writing, Codes1, [0']|Tail]).
'$json_broken'(object(Members), Writing, Indent, [0'{|Codes], Tail) :-
    Writing = writing(_, _, _, _, _, Step/_, _),
    Inner is Indent + Step,
    '$json_broken_members'(Members, Writing, Inner, Codes, Codes1),
    '$json_new_line'(Indent, Writing, Codes1, [0'}|Tail]).

%! '$json_broken_elements'(+Elements, +Writing, +Indent, -Codes, ?Tail)
'$json_broken_elements'([], _, _, Tail, Tail).
'$json_broken_elements'([Element|Elements], Writing, Indent, Codes, Tail) :-
    '$json_new_line'(Indent, Writing, Codes, Codes1),
    '$json_lines'(Element, Writing, Indent, Codes1, Codes2),
    '$json_last_comma'(Elements, Codes2, Codes3),
    '$json_broken_elements'(Elements, Writing, Indent, Codes3, Tail).

%! '$json_broken_members'(+Members, +Writing, +Indent, -Codes, ?Tail)
'$json_broken_members'([], _, _, Tail, Tail).
'$json_broken_members'([Name-Value|Members], Writing, Indent, Codes, Tail) :-
    '$json_new_line'(Indent, Writing, Codes, Codes1),
    '$json_line'(string(Name), Writing, Codes1, [0':|Codes2]),
    '$json_checked'(Value, Writing, Kind),
    '$json_gap'(Kind, Codes2, Codes3),
    '$json_lines'(Value, Writing, Indent, Codes3, Codes4),
    '$json_last_comma'(Members, Codes4, Codes5),
    '$json_broken_members'(Members, Writing, Indent, Codes5, Tail).

%! '$json_last_comma'(+Others, -Codes, ?Tail)
'$json_last_comma'(Others, Codes, Tail) :-
    (   Others == []
    ->  Codes = Tail
    ;   Codes = [0',|Tail]
    ).

%! '$json_new_line'(+Indent, +Writing, -Codes, ?Tail)
'$json_new_line'(Indent, writing(_, _, _, _, _, _/Tab, _), Codes, Tail) :-
    ( Tab > 0 -> Tabs is Indent // Tab ; Tabs = 0 ),
    Blanks is Indent - Tabs * Tab,
    format(codes(Codes, Tail), "~n~*c~*c", [Tabs,0'\t,Blanks,0' ]).

%! '$json_quoted'(+Plain, -Codes, ?Tail)
'$json_quoted'([], Tail, Tail).
'$json_quoted'([Code|Plain], Codes, Tail) :-
    (   Code =\= 0'/,
        '$json_letter'(Letter, Code)
    ->  Codes = [0'\\,Letter|More]
    ;   Code < 32
    ->  format(codes(Escape), "\\u~|~`0t~16r~4+", [Code]),
        append(Escape, More, Codes)
    ;   Code =:= 0'<,
        Plain = [0'/|_]
    ->  Codes = [0'<,0'\\|More]
    ;   Codes = [Code|More]
    ),
    '$json_quoted'(Plain, More, Tail).
