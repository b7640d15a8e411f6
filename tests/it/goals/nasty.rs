//! Every predicate with arguments that nobody would give it: unbound, much too large, partial, cyclic, closed.
//!
//! Whatever comes of it is an answer, a failure, or an error as the standard knows them, soon, and the engine goes on.
//! `FERZ_NASTY` sets how many combinations are tried of each predicate; if there are no more than that, all are.

use ferz::{Engine, Error, ErrorKind, Term, TermView};
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::props::rng::Rng;
use crate::setting;

/// What stands before the goal, and the argument; `#` is the number of the argument.
const VALUES: &[(&str, &str)] = &[
    ("", "_"),
    ("", "0"),
    ("", "-1"),
    ("", "1"),
    ("", "4611686018427387904"),
    ("", "1606938044258990275541962092341162602522202993782792835301376"),
    ("", "-1606938044258990275541962092341162602522202993782792835301376"),
    ("", "1.0e308"),
    ("", "inf"),
    ("N# is nan", "N#"),
    ("I# is -inf", "I#"),
    ("", "1r3"),
    ("", "''"),
    ("", "[]"),
    ("", "\"\""),
    ("", "\"ab c\""),
    ("", "a"),
    ("", "'\\0\\\\x10FFFF\\'"),
    ("nb_getval(long, L#)", "L#"),
    ("", "[a|_]"),
    ("", "[a|b]"),
    ("", "[_]"),
    ("", "[a,b]"),
    ("", "[0'a,0'b]"),
    ("", "[-1]"),
    ("", "[k-v]"),
    ("", "[f(x)=Y#,Y#]"),
    ("C# = [a|C#]", "C#"),
    ("C# = [a-1,_|C#]", "C#"),
    ("F# = f(F#)", "F#"),
    ("F# = f(F#)", "[F#]"),
    ("", "(:- a)"),
    ("nb_getval(closed, S#)", "S#"),
    ("", "user_output"),
    ("", "user_input"),
    ("", "loop"),
    ("", "true"),
    ("", "_/_"),
    ("", "foo/(-1)"),
    ("", "foo/1099511627776"),
    ("", "a:b"),
    ("", "m:_"),
    ("", "_:_"),
    ("", "f(_,_)"),
    ("", "f()"),
    ("G# = (true,G#)", "G#"),
    ("", "t"),
    ("", "{a,_}"),
    ("freeze(W#, loop)", "W#"),
    ("", "length"),
    ("", "xfx"),
];

/// What the arguments refer to.
const PROGRAM: &str = "
    loop :- loop.
    loop(_) :- loop.
    loop(_, _) :- loop.
    loop(_, _, _) :- loop.
    :- initialization(( open_string(\"\", S), close(S), nb_setval(closed, S) )).
    :- initialization(( length(L, 10000), maplist(=(0'x), L), atom_codes(A, L), nb_setval(long, A) )).";

/// Predicates whose work is to throw what they are given, to wait or to end.
const EXEMPT: &[&str] = &[
    "throw",
    "cancel_halt",
    // Later goals run what it is given.
    "residual_goals",
    "send_signal",
    "thread_signal",
    "raise_exception",
    "assertion",
    "abort",
    "sleep",
    "halt",
    "call_with_time_limit",
    "call_with_inference_limit",
    "instantiation_error",
    "type_error",
    "domain_error",
];

/// The classes of errors, with the number of arguments of each.
const CLASSES: &[(&str, usize)] = &[
    ("type_error", 2),
    ("domain_error", 2),
    ("existence_error", 2),
    ("existence_error", 3),
    ("permission_error", 3),
    ("representation_error", 1),
    ("evaluation_error", 1),
    ("resource_error", 1),
    ("uninstantiation_error", 1),
    ("syntax_error", 1),
    // SWI-Prolog's, for what is a directive only.
    ("context_error", 2),
    // Those of format/2.
    ("format", 1),
    ("format_argument_type", 2),
];

/// Makes the predicates of libraries visible that have to be loaded.
pub(crate) const LIBRARIES: &str = "forall(member(L, [clpfd, clpb, clpr, simplex, chr, dcg/basics, dcg/high_order, dialect/hprolog, \
    dialect/sicstus, dialect/yap, dialect/xsb]), catch(use_module(library(L)), _, true))";

fn fresh() -> Engine {
    let mut engine = Engine::new();
    engine.once(LIBRARIES).expect("no error");
    engine.consult_str(PROGRAM).expect("the program is right");
    engine.set_limits(engine.limits().memory(64 << 20));
    engine.set_limits(engine.limits().program(64 << 20));
    engine.set_limits(engine.limits().inferences(5_000));
    engine.set_limits(engine.limits().output(1 << 20));
    engine.set_limits(
        engine
            .limits()
            .time(Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 })),
    );
    engine
}

pub(crate) fn predicates() -> Vec<(String, usize)> {
    let mut engine = Engine::new();
    engine.once(LIBRARIES).expect("no error");
    let answer = engine.once("findall(N-A, (predicate_property(P, built_in), functor(P, N, A)), _L), msort(_L, L)");
    let answer = answer.expect("no error").expect("predicates");
    let list: Vec<Term> = answer.get("L").expect("a list");
    list.iter().map(name_and_arity).collect()
}

/// What `Name-Arity` says.
pub(crate) fn name_and_arity(pair: &Term) -> (String, usize) {
    match pair.view() {
        TermView::Compound("-", args) => {
            let name = args.get(0).expect("a name").to_term().to();
            let arity = args.get(1).expect("an arity").to::<i64>().ok();
            (name.expect("a text"), arity.expect("a number") as usize)
        }
        _ => panic!("{pair} is no pair"),
    }
}

/// The goal with the values of these numbers.
fn goal(name: &str, values: &[usize]) -> String {
    let name = name.replace('\\', "\\\\").replace('\'', "\\'");
    let mut text = String::new();
    let mut args = Vec::new();
    for (place, &value) in values.iter().enumerate() {
        let (before, arg) = VALUES[value];
        let place = place.to_string();
        if !before.is_empty() {
            text += &before.replace('#', &place);
            text += ", ";
        }
        args.push(arg.replace('#', &place));
    }
    match args.as_slice() {
        [] => format!("{text}'{name}'"),
        args => format!("{text}'{name}'({})", args.join(", ")),
    }
}

/// Whether this is an error term of the standard.
fn is_proper(error: &Error) -> bool {
    let Some(formal) = error.formal() else {
        return matches!(error.kind(), ErrorKind::Halt(_));
    };
    match formal.view() {
        TermView::Atom(name) => name == "instantiation_error",
        TermView::Compound(name, args) => CLASSES.contains(&(name, args.len())),
        _ => false,
    }
}

/// What an error says about its culprit that cannot be: a variable of a wrong type, an integer that is none.
fn is_absurd(formal: &Term) -> bool {
    let TermView::Compound(class @ ("type_error" | "domain_error"), args) = formal.view() else {
        return false;
    };
    let (Some(kind), Some(culprit)) = (args.get(0), args.get(1)) else {
        return true;
    };
    let culprit = culprit.view();
    if matches!(culprit, TermView::Var(_)) {
        return !matches!(kind.view(), TermView::Atom("free_of_attvar"));
    }
    if class == "domain_error" {
        return false;
    }
    let is_number = matches!(
        culprit,
        TermView::Int(_) | TermView::BigInt(_) | TermView::Float(_) | TermView::Rational(_)
    );
    match kind.view() {
        TermView::Atom("integer") => matches!(culprit, TermView::Int(_) | TermView::BigInt(_)),
        TermView::Atom("atom") => matches!(culprit, TermView::Atom(_)),
        TermView::Atom("number") => is_number,
        TermView::Atom("float") => matches!(culprit, TermView::Float(_)),
        TermView::Atom("compound") => matches!(culprit, TermView::Compound(..)),
        TermView::Atom("callable") => false,
        TermView::Atom("string") => matches!(culprit, TermView::String(_)),
        TermView::Atom("atomic") => is_number || matches!(culprit, TermView::Atom(_) | TermView::String(_)),
        _ => false,
    }
}

/// What is wrong with a goal that meets the time limit.
const SLOW: &str = "takes too long";

/// What is wrong with how the goal ends.
fn wrong(engine: &mut Engine, name: &str, goal: &str) -> Option<String> {
    let start = Instant::now();
    let end = catch_unwind(AssertUnwindSafe(|| {
        let end = engine.once(goal);
        let text = match &end {
            Ok(Some(answer)) => answer.to_string(),
            Ok(None) => String::new(),
            Err(error) => error.to_string(),
        };
        (end, text.len())
    }));
    let taken = start.elapsed();
    if env::var_os("FERZ_SLOW").is_some() && taken > Duration::from_millis(100) {
        return Some(format!("takes {} ms", taken.as_millis()));
    }
    let Ok((end, _)) = end else {
        return Some("panics".to_owned());
    };
    match end {
        Err(error) if matches!(error.kind(), ErrorKind::Limit(ferz::Limit::Time)) => Some(SLOW.to_owned()),
        Err(error) if error.formal().is_some_and(|formal| is_absurd(&formal)) => {
            Some(format!("absurd: {error}").replace("\n", " "))
        }
        Err(error)
            if !goal.replace(name, "").contains(['_', 'W', 'Y'])
                && error.formal().is_some_and(|f| f.to_string() == "instantiation_error") =>
        {
            Some("an instantiation error without a variable".to_owned())
        }
        Err(error) if !is_proper(&error) && !EXEMPT.contains(&name) => Some(error.to_string().replace("\n", " ")),
        _ => None,
    }
}

#[test]
fn every_predicate_copes_with_nasty_arguments() {
    let most = setting("FERZ_NASTY", if cfg!(debug_assertions) { 5 } else { 60 }) as usize;
    let mut rng = Rng::new(setting("FERZ_SEED", 0));
    let only = env::var("FERZ_ONLY").ok();
    let mut faults = Vec::new();
    let mut count = 0;
    for (name, arity) in predicates() {
        if EXEMPT.contains(&name.as_str()) || only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let mut all = u32::try_from(arity)
            .ok()
            .and_then(|arity| VALUES.len().checked_pow(arity));
        all = all.filter(|&all| all <= most);
        let mut engine = fresh();
        let mut of_this = 0;
        for number in 0..all.unwrap_or(most) {
            let mut rest = number;
            let mut digit = || {
                let digit = rest % VALUES.len();
                rest /= VALUES.len();
                digit
            };
            let values: Vec<usize> = (0..arity)
                .map(|_| {
                    if all.is_some() {
                        digit()
                    } else {
                        rng.below(VALUES.len())
                    }
                })
                .collect();
            let goal = goal(&name, &values);
            if number % 200 == 199 {
                engine = fresh();
            }
            count += 1;
            let mut what = wrong(&mut engine, &name, &goal);
            if what.as_deref() == Some(SLOW) {
                // The machine may have stood still.
                engine = fresh();
                what = wrong(&mut engine, &name, &goal);
            }
            if let Some(what) = what {
                faults.push(format!("{goal}: {what}"));
                engine = fresh();
                of_this += 1;
                if of_this == 10 {
                    break;
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {count} goals:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
