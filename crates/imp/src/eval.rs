//! The evaluator of IMP. Memory is checked: an access out of bounds, of another type than was stored, or of what was
//! never written is stuck.

use crate::def::*;
use base::{Failure, Name, Stop};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use value::{ArrayValue, CmpOp, OpError, Scalar, ScalarType, Value, op};

/// Bounds on a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements executed.
    pub steps: u64,
    /// Depth of calls.
    pub depth: usize,
    /// Elements in one block.
    pub elements: i64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 10_000_000_000, depth: base::stack::MAX_CALLS, elements: 1 << 32 }
    }
}

/// A block: elements are absent until they are written.
type Memory = Rc<RefCell<Vec<Option<Scalar>>>>;

#[derive(Clone)]
enum Slot {
    Unset,
    Scalar(Scalar),
    Memory(Memory),
}

type Run<T> = Result<T, Stop>;

/// Runs an entry point on the leaves of its arguments; the leaves of its result.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Run<Vec<Value>> {
    let Some(entry) = program.entries.iter().find(|candidate| candidate.name.as_str() == entry) else {
        return Err(Stop::stuck(format!("there is no entry point `{entry}`")));
    };
    let slots = entry_args(entry, args)?;
    let mut evaluator = Evaluator { program, limits, steps: 0 };
    let results = evaluator.call(entry.function, slots, 0)?;
    entry_results(entry, results)
}

fn entry_args(entry: &Entry, args: Vec<Value>) -> Run<Vec<Slot>> {
    let leaves = entry.param_leaves();
    let fits =
        |(arg, (leaf, _)): (&Value, &(FlatType, bool))| arg.elem() == leaf.elem && arg.shape().len() == leaf.rank;
    if args.len() != leaves.len() || !args.iter().zip(&leaves).all(fits) {
        return Err(Stop::stuck(format!("the values are not those that entry `{}` takes", entry.name)));
    }
    let mut slots = Vec::new();
    for arg in args {
        slots.extend(arg.shape().iter().map(|&size| Slot::Scalar(Scalar::I64(size as i64))));
        slots.push(match arg {
            Value::Scalar(scalar) => Slot::Scalar(scalar),
            Value::Array(array) => Slot::Memory(memory_of(&array)),
        });
    }
    Ok(slots)
}

fn memory_of(array: &ArrayValue) -> Memory {
    Rc::new(RefCell::new((0..array.len()).map(|at| array.get(at)).collect()))
}

fn entry_results(entry: &Entry, results: Vec<Slot>) -> Run<Vec<Value>> {
    let mut results = results.into_iter();
    let mut values = Vec::new();
    for result in entry.result_leaves() {
        let mut shape = Vec::new();
        for _ in 0..result.rank {
            shape.push(size_of(results.next())?);
        }
        values.push(match results.next() {
            Some(Slot::Scalar(scalar)) if result.rank == 0 => Value::Scalar(scalar),
            Some(Slot::Memory(memory)) if result.rank > 0 => {
                let count = shape.iter().product::<usize>();
                let memory = memory.borrow();
                let elements: Option<Vec<Scalar>> = memory.iter().take(count).copied().collect();
                let array = elements.and_then(|elements| ArrayValue::from_scalars(result.elem, shape, &elements));
                Value::Array(array.ok_or_else(|| Stop::stuck("a result that is not wholly written"))?)
            }
            _ => return Err(Stop::stuck("a result of another kind than the entry says")),
        });
    }
    Ok(values)
}

fn size_of(slot: Option<Slot>) -> Run<usize> {
    match slot {
        Some(Slot::Scalar(Scalar::I64(size))) if size >= 0 => Ok(size as usize),
        _ => Err(Stop::stuck("a result without its size")),
    }
}

struct Evaluator<'p> {
    program: &'p Program,
    limits: Limits,
    steps: u64,
}

/// The variables of one call.
struct Frame {
    slots: FxHashMap<Name, Slot>,
    depth: usize,
}

impl Evaluator<'_> {
    fn call(&mut self, id: FunctionId, args: Vec<Slot>, depth: usize) -> Run<Vec<Slot>> {
        let program = self.program;
        let Some(function) = program.functions.get(id) else { return Err(Stop::stuck("a call of no function")) };
        if depth > self.limits.depth {
            return Err(base::stack::too_deep());
        }
        if args.len() != function.params.len() {
            return Err(Stop::stuck(format!("{} takes {} arguments", function.name, function.params.len())));
        }
        let mut frame = Frame { slots: FxHashMap::default(), depth };
        for (param, arg) in function.params.iter().zip(args) {
            frame.slots.insert(param.name, arg);
        }
        for result in &function.results {
            frame.slots.insert(result.name, initial(result.ty));
        }
        base::stack::with_room(|| self.block(&function.body, &mut frame))?;
        function.results.iter().map(|result| frame.get(result.name).cloned()).collect()
    }

    fn block(&mut self, block: &[Stm], frame: &mut Frame) -> Run<()> {
        block.iter().try_for_each(|stm| self.stm(stm, frame))
    }

    fn stm(&mut self, stm: &Stm, frame: &mut Frame) -> Run<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Stop::Limit(format!("the run takes more than {} steps", self.limits.steps)));
        }
        match stm {
            Stm::Declare { name, init: value, .. } | Stm::Assign { name, value } => {
                let value = frame.exp(value)?;
                frame.slots.insert(*name, Slot::Scalar(value));
            }
            Stm::DeclareMemory { name } => {
                frame.slots.insert(*name, Slot::Unset);
            }
            Stm::AssignMemory { name, from } => {
                let memory = frame.memory(*from)?.clone();
                frame.slots.insert(*name, Slot::Memory(memory));
            }
            Stm::MoveMemory { name, from } => {
                let memory = frame.memory(*from)?.clone();
                frame.slots.insert(*from, Slot::Unset);
                frame.slots.insert(*name, Slot::Memory(memory));
            }
            Stm::ReleaseMemory { name } => {
                frame.slots.insert(*name, Slot::Unset);
            }
            Stm::Allocate { name, count, .. } => self.allocate(*name, count, frame)?,
            Stm::UseTable { name, table } => {
                let Some(array) = self.program.tables.get(*table) else { return Err(Stop::stuck("no such table")) };
                frame.slots.insert(*name, Slot::Memory(memory_of(array)));
            }
            Stm::Write { memory, index, value, elem } => {
                let (index, value) = (frame.i64(index)?, frame.exp(value)?);
                write(frame.memory(*memory)?, index, value, *elem)?;
            }
            Stm::Copy { .. } => copy(stm, frame)?,
            Stm::If { cond, then_block, else_block } => {
                let block = if frame.bool(cond)? { then_block } else { else_block };
                self.block(block, frame)?;
            }
            Stm::For { var, ty, bound, body, .. } => self.for_(*var, *ty, bound, body, frame)?,
            Stm::While { cond, body } => {
                while frame.bool(cond)? {
                    self.steps += 1;
                    self.block(body, frame)?;
                }
            }
            Stm::Call { results, function, args, spans } => {
                let args = args.iter().map(|arg| frame.arg(arg)).collect::<Run<_>>()?;
                let called = self.call(*function, args, frame.depth + 1);
                let values = called.map_err(|stop| stop.called_from(spans))?;
                frame.slots.extend(results.iter().copied().zip(values));
            }
            Stm::Assert { cond, message, values, spans } => {
                if !frame.bool(cond)? {
                    let values = values.iter().map(|value| Ok(frame.exp(value)?.plain())).collect::<Run<Vec<_>>>()?;
                    let message = message.fill(&values);
                    return Err(Stop::Failure(Failure { message, spans: spans.clone() }));
                }
            }
        }
        Ok(())
    }

    fn allocate(&mut self, name: Name, count: &Exp, frame: &mut Frame) -> Run<()> {
        let count = frame.i64(count)?;
        if count < 0 {
            return Err(Stop::stuck(format!("{name} is allocated with {count} elements")));
        }
        if count > self.limits.elements {
            return Err(Stop::Limit(format!("an array of {count} elements is too large to evaluate")));
        }
        let block = Rc::new(RefCell::new(vec![None; count as usize]));
        frame.slots.insert(name, Slot::Memory(block));
        Ok(())
    }

    fn for_(&mut self, var: Name, ty: ScalarType, bound: &Exp, body: &[Stm], frame: &mut Frame) -> Run<()> {
        let bound = frame.exp(bound)?.as_i128().ok_or_else(|| Stop::stuck("a loop over no integers"))?;
        for at in 0..bound.max(0) {
            self.steps += 1;
            frame.slots.insert(var, Slot::Scalar(Scalar::from_i128(ty, at)));
            self.block(body, frame)?;
        }
        Ok(())
    }
}

fn initial(ty: Type) -> Slot {
    match ty {
        Type::Scalar(ty) => Slot::Scalar(Scalar::zero(ty)),
        Type::Memory => Slot::Unset,
    }
}

fn write(memory: &Memory, index: i64, value: Scalar, elem: ScalarType) -> Run<()> {
    let mut block = memory.borrow_mut();
    let count = block.len();
    let place = usize::try_from(index).ok().and_then(|index| block.get_mut(index));
    match place {
        Some(place) if value.scalar_type() == elem => {
            *place = Some(value);
            Ok(())
        }
        Some(_) => Err(Stop::stuck(format!("a value of another type than {elem} is written"))),
        None => Err(Stop::stuck(format!("a write at {index} of a block of {count}"))),
    }
}

fn read(memory: &Memory, index: i64, elem: ScalarType) -> Run<Scalar> {
    let block = memory.borrow();
    let found = usize::try_from(index).ok().and_then(|index| block.get(index));
    match found {
        Some(Some(value)) if value.scalar_type() == elem => Ok(*value),
        Some(Some(value)) => Err(Stop::stuck(format!("a read of {elem} finds {}", value.scalar_type()))),
        Some(None) => Err(Stop::stuck(format!("a read at {index} of what was never written"))),
        None => Err(Stop::stuck(format!("a read at {index} of a block of {}", block.len()))),
    }
}

/// Elements that were never written are copied as they are.
fn copy(stm: &Stm, frame: &mut Frame) -> Run<()> {
    let Stm::Copy { to, to_offset, from, from_offset, count, .. } = stm else { return Ok(()) };
    let (to_offset, from_offset) = (frame.i64(to_offset)?, frame.i64(from_offset)?);
    let count = frame.i64(count)?;
    if count <= 0 {
        return Ok(());
    }
    let range = |offset: i64, length: usize| {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(count).ok()?)?;
        (end <= length).then_some(start..end)
    };
    let source = frame.memory(*from)?.borrow();
    let Some(elements) = range(from_offset, source.len()).map(|range| source[range].to_vec()) else {
        return Err(Stop::stuck("a copy from outside a block"));
    };
    drop(source);
    let mut target = frame.memory(*to)?.borrow_mut();
    let Some(range) = range(to_offset, target.len()) else { return Err(Stop::stuck("a copy to outside a block")) };
    target[range].copy_from_slice(&elements);
    Ok(())
}

impl Frame {
    fn get(&self, name: Name) -> Run<&Slot> {
        self.slots.get(&name).ok_or_else(|| Stop::stuck(format!("the variable {name} is not bound")))
    }

    fn memory(&self, name: Name) -> Run<&Memory> {
        match self.get(name)? {
            Slot::Memory(memory) => Ok(memory),
            _ => Err(Stop::stuck(format!("{name} refers to no block"))),
        }
    }

    fn arg(&self, arg: &Arg) -> Run<Slot> {
        match arg {
            Arg::Scalar(exp) => Ok(Slot::Scalar(self.exp(exp)?)),
            Arg::Memory(name) => Ok(Slot::Memory(self.memory(*name)?.clone())),
        }
    }

    fn i64(&self, exp: &Exp) -> Run<i64> {
        self.exp(exp)?.as_i64().ok_or_else(|| Stop::stuck("an index that is no i64"))
    }

    fn bool(&self, exp: &Exp) -> Run<bool> {
        self.exp(exp)?.as_bool().ok_or_else(|| Stop::stuck("a condition that is no bool"))
    }

    fn exp(&self, exp: &Exp) -> Run<Scalar> {
        match exp {
            Exp::Const(scalar) => Ok(*scalar),
            Exp::Var(name) => match self.get(*name)? {
                Slot::Scalar(scalar) => Ok(*scalar),
                _ => Err(Stop::stuck(format!("{name} is no scalar"))),
            },
            Exp::Un(operator, a) => op::unary(*operator, self.exp(a)?).map_err(stuck_op),
            Exp::Bin(operator, a, b) => op::binary(*operator, self.exp(a)?, self.exp(b)?).map_err(stuck_op),
            Exp::Cmp(operator, a, b) => compare(*operator, self.exp(a)?, self.exp(b)?),
            Exp::Fma(a, b, c) => op::fma(self.exp(a)?, self.exp(b)?, self.exp(c)?).map_err(stuck_op),
            Exp::Convert(to, a) => Ok(op::convert(*to, self.exp(a)?)),
            Exp::Read { memory, elem, index } => {
                let index = self.i64(index)?;
                read(self.memory(*memory)?, index, *elem)
            }
            Exp::Select(cond, a, b) => self.exp(if self.bool(cond)? { a } else { b }),
        }
    }
}

fn compare(operator: CmpOp, a: Scalar, b: Scalar) -> Run<Scalar> {
    let result = op::compare(operator, a, b).map(Scalar::Bool);
    result.ok_or_else(|| Stop::stuck("a comparison of scalars of different types"))
}

fn stuck_op(error: OpError) -> Stop {
    Stop::stuck(match error {
        OpError::Type => "an operator is applied to scalars of the wrong type",
        OpError::DivisionByZero => "a division by zero",
        OpError::NegativeExponent => "a negative exponent",
    })
}
