//! Types of the checker: CORE's types with unknown parts, sizes that may be expressions, and function types that state
//! parameter names, consumption and existential sizes.

pub mod alike;
pub mod coerce;
pub mod show;
pub mod type_exp;
pub mod unify;
pub mod unique;

use crate::ast::Liftedness;
use crate::check::sizes::term::{Head, Term};
use base::{Name, Symbol};
use core_ir::def::{DefId, Unique};
use core_ir::walk::changed_items;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::ScalarType;

/// An unknown type, by its index in `Unifier`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meta(pub u32);

/// An unknown size, by its index in `Unifier`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SizeMeta(pub u32);

#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Scalar(ScalarType),
    Array(Rc<Type>, Size),
    /// A record, its fields sorted by `core_ir::def::field_order`.
    Record(Rc<[(Symbol, Type)]>),
    /// A sum, its constructors sorted by name.
    Sum(Rc<[(Symbol, Vec<Type>)]>),
    Function(Rc<Function>),
    /// A type parameter in scope.
    Param(Name),
    /// An abstract type, which is equal only to itself.
    Abstract(Rc<Abstract>),
    Meta(Meta),
}

/// An abstract type applied to its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Abstract {
    pub name: Name,
    /// Name in messages, with that of its module.
    pub shown: Symbol,
    pub sizes: Vec<Size>,
    pub types: Vec<Type>,
    /// Type of CORE that represents the values. Sizes that it hides have names without a binding.
    pub representation: Type,
    /// Whether values may have sizes that the type does not show, or contain functions.
    pub liftedness: Liftedness,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub param: Type,
    /// Name by which sizes in the result refer to the argument, if it is an `i64`.
    pub name: Option<Name>,
    pub consumed: Unique,
    pub result: Type,
    /// Existential sizes of the result, which are new in each call: `?[k].[k]t`.
    pub exists: Rc<[Name]>,
    pub unique: Unique,
    /// Whether no type states the uniqueness of the result, so that the function's body decides it.
    pub inferred: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    Const(i64),
    /// An `i64` variable, or an unknown size, which equals only itself.
    Var(Name),
    /// A top-level constant.
    Def(DefId, Symbol),
    Meta(SizeMeta),
    Op(SizeOp, Rc<[Size; 2]>),
    /// An expression that is neither of these nor arithmetic.
    Term(Rc<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeOp {
    Add,
    Sub,
    Mul,
    /// Division that rounds down, like `/`.
    Div,
    /// Remainder of `Div`, like `%`.
    Mod,
}

impl SizeOp {
    /// Returns the operator on sizes that corresponds to an operator on values, if there is one.
    pub fn of(op: value::BinOp) -> Option<SizeOp> {
        match op {
            value::BinOp::Add => Some(SizeOp::Add),
            value::BinOp::Sub => Some(SizeOp::Sub),
            value::BinOp::Mul => Some(SizeOp::Mul),
            value::BinOp::Div => Some(SizeOp::Div),
            value::BinOp::Mod => Some(SizeOp::Mod),
            _ => None,
        }
    }

    /// Returns the operator on values that corresponds to this one.
    pub fn on_values(self) -> value::BinOp {
        match self {
            SizeOp::Add => value::BinOp::Add,
            SizeOp::Sub => value::BinOp::Sub,
            SizeOp::Mul => value::BinOp::Mul,
            SizeOp::Div => value::BinOp::Div,
            SizeOp::Mod => value::BinOp::Mod,
        }
    }

    /// Returns the operator on sizes with this symbol.
    pub fn from_symbol(symbol: &str) -> Option<SizeOp> {
        [SizeOp::Add, SizeOp::Sub, SizeOp::Mul, SizeOp::Div, SizeOp::Mod].into_iter().find(|op| op.symbol() == symbol)
    }

    pub fn symbol(self) -> &'static str {
        match self {
            SizeOp::Add => "+",
            SizeOp::Sub => "-",
            SizeOp::Mul => "*",
            SizeOp::Div => "/",
            SizeOp::Mod => "%",
        }
    }

    /// Whether the operator has the precedence of `*`, which decides about parentheses in printed sizes.
    pub fn is_product(self) -> bool {
        !matches!(self, SizeOp::Add | SizeOp::Sub)
    }

    /// Applies the operator; `None` if it would fail or wrap at run time.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            SizeOp::Add => a.checked_add(b),
            SizeOp::Sub => a.checked_sub(b),
            SizeOp::Mul => a.checked_mul(b),
            SizeOp::Div => Some(a.checked_div(b)? - i64::from(a.checked_rem(b)? != 0 && (a < 0) != (b < 0))),
            SizeOp::Mod => {
                let rest = a.checked_rem(b)?;
                Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
            }
        }
    }
}

/// A type with size and type parameters, which each use instantiates.
#[derive(Clone, Debug)]
pub struct Scheme {
    pub sizes: Vec<Name>,
    pub types: Vec<Name>,
    /// Type parameters that may stand for any type, also for functions and for types whose values differ in size.
    pub lifted: Vec<Name>,
    /// Bounds of type parameters, for overloaded intrinsic operations and for comparisons.
    pub bounds: Vec<(Name, Bound)>,
    pub ty: Type,
}

/// A constraint on the types that an unknown type may become.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// One of the scalar types in the set. Its default is taken if nothing else determines the type.
    OneOf(ScalarSet),
    /// A record with at least these fields.
    Fields(Vec<(Symbol, Type)>),
    /// A sum with at least these constructors.
    Constructors(Vec<(Symbol, Vec<Type>)>),
    /// A type whose values can be compared by `==`: it contains no functions, nor types that might.
    Comparable,
}

/// A set of scalar types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarSet(u16);

impl ScalarSet {
    pub const NUMBERS: ScalarSet = ScalarSet(0b0111_1111_1111);
    pub const INTEGERS: ScalarSet = ScalarSet(0b0000_1111_1111);
    pub const FLOATS: ScalarSet = ScalarSet(0b0111_0000_0000);
    pub const INTEGERS_AND_BOOL: ScalarSet = ScalarSet(0b1000_1111_1111);
    pub const NUMBERS_AND_BOOL: ScalarSet = ScalarSet(0b1111_1111_1111);

    pub fn contains(self, ty: ScalarType) -> bool {
        self.0 & (1 << ty as u16) != 0
    }

    pub fn and(self, other: ScalarSet) -> ScalarSet {
        ScalarSet(self.0 & other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the type of a literal whose type nothing else determines: `i32` or `f64` if the set has it, else the
    /// first type in the set.
    pub fn default(self) -> Option<ScalarType> {
        let preferred = [ScalarType::I32, ScalarType::F64];
        preferred.into_iter().chain(ScalarType::ALL).find(|ty| self.contains(*ty))
    }

    /// Returns the name of the set of types for messages.
    pub fn shown(self) -> &'static str {
        match self {
            ScalarSet::NUMBERS => "a number",
            ScalarSet::INTEGERS => "an integer",
            ScalarSet::FLOATS => "a float",
            ScalarSet::INTEGERS_AND_BOOL => "an integer or bool",
            ScalarSet::NUMBERS_AND_BOOL => "a number or bool",
            _ => "a scalar",
        }
    }
}

impl Scheme {
    pub fn mono(ty: Type) -> Scheme {
        Scheme { sizes: Vec::new(), types: Vec::new(), lifted: Vec::new(), bounds: Vec::new(), ty }
    }
}

impl Type {
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    pub fn array(elem: Type, size: Size) -> Type {
        Type::Array(Rc::new(elem), size)
    }

    pub fn array_of(elem: Type, sizes: impl DoubleEndedIterator<Item = Size>) -> Type {
        sizes.rev().fold(elem, Type::array)
    }

    /// Returns a function type without consumption and parameter name.
    pub fn function(param: Type, result: Type) -> Type {
        Type::Function(Rc::new(Function::plain(param, result)))
    }

    pub fn functions(params: impl DoubleEndedIterator<Item = Type>, result: Type) -> Type {
        params.rev().fold(result, |result, param| Type::function(param, result))
    }

    pub fn record(mut fields: Vec<(Symbol, Type)>) -> Type {
        fields.sort_by(|(a, _), (b, _)| core_ir::def::field_order(*a, *b));
        Type::Record(fields.into())
    }

    pub fn tuple(types: impl IntoIterator<Item = Type>) -> Type {
        Type::Record(types.into_iter().enumerate().map(|(i, ty)| (core_ir::def::tuple_field(i), ty)).collect())
    }

    pub fn unit() -> Type {
        Type::tuple([])
    }

    /// Returns the components if the type is a tuple or the unit.
    pub fn components(&self) -> Option<&[(Symbol, Type)]> {
        let Type::Record(fields) = self else { return None };
        let in_order = |(i, (name, _)): (usize, &(Symbol, Type))| *name == core_ir::def::tuple_field(i);
        (fields.len() != 1 && fields.iter().enumerate().all(in_order)).then_some(fields)
    }
}

impl Function {
    pub fn plain(param: Type, result: Type) -> Function {
        let (consumed, unique) = (Unique::No, Unique::No);
        Function { param, name: None, consumed, result, exists: Rc::new([]), unique, inferred: true }
    }
}

/// A substitution of names and unknowns in types and sizes.
#[derive(Default, Clone)]
pub struct Replace {
    pub sizes: FxHashMap<Name, Size>,
    pub types: FxHashMap<Name, Type>,
}

impl Replace {
    pub fn size(&self, size: &Size) -> Size {
        match size {
            Size::Var(name) => self.sizes.get(name).unwrap_or(size).clone(),
            Size::Op(op, args) => Size::Op(*op, Rc::new([self.size(&args[0]), self.size(&args[1])])),
            Size::Term(term) => term.replaced(self),
            Size::Const(_) | Size::Def(..) | Size::Meta(_) => size.clone(),
        }
    }

    pub fn ty(&self, ty: &Type) -> Type {
        self.changed(ty).unwrap_or_else(|| ty.clone())
    }

    fn changed(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Param(name) => self.types.get(name).cloned(),
            _ => changed(ty, &mut |size| self.changed_size(size), &mut |ty| self.changed(ty)),
        }
    }

    fn changed_size(&self, size: &Size) -> Option<Size> {
        match size {
            Size::Var(name) => self.sizes.get(name).cloned(),
            Size::Const(_) | Size::Def(..) | Size::Meta(_) => None,
            Size::Op(..) | Size::Term(_) => Some(self.size(size)),
        }
    }
}

/// Returns the type with its direct sizes and component types changed.
pub fn map(ty: &Type, size: &mut dyn FnMut(&Size) -> Size, part: &mut dyn FnMut(&Type) -> Type) -> Type {
    changed(ty, &mut |old| Some(size(old)), &mut |old| Some(part(old))).unwrap_or_else(|| ty.clone())
}

/// Like `map`, but the callbacks may return `None` to leave a component unchanged. Returns `None` if all are unchanged,
/// so that types stay shared.
pub fn changed(
    ty: &Type,
    size: &mut dyn FnMut(&Size) -> Option<Size>,
    part: &mut dyn FnMut(&Type) -> Option<Type>,
) -> Option<Type> {
    match ty {
        Type::Scalar(_) | Type::Param(_) | Type::Meta(_) => None,
        Type::Array(elem, dim) => {
            let (new_elem, new_dim) = (part(elem), size(dim));
            (new_elem.is_some() || new_dim.is_some()).then(|| {
                Type::Array(new_elem.map_or_else(|| elem.clone(), Rc::new), new_dim.unwrap_or_else(|| dim.clone()))
            })
        }
        Type::Record(fields) => {
            changed_items(fields, &mut |(name, ty)| Some((*name, part(ty)?))).map(|fields| Type::Record(fields.into()))
        }
        Type::Sum(constructors) => {
            let mut payload = |(name, types): &(Symbol, Vec<Type>)| Some((*name, changed_items(types, part)?));
            changed_items(constructors, &mut payload).map(|constructors| Type::Sum(constructors.into()))
        }
        Type::Abstract(hidden) => {
            let (sizes, types) = (changed_items(&hidden.sizes, size), changed_items(&hidden.types, part));
            let representation = part(&hidden.representation);
            (sizes.is_some() || types.is_some() || representation.is_some()).then(|| {
                Type::Abstract(Rc::new(Abstract {
                    name: hidden.name,
                    shown: hidden.shown,
                    sizes: sizes.unwrap_or_else(|| hidden.sizes.clone()),
                    types: types.unwrap_or_else(|| hidden.types.clone()),
                    representation: representation.unwrap_or_else(|| hidden.representation.clone()),
                    liftedness: hidden.liftedness,
                }))
            })
        }
        Type::Function(function) => {
            let (param, result) = (part(&function.param), part(&function.result));
            (param.is_some() || result.is_some()).then(|| {
                Type::Function(Rc::new(Function {
                    param: param.unwrap_or_else(|| function.param.clone()),
                    result: result.unwrap_or_else(|| function.result.clone()),
                    name: function.name,
                    consumed: function.consumed.clone(),
                    unique: function.unique.clone(),
                    inferred: function.inferred,
                    exists: function.exists.clone(),
                }))
            })
        }
    }
}

/// Calls `visit` on every size in the type, outermost first.
pub fn each_size(ty: &Type, visit: &mut dyn FnMut(&Size)) {
    match ty {
        Type::Scalar(_) | Type::Param(_) | Type::Meta(_) => {}
        Type::Array(elem, size) => {
            visit(size);
            each_size(elem, visit);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| each_size(ty, visit)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| each_size(ty, visit))
        }
        Type::Function(function) => {
            each_size(&function.param, visit);
            each_size(&function.result, visit);
        }
        Type::Abstract(hidden) => {
            hidden.sizes.iter().for_each(&mut *visit);
            hidden.types.iter().for_each(|ty| each_size(ty, visit));
        }
    }
}

/// Largest number of parts of a size in types. Larger sizes count as unknown.
const MAX_SIZE_PARTS: usize = 200;

/// Whether the size has at most `MAX_SIZE_PARTS` nodes.
pub fn is_small(size: &Size) -> bool {
    fn fits(size: &Size, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match size {
            Size::Op(_, args) => args.iter().all(|arg| fits(arg, left)),
            Size::Term(term) => term.args.iter().all(|arg| fits(arg, left)),
            Size::Const(_) | Size::Var(_) | Size::Def(..) | Size::Meta(_) => true,
        }
    }
    fits(size, &mut MAX_SIZE_PARTS.clone())
}

pub fn has_small_sizes(ty: &Type) -> bool {
    let mut small = true;
    each_size(ty, &mut |size| small &= is_small(size));
    small
}

/// Calls `visit` on every variable in a size.
pub fn each_size_var(size: &Size, visit: &mut dyn FnMut(Name)) {
    match size {
        Size::Var(name) => visit(*name),
        Size::Op(_, args) => args.iter().for_each(|arg| each_size_var(arg, visit)),
        Size::Term(term) => {
            if let Head::Var(name) = &term.head {
                visit(*name);
            }
            term.args.iter().for_each(|arg| each_size_var(arg, visit));
        }
        Size::Const(_) | Size::Def(..) | Size::Meta(_) => {}
    }
}

/// Whether the test holds for a component of the type that is not an array, record or sum.
pub fn any_part(ty: &Type, test: &dyn Fn(&Type) -> bool) -> bool {
    match ty {
        Type::Array(elem, _) => any_part(elem, test),
        Type::Record(fields) => fields.iter().any(|(_, ty)| any_part(ty, test)),
        Type::Sum(constructors) => constructors.iter().flat_map(|(_, payload)| payload).any(|ty| any_part(ty, test)),
        Type::Scalar(_) | Type::Param(_) | Type::Meta(_) | Type::Function(_) | Type::Abstract(_) => test(ty),
    }
}

/// Whether the type contains a function.
pub fn has_function(ty: &Type) -> bool {
    any_part(ty, &|part| match part {
        Type::Function(_) => true,
        Type::Abstract(hidden) => hidden.liftedness == Liftedness::Lifted,
        _ => false,
    })
}

/// Whether values of the type may have sizes that the type does not show.
pub fn hides_sizes(ty: &Type) -> bool {
    any_part(ty, &|part| matches!(part, Type::Abstract(hidden) if hidden.liftedness != Liftedness::Unlifted))
}
