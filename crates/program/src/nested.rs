//! The prompt of `break/0`, within a running goal. Its lines are edited by the terminal itself; without a terminal the
//! queries come from the standard input, as those of the program do.

use std::io::{self, IsTerminal};

use ferz::Engine;
use ferz::toplevel::{Console, NestedPrompt};

use super::answers::dressed;
use super::colour::Colours;
use super::input::{Key, first_query};
use super::signals::Signals;
use super::terminal::Terminal;

/// Installs the prompt in an engine.
pub(crate) fn install(engine: &mut Engine, signals: &Signals, colours: Colours) {
    engine.toplevel().set_nested_prompt(Nested {
        signals: signals.clone(),
        colours,
        terminal: None,
        rest: String::new(),
    });
}

struct Nested {
    signals: Signals,
    colours: Colours,
    /// The terminal, once a key was asked for.
    terminal: Option<Terminal>,
    /// The text behind the query that was answered last.
    rest: String,
}

const CONTINUATION: &str = "|    ";

impl NestedPrompt for Nested {
    fn query(&mut self, mut console: Console<'_>, level: u32) -> Option<String> {
        let prompt = if io::stdin().is_terminal() {
            format!("[{level}]  ?- ")
        } else {
            String::new()
        };
        loop {
            if let Some(query) = first_query(&mut self.rest) {
                return Some(query);
            }
            let begun = !ferz::toplevel::is_blank(&self.rest);
            console.fresh_line().ok()?;
            let line = console.read_line(if begun && !prompt.is_empty() {
                CONTINUATION
            } else {
                &prompt
            });
            match line {
                Ok(Some(line)) => {
                    self.rest.push_str(&line);
                    self.rest.push('\n');
                }
                // A query without its full stop is dropped.
                Ok(None) | Err(_) => {
                    self.rest.clear();
                    let _gone = console.fresh_line();
                    return None;
                }
            }
        }
    }

    fn answer(&mut self, mut console: Console<'_>, text: &str, is_last: bool) -> bool {
        // A terminal that is gone wants no more.
        self.show(&mut console, text, is_last).unwrap_or(false)
    }
}

impl Nested {
    fn show(&mut self, console: &mut Console<'_>, text: &str, is_last: bool) -> io::Result<bool> {
        console.fresh_line()?;
        console.write(&dressed(text, self.colours))?;
        if is_last {
            console.write(".\n\n")?;
            return Ok(false);
        }
        let wants_more = if io::stdin().is_terminal() {
            self.key(console)?
        } else {
            console.take_line(";")?
        };
        console.write(if wants_more { " ;\n" } else { " .\n\n" })?;
        Ok(wants_more)
    }

    /// Whether the key after an answer asks for the next one.
    fn key(&mut self, console: &mut Console<'_>) -> io::Result<bool> {
        console.flush()?;
        if !ferz::toplevel::is_blank(&self.rest) {
            return Ok(false);
        }
        let terminal = match &mut self.terminal {
            Some(terminal) => terminal,
            none => none.insert(Terminal::open()?),
        };
        terminal.ahead = console.take_typed();
        let key = loop {
            match terminal.key(|| self.signals.is_ending())? {
                Some(Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab) => break true,
                Some(Key::Char('.' | 'c') | Key::Enter | Key::End | Key::Interrupt) | None => break false,
                Some(Key::Char(_) | Key::Other) => {}
            }
        };
        console.put_typed(std::mem::take(&mut terminal.ahead));
        Ok(key)
    }
}
