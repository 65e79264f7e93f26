//! Programs that grow while they are used: what `rista repl` is made of. There is one language so far.

pub use front_futhark::ast::File;
pub use front_futhark::check::Answer;
pub use front_futhark::session::{Input, Session, read};

use base::Stop;
use core_ir::eval::{Evaluator, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The value of an expression as text; the type where that cannot be, as for a function or for what would be different at
/// different types. What it traces goes to `show`. Setting the flag ends the evaluation with a `Stop::Limit`.
///
/// # Errors
/// Why the evaluation did not come to its end.
pub fn evaluate(answer: &Answer, interrupt: &Arc<AtomicBool>, show: fn(&str)) -> Result<String, Stop> {
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let evaluator = Evaluator::new(&answer.checked.program, limits)?;
    let mut evaluator = evaluator.interrupted_by(Arc::clone(interrupt)).on_trace(show);
    let value = if answer.has_value { evaluator.show_constant(answer.def)? } else { None };
    Ok(value.unwrap_or_else(|| answer.ty.clone()))
}
