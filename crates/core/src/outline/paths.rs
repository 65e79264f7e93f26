//! Replacement of variables that stand for other variables, for fields of them, for records of these, or for shapes of
//! tensors.

use crate::build;
use crate::def::{Binding, Expr, ExprKind, Pat, Prim, TensorOp, Type};
use crate::walk::for_each_child_mut;
use base::Name;
use rustc_hash::FxHashMap;

/// Whether the expression is a variable, a field of one, a record of these, or the shape of such a tensor.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(..) => true,
        ExprKind::Field(record, _) => is_path(record),
        ExprKind::Record(fields) => fields.iter().all(|(_, field)| is_path(field)),
        ExprKind::Prim(Prim::Tensor(TensorOp::Shape), args) => args.iter().all(is_path),
        _ => false,
    }
}

/// Replaces variables of the wanted types that are bound to such an expression.
pub(super) fn replace_paths(expr: &mut Expr, known: &mut FxHashMap<Name, Expr>, wanted: &dyn Fn(&Type) -> bool) {
    match &mut expr.kind {
        ExprKind::Block(bindings, body) => {
            for Binding { type_params, pat, mut value } in std::mem::take(bindings) {
                replace_paths(&mut value, known, wanted);
                if is_path(&value) && wanted(&value.ty) {
                    name_paths(pat, value, known, bindings, wanted);
                } else {
                    bindings.push(Binding { type_params, pat, value });
                }
            }
            replace_paths(body, known, wanted);
            if bindings.is_empty() {
                *expr = std::mem::replace(&mut **body, build::unit());
            }
        }
        ExprKind::Var(name, _) => {
            if let Some(path) = known.get(name) {
                *expr = path.clone().at(expr.span);
            }
        }
        _ => for_each_child_mut(expr, &mut |child| replace_paths(child, known, wanted)),
    }
    if let ExprKind::Field(record, label) = &expr.kind
        && let ExprKind::Record(fields) = &record.kind
        && is_path(record)
        && let Some((_, field)) = fields.iter().find(|(field, _)| field == label)
    {
        *expr = field.clone().at(expr.span);
    }
}

/// Notes the path for the variables of the pattern that have a wanted type. Others are bound.
fn name_paths(
    pat: Pat,
    path: Expr,
    known: &mut FxHashMap<Name, Expr>,
    bindings: &mut Vec<Binding>,
    wanted: &dyn Fn(&Type) -> bool,
) {
    match pat {
        Pat::Record(fields) => {
            for (label, pat) in fields {
                let mut part = build::field(path.clone(), label).at(path.span);
                replace_paths(&mut part, known, wanted);
                name_paths(pat, part, known, bindings, wanted);
            }
        }
        Pat::Var(name, ty) if wanted(&ty) => _ = known.insert(name, path),
        pat => bindings.push(build::binding(pat, path)),
    }
}
