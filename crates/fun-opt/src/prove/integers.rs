//! Polynomials that may be read as integers. Every sum and product equals its polynomial modulo 2^64 (`fun::sums`). If
//! the polynomial's integer value is far from the limits of `i64`, it is the number itself, because two 64-bit numbers
//! that differ by a multiple of 2^64 are the same. So intermediate wrapping does not matter.
//!
//! A polynomial is far from the limits (*tame*) if each of its terms is. A product of non-negative integers is tame if
//! it is bounded by a tame number: the number of elements of an array in memory, or the dividend of a division that
//! yields a factor.
//!
//! ```text
//! a : [n][m]f32                    n*m is the number of elements of a
//! for i < n                        i*m <= n*m
//! q = n / b, k < q                 k*b <= n
//! ```
//!
//! Proofs are made only on demand, from the facts known then.

use super::known::{Known, MAX_CONSTANT, names};
use super::values::Meaning;
use base::Name;
use fun::def::*;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of terms of a sum; `MAX_FACTOR` bounds the sum of their coefficients' absolute values.
const MAX_TERMS: usize = 10;
const MAX_FACTOR: u64 = 64;
/// Largest number of factors of a product.
const MAX_DEGREE: usize = 5;
/// Maximum number of upper bounds tried when proving that a product does not overflow.
const MAX_BOUNDS: usize = 8;

/// Products of variables that are shown to be far from the limits of `i64` (*tame*), and those that are not.
#[derive(Default)]
pub struct Products {
    /// Tame products; `found` lists them in the order of discovery.
    tame: FxHashSet<Vec<Name>>,
    found: Vec<Vec<Name>>,
    /// For products not shown to be tame (far from the limits of `i64`), the number of facts known at the attempt.
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
    /// Returns the integer as a sum of products, if that sum does not overflow; the integer itself if only that is
    /// known to be tame.
    pub fn exact(&self, name: Name) -> Option<Poly> {
        match self.sums.get(name) {
            Some(sum) if self.is_tame(sum) || self.is_below_size(sum) || sum.as_variable().is_some() => {
                Some(sum.clone())
            }
            _ => self.tame.contains(&name).then(|| Poly::var(name)),
        }
    }

    /// Like `exact`; `None` if the result is not tame, that is, may be near the limits of `i64`.
    pub fn tame_exact(&self, name: Name) -> Option<Poly> {
        match self.sums.get(name) {
            Some(sum) if self.is_tame(sum) => Some(sum.clone()),
            _ => self.tame.contains(&name).then(|| Poly::var(name)),
        }
    }

    /// Whether the sum subtracts a number far from the limits of `i64` from a non-negative one, so that it does not overflow.
    fn is_below_size(&self, sum: &Poly) -> bool {
        let mut positive = sum.terms().filter(|(_, factor)| *factor > 0);
        let (Some((&[size], 1)), None) = (positive.next(), positive.next()) else { return false };
        let is_natural = |name: &Name| self.least.get(name).is_some_and(|least| *least >= 0);
        let mut names = sum.terms().filter(|(_, factor)| *factor < 0).flat_map(|(factors, _)| factors);
        let is_negative = names.all(is_natural);
        let rest = sum.checked_sub(&Poly::var(size));
        is_negative && is_natural(&size) && rest.is_some_and(|rest| self.is_tame(&rest))
    }

    /// Whether the sum is known to be tame, that is, far from the limits of `i64`.
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

    /// Returns the only name in the sum that may be near the limits of `i64`, if everything else is known to be tame (far
    /// from the limits). If the sum is tame, that name is tame too.
    pub fn only_wild_name(&self, sum: &Poly) -> Option<Name> {
        let is_wild = |factors: &[Name]| matches!(factors, [name] if !self.tame.contains(name));
        let mut wild = sum.terms().filter(|(factors, _)| is_wild(factors));
        let (Some((&[name], 1 | -1)), None) = (wild.next(), wild.next()) else { return None };
        let mut others = sum.terms().filter(|(factors, _)| *factors != [name]);
        (is_plain(sum) && others.all(|(factors, _)| self.is_term_tame(factors))).then_some(name)
    }

    /// Records that the array is in memory, so that its number of elements is tame (far from the limits of `i64`).
    pub fn note_extent(&mut self, array: Name) {
        let dims = self.program.type_of(array).dims();
        if dims.len() > 1 && self.extents.last().is_none_or(|last| last != dims) {
            self.extents.push(dims.to_vec());
            self.learnt += 1;
        }
    }

    /// Returns the dividend of a quotient, if it is not negative, and the variable that is the divisor. The dividend is
    /// not negative either if the quotient is not and the divisor is positive, because quotients are rounded down.
    pub fn dividend(&self, quotient: Name) -> Option<(Poly, Name)> {
        let Some(&Meaning::Quotient(dividend, Atom::Var(divisor))) = self.meanings.get(&quotient) else { return None };
        let is_at_least = |name: Name, bound: i64| self.least.get(&name).is_some_and(|least| *least >= bound);
        let dividend = self.tame_sum(dividend)?;
        let is_natural =
            self.is_evidently_at_least(&dividend, 0) || is_at_least(quotient, 0) && is_at_least(divisor, 1);
        is_natural.then_some((dividend, divisor))
    }

    /// Whether the sum is at least `bound` by the constant lower bounds of its names, which must not be negative.
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

    /// Whether the product of these factors is known to be tame. Tries each proof once for each state of knowledge.
    fn is_product_tame(&self, factors: &[Name]) -> bool {
        let is_counted = |name: &Name| self.least.get(name).is_some_and(|least| *least >= 0);
        if factors.len() > MAX_DEGREE || !factors.iter().all(is_counted) {
            return false;
        }
        if self.products.borrow().tame.contains(factors) {
            return true;
        }
        // A proof does not start nested proofs.
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

    /// Whether the product of these non-negative factors is bounded by a number far from the limits of `i64`.
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

    /// Returns the number of elements. It is tame (far from the limits of `i64`), even if a size beside a 0 is not.
    fn extent(&self, dims: &[Atom]) -> Option<Poly> {
        let size = |size: &Atom| self.sum(*size);
        dims.iter().try_fold(Poly::one(), |count, dim| count.checked_mul(&size(dim)?))
    }
}

/// Whether the sum has few terms with small factors and a small constant. Then it is tame (far from the limits of `i64`)
/// if its terms are.
fn is_plain(sum: &Poly) -> bool {
    let mut all = 0u64;
    sum.terms().count() <= MAX_TERMS
        && sum.terms().all(|(factors, factor)| {
            all = all.saturating_add(if factors.is_empty() { 0 } else { factor.unsigned_abs() });
            all <= MAX_FACTOR && (!factors.is_empty() || factor.unsigned_abs() <= MAX_CONSTANT.unsigned_abs())
        })
}
