//! The parts of a cell: clauses, queries, and lines that tell the kernel what to do.

use std::ops::Range;

use ferz::toplevel::{TokenKind, tokens};

/// How the last query is plotted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Plot {
    /// The kind of marks, as Vega-Lite names it.
    pub mark: String,
    /// The variables for the axes x and y, and for the colour; those of the query in their order if there are none.
    pub variables: Vec<String>,
}

/// A demand of a cell, beside its clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CellStep {
    /// The answers of a goal.
    Query(String),
    /// So many further answers of the last query; as many as are shown at once without a number.
    Next(Option<usize>),
    /// All further answers.
    All,
    /// How many answers are shown at once.
    Answers(usize),
    /// The last query as a plot.
    Plot(Plot),
    /// The list of these.
    Help,
}

/// A cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct NotebookCell {
    /// The clauses and directives, with blanks in place of the rest, so that places are those of the cell.
    pub program: String,
    /// The rest, in its order.
    pub steps: Vec<CellStep>,
}

/// Goals that a cell may have alone, without `?-`, as they are typed at the prompt.
const BARE_GOALS: [&str; 7] = ["why", "wrong", "missing", "explain", "halt", "listing", "make"];

/// The lines that a cell may have for the kernel.
pub(super) const HELP: &str = "\
A cell has clauses, which are added to the program, and queries:

    ?- Goal.         shows the first answers of the goal
    next.  or  ;     shows further answers of the last query

Lines of a cell that begin with these words are for the kernel:

    %next [N]        shows further answers
    %all             shows all further answers
    %answers N       from now on so many answers are shown at once
    %plot MARK [X [Y [COLOUR]]]
                     plots the answers of the last query: bar, line, point, area, rect, tick, arc, ...
    %help            shows this text

?- show(Goal). draws the search tree of a goal; a predicate show_state(Goal, Picture) draws answers.
";

/// Splits a cell. A line for the kernel that is wrong is an error.
///
/// # Errors
/// If a line for the kernel is wrong: the reason.
pub(super) fn split(code: &str) -> Result<NotebookCell, String> {
    if let Some(steps) = alone(code.trim()) {
        return Ok(NotebookCell {
            program: String::new(),
            steps,
        });
    }
    let mut cell = NotebookCell::default();
    let mut program = code.as_bytes().to_vec();
    let mut erase = |range: Range<usize>| {
        let bytes = program[range].iter_mut().filter(|byte| **byte != b'\n');
        bytes.for_each(|byte| *byte = b' ');
    };
    // The beginning of the clause, and whether it is a query.
    let mut open: Option<(usize, bool)> = None;
    for (span, kind) in tokens(code) {
        let text = &code[span.clone()];
        match (kind, open) {
            (TokenKind::Comment, None) => {
                let is_line = code[..span.start].ends_with('\n') || span.start == 0;
                if let Some(step) = line_step(text).filter(|_| is_line) {
                    cell.steps.push(step?);
                    erase(span);
                }
            }
            (TokenKind::Comment, _) => {}
            (TokenKind::End, Some((start, true))) => {
                cell.steps.push(CellStep::Query(code[start..span.end].to_owned()));
                erase(start..span.end);
                open = None;
            }
            (TokenKind::End, _) => open = None,
            (_, None) => open = Some((span.start, text == "?-")),
            _ => {}
        }
    }
    if let Some((start, true)) = open {
        cell.steps.push(CellStep::Query(code[start..].to_owned()));
        erase(start..code.len());
    }
    // Blanks are in place of whole characters.
    cell.program = String::from_utf8(program).unwrap_or_default();
    Ok(cell)
}

/// Returns the steps of a cell that is one word.
fn alone(code: &str) -> Option<Vec<CellStep>> {
    if code == ";" {
        return Some(vec![CellStep::Next(None)]);
    }
    let word = code.strip_suffix('.')?;
    if word == "next" {
        return Some(vec![CellStep::Next(None)]);
    }
    BARE_GOALS
        .contains(&word)
        .then(|| vec![CellStep::Query(code.to_owned())])
}

/// Returns the step of a line for the kernel; `None` for a comment.
fn line_step(line: &str) -> Option<Result<CellStep, String>> {
    let mut words = line.strip_prefix('%')?.split_whitespace();
    let name = line[1..].split(char::is_whitespace).next()?;
    words.next();
    let words: Vec<&str> = words.collect();
    let number = |word: &str| word.parse::<usize>().ok().filter(|&number| number > 0);
    let wrong = |needs: &str| Err(format!("%{name} needs {needs}"));
    Some(match (name, &words[..]) {
        ("next", []) => Ok(CellStep::Next(None)),
        ("next", [word]) => match number(word) {
            Some(number) => Ok(CellStep::Next(Some(number))),
            None => wrong("a number of answers"),
        },
        ("all", []) => Ok(CellStep::All),
        ("answers", [word]) if number(word).is_some() => Ok(CellStep::Answers(number(word)?)),
        ("answers", _) => wrong("a number of answers"),
        ("plot", [mark, variables @ ..]) if variables.len() <= 3 => Ok(CellStep::Plot(Plot {
            mark: (*mark).to_owned(),
            variables: variables.iter().map(|&name| name.to_owned()).collect(),
        })),
        ("plot", _) => wrong("the kind of marks, such as bar, and at most three variables"),
        ("help", []) => Ok(CellStep::Help),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_and_queries_are_told_apart() {
        let code = "p(é). % one\n?- p(X),\n   q('?- é.').\nq(_) :- p(1).\n%plot bar X\n?- r";
        let cell = split(code).expect("it is right");
        let steps = [
            CellStep::Query("?- p(X),\n   q('?- é.').".to_owned()),
            CellStep::Plot(Plot {
                mark: "bar".to_owned(),
                variables: vec!["X".to_owned()],
            }),
            CellStep::Query("?- r".to_owned()),
        ];
        assert_eq!(cell.steps, steps);
        let lines: Vec<&str> = cell.program.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["p(é). % one", "", "", "q(_) :- p(1).", "", ""]);
    }

    #[test]
    fn comments_are_no_lines_for_the_kernel() {
        for code in [
            "% next",
            "%nextbest",
            " %next",
            "p :- % x\n%next\n q.",
            "/* %next */",
            "'\n%next\n'.",
        ] {
            assert_eq!(split(code).expect("it is right").steps, [], "{code}");
        }
        assert_eq!(split(" ;\n").expect("it is right").steps, [CellStep::Next(None)]);
        assert_eq!(split("next.").expect("it is right").steps, [CellStep::Next(None)]);
        assert_eq!(split("%next 3").expect("it is right").steps, [CellStep::Next(Some(3))]);
        assert_eq!(
            split("why.").expect("it is right").steps,
            [CellStep::Query("why.".to_owned())]
        );
        for code in ["%next x", "%answers", "%answers 0", "%plot", "%plot bar A B C D"] {
            assert!(split(code).is_err(), "{code}");
        }
    }
}
