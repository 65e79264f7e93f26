//! Tests of proofs about the signs of sizes.

use crate::common::{VARIABLES, env, name, poly};
use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::{Assumptions, Poly};

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
fn factors_of_a_positive_product_are_positive_unless_they_may_be_negative() {
    let (mut known, mut signed) = (Assumptions::new(), Assumptions::new());
    for id in 0..3 {
        known.non_negative(name(id));
        signed.at_least(name(id), -1);
    }
    for known in [&mut known, &mut signed] {
        known.below(&var(2), &(var(0) * var(1)));
    }
    assert!(known.is_positive(&var(0)) && known.is_positive(&var(1)));
    assert!(!signed.is_positive(&var(0)), "both may be -1");
    assert!(known.less_or_equal(&var(0), &(var(0) * var(1))));
}

#[test]
fn products_of_facts_are_used() {
    let mut known = Assumptions::new();
    (0..4).for_each(|id| known.non_negative(name(id)));
    known.below(&var(0), &var(1));
    known.below(&var(2), &var(3));
    let (far, near) = (var(1) * var(3), var(0) * var(2));
    assert!(known.less_than(&near, &far));
    assert!(known.less_or_equal(&(var(0) * var(3) + var(1) * var(2) + Poly::one()), &(&far + &near)));
    assert!(!known.less_or_equal(&(&near + &var(3).scale(2)), &far));
}

#[test]
fn equal_things_take_each_others_place() {
    let mut known = Assumptions::new();
    known.non_negative(name(0));
    known.ordered(&var(1), &var(2));
    known.equal(&var(1), &(var(0) * var(0) + Poly::one()));
    assert!(known.is_positive(&var(2)) && known.is_positive(&var(1)));
    known.equal(&var(0), &var(3).scale(2));
    assert_eq!(known.resolved(&var(1)), Some((var(3) * var(3)).scale(4) + Poly::one()));
    assert!(known.is_non_negative(&var(3)), "half of what is not negative");
    known.equal(&var(3), &Poly::constant(-1));
    assert!(known.is_positive(&Poly::zero()), "that cannot be");
}

#[test]
fn what_is_different_makes_cases() {
    let mut known = Assumptions::new();
    known.different(&var(0), &var(1));
    let cases = known.cases();
    assert_eq!(cases.len(), 2);
    assert!(cases.iter().all(|case| case.less_than(&var(0), &var(1)) != case.less_than(&var(1), &var(0))));
}

#[test]
fn facts_are_about_integers() {
    let mut known = Assumptions::new();
    known.ordered(&Poly::one(), &var(0).scale(2));
    assert!(known.is_positive(&var(0)));
    known.ordered(&(var(1).scale(4) + Poly::constant(1)), &var(2).scale(2));
    assert!(known.less_than(&var(1).scale(2), &var(2)));
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

/// Returns every assignment of -2..=2 to the variables.
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
        // The goal is built from the facts, and sometimes multiplied by a variable, so that a share of the goals is
        // provable.
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
