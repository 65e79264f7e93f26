//! Definitions: parameters, bodies, recursion, entry points, and the completion of their CORE.

pub mod define;
pub mod early;
pub mod entry;
pub mod finish;
pub mod hidden;
pub mod parts;
pub mod property;
pub mod recursion;
