//! Sequential C.
//!
//! Every IMP function becomes a static C function that returns an error code. Its memory variables are declared at
//! its top, hold counted references (see `rts/core.h`), and are dropped at its one exit. Scalars stand where IMP
//! declares them, under their IMP names.

mod batch;
mod exp;
mod function;

pub use batch::write_batch;

/// The runtime, in the order of inclusion.
pub(crate) const RUNTIME: &[&str] = &[include_str!("../../rts/core.h"), include_str!("../../rts/scalar.h")];

/// The reader and writer of values, for programs with a `main`.
pub(crate) const VALUES: &str = include_str!("../../rts/values.h");

/// Flags that generated C relies on or is meant for. Integers wrap; floats are IEEE 754 without contraction.
pub const FLAGS: &[&str] =
    &["-std=gnu11", "-O3", "-march=native", "-fwrapv", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off"];
