//! FUN, the array level: definition, builder, text, verifier, evaluator, and the way from CORE with size slicing.

pub mod build;
pub mod def;
pub mod eval;
pub mod text;
pub mod walk;
