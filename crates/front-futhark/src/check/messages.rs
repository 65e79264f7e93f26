//! What the checker says: errors, warnings, and suggestions.

pub mod report;
pub mod suggest;
pub mod warn;
