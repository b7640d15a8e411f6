% library(semweb/rdfs): classes, properties and labels of RDF Schema, over what rdf_has/3 finds.

%! '$use_semweb/rdfs' is det.
'$use_semweb/rdfs' :-
    '$rdf_state'.

%! '$rdfs'(?Name, ?Iri) is nondet.
'$rdfs'(subclass, 'http://www.w3.org/2000/01/rdf-schema#subClassOf').
'$rdfs'(subproperty, 'http://www.w3.org/2000/01/rdf-schema#subPropertyOf').
'$rdfs'(domain, 'http://www.w3.org/2000/01/rdf-schema#domain').
'$rdfs'(label, 'http://www.w3.org/2000/01/rdf-schema#label').
'$rdfs'(resource, 'http://www.w3.org/2000/01/rdf-schema#Resource').
'$rdfs'(class, 'http://www.w3.org/2000/01/rdf-schema#Class').
'$rdfs'(literal, 'http://www.w3.org/2000/01/rdf-schema#Literal').
'$rdfs'(type, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type').

%! rdfs_subproperty_of(?Sub, ?Property) is nondet.
%  Sub is Property, or below it by rdfs:subPropertyOf.
%  ?- use_module(library(semweb/rdfs)), use_module(library(semweb/rdf11)), rdf_assert(a, rdfs:subPropertyOf, b), rdfs_subproperty_of(a, X), X \== a.   %=> X = b.
rdfs_subproperty_of(Sub, Property) :-
    '$rdfs'(subproperty, Predicate),
    rdf_reachable(Sub, Predicate, Property).

%! rdfs_subclass_of(?Sub, ?Class) is nondet.
%  Sub is Class, or below it by rdfs:subClassOf. All are below rdfs:Resource.
%  ?- use_module(library(semweb/rdfs)), use_module(library(semweb/rdf11)), rdf_assert(cat, rdfs:subClassOf, animal), rdf_assert(animal, rdfs:subClassOf, thing), rdfs_subclass_of(cat, thing).
rdfs_subclass_of(Sub0, Class0) :-
    '$rdf_node'(Sub0, Sub),
    '$rdf_node'(Class0, Class),
    '$rdfs'(subclass, Predicate),
    (   '$rdfs'(resource, Class)
    *-> (   nonvar(Sub)
        ->  true
        ;   '$rdfs'(type, Type),
            '$rdfs'(class, Kind),
            rdf_store:t(Sub, Type, Kind, _)
        )
    ;   rdf_reachable(Sub, Predicate, Class)
    ).

%! rdfs_class_property(?Class, ?Property) is nondet.
%  Property has Class, or one above it, as its rdfs:domain.
rdfs_class_property(Class, Property0) :-
    '$rdf_node'(Property0, Property),
    '$rdfs'(domain, Domain),
    (   nonvar(Class)
    ->  rdfs_subclass_of(Class, Above),
        rdf_has(Property, Domain, Above)
    ;   rdf_has(Property, Domain, Above),
        rdfs_subclass_of(Class, Above)
    ).

%! rdfs_individual_of(?Resource, ?Class) is nondet.
%  Resource has a type that is Class or below it. Any resource is one of rdfs:Resource, any literal one of rdfs:Literal.
%  ?- use_module(library(semweb/rdfs)), use_module(library(semweb/rdf11)), rdf_assert(cat, rdfs:subClassOf, animal), rdf_assert(tom, rdf:type, cat), rdfs_individual_of(X, animal).   %=> X = tom.
rdfs_individual_of(Resource, Class0) :-
    '$rdf_node'(Class0, Class),
    (   nonvar(Resource),
        ( Resource = literal(_) ; Resource = ^^(_,_) ; Resource = @(_,_) )
    ->  '$rdfs'(literal, Class)
    ;   '$rdf_node'(Resource, Node),
        '$rdfs'(type, Type),
        (   nonvar(Node)
        ->  (   nonvar(Class),
                '$rdfs'(resource, Class)
            ->  true
            ;   distinct(Class, ( rdf_has(Node, Type, Own), rdfs_subclass_of(Own, Class) ))
            )
        ;   nonvar(Class),
            '$rdfs'(resource, Class)
        ->  rdf_resource(Node)
        ;   nonvar(Class)
        ->  distinct(Node, ( rdfs_subclass_of(Own, Class), rdf_has(Node, Type, Own) ))
        ;   distinct(Node-Class, ( rdf_has(Node, Type, Own), rdfs_subclass_of(Own, Class) ))
        )
    ).

%! rdfs_label(?Resource, ?Label) is nondet.
%  Label is the text of an rdfs:label of Resource, or of a property below it; a resource without one has the end of its IRI.
%  ?- use_module(library(semweb/rdfs)), use_module(library(semweb/rdf11)), rdf_assert(a, rdfs:label, @("Anna",en)), rdfs_label(a, X).   %=> X = 'Anna'.
%  ?- use_module(library(semweb/rdfs)), rdfs_label('http://a.org/b#c', X).   %=> X = c.
rdfs_label(Resource, Label) :-
    rdfs_label(Resource, _, Label).

%! rdfs_label(?Resource, ?Language, ?Label) is nondet.
%  Like rdfs_label/2; Language is that of the label, unbound if it has none.
rdfs_label(Resource, Language, Label) :-
    '$rdf_node'(Resource, Node),
    '$rdfs'(label, Predicate),
    (   nonvar(Node),
        \+ ( rdf_has(Node, Predicate, Any), '$rdfs_text'(Any, Language, _) )
    ->  ( rdf_split_url(_, Local, Node), Local \== '' -> Label = Local ; Label = Node )
    ;   rdf_has(Node, Predicate, Literal),
        '$rdfs_text'(Literal, Language, Label)
    ).

%! '$rdfs_text'(+Literal, ?Language, ?Label) is semidet.
'$rdfs_text'(Literal, Language, Label) :-
    (   Literal = @(Text,Found)
    ->  ( var(Language) -> Language = Found ; lang_matches(Found, Language) )
    ;   Literal = ^^(Text,_)
    ),
    ( string(Text) -> atom_string(Plain, Text) ; format(atom(Plain), "~w", [Text]) ),
    Label = Plain.

%! rdfs_ns_label(?Resource, ?Label) is nondet.
%  Like rdfs_label/2, with the alias of the IRI of Resource: Alias:Label.
rdfs_ns_label(Resource, Label) :-
    rdfs_ns_label(Resource, _, Label).

%! rdfs_ns_label(?Resource, ?Language, ?Label) is nondet.
%  Like rdfs_label/3, with the alias of the IRI of Resource: Alias:Label.
rdfs_ns_label(Resource, Language, Label) :-
    rdfs_label(Resource, Language, Plain),
    (   rdf_db:ns(Alias, Uri),
        sub_atom(Resource, 0, _, _, Uri)
    ->  atomic_list_concat([Alias,:,Plain], Label)
    ;   Label = Plain
    ).

%! rdfs_assert_list(+Elements, -List) is det.
%  Adds a list of RDF, as rdf_assert_list/2.
rdfs_assert_list(Elements, List) :-
    rdf_assert_list(Elements, List).

%! rdfs_assert_list(+Elements, -List, +Graph) is det.
%  Adds a list of RDF, as rdf_assert_list/3.
rdfs_assert_list(Elements, List, Graph) :-
    rdf_assert_list(Elements, List, Graph).

%! rdfs_list_to_prolog_list(+List, -Elements) is semidet.
%  Elements are those of a list of RDF, with literals as those of library(semweb/rdf_db).
rdfs_list_to_prolog_list(List, Elements) :-
    '$rdf_resource'(List, Node),
    catch('$rdf_nodes'(Node, Nodes), error(type_error(rdf_list, _), _), fail),
    findall(Element, ( member(One, Nodes), '$rdf_list_node'(One, Stored, _), '$rdf_db_out'(Stored, Element) ), Elements).

%! rdfs_find(+Text, +Class, ?Properties, +How, -Resource) is nondet.
%  Resource of Class has a literal of one of Properties, or of any, that Text matches as rdf_match_label/3 says for How.
rdfs_find(Text, Class0, Properties, How, Resource) :-
    '$rdf_node'(Class0, Class),
    distinct(Resource, (
        ( is_list(Properties) -> member(Property, Properties) ; true ),
        rdf_has(Resource, Property, Literal),
        '$rdfs_text'(Literal, _, Label),
        rdf_match_label(How, Text, Label),
        once(rdfs_individual_of(Resource, Class))
    )).
