//! Parsing of one word of the text form of values, a number, a boolean or a special float, to a scalar.

use crate::scalar::{Scalar, ScalarType, f16_from_decimal};

/// Why a word is not a scalar of the wanted type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordError {
    /// The word is not a scalar.
    Form,
    /// The word is a scalar of this other type.
    Type(ScalarType),
    /// The word is a number that does not fit this type.
    Range(ScalarType),
}

/// The digits of a number, without sign and suffix.
enum Digits<'a> {
    /// An integer in base 16 or 2.
    Based(Magnitude),
    /// An integer in base 10.
    Decimal(&'a str),
    /// A number with a point or an exponent.
    Fraction(&'a str),
}

/// An unsigned integer: its lowest 64 bits, and whether higher bits were lost.
#[derive(Clone, Copy)]
struct Magnitude {
    bits: u64,
    is_cut: bool,
}

impl Magnitude {
    /// Parses digits of the base `radix`; `None` if there are none, or any other characters.
    fn new(digits: &str, radix: u32) -> Option<Magnitude> {
        let mut magnitude = Magnitude { bits: 0, is_cut: false };
        for digit in digits.chars() {
            let wide = u128::from(magnitude.bits) * u128::from(radix) + u128::from(digit.to_digit(radix)?);
            magnitude = Magnitude { bits: wide as u64, is_cut: magnitude.is_cut || wide > u128::from(u64::MAX) };
        }
        (!digits.is_empty()).then_some(magnitude)
    }

    /// Returns the signed number, or `None` if higher bits were lost.
    fn whole(self, negative: bool) -> Option<i128> {
        let value = i128::from(self.bits);
        (!self.is_cut).then_some(if negative { -value } else { value })
    }
}

/// Whether the byte may occur in a word.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_')
}

/// Parses a word. A wanted type decides the scalar's type, else the suffix does. Without both, the scalar is an `i32`,
/// or an `f64` if it has a point or an exponent.
pub fn scalar(word: &str, wanted: Option<ScalarType>) -> Result<Scalar, WordError> {
    let (negative, body) = match word.as_bytes() {
        [b'-', ..] => (true, word.get(1..).unwrap_or_default()),
        [b'+', ..] => (false, word.get(1..).unwrap_or_default()),
        _ => (false, word),
    };
    let scalar = match body.as_bytes() {
        [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => return number(body, negative, wanted),
        b"true" | b"false" if body.len() == word.len() => Scalar::Bool(body == "true"),
        _ => float_word(body, negative).ok_or(WordError::Form)?,
    };
    let found = scalar.scalar_type();
    if wanted.is_some_and(|wanted| wanted != found) { Err(WordError::Type(found)) } else { Ok(scalar) }
}

/// Parses special floats: `f32.nan`, `f32.inf`.
fn float_word(body: &str, negative: bool) -> Option<Scalar> {
    let (ty, what) = body.split_once('.')?;
    let value = match what {
        "nan" => f64::NAN,
        "inf" => f64::INFINITY,
        _ => return None,
    };
    Scalar::from_f64(ScalarType::from_name(ty)?, if negative { -value } else { value })
}

/// Parses a number without its sign. Without a suffix it has the type `wanted`, or by default `f64` if it has a
/// fraction, else `i32`.
fn number(body: &str, negative: bool, wanted: Option<ScalarType>) -> Result<Scalar, WordError> {
    let plain;
    let body = match body.contains('_') {
        true => {
            plain = body.replace('_', "");
            plain.as_str()
        }
        false => body,
    };
    let (digits, suffix) = split(body).ok_or(WordError::Form)?;
    let default = if matches!(digits, Digits::Fraction(_)) { ScalarType::F64 } else { ScalarType::I32 };
    let ty = match (suffix, wanted) {
        (Some(suffix), Some(wanted)) if suffix != wanted => return Err(WordError::Type(suffix)),
        (Some(suffix), _) => suffix,
        (None, Some(ScalarType::Bool)) => return Err(WordError::Type(default)),
        (None, wanted) => wanted.unwrap_or(default),
    };
    match (ty.is_float(), suffix) {
        (true, _) => float(digits, negative, ty),
        (false, Some(_)) => wrapped(digits, negative, ty),
        (false, None) => integer(digits, negative, ty),
    }
}

/// Splits a number into digits and the suffix's type. `None` if the suffix is not a numeric type.
fn split(body: &str) -> Option<(Digits<'_>, Option<ScalarType>)> {
    let radix = match body.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 10,
    };
    // In base 16 an `f` is a digit, so only integer suffixes can follow.
    let is_suffix = |byte: u8| matches!(byte, b'i' | b'u') || byte == b'f' && radix != 16;
    let end = body.bytes().position(is_suffix).unwrap_or(body.len());
    let (digits, suffix) = body.split_at_checked(end)?;
    let suffix = if suffix.is_empty() { None } else { Some(ScalarType::from_name(suffix)?) };
    let digits = match radix {
        10 if digits.bytes().all(|byte| byte.is_ascii_digit()) => Digits::Decimal(digits),
        10 => Digits::Fraction(digits),
        _ => Digits::Based(Magnitude::new(digits.get(2..)?, radix)?),
    };
    Some((digits, suffix))
}

/// Converts digits to an integer that must fit its type. In base 16 or 2 it may use all bits of the type, the sign bit
/// included.
fn integer(digits: Digits, negative: bool, ty: ScalarType) -> Result<Scalar, WordError> {
    let all_bits = matches!(digits, Digits::Based(_)) && !negative;
    let value = magnitude(digits)?.whole(negative).ok_or(WordError::Range(ty))?;
    let scalar = Scalar::from_i128(ty, value);
    let fits = scalar.as_i128() == Some(value) || all_bits && i128::from(scalar.bits()) == value;
    if fits { Ok(scalar) } else { Err(WordError::Range(ty)) }
}

/// Converts digits to an integer of a type that a suffix gives. Like in programs, only the type's low bits are kept.
fn wrapped(digits: Digits, negative: bool, ty: ScalarType) -> Result<Scalar, WordError> {
    let bits = magnitude(digits)?.bits;
    Ok(Scalar::from_i128(ty, i128::from(if negative { bits.wrapping_neg() } else { bits })))
}

fn magnitude(digits: Digits) -> Result<Magnitude, WordError> {
    match digits {
        Digits::Based(magnitude) => Ok(magnitude),
        Digits::Decimal(text) => Magnitude::new(text, 10).ok_or(WordError::Form),
        Digits::Fraction(text) if decimal(text).is_none() => Err(WordError::Form),
        Digits::Fraction(_) => Err(WordError::Type(ScalarType::F64)),
    }
}

/// Converts digits to a float of the type, rounded once. A number too large is an error.
fn float(digits: Digits, negative: bool, ty: ScalarType) -> Result<Scalar, WordError> {
    let scalar = match digits {
        Digits::Based(value) => Some(Scalar::from_i128(ty, value.whole(negative).ok_or(WordError::Range(ty))?)),
        Digits::Decimal(text) | Digits::Fraction(text) => {
            let magnitude = match ty {
                // These types are rounded once, directly from the decimal digits.
                ScalarType::F16 => f16_from_decimal(text).map(f64::from),
                ScalarType::F32 => text.parse::<f32>().ok().map(f64::from),
                _ => text.parse::<f64>().ok(),
            };
            let magnitude = magnitude.filter(|_| is_decimal(text));
            magnitude.and_then(|magnitude| Scalar::from_f64(ty, if negative { -magnitude } else { magnitude }))
        }
    };
    let scalar = scalar.ok_or(WordError::Form)?;
    if scalar.as_f64().is_some_and(f64::is_infinite) { Err(WordError::Range(ty)) } else { Ok(scalar) }
}

fn decimal(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| is_decimal(text))
}

/// Whether the text has only characters of decimal floats. Rust's float parser also accepts words such as `inf`.
fn is_decimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'))
}
