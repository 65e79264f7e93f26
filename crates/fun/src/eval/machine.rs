//! Execution of resolved code: statements, operators and control flow. Array operations are in `soac`.

use super::array::{Array, Range, element_count, words_of};
use super::code::{ArrayOp, Body, Check, Dim, Form, Function, Functions, Loop, Moves, Op, Place, Read, Slot, Stm};
use super::count::{Counts, Meter};
use super::soac::Rows;
use super::{Limits, Run, locate, stuck};
use crate::def::{FunctionId, Program};
use base::{Stop, Template};
use value::{BinOp, OpError, Operator, Scalar, ScalarType, op};

/// The variables of one call.
pub(super) struct Frame {
    pub words: Vec<u64>,
    arrays: Vec<Option<Array>>,
    /// Buffer for words that are assigned in parallel.
    moving: Vec<u64>,
}

/// A value that a call passes or returns.
#[derive(Clone, Debug)]
pub(super) enum Datum {
    Word(u64),
    Array(Array),
    /// A certificate or a block of memory.
    Nothing,
}

impl Frame {
    fn new(function: &Function) -> Frame {
        Frame { words: function.words.clone(), arrays: vec![None; function.arrays], moving: Vec::new() }
    }

    pub fn i64(&self, slot: Slot) -> i64 {
        self.words[slot] as i64
    }

    pub fn i64s(&self, slots: &[Slot]) -> Vec<i64> {
        slots.iter().map(|&slot| self.i64(slot)).collect()
    }

    fn scalar(&self, (slot, ty): (Slot, ScalarType)) -> Scalar {
        Scalar::from_bits(ty, self.words[slot])
    }

    pub fn array(&self, slot: Slot) -> Run<&Array> {
        self.arrays[slot].as_ref().ok_or_else(|| stuck("an array has no value"))
    }

    /// Returns the arrays in these slots, sharing their storage.
    pub fn arrays(&self, slots: &[Slot]) -> Run<Vec<Array>> {
        slots.iter().map(|&slot| self.array(slot).cloned()).collect()
    }

    pub fn set_array(&mut self, slot: Slot, array: Array) {
        self.arrays[slot] = Some(array);
    }

    pub fn drop_all(&mut self, slots: &[Slot]) {
        for &slot in slots {
            self.arrays[slot] = None;
        }
    }

    /// Drops the arrays of results after their last read.
    pub fn release(&mut self, reads: &[Read]) {
        for read in reads {
            if let Read { place: Place::Array(slot), last: true } = *read {
                self.arrays[slot] = None;
            }
        }
    }

    pub fn datum(&self, place: Place) -> Run<Datum> {
        Ok(match place {
            Place::Word(slot, _) => Datum::Word(self.words[slot]),
            Place::Array(slot) => Datum::Array(self.array(slot)?.clone()),
            Place::Nothing => Datum::Nothing,
        })
    }

    pub fn set(&mut self, place: Place, datum: Datum) -> Run<()> {
        match (place, datum) {
            (Place::Word(slot, _), Datum::Word(word)) => self.words[slot] = word,
            (Place::Array(slot), Datum::Array(array)) => self.arrays[slot] = Some(array),
            (Place::Nothing, Datum::Nothing) => {}
            _ => return Err(stuck("a value is not of the type of its variable")),
        }
        Ok(())
    }

    fn set_all(&mut self, places: &[Place], data: Vec<Datum>) -> Run<()> {
        if places.len() != data.len() {
            return Err(stuck(format!("{} values for {} variables", data.len(), places.len())));
        }
        places.iter().zip(data).try_for_each(|(&place, datum)| self.set(place, datum))
    }

    /// Copies values to variables. All are read before any is written.
    pub fn assign(&mut self, moves: &Moves) -> Run<()> {
        if let [(from, to)] = moves.words[..] {
            self.words[to] = self.words[from];
        } else {
            self.moving.clear();
            self.moving.extend(moves.words.iter().map(|&(from, _)| self.words[from]));
            for (&word, &(_, to)) in self.moving.iter().zip(&moves.words) {
                self.words[to] = word;
            }
        }
        if moves.arrays.is_empty() {
            return Ok(());
        }
        let mut moving = Vec::with_capacity(moves.arrays.len());
        for &(from, _, last) in &moves.arrays {
            let array = if last { self.arrays[from].take() } else { self.arrays[from].clone() };
            moving.push(array.ok_or_else(|| stuck("an array has no value"))?);
        }
        for (array, &(_, to, _)) in moving.into_iter().zip(&moves.arrays) {
            self.arrays[to] = Some(array);
        }
        Ok(())
    }

    fn ranges(&self, dims: &[Dim]) -> Vec<Range> {
        let range = |dim: &Dim| match dim {
            Dim::Fix(index) => Range::Fix(self.i64(*index)),
            Dim::Range { start, count, stride } => {
                Range::Steps { start: self.i64(*start), count: self.i64(*count), stride: self.i64(*stride) }
            }
            Dim::Flat(start, dims) => {
                let dims = dims.iter().map(|&(count, stride)| (self.i64(count), self.i64(stride)));
                Range::Flat(self.i64(*start), dims.collect())
            }
        };
        dims.iter().map(range).collect()
    }

    /// Checks that an array has its type's shape and elements.
    fn check(&self, check: &Check) -> Run<()> {
        let array = self.arrays[check.array].as_ref();
        let dims = check.dims.iter().map(|&dim| self.i64(dim));
        if array.is_some_and(|array| array.elem == check.elem && array.has_shape(dims)) {
            return Ok(());
        }
        Err(stuck(format!("the value of {} is not of its type", check.name)))
    }
}

pub(super) struct Machine<'c, 'p, M> {
    program: &'p Program,
    functions: &'c Functions<'p>,
    limits: Limits,
    pub steps: u64,
    calls: usize,
    /// Observer of all work.
    pub meter: M,
}

impl<'c, 'p, M: Meter> Machine<'c, 'p, M> {
    pub fn new(program: &'p Program, functions: &'c Functions<'p>, limits: Limits, meter: M) -> Self {
        Machine { program, functions, limits, steps: 0, calls: 0, meter }
    }

    pub fn call(&mut self, id: FunctionId, args: Vec<Datum>) -> Run<Vec<Datum>> {
        let function = self.functions.get(id)?;
        if let Some(foreign) = &function.source.foreign {
            return Err(Box::new(Stop::foreign(foreign.name)));
        }
        if self.calls >= self.limits.calls {
            return Err(Box::new(base::stack::too_deep()));
        }
        if args.len() != function.params.len() {
            return Err(stuck(format!("`{}` is called with {} values", function.source.name, args.len())));
        }
        let mut frame = Frame::new(function);
        frame.set_all(&function.params, args)?;
        self.calls += 1;
        base::stack::with_room(|| self.body(&function.body, &mut frame))?;
        self.calls -= 1;
        function.body.results.iter().map(|result| frame.datum(result.place)).collect()
    }

    pub fn step(&mut self, count: usize) -> Run<()> {
        self.steps = self.steps.saturating_add(count as u64);
        if self.steps > self.limits.steps {
            return Err(Box::new(Stop::Limit(format!("evaluation took more than {} steps", self.limits.steps))));
        }
        Ok(())
    }

    /// Counts the writes to a new array of this shape. Returns its number of elements.
    fn allot(&mut self, shape: &[i64]) -> Run<usize> {
        if shape.iter().any(|&size| size < 0) {
            return Err(stuck(format!("an array of shape {shape:?}")));
        }
        let count = element_count(shape).filter(|&count| count <= self.limits.elements);
        let count = count.ok_or_else(|| Box::new(Stop::Limit(format!("an array of shape {shape:?} is too large"))))?;
        self.step(count)?;
        Ok(count)
    }

    pub fn body(&mut self, body: &'c Body<'p>, frame: &mut Frame) -> Run<()> {
        frame.drop_all(&body.dead);
        for stm in &body.stms {
            let done = self.stm(stm, frame);
            if let Err(stop) = done {
                return Err(locate(self.program, *stop, stm.source));
            }
        }
        Ok(())
    }

    fn stm(&mut self, stm: &'c Stm<'p>, frame: &mut Frame) -> Run<()> {
        self.step(1)?;
        self.meter.count(stm, || Counts::of(&stm.op));
        match &stm.op {
            Op::Binary { kernel, args: [a, b], to } => frame.words[*to] = kernel(frame.words[*a], frame.words[*b]),
            Op::Divide { kernel, args: [a, b], to } => {
                let divisor = frame.words[*b];
                if divisor == 0 {
                    return Err(stuck_op(OpError::DivisionByZero));
                }
                frame.words[*to] = kernel(frame.words[*a], divisor);
            }
            Op::Convert { kernel, arg, to } => frame.words[*to] = kernel(frame.words[*arg]),
            Op::Scalar { operator, args, to, ty } => {
                let args: Vec<Scalar> = args.iter().map(|&arg| frame.scalar(arg)).collect();
                frame.words[*to] = apply(*operator, &args, *ty)?.bits();
            }
            Op::Index { array, indices, to } => {
                let word = frame.array(*array)?.get(indices.iter().map(|&index| frame.i64(index)));
                frame.words[*to] = word.ok_or_else(|| stuck("an index is out of bounds"))?;
                frame.drop_all(&stm.before);
            }
            Op::Assert { cond, .. } if frame.words[*cond] != 0 => {}
            Op::Assert { message, values, .. } => return Err(failure(stm, message, values, frame)),
            Op::Nothing => {}
            _ => return self.array_stm(stm, frame),
        }
        frame.drop_all(&stm.after);
        Ok(())
    }

    /// Runs a statement that may bind arrays.
    fn array_stm(&mut self, stm: &'c Stm<'p>, frame: &mut Frame) -> Run<()> {
        match &stm.op {
            Op::Move(moves) => {
                frame.assign(moves)?;
                frame.drop_all(&stm.before);
            }
            Op::Array(op, to) => {
                let array = self.array(op, stm, frame)?;
                self.meter.count(stm, || Counts::of_array(op, &array));
                frame.drop_all(&stm.before);
                frame.set_array(*to, array);
            }
            Op::If { cond, branches } => {
                let (body, moves) = &branches[usize::from(frame.words[*cond] != 0)];
                frame.drop_all(&stm.before);
                self.body(body, frame)?;
                frame.assign(moves)?;
            }
            Op::Loop(looped) => self.loop_(looped, stm, frame)?,
            Op::Call { function, args, results } => {
                let args = args.iter().map(|&arg| frame.datum(arg)).collect::<Run<Vec<Datum>>>()?;
                frame.drop_all(&stm.before);
                let called = self.call(*function, args);
                frame.set_all(results, called.map_err(|stop| Box::new(stop.called_from(&stm.source.spans)))?)?;
            }
            Op::Traverse(traverse) => self.traverse(traverse, stm, frame)?,
            Op::Filter(filter) => self.filter(filter, stm, frame)?,
            Op::Scatter(scatter) => self.scatter(scatter, stm, frame)?,
            Op::Histogram(histogram) => self.histogram(histogram, stm, frame)?,
            Op::Binary { .. } | Op::Divide { .. } | Op::Convert { .. } | Op::Scalar { .. } | Op::Index { .. } => {}
            Op::Assert { .. } | Op::Nothing => {}
        }
        stm.checks.iter().try_for_each(|check| frame.check(check))?;
        frame.drop_all(&stm.after);
        Ok(())
    }

    fn loop_(&mut self, looped: &'c Loop<'p>, stm: &Stm, frame: &mut Frame) -> Run<()> {
        frame.assign(&looped.start)?;
        let bound = match looped.form {
            Form::For { bound, ty, .. } => Scalar::from_bits(ty, frame.words[bound]).as_i128().unwrap_or(0),
            Form::While { .. } => 0,
        };
        frame.drop_all(&stm.before);
        self.meter.enter();
        let mut at = 0;
        loop {
            match looped.form {
                Form::For { .. } if at >= bound => break,
                Form::For { var, ty, .. } => frame.words[var] = Scalar::from_i128(ty, at).bits(),
                Form::While { cond } if frame.words[cond] == 0 => break,
                Form::While { .. } => {}
            }
            self.step(1)?;
            self.body(&looped.body, frame)?;
            frame.assign(&looped.next)?;
            at += 1;
        }
        self.meter.leave();
        frame.assign(&looped.end)
    }

    // Operations that make one array.

    fn array(&mut self, op: &ArrayOp, stm: &Stm, frame: &mut Frame) -> Run<Array> {
        match op {
            ArrayOp::Slice(array, dims) => {
                let view = frame.array(*array)?.slice(&frame.ranges(dims));
                view.ok_or_else(|| stuck("a slice is out of bounds"))
            }
            ArrayOp::Update(array, dims, value) => self.update(*array, dims, *value, stm, frame),
            ArrayOp::Literal { elem, row, values } => {
                let mut rows = Rows::new(*elem, frame.i64s(row), values.len());
                values.iter().try_for_each(|&value| rows.push(value, frame).map(|_| ()))?;
                let array = rows.finish(values.len())?;
                self.step(array.count())?;
                Ok(array)
            }
            ArrayOp::Table(table) => {
                let table = self.program.tables.get(*table).ok_or_else(|| stuck("there is no such table"))?;
                Ok(words_of(table))
            }
            ArrayOp::Iota { elem, count, start, step } => {
                let [start, step] = [*start, *step].map(|slot| frame.scalar((slot, *elem)));
                self.iota(*elem, frame.i64(*count), start, step)
            }
            ArrayOp::Replicate { elem, dims, value } => self.replicate(*elem, frame.i64s(dims), *value, frame),
            ArrayOp::Scratch { elem, dims } => {
                let shape = frame.i64s(dims);
                let count = self.allot(&shape)?;
                Ok(Array::new(*elem, &shape, vec![0; count]))
            }
            ArrayOp::Copy(array) => {
                let array = frame.array(*array)?;
                self.step(array.count())?;
                Ok(array.to_own())
            }
            ArrayOp::Concat(arrays) => self.concat(&frame.arrays(arrays)?),
            ArrayOp::Permute(array, perm) => {
                let view = frame.array(*array)?.permute(perm);
                view.ok_or_else(|| stuck("not a permutation of the dimensions"))
            }
            ArrayOp::Reshape(array, dims) => {
                let array = frame.array(*array)?;
                let moved = if array.in_order() { 0 } else { array.count() };
                self.meter.count(stm, || Counts::moved(moved));
                self.step(moved)?;
                array.reshape(&frame.i64s(dims)).ok_or_else(|| stuck("a reshape to another size"))
            }
        }
    }

    /// Runs an update. It works in place if this is the array's last use.
    fn update(&mut self, array: Slot, dims: &[Dim], value: Place, stm: &Stm, frame: &mut Frame) -> Run<Array> {
        let (mut array, ranges) = (frame.array(array)?.clone(), frame.ranges(dims));
        let written = match value {
            Place::Word(slot, _) => {
                frame.drop_all(&stm.before);
                array.write(&ranges, &[frame.words[slot]])
            }
            Place::Array(slot) => {
                let value = frame.array(slot)?.elements();
                frame.drop_all(&stm.before);
                array.write(&ranges, &value)
            }
            Place::Nothing => None,
        };
        let written = written.ok_or_else(|| stuck("an update is out of bounds or of another shape"))?;
        self.meter
            .count(stm, || if let Place::Array(_) = value { Counts::moved(written) } else { Counts::written(written) });
        self.step(written)?;
        Ok(array)
    }

    fn iota(&mut self, elem: ScalarType, count: i64, start: Scalar, step: Scalar) -> Run<Array> {
        let mut elements = Vec::with_capacity(self.allot(&[count])?);
        for at in 0..count {
            let offset = op::binary(BinOp::Mul, Scalar::from_i128(elem, at.into()), step).map_err(stuck_op)?;
            elements.push(op::binary(BinOp::Add, start, offset).map_err(stuck_op)?.bits());
        }
        Ok(Array::new(elem, &[count], elements))
    }

    fn replicate(&mut self, elem: ScalarType, mut shape: Vec<i64>, value: Place, frame: &Frame) -> Run<Array> {
        let times = element_count(&shape).ok_or_else(|| stuck("an array of negative size"))?;
        let row = match value {
            Place::Word(slot, _) => vec![frame.words[slot]],
            Place::Array(slot) => {
                let row = frame.array(slot)?;
                shape.extend(row.shape());
                row.elements()
            }
            Place::Nothing => return Err(stuck("only scalars and arrays repeat")),
        };
        self.allot(&shape)?;
        let data = if let [word] = row[..] { vec![word; times] } else { row.repeat(times) };
        Ok(Array::new(elem, &shape, data))
    }

    fn concat(&mut self, arrays: &[Array]) -> Run<Array> {
        let Some(first) = arrays.first() else { return Err(stuck("a concatenation of nothing")) };
        let (elem, mut shape) = (first.elem, first.shape());
        let mut data = Vec::new();
        let mut total = 0i64;
        for array in arrays {
            if array.elem != elem || array.shape().get(1..) != shape.get(1..) {
                return Err(stuck("arrays of different rows are concatenated"));
            }
            total += array.size(0).unwrap_or(0);
            array.append_to(&mut data);
        }
        self.step(data.len())?;
        if let Some(outer) = shape.first_mut() {
            *outer = total;
        }
        Ok(Array::new(elem, &shape, data))
    }
}

fn failure(stm: &Stm, message: &Template, values: &[(Slot, ScalarType)], frame: &Frame) -> Box<Stop> {
    let values: Vec<String> = values.iter().map(|&value| frame.scalar(value).plain()).collect();
    Box::new(Stop::failure(message.fill(&values), stm.source.spans.clone()))
}

/// Applies an operator and checks that the result has the expected type.
fn apply(operator: Operator, args: &[Scalar], ty: ScalarType) -> Run<Scalar> {
    let typed = op::apply(operator, args).and_then(|value| match value.scalar_type() == ty {
        true => Ok(value),
        false => Err(OpError::Type),
    });
    typed.map_err(stuck_op)
}

fn stuck_op(error: OpError) -> Box<Stop> {
    stuck(error.message())
}
