//! Checks patterns, and whether the cases of a `match` are complete.

pub mod exhaust;
pub mod pat;
