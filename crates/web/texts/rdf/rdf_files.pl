% RDF in files: rdf_load/2 and rdf_save/2 of library(semweb/rdf_db), and those of library(semweb/turtle),
% library(semweb/rdf_ntriples) and library(rdf), which tell triples in lists, with literals as library(semweb/rdf_db) has them.

%! '$use_semweb/turtle' is det.
'$use_semweb/turtle' :-
    '$rdf_state'.

%! '$use_semweb/rdf_ntriples' is det.
'$use_semweb/rdf_ntriples' :-
    '$rdf_state'.

%! '$use_rdf' is det.
'$use_rdf' :-
    '$rdf_state'.

%! rdf_load(+Input) is det.
%  Like rdf_load/2 without options.
rdf_load(Input) :-
    rdf_load(Input, []).

%! rdf_load(+Input, +Options) is det.
%  Adds the triples of a file, of an HTTP address, of stream(Stream), or of each of a list of these, as a transaction: if the
%  text is wrong, nothing changes. Triples that the graph had are replaced. Options: format(Format), turtle, trig, ntriples,
%  nquads or xml, else told by the extension, the type of the reply or the text; graph(Graph), else the address of the file;
%  base_uri(Iri); if(changed) or not_loaded to load no file again that is as it was, which is the default, or true;
%  register_namespaces(true) to register the prefixes of the text; prefixes(List) tells them, Alias-Iri; modified(Time);
%  strict(false) to take IRIs as they are; on_error(warning) to tell errors and leave out what is wrong;
%  blank_nodes(share) to keep their names.
%  Errors: syntax_error(Message), with its place; existence_error(source_sink, File).
%  ?- use_module(library(semweb/rdf11)), open_string("<http://a.org/s> a <http://a.org/T> .", S), rdf_load(stream(S), [format(turtle),graph(g)]), rdf(X, rdf:type, Y, g).   %=> X = 'http://a.org/s', Y = 'http://a.org/T'.
%  ?- use_module(library(semweb/rdf11)), open_string("a b", _S), rdf_load(stream(_S), [format(turtle),graph(g)]).   %=> syntax_error('a is not a valid subject or graph name').
rdf_load(Input, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    must_be(nonvar, Input),
    '$rdf_state',
    (   is_list(Input)
    ->  forall(member(One, Input), rdf_load(One, Options))
    ;   '$rdf_find'(Input, Source, Url),
        '$rdf_load_graph'(Options, Url, Graph),
        (   '$rdf_is_current'(Source, Graph, Url, Options)
        ->  true
        ;   setup_call_cleanup(
                '$rdf_open'(Source, Stream, Type),
                '$rdf_load_stream'(Stream, Type, Url, Graph, Options),
                '$rdf_close'(Source, Stream)
            ),
            ( '$rdf_time'(Source, Time) -> true ; true ),
            '$rdf_locked'(( retractall(rdf_store:source(Graph, _, _)), assertz(rdf_store:source(Graph, Url, Time)) )),
            ( memberchk(modified(Modified), Options) -> ignore(Modified = Time) ; true )
        )
    ).

%! '$rdf_find'(+Input, -Source, -Url) is det.
%  Source is stream(Stream), http(Url) or file(Path).
'$rdf_find'(Input, Source, Url) :-
    (   Input = stream(Stream)
    ->  Source = Input,
        ( stream_property(Stream, file_name(File)) -> '$rdf_file_url'(File, Url) ; Url = '' )
    ;   ( atom(Input) ; string(Input) ),
        atom_string(Atom, Input),
        ( sub_atom(Atom, 0, _, _, 'http://') ; sub_atom(Atom, 0, _, _, 'https://') )
    ->  Source = http(Atom),
        Url = Atom
    ;   ( atom(Input), sub_atom(Input, 0, _, _, 'file://'), uri_file_name(Input, Named) -> true ; Named = Input ),
        absolute_file_name(Named, Path, [access(read),extensions(['',rdf,rdfs,owl,ttl,nt,trig,nq])]),
        Source = file(Path),
        '$rdf_file_url'(Path, Url)
    ).

%! '$rdf_file_url'(+File, -Url) is det.
'$rdf_file_url'(File, Url) :-
    absolute_file_name(File, Path),
    uri_file_name(Url, Path).

%! '$rdf_load_graph'(+Options, +Url, -Graph) is det.
'$rdf_load_graph'(Options, Url, Graph) :-
    (   ( memberchk(graph(Graph0), Options) ; memberchk(db(Graph0), Options) )
    ->  ( var(Graph0) -> Graph0 = Url ; true ),
        '$rdf_graph_arg'(Graph0, Graph),
        must_be(atom, Graph)
    ;   Url == ''
    ->  Graph = user
    ;   Graph = Url
    ).

%! '$rdf_is_current'(+Source, +Graph, +Url, +Options) is semidet.
'$rdf_is_current'(file(Path), Graph, Url, Options) :-
    option(if(When), Options, changed),
    must_be(oneof([true,changed,not_loaded]), When),
    When \== true,
    rdf_store:source(Graph, Url, Time),
    (   When == not_loaded
    ->  true
    ;   '$rdf_time'(file(Path), Now),
        Now == Time
    ),
    !.

%! '$rdf_time'(+Source, -Time) is semidet.
'$rdf_time'(file(Path), Time) :-
    time_file(Path, Time).

%! '$rdf_open'(+Source, -Stream, -Type) is det.
%  Type is a format, or none if it is not known.
'$rdf_open'(stream(Stream), Stream, none).
'$rdf_open'(http(Url), Stream, Type) :-
    Accept = 'text/turtle, application/n-triples, application/trig, application/n-quads, application/rdf+xml;q=0.9, */*;q=0.1',
    http_open(Url, Stream, [request_header('Accept'=Accept),header(content_type, Header),encoding(octet)]),
    (   atom(Header),
        '$rdf_media_type'(Media, Format),
        sub_atom(Header, 0, _, _, Media)
    ->  Type = Format
    ;   file_name_extension(_, Extension, Url),
        '$rdf_extension'(Extension, Format)
    ->  Type = Format
    ;   Type = none
    ).
'$rdf_open'(file(Path), Stream, Type) :-
    (   file_name_extension(Plain, gz, Path)
    ->  gzopen(Path, read, Stream, [type(binary)])
    ;   Plain = Path,
        open(Path, read, Stream, [type(binary)])
    ),
    (   file_name_extension(_, Extension, Plain),
        '$rdf_extension'(Extension, Format)
    ->  Type = Format
    ;   Type = none
    ).

%! '$rdf_close'(+Source, +Stream) is det.
'$rdf_close'(Source, Stream) :-
    ( Source = stream(_) -> true ; close(Stream, [force(true)]) ).

%! '$rdf_media_type'(?Media, ?Format) is nondet.
'$rdf_media_type'('text/turtle', turtle).
'$rdf_media_type'('application/n-triples', ntriples).
'$rdf_media_type'('application/trig', trig).
'$rdf_media_type'('application/n-quads', nquads).
'$rdf_media_type'('application/rdf+xml', xml).
'$rdf_media_type'('application/xml', xml).
'$rdf_media_type'('text/xml', xml).

%! '$rdf_extension'(?Extension, ?Format) is nondet.
'$rdf_extension'(ttl, turtle).
'$rdf_extension'(turtle, turtle).
'$rdf_extension'(n3, turtle).
'$rdf_extension'(nt, ntriples).
'$rdf_extension'(ntriples, ntriples).
'$rdf_extension'(nq, nquads).
'$rdf_extension'(nquads, nquads).
'$rdf_extension'(trig, trig).
'$rdf_extension'(rdf, xml).
'$rdf_extension'(rdfs, xml).
'$rdf_extension'(owl, xml).
'$rdf_extension'(xml, xml).

%! '$rdf_format'(+Options, +Type, +Stream, -Format) is det.
'$rdf_format'(Options, Type, Stream, Format) :-
    (   memberchk(format(Given), Options)
    ->  ( Given == rdf -> Format = xml ; Given == nt -> Format = ntriples ; Given == triples -> Format = ntriples ; Format = Given )
    ;   Type \== none
    ->  Format = Type
    ;   catch('$rdf_peek'(Stream, Text), error(_, _), fail),
        '$rdf_looks_like_xml'(Text)
    ->  Format = xml
    ;   Format = turtle
    ).

%! '$rdf_peek'(+Stream, -Text) is det.
'$rdf_peek'(Stream, Text) :-
    peek_string(Stream, 400, Text0),
    split_string(Text0, "", " \t\r\n\uFEFF", [Text]).

%! '$rdf_looks_like_xml'(+Text) is semidet.
'$rdf_looks_like_xml'(Text) :-
    member(Begin, ["<?xml","<!DOCTYPE","<!--","<rdf:RDF"]),
    sub_string(Text, 0, _, _, Begin),
    !.

%! '$rdf_load_stream'(+Stream, +Type, +Url, +Graph, +Options) is det.
'$rdf_load_stream'(Stream, Type, Url, Graph, Options) :-
    '$rdf_new_parser'(Stream, Type, Url, Options, Parser),
    '$rdf_locked'('$rdf_load_all'(Parser, Stream, Graph, Options)),
    '$rdf_told_prefixes'(Parser, Options, Prefixes),
    retractall(rdf_store:used(Graph, _, _)),
    forall(member(Alias-Uri, Prefixes), assertz(rdf_store:used(Graph, Alias, Uri))).

%! '$rdf_new_parser'(+Stream, +Type, +Url, +Options, -Parser) is det.
'$rdf_new_parser'(Stream, Type, Url, Options, Parser) :-
    '$rdf_format'(Options, Type, Stream, Format),
    (   ( memberchk(base_uri(Base0), Options) ; memberchk(base(Base0), Options) ),
        nonvar(Base0)
    ->  '$rdf_node'(Base0, Base)
    ;   Base = Url
    ),
    option(strict(Strict), Options, true),
    (   memberchk(blank_nodes(share), Options)
    ->  Names = ''
    ;   '$rdf_new_bnode'(Node),
        atom_concat(Node, b, Names)
    ),
    '$rdf_parser'(Format, Base, Names, Strict, Parser).

%! '$rdf_told_prefixes'(+Parser, +Options, -Prefixes) is det.
'$rdf_told_prefixes'(Parser, Options, Prefixes) :-
    '$rdf_parser_prefixes'(Parser, Prefixes, Base),
    ( memberchk(prefixes(Told), Options) -> Told = Prefixes ; true ),
    ( memberchk(namespaces(Names), Options) -> Names = Prefixes ; true ),
    ( memberchk(base_used(Used), Options) -> Used = Base ; true ),
    (   memberchk(register_namespaces(true), Options)
    ->  forall(( member(Alias-Uri, Prefixes), Alias \== '', \+ rdf_db:ns(_, Uri) ),
               rdf_register_prefix(Alias, Uri, [keep(true)]))
    ;   true
    ).

%! '$rdf_load_all'(+Parser, +Stream, +Graph, +Options) is det.
%  No other thread changes triples meanwhile, so that nothing has to be settled afterwards.
'$rdf_load_all'(Parser, Stream, Graph, Options) :-
    '$rdf_bracket'(transaction('$rdf_replace'(Parser, Stream, Graph, Options)), end, load(Graph)).

%! '$rdf_replace'(+Parser, +Stream, +Graph, +Options) is det.
'$rdf_replace'(Parser, Stream, Graph, Options) :-
    (   memberchk(replace(false), Options)
    ->  true
    ;   rdf_store:graph(Graph)
    ->  '$rdf_erase'(_, _, _, Graph)
    ;   true
    ),
    '$rdf_note_graph'(Graph),
    '$rdf_each_part'(Parser, Stream, Options, Triples),
    '$rdf_insert_all'(Triples, Graph),
    fail.
'$rdf_replace'(_, _, _, _).

%! '$rdf_each_part'(+Parser, +Stream, +Options, -Triples) is nondet.
%  Triples are those of a part of the stream.
'$rdf_each_part'(Parser, Stream, Options, Triples) :-
    repeat,
    '$rdf_parse'(Parser, Stream, Found, State),
    (   State = error(Line, Column, Offset, Message)
    ->  '$rdf_place'(Stream, Line, Column, Offset, Place),
        Error = error(syntax_error(Message), Place),
        (   memberchk(on_error(warning), Options)
        ->  print_message(warning, Error),
            Triples = Found
        ;   throw(Error)
        )
    ;   ( State == end -> ! ; true ),
        Triples = Found
    ).

%! '$rdf_place'(+Stream, +Line, +Column, +Offset, -Place) is det.
'$rdf_place'(Stream, Line, Column, Offset, Place) :-
    (   stream_property(Stream, file_name(File))
    ->  Place = file(File, Line, Column, Offset)
    ;   Place = stream(Stream, Line, Column, Offset)
    ).

%! rdf_unload(+Source) is det.
%  Removes the graph that was loaded from a file or an address, or has this name.
rdf_unload(Source) :-
    '$rdf_state',
    must_be(ground, Source),
    (   atom(Source),
        rdf_store:graph(Source)
    ->  Graph = Source
    ;   catch('$rdf_find'(Source, _, Url), error(_, _), fail),
        rdf_store:source(Graph0, Url, _)
    ->  Graph = Graph0
    ),
    !,
    rdf_unload_graph(Graph).
rdf_unload(_).

%! rdf_source(?Graph, ?Url) is nondet.
%  Graph was loaded from Url.
rdf_source(Graph, Url) :-
    rdf_store:source(Graph, Url, _).

%! rdf_source(?Url) is nondet.
%  A graph was loaded from Url.
rdf_source(Url) :-
    rdf_store:source(_, Url, _).

%! rdf_make is det.
%  Loads the files again that have changed since they were loaded.
rdf_make :-
    '$rdf_state',
    forall(( rdf_store:source(Graph, Url, Time), number(Time), uri_file_name(Url, Path), exists_file(Path) ),
           rdf_load(Path, [graph(Graph),if(changed)])).

%! rdf_graph_prefixes(?Graph, -Prefixes) is det.
%  Prefixes are the beginnings of the IRIs in Graph, or in all graphs, up to the last / or #, in order.
%  ?- use_module(library(semweb/rdf11)), rdf_assert('http://a.org/s', 'http://a.org/b#p', "x", g), rdf_graph_prefixes(g, X).   %=> X = ['http://a.org/','http://a.org/b#'].
rdf_graph_prefixes(Graph, Prefixes) :-
    findall(Prefix, ( distinct(Iri, '$rdf_iri_of'(Graph, Iri)), rdf_split_url(Prefix, _, Iri), Prefix \== '' ), Prefixes0),
    sort(Prefixes0, Prefixes).

%! '$rdf_iri_of'(?Graph, -Iri) is nondet.
'$rdf_iri_of'(Graph, Iri) :-
    '$rdf_in'(Subject, Predicate, Object, Graph),
    ( Object = type(_, Last) -> true ; Last = Object ),
    member(Iri, [Subject,Predicate,Last]),
    atom(Iri),
    \+ rdf_is_bnode(Iri).

%! rdf_save(+Output) is det.
%  Like rdf_save/2 without options.
rdf_save(Output) :-
    rdf_save(Output, []).

%! rdf_save(+Output, +Options) is det.
%  Writes the triples to a file or to stream(Stream). Options: format(Format), else as the extension says, else xml;
%  graph(Graph) for those of one graph; base_uri(Iri); prefixes(List) or namespaces(List) for the aliases to use, else those that
%  are registered. In trig and nquads the graphs are told, but for the default ones, user and the flag rdf_default_graph.
%  Errors: permission_error(write, rdf_triple, Triple), if a format cannot tell it.
%  ?- use_module(library(semweb/rdf11)), rdf_assert('http://a.org/s', rdf:type, 'http://a.org/T'), with_output_to(string(X), ( current_output(_O), rdf_save(stream(_O), [format(ntriples)]) )).   %=> X = "<http://a.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a.org/T> .\n".
rdf_save(Output, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    '$rdf_state',
    (   memberchk(format(Given), Options)
    ->  Format = Given
    ;   ( atom(Output) ; string(Output) ),
        file_name_extension(_, Extension, Output),
        '$rdf_extension'(Extension, Known)
    ->  Format = Known
    ;   Format = xml
    ),
    '$rdf_write_to'(Output, Format, Options).

%! '$rdf_write_to'(+Output, +Format, +Options) is det.
'$rdf_write_to'(Output, Format, Options) :-
    must_be(nonvar, Output),
    (   ( Output = stream(Stream) ; is_stream(Output), Stream = Output )
    ->  '$rdf_write_all'(Stream, Format, Options)
    ;   setup_call_cleanup(
            open(Output, write, Stream, [type(binary)]),
            '$rdf_write_all'(Stream, Format, Options),
            close(Stream)
        )
    ).

%! '$rdf_write_all'(+Stream, +Format, +Options) is det.
'$rdf_write_all'(Stream, Format, Options) :-
    (   ( memberchk(graph(Graph0), Options) ; memberchk(db(Graph0), Options) )
    ->  '$rdf_graph_arg'(Graph0, Graph)
    ;   true
    ),
    (   ( memberchk(base_uri(Base0), Options) ; memberchk(base(Base0), Options) )
    ->  '$rdf_node'(Base0, Base)
    ;   Base = ''
    ),
    '$rdf_save_prefixes'(Graph, Options, Prefixes),
    '$rdf_writer'(Format, Prefixes, Base, Writer),
    (   memberchk(Format, [trig,nquads])
    ->  forall(( var(Graph) -> rdf_graph(Graph) ; true ), '$rdf_write_graph'(Writer, Stream, Graph, Format))
    ;   '$rdf_write_graph'(Writer, Stream, Graph, Format)
    ),
    '$rdf_write_end'(Writer, Stream).

%! '$rdf_save_prefixes'(?Graph, +Options, -Prefixes) is det.
'$rdf_save_prefixes'(Graph, Options, Prefixes) :-
    (   ( memberchk(prefixes(Given), Options) ; memberchk(namespaces(Given), Options) )
    ->  findall(Alias-Uri, ( member(One, Given), ( One = Alias-Uri -> true ; One = Alias, rdf_current_prefix(Alias, Uri) ) ), Prefixes)
    ;   findall(Alias-Uri, rdf_db:ns(Alias, Uri), Known),
        findall(Alias-Uri, rdf_store:used(Graph, Alias, Uri), Own0),
        findall(Alias-Uri, ( member(Alias-Uri, Own0), Alias \== '', \+ memberchk(Alias-_, Known) ), Own1),
        sort(1, @<, Own1, Own),
        append(Known, Own, Prefixes)
    ).

%! '$rdf_write_graph'(+Writer, +Stream, ?Graph, +Format) is det.
%  Subject by subject, so that what belongs together is together.
'$rdf_write_graph'(Writer, Stream, Graph, Format) :-
    (   memberchk(Format, [trig,nquads]),
        Graph \== user,
        \+ '$rdf11_graph'(Graph)
    ->  Template = g(Subject, Predicate, Object, Graph)
    ;   Template = t(Subject, Predicate, Object)
    ),
    forall(rdf_subject(Subject),
           (   findall(Template, '$rdf_saved'(Graph, Subject, Predicate, Object), Triples),
               ( Triples == [] -> true ; '$rdf_write'(Writer, Stream, Triples) )
           )).

%! '$rdf_saved'(?Graph, +Subject, -Predicate, -Object) is nondet.
'$rdf_saved'(Graph, Subject, Predicate, Object) :-
    (   var(Graph)
    ->  rdf_store:t(Subject, Predicate, Object, _)
    ;   '$rdf_in'(Subject, Predicate, Object, Graph)
    ).

%! rdf_save_turtle(+Output, +Options) is det.
%  Writes triples as Turtle: rdf_save/2 with format(turtle).
%  ?- use_module(library(semweb/turtle)), use_module(library(semweb/rdf11)), rdf_assert('http://a.org/s', 'http://a.org/p', 1), with_output_to(string(X), ( current_output(_O), rdf_save_turtle(stream(_O), [prefixes([])]) )).   %=> X = "<http://a.org/s> <http://a.org/p> 1 .\n".
rdf_save_turtle(Output, Options) :-
    '$rdf_save_as'(Output, turtle, Options).

%! rdf_save_canonical_turtle(+Output, +Options) is det.
%  As rdf_save_turtle/2.
rdf_save_canonical_turtle(Output, Options) :-
    '$rdf_save_as'(Output, turtle, Options).

%! rdf_save_trig(+Output, +Options) is det.
%  Writes all graphs as TriG.
rdf_save_trig(Output, Options) :-
    '$rdf_save_as'(Output, trig, Options).

%! rdf_save_canonical_trig(+Output, +Options) is det.
%  As rdf_save_trig/2.
rdf_save_canonical_trig(Output, Options) :-
    '$rdf_save_as'(Output, trig, Options).

%! rdf_save_ntriples(+Output, +Options) is det.
%  Writes triples as N-Triples.
rdf_save_ntriples(Output, Options) :-
    '$rdf_save_as'(Output, ntriples, Options).

%! '$rdf_save_as'(+Output, +Format, +Options) is det.
'$rdf_save_as'(Output, Format, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    '$rdf_state',
    '$rdf_write_to'(Output, Format, Options).

%! '$rdf_read_all'(+Input, +Format, +Options, -Triples) is det.
%  Triples are terms rdf(S, P, O), and rdf(S, P, O, Graph) of graphs with names.
'$rdf_read_all'(Input, Format, Options0, Triples) :-
    strip_module(Options0, _, Options1),
    must_be(list, Options1),
    '$rdf_state',
    Options = [format(Format)|Options1],
    '$rdf_input'(Input, Source, Url),
    setup_call_cleanup(
        '$rdf_open'(Source, Stream, _),
        (   '$rdf_new_parser'(Stream, Format, Url, Options, Parser),
            findall(Triple, ( '$rdf_each_part'(Parser, Stream, Options, Part), member(Stored, Part), '$rdf_plain'(Stored, Triple) ), Triples),
            '$rdf_told_prefixes'(Parser, Options, _)
        ),
        '$rdf_close'(Source, Stream)
    ).

%! '$rdf_input'(+Input, -Source, -Url) is det.
'$rdf_input'(Input, Source, Url) :-
    (   nonvar(Input),
        is_stream(Input)
    ->  '$rdf_find'(stream(Input), Source, Url)
    ;   must_be(nonvar, Input),
        '$rdf_find'(Input, Source, Url)
    ).

%! '$rdf_plain'(+Stored, -Triple) is det.
'$rdf_plain'(t(Subject, Predicate, Stored), rdf(Subject, Predicate, Object)) :-
    '$rdf_db_out'(Stored, Object).
'$rdf_plain'(g(Subject, Predicate, Stored, Graph), rdf(Subject, Predicate, Object, Graph)) :-
    '$rdf_db_out'(Stored, Object).

%! rdf_load_turtle(+Input, -Triples, +Options) is det.
%  Triples are those of a text in Turtle, a file or a stream: terms rdf(Subject, Predicate, Object) with literals as those of
%  library(semweb/rdf_db). Options: base_uri(Iri), prefixes(List), on_error(warning), strict(false), format(trig), with which
%  triples of graphs with names are rdf(Subject, Predicate, Object, Graph).
%  ?- use_module(library(semweb/turtle)), open_string("<http://a.org/s> <http://a.org/p> 1, \"x\"@en .", S), rdf_load_turtle(stream(S), [rdf(_, _, X), rdf(_, _, Y)], []).   %=> X = literal(type('http://www.w3.org/2001/XMLSchema#integer', '1')), Y = literal(lang(en, x)).
rdf_load_turtle(Input, Triples, Options) :-
    rdf_read_turtle(Input, Triples, Options).

%! rdf_read_turtle(+Input, -Triples, +Options) is det.
%  As rdf_load_turtle/3.
rdf_read_turtle(Input, Triples, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    ( memberchk(format(Given), Options) -> Format = Given ; Format = turtle ),
    '$rdf_read_all'(Input, Format, Options, Triples).

%! rdf_process_turtle(+Input, :Closure, +Options) is det.
%  Calls Closure with a list of triples, and a term Graph:Line, for each part of a text in Turtle; Line is where the text
%  was read up to.
rdf_process_turtle(Input, Closure, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    ( memberchk(format(Given), Options) -> Format = Given ; Format = turtle ),
    '$rdf_process'(Input, Format, Closure, Options).

%! '$rdf_process'(+Input, +Format, :Closure, +Options) is det.
'$rdf_process'(Input, Format, Closure, Options) :-
    '$rdf_state',
    '$rdf_input'(Input, Source, Url),
    '$rdf_load_graph'(Options, Url, Graph),
    setup_call_cleanup(
        '$rdf_open'(Source, Stream, _),
        (   '$rdf_new_parser'(Stream, Format, Url, [format(Format)|Options], Parser),
            forall('$rdf_each_part'(Parser, Stream, Options, Part), '$rdf_process_part'(Part, Stream, Graph, Closure)),
            '$rdf_told_prefixes'(Parser, Options, _)
        ),
        '$rdf_close'(Source, Stream)
    ).

%! '$rdf_process_part'(+Part, +Stream, +Graph, :Closure) is det.
'$rdf_process_part'(Part, Stream, Graph, Closure) :-
    (   Part == []
    ->  true
    ;   maplist('$rdf_plain', Part, Triples),
        catch(line_count(Stream, Line), error(_, _), Line = 0),
        ( call(Closure, Triples, Graph:Line) -> true ; true )
    ).

%! rdf_read_ntriples(+Input, -Triples, +Options) is det.
%  Triples are those of a text in N-Triples, as rdf_load_turtle/3 tells them.
rdf_read_ntriples(Input, Triples, Options) :-
    '$rdf_read_all'(Input, ntriples, Options, Triples).

%! rdf_read_nquads(+Input, -Quads, +Options) is det.
%  Quads are those of a text in N-Quads: terms rdf(Subject, Predicate, Object, Graph), without Graph for the default graph.
%  ?- use_module(library(semweb/rdf_ntriples)), open_string("<http://a.org/s> <http://a.org/p> _:x <http://a.org/g> .", S), rdf_read_nquads(S, [rdf(_, _, _, G)], []).   %=> G = 'http://a.org/g'.
rdf_read_nquads(Input, Quads, Options) :-
    '$rdf_read_all'(Input, nquads, Options, Quads).

%! rdf_process_ntriples(+Input, :Closure, +Options) is det.
%  Calls Closure with a list of triples and a term Graph:Line, as rdf_process_turtle/3; with the option format(nquads) of a text
%  in N-Quads.
rdf_process_ntriples(Input, Closure, Options) :-
    must_be(list, Options),
    ( memberchk(format(nquads), Options) -> Format = nquads ; Format = ntriples ),
    '$rdf_process'(Input, Format, Closure, Options).

%! load_rdf(+Input, -Triples) is det.
%  Like load_rdf/3 without options.
load_rdf(Input, Triples) :-
    load_rdf(Input, Triples, []).

%! load_rdf(+Input, -Triples, +Options) is det.
%  Triples are those of a document of RDF/XML, a file or stream(Stream), as rdf_load_turtle/3 tells them. Options:
%  base_uri(Iri), namespaces(List) tells the prefixes.
%  ?- use_module(library(rdf)), open_string("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='http://a.org/'><a:T rdf:about='http://a.org/s'/></rdf:RDF>", S), load_rdf(stream(S), [rdf(X, _, Y)]).   %=> X = 'http://a.org/s', Y = 'http://a.org/T'.
load_rdf(Input, Triples, Options) :-
    '$rdf_read_all'(Input, xml, Options, Triples).

%! xml_to_rdf(+Dom, +Base, -Triples) is det.
%  Triples are those of the document object model of RDF/XML that load_structure/3 has read, with namespaces or without.
xml_to_rdf(Dom, Base, Triples) :-
    with_output_to(string(Text), ( current_output(Out), xml_write(Out, Dom, [header(false)]) )),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_rdf(stream(Stream), Triples, [base_uri(Base)]),
        close(Stream)
    ).

%! process_rdf(+Input, :Closure, +Options) is det.
%  Calls Closure with a list of triples and a term Graph:Line, for each part of a document of RDF/XML.
process_rdf(Input, Closure, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    '$rdf_process'(Input, xml, Closure, Options).
