% Documents as text, with the names of library(sgml_write).

%! xml_write(+Document, +Options) is det.
%  Like xml_write/3, to the current output.
%  ?- with_output_to(string(S), xml_write(element(a,[x=1],['t&']), [header(false)])).   %=> S = "<a x=\"1\">t&amp;</a>".
xml_write(Document, Options) :-
    current_output(Stream),
    xml_write(Stream, Document, Options).

%! xml_write(+Stream, +Document, +Options) is det.
%  Writes a document, an element or a list, as XML. Options: header(false), without the first line; doctype(Name),
%  public(Text) and system(Text), for the document type; layout(false), without line breaks and indentation;
%  nsmap(Pairs), a list of Prefix=Namespace, which the reader is to know, with [] for the default. Namespaces without
%  a prefix get one, declared in the first element.
%  ?- xml_write(user_output, foo(x), [header(false)]).   %=> type_error(xml_dom, foo(x)).
xml_write(Stream, Document, Options) :-
    '$xml_write'(Stream, Document, xml, Options).

%! sgml_write(+Document, +Options) is det.
%  Like sgml_write/3, to the current output.
%  ?- with_output_to(string(S), sgml_write(element(a,[],[]), [])).   %=> S = "<a></a>".
sgml_write(Document, Options) :-
    current_output(Stream),
    sgml_write(Stream, Document, Options).

%! sgml_write(+Stream, +Document, +Options) is det.
%  Like xml_write/3, as SGML: without the first line, and with all end tags.
sgml_write(Stream, Document, Options) :-
    '$xml_write'(Stream, Document, sgml, Options).

%! html_write(+Document, +Options) is det.
%  Like html_write/3, to the current output.
%  ?- with_output_to(string(S), html_write(element(p,[],[a,element(br,[],[])]), [])).   %=> S = "<p>a<br></p>".
html_write(Document, Options) :-
    current_output(Stream),
    html_write(Stream, Document, Options).

%! html_write(+Stream, +Document, +Options) is det.
%  Like xml_write/3, as HTML: elements that are empty by definition have no end tags, scripts and styles are written as
%  they are.
html_write(Stream, Document, Options) :-
    '$xml_write'(Stream, Document, html, Options).

%! '$xml_write'(+Stream, +Document, +Dialect, +Options)
'$xml_write'(Stream0, Document, Dialect, Options) :-
    '$xml_stream'(Stream0, Stream),
    must_be(nonvar, Document),
    must_be(list, Options),
    stream_property(Stream, encoding(Encoding)),
    !,
    '$xml_write_most'(Encoding, Most, Label),
    option(header(Header), Options, true),
    (   Dialect == xml,
        Header == true
    ->  format(Stream, '<?xml version="1.0" encoding="~w"?>~n~n', [Label])
    ;   true
    ),
    '$xml_write_doctype'(Stream, Options),
    ( is_list(Document) -> Content = Document ; Document = element(_,_,_) -> Content = [Document]
    ; type_error(xml_dom, Document) ),
    option(layout(Layout), Options, true),
    must_be(boolean, Layout),
    option(nsmap(Given), Options, []),
    must_be(list, Given),
    '$xml_write_spaces'(Content, Given, New),
    append(Given, New, Map),
    State = write(Dialect,Most,Layout),
    '$xml_write_parts'(Content, Stream, State, Map, New, 0).
'$xml_write'(Stream, _, _, _) :-
    existence_error(stream, Stream).

%! '$xml_stream'(+Stream, -Open)
%  Open is the stream that an alias, or current_output, stands for.
'$xml_stream'(Stream, Open) :-
    must_be(nonvar, Stream),
    (   Stream == current_output
    ->  current_output(Open)
    ;   atom(Stream),
        stream_property(Found, alias(Stream))
    ->  Open = Found
    ;   Open = Stream
    ).

%! '$xml_write_most'(+Encoding, -Most, -Label)
'$xml_write_most'(Encoding, Most, Label) :-
    (   memberchk(Encoding-Most0-Label0, [ascii-127-'US-ASCII',iso_latin_1-255-'ISO-8859-1',octet-255-'ISO-8859-1'])
    ->  Most = Most0,
        Label = Label0
    ;   Most = 0x10ffff,
        ( memberchk(Encoding, [utf16be,utf16le]) -> Label = 'UTF-16' ; Label = 'UTF-8' )
    ).

%! '$xml_write_doctype'(+Stream, +Options)
'$xml_write_doctype'(Stream, Options) :-
    (   option(doctype(Doctype), Options)
    ->  format(Stream, "<!DOCTYPE ~w", [Doctype]),
        (   option(public(Public), Options)
        ->  format(Stream, ' PUBLIC "~w"', [Public]),
            ( option(system(System), Options) -> format(Stream, ' "~w"', [System]) ; true )
        ;   option(system(System), Options)
        ->  format(Stream, ' SYSTEM "~w"', [System])
        ;   write(Stream, ' []')
        ),
        format(Stream, ">~n~n", [])
    ;   true
    ).

%! '$xml_write_spaces'(+Content, +Given, -New)
%  New are Prefix=Namespace for the namespaces that have no prefix.
'$xml_write_spaces'(Content, Given, New) :-
    '$xml_used_spaces'(Content, Given, Spaces0, []),
    (   Spaces0 == []
    ->  New = []
    ;   list_to_set(Spaces0, Spaces),
        '$xml_number_spaces'(Spaces, 1, New)
    ).

%! '$xml_number_spaces'(+Spaces, +Number, -Map)
'$xml_number_spaces'([], _, []).
'$xml_number_spaces'([Space|Spaces], Number, [Prefix=Space|Map]) :-
    atom_concat(xns, Number, Prefix),
    Next is Number + 1,
    '$xml_number_spaces'(Spaces, Next, Map).

%! '$xml_used_spaces'(+Content, +Map, -Spaces, ?Tail)
'$xml_used_spaces'([], _, Spaces, Spaces).
'$xml_used_spaces'([Part|Parts], Map, Spaces, Tail) :-
    (   nonvar(Part),
        Part = element(Name,Attributes,Content)
    ->  must_be(list, Attributes),
        must_be(list, Content),
        '$xml_add_bindings'(Attributes, Map, Inner),
        '$xml_used_name'(Name, Inner, Spaces, Spaces1),
        '$xml_used_names'(Attributes, Inner, Spaces1, Spaces2),
        '$xml_used_spaces'(Content, Inner, Spaces2, Spaces3)
    ;   Spaces3 = Spaces
    ),
    '$xml_used_spaces'(Parts, Map, Spaces3, Tail).

%! '$xml_used_names'(+Attributes, +Map, -Spaces, ?Tail)
'$xml_used_names'([], _, Spaces, Spaces).
'$xml_used_names'([Attribute|Attributes], Map, Spaces, Tail) :-
    (   nonvar(Attribute),
        Attribute = (Name=_)
    ->  '$xml_used_name'(Name, Map, Spaces, Spaces1)
    ;   Spaces1 = Spaces
    ),
    '$xml_used_names'(Attributes, Map, Spaces1, Tail).

%! '$xml_used_name'(+Name, +Map, -Spaces, ?Tail)
'$xml_used_name'(Name, Map, Spaces, Tail) :-
    (   nonvar(Name),
        Name = Space:_,
        \+ memberchk(Space, [xml,xmlns]),
        \+ memberchk(_=Space, Map)
    ->  Spaces = [Space|Tail]
    ;   Spaces = Tail
    ).

%! '$xml_add_bindings'(+Attributes, +Map, -Inner)
'$xml_add_bindings'([], Map, Map).
'$xml_add_bindings'([Attribute|Attributes], Map, Inner) :-
    (   nonvar(Attribute),
        Attribute = (Name=Space),
        ( Name == xmlns -> Prefix = [] ; nonvar(Name), Name = xmlns:Prefix )
    ->  Map1 = [Prefix=Space|Map]
    ;   Map1 = Map
    ),
    '$xml_add_bindings'(Attributes, Map1, Inner).

%! '$xml_write_parts'(+Content, +Stream, +State, +Map, +New, +Indent)
'$xml_write_parts'([], _, _, _, _, _).
'$xml_write_parts'([Part|Parts], Stream, State, Map, New, Indent) :-
    '$xml_write_part'(Part, Stream, State, Map, New, Indent),
    ( Part = element(_,_,_) -> Rest = [] ; Rest = New ),
    '$xml_write_parts'(Parts, Stream, State, Map, Rest, Indent).

%! '$xml_write_part'(+Part, +Stream, +State, +Map, +New, +Indent)
%  New are the namespaces to be declared in the element.
'$xml_write_part'(Part, Stream, State, Map, New, Indent) :-
    must_be(nonvar, Part),
    (   ( atom(Part) ; string(Part) )
    ->  arg(2, State, Most),
        '$xml_quote'(Part, cdata, Most, Quoted),
        write(Stream, Quoted)
    ;   Part = element(Name,Attributes,Content)
    ->  '$xml_write_element'(Name, Attributes, Content, Stream, State, Map, New, Indent)
    ;   Part = pi(Text)
    ->  arg(1, State, Dialect),
        ( Dialect == xml -> format(Stream, "<?~w?>", [Text]) ; format(Stream, "<?~w>", [Text]) )
    ;   Part = sdata(Text)
    ->  arg(2, State, Most),
        '$xml_quote'(Text, cdata, Most, Quoted),
        write(Stream, Quoted)
    ;   Part = entity(Entity)
    ->  ( integer(Entity) -> format(Stream, "&#~d;", [Entity]) ; format(Stream, "&~w;", [Entity]) )
    ;   type_error(sgml_content, Part)
    ).

%! '$xml_write_element'(+Name, +Attributes, +Content, +Stream, +State, +Map, +New, +Indent)
'$xml_write_element'(Name, Attributes, Content, Stream, State, Map, New, Indent) :-
    State = write(Dialect,Most,Layout),
    must_be(list, Content),
    '$xml_add_bindings'(Attributes, Map, Inner),
    '$xml_written_name'(Name, Inner, Written),
    findall(xmlns:Prefix=Space, member(Prefix=Space, New), Declared),
    append(Declared, Attributes, All),
    '$xml_attribute_texts'(All, Inner, Most, Texts),
    format(Stream, "<~w", [Written]),
    '$xml_write_attributes'(Texts, Stream, Written, Layout, Indent),
    (   Content == [],
        Dialect == xml
    ->  write(Stream, '/>')
    ;   Dialect == html,
        '$html_is_void'(Name)
    ->  write(Stream, '>')
    ;   write(Stream, '>'),
        (   Dialect == html,
            memberchk(Name, [script,style])
        ->  '$html_write_raw'(Content, Stream)
        ;   Layout == true,
            Content = [_|_],
            '$xml_are_elements'(Content),
            \+ ( Dialect == html, '$html_is_inline'(Name) )
        ->  Deeper is Indent + 2,
            '$xml_write_lines'(Content, Stream, State, Inner, Deeper),
            format(Stream, "~n~t~*|", [Indent])
        ;   '$xml_write_parts'(Content, Stream, State, Inner, [], Indent)
        ),
        format(Stream, "</~w>", [Written])
    ).

%! '$xml_write_lines'(+Content, +Stream, +State, +Map, +Indent)
'$xml_write_lines'([], _, _, _, _).
'$xml_write_lines'([Part|Parts], Stream, State, Map, Indent) :-
    format(Stream, "~n~t~*|", [Indent]),
    '$xml_write_part'(Part, Stream, State, Map, [], Indent),
    '$xml_write_lines'(Parts, Stream, State, Map, Indent).

%! '$xml_are_elements'(+Content) is semidet.
'$xml_are_elements'([]).
'$xml_are_elements'([Part|Parts]) :-
    nonvar(Part),
    Part = element(_,_,_),
    '$xml_are_elements'(Parts).

%! '$html_write_raw'(+Content, +Stream)
'$html_write_raw'([], _).
'$html_write_raw'([Part|Parts], Stream) :-
    ( atomic(Part) -> write(Stream, Part) ; type_error(sgml_content, Part) ),
    '$html_write_raw'(Parts, Stream).

%! '$html_is_void'(+Name) is semidet.
'$html_is_void'(Name) :-
    memberchk(Name, [area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr]).

%! '$html_is_inline'(+Name) is semidet.
%  White space in these elements would be seen.
'$html_is_inline'(Name) :-
    memberchk(Name, [a,abbr,address,b,bdi,bdo,button,caption,cite,code,dd,del,dfn,dt,em,h1,h2,h3,h4,h5,h6,i,ins,kbd,label,
                     legend,li,mark,option,p,pre,q,s,samp,small,span,strong,sub,summary,sup,td,textarea,th,time,title,tt,
                     u,var]).

%! '$xml_written_name'(+Name, +Map, -Written)
'$xml_written_name'(Name, Map, Written) :-
    must_be(nonvar, Name),
    (   Name = Space:Local
    ->  (   memberchk(Space, [xml,xmlns])
        ->  Prefix = Space
        ;   memberchk(Prefix=Space, Map)
        ->  true
        ;   Prefix = Space
        ),
        ( Prefix == [] -> Written = Local ; atomic_list_concat([Prefix,:,Local], Written) )
    ;   must_be(atom, Name),
        Written = Name
    ).

%! '$xml_attribute_texts'(+Attributes, +Map, +Most, -Texts)
'$xml_attribute_texts'([], _, _, []).
'$xml_attribute_texts'([Attribute|Attributes], Map, Most, [Text|Texts]) :-
    must_be(nonvar, Attribute),
    (   Attribute = (Name=Value0)
    ->  true
    ;   type_error(sgml_attribute, Attribute)
    ),
    % An attribute without a prefix is in no namespace: the default is none for it.
    exclude('$xml_is_default', Map, Prefixed),
    '$xml_written_name'(Name, Prefixed, Written),
    must_be(nonvar, Value0),
    ( is_list(Value0), Value0 \== [] -> atomic_list_concat(Value0, ' ', Value) ; Value = Value0 ),
    must_be(atomic, Value),
    '$xml_quote'(Value, attribute, Most, Quoted),
    format(string(Text), '~w="~w"', [Written,Quoted]),
    '$xml_attribute_texts'(Attributes, Map, Most, Texts).

%! '$xml_is_default'(+Binding) is semidet.
'$xml_is_default'([]=_).

%! '$xml_write_attributes'(+Texts, +Stream, +Name, +Layout, +Indent)
%  Attributes that are too long for a line get a line each.
'$xml_write_attributes'(Texts, Stream, Name, Layout, Indent) :-
    (   Layout == true,
        Texts = [_,_|_],
        atom_length(Name, Length0),
        Length1 is Indent + Length0 + 2,
        foldl('$xml_add_length', Texts, Length1, Length),
        Length > 72
    ->  Deeper is Indent + 4,
        forall(member(Text, Texts), format(Stream, "~n~t~*|~w", [Deeper,Text]))
    ;   forall(member(Text, Texts), format(Stream, " ~w", [Text]))
    ).

%! '$xml_add_length'(+Text, +Length0, -Length)
'$xml_add_length'(Text, Length0, Length) :-
    string_length(Text, Own),
    Length is Length0 + Own + 1.
