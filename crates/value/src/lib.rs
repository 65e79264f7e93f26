//! Run-time values and the operators on them, shared by every evaluator, constant folder and target.

pub mod op;
pub mod scalar;

pub use op::{BinOp, CmpOp, OpError, UnOp};
pub use scalar::{Scalar, ScalarType};
