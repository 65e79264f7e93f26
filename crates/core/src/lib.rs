//! CORE, the level that every front end lowers to: definition, text, verifier, evaluator, and the passes that make
//! a program monomorphic and first-order.

pub mod def;
pub mod messages;
