//! FUN with its names resolved: a variable is a slot of the running function's frame.
//!
//! A frame has two kinds of slots: words, which hold the bits of scalars without their types, and arrays. Constants
//! have words of their own, set when a frame is made. Certificates and blocks of memory have no contents and no slot.
//! Types of scalars are checked while resolving; shapes of arrays are checked at run time.

use super::plan::{self, Plan, StmPlan};
use super::{Limits, Run, stuck};
use crate::def::{self, Atom, Exp, FunctionId, LoopForm, Program, SliceDim, TableId, Type};
use base::{Name, Stop, Template};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use value::kernel::{BinaryKernel, UnaryKernel, binary_kernel, compare_kernel, convert_kernel};
use value::{Operator, ScalarType};

pub(super) type Slot = usize;

/// Slot of a variable in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Word(Slot, ScalarType),
    Array(Slot),
    Nothing,
}

pub(super) struct Function<'p> {
    pub source: &'p def::Function,
    pub params: Vec<Place>,
    /// Initial words of a frame, constants included.
    pub words: Vec<u64>,
    /// Number of array slots of a frame.
    pub arrays: usize,
    pub body: Body<'p>,
}

/// A body. Its results are read in place after the body has run.
pub(super) struct Body<'p> {
    /// Arrays that are handed to the body, which does not use them.
    pub dead: Vec<Slot>,
    pub stms: Vec<Stm<'p>>,
    pub results: Vec<Read>,
}

/// A read of a body's result. If `last`, the array is taken out of its slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub place: Place,
    pub last: bool,
}

pub(super) struct Stm<'p> {
    pub source: &'p def::Stm,
    pub op: Op<'p>,
    /// Arrays that are dropped after the operands are read.
    pub before: Vec<Slot>,
    /// Arrays of the pattern, with their types.
    pub checks: Vec<Check>,
    /// Arrays that are dropped at the end.
    pub after: Vec<Slot>,
}

/// An array and its type, to be checked.
pub(super) struct Check {
    pub name: Name,
    pub array: Slot,
    pub elem: ScalarType,
    pub dims: Vec<Slot>,
}

/// A parallel assignment from one list of slots to another.
#[derive(Default)]
pub(super) struct Moves {
    pub words: Vec<(Slot, Slot)>,
    pub arrays: Vec<(Slot, Slot, Last)>,
}

/// Whether the read is the last one, so that it takes the array out of its slot.
pub(super) type Last = bool;

pub(super) enum Op<'p> {
    Binary {
        kernel: BinaryKernel,
        args: [Slot; 2],
        to: Slot,
    },
    /// Like `Binary`, but stuck if the second operand is 0.
    Divide {
        kernel: BinaryKernel,
        args: [Slot; 2],
        to: Slot,
    },
    Convert {
        kernel: UnaryKernel,
        arg: Slot,
        to: Slot,
    },
    /// An operator without a kernel.
    Scalar {
        operator: Operator,
        args: Vec<(Slot, ScalarType)>,
        to: Slot,
        ty: ScalarType,
    },
    Index {
        array: Slot,
        indices: Vec<Slot>,
        to: Slot,
    },
    Move(Moves),
    Array(ArrayOp, Slot),
    Assert {
        cond: Slot,
        message: &'p Template,
        values: Vec<(Slot, ScalarType)>,
    },
    /// A branch: the bodies for false and true, each with the moves of its results to the pattern.
    If {
        cond: Slot,
        branches: Box<[(Body<'p>, Moves); 2]>,
    },
    Loop(Box<Loop<'p>>),
    Call {
        function: FunctionId,
        args: Vec<Place>,
        results: Vec<Place>,
    },
    Traverse(Box<Traverse<'p>>),
    Filter(Box<Filter<'p>>),
    Scatter(Box<Scatter<'p>>),
    Histogram(Box<Histogram<'p>>),
    /// An allocation of memory, which does nothing.
    Nothing,
}

/// An operation that makes one array. The type of the pattern gives the array's type.
pub(super) enum ArrayOp {
    Slice(Slot, Vec<Dim>),
    Update(Slot, Vec<Dim>, Place),
    Literal { elem: ScalarType, row: Vec<Slot>, values: Vec<Place> },
    Table(TableId),
    Iota { elem: ScalarType, count: Slot, start: Slot, step: Slot },
    Replicate { elem: ScalarType, dims: Vec<Slot>, value: Place },
    Scratch { elem: ScalarType, dims: Vec<Slot> },
    Copy(Slot),
    Concat(Vec<Slot>),
    Permute(Slot, Vec<usize>),
    Reshape(Slot, Vec<Slot>),
}

pub(super) enum Dim {
    Fix(Slot),
    Range {
        start: Slot,
        count: Slot,
        stride: Slot,
    },
    /// Slots of the start, and of count and stride of each dimension that replaces this one.
    Flat(Slot, Vec<(Slot, Slot)>),
}

pub(super) struct Loop<'p> {
    /// Moves of the initial values to the parameters; `next` does so between iterations.
    pub start: Moves,
    pub next: Moves,
    pub form: Form,
    pub body: Body<'p>,
    /// Moves of the parameters to the pattern.
    pub end: Moves,
}

pub(super) enum Form {
    For { var: Slot, bound: Slot, ty: ScalarType },
    While { cond: Slot },
}

/// A function operand of an array operation, applied to the elements at an index.
pub(super) struct Lambda<'p> {
    pub inputs: Vec<Slot>,
    /// Parameter for the index, if there is one.
    pub index: Option<Slot>,
    pub params: Vec<Place>,
    pub body: Body<'p>,
}

/// An array that is built row by row, and the place from which its rows are read.
pub(super) struct Column {
    pub elem: ScalarType,
    pub row: Vec<Slot>,
    pub from: Read,
    pub to: Slot,
}

/// An operator. Its first parameters hold the accumulated values.
pub(super) struct Monoid<'p> {
    /// Moves of the neutral elements to the first parameters.
    pub start: Moves,
    /// Moves of new values to the other parameters.
    pub take: Moves,
    pub body: Body<'p>,
    /// Moves of the results to the first parameters.
    pub keep: Moves,
}

pub(super) struct Traverse<'p> {
    pub width: Slot,
    pub lambda: Lambda<'p>,
    pub monoids: Vec<Monoid<'p>>,
    pub columns: Vec<Column>,
    /// Reads of the scans' accumulated values.
    pub scanned: Vec<Read>,
    /// Moves of the reduced values to the pattern.
    pub end: Moves,
}

pub(super) struct Filter<'p> {
    pub width: Slot,
    pub lambda: Lambda<'p>,
    pub keep: Slot,
    pub columns: Vec<Column>,
    pub count: Slot,
}

pub(super) struct Scatter<'p> {
    pub width: Slot,
    pub lambda: Lambda<'p>,
    pub index: Vec<Slot>,
    pub values: Vec<Read>,
    pub destinations: Vec<Slot>,
    pub to: Vec<Slot>,
}

pub(super) struct Histogram<'p> {
    pub width: Slot,
    pub lambda: Lambda<'p>,
    pub index: Vec<Slot>,
    pub destinations: Vec<Slot>,
    /// Parameters of the operator that take the destinations' elements. The fields `start` and `keep` of `operator` are
    /// not used.
    pub old: Vec<Place>,
    pub operator: Monoid<'p>,
    pub to: Vec<Slot>,
}

/// All functions of a program. A function is resolved at its first call. Host code runs many entry points, and
/// resolving everything for each would cost time in the program's length.
pub(super) struct Functions<'p> {
    program: &'p Program,
    limits: Limits,
    /// Resolved functions, by number.
    resolved: Vec<OnceCell<Function<'p>>>,
}

impl<'p> Functions<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Functions<'p> {
        Functions { program, limits, resolved: program.functions.values().map(|_| OnceCell::new()).collect() }
    }

    pub fn get(&self, id: FunctionId) -> Run<&Function<'p>> {
        let no_function = || stuck("a call of a function that is not there");
        let cell = self.resolved.get(id.as_u32() as usize).ok_or_else(no_function)?;
        if let Some(function) = cell.get() {
            return Ok(function);
        }
        let source = self.program.functions.get(id).ok_or_else(no_function)?;
        let function = Resolver::function(self.program, self.limits, source)?;
        Ok(cell.get_or_init(|| function))
    }
}

struct Resolver<'p> {
    program: &'p Program,
    limits: Limits,
    places: FxHashMap<Name, Place>,
    constants: FxHashMap<u64, Slot>,
    words: Vec<u64>,
    arrays: usize,
    depth: usize,
}

impl<'p> Resolver<'p> {
    fn function(program: &'p Program, limits: Limits, source: &'p def::Function) -> Run<Function<'p>> {
        let (places, constants, words) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        let mut scope = Resolver { program, limits, places, constants, words, arrays: 0, depth: 0 };
        let names: Vec<Name> = source.params.iter().map(|param| param.name).collect();
        let params = scope.bind_all(&names);
        let body = scope.body(&source.body, &plan::plan(&program.vars, &source.body, &names))?;
        Ok(Function { source, params, words: scope.words, arrays: scope.arrays, body })
    }

    // Variables.

    fn word(&mut self, value: u64) -> Slot {
        self.words.push(value);
        self.words.len() - 1
    }

    /// Gives a variable a slot of the frame. Certificates and blocks have none.
    fn bind(&mut self, name: Name) -> Place {
        let place = match *self.program.type_of(name) {
            Type::Scalar(ty) => Place::Word(self.word(0), ty),
            Type::Array { .. } => {
                self.arrays += 1;
                Place::Array(self.arrays - 1)
            }
            Type::Cert | Type::Memory => Place::Nothing,
        };
        self.places.insert(name, place);
        place
    }

    fn bind_all(&mut self, names: &[Name]) -> Vec<Place> {
        names.iter().map(|&name| self.bind(name)).collect()
    }

    fn place(&self, name: Name) -> Run<Place> {
        self.places.get(&name).copied().ok_or_else(|| stuck(format!("{name} has no value")))
    }

    /// Returns the place of a variable or a constant. Equal constants share a slot.
    fn atom(&mut self, atom: Atom) -> Run<Place> {
        match atom {
            Atom::Var(name) => self.place(name),
            Atom::Const(scalar) => {
                let bits = scalar.bits();
                let known = self.constants.get(&bits).copied();
                let slot = known.unwrap_or_else(|| self.word(bits));
                self.constants.insert(bits, slot);
                Ok(Place::Word(slot, scalar.scalar_type()))
            }
        }
    }

    fn atoms(&mut self, atoms: &[Atom]) -> Run<Vec<Place>> {
        atoms.iter().map(|&atom| self.atom(atom)).collect()
    }

    fn scalar(&mut self, atom: Atom) -> Run<(Slot, ScalarType)> {
        scalar_at(self.atom(atom)?)
    }

    fn scalars(&mut self, atoms: &[Atom]) -> Run<Vec<(Slot, ScalarType)>> {
        atoms.iter().map(|&atom| self.scalar(atom)).collect()
    }

    fn i64(&mut self, atom: Atom) -> Run<Slot> {
        let place = self.atom(atom)?;
        scalar_of(place, ScalarType::I64)
    }

    fn i64s(&mut self, atoms: &[Atom]) -> Run<Vec<Slot>> {
        atoms.iter().map(|&atom| self.i64(atom)).collect()
    }

    fn bool(&mut self, atom: Atom) -> Run<Slot> {
        let place = self.atom(atom)?;
        scalar_of(place, ScalarType::Bool)
    }

    fn array(&self, name: Name) -> Run<Slot> {
        array_at(self.place(name)?)
    }

    fn arrays(&self, names: &[Name]) -> Run<Vec<Slot>> {
        names.iter().map(|&name| self.array(name)).collect()
    }

    /// Returns the slots of those variables that are arrays.
    fn slots(&self, names: &[Name]) -> Vec<Slot> {
        names.iter().filter_map(|&name| array_at(self.place(name).ok()?).ok()).collect()
    }

    // Bodies.

    fn body(&mut self, body: &'p def::Body, plan: &Plan) -> Run<Body<'p>> {
        if self.depth >= self.limits.depth {
            return Err(Box::new(Stop::Limit(format!("evaluation is nested deeper than {}", self.limits.depth))));
        }
        self.depth += 1;
        let dead = self.slots(&plan.dead_at_start);
        let stms = body.stms.iter().zip(&plan.stms);
        let stms = stms
            .map(|(stm, plan)| self.stm(stm, plan).map_err(|stop| super::locate(self.program, *stop, stm)))
            .collect::<Run<_>>()?;
        let results = self.results(body, plan)?;
        self.depth -= 1;
        Ok(Body { dead, stms, results })
    }

    /// Returns the reads of a body's results. If an array is several results, only the last read takes it.
    fn results(&mut self, body: &def::Body, plan: &Plan) -> Run<Vec<Read>> {
        let read = |(at, &atom): (usize, &Atom)| {
            let later = body.result.get(at + 1..).unwrap_or(&[]);
            let last = atom.var().is_some_and(|name| plan.dead_at_end.contains(&name)) && !later.contains(&atom);
            Ok(Read { place: self.atom(atom)?, last })
        };
        body.result.iter().enumerate().map(read).collect()
    }

    fn stm(&mut self, source: &'p def::Stm, plan: &StmPlan) -> Run<Stm<'p>> {
        let op = self.op(source, plan)?;
        let checks = source.pattern.iter().filter_map(|&name| self.check(name).transpose()).collect::<Run<_>>()?;
        let [before, after] = [&plan.before, &plan.after].map(|names| self.slots(names));
        Ok(Stm { source, op, before, checks, after })
    }

    fn check(&mut self, name: Name) -> Run<Option<Check>> {
        let Type::Array { elem, dims } = self.program.type_of(name) else { return Ok(None) };
        Ok(Some(Check { name, array: self.array(name)?, elem: *elem, dims: self.i64s(dims)? }))
    }

    /// Resolves a statement's operation and binds its pattern.
    fn op(&mut self, stm: &'p def::Stm, plan: &StmPlan) -> Run<Op<'p>> {
        match &stm.exp {
            Exp::Atom(atom) => {
                let from = Read { place: self.atom(*atom)?, last: false };
                Ok(Op::Move(moves(&[from], &self.bind_all(&stm.pattern))?))
            }
            Exp::Threshold { default, .. } => {
                let from = Read { place: self.atom(Atom::i64(*default))?, last: false };
                Ok(Op::Move(moves(&[from], &self.bind_all(&stm.pattern))?))
            }
            Exp::Un(op, a) => self.operator(stm, Operator::Un(*op), &[*a]),
            Exp::Bin(op, a, b) => self.operator(stm, Operator::Bin(*op), &[*a, *b]),
            Exp::Cmp(op, a, b) => self.operator(stm, Operator::Cmp(*op), &[*a, *b]),
            Exp::Fma(a, b, c) => self.operator(stm, Operator::Fma, &[*a, *b, *c]),
            Exp::Convert(ty, a) => self.operator(stm, Operator::Convert(*ty), &[*a]),
            Exp::Index(array, indices) => {
                let (array, indices) = (self.array(*array)?, self.i64s(indices)?);
                let (to, _) = scalar_at(self.only(stm)?)?;
                Ok(Op::Index { array, indices, to })
            }
            Exp::Assert { cond, message, values } => {
                let (cond, values) = (self.bool(*cond)?, self.scalars(values)?);
                self.bind_all(&stm.pattern);
                Ok(Op::Assert { cond, message, values })
            }
            Exp::If { cond, then_body, else_body } => self.if_(stm, *cond, then_body, else_body, plan),
            Exp::Loop(looped) => self.loop_(stm, looped, plan),
            Exp::Call { function, args } => {
                let args = self.atoms(args)?;
                Ok(Op::Call { function: *function, args, results: self.bind_all(&stm.pattern) })
            }
            Exp::Traverse(traverse) => self.traverse(stm, traverse, plan),
            Exp::Filter(filter) => self.filter(stm, filter, plan),
            Exp::Scatter(scatter) => self.scatter(stm, scatter, plan),
            Exp::Histogram(histogram) => self.histogram(stm, histogram, plan),
            Exp::Alloc { .. } => {
                self.bind_all(&stm.pattern);
                Ok(Op::Nothing)
            }
            exp => {
                let op = self.array_op(stm, exp)?;
                let to = array_at(self.only(stm)?)?;
                Ok(Op::Array(op, to))
            }
        }
    }

    /// Binds the only variable of a pattern.
    fn only(&mut self, stm: &def::Stm) -> Run<Place> {
        match stm.pattern[..] {
            [name] => Ok(self.bind(name)),
            _ => Err(stuck(format!("1 values for {} variables", stm.pattern.len()))),
        }
    }

    fn operator(&mut self, stm: &def::Stm, operator: Operator, args: &[Atom]) -> Run<Op<'p>> {
        let args = self.scalars(args)?;
        let (to, ty) = scalar_at(self.only(stm)?)?;
        Ok(with_kernel(operator, &args, to, ty).unwrap_or(Op::Scalar { operator, args, to, ty }))
    }

    fn array_op(&mut self, stm: &def::Stm, exp: &Exp) -> Run<ArrayOp> {
        Ok(match exp {
            Exp::Slice(array, dims) => ArrayOp::Slice(self.array(*array)?, self.dims(dims)?),
            Exp::Update { array, dims, value } => {
                ArrayOp::Update(self.array(*array)?, self.dims(dims)?, self.atom(*value)?)
            }
            Exp::Literal(atoms) => {
                let (elem, row) = self.row_type(stm, 0)?;
                ArrayOp::Literal { elem, row, values: self.atoms(atoms)? }
            }
            Exp::Table(table) => ArrayOp::Table(*table),
            Exp::Iota { count, start, step } => {
                let (count, (start, elem), step) = (self.i64(*count)?, self.scalar(*start)?, self.atom(*step)?);
                ArrayOp::Iota { elem, count, start, step: scalar_of(step, elem)? }
            }
            Exp::Replicate { dims, value } => {
                let elem = self.program.atom_type(*value).elem();
                let elem = elem.ok_or_else(|| stuck("only scalars and arrays repeat"))?;
                ArrayOp::Replicate { elem, dims: self.i64s(dims)?, value: self.atom(*value)? }
            }
            Exp::Scratch { elem, dims } => ArrayOp::Scratch { elem: *elem, dims: self.i64s(dims)? },
            Exp::Copy(array) => ArrayOp::Copy(self.array(*array)?),
            Exp::Concat(arrays) => ArrayOp::Concat(self.arrays(arrays)?),
            Exp::Permute(array, perm) => ArrayOp::Permute(self.array(*array)?, perm.clone()),
            Exp::Reshape(array, dims) => ArrayOp::Reshape(self.array(*array)?, self.i64s(dims)?),
            _ => return Err(stuck("no operation that makes an array")),
        })
    }

    fn dims(&mut self, dims: &[SliceDim]) -> Run<Vec<Dim>> {
        let mut resolve = |dim: &SliceDim| match dim {
            SliceDim::Fix(index) => Ok(Dim::Fix(self.i64(*index)?)),
            SliceDim::Range { start, count, stride } => {
                Ok(Dim::Range { start: self.i64(*start)?, count: self.i64(*count)?, stride: self.i64(*stride)? })
            }
            SliceDim::Flat { start, dims } => {
                let start = self.i64(*start)?;
                let dims = dims.iter().map(|dim| Ok((self.i64(dim.count)?, self.i64(dim.stride)?)));
                Ok(Dim::Flat(start, dims.collect::<Run<_>>()?))
            }
        };
        dims.iter().map(&mut resolve).collect()
    }

    /// Returns the element type and shape of the rows of an array in the pattern.
    fn row_type(&mut self, stm: &def::Stm, position: usize) -> Run<(ScalarType, Vec<Slot>)> {
        let name = stm.pattern.get(position).ok_or_else(|| stuck("too few variables for the results"))?;
        match self.program.type_of(*name) {
            Type::Array { elem, dims } => Ok((*elem, self.i64s(dims.get(1..).unwrap_or(&[]))?)),
            _ => Err(stuck(format!("{name} should be an array"))),
        }
    }

    // Control.

    fn if_(
        &mut self,
        stm: &def::Stm,
        cond: Atom,
        then_body: &'p def::Body,
        else_body: &'p def::Body,
        plan: &StmPlan,
    ) -> Run<Op<'p>> {
        let cond = self.bool(cond)?;
        let then_body = self.body(then_body, inner_plan(plan, 0)?)?;
        let else_body = self.body(else_body, inner_plan(plan, 1)?)?;
        let pattern = self.bind_all(&stm.pattern);
        let ways = [moves(&else_body.results, &pattern)?, moves(&then_body.results, &pattern)?];
        let [from_else, from_then] = ways;
        Ok(Op::If { cond, branches: Box::new([(else_body, from_else), (then_body, from_then)]) })
    }

    fn loop_(&mut self, stm: &def::Stm, looped: &'p def::Loop, plan: &StmPlan) -> Run<Op<'p>> {
        let (names, inits): (Vec<Name>, Vec<Atom>) = looped.params.iter().copied().unzip();
        let (inits, bound) = match looped.form {
            LoopForm::For { bound, .. } => (self.atoms(&inits)?, Some(self.scalar(bound)?)),
            LoopForm::While { .. } => (self.atoms(&inits)?, None),
        };
        let params = self.bind_all(&names);
        let form = match (&looped.form, bound) {
            (LoopForm::For { var, .. }, Some((bound, ty))) if ty.is_integer() => {
                Form::For { var: scalar_of(self.bind(*var), ty)?, bound, ty }
            }
            (LoopForm::For { .. }, _) => return Err(stuck("the bound of a loop is an integer")),
            (LoopForm::While { cond }, _) => Form::While { cond: self.bool(Atom::Var(*cond))? },
        };
        let body = self.body(&looped.body, inner_plan(plan, 0)?)?;
        let pattern = self.bind_all(&stm.pattern);
        let (start, end) = (moves(&kept(&inits), &params)?, moves(&taken(&params), &pattern)?);
        Ok(Op::Loop(Box::new(Loop { start, next: moves(&body.results, &params)?, form, body, end })))
    }

    // Array operations.

    fn lambda(&mut self, lambda: &'p def::Lambda, inputs: &[Name], plan: &Plan) -> Run<Lambda<'p>> {
        let takes_index = lambda.params.len() == inputs.len() + 1;
        let (index, params) = lambda.params.split_at(usize::from(takes_index));
        if params.len() != inputs.len() {
            return Err(stuck("a lambda takes another number of values than there are inputs"));
        }
        let inputs = self.arrays(inputs)?;
        let index = index.first().map(|&name| scalar_of(self.bind(name), ScalarType::I64)).transpose()?;
        let params = self.bind_all(params);
        Ok(Lambda { inputs, index, params, body: self.body(&lambda.body, plan)? })
    }

    /// Resolves an operator whose new values are read by `new`.
    fn monoid(&mut self, monoid: &'p def::Monoid, new: &[Read], plan: &Plan) -> Run<(Monoid<'p>, Vec<Place>)> {
        let neutral = self.atoms(&monoid.neutral)?;
        let params = self.bind_all(&monoid.operator.params);
        let split = params.split_at_checked(neutral.len());
        let (accumulated, others) = split.ok_or_else(|| stuck("an operator takes another number of values"))?;
        let body = self.body(&monoid.operator.body, plan)?;
        let (start, take) = (moves(&kept(&neutral), accumulated)?, moves(new, others)?);
        let keep = moves(&body.results, accumulated)?;
        Ok((Monoid { start, take, body, keep }, accumulated.to_vec()))
    }

    /// Returns the column for an array of the pattern, whose rows are read at `from`.
    fn column(&mut self, stm: &def::Stm, position: usize, from: Read) -> Run<Column> {
        let (elem, row) = self.row_type(stm, position)?;
        let to = stm.pattern.get(position).ok_or_else(|| stuck("too few variables for the results"))?;
        Ok(Column { elem, row, from, to: self.array(*to)? })
    }

    fn traverse(&mut self, stm: &def::Stm, traverse: &'p def::Traverse, plan: &StmPlan) -> Run<Op<'p>> {
        let width = self.i64(traverse.width)?;
        let lambda = self.lambda(&traverse.lambda, &traverse.inputs, inner_plan(plan, 0)?)?;
        let mut values = lambda.body.results.as_slice();
        let (mut monoids, mut scanned, mut reduced) = (Vec::new(), Vec::new(), Vec::new());
        for (at, monoid) in traverse.monoids().enumerate() {
            let (new, later) = split(values, monoid.neutral.len())?;
            let (monoid, accumulated) = self.monoid(monoid, new, inner_plan(plan, at + 1)?)?;
            monoids.push(monoid);
            if at < traverse.scans.len() { &mut scanned } else { &mut reduced }.extend(accumulated);
            values = later;
        }
        let pattern = self.bind_all(&stm.pattern);
        if pattern.len() != scanned.len() + reduced.len() + values.len() {
            return Err(stuck("a lambda yields another number of values than there are variables"));
        }
        let mut columns = Vec::new();
        for (at, &from) in kept(&scanned).iter().enumerate() {
            columns.push(self.column(stm, at, from)?);
        }
        for (at, &from) in values.iter().enumerate() {
            columns.push(self.column(stm, scanned.len() + reduced.len() + at, from)?);
        }
        let (_, rest) = split(&pattern, scanned.len())?;
        let (reductions, _) = split(rest, reduced.len())?;
        let end = moves(&taken(&reduced), reductions)?;
        Ok(Op::Traverse(Box::new(Traverse { width, lambda, monoids, columns, scanned: taken(&scanned), end })))
    }

    fn filter(&mut self, stm: &def::Stm, filter: &'p def::Filter, plan: &StmPlan) -> Run<Op<'p>> {
        let width = self.i64(filter.width)?;
        let lambda = self.lambda(&filter.lambda, &filter.inputs, inner_plan(plan, 0)?)?;
        let (keep, values) = split(&lambda.body.results, 1)?;
        let keep = keep
            .first()
            .map_or(Err(stuck("a filter yields nothing")), |keep| scalar_of(keep.place, ScalarType::Bool))?;
        let pattern = self.bind_all(&stm.pattern);
        if pattern.len() != values.len() + 1 {
            return Err(stuck("a lambda yields another number of values than there are variables"));
        }
        let mut columns = Vec::new();
        for (at, &from) in values.iter().enumerate() {
            columns.push(self.column(stm, at + 1, from)?);
        }
        let count =
            pattern.first().map_or(Err(stuck("a filter without count")), |&count| scalar_of(count, ScalarType::I64))?;
        Ok(Op::Filter(Box::new(Filter { width, lambda, keep, columns, count })))
    }

    fn scatter(&mut self, stm: &def::Stm, scatter: &'p def::Scatter, plan: &StmPlan) -> Run<Op<'p>> {
        let width = self.i64(scatter.width)?;
        let destinations = self.arrays(&scatter.destinations)?;
        let lambda = self.lambda(&scatter.lambda, &scatter.inputs, inner_plan(plan, 0)?)?;
        let (index, values) = split_index(&lambda.body.results, scatter.index_rank, destinations.len())?;
        let to = self.targets(stm, destinations.len())?;
        let values = values.to_vec();
        Ok(Op::Scatter(Box::new(Scatter { width, lambda, index, values, destinations, to })))
    }

    fn histogram(&mut self, stm: &def::Stm, histogram: &'p def::Histogram, plan: &StmPlan) -> Run<Op<'p>> {
        let width = self.i64(histogram.width)?;
        let destinations = self.arrays(&histogram.destinations)?;
        let lambda = self.lambda(&histogram.lambda, &histogram.inputs, inner_plan(plan, 0)?)?;
        let (index, new) = split_index(&lambda.body.results, histogram.index_rank, destinations.len())?;
        let (operator, old) = self.monoid(&histogram.operator, new, inner_plan(plan, 1)?)?;
        let to = self.targets(stm, destinations.len())?;
        if old.len() != to.len() || operator.body.results.len() != to.len() {
            return Err(stuck("an operator takes another number of values"));
        }
        Ok(Op::Histogram(Box::new(Histogram { width, lambda, index, destinations, old, operator, to })))
    }

    /// Returns the slots of a pattern of `count` arrays.
    fn targets(&mut self, stm: &def::Stm, count: usize) -> Run<Vec<Slot>> {
        if stm.pattern.len() != count {
            return Err(stuck(format!("{count} values for {} variables", stm.pattern.len())));
        }
        self.bind_all(&stm.pattern).into_iter().map(array_at).collect()
    }
}

/// Returns the operation as a kernel on words, if there is one and the types are right.
fn with_kernel<'p>(operator: Operator, args: &[(Slot, ScalarType)], to: Slot, ty: ScalarType) -> Option<Op<'p>> {
    match (operator, args) {
        (Operator::Bin(op), &[(a, a_type), (b, b_type)]) if a_type == ty && b_type == ty && op.defined_on(ty) => {
            let (kernel, args) = (binary_kernel(op, ty)?, [a, b]);
            Some(if op.can_fail(ty) { Op::Divide { kernel, args, to } } else { Op::Binary { kernel, args, to } })
        }
        (Operator::Cmp(op), &[(a, a_type), (b, b_type)]) if a_type == b_type && ty == ScalarType::Bool => {
            Some(Op::Binary { kernel: compare_kernel(op, a_type)?, args: [a, b], to })
        }
        (Operator::Convert(result), &[(arg, from)]) if result == ty => {
            Some(Op::Convert { kernel: convert_kernel(from, ty)?, arg, to })
        }
        _ => None,
    }
}

fn scalar_at(place: Place) -> Run<(Slot, ScalarType)> {
    if let Place::Word(slot, ty) = place { Ok((slot, ty)) } else { Err(stuck("a scalar is meant")) }
}

fn scalar_of(place: Place, ty: ScalarType) -> Run<Slot> {
    match place {
        Place::Word(slot, found) if found == ty => Ok(slot),
        _ => Err(stuck(format!("a value of type {ty} is meant"))),
    }
}

fn array_at(place: Place) -> Run<Slot> {
    if let Place::Array(slot) = place { Ok(slot) } else { Err(stuck("an array is meant")) }
}

fn inner_plan(plan: &StmPlan, at: usize) -> Run<&Plan> {
    plan.bodies.get(at).ok_or_else(|| stuck("a body without a plan"))
}

fn split<T>(items: &[T], at: usize) -> Run<(&[T], &[T])> {
    items.split_at_checked(at).ok_or_else(|| stuck("an operation has fewer values than it needs"))
}

fn split_index(results: &[Read], rank: usize, values: usize) -> Run<(Vec<Slot>, &[Read])> {
    if results.len() != rank + values {
        return Err(stuck("a lambda yields another number of values than an index and a value each"));
    }
    let (index, values) = split(results, rank)?;
    let index = index.iter().map(|read| scalar_of(read.place, ScalarType::I64)).collect::<Run<_>>()?;
    Ok((index, values))
}

/// Returns reads that do not take arrays out of their slots.
fn kept(places: &[Place]) -> Vec<Read> {
    places.iter().map(|&place| Read { place, last: false }).collect()
}

fn taken(places: &[Place]) -> Vec<Read> {
    places.iter().map(|&place| Read { place, last: true }).collect()
}

/// Pairs values with the variables that receive them. Stuck if their number or types differ.
fn moves(from: &[Read], to: &[Place]) -> Run<Moves> {
    if from.len() != to.len() {
        return Err(stuck(format!("{} values for {} variables", from.len(), to.len())));
    }
    let mut moves = Moves::default();
    for (from, &to) in from.iter().zip(to) {
        match (from.place, to) {
            (Place::Word(from, ty), Place::Word(to, expected)) if ty == expected => moves.words.push((from, to)),
            (Place::Array(slot), Place::Array(to)) => moves.arrays.push((slot, to, from.last)),
            (Place::Nothing, Place::Nothing) => {}
            _ => return Err(stuck("a value is not of the type of its variable")),
        }
    }
    Ok(moves)
}
