//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod check;
mod common;
mod files;
mod format;
mod lexer;
mod limits;
mod lower;
mod messages;
mod round_trip;
mod survival;
