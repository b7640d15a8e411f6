//! `format/1,2,3`: text with directives.
//!
//! The text is made as a whole before any of it is written, so that an error in a later directive
//! leaves nothing half written. A goal in the arguments (`~@`) cannot run from here: its output is
//! captured first, by `'$format_goals'/3` in the library, which then calls `'$format'/3` with the
//! output in the goal's place.

use dashu_int::IBig;

use crate::base::iso_error::{Domain, Limit, Resource, Type};
use crate::base::known;
use crate::base::num::Number;
use crate::machine::Machine;
use crate::machine::native::{Native, Next, Run, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::format_column::Columns;
use super::format_number::{exponential, fixed, fixed_integer, general, in_radix, integer, to_float};
use super::stream_arg::{current_output, output_stream, write_text};
use super::term_io::{canonical, is_portray_defined};

use super::text_arg::{
    atomic_text, char_of_code, list_items, list_or_text, need_text, new_atom, new_chars, new_codes, new_string,
};
use super::write_options::{WriteSettings, text_of_term, write_settings};

pub(super) const TABLE: &[Native] = &[
    Native::new("format(+format)", 1, Run::Control(|m| {
        let format = m.arg(0);
        start(m, None, format, Cell::NIL)
    }))
    .doc("Writes a text with directives such as ~n to the current output.")
    .examples(&[("with_output_to(string(S), format(\"a~n\"))", "S = \"a\\n\"")]),
    Native::new("format(+format, +arguments)", 2, Run::Control(|m| {
        let (format, arguments) = (m.arg(0), m.arg(1));
        start(m, None, format, arguments)
    }))
    .doc("Writes a text with directives: ~w writes an argument, ~q quoted, ~p by print/1, ~k by write_canonical/1, ~W the next with the options behind it; ~a an atom, ~s a text, ~3s its first characters, ~c a code; ~d an integer, ~2d with so many decimals, ~D with commas, ~8r in a radix, ~e, ~f and ~g a float, in capitals ~R, ~E and ~G; ~@ what a goal writes; ~n a newline, ~N one unless the line is empty; ~i passes over an argument; ~t and ~30| or ~8+ fill up to a column, ~`-t with another character; ~* takes a number from the arguments.")
    .examples(&[("with_output_to(string(S), format(\"~w, ~2f\", [f(x), 1.5]))", "S = \"f(x), 1.50\"")]),
    Native::new("format(+sink, +format, +arguments)", 3, Run::Control(|m| {
        let (sink, format, arguments) = (m.arg(0), m.arg(1), m.arg(2));
        start(m, Some(sink), format, arguments)
    }))
    .doc("Like format/2, to a stream, or into atom(A), string(S), codes(C) or chars(C).")
    .examples(&[
        ("format(atom(A), \"~w and ~q\", [a, 'B'])", "A = 'a and \\'B\\''"),
        ("format(atom(A), \"~t~d~6|\", [42])", "A = '    42'"),
        ("format(atom(A), \"~2f ~D\", [2, 1234567])", "A = '2.00 1,234,567'"),
    ]),
    det!("$format(+sink, +format, +arguments)", 3, format_3)
        .doc("Like format/3, with '$formatted'(Text) in the arguments for each goal of ~@."),
    det!("$format_split(+format, +arguments, -rest, -goals)", 4, format_split_4)
        .doc("Takes the goals of ~@ out of the arguments, as a list of Goal-Text."),
];

/// The most that one directive may repeat, fill or count.
const MOST: i64 = 1 << 24;

/// The name of the sink that stands for the current output.
const CURRENT: &str = "$current_output";

fn start(m: &mut Machine, sink: Option<Cell>, format: Cell, arguments: Cell) -> Result<Next, Stop> {
    let goals = list_or_text(m, format).is_some_and(|text| text.contains('~') && text.contains(['@', 'p']));
    let sink = match sink {
        Some(sink) => sink,
        None => new_atom(m, CURRENT),
    };
    if goals && directives_have_goals(m, format) {
        let name = m.intern("$format_goals");
        return Ok(Next::Call(m.heap.new_term(name, &[sink, format, arguments])));
    }
    format_3(m, sink, format, arguments)?;
    Ok(Next::Continue)
}

fn format_3(m: &mut Machine, sink: Cell, format: Cell, arguments: Cell) -> Step {
    if m.deref(sink).is_variable() {
        return Err(m.instantiation_error());
    }
    if let View::Struct(f, args) = m.view(sink)
        && f.name() != known::STREAM
    {
        let name = m.atoms.text(f.name()).to_owned();
        let kinds = ["atom", "string", "codes", "chars"];
        if !kinds.contains(&name.as_str()) || f.arity() > 2 || f.arity() == 2 && !name.starts_with('c') {
            let domain = new_atom(m, "output_sink");
            let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, sink]);
            return Err(m.throw_error(formal));
        }
        let text = make_text(m, format, arguments, 0)?;
        let tail = if f.arity() == 2 {
            m.heap.get(args + 1)
        } else {
            Cell::NIL
        };
        let new = match name.as_str() {
            "atom" => new_atom(m, &text),
            "string" => new_string(m, &text)?,
            "codes" => new_codes(m, &text, tail)?,
            _ => new_chars(m, &text, tail)?,
        };
        let result = m.heap.get(args);
        return m.unify(result, new);
    }
    let current = matches!(m.view(sink), View::Atom(name) if m.atoms.text(name) == CURRENT);
    let id = if current {
        current_output(m)?
    } else {
        output_stream(m, sink)?
    };
    let column = m.streams.get(id).map_or(0, |stream| stream.column());
    let text = make_text(m, format, arguments, column)?;
    write_text(m, id, &text)
}

/// A directive: its numeric argument and its letter.
struct Directive {
    number: Option<i64>,
    letter: char,
}

/// The arguments that are left.
struct Arguments {
    all: Cell,
    items: std::vec::IntoIter<Cell>,
}

impl Arguments {
    /// A list of arguments; any other term is the only argument.
    fn new(m: &mut Machine, arguments: Cell) -> Result<Arguments, Stop> {
        let items = match list_items(m, arguments) {
            Ok(items) => items,
            Err(end) if end.is_variable() && end != m.deref(arguments) => return Err(m.instantiation_error()),
            Err(_) => vec![m.deref(arguments)],
        };
        Ok(Arguments {
            all: arguments,
            items: items.into_iter(),
        })
    }

    fn next(&mut self, m: &mut Machine) -> Result<Cell, Stop> {
        match self.items.next() {
            Some(item) => Ok(item),
            None => Err(self.count_error(m, "There are too few of them")),
        }
    }

    /// `error(domain_error(format_arguments, Arguments), context(_, Note))`.
    fn count_error(&self, m: &mut Machine, note: &str) -> Stop {
        let stop = m.domain_error(Domain::FormatArguments, self.all);
        let note = new_atom(m, note);
        m.with_note(stop, note)
    }
}

/// Adds to an error about an argument which directive it belongs to.
fn with_letter(m: &mut Machine, letter: char, stop: Stop) -> Stop {
    let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
    let name = m.intern("format_directive");
    let note = m.heap.new_term(name, &[letter]);
    m.with_note(stop, note)
}

/// A text that is no number: the format itself, or the argument of `~s`.
fn need_format_text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    if m.heap.number(cell).is_some() {
        return Err(m.type_error(Type::Text, cell));
    }
    need_text(m, cell)
}

/// The integer that an argument evaluates to.
fn need_integer(m: &mut Machine, argument: Cell) -> Result<IBig, Stop> {
    let number = m.eval(argument)?;
    match integer(&number) {
        Some(value) => Ok(value),
        None => {
            let culprit = m.number_cell(&number)?;
            Err(m.type_error(Type::Integer, culprit))
        }
    }
}

/// Reads the rest of a directive, after its tilde.
fn directive(m: &mut Machine, chars: &mut std::str::Chars<'_>, arguments: &mut Arguments) -> Result<Directive, Stop> {
    let mut next = chars.next();
    let mut number = None;
    match next {
        Some('`') => {
            number = chars.next().map(|c| i64::from(c as u32));
            next = chars.next();
        }
        Some('*') => {
            let argument = arguments.next(m)?;
            number = Some(repetition(m, argument).map_err(|stop| with_letter(m, '*', stop))?);
            next = chars.next();
        }
        _ => {
            while let Some(digit) = next.and_then(|c| c.to_digit(10)) {
                let value = number
                    .unwrap_or(0_i64)
                    .saturating_mul(10)
                    .saturating_add(i64::from(digit));
                number = Some(value);
                next = chars.next();
            }
        }
    }
    // A colon asks for the digits as the locale groups them: there is one locale, without groups.
    if next == Some(':') {
        next = chars.next();
    }
    let Some(letter) = next else {
        let directive = new_atom(m, "~");
        return Err(m.domain_error(Domain::FormatDirective, directive));
    };
    if letter != 't' && number.is_some_and(|number| number > MOST) {
        return Err(m.resource_error(Resource::Output));
    }
    Ok(Directive { number, letter })
}

/// The argument of `~*`.
fn repetition(m: &mut Machine, argument: Cell) -> Result<i64, Stop> {
    let value = need_integer(m, argument)?;
    if value < IBig::ZERO {
        let culprit = m.number_cell(&Number::from(value))?;
        return Err(m.domain_error(Domain::NotLessThanZero, culprit));
    }
    Ok(i64::try_from(&value).unwrap_or(i64::MAX))
}

/// The whole text, made for a stream that is at this column.
fn make_text(m: &mut Machine, format: Cell, arguments: Cell, column: u64) -> Result<String, Stop> {
    let format = need_format_text(m, format)?;
    let mut arguments = Arguments::new(m, arguments)?;
    let mut out = Columns::new(column);
    let mut rest = format.chars();
    loop {
        let text = rest.as_str();
        let Some((plain, after)) = text.split_once('~') else {
            out.push(text);
            break;
        };
        out.push(plain);
        rest = after.chars();
        let directive = directive(m, &mut rest, &mut arguments)?;
        apply(m, &directive, &mut arguments, &mut out)?;
    }
    match arguments.items.next() {
        Some(_) => Err(arguments.count_error(m, "There are too many of them")),
        None => Ok(out.finish()),
    }
}

fn apply(m: &mut Machine, directive: &Directive, arguments: &mut Arguments, out: &mut Columns) -> Step {
    let count = directive.number.map(|number| number as usize);
    match directive.letter {
        '~' => out.push_char('~'),
        'n' => (0..count.unwrap_or(1)).for_each(|_| out.push_char('\n')),
        'N' if out.column() > 0 => out.push_char('\n'),
        'N' => {}
        't' => {
            let with = directive.number.map_or(Some(' '), char_of_code);
            out.fill(with.unwrap_or(' '));
        }
        '|' => {
            let target = count.map_or_else(|| out.column(), |count| count as u64);
            out.stop_at(target);
        }
        '+' => out.stop_after(count.unwrap_or(8) as u64),
        'i' => {
            arguments.next(m)?;
        }
        'W' => {
            let (term, options) = (arguments.next(m)?, arguments.next(m)?);
            let settings = write_settings(m, options)?;
            out.push(&text_of_term(m, term, &settings)?);
        }
        letter => {
            let argument = arguments.next(m)?;
            let text = argument_text(m, letter, count, argument).map_err(|stop| with_letter(m, letter, stop))?;
            out.push(&text);
        }
    }
    Ok(())
}

/// The text of a directive that takes an argument.
fn argument_text(m: &mut Machine, letter: char, count: Option<usize>, argument: Cell) -> Result<String, Stop> {
    match letter {
        'w' => text_of_term(m, argument, &WriteSettings::plain()),
        'p' if formatted_text(m, argument).is_some() => {
            let text = formatted_text(m, argument).unwrap_or(argument);
            need_text(m, text)
        }
        'q' | 'p' => text_of_term(m, argument, &WriteSettings::quoted()),
        'k' => {
            let settings = canonical(m, argument);
            text_of_term(m, argument, &settings)
        }
        'a' => match atomic_text(m, argument) {
            Some(text) => Ok(text),
            None => Err(m.type_or_instantiation_error(Type::Atom, argument)),
        },
        's' => {
            let text = need_format_text(m, argument)?;
            Ok(match count {
                Some(count) => exactly(&text, count),
                None => text,
            })
        }
        'c' => {
            let code = need_integer(m, argument)?;
            match i64::try_from(&code).ok().and_then(char_of_code) {
                Some(c) => Ok(std::iter::repeat_n(c, count.unwrap_or(1)).collect()),
                None => Err(m.representation_error(Limit::CharacterCode)),
            }
        }
        '@' => {
            let text = formatted_text(m, argument).unwrap_or(argument);
            need_text(m, text)
        }
        'd' | 'D' | 'I' | 'r' | 'R' => integer_text(m, letter, count, argument),
        'e' | 'E' | 'f' | 'g' | 'G' => {
            let number = m.eval(argument)?;
            let digits = count.unwrap_or(6);
            let text = match letter {
                'e' | 'E' => exponential(to_float(&number), digits),
                'f' => fixed(&number, digits),
                _ => general(to_float(&number), digits),
            };
            Ok(if letter.is_ascii_uppercase() {
                text.to_ascii_uppercase()
            } else {
                text
            })
        }
        _ => {
            let kind = new_atom(m, "format_character");
            let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
            let formal = m.heap.new_term(known::EXISTENCE_ERROR, &[kind, letter]);
            Err(m.throw_error(formal))
        }
    }
}

/// The first `count` characters of a text, or the text and blanks up to that many.
fn exactly(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some((end, _)) => text[..end].to_owned(),
        None => format!("{text}{}", " ".repeat(count - text.chars().count())),
    }
}

/// The text in `'$formatted'(Text)`, which stands for a goal that has run.
fn formatted_text(m: &Machine, argument: Cell) -> Option<Cell> {
    match m.view(argument) {
        View::Struct(f, args) if f.arity() == 1 && m.atoms.text(f.name()) == "$formatted" => Some(m.heap.get(args)),
        _ => None,
    }
}

fn integer_text(m: &mut Machine, letter: char, count: Option<usize>, argument: Cell) -> Result<String, Stop> {
    let value = need_integer(m, argument)?;
    Ok(match letter {
        'd' => fixed_integer(&value, count.unwrap_or(0), ""),
        'D' => fixed_integer(&value, count.unwrap_or(0), ","),
        'I' => fixed_integer(&value, 0, "_"),
        _ => match count.unwrap_or(8) {
            radix @ 2..=36 => in_radix(&value, radix as u8, letter == 'R'),
            radix => {
                let culprit = Cell::int(radix as i64);
                return Err(m.domain_error(Domain::Radix, culprit));
            }
        },
    })
}

/// Is there a `~@` among the directives, or a `~p` where the user has a `portray/1`?
fn directives_have_goals(m: &mut Machine, format: Cell) -> bool {
    let letters = list_or_text(m, format).map(|text| letters(&text)).unwrap_or_default();
    letters.contains(&'@') || letters.contains(&'p') && is_portray_defined(m)
}

/// The letters of the directives that take an argument, with `*` for a number that is one.
fn letters(format: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '~' {
            continue;
        }
        let mut next = chars.next();
        if next == Some('`') {
            chars.next();
            next = chars.next();
        }
        while let Some(c) = next
            && (c.is_ascii_digit() || c == '*' || c == ':')
        {
            if c == '*' {
                found.push('*');
            }
            next = chars.next();
        }
        found.extend(next.filter(|c| !matches!(c, '~' | 'n' | 'N' | 't' | '|' | '+')));
        // The options of ~W.
        found.extend(next.filter(|c| *c == 'W'));
    }
    found
}

fn format_split_4(m: &mut Machine, format: Cell, arguments: Cell, rest: Cell, goals: Cell) -> Step {
    let format = need_format_text(m, format)?;
    let mut items: Vec<Cell> = Arguments::new(m, arguments)?.items.collect();
    let mut found = Vec::new();
    let (formatted, print) = (m.intern("$formatted"), m.intern("print"));
    let portray = is_portray_defined(m);
    for (item, letter) in items.iter_mut().zip(letters(&format)) {
        if letter == '@' || letter == 'p' && portray {
            let text = m.heap.new_var();
            let goal = if letter == 'p' {
                m.heap.new_term(print, &[*item])
            } else {
                *item
            };
            found.push(m.heap.new_term(known::MINUS, &[goal, text]));
            *item = m.heap.new_term(formatted, &[text]);
        }
    }
    let new = m.heap.new_list(&items, Cell::NIL);
    m.unify(rest, new)?;
    let new = m.heap.new_list(&found, Cell::NIL);
    m.unify(goals, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_with_arguments() {
        assert_eq!(letters("~a~n~2d~`xt~30|~*c~~~@~i"), ['a', 'd', '*', 'c', '@', 'i']);
        assert_eq!(letters("100% @ home~"), []);
    }
}
