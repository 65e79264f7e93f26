//! Static sizes: those that are expressions, those that only a value tells, and which a type tells by itself.

pub mod constructive;
pub mod term;
pub mod value_sizes;
