//! Random constraints over Boolean variables have the solutions that their truth tables have; variables that have one value
//! are bound at once, those that are always equal are one, and what is left is told as a residual goal that says the
//! same.

use crate::hosts::engine::Session;
use crate::props::rng::Rng;
use crate::setting;
use std::path::Path;

/// The variables, the atoms after them, which are universally quantified, and a variable that is only used with `^`.
const NAMES: [&str; 8] = ["A", "B", "C", "D", "E", "p", "q", "F"];
/// How many of them are variables.
const VARIABLES: usize = 5;
/// How many are variables or atoms.
const LEAVES: usize = 7;

#[derive(Clone, Debug)]
enum Formula {
    Constant(bool),
    Leaf(usize),
    Not(Box<Formula>),
    Two(&'static str, Box<Formula>, Box<Formula>),
    Many(&'static str, Vec<Formula>),
    Count(Vec<(usize, usize)>, Vec<Formula>),
    Some(Box<Formula>),
}

/// Values of all names, as bits.
type Row = usize;

fn formula(rng: &mut Rng, depth: usize, leaves: usize) -> Formula {
    if depth == 0 || rng.chance(20) {
        return if rng.chance(6) {
            Formula::Constant(rng.chance(50))
        } else {
            Formula::Leaf(rng.below(leaves))
        };
    }
    let part = |rng: &mut Rng| Box::new(formula(rng, depth - 1, leaves));
    let some = |rng: &mut Rng| {
        (0..rng.below(5))
            .map(|_| formula(rng, depth - 1, leaves))
            .collect::<Vec<_>>()
    };
    match rng.below(14) {
        0 | 1 => Formula::Not(part(rng)),
        2 => Formula::Many(rng.pick(&["+", "*"]), some(rng)),
        3 => {
            let ranges = (0..rng.between(1, 2)).map(|_| {
                let low = rng.below(4);
                (low, low + rng.below(2))
            });
            let ranges = ranges.collect();
            Formula::Count(ranges, some(rng))
        }
        4 => {
            let name = rng.pick(&["+", "*", "#", "=<"]);
            let inner = Formula::Two(name, Box::new(Formula::Leaf(LEAVES)), part(rng));
            let name = rng.pick(&["+", "*", "#", ">="]);
            Formula::Some(Box::new(Formula::Two(name, part(rng), Box::new(inner))))
        }
        _ => {
            let name = rng.pick(&["+", "*", "#", "=:=", "=\\=", "=<", ">=", "<", ">"]);
            let (left, right) = (part(rng), part(rng));
            Formula::Two(name, left, right)
        }
    }
}

fn texts(parts: &[Formula]) -> String {
    let texts: Vec<String> = parts.iter().map(text).collect();
    format!("[{}]", texts.join(","))
}

fn text(formula: &Formula) -> String {
    match formula {
        Formula::Constant(value) => u8::from(*value).to_string(),
        Formula::Leaf(name) => NAMES[*name].to_owned(),
        Formula::Not(part) => format!("~({})", text(part)),
        Formula::Two(name, left, right) => format!("({}) {name} ({})", text(left), text(right)),
        Formula::Many(name, parts) => format!("{name}({})", texts(parts)),
        Formula::Count(ranges, parts) => {
            let ranges: Vec<String> = ranges.iter().map(|(low, high)| format!("{low}-{high}")).collect();
            format!("card([{}], {})", ranges.join(","), texts(parts))
        }
        Formula::Some(part) => format!("{}^({})", NAMES[LEAVES], text(part)),
    }
}

fn holds(formula: &Formula, row: Row) -> bool {
    match formula {
        Formula::Constant(value) => *value,
        Formula::Leaf(name) => row >> name & 1 == 1,
        Formula::Not(part) => !holds(part, row),
        Formula::Two(name, left, right) => {
            let (left, right) = (holds(left, row), holds(right, row));
            match *name {
                "+" => left | right,
                "*" => left & right,
                "#" | "=\\=" => left != right,
                "=:=" => left == right,
                "=<" => left <= right,
                ">=" => left >= right,
                "<" => !left & right,
                _ => left & !right,
            }
        }
        Formula::Many("+", parts) => parts.iter().any(|part| holds(part, row)),
        Formula::Many(_, parts) => parts.iter().all(|part| holds(part, row)),
        Formula::Count(ranges, parts) => {
            let count = parts.iter().filter(|part| holds(part, row)).count();
            ranges.iter().any(|&(low, high)| (low..=high).contains(&count))
        }
        Formula::Some(part) => holds(part, row | 1 << LEAVES) || holds(part, row & !(1 << LEAVES)),
    }
}

/// A constraint, or a unification of two variables or of one and a formula.
enum Step {
    Sat(Formula),
    Equal(usize, Formula),
}

fn step_text(step: &Step) -> String {
    match step {
        Step::Sat(formula) => format!("sat({})", text(formula)),
        Step::Equal(name, formula) => format!("{} = {}", NAMES[*name], text(formula)),
    }
}

fn step_holds(step: &Step, row: Row) -> bool {
    match step {
        Step::Sat(formula) => holds(formula, row),
        Step::Equal(name, formula) => (row >> name & 1 == 1) == holds(formula, row),
    }
}

/// Problems without atoms: the rows of variables for which all steps hold.
fn rows(steps: &[Step]) -> Vec<Row> {
    (0..1 << VARIABLES)
        .filter(|&row| steps.iter().all(|step| step_holds(step, row)))
        .collect()
}

fn row_text(row: Row) -> String {
    let values: Vec<String> = (0..VARIABLES).map(|name| (row >> name & 1).to_string()).collect();
    format!("[{}]", values.join(","))
}

fn session() -> Session {
    let mut session = Session::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    session
        .consult(":- use_module(library(clpb)).")
        .expect("the library is there");
    session
}

fn count() -> u64 {
    let is_stressed = std::env::var_os("FERZ_STRESS").is_some();
    setting("FERZ_PROPS", 600) / if is_stressed { 20 } else { 1 }
}

/// What a goal writes.
fn written(session: &mut Session, query: &str) -> String {
    session.answers(&format!("( {query} ), fail"), 2);
    session.output()
}

#[test]
fn booleans_have_the_solutions_of_their_truth_tables() {
    let mut session = session();
    let first = setting("FERZ_SEED", 0);
    let mut solvable = 0;
    for seed in first..first + count() {
        let mut rng = Rng::new(seed);
        let steps: Vec<Step> = (0..rng.between(1, 4))
            .map(|i| match rng.below(10) {
                0 => Step::Equal(rng.below(VARIABLES), Formula::Leaf(rng.below(VARIABLES))),
                1 => Step::Equal(rng.below(VARIABLES), Formula::Constant(rng.chance(50))),
                _ => Step::Sat(formula(&mut rng, if i == 0 { 4 } else { 3 }, VARIABLES)),
            })
            .collect();
        let goals: Vec<String> = steps.iter().map(step_text).collect();
        let posted = format!("sat(+[1,A,B,C,D,E]), {}", goals.join(", "));
        let rows = rows(&steps);
        let mut solutions: Vec<String> = rows.iter().copied().map(row_text).collect();
        solutions.sort();
        solvable += usize::from(!rows.is_empty());

        // All solutions, by labelling in some order, and by the residual goals of a copy.
        let order = if rng.chance(50) { "[A,B,C,D,E]" } else { "[D,A,E,C,B]" };
        let expected = format!("[{}]", solutions.join(","));
        let query = format!("findall([A,B,C,D,E], ( {posted}, labeling({order}) ), L0), msort(L0, L), write(L)");
        assert_eq!(written(&mut session, &query), expected, "seed {seed}\n?- {query}.");
        let query = format!(
            "findall([A,B,C,D,E], ( {posted}, copy_term([A,B,C,D,E], Copy, Gs), maplist(call, Gs), labeling(Copy), \
             [A,B,C,D,E] = Copy ), L0), msort(L0, L), write(L)"
        );
        assert_eq!(written(&mut session, &query), expected, "seed {seed}\n?- {query}.");

        // What is known of each variable at once.
        if rows.is_empty() {
            continue;
        }
        let known: Vec<String> = (0..VARIABLES)
            .map(|name| {
                let value = |row: &Row| row >> name & 1;
                let same = (0..name).find(|other| rows.iter().all(|row| row >> other & 1 == value(row)));
                let fixed = rows.iter().all(|row| value(row) == value(&rows[0]));
                match same {
                    _ if fixed => value(&rows[0]).to_string(),
                    Some(other) => format!("_{other}"),
                    None => format!("_{name}"),
                }
            })
            .collect();
        let query = format!(
            "{posted}, L = [A,B,C,D,E], findall(X, ( member(X0, [a,b,c,d,e]), nth0(I, [a,b,c,d,e], X0), nth0(I, L, V), \
             ( nonvar(V) -> X = V ; once(( nth0(J, L, W), W == V )), atom_concat('_', J, X) ) ), Known), write(Known), \
             sat_count(+[1,A,B,C,D,E], N), write(N)"
        );
        let distinct = {
            let mut free: Vec<&String> = known.iter().filter(|text| text.starts_with('_')).collect();
            free.sort();
            free.dedup();
            free.len()
        };
        let answer = written(&mut session, &query);
        let expected = format!("[{}]{}", known.join(","), rows.len());
        assert!(distinct > 0 || rows.len() == 1);
        assert_eq!(answer, expected, "seed {seed}\n?- {query}.");

        // Whether another formula follows.
        let other = formula(&mut rng, 3, VARIABLES);
        let truths = rows.iter().filter(|&&row| holds(&other, row)).count();
        let expected = match truths {
            0 => "0",
            _ if truths == rows.len() => "1",
            _ => "unknown",
        };
        let query = format!("{posted}, ( taut({}, T) -> write(T) ; write(unknown) )", text(&other));
        assert_eq!(written(&mut session, &query), expected, "seed {seed}\n?- {query}.");
    }
    assert!(solvable as u64 > count() / 4, "{solvable} have solutions");
}

/// A formula with atoms holds if for all of their values there are values of the variables.
#[test]
fn booleans_with_atoms_hold_for_all_of_their_values() {
    let mut session = session();
    let first = setting("FERZ_SEED", 0);
    let mut solvable = 0;
    for seed in first..first + count() {
        let mut rng = Rng::new(seed);
        let steps: Vec<Step> = (0..rng.between(1, 2))
            .map(|_| Step::Sat(formula(&mut rng, 3, LEAVES)))
            .collect();
        let goals: Vec<String> = steps.iter().map(step_text).collect();
        let all = |row: Row| steps.iter().all(|step| step_holds(step, row));
        let has_solution = |variables: &dyn Fn(Row) -> bool| {
            (0..1 << (LEAVES - VARIABLES))
                .all(|atoms: Row| (0..1 << VARIABLES).any(|row| variables(row) && all(row | atoms << VARIABLES)))
        };
        let is_solvable = has_solution(&|_| true);
        solvable += usize::from(is_solvable);
        let expected = if is_solvable { "yes" } else { "no" };
        let query = format!("( {} -> write(yes) ; write(no) )", goals.join(", "));
        assert_eq!(written(&mut session, &query), expected, "seed {seed}\n?- {query}.");
        // All ground solutions: the formula holds for all values of the atoms. There may be others, where a variable
        // equals an atom.
        let mut solutions: Vec<String> = (0..1 << VARIABLES)
            .filter(|&row| has_solution(&|other| other == row))
            .map(row_text)
            .collect();
        solutions.sort();
        let query = format!(
            "findall([A,B,C,D,E], ( {}, L = [A,B,C,D,E], term_variables(L, Vs), labeling(Vs), maplist(integer, L) ), L0), \
             msort(L0, L1), write(L1)",
            goals.join(", ")
        );
        let expected = format!("[{}]", solutions.join(","));
        assert_eq!(written(&mut session, &query), expected, "seed {seed}\n?- {query}.");
    }
    assert!(solvable as u64 > count() / 10, "{solvable} have solutions");
}

/// Diagrams are taken back on backtracking, and copies are of their own.
#[test]
fn booleans_are_undone_and_copied() {
    let mut session = session();
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count() / 3 {
        let mut rng = Rng::new(seed);
        let one = Step::Sat(formula(&mut rng, 4, VARIABLES));
        let two = Step::Sat(formula(&mut rng, 3, VARIABLES));
        let (first_goal, second_goal) = (step_text(&one), step_text(&two));
        let sorted = |steps: &[Step]| {
            let mut texts: Vec<String> = rows(steps).into_iter().map(row_text).collect();
            texts.sort();
            format!("[{}]", texts.join(","))
        };
        let alone = sorted(std::slice::from_ref(&one));
        let both = sorted(&[one, two]);
        let all = "labeling([A,B,C,D,E])";
        let query = format!(
            "findall([A,B,C,D,E], ( {first_goal}, ( {second_goal}, fail ; true ), {all} ), L0), msort(L0, L1), write(L1), \
             findall([A,B,C,D,E], ( {first_goal}, copy_term([A,B,C,D,E], Copy), ( Copy = [A,B,C,D,E], {second_goal} ; \
             fail ), {all} ), L2), msort(L2, L3), write(L3), \
             findall(Vs, ( findall([A,B,C,D,E], {first_goal}, [Vs]), labeling(Vs) ), L4), msort(L4, L5), write(L5)"
        );
        let answer = written(&mut session, &query);
        assert_eq!(answer, format!("{alone}{both}{alone}"), "seed {seed}\n?- {query}.");
    }
}
