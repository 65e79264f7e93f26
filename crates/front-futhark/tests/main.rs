//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod check;
mod format;
mod imports;
mod lexer;
mod literals;
mod parser;
mod prelude;
mod show;
mod survival;
