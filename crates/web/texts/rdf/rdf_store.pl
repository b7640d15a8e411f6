% The triples: what library(semweb/rdf_db) and library(semweb/rdf11) have in common.
%
% A triple is a fact rdf_store:t(Subject, Predicate, Object, Graph), so that the indexes of facts, transactions, threads and
% limits of memory are those of all facts. If it is in other graphs, too, there is a fact rdf_store:d/4 for each of them. An
% object is an atom, the IRI or name of a resource, or a literal: text(Text) for xsd:string, lang(Text, Language),
% type(Text, Type).

%! '$rdf_node'(?Term, -Node) is det.
%  Node is the resource that Term tells, or a variable.
'$rdf_node'(Term, Node) :-
    (   atom(Term)
    ->  Node = Term
    ;   var(Term)
    ->  Node = Term
    ;   Term = Alias:Local
    ->  '$rdf_expanded'(Alias, Local, user, Node)
    ;   type_error(iri, Term)
    ).

%! '$rdf_resource'(+Term, -Node) is det.
'$rdf_resource'(Term, Node) :-
    (   atom(Term)
    ->  Node = Term
    ;   var(Term)
    ->  instantiation_error(Term)
    ;   '$rdf_node'(Term, Node)
    ).

%! '$rdf_graph_arg'(?Term, -Graph) is det.
%  Graph is the name of a graph; the line in Graph:Line is left out.
'$rdf_graph_arg'(Term, Graph) :-
    (   atom(Term)
    ->  Graph = Term
    ;   var(Term)
    ->  Graph = Term
    ;   Term = Name:Line,
        ( integer(Line) ; var(Line) )
    ->  '$rdf_graph_arg'(Name, Graph)
    ;   Term = Alias:Local,
        atom(Alias),
        atom(Local)
    ->  '$rdf_expanded'(Alias, Local, user, Graph)
    ;   type_error(rdf_graph, Term)
    ).

%! '$rdf_in'(?Subject, ?Predicate, ?Object, ?Graph) is nondet.
%  A triple in a graph.
'$rdf_in'(Subject, Predicate, Object, Graph) :-
    (   rdf_store:d(_, _, _, _)
    ->  (   rdf_store:t(Subject, Predicate, Object, Graph)
        ;   rdf_store:d(Subject, Predicate, Object, Graph)
        )
    ;   rdf_store:t(Subject, Predicate, Object, Graph)
    ).

%! '$rdf_locked'(:Goal) is semidet.
%  Runs Goal, as once/1, while no other thread changes triples.
'$rdf_locked'(Goal) :-
    with_mutex('$rdf', Goal).

%! '$rdf_add'(+Subject, +Predicate, +Object, +Graph) is det.
'$rdf_add'(Subject, Predicate, Object, Graph) :-
    '$rdf_note_graph'(Graph),
    '$rdf_locked'('$rdf_insert'(Subject, Predicate, Object, Graph)).

%! '$rdf_insert'(+Subject, +Predicate, +Object, +Graph) is det.
%  Adds a triple unless the graph has it.
'$rdf_insert'(Subject, Predicate, Object, Graph) :-
    (   rdf_store:t(Subject, Predicate, Object, Other)
    ->  (   Other == Graph
        ->  true
        ;   rdf_store:d(Subject, Predicate, Object, Graph)
        ->  true
        ;   assertz(rdf_store:d(Subject, Predicate, Object, Graph)),
            '$rdf_tell'(assert(Subject, Predicate, Object, Graph))
        )
    ;   assertz(rdf_store:t(Subject, Predicate, Object, Graph)),
        '$rdf_tell'(assert(Subject, Predicate, Object, Graph))
    ).

%! '$rdf_insert_all'(+Triples, +Graph) is det.
%  Triples are terms t(Subject, Predicate, Object), or g(Subject, Predicate, Object, Graph) of graphs with names.
'$rdf_insert_all'([], _).
'$rdf_insert_all'([Triple|Triples], Graph) :-
    (   Triple = t(Subject, Predicate, Object)
    ->  '$rdf_insert'(Subject, Predicate, Object, Graph)
    ;   Triple = g(Subject, Predicate, Object, Named),
        '$rdf_note_graph'(Named),
        '$rdf_insert'(Subject, Predicate, Object, Named)
    ),
    '$rdf_insert_all'(Triples, Graph).

%! '$rdf_note_graph'(+Graph) is det.
'$rdf_note_graph'(Graph) :-
    (   rdf_store:graph(Graph)
    ->  true
    ;   assertz(rdf_store:graph(Graph)),
        '$rdf_tell'(create_graph(Graph))
    ).

%! '$rdf_remove'(?Subject, ?Predicate, ?Object, ?Graph) is det.
%  Removes triples from one graph or from all. A triple that is in other graphs stays there.
'$rdf_remove'(Subject, Predicate, Object, Graph) :-
    '$rdf_locked'('$rdf_erase'(Subject, Predicate, Object, Graph)).

%! '$rdf_erase'(?Subject, ?Predicate, ?Object, ?Graph) is det.
'$rdf_erase'(Subject, Predicate, Object, Graph) :-
    (   rdf_store:monitor(_, _)
    ->  forall('$rdf_in'(Subject, Predicate, Object, Graph),
               '$rdf_tell'(retract(Subject, Predicate, Object, Graph)))
    ;   true
    ),
    (   rdf_store:d(_, _, _, _)
    ->  retractall(rdf_store:d(Subject, Predicate, Object, Graph)),
        forall(retract(rdf_store:t(Subject, Predicate, Object, Graph)),
               (   retract(rdf_store:d(Subject, Predicate, Object, Next))
               ->  assertz(rdf_store:t(Subject, Predicate, Object, Next))
               ;   true
               ))
    ;   retractall(rdf_store:t(Subject, Predicate, Object, Graph))
    ).

%! '$rdf_tell'(+Event) is det.
'$rdf_tell'(Event) :-
    (   rdf_store:monitor(_, _)
    ->  '$rdf_event'(Event, Told),
        functor(Told, Kind, _),
        forall(( rdf_store:monitor(Goal, Mask), '$rdf_is_told'(Mask, Kind) ), ( call(Goal, Told) -> true ; true ))
    ;   true
    ).

%! '$rdf_is_told'(+Mask, +Kind) is semidet.
'$rdf_is_told'(Mask, Kind) :-
    (   memberchk(Kind, Mask)
    ;   memberchk(+Kind, Mask)
    ;   ( Mask == [] ; memberchk(all, Mask) ; memberchk(-_, Mask) ),
        \+ memberchk(-Kind, Mask)
    ),
    !.

%! '$rdf_event'(+Event, -Told) is det.
%  Told has the literal as library(semweb/rdf_db) has it.
'$rdf_event'(Event, Told) :-
    (   Event =.. [Kind,Subject,Predicate,Object0,Graph]
    ->  '$rdf_db_out'(Object0, Object),
        Told =.. [Kind,Subject,Predicate,Object,Graph]
    ;   Told = Event
    ).

%! rdf_monitor(:Goal, +Mask) is det.
%  Calls Goal with one more argument after each change of triples: assert(Subject, Predicate, Object, Graph),
%  retract(Subject, Predicate, Object, Graph), create_graph(Graph), reset, transaction(begin, Id), and transaction(end, Id) or transaction(discard, Id). Literals
%  are those of library(semweb/rdf_db). Mask is a list of the kinds of events, of +Kind and -Kind; [] is all of them. The mask
%  [-all] ends it.
%  ?- use_module(library(semweb/rdf11)), rdf_monitor([E]>>(E = assert(s,p,_,_) -> nb_setval(seen, yes) ; true), []), rdf_assert(s, p, o), nb_getval(seen, X).   %=> X = yes.
rdf_monitor(Goal0, Mask) :-
    must_be(list, Mask),
    '$rdf_state',
    strip_module(Goal0, Module, Goal),
    must_be(callable, Goal),
    retractall(rdf_store:monitor(Module:Goal, _)),
    (   memberchk(-all, Mask)
    ->  true
    ;   assertz(rdf_store:monitor(Module:Goal, Mask))
    ).

%! rdf_transaction(:Goal) is semidet.
%  Runs Goal as once/1. If it fails or raises an exception, its changes, of triples and of other facts, are taken back. Other
%  threads see them when it has ended.
%  ?- use_module(library(semweb/rdf11)), \+ rdf_transaction(( rdf_assert(s, p, o), fail )), rdf(s, p, X).   %=> false.
rdf_transaction(Goal) :-
    rdf_transaction(Goal, user, []).

%! rdf_transaction(:Goal, +Id) is semidet.
%  Like rdf_transaction/1; Id is told by rdf_active_transaction/1.
%  ?- use_module(library(semweb/rdf11)), rdf_transaction(rdf_active_transaction(X), mine).   %=> X = mine.
rdf_transaction(Goal, Id) :-
    rdf_transaction(Goal, Id, []).

%! rdf_transaction(:Goal, +Id, +Options) is semidet.
%  Like rdf_transaction/2. With the option snapshot(true) the changes are taken back in any case.
%  ?- use_module(library(semweb/rdf11)), rdf_transaction(rdf_assert(s, p, o), mine, [snapshot(true)]), rdf(s, p, X).   %=> false.
rdf_transaction(Goal, Id, Options) :-
    must_be(list, Options),
    must_be(callable, Goal),
    '$rdf_state',
    ( nb_current('$rdf_open', Outer) -> true ; Outer = [] ),
    b_setval('$rdf_open', [Id|Outer]),
    (   memberchk(snapshot(Snapshot), Options),
        Snapshot \== false
    ->  '$rdf_bracket'(snapshot(Goal), discard, Id)
    ;   Outer == []
    ->  '$rdf_bracket'(transaction(Goal, '$rdf_settle', '$rdf'), end, Id)
    ;   '$rdf_bracket'(transaction(Goal), end, Id)
    ),
    b_setval('$rdf_open', Outer).

%! '$rdf_bracket'(:Goal, +End, +Id) is semidet.
%  Tells monitors where a transaction begins and how it ends: End, or discard.
'$rdf_bracket'(Goal, End, Id) :-
    State = state(discard),
    setup_call_cleanup(
        '$rdf_tell'(transaction(begin, Id)),
        ( once(Goal), nb_setarg(1, State, End) ),
        ( arg(1, State, What), '$rdf_tell'(transaction(What, Id)) )
    ).

%! rdf_active_transaction(?Id) is nondet.
%  Id is that of an open transaction, the innermost first.
%  ?- use_module(library(semweb/rdf11)), rdf_active_transaction(X).   %=> false.
rdf_active_transaction(Id) :-
    nb_current('$rdf_open', Open),
    member(Id, Open).

%! '$rdf_settle' is det.
%  At the end of a transaction, a triple that another thread has added meanwhile, too, becomes one again.
'$rdf_settle' :-
    (   transaction_updates(Updates)
    ->  forall(( member(Update, Updates), arg(1, Update, Reference), '$rdf_is_double'(Reference, Triple) ),
               '$rdf_settle'(Triple, Reference))
    ;   true
    ).

%! '$rdf_is_double'(+Reference, -Triple) is semidet.
'$rdf_is_double'(Reference, t(Subject, Predicate, Object, Graph)) :-
    catch(clause(rdf_store:t(Subject, Predicate, Object, Graph), true, Reference), error(_, _), fail),
    clause(rdf_store:t(Subject, Predicate, Object, _), true, Other),
    Other \== Reference,
    !.

%! '$rdf_settle'(+Triple, +Reference) is det.
'$rdf_settle'(t(Subject, Predicate, Object, Graph), Reference) :-
    erase(Reference),
    '$rdf_insert'(Subject, Predicate, Object, Graph).

%! rdf_subject(?Subject) is nondet.
%  Subject is that of a triple; each is told once.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o), rdf_assert(s, p, o2), rdf_subject(X).   %=> X = s.
rdf_subject(Subject0) :-
    '$rdf_node'(Subject0, Subject),
    (   atom(Subject)
    ->  rdf_store:t(Subject, _, _, _),
        !
    ;   rdf_store:t(Subject, Predicate, Object, _),
        once(rdf_store:t(Subject, FirstPredicate, FirstObject, _)),
        FirstPredicate == Predicate,
        FirstObject == Object
    ).

%! rdf_current_predicate(?Predicate) is nondet.
%  Predicate is that of a triple; each is told once.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o), rdf_assert(t, p, o), rdf_current_predicate(X).   %=> X = p.
rdf_current_predicate(Predicate0) :-
    '$rdf_node'(Predicate0, Predicate),
    (   atom(Predicate)
    ->  rdf_store:t(_, Predicate, _, _),
        !
    ;   rdf_store:t(Subject, Predicate, Object, _),
        once(rdf_store:t(FirstSubject, Predicate, FirstObject, _)),
        FirstSubject == Subject,
        FirstObject == Object
    ).

%! '$rdf_object'(?Object) is nondet.
%  Object is that of a triple, as it is stored; each is told once.
'$rdf_object'(Object) :-
    (   ground(Object)
    ->  rdf_store:t(_, _, Object, _),
        !
    ;   rdf_store:t(Subject, Predicate, Object, _),
        once(rdf_store:t(FirstSubject, FirstPredicate, Object, _)),
        FirstSubject == Subject,
        FirstPredicate == Predicate
    ).

%! rdf_resource(?Resource) is nondet.
%  Resource is the subject or the object of a triple, and no literal; each is told once.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(s, p, o), findall(X, rdf_resource(X), L).   %=> L = [s,o].
rdf_resource(Resource0) :-
    '$rdf_node'(Resource0, Resource),
    (   atom(Resource)
    ->  ( rdf_store:t(Resource, _, _, _) ; rdf_store:t(_, _, Resource, _) ),
        !
    ;   rdf_subject(Resource)
    ;   '$rdf_object'(Resource),
        atom(Resource),
        \+ rdf_store:t(Resource, _, _, _)
    ).

%! '$rdf_term'(?Node) is nondet.
%  Node is the name of a resource in any place of a triple; each is told once.
'$rdf_term'(Node) :-
    (   rdf_resource(Node)
    ;   rdf_current_predicate(Node),
        \+ rdf_store:t(Node, _, _, _),
        \+ rdf_store:t(_, _, Node, _)
    ).

%! '$rdf_sub'(+Predicate, -Sub) is nondet.
%  Sub is Predicate or one of its rdfs:subPropertyOf, at any distance; each is told once.
'$rdf_sub'(Predicate, Sub) :-
    Below = 'http://www.w3.org/2000/01/rdf-schema#subPropertyOf',
    (   rdf_store:t(_, Below, Predicate, _)
    ->  '$rdf_below'([Predicate], Below, t, Subs),
        member(Sub, Subs)
    ;   Sub = Predicate
    ).

%! '$rdf_below'(+Waiting, +Predicate, +Seen, -All) is det.
%  All are those that lead to one of Waiting by Predicate.
'$rdf_below'([], _, _, []).
'$rdf_below'([Node|Waiting0], Predicate, Seen0, All) :-
    (   get_assoc(Node, Seen0, _)
    ->  '$rdf_below'(Waiting0, Predicate, Seen0, All)
    ;   put_assoc(Node, Seen0, true, Seen),
        findall(Next, rdf_store:t(Next, Predicate, Node, _), Nexts),
        append(Waiting0, Nexts, Waiting),
        All = [Node|Rest],
        '$rdf_below'(Waiting, Predicate, Seen, Rest)
    ).

%! '$rdf_has'(?Subject, ?Predicate, ?Object, -Real) is nondet.
%  Real is the predicate of the triple.
'$rdf_has'(Subject, Predicate, Object, Real) :-
    (   var(Predicate)
    ->  rdf_store:t(Subject, Predicate, Object, _),
        Real = Predicate
    ;   '$rdf_sub'(Predicate, Sub),
        (   rdf_store:property(Sub, _)
        ->  '$rdf_has_any'(Subject, Sub, Object, Real)
        ;   rdf_store:t(Subject, Sub, Object, _),
            Real = Sub
        )
    ).

%! '$rdf_has_any'(?Subject, +Predicate, ?Object, -Real) is nondet.
%  Takes properties of Predicate into account.
'$rdf_has_any'(Subject, Predicate, Object, Predicate) :-
    rdf_store:t(Subject, Predicate, Object, _).
'$rdf_has_any'(Subject, Predicate, Object, Predicate) :-
    rdf_store:property(Predicate, symmetric(true)),
    ( var(Object) ; atom(Object) ),
    rdf_store:t(Object, Predicate, Subject, _),
    \+ rdf_store:t(Subject, Predicate, Object, _).
'$rdf_has_any'(Subject, Predicate, Object, inverse_of(Inverse)) :-
    rdf_store:property(Predicate, inverse_of(Inverse)),
    ( var(Object) ; atom(Object) ),
    rdf_store:t(Object, Inverse, Subject, _).

%! '$rdf_reachable'(?Subject, +Predicate, ?Object, +Most, -Distance) is nondet.
%  Object can be reached from Subject by triples of Predicate and its sub-properties, in at most so many steps; the nearest
%  first, each once.
'$rdf_reachable'(Subject, Predicate, Object, Most, Distance) :-
    (   var(Predicate)
    ->  instantiation_error(Predicate)
    ;   atom(Subject),
        ground(Object)
    ->  '$rdf_levels'([Subject], Predicate, forward, Most, 0, t, Object, Distance),
        !
    ;   atom(Subject)
    ->  '$rdf_levels'([Subject], Predicate, forward, Most, 0, t, Object, Distance)
    ;   ground(Object)
    ->  '$rdf_levels'([Object], Predicate, backward, Most, 0, t, Subject, Distance)
    ;   instantiation_error(Subject)
    ).

%! '$rdf_levels'(+Nodes, +Predicate, +Way, +Most, +Depth, +Seen, -Node, -Distance) is nondet.
'$rdf_levels'(Nodes0, Predicate, Way, Most, Depth, Seen0, Node, Distance) :-
    '$rdf_unseen'(Nodes0, Seen0, Nodes, Seen),
    Nodes = [_|_],
    (   member(Node, Nodes),
        Distance = Depth
    ;   ( Most == infinite -> true ; Depth < Most ),
        Depth1 is Depth + 1,
        findall(Next, ( member(One, Nodes), '$rdf_step'(Way, Predicate, One, Next) ), Nexts),
        '$rdf_levels'(Nexts, Predicate, Way, Most, Depth1, Seen, Node, Distance)
    ).

%! '$rdf_step'(+Way, +Predicate, +Node, -Next) is nondet.
'$rdf_step'(forward, Predicate, Node, Next) :-
    atom(Node),
    '$rdf_has'(Node, Predicate, Next, _).
'$rdf_step'(backward, Predicate, Node, Next) :-
    '$rdf_has'(Next, Predicate, Node, _).

%! '$rdf_unseen'(+Nodes, +Seen0, -Unseen, -Seen) is det.
'$rdf_unseen'([], Seen, [], Seen).
'$rdf_unseen'([Node|Nodes], Seen0, Unseen, Seen) :-
    (   get_assoc(Node, Seen0, _)
    ->  '$rdf_unseen'(Nodes, Seen0, Unseen, Seen)
    ;   put_assoc(Node, Seen0, true, Seen1),
        Unseen = [Node|Rest],
        '$rdf_unseen'(Nodes, Seen1, Rest, Seen)
    ).

%! '$rdf_most'(+Most0, -Most) is det.
'$rdf_most'(Most0, Most) :-
    (   ( var(Most0) ; Most0 == inf ; Most0 == infinite ; Most0 == -1 )
    ->  Most = infinite
    ;   must_be(nonneg, Most0),
        Most = Most0
    ).

%! '$rdf_change'(+Subject, +Predicate, +Object, ?Graph, +Action, +Old) is det.
%  Changes one part of the triples that match: Old is the part, Action has the new one, both as they are stored.
'$rdf_change'(Subject, Predicate, Object, Graph, Action, Old) :-
    arg(1, Action, New),
    (   Old == New
    ->  true
    ;   rdf_transaction('$rdf_change_all'(Subject, Predicate, Object, Graph, Action), update)
    ).

%! '$rdf_change_all'(?Subject, ?Predicate, ?Object, ?Graph, +Action) is det.
'$rdf_change_all'(Subject, Predicate, Object, Graph, Action) :-
    findall(t(Subject, Predicate, Object, Graph), '$rdf_in'(Subject, Predicate, Object, Graph), Triples),
    functor(Action, Part, 1),
    arg(1, Action, New),
    nth1(Place, [subject,predicate,object,graph], Part),
    forall(member(Triple, Triples),
           (   Triple = t(S0, P0, O0, G0),
               '$rdf_remove'(S0, P0, O0, G0),
               setarg(Place, Triple, New),
               Triple = t(S, P, O, G),
               '$rdf_add'(S, P, O, G)
           )).

%! rdf_set_predicate(+Predicate, +Property) is det.
%  Tells what rdf_has/3 and rdf_reachable/3 know of Predicate: symmetric(Boolean), inverse_of(Other), transitive(Boolean).
%  ?- use_module(library(semweb/rdf11)), rdf_set_predicate(near, symmetric(true)), rdf_assert(a, near, b), rdf_has(b, near, X).   %=> X = a.
rdf_set_predicate(Predicate0, Property0) :-
    '$rdf_state',
    '$rdf_resource'(Predicate0, Predicate),
    must_be(nonvar, Property0),
    (   Property0 = inverse_of(Other0)
    ->  (   Other0 == []
        ->  retractall(rdf_store:property(Predicate, inverse_of(_)))
        ;   '$rdf_resource'(Other0, Other),
            '$rdf_set_property'(Predicate, inverse_of(Other)),
            '$rdf_set_property'(Other, inverse_of(Predicate))
        )
    ;   ( Property0 = symmetric(Boolean) ; Property0 = transitive(Boolean) )
    ->  must_be(boolean, Boolean),
        '$rdf_set_property'(Predicate, Property0)
    ;   domain_error(rdf_predicate_property, Property0)
    ).

%! '$rdf_set_property'(+Predicate, +Property) is det.
'$rdf_set_property'(Predicate, Property) :-
    functor(Property, Name, 1),
    functor(General, Name, 1),
    retractall(rdf_store:property(Predicate, General)),
    assertz(rdf_store:property(Predicate, Property)).

%! rdf_predicate_property(?Predicate, ?Property) is nondet.
%  Predicate of triples has this property: triples(Count), symmetric(Boolean), inverse_of(Other), transitive(Boolean).
%  ?- use_module(library(semweb/rdf11)), rdf_assert(a, p, b), rdf_predicate_property(p, triples(N)).   %=> N = 1.
rdf_predicate_property(Predicate0, Property) :-
    '$rdf_node'(Predicate0, Predicate),
    (   rdf_current_predicate(Predicate),
        Property = triples(Count),
        aggregate_all(count, rdf_store:t(_, Predicate, _, _), Count)
    ;   rdf_store:property(Predicate, Property)
    ).

%! rdf_estimate_complexity(?Subject, ?Predicate, ?Object, -Count) is det.
%  Count is the number of triples that match, or about that: counting ends at 1000, then it is that of all triples.
%  ?- use_module(library(semweb/rdf11)), rdf_assert(a, p, b), rdf_estimate_complexity(a, _, _, N).   %=> N = 1.
rdf_estimate_complexity(Subject0, Predicate0, Object0, Count) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    (   compound(Object0),
        Object0 = literal(_)
    ->  '$rdf_db_in'(Object0, Object)
    ;   '$rdf11_in'(Object0, Object)
    ),
    (   var(Subject),
        var(Predicate),
        var(Object)
    ->  '$rdf_count'(Count)
    ;   aggregate_all(count, limit(1000, rdf_store:t(Subject, Predicate, Object, _)), Found),
        ( Found < 1000 -> Count = Found ; '$rdf_count'(Count) )
    ).

%! '$rdf_count'(-Count) is det.
'$rdf_count'(Count) :-
    predicate_property(rdf_store:t(_, _, _, _), number_of_clauses(First)),
    predicate_property(rdf_store:d(_, _, _, _), number_of_clauses(Others)),
    Count is First + Others.
