//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod build;
mod eval;
mod lower;
mod names;
mod text;
mod verify;
mod walk;
