//! Tests of numbers in the text form of values.

use rista_value::number::{WordError, scalar};
use rista_value::{Scalar, ScalarType};

fn ok(word: &str) -> Scalar {
    scalar(word, None).unwrap_or_else(|error| panic!("{word}: {error:?}"))
}

#[test]
fn words_have_the_type_of_their_suffix_or_the_default() {
    assert_eq!(ok("12"), Scalar::I32(12));
    assert_eq!(ok("010"), Scalar::I32(10));
    assert_eq!(ok("-128i8"), Scalar::I8(-128));
    assert_eq!(ok("18_446_744_073_709_551_615u64"), Scalar::U64(u64::MAX));
    assert_eq!(ok("-9223372036854775808i64"), Scalar::I64(i64::MIN));
    assert_eq!(ok("0x1f32"), Scalar::I32(0x1f32));
    assert_eq!(ok("0xFFu8"), Scalar::U8(255));
    assert_eq!(ok("-0b101i16"), Scalar::I16(-5));
    assert_eq!(ok("1.5"), Scalar::F64(1.5));
    assert_eq!(ok("1e3"), Scalar::F64(1000.0));
    assert_eq!(ok("1e-3f32"), Scalar::F32(0.001));
    assert_eq!(ok("-0f32"), Scalar::F32(-0.0));
    assert_eq!(ok(".5"), Scalar::F64(0.5));
    assert_eq!(ok("3f16"), Scalar::F16(half::f16::from_f32(3.0)));
    assert_eq!(ok("-f32.inf"), Scalar::F32(f32::NEG_INFINITY));
    assert_eq!(ok("f64.nan"), Scalar::F64(f64::NAN));
    assert_eq!(ok("true"), Scalar::Bool(true));
}

#[test]
fn halves_are_rounded_once() {
    // Numbers just above, just below and exactly at the middle of two neighbours.
    for (word, bits) in [
        ("1.00048828125000000000000001f16", 0x3c01),
        ("1.00048828124999999999999999f16", 0x3c00),
        ("1.00048828125f16", 0x3c00),
        ("1.00146484375f16", 0x3c02),
        ("2.98023223876953125000000001e-8f16", 1),
        ("2.98023223876953125e-8f16", 0),
    ] {
        assert_eq!(ok(word), Scalar::F16(half::f16::from_bits(bits)), "{word}");
    }
}

#[test]
fn the_wanted_type_is_taken_or_the_disagreement_named() {
    assert_eq!(scalar("5", Some(ScalarType::U8)), Ok(Scalar::U8(5)));
    assert_eq!(scalar("5", Some(ScalarType::F32)), Ok(Scalar::F32(5.0)));
    assert_eq!(scalar("0x10", Some(ScalarType::F64)), Ok(Scalar::F64(16.0)));
    assert_eq!(scalar("16777217", Some(ScalarType::F32)), Ok(Scalar::F32(16777216.0)));
    assert_eq!(scalar("256", Some(ScalarType::U8)), Err(WordError::Range(ScalarType::U8)));
    assert_eq!(scalar("-1", Some(ScalarType::U64)), Err(WordError::Range(ScalarType::U64)));
    assert_eq!(scalar("5i32", Some(ScalarType::U8)), Err(WordError::Type(ScalarType::I32)));
    assert_eq!(scalar("1.5", Some(ScalarType::I64)), Err(WordError::Type(ScalarType::F64)));
    assert_eq!(scalar("1", Some(ScalarType::Bool)), Err(WordError::Type(ScalarType::I32)));
    assert_eq!(scalar("true", Some(ScalarType::I8)), Err(WordError::Type(ScalarType::Bool)));
    assert_eq!(scalar("2147483648", None), Err(WordError::Range(ScalarType::I32)));
    assert_eq!(scalar("0x1ffff", Some(ScalarType::U16)), Err(WordError::Range(ScalarType::U16)));
    assert_eq!(scalar("-0x81", Some(ScalarType::I8)), Err(WordError::Range(ScalarType::I8)));
    for (word, ty) in [("1e400", ScalarType::F64), ("-1e50", ScalarType::F32), ("65520", ScalarType::F16)] {
        assert_eq!(scalar(word, Some(ty)), Err(WordError::Range(ty)), "{word}");
    }
    assert_eq!(scalar("0xfffff", Some(ScalarType::F16)), Err(WordError::Range(ScalarType::F16)));
}

#[test]
fn integers_with_a_suffix_wrap_as_in_programs() {
    assert_eq!(ok("255i8"), Scalar::I8(-1));
    assert_eq!(ok("-1u16"), Scalar::U16(65535));
    assert_eq!(ok("-129i8"), Scalar::I8(127));
    assert_eq!(ok("2147483648i32"), Scalar::I32(i32::MIN));
    assert_eq!(ok("18446744073709551617u64"), Scalar::U64(1));
    assert_eq!(ok("-18446744073709551617i64"), Scalar::I64(-1));
    assert_eq!(ok("0x1ffu8"), Scalar::U8(255));
    assert_eq!(scalar("0xffffffff", Some(ScalarType::I32)), Ok(Scalar::I32(-1)));
    assert_eq!(scalar("0b10000000", Some(ScalarType::I8)), Ok(Scalar::I8(-128)));
}

#[test]
fn other_words_are_refused() {
    for word in ["", "-", "x", "1x", "1i", "1i31", "1bool", "0x", "0b2", "1e", "1.2.3", "--1", "-true", "inf", "nan"] {
        assert_eq!(scalar(word, None), Err(WordError::Form), "{word}");
    }
    for word in ["1.2.3i32", "infinity", "f32.max", "i32.nan", "1-2", "1e5e5", "_1"] {
        assert_eq!(scalar(word, None), Err(WordError::Form), "{word}");
    }
}
