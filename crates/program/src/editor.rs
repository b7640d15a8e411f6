//! The line editor of the prompt: several lines as one text, colours, completion, history.
//!
//! It runs on a thread of its own. The thread of the engine passes the keys to it, answers its questions about names,
//! and is told what has become of a key that may have ended the text.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};

use ferz::toplevel::{Completions, TokenKind};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::{History as _, MemHistory};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Event, EventContext, EventHandler,
    Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::colour::{Colours, matching_brackets};
use super::exchange::Exchange;
use super::history::{History, LENGTH};

/// The prompt for a query.
pub(crate) const PROMPT: &str = "?- ";
/// The beginning of a line that continues a query.
const INDENTATION: &str = "   ";
/// The end of a text with a new line.
const INDENTED: &str = "\n   ";
/// The hint, given once, about a query without its full stop.
pub(crate) const FORGOTTEN: &str = "% complete so far: `.` ends the query";
/// Names that are offered at once.
const MOST_SHOWN: usize = 100;

/// The message of the editor.
pub(crate) enum Told {
    /// The text that was entered.
    Text(String),
    /// Ctrl-C: the text is dropped.
    Interrupted,
    /// The end of the input.
    End,
    /// The terminal cannot be read.
    Failed(ReadlineError),
    /// It wants to know the completions at this offset in this text.
    Question(String, usize),
    /// It wants to know whether only the full stop of this text is missing.
    Ends(String),
}

/// The editor.
pub(crate) struct Editor {
    editor: rustyline::Editor<Assistant, MemHistory>,
    history: History,
    colours: Colours,
}

impl Editor {
    /// Makes an editor with the history of earlier sessions.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(crate) fn new(colours: Colours, assistant: Assistant, verdicts: Receiver<bool>) -> rustyline::Result<Editor> {
        let colour_mode = if colours.are_on() {
            ColorMode::Forced
        } else {
            ColorMode::Disabled
        };
        let config = Config::builder()
            .max_history_size(LENGTH)?
            .history_ignore_dups(true)?
            .completion_type(CompletionType::List)
            .completion_prompt_limit(MOST_SHOWN)
            .color_mode(colour_mode)
            .build();
        let mut memory = MemHistory::with_config(&config);
        let history = History::load();
        for entry in history.entries() {
            memory.add(entry)?;
        }
        let mut editor = rustyline::Editor::with_history(config, memory)?;
        let indent = Indent {
            exchange: Arc::clone(&assistant.exchange),
            questions: assistant.questions.clone(),
            verdicts: Mutex::new(verdicts),
        };
        let enter = Event::from(KeyEvent(KeyCode::Enter, Modifiers::NONE));
        editor.bind_sequence(enter, EventHandler::Conditional(Box::new(indent)));
        editor.set_helper(Some(assistant));
        Ok(Editor {
            editor,
            history,
            colours,
        })
    }

    /// Reads a text with at least one query, or with none of anything else.
    pub(crate) fn read(&mut self, prompt: &str, initial: &str) -> Told {
        let prompt = (prompt, self.colours.prompt(prompt));
        let line = self.editor.readline_with_initial(&prompt, (initial, ""));
        match line {
            Ok(text) => {
                self.remember(&text);
                Told::Text(text)
            }
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Told::Interrupted,
            Err(ReadlineError::Eof) => Told::End,
            Err(error) => Told::Failed(error),
        }
    }

    /// Keeps each query of a text.
    fn remember(&mut self, text: &str) {
        let mut rest = text;
        while let Some(end) = ferz::toplevel::clause_end(rest) {
            let query = rest[..end].trim();
            rest = &rest[end..];
            let was_known = self.history.add(query);
            let memory = self.editor.history_mut();
            if was_known {
                let _cleared = memory.clear();
                for entry in self.history.entries() {
                    let _added = memory.add(entry);
                }
            } else {
                let _added = memory.add(query);
            }
        }
    }
}

/// Whether Enter ends the text.
fn is_complete(text: &str) -> bool {
    ferz::toplevel::clause_end(text).is_some() || ferz::toplevel::is_blank(text)
}

/// A line that continues a query begins below its first line.
struct Indent {
    exchange: Arc<Exchange>,
    /// Questions go here,
    questions: Sender<Told>,
    /// and their answers come from here.
    verdicts: Mutex<Receiver<bool>>,
}

impl Indent {
    /// Finds out whether only the full stop of a text is missing, until the user has been told once.
    fn look(&self, text: &str) {
        if !self.exchange.may_tell() {
            return;
        }
        let asked = self.questions.send(Told::Ends(text.to_owned()));
        self.exchange.wake();
        let verdicts = self.verdicts.lock().ok();
        let verdict = asked.ok().and(verdicts).and_then(|verdicts| verdicts.recv().ok());
        self.exchange.tell_forgotten(verdict == Some(true));
    }
}

impl ConditionalEventHandler for Indent {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let text = context.line();
        let before = &text[..context.pos()];
        let is_quoted = ferz::toplevel::tokens(before)
            .last()
            .is_some_and(|part| part.1 == TokenKind::Unfinished);
        if is_complete(text) || is_quoted || self.exchange.is_more_typed() {
            return None;
        }
        if context.pos() == text.len() {
            self.look(text);
        }
        self.exchange.goes_on();
        Some(Cmd::Insert(1, format!("\n{INDENTATION}")))
    }
}

/// The helpers of editing.
pub(crate) struct Assistant {
    /// The colours.
    pub colours: Colours,
    /// Tells the thread of the engine what becomes of its keys.
    pub exchange: Arc<Exchange>,
    /// Questions go here,
    pub questions: Sender<Told>,
    /// and their answers come from here.
    pub answers: Receiver<Completions>,
    /// The brackets that stand out.
    pub matching: Cell<Option<(usize, usize)>>,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let asked = self.questions.send(Told::Question(line.to_owned(), position));
        self.exchange.wake();
        let found = asked.ok().and_then(|()| self.answers.recv().ok());
        let Some(found) = found else {
            return Ok((position, Vec::new()));
        };
        let pairs = found.candidates.into_iter().map(|candidate| Pair {
            display: candidate.shown,
            replacement: candidate.text,
        });
        Ok((found.start, pairs.collect()))
    }
}

/// A hint behind the text, which is no part of it.
pub(crate) struct Remark(&'static str);

impl Hint for Remark {
    fn display(&self) -> &str {
        self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Assistant {
    type Hint = Remark;

    /// It is called whenever the text is shown, so that the other side knows that keys are handled.
    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<Remark> {
        self.exchange.tick();
        let is_unchanged = position == line.len() && line.ends_with(INDENTED);
        self.exchange.tells(is_unchanged).then_some(Remark(FORGOTTEN))
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.colours.faint(hint))
    }

    fn highlight<'l>(&self, line: &'l str, _position: usize) -> Cow<'l, str> {
        if self.colours.are_on() {
            Cow::Owned(self.colours.prolog(line, self.matching.get()))
        } else {
            Cow::Borrowed(line)
        }
    }

    fn highlight_char(&self, line: &str, position: usize, kind: CmdKind) -> bool {
        let before = self.matching.take();
        if kind != CmdKind::ForcedRefresh && self.colours.are_on() {
            self.matching.set(matching_brackets(line, position));
        }
        // A movement changes nothing but the brackets.
        self.colours.are_on() && (kind != CmdKind::MoveCursor || before != self.matching.get())
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        if is_complete(context.input()) {
            self.exchange.is_entered();
            return Ok(ValidationResult::Valid(None));
        }
        self.exchange.goes_on();
        Ok(ValidationResult::Incomplete)
    }
}

impl Helper for Assistant {}
