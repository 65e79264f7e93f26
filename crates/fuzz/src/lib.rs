//! Random programs, on which every evaluator and target must agree.
//!
//! `generate` makes a program from a seed, with inputs for its entry point; `check` compiles and runs it everywhere and
//! tells the first disagreement, if there is one; `shrink` makes a program smaller for as long as the disagreement
//! stays. `passes` does the same for passes one by one and in any order; `plant` plants faults, to see them found;
//! `reach` counts what the programs hold. The same seed gives the same program on every machine.

pub mod check;
pub mod generate;
pub mod inputs;
mod limits;
pub mod native;
pub mod passes;
pub mod plant;
pub mod program;
pub mod reach;
pub mod shrink;

pub use check::{Changes, Fault, Prepared, Verdict};
pub use generate::generate;
pub use program::Program;
