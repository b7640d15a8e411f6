//! Pengines: local ones, over HTTP by the protocol of SWI-Prolog, and what they are not allowed.

use ferz::{Engine, Grant};

use super::engine;

const PROGRAM: &str = "
:- use_module(library(http/http_server)).
:- use_module(library(http/http_client)).
:- use_module(library(pengines)).
:- pengine_application(family).
:- set_setting(family:time_limit, 1).
family:parent(ann, bob). family:parent(bob, cid). family:parent(cid, dora).
family:hang :- repeat, catch(( repeat, fail ), _, true), fail.
family:private :- shell(ls).
q(a). q(b).
with(Goal) :- http_server(http_dispatch, [port(localhost:P), workers(3), silent(true)]), format(atom(U), 'http://localhost:~w', [P]),
    call_cleanup(call(Goal, U), http_stop_server(P, [])).
made(U, Asked, Reply) :- atom_concat(U, '/pengine/create', C), http_post(C, json(Asked), Reply, [json_object(dict)]).
sent(U, Id, Event, Reply) :- format(atom(S), '~w/pengine/send?format=json&id=~w', [U, Id]), format(string(Text), '~w .~n', [Event]),
    http_post(S, string('application/x-prolog; charset=UTF-8', Text), Reply, [json_object(dict)]).
got(U, Action, Id, Reply) :- format(atom(S), '~w/pengine/~w?format=json&id=~w', [U, Action, Id]), http_get(S, Reply, [json_object(dict)]).
rpc(U, Goal) :- pengine_rpc(U, Goal, [application(family)]).
error_of(Goal, Formal) :- catch(( call(Goal), Formal = none ), error(Formal0, _), Formal = Formal0).
happens(success(Id, [X], true)) :- assertz(seen(X)), pengine_next(Id, []).
happens(success(_, [X], false)) :- assertz(seen(X)).
happens(output(_, X)) :- assertz(seen(output(X))).
happens(prompt(Id, P)) :- pengine_respond(Id, answer(P), []).
happens(failure(_)) :- assertz(seen(failure)).
happens(destroy(_)) :- assertz(seen(destroy)).
:- dynamic seen/1.
seen_all(L) :- findall(X, retract(seen(X)), L).
";

fn program() -> Engine {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.consult_str(PROGRAM).expect("it is right");
    engine
}

#[track_caller]
fn all_hold(goals: &[&str]) {
    let mut engine = program();
    for goal in goals {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn pengines_of_the_program_tell_events() {
    all_hold(&[
        "pengine_create([application(family), ask(parent(X, _)), template(X)]), pengine_event_loop(happens, []), seen_all([ann, bob, cid, destroy])",
        "pengine_create([ask(fail)]), pengine_event_loop(happens, []), seen_all([failure, destroy])",
        "pengine_create([ask(( pengine_output(a), pengine_input(p, X), write(text) )), template(X)]), pengine_event_loop(happens, []), seen_all([output(a), output(\"text\"), answer(p), destroy])",
        "pengine_create([id(I), alias(one), destroy(false), src_text(\"r(X) :- s(X). s(1). s(2). g --> [a].\")]), pengine_event(create(I, _)), pengine_ask(one, r(X), [template(X), chunk(5)]), pengine_event(success(I, [1, 2], _, _, false)),
         pengine_ask(one, phrase(g, [a]), []), pengine_event(success(I, _, _, _, false)), pengine_next(one, []), pengine_event(error(I, error(protocol_error, _))), pengine_destroy(one), pengine_event(destroy(I)), \\+ pengine_property(I, _)",
        "pengine_create([id(I), ask(member(X, [a, b, c])), template(X)]), pengine_event(create(I, _)), pengine_event(success(I, [a], _, _, true)), pengine_stop(I, []), pengine_event(destroy(I, stop(I)))",
        "pengine_create([id(I), application(family), ask(( repeat, fail ))]), pengine_event(create(I, _)), sleep(0.1), pengine_abort(I), pengine_event(destroy(I, abort(I)))",
        "pengine_create([id(I), application(family), ask(hang)]), pengine_event(create(I, _)), pengine_destroy(I, [force(true)]), pengine_event(destroy(I))",
        "error_of(pengine_create([application(none)]), existence_error(pengine_application, none)), error_of(pengine_ask(none, true, []), existence_error(pengine, none))",
    ]);
}

#[test]
fn pengines_do_no_harm() {
    for (goal, text) in [
        ("shell(ls)", ""),
        ("private", ""),
        ("p", "p :- q. q :- shell(ls)."),
        ("p(_)", "p(1). p(2) :- shell(ls)."),
        ("(p(1), p(2))", "p(1). p(2) :- shell(ls)."),
        ("(G = shell(ls), call(G))", ""),
        ("assertz((p :- shell(ls)))", ""),
        ("open(x, read, _)", ""),
        ("user:q(_), assertz(user:q(c)), halt", ""),
        ("http_store:session(S, _, _)", ""),
        ("user:q(_)", ""),
        ("user:retract(q(_))", ""),
        ("http_store:call(session(S, _, _))", ""),
        ("http_store:(session(S, _, _), true)", ""),
        ("clause(http_store:session(S, _, _), true)", ""),
        ("clause(H, _)", ""),
        ("true", ":- shell(ls)."),
        ("true", "lists:append(a, b, c)."),
        ("true", "append(a, b, c) :- true. atom_length(a, b)."),
    ] {
        let mut engine = program();
        let goal = format!(
            "pengine_create([application(family), ask(( {goal} )), src_text({text:?})]), pengine_event(create(I, _)),
             pengine_event(destroy(I, error(I, error(F, _)))), functor(F, N, _), memberchk(N, [permission_error, instantiation_error])"
        );
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn pengines_answer_over_http() {
    all_hold(&[
        "with([U]>>( findall(X-Y, rpc(U, parent(X, Y)), L), L == [ann-bob, bob-cid, cid-dora] ))",
        "with([U]>>( findall(X, pengine_rpc(U, member(X, [1, f(_), \"s\", 'A b']), [chunk(3)]), L), L = [1, f(V), \"s\", 'A b'], var(V) ))",
        "with([U]>>( once(rpc(U, parent(X, _))), X == ann, \\+ rpc(U, fail), error_of(rpc(U, shell(ls)), permission_error(call, sandboxed, _)), error_of(rpc(U, atom_length(_, _)), instantiation_error) ))",
        "with([U]>>( with_output_to(string(S), findall(Z, pengine_rpc(U, ( q(Z), pengine_output(got(Z)) ), [src_predicates([q/1])]), L)), L == [a, b], S == \"got(a)got(b)\" ))",
        "with([U]>>( pengine_create([server(U), application(family), ask(parent(X, _)), template(X)]), pengine_event_loop(happens, []), seen_all([ann, bob, cid, destroy]) ))",
        // The protocol of pengines.js.
        "with([U]>>( made(U, _{format:json, application:family, ask:\"parent(X, Y)\", chunk:2, destroy:false}, R), _{event:\"create\", id:I, slave_limit:3, answer:A} :< R, _{event:\"success\", data:[D, _], more:true, projection:[\"X\", \"Y\"]} :< A, _{'X':\"ann\", 'Y':\"bob\"} :< D,
            sent(U, I, next, N), _{event:\"success\", more:false} :< N, sent(U, I, 'ask((pengine_output(hello(_)), pengine_input(p, Q), X = g(Q, \"s\", 1.5, [1])), [])', O), _{event:\"output\", data:OD} :< O, _{functor:\"hello\", args:[\"_\"]} :< OD,
            got(U, pull_response, I, P), _{event:\"prompt\", data:\"p\"} :< P, sent(U, I, 'input(foo(A))', S), _{event:\"success\", data:[SD]} :< S, get_dict('X', SD, X), _{functor:\"g\", args:[_, \"s\", 1.5, [1]]} :< X,
            got(U, ping, I, G), _{event:\"ping\"} :< G, sent(U, I, 'ask(nothing, [])', E), _{event:\"error\", code:\"existence_error\"} :< E, sent(U, I, 'f(', Y), _{event:\"error\", code:\"syntax_error\"} :< Y,
            sent(U, I, destroy, Z), _{event:\"destroy\"} :< Z, sent(U, I, next, T), _{event:\"error\", code:\"existence_error\"} :< T, got(U, ping, I, V), _{event:\"died\"} :< V ))",
        "with([U]>>( made(U, _{format:'json-s', ask:\"X = f(A, B, A, 'C d')\"}, R), get_dict(answer, R, Q), get_dict(data, Q, S), get_dict(data, S, [D]), get_dict('X', D, \"f(A,B,A,'C d')\") ))",
        "with([U]>>( atom_concat(U, '/pengine/pengines.js', J), http_get(J, T, []), sub_atom(T, _, _, _, 'class Pengine') ))",
        "with([U]>>( atom_concat(U, '/pengine/create', C), http_open(C, S, [method(options)]), close(S), catch(http_get(C, _, [method(delete)]), error(permission_error(_, _, _), _), true) ))",
        // A goal that catches what would end it ends nevertheless, and others are answered.
        "with([U]>>( made(U, _{format:json, application:family, ask:hang}, R), get_dict(answer, R, A), _{event:\"destroy\", id:I} :< A, got(U, ping, I, D), _{event:\"died\"} :< D, once(rpc(U, parent(_, _))) ))",
    ]);
}
