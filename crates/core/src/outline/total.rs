//! Expressions that cannot fail and end.

use super::state::Definitions;
use crate::calls::is_constant;
use crate::constants::is_total as is_total_scalar;
use crate::def::{Expr, ExprKind, LoopForm, Prim, SeqOp, Type};
use crate::walk::for_each_child;

/// Largest depth of calls that are followed.
const MAX_DEPTH: usize = 8;

/// Whether the evaluation of the expression certainly ends without a failure.
pub(super) fn is_total(expr: &Expr, code: Definitions<'_>) -> bool {
    is_total_to(expr, code, MAX_DEPTH)
}

fn is_total_to(expr: &Expr, code: Definitions<'_>, depth: usize) -> bool {
    let is_fine = match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Table(_) | ExprKind::Var(..) | ExprKind::Lambda(_) => true,
        ExprKind::Block(..) | ExprKind::If(..) | ExprKind::Match(..) => true,
        ExprKind::Record(_) | ExprKind::Field(..) | ExprKind::Variant(..) => true,
        // Elements of different shapes are a failure.
        ExprKind::Array(items) => items.first().is_none_or(|item| !code.has_rows(&item.ty)),
        ExprKind::Loop(looped) => !matches!(looped.form, LoopForm::While(_)),
        ExprKind::Def(id, _) => is_constant(&code.program.defs[*id]),
        ExprKind::Apply(function, args) => {
            let ExprKind::Def(id, _) = function.kind else { return false };
            return depth > 0
                && !code.recursive.contains(&id)
                && is_total_to(&code.program.defs[id].body, code, depth - 1)
                && args.iter().all(|arg| is_total_to(arg, code, depth));
        }
        ExprKind::Prim(prim, args) => match prim {
            Prim::Seq(SeqOp::OfArray | SeqOp::ToArray | SeqOp::Length) | Prim::Size(_) => true,
            Prim::Seq(SeqOp::Concat | SeqOp::Cons | SeqOp::Snoc) => {
                !args.iter().any(|arg| matches!(&arg.ty, Type::Seq(elem) if code.has_rows(elem)))
            }
            _ => is_total_scalar(*prim, args),
        },
        ExprKind::Index(..) | ExprKind::Slice(..) | ExprKind::Update(..) | ExprKind::Ensure(_) => false,
    };
    let mut all = is_fine;
    for_each_child(expr, &mut |child| all = all && is_total_to(child, code, depth));
    all
}

impl Definitions<'_> {
    /// Whether values of the type contain sequences or arrays.
    pub fn has_rows(&self, ty: &Type) -> bool {
        self.has_rows_to(ty, MAX_DEPTH)
    }

    fn has_rows_to(&self, ty: &Type, depth: usize) -> bool {
        ty.any_part(&|part| match part {
            Type::Array(..) | Type::Seq(_) => Some(true),
            Type::Data(..) if depth == 0 => Some(true),
            Type::Data(..) => {
                let constructors = part.constructors(&self.program.datas).unwrap_or_default();
                let payload = constructors.iter().flat_map(|(_, payload)| payload);
                Some(payload.into_iter().any(|ty| self.has_rows_to(ty, depth - 1)))
            }
            _ => None,
        })
    }
}
