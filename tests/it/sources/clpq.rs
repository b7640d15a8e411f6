//! Random systems of linear constraints over rational numbers: library(clpq) has solutions for those for which the method
//! of Fourier and Motzkin finds some, and no others; and it knows what follows from them.

use std::fmt::Write;

use ferz::Engine;

const VARIABLES: [&str; 3] = ["X", "Y", "Z"];
const RELATIONS: [&str; 6] = [">=", "=<", ">", "<", "=", "=\\="];

/// `factors * variables + constant` and how it is related to zero.
#[derive(Clone)]
struct Constraint {
    factors: [i128; 3],
    constant: i128,
    relation: &'static str,
}

/// An inequality: the sum is not negative, or positive if it is strict.
#[derive(Clone, PartialEq)]
struct Row {
    factors: [i128; 3],
    constant: i128,
    strict: bool,
}

fn random(rng: &mut fastrand::Rng, relations: &[&'static str]) -> Constraint {
    Constraint {
        factors: [0; 3].map(|_| if rng.bool() { i128::from(rng.i8(-3..=3)) } else { 0 }),
        constant: i128::from(rng.i8(-6..=6)),
        relation: relations[rng.usize(..relations.len())],
    }
}

fn text(constraint: &Constraint) -> String {
    let mut sum = String::new();
    for (factor, name) in constraint.factors.iter().zip(VARIABLES) {
        let _ = write!(sum, "{factor}*{name} + ");
    }
    format!("{sum}{} {} 0", constraint.constant, constraint.relation)
}

/// The inequalities of a constraint; one of the lists has to hold.
fn rows(constraint: &Constraint) -> Vec<Vec<Row>> {
    let row = |sign: i128, strict| Row {
        factors: constraint.factors.map(|factor| sign * factor),
        constant: sign * constraint.constant,
        strict,
    };
    match constraint.relation {
        ">=" => vec![vec![row(1, false)]],
        "=<" => vec![vec![row(-1, false)]],
        ">" => vec![vec![row(1, true)]],
        "<" => vec![vec![row(-1, true)]],
        "=" => vec![vec![row(1, false), row(-1, false)]],
        _ => vec![vec![row(1, true)], vec![row(-1, true)]],
    }
}

fn negated(constraint: &Constraint) -> Constraint {
    let relation = match constraint.relation {
        ">=" => "<",
        "=<" => ">",
        ">" => "=<",
        "<" => ">=",
        "=" => "=\\=",
        _ => "=",
    };
    Constraint {
        relation,
        ..constraint.clone()
    }
}

/// Divides a row by the greatest common divisor of its numbers.
fn reduced(mut row: Row) -> Row {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    let common = row
        .factors
        .iter()
        .fold(row.constant, |common, &factor| gcd(common, factor));
    if common.abs() > 1 {
        row.factors = row.factors.map(|factor| factor / common.abs());
        row.constant /= common.abs();
    }
    row
}

fn has_point(mut rows: Vec<Row>) -> bool {
    for place in 0..VARIABLES.len() {
        let (with, mut rest): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.factors[place] != 0);
        for above in with.iter().filter(|row| row.factors[place] > 0) {
            for below in with.iter().filter(|row| row.factors[place] < 0) {
                let (by, of) = (-below.factors[place], above.factors[place]);
                let mut factors = [0; 3];
                for (i, factor) in factors.iter_mut().enumerate() {
                    *factor = by * above.factors[i] + of * below.factors[i];
                }
                let row = reduced(Row {
                    factors,
                    constant: by * above.constant + of * below.constant,
                    strict: above.strict || below.strict,
                });
                if !rest.contains(&row) {
                    rest.push(row);
                }
            }
        }
        rows = rest;
    }
    rows.iter()
        .all(|row| row.constant > 0 || row.constant == 0 && !row.strict)
}

fn has_solution(constraints: &[Constraint], before: &[Row]) -> bool {
    let Some((first, others)) = constraints.split_first() else {
        return has_point(before.to_vec());
    };
    rows(first).into_iter().any(|more| {
        let all: Vec<Row> = before.iter().cloned().chain(more).collect();
        has_solution(others, &all)
    })
}

#[test]
fn linear_constraints_have_the_solutions_of_another_method() {
    let mut engine = Engine::new();
    engine
        .consult_str(":- use_module(library(clpq)).")
        .expect("the library is there");
    let mut rng = fastrand::Rng::with_seed(7);
    let mut solvable = 0;
    for round in 0..600 {
        let relations = [&RELATIONS[..2], &RELATIONS[..4], &RELATIONS[..5], &RELATIONS[..]][round % 4];
        let count = rng.usize(2..=6);
        let constraints: Vec<Constraint> = (0..count).map(|_| random(&mut rng, relations)).collect();
        let texts: Vec<String> = constraints.iter().map(text).collect();
        let goal = format!("{{{}}}", texts.join(", "));
        let expected = has_solution(&constraints, &[]);
        assert_eq!(engine.succeeds(&goal).expect("no error"), expected, "{goal}");
        if !expected {
            continue;
        }
        solvable += 1;
        let question = random(&mut rng, &RELATIONS);
        let mut counter = constraints;
        counter.push(negated(&question));
        let asked = format!("{goal}, entailed({})", text(&question));
        let follows = !has_solution(&counter, &[]);
        assert_eq!(engine.succeeds(&asked).expect("no error"), follows, "{asked}");
    }
    assert!(solvable > 100, "{solvable}");
}
