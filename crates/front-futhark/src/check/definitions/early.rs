//! Decides which sizes that are expressions may be computed before the program needs them: those whose computation
//! cannot fail and takes few steps, without loops, recursion or traversals. A size such as `[f n]` of rows is then
//! known even if there are no rows.

use crate::check::sizes::term::{Head, Term};
use crate::check::types::{Size, Type};
use base::Name;
use core_ir::def as ir;
use value::{BinOp, CmpOp};

/// Largest number of expressions that a call computed early may reach, counting repeated ones. This also bounds the
/// depth.
const MAX_PARTS: usize = 200;

/// Returns the operands of the term if it may be computed early; `None` if it must not. The operands must be known for
/// this.
pub fn parts<'t>(program: &ir::Program, term: &'t Term) -> Option<&'t [Size]> {
    match (&term.head, term.args.as_slice()) {
        (Head::Apply, [Size::Term(function), args @ ..]) => match &function.head {
            Head::Def(id, ..) => Looking::new(program).def(*id, args.len()).then_some(args),
            _ => None,
        },
        (Head::Def(id, _, types), []) => {
            let is_constant = types.is_empty() && program.defs.get(*id).is_some_and(|def| def.params.is_empty());
            is_constant.then_some(&[])
        }
        (Head::Prim(prim), args) => {
            let of_result = |op: BinOp| matches!(&term.ty, Type::Scalar(elem) if !op.can_fail(*elem));
            is_operator(*prim, of_result).then_some(args)
        }
        (Head::Literal(_) | Head::Operator(_) | Head::Field(_) | Head::Record(_) | Head::If, args) => Some(args),
        _ => None,
    }
}

/// Whether the primitive is a scalar operator that cannot fail. For operators with two operands, `is_safe` decides.
fn is_operator(prim: ir::Prim, is_safe: impl Fn(BinOp) -> bool) -> bool {
    match prim {
        ir::Prim::Un(_) | ir::Prim::Cmp(_) | ir::Prim::Fma | ir::Prim::Convert(_) | ir::Prim::Size(_) => true,
        ir::Prim::Bin(op) => is_safe(op),
        _ => false,
    }
}

/// State of the traversal of the code that a call evaluates.
struct Looking<'p> {
    program: &'p ir::Program,
    /// Number of expressions that may still be visited.
    left: usize,
    /// Variables that are known not to be 0 at the current position.
    nonzero: Vec<Name>,
}

impl Looking<'_> {
    fn new(program: &ir::Program) -> Looking<'_> {
        Looking { program, left: MAX_PARTS, nonzero: Vec::new() }
    }

    /// Whether the definition, applied to this many arguments, takes few steps and cannot fail.
    fn def(&mut self, id: ir::DefId, args: usize) -> bool {
        let program = self.program;
        let Some(def) = program.defs.get(id) else { return false };
        def.params.len() == args && self.is_total(&def.body)
    }

    /// Whether the expression certainly succeeds within the steps that are left.
    fn is_total(&mut self, expr: &ir::Expr) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        match &expr.kind {
            ir::ExprKind::Literal(_) | ir::ExprKind::Var(..) => true,
            ir::ExprKind::Def(_, types) => types.is_empty(),
            ir::ExprKind::Apply(function, args) => match &function.kind {
                ir::ExprKind::Def(id, _) => self.def(*id, args.len()) && self.all(args),
                _ => false,
            },
            ir::ExprKind::Block(bindings, body) => {
                bindings.iter().all(|binding| self.is_total(&binding.value)) && self.is_total(body)
            }
            ir::ExprKind::If(condition, yes, no) => {
                self.is_total(condition) && self.is_total(yes) && self.is_total_unless(condition, no)
            }
            ir::ExprKind::Match(subject, cases) => {
                self.is_total(subject) && cases.iter().all(|case| self.is_total(&case.body))
            }
            ir::ExprKind::Record(fields) => fields.iter().all(|(_, field)| self.is_total(field)),
            ir::ExprKind::Field(record, _) => self.is_total(record),
            ir::ExprKind::Variant(_, payload) => self.all(payload),
            ir::ExprKind::Prim(prim, args) => is_operator(*prim, |op| self.is_safe(op, args)) && self.all(args),
            _ => false,
        }
    }

    fn all(&mut self, exprs: &[ir::Expr]) -> bool {
        exprs.iter().all(|expr| self.is_total(expr))
    }

    /// Whether the branch is total, given that the condition is false. In `if b == 0 then .. else ..` the second branch
    /// may divide by `b`.
    fn is_total_unless(&mut self, condition: &ir::Expr, branch: &ir::Expr) -> bool {
        let known = self.nonzero.len();
        self.nonzero.extend(compared_with_zero(condition));
        let is_total = self.is_total(branch);
        self.nonzero.truncate(known);
        is_total
    }

    fn is_safe(&self, op: BinOp, args: &[ir::Expr]) -> bool {
        match args.last() {
            Some(divisor) => match &divisor.kind {
                ir::ExprKind::Literal(value) if value.as_i64().is_some_and(|value| value > 0) => true,
                ir::ExprKind::Var(name, _) if op != BinOp::Pow && self.nonzero.contains(name) => true,
                _ => divisor.ty.scalar().is_some_and(|elem| !op.can_fail(elem)),
            },
            None => false,
        }
    }
}

/// Returns `x` if the condition is `x == 0`.
fn compared_with_zero(condition: &ir::Expr) -> Option<Name> {
    let ir::ExprKind::Prim(ir::Prim::Cmp(CmpOp::Eq), args) = &condition.kind else { return None };
    let [a, b] = args.as_slice() else { return None };
    match (&a.kind, &b.kind) {
        (ir::ExprKind::Var(name, _), ir::ExprKind::Literal(zero))
        | (ir::ExprKind::Literal(zero), ir::ExprKind::Var(name, _))
            if zero.as_i64() == Some(0) =>
        {
            Some(*name)
        }
        _ => None,
    }
}
