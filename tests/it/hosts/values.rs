//! Values of types that serde knows: their terms, what is read from terms, and what is refused.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ferz::{
    Atom, Engine, Error, ErrorKind, FromTerm, IntoTerm, Mismatch, Program, Serde, Term, TermRef, TermView, from_term,
    to_term,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Metres(f64);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Range(i64, i64);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Marker;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
enum Shape {
    Unknown,
    Circle(Point, Metres),
    LineTo {
        end: Point,
        width: Option<Metres>,
    },
    Group(Vec<Shape>),
    #[serde(rename = "mixedCase")]
    Mixed(char),
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Tree {
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

/// A value, its term, and the value that comes back.
#[track_caller]
fn round<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
    let term = to_term(&value).unwrap_or_else(|fault| panic!("{value:?}: {fault}"));
    assert_eq!(term.to_string(), text);
    assert_eq!(
        from_term::<T>(&term).unwrap_or_else(|fault| panic!("{text}: {fault}")),
        value
    );
    let mut engine = Engine::new();
    let mut query = engine.query_with("Y = X", [("X", Serde(&value))]).expect("it is right");
    let answer = query.next().expect("a solution").expect("no error");
    assert_eq!(answer.get::<Serde<T>>("Y").expect("it comes back").0, value);
}

#[test]
fn values_have_the_terms_of_the_table() {
    round((true, false, 'x'), "true-false-x");
    round(
        (i8::MIN, u16::MAX, i64::MIN, u64::MAX),
        "-128-65535- -9223372036854775808-18446744073709551615",
    );
    round(
        (i128::MIN, u128::MAX),
        "-170141183460469231731687303715884105728-340282366920938463463374607431768211455",
    );
    round((1.5_f64, 0.25_f32), "1.5-0.25");
    round("a text".to_string(), "\"a text\"");
    round(vec![(1, "one".to_string())], "[1-\"one\"]");
    round(Vec::<u8>::new(), "[]");
    round((), "[]");
    round([1, 2, 3], "1-2-3");
    round(BTreeMap::from([('a', vec![1]), ('b', vec![])]), "[a-[1], b-[]]");
    round(Point { x: 1, y: -2 }, "point(1, -2)");
    round(Metres(2.5), "2.5");
    round(Range(1, 9), "range(1, 9)");
    round(Marker, "marker");
    round((Shape::Unknown, Shape::Mixed('c')), "unknown-mixedCase(c)");
    let circle = Shape::Circle(Point { x: 0, y: 0 }, Metres(1.0));
    let width = Some(Metres(0.5));
    let line = Shape::LineTo {
        end: Point { x: 3, y: 4 },
        width,
    };
    let group = "group([circle(point(0, 0), 1.0), line_to(point(3, 4), 0.5), group([])])";
    round(Shape::Group(vec![circle, line, Shape::Group(Vec::new())]), group);
    let free = to_term(&(1, None::<i32>)).expect("it is a term");
    assert_eq!(from_term::<(i32, Option<i32>)>(&free).ok(), Some((1, None)));
}

#[test]
fn other_forms_are_read_as_well() -> Result<(), Error> {
    let mut engine = Engine::new();
    let answer = engine
        .once("L = [1, 2], A = abc, P = _{y: 2, x: 1}, M = _{a: 1, b: 2}, S = \"unknown\", I = 3")?
        .expect("a solution");
    assert_eq!(answer.get::<Serde<(u8, u8)>>("L")?.0, (1, 2));
    assert_eq!(answer.get::<Serde<String>>("A")?.0, "abc");
    assert_eq!(answer.get::<Serde<Point>>("P")?.0, Point { x: 1, y: 2 });
    let map = BTreeMap::from([("a".to_string(), 1), ("b".to_string(), 2)]);
    assert_eq!(answer.get::<Serde<BTreeMap<String, i32>>>("M")?.0, map);
    assert_eq!(answer.get::<Serde<Shape>>("S")?.0, Shape::Unknown);
    assert_eq!(answer.get::<Serde<f64>>("I")?.0, 3.0);
    Ok(())
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    #[track_caller]
    fn refused<T: DeserializeOwned + Debug>(text: &str, expected: &str) {
        let answer = Engine::new()
            .once(&format!("X = {text}"))
            .expect("no error")
            .expect("a solution");
        let fault: Mismatch = from_term::<T>(answer.term("X").expect("it is bound")).expect_err(text);
        assert_eq!(fault.to_string(), expected);
    }
    refused::<u8>("300", "invalid value: integer `300`, expected u8, in `300`");
    refused::<u8>("a", "integer expected, found `a`");
    refused::<u8>("_", "integer expected, found an unbound variable");
    refused::<u8>("1 << 200", "integer expected, found `1<<200`");
    refused::<Vec<u8>>("[1, 2|_]", "list expected, found `[1, 2|_0]`");
    refused::<Vec<(u8, char)>>("[1-a, 2-bc]", "item 2, argument 2: character expected, found `bc`");
    refused::<Point>("point(1)", "point/2 expected, found `point(1)`");
    refused::<Point>("point(1, a)", "argument 2: integer expected, found `a`");
    refused::<Point>("_{x: 1}", "missing field `y`, in `_0{x:1}`");
    refused::<Point>("_{x: 1, y: z}", "key y: integer expected, found `z`");
    refused::<Shape>("circle(point(0, 0))", "circle/2 expected, found `circle(point(0, 0))`");
    refused::<Shape>("square(1)", "shape expected, found `square(1)`");
    refused::<Shape>("unknown(1)", "unknown expected, found `unknown(1)`");
    refused::<Marker>("other", "marker expected, found `other`");
    refused::<BTreeMap<String, u8>>("[a-1, b]", "item 2: pair expected, found `b`");
    refused::<BTreeMap<String, u8>>("[a- -1]", "key a: invalid value: integer `-1`, expected u8, in `-1`");
    refused::<bool>("yes", "bool expected, found `yes`");
    refused::<String>("f(x)", "text expected, found `f(x)`");
}

#[test]
fn hostile_terms_harm_no_reader() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.consult_str(
        "deep(0, _) :- !.
         deep(N, tree(T, _)) :- N1 is N-1, deep(N1, T).",
    )?;
    let answer = engine.once("deep(400, T), deep(100000, U), numlist(1, 100000, L), C = [1|C]")?;
    let answer = answer.expect("a solution");
    let tree = |name: &str| answer.get::<Serde<Tree>>(name);
    assert!(tree("T").is_ok());
    let fault = tree("U").expect_err("it is too deep").to_string();
    assert!(fault.contains("value of 500 levels at the most"), "{fault:.200}");
    assert_eq!(answer.get::<Serde<Vec<u32>>>("L")?.0.len(), 100_000);
    assert!(answer.get::<Serde<Vec<u32>>>("C").is_err(), "the list is cyclic");
    assert!(answer.get::<Serde<Vec<Point>>>("L").is_err());
    Ok(())
}

/// A type whose conversion calls itself for the parts of a term.
struct Nested(Vec<Nested>);

impl FromTerm for Nested {
    fn from_term(term: TermRef<'_>) -> Result<Nested, Mismatch> {
        match term.view() {
            TermView::Compound(_, args) => args.iter().map(TermRef::to).collect::<Result<_, _>>().map(Nested),
            TermView::List(..) => Ok(Nested(term.to()?)),
            _ => Ok(Nested(Vec::new())),
        }
    }
}

impl Nested {
    fn levels(&self) -> usize {
        1 + self.0.iter().map(Nested::levels).max().unwrap_or(0)
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack_of_the_host() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.consult_str(
        "deep(0, _) :- !.
         deep(N, f(T)) :- N1 is N-1, deep(N1, T).
         nested(0, []) :- !.
         nested(N, [T]) :- N1 is N-1, nested(N1, T).",
    )?;
    let goal = "deep(490, T), nested(200, U), deep(200000, V), nested(200000, W), C = f(C), length(L, 2000)";
    let answer = engine.once(goal)?.expect("a solution");
    for _ in 0..3 {
        assert_eq!(answer.get::<Nested>("T")?.levels(), 491);
        assert_eq!(answer.get::<Nested>("U")?.levels(), 201);
        assert_eq!(answer.get::<Nested>("L")?.levels(), 2);
        for name in ["V", "W", "C"] {
            let fault = answer.get::<Nested>(name).err().expect("it is too deep");
            assert!(
                fault.to_string().contains("value of 500 levels at the most expected"),
                "{fault}"
            );
            assert!(fault.to_string().len() < 500, "{fault}");
        }
    }
    let fault = answer.get::<Nested>("W").err().expect("it is too deep").to_string();
    assert!(fault.starts_with("W, item 1, item 1,"), "{fault}");
    assert!(
        fault.contains(", item 1, ... ") && fault.contains(" more, item 1, "),
        "{fault}"
    );
    engine.test("shallow", |value: Nested| Ok(value.levels() < 500))?;
    assert!(engine.succeeds("deep(100, X), shallow(X)")?);
    assert!(engine.succeeds("deep(200000, X), catch(shallow(X), error(_, _), true)")?);
    Ok(())
}

/// Each term has a store of its own, which the builder finds again.
#[test]
fn many_terms_are_put_into_one_in_linear_time() {
    let begun = std::time::Instant::now();
    let variables: Vec<Term> = (0..300_000).map(|_| None::<i64>.into_term()).collect();
    let twice = Term::list(variables.iter().chain(&variables).cloned());
    let mut engine = Engine::new();
    let goal = "length(L, 300000), append(L, R, Ls), L == R, term_variables(L, Vs), length(Vs, 300000)";
    let mut query = engine.query_with(goal, [("Ls", twice)]).expect("it can be read");
    assert!(matches!(query.next(), Some(Ok(_))), "each variable is there twice");
    assert!(begun.elapsed() < std::time::Duration::from_secs(60));
}

#[test]
fn answers_are_read_as_structs_maps_and_tuples() -> Result<(), Error> {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Found {
        n: u32,
        first_name: String,
        #[serde(default)]
        missing: bool,
    }
    let mut engine = Engine::new();
    let query = "N = 4, FirstName = ann";
    let answer = engine.once(query)?.expect("a solution");
    let expected = Found {
        n: 4,
        first_name: "ann".into(),
        missing: false,
    };
    assert_eq!(answer.read::<Found>()?, expected);
    assert_eq!(answer.read::<(u8, String)>()?, (4, "ann".to_string()));
    let fault = answer
        .read::<BTreeMap<String, u32>>()
        .expect_err("ann is no number")
        .to_string();
    assert_eq!(fault, "FirstName: integer expected, found `ann`");
    let fault = answer.read::<Point>().expect_err("there is no X").to_string();
    assert_eq!(fault, "missing field `x`");
    let mut rows = engine.query("member(X-Y, [1-2, 3-4, a-5])")?;
    let mut points = Vec::new();
    while let Some(row) = rows.next_row()? {
        points.push(row.read::<Point>().map_err(|fault| fault.to_string()));
    }
    let fault = "X: integer expected, found `a`".to_string();
    assert_eq!(points, [Ok(Point { x: 1, y: 2 }), Ok(Point { x: 3, y: 4 }), Err(fault)]);
    Ok(())
}

#[test]
fn structs_are_rows_and_arguments() -> Result<(), Error> {
    let points = [Point { x: 1, y: 2 }, Point { x: 3, y: 4 }];
    let program = Program::builder()
        .facts("at", points.clone().map(Serde))
        .facts("word", ["a", "b"].map(Serde))
        .facts("span", [(1, 'x'), (2, 'y')].map(Serde))
        .facts("shape", [Serde(Shape::Unknown), Serde(Shape::Mixed('m'))])
        .facts("here", [Serde(Marker)])
        .det("mirror", |Serde(Point { x, y })| Ok(Serde(Point { x: -x, y: -y })))
        .freeze()
        .unwrap_or_else(|found| panic!("{found}"));
    let mut engine = program.engine();
    for goal in [
        "findall(X-Y, at(X, Y), [1-2, 3-4])",
        "findall(W, word(W), [\"a\", \"b\"]), findall(N-C, span(N, C), [1-x, 2-y])",
        "findall(S, shape(S), [unknown, mixedCase(m)]), here(marker)",
        "mirror(point(1, 2), point(-1, -2)), mirror(_{x: 0, y: 7}, P), P == point(0, -7)",
    ] {
        assert!(engine.succeeds(goal)?, "{goal}");
    }
    let error = engine.once("mirror(point(a, 2), P)").expect_err("a is no number");
    assert_eq!(
        error.formal().map(|formal| formal.to_string()).as_deref(),
        Some("type_error(integer, a)")
    );
    let error = engine.once("mirror(_{x: 1}, P)").expect_err("y is missing");
    assert!(
        matches!(error.kind(), ErrorKind::Exception(_)) && error.to_string().contains("missing field `y`"),
        "{error}"
    );
    assert_eq!(to_term(&Atom("a".to_string()).0)?, Term::string("a"));
    Ok(())
}
