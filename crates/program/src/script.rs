//! Scripts: texts that name a main goal.

use std::fs;
use std::path::Path;

use ferz::{Engine, Term, TermView};

/// Whether a file declares a main goal by `:- initialization(Goal, main)`. The text is read, not run; errors in it do not
/// matter here.
pub(crate) fn names_main_goal(file: &Path) -> bool {
    let with_extension = || fs::read(file.with_extension("pl"));
    let text = fs::read(file).or_else(|_| with_extension()).unwrap_or_default();
    text_names_main_goal(&String::from_utf8_lossy(&text))
}

fn text_names_main_goal(text: &str) -> bool {
    if !text.contains("initialization") {
        return false;
    }
    let mut rest = match text.strip_prefix("#!") {
        Some(line) => line.find('\n').map_or("", |end| &line[end..]),
        None => text,
    };
    let mut engine = Engine::new();
    while let Some(end) = ferz::toplevel::clause_end(rest) {
        let (clause, others) = rest.split_at(end);
        // Only candidates are read as terms.
        if clause.contains("initialization") && clause.contains("main") && is_declaration(&mut engine, clause) {
            return true;
        }
        rest = others;
    }
    false
}

fn is_declaration(engine: &mut Engine, clause: &str) -> bool {
    let read = engine.query_with(
        "term_string((:- initialization(_, When)), Text), When == main",
        [("Text", Term::string(clause))],
    );
    read.is_ok_and(|mut query| matches!(query.next(), Some(Ok(answer)) if matches!(answer.term("When").map(Term::view), Some(TermView::Atom("main")))))
}

#[cfg(test)]
mod tests {
    use super::text_names_main_goal;

    #[test]
    fn only_the_directive_counts() {
        assert!(text_names_main_goal(
            "#!/usr/bin/env ferz\n% it's\n:- initialization(main, main).\nmain."
        ));
        assert!(text_names_main_goal(
            "a. b(X :- c.\n\n:-initialization( m:go(1) ,main )."
        ));
        assert!(!text_names_main_goal(":- initialization(main).\nmain."));
        assert!(!text_names_main_goal("% :- initialization(main, main).\nmain."));
        assert!(!text_names_main_goal("p(':- initialization(main, main).')."));
        assert!(!text_names_main_goal(":- initialization(main, now). main."));
        assert!(!text_names_main_goal("p :- initialization(main, main)."));
    }
}
