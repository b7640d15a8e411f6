//! The operators in force when a term left its engine, for writing it later.

use std::sync::Arc;

use crate::base::atom::AtomTable;
use crate::text::ops::{OpTable, OpType};

/// An operator: its priority, type and name.
type Operator = (u16, OpType, Box<str>);

/// Operators by name; the default is the operators of a new engine.
#[derive(Clone, Default)]
pub(super) struct Operators(Option<Arc<[Operator]>>);

impl Operators {
    /// Whether they are those of a new engine.
    pub(super) fn is_standard(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the table, for the atoms of `atoms`.
    pub(super) fn table(&self, atoms: &mut AtomTable) -> OpTable {
        let mut table = OpTable::new(atoms);
        if let Some(operators) = &self.0 {
            let standard: Vec<_> = table.iter().collect();
            for (_, kind, atom) in standard {
                table.set(0, kind, atom);
            }
            for (priority, kind, name) in operators.iter() {
                table.set(*priority, *kind, atoms.intern(name));
            }
        }
        table
    }
}

/// A cached copy of an engine's operators, which is renewed only when they have changed.
#[derive(Clone)]
pub(super) struct Snapshot {
    /// The generation of the table that was copied.
    seen: u64,
    operators: Operators,
}

impl Snapshot {
    /// Makes the snapshot of a new engine's operators.
    pub(super) fn new(ops: &OpTable) -> Snapshot {
        Snapshot {
            seen: ops.generation,
            operators: Operators::default(),
        }
    }

    /// Returns the operators now in force.
    pub(super) fn take(&mut self, ops: &OpTable, atoms: &AtomTable) -> Operators {
        if ops.generation != self.seen {
            self.seen = ops.generation;
            let named = ops
                .iter()
                .map(|(priority, kind, atom)| (priority, kind, atoms.text(atom).into()));
            self.operators = Operators(Some(named.collect()));
        }
        self.operators.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_as_the_table_was() {
        let mut atoms = AtomTable::new();
        let mut ops = OpTable::new(&mut atoms);
        let mut snapshot = Snapshot::new(&ops);
        assert!(snapshot.take(&ops, &atoms).is_standard());
        let arrow = atoms.intern("==>");
        let is = atoms.intern("is");
        ops.set(700, OpType::Xfx, arrow);
        ops.set(0, OpType::Xfx, is);
        let taken = snapshot.take(&ops, &atoms);
        let mut others = AtomTable::new();
        let table = taken.table(&mut others);
        let find = |others: &AtomTable, name| others.find(name).expect("interned");
        assert!(table.infix(find(&others, "==>")).is_some_and(|op| op.priority == 700));
        assert!(table.infix(find(&others, "is")).is_none());
        assert!(table.infix(find(&others, ":-")).is_some());
    }
}
