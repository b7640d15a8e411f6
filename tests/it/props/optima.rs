//! Random programs of shortest and longest paths, tabled with `min` and `max`, against rounds over all rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ferz::Engine;

use super::rng::Rng;
use crate::setting;

const DOMAIN: usize = 6;

/// Rules with the shapes that the bottom-up evaluation takes, and others. `C` is a number.
const RULES: [&str; 12] = [
    "m(X,Y,W) :- e(X,Y,W).",
    "m(X,Y,N) :- m(X,Z,N0), e(Z,Y,W), N is N0+W.",
    "m(X,Y,N) :- e(X,Z,W), m(Z,Y,N0), N is W+N0*1.",
    "m(X,Y,N) :- m(X,Z,A), m(Z,Y,B), N is A+B.",
    "m(X,X,C) :- e(X,_,_).",
    "m(X,Y,N) :- e(X,Z,W), X =\\= Z, m(Z,Y,N0), N is C+N0-(1-W).",
    "k(Y,N) :- m(X,Y,N), X < 3.",
    "k(Y,N) :- k(X,A), e(X,Y,W), W > 1, N is A+W.",
    "m(X,Y,N) :- k(X,A), e(X,Y,W), N is A+W.",
    "k(X,C) :- e(X,Y,_), Y == 4.",
    "m(X,Y,W) :- e(X,Y,V), W is V+C.",
    "m(X,Y,N) :- e(X,Y,_), k(Y,N).",
];

struct Program {
    is_min: bool,
    edges: Vec<(i64, i64, i64)>,
    /// The rules, with their numbers.
    rules: Vec<(usize, i64)>,
}

#[derive(Default, PartialEq, Clone)]
struct Values {
    m: BTreeMap<(i64, i64), i64>,
    k: BTreeMap<i64, i64>,
}

impl Program {
    fn generate(seed: u64) -> Program {
        let mut rng = Rng::new(seed);
        let is_min = rng.chance(60);
        let mut edges = Vec::new();
        for _ in 0..rng.between(1, 14) {
            let (a, b) = (rng.below(DOMAIN) as i64, rng.below(DOMAIN) as i64);
            // Longest paths need a graph without cycles.
            if is_min || a < b {
                edges.push((a, b, rng.between(1, 5) as i64));
            }
        }
        let mut rules = vec![(0, 0)];
        for _ in 0..rng.between(1, 6) {
            let rule = rng.below(RULES.len());
            // Such loops grow values without end.
            if is_min || ![3, 4, 11].contains(&rule) {
                rules.push((rule, rng.between(1, 4) as i64));
            }
        }
        Program { is_min, edges, rules }
    }

    fn text(&self) -> String {
        let mode = if self.is_min { "min" } else { "max" };
        let mut text =
            format!(":- table m(_,_,{mode}), k(_,{mode}).\n:- dynamic(e/3).\n:- discontiguous([m/3, k/2]).\nk(9,1).\n");
        for &(rule, number) in &self.rules {
            writeln!(text, "{}", RULES[rule].replace('C', &number.to_string())).expect("a string takes it");
        }
        for (a, b, weight) in &self.edges {
            writeln!(text, "e({a},{b},{weight}).").expect("a string takes it");
        }
        text
    }

    fn values(&self) -> Values {
        let mut values = Values::default();
        values.k.insert(9, 1);
        loop {
            let before = values.clone();
            for &(rule, c) in &self.rules {
                self.apply(rule, c, &before, &mut values);
            }
            if values == before {
                return values;
            }
        }
    }

    fn apply(&self, rule: usize, c: i64, from: &Values, to: &mut Values) {
        let better = |old: i64, new: i64| if self.is_min { old.min(new) } else { old.max(new) };
        let mut m = |x: i64, y: i64, n: i64| {
            let old = *to.m.get(&(x, y)).unwrap_or(&n);
            to.m.insert((x, y), better(old, n));
        };
        let mut ks = Vec::new();
        for &(a, b, w) in &self.edges {
            match rule {
                0 => m(a, b, w),
                1 => from
                    .m
                    .iter()
                    .filter(|(key, _)| key.1 == a)
                    .for_each(|(key, n)| m(key.0, b, n + w)),
                2 => from
                    .m
                    .iter()
                    .filter(|(key, _)| key.0 == b)
                    .for_each(|(key, n)| m(a, key.1, n + w)),
                4 => m(a, a, c),
                5 if a != b => from
                    .m
                    .iter()
                    .filter(|(key, _)| key.0 == b)
                    .for_each(|(key, n)| m(a, key.1, c + n - (1 - w))),
                7 if w > 1 => ks.extend(from.k.get(&a).map(|n| (b, n + w))),
                8 => from.k.get(&a).iter().for_each(|&n| m(a, b, n + w)),
                9 if b == 4 => ks.push((a, c)),
                10 => m(a, b, w + c),
                11 => from.k.get(&b).iter().for_each(|&n| m(a, b, *n)),
                _ => {}
            }
        }
        for (&(x, z), a) in &from.m {
            if rule == 3 {
                from.m
                    .iter()
                    .filter(|(key, _)| key.0 == z)
                    .for_each(|(key, b)| m(x, key.1, a + b));
            } else if rule == 6 && x < 3 {
                ks.push((z, *a));
            }
        }
        for (y, n) in ks {
            let old = *to.k.get(&y).unwrap_or(&n);
            to.k.insert(y, better(old, n));
        }
    }
}

#[test]
fn tabled_optima_are_those_of_all_derivations() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 500 } else { 3_000 });
    let first = setting("FERZ_SEED", 0);
    for seed in first..first + count {
        let program = Program::generate(seed);
        let values = program.values();
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().inferences(5_000_000));
        let text = program.text();
        engine.consult_str(&text).expect("the program loads");
        let mut rng = Rng::new(seed ^ 0x0917);
        for _ in 0..5 {
            let mut pick = |chance| rng.chance(chance).then(|| rng.below(DOMAIN) as i64);
            let (x, y, n) = (pick(30), pick(30), pick(10));
            let is_m = rng.chance(70);
            let rows: Vec<Vec<i64>> = match is_m {
                true => values.m.iter().map(|(key, n)| vec![key.0, key.1, *n]).collect(),
                false => values.k.iter().map(|(key, n)| vec![*key, *n]).collect(),
            };
            let pattern = if is_m { vec![x, y, n] } else { vec![x, n] };
            let fits = |row: &&Vec<i64>| {
                row.iter()
                    .zip(&pattern)
                    .all(|(item, wanted)| wanted.is_none_or(|wanted| wanted == *item))
            };
            let expected: Vec<&Vec<i64>> = rows.iter().filter(fits).collect();
            let expected = format!("{expected:?}").replace(' ', "");
            let names = ["A", "B", "C"];
            let args = pattern
                .iter()
                .zip(names)
                .map(|(item, name)| item.map_or(name.to_owned(), |item| item.to_string()));
            let args = args.collect::<Vec<_>>().join(",");
            let name = if is_m { "m" } else { "k" };
            let goal = format!("findall([{args}], {name}({args}), L), msort(L, S), format(atom(T), \"~w\", [S])");
            let answer = engine.query(&goal).expect("the goal is read").next();
            let answered = match answer {
                Some(Ok(answer)) => answer.term("T").map_or_else(String::new, ToString::to_string),
                other => format!("{other:?}"),
            };
            let answered = answered.trim_matches('\'');
            assert!(
                answered == expected,
                "seed {seed}: {name}({args})\n  expected {expected}\n  answered {answered}\n{text}"
            );
        }
    }
}
