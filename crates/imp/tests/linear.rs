//! Expressions as polynomials.

use base::Name;
use index::Poly;
use rista_imp::linear::{Definitions, expression, linear_in};

#[test]
fn polynomials_and_expressions_say_the_same() {
    let definitions = Definitions::default();
    let (n, m) = (Poly::var(Name::new("n", 1)), Poly::var(Name::new("m", 2)));
    for poly in [
        Poly::zero(),
        Poly::constant(-3),
        n.clone(),
        -n.clone(),
        &(&n * &m) - &Poly::constant(2),
        &n.scale(5) - &m,
        Poly::constant(i64::MIN),
        &n - &Poly::constant(i64::MIN),
    ] {
        assert_eq!(definitions.poly(&expression(&poly)), Some(poly));
    }
}

#[test]
fn the_coefficient_of_a_variable() {
    let (n, m) = (Name::new("n", 1), Name::new("m", 2));
    let poly = &(&Poly::var(n) * &Poly::var(m)) + &(&Poly::var(n).scale(2) + &Poly::constant(7));
    let coefficient = &Poly::var(m) + &Poly::constant(2);
    assert_eq!(linear_in(&poly, n), Some((coefficient, Poly::constant(7))));
    assert_eq!(linear_in(&(&Poly::var(n) * &Poly::var(n)), n), None);
}
