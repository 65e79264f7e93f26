//! Messages of the checker: errors, warnings and suggestions.

pub mod report;
pub mod sizes;
pub mod suggest;
pub mod warn;
