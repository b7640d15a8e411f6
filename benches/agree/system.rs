//! One of the systems: runs the driver over goals, again for those behind a goal that ends the process.

use std::env::temp_dir;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The outcome of a goal that runs out of time, inferences or memory.
pub(crate) const LIMIT: &str = "limit";
/// The outcome of a goal with which the process ends.
pub(crate) const CRASH: &str = "crash";
/// The driver gives up after less.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct System {
    name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
    folder: PathBuf,
}

impl Drop for System {
    fn drop(&mut self) {
        // It lies among the files for temporary use, which the system clears away too.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl System {
    pub(crate) fn new(
        name: &'static str,
        program: &Path,
        arguments: &'static [&'static str],
    ) -> Result<System, String> {
        let folder = temp_dir().join(format!("agree-{}-{name}", std::process::id()));
        let put = || {
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("driver.pl"), include_str!("driver.pl"))
        };
        put().map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(System {
            name,
            program: program.to_owned(),
            arguments,
            folder,
        })
    }

    pub(crate) fn is_there(&self) -> bool {
        let mut command = Command::new(&self.program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The outcome of each goal. A goal with which the process ends has the outcome `crash`, one that the driver does
    /// not stop `limit`.
    pub(crate) fn outcomes(&self, goals: &[&str]) -> Result<Vec<String>, String> {
        let mut outcomes = Vec::new();
        while outcomes.len() < goals.len() {
            let rest = goals[outcomes.len()..].join("\n");
            fs::write(self.folder.join("goals.txt"), rest + "\n").map_err(|error| error.to_string())?;
            let before = outcomes.len();
            let is_late = self.run(&mut outcomes)?;
            if outcomes.len() == before && !is_late {
                return Err(format!("{} does not run the driver", self.name));
            }
            if outcomes.len() < goals.len() {
                outcomes.push(if is_late { LIMIT } else { CRASH }.to_owned());
            }
        }
        Ok(outcomes)
    }

    /// Runs the driver until it ends or nothing comes from it for a while; says whether it was the latter.
    fn run(&self, outcomes: &mut Vec<String>) -> Result<bool, String> {
        let mut child = Command::new(&self.program)
            .args(self.arguments)
            .arg("driver.pl")
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let output = child.stdout.take().ok_or("a process without output")?;
        let (sender, receiver) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let is_late = loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(line) => outcomes.push(plain(line.trim_matches('"'))),
                Err(mpsc::RecvTimeoutError::Timeout) => break true,
                Err(mpsc::RecvTimeoutError::Disconnected) => break false,
            }
        };
        if is_late {
            // It may have ended meanwhile.
            let _ = child.kill();
        }
        child.wait().map_err(|error| error.to_string())?;
        drop(receiver);
        reader.join().map_err(|_| "the reader of a process failed")?;
        Ok(is_late)
    }
}

/// The text without what systems are free to choose: the numbers of variables that a goal writes.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    // How much of the text ends with a variable.
    let mut variable = 0;
    while let Some(c) = chars.next() {
        let before = out.chars().next_back().unwrap_or(' ');
        let inside_name = (before.is_alphanumeric() || before == '_') && !out.ends_with("\\n");
        let inside_name = inside_name && out.len() != variable;
        out.push(c);
        if c == '_' && !inside_name {
            chars.next_if_eq(&'G');
            while chars.next_if(char::is_ascii_digit).is_some() {}
            variable = out.len();
        }
    }
    out
}
