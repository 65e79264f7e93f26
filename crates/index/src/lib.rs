//! Symbolic arithmetic of sizes and addresses, shared by all parts of the compiler: the sizes in FUN's types, the
//! layouts of FUNMEM and the index expressions of IMP.
//!
//! * [`poly`]: sizes as polynomials in normal form, so that equal sizes are equal values;
//! * [`lmad`]: linear-memory access descriptors, the affine layouts (FUNMEM paper, §3.1);
//! * [`ixfn`]: compositions of LMADs, for layouts that are not affine;
//! * [`ranges`]: proofs about the signs of sizes;
//! * [`overlap`]: proofs about the addresses of layouts: bounds, and disjointness of two layouts;
//! * [`farkas`]: the decision procedure for linear inequalities that the proofs use;
//! * [`samples`]: values of variables that satisfy facts, which reject false goals before a proof is tried.
//!
//! Layouts calculate modulo 2^64, as programs do. Proofs are about integers, so the modules with proofs deny arithmetic
//! that wraps.

#[deny(clippy::arithmetic_side_effects)]
pub mod farkas;
pub mod ixfn;
pub mod lmad;
#[deny(clippy::arithmetic_side_effects)]
pub mod overlap;
pub mod poly;
#[deny(clippy::arithmetic_side_effects)]
mod products;
#[deny(clippy::arithmetic_side_effects)]
pub mod ranges;
#[deny(clippy::arithmetic_side_effects)]
pub mod samples;
#[deny(clippy::arithmetic_side_effects)]
mod span;

pub use ixfn::{ConstantIndexFn, Digit, IndexFn, Step};
pub use lmad::{ConstantLmad, Dim, Lmad, SliceDim};
pub use overlap::Threads;
pub use poly::Poly;
pub use ranges::Assumptions;
