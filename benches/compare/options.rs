//! The command line of the comparison.

use std::env;
use std::time::Duration;

/// What is to be run, on what, and how it is shown.
pub(crate) struct Options {
    /// Parts of names of programs or cases; none means all.
    pub filters: Vec<String>,
    pub rounds: usize,
    pub systems: Option<Vec<String>>,
    /// Further ferz binaries: name and path.
    pub with: Vec<(String, String)>,
    /// How long one process may take.
    pub limit: Duration,
    pub list: bool,
    pub markdown: bool,
    pub readme: bool,
    pub svg: Option<String>,
    pub save: Option<String>,
    pub from: Option<String>,
    /// The name of a program written in Rust, which this process is to run; how the comparison calls itself.
    pub native: Option<String>,
}

pub(crate) fn options() -> Result<Options, String> {
    let mut options = Options {
        filters: Vec::new(),
        rounds: 3,
        systems: None,
        with: Vec::new(),
        limit: Duration::from_secs(30),
        list: false,
        markdown: false,
        readme: false,
        svg: None,
        save: None,
        from: None,
        native: None,
    };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg}: a value is missing"));
        let number = |text: String| text.parse::<u32>().map_err(|_| format!("{text}: not a number"));
        match arg.as_str() {
            // Cargo passes this to every benchmark.
            "--bench" => {}
            "--rounds" => options.rounds = number(value()?)?.max(1) as usize,
            "--limit" => options.limit = Duration::from_secs(number(value()?)?.into()),
            "--systems" => options.systems = Some(value()?.split(',').map(str::to_owned).collect()),
            "--with" => {
                let value = value()?;
                let (name, path) = value.split_once('=').ok_or("--with NAME=PATH")?;
                options.with.push((name.to_owned(), path.to_owned()));
            }
            "--list" => options.list = true,
            "--markdown" => options.markdown = true,
            "--readme" => options.readme = true,
            "--svg" => options.svg = Some(value()?),
            "--save" => options.save = Some(value()?),
            "--from" => options.from = Some(value()?),
            "--native" => options.native = Some(value()?),
            _ if arg.starts_with('-') => return Err(format!("{arg}: no such option")),
            _ => options.filters.push(arg),
        }
    }
    Ok(options)
}
