//! Loops with independent iterations, as the host gives them to a device. An iteration has neither sequences nor calls of
//! functions with tensors, because one thread alone counts references.
//!
//! ```text
//! for_each(n, \i ->                         let s2 : []i64 = seq.to_array(s)
//!   let w = layer#w                          in for_each(n, \i ->
//!   in @put(w, i, seq.get(s, i)))              tensor.set(layer#w, i, s2[i]))
//! def put (t : tensor<i64>) .. =
//!   tensor.set(t, i, x)
//! ```
//!
//! Sequences that an iteration uses are converted before the loop. Functions that are not recursive and take tensors are
//! inlined, within a limit. Variables that stand for a field of a record with tensors, or for the shape of a tensor, are
//! replaced.

use super::Pass;
use crate::build;
use crate::def::{Expr, ExprKind, Lambda, Prim};
use crate::walk::{Renaming, for_each_child_mut, free_variables, param_types, refresh_lambda, weight};
use base::{Error, Symbol};

/// Largest number of calls that are inlined in each other.
const MAX_DEPTH: usize = 64;
/// Largest number of expressions that are inlined in one program. Further calls stay, and their loops on the host.
const MAX_INLINED: usize = 100_000;

impl Pass<'_> {
    /// Prepares a loop for the device. `hint` is the name of the definition around it.
    pub(super) fn kernel(&mut self, expr: &mut Expr, hint: Symbol) -> Result<(), Error> {
        let span = expr.span;
        let ExprKind::Prim(Prim::Loop, args) = &mut expr.kind else { return Ok(()) };
        let [count, Expr { kind: ExprKind::Lambda(lambda), .. }] = &mut args[..] else { return Ok(()) };
        self.host(count, super::Mode::Loops(hint))?;
        self.inline(&mut lambda.body, 0);
        let mut renaming = Renaming::default();
        let mut bindings = Vec::new();
        for (name, ty) in free_variables(&lambda.body).values() {
            if self.device.ty(&ty) != ty {
                let inside = self.names.like(name);
                renaming.add(name, inside);
                bindings.push(build::bind(inside, self.device.enter(build::var(name, ty).at(span), &mut self.names)));
            }
        }
        renaming.expr(&mut lambda.body);
        let body = std::mem::replace(&mut lambda.body, build::unit());
        lambda.body = self.body(body, super::Kind::Thread)?;
        let looped = std::mem::replace(expr, build::unit());
        *expr = build::block(bindings, looped).at(span);
        Ok(())
    }

    /// Inlines the calls of functions that take tensors.
    pub(super) fn inline(&mut self, expr: &mut Expr, depth: usize) {
        for_each_child_mut(expr, &mut |child| self.inline(child, depth));
        let ExprKind::Apply(function, args) = &mut expr.kind else { return };
        let ExprKind::Def(id, _) = function.kind else { return };
        let def = &self.program.defs[id];
        let takes_tensors = param_types(&def.params).any(|ty| ty.has_tensor());
        if !takes_tensors || self.recursive.contains(&id) || depth >= MAX_DEPTH || self.inlined > MAX_INLINED {
            return;
        }
        self.inlined += weight(&def.body);
        let lambda =
            Lambda { params: def.params.clone(), unique_result: def.unique_result.clone(), body: def.body.clone() };
        let lambda = refresh_lambda(&lambda, &mut self.names);
        let bound = lambda.params.into_iter().zip(std::mem::take(args));
        let bindings = bound.map(|(param, arg)| build::binding(param.pat, arg)).collect();
        let (ty, span) = (expr.ty.clone(), expr.span);
        *expr = build::block(bindings, lambda.body).with_type(ty).at(span);
        if let ExprKind::Block(_, body) = &mut expr.kind {
            self.inline(body, depth + 1);
        }
    }
}
