//! Fusion: frequent sequences of instructions become one instruction, whose row in the instruction set names them.
//!
//! Much of the cost of an instruction is the dispatch of the next. Fusing is the last step, on clauses and on linked
//! blocks, and no fused instruction spans a branch target. Linking works on plain code: [`plain`] is the inverse.

use crate::code::instr::{Effect, FAIL, Instr, Label};

/// Code in which sequences of instructions are fused.
pub(super) struct Fused {
    pub instrs: Vec<Instr>,
    /// The new position of each instruction that was not fused with one before it.
    pub moved: Vec<Label>,
}

/// Fuses code. Labels from `first` on count from its first instruction, except [`FAIL`]; others lead elsewhere and stay.
/// `targets` are positions, beside those of its labels, that something leads to.
pub(super) fn fuse(instrs: &[Instr], first: Label, targets: impl Iterator<Item = usize>) -> Fused {
    let position = |label: Label| (label != FAIL && label >= first).then(|| (label - first) as usize);
    let mut is_target = vec![false; instrs.len() + 1];
    targets.for_each(|at| is_target[at] = true);
    for &instr in instrs {
        let mut instr = instr;
        if let Some(at) = instr.label_mut().and_then(|label| position(*label)) {
            is_target[at] = true;
        }
    }
    let mut fused: Vec<Instr> = Vec::with_capacity(instrs.len());
    let mut moved: Vec<Label> = vec![FAIL; instrs.len() + 1];
    let mut at = 0;
    while at < instrs.len() {
        moved[at] = Label::at(fused.len());
        let mut found = None;
        if instrs[at].begins() {
            let may_follow = is_target[at + 1..]
                .iter()
                .take(Instr::LONGEST - 1)
                .take_while(|target| !**target);
            found = Instr::fused(&instrs[at..instrs.len().min(at + 1 + may_follow.count())]);
        }
        let (instr, count) = found.unwrap_or((instrs[at], 1));
        fused.push(instr);
        at += count;
    }
    moved[at] = Label::at(fused.len());
    debug_assert_eq!(parts(&fused), parts(instrs));
    for label in fused.iter_mut().filter_map(Instr::label_mut) {
        if let Some(at) = position(*label) {
            *label = first + moved[at].number();
        }
    }
    Fused { instrs: fused, moved }
}

/// Returns the instructions that code stands for, without its labels: the same before and after fusing.
fn parts(instrs: &[Instr]) -> Vec<Instr> {
    let mut parts = Vec::new();
    for &instr in instrs {
        let before = parts.len();
        instr.each_part(|part| parts.push(part));
        if parts.len() == before {
            parts.push(instr);
        }
    }
    parts
        .iter_mut()
        .filter_map(Instr::label_mut)
        .for_each(|label| *label = FAIL);
    parts
}

/// Appends to `code` the plain form of the code of a clause at `start`; its labels then count in `code`. `entries` gets,
/// for each instruction, the address at which the clause can be entered there: none within a fused instruction.
pub(super) fn plain(instrs: &[Instr], start: Label, code: &mut Vec<Instr>, entries: &mut Vec<Option<Label>>) {
    let first = code.len();
    let mut moved: Vec<Label> = Vec::with_capacity(instrs.len());
    let (mut belongs, mut has_labels) = (false, false);
    for (at, &instr) in (start.address()..).zip(instrs) {
        moved.push(Label::at(code.len()));
        entries.push((!belongs).then_some(Label::at(at)));
        belongs = instr.is_before();
        if instr.effect() == Effect::fused {
            instr.each_part(|part| code.push(part));
            entries.resize(code.len(), None);
        } else {
            has_labels |= instr.has_label();
            code.push(instr);
        }
    }
    if !has_labels {
        return;
    }
    for label in code[first..].iter_mut().filter_map(Instr::label_mut) {
        if let Some(&to) = label
            .address()
            .checked_sub(start.address())
            .and_then(|at| moved.get(at))
        {
            *label = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::operand::short::{x, y, z};
    use Instr::*;

    fn fused(instrs: &[Instr]) -> Vec<Instr> {
        fuse(instrs, FAIL, std::iter::empty()).instrs
    }

    #[test]
    fn the_longest_sequence_becomes_one_instruction() {
        let save = |n: u8| Save {
            x: x(n),
            y: y(n.into()),
        };
        let code = [
            Allocate { slots: 9 },
            save(1),
            save(2),
            save(3),
            save(4),
            save(5),
            Proceed {},
        ];
        let all = AllocateSave3 {
            slots: 9,
            x1: x(1),
            y1: z(1),
            x2: x(2),
            y2: z(2),
            x3: x(3),
            y3: z(3),
        };
        let rest = Save2 {
            x1: x(4),
            y1: z(4),
            x2: x(5),
            y2: z(5),
        };
        assert_eq!(fused(&code), [all, rest, Proceed {}]);
        let far = [Save { x: x(1), y: y(256) }, Save { x: x(2), y: y(3) }, Proceed {}];
        assert_eq!(fused(&far), far, "a slot that does not fit");
    }

    #[test]
    fn operands_that_parts_share_are_the_same() {
        let load = |x, a, b| [PutValueY { x, y: y(7) }, GetValue { a, b }, Proceed {}];
        assert_eq!(
            fused(&load(x(1), x(1), x(2)))[0],
            GetValueY {
                a: x(1),
                b: x(2),
                y: y(7)
            }
        );
        assert_eq!(fused(&load(x(1), x(2), x(1))), load(x(1), x(2), x(1)));
        assert_eq!(
            fused(&load(x(1), x(1), x(1))),
            load(x(1), x(1), x(1)),
            "a register with itself"
        );
    }

    #[test]
    fn a_call_stays_behind_the_instruction_that_is_fused_with_it() {
        let pred = crate::code::instr::PredId::new(3);
        let call = Call { live: 1, pred };
        assert_eq!(
            fused(&[PutValueY { x: x(0), y: y(4) }, call, Proceed {}]),
            [PutValueYCall { x: x(0), y: z(4), pred }, call, Proceed {}]
        );
    }

    #[test]
    fn nothing_is_fused_across_a_label() {
        let wait = Move { from: x(0), to: x(1) };
        let code = |to| {
            [
                TestType {
                    test: crate::code::instr::TypeTest::Var,
                    x: x(0),
                    otherwise: to,
                },
                wait,
                wait,
                Proceed {},
            ]
        };
        let two = Move2 {
            from1: x(0),
            to1: x(1),
            from2: x(0),
            to2: x(1),
        };
        assert_eq!(fused(&code(Label::new(1)))[1..], [two, Proceed {}]);
        assert_eq!(fused(&code(Label::new(2))), code(Label::new(2)));
        let moved = fused(&code(Label::new(3)));
        assert_eq!(
            moved,
            [
                TestType {
                    test: crate::code::instr::TypeTest::Var,
                    x: x(0),
                    otherwise: Label::new(2)
                },
                two,
                Proceed {}
            ]
        );
        assert_eq!(fuse(&code(FAIL), FAIL, [2].into_iter()).instrs, code(FAIL));
    }

    #[test]
    fn plain_code_is_what_was_fused() {
        let code = [
            TestType {
                test: crate::code::instr::TypeTest::Var,
                x: x(0),
                otherwise: Label::new(104),
            },
            GetList { x: x(0) },
            UnifyVariable { x: x(1) },
            UnifyVariable { x: x(2) },
            PutValueY { x: x(0), y: y(4) },
            Call {
                live: 1,
                pred: crate::code::instr::PredId::new(3),
            },
            Proceed {},
        ];
        let fused = fuse(&code, Label::new(100), std::iter::empty()).instrs;
        assert_eq!(fused.len(), 5);
        let (mut again, mut entries) = (vec![Fail {}; 10], vec![None; 10]);
        plain(&fused, Label::new(100), &mut again, &mut entries);
        let TestType { otherwise, .. } = again[10] else {
            panic!("{:?}", again[10]);
        };
        assert_eq!(otherwise, Label::new(14));
        assert_eq!(again[11..], code[1..]);
        assert_eq!(
            entries[10..],
            [100, 101, 0, 0, 102, 0, 104].map(|at| (at > 0).then_some(Label::new(at)))
        );
    }
}
