//! Values of number tokens. They are exact: a float is the nearest value of its type, ties to even.
//!
//! `1` is an integer; `1.5`, `1.` and `1e3` are reals; the types of both are inferred. A suffix sets the type: `L` is a
//! double, as in the paper. Our additions are `f` for a float, and `i8`, `i16`, `i32`, `i64`.

use super::Reader;
use crate::ast::{ExpKind, Literal, Width};
use base::Diagnostic;
use syntax::Parser;
use syntax::errors::{LITERAL, shorten};

/// Reason why a number is invalid, as text for the label of the diagnostic.
pub type Bad = &'static str;

pub const MALFORMED: Bad = "not a number";
pub const SUFFIX: Bad = "the suffixes are `L`, `f`, `i8`, `i16`, `i32` and `i64`";
pub const DECIMAL: Bad = "numbers are decimal";
pub const UNDERSCORE: Bad = "digits cannot be separated by `_`";
pub const UNSIGNED: Bad = "all integers are signed: the suffixes are `i8`, `i16`, `i32` and `i64`";
pub const POINT: Bad = "an integer has no point and no exponent";
pub const TOO_LARGE: Bad = "too large";

impl Reader<'_> {
    /// Takes the next token as a number. Reports an invalid number; parsing continues.
    pub(super) fn number(&mut self) -> ExpKind {
        let read = number(self.spelling());
        let headline = match read {
            Err(TOO_LARGE) => format!("`{}` does not fit in its type", shorten(self.spelling())),
            _ => format!("malformed number `{}`", shorten(self.spelling())),
        };
        let span = self.bump();
        match read {
            Ok(literal) => ExpKind::Literal(literal),
            Err(why) => {
                self.report(Diagnostic::error(LITERAL, headline).label(span, why));
                ExpKind::Error
            }
        }
    }
}

/// Parses a number with its sign and suffix.
pub fn number(text: &str) -> Result<Literal, Bad> {
    let (digits, suffix) = text.split_at(length(text));
    let integer = !digits.contains(['.', 'e', 'E']);
    match suffix {
        "" if integer => Ok(Literal::Integer(digits.parse().map_err(|_| TOO_LARGE)?)),
        "" => Ok(Literal::Real(double(digits)?)),
        "L" => Ok(Literal::Double(double(digits)?)),
        "f" => Ok(Literal::Float(float(digits)?)),
        "i8" | "i16" | "i32" | "i64" if !integer => Err(POINT),
        "i8" => sized(digits, Width::W8, i8::MIN.into(), i8::MAX.into()),
        "i16" => sized(digits, Width::W16, i16::MIN.into(), i16::MAX.into()),
        "i32" => sized(digits, Width::W32, i32::MIN.into(), i32::MAX.into()),
        "i64" => sized(digits, Width::W64, i64::MIN, i64::MAX),
        _ if digits.ends_with('0') && suffix.starts_with(['x', 'X', 'b', 'o']) => Err(DECIMAL),
        _ if suffix.starts_with('_') => Err(UNDERSCORE),
        "u8" | "u16" | "u32" | "u64" | "u" | "U" => Err(UNSIGNED),
        _ => Err(SUFFIX),
    }
}

/// Returns the length of a number without its suffix: its sign, digits, fraction and exponent.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let sign = |from: usize| from + usize::from(matches!(bytes.get(from), Some(b'+' | b'-')));
    let whole = digits(sign(0));
    let mantissa = if bytes.get(whole) == Some(&b'.') { digits(whole + 1) } else { whole };
    if !matches!(bytes.get(mantissa), Some(b'e' | b'E')) {
        return mantissa;
    }
    let exponent = sign(mantissa + 1);
    if bytes.get(exponent).is_some_and(u8::is_ascii_digit) { digits(exponent) } else { mantissa }
}

fn sized(digits: &str, width: Width, least: i64, most: i64) -> Result<Literal, Bad> {
    let value: i64 = digits.parse().map_err(|_| TOO_LARGE)?;
    if (least..=most).contains(&value) { Ok(Literal::Sized(value, width)) } else { Err(TOO_LARGE) }
}

/// Returns the bits of the double nearest to a number.
fn double(digits: &str) -> Result<u64, Bad> {
    let value: f64 = digits.parse().map_err(|_| MALFORMED)?;
    if value.is_finite() { Ok(value.to_bits()) } else { Err(TOO_LARGE) }
}

/// Returns the bits of the float nearest to a number.
fn float(digits: &str) -> Result<u32, Bad> {
    let value: f32 = digits.parse().map_err(|_| MALFORMED)?;
    if value.is_finite() { Ok(value.to_bits()) } else { Err(TOO_LARGE) }
}
