//! `style_check/1`: which checks of a text's style are made.

use crate::code::style::Style;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;

use crate::native::args::stream_arg::{atom_name, boolean};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$checks_style(+name)", 1, checks_style_1)
        .doc("True if the check is made in the text that is being loaded, or at the prompt."),
    det!("$check_style(+name, +on)", 2, check_style_2)
        .doc("Turns a check of the style on or off; fails if there is none of this name."),
];

fn style(m: &Machine, name: Cell) -> Result<Style, Stop> {
    let name = atom_name(m, name).ok_or(Stop::Fail)?;
    let found = Style::ALL.iter().find(|&&(known, _)| known == name);
    found.map(|&(_, style)| style).ok_or(Stop::Fail)
}

fn checks_style_1(m: &mut Machine, name: Cell) -> Step {
    let style = style(m, name)?;
    holds(m.loading.checks(style))
}

fn check_style_2(m: &mut Machine, name: Cell, on: Cell) -> Step {
    let style = style(m, name)?;
    let on = boolean(m, on)?;
    m.loading.set_check(style, on);
    Ok(())
}
