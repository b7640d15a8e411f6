//! Placing a linked block: its parts are fused, and its labels become addresses.

use crate::base::ids::Id;
use crate::code::arena::Arena;
use crate::code::comparison::OrderSet;
use crate::code::instr::{FAIL, Instr, Label};
use crate::code::switch::SwitchTable;

use super::compare::{Right, comparison_of};
use super::fuse::fuse;

/// Fuses and places the block, which begins behind the `entries` into clauses. Returns the address of `entry`, and the
/// new position of each instruction that was not fused with one before it.
pub(super) fn place(
    arena: &mut Arena,
    code: &[Instr],
    entries: &[Option<Label>],
    tables: Vec<PlainTable>,
    entry: Label,
) -> (Label, Vec<Label>) {
    let first = entries.len();
    let labels = tables.iter().flat_map(PlainTable::labels).chain([entry]);
    let targets = labels.filter_map(|label| label.index().checked_sub(first));
    let mut fused = fuse(&code[first..], Label::at(first), targets);
    copy_runs(&mut fused.instrs);
    compare_at_once(&mut fused.instrs);
    let start = match fused.instrs.as_slice() {
        [] => FAIL,
        instrs => arena.append(instrs),
    };
    let address = |label: Label| match entries.get(label.index()) {
        Some(entry) => entry.expect("a block leads to where clauses can be entered"),
        None => start + fused.moved[label.address() - first].number(),
    };
    let tables: Vec<u32> = tables
        .into_iter()
        .map(|table| arena.add_table(table.placed(address)))
        .collect();
    for instr in &mut arena.instrs[start.index()..start.index() + fused.instrs.len()] {
        if let Some(label) = instr.label_mut() {
            *label = match entries.get(label.index()) {
                Some(_) => address(*label),
                None => start + (*label - Label::at(first)),
            };
        }
        if let Some(table) = instr.table_mut() {
            *table = tables[table.index()];
        }
    }
    (address(entry), fused.moved)
}

/// Lets clauses that copy a pair and go on with the rest copy runs of pairs.
fn copy_runs(instrs: &mut [Instr]) {
    for at in 1..instrs.len() {
        if let [
            Instr::SwitchList {
                x: list,
                head,
                tail: rest,
                ..
            },
            Instr::GetListVXExecute {
                x,
                head: same,
                tail,
                pred,
            },
        ] = instrs[at - 1..=at]
            && (list, head, tail) == (rest, same, x)
            && list != x
            && head != x
            && head != list
        {
            instrs[at] = Instr::CopyPairs { x, head, pred };
        }
    }
}

/// Lets tests for integers make the comparison behind them, too.
fn compare_at_once(instrs: &mut [Instr]) {
    for at in 1..instrs.len() {
        let Instr::TestIntegers { otherwise, .. } = instrs[at - 1] else {
            continue;
        };
        let Some((comparison, a, right, _)) = comparison_of(instrs[at]) else {
            continue;
        };
        let orders = OrderSet::of(comparison);
        instrs[at - 1] = match right {
            Right::Register(b) => Instr::TestOrder {
                orders,
                a,
                b,
                otherwise,
            },
            Right::Small(k) => match k.try_into() {
                Ok(k) => Instr::TestOrderSmall {
                    orders,
                    a,
                    k,
                    otherwise,
                },
                Err(_) => continue,
            },
        };
    }
}

/// The labels of a switch for the types of its subject.
pub(super) struct Types {
    pub variable: Label,
    pub attributed: Label,
    pub list: Label,
    pub nil: Label,
    pub other: Label,
}

impl Types {
    fn all(&self) -> [Label; 5] {
        [self.variable, self.attributed, self.list, self.nil, self.other]
    }
}

/// A switch table whose labels count in the plain code.
pub(super) struct PlainTable {
    pub types: Types,
    pub keys: Vec<(u64, Label)>,
    /// The key that is compared first.
    pub first: Option<u64>,
}

impl PlainTable {
    fn labels(&self) -> impl Iterator<Item = Label> {
        let keys = self.keys.iter().map(|&(_, label)| label);
        self.types.all().into_iter().chain(keys)
    }

    /// Returns the table with the address of each label.
    fn placed(self, address: impl Fn(Label) -> Label) -> SwitchTable {
        let [variable, attributed, list, nil, other] = self.types.all().map(&address);
        let mut table = SwitchTable::default();
        (table.variable, table.attributed, table.list) = (variable, attributed, list);
        (table.nil, table.other) = (nil, other);
        let keys = self.keys.into_iter().map(|(key, label)| (key, address(label)));
        table.set_keys(keys.collect(), self.first);
        table
    }
}
