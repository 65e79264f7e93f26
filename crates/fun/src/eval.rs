//! The evaluator of FUN: the value semantics of the FUNMEM paper (Fig. 4) for the whole language. It also runs
//! FUNMEM by that semantics: annotations are ignored and a block is a value without contents (Fig. 9).
//!
//! A function's names are first resolved to slots of a frame, and scalar operators to kernels (`code`). Then statements
//! run one after the other (`machine`, `soac`). Arrays are views of shared storage (`array`) and are dropped after
//! their last use (`plan`). So an update finds its array unshared and works in place, and a program takes as many steps
//! as compiled sequential code. `steps` counts statements and written elements, to limit evaluation. Detailed counts
//! are made on demand (`count`).

mod array;
mod code;
mod count;
mod machine;
mod plan;
mod soac;

use crate::def::{Entry, FlatType, Function, Program, Stm, Type};
use crate::text::print_stm;
use base::{Name, Span, Stop};
use code::Functions;
use count::{Counter, Meter};
use machine::{Datum, Machine};
use rustc_hash::FxHashSet;
use value::{Scalar, Value};

pub use count::{Counts, Work};

/// Limits of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest number of statements run and elements written.
    pub steps: u64,
    /// Largest nesting of bodies within one function.
    pub depth: usize,
    /// Largest depth of calls.
    pub calls: usize,
    /// Largest number of elements of one array.
    pub elements: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, depth: base::cursor::MAX_DEPTH, calls: base::stack::MAX_CALLS, elements: 1 << 28 }
    }
}

/// Runs an entry point on the leaves of its arguments; returns the leaves of its result.
///
/// # Errors
/// `Failure` if an assertion fails, `Limit` if a limit is exceeded, and `Stuck` if the program has no meaning or the
/// arguments do not fit the entry.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    run_entry_counting(program, entry, args, limits).0
}

/// Like `run_entry`; also returns the number of steps.
pub fn run_entry_counting(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
) -> (Result<Vec<Value>, Stop>, u64) {
    let functions = Functions::new(program, limits);
    let mut machine = Machine::new(program, &functions, limits, ());
    let result = run(program, entry, args, &mut machine);
    (result.map_err(|stop| *stop), machine.steps)
}

/// Like `run_entry`; also returns the work done. `overhead`: the bound names that exist only for sizes and assertions
/// (`fun_opt::stats::overhead`).
pub fn run_entry_metered(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
    overhead: &FxHashSet<Name>,
) -> (Result<Vec<Value>, Stop>, Work) {
    let run = run_entry_on_each(program, entry, vec![args], limits, overhead).pop();
    run.unwrap_or_else(|| (Err(*stuck("no run")), Work::default()))
}

/// Like `run_entry_metered`, for several runs of a program that is prepared once.
pub fn run_entry_on_each(
    program: &Program,
    entry: &str,
    inputs: Vec<Vec<Value>>,
    limits: Limits,
    overhead: &FxHashSet<Name>,
) -> Vec<(Result<Vec<Value>, Stop>, Work)> {
    let functions = Functions::new(program, limits);
    let metered = |args| {
        let mut machine = Machine::new(program, &functions, limits, Counter::new(overhead));
        let result = run(program, entry, args, &mut machine);
        (result.map_err(|stop| *stop), machine.meter.work)
    };
    inputs.into_iter().map(metered).collect()
}

/// Result of evaluation. The error is boxed to keep results small.
type Run<T> = Result<T, Box<Stop>>;

fn stuck(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::stuck(message))
}

fn run<M: Meter>(program: &Program, name: &str, args: Vec<Value>, machine: &mut Machine<'_, '_, M>) -> Run<Vec<Value>> {
    let found = program.entries.iter().find(|entry| entry.name.as_str() == name);
    let entry = found.ok_or_else(|| stuck(format!("there is no entry `{name}`")))?;
    let function = program.functions.get(entry.function);
    let function = function.ok_or_else(|| stuck("a call of a function that is not there"))?;
    let results = machine.call(entry.function, entry_args(program, entry, function, args)?)?;
    entry_results(program, entry, function, results)
}

/// Adds the innermost statement to the message of a stuck program.
pub fn locate(program: &Program, stop: Stop, stm: &Stm) -> Box<Stop> {
    Box::new(match stop {
        Stop::Stuck { message, span } if span.is_nowhere() && !message.contains("\nin ") => {
            let span = stm.spans.first().copied().unwrap_or(Span::NOWHERE);
            Stop::Stuck { message: format!("{message}\nin {}", print_stm(program, stm)), span }
        }
        stop => stop,
    })
}

/// Returns the arguments of the entry's function: each value, preceded by its sizes and, in FUNMEM, its block.
fn entry_args(program: &Program, entry: &Entry, function: &Function, args: Vec<Value>) -> Run<Vec<Datum>> {
    let leaves = entry.param_leaves();
    let fits = |(arg, leaf): (&Value, &FlatType)| arg.elem() == leaf.elem && arg.shape().len() == leaf.rank;
    if args.len() != leaves.len() || !args.iter().zip(&leaves).all(fits) {
        return Err(stuck(format!("the values are not those that entry `{}` takes", entry.name)));
    }
    let mut all = Vec::new();
    for arg in args {
        all.extend(arg.shape().iter().map(|&size| Datum::Word(size as u64)));
        let next = function.params.get(all.len()).map(|param| program.type_of(param.name));
        all.extend((next == Some(&Type::Memory)).then_some(Datum::Nothing));
        all.push(match arg {
            Value::Scalar(scalar) => Datum::Word(scalar.bits()),
            Value::Array(array) => Datum::Array(array::words_of(&array)),
        });
    }
    Ok(all)
}

/// Returns the values among the results of the entry's function, without their sizes and blocks.
fn entry_results(program: &Program, entry: &Entry, function: &Function, results: Vec<Datum>) -> Run<Vec<Value>> {
    let (mut values, mut at) = (Vec::new(), 0);
    for leaf in entry.result.ty.leaves() {
        at += leaf.rank;
        let next = function.results.get(at).map(|result| program.type_of(result.name));
        at += usize::from(next == Some(&Type::Memory));
        let value = match results.get(at) {
            Some(Datum::Word(word)) => Some(Value::Scalar(Scalar::from_bits(leaf.elem, *word))),
            Some(Datum::Array(array)) => array::value_of(array).map(Value::Array),
            Some(Datum::Nothing) | None => None,
        };
        values.push(value.ok_or_else(|| stuck("a result of another kind than the entry says"))?);
        at += 1;
    }
    Ok(values)
}
