//! Transportation problems: the cheapest way to bring goods from sources to sinks, by cheapest paths on which more can be
//! sent (Edmonds and Karp, "Theoretical Improvements in Algorithmic Efficiency for Network Flow Problems", 1972).
//!
//! Each node has a price such that no arc costs less than the difference of the prices of its ends; so Dijkstra's method
//! finds the cheapest path.

use dashu_int::IBig;

use ferz_engine::native::args::list_arg::{new_list, proper_list};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, Number};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

pub(crate) const TABLE: &[Native] = &[
    det!("$transport(+supplies, +demands, +costs, -amounts)", 4, transport_4).doc(
        "Unifies amounts with the cheapest way to bring all supplies to the demands; the sums of both must be equal.",
    ),
];

/// A problem, and what is sent so far.
struct Problem {
    supplies: Vec<IBig>,
    demands: Vec<IBig>,
    costs: Vec<Vec<IBig>>,
    amounts: Vec<Vec<IBig>>,
    /// Of the sources, then of the sinks.
    prices: Vec<IBig>,
}

/// The result of a search: for each node its distance, and the node before it.
struct Paths {
    distances: Vec<Option<IBig>>,
    before: Vec<usize>,
    is_done: Vec<bool>,
    /// The sink that was reached.
    sink: usize,
}

impl Problem {
    fn new(supplies: Vec<IBig>, demands: Vec<IBig>, costs: Vec<Vec<IBig>>) -> Problem {
        let mut prices = vec![IBig::ZERO; supplies.len()];
        for sink in 0..demands.len() {
            let least = costs.iter().map(|row| &row[sink]).min();
            prices.push(least.cloned().unwrap_or_default());
        }
        let amounts = vec![vec![IBig::ZERO; demands.len()]; supplies.len()];
        Problem {
            supplies,
            demands,
            costs,
            amounts,
            prices,
        }
    }

    /// Returns the cost of the arc between two nodes less the difference of their prices; none if nothing can be sent.
    fn reduced(&self, from: usize, to: usize) -> Option<IBig> {
        let sources = self.supplies.len();
        if from < sources {
            (to >= sources).then(|| &self.costs[from][to - sources] + &self.prices[from] - &self.prices[to])
        } else {
            // Goods that are sent already may be sent elsewhere.
            (to < sources && self.amounts[to][from - sources] > IBig::ZERO)
                .then(|| &self.prices[from] - &self.prices[to] - &self.costs[to][from - sources])
        }
    }

    /// Finds the cheapest path from a source to a sink that needs goods.
    fn search(&self, m: &mut Machine, pace: &mut Pace, source: usize) -> Result<Paths, Stop> {
        let count = self.prices.len();
        let mut paths = Paths {
            distances: vec![None; count],
            before: vec![source; count],
            is_done: vec![false; count],
            sink: source,
        };
        paths.distances[source] = Some(IBig::ZERO);
        loop {
            let nearest = (0..count)
                .filter(|&node| !paths.is_done[node])
                .filter_map(|node| paths.distances[node].as_ref().map(|distance| (distance, node)))
                .min();
            let (distance, node) = nearest.ok_or(Stop::Fail)?;
            let distance = distance.clone();
            paths.is_done[node] = true;
            if node >= self.supplies.len() && self.demands[node - self.supplies.len()] > IBig::ZERO {
                paths.sink = node;
                return Ok(paths);
            }
            for next in 0..count {
                m.poll_at(pace)?;
                if paths.is_done[next] {
                    continue;
                }
                let Some(cost) = self.reduced(node, next) else {
                    continue;
                };
                let through = &distance + cost;
                if paths.distances[next].as_ref().is_none_or(|known| through < *known) {
                    paths.distances[next] = Some(through);
                    paths.before[next] = node;
                }
            }
        }
    }

    /// Sends as much as possible along a path, and adapts the prices.
    fn send(&mut self, source: usize, paths: &Paths) {
        let sources = self.supplies.len();
        let arcs = || {
            std::iter::successors(Some(paths.sink), |&node| Some(paths.before[node]))
                .take_while(move |&node| node != source)
                .map(|node| (paths.before[node], node))
        };
        let mut amount = (&self.supplies[source])
            .min(&self.demands[paths.sink - sources])
            .clone();
        for (from, to) in arcs() {
            if from >= sources {
                amount = amount.min(self.amounts[to][from - sources].clone());
            }
        }
        for (from, to) in arcs() {
            if from < sources {
                self.amounts[from][to - sources] += &amount;
            } else {
                self.amounts[to][from - sources] -= &amount;
            }
        }
        self.supplies[source] -= &amount;
        self.demands[paths.sink - sources] -= &amount;
        let most = paths.distances[paths.sink].clone().unwrap_or_default();
        for (price, (distance, is_done)) in self.prices.iter_mut().zip(paths.distances.iter().zip(&paths.is_done)) {
            match distance {
                Some(distance) if *is_done => *price += distance,
                _ => *price += &most,
            }
        }
    }
}

fn integers(m: &mut Machine, list: Cell) -> Result<Vec<IBig>, Stop> {
    let mut found = Vec::new();
    for cell in proper_list(m, list)? {
        found.push(match m.heap.number(cell) {
            Some(Number::Int(value)) => IBig::from(value),
            Some(Number::Big(value)) => value,
            _ => return Err(m.type_or_instantiation_error(Type::Integer, cell)),
        });
    }
    Ok(found)
}

fn transport_4(m: &mut Machine, supplies: Cell, demands: Cell, costs: Cell, amounts: Cell) -> Step {
    let (supplies, demands) = (integers(m, supplies)?, integers(m, demands)?);
    let mut rows = Vec::new();
    for row in proper_list(m, costs)? {
        rows.push(integers(m, row)?);
    }
    let fits = rows.len() == supplies.len() && rows.iter().all(|row| row.len() >= demands.len());
    let is_negative = |amount: &IBig| *amount < IBig::ZERO;
    if !fits || supplies.iter().chain(&demands).any(is_negative) {
        return Err(Stop::Fail);
    }
    let total = |amounts: &[IBig]| amounts.iter().fold(IBig::ZERO, |sum, amount| sum + amount);
    holds(total(&supplies) == total(&demands))?;
    let bytes = supplies.len() * demands.len() * size_of::<IBig>();
    let found = m.with_aside(bytes, |m| {
        let mut problem = Problem::new(supplies, demands, rows);
        let mut pace = Pace::new();
        for source in 0..problem.supplies.len() {
            while problem.supplies[source] > IBig::ZERO {
                let paths = problem.search(m, &mut pace, source)?;
                problem.send(source, &paths);
            }
        }
        Ok(problem.amounts)
    })?;
    let mut lists = Vec::new();
    for row in found {
        let mut cells = Vec::new();
        for amount in row {
            cells.push(m.number_cell(&Number::from(amount))?);
        }
        lists.push(new_list(m, &cells)?);
    }
    let list = new_list(m, &lists)?;
    m.unify(amounts, list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ROWS;
    use ferz_engine::native::streams::StreamTable;

    /// Returns the least cost of all ways to send units one by one.
    fn least(supplies: &mut Vec<i64>, demands: &mut Vec<i64>, costs: &[Vec<i64>]) -> i64 {
        let Some(source) = supplies.iter().position(|&supply| supply > 0) else {
            return 0;
        };
        let mut best = i64::MAX;
        for sink in 0..demands.len() {
            if demands[sink] > 0 {
                supplies[source] -= 1;
                demands[sink] -= 1;
                best = best.min(costs[source][sink] + least(supplies, demands, costs));
                supplies[source] += 1;
                demands[sink] += 1;
            }
        }
        best
    }

    #[test]
    fn plans_are_as_cheap_as_any() {
        let mut state = 12_345_u64;
        let mut below = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut m = Machine::new(ROWS, StreamTable::closed());
        for _ in 0..200 {
            let (sources, sinks) = (1 + below(3) as usize, 1 + below(3) as usize);
            let mut supplies = vec![0; sources];
            let mut demands = vec![0; sinks];
            for _ in 0..6 {
                supplies[below(sources as u64) as usize] += 1;
                demands[below(sinks as u64) as usize] += 1;
            }
            let costs: Vec<Vec<i64>> = (0..sources)
                .map(|_| (0..sinks).map(|_| below(9) as i64 - 2).collect())
                .collect();
            let wide = |numbers: &[i64]| numbers.iter().map(|&number| IBig::from(number)).collect::<Vec<_>>();
            let rows = costs.iter().map(|row| wide(row)).collect();
            let mut problem = Problem::new(wide(&supplies), wide(&demands), rows);
            let mut pace = Pace::new();
            for source in 0..sources {
                while problem.supplies[source] > IBig::ZERO {
                    let paths = problem.search(&mut m, &mut pace, source).expect("there is a path");
                    problem.send(source, &paths);
                }
            }
            let cost = (0..sources).flat_map(|source| (0..sinks).map(move |sink| (source, sink)));
            let cost = cost.fold(IBig::ZERO, |sum, (source, sink)| {
                sum + &problem.amounts[source][sink] * IBig::from(costs[source][sink])
            });
            let least = least(&mut supplies, &mut demands, &costs);
            assert_eq!(cost, IBig::from(least), "{costs:?}");
        }
    }
}
