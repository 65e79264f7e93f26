//! Patterns, and whether the cases of a `match` leave anything out.

pub mod exhaust;
pub mod pat;
