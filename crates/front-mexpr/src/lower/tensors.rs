//! Access to elements of tensors at indices that the program lists, for which it makes no sequence.
//!
//! ```text
//! tensorGetExn t [i, j]        tensor.get(t, tensor.at.2(t, i, j))
//! ```

use super::Pass;
use base::Span;
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{ExprKind, Prim, SeqOp, TensorOp};

impl Pass<'_> {
    /// Lowers access at indices that are listed: `tensor, [index, ..]` and perhaps a new value.
    pub(super) fn element(&mut self, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let mut bindings = Vec::new();
        let mut arguments = arguments.into_iter();
        let tensor = arguments.next().unwrap_or_else(build::unit);
        let mut numbers = vec![self.bound(tensor, "t", &mut bindings)];
        for index in arguments.next().map(items).unwrap_or_default() {
            numbers.push(self.bound(index, "i", &mut bindings));
        }
        let value = arguments.next().map(|value| self.bound(value, "x", &mut bindings));
        let op = if value.is_some() { TensorOp::Set } else { TensorOp::Get };
        let tensor = numbers[0].clone();
        let number = build::prim(Prim::Tensor(TensorOp::At(numbers.len() - 1)), numbers).at(span);
        let operands = [tensor, number].into_iter().chain(value).collect();
        let access = build::prim(Prim::Tensor(op), operands).at(span);
        // The indices are checked.
        build::block(bindings, ir::Expr { unchecked: true, ..access })
    }
}

/// Whether the second argument is a sequence whose elements are listed.
pub(super) fn is_at_listed(arguments: &[ir::Expr]) -> bool {
    let [_, ir::Expr { kind: ExprKind::Prim(Prim::Seq(SeqOp::OfArray), array), .. }, ..] = arguments else {
        return false;
    };
    matches!(&array[..], [ir::Expr { kind: ExprKind::Array(_), .. }])
}

/// Returns the elements of a sequence that are listed.
fn items(indices: ir::Expr) -> Vec<ir::Expr> {
    let ExprKind::Prim(_, args) = indices.kind else { return Vec::new() };
    match args.into_iter().next().map(|array| array.kind) {
        Some(ExprKind::Array(items)) => items,
        _ => Vec::new(),
    }
}
