//! The heap evaluator of FUNMEM (FUNMEM paper, Fig. 10), for the whole language. Arrays are places in blocks. A program
//! on which this evaluator and FUN's disagree is not valid (§3.3.1). A traversal whose iterations write what others use
//! is stuck.
//!
//! Operations marked as sequential run in order and need no such check. Neither do the operators of scans, reductions
//! and histograms, nor the stores of a filter or scatter, for which threads have parts of their own. The arrays that an
//! operator combines are in the places of its parameters.
//! Elements that were never written, or not since a `scratch` covered them, may be copied but not read.

mod heap;

use base::{Name, Stop};
use fun::def::*;
pub use fun::eval::Limits;
use fun::eval::locate;
use heap::{Block, BlockRef, Range, Trace, View, element_count};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use value::{ArrayValue, BinOp, Scalar, ScalarType, Value, op};

/// Runs an entry point on the leaves of its arguments; returns the leaves of its result.
///
/// # Errors
/// `Failure` if an assertion fails, `Limit` if a limit is exceeded, and `Stuck` if the program has no meaning or a data
/// race, or the arguments do not fit the entry.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    run_entry_counting(program, entry, args, limits).0
}

/// Like `run_entry`; also returns the counts of memory operations, even for a run that fails.
pub fn run_entry_counting(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
) -> (Result<Vec<Value>, Stop>, Done) {
    let mut evaluator = Evaluator {
        program,
        limits,
        steps: 0,
        depth: 0,
        calls: 0,
        slots: vec![None; program.names.limit() as usize],
        running: vec![false; program.functions.len()],
        trace: Trace::default(),
        copied: Copied::default(),
    };
    let result = evaluator.entry(entry, args).map_err(|stop| *stop);
    (result, Done { copied: evaluator.copied, traced: evaluator.trace.traced() })
}

/// Counts of the memory operations of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub copied: Copied,
    pub traced: Traced,
}

/// Amount of work that the search for data races did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    /// Elements read and written in blocks.
    pub reads: u64,
    pub writes: u64,
    /// Numbers of array operations run, and of their iterations that were compared with each other.
    pub operations: u64,
    pub iterations: u64,
}

impl Traced {
    pub fn add(&mut self, other: Traced) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.operations += other.operations;
        self.iterations += other.iterations;
    }
}

/// Copies of arrays and rows between different places. A copy to its own place, or of no elements, does not count;
/// filling an array with scalars is not a copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub copies: u64,
    /// Size of all copied elements in bytes.
    pub bytes: u64,
}

impl Copied {
    pub fn add(&mut self, other: Copied) {
        self.copies += other.copies;
        self.bytes += other.bytes;
    }
}

#[derive(Clone)]
enum Datum {
    Scalar(Scalar),
    Array(View),
    Block(BlockRef),
    Cert,
}

struct Evaluator<'a> {
    program: &'a Program,
    limits: Limits,
    steps: u64,
    depth: usize,
    calls: usize,
    /// Value of each variable, by its number. Because names are unique, one table suffices. A recursive call saves the
    /// values of the called function's variables first.
    slots: Vec<Option<Datum>>,
    running: Vec<bool>,
    trace: Trace,
    copied: Copied,
}

/// Result of evaluation. The error is boxed to keep results small.
type Run<T> = Result<T, Box<Stop>>;

fn stuck(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::stuck(message))
}

impl<'a> Evaluator<'a> {
    // Entries.

    fn entry(&mut self, name: &str, args: Vec<Value>) -> Run<Vec<Value>> {
        let found = self.program.entries.iter().find(|entry| entry.name.as_str() == name);
        let entry = found.ok_or_else(|| stuck(format!("there is no entry `{name}`")))?;
        let function = self.function(entry.function)?;
        self.take_args(entry, function, args)?;
        self.body(&function.body)?;
        self.give_results(entry, function)
    }

    /// Binds the function's parameters to the arguments. Each value is preceded by its sizes and, if it is an array,
    /// its block.
    fn take_args(&mut self, entry: &Entry, function: &Function, args: Vec<Value>) -> Run<()> {
        let leaves = entry.param_leaves();
        let fits = |(leaf, arg): (&FlatType, &Value)| leaf.elem == arg.elem() && leaf.rank == arg.shape().len();
        if args.len() != leaves.len() || !leaves.iter().zip(&args).all(fits) {
            return Err(stuck(format!("the arguments do not fit the entry `{}`", entry.name)));
        }
        let mut params = function.params.iter().map(|param| param.name);
        let mut next = || params.next().ok_or_else(|| stuck("an entry has more parameters than its function"));
        for arg in args {
            for &size in arg.shape() {
                self.set(next()?, Datum::Scalar(Scalar::I64(size as i64)));
            }
            match arg {
                Value::Scalar(scalar) => self.set(next()?, Datum::Scalar(scalar)),
                Value::Array(array) => {
                    let name = next()?;
                    let elements = (0..array.len()).map(|at| array.get(at)).collect();
                    self.set(name, Datum::Block(Block::new(name, array.elem(), elements, &self.trace)));
                    self.bind_array(next()?)?;
                }
            }
        }
        Ok(())
    }

    /// Reads the function's results. Each array is row-major in its block.
    fn give_results(&self, entry: &Entry, function: &Function) -> Run<Vec<Value>> {
        let few = || stuck("an entry has more results than its function");
        let mut atoms = function.body.result.iter().copied();
        let mut values = Vec::new();
        for result in entry.result.ty.leaves() {
            let mut sizes = Vec::new();
            for _ in 0..result.rank {
                sizes.push(self.i64(atoms.next().ok_or_else(few)?)?);
            }
            let atom = atoms.next().ok_or_else(few)?;
            if result.rank == 0 {
                values.push(Value::Scalar(self.scalar(atom)?));
                continue;
            }
            atoms.next();
            let name = atom.var().ok_or_else(few)?;
            let block = self.block(name)?;
            let elements = block.borrow().first(element_count(&sizes)? as usize);
            let shape = sizes.iter().map(|&size| size as usize).collect();
            let array = elements.and_then(|elements| ArrayValue::from_scalars(result.elem, shape, &elements));
            let part =
                || stuck(format!("of a result of shape {sizes:?}, not all elements were written to {name}, its block"));
            values.push(Value::Array(array.ok_or_else(part)?));
        }
        Ok(values)
    }

    // Variables.

    fn function(&self, id: FunctionId) -> Run<&'a Function> {
        self.program.functions.get(id).ok_or_else(|| stuck("a call of a function that is not there"))
    }

    fn step(&mut self, count: usize) -> Run<()> {
        self.steps = self.steps.saturating_add(count as u64);
        if self.steps > self.limits.steps {
            return Err(Box::new(Stop::Limit(format!("evaluation took more than {} steps", self.limits.steps))));
        }
        Ok(())
    }

    fn set(&mut self, name: Name, datum: Datum) {
        if let Some(slot) = self.slots.get_mut(name.id as usize) {
            *slot = Some(datum);
        }
    }

    fn get(&self, name: Name) -> Option<&Datum> {
        self.slots.get(name.id as usize)?.as_ref()
    }

    fn scalar(&self, atom: Atom) -> Run<Scalar> {
        match atom {
            Atom::Const(scalar) => Ok(scalar),
            Atom::Var(name) => match self.get(name) {
                Some(Datum::Scalar(scalar)) => Ok(*scalar),
                _ => Err(stuck(format!("{name} has no scalar value"))),
            },
        }
    }

    fn i64(&self, atom: Atom) -> Run<i64> {
        self.scalar(atom)?.as_i64().ok_or_else(|| stuck("an `i64` is meant"))
    }

    fn i64s(&self, atoms: &[Atom]) -> Run<Vec<i64>> {
        atoms.iter().map(|&atom| self.i64(atom)).collect()
    }

    fn bool(&self, atom: Atom) -> Run<bool> {
        self.scalar(atom)?.as_bool().ok_or_else(|| stuck("a `bool` is meant"))
    }

    /// Evaluates a size, which must not be negative.
    fn count(&self, atom: Atom) -> Run<i64> {
        let count = self.i64(atom)?;
        if count < 0 { Err(stuck(format!("{count} is no number of elements"))) } else { Ok(count) }
    }

    fn block(&self, name: Name) -> Run<BlockRef> {
        match self.get(name) {
            Some(Datum::Block(block)) => Ok(block.clone()),
            _ => Err(stuck(format!("{name} is no block here"))),
        }
    }

    fn view_ref(&self, name: Name) -> Run<&View> {
        match self.get(name) {
            Some(Datum::Array(view)) => Ok(view),
            _ => Err(stuck(format!("{name} is no array here"))),
        }
    }

    fn view(&self, name: Name) -> Run<View> {
        self.view_ref(name).cloned()
    }

    fn is_array(&self, name: Name) -> bool {
        matches!(self.program.type_of(name), Type::Array { .. })
    }

    /// Returns the name of the array that the atom refers to; `None` for scalars and blocks.
    fn as_array(&self, atom: Atom) -> Option<Name> {
        atom.var().filter(|&name| self.is_array(name))
    }

    /// Binds an array to its block and its layout there.
    fn bind_array(&mut self, name: Name) -> Run<()> {
        let place = self.program.vars.get(name).and_then(|info| info.place.as_ref());
        let place = place.ok_or_else(|| stuck(format!("the array {name} has no place")))?;
        let block = self.block(place.block)?;
        if Some(block.borrow().elem) != self.program.type_of(name).elem() {
            return Err(stuck(format!("{name} stands in a block of another type")));
        }
        let ixfn = place.ixfn.eval(&|name| self.i64(name.into()).ok());
        let ixfn = ixfn.ok_or_else(|| stuck(format!("the place of {name} names what has no value")))?;
        self.set(name, Datum::Array(View { name, block, ixfn: Rc::new(ixfn) }));
        Ok(())
    }

    fn bind_arrays(&mut self, names: &[Name]) -> Run<()> {
        for &name in names {
            if self.is_array(name) {
                self.bind_array(name)?;
            }
        }
        Ok(())
    }

    /// Binds a telescope to atoms: first scalars and blocks, then arrays, whose places may name them.
    fn bind_all(&mut self, names: &[Name], atoms: &[Atom]) -> Run<()> {
        let data = atoms.iter().map(|&atom| self.datum(atom)).collect::<Run<Vec<Datum>>>()?;
        self.bind_data(names, data)
    }

    fn bind_data(&mut self, names: &[Name], data: Vec<Datum>) -> Run<()> {
        if names.len() != data.len() {
            return Err(stuck(format!("{} values for {} variables", data.len(), names.len())));
        }
        for (&name, datum) in names.iter().zip(data) {
            if !self.is_array(name) {
                self.set(name, datum);
            }
        }
        self.bind_arrays(names)
    }

    fn datum(&self, atom: Atom) -> Run<Datum> {
        match atom {
            Atom::Const(scalar) => Ok(Datum::Scalar(scalar)),
            Atom::Var(name) => self.get(name).cloned().ok_or_else(|| stuck(format!("{name} has no value"))),
        }
    }

    // Memory.

    fn read(&self, array: Name, indices: &[i64]) -> Run<Scalar> {
        let view = self.view_ref(array)?;
        let at = view.address(indices)?;
        let unwritten = || {
            stuck(format!("{array}{indices:?}, at offset {at} of the block {}, was never written", view.block_name()))
        };
        view.read(at, &self.trace)?.ok_or_else(unwritten)
    }

    fn write(&mut self, array: Name, indices: &[i64], value: Scalar) -> Run<()> {
        self.step(1)?;
        let view = self.view_ref(array)?;
        view.write(view.address(indices)?, Some(value), &self.trace)
    }

    /// Stores a scalar or a row at the leading indices of an array.
    fn store(&mut self, array: Name, indices: &[i64], value: Atom) -> Run<()> {
        match self.as_array(value) {
            None => self.write(array, indices, self.scalar(value)?),
            Some(row) => {
                let part: Vec<Range> = indices.iter().map(|&index| Range::Fix(index)).collect();
                self.copy(&self.view(array)?, &part, &self.view(row)?, &[])
            }
        }
    }

    /// Copies a whole array into another.
    fn fill(&mut self, array: Name, value: Atom) -> Run<()> {
        let source = self.as_array(value).ok_or_else(|| stuck("an array is meant"))?;
        let (to, from) = (self.view(array)?, self.view(source)?);
        if to.is_same_as(&from) { Ok(()) } else { self.copy(&to, &[], &from, &[]) }
    }

    /// Copies a part of an array to a part of another: the paper's `memcpy`. A no-op if both parts are the same place.
    /// Because copies are parallel too, a copy between overlapping places is stuck.
    fn copy(&mut self, to: &View, to_part: &[Range], from: &View, from_part: &[Range]) -> Run<()> {
        let (targets, sources) = (to.addresses(to_part)?, from.addresses(from_part)?);
        if targets.len() != sources.len() {
            return Err(stuck("a copy to a place of another shape"));
        }
        self.step(targets.len())?;
        if Rc::ptr_eq(&to.block, &from.block) {
            if targets == sources {
                return Ok(());
            }
            if let Some(at) = common(&targets, &sources) {
                let (from, to, block) = (from.name, to.name, to.block_name());
                return Err(stuck(format!(
                    "a copy of {from} to {to} reads what it writes, at offset {at} of the block {block}"
                )));
            }
        }
        self.copied.copies += u64::from(!targets.is_empty());
        self.copied.bytes += targets.len() as u64 * from.block.borrow().elem.bytes() as u64;
        for (&target, &source) in targets.iter().zip(&sources) {
            to.write(target, from.read(source, &self.trace)?, &self.trace)?;
        }
        Ok(())
    }

    // Statements.

    fn body(&mut self, body: &Body) -> Run<()> {
        if self.depth >= self.limits.depth {
            return Err(Box::new(Stop::Limit(format!("evaluation is nested deeper than {}", self.limits.depth))));
        }
        self.depth += 1;
        for stm in &body.stms {
            self.step(1)?;
            self.stm(stm).map_err(|stop| locate(self.program, *stop, stm))?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn stm(&mut self, stm: &Stm) -> Run<()> {
        let first = stm.pattern.first().copied().ok_or_else(|| stuck("a statement that binds nothing"));
        match &stm.exp {
            Exp::Assert { cond, message, values } => {
                if !self.bool(*cond)? {
                    let values = values.iter().map(|&atom| Ok(self.scalar(atom)?.plain())).collect::<Run<Vec<_>>>()?;
                    return Err(Box::new(Stop::failure(message.fill(&values), stm.spans.clone())));
                }
                self.set(first?, Datum::Cert);
                Ok(())
            }
            Exp::Alloc { elem, count } => self.alloc(first?, *elem, *count),
            Exp::If { cond, then_body, else_body } => {
                let body = if self.bool(*cond)? { then_body } else { else_body };
                self.body(body)?;
                self.bind_all(&stm.pattern, &body.result)
            }
            Exp::Loop(looped) => self.loop_(&stm.pattern, looped),
            Exp::Call { function, args } => {
                self.call(&stm.pattern, *function, args).map_err(|stop| Box::new(stop.called_from(&stm.spans)))
            }
            Exp::Traverse(traverse) => self.traverse(&stm.pattern, traverse),
            Exp::Filter(filter) => self.filter(&stm.pattern, filter),
            Exp::Scatter(scatter) => self.scatter(&stm.pattern, scatter),
            Exp::Histogram(histogram) => self.histogram(&stm.pattern, histogram),
            Exp::Atom(atom) => self.bind_all(&stm.pattern, &[*atom]),
            exp => {
                let name = first?;
                if self.is_array(name) {
                    self.bind_array(name)?;
                    return self.array(name, exp);
                }
                let scalar = self.scalar_exp(exp)?;
                self.set(name, Datum::Scalar(scalar));
                Ok(())
            }
        }
    }

    fn scalar_exp(&self, exp: &Exp) -> Run<Scalar> {
        match exp {
            Exp::Threshold { default, .. } => Ok(Scalar::I64(*default)),
            Exp::Un(op, a) => op::unary(*op, self.scalar(*a)?).map_err(stuck_op),
            Exp::Bin(op, a, b) => op::binary(*op, self.scalar(*a)?, self.scalar(*b)?).map_err(stuck_op),
            Exp::Cmp(op, a, b) => {
                let result = op::compare(*op, self.scalar(*a)?, self.scalar(*b)?);
                result.map(Scalar::Bool).ok_or_else(|| stuck("scalars of two types are compared"))
            }
            Exp::Fma(a, b, c) => op::fma(self.scalar(*a)?, self.scalar(*b)?, self.scalar(*c)?).map_err(stuck_op),
            Exp::Convert(ty, a) => Ok(op::convert(*ty, self.scalar(*a)?)),
            Exp::Index(array, indices) => match *indices.as_slice() {
                [index] => self.read(*array, &[self.i64(index)?]),
                _ => self.read(*array, &self.i64s(indices)?),
            },
            _ => Err(stuck("a scalar out of an array operation")),
        }
    }

    /// Fills a new array or changes one in place. Does nothing for a view.
    fn array(&mut self, name: Name, exp: &Exp) -> Run<()> {
        match exp {
            Exp::Update { array, dims, value } => self.update(*array, dims, *value),
            Exp::Literal(atoms) => (0..).zip(atoms).try_for_each(|(at, &atom)| self.store(name, &[at], atom)),
            Exp::Table(table) => self.table(name, *table),
            Exp::Iota { count, start, step } => self.iota(name, *count, *start, *step),
            Exp::Replicate { dims, value } => self.replicate(name, dims, *value),
            Exp::Copy(array) => self.fill(name, (*array).into()),
            Exp::Concat(arrays) => self.concat(name, arrays),
            Exp::Scratch { .. } => self.erase(name),
            _ => Ok(()),
        }
    }

    /// Marks all elements of an array as unwritten.
    fn erase(&mut self, name: Name) -> Run<()> {
        let view = self.view(name)?;
        let addresses = view.addresses(&[])?;
        self.step(addresses.len())?;
        addresses.into_iter().try_for_each(|at| view.write(at, None, &self.trace))
    }

    fn alloc(&mut self, name: Name, elem: ScalarType, count: Atom) -> Run<()> {
        let count = self.count(count)?;
        if count as u64 > self.limits.elements as u64 {
            return Err(Box::new(Stop::Limit(format!("a block of {count} elements is too large here"))));
        }
        self.step(count as usize)?;
        let block = Block::new(name, elem, vec![None; count as usize], &self.trace);
        self.set(name, Datum::Block(block));
        Ok(())
    }

    fn update(&mut self, array: Name, dims: &[SliceDim], value: Atom) -> Run<()> {
        let part = dims.iter().map(|dim| self.range(dim)).collect::<Run<Vec<Range>>>()?;
        let fixed = |range: &Range| if let Range::Fix(index) = *range { Some(index) } else { None };
        match (self.as_array(value), part.iter().map(fixed).collect::<Option<Vec<i64>>>()) {
            (None, Some(indices)) => self.write(array, &indices, self.scalar(value)?),
            (Some(source), None) => self.copy(&self.view(array)?, &part, &self.view(source)?, &[]),
            _ => Err(stuck("an update with a value of another shape")),
        }
    }

    fn range(&self, dim: &SliceDim) -> Run<Range> {
        match dim {
            SliceDim::Fix(index) => Ok(Range::Fix(self.i64(*index)?)),
            SliceDim::Range { start, count, stride } => {
                Ok(Range::Steps { start: self.i64(*start)?, count: self.i64(*count)?, stride: self.i64(*stride)? })
            }
            SliceDim::Flat { start, dims } => {
                let start = self.i64(*start)?;
                let dims = dims.iter().map(|dim| Ok((self.i64(dim.count)?, self.i64(dim.stride)?)));
                Ok(Range::Flat(start, dims.collect::<Run<_>>()?))
            }
        }
    }

    /// Writes scalars to all elements of an array, in row-major order.
    fn write_elements(&mut self, name: Name, elements: impl Iterator<Item = Run<Scalar>>) -> Run<()> {
        let view = self.view(name)?;
        let targets = view.addresses(&[])?;
        self.step(targets.len())?;
        for (target, element) in targets.into_iter().zip(elements) {
            view.write(target, Some(element?), &self.trace)?;
        }
        Ok(())
    }

    fn table(&mut self, name: Name, table: TableId) -> Run<()> {
        let table = self.program.tables.get(table).ok_or_else(|| stuck("there is no such table"))?;
        self.write_elements(name, (0..table.len()).filter_map(|at| table.get(at)).map(Ok))
    }

    fn iota(&mut self, name: Name, count: Atom, start: Atom, step: Atom) -> Run<()> {
        let (count, start, step) = (self.count(count)?, self.scalar(start)?, self.scalar(step)?);
        let element = |at: i64| {
            let at = Scalar::from_i128(start.scalar_type(), at.into());
            let way = op::binary(BinOp::Mul, at, step).map_err(stuck_op)?;
            op::binary(BinOp::Add, start, way).map_err(stuck_op)
        };
        self.write_elements(name, (0..count).map(element))
    }

    fn replicate(&mut self, name: Name, dims: &[Atom], value: Atom) -> Run<()> {
        let Some(source) = self.as_array(value) else {
            let value = self.scalar(value)?;
            return self.write_elements(name, std::iter::repeat(Ok(value)));
        };
        let (to, from) = (self.view(name)?, self.view(source)?);
        let shape = self.i64s(dims)?;
        let count = element_count(&shape)?;
        let mut indices = vec![0; shape.len()];
        for mut position in 0..count {
            for (index, size) in indices.iter_mut().zip(&shape).rev() {
                *index = position % size;
                position /= size;
            }
            let part: Vec<Range> = indices.iter().map(|&index| Range::Fix(index)).collect();
            self.copy(&to, &part, &from, &[])?;
        }
        Ok(())
    }

    fn concat(&mut self, name: Name, arrays: &[Name]) -> Run<()> {
        let to = self.view(name)?;
        let mut start = 0;
        for &array in arrays {
            let from = self.view(array)?;
            let count = from.shape().first().copied().unwrap_or(0);
            self.copy(&to, &[Range::Steps { start, count, stride: 1 }], &from, &[])?;
            start += count;
        }
        Ok(())
    }

    fn loop_(&mut self, pattern: &[Name], looped: &Loop) -> Run<()> {
        let (names, inits): (Vec<Name>, Vec<Atom>) = looped.params.iter().copied().unzip();
        let bound = match looped.form {
            LoopForm::For { bound, .. } => Some(self.scalar(bound)?),
            LoopForm::While { .. } => None,
        };
        self.bind_all(&names, &inits)?;
        let mut at = 0i128;
        while self.goes_on(&looped.form, bound, at)? {
            self.step(1)?;
            self.body(&looped.body)?;
            self.bind_all(&names, &looped.body.result)?;
            at += 1;
        }
        let last: Vec<Atom> = names.iter().map(|&name| name.into()).collect();
        self.bind_all(pattern, &last)
    }

    /// Whether the loop has an iteration number `at`. Sets the counter to `at`.
    fn goes_on(&mut self, form: &LoopForm, bound: Option<Scalar>, at: i128) -> Run<bool> {
        match (form, bound) {
            (LoopForm::While { cond }, _) => self.bool((*cond).into()),
            (LoopForm::For { var, .. }, Some(bound)) => {
                self.set(*var, Datum::Scalar(Scalar::from_i128(bound.scalar_type(), at)));
                Ok(at < bound.as_i128().ok_or_else(|| stuck("the bound of a loop is an integer"))?)
            }
            (LoopForm::For { .. }, None) => Err(stuck("a counted loop without a bound")),
        }
    }

    /// Runs a call. If the function is already running, its variables are put aside for the time of the call.
    fn call(&mut self, pattern: &[Name], id: FunctionId, args: &[Atom]) -> Run<()> {
        let function = self.function(id)?;
        if let Some(foreign) = &function.foreign {
            return Err(Box::new(Stop::foreign(foreign.name)));
        }
        let at = id.as_u32() as usize;
        if self.calls >= self.limits.calls {
            return Err(Box::new(base::stack::too_deep()));
        }
        let params: Vec<Name> = function.params.iter().map(|param| param.name).collect();
        let args = args.iter().map(|&arg| self.datum(arg)).collect::<Run<Vec<Datum>>>()?;
        let was_running = std::mem::replace(&mut self.running[at], true);
        let aside = if was_running { self.put_aside(function) } else { Vec::new() };
        self.bind_data(&params, args)?;
        let depth = std::mem::take(&mut self.depth);
        self.calls += 1;
        base::stack::with_room(|| self.body(&function.body))?;
        self.calls -= 1;
        self.depth = depth;
        let results = function.body.result.iter().map(|&atom| self.datum(atom)).collect::<Run<Vec<Datum>>>()?;
        for (name, datum) in aside {
            self.slots[name.id as usize] = datum;
        }
        self.running[at] = was_running;
        self.bind_data(pattern, results)
    }

    /// Saves and clears the values of the function's variables, before a recursive call.
    fn put_aside(&mut self, function: &Function) -> Vec<(Name, Option<Datum>)> {
        let params = function.params.iter().map(|param| param.name);
        let names = params.chain(fun::walk::bound_in_body(&function.body));
        names.filter_map(|name| Some((name, self.slots.get_mut(name.id as usize)?.take()))).collect()
    }

    // Array operations.

    /// Applies a lambda to the inputs' elements at index `at`. The variables that the lambda's result names then hold
    /// the values.
    fn apply_at(&mut self, lambda: &Lambda, inputs: &[Name], at: i64) -> Run<()> {
        let Some((&index, params)) = lambda.params.split_first() else {
            return Err(stuck("a lambda without index"));
        };
        self.set(index, Datum::Scalar(Scalar::I64(at)));
        for (&param, &input) in params.iter().zip(inputs) {
            if self.is_array(param) {
                self.bind_array(param)?;
            } else {
                let element = self.read(input, &[at])?;
                self.set(param, Datum::Scalar(element));
            }
        }
        self.body(&lambda.body)
    }

    /// Binds a monoid's accumulators. Returns them: neutral elements for scalars, `None` for arrays, which are in the
    /// places of the operator's first parameters.
    fn accumulators(&mut self, monoid: &Monoid) -> Run<Vec<Option<Scalar>>> {
        self.bind_arrays(&monoid.operator.params)?;
        let mut accumulators = Vec::new();
        for (&param, &neutral) in monoid.operator.params.iter().zip(&monoid.neutral) {
            if self.is_array(param) {
                self.fill(param, neutral)?;
                accumulators.push(None);
            } else {
                accumulators.push(Some(self.scalar(neutral)?));
            }
        }
        Ok(accumulators)
    }

    /// Combines values with the accumulators: `accumulators := operator accumulators values`.
    fn combine(&mut self, monoid: &Monoid, accumulators: &mut [Option<Scalar>], values: &[Atom]) -> Run<()> {
        let (old, new) = split(&monoid.operator.params, accumulators.len())?;
        for (&param, accumulator) in old.iter().zip(&*accumulators) {
            if let Some(scalar) = *accumulator {
                self.set(param, Datum::Scalar(scalar));
            }
        }
        for (&param, &value) in new.iter().zip(values) {
            self.pass(param, value)?;
        }
        self.body(&monoid.operator.body)?;
        for ((&param, accumulator), &result) in old.iter().zip(accumulators).zip(&monoid.operator.body.result) {
            match accumulator {
                Some(scalar) => *scalar = self.scalar(result)?,
                None => self.fill(param, result)?,
            }
        }
        Ok(())
    }

    /// Passes a value to an operator's parameter.
    fn pass(&mut self, param: Name, value: Atom) -> Run<()> {
        if self.is_array(param) {
            return self.fill(param, value);
        }
        let scalar = self.scalar(value)?;
        self.set(param, Datum::Scalar(scalar));
        Ok(())
    }

    fn traverse(&mut self, pattern: &[Name], traverse: &Traverse) -> Run<()> {
        let width = self.count(traverse.width)?;
        self.bind_arrays(pattern)?;
        if traverse.is_map() && !traverse.sequential {
            return self.map(pattern, traverse, width);
        }
        let monoids: Vec<&Monoid> = traverse.monoids().collect();
        let mut accumulated = monoids.iter().map(|m| self.accumulators(m)).collect::<Run<Vec<_>>>()?;
        let params = |monoids: &[Monoid]| -> Vec<Name> {
            monoids.iter().flat_map(|m| m.operator.params.iter().take(m.neutral.len()).copied()).collect()
        };
        let (scanned, reduced) = (params(&traverse.scans), params(&traverse.reductions));
        let (scan_arrays, rest) = split(pattern, scanned.len())?;
        let (reduced_names, collected) = split(rest, reduced.len())?;
        self.start(pattern, scan_arrays.iter().chain(collected), traverse.sequential)?;
        for at in 0..width {
            self.trace.at(at);
            self.apply_at(&traverse.lambda, &traverse.inputs, at)?;
            self.trace.rest(true);
            let mut values = traverse.lambda.body.result.as_slice();
            for (monoid, accumulators) in monoids.iter().zip(&mut accumulated) {
                let (now, later) = split(values, accumulators.len())?;
                self.combine(monoid, accumulators, now)?;
                values = later;
            }
            self.trace.rest(false);
            let scans = accumulated.iter().flatten().zip(&scanned);
            for (&array, (&scalar, &param)) in scan_arrays.iter().zip(scans) {
                self.store(array, &[at], scalar.map_or(param.into(), Atom::Const))?;
            }
            for (&array, &value) in collected.iter().zip(values) {
                self.store(array, &[at], value)?;
            }
        }
        self.trace.end();
        let results = accumulated.iter().flatten().skip(scanned.len()).zip(reduced);
        for (&name, (&scalar, param)) in reduced_names.iter().zip(results) {
            self.pass(name, scalar.map_or(param.into(), Atom::Const))?;
        }
        Ok(())
    }

    /// Starts the search for races between the iterations of an operation that is not a map, unless it is sequential.
    /// Iterations share the arrays in `shared`; of other blocks, each task has its own copy.
    fn start<'n>(&mut self, pattern: &[Name], shared: impl Iterator<Item = &'n Name>, is_sequential: bool) -> Run<()> {
        if is_sequential {
            self.trace.start_sequential();
            return Ok(());
        }
        let shared = shared.map(|&array| self.view(array)).collect::<Run<Vec<View>>>()?;
        self.trace.start(pattern.first().copied(), Some(&shared));
        Ok(())
    }

    /// Runs the paper's kernel: each iteration's values go to its rows of the results, and iterations must not
    /// interfere.
    fn map(&mut self, pattern: &[Name], traverse: &Traverse, width: i64) -> Run<()> {
        self.trace.start(pattern.first().copied(), None);
        for iteration in 0..width {
            self.trace.at(iteration);
            self.apply_at(&traverse.lambda, &traverse.inputs, iteration)?;
            for (&array, &value) in pattern.iter().zip(&traverse.lambda.body.result) {
                self.store(array, &[iteration], value)?;
            }
        }
        self.trace.end();
        Ok(())
    }

    fn filter(&mut self, pattern: &[Name], filter: &Filter) -> Run<()> {
        let width = self.count(filter.width)?;
        let Some((&count, arrays)) = pattern.split_first() else { return Err(stuck("a filter without results")) };
        let Some((&keep, values)) = filter.lambda.body.result.split_first() else {
            return Err(stuck("a filter that yields nothing"));
        };
        // Until the filter ends, the arrays have room for all rows, because the number of kept rows is not known.
        self.set(count, Datum::Scalar(Scalar::I64(width)));
        self.bind_arrays(arrays)?;
        for &array in arrays {
            self.view_ref(array)?.check_room()?;
        }
        let mut kept = 0;
        self.start(pattern, arrays.iter(), filter.sequential)?;
        for at in 0..width {
            self.trace.at(at);
            self.apply_at(&filter.lambda, &filter.inputs, at)?;
            if self.bool(keep)? {
                for (&array, &value) in arrays.iter().zip(values) {
                    self.store(array, &[kept], value)?;
                }
                kept += 1;
            }
        }
        self.trace.end();
        self.set(count, Datum::Scalar(Scalar::I64(kept)));
        self.bind_arrays(arrays)
    }

    /// Returns the index that a lambda returned, or `None` if it is outside of the first destination.
    fn destination(&self, destinations: &[Name], index: &[Atom]) -> Run<Option<Vec<i64>>> {
        let &first = destinations.first().ok_or_else(|| stuck("there is no destination"))?;
        let (index, shape) = (self.i64s(index)?, self.view_ref(first)?.shape());
        let inside = index.iter().zip(&shape).all(|(index, size)| (0..*size).contains(index));
        Ok(inside.then_some(index))
    }

    fn scatter(&mut self, pattern: &[Name], scatter: &Scatter) -> Run<()> {
        let (index, values) = split(&scatter.lambda.body.result, scatter.index_rank)?;
        self.start(pattern, std::iter::empty(), scatter.sequential)?;
        for at in 0..self.count(scatter.width)? {
            self.trace.at(at);
            self.apply_at(&scatter.lambda, &scatter.inputs, at)?;
            if let Some(index) = self.destination(&scatter.destinations, index)? {
                for (&array, &value) in scatter.destinations.iter().zip(values) {
                    self.store(array, &index, value)?;
                }
            }
        }
        self.trace.end();
        self.bind_arrays(pattern)
    }

    fn histogram(&mut self, pattern: &[Name], histogram: &Histogram) -> Run<()> {
        let (index, values) = split(&histogram.lambda.body.result, histogram.index_rank)?;
        self.bind_arrays(histogram.operator.operands().1)?;
        self.start(pattern, std::iter::empty(), histogram.sequential)?;
        for at in 0..self.count(histogram.width)? {
            self.trace.at(at);
            self.apply_at(&histogram.lambda, &histogram.inputs, at)?;
            if let Some(index) = self.destination(&histogram.destinations, index)? {
                self.trace.rest(true);
                self.combine_at(histogram, &index, values)?;
            }
        }
        self.trace.end();
        self.bind_arrays(pattern)
    }

    /// Combines the values with the destinations' elements at the index. Arrays are accumulated where they are.
    fn combine_at(&mut self, histogram: &Histogram, index: &[i64], values: &[Atom]) -> Run<()> {
        let operator = &histogram.operator.operator;
        let (old, new) = histogram.operator.operands();
        let mut spots = histogram.operator.spots().iter();
        for (&param, &array) in old.iter().zip(&histogram.destinations) {
            if self.is_array(param) {
                let (Some(&block), Some(&offset)) = (spots.next(), spots.next()) else {
                    return Err(stuck(format!("there are no block and no offset for {param}")));
                };
                let view = self.view(array)?;
                let mut first = index.to_vec();
                first.resize(view.shape().len(), 0);
                let start = view.ixfn.apply(&first).ok_or_else(|| stuck(format!("{array} has no such element")))?;
                self.set(block, Datum::Block(view.block));
                self.set(offset, Datum::Scalar(Scalar::I64(start)));
                self.bind_array(param)?;
            } else {
                let element = self.read(array, index)?;
                self.set(param, Datum::Scalar(element));
            }
        }
        for (&param, &value) in new.iter().zip(values) {
            self.pass(param, value)?;
        }
        self.body(&operator.body)?;
        for ((&param, &array), &value) in old.iter().zip(&histogram.destinations).zip(&operator.body.result) {
            match self.is_array(param) {
                true => self.fill(param, value)?,
                false => self.store(array, index, value)?,
            }
        }
        Ok(())
    }
}

/// Returns the first address that is both a target and a source. Comparing the smallest and the largest addresses
/// usually shows that there is none.
fn common(targets: &[usize], sources: &[usize]) -> Option<usize> {
    let (first, last) = (targets.iter().min()?, targets.iter().max()?);
    if sources.iter().all(|at| at < first || at > last) {
        return None;
    }
    let written: FxHashSet<usize> = targets.iter().copied().collect();
    sources.iter().find(|&at| written.contains(at)).copied()
}

fn split<T>(items: &[T], at: usize) -> Run<(&[T], &[T])> {
    items.split_at_checked(at).ok_or_else(|| stuck("an operation has fewer values than it needs"))
}

fn stuck_op(error: value::OpError) -> Box<Stop> {
    stuck(error.message())
}
