//! Tuning parameters: numbers that a program reads by name, and that a run can set.

use crate::def::{Expr, ExprKind, Prim, Program};
use crate::walk::{for_each_child_mut, for_each_expr};
use base::Symbol;
use value::Scalar;

impl Program {
    /// Returns the names of the tuning parameters that the program reads, each once, in the order of the text.
    pub fn parameters(&self) -> Vec<Symbol> {
        let mut names = Vec::new();
        for def in self.defs.values() {
            for_each_expr(&def.body, &mut |expr| match expr.kind {
                ExprKind::Prim(Prim::Parameter(name), _) if !names.contains(&name) => names.push(name),
                _ => {}
            });
        }
        names
    }

    /// Replaces each read of a tuning parameter for which `value` returns a number by that number.
    pub fn set_parameters(&mut self, value: &dyn Fn(Symbol) -> Option<i64>) {
        self.defs.values_mut().for_each(|def| set_in(&mut def.body, value));
    }
}

fn set_in(expr: &mut Expr, value: &dyn Fn(Symbol) -> Option<i64>) {
    if let ExprKind::Prim(Prim::Parameter(name), _) = expr.kind
        && let Some(value) = value(name)
    {
        expr.kind = ExprKind::Literal(Scalar::I64(value));
    }
    for_each_child_mut(expr, &mut |child| set_in(child, value));
}
