//! Tests of random values.

use rista_value::{Bounds, RandomError, Scalar, ScalarType, SplitMix64, Value, random_value};

fn array(elem: ScalarType, seed: u64, bounds: Option<Bounds>) -> Vec<Scalar> {
    let Value::Array(array) = random_value(elem, &[20, 50], seed, bounds).unwrap() else { panic!("an array") };
    (0..1000).map(|at| array.get(at).unwrap()).collect()
}

#[test]
fn the_generator_is_the_published_one() {
    let mut generator = SplitMix64::new(1234567);
    assert_eq!(generator.next_u64(), 6457827717110365317);
    assert_eq!(generator.next_u64(), 3203168211198807973);
}

#[test]
fn every_type_is_filled_and_repeats_with_its_seed() {
    for elem in ScalarType::ALL {
        let elements = array(elem, 1, None);
        assert_eq!(elements, array(elem, 1, None), "{elem}");
        assert_ne!(elements, array(elem, 2, None), "{elem}");
        if elem.is_float() {
            assert!(elements.iter().all(|v| (0.0..1.0).contains(&v.as_f64().unwrap())), "{elem}");
            let mean = elements.iter().map(|v| v.as_f64().unwrap()).sum::<f64>() / 1000.0;
            assert!((0.45..0.55).contains(&mean), "{elem}: {mean}");
        } else {
            let high = elements.iter().filter(|v| v.bits() >> (elem.bits() - 1) != 0 || v.as_bool() == Some(true));
            assert!((420..580).contains(&high.count()), "{elem}");
        }
    }
}

#[test]
fn bounds_are_kept_and_reached() {
    let bounds = Bounds { low: Scalar::I8(-2), high: Scalar::I8(2) };
    let elements = array(ScalarType::I8, 1, Some(bounds));
    for value in -5..=5 {
        assert_eq!(elements.contains(&Scalar::I8(value)), (-2..=2).contains(&value), "{value}");
    }
    let full = Bounds { low: Scalar::I64(i64::MIN), high: Scalar::I64(i64::MAX) };
    assert!(array(ScalarType::I64, 1, Some(full)).iter().any(|v| v.as_i64().unwrap() < i64::MIN / 2));
    let bounds = Bounds { low: Scalar::F64(-f64::MAX), high: Scalar::F64(f64::MAX) };
    assert!(array(ScalarType::F64, 1, Some(bounds)).iter().all(|v| v.as_f64().unwrap().is_finite()));
    let bounds = Bounds { low: Scalar::Bool(true), high: Scalar::Bool(true) };
    assert!(array(ScalarType::Bool, 1, Some(bounds)).iter().all(|v| v.as_bool() == Some(true)));
}

#[test]
fn what_cannot_be_is_an_error() {
    let message = |result: Result<Value, RandomError>| result.unwrap_err().to_string();
    let bounds = Some(Bounds { low: Scalar::I8(1), high: Scalar::I8(0) });
    assert_eq!(message(random_value(ScalarType::I8, &[1], 1, bounds)), "1i8 to 0i8 is not a range");
    assert_eq!(message(random_value(ScalarType::U8, &[1], 1, bounds)), "the bounds 1i8 and 0i8 are not of type u8");
    for shape in [vec![usize::MAX, 2], vec![usize::MAX / 16]] {
        assert!(message(random_value(ScalarType::I64, &shape, 1, None)).contains("too large"));
    }
    assert!(matches!(random_value(ScalarType::I64, &[], 1, None), Ok(Value::Scalar(Scalar::I64(_)))));
    assert_eq!(random_value(ScalarType::I64, &[0, 3], 1, None).unwrap().to_string(), "empty([0][3]i64)");
}
