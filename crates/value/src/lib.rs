//! Run-time values and scalar operators, shared by all evaluators, constant folders and targets.

#[macro_use]
pub mod array;
pub mod binary;
pub mod compare;
pub mod decimal;
pub mod entry;
pub mod foreign;
pub mod kernel;
mod library;
pub mod literal;
pub mod npy;
pub mod number;
pub mod op;
mod op_eval;
pub mod print;
pub mod property;
pub mod random;
pub mod read;
pub mod scalar;
pub mod script;
pub mod service;
pub mod test_block;
mod text;
pub mod world;

pub use array::{ArrayValue, Storage, Value};
pub use binary::{read_binary, write_binary};
pub use compare::{Mismatch, Tolerance, compare, compare_all};
pub use npy::{MAGIC as NPY_MAGIC, read_npy, write_npy};
pub use op::{BinOp, CmpOp, OpError, Operator, UnOp};
pub use print::{print_text, write_text};
pub use random::{Bounds, RandomError, SplitMix64, random_value};
pub use read::{Expected, ReadError, ReadErrorKind, Reader, read_stream, read_value_as, read_values};
pub use scalar::{Scalar, ScalarType};
pub use service::{Service, SystemOp, TextOp};
pub use world::World;
