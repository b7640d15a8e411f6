//! Each library of the build is there as a whole, or is refused by name. The smallest build has the fewest.

use crate::{Engine, Error, Grant, Term};

/// Tells for each library whether it is loaded, or the error of which kind.
const LOADED: &str = "( '$library'(L) ; '$foreign_library'(L) ; '$host_library'(L) ),
    catch((use_module(library(L)), R = loaded), error(R, _), true)";

/// Finds the calls in a text of the library that nothing defines. Hooks are called if a program defines them.
const UNDEFINED: &str = "open_string(Text, S), repeat, read_term(S, T, []),
    ( T == end_of_file -> !, fail ; T = (_ --> _) -> dcg_translate_rule(T, (_ :- B)) ; T = (_ :- B) ),
    '$body_goal'(B, G0), ( G0 = M:G -> memberchk(M, [system,user]) ; G = G0 ), callable(G),
    \\+ predicate_property(system:G, defined), \\+ predicate_property(user:G, defined),
    functor(G, Name, Arity), \\+ '$is_hook'(Name, Arity)";

/// Dynamic predicates, a hook, and predicates of the packages beside the engine, which a build adds or not.
const MADE_LATER: &[&str] = &[
    "$macro",
    "$posted",
    "$reached",
    "$record",
    "archive_extract",
    "http_open",
    "parse_type",
];

/// Predicates called only for values and modules of libraries that a build may leave out.
const GUARDED: &[&str] = &[
    "$clp_residual",
    "$clp_unified",
    "$clpb_bound",
    "$clpb_residual",
    "$foreign_digest",
    "$web_error_text",
    "$web_quotation",
    "$web_setting",
];

fn name_of(term: Option<&Term>) -> String {
    term.map(Term::to_string).unwrap_or_default()
}

#[test]
fn each_library_is_there_or_refused_by_name() -> Result<(), Error> {
    let mut engine = Engine::new();
    let mut query = engine.query(&format!("system:({LOADED})"))?;
    let mut refused = Vec::new();
    let mut loaded = 0;
    while let Some(answer) = query.next().transpose()? {
        let (library, result) = (name_of(answer.term("L")), name_of(answer.term("R")));
        if result == "loaded" {
            loaded += 1;
        } else {
            assert_eq!(result, format!("existence_error(source_sink, library({library}))"));
            refused.push(library);
        }
    }
    drop(query);
    assert!(loaded > 100, "{loaded}");
    assert_eq!(
        refused.is_empty(),
        cfg!(feature = "libraries") && !cfg!(target_family = "wasm"),
        "{refused:?}"
    );
    for library in refused {
        for goal in [
            "use_module(library(L))",
            "use_module(library(L), [])",
            "ensure_loaded(library(L))",
            "consult(library(L))",
        ] {
            let goal = goal.replace('L', &library);
            let error = engine.once(&goal).expect_err(&goal).to_string();
            assert!(
                error.contains("feature `libraries'") || error.contains("operating system"),
                "{goal}: {error}"
            );
        }
        assert!(
            !engine.succeeds(&format!("exists_source(library({library}))"))?,
            "{library}"
        );
    }
    Ok(())
}

#[test]
fn texts_of_the_library_call_what_the_build_has() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.grant(Grant::AllFiles);
    let mut missing = Vec::new();
    for (name, text) in super::files() {
        let goal = format!("system:({UNDEFINED})");
        for answer in engine.query_with(&goal, [("Text", text)])? {
            let called: String = answer?.get("Name")?;
            let is_guarded = !cfg!(feature = "libraries") && GUARDED.contains(&&*called);
            if !is_guarded && !MADE_LATER.contains(&&*called) {
                missing.push(format!("{name}: {called}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    Ok(())
}
