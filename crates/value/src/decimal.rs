//! Floats as decimal text, independent of the locale. `rts/world.h` does the same in C.

/// Number of significant digits that are printed.
const DIGITS: i32 = 12;

/// Prints a float with twelve significant digits, without zeros at the end of the fraction: with an exponent of at
/// least two digits if that is below -4 or above 11, otherwise with a point, also if no digits follow it. Infinities and
/// values that are not numbers are `inf`, `-inf` and `nan`.
pub fn print(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{sign}inf");
    }
    let text = format!("{:.*e}", DIGITS as usize - 1, x.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let kept = digits.trim_end_matches('0');
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..DIGITS).contains(&exponent) {
        let (first, rest) = kept.split_at(kept.len().min(1));
        let point = if rest.is_empty() { "" } else { "." };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}{point}{rest}e{exponent_sign}{:02}", exponent.unsigned_abs());
    }
    let whole = usize::try_from(exponent + 1).unwrap_or(0);
    let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
    let (before, after) = (&digits[..whole], kept.get(whole..).unwrap_or(""));
    format!("{sign}{}.{zeros}{after}", if before.is_empty() { "0" } else { before })
}

/// Returns the float nearest to a decimal number: a sign or none, digits with or without a point and at least one digit,
/// and an exponent or none. `inf`, `infinity` and `nan` are accepted with a sign, in any case. `None` for another text.
pub fn parse(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
