//! The programs in which faults are seeded, and their inputs.

use base::SourceMap;
use rista_driver::valid::stages;
use rista_driver::{Language, Module, Settings, compile_source};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use value::test_block::{self, Input};
use value::{ArrayValue, Expected, Scalar, Value};

/// The largest text of a program of FUNMEM, in bytes; longer ones take too long.
const MAX_TEXT: usize = 40_000;
/// The largest number of elements in the arguments.
const MAX_ELEMENTS: usize = 2_000;
/// The largest number of inputs of an entry point.
const MAX_INPUTS: usize = 3;

/// A program of FUNMEM with inputs.
pub struct Subject {
    pub name: String,
    /// The program after lowering, and after all passes on FUNMEM.
    pub stages: Vec<(String, fun::def::Program)>,
    pub inputs: Vec<(String, Vec<Value>)>,
}

/// Returns the program if it makes an array and its tests have small inputs given as text.
pub fn subject(path: &Path) -> Option<Subject> {
    let text = std::fs::read_to_string(path).ok()?;
    let spec = test_block::parse(&text).ok()?;
    let runs = |case: &&test_block::Case| case.tags.is_empty() && matches!(case.input, Input::Values(_));
    if spec.compile_error.is_some() || !spec.tags.is_empty() || !spec.cases.iter().any(|case| runs(&case)) {
        return None;
    }
    let mut sources = SourceMap::default();
    let file = sources.add(path.display().to_string(), text);
    let mut read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let module = compile_source(Language::Futhark, &mut sources, file, &mut read).ok()?.module;
    let mut inputs = Vec::new();
    for case in spec.cases.iter().filter(runs) {
        let Input::Values(text) = &case.input else { continue };
        for entry in &case.entries {
            let Some(args) = arguments(&module, entry, text) else { continue };
            if elements(&args) <= MAX_ELEMENTS {
                inputs.push((entry.clone(), args));
            }
        }
    }
    let inputs = largest_of_each_entry(inputs);
    let all = stages(module, Settings::default()).ok()?;
    let mut stages = Vec::new();
    for stage in [all.first()?, all.last()?] {
        let Module::Mem(program) = &stage.module else { return None };
        stages.push((stage.pass.clone().unwrap_or_default(), program.clone()));
    }
    let length = fun::text::print(&stages.first()?.1).len();
    let name = path.file_name()?.to_string_lossy().into_owned();
    (!inputs.is_empty() && length <= MAX_TEXT).then_some(Subject { name, stages, inputs })
}

fn largest_of_each_entry(mut inputs: Vec<(String, Vec<Value>)>) -> Vec<(String, Vec<Value>)> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    inputs.sort_by_key(|(_, args)| Reverse(elements(args)));
    inputs.retain(|(entry, _)| {
        let count = taken.entry(entry.clone()).or_default();
        *count += 1;
        *count <= MAX_INPUTS
    });
    inputs
}

/// Returns the number of elements of the arguments.
fn elements(args: &[Value]) -> usize {
    args.iter().map(|value| value.shape().iter().product::<usize>()).sum()
}

fn arguments(module: &Module, entry: &str, text: &test_block::Text) -> Option<Vec<Value>> {
    let signature = module.entries().into_iter().find(|signature| signature.name == entry)?;
    let leaves = signature.param_leaves();
    let expected: Vec<Expected> = leaves.iter().map(|ty| Expected { elem: ty.elem, rank: ty.rank }).collect();
    text.read_values_as(&expected).ok()
}

/// Returns varied arguments that may show a fault: arrays reversed or twice as long, larger numbers.
pub fn vary(args: &[Value]) -> Vec<Vec<Value>> {
    let each = |change: &dyn Fn(&Value) -> Value| args.iter().map(change).collect::<Vec<_>>();
    vec![each(&reversed), each(&|value| repeated(value, 1)), each(&|value| repeated(value, usize::MAX)), each(&larger)]
}

fn reversed(value: &Value) -> Value {
    rearranged(value, value.shape().to_vec(), &|at, count| count - 1 - at)
}

/// Returns an array that is twice as long in the given number of outer dimensions.
fn repeated(value: &Value, dimensions: usize) -> Value {
    let shape = value.shape().iter().enumerate().map(|(at, &size)| if at < dimensions { 2 * size } else { size });
    rearranged(value, shape.collect(), &|at, count| at % count)
}

fn rearranged(value: &Value, shape: Vec<usize>, from: &dyn Fn(usize, usize) -> usize) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    let count: usize = shape.iter().product();
    let elements: Vec<Scalar> = (0..count).filter_map(|at| array.get(from(at, array.len()))).collect();
    let array = ArrayValue::from_scalars(array.elem(), shape, &elements);
    array.map_or_else(|| value.clone(), Value::Array)
}

fn larger(value: &Value) -> Value {
    match value {
        Value::Scalar(scalar) => match scalar.as_i128() {
            Some(number) => Value::Scalar(Scalar::from_i128(scalar.scalar_type(), number + 1)),
            None => value.clone(),
        },
        Value::Array(_) => value.clone(),
    }
}
