//! Constructors of CORE for front ends and passes, and queries on types. Each constructor computes the type of its
//! result. Built code has no source place until `at` sets one.

use crate::def::{
    ACCUMULATE_BY, ACCUMULATED, Binding, Case, Constructor, DataId, Datas, Def, DefId, Ensure, Expr, ExprKind, Lambda,
    Loop, LoopForm, Param, Pat, Prim, Size, SliceDim, Type, Unique, tuple_field,
};
use crate::typing;
use crate::walk::Substitution;
use base::{Name, NameSource, Span, Symbol, Template};
use std::borrow::Cow;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// Returns the expression `kind` of type `ty`, without a source place.
pub fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::NOWHERE, unchecked: false }
}

impl Expr {
    /// Returns the expression with this source place.
    pub fn at(mut self, span: Span) -> Expr {
        self.span = span;
        self
    }

    /// Returns the expression with this type, which differs from its own only in sizes.
    pub fn with_type(mut self, ty: Type) -> Expr {
        self.ty = ty;
        self
    }

    /// Whether the expression is a variable or literal, so that evaluating it twice costs nothing.
    pub fn is_atom(&self) -> bool {
        matches!(self.kind, ExprKind::Var(..) | ExprKind::Literal(_))
    }
}

impl Type {
    /// Returns the element type of an array; `None` for other types.
    pub fn elem(&self) -> Option<&Type> {
        if let Type::Array(elem, _) = self { Some(elem) } else { None }
    }

    pub fn scalar(&self) -> Option<ScalarType> {
        if let Type::Scalar(scalar) = self { Some(*scalar) } else { None }
    }

    /// Returns the number of array dimensions before the first type that is not an array.
    pub fn rank(&self) -> usize {
        std::iter::successors(self.elem(), |ty| ty.elem()).count()
    }

    /// Returns the sizes of the dimensions that `rank` counts, outermost first.
    pub fn sizes(&self) -> Vec<Size> {
        let mut sizes = Vec::new();
        let mut ty = self;
        while let Type::Array(elem, size) = ty {
            sizes.push(*size);
            ty = elem;
        }
        sizes
    }

    /// Returns the element type below all dimensions: the first nested type that is not an array.
    pub fn base_elem(&self) -> &Type {
        let mut ty = self;
        while let Type::Array(elem, _) = ty {
            ty = elem;
        }
        ty
    }

    /// Returns the type after fixing `count` leading dimensions; `None` if there are fewer.
    pub fn row(&self, count: usize) -> Option<&Type> {
        let mut ty = self;
        for _ in 0..count {
            ty = ty.elem()?;
        }
        Some(ty)
    }

    /// Returns the type of arrays of `elem` with these dimensions, outermost first.
    pub fn array_of(elem: Type, sizes: &[Size]) -> Type {
        sizes.iter().rev().fold(elem, |elem, size| Type::array(elem, *size))
    }

    pub fn fields(&self) -> Option<&[(Symbol, Type)]> {
        if let Type::Record(fields) = self { Some(fields) } else { None }
    }

    pub fn field(&self, name: Symbol) -> Option<&Type> {
        self.fields()?.iter().find(|(field, _)| *field == name).map(|(_, ty)| ty)
    }

    /// Returns the constructors of a sum or data type, with type arguments substituted; `None` for other types.
    pub fn constructors<'t>(&'t self, datas: &'t Datas) -> Option<Cow<'t, [Constructor]>> {
        let (constructors, arguments) = self.general_constructors(datas)?;
        let Some(arguments) = arguments else { return Some(Cow::Borrowed(constructors)) };
        let payload = |payload: &[Type]| payload.iter().map(|ty| arguments.ty(ty)).collect();
        Some(constructors.iter().map(|(name, types)| (*name, payload(types))).collect())
    }

    /// Returns the payload of a constructor, with type arguments substituted.
    pub fn payload<'t>(&'t self, name: Symbol, datas: &'t Datas) -> Option<Cow<'t, [Type]>> {
        let (constructors, arguments) = self.general_constructors(datas)?;
        let (_, payload) = constructors.iter().find(|(other, _)| *other == name)?;
        let Some(arguments) = arguments else { return Some(Cow::Borrowed(payload)) };
        Some(payload.iter().map(|ty| arguments.ty(ty)).collect())
    }

    /// Returns the constructors as declared, and the substitution of the type's arguments in them, if there are any.
    fn general_constructors<'t>(&'t self, datas: &'t Datas) -> Option<(&'t [Constructor], Option<Substitution>)> {
        match self {
            Type::Sum(constructors) => Some((constructors, None)),
            Type::Data(id, args) => {
                let data = datas.get(*id)?;
                let types = data.type_params.iter().copied().zip(args.iter().cloned()).collect();
                let arguments = Substitution { types, ..Substitution::default() };
                Some((&data.constructors, (!args.is_empty()).then_some(arguments)))
            }
            _ => None,
        }
    }

    /// Visits the data types in the type, from the outside in, without descending into their definitions.
    pub fn each_data(&self, visit: &mut dyn FnMut(DataId)) {
        match self {
            Type::Scalar(_) | Type::Param(_) => {}
            Type::Array(elem, _) | Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => elem.each_data(visit),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| ty.each_data(visit)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| ty.each_data(visit));
            }
            Type::Data(id, args) => {
                visit(*id);
                args.iter().for_each(|ty| ty.each_data(visit));
            }
            Type::Function(from, to) => {
                from.each_data(visit);
                to.each_data(visit);
            }
        }
    }

    /// Returns the result type of applying a function of this type to `count` arguments; `None` if it takes fewer.
    pub fn applied(&self, count: usize) -> Option<&Type> {
        let mut ty = self;
        for _ in 0..count {
            let Type::Function(_, result) = ty else { return None };
            ty = result;
        }
        Some(ty)
    }

    /// Whether the type is a tuple (or unit): the fields `0`, `1`, ...
    pub fn is_tuple(&self) -> bool {
        self.fields().is_some_and(|fields| fields.iter().enumerate().all(|(i, (name, _))| *name == tuple_field(i)))
    }

    /// Returns the accumulator type for an array: its contents so far, and the operator that combines old and new
    /// elements. Note [Accumulators] in `defunctionalise::branches`.
    pub fn accumulator(array: Type) -> Option<Type> {
        let elem = array.elem()?.clone();
        let operator = Type::functions([elem.clone(), elem.clone()].into_iter(), elem);
        let fields = [(Symbol::new(ACCUMULATED), array), (Symbol::new(ACCUMULATE_BY), operator)];
        Some(Type::Record(fields.into()))
    }

    /// Whether the type is an accumulator. The names of its fields cannot be written in a program.
    pub fn is_accumulator(&self) -> bool {
        matches!(self.fields(), Some([(first, _), (second, _)])
            if first.as_str() == ACCUMULATED && second.as_str() == ACCUMULATE_BY)
    }

    /// Whether the test holds for the type or a part of it. The test returns `None` to look at the parts. The parts of
    /// a data type are its arguments.
    pub fn any_part(&self, test: &dyn Fn(&Type) -> Option<bool>) -> bool {
        test(self).unwrap_or_else(|| match self {
            Type::Scalar(_) | Type::Param(_) | Type::Function(..) => false,
            Type::Array(elem, _) | Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => elem.any_part(test),
            Type::Record(fields) => fields.iter().any(|(_, ty)| ty.any_part(test)),
            Type::Data(_, args) => args.iter().any(|ty| ty.any_part(test)),
            Type::Sum(constructors) => constructors.iter().flat_map(|(_, payload)| payload).any(|ty| ty.any_part(test)),
        })
    }

    /// Whether values of the type contain arrays, apart from those inside values of data types, sequences, references
    /// and tensors.
    pub fn holds_arrays(&self) -> bool {
        self.any_held(&|ty| matches!(ty, Type::Array(..)))
    }

    /// Whether the test holds for a part of the type, apart from those inside values of data types, sequences, references
    /// and tensors.
    pub fn any_held(&self, test: &dyn Fn(&Type) -> bool) -> bool {
        self.any_part(&|ty| match ty {
            _ if test(ty) => Some(true),
            Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_) => Some(false),
            Type::Scalar(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Sum(_)
            | Type::Function(..)
            | Type::Param(_) => None,
        })
    }

    /// Whether the type contains a data type, a sequence, a reference or a tensor, which are the host's.
    pub fn has_data(&self) -> bool {
        self.any_part(&|ty| {
            matches!(ty, Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_)).then_some(true)
        })
    }

    /// Whether the type contains a tensor, apart from those inside values of data types.
    pub fn has_tensor(&self) -> bool {
        self.any_part(&|ty| matches!(ty, Type::Tensor(_)).then_some(true))
    }

    /// Whether the type contains a reference or a tensor, apart from those inside values of data types.
    pub fn has_reference(&self) -> bool {
        self.any_part(&|ty| matches!(ty, Type::Ref(_) | Type::Tensor(_)).then_some(true))
    }

    /// Whether the type contains a function, apart from those inside values of data types.
    pub fn has_function(&self) -> bool {
        self.any_part(&|ty| matches!(ty, Type::Function(..)).then_some(true))
    }

    /// Whether the type contains a function other than the operators of accumulators.
    pub fn has_function_value(&self) -> bool {
        self.any_part(&|part| match part {
            Type::Function(..) => Some(true),
            _ => part.is_accumulator().then_some(false),
        })
    }
}

impl Pat {
    pub fn ty(&self) -> Type {
        match self {
            Pat::Var(_, ty) | Pat::Wildcard(ty) | Pat::Variant(_, _, ty) => ty.clone(),
            Pat::Record(fields) => Type::Record(fields.iter().map(|(name, pat)| (*name, pat.ty())).collect()),
            Pat::Literal(value) => Type::Scalar(value.scalar_type()),
        }
    }

    pub fn tuple(pats: impl IntoIterator<Item = Pat>) -> Pat {
        Pat::Record(pats.into_iter().enumerate().map(|(i, pat)| (tuple_field(i), pat)).collect())
    }
}

impl Def {
    /// Returns the type of the definition as a value, in which its type parameters are free.
    pub fn ty(&self) -> Type {
        Type::functions(crate::walk::param_types(&self.params), self.result.clone())
    }
}

pub fn literal(value: Scalar) -> Expr {
    expr(ExprKind::Literal(value), Type::Scalar(value.scalar_type()))
}

pub fn i64(value: i64) -> Expr {
    literal(Scalar::I64(value))
}

pub fn bool(value: bool) -> Expr {
    literal(Scalar::Bool(value))
}

/// Returns a variable without type arguments.
pub fn var(name: Name, ty: Type) -> Expr {
    expr(ExprKind::Var(name, Vec::new()), ty)
}

/// Returns the variable as a size, an `i64`.
pub fn size_var(name: Name) -> Expr {
    var(name, Type::I64)
}

/// Returns the value of a size; `None` for `Size::Any`.
pub fn size_value(size: Size) -> Option<Expr> {
    match size {
        Size::Any => None,
        Size::Const(value) => Some(i64(value)),
        Size::Var(name) => Some(size_var(name)),
    }
}

/// Returns a use of a definition; `ty` is its type with the type arguments substituted.
pub fn def(id: DefId, type_args: Vec<Type>, ty: Type) -> Expr {
    expr(ExprKind::Def(id, type_args), ty)
}

pub fn param(name: Name, ty: Type) -> Param {
    Param { pat: Pat::Var(name, ty), consumed: Unique::No, span: Span::NOWHERE }
}

pub fn lambda(params: Vec<Param>, body: Expr) -> Expr {
    inferred(ExprKind::Lambda(Box::new(Lambda { params, unique_result: Unique::No, body })))
}

/// Applies a function; without arguments, returns the function.
pub fn apply(function: Expr, args: Vec<Expr>) -> Expr {
    if args.is_empty() {
        return function;
    }
    let kind = ExprKind::Apply(Box::new(function), args);
    inferred(kind)
}

/// Returns a parameter of type unit, for a function that needs no argument. A definition without parameters is a
/// constant, which a run computes at its start.
pub fn unit_param() -> Param {
    Param { pat: Pat::Wildcard(Type::unit()), consumed: Unique::No, span: Span::NOWHERE }
}

pub fn binding(pat: Pat, value: Expr) -> Binding {
    Binding { type_params: Vec::new(), pat, value }
}

/// Returns the binding `let name = value`.
pub fn bind(name: Name, value: Expr) -> Binding {
    binding(Pat::Var(name, value.ty.clone()), value)
}

/// Returns the value as an atom, which may occur several times. Binds it to a variable if it is none.
pub fn named(hint: &str, value: Expr, names: &mut NameSource, bindings: &mut Vec<Binding>) -> Expr {
    if value.is_atom() {
        return value;
    }
    let name = names.fresh(hint);
    let variable = var(name, value.ty.clone()).at(value.span);
    bindings.push(bind(name, value));
    variable
}

/// Returns the body under the bindings; the body itself if there are none.
pub fn block(bindings: Vec<Binding>, body: Expr) -> Expr {
    if bindings.is_empty() {
        return body;
    }
    inferred(ExprKind::Block(bindings, Box::new(body)))
}

pub fn if_then_else(condition: Expr, yes: Expr, no: Expr) -> Expr {
    let ty = yes.ty.clone();
    expr(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), ty)
}

/// Returns a match; `ty` is the type of the cases' bodies.
pub fn match_on(subject: Expr, cases: Vec<Case>, ty: Type) -> Expr {
    expr(ExprKind::Match(Box::new(subject), cases), ty)
}

pub fn loop_over(pat: Pat, init: Expr, form: LoopForm, body: Expr) -> Expr {
    inferred(ExprKind::Loop(Box::new(Loop { pat, consumed: Unique::No, init, form, body })))
}

/// Returns a record with its fields sorted.
pub fn record(mut fields: Vec<(Symbol, Expr)>) -> Expr {
    fields.sort_by(|(a, _), (b, _)| crate::def::field_order(*a, *b));
    let ty = Type::Record(fields.iter().map(|(name, field)| (*name, field.ty.clone())).collect());
    expr(ExprKind::Record(fields), ty)
}

pub fn tuple(items: impl IntoIterator<Item = Expr>) -> Expr {
    record(items.into_iter().enumerate().map(|(i, item)| (tuple_field(i), item)).collect())
}

pub fn unit() -> Expr {
    tuple([])
}

pub fn field(record: Expr, name: Symbol) -> Expr {
    inferred(ExprKind::Field(Box::new(record), name))
}

/// Returns a value of the sum or data type `ty`.
pub fn variant(name: Symbol, payload: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Variant(name, payload), ty)
}

/// Returns an array literal of elements of type `elem`.
pub fn array(items: Vec<Expr>, elem: Type) -> Expr {
    let ty = Type::array(elem, Size::Const(items.len() as i64));
    expr(ExprKind::Array(items), ty)
}

/// Returns a string as an array of bytes.
pub fn string(text: &[u8]) -> Expr {
    let bytes = text.iter().map(|byte| literal(Scalar::U8(*byte))).collect();
    array(bytes, Type::Scalar(ScalarType::U8))
}

pub fn index(array: Expr, indices: Vec<Expr>) -> Expr {
    inferred(ExprKind::Index(Box::new(array), indices))
}

pub fn slice(array: Expr, dims: Vec<SliceDim>) -> Expr {
    inferred(ExprKind::Slice(Box::new(array), dims))
}

pub fn update(array: Expr, dims: Vec<SliceDim>, value: Expr) -> Expr {
    inferred(ExprKind::Update(Box::new(array), dims, Box::new(value)))
}

/// Returns a primitive with the type inferred from its arguments.
pub fn prim(prim: Prim, args: Vec<Expr>) -> Expr {
    inferred(ExprKind::Prim(prim, args))
}

/// Returns a call of a foreign function with this result type.
pub fn foreign(name: Symbol, args: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Prim(Prim::Foreign(name), args), ty)
}

pub fn unary(op: UnOp, a: Expr) -> Expr {
    prim(Prim::Un(op), vec![a])
}

pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    prim(Prim::Bin(op), vec![a, b])
}

pub fn compare(op: CmpOp, a: Expr, b: Expr) -> Expr {
    prim(Prim::Cmp(op), vec![a, b])
}

pub fn convert(to: ScalarType, a: Expr) -> Expr {
    prim(Prim::Convert(to), vec![a])
}

pub fn size(array: Expr, dim: usize) -> Expr {
    prim(Prim::Size(dim), vec![array])
}

pub fn map(function: Expr, array: Expr) -> Expr {
    prim(Prim::Map, vec![function, array])
}

/// Returns `[0, 1, .., count - 1]`, of `i64`.
pub fn indices(count: Expr) -> Expr {
    prim(Prim::Iota, vec![count, i64(0), i64(1)])
}

pub fn ensure(condition: Expr, message: Template, values: Vec<Expr>, then: Expr) -> Expr {
    let ty = then.ty.clone();
    expr(ExprKind::Ensure(Box::new(Ensure { condition, message, values, then })), ty)
}

/// Returns `kind` with the type inferred from its parts. An ill-formed expression gets type unit, which the verifier
/// rejects.
fn inferred(kind: ExprKind) -> Expr {
    let ty = typing::infer(&kind, &typing::NoContext).unwrap_or_else(|_| Type::unit());
    expr(kind, ty)
}
