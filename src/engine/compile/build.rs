//! Building terms in registers, and loading the argument registers of a call.

use crate::base::atom::Functor;
use crate::code::instr::{ConstId, Instr, Reg};
use crate::term::cell::{Cell, Tag};

use super::emit::{Emitter, UnifyMode};
use super::error::CompileError;

/// The maximum size, in cells, of ground terms built by instructions; larger ones are copied from a record.
const RECORD_CELLS: usize = 16;
/// The maximum nesting depth of terms built by instructions, not counting last arguments.
const MAX_DEPTH: usize = 40;

impl Emitter<'_> {
    /// Puts `term` into a register, `target` if given, and returns the register.
    pub(super) fn build(&mut self, term: Cell, target: Option<Reg>) -> Result<Reg, CompileError> {
        self.build_at(term, target, 0)
    }

    fn build_at(&mut self, term: Cell, target: Option<Reg>, depth: usize) -> Result<Reg, CompileError> {
        if depth > MAX_DEPTH {
            return Err(CompileError::TooBig);
        }
        let term = self.heap.deref(term);
        if term.is_variable() {
            let from = self.value(self.vars.id(term))?;
            return Ok(match target {
                Some(to) if to != from => {
                    self.emit(Instr::Move { from, to });
                    to
                }
                _ => from,
            });
        }
        if term.is_immediate() {
            let x = target.map_or_else(|| self.temporary(), Ok)?;
            let value = self.constant(term);
            self.emit(Instr::PutConstant { x, value });
            return Ok(x);
        }
        if term.tag() == Tag::Box || self.is_big_and_ground(term) {
            let x = target.map_or_else(|| self.temporary(), Ok)?;
            let record = self.record(term);
            self.emit(Instr::PutRecord { x, record });
            return Ok(x);
        }
        let ready = self.build_nested(term, depth)?;
        let x = target.map_or_else(|| self.temporary(), Ok)?;
        let (first, count) = self.open_term(term, Some(x));
        self.set_arguments(first, count, &ready)?;
        for (_, x) in ready {
            self.scratch[x.index()] = false;
        }
        Ok(x)
    }

    /// Builds the compound arguments of `term`, and of its nested last arguments, that cannot be written in place;
    /// returns the address and the register of each.
    fn build_nested(&mut self, term: Cell, depth: usize) -> Result<Vec<(usize, Reg)>, CompileError> {
        let mut ready = Vec::new();
        let mut term = term;
        loop {
            let (first, count) = self.heap.arguments(term);
            for i in 0..count {
                let arg = self.heap.deref(self.heap.get(first + i));
                let compound = matches!(arg.tag(), Tag::Lst | Tag::Str);
                let in_place = compound && i + 1 == count && !self.is_big_and_ground(arg);
                if arg.tag() == Tag::Box || compound && !in_place {
                    let x = self.build_at(arg, None, depth + 1)?;
                    ready.push((first + i, x));
                }
            }
            if count == 0 {
                return Ok(ready);
            }
            let last = self.heap.deref(self.heap.get(first + count - 1));
            if !matches!(last.tag(), Tag::Lst | Tag::Str) || self.is_big_and_ground(last) {
                return Ok(ready);
            }
            term = last;
        }
    }

    /// Opens a term in a register, or as the next argument of the open term.
    fn open_term(&mut self, term: Cell, x: Option<Reg>) -> (usize, usize) {
        if term.is_list() {
            self.emit(match x {
                Some(x) => Instr::PutList { x },
                None => Instr::SetList {},
            });
            return (term.address(), 2);
        }
        let functor: Functor = self.heap.get(term.address()).as_functor();
        let constant = self.functor(functor);
        self.emit(match x {
            Some(x) => Instr::PutStructure { x, functor: constant },
            None => Instr::SetStructure { functor: constant },
        });
        (term.address() + 1, functor.arity())
    }

    fn set_arguments(&mut self, first: usize, count: usize, ready: &[(usize, Reg)]) -> Result<(), CompileError> {
        let (mut first, mut count) = (first, count);
        let mut ready = ready.iter();
        let mut voids = 0;
        let mut i = 0;
        while i < count {
            let address = first + i;
            let arg = self.heap.deref(self.heap.get(address));
            let last = i + 1 == count;
            i += 1;
            if arg.is_variable() && self.vars.info[self.vars.id(arg)].count == 1 {
                voids += 1;
                continue;
            }
            if voids > 0 {
                self.emit(Instr::SetVoid { count: voids });
                voids = 0;
            }
            match arg.tag() {
                Tag::Ref | Tag::Att => self.variable_argument(arg, UnifyMode::Set)?,
                Tag::Atm | Tag::Int => {
                    let value = self.constant(arg);
                    self.emit(Instr::SetConstant { value });
                }
                _ => match ready.as_slice().first() {
                    Some(&(at, x)) if at == address => {
                        ready.next();
                        self.emit(Instr::SetValue { x });
                    }
                    _ => {
                        debug_assert!(last, "only a last argument is written in place");
                        (first, count) = self.open_term(arg, None);
                        i = 0;
                    }
                },
            }
        }
        if voids > 0 {
            self.emit(Instr::SetVoid { count: voids });
        }
        Ok(())
    }

    fn is_big_and_ground(&self, term: Cell) -> bool {
        let mut cells = 0;
        let mut waiting = vec![term];
        while let Some(cell) = waiting.pop() {
            let cell = self.heap.deref(cell);
            if cell.is_variable() {
                return false;
            }
            if matches!(cell.tag(), Tag::Lst | Tag::Str) {
                let (first, count) = self.heap.arguments(cell);
                cells += count + 1;
                waiting.extend((first..first + count).map(|a| self.heap.get(a)));
            }
        }
        cells > RECORD_CELLS
    }

    /// Loads the argument registers of a call with the `count` terms from address `first` on.
    pub(super) fn put_arguments(&mut self, first: usize, count: usize) -> Result<(), CompileError> {
        let args: Vec<Cell> = (first..first + count)
            .map(|a| self.heap.deref(self.heap.get(a)))
            .collect();
        let mut moves: Vec<Transfer> = Vec::new();
        // Compound arguments first: they may use variables in registers that are overwritten below.
        for (i, &arg) in args.iter().enumerate() {
            if !matches!(arg.tag(), Tag::Lst | Tag::Str | Tag::Box) {
                continue;
            }
            let target = Reg::at(i);
            if !self.scratch[i] && !self.registers_used(&args)[i] {
                self.scratch[i] = true;
                if let Some(v) = self.state.holder[i].take() {
                    self.state.reg_of[v] = None;
                }
                self.build(arg, Some(target))?;
            } else if let Some(pair) = self.pair_of_registers(arg, target) {
                moves.push(pair);
            } else {
                let x = self.build(arg, None)?;
                self.scratch[x.index()] = true;
                moves.push(Transfer::copy(x, target));
            }
        }
        let mut fresh: Vec<(usize, Reg)> = Vec::new();
        for (i, &arg) in args.iter().enumerate() {
            if arg.is_variable() {
                let v = self.vars.id(arg);
                match (self.state.init[v], self.state.reg_of[v]) {
                    (true, Some(x)) => moves.push(Transfer::copy(x, Reg::at(i))),
                    (true, None) => {}
                    (false, _) => fresh.push((v, Reg::at(i))),
                }
            }
        }
        self.parallel_moves(moves)?;
        self.put_rest(&args, fresh)
    }

    /// Loads the arguments that are in no register: slots, constants and new variables.
    fn put_rest(&mut self, args: &[Cell], fresh: Vec<(usize, Reg)>) -> Result<(), CompileError> {
        for (i, &arg) in args.iter().enumerate() {
            let x = Reg::at(i);
            if arg.is_immediate() {
                let value = self.constant(arg);
                self.emit(Instr::PutConstant { x, value });
            } else if arg.is_variable() {
                let v = self.vars.id(arg);
                if self.state.init[v] && self.state.reg_of[v].is_none() {
                    let y = self.slot(v)?;
                    self.emit(Instr::PutValueY { x, y });
                }
            }
        }
        let mut made: Vec<(usize, Reg)> = Vec::new();
        for (v, x) in fresh {
            if let Some(&(_, from)) = made.iter().find(|(w, _)| *w == v) {
                self.emit(Instr::Move { from, to: x });
            } else if self.goes_to_slot(v) {
                let y = self.slot(v)?;
                self.emit(Instr::PutVariableY { x, y });
                self.state.in_slot[v] = true;
                made.push((v, x));
            } else {
                self.emit(Instr::PutVariable { x });
                made.push((v, x));
            }
        }
        for (v, _) in made {
            self.state.init[v] = true;
        }
        Ok(())
    }

    /// Returns, for each register, whether it holds a variable that occurs in `args`.
    fn registers_used(&self, args: &[Cell]) -> Vec<bool> {
        let mut used = vec![false; self.state.holder.len()];
        let mut waiting: Vec<Cell> = args.to_vec();
        while let Some(cell) = waiting.pop() {
            let cell = self.heap.deref(cell);
            match cell.tag() {
                Tag::Ref | Tag::Att => {
                    if let Some(x) = self.state.reg_of[self.vars.id(cell)] {
                        used[x.index()] = true;
                    }
                }
                Tag::Lst | Tag::Str => {
                    let (first, count) = self.heap.arguments(cell);
                    waiting.extend((first..first + count).map(|a| self.heap.get(a)));
                }
                _ => {}
            }
        }
        used
    }

    /// Returns the transfer for a list pair, or a structure of two arguments, whose arguments are variables in
    /// registers.
    fn pair_of_registers(&mut self, term: Cell, to: Reg) -> Option<Transfer> {
        let (first, count) = self.heap.arguments(term);
        if term.tag() == Tag::Box || count != 2 {
            return None;
        }
        let register = |address: usize| {
            let part = self.heap.deref(self.heap.get(address));
            let v = part.is_variable().then(|| self.vars.id(part))?;
            self.state.init[v].then_some(self.state.reg_of[v])?
        };
        let from = [register(first)?, register(first + 1)?];
        let functor = match term.tag() {
            Tag::Lst => None,
            _ => Some(self.heap.get(term.address()).as_functor()),
        };
        let functor = functor.map(|functor| self.functor(functor));
        let what = WrittenValue::Pair(functor);
        Some(Transfer { what, from, to })
    }

    /// Emits a parallel move: a register is overwritten only when no pending transfer reads it.
    fn parallel_moves(&mut self, moves: Vec<Transfer>) -> Result<(), CompileError> {
        let mut moves: Vec<Transfer> = moves.into_iter().filter(|transfer| !transfer.is_idle()).collect();
        // A register that is its own target needs no move, even if it is the source of others: nothing overwrites it,
        // since no other transfer has it as its target.
        while !moves.is_empty() {
            let free = |i: &usize| {
                let others = moves.iter().enumerate().filter(|(j, _)| j != i);
                let mut sources = others.flat_map(|(_, transfer)| transfer.from);
                sources.all(|from| from != moves[*i].to)
            };
            match (0..moves.len()).find(free) {
                Some(i) => {
                    let instr = moves.swap_remove(i).instr();
                    self.emit(instr);
                }
                None => {
                    // Only cycles are left: break one through a temporary register, which takes what another transfer
                    // is about to overwrite.
                    let is_target = |x: &Reg| moves.iter().any(|transfer| transfer.to == *x);
                    let from = moves[0].from.into_iter().find(is_target).unwrap_or(moves[0].to);
                    let saved = self.temporary()?;
                    self.emit(Instr::Move { from, to: saved });
                    for source in moves.iter_mut().flat_map(|transfer| &mut transfer.from) {
                        if *source == from {
                            *source = saved;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The value that a transfer writes.
#[derive(Clone, Copy)]
enum WrittenValue {
    /// The value of another register.
    Copy,
    /// A new list pair of two registers' values, or a structure with this functor.
    Pair(Option<ConstId>),
}

/// A transfer: reads registers, then writes one.
#[derive(Clone, Copy)]
struct Transfer {
    what: WrittenValue,
    from: [Reg; 2],
    to: Reg,
}

impl Transfer {
    fn copy(from: Reg, to: Reg) -> Transfer {
        Transfer {
            what: WrittenValue::Copy,
            from: [from, from],
            to,
        }
    }

    /// Whether it moves a register to itself.
    fn is_idle(self) -> bool {
        matches!(self.what, WrittenValue::Copy) && self.from[0] == self.to
    }

    fn instr(self) -> Instr {
        let Transfer { from: [a, b], to, .. } = self;
        match self.what {
            WrittenValue::Copy => Instr::Move { from: a, to },
            WrittenValue::Pair(None) => Instr::PutListVV {
                x: to,
                head: a,
                tail: b,
            },
            WrittenValue::Pair(Some(functor)) => Instr::PutStructureVV { x: to, a, b, functor },
        }
    }
}
