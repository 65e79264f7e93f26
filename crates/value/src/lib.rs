//! Run-time values and the operators on them, shared by every evaluator, constant folder and target.

pub mod array;
pub mod literal;
pub mod op;
mod op_eval;
pub mod scalar;

pub use array::{ArrayValue, Storage, Value};
pub use op::{BinOp, CmpOp, OpError, UnOp};
pub use scalar::{Scalar, ScalarType};
