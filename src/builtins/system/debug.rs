//! Listing of compiled code: vm_list/1.
//!
//! The operands of an instruction are shown by their roles, which its row in the instruction set names.

use crate::base::ordered::Ordered;
use crate::code::instr::{ConstId, FAIL, Instr, Label, PredId, Role};
use crate::code::switch::SwitchTable;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::{Cell, Tag};

use crate::builtins::database::clauses::parse_indicator;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$vm_list(+indicator, -sections)", 2, vm_list_2).doc(
    "Unifies sections with the code of a predicate as a list of Title-Lines: each clause, and the \
             block through which a static predicate is entered.",
)];

fn vm_list_2(m: &mut Machine, indicator: Cell, sections: Cell) -> Step {
    let (module, functor) = parse_indicator(m, indicator)?;
    let mut pairs = Vec::new();
    if let Some(pred) = m.db.find(module, functor) {
        for (title, lines) in code_of(m, pred)? {
            let lines: Vec<Cell> = lines.iter().map(|line| m.heap.new_string(line)).collect();
            let (title, lines) = (m.heap.new_string(&title), m.heap.new_list(&lines, Cell::NIL));
            pairs.push(m.heap.new_term(crate::base::known::MINUS, &[title, lines]));
        }
    }
    let list = m.heap.new_list(&pairs, Cell::NIL);
    m.unify(sections, list)
}

/// A contiguous range of instructions.
struct CodeRange {
    /// `clause 2`, or empty for a part of the block.
    name: String,
    start: usize,
    length: usize,
    /// The number of its first instruction in the listing.
    first: usize,
}

/// Returns the sections of the listing of a predicate: their titles and lines.
fn code_of(m: &mut Machine, pred: PredId) -> Result<Vec<(String, Vec<String>)>, Stop> {
    let mut parts = Vec::new();
    for (i, id) in m.db.live(pred).into_iter().enumerate() {
        let code = m.clause_code(id)?;
        parts.push(CodeRange {
            name: format!("clause {}", i + 1),
            start: code.start,
            length: code.len(),
            first: 0,
        });
    }
    let mut count = 0;
    let (entry, blocks) = m.block_parts(pred)?;
    for (start, length) in blocks {
        let (start, length) = (start.address(), length as usize);
        parts.push(CodeRange {
            name: String::new(),
            start,
            length,
            first: count,
        });
        count += length;
    }
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for part in &parts {
        let title = if part.name.is_empty() { "block" } else { &part.name };
        if sections.last().is_none_or(|(last, _)| last != title) {
            let first = match part.name.is_empty() {
                true => vec![format!("    enter {}", target(&parts, part, entry))],
                false => Vec::new(),
            };
            sections.push((title.to_owned(), first));
        }
        let Some((_, lines)) = sections.last_mut() else {
            continue;
        };
        for at in part.start..part.start + part.length {
            let instr = m.db.arena.instrs[at];
            lines.push(format!(
                "{:3} {}",
                part.first + at - part.start,
                listing(m, &parts, part, instr)
            ));
            lines.extend(table_lines(m, &parts, instr));
        }
    }
    Ok(sections)
}

/// Returns the listing of an instruction: its name, and its operands by their roles.
fn listing(m: &Machine, parts: &[CodeRange], own: &CodeRange, instr: Instr) -> String {
    let (text, mut operands) = (format!("{instr:?}"), Vec::new());
    instr.each_operand(&mut |role, number| operands.push((role, number)));
    let mut words = text.split(' ');
    let mut line = words.next().unwrap_or_default().to_owned();
    for (word, (role, number)) in words.zip(operands) {
        line.push(' ');
        line += &match role {
            Role::reads | Role::writes => format!("x{number}"),
            Role::loads | Role::stores => format!("y{number}"),
            Role::label | Role::otherwise | Role::address => target(parts, own, Label::new(number)),
            Role::constant => constant(m, ConstId::new(number), instr),
            Role::pred | Role::owner => predicate(m, number),
            Role::record => format!("{} bytes", m.db.arena.records[number as usize].cell_bytes()),
            Role::table => continue,
            Role::frame | Role::plain => word.to_owned(),
        };
    }
    line
}

/// Returns a code address as text: a line of this section, or of another one.
fn target(parts: &[CodeRange], own: &CodeRange, address: Label) -> String {
    if address == FAIL {
        return "fail".to_owned();
    }
    let address = address.address();
    let found = parts
        .iter()
        .find(|part| (part.start..part.start + part.length).contains(&address));
    match found {
        Some(part) if part.name == own.name => format!("-> {}", part.first + address - part.start),
        Some(part) if part.name.is_empty() => format!("-> block {}", part.first + address - part.start),
        Some(part) => format!("-> {} {}", part.name, address - part.start),
        None => "-> candidates".to_owned(),
    }
}

/// Returns the table of a switch, a line for each type and each key.
fn table_lines(m: &Machine, parts: &[CodeRange], instr: Instr) -> Vec<String> {
    let mut table: Option<&SwitchTable> = None;
    instr.each_operand(&mut |role, number| {
        if role == Role::table {
            table = m.db.arena.tables.get(number as usize);
        }
    });
    let (Some(table), Some(own)) = (table, parts.last()) else {
        return Vec::new();
    };
    let types = [
        ("variable", table.variable),
        ("attributed", table.attributed),
        ("list", table.list),
        ("other", table.other),
    ];
    let mut lines: Vec<String> = types
        .iter()
        .map(|(name, label)| format!("      {name} {}", target(parts, own, *label)))
        .collect();
    let mut keys: Vec<String> = table
        .keys()
        .map(|key| {
            format!(
                "      {} {}",
                value(m, Cell::from_bits(key)),
                target(parts, own, table.find(key))
            )
        })
        .collect();
    keys.order();
    lines.append(&mut keys);
    lines
}

/// A constant, or the registers and slots that a wake-up keeps.
fn constant(m: &Machine, id: ConstId, instr: Instr) -> String {
    let constants = m.db.arena.constants.from(id);
    let numbers = |count: usize| -> Vec<String> {
        let cells = constants.iter().take(count);
        cells.map(|cell| cell.as_int().to_string()).collect()
    };
    match instr {
        Instr::Wake { .. } | Instr::WakeNeckCut { .. } => numbers(constants[0].as_int() as usize + 2).join(" "),
        Instr::Slots { .. } => numbers(constants[0].as_int() as usize + 1).join(" "),
        _ => value(m, constants[0]),
    }
}

fn value(m: &Machine, cell: Cell) -> String {
    match cell.tag() {
        Tag::Atm => m.atoms.text(cell.as_atom()).to_string(),
        Tag::Int => cell.as_int().to_string(),
        Tag::Hdr if cell.is_functor() => {
            let functor = cell.as_functor();
            format!("{}/{}", m.atoms.text(functor.name()), functor.arity())
        }
        _ => "number".to_owned(),
    }
}

fn predicate(m: &Machine, id: u32) -> String {
    match m.db.preds.get(PredId::new(id)) {
        Some(p) => format!("{}/{}", m.atoms.text(p.functor.name()), p.functor.arity()),
        None => id.to_string(),
    }
}
