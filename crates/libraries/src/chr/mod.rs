//! The store of constraint handling rules (`texts/chr`): the constraints of a program that wait, indexed
//! by their arguments.
//!
//! The store of a module is the compound `'$chr_store'(Count, Table...)`, the value of a global variable, with a table
//! for each constraint: `'$chr_table'(Goal, Watched, First, All, (Mask, Index)...)`. `All` and the lists of indexes are
//! lists of suspensions behind a pair whose head is not one of them, so that what precedes an element is always a pair.
//!
//! A constraint that waits is the suspension `'$chr'(State, Number, History, Table, Link..., Argument...)`. `State` counts
//! its reactivations, and is -1 when the constraint has been removed. There is a link for `All` and one for each index:
//! the pair in front of the element. So a suspension is removed in constant time, and a program that goes through a list
//! may hold elements that were removed meanwhile: what follows them still leads to the end.
//!
//! `Mask` has the bits of the arguments that an index is for. `Index` holds those whose arguments are ground
//! ([`table`]); the others, of indexes of one argument, hang on the first variable of the argument ([`variables`]). `First`
//! is the number of the first index; no other index of the engine has it.
//!
//! All changes go through the trail. Programs could make such terms, so each is checked where it is read.

mod history;
mod store;
mod table;
mod variables;

use ferz_engine::native::{Native, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$chr_define(+name, +store)", 2, store::chr_define_2)
        .doc("Keeps the empty store of a program; the global variable of that name gets a copy when it is used."),
    det!("$chr_insert(+store, +constraint, +suspension)", 3, store::chr_insert_3)
        .doc("Puts a suspension into the table of a constraint and its indexes, and gives it a number."),
    det!("$chr_remove(+suspension)", 1, store::chr_remove_1)
        .doc("Takes a suspension out of its table and indexes, and marks it as removed."),
    det!("$chr_all(+store, +constraint, -suspensions)", 3, store::chr_all_3)
        .doc("Unifies suspensions with the list of those of a constraint."),
    det!(
        "$chr_find(+store, +constraint, +index, @key, -suspensions)",
        5,
        store::chr_find_5
    )
    .doc("Unifies suspensions with the list of those that an index has for key."),
    det!("$chr_first(+suspension, +event)", 2, history::chr_first_2)
        .doc("Adds event to the history of a suspension; fails if it is in it."),
    det!("$chr_rekey(+attribute, @value, -goals)", 3, variables::chr_rekey_3)
        .doc("Moves suspensions from a variable that got a value; goals are pairs of each with the goal to run."),
];
