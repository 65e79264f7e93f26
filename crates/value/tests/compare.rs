//! Tests of comparisons of results.

use rista_value::{ArrayValue, Scalar, Storage, Tolerance, Value, compare, compare_all};

fn floats(elements: &[f64]) -> Value {
    Value::Array(ArrayValue::new(vec![elements.len()], Storage::F64(elements.to_vec())).unwrap())
}

fn ints(shape: &[usize], elements: &[i32]) -> Value {
    Value::Array(ArrayValue::new(shape.to_vec(), Storage::I32(elements.to_vec())).unwrap())
}

fn check(expected: &Value, actual: &Value) -> Result<(), String> {
    compare(expected, actual, Tolerance::default()).map_err(|mismatch| mismatch.to_string())
}

#[test]
fn integers_are_compared_exactly_and_the_index_is_shown() {
    let expected = ints(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    assert_eq!(check(&expected, &expected), Ok(()));
    let message = "index [1, 0]: expected 4i32, but got 7i32; 2 elements differ";
    assert_eq!(check(&expected, &ints(&[2, 3], &[1, 2, 3, 7, 5, 7])), Err(message.to_owned()));
    let message = "expected shape [2][3], but got shape [3][2]";
    assert_eq!(check(&expected, &ints(&[3, 2], &[1, 2, 3, 4, 5, 6])), Err(message.to_owned()));
    let message = "expected shape [1], but got a scalar";
    assert_eq!(check(&ints(&[1], &[1]), &Value::Scalar(Scalar::I32(1))), Err(message.to_owned()));
    let message = "expected type i32, but got f64";
    assert_eq!(check(&ints(&[1], &[1]), &floats(&[1.0])), Err(message.to_owned()));
}

#[test]
fn floats_are_compared_by_one_distance_for_the_array() {
    assert_eq!(check(&floats(&[1.0, 0.0]), &floats(&[1.001, 0.0019])), Ok(()));
    let message = "index [1]: expected 0.0f64, but got 0.0021f64 (tolerance 0.002)";
    assert_eq!(check(&floats(&[1.0, 0.0]), &floats(&[1.0, 0.0021])), Err(message.to_owned()));
    assert_eq!(check(&floats(&[-1000.0, 0.0]), &floats(&[-1001.9, 1.9])), Ok(()));
    assert!(check(&floats(&[1000.0, 0.0]), &floats(&[1000.0, 2.1])).is_err());
    assert!(compare(&floats(&[1.0]), &floats(&[1.0000001]), Tolerance::EXACT).is_err());
    assert!(compare(&floats(&[0.0]), &floats(&[-0.0]), Tolerance::EXACT).is_ok());
}

#[test]
fn what_is_not_finite_must_be_the_same() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!(check(&floats(&[inf, -inf, nan]), &floats(&[inf, -inf, -nan])), Ok(()));
    for (expected, actual) in [(inf, -inf), (inf, 1.0), (1.0, inf), (nan, 1.0), (1.0, nan), (nan, inf)] {
        assert!(check(&floats(&[expected]), &floats(&[actual])).is_err(), "{expected} {actual}");
    }
    // An infinity does not make the tolerance infinite.
    assert!(check(&floats(&[inf, 1.0]), &floats(&[inf, 2.0])).is_err());
}

#[test]
fn lists_are_compared_one_by_one() {
    let (one, two) = (Value::Scalar(Scalar::I32(1)), Value::Scalar(Scalar::I32(2)));
    let both = [one.clone(), two.clone()];
    assert_eq!(compare_all(&both, &both, Tolerance::default()), Ok(()));
    let message = compare_all(&both, &[one.clone(), one.clone()], Tolerance::default()).unwrap_err().to_string();
    assert_eq!(message, "value 1: expected 2i32, but got 1i32");
    let message = compare_all(&both, &[one], Tolerance::default()).unwrap_err().to_string();
    assert_eq!(message, "expected 2 values, but got 1");
}
