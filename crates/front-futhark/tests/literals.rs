//! Numbers, characters and strings.

use front_futhark::ast::Literal;
use front_futhark::parser::literals::*;

fn float(text: &str) -> Result<f64, Bad> {
    match number(text)? {
        Literal::Float { value, .. } => Ok(value),
        _ => Err("no float"),
    }
}

fn int(text: &str) -> Result<u64, Bad> {
    match number(text)? {
        Literal::Int { magnitude, .. } => Ok(magnitude),
        _ => Err("no integer"),
    }
}

#[test]
fn integers() {
    assert_eq!(int("1_000"), Ok(1000));
    assert_eq!(int("0xFF_ffi32"), Ok(0xffff));
    assert_eq!(int("0b1010u8"), Ok(10));
    assert_eq!(int("0rMCMXCIV"), Ok(1994));
    assert_eq!(int("0xffi8"), Ok(255));
    assert_eq!(int("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(int("257u8"), Ok(257));
    assert_eq!(int("18446744073709551618i64"), Ok(2));
    assert_eq!(int("1000000000000000000000000000000000000000i32"), Ok(6873995514006732800));
    for bad in ["18446744073709551616", "0x10000000000000000", "0x10000000000000000f64"] {
        assert_eq!(int(bad), Err(TOO_LARGE), "{bad}");
    }
    for bad in ["1foo", "1bool", "0x", "0b2", "0r", "1.5i32"] {
        assert!(int(bad).is_err(), "{bad}");
    }
}

#[test]
fn floats() {
    assert_eq!(float("1.5"), Ok(1.5));
    assert_eq!(float("1e3f32"), Ok(1000.0));
    assert_eq!(float("0.1f32"), Ok(f64::from(0.1f32)));
    assert_eq!(float("1f32"), Ok(1.0));
    assert_eq!(float("1_0.5_0e-1f64"), Ok(1.05));
    assert_eq!(float("0.1f16"), Ok(0.0999755859375));
    assert_eq!(float("65519f16"), Ok(65504.0));
    assert_eq!(float("1.00048828125000000000000001f16"), Ok(1.0009765625));
    assert_eq!(float("1.00048828124999999999999999f16"), Ok(1.0));
    assert_eq!(float("65520f16"), Err(TOO_LARGE));
    assert_eq!(float("1e400"), Err(TOO_LARGE));
}

#[test]
fn hexadecimal_floats_round_to_even() {
    assert_eq!(float("0x1.8p3f32"), Ok(12.0));
    assert_eq!(float("0x1p-1074"), Ok(f64::from_bits(1)));
    assert_eq!(float("0x1p-1075"), Ok(0.0));
    assert_eq!(float("0x1.8p-1075"), Ok(f64::from_bits(1)));
    assert_eq!(float("0x1.000001p0f32"), Ok(1.0));
    assert_eq!(float("0x1.000003p0f32"), Ok(1.0 + 2.0 / 8388608.0));
    assert_eq!(float("0x1.00000100000000000000000000001p0f32"), Ok(1.0 + 1.0 / 8388608.0));
    assert_eq!(float("0x1.fffffffffffffp1023"), Ok(f64::MAX));
    assert_eq!(float("0x1.fffffffffffff8p1023"), Err(TOO_LARGE));
    assert_eq!(float("0x1p99999999999999999999"), Err(TOO_LARGE));
    assert_eq!(float("0x1p-99999999999999999999"), Ok(0.0));
}

#[test]
fn quotes() {
    assert_eq!(character("'a'"), Ok(97));
    assert_eq!(character(r"'\n'"), Ok(10));
    assert_eq!(character(r"'\x41'"), Ok(65));
    assert_eq!(character(r"'\65'"), Ok(65));
    assert!(character(r"'\q'").is_err());
    assert_eq!(string(r#""a\"b\\\tæ\x41\&1""#).as_deref(), Ok("a\"b\\\tæA1"));
    assert!(string(r#""\q""#).is_err());
}
