//! Constraints on integers beyond those of a machine word.
//!
//! A variable whose domain names such an integer is wide: its `Domain` is `'$fd_wide'(Low, High, ...)`, with integers of
//! any size and the atoms `inf` and `sup`, and `Min` and `Max` are [`INF`](super::ranges::INF) and
//! [`SUP`](super::ranges::SUP) where a bound is too large, so that other propagators are only weaker on it. The
//! propagators of wide variables, and those with such numbers among their arguments, have a kind beyond the others, and
//! are run here, on bounds. Where nothing is wide, none of this costs anything.

mod domain;
pub(super) mod number;
mod operations;
mod propagate;
mod sums;
