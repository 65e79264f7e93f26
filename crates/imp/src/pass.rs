//! Passes from IMP to IMP.

pub mod borrow;
pub mod checks;
pub mod coalesce;
pub mod cut;
pub mod delay;
pub mod ends;
pub mod forward;
pub mod interchange;
pub mod keep;
pub mod minima;
pub mod peel;
pub mod place;
pub mod reuse;
pub mod spread;
pub mod stacks;
