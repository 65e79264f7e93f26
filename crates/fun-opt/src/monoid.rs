//! Reductions that can be split into reductions of parts. Float sums cannot, because the last bits of a sum depend on
//! the order, and its sign on the zero that it starts with.

use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::{BinOp, Scalar, ScalarType};

/// Whether combining the results for parts of an array gives, bit by bit, the result for the whole array.
pub fn is_exact(program: &Program, monoid: &Monoid) -> bool {
    let count = monoid.neutral.len();
    let Lambda { params, body } = &monoid.operator;
    params.len() == 2 * count
        && body.stms.len() == count
        && monoid.neutral.iter().zip(params.iter().zip(&params[count..])).zip(&body.result).all(
            |((neutral, (&left, &right)), result)| {
                let operator = operator_on(body, *result, left, right);
                let neutral_of = |op: BinOp| exact_neutral_element(op, program.type_of(left).elem()?);
                neutral.constant().is_some() && operator.and_then(neutral_of) == neutral.constant()
            },
        )
}

/// Emits a copy of the operator, applied to the accumulated values and then the new ones. Returns its results.
pub fn applied(builder: &mut Builder<'_>, monoid: &Monoid, operands: impl Iterator<Item = Atom>) -> Vec<Atom> {
    let operator = walk::refresh_lambda(builder.program, &monoid.operator, &mut Substitution::default());
    let operands: Substitution = operator.params.into_iter().zip(operands).collect();
    let mut body = operator.body;
    walk::substitute_body(&mut builder.program.vars, &mut body, &operands);
    builder.stms.extend(body.stms);
    body.result
}

/// Returns the operator that computes the result from the two parameters.
fn operator_on(body: &Body, result: Atom, left: Name, right: Name) -> Option<BinOp> {
    let stm = body.stms.iter().find(|stm| matches!(stm.pattern.as_slice(), [name] if result == Atom::Var(*name)))?;
    match stm.exp {
        Exp::Bin(op, a, b) if [a, b] == [left.into(), right.into()] => Some(op),
        _ => None,
    }
}

/// Returns the neutral element of an operator that is associative to the last bit.
fn exact_neutral_element(op: BinOp, ty: ScalarType) -> Option<Scalar> {
    op.neutral_element(ty).filter(|_| !ty.is_float() || matches!(op, BinOp::Min | BinOp::Max))
}
