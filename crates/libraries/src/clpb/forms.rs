//! Constraints as they are shown: in algebraic normal form, an exclusive or of conjunctions, and as small as is easily found.

use ferz_engine::native::Stop;
use ferz_engine::native::terms::Cell;

use super::diagrams::{BOTTOM, FALSE, Operation, TRUE};
use super::space::BooleanSpace;

impl BooleanSpace<'_> {
    /// Returns constraints, which are pairs of the levels of their variables and a diagram, in another form: those over the
    /// same variables are joined, and what can be told as two constraints, each without a variable of the other, is
    /// parted.
    pub(super) fn parted(&mut self, conjuncts: Vec<(Vec<u32>, u32)>) -> Result<Vec<u32>, Stop> {
        let mut groups: Vec<(Vec<u32>, u32)> = Vec::new();
        for (levels, conjunct) in conjuncts {
            match groups.iter_mut().find(|group| group.0 == levels) {
                Some(group) => group.1 = self.d.and(group.1, conjunct)?,
                None => groups.push((levels, conjunct)),
            }
        }
        let mut work: Vec<u32> = groups.into_iter().map(|group| group.1).collect();
        let mut done: Vec<u32> = Vec::new();
        let mut seen = Vec::new();
        while let Some(diagram) = work.pop() {
            if diagram == TRUE || seen.contains(&diagram) {
                continue;
            }
            seen.push(diagram);
            let parts = self.split(diagram)?;
            if parts.is_empty() {
                done.push(diagram);
            } else {
                work.extend(parts);
            }
        }
        Ok(done)
    }

    /// Returns diagrams whose conjunction is the given one, each without one of its variables; none if it does not part.
    fn split(&mut self, diagram: u32) -> Result<Vec<u32>, Stop> {
        let mut without = Vec::new();
        for level in self.support(diagram)? {
            if !self.variables[level].is_universal {
                without.push(self.d.quantify(diagram, Operation::OR, |at| at == level)?);
            }
        }
        let mut parts = Vec::new();
        for (i, &first) in without.iter().enumerate() {
            let mut is_part = false;
            for &second in &without[i + 1..] {
                if self.d.and(first, second)? == diagram {
                    parts.push(second);
                    is_part = true;
                }
            }
            if is_part {
                parts.push(first);
            }
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    /// Returns the conjunctions whose exclusive or is the diagram, as a list of lists of variables; `[]` is 1.
    pub(super) fn algebraic(&mut self, diagram: u32) -> Result<Cell, Stop> {
        let mut lists = Vec::new();
        let mut prefix: Vec<Cell> = Vec::new();
        // The diagram, and how much of the prefix, with or without one more, stands before it.
        let mut work: Vec<(u32, usize, Option<u32>)> = vec![(diagram, 0, None)];
        while let Some((diagram, length, with)) = work.pop() {
            self.d.poll()?;
            prefix.truncate(length);
            if let Some(level) = with {
                prefix.push(self.shown(level));
            }
            match diagram {
                FALSE => {}
                TRUE => {
                    self.d.m.reserve_first(2 * prefix.len())?;
                    let list = self.d.m.heap.new_list(&prefix, Cell::NIL);
                    lists.push(list);
                }
                _ => {
                    let node = self.d.node(diagram);
                    let change = self.d.apply(Operation::XOR, node.low, node.high)?;
                    let length = prefix.len();
                    work.extend([(change, length, Some(node.level)), (node.low, length, None)]);
                }
            }
        }
        super::store::list(self.d.m, &lists)
    }

    /// Returns a diagram without the variables that `is_shown` does not name.
    pub(super) fn projected(&mut self, diagram: u32, is_shown: &[bool]) -> Result<u32, Stop> {
        self.d.quantify(diagram, Operation::OR, |level| {
            level != BOTTOM && !is_shown[level as usize]
        })
    }
}
