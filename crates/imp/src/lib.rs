//! IMP, the imperative level: definition, text, verifier, evaluator and passes.

pub mod def;
pub mod eval;
mod fold;
pub mod lifetime;
pub mod linear;
pub mod pass;
pub mod piece;
mod settings;
pub mod text;
pub mod time;
pub mod verify;
pub mod walk;
