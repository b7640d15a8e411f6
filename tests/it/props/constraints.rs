//! Random constraint problems over small domains have the solutions that generating and testing finds.
//!
//! The constraints are posted in random order, some of them after a variable has got a value or between two steps of
//! labelling, so that propagation has to lose nothing whatever it knows.

mod schedules;

use crate::hosts::engine::Session;
use crate::props::rng::Rng;
use crate::setting;
use std::path::Path;

/// The variables of a problem.
const NAMES: [&str; 4] = ["A", "B", "C", "D"];

#[derive(Clone, Debug)]
enum Expr {
    Var(usize),
    Num(i64),
    Neg(Box<Expr>),
    Abs(Box<Expr>),
    Pow(Box<Expr>, u32),
    Two(&'static str, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
enum Con {
    Rel(&'static str, Expr, Expr),
    In(usize, Vec<(i64, i64)>),
    Not(Box<Con>),
    Join(&'static str, Box<Con>, Box<Con>),
    /// The name, and the variables.
    List(&'static str, Vec<usize>),
    Sum(Vec<(i64, usize)>, &'static str, i64),
    Tuples(Vec<usize>, Vec<Vec<i64>>),
    Element(usize, Vec<Expr>, usize),
    Unified(usize, usize),
    Value(usize, i64),
}

const RELATIONS: [&str; 6] = ["#=", "#\\=", "#<", "#>", "#=<", "#>="];

fn expr(rng: &mut Rng, depth: usize, total: bool) -> Expr {
    if depth == 0 || rng.chance(35) {
        return if rng.chance(70) {
            Expr::Var(rng.below(NAMES.len()))
        } else {
            Expr::Num(rng.between(0, 8) as i64 - 4)
        };
    }
    let mut part = || Box::new(expr(rng, depth - 1, total));
    let (left, right) = (part(), part());
    match rng.below(10) {
        0 => Expr::Neg(left),
        1 => Expr::Abs(left),
        2 => Expr::Pow(left, rng.between(0, 3) as u32),
        3 if !total => Expr::Two(rng.pick(&["//", "div", "mod", "rem"]), left, right),
        4 | 5 => Expr::Two("*", left, right),
        6 => Expr::Two(rng.pick(&["min", "max"]), left, right),
        _ => Expr::Two(rng.pick(&["+", "-"]), left, right),
    }
}

fn domain(rng: &mut Rng) -> Vec<(i64, i64)> {
    let mut from = rng.between(0, 5) as i64 - 4;
    let mut ranges = Vec::new();
    for _ in 0..rng.between(1, 2) {
        let to = from + rng.between(0, 3) as i64;
        ranges.push((from, to));
        from = to + rng.between(2, 3) as i64;
    }
    ranges
}

fn formula(rng: &mut Rng, depth: usize) -> Con {
    if depth == 0 || rng.chance(30) {
        return if rng.chance(20) {
            Con::In(rng.below(NAMES.len()), domain(rng))
        } else {
            Con::Rel(rng.pick(&RELATIONS), expr(rng, 1, true), expr(rng, 1, true))
        };
    }
    if rng.chance(20) {
        return Con::Not(Box::new(formula(rng, depth - 1)));
    }
    let name = rng.pick(&["#/\\", "#\\/", "#\\", "#==>", "#<==", "#<==>"]);
    Con::Join(
        name,
        Box::new(formula(rng, depth - 1)),
        Box::new(formula(rng, depth - 1)),
    )
}

fn constraint(rng: &mut Rng) -> Con {
    let some = |rng: &mut Rng| {
        let mut found: Vec<usize> = (0..NAMES.len()).filter(|_| rng.chance(70)).collect();
        if found.is_empty() {
            found.push(0);
        }
        found
    };
    match rng.below(16) {
        0..=5 => Con::Rel(rng.pick(&RELATIONS), expr(rng, 2, false), expr(rng, 1, false)),
        6..=8 => formula(rng, 2),
        9 => Con::List(rng.pick(&["all_different", "all_distinct", "circuit"]), some(rng)),
        10 => Con::List(rng.pick(&["all_distinct", "all_distinct", "bounds"]), some(rng)),
        11 => {
            let terms = some(rng)
                .into_iter()
                .map(|x| (rng.between(0, 6) as i64 - 3, x))
                .collect();
            Con::Sum(terms, rng.pick(&RELATIONS), rng.between(0, 10) as i64 - 3)
        }
        12 => {
            let vars = some(rng);
            let mut row = |_| vars.iter().map(|_| rng.between(0, 6) as i64 - 2).collect();
            let rows = (0..5).map(&mut row).collect();
            Con::Tuples(vars, rows)
        }
        13 => {
            let list = (0..rng.between(1, 4)).map(|_| expr(rng, 0, true)).collect();
            Con::Element(rng.below(NAMES.len()), list, rng.below(NAMES.len()))
        }
        14 => Con::Unified(rng.below(NAMES.len()), rng.below(NAMES.len())),
        _ => Con::Value(rng.below(NAMES.len()), rng.between(0, 5) as i64 - 2),
    }
}

fn text_of(expr: &Expr) -> String {
    match expr {
        Expr::Var(x) => NAMES[*x].to_owned(),
        Expr::Num(n) => n.to_string(),
        Expr::Neg(a) => format!("-({})", text_of(a)),
        Expr::Abs(a) => format!("abs({})", text_of(a)),
        Expr::Pow(a, n) => format!("({})^{n}", text_of(a)),
        Expr::Two(name @ ("min" | "max"), a, b) => format!("{name}({},{})", text_of(a), text_of(b)),
        Expr::Two(name, a, b) => format!("({} {name} {})", text_of(a), text_of(b)),
    }
}

fn names(vars: &[usize]) -> String {
    let names: Vec<&str> = vars.iter().map(|&x| NAMES[x]).collect();
    format!("[{}]", names.join(","))
}

fn union(ranges: &[(i64, i64)]) -> String {
    let parts: Vec<String> = ranges.iter().map(|(low, high)| format!("({low})..({high})")).collect();
    parts.join(" \\/ ")
}

fn goal(con: &Con) -> String {
    match con {
        Con::Rel(name, a, b) => format!("{} {name} {}", text_of(a), text_of(b)),
        Con::In(x, ranges) => format!("{} in {}", NAMES[*x], union(ranges)),
        Con::Not(a) => format!("#\\ ({})", goal(a)),
        Con::Join(name, a, b) => format!("({}) {name} ({})", goal(a), goal(b)),
        Con::List("bounds", vars) => format!("all_different({}, [consistency(bounds)])", names(vars)),
        Con::List(name, vars) => format!("{name}({})", names(vars)),
        Con::Sum(terms, name, n) => {
            let factors: Vec<String> = terms.iter().map(|(a, _)| a.to_string()).collect();
            let vars: Vec<usize> = terms.iter().map(|&(_, x)| x).collect();
            format!("scalar_product([{}], {}, {name}, {n})", factors.join(","), names(&vars))
        }
        Con::Tuples(vars, rows) => format!("tuples_in([{}], {rows:?})", names(vars)),
        Con::Element(i, list, x) => {
            let list: Vec<String> = list.iter().map(text_of).collect();
            format!("element({}, [{}], {})", NAMES[*i], list.join(","), NAMES[*x])
        }
        Con::Unified(x, y) => format!("{} = {}", NAMES[*x], NAMES[*y]),
        Con::Value(x, n) => format!("{} = {n}", NAMES[*x]),
    }
}

/// The value of an expression; none for a quotient by zero.
fn value(expr: &Expr, at: &[i64]) -> Option<i64> {
    Some(match expr {
        Expr::Var(x) => at[*x],
        Expr::Num(n) => *n,
        Expr::Neg(a) => -value(a, at)?,
        Expr::Abs(a) => value(a, at)?.abs(),
        Expr::Pow(a, n) => value(a, at)?.pow(*n),
        Expr::Two(name, a, b) => {
            let (a, b) = (value(a, at)?, value(b, at)?);
            match *name {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "min" => a.min(b),
                "max" => a.max(b),
                "//" => a.checked_div(b)?,
                "rem" => a.checked_rem(b)?,
                "div" => (b != 0).then(|| a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0))?,
                _ => (b != 0).then(|| ((a % b) + b) % b)?,
            }
        }
    })
}

fn related(name: &str, a: i64, b: i64) -> bool {
    match name {
        "#=" => a == b,
        "#\\=" => a != b,
        "#<" => a < b,
        "#>" => a > b,
        "#=<" => a <= b,
        _ => a >= b,
    }
}

fn holds(con: &Con, at: &[i64]) -> bool {
    match con {
        Con::Rel(name, a, b) => match (value(a, at), value(b, at)) {
            (Some(a), Some(b)) => related(name, a, b),
            _ => false,
        },
        Con::In(x, ranges) => ranges.iter().any(|&(low, high)| (low..=high).contains(&at[*x])),
        Con::Not(a) => !holds(a, at),
        Con::Join(name, a, b) => {
            let (a, b) = (holds(a, at), holds(b, at));
            match *name {
                "#/\\" => a && b,
                "#\\/" => a || b,
                "#\\" => a != b,
                "#==>" => !a || b,
                "#<==" => a || !b,
                _ => a == b,
            }
        }
        Con::List("circuit", vars) => {
            let (mut node, mut length) = (0, 0);
            loop {
                let next = at[vars[node]] - 1;
                if !(0..vars.len() as i64).contains(&next) || length >= vars.len() {
                    return false;
                }
                (node, length) = (next as usize, length + 1);
                if node == 0 {
                    return length == vars.len();
                }
            }
        }
        Con::List(_, vars) => vars
            .iter()
            .enumerate()
            .all(|(i, &x)| vars[..i].iter().all(|&y| at[x] != at[y])),
        Con::Sum(terms, name, n) => related(name, terms.iter().map(|&(a, x)| a * at[x]).sum(), *n),
        Con::Tuples(vars, rows) => rows.iter().any(|row| vars.iter().zip(row).all(|(&x, &n)| at[x] == n)),
        Con::Element(i, list, x) => {
            let place = usize::try_from(at[*i] - 1).ok();
            place
                .and_then(|place| list.get(place))
                .is_some_and(|element| value(element, at) == Some(at[*x]))
        }
        Con::Unified(x, y) => at[*x] == at[*y],
        Con::Value(x, n) => at[*x] == *n,
    }
}

/// All solutions in standard order, as the engine writes them.
fn expected(domains: &[Vec<(i64, i64)>], constraints: &[Con]) -> String {
    let elements = |x: usize| domains[x].iter().flat_map(|&(low, high)| low..=high);
    let mut found = Vec::new();
    for a in elements(0) {
        for b in elements(1) {
            for c in elements(2) {
                for d in elements(3) {
                    if constraints.iter().all(|con| holds(con, &[a, b, c, d])) {
                        found.push(format!("[{a},{b},{c},{d}]"));
                    }
                }
            }
        }
    }
    format!("[{}]", found.join(","))
}

/// A problem: a query whose answer is the sorted list of all solutions, the same with the domains first, and that list.
struct Problem {
    query: String,
    domains_first: String,
    expected: String,
}

fn problem(seed: u64) -> Problem {
    let mut rng = Rng::new(seed);
    let domains: Vec<_> = NAMES.iter().map(|_| domain(&mut rng)).collect();
    let constraints: Vec<Con> = (0..rng.between(1, 4)).map(|_| constraint(&mut rng)).collect();
    let mut goals: Vec<String> = (0..NAMES.len())
        .map(|x| format!("{} in {}", NAMES[x], union(&domains[x])))
        .collect();
    let is_wide = rng.chance(15);
    if is_wide {
        let wide = NAMES.iter().map(|name| format!("{name}1 #= {name} + {FAR}"));
        goals.splice(0..0, wide);
    }
    for con in &constraints {
        // Before, between or after the domains, and after some labelling.
        let at = if rng.chance(80) {
            goals.len()
        } else {
            rng.below(goals.len() + 1)
        };
        let text = match con {
            Con::Rel(..) if is_wide => moved(&goal(con)),
            _ => goal(con),
        };
        goals.insert(at, text);
        if at >= NAMES.len() && rng.chance(15) {
            goals.push(format!("label([{}])", rng.pick(&NAMES)));
        }
    }
    let mut options: Vec<&str> = Vec::new();
    for choices in [
        ["leftmost", "ff", "ffc", "min", "max", "dom_wdeg"].as_slice(),
        &["up", "down"],
        &["step", "enum", "bisect"],
        &["restart"],
    ] {
        if rng.chance(60) {
            options.push(rng.pick(choices));
        }
    }
    let query = |goals: &[String]| {
        format!(
            "findall([A,B,C,D], ({}, labeling([{}], [A,B,C,D])), L0), msort(L0, L)",
            goals.join(", "),
            options.join(",")
        )
    };
    let mut sorted = goals.clone();
    let begins = |goal: &str, after: &str| NAMES.iter().any(|name| goal.starts_with(&format!("{name}{after}")));
    sorted.sort_by_key(|goal| (!begins(goal, " in "), !begins(goal, "1 #= ")));
    Problem {
        query: query(&goals),
        domains_first: query(&sorted),
        expected: expected(&domains, &constraints),
    }
}

/// What is added to variables, so that they are beyond a machine word.
const FAR: &str = "100000000000000000000";

/// Returns a relation with variables that are far from those of the problem.
fn moved(text: &str) -> String {
    let mut moved = String::new();
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            moved += &format!("({c}1-{FAR})");
        } else {
            moved.push(c);
        }
    }
    moved
}

/// `all_distinct/1` and `tuples_in/2` leave only the values of solutions.
#[test]
fn domains_are_as_narrow_as_promised() {
    let count = setting("FERZ_PROPS", 400) / 4;
    let first = setting("FERZ_SEED", 0);
    let mut session = Session::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    session
        .consult(":- use_module(library(clpfd)). elements(X, L) :- fd_set(X, S), fdset_to_list(S, L).")
        .expect("the library is there");
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let domains: Vec<_> = NAMES.iter().map(|_| domain(&mut rng)).collect();
        let vars = vec![0, 1, 2, 3];
        let con = if rng.chance(50) {
            Con::List("all_distinct", vars)
        } else {
            let mut row = |_| vars.iter().map(|_| rng.between(0, 5) as i64 - 3).collect();
            let rows = (0..12).map(&mut row).collect();
            Con::Tuples(vars.clone(), rows)
        };
        let elements = |x: usize| domains[x].iter().flat_map(|&(low, high)| low..=high);
        let mut supported = vec![std::collections::BTreeSet::new(); 4];
        for a in elements(0) {
            for b in elements(1) {
                for c in elements(2) {
                    for d in elements(3) {
                        if holds(&con, &[a, b, c, d]) {
                            for (values, value) in supported.iter_mut().zip([a, b, c, d]) {
                                values.insert(value);
                            }
                        }
                    }
                }
            }
        }
        let expected = if supported[0].is_empty() {
            "none".to_owned()
        } else {
            let values = |set: &std::collections::BTreeSet<i64>| {
                let values: Vec<String> = set.iter().map(i64::to_string).collect();
                format!("[{}]", values.join(","))
            };
            let domains: Vec<String> = supported.iter().map(values).collect();
            format!("[{}]", domains.join(","))
        };
        let posted: Vec<String> = (0..4)
            .map(|x| format!("{} in {}", NAMES[x], union(&domains[x])))
            .collect();
        let query = format!("{}, {}, maplist(elements, [A,B,C,D], L)", posted.join(", "), goal(&con));
        session.answers(&format!("( {query} -> write(L) ; write(none) ), fail"), 2);
        let answer = session.output();
        assert_eq!(answer, expected, "seed {seed}\n?- {query}.");
    }
}

#[test]
fn problems_have_all_their_solutions() {
    // Under stress everything is moved before each of some thousand calls of a problem.
    let is_stressed = std::env::var_os("FERZ_STRESS").is_some();
    let count = setting("FERZ_PROPS", 400) / if is_stressed { 20 } else { 1 };
    let first = setting("FERZ_SEED", 0);
    let mut session = Session::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    session
        .consult(":- use_module(library(clpfd)).")
        .expect("the library is there");
    let (mut solved, mut endless) = (0, 0);
    for seed in first..first + count {
        let Problem {
            mut query,
            domains_first,
            expected,
        } = problem(seed);
        session.set(seed % 2 == 0, seed % 7 == 0);
        let mut ask = |query: &str| {
            let query = format!("catch(( call_with_time_limit(5, ( {query} )), write(L) ), E, write(E)), fail");
            let answers = session.answers(&query, 2);
            (session.output(), answers)
        };
        let (mut answer, mut answers) = ask(&query);
        // Without domains the bounds of an equation that has no solution may grow without end.
        if answer.contains("time_limit_exceeded") || answer.contains("resource_error") {
            endless += 1;
            query = domains_first;
            (answer, answers) = ask(&query);
        }
        assert_eq!(answer, expected, "seed {seed}\n?- {query}.\n{answers:?}");
        solved += usize::from(expected != "[]");
    }
    assert!(solved as u64 > count / 4, "{solved} have solutions");
    assert!(endless <= 1 + count / 1000, "{endless} have no end");
}
