//! Which polynomials may be read as integers. Every sum and product equals its polynomial modulo 2^64 (`fun::sums`). If the
//! integer that the polynomial stands for is far from the ends of `i64`, then it is the very number: two numbers of 64
//! bits that differ by a multiple of 2^64 are the same. So it does not matter what wrapped on the way.
//!
//! A polynomial is far from the ends if each of its terms is. A product of integers that are not negative is, if it is
//! known to be at most something that is: the number of elements of an array in memory, or what a factor was taken
//! from by a division.
//!
//! ```text
//! a : [n][m]f32                    n*m is the number of elements of a
//! for i < n                        i*m <= n*m
//! q = n / b, k < q                 k*b <= n
//! ```
//!
//! The proofs are only made when somebody asks, with what is known by then.

use super::known::{Known, MAX_CONSTANT, names};
use super::values::Meaning;
use base::Name;
use fun::def::*;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};

/// Sums of more terms than this are left alone, and those in which terms are taken more often, all together.
const MAX_TERMS: usize = 10;
const MAX_FACTOR: u64 = 64;
/// Products of more factors than this are left alone.
const MAX_DEGREE: usize = 5;
/// So many bounds of a product are tried.
const MAX_BOUNDS: usize = 8;

/// What has been found out about products.
#[derive(Default)]
pub struct Products {
    /// Those that are far from the ends of their type, as they were found.
    tame: FxHashSet<Vec<Name>>,
    found: Vec<Vec<Name>>,
    /// How much was known when of others it could not be shown.
    open: FxHashMap<Vec<Name>, usize>,
    is_asked: bool,
}

impl Products {
    pub fn found(&self) -> usize {
        self.found.len()
    }

    pub fn forget(&mut self, mark: usize) {
        for product in self.found.drain(mark..) {
            self.tame.remove(&product);
        }
    }
}

impl Known<'_> {
    /// The integer as a sum of products, if that fits its type; it is no more than itself if that is all that is known to
    /// be far from its ends.
    pub fn exact(&self, name: Name) -> Option<Poly> {
        match self.sums.get(name) {
            Some(sum) if self.is_tame(sum) || self.is_below_size(sum) || sum.as_variable().is_some() => {
                Some(sum.clone())
            }
            _ => self.tame.contains(&name).then(|| Poly::var(name)),
        }
    }

    /// As `exact`, if it is far from the ends of its type.
    pub fn tame_exact(&self, name: Name) -> Option<Poly> {
        match self.sums.get(name) {
            Some(sum) if self.is_tame(sum) => Some(sum.clone()),
            _ => self.tame.contains(&name).then(|| Poly::var(name)),
        }
    }

    /// Whether something that is far from the ends of its type is taken from a number that is not negative: what is left
    /// fits the type.
    fn is_below_size(&self, sum: &Poly) -> bool {
        let mut positive = sum.terms().filter(|(_, factor)| *factor > 0);
        let (Some((&[size], 1)), None) = (positive.next(), positive.next()) else { return false };
        let is_natural = |name: &Name| self.least.get(name).is_some_and(|least| *least >= 0);
        let mut names = sum.terms().filter(|(_, factor)| *factor < 0).flat_map(|(factors, _)| factors);
        let is_negative = names.all(is_natural);
        let rest = sum.checked_sub(&Poly::var(size));
        is_negative && is_natural(&size) && rest.is_some_and(|rest| self.is_tame(&rest))
    }

    /// Whether the sum is far from the ends of its type.
    pub fn is_tame(&self, sum: &Poly) -> bool {
        is_plain(sum) && sum.terms().all(|(factors, _)| self.is_term_tame(factors))
    }

    fn is_term_tame(&self, factors: &[Name]) -> bool {
        match factors {
            [] => true,
            [name] => self.tame.contains(name),
            _ => self.is_product_tame(factors),
        }
    }

    /// The name in the sum that is not known to be far from the ends of its type, if all else is, and it must be if the
    /// sum is.
    pub fn only_wild_name(&self, sum: &Poly) -> Option<Name> {
        let is_wild = |factors: &[Name]| matches!(factors, [name] if !self.tame.contains(name));
        let mut wild = sum.terms().filter(|(factors, _)| is_wild(factors));
        let (Some((&[name], 1 | -1)), None) = (wild.next(), wild.next()) else { return None };
        let mut others = sum.terms().filter(|(factors, _)| *factors != [name]);
        (is_plain(sum) && others.all(|(factors, _)| self.is_term_tame(factors))).then_some(name)
    }

    /// The array is in memory.
    pub fn note_extent(&mut self, array: Name) {
        let dims = self.program.type_of(array).dims();
        if dims.len() > 1 && self.extents.last().is_none_or(|last| last != dims) {
            self.extents.push(dims.to_vec());
            self.learnt += 1;
        }
    }

    /// What a quotient was taken of, which is not negative, and the variable that goes into it so often.
    pub fn dividend(&self, quotient: Name) -> Option<(Poly, Name)> {
        let Some(&Meaning::Quotient(dividend, Atom::Var(divisor))) = self.meanings.get(&quotient) else { return None };
        let dividend = self.tame_sum(dividend).filter(|dividend| self.is_evidently_at_least(dividend, 0))?;
        Some((dividend, divisor))
    }

    /// Whether the constant bounds of the names alone show it, none of which may be negative.
    pub fn is_evidently_at_least(&self, sum: &Poly, bound: i64) -> bool {
        let least = |name: &Name| self.least.get(name).copied().filter(|least| *least >= 0);
        let term = |(factors, factor): (&[Name], i64)| match factors {
            [] => Some(factor),
            _ if factor < 0 => None,
            factors => factors.iter().try_fold(factor, |product, name| product.checked_mul(least(name)?)),
        };
        let mut terms = sum.terms().map(term);
        let value = terms.try_fold(0i64, |value, term| value.checked_add(term?));
        value.is_some_and(|value| value >= bound)
    }

    fn is_product_tame(&self, factors: &[Name]) -> bool {
        let is_counted = |name: &Name| self.least.get(name).is_some_and(|least| *least >= 0);
        if factors.len() > MAX_DEGREE || !factors.iter().all(is_counted) {
            return false;
        }
        if self.products.borrow().tame.contains(factors) {
            return true;
        }
        // What a proof asks for in turn is not looked into.
        let mut products = self.products.borrow_mut();
        if products.is_asked || products.open.get(factors) == Some(&self.learnt) {
            return false;
        }
        products.is_asked = true;
        drop(products);
        let is_tame = self.has_bound(factors);
        let mut products = self.products.borrow_mut();
        products.is_asked = false;
        if is_tame {
            products.tame.insert(factors.to_vec());
            products.found.push(factors.to_vec());
        } else {
            products.open.insert(factors.to_vec(), self.learnt);
        }
        is_tame
    }

    /// Whether the product of these, which are not negative, is at most something that is far from the end of its type.
    fn has_bound(&self, factors: &[Name]) -> bool {
        let product = Poly::product(&factors.iter().copied().map(Poly::var).collect::<Vec<_>>());
        let (known, around) = self.surroundings(&product);
        let dividends = around.iter().filter_map(|name| self.dividend(*name)).map(|(dividend, _)| dividend);
        let extents = self.extents.iter().rev().filter_map(|dims| self.extent(dims));
        let near = dividends.chain(extents).filter(|bound| names(bound).all(|name| around.contains(&name)));
        let mut bounds: Vec<Poly> = Vec::new();
        for bound in near {
            if bounds.len() < MAX_BOUNDS && !bounds.contains(&bound) {
                bounds.push(bound);
            }
        }
        if bounds.is_empty() {
            return false;
        }
        let known = known.sampled();
        bounds.iter().any(|bound| known.less_or_equal(&product, bound))
    }

    /// The number of elements, which is far from the end of its type even where that of a size beside 0 is not.
    fn extent(&self, dims: &[Atom]) -> Option<Poly> {
        let size = |size: &Atom| self.sum(*size);
        dims.iter().try_fold(Poly::one(), |count, dim| count.checked_mul(&size(dim)?))
    }
}

/// A sum of few terms with small factors and a small constant, so that it is far from the ends of its type if the terms are.
fn is_plain(sum: &Poly) -> bool {
    let mut all = 0u64;
    sum.terms().count() <= MAX_TERMS
        && sum.terms().all(|(factors, factor)| {
            all = all.saturating_add(if factors.is_empty() { 0 } else { factor.unsigned_abs() });
            all <= MAX_FACTOR && (!factors.is_empty() || factor.unsigned_abs() <= MAX_CONSTANT.unsigned_abs())
        })
}
