//! IMP, the imperative level: definition, text, verifier, evaluator and passes.

pub mod def;
