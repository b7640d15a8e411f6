//! Tests of models.

use super::model::*;
use crate::base::limit::Limit;
use crate::{Engine, ErrorKind};
use std::time::Duration;

fn solutions(model: &Model) -> Vec<Vec<i64>> {
    let mut engine = Engine::new();
    let found = model.solve(&mut engine).expect("it can be asked");
    found
        .map(|solution| solution.expect("no error").values().to_vec())
        .collect()
}

#[test]
fn constraints_mean_what_they_say() {
    let mut model = Model::new();
    let x = model.variables(3, 1..=3);
    model.all_distinct(&x);
    model.linear([(1, x[0]), (-1, x[1])], Compare::Greater, 0);
    model.linear([(1, x[2])], Compare::NotEqual, 1);
    assert_eq!(solutions(&model), [[2, 1, 3], [3, 1, 2]]);

    let mut model = Model::new();
    let (i, v) = (model.variable(1..=3), model.variable(0..=9));
    let list = [model.variable(4..=4), model.variable(7..=7), model.variable(9..=9)];
    model.element(i, &list, v);
    let b = model.variable(0..=1);
    model.truth(b, [(1, v)], Compare::AtLeast, 7);
    model.linear([(1, b)], Compare::Equal, 1);
    model.maximize(i);
    let found: Vec<_> = solutions(&model).iter().map(|values| (values[0], values[1])).collect();
    assert_eq!(found, [(3, 9), (2, 7)]);

    let mut model = Model::new();
    let x = model.variables(2, 0..=9);
    model.table(&x, [[1, 5], [2, 6], [3, 70]]);
    let p = model.variable(0..=100);
    model.product(x[0], x[1], p);
    model.minimize(p);
    assert_eq!(solutions(&model), [[1, 5, 5], [2, 6, 12]]);

    let mut model = Model::new();
    let x = model.variables(2, -2..=2);
    let [least, greatest, distance] = [(); 3].map(|()| model.variable(-9..=9));
    model.minimum(&x, least);
    model.maximum(&x, greatest);
    model.absolute(least, distance);
    model.linear([(1, distance)], Compare::Equal, 2);
    model.linear([(1, greatest)], Compare::AtMost, -1);
    assert_eq!(solutions(&model).len(), 3);
    let [yes, no] = [(); 2].map(|()| model.variable(0..=1));
    model.truth(yes, [(1, x[0]), (-1, x[1])], Compare::Equal, 0);
    model.negates(yes, no);
    model.any(&[no]);
    assert_eq!(
        solutions(&model),
        [[-2, -1, -2, -1, 2, 0, 1], [-1, -2, -2, -1, 2, 0, 1]]
    );

    let mut model = Model::new();
    let next = model.variables(3, 1..=3);
    model.circuit(&next);
    assert_eq!(solutions(&model), [[2, 3, 1], [3, 1, 2]]);

    let mut model = Model::new();
    let starts = model.variables(2, 0..=2);
    let tasks = [0, 1].map(|i| Task {
        start: starts[i],
        duration: 2,
        uses: 1,
    });
    model.cumulative(&tasks, 1);
    assert_eq!(solutions(&model), [[0, 2], [2, 0]]);
    assert_eq!(solutions(&Model::new()), [Vec::<i64>::new()]);
}

#[test]
fn misuse_is_told() {
    let told = |build: fn(&mut Model, IntVar)| {
        let (mut model, mut other) = (Model::new(), Model::new());
        let own = model.variable(0..=9);
        let foreign = other.variable(0..=9);
        build(&mut model, own);
        assert_ne!(foreign, own);
        match model.solve(&mut Engine::new()) {
            Err(error) if error.kind() == &ErrorKind::Model => error.to_string(),
            _ => String::new(),
        }
    };
    assert_eq!(told(|_, _| ()), "");
    assert_eq!(
        told(|model, _| {
            model.variable(std::ops::RangeInclusive::new(2, 1));
        }),
        "the domain 2..=1 is empty"
    );
    assert_eq!(
        told(|model, _| model.minimize(Model::new().variable(0..=1))),
        "a variable is of another model"
    );
    assert_eq!(
        told(|model, x| {
            model.any(&[x]);
        }),
        "a truth has values beyond 0..=1"
    );
    assert_eq!(
        told(|model, x| {
            model.table(&[x], [vec![1], vec![1, 2]]);
        }),
        "a row of a table has 2 values for 1 variables"
    );
    assert_eq!(
        told(|model, x| {
            model.minimum(&[], x);
        }),
        "there is no minimum of no variables"
    );
    assert_eq!(
        told(|model, _| {
            model.cumulative(&[], -1);
        }),
        "a duration, a use or a limit of tasks is negative"
    );
}

/// Fourteen pigeons, which a search takes very long not to put into thirteen holes.
fn pigeons(holes: i64) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let pigeons = model.variables(14, 1..=holes);
    for (i, &x) in pigeons.iter().enumerate() {
        for &y in &pigeons[..i] {
            model.linear([(1, x), (-1, y)], Compare::NotEqual, 0);
        }
    }
    (model, pigeons)
}

#[test]
fn the_best_solution_outlives_its_time() {
    let mut engine = Engine::new();
    let (mut model, pigeons) = pigeons(14);
    let more = model.variable(0..=1);
    for &x in &pigeons {
        model.linear([(1, x), (-1, more)], Compare::AtMost, 13);
    }
    model.label_first(&pigeons);
    model.minimize(more);
    model.set_time(Duration::from_secs(2));
    let found: Vec<_> = model.solve(&mut engine).expect("it can be asked").collect();
    let [Ok(solution)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((solution[more], solution.is_best()), (1, false));

    let (mut model, _) = self::pigeons(13);
    model.set_time(Duration::from_millis(20));
    let found = model.solve(&mut engine).expect("it can be asked").next();
    assert!(found.is_some_and(|solution| solution.is_err_and(|error| error.limit() == Some(Limit::Time))));

    let mut model = Model::new();
    let x = model.variable(3..=5);
    model.maximize(x);
    model.set_time(Duration::from_secs(3600));
    let found: Vec<_> = model.solve(&mut engine).expect("it can be asked").collect();
    assert!(
        matches!(&found[..], [Ok(solution)] if solution[x] == 5 && solution.is_best()),
        "{found:?}"
    );
}

#[test]
fn only_solutions_with_the_best_value_are_best() {
    let mut engine = Engine::new();
    let mut model = Model::new();
    let (x, _) = (model.variable(0..=2), model.variable(0..=1));
    model.maximize(x);
    let found: Vec<_> = model
        .solve(&mut engine)
        .expect("it can be asked")
        .map(Result::unwrap)
        .collect();
    let found: Vec<_> = found.iter().map(|solution| (solution[x], solution.is_best())).collect();
    assert_eq!(
        found,
        [(2, true), (2, true), (1, false), (1, false), (0, false), (0, false)]
    );
    let mut plain = Model::new();
    plain.variable(0..=2);
    let mut all = plain.solve(&mut engine).expect("it can be asked");
    assert!(all.all(|solution| solution.is_ok_and(|solution| solution.is_best())));
}

#[test]
fn limits_end_a_search() {
    let (model, _) = pigeons(13);
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().time(Duration::from_millis(50)));
    let mut found = model.solve(&mut engine).expect("it can be asked");
    assert!(found.next().is_some_and(|solution| solution.is_err()));
}
