//! FUN, the array level: definition, builder, text, verifier, evaluator, and the lowering from CORE with size slicing.

pub mod alias;
pub mod build;
pub mod def;
pub mod eval;
pub mod lower;
pub mod names;
pub mod sums;
pub mod text;
pub mod verify;
pub mod walk;
