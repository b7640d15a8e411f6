//! Directives of `format/2` that programs define, `format_predicate/2`.
//!
//! Before a text is formatted, each such directive becomes `~@` and its arguments become the goal that prints them.

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::session::UserDirective;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::{char_of_code, list_items, new_atom, new_string};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!(
        "$format_predicate(+letter, +module, +name, +arity)",
        4,
        format_predicate_4
    )
    .doc("Makes the predicate print the directive of this letter."),
    det!("$format_predicates(-predicates)", 1, format_predicates_1)
        .doc("Unifies predicates with the list of Code-(Module:Head) of the directives that the program defines."),
];

fn format_predicate_4(m: &mut Machine, letter: Cell, module: Cell, name: Cell, arity: Cell) -> Step {
    let code = match m.view(letter) {
        View::Int(code) => char_of_code(code),
        View::Atom(atom) => {
            let mut chars = m.atoms.text(atom).chars();
            chars.next().filter(|_| chars.next().is_none())
        }
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => None,
    };
    let Some(code) = code else {
        return Err(m.type_error(Type::Character, letter));
    };
    let (View::Atom(module), View::Atom(name), View::Int(arity)) = (m.view(module), m.view(name), m.view(arity)) else {
        return Err(m.instantiation_error());
    };
    let directive = UserDirective {
        letter: code,
        module,
        predicate: Functor::new(name, arity as usize),
    };
    let directives = &mut m.session.lasting.directives;
    match directives.iter_mut().find(|old| old.letter == code) {
        Some(old) => *old = directive,
        None => directives.push(directive),
    }
    Ok(())
}

fn format_predicates_1(m: &mut Machine, predicates: Cell) -> Step {
    let directives = m.session.lasting.directives.clone();
    let cells: Vec<Cell> = directives
        .iter()
        .map(|directive| {
            let args: Vec<Cell> = (0..directive.predicate.arity()).map(|_| m.heap.new_var()).collect();
            let head = match args.is_empty() {
                true => Cell::atom(directive.predicate.name()),
                false => m.heap.new_struct(directive.predicate, &args),
            };
            let goal = m.heap.new_term(known::COLON, &[Cell::atom(directive.module), head]);
            let code = Cell::int(i64::from(u32::from(directive.letter)));
            m.heap.new_term(known::MINUS, &[code, goal])
        })
        .collect();
    let list = new_list(m, &cells)?;
    m.unify(predicates, list)
}

/// Replaces the directives that the program defines; `None` if the format has none.
pub(super) fn replaced(m: &mut Machine, format: &str, arguments: Cell) -> Result<Option<(String, Cell)>, Stop> {
    if m.session.lasting.directives.is_empty() {
        return Ok(None);
    }
    let items = list_items(m, arguments).unwrap_or_else(|_| vec![arguments]);
    let mut items = items.into_iter();
    let (mut text, mut left) = (String::with_capacity(format.len()), Vec::new());
    let (mut chars, mut found) = (format.chars(), false);
    while let Some(c) = chars.next() {
        text.push(c);
        if c != '~' {
            continue;
        }
        let begun = text.len();
        let (mut number, mut next) = (None, chars.next());
        if next == Some('`') {
            let fill = chars.next();
            text.extend(['`'].into_iter().chain(fill));
            number = fill.map(|c| Cell::int(i64::from(u32::from(c))));
            next = chars.next();
        }
        let mut value: i64 = 0;
        let mut star = None;
        while let Some(c) = next
            && (c.is_ascii_digit() || matches!(c, '*' | ':'))
        {
            if let Some(digit) = c.to_digit(10) {
                value = value
                    .saturating_mul(10)
                    .saturating_add(i64::from(digit))
                    .min(i64::from(u32::MAX));
                number = Some(Cell::int(value));
            } else if c == '*' {
                star = items.next();
                number = star;
            }
            text.push(c);
            next = chars.next();
        }
        let Some(letter) = next else {
            left.extend(star);
            break;
        };
        let directive = m
            .session
            .lasting
            .directives
            .iter()
            .find(|one| one.letter == letter)
            .copied();
        if let Some(directive) = directive {
            let number = number.unwrap_or_else(|| new_atom(m, "default"));
            let mut args = vec![number];
            args.extend(items.by_ref().take(directive.predicate.arity() - 1));
            if args.len() == directive.predicate.arity() {
                m.reserve(args.len() + 4)?;
                let head = m.heap.new_struct(directive.predicate, &args);
                left.push(m.heap.new_term(known::COLON, &[Cell::atom(directive.module), head]));
                text.truncate(begun);
                text.push('@');
                found = true;
                continue;
            }
            left.extend(args.into_iter().skip(1));
        } else {
            left.extend(star);
            let takes = match letter {
                '~' | 'n' | 'N' | 't' | '|' | '+' => 0,
                'W' => 2,
                _ => 1,
            };
            left.extend(items.by_ref().take(takes));
        }
        text.push(letter);
    }
    if !found {
        return Ok(None);
    }
    left.extend(items);
    let list = new_list(m, &left)?;
    Ok(Some((text, list)))
}

/// Makes the text of a format a term.
pub(super) fn text_cell(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    new_string(m, text)
}
