//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod agree;
mod balance;
mod common;
mod deep;
mod effects;
mod errors;
mod expand;
mod growth;
mod host;
mod kept;
mod memory;
mod mutation;
mod passes;
mod rows;
mod sizes;
mod views;
