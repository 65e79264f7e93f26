//! Tests of the search for samples.

use crate::common::{VARIABLES, name, poly};
use base::Name;
use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::Poly;
use rista_index::samples::{find, value};
use std::collections::BTreeMap;

#[test]
fn chains_of_equations_are_followed() {
    let var = |id: u32| Poly::var(name(id));
    let product = var(0) * var(1);
    let facts = [var(2) - product.clone(), product - var(2), var(2) - var(3), var(3) - var(1) - Poly::constant(20)];
    let least = (0..3).map(|id| (name(id), 0)).collect();
    let found = find(&(0..4).map(name).collect(), &least, &facts);
    assert!(!found.is_empty());
}

proptest! {
    #[test]
    fn all_that_is_known_is_true_of_samples(
        bounds in vec(proptest::option::of(-2..2i64), VARIABLES as usize),
        facts in vec(poly(), 0..5),
    ) {
        let variables = (0..VARIABLES).map(name).collect();
        let bound = |(id, bound): (u32, &Option<i64>)| Some((name(id), (*bound)?));
        let least: BTreeMap<Name, i64> = (0..).zip(&bounds).filter_map(bound).collect();
        for sample in find(&variables, &least, &facts) {
            prop_assert!(facts.iter().all(|fact| value(fact, &sample).is_some_and(|value| value >= 0)));
            prop_assert!(least.iter().all(|(name, least)| sample.get(*name).is_some_and(|value| value >= *least)));
        }
    }
}
