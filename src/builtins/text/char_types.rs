//! `char_type/2` and `code_type/2`: character classes. Not in the standard.
//!
//! A state is one number: the character tried last, times the number of classes, plus the class.

use unicode_properties::GeneralCategory;

use crate::base::category::category;
use crate::base::iso_error::{Limit, Type};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::chars::{self, is_symbol, is_word};

use crate::builtins::text::atoms::{lower_char, upper_char};
use crate::native::args::text_arg::{char_of_atom, char_of_code, new_char};

pub(in crate::builtins) const TABLE: &[Native] = &[
    nondet!("char_type(?char, ?type)", 2, char_type_2)
        .first(|m| has_class(m, false))
        .doc("True if char has this type, such as alpha, digit(Weight), space, upper(Lower) or to_lower(Upper).")
        .examples(&[
            ("char_type('7', digit(W))", "W = 7"),
            ("char_type(a, upper(_))", "false"),
        ]),
    nondet!("code_type(?code, ?type)", 2, code_type_2)
        .first(|m| has_class(m, true))
        .doc("Like char_type/2, for character codes.")
        .examples(&[
            ("code_type(0'a, alpha)", "true"),
            ("code_type(0'A, upper(L))", "L = 97"),
            ("code_type(X, to_lower(0'A))", "X = 97"),
        ]),
];

/// The result of testing a character for a class.
#[derive(Clone, Copy, PartialEq, Debug)]
enum CharOutcome {
    /// It is not in the class.
    No,
    /// It is in the class.
    Yes,
    /// It is in the class, with this number as argument.
    Number(i64),
    /// It is in the class, with this character as argument.
    Char(char),
}

/// A class: its name, whether it has an argument, and its test.
struct TypeClass {
    name: &'static str,
    argument: bool,
    test: fn(char) -> CharOutcome,
}

const fn plain(name: &'static str, test: fn(char) -> CharOutcome) -> TypeClass {
    TypeClass {
        name,
        argument: false,
        test,
    }
}

const fn with(name: &'static str, test: fn(char) -> CharOutcome) -> TypeClass {
    TypeClass {
        name,
        argument: true,
        test,
    }
}

/// All classes, in the order in which they are tried.
const CLASSES: &[TypeClass] = &[
    plain("alnum", |c| class_test(is_alnum(c))),
    plain("alpha", |c| class_test(is_alpha(c))),
    plain("csym", |c| class_test(is_alnum(c) || c == '_')),
    plain("csymf", |c| class_test(is_alpha(c) || c == '_')),
    plain("prolog_var_start", |c| {
        class_test(chars::class(c) == chars::Class::Upper)
    }),
    plain("prolog_atom_start", |c| {
        class_test(chars::class(c) == chars::Class::Lower)
    }),
    plain("prolog_identifier_continue", |c| class_test(is_word(c))),
    plain("prolog_symbol", |c| class_test(is_symbol(c))),
    plain("decimal", |c| class_test(is_decimal(c))),
    with("decimal", decimal),
    plain("ascii", |c| class_test(c.is_ascii())),
    plain("white", |c| class_test(matches!(c, ' ' | '\t'))),
    plain("cntrl", |c| class_test(c.is_control())),
    plain("digit", |c| class_test(c.is_ascii_digit())),
    plain("print", |c| class_test(is_print(c))),
    plain("graph", |c| class_test(is_graph(c))),
    plain("lower", |c| class_test(is_lower(c))),
    with("lower", |c| {
        if is_lower(c) {
            CharOutcome::Char(upper_char(c))
        } else {
            CharOutcome::No
        }
    }),
    plain("upper", |c| class_test(is_upper(c))),
    with("upper", |c| {
        if is_upper(c) {
            CharOutcome::Char(lower_char(c))
        } else {
            CharOutcome::No
        }
    }),
    plain("punct", |c| class_test(is_graph(c) && !is_alnum(c))),
    plain("space", |c| class_test(is_space(c))),
    plain("end_of_line", |c| class_test(matches!(c, '\n'..='\r'))),
    plain("newline", |c| class_test(c == '\n')),
    plain("period", |c| class_test(matches!(c, '.' | '!' | '?'))),
    plain("quote", |c| class_test(matches!(c, '\'' | '"' | '`'))),
    with("to_lower", |c| CharOutcome::Char(upper_char(c))),
    with("to_upper", |c| CharOutcome::Char(lower_char(c))),
    with("paren", |c| match c {
        '(' => CharOutcome::Char(')'),
        '[' => CharOutcome::Char(']'),
        '{' => CharOutcome::Char('}'),
        _ => CharOutcome::No,
    }),
    with("digit", digit),
    with("xdigit", |c| {
        c.to_digit(16)
            .map_or(CharOutcome::No, |weight| CharOutcome::Number(i64::from(weight)))
    }),
    with("code", |c| CharOutcome::Number(i64::from(c as u32))),
];

fn class_test(is: bool) -> CharOutcome {
    if is { CharOutcome::Yes } else { CharOutcome::No }
}

fn digit(c: char) -> CharOutcome {
    c.to_digit(10)
        .map_or(CharOutcome::No, |weight| CharOutcome::Number(i64::from(weight)))
}

/// Tests for a decimal digit; digits of other scripts are in runs of ten, from 0 to 9.
fn decimal(c: char) -> CharOutcome {
    if !is_decimal(c) {
        return CharOutcome::No;
    }
    let before = (0..u32::from(c)).rev().map_while(char::from_u32);
    let weight = before.take_while(|&other| is_decimal(other)).count();
    CharOutcome::Number(weight as i64 % 10)
}

fn is_decimal(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && category(c) == GeneralCategory::DecimalNumber)
}

/// Whether a character is a letter; digits of scripts other than ASCII count as letters.
fn is_alpha(c: char) -> bool {
    c.is_alphabetic() || (!c.is_ascii() && is_decimal(c))
}

fn is_alnum(c: char) -> bool {
    c.is_alphabetic() || is_decimal(c)
}

/// Whether a character is lower case; letters such as `ǅ` are both lower and upper case.
fn is_lower(c: char) -> bool {
    c.is_lowercase() || is_title(c)
}

fn is_upper(c: char) -> bool {
    c.is_uppercase() || is_title(c)
}

fn is_title(c: char) -> bool {
    !c.is_ascii() && category(c) == GeneralCategory::TitlecaseLetter
}

/// Spaces at which no line may be broken, and next line, are none.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{85}' | '\u{A0}' | '\u{2007}' | '\u{202F}')
}

fn is_graph(c: char) -> bool {
    !is_space(c) && !c.is_control() && (c.is_ascii() || category(c) != GeneralCategory::Unassigned)
}

fn is_print(c: char) -> bool {
    is_graph(c) || c == ' ' || (!c.is_ascii() && category(c) == GeneralCategory::SpaceSeparator)
}

fn char_type_2(m: &mut Machine, state: Option<Cell>, char: Cell, class: Cell) -> Result<Option<Cell>, Stop> {
    classes(m, state, char, class, false)
}

fn code_type_2(m: &mut Machine, state: Option<Cell>, code: Cell, class: Cell) -> Result<Option<Cell>, Stop> {
    classes(m, state, code, class, true)
}

/// Whether two names begin with the same byte: most differ there.
fn begins_as(a: &str, b: &str) -> bool {
    a.as_bytes().first() == b.as_bytes().first()
}

/// Tests a known character for a known class.
fn has_class(m: &mut Machine, codes: bool) -> Option<Step> {
    let (char, class) = (m.arg(0), m.arg(1));
    let c = match m.view(char) {
        View::Int(code) => char_of_code(code)?,
        _ => char_of_atom(m, char)?,
    };
    let (name, argument) = match m.view(class) {
        View::Atom(name) => (name, None),
        View::Struct(f, args) if f.arity() == 1 => (f.name(), Some(m.heap.get(args))),
        _ => return None,
    };
    let name = m.atoms.text(name);
    let of = CLASSES
        .iter()
        .find(|of| of.argument == argument.is_some() && begins_as(of.name, name) && of.name == name)?;
    if argument.is_some_and(|argument| !m.deref(argument).is_variable()) {
        return None;
    }
    let new = match (of.test)(c) {
        CharOutcome::No => return Some(Err(Stop::Fail)),
        CharOutcome::Yes => return Some(Ok(())),
        CharOutcome::Number(n) => Cell::int(n),
        CharOutcome::Char(other) => make(m, other, codes),
    };
    Some(m.unify(argument?, new))
}

/// Returns the character in an argument, given as a character or a code; `None` if it is unbound.
fn char_arg(m: &mut Machine, cell: Cell) -> Result<Option<char>, Stop> {
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) => Ok(None),
        View::Int(code) => match char_of_code(code) {
            Some(c) => Ok(Some(c)),
            None => Err(m.representation_error(Limit::CharacterCode)),
        },
        _ => match char_of_atom(m, cell) {
            Some(c) => Ok(Some(c)),
            None => Err(m.type_error(Type::Character, cell)),
        },
    }
}

fn classes(m: &mut Machine, state: Option<Cell>, char: Cell, class: Cell, codes: bool) -> Result<Option<Cell>, Stop> {
    if m.view(char) == View::Int(-1) {
        let end = m.intern("end_of_file");
        m.unify(class, Cell::atom(end))?;
        return Ok(None);
    }
    let wanted = match m.view(class) {
        View::Var(_) | View::Attributed(_) => None,
        View::Atom(name) => Some((m.atoms.text(name).to_owned(), None)),
        View::Struct(f, args) if f.arity() == 1 => Some((m.atoms.text(f.name()).to_owned(), Some(m.heap.get(args)))),
        _ => return Err(m.type_error(Type::CharClass, class)),
    };
    if wanted
        .as_ref()
        .is_some_and(|(name, argument)| name == "end_of_file" && argument.is_none())
    {
        // It is the class of no character, but of the code that reading gives at the end.
        return match char_arg(m, char)? {
            Some(_) => Err(Stop::Fail),
            None => m.unify(char, Cell::int(-1)).map(|()| None),
        };
    }
    let fits = |of: &TypeClass| {
        wanted
            .as_ref()
            .is_none_or(|(name, argument)| of.name == name && of.argument == argument.is_some())
    };
    let tried: Vec<usize> = (0..CLASSES.len()).filter(|&i| fits(&CLASSES[i])).collect();
    if tried.is_empty() {
        return Err(m.type_error(Type::CharClass, class));
    }
    let known = char_arg(m, char)?;
    let argument = match wanted.and_then(|(_, argument)| argument) {
        Some(argument) if !m.deref(argument).is_variable() => Some(argument),
        _ => None,
    };
    // With the character unbound, to_lower/1, to_upper/1 and xdigit/1 determine it by their argument.
    if let (None, Some(given)) = (known, argument) {
        let other = match CLASSES[tried[0]].name {
            "to_lower" => char_arg(m, given)?.map(lower_char),
            "to_upper" => char_arg(m, given)?.map(upper_char),
            "xdigit" => match m.view(given) {
                View::Int(weight) => u32::try_from(weight)
                    .ok()
                    .and_then(|weight| char::from_digit(weight, 16)),
                _ => None,
            },
            _ => None,
        };
        if let Some(other) = other {
            let new = make(m, other, codes);
            m.unify(char, new)?;
            return Ok(None);
        }
    }
    // The known argument: a number, or a character in either form.
    let (number, other) = match argument.map(|argument| m.view(argument)) {
        Some(View::Int(n)) => (Some(n), char_of_code(n)),
        Some(_) => (None, argument.and_then(|argument| char_of_atom(m, argument))),
        None => (None, None),
    };
    // A letter that already has the case is converted to itself.
    if known.is_some() && known == other && tried.iter().any(|&i| CLASSES[i].name.starts_with("to_")) {
        return Ok(None);
    }
    let agrees = |outcome: CharOutcome| match outcome {
        CharOutcome::No => false,
        CharOutcome::Yes => true,
        CharOutcome::Number(n) => argument.is_none() || number == Some(n),
        CharOutcome::Char(c) => argument.is_none() || other == Some(c),
    };
    let next = |from: usize| search(from, known, &tried, agrees);
    let at = next(state.map_or(0, |state| state.as_int() as usize)).ok_or(Stop::Fail)?;
    let (c, index) = split(at);
    let of = &CLASSES[index];
    if known.is_none() {
        m.poll()?;
        let new = make(m, c, codes);
        m.unify(char, new)?;
    }
    let name = m.intern(of.name);
    match (of.test)(c) {
        CharOutcome::Number(n) if argument.is_none() => {
            let new = m.heap.new_term(name, &[Cell::int(n)]);
            m.unify(class, new)?;
        }
        CharOutcome::Char(other) if argument.is_none() => {
            let other = make(m, other, codes);
            let new = m.heap.new_term(name, &[other]);
            m.unify(class, new)?;
        }
        CharOutcome::Yes => m.unify(class, Cell::atom(name))?,
        _ => {}
    }
    // Looking ahead over all characters would cost more than a choice point that fails.
    let more = if known.is_some() { next(at + 1) } else { Some(at + 1) };
    Ok(more.map(|at| Cell::int(at as i64)))
}

fn make(m: &mut Machine, c: char, codes: bool) -> Cell {
    if codes {
        Cell::int(i64::from(c as u32))
    } else {
        new_char(m, c)
    }
}

/// Splits a state into character and class.
fn split(state: usize) -> (char, usize) {
    let c = char_of_code((state / CLASSES.len()) as i64).unwrap_or('\0');
    (c, state % CLASSES.len())
}

/// Returns the first state at or after `from` whose character is in its class.
fn search(from: usize, known: Option<char>, tried: &[usize], agrees: impl Fn(CharOutcome) -> bool) -> Option<usize> {
    let count = CLASSES.len();
    let (first, last) = match known {
        Some(c) => (c as usize, c as usize),
        None => (from / count, char::MAX as usize),
    };
    for code in first..=last {
        let Some(c) = char_of_code(code as i64) else { continue };
        let start = if code == from / count { from % count } else { 0 };
        let found = tried
            .iter()
            .find(|&&index| index >= start && agrees((CLASSES[index].test)(c)));
        if let Some(index) = found.filter(|_| code >= from / count) {
            return Some(code * count + index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(c: char) -> Vec<&'static str> {
        CLASSES
            .iter()
            .filter(|class| !class.argument && (class.test)(c) != CharOutcome::No)
            .map(|class| class.name)
            .collect()
    }

    #[test]
    fn classes_of_some_characters() {
        assert_eq!(
            of('_'),
            [
                "csym",
                "csymf",
                "prolog_var_start",
                "prolog_identifier_continue",
                "ascii",
                "print",
                "graph",
                "punct"
            ]
        );
        assert_eq!(of(' '), ["ascii", "white", "print", "space"]);
        assert_eq!(of('\n'), ["ascii", "cntrl", "space", "end_of_line", "newline"]);
        assert!(of('é').contains(&"lower"));
    }

    #[test]
    fn searching_goes_over_characters_and_classes() {
        let digit = CLASSES
            .iter()
            .position(|class| class.name == "digit" && class.argument)
            .expect("it is listed");
        let is_five = |outcome| outcome == CharOutcome::Number(5);
        let found = search(0, None, &[digit], is_five).expect("there is a five");
        assert_eq!(split(found), ('5', digit));
        assert_eq!(search(found + 1, None, &[digit], is_five), None);
        assert_eq!(
            search(0, Some('x'), &[digit], |outcome| outcome != CharOutcome::No),
            None
        );
    }
}
