//! Definitions, from the parameters to the finished CORE, recursive ones, and those that are called from outside.

pub mod define;
pub mod early;
pub mod entry;
pub mod finish;
pub mod hidden;
pub mod parts;
pub mod property;
pub mod recursion;
mod tables;
