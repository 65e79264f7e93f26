//! Passes from FUN to FUN, one file or folder each. What they share: which expressions may be dropped, moved or repeated
//! (`effect`), which arrays are overwritten or leave their function (`sharing`), what does the same (`alike`), how
//! parameters of loops grow (`growth`), how sums are made of sums (`monoid`), and what a view shows (`view`). What there is
//! to optimise yet is told by `stats`.

mod alike;
pub mod cse;
pub mod dead;
#[deny(clippy::arithmetic_side_effects)]
pub mod distribute;
pub mod effect;
pub mod flatten;
pub mod fuse;
mod growth;
pub mod hoist;
pub mod inline;
mod monoid;
#[deny(clippy::arithmetic_side_effects)]
pub mod prove;
mod sharing;
pub mod simplify;
pub mod slice;
pub mod stats;
pub mod tail;
pub mod tidy;
mod view;
