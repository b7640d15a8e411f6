//! The tracer at the prompt: shows the ports of goals, and asks what to do. On a terminal one key answers; elsewhere a
//! line of the input does.

use std::io::{self, IsTerminal};
use std::time::Duration;

use ferz::debug::{Port, TraceAction, TraceEvent, TraceGoal};
use ferz::toplevel::Console;
use ferz::{Engine, Error};

use super::input::Key;
use super::signals::Signals;
use super::terminal::{Terminal, Woken};

/// Interval for checking whether a signal terminates the program.
const SLICE: Duration = Duration::from_millis(50);
/// The depth to which goals are shown.
const DEPTH: usize = 10;
/// Number of goals of a stack or of alternatives that are shown.
const SHOWN: usize = 30;

const HELP: &str = "
  c Enter space  creep: to the next port      s  skip: to the end of this goal
  l              leap: to the next spy point  u  up: to the end of the parent (finish it)
  [depth] r      retry this goal, or the one around it at a depth
  f              fail: let the goal fail      i  ignore: let it succeed
  g              goals: the stack of goals    A  alternatives: goals with choice points left
  v              variables of the clause      m  message of the exception
  p              print the goal abbreviated   w  write it in full
  [depth] d      show terms to a depth, 0 for all of them
  L              listing of the predicate     + -  set and remove a spy point on it
  b              break: run queries here; an empty line goes on
  n              no debug: run on without stopping
  a              abort the query              e  exit
  h ?            this help
";

/// Installs the tracer in an engine.
pub(crate) fn install(engine: &mut Engine, signals: &Signals) {
    let mut tracer = PromptTracer {
        signals: signals.clone(),
        terminal: None,
        depth: DEPTH,
    };
    // Where it cannot be shown, the program runs on.
    engine
        .debugger()
        .set_tracer(move |event| tracer.stop(event).unwrap_or(TraceAction::Finish));
}

/// Returns what stands before the prompt while something is traced.
pub(crate) fn mode_prefix(engine: &mut Engine) -> &'static str {
    match engine.debugger().debug_mode() {
        ferz::debug::DebugMode::Off => "",
        ferz::debug::DebugMode::Debug => "[debug]  ",
        ferz::debug::DebugMode::Trace => "[trace]  ",
    }
}

struct PromptTracer {
    signals: Signals,
    /// The terminal, once a key was asked for.
    terminal: Option<Terminal>,
    depth: usize,
}

impl PromptTracer {
    /// Shows a port, and asks what to do if it is leashed.
    fn stop(&mut self, event: &mut TraceEvent<'_>) -> io::Result<TraceAction> {
        let mut depth = self.depth;
        loop {
            let line = event.line(depth).unwrap_or_else(|error| format!("   {error}"));
            let mut console = event.console();
            if io::stdout().is_terminal() {
                console.fresh_line()?;
            }
            console.flush()?;
            console.write_error(&line)?;
            if !event.is_leashed() {
                event.console().write_error("\n")?;
                return Ok(TraceAction::Creep);
            }
            event.console().write_error(" ? ")?;
            let (count, command) = self.command(event)?;
            let action = match command {
                Command::Char('c' | ' ') | Command::Enter => (TraceAction::Creep, "creep"),
                Command::Char('s') => (TraceAction::Skip, "skip"),
                Command::Char('l') => (TraceAction::Leap, "leap"),
                Command::Char('u') => (TraceAction::Up, "up"),
                Command::Char('f') if event.port() == Port::Fail => (TraceAction::Creep, "creep"),
                Command::Char('f') => (TraceAction::Fail, "fail"),
                Command::Char('i') => (TraceAction::Ignore, "ignore"),
                Command::Char('n') => (TraceAction::Finish, "no debug"),
                Command::Char('a') | Command::Interrupt => (TraceAction::Abort, "abort"),
                Command::Gone => return Ok(TraceAction::Creep),
                Command::Char('r') => match frame_at(event, count) {
                    Some(frame) => (TraceAction::Retry(frame), "retry"),
                    None => {
                        event.console().write_error("there is no goal at this depth\n")?;
                        continue;
                    }
                },
                Command::Char('e') | Command::End => {
                    event.console().write_error("exit\n")?;
                    let _halting = event.once("halt");
                    return Ok(TraceAction::Abort);
                }
                Command::Char(other) => {
                    depth = self.inspect(event, other, count)?;
                    continue;
                }
            };
            event.console().write_error(&format!("{}\n", action.1))?;
            return Ok(action.0);
        }
    }

    /// Does what only shows something; returns the depth to which the goal is shown next.
    fn inspect(&mut self, event: &mut TraceEvent<'_>, command: char, count: Option<usize>) -> io::Result<usize> {
        let text = match command {
            'g' => goals("goals", event.stack(count.unwrap_or(SHOWN))),
            'A' => goals("alternatives", event.alternatives(SHOWN)),
            'v' => match event.variable_texts() {
                Ok(texts) if texts.is_empty() => "variables: none\n".to_owned(),
                Ok(texts) => format!("variables\n     {}\n", texts.join("\n     ")),
                Err(error) => format!("{error}\n"),
            },
            'm' => match event.exception_message() {
                Some(message) => format!("message\n     {}\n", message.replace('\n', "\n     ")),
                None => "there is no exception\n".to_owned(),
            },
            'w' => {
                event.console().write_error("write\n")?;
                return Ok(0);
            }
            'p' => {
                event.console().write_error("print\n")?;
                return Ok(self.depth);
            }
            'd' => {
                self.depth = count.unwrap_or(DEPTH);
                format!("depth {}\n", self.depth)
            }
            '+' | '-' => {
                event.set_spy(command == '+');
                let (_, name, arity) = event.predicate();
                let what = if command == '+' { "spy point" } else { "no spy point" };
                format!("{what} on {name}/{arity}\n")
            }
            'L' => {
                event.console().write_error("listing\n")?;
                let (module, name, arity) = event.predicate();
                let name = ferz::Term::atom(&name);
                let module = ferz::Term::atom(&module);
                let listed = event.once(&format!("listing({module}:({name}/{arity}))"));
                event.console().flush()?;
                listed.err().map(|error| format!("{error}\n")).unwrap_or_default()
            }
            'b' => {
                self.break_level(event)?;
                String::new()
            }
            'h' | '?' => HELP.to_owned(),
            _ => "unknown option (h for help)\n".to_owned(),
        };
        event.console().write_error(&text)?;
        Ok(self.depth)
    }

    /// Answers queries, the first solution of each, until an empty line or the end of the input.
    fn break_level(&mut self, event: &mut TraceEvent<'_>) -> io::Result<()> {
        event.console().write_error("break\n")?;
        loop {
            let Some(line) = event.console().read_line("[1]  ?- ")? else {
                return event.console().write_error("\n");
            };
            if ferz::toplevel::is_blank(&line) {
                return Ok(());
            }
            let answered = match event.once(&line) {
                Ok(Some(answer)) => format!("{answer}."),
                Ok(None) => "false.".to_owned(),
                Err(error) if error.halt_status().is_some() => return Ok(()),
                Err(error) => format!("ERROR: {error}"),
            };
            let mut console = event.console();
            console.flush()?;
            console.write_error(&format!("{answered}\n"))?;
        }
    }

    /// Returns the next command, and the number before it.
    fn command(&mut self, event: &mut TraceEvent<'_>) -> io::Result<(Option<usize>, Command)> {
        if !io::stdin().is_terminal() {
            let Some(line) = event.console().read_line("")? else {
                event.console().write_error("end of input\n")?;
                return Ok((None, Command::Gone));
            };
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let count = line[..line.len() - rest.len()].parse().ok();
            let command = rest.trim().chars().next().map_or(Command::Enter, Command::Char);
            return Ok((count, command));
        }
        let mut count: Option<usize> = None;
        loop {
            match self.key(&mut event.console())? {
                Key::Char(digit @ '0'..='9') => {
                    let value = digit.to_digit(10).unwrap_or(0) as usize;
                    count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(value));
                    event.console().write_error(&digit.to_string())?;
                }
                Key::Char(c) => return Ok((count, Command::Char(c))),
                Key::Enter | Key::Tab => return Ok((count, Command::Enter)),
                Key::Interrupt => return Ok((count, Command::Interrupt)),
                Key::End => return Ok((count, Command::End)),
                Key::Other => {}
            }
        }
    }

    /// Waits for a key. What was typed before is in the console.
    fn key(&mut self, console: &mut Console<'_>) -> io::Result<Key> {
        let terminal = match &mut self.terminal {
            Some(terminal) => terminal,
            none => none.insert(Terminal::open()?),
        };
        terminal.ahead = console.take_typed();
        terminal.set_raw();
        let key = loop {
            if self.signals.is_ending() {
                break Key::Interrupt;
            }
            if let Some(key) = terminal.take_key() {
                break key;
            }
            if terminal.wait(None, SLICE)? == Woken::Gone {
                break Key::End;
            }
        };
        terminal.restore();
        console.put_typed(std::mem::take(&mut terminal.ahead));
        Ok(key)
    }
}

/// The command that was given.
#[derive(Clone, Copy)]
enum Command {
    Char(char),
    Enter,
    Interrupt,
    /// The end of the input was typed.
    End,
    /// There is no input.
    Gone,
}

/// Returns the frame of the goal at this depth, or of the goal itself.
fn frame_at(event: &mut TraceEvent<'_>, depth: Option<usize>) -> Option<i64> {
    let Some(depth) = depth else {
        return Some(event.frame());
    };
    event.frame_at(depth)
}

fn goals(title: &str, goals: Result<Vec<TraceGoal>, Error>) -> String {
    let goals = match goals {
        Ok(goals) => goals,
        Err(error) => return format!("{error}\n"),
    };
    let mut text = format!("{title}\n");
    if goals.is_empty() {
        text.push_str("     none\n");
    }
    for goal in goals {
        let place = goal.place.map(|place| place.to_string()).unwrap_or_default();
        // Goals that run compiled have no depth.
        let depth = if goal.depth == 0 {
            "-".to_owned()
        } else {
            goal.depth.to_string()
        };
        text.push_str(&format!("     [{depth}] {}{place}\n", goal.text));
    }
    text
}
