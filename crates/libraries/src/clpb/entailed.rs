//! Consequences of a diagram for single variables: those that have one value, and those that are always equal.
//!
//! A variable that is left out on some path to true may have both values, and equals no other one. Of the others, those
//! that are equal in many random solutions are compared: `x` equals `y` below it if below each node of `x` all nodes of
//! `y` have the value of `x`.

use ferz_engine::native::Stop;
use ferz_engine::native::work::Table;

use super::diagrams::{BOTTOM, DiagramNode, Diagrams, FALSE, TRUE};

/// Random solutions: the bits of a word.
const SAMPLES: u32 = u64::BITS;

/// The consequence for the variable of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    Unknown,
    Value(bool),
    /// It equals the variable of this level, which is above it.
    Same(u32),
}

/// The common property of the nodes of a level.
#[derive(Clone)]
struct Level {
    /// All nodes have false for 0, or all for 1.
    only_high: bool,
    only_low: bool,
    /// All nodes have false for 0 or for 1.
    is_decided: bool,
    /// No node leads to true at once.
    goes_on: bool,
}

/// Returns a fact for each level; the diagram is not false.
pub(super) fn entailed(d: &mut Diagrams<'_>, top: u32, count: usize) -> Result<Vec<Fact>, Stop> {
    let mut facts = vec![Fact::Unknown; count];
    if top <= TRUE {
        return Ok(facts);
    }
    let nodes = d.nodes_of(top)?;
    let levels = summary(d, top, &nodes, count)?;
    let mut may_equal = Vec::new();
    let (mut uppers, mut lowers) = (0, 0);
    for (level, common) in levels.iter().enumerate() {
        let Some(common) = common else {
            continue;
        };
        if common.only_high || common.only_low {
            facts[level] = Fact::Value(common.only_high);
        } else if common.is_decided || common.goes_on {
            uppers += usize::from(common.goes_on);
            lowers += usize::from(common.is_decided);
            may_equal.push(level);
        }
    }
    if uppers == 0 || lowers == 0 || may_equal.len() < 2 {
        return Ok(facts);
    }
    let seen = samples(d, top, count)?;
    may_equal.sort_by_key(|&level| (seen[level], level));
    let mut reach: Table<u32, _> = Table::filled(0, top as usize + 1);
    for group in may_equal.chunk_by(|&a, &b| seen[a] == seen[b]) {
        let mut firsts: Vec<usize> = Vec::new();
        for &y in group {
            let is_decided = levels[y].as_ref().is_some_and(|common| common.is_decided);
            let mut same = None;
            for &x in firsts.iter().filter(|_| is_decided) {
                let goes_on = levels[x].as_ref().is_some_and(|common| common.goes_on);
                if goes_on && are_equal(d, &nodes, &mut reach, x as u32, y as u32)? {
                    same = Some(x);
                    break;
                }
            }
            match same {
                Some(x) => facts[y] = Fact::Same(x as u32),
                None => firsts.push(y),
            }
        }
    }
    Ok(facts)
}

/// Returns what the nodes of each level have in common; nothing for those that a path to true leaves out.
fn summary(d: &mut Diagrams<'_>, top: u32, nodes: &[u32], count: usize) -> Result<Vec<Option<Level>>, Stop> {
    let mut levels = vec![
        Level {
            only_high: true,
            only_low: true,
            is_decided: true,
            goes_on: true,
        };
        count
    ];
    // Where the number of edges that leave levels out changes.
    let mut skips = vec![0_i64; count + 1];
    let mut skip = |from: usize, to: u32| {
        let to = if to == BOTTOM { count } else { to as usize };
        skips[from] += 1;
        skips[to] -= 1;
    };
    skip(0, d.level(top));
    for &number in nodes {
        d.poll()?;
        let DiagramNode { level, low, high } = d.node(number);
        for child in [low, high] {
            if child != FALSE {
                skip(level as usize + 1, d.level(child));
            }
        }
        let common = &mut levels[level as usize];
        common.only_high &= low == FALSE;
        common.only_low &= high == FALSE;
        common.is_decided &= low == FALSE || high == FALSE;
        common.goes_on &= low != TRUE && high != TRUE;
    }
    let mut skipping = 0;
    Ok(levels
        .into_iter()
        .zip(skips)
        .map(|(level, change)| {
            skipping += change;
            (skipping == 0).then_some(level)
        })
        .collect())
}

/// Returns the values of each level in some random solutions; those of levels that a path leaves out are 0.
fn samples(d: &mut Diagrams<'_>, top: u32, count: usize) -> Result<Vec<u64>, Stop> {
    let mut seen = vec![0_u64; count];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for sample in 0..SAMPLES {
        let mut number = top;
        while number > TRUE {
            d.poll()?;
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let node = d.node(number);
            let is_high = node.low == FALSE || node.high != FALSE && state >> 32 & 1 == 1;
            seen[node.level as usize] |= u64::from(is_high) << sample;
            number = if is_high { node.high } else { node.low };
        }
    }
    Ok(seen)
}

/// Whether two variables are equal in all solutions; no path leaves one of them out. `reach` is for the values of the lower
/// one below each node, as bits.
fn are_equal(d: &mut Diagrams<'_>, nodes: &[u32], reach: &mut Table<u32, u8>, x: u32, y: u32) -> Result<bool, Stop> {
    for &number in nodes {
        d.poll()?;
        let DiagramNode { level, low, high } = d.node(number);
        if level < x || level > y {
            continue;
        }
        let (below_low, below_high) = (reach[low], reach[high]);
        if level == x {
            if below_low & 0b10 != 0 || below_high & 0b01 != 0 {
                reset(nodes, reach);
                return Ok(false);
            }
        } else if level == y {
            reach[number] = u8::from(low != FALSE) | u8::from(high != FALSE) << 1;
        } else {
            reach[number] = below_low | below_high;
        }
    }
    reset(nodes, reach);
    Ok(true)
}

fn reset(nodes: &[u32], reach: &mut Table<u32, u8>) {
    for &number in nodes {
        reach[number] = 0;
    }
}
