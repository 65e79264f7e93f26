//! CORE with resolved names: variables are slots of the running function's frame, fields are positions.
//!
//! A frame has two kinds of slots: words, for variables of scalar type, and values, for all others. A word is the bits
//! of a scalar. Because the code knows the type, scalars are neither tagged nor reference-counted.

use super::value::{Layout, Value};
use super::{liveness, spine};
use crate::calls::{Calls, TailLoops};
use crate::def::{DefId, Entry, Expr, ExprKind, Lambda, LoopForm, Param, Pat, Prim, Program, Size, SliceDim, Type};
use crate::extract;
use crate::typing::with_sizes_of;
use crate::walk::lambda_free_variables;
use base::entity::EntityRef;
use base::{Name, Span, Stop, Symbol, Template};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::kernel::{BinaryKernel, UnaryKernel, binary_kernel, compare_kernel, convert_kernel};
use value::{BinOp, CmpOp, Scalar, ScalarType};

pub(super) type Slot = usize;

/// Slot of a variable in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Word(Slot, ScalarType),
    Value(Slot),
}

/// A definition or a lambda.
#[derive(Debug)]
pub(super) struct Function {
    /// Whether calls appear in the trace of a failure; those of definitions do, those of lambdas do not.
    pub is_def: bool,
    /// Signature of the definition's entry point in the device part; `None` unless the definition is accelerated.
    pub seam: Option<Entry>,
    pub type_params: usize,
    pub params: usize,
    /// Slots of the type arguments, the captured variables and the parameters, in this order.
    pub places: Vec<Place>,
    /// Parameters with patterns: the slot of the argument, and the pattern that is bound when the function starts.
    pub unpack: Vec<(Slot, Pattern)>,
    pub words: usize,
    pub values: usize,
    /// Nesting depth of expressions in the body.
    pub depth: usize,
    pub body: Node,
}

#[derive(Debug)]
pub(super) struct Node {
    pub op: Op,
    pub span: Span,
}

impl Node {
    /// Whether the node reads a variable or a field of one, and does nothing else.
    pub fn is_path(&self) -> bool {
        match &self.op {
            Op::Read(_) => true,
            Op::Field(record, _) => record.is_path(),
            _ => false,
        }
    }
}

/// A read of a variable that is not a scalar. If `last`, its value moves out of the slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub slot: Slot,
    pub last: bool,
}

#[derive(Debug)]
pub(super) enum Op {
    Literal(u64, ScalarType),
    Table(usize),
    Word(Slot, ScalarType),
    Read(Read),
    /// A local polymorphic function, applied to type arguments.
    Instantiate(Read, Vec<Shape>),
    Def(DefId, Vec<Shape>),
    /// A lambda. Its captures are type parameters, then sizes and other variables.
    Closure {
        function: Rc<Function>,
        captures: Vec<Node>,
    },
    Apply(Box<Node>, Vec<Node>),
    /// A tail call of a definition in the same group: its frame replaces the running one.
    Jump(DefId, Vec<Shape>, Vec<Node>),
    /// A call whose value is that of the enclosing `Then`'s first part. The machine runs it after returning from the
    /// running code.
    Call(DefId, Vec<Shape>, Vec<Node>),
    /// Binds the value of a part that contains a `Call`, and continues.
    Then(Box<Node>, Rc<Then>),
    Block(Vec<(Pattern, Node)>, Box<Node>),
    If(Box<[Node; 3]>),
    Match(Box<Node>, Literals, Vec<(Pattern, Node)>),
    Loop(Box<Loop>),
    Record(Vec<Node>),
    Field(Box<Node>, usize),
    Variant(Symbol, Vec<Node>),
    Array(Vec<Node>, Shape),
    Index(Box<Node>, Vec<Node>),
    Slice(Box<Node>, Vec<Dim>),
    /// Update of one scalar element: `array with [indices] = scalar`.
    UpdateElement(Box<Node>, Vec<Node>, Box<Node>),
    Update(Box<Node>, Vec<Dim>, Box<Node>),
    /// An operator on words; `ty` is the result's type.
    Binary {
        kernel: BinaryKernel,
        ty: ScalarType,
        args: Box<[Node; 2]>,
    },
    /// Like `Binary`, but a divisor of 0 is a failure.
    Divide {
        kernel: BinaryKernel,
        op: BinOp,
        ty: ScalarType,
        args: Box<[Node; 2]>,
    },
    Convert(UnaryKernel, ScalarType, Box<Node>),
    /// A primitive without a kernel. `shape` is the shape of the elements of its result, if the result is an array.
    Prim {
        prim: Prim,
        args: Vec<Node>,
        shape: Shape,
    },
    Ensure(Box<Ensure>),
}

/// The part of a function's body after a call.
#[derive(Debug)]
pub(super) struct Then {
    pub pattern: Pattern,
    pub rest: Node,
    /// Number of value slots of the function.
    pub values: usize,
}

#[derive(Debug)]
pub(super) struct Loop {
    pub pattern: Pattern,
    pub init: Node,
    pub form: Form,
    pub body: Node,
}

#[derive(Debug)]
pub(super) enum Form {
    For(Slot, Node),
    ForIn(Pattern, Node),
    While(Node),
}

#[derive(Debug)]
pub(super) struct Ensure {
    pub condition: Node,
    pub message: Template,
    pub values: Vec<Node>,
    pub then: Node,
}

#[derive(Debug)]
pub(super) enum Dim {
    Fix(Node),
    Range { start: Option<Node>, end: Option<Node>, stride: Option<Node> },
}

#[derive(Debug)]
pub(super) enum Pattern {
    Word(Slot, ScalarType),
    Slot(Slot),
    Ignore,
    Record(Vec<Pattern>),
    Variant(Symbol, Vec<Pattern>),
    Literal(Scalar),
}

/// Jump table for the integer literals in the leading cases of a match: the first case of each integer, and the number
/// of these cases. It replaces a linear search.
#[derive(Debug)]
pub(super) struct Literals {
    cases: FxHashMap<Scalar, usize>,
    count: usize,
}

impl Literals {
    /// Returns the table for a match's cases.
    fn of(cases: &[(Pattern, Node)]) -> Literals {
        let literals = cases.iter().map_while(|(pattern, _)| match pattern {
            Pattern::Literal(scalar) if scalar.scalar_type().is_integer() => Some(*scalar),
            _ => None,
        });
        let mut found = Literals { cases: FxHashMap::default(), count: 0 };
        for scalar in literals {
            found.cases.entry(scalar).or_insert(found.count);
            found.count += 1;
        }
        found
    }

    /// Returns the position of the first case that may match the value.
    pub fn start(&self, value: &Value) -> usize {
        match value {
            Value::Scalar(scalar) => self.cases.get(scalar).copied().unwrap_or(self.count),
            _ => 0,
        }
    }
}

/// A type, as far as it determines the shape of arrays, with sizes read from the frame.
#[derive(Debug)]
pub(super) enum Shape {
    /// A type whose layout is known before the function runs.
    Known(Rc<Layout>),
    Array(Box<Shape>, Option<SizeOf>),
    Record(Vec<Shape>),
    Param(Slot),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum SizeOf {
    Const(usize),
    Word(Slot),
}

/// Code of a definition.
#[derive(Debug)]
pub(super) struct Code {
    pub direct: Rc<Function>,
    /// Code whose recursive calls are on the spine, for calls that are nested deep. It is slower, because operands before
    /// such a call have slots.
    pub deep: Rc<Function>,
}

/// Compiles all definitions, by number.
pub(super) fn compile(program: &Program) -> Result<Vec<Code>, Stop> {
    let mut codes = Vec::with_capacity(program.defs.len());
    let loops = TailLoops::of(program);
    let group = groups(program);
    let mut names = program.names.clone();
    for (id, def) in program.defs.iter() {
        let is_whole = |callee: DefId, args| args == program.defs[callee].params.len();
        let calls = spine::Calls {
            is_recursive: &|callee, args| group[id.index()] == group[callee.index()] && is_whole(callee, args),
            is_jump: &|callee| loops.is_jump(id, callee),
        };
        let function = |body: &Expr| {
            let mut scope = Scope::new(program, 0);
            def.type_params.iter().for_each(|name| scope.bind_value(*name));
            let mut function = scope.function(true, def.type_params.len(), &def.params, body)?;
            if def.accelerated {
                function.seam = extract::entry(id, def).ok();
            }
            mark_jumps(&mut function.body, &|callee, args: &[Node]| {
                loops.is_jump(id, callee) && is_whole(callee, args.len())
            });
            Ok(function)
        };
        let direct = Rc::new(function(&def.body)?);
        let mut deep = Rc::clone(&direct);
        if group[id.index()].is_some() {
            let mut body = def.body.clone();
            if spine::straighten(&mut body, &calls, &mut names) {
                let mut function = function(&body)?;
                spine::split(&mut function.body, &calls, function.values, false, 0);
                deep = Rc::new(function);
            }
        }
        codes.push(Code { direct, deep });
    }
    Ok(codes)
}

/// Returns, for each definition, the number of its group of definitions that use each other; `None` if it is not
/// recursive.
fn groups(program: &Program) -> Vec<Option<usize>> {
    let calls = Calls::of(program);
    let recursive = calls.on_cycles();
    let mut group = vec![None; program.defs.len()];
    for (number, members) in calls.components().into_iter().enumerate() {
        for id in members.into_iter().filter(|id| recursive.contains(id)) {
            group[id.index()] = Some(number);
        }
    }
    group
}

/// Turns tail calls for which `is_jump` holds into jumps.
fn mark_jumps(node: &mut Node, is_jump: &dyn Fn(DefId, &[Node]) -> bool) {
    match &mut node.op {
        Op::Block(_, body) => mark_jumps(body, is_jump),
        Op::If(parts) => {
            let [_, yes, no] = &mut **parts;
            mark_jumps(yes, is_jump);
            mark_jumps(no, is_jump);
        }
        Op::Match(_, _, cases) => cases.iter_mut().for_each(|(_, body)| mark_jumps(body, is_jump)),
        Op::Ensure(ensure) => mark_jumps(&mut ensure.then, is_jump),
        Op::Apply(function, args) => {
            if let Op::Def(callee, types) = &mut function.op
                && is_jump(*callee, args)
            {
                node.op = Op::Jump(*callee, std::mem::take(types), std::mem::take(args));
            }
        }
        _ => {}
    }
}

/// Largest nesting depth; the verifier has checked it before.
const MAX_DEPTH: usize = 10_000;

struct Scope<'p> {
    program: &'p Program,
    slots: FxHashMap<Name, Place>,
    /// Slots of the type arguments and captured variables bound so far.
    places: Vec<Place>,
    words: usize,
    values: usize,
    depth: usize,
    deepest: usize,
}

impl<'p> Scope<'p> {
    fn new(program: &'p Program, depth: usize) -> Scope<'p> {
        let (slots, places) = (FxHashMap::default(), Vec::new());
        Scope { program, slots, places, words: 0, values: 0, depth, deepest: depth }
    }

    fn word_slot(&mut self) -> Slot {
        self.words += 1;
        self.words - 1
    }

    fn value_slot(&mut self) -> Slot {
        self.values += 1;
        self.values - 1
    }

    fn place(&mut self, ty: &Type) -> Place {
        match ty {
            Type::Scalar(ty) => Place::Word(self.word_slot(), *ty),
            _ => Place::Value(self.value_slot()),
        }
    }

    /// Binds a type argument or captured variable to a slot.
    fn bind_argument(&mut self, name: Name, place: Place) {
        self.places.push(place);
        self.slots.insert(name, place);
    }

    fn bind_value(&mut self, name: Name) {
        let place = Place::Value(self.value_slot());
        self.bind_argument(name, place);
    }

    fn read(&self, name: Name) -> Result<Op, Stop> {
        let place = self.slots.get(&name).copied();
        place.map(read_of).ok_or_else(|| Stop::stuck(format!("`{name}` is not in scope")))
    }

    /// Compiles a function whose type arguments and captured variables are bound already.
    fn function(mut self, is_def: bool, types: usize, params: &[Param], body: &Expr) -> Result<Function, Stop> {
        let outside = self.depth;
        let mut unpack = Vec::new();
        for param in params {
            let place = match self.pattern(&param.pat) {
                Pattern::Word(slot, ty) => Place::Word(slot, ty),
                Pattern::Slot(slot) => Place::Value(slot),
                pattern => {
                    let slot = self.value_slot();
                    unpack.push((slot, pattern));
                    Place::Value(slot)
                }
            };
            self.places.push(place);
        }
        let mut body = self.node(body)?;
        liveness::mark(&mut body);
        Ok(Function {
            is_def,
            seam: None,
            type_params: types,
            params: params.len(),
            places: self.places,
            unpack,
            // The machine tells frames apart by their first words.
            words: self.words.max(1),
            values: self.values,
            depth: self.deepest - outside,
            body,
        })
    }

    /// Compiles a lambda, bound with `type_params`, to a closure with its captures.
    fn closure(&mut self, lambda: &Lambda, type_params: &[Name]) -> Result<Op, Stop> {
        let free = lambda_free_variables(lambda);
        let mut inner = Scope::new(self.program, self.depth);
        type_params.iter().for_each(|name| inner.bind_value(*name));
        let mut captures = Vec::new();
        for name in free.types.iter().chain(&free.sizes).chain(free.variables.keys()) {
            // A size or type parameter without a slot is not captured, because no shape depends on it.
            if let Some(place) = self.slots.get(name)
                && !inner.slots.contains_key(name)
            {
                let inside = match place {
                    Place::Word(_, ty) => Place::Word(inner.word_slot(), *ty),
                    Place::Value(_) => Place::Value(inner.value_slot()),
                };
                inner.bind_argument(*name, inside);
                captures.push(Node { op: read_of(*place), span: lambda.body.span });
            }
        }
        let function = inner.function(false, type_params.len(), &lambda.params, &lambda.body)?;
        Ok(Op::Closure { function: Rc::new(function), captures })
    }

    /// Allocates slots for the pattern's variables.
    fn pattern(&mut self, pat: &Pat) -> Pattern {
        match pat {
            Pat::Var(name, ty) => {
                let place = self.place(ty);
                self.slots.insert(*name, place);
                pattern_of(place)
            }
            Pat::Wildcard(_) => Pattern::Ignore,
            Pat::Record(fields) => Pattern::Record(fields.iter().map(|(_, pat)| self.pattern(pat)).collect()),
            Pat::Variant(name, payload, _) => {
                Pattern::Variant(*name, payload.iter().map(|pat| self.pattern(pat)).collect())
            }
            Pat::Literal(value) => Pattern::Literal(*value),
        }
    }

    /// Like `pattern`, but also allocates slots for ignored parts, so that the machine can reassemble the whole value.
    fn whole_pattern(&mut self, pat: &Pat) -> Pattern {
        match pat {
            Pat::Wildcard(ty) => pattern_of(self.place(ty)),
            Pat::Record(fields) => Pattern::Record(fields.iter().map(|(_, pat)| self.whole_pattern(pat)).collect()),
            Pat::Variant(name, payload, _) => {
                Pattern::Variant(*name, payload.iter().map(|pat| self.whole_pattern(pat)).collect())
            }
            Pat::Var(..) | Pat::Literal(_) => self.pattern(pat),
        }
    }

    /// Returns the run-time shape of a type.
    fn shape(&self, ty: &Type) -> Shape {
        let known = |layout| Shape::Known(Rc::new(layout));
        match ty {
            Type::Scalar(scalar) => known(Layout::Scalar(*scalar)),
            Type::Array(elem, size) => match (self.shape(elem), self.size(*size)) {
                (Shape::Known(elem), None) => known(Layout::Array(elem, 0)),
                (Shape::Known(elem), Some(SizeOf::Const(size))) => known(Layout::Array(elem, size)),
                (elem, size) => Shape::Array(Box::new(elem), size),
            },
            Type::Record(fields) => Shape::Record(fields.iter().map(|(_, ty)| self.shape(ty)).collect()),
            Type::Sum(_) | Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_) | Type::Function(..) => {
                known(Layout::Boxed)
            }
            Type::Param(name) => match self.slots.get(name) {
                Some(Place::Value(slot)) => Shape::Param(*slot),
                _ => known(Layout::Boxed),
            },
        }
    }

    fn size(&self, size: Size) -> Option<SizeOf> {
        match size {
            Size::Any => None,
            Size::Const(value) => usize::try_from(value).ok().map(SizeOf::Const),
            Size::Var(name) => match self.slots.get(&name) {
                Some(Place::Word(slot, ScalarType::I64)) => Some(SizeOf::Word(*slot)),
                _ => None,
            },
        }
    }

    fn shapes(&self, types: &[Type]) -> Vec<Shape> {
        types.iter().map(|ty| self.shape(ty)).collect()
    }

    fn nodes(&mut self, exprs: &[Expr]) -> Result<Vec<Node>, Stop> {
        exprs.iter().map(|expr| self.node(expr)).collect()
    }

    fn boxed(&mut self, expr: &Expr) -> Result<Box<Node>, Stop> {
        self.node(expr).map(Box::new)
    }

    fn node(&mut self, expr: &Expr) -> Result<Node, Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::Limit(format!("the program is nested deeper than {MAX_DEPTH} levels")));
        }
        self.deepest = self.deepest.max(self.depth);
        let op = self.op(expr)?;
        self.depth -= 1;
        Ok(Node { op, span: expr.span })
    }

    /// Translates an expression to an operation.
    fn op(&mut self, expr: &Expr) -> Result<Op, Stop> {
        Ok(match &expr.kind {
            ExprKind::Literal(value) => Op::Literal(value.bits(), value.scalar_type()),
            ExprKind::Table(id) => Op::Table(id.index()),
            ExprKind::Var(name, type_args) => match self.read(*name)? {
                Op::Read(read) if !type_args.is_empty() => Op::Instantiate(read, self.shapes(type_args)),
                read => read,
            },
            ExprKind::Def(id, type_args) => Op::Def(*id, self.shapes(type_args)),
            ExprKind::Lambda(lambda) => self.closure(lambda, &[])?,
            ExprKind::Apply(function, args) => Op::Apply(self.boxed(function)?, self.nodes(args)?),
            ExprKind::Block(bindings, body) => {
                let mut bound = Vec::with_capacity(bindings.len());
                for binding in bindings {
                    let value = match &binding.value.kind {
                        ExprKind::Lambda(lambda) if !binding.type_params.is_empty() => {
                            Node { op: self.closure(lambda, &binding.type_params)?, span: binding.value.span }
                        }
                        _ => self.node(&binding.value)?,
                    };
                    bound.push((self.pattern(&binding.pat), value));
                }
                Op::Block(bound, self.boxed(body)?)
            }
            ExprKind::If(condition, yes, no) => {
                Op::If(Box::new([self.node(condition)?, self.node(yes)?, self.node(no)?]))
            }
            ExprKind::Match(subject, cases) => {
                let subject = self.boxed(subject)?;
                let mut compiled = Vec::with_capacity(cases.len());
                for case in cases {
                    compiled.push((self.pattern(&case.pat), self.node(&case.body)?));
                }
                Op::Match(subject, Literals::of(&compiled), compiled)
            }
            ExprKind::Loop(looped) => self.loop_over(looped)?,
            ExprKind::Record(fields) => {
                Op::Record(fields.iter().map(|(_, field)| self.node(field)).collect::<Result<_, _>>()?)
            }
            ExprKind::Field(record, name) => {
                let fields = record.ty.fields().unwrap_or(&[]);
                let position = fields.iter().position(|(field, _)| field == name);
                let position = position.ok_or_else(|| Stop::stuck(format!("there is no field `{name}`")))?;
                Op::Field(self.boxed(record)?, position)
            }
            ExprKind::Variant(name, payload) => Op::Variant(*name, self.nodes(payload)?),
            ExprKind::Array(items) => Op::Array(self.nodes(items)?, self.elem_shape(expr)),
            ExprKind::Index(array, indices) => Op::Index(self.boxed(array)?, self.nodes(indices)?),
            ExprKind::Slice(array, dims) => Op::Slice(self.boxed(array)?, self.dims(dims)?),
            ExprKind::Update(array, dims, value) => self.update(array, dims, value)?,
            ExprKind::Prim(prim, args) => self.prim(*prim, args, expr)?,
            ExprKind::Ensure(ensure) => Op::Ensure(Box::new(Ensure {
                condition: self.node(&ensure.condition)?,
                message: ensure.message.clone(),
                values: self.nodes(&ensure.values)?,
                then: self.node(&ensure.then)?,
            })),
        })
    }

    fn update(&mut self, array: &Expr, dims: &[SliceDim], value: &Expr) -> Result<Op, Stop> {
        let (array, dims, value_node) = (self.boxed(array)?, self.dims(dims)?, self.boxed(value)?);
        let element = matches!(value.ty, Type::Scalar(_)) && !dims.is_empty();
        if !element || dims.iter().any(|dim| matches!(dim, Dim::Range { .. })) {
            return Ok(Op::Update(array, dims, value_node));
        }
        let index = |dim| if let Dim::Fix(index) = dim { Some(index) } else { None };
        Ok(Op::UpdateElement(array, dims.into_iter().filter_map(index).collect(), value_node))
    }

    /// Compiles a primitive: to an operator on words if it has a kernel, else to `Op::Prim`.
    fn prim(&mut self, prim: Prim, args: &[Expr], expr: &Expr) -> Result<Op, Stop> {
        let operand = args.first().and_then(|arg| arg.ty.scalar());
        match (operand, args) {
            (Some(ty), [a, b]) => {
                if let Some((kernel, result)) = kernel_of(prim, ty) {
                    let args = Box::new([self.node(a)?, self.node(b)?]);
                    return Ok(match prim {
                        Prim::Bin(op) if op.can_fail(ty) => Op::Divide { kernel, op, ty, args },
                        _ => Op::Binary { kernel, ty: result, args },
                    });
                }
            }
            (Some(from), [a]) => {
                if let Prim::Convert(to) = prim
                    && let Some(kernel) = convert_kernel(from, to)
                {
                    return Ok(Op::Convert(kernel, to, self.boxed(a)?));
                }
            }
            _ => {}
        }
        Ok(Op::Prim { prim, args: self.nodes(args)?, shape: self.elem_shape(expr) })
    }

    /// Returns the shape of an array's elements. For a `Map`, the result type of its function gives the sizes.
    fn elem_shape(&self, array: &Expr) -> Shape {
        let Some(elem) = array.ty.elem() else { return Shape::Known(Rc::new(Layout::Boxed)) };
        let function = match &array.kind {
            ExprKind::Prim(Prim::Map, args) => args.first().and_then(|function| function.ty.applied(1)),
            _ => None,
        };
        function.map_or_else(|| self.shape(elem), |row| self.shape(&with_sizes_of(elem, row)))
    }

    /// Compiles a loop. Its pattern gets slots for all parts of the state.
    fn loop_over(&mut self, looped: &crate::def::Loop) -> Result<Op, Stop> {
        let init = self.node(&looped.init)?;
        let (pattern, form) = match &looped.form {
            LoopForm::For(name, bound) => {
                let bound = self.node(bound)?;
                let pattern = self.whole_pattern(&looped.pat);
                let counter = self.word_slot();
                self.slots.insert(*name, Place::Word(counter, ScalarType::I64));
                (pattern, Form::For(counter, bound))
            }
            LoopForm::ForIn(pat, array) => {
                let array = self.node(array)?;
                (self.whole_pattern(&looped.pat), Form::ForIn(self.pattern(pat), array))
            }
            LoopForm::While(condition) => {
                let pattern = self.whole_pattern(&looped.pat);
                (pattern, Form::While(self.node(condition)?))
            }
        };
        let body = self.node(&looped.body)?;
        Ok(Op::Loop(Box::new(Loop { pattern, init, form, body })))
    }

    fn dims(&mut self, dims: &[SliceDim]) -> Result<Vec<Dim>, Stop> {
        let mut compiled = Vec::with_capacity(dims.len());
        for dim in dims {
            compiled.push(match dim {
                SliceDim::Fix(index) => Dim::Fix(self.node(index)?),
                SliceDim::Range { start, end, stride } => Dim::Range {
                    start: start.as_ref().map(|e| self.node(e)).transpose()?,
                    end: end.as_ref().map(|e| self.node(e)).transpose()?,
                    stride: stride.as_ref().map(|e| self.node(e)).transpose()?,
                },
            });
        }
        Ok(compiled)
    }
}

fn read_of(place: Place) -> Op {
    match place {
        Place::Word(slot, ty) => Op::Word(slot, ty),
        Place::Value(slot) => Op::Read(Read { slot, last: false }),
    }
}

fn pattern_of(place: Place) -> Pattern {
    match place {
        Place::Word(slot, ty) => Pattern::Word(slot, ty),
        Place::Value(slot) => Pattern::Slot(slot),
    }
}

/// Returns the kernel of a primitive on two operands of this type, and the type of its result; `None` if it has none.
fn kernel_of(prim: Prim, ty: ScalarType) -> Option<(BinaryKernel, ScalarType)> {
    match prim {
        Prim::Bin(op) => binary_kernel(op, ty).map(|kernel| (kernel, ty)),
        Prim::Cmp(op) => compare_kernel(op, ty).map(|kernel| (kernel, ScalarType::Bool)),
        Prim::Equal => compare_kernel(CmpOp::Eq, ty).map(|kernel| (kernel, ScalarType::Bool)),
        _ => None,
    }
}

impl Pattern {
    /// Visits the value slots that the pattern sets.
    pub fn for_each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Pattern::Slot(slot) => visit(*slot),
            Pattern::Word(..) | Pattern::Ignore | Pattern::Literal(_) => {}
            Pattern::Record(parts) | Pattern::Variant(_, parts) => {
                parts.iter().for_each(|part| part.for_each_slot(visit));
            }
        }
    }
}
