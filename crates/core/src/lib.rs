//! CORE, the level that every front end lowers to: definition, text, verifier, evaluator, and the passes that make a
//! program monomorphic and first-order, compute constants once, and split off the device part.

pub mod accelerate;
pub mod build;
pub mod calls;
pub mod checks;
pub mod closures;
pub mod constants;
pub mod debug;
pub mod decide;
pub mod def;
pub mod defunctionalise;
pub mod effects;
pub mod eval;
pub mod extract;
pub mod flat_map;
pub mod leaves;
pub mod library;
pub mod messages;
pub mod monomorphise;
pub mod outline;
mod parameters;
pub mod report;
pub mod sequences;
pub mod sides;
pub mod tables;
pub mod text;
pub mod typing;
pub mod uniqueness;
pub mod units;
pub mod updates;
pub mod verify;
pub mod walk;
pub mod well_formed;
