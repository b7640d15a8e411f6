//! Facts that a program removes before it has added any.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::predicate::Definition;
use crate::machine::Machine;

use crate::builtins::database::clauses::make_dynamic;

/// Makes a predicate dynamic that has no clauses, but that others call: a program that removes its facts will add some,
/// and asks for them before.
pub(super) fn expect_facts(m: &mut Machine, module: Atom, functor: Functor) {
    let is_undefined = |pred| m.db().preds[pred].definition == Definition::None;
    let of_library = m.db().find(known::SYSTEM, functor);
    if let Some(pred) = m.db().find(module, functor)
        && is_undefined(pred)
        && of_library.is_none_or(is_undefined)
        && !m.flags().iso
    {
        make_dynamic(m, pred);
    }
}
