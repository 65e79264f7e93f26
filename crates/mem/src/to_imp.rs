//! Translates FUNMEM to IMP (FUNMEM paper, §4, `FunMemToImp`). IMP has no arrays. An element becomes a read or a write
//! at the address that the array's index function gives. A view yields no code. The results of a body are copied to
//! their places unless they were built there. Names stay as they are.
//!
//! For one thread, traversals become loops. For several threads, the outermost ones are cut into tasks (`tasks`). For a
//! device, they become kernels (`kernels`).

mod exp;
mod kernels;
mod lanes;
mod own;
mod scatter;
mod tasks;
mod uneven;

use crate::lower::{elem_of, poly, slice_dim};
use base::entity::EntityRef;
use base::{Bug, Error, Name, Spans};
use exp::{address, bin, cmp, exp, i64_exp, poly_exp};
use fun::def::{
    Atom, Body, Exp, Filter, FunctionId, Histogram, Lambda, LoopForm, Monoid, Place, Program, Scatter, SliceDim, Stm,
    Traverse, Type,
};
use imp::def as target;
use index::{Assumptions, IndexFn, Poly};
use lanes::Iterations;
pub use own::filled_first;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// The largest weight (`Poly::weight`) of a position that other positions contain. Heavier ones get a variable.
const MAX_WEIGHT: usize = 16;

/// Translates a FUNMEM program for one thread.
pub fn to_imp(program: &Program) -> Result<target::Program, Error> {
    lower(program, Machine::Thread)
}

/// Translates a FUNMEM program for several threads.
pub fn to_tasks(program: &Program) -> Result<target::Program, Error> {
    lower(program, Machine::Threads)
}

/// Translates a FUNMEM program for a device. The threads of the outermost array operations allocate nothing except
/// arrays of constant sizes.
pub fn to_kernels(program: &Program) -> Result<target::Program, Error> {
    lower(program, Machine::Device)
}

/// Machine that runs the outermost array operations: one thread, several threads, or a device.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Machine {
    Thread,
    Threads,
    Device,
}

fn lower(program: &Program, machine: Machine) -> Result<target::Program, Error> {
    let mut out = target::Program { names: program.names.clone(), ..target::Program::default() };
    for table in program.tables.values() {
        out.tables.push(table.clone());
    }
    for entry in &program.entries {
        out.entries.push(entry_of(entry));
    }
    let mut lowerer = Lowerer {
        program,
        out,
        block: Vec::new(),
        machine,
        host: machine,
        called: Vec::new(),
        versions: 0,
        varying: FxHashSet::default(),
        moved: FxHashMap::default(),
        allocated: FxHashMap::default(),
        filled: FxHashMap::default(),
    };
    for id in program.functions.keys() {
        let function = lowerer.function(id)?;
        lowerer.out.functions.push(function);
    }
    lowerer.called_in_kernels()?;
    Ok(imp::lifetime::end_lifetimes(lowerer.out))
}

fn entry_of(entry: &fun::def::Entry) -> target::Entry {
    target::Entry {
        name: entry.name,
        function: target::FunctionId::new(entry.function.index()),
        params: entry.params.clone(),
        result: entry.result.clone(),
        doc: entry.doc.clone(),
    }
}

struct Lowerer<'a> {
    program: &'a Program,
    out: target::Program,
    /// The statements of the IMP block under construction.
    block: target::Block,
    /// The machine that runs traversals at the current position.
    machine: Machine,
    /// The machine that the program is translated for.
    host: Machine,
    /// The functions that kernels call. Each gets a version for a single thread; these follow all other functions, in
    /// this order.
    called: Vec<FunctionId>,
    /// The current places of arrays that are not at the place that the program says.
    moved: FxHashMap<Name, Place>,
    /// The number of enclosing maps that have two versions.
    versions: usize,
    /// The names bound in iterations that are cut into tasks. Their values may differ between iterations.
    varying: FxHashSet<Name>,
    /// The element type and the size of each block allocated so far.
    allocated: FxHashMap<Name, (ScalarType, Atom)>,
    /// The constant that all elements of an array have, for each array filled with a constant so far.
    filled: FxHashMap<Name, Scalar>,
}

type Lowered<T> = Result<T, Error>;

impl Lowerer<'_> {
    fn function(&mut self, id: FunctionId) -> Lowered<target::Function> {
        let program = self.program;
        let function = &program.functions[id];
        let params = function.params.iter().filter_map(|param| self.param(param.name)).collect();
        let results: Vec<target::Param> =
            function.results.iter().filter_map(|result| self.param(result.name)).collect();
        let body = self.in_block(|this| {
            if function.foreign.is_some() {
                return Ok(());
            }
            this.stms(&function.body)?;
            let results = function.results.iter().map(|result| result.name).collect::<Vec<_>>();
            this.assign_all(&results, &function.body.result)
        })?;
        Ok(target::Function {
            name: function.name,
            params,
            results,
            body,
            external: function.foreign.clone().map(target::External::Foreign),
        })
    }

    /// Returns the name as a parameter if it is a scalar or a block, else `None`: arrays and certificates do not exist
    /// at run time.
    fn param(&self, name: Name) -> Option<target::Param> {
        match self.program.type_of(name) {
            Type::Scalar(elem) => Some(target::Param { name, ty: target::Type::Scalar(*elem) }),
            Type::Memory => Some(target::Param { name, ty: target::Type::Memory }),
            Type::Array { .. } | Type::Cert => None,
        }
    }

    fn in_block(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<target::Block> {
        let outer = std::mem::take(&mut self.block);
        let result = lower(self);
        let block = std::mem::replace(&mut self.block, outer);
        result.map(|()| block)
    }

    fn push(&mut self, stm: target::Stm) {
        self.block.push(stm);
    }

    fn declare_i64(&mut self, name: Name, init: target::Exp) {
        self.push(target::Stm::Declare { name, ty: ScalarType::I64, init });
    }

    /// Declares a fresh `i64` variable with this value; returns its name.
    fn define(&mut self, hint: &str, value: target::Exp) -> Name {
        let name = self.out.names.fresh(hint);
        self.declare_i64(name, value);
        name
    }

    fn stms(&mut self, body: &Body) -> Lowered<()> {
        body.stms.iter().try_for_each(|stm| self.stm(stm))
    }

    /// Declares a variable that refers to a fresh block of `count` elements.
    fn allocate(&mut self, name: Name, elem: ScalarType, count: target::Exp) {
        self.push(target::Stm::DeclareMemory { name });
        self.push(target::Stm::Allocate { name, elem, count });
    }

    /// Declares a variable for each scalar and each block of the pattern.
    fn declare(&mut self, pattern: &[Name]) {
        for param in pattern.iter().filter_map(|&name| self.param(name)).collect::<Vec<_>>() {
            self.push(match param.ty {
                target::Type::Scalar(ty) => {
                    target::Stm::Declare { name: param.name, ty, init: target::Exp::Const(Scalar::zero(ty)) }
                }
                target::Type::Memory => target::Stm::DeclareMemory { name: param.name },
                target::Type::Object | target::Type::Borrowed => {
                    target::Stm::DeclareObject { name: param.name, borrowed: false }
                }
            });
        }
    }

    /// Declares a scalar or a block with a value. Does nothing for arrays and certificates.
    fn declare_as(&mut self, name: Name, value: Atom) {
        match (self.program.type_of(name), value) {
            (Type::Scalar(ty), _) => self.push(target::Stm::Declare { name, ty: *ty, init: exp(value) }),
            (Type::Memory, Atom::Var(from)) => {
                self.push(target::Stm::DeclareMemory { name });
                self.push(target::Stm::AssignReference { name, from });
            }
            _ => {}
        }
    }

    fn assign(&mut self, name: Name, value: Atom) {
        match (self.program.type_of(name), value) {
            (_, Atom::Var(from)) if from == name => {}
            (Type::Scalar(_), _) => self.push(target::Stm::Assign { name, value: exp(value) }),
            (Type::Memory, Atom::Var(from)) => self.push(target::Stm::AssignReference { name, from }),
            _ => {}
        }
    }

    /// Assigns all values as if at once. A value that another assignment overwrites first is kept in a temporary.
    fn assign_all(&mut self, names: &[Name], values: &[Atom]) -> Lowered<()> {
        let mut moves = Vec::new();
        for (at, (&name, &value)) in names.iter().zip(values).enumerate() {
            let overwritten = value.var().is_some_and(|from| names[..at].contains(&from));
            if overwritten && self.param(name).is_some() {
                let kept = self.out.names.like(name);
                self.keep(kept, name, value);
                moves.push((at, kept));
            }
        }
        for (at, (&name, &value)) in names.iter().zip(values).enumerate() {
            match moves.iter().find(|(moved, _)| *moved == at) {
                Some(&(_, kept)) => self.assign(name, kept.into()),
                None => self.assign(name, value),
            }
        }
        Ok(())
    }

    /// Declares `kept` with the type of `like` and the given value.
    fn keep(&mut self, kept: Name, like: Name, value: Atom) {
        match (self.program.type_of(like), value) {
            (Type::Scalar(ty), _) => self.push(target::Stm::Declare { name: kept, ty: *ty, init: exp(value) }),
            (Type::Memory, Atom::Var(from)) => {
                self.push(target::Stm::DeclareMemory { name: kept });
                self.push(target::Stm::AssignReference { name: kept, from });
            }
            _ => {}
        }
    }

    fn place(&self, array: Name) -> Lowered<&Place> {
        let place = self.moved.get(&array).or_else(|| self.program.vars.get(array)?.place.as_ref());
        place.ok_or_else(|| bug(format!("the array {array} has no place")))
    }

    /// Calls `lower` with the arrays in `moved` at other places than the program says.
    fn with_moved<T>(
        &mut self,
        moved: impl IntoIterator<Item = (Name, Place)>,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let outer = self.moved.clone();
        self.moved.extend(moved);
        let lowered = lower(self);
        self.moved = outer;
        lowered
    }

    fn dims(&self, array: Name) -> Vec<Poly> {
        self.program.type_of(array).dims().iter().map(|&dim| poly(dim)).collect()
    }

    // Statements.

    fn stm(&mut self, stm: &Stm) -> Lowered<()> {
        if self.machine == Machine::Device && stm.exp.sequential() == Some(false) {
            return self.kernel(stm);
        }
        let first = stm.pattern.first().copied();
        match (&stm.exp, first) {
            (Exp::Assert { cond, message, values }, _) => self.push(target::Stm::Assert {
                cond: exp(*cond),
                message: message.clone(),
                values: values.iter().map(|&value| exp(value)).collect(),
                spans: stm.spans.clone(),
            }),
            (Exp::If { cond, then_body, else_body }, _) => self.if_(&stm.pattern, *cond, then_body, else_body)?,
            (Exp::Loop(looped), _) => self.loop_(&stm.pattern, looped, &stm.spans)?,
            (Exp::Call { function, args }, _) => self.call(&stm.pattern, *function, args, &stm.spans),
            (Exp::Traverse(traverse), _) => self.traverse(&stm.pattern, traverse, &stm.spans)?,
            (Exp::Filter(filter), _) => self.filter(&stm.pattern, filter, &stm.spans)?,
            (Exp::Scatter(scatter), _) => self.scatter(scatter, &stm.spans)?,
            (Exp::Histogram(histogram), _) => self.histogram(histogram, &stm.spans)?,
            (Exp::Alloc { elem, count }, Some(name)) => {
                self.allocated.insert(name, (*elem, *count));
                self.allocate(name, *elem, exp(*count));
            }
            (Exp::Update { array, dims, value }, Some(_)) => self.update(*array, dims, *value)?,
            (_, Some(name)) => match self.program.type_of(name) {
                Type::Scalar(ty) => {
                    let init = self.scalar(&stm.exp)?;
                    self.push(target::Stm::Declare { name, ty: *ty, init });
                }
                Type::Array { .. } => self.array(name, &stm.exp, &stm.spans)?,
                Type::Cert | Type::Memory => {}
            },
            (_, None) => {}
        }
        Ok(())
    }

    /// Translates a scalar expression.
    fn scalar(&mut self, expression: &Exp) -> Lowered<target::Exp> {
        let boxed = |atom: &Atom| Box::new(exp(*atom));
        Ok(match expression {
            Exp::Atom(a) => exp(*a),
            Exp::Threshold { name, default } => {
                target::Exp::Setting(target::Setting::Threshold { name: *name, default: *default })
            }
            Exp::Un(op, a) => target::Exp::Un(*op, boxed(a)),
            Exp::Bin(op, a, b) => target::Exp::Bin(*op, boxed(a), boxed(b)),
            Exp::Cmp(op, a, b) => target::Exp::Cmp(*op, boxed(a), boxed(b)),
            Exp::Fma(a, b, c) => target::Exp::Fma(boxed(a), boxed(b), boxed(c)),
            Exp::Convert(to, a) => target::Exp::Convert(*to, boxed(a)),
            Exp::Index(array, indices) => {
                let indices: Vec<target::Exp> = indices.iter().map(|&index| exp(index)).collect();
                self.read(*array, &indices)?
            }
            _ => return Err(bug("a scalar out of an array operation")),
        })
    }

    /// Translates an expression that makes a new array or a view.
    fn array(&mut self, name: Name, expression: &Exp, spans: &Spans) -> Lowered<()> {
        match expression {
            Exp::Literal(elements) => {
                for (at, &element) in elements.iter().enumerate() {
                    self.store(name, &[Atom::i64(at as i64)], element)?;
                }
            }
            Exp::Table(table) => {
                let source = self.out.names.fresh("table");
                self.push(target::Stm::DeclareTable { name: source, table: target::TableId::new(table.index()) });
                let ixfn = IndexFn::row_major(&self.dims(name));
                let to = self.place(name)?.clone();
                let from = Place { block: source, ixfn };
                self.copy(elem_of(self.program, name), &to, &from)?;
            }
            Exp::Iota { count, start, step } => {
                let elem = elem_of(self.program, name);
                let index = self.out.names.fresh("i");
                let at = target::Exp::Convert(elem, Box::new(target::Exp::Var(index)));
                let at = if elem == ScalarType::I64 { target::Exp::Var(index) } else { at };
                let value = bin(BinOp::Add, exp(*start), bin(BinOp::Mul, at, exp(*step)));
                let body = self.in_block(|this| this.write(name, &[target::Exp::Var(index)], value))?;
                self.independent(target::Stm::For {
                    var: index,
                    ty: ScalarType::I64,
                    bound: exp(*count),
                    body,
                    parallel: true,
                    spans: spans.clone(),
                })?;
            }
            Exp::Replicate { dims, value } => {
                let element = self.constant(*value);
                element.into_iter().for_each(|element| _ = self.filled.insert(name, element));
                let outer: Vec<Poly> = dims.iter().map(|&dim| poly(dim)).collect();
                self.fill_all(name, &outer, *value)?;
            }
            Exp::Copy(array) => {
                let (to, from) = (self.place(name)?.clone(), self.place(*array)?.clone());
                self.copy(elem_of(self.program, name), &to, &from)?;
            }
            Exp::Concat(arrays) => self.concat(name, arrays)?,
            // Views need no code, nor do arrays whose contents do not matter.
            _ => {}
        }
        Ok(())
    }

    /// Stores the value at all indices of the leading dimensions, whose sizes are `outer`.
    fn fill_all(&mut self, name: Name, outer: &[Poly], value: Atom) -> Lowered<()> {
        let block = self.alone(|this| this.replicate(name, outer, &mut Vec::new(), value))?;
        block.into_iter().try_for_each(|stm| self.independent(stm))
    }

    /// Returns the value if it is a constant. If it is an array whose elements are all one constant, returns that.
    fn constant(&self, value: Atom) -> Option<Scalar> {
        value.constant().or_else(|| self.filled.get(&value.var()?).copied())
    }

    /// Adds a loop for each of the `outer` dimensions, with the store of the value inside. `at` has the indices so far.
    fn replicate(&mut self, name: Name, outer: &[Poly], at: &mut Vec<Name>, value: Atom) -> Lowered<()> {
        let Some((size, rest)) = outer.split_first() else {
            let indices: Vec<Atom> = at.iter().map(|&index| index.into()).collect();
            return self.store(name, &indices, value);
        };
        let index = self.out.names.fresh("i");
        at.push(index);
        let body = self.in_block(|this| this.replicate(name, rest, at, value))?;
        at.pop();
        self.for_(index, poly_exp(size), body, true, &Vec::new());
        Ok(())
    }

    fn concat(&mut self, name: Name, arrays: &[Name]) -> Lowered<()> {
        let mut start = Poly::zero();
        for &array in arrays {
            let Some(size) = self.dims(array).first().cloned() else { return Err(bug("concat of a scalar")) };
            let to = rows(self.place(name)?, start.clone(), size.clone());
            let from = self.place(array)?.clone();
            self.copy(elem_of(self.program, name), &to, &from)?;
            start = self.short(start + size);
        }
        Ok(())
    }

    /// Returns the position, or a variable that holds it if it is a long sum. So sums of positions stay short.
    fn short(&mut self, position: Poly) -> Poly {
        if position.weight() <= MAX_WEIGHT {
            return position;
        }
        let name = self.out.names.fresh("start");
        self.push(target::Stm::Declare { name, ty: ScalarType::I64, init: poly_exp(&position) });
        Poly::var(name)
    }

    fn update(&mut self, array: Name, dims: &[SliceDim], value: Atom) -> Lowered<()> {
        let fixed: Option<Vec<Atom>> = dims.iter().map(SliceDim::fixed).collect();
        if let Some(indices) = fixed {
            return self.store(array, &indices, value);
        }
        let slices: Vec<index::SliceDim> = dims.iter().map(slice_dim).collect();
        let whole = self.place(array)?.clone();
        let to = Place { block: whole.block, ixfn: whole.ixfn.slice(&slices) };
        let Some(source) = value.var() else { return Err(bug("a scalar written to a slice")) };
        let from = self.place(source)?.clone();
        let elem = elem_of(self.program, array);
        let may_repeat = dims.iter().any(SliceDim::is_flat) && !to.ixfn.is_injective(&Assumptions::default());
        if !may_repeat || to == from {
            return self.copy(elem, &to, &from);
        }
        // If the elements of `to` share addresses, they are copied in order, by one thread.
        let in_order = |this: &mut Self| this.copy_elements(elem, &to, &from, &to.ixfn.shape(), &mut Vec::new(), false);
        if self.machine == Machine::Thread {
            return in_order(self);
        }
        let cond = self.are_apart(&to.ixfn);
        let then_block = self.in_block(|this| this.copy(elem, &to, &from))?;
        let else_block = self.in_block(in_order)?;
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Returns a condition that implies that all elements have distinct addresses: in each dimension, neighbours are
    /// farther apart than the later dimensions reach.
    fn are_apart(&mut self, ixfn: &IndexFn) -> target::Exp {
        let mut conditions = Vec::new();
        for lmad in ixfn.components() {
            let mut reach = i64_exp(0);
            for dim in lmad.dims.iter().rev() {
                let (size, stride) = (poly_exp(&dim.size), poly_exp(&dim.stride));
                let step = bin(BinOp::Max, stride.clone(), bin(BinOp::Sub, i64_exp(0), stride));
                let step = target::Exp::Var(self.define("step", step));
                let is_single = cmp(CmpOp::Le, size.clone(), i64_exp(1));
                conditions.push(bin(BinOp::Or, is_single, cmp(CmpOp::Lt, reach.clone(), step.clone())));
                let more = bin(BinOp::Mul, bin(BinOp::Sub, size, i64_exp(1)), step);
                reach = target::Exp::Var(self.define("reach", bin(BinOp::Add, reach, more)));
            }
        }
        let all = conditions.into_iter().reduce(|all, cond| bin(BinOp::And, all, cond));
        all.unwrap_or(target::Exp::Const(Scalar::Bool(true)))
    }

    // Memory.

    fn read(&mut self, array: Name, indices: &[target::Exp]) -> Lowered<target::Exp> {
        let place = self.place(array)?;
        let index = Box::new(address(&place.ixfn, indices));
        Ok(target::Exp::Read { memory: place.block, elem: elem_of(self.program, array), index })
    }

    fn write(&mut self, array: Name, indices: &[target::Exp], value: target::Exp) -> Lowered<()> {
        let place = self.place(array)?;
        let (memory, index) = (place.block, address(&place.ixfn, indices));
        self.push(target::Stm::Write { memory, elem: elem_of(self.program, array), index, value });
        Ok(())
    }

    /// Stores a scalar or a row at the leading indices of an array.
    fn store(&mut self, array: Name, indices: &[Atom], value: Atom) -> Lowered<()> {
        match value.var().filter(|&name| self.program.type_of(name).rank() > 0) {
            None => {
                let indices: Vec<target::Exp> = indices.iter().map(|&index| exp(index)).collect();
                self.write(array, &indices, exp(value))
            }
            Some(row) => {
                let to = self.row(array, indices)?;
                let from = self.place(row)?.clone();
                self.copy(elem_of(self.program, array), &to, &from)
            }
        }
    }

    /// Returns the place of the part of an array at the leading indices.
    fn row(&self, array: Name, indices: &[Atom]) -> Lowered<Place> {
        let place = self.place(array)?;
        let mut ixfn = Some(place.ixfn.clone());
        for &index in indices {
            ixfn = ixfn.and_then(|ixfn| ixfn.index(poly(index)));
        }
        match ixfn {
            Some(ixfn) => Ok(Place { block: place.block, ixfn }),
            None => Err(bug(format!("too many indices for {array}"))),
        }
    }

    /// Copies an array from one place to another of the same shape; does nothing if they are the same place.
    fn copy(&mut self, elem: ScalarType, to: &Place, from: &Place) -> Lowered<()> {
        if to == from {
            return Ok(());
        }
        let contiguous =
            |place: &Place| place.ixfn.as_single().filter(|lmad| lmad.is_row_major()).map(|lmad| lmad.offset.clone());
        if let (Some(to_offset), Some(from_offset)) = (contiguous(to), contiguous(from)) {
            let count = poly_exp(&to.ixfn.count());
            self.push(target::Stm::Copy {
                elem,
                to: to.block,
                to_offset: poly_exp(&to_offset),
                from: from.block,
                from_offset: poly_exp(&from_offset),
                count,
            });
            return Ok(());
        }
        let block = self.alone(|this| this.copy_elements(elem, to, from, &to.ixfn.shape(), &mut Vec::new(), true))?;
        block.into_iter().try_for_each(|stm| self.independent(stm))
    }

    /// Adds a loop for each dimension of `shape`, with the copy of an element inside. `at` has the indices so far.
    fn copy_elements(
        &mut self,
        elem: ScalarType,
        to: &Place,
        from: &Place,
        shape: &[Poly],
        at: &mut Vec<Name>,
        parallel: bool,
    ) -> Lowered<()> {
        let Some((size, rest)) = shape.split_first() else {
            let indices: Vec<target::Exp> = at.iter().map(|&index| target::Exp::Var(index)).collect();
            let index = Box::new(address(&from.ixfn, &indices));
            let value = target::Exp::Read { memory: from.block, elem, index };
            let index = address(&to.ixfn, &indices);
            self.push(target::Stm::Write { memory: to.block, elem, index, value });
            return Ok(());
        };
        let index = self.out.names.fresh("i");
        at.push(index);
        let body = self.in_block(|this| this.copy_elements(elem, to, from, rest, at, parallel))?;
        at.pop();
        self.for_(index, poly_exp(size), body, parallel, &Vec::new());
        Ok(())
    }

    fn for_(&mut self, var: Name, bound: target::Exp, body: target::Block, parallel: bool, spans: &Spans) {
        let spans = spans.clone();
        self.push(target::Stm::For { var, ty: ScalarType::I64, bound, body, parallel, spans });
    }

    // Control flow.

    fn if_(&mut self, pattern: &[Name], cond: Atom, then_body: &Body, else_body: &Body) -> Lowered<()> {
        self.declare(pattern);
        let mut branch = |body: &Body| {
            self.in_block(|this| {
                this.stms(body)?;
                this.assign_all(pattern, &body.result)
            })
        };
        let (then_block, else_block) = (branch(then_body)?, branch(else_body)?);
        self.push(target::Stm::If { cond: exp(cond), then_block, else_block });
        Ok(())
    }

    fn loop_(&mut self, pattern: &[Name], looped: &fun::def::Loop, spans: &Spans) -> Lowered<()> {
        for &(param, init) in &looped.params {
            self.declare_as(param, init);
        }
        let params: Vec<Name> = looped.params.iter().map(|(param, _)| *param).collect();
        let body = self.in_block(|this| {
            this.stms(&looped.body)?;
            this.assign_all(&params, &looped.body.result)
        })?;
        self.push(match looped.form {
            LoopForm::For { var, bound } => target::Stm::For {
                var,
                ty: elem_of(self.program, var),
                bound: exp(bound),
                body,
                parallel: false,
                spans: spans.clone(),
            },
            LoopForm::While { cond } => target::Stm::While { cond: target::Exp::Var(cond), body },
        });
        for (&name, &param) in pattern.iter().zip(&params) {
            self.declare_as(name, param.into());
        }
        Ok(())
    }

    fn call(&mut self, pattern: &[Name], function: FunctionId, args: &[Atom], spans: &Spans) {
        self.declare(pattern);
        let results = pattern.iter().copied().filter(|&name| self.param(name).is_some()).collect();
        let program = self.program;
        let arg = |&atom: &Atom| match program.atom_type(atom) {
            Type::Scalar(_) => Some(target::Arg::Scalar(exp(atom))),
            Type::Memory => atom.var().map(target::Arg::Reference),
            Type::Array { .. } | Type::Cert => None,
        };
        let args = args.iter().filter_map(arg).collect();
        let function = self.callee(function);
        self.push(target::Stm::Call { results, function, args, spans: spans.clone() });
    }

    /// Returns the IMP function for a call: within a kernel, the version for a single thread.
    fn callee(&mut self, function: FunctionId) -> target::FunctionId {
        if self.machine != Machine::Thread || self.host != Machine::Device {
            return target::FunctionId::new(function.index());
        }
        let known = self.called.iter().position(|&called| called == function);
        let at = known.unwrap_or_else(|| {
            self.called.push(function);
            self.called.len() - 1
        });
        target::FunctionId::new(self.program.functions.len() + at)
    }

    /// Adds single-thread versions of all functions that kernels call.
    fn called_in_kernels(&mut self) -> Lowered<()> {
        let mut at = 0;
        self.machine = Machine::Thread;
        while let Some(&id) = self.called.get(at) {
            let function = self.function(id)?;
            self.out.functions.push(function);
            at += 1;
        }
        Ok(())
    }

    // Array operations.

    /// Binds the lambda's scalar parameters to the inputs' elements at its index, and lowers its statements. Returns
    /// the index. Callers lower what is done with the lambda's results.
    fn enter(&mut self, lambda: &Lambda, inputs: &[Name]) -> Lowered<Name> {
        let Some((&index, params)) = lambda.params.split_first() else { return Err(bug("a lambda without index")) };
        for (&param, &input) in params.iter().zip(inputs) {
            if let Type::Scalar(ty) = *self.program.type_of(param) {
                let init = self.read(input, &[target::Exp::Var(index)])?;
                self.push(target::Stm::Declare { name: param, ty, init });
            }
        }
        self.stms(&lambda.body)?;
        Ok(index)
    }

    /// Declares variables for the scalars that a monoid accumulates, with the neutral element. Fills the buffers of
    /// accumulated arrays with the neutral element. Returns the variables, or the arrays' names.
    fn accumulators(&mut self, monoid: &Monoid) -> Lowered<Vec<Name>> {
        let mut accumulators = Vec::new();
        for (&param, &neutral) in monoid.operator.params.iter().zip(&monoid.neutral) {
            match *self.program.type_of(param) {
                Type::Scalar(ty) => {
                    let accumulator = self.out.names.fresh("acc");
                    self.push(target::Stm::Declare { name: accumulator, ty, init: exp(neutral) });
                    accumulators.push(accumulator);
                }
                _ => {
                    self.fill(param, neutral)?;
                    accumulators.push(param);
                }
            }
        }
        Ok(accumulators)
    }

    /// Copies an array value to the place of another array.
    fn fill(&mut self, array: Name, value: Atom) -> Lowered<()> {
        let Some(source) = value.var() else { return Err(bug("a scalar where an array is due")) };
        let (to, from) = (self.place(array)?.clone(), self.place(source)?.clone());
        self.copy(elem_of(self.program, array), &to, &from)
    }

    fn is_scalar(&self, name: Name) -> bool {
        matches!(self.program.type_of(name), Type::Scalar(_))
    }

    /// Combines values with the accumulators: `accumulators := operator accumulators values`.
    fn combine(&mut self, monoid: &Monoid, accumulators: &[Name], values: &[Atom]) -> Lowered<()> {
        self.combine_with(monoid, accumulators, |this, at, param| match values.get(at) {
            Some(&value) => this.bind(param, value),
            None => Err(bug("an operator without a value")),
        })
    }

    /// Gives an operator's parameter its value: a scalar is declared, an array is copied to the parameter's place.
    fn bind(&mut self, param: Name, value: Atom) -> Lowered<()> {
        if !self.is_scalar(param) {
            return self.fill(param, value);
        }
        self.declare_as(param, value);
        Ok(())
    }

    /// Like `combine`, but `bind` gives the operator's further parameters their values, each parameter by its position.
    fn combine_with(
        &mut self,
        monoid: &Monoid,
        accumulators: &[Name],
        mut bind: impl FnMut(&mut Self, usize, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let (old, new) = monoid.operator.params.split_at(accumulators.len().min(monoid.operator.params.len()));
        for (&param, &accumulator) in old.iter().zip(accumulators) {
            if self.is_scalar(param) {
                self.declare_as(param, accumulator.into());
            }
        }
        for (at, &param) in new.iter().enumerate() {
            bind(self, at, param)?;
        }
        self.stms(&monoid.operator.body)?;
        for ((&param, &accumulator), &result) in old.iter().zip(accumulators).zip(&monoid.operator.body.result) {
            if self.is_scalar(param) {
                self.push(target::Stm::Assign { name: accumulator, value: exp(result) });
            } else {
                self.fill(param, result)?;
            }
        }
        Ok(())
    }

    fn traverse(&mut self, pattern: &[Name], traverse: &Traverse, spans: &Spans) -> Lowered<()> {
        if self.machine == Machine::Threads
            && !traverse.sequential
            && self.traverse_in_tasks(pattern, traverse, spans)?
        {
            return Ok(());
        }
        let varies = traverse.width.var().is_some_and(|width| self.varying.contains(&width));
        self.traverse_in_order(pattern, traverse, varies && !traverse.sequential, spans)
    }

    /// Runs all iterations one after another. Sums of floats may be computed in lanes, and so in another order, if
    /// `may_have_lanes` allows it.
    fn traverse_in_order(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        may_have_lanes: bool,
        spans: &Spans,
    ) -> Lowered<()> {
        let accumulators = traverse.monoids().map(|monoid| self.accumulators(monoid)).collect::<Lowered<Vec<_>>>()?;
        let Some(&index) = traverse.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let body = self.in_block(|this| this.iteration(pattern, traverse, &accumulators, None))?;
        let count = exp(traverse.width);
        if may_have_lanes && self.has_lanes(traverse, &body) {
            let iterations = Iterations { first: None, count, index, body };
            self.in_lanes(traverse, &accumulators, iterations, spans)?;
        } else {
            self.for_(index, count, body, traverse.is_map() && !traverse.sequential, spans);
        }
        self.reduced(pattern, traverse, &accumulators)
    }

    /// Lowers one iteration: the lambda, the combination of its values with the accumulators, and the stores of
    /// results. If `begun` is given and false, the values replace the accumulators instead.
    fn iteration(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        begun: Option<Name>,
    ) -> Lowered<()> {
        let index = self.accumulate(pattern, traverse, accumulators, begun)?;
        self.write_scanned(pattern, traverse, accumulators, index)
    }

    /// Stores the accumulated values as the elements of scans at `index`.
    fn write_scanned(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        index: Name,
    ) -> Lowered<()> {
        let scan_accumulators = accumulators.iter().flatten().take(traverse.scanned());
        for (&array, &accumulator) in pattern.iter().zip(scan_accumulators) {
            if self.program.type_of(array).rank() == 1 {
                self.write(array, &[target::Exp::Var(index)], target::Exp::Var(accumulator))?;
            } else {
                self.store(array, &[index.into()], accumulator.into())?;
            }
        }
        Ok(())
    }

    /// Lowers one iteration without storing elements of scans. Returns its index.
    fn accumulate(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        begun: Option<Name>,
    ) -> Lowered<Name> {
        let index = self.enter(&traverse.lambda, &traverse.inputs)?;
        let mut values = traverse.lambda.body.result.as_slice();
        for (monoid, accumulators) in traverse.monoids().zip(accumulators) {
            let (now, rest) = values.split_at(accumulators.len().min(values.len()));
            match begun {
                Some(begun) => self.combine_or_begin(monoid, accumulators, now, begun)?,
                None => self.combine(monoid, accumulators, now)?,
            }
            values = rest;
        }
        if let Some(name) = begun {
            self.push(target::Stm::Assign { name, value: exp(Atom::bool(true)) });
        }
        for (&array, &value) in pattern.iter().skip(traverse.combined()).zip(values) {
            self.store(array, &[index.into()], value)?;
        }
        Ok(index)
    }

    /// Binds the results of reductions in the pattern to the accumulated values.
    fn reduced(&mut self, pattern: &[Name], traverse: &Traverse, accumulators: &[Vec<Name>]) -> Lowered<()> {
        let reductions = accumulators.iter().skip(traverse.scans.len()).flatten();
        for (&name, &accumulator) in pattern.iter().skip(traverse.scanned()).zip(reductions) {
            match *self.program.type_of(name) {
                Type::Scalar(ty) => {
                    self.push(target::Stm::Declare { name, ty, init: target::Exp::Var(accumulator) });
                }
                _ => self.fill(name, accumulator.into())?,
            }
        }
        Ok(())
    }

    fn filter(&mut self, pattern: &[Name], filter: &Filter, spans: &Spans) -> Lowered<()> {
        if self.machine == Machine::Threads && !filter.sequential {
            return self.filter_in_tasks(pattern, filter, spans);
        }
        let Some((&count, arrays)) = pattern.split_first() else { return Err(bug("a filter without results")) };
        self.push(target::Stm::Declare { name: count, ty: ScalarType::I64, init: i64_exp(0) });
        self.filter_all(arrays, filter, count, spans)
    }

    /// Runs all iterations of a filter one after another.
    fn filter_all(&mut self, arrays: &[Name], filter: &Filter, count: Name, spans: &Spans) -> Lowered<()> {
        let Some(&index) = filter.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let body = self.in_block(|this| this.filter_iteration(arrays, filter, count))?;
        self.for_(index, exp(filter.width), body, false, spans);
        Ok(())
    }

    /// Lowers one iteration of a filter: stores the values at position `count`, which grows if they are kept.
    fn filter_iteration(&mut self, arrays: &[Name], filter: &Filter, count: Name) -> Lowered<()> {
        let Some((&keep, values)) = filter.lambda.body.result.split_first() else {
            return Err(bug("a filter that yields nothing"));
        };
        self.enter(&filter.lambda, &filter.inputs)?;
        let (rows, scalars): (Vec<_>, Vec<_>) =
            arrays.iter().zip(values).partition(|(array, _)| self.program.type_of(**array).rank() > 1);
        // The arrays have room for one more element, so values are stored without a branch and overwritten if not kept.
        for (&array, &value) in scalars {
            self.store(array, &[count.into()], value)?;
        }
        if !rows.is_empty() {
            let then_block = self.in_block(|this| {
                rows.into_iter().try_for_each(|(&array, &value)| this.store(array, &[count.into()], value))
            })?;
            self.push(target::Stm::If { cond: exp(keep), then_block, else_block: Vec::new() });
        }
        let kept = target::Exp::Convert(ScalarType::I64, Box::new(exp(keep)));
        let next = bin(BinOp::Add, target::Exp::Var(count), kept);
        self.push(target::Stm::Assign { name: count, value: next });
        Ok(())
    }

    /// Returns the condition that the index is within the leading dimensions of the array.
    fn in_range(&self, array: Name, index: &[Atom]) -> target::Exp {
        let mut all: Option<target::Exp> = None;
        for (&at, size) in index.iter().zip(self.dims(array)) {
            let low = cmp(CmpOp::Le, i64_exp(0), exp(at));
            let high = cmp(CmpOp::Lt, exp(at), poly_exp(&size));
            let both = bin(BinOp::And, low, high);
            all = Some(match all {
                Some(so_far) => bin(BinOp::And, so_far, both),
                None => both,
            });
        }
        all.unwrap_or(target::Exp::Const(Scalar::Bool(true)))
    }
}

/// Returns the place of `count` rows of an array, from row `start` on.
fn rows(place: &Place, start: Poly, count: Poly) -> Place {
    let whole = |size: Poly| index::SliceDim::Range { start: Poly::zero(), count: size, step: Poly::one() };
    let mut dims: Vec<index::SliceDim> = place.ixfn.shape().into_iter().map(whole).collect();
    if let Some(first) = dims.first_mut() {
        *first = index::SliceDim::Range { start, count, step: Poly::one() };
    }
    Place { block: place.block, ixfn: place.ixfn.slice(&dims) }
}

fn bug(message: impl Into<String>) -> Error {
    Bug::new("FUNMEM to IMP", message).into()
}
