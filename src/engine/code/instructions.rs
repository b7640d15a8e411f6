//! The macro that makes the instruction set of its table (`instr.rs`): the enum, its listing, the accessors of operands,
//! fusing and its inverse.

macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $text:literal $name:ident { $($role:ident $field:ident : $type:ty),* }
        $($effect:ident)?
        $(=
            $($part:ident { $($of:ident : $value:ident),* }),+
            $(before $next:ident { $($next_of:ident : $next_value:ident),* })?
            $(where $($left:ident != $right:ident),+)?
        )?
    )*) => {
        /// One instruction of eight bytes.
        #[derive(Clone, Copy, PartialEq)]
        #[repr(u8)]
        pub enum Instr {
            $($(#[$doc])* $name { $(#[allow(missing_docs, reason = "the doc names the operands")] $field: $type),* },)*
        }

        impl Instr {
            /// Returns its name in a listing.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Instr::$name { .. } => $text,)*
                }
            }

            /// Calls `visit` with the name and the value of each operand, in order.
            fn each_field(&self, #[allow(unused_variables, reason = "some instructions have no operands")] visit: &mut dyn FnMut(&str, &dyn fmt::Debug)) {
                match self {
                    $(Instr::$name { $($field),* } => { $(visit(stringify!($field), $field);)* })*
                }
            }

            /// Returns its effect.
            #[inline(always)]
            pub fn effect(&self) -> Effect {
                match self {
                    $(Instr::$name { .. } => effect!($($effect)?),)*
                }
            }

            /// Calls `visit` with the role and the number of each operand, in order.
            pub fn each_operand(&self, #[allow(unused_variables, reason = "some instructions have no operands")] visit: &mut dyn FnMut(Role, u32)) {
                match *self {
                    $(Instr::$name { $($field),* } => { $(visit(Role::$role, Operand::number($field));)* })*
                }
            }

            /// Returns the first operand with one of these roles, a bit for each, for changes.
            #[inline(always)]
            fn operand_mut<T: 'static, const ROLES: u32>(&mut self) -> Option<&mut T> {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(if ROLES & bit(Role::$role) != 0 {
                            return ($field as &mut dyn Any).downcast_mut();
                        })*
                        None
                    })*
                }
            }

            /// Calls `visit` with the instructions that a fused one stands for, in order.
            pub fn each_part(self, #[allow(unused_variables, reason = "most instructions have no parts")] mut visit: impl FnMut(Instr)) {
                match self {
                    $(Instr::$name { $($field),* } => {
                        $(let _ = $field;)*
                        $($(visit(Instr::$part { $($of: $value.into()),* });)+)?
                    })*
                }
            }

            /// Whether it has a label.
            #[inline(always)]
            pub fn has_label(&self) -> bool {
                match self {
                    $(Instr::$name { .. } => false $(|| matches!(Role::$role, Role::label | Role::otherwise | Role::address))*,)*
                }
            }

            /// Whether it has a switch table.
            #[inline(always)]
            fn has_table(&self) -> bool {
                match self {
                    $(Instr::$name { .. } => false $(|| matches!(Role::$role, Role::table))*,)*
                }
            }

            /// Whether a fused instruction may begin with it.
            #[inline(always)]
            pub fn begins(&self) -> bool {
                false $($(|| is_first!(self, $($part)+))?)*
            }

            /// Whether the instruction behind it belongs to it: it is skipped, but names the live slots.
            pub fn is_before(&self) -> bool {
                match self {
                    $(Instr::$name { .. } => exists!($($($next)?)?),)*
                }
            }

            fusing! {
                $($name { $($field : $type),* } $(=
                    [$($part { $($of : $value),* })+]
                    [$($next { $($next_of : $next_value),* })?]
                    [$($($left $right)+)?]
                )?;)*
            }
        }
    };
}

pub(super) use instructions;
