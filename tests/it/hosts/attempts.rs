//! What Rust programmers write first: each compiles, and does what it says.

use std::collections::{BTreeMap, HashMap};
use std::num::ParseIntError;

use ferz::{Atom, Diagnostics, Engine, Error, ErrorKind, Limits, Mismatch, Program, Serde, Term, params, term};

type Done = Result<(), Error>;

#[test]
fn values_are_given_in_any_form() -> Done {
    let mut engine = Engine::new();
    let pairs = [("X", 1), ("Y", 2)];
    let map: HashMap<&str, i64> = pairs.into_iter().collect();
    let tree: BTreeMap<String, i64> = BTreeMap::from([("X".to_string(), 1), ("Y".to_string(), 2)]);
    let vector: Vec<(&str, i64)> = pairs.to_vec();
    let goal = "Z is X + Y";
    let mut sums: Vec<i64> = Vec::new();
    for answer in [
        engine.once_with(goal, pairs)?,
        engine.once_with(goal, pairs)?,
        engine.once_with(goal, &pairs[..])?,
        engine.once_with(goal, &vector)?,
        engine.once_with(goal, vector)?,
        engine.once_with(goal, &map)?,
        engine.once_with(goal, map)?,
        engine.once_with(goal, &tree)?,
        engine.once_with(goal, tree)?,
        engine.once_with(goal, (("X", 1), ("Y", 2.0)))?,
        engine.once_with(goal, params! { "X" => 1, "Y" => 2 })?,
        engine.once_with("X = 1, Y = 2, Z is X + Y", ())?,
        engine.once_with("Y = 2, Z is X + Y", ("X", 1))?,
        engine.once_with("Y = 2, Z is X + Y", (("X", 1),))?,
    ] {
        sums.push(answer.expect("it has a solution").get::<f64>("Z")? as i64);
    }
    assert_eq!(sums, [3; 14]);
    let prepared = engine.prepare(goal)?;
    let again = &params! { "X" => 1, "Y" => 2 };
    for _ in 0..2 {
        assert_eq!(engine.run_once(&prepared, again)?.expect("a sum").get::<i64>("Z")?, 3);
    }
    let names = engine
        .once_with("X = Y", (("X", "a"), ("X", "b")))
        .expect_err("two values");
    assert_eq!(names.to_string(), "the variable X was given two values");
    Ok(())
}

#[test]
fn functions_return_what_they_have() -> Done {
    let mut engine = Engine::new();
    engine.det("unit", |_text: String| Ok(()))?;
    engine.det("length_of", |text: &str| text.len())?;
    engine.det("next", |a: i64| a + 1)?;
    engine.det("number_of", |text: String| Ok(text.parse::<i64>()?))?;
    engine.det("joined", |a: &str, n: usize, b: &str| format!("{a}{n}{b}"))?;
    engine.det("other", |text: &str| text.parse::<i64>().map_err(Error::external))?;
    engine.test("shorter", |a: &str, b: &str| a.len() < b.len())?;
    engine.test(
        "checked",
        |a: i64| if a > 0 { Ok(a > 1) } else { Err("too small".into()) },
    )?;
    engine.semidet("half", |a: i64| (a % 2 == 0).then_some(a / 2))?;
    assert!(
        engine
            .succeeds("unit(x), length_of(abc, 3), next(1, 2), number_of(\"12\", 12), joined(a, 1, \"b\", \"a1b\")")?
    );
    assert!(engine.succeeds("shorter(a, \"bb\"), \\+ checked(1), checked(2), half(4, 2), \\+ half(3, _)")?);
    assert!(engine.succeeds("catch(checked(0), error(system_error(\"too small\"), _), true)")?);
    assert!(engine.succeeds("catch(length_of(1, _), error(type_error(text, 1), _), true)")?);
    for goal in ["number_of(x, _)", "other(x, _)", "catch(other(x, _), E, throw(E))"] {
        let error = engine.once(goal).expect_err("it is no number");
        assert!(error.downcast_ref::<ParseIntError>().is_some(), "{goal}: {error}");
        assert!(error.to_string().contains("invalid digit"), "{error}");
    }
    Ok(())
}

#[test]
fn all_errors_become_one() {
    fn mismatch() -> Result<i64, Error> {
        Ok(Term::atom("a").to::<i64>()?)
    }
    fn diagnostics() -> Result<Program, Error> {
        Ok(Program::builder().text("t", "p(1.").freeze()?)
    }
    fn boxed() -> Done {
        let other: Box<dyn std::error::Error + Send + Sync> = "no luck".into();
        Err(other)?
    }
    assert_eq!(
        mismatch().expect_err("a is no number").to_string(),
        "integer expected, found `a`"
    );
    let error = diagnostics().expect_err("a bracket is missing");
    let found: &Diagnostics = error.diagnostics();
    assert!(matches!(error.kind(), ErrorKind::Load { errors: 1 }) && found.has_errors());
    assert_eq!(
        boxed().expect_err("it fails").formal(),
        Some(term!(system_error("no luck")))
    );
    let _as_a_bound: fn(Mismatch) -> Error = Error::from;
}

#[test]
fn names_that_are_not_there_are_errors() -> Done {
    let mut engine = Engine::new();
    let answer = engine.once("X = 1, Y = f(X)")?.expect("it has a solution");
    let is_name = |error: &Error, name: &str| error.kind() == &ErrorKind::Name(name.to_owned());
    assert!(is_name(&answer.get::<i64>("Z").expect_err("there is none"), "Z"));
    assert_eq!((answer.term("Z"), &answer["X"]), (None, &Term::int(1)));
    assert!(is_name(
        &engine.once_with("X = 1", ("Z", 1)).expect_err("there is none"),
        "Z"
    ));
    let mut query = engine.query("X = 1")?;
    let row = query.next_row()?.expect("it has a solution");
    assert!(is_name(&row.get::<i64>("Z").expect_err("there is none"), "Z"));
    assert!(is_name(&row.get::<i64>(1).expect_err("there is none"), "1"));
    drop(query);
    let shown: Vec<String> = (&answer)
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    assert_eq!(shown, ["X=1", "Y=f(1)"]);
    Ok(())
}

#[test]
fn all_values_of_a_variable_are_collected() -> Done {
    let mut engine = Engine::new();
    let values = engine
        .query("member(X, [1, 2, 3])")?
        .values("X")
        .collect::<Result<Vec<i64>, _>>()?;
    assert_eq!(values, [1, 2, 3]);
    let mapped = engine.query("member(X, [1, 2])")?.map(|answer| answer?.get("X"));
    assert_eq!(mapped.collect::<Result<Vec<i64>, _>>()?, [1, 2]);
    let mut broken = engine.query("member(X, [1, a, 2])")?.values::<i64>("X");
    assert!(broken.next().is_some_and(|value| value.is_ok()));
    assert!(
        broken
            .next()
            .is_some_and(|value| value.is_err_and(|error| error.to_string() == "X: integer expected, found `a`"))
    );
    drop(broken);
    let mut raised = engine.query("member(X, [1]) ; throw(oops)")?.values::<i64>("X");
    assert!(matches!(
        (raised.next(), raised.next(), raised.next()),
        (Some(Ok(1)), Some(Err(_)), None)
    ));
    drop(raised);
    let mut unknown = engine.query("member(X, [1])")?.values::<i64>("Y");
    assert!(unknown.next().is_some_and(|value| value.is_err()));
    Ok(())
}

#[test]
fn terms_are_values_like_others() -> Done {
    let mut counts: HashMap<Term, usize> = HashMap::new();
    for text in ["f(a, 1)", "f(a,1)", "'b'", "b"] {
        *counts.entry(text.parse()?).or_default() += 1;
    }
    assert_eq!((counts[&term!(f(a, 1))], counts[&Term::from(Atom("b"))]), (2, 2));
    let mut terms = vec![Term::from("a"), Term::from(5), Term::from(2.5), Term::from(vec![1, 2])];
    terms.sort();
    assert_eq!(terms, [term!(2.5), term!(5), term!("a"), term!([1, 2])]);
    assert!(
        "f(".parse::<Term>()
            .is_err_and(|error| matches!(error.kind(), ErrorKind::Syntax { .. }))
    );
    Ok(())
}

#[test]
fn limits_and_rows_are_taken_by_value_or_not() -> Done {
    let mut engine = Engine::new();
    engine.set_limits(Limits::default().inferences(10_000));
    engine.set_limits(engine.limits().answers(2));
    assert_eq!(engine.insert_all("p", [(1, "a"), (2, "b")])?, 2);
    assert_eq!(
        engine.insert_all("q", [Atom("ann"), Atom("bob")].map(|name| (name,)))?,
        2
    );
    assert_eq!(engine.insert_all("r", [Serde((1, 2))])?, 1);
    assert!(engine.succeeds("p(2, \"b\"), q(bob)")?);
    Ok(())
}

/// A `main` that returns the error shows its text to people.
#[test]
fn an_error_is_shown_as_its_text() {
    let error = Engine::new().consult_str("p(.").expect_err("it is no clause");
    assert_eq!(format!("{error:?}"), error.to_string());
}
