//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

#[path = "cuda/libraries.rs"]
mod cuda;
mod device;
mod kernels;
mod library;
mod objects;
mod operators;
mod runtime;
mod stand_in;
