% YAML, with the names of library(yaml): mappings are dicts with the tag yaml, sequences lists, texts strings; null, true
% and false are atoms. A node with another type is tag(Type, Node).

%! yaml_read(+Input, -Term) is det.
%  Term is the first document in a file, stream(Stream), string(Text) or a stream. Texts without quotes that look like
%  numbers or like null, true and false are those. Nodes with anchors are shared, and may be cyclic.
%  ?- yaml_read(string("a: 1\nb: [x, 2.5, true, ~]"), T).   %=> T = yaml{a:1,b:["x",2.5,true,null]}.
%  ?- yaml_read(string("a: 1\na: 2"), _).   %=> duplicate_key(a).
yaml_read(Input, Term) :-
    must_be(nonvar, Input),
    (   Input = string(Text0)
    ->  text_to_string(Text0, Text)
    ;   ( Input = stream(Stream) ; is_stream(Input), Stream = Input )
    ->  read_string(Stream, _, Text)
    ;   ( compound(Input) -> absolute_file_name(Input, File, [access(read)]) ; File = Input ),
        read_file_to_string(File, Text, [encoding(utf8)])
    ),
    '$yaml_read'(Text, Term).

%! yaml_parse(+Input, -Term) is det.
%  Like yaml_read/2; Input may also be a text in YAML itself, if it is a string.
%  ?- yaml_parse("- 1\n- two", T).   %=> T = [1,"two"].
yaml_parse(Input, Term) :-
    ( string(Input) -> yaml_read(string(Input), Term) ; yaml_read(Input, Term) ).

%! yaml_write(+Stream, +Term) is det.
%  Like yaml_write/3, without options.
%  ?- with_output_to(string(S), yaml_write(current_output, [1,"2",_{a:b}])).   %=> S = "- 1\n- !!str 2\n- a: b\n".
yaml_write(Stream, Term) :-
    yaml_write(Stream, Term, []).

%! yaml_write(+Stream, +Term, +Options) is det.
%  Writes Term, of dicts, lists, texts and numbers, as a document. Options: implicit(false), with marks for the beginning
%  and the end of the document; indent(Count), by which nested mappings are indented, default 2; unicode(false), with
%  escapes for characters beyond ASCII.
%  ?- with_output_to(string(S), yaml_write(current_output, _{a:[]}, [implicit(false)])).   %=> S = "---\na: []\n...\n".
%  ?- yaml_write(current_output, f(x), []).   %=> type_error(yaml_scalar, f(x)).
yaml_write(Stream, Term, Options) :-
    must_be(list, Options),
    must_be(acyclic, Term),
    option(implicit(Implicit), Options, true),
    must_be(boolean, Implicit),
    option(unicode(Unicode), Options, true),
    must_be(boolean, Unicode),
    option(indent(Indent), Options, 2),
    must_be(between(2, 9), Indent),
    ( option(canonical(true), Options) -> domain_error(yaml_option, canonical(true)) ; true ),
    ( Implicit == false -> format(Stream, "---~n", []) ; true ),
    '$yaml_node'(Term, Stream, top, 0, emit(Indent,Unicode)),
    ( Implicit == false -> format(Stream, "...~n", []) ; true ).

%! '$yaml_node'(+Term, +Stream, +Place, +Column, +State)
%  Place is top, item or value: what stands before the node on its line.
'$yaml_node'(Term, Stream, Place, Column, State) :-
    ( var(Term) -> instantiation_error(Term) ; true ),
    (   integer(Term)
    ->  '$yaml_flow'(Place, Stream, Term)
    ;   is_dict(Term)
    ->  dict_pairs(Term, _, Pairs),
        (   Pairs == []
        ->  '$yaml_flow'(Place, Stream, "{}")
        ;   '$yaml_pairs'(Pairs, Stream, Place, Column, State)
        )
    ;   is_list(Term)
    ->  (   Term == []
        ->  '$yaml_flow'(Place, Stream, "[]")
        ;   '$yaml_items'(Term, Stream, Place, Column, State)
        )
    ;   Term = tag(Type,Node),
        atom(Type),
        \+ is_dict(Node),
        \+ is_list(Node)
    ->  '$yaml_scalar_text'(Node, State, Text),
        format(string(Tagged), "!<~w> ~s", [Type,Text]),
        '$yaml_flow'(Place, Stream, Tagged)
    ;   '$yaml_scalar_text'(Term, State, Text),
        '$yaml_flow'(Place, Stream, Text)
    ).

%! '$yaml_flow'(+Place, +Stream, +Text)
'$yaml_flow'(Place, Stream, Text) :-
    ( Place == value, Text \== "" -> write(Stream, ' ') ; true ),
    write(Stream, Text),
    nl(Stream).

%! '$yaml_pairs'(+Pairs, +Stream, +Place, +Column, +State)
'$yaml_pairs'(Pairs, Stream, Place, Column, State) :-
    ( Place == value -> nl(Stream), First = false ; Place == top -> First = false ; First = true ),
    '$yaml_each_pair'(Pairs, First, Stream, Column, State).

%! '$yaml_each_pair'(+Pairs, +OnLine, +Stream, +Column, +State)
%  OnLine is true if the first pair stands behind the mark of an item.
'$yaml_each_pair'([], _, _, _, _).
'$yaml_each_pair'([Key-Value|Pairs], OnLine, Stream, Column, State) :-
    ( OnLine == true -> true ; Column =:= 0 -> true ; format(Stream, "~*c", [Column,0' ]) ),
    '$yaml_scalar_text'(Key, State, Text),
    format(Stream, "~s:", [Text]),
    (   is_list(Value),
        Value \== []
    ->  Inner = Column
    ;   arg(1, State, Indent),
        Inner is Column + Indent
    ),
    '$yaml_node'(Value, Stream, value, Inner, State),
    '$yaml_each_pair'(Pairs, false, Stream, Column, State).

%! '$yaml_items'(+Items, +Stream, +Place, +Column, +State)
'$yaml_items'(Items, Stream, Place, Column, State) :-
    ( Place == value -> nl(Stream), First = false ; Place == top -> First = false ; First = true ),
    '$yaml_each_item'(Items, First, Stream, Column, State).

%! '$yaml_each_item'(+Items, +OnLine, +Stream, +Column, +State)
'$yaml_each_item'([], _, _, _, _).
'$yaml_each_item'([Item|Items], OnLine, Stream, Column, State) :-
    ( OnLine == true -> true ; Column =:= 0 -> true ; format(Stream, "~*c", [Column,0' ]) ),
    write(Stream, '- '),
    Inner is Column + 2,
    '$yaml_node'(Item, Stream, item, Inner, State),
    '$yaml_each_item'(Items, false, Stream, Column, State).

%! '$yaml_scalar_text'(+Term, +State, -Text)
'$yaml_scalar_text'(Term, State, Text) :-
    must_be(nonvar, Term),
    (   number(Term)
    ->  '$yaml_number_text'(Term, Text)
    ;   atom(Term)
    ->  atom_string(Term, String),
        '$yaml_text'(String, true, State, Text)
    ;   string(Term)
    ->  '$yaml_text'(Term, false, State, Text)
    ;   type_error(yaml_scalar, Term)
    ).

%! '$yaml_number_text'(+Number, -Text)
'$yaml_number_text'(Number, Text) :-
    (   integer(Number)
    ->  number_string(Number, Text)
    ;   \+ float(Number)
    ->  type_error(yaml_scalar, Number)
    ;   Number =\= Number
    ->  Text = ".nan"
    ;   Number =:= inf
    ->  Text = ".inf"
    ;   Number =:= -inf
    ->  Text = "-.inf"
    ;   number_string(Number, Text)
    ).

%! '$yaml_text'(+String, +IsAtom, +State, -Text)
%  Text is String as it is, in quotes, or with a mark if it would be of another type, unless it is an atom.
'$yaml_text'(String, IsAtom, State, Text) :-
    (   String == ""
    ->  Text = "''"
    ;   '$yaml_is_special'(String, State)
    ->  '$yaml_double_quoted'(String, State, Text)
    ;   '$yaml_style'(String, Style),
        ( Style == plain ; Style == typed, IsAtom == true )
    ->  Text = String
    ;   '$yaml_style'(String, typed)
    ->  string_concat("!!str ", String, Text)
    ;   split_string(String, "'", "", Parts),
        atomic_list_concat(Parts, '\'\'', Doubled),
        format(string(Text), "'~w'", [Doubled])
    ).

%! '$yaml_is_special'(+String, +State) is semidet.
%  True if String has a character that must be escaped.
'$yaml_is_special'(String, emit(_,Unicode)) :-
    string_codes(String, Codes),
    member(Code, Codes),
    ( Code < 32 ; Code >= 127, Code < 160 ; Code >= 127, Unicode == false ; memberchk(Code, [0x2028,0x2029,0xfeff]) ),
    !.

%! '$yaml_double_quoted'(+String, +State, -Text)
'$yaml_double_quoted'(String, emit(_,Unicode), Text) :-
    string_codes(String, Codes),
    '$yaml_escaped'(Codes, Unicode, Escaped),
    format(string(Text), "\"~s\"", [Escaped]).

%! '$yaml_escaped'(+Codes, +Unicode, -Escaped)
'$yaml_escaped'([], _, []).
'$yaml_escaped'([Code|Codes], Unicode, Escaped) :-
    (   memberchk(Code-Letter, [0'\n-0'n,0'\t-0't,0'\r-0'r,0'"-0'",0'\\-0'\\,0-0'0,7-0'a,8-0'b,27-0'e])
    ->  Escaped = [0'\\,Letter|Escaped1]
    ;   Code >= 32,
        ( Code < 127 ; Code >= 160, Unicode \== false, \+ memberchk(Code, [0x2028,0x2029,0xfeff]) )
    ->  Escaped = [Code|Escaped1]
    ;   (   Code < 256
        ->  format(codes(Own), "\\x~|~`0t~16R~2+", [Code])
        ;   Code < 0x10000
        ->  format(codes(Own), "\\u~|~`0t~16R~4+", [Code])
        ;   format(codes(Own), "\\U~|~`0t~16R~8+", [Code])
        ),
        append(Own, Escaped1, Escaped)
    ),
    '$yaml_escaped'(Codes, Unicode, Escaped1).
