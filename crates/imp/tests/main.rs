//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod calls;
mod launches;
mod memory;
mod objects;
mod passes;
mod stacks;
mod tasks;
