//! Static values of expressions with functions: the keys that distinguish copies, and the renaming of values for
//! another definition.

use super::{Pass, too_many};
use crate::build;
use crate::def::{Datas, DefId, Expr, ExprKind, Lambda, Pat, Size, Type, Unique};
use crate::typing::{irrefutable, without_sizes};
use crate::walk::{Renaming, map_type};
use base::{Error, Name, Span, Symbol};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// Largest nesting of functions that capture functions.
const MAX_NESTING: usize = 2_000;
/// Largest nesting of the same code within itself. Only a recursion with ever larger functions exceeds it.
const MAX_REPEATED: usize = 100;
/// Largest number of static values in the key of a copy.
const MAX_WEIGHT: usize = 10_000;

/// Static value of an expression whose type contains a function.
#[derive(Clone)]
pub(super) enum Static {
    /// A value without functions: a variable or literal.
    Dynamic(Expr),
    Closure(Closure),
    Record(Vec<(Symbol, Static)>),
    /// A value of a sum type that contains functions.
    Variant(Symbol, Vec<Static>),
}

/// A function with its arguments so far, fewer than it takes.
#[derive(Clone)]
pub(super) struct Closure {
    pub(super) code: Code,
    pub(super) args: Vec<Static>,
}

#[derive(Clone)]
pub(super) enum Code {
    Def(DefId),
    /// A lambda whose body is not processed yet. Its captured variables are in scope wherever the closure is used.
    Lambda(Rc<Captured>),
}

pub(super) struct Captured {
    pub(super) lambda: Lambda,
    /// Free variables of the lambda and sizes in its types, each with its type in the lambda.
    pub(super) free: IndexMap<Name, Type>,
}

/// Shape of a static value: the value without its dynamic values. It is the key of the copy made for a function and its
/// arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Dynamic(Type),
    /// A function: its code, the shapes of its captured values, and those of its arguments.
    Closure(CodeId, Vec<Shape>, Vec<Shape>),
    Record(Vec<(Symbol, Shape)>),
    Variant(Symbol, Vec<Shape>),
    /// A captured variable that occurs earlier in the key, by its number there. Without this, a key would double in
    /// size at each function that captures the same functions twice.
    Seen(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum CodeId {
    Def(DefId),
    /// A lambda, identified by the source name of the first variable in its parameters.
    Lambda(Name),
}

/// A dynamic value of a static value that is moved to another definition, and the variable that replaces it there.
pub(super) struct Leaf {
    pub(super) name: Name,
    pub(super) ty: Type,
    pub(super) value: Expr,
}

/// State while a key is made: its number of static values so far, its captured variables, the nesting of functions, and
/// how often each code occurs in the enclosing functions.
#[derive(Default)]
pub(super) struct Key {
    weight: usize,
    seen: FxHashMap<(Name, Type), usize>,
    nesting: usize,
    repeated: FxHashMap<CodeId, usize>,
}

/// State while static values are moved to another definition: their dynamic values, and the new names of captured
/// variables.
#[derive(Default)]
pub(super) struct Moved {
    pub(super) leaves: Vec<Leaf>,
    names: FxHashMap<(Name, Type), Name>,
}

impl Pass {
    /// Returns the shape of a static value, which determines the copy made for it.
    pub(super) fn shape(&self, value: &Static, key: &mut Key, span: Span) -> Result<Shape, Error> {
        key.weight += 1;
        match value {
            Static::Dynamic(value) => Ok(Shape::Dynamic(without_sizes(&value.ty))),
            Static::Record(fields) => {
                let fields = fields.iter().map(|(name, field)| Ok((*name, self.shape(field, key, span)?)));
                Ok(Shape::Record(fields.collect::<Result<_, Error>>()?))
            }
            Static::Variant(name, payload) => {
                let payload = payload.iter().map(|value| self.shape(value, key, span));
                Ok(Shape::Variant(*name, payload.collect::<Result<_, Error>>()?))
            }
            Static::Closure(Closure { code, args }) => self.closure_shape(code, args, key, span),
        }
    }

    /// Returns the shape of a closure. An error if functions capture functions without end, or if the key gets too
    /// large.
    pub(super) fn closure_shape(
        &self,
        code: &Code,
        args: &[Static],
        key: &mut Key,
        span: Span,
    ) -> Result<Shape, Error> {
        let id = self.code_id(code)?;
        let repeated = key.repeated.entry(id).or_default();
        if key.weight > MAX_WEIGHT || key.nesting >= MAX_NESTING || *repeated >= MAX_REPEATED {
            return Err(too_many("functions capture functions without end", span));
        }
        (key.nesting, *repeated) = (key.nesting + 1, *repeated + 1);
        let captured = self.captured_shapes(code, key, span)?;
        let args = args.iter().map(|arg| self.shape(arg, key, span)).collect::<Result<_, Error>>()?;
        key.nesting -= 1;
        key.repeated.entry(id).and_modify(|repeated| *repeated -= 1);
        Ok(Shape::Closure(id, captured, args))
    }

    /// Returns the shapes of the values that a lambda captures; none for a definition.
    fn captured_shapes(&self, code: &Code, key: &mut Key, span: Span) -> Result<Vec<Shape>, Error> {
        let Code::Lambda(captured) = code else { return Ok(Vec::new()) };
        let shape = |(name, ty): (&Name, &Type)| {
            let count = key.seen.len();
            match key.seen.entry((*name, self.captured_type(captured, *name, ty))) {
                Entry::Occupied(seen) => return Ok(Shape::Seen(*seen.get())),
                Entry::Vacant(new) => new.insert(count),
            };
            match self.statics.get(name) {
                Some(value) => self.shape(value, key, span),
                None => Ok(Shape::Dynamic(without_sizes(ty))),
            }
        };
        captured.free.iter().map(shape).collect()
    }

    /// Returns the type that a captured variable has at its binding. Sizes that are not captured become unknown.
    fn captured_type(&self, captured: &Captured, name: Name, ty: &Type) -> Type {
        let keep = |size| match size {
            Size::Var(name) if !captured.free.contains_key(&name) => Size::Any,
            size => size,
        };
        match self.types.get(&name) {
            Some(bound) if !ty.has_function() => map_type(bound, &keep, &Type::Param),
            _ => without_sizes(ty),
        }
    }

    /// Returns the static value for another definition, with new variables in place of its dynamic values. These go to
    /// `moved.leaves`, in an order that is the same for all values of one shape.
    pub(super) fn elsewhere(&mut self, value: &Static, moved: &mut Moved) -> Static {
        match value {
            Static::Dynamic(value) => {
                let ty = without_sizes(&value.ty);
                let hint = if let ExprKind::Var(name, _) = &value.kind { name.hint.as_str() } else { "x" };
                let name = self.fresh(hint, &ty);
                moved.leaves.push(Leaf { name, ty: ty.clone(), value: value.clone() });
                Static::Dynamic(build::var(name, ty))
            }
            Static::Record(fields) => {
                Static::Record(fields.iter().map(|(name, field)| (*name, self.elsewhere(field, moved))).collect())
            }
            Static::Variant(name, payload) => {
                Static::Variant(*name, payload.iter().map(|value| self.elsewhere(value, moved)).collect())
            }
            Static::Closure(Closure { code, args }) => {
                let code = self.code_elsewhere(code, moved);
                let args = args.iter().map(|arg| self.elsewhere(arg, moved)).collect();
                Static::Closure(Closure { code, args })
            }
        }
    }

    /// Returns the code for use in another definition, with fresh names for captured variables.
    pub(super) fn code_elsewhere(&mut self, code: &Code, moved: &mut Moved) -> Code {
        let Code::Lambda(captured) = code else { return code.clone() };
        let mut renaming = Renaming::default();
        let mut unseen = Vec::new();
        for (old, ty) in &captured.free {
            let ty = self.captured_type(captured, *old, ty);
            let new = *moved.names.entry((*old, ty.clone())).or_insert_with(|| {
                let new = self.names.like(*old);
                unseen.push((*old, new, ty));
                new
            });
            renaming.add(*old, new);
        }
        for (old, new, ty) in unseen {
            if let Some(value) = self.statics.get(&old).cloned() {
                let value = self.elsewhere(&value, moved);
                self.statics.insert(new, value);
                continue;
            }
            let value = build::var(old, self.types.get(&old).unwrap_or(&ty).clone());
            let ty = renaming.ty(&ty);
            self.types.insert(new, ty.clone());
            moved.leaves.push(Leaf { name: new, ty, value });
        }
        let mut lambda = captured.lambda.clone();
        lambda.params.iter_mut().for_each(|param| renaming.pat(&mut param.pat));
        renaming.expr(&mut lambda.body);
        let free = captured.free.iter().map(|(name, ty)| (renaming.name(*name), renaming.ty(ty))).collect();
        Code::Lambda(Rc::new(Captured { lambda, free }))
    }
}

/// Whether the pattern matches the value; `None` if that is known only at run time.
pub(super) fn matches(pat: &Pat, value: &Static, datas: &Datas) -> Option<bool> {
    match (pat, value) {
        (Pat::Variant(name, ..), Static::Variant(other, _)) if name != other => Some(false),
        (Pat::Variant(_, pats, _), Static::Variant(_, payload)) => all_match(pats.iter().zip(payload), datas),
        (Pat::Record(pats), Static::Record(fields)) => {
            all_match(pats.iter().zip(fields).map(|((_, pat), (_, field))| (pat, field)), datas)
        }
        (pat, _) => irrefutable(pat, datas).then_some(true),
    }
}

fn all_match<'s>(pairs: impl Iterator<Item = (&'s Pat, &'s Static)>, datas: &Datas) -> Option<bool> {
    let found: Vec<Option<bool>> = pairs.map(|(pat, value)| matches(pat, value, datas)).collect();
    if found.contains(&Some(false)) {
        return Some(false);
    }
    found.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
}

/// Collects the variables in a value's records and sums, but not in its functions, with their uniqueness.
pub(super) fn dynamic_fields(value: &Static, unique: &Unique, names: &mut FxHashMap<Name, Unique>) {
    match value {
        Static::Dynamic(value) => {
            if let ExprKind::Var(name, _) = value.kind {
                names.insert(name, unique.clone());
            }
        }
        Static::Record(fields) => {
            fields.iter().for_each(|(name, field)| dynamic_fields(field, unique.field(*name), names));
        }
        Static::Variant(_, payload) => payload.iter().for_each(|value| dynamic_fields(value, unique, names)),
        Static::Closure(_) => {}
    }
}
