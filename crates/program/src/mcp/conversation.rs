//! A conversation: calls of tools are taken from the desk one after the other, and run on the engine.

use std::io;

use ferz::{Diagnostics, Engine, Error, Explanation, Limits, Question};

use super::super::args::CommandLine;
use super::super::{apply_settings, report};
use super::desk::{Desk, ToolCall};
use super::outbox::{Outbox, ToolResult};
use super::page::page;
use super::tools::Tool;
use super::tree::tree;
use super::write::{self, JsonObject, array, cut};

/// The most predicates that are listed.
const MOST_LISTED: usize = 1_000;

/// The predicates of the program.
const LISTING: &str = "current_module(M), M \\== system, current_predicate(M:Name/Arity), functor(Head, Name, Arity), \
    \\+ predicate_property(M:Head, imported_from(_)), \
    ( M == user -> Predicate = Name/Arity ; Predicate = M:Name/Arity ), \
    ( predicate_property(M:Head, number_of_clauses(Clauses)) -> true ; Clauses = 0 ), \
    ( predicate_property(M:Head, dynamic) -> Dynamic = true ; Dynamic = false ), \
    ( predicate_property(M:Head, file(File)) -> true ; File = '' )";

/// The conversation.
pub(super) struct Conversation<'c> {
    engine: &'c mut Engine,
    arguments: &'c CommandLine,
    outbox: Outbox<'c>,
    /// The number of queries so far, from which cursors are made.
    queries: u64,
}

impl<'c> Conversation<'c> {
    pub(super) fn new(engine: &'c mut Engine, arguments: &'c CommandLine, desk: &'c Desk) -> Conversation<'c> {
        let outbox = Outbox::new(engine, desk);
        Conversation {
            engine,
            arguments,
            outbox,
            queries: 0,
        }
    }

    /// Runs calls until there are no more.
    pub(super) fn run(mut self) -> io::Result<u8> {
        let mut next = self.outbox.desk.take();
        while let Some(ToolCall { id, tool }) = next {
            let result = match tool {
                Tool::Query { goal, answers, limits } => {
                    next = self.limited(&limits, |own| own.query(id, &goal, answers))?;
                    continue;
                }
                Tool::Explain {
                    goal,
                    answer,
                    depth,
                    nodes,
                    limits,
                } => {
                    let [answer, depth, nodes] = [answer, depth, nodes].map(|number| number as usize);
                    let question = Question::new(&goal).answer(answer).depth(depth).steps(nodes);
                    self.limited(&limits, |own| own.explain(question))
                }
                Tool::Next { cursor, .. } | Tool::Close { cursor } => {
                    let why = format!(
                        "no query is open with the cursor {}: other tools close it, and so does its end",
                        cut(&cursor, 100)
                    );
                    Ok((JsonObject::new().text("message", &why), true))
                }
                Tool::Load { name, text } => Ok(self.load(|engine| engine.consult_named(&name, &text))),
                Tool::List => self.list(),
                Tool::Check { name, text } => self.check(&name, text.as_deref()),
                Tool::Reset => self.reset(),
            };
            let _flushed = self.engine.toplevel().console().flush();
            self.outbox.reply(&id, result.unwrap_or_else(|error| failed(&error)))?;
            next = self.outbox.desk.take();
        }
        Ok(report::SUCCESS)
    }

    /// Does some work under limits as well, and sets those of the conversation again.
    fn limited<T>(&mut self, limits: &Limits, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.engine.limits();
        self.engine.set_limits(before.least(limits));
        let result = work(self);
        self.engine.set_limits(&before);
        result
    }

    /// Answers a query, and goes on with it as long as the calls that follow ask for more. Returns the call that does not.
    fn query(&mut self, mut id: String, goal: &str, mut most: u64) -> io::Result<Option<ToolCall>> {
        self.queries += 1;
        let cursor = self.queries.to_string();
        let Conversation { engine, outbox, .. } = self;
        let mut query = match engine.query(goal) {
            Ok(query) => query,
            Err(error) => {
                outbox.reply(&id, failed(&error))?;
                return Ok(outbox.desk.take());
            }
        };
        loop {
            let found = page(&mut query, most);
            let _flushed = query.console().flush();
            let is_open = found.ended.is_none();
            outbox.reply(&id, found.result(&cursor))?;
            if !is_open {
                // The room that it took is free while nobody calls.
                drop(query);
                return Ok(outbox.desk.take());
            }
            match outbox.desk.take() {
                Some(ToolCall {
                    id: of_next,
                    tool: Tool::Next { cursor: given, answers },
                }) if given == cursor => (id, most) = (of_next, answers),
                Some(ToolCall {
                    id,
                    tool: Tool::Close { cursor: given },
                }) if given == cursor => {
                    drop(query);
                    outbox.reply(&id, (JsonObject::new().raw("closed", true), false))?;
                    return Ok(outbox.desk.take());
                }
                other => return Ok(other),
            }
        }
    }

    /// Proves a goal, or tells why it fails.
    fn explain(&mut self, question: Question<'_>) -> Result<ToolResult, Error> {
        let explained = self.engine.explain(question)?;
        let object = JsonObject::new().raw("proved", explained.proof().is_some());
        let object = match explained {
            Explanation::Proved(proof) => {
                let object = object.raw("proof", tree(&proof));
                object.with(proof.is_cut().then_some(true), |object, cut| {
                    object.raw("proofIsCut", cut)
                })
            }
            Explanation::Failed(failure) => object.raw("why", write::texts(failure.lines().iter().map(String::as_str))),
        };
        Ok((object, false))
    }

    /// Loads texts; the result has the messages.
    fn load(&mut self, load: impl FnOnce(&mut Engine) -> Result<Diagnostics, Error>) -> ToolResult {
        // The messages are in the result, not in the output.
        self.engine.toplevel().keep_messages(true);
        let loaded = load(self.engine);
        self.engine.toplevel().keep_messages(false);
        match loaded {
            Ok(found) => (
                JsonObject::new()
                    .raw("loaded", true)
                    .raw("messages", write::messages(&found)),
                false,
            ),
            Err(error) => {
                let object = JsonObject::new()
                    .raw("loaded", false)
                    .raw("error", write::error(&error));
                (object.raw("messages", write::messages(error.diagnostics())), true)
            }
        }
    }

    /// Lists the predicates of the program.
    fn list(&mut self) -> Result<ToolResult, Error> {
        let mut listed = Vec::new();
        for answer in self.engine.query(LISTING)? {
            let answer = answer?;
            let name = answer["Predicate"].to_string();
            let object = JsonObject::new().text("predicate", &cut(&name, write::MOST_TEXT));
            let object = object
                .raw("clauses", &answer["Clauses"])
                .raw("dynamic", &answer["Dynamic"]);
            let file = answer["File"].as_ref().as_text().filter(|file| !file.is_empty());
            listed.push((name, write::place(object, file, None).end()));
        }
        listed.sort();
        let is_cut = listed.len() > MOST_LISTED;
        let rows = listed.into_iter().take(MOST_LISTED).map(|(_, row)| row);
        let object = JsonObject::new().raw("predicates", array(rows));
        Ok((if is_cut { object.raw("listIsCut", true) } else { object }, false))
    }

    /// Checks a text in a copy of the engine, or the program that was loaded.
    fn check(&mut self, name: &str, text: Option<&str>) -> Result<ToolResult, Error> {
        let mut found = Diagnostics::default();
        match text {
            None => found.extend(self.engine.check()?),
            Some(text) => {
                let mut copy = self.engine.fork();
                self.outbox.desk.watch(copy.interrupter());
                copy.toplevel().set_checking(true);
                match copy.consult_named(name, text) {
                    Ok(warnings) => found.extend(warnings),
                    Err(error) if report::is_final(&error) => return Err(error),
                    Err(error) => found.extend(error.diagnostics().clone()),
                }
                found.extend(copy.check()?);
            }
        }
        Ok((JsonObject::new().raw("messages", write::messages(&found)), false))
    }

    /// Begins anew, with the files of the command line.
    fn reset(&mut self) -> Result<ToolResult, Error> {
        self.engine.reset();
        apply_settings(self.engine, self.arguments)?;
        let files = &self.arguments.files;
        Ok(self.load(|engine| {
            let mut found = Diagnostics::default();
            for file in files {
                found.extend(engine.consult_file(file)?);
            }
            Ok(found)
        }))
    }
}

/// Returns the result of a call that an error has ended.
fn failed(error: &Error) -> ToolResult {
    (
        JsonObject::new()
            .text("status", "error")
            .raw("error", write::error(error)),
        true,
    )
}
