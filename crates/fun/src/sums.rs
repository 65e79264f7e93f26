//! Integers as polynomials in those that are made otherwise than by sums and products.
//!
//! ```text
//! let (a : i64) = n + 1                a = n + 1
//! let (b : i64) = a * n                b = n*n + n
//! let (c : i64) = b / 2                (for itself)
//! let (d : i64) = c - b                d = c - n*n - n
//! ```
//!
//! The arithmetic of `i64` wraps, and that of polynomials is the same (Note [Wrapping] in `index::poly`): what is said here
//! is always true modulo 2^64. Whoever reads a polynomial as an integer has to know that it is no large one. Sums and
//! products of sizes that do not wrap (`AddSat`, `MulSat`) equal their polynomials where that integer is no large one, and
//! else are so large that there is no block of that size.

use crate::def::*;
use base::Name;
use index::Poly;
use rustc_hash::FxHashMap;
use value::BinOp;

/// What would be more than this is not looked through: repeated products grow without bound.
const MAX_WEIGHT: usize = 100;
/// Products that take more steps than this are not looked through.
const MAX_STEPS: usize = 400;

#[derive(Default)]
pub struct Sums {
    of: FxHashMap<Name, Poly>,
}

impl Sums {
    /// Notes what the expression makes of an `i64`. Cost: that of the sum or product, which is bounded.
    pub fn define(&mut self, name: Name, exp: &Exp) {
        let sum = match exp {
            Exp::Atom(atom) => self.atom(*atom),
            Exp::Bin(BinOp::Add | BinOp::AddSat, a, b) => self.atom(*a) + self.atom(*b),
            Exp::Bin(BinOp::Sub, a, b) => self.atom(*a) - self.atom(*b),
            Exp::Bin(BinOp::Mul | BinOp::MulSat, a, b) => {
                let (a, b) = (self.atom(*a), self.atom(*b));
                if a.weight() * b.weight() > MAX_STEPS {
                    return;
                }
                a * b
            }
            _ => return,
        };
        self.insert(name, sum);
    }

    /// As `define`, for expressions that do not wrap, if there is a block of that size.
    pub fn define_extent(&mut self, name: Name, exp: &Exp) {
        if let Exp::Atom(_) | Exp::Bin(BinOp::AddSat | BinOp::MulSat, ..) = exp {
            self.define(name, exp);
        }
    }

    /// Notes that the name always has this value.
    pub fn insert(&mut self, name: Name, sum: Poly) {
        if sum.weight() <= MAX_WEIGHT {
            self.of.insert(name, sum);
        }
    }

    /// None for what stands for itself.
    pub fn get(&self, name: Name) -> Option<&Poly> {
        self.of.get(&name)
    }

    pub fn atom(&self, atom: Atom) -> Poly {
        match atom {
            Atom::Var(name) => self.get(name).cloned().unwrap_or_else(|| Poly::var(name)),
            Atom::Const(scalar) => Poly::constant(scalar.as_i64().unwrap_or(0)),
        }
    }
}
