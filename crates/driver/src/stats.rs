//! Reports on programs at FUN and FUNMEM: work for sizes and assertions, remaining array operations, allocations and
//! copies. Some are counted in the program's text, others while an entry point is evaluated.

use crate::module::{Level, Module};
use crate::pipeline::{Settings, run_to};
use base::{Bug, Error, Stop};
use std::cell::RefCell;
use std::rc::Rc;
use value::Value;
use value::world::Closed;

pub use fun::eval::{Counts, Work};
pub use fun_opt::stats::{ArrayCounts, ArrayReport, AtDepth, Because, Left, SizeReport, array_report, size_report};
pub use imp::eval::MemoryUse;
pub use mem::eval::Copied;
pub use mem_opt::stats::{MemoryCounts, MemoryReport, memory_report};

/// Returns the program, if it is at a level that reports support.
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

/// Evaluates an entry point and counts its work. For a program in two parts, only the device part's work counts.
///
/// # Errors
/// The errors of `Module::eval`.
pub fn measure(module: &Module, entry: &str, args: Vec<Value>) -> Result<Work, Stop> {
    let overhead = fun_opt::stats::overhead(measured(module)?);
    counted(module, entry, args, Work::add, move |program, entry, args| {
        fun::eval::run_entry_metered(program, entry, args, Default::default(), &overhead)
    })
}

/// Evaluates an entry point by `run`, which also returns a count. For a program in two parts, the counts of all calls
/// of the device part are added.
fn counted<Count: Default + 'static>(
    module: &Module,
    entry: &str,
    args: Vec<Value>,
    add: fn(&mut Count, Count),
    run: impl Fn(&fun::def::Program, &str, Vec<Value>) -> (Result<Vec<Value>, Stop>, Count) + 'static,
) -> Result<Count, Stop> {
    let sum = Rc::new(RefCell::new(Count::default()));
    let told = Rc::clone(&sum);
    let run = move |module: &Module, entry: &str, args: Vec<Value>| {
        let (result, count) = run(measured(module)?, entry, args);
        add(&mut told.borrow_mut(), count);
        result
    };
    match module {
        Module::Parts(parts) => parts.eval(&mut Closed, entry, args, Rc::new(run))?,
        _ => run(module, entry, args)?,
    };
    Ok(sum.take())
}

fn measured(module: &Module) -> Result<&fun::def::Program, Stop> {
    program(module).map_err(|_| Stop::stuck(format!("nothing is counted at level {}", module.level().name())))
}

/// Memory operations of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryWork {
    /// Copies, counted by the evaluator of FUNMEM.
    pub copied: Copied,
    /// Allocations, counted by the evaluator of IMP on the lowered program.
    pub used: MemoryUse,
}

/// A FUNMEM program together with its lowering to IMP, to count its memory operations.
pub struct Lowered<'m> {
    module: &'m Module,
    imp: imp::def::Program,
}

impl<'m> Lowered<'m> {
    /// Lowers the program with the default pipeline.
    ///
    /// # Errors
    /// The errors of `run_to`. A bug of the caller at levels other than FUNMEM.
    pub fn new(module: &'m Module, settings: Settings) -> Result<Lowered<'m>, Error> {
        match (module.level(), run_to(module.clone(), Level::Imp, settings, &mut ())?) {
            (Level::Mem, Module::Imp(imp)) => Ok(Lowered { module, imp }),
            _ => Err(Bug::new("stats", format!("no memory at level {}", module.level().name())).into()),
        }
    }

    /// Evaluates an entry point at both levels; counts its copies and allocations.
    ///
    /// # Errors
    /// The errors of `Module::eval`.
    pub fn measure(&self, entry: &str, args: Vec<Value>) -> Result<MemoryWork, Stop> {
        let copied = counted(self.module, entry, args.clone(), Copied::add, |program, entry, args| {
            let (result, done) = mem::eval::run_entry_counting(program, entry, args, Default::default());
            (result, done.copied)
        })?;
        let (result, used) = imp::eval::run_entry_metered(&self.imp, entry, args, Default::default());
        result.map(|_| MemoryWork { copied, used })
    }
}
