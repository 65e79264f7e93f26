//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod lowering;
mod own;
