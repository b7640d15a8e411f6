//! How the rows of fused instructions are matched with sequences of instructions.

/// Makes the match from the rows: the name and the operands of each instruction and, if it is fused, its parts, the
/// instruction that stays behind it, and pairs of operands that differ.
macro_rules! fusing {
    ($($name:ident $fields:tt $(= [$($part:ident $of:tt)+] [$($next:ident $next_of:tt)?] [$($differ:ident)*])?;)*) => {
        /// The number of instructions that decide which fused instruction may begin with the first.
        pub const LONGEST: usize = {
            let mut longest = 0;
            $($(
                let count = [$(stringify!($part),)+ $(stringify!($next))?].len();
                longest = if count > longest { count } else { longest };
            )?)*
            longest
        };

        /// Returns the fused instruction for the first instructions of `run`, and the number that it stands for. The
        /// rows of long sequences precede those of shorter ones with which these begin.
        pub fn fused(run: &[Instr]) -> Option<(Instr, usize)> {
            match run {
                $($(
                    [$(Instr::$part { .. },)+ $(Instr::$next { .. },)? ..] => {
                        $crate::code::fusing::fused!(run, $name $fields [$($part $of)+] [$($next $next_of)?] [$($differ)*])
                    }
                )?)*
                _ => None,
            }
        }
    };
}

pub(super) use fusing;

/// The fused instruction of a row, from the first instructions of a run, which are its parts.
macro_rules! fused {
    (
        $run:ident, $name:ident { $($field:ident : $type:ty),* }
        [$($part:ident { $($of:ident : $value:ident),* })+]
        [$($next:ident { $($next_of:ident : $next_value:ident),* })?]
        [$($left:ident $right:ident)*]
    ) => {{
        $(let mut $field: Option<$type> = None;)*
        let mut rest = $run.iter();
        $($crate::code::fusing::bound!(rest, $part { $($of : $value),* });)+
        let count = $run.len() - rest.len();
        $($crate::code::fusing::bound!(rest, $next { $($next_of : $next_value),* });)?
        $(if $left == $right {
            return None;
        })*
        Some((Instr::$name { $($field: $field?),* }, count))
    }};
}

pub(super) use fused;

/// Sets the operands of a fused instruction from one of its parts, the next of `rest`.
macro_rules! bound {
    ($rest:ident, $part:ident { $($of:ident : $value:ident),* }) => {
        #[allow(unused_variables, reason = "some parts have no operands")]
        let Some(part @ Instr::$part { .. }) = $rest.next() else { return None };
        $(if let Instr::$part { $of: operand, .. } = *part {
            $crate::code::fusing::bind(&mut $value, operand)?;
        })*
    };
}
pub(super) use bound;

/// Sets an operand of a fused instruction; returns `None` if the value does not fit, or differs from that of another
/// part.
pub(super) fn bind<T: Copy + PartialEq + TryFrom<V>, V>(operand: &mut Option<T>, value: V) -> Option<()> {
    let value = T::try_from(value).ok()?;
    (*operand.get_or_insert(value) == value).then_some(())
}

/// Whether an instruction is the first of these parts.
macro_rules! is_first {
    ($instr:expr, $first:ident $($rest:ident)*) => {
        matches!($instr, Instr::$first { .. })
    };
}
pub(super) use is_first;

/// The effect in a row.
macro_rules! effect {
    () => {
        $crate::code::operand::Effect::fused
    };
    ($effect:ident) => {
        $crate::code::operand::Effect::$effect
    };
}
pub(super) use effect;

/// Whether there is a name.
macro_rules! exists {
    () => {
        false
    };
    ($name:ident) => {
        true
    };
}
pub(super) use exists;

impl super::instr::Instr {
    /// Returns the instruction for one pair in place of that for a run of pairs; all others stay.
    pub fn of_one_pair(self) -> Self {
        match self {
            Self::CopyPairs { x, head, pred } => {
                let tail = x;
                Self::GetListVXExecute { x, head, tail, pred }
            }
            other => other,
        }
    }
}
