% Prefixes of IRIs, with the names of library(semweb/rdf_prefixes).

%! '$rdf_state' is det.
%  The facts about RDF are in modules that threads share and that transactions take back: of a triple the first graph is in
%  t/4, others in d/4.
'$rdf_state' :-
    (   '$defined_in_module'(rdf_store, ready, 0)
    ->  true
    ;   dynamic([rdf_store:t/4,rdf_store:d/4,rdf_store:graph/1,rdf_store:source/3,rdf_store:used/3,rdf_store:local/3,
                 rdf_store:meta/3,rdf_store:property/2,rdf_store:monitor/2,rdf_db:ns/2,rdf_store:ready/0,'$rdf':hooked/0]),
        multifile(rdf_db:ns/2),
        forall(( '$rdf_known_prefix'(Alias, Uri), \+ rdf_db:ns(Alias, _) ), assertz(rdf_db:ns(Alias, Uri))),
        ( current_prolog_flag(rdf_default_graph, _) -> true ; create_prolog_flag(rdf_default_graph, default, []) ),
        ( '$rdf':hooked -> true ; '$rdf_hook' ),
        assertz(rdf_store:ready)
    ).

%! '$rdf_hook' is det.
%  Lets goals and clauses that are loaded from now on be expanded.
'$rdf_hook' :-
    assertz((system:goal_expansion(Goal, Expanded) :- '$rdf_goal_expansion'(Goal, Expanded))),
    assertz((system:term_expansion(Term, Expansion) :- '$rdf_term_expansion'(Term, Expansion))),
    assertz('$rdf':hooked).

%! '$rdf_used' is det.
%  The text that is being loaded uses RDF. Both modules are there, so that it may name the one that it does not load.
'$rdf_used' :-
    '$rdf_state',
    '$rdf_module'(rdf_db),
    '$rdf_module'(rdf11),
    '$define_operators'([op(1150,fx,rdf_meta)]).

%! '$use_semweb/rdf_prefixes' is det.
'$use_semweb/rdf_prefixes' :-
    '$rdf_used'.

%! '$rdf_meta_head'(?Template) is nondet.
%  The arguments that need the module of the caller.
'$rdf_meta_head'(rdf_transaction(0)).
'$rdf_meta_head'(rdf_transaction(0,?)).
'$rdf_meta_head'(rdf_transaction(0,?,?)).
'$rdf_meta_head'(rdf_monitor(1,?)).
'$rdf_meta_head'(rdf_process_turtle(?,2,?)).
'$rdf_meta_head'(rdf_process_ntriples(?,2,?)).
'$rdf_meta_head'(process_rdf(?,2,?)).
'$rdf_meta_head'(rdf_current_prefix(:,?)).
'$rdf_meta_head'(rdf_current_ns(:,?)).
'$rdf_meta_head'(rdf_prefix(:,?)).
'$rdf_meta_head'(rdf_global_id(?,:)).
'$rdf_meta_head'(rdf_global_object(?,:)).
'$rdf_meta_head'(rdf_global_term(?,:)).

%! '$rdf_known_prefix'(?Alias, ?Uri) is nondet.
'$rdf_known_prefix'(dc, 'http://purl.org/dc/elements/1.1/').
'$rdf_known_prefix'(dcterms, 'http://purl.org/dc/terms/').
'$rdf_known_prefix'(eor, 'http://dublincore.org/2000/03/13/eor#').
'$rdf_known_prefix'(foaf, 'http://xmlns.com/foaf/0.1/').
'$rdf_known_prefix'(owl, 'http://www.w3.org/2002/07/owl#').
'$rdf_known_prefix'(rdf, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#').
'$rdf_known_prefix'(rdfs, 'http://www.w3.org/2000/01/rdf-schema#').
'$rdf_known_prefix'(serql, 'http://www.openrdf.org/schema/serql#').
'$rdf_known_prefix'(skos, 'http://www.w3.org/2004/02/skos/core#').
'$rdf_known_prefix'(void, 'http://rdfs.org/ns/void#').
'$rdf_known_prefix'(xsd, 'http://www.w3.org/2001/XMLSchema#').

%! rdf_register_prefix(+Alias, +Uri) is det.
%  Lets Alias:Local stand for the IRI that begins with Uri. The aliases dc, dcterms, eor, foaf, owl, rdf, rdfs, serql, skos,
%  void and xsd are there from the start.
%  Errors: permission_error(register, namespace, Alias), if it stands for another one.
%  ?- use_module(library(semweb/rdf11)), rdf_register_prefix(ex, 'http://example.org/'), rdf_global_id(ex:a, X).   %=> X = 'http://example.org/a'.
rdf_register_prefix(Alias, Uri) :-
    rdf_register_prefix(Alias, Uri, []).

%! rdf_register_prefix(+Alias, +Uri, +Options) is det.
%  Like rdf_register_prefix/2. Options: force(true) to replace another meaning of Alias, keep(true) to keep that one silently.
%  ?- use_module(library(semweb/rdf11)), rdf_register_prefix(rdf, 'http://x/', [keep(true)]), rdf_current_prefix(rdf, X).   %=> X = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'.
rdf_register_prefix(Alias, Uri, Options) :-
    must_be(atom, Alias),
    must_be(atom, Uri),
    must_be(list, Options),
    '$rdf_state',
    (   rdf_db:ns(Alias, Other)
    ->  (   Other == Uri
        ->  true
        ;   memberchk(force(true), Options)
        ->  retractall(rdf_db:ns(Alias, _)),
            '$rdf_add_prefix'(Alias, Uri)
        ;   memberchk(keep(true), Options)
        ->  true
        ;   throw(error(permission_error(register, namespace, Alias), context(_, 'Already defined')))
        )
    ;   '$rdf_add_prefix'(Alias, Uri)
    ).

%! '$rdf_add_prefix'(+Alias, +Uri) is det.
%  Of two prefixes of which one begins with the other, the longer comes first.
'$rdf_add_prefix'(Alias, Uri) :-
    (   rdf_db:ns(_, Shorter),
        sub_atom(Uri, 0, _, _, Shorter)
    ->  asserta(rdf_db:ns(Alias, Uri))
    ;   assertz(rdf_db:ns(Alias, Uri))
    ).

%! rdf_unregister_prefix(+Alias) is det.
%  Alias stands for nothing any more.
%  ?- use_module(library(semweb/rdf11)), rdf_unregister_prefix(foaf), rdf_current_prefix(foaf, _).   %=> false.
rdf_unregister_prefix(Alias) :-
    must_be(atom, Alias),
    '$rdf_state',
    retractall(rdf_db:ns(Alias, _)).

%! rdf_register_ns(+Alias, +Uri) is det.
%  The older name of rdf_register_prefix/2.
rdf_register_ns(Alias, Uri) :-
    rdf_register_prefix(Alias, Uri, []).

%! rdf_register_ns(+Alias, +Uri, +Options) is det.
%  The older name of rdf_register_prefix/3.
rdf_register_ns(Alias, Uri, Options) :-
    rdf_register_prefix(Alias, Uri, Options).

%! rdf_current_ns(:Alias, ?Uri) is nondet.
%  The older name of rdf_current_prefix/2.
rdf_current_ns(Alias, Uri) :-
    rdf_current_prefix(Alias, Uri).

%! rdf_current_prefix(:Alias, ?Uri) is nondet.
%  Alias:Local stands for the IRI that begins with Uri, in the module that is being loaded or in all.
%  ?- use_module(library(semweb/rdf11)), rdf_current_prefix(xsd, X).   %=> X = 'http://www.w3.org/2001/XMLSchema#'.
rdf_current_prefix(Alias0, Uri) :-
    strip_module(Alias0, Module, Alias),
    (   nonvar(Alias)
    ->  '$rdf_prefix'(Alias, Module, Found),
        Uri = Found
    ;   '$rdf_state',
        ( rdf_store:local(Alias, Module, Uri) ; rdf_db:ns(Alias, Uri) )
    ).

%! '$rdf_prefix'(+Alias, +Module, -Uri) is semidet.
'$rdf_prefix'(Alias, Module, Uri) :-
    '$rdf_state',
    (   rdf_store:local(Alias, Module, Found)
    ->  Uri = Found
    ;   rdf_db:ns(Alias, Found)
    ->  Uri = Found
    ).

%! rdf_prefix(:Alias, +Uri) is det.
%  Directive that lets Alias:Local stand for the IRI that begins with Uri, in the module that is being loaded.
rdf_prefix(Alias0, Uri) :-
    '$rdf_state',
    strip_module(Alias0, Named, Alias),
    ( Named == user -> '$own_module'(Module) ; Module = Named ),
    must_be(atom, Alias),
    must_be(atom, Uri),
    retractall(rdf_store:local(Alias, Module, _)),
    assertz(rdf_store:local(Alias, Module, Uri)).

%! rdf_global_id(?Short, :Iri) is semidet.
%  Iri is what Short, a term Alias:Local, stands for; an atom stands for itself. If Iri is known, Short is the shortest term
%  for it, or the IRI itself.
%  Errors: existence_error(rdf_prefix, Alias).
%  ?- use_module(library(semweb/rdf11)), rdf_global_id(X, 'http://www.w3.org/2001/XMLSchema#int').   %=> X = xsd:int.
%  ?- use_module(library(semweb/rdf11)), rdf_global_id(no_such_alias:a, _).   %=> existence_error(rdf_prefix, no_such_alias).
rdf_global_id(Short, Iri0) :-
    strip_module(Iri0, Module, Iri),
    (   nonvar(Short),
        Short \= _:_
    ->  Iri = Short
    ;   '$rdf_global_in'(Short, Module, Iri)
    ->  true
    ;   Short = Iri
    ).

%! '$rdf_global_in'(?Short, +Module, ?Iri) is semidet.
'$rdf_global_in'(Alias:Local, Module, Iri) :-
    (   atom(Iri)
    ->  '$rdf_state',
        ( rdf_store:local(Alias, Module, Uri) ; rdf_db:ns(Alias, Uri) ),
        atom_concat(Uri, Local, Iri),
        !
    ;   atom(Alias),
        atom(Local),
        var(Iri),
        '$rdf_expanded'(Alias, Local, Module, Iri)
    ).

%! '$rdf_expanded'(+Alias, +Local, +Module, -Iri) is det.
'$rdf_expanded'(Alias, Local, Module, Iri) :-
    must_be(atom, Alias),
    must_be(atom, Local),
    (   '$rdf_prefix'(Alias, Module, Uri)
    ->  atom_concat(Uri, Local, Iri)
    ;   existence_error(rdf_prefix, Alias)
    ).

%! rdf_global_object(+Object, :Global) is semidet.
%  Global is Object with the full IRI, of a resource or of the type of a literal.
%  ?- use_module(library(semweb/rdf11)), rdf_global_object(^^("1",xsd:int), X).   %=> X = "1"^^'http://www.w3.org/2001/XMLSchema#int'.
rdf_global_object(Object, Global0) :-
    strip_module(Global0, Module, Global),
    '$rdf_global_object'(Object, Module, Global).

%! '$rdf_global_object'(?Object, +Module, -Global) is semidet.
'$rdf_global_object'(Object, Module, Global) :-
    (   var(Object)
    ->  Global = Object
    ;   '$rdf_typed'(Object, Type, Global0, Full),
        nonvar(Type),
        Type = Alias:Local,
        atom(Alias),
        atom(Local)
    ->  '$rdf_expanded'(Alias, Local, Module, Full),
        Global = Global0
    ;   Object = literal(Query, Value0)
    ->  rdf_global_term(Query, Module:Query1),
        '$rdf_global_object'(literal(Value0), Module, literal(Value)),
        Global = literal(Query1, Value)
    ;   Global = Object
    ).

%! '$rdf_typed'(+Object, -Type, -Other, -OtherType) is semidet.
%  Other is Object with OtherType in the place of the IRI Type.
'$rdf_typed'(Alias:Local, Alias:Local, Iri, Iri).
'$rdf_typed'(literal(Value), Type, literal(type(Other, Text)), Other) :-
    nonvar(Value),
    Value = type(Type, Text).
'$rdf_typed'(^^(Value,Type), Type, ^^(Value,Other), Other).

%! rdf_global_term(+Term, :Global) is det.
%  Global is Term in which each Alias:Local, at any depth, is the IRI that it stands for, if there is one.
%  ?- use_module(library(semweb/rdf11)), rdf_global_term([rdf:nil,a:b], X).   %=> X = ['http://www.w3.org/1999/02/22-rdf-syntax-ns#nil',a:b].
rdf_global_term(Term, Global0) :-
    strip_module(Global0, Module, Global),
    mapsubterms('$rdf_globalized'(Module), Term, Global).

%! '$rdf_globalized'(+Module, +Term, -Iri) is semidet.
'$rdf_globalized'(Module, Term, Iri) :-
    nonvar(Term),
    Term = Alias:Local,
    atom(Alias),
    atom(Local),
    '$rdf_prefix'(Alias, Module, Uri),
    atom_concat(Uri, Local, Iri).

%! rdf_equal(?Resource, ?Other) is semidet.
%  Unifies two resources or literals; a term Alias:Local is the IRI that it stands for where the goal is compiled.
%  ?- use_module(library(semweb/rdf11)), rdf_equal('http://www.w3.org/1999/02/22-rdf-syntax-ns#type', X).   %=> X = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'.
rdf_equal(Resource, Resource).

%! rdf_meta(+Heads) is det.
%  Directive that tells which arguments of predicates are resources, r, or objects, o; graphs, g; terms with such in them,
%  t; goals, :. There, Alias:Local is replaced by the IRI in goals and heads of clauses that follow. Other marks, such as +,
%  -, ? and @, change nothing.
rdf_meta(Heads) :-
    '$rdf_state',
    '$own_module'(Module),
    '$rdf_meta'(Heads, Module).

%! '$rdf_meta'(+Heads, +Module) is det.
'$rdf_meta'(Heads, Module) :-
    must_be(nonvar, Heads),
    (   Heads = (One,Others)
    ->  '$rdf_meta'(One, Module),
        '$rdf_meta'(Others, Module)
    ;   Heads = At:Plain
    ->  '$rdf_meta'(Plain, At)
    ;   must_be(callable, Heads),
        functor(Heads, Name, Arity),
        functor(General, Name, Arity),
        forall(( arg(_, Heads, Mark), \+ memberchk(Mark, [:,+,-,?,@,r,o,t,g]) ), type_error(rdf_meta_argument, Mark)),
        retractall(rdf_store:meta(General, Module, _)),
        assertz(rdf_store:meta(General, Module, Heads))
    ).

%! '$rdf_goal_expansion'(+Goal, -Expanded) is semidet.
'$rdf_goal_expansion'(Goal, Expanded) :-
    callable(Goal),
    '$own_module'(Own),
    '$rdf_marks'(Goal, Own, Marks),
    '$rdf_expand'(Goal, Marks, Own, Expanded),
    Goal \== Expanded.

%! '$rdf_marks'(+Goal, +Module, -Marks) is semidet.
%  Marks are those that rdf_meta/1 tells of what Goal calls in Module.
'$rdf_marks'(Goal, Module, Marks) :-
    (   rdf_store:meta(Goal, Module, Found)
    ->  Marks = Found
    ;   rdf_store:meta(Goal, Home, Found),
        '$rdf_home'(Goal, Module, Home)
    ->  Marks = Found
    ;   '$rdf_marked'(Goal, Found),
        '$rdf_home'(Goal, Module, Home),
        ( memberchk(Home, [rdf_db,rdf11]) -> true ; \+ '$declared_module'(Home, _, _) )
    ->  Marks = Found
    ).

%! '$rdf_home'(+Goal, +Module, -Home) is semidet.
%  Home is the module, or the library, from which Module has what Goal calls.
'$rdf_home'(Goal, Module, Home) :-
    (   memberchk(Module, [rdf_db,rdf11])
    ->  Home = Module
    ;   predicate_property(Module:Goal, imported_from(Home))
    ->  true
    ).

%! '$rdf_expand'(+Goal, +Marks, +Module, -Expanded) is det.
'$rdf_expand'(Goal, Marks, Module, Expanded) :-
    Goal =.. [Name|Arguments],
    Marks =.. [_|Each],
    maplist('$rdf_expand_argument'(Module), Each, Arguments, Others),
    Expanded =.. [Name|Others].

%! '$rdf_expand_argument'(+Module, +Mark, ?Argument, -Expanded) is det.
'$rdf_expand_argument'(Module, Mark, Argument, Expanded) :-
    (   var(Argument)
    ->  Expanded = Argument
    ;   ( Mark == r ; Mark == g ),
        Argument = Alias:Local,
        atom(Alias),
        atom(Local)
    ->  '$rdf_expanded'(Alias, Local, Module, Expanded)
    ;   Mark == o
    ->  '$rdf_global_object'(Argument, Module, Expanded)
    ;   Mark == t
    ->  rdf_global_term(Argument, Module:Expanded)
    ;   Mark == (:)
    ->  expand_goal(Argument, Expanded)
    ;   Expanded = Argument
    ).

%! '$rdf_term_expansion'(+Term, -Expanded) is semidet.
%  Expanded is a clause whose head has full IRIs.
'$rdf_term_expansion'(Term, Expanded) :-
    nonvar(Term),
    '$rdf_head'(Term, Head0, Expanded, Head),
    nonvar(Head0),
    '$own_module'(Own),
    strip_module(Own:Head0, Module, Plain),
    callable(Plain),
    atom(Module),
    rdf_store:meta(Plain, Module, Marks),
    '$rdf_expand'(Plain, Marks, Module, Other),
    Plain \== Other,
    !,
    ( Module == Own -> Head = Other ; Head = Module:Other ).

%! '$rdf_head'(+Clause, -Head, -Other, -OtherHead) is semidet.
%  Other is Clause with OtherHead in the place of Head.
'$rdf_head'(Clause, Head, Other, OtherHead) :-
    (   Clause = (Head :- Body)
    ->  Other = (OtherHead :- Body)
    ;   Clause = (Guarded => Body)
    ->  (   nonvar(Guarded),
            Guarded = (Head,Guard)
        ->  Other = (OtherHead,Guard => Body)
        ;   Head = Guarded,
            Other = (OtherHead => Body)
        )
    ;   Clause \= (:- _),
        Clause \= (_ --> _),
        Head = Clause,
        Other = OtherHead
    ).

%! '$rdf_marked'(?Goal, ?Marks) is nondet.
%  The arguments of predicates of the libraries.
'$rdf_marked'(rdf(_,_,_), rdf(r,r,o)).
'$rdf_marked'(rdf(_,_,_,_), rdf(r,r,o,g)).
'$rdf_marked'(rdf_has(_,_,_), rdf_has(r,r,o)).
'$rdf_marked'(rdf_has(_,_,_,_), rdf_has(r,r,o,r)).
'$rdf_marked'(rdf_assert(_,_,_), rdf_assert(r,r,o)).
'$rdf_marked'(rdf_assert(_,_,_,_), rdf_assert(r,r,o,g)).
'$rdf_marked'(rdf_retractall(_,_,_), rdf_retractall(r,r,o)).
'$rdf_marked'(rdf_retractall(_,_,_,_), rdf_retractall(r,r,o,g)).
'$rdf_marked'(rdf_reachable(_,_,_), rdf_reachable(r,r,o)).
'$rdf_marked'(rdf_reachable(_,_,_,_,_), rdf_reachable(r,r,o,+,?)).
'$rdf_marked'(rdf_update(_,_,_,_), rdf_update(r,r,o,t)).
'$rdf_marked'(rdf_update(_,_,_,_,_), rdf_update(r,r,o,g,t)).
'$rdf_marked'(rdf_equal(_,_), rdf_equal(o,o)).
'$rdf_marked'({_}, {t}).
'$rdf_marked'(rdf_where(_), rdf_where(t)).
'$rdf_marked'(rdf_canonical_literal(_,_), rdf_canonical_literal(o,-)).
'$rdf_marked'(rdf_lexical_form(_,_), rdf_lexical_form(o,-)).
'$rdf_marked'(rdf_compare(_,_,_), rdf_compare(-,o,o)).
'$rdf_marked'(rdf_iri(_), rdf_iri(r)).
'$rdf_marked'(rdf_is_iri(_), rdf_is_iri(r)).
'$rdf_marked'(rdf_is_literal(_), rdf_is_literal(o)).
'$rdf_marked'(rdf_is_name(_), rdf_is_name(o)).
'$rdf_marked'(rdf_is_object(_), rdf_is_object(o)).
'$rdf_marked'(rdf_is_predicate(_), rdf_is_predicate(r)).
'$rdf_marked'(rdf_is_resource(_), rdf_is_resource(r)).
'$rdf_marked'(rdf_is_subject(_), rdf_is_subject(r)).
'$rdf_marked'(rdf_is_term(_), rdf_is_term(o)).
'$rdf_marked'(rdf_term(_), rdf_term(o)).
'$rdf_marked'(rdf_literal(_), rdf_literal(o)).
'$rdf_marked'(rdf_name(_), rdf_name(o)).
'$rdf_marked'(rdf_node(_), rdf_node(o)).
'$rdf_marked'(rdf_object(_), rdf_object(o)).
'$rdf_marked'(rdf_predicate(_), rdf_predicate(r)).
'$rdf_marked'(rdf_resource(_), rdf_resource(r)).
'$rdf_marked'(rdf_subject(_), rdf_subject(r)).
'$rdf_marked'(rdf_graph(_), rdf_graph(g)).
'$rdf_marked'(rdf_create_graph(_), rdf_create_graph(g)).
'$rdf_marked'(rdf_unload_graph(_), rdf_unload_graph(g)).
'$rdf_marked'(rdf_graph_property(_,_), rdf_graph_property(g,?)).
'$rdf_marked'(rdf_set_predicate(_,_), rdf_set_predicate(r,t)).
'$rdf_marked'(rdf_predicate_property(_,_), rdf_predicate_property(r,-)).
'$rdf_marked'(rdf_estimate_complexity(_,_,_,_), rdf_estimate_complexity(r,r,o,-)).
'$rdf_marked'(rdf_assert_list(_,_), rdf_assert_list(t,r)).
'$rdf_marked'(rdf_assert_list(_,_,_), rdf_assert_list(t,r,g)).
'$rdf_marked'(rdf_last(_,_), rdf_last(r,o)).
'$rdf_marked'(rdf_list(_), rdf_list(r)).
'$rdf_marked'(rdf_list(_,_), rdf_list(r,-)).
'$rdf_marked'(rdf_length(_,_), rdf_length(r,-)).
'$rdf_marked'(rdf_member(_,_), rdf_member(o,r)).
'$rdf_marked'(rdf_nextto(_,_), rdf_nextto(o,o)).
'$rdf_marked'(rdf_nextto(_,_,_), rdf_nextto(o,o,r)).
'$rdf_marked'(rdf_nth0(_,_,_), rdf_nth0(?,r,o)).
'$rdf_marked'(rdf_nth1(_,_,_), rdf_nth1(?,r,o)).
'$rdf_marked'(rdf_retract_list(_), rdf_retract_list(r)).
'$rdf_marked'(rdf_alt(_,_,_), rdf_alt(r,-,-)).
'$rdf_marked'(rdf_assert_alt(_,_,_), rdf_assert_alt(r,r,t)).
'$rdf_marked'(rdf_assert_bag(_,_), rdf_assert_bag(r,t)).
'$rdf_marked'(rdf_assert_seq(_,_), rdf_assert_seq(r,t)).
'$rdf_marked'(rdf_bag(_,_), rdf_bag(r,-)).
'$rdf_marked'(rdf_seq(_,_), rdf_seq(r,-)).
'$rdf_marked'(rdf_container(_,_), rdf_container(r,-)).
'$rdf_marked'(rdfs_member(_,_), rdfs_member(r,r)).
'$rdf_marked'(rdfs_nth0(_,_,_), rdfs_nth0(?,r,o)).
'$rdf_marked'(rdfs_nth1(_,_,_), rdfs_nth1(?,r,o)).
'$rdf_marked'(rdfs_subproperty_of(_,_), rdfs_subproperty_of(r,r)).
'$rdf_marked'(rdfs_subclass_of(_,_), rdfs_subclass_of(r,r)).
'$rdf_marked'(rdfs_class_property(_,_), rdfs_class_property(r,r)).
'$rdf_marked'(rdfs_individual_of(_,_), rdfs_individual_of(r,r)).
'$rdf_marked'(rdfs_label(_,_), rdfs_label(r,?)).
'$rdf_marked'(rdfs_label(_,_,_), rdfs_label(r,?,?)).
'$rdf_marked'(rdfs_list_to_prolog_list(_,_), rdfs_list_to_prolog_list(r,-)).
'$rdf_marked'(rdfs_assert_list(_,_), rdfs_assert_list(t,r)).
