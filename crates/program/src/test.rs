//! `ferz test`: the unit tests of the files that were loaded.

use std::fs;
use std::io;
use std::path::Path;

use ferz::{Answer, Engine, Term, TermView};

use super::report;

/// Runs all tests, and returns the exit status: 1 if one fails, or if there is none.
pub(crate) fn run(engine: &mut Engine, junit: Option<&Path>, coverage: bool) -> io::Result<u8> {
    if let Err(error) = engine.succeeds("load_test_files([])") {
        report::error(engine, &error)?;
        return Ok(report::status(&error));
    }
    if !report::can_run(engine) {
        return Ok(report::loaded(engine));
    }
    let passed = match engine.succeeds("run_tests") {
        Ok(passed) => passed,
        Err(error) => {
            report::goal_error(engine, &error, "run_tests")?;
            return Ok(report::status(&error));
        }
    };
    let results = match results(engine) {
        Ok(results) => results,
        Err(error) => {
            report::error(engine, &error)?;
            return Ok(report::status(&error));
        }
    };
    if let Some(file) = junit {
        fs::write(file, xml(&results))
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    }
    if coverage {
        tell_coverage(engine)?;
    }
    engine.toplevel().console().flush()?;
    let status = if passed && !results.is_empty() {
        report::SUCCESS
    } else {
        report::FAILED
    };
    Ok(status.max(report::loaded(engine)))
}

/// The result of a test.
struct TestResult {
    unit: String,
    name: String,
    file: String,
    line: String,
    seconds: f64,
    kind: String,
    text: String,
}

fn results(engine: &mut Engine) -> Result<Vec<TestResult>, ferz::Error> {
    let query = engine.query("system:'$test_result'(Unit, Name, File, Line, Time, Kind, Text)")?;
    query.map(|answer| answer.map(|answer| result(&answer))).collect()
}

fn result(answer: &Answer) -> TestResult {
    let text = |name: &str| match answer.term(name).map(Term::view) {
        Some(TermView::Atom(text) | TermView::String(text)) => text.to_owned(),
        _ => answer.term(name).map(ToString::to_string).unwrap_or_default(),
    };
    TestResult {
        unit: text("Unit"),
        name: text("Name"),
        file: text("File"),
        line: text("Line"),
        seconds: answer
            .term("Time")
            .and_then(|time| time.to::<f64>().ok())
            .unwrap_or(0.0),
        kind: text("Kind"),
        text: text("Text"),
    }
}

/// Returns the results as JUnit XML, as continuous integration reads it.
fn xml(results: &[TestResult]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str(&format!("<testsuites{}>\n", counts(results.iter())));
    let mut units: Vec<&str> = results.iter().map(|result| result.unit.as_str()).collect();
    units.dedup();
    for unit in units {
        let of_unit = || results.iter().filter(move |result| result.unit == unit);
        out.push_str(&format!(
            "  <testsuite name=\"{}\"{}>\n",
            escaped(unit),
            counts(of_unit())
        ));
        for result in of_unit() {
            out.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3}\"",
                escaped(unit),
                escaped(&result.name),
                escaped(&result.file),
                escaped(&result.line),
                result.seconds
            ));
            let element = match result.kind.as_str() {
                "passed" => {
                    out.push_str("/>\n");
                    continue;
                }
                "failed" => "failure",
                "error" => "error",
                _ => "skipped",
            };
            let first = result.text.lines().next().unwrap_or_default();
            out.push_str(&format!(">\n      <{element} message=\"{}\"", escaped(first)));
            if element == "skipped" {
                out.push_str("/>\n");
            } else {
                out.push_str(&format!(">{}</{element}>\n", escaped(&result.text)));
            }
            out.push_str("    </testcase>\n");
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// The attributes that count results.
fn counts<'r>(results: impl Iterator<Item = &'r TestResult>) -> String {
    let (mut all, mut failed, mut errors, mut skipped, mut seconds) = (0, 0, 0, 0, 0.0);
    for result in results {
        all += 1;
        seconds += result.seconds;
        match result.kind.as_str() {
            "failed" => failed += 1,
            "error" => errors += 1,
            "skipped" => skipped += 1,
            _ => {}
        }
    }
    format!(" tests=\"{all}\" failures=\"{failed}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\"")
}

/// Escapes a text for XML. Control characters, which XML cannot have, become `?`.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push_str(&format!("&#{};", u32::from(c))),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// Prints the clauses that never ran, and how many did.
fn tell_coverage(engine: &mut Engine) -> io::Result<()> {
    let mut text = String::new();
    let (mut all, mut ran) = (0_u32, 0_u32);
    for clause in engine.toplevel().coverage() {
        all += 1;
        if clause.runs() > 0 {
            ran += 1;
        } else {
            let (file, line, predicate) = (clause.file(), clause.line(), clause.predicate());
            text.push_str(&format!("{file}:{line}: {predicate}: this clause never ran\n"));
        }
    }
    let percent = if all == 0 {
        100.0
    } else {
        100.0 * f64::from(ran) / f64::from(all)
    };
    text.push_str(&format!("{ran} of {all} clauses ran: {percent:.1} %\n"));
    let mut console = engine.toplevel().console();
    console.fresh_line()?;
    console.write(&text)
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            escaped("a<b> & \"c\"\n\u{1b}é"),
            "a&lt;b&gt; &amp; &quot;c&quot;&#10;?é"
        );
    }
}
