//! Errors of the host within those of the engine, and `?` between them.

use std::fmt;

use super::convert::IntoTerm;
use super::diagnostics::Diagnostics;
use super::error::Error;
use super::mismatch::Mismatch;
use super::object::Object;
use super::term::Term;
use super::view::TermView;

impl Error {
    /// Makes an error of another one, for host predicates: `system_error(Message)` in Prolog. If no program catches it, the
    /// other error is the [`source`](std::error::Error::source) of what the query returns.
    ///
    /// ```
    /// use ferz::{Engine, Error};
    /// use std::num::ParseIntError;
    ///
    /// let mut engine = Engine::new();
    /// engine.det("port", |text: &str| text.parse::<u16>().map_err(Error::external))?;
    /// assert!(engine.succeeds("port('8080', 8080), catch(port(x, _), error(system_error(_), _), true)")?);
    /// let error = engine.once("port('80 80', P)").expect_err("that is no number");
    /// assert_eq!(error.to_string(), "port('80 80',P): System error: invalid digit found in string");
    /// assert!(error.downcast_ref::<ParseIntError>().is_some());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn external(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        let error = error.into();
        let formal = Term::compound("system_error", [Term::string(&error.to_string())]);
        let context = Object::named("error", External(error));
        Error::throw(Term::compound("error", [formal, context.into_term()]))
    }

    /// Returns the error that [`Error::external`] was given, if it is of this type.
    pub fn downcast_ref<T: std::error::Error + 'static>(&self) -> Option<&T> {
        std::error::Error::source(self)?.downcast_ref()
    }
}

impl std::error::Error for Error {
    /// The error that [`Error::external`] was given, also if a program has passed it on.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.exception()?.view() {
            TermView::Compound("error", args) => {
                let external: &External = args.get(1)?.object().ok()?;
                Some(&*external.0)
            }
            _ => None,
        }
    }
}

/// An error of the host's, in the context of an error term.
struct External(Box<dyn std::error::Error + Send + Sync>);

macro_rules! external {
    ($($type:ty),*) => { $(
        impl From<$type> for Error {
            /// [`Error::external`].
            fn from(error: $type) -> Error {
                Error::external(error)
            }
        }
    )* };
}

external!(
    std::io::Error,
    std::num::ParseIntError,
    std::num::ParseFloatError,
    std::num::TryFromIntError,
    std::str::Utf8Error,
    std::string::FromUtf8Error,
    fmt::Error,
    Box<dyn std::error::Error + Send + Sync>,
    String,
    &str
);

impl From<Diagnostics> for Error {
    /// The error of a load.
    fn from(diagnostics: Diagnostics) -> Error {
        Error::load(diagnostics.errors().count()).with_diagnostics(diagnostics)
    }
}

impl From<Mismatch> for Error {
    /// `instantiation_error` for an unbound variable, else `type_error(Wanted, Found)`; its text says where.
    fn from(mismatch: Mismatch) -> Error {
        let found = mismatch.found().cloned().unwrap_or_else(|| Term::atom("answer"));
        Error::type_error(mismatch.wanted(), &found).worded(mismatch.to_string())
    }
}
