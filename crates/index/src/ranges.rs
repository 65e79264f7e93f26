//! Proofs about the signs of sizes. The reasoning is sound and incomplete: `true` is a proof, `false` means unknown.
//!
//! A goal `p >= 0` is evident if every coefficient of `p` and every variable is non-negative. Otherwise it is enough
//! that `p` becomes evident after known facts `f_j >= 0`, each times a non-negative number, are subtracted. `farkas`
//! decides whether such numbers exist. A variable known to be at least `l` is first written as `l` plus a variable that
//! is at least 0.
//!
//! If the goal or the facts are not linear, each product of variables counts as a variable of its own, and `products`
//! adds products of facts: `i <= n - 1` and `m >= 0` give `i*m <= n*m - m`.
//!
//! Because variables are integers, a fact is divided by the common divisor of its coefficients, and its constant is
//! rounded down.
//!
//! Polynomials are read here as integers: see Note [Wrapping] in `poly`. Steps in which a coefficient might wrap are
//! not taken. Callers must know that the sizes of the program did not wrap.

use crate::farkas::System;
use crate::poly::{Monomial, Poly};
use crate::products;
use crate::samples::{self, Sample};
use base::Name;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Known facts about variables, from which other facts are proved.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    /// Constant lower bounds of variables.
    least: BTreeMap<Name, i64>,
    /// Polynomials that are at least 0.
    facts: Vec<Poly>,
    /// Polynomials that are not 0.
    non_zero: Vec<Poly>,
    /// Known values of variables. These variables occur nowhere else in the assumptions.
    values: BTreeMap<Name, Poly>,
    /// Sample values of all variables that satisfy all facts except `non_zero`. May be empty.
    samples: Vec<Sample>,
    /// Cache of the facts as `shift` returns them.
    shifted: OnceCell<Vec<Poly>>,
}

/// Largest number of inequations `a != b` that are split into cases.
const MAX_INEQUATIONS: usize = 3;
/// Largest degree of goals and facts that are reasoned about. Their weight is also limited, and their coefficients must
/// not be near the ends of `i64`.
const MAX_DEGREE: usize = 8;
const MAX_WEIGHT: usize = 500;

impl Assumptions {
    pub fn new() -> Assumptions {
        Assumptions::default()
    }

    /// Assumes `name >= bound`. Of several constant bounds of one variable the greatest counts.
    pub fn at_least(&mut self, name: Name, bound: i64) {
        if self.values.contains_key(&name) {
            return self.ordered(&Poly::constant(bound), &Poly::var(name));
        }
        self.shifted.take();
        let least = self.least.entry(name).or_insert(bound);
        *least = bound.max(*least);
        self.samples.retain(|sample| sample.get(name).is_some_and(|value| value >= bound));
    }

    /// Assumes `name >= 0`, which holds for every array size.
    pub fn non_negative(&mut self, name: Name) {
        self.at_least(name, 0);
    }

    /// Assumes `name <= bound`.
    pub fn at_most(&mut self, name: Name, bound: &Poly) {
        self.ordered(&Poly::var(name), bound);
    }

    /// Assumes `0 <= name < count`, the range of a loop variable.
    pub fn in_range(&mut self, name: Name, count: &Poly) {
        self.non_negative(name);
        if let Some(last) = count.checked_sub(&Poly::one()) {
            self.at_most(name, &last);
        }
    }

    /// Assumes `smaller <= larger`.
    pub fn ordered(&mut self, smaller: &Poly, larger: &Poly) {
        // If a coefficient might wrap the fact is dropped. The assumptions are then weaker, but still true.
        let difference = larger.checked_sub(smaller);
        let Some(fact) = difference.and_then(|fact| Some(self.resolve(&fact)?.into_owned())) else { return };
        let fact = tightened(fact);
        match least_value(&fact) {
            Some((name, least)) => self.at_least(name, least),
            None if self.is_evident(&fact) || self.facts.contains(&fact) => {}
            None => {
                self.note_factors(&fact);
                self.samples.retain(|sample| samples::value(&fact, sample).is_some_and(|value| value >= 0));
                self.shifted.take();
                self.facts.push(fact);
            }
        }
    }

    /// Whether the polynomial has no term that may be negative.
    fn is_evident(&self, fact: &Poly) -> bool {
        let is_bounded = |name: &Name| self.least.get(name).is_some_and(|least| *least >= 0);
        fact.terms().all(|(names, coefficient)| coefficient > 0 && names.iter().all(is_bounded))
    }

    /// Derives that factors are positive: a product of non-negative variables is positive only if each is. For example
    /// `0 <= i <= n*m - 1` gives `n >= 1` and `m >= 1`.
    fn note_factors(&mut self, fact: &Poly) {
        let mut positive = fact.monomials().filter(|(_, coefficient)| *coefficient > 0);
        let (Some((product, _)), None) = (positive.next(), positive.next()) else { return };
        let is_positive = fact.coefficient(&Monomial::default()) < 0;
        let is_bounded = |name| self.least.get(name).is_some_and(|least| *least >= 0);
        if product.names().len() > 1
            && is_positive
            && fact.monomials().all(|(part, _)| part.names().iter().all(is_bounded))
        {
            product.names().iter().for_each(|&name| self.at_least(name, 1));
        }
    }

    /// Assumes `smaller < larger`.
    pub fn below(&mut self, smaller: &Poly, larger: &Poly) {
        if let Some(next) = smaller.checked_add(&Poly::one()) {
            self.ordered(&next, larger);
        }
    }

    /// Assumes `left == right`. If the equation can be solved for a variable, its value replaces the variable
    /// everywhere.
    pub fn equal(&mut self, left: &Poly, right: &Poly) {
        let (Some(left), Some(right)) = (self.resolved(left), self.resolved(right)) else { return };
        let next = left.checked_sub(&right).and_then(|zero| {
            let (name, value) = solved(&zero)?;
            self.with_value(name, &value)
        });
        match next {
            Some(next) => *self = next,
            None => {
                self.ordered(&left, &right);
                self.ordered(&right, &left);
            }
        }
    }

    /// Assumes `left != right`.
    pub fn different(&mut self, left: &Poly, right: &Poly) {
        self.non_zero.extend(left.checked_sub(right).and_then(|difference| self.resolved(&difference)));
    }

    /// Splits the assumptions `a != b` into the cases `a < b` and `a > b`. One of the returned cases holds, and none
    /// contains inequations.
    pub fn cases(&self) -> Vec<Assumptions> {
        let mut cases = vec![Assumptions { non_zero: Vec::new(), ..self.clone() }];
        for difference in self.non_zero.iter().take(MAX_INEQUATIONS) {
            let below = |case: &Assumptions, smaller: &Poly, larger: &Poly| {
                let mut case = case.clone();
                case.below(smaller, larger);
                case
            };
            let zero = Poly::zero();
            let sides = |case| [below(case, &zero, difference), below(case, difference, &zero)];
            cases = cases.iter().flat_map(sides).collect();
        }
        cases
    }

    /// Returns the assumptions together with a copy of them in which variables are renamed.
    pub fn with_copy(&self, renamed: &BTreeMap<Name, Name>) -> Assumptions {
        let mut both = Assumptions { samples: Vec::new(), shifted: OnceCell::new(), ..self.clone() };
        let rename = |poly: &Poly| poly.substitute(&|name| renamed.get(&name).copied().map(Poly::var));
        for (name, &least) in &self.least {
            renamed.get(name).into_iter().for_each(|&copy| both.at_least(copy, least));
        }
        let is_about = |poly: &&Poly| poly.free_variables().iter().any(|name| renamed.contains_key(name));
        both.facts.extend(self.facts.iter().filter(is_about).map(rename));
        both.non_zero.extend(self.non_zero.iter().filter(is_about).map(rename));
        both
    }

    /// Returns the variables that occur in the assumptions.
    pub fn variables(&self) -> impl Iterator<Item = Name> {
        let polys = self.facts.iter().chain(&self.non_zero).chain(self.values.values());
        polys.flat_map(Poly::free_variables).chain(self.least.keys().copied()).chain(self.values.keys().copied())
    }

    /// Returns `poly` with known values in place of variables; `None` if a coefficient might wrap.
    pub fn resolved(&self, poly: &Poly) -> Option<Poly> {
        self.resolve(poly).map(Cow::into_owned)
    }

    fn resolve<'a>(&self, poly: &'a Poly) -> Option<Cow<'a, Poly>> {
        let is_about = |names: &[Name]| names.iter().any(|name| self.values.contains_key(name));
        if self.values.is_empty() || !poly.terms().any(|(names, _)| is_about(names)) {
            return Some(Cow::Borrowed(poly));
        }
        poly.checked_substitute(&|name| self.values.get(&name).cloned()).map(Cow::Owned)
    }

    /// Replaces `name` by `value`, which does not contain it, in all assumptions; `None` if a coefficient might wrap.
    fn with_value(&self, name: Name, value: &Poly) -> Option<Assumptions> {
        let replace = |poly: &Poly| poly.checked_substitute(&|other| (other == name).then(|| value.clone()));
        let replace_all = |polys: &[Poly]| polys.iter().map(replace).collect::<Option<Vec<Poly>>>();
        let is_so = |sample: &&Sample| sample.get(name).is_some_and(|is| samples::value(value, sample) == Some(is));
        let samples = self.samples.iter().filter(is_so).cloned().collect();
        let mut next = Assumptions { least: self.least.clone(), samples, ..Assumptions::default() };
        let least = next.least.remove(&name);
        for (other, of_other) in &self.values {
            next.values.insert(*other, replace(of_other)?);
        }
        next.values.insert(name, value.clone());
        next.non_zero = replace_all(&self.non_zero)?;
        replace_all(&self.facts)?.iter().for_each(|fact| next.ordered(&Poly::zero(), fact));
        least.into_iter().for_each(|least| next.at_least(name, least));
        Some(next)
    }

    /// Returns the assumptions with samples, which let many false goals fail quickly. Finding samples pays off for a
    /// series of goals.
    pub fn sampled(&self) -> Assumptions {
        let variables = self.variables().filter(|name| !self.values.contains_key(name)).collect();
        Assumptions { samples: samples::find(&variables, &self.least, &self.facts), ..self.clone() }
    }

    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Whether `poly >= 0` is known.
    pub fn is_non_negative(&self, poly: &Poly) -> bool {
        let Some(resolved) = self.resolve(poly) else { return false };
        if self.samples.iter().any(|sample| samples::value(&resolved, sample).is_some_and(|value| value < 0)) {
            return false;
        }
        let Some(goal) = self.shift(&resolved) else { return false };
        if self.offending(&goal).next().is_none() {
            return true;
        }
        let shifted = self.shifted.get_or_init(|| {
            let shifted = self.facts.iter().filter_map(|fact| self.shift(fact));
            shifted.map(Cow::into_owned).collect()
        });
        let facts: Vec<Cow<Poly>> = shifted.iter().map(Cow::Borrowed).collect();
        if goal.is_linear() && facts.iter().all(|fact| fact.is_linear()) {
            return self.follows(&goal, &facts);
        }
        let is_at_least_zero = |monomial: &Monomial| self.is_at_least_zero(monomial);
        let multiples = products::multiples(&goal, &facts, &is_at_least_zero);
        if self.follows(&goal, &multiples) {
            return true;
        }
        let more = products::with_pairs(&goal, &facts);
        more.len() > facts.len() && self.follows(&goal, &products::multiples(&goal, &more, &is_at_least_zero))
    }

    /// Whether the goal is a combination of the facts. Each product of variables counts as a variable of its own.
    fn follows(&self, goal: &Poly, facts: &[Cow<Poly>]) -> bool {
        // A term that may be negative can only be cancelled by a fact with a term of the same sign.
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
                system.demand_opposite(goal.coefficient(monomial), of_facts.iter().copied());
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

    /// Rewrites `poly` over variables that are the differences of the old ones to their lower bounds. `None` if `poly`
    /// is too large.
    fn shift<'a>(&self, poly: &'a Poly) -> Option<Cow<'a, Poly>> {
        if !is_small(poly) {
            return None;
        }
        let is_shifted = |name| self.least.get(name).is_some_and(|bound| *bound != 0);
        if !poly.terms().any(|(names, _)| names.iter().any(is_shifted)) {
            return Some(Cow::Borrowed(poly));
        }
        #[expect(clippy::arithmetic_side_effects, reason = "one coefficient a term; the substitution checks the size")]
        let shifted = poly.checked_substitute(&|name| {
            let bound = *self.least.get(&name)?;
            Some(Poly::var(name) + Poly::constant(bound))
        });
        shifted.map(Cow::Owned)
    }

    fn is_at_least_zero(&self, monomial: &Monomial) -> bool {
        monomial.names().iter().all(|name| self.least.contains_key(name))
    }

    /// Returns the terms that may be negative.
    fn offending<'a>(&'a self, goal: &'a Poly) -> impl Iterator<Item = (&'a Monomial, i64)> {
        goal.monomials().filter(|(monomial, coefficient)| *coefficient < 0 || !self.is_at_least_zero(monomial))
    }
}

/// Returns the variable and its least value, if the fact is a constant lower bound of one variable.
fn least_value(fact: &Poly) -> Option<(Name, i64)> {
    let constant = fact.coefficient(&Monomial::default());
    let least = constant.checked_neg()?;
    let name = fact.checked_add(&Poly::constant(least))?.as_variable()?;
    Some((name, least))
}

/// Solves `zero == 0` for the first variable that occurs once, alone and with the factor 1 or -1; returns the variable
/// and its value.
fn solved(zero: &Poly) -> Option<(Name, Poly)> {
    let single = |(names, factor): (&[Name], i64)| match (names, factor) {
        (&[name], 1 | -1) => Some((name, factor)),
        _ => None,
    };
    let is_alone = |&(name, _): &(Name, i64)| zero.terms().filter(|(names, _)| names.contains(&name)).count() == 1;
    let (name, factor) = zero.terms().filter_map(single).find(is_alone)?;
    let value = Poly::var(name).checked_sub(&if factor == 1 { zero.clone() } else { zero.checked_neg()? })?;
    Some((name, value))
}

/// Divides the fact `fact >= 0` about integers by the common divisor of its non-constant coefficients: `2*x - 1 >= 0`
/// becomes `x - 1 >= 0`.
fn tightened(fact: Poly) -> Poly {
    let common = fact.terms().filter(|(names, _)| !names.is_empty()).fold(0, |common, (_, c)| gcd(common, c));
    match i64::try_from(common) {
        Ok(common) if common > 1 => fact.map_coefficients(|coefficient| coefficient.div_euclid(common)),
        _ => fact,
    }
}

/// Returns the greatest common divisor; that of 0 and `n` is `n`.
pub(crate) fn gcd(a: u64, b: i64) -> u64 {
    let (mut a, mut b) = (a, b.unsigned_abs());
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

pub(crate) fn is_small(poly: &Poly) -> bool {
    poly.fits() && poly.weight() <= MAX_WEIGHT && poly.terms().all(|(names, _)| names.len() <= MAX_DEGREE)
}
