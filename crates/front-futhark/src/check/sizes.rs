//! Static sizes: sizes that are expressions, sizes read off values, and the rules for where sizes must be known.

pub mod beside;
pub mod constructive;
pub mod term;
pub mod value_sizes;
