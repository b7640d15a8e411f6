//! RDF: the database of triples, its libraries, and its files.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ferz::{Engine, ErrorKind, Grant, Limit, Limits};

use super::{all_succeed, engine};

const RDF11: &str = ":- use_module(library(semweb/rdf11)).\n";

/// Makes an engine that may use a folder of its own; returns it with the folder.
fn with_folder(name: &str, program: &str) -> (Engine, PathBuf) {
    let folder = std::env::temp_dir().join(format!("ferz-rdf-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut engine = engine();
    engine.grant(Grant::Write(folder.clone()));
    engine.set_directory(&folder);
    engine.consult_str(program).expect("it is right");
    (engine, folder)
}

#[track_caller]
fn all_hold(engine: &mut Engine, goals: &[&str]) {
    for goal in goals {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn the_two_libraries_have_their_own_literals() {
    let program = "
        :- module(old, []).
        :- use_module(library(semweb/rdf_db)).
        add :- rdf_assert(s, p, literal(x)), rdf_assert(s, p, literal(lang(en, y))), rdf_assert(s, p, literal(type(xsd:int, '7'))).
        told(O) :- rdf(s, p, O).
        :- module(new, []).
        :- use_module(library(semweb/rdf11)).
        told(O) :- rdf(s, p, O).
        :- module(user, []).
    ";
    all_succeed(
        program,
        &[
            "old:add, findall(O, old:told(O), L), XI = 'http://www.w3.org/2001/XMLSchema#int', \
             L == [literal(x), literal(lang(en, y)), literal(type(XI, '7'))], \
             findall(O, new:told(O), [A, B, C]), A = ^^(\"x\", 'http://www.w3.org/2001/XMLSchema#string'), B = @(\"y\", en), C = ^^(7, XI)",
            "old:add, rdf_db:rdf(s, p, literal(prefix('X'), V)), V == x, rdf11:rdf(S, p, ^^(\"x\", _)), S == s",
            "old:add, findall(V, rdf_db:rdf(s, p, literal(V)), [x, lang(en, y), type(_, '7')])",
            "old:add, rdf_db:rdf(_, _, literal(ge(type(xsd:int, '5')), V)), V = type(_, '7')",
        ],
    );
}

#[test]
fn every_pattern_is_answered_and_duplicates_are_one() {
    let program = format!(
        "{RDF11}
        fill :- forall(between(1, 200, I), ( S is I mod 20, P is I mod 3, O is I mod 7,
                atomic_list_concat([s, S], A), atomic_list_concat([p, P], B), rdf_assert(A, B, O), rdf_assert(A, B, O, other) )).
        same(Goal, S-P-O) :- fill, findall(S-P-O, Goal, L0), findall(S-P-O, ( rdf(S, P, O), \\+ \\+ call(Goal) ), L1),
            msort(L0, L), msort(L1, L), sort(L, Set), length(L, N), length(Set, N), N > 0.
        "
    );
    all_succeed(
        &program,
        &[
            "S = s3, same(rdf(S, P, O), S-P-O)",
            "P = p1, same(rdf(S, P, O), S-P-O)",
            "O = ^^(4, T), T = 'http://www.w3.org/2001/XMLSchema#integer', same(rdf(S, P, O), S-P-O)",
            "S = s3, P = p1, same(rdf(S, P, O), S-P-O)",
            "same(rdf(S, P, O), S-P-O)",
            "fill, aggregate_all(count, rdf(_, _, _), N), aggregate_all(count, rdf(_, _, _, _), M), M =:= 2 * N, \
             rdf_statistics(triples(M)), aggregate_all(count, rdf(_, _, _, other), N)",
            "fill, aggregate_all(count, rdf(_, _, _), N), rdf_retractall(_, _, _, default), \
             aggregate_all(count, rdf(_, _, _), N), rdf_statistics(triples(N)), rdf_unload_graph(other), \\+ rdf(_, _, _)",
            "fill, findall(S, rdf_subject(S), L), sort(L, L0), length(L, 20), length(L0, 20), \
             findall(P, rdf_predicate(P), Ps), msort(Ps, [p0, p1, p2])",
        ],
    );
}

#[test]
fn prefixes_are_expanded_where_they_are_declared() {
    let program = "
        :- use_module(library(semweb/rdf11)).
        :- rdf_register_prefix(ex, 'http://example.org/').
        :- rdf_meta color(r, o), all(t), goal(:).
        color(ex:apple, ex:red).
        color(ex:sky, \"blue\"@en).
        color(X, ex:grey) :- rdf(X, rdf:type, ex:'Mouse').
        all([ex:a, f(ex:b), other:c]).
        goal(G) :- call(G).
        red(X) :- color(X, ex:red).
        told(X) :- goal(rdf(X, rdf:type, ex:'Mouse')).
        plain(X) :- X = ex:a.
    ";
    all_succeed(
        program,
        &[
            "red('http://example.org/apple')",
            "all(['http://example.org/a', f('http://example.org/b'), other:c])",
            "rdf_assert(ex:jerry, rdf:type, ex:'Mouse'), told(X), X == 'http://example.org/jerry', color(X, 'http://example.org/grey')",
            "clause(told(_), G), G = goal(rdf(_, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', _))",
            "plain(X), X == ex:a",
            "catch(rdf(nope:a, _, _), error(E, _), true), E == existence_error(rdf_prefix, nope)",
            "catch(rdf_meta(p(x)), error(E, _), true), E == type_error(rdf_meta_argument, x)",
            "rdf_global_id(X, 'http://example.org/z'), X == ex:z",
            "catch(rdf_register_prefix(ex, 'http://x/'), error(E, _), true), E == permission_error(register, namespace, ex)",
        ],
    );
}

#[test]
fn literals_have_the_values_of_their_types() {
    all_succeed(
        RDF11,
        &[
            "forall(member(V, [0, -5, 1.5, \"text\", \"\\u00e9\", true, false, date(2024,2,29), date_time(2024,1,2,3,4,5)]), \
             ( rdf_assert(s, p, V), rdf_canonical_literal(V, L), once(rdf(X, p, V)), X == s, rdf(s, p, O), O == L, rdf_retractall(s, p, V) ))",
            "rdf_assert(s, p, ^^(\"007\", xsd:integer)), rdf(s, p, 7)",
            "catch(rdf_assert(s, p, ^^(300, xsd:byte)), error(E, _), true), E = domain_error('http://www.w3.org/2001/XMLSchema#byte', 300)",
            "catch(rdf_assert(s, p, ^^(abc, xsd:integer)), error(E, _), true), E == type_error(integer, abc)",
            "catch(rdf_assert(s, p, _), error(E, _), true), E == instantiation_error",
            "catch(rdf_assert(_, p, o), error(E, _), true), E == instantiation_error",
            "catch(rdf_assert(\"s\", p, o), error(E, _), true), E == type_error(iri, \"s\")",
            "catch(rdf_assert(s, p, o, 1), error(E, _), true), E == type_error(rdf_graph, 1)",
            "rdf_assert(s, p, @(\"a\", 'EN-gb')), rdf(s, p, O), O == @(\"a\", 'en-gb'), rdf(s, p, @(_, 'en-GB')), rdf(s, p, @(a, L)), L == 'en-gb'",
            "forall(member(X, [5, 70, 12.5, \"x\"]), rdf_assert(s, p, X)), {Y >= 6, Y < 60}, findall(Y, rdf(s, p, Y), [^^(12.5, _)])",
            "forall(member(X, [@(\"Haus\", de), @(\"house\", en), \"Hut\"]), rdf_assert(s, p, X)), \
             rdf_where(prefix(Y, \"hau\")), findall(Y, rdf(s, p, Y), [@(_, de)]), \
             rdf_where(lang_matches(Z, en)), findall(Z, rdf(s, p, Z), [@(\"house\", en)])",
            "\\+ ( rdf_where(X > 5), X = ^^(3, _) )",
            "catch(rdf_where(foo(_)), error(E, _), true), E = existence_error(rdf_constraint, _)",
            "forall(member(X, [@(\"a\", en), @(\"b\", 'en-GB'), @(\"c\", nl), \"d\"]), rdf_assert(s, p, X)), rdf_where(lang_matches(L, en)), \
             findall(T, rdf(s, p, @(T, L)), [\"a\", \"b\"])",
            "rdf_assert(s, p, 1), rdf_assert(s, p, ^^(1, xsd:byte)), rdf_where(X == ^^(1, xsd:byte)), findall(X, rdf(s, p, X), [^^(1, T)]), \
             T == 'http://www.w3.org/2001/XMLSchema#byte'",
            "rdf_assert(s, p, o), rdf_assert(s, q, \"x\"), \\+ rdf(X, _, X)",
            "rdf_compare(<, 9, 10.5), rdf_compare(>, \"b\", \"A\"), rdf_compare(=, x, x), rdf_compare(<, \"x\", x)",
        ],
    );
}

#[test]
fn lists_and_properties() {
    all_succeed(
        RDF11,
        &[
            "rdf_assert_list([a, [b, 1], \"c\"@en], L), rdf_list(L, [a, M, @(\"c\", en)]), rdf_list(M, [b, ^^(1, _)]), rdf_length(L, 3)",
            "rdf_assert_list([a, b], L), rdf_retract_list(L), \\+ rdf(_, _, _)",
            "rdf_assert(x, rdf:first, a), rdf_assert(x, rdf:rest, x), catch(rdf_list(x, _), error(E, _), true), E == type_error(rdf_list, x)",
            "rdf_assert(son, rdfs:subPropertyOf, child), rdf_assert(child, rdfs:subPropertyOf, relative), rdf_assert(a, son, b), \
             rdf_assert(b, child, c), findall(X, rdf_reachable(a, relative, X), [a, b, c]), findall(X, rdf_reachable(X, relative, c), [c, b, a]), \
             rdf_reachable(a, relative, c, inf, 2), \\+ rdf_reachable(a, relative, c, 1, _)",
            "catch(rdf_reachable(_, p, _), error(E, _), true), E == instantiation_error",
            "rdf_set_predicate(parent, inverse_of(kid)), rdf_assert(a, parent, b), rdf_has(b, kid, X), X == a",
            "use_module(library(semweb/rdfs)), rdf_assert(cat, rdfs:subClassOf, animal), rdf_assert(tom, rdf:type, cat), \
             rdfs_individual_of(tom, animal), findall(X, rdfs_individual_of(X, animal), [tom]), \
             rdf_assert(tom, rdfs:label, @(\"Tom\", en)), rdfs_label(tom, 'Tom'), rdfs_label(tom, L, _), L == en",
            "rdf_assert_seq(s, [a, b, c]), rdf_seq(s, [a, b, c]), rdfs_nth1(2, s, b), findall(X, rdfs_member(X, s), [a, b, c])",
        ],
    );
}

#[test]
fn transactions_are_kept_or_taken_back() {
    all_succeed(
        RDF11,
        &[
            "rdf_assert(s, p, 1), \\+ rdf_transaction(( rdf_retractall(s, p, _), rdf_assert(s, p, 2), fail )), findall(X, rdf(s, p, ^^(X, _)), [1])",
            "catch(rdf_transaction(( rdf_assert(s, p, 1), throw(x) )), x, true), \\+ rdf(_, _, _), \\+ rdf_active_transaction(_)",
            "rdf_transaction(( rdf_assert(s, p, 1), \\+ rdf_transaction(( rdf_assert(s, p, 2), fail )) )), findall(X, rdf(s, p, ^^(X, _)), [1])",
            "rdf_transaction(( rdf_assert(s, p, 1), rdf(s, p, 1) ), t, [snapshot(true)]), \\+ rdf(s, p, 1)",
            "rdf_assert(s, p, 1), rdf_update(s, p, 1, object(2)), findall(X, rdf(s, p, ^^(X, _)), [2]), rdf_update(s, p, 2, graph(g)), rdf(s, p, 2, G), G == g",
            "nb_setval(seen, []), rdf_monitor([E]>>( nb_getval(seen, L), nb_setval(seen, [E|L]) ), [assert, retract, transaction]), \
             \\+ rdf_transaction(( rdf_assert(s, p, \"x\"), fail ), mine), nb_getval(seen, [transaction(discard, mine), assert(s, p, literal(x), default), transaction(begin, mine)])",
        ],
    );
}

#[test]
fn goals_are_those_of_the_module_that_calls() {
    for library in ["rdf_db", "rdf11"] {
        let program = format!(
            ":- module(m, [go/1]).
            :- use_module(library(semweb/{library})).
            add(X) :- rdf_assert(X, p, o).
            note(E) :- ( E = assert(X, _, _, _) -> nb_setval(noted, X) ; true ).
            go(L) :- rdf_monitor(note, []), rdf_transaction(add(a), _, []), rdf_transaction(add(b)), findall(X, rdf(X, p, o), L).
            :- module(user, [])."
        );
        all_succeed(&program, &["m:go(L), L == [a, b], nb_getval(noted, b)"]);
    }
}

#[test]
fn threads_share_the_triples() {
    let program = format!(
        "{RDF11}
        all(N) :- findall(Id, ( between(1, N, _), thread_create(add, Id) ), Ids), forall(member(Id, Ids), thread_join(Id)).
        add :- forall(between(1, 50, I), rdf_assert(s, p, I)), rdf_transaction(forall(between(51, 100, I), rdf_assert(s, p, I))).
        "
    );
    all_succeed(
        &program,
        &[
            "rdf_create_graph(g), all(3), aggregate_all(count, rdf(s, p, _), N), N == 100, aggregate_all(count, rdf(s, p, _, _), M), M == 100",
        ],
    );
}

/// A text with what Turtle has.
const TURTLE: &str = "
    @prefix ex: <http://example.org/> .
    ex:s a ex:Thing ; ex:name \"Anna\"@en, 'B' ; ex:age 42, 1.5, 1e3, true ;
        ex:knows [ ex:name \"X\\\"\\u00e9\" ], _:b ; ex:list (1 ex:a) .
    _:b ex:d \"2020-01-01\"^^<http://www.w3.org/2001/XMLSchema#date> .
    <rel> ex:p <> .
";

#[test]
fn files_are_read_as_they_were_written() {
    let (mut engine, folder) = with_folder(
        "formats",
        &format!(
            "{RDF11}:- use_module(library(semweb/rdf_compare)).
            kept(G, L) :- findall(S-P-O, ( rdf(S0, P, O0, G), named(S0, S), named(O0, O) ), L0), msort(L0, L).
            named(X, Y) :- ( rdf_is_bnode(X) -> Y = b ; Y = X ).
            round(File) :- rdf_load('a.ttl', [graph(a)]), kept(a, L), rdf_save(File, [graph(a)]), rdf_load(File, [graph(back)]),
                kept(back, M), L == M, length(L, 17), same(a, back).
            same(G, H) :- findall(rdf(S, P, O), rdf(S, P, O, G), L), findall(rdf(S, P, O), rdf(S, P, O, H), M), rdf_equal_graphs(L, M, _).
            "
        ),
    );
    fs::write(folder.join("a.ttl"), TURTLE).expect("it is written");
    all_hold(
        &mut engine,
        &[
            "round('b.ttl')",
            "rdf_reset_db, round('b.nt')",
            "rdf_reset_db, round('b.rdf')",
            "rdf_reset_db, rdf_load('a.ttl', [graph('http://g.org/a')]), rdf_assert(s, p, o, default), \
             rdf_save('b.trig', []), rdf_save('b.nq', [prefixes([])]), rdf_reset_db, rdf_load('b.trig', [graph(default)]), \
             aggregate_all(count, rdf(_, _, _, 'http://g.org/a'), 17), aggregate_all(count, rdf(_, _, _, default), 1)",
            "rdf_reset_db, rdf_load('b.nq', [strict(false), graph(default)]), aggregate_all(count, rdf(_, _, _, 'http://g.org/a'), 17)",
            // A file that has not changed is not loaded again, and one that is loaded again replaces what it had.
            "rdf_reset_db, rdf_load('a.ttl'), rdf_retractall(_, _, 42), rdf_load('a.ttl'), \\+ rdf(_, _, 42), \
             rdf_load('a.ttl', [if(true)]), rdf(_, _, 42), rdf_statistics(triples(17)), rdf_unload('a.ttl'), \\+ rdf(_, _, _)",
            "rdf_load('a.ttl', [graph(g), prefixes(L), base_uri('http://base.org/x')]), L == [ex-'http://example.org/'], \
             rdf('http://base.org/rel', _, 'http://base.org/x', g)",
        ],
    );
    fs::remove_dir_all(folder).expect("it is removed");
}

#[test]
fn wrong_texts_have_places_and_change_nothing() {
    let (mut engine, folder) = with_folder(
        "wrong",
        &format!(
            "{RDF11}:- use_module(library(semweb/turtle)). :- use_module(library(rdf)).
            wrong(File, Line, Column) :- rdf_assert(kept, p, o, g),
                catch(rdf_load(File, [graph(g)]), error(syntax_error(M), file(Path, Line, Column, _)), true), atom(M),
                file_base_name(Path, File), findall(S, rdf(S, _, _), [kept]).
            "
        ),
    );
    let long = format!("<http://a.org/s> <http://a.org/p> \"\"\"{}", "x".repeat(300_000));
    for (name, text) in [
        (
            "a.ttl",
            "@prefix a: <http://a.org/> .\na:a a:b a:c .\na:d a:e ; .. a:f a:g .\n",
        ),
        ("b.nt", "<http://a.org/s> <http://a.org/p> 42 .\n"),
        ("c.ttl", "<http://a.org/a b> a 1 .\n"),
        (
            "d.rdf",
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<a>\n</rdf:RDF>\n",
        ),
        ("e.ttl", "nope:a a 1 .\n"),
        ("f.ttl", &long),
    ] {
        fs::write(folder.join(name), text).expect("it is written");
    }
    let mut bomb = String::from("<!DOCTYPE a [<!ENTITY e0 \"0123456789\">");
    for level in 1..12 {
        let inner = format!("&e{};", level - 1).repeat(10);
        bomb.push_str(&format!("<!ENTITY e{level} \"{inner}\">"));
    }
    bomb.push_str("]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"&e11;\"/></rdf:RDF>");
    fs::write(folder.join("g.rdf"), bomb).expect("it is written");
    all_hold(
        &mut engine,
        &[
            "wrong('a.ttl', 3, _)",
            "wrong('b.nt', 1, _)",
            "wrong('c.ttl', 1, _)",
            "wrong('d.rdf', 2, _)",
            "wrong('e.ttl', 1, 0)",
            "wrong('f.ttl', _, _)",
            "catch(rdf_load('g.rdf', []), error(E, _), true), E = resource_error(_)",
            "catch(rdf_load('none.ttl', []), error(E, _), true), E = existence_error(source_sink, 'none.ttl')",
            "catch(rdf_load('a.ttl', [format(foo)]), error(E, _), true), E == domain_error(rdf_format, foo)",
            "catch(rdf_load('c.ttl', [graph(x), strict(false)]), E, true), ( var(E) -> true ; E = error(syntax_error(_), _) )",
            "catch(rdf_save('x.rdf', [graph(none), base_uri('no iri')]), error(E, _), true), E == domain_error(iri, 'no iri')",
            "rdf_assert(s, 'http://a.org/', o, bad), catch(rdf_save('x.rdf', [graph(bad)]), error(E, _), true), E = permission_error(write, rdf_triple, _)",
        ],
    );
    engine.set_limits(Limits::default().time(Duration::from_secs(60)).program(20 << 20));
    let many: String = (0..400_000)
        .map(|i| format!("<http://a.org/s{i}> <http://a.org/p> {i} .\n"))
        .collect();
    fs::write(folder.join("many.ttl"), many).expect("it is written");
    let error = engine
        .succeeds("rdf_load('many.ttl', [])")
        .expect_err("there is too little memory");
    assert!(
        matches!(error.kind(), ErrorKind::Limit(Limit::Memory | Limit::Program)),
        "{error}"
    );
    all_hold(&mut engine, &["rdf(kept, p, o), \\+ rdf('http://a.org/s1', _, _)"]);
    fs::remove_dir_all(folder).expect("it is removed");
}

#[test]
fn triples_outlive_the_program() {
    let program = ":- use_module(library(semweb/rdf11)). :- use_module(library(semweb/rdf_persistency)).";
    let (mut engine, folder) = with_folder("kept", program);
    all_hold(
        &mut engine,
        &[
            "rdf_attach_db(store, []), rdf_assert(s, p, \"it's \\u00e9\"@en), rdf_assert(s, p, 1), rdf_assert(s, p, 2), rdf_retractall(s, p, 1)",
            "\\+ rdf_transaction(( rdf_assert(s, p, 3), fail )), rdf_transaction(( rdf_assert(s, p, 4), rdf_transaction(rdf_assert(s, p, 5)) ))",
            "rdf_persistency(tmp, false), rdf_assert(s, p, 6, tmp)",
            "catch(rdf_attach_db(other, []), error(E, _), true), E = permission_error(attach, rdf_db, _)",
        ],
    );
    let kept = "findall(O, rdf(s, p, O), L), L = [@(\"it's \\u00e9\", en), ^^(2, _), ^^(4, _), ^^(5, _)]";
    drop(engine);
    // What was cut off is left out.
    let journal = folder.join("store/journal.pl");
    let mut text = fs::read_to_string(&journal).expect("a journal");
    text.push_str("e(main,transaction(begin,t)).\ne(main,assert(s,p,type('9',");
    fs::write(&journal, text).expect("it is written");
    for _ in 0..2 {
        let (mut engine, _) = with_folder("kept", program);
        all_hold(
            &mut engine,
            &[
                "rdf_attach_db(store, [])",
                kept,
                "rdf_flush_journals([])",
                kept,
                "rdf_detach_db",
            ],
        );
    }
    fs::remove_dir_all(folder).expect("it is removed");
}

#[test]
fn queries_are_sent_to_servers() {
    let program = r#"
        :- use_module(library(http/http_server)).
        :- use_module(library(http/http_json)).
        :- use_module(library(semweb/sparql_client)).
        :- http_handler('/sparql/', reply, []).
        reply(Request) :-
            http_parameters(Request, [query(Query, []), as(As, [default(json)])]),
            reply(As, Query).
        reply(json, 'ask {}') :- !, reply_json_dict(_{head:_{}, boolean:true}, [content_type('application/sparql-results+json')]).
        reply(json, Query) :-
            reply_json_dict(_{head:_{vars:[a,b,c]}, results:_{bindings:[
                _{a:_{type:uri, value:'http://a.org/x'}, b:_{type:literal, value:Query}},
                _{a:_{type:bnode, value:b0}, b:_{type:literal, value:"hi", 'xml:lang':en}, c:_{type:literal, value:"1", datatype:'http://t'}}]}},
                [content_type('application/sparql-results+json')]).
        reply(xml, _) :-
            format("Content-type: application/sparql-results+xml~n~n"),
            format("<sparql xmlns='http://www.w3.org/2005/sparql-results#'><head><variable name='a'/><variable name='b'/></head>"),
            format("<results><result><binding name='a'><uri>http://a.org/x</uri></binding>"),
            format("<binding name='b'><literal xml:lang='en'>hi</literal></binding></result></results></sparql>").
        reply(turtle, _) :-
            format("Content-type: text/turtle~n~n<http://a.org/s> a <http://a.org/T> .").
        reply(none, _) :-
            format("Content-type: text/plain~n~nhi").
        asked(Query, Row, Options) :-
            ( nonvar(Row), Row = Plain-_ -> true ; Row = Plain ),
            sparql_query(Query, Plain, Options).
        ask(Query, Row, Options) :-
            setup_call_cleanup(
                http_server([port(localhost:Port), workers(1), silent(true)]),
                findall(Row, asked(Query, Row, [host(localhost), port(Port)|Options]), Rows),
                http_stop_server(Port, [])),
            member(Row, Rows).
    "#;
    all_succeed(
        program,
        &[
            "findall(R, ask('select', R, []), [row('http://a.org/x', literal(select), '$null$'), row('_:b0', literal(lang(en, hi)), literal(type('http://t', '1')))])",
            "ask('ask {}', true, [])",
            "ask(q, R-V, [variable_names(V)]), R = row(_, literal(q), _), V == [a, b, c]",
            "ask(q, R, [search([as=xml])]), R == row('http://a.org/x', literal(lang(en, hi)))",
            "ask(q, R, [search([as=turtle])]), R = rdf('http://a.org/s', _, 'http://a.org/T')",
            "catch(ask(q, _, [search([as=none])]), error(E, _), true), E = domain_error(sparql_result_document, _)",
            // A long query is sent as a form.
            "length(L, 4000), maplist(=(a), L), atomic_list_concat(L, Q), once(ask(Q, R, [])), R = row(_, literal(Q), _)",
        ],
    );
}
