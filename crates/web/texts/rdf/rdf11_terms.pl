% library(semweb/rdf11): the terms of triples, constraints on literals, lists and containers.

%! rdf_term(?Term) is nondet.
%  Term is in a triple, in any place.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, 1), findall(X, rdf_term(X), L).   %=> L = [s,p,1^^'http://www.w3.org/2001/XMLSchema#integer'].
rdf_term(Term) :-
    (   ground(Term)
    ->  '$rdf11_object'(Term, Stored),
        ( atom(Stored) -> '$rdf_term'(Stored) ; '$rdf_object'(Stored) ),
        !
    ;   '$rdf_term'(Term)
    ;   rdf_literal(Term)
    ).

%! rdf_literal(?Literal) is nondet.
%  Literal is the object of a triple.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, 1), rdf_assert(s, p, o), rdf_literal(X).   %=> X = 1^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_literal(Literal) :-
    (   ground(Literal)
    ->  '$rdf11_object'(Literal, Stored),
        compound(Stored),
        '$rdf_object'(Stored)
    ;   '$rdf11_in'(Literal, Stored),
        '$rdf_object'(Stored),
        compound(Stored),
        '$rdf11_out'(Stored, Literal)
    ).

%! rdf_bnode(?Node) is nondet.
%  Node is a blank node in a triple. With library(semweb/rdf_db), it is a new one.
%  ?- use_module(library(semweb/rdf11)), rdf_assert('_:a', p, o), rdf_bnode(X).   %=> X = '_:a'.
rdf_bnode(Node) :-
    rdf_resource(Node),
    rdf_is_bnode(Node).

%! rdf_iri(?Iri) is nondet.
%  Iri is in a triple, and no blank node.
rdf_iri(Iri0) :-
    '$rdf_node'(Iri0, Iri),
    (   atom(Iri)
    ->  \+ rdf_is_bnode(Iri),
        '$rdf_term'(Iri),
        !
    ;   '$rdf_term'(Iri),
        \+ rdf_is_bnode(Iri)
    ).

%! rdf_name(?Name) is nondet.
%  Name is an IRI or a literal in a triple.
rdf_name(Name) :-
    rdf_term(Name),
    \+ rdf_is_bnode(Name).

%! rdf_predicate(?Predicate) is nondet.
%  Predicate is that of a triple.
rdf_predicate(Predicate) :-
    rdf_current_predicate(Predicate).

%! rdf_object(?Object) is nondet.
%  Object is that of a triple.
rdf_object(Object) :-
    (   ground(Object)
    ->  '$rdf11_object'(Object, Stored),
        '$rdf_object'(Stored)
    ;   '$rdf11_in'(Object, Stored),
        '$rdf_object'(Stored),
        '$rdf11_out'(Stored, Object)
    ).

%! rdf_node(?Node) is nondet.
%  Node is the subject or the object of a triple. With library(semweb/rdf_db), it is a new blank node.
rdf_node(Node) :-
    (   ground(Node)
    ->  '$rdf11_object'(Node, Stored),
        ( atom(Stored) -> rdf_resource(Stored) ; '$rdf_object'(Stored) )
    ;   rdf_resource(Node)
    ;   rdf_literal(Node)
    ).

%! rdf_create_bnode(-Node) is det.
%  Node is a new blank node.
rdf_create_bnode(Node) :-
    ( var(Node) -> true ; uninstantiation_error(Node) ),
    '$rdf_new_bnode'(Node).

%! rdf_is_iri(@Term) is semidet.
%  Term is an atom that is no blank node.
%  ?- use_module(library(semweb/rdf11)), rdf_is_iri(a), \+ rdf_is_iri('_:a').
rdf_is_iri(Term) :-
    atom(Term),
    \+ rdf_is_bnode(Term).

%! rdf_is_literal(@Term) is semidet.
%  Term is a literal, Value^^Type or Text@Language, without variables.
%  ?- use_module(library(semweb/rdf11)), rdf_is_literal(@("a",en)), \+ rdf_is_literal(a).
rdf_is_literal(Term) :-
    ground(Term),
    ( Term = @(_,_) ; Term = ^^(_,_) ),
    !.

%! rdf_is_name(@Term) is semidet.
%  Term is an IRI or a literal.
rdf_is_name(Term) :-
    ( rdf_is_iri(Term) -> true ; rdf_is_literal(Term) ).

%! rdf_is_object(@Term) is semidet.
%  Term is an IRI, a blank node or a literal.
rdf_is_object(Term) :-
    ( atom(Term) -> true ; rdf_is_literal(Term) ).

%! rdf_is_predicate(@Term) is semidet.
%  Term is an IRI.
rdf_is_predicate(Term) :-
    rdf_is_iri(Term).

%! rdf_is_subject(@Term) is semidet.
%  Term is an IRI or a blank node.
rdf_is_subject(Term) :-
    atom(Term).

%! rdf_is_resource(@Term) is semidet.
%  Term is an IRI or a blank node.
rdf_is_resource(Term) :-
    atom(Term).

%! rdf_is_term(@Term) is semidet.
%  Term is an IRI, a blank node or a literal.
rdf_is_term(Term) :-
    rdf_is_object(Term).

%! rdf_where(+Conditions) is semidet.
%  Conditions on literals, which may be unknown yet: rdf/3 tells only those for which they hold. They are joined by commas:
%  Literal >= Value, >, =<, < and ==; prefix(Literal, Text), substring, word, like and icase, as rdf_match_label/3 has them;
%  lang_matches(Literal, Range). {Conditions} is the same in a text that loads library(semweb/rdf11).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(a, age, 5), rdf_assert(b, age, 50), rdf_where(X > 18), rdf(P, age, X).   %=> P = b, X = 50^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_where(Conditions) :-
    must_be(nonvar, Conditions),
    (   Conditions = (First,Others)
    ->  rdf_where(First),
        rdf_where(Others)
    ;   '$rdf_condition'(Conditions, Literal, Condition)
    ->  '$rdf_demand'(Literal, [Condition])
    ;   existence_error(rdf_constraint, Conditions)
    ).

%! '$rdf_condition'(+Term, -Literal, -Condition) is semidet.
'$rdf_condition'(Literal >= Value0, Literal, value(>=, Value)) :-
    '$rdf_reference'(Value0, Value).
'$rdf_condition'(Literal > Value0, Literal, value(>, Value)) :-
    '$rdf_reference'(Value0, Value).
'$rdf_condition'(Literal == Value0, Literal, value(==, Value)) :-
    '$rdf_reference'(Value0, Value).
'$rdf_condition'(Literal < Value0, Literal, value(<, Value)) :-
    '$rdf_reference'(Value0, Value).
'$rdf_condition'(Literal =< Value0, Literal, value(=<, Value)) :-
    '$rdf_reference'(Value0, Value).
'$rdf_condition'(prefix(Literal, Text), Literal, text(prefix, Text)).
'$rdf_condition'(substring(Literal, Text), Literal, text(substring, Text)).
'$rdf_condition'(word(Literal, Text), Literal, text(word, Text)).
'$rdf_condition'(like(Literal, Text), Literal, text(like, Text)).
'$rdf_condition'(icase(Literal, Text), Literal, text(icase, Text)).
'$rdf_condition'(lang_matches(Literal, Range), Literal, language(Range)).

%! '$rdf_reference'(+Value, -Reference) is det.
%  Reference is number(Number) of any type, literal(Value, Type), or literal(Text, lang(Language)).
'$rdf_reference'(Value, Reference) :-
    (   number(Value)
    ->  Reference = number(Value)
    ;   rdf_canonical_literal(Value, Literal),
        (   Literal = ^^(Plain,Type)
        ->  Reference = literal(Plain, Type)
        ;   Literal = @(Plain,Language)
        ->  Reference = literal(Plain, lang(Language))
        ;   type_error(rdf_literal, Value)
        )
    ).

%! '$rdf_demand'(?Literal, +Conditions) is semidet.
%  The conditions hold for Literal, or will when it is known.
'$rdf_demand'(Literal, Conditions) :-
    (   var(Literal)
    ->  ( get_attr(Literal, rdf11, Others) -> append(Others, Conditions, All) ; All = Conditions ),
        put_attr(Literal, rdf11, All)
    ;   atom(Literal)
    ->  % The language of a literal.
        forall(member(Condition, Conditions), ( Condition = language(Range), lang_matches(Literal, Range) ))
    ;   ground(Literal)
    ->  rdf_canonical_literal(Literal, Plain),
        '$rdf_hold'(Conditions, Plain)
    ;   Literal = ^^(Value,_),
        number(Value)
    ->  partition('$rdf_of_number', Conditions, Numeric, Others),
        '$rdf_hold'(Numeric, Literal),
        ( Others == [] -> true ; '$rdf_delay'(Literal, Others) )
    ;   '$rdf_delay'(Literal, Conditions)
    ).

%! '$rdf_of_number'(+Condition) is semidet.
'$rdf_of_number'(value(_, number(_))).

%! '$rdf_delay'(?Literal, +Conditions) is semidet.
'$rdf_delay'(Literal, Conditions) :-
    term_variables(Literal, [Variable|_]),
    when(nonvar(Variable), '$rdf_demand'(Literal, Conditions)).

%! '$rdf11_wake'(+Conditions, ?Literal) is semidet.
%  A variable with conditions was bound.
'$rdf11_wake'(Conditions, Literal) :-
    '$rdf_demand'(Literal, Conditions).

%! '$rdf_hold'(+Conditions, +Literal) is semidet.
'$rdf_hold'([], _).
'$rdf_hold'([Condition|Conditions], Literal) :-
    '$rdf_holds_for'(Condition, Literal),
    '$rdf_hold'(Conditions, Literal).

%! '$rdf_holds_for'(+Condition, +Literal) is semidet.
'$rdf_holds_for'(value(Operator, Reference), Literal) :-
    (   Reference = number(Limit)
    ->  Literal = ^^(Value,_),
        number(Value)
    ;   Reference = literal(Limit, lang(Language))
    ->  Literal = @(Value,Language)
    ;   Reference = literal(Limit, Type),
        Literal = ^^(Value,Type)
    ),
    (   number(Value),
        number(Limit)
    ->  ( Value < Limit -> Order = (<) ; Value > Limit -> Order = (>) ; Order = (=) )
    ;   compare(Order, Value, Limit)
    ),
    '$rdf_in_order'(Operator, Order).
'$rdf_holds_for'(text(How, Pattern), Literal) :-
    rdf_lexical_form(Literal, Lexical),
    ( Lexical = ^^(Text,_) ; Lexical = @(Text,_) ),
    !,
    rdf_match_label(How, Pattern, Text).
'$rdf_holds_for'(language(Range), @(_,Language)) :-
    lang_matches(Language, Range).

%! '$rdf_in_order'(+Operator, +Order) is semidet.
'$rdf_in_order'(<, <).
'$rdf_in_order'(=<, <).
'$rdf_in_order'(=<, =).
'$rdf_in_order'(==, =).
'$rdf_in_order'(>=, =).
'$rdf_in_order'(>=, >).
'$rdf_in_order'(>, >).

%! '$rdf_list_term'(+Name, -Iri) is det.
'$rdf_list_term'(first, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#first').
'$rdf_list_term'(rest, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#rest').
'$rdf_list_term'(nil, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#nil').

%! '$rdf_list_node'(+Node, -First, -Rest) is semidet.
%  First and Rest, as they are stored, are those of the list Node.
'$rdf_list_node'(Node, First, Rest) :-
    '$rdf_list_term'(first, FirstOf),
    '$rdf_list_term'(rest, RestOf),
    rdf_store:t(Node, FirstOf, First, _),
    rdf_store:t(Node, RestOf, Rest, _),
    !.

%! '$rdf_list_arg'(+List, -Node) is det.
'$rdf_list_arg'(List, Node) :-
    (   ( atom(List) ; compound(List), List = _:_ )
    ->  '$rdf_resource'(List, Node)
    ;   type_error(rdf_subject, List)
    ).

%! '$rdf_nodes'(+Node, -Nodes) is det.
%  Nodes are Node and those behind it in a list of RDF.
'$rdf_nodes'(Node, Nodes) :-
    '$rdf_nodes'(Node, t, Nodes).

%! '$rdf_nodes'(+Node, +Seen, -Nodes) is det.
'$rdf_nodes'(Node, Seen0, Nodes) :-
    (   '$rdf_list_term'(nil, Node)
    ->  Nodes = []
    ;   '$rdf_list_node'(Node, _, Rest),
        \+ get_assoc(Node, Seen0, _)
    ->  put_assoc(Node, Seen0, true, Seen),
        Nodes = [Node|More],
        '$rdf_nodes'(Rest, Seen, More)
    ;   type_error(rdf_list, Node)
    ).

%! rdf_list(?List) is nondet.
%  List is the first node of a list of RDF; an unknown one begins one that is no part of another.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b], L), rdf_list(L).   %=> L = '_:genid1'.
rdf_list(List) :-
    (   var(List)
    ->  '$rdf_list_term'(first, FirstOf),
        '$rdf_list_term'(rest, RestOf),
        rdf_store:t(List, FirstOf, _, _),
        \+ rdf_store:t(_, RestOf, List, _)
    ;   '$rdf_resource'(List, Node)
    ),
    ( var(Node) -> Node = List ; true ),
    catch('$rdf_nodes'(Node, _), error(type_error(rdf_list, _), _), fail).

%! rdf_list(+List, -Elements) is det.
%  Elements are those of a list of RDF.
%  Errors: type_error(rdf_list, Node), if it has no end.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,@("b",en),3], L), rdf_list(L, [_,_,X]).   %=> L = '_:genid1', X = 3^^'http://www.w3.org/2001/XMLSchema#integer'.
rdf_list(List, Elements) :-
    '$rdf_list_arg'(List, Node),
    '$rdf_nodes'(Node, Nodes),
    maplist('$rdf_first', Nodes, Elements).

%! '$rdf_first'(+Node, ?First) is semidet.
'$rdf_first'(Node, First) :-
    '$rdf_list_node'(Node, Stored, _),
    '$rdf11_out'(Stored, Found),
    First = Found.

%! rdf_length(+List, -Length) is det.
%  Length is that of a list of RDF.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b], L), rdf_length(L, N).   %=> L = '_:genid1', N = 2.
rdf_length(List, Length) :-
    '$rdf_list_arg'(List, Node),
    '$rdf_nodes'(Node, Nodes),
    length(Nodes, Length).

%! rdf_member(?Element, +List) is nondet.
%  Element is one of a list of RDF.
rdf_member(Element, List) :-
    rdf_list(List, Elements),
    '$rdf_known'(Element, Known),
    ( ground(Known) -> memberchk(Known, Elements) ; member(Known, Elements) ).

%! '$rdf_known'(?Object, -Literal) is det.
%  Literal is Object as rdf/3 tells it, if it is known.
'$rdf_known'(Object, Literal) :-
    ( ground(Object) -> rdf_canonical_literal(Object, Literal) ; Literal = Object ).

%! rdf_last(+List, ?Last) is semidet.
%  Last is the last element of a list of RDF.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b], L), rdf_last(L, X).   %=> L = '_:genid1', X = b.
rdf_last(List, Last) :-
    rdf_list(List, Elements),
    last(Elements, Found),
    '$rdf_known'(Last, Known),
    Known = Found.

%! rdf_nextto(?Element, ?Next) is nondet.
%  Next is behind Element in a list of RDF.
rdf_nextto(Element, Next) :-
    distinct(Element-Next, rdf_nextto(Element, Next, _)).

%! rdf_nextto(?Element, ?Next, ?Node) is nondet.
%  Next is behind Element, whose node in a list of RDF is Node.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b,c], _L), rdf_nextto(a, X, _).   %=> X = b.
rdf_nextto(Element, Next, Node) :-
    '$rdf_list_term'(first, FirstOf),
    '$rdf_list_term'(rest, RestOf),
    (   var(Element),
        ground(Next),
        var(Node)
    ->  rdf(Behind, FirstOf, Next),
        rdf(Node, RestOf, Behind),
        rdf(Node, FirstOf, Element)
    ;   rdf(Node, FirstOf, Element),
        rdf(Node, RestOf, Behind),
        rdf(Behind, FirstOf, Next)
    ).

%! rdf_nth0(?Index, +List, ?Element) is nondet.
%  Element is the one of a list of RDF with this number, from 0.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b], L), rdf_nth0(1, L, X).   %=> L = '_:genid1', X = b.
rdf_nth0(Index, List, Element) :-
    '$rdf_nth'(0, Index, List, Element).

%! rdf_nth1(?Index, +List, ?Element) is nondet.
%  Element is the one of a list of RDF with this number, from 1.
rdf_nth1(Index, List, Element) :-
    '$rdf_nth'(1, Index, List, Element).

%! '$rdf_nth'(+Base, ?Index, +List, ?Element) is nondet.
'$rdf_nth'(Base, Index, List, Element) :-
    ( var(Index) -> true ; must_be(nonneg, Index) ),
    rdf_list(List, Elements),
    '$rdf_known'(Element, Known),
    ( Base =:= 0 -> nth0(Index, Elements, Known) ; nth1(Index, Elements, Known) ).

%! rdf_assert_list(+Elements, ?List) is det.
%  Adds a list of RDF with these elements to the default graph. List is its first node, a new one if it is unknown; lists among
%  the elements become lists.
rdf_assert_list(Elements, List) :-
    '$rdf11_graph'(Graph),
    rdf_assert_list(Elements, List, Graph).

%! rdf_assert_list(+Elements, ?List, +Graph) is det.
%  Like rdf_assert_list/2, in Graph.
rdf_assert_list(Elements, List, Graph) :-
    must_be(list, Elements),
    (   Elements == []
    ->  '$rdf_list_term'(nil, List)
    ;   ( var(List) -> '$rdf_new_bnode'(List) ; true ),
        rdf_transaction('$rdf_assert_list'(Elements, List, Graph))
    ).

%! '$rdf_assert_list'(+Elements, ?List, +Graph) is det.
'$rdf_assert_list'([], Nil, _) :-
    '$rdf_list_term'(nil, Nil).
'$rdf_assert_list'([Element0|Elements], Node, Graph) :-
    ( var(Node) -> '$rdf_new_bnode'(Node) ; true ),
    ( is_list(Element0) -> rdf_assert_list(Element0, Element, Graph) ; Element = Element0 ),
    '$rdf_list_term'(first, FirstOf),
    '$rdf_list_term'(rest, RestOf),
    rdf_assert(Node, FirstOf, Element, Graph),
    ( Elements == [] -> true ; '$rdf_new_bnode'(Rest) ),
    '$rdf_assert_list'(Elements, Rest, Graph),
    rdf_assert(Node, RestOf, Rest, Graph).

%! rdf_retract_list(+List) is det.
%  Removes the triples that make a list of RDF.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_list([a,b], L), rdf_retract_list(L), rdf(L, _, _).   %=> false.
rdf_retract_list(List) :-
    '$rdf_list_arg'(List, Node),
    '$rdf_nodes'(Node, Nodes),
    rdf_transaction('$rdf_retract_nodes'(Nodes)).

%! '$rdf_retract_nodes'(+Nodes) is det.
'$rdf_retract_nodes'(Nodes) :-
    forall(( member(Node, Nodes), member(Name, [first,rest]), '$rdf_list_term'(Name, Predicate) ),
           '$rdf_remove'(Node, Predicate, _, _)).

%! '$rdf_container_type'(?Kind, -Iri) is nondet.
'$rdf_container_type'(alt, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#Alt').
'$rdf_container_type'(bag, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#Bag').
'$rdf_container_type'(seq, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#Seq').

%! '$rdf_is_a'(?Resource, ?Type) is nondet.
'$rdf_is_a'(Resource, Type) :-
    rdf_store:t(Resource, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', Type, _).

%! '$rdf_assert_container'(+Kind, ?Container, +Elements) is det.
'$rdf_assert_container'(Kind, Container0, Elements) :-
    must_be(list, Elements),
    ( var(Container0) -> '$rdf_new_bnode'(Container0) ; true ),
    '$rdf_resource'(Container0, Container),
    '$rdf_container_type'(Kind, Type),
    rdf_transaction('$rdf_fill'(Container, Type, Elements)).

%! '$rdf_fill'(+Container, +Type, +Elements) is det.
'$rdf_fill'(Container, Type, Elements) :-
    rdf_assert(Container, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', Type),
    forall(nth1(Index, Elements, Element),
           ( rdf_member_property(Property, Index), rdf_assert(Container, Property, Element) )).

%! rdf_assert_alt(?Alt, +Default, +Others) is det.
%  Adds a container of alternatives.
rdf_assert_alt(Alt, Default, Others) :-
    '$rdf_assert_container'(alt, Alt, [Default|Others]).

%! rdf_assert_bag(?Bag, +Elements) is det.
%  Adds a container with these elements in no order.
rdf_assert_bag(Bag, Elements) :-
    '$rdf_assert_container'(bag, Bag, Elements).

%! rdf_assert_seq(?Seq, +Elements) is det.
%  Adds a container with these elements in order.
%  ?- use_module(library(semweb/rdf11)), rdf_assert_seq(s, [a,b]), rdf_seq(s, L).   %=> L = [a,b].
rdf_assert_seq(Seq, Elements) :-
    '$rdf_assert_container'(seq, Seq, Elements).

%! rdf_container(+Container, -Elements) is det.
%  Elements are those of a container of RDF, in the order of their numbers.
rdf_container(Container, Elements) :-
    findall(Index-Element, rdfs_nth1(Index, Container, Element), Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Elements).

%! rdf_alt(+Alt, ?Default, ?Others) is semidet.
%  Alt is a container of alternatives.
rdf_alt(Alt0, Default, Others) :-
    '$rdf_container'(alt, Alt0, [Default|Others]).

%! rdf_bag(+Bag, -Elements) is semidet.
%  Bag is a container of RDF with these elements in no order.
rdf_bag(Bag, Elements) :-
    '$rdf_container'(bag, Bag, Elements).

%! rdf_seq(+Seq, -Elements) is semidet.
%  Seq is a container of RDF with these elements in order.
rdf_seq(Seq, Elements) :-
    '$rdf_container'(seq, Seq, Elements).

%! '$rdf_container'(+Kind, +Container, -Elements) is semidet.
'$rdf_container'(Kind, Container0, Elements) :-
    '$rdf_node'(Container0, Container),
    '$rdf_container_type'(Kind, Type),
    '$rdf_is_a'(Container, Type),
    rdf_container(Container, Elements).

%! rdfs_nth1(?Index, ?Container, ?Element) is nondet.
%  Element is the one of a container of RDF with this number, from 1.
rdfs_nth1(Index, Container, Element) :-
    (   integer(Index)
    ->  rdf_member_property(Property, Index),
        rdf(Container, Property, Element)
    ;   rdf(Container, Property, Element),
        rdf_member_property(Property, Index)
    ).

%! rdfs_nth0(?Index, ?Container, ?Element) is nondet.
%  Element is the one of a container of RDF with this number, from 0.
rdfs_nth0(Index, Container, Element) :-
    (   integer(Index)
    ->  Index1 is Index + 1,
        rdfs_nth1(Index1, Container, Element)
    ;   rdfs_nth1(Index1, Container, Element),
        Index is Index1 - 1
    ).

%! rdfs_member(?Element, ?Container) is nondet.
%  Element is one of a container of RDF.
rdfs_member(Element, Container) :-
    rdfs_nth1(_, Container, Element).

%! rdfs_container_membership_property(?Property) is nondet.
%  Property is rdf:_1, rdf:_2 and so on.
rdfs_container_membership_property(Property) :-
    rdf_member_property(Property, _).

%! rdfs_container_membership_property(?Property, ?Index) is nondet.
%  Property is rdf:_1, rdf:_2 and so on, Index its number.
rdfs_container_membership_property(Property, Index) :-
    rdf_member_property(Property, Index).
