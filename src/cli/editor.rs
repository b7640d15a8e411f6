//! The line editor of the prompt: history, completion of predicate names, queries of several lines.

use std::env;
use std::fs;
use std::path::PathBuf;

use ferz::Engine;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

/// The prompt for a query.
pub const PROMPT: &str = "?- ";
const CONTINUATION: &str = "|    ";
const HISTORY_LENGTH: usize = 2000;

/// The result of reading a line.
pub enum Line {
    /// A query with its full stop, alone on its line.
    Query(String),
    /// A query that was typed or pasted after another, without a prompt of its own.
    Another(String),
    /// Ctrl-C: the input is discarded.
    Interrupted,
    /// The end of the input.
    End,
}

/// Reads queries from a terminal.
pub struct Editor {
    editor: rustyline::Editor<Names, FileHistory>,
    history: Option<PathBuf>,
    /// The input after the full stop of the previous query.
    rest: String,
}

impl Editor {
    /// Makes an editor with the history of earlier sessions.
    pub fn new() -> rustyline::Result<Editor> {
        let config = Config::builder()
            .max_history_size(HISTORY_LENGTH)?
            .history_ignore_dups(true)?
            .completion_type(CompletionType::List)
            .build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Names::default()));
        let history = history_file();
        if let Some(path) = &history {
            // There is no history at the first start.
            let _none_yet = editor.load_history(path);
        }
        Ok(Editor {
            editor,
            history,
            rest: String::new(),
        })
    }

    /// Sets the names for completion.
    pub fn set_names(&mut self, names: Vec<String>) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.names = names;
        }
    }

    /// Reads the next query, over several lines up to its full stop.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub fn read(&mut self) -> rustyline::Result<Line> {
        let mut text = std::mem::take(&mut self.rest);
        if let Some(query) = self.first_query(&mut text) {
            return Ok(Line::Another(query));
        }
        let initial = text.trim().replace('\n', " ");
        text.clear();
        let mut initial = Some(initial).filter(|text| !text.is_empty());
        loop {
            let prompt = if Engine::is_blank(&text) { PROMPT } else { CONTINUATION };
            let line = match initial.take() {
                Some(initial) => self.editor.readline_with_initial(prompt, (&initial, "")),
                None => self.editor.readline(prompt),
            };
            match line {
                Ok(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Err(ReadlineError::Interrupted) => return Ok(Line::Interrupted),
                Err(ReadlineError::Eof) if Engine::is_blank(&text) => return Ok(Line::End),
                Err(ReadlineError::Eof) => return Ok(Line::Interrupted),
                // The window was resized, or a signal came: the line continues.
                Err(ReadlineError::Signal(_)) => {}
                Err(error) => return Err(error),
            }
            if let Some(query) = self.first_query(&mut text) {
                self.remember(query.trim());
                self.rest = text;
                return Ok(Line::Query(query));
            }
        }
    }

    /// Takes the first query from `text`, if it is complete.
    fn first_query(&mut self, text: &mut String) -> Option<String> {
        let end = Engine::clause_end(text)?;
        let rest = text.split_off(end);
        let query = std::mem::replace(text, rest);
        if Engine::is_blank(text) {
            text.clear();
        }
        Some(query)
    }

    fn remember(&mut self, query: &str) {
        if self.editor.add_history_entry(query).unwrap_or(false)
            && let Some(path) = &self.history
        {
            // Errors of saving the history are ignored.
            let _not_kept = self.editor.append_history(path);
        }
    }
}

/// `$XDG_STATE_HOME/ferz/history` if that variable is set, else `~/.ferz_history`.
fn history_file() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(directory) = set("XDG_STATE_HOME") {
        let directory = directory.join("ferz");
        fs::create_dir_all(&directory).ok()?;
        return Some(directory.join("history"));
    }
    env::home_dir().map(|home| home.join(".ferz_history"))
}

/// Completes predicate names.
#[derive(Default)]
struct Names {
    /// Sorted.
    names: Vec<String>,
}

impl Names {
    /// Returns the offset at which the name before `position` begins, and its completions.
    fn complete_name(&self, line: &str, position: usize) -> (usize, Vec<String>) {
        let before = &line[..position];
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        if !word.starts_with(char::is_lowercase) {
            return (position, Vec::new());
        }
        let from = self.names.partition_point(|name| name.as_str() < word);
        let found = self.names[from..]
            .iter()
            .take_while(|name| name.starts_with(word))
            .cloned()
            .collect();
        (start, found)
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.complete_name(line, position))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_from_their_beginning() {
        let names = ["append", "apple", "atom_length", "between"]
            .map(str::to_string)
            .to_vec();
        let names = Names { names };
        assert_eq!(names.complete_name("ap", 2), (0, vec!["append".into(), "apple".into()]));
        assert_eq!(names.complete_name("X = é, atom", 12), (8, vec!["atom_length".into()]));
        assert_eq!(names.complete_name("foo(betw)", 8), (4, vec!["between".into()]));
        assert!(names.complete_name("Ap", 2).1.is_empty());
        assert!(names.complete_name("", 0).1.is_empty());
        assert!(names.complete_name("zebra", 5).1.is_empty());
    }
}
