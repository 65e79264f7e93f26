//! Programs that grow while they are used, for `rista repl`. Only Futhark supports this.

pub use front_futhark::ast::File;
pub use front_futhark::check::Answer;
pub use front_futhark::session::{Input, Session, read};

use base::Stop;
use core_ir::eval::{Evaluator, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use value::World;

/// Returns the value of an expression as text. For a function or a polymorphic expression it returns the type instead.
/// Traced values go to `world`. Setting the flag ends the evaluation with a `Stop::Limit`.
///
/// # Errors
/// The reason why the evaluation stopped.
pub fn evaluate(answer: &Answer, interrupt: &Arc<AtomicBool>, world: &mut dyn World) -> Result<String, Stop> {
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let evaluator = Evaluator::new(&answer.checked.program, limits)?;
    let mut evaluator = evaluator.interrupted_by(Arc::clone(interrupt)).in_world(world);
    let value = if answer.has_value { evaluator.show_constant(answer.def)? } else { None };
    Ok(value.unwrap_or_else(|| answer.ty.clone()))
}
