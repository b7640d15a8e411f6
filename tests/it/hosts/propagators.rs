//! Constraints of the host.

use ferz::{Compare, Engine, Model};

fn with_circle() -> Engine {
    let mut engine = Engine::new();
    engine
        .register_propagator("in_circle", |domains| {
            for i in 0..domains.len() {
                let others: i64 = (0..domains.len())
                    .filter(|&j| j != i)
                    .map(|j| domains.values(j, -5, 5).map(|y| y * y).min().unwrap_or(26))
                    .sum();
                for x in domains.values(i, -5, 5).collect::<Vec<_>>() {
                    if x * x + others > 25 {
                        domains.remove(i, x);
                    }
                }
                domains.at_least(i, -5);
                domains.at_most(i, 5);
            }
            true
        })
        .expect("a new name");
    engine
        .consult_str(":- use_module(library(clpfd)).")
        .expect("the library is there");
    engine
}

#[test]
fn constraints_of_the_host_narrow_and_fail() {
    let mut engine = with_circle();
    for goal in [
        "[X, Y] ins 0..9, in_circle([X, Y]), X #> 3, fd_dom(Y, 0..3)",
        "X in 0..9, in_circle([X]), findall(X, label([X]), [0, 1, 2, 3, 4, 5])",
        "in_circle([X]), fd_dom(X, -5..5)",
        "X #> 10^30, \\+ in_circle([X])",
        "\\+ in_circle([5, 5])",
        "in_circle([X, Y]), findall(X-Y, label([X, Y]), L), length(L, 81)",
        "in_circle([X, Y]), X = 5, Y == 0",
        "in_circle([X, Y]), X = Y, findall(X, label([X]), L), length(L, 7)",
        "in_circle([X, Y]), copy_term(X, X1, Gs), memberchk(clpfd:in_circle([X1, _]), Gs)",
        "catch(in_circle([a]), error(type_error(integer, a), _), true)",
    ] {
        assert!(engine.succeeds(goal).expect("no error"), "{goal}");
    }
}

#[test]
fn a_constraint_of_the_host_may_be_done() {
    let mut engine = Engine::new();
    let runs = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = runs.clone();
    engine
        .register_propagator("small", move |domains| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            for i in 0..domains.len() {
                domains.at_most(i, 9);
            }
            domains.subsume();
            true
        })
        .expect("a new name");
    engine
        .consult_str(":- use_module(library(clpfd)).")
        .expect("the library is there");
    assert!(engine.succeeds("small([X]), X #> 3, X #< 7, X = 5").expect("no error"));
    assert_eq!(runs.load(std::sync::atomic::Ordering::Relaxed), 1);
}

#[test]
fn a_model_of_rust_values_is_solved() {
    let mut model = Model::new();
    let queens = model.variables(6, 1..=6);
    for (i, &x) in queens.iter().enumerate() {
        for (j, &y) in queens.iter().enumerate().skip(i + 1) {
            let distance = (j - i) as i64;
            for offset in [-distance, 0, distance] {
                model.linear([(1, x), (-1, y)], Compare::NotEqual, offset);
            }
        }
    }
    let mut engine = Engine::new();
    let solutions = model.solve(&mut engine).expect("it can be asked");
    let mut found: Vec<Vec<i64>> = solutions
        .map(|solution| solution.expect("no error").values().to_vec())
        .collect();
    found.sort();
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], [2, 4, 6, 1, 3, 5]);
}
