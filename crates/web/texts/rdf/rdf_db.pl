% library(semweb/rdf_db): triples with literals as literal(Text), literal(lang(Language, Text)) and literal(type(Type, Text)).
%
% Its predicates are in a module, which is made when it is loaded, since library(semweb/rdf11) has others of these names.

%! '$use_semweb/rdf_db' is det.
'$use_semweb/rdf_db' :-
    '$rdf_used'.

%! '$module_of_semweb/rdf_db'(-Module) is det.
'$module_of_semweb/rdf_db'(rdf_db) :-
    '$rdf_module'(rdf_db).

%! '$rdf_module'(+Module) is det.
%  Makes the module of a library: what it has of its own, the other names are those of the system.
'$rdf_module'(Module) :-
    (   '$declared_module'(Module, _, _)
    ->  true
    ;   findall(Name/Arity, ( '$rdf_other'(Module, Head, Body), functor(Head, Name, Arity),
                              assertz(Module:(Head :- system:Body)) ), Own),
        compile_predicates(Module:Own),
        '$set_imports'(Module, [system]),
        findall(Name/Arity, ( '$rdf_db_other'(Head, _), functor(Head, Name, Arity) ), Both),
        '$rdf_common'(Common),
        (   Module == rdf11
        ->  '$rdf11_names'(More),
            subtract(Both, [rdf_literal_value/2,rdf_current_literal/1], Shared)
        ;   More = [],
            Shared = Both
        ),
        append([Shared,More,Common], Exports),
        assertz('$module':declared(Module, user, Exports))
    ).

%! '$rdf_other'(+Module, -Head, -Body) is nondet.
'$rdf_other'(rdf_db, Head, Body) :-
    '$rdf_db_other'(Head, Body).
'$rdf_other'(rdf11, {Conditions}, rdf_where(Conditions)).

%! '$rdf_common'(-Indicators) is det.
%  What both libraries export.
'$rdf_common'([
    rdf_subject/1, rdf_resource/1, rdf_member_property/2, rdf_set_predicate/2, rdf_predicate_property/2,
    rdf_current_predicate/1, rdf_transaction/1, rdf_transaction/2, rdf_transaction/3, rdf_active_transaction/1,
    rdf_monitor/2, rdf_reset_db/0, rdf_is_bnode/1, rdf_load/1, rdf_load/2, rdf_save/1, rdf_save/2, rdf_unload/1,
    rdf_unload_graph/1, rdf_md5/2, rdf_create_graph/1, rdf_graph_property/2, rdf_set_graph/2, rdf_graph/1, rdf_source/1,
    rdf_source/2, rdf_make/0, rdf_gc/0, rdf_statistics/1, rdf_generation/1, rdf_equal/2, lang_equal/2, lang_matches/2,
    rdf_prefix/2, rdf_current_prefix/2, rdf_register_prefix/2, rdf_register_prefix/3, rdf_unregister_prefix/1,
    rdf_current_ns/2, rdf_register_ns/2, rdf_register_ns/3, rdf_global_id/2, rdf_global_object/2, rdf_global_term/2,
    rdf_match_label/3, rdf_split_url/3, rdf_url_namespace/2, rdf_warm_indexes/0, rdf_warm_indexes/1,
    rdf_update_duplicates/0, rdf_graph_prefixes/2, rdf_meta/1, rdf_estimate_complexity/4
]).

%! '$rdf_db_other'(?Head, ?Body) is nondet.
'$rdf_db_other'(rdf(S,P,O), '$rdf_db'(S,P,O)).
'$rdf_db_other'(rdf(S,P,O,G), '$rdf_db'(S,P,O,G)).
'$rdf_db_other'(rdf_has(S,P,O), '$rdf_db_has'(S,P,O,_)).
'$rdf_db_other'(rdf_has(S,P,O,R), '$rdf_db_has'(S,P,O,R)).
'$rdf_db_other'(rdf_reachable(S,P,O), '$rdf_db_reachable'(S,P,O,inf,_)).
'$rdf_db_other'(rdf_reachable(S,P,O,M,D), '$rdf_db_reachable'(S,P,O,M,D)).
'$rdf_db_other'(rdf_assert(S,P,O), '$rdf_db_assert'(S,P,O,user)).
'$rdf_db_other'(rdf_assert(S,P,O,G), '$rdf_db_assert'(S,P,O,G)).
'$rdf_db_other'(rdf_retractall(S,P,O), '$rdf_db_retractall'(S,P,O,_)).
'$rdf_db_other'(rdf_retractall(S,P,O,G), '$rdf_db_retractall'(S,P,O,G)).
'$rdf_db_other'(rdf_update(S,P,O,A), '$rdf_db_update'(S,P,O,_,A)).
'$rdf_db_other'(rdf_update(S,P,O,G,A), '$rdf_db_update'(S,P,O,G,A)).
'$rdf_db_other'(rdf_node(N), '$rdf_new_bnode'(N)).
'$rdf_db_other'(rdf_bnode(N), '$rdf_new_bnode'(N)).
'$rdf_db_other'(rdf_is_resource(T), '$rdf_db_is_resource'(T)).
'$rdf_db_other'(rdf_is_literal(T), '$rdf_db_is_literal'(T)).
'$rdf_db_other'(rdf_literal_value(L,V), '$rdf_db_literal_value'(L,V)).
'$rdf_db_other'(rdf_current_literal(L), '$rdf_db_current_literal'(L)).
'$rdf_db_other'(rdf_compare(D,A,B), '$rdf_db_compare'(D,A,B)).

%! '$rdf_db_in'(?Object, -Stored) is det.
%  Stored is what Object is in a triple, or a term that only triples that may match have.
'$rdf_db_in'(Object, Stored) :-
    (   var(Object)
    ->  true
    ;   atom(Object)
    ->  Stored = Object
    ;   Object = literal(Value)
    ->  '$rdf_db_value'(Value, Stored)
    ;   Object = literal(_, Value)
    ->  '$rdf_db_value'(Value, Stored)
    ;   Object = Alias:Local
    ->  '$rdf_expanded'(Alias, Local, user, Stored)
    ;   type_error(rdf_object, Object)
    ).

%! '$rdf_db_value'(?Value, -Stored) is det.
'$rdf_db_value'(Value, Stored) :-
    (   var(Value)
    ->  true
    ;   Value = lang(Language0, Text)
    ->  Stored = lang(Text, Language),
        ( atom(Language0) -> downcase_atom(Language0, Language) ; true )
    ;   Value = type(Type0, Text)
    ->  (   var(Type0)
        ->  ( var(Text) -> true ; Stored = text(Text) ; Stored = type(Text, _) )
        ;   '$rdf_node'(Type0, Type),
            '$rdf_typed_literal'(Type, Text, Stored)
        )
    ;   Stored = text(Value)
    ).

%! '$rdf_typed_literal'(+Type, ?Text, -Stored) is det.
%  A literal of the type xsd:string is the same as one without a type.
'$rdf_typed_literal'(Type, Text, Stored) :-
    (   Type == 'http://www.w3.org/2001/XMLSchema#string'
    ->  Stored = text(Text)
    ;   Stored = type(Text, Type)
    ).

%! '$rdf_db_out'(+Stored, ?Object) is semidet.
'$rdf_db_out'(Stored, Object) :-
    (   atom(Stored)
    ->  Object = Stored
    ;   var(Object)
    ->  Object = literal(Value),
        '$rdf_db_literal'(Stored, Value)
    ;   Object = literal(Value)
    ->  '$rdf_db_matches'(Value, Stored)
    ;   Object = literal(Query, Value)
    ->  '$rdf_db_literal'(Stored, Found),
        '$rdf_db_query'(Query, Found),
        Value = Found
    ).

%! '$rdf_db_literal'(+Stored, -Value) is semidet.
'$rdf_db_literal'(text(Text), Text).
'$rdf_db_literal'(lang(Text, Language), lang(Language, Text)).
'$rdf_db_literal'(type(Text, Type), type(Type, Text)).

%! '$rdf_db_matches'(?Value, +Stored) is semidet.
'$rdf_db_matches'(Value, Stored) :-
    (   nonvar(Value),
        Value = lang(Language, Text)
    ->  Stored = lang(Text, Found),
        ( atom(Language) -> true ; Language = Found )
    ;   nonvar(Value),
        Value = type(Type, Text)
    ->  (   Stored = text(Text)
        ->  ( var(Type) -> Type = 'http://www.w3.org/2001/XMLSchema#string' ; true )
        ;   Stored = type(Text, Found),
            ( ground(Type) -> true ; Type = Found )
        )
    ;   '$rdf_db_literal'(Stored, Value)
    ).

%! '$rdf_db_query'(+Query, +Value) is semidet.
%  Value of a literal is one that Query asks for.
'$rdf_db_query'(Query, Value) :-
    must_be(nonvar, Query),
    '$rdf_db_text'(Value, Text),
    (   Query = plain(Pattern)
    ->  Pattern = Text
    ;   Query =.. [How,Pattern],
        memberchk(How, [exact,icase,prefix,substring,word,like])
    ->  atomic(Text),
        rdf_match_label(How, Pattern, Text)
    ;   Query = between(Low, High)
    ->  '$rdf_db_ordered'(ge, Value, Low),
        '$rdf_db_ordered'(le, Value, High)
    ;   Query =.. [How,Limit],
        memberchk(How, [lt,le,eq,ge,gt])
    ->  '$rdf_db_ordered'(How, Value, Limit)
    ;   domain_error(rdf_literal_query, Query)
    ).

%! '$rdf_db_text'(+Value, -Text) is det.
'$rdf_db_text'(Value, Text) :-
    (   ( Value = lang(_, Text) ; Value = type(_, Text) )
    ->  true
    ;   Text = Value
    ).

%! '$rdf_db_ordered'(+How, +Value, +Limit) is semidet.
%  Numbers are compared with numbers, other values by their texts.
'$rdf_db_ordered'(How, Value, Limit) :-
    '$rdf_db_key'(Value, Key, Kind),
    '$rdf_db_key'(Limit, Other, Kind),
    (   Kind == number
    ->  ( Key < Other -> Order = (<) ; Key > Other -> Order = (>) ; Order = (=) )
    ;   compare(Order, Key, Other)
    ),
    '$rdf_holds'(How, Order).

%! '$rdf_holds'(+How, +Order) is semidet.
'$rdf_holds'(lt, <).
'$rdf_holds'(le, <).
'$rdf_holds'(le, =).
'$rdf_holds'(eq, =).
'$rdf_holds'(ge, =).
'$rdf_holds'(ge, >).
'$rdf_holds'(gt, >).

%! '$rdf_db_key'(+Value, -Key, -Kind) is semidet.
'$rdf_db_key'(Value, Key, Kind) :-
    (   Value = type(Type0, Text),
        '$rdf_node'(Type0, Type),
        '$rdf_number_type'(Type, _),
        '$rdf11_value'(Type, Text, Number),
        number(Number)
    ->  Key = Number,
        Kind = number
    ;   '$rdf_db_text'(Value, Text),
        ( number(Text) -> Key = Text, Kind = number ; format(string(Key), "~w", [Text]), Kind = text )
    ).

%! '$rdf_db'(?Subject, ?Predicate, ?Object) is nondet.
'$rdf_db'(Subject0, Predicate0, Object) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_db_in'(Object, Stored),
    rdf_store:t(Subject, Predicate, Stored, _),
    '$rdf_db_out'(Stored, Object).

%! '$rdf_db'(?Subject, ?Predicate, ?Object, ?Graph) is nondet.
'$rdf_db'(Subject0, Predicate0, Object, Graph0) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    '$rdf_db_in'(Object, Stored),
    '$rdf_in'(Subject, Predicate, Stored, Graph),
    '$rdf_db_out'(Stored, Object).

%! '$rdf_db_has'(?Subject, ?Predicate, ?Object, -Real) is nondet.
'$rdf_db_has'(Subject0, Predicate0, Object, Real) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_db_in'(Object, Stored),
    '$rdf_has'(Subject, Predicate, Stored, Real),
    '$rdf_db_out'(Stored, Object).

%! '$rdf_db_reachable'(?Subject, ?Predicate, ?Object, +Most, -Distance) is nondet.
'$rdf_db_reachable'(Subject0, Predicate0, Object, Most0, Distance) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_most'(Most0, Most),
    '$rdf_db_in'(Object, Stored),
    '$rdf_reachable'(Subject, Predicate, Stored, Most, Distance),
    '$rdf_db_out'(Stored, Object).

%! '$rdf_db_object'(+Object, -Stored) is det.
'$rdf_db_object'(Object, Stored) :-
    must_be(nonvar, Object),
    (   Object = literal(Value)
    ->  must_be(ground, Value)
    ;   true
    ),
    '$rdf_db_in'(Object, Stored),
    must_be(ground, Stored).

%! '$rdf_db_assert'(+Subject, +Predicate, +Object, +Graph) is det.
'$rdf_db_assert'(Subject0, Predicate0, Object, Graph0) :-
    '$rdf_resource'(Subject0, Subject),
    '$rdf_resource'(Predicate0, Predicate),
    '$rdf_db_object'(Object, Stored),
    '$rdf_graph_arg'(Graph0, Graph),
    must_be(atom, Graph),
    '$rdf_add'(Subject, Predicate, Stored, Graph).

%! '$rdf_db_retractall'(?Subject, ?Predicate, ?Object, ?Graph) is det.
'$rdf_db_retractall'(Subject0, Predicate0, Object, Graph0) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    (   ( var(Object) ; ground(Object), Object \= literal(_, _) )
    ->  ( var(Object) -> true ; '$rdf_db_in'(Object, Stored) ),
        '$rdf_remove'(Subject, Predicate, Stored, Graph)
    ;   findall(t(Subject, Predicate, Stored, Graph),
                ( '$rdf_db_in'(Object, Stored), '$rdf_in'(Subject, Predicate, Stored, Graph), '$rdf_db_out'(Stored, Object) ),
                Triples),
        forall(member(t(S, P, O, G), Triples), '$rdf_remove'(S, P, O, G))
    ).

%! '$rdf_db_update'(+Subject, +Predicate, +Object, ?Graph, +Action) is det.
'$rdf_db_update'(Subject, Predicate, Object, Graph, Action) :-
    '$rdf_update'(Subject, Predicate, Object, Graph, Action, '$rdf_db_in', '$rdf_db_object').

%! '$rdf_update'(+Subject, +Predicate, +Object, ?Graph, +Action, +Pattern, +ToStored) is det.
%  rdf_update/5, where call(Pattern, Object, Stored) and call(ToStored, Object, Stored) translate an object to match, and a new one.
'$rdf_update'(Subject0, Predicate0, Object, Graph0, Action, Pattern, ToStored) :-
    '$rdf_node'(Subject0, Subject),
    '$rdf_node'(Predicate0, Predicate),
    '$rdf_graph_arg'(Graph0, Graph),
    call(Pattern, Object, Stored),
    must_be(ground, Action),
    (   Action = object(New)
    ->  call(ToStored, New, NewStored),
        '$rdf_change'(Subject, Predicate, Stored, Graph, object(NewStored), Stored)
    ;   '$rdf_plain_action'(Action, Subject, Predicate, Graph, Plain, Old)
    ->  '$rdf_change'(Subject, Predicate, Stored, Graph, Plain, Old)
    ;   domain_error(rdf_update_action, Action)
    ).

%! '$rdf_plain_action'(+Action, ?Subject, ?Predicate, ?Graph, -Plain, -Old) is semidet.
'$rdf_plain_action'(subject(New0), Subject, _, _, subject(New), Subject) :-
    '$rdf_resource'(New0, New).
'$rdf_plain_action'(predicate(New0), _, Predicate, _, predicate(New), Predicate) :-
    '$rdf_resource'(New0, New).
'$rdf_plain_action'(graph(New0), _, _, Graph, graph(New), Graph) :-
    '$rdf_graph_arg'(New0, New).

%! '$rdf_db_is_resource'(@Term) is semidet.
'$rdf_db_is_resource'(Term) :-
    (   atom(Term)
    ->  true
    ;   nonvar(Term),
        Term = Alias:Local,
        atom(Alias),
        atom(Local)
    ).

%! '$rdf_db_is_literal'(@Term) is semidet.
'$rdf_db_is_literal'(Term) :-
    nonvar(Term),
    Term = literal(Value),
    nonvar(Value).

%! '$rdf_db_literal_value'(+Literal, -Value) is semidet.
'$rdf_db_literal_value'(literal(Value0), Value) :-
    (   Value0 = lang(_, Text)
    ->  Value = Text
    ;   Value0 = type(Type0, Text)
    ->  '$rdf_node'(Type0, Type),
        (   Type == 'http://www.w3.org/2001/XMLSchema#string'
        ->  Value = Text
        ;   '$rdf11_value'(Type, Text, Value1),
            ( string(Value1) -> Value = Text ; Value = Value1 )
        )
    ;   Value = Value0
    ).

%! '$rdf_db_current_literal'(-Value) is nondet.
'$rdf_db_current_literal'(Value) :-
    '$rdf_object'(Stored),
    compound(Stored),
    '$rdf_db_literal'(Stored, Value).

%! '$rdf_db_compare'(-Order, +Object, +Other) is det.
'$rdf_db_compare'(Order, Object, Other) :-
    '$rdf_db_object'(Object, Stored),
    '$rdf_db_object'(Other, OtherStored),
    '$rdf_compare'(Order, Stored, OtherStored).

%! '$rdf_compare'(-Order, +Stored, +Other) is det.
%  Numbers come first, other literals, then resources.
'$rdf_compare'(Order, Stored, Other) :-
    '$rdf_key'(Stored, Key),
    '$rdf_key'(Other, OtherKey),
    compare(Order, Key, OtherKey).

%! '$rdf_key'(+Stored, -Key) is det.
'$rdf_key'(Stored, Key) :-
    (   Stored = type(Text, Type),
        '$rdf_number_type'(Type, _),
        '$rdf11_value'(Type, Text, Number),
        number(Number)
    ->  Key = key(1, Number, Type)
    ;   compound(Stored)
    ->  arg(1, Stored, Text),
        format(string(Label), "~w", [Text]),
        string_lower(Label, Lower),
        Key = key(2, Lower, Label-Stored)
    ;   Key = key(3, Stored, Stored)
    ).
