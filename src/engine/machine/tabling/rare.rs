//! State that only some tables have. A program may have millions of tables with one answer each.

use std::ops::{Deref, DerefMut};

use super::conditions::Conditions;
use super::datalog::Kept;
use super::incremental::NodeId;
use super::modes::Moded;
use super::monotonic::Inflow;
use super::restrain::Restraint;
use super::subsume::ByValue;
use super::suspend::Suspension;

/// The rare parts of a table: none takes memory until one is changed.
#[derive(Default)]
pub(super) struct Rare(Option<Box<RareParts>>);

#[derive(Default)]
pub(super) struct RareParts {
    /// The arguments that are aggregated, if any are.
    pub moded: Option<Box<Moded>>,
    /// The answers that hold under conditions only.
    pub conditions: Option<Box<Conditions>>,
    /// Its answers by a column.
    pub by_value: Option<Box<ByValue>>,
    /// The restraints of its answers.
    pub restraint: Option<Box<Restraint>>,
    /// The call that it answers, if it is incremental.
    pub node: Option<NodeId>,
    /// The evaluation that it is the root of, if its answers follow changed facts.
    pub kept: Option<Box<Kept>>,
    /// The calls that wait for clauses, if it is monotonic.
    pub inflow: Option<Box<Inflow>>,
    /// The goals that wait for its answers.
    pub suspensions: Vec<Suspension>,
}

static NO_PARTS: RareParts = RareParts {
    moded: None,
    conditions: None,
    by_value: None,
    restraint: None,
    node: None,
    kept: None,
    inflow: None,
    suspensions: Vec::new(),
};

impl Rare {
    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns them, if there are any.
    #[inline]
    pub(super) fn parts_mut(&mut self) -> Option<&mut RareParts> {
        self.0.as_deref_mut()
    }

    /// Drops the goals that wait, and the memory if nothing is left.
    pub(super) fn forget_suspensions(&mut self) {
        if let Some(parts) = &mut self.0 {
            parts.suspensions = Vec::new();
            let is_kept = parts.moded.is_some()
                || parts.conditions.is_some()
                || parts.by_value.is_some()
                || parts.restraint.is_some()
                || parts.node.is_some();
            if !is_kept {
                self.0 = None;
            }
        }
    }

    /// Returns the bytes allocated, without those of the goals that wait.
    pub(super) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |parts| {
            size_of::<RareParts>()
                + parts.moded.as_ref().map_or(0, |moded| moded.bytes())
                + parts.conditions.as_ref().map_or(0, |conditions| conditions.bytes())
                + parts.by_value.as_ref().map_or(0, |index| index.bytes())
                + parts.kept.as_ref().map_or(0, |kept| kept.bytes())
                + parts.inflow.as_ref().map_or(0, |inflow| inflow.bytes())
        })
    }
}

impl Deref for Rare {
    type Target = RareParts;

    #[inline]
    fn deref(&self) -> &RareParts {
        self.0.as_deref().unwrap_or(&NO_PARTS)
    }
}

impl DerefMut for Rare {
    fn deref_mut(&mut self) -> &mut RareParts {
        self.0.get_or_insert_default()
    }
}
