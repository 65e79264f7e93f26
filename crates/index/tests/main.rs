//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod common;
mod farkas;
mod ixfn;
mod lmad;
mod overlap;
mod poly;
mod ranges;
mod samples;
