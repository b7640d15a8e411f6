//! The results as tables of text, which are Markdown too.

use std::fmt::Write as _;

use crate::jobs::{FACT_COUNT, FACTS, RULE_COUNT, RULES, START};
use crate::results::{Case, Results};
use crate::systems::NATIVE;

/// A table in Markdown: the first column to the left, the others to the right.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&head[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rules = widths.iter().enumerate().map(|(i, &width)| match i {
        0 => "-".repeat(width + 2),
        _ => format!("{}:", "-".repeat(width + 1)),
    });
    let mut text = line(head);
    text += &format!("|{}|\n", rules.collect::<Vec<_>>().join("|"));
    for row in rows {
        text += &line(row);
    }
    text
}

fn row(first: &str, others: impl IntoIterator<Item = String>) -> Vec<String> {
    [first.to_owned()].into_iter().chain(others).collect()
}

/// All the results, for who works on the engine. Only the cases that a filter chose are shown.
pub(crate) fn full(results: &Results, filters: &[String]) -> String {
    let wanted = |case: &&Case| {
        filters.is_empty()
            || filters
                .iter()
                .any(|part| case.name.contains(part) || case.program.contains(part))
    };
    let cases: Vec<&Case> = results.cases.iter().filter(wanted).collect();
    let base = results.base();
    let columns: Vec<&str> = prologs(results);
    let head = row("case", columns.iter().map(|name| (*name).to_owned()));
    let mut rows = Vec::new();
    for case in &cases {
        let cells = columns
            .iter()
            .map(|system| match (case.median(system), case.ratio(system, base)) {
                (None, _) => "-".to_owned(),
                (Some(time), Some(ratio)) => format!("{time:.3} ({ratio:.2})"),
                (Some(time), None) => format!("{time:.3}"),
            });
        rows.push(row(&case.name, cells));
    }
    rows.push(row(
        "geometric mean",
        columns.iter().map(|system| mean(&cases, system, base)),
    ));
    let mut text = format!(
        "Processor time in seconds, median of the rounds; in parentheses the ratio to {base}, less is faster;\n\
         the means are of the ratios of the cases counted in brackets.\n\n{}\n",
        table(&head, &rows)
    );
    let by_hand = native(results);
    if !by_hand.is_empty() {
        text += &format!("Against the same written by hand in Rust.\n\n{by_hand}\n");
    }
    let peaks: Vec<Vec<String>> = results
        .programs()
        .into_iter()
        .map(|program| row(program, columns.iter().map(|system| peak(results, program, system))))
        .collect();
    let head = row("program", columns.iter().map(|name| (*name).to_owned()));
    text += &format!(
        "Peak resident memory of a program's process, MiB.\n\n{}",
        table(&head, &peaks)
    );
    if !results.faults.is_empty() {
        text += "\nNot measured:\n\n";
        for fault in &results.faults {
            text += &format!("- {fault}\n");
        }
    }
    text
}

fn mean(cases: &[&Case], system: &str, base: &str) -> String {
    let ratios: Vec<f64> = cases.iter().filter_map(|case| case.ratio(system, base)).collect();
    if ratios.is_empty() {
        return "-".to_owned();
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    format!("{mean:.2} [{}]", ratios.len())
}

fn peak(results: &Results, program: &str, system: &str) -> String {
    let peak = results.peaks.get(&(program.to_owned(), system.to_owned()));
    peak.map_or("-".to_owned(), |kib| format!("{:.0}", *kib as f64 / 1024.0))
}

/// The systems other than Rust.
pub(crate) fn prologs(results: &Results) -> Vec<&str> {
    let names = results.systems.iter().map(String::as_str);
    names.filter(|name| *name != NATIVE).collect()
}

/// The rows of what is written in Rust too.
fn native(results: &Results) -> String {
    let rows: Vec<Vec<String>> = results
        .cases
        .iter()
        .filter_map(|case| {
            let (ferz, rust) = (case.median("ferz")?, case.median(NATIVE)?);
            let cells = [
                format!("{:.1} ms", ferz * 1e3),
                format!("{:.1} ms", rust * 1e3),
                format!("{:.1}", ferz / rust),
            ];
            Some(row(&case.name, cells))
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["case", "ferz", "by hand in Rust", "ratio"].map(str::to_owned);
    table(&head, &rows)
}

/// Single operations: what it is, its case, how often the case does it, and the unit.
const OPERATIONS: [(&str, &str, f64, &str); 15] = [
    ("sort 1,000,000 random integers", "msort_random_1m", 1.0, "ms"),
    ("copy a small term", "copy_term", 1e6, "ns"),
    ("`catch/3`, nothing thrown", "catch_unused", 3e6, "ns"),
    ("`catch/3` and `throw/1`", "catch_throw", 1e6, "ns"),
    ("`call/3` of a closure", "call_closure", 3e6, "ns"),
    ("`findall/3`, a solution", "findall_5m", 5e6, "ns"),
    ("`assertz/1`, a fact of 1,000,000", "assertz_1m", 1e6, "ns"),
    ("look-up of a fact of 1,000,000", "lookup_1m", 1e6, "ns"),
    ("`retract/1` of a fact of 1,000,000", "retract_1m", 1e6, "ns"),
    ("recursion 5,000,000 deep, building", "deep_build", 1.0, "ms"),
    ("recursion 5,000,000 deep, summing", "deep_sum", 1.0, "ms"),
    ("naive reverse, an inference", "nrev30", 49.6e6, "ns"),
    ("consult a fact", FACTS, FACT_COUNT as f64, "µs"),
    ("consult a rule", RULES, RULE_COUNT as f64, "µs"),
    ("start", START, 1.0, "ms"),
];

fn operations(results: &Results) -> String {
    let columns = prologs(results);
    let base = results.base();
    let mut rows = Vec::new();
    for (what, name, count, unit) in OPERATIONS {
        let Some(case) = results.case(name) else { continue };
        let factor = match unit {
            "ms" => 1e3,
            "µs" => 1e6,
            _ => 1e9,
        };
        let figure = |system: &&str| match case.median(system) {
            None => "-".to_owned(),
            Some(time) => {
                let value = time / count * factor;
                let digits = if value < 10.0 { 1 } else { 0 };
                format!("{value:.digits$} {unit}")
            }
        };
        let (ferz, other) = (case.median("ferz"), case.median(base));
        let ratio = ferz
            .zip(other)
            .map_or("-".to_owned(), |(ferz, other)| format!("{:.2}", ferz / other));
        rows.push(row(what, columns.iter().map(figure).chain([ratio])));
    }
    let head = row(
        "operation",
        columns
            .iter()
            .map(|name| (*name).to_owned())
            .chain([format!("ferz / {base}")]),
    );
    table(&head, &rows)
}

/// What a reader of the project's first page wants to know.
pub(crate) fn summary(results: &Results, rounds: &str) -> String {
    let (columns, base) = (prologs(results), results.base());
    let others: Vec<&str> = columns.iter().copied().filter(|name| *name != base).collect();
    let head = row(
        "program",
        ["ferz, s".to_owned()]
            .into_iter()
            .chain(others.iter().map(|name| format!("{name} / {base}")))
            .chain(["ferz, MiB".to_owned(), format!("{base}, MiB")]),
    );
    let ratio = |program: Option<&str>, system: &str| {
        results
            .mean(program, system, base)
            .map_or("-".to_owned(), |(mean, _)| format!("{mean:.2}"))
    };
    let mut rows = vec![row(
        "**geometric mean**",
        [String::new()]
            .into_iter()
            .chain(others.iter().map(|name| format!("**{}**", ratio(None, name))))
            .chain([String::new(), String::new()]),
    )];
    for program in results.programs() {
        let total = results
            .total(program, "ferz")
            .map_or("-".to_owned(), |time| format!("{time:.2}"));
        let ratios = others.iter().map(|name| ratio(Some(program), name));
        let memory = [peak(results, program, "ferz"), peak(results, program, base)];
        rows.push(row(program, [total].into_iter().chain(ratios).chain(memory)));
    }
    let (programs, cases) = (results.programs().len(), results.cases.len());
    let mut means = columns.iter().filter(|name| **name != "ferz").filter_map(|name| {
        let (mean, count) = results.mean(None, "ferz", name)?;
        Some(format!("{mean:.2} of {name}'s ({count} cases)"))
    });
    let first = means.next().unwrap_or_default();
    let means = means.fold(first, |text, mean| format!("{text}, {mean}"));
    let mut text = String::new();
    writeln!(
        text,
        "Geometric means of ferz's time: {means}; {programs} programs with {cases} timed cases, {rounds}.\n\n\
         The table has ratios of processor time to {base}'s; less is faster.\n\
         A program's ratio is the geometric mean of its cases'; a case that a system could not run, or that was over \
         in 5 ms, is left out.\n\n{}\n\
         Single operations:\n\n{}\n\
         The same written by hand in Rust (naive reverse on tagged cells, as a Prolog would do it; the queens with \
         nothing built):\n\n{}",
        table(&head, &rows),
        operations(results),
        native(results)
    )
    .expect("writing to a string does not fail");
    text
}
