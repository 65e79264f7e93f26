//! Passes from FUNMEM to FUNMEM, one file or folder each. They move arrays between blocks and keep what a program
//! computes: without its memory it is the same program. They share the alias analysis of blocks (`mem::blocks`), the
//! places of arrays (`places`), the accesses of statements (`access`) and the check for in-place writes (`in_place`).
//! `stats` counts the blocks and copies that remain.

mod access;
pub mod double_buffer;
pub mod expand;
pub mod fills;
pub mod fixed;
pub mod hoist;
mod in_place;
pub mod merge;
mod places;
pub mod short_circuit;
mod sizes;
pub mod stats;
