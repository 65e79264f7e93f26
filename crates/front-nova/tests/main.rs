//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod classes;
mod common;
mod format;
mod lexer;
mod limits;
mod literals;
mod messages;
mod operators;
mod reader;
mod round_trip;
mod survival;
