//! Numbers that arithmetic has computed, as cells, and its errors.

use crate::base::known;
use crate::base::num::limbs::limbs;
use crate::base::num::state::TEMPORARY;
use crate::base::num::{NumError, Number};
use crate::machine::Machine;
use crate::machine::eval::{LARGE_WORDS, UNCHARGED_WORDS};
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};

impl Machine {
    /// Returns the cell of a number; a large one is charged to the budget first.
    pub fn number_cell(&mut self, number: &Number) -> Result<Cell, Stop> {
        let words = match number {
            Number::Int(_) | Number::Float(_) => 0,
            Number::Big(value) => limbs(value.as_sign_words().1).len(),
            Number::Rational(value) => {
                limbs(value.numerator().as_sign_words().1).len() + limbs(value.denominator().as_words()).len()
            }
        };
        if words > UNCHARGED_WORDS {
            self.reserve(words + 2)?;
        }
        Ok(self.heap.new_number(number))
    }

    /// Throws the error term for an evaluation without a result.
    #[cold]
    pub fn number_error(&mut self, error: NumError) -> Stop {
        match error {
            NumError::Type(kind, culprit) => {
                let culprit = self.heap.new_number(&culprit);
                self.type_error(kind, culprit)
            }
            NumError::Domain(domain, culprit) => {
                let culprit = self.heap.new_number(&culprit);
                self.domain_error(domain, culprit)
            }
            NumError::Evaluation(what) => self.evaluation_error(what),
            NumError::Resource(what) => self.resource_error(what),
            NumError::NoClock => {
                let words = ["access", "clock", "time"].map(|word| Cell::atom(self.atoms.intern(word)));
                let formal = self.heap.new_term(known::PERMISSION_ERROR, &words);
                self.throw_error(formal)
            }
            // The limit that stopped it raises its own error.
            NumError::Unwanted => match self.poll() {
                Err(stop) => stop,
                Ok(()) => self.throw(Cell::atom(known::ABORT)),
            },
        }
    }

    /// Charges the temporary memory of an operation on these numbers, if they are large.
    ///
    /// # Errors
    /// `resource_error(memory)`.
    #[inline]
    pub fn charge_operands(&mut self, values: &[Cell]) -> Step {
        let boxes = values.iter().filter(|value| value.tag() == Tag::Box);
        let words: usize = boxes.map(|&value| self.heap.box_words(value).len()).sum();
        if words > LARGE_WORDS {
            self.charge_temporary(TEMPORARY * words * 8)?;
        }
        Ok(())
    }
}
