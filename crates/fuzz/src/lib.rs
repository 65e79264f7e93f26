//! Random testing: generated programs on which every evaluator and target must agree.
//!
//! `generate` makes a Futhark program from a seed, and `nova` a NOVA program, with inputs for its entry point. `check`
//! compiles and runs it everywhere and reports the first disagreement. `shrink` makes a program smaller while the
//! disagreement persists. `passes` checks passes one by one and in any order, `plant` plants faults to test that they
//! are found, `constructs` names the constructs of the languages and levels that a program contains, and `reach` counts
//! the programs that hold what passes work on. A seed gives the same program on every machine.

pub mod check;
mod choices;
pub mod constructs;
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
