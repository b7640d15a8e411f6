//! Predicates written in Rust, one table for each section of the standard.
