//! FUNMEM: the memory of FUN programs (the syntax is FUN's, see `fun::def`), its way from FUN and to IMP.

pub mod eval;
pub mod lower;
pub mod to_imp;
pub mod unmem;
pub mod valid;
pub mod verify;

#[cfg(test)]
mod tests;
