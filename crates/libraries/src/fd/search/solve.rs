//! The native predicates of the search.

use std::collections::HashMap;

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::args::text_arg::list_items;
use ferz_engine::native::terms::{Cell, Functor, View, known};
use ferz_engine::native::{Machine, Native, Step, Stop, det, nondet};

use super::super::ranges::{INF, SUP};
use super::super::store::{Fd, MAX, MIN, VARIABLE};
use super::build::build;
use super::label::LabelSearch;
use super::options::{ReadOptions, SearchOptions, Select};

pub(crate) const TABLE: &[Native] = &[
    nondet!("$fd_search(+options, +variables, -way)", 3, search_3)
        .doc("Gives values to variables; or unifies way with slow, if that cannot be done by a search in vectors."),
    det!("$fd_minimum(+options, +variables, ?cost, ?kept, -found)", 5, minimum_5)
        .doc("Finds the least cost, and the values of the variables in the first solution with it, if that is known."),
];

/// The propagators that may be reached for each variable that gets a value.
const FOR_EACH: usize = 4096;
/// Those for a single variable.
const FOR_ONE: usize = 64;

/// A search that is kept with its choice point.
struct Running {
    search: Box<LabelSearch>,
    /// The variables of the space that had no value, in the order of the state.
    written: Vec<u32>,
}

impl Running {
    /// Writes a solution back. Returns false if the propagators on the heap find it wrong.
    fn write(&self, m: &mut Machine, variables: usize) -> Result<bool, Stop> {
        let space = &self.search.space;
        let is_whole = self.written.iter().all(|&x| space.is_fixed(x as usize));
        let mut fd = Fd::new(m);
        for (i, &x) in self.written.iter().enumerate() {
            if !space.is_fixed(x as usize) {
                continue;
            }
            let value = space.vars[x as usize].min;
            let variable = fd.m.deref(fd.get(variables + i));
            let Some(block) = fd.known_block(variable) else {
                continue;
            };
            if is_whole {
                fd.assign(block + MIN, Cell::int(value));
                fd.assign(block + MAX, Cell::int(value));
                fd.m.stacks.bind(&mut fd.m.heap, variable, Cell::int(value));
                continue;
            }
            let done = fd.fix(block, i128::from(value));
            if done.is_err() {
                fd.forget();
            }
            if done == Err(Stop::Fail) {
                return Ok(false);
            }
            done?;
        }
        match fd.run() {
            Err(Stop::Fail) => Ok(false),
            done => done.map(|()| true),
        }
    }
}

/// The facts about a labelling before its search.
enum SearchPlan {
    /// All variables have values.
    Done,
    /// A search cannot do it.
    Slow,
    /// The search, the blocks of its variables, and the one to minimise.
    Search(Box<LabelSearch>, Vec<usize>, u32),
}

/// Reads the variables, of which `cost` is another one, and makes a search.
fn plan(m: &mut Machine, options: SearchOptions, variables: Cell, cost: Option<Cell>) -> Result<SearchPlan, Stop> {
    m.reserve_first(64)?;
    // Several machines can share the alternatives of a labelling that is on their stacks.
    if m.session.is_searching() {
        return Ok(SearchPlan::Slow);
    }
    let Ok(labelled) = list_items(m, variables) else {
        return Ok(SearchPlan::Slow);
    };
    m.poll()?;
    let mut blocks = Vec::new();
    let mut fd = Fd::new(m);
    for cell in labelled.into_iter().chain(cost) {
        if fd.m.deref(cell).is_int() {
            continue;
        }
        match fd.known_block(cell) {
            Some(block) if fd.min(block) > INF && fd.max(block) < SUP => blocks.push(block),
            _ => return Ok(SearchPlan::Slow),
        }
    }
    if cost.is_some_and(|cost| fd.m.deref(cost).is_int()) {
        return Ok(SearchPlan::Slow);
    }
    if blocks.is_empty() {
        return Ok(SearchPlan::Done);
    }
    let most = if blocks.len() == 1 {
        FOR_ONE
    } else {
        FOR_EACH.saturating_mul(blocks.len() + 1)
    };
    let Some((space, all)) = build(&mut fd, &blocks, most)? else {
        return Ok(SearchPlan::Slow);
    };
    let order = if cost.is_some() {
        &blocks[..blocks.len() - 1]
    } else {
        &blocks[..]
    };
    // The variables come first in the space, each once.
    let numbers = if all.starts_with(order) {
        (0..order.len() as u32).collect()
    } else {
        let places: HashMap<usize, u32> = all.iter().copied().zip(0..).collect();
        order.iter().map(|block| places[block]).collect()
    };
    let cost = blocks.last().filter(|_| cost.is_some());
    let cost = cost.and_then(|cost| all.iter().position(|block| block == cost));
    Ok(SearchPlan::Search(
        Box::new(LabelSearch::new(space, numbers, options)),
        all,
        cost.unwrap_or(0) as u32,
    ))
}

fn read_options(m: &Machine, options: Cell) -> Option<SearchOptions> {
    let mut reader = ReadOptions::default();
    for option in list_items(m, options).ok()? {
        let is_read = match m.view(option) {
            View::Atom(name) => reader.read(m, name),
            View::Int(mode) => reader.read_mode(mode),
            _ => false,
        };
        if !is_read {
            return None;
        }
    }
    Some(reader.options())
}

fn search_3(
    m: &mut Machine,
    state: Option<Cell>,
    options: Cell,
    variables: Cell,
    way: Cell,
) -> Result<Option<Cell>, Stop> {
    let (mut running, state, number) = match state {
        Some(state) => {
            let View::Struct(_, first) = m.view(state) else {
                return Err(Stop::Fail);
            };
            let number = m.heap.get(first).as_int() as usize;
            let Some(Ok(running)) = m.calls.kept.take(number).map(|state| state.downcast::<Running>()) else {
                return Err(Stop::Fail);
            };
            let mut running = running;
            match running.search.go_back(m) {
                Ok(true) => (running, state, number),
                done => {
                    m.limits.take_back(running.search.space.charged);
                    return done.and(Err(Stop::Fail));
                }
            }
        }
        None => {
            match read_options(m, options).map_or(Ok(SearchPlan::Slow), |options| plan(m, options, variables, None))? {
                SearchPlan::Slow => {
                    let slow = m.intern("slow");
                    m.unify(way, Cell::atom(slow))?;
                    return Ok(None);
                }
                SearchPlan::Done => return Ok(None),
                SearchPlan::Search(search, blocks, _) => {
                    let open: Vec<usize> = (0..blocks.len()).filter(|&x| !search.space.is_fixed(x)).collect();
                    m.reserve(open.len() + 2)?;
                    let mut cells = vec![Cell::ZERO];
                    cells.extend(open.iter().map(|&x| m.heap.get(blocks[x] + VARIABLE)));
                    let functor = Functor::new(known::FD_STATE, cells.len());
                    let state = m.heap.new_struct(functor, &cells);
                    let running = Running {
                        search,
                        written: open.into_iter().map(|x| x as u32).collect(),
                    };
                    (Box::new(running), state, usize::MAX)
                }
            }
        }
    };
    match solve(m, &mut running, state) {
        Ok(true) => {}
        done => {
            m.limits.take_back(running.search.space.charged);
            return done.and(Err(Stop::Fail));
        }
    }
    if !running.search.has_more() {
        m.limits.take_back(running.search.space.charged);
        return Ok(None);
    }
    let number = if number == usize::MAX {
        let number = m.calls.keep_state(&mut m.limits, &m.stacks);
        let View::Struct(_, first) = m.view(state) else {
            return Err(Stop::Fail);
        };
        m.heap.set(first, Cell::int(number as i64));
        number
    } else {
        number
    };
    let charged = running.search.space.charged;
    m.calls.kept.put_back(number, running, charged);
    Ok(Some(state))
}

/// Goes on to the next solution and writes it back. Returns false if there is none.
fn solve(m: &mut Machine, running: &mut Running, state: Cell) -> Result<bool, Stop> {
    let View::Struct(_, first) = m.view(state) else {
        return Ok(false);
    };
    loop {
        if !running.search.advance(m)? {
            return Ok(false);
        }
        running.search.space.charge(m)?;
        let mark = m.stacks.mark(&m.heap);
        if running.write(m, first + 1)? {
            m.stacks.keep_mark(mark);
            return Ok(true);
        }
        m.undo_to_mark(mark);
        if !running.search.go_back(m)? {
            return Ok(false);
        }
    }
}

/// Fails if there is no solution. `found` becomes the cost and the values, or `slow` if a search cannot find it. If the goal is stopped, what was found
/// before is in `kept`, the cost and then the values, as integers that backtracking leaves there.
fn minimum_5(m: &mut Machine, options: Cell, variables: Cell, cost: Cell, kept: Cell, found: Cell) -> Step {
    let answer = found;
    let Some(given) = read_options(m, options) else {
        return slow(m, answer);
    };
    let ordered = SearchOptions {
        orders: true,
        restart: true,
        ..given
    };
    let SearchPlan::Search(mut search, _, number) = plan(m, ordered, variables, Some(cost))? else {
        return slow(m, answer);
    };
    let has_orders = search.has_orders();
    if !has_orders {
        search = Box::new(LabelSearch::new(search.space, search.order, given));
    }
    let done = search.minimise(m, number);
    m.limits.take_back(search.space.charged);
    let list = variables;
    let variables = proper_list(m, list)?;
    if let Some((best, found)) = &search.best {
        keep(m, kept, *best, &whole(m, &variables, found));
    }
    done?;
    let (best, mut found) = search.best.take().ok_or(Stop::Fail)?;
    drop(search);
    let is_first = !has_orders && given.select == Select::Leftmost;
    if has_orders
        && !given.orders
        && let SearchPlan::Search(mut search, _, number) = plan(m, given, list, Some(cost))?
    {
        let first = search.first_with(m, number, best);
        m.limits.take_back(search.space.charged);
        found = first?.unwrap_or(found);
    }
    let all = whole(m, &variables, &found);
    m.reserve(2 * all.len() + 4)?;
    let values = if is_first || has_orders {
        m.heap.new_list(&all, Cell::NIL)
    } else {
        m.heap.new_var()
    };
    let pair = m.heap.new_term(known::MINUS, &[Cell::int(best), values]);
    m.unify(answer, pair)
}

fn slow(m: &mut Machine, found: Cell) -> Step {
    let slow = m.intern("slow");
    m.unify(found, Cell::atom(slow))
}

/// Returns the values of variables, given those that they did not have before the search.
fn whole(m: &Machine, variables: &[Cell], found: &[i64]) -> Vec<Cell> {
    let mut found = found.iter();
    let value = |&cell: &Cell| match m.view(cell) {
        View::Int(_) => cell,
        _ => found.next().map_or(cell, |&value| Cell::int(value)),
    };
    variables.iter().map(value).collect()
}

/// Overwrites the arguments of a term.
fn keep(m: &mut Machine, kept: Cell, best: i64, values: &[Cell]) {
    if let View::Struct(functor, first) = m.view(kept)
        && functor.arity() == values.len() + 1
    {
        m.heap.set(first, Cell::int(best));
        for (i, &value) in values.iter().enumerate() {
            let value = m.deref(value);
            m.heap.set(first + 1 + i, value);
        }
    }
}
