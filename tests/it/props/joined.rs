//! Random programs of joins: calls with arguments have the same answers from the facts upwards as when goals are resolved,
//! and so have tables that follow changed facts.

use crate::props::rng::Rng;
use crate::props::setting;
use ferz::Engine;
use std::fmt::Write;

const DOMAIN: usize = 5;
const VARIABLES: [&str; 4] = ["X", "Y", "Z", "W"];

fn argument(rng: &mut Rng) -> String {
    match rng.chance(12) {
        true => rng.below(DOMAIN).to_string(),
        false => VARIABLES[rng.below(VARIABLES.len())].to_owned(),
    }
}

/// Returns the clauses of `p/2` and `q/2`, whose names end in `SUFFIX`.
fn rules(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.between(2, 6) {
        let name = ["p", "q"][rng.below(2)];
        let (mut body, mut bound) = (Vec::new(), Vec::new());
        for _ in 0..rng.between(1, 3) {
            let (a, b) = (argument(rng), argument(rng));
            let called = ["e", "f", "e", "pSUFFIX", "qSUFFIX"][rng.below(5)];
            body.push(format!("{called}({a},{b})"));
            bound.extend([a, b]);
        }
        if rng.chance(20) {
            let [a, b] = [0, 1].map(|_| bound[rng.below(bound.len())].clone());
            body.push(format!("{a} {} {b}", ["<", "=\\=", "==", "="][rng.below(4)]));
        }
        let [a, b] = [0, 1].map(|_| match rng.chance(10) {
            true => rng.below(DOMAIN).to_string(),
            false => bound[rng.below(bound.len())].clone(),
        });
        writeln!(text, "{name}SUFFIX({a},{b}) :- {}.", body.join(", ")).expect("a string takes it");
    }
    text
}

#[test]
fn bound_calls_have_the_answers_of_resolution() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 500 } else { 1_500 });
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let rules = rules(&mut rng);
        // A predicate with a restraint is never evaluated bottom-up.
        let mut text = ":- dynamic([e/2, f/2]).\n:- table ps/2 as max_answers(1000), qs/2 as max_answers(1000).\n\
                        :- table pd/2 as datalog, qd/2 as datalog.\n\
                        :- discontiguous([ps/2, qs/2, pd/2, qd/2, e/2, f/2]).\n\
                        ps(9,9). pd(9,9). qs(9,9). qd(9,9).\n"
            .to_owned();
        for _ in 0..rng.between(2, 12) {
            let name = ["e", "f"][rng.below(2)];
            writeln!(text, "{name}({},{}).", rng.below(DOMAIN), rng.below(DOMAIN)).expect("a string takes it");
        }
        text += &rules.replace("SUFFIX", "s");
        text += &rules.replace("SUFFIX", "d");
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().inferences(5_000_000));
        engine.consult_str(&text).expect("the program loads");
        for _ in 0..6 {
            let name = ["p", "q"][rng.below(2)];
            let mut args = ["A".to_owned(), "B".to_owned()];
            args[rng.below(2)] = rng.below(DOMAIN).to_string();
            if rng.chance(30) {
                args[rng.below(2)] = rng.below(DOMAIN).to_string();
            }
            let [a, b] = args;
            let goal = format!(
                "findall({a}-{b}, {name}s({a},{b}), L0), msort(L0, L), \
                 catch(findall({a}-{b}, {name}d({a},{b}), M0), error(permission_error(evaluate_bottom_up, _, _), _), M0 = L), \
                 msort(M0, M), ( L == M -> true ; throw(differ(L, M)) )"
            );
            let agrees = engine.succeeds(&goal);
            assert!(
                matches!(agrees, Ok(true)),
                "seed {seed}: {name}({a},{b}): {agrees:?}\n{text}"
            );
        }
    }
}

/// Returns goals that add or erase a fact or a few.
fn change(rng: &mut Rng, domain: usize) -> String {
    let name = ["e", "f"][rng.below(2)];
    let [a, b] = [0, 1].map(|_| rng.below(domain));
    match rng.below(10) {
        0 => format!("retractall({name}({a},_))"),
        1 => format!("asserta({name}({a},{b})), assertz({name}({a},{b}))"),
        2..5 => format!("assertz({name}({a},{b}))"),
        5 => format!("assertz({name}({a},{b})), ignore(retract({name}({a},{b})))"),
        _ => format!("ignore(retract({name}({a},_)))"),
    }
}

#[test]
fn changed_facts_change_the_answers() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 300 } else { 1_000 });
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let rules = rules(&mut rng);
        // Tables with a restraint are evaluated again by resolution.
        let mut text = ":- dynamic([e/2, f/2], [incremental(true)]).\n\
                        :- table ps/2 as (incremental, max_answers(100_000)), qs/2 as (incremental, max_answers(100_000)).\n\
                        :- table pd/2 as incremental, qd/2 as incremental.\n\
                        :- discontiguous([ps/2, qs/2, pd/2, qd/2]).\n\
                        ps(9,9). pd(9,9). qs(9,9). qd(9,9).\n"
            .to_owned();
        text += &rules.replace("SUFFIX", "s");
        text += &rules.replace("SUFFIX", "d");
        let domain = [DOMAIN, 2 * DOMAIN, 4 * DOMAIN][rng.below(3)];
        let mut engine = Engine::new();
        engine.consult_str(&text).expect("the program loads");
        for _ in 0..rng.between(2, 2 * domain) {
            let (name, a, b) = (["e", "f"][rng.below(2)], rng.below(domain), rng.below(domain));
            assert_eq!(engine.succeeds(&format!("assertz({name}({a},{b}))")).ok(), Some(true));
        }
        let mut log = Vec::new();
        for _ in 0..12 {
            for _ in 0..rng.between(0, 3) {
                let goal = change(&mut rng, domain);
                assert_eq!(engine.succeeds(&goal).ok(), Some(true), "seed {seed}: {goal}");
                log.push(goal);
            }
            let name = ["p", "q"][rng.below(2)];
            // Answers that were called for before a change stay as they are.
            let then = match rng.chance(15) {
                true => format!("{}, ignore({name}d(_,_))", change(&mut rng, domain)),
                false => "true".to_owned(),
            };
            let goal = format!(
                "findall(A-B, {name}s(A,B), L0), msort(L0, L), \
                 findall(A-B, ( {name}d(A,B), {then} ), M0), msort(M0, M), ( L == M -> true ; throw(differ(L, M)) )"
            );
            log.push(goal.clone());
            let agrees = engine.succeeds(&goal);
            assert!(matches!(agrees, Ok(true)), "seed {seed}: {agrees:?}\n{text}\n{log:#?}");
        }
    }
}
