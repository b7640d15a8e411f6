//! The variables that take part in one native predicate's run, in the order of their indexes, and the diagrams of their
//! roots.
//!
//! A variable of a root may be bound by now: to a value, to another variable, or to an expression. All of these are put in
//! its place as the diagram is read, so that nothing else needs to know of bindings.

use rustc_hash::{FxHashMap, FxHashSet};

use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::work::{Ordered, Table};
use ferz_engine::native::{Machine, Step, Stop};

use super::diagrams::{BOTTOM, Diagrams, FALSE, Operation, TRUE};
use super::expression::{ExpressionStep, evaluate, is_variable, no_expression, parse};
use super::store::{
    self, BooleanAttribute, CONJUNCT, CONJUNCTS, PackedDiagram, VARIABLES, attribute, enumerate, list_at, universal,
};

/// A variable that takes part; its place in the list is its level.
pub(super) struct Variable {
    pub cell: Cell,
    pub index: i64,
    pub is_universal: bool,
}

/// The variables, their levels, and the roots that they belong to.
pub(super) struct BooleanSpace<'m> {
    pub d: Diagrams<'m>,
    pub variables: Table<u32, Variable>,
    levels: FxHashMap<usize, u32>,
    /// The addresses of the roots, and the variables of each as its diagram numbers them.
    pub roots: Vec<(usize, Vec<Cell>)>,
    /// Expressions that variables were bound to, by their addresses.
    expressions: FxHashMap<u64, Vec<ExpressionStep>>,
}

/// The facts that are known before the levels.
struct Gathering {
    variables: Vec<Variable>,
    roots: Vec<(usize, Vec<Cell>)>,
    expressions: FxHashMap<u64, Vec<ExpressionStep>>,
    seen_variables: FxHashSet<usize>,
    seen_roots: FxHashSet<usize>,
    /// Terms in the place of Boolean variables.
    work: Vec<Cell>,
}

impl Gathering {
    fn add_root(&mut self, m: &Machine, root: usize) {
        if self.seen_roots.insert(root) {
            let entries = list_at(m, root + VARIABLES);
            self.work.extend(entries.iter().rev());
            self.roots.push((root, entries));
        }
    }

    fn add_variable(&mut self, m: &mut Machine, variable: Cell) -> Step {
        let (cell, found) = match attribute(m, variable) {
            Some(found) => (variable, found),
            None => {
                let made = enumerate(m, variable, None)?;
                let found = attribute(m, made).ok_or(Stop::Fail)?;
                (made, found)
            }
        };
        let BooleanAttribute { index, root, atom } = found;
        if self.seen_variables.insert(cell.address()) {
            self.variables.push(Variable {
                cell,
                index,
                is_universal: atom.is_some(),
            });
            if let Some(atom) = atom {
                // A copy of the variable of an atom stands for the atom, too.
                let original = universal(m, atom)?;
                self.work.push(original);
            }
        }
        self.add_root(m, root);
        Ok(())
    }

    fn add_leaves(&mut self, m: &mut Machine, parts: &[ExpressionStep]) -> Step {
        for part in parts {
            let (ExpressionStep::Leaf(cell) | ExpressionStep::Exists(cell)) = part else {
                continue;
            };
            match m.view(*cell) {
                View::Atom(atom) => {
                    let variable = universal(m, atom)?;
                    self.add_variable(m, variable)?;
                }
                View::Var(variable) | View::Attributed(variable) => self.add_variable(m, variable)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn run(&mut self, m: &mut Machine) -> Step {
        while let Some(cell) = self.work.pop() {
            match m.view(cell) {
                View::Int(0 | 1) => {}
                View::Var(variable) | View::Attributed(variable) => self.add_variable(m, variable)?,
                _ => {
                    let bound = m.deref(cell);
                    if !self.expressions.contains_key(&bound.bits()) {
                        let parts = parse(m, bound)?;
                        self.add_leaves(m, &parts)?;
                        self.expressions.insert(bound.bits(), parts);
                    }
                }
            }
        }
        Ok(())
    }
}

impl<'m> BooleanSpace<'m> {
    /// Gathers all variables that are linked to the leaves of an expression, or to a root, with the variables of the
    /// constraints that the root is made of.
    pub(super) fn gather(
        m: &'m mut Machine,
        parts: &[ExpressionStep],
        root: Option<usize>,
    ) -> Result<BooleanSpace<'m>, Stop> {
        let mut all = Gathering {
            variables: Vec::new(),
            roots: Vec::new(),
            expressions: FxHashMap::default(),
            seen_variables: FxHashSet::default(),
            seen_roots: FxHashSet::default(),
            work: Vec::new(),
        };
        all.add_leaves(m, parts)?;
        if let Some(root) = root {
            all.add_root(m, root);
            for conjunct in list_at(m, root + CONJUNCTS) {
                if let View::Struct(CONJUNCT, first) = m.view(conjunct) {
                    all.work.extend(list_at(m, first));
                }
            }
        }
        all.run(m)?;
        let mut variables = all.variables;
        variables.order_by_key(|variable| variable.index);
        let levels = variables
            .iter()
            .enumerate()
            .map(|(level, variable)| (variable.cell.address(), level as u32))
            .collect();
        Ok(BooleanSpace {
            d: Diagrams::new(m),
            variables: variables.into(),
            levels,
            roots: all.roots,
            expressions: all.expressions,
        })
    }

    /// Returns the level of an unbound variable that takes part; of an atom, that of its variable.
    pub(super) fn level(&mut self, cell: Cell) -> Result<u32, Stop> {
        let cell = self.d.m.deref(cell);
        let variable = match self.d.m.view(cell) {
            View::Atom(atom) => universal(self.d.m, atom)?,
            _ => match attribute(self.d.m, cell).and_then(|found| found.atom) {
                Some(atom) => universal(self.d.m, atom)?,
                None => cell,
            },
        };
        self.levels.get(&variable.address()).copied().ok_or(Stop::Fail)
    }

    /// Returns the diagram of an expression.
    pub(super) fn evaluate(&mut self, parts: &[ExpressionStep]) -> Result<u32, Stop> {
        let mut leaves = FxHashMap::default();
        for part in parts {
            if let ExpressionStep::Leaf(cell) | ExpressionStep::Exists(cell) = part
                && !leaves.contains_key(&cell.bits())
            {
                let level = self.level(*cell)?;
                leaves.insert(cell.bits(), level);
            }
        }
        evaluate(&mut self.d, parts, |d, cell| match leaves.get(&cell.bits()) {
            Some(&level) => d.variable(level),
            None => Err(Stop::Fail),
        })
    }

    /// Returns the diagram of what is in the place of a variable of a root.
    fn substitute(&mut self, entry: Cell) -> Result<u32, Stop> {
        match self.d.m.view(entry) {
            View::Int(value @ (0 | 1)) => Ok(value as u32),
            View::Var(variable) | View::Attributed(variable) => {
                let level = self.level(variable)?;
                self.d.variable(level)
            }
            _ => {
                let bound = self.d.m.deref(entry);
                match self.expressions.remove(&bound.bits()) {
                    Some(parts) => {
                        let value = self.evaluate(&parts)?;
                        self.expressions.insert(bound.bits(), parts);
                        Ok(value)
                    }
                    None => Err(no_expression(self.d.m, bound)),
                }
            }
        }
    }

    /// Returns the levels of the variables in what is in the place of a variable of a root.
    pub(super) fn levels_in(&mut self, entry: Cell) -> Result<Vec<u32>, Stop> {
        let diagram = self.substitute(entry)?;
        self.support(diagram)
    }

    /// Reads the diagram at an address: `nodes` and the cell after it, over variables that may be bound.
    pub(super) fn read(&mut self, nodes: usize, entries: &[Cell]) -> Result<u32, Stop> {
        let packed = PackedDiagram::at(self.d.m, nodes, nodes + 1);
        if packed.count() == 0 {
            return Ok(packed.top.min(TRUE));
        }
        self.d.charge(packed.count() * size_of::<[u32; 6]>())?;
        let mut tests: Table<u32, u32> = Vec::with_capacity(entries.len()).into();
        for &entry in entries {
            tests.push(self.substitute(entry)?);
        }
        let mut read: Table<u32, u32> = Vec::with_capacity(packed.count() + 2).into();
        read.values_mut().extend([FALSE, TRUE]);
        for i in 0..packed.count() {
            self.d.poll()?;
            let (place, low, high) = packed.node(i, entries.len()).ok_or(Stop::Fail)?;
            let (test, low, high) = (tests[place], read[low], read[high]);
            let node = self.d.node(test);
            let below = self.d.level(low).min(self.d.level(high));
            read.push(match test {
                FALSE => low,
                TRUE => high,
                _ if is_variable(node) && node.level < below => self.d.make(node.level, low, high)?,
                _ => self.d.choose(test, low, high)?,
            });
        }
        read.get(packed.top as usize).copied().ok_or(Stop::Fail)
    }

    /// Returns the conjunction of a diagram and those of all roots.
    pub(super) fn conjunction(&mut self, with: u32) -> Result<u32, Stop> {
        let mut joined = with;
        for i in 0..self.roots.len() {
            let (root, entries) = (self.roots[i].0, std::mem::take(&mut self.roots[i].1));
            let diagram = self.read(root + store::NODES, &entries)?;
            self.roots[i].1 = entries;
            joined = self.d.and(diagram, joined)?;
            if joined == FALSE {
                break;
            }
        }
        Ok(joined)
    }

    /// Whether, whatever the universally quantified variables are, there are values of the others.
    pub(super) fn holds_for_all(&mut self, diagram: u32) -> Result<bool, Stop> {
        if diagram == FALSE {
            return Ok(false);
        }
        if !self.variables.iter().any(|variable| variable.is_universal) {
            return Ok(true);
        }
        let variables = std::mem::take(&mut self.variables);
        let left = self.d.quantify(diagram, Operation::OR, |level| {
            level != BOTTOM && !variables[level].is_universal
        });
        self.variables = variables;
        Ok(left? == TRUE)
    }

    /// Returns the term that stands for a variable in answers.
    pub(super) fn shown(&self, level: u32) -> Cell {
        let cell = self.variables[level].cell;
        match attribute(self.d.m, cell).and_then(|found| found.atom) {
            Some(atom) => Cell::atom(atom),
            None => cell,
        }
    }
}
