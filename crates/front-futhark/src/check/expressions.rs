//! Expressions, and the operations that the compiler itself knows.

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
