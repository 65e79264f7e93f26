//! Reports on programs at FUN and FUNMEM: what is spent on sizes and assertions, which array operations are left, what
//! is allocated and copied, and all counted while an entry point is evaluated.

use crate::module::{Level, Module};
use crate::pipeline::{Settings, run_to};
use base::{Bug, Error, Stop};
use std::cell::RefCell;
use std::rc::Rc;
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

/// Evaluates an entry point and counts what that does; of a program in two parts, what goes to the device.
///
/// # Errors
/// As `Module::eval`.
pub fn measure(module: &Module, entry: &str, args: Vec<Value>) -> Result<Work, Stop> {
    let overhead = fun_opt::stats::overhead(measured(module)?);
    counted(module, entry, args, Work::add, move |program, entry, args| {
        fun::eval::run_entry_metered(program, entry, args, Default::default(), &overhead)
    })
}

/// Evaluates an entry point by `run`, which counts something; of a program in two parts, what all calls of the device part come to.
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
        Module::Parts(parts) => parts.eval(entry, args, |_| (), Rc::new(run))?,
        _ => run(module, entry, args)?,
    };
    Ok(sum.take())
}

fn measured(module: &Module) -> Result<&fun::def::Program, Stop> {
    program(module).map_err(|_| Stop::stuck(format!("nothing is counted at level {}", module.level().name())))
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
    module: &'m Module,
    imp: imp::def::Program,
}

impl<'m> Lowered<'m> {
    /// Lowers the program as the pipeline does.
    ///
    /// # Errors
    /// As `run_to`; a bug of the caller at levels other than FUNMEM.
    pub fn new(module: &'m Module, settings: Settings) -> Result<Lowered<'m>, Error> {
        match (module.level(), run_to(module.clone(), Level::Imp, settings, &mut ())?) {
            (Level::Mem, Module::Imp(imp)) => Ok(Lowered { module, imp }),
            _ => Err(Bug::new("stats", format!("no memory at level {}", module.level().name())).into()),
        }
    }

    /// Evaluates an entry point at both levels and counts what it copies and allocates.
    ///
    /// # Errors
    /// As `Module::eval`.
    pub fn measure(&self, entry: &str, args: Vec<Value>) -> Result<MemoryWork, Stop> {
        let copied = counted(self.module, entry, args.clone(), Copied::add, |program, entry, args| {
            let (result, done) = mem::eval::run_entry_counting(program, entry, args, Default::default());
            (result, done.copied)
        })?;
        let (result, used) = imp::eval::run_entry_metered(&self.imp, entry, args, Default::default());
        result.map(|_| MemoryWork { copied, used })
    }
}
