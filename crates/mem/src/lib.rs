//! FUNMEM: FUN programs with memory (`fun::def` has the syntax), the lowering from FUN, and the lowering to IMP.

pub mod blocks;
pub mod eval;
pub mod lower;
pub mod to_imp;
pub mod unmem;
pub mod valid;
pub mod verify;
