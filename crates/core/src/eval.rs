//! The evaluator of CORE: the meaning that every later level and every target has to keep. It runs polymorphic,
//! higher-order programs as they come from a front end.
//!
//! Names are first resolved to slots of a frame (`code`). Scalars are kept as words without a tag, and operators on
//! them are kernels chosen beforehand. The last use of each other variable is marked, so that a value moves where it is
//! last used: an array that is updated in place has then one owner and is not copied (`array`). Arrays of records are
//! records of arrays, all scalars lie flat in one buffer, and rows are views.

mod array;
mod code;
mod entry;
mod liveness;
mod machine;
mod payload;
mod prim;
mod slice;
mod tree;
mod value;

use crate::calls::Calls;
use crate::def::{DefId, Program};
use ::value::Value as Outer;
use ::value::entry::print_structured;
use base::{Span, Stop};
use machine::Machine;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What runs accelerated definitions, by their names.
pub type Device = Rc<dyn Fn(&str, Vec<Outer>) -> Result<Vec<Outer>, Stop>>;

/// What one run may use. Passing a limit is a `Stop::Limit`, and no failure of the program, but for calls that are
/// nested too deep: those fail in compiled programs too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls, turns of loops, and array elements copied.
    pub steps: u64,
    /// Calls within calls.
    pub calls: usize,
    /// Expressions being evaluated at once: the sum of the depths of the bodies that are running. Each takes some stack:
    /// up to 1 KiB in a release build.
    pub nesting: usize,
    /// Elements of one array of scalars.
    pub elements: usize,
    /// Bytes of what all values of sums, data types and functions hold at a time, but for the arguments'.
    pub held: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 20_000_000_000,
            calls: base::stack::MAX_CALLS,
            nesting: 4_000_000,
            elements: 1 << 30,
            held: 4 << 30,
        }
    }
}

/// Runs the entry point `name` on the leaves of its arguments; the leaves of its result. Wrong names, counts or types
/// of leaves are `Stop::Stuck`: whoever calls has checked them against the entry.
pub fn run_entry(program: &Program, name: &str, args: Vec<Outer>, limits: Limits) -> Result<Vec<Outer>, Stop> {
    let mut evaluator = Evaluator::new(program, limits)?;
    evaluator.run(name, args)
}

/// A program ready to run; its constants are evaluated once.
pub struct Evaluator<'p> {
    program: &'p Program,
    calls: Calls,
    machine: Machine,
}

impl<'p> Evaluator<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Result<Evaluator<'p>, Stop> {
        let functions = code::compile(program)?;
        let tables = program.tables.values().map(value::from_table).collect();
        Ok(Evaluator { program, calls: Calls::of(program), machine: Machine::new(functions, tables, limits) })
    }

    /// Lets another thread end a run by setting the flag: the run then gives a `Stop::Limit`.
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Evaluator<'p> {
        self.machine.interrupt = Some(flag);
        self
    }

    /// Sends a line for each value that the program traces: `tag: value`.
    pub fn on_trace(mut self, show: fn(&str)) -> Evaluator<'p> {
        self.machine.trace = show;
        self
    }

    /// Runs accelerated definitions by this function, which takes their names and the leaves of their arguments and gives
    /// the leaves of their results, and not by their bodies.
    pub fn on_device(mut self, device: Device) -> Evaluator<'p> {
        self.machine.device = Some(device);
        self
    }

    /// The value of a definition without parameters and type parameters, as text (`::value::entry::print_structured`).
    /// It is not evaluated where there is no text for it, as for functions.
    pub fn show_constant(&mut self, def: DefId) -> Result<Option<String>, Stop> {
        let ty = self.program.defs.get(def).and_then(|def| entry::outer_type(&def.result));
        let Some(ty) = ty else { return Ok(None) };
        let value = self.machine.run_def(def, Vec::new(), Span::NOWHERE)?;
        Ok(Some(print_structured(&ty, &entry::leaves(&ty, &value)?)))
    }

    /// As `run_entry`; the limits hold for all runs together.
    pub fn run(&mut self, name: &str, args: Vec<Outer>) -> Result<Vec<Outer>, Stop> {
        let entry = self.program.entries.iter().find(|entry| entry.name.as_str() == name);
        let entry = entry.ok_or_else(|| Stop::stuck(format!("there is no entry `{name}`")))?;
        let values = entry::arguments(entry, args)?;
        for constant in self.calls.constants_from(self.program, entry.def) {
            self.machine.run_def(constant, Vec::new(), Span::NOWHERE)?;
        }
        let result = self.machine.run_def(entry.def, values, Span::NOWHERE)?;
        entry::leaves(&entry.result.ty, &result)
    }
}
