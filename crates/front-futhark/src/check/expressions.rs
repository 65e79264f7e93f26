//! Checks expressions, and defines the intrinsic operations.

pub mod apply;
pub mod array;
pub mod block;
pub mod branch;
pub mod exp;
pub mod literals;
pub mod locals;
pub mod loops;
pub mod native;
pub mod operator;
pub mod scalars;
