//! Products of facts, for proofs about sizes that are not linear. From `f >= 0` and `m >= 0` follows `m*f >= 0`, and
//! from `f >= 0` and `g >= 0` follows `f*g >= 0`. Only products that may matter for the goal are made, up to a limit.
//!
//! A term of the goal that may be negative can only be cancelled by a fact that has a term of the same sign with the
//! same variables. So a fact is multiplied by the factors that such a term of its own lacks: for the goal `n*m - i*m -
//! m`, the fact `n - i - 1` is multiplied by `m`. The new terms may require further products in turn.

use crate::poly::{Monomial, Poly};
use crate::ranges::is_small;
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// Largest number of products of facts and variables.
const MAX_MULTIPLES: usize = 40;
/// Largest number of products of two facts.
const MAX_PAIRS: usize = 20;

/// Returns the facts that may help to prove `goal >= 0`, and their products with monomials that are not negative.
pub(crate) fn multiples<'a>(
    goal: &Poly,
    facts: &'a [Cow<Poly>],
    is_at_least_zero: &dyn Fn(&Monomial) -> bool,
) -> Vec<Cow<'a, Poly>> {
    let max_degree = |fact: &Poly| goal.degree().max(fact.degree());
    let mut wanted = VecDeque::new();
    let mut found = Vec::new();
    let mut made = BTreeSet::new();
    let mut asked = BTreeSet::new();
    let mut ask = |poly: &Poly, sign: i64, wanted: &mut VecDeque<(Monomial, i64)>| {
        for (monomial, coefficient) in poly.monomials() {
            let sign = coefficient.signum().saturating_mul(sign);
            if (sign < 0 || !is_at_least_zero(monomial)) && asked.insert((monomial.clone(), sign)) {
                wanted.push_back((monomial.clone(), sign));
            }
        }
    };
    ask(goal, 1, &mut wanted);
    while let Some((monomial, sign)) = wanted.pop_front() {
        for (at, fact) in facts.iter().enumerate() {
            for (part, _) in fact.monomials().filter(|(_, coefficient)| coefficient.signum() == sign) {
                let Some(cofactor) = monomial.divide(part).filter(is_at_least_zero) else { continue };
                if cofactor.names().len() + fact.degree() > max_degree(fact) || !made.insert((at, cofactor.clone())) {
                    continue;
                }
                let Some(product) = Poly::term(cofactor, 1).checked_mul(fact).filter(is_small) else { continue };
                if found.len() == MAX_MULTIPLES {
                    return found;
                }
                ask(&product, -1, &mut wanted);
                found.push(Cow::Owned(product));
            }
        }
    }
    found
}

/// Returns the facts, and those products of two of them whose degree is at most that of the goal.
pub(crate) fn with_pairs<'a>(goal: &Poly, facts: &'a [Cow<'a, Poly>]) -> Vec<Cow<'a, Poly>> {
    let degree = goal.degree();
    let pairs = facts.iter().enumerate().flat_map(|(at, left)| facts[..=at].iter().map(move |right| (left, right)));
    let fitting = pairs.filter(|(left, right)| left.degree() + right.degree() <= degree);
    let products = fitting.filter_map(|(left, right)| left.checked_mul(right).filter(is_small)).take(MAX_PAIRS);
    facts.iter().map(|fact| Cow::Borrowed(&**fact)).chain(products.map(Cow::Owned)).collect()
}
