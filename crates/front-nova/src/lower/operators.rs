//! Operators of reductions and scans with a known neutral element: `+`, `min` and so on, on scalars or on the
//! components of tuples. CORE's reduction and scan need a neutral element, but NOVA's initial value may be any value.
//!
//! ```text
//! (lambda (a : (int, float)) (b : (int, float)) : (int, float) ((+ (a.0) (b.0)), (max (a.1) (b.1))))     (0, NaN)
//! ```

use super::Pass;
use crate::check::builtins::Builtin;
use crate::check::tree::{Exp, ExpKind, VariableId};
use crate::check::types::Type;
use core_ir::build;
use core_ir::def as ir;
use value::{BinOp, Scalar, ScalarType};

/// Largest number of names that are followed to find the definition of an operator.
const MAX_NAMES: usize = 10;

/// An associative and commutative operator.
#[derive(Clone, Debug, PartialEq)]
pub enum Operator {
    One(BinOp),
    /// An operator for each component of a tuple.
    Components(Vec<Operator>),
}

impl Operator {
    /// Returns the neutral element for a type, if it is known. For floats it is exact, also for negative zero and NaN.
    pub fn neutral(&self, ty: &Type) -> Option<ir::Expr> {
        match (self, ty) {
            (Operator::One(op), Type::Scalar(scalar)) => neutral(*op, *scalar).map(build::literal),
            (Operator::Components(operators), Type::Tuple(types)) if operators.len() == types.len() => {
                let parts = operators.iter().zip(types.iter()).map(|(operator, ty)| operator.neutral(ty));
                Some(build::tuple(parts.collect::<Option<Vec<_>>>()?))
            }
            _ => None,
        }
    }

    /// Whether a reduction from this initial value gives the same result as without it. For float sums 0 counts,
    /// because such a sum is never -0.
    pub fn is_neutral(&self, initial: &ir::Expr) -> bool {
        match (self, &initial.kind) {
            (Operator::One(op), ir::ExprKind::Literal(value)) => {
                let is_zero = *op == BinOp::Add && value.as_f64() == Some(0.0);
                is_zero || neutral(*op, value.scalar_type()) == Some(*value)
            }
            (Operator::Components(operators), ir::ExprKind::Record(parts)) => {
                operators.len() == parts.len()
                    && operators.iter().zip(parts).all(|(operator, (_, part))| operator.is_neutral(part))
            }
            _ => false,
        }
    }
}

/// Returns the neutral element of an operator. Unlike `BinOp::neutral_element`, it is exact for floats: 0 + -0 is 0,
/// and the minimum of infinity and NaN is infinity.
pub fn neutral(op: BinOp, ty: ScalarType) -> Option<Scalar> {
    match op {
        BinOp::Add if ty.is_float() => Scalar::from_f64(ty, -0.0),
        // `min` and `max` of a NaN and a number return the number.
        BinOp::Min | BinOp::Max if ty.is_float() => Scalar::from_f64(ty, f64::NAN),
        _ => op.neutral_element(ty),
    }
}

impl Pass<'_> {
    /// Returns the operator that a function computes, if it is one with a known neutral element.
    pub(super) fn operator(&self, exp: &Exp) -> Option<Operator> {
        let mut exp = exp;
        for _ in 0..MAX_NAMES {
            match &exp.kind {
                ExpKind::Variable(id, _) => exp = self.values.get(id)?,
                ExpKind::Builtin(builtin) => return combining(*builtin).map(Operator::One),
                ExpKind::Lambda(params, body) => {
                    let [x, y] = params.as_slice() else { return None };
                    return operator_of(body, x.variable, y.variable, &mut Vec::new());
                }
                _ => return None,
            }
        }
        None
    }
}

/// Returns the operator that the expression applies to the components of `x` and `y` at `path`, if it applies one.
fn operator_of(exp: &Exp, x: VariableId, y: VariableId, path: &mut Vec<u32>) -> Option<Operator> {
    match &exp.kind {
        ExpKind::Apply(function, args) => {
            let (ExpKind::Builtin(builtin), [a, b]) = (&function.kind, args.as_slice()) else { return None };
            let op = combining(*builtin)?;
            let (in_order, turned) = (is_at(a, x, path) && is_at(b, y, path), is_at(a, y, path) && is_at(b, x, path));
            (in_order || turned).then_some(Operator::One(op))
        }
        ExpKind::Tuple(parts) => {
            let mut operators = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                path.push(at as u32);
                let operator = operator_of(part, x, y, path);
                path.pop();
                operators.push(operator?);
            }
            Some(Operator::Components(operators))
        }
        _ => None,
    }
}

/// Whether the expression is the component at `path` of the variable.
fn is_at(exp: &Exp, variable: VariableId, path: &[u32]) -> bool {
    let mut exp = exp;
    for at in path.iter().rev() {
        let ExpKind::Component(tuple, component) = &exp.kind else { return false };
        if component != at {
            return false;
        }
        exp = tuple;
    }
    matches!(exp.kind, ExpKind::Variable(id, _) if id == variable)
}

fn combining(builtin: Builtin) -> Option<BinOp> {
    let (Builtin::Binary(op, _) | Builtin::Logic(op)) = builtin else { return None };
    let combines =
        matches!(op, BinOp::Add | BinOp::Mul | BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or | BinOp::Xor);
    combines.then_some(op)
}
