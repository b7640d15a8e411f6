//! Memory that a predicate takes beside the heap while it reads or writes, charged as it grows.

use crate::machine::Machine;
use crate::native::Step;

/// Growth of a text that is not charged yet.
const FREE: usize = 1 << 12;

/// The bytes that were charged.
#[derive(Default)]
pub(super) struct Aside {
    stacks: usize,
    text: usize,
}

impl Aside {
    /// Appends to a stack.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(super) fn push<T>(&mut self, m: &mut Machine, stack: &mut Vec<T>, item: T) -> Step {
        if stack.len() == stack.capacity() {
            let more = stack.len().max(16);
            m.set_aside(more * size_of::<T>())?;
            self.stacks += more * size_of::<T>();
            stack.reserve_exact(more);
        }
        stack.push(item);
        Ok(())
    }

    /// Charges what the text has grown by, and polls then.
    ///
    /// # Errors
    /// `resource_error(memory)`, and the reason to stop.
    pub(super) fn text(&mut self, m: &mut Machine, text: &String) -> Step {
        let more = text.capacity() - self.text;
        if more > FREE {
            m.poll()?;
            m.set_aside(more)?;
            self.text += more;
        }
        Ok(())
    }

    /// Gives all of it back.
    pub(super) fn release(self, m: &mut Machine) {
        m.limits.take_back(self.stacks + self.text);
    }
}
