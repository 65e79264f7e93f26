//! Values of variables at which all that is known is true. What is false at one of them cannot be proved, so that most
//! questions with the answer no are answered at once. They play no part in what is proved.

use crate::poly::Poly;
use base::Name;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Sample = BTreeMap<Name, i64>;

/// So many searches are made, each for one sample and of so many steps.
const SEARCHES: usize = 24;
const STEPS: usize = 100;
/// Variables are tried at least this far above their least values.
const REACH: u64 = 4;

/// Values of the variables that have at least their least values, and at which the facts are not negative. They are the
/// same on each run.
pub(crate) fn find(variables: &BTreeSet<Name>, least: &BTreeMap<Name, i64>, facts: &[Poly]) -> Vec<Sample> {
    let mut searching = Searching { variables: variables.iter().copied().collect(), least, facts, state: 1, steps: 0 };
    let found = (0..SEARCHES).filter_map(|at| {
        searching.steps = STEPS;
        let reach = REACH + at as u64 % 3 * 3;
        searching.complete(&mut Sample::new(), reach)
    });
    let distinct: BTreeSet<Sample> = found.collect();
    distinct.into_iter().collect()
}

/// The value at a sample; `None` where it is not defined or may have wrapped.
pub(crate) fn value(poly: &Poly, sample: &Sample) -> Option<i64> {
    poly.terms().try_fold(0i64, |sum, (names, coefficient)| {
        let term = names.iter().try_fold(coefficient, |product, name| product.checked_mul(*sample.get(name)?))?;
        sum.checked_add(term)
    })
}

struct Searching<'a> {
    variables: Vec<Name>,
    least: &'a BTreeMap<Name, i64>,
    facts: &'a [Poly],
    /// Of a linear congruential generator.
    state: u64,
    steps: usize,
}

impl Searching<'_> {
    /// Gives the variables that have none yet values, one after the other.
    fn complete(&mut self, sample: &mut Sample, reach: u64) -> Option<Sample> {
        self.steps = self.steps.checked_sub(1)?;
        if self.facts.iter().any(|fact| value(fact, sample).is_some_and(|value| value < 0)) {
            return None;
        }
        let Some(&name) = self.variables.get(sample.len()) else {
            let is_met = self.facts.iter().all(|fact| value(fact, sample).is_some());
            return is_met.then(|| sample.clone());
        };
        let least = self.least.get(&name).copied().unwrap_or(-1);
        let start = self.random();
        for step in 0..=reach {
            sample.insert(name, least.checked_add_unsigned((start + step) % (reach + 1))?);
            if let Some(complete) = self.complete(sample, reach) {
                return Some(complete);
            }
            sample.remove(&name);
        }
        None
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.state >> 40
    }
}
