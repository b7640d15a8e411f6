//! Columns of Arrow as the arguments of facts, read where they are.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, TimeUnit};
use ferz::{BigNumber, Builder, IntoRow};

use super::calendar::{MICROS, Moment, civil};
use crate::out::Text;

/// Writes the value of a column in a row.
type Write = Box<dyn Fn(usize, &mut Builder<'_>) + Send>;

/// Rows that were handed over together.
pub struct Part {
    rows: usize,
    columns: Vec<Write>,
}

impl Part {
    /// Takes the columns of a part of a table: the fields of a struct, or any other array as the only one.
    ///
    /// # Errors
    /// If the values of a column have no form as terms.
    pub fn new(array: &ArrayRef, field: &Field, text: Text) -> Result<Part, String> {
        let columns = match array.as_struct_opt() {
            Some(rows) if rows.null_count() > 0 => return Err("there are rows that are null".to_owned()),
            Some(rows) => {
                let columns = rows.fields().iter().zip(rows.columns());
                columns
                    .map(|(field, column)| named(column, field, text))
                    .collect::<Result<Vec<_>, _>>()?
            }
            None => vec![named(array, field, text)?],
        };
        if columns.is_empty() {
            return Err("a fact has arguments, and the table has no columns".to_owned());
        }
        Ok(Part {
            rows: array.len(),
            columns,
        })
    }

    /// Returns the facts.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        (0..self.rows).map(|row| Row {
            columns: &self.columns,
            row,
        })
    }
}

/// A row of a table.
pub struct Row<'p> {
    columns: &'p [Write],
    row: usize,
}

impl IntoRow for Row<'_> {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, self.columns.len());
        for write in self.columns {
            write(self.row, to);
        }
    }
}

fn named(column: &ArrayRef, field: &Field, text: Text) -> Result<Write, String> {
    let name = if field.name().is_empty() {
        "values"
    } else {
        field.name()
    };
    let extension = field.extension_type_name();
    if let Some(bytes) = column.as_fixed_size_binary_opt()
        && extension == Some("arrow.uuid")
        && bytes.value_length() == 16
    {
        let (bytes, as_atom) = (bytes.clone(), text == Text::Atoms);
        let write: Write = Box::new(move |row, to| {
            let digits: String = bytes.value(row).iter().map(|byte| format!("{byte:02x}")).collect();
            let parts = [
                &digits[..8],
                &digits[8..12],
                &digits[12..16],
                &digits[16..20],
                &digits[20..],
            ]
            .join("-");
            if as_atom { to.atom(&parts) } else { to.string(&parts) }
        });
        return Ok(or_null(column, write));
    }
    // What others keep, as a number for a period, is not what it means.
    if let Some(extension) = extension
        && extension != "arrow.json"
    {
        return Err(format!(
            "the column {name} is of the type {extension}, which has no form as a term"
        ));
    }
    writer(column, text == Text::Atoms, text)
        .map_err(|kind| format!("the column {name} is of the type {kind}, which has no form as a term"))
}

/// Makes what writes the values of an array. Texts are atoms if `as_atoms`.
///
/// # Errors
/// The type, if it has no form as a term.
fn writer(array: &ArrayRef, as_atoms: bool, text: Text) -> Result<Write, DataType> {
    let write: Write = match array.data_type() {
        DataType::Null => Box::new(|_, to: &mut Builder<'_>| to.atom("null")),
        DataType::Boolean => {
            let values = array.as_boolean().clone();
            Box::new(move |row, to: &mut Builder<'_>| to.atom(if values.value(row) { "true" } else { "false" }))
        }
        DataType::Int8 => small::<Int8Type>(array),
        DataType::Int16 => small::<Int16Type>(array),
        DataType::Int32 => small::<Int32Type>(array),
        DataType::Int64 => small::<Int64Type>(array),
        DataType::UInt8 => small::<UInt8Type>(array),
        DataType::UInt16 => small::<UInt16Type>(array),
        DataType::UInt32 => small::<UInt32Type>(array),
        DataType::UInt64 => primitive::<UInt64Type>(array, |value, to| match i64::try_from(value) {
            Ok(value) => to.int(value),
            Err(_) => to.number(&number(&value.to_string())),
        }),
        DataType::Float16 => primitive::<Float16Type>(array, |value, to| to.float(value.into())),
        DataType::Float32 => primitive::<Float32Type>(array, |value, to| to.float(value.into())),
        DataType::Float64 => primitive::<Float64Type>(array, |value, to| to.float(value)),
        DataType::Decimal32(_, scale) => decimal::<Decimal32Type>(array, *scale),
        DataType::Decimal64(_, scale) => decimal::<Decimal64Type>(array, *scale),
        DataType::Decimal128(_, scale) => decimal::<Decimal128Type>(array, *scale),
        DataType::Decimal256(_, scale) => decimal::<Decimal256Type>(array, *scale),
        DataType::Utf8 => texts(array.as_string::<i32>().clone(), |a, row| a.value(row), as_atoms),
        DataType::LargeUtf8 => texts(array.as_string::<i64>().clone(), |a, row| a.value(row), as_atoms),
        DataType::Utf8View => texts(array.as_string_view().clone(), |a, row| a.value(row), as_atoms),
        DataType::Binary => bytes(array.as_binary::<i32>().clone(), |a, row| a.value(row)),
        DataType::LargeBinary => bytes(array.as_binary::<i64>().clone(), |a, row| a.value(row)),
        DataType::BinaryView => bytes(array.as_binary_view().clone(), |a, row| a.value(row)),
        DataType::FixedSizeBinary(_) => bytes(array.as_fixed_size_binary().clone(), |a, row| a.value(row)),
        DataType::Date32 => primitive::<Date32Type>(array, |value, to| {
            to.compound("date", 3);
            date(civil(value.into()), to);
        }),
        DataType::Date64 => primitive::<Date64Type>(array, |value, to| {
            let at = Moment::new(value, 1000);
            to.compound("date", 3);
            date((at.year, at.month, at.day), to);
        }),
        DataType::Timestamp(unit, zone) => {
            let is_utc = zone.is_some();
            match unit {
                TimeUnit::Second => moment::<TimestampSecondType>(array, 1, is_utc),
                TimeUnit::Millisecond => moment::<TimestampMillisecondType>(array, 1000, is_utc),
                TimeUnit::Microsecond => moment::<TimestampMicrosecondType>(array, MICROS, is_utc),
                TimeUnit::Nanosecond => moment::<TimestampNanosecondType>(array, 1000 * MICROS, is_utc),
            }
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let is_text = matches!(
                dictionary.values().data_type(),
                DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
            );
            let write = writer(dictionary.values(), as_atoms || is_text, text)?;
            let keys = match dictionary.values().len() {
                // All are missing.
                0 => vec![0; array.len()],
                _ => dictionary.normalized_keys(),
            };
            Box::new(move |row, to: &mut Builder<'_>| write(keys[row], to))
        }
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            let offsets = lists.value_offsets().iter().map(|&at| at as usize);
            ranges(lists.values(), offsets, text)?
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>();
            let offsets = lists.value_offsets().iter().map(|&at| at as usize);
            ranges(lists.values(), offsets, text)?
        }
        DataType::FixedSizeList(_, size) => {
            let lists = array.as_fixed_size_list();
            let size = usize::try_from(*size).unwrap_or(0);
            // The values of a slice begin with its first row.
            ranges(lists.values(), (0..=lists.len()).map(|row| row * size), text)?
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let (keys, values) = (
                writer(map.keys(), as_atoms, text)?,
                writer(map.values(), as_atoms, text)?,
            );
            let pair: Write = Box::new(move |row, to| {
                to.compound("-", 2);
                keys(row, to);
                values(row, to);
            });
            lists(pair, map.value_offsets().iter().map(|&at| at as usize))
        }
        DataType::Struct(_) => dicts(array, text)?,
        other => return Err(other.clone()),
    };
    Ok(or_null(array, write))
}

/// Writes `null` for the values that are missing.
fn or_null(array: &ArrayRef, write: Write) -> Write {
    match array.nulls() {
        Some(nulls) if nulls.null_count() > 0 => {
            let nulls = nulls.clone();
            Box::new(move |row, to| match nulls.is_null(row) {
                true => to.atom("null"),
                false => write(row, to),
            })
        }
        _ => write,
    }
}

fn primitive<T: ArrowPrimitiveType>(
    array: &ArrayRef,
    put: impl Fn(T::Native, &mut Builder<'_>) + Send + 'static,
) -> Write
where
    T::Native: Send,
{
    let values = array.as_primitive::<T>().clone();
    Box::new(move |row, to| put(values.value(row), to))
}

fn small<T: ArrowPrimitiveType<Native: Into<i64> + Send>>(array: &ArrayRef) -> Write {
    primitive::<T>(array, |value, to| to.int(value.into()))
}

fn number(digits: &str) -> BigNumber {
    // Digits are a number, so this is not reached.
    digits.parse().unwrap_or_else(|_| BigNumber::from_le_bytes(&[0]))
}

fn decimal<T: ArrowPrimitiveType<Native: std::fmt::Display + Send>>(array: &ArrayRef, scale: i8) -> Write {
    let zeros = "0".repeat(usize::from(scale.unsigned_abs()));
    primitive::<T>(array, move |value, to| {
        to.number(&number(&match scale {
            0 => value.to_string(),
            1.. => format!("{value}r1{zeros}"),
            _ => format!("{value}{zeros}"),
        }));
    })
}

fn texts<A: Send + 'static>(array: A, value: impl Fn(&A, usize) -> &str + Send + 'static, as_atoms: bool) -> Write {
    Box::new(move |row, to| match (as_atoms, value(&array, row)) {
        (true, "[]") => to.nil(),
        (true, name) => to.atom(name),
        (false, text) => to.string(text),
    })
}

/// Bytes are a list of numbers, as those of Python are.
fn bytes<A: Send + 'static>(array: A, value: impl Fn(&A, usize) -> &[u8] + Send + 'static) -> Write {
    Box::new(move |row, to| {
        for &byte in value(&array, row) {
            to.pair();
            to.int(byte.into());
        }
        to.nil();
    })
}

fn date((year, month, day): (i64, i64, i64), to: &mut Builder<'_>) {
    to.int(year);
    to.int(month);
    to.int(day);
}

/// A moment with a time zone is given in universal time: `date(Y, M, D, H, Mn, S, 0, 'UTC', -)`. There are `parts` in a
/// second.
fn moment<T: ArrowPrimitiveType<Native = i64>>(array: &ArrayRef, parts: i64, is_utc: bool) -> Write {
    primitive::<T>(array, move |value, to| {
        let at = Moment::new(value, parts);
        to.compound("date", 9);
        date((at.year, at.month, at.day), to);
        to.int(at.seconds / 3600);
        to.int(at.seconds / 60 % 60);
        to.float((at.seconds % 60) as f64 + at.nanoseconds as f64 / 1e9);
        to.int(0);
        to.atom(if is_utc { "UTC" } else { "-" });
        to.atom("-");
    })
}

/// Lists of the values between two offsets each.
fn ranges(values: &ArrayRef, offsets: impl Iterator<Item = usize>, text: Text) -> Result<Write, DataType> {
    Ok(lists(writer(values, text == Text::Atoms, text)?, offsets))
}

fn lists(write: Write, offsets: impl Iterator<Item = usize>) -> Write {
    let offsets: Vec<usize> = offsets.collect();
    Box::new(move |row, to| {
        for at in offsets[row]..offsets[row + 1] {
            to.pair();
            write(at, to);
        }
        to.nil();
    })
}

/// A struct is a dict, whose keys are in the order of terms.
fn dicts(array: &ArrayRef, text: Text) -> Result<Write, DataType> {
    let rows = array.as_struct();
    let mut fields = Vec::new();
    for (field, column) in rows.fields().iter().zip(rows.columns()) {
        fields.push((field.name().clone(), writer(column, text == Text::Atoms, text)?));
    }
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    if fields.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(array.data_type().clone());
    }
    Ok(Box::new(move |row, to| {
        to.compound("$dict", 1 + 2 * fields.len());
        to.var();
        for (name, write) in &fields {
            to.atom(name);
            write(row, to);
        }
    }))
}
