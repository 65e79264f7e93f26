//! Values of number, character and string tokens. They are exact: a float is the nearest value of its type, ties to
//! even, also in hexadecimal notation.

use crate::ast::Literal;
use value::ScalarType;
use value::scalar::f16_from_decimal;

/// Reason why a literal is invalid, as text for the label of the diagnostic.
pub type Bad = &'static str;

/// Message for a text that is not a number.
pub const MALFORMED: Bad = "not a number";
/// Message for a suffix that the number cannot have.
pub const SUFFIX: Bad = "a number cannot have this suffix";
/// Message for a number beyond the range of its type.
pub const TOO_LARGE: Bad = "does not fit its type";

/// Parses a number token. An integer with a suffix may have any size; its type keeps the low bits.
///
/// # Errors The reason why the text is not a number, or that no type can hold it.
pub fn number(text: &str) -> Result<Literal, Bad> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return if digits.contains('p') { hex_float(digits) } else { bits(digits, 16) };
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return bits(digits, 2);
    }
    if let Some(digits) = text.strip_prefix("0r").or_else(|| text.strip_prefix("0R")) {
        return roman(digits);
    }
    decimal(text)
}

/// Returns the value of a floating-point type nearest to a number token without a suffix. It is rounded once; if the
/// number is too large, it is infinite. `None` if the text is not such a token.
pub fn nearest_float(text: &str, ty: ScalarType) -> Option<f64> {
    match number(text).ok()? {
        Literal::Int { magnitude, suffix: None, .. } => Some(Format::of(Some(ty)).round(magnitude, 0, false)),
        Literal::Float { suffix: None, .. } => Some(match number(&format!("{text}{ty}")) {
            Ok(Literal::Float { value, .. }) => Some(value),
            _ => None,
        }),
        _ => None,
    }
    .map(|value| value.unwrap_or(f64::INFINITY))
}

fn bits(text: &str, radix: u32) -> Result<Literal, Bad> {
    let (digits, suffix) = split_suffix(text, |c| c == '_' || c.is_digit(radix))?;
    integer(digits, radix, suffix)
}

/// Parses a decimal number: digits with underscores, a fraction, an exponent and a suffix.
fn decimal(text: &str) -> Result<Literal, Bad> {
    let body = decimal_length(text);
    let (body, suffix) = (text.get(..body).unwrap_or(""), suffix(text.get(body..).unwrap_or(""))?);
    let plain = body.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    if plain && !suffix.is_some_and(is_float) {
        return integer(body, 10, suffix);
    }
    if suffix.is_some_and(|ty| !is_float(ty)) {
        return Err(SUFFIX);
    }
    let value = nearest(&body.replace('_', ""), suffix)?;
    Ok(Literal::Float { value, suffix })
}

/// Returns the length of a decimal number without its suffix: digits, a fraction, an exponent.
fn decimal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        from + bytes.iter().skip(from).take_while(|b| b.is_ascii_digit() || **b == b'_' || **b == b'.').count()
    };
    let mantissa = digits(0);
    if !matches!(bytes.get(mantissa), Some(b'e' | b'E')) {
        return mantissa;
    }
    let sign = usize::from(matches!(bytes.get(mantissa + 1), Some(b'+' | b'-')));
    let first = mantissa + 1 + sign;
    if bytes.get(first).is_some_and(u8::is_ascii_digit) { digits(first) } else { mantissa }
}

fn split_suffix(text: &str, digit: impl Fn(char) -> bool) -> Result<(&str, Option<ScalarType>), Bad> {
    let (digits, rest) = text.split_at(text.find(|c| !digit(c)).unwrap_or(text.len()));
    Ok((digits, suffix(rest)?))
}

fn suffix(text: &str) -> Result<Option<ScalarType>, Bad> {
    match ScalarType::from_name(text) {
        _ if text.is_empty() => Ok(None),
        Some(ScalarType::Bool) | None => Err(SUFFIX),
        ty => Ok(ty),
    }
}

fn is_float(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::F16 | ScalarType::F32 | ScalarType::F64)
}

/// Returns the lowest 64 bits of the number, and whether it has higher bits.
fn magnitude(digits: &str, radix: u32) -> Result<(u64, bool), Bad> {
    let (mut value, mut is_cut, mut any) = (0u64, false, false);
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        any = true;
        let wide = u128::from(value) * u128::from(radix) + u128::from(digit);
        value = wide as u64;
        is_cut |= wide >> 64 != 0;
    }
    if any { Ok((value, is_cut)) } else { Err(MALFORMED) }
}

/// Returns the literal for an integer with these digits. Without a suffix, or with that of a float type, it must fit
/// into 64 bits.
fn integer(digits: &str, radix: u32, suffix: Option<ScalarType>) -> Result<Literal, Bad> {
    let (magnitude, is_cut) = magnitude(digits, radix)?;
    match suffix {
        Some(ty) if is_float(ty) && !is_cut => {
            // A power of two below 2^64 is exact in every float type that can hold it.
            let value = Format::of(suffix).round(magnitude, 0, false).ok_or(TOO_LARGE)?;
            Ok(Literal::Float { value, suffix })
        }
        Some(ty) if !is_float(ty) => Ok(Literal::Int { magnitude, negative: false, suffix }),
        _ if is_cut => Err(TOO_LARGE),
        _ => Ok(Literal::Int { magnitude, negative: false, suffix }),
    }
}

/// Parses Roman numerals, additive and subtractive, in any order that the letters allow.
fn roman(text: &str) -> Result<Literal, Bad> {
    let value_of = |c: char| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        'D' => Some(500),
        'M' => Some(1000),
        _ => None,
    };
    let (digits, suffix) = split_suffix(text, |c| value_of(c).is_some())?;
    let values: Vec<u64> = digits.chars().filter_map(value_of).collect();
    let mut total: i64 = 0;
    for (i, value) in values.iter().enumerate() {
        let smaller = values.get(i + 1).is_some_and(|next| value < next);
        total += if smaller { -(*value as i64) } else { *value as i64 };
    }
    match u64::try_from(total) {
        Ok(magnitude) if magnitude > 0 => integer(&magnitude.to_string(), 10, suffix),
        _ => Err(MALFORMED),
    }
}

/// Returns the value nearest to a decimal number in the type of its suffix, or in `f64`.
fn nearest(text: &str, suffix: Option<ScalarType>) -> Result<f64, Bad> {
    let value = match suffix {
        Some(ScalarType::F16) => f16_from_decimal(text).map(f64::from),
        Some(ScalarType::F32) => text.parse::<f32>().ok().map(f64::from),
        _ => text.parse::<f64>().ok(),
    };
    let value = value.ok_or(MALFORMED)?;
    if value.is_infinite() { Err(TOO_LARGE) } else { Ok(value) }
}

/// Parses a hexadecimal float, `8.8p3f32`, without the prefix `0x`.
fn hex_float(text: &str) -> Result<Literal, Bad> {
    let (mantissa_text, rest) = text.split_once('p').ok_or(MALFORMED)?;
    let sign = usize::from(rest.starts_with(['+', '-']));
    let tail = rest.get(sign..).unwrap_or("");
    let (digits, suffix) = split_suffix(tail, |c| c == '_' || c.is_ascii_digit())?;
    if suffix.is_some_and(|ty| !is_float(ty)) {
        return Err(SUFFIX);
    }
    let exponent = match magnitude(digits, 10) {
        Ok((exponent, false)) => exponent.min(1 << 40) as i64,
        Ok((_, true)) | Err(_) => 1 << 40,
    };
    let mut exponent = if rest.starts_with('-') { -exponent } else { exponent };
    let (mut mantissa, mut sticky, mut fraction) = (0u64, false, false);
    for c in mantissa_text.chars() {
        let Some(digit) = c.to_digit(16) else {
            fraction |= c == '.';
            continue;
        };
        if mantissa >> 60 == 0 {
            mantissa = mantissa << 4 | u64::from(digit);
            exponent -= if fraction { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if fraction { 0 } else { 4 };
        }
    }
    let value = Format::of(suffix).round(mantissa, exponent, sticky).ok_or(TOO_LARGE)?;
    Ok(Literal::Float { value, suffix })
}

/// A binary floating-point format whose values `f64` can represent.
struct Format {
    /// Number of significant bits.
    precision: i64,
    /// Exponent of the last bit of a subnormal number.
    lowest: i64,
    /// Exponent of the first bit of the largest number.
    highest: i64,
}

impl Format {
    fn of(suffix: Option<ScalarType>) -> Format {
        match suffix {
            Some(ScalarType::F16) => Format { precision: 11, lowest: -24, highest: 15 },
            Some(ScalarType::F32) => Format { precision: 24, lowest: -149, highest: 127 },
            _ => Format { precision: 53, lowest: -1074, highest: 1023 },
        }
    }

    /// Returns the number nearest to `mantissa * 2^exponent`, ties to even. `sticky` means that the true mantissa is
    /// slightly larger. `None` if the number is too large.
    fn round(&self, mantissa: u64, exponent: i64, sticky: bool) -> Option<f64> {
        if mantissa == 0 {
            return Some(0.0);
        }
        let shift = mantissa.leading_zeros();
        let (mantissa, exponent) = (mantissa << shift, exponent - i64::from(shift));
        if exponent + 63 > self.highest {
            return None;
        }
        let last = (exponent + 64 - self.precision).max(self.lowest);
        let dropped = last - exponent;
        if dropped > 64 {
            return Some(0.0);
        }
        let wide = u128::from(mantissa);
        let (kept, rest) = (wide >> dropped, wide & ((1 << dropped) - 1));
        let half = 1u128 << (dropped - 1);
        let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
        // Both factors are exact, and so is their product, which has at most `precision` bits.
        let value = (kept + u128::from(up)) as f64 * power_of_two(last);
        let limit = power_of_two(self.highest);
        if value / 2.0 >= limit { None } else { Some(value) }
    }
}

/// Returns `2^exponent`, for exponents from -1074 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(if exponent < -1022 { 1 << (exponent + 1074).max(0) } else { ((exponent + 1023) as u64) << 52 })
}

/// Returns the code point of a character token, quotes included.
///
/// # Errors The reason why the escape is invalid.
pub fn character(text: &str) -> Result<u64, Bad> {
    let inner = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or("");
    let mut chars = inner.chars().peekable();
    let value = match chars.next() {
        Some('\\') => escape(&mut chars)?.ok_or("not a character")?,
        Some(c) => c,
        None => return Err("not a character"),
    };
    if chars.next().is_some() { Err("more than one character") } else { Ok(u32::from(value).into()) }
}

/// Returns the text of a string token, quotes included. The closing quote may be missing.
///
/// # Errors The reason why an escape is invalid.
pub fn string(text: &str) -> Result<String, Bad> {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(escape(&mut chars)?),
            // Any other quote is escaped, so this is the closing one.
            '"' => {}
            c => out.push(c),
        }
    }
    Ok(out)
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// Parses an escape after a backslash. `\&` stands for nothing.
fn escape(chars: &mut Chars<'_>) -> Result<Option<char>, Bad> {
    const UNKNOWN: Bad = "unknown escape";
    let known = match chars.next().ok_or(UNKNOWN)? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        c @ ('\\' | '\'' | '"') => c,
        '&' => return Ok(None),
        'x' => return code_point(chars, 16, 0).map(Some),
        'o' => return code_point(chars, 8, 0).map(Some),
        c => match c.to_digit(10) {
            Some(first) => return code_point(chars, 10, first + 1).map(Some),
            None => return Err(UNKNOWN),
        },
    };
    Ok(Some(known))
}

/// Parses digits of a character code. If a digit has been read before, `first` is its value plus one, else 0.
fn code_point(chars: &mut Chars<'_>, radix: u32, first: u32) -> Result<char, Bad> {
    let mut value = first.saturating_sub(1);
    let mut any = first > 0;
    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) {
        chars.next();
        any = true;
        value = value.saturating_mul(radix).saturating_add(digit);
    }
    if any { char::from_u32(value).ok_or("no such character") } else { Err("an escape without a code") }
}
