//! Index expressions as polynomials over a function's immutable variables.

use crate::def::*;
use crate::walk;
use base::Name;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar};

/// Largest weight of an expression, and largest depth of definitions, that is followed.
const WEIGHT: usize = 200;
const DEPTH: usize = 100;

/// Definitions of a function's variables: which variables are assigned after their declaration, and the initial values
/// of the others.
#[derive(Default)]
pub struct Definitions {
    mutable: FxHashSet<Name>,
    exps: FxHashMap<Name, Exp>,
}

impl Definitions {
    pub fn of(function: &Function) -> Definitions {
        let mut definitions = Definitions::default();
        definitions.mutable.extend(function.results.iter().map(|result| result.name));
        definitions.add(&function.body);
        definitions
    }

    /// Adds the definitions in new code. Its names must be new.
    pub fn add(&mut self, block: &[Stm]) {
        self.mutable.extend(walk::assigned(block));
        walk::each_stm(block, &mut |stm| {
            if let Stm::Declare { name, init, .. } = stm {
                self.exps.insert(*name, init.clone());
            }
        });
    }

    pub fn is_mutable(&self, name: Name) -> bool {
        self.mutable.contains(&name)
    }

    /// Returns the declared value of an immutable variable.
    pub fn get(&self, name: Name) -> Option<&Exp> {
        self.exps.get(&name).filter(|_| !self.is_mutable(name))
    }

    /// Returns the value of an `i64` expression as a polynomial in immutable variables, modulo 2^64 as the program
    /// computes it.
    pub fn poly(&self, exp: &Exp) -> Option<Poly> {
        self.poly_within(exp, DEPTH)
    }

    /// Like `poly`, looking at most `depth` levels into expressions and definitions.
    fn poly_within(&self, exp: &Exp, depth: usize) -> Option<Poly> {
        let depth = depth.checked_sub(1)?;
        match exp {
            Exp::Const(Scalar::I64(value)) => Some(Poly::constant(*value)),
            Exp::Var(name) if self.is_mutable(*name) => None,
            Exp::Var(name) => {
                let defined = self.exps.get(name).and_then(|exp| self.poly_within(exp, depth));
                Some(defined.unwrap_or_else(|| Poly::var(*name)))
            }
            Exp::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (a, b) = (self.poly_within(a, depth)?, self.poly_within(b, depth)?);
                if a.weight().saturating_mul(b.weight()) > WEIGHT {
                    return None;
                }
                Some(match op {
                    BinOp::Add => a + b,
                    BinOp::Sub => a - b,
                    _ => a * b,
                })
            }
            _ => None,
        }
    }
}

/// Splits a polynomial that is linear in `var` into the coefficient of `var` and the rest.
pub fn linear_in(poly: &Poly, var: Name) -> Option<(Poly, Poly)> {
    let (mut coefficient, mut rest) = (Poly::zero(), Poly::zero());
    for (names, factor) in poly.terms() {
        let others: Vec<Poly> = names.iter().filter(|&&name| name != var).map(|&name| Poly::var(name)).collect();
        let term = Poly::product(&others).scale(factor);
        match names.len() - others.len() {
            0 => rest = rest + term,
            1 => coefficient = coefficient + term,
            _ => return None,
        }
    }
    Some((coefficient, rest))
}

/// Converts a polynomial to an expression.
pub fn expression(poly: &Poly) -> Exp {
    let mut sum: Option<Exp> = None;
    for (names, factor) in poly.terms() {
        let product = names.iter().map(|&name| Exp::Var(name)).reduce(|a, b| binary(BinOp::Mul, a, b));
        sum = Some(match (sum, product, factor) {
            (None, None, factor) => i64(factor),
            (None, Some(product), 1) => product,
            (None, Some(product), factor) => binary(BinOp::Mul, i64(factor), product),
            (Some(sum), None, factor) if factor < 0 && factor != i64::MIN => binary(BinOp::Sub, sum, i64(-factor)),
            (Some(sum), None, factor) => binary(BinOp::Add, sum, i64(factor)),
            (Some(sum), Some(product), 1) => binary(BinOp::Add, sum, product),
            (Some(sum), Some(product), -1) => binary(BinOp::Sub, sum, product),
            (Some(sum), Some(product), factor) => binary(BinOp::Add, sum, binary(BinOp::Mul, i64(factor), product)),
        });
    }
    sum.unwrap_or_else(|| i64(0))
}

pub fn binary(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::Bin(op, Box::new(a), Box::new(b))
}

pub fn i64(value: i64) -> Exp {
    Exp::Const(Scalar::I64(value))
}
