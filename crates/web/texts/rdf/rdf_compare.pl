% library(semweb/rdf_compare): whether two graphs are the same but for the names of their blank nodes.

%! rdf_equal_graphs(+Triples, +Others, -Substitution) is semidet.
%  The lists of terms rdf(Subject, Predicate, Object) tell the same graph: Substitution is a list of Node=Other, the blank
%  nodes of the first that are those of the second.
%  ?- use_module(library(semweb/rdf_compare)), rdf_equal_graphs([rdf('_:a',p,'_:b')], [rdf('_:x',p,'_:y')], L).   %=> L = ['_:a'='_:x','_:b'='_:y'].
rdf_equal_graphs(Triples0, Others0, Substitution) :-
    must_be(list, Triples0),
    must_be(list, Others0),
    sort(Triples0, Triples),
    sort(Others0, Others),
    same_length(Triples, Others),
    '$rdf_blanks'(Triples, Nodes),
    '$rdf_blanks'(Others, OtherNodes),
    same_length(Nodes, OtherNodes),
    '$rdf_colors'(Triples, Nodes, Colors),
    '$rdf_colors'(Others, OtherNodes, OtherColors),
    findall(Node-_, member(Node, Nodes), Variables0),
    list_to_assoc(Variables0, Variables),
    maplist('$rdf_colored'(Colors, Variables), Triples, Left),
    maplist('$rdf_colored'(OtherColors, t), Others, Right),
    '$rdf_pair_all'(Left, Right),
    assoc_to_list(Variables, Pairs),
    pairs_values(Pairs, Values),
    sort(Values, Unique),
    same_length(Unique, Pairs),
    !,
    findall(Node=Other, member(Node-Other, Pairs), Substitution).

%! '$rdf_blanks'(+Triples, -Nodes) is det.
'$rdf_blanks'(Triples, Nodes) :-
    findall(Node, ( member(Triple, Triples), arg(_, Triple, Node), rdf_is_bnode(Node) ), Nodes0),
    sort(Nodes0, Nodes).

%! '$rdf_colors'(+Triples, +Nodes, -Colors) is det.
%  Nodes of different colors are not the same: a color tells the triples of a node, with the colors of those that it meets
%  there, as far as that tells nodes apart.
'$rdf_colors'(Triples, Nodes, Colors) :-
    findall(Node-0, member(Node, Nodes), Pairs),
    list_to_assoc(Pairs, Colors0),
    '$rdf_refine'(1, Triples, Nodes, Colors0, Colors).

%! '$rdf_refine'(+Count, +Triples, +Nodes, +Colors0, -Colors) is det.
'$rdf_refine'(Count0, Triples, Nodes, Colors0, Colors) :-
    findall(Node-Mark,
            ( member(Triple, Triples), arg(Place, Triple, Node), rdf_is_bnode(Node),
              Triple =.. [_|Terms], maplist('$rdf_color'(Colors0), Terms, Marks), Mark = Place-Marks ),
            Marks0),
    msort(Marks0, Marks1),
    group_pairs_by_key(Marks1, Groups),
    findall(Node-Color, ( member(Node-Group0, Groups), msort(Group0, Group), term_hash(Group, Color) ), Pairs),
    list_to_assoc(Pairs, Colors1),
    pairs_values(Pairs, Found),
    sort(Found, Different),
    length(Different, Count),
    ( Count > Count0 -> '$rdf_refine'(Count, Triples, Nodes, Colors1, Colors) ; Colors = Colors1 ).

%! '$rdf_color'(+Colors, +Term, -Color) is det.
'$rdf_color'(Colors, Term, Color) :-
    ( get_assoc(Term, Colors, Found) -> Color = color(Found) ; Color = Term ).

%! '$rdf_colored'(+Colors, +Variables, +Triple, -Colored) is det.
'$rdf_colored'(Colors, Variables, Triple, Colored) :-
    Triple =.. [Name|Terms],
    maplist('$rdf_colored_node'(Colors, Variables), Terms, Others),
    Colored =.. [Name|Others].

%! '$rdf_colored_node'(+Colors, +Variables, +Term, -Colored) is det.
'$rdf_colored_node'(Colors, Variables, Term, Colored) :-
    (   get_assoc(Term, Colors, Color)
    ->  ( get_assoc(Term, Variables, Node) -> true ; Node = Term ),
        Colored = node(Color, Node)
    ;   Colored = Term
    ).

%! '$rdf_pair_all'(+Left, +Right) is nondet.
'$rdf_pair_all'([], []).
'$rdf_pair_all'([Triple|Left], Right0) :-
    select(Triple, Right0, Right),
    '$rdf_pair_all'(Left, Right).
