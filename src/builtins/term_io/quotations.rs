//! Quotations, `{|Syntax||Text|}`, of the clause that was read last: the goals that replace them by terms.

use crate::base::known;
use crate::io::position::Position;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::list_end;
use crate::text::reader::Reader;

use crate::native::args::stream_arg::position_term;

/// Takes the root of a clause with quotations apart: the term, and the list of its quotations as
/// `quasi_quotation(Syntax, '$quasi_quotation'(Text, Position, File), Names, Variable)`. `place` tells the position of
/// an offset in the text.
///
/// # Errors
/// If there is not enough memory.
pub(crate) fn quotations(
    m: &mut Machine,
    reader: &Reader,
    root: Cell,
    variables: &[Cell],
    file: Cell,
    place: impl Fn(usize) -> Position,
) -> Result<(Cell, Cell), Stop> {
    let View::Struct(_, at) = m.view(root) else {
        return Ok((root, Cell::NIL));
    };
    let (term, list) = (m.heap.get(at), m.heap.get(at + 1));
    let found = list_end(&m.heap, list).0;
    m.reserve(32 * found + 16 * variables.len())?;
    let ast = reader.ast();
    let mut names = Vec::new();
    for (index, &cell) in variables.iter().enumerate() {
        let name = ast.variable_name(index as u32);
        if name != "_" {
            let name = Cell::atom(m.atoms.intern(name));
            names.push(m.heap.new_term(known::EQUALS, &[name, cell]));
        }
    }
    let names = m.heap.new_list(&names, Cell::NIL);
    let (content, quoted) = (m.intern("$quasi_quotation"), m.intern("quasi_quotation"));
    let mut goals = Vec::with_capacity(found);
    let mut rest = list;
    while let View::List(pair) = m.view(rest) {
        let element = m.heap.get(pair);
        rest = m.heap.get(pair + 1);
        let View::Struct(_, parts) = m.view(element) else { break };
        let [syntax, text, offset, variable] = [0, 1, 2, 3].map(|i| m.heap.get(parts + i));
        let offset = match m.view(offset) {
            View::Int(offset) => usize::try_from(offset).unwrap_or(0),
            _ => 0,
        };
        let position = position_term(m, place(offset));
        let content = m.heap.new_term(content, &[text, position, file]);
        goals.push(m.heap.new_term(quoted, &[syntax, content, names, variable]));
    }
    let goals = m.heap.new_list(&goals, Cell::NIL);
    Ok((term, goals))
}

/// Calls the predicates of these quotations, in `module`.
///
/// # Errors
/// Those of the predicates.
pub(crate) fn replace(m: &mut Machine, quotations: Cell, module: Cell) -> Result<(), Stop> {
    let name = m.intern("$parse_quasi_quotations");
    m.reserve(8)?;
    let goal = m.heap.new_term(name, &[quotations, module]);
    match m.solve_once(goal)? {
        true => Ok(()),
        false => Err(Stop::Fail),
    }
}
