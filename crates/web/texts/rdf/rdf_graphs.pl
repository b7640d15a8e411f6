% Graphs of triples, figures of the database, blank nodes, and texts of labels, languages and IRIs.

%! rdf_graph(?Graph) is nondet.
%  Graph is the name of a graph that was created, loaded or that a triple was added to.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o, g), rdf_graph(X).   %=> X = g.
rdf_graph(Graph0) :-
    '$rdf_graph_arg'(Graph0, Graph),
    (   atom(Graph)
    ->  rdf_store:graph(Graph),
        !
    ;   % Threads may have noted one at the same time.
        findall(Name, rdf_store:graph(Name), Names0),
        list_to_set(Names0, Names),
        member(Graph, Names)
    ).

%! rdf_create_graph(+Graph) is det.
%  Makes an empty graph, unless there is one of this name.
%  ?- use_module(library(semweb/rdf11)), rdf_create_graph(g), rdf_graph(g).
rdf_create_graph(Graph0) :-
    '$rdf_state',
    '$rdf_graph_arg'(Graph0, Graph),
    must_be(atom, Graph),
    '$rdf_note_graph'(Graph).

%! rdf_unload_graph(+Graph) is det.
%  Removes a graph with its triples.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o, g), rdf_unload_graph(g), \+ rdf_graph(g), \+ rdf(s, p, o).
rdf_unload_graph(Graph0) :-
    '$rdf_state',
    '$rdf_graph_arg'(Graph0, Graph),
    must_be(atom, Graph),
    rdf_transaction('$rdf_drop'(Graph), unload).

%! '$rdf_drop'(+Graph) is det.
'$rdf_drop'(Graph) :-
    '$rdf_remove'(_, _, _, Graph),
    retractall(rdf_store:graph(Graph)),
    retractall(rdf_store:source(Graph, _, _)),
    retractall(rdf_store:used(Graph, _, _)).

%! rdf_graph_property(?Graph, ?Property) is nondet.
%  A graph has this property: triples(Count), source(Url), source_last_modified(Time), hash(Md5).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o, g), rdf_graph_property(g, triples(N)).   %=> N = 1.
rdf_graph_property(Graph, Property) :-
    rdf_graph(Graph),
    '$rdf_graph_property'(Property, Graph).

%! '$rdf_graph_property'(?Property, +Graph) is nondet.
'$rdf_graph_property'(triples(Count), Graph) :-
    aggregate_all(count, '$rdf_in'(_, _, _, Graph), Count).
'$rdf_graph_property'(source(Url), Graph) :-
    rdf_store:source(Graph, Url, _).
'$rdf_graph_property'(source_last_modified(Time), Graph) :-
    rdf_store:source(Graph, _, Time),
    number(Time).
'$rdf_graph_property'(hash(Hash), Graph) :-
    rdf_md5(Graph, Hash).

%! rdf_set_graph(+Graph, +Property) is det.
%  Sets a property of a graph: source(Url), modified(Boolean), which is accepted.
rdf_set_graph(Graph, Property) :-
    '$rdf_state',
    rdf_create_graph(Graph),
    must_be(nonvar, Property),
    (   Property = source(Url)
    ->  retractall(rdf_store:source(Graph, _, _)),
        assertz(rdf_store:source(Graph, Url, _))
    ;   Property = modified(Boolean)
    ->  must_be(boolean, Boolean)
    ;   domain_error(rdf_graph_property, Property)
    ).

%! rdf_md5(+Graph, -Md5) is det.
%  Md5 tells graphs with different triples apart; the order of the triples does not matter.
rdf_md5(Graph, Md5) :-
    findall(t(Subject, Predicate, Object), '$rdf_in'(Subject, Predicate, Object, Graph), Triples0),
    sort(Triples0, Triples),
    variant_sha1(Triples, Sha),
    md5_hash(Sha, Md5, []).

%! rdf_generation(-Generation) is det.
%  Generation is a number that grows with changes of triples.
rdf_generation(Generation) :-
    '$rdf_state',
    predicate_property(rdf_store:t(_, _, _, _), last_modified_generation(First)),
    predicate_property(rdf_store:d(_, _, _, _), last_modified_generation(Others)),
    Generation is max(First, Others).

%! rdf_statistics(?Key) is nondet.
%  Key is triples(Count), graphs(Count), triples_by_graph(Graph, Count), subjects(Count), resources(Count),
%  properties(Count) or literals(Count).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o), rdf_statistics(triples(N)).   %=> N = 1.
rdf_statistics(triples(Count)) :-
    '$rdf_count'(Count).
rdf_statistics(graphs(Count)) :-
    aggregate_all(count, rdf_graph(_), Count).
rdf_statistics(subjects(Count)) :-
    aggregate_all(count, rdf_subject(_), Count).
rdf_statistics(resources(Count)) :-
    aggregate_all(count, rdf_resource(_), Count).
rdf_statistics(properties(Count)) :-
    aggregate_all(count, rdf_current_predicate(_), Count).
rdf_statistics(literals(Count)) :-
    aggregate_all(count, ( '$rdf_object'(Object), compound(Object) ), Count).
rdf_statistics(triples_by_graph(Graph, Count)) :-
    rdf_graph(Graph),
    aggregate_all(count, '$rdf_in'(_, _, _, Graph), Count).

%! rdf_reset_db is det.
%  Removes all triples and graphs.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o), rdf_reset_db, rdf(_, _, _).   %=> false.
rdf_reset_db :-
    '$rdf_state',
    '$rdf_remove'(_, _, _, _),
    retractall(rdf_store:graph(_)),
    retractall(rdf_store:source(_, _, _)),
    retractall(rdf_store:used(_, _, _)),
    '$rdf_tell'(reset).

%! rdf_is_bnode(@Term) is semidet.
%  Term is the name of a blank node.
%  ?- use_module(library(semweb/rdf11)), rdf_is_bnode('_:a'), \+ rdf_is_bnode(a).
rdf_is_bnode(Term) :-
    atom(Term),
    sub_atom(Term, 0, 2, _, '_:'),
    !.

%! '$rdf_new_bnode'(-Node) is det.
%  Node is the name of no node that is in a triple.
'$rdf_new_bnode'(Node) :-
    '$rdf_state',
    repeat,
    gensym('_:genid', Node),
    \+ rdf_store:t(Node, _, _, _),
    \+ rdf_store:t(_, _, Node, _),
    !.

%! rdf_gc is det.
%  What is removed is reclaimed without it.
rdf_gc :-
    garbage_collect_clauses.

%! rdf_warm_indexes is det.
%  Indexes are made when they are needed.
rdf_warm_indexes.

%! rdf_warm_indexes(+Indexes) is det.
%  Indexes are made when they are needed.
rdf_warm_indexes(Indexes) :-
    must_be(list, Indexes).

%! rdf_update_duplicates is det.
%  A triple in several graphs is known when it is added.
rdf_update_duplicates.

%! rdf_match_label(+How, +Pattern, +Label) is semidet.
%  The text of Label matches Pattern: exact or icase, without regard to case; prefix; substring; word, one of its words; like,
%  with * for any text. None of them regards case.
%  ?- use_module(library(semweb/rdf11)), rdf_match_label(like, 'a*e', 'Apple'), rdf_match_label(word, pie, 'Apple pie').
rdf_match_label(How, Pattern0, Label0) :-
    must_be(atom, How),
    downcase_atom(Pattern0, Pattern),
    downcase_atom(Label0, Label),
    (   '$rdf_label'(How, Pattern, Label, Goal)
    ->  once(Goal)
    ;   domain_error(search_method, How)
    ).

%! '$rdf_label'(+How, +Pattern, +Label, -Goal) is semidet.
'$rdf_label'(exact, Pattern, Label, Pattern == Label).
'$rdf_label'(icase, Pattern, Label, Pattern == Label).
'$rdf_label'(prefix, Pattern, Label, sub_atom(Label, 0, _, _, Pattern)).
'$rdf_label'(substring, Pattern, Label, sub_atom(Label, _, _, _, Pattern)).
'$rdf_label'(word, Pattern, Label, '$rdf_word'(Pattern, Label)).
'$rdf_label'(like, Pattern, Label, '$rdf_like'(Parts, Label)) :-
    atomic_list_concat(Parts, *, Pattern).

%! '$rdf_word'(+Word, +Label) is semidet.
'$rdf_word'(Word, Label) :-
    sub_atom(Label, Before, Length, After, Word),
    Next is Before + Length,
    \+ ( Before > 0, Last is Before - 1, '$rdf_letter'(Label, Last) ),
    \+ ( After > 0, '$rdf_letter'(Label, Next) ),
    !.

%! '$rdf_letter'(+Label, +At) is semidet.
'$rdf_letter'(Label, At) :-
    sub_atom(Label, At, 1, _, Char),
    char_type(Char, alnum).

%! '$rdf_like'(+Parts, +Label) is semidet.
%  Label has the parts one behind the other, the first at its beginning, the last at its end.
'$rdf_like'([Part], Label) :-
    Part == Label.
'$rdf_like'([First|Parts], Label) :-
    Parts = [_|_],
    atom_concat(First, Rest, Label),
    !,
    '$rdf_like_rest'(Parts, Rest).

%! '$rdf_like_rest'(+Parts, +Label) is semidet.
'$rdf_like_rest'([Last], Label) :-
    sub_atom(Label, _, _, 0, Last),
    !.
'$rdf_like_rest'([Part|Parts], Label) :-
    Parts = [_|_],
    sub_atom(Label, _, _, After, Part),
    !,
    sub_atom(Label, _, After, 0, Rest),
    '$rdf_like_rest'(Parts, Rest).

%! lang_equal(+Language, +Other) is semidet.
%  Both tell the same language.
%  ?- use_module(library(semweb/rdf_db)), lang_equal('en-GB', 'EN-gb').
lang_equal(Language, Other) :-
    downcase_atom(Language, Same),
    downcase_atom(Other, Same).

%! lang_matches(+Language, +Pattern) is semidet.
%  Language matches a language range, as RFC 4647 has them: its first parts are those of Pattern, where * is any part.
%  ?- use_module(library(semweb/rdf_db)), lang_matches('en-GB', en), \+ lang_matches(en, 'en-GB').
lang_matches(Language0, Pattern0) :-
    downcase_atom(Language0, Language),
    downcase_atom(Pattern0, Pattern),
    atomic_list_concat(Parts, -, Language),
    atomic_list_concat(Patterns, -, Pattern),
    '$rdf_language'(Patterns, Parts),
    !.

%! '$rdf_language'(+Patterns, +Parts) is semidet.
'$rdf_language'([], _).
'$rdf_language'([Pattern|Patterns], Parts) :-
    (   Pattern == (*)
    ->  append(_, Rest, Parts),
        Rest \== Parts
    ;   Parts = [Pattern|Rest]
    ),
    '$rdf_language'(Patterns, Rest).

%! rdf_split_url(?Base, ?Local, ?Url) is det.
%  Base is Url up to its last / or #, Local the rest.
%  ?- use_module(library(semweb/rdf_db)), rdf_split_url(B, L, 'http://a.org/b#c').   %=> B = 'http://a.org/b#', L = c.
rdf_split_url(Base, Local, Url) :-
    (   atom(Url)
    ->  (   sub_atom(Url, _, 1, After, Mark),
            ( Mark == (#) ; Mark == / ),
            sub_atom(Url, _, After, 0, Rest),
            \+ sub_atom(Rest, _, 1, _, #),
            \+ sub_atom(Rest, _, 1, _, /)
        ->  atom_concat(Base, Rest, Url),
            Local = Rest
        ;   Base = '',
            Local = Url
        )
    ;   atom_concat(Base, Local, Url)
    ).

%! rdf_url_namespace(+Url, -Base) is det.
%  Base is Url up to its last / or #.
rdf_url_namespace(Url, Base) :-
    rdf_split_url(Base, _, Url).

%! rdf_member_property(?Property, ?Index) is nondet.
%  Property is rdf:_1, rdf:_2 and so on, Index its number.
%  ?- use_module(library(semweb/rdf_db)), rdf_member_property(P, 2).   %=> P = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#_2'.
rdf_member_property(Property, Index) :-
    Base = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#_',
    (   atom(Property)
    ->  atom_concat(Base, Text, Property),
        catch(atom_number(Text, Index), _, fail),
        integer(Index)
    ;   integer(Index)
    ->  atom_concat(Base, Index, Property)
    ;   between(1, infinite, Index),
        atom_concat(Base, Index, Property)
    ).
