//! Balls that are kept off the heap while goals are left.

use crate::machine::Machine;
use crate::machine::control::exceptions::Raised;
use crate::machine::native::Stop;
use crate::term::record::{Attributes, Record};

impl Machine {
    /// Copies the ball that was raised last off the heap.
    pub(in crate::machine) fn pack_ball(&self) -> Raised {
        Raised {
            ball: Record::pack(&self.heap, self.exceptions.ball(), Attributes::Keep),
            cause: self.exceptions.cause(),
        }
    }

    /// Throws a ball that was kept.
    pub(in crate::machine) fn throw_again(&mut self, raised: &Raised) -> Stop {
        let ball = raised.ball.unpack(&mut self.heap);
        let stop = self.throw(ball);
        self.exceptions.set_cause(raised.cause);
        stop
    }
}
