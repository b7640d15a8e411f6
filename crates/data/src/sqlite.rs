//! Native predicates of databases, under `texts/data/sqlite.pl`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use ferz_engine::native::args::text_arg::{list_or_text, need_list, need_text, text_atom};
use ferz_engine::native::terms::{Cell, Functor, Number, View, known};
use ferz_engine::native::{Machine, Native, Step, Stop, det};
use rusqlite::types::Value;

use crate::connection::{DatabaseFile, Fault, Reply, SqliteConnection, TextStyle};
use crate::rows::Batch;

pub(crate) const TABLE: &[Native] = &[
    det!("$sqlite_open(+file, +mode, +text, -database)", 4, sqlite_open_4).doc(
        "Opens a database: a file, or one in memory if the file is `:memory:`. The mode is read, update or create. Texts in it \
         become atoms, strings or codes, as text says.",
    ),
    det!("$sqlite_close(+database)", 1, sqlite_close_1).doc("Closes a database; fails if it is closed."),
    det!("$sqlite_start(+database, +sql, +values, -rows, -rest)", 5, sqlite_start_5).doc(
        "Runs a statement with these values of its parameters. Rows are its first rows, terms row(...); rest is [], or the \
         number of the cursor that has more.",
    ),
    det!("$sqlite_select(+database, +table, +values, +tests, -answer)", 5, sqlite_select_5).doc(
        "The same for the rows of table(Name, Columns) whose columns have these values, where they are bound, and that pass the \
         tests, terms test(Column, Operator, Value); answer is Rows-Rest.",
    ),
    det!("$sqlite_more(+database, +cursor, -rows, -rest)", 4, sqlite_more_4).doc("Gets more rows of a cursor."),
    det!("$sqlite_drop(+database, +cursor)", 2, sqlite_drop_2).doc("Forgets a cursor."),
];

/// The bytes that are charged for a connection.
const CONNECTION_BYTES: usize = 64 << 10;

/// Raises the error of a database.
fn failed(m: &mut Machine, fault: &Fault) -> Stop {
    let message = match text_atom(m, &fault.message) {
        Ok(message) => message,
        Err(stop) => return stop,
    };
    let kind = m.intern("sqlite_error");
    let code = m.heap.new_int(fault.code);
    let formal = m.heap.new_term(kind, &[code, message]);
    m.throw_error(formal)
}

/// Raises an error of a kind of the standard about a thing.
fn raised(m: &mut Machine, kind: &str, thing: &str, culprit: Cell) -> Stop {
    let (kind, thing) = (m.intern(kind), m.intern(thing));
    let formal = m.heap.new_term(kind, &[Cell::atom(thing), culprit]);
    m.throw_error(formal)
}

/// Raises the error that a file must not be opened.
fn refused(m: &mut Machine, file: Cell) -> Stop {
    let (kind, action, thing) = (m.intern("permission_error"), m.intern("open"), m.intern("source_sink"));
    let formal = m.heap.new_term(kind, &[Cell::atom(action), Cell::atom(thing), file]);
    m.throw_error(formal)
}

fn need_database(m: &mut Machine, cell: Cell) -> Result<Arc<SqliteConnection>, Stop> {
    if let Some(database) = m.atoms.object_value::<SqliteConnection>(&m.heap, cell) {
        return Ok(database);
    }
    Err(raised(m, "type_error", "sqlite_connection", cell))
}

fn sqlite_open_4(m: &mut Machine, file: Cell, mode: Cell, text: Cell, database: Cell) -> Step {
    let (name, mode, text) = (need_text(m, file)?, need_text(m, mode)?, need_text(m, text)?);
    let path = m.streams.access.full_path(Path::new(&name));
    let access = &m.streams.access;
    // SQLite puts a part of one in memory into a folder for temporary files, if it is large.
    let place = if name == ":memory:" {
        access.may_write(&std::env::temp_dir()).then_some(DatabaseFile::Memory)
    } else if mode == "read" {
        access.may_read(&path).then_some(DatabaseFile::File(path, false))
    } else {
        access.may_write(&path).then_some(DatabaseFile::File(path, true))
    };
    let Some(place) = place else {
        return Err(refused(m, file));
    };
    if let DatabaseFile::File(path, _) = &place
        && mode != "create"
        && !path.is_file()
    {
        return Err(raised(m, "existence_error", "source_sink", file));
    }
    match SqliteConnection::open(m, place, TextStyle::of(&text))? {
        Ok(opened) => {
            let object = m.new_object("sqlite", Arc::new(opened), CONNECTION_BYTES)?;
            m.unify(database, object)
        }
        Err(fault) => Err(failed(m, &fault)),
    }
}

fn sqlite_close_1(m: &mut Machine, database: Cell) -> Step {
    match need_database(m, database)?.close() {
        true => Ok(()),
        false => Err(Stop::Fail),
    }
}

/// Returns the value of a parameter: a number or a text, or NULL for `null`.
fn value(m: &mut Machine, cell: Cell) -> Result<Value, Stop> {
    if let Some(number) = m.heap.number(m.deref(cell)).and_then(|number| number.as_i64()) {
        return Ok(Value::Integer(number));
    }
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        View::Float(number) => Ok(Value::Real(number)),
        View::Atom(atom) if *m.atoms.text(atom) == *"null" => Ok(Value::Null),
        // No column holds a larger integer, or a rational number.
        view => match list_or_text(m, cell).filter(|_| matches!(view, View::Atom(_) | View::String(_) | View::List(_)))
        {
            Some(text) => Ok(Value::Text(text)),
            None => Err(raised(m, "type_error", "sqlite_value", cell)),
        },
    }
}

fn values(m: &mut Machine, list: Cell) -> Result<Vec<Value>, Stop> {
    let items = need_list(m, list)?;
    items.into_iter().map(|item| value(m, item)).collect()
}

fn sqlite_start_5(m: &mut Machine, database: Cell, sql: Cell, list: Cell, rows: Cell, rest: Cell) -> Step {
    let (sql, values) = (need_text(m, sql)?, values(m, list)?);
    let database = need_database(m, database)?;
    let reply = database.start(m, sql, values)?;
    answer(m, &database, reply, [rows, rest])
}

fn sqlite_more_4(m: &mut Machine, database: Cell, cursor: Cell, rows: Cell, rest: Cell) -> Step {
    let database = need_database(m, database)?;
    let reply = match m.view(cursor) {
        View::Int(cursor) => database.more(m, cursor as u64)?,
        _ => return Err(Stop::Fail),
    };
    answer(m, &database, reply, [rows, rest])
}

fn sqlite_drop_2(m: &mut Machine, database: Cell, cursor: Cell) -> Step {
    let database = need_database(m, database)?;
    if let View::Int(cursor) = m.view(cursor) {
        database.forget(cursor as u64);
    }
    Ok(())
}

/// Appends a name in quotes.
fn quote(sql: &mut String, name: &str) {
    sql.push('"');
    sql.push_str(&name.replace('"', "\"\""));
    sql.push('"');
}

fn sqlite_select_5(m: &mut Machine, database: Cell, of: Cell, given: Cell, tests: Cell, found_rows: Cell) -> Step {
    let View::Struct(_, first) = m.view(of) else {
        return Err(Stop::Fail);
    };
    let [table, columns] = [0, 1].map(|at| m.heap.get(first + at));
    m.reserve(5)?;
    let [rows, rest] = [(); 2].map(|()| m.heap.new_var());
    let pair = m.heap.new_term(known::MINUS, &[rows, rest]);
    m.unify(found_rows, pair)?;
    let mut names = Vec::new();
    for column in need_list(m, columns)? {
        names.push(need_text(m, column)?);
    }
    let (mut sql, mut found) = (String::from("SELECT "), Vec::new());
    for (index, name) in names.iter().enumerate() {
        sql.push_str(if index > 0 { ", " } else { "" });
        quote(&mut sql, name);
    }
    sql.push_str(" FROM ");
    quote(&mut sql, &need_text(m, table)?);
    let mut before = " WHERE ";
    for (name, cell) in names.iter().zip(need_list(m, given)?) {
        if matches!(m.view(cell), View::Var(_) | View::Attributed(_)) {
            continue;
        }
        // No column holds a compound term.
        if matches!(m.view(cell), View::Struct(..) | View::List(_)) {
            m.unify(rows, Cell::NIL)?;
            return m.unify(rest, Cell::NIL);
        }
        sql.push_str(before);
        quote(&mut sql, name);
        sql.push_str(" IS ?");
        found.push(value(m, cell)?);
        before = " AND ";
    }
    for test in need_list(m, tests)? {
        let View::Struct(_, first) = m.view(test) else {
            continue;
        };
        let [column, operator, bound] = [0, 1, 2].map(|at| m.heap.get(first + at));
        let (column, operator) = (need_text(m, column)?, need_text(m, operator)?);
        let Some((_, operator)) = OPERATORS.iter().find(|(name, _)| *name == operator) else {
            continue;
        };
        sql.push_str(before);
        quote(&mut sql, &column);
        let _ = write!(sql, " {operator} ?");
        found.push(value(m, bound)?);
        before = " AND ";
    }
    let database = need_database(m, database)?;
    let reply = database.start(m, sql, found)?;
    answer(m, &database, reply, [rows, rest])
}

/// Comparisons of numbers in Prolog, and in SQL.
const OPERATORS: [(&str, &str); 6] = [
    ("<", "<"),
    ("=<", "<="),
    (">", ">"),
    (">=", ">="),
    ("=:=", "="),
    ("=\\=", "<>"),
];

/// Unifies the rows and the rest of a statement with its reply.
fn answer(m: &mut Machine, database: &SqliteConnection, reply: Reply, [rows, rest]: [Cell; 2]) -> Step {
    let (batch, cursor) = match reply {
        Ok(found) => found,
        Err(fault) => return Err(failed(m, &fault)),
    };
    let list = row_terms(m, &batch, database.text)?;
    m.unify(rows, list)?;
    let cursor = cursor.map_or(Cell::NIL, |cursor| Cell::int(cursor as i64));
    m.unify(rest, cursor)
}

/// Returns the list of the rows as terms; for a statement without rows that of the number of rows that it has changed.
fn row_terms(m: &mut Machine, batch: &Batch, text: TextStyle) -> Result<Cell, Stop> {
    let name = m.intern("row");
    if batch.columns == 0 {
        m.reserve(8)?;
        let changed = m.heap.new_int(batch.changed as i64);
        let row = m.heap.new_term(name, &[changed]);
        return Ok(m.heap.new_list(&[row], Cell::NIL));
    }
    let functor = Functor::new(name, batch.columns);
    let mut rows = Vec::with_capacity(batch.values.len() / batch.columns);
    let mut cells = Vec::with_capacity(batch.columns);
    for row in batch.values.chunks(batch.columns) {
        cells.clear();
        for value in row {
            cells.push(value_cell(m, value, text)?);
        }
        m.reserve(batch.columns + 3)?;
        rows.push(m.heap.new_struct(functor, &cells));
    }
    m.reserve(2 * rows.len() + 1)?;
    Ok(m.heap.new_list(&rows, Cell::NIL))
}

/// Returns a value as a term.
fn value_cell(m: &mut Machine, value: &Value, text: TextStyle) -> Result<Cell, Stop> {
    match value {
        Value::Null => Ok(Cell::atom(m.intern("null"))),
        Value::Integer(number) => {
            m.reserve(4)?;
            Ok(m.heap.new_number(&Number::from(*number)))
        }
        Value::Real(number) => {
            m.reserve(4)?;
            Ok(m.heap.new_float(*number))
        }
        Value::Text(found) => match text {
            TextStyle::Strings => {
                m.reserve(Cell::most_string_cells(found.len()))?;
                Ok(m.heap.new_string(found))
            }
            TextStyle::Codes => list_of(m, found.chars().map(|char| i64::from(u32::from(char)))),
            TextStyle::Atoms => text_atom(m, found),
        },
        Value::Blob(bytes) => list_of(m, bytes.iter().map(|&byte| i64::from(byte))),
    }
}

fn list_of(m: &mut Machine, numbers: impl Iterator<Item = i64>) -> Result<Cell, Stop> {
    let cells: Vec<Cell> = numbers.map(Cell::int).collect();
    m.reserve(2 * cells.len() + 1)?;
    Ok(m.heap.new_list(&cells, Cell::NIL))
}
