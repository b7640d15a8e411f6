//! Answers as columns of Arrow: a column takes the type of its values.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Date32Builder, Float64Builder, Int64Builder, StringBuilder, StringDictionaryBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, ListArray, NullArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::Field;
use ferz::{Args, TermRef, TermView};

use super::calendar::{MICROS, days};
use super::decimals::{Decimals, decimal};

/// How deep lists of lists may be.
const DEEPEST: usize = 16;
/// The largest integer up to which each is a float, too.
const EXACT: i64 = 1 << 53;

/// The name and the values of a variable.
pub struct Column {
    values: Values,
    /// Whether the type was declared, so that it does not change.
    is_fixed: bool,
}

/// Values of one type.
enum Values {
    /// Nothing but missing values, so many.
    None(usize),
    Bool(BooleanBuilder),
    Int(Int64Builder),
    Float(Float64Builder),
    Decimal(Decimals),
    Text(StringBuilder),
    Atom(StringDictionaryBuilder<Int32Type>),
    Date(Date32Builder),
    /// Moments; whether one of them has told its time zone.
    Time(TimestampMicrosecondBuilder, bool),
    List(Box<Lists>),
}

/// Lists: where each ends among the items of all.
struct Lists {
    items: Column,
    count: usize,
    ends: Vec<i32>,
    present: NullBufferBuilder,
}

/// A term as a value.
enum Value<'t> {
    Missing,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A number that is an integer or a decimal fraction: an integer, and how many of its digits are behind the point.
    Decimal(i128, u8),
    Text(&'t str),
    Atom(&'t str),
    Date(i32),
    Time(i64, bool),
    List(Vec<TermRef<'t>>),
}

impl Column {
    /// Makes a column whose type is found.
    pub fn new() -> Column {
        Column {
            values: Values::None(0),
            is_fixed: false,
        }
    }

    /// Makes a column of a type.
    ///
    /// # Errors
    /// If there is no such type.
    pub fn of(kind: &str) -> Result<Column, String> {
        Column::declared(kind, 0)
    }

    fn declared(kind: &str, depth: usize) -> Result<Column, String> {
        let values = match kind {
            "bool" => Values::Bool(BooleanBuilder::new()),
            "int64" => Values::Int(Int64Builder::new()),
            "float64" => Values::Float(Float64Builder::new()),
            "decimal" => Values::Decimal(Decimals::default()),
            "string" => Values::Text(StringBuilder::new()),
            "atom" => Values::Atom(StringDictionaryBuilder::new()),
            "date" => Values::Date(Date32Builder::new()),
            "timestamp" => Values::Time(TimestampMicrosecondBuilder::new(), false),
            "timestamp[UTC]" => Values::Time(TimestampMicrosecondBuilder::new(), true),
            _ => match kind.strip_prefix("list[").and_then(|rest| rest.strip_suffix(']')) {
                Some(items) if depth < DEEPEST => {
                    Values::List(Box::new(Lists::new(Column::declared(items, depth + 1)?)))
                }
                _ => {
                    return Err(format!(
                        "there is no type {kind:?}; there are bool, int64, float64, decimal, string, atom, date, \
                         timestamp, timestamp[UTC], and list[T] of these"
                    ));
                }
            },
        };
        Ok(Column { values, is_fixed: true })
    }

    /// Returns the name of the type.
    pub fn kind(&self) -> String {
        match &self.values {
            Values::None(_) => "null".to_owned(),
            Values::Bool(_) => "bool".to_owned(),
            Values::Int(_) => "int64".to_owned(),
            Values::Float(_) => "float64".to_owned(),
            Values::Decimal(_) => "decimal".to_owned(),
            Values::Text(_) => "string".to_owned(),
            Values::Atom(_) => "atom".to_owned(),
            Values::Date(_) => "date".to_owned(),
            Values::Time(_, false) => "timestamp".to_owned(),
            Values::Time(_, true) => "timestamp[UTC]".to_owned(),
            Values::List(lists) => format!("list[{}]", lists.items.kind()),
        }
    }

    /// Adds the value of a term.
    ///
    /// # Errors
    /// Why it cannot be in this column.
    pub fn push(&mut self, term: TermRef<'_>) -> Result<(), String> {
        self.push_in(term, 0)
    }

    fn push_in(&mut self, term: TermRef<'_>, depth: usize) -> Result<(), String> {
        let value = read(term)?;
        if matches!(value, Value::Missing) {
            self.values.push_missing();
            return Ok(());
        }
        if let Values::None(count) = self.values {
            self.values = Values::beginning(&value, count);
        } else if !self.is_fixed {
            self.widen(&value);
        }
        match (&mut self.values, value) {
            (Values::Bool(to), Value::Bool(value)) => to.append_value(value),
            (Values::Int(to), Value::Int(value)) => to.append_value(value),
            (Values::Float(to), Value::Float(value)) => to.append_value(value),
            (Values::Float(to), Value::Int(value)) if self.is_fixed || value.abs() <= EXACT => {
                to.append_value(value as f64);
            }
            (Values::Decimal(to), Value::Int(value)) => to.push(value.into(), 0)?,
            (Values::Decimal(to), Value::Decimal(value, scale)) => to.push(value, scale)?,
            (Values::Text(to), Value::Text(value) | Value::Atom(value)) => to.append_value(value),
            (Values::Text(to), Value::Bool(value)) => to.append_value(truth(value)),
            (Values::Atom(to), Value::Atom(value)) => to.append_value(value),
            (Values::Atom(to), Value::Text(value)) if self.is_fixed => to.append_value(value),
            (Values::Atom(to), Value::Bool(value)) => to.append_value(truth(value)),
            (Values::Date(to), Value::Date(value)) => to.append_value(value),
            (Values::Time(to, is_utc), Value::Time(value, has_zone)) => {
                *is_utc |= has_zone;
                to.append_value(value);
            }
            (Values::List(lists), Value::List(items)) => {
                if depth == DEEPEST {
                    return Err(format!("lists are deeper than {DEEPEST}"));
                }
                return lists.push(items, depth + 1);
            }
            _ => return Err(format!("the column is of the type {}", self.kind())),
        }
        Ok(())
    }

    /// Makes the type one that has the value, too, if there is one.
    fn widen(&mut self, value: &Value<'_>) {
        let wider = match (&mut self.values, value) {
            (Values::Int(before), Value::Float(_)) => {
                let before = before.finish();
                if before.iter().flatten().all(|value| value.abs() <= EXACT) {
                    Values::Float(before.iter().map(|value| Some(value? as f64)).fold(
                        Float64Builder::new(),
                        |mut to, value| {
                            to.append_option(value);
                            to
                        },
                    ))
                } else {
                    let mut same = Int64Builder::new();
                    same.append_array(&before);
                    Values::Int(same)
                }
            }
            (Values::Int(before), Value::Decimal(..)) => {
                let mut to = Decimals::default();
                for value in &before.finish() {
                    match value {
                        // Integers of 64 bits have less digits than a decimal number may have.
                        Some(value) => to.push(value.into(), 0).unwrap_or_else(|_| to.push_missing()),
                        None => to.push_missing(),
                    }
                }
                Values::Decimal(to)
            }
            (Values::Bool(before), Value::Atom(_) | Value::Text(_)) => {
                let mut to = StringDictionaryBuilder::new();
                before
                    .finish()
                    .iter()
                    .for_each(|value| to.append_option(value.map(truth)));
                Values::Atom(to)
            }
            _ => return self.widen_atoms(value),
        };
        self.values = wider;
        self.widen_atoms(value);
    }

    /// Strings among atoms make all of them strings.
    fn widen_atoms(&mut self, value: &Value<'_>) {
        if let (Values::Atom(before), Value::Text(_)) = (&mut self.values, value) {
            let before = before.finish();
            let mut to = StringBuilder::new();
            if let Some(texts) = before.downcast_dict::<arrow_array::StringArray>() {
                texts.into_iter().for_each(|value| to.append_option(value));
            }
            self.values = Values::Text(to);
        }
    }

    /// Returns the values as an array.
    pub fn finish(self) -> ArrayRef {
        match self.values {
            Values::None(count) => Arc::new(NullArray::new(count)),
            Values::Bool(mut to) => Arc::new(to.finish()),
            Values::Int(mut to) => Arc::new(to.finish()),
            Values::Float(mut to) => Arc::new(to.finish()),
            Values::Decimal(to) => to.finish(),
            Values::Text(mut to) => Arc::new(to.finish()),
            Values::Atom(mut to) => Arc::new(to.finish()),
            Values::Date(mut to) => Arc::new(to.finish()),
            Values::Time(mut to, false) => Arc::new(to.finish()),
            Values::Time(mut to, true) => Arc::new(to.finish().with_timezone("UTC")),
            Values::List(lists) => lists.finish(),
        }
    }
}

fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

impl Values {
    /// Makes values of the type of the first one that is not missing; so many are, before it.
    fn beginning(first: &Value<'_>, missing: usize) -> Values {
        let mut values = match first {
            Value::Missing => Values::None(0),
            Value::Bool(_) => Values::Bool(BooleanBuilder::new()),
            Value::Int(_) => Values::Int(Int64Builder::new()),
            Value::Float(_) => Values::Float(Float64Builder::new()),
            Value::Decimal(..) => Values::Decimal(Decimals::default()),
            Value::Text(_) => Values::Text(StringBuilder::new()),
            Value::Atom(_) => Values::Atom(StringDictionaryBuilder::new()),
            Value::Date(_) => Values::Date(Date32Builder::new()),
            Value::Time(..) => Values::Time(TimestampMicrosecondBuilder::new(), false),
            Value::List(_) => Values::List(Box::new(Lists::new(Column::new()))),
        };
        for _ in 0..missing {
            values.push_missing();
        }
        values
    }

    fn push_missing(&mut self) {
        match self {
            Values::None(count) => *count += 1,
            Values::Bool(to) => to.append_null(),
            Values::Int(to) => to.append_null(),
            Values::Float(to) => to.append_null(),
            Values::Decimal(to) => to.push_missing(),
            Values::Text(to) => to.append_null(),
            Values::Atom(to) => to.append_null(),
            Values::Date(to) => to.append_null(),
            Values::Time(to, _) => to.append_null(),
            Values::List(lists) => {
                lists.ends.extend(lists.ends.last().copied());
                lists.present.append_null();
            }
        }
    }
}

impl Lists {
    fn new(items: Column) -> Lists {
        Lists {
            items,
            count: 0,
            ends: vec![0],
            present: NullBufferBuilder::new(0),
        }
    }

    fn push(&mut self, items: Vec<TermRef<'_>>, depth: usize) -> Result<(), String> {
        for item in items {
            self.items.push_in(item, depth)?;
            self.count += 1;
        }
        let end = i32::try_from(self.count).map_err(|_| "there are more than 2 billion items".to_owned())?;
        self.ends.push(end);
        self.present.append_non_null();
        Ok(())
    }

    fn finish(mut self) -> ArrayRef {
        let items = self.items.finish();
        let field = Arc::new(Field::new("item", items.data_type().clone(), true));
        let ends = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        Arc::new(ListArray::new(field, ends, items, self.present.finish()))
    }
}

/// Reads a term as a value.
///
/// # Errors
/// Why no column has it.
fn read(term: TermRef<'_>) -> Result<Value<'_>, String> {
    Ok(match term.view() {
        TermView::Var(_) | TermView::Atom("null") => Value::Missing,
        TermView::Atom("true") => Value::Bool(true),
        TermView::Atom("false") => Value::Bool(false),
        TermView::Atom("[]") => Value::List(Vec::new()),
        TermView::Atom(name) => Value::Atom(name),
        TermView::Int(value) => Value::Int(value),
        TermView::Float(value) => Value::Float(value),
        TermView::String(text) => Value::Text(text),
        TermView::BigInt(number) | TermView::Rational(number) => {
            let (value, scale) = decimal(&number.to_number())?;
            Value::Decimal(value, scale)
        }
        TermView::List(..) => match term.items() {
            Some(items) => Value::List(items),
            None => return Err("no column has lists that are not proper".to_owned()),
        },
        TermView::Compound("date", args) => match moment(args) {
            Some(value) => value,
            None => return Err("it is no date of the calendar".to_owned()),
        },
        _ => return Err("no column has compounds and objects; term_string/2 makes a string".to_owned()),
    })
}

/// Reads `date(Y, M, D)` or `date(Y, M, D, H, Mn, S, Off, Zone, DST)`.
fn moment<'t>(args: Args<'t>) -> Option<Value<'t>> {
    let int = |index| match args.get(index).map(TermRef::view) {
        Some(TermView::Int(value)) => Some(value),
        _ => None,
    };
    let days = days(int(0)?, int(1)?, int(2)?)?;
    match args.len() {
        3 => Some(Value::Date(i32::try_from(days).ok()?)),
        9 => {
            let seconds = match args.get(5).map(TermRef::view)? {
                TermView::Int(value) => value as f64,
                TermView::Float(value) => value,
                _ => return None,
            };
            let (hours, minutes) = (int(3)?, int(4)?);
            let is_in_day = (0..24).contains(&hours) && (0..60).contains(&minutes) && (0.0..61.0).contains(&seconds);
            let west = match args.get(6).map(TermRef::view)? {
                TermView::Atom("-") => 0,
                TermView::Int(west) if west.abs() <= 86_400 => west,
                _ => return None,
            };
            let is_local = matches!(args.get(7).map(TermRef::view)?, TermView::Atom("-")) && west == 0;
            let whole = days * 86_400 + hours * 3600 + minutes * 60 + west;
            let micros = whole * MICROS + (seconds * 1e6).round() as i64;
            is_in_day.then_some(Value::Time(micros, !is_local))
        }
        _ => None,
    }
}
