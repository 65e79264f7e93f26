//! IMP, the imperative level: definition, text, verifier and evaluator.

pub mod def;
pub mod eval;
pub mod text;
pub mod verify;
