//! Folds of accelerated code become reductions, if their operator is one that is known to be associative.
//!
//! ```text
//! loop acc : i64 = k for x in xs do acc + x * x    k + reduce_comm(+, 0, map(\x -> x * x, xs))
//! ```
//!
//! The operators are `+`, `*`, `&`, `|` and `^` on integers and truth values. The state of the loop may be a
//! record of them, each with an operator of its own. Sums and products of floats are not among them, because another order
//! gives another result: there a program writes `reduce`.

use super::paths::replace_paths;
use crate::build;
use crate::def::{Binding, Expr, ExprKind, Loop, LoopForm, Pat, Prim, Type};
use crate::walk::{for_each_child_mut, free_variables};
use base::{Name, NameSource, Symbol};
use rustc_hash::FxHashMap;
use value::{BinOp, Scalar, ScalarType};

/// A fold as a reduction: for each component of the state, the operator and the value that it adds.
struct Fold {
    bindings: Vec<Binding>,
    components: Vec<(Option<Symbol>, BinOp, Expr)>,
}

/// Whether the loop can become a reduction.
pub(crate) fn is_reduction(looped: &Loop) -> bool {
    fold_of(looped).is_some()
}

/// Replaces the folds in an expression.
pub(super) fn reduce_folds(expr: &mut Expr, names: &mut NameSource) {
    for_each_child_mut(expr, &mut |child| reduce_folds(child, names));
    if let ExprKind::Loop(looped) = &expr.kind
        && let Some(fold) = fold_of(looped)
        && let LoopForm::ForIn(pat, array) = &looped.form
    {
        let reduced = reduction(fold, &looped.init, pat.clone(), array.clone(), names);
        *expr = reduced.with_type(expr.ty.clone()).at(expr.span);
    }
}

fn fold_of(looped: &Loop) -> Option<Fold> {
    let (Pat::Var(state, ty), LoopForm::ForIn(..)) = (&looped.pat, &looped.form) else { return None };
    let mut body = looped.body.clone();
    replace_paths(&mut body, &mut FxHashMap::default(), &|_| true);
    let (bindings, last) = match body.kind {
        ExprKind::Block(bindings, last) => (bindings, *last),
        _ => (Vec::new(), body),
    };
    let components: Vec<(Option<Symbol>, Expr)> = match (ty, last) {
        (Type::Scalar(_), last) => vec![(None, last)],
        (Type::Record(_), Expr { kind: ExprKind::Record(fields), .. }) => {
            fields.into_iter().map(|(name, field)| (Some(name), field)).collect()
        }
        _ => return None,
    };
    let mentions = |expr: &Expr| free_variables(expr).values().contains_key(state);
    if components.is_empty() || bindings.iter().any(|binding| mentions(&binding.value)) {
        return None;
    }
    let combined = |(name, expr): (Option<Symbol>, Expr)| {
        let ExprKind::Prim(Prim::Bin(op), args) = expr.kind else { return None };
        let [a, b] = <[Expr; 2]>::try_from(args).ok()?;
        neutral(op, a.ty.scalar()?)?;
        let value = match (is_component(&a, *state, name), is_component(&b, *state, name)) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        (!mentions(&value)).then_some((name, op, value))
    };
    Some(Fold { bindings, components: components.into_iter().map(combined).collect::<Option<_>>()? })
}

/// Whether the expression is the state, or this field of it.
fn is_component(expr: &Expr, state: Name, field: Option<Symbol>) -> bool {
    match (&expr.kind, field) {
        (ExprKind::Var(name, _), None) => *name == state,
        (ExprKind::Field(record, label), Some(field)) => *label == field && is_component(record, state, None),
        _ => false,
    }
}

/// Returns the neutral element of an operator that is associative and commutative; `None` for others.
fn neutral(op: BinOp, ty: ScalarType) -> Option<Scalar> {
    if ty.is_float() {
        return None;
    }
    let number = |value: i128| Some(Scalar::from_i128(ty, value));
    match (op, ty) {
        (BinOp::And, ScalarType::Bool) => Some(Scalar::Bool(true)),
        (BinOp::Or | BinOp::Xor, ScalarType::Bool) => Some(Scalar::Bool(false)),
        (_, ScalarType::Bool) => None,
        (BinOp::Add | BinOp::Or | BinOp::Xor, _) => number(0),
        (BinOp::Mul, _) => number(1),
        (BinOp::And, _) => number(-1),
        _ => None,
    }
}

fn reduction(fold: Fold, init: &Expr, pat: Pat, array: Expr, names: &mut NameSource) -> Expr {
    let Fold { bindings, components } = fold;
    let state = names.fresh("start");
    let ty = init.ty.clone();
    let ops: Vec<(Option<Symbol>, BinOp)> = components.iter().map(|(name, op, _)| (*name, *op)).collect();
    let combine = |a: &Expr, b: &Expr| {
        record(ops.iter().map(|(name, op)| (*name, build::binary(*op, component(a, *name), component(b, *name)))))
    };
    let neutrals = components.iter().map(|(name, op, value)| {
        let element = value.ty.scalar().and_then(|ty| neutral(*op, ty)).unwrap_or(Scalar::I64(0));
        (*name, build::literal(element))
    });
    let neutrals = record(neutrals.collect::<Vec<_>>().into_iter());
    let values = record(components.into_iter().map(|(name, _, value)| (name, value)));
    let param = crate::def::Param { pat, consumed: crate::def::Unique::No, span: array.span };
    let mapped = build::map(build::lambda(vec![param], build::block(bindings, values)), array);
    let [a, b, all] = ["a", "b", "all"].map(|hint| names.fresh(hint));
    let variable = |name| build::var(name, ty.clone());
    let params = [a, b].map(|name| build::param(name, ty.clone())).to_vec();
    let operator = build::lambda(params, combine(&variable(a), &variable(b)));
    let reduced = build::prim(Prim::Reduce { commutative: true }, vec![operator, neutrals, mapped]);
    let bindings = vec![build::bind(state, init.clone()), build::bind(all, reduced)];
    build::block(bindings, combine(&variable(state), &variable(all)))
}

fn component(state: &Expr, field: Option<Symbol>) -> Expr {
    match field {
        Some(field) => build::field(state.clone(), field),
        None => state.clone(),
    }
}

/// Returns a record, or the only component if it has no name.
fn record(components: impl Iterator<Item = (Option<Symbol>, Expr)>) -> Expr {
    let mut fields = Vec::new();
    for (name, value) in components {
        match name {
            Some(name) => fields.push((name, value)),
            None => return value,
        }
    }
    build::record(fields)
}
