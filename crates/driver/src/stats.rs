//! Reports on programs at FUN and FUNMEM: what is spent on sizes and assertions, which array operations are left, what
//! is allocated and copied, and all counted while an entry point is evaluated.

use crate::module::{Level, Module};
use crate::pipeline::{Settings, run_to};
use base::{Bug, Error, Stop};
use value::Value;

pub use fun::eval::{Counts, Work};
pub use fun_opt::stats::{ArrayCounts, ArrayReport, AtDepth, Because, Left, SizeReport, array_report, size_report};
pub use imp::eval::MemoryUse;
pub use mem::eval::Copied;
pub use mem_opt::stats::{MemoryCounts, MemoryReport, memory_report};

/// The program, if it is at a level that reports know of.
///
/// # Errors
/// A bug of the caller at other levels.
pub fn program(module: &Module) -> Result<&fun::def::Program, Error> {
    match module {
        Module::Fun(program) | Module::Mem(program) => Ok(program),
        Module::Parts(parts) => program(&parts.device),
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

/// What an evaluation does with memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryWork {
    /// By the evaluator of FUNMEM.
    pub copied: Copied,
    /// By the evaluator of IMP, on the program as the pipeline lowers it.
    pub used: MemoryUse,
}

/// A program of FUNMEM, and as it is lowered to IMP, so that what it does with memory can be counted.
pub struct Lowered<'m> {
    program: &'m fun::def::Program,
    imp: imp::def::Program,
}

impl<'m> Lowered<'m> {
    /// Lowers the program as the pipeline does.
    ///
    /// # Errors
    /// As `run_to`; a bug of the caller at levels other than FUNMEM.
    pub fn new(module: &'m Module, settings: Settings) -> Result<Lowered<'m>, Error> {
        match (module.level(), run_to(module.clone(), Level::Imp, settings, &mut ())?) {
            (Level::Mem, Module::Imp(imp)) => Ok(Lowered { program: program(module)?, imp }),
            _ => Err(Bug::new("stats", format!("no memory at level {}", module.level().name())).into()),
        }
    }

    /// Evaluates an entry point at both levels and counts what it copies and allocates.
    ///
    /// # Errors
    /// As `Module::eval`.
    pub fn measure(&self, entry: &str, args: Vec<Value>) -> Result<MemoryWork, Stop> {
        let (result, done) = mem::eval::run_entry_counting(self.program, entry, args.clone(), Default::default());
        result?;
        let (result, used) = imp::eval::run_entry_metered(&self.imp, entry, args, Default::default());
        result.map(|_| MemoryWork { copied: done.copied, used })
    }
}
