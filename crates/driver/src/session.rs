//! Programs that grow while they are used: what `rista repl` is made of. There is one language so far.

pub use front_futhark::ast::File;
pub use front_futhark::check::Answer;
pub use front_futhark::session::{Input, Session, read};

use base::Stop;
use core_ir::def::Type;
use core_ir::eval::{Evaluator, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The value of an expression, as the language writes it; of a function, or what would be different at different types,
/// only the type. Setting the flag ends the evaluation with a `Stop::Limit`.
///
/// # Errors
/// Why the evaluation did not come to its end.
pub fn evaluate(answer: &Answer, interrupt: &Arc<AtomicBool>) -> Result<String, Stop> {
    let program = &answer.checked.program;
    let is_function = program.defs.get(answer.def).is_some_and(|def| matches!(def.result, Type::Function(..)));
    if is_function || !answer.has_value {
        return Ok(answer.ty.clone());
    }
    let mut evaluator = Evaluator::new(program, Limits { steps: u64::MAX, ..Limits::default() })?;
    evaluator.interrupted_by(Arc::clone(interrupt));
    evaluator.show_constant(answer.def)
}
