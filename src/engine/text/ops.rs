//! Operators (ISO 6.3.4): the table that `op/3` changes, and its checks.

use std::hash::BuildHasherDefault;

use hashbrown::HashMap;
use rustc_hash::FxHasher;

use super::conversion::Conversions;
use crate::base::atom::{Atom, AtomTable};
use crate::base::known;
use crate::base::shared::Shared;

/// The specifier of an operator: its fixity, and whether its arguments may have its priority.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpType {
    /// Prefix; the argument has lower priority.
    Fx,
    /// Prefix.
    Fy,
    /// Postfix; the argument has lower priority.
    Xf,
    /// Postfix.
    Yf,
    /// Infix; both arguments have lower priority.
    Xfx,
    /// Infix, right-associative.
    Xfy,
    /// Infix, left-associative.
    Yfx,
}

impl OpType {
    /// All specifiers.
    pub const ALL: [OpType; 7] = [
        OpType::Fx,
        OpType::Fy,
        OpType::Xf,
        OpType::Yf,
        OpType::Xfx,
        OpType::Xfy,
        OpType::Yfx,
    ];

    /// Returns the specifier's atom.
    pub const fn atom(self) -> Atom {
        match self {
            OpType::Fx => known::FX,
            OpType::Fy => known::FY,
            OpType::Xf => known::XF,
            OpType::Yf => known::YF,
            OpType::Xfx => known::XFX,
            OpType::Xfy => known::XFY,
            OpType::Yfx => known::YFX,
        }
    }

    /// Returns the specifier with this atom.
    pub fn from_atom(atom: Atom) -> Option<OpType> {
        OpType::ALL.into_iter().find(|kind| kind.atom() == atom)
    }

    /// Returns the fixity of operators of this type.
    pub const fn fixity(self) -> Fixity {
        match self {
            OpType::Fx | OpType::Fy => Fixity::Prefix,
            OpType::Xf | OpType::Yf => Fixity::Postfix,
            OpType::Xfx | OpType::Xfy | OpType::Yfx => Fixity::Infix,
        }
    }
}

/// The fixity of an operator; a name has at most one definition for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixity {
    /// Before its argument.
    Prefix,
    /// Between its arguments.
    Infix,
    /// After its argument.
    Postfix,
}

/// The definition of an operator with one fixity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpDef {
    /// The priority, 1 to 1200.
    pub priority: u16,
    /// The specifier.
    pub kind: OpType,
}

impl OpDef {
    /// Returns the maximum priority of the argument before the operator.
    pub const fn left_max(self) -> u16 {
        match self.kind {
            OpType::Yf | OpType::Yfx => self.priority,
            _ => self.priority - 1,
        }
    }

    /// Returns the maximum priority of the argument after the operator.
    pub const fn right_max(self) -> u16 {
        match self.kind {
            OpType::Fy | OpType::Xfy => self.priority,
            _ => self.priority - 1,
        }
    }
}

/// The maximum priority.
pub const MAX_PRIORITY: u16 = 1200;

/// The maximum priority of an argument or a list element in the standard, below that of the comma.
pub const ARGUMENT_PRIORITY: u16 = 999;

#[derive(Clone, Copy, Default)]
struct OpEntry {
    definitions: [Option<OpDef>; 3],
    /// Whether all definitions are of [`ADDED`].
    added: bool,
}

impl OpEntry {
    fn set(&mut self, priority: u16, kind: OpType) {
        self.definitions[kind.fixity() as usize] = (priority > 0).then_some(OpDef { priority, kind });
        self.added = false;
    }

    fn is_empty(&self) -> bool {
        self.definitions.iter().all(Option::is_none)
    }
}

/// The number of bits of [`OpTable::seen`].
const BITS: usize = 1024;

/// The entry of a table for one atom.
#[derive(Clone)]
pub struct Definitions(Option<OpEntry>);

impl Definitions {
    /// Changes the definition of a fixity, as [`OpTable::set`] does.
    pub fn set(&mut self, priority: u16, kind: OpType) {
        let entry = self.0.get_or_insert_default();
        entry.set(priority, kind);
        if entry.is_empty() {
            self.0 = None;
        }
    }
}

/// The operators in force, and the character conversions.
#[derive(Clone)]
pub struct OpTable {
    /// The conversions of unquoted characters.
    pub conversions: Conversions,
    entries: Shared<HashMap<Atom, OpEntry, BuildHasherDefault<FxHasher>>>,
    /// A bit for all atoms with the same number modulo [`BITS`], set if one of them has ever been an operator: most
    /// names need no look into the table.
    seen: [u64; BITS / 64],
    /// The number of changes.
    pub generation: u64,
}

/// The reason why `op/3` does not accept a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpError {
    /// `domain_error(operator_priority, Priority)`.
    Priority,
    /// `permission_error(modify, operator, Atom)`: the comma.
    Modify(Atom),
    /// `permission_error(create, operator, Atom)`: `[]`, `{}`, a bar that is not infix at 1001 or above, or an atom
    /// that would be both infix and postfix.
    Create(Atom),
}

type Row = (u16, OpType, &'static [&'static str]);

/// The operators of ISO 6.3.4.4 with corrigendum 2.
const STANDARD: &[Row] = &[
    (1200, OpType::Xfx, &[":-", "-->"]),
    (1200, OpType::Fx, &[":-", "?-"]),
    (1100, OpType::Xfy, &[";"]),
    (1050, OpType::Xfy, &["->"]),
    (1000, OpType::Xfy, &[","]),
    (900, OpType::Fy, &["\\+"]),
    (
        700,
        OpType::Xfx,
        &[
            "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "=..", "is", "=:=", "=\\=", "<", "=<", ">", ">=",
        ],
    ),
    (600, OpType::Xfy, &[":"]),
    (500, OpType::Yfx, &["+", "-", "/\\", "\\/"]),
    (400, OpType::Yfx, &["*", "/", "//", "rem", "mod", "div", "<<", ">>"]),
    (200, OpType::Xfx, &["**"]),
    (200, OpType::Xfy, &["^"]),
    (200, OpType::Fy, &["+", "-", "\\"]),
];

/// The operators that SWI-Prolog adds.
const ADDED: &[Row] = &[
    (1200, OpType::Xfx, &["=>", "==>"]),
    (
        1150,
        OpType::Fx,
        &[
            "dynamic",
            "discontiguous",
            "initialization",
            "meta_predicate",
            "module_transparent",
            "multifile",
            "public",
            "table",
            "thread_initialization",
            "thread_local",
            "volatile",
        ],
    ),
    (1105, OpType::Xfy, &["|"]),
    (1050, OpType::Xfy, &["*->"]),
    (990, OpType::Xfx, &[":="]),
    (700, OpType::Xfx, &["=@=", "\\=@=", ":<", ">:<", "as"]),
    (400, OpType::Yfx, &["xor", "rdiv", "divmod", "tdiv"]),
    (1, OpType::Fx, &["$"]),
];

impl OpTable {
    /// Makes the table of the default operators.
    pub fn new(atoms: &mut AtomTable) -> OpTable {
        let mut table = OpTable {
            conversions: Conversions::default(),
            entries: Shared::default(),
            seen: [0; BITS / 64],
            generation: 0,
        };
        for &(priority, kind, names) in STANDARD {
            for name in names {
                table.set(priority, kind, atoms.intern(name));
            }
        }
        for &(priority, kind, names) in ADDED {
            for name in names {
                let atom = atoms.intern(name);
                table.set(priority, kind, atom);
                table.entries.entry(atom).or_default().added = true;
            }
        }
        table
    }

    #[inline(always)]
    fn entry(&self, atom: Atom) -> Option<&OpEntry> {
        let bit = atom.index() as usize % BITS;
        if self.seen[bit / 64] & 1 << (bit % 64) == 0 {
            return None;
        }
        self.entries.get(&atom)
    }

    fn note(&mut self, atom: Atom) {
        let bit = atom.index() as usize % BITS;
        self.seen[bit / 64] |= 1 << (bit % 64);
    }

    #[inline(always)]
    fn get(&self, atom: Atom, fixity: Fixity) -> Option<OpDef> {
        self.entry(atom)?.definitions[fixity as usize]
    }

    /// Returns the definitions of `atom` as an infix and as a postfix operator.
    #[inline(always)]
    pub(super) fn after_operand(&self, atom: Atom) -> (Option<OpDef>, Option<OpDef>) {
        self.entry(atom).map_or((None, None), |entry| {
            let definition = |fixity| entry.definitions[fixity as usize];
            (definition(Fixity::Infix), definition(Fixity::Postfix))
        })
    }

    /// Returns the definition of `atom` as a prefix operator.
    pub fn prefix(&self, atom: Atom) -> Option<OpDef> {
        self.get(atom, Fixity::Prefix)
    }

    /// Returns the definition of `atom` as an infix operator.
    pub fn infix(&self, atom: Atom) -> Option<OpDef> {
        self.get(atom, Fixity::Infix)
    }

    /// Returns the definition of `atom` as a postfix operator.
    pub fn postfix(&self, atom: Atom) -> Option<OpDef> {
        self.get(atom, Fixity::Postfix)
    }

    /// Whether `atom` is an operator of any fixity.
    pub fn is_op(&self, atom: Atom) -> bool {
        self.entry(atom).is_some()
    }

    /// Whether `atom` needs brackets as an operand (ISO 6.3.1.3): all operators do, except those that are not in the
    /// standard, where they are ordinary names.
    pub fn is_bare_operator(&self, atom: Atom) -> bool {
        self.entry(atom).is_some_and(|entry| !entry.added)
    }

    /// The priority of `atom` as a left operand: that of the prefix operator.
    pub fn priority_of_bare(&self, atom: Atom) -> u16 {
        match self.prefix(atom) {
            Some(definition) if self.is_bare_operator(atom) => definition.priority,
            _ => 0,
        }
    }

    /// Whether `atom`, a name in quotes, is an operand where it could be a prefix operator, too, before an infix one:
    /// prefix operators that are not in the standard are ordinary names then, as in `'table': 4`.
    pub fn is_name_in_quotes(&self, atom: Atom) -> bool {
        self.prefix(atom).is_some() && !self.is_bare_operator(atom)
    }

    /// Defines `atom`, replacing its definition of the same fixity; priority 0 removes that.
    pub fn set(&mut self, priority: u16, kind: OpType, atom: Atom) {
        self.generation += 1;
        self.note(atom);
        let entry = self.entries.entry(atom).or_default();
        entry.set(priority, kind);
        if entry.is_empty() {
            self.entries.remove(&atom);
        }
    }

    /// Returns the definitions of `atom`.
    pub fn definitions(&self, atom: Atom) -> Definitions {
        Definitions(self.entries.get(&atom).copied())
    }

    /// Puts `definitions` in force for `atom`, and those that were so far into their place.
    pub fn exchange(&mut self, atom: Atom, definitions: &mut Definitions) {
        self.generation += 1;
        self.note(atom);
        let before = match definitions.0.take() {
            Some(entry) => self.entries.insert(atom, entry),
            None => self.entries.remove(&atom),
        };
        definitions.0 = before;
    }

    /// Exchanges the definitions of several atoms, one after the other.
    pub fn exchange_all<'a>(&mut self, operators: impl Iterator<Item = &'a mut (Atom, Definitions)>) {
        for (atom, definitions) in operators {
            self.exchange(*atom, definitions);
        }
    }

    /// Returns all definitions: priority, specifier, name; in no order.
    pub fn iter(&self) -> impl Iterator<Item = (u16, OpType, Atom)> + '_ {
        self.entries.iter().flat_map(|(&atom, entry)| {
            entry
                .definitions
                .iter()
                .flatten()
                .map(move |definition| (definition.priority, definition.kind, atom))
        })
    }

    /// Shares the table with all copies that are made from now on.
    pub fn share(&mut self) {
        self.entries.share_here();
    }

    /// Takes the charge off.
    pub fn discharge(&mut self) {
        self.entries.discharge();
    }

    /// Returns the bytes of the table, unless it is shared, for the budget.
    pub fn bytes(&self) -> usize {
        if !self.entries.is_charged() {
            return 0;
        }
        self.entries.len() * (size_of::<(Atom, OpEntry)>() + 8)
    }

    /// Shrinks a table of which less than a quarter is used.
    pub fn tidy(&mut self) {
        if self.entries.capacity() / 4 > self.entries.len() {
            let few = 2 * self.entries.len();
            self.entries.shrink_to(few);
        }
    }

    /// Checks one definition for `op/3` (ISO 8.14.3.3).
    ///
    /// # Errors
    /// If the standard does not permit the definition.
    pub fn check(&self, priority: i64, kind: OpType, atom: Atom) -> Result<(), OpError> {
        if !(0..=i64::from(MAX_PRIORITY)).contains(&priority) {
            return Err(OpError::Priority);
        }
        let other = match kind.fixity() {
            Fixity::Prefix => None,
            Fixity::Infix => self.postfix(atom),
            Fixity::Postfix => self.infix(atom),
        };
        let bar_refused = kind.fixity() != Fixity::Infix || (1..=1000).contains(&priority);
        match atom {
            known::COMMA => Err(OpError::Modify(atom)),
            known::NIL | known::CURLY => Err(OpError::Create(atom)),
            known::BAR if bar_refused => Err(OpError::Create(atom)),
            _ if other.is_some() && priority > 0 => Err(OpError::Create(atom)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_table_is_the_standards() {
        let table = OpTable::new(&mut AtomTable::new());
        assert_eq!(
            table.infix(known::MINUS),
            Some(OpDef {
                priority: 500,
                kind: OpType::Yfx
            })
        );
        assert_eq!(
            table.prefix(known::MINUS),
            Some(OpDef {
                priority: 200,
                kind: OpType::Fy
            })
        );
        assert_eq!(table.postfix(known::MINUS), None);
        assert_eq!(
            table.prefix(known::DYNAMIC),
            Some(OpDef {
                priority: 1150,
                kind: OpType::Fx
            })
        );
        assert_eq!(table.infix(known::BAR).map(|op| op.priority), Some(1105));
        assert!(
            table
                .iter()
                .all(|(priority, ..)| (1..=MAX_PRIORITY).contains(&priority))
        );
    }

    #[test]
    fn definitions_come_and_go() {
        let mut atoms = AtomTable::new();
        let mut table = OpTable::new(&mut atoms);
        let name = atoms.intern("likes");
        assert!(!table.is_op(name));
        table.set(700, OpType::Xfx, name);
        table.set(650, OpType::Xfy, name);
        table.set(300, OpType::Fy, name);
        assert_eq!(
            table.infix(name),
            Some(OpDef {
                priority: 650,
                kind: OpType::Xfy
            })
        );
        assert_eq!(table.iter().filter(|op| op.2 == name).count(), 2);
        table.set(0, OpType::Fx, name);
        table.set(0, OpType::Yfx, name);
        assert!(!table.is_op(name));
    }

    #[test]
    fn op_3_refuses_what_the_standard_refuses() {
        let mut atoms = AtomTable::new();
        let mut table = OpTable::new(&mut atoms);
        assert_eq!(table.check(1201, OpType::Xfx, known::PLUS), Err(OpError::Priority));
        assert_eq!(table.check(-1, OpType::Xfx, known::PLUS), Err(OpError::Priority));
        assert_eq!(
            table.check(30, OpType::Xfy, known::COMMA),
            Err(OpError::Modify(known::COMMA))
        );
        assert_eq!(
            table.check(30, OpType::Xfy, known::NIL),
            Err(OpError::Create(known::NIL))
        );
        assert_eq!(
            table.check(30, OpType::Xfy, known::CURLY),
            Err(OpError::Create(known::CURLY))
        );
        assert_eq!(
            table.check(1000, OpType::Xfy, known::BAR),
            Err(OpError::Create(known::BAR))
        );
        assert_eq!(
            table.check(1200, OpType::Fy, known::BAR),
            Err(OpError::Create(known::BAR))
        );
        assert_eq!(table.check(1001, OpType::Xfy, known::BAR), Ok(()));
        assert_eq!(table.check(0, OpType::Xfy, known::BAR), Ok(()));
        assert_eq!(
            table.check(200, OpType::Xf, known::PLUS),
            Err(OpError::Create(known::PLUS))
        );
        let name = atoms.intern("!!");
        table.set(200, OpType::Xf, name);
        assert_eq!(table.check(200, OpType::Xfx, name), Err(OpError::Create(name)));
        assert_eq!(table.check(200, OpType::Yf, name), Ok(()));
    }
}
