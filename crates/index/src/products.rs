//! Products of facts, for proofs about sizes that are no sums of single variables: from `f >= 0` and `m >= 0` follows
//! `m*f >= 0`, and from `f >= 0` and `g >= 0` follows `f*g >= 0`. Only products that may matter for the goal are made,
//! and not too many.
//!
//! A term of the goal that may be negative can go only with a fact that has a term of the same sign on the same
//! variables. So a fact is multiplied with what such a term of its own is short of: for the goal `n*m - i*m - m`, the
//! fact `n - i - 1` is multiplied with `m`. Terms that the product brings in may need other products in turn.

use crate::poly::{Monomial, Poly};
use crate::ranges::is_small;
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// So many products are made.
const MAX_MULTIPLES: usize = 40;
/// So many facts are multiplied with each other.
const MAX_PAIRS: usize = 20;

/// The facts that may help to show that the goal is not negative, times products of variables that are not negative.
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

/// The facts, and products of two of them that have no more factors in a term than the goal.
pub(crate) fn with_pairs<'a>(goal: &Poly, facts: &'a [Cow<'a, Poly>]) -> Vec<Cow<'a, Poly>> {
    let degree = goal.degree();
    let pairs = facts.iter().enumerate().flat_map(|(at, left)| facts[..=at].iter().map(move |right| (left, right)));
    let fitting = pairs.filter(|(left, right)| left.degree() + right.degree() <= degree);
    let products = fitting.filter_map(|(left, right)| left.checked_mul(right).filter(is_small)).take(MAX_PAIRS);
    facts.iter().map(|fact| Cow::Borrowed(&**fact)).chain(products.map(Cow::Owned)).collect()
}
