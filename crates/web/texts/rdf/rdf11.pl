% library(semweb/rdf11): triples with literals as Value^^Type and Text@Language.

%! '$use_semweb/rdf11' is det.
'$use_semweb/rdf11' :-
    '$rdf_used',
    '$define_operators'([op(110,xfx,@),op(650,xfx,^^)]).

%! '$module_of_semweb/rdf11'(-Module) is det.
'$module_of_semweb/rdf11'(rdf11) :-
    '$rdf_module'(rdf11).

%! '$rdf11_names'(-Indicators) is det.
%  What library(semweb/rdf11) alone exports.
'$rdf11_names'([
    {}/1, rdf_where/1, rdf_term/1, rdf_literal/1, rdf_iri/1, rdf_name/1, rdf_is_iri/1, rdf_is_name/1, rdf_is_object/1,
    rdf_is_predicate/1, rdf_is_subject/1, rdf_is_term/1, rdf_predicate/1, rdf_object/1, rdf_create_bnode/1,
    rdf_canonical_literal/2, rdf_lexical_form/2, rdf_default_graph/1, rdf_default_graph/2, rdf_assert_list/2,
    rdf_assert_list/3, rdf_last/2, rdf_list/1, rdf_list/2, rdf_length/2, rdf_member/2, rdf_nextto/2, rdf_nextto/3,
    rdf_nth0/3, rdf_nth1/3, rdf_retract_list/1
]).

%! rdf(?Subject, ?Predicate, ?Object) is nondet.
%  The triple is in the database. Subject and Predicate are IRIs, as atoms or as Alias:Local, or blank nodes, atoms that begin
%  with '_:'. Object is one, too, or a literal: Value^^Type, where Value is a number, true or false, a term for a date or time,
%  or a string, as Type says; or Text@Language, where Text is a string. A number, a string, true or false, date(Y,M,D) and
%  date_time(Y,M,D,H,Mn,S) stand for literals of their types. A triple that is in several graphs is told once. All
%  patterns are looked up by indexes.
%  With library(semweb/rdf_db), literals are literal(Text), literal(lang(Language, Text)), literal(type(Type, Text)), and
%  literal(Query, Value) to search: Query is plain(Text), exact(Text), prefix(Text), substring(Text), word(Text), like(Pattern),
%  le(Value), ge(Value), lt(Value), gt(Value), eq(Value), between(Low, High).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, 42), rdf(s, p, X).   %=> X = 42^^'http://www.w3.org/2001/XMLSchema#integer'.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, @("hi",en)), rdf(X, p, @("hi",en)).   %=> X = s.
%  ?- use_module(library(semweb/rdf_db)), rdf_db:rdf_assert(s, p, literal(hi)), rdf_db:rdf(s, p, literal(prefix(h), X)).   %=> X = hi.
rdf(Subject0, Predicate0, Object) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf11_in'(Object, Stored),
    rdf_store:t(Subject, Predicate, Stored, _),
    '$rdf11_out'(Stored, Object).

%! rdf(?Subject, ?Predicate, ?Object, ?Graph) is nondet.
%  The triple is in Graph, as rdf/3.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o, g), rdf_assert(s, p, o, h), findall(G, rdf(s, p, o, G), L).   %=> L = [g,h].
rdf(Subject0, Predicate0, Object, Graph0) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    '$rdf11_in'(Object, Stored),
    '$rdf_in'(Subject, Predicate, Stored, Graph),
    '$rdf11_out'(Stored, Object).

%! rdf_has(?Subject, ?Predicate, ?Object) is nondet.
%  As rdf/3; also by predicates that are rdfs:subPropertyOf Predicate, at any distance, and by what rdf_set_predicate/2 tells.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(son, rdfs:subPropertyOf, child), rdf_assert(ann, son, bob), rdf_has(ann, child, X).   %=> X = bob.
rdf_has(Subject, Predicate, Object) :-
    rdf_has(Subject, Predicate, Object, _).

%! rdf_has(?Subject, ?Predicate, ?Object, -Real) is nondet.
%  As rdf_has/3; Real is the predicate of the triple, inverse_of(Other) if it is that of one in the other direction.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(son, rdfs:subPropertyOf, child), rdf_assert(ann, son, bob), rdf_has(ann, child, _, X).   %=> X = son.
rdf_has(Subject0, Predicate0, Object, Real) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf11_in'(Object, Stored),
    '$rdf_has'(Subject, Predicate, Stored, Real),
    '$rdf11_out'(Stored, Object).

%! rdf_reachable(?Subject, +Predicate, ?Object) is nondet.
%  Object is Subject, or can be reached from it by triples that rdf_has/3 finds for Predicate: the nearest first, each once.
%  Errors: an instantiation error, if neither Subject nor Object is known.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(a, p, b), rdf_assert(b, p, c), rdf_assert(c, p, a), findall(X, rdf_reachable(a, p, X), L).   %=> L = [a,b,c].
rdf_reachable(Subject, Predicate, Object) :-
    rdf_reachable(Subject, Predicate, Object, inf, _).

%! rdf_reachable(?Subject, +Predicate, ?Object, +Most, -Distance) is nondet.
%  As rdf_reachable/3, in at most so many steps; Distance is their number.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(a, p, b), rdf_assert(b, p, c), rdf_reachable(a, p, c, inf, D).   %=> D = 2.
rdf_reachable(Subject0, Predicate0, Object, Most0, Distance) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_most'(Most0, Most),
    '$rdf11_in'(Object, Stored),
    '$rdf_reachable'(Subject, Predicate, Stored, Most, Distance),
    '$rdf11_out'(Stored, Object).

%! rdf_assert(+Subject, +Predicate, +Object) is det.
%  Adds a triple to the default graph, unless it is there.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, "x"), rdf(s, p, X).   %=> X = "x"^^'http://www.w3.org/2001/XMLSchema#string'.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, f(x)).   %=> type_error(rdf_object, f(x)).
rdf_assert(Subject, Predicate, Object) :-
    '$rdf11_graph'(Graph),
    rdf_assert(Subject, Predicate, Object, Graph).

%! rdf_assert(+Subject, +Predicate, +Object, +Graph) is det.
%  Adds a triple to Graph, unless it is there.
rdf_assert(Subject0, Predicate0, Object, Graph0) :-
    must_be(ground, Object),
    '$rdf11_object'(Object, Stored),
    '$rdf_resource'(Subject0, Subject),
    '$rdf_resource'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    must_be(atom, Graph),
    '$rdf_add'(Subject, Predicate, Stored, Graph).

%! rdf_retractall(?Subject, ?Predicate, ?Object) is det.
%  Removes the triples that match from all graphs.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, 1), rdf_assert(s, p, 2), rdf_retractall(s, p, 1), rdf(s, p, X).   %=> X = 2^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_retractall(Subject, Predicate, Object) :-
    rdf_retractall(Subject, Predicate, Object, _).

%! rdf_retractall(?Subject, ?Predicate, ?Object, ?Graph) is det.
%  Removes the triples that match from Graph.
rdf_retractall(Subject0, Predicate0, Object, Graph0) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    (   var(Object),
        \+ attvar(Object)
    ->  '$rdf_remove'(Subject, Predicate, _, Graph)
    ;   ground(Object)
    ->  '$rdf11_object'(Object, Stored),
        '$rdf_remove'(Subject, Predicate, Stored, Graph)
    ;   findall(t(Subject, Predicate, Stored, Graph),
                ( '$rdf11_in'(Object, Stored), '$rdf_in'(Subject, Predicate, Stored, Graph), '$rdf11_out'(Stored, Object) ),
                Triples),
        forall(member(t(S, P, O, G), Triples), '$rdf_remove'(S, P, O, G))
    ).

%! rdf_update(+Subject, +Predicate, +Object, +Action) is det.
%  Changes a part of the triples that match. Action is subject(New), predicate(New), object(New) or graph(New).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, 1), rdf_update(s, p, 1, object(2)), rdf(s, p, X).   %=> X = 2^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_update(Subject, Predicate, Object, Action) :-
    rdf_update(Subject, Predicate, Object, _, Action).

%! rdf_update(+Subject, +Predicate, +Object, ?Graph, +Action) is det.
%  As rdf_update/4, in one graph.
rdf_update(Subject, Predicate, Object, Graph, Action) :-
    '$rdf_update'(Subject, Predicate, Object, Graph, Action, '$rdf11_in', '$rdf11_object').

%! rdf_default_graph(-Graph) is det.
%  Graph is the one that rdf_assert/3 adds to: the flag rdf_default_graph.
%  ?- use_module(library(semweb/rdf11)), rdf_default_graph(G).   %=> G = default.
rdf_default_graph(Graph) :-
    '$rdf_state',
    '$rdf11_graph'(Graph).

%! '$rdf11_graph'(-Graph) is det.
'$rdf11_graph'(Graph) :-
    current_prolog_flag(rdf_default_graph, Graph).

%! rdf_default_graph(-Old, +New) is det.
%  New becomes the graph that rdf_assert/3 adds to; Old was it.
rdf_default_graph(Old, New) :-
    rdf_default_graph(Old),
    ( New == Old -> true ; must_be(atom, New), set_prolog_flag(rdf_default_graph, New) ).

%! '$rdf11_in'(?Object, -Stored) is nondet.
%  Stored is what Object is in a triple, or a term that only triples that may match have.
'$rdf11_in'(Object, Stored) :-
    (   var(Object)
    ->  true
    ;   atom(Object),
        Object \== true,
        Object \== false
    ->  Stored = Object
    ;   Object = @(Text,Language0)
    ->  Stored = lang(Label, Language),
        ( atom(Language0) -> downcase_atom(Language0, Language) ; true ),
        ( ground(Text) -> '$rdf_atom'(Text, Label) ; true )
    ;   Object = ^^(Value,Type0),
        \+ ground(Object)
    ->  '$rdf11_in'(Value, Type0, Stored)
    ;   Object = Alias:Local
    ->  '$rdf_expanded'(Alias, Local, user, Stored)
    ;   ground(Object)
    ->  '$rdf11_object'(Object, Stored)
    ;   type_error(rdf_object, Object)
    ).

%! '$rdf11_in'(?Value, ?Type, -Stored) is nondet.
'$rdf11_in'(Value, Type0, Stored) :-
    (   nonvar(Type0)
    ->  '$rdf_node'(Type0, Type),
        '$rdf_typed_literal'(Type, _, Stored)
    ;   var(Value)
    ->  true
    ;   ( string(Value) ; atom(Value) )
    ->  '$rdf_atom'(Value, Text),
        ( Stored = text(Text) ; Stored = type(Text, _) )
    ;   Stored = type(_, _)
    ).

%! '$rdf_atom'(+Text, -Atom) is det.
'$rdf_atom'(Text, Atom) :-
    ( atom(Text) -> Atom = Text ; atom_string(Atom, Text) ).

%! '$rdf11_out'(+Stored, ?Object) is semidet.
'$rdf11_out'(Stored, Object) :-
    (   atom(Stored)
    ->  ( nonvar(Object), Object = _:_ -> true ; Object = Stored )
    ;   var(Object)
    ->  '$rdf11_literal'(Stored, Found),
        Object = Found
    ;   atom(Object)
    ->  % A resource, if a variable of the goal was bound to it.
        ( Object == true -> true ; Object == false )
    ;   ground(Object)
    ->  true
    ;   '$rdf11_literal'(Stored, Found),
        '$rdf11_same'(Object, Found)
    ).

%! '$rdf11_same'(?Object, +Found) is semidet.
%  Found is the literal Object, of which a part is unknown, and one may be a text of another kind.
'$rdf11_same'(@(Text,Language), @(Found,FoundLanguage)) :-
    ( atom(Text) -> atom_string(Text, Found) ; Text = Found ),
    ( atom(Language) -> true ; Language = FoundLanguage ).
'$rdf11_same'(^^(Value,Type), ^^(Found,FoundType)) :-
    ( ground(Type) -> true ; Type = FoundType ),
    (   var(Value)
    ->  Value = Found
    ;   number(Value)
    ->  Value == Found
    ;   ( atom(Value) ; string(Value) )
    ->  true
    ;   Value = Found
    ).

%! '$rdf11_literal'(+Stored, -Literal) is semidet.
'$rdf11_literal'(text(Text), ^^(Value,'http://www.w3.org/2001/XMLSchema#string')) :-
    format(string(Value), "~w", [Text]).
'$rdf11_literal'(lang(Text, Language), @(Value,Language)) :-
    atom_string(Text, Value).
'$rdf11_literal'(type(Text, Type), ^^(Value,Type)) :-
    '$rdf11_value'(Type, Text, Value).

%! '$rdf11_value'(+Type, +Text, -Value) is det.
%  A text that is none of its type is a string.
'$rdf11_value'(Type, Text, Value) :-
    (   '$rdf_number_type'(Type, Kind)
    ->  (   '$rdf_number'(Kind, Text, Number)
        ->  Value = Number
        ;   format(string(Value), "~w", [Text])
        )
    ;   Type == 'http://www.w3.org/2001/XMLSchema#boolean'
    ->  Value = Text
    ;   '$rdf_time_type'(Type),
        catch(xsd_time_string(Time, Type, Text), error(syntax_error(_), _), fail)
    ->  Value = Time
    ;   format(string(Value), "~w", [Text])
    ).

%! '$rdf_number'(+Kind, +Text, -Number) is semidet.
'$rdf_number'(Kind, Text, Number) :-
    (   Kind = integer(_, _),
        atom(Text),
        atom_number(Text, Found),
        integer(Found),
        atom_number(Same, Found),
        Same == Text
    ->  Number = Found
    ;   atom(Text),
        catch(xsd_number_string(Found, Text), error(syntax_error(_), _), fail)
    ->  ( Kind = integer(_, _) -> integer(Found), Number = Found ; Number is float(Found) )
    ;   number(Text),
        Number = Text
    ).

%! '$rdf_number_type'(+Type, -Kind) is semidet.
%  Kind is integer(Least, Most), decimal or double.
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#integer', integer(-inf, inf)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#double', double).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#decimal', decimal).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#float', double).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#int', integer(-2147483648, 2147483647)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#long', integer(-9223372036854775808, 9223372036854775807)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#short', integer(-32768, 32767)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#byte', integer(-128, 127)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#negativeInteger', integer(-inf, -1)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#nonNegativeInteger', integer(0, inf)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#nonPositiveInteger', integer(-inf, 0)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#positiveInteger', integer(1, inf)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#unsignedByte', integer(0, 255)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#unsignedShort', integer(0, 65535)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#unsignedInt', integer(0, 4294967295)).
'$rdf_number_type'('http://www.w3.org/2001/XMLSchema#unsignedLong', integer(0, 18446744073709551615)).

%! '$rdf_time_type'(+Type) is semidet.
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#date').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#dateTime').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#time').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#gDay').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#gMonth').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#gMonthDay').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#gYear').
'$rdf_time_type'('http://www.w3.org/2001/XMLSchema#gYearMonth').

%! '$rdf11_object'(+Object, -Stored) is det.
'$rdf11_object'(Object, Stored) :-
    (   Object == true
    ->  Stored = type(true, 'http://www.w3.org/2001/XMLSchema#boolean')
    ;   Object == false
    ->  Stored = type(false, 'http://www.w3.org/2001/XMLSchema#boolean')
    ;   atom(Object)
    ->  Stored = Object
    ;   integer(Object)
    ->  atom_number(Text, Object),
        Stored = type(Text, 'http://www.w3.org/2001/XMLSchema#integer')
    ;   float(Object)
    ->  '$rdf_double'(Object, Text),
        Stored = type(Text, 'http://www.w3.org/2001/XMLSchema#double')
    ;   string(Object)
    ->  atom_string(Text, Object),
        Stored = text(Text)
    ;   Object = @(Value,Language0)
    ->  Stored = lang(Text, Language),
        downcase_atom(Language0, Language),
        '$rdf_atom'(Value, Text)
    ;   Object = ^^(Value,Type0)
    ->  '$rdf_node'(Type0, Type),
        '$rdf11_lexical'(Type, Value, Text),
        '$rdf_typed_literal'(Type, Text, Stored)
    ;   Object = literal(Value),
        ( atom(Value) ; Value = type(Type, Text), atom(Type), atom(Text) ; Value = lang(Language, Text), atom(Language), atom(Text) )
    ->  '$rdf_db_value'(Value, Stored)
    ;   Object = Alias:Local
    ->  '$rdf_expanded'(Alias, Local, user, Stored)
    ;   '$rdf_time_term'(Object)
    ->  xsd_time_string(Object, Type, String),
        atom_string(Text, String),
        Stored = type(Text, Type)
    ;   type_error(rdf_object, Object)
    ).

%! '$rdf_time_term'(@Term) is semidet.
'$rdf_time_term'(date(_, _, _)).
'$rdf_time_term'(date_time(_, _, _, _, _, _)).
'$rdf_time_term'(date_time(_, _, _, _, _, _, _)).
'$rdf_time_term'(month_day(_, _)).
'$rdf_time_term'(year_month(_, _)).
'$rdf_time_term'(time(_, _, _)).

%! '$rdf_double'(+Number, -Text) is det.
'$rdf_double'(Number, Text) :-
    Float is float(Number),
    xsd_number_string(Float, String),
    atom_string(Text, String).

%! '$rdf11_lexical'(+Type, +Value, -Text) is det.
%  Text is the form of Value in which literals of the type are kept.
'$rdf11_lexical'(Type, Value, Text) :-
    (   '$rdf_number_type'(Type, Kind)
    ->  ( number(Value) -> Number = Value ; '$rdf_atom'(Value, Atom), '$rdf_number'(double, Atom, _) -> xsd_number_string(Number, Atom) ; true ),
        '$rdf_number_text'(Kind, Type, Number, Value, Text)
    ;   Type == 'http://www.w3.org/2001/XMLSchema#boolean'
    ->  '$rdf_boolean'(Value, Text)
    ;   Type == 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'
    ->  domain_error(rdf_data_type, Type)
    ;   '$rdf_time_type'(Type)
    ->  '$rdf_time_text'(Type, Value, Text)
    ;   atomic(Value)
    ->  format(atom(Text), "~w", [Value])
    ;   type_error(rdf_literal_value, Value)
    ).

%! '$rdf_number_text'(+Kind, +Type, ?Number, +Value, -Text) is det.
'$rdf_number_text'(Kind, Type, Number, Value, Text) :-
    (   Kind = integer(Least, Most)
    ->  ( integer(Number) -> true ; type_error(integer, Value) ),
        (   Number >= Least,
            Number =< Most
        ->  atom_number(Text, Number)
        ;   domain_error(Type, Number)
        )
    ;   var(Number)
    ->  type_error(Kind, Value)
    ;   Kind == double
    ->  '$rdf_double'(Number, Text)
    ;   Float is float(Number),
        atom_number(Text, Float)
    ).

%! '$rdf_boolean'(+Value, -Text) is det.
'$rdf_boolean'(Value, Text) :-
    (   memberchk(Value, [true,"true",1])
    ->  Text = true
    ;   memberchk(Value, [false,"false",0])
    ->  Text = false
    ;   type_error(rdf_boolean, Value)
    ).

%! '$rdf_time_text'(+Type, +Value, -Text) is det.
'$rdf_time_text'(Type, Value, Text) :-
    (   ( atom(Value) ; string(Value) )
    ->  xsd_time_string(_, Type, Value),
        '$rdf_atom'(Value, Text)
    ;   number(Value),
        Type == 'http://www.w3.org/2001/XMLSchema#dateTime'
    ->  format_time(atom(Text), '%FT%T%:z', Value)
    ;   xsd_time_string(Value, Type, String),
        atom_string(Text, String)
    ).

%! rdf_canonical_literal(+Object, -Literal) is det.
%  Literal is what rdf/3 tells of a triple with Object.
%  ?- use_module(library(semweb/rdf11)), rdf_canonical_literal(date(2024,2,29), X).   %=> X = date(2024,2,29)^^'http://www.w3.org/2001/XMLSchema#date'.
rdf_canonical_literal(Object, Literal) :-
    must_be(ground, Object),
    '$rdf11_object'(Object, Stored),
    '$rdf11_out'(Stored, Found),
    Literal = Found.

%! rdf_lexical_form(+Literal, -Lexical) is det.
%  Lexical is Literal with the text that it has in files.
%  ?- use_module(library(semweb/rdf11)), rdf_lexical_form(42, X).   %=> X = "42"^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_lexical_form(Literal, Lexical) :-
    must_be(ground, Literal),
    '$rdf11_object'(Literal, Stored),
    (   Stored = type(Text, Type)
    ->  atom_string(Text, String),
        Lexical = ^^(String,Type)
    ;   '$rdf11_literal'(Stored, Found)
    ->  Lexical = Found
    ;   type_error(rdf_literal, Literal)
    ).

%! rdf_compare(-Order, +Object, +Other) is det.
%  Compares objects: numbers by value, other literals by their texts, without regard to case first; literals come before
%  resources.
%  ?- use_module(library(semweb/rdf11)), rdf_compare(X, 9, 10.5), rdf_compare(Y, "b", "A").   %=> X = (<), Y = (>).
rdf_compare(Order, Object, Other) :-
    must_be(ground, Object),
    must_be(ground, Other),
    '$rdf11_object'(Object, Stored),
    '$rdf11_object'(Other, OtherStored),
    '$rdf_compare'(Order, Stored, OtherStored).
