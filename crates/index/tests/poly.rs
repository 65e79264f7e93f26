//! Tests of the arithmetic and the text form of sizes.

use crate::common::{assignment, env, name, parse_text, poly, wild_poly};
use base::cursor::Parsed;
use proptest::prelude::*;
use rista_index::Poly;
use rista_index::poly::printed_name;

fn parse(text: &str) -> Parsed<Poly> {
    parse_text(text, |cursor| Poly::parse(cursor, &mut printed_name))
}

#[test]
fn prints_the_normal_form_highest_degree_first() {
    let (n, m) = (Poly::var(name(0)), Poly::var(name(1)));
    let size = Poly::constant(3) + (&n * &m).scale(2) - n.clone();
    assert_eq!(size.to_string(), "2*x_0*x_1 - x_0 + 3");
    assert_eq!((&n - &n).to_string(), "0");
    assert_eq!((-&n).to_string(), "-x_0");
    assert_eq!((n + Poly::constant(i64::MIN)).to_string(), "x_0 + -9223372036854775808");
}

#[test]
fn reads_what_people_write() {
    let written = [("x_1 -3", "x_1 - 3"), ("2i64 * x_1*3", "6*x_1"), ("-x_1*x_0 - -2*x_0", "-x_0*x_1 + 2*x_0")];
    for (text, normal) in written {
        assert_eq!(parse(text).map(|p| p.to_string()), Ok(normal.to_owned()), "{text}");
    }
    for wrong in ["", "x_1 +", "x_1 * ", "3i32", "1.5", "x", "9223372036854775808", "x_1 x_2", "x_1 + {"] {
        assert!(parse(wrong).is_err(), "{wrong:?} was read");
    }
}

#[test]
fn overflow_wraps_or_is_refused() {
    let big = Poly::constant(i64::MAX);
    assert_eq!(&big + &Poly::one(), Poly::constant(i64::MIN));
    assert_eq!(big.checked_add(&Poly::one()), None);
    assert_eq!(big.checked_mul(&Poly::constant(2)), None);
    assert_eq!(big.checked_sub(&Poly::zero()), Some(big.clone()));
    assert_eq!(Poly::var(name(0)).scale(2).checked_substitute(&|_| Some(big.clone())), None);
}

#[test]
fn constants_and_variables_are_recognised() {
    let n = Poly::var(name(0));
    assert_eq!((n.as_variable(), n.as_constant()), (Some(name(0)), None));
    assert_eq!((n.scale(2).as_variable(), Poly::zero().as_constant()), (None, Some(0)));
    assert_eq!((n.clone() + Poly::one()).as_variable(), None);
    assert!(Poly::one().is_one() && !n.is_one() && (&n * &Poly::zero()).is_zero());
    assert_eq!((n * Poly::var(name(2))).free_variables().into_iter().collect::<Vec<_>>(), [name(0), name(2)]);
}

#[test]
fn a_monomial_divides_when_all_factors_are_there() {
    let monomial = |ids: &[u32]| Poly::product(&ids.iter().map(|&id| Poly::var(name(id))).collect::<Vec<_>>());
    let divided = |whole: &[u32], divisor: &[u32]| monomial(whole).div_rem(&monomial(divisor));
    assert_eq!(divided(&[0, 0, 1], &[0, 1]), Some((monomial(&[0]), Poly::zero())));
    assert_eq!(divided(&[0, 1], &[0, 0]), Some((Poly::zero(), monomial(&[0, 1]))));
}

proptest! {
    #[test]
    fn operators_are_those_of_the_values(p in wild_poly(), q in wild_poly(), k: i64, values in assignment(any::<i64>())) {
        let value = |poly: &Poly| poly.eval(&env(&values)).unwrap_or_default();
        prop_assert_eq!(value(&(&p + &q)), value(&p).wrapping_add(value(&q)));
        prop_assert_eq!(value(&(&p - &q)), value(&p).wrapping_sub(value(&q)));
        prop_assert_eq!(value(&(&p * &q)), value(&p).wrapping_mul(value(&q)));
        prop_assert_eq!(value(&p.scale(k)), value(&p).wrapping_mul(k));
    }

    #[test]
    fn the_ring_laws_hold_in_the_normal_form(p in wild_poly(), q in wild_poly(), r in wild_poly()) {
        prop_assert_eq!(&p * &(&q + &r), &(&p * &q) + &(&p * &r));
        prop_assert_eq!(&(&p * &q) * &r, &p * &(&q * &r));
        prop_assert_eq!(&p * &q, &q * &p);
        prop_assert!((&(&p + &q) - &(&q + &p)).is_zero());
    }

    #[test]
    fn division_leaves_a_rest(p in poly(), q in poly()) {
        if let Some((quotient, rest)) = p.div_rem(&q) {
            prop_assert_eq!(&(&quotient * &q) + &rest, p.clone());
        }
        if let Some((quotient, rest)) = (&p * &q).div_rem(&q) {
            prop_assert_eq!((quotient, rest), (p, Poly::zero()));
        }
    }

    #[test]
    fn substituting_is_evaluating_in_two_steps(p in wild_poly(), q in poly(), values in assignment(any::<i64>())) {
        let replaced = p.substitute(&|x| (x == name(1)).then(|| q.clone()));
        let inner = q.eval(&env(&values));
        let expected = p.eval(&|x| if x == name(1) { inner } else { env(&values)(x) });
        prop_assert_eq!(replaced.eval(&env(&values)), expected);
    }

    #[test]
    fn checked_operations_agree_with_the_integers(p in wild_poly(), q in wild_poly()) {
        let coefficients = |poly: &Poly| poly.terms().map(|(_, c)| i128::from(c)).sum::<i128>();
        if let Some(sum) = p.checked_add(&q) {
            prop_assert_eq!(coefficients(&sum), coefficients(&p) + coefficients(&q));
        }
        if let Some(product) = p.checked_mul(&q) {
            prop_assert_eq!(coefficients(&product), coefficients(&p) * coefficients(&q));
        }
    }

    #[test]
    fn text_reads_back(p in wild_poly()) {
        prop_assert_eq!(parse(&p.to_string()), Ok(p));
    }
}
