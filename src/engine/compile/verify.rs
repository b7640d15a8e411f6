//! The verifier: follows a clause's code along all paths and reports reads of registers and slots that were not
//! written.
//!
//! A register is defined from the instruction that writes it to the next call; a slot from the instruction that stores
//! it as long as the mask of every call, branch and wake-up on the way names it. Debug builds and tests under stress
//! verify every clause, so that a compiler that frees a register too early is caught.

use crate::base::ids::Id;
use crate::code::arena::Code;
use crate::code::instr::{ConstId, FAIL, Instr, Role};
use crate::code::live::{AtWake, Live};

use super::fuse::plain;

/// The registers and slots defined at some point of the code.
#[derive(Clone, PartialEq, Eq, Default)]
struct Defined {
    /// A bit for each register.
    registers: [u64; 4],
    /// A bit for each slot of the frame.
    slots: Vec<u64>,
    /// True if the clause has opened its frame.
    framed: bool,
}

fn has(words: &[u64], index: usize) -> bool {
    words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}

impl Defined {
    fn arguments(count: usize) -> Defined {
        let mut defined = Defined::default();
        (0..count).for_each(|x| defined.set_register(x));
        defined
    }

    fn set_register(&mut self, x: usize) {
        self.registers[x / 64] |= 1 << (x % 64);
    }

    fn set_slot(&mut self, y: usize) {
        if self.slots.len() <= y / 64 {
            self.slots.resize(y / 64 + 1, 0);
        }
        self.slots[y / 64] |= 1 << (y % 64);
    }

    /// Intersects the definitions of two paths; returns true if that removes any.
    fn meet(&mut self, other: &Defined) -> bool {
        let before = self.clone();
        for (word, other) in self.registers.iter_mut().zip(other.registers) {
            *word &= other;
        }
        self.slots.truncate(other.slots.len());
        for (word, other) in self.slots.iter_mut().zip(&other.slots) {
            *word &= other;
        }
        self.framed &= other.framed;
        *self != before
    }
}

/// Verifies the code of a clause whose head has `arity` arguments in registers.
///
/// # Errors
/// The first fault: the address of the instruction, its listing, and the reason.
pub fn verify(code: &Code, arity: usize) -> Result<(), String> {
    let mut instrs = Vec::new();
    plain(&code.instrs, FAIL, &mut instrs, &mut Vec::new());
    let mut known: Vec<Option<Defined>> = vec![None; instrs.len()];
    let mut waiting = vec![(0, Defined::arguments(arity))];
    while let Some((at, arriving)) = waiting.pop() {
        let Some(place) = known.get_mut(at) else {
            return Err(format!("control leaves the code at {at}"));
        };
        let is_new = place.is_none();
        let defined = place.get_or_insert_with(|| arriving.clone());
        if !defined.meet(&arriving) && !is_new {
            continue;
        }
        let defined = defined.clone();
        let instr = instrs[at];
        let next = instrs.get(at + 1).copied();
        let step = VerifyStep {
            code,
            at,
            next,
            defined,
        };
        step.run(instr, &mut waiting)
            .map_err(|fault| format!("{at}: {instr:?}: {fault}"))?;
    }
    Ok(())
}

/// One instruction, and the definitions before it.
struct VerifyStep<'a> {
    code: &'a Code,
    at: usize,
    /// The instruction after it.
    next: Option<Instr>,
    defined: Defined,
}

impl VerifyStep<'_> {
    fn run(mut self, instr: Instr, waiting: &mut Vec<(usize, Defined)>) -> Result<(), String> {
        if instr.frame().is_some() {
            if self.defined.framed {
                return Err("the frame is open already".to_owned());
            }
            self.defined.framed = true;
        }
        self.operands(instr)?;
        let mut branch = instr;
        let branch = branch.label_mut().map(|label| *label);
        match instr {
            Instr::Call { live, pred } => {
                self.expects_arguments(self.code.preds[pred.index()].arity())?;
                self.returns(live)?;
            }
            Instr::CallGoal { live, extra } => {
                self.expects_arguments(1 + usize::from(extra))?;
                self.returns(live)?;
            }
            Instr::ExecuteGoal { extra } => self.expects_arguments(1 + usize::from(extra))?,
            Instr::Wake { live } => self.wakes(live)?,
            Instr::TrustElse { live } => {
                self.defined.registers = [0; 4];
                self.keeps_slots(live)?;
            }
            Instr::Deallocate {} => {
                self.defined.framed = false;
                self.defined.slots.clear();
            }
            _ => {
                if instr.leads_elsewhere()
                    && let Some(pred) = instr.pred()
                {
                    self.expects_arguments(self.code.preds[pred.index()].arity())?;
                }
            }
        }
        if let Some(label) = branch
            && label != FAIL
        {
            waiting.push((label.address(), self.defined.clone()));
        }
        if !instr.leads_elsewhere() {
            waiting.push((self.at + 1, self.defined));
        }
        Ok(())
    }

    /// Checks the operands that are read and records those that are written.
    fn operands(&mut self, instr: Instr) -> Result<(), String> {
        let (mut fault, mut written) = (None, Vec::new());
        let defined = &mut self.defined;
        instr.each_operand(&mut |role, number| {
            let index = number as usize;
            match role {
                Role::reads if !has(&defined.registers, index) => {
                    fault.get_or_insert_with(|| format!("register {index} holds nothing"));
                }
                Role::loads if !has(&defined.slots, index) => {
                    fault.get_or_insert_with(|| format!("slot {index} holds nothing"));
                }
                Role::stores if !defined.framed => {
                    fault.get_or_insert_with(|| "there is no frame".to_owned());
                }
                Role::writes => written.push(index),
                Role::stores => defined.set_slot(index),
                _ => {}
            }
        });
        written.into_iter().for_each(|x| self.defined.set_register(x));
        fault.map_or(Ok(()), Err)
    }

    fn expects_arguments(&self, count: usize) -> Result<(), String> {
        match (0..count).find(|&x| !has(&self.defined.registers, x)) {
            Some(x) => Err(format!("argument {x} holds nothing")),
            None => Ok(()),
        }
    }

    /// Handles the return of a call: no register is defined, and only the slots that the mask names.
    fn returns(&mut self, live: u16) -> Result<(), String> {
        self.defined.registers = [0; 4];
        self.keeps_slots(live)
    }

    /// Keeps the slots that the mask and a following `slots` instruction name.
    fn keeps_slots(&mut self, live: u16) -> Result<(), String> {
        let code = self.code;
        self.keeps(Live::of_mask(live, self.next.as_ref(), &code.constants))
    }

    fn keeps(&mut self, live: Live<'_>) -> Result<(), String> {
        let mut kept = Defined::default();
        live.slots().for_each(|y| kept.set_slot(y));
        let named = (0..kept.slots.len() * 64).find(|&y| has(&kept.slots, y) && !has(&self.defined.slots, y));
        if let Some(y) = named {
            return Err(format!("slot {y} is named and holds nothing"));
        }
        self.defined.slots = kept.slots;
        Ok(())
    }

    /// Handles a wake-up: keeps the registers and slots that the constants from `at` on name.
    fn wakes(&mut self, at: ConstId) -> Result<(), String> {
        let live = AtWake::new(at, &self.code.constants);
        let mut kept = [0; 4];
        for x in live.registers() {
            if !has(&self.defined.registers, x) {
                return Err(format!("register {x} is named and holds nothing"));
            }
            kept[x / 64] |= 1 << (x % 64);
        }
        self.defined.registers = kept;
        if live.slots.is_some() != self.defined.framed {
            return Err("the mask does not say if there is a frame".to_owned());
        }
        self.keeps(live.slots.unwrap_or(Live::first(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Functor;
    use crate::base::known;
    use crate::code::instr::{Label, PredId};
    use crate::code::operand::short::{x, y};

    fn verified(instrs: &[Instr], arity: usize) -> Result<(), String> {
        let code = Code {
            instrs: instrs.to_vec(),
            preds: vec![Functor::new(known::CALL, 2)],
            ..Code::default()
        };
        verify(&code, arity)
    }

    #[test]
    fn a_register_is_written_before_it_is_read() {
        use Instr::*;
        assert!(verified(&[GetValue { a: x(0), b: x(1) }, Proceed {}], 2).is_ok());
        assert!(verified(&[GetValue { a: x(0), b: x(1) }, Proceed {}], 1).is_err());
        assert!(verified(&[PutVariable { x: x(1) }, GetValue { a: x(0), b: x(1) }, Proceed {}], 1).is_ok());
        assert!(verified(&[Move { from: x(0), to: x(1) }, Execute { pred: PredId::new(0) }], 1).is_ok());
        assert!(verified(&[Execute { pred: PredId::new(0) }], 1).is_err());
        let passed = Move2 {
            from1: x(0),
            to1: x(2),
            from2: x(2),
            to2: x(1),
        };
        assert!(verified(&[passed, Execute { pred: PredId::new(0) }], 1).is_ok());
        let early = AddSmall {
            to: x(1),
            a: x(1),
            k: 1,
        };
        assert!(verified(&[early, Execute { pred: PredId::new(0) }], 1).is_err());
    }

    #[test]
    fn a_call_keeps_no_register_and_the_slots_that_it_names() {
        use Instr::*;
        let code = |live, after| {
            [
                Allocate { slots: 2 },
                Save { x: x(0), y: y(0) },
                Save { x: x(1), y: y(1) },
                Call {
                    live,
                    pred: PredId::new(0),
                },
                after,
                PutValueY { x: x(1), y: y(1) },
                Deallocate {},
                Execute { pred: PredId::new(0) },
            ]
        };
        let load = PutValueY { x: x(0), y: y(0) };
        assert!(verified(&code(0b11, load), 2).is_ok());
        assert!(verified(&code(0b10, load), 2).is_err());
        assert!(verified(&code(0b111, load), 2).is_err());
        assert!(verified(&code(0b11, PutVariable { x: x(0) }), 2).is_ok());
        assert!(verified(&code(0b11, Move { from: x(1), to: x(0) }), 2).is_err());
    }

    #[test]
    fn branches_that_meet_keep_what_both_have() {
        use Instr::*;
        let code = |other| {
            [
                TestLessSmall {
                    a: x(0),
                    k: 1,
                    otherwise: Label::new(3),
                },
                PutVariable { x: x(1) },
                Jump { to: Label::new(4) },
                other,
                Execute { pred: PredId::new(0) },
            ]
        };
        assert!(verified(&code(PutVariable { x: x(1) }), 1).is_ok());
        assert!(verified(&code(PutVariable { x: x(2) }), 1).is_err());
        assert!(verified(&[PutVariable { x: x(1) }], 0).is_err());
    }
}
