//! Constraints on positions: tuples of a table, elements of a list, circuits.

use ferz_engine::native::errors::Resource;
use ferz_engine::native::terms::{Cell, Functor, MAX_ARITY, known};
use ferz_engine::native::work::Limit;
use ferz_engine::native::{Step, Stop, holds};

use super::compact::{self, TupleTable, TupleTables};
use super::domains::DomainAccess;
use super::predicates::{arguments, blocks};
use super::propagate::Kind;
use super::ranges::{SUP, normalize};
use super::store::{ARGS, Event, Fd, VARIABLE};

/// Narrows an index to the elements that meet a value, and the value to what they may be. The index has bounds.
pub(super) fn narrow_element<D: DomainAccess>(
    d: &mut D,
    index: usize,
    value: usize,
    element: impl Fn(&D, i64) -> usize,
) -> Step {
    let mut possible = Vec::new();
    let mut values = Vec::new();
    let mut at = d.min(index);
    loop {
        let x = element(d, at);
        let meets = match (d.value(x), d.value(value)) {
            (Some(a), _) => d.contains(value, a),
            (_, Some(b)) => d.contains(x, b),
            _ => d.min(x) <= d.max(value) && d.min(value) <= d.max(x),
        };
        if meets {
            possible.push((at, at));
            values.extend(d.ranges(x));
        }
        if at == d.max(index) {
            break;
        }
        at = d.next(index, at + 1);
    }
    d.keep_only(index, &normalize(possible))?;
    d.keep_only(value, &normalize(values))
}

impl Fd<'_> {
    /// index, state; x...
    pub(super) fn table(&mut self, p: usize) -> Step {
        let vars: Vec<usize> = (2..self.arg_count(p)).map(|i| self.arg(p, i)).collect();
        let [index, state] = [0, 1].map(|i| self.get(p + ARGS + i).address() + 1);
        let table = TupleTable {
            index,
            state,
            vars: &vars,
        };
        if table.run(self)? {
            self.kill(p);
        }
        Ok(())
    }

    /// Posts a table; `shared` is its index on the heap.
    pub(super) fn post_table(&mut self, vars: &[Cell], shared: Cell, index: &[i64], state: &[i64]) -> Step {
        let blocks = blocks(self, vars)?;
        for (column, &block) in blocks.iter().enumerate() {
            let values = compact::values(index, column).iter();
            self.keep_only(block, &normalize(values.map(|&value| (value, value)).collect()))?;
        }
        let own = self.new_integers(state)?;
        self.post(Kind::Table, &arguments(&[shared, own], &blocks), &blocks, Event::Domain)
    }

    /// Posts a table with integers of any size, row by row in `values`: in each column, the variable is the element in the
    /// row that is chosen.
    pub(super) fn post_large_table(&mut self, vars: &[Cell], values: &[Cell]) -> Step {
        let rows = values.len() / vars.len();
        holds(rows != 0)?;
        let index = self.fresh(1, rows as i64)?;
        for (at, &variable) in vars.iter().enumerate() {
            let value = self.variable(variable)?;
            let column: Vec<Cell> = values.iter().skip(at).step_by(vars.len()).copied().collect();
            let blocks = blocks(self, &column)?;
            let args = arguments(&[index, value].map(|block| Cell::structure(block - 1)), &blocks);
            let watched: Vec<usize> = [index, value].into_iter().chain(blocks).collect();
            self.post(Kind::Element, &args, &watched, Event::Domain)?;
        }
        Ok(())
    }

    /// Makes a compound of integers.
    pub(super) fn new_integers(&mut self, numbers: &[i64]) -> Result<Cell, Stop> {
        if numbers.len() > MAX_ARITY {
            return Err(self.m.resource_error(Resource::Limit(Limit::Memory)));
        }
        self.m.reserve(numbers.len() + 1)?;
        let functor = Functor::new(known::FD_RANGES, numbers.len());
        let start = self.m.heap.push(Cell::functor(functor));
        for &number in numbers {
            self.m.heap.push(Cell::int(number));
        }
        Ok(Cell::structure(start))
    }

    /// index, value; element...
    pub(super) fn element(&mut self, p: usize) -> Step {
        let (index, value) = (self.arg(p, 0), self.arg(p, 1));
        let count = self.arg_count(p) as i64 - 2;
        self.at_least(index, 1)?;
        self.at_most(index, i128::from(count))?;
        narrow_element(self, index, value, |d, at| d.arg(p, at as usize + 1))?;
        if let Some(at) = self.value(index) {
            self.kill(p);
            let element = self.arg(p, at as usize + 1);
            return self.same(element, value);
        }
        Ok(())
    }

    /// Makes two variables one while propagators run: their domains now, the variables by their wake-up.
    fn same(&mut self, x: usize, y: usize) -> Step {
        if x == y {
            return Ok(());
        }
        let set = self.ranges(x);
        self.keep_only(y, &set)?;
        let set = self.ranges(y);
        self.keep_only(x, &set)?;
        if self.value(x).is_some() {
            return Ok(());
        }
        let (a, b) = (self.get(x + VARIABLE), self.get(y + VARIABLE));
        self.m.unify(a, b)
    }
}

impl TupleTables for Fd<'_> {
    fn fixed(&self, at: usize) -> i64 {
        self.get(at).as_int()
    }

    fn state(&self, at: usize) -> i64 {
        self.get(at).as_int()
    }

    fn set_state(&mut self, at: usize, number: i64) {
        self.assign(at, Cell::int(number));
    }

    fn set_hint(&mut self, at: usize, number: i64) {
        self.m.heap.set(at, Cell::int(number));
    }

    fn size(&self, x: usize) -> i64 {
        Fd::size(self, x).unwrap_or(SUP)
    }
}
