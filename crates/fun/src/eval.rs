//! The evaluator of FUN: the value semantics of the FUNMEM paper (Fig. 4) for the whole language. It also runs
//! FUNMEM by that semantics: annotations are ignored and a block is a value without contents (Fig. 9).
//!
//! Arrays are views of shared storage (`array`), values are dropped after their last use (`plan`), and an update
//! finds its array unshared and works in place, so a program takes as many steps as compiled sequential code would.
//! `steps` counts statements, and elements written, so that tests can compare asymptotic work.

mod array;
mod plan;

use crate::def::*;
use crate::text::print_stm;
use array::{Array, Range, element_count};
use base::{Name, Span, Stop};
use plan::{Plan, StmPlan};
use std::rc::Rc;
use value::{ArrayValue, Scalar, ScalarType, Value, op};

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements run and elements written.
    pub steps: u64,
    /// Bodies nested within one function.
    pub depth: usize,
    /// Nested calls.
    pub calls: usize,
    /// Elements of one array.
    pub elements: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, depth: base::cursor::MAX_DEPTH, calls: base::stack::MAX_CALLS, elements: 1 << 28 }
    }
}

/// Runs an entry on the leaves of its arguments; the leaves of its result.
///
/// # Errors
/// `Failure` where an assertion fails, `Limit` where a limit is passed, `Stuck` where the program has no meaning
/// or the arguments do not fit the entry.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    run_entry_counting(program, entry, args, limits).0
}

/// As `run_entry`, with the steps taken.
pub fn run_entry_counting(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
) -> (Result<Vec<Value>, Stop>, u64) {
    let mut evaluator = Evaluator::new(program, limits);
    let result = evaluator.entry(entry, args);
    (result, evaluator.steps)
}

#[derive(Clone, Debug)]
enum Datum {
    Scalar(Scalar),
    Array(Array),
    /// A certificate or a block of memory.
    Token,
}

struct Evaluator<'a> {
    program: &'a Program,
    limits: Limits,
    steps: u64,
    depth: usize,
    calls: usize,
    /// The value of each variable, by its number. Names are unique, so one table does; a function that is called
    /// while it runs puts what its variables are aside.
    slots: Vec<Option<Datum>>,
    /// One for each function.
    plans: Vec<Rc<Plan>>,
    running: Vec<bool>,
}

type Run<T> = Result<T, Stop>;

impl<'a> Evaluator<'a> {
    fn new(program: &'a Program, limits: Limits) -> Evaluator<'a> {
        let plan_of = |function: &Function| {
            let params: Vec<Name> = function.params.iter().map(|param| param.name).collect();
            Rc::new(plan::plan(&program.vars, &function.body, &params))
        };
        Evaluator {
            program,
            limits,
            steps: 0,
            depth: 0,
            calls: 0,
            slots: vec![None; program.names.limit() as usize],
            plans: program.functions.values().map(plan_of).collect(),
            running: vec![false; program.functions.len()],
        }
    }

    fn entry(&mut self, name: &str, args: Vec<Value>) -> Run<Vec<Value>> {
        let found = self.program.entries.iter().find(|entry| entry.name.as_str() == name);
        let entry = found.ok_or_else(|| Stop::stuck(format!("there is no entry `{name}`")))?;
        let function = self.function(entry.function)?;
        let args = entry_args(self.program, entry, function, args)?;
        let results = self.call(entry.function, args)?;
        Ok(results
            .into_iter()
            .zip(entry_result_places(self.program, entry, function))
            .filter_map(|(datum, kept)| if kept { to_value(datum) } else { None })
            .collect())
    }

    fn function(&self, id: FunctionId) -> Run<&'a Function> {
        self.program.functions.get(id).ok_or_else(|| Stop::stuck("a call of a function that is not there"))
    }

    fn call(&mut self, id: FunctionId, args: Vec<Datum>) -> Run<Vec<Datum>> {
        let function = self.function(id)?;
        let at = id.as_u32() as usize;
        if self.calls >= self.limits.calls {
            return Err(base::stack::too_deep());
        }
        if args.len() != function.params.len() {
            return Err(Stop::stuck(format!("`{}` is called with {} values", function.name, args.len())));
        }
        let was_running = std::mem::replace(&mut self.running[at], true);
        let aside = if was_running { self.put_aside(function) } else { Vec::new() };
        for (param, arg) in function.params.iter().zip(args) {
            self.set(param.name, arg);
        }
        let (plan, depth) = (Rc::clone(&self.plans[at]), std::mem::take(&mut self.depth));
        self.calls += 1;
        let result = base::stack::with_room(|| self.body(&function.body, &plan));
        self.calls -= 1;
        self.depth = depth;
        for (name, datum) in aside {
            self.slots[name.id as usize] = datum;
        }
        self.running[at] = was_running;
        result
    }

    /// What the function's variables are, which have no value then.
    fn put_aside(&mut self, function: &Function) -> Vec<(Name, Option<Datum>)> {
        let params = function.params.iter().map(|param| param.name);
        let names = params.chain(crate::walk::bound_in_body(&function.body));
        names.filter_map(|name| Some((name, self.slots.get_mut(name.id as usize)?.take()))).collect()
    }

    fn step(&mut self, count: usize) -> Run<()> {
        self.steps = self.steps.saturating_add(count as u64);
        if self.steps > self.limits.steps {
            return Err(Stop::Limit(format!("evaluation took more than {} steps", self.limits.steps)));
        }
        Ok(())
    }

    /// Counts the writing of a new array of the shape; how many elements it has.
    fn allot(&mut self, shape: &[i64]) -> Run<usize> {
        let count = shape.iter().try_fold(1i64, |count, &size| count.checked_mul(size.max(0)));
        if count.is_none_or(|count| count as u64 > self.limits.elements as u64) {
            return Err(Stop::Limit(format!("an array of shape {shape:?} is too large")));
        }
        let count = element_count(shape).ok_or_else(|| Stop::stuck(format!("an array of shape {shape:?}")))?;
        self.step(count)?;
        Ok(count)
    }

    fn set(&mut self, name: Name, datum: Datum) {
        if let Some(slot) = self.slots.get_mut(name.id as usize) {
            *slot = Some(datum);
        }
    }

    fn set_all(&mut self, names: &[Name], data: impl IntoIterator<Item = Datum>) {
        for (&name, datum) in names.iter().zip(data) {
            self.set(name, datum);
        }
    }

    fn drop_all(&mut self, names: &[Name]) {
        for name in names {
            if let Some(slot) = self.slots.get_mut(name.id as usize) {
                *slot = None;
            }
        }
    }

    fn body(&mut self, body: &Body, plan: &Plan) -> Run<Vec<Datum>> {
        if self.depth >= self.limits.depth {
            return Err(Stop::Limit(format!("evaluation is nested deeper than {}", self.limits.depth)));
        }
        self.depth += 1;
        self.drop_all(&plan.dead_at_start);
        for (stm, stm_plan) in body.stms.iter().zip(&plan.stms) {
            self.stm(stm, stm_plan).map_err(|stop| locate(self.program, stop, stm))?;
        }
        let result = body.result.iter().map(|&atom| self.datum(atom)).collect();
        self.drop_all(&plan.dead_at_end);
        self.depth -= 1;
        result
    }

    fn stm(&mut self, stm: &Stm, plan: &StmPlan) -> Run<()> {
        self.step(1)?;
        let results = self.exp(stm, plan)?;
        if let [name] = stm.pattern[..]
            && let Results::One(datum) = results
        {
            self.set(name, datum);
        } else {
            let results = results.into_vec();
            if results.len() != stm.pattern.len() {
                return Err(Stop::stuck(format!("{} values for {} variables", results.len(), stm.pattern.len())));
            }
            self.set_all(&stm.pattern, results);
        }
        for &name in &stm.pattern {
            self.check_type(name)?;
        }
        self.drop_all(&plan.after);
        Ok(())
    }

    /// Whether the value of a variable is what its type says.
    fn check_type(&self, name: Name) -> Run<()> {
        let ty = self.program.type_of(name);
        let fits = match (ty, self.slots.get(name.id as usize)) {
            (Type::Scalar(ty), Some(Some(Datum::Scalar(scalar)))) => scalar.scalar_type() == *ty,
            (Type::Array { elem, dims }, Some(Some(Datum::Array(array)))) => {
                array.elem == *elem && array.has_shape(dims.iter().map(|&dim| self.i64(dim).ok()))
            }
            (Type::Cert | Type::Memory, Some(Some(Datum::Token))) => true,
            _ => false,
        };
        if fits { Ok(()) } else { Err(Stop::stuck(format!("the value of {name} is not of its type"))) }
    }

    fn datum(&self, atom: Atom) -> Run<Datum> {
        match atom {
            Atom::Const(scalar) => Ok(Datum::Scalar(scalar)),
            Atom::Var(name) => {
                let slot = self.slots.get(name.id as usize).and_then(Option::as_ref);
                slot.cloned().ok_or_else(|| Stop::stuck(format!("{name} has no value")))
            }
        }
    }

    fn data(&self, atoms: &[Atom]) -> Run<Vec<Datum>> {
        atoms.iter().map(|&atom| self.datum(atom)).collect()
    }

    fn scalar(&self, atom: Atom) -> Run<Scalar> {
        let name = match atom {
            Atom::Const(scalar) => return Ok(scalar),
            Atom::Var(name) => name,
        };
        match self.slots.get(name.id as usize) {
            Some(Some(Datum::Scalar(scalar))) => Ok(*scalar),
            _ => Err(Stop::stuck(format!("{name} has no scalar value"))),
        }
    }

    fn i64(&self, atom: Atom) -> Run<i64> {
        self.scalar(atom)?.as_i64().ok_or_else(|| Stop::stuck("an `i64` is meant"))
    }

    fn i64s(&self, atoms: &[Atom]) -> Run<Vec<i64>> {
        atoms.iter().map(|&atom| self.i64(atom)).collect()
    }

    fn bool(&self, atom: Atom) -> Run<bool> {
        self.scalar(atom)?.as_bool().ok_or_else(|| Stop::stuck("a `bool` is meant"))
    }

    /// The array where it stands.
    fn array_ref(&self, name: Name) -> Run<&Array> {
        match self.slots.get(name.id as usize) {
            Some(Some(Datum::Array(array))) => Ok(array),
            _ => Err(Stop::stuck(format!("{name} has no array value"))),
        }
    }

    fn array(&self, name: Name) -> Run<Array> {
        self.array_ref(name).cloned()
    }

    fn arrays(&self, names: &[Name]) -> Run<Vec<Array>> {
        names.iter().map(|&name| self.array(name)).collect()
    }

    fn ranges(&self, dims: &[SliceDim]) -> Run<Vec<Range>> {
        let range = |dim: &SliceDim| match *dim {
            SliceDim::Fix(index) => Ok(Range::Fix(self.i64(index)?)),
            SliceDim::Range { start, count, stride } => {
                Ok(Range::Range { start: self.i64(start)?, count: self.i64(count)?, stride: self.i64(stride)? })
            }
        };
        dims.iter().map(range).collect()
    }

    fn exp(&mut self, stm: &Stm, plan: &StmPlan) -> Run<Results> {
        match &stm.exp {
            Exp::Atom(atom) => {
                let datum = self.datum(*atom)?;
                self.drop_all(&plan.before);
                Ok(Results::One(datum))
            }
            Exp::Un(op, a) => scalar_result(op::unary(*op, self.scalar(*a)?).map_err(stuck_op)?),
            Exp::Bin(op, a, b) => scalar_result(op::binary(*op, self.scalar(*a)?, self.scalar(*b)?).map_err(stuck_op)?),
            Exp::Cmp(op, a, b) => {
                let result = op::compare(*op, self.scalar(*a)?, self.scalar(*b)?);
                scalar_result(Scalar::Bool(result.ok_or_else(|| Stop::stuck("scalars of two types are compared"))?))
            }
            Exp::Fma(a, b, c) => {
                let result = op::fma(self.scalar(*a)?, self.scalar(*b)?, self.scalar(*c)?);
                scalar_result(result.map_err(stuck_op)?)
            }
            Exp::Convert(ty, a) => scalar_result(op::convert(*ty, self.scalar(*a)?)),
            Exp::Index(array, indices) => self.index(*array, indices, plan),
            Exp::Slice(array, dims) => {
                let (array, ranges) = (self.array(*array)?, self.ranges(dims)?);
                self.drop_all(&plan.before);
                let view = array.slice(&ranges).ok_or_else(|| Stop::stuck("a slice is out of bounds"))?;
                array_result(view)
            }
            Exp::Update { array, dims, value } => self.update(*array, dims, *value, plan),
            Exp::Literal(atoms) => self.literal(stm, atoms),
            Exp::Table(table) => self.table(*table),
            Exp::Iota { count, start, step } => self.iota(*count, *start, *step),
            Exp::Replicate { dims, value } => self.replicate(dims, *value),
            Exp::Scratch { elem, dims } => {
                let shape = self.i64s(dims)?;
                let count = self.allot(&shape)?;
                array_result(Array::new(*elem, &shape, vec![Scalar::zero(*elem); count]))
            }
            Exp::Copy(array) => {
                let array = self.array(*array)?;
                self.step(array.count())?;
                array_result(Array::new(array.elem, &array.shape(), array.elements()))
            }
            Exp::Concat(arrays) => self.concat(arrays),
            Exp::Permute(array, perm) => {
                let array = self.array(*array)?;
                self.drop_all(&plan.before);
                array_result(array.permute(perm).ok_or_else(|| Stop::stuck("not a permutation of the dimensions"))?)
            }
            Exp::Reshape(array, dims) => {
                let (array, shape) = (self.array(*array)?, self.i64s(dims)?);
                self.drop_all(&plan.before);
                let copied = if array.in_order() { 0 } else { array.count() };
                self.step(copied)?;
                array_result(array.reshape(&shape).ok_or_else(|| Stop::stuck("a reshape to another size"))?)
            }
            Exp::Assert { cond, message, values } => {
                if self.bool(*cond)? {
                    return Ok(Results::One(Datum::Token));
                }
                let values = values.iter().map(|&atom| Ok(self.scalar(atom)?.plain())).collect::<Run<Vec<String>>>()?;
                Err(Stop::failure(message.fill(&values), stm.spans.clone()))
            }
            Exp::If { cond, then_body, else_body } => {
                let holds = self.bool(*cond)?;
                self.drop_all(&plan.before);
                let body = if holds { then_body } else { else_body };
                self.body(body, inner_plan(plan, if holds { 0 } else { 1 })?).map(Results::Many)
            }
            Exp::Loop(looped) => self.loop_(looped, plan),
            Exp::Call { function, args } => {
                let args = self.data(args)?;
                self.drop_all(&plan.before);
                self.call(*function, args).map_err(|stop| stop.called_from(&stm.spans)).map(Results::Many)
            }
            Exp::Traverse(traverse) => self.traverse(stm, traverse, plan),
            Exp::Filter(filter) => self.filter(stm, filter, plan),
            Exp::Scatter(scatter) => self.scatter(scatter, plan),
            Exp::Histogram(histogram) => self.histogram(histogram, plan),
            Exp::Alloc { .. } => Ok(Results::One(Datum::Token)),
        }
    }

    fn index(&mut self, name: Name, indices: &[Atom], plan: &StmPlan) -> Run<Results> {
        let array = self.array_ref(name)?;
        let found = match *indices {
            [index] => array.get_flat(self.i64(index)?),
            _ => array.get(&self.i64s(indices)?),
        };
        let scalar = found.ok_or_else(|| Stop::stuck("an index is out of bounds"))?;
        self.drop_all(&plan.before);
        scalar_result(scalar)
    }

    fn update(&mut self, array: Name, dims: &[SliceDim], value: Atom, plan: &StmPlan) -> Run<Results> {
        let (mut array, ranges) = (self.array(array)?, self.ranges(dims)?);
        let value = elements(&self.datum(value)?);
        self.drop_all(&plan.before);
        let written = array.write(&ranges, &value);
        self.step(written.ok_or_else(|| Stop::stuck("an update is out of bounds or of another shape"))?)?;
        array_result(array)
    }

    fn literal(&mut self, stm: &Stm, atoms: &[Atom]) -> Run<Results> {
        let mut rows = Rows::new(self.row_type(stm, 0)?, atoms.len());
        for &atom in atoms {
            let row = self.datum(atom)?;
            rows.push(&row)?;
        }
        self.step(rows.data.len())?;
        array_result(rows.finish(atoms.len())?)
    }

    fn table(&mut self, table: TableId) -> Run<Results> {
        let table = self.program.tables.get(table).ok_or_else(|| Stop::stuck("there is no such table"))?;
        array_result(from_array_value(table))
    }

    fn iota(&mut self, count: Atom, start: Atom, step: Atom) -> Run<Results> {
        let (count, start, step) = (self.i64(count)?, self.scalar(start)?, self.scalar(step)?);
        let elem = start.scalar_type();
        let mut elements = Vec::with_capacity(self.allot(&[count])?);
        for at in 0..count {
            let offset = op::binary(value::BinOp::Mul, Scalar::from_i128(elem, at.into()), step).map_err(stuck_op)?;
            elements.push(op::binary(value::BinOp::Add, start, offset).map_err(stuck_op)?);
        }
        array_result(Array::new(elem, &[count], elements))
    }

    fn replicate(&mut self, dims: &[Atom], value: Atom) -> Run<Results> {
        let (mut shape, value) = (self.i64s(dims)?, self.datum(value)?);
        let Some((elem, inner)) = datum_type(&value) else { return Err(Stop::stuck("only scalars and arrays repeat")) };
        let times = element_count(&shape).ok_or_else(|| Stop::stuck("an array of negative size"))?;
        shape.extend(inner);
        self.allot(&shape)?;
        let row = elements(&value);
        let data = if let [scalar] = row[..] { vec![scalar; times] } else { row.repeat(times) };
        array_result(Array::new(elem, &shape, data))
    }

    fn concat(&mut self, names: &[Name]) -> Run<Results> {
        let arrays = self.arrays(names)?;
        let Some(first) = arrays.first() else { return Err(Stop::stuck("a concatenation of nothing")) };
        let (elem, mut shape) = (first.elem, first.shape());
        let mut data = Vec::new();
        let mut total = 0i64;
        for array in &arrays {
            if array.elem != elem || array.shape().get(1..) != shape.get(1..) {
                return Err(Stop::stuck("arrays of different rows are concatenated"));
            }
            total += array.size(0).unwrap_or(0);
            array.append_to(&mut data);
        }
        self.step(data.len())?;
        if let Some(outer) = shape.first_mut() {
            *outer = total;
        }
        array_result(Array::new(elem, &shape, data))
    }

    fn loop_(&mut self, looped: &Loop, plan: &StmPlan) -> Run<Results> {
        let names: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
        let mut values: Vec<Datum> = Vec::with_capacity(names.len());
        for &(_, init) in &looped.params {
            values.push(self.datum(init)?);
        }
        let bound = match looped.form {
            LoopForm::For { bound, .. } => Some(self.scalar(bound)?),
            LoopForm::While { .. } => None,
        };
        self.drop_all(&plan.before);
        let body_plan = inner_plan(plan, 0)?;
        let mut at = 0i128;
        loop {
            match (&looped.form, bound) {
                (LoopForm::For { var, .. }, Some(bound)) => {
                    if at >= bound.as_i128().ok_or_else(|| Stop::stuck("the bound of a loop is an integer"))? {
                        return Ok(Results::Many(values));
                    }
                    self.set_all(&names, values);
                    self.set(*var, Datum::Scalar(Scalar::from_i128(bound.scalar_type(), at)));
                }
                (LoopForm::While { cond }, _) => {
                    let position = names.iter().position(|name| name == cond);
                    let goes_on = match position.and_then(|position| values.get(position)) {
                        Some(Datum::Scalar(Scalar::Bool(goes_on))) => *goes_on,
                        _ => return Err(Stop::stuck("the condition of a loop is one of its `bool` parameters")),
                    };
                    if !goes_on {
                        return Ok(Results::Many(values));
                    }
                    self.set_all(&names, values);
                }
                (LoopForm::For { .. }, None) => return Err(Stop::stuck("a counted loop without a bound")),
            }
            self.step(1)?;
            values = self.body(&looped.body, body_plan)?;
            if values.len() != names.len() {
                return Err(Stop::stuck("a loop's body yields another number of values than it takes"));
            }
            at += 1;
        }
    }

    /// Applies a lambda to the elements at an index, after the index itself where it has a parameter more.
    fn apply_at(&mut self, lambda: &Lambda, inputs: &[Array], at: i64, plan: &Plan) -> Run<Vec<Datum>> {
        let takes_index = lambda.params.len() == inputs.len() + 1;
        let (index_param, params) = lambda.params.split_at(usize::from(takes_index));
        if params.len() != inputs.len() {
            return Err(Stop::stuck("a lambda takes another number of values than there are inputs"));
        }
        self.set_all(index_param, [Datum::Scalar(Scalar::I64(at))]);
        for (&param, input) in params.iter().zip(inputs) {
            let element = element_at(input, at).ok_or_else(|| Stop::stuck("an input is shorter than its traversal"))?;
            self.set(param, element);
        }
        self.body(&lambda.body, plan)
    }

    /// Combines accumulated values with new ones.
    fn combine(&mut self, operator: &Lambda, acc: Vec<Datum>, new: Vec<Datum>, plan: &Plan) -> Run<Vec<Datum>> {
        if operator.params.len() != acc.len() + new.len() {
            return Err(Stop::stuck("an operator takes another number of values"));
        }
        self.set_all(&operator.params, acc.into_iter().chain(new));
        self.body(&operator.body, plan)
    }

    /// The element type and shape of the rows of an array in the pattern.
    fn row_type(&self, stm: &Stm, position: usize) -> Run<(ScalarType, Vec<i64>)> {
        let name = stm.pattern.get(position).ok_or_else(|| Stop::stuck("too few variables for the results"))?;
        match self.program.type_of(*name) {
            Type::Array { elem, dims } => Ok((*elem, self.i64s(dims.get(1..).unwrap_or(&[]))?)),
            _ => Err(Stop::stuck(format!("{name} should be an array"))),
        }
    }

    fn width(&self, width: Atom) -> Run<i64> {
        let width = self.i64(width)?;
        if width < 0 { Err(Stop::stuck("a traversal of negative width")) } else { Ok(width) }
    }

    fn traverse(&mut self, stm: &Stm, traverse: &Traverse, plan: &StmPlan) -> Run<Results> {
        let (width, inputs) = (self.width(traverse.width)?, self.arrays(&traverse.inputs)?);
        let monoids: Vec<&Monoid> = traverse.scans.iter().chain(&traverse.reductions).collect();
        let mut accumulated = monoids.iter().map(|m| self.data(&m.neutral)).collect::<Run<Vec<_>>>()?;
        self.drop_all(&plan.before);
        let scanned: usize = traverse.scans.iter().map(|m| m.neutral.len()).sum();
        let reduced: usize = traverse.reductions.iter().map(|m| m.neutral.len()).sum();
        let arrays = (0..stm.pattern.len()).filter(|at| !(scanned..scanned + reduced).contains(at));
        let make = |at| Ok(Rows::new(self.row_type(stm, at)?, width as usize));
        let mut rows = arrays.map(make).collect::<Run<Vec<Rows>>>()?;
        for at in 0..width {
            let mut results = self.apply_at(&traverse.lambda, &inputs, at, inner_plan(plan, 0)?)?.into_iter();
            for (position, monoid) in monoids.iter().enumerate() {
                let new: Vec<Datum> = results.by_ref().take(monoid.neutral.len()).collect();
                let acc = std::mem::take(&mut accumulated[position]);
                accumulated[position] = self.combine(&monoid.operator, acc, new, inner_plan(plan, position + 1)?)?;
            }
            let scans = accumulated.iter().take(traverse.scans.len()).flatten().cloned();
            let mut written = 0;
            let mut columns = rows.iter_mut();
            for datum in scans.chain(results) {
                let column = columns.next().ok_or_else(|| Stop::stuck("a lambda yields too many values"))?;
                written += column.push(&datum)?;
            }
            if columns.next().is_some() {
                return Err(Stop::stuck("a lambda yields too few values"));
            }
            self.step(written)?;
        }
        let mut arrays = rows.into_iter().map(|column| column.finish(width as usize));
        let mut all = Vec::with_capacity(stm.pattern.len());
        for array in arrays.by_ref().take(scanned) {
            all.push(Datum::Array(array?));
        }
        all.extend(accumulated.into_iter().skip(traverse.scans.len()).flatten());
        for array in arrays {
            all.push(Datum::Array(array?));
        }
        Ok(Results::Many(all))
    }

    fn filter(&mut self, stm: &Stm, filter: &Filter, plan: &StmPlan) -> Run<Results> {
        let (width, inputs) = (self.width(filter.width)?, self.arrays(&filter.inputs)?);
        self.drop_all(&plan.before);
        let make = |at| Ok(Rows::new(self.row_type(stm, at)?, 0));
        let mut rows = (1..stm.pattern.len()).map(make).collect::<Run<Vec<Rows>>>()?;
        let mut kept = 0usize;
        for at in 0..width {
            let mut results = self.apply_at(&filter.lambda, &inputs, at, inner_plan(plan, 0)?)?.into_iter();
            let Some(Datum::Scalar(Scalar::Bool(keep))) = results.next() else {
                return Err(Stop::stuck("the lambda of a filter yields a `bool` first"));
            };
            if keep {
                kept += 1;
                let mut written = 0;
                for (column, datum) in rows.iter_mut().zip(results) {
                    written += column.push(&datum)?;
                }
                self.step(written)?;
            }
        }
        let mut all = vec![Datum::Scalar(Scalar::I64(kept as i64))];
        for column in rows {
            all.push(Datum::Array(column.finish(kept)?));
        }
        Ok(Results::Many(all))
    }

    fn scatter(&mut self, scatter: &Scatter, plan: &StmPlan) -> Run<Results> {
        let (width, inputs) = (self.width(scatter.width)?, self.arrays(&scatter.inputs)?);
        let mut destinations = self.arrays(&scatter.destinations)?;
        self.drop_all(&plan.before);
        for at in 0..width {
            let results = self.apply_at(&scatter.lambda, &inputs, at, inner_plan(plan, 0)?)?;
            let (index, values) = split_index(&results, scatter.index_rank, destinations.len())?;
            for (destination, value) in destinations.iter_mut().zip(values) {
                if in_bounds(destination, &index) {
                    let written = destination.write_row(&index, &elements(value));
                    self.step(written.ok_or_else(|| Stop::stuck("a value of another shape is scattered"))?)?;
                }
            }
        }
        Ok(Results::Many(destinations.into_iter().map(Datum::Array).collect()))
    }

    fn histogram(&mut self, histogram: &Histogram, plan: &StmPlan) -> Run<Results> {
        let (width, inputs) = (self.width(histogram.width)?, self.arrays(&histogram.inputs)?);
        let mut destinations = self.arrays(&histogram.destinations)?;
        self.drop_all(&plan.before);
        for at in 0..width {
            let mut results = self.apply_at(&histogram.lambda, &inputs, at, inner_plan(plan, 0)?)?;
            let (index, _) = split_index(&results, histogram.index_rank, destinations.len())?;
            if !destinations.iter().all(|destination| in_bounds(destination, &index)) {
                continue;
            }
            let new = results.split_off(histogram.index_rank);
            let old = destinations.iter().map(|destination| own_element(destination, &index)).collect::<Run<_>>()?;
            let combined = self.combine(&histogram.operator.operator, old, new, inner_plan(plan, 1)?)?;
            for (destination, value) in destinations.iter_mut().zip(&combined) {
                let written = destination.write_row(&index, &elements(value));
                self.step(written.ok_or_else(|| Stop::stuck("a value of another shape is written"))?)?;
            }
        }
        Ok(Results::Many(destinations.into_iter().map(Datum::Array).collect()))
    }
}

/// Most expressions have one result; that case needs no list.
enum Results {
    One(Datum),
    Many(Vec<Datum>),
}

impl Results {
    fn into_vec(self) -> Vec<Datum> {
        match self {
            Results::One(datum) => vec![datum],
            Results::Many(data) => data,
        }
    }
}

/// The rows of an array in the making.
struct Rows {
    elem: ScalarType,
    shape: Vec<i64>,
    data: Vec<Scalar>,
}

impl Rows {
    fn new((elem, shape): (ScalarType, Vec<i64>), count: usize) -> Rows {
        let row = element_count(&shape).unwrap_or(0);
        let data = Vec::with_capacity(count.saturating_mul(row).min(1 << 24));
        Rows { elem, shape, data }
    }

    /// Appends a row; how many elements that was.
    fn push(&mut self, row: &Datum) -> Run<usize> {
        match row {
            Datum::Scalar(scalar) if self.shape.is_empty() && scalar.scalar_type() == self.elem => {
                self.data.push(*scalar);
                Ok(1)
            }
            Datum::Array(row) if row.has_shape(self.shape.iter().map(|&size| Some(size))) && row.elem == self.elem => {
                row.append_to(&mut self.data);
                Ok(row.count())
            }
            _ => Err(Stop::stuck("a row is not of the type of the array's rows")),
        }
    }

    fn finish(self, count: usize) -> Run<Array> {
        let shape: Vec<i64> = std::iter::once(count as i64).chain(self.shape).collect();
        if element_count(&shape) != Some(self.data.len()) {
            return Err(Stop::stuck("rows do not fill their array"));
        }
        Ok(Array::new(self.elem, &shape, self.data))
    }
}

fn inner_plan(plan: &StmPlan, at: usize) -> Run<&Plan> {
    plan.bodies.get(at).ok_or_else(|| Stop::stuck("a body without a plan"))
}

fn scalar_result(scalar: Scalar) -> Run<Results> {
    Ok(Results::One(Datum::Scalar(scalar)))
}

fn array_result(array: Array) -> Run<Results> {
    Ok(Results::One(Datum::Array(array)))
}

fn stuck_op(error: value::OpError) -> Stop {
    Stop::stuck(match error {
        value::OpError::Type => "an operator is applied to scalars of the wrong type",
        value::OpError::DivisionByZero => "a division by zero",
        value::OpError::NegativeExponent => "a negative exponent",
    })
}

fn element_at(input: &Array, at: i64) -> Option<Datum> {
    if input.rank() == 1 { input.get_flat(at).map(Datum::Scalar) } else { input.row(&[at]).map(Datum::Array) }
}

/// The elements of a scalar or array in row-major order.
fn elements(datum: &Datum) -> Vec<Scalar> {
    match datum {
        Datum::Scalar(scalar) => vec![*scalar],
        Datum::Array(array) => array.elements(),
        Datum::Token => Vec::new(),
    }
}

fn datum_type(datum: &Datum) -> Option<(ScalarType, Vec<i64>)> {
    match datum {
        Datum::Scalar(scalar) => Some((scalar.scalar_type(), Vec::new())),
        Datum::Array(array) => Some((array.elem, array.shape())),
        Datum::Token => None,
    }
}

fn split_index(results: &[Datum], rank: usize, values: usize) -> Run<(Vec<i64>, &[Datum])> {
    if results.len() != rank + values {
        return Err(Stop::stuck("a lambda yields another number of values than an index and a value each"));
    }
    let (index, values) = results.split_at(rank);
    let number = |datum: &Datum| match datum {
        Datum::Scalar(scalar) => scalar.as_i64().ok_or_else(|| Stop::stuck("an index is an `i64`")),
        _ => Err(Stop::stuck("an index is an `i64`")),
    };
    Ok((index.iter().map(number).collect::<Run<_>>()?, values))
}

fn in_bounds(array: &Array, index: &[i64]) -> bool {
    let inside = |(at, &index): (usize, &i64)| array.size(at).is_some_and(|size| (0..size).contains(&index));
    index.iter().enumerate().all(inside)
}

/// A copy of the element or row at an index, which shares no storage with the array.
fn own_element(array: &Array, index: &[i64]) -> Run<Datum> {
    let out = || Stop::stuck("an index has more dimensions than its array");
    if index.len() == array.rank() {
        return Ok(Datum::Scalar(array.get(index).ok_or_else(out)?));
    }
    let row = array.row(index).ok_or_else(out)?;
    Ok(Datum::Array(Array::new(row.elem, &row.shape(), row.elements())))
}

/// Says which statement is stuck, once, at the innermost one.
fn locate(program: &Program, stop: Stop, stm: &Stm) -> Stop {
    match stop {
        Stop::Stuck { message, span } if span.is_nowhere() && !message.contains("\nin ") => {
            let span = stm.spans.first().copied().unwrap_or(Span::NOWHERE);
            Stop::Stuck { message: format!("{message}\nin {}", print_stm(program, stm)), span }
        }
        stop => stop,
    }
}

fn from_array_value(array: &ArrayValue) -> Array {
    let shape: Vec<i64> = array.shape().iter().map(|&size| size as i64).collect();
    let elements = (0..array.len()).filter_map(|at| array.get(at)).collect();
    Array::new(array.elem(), &shape, elements)
}

fn to_value(datum: Datum) -> Option<Value> {
    match datum {
        Datum::Scalar(scalar) => Some(Value::Scalar(scalar)),
        Datum::Array(array) => {
            let shape = array.shape().iter().map(|&size| size.max(0) as usize).collect();
            ArrayValue::from_scalars(array.elem, shape, &array.elements()).map(Value::Array)
        }
        Datum::Token => None,
    }
}

/// The arguments of the entry's function: before each value its sizes and, in FUNMEM, its block.
fn entry_args(program: &Program, entry: &Entry, function: &Function, args: Vec<Value>) -> Run<Vec<Datum>> {
    let leaves = entry.param_leaves();
    let fits = |(arg, leaf): (&Value, &FlatType)| arg.elem() == leaf.elem && arg.shape().len() == leaf.rank;
    if args.len() != leaves.len() || !args.iter().zip(&leaves).all(fits) {
        return Err(Stop::stuck(format!("the values are not those that entry `{}` takes", entry.name)));
    }
    let mut all = Vec::new();
    for arg in args {
        all.extend(arg.shape().iter().map(|&size| Datum::Scalar(Scalar::I64(size as i64))));
        let next = function.params.get(all.len()).map(|param| program.type_of(param.name));
        all.extend((next == Some(&Type::Memory)).then_some(Datum::Token));
        all.push(match arg {
            Value::Scalar(scalar) => Datum::Scalar(scalar),
            Value::Array(array) => Datum::Array(from_array_value(&array)),
        });
    }
    Ok(all)
}

/// Which results of the entry's function are values, and not sizes or blocks.
fn entry_result_places(program: &Program, entry: &Entry, function: &Function) -> Vec<bool> {
    let mut kept = Vec::new();
    for leaf in entry.result.ty.leaves() {
        kept.extend(std::iter::repeat_n(false, leaf.rank));
        let next = function.results.get(kept.len()).map(|result| program.type_of(result.name));
        kept.extend((next == Some(&Type::Memory)).then_some(false));
        kept.push(true);
    }
    kept
}

#[cfg(test)]
mod tests;
