//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod cursor;
mod failure;
mod graph;
mod guard;
mod layout;
mod name;
mod near;
mod source;
mod stack;
