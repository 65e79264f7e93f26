//! Sample values of variables that satisfy the known facts. A goal that is false for a sample cannot be proved, so most
//! false goals are rejected at once. Samples are not used in proofs.
//!
//! Variables get their values one after the other. A fact is used when its last variable gets a value: the other
//! variables have theirs, so the fact bounds the last one. For example, if `n = 3`, then `i <= n - 1` leaves 0, 1 and 2
//! for `i`. If no value is left, the search changes the previous choice.

use crate::poly::Poly;
use base::Name;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A value for each variable, sorted by variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sample(Vec<(Name, i64)>);

impl Sample {
    /// Returns the value of a variable; `None` if the sample has no such variable.
    pub fn get(&self, name: Name) -> Option<i64> {
        let at = self.0.binary_search_by_key(&name, |(other, _)| *other).ok()?;
        self.0.get(at).map(|(_, value)| *value)
    }
}

/// Number of searches, each for one sample, and the largest number of steps of all searches together.
const SEARCHES: usize = 6;
const STEPS: usize = 1000;
/// Distances from the variables' lower bounds within which values are tried. The searches use them in turn.
const REACHES: [u64; 3] = [4, 7, 10];

/// Finds values of the variables that respect their lower bounds and make all facts non-negative. The samples are the
/// same on each run.
pub fn find(variables: &BTreeSet<Name>, least: &BTreeMap<Name, i64>, facts: &[Poly]) -> Vec<Sample> {
    let Some(mut searching) = Searching::new(variables, least, facts) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for at in 0..SEARCHES {
        searching.values.clear();
        if searching.complete(REACHES[at % REACHES.len()]) {
            found.insert(Sample(variables.iter().copied().zip(searching.values.iter().copied()).collect()));
        }
    }
    found.into_iter().collect()
}

/// Returns the value of a polynomial at a sample; `None` if a variable has no value or the arithmetic overflows.
pub fn value(poly: &Poly, sample: &Sample) -> Option<i64> {
    poly.terms().try_fold(0i64, |sum, (names, coefficient)| {
        let term = names.iter().try_fold(coefficient, |product, name| product.checked_mul(sample.get(*name)?))?;
        sum.checked_add(term)
    })
}

struct Searching {
    variables: Vec<Variable>,
    /// Values of the first variables, in order.
    values: Vec<i64>,
    /// State of a linear congruential generator.
    state: u64,
    steps: usize,
}

struct Variable {
    least: Option<i64>,
    /// Facts whose last variable is this one, as polynomials in this variable. Their coefficients contain only the
    /// variables before it.
    facts: Vec<Vec<Coefficient>>,
}

/// A sum of products. Each is a number times variables, given by their positions.
type Coefficient = Vec<(i64, Vec<usize>)>;
/// Values of the coefficients of a fact, by ascending power of the variable.
type Numbers = SmallVec<[i64; 3]>;

impl Searching {
    /// Returns the initial state; `None` if a fact has variables that are not in `variables`.
    fn new(variables: &BTreeSet<Name>, least: &BTreeMap<Name, i64>, facts: &[Poly]) -> Option<Searching> {
        let places: BTreeMap<Name, usize> = variables.iter().copied().zip(0..).collect();
        let variable = |name| Variable { least: least.get(name).copied(), facts: Vec::new() };
        let mut variables: Vec<Variable> = variables.iter().map(variable).collect();
        for fact in facts {
            let names = || fact.terms().flat_map(|(names, _)| names);
            let last = names().try_fold(0, |last, name| Some((*places.get(name)?).max(last)))?;
            let mut by_power: Vec<Coefficient> = Vec::new();
            for (names, number) in fact.terms() {
                let mut factors: Vec<usize> = names.iter().filter_map(|name| places.get(name).copied()).collect();
                factors.retain(|factor| *factor != last);
                let power = names.len() - factors.len();
                by_power.resize_with(by_power.len().max(power + 1), Vec::new);
                by_power[power].push((number, factors));
            }
            variables.get_mut(last)?.facts.push(by_power);
        }
        Some(Searching { variables, values: Vec::new(), state: 1, steps: STEPS })
    }

    /// Assigns values to the remaining variables, one after the other. Returns `false` if there are none.
    fn complete(&mut self, reach: u64) -> bool {
        let at = self.values.len();
        let Some(variable) = self.variables.get(at) else { return true };
        let Some(facts) = variable.facts_at(&self.values) else { return false };
        let Some(range) = variable.range(&facts, reach) else { return false };
        let more = range.end().abs_diff(*range.start());
        let start = self.random();
        for step in 0..=more {
            let Some(left) = self.steps.checked_sub(1) else { return false };
            self.steps = left;
            let place = start.wrapping_add(step).checked_rem(more.saturating_add(1)).unwrap_or(0);
            let value = range.start().saturating_add_unsigned(place);
            self.values.push(value);
            if facts.iter().all(|fact| is_met(fact, value)) && self.complete(reach) {
                return true;
            }
            self.values.truncate(at);
        }
        false
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.state >> 40
    }
}

impl Variable {
    /// Returns the facts with the values of the earlier variables inserted; `None` on overflow.
    fn facts_at(&self, values: &[i64]) -> Option<Vec<Numbers>> {
        let product = |number: i64, factors: &[usize]| {
            factors.iter().try_fold(number, |product, at| product.checked_mul(*values.get(*at)?))
        };
        let sum = |coefficient: &Coefficient| {
            coefficient.iter().try_fold(0i64, |sum, (number, factors)| sum.checked_add(product(*number, factors)?))
        };
        self.facts.iter().map(|fact| fact.iter().map(sum).collect()).collect()
    }

    /// Returns the range that the linear facts leave for the variable, no wider than `reach`. `None` if it is empty.
    fn range(&self, facts: &[Numbers], reach: u64) -> Option<RangeInclusive<i64>> {
        let (mut low, mut high) = (self.least, i64::MAX);
        for fact in facts {
            match fact[..] {
                [constant, factor] if factor > 0 => {
                    // Rounds the quotient up.
                    let least = constant.div_euclid(factor).checked_neg()?;
                    low = Some(low.map_or(least, |low| low.max(least)));
                }
                [constant, factor] if factor < 0 => {
                    high = high.min(constant.checked_div_euclid(factor.checked_neg()?)?)
                }
                _ => {}
            }
        }
        let low = low.unwrap_or(high.saturating_sub_unsigned(reach).min(-1));
        (low <= high).then(|| low..=high.min(low.saturating_add_unsigned(reach)))
    }
}

/// Whether the polynomial, given by its coefficients, is non-negative at `value`.
fn is_met(fact: &[i64], value: i64) -> bool {
    let sum = fact.iter().rev().try_fold(0i64, |sum, factor| sum.checked_mul(value)?.checked_add(*factor));
    sum.is_some_and(|sum| sum >= 0)
}
