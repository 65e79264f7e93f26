//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod accelerate;
mod closures;
mod common;
mod data;
mod debug;
mod effects;
mod eval;
mod messages;
mod passes;
mod ranges;
mod sequences;
mod text;
mod uniqueness;
mod units;
mod updates;
mod verify;
