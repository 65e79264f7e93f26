//! FUN, the array level: definition, builder, text, verifier, evaluator, and the way from CORE with size slicing.

pub mod def;
