//! Integers as polynomials over variables that are not defined by sums and products.
//!
//! ```text
//! let (a : i64) = n + 1                a = n + 1
//! let (b : i64) = a * n                b = n*n + n
//! let (c : i64) = b / 2                (for itself)
//! let (d : i64) = c - b                d = c - n*n - n
//! ```
//!
//! The arithmetic of `i64` wraps, and polynomials wrap alike (Note [Wrapping] in `index::poly`). So each equation is
//! true modulo 2^64. A caller that reads a polynomial as an integer must know that the integer is small. A saturating
//! sum or product (`AddSat`, `MulSat`) equals its polynomial if that is small; otherwise it is so large that no block
//! has that size.

use crate::def::*;
use base::Name;
use index::Poly;
use rustc_hash::FxHashMap;
use value::BinOp;

/// Largest weight of a polynomial. Because repeated products grow without bound, heavier ones stay variables.
const MAX_WEIGHT: usize = 100;
/// Largest number of steps to multiply two polynomials. More expensive products stay variables.
const MAX_STEPS: usize = 400;

#[derive(Default)]
pub struct Sums {
    of: FxHashMap<Name, Poly>,
}

impl Sums {
    /// Records the polynomial of an `i64` expression. Cost: that of the sum or product, which is bounded.
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

    /// Like `define`, but only for copies and for saturating sums and products. A block of that size must exist: then
    /// nothing has saturated, and the integer equals its polynomial.
    pub fn define_extent(&mut self, name: Name, exp: &Exp) {
        if let Exp::Atom(_) | Exp::Bin(BinOp::AddSat | BinOp::MulSat, ..) = exp {
            self.define(name, exp);
        }
    }

    /// Records that the name always equals this polynomial.
    pub fn insert(&mut self, name: Name, sum: Poly) {
        if sum.weight() <= MAX_WEIGHT {
            self.of.insert(name, sum);
        }
    }

    /// Returns the polynomial of a name, or `None` if it represents itself.
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
