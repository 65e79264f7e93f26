//! CORE, the level that every front end lowers to: definition, text, verifier, evaluator, and the passes that make
//! a program monomorphic and first-order.

pub mod build;
pub mod def;
pub mod messages;
pub mod typing;
pub mod walk;
