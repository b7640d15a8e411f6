//! Deciding the conditions of a component that is complete: its well-founded model.
//!
//! The answers with conditions, and their ways, are a ground program of propositions. What is decided is taken out of
//! the ways until nothing changes: a way whose delays all hold makes its answer true, one with a delay that fails is
//! dropped, an answer without ways is false, and a table without answers makes its negation true. Then the answers that
//! are true only by each other, whatever the negations that are left turn out to be, are false: the greatest unfounded
//! set. Both are repeated until neither decides anything. The tables below the component were complete before it, so
//! that delays of them stay undefined.

use rustc_hash::FxHashMap;

use crate::base::ids::Table;
use crate::base::ordered::Ordered;
use crate::machine::native::{Step, Stop};
use crate::machine::tabling::conditions::{Conditions, Delay, Literal};
use crate::machine::tabling::{TableId, Tables};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Unknown,
    True,
    False,
}

/// An answer with conditions.
struct ConditionalAnswer {
    table: u32,
    row: u32,
    truth: Truth,
    /// The ways that may still hold.
    ways: u32,
    /// The ways with this answer among their delays.
    uses: Vec<u32>,
}

/// A way in which an answer may hold.
struct AnswerWay {
    head: u32,
    /// Delays that are not known to hold.
    open: u32,
    /// Those that are answers of the component.
    positive: u32,
    is_dropped: bool,
}

/// A table of the component.
struct Member {
    id: TableId,
    is_true: bool,
    /// Answers with conditions that may still hold.
    left: u32,
    /// The ways with the negation of the table among their delays.
    uses: Vec<u32>,
}

/// The undecided answers of a component.
#[derive(Default)]
pub(in crate::machine) struct UndecidedAnswers {
    atoms: Table<u32, ConditionalAnswer>,
    numbers: FxHashMap<(TableId, u32), u32>,
    ways: Table<u32, AnswerWay>,
    members: Table<u32, Member>,
    places: FxHashMap<TableId, u32>,
    /// Atoms that were decided, whose uses are to be told.
    decided: Vec<u32>,
}

impl UndecidedAnswers {
    /// Reads the tables of a component.
    pub(super) fn read(tables: &Tables, component: &[TableId]) -> UndecidedAnswers {
        let mut program = UndecidedAnswers::default();
        for &id in component {
            let table = tables.get(id);
            let place = program.members.len() as u32;
            program.places.insert(id, place);
            let mut left = 0;
            if let Some(conditions) = &table.rare.conditions {
                let mut rows: Vec<u32> = conditions.rows().map(|(row, _)| row).collect();
                rows.order_often();
                left = rows.len() as u32;
                for row in rows {
                    program.numbers.insert((id, row), program.atoms.len() as u32);
                    program.atoms.push(ConditionalAnswer {
                        table: place,
                        row,
                        truth: Truth::Unknown,
                        ways: 0,
                        uses: Vec::new(),
                    });
                }
            }
            program.members.push(Member {
                id,
                is_true: table.is_true(),
                left,
                uses: Vec::new(),
            });
        }
        for head in 0..program.atoms.len() as u32 {
            let ConditionalAnswer { table, row, .. } = program.atoms[head];
            let id = program.members[table].id;
            let ways = tables
                .get(id)
                .rare
                .conditions
                .as_ref()
                .and_then(|conditions| conditions.of(row));
            for way in ways.into_iter().flatten() {
                program.add_way(tables, head, way);
            }
        }
        for head in 0..program.atoms.len() as u32 {
            if program.atoms[head].ways == 0 {
                program.decide(head, Truth::False);
            }
        }
        program
    }

    fn add_way(&mut self, tables: &Tables, head: u32, delays: &[Delay]) {
        let number = self.ways.len() as u32;
        let (mut open, mut positive, mut is_dropped) = (0, 0, false);
        for delay in delays {
            match self.known(tables, *delay) {
                Truth::True => continue,
                Truth::False => is_dropped = true,
                Truth::Unknown => open += 1,
            }
            match delay.literal() {
                Literal::Answer(id, row) => {
                    if let Some(&atom) = self.numbers.get(&(id, row)) {
                        self.atoms[atom].uses.push(number);
                        positive += 1;
                    }
                }
                Literal::Not(id) => {
                    if let Some(&place) = self.places.get(&id) {
                        self.members[place].uses.push(number);
                    }
                }
            }
        }
        self.ways.push(AnswerWay {
            head,
            open,
            positive,
            is_dropped,
        });
        if !is_dropped {
            self.atoms[head].ways += 1;
            if open == 0 {
                self.decide(head, Truth::True);
            }
        }
    }

    /// Returns what is known of a delay before anything is derived.
    fn known(&self, tables: &Tables, delay: Delay) -> Truth {
        match delay.literal() {
            Literal::Answer(id, row) if self.places.contains_key(&id) => {
                if tables.get(id).is_conditional(row) {
                    Truth::Unknown
                } else {
                    Truth::True
                }
            }
            Literal::Not(id) => match self.places.get(&id).map(|&place| &self.members[place]) {
                Some(member) if member.is_true => Truth::False,
                Some(member) if member.left == 0 => Truth::True,
                _ => Truth::Unknown,
            },
            Literal::Answer(..) => Truth::Unknown,
        }
    }

    fn decide(&mut self, atom: u32, truth: Truth) {
        let atom_ = &mut self.atoms[atom];
        if atom_.truth == Truth::Unknown {
            atom_.truth = truth;
            self.decided.push(atom);
        }
    }

    fn drop_way(&mut self, way: u32) {
        let way = &mut self.ways[way];
        if std::mem::replace(&mut way.is_dropped, true) {
            return;
        }
        let head = way.head;
        let ways = &mut self.atoms[head].ways;
        *ways -= 1;
        if *ways == 0 {
            self.decide(head, Truth::False);
        }
    }

    /// A delay of a way holds.
    fn close(&mut self, way: u32, is_positive: bool) {
        let way = &mut self.ways[way];
        way.open -= 1;
        way.positive -= u32::from(is_positive);
        if way.open == 0 && !way.is_dropped {
            let head = way.head;
            self.decide(head, Truth::True);
        }
    }

    /// Decides what can be decided.
    pub(super) fn decide_all(&mut self, mut poll: impl FnMut() -> Step) -> Step {
        loop {
            self.propagate(&mut poll)?;
            if !self.drop_unfounded(&mut poll)? {
                return Ok(());
            }
        }
    }

    /// Tells the uses of what was decided.
    fn propagate(&mut self, poll: &mut impl FnMut() -> Step) -> Step {
        while let Some(atom) = self.decided.pop() {
            let ConditionalAnswer { table, truth, .. } = self.atoms[atom];
            for way in std::mem::take(&mut self.atoms[atom].uses) {
                match truth {
                    Truth::True => self.close(way, true),
                    _ => self.drop_way(way),
                }
                poll()?;
            }
            let member = &mut self.members[table];
            match truth {
                Truth::True => member.is_true = true,
                _ => member.left -= 1,
            }
            if !member.is_true && member.left > 0 {
                continue;
            }
            let is_true = member.is_true;
            for way in std::mem::take(&mut member.uses) {
                if is_true {
                    self.drop_way(way);
                } else {
                    self.close(way, false);
                }
                poll()?;
            }
        }
        Ok(())
    }

    /// Makes the greatest unfounded set false. Returns whether there is one.
    fn drop_unfounded(&mut self, poll: &mut impl FnMut() -> Step) -> Result<bool, Stop> {
        let positive: Vec<u32> = self.ways.iter().map(|way| way.positive).collect();
        let mut missing: Table<u32, u32> = positive.into();
        let mut founded: Table<u32, bool> = Table::filled(false, self.atoms.len());
        let mut reached: Vec<u32> = Vec::new();
        let reach = |founded: &mut Table<u32, bool>, reached: &mut Vec<u32>, head: u32| {
            if !std::mem::replace(&mut founded[head], true) {
                reached.push(head);
            }
        };
        for way in self.ways.iter() {
            if !way.is_dropped && way.positive == 0 {
                reach(&mut founded, &mut reached, way.head);
            }
        }
        while let Some(atom) = reached.pop() {
            for &number in &self.atoms[atom].uses {
                let left = &mut missing[number];
                *left -= 1;
                let way = &self.ways[number];
                if *left == 0 && !way.is_dropped {
                    reach(&mut founded, &mut reached, way.head);
                }
                poll()?;
            }
        }
        let mut is_any = false;
        for (atom, is_founded) in (0..).zip(founded.into_values()) {
            if !is_founded && self.atoms[atom].truth == Truth::Unknown {
                self.decide(atom, Truth::False);
                is_any = true;
            }
        }
        Ok(is_any)
    }
}

/// Estimated bytes of a program for each delay, way and answer.
pub(in crate::machine) const ITEM_BYTES: usize = 96;

impl Tables {
    /// Returns the newest generator's component, if it has answers with conditions, and the number of their delays and
    /// ways, and of the answers.
    pub(super) fn conditional(&self) -> Option<(Vec<TableId>, usize)> {
        let component = &self.incomplete[self.active.last()?.place as usize..];
        let tables = component.iter().map(|&id| self.get(id));
        let items = tables.filter_map(|table| {
            let conditions = table.rare.conditions.as_ref()?;
            let delays = conditions.rows().flat_map(|(_, ways)| ways).map(|way| 1 + way.len());
            Some(conditions.count() + delays.sum::<usize>() + table.answers.count() as usize)
        });
        let items = items.sum();
        (items > 0).then(|| (component.to_vec(), items))
    }

    /// Removes the answers that are false, and keeps the conditions that are not decided.
    pub(super) fn keep_undecided(&mut self, program: &UndecidedAnswers) {
        let truth = |id: TableId, row: u32| program.numbers.get(&(id, row)).map(|&atom| program.atoms[atom].truth);
        let mut new_rows: FxHashMap<(TableId, u32), u32> = FxHashMap::default();
        let mut olds: Vec<(TableId, Conditions)> = Vec::new();
        for member in program.members.iter() {
            let table = self.get_mut(member.id);
            let Some(conditions) = table.rare.parts_mut().and_then(|parts| parts.conditions.take()) else {
                continue;
            };
            let id = member.id;
            let is_some_false = conditions.rows().any(|(row, _)| truth(id, row) == Some(Truth::False));
            if is_some_false {
                let mut next = 0;
                table.answers.retain(|row| {
                    let is_kept = truth(id, row) != Some(Truth::False);
                    if is_kept {
                        new_rows.insert((id, row), next);
                        next += 1;
                    }
                    is_kept
                });
            }
            olds.push((id, *conditions));
        }
        let moved = |id: TableId, row: u32| new_rows.get(&(id, row)).copied().unwrap_or(row);
        let is_open = |delay: &Delay| match delay.literal() {
            Literal::Answer(id, row) => match truth(id, row) {
                Some(truth) => truth == Truth::Unknown,
                // An answer of another component, or one that was found without conditions later.
                None => !program.places.contains_key(&id),
            },
            Literal::Not(id) => program.places.get(&id).is_none_or(|&place| {
                let member = &program.members[place];
                member.left > 0
            }),
        };
        // The ways stand in the order in which they were read.
        let mut number = 0;
        let mut olds: FxHashMap<TableId, Conditions> = olds.into_iter().collect();
        for atom in program.atoms.iter() {
            let id = program.members[atom.table].id;
            let Some(ways) = olds.get_mut(&id).and_then(|old| old.take(atom.row)) else {
                continue;
            };
            for way in ways {
                let is_dropped = program.ways[number].is_dropped;
                number += 1;
                if is_dropped || atom.truth != Truth::Unknown {
                    continue;
                }
                let delays = way
                    .iter()
                    .filter(|delay| is_open(delay))
                    .map(|delay| match delay.literal() {
                        Literal::Answer(id, row) => Delay::answer(id, moved(id, row)),
                        Literal::Not(_) => *delay,
                    });
                let table = self.get_mut(id);
                let conditions = table.rare.conditions.get_or_insert_default();
                conditions.add(moved(id, atom.row), delays.collect());
            }
        }
    }
}
