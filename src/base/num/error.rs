//! Why an evaluation has no result, without the cells of an error term.

use crate::base::iso_error::{Domain, Evaluation, Resource, Type};

use super::Number;

/// What an evaluable functor gives.
pub type NumResult = Result<Number, NumError>;

/// Why an evaluation has no result; the machine makes the ISO error term from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumError {
    /// `type_error(Type, Culprit)`.
    Type(Type, Box<Number>),
    /// `domain_error(Domain, Culprit)`.
    Domain(Domain, Box<Number>),
    /// `evaluation_error(What)`.
    Evaluation(Evaluation),
    /// `resource_error(What)`: the result would be larger than an integer may be.
    Resource(Resource),
    /// It took long, and was stopped: by an interrupt or a limit, which the machine knows.
    Unwanted,
}

impl NumError {
    /// The culprit is not of this type.
    #[cold]
    pub fn wrong_type(kind: Type, culprit: &Number) -> NumError {
        NumError::Type(kind, Box::new(culprit.clone()))
    }

    /// The culprit is not in this domain.
    #[cold]
    pub fn wrong_domain(domain: Domain, culprit: &Number) -> NumError {
        NumError::Domain(domain, Box::new(culprit.clone()))
    }

    /// A division by zero.
    pub const ZERO_DIVISOR: NumError = NumError::Evaluation(Evaluation::ZeroDivisor);
    /// A function without a value at this point.
    pub const UNDEFINED: NumError = NumError::Evaluation(Evaluation::Undefined);
    /// A float beyond the largest.
    pub const FLOAT_OVERFLOW: NumError = NumError::Evaluation(Evaluation::FloatOverflow);
    /// An integer larger than the flag `max_integer_size` permits.
    pub const TOO_LARGE: NumError = NumError::Resource(Resource::IntegerSize);
}
