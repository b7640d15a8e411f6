% Documents in XML and HTML as terms, with the names of library(sgml). A document is a list of texts and of
% element(Name, Attributes, Content), with Name=Value as attributes.

%! load_structure(+Source, -Content, +Options) is det.
%  Content is that of the document Source: a file, stream(Stream), string(Text) or a stream. Options: dialect(xml, xmlns
%  (names become Namespace:Local), html, html4, html5, xhtml, xhtml5 or sgml: as xml, with names in lower case);
%  space(preserve, sgml, default, remove or strict), what becomes of white space; attribute_value(atom or string) and
%  cdata(atom or string), the types of texts; max_errors(Count), after which reading ends with an error, -1 for none;
%  syntax_errors(quiet), without messages; file(Name), the name for messages; number(integer) and others are
%  accepted. Entities and the attributes that the document declares are known; other files are never read.
%  ?- load_structure(string("<a x='1'>t<b/></a>"), D, [dialect(xml)]).   %=> D = [element(a,[x='1'],[t,element(b,[],[])])].
%  ?- load_structure('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
load_structure(Source, Content, Options) :-
    must_be(list, Options),
    '$sgml_refused'(Options),
    '$sgml_text'(Source, Options, Text, File),
    '$sgml_parse_text'(Text, File, Options, Content, _).

%! '$sgml_refused'(+Options)
%  Raises an error for an option that would need a DTD, or that keeps the prefixes of names.
'$sgml_refused'(Options) :-
    (   memberchk(dtd(_), Options)
    ->  '$no_dtd'
    ;   memberchk(keep_prefix(true), Options)
    ->  existence_error(sgml_feature, keep_prefix)
    ;   true
    ).

%! '$sgml_parse_text'(+Text, +File, +Options, -Content, -Doctype)
'$sgml_parse_text'(Text, File, Options, Content, Doctype) :-
    '$sgml_dialect'(Options, Text, Dialect),
    '$sgml_kind'(Dialect, Kind, Space0),
    option(space(Space), Options, Space0),
    must_be(oneof([preserve,sgml,default,remove,strict]), Space),
    option(attribute_value(Values), Options, atom),
    must_be(oneof([atom,string]), Values),
    option(cdata(Texts), Options, atom),
    must_be(oneof([atom,string]), Texts),
    Shape = shape(Space,Values,Texts),
    (   Kind == html
    ->  '$html_dom'(Text, Shape, Found),
        Doctype = html
    ;   option(max_errors(Most0), Options, 50),
        must_be(integer, Most0),
        ( Most0 < 0 -> Most = 1000000000 ; Most = Most0 ),
        '$xml_dom'(Text, Kind, Shape, Most, dom(Found,Doctype,Messages,Count)),
        (   Count > Most
        ->  last(Messages, message(_,_,Last)),
            atom_string(What, Last),
            syntax_error(What)
        ;   option(syntax_errors(quiet), Options)
        ->  true
        ;   forall(member(Message, Messages), '$sgml_tell'(Message, Dialect, File))
        )
    ),
    Content = Found.

%! '$sgml_tell'(+Message, +Dialect, +File)
'$sgml_tell'(message(Kind,Line,Text), Dialect, File) :-
    print_message(Kind, format("SGML2PL(~w): ~w:~w: ~w", [Dialect,File,Line,Text])).

%! '$sgml_dialect'(+Options, +Text, -Dialect)
%  Without the option, a document that begins as XML is XML.
'$sgml_dialect'(Options, Text, Dialect) :-
    (   option(dialect(Dialect0), Options)
    ->  must_be(nonvar, Dialect0),
        (   '$sgml_kind'(Dialect0, _, _)
        ->  Dialect = Dialect0
        ;   domain_error(sgml_dialect, Dialect0)
        )
    ;   sub_string(Text, 0, _, _, "<?xml")
    ->  Dialect = xml
    ;   Dialect = sgml
    ).

%! '$sgml_kind'(?Dialect, ?Kind, ?Space)
'$sgml_kind'(xml, xml, preserve).
'$sgml_kind'(xmlns, xmlns, preserve).
'$sgml_kind'(sgml, sgml, sgml).
'$sgml_kind'(html, html, sgml).
'$sgml_kind'(html4, html, sgml).
'$sgml_kind'(html5, html, sgml).
'$sgml_kind'(xhtml, xmlns, preserve).
'$sgml_kind'(xhtml5, xmlns, preserve).

%! '$sgml_text'(+Source, +Options, -Text, -File)
'$sgml_text'(Source, Options, Text, File) :-
    must_be(nonvar, Source),
    (   Source = string(Text0)
    ->  text_to_string(Text0, Text),
        option(file(File), Options, [])
    ;   ( Source = stream(Stream) ; '$is_stream'(Source), Stream = Source )
    ->  '$sgml_stream_text'(Stream, Options, Text),
        option(file(File), Options, [])
    ;   ( compound(Source) -> absolute_file_name(Source, Path, [access(read)]) ; Path = Source ),
        option(file(File), Options, Path),
        setup_call_cleanup(open(Path, read, In, [encoding(octet)]),
                           '$sgml_stream_text'(In, Options, Text),
                           close(In))
    ).

%! '$is_stream'(@Term) is semidet.
'$is_stream'(Term) :-
    is_stream(Term).

%! '$sgml_stream_text'(+Stream, +Options, -Text)
%  Text is what is left of Stream, at most content_length(Count) characters. The encoding of a stream of bytes is that
%  which the document names.
'$sgml_stream_text'(Stream, Options, Text) :-
    (   ( stream_property(Stream, encoding(octet)) ; stream_property(Stream, type(binary)) )
    ->  '$sgml_bytes'(Stream, Bytes),
        option(encoding(Encoding0), Options, _),
        '$sgml_encoding'(Encoding0, Bytes, Encoding),
        string_bytes(Text0, Bytes, Encoding),
        ( sub_string(Text0, 0, 1, _, "\uFEFF") -> sub_string(Text0, 1, _, 0, Text) ; Text = Text0 )
    ;   option(content_length(Length), Options)
    ->  must_be(nonneg, Length),
        read_string(Stream, Length, Text)
    ;   read_string(Stream, _, Text)
    ).

%! '$sgml_bytes'(+Stream, -Bytes)
'$sgml_bytes'(Stream, Bytes) :-
    (   stream_property(Stream, type(binary))
    ->  findall(Byte, '$next_byte'(Stream, Byte), Bytes)
    ;   read_stream_to_codes(Stream, Bytes)
    ).

%! '$next_byte'(+Stream, -Byte) is nondet.
'$next_byte'(Stream, Byte) :-
    repeat,
    get_byte(Stream, Found),
    (   Found == -1
    ->  !,
        fail
    ;   Byte = Found
    ).

%! '$sgml_encoding'(?Given, +Bytes, -Encoding)
'$sgml_encoding'(Given, Bytes, Encoding) :-
    (   nonvar(Given)
    ->  Name = Given
    ;   Bytes = [0xfe,0xff|_]
    ->  Name = utf16be
    ;   Bytes = [0xff,0xfe|_]
    ->  Name = utf16le
    ;   '$sgml_first_codes'(Bytes, 1024, Codes),
        string_codes(Start0, Codes),
        string_lower(Start0, Start),
        ( sub_string(Start, Before, _, _, "encoding=") ; sub_string(Start, Before, _, _, "charset=") )
    ->  sub_string(Start, Before, _, 0, Rest0),
        sub_string(Rest0, Equals, 1, _, "="),
        !,
        From is Equals + 1,
        sub_string(Rest0, From, _, 0, Rest),
        split_string(Rest, " \"'>?;/\t\n", "", Parts),
        ( member(Part, Parts), Part \== "" -> atom_string(Name, Part) ; Name = utf8 )
    ;   Name = utf8
    ),
    (   '$sgml_encoding_name'(Name, Encoding)
    ->  true
    ;   domain_error(encoding, Name)
    ).

%! '$sgml_first_codes'(+Codes, +Count, -First)
'$sgml_first_codes'(Codes, Count, First) :-
    (   Count > 0,
        Codes = [Code|Codes1]
    ->  First = [Code|First1],
        Count1 is Count - 1,
        '$sgml_first_codes'(Codes1, Count1, First1)
    ;   First = []
    ).

%! '$sgml_encoding_name'(+Name, -Encoding) is semidet.
'$sgml_encoding_name'(Name0, Encoding) :-
    downcase_atom(Name0, Name),
    (   memberchk(Name, [utf8,'utf-8'])
    ->  Encoding = utf8
    ;   memberchk(Name, ['iso-8859-1','iso8859-1','latin-1',latin1,iso_latin_1,'windows-1252',octet])
    ->  Encoding = iso_latin_1
    ;   memberchk(Name, ['us-ascii',ascii])
    ->  Encoding = ascii
    ;   memberchk(Name, [utf16be,utf16le])
    ->  Encoding = Name
    ;   memberchk(Name-Encoding, ['utf-16be'-utf16be,'utf-16le'-utf16le,'utf-16'-utf16be])
    ).

%! load_xml(+Source, -Content, +Options) is det.
%  Like load_structure/3 with the dialect xml.
%  ?- load_xml(string("<a>&lt;&#65;</a>"), D, []).   %=> D = [element(a,[],['<A'])].
load_xml(Source, Content, Options) :-
    must_be(list, Options),
    ( memberchk(dialect(_), Options) -> All = Options ; All = [dialect(xml)|Options] ),
    load_structure(Source, Content, All).

%! load_html(+Source, -Content, +Options) is det.
%  Like load_structure/3 with the dialect html: the text is read as browsers read it. The elements html, head and body
%  are there only if the text has their tags.
%  ?- load_html(string("<p>a<p>b"), D, []).   %=> D = [element(p,[],[a]),element(p,[],[b])].
load_html(Source, Content, Options) :-
    must_be(list, Options),
    ( memberchk(dialect(_), Options) -> All = Options ; All = [dialect(html)|Options] ),
    load_structure(Source, Content, All).

%! load_sgml(+Source, -Content, +Options) is det.
%  Like load_structure/3 with the dialect sgml, in which no tags may be left out.
%  ?- load_sgml(string("<A x=1>t</A>"), D, []).   %=> D = [element(a,[x='1'],[t])].
load_sgml(Source, Content, Options) :-
    must_be(list, Options),
    ( memberchk(dialect(_), Options) -> All = Options ; All = [dialect(sgml)|Options] ),
    load_structure(Source, Content, All).

%! load_xml_file(+File, -Content) is det.
%  Like load_xml/3, without options.
%  ?- load_xml_file('/no/such', _).   %=> existence_error(source_sink, '/no/such').
load_xml_file(File, Content) :-
    load_xml(File, Content, []).

%! load_html_file(+File, -Content) is det.
%  Like load_html/3, without options.
%  ?- load_html_file('/no/such', _).   %=> existence_error(source_sink, '/no/such').
load_html_file(File, Content) :-
    load_html(File, Content, []).

%! load_sgml_file(+File, -Content) is det.
%  Like load_sgml/3, without options.
%  ?- load_sgml_file('/no/such', _).   %=> existence_error(source_sink, '/no/such').
load_sgml_file(File, Content) :-
    load_sgml(File, Content, []).

%! '$no_dtd'
%  Document types outside of documents are not supported.
'$no_dtd' :-
    existence_error(sgml_feature, dtd).

%! dtd(+Type, -DTD)
%  Raises an error: document types are read only as a part of the document itself.
%  ?- dtd(html, _).   %=> existence_error(sgml_feature, dtd).
dtd(_, _) :-
    '$no_dtd'.

%! new_dtd(+Doctype, -DTD)
%  Raises an error, as dtd/2.
%  ?- new_dtd(a, _).   %=> existence_error(sgml_feature, dtd).
new_dtd(_, _) :-
    '$no_dtd'.

%! free_dtd(+DTD)
%  Raises an error, as dtd/2.
%  ?- free_dtd(_).   %=> existence_error(sgml_feature, dtd).
free_dtd(_) :-
    '$no_dtd'.

%! load_dtd(+DTD, +File)
%  Raises an error, as dtd/2.
%  ?- load_dtd(_, f).   %=> existence_error(sgml_feature, dtd).
load_dtd(_, _) :-
    '$no_dtd'.

%! load_dtd(+DTD, +File, +Options)
%  Raises an error, as dtd/2.
%  ?- load_dtd(_, f, []).   %=> existence_error(sgml_feature, dtd).
load_dtd(_, _, _) :-
    '$no_dtd'.

%! open_dtd(+DTD, +Options, -Stream)
%  Raises an error, as dtd/2.
%  ?- open_dtd(_, [], _).   %=> existence_error(sgml_feature, dtd).
open_dtd(_, _, _) :-
    '$no_dtd'.

%! dtd_property(+DTD, ?Property)
%  Raises an error, as dtd/2.
%  ?- dtd_property(_, _).   %=> existence_error(sgml_feature, dtd).
dtd_property(_, _) :-
    '$no_dtd'.

%! sgml_register_catalog_file(+File, +Where) is det.
%  Succeeds: no document type is ever looked for in a catalogue.
%  ?- sgml_register_catalog_file(f, start).
sgml_register_catalog_file(_, _).

%! new_sgml_parser(-Parser, +Options) is det.
%  Parser holds options for sgml_parse/2.
%  ?- new_sgml_parser(_P, []), set_sgml_parser(_P, dialect(xml)), open_string("<a/>", _S), sgml_parse(_P, [document(D), source(_S)]).   %=> D = [element(a,[],[])].
new_sgml_parser(sgml_parser([],[]), Options) :-
    must_be(list, Options),
    '$sgml_refused'(Options).

%! free_sgml_parser(+Parser) is det.
%  Succeeds: a parser needs not be freed.
%  ?- new_sgml_parser(_P, []), free_sgml_parser(_P).
free_sgml_parser(Parser) :-
    '$sgml_parser'(Parser).

%! '$sgml_parser'(+Parser)
'$sgml_parser'(Parser) :-
    must_be(nonvar, Parser),
    (   Parser = sgml_parser(_,_)
    ->  true
    ;   type_error(sgml_parser, Parser)
    ).

%! set_sgml_parser(+Parser, +Option) is det.
%  Sets an option of load_structure/3; undone on backtracking.
%  ?- new_sgml_parser(_P, []), set_sgml_parser(_P, space(remove)), get_sgml_parser(_P, space(S)).   %=> S = remove.
set_sgml_parser(Parser, Option) :-
    '$sgml_parser'(Parser),
    must_be(callable, Option),
    '$sgml_refused'([Option]),
    arg(1, Parser, Options),
    setarg(1, Parser, [Option|Options]).

%! get_sgml_parser(+Parser, ?Option) is semidet.
%  Option is one that was set, or doctype(Doctype) of the document that was read.
get_sgml_parser(Parser, Option) :-
    '$sgml_parser'(Parser),
    must_be(nonvar, Option),
    (   Option = doctype(Doctype)
    ->  arg(2, Parser, Doctype),
        Doctype \== []
    ;   arg(1, Parser, Options),
        functor(Option, Name, Arity),
        functor(General, Name, Arity),
        memberchk(General, Options),
        Option = General
    ).

%! sgml_parse(+Parser, +Options) is det.
%  Reads the document source(Stream). Options, beside those of load_structure/3: document(Content), which becomes the
%  content; call(Event, Goal), which is called for each event: begin with the name, the attributes and the parser, end
%  with the name and the parser, cdata and pi with the text and the parser. The whole document is read before the
%  calls.
%  ?- new_sgml_parser(_P, [dialect(xml)]), set_sgml_parser(_P, dialect(xml)), open_string("<a>t</a>", _S), with_output_to(string(S), sgml_parse(_P, [source(_S), call(begin, [N,_,_]>>writeln(N))])).   %=> S = "a\n".
sgml_parse(Parser, Options) :-
    '$sgml_parser'(Parser),
    must_be(list, Options),
    '$sgml_refused'(Options),
    arg(1, Parser, Own),
    append(Options, Own, All),
    (   option(source(Stream), All)
    ->  true
    ;   existence_error(option, source)
    ),
    '$sgml_text'(stream(Stream), All, Text, File),
    '$sgml_parse_text'(Text, File, All, Content, Doctype),
    setarg(2, Parser, Doctype),
    ( option(document(Content), Options, Content) -> true ; fail ),
    findall(Event-Goal, member(call(Event, Goal), Options), Calls),
    ( Calls == [] -> true ; '$sgml_events'(Content, Parser, Calls) ).

%! '$sgml_events'(+Content, +Parser, +Calls)
'$sgml_events'([], _, _).
'$sgml_events'([Part|Parts], Parser, Calls) :-
    (   Part = element(Name,Attributes,Content)
    ->  '$sgml_event'(begin, [Name,Attributes,Parser], Calls),
        '$sgml_events'(Content, Parser, Calls),
        '$sgml_event'(end, [Name,Parser], Calls)
    ;   Part = pi(Text)
    ->  '$sgml_event'(pi, [Text,Parser], Calls)
    ;   '$sgml_event'(cdata, [Part,Parser], Calls)
    ),
    '$sgml_events'(Parts, Parser, Calls).

%! '$sgml_event'(+Event, +Arguments, +Calls)
'$sgml_event'(Event, Arguments, Calls) :-
    forall(member(Event-Goal, Calls), ( Call =.. [call,Goal|Arguments], once(Call) )).

%! xml_quote_attribute(+Text, -Quoted) is det.
%  Quoted is Text, with entities for &, <, > and double quotes.
%  ?- xml_quote_attribute('a<b>&"c', Q).   %=> Q = 'a&lt;b&gt;&amp;&quot;c'.
xml_quote_attribute(Text, Quoted) :-
    '$xml_quote'(Text, attribute, 0x10ffff, Quoted).

%! xml_quote_attribute(+Text, -Quoted, +Encoding) is det.
%  Like xml_quote_attribute/2, with numbers for characters that Encoding lacks.
%  ?- xml_quote_attribute('é€', Q, iso_latin_1).   %=> Q = 'é&#8364;'.
xml_quote_attribute(Text, Quoted, Encoding) :-
    '$xml_most'(Encoding, Most),
    '$xml_quote'(Text, attribute, Most, Quoted).

%! xml_quote_cdata(+Text, -Quoted) is det.
%  Quoted is Text, with entities for &, < and >.
%  ?- xml_quote_cdata("a<b\"", Q).   %=> Q = "a&lt;b\"".
xml_quote_cdata(Text, Quoted) :-
    '$xml_quote'(Text, cdata, 0x10ffff, Quoted).

%! xml_quote_cdata(+Text, -Quoted, +Encoding) is det.
%  Like xml_quote_cdata/2, with numbers for characters that Encoding lacks.
%  ?- xml_quote_cdata('é', Q, ascii).   %=> Q = '&#233;'.
xml_quote_cdata(Text, Quoted, Encoding) :-
    '$xml_most'(Encoding, Most),
    '$xml_quote'(Text, cdata, Most, Quoted).

%! '$xml_most'(+Encoding, -Most)
%  Most is the greatest code of a character in Encoding.
'$xml_most'(Encoding, Most) :-
    must_be(atom, Encoding),
    (   memberchk(Encoding-Most0, [ascii-127,'us-ascii'-127,'US-ASCII'-127,iso_latin_1-255,'iso-8859-1'-255,
                                   'ISO-8859-1'-255,octet-255])
    ->  Most = Most0
    ;   '$sgml_encoding_name'(Encoding, _)
    ->  Most = 0x10ffff
    ;   memberchk(Encoding, [unicode,wchar_t,text,utf16be,utf16le,unicode_be,unicode_le])
    ->  Most = 0x10ffff
    ;   domain_error(encoding, Encoding)
    ).

%! xml_name(@Text) is semidet.
%  True if Text is an atom or a string that is a name in XML.
%  ?- xml_name('a:b'), \+ xml_name('1a').
xml_name(Text) :-
    '$xml_name'(Text, 0x10ffff).

%! xml_name(@Text, +Encoding) is semidet.
%  Like xml_name/1, if all characters are in Encoding.
%  ?- xml_name(é, ascii).   %=> false.
xml_name(Text, Encoding) :-
    '$xml_most'(Encoding, Most),
    '$xml_name'(Text, Most).

%! xml_basechar(+Code) is semidet.
%  True if Code is that of a letter, but for ideographs.
%  ?- xml_basechar(0'a).
xml_basechar(Code) :-
    '$xml_char'(Code, basechar).

%! xml_ideographic(+Code) is semidet.
%  True if Code is that of an ideograph.
%  ?- xml_ideographic(0x4e00).
xml_ideographic(Code) :-
    '$xml_char'(Code, ideographic).

%! xml_combining_char(+Code) is semidet.
%  True if Code is that of a character that combines with the one before.
%  ?- xml_combining_char(0x301).
xml_combining_char(Code) :-
    '$xml_char'(Code, combining).

%! xml_digit(+Code) is semidet.
%  True if Code is that of a decimal digit.
%  ?- xml_digit(0'1).
xml_digit(Code) :-
    '$xml_char'(Code, digit).

%! xml_extender(+Code) is semidet.
%  True if Code is that of an extender.
%  ?- xml_extender(0xb7).
xml_extender(Code) :-
    '$xml_char'(Code, extender).

%! iri_xml_namespace(+IRI, -Namespace) is det.
%  Namespace is IRI without the local name at its end.
%  ?- iri_xml_namespace('http://x.org/a#foo', N).   %=> N = 'http://x.org/a#'.
iri_xml_namespace(IRI, Namespace) :-
    iri_xml_namespace(IRI, Namespace, _).

%! iri_xml_namespace(+IRI, -Namespace, -Local) is det.
%  Local is the longest name in XML, without a colon, that ends IRI, and Namespace what is before it.
%  ?- iri_xml_namespace('http://x.org/1a', N, L).   %=> N = 'http://x.org/1', L = a.
iri_xml_namespace(IRI, Namespace, Local) :-
    must_be(atomic, IRI),
    atom_codes(IRI, Codes),
    reverse(Codes, Reversed),
    '$iri_name_codes'(Reversed, [], Name0, Before0),
    '$iri_start'(Name0, Before0, Name, Before),
    atom_codes(Local, Name),
    reverse(Before, Start),
    atom_codes(Namespace, Start).

%! '$iri_name_codes'(+Reversed, +Name0, -Name, -Before)
'$iri_name_codes'([Code|Codes], Name0, Name, Before) :-
    Code \== 0':,
    '$xml_char'(Code, name),
    !,
    '$iri_name_codes'(Codes, [Code|Name0], Name, Before).
'$iri_name_codes'(Before, Name, Name, Before).

%! '$iri_start'(+Name0, +Before0, -Name, -Before)
'$iri_start'([Code|Codes], Before0, Name, Before) :-
    \+ '$xml_char'(Code, start),
    !,
    '$iri_start'(Codes, [Code|Before0], Name, Before).
'$iri_start'(Name, Before, Name, Before).

%! xml_is_dom(@Term) is semidet.
%  True if Term is an element, or a list of elements and texts.
%  ?- xml_is_dom([element(a, [x=1], [b])]), \+ xml_is_dom(foo).
xml_is_dom(Term) :-
    nonvar(Term),
    (   is_list(Term)
    ->  '$xml_are_content'(Term)
    ;   Term = element(_,_,_),
        '$xml_are_content'([Term])
    ).

%! '$xml_are_content'(@Terms) is semidet.
'$xml_are_content'([]).
'$xml_are_content'([Term|Terms]) :-
    nonvar(Term),
    (   Term = element(Name,Attributes,Content)
    ->  '$xml_is_qualified'(Name),
        is_list(Attributes),
        '$xml_are_attributes'(Attributes),
        is_list(Content),
        '$xml_are_content'(Content)
    ;   Term = pi(Text)
    ->  atomic(Text)
    ;   Term = sdata(Text)
    ->  atomic(Text)
    ;   Term = ndata(Text)
    ->  atomic(Text)
    ;   atom(Term)
    ->  true
    ;   string(Term)
    ),
    '$xml_are_content'(Terms).

%! '$xml_are_attributes'(@Attributes) is semidet.
'$xml_are_attributes'([]).
'$xml_are_attributes'([Attribute|Attributes]) :-
    nonvar(Attribute),
    Attribute = (Name=Value),
    '$xml_is_qualified'(Name),
    ( atomic(Value) -> true ; is_list(Value) ),
    '$xml_are_attributes'(Attributes).

%! '$xml_is_qualified'(@Name) is semidet.
'$xml_is_qualified'(Name) :-
    (   atom(Name)
    ->  true
    ;   nonvar(Name),
        Name = Space:Local,
        atom(Space),
        atom(Local)
    ).
