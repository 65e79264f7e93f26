//! Branches and loops whose value contains functions. The functions must be the same on every path, so that they are
//! known afterwards; the rest of the value is handled like that of any branch or loop.
//!
//! Note [Accumulators]
//!
//! An accumulator is a record of its array and of the operator that combines old and new elements
//! (`Type::accumulator`). A stream is a loop that passes an accumulator through its function:
//!
//! ```text
//! hist_stream dest op ne f bs = (loop acc = {dest, op} for b in bs do f acc b).array
//! ```
//!
//! Code that writes to an accumulator passes its operator on unchanged. So the loops and branches around it are among
//! those that this file handles, and recursive functions can return it (`recursion.rs`); no function is left when the
//! program is first-order. Front ends allow no other value with functions in loops, branches and the results of
//! recursive functions.

use super::statics::{Closure, Code, Static};
use super::{Pass, bug, unknown};
use crate::build;
use crate::def::{Binding, Case, Expr, ExprKind, Loop, LoopForm, Pat, Type};
use base::{Error, Span};
use std::rc::Rc;

impl Pass {
    /// Processes an `if` whose value contains functions.
    pub(super) fn conditional(
        &mut self,
        condition: Expr,
        yes: Expr,
        no: Expr,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Static, Error> {
        let condition = self.atom(condition, out)?;
        let (shape, yes) = self.way(yes)?;
        let (other, no) = self.way(no)?;
        if !same_functions(&shape, &other) {
            return Err(unknown("this function depends on a condition", span));
        }
        let kind = ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no));
        self.after(&shape, kind, ty, span, out)
    }

    /// Processes a `match` on a value without functions, whose cases return functions.
    pub(super) fn matched(
        &mut self,
        subject: Expr,
        cases: Vec<Case>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Static, Error> {
        let subject = self.atom(subject, out)?;
        let mut shape: Option<Static> = None;
        let mut ways = Vec::with_capacity(cases.len());
        for Case { pat, body } in cases {
            let (other, body) = self.way(body)?;
            if shape.as_ref().is_some_and(|shape| !same_functions(shape, &other)) {
                return Err(unknown("this function depends on a condition", span));
            }
            shape.get_or_insert(other);
            ways.push(Case { pat, body });
        }
        let shape = shape.ok_or_else(|| bug("a match without cases"))?;
        self.after(&shape, ExprKind::Match(Box::new(subject), ways), ty, span, out)
    }

    /// Processes a loop whose state contains functions. A function that the body changes is an error.
    pub(super) fn looped(
        &mut self,
        looped: Loop,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Static, Error> {
        let Loop { pat, init, mut form, body, .. } = looped;
        let init = self.operand(init, out)?;
        if let LoopForm::For(_, over) | LoopForm::ForIn(_, over) = &mut form {
            self.expr(over)?;
        }
        let mut state = Vec::new();
        self.bind_state(pat, &init, span, &mut state)?;
        if let LoopForm::While(condition) = &mut form {
            self.expr(condition)?;
        }
        let (next, body) = self.way(body)?;
        if !same_functions(&init, &next) {
            return Err(unknown("this function is the result of a loop", span));
        }
        let first = build::tuple(variable_parts(&init)).at(span);
        let looped = Loop { pat: Pat::tuple(state), consumed: crate::def::Unique::No, init: first, form, body };
        self.after(&init, ExprKind::Loop(Box::new(looped)), ty, span, out)
    }

    /// Processes a branch or a loop's body. Returns its static value, and an expression that computes the tuple of its
    /// dynamic parts.
    pub(super) fn way(&mut self, expr: Expr) -> Result<(Static, Expr), Error> {
        let (span, mut bindings) = (expr.span, Vec::new());
        let value = self.value(expr, &mut bindings)?;
        let parts = build::tuple(variable_parts(&value)).at(span);
        Ok((value, build::block(bindings, parts).at(span)))
    }

    /// Binds the tuple of dynamic parts that the branch or loop `kind` computes. Returns the value `shape` with the
    /// bound variables in place of its dynamic parts.
    fn after(
        &mut self,
        shape: &Static,
        kind: ExprKind,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Static, Error> {
        let mut parts = Vec::new();
        let value = self.with_variables(shape, ty, &mut parts);
        let pat = Pat::tuple(parts);
        let ty = pat.ty();
        out.push(build::binding(pat, build::expr(kind, ty).at(span)));
        Ok(value)
    }

    /// Binds a loop's pattern to its state: patterns of the dynamic parts go to `out`, parts with functions to
    /// `statics`.
    fn bind_state(&mut self, pat: Pat, value: &Static, span: Span, out: &mut Vec<Pat>) -> Result<(), Error> {
        match (pat, value) {
            (pat, Static::Dynamic(_)) => {
                out.push(pat);
                Ok(())
            }
            (Pat::Record(pats), Static::Record(fields)) if pats.len() == fields.len() => pats
                .into_iter()
                .zip(fields)
                .try_for_each(|((_, pat), (_, field))| self.bind_state(pat, field, span, out)),
            (Pat::Var(name, ty), value) => {
                let value = self.with_variables(value, &ty, out);
                self.statics.insert(name, value);
                Ok(())
            }
            (Pat::Wildcard(ty), value) => {
                self.with_variables(value, &ty, out);
                Ok(())
            }
            _ => Err(unknown("this matches on a value that contains functions", span)),
        }
    }

    /// Returns the value with new variables in place of its dynamic parts. The patterns of these variables go to `out`.
    pub(super) fn with_variables(&mut self, value: &Static, ty: &Type, out: &mut Vec<Pat>) -> Static {
        match value {
            Static::Dynamic(_) => {
                let name = self.fresh("x", ty);
                out.push(Pat::Var(name, ty.clone()));
                Static::Dynamic(build::var(name, ty.clone()))
            }
            Static::Record(fields) => {
                let types = ty.fields().unwrap_or_default();
                let fields = fields.iter().zip(types);
                Static::Record(
                    fields.map(|((name, field), (_, ty))| (*name, self.with_variables(field, ty, out))).collect(),
                )
            }
            Static::Closure(_) | Static::Variant(..) => value.clone(),
        }
    }
}

/// Returns the dynamic values in a value's records, in order. They may differ between branches and iterations.
fn variable_parts(value: &Static) -> Vec<Expr> {
    match value {
        Static::Dynamic(value) => vec![value.clone()],
        Static::Record(fields) => fields.iter().flat_map(|(_, field)| variable_parts(field)).collect(),
        Static::Closure(_) | Static::Variant(..) => Vec::new(),
    }
}

/// Whether two values of one type have identical functions; their dynamic parts may differ.
pub(super) fn same_functions(a: &Static, b: &Static) -> bool {
    match (a, b) {
        (Static::Dynamic(_), Static::Dynamic(_)) => true,
        (Static::Record(a), Static::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((_, a), (_, b))| same_functions(a, b))
        }
        _ => is_same(a, b),
    }
}

/// Whether two values are identical, dynamic parts included.
fn is_same(a: &Static, b: &Static) -> bool {
    match (a, b) {
        (Static::Dynamic(a), Static::Dynamic(b)) => a.kind == b.kind,
        (Static::Record(a), Static::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((_, a), (_, b))| is_same(a, b))
        }
        (Static::Variant(a, xs), Static::Variant(b, ys)) => a == b && all_same(xs, ys),
        (Static::Closure(a), Static::Closure(b)) => is_same_function(a, b),
        _ => false,
    }
}

fn all_same(a: &[Static], b: &[Static]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
}

fn is_same_function(a: &Closure, b: &Closure) -> bool {
    let code = match (&a.code, &b.code) {
        (Code::Def(a), Code::Def(b)) => a == b,
        (Code::Lambda(a), Code::Lambda(b)) => Rc::ptr_eq(a, b),
        _ => false,
    };
    code && all_same(&a.args, &b.args)
}
