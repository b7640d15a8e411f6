//! Declarations of predicates: indicators of grammars, and `dynamic(p/1 as incremental)`, which tells the tables that
//! follow changes.

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

/// How tables follow the changes of a predicate; of two declarations the greater one holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Followed {
    No,
    /// Incremental tables follow all changes.
    Changes,
    /// Monotonic tables are handed new clauses, too.
    Additions,
}

/// Returns how tables are to follow predicates with these properties, a conjunction.
pub(super) fn followed_by(m: &mut Machine, properties: Cell) -> Result<Followed, Stop> {
    let (mut waiting, mut followed) = (vec![properties], Followed::No);
    while let Some(property) = waiting.pop() {
        match m.view(property) {
            View::Struct(f, args) if f == Functor::new(known::COMMA, 2) => {
                waiting.extend([m.heap.get(args), m.heap.get(args + 1)]);
            }
            View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
            View::Atom(name) => match m.atoms.text(name) {
                "incremental" => followed = followed.max(Followed::Changes),
                "monotonic" => followed = Followed::Additions,
                "opaque" | "lazy" | "shared" | "private" | "volatile" => {}
                _ => return Err(no_property(m, property)),
            },
            View::Struct(f, _) if f.arity() == 1 && m.atoms.text(f.name()) == "abstract" => {}
            _ => return Err(no_property(m, property)),
        }
    }
    Ok(followed)
}

/// `domain_error(dynamic_option, Property)`
fn no_property(m: &mut Machine, property: Cell) -> Stop {
    let kind = Cell::atom(m.intern("dynamic_option"));
    let formal = m.heap.new_term(known::DOMAIN_ERROR, &[kind, property]);
    m.throw_error(formal)
}

/// Converts `Name//Arity`, the indicator of a DCG nonterminal, to `Name/Arity` with two more arguments.
pub(super) fn of_grammar(m: &mut Machine, term: Cell) -> Result<Cell, Stop> {
    let (module, inner) = m.strip_module(known::USER, term)?;
    let slashes = m.intern("//");
    let args = match m.view(inner) {
        View::Struct(f, args) if f == Functor::new(slashes, 2) => args,
        _ => return Ok(term),
    };
    let (name, arity) = (m.heap.get(args), m.heap.get(args + 1));
    let View::Int(arity @ 0..) = m.view(arity) else {
        return Ok(term);
    };
    let arity = Cell::int(arity.saturating_add(2).min(Cell::MAX_INT));
    let indicator = m.heap.new_term(known::SLASH, &[name, arity]);
    Ok(m.heap.new_term(known::COLON, &[Cell::atom(module), indicator]))
}
