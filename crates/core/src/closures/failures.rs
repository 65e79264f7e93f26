//! Expressions that end the run in place of a function: what follows them gets a function that is known, and never
//! applied.
//!
//! ```text
//! (fail(s) : i64 -> bool)   ─►   let _ : () = (fail(s) : ()) in \(x : i64) -> (fail("") : bool)
//! ```

use crate::build;
use crate::def::{DefId, Expr, ExprKind, Pat, Prim, Program, Type};
use crate::walk::for_each_child_mut;
use base::NameSource;
use base::entity::EntityRef;
use value::service::Returns;

/// Replaces the expressions that end the run and whose types contain functions.
pub(super) fn give_functions(program: &mut Program) {
    for at in 0..program.defs.len() {
        let def = &mut program.defs[DefId::new(at)];
        expression(&mut def.body, &mut program.names);
    }
}

fn expression(expr: &mut Expr, names: &mut NameSource) {
    for_each_child_mut(expr, &mut |child| expression(child, names));
    let ExprKind::Prim(prim, _) = expr.kind else { return };
    if !prim.service().is_some_and(|service| service.returns() == Returns::Never) || !expr.ty.has_function() {
        return;
    }
    let (ty, span) = (expr.ty.clone(), expr.span);
    let failing = std::mem::replace(expr, build::unit()).with_type(Type::unit());
    let binding = build::binding(Pat::Wildcard(Type::unit()), failing);
    *expr = build::block(vec![binding], unreached(&ty, names)).at(span);
}

/// Returns an expression of the type that is never evaluated, in which all functions are known.
fn unreached(ty: &Type, names: &mut NameSource) -> Expr {
    match ty {
        Type::Function(from, to) => {
            let param = build::param(names.fresh("x"), Type::clone(from));
            build::lambda(vec![param], unreached(to, names))
        }
        Type::Record(fields) if ty.has_function() => {
            build::record(fields.iter().map(|(name, field)| (*name, unreached(field, names))).collect())
        }
        _ => build::expr(ExprKind::Prim(Prim::Fail, vec![build::string(b"")]), ty.clone()),
    }
}
