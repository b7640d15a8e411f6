//! Looking at compiled code: vm_list/1.

use crate::code::instr::Instr;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, det};
use crate::term::cell::{Cell, Tag};

use super::clauses::parse_indicator;

pub(super) const TABLE: &[Native] = &[det!("$vm_list(+indicator, -clauses)", 2, vm_list_2)
    .doc("The code of each clause of a predicate: a list of lists of strings, one for each instruction.")];

fn vm_list_2(m: &mut Machine, indicator: Cell, clauses: Cell) -> Step {
    let (module, functor) = parse_indicator(m, indicator)?;
    let mut lists = Vec::new();
    if let Some(pred) = m.db.find(module, functor) {
        for id in m.db.live(pred) {
            let code = m.clause_code(id)?;
            let texts: Vec<String> = m.db.arena.instrs[code].iter().map(|instr| listing(m, instr)).collect();
            let lines: Vec<Cell> = texts.iter().map(|text| m.heap.new_string(text)).collect();
            lists.push(m.heap.new_list(&lines, Cell::NIL));
        }
    }
    let list = m.heap.new_list(&lists, Cell::NIL);
    m.unify(clauses, list)
}

/// An instruction with what its operands name: constants and functors by their text, predicates by
/// name and arity, registers as `x0`, slots as `y0`.
fn listing(m: &Machine, instr: &Instr) -> String {
    let text = instr.listing();
    let words = text.split(' ').map(|word| match word.split_once('=') {
        Some(("value" | "functor", id)) => constant(m, id),
        Some(("pred", id)) => predicate(m, id),
        Some((
            "x" | "a" | "b" | "from" | "to" | "head" | "tail" | "x1" | "x2" | "x3" | "from1" | "from2" | "from3"
            | "to1" | "to2" | "to3",
            id,
        )) if !matches!(instr, Instr::Jump { .. }) => {
            format!("x{id}")
        }
        Some(("y" | "y1" | "y2" | "y3", id)) => format!("y{id}"),
        _ => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn constant(m: &Machine, id: &str) -> String {
    let cell = id.parse::<usize>().ok().and_then(|id| m.db.arena.constants.get(id));
    match cell {
        Some(cell) if cell.tag() == Tag::Atm => m.atoms.text(cell.as_atom()).to_string(),
        Some(cell) if cell.tag() == Tag::Hdr => {
            let functor = cell.as_functor();
            format!("{}/{}", m.atoms.text(functor.name()), functor.arity())
        }
        Some(cell) => format!("{cell:?}"),
        None => id.to_string(),
    }
}

fn predicate(m: &Machine, id: &str) -> String {
    match id.parse::<usize>().ok().and_then(|id| m.db.preds.get(id)) {
        Some(p) => format!("{}/{}", m.atoms.text(p.functor.name()), p.functor.arity()),
        None => id.to_string(),
    }
}
