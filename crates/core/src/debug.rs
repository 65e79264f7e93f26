//! Checks of debug mode, as ordinary code: assumptions about operators and writes whose breach changes results without
//! a failure.
//!
//! ```text
//! def main (xs : []i64) : i64 =        def main (xs : []i64) : i64 =
//!   reduce(f, 0i64, xs)                  let op = f  let array = xs
//!                                        let _ = loop a = 0i64 for i < size.0(array) do .. ensure ..
//!                                        in reduce(op, 0i64, array)
//! ```
//!
//! - Operators of reductions, scans and histograms are associative, and their neutral elements are neutral, on the
//!   elements and on what a sequential run makes of them (`operators`).
//! - A scatter does not write different values to one index (`operators`).
//! - Iterations of an accelerated loop are independent of one another (`loops`).
//!
//! Integers are compared exactly, floats within a tolerance (`agree`). A failure has the place of the operation, and its
//! message shows the operands and the results. Operators with effects, and values that `equal` does not compare, are not
//! checked. The checks are sequential loops, so the first failure is the same on all targets.
//!
//! CORE to CORE. Needs: no type parameters (`monomorphise`). Guarantees: a program that passes the checks has the same
//! results. Cost: linear in the program; at run time a few applications of the operator for each element. This is debug
//! mode as "Expression Acceleration" (§2.2) has it, but on all targets.

mod agree;
mod loops;
mod operators;

use crate::build;
use crate::def::{Binding, Datas, Expr, ExprKind, Prim, Program, Type};
use crate::effects::Latent;
use crate::outline::recursive_datas;
use crate::typing::without_sizes;
use crate::walk::for_each_child_mut;
use base::NameSource;
use operators::Operation;
use rustc_hash::FxHashSet;

/// Adds the checks to all definitions.
pub fn debug(mut program: Program) -> Program {
    let mut latent = Latent::of(&program);
    let recursive = recursive_datas(&program.datas);
    let mut pass = Pass { names: &mut program.names, datas: &program.datas, recursive, latent: &mut latent };
    program.defs.values_mut().for_each(|def| pass.expr(&mut def.body));
    loops::log_accesses(program)
}

struct Pass<'p> {
    names: &'p mut NameSource,
    datas: &'p Datas,
    recursive: FxHashSet<usize>,
    latent: &'p mut Latent,
}

impl Pass<'_> {
    /// Adds the checks to an expression and its parts.
    fn expr(&mut self, expr: &mut Expr) {
        let is_checked = self.is_checked(expr);
        for_each_child_mut(expr, &mut |child| self.expr(child));
        if is_checked {
            self.check(expr);
        }
    }

    /// Whether the expression is an operation with an assumption that can be checked.
    fn is_checked(&mut self, expr: &Expr) -> bool {
        let ExprKind::Prim(prim, args) = &expr.kind else { return false };
        let (operator, array) = match (prim, &args[..]) {
            (Prim::Reduce { .. } | Prim::Scan, [operator, _, array]) => (Some(operator), array),
            (Prim::Histogram, [_, operator, _, _, values]) => (Some(operator), values),
            (Prim::Scatter, [_, _, values]) => (None, values),
            _ => return false,
        };
        let elem = array.ty.elem().is_some_and(|elem| self.is_comparable(elem));
        elem && operator.is_none_or(|operator| self.latent.of_use(operator).may_copy())
    }

    /// Binds the operands of an operation, and adds its check before it.
    fn check(&mut self, expr: &mut Expr) {
        let (span, ty) = (expr.span, expr.ty.clone());
        let ExprKind::Prim(prim, args) = &mut expr.kind else { return };
        let mut bindings = Vec::new();
        for arg in args.iter_mut() {
            let operand = std::mem::replace(arg, build::unit());
            *arg = self.named("operand", operand, &mut bindings);
        }
        let operation = |name, operator: &Expr, neutral: &Expr| Operation {
            name,
            span,
            elem: without_sizes(&neutral.ty),
            operator: operator.clone(),
            neutral: neutral.clone(),
        };
        let check = match (prim, &args[..]) {
            (Prim::Reduce { .. }, [f, e, array]) => self.fold(&operation("reduction", f, e), array),
            (Prim::Scan, [f, e, array]) => self.fold(&operation("scan", f, e), array),
            (Prim::Histogram, [dest, f, e, indices, values]) => {
                self.histogram(&operation("histogram", f, e), dest, indices, values)
            }
            (_, [dest, indices, values]) => self.scatter(dest, indices, values, span),
            _ => return,
        };
        bindings.push(build::binding(crate::def::Pat::Wildcard(check.ty.clone()), check));
        let operation = std::mem::replace(expr, build::unit());
        *expr = build::block(bindings, operation).with_type(ty).at(span);
    }

    /// Returns the value as a variable, literal or definition, which may occur several times.
    fn named(&mut self, name: &str, value: Expr, bindings: &mut Vec<Binding>) -> Expr {
        if matches!(value.kind, ExprKind::Def(..)) { value } else { build::named(name, value, self.names, bindings) }
    }

    /// Returns a lambda of one parameter.
    fn lambda(&mut self, name: &str, param: Type, body: impl FnOnce(&mut Self, Expr) -> Expr) -> Expr {
        let name = self.names.fresh(name);
        let body = body(self, build::var(name, param.clone()));
        build::lambda(vec![build::param(name, param)], body)
    }
}
