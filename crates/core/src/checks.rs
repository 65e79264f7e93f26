//! Checks that the author of a program promises to hold, so that compiled code leaves them out: `Expr::unchecked`.
//!
//! ```text
//! def main (xs : []i32) (i : i64) : i32 = (unchecked xs[i])
//! ```
//!
//! A mark concerns the checks of one expression only, so passes may move and copy expressions. Front ends mark an
//! expression with all its parts. `monomorphise` makes marked copies of the functions that marked expressions use. The
//! lowerings to FUN and IMP make no assertions for marked expressions. They evaluate the condition of a marked `ensure`
//! only if it has effects. The pass `keep-checks` removes all marks, and only pipelines to compiled code leave it out; so
//! evaluators report what the author promised wrongly.

use crate::def::{Expr, ExprKind, Prim, Program};
use crate::walk::{for_each_child_mut, for_each_expr};
use value::ScalarType;

/// Marks all checks in an expression, including those in its lambdas, as left out.
pub fn leave_out(expr: &mut Expr) {
    expr.unchecked = may_check(&expr.kind);
    for_each_child_mut(expr, &mut leave_out);
}

/// Removes the marks of all expressions, so that all checks are made.
pub fn keep(mut program: Program) -> Program {
    program.defs.values_mut().for_each(|def| keep_in(&mut def.body));
    program
}

fn keep_in(expr: &mut Expr) {
    expr.unchecked = false;
    for_each_child_mut(expr, &mut keep_in);
}

/// Whether any expression of the program is marked.
pub fn any_left_out(program: &Program) -> bool {
    let mut found = false;
    program.defs.values().for_each(|def| for_each_expr(&def.body, &mut |expr| found |= expr.unchecked));
    found
}

/// Whether lowering may make assertions for an expression of this kind, apart from those for its subexpressions, or the
/// expression stands for a function.
fn may_check(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Def(..)
        | ExprKind::Array(_)
        | ExprKind::Index(..)
        | ExprKind::Slice(..)
        | ExprKind::Update(..)
        | ExprKind::Ensure(_) => true,
        ExprKind::Prim(prim, _) => prim_may_check(*prim),
        ExprKind::Literal(_)
        | ExprKind::Table(_)
        | ExprKind::Var(..)
        | ExprKind::Lambda(_)
        | ExprKind::Apply(..)
        | ExprKind::Block(..)
        | ExprKind::If(..)
        | ExprKind::Match(..)
        | ExprKind::Loop(_)
        | ExprKind::Record(_)
        | ExprKind::Field(..)
        | ExprKind::Variant(..) => false,
    }
}

/// Whether lowering may make assertions for this primitive, apart from those for its operands.
fn prim_may_check(prim: Prim) -> bool {
    match prim {
        Prim::Bin(op) => op.can_fail(ScalarType::I64),
        Prim::Un(_)
        | Prim::Cmp(_)
        | Prim::Fma
        | Prim::Convert(_)
        | Prim::Equal
        | Prim::Size(_)
        | Prim::Transpose
        | Prim::Unzip
        | Prim::Copy
        | Prim::Shared
        | Prim::Foreign(_)
        | Prim::Parameter(_)
        | Prim::Trace(_)
        | Prim::System(_)
        | Prim::Text(_)
        | Prim::Ref(_)
        | Prim::Fail
        | Prim::Loop
        | Prim::Accelerate
        | Prim::InAccelerate => false,
        Prim::Iota
        | Prim::Replicate
        | Prim::Concat
        | Prim::Flatten
        | Prim::Unflatten
        | Prim::FlatIndex(_)
        | Prim::FlatUpdate(_)
        | Prim::Zip
        | Prim::Map
        | Prim::FlatMap
        | Prim::Reduce { .. }
        | Prim::Scan
        | Prim::Filter
        | Prim::Scatter
        | Prim::Histogram
        | Prim::Seq(_)
        | Prim::Tensor(_) => true,
    }
}
