//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod common;
mod flatten;
mod fuse;
mod laws;
mod passes;
mod slice;
mod stats;
