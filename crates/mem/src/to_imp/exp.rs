//! Builds IMP expressions from FUN's atoms, sizes and positions.

use fun::def::Atom;
use imp::def as target;
use index::{IndexFn, Poly, Step};
use value::{BinOp, CmpOp, Operator, Scalar, op};

pub(super) fn exp(atom: Atom) -> target::Exp {
    match atom {
        Atom::Const(scalar) => target::Exp::Const(scalar),
        Atom::Var(name) => target::Exp::Var(name),
    }
}

pub(super) fn i64_exp(value: i64) -> target::Exp {
    target::Exp::Const(Scalar::I64(value))
}

fn i64_of(exp: &target::Exp) -> Option<i64> {
    if let target::Exp::Const(Scalar::I64(value)) = exp { Some(*value) } else { None }
}

pub(super) fn cmp(op: CmpOp, a: target::Exp, b: target::Exp) -> target::Exp {
    target::Exp::Cmp(op, Box::new(a), Box::new(b))
}

/// Returns the expression of a binary operator. On `i64`, it is simplified by constant operands.
pub(super) fn bin(op: BinOp, a: target::Exp, b: target::Exp) -> target::Exp {
    match (op, i64_of(&a), i64_of(&b)) {
        (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max, Some(left), Some(right)) => {
            let both = [Scalar::I64(left), Scalar::I64(right)];
            op::apply(Operator::Bin(op), &both)
                .map_or(target::Exp::Bin(op, Box::new(a), Box::new(b)), target::Exp::Const)
        }
        (BinOp::Add, Some(0), _) | (BinOp::Mul, Some(1), _) => b,
        (BinOp::Add | BinOp::Sub, _, Some(0)) | (BinOp::Mul | BinOp::MulSat | BinOp::Quot, _, Some(1)) => a,
        (BinOp::Rem, _, Some(1)) => i64_exp(0),
        (BinOp::Mul, Some(0), _) | (BinOp::Mul, _, Some(0)) => i64_exp(0),
        _ => target::Exp::Bin(op, Box::new(a), Box::new(b)),
    }
}

/// Returns the expression of a polynomial's value.
pub(super) fn poly_exp(poly: &Poly) -> target::Exp {
    let mut sum = i64_exp(0);
    for (names, factor) in poly.terms() {
        let product = names.iter().map(|&name| target::Exp::Var(name)).reduce(|a, b| bin(BinOp::Mul, a, b));
        let term = match product {
            Some(product) => bin(BinOp::Mul, product, i64_exp(factor)),
            None => i64_exp(factor),
        };
        sum = bin(BinOp::Add, sum, term);
    }
    sum
}

/// Returns the position in memory of the element at the indices.
pub(super) fn address(ixfn: &IndexFn, indices: &[target::Exp]) -> target::Exp {
    let mut indices = indices.to_vec();
    let mut position = i64_exp(0);
    for step in ixfn.steps() {
        match step {
            Step::Apply(lmad) => {
                position = poly_exp(&lmad.offset);
                for (index, dim) in indices.iter().zip(&lmad.dims) {
                    let way = bin(BinOp::Mul, index.clone(), poly_exp(&dim.stride));
                    position = bin(BinOp::Add, position, way);
                }
            }
            Step::Unrank(digits) => {
                let digit = |digit: index::Digit| {
                    let quotient = bin(BinOp::Quot, position.clone(), poly_exp(&digit.divisor));
                    digit.modulus.map_or(quotient.clone(), |modulus| bin(BinOp::Rem, quotient, poly_exp(&modulus)))
                };
                indices = digits.into_iter().map(digit).collect();
            }
        }
    }
    position
}
