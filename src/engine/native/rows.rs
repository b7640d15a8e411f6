//! The macros that make rows: the number of arguments of a function is that of its row.

/// Makes the row of a predicate that succeeds at most once.
#[macro_export]
macro_rules! det {
    ($head:expr, 0, $f:path) => {
        $crate::native::Native::new($head, 0, $crate::native::NativeRun::Det(|m| $f(m)))
    };
    ($head:expr, 1, $f:path) => {
        $crate::native::Native::new(
            $head,
            1,
            $crate::native::NativeRun::Det(|m| {
                let a = m.arg(0);
                $f(m, a)
            }),
        )
    };
    ($head:expr, 2, $f:path) => {
        $crate::native::Native::new(
            $head,
            2,
            $crate::native::NativeRun::Det(|m| {
                let (a, b) = (m.arg(0), m.arg(1));
                $f(m, a, b)
            }),
        )
    };
    ($head:expr, 3, $f:path) => {
        $crate::native::Native::new(
            $head,
            3,
            $crate::native::NativeRun::Det(|m| {
                let (a, b, c) = (m.arg(0), m.arg(1), m.arg(2));
                $f(m, a, b, c)
            }),
        )
    };
    ($head:expr, 4, $f:path) => {
        $crate::native::Native::new(
            $head,
            4,
            $crate::native::NativeRun::Det(|m| {
                let (a, b, c, d) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3));
                $f(m, a, b, c, d)
            }),
        )
    };
    ($head:expr, 5, $f:path) => {
        $crate::native::Native::new(
            $head,
            5,
            $crate::native::NativeRun::Det(|m| {
                let (a, b, c, d, e) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3), m.arg(4));
                $f(m, a, b, c, d, e)
            }),
        )
    };
}

/// Makes the row of a predicate that may succeed more than once.
#[macro_export]
macro_rules! nondet {
    ($head:expr, 1, $f:path) => {
        $crate::native::Native::new(
            $head,
            1,
            $crate::native::NativeRun::Nondet(|m, s| {
                let a = m.arg(0);
                $f(m, s, a)
            }),
        )
    };
    ($head:expr, 2, $f:path) => {
        $crate::native::Native::new(
            $head,
            2,
            $crate::native::NativeRun::Nondet(|m, s| {
                let (a, b) = (m.arg(0), m.arg(1));
                $f(m, s, a, b)
            }),
        )
    };
    ($head:expr, 3, $f:path) => {
        $crate::native::Native::new(
            $head,
            3,
            $crate::native::NativeRun::Nondet(|m, s| {
                let (a, b, c) = (m.arg(0), m.arg(1), m.arg(2));
                $f(m, s, a, b, c)
            }),
        )
    };
    ($head:expr, 4, $f:path) => {
        $crate::native::Native::new(
            $head,
            4,
            $crate::native::NativeRun::Nondet(|m, s| {
                let (a, b, c, d) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3));
                $f(m, s, a, b, c, d)
            }),
        )
    };
    ($head:expr, 5, $f:path) => {
        $crate::native::Native::new(
            $head,
            5,
            $crate::native::NativeRun::Nondet(|m, s| {
                let (a, b, c, d, e) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3), m.arg(4));
                $f(m, s, a, b, c, d, e)
            }),
        )
    };
}

pub use crate::{det, nondet};
