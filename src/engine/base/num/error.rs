//! Evaluation errors, without the cells of an error term.

use crate::base::iso_error::{Domain, Evaluation, Resource, Type};

use super::Number;

/// The result of an evaluable functor.
pub type NumResult = Result<Number, NumError>;

/// Why an evaluation has no result; the machine builds the ISO error term from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumError {
    /// `type_error(Type, Culprit)`.
    Type(Type, Box<Number>),
    /// `domain_error(Domain, Culprit)`.
    Domain(Domain, Box<Number>),
    /// `evaluation_error(What)`.
    Evaluation(Evaluation),
    /// `resource_error(What)`: the result would be larger than the limit on integers.
    Resource(Resource),
    /// `permission_error(access, clock, Function)`: programs may not read clocks.
    NoClock,
    /// The operation was stopped by an interrupt or a limit; the machine knows which.
    Unwanted,
}

impl NumError {
    /// Makes the error for a culprit that is not of type `kind`.
    #[cold]
    pub fn wrong_type(kind: Type, culprit: &Number) -> NumError {
        NumError::Type(kind, Box::new(culprit.clone()))
    }

    /// Makes the error for a culprit outside of `domain`.
    #[cold]
    pub fn wrong_domain(domain: Domain, culprit: &Number) -> NumError {
        NumError::Domain(domain, Box::new(culprit.clone()))
    }

    /// Division by zero.
    pub const ZERO_DIVISOR: NumError = NumError::Evaluation(Evaluation::ZeroDivisor);
    /// A function that is undefined for its operands.
    pub const UNDEFINED: NumError = NumError::Evaluation(Evaluation::Undefined);
    /// Float overflow.
    pub const FLOAT_OVERFLOW: NumError = NumError::Evaluation(Evaluation::FloatOverflow);
    /// An integer larger than the flag `max_integer_size` permits.
    pub const TOO_LARGE: NumError = NumError::Resource(Resource::IntegerSize);
}
