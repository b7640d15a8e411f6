//! Random tabled programs over a small domain have the answers of their least model, which is computed bottom-up by
//! trying all rules with all tuples until there is nothing new.

use crate::props::rng::Rng;
use crate::props::setting;
use ferz::Engine;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Values are numbers below this.
const DOMAIN: i64 = 5;

/// An argument: a variable by number, or a value.
#[derive(Clone, Copy, PartialEq)]
enum Arg {
    Var(usize),
    Value(i64),
}

/// A goal: a predicate by number, where 0 is the facts, or a comparison.
#[derive(Clone)]
enum Goal {
    Call(usize, Vec<Arg>),
    Less(Arg, Arg),
    Next(Arg, Arg),
}

struct Rule {
    head: (usize, Vec<Arg>),
    body: Vec<Goal>,
    /// How the body is written.
    form: usize,
}

struct Program {
    arities: Vec<usize>,
    rules: Vec<Rule>,
    facts: Vec<(i64, i64)>,
    /// How the tables follow changes of the facts.
    follows: Follows,
}

/// How tables follow changes.
#[derive(Clone, Copy, PartialEq)]
enum Follows {
    Nothing,
    /// They are incremental.
    All,
    /// Most are monotonic, eager or lazy; others, among them those with this number, are incremental.
    Additions(usize),
}

type Model = Vec<BTreeSet<Vec<i64>>>;

fn argument(rng: &mut Rng) -> Arg {
    if rng.chance(12) {
        Arg::Value(rng.below(DOMAIN as usize) as i64)
    } else {
        Arg::Var(rng.below(4))
    }
}

fn generate(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let count = rng.between(1, 4);
    let mut arities = vec![2];
    arities.extend((0..count).map(|_| rng.between(0, 2)));
    let facts = (0..rng.between(2, 8))
        .map(|_| (rng.below(DOMAIN as usize) as i64, rng.below(DOMAIN as usize) as i64))
        .collect();
    let mut rules = Vec::new();
    for pred in 1..=count {
        for _ in 0..rng.between(1, 3) {
            let head: Vec<Arg> = (0..arities[pred]).map(|_| argument(&mut rng)).collect();
            let mut body: Vec<Goal> = (0..rng.between(1, 3))
                .map(|_| {
                    let callee = if rng.chance(35) { 0 } else { rng.between(1, count) };
                    Goal::Call(callee, (0..arities[callee]).map(|_| argument(&mut rng)).collect())
                })
                .collect();
            let bound = |body: &[Goal], arg: Arg| {
                matches!(arg, Arg::Value(_))
                    || body
                        .iter()
                        .any(|goal| matches!(goal, Goal::Call(_, args) if args.contains(&arg)))
            };
            for &arg in &head {
                if !bound(&body, arg) {
                    body.push(Goal::Call(0, vec![arg, Arg::Var(3)]));
                }
            }
            if rng.chance(30) {
                let (a, b) = (argument(&mut rng), argument(&mut rng));
                if bound(&body, a) && bound(&body, b) {
                    let goal = if rng.chance(50) {
                        Goal::Less(a, b)
                    } else {
                        Goal::Next(a, b)
                    };
                    body.push(goal);
                }
            }
            rules.push(Rule {
                head: (pred, head),
                body,
                form: rng.below(6),
            });
        }
    }
    Program {
        arities,
        rules,
        facts,
        follows: Follows::Nothing,
    }
}

fn arg_text(arg: Arg) -> String {
    match arg {
        Arg::Var(v) => format!("V{v}"),
        Arg::Value(value) => value.to_string(),
    }
}

fn call_text(pred: usize, args: &[String]) -> String {
    let name = if pred == 0 { "e".to_owned() } else { format!("p{pred}") };
    if args.is_empty() {
        name
    } else {
        format!("{name}({})", args.join(","))
    }
}

impl Program {
    fn text(&self) -> String {
        let mut text = String::new();
        match self.follows {
            Follows::Nothing => {}
            Follows::All => text.push_str(":- dynamic e/2 as incremental.\n"),
            Follows::Additions(_) => text.push_str(":- dynamic e/2 as monotonic.\n"),
        }
        for (pred, arity) in self.arities.iter().enumerate().skip(1) {
            let options = match self.follows {
                Follows::All => " as incremental",
                Follows::Additions(other) if other == pred => " as incremental",
                Follows::Additions(other) if (other + pred) % 3 == 1 => " as (monotonic,lazy)",
                Follows::Additions(_) => " as monotonic",
                Follows::Nothing if pred % 2 == 0 => " as subsumptive",
                Follows::Nothing => "",
            };
            writeln!(text, ":- table p{pred}/{arity}{options}.").expect("a string takes it");
        }
        for (a, b) in &self.facts {
            writeln!(text, "e({a},{b}).").expect("a string takes it");
        }
        for rule in &self.rules {
            let goals: Vec<String> = rule
                .body
                .iter()
                .map(|goal| match goal {
                    Goal::Call(pred, args) => {
                        let args: Vec<String> = args.iter().map(|&arg| arg_text(arg)).collect();
                        call_text(*pred, &args)
                    }
                    Goal::Less(a, b) => format!("{} < {}", arg_text(*a), arg_text(*b)),
                    Goal::Next(a, b) => format!("{} =:= ({} + 1) mod {DOMAIN}", arg_text(*a), arg_text(*b)),
                })
                .collect();
            let body = goals.join(", ");
            let calls_facts = |goal: &Goal| !matches!(goal, Goal::Call(pred, _) if *pred > 0);
            let body = match rule.form {
                // Not monotonic: the goal is called again when a fact is added.
                4 if matches!(self.follows, Follows::Additions(_)) && rule.body.iter().all(calls_facts) => {
                    format!("findall(x, ({body}), [_|_]), ({body})")
                }
                0 => format!("call(({body}))"),
                1 => format!("( {body} ; fail )"),
                2 => format!("catch(({body}), _, fail)"),
                3 => format!("G = ({body}), G, true"),
                _ => body,
            };
            let args: Vec<String> = rule.head.1.iter().map(|&arg| arg_text(arg)).collect();
            writeln!(text, "{} :- {body}.", call_text(rule.head.0, &args)).expect("a string takes it");
        }
        text
    }

    fn model(&self) -> Model {
        let mut model: Model = vec![BTreeSet::new(); self.arities.len()];
        model[0].extend(self.facts.iter().map(|&(a, b)| vec![a, b]));
        loop {
            let before: usize = model.iter().map(BTreeSet::len).sum();
            for rule in &self.rules {
                let mut found = Vec::new();
                solve(&rule.body, &model, &mut [None; 4], &mut |values| {
                    found.push(rule.head.1.iter().filter_map(|&arg| value(arg, values)).collect());
                });
                model[rule.head.0].extend(found);
            }
            if model.iter().map(BTreeSet::len).sum::<usize>() == before {
                return model;
            }
        }
    }
}

fn value(arg: Arg, values: &[Option<i64>; 4]) -> Option<i64> {
    match arg {
        Arg::Var(v) => values[v],
        Arg::Value(value) => Some(value),
    }
}

/// Calls `found` with the values of each solution.
fn solve(body: &[Goal], model: &Model, values: &mut [Option<i64>; 4], found: &mut impl FnMut(&[Option<i64>; 4])) {
    let Some((goal, rest)) = body.split_first() else {
        found(values);
        return;
    };
    match goal {
        Goal::Call(pred, args) => {
            for tuple in &model[*pred] {
                let before = *values;
                let fits = args.iter().zip(tuple).all(|(&arg, &item)| match arg {
                    Arg::Value(value) => value == item,
                    Arg::Var(v) => *values[v].get_or_insert(item) == item,
                });
                if fits {
                    solve(rest, model, values, found);
                }
                *values = before;
            }
        }
        Goal::Less(a, b) => {
            if value(*a, values) < value(*b, values) {
                solve(rest, model, values, found);
            }
        }
        Goal::Next(a, b) => {
            if value(*a, values) == value(*b, values).map(|b| (b + 1) % DOMAIN) {
                solve(rest, model, values, found);
            }
        }
    }
}

/// Asks the engine for all tuples that match the arguments, `None` for any.
fn ask(engine: &mut Engine, pred: usize, pattern: &[Option<i64>]) -> String {
    let args: Vec<String> = pattern
        .iter()
        .enumerate()
        .map(|(i, item)| item.map_or(format!("A{i}"), |item| item.to_string()))
        .collect();
    let goal = call_text(pred, &args);
    let query = format!(
        "findall([{}], {goal}, L0), msort(L0, L), write_to_atom_of(L, T)",
        args.join(",")
    );
    match engine.query(&query).map(|mut answers| answers.next()) {
        Ok(Some(Ok(answer))) => {
            let text = answer.term("T").map_or_else(String::new, ToString::to_string);
            text.trim_matches('\'').to_owned()
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn tabled_programs_have_their_least_models() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 1_500 } else { 4_000 });
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count {
        let program = generate(seed);
        let model = program.model();
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().inferences(5_000_000));
        let text = program.text() + "write_to_atom_of(L, T) :- format(atom(T), \"~w\", [L]).\n";
        engine.consult_str(&text).expect("the program loads");
        let mut rng = Rng::new(seed ^ 0x5eed);
        for _ in 0..6 {
            let pred = rng.between(1, program.arities.len() - 1);
            let pattern: Vec<Option<i64>> = (0..program.arities[pred])
                .map(|_| rng.chance(40).then(|| rng.below(DOMAIN as usize) as i64))
                .collect();
            let matches = |tuple: &&Vec<i64>| {
                pattern
                    .iter()
                    .zip(tuple.iter())
                    .all(|(wanted, item)| wanted.is_none_or(|wanted| wanted == *item))
            };
            let expected: Vec<&Vec<i64>> = model[pred].iter().filter(matches).collect();
            let expected = format!("{expected:?}").replace(' ', "");
            // A catch in the program would take the exception for its own.
            if rng.chance(15) && !text.contains("catch") {
                // A goal that is left by an exception leaves nothing behind.
                let goal = call_text(pred, &vec!["_".to_owned(); program.arities[pred]]);
                let _ended = engine
                    .query(&format!("call_with_inference_limit({goal}, 40, _)"))
                    .map(|mut answers| answers.next());
            }
            let answered = ask(&mut engine, pred, &pattern);
            assert!(
                answered == expected,
                "seed {seed}: p{pred} {pattern:?}\n  expected {expected}\n  answered {answered}\n{text}"
            );
        }
    }
}

#[test]
fn incremental_tables_follow_the_facts() {
    check_changes(0x1dea, |_| Follows::All);
}

#[test]
fn monotonic_tables_follow_the_facts() {
    check_changes(0x3043, |rng| Follows::Additions(rng.below(6)));
}

/// Checks the answers of random programs whose facts change between queries, against those of the least model.
fn check_changes(salt: u64, follows: impl Fn(&mut Rng) -> Follows) {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 500 } else { 1_500 });
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count {
        let mut program = generate(seed);
        let mut rng = Rng::new(seed ^ salt);
        program.follows = follows(&mut rng);
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().inferences(5_000_000));
        let text = program.text() + "write_to_atom_of(L, T) :- format(atom(T), \"~w\", [L]).\n";
        engine.consult_str(&text).expect("the program loads");
        let mut history = String::new();
        for _ in 0..10 {
            for _ in 0..rng.below(3) {
                let (a, b) = (rng.below(DOMAIN as usize) as i64, rng.below(DOMAIN as usize) as i64);
                let change = match program.facts.contains(&(a, b)) {
                    true if rng.chance(50) => {
                        program.facts.retain(|&fact| fact != (a, b));
                        format!("retractall(e({a},{b}))")
                    }
                    _ => {
                        program.facts.push((a, b));
                        format!("assertz(e({a},{b}))")
                    }
                };
                writeln!(history, "?- {change}.").expect("a string takes it");
                assert!(engine.succeeds(&change).expect("the fact is changed"));
            }
            if rng.chance(10) && !text.contains("catch") {
                let _ended = engine
                    .query(&format!(
                        "call_with_inference_limit({}, 60, _)",
                        call_text(1, &vec!["_".to_owned(); program.arities[1]])
                    ))
                    .map(|mut answers| answers.next());
                history.push_str("?- a limited call.\n");
            }
            let model = program.model();
            let pred = rng.between(1, program.arities.len() - 1);
            let pattern: Vec<Option<i64>> = (0..program.arities[pred])
                .map(|_| rng.chance(40).then(|| rng.below(DOMAIN as usize) as i64))
                .collect();
            let matches = |tuple: &&Vec<i64>| {
                let mut pairs = pattern.iter().zip(tuple.iter());
                pairs.all(|(wanted, item)| wanted.is_none_or(|wanted| wanted == *item))
            };
            let expected: Vec<&Vec<i64>> = model[pred].iter().filter(matches).collect();
            let expected = format!("{expected:?}").replace(' ', "");
            let answered = ask(&mut engine, pred, &pattern);
            writeln!(history, "?- p{pred} {pattern:?}.").expect("a string takes it");
            assert!(
                answered == expected,
                "seed {seed}: p{pred} {pattern:?}\n  expected {expected}\n  answered {answered}\n{text}{history}"
            );
        }
    }
}
