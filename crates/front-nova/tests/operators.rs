//! Neutral elements of operators.

use front_nova::lower::neutral;
use value::{BinOp, Scalar};

#[test]
fn neutral_elements_change_nothing() {
    let samples = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 2.0, f64::INFINITY, f64::NAN];
    for op in [BinOp::Add, BinOp::Mul, BinOp::Min, BinOp::Max] {
        let floats = samples.map(Scalar::F64);
        let integers = [i64::MIN, -1, 0, 1, i64::MAX].map(Scalar::I64);
        for value in floats.into_iter().chain(integers) {
            let neutral = neutral(op, value.scalar_type()).expect("an operator with a neutral element");
            let same = value::op::binary(op, neutral, value).expect("no failure");
            let is_nan = value.as_f64().is_some_and(f64::is_nan) && same.as_f64().is_some_and(f64::is_nan);
            assert!(is_nan || same.bits() == value.bits(), "{op:?} {value:?} gives {same:?}");
        }
    }
}
