//! ISO 8.14.1: reading terms from streams and from text.
//!
//! A stream is read up to the end token of one clause and not beyond, so that the rest is there for the next goal. A
//! clause with a syntax error is consumed, too: reading continues after it.

use crate::base::atom::Atom;
use crate::base::flag::Quotes;
use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::base::span::Span;
use crate::io::position::Position;
use crate::io::stream::Stream;
use crate::io::table::StreamId;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det};
use crate::term::build::{build, cells_needed};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_end};
use crate::text::end::EndFinder;
use crate::text::error::{SyntaxError, SyntaxKind};
use crate::text::lexer::is_blank;
use crate::text::reader::{Read, ReadFlags, Reader};
use crate::text::room::Room;

use crate::builtins::term_io::clause_text::{bytes_to_build, clause_text, reading_room, skip_layout};
use crate::builtins::term_io::operators::with_operators_of;
use crate::builtins::term_io::quotations::{quotations, replace};
use crate::builtins::term_io::term_layout;
use crate::builtins::term_io::write_options::{WriteSettings, text_of_term};
use crate::native::args::list_arg::{Unset, check_option, options};
use crate::native::args::stream_arg::{StreamKind, current_input, input_stream, position_term, stream_term};
use crate::native::args::text_arg::{new_atom, new_string, push_atomic, text_atom, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("read_term(-term, +options)", 2, read_term_2)
        .iso("8.14.1")
        .doc(
            "Reads a term from the current input; options are variables, variable_names, singletons, \
             syntax_errors, term_position, subterm_positions, comments, quasi_quotations, double_quotes and \
             back_quotes.",
        )
        .examples(&[
            (
                "open_string(\"f(X, Y, X). \", _S), set_input(_S), read_term(T, [variable_names(L)])",
                "T = f(A, B, A), L = ['X'=A, 'Y'=B]",
            ),
            ("read_term(_, [foo])", "domain_error(read_option, foo)"),
        ]),
    det!("read_term(+stream, -term, +options)", 3, read_term_3)
        .iso("8.14.1")
        .doc("Reads a term from a stream, with the options of read_term/2.")
        .examples(&[(
            "open_string(\"f(X, Y). \", _S), read_term(_S, T, [variable_names(N)])",
            "T = f(_A, _B), N = ['X'=_A, 'Y'=_B]",
        )]),
    det!("read(-term)", 1, read_1)
        .iso("8.14.1")
        .doc("Reads a term from the current input; end_of_file at its end.")
        .examples(&[
            ("open_string(\"a + b. \", _S), set_input(_S), read(T)", "T = a + b"),
            ("open_string(\"\", _S), set_input(_S), read(T)", "T = end_of_file"),
        ]),
    det!("read(+stream, -term)", 2, read_2)
        .iso("8.14.1")
        .doc("Reads a term from a stream; end_of_file at its end.")
        .examples(&[("open_string(\"a. b.\", _S), read(_S, X), read(_S, Y)", "X = a, Y = b")]),
    det!("term_to_atom(?term, ?atom)", 2, term_to_atom_2)
        .doc("Converts between a term and its text as an atom; if atom is bound, term is read from it.")
        .examples(&[
            ("term_to_atom(f('A', 1), A)", "A = 'f(\\'A\\',1)'"),
            ("term_to_atom(T, 'f(X, X)')", "T = f(_A, _A)"),
        ]),
    det!("atom_to_term(+text, -term, -bindings)", 3, atom_to_term_3)
        .doc("Reads a term from a text; bindings is the list of its variables as Name=Variable.")
        .examples(&[(
            "atom_to_term('f(X, Y, X)', T, B)",
            "T = f(_A, _B, _A), B = ['X'=_A, 'Y'=_B]",
        )]),
    det!("term_string(?term, ?string)", 2, term_string_2)
        .doc("Converts between a term and its text as a string; if string is bound, term is read from it.")
        .examples(&[("term_string(T, \"1+2\")", "T = 1+2")]),
    det!("term_string(?term, ?string, +options)", 3, term_string_3)
        .doc("Like term_string/2, with the options of read_term/2.")
        .examples(&[("term_string(T, \"a + b\", [])", "T = a + b")]),
    det!("read_term_from_atom(+text, -term, +options)", 3, read_term_from_atom_3)
        .doc("Reads a term from a text, with the options of read_term/2.")
        .examples(&[("read_term_from_atom('f(x)', T, [])", "T = f(x)")]),
    det!("prompt(-old, +new)", 2, prompt_2)
        .doc("Unifies old with the prompt of the terminal, and changes it to new.")
        .examples(&[("prompt(_, hello), prompt(P, hello)", "P = hello")]),
];

/// The treatment of a syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum OnSyntaxError {
    /// It is raised.
    #[default]
    Raise,
    /// It is printed, and reading fails.
    Fail,
    /// Reading fails.
    Quiet,
    /// It is printed, and the next term is read.
    Again,
}

/// The parsed options.
#[derive(Default)]
struct Settings {
    flags: ReadFlags,
    faulty: OnSyntaxError,
    variables: Option<Cell>,
    variable_names: Option<Cell>,
    singletons: Option<Cell>,
    position: Option<Cell>,
    comments: Option<Cell>,
    parts: Option<Cell>,
    quotations: Option<Cell>,
    /// The module whose operators are in force.
    module: Option<Atom>,
}

impl Settings {
    fn new(m: &Machine) -> Settings {
        Settings {
            flags: ReadFlags::from(&m.flags),
            ..Settings::default()
        }
    }

    /// Whether only the term is wanted.
    fn wants_nothing(&self) -> bool {
        let wanted = [self.variables, self.variable_names, self.singletons, self.position];
        wanted.iter().all(Option::is_none)
    }
}

fn read_settings(m: &mut Machine, list: Cell) -> Result<Settings, Stop> {
    let mut settings = Settings::new(m);
    if list == Cell::NIL {
        return Ok(settings);
    }
    for item in options(m, list)? {
        let View::Struct(functor, at) = m.view(item) else {
            return Err(m.domain_error(Domain::ReadOption, item));
        };
        let name = m.atoms.text(functor.name()).to_owned();
        let value = m.deref(m.heap.get(at));
        if functor.arity() != 1 {
            return Err(m.domain_error(Domain::ReadOption, item));
        }
        if matches!(name.as_str(), "variables" | "variable_names" | "singletons")
            && !matches!(list_end(&m.heap, value).1, None | Some(ListEnd::Partial(_)))
        {
            return Err(m.domain_error(Domain::ReadOption, item));
        }
        match name.as_str() {
            "variables" => settings.variables = Some(value),
            "variable_names" => settings.variable_names = Some(value),
            "singletons" => settings.singletons = Some(value),
            "term_position" => settings.position = Some(value),
            "comments" => settings.comments = Some(value),
            "subterm_positions" => settings.parts = Some(value),
            "quasi_quotations" => settings.quotations = Some(value),
            "module" => {
                if let View::Atom(module) = m.view(value) {
                    settings.module = Some(module);
                }
            }
            // Accepted without effect.
            "cycles" | "dotlists" | "backquoted_string" | "process_comment" => {}
            _ => {
                let outcome = set(m, &mut settings, &name, value);
                check_option(m, outcome, (item, value), Domain::ReadOption)?;
            }
        }
    }
    Ok(settings)
}

fn set(m: &Machine, settings: &mut Settings, name: &str, value: Cell) -> Result<(), Unset> {
    let word = match m.view(value) {
        View::Atom(atom) => m.atoms.text(atom),
        _ => "",
    };
    match name {
        "syntax_errors" => {
            settings.faulty = match word {
                "error" => OnSyntaxError::Raise,
                "fail" => OnSyntaxError::Fail,
                "quiet" => OnSyntaxError::Quiet,
                "dec10" => OnSyntaxError::Again,
                _ => return Err(Unset::Value),
            };
        }
        "double_quotes" => settings.flags.double_quotes = quotes(word)?,
        "back_quotes" => settings.flags.back_quotes = quotes(word)?,
        "var_prefix" => {
            settings.flags.var_prefix = match word {
                "true" => true,
                "false" => false,
                _ => return Err(Unset::Value),
            };
        }
        _ => return Err(Unset::Name),
    }
    Ok(())
}

fn quotes(word: &str) -> Result<Quotes, Unset> {
    Quotes::from_text(word).ok_or(Unset::Value)
}

/// The origin of a text, for the context of a syntax error.
#[derive(Clone, Copy)]
enum TextOf<'a> {
    Stream(StreamId, Position),
    Text(&'a str),
}

/// Reads the first term of `text` and unifies it with `term`; returns `Ok(false)` at the end of the text.
fn read_text(m: &mut Machine, text: &str, origin: TextOf<'_>, term: Cell, settings: &Settings) -> Result<bool, Stop> {
    let mut reader = reader_of(m);
    reader.room = reading_room(m, text.len());
    let Parts { atoms, ops, .. } = m.parts();
    let read = reader.read(text, 0, atoms, ops, &settings.flags);
    let checked = m.check_walks();
    // The end token that was added is no part of the last token, as in `0'`.
    let last = reader.tokens().last().map_or(0, |token| token.span.end as usize);
    let read = match (read, origin) {
        (Ok(Read::Clause { end, .. }), TextOf::Text(whole)) if last > whole.len() => Err(SyntaxError {
            span: Span::new(whole.len() as u32, end as u32),
            kind: SyntaxKind::EndOfText,
            resume: end,
        }),
        (read, _) => read,
    };
    let result = match read {
        _ if checked.is_err() => checked.map(|()| false),
        Ok(Read::Clause { start, end }) => {
            let from = match origin {
                TextOf::Stream(_, at) => at,
                TextOf::Text(_) => Position::default(),
            };
            let mut start_at = from;
            if settings.position.is_some() {
                start_at.pass_text(&text[..start]);
            }
            let place = |offset: usize| {
                let mut at = from;
                at.pass_text(text.get(..offset).unwrap_or_default());
                at
            };
            give_term(m, &reader, term, settings, start_at, &place)
                .and_then(|()| give_layout(m, settings, &reader, text, from, end - 1))
                .map(|()| true)
        }
        Ok(Read::EndOfText) => Ok(false),
        Err(SyntaxError {
            kind: SyntaxKind::NoRoom(what),
            ..
        }) => match origin {
            // The text has been consumed, so the call cannot be repeated after a collection.
            TextOf::Stream(..) => Err(m.resource_error(what)),
            TextOf::Text(_) => Err(m.lacks_room(what)),
        },
        Err(error) => Err(syntax_error(m, text, origin, &error)),
    };
    reader.release();
    m.session.reader = Some(reader);
    result
}

/// Takes the reader of the session, which must be given back.
fn reader_of(m: &mut Machine) -> Box<Reader> {
    let kept = m.session.reader.take();
    kept.unwrap_or_else(|| Box::new(Reader::watched(m.limits.watch())))
}

/// Reads a clause whose text is in the buffer: the frequent case, in which the end need not be searched for first. Returns `None`, having read nothing, if there is no such clause.
fn read_at_hand(m: &mut Machine, id: StreamId, term: Cell, settings: &Settings) -> Option<Step> {
    let whole = settings.position.is_some() || settings.comments.is_some() || settings.parts.is_some();
    if whole || settings.flags.char_conversion {
        return None;
    }
    let mut reader = reader_of(m);
    reader.room = Room::default();
    let Parts {
        streams, atoms, ops, ..
    } = m.parts();
    let stream = streams.get(id);
    let from = stream.map(Stream::position).unwrap_or_default();
    let mut end_in = |text: &str| match reader.read(text, 0, atoms, ops, &settings.flags) {
        // Positions in quotations are those of the stream.
        _ if reader.ast().has_quotations => None,
        Ok(Read::Clause { end, .. }) => {
            debug_assert_eq!(
                EndFinder::new(settings.flags.extensions()).feed(text),
                Some(end),
                "the same end: {text}"
            );
            let mut at = from;
            at.pass_text(&text[..end]);
            Some((end, at))
        }
        _ => None,
    };
    let at_hand = |whole| stream.and_then(|stream| stream.clause_at_hand(whole));
    let first = at_hand(false);
    // What looks like an end may stand in quotes or in a comment.
    let end = first.and_then(&mut end_in).or_else(|| {
        let line = at_hand(true).filter(|line| first.is_some_and(|first| first.len() < line.len()))?;
        end_in(line)
    });
    let step = end.map(|(end, at)| {
        if let Some(stream) = m.streams.get_mut(id) {
            stream.pass_at_hand(end, at);
        }
        m.check_walks()?;
        give_term(m, &reader, term, settings, Position::default(), &|_| {
            Position::default()
        })
    });
    reader.release();
    m.session.reader = Some(reader);
    step
}

/// Unifies `term` with the term that the reader has read, which begins at `start`; `place` tells the position of an
/// offset in the text.
fn give_term(
    m: &mut Machine,
    reader: &Reader,
    term: Cell,
    settings: &Settings,
    start: Position,
    place: &dyn Fn(usize) -> Position,
) -> Step {
    let ast = reader.ast();
    m.with_aside(bytes_to_build(reader), |m| m.reserve(cells_needed(ast)))?;
    let built = build(ast, &mut m.heap, &mut m.atoms);
    let is_named = settings.variable_names.is_some() || settings.singletons.is_some();
    let name_of = |at: usize| {
        (
            ast.variable_name(at as u32).to_owned(),
            ast.variable(at as u32).occurrences,
        )
    };
    let named = 0..if is_named { ast.variables.len() } else { 0 };
    let variables: Vec<(String, u32)> = named.map(name_of).collect();
    if ast.has_quotations {
        let (whole, goals) = quotations(m, reader, built.term, &built.variables, Cell::NIL, place)?;
        m.unify(term, whole)?;
        give_variables(m, settings, &variables, &built.variables, start)?;
        return match settings.quotations {
            Some(option) => m.unify(option, goals),
            None => replace(m, goals, Cell::atom(settings.module.unwrap_or(known::USER))),
        };
    }
    if let Some(option) = settings.quotations {
        m.unify(option, Cell::NIL)?;
    }
    m.unify(term, built.term)?;
    give_variables(m, settings, &variables, &built.variables, start)
}

/// Unifies the options about variables and positions.
fn give_variables(
    m: &mut Machine,
    settings: &Settings,
    names: &[(String, u32)],
    cells: &[Cell],
    start: Position,
) -> Step {
    if settings.wants_nothing() {
        return Ok(());
    }
    m.reserve(16 * cells.len())?;
    if let Some(option) = settings.variables {
        let list = m.heap.new_list(cells, Cell::NIL);
        m.unify(option, list)?;
    }
    let named = |m: &mut Machine, choose: fn(u32) -> bool| {
        let mut pairs = Vec::new();
        for ((name, occurrences), &cell) in names.iter().zip(cells) {
            if name != "_" && choose(*occurrences) {
                let name = Cell::atom(m.atoms.intern(name));
                pairs.push(m.heap.new_term(known::EQUALS, &[name, cell]));
            }
        }
        m.heap.new_list(&pairs, Cell::NIL)
    };
    if let Some(option) = settings.variable_names {
        let list = named(m, |_| true);
        m.unify(option, list)?;
    }
    if let Some(option) = settings.singletons {
        let list = named(m, |occurrences| occurrences == 1);
        m.unify(option, list)?;
    }
    if let Some(option) = settings.position {
        let position = position_term(m, start);
        m.unify(option, position)?;
    }
    Ok(())
}

/// Unifies the options about the text of the clause, which begins at `from` and whose end token is at `end`.
fn give_layout(m: &mut Machine, settings: &Settings, reader: &Reader, text: &str, from: Position, end: usize) -> Step {
    if let Some(option) = settings.comments {
        let list = term_layout::comments(m, reader, text, from, end)?;
        m.unify(option, list)?;
    }
    if let Some(option) = settings.parts {
        let positions = term_layout::positions(m, reader, text, from.char)?;
        m.unify(option, positions)?;
    }
    Ok(())
}

/// Returns `syntax_error(What)` with its context: `stream(Stream, Line, Column, Character)` or `string(Text,
/// Character)`.
fn syntax_error(m: &mut Machine, text: &str, origin: TextOf<'_>, error: &SyntaxError) -> Stop {
    let before = text.get(..error.span.start as usize).unwrap_or(text);
    let context = match origin {
        TextOf::Stream(id, mut at) => {
            at.pass_text(before);
            let stream = stream_term(m, id);
            let numbers = [at.line, at.column, at.char].map(|n| Cell::int(n as i64));
            let name = m.intern("stream");
            m.heap.new_term(name, &[stream, numbers[0], numbers[1], numbers[2]])
        }
        TextOf::Text(whole) => match new_string(m, whole) {
            Ok(string) => m
                .heap
                .new_term(known::STRING, &[string, Cell::int(before.chars().count() as i64)]),
            Err(stop) => return stop,
        },
    };
    let what = new_atom(m, error.kind.name());
    let formal = m.heap.new_term(known::SYNTAX_ERROR, &[what]);
    let ball = m.heap.new_term(known::ERROR, &[formal, context]);
    m.throw(ball)
}

/// Reads a term from a stream.
fn read_stream(m: &mut Machine, id: StreamId, term: Cell, settings: &Settings) -> Step {
    with_operators_of(m, settings.module, |m| read_next(m, id, term, settings))
}

fn read_next(m: &mut Machine, id: StreamId, term: Cell, settings: &Settings) -> Step {
    if let Some(step) = read_at_hand(m, id, term, settings) {
        return step;
    }
    loop {
        let conversions = settings.flags.char_conversion.then(|| m.ops.conversions.clone());
        if conversions.is_none() {
            skip_layout(m, id, |_| ())?;
        }
        let at = m.streams.get(id).map(Stream::position).unwrap_or_default();
        let text = clause_text(m, id, conversions.as_ref(), |_| ())?.unwrap_or_default();
        match read_text(m, &text, TextOf::Stream(id, at), term, settings) {
            Ok(true) => return Ok(()),
            Ok(false) => {
                if let Some(stream) = m.streams.get_mut(id) {
                    stream.set_past();
                }
                return at_end(m, term, settings, at);
            }
            Err(Stop::Throw(thrown)) => match settings.faulty {
                OnSyntaxError::Raise => return Err(Stop::Throw(thrown)),
                OnSyntaxError::Quiet => return Err(Stop::Fail),
                OnSyntaxError::Fail => {
                    show_error(m)?;
                    return Err(Stop::Fail);
                }
                OnSyntaxError::Again => show_error(m)?,
            },
            Err(stop) => return Err(stop),
        }
    }
}

/// Prints the error that was just raised.
fn show_error(m: &mut Machine) -> Step {
    let name = m.intern("print_message");
    let ball = m.exceptions.ball();
    let goal = m.heap.new_term(name, &[Cell::atom(known::ERROR), ball]);
    m.solve_once(goal).map(|_| ())
}

fn read_term_2(m: &mut Machine, term: Cell, options: Cell) -> Step {
    let settings = read_settings(m, options)?;
    let id = current_input(m, StreamKind::Text)?;
    read_stream(m, id, term, &settings)
}

fn read_term_3(m: &mut Machine, stream: Cell, term: Cell, options: Cell) -> Step {
    if m.deref(stream).is_variable() {
        return Err(m.instantiation_error());
    }
    let settings = read_settings(m, options)?;
    let id = input_stream(m, stream, StreamKind::Text)?;
    read_stream(m, id, term, &settings)
}

fn read_1(m: &mut Machine, term: Cell) -> Step {
    read_term_2(m, term, Cell::NIL)
}

fn read_2(m: &mut Machine, stream: Cell, term: Cell) -> Step {
    read_term_3(m, stream, term, Cell::NIL)
}

/// Reads the first term of a text, whose end token is optional; `end_of_file` if the text is empty. Text after an end
/// token is ignored.
fn read_whole(m: &mut Machine, mut text: String, term: Cell, settings: &Settings) -> Step {
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    if !begins && is_blank(&text) {
        return at_end(m, term, settings, Position::default());
    }
    // A missing end token is added on a new line, so that a comment at the end does not hide it.
    let length = text.len();
    text.push_str("\n.");
    let origin = TextOf::Text(&text[..length]);
    if with_operators_of(m, settings.module, |m| read_text(m, &text, origin, term, settings))? {
        return Ok(());
    }
    at_end(m, term, settings, Position::default())
}

/// Unifies the term with `end_of_file`.
fn at_end(m: &mut Machine, term: Cell, settings: &Settings, at: Position) -> Step {
    m.unify(term, Cell::atom(known::END_OF_FILE))?;
    give_variables(m, settings, &[], &[], at)?;
    match settings.comments {
        Some(option) => m.unify(option, Cell::NIL),
        None => Ok(()),
    }
}

fn need_text_to_read(m: &mut Machine, text: Cell) -> Result<String, Stop> {
    // There is room for a short text and the end token behind it.
    let mut short = String::with_capacity(64);
    let is_short = push_atomic(m, text, &mut short);
    match is_short.then_some(short).or_else(|| text_of(m, text)) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Text, text)),
    }
}

fn term_to_atom_2(m: &mut Machine, term: Cell, atom: Cell) -> Step {
    if !m.deref(atom).is_variable() {
        let text = need_text_to_read(m, atom)?;
        let settings = Settings::new(m);
        return read_whole(m, text, term, &settings);
    }
    let text = text_of_term(m, term, &WriteSettings::reread())?;
    let new = text_atom(m, &text)?;
    m.unify(atom, new)
}

fn atom_to_term_3(m: &mut Machine, text: Cell, term: Cell, bindings: Cell) -> Step {
    let text = need_text_to_read(m, text)?;
    let mut settings = Settings::new(m);
    settings.variable_names = Some(bindings);
    read_whole(m, text, term, &settings)
}

fn term_string_2(m: &mut Machine, term: Cell, string: Cell) -> Step {
    term_string_3(m, term, string, Cell::NIL)
}

fn term_string_3(m: &mut Machine, term: Cell, string: Cell, options: Cell) -> Step {
    let settings = read_settings(m, options)?;
    if !m.deref(string).is_variable() {
        let text = need_text_to_read(m, string)?;
        return read_whole(m, text, term, &settings);
    }
    let text = with_operators_of(m, settings.module, |m| text_of_term(m, term, &WriteSettings::reread()))?;
    let new = new_string(m, &text)?;
    m.unify(string, new)
}

fn read_term_from_atom_3(m: &mut Machine, text: Cell, term: Cell, options: Cell) -> Step {
    let settings = read_settings(m, options)?;
    let text = need_text_to_read(m, text)?;
    read_whole(m, text, term, &settings)
}

fn prompt_2(m: &mut Machine, old: Cell, new: Cell) -> Step {
    let now = m.streams.prompt.clone();
    let now = new_atom(m, &now);
    m.unify(old, now)?;
    if !m.deref(new).is_variable() {
        m.streams.prompt = need_text_to_read(m, new)?;
    }
    Ok(())
}
