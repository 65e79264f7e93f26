//! Reports on programs at FUN and FUNMEM: what is spent on sizes and assertions, which array operations are left, and
//! both counted while an entry point is evaluated.

use crate::module::Module;
use base::{Bug, Error, Stop};
use value::Value;

pub use fun::eval::{Counts, Work};
pub use fun_opt::stats::{ArrayCounts, ArrayReport, AtDepth, Because, Left, SizeReport, array_report, size_report};

/// The program, if it is at a level that reports know of.
///
/// # Errors
/// A bug of the caller at other levels.
pub fn program(module: &Module) -> Result<&fun::def::Program, Error> {
    match module {
        Module::Fun(program) | Module::Mem(program) => Ok(program),
        Module::Core(_) | Module::Imp(_) => {
            Err(Bug::new("stats", format!("no report at level {}", module.level().name())).into())
        }
    }
}

/// Evaluates an entry point and counts what that does.
///
/// # Errors
/// As `Module::eval`.
pub fn measure(program: &fun::def::Program, entry: &str, args: Vec<Value>) -> Result<Work, Stop> {
    let overhead = fun_opt::stats::overhead(program);
    let (result, work) = fun::eval::run_entry_metered(program, entry, args, Default::default(), &overhead);
    result.map(|_| work)
}
