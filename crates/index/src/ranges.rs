//! What can be shown about the sign of a size. The reasoning is sound and incomplete: `true` is a proof, `false` says
//! nothing.
//!
//! A goal `p >= 0` is evident when every coefficient of `p` is non-negative, and every variable too. Otherwise one of
//! its offending terms `c*T` is cancelled with a known fact `f >= 0` that has a term `d*S` of the same sign where
//! `T = M*S`: since `k*M*f >= 0` for `M >= 0` and `k >= 0`, it is enough to show `p - k*M*f >= 0`. With `f = n - 1 - i`
//! this is what replaces `i` by its upper bound `n - 1`. A variable known to be at least `l` is first written as `l`
//! plus one that is at least 0.
//!
//! Where goal and facts are sums of single variables nothing is searched: `farkas` decides them, exactly.
//!
//! Polynomials are read here as integers: see Note [Wrapping] in `poly`. Steps in which a coefficient might wrap are
//! not taken; that the sizes of a program themselves did not wrap is for the caller to know.

use crate::farkas::System;
use crate::poly::{Monomial, Poly};
use base::Name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What is known of some variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumptions {
    /// Constant lower bounds.
    least: BTreeMap<Name, i64>,
    /// These are at least 0.
    facts: Vec<Poly>,
}

/// A proof is given up when this many goals were looked at.
const MAX_GOALS: usize = 200;
/// Goals and facts with more factors than this in one term, or of more weight, are not reasoned about.
const MAX_DEGREE: usize = 8;
const MAX_WEIGHT: usize = 500;

impl Assumptions {
    pub fn new() -> Assumptions {
        Assumptions::default()
    }

    /// `name >= bound`. Of several constant bounds of one variable the greatest counts.
    pub fn at_least(&mut self, name: Name, bound: i64) {
        let least = self.least.entry(name).or_insert(bound);
        *least = bound.max(*least);
    }

    /// `name >= 0`, as is true of every array size.
    pub fn non_negative(&mut self, name: Name) {
        self.at_least(name, 0);
    }

    /// `name <= bound`.
    pub fn at_most(&mut self, name: Name, bound: &Poly) {
        self.ordered(&Poly::var(name), bound);
    }

    /// `0 <= name < count`: a loop variable's range.
    pub fn in_range(&mut self, name: Name, count: &Poly) {
        self.non_negative(name);
        if let Some(last) = count.checked_sub(&Poly::one()) {
            self.at_most(name, &last);
        }
    }

    /// `smaller <= larger`.
    pub fn ordered(&mut self, smaller: &Poly, larger: &Poly) {
        // Without the fact the assumptions are weaker, and as sound.
        self.facts.extend(larger.checked_sub(smaller));
    }

    /// Whether `poly >= 0` is known.
    pub fn is_non_negative(&self, poly: &Poly) -> bool {
        let Some(goal) = self.shift(poly) else { return false };
        if self.offending(&goal).next().is_none() {
            return true;
        }
        let facts: Vec<Cow<Poly>> = self.facts.iter().filter_map(|fact| self.shift(fact)).collect();
        if goal.is_linear() && facts.iter().all(|fact| fact.is_linear()) {
            return self.follows(&goal, &facts);
        }
        let mut goals = VecDeque::from([goal.into_owned()]);
        let mut seen = BTreeSet::new();
        while let Some(goal) = goals.pop_front() {
            if self.offending(&goal).next().is_none() {
                return true;
            }
            for next in self.weaker_goals(&goal, &facts) {
                if seen.len() < MAX_GOALS && seen.insert(next.clone()) {
                    goals.push_back(next);
                }
            }
        }
        false
    }

    /// Whether the goal is a combination of the facts, all of them sums of single variables.
    fn follows(&self, goal: &Poly, facts: &[Cow<Poly>]) -> bool {
        // An offending term goes only with a fact that has a term of the same sign.
        let may_go = |(monomial, coefficient): (&Monomial, i64)| {
            facts.iter().any(|fact| fact.coefficient(monomial).signum() == coefficient.signum())
        };
        if !self.offending(goal).all(may_go) {
            return false;
        }
        let polys = facts.iter().map(|fact| &**fact).chain([goal]);
        let mut monomials: Vec<&Monomial> = polys.flat_map(Poly::monomials).map(|(monomial, _)| monomial).collect();
        monomials.sort_unstable();
        monomials.dedup();
        let mut system = System::new(facts.len());
        let mut coefficients = vec![0; facts.len() * monomials.len()];
        for (column, fact) in facts.iter().enumerate() {
            for (monomial, coefficient) in fact.monomials() {
                if let Ok(row) = monomials.binary_search(&monomial) {
                    coefficients[row * facts.len() + column] = coefficient;
                }
            }
        }
        for (monomial, of_facts) in monomials.into_iter().zip(coefficients.chunks(facts.len().max(1))) {
            system.demand(goal.coefficient(monomial), of_facts.iter().copied());
            if !self.is_at_least_zero(monomial) {
                system.demand(-goal.coefficient(monomial), of_facts.iter().map(|coefficient| -coefficient));
            }
        }
        system.solve()
    }

    /// Whether `poly > 0` is known.
    pub fn is_positive(&self, poly: &Poly) -> bool {
        self.less_than(&Poly::zero(), poly)
    }

    /// Whether `left < right` is known.
    pub fn less_than(&self, left: &Poly, right: &Poly) -> bool {
        left.checked_add(&Poly::one()).is_some_and(|next| self.less_or_equal(&next, right))
    }

    /// Whether `left <= right` is known.
    pub fn less_or_equal(&self, left: &Poly, right: &Poly) -> bool {
        right.checked_sub(left).is_some_and(|difference| self.is_non_negative(&difference))
    }

    /// `poly` over variables that stand for how far the old ones are above their bounds.
    fn shift<'a>(&self, poly: &'a Poly) -> Option<Cow<'a, Poly>> {
        if !is_small(poly) {
            return None;
        }
        let is_shifted = |name| self.least.get(name).is_some_and(|bound| *bound != 0);
        if !poly.terms().any(|(names, _)| names.iter().any(is_shifted)) {
            return Some(Cow::Borrowed(poly));
        }
        let shifted = poly.checked_substitute(&|name| {
            let bound = *self.least.get(&name)?;
            Some(Poly::var(name) + Poly::constant(bound))
        });
        shifted.map(Cow::Owned)
    }

    fn is_at_least_zero(&self, monomial: &Monomial) -> bool {
        monomial.names().iter().all(|name| self.least.contains_key(name))
    }

    /// The terms that may be negative.
    fn offending<'a>(&'a self, goal: &'a Poly) -> impl Iterator<Item = (&'a Monomial, i64)> {
        goal.monomials().filter(|(monomial, coefficient)| *coefficient < 0 || !self.is_at_least_zero(monomial))
    }

    /// Goals that imply `goal`, each with an offending term cancelled.
    fn weaker_goals(&self, goal: &Poly, facts: &[Cow<Poly>]) -> Vec<Poly> {
        let mut weaker = Vec::new();
        for (term, coefficient) in self.offending(goal) {
            for fact in facts {
                let terms = fact.monomials().filter(|(_, d)| d.signum() == coefficient.signum());
                weaker.extend(terms.filter_map(|(part, d)| {
                    let cofactor = term.divide(part).filter(|rest| self.is_at_least_zero(rest))?;
                    let times = i64::try_from(coefficient.unsigned_abs().div_ceil(d.unsigned_abs())).ok()?;
                    let taken = Poly::term(cofactor, times).checked_mul(fact)?;
                    goal.checked_sub(&taken).filter(is_small)
                }));
            }
        }
        weaker
    }
}

fn is_small(poly: &Poly) -> bool {
    poly.weight() <= MAX_WEIGHT && poly.terms().all(|(names, _)| names.len() <= MAX_DEGREE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{VARIABLES, env, name, poly};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn var(id: u32) -> Poly {
        Poly::var(name(id))
    }

    #[test]
    fn signs_follow_from_constant_bounds() {
        let mut known = Assumptions::new();
        known.non_negative(name(0));
        known.at_least(name(1), 3);
        assert!(known.is_non_negative(&(var(0) * var(1))));
        assert!(known.is_positive(&(var(1) - Poly::constant(2))));
        assert!(known.less_than(&var(0), &(var(0) + var(1))));
        assert!(!known.is_positive(&var(0)));
        assert!(!known.is_positive(&(var(1) - Poly::constant(3))));
        assert!(!known.is_non_negative(&var(2)));
        assert!(!known.is_non_negative(&-var(0)));
    }

    #[test]
    fn an_index_in_a_matrix_is_inside_its_row_major_image() {
        let (n, m, i, j) = (var(0), var(1), var(2), var(3));
        let mut known = Assumptions::new();
        known.non_negative(name(0));
        known.non_negative(name(1));
        known.in_range(name(2), &n);
        known.in_range(name(3), &m);
        let address = &(&i * &m) + &j;
        assert!(known.less_than(&address, &(&n * &m)));
        assert!(known.is_non_negative(&address));
        assert!(known.is_positive(&n), "it has an index");
        assert!(!known.less_than(&(&address + &Poly::one()), &(&n * &m)));
        assert!(!known.less_than(&address, &(&m * &m)));
    }

    #[test]
    fn variables_without_a_constant_bound_need_facts() {
        let mut known = Assumptions::new();
        known.non_negative(name(0));
        known.ordered(&var(0), &var(1));
        known.ordered(&var(2).scale(2), &var(0));
        assert!(known.is_non_negative(&var(1)));
        assert!(known.less_or_equal(&var(2).scale(2), &var(1)));
        assert!(known.less_or_equal(&var(2).scale(4), &(var(0) + var(1))));
        assert!(!known.less_or_equal(&var(2).scale(5), &(var(0) + var(1))));
        assert!(!known.is_non_negative(&var(2)));
        known.non_negative(name(2));
        assert!(known.less_or_equal(&var(2), &var(0)), "half a fact is rounded up to a whole one");
        known.at_least(name(2), 1);
        known.at_least(name(2), -1);
        assert!(known.is_positive(&var(2)), "the greatest bound counts");
    }

    #[test]
    fn extreme_coefficients_prove_nothing_wrong() {
        let mut known = Assumptions::new();
        known.at_least(name(0), i64::MAX);
        known.at_most(name(1), &var(0).scale(i64::MIN));
        assert!(!known.is_non_negative(&-var(1)), "the step would wrap");
        assert!(!known.is_positive(&Poly::constant(i64::MIN)));
        assert!(!known.less_than(&Poly::constant(i64::MAX), &Poly::constant(i64::MIN)));
    }

    /// Every assignment of -2..=2 to the variables.
    fn small_assignments() -> impl Iterator<Item = Vec<i64>> {
        (0..5i64.pow(VARIABLES)).map(|code| (0..VARIABLES).map(|k| code / 5i64.pow(k) % 5 - 2).collect())
    }

    proptest! {
        #[test]
        fn what_is_proved_is_true(
            bounds in vec(proptest::option::of(-2..2i64), VARIABLES as usize),
            upper in vec((0..VARIABLES, poly()), 0..3),
            goal in poly(),
            multiple in 0..3i64,
        ) {
            let mut known = Assumptions::new();
            for (id, bound) in (0..).zip(&bounds) {
                bound.iter().for_each(|&bound| known.at_least(name(id), bound));
            }
            upper.iter().for_each(|(id, bound)| known.at_most(name(*id), bound));
            // A share of the goals follows from the facts, and some of these need a product with a variable.
            let from_facts = upper.iter().fold(goal, |goal, (id, bound)| {
                goal + (bound - &var(*id)).scale(multiple) * var(0)
            });
            if known.is_non_negative(&from_facts) {
                for values in small_assignments() {
                    let value = |poly: &Poly| poly.eval(&env(&values)).unwrap_or_default();
                    let allowed = bounds.iter().zip(&values).all(|(bound, value)| bound.is_none_or(|b| *value >= b))
                        && upper.iter().all(|(id, bound)| value(&var(*id)) <= value(bound));
                    prop_assert!(!allowed || value(&from_facts) >= 0, "{} at {:?}", from_facts, values);
                }
            }
        }
    }
}
