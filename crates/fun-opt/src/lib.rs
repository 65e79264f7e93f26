//! Passes from FUN to FUN, one file or folder each. They share the effects of expressions (`effect`), the sharing of
//! arrays (`sharing`), structural equality (`alike`), loop parameters with constant growth (`growth`), splitting of
//! reductions (`monoid`), the places of views' elements (`view`), and the walk that knows the facts at each statement
//! (`facts`). `stats` reports what could still be optimised.

mod alike;
pub mod cse;
pub mod dead;
#[deny(clippy::arithmetic_side_effects)]
pub mod distribute;
pub mod effect;
pub mod facts;
pub mod flatten;
pub mod fuse;
mod growth;
pub mod hoist;
pub mod inline;
pub mod interior;
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
