//! Posting a constraint: its diagram is joined with those of its variables, what follows is done, and the rest is stored.

use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::work::Table;
use ferz_engine::native::{Machine, Step, Stop, holds};

use super::diagrams::{BOTTOM, Operation, TRUE};
use super::entailed::{Fact, entailed};
use super::expression::ExpressionStep;
use super::space::BooleanSpace;
use super::store::{self, CONJUNCT, CONJUNCTS, NODES, StoredDiagram, TOP, VARIABLES, list_at, pack};

/// Posts an expression.
pub(super) fn post(m: &mut Machine, parts: &[ExpressionStep]) -> Step {
    let mut space = BooleanSpace::gather(m, parts, None)?;
    let own = space.evaluate(parts)?;
    let whole = space.conjunction(own)?;
    let levels = space.leaves(parts)?;
    space.settle(whole, Some((own, levels)))
}

/// Takes note that variables of a root were bound.
pub(super) fn bound(m: &mut Machine, root: usize) -> Step {
    let is_bound = |m: &Machine, &entry: &Cell| !matches!(m.view(entry), View::Attributed(cell) if cell == entry);
    if !list_at(m, root + VARIABLES).iter().any(|entry| is_bound(m, entry)) {
        return Ok(());
    }
    let mut space = BooleanSpace::gather(m, &[], Some(root))?;
    let whole = space.conjunction(TRUE)?;
    space.settle(whole, None)
}

impl BooleanSpace<'_> {
    /// Makes a diagram that of all variables that take part, and binds those that have one value. `own` is the constraint
    /// that is added, and the levels of its variables.
    pub(super) fn settle(&mut self, whole: u32, own: Option<(u32, Vec<u32>)>) -> Step {
        holds(self.holds_for_all(whole)?)?;
        let mut facts: Table<u32, Fact> = entailed(&mut self.d, whole, self.variables.len())?.into();
        for level in 0..facts.len() as u32 {
            // A variable takes the place of another one, and an atom that of a variable.
            if let Fact::Same(above) = facts[level]
                && self.variables[level].is_universal
            {
                facts[level] = Fact::Unknown;
                facts[above] = Fact::Same(level);
            }
        }
        let known = |level: u32| level != BOTTOM && facts[level] != Fact::Unknown;
        let left = self.d.quantify(whole, Operation::OR, known)?;
        self.store(left, own, &facts)?;
        self.bind(&facts)
    }

    fn store(&mut self, left: u32, own: Option<(u32, Vec<u32>)>, facts: &[Fact]) -> Step {
        let Some(&(target, _)) = self.roots.iter().max_by_key(|(_, entries)| entries.len()) else {
            return Ok(());
        };
        let mut places = vec![0; self.variables.len()];
        let mut cells = Vec::new();
        for (level, variable) in self.variables.iter().enumerate() {
            if facts[level] == Fact::Unknown {
                places[level] = cells.len() as u32;
                cells.push(variable.cell);
            }
        }
        let StoredDiagram { nodes, top } = pack(&mut self.d, left, &places)?;
        let conjuncts = if left == TRUE {
            Cell::NIL
        } else {
            self.conjuncts(target, own)?
        };
        let m = &mut *self.d.m;
        let variables = store::list(m, &cells)?;
        for &(root, _) in self.roots.iter().filter(|(root, _)| *root != target) {
            store::forward(m, root, target)?;
        }
        for (offset, value) in [
            (VARIABLES, variables),
            (NODES, nodes),
            (TOP, top),
            (CONJUNCTS, conjuncts),
        ] {
            store::set(m, target, offset, value);
        }
        Ok(())
    }

    /// Returns the list of the constraints of all roots, and a new one.
    fn conjuncts(&mut self, target: usize, own: Option<(u32, Vec<u32>)>) -> Result<Cell, Stop> {
        let mut all = Vec::new();
        if let Some((own, levels)) = own.filter(|own| own.0 > TRUE) {
            all.push(self.conjunct(own, &levels)?);
        }
        let m = &mut *self.d.m;
        for &(root, _) in self.roots.iter().filter(|(root, _)| *root != target) {
            all.extend(list_at(m, root + CONJUNCTS));
        }
        m.reserve_first(2 * all.len())?;
        let rest = m.heap.get(target + CONJUNCTS);
        Ok(m.heap.new_list(&all, rest))
    }

    /// Puts a diagram with the variables of these levels, of which it depends on no others, onto the heap.
    fn conjunct(&mut self, diagram: u32, levels: &[u32]) -> Result<Cell, Stop> {
        let mut places: Table<u32, u32> = Table::filled(0, self.variables.len());
        let mut cells = Vec::new();
        for (place, &level) in levels.iter().enumerate() {
            places[level] = place as u32;
            cells.push(self.variables[level].cell);
        }
        let StoredDiagram { nodes, top } = pack(&mut self.d, diagram, &places)?;
        let variables = store::list(self.d.m, &cells)?;
        self.d.m.reserve_first(8)?;
        Ok(self.d.m.heap.new_struct(CONJUNCT, &[variables, nodes, top]))
    }

    /// Returns the levels of the leaves of an expression, in order.
    pub(super) fn leaves(&mut self, parts: &[ExpressionStep]) -> Result<Vec<u32>, Stop> {
        let mut levels = Vec::new();
        for part in parts {
            if let ExpressionStep::Leaf(cell) | ExpressionStep::Exists(cell) = part {
                levels.push(self.level(*cell)?);
            }
        }
        levels.sort_unstable();
        levels.dedup();
        Ok(levels)
    }

    /// Returns the levels of the variables that a diagram depends on, in order.
    pub(super) fn support(&mut self, diagram: u32) -> Result<Vec<u32>, Stop> {
        let nodes = self.d.nodes_of(diagram)?;
        let mut levels: Vec<u32> = nodes.iter().map(|&number| self.d.level(number)).collect();
        levels.sort_unstable();
        levels.dedup();
        Ok(levels)
    }

    fn bind(&mut self, facts: &[Fact]) -> Step {
        for (level, &fact) in (0_u32..).zip(facts) {
            let value = match fact {
                Fact::Unknown => continue,
                Fact::Value(value) => Cell::int(i64::from(value)),
                Fact::Same(other) => self.shown(other),
            };
            let variable = self.variables[level].cell;
            let m = &mut *self.d.m;
            let value = m.deref(value);
            if store::is_only_boolean(m, variable) {
                m.stacks.bind(&mut m.heap, variable, value);
            } else {
                m.bind(variable, value);
            }
        }
        Ok(())
    }
}

/// Calls `each` for the parts of a conjunction, and of a negated disjunction, one after the other: many small constraints
/// need less room than a large one. Returns an error for what is no expression only when its turn comes.
pub(super) fn each_part(m: &mut Machine, expression: Cell, mut each: impl FnMut(&mut Machine, Cell) -> Step) -> Step {
    let mut work = vec![(expression, false)];
    while let Some((cell, is_negated)) = work.pop() {
        m.poll()?;
        let cell = m.deref(cell);
        let (pair, many) = if is_negated {
            (known::PLUS, known::PLUS)
        } else {
            (known::STAR, known::STAR)
        };
        match m.view(cell) {
            View::Struct(functor, first) if functor.name() == pair && functor.arity() == 2 => {
                work.extend([(m.heap.get(first + 1), is_negated), (m.heap.get(first), is_negated)]);
                continue;
            }
            View::Struct(functor, first) if functor.name() == many && functor.arity() == 1 => {
                if let Ok(items) = ferz_engine::native::terms::walk::list_to_vec(&m.heap, m.heap.get(first)) {
                    work.extend(items.into_iter().rev().map(|item| (item, is_negated)));
                    continue;
                }
            }
            View::Struct(functor, first) if functor.name() == known::TILDE && functor.arity() == 1 && !is_negated => {
                work.push((m.heap.get(first), true));
                continue;
            }
            _ => {}
        }
        let part = if is_negated {
            m.reserve_first(4)?;
            m.heap.new_term(known::TILDE, &[cell])
        } else {
            cell
        };
        each(m, part)?;
    }
    Ok(())
}
