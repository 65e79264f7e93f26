//! Elements that read their row by indices: they read the array of which the row is a slice, and check the index.
//!
//! ```text
//! let xs = D[a:b] in map(\k -> xs[k - 1] + 1, ..)        let n = size(D[a:b]), j = k - 1
//!                                                        in ensure 0 <= j && j < n in D[a + j] + 1
//! ```

use super::row::{Look, Row, has_scan, needs};
use crate::build;
use crate::def::{Expr, ExprKind, Lambda, Prim, Type};
use crate::messages::{Shown, index_out_of_bounds};
use crate::walk::{for_each_child, for_each_child_mut, free_variables};
use base::Name;
use value::{BinOp, CmpOp};

impl Look<'_, '_> {
    /// Returns the function with the reads of the row's arrays replaced by checked reads of outer arrays. An array that
    /// is no slice or range is only replaced if it is read once, because its elements are computed at each read.
    pub(super) fn without_reads(&mut self, lambda: &Lambda) -> Lambda {
        let mut lambda = lambda.clone();
        if !self.pass.all || !needs(&lambda.body, &self.inside) {
            return lambda;
        }
        let is_row = |ty: &Type| ty.elem().is_some_and(|elem| elem.scalar().is_some());
        let variables = free_variables(&lambda.body).variables.into_iter();
        let read: Vec<(Name, Type)> =
            variables.filter(|(name, ty)| self.inside.contains_key(name) && is_row(ty)).collect();
        for (name, ty) in read {
            let Some((row, like)) = self.row(&build::var(name, ty)) else { continue };
            if has_scan(&row) || !is_made_of_slices(&row) && reads(&lambda.body, name) > 1 {
                continue;
            }
            let length = self.scalar("length", &build::size(like, 0));
            self.replace(&mut lambda.body, name, &row, &length);
        }
        lambda
    }

    /// Replaces each read of an element of `array` by the formula for that element, after a check of the index.
    /// Replaces the size of `array` by `length`.
    fn replace(&mut self, expr: &mut Expr, array: Name, row: &Row, length: &Expr) {
        for_each_child_mut(expr, &mut |child| self.replace(child, array, row, length));
        let span = expr.span;
        match &expr.kind {
            ExprKind::Index(whole, indices) if is_variable(whole, array) => {
                let [index] = indices.as_slice() else { return };
                let mut bindings = Vec::new();
                let index = build::named("index", index.clone(), self.pass.names, &mut bindings);
                let least = build::compare(CmpOp::Le, build::i64(0), index.clone());
                let most = build::compare(CmpOp::Lt, index.clone(), length.clone());
                let within = build::binary(BinOp::And, least, most);
                let message = index_out_of_bounds(&[Shown::Fix], 1);
                let element = self.pass.element(row, &index, &index, None);
                let checked = build::ensure(within, message, vec![index, length.clone()], element).at(span);
                *expr = build::block(bindings, checked).at(span);
            }
            ExprKind::Prim(Prim::Size(0), args) if args.first().is_some_and(|arg| is_variable(arg, array)) => {
                *expr = length.clone()
            }
            _ => {}
        }
    }
}

fn is_variable(expr: &Expr, variable: Name) -> bool {
    matches!(&expr.kind, ExprKind::Var(name, _) if *name == variable)
}

/// Returns how often elements of the array are read. A read in a lambda or loop counts twice for each of these around
/// it.
fn reads(expr: &Expr, array: Name) -> usize {
    let mut count = match &expr.kind {
        ExprKind::Index(whole, _) if is_variable(whole, array) => 1usize,
        _ => 0,
    };
    for_each_child(expr, &mut |child| count = count.saturating_add(reads(child, array)));
    let repeats = matches!(expr.kind, ExprKind::Lambda(_) | ExprKind::Loop(_));
    if repeats { count.saturating_mul(2) } else { count }
}

/// Whether the row consists of slices and ranges, so that reading an element costs no computation.
fn is_made_of_slices(row: &Row) -> bool {
    match row {
        Row::Outer(_) | Row::At(..) | Row::Range { .. } => true,
        Row::Part { whole, .. } => is_made_of_slices(whole),
        Row::Map(..) | Row::Zip(_) | Row::Scan { .. } | Row::Choice { .. } | Row::Flat(_) => false,
    }
}
