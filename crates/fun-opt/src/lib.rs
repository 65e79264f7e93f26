//! Passes from FUN to FUN, one file each. What they share (which expressions may be dropped, moved or repeated) is in
//! `effect`. What there is to optimise yet is told by `stats`.

pub mod cse;
pub mod dead;
pub mod effect;
pub mod fuse;
pub mod hoist;
pub mod inline;
pub mod prove;
pub mod simplify;
pub mod stats;
