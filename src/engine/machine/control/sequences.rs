//! The machine's own instruction sequences.

use crate::code::arena::Arena;
use crate::code::instr::{Instr, Label, Reg, Slot};
use crate::machine::control::unwind::{CATCH_SLOTS, CLEANUP_SLOTS};
use crate::machine::tabling::GENERATOR_SLOTS;

/// Code addresses of the machine's own instruction sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sequences {
    pub catch: Label,
    pub recover: Label,
    pub cleanup: Label,
    pub resume: Label,
    pub proceed: Label,
    pub reset: Label,
    pub call: [Label; 24],
    pub body: Label,
    pub query: Label,
    pub cut_to: Label,
    pub table: Label,
}

/// Offset in the sequences of catches and cleanup handlers at which their goals return.
pub(crate) const RETURN: usize = 5;

impl Sequences {
    pub(in crate::machine) fn new(arena: &mut Arena) -> Sequences {
        use Instr::*;
        let save = |x, y| Save {
            x: Reg::new(x),
            y: Slot::new(y),
        };
        let mut sequences = Sequences {
            catch: arena.append(&[
                Allocate {
                    slots: CATCH_SLOTS as u16,
                },
                save(1, 0),
                save(2, 1),
                PushCatch {},
                CallGoal { live: 0b1111, extra: 0 },
                PopCatch {},
                Deallocate {},
                Proceed {},
            ]),
            recover: arena.append(&[
                PutValueY {
                    x: Reg::new(0),
                    y: Slot::new(1),
                },
                Deallocate {},
                ExecuteGoal { extra: 0 },
            ]),
            cleanup: arena.append(&[
                Allocate {
                    slots: CLEANUP_SLOTS as u16,
                },
                save(1, 0),
                save(2, 1),
                PushCleanup {},
                CallGoal {
                    live: 0b11111,
                    extra: 0,
                },
                PopCleanup {},
                Deallocate {},
                Proceed {},
            ]),
            resume: arena.append(&[Resume {}]),
            proceed: arena.append(&[Proceed {}]),
            reset: arena.append(&[
                Allocate { slots: 4 },
                save(1, 0),
                save(2, 1),
                PushReset {},
                CallGoal { live: 0b1111, extra: 0 },
                PopReset {},
                Deallocate {},
                Proceed {},
            ]),
            body: arena.append(&[ExecuteBody {}]),
            query: arena.append(&[ExecuteGoal { extra: 0 }]),
            cut_to: arena.append(&[CutX { x: Reg::new(0) }, Proceed {}]),
            table: arena.append(&[
                Allocate {
                    slots: GENERATOR_SLOTS as u16,
                },
                CallGoal { live: 0b11, extra: 0 },
                TableAnswer {},
            ]),
            ..Sequences::default()
        };
        for (extra, label) in sequences.call.iter_mut().enumerate() {
            *label = arena.append(&[ExecuteGoal { extra: extra as u8 }]);
        }
        sequences
    }
}
