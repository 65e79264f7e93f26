//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod borrow;
mod calls;
mod launches;
mod lifetime;
mod linear;
mod memory;
mod objects;
mod passes;
mod reuse;
mod settings;
mod stacks;
mod tasks;
mod verify;
