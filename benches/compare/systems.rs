//! The Prolog systems that are compared: how each is called, and what it needs in front of a program.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::jobs::{Job, Kind};
use crate::options::Options;

/// What the systems of a family need in front of a program: above all a clock of processor time.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dialect {
    Iso,
    Swi,
    Gnu,
    Yap,
    Scryer,
}

impl Dialect {
    fn prelude(self) -> &'static str {
        match self {
            Dialect::Iso => "bench_clock(T) :- statistics(cputime, T).\n",
            Dialect::Swi => ":- style_check(-singleton).\nbench_clock(T) :- statistics(cputime, T).\n",
            Dialect::Gnu => {
                "bench_clock(T) :- statistics(user_time, [U|_]), statistics(system_time, [S|_]), T is (U + S) / 1000.\n"
            }
            Dialect::Yap => "bench_clock(T) :- statistics(cputime, [M|_]), T is M / 1000.\n",
            Dialect::Scryer => {
                ":- use_module(library(lists)).\n:- use_module(library(between)).\n:- use_module(library(dcgs)).\n\
                 :- use_module(library(iso_ext)).\nbench_clock(T) :- '$cpu_now'(T).\n"
            }
        }
    }
}

/// One column of the table.
pub(crate) struct System {
    pub name: String,
    dialect: Dialect,
    /// The program and the arguments before the file's name; empty if the file is made an executable.
    command: Vec<String>,
}

/// The name of the column of programs written in Rust.
pub(crate) const NATIVE: &str = "rust";

/// The systems that may be on the path: name, dialect, program and its arguments.
const KNOWN: [(&str, Dialect, &[&str]); 7] = [
    ("swipl", Dialect::Swi, &["swipl", "-q"]),
    ("swipl -O", Dialect::Swi, &["swipl", "-q", "-O"]),
    ("gprolog", Dialect::Gnu, &["gprolog", "--consult-file"]),
    ("gplc", Dialect::Gnu, &["gplc"]),
    ("yap", Dialect::Yap, &["yap", "-q", "-l"]),
    ("scryer", Dialect::Scryer, &["scryer-prolog", "-f"]),
    ("trealla", Dialect::Iso, &["tpl", "-q"]),
];

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The systems that are there and wanted, ferz first.
pub(crate) fn systems(options: &Options) -> Vec<System> {
    let system = |name: &str, dialect, command: &[&str]| System {
        name: name.to_owned(),
        dialect,
        command: command.iter().map(|&word| word.to_owned()).collect(),
    };
    let mut all = vec![system("ferz", Dialect::Iso, &[env!("CARGO_BIN_EXE_ferz"), "run"])];
    for (name, path) in &options.with {
        all.push(system(name, Dialect::Iso, &[path, "run"]));
    }
    for (name, dialect, command) in KNOWN {
        if on_path(command[0]) {
            let made = name == "gplc";
            all.push(system(name, dialect, if made { &[] } else { command }));
        }
    }
    all.push(system(NATIVE, Dialect::Iso, &[]));
    if let Some(wanted) = &options.systems {
        all.retain(|system| wanted.contains(&system.name));
    }
    all
}

impl System {
    /// Writes the program for this system; gives the command that runs it, or says why there is none.
    /// An empty message means that there was none to be expected.
    pub(crate) fn prepare(&self, job: &Job, folder: &Path) -> Result<Vec<String>, String> {
        if self.name == NATIVE {
            if !crate::native::NAMES.contains(&job.name.as_str()) {
                return Err(String::new());
            }
            let own = env::current_exe().map_err(|error| error.to_string())?;
            return Ok(vec![
                own.to_string_lossy().into_owned(),
                "--native".to_owned(),
                job.name.clone(),
            ]);
        }
        let file = folder.join(format!("{}-{}.pl", job.name, self.name.replace(' ', "")));
        let whole = match job.kind {
            Kind::Timed => [self.dialect.prelude(), &job.text, crate::jobs::DRIVER].concat(),
            Kind::Started | Kind::Loaded(_) if self.dialect == Dialect::Swi => {
                [":- style_check(-singleton).\n", &job.text].concat()
            }
            Kind::Started | Kind::Loaded(_) => job.text.clone(),
        };
        fs::write(&file, whole).expect("a file for temporary use can be written");
        let file = file.to_string_lossy().into_owned();
        if !self.command.is_empty() {
            let mut command = self.command.clone();
            command.push(file);
            return Ok(command);
        }
        if matches!(job.kind, Kind::Loaded(_)) {
            // Making an executable is not consulting.
            return Err(String::new());
        }
        compile(&file)
    }
}

/// An executable by the compiler of GNU Prolog.
fn compile(file: &str) -> Result<Vec<String>, String> {
    let executable = file.replace(".pl", "");
    let made = Command::new("gplc")
        .args(["--no-top-level", "-o", &executable, file])
        .stdin(Stdio::null())
        .output();
    match made {
        Ok(output) if output.status.success() => Ok(vec![executable]),
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            let line = said.lines().next().unwrap_or("not compiled");
            Err(line.rsplit_once('/').map_or(line, |(_, rest)| rest).to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}
