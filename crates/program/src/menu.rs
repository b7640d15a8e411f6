//! The menu that Ctrl-C brings up while a query runs.

use std::io;
use std::sync::{Arc, Mutex};

use ferz::Engine;
use ferz::debug::{Pause, Paused};

use super::colour::Colours;
use super::input::Key;
use super::signals::Signals;
use super::terminal::Terminal;

/// A key of the menu: its letters, its name, and what it does.
type Row = (&'static [char], &'static str, Act);

const ROWS: [Row; 5] = [
    (&['c', ' '], "continue", Act::Continue),
    (&['a'], "abort", Act::Abort),
    (&['g'], "goals", Act::Goals),
    (&['t'], "trace", Act::Trace),
    (&['h', '?'], "help", Act::Help),
];

/// The action of a key of the menu.
#[derive(Clone, Copy)]
enum Act {
    Continue,
    Abort,
    Goals,
    Trace,
    Help,
}

const HELP: &str = "
  c Space Enter   continue
  a Ctrl-C        abort the query
  g               show the goals that are being run
  t               continue, and trace each call from now on
  h ?             show this help
";

/// The most predicates that are shown of the goals.
const MOST_GOALS: usize = 20;

/// Lets Ctrl-C bring up the menu.
pub(crate) fn install(engine: &mut Engine, terminal: &Arc<Mutex<Terminal>>, signals: &Signals, colours: Colours) {
    let (terminal, signals) = (Arc::clone(terminal), signals.clone());
    engine.debugger().on_pause(move |pause| {
        let Ok(mut terminal) = terminal.lock() else {
            return Paused::Stop;
        };
        signals.take_interrupt();
        // A terminal that is gone shows no menu.
        run(pause, &mut terminal, &signals, colours).unwrap_or(Paused::Stop)
    });
}

fn run(pause: &mut Pause<'_>, terminal: &mut Terminal, signals: &Signals, colours: Colours) -> io::Result<Paused> {
    let depth = pause.depth();
    let goal = pause.goal().map_or_else(String::new, |goal| format!("\n% {goal}"));
    let seconds = pause.time().as_secs_f64();
    let goals = if depth == 1 {
        "1 goal".to_owned()
    } else {
        format!("{} goals", grouped(depth as u64))
    };
    let inferences = match pause.inferences() {
        1 => "1 inference".to_owned(),
        count => format!("{} inferences", grouped(count)),
    };
    let head = format!("\n% {seconds:.1} s, {goals} deep, {inferences}{goal}\n");
    tell(pause, &colours.faint(&head))?;
    // Earlier input is for the query, or for the prompt.
    let ahead = std::mem::take(&mut terminal.ahead);
    let decided = ask(pause, terminal, signals);
    terminal.ahead = ahead;
    decided
}

fn ask(pause: &mut Pause<'_>, terminal: &mut Terminal, signals: &Signals) -> io::Result<Paused> {
    loop {
        tell(pause, "Action (h for help)? ")?;
        let key = terminal.key(|| signals.is_ending())?;
        let act = match key {
            Some(Key::Interrupt | Key::End) | None => Some((Act::Abort, "abort")),
            Some(Key::Enter) => Some((Act::Continue, "continue")),
            Some(Key::Char(c)) => ROWS.iter().find(|row| row.0.contains(&c)).map(|row| (row.2, row.1)),
            Some(_) => None,
        };
        let Some((act, name)) = act else {
            tell(pause, "\n")?;
            continue;
        };
        tell(pause, &format!("{name}\n"))?;
        match act {
            Act::Continue => return Ok(Paused::Continue),
            Act::Abort => return Ok(Paused::Stop),
            Act::Trace => return Ok(Paused::Trace),
            Act::Goals => {
                let goals = pause.goals(MOST_GOALS);
                if goals.is_empty() {
                    let none = "No clause of the program is being run, apart from its last call".to_owned();
                    let goal = pause.goal().map_or(none, |goal| format!("  {goal}"));
                    tell(pause, &format!("% {goal}\n"))?;
                }
                for (name, count) in goals {
                    let times = if count > 1 {
                        format!("  {} times", grouped(count as u64))
                    } else {
                        String::new()
                    };
                    tell(pause, &format!("%   {name}{times}\n"))?;
                }
            }
            Act::Help => tell(pause, &format!("{}\n", HELP.trim_matches('\n')))?,
        }
    }
}

fn tell(pause: &mut Pause<'_>, text: &str) -> io::Result<()> {
    let mut console = pause.console();
    console.write(text)?;
    console.flush()
}

/// A number with its digits in groups.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_in_groups() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }
}
