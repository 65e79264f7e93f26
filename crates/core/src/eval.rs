//! The evaluator of CORE: the meaning that every later level and every target has to keep. It runs polymorphic,
//! higher-order programs as they come from a front end.
//!
//! Names are first resolved to slots of a frame (`code`). Scalars are kept as words without a tag, and operators on
//! them are kernels chosen beforehand. The last use of each other variable is marked, so that a value moves where it is
//! last used: an array that is updated in place has then one owner and is not copied (`array`). Arrays of records are records of arrays, all scalars lie flat in one buffer, and rows are views.

mod array;
mod code;
mod liveness;
mod machine;
mod prim;
mod show;
mod slice;
mod value;

use crate::calls::Calls;
use crate::def::{DefId, EntryType, Program};
use ::value::{ArrayValue, Value as Outer};
use base::{Span, Stop};
use machine::Machine;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use value::Value;

/// What one run may use. Passing a limit is a `Stop::Limit`, never a failure of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls, turns of loops, and array elements copied.
    pub steps: u64,
    /// Calls within calls.
    pub calls: usize,
    /// Expressions being evaluated at once: the sum of the depths of the bodies that are running. Each takes some of the caller's stack: up to 1 KiB in a release build.
    pub nesting: usize,
    /// Elements of one array of scalars.
    pub elements: usize,
}

impl Default for Limits {
    /// For a stack of 512 MiB.
    fn default() -> Limits {
        Limits { steps: 20_000_000_000, calls: 20_000, nesting: 200_000, elements: 1 << 30 }
    }
}

/// Runs the entry point `name`. The results are several where the entry returns a tuple. Wrong names, counts or types
/// of arguments are `Stop::Stuck`: whoever calls has checked them against the entry.
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
    pub fn interrupted_by(&mut self, flag: Arc<AtomicBool>) {
        self.machine.interrupt = Some(flag);
    }

    /// The value of a definition without parameters and type parameters, as its language writes values: scalars with
    /// their types, `[1i32, 2i32]`, `(1i32, true)`, `{x = 1i32}`, `#some 1i32`. Functions are shown as `fun`.
    pub fn show_constant(&mut self, def: DefId) -> Result<String, Stop> {
        let value = self.machine.run_def(def, Vec::new(), Span::NOWHERE)?;
        let ty = self.program.defs.get(def).map(|def| &def.result);
        Ok(ty.map(|ty| show::shown(&value, ty)).unwrap_or_default())
    }

    /// As `run_entry`; the limits hold for all runs together.
    pub fn run(&mut self, name: &str, args: Vec<Outer>) -> Result<Vec<Outer>, Stop> {
        let entry = self.program.entries.iter().find(|entry| entry.name.as_str() == name);
        let entry = entry.ok_or_else(|| Stop::stuck(format!("there is no entry `{name}`")))?;
        if args.len() != entry.params.len() {
            return Err(Stop::stuck(format!("{} arguments for {} parameters", args.len(), entry.params.len())));
        }
        let mut values = Vec::with_capacity(args.len());
        for (arg, param) in args.into_iter().zip(&entry.params) {
            values.push(value_of(arg, &param.ty)?);
        }
        for constant in self.calls.constants_from(self.program, entry.def) {
            self.machine.run_def(constant, Vec::new(), Span::NOWHERE)?;
        }
        let result = self.machine.run_def(entry.def, values, Span::NOWHERE)?;
        let results = match (result, entry.results.len()) {
            (value, 1) => vec![value],
            (Value::Record(fields), count) if fields.len() == count => fields.to_vec(),
            _ => return Err(Stop::stuck("the result is not what the entry says")),
        };
        results.into_iter().zip(&entry.results).map(|(value, result)| outer_of(value, &result.ty)).collect()
    }
}

fn value_of(arg: Outer, ty: &EntryType) -> Result<Value, Stop> {
    let fits = match &arg {
        Outer::Scalar(scalar) => ty.rank == 0 && scalar.scalar_type() == ty.elem,
        Outer::Array(array) => ty.rank > 0 && array.shape().len() == ty.rank && array.elem() == ty.elem,
    };
    if !fits {
        return Err(Stop::stuck(format!("an argument does not have type {}", ty.shown)));
    }
    Ok(match arg {
        Outer::Scalar(scalar) => Value::Scalar(scalar),
        Outer::Array(array) => value::from_table(&array),
    })
}

fn outer_of(value: Value, ty: &EntryType) -> Result<Outer, Stop> {
    let wrong = || Stop::stuck(format!("a result does not have type {}", ty.shown));
    match value {
        Value::Scalar(scalar) if ty.rank == 0 && scalar.scalar_type() == ty.elem => Ok(Outer::Scalar(scalar)),
        Value::Array(array) if array.shape.len() == ty.rank => {
            let items = array.scalars(ty.elem).ok_or_else(wrong)?;
            ArrayValue::from_scalars(ty.elem, array.shape.to_vec(), &items).map(Outer::Array).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}
