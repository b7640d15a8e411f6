//! `format/1,2,3`: formatted text.
//!
//! The text is made as a whole before any of it is written. What comes before a directive that raises an error is written
//! still, as in SWI-Prolog, but for text that waits for a column stop. A goal in the arguments (`~@`) cannot run from a
//! native predicate: its output is captured first, by `'$format_goals'/4` in the library, which then calls `'$format'/3`
//! with the output in place of the goal.

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Type};
use crate::base::num::text::push_int;
use crate::base::{known, limit};
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::term_io::format_column::Columns;
use crate::builtins::term_io::format_locale::Locale;
use crate::builtins::term_io::format_number::{
    exponential, fixed, fixed_integer, general, in_radix, integer, to_float,
};
use crate::builtins::term_io::format_users;
use crate::builtins::term_io::write_term::{canonical, is_portray_defined};
use crate::native::args::stream_arg::{current_output, output_stream, write_text};

use crate::builtins::term_io::write_options::{WriteSettings, push_term, with_canonical_names, write_settings};
use crate::native::args::text_arg::{
    char_of_code, list_items, list_or_text, need_text, new_atom, new_chars, new_codes, new_string, push_atomic,
};

pub(in crate::builtins) const TABLE: &[Native] = &[
    Native::new(
        "format(+format)",
        1,
        NativeRun::Control(|m| {
            let format = m.arg(0);
            start(m, None, format, Cell::NIL)
        }),
    )
    .doc("Writes a text with directives such as ~n to the current output.")
    .examples(&[("with_output_to(string(S), format(\"a~n\"))", "S = \"a\\n\"")]),
    Native::new(
        "format(+format, +arguments)",
        2,
        NativeRun::Control(|m| {
            let (format, arguments) = (m.arg(0), m.arg(1));
            start(m, None, format, arguments)
        }),
    )
    .doc(
        "Writes a text with directives: ~w write, ~q writeq, ~p print, ~k write_canonical, ~W write_term \
             with the next argument as options; ~a an atom, ~s a text, ~3s at most three of its characters, ~c a \
             character code; ~d an integer, ~2d with two decimals, ~D with commas, ~8r in radix 8, ~e, ~f \
             and ~g a float, with capitals ~R, ~E and ~G; ~@ the output of a goal; ~n a newline, ~N a \
             newline unless at the start of a line; ~i skips an argument; ~t fills and ~30| or ~8+ sets a \
             column, ~`-t fills with another character; ~* takes the number from the arguments.",
    )
    .examples(&[(
        "with_output_to(string(S), format(\"~w, ~2f\", [f(x), 1.5]))",
        "S = \"f(x), 1.50\"",
    )]),
    Native::new(
        "format(+sink, +format, +arguments)",
        3,
        NativeRun::Control(|m| {
            let (sink, format, arguments) = (m.arg(0), m.arg(1), m.arg(2));
            start(m, Some(sink), format, arguments)
        }),
    )
    .doc(
        "Like format/2, but writes to a stream, or unifies the argument of atom(A), string(S), codes(C) \
             or chars(C) with the text.",
    )
    .examples(&[
        ("format(atom(A), \"~w and ~q\", [a, 'B'])", "A = 'a and \\'B\\''"),
        ("format(atom(A), \"~t~d~6|\", [42])", "A = '    42'"),
        ("format(atom(A), \"~2f ~D\", [2, 1234567])", "A = '2.00 1,234,567'"),
    ]),
    det!("$format(+sink, +format, +arguments)", 3, format_3)
        .doc("Like format/3, with '$formatted'(Text) in the arguments for each goal of ~@."),
    det!("$format_split(+format, +arguments, -rest, -goals)", 4, format_split_4)
        .doc("Removes the goals of ~@ from the arguments; goals is the list of Goal-Text."),
];

/// Maximum numeric argument of a directive.
const MAX_NUMBER: i64 = 1 << 24;

/// The letters of all directives.
const LETTERS: &[u8] = b"~nNt|+iWw@pqkascdDIrReEfgG";

/// Bytes that arguments add to most texts.
const COMMON_LENGTH: usize = 48;

/// The name of the sink that denotes the current output.
const CURRENT: &str = "$current_output";

fn start(m: &mut Machine, sink: Option<Cell>, format: Cell, arguments: Cell) -> Result<Next, Stop> {
    let mut text = format_text(m, format);
    // The arguments of a goal that was called with a module are qualified by it.
    let (module, mut arguments) = m.strip_module(known::USER, arguments)?;
    let mut format = format;
    if !m.session.lasting.directives.is_empty()
        && let Some(plain) = &text
        && let Some((replaced, others)) = format_users::replaced(m, plain, arguments)?
    {
        format = format_users::text_cell(m, &replaced)?;
        (text, arguments) = (Some(replaced), others);
    }
    if text.as_deref().is_some_and(|text| directives_have_goals(m, text)) {
        let name = m.intern("$format_goals");
        let sink = sink.unwrap_or_else(|| new_atom(m, CURRENT));
        let goal = [sink, format, arguments, Cell::atom(module)];
        return Ok(Next::Call(m.heap.new_term(name, &goal)));
    }
    put_text(m, sink, format, text, arguments)?;
    Ok(Next::Continue)
}

fn format_3(m: &mut Machine, sink: Cell, format: Cell, arguments: Cell) -> Step {
    let current = matches!(m.view(sink), View::Atom(name) if m.atoms.text(name) == CURRENT);
    let text = format_text(m, format);
    put_text(m, (!current).then_some(sink), format, text, arguments)
}

/// Formats the text and writes it to the sink; `text` is the text of the format, if it has been extracted already.
fn put_text(m: &mut Machine, sink: Option<Cell>, format: Cell, text: Option<String>, arguments: Cell) -> Step {
    if let Some(sink) = sink {
        match m.view(sink) {
            View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
            View::Struct(f, args) if f.name() != known::STREAM => {
                return put_term_of(m, sink, f, args, |m| {
                    let mut out = Columns::new(0, COMMON_LENGTH);
                    make_text(m, format, text, arguments, &mut out)?;
                    Ok(out.finish())
                });
            }
            _ => {}
        }
    }
    let id = match sink {
        Some(sink) => output_stream(m, sink)?,
        None => current_output(m)?,
    };
    let column = m.streams.get(id).map_or(0, |stream| stream.column());
    let mut out = Columns::new(column, COMMON_LENGTH);
    if let Err(stop) = make_text(m, format, text, arguments, &mut out) {
        if matches!(stop, Stop::Throw(_)) && m.exceptions.cause().is_none() {
            write_text(m, id, out.settled())?;
        }
        return Err(stop);
    }
    write_text(m, id, &out.finish())
}

/// Unifies the argument of the sink `atom(A)`, `string(S)`, `codes(Cs)` or the like with a text.
fn put_term_of(
    m: &mut Machine,
    sink: Cell,
    f: Functor,
    args: usize,
    text: impl FnOnce(&mut Machine) -> Result<String, Stop>,
) -> Step {
    type Make = fn(&mut Machine, &str, Cell) -> Result<Cell, Stop>;
    let (make, tail): (Make, _) = match (m.atoms.text(f.name()), f.arity()) {
        ("atom", 1) => (|m, text, _| Ok(new_atom(m, text)), Cell::NIL),
        ("string", 1) => (|m, text, _| new_string(m, text), Cell::NIL),
        ("codes", 1) => (new_codes, Cell::NIL),
        ("codes", 2) => (new_codes, m.heap.get(args + 1)),
        ("chars", 1) => (new_chars, Cell::NIL),
        ("chars", 2) => (new_chars, m.heap.get(args + 1)),
        _ => {
            let domain = new_atom(m, "output_sink");
            let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, sink]);
            return Err(m.throw_error(formal));
        }
    };
    let text = text(m)?;
    let new = make(m, &text, tail)?;
    let result = m.heap.get(args);
    m.unify(result, new)
}

/// A directive: its numeric argument and its letter.
struct Directive {
    number: Option<i64>,
    /// Whether numbers are written as the locale asks.
    local: bool,
    letter: char,
}

impl Directive {
    /// Returns the number of bytes that the numeric argument may request as characters, zeros or digits.
    fn repeated_bytes(&self) -> usize {
        match (self.letter, self.number) {
            ('c' | '|' | '+', Some(number)) => char::MAX.len_utf8() * number as usize,
            ('t' | 'i' | 'r' | 'R', _) | (_, None) => 0,
            (_, Some(number)) => number as usize,
        }
    }
}

/// The remaining arguments.
struct FormatArguments {
    items: std::vec::IntoIter<Cell>,
}

impl FormatArguments {
    /// Takes a list of arguments; any other term is a single argument.
    fn new(m: &mut Machine, arguments: Cell) -> FormatArguments {
        let items = list_items(m, arguments).unwrap_or_else(|_| vec![m.deref(arguments)]);
        FormatArguments {
            items: items.into_iter(),
        }
    }

    fn next(&mut self, m: &mut Machine) -> Result<Cell, Stop> {
        match self.items.next() {
            Some(item) => Ok(item),
            None => Err(format_error(m, "not enough arguments")),
        }
    }
}

/// Returns `error(format(Message), _)`.
fn format_error(m: &mut Machine, message: &str) -> Stop {
    let (name, message) = (m.intern("format"), new_atom(m, message));
    let formal = m.heap.new_term(name, &[message]);
    m.throw_error(formal)
}

/// Returns `error(format_argument_type(Letter, Argument), _)`.
fn argument_error(m: &mut Machine, letter: char, argument: Cell) -> Stop {
    let name = m.intern("format_argument_type");
    let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
    let formal = m.heap.new_term(name, &[letter, argument]);
    m.throw_error(formal)
}

/// Adds the letter of the directive to an error about its argument.
fn with_letter(m: &mut Machine, letter: char, stop: Stop) -> Stop {
    let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
    let name = m.intern("format_directive");
    let note = m.heap.new_term(name, &[letter]);
    m.exceptions.with_note(&mut m.heap, stop, note)
}

/// Returns the text of the format or of the argument of `~s`; a number is not accepted.
fn format_text(m: &mut Machine, cell: Cell) -> Option<String> {
    if m.heap.number(cell).is_some() {
        return None;
    }
    list_or_text(m, cell)
}

/// Like [`format_text`], but raises an error for any other term.
fn need_format_text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    if m.heap.number(cell).is_some() {
        return Err(m.type_error(Type::Text, cell));
    }
    need_text(m, cell)
}

/// Evaluates an argument to an integer.
fn need_integer(m: &mut Machine, letter: char, argument: Cell) -> Result<IBig, Stop> {
    let number = m.eval(argument)?;
    integer(&number).ok_or_else(|| argument_error(m, letter, argument))
}

/// Parses the rest of a directive after its tilde.
fn directive(
    m: &mut Machine,
    chars: &mut std::str::Chars<'_>,
    arguments: &mut FormatArguments,
) -> Result<Directive, Stop> {
    let mut next = chars.next();
    let mut number = None;
    match next {
        Some('`') => {
            number = chars.next().map(|c| i64::from(c as u32));
            next = chars.next();
        }
        Some('*') => {
            let argument = arguments.next(m)?;
            number = Some(repetition(m, argument)?);
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
    let local = next == Some(':');
    if local {
        next = chars.next();
    }
    let Some(letter) = next else {
        return Err(format_error(m, "truncated format specification"));
    };
    if !u8::try_from(letter).is_ok_and(|letter| LETTERS.contains(&letter)) {
        let kind = new_atom(m, "format_character");
        let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
        let formal = m.heap.new_term(known::EXISTENCE_ERROR, &[kind, letter]);
        return Err(m.throw_error(formal));
    }
    if !matches!(letter, 't' | 'r' | 'R') && number.is_some_and(|number| number > MAX_NUMBER) {
        return Err(m.resource_error(limit::Limit::Output));
    }
    Ok(Directive { number, local, letter })
}

/// Returns the numeric argument of `~*`.
fn repetition(m: &mut Machine, argument: Cell) -> Result<i64, Stop> {
    match m.heap.number(argument).as_ref().and_then(integer) {
        Some(value) if value >= IBig::ZERO => Ok(i64::try_from(&value).unwrap_or(i64::MAX)),
        _ => Err(format_error(m, "no or negative integer for `*' argument")),
    }
}

/// Formats the whole text. `text` is that of the format, if it has been extracted already. If there is an error, `out` has
/// what comes before the directive that raised it.
fn make_text(m: &mut Machine, format: Cell, text: Option<String>, arguments: Cell, out: &mut Columns) -> Step {
    let format = match text {
        Some(text) => text,
        None => need_format_text(m, format)?,
    };
    let mut arguments = FormatArguments::new(m, arguments);
    out.text().reserve(format.len());
    let mut rest = format.chars();
    loop {
        let text = rest.as_str();
        let Some(tilde) = text.bytes().position(|byte| byte == b'~') else {
            out.text().push_str(text);
            break;
        };
        out.text().push_str(&text[..tilde]);
        rest = text[tilde + 1..].chars();
        let directive = directive(m, &mut rest, &mut arguments)?;
        let most = m.limits.memory().saturating_sub(m.stack_bytes());
        if out.text().len() + directive.repeated_bytes() > most {
            return Err(m.resource_error(limit::Limit::Memory));
        }
        apply(m, &directive, &mut arguments, out)?;
    }
    match arguments.items.next() {
        Some(_) => Err(format_error(m, "too many arguments")),
        None => Ok(()),
    }
}

fn apply(m: &mut Machine, directive: &Directive, arguments: &mut FormatArguments, out: &mut Columns) -> Step {
    let count = directive.number.map(|number| number as usize);
    match directive.letter {
        '~' => out.text().push('~'),
        'n' => (0..count.unwrap_or(1)).for_each(|_| out.text().push('\n')),
        'N' if out.column() > 0 => out.text().push('\n'),
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
            push_term(m, term, &settings, out.text())?;
        }
        letter => {
            let argument = arguments.next(m)?;
            if directive.local
                && matches!(letter, 'd' | 'f')
                && let Some(locale) = Locale::current(m)
            {
                let mut text = String::new();
                push_argument(m, letter, count, argument, &mut text).map_err(|stop| with_letter(m, letter, stop))?;
                // Separators may be longer than digits.
                let room = m.limits.memory().saturating_sub(m.stack_bytes());
                if text.len().saturating_mul(locale.most()) > room {
                    return Err(m.resource_error(limit::Limit::Memory));
                }
                locale.push(&text, out.text());
                return Ok(());
            }
            push_argument(m, letter, count, argument, out.text()).map_err(|stop| with_letter(m, letter, stop))?;
        }
    }
    Ok(())
}

/// Appends the text of a directive that takes an argument.
fn push_argument(m: &mut Machine, letter: char, count: Option<usize>, argument: Cell, out: &mut String) -> Step {
    match letter {
        'w' => return push_term(m, argument, &WriteSettings::plain(), out),
        '@' => {
            let text = formatted_text(m, argument).unwrap_or(argument);
            out.push_str(&need_text(m, text)?);
        }
        'p' if formatted_text(m, argument).is_some() => return push_argument(m, '@', count, argument, out),
        'q' | 'p' => return push_term(m, argument, &WriteSettings::quoted(), out),
        'k' => {
            let push = |m: &mut Machine, names| push_term(m, argument, &canonical(names), out);
            return with_canonical_names(m, argument, push);
        }
        'a' => {
            if !push_atomic(m, argument, out) {
                return Err(argument_error(m, letter, argument));
            }
        }
        's' => {
            let Some(text) = format_text(m, argument) else {
                return Err(argument_error(m, letter, argument));
            };
            match count {
                Some(count) => out.push_str(at_most(&text, count)),
                None => out.push_str(&text),
            }
        }
        'c' => {
            let code = match m.view(argument) {
                View::Int(code) => char_of_code(code),
                _ => None,
            };
            match code {
                Some(c) => out.extend(std::iter::repeat_n(c, count.unwrap_or(1))),
                None => return Err(argument_error(m, letter, argument)),
            }
        }
        'd' | 'D' | 'I' | 'r' | 'R' => match m.view(argument) {
            View::Int(value) if letter == 'd' && count.is_none_or(|count| count == 0) => push_int(out, value),
            _ => out.push_str(&integer_text(m, letter, count, argument)?),
        },
        'e' | 'E' | 'f' | 'g' | 'G' => {
            let number = m.eval(argument)?;
            let digits = count.unwrap_or(6);
            let text = match letter {
                'e' | 'E' => exponential(to_float(&number), digits),
                'f' => fixed(m.limits.watch(), &number, digits).map_err(|error| m.number_error(error))?,
                _ => general(to_float(&number), digits),
            };
            if letter.is_ascii_uppercase() {
                out.push_str(&text.to_ascii_uppercase());
            } else {
                out.push_str(&text);
            }
        }
        _ => unreachable!("one of LETTERS"),
    }
    Ok(())
}

/// Returns the first `count` characters of a text.
fn at_most(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// Returns the text in `'$formatted'(Text)`, the output of a goal that has run.
fn formatted_text(m: &Machine, argument: Cell) -> Option<Cell> {
    match m.view(argument) {
        View::Struct(f, args) if f.arity() == 1 && m.atoms.text(f.name()) == "$formatted" => Some(m.heap.get(args)),
        _ => None,
    }
}

fn integer_text(m: &mut Machine, letter: char, count: Option<usize>, argument: Cell) -> Result<String, Stop> {
    let value = need_integer(m, letter, argument)?;
    // A digit of a small radix encodes few bits.
    let bits = if matches!(letter, 'r' | 'R') {
        count.unwrap_or(8).max(2).ilog2()
    } else {
        3
    };
    if value.bit_len() / bits as usize > m.limits.memory().saturating_sub(m.stack_bytes()) {
        return Err(m.resource_error(limit::Limit::Memory));
    }
    let watch = m.limits.watch();
    Ok(match letter {
        'd' => fixed_integer(watch, &value, count.unwrap_or(0), "", 3),
        'D' => fixed_integer(watch, &value, count.unwrap_or(0), ",", 3),
        'I' => fixed_integer(watch, &value, 0, "_", count.unwrap_or(3)),
        _ => match count.unwrap_or(8) {
            radix @ 2..=36 => in_radix(watch, &value, radix as u8, letter == 'R'),
            radix => {
                let culprit = Cell::int(radix as i64);
                return Err(m.domain_error(Domain::Radix, culprit));
            }
        },
    })
}

/// Whether the format has a `~@`, or a `~p` while the user has defined `portray/1`.
fn directives_have_goals(m: &mut Machine, format: &str) -> bool {
    if !format.bytes().any(|byte| matches!(byte, b'@' | b'p')) {
        return false;
    }
    let letters = letters(format);
    letters.contains(&'@') || letters.contains(&'p') && is_portray_defined(m)
}

/// Returns the letters of the directives that take an argument, with `*` for a numeric argument.
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
    let mut items: Vec<Cell> = FormatArguments::new(m, arguments).items.collect();
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
        assert!(letters("100% @ home~").is_empty());
    }
}
