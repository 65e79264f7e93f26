//! Traversal of all rows of an array of rows, in order: its data are traversed directly, without row numbers.
//!
//! ```text
//! flat_map(\i -> map(f, X.data[X.offsets[i]:X.offsets[i + 1]]), iota(n))       map(f, X.data[X.offsets[0]:X.offsets[n]])
//! ```
//!
//! The offsets of an array of rows are ascending and within its data, so none of these slices can fail.

use super::Pass;
use super::row::{Keep, Row, Rows, needs, same_outer};
use crate::build;
use crate::def::{Expr, ExprKind, Lambda, Pat, Prim, SliceDim, Type};
use crate::walk::refresh;
use base::{Name, Span};
use rustc_hash::FxHashMap;
use value::BinOp;
use value::entry::ROWS_OFFSETS;

impl Pass<'_> {
    pub(super) fn try_in_order(&mut self, args: &[Expr], span: Span) -> Option<Expr> {
        let [function, over] = args else { return None };
        let ExprKind::Lambda(lambda) = &function.kind else { return None };
        self.in_order(lambda, over, span)
    }

    /// Expands a `flat_map` over `0..n` whose row `i` is a function of row `i` of one array of rows. The result is a
    /// map or filter of that array's data. `None` for other rows.
    pub(super) fn in_order(&mut self, lambda: &Lambda, over: &Expr, span: Span) -> Option<Expr> {
        let count = self.counted(over)?;
        let [param] = lambda.params.as_slice() else { return None };
        let Pat::Var(i, Type::Scalar(_)) = &param.pat else { return None };
        let Rows { bindings, row, keep, inside, .. } = self.rows(lambda, false)?;
        if !bindings.iter().all(|binding| is_harmless(&binding.value))
            || matches!(&keep, Some(Keep::Where(keep)) if reads(keep, &inside))
        {
            return None;
        }
        let (data, offsets) = source(&row, *i, &inside)?;
        let ends = [build::i64(0), refresh(&count, self.names)].map(|index| build::index(offsets.clone(), vec![index]));
        let [start, end] = ends.map(|end| Some(end.at(span)));
        let data = build::slice(data.clone(), vec![SliceDim::Range { start, end, stride: None }]).at(span);
        let mapped = match (&row, data.ty.elem().cloned()) {
            (Row::Part { .. }, _) | (_, None) => data,
            (_, Some(elem)) => {
                let none = build::i64(0);
                let element = self.lambda("x", elem, |this, x| this.element(&row, &none, &none, Some(&x)).at(span));
                build::map(element.at(span), data).at(span)
            }
        };
        Some(match keep {
            None => mapped,
            Some(Keep::Marked) => return None,
            Some(Keep::Where(keep)) => {
                let keep = crate::walk::refresh_lambda(&keep, self.names);
                build::prim(Prim::Filter, vec![super::lambda_of(keep).at(span), mapped]).at(span)
            }
        })
    }

    /// Returns `n` if the array is known to be `[0, 1, .., n - 1]`, else `None`.
    fn counted(&self, array: &Expr) -> Option<Expr> {
        let mut array = array;
        while let ExprKind::Var(name, _) = &array.kind {
            array = self.known.get(name)?;
        }
        let ExprKind::Prim(Prim::Iota, args) = &array.kind else { return None };
        let [count, start, step] = args.as_slice() else { return None };
        (is_number(start, 0) && is_number(step, 1) && start.ty == Type::I64).then(|| count.clone())
    }
}

fn is_number(expr: &Expr, number: i64) -> bool {
    matches!(&expr.kind, ExprKind::Literal(value) if value.as_i64() == Some(number))
}

/// Returns the data and the offsets of the array whose row `i` is traversed; `None` if the row is made in another way
/// or if its elements need other values of the row.
fn source<'r>(row: &'r Row, i: Name, inside: &FxHashMap<Name, Type>) -> Option<(&'r Expr, &'r Expr)> {
    match row {
        Row::Part { whole, start, end, .. } => {
            let (Row::Outer(data), ExprKind::Index(offsets, first), ExprKind::Index(same, next)) =
                (&**whole, &start.kind, &end.kind)
            else {
                return None;
            };
            let ([first], [next]) = (first.as_slice(), next.as_slice()) else { return None };
            let are_rows = matches!(&offsets.kind, ExprKind::Field(_, name) if name.as_str() == ROWS_OFFSETS);
            let in_order = is_variable(first, i) && is_next(next, i);
            let fine = are_rows && in_order && same_outer(offsets, same) && !needs(offsets, inside);
            fine.then_some((data, offsets))
        }
        Row::Map(lambda, row) if !reads(lambda, inside) => source(row, i, inside),
        _ => None,
    }
}

fn reads(lambda: &Lambda, inside: &FxHashMap<Name, Type>) -> bool {
    needs(&build::lambda(lambda.params.clone(), lambda.body.clone()), inside)
}

fn is_variable(expr: &Expr, name: Name) -> bool {
    matches!(expr.kind, ExprKind::Var(other, _) if other == name)
}

fn is_next(expr: &Expr, name: Name) -> bool {
    let ExprKind::Prim(Prim::Bin(BinOp::Add), args) = &expr.kind else { return false };
    matches!(args.as_slice(), [a, b] if is_variable(a, name) && is_number(b, 1))
}

/// Whether the expression cannot fail, as far as rows are valid: it reads only offsets and slices of arrays of rows.
fn is_harmless(expr: &Expr) -> bool {
    let fine = match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Var(..) | ExprKind::Record(_) | ExprKind::Field(..) | ExprKind::Block(..) => {
            true
        }
        ExprKind::Lambda(_) => true,
        ExprKind::Index(array, _) => {
            matches!(&array.kind, ExprKind::Field(_, name) if name.as_str() == ROWS_OFFSETS)
        }
        ExprKind::Slice(_, dims) => matches!(dims.as_slice(), [SliceDim::Range { stride: None, .. }]),
        ExprKind::Prim(prim, _) => match prim {
            Prim::Bin(op) => matches!(op, BinOp::Add | BinOp::Sub),
            Prim::Size(_) | Prim::Map => true,
            _ => false,
        },
        _ => false,
    };
    let mut all = fine;
    crate::walk::for_each_child(expr, &mut |child| all = all && is_harmless(child));
    all
}
