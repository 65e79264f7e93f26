//! Passes from IMP to IMP.

pub mod interchange;
pub mod peel;
pub mod place;
