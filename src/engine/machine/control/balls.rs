//! Balls that are kept off the heap while goals are left.

use crate::machine::Machine;
use crate::machine::control::exceptions::{Exceptions, Raised};
use crate::machine::native::Stop;
use crate::term::heap::Heap;
use crate::term::record::{Attributes, Record};

impl Machine {
    /// Throws a ball that was kept.
    pub(in crate::machine) fn throw_again(&mut self, raised: &Raised) -> Stop {
        let ball = raised.ball.unpack(&mut self.heap);
        let stop = self.throw(ball);
        self.exceptions.set_cause(raised.cause);
        stop
    }
}

impl Exceptions {
    /// Copies the ball that was raised last off the heap.
    pub(in crate::machine) fn pack_ball(&self, heap: &Heap) -> Raised {
        Raised {
            ball: Record::pack(heap, self.ball(), Attributes::Keep),
            cause: self.cause(),
        }
    }
}
