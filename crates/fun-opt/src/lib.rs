//! Passes from FUN to FUN, one file or folder each. What they share: which expressions may be dropped, moved or repeated
//! (`effect`), which arrays are overwritten or leave their function (`sharing`), and what does the same (`alike`).

mod alike;
pub mod cse;
pub mod dead;
pub mod effect;
pub mod fuse;
pub mod hoist;
pub mod inline;
pub mod prove;
mod sharing;
pub mod simplify;
pub mod tidy;
