//! Scalar literals in the text forms of the IRs: a number with its type as suffix, `true`, `false`, and words for
//! infinities and NaNs.

use crate::scalar::{Scalar, ScalarType, f16_from_decimal};
use base::cursor::{Cursor, Parsed, Token};

/// Parses a scalar. A number without a suffix has type `ty`; without `ty` the type is `i64`, or `f64` if the number has
/// a point or an exponent.
pub fn parse(cursor: &mut Cursor, ty: Option<ScalarType>) -> Parsed<Scalar> {
    let negative = cursor.eat("-")?;
    let word = match cursor.peek() {
        Token::Number(number) if !negative => number.clone(),
        Token::Word(word) if is_word(word) => word.clone(),
        _ => return Err(cursor.expected("a number")),
    };
    let wrong = cursor.error(format!("`{word}` is not a number of its type"));
    cursor.advance()?;
    let bits = if word.ends_with(".bits") { Some(cursor.number()?) } else { None };
    let scalar = match bits {
        Some(bits) => float_of_bits(&word, &bits),
        None if word.contains(|c: char| c.is_ascii_digit()) && !word.contains(".inf") && !word.contains(".nan") => {
            number(&word, ty)
        }
        None => special_scalar(&word, negative),
    };
    scalar.ok_or(wrong)
}

/// Whether a scalar literal may begin with this word: `true`, `false`, `f32.inf`, `f32.nan`, `f32.bits`.
pub fn is_word(word: &str) -> bool {
    let float = |ty: &str| ScalarType::from_name(ty).is_some_and(ScalarType::is_float);
    matches!(word, "true" | "false")
        || word.split_once('.').is_some_and(|(ty, what)| float(ty) && matches!(what, "inf" | "nan" | "bits"))
}

fn special_scalar(word: &str, negative: bool) -> Option<Scalar> {
    match word {
        "true" | "false" => (!negative).then_some(Scalar::Bool(word == "true")),
        _ => {
            let (ty, what) = word.split_once('.')?;
            let magnitude = if what == "inf" { f64::INFINITY } else { f64::NAN };
            Scalar::from_f64(ScalarType::from_name(ty)?, if negative { -magnitude } else { magnitude })
        }
    }
}

fn float_of_bits(word: &str, bits: &str) -> Option<Scalar> {
    let ty = ScalarType::from_name(word.split_once('.')?.0)?;
    let bits = u64::from_str_radix(bits.strip_prefix("0x")?, 16).ok()?;
    Some(Scalar::from_bits(ty, bits))
}

/// Parses a number, of its suffix's type, else of type `ty`, else an `i64`, or an `f64` if it has a point or an
/// exponent.
fn number(text: &str, ty: Option<ScalarType>) -> Option<Scalar> {
    let suffix = ScalarType::ALL.into_iter().find(|ty| text.ends_with(ty.name()));
    let digits = suffix.map_or(text, |ty| &text[..text.len() - ty.name().len()]).replace('_', "");
    let hex = digits.contains("0x");
    let float = !hex && digits.contains(['.', 'e', 'E']);
    let ty = suffix.or(ty).unwrap_or(if float { ScalarType::F64 } else { ScalarType::I64 });
    if ty.is_integer() {
        let value = integer(&digits)?;
        let scalar = Scalar::from_i128(ty, value);
        return (scalar.as_i128() == Some(value)).then_some(scalar);
    }
    match ty {
        ScalarType::F64 => Some(Scalar::F64(digits.parse().ok()?)),
        ScalarType::F32 => Some(Scalar::F32(digits.parse().ok()?)),
        ScalarType::F16 => f16_from_decimal(&digits).map(Scalar::F16),
        _ => None,
    }
}

fn integer(digits: &str) -> Option<i128> {
    let (negative, magnitude) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let value = match magnitude.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => magnitude.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// Prints the scalar with its type as suffix. It parses back to the same bits.
pub fn print(scalar: Scalar) -> String {
    if let Scalar::Bool(value) = scalar {
        return value.to_string();
    }
    format!("{}{}", print_bare(scalar), if is_special(scalar) { "" } else { scalar.scalar_type().name() })
}

fn is_special(scalar: Scalar) -> bool {
    scalar.as_f64().is_some_and(|value| !value.is_finite())
}

/// Prints the scalar without its type, except for infinities and NaNs, which are words: `f32.inf`, `-f32.inf`,
/// `f32.nan`, and `f32.bits 0x..` for other NaNs.
pub fn print_bare(scalar: Scalar) -> String {
    let ty = scalar.scalar_type();
    match scalar {
        Scalar::Bool(value) => value.to_string(),
        _ if is_special(scalar) => {
            let value = scalar.as_f64().unwrap_or(f64::NAN);
            let canonical = Scalar::from_f64(ty, f64::NAN);
            match value.is_infinite() {
                true if value > 0.0 => format!("{ty}.inf"),
                true => format!("-{ty}.inf"),
                false if canonical == Some(scalar) => format!("{ty}.nan"),
                false => format!("{ty}.bits 0x{:x}", scalar.bits()),
            }
        }
        Scalar::F16(value) => format!("{:?}", value.to_f32()),
        Scalar::F32(value) => format!("{value:?}"),
        Scalar::F64(value) => format!("{value:?}"),
        _ => scalar.as_i128().map_or_else(String::new, |value| value.to_string()),
    }
}
