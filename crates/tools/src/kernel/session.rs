//! The engine of a notebook: cells are run, and the answers of a query stay open until there is another one.

use std::collections::HashMap;
use std::sync::Arc;

use ferz::toplevel::{SourceNode, SourceReader, TokenKind, tokens};
use ferz::{Answer, Engine, Error, ErrorKind, OwnedQuery, Severity, Term, TermView};
use serde_json::{Value, json};

use super::cell::{self, CellStep, NotebookCell, Plot};
use super::message::Publisher;
use super::table;
use crate::explain::{self, MessagePage};
use crate::show::{self, Bounds, Picture, RowKind, SearchRecord};

/// How many answers are shown at once, unless the user wants another number.
const USUAL: usize = 10;
/// The most answers that `%all` shows.
const MOST_SHOWN: usize = 1_000;
/// The most answers that are plotted.
const MOST_PLOTTED: usize = 5_000;
/// The most pictures of one step.
const MOST_PICTURES: usize = 24;
/// The most goals of a search that is drawn.
const MOST_GOALS: usize = 20_000;

/// Why a cell has ended early.
pub(super) enum CellStop {
    /// A goal has raised an exception, or the process is to end.
    Error(Box<Error>),
    /// The text cannot be loaded, or a line for the kernel is wrong: the kind of error, and its lines.
    Told(&'static str, Vec<String>),
}

impl From<Error> for CellStop {
    fn from(error: Error) -> CellStop {
        CellStop::Error(Box::new(error))
    }
}

/// The end of a cell.
pub(super) struct CellEnd {
    /// The name, value and lines of the error that has ended it.
    pub error: Option<(String, String, Vec<String>)>,
    /// The exit status, if a goal has ended the process.
    pub halt: Option<i32>,
}

/// The engine, and the query whose answers were shown last.
pub(super) struct NotebookSession {
    engine: Option<Engine>,
    query: Option<OwnedQuery>,
    /// The conjuncts of the query's goal, which the program may draw.
    goals: Vec<String>,
    /// Its answers so far.
    rows: Vec<Answer>,
    most: usize,
    publisher: Publisher,
    /// The number of the cell that runs.
    count: u64,
    /// The names of the texts of cells, by the identities that notebooks give them.
    texts: HashMap<String, String>,
    /// The page about the last message.
    page: Option<MessagePage>,
}

impl NotebookSession {
    pub(super) fn new(mut engine: Engine, publisher: Publisher) -> NotebookSession {
        engine.toplevel().keep_values();
        // An error does not end the session; what is written is seen while a goal runs.
        let set = "set_prolog_flag(on_error, print), set_prolog_flag(on_warning, print), set_stream(user_output, buffer(line))";
        let _set = engine.once(set);
        NotebookSession {
            engine: Some(engine),
            query: None,
            goals: Vec::new(),
            rows: Vec::new(),
            most: USUAL,
            publisher,
            count: 0,
            texts: HashMap::new(),
            page: None,
        }
    }

    /// Returns the engine, after closing the query.
    fn engine(&mut self) -> &mut Engine {
        if let Some(query) = self.query.take() {
            self.engine = query.into_engine();
            if let (Some(engine), Some(answer)) = (&mut self.engine, self.rows.last()) {
                engine.toplevel().keep(answer);
            }
        }
        self.engine.get_or_insert_with(Engine::with_process)
    }

    /// Runs the goals of `at_halt/1`.
    pub(super) fn end(&mut self) {
        let _halted = self.engine().once("halt");
        self.flush();
    }

    /// Runs a cell, whose number is `count`; notebooks name it by `identity`.
    pub(super) fn run(&mut self, code: &str, count: u64, identity: Option<&str>) -> CellEnd {
        self.count = count;
        let ended = cell::split(code)
            .map_err(|why| CellStop::Told("cell_error", vec![why]))
            .and_then(|cell| self.cell(&cell, identity));
        self.flush();
        let (error, halt) = match ended {
            Ok(()) => (None, None),
            Err(CellStop::Told(name, lines)) => {
                let value = lines.first().cloned().unwrap_or_default();
                (Some((name.to_owned(), value, lines)), None)
            }
            Err(CellStop::Error(error)) => match error.halt_status() {
                Some(status) => (None, Some(status)),
                None => {
                    self.page = explain::of_error(&error).or(self.page.take());
                    (Some(told(&error)), None)
                }
            },
        };
        CellEnd { error, halt }
    }

    fn cell(&mut self, cell: &NotebookCell, identity: Option<&str>) -> Result<(), CellStop> {
        if !ferz::toplevel::is_blank(&cell.program) {
            self.load(&cell.program, identity)?;
        }
        for step in &cell.steps {
            match step {
                CellStep::Query(goal) => self.ask(goal)?,
                CellStep::Next(number) => self.answers(number.unwrap_or(self.most))?,
                CellStep::All => self.answers(MOST_SHOWN)?,
                CellStep::Answers(most) => self.most = *most,
                CellStep::Plot(plot) => self.plot(plot)?,
                CellStep::Help => self.result(json!({"text/plain": cell::HELP})),
            }
        }
        Ok(())
    }

    /// Adds clauses to the program. What the same cell has defined before goes; other cells lose what is defined again.
    fn load(&mut self, text: &str, identity: Option<&str>) -> Result<(), CellStop> {
        let name = format!("In[{}]", self.count);
        let before = identity.and_then(|identity| self.texts.insert(identity.to_owned(), name.clone()));
        let engine = self.engine();
        engine.toplevel().keep_messages(true);
        if let Some(before) = before {
            remove(engine, &before);
        }
        let loaded = engine.consult_named(&name, text);
        let found = engine.toplevel().take_diagnostics();
        engine.toplevel().keep_messages(false);
        let (mut lines, mut warnings) = (Vec::new(), String::new());
        for one in &found {
            let shown = one.to_string();
            match one.severity() {
                Severity::Error => lines.extend(shown.lines().map(str::to_owned)),
                _ if one.code() == Some("redefined") => {}
                _ => warnings.push_str(&format!("{shown}\n")),
            }
        }
        self.page = found.iter().rev().find_map(explain::of_diagnostic).or(self.page.take());
        self.flush();
        self.publisher.write("stderr", &warnings);
        match loaded {
            Err(error) if !matches!(error.kind(), ErrorKind::Load { .. }) => Err(error.into()),
            _ if lines.is_empty() => Ok(()),
            _ => Err(CellStop::Told("load_error", lines)),
        }
    }

    /// Opens a query, and shows its first answers.
    fn ask(&mut self, text: &str) -> Result<(), CellStop> {
        // That keeps the last answer of the query before, whose values may be asked for.
        self.engine();
        self.rows.clear();
        let engine = self.engine();
        let goal = text.trim().strip_prefix("?-").unwrap_or(text).trim();
        if explain::is_asked(goal) && !engine.defines("explain", 0) {
            let page = self.page.as_ref().map(MessagePage::plain);
            let page = page.unwrap_or_else(|| "There was no error and no warning".to_owned());
            self.result(json!({"text/plain": page}));
            return Ok(());
        }
        if let Some(goal) = show::asked_goal(goal)
            && !engine.defines("show", 1)
        {
            let bounds = Bounds {
                goals: MOST_GOALS,
                ..Bounds::default()
            };
            let record = show::record(engine, goal, bounds)?;
            self.flush();
            self.draw(&record);
            return Ok(());
        }
        self.goals = match engine.defines("show_state", 2) {
            true => conjuncts(goal),
            false => Vec::new(),
        };
        let Some(engine) = self.engine.take() else {
            return Ok(());
        };
        match OwnedQuery::open(engine, goal, ()) {
            Ok(query) => self.query = Some(query),
            Err(failed) => {
                let (engine, error) = *failed;
                self.engine = Some(engine);
                return Err(error.into());
            }
        }
        self.answers(self.most)?;
        if self.query.is_none() {
            // A hint about the query; without one nothing is shown.
            let _hinted = self.engine().once("system:'$untraced'('$after_query')");
        }
        Ok(())
    }

    /// Shows further answers of the query, at the most so many.
    fn answers(&mut self, most: usize) -> Result<(), CellStop> {
        let from = self.rows.len();
        let fetched = self.fetch(most);
        self.flush();
        let rows = &self.rows[from..];
        let mut text = String::new();
        let mut pictures = Vec::new();
        for (at, (plain, drawn)) in fetched.shown.into_iter().enumerate() {
            text.push_str(if at > 0 { " ;\n" } else { "" });
            text.push_str(&plain);
            pictures.extend(drawn);
        }
        text.push_str(match (&fetched.ended, rows.last()) {
            (Err(_), _) | (Ok(false), Some(_)) => " ;",
            (Ok(_), Some(last)) if last.is_last() => ".",
            (Ok(_), Some(_)) => " ;\nfalse.",
            (Ok(_), None) => "false.",
        });
        let is_over = matches!(fetched.ended, Ok(true));
        if !rows.is_empty() || is_over {
            let mut data = json!({"text/plain": text});
            if let Some(table) = table::html(rows, !is_over) {
                data["text/html"] = table.into();
            }
            self.result(data);
        }
        pictures.iter().for_each(|picture| self.picture(picture));
        if is_over {
            self.engine();
        }
        match fetched.ended {
            Ok(_) => Ok(()),
            Err(error) => {
                self.engine();
                Err(error.into())
            }
        }
    }

    /// Fetches further answers, at the most so many.
    fn fetch(&mut self, most: usize) -> Fetched {
        let mut fetched = Fetched {
            shown: Vec::new(),
            ended: Ok(false),
        };
        let Some(query) = &mut self.query else {
            fetched.ended = Ok(true);
            return fetched;
        };
        while fetched.shown.len() < most {
            let answer = match query.next() {
                Some(Ok(answer)) => answer,
                Some(Err(error)) => {
                    fetched.ended = Err(error);
                    break;
                }
                None => {
                    fetched.ended = Ok(true);
                    break;
                }
            };
            let text = match query.text(&answer, false) {
                Ok(text) => text,
                Err(error) => {
                    fetched.ended = Err(error);
                    break;
                }
            };
            let picture = match fetched.shown.len() < MOST_PICTURES {
                true => self.goals.iter().find_map(|goal| state_of(query, goal, &answer)),
                false => None,
            };
            fetched.shown.push((text, picture));
            let is_last = answer.is_last();
            self.rows.push(answer);
            if is_last {
                fetched.ended = Ok(true);
                break;
            }
        }
        fetched
    }

    /// Plots the answers of the last query.
    fn plot(&mut self, plot: &Plot) -> Result<(), CellStop> {
        if self.query.is_some() {
            let fetched = self.fetch(MOST_PLOTTED.saturating_sub(self.rows.len()));
            self.flush();
            if !matches!(fetched.ended, Ok(false)) {
                self.engine();
            }
            if let Err(error) = fetched.ended {
                return Err(error.into());
            }
        }
        let spec = table::plot(&self.rows, plot).map_err(|why| CellStop::Told("plot_error", vec![why]))?;
        let text = format!("{} answers as {}", self.rows.len(), plot.mark);
        self.display(json!({"application/vnd.vegalite.v5+json": spec, "text/plain": text}));
        Ok(())
    }

    /// Draws a search, and the last state of the program before each solution.
    fn draw(&mut self, record: &SearchRecord) {
        self.display(json!({"image/svg+xml": show::svg(record), "text/plain": show::text(record)}));
        let mut pictured = record.pictured.iter().peekable();
        let mut last = None;
        let mut drawn = 0;
        for (number, row) in (0..).zip(&record.rows) {
            while let Some((_, picture)) = pictured.next_if(|(at, _)| *at <= number) {
                last = record.pictures.get(*picture);
            }
            if row.kind == RowKind::Solution && drawn < MOST_PICTURES {
                drawn += 1;
                last.into_iter().for_each(|picture| self.picture(picture));
            }
        }
        if let Some(error) = &record.error {
            self.publisher.write("stderr", &format!("{error}\n"));
        }
    }

    fn picture(&self, picture: &Picture) {
        self.display(match picture {
            Picture::Svg(text) => json!({"image/svg+xml": text, "text/plain": "(picture)"}),
            Picture::Text(text) => json!({"text/plain": text}),
        });
    }

    fn display(&self, data: Value) {
        self.publisher
            .tell("display_data", &json!({"data": data, "metadata": {}, "transient": {}}));
    }

    fn result(&self, data: Value) {
        let content = json!({"execution_count": self.count, "data": data, "metadata": {}});
        self.publisher.tell("execute_result", &content);
    }

    /// Sends what the program has written.
    fn flush(&mut self) {
        // Output that cannot be written is dropped.
        let _flushed = match (&mut self.engine, &mut self.query) {
            (Some(engine), _) => engine.toplevel().console().flush(),
            (None, Some(query)) => query.console().map_or(Ok(()), |mut console| console.flush()),
            (None, None) => Ok(()),
        };
    }
}

/// Removes the clauses of a text from the program.
fn remove(engine: &mut Engine, text: &str) {
    let own = "clause(user:Head, _, Clause), clause_property(Clause, file(File))";
    let head = "functor(Head, Name, Arity)";
    let find = format!(
        "findall(Name/Arity, ( current_predicate(user:Name/Arity), {head}, \\+ predicate_property(user:Head, imported_from(_)),
            catch(once(( {own} )), _, fail) ), Names)"
    );
    let file = Term::atom(text);
    let Ok(Some(found)) = engine.once_with(&find, [("File", file.clone())]) else {
        return;
    };
    let Some(names) = found.term("Names") else { return };
    let listed: Vec<String> = names
        .items()
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect();
    if listed.is_empty() {
        return;
    }
    // Clauses of static predicates cannot be erased: as a newer version of itself the text declares that they are dynamic.
    let _declared = engine.consult_named(text, &format!(":- dynamic(({})).", listed.join(", ")));
    let erase = format!(
        "forall(( member(Name/Arity, Names), {head}, {own} ), erase(Clause)),
         forall(( member(Name/Arity, Names), {head}, \\+ clause(user:Head, _) ), abolish(Name/Arity))"
    );
    let _erased = engine.once_with(&erase, [("Names", names.clone()), ("File", file)]);
}

/// Answers that were fetched.
struct Fetched {
    /// Their texts, and their pictures if the program draws them.
    shown: Vec<(String, Option<Picture>)>,
    /// Whether there are no more answers.
    ended: Result<bool, Error>,
}

/// Returns the texts of a goal and of its conjuncts.
fn conjuncts(goal: &str) -> Vec<String> {
    let text = format!("{} .", goal.trim_end().trim_end_matches('.'));
    let mut found = vec![text[..text.len() - 2].to_owned()];
    let mut reader = SourceReader::new();
    let Ok(Some(clause)) = reader.read(&text, 0) else {
        return found;
    };
    let mut waiting = vec![clause.root()];
    while let Some(term) = waiting.pop() {
        match clause.node(term) {
            SourceNode::Compound(",") => {
                let mut parts: Vec<usize> = clause.children(term).collect();
                parts.reverse();
                waiting.extend(parts);
            }
            _ if term != clause.root() => found.push(text[clause.span(term)].to_owned()),
            _ => {}
        }
    }
    found
}

/// Asks the program's hook for a picture of a goal as an answer has it. One that fails or raises an exception draws nothing.
fn state_of(query: &mut OwnedQuery, goal: &str, answer: &Answer) -> Option<Picture> {
    let names: Vec<&str> = tokens(goal)
        .into_iter()
        .filter(|(_, kind)| *kind == TokenKind::Variable)
        .map(|(span, _)| &goal[span])
        .collect();
    let bindings = answer
        .bindings()
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()));
    let values: Vec<(String, Term)> = bindings.cloned().collect();
    query
        .open_nested(&format!("show_state(({goal}), Picture)"), values)
        .ok()?;
    let found = query.next();
    query.close_nested();
    Picture::of(found?.ok()?.term("Picture")?.as_ref())
}

/// Returns the name, the value and the lines of an error.
fn told(error: &Error) -> (String, String, Vec<String>) {
    if *error.kind() == ErrorKind::Interrupted {
        let value = "The goal was interrupted".to_owned();
        return ("interrupted".to_owned(), value.clone(), vec![value]);
    }
    let formal = error.formal();
    let name = match formal.as_ref().map(Term::view) {
        Some(TermView::Compound(name, _) | TermView::Atom(name)) => name.to_owned(),
        _ if matches!(error.kind(), ErrorKind::Syntax { .. }) => "syntax_error".to_owned(),
        _ => "error".to_owned(),
    };
    let text = error.to_string();
    let lines = text.lines().map(str::to_owned).collect();
    (name, text.lines().next().unwrap_or_default().to_owned(), lines)
}

/// The pieces in which a program's output comes, as texts: a character may come in two pieces.
pub(super) fn pieces(
    publisher: &Publisher,
    stream: &'static str,
) -> impl FnMut(&[u8]) -> std::io::Result<()> + Send + use<> {
    let publisher = Arc::new(publisher.clone());
    let mut waiting = Vec::new();
    move |bytes| {
        waiting.extend_from_slice(bytes);
        publisher.write(stream, &crate::transport::whole_text(&mut waiting));
        Ok(())
    }
}
