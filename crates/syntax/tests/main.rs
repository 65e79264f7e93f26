//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod brackets;
mod format;
mod parser;
mod toy;
