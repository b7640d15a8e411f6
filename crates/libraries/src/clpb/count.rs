//! Numbers of solutions, and solutions of the largest weight.

use dashu_int::{IBig, UBig};

use ferz_engine::native::Stop;
use ferz_engine::native::work::Table;

use super::diagrams::{BOTTOM, DiagramNode, FALSE, TRUE};
use super::space::BooleanSpace;

impl BooleanSpace<'_> {
    /// Returns the number of solutions over the variables of these levels, which are in order; a diagram depends on no
    /// others.
    pub(super) fn count(&mut self, diagram: u32, levels: &[u32]) -> Result<UBig, Stop> {
        let ranks = self.ranks(levels);
        let rank = |level: u32| {
            if level == BOTTOM { levels.len() } else { ranks[level] }
        };
        if diagram <= TRUE {
            return Ok(UBig::from(diagram) << levels.len());
        }
        let nodes = self.d.nodes_of(diagram)?;
        let mut counts: Table<u32, _> = Table::filled(UBig::ZERO, diagram as usize + 1);
        counts[TRUE] = UBig::ONE;
        for number in nodes {
            self.d.poll()?;
            let DiagramNode { level, low, high } = self.d.node(number);
            let of = |child: u32| &counts[child] << (rank(self.d.level(child)) - rank(level) - 1);
            let sum = of(low) + of(high);
            if levels.len() > 128 {
                let bytes = levels.len() / 8;
                self.d.charge(bytes)?;
            }
            counts[number] = sum;
        }
        Ok(std::mem::take(&mut counts[diagram]) << rank(self.d.level(diagram)))
    }

    /// Returns for each level its place among these.
    fn ranks(&self, levels: &[u32]) -> Table<u32, usize> {
        let mut ranks: Table<u32, _> = Table::filled(0, self.variables.len());
        for (rank, &level) in levels.iter().enumerate() {
            ranks[level] = rank;
        }
        ranks
    }

    /// Returns the largest sum of the weights of true variables, and the diagram of the solutions that have it. `weights` are
    /// those of levels, in order; the diagram depends on no others, and is not false.
    pub(super) fn heaviest(&mut self, diagram: u32, weights: &[(u32, IBig)]) -> Result<(IBig, u32), Stop> {
        let levels: Vec<u32> = weights.iter().map(|weight| weight.0).collect();
        let ranks = self.ranks(&levels);
        let rank = |level: u32| {
            if level == BOTTOM { levels.len() } else { ranks[level] }
        };
        // The most that the variables before each one add if they are free.
        let mut before = vec![IBig::ZERO];
        for (_, weight) in weights {
            let last = before[before.len() - 1].clone();
            before.push(last + weight.max(&IBig::ZERO));
        }
        let nodes = self.d.nodes_of(diagram)?;
        let size = diagram.max(TRUE) as usize + 1;
        let mut best: Table<u32, _> = Table::filled(IBig::ZERO, size);
        let mut ways: Table<u32, _> = Table::filled(FALSE, size);
        ways[TRUE] = TRUE;
        for number in nodes {
            self.d.poll()?;
            let DiagramNode { level, low, high } = self.d.node(number);
            let at = rank(level);
            let below = |child: u32| {
                let free = &before[rank(self.d.level(child))] - &before[at + 1];
                &best[child] + free
            };
            let (of_low, of_high) = (below(low), below(high) + &weights[at].1);
            let takes_low = high == FALSE || low != FALSE && of_low >= of_high;
            let takes_high = low == FALSE || high != FALSE && of_high >= of_low;
            let mut children = [FALSE; 2];
            for (child, takes, way) in [(low, takes_low, 0), (high, takes_high, 1)] {
                if takes {
                    let to = rank(self.d.level(child));
                    children[way] = self.free(ways[child], &weights[at + 1..to])?;
                }
            }
            best[number] = if takes_low { of_low } else { of_high };
            ways[number] = self.d.make(level, children[0], children[1])?;
        }
        let above = rank(self.d.level(diagram));
        let way = self.free(ways[diagram], &weights[..above])?;
        Ok((&best[diagram] + &before[above], way))
    }

    /// Adds the best values of variables that are free, above a diagram.
    fn free(&mut self, diagram: u32, weights: &[(u32, IBig)]) -> Result<u32, Stop> {
        let mut way = diagram;
        for (level, weight) in weights.iter().rev() {
            way = match weight.cmp(&IBig::ZERO) {
                std::cmp::Ordering::Equal => way,
                std::cmp::Ordering::Less => self.d.make(*level, way, FALSE)?,
                std::cmp::Ordering::Greater => self.d.make(*level, FALSE, way)?,
            };
        }
        Ok(way)
    }
}
