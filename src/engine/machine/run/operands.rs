//! The operand that an error in an expression is about. Operands are evaluated from the last to the first, but code
//! leaves one that is no operation to the operation that it belongs to. So when one raises an error, the operands of
//! those around it are looked at: a faulty one further to the right comes first.

use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, Reg};
use crate::machine::Machine;
use crate::machine::control::exceptions::Exceptions;
use crate::machine::eval::arithmetic::Arithmetic;
use crate::machine::native::Stop;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;
use crate::term::view::View;

/// The registers that instructions behind the error load, as far as they were followed.
type Loaded = Vec<(Reg, Cell)>;

impl Machine {
    /// Returns the error of the expression of which an operation, whose result was to be in `to`, has raised `stop`.
    #[cold]
    pub(super) fn error_of_expression(&mut self, mut to: Reg, stop: Stop) -> Stop {
        let address = self.regs.pc.wrapping_sub(1);
        let is_last = matches!(self.db.instr_at(address), None | Some(Instr::AddSmallExecute { .. }));
        if is_last || !self.exceptions.is_about_operand(&self.heap) {
            return stop;
        }
        let mut loaded = Loaded::new();
        let mut faulty = None;
        let mut at = address + 1;
        'expression: while let Some(instr) = self.db.instr_at(at) {
            let mut parts = Vec::new();
            instr.each_part(|part| parts.push(part));
            if parts.is_empty() {
                parts.push(instr);
            }
            for part in parts {
                if self.loads(part, &mut loaded) {
                    continue;
                }
                let Some((result, other)) = uses(part, to) else {
                    break 'expression;
                };
                to = result;
                if let Some(other) = other {
                    let operand = loaded.iter().rev().find(|(x, _)| *x == other);
                    let operand = operand.map_or(self.x[other.index()], |(_, cell)| *cell);
                    if self.arithmetic.is_faulty(&self.heap, operand) {
                        faulty = Some((at, operand));
                    }
                }
            }
            at += 1;
        }
        match faulty {
            // Another goal may go on with the result.
            Some((at, operand)) if self.in_one_goal(address, at) => self.eval_cell(operand).err().unwrap_or(stop),
            _ => stop,
        }
    }

    /// Notes what an instruction loads; false if it is none that does only that.
    fn loads(&self, instr: Instr, loaded: &mut Loaded) -> bool {
        let load = match instr {
            Instr::PutValueY { x, y } => (x, self.slot(y.index())),
            Instr::PutConstant { x, value } => (x, self.db.arena.constants[value]),
            Instr::Move { from, to } => (to, self.x[from.index()]),
            _ => return false,
        };
        loaded.push(load);
        true
    }
}

/// Returns the register of the result of an operation on `x`, and that of its last operand if `x` is another.
fn uses(instr: Instr, x: Reg) -> Option<(Reg, Option<Reg>)> {
    match instr {
        Instr::AddSmall { to, a, .. } | Instr::Arith1 { to, a, .. } | Instr::Arith2Small { to, a, .. } => {
            (a == x).then_some((to, None))
        }
        Instr::Add { to, a, b }
        | Instr::Subtract { to, a, b }
        | Instr::Multiply { to, a, b }
        | Instr::Arith2 { to, a, b, .. } => {
            if b == x {
                Some((to, None))
            } else {
                (a == x).then_some((to, Some(b)))
            }
        }
        _ => None,
    }
}

impl Database {
    fn instr_at(&self, address: usize) -> Option<Instr> {
        self.arena.instrs.get(address).copied()
    }
}

impl Exceptions {
    /// Whether the error that was just raised is one of an operand or of an operation: limits are told as they are.
    fn is_about_operand(&self, heap: &Heap) -> bool {
        let View::Struct(_, args) = heap.view(self.ball()) else {
            return false;
        };
        match heap.view(heap.get(args)) {
            View::Atom(name) => name == known::INSTANTIATION_ERROR,
            View::Struct(f, _) => matches!(f.name(), known::TYPE_ERROR | known::EVALUATION_ERROR),
            _ => false,
        }
    }
}

impl Arithmetic {
    /// Whether an operand is a variable or an atom without a value.
    fn is_faulty(&self, heap: &Heap, operand: Cell) -> bool {
        let operand = heap.deref(operand);
        match operand.tag() {
            Tag::Ref | Tag::Att => true,
            Tag::Atm => self.functions().lookup(operand.as_atom(), 0).is_none(),
            _ => false,
        }
    }
}
