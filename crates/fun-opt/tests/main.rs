//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod common;
mod flatten;
mod fuse;
mod laws;
mod passes;
mod prove;
mod slice;
mod stats;
