//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod accelerate;
mod closures;
mod common;
mod data;
mod eval;
mod passes;
mod text;
mod uniqueness;
mod verify;
