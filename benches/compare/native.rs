//! The same searches written by hand in Rust: how far a Prolog is from what the machine can do.
//!
//! Naive reverse works on tagged cells in one heap, as a logic program's code would: inputs are dereferenced, the
//! output is an unbound cell that is filled in. The queens are placed by the order and the tests of
//! `programs/bench/queens_all.pl`, with nothing built.

use std::fs;
use std::hint::black_box;

/// The programs of `programs/bench` that are here too.
pub(crate) const NAMES: [&str; 2] = ["nrev", "queens_all"];

/// Each case is run this many times as often as in Prolog, for it is soon over.
const TIMES: u32 = 10;

/// Runs a program and gives the lines that the comparison reads.
pub(crate) fn run(name: &str) -> Result<String, String> {
    match name {
        "nrev" => {
            let mut heap = Heap::default();
            let list = heap.list(30);
            let kept = heap.cells.len();
            let time = timed(100_000 * TIMES, || {
                heap.cells.truncate(kept);
                let out = heap.variable();
                heap.reverse(black_box(list), out);
                let first = heap.deref(black_box(out));
                heap.at(first) == 30 << 2 | INTEGER
            })?;
            Ok(format!("TIME nrev30 {time}\n"))
        }
        "queens_all" => {
            let mut lines = String::new();
            for (size, count, times) in [(8, 92, 30), (9, 352, 8), (10, 724, 3)] {
                let time = timed(times * TIMES, || placements(size) == count)?;
                lines += &format!("TIME queens_{size}_all {time}\n");
            }
            Ok(lines)
        }
        _ => Err(format!("{name}: not written in Rust")),
    }
}

/// Processor time in seconds of so many runs, as if they were fewer; each must give a right answer.
fn timed(runs: u32, mut right: impl FnMut() -> bool) -> Result<f64, String> {
    let before = processor_nanoseconds()?;
    for _ in 0..runs {
        if !right() {
            return Err("a wrong answer".to_owned());
        }
    }
    let after = processor_nanoseconds()?;
    Ok((after - before) / 1e9 / f64::from(TIMES))
}

/// The time this thread was on a processor.
fn processor_nanoseconds() -> Result<f64, String> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").map_err(|error| error.to_string())?;
    let first = text.split_whitespace().next().and_then(|word| word.parse().ok());
    first.ok_or_else(|| "/proc/thread-self/schedstat: not understood".to_owned())
}

/// A cell: a tag in the low bits, above it an address or a value.
type Cell = u64;
const TAG: u64 = 3;
const VARIABLE: u64 = 0;
const PAIR: u64 = 1;
const INTEGER: u64 = 2;
const NIL: Cell = 3;

#[derive(Default)]
struct Heap {
    cells: Vec<Cell>,
}

impl Heap {
    fn push(&mut self, cell: Cell) -> u64 {
        self.cells.push(cell);
        self.cells.len() as u64 - 1
    }

    fn at(&self, cell: Cell) -> Cell {
        self.cells[(cell >> 2) as usize]
    }

    fn variable(&mut self) -> Cell {
        let own = (self.cells.len() as u64) << 2 | VARIABLE;
        self.cells.push(own);
        own
    }

    fn bind(&mut self, variable: Cell, value: Cell) {
        self.cells[(variable >> 2) as usize] = value;
    }

    fn deref(&self, mut cell: Cell) -> Cell {
        while cell & TAG == VARIABLE {
            let next = self.at(cell);
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    fn pair(&mut self, head: Cell, tail: Cell) -> Cell {
        let address = self.push(head);
        self.push(tail);
        address << 2 | PAIR
    }

    fn list(&mut self, length: u64) -> Cell {
        let mut list = NIL;
        for i in (1..=length).rev() {
            list = self.pair(i << 2 | INTEGER, list);
        }
        list
    }

    /// `nrev([], []). nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).`
    fn reverse(&mut self, list: Cell, out: Cell) {
        let list = self.deref(list);
        if list == NIL {
            self.bind(out, NIL);
            return;
        }
        let address = (list >> 2) as usize;
        let (head, tail) = (self.cells[address], self.cells[address + 1]);
        let reversed = self.variable();
        self.reverse(tail, reversed);
        let last = self.pair(head, NIL);
        self.append(reversed, last, out);
    }

    /// `app([], L, L). app([H|T], L, [H|R]) :- app(T, L, R).`
    fn append(&mut self, mut front: Cell, back: Cell, mut out: Cell) {
        loop {
            let (list, open) = (self.deref(front), self.deref(out));
            if list == NIL {
                self.bind(open, back);
                return;
            }
            let address = (list >> 2) as usize;
            let head = self.cells[address];
            front = self.cells[address + 1];
            let pair = self.push(head);
            out = self.variable();
            self.bind(open, pair << 2 | PAIR);
        }
    }
}

fn placements(size: usize) -> u32 {
    place(black_box(size), &mut Vec::with_capacity(size))
}

/// How many placements there are that begin with those given, the last row first.
fn place(size: usize, placed: &mut Vec<i64>) -> u32 {
    if placed.len() == size {
        return 1;
    }
    let mut count = 0;
    for column in 0..size as i64 {
        if safe(column, placed) {
            placed.push(column);
            count += place(size, placed);
            placed.pop();
        }
    }
    count
}

fn safe(column: i64, placed: &[i64]) -> bool {
    let attacked = |(distance, &other): (i64, &i64)| column == other || (column - other).abs() == distance;
    !(1..).zip(placed.iter().rev()).any(attacked)
}
