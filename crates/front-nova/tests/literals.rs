//! Numbers.

use front_nova::ast::{Literal, Width};
use front_nova::reader::literals::*;

#[test]
fn numbers_and_their_suffixes() {
    assert_eq!(number("12"), Ok(Literal::Integer(12)));
    assert_eq!(number("-9223372036854775808"), Ok(Literal::Integer(i64::MIN)));
    assert_eq!(number("1."), Ok(Literal::Real(1f64.to_bits())));
    assert_eq!(number("-1.5e-3"), Ok(Literal::Real((-1.5e-3f64).to_bits())));
    assert_eq!(number("1.0L"), Ok(Literal::Double(1f64.to_bits())));
    assert_eq!(number("2L"), Ok(Literal::Double(2f64.to_bits())));
    assert_eq!(number("16777217f"), Ok(Literal::Float(16777216f32.to_bits())));
    assert_eq!(number("-128i8"), Ok(Literal::Sized(-128, Width::W8)));
    assert_eq!(number("7i64"), Ok(Literal::Sized(7, Width::W64)));
}

#[test]
fn numbers_that_are_none() {
    assert_eq!(number("9223372036854775808"), Err(TOO_LARGE));
    assert_eq!(number("128i8"), Err(TOO_LARGE));
    assert_eq!(number("1e999"), Err(TOO_LARGE));
    assert_eq!(number("1e39f"), Err(TOO_LARGE));
    assert_eq!(number("1.5i32"), Err(POINT));
    assert_eq!(number("1x"), Err(SUFFIX));
    assert_eq!(number("1e"), Err(SUFFIX));
    assert_eq!(number("0xff"), Err(DECIMAL));
    assert_eq!(number("0b10"), Err(DECIMAL));
    assert_eq!(number("1_000"), Err(UNDERSCORE));
    assert_eq!(number("7u8"), Err(UNSIGNED));
    assert_eq!(number("1i128"), Err(SUFFIX));
}
