//! Static values: what is known of functions, what tells them apart, and how they are the same in other code.

use super::{Pass, too_many};
use crate::build;
use crate::def::{Datas, DefId, Expr, ExprKind, Lambda, Pat, Size, Type, Unique};
use crate::typing::{irrefutable, without_sizes};
use crate::walk::{Renaming, map_type};
use base::{Error, Name, Span, Symbol};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Functions that capture functions, and so on: only a recursion with ever larger functions gets that far.
pub(super) const MAX_SHAPE_DEPTH: usize = 100;
/// Functions and values in one key of a copy.
pub(super) const MAX_SHAPE_WEIGHT: usize = 10_000;

/// What is known of a value whose type has a function in it.
#[derive(Clone)]
pub(super) enum Static {
    /// A value without functions: a variable or literal.
    Dynamic(Expr),
    Closure(Closure),
    Record(Vec<(Symbol, Static)>),
    /// Of a sum type with functions in it.
    Variant(Symbol, Vec<Static>),
}

/// A function, with the arguments that it has already.
#[derive(Clone)]
pub(super) struct Closure {
    pub(super) code: Code,
    pub(super) args: Vec<Static>,
}

#[derive(Clone)]
pub(super) enum Code {
    Def(DefId),
    /// Not defunctionalised yet. What it captures is in scope wherever the closure is.
    Lambda(Rc<Captured>),
}

pub(super) struct Captured {
    pub(super) lambda: Lambda,
    /// Variables that the code reads, with their types there, and sizes.
    pub(super) free: IndexMap<Name, Type>,
}

/// What tells copies of a definition or lambda apart: a static value without its dynamic values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Dynamic(Type),
    /// What the code captures, then the arguments.
    Closure(CodeId, Vec<Shape>, Vec<Shape>),
    Record(Vec<(Symbol, Shape)>),
    Variant(Symbol, Vec<Shape>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum CodeId {
    Def(DefId),
    /// The first variable of the lambda's parameters in the source.
    Lambda(Name),
}

/// A dynamic value of a static value, and the name for it in other code.
pub(super) struct Leaf {
    pub(super) name: Name,
    pub(super) ty: Type,
    pub(super) value: Expr,
}

impl Pass {
    pub(super) fn shape(&self, value: &Static, depth: usize, budget: &mut usize, span: Span) -> Result<Shape, Error> {
        let (Some(below), Some(rest)) = (depth.checked_sub(1), budget.checked_sub(1)) else {
            return Err(too_many("functions that capture functions without end", span));
        };
        *budget = rest;
        match value {
            Static::Dynamic(value) => Ok(Shape::Dynamic(without_sizes(&value.ty))),
            Static::Record(fields) => {
                let fields = fields.iter().map(|(name, field)| Ok((*name, self.shape(field, below, budget, span)?)));
                Ok(Shape::Record(fields.collect::<Result<_, Error>>()?))
            }
            Static::Variant(name, payload) => {
                let payload = payload.iter().map(|value| self.shape(value, below, budget, span));
                Ok(Shape::Variant(*name, payload.collect::<Result<_, Error>>()?))
            }
            Static::Closure(Closure { code, args }) => {
                let captured = self.captured_shapes(code, below, budget, span)?;
                let args = args.iter().map(|arg| self.shape(arg, below, budget, span));
                Ok(Shape::Closure(self.code_id(code)?, captured, args.collect::<Result<_, Error>>()?))
            }
        }
    }

    pub(super) fn captured_shapes(
        &self,
        code: &Code,
        depth: usize,
        budget: &mut usize,
        span: Span,
    ) -> Result<Vec<Shape>, Error> {
        let Code::Lambda(captured) = code else { return Ok(Vec::new()) };
        let shape = |(name, ty): (&Name, &Type)| match self.statics.get(name) {
            Some(value) => self.shape(value, depth, budget, span),
            None => Ok(Shape::Dynamic(without_sizes(ty))),
        };
        captured.free.iter().map(shape).collect()
    }

    /// The same static value where its dynamic values have other names: those of the leaves, which come in the same
    /// order for values of one shape.
    pub(super) fn elsewhere(&mut self, value: &Static, leaves: &mut Vec<Leaf>) -> Static {
        match value {
            Static::Dynamic(value) => {
                let ty = without_sizes(&value.ty);
                let hint = if let ExprKind::Var(name, _) = &value.kind { name.hint.as_str() } else { "x" };
                let name = self.fresh(hint, &ty);
                leaves.push(Leaf { name, ty: ty.clone(), value: value.clone() });
                Static::Dynamic(build::var(name, ty))
            }
            Static::Record(fields) => {
                Static::Record(fields.iter().map(|(name, field)| (*name, self.elsewhere(field, leaves))).collect())
            }
            Static::Variant(name, payload) => {
                Static::Variant(*name, payload.iter().map(|value| self.elsewhere(value, leaves)).collect())
            }
            Static::Closure(Closure { code, args }) => {
                let code = self.code_elsewhere(code, leaves);
                let args = args.iter().map(|arg| self.elsewhere(arg, leaves)).collect();
                Static::Closure(Closure { code, args })
            }
        }
    }

    pub(super) fn code_elsewhere(&mut self, code: &Code, leaves: &mut Vec<Leaf>) -> Code {
        let Code::Lambda(captured) = code else { return code.clone() };
        let mut renaming = Renaming::default();
        let new: Vec<Name> = captured.free.keys().map(|name| self.names.like(*name)).collect();
        captured.free.keys().zip(&new).for_each(|(old, new)| renaming.add(*old, *new));
        let moved: FxHashSet<Name> = captured.free.keys().copied().collect();
        let keep = |size| if matches!(size, Size::Var(name) if !moved.contains(&name)) { Size::Any } else { size };
        for ((old, ty), new) in captured.free.iter().zip(new) {
            if let Some(value) = self.statics.get(old).cloned() {
                let value = self.elsewhere(&value, leaves);
                self.statics.insert(new, value);
                continue;
            }
            let bound = self.types.get(old).cloned().unwrap_or_else(|| without_sizes(ty));
            let moved = renaming.ty(&map_type(&bound, &keep, &Type::Param));
            self.types.insert(new, moved.clone());
            leaves.push(Leaf { name: new, ty: moved, value: build::var(*old, bound) });
        }
        let mut lambda = captured.lambda.clone();
        lambda.params.iter_mut().for_each(|param| renaming.pat(&mut param.pat));
        renaming.expr(&mut lambda.body);
        let free = captured.free.iter().map(|(name, ty)| (renaming.name(*name), renaming.ty(ty))).collect();
        Code::Lambda(Rc::new(Captured { lambda, free }))
    }
}

/// Whether the pattern matches the value; `None` where that is seen only when the program runs.
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

/// The variables of a value that stand in its records, not in its functions, and what of them is owned.
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
