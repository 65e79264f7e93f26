//! Random programs, on which every evaluator and target must agree.
//!
//! `generate` makes a program in Futhark from a seed and `nova` one in NOVA, with inputs for its entry point; `check` compiles and runs it everywhere and
//! tells the first disagreement, if there is one; `shrink` makes a program smaller for as long as the disagreement
//! stays. `passes` does the same for passes one by one and in any order; `plant` plants faults, to see them found;
//! `reach` counts what the programs hold. The same seed gives the same program on every machine.

pub mod check;
mod choices;
pub mod generate;
pub mod inputs;
mod limits;
pub mod native;
mod nova;
pub mod passes;
pub mod plant;
pub mod program;
pub mod reach;
pub mod shrink;

pub use check::{Changes, Fault, Prepared, Verdict};
pub use generate::generate;
pub use nova::Type as NovaType;
pub use program::{Program, Typed};
