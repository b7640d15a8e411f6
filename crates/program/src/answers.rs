//! The answers of a query on a terminal, and the keys after them.

use std::io;

use ferz::{Answer, Engine, Error, Query, Term, TermView};

use super::colour::Colours;
use super::input::Key;
use super::keyboard::{Keyboard, screen_width};
use super::wrap::wrapped;

/// The text before the clauses that an undefined answer depends on.
pub(crate) const PROGRAM: &str = "% WFS residual program";

/// The help on the keys after an answer.
const KEYS: &str = "
Keys after an answer:
  ; n r space Tab   show the next answer
  . c Enter Ctrl-C  stop here
  a                 show all the others; Ctrl-C stops it
  w                 write this answer again, in full
  p                 print it again, abbreviated
  h ?               show this help
Typing a query stops here and begins the query.
";

/// The action after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerKey {
    Next,
    All,
    Stop,
}

/// When a key is asked for after an answer, by the flag `prompt_alternatives_on`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alternatives {
    /// If there may be other answers.
    Determinism,
    /// If the query has variables.
    Groundness,
    /// After every answer.
    All,
}

/// How answers are shown.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    pub colours: Colours,
    pub alternatives: Alternatives,
    /// Whether a blank line follows the last answer.
    pub is_spaced: bool,
}

impl Manner {
    /// Returns what the flags ask for.
    pub(crate) fn of(engine: &mut Engine, colours: Colours) -> Manner {
        let is = |engine: &mut Engine, flag: &str, value: &str| {
            engine.flag(flag).is_some_and(|found| found == Term::atom(value))
        };
        let alternatives = if is(engine, "prompt_alternatives_on", "groundness") {
            Alternatives::Groundness
        } else if engine.flag("prompt_alternatives_on").is_none() || is(engine, "prompt_alternatives_on", "determinism")
        {
            Alternatives::Determinism
        } else {
            Alternatives::All
        };
        Manner {
            colours,
            alternatives,
            is_spaced: !is(engine, "toplevel_extra_white_line", "false"),
        }
    }

    /// Whether the answer ends the query without a key.
    fn ends_with(self, answer: &Answer) -> bool {
        match self.alternatives {
            Alternatives::Determinism => answer.is_last(),
            Alternatives::Groundness => answer.bindings().is_empty(),
            Alternatives::All => false,
        }
    }

    /// The text after the full stop of the last answer.
    fn end(self) -> &'static str {
        if self.is_spaced { "\n\n" } else { "\n" }
    }
}

/// The part of a query's answers that has been shown.
pub(crate) struct Shown {
    /// The last answer.
    pub answer: Option<Answer>,
    /// Whether Ctrl-C stopped it at an answer.
    pub is_aborted: bool,
}

/// Shows the answers, and asks after each that may not be the last.
pub(crate) fn show(
    query: &mut Query<'_>,
    keyboard: &mut Keyboard,
    manner: Manner,
    shown: &mut Shown,
) -> io::Result<Result<(), Error>> {
    let colours = manner.colours;
    let mut choice = AnswerKey::Next;
    loop {
        let answer = match query.next() {
            None => {
                let mut console = query.console();
                console.fresh_line()?;
                console.write(&format!("{}.{}", colours.bad("false"), manner.end()))?;
                return Ok(Ok(()));
            }
            Some(Err(error)) => return Ok(Err(error)),
            Some(Ok(answer)) => shown.answer.insert(answer),
        };
        let text = match text(query, answer, false, colours) {
            Ok(text) => text,
            Err(error) => return Ok(Err(error)),
        };
        let mut console = query.console();
        console.fresh_line()?;
        console.write(&text)?;
        if manner.ends_with(answer) || choice == AnswerKey::All && answer.is_last() {
            console.write(&format!(".{}", manner.end()))?;
            return Ok(Ok(()));
        }
        if choice != AnswerKey::All {
            keyboard.take_back(query.console());
            choice = match ask(query, answer, keyboard, colours, &mut shown.is_aborted)? {
                Ok(choice) => choice,
                Err(error) => return Ok(Err(error)),
            };
            keyboard.lend(query.console());
        }
        let mut console = query.console();
        if choice == AnswerKey::Stop {
            console.write(&format!(" .{}", manner.end()))?;
            return Ok(Ok(()));
        }
        console.write(" ;\n")?;
    }
}

/// Returns the text of an answer in colours.
fn text(query: &mut Query<'_>, answer: &Answer, full: bool, colours: Colours) -> Result<String, Error> {
    Ok(with_program(answer, query.text(answer, full)?, colours))
}

/// Returns the text of an answer with the undefined goals that it depends on.
pub(crate) fn with_condition(answer: &Answer, text: String) -> String {
    let Some(condition) = answer.condition() else {
        return text;
    };
    let (mut goals, mut rest) = (Vec::new(), condition.as_ref());
    while let TermView::Compound(",", arguments) = rest.view() {
        let mut parts = arguments.iter();
        let (Some(first), Some(second)) = (parts.next(), parts.next()) else {
            break;
        };
        goals.push(first.to_term().to_string());
        rest = second;
    }
    goals.push(rest.to_term().to_string());
    let shown = match goals.len() {
        1 => goals.remove(0),
        _ => format!("({})", goals.join(", ")),
    };
    match text.as_str() {
        "true" => shown,
        _ => format!("{text},\n{shown}"),
    }
}

/// Returns the text of an answer for the screen, behind the clauses that it depends on if it is undefined.
pub(crate) fn with_program(answer: &Answer, text: String, colours: Colours) -> String {
    let text = dressed(&with_condition(answer, text), colours);
    match answer.residual_program_text() {
        "" => text,
        program => {
            let title = colours.faint(PROGRAM);
            format!("{title}\n{}{text}", colours.prolog(program, None))
        }
    }
}

/// Returns the text of an answer for the screen.
pub(crate) fn dressed(text: &str, colours: Colours) -> String {
    match text {
        "true" => colours.good("true"),
        _ => colours.prolog(&wrapped(text, screen_width()), None),
    }
}

/// Waits for a key that selects the next action.
fn ask(
    query: &mut Query<'_>,
    answer: &Answer,
    keyboard: &mut Keyboard,
    colours: Colours,
    is_aborted: &mut bool,
) -> io::Result<Result<AnswerKey, Error>> {
    let mut hinted = false;
    loop {
        query.console().flush()?;
        let key = keyboard.key()?;
        // A letter that another follows at once is the beginning of a query.
        if let Key::Char(c) = key
            && (begins_query(c) || c.is_alphabetic() && keyboard.is_word(c) || c == '?' && keyboard.is_word(c))
        {
            keyboard.put_back(c);
            return Ok(Ok(AnswerKey::Stop));
        }
        let (before, full) = match key {
            Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab => return Ok(Ok(AnswerKey::Next)),
            Key::Interrupt => {
                *is_aborted = true;
                return Ok(Ok(AnswerKey::Stop));
            }
            Key::Char('.' | 'c') | Key::Enter | Key::End => return Ok(Ok(AnswerKey::Stop)),
            Key::Char('a') => return Ok(Ok(AnswerKey::All)),
            Key::Char('w') => (" [write]", true),
            Key::Char('p') => (" [print]", false),
            Key::Char('h' | '?') => (KEYS, false),
            // The hint is shown once, even if the user goes on typing.
            _ if hinted => continue,
            _ => {
                hinted = true;
                (" (; next, . stop, w in full, h help)", false)
            }
        };
        match text(query, answer, full, colours) {
            Ok(text) => query.console().write(&format!("{before}\n{text}"))?,
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// Whether a character after an answer can only begin a query.
fn begins_query(c: char) -> bool {
    match c {
        'n' | 'r' | 'c' | 'a' | 'w' | 'p' | 'h' => false,
        '\\' | '[' | '(' | '{' | '\'' | '"' | '-' | '+' | ':' | '$' | '_' | '!' | '%' | '/' => true,
        c => c.is_alphanumeric(),
    }
}
