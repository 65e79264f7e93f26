//! Passes from FUNMEM to FUNMEM, one file or folder each. They move arrays between blocks and leave what a program computes
//! alone: without its memory it is the same program before and after. What they share: which blocks may be one
//! (`blocks`), where arrays are (`places`), which parts of a block a statement touches (`access`), whether it may write where
//! it reads (`in_place`) and what is known where (`facts`). What a program is left with is counted in `stats`.

mod access;
mod blocks;
pub mod double_buffer;
pub mod expand;
mod facts;
pub mod fills;
pub mod fixed;
pub mod hoist;
mod in_place;
pub mod merge;
mod places;
pub mod short_circuit;
mod sizes;
pub mod stats;
