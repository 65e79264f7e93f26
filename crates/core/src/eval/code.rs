//! CORE with its names resolved: variables are slots of the running function's frame, fields are positions.

use super::liveness;
use crate::def::{DefId, Expr, ExprKind, Lambda, LoopForm, Param, Pat, Prim, Program, Size, SliceDim, Type};
use crate::typing::with_sizes_of;
use crate::walk::lambda_free_variables;
use base::entity::EntityRef;
use base::{Name, Span, Stop, Symbol, Template};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::{Scalar, ScalarType};

pub(super) type Slot = usize;

/// A definition or a lambda. Its frame starts with the type arguments and captured variables.
#[derive(Debug)]
pub(super) struct Function {
    /// Calls of a definition stand in the trace of a failure, calls of lambdas do not.
    pub is_def: bool,
    pub type_params: usize,
    pub params: Vec<Pattern>,
    pub slots: usize,
    pub body: Node,
}

#[derive(Debug)]
pub(super) struct Node {
    pub op: Op,
    pub span: Span,
}

/// The read of a variable. `last`: its value moves out of the slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub slot: Slot,
    pub last: bool,
}

#[derive(Debug)]
pub(super) enum Op {
    Literal(Scalar),
    Table(usize),
    Read(Read),
    /// A local function with type arguments.
    Instantiate(Read, Vec<Shape>),
    Def(DefId, Vec<Shape>),
    /// The types are slots that hold types; they are captured first.
    Closure {
        function: Rc<Function>,
        captures: Vec<Read>,
    },
    Apply(Box<Node>, Vec<Node>),
    Block(Vec<(Pattern, Node)>, Box<Node>),
    If(Box<[Node; 3]>),
    Match(Box<Node>, Vec<(Pattern, Node)>),
    Loop(Box<Loop>),
    Record(Vec<Node>),
    Field(Box<Node>, usize),
    Variant(Symbol, Vec<Node>),
    Array(Vec<Node>, Shape),
    Index(Box<Node>, Vec<Node>),
    Slice(Box<Node>, Vec<Dim>),
    Update(Box<Node>, Vec<Dim>, Box<Node>),
    /// `shape`: of the elements of a map's result.
    Prim {
        prim: Prim,
        args: Vec<Node>,
        shape: Shape,
    },
    Ensure(Box<Ensure>),
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
    Slot(Slot),
    Ignore,
    Record(Vec<Pattern>),
    Variant(Symbol, Vec<Pattern>),
    Literal(Scalar),
}

/// A type as far as it tells the shape of arrays, its sizes read from the frame.
#[derive(Debug)]
pub(super) enum Shape {
    Scalar(ScalarType),
    Array(Box<Shape>, Option<SizeOf>),
    Record(Vec<Shape>),
    Boxed,
    Param(Slot),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum SizeOf {
    Const(usize),
    Slot(Slot),
}

/// All definitions, by number.
pub(super) fn compile(program: &Program) -> Result<Vec<Rc<Function>>, Stop> {
    let mut functions = Vec::with_capacity(program.defs.len());
    for def in program.defs.values() {
        let mut scope = Scope { program, slots: FxHashMap::default(), count: 0, depth: 0 };
        def.type_params.iter().for_each(|name| _ = scope.bind(*name));
        functions.push(Rc::new(scope.function(true, def.type_params.len(), &def.params, &def.body)?));
    }
    Ok(functions)
}

/// Nesting beyond this is refused; the verifier has refused it before.
const MAX_DEPTH: usize = 10_000;

struct Scope<'p> {
    program: &'p Program,
    slots: FxHashMap<Name, Slot>,
    count: usize,
    depth: usize,
}

impl Scope<'_> {
    fn bind(&mut self, name: Name) -> Slot {
        let slot = self.count;
        self.slots.insert(name, slot);
        self.count += 1;
        slot
    }

    fn read(&self, name: Name) -> Result<Read, Stop> {
        let slot = self.slots.get(&name).copied();
        let slot = slot.ok_or_else(|| Stop::stuck(format!("`{name}` is not in scope")))?;
        Ok(Read { slot, last: false })
    }

    /// The frame's type arguments and captures are bound already.
    fn function(mut self, is_def: bool, types: usize, params: &[Param], body: &Expr) -> Result<Function, Stop> {
        let params: Vec<Pattern> = params.iter().map(|param| self.pattern(&param.pat)).collect();
        let mut body = self.node(body)?;
        liveness::mark(&mut body);
        Ok(Function { is_def, type_params: types, params, slots: self.count, body })
    }

    /// A lambda, bound with `type_params`, and what it captures.
    fn closure(&mut self, lambda: &Lambda, type_params: &[Name]) -> Result<Op, Stop> {
        let free = lambda_free_variables(lambda);
        let mut inner = Scope { program: self.program, slots: FxHashMap::default(), count: 0, depth: self.depth };
        type_params.iter().for_each(|name| _ = inner.bind(*name));
        let mut captures = Vec::new();
        for name in free.types.iter().chain(&free.sizes).chain(free.variables.keys()) {
            // A size or a type that stands in no frame is one that nothing depends on.
            if let Some(slot) = self.slots.get(name)
                && !inner.slots.contains_key(name)
            {
                inner.bind(*name);
                captures.push(Read { slot: *slot, last: false });
            }
        }
        let function = inner.function(false, type_params.len(), &lambda.params, &lambda.body)?;
        Ok(Op::Closure { function: Rc::new(function), captures })
    }

    fn pattern(&mut self, pat: &Pat) -> Pattern {
        match pat {
            Pat::Var(name, _) => Pattern::Slot(self.bind(*name)),
            Pat::Wildcard(_) => Pattern::Ignore,
            Pat::Record(fields) => Pattern::Record(fields.iter().map(|(_, pat)| self.pattern(pat)).collect()),
            Pat::Variant(name, payload, _) => {
                Pattern::Variant(*name, payload.iter().map(|pat| self.pattern(pat)).collect())
            }
            Pat::Literal(value) => Pattern::Literal(*value),
        }
    }

    fn shape(&self, ty: &Type) -> Shape {
        match ty {
            Type::Scalar(scalar) => Shape::Scalar(*scalar),
            Type::Array(elem, size) => Shape::Array(Box::new(self.shape(elem)), self.size(*size)),
            Type::Record(fields) => Shape::Record(fields.iter().map(|(_, ty)| self.shape(ty)).collect()),
            Type::Sum(_) | Type::Function(..) => Shape::Boxed,
            Type::Param(name) => self.slots.get(name).map_or(Shape::Boxed, |slot| Shape::Param(*slot)),
        }
    }

    fn size(&self, size: Size) -> Option<SizeOf> {
        match size {
            Size::Any => None,
            Size::Const(value) => usize::try_from(value).ok().map(SizeOf::Const),
            Size::Var(name) => self.slots.get(&name).map(|slot| SizeOf::Slot(*slot)),
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
        let op = self.op(expr)?;
        self.depth -= 1;
        Ok(Node { op, span: expr.span })
    }

    fn op(&mut self, expr: &Expr) -> Result<Op, Stop> {
        Ok(match &expr.kind {
            ExprKind::Literal(value) => Op::Literal(*value),
            ExprKind::Table(id) => Op::Table(id.index()),
            ExprKind::Var(name, type_args) if type_args.is_empty() => Op::Read(self.read(*name)?),
            ExprKind::Var(name, type_args) => Op::Instantiate(self.read(*name)?, self.shapes(type_args)),
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
                Op::Match(subject, compiled)
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
            ExprKind::Update(array, dims, value) => {
                Op::Update(self.boxed(array)?, self.dims(dims)?, self.boxed(value)?)
            }
            ExprKind::Prim(prim, args) => {
                Op::Prim { prim: *prim, args: self.nodes(args)?, shape: self.elem_shape(expr) }
            }
            ExprKind::Ensure(ensure) => Op::Ensure(Box::new(Ensure {
                condition: self.node(&ensure.condition)?,
                message: ensure.message.clone(),
                values: self.nodes(&ensure.values)?,
                then: self.node(&ensure.then)?,
            })),
        })
    }

    /// By the type of the array, and by that of the function if it comes from a `Map`.
    fn elem_shape(&self, array: &Expr) -> Shape {
        let Some(elem) = array.ty.elem() else { return Shape::Boxed };
        let function = match &array.kind {
            ExprKind::Prim(Prim::Map, args) => args.first().and_then(|function| function.ty.applied(1)),
            _ => None,
        };
        function.map_or_else(|| self.shape(elem), |row| self.shape(&with_sizes_of(elem, row)))
    }

    fn loop_over(&mut self, looped: &crate::def::Loop) -> Result<Op, Stop> {
        let init = self.node(&looped.init)?;
        let (pattern, form) = match &looped.form {
            LoopForm::For(name, bound) => {
                let bound = self.node(bound)?;
                (self.pattern(&looped.pat), Form::For(self.bind(*name), bound))
            }
            LoopForm::ForIn(pat, array) => {
                let array = self.node(array)?;
                (self.pattern(&looped.pat), Form::ForIn(self.pattern(pat), array))
            }
            LoopForm::While(condition) => {
                let pattern = self.pattern(&looped.pat);
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

impl Pattern {
    /// The slots that the pattern sets.
    pub fn for_each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Pattern::Slot(slot) => visit(*slot),
            Pattern::Ignore | Pattern::Literal(_) => {}
            Pattern::Record(parts) | Pattern::Variant(_, parts) => {
                parts.iter().for_each(|part| part.for_each_slot(visit));
            }
        }
    }
}
