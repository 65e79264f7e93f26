//! One arithmetic for all the places where the compiler reasons about sizes and addresses: the sizes of FUN's types,
//! the layouts of FUNMEM, and the index expressions of IMP.
//!
//! * [`poly`]: sizes as polynomials in normal form, so that equal sizes are equal values;
//! * [`lmad`]: linear-memory access descriptors, the affine layouts (FUNMEM paper, §3.1);
//! * [`ixfn`]: compositions of them, for layouts that are not affine;
//! * [`ranges`]: what can be shown about the sign of a size;
//! * [`overlap`]: what can be shown about the addresses of layouts: where they are, and that two have none in common.

mod farkas;
pub mod ixfn;
pub mod lmad;
pub mod overlap;
pub mod poly;
mod products;
pub mod ranges;
mod samples;
mod span;

#[cfg(test)]
mod testing;

pub use ixfn::{ConstantIndexFn, Digit, IndexFn, Step};
pub use lmad::{ConstantLmad, Dim, Lmad, SliceDim};
pub use overlap::Threads;
pub use poly::Poly;
pub use ranges::Assumptions;
