//! The evaluator of CORE, which defines the meaning that all later levels and targets must preserve. It runs
//! polymorphic, higher-order programs as front ends make them.
//!
//! Names are first resolved to slots of a frame (`code`). Scalars are words without a tag, and operators on them are
//! kernels chosen in advance. The last use of each other variable is marked, so that its value moves: an array that is
//! updated in place then has one owner and is not copied (`array`). Arrays of records are records of arrays, all
//! scalars lie flat in one buffer, and rows are views.

mod accelerated;
mod array;
mod code;
mod entry;
mod liveness;
mod machine;
mod payload;
mod prim;
mod reference;
mod sequence;
mod slice;
mod spine;
mod tensor;
mod tree;
mod value;

use crate::calls::Calls;
use crate::def::{DefId, Program};
use crate::effects::Latent;
use ::value::entry::print_structured;
use ::value::{Value as Outer, World};
use base::{Span, Stop};
use machine::Machine;
pub use slice::range_count;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Function that runs accelerated definitions, by their names.
pub type Device = Rc<dyn Fn(&str, Vec<Outer>) -> Result<Vec<Outer>, Stop>>;

/// Limits of one run. Exceeding one is a `Stop::Limit`, not a failure of the program, except for the depth of calls:
/// such programs fail when compiled too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest number of steps: calls, iterations of loops, and array elements copied.
    pub steps: u64,
    /// Largest depth of calls that use the stack of this process.
    pub calls: usize,
    /// Depth of calls from which on recursive calls outside of lambdas and loops use no stack of this process. Others
    /// are faster.
    pub direct: usize,
    /// Largest number of bytes that the frames of all calls take.
    pub frames: usize,
    /// Largest number of expressions being evaluated at once: the sum of the depths of the running bodies. Each takes
    /// up to 1 KiB of stack in a release build.
    pub nesting: usize,
    /// Largest number of elements of one array of scalars.
    pub elements: usize,
    /// Largest number of bytes that all values of sums, data types and functions hold at one time, apart from the
    /// arguments.
    pub held: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 20_000_000_000,
            calls: base::stack::MAX_CALLS,
            direct: 1000,
            // Debug builds would take long to exceed the limit.
            frames: if cfg!(debug_assertions) { 3 << 28 } else { 3 << 29 },
            nesting: 4_000_000,
            elements: 1 << 30,
            held: 4 << 30,
        }
    }
}

/// Runs the entry point `name` on the leaves of its arguments; returns the leaves of its result. A wrong name, number
/// or type of leaves is `Stop::Stuck`, because callers check them against the entry.
pub fn run_entry(program: &Program, name: &str, args: Vec<Outer>, limits: Limits) -> Result<Vec<Outer>, Stop> {
    let mut evaluator = Evaluator::new(program, limits)?;
    evaluator.run(name, args)
}

/// A program prepared for running; its constants are evaluated once.
pub struct Evaluator<'p> {
    program: &'p Program,
    calls: Calls,
    /// Constants that every run computes, because they have effects.
    with_effects: Vec<DefId>,
    machine: Machine<'p>,
}

impl<'p> Evaluator<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Result<Evaluator<'p>, Stop> {
        let functions = code::compile(program)?;
        let tables = program.tables.values().map(value::from_table).collect();
        let with_effects = Latent::of(program).constants(program);
        let machine = Machine::new(functions, tables, limits);
        Ok(Evaluator { program, calls: Calls::of(program), with_effects, machine })
    }

    /// Lets another thread end a run by setting the flag, with a `Stop::Limit`.
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Evaluator<'p> {
        self.machine.interrupt = Some(flag);
        self
    }

    /// Lets the program read and write in a world, which also gets the values that it traces. Without one, its input and
    /// output is a `Stop::Limit`.
    pub fn in_world(mut self, world: &'p mut dyn World) -> Evaluator<'p> {
        self.machine.world = Box::new(world);
        self
    }

    /// Runs accelerated definitions by this function instead of their bodies. It takes their names and the leaves of
    /// their arguments, and returns the leaves of their results.
    pub fn on_device(mut self, device: Device) -> Evaluator<'p> {
        self.machine.device = Some(device);
        self
    }

    /// Returns the value of a definition without parameters as text (`::value::entry::print_structured`). If its type
    /// has no text form, as for functions, the definition is not evaluated.
    pub fn show_constant(&mut self, def: DefId) -> Result<Option<String>, Stop> {
        let ty = self.program.defs.get(def).and_then(|def| entry::outer_type(&def.result));
        let Some(ty) = ty else { return Ok(None) };
        let value = self.machine.run_def(def, Vec::new(), Span::NOWHERE)?;
        Ok(Some(print_structured(&ty, &entry::leaves(&ty, &value)?)))
    }

    /// Like `run_entry`; the limits hold for all runs together.
    pub fn run(&mut self, name: &str, args: Vec<Outer>) -> Result<Vec<Outer>, Stop> {
        let entry = self.program.entries.iter().find(|entry| entry.name.as_str() == name);
        let entry = entry.ok_or_else(|| Stop::stuck(format!("there is no entry `{name}`")))?;
        let values = entry::arguments(entry, args)?;
        for constant in self.calls.constants_from(self.program, &self.with_effects, entry.def) {
            self.machine.run_def(constant, Vec::new(), Span::NOWHERE)?;
        }
        let result = self.machine.run_def(entry.def, values, Span::NOWHERE)?;
        entry::leaves(&entry.result.ty, &result)
    }
}
