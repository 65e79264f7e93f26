//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod common;
mod run;
mod slices;
