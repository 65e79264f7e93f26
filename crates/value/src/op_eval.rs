//! The one definition of the scalar operators' results. Elementary functions come from the platform's C library
//! (`library`); all other operators give the same bits on every platform. Operations on `f16` are computed in `f32` and
//! rounded.

use crate::library;
use crate::op::{BinOp, OpError, Operator, UnOp, compare};
use crate::scalar::{Scalar, ScalarType, f16_from_f64};
use half::f16;

/// Applies an operator to its operands. A wrong number of operands is an `OpError::Type`.
pub fn apply(operator: Operator, args: &[Scalar]) -> Result<Scalar, OpError> {
    match (operator, args) {
        (Operator::Un(op), &[a]) => unary(op, a),
        (Operator::Bin(op), &[a, b]) => binary(op, a, b),
        (Operator::Cmp(op), &[a, b]) => compare(op, a, b).map(Scalar::Bool).ok_or(OpError::Type),
        (Operator::Fma, &[a, b, c]) => fma(a, b, c),
        (Operator::Convert(to), &[a]) => Ok(convert(to, a)),
        _ => Err(OpError::Type),
    }
}

/// Computes `op a`.
pub fn unary(op: UnOp, a: Scalar) -> Result<Scalar, OpError> {
    let ty = a.scalar_type();
    let result = op.result(ty).ok_or(OpError::Type)?;
    match op {
        UnOp::ToBits | UnOp::FromBits => return Ok(Scalar::from_bits(result, a.bits())),
        UnOp::Not => return Ok(not(a)),
        _ => {}
    }
    if let Some(value) = a.as_i128() {
        return integer_unary(op, ty, a, value).ok_or(OpError::Type);
    }
    match (op, a) {
        (UnOp::IsNan, _) => Ok(Scalar::Bool(a.as_f64().is_some_and(f64::is_nan))),
        (UnOp::IsInf, _) => Ok(Scalar::Bool(a.as_f64().is_some_and(f64::is_infinite))),
        (_, Scalar::F64(x)) => Ok(Scalar::F64(float64(op, x))),
        (_, Scalar::F32(x)) => Ok(Scalar::F32(float32(op, x))),
        (_, Scalar::F16(x)) => Ok(Scalar::F16(f16::from_f32(float32(op, x.to_f32())))),
        _ => Err(OpError::Type),
    }
}

fn not(a: Scalar) -> Scalar {
    match a {
        Scalar::Bool(value) => Scalar::Bool(!value),
        _ => Scalar::from_bits(a.scalar_type(), !a.bits()),
    }
}

fn integer_unary(op: UnOp, ty: ScalarType, a: Scalar, value: i128) -> Option<Scalar> {
    let spare = 64 - ty.bits();
    let count = |n: u32| Scalar::I32(n as i32);
    Some(match op {
        UnOp::Neg => Scalar::from_i128(ty, value.wrapping_neg()),
        UnOp::Abs => Scalar::from_i128(ty, value.wrapping_abs()),
        UnOp::Sgn => Scalar::from_i128(ty, value.signum()),
        UnOp::Popc => count(a.bits().count_ones()),
        UnOp::Clz => count(a.bits().leading_zeros() - spare),
        UnOp::Ctz => count(a.bits().trailing_zeros().min(ty.bits())),
        _ => return None,
    })
}

fn float64(op: UnOp, x: f64) -> f64 {
    use std::f64::consts::PI;
    match op {
        UnOp::Neg => -x,
        UnOp::Abs => x.abs(),
        UnOp::Sgn => sign(x),
        UnOp::Sqrt => x.sqrt(),
        UnOp::Rsqrt => 1.0 / x.sqrt(),
        UnOp::Cbrt => library::cbrt(x),
        UnOp::Exp => library::exp(x),
        UnOp::Log => library::log(x),
        UnOp::Log2 => library::log2(x),
        UnOp::Log10 => library::log10(x),
        UnOp::Log1p => library::log1p(x),
        UnOp::Sin => library::sin(x),
        UnOp::Cos => library::cos(x),
        UnOp::Tan => library::tan(x),
        UnOp::Asin => library::asin(x),
        UnOp::Acos => library::acos(x),
        UnOp::Atan => library::atan(x),
        UnOp::SinPi => library::sin(x * PI),
        UnOp::CosPi => library::cos(x * PI),
        UnOp::TanPi => library::tan(x * PI),
        UnOp::AsinPi => library::asin(x) / PI,
        UnOp::AcosPi => library::acos(x) / PI,
        UnOp::AtanPi => library::atan(x) / PI,
        UnOp::Sinh => library::sinh(x),
        UnOp::Cosh => library::cosh(x),
        UnOp::Tanh => library::tanh(x),
        UnOp::Asinh => library::asinh(x),
        UnOp::Acosh => library::acosh(x),
        UnOp::Atanh => library::atanh(x),
        UnOp::Gamma => library::tgamma(x),
        UnOp::Lgamma => library::lgamma(x),
        UnOp::Erf => library::erf(x),
        UnOp::Erfc => library::erfc(x),
        UnOp::Floor => x.floor(),
        UnOp::Ceil => x.ceil(),
        UnOp::Trunc => x.trunc(),
        UnOp::Round => x.round_ties_even(),
        UnOp::Not | UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::IsNan | UnOp::IsInf | UnOp::ToBits | UnOp::FromBits => x,
    }
}

fn float32(op: UnOp, x: f32) -> f32 {
    use std::f32::consts::PI;
    match op {
        UnOp::Neg => -x,
        UnOp::Abs => x.abs(),
        UnOp::Sgn => sign(x.into()) as f32,
        UnOp::Sqrt => x.sqrt(),
        UnOp::Rsqrt => 1.0 / x.sqrt(),
        UnOp::Cbrt => library::cbrtf(x),
        UnOp::Exp => library::expf(x),
        UnOp::Log => library::logf(x),
        UnOp::Log2 => library::log2f(x),
        UnOp::Log10 => library::log10f(x),
        UnOp::Log1p => library::log1pf(x),
        UnOp::Sin => library::sinf(x),
        UnOp::Cos => library::cosf(x),
        UnOp::Tan => library::tanf(x),
        UnOp::Asin => library::asinf(x),
        UnOp::Acos => library::acosf(x),
        UnOp::Atan => library::atanf(x),
        UnOp::SinPi => library::sinf(x * PI),
        UnOp::CosPi => library::cosf(x * PI),
        UnOp::TanPi => library::tanf(x * PI),
        UnOp::AsinPi => library::asinf(x) / PI,
        UnOp::AcosPi => library::acosf(x) / PI,
        UnOp::AtanPi => library::atanf(x) / PI,
        UnOp::Sinh => library::sinhf(x),
        UnOp::Cosh => library::coshf(x),
        UnOp::Tanh => library::tanhf(x),
        UnOp::Asinh => library::asinhf(x),
        UnOp::Acosh => library::acoshf(x),
        UnOp::Atanh => library::atanhf(x),
        UnOp::Gamma => library::tgammaf(x),
        UnOp::Lgamma => library::lgammaf(x),
        UnOp::Erf => library::erff(x),
        UnOp::Erfc => library::erfcf(x),
        UnOp::Floor => x.floor(),
        UnOp::Ceil => x.ceil(),
        UnOp::Trunc => x.trunc(),
        UnOp::Round => x.round_ties_even(),
        UnOp::Not | UnOp::Popc | UnOp::Clz | UnOp::Ctz | UnOp::IsNan | UnOp::IsInf | UnOp::ToBits | UnOp::FromBits => x,
    }
}

fn sign(x: f64) -> f64 {
    if x.is_nan() || x == 0.0 { x } else { x.signum() }
}

/// Computes `a op b`.
pub fn binary(op: BinOp, a: Scalar, b: Scalar) -> Result<Scalar, OpError> {
    let ty = a.scalar_type();
    if ty != b.scalar_type() || !op.defined_on(ty) {
        return Err(OpError::Type);
    }
    match (a, b) {
        (Scalar::Bool(x), Scalar::Bool(y)) => boolean(op, x, y).map(Scalar::Bool).ok_or(OpError::Type),
        (Scalar::F64(x), Scalar::F64(y)) => float64_binary(op, x, y).map(Scalar::F64).ok_or(OpError::Type),
        (Scalar::F32(x), Scalar::F32(y)) => float32_binary(op, x, y).map(Scalar::F32).ok_or(OpError::Type),
        (Scalar::F16(x), Scalar::F16(y)) => half_binary(op, x, y).ok_or(OpError::Type),
        _ => integer_binary(op, ty, a, b),
    }
}

fn boolean(op: BinOp, x: bool, y: bool) -> Option<bool> {
    match op {
        BinOp::And => Some(x && y),
        BinOp::Or => Some(x || y),
        BinOp::Xor => Some(x != y),
        _ => None,
    }
}

fn integer_binary(op: BinOp, ty: ScalarType, a: Scalar, b: Scalar) -> Result<Scalar, OpError> {
    let (Some(x), Some(y)) = (a.as_i128(), b.as_i128()) else { return Err(OpError::Type) };
    if op.can_fail(ty) && op != BinOp::Pow && y == 0 {
        return Err(OpError::DivisionByZero);
    }
    let exact = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::Div => x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0),
        BinOp::Mod => x.rem_euclid(y) + if y < 0 && x.rem_euclid(y) != 0 { y } else { 0 },
        BinOp::Quot => x / y,
        BinOp::Rem => x % y,
        BinOp::Pow if y < 0 => return Err(OpError::NegativeExponent),
        BinOp::Pow => return Ok(power(ty, x, y)),
        BinOp::Min => x.min(y),
        BinOp::Max => x.max(y),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl => return Ok(Scalar::from_bits(ty, shift_amount(ty, y).map_or(0, |n| a.bits() << n))),
        BinOp::LShr => return Ok(Scalar::from_bits(ty, shift_amount(ty, y).map_or(0, |n| a.bits() >> n))),
        BinOp::Shr => shift_amount(ty, y).map_or(if x < 0 { -1 } else { 0 }, |n| x >> n),
        BinOp::MulHi => x.wrapping_mul(y) >> ty.bits(),
        BinOp::AddSat => (x + y).clamp(i64::MIN.into(), i64::MAX.into()),
        BinOp::MulSat => (x * y).clamp(i64::MIN.into(), i64::MAX.into()),
        BinOp::Atan2 | BinOp::Atan2Pi | BinOp::Hypot | BinOp::CopySign | BinOp::NextAfter => {
            return Err(OpError::Type);
        }
    };
    let exact = if op == BinOp::MulHi && ty == ScalarType::U64 { unsigned_high(x, y) } else { exact };
    Ok(Scalar::from_i128(ty, exact))
}

/// Returns the high half of the product of two unsigned 64-bit numbers. The product may exceed `i128`.
fn unsigned_high(x: i128, y: i128) -> i128 {
    ((x as u128).wrapping_mul(y as u128) >> 64) as i128
}

/// Returns the amount of a shift, or `None` if it is negative or not below the type's width.
fn shift_amount(ty: ScalarType, by: i128) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < ty.bits())
}

/// Raises an integer to a power that is not negative; the result wraps.
fn power(ty: ScalarType, base: i128, exponent: i128) -> Scalar {
    let (mut result, mut square, mut left) = (1i128, base, exponent as u64);
    while left > 0 {
        if left & 1 == 1 {
            result = wrap(ty, result.wrapping_mul(square));
        }
        square = wrap(ty, square.wrapping_mul(square));
        left >>= 1;
    }
    Scalar::from_i128(ty, result)
}

fn wrap(ty: ScalarType, value: i128) -> i128 {
    Scalar::from_i128(ty, value).as_i128().unwrap_or(0)
}

/// Returns the smaller number. If one operand is NaN the other one is returned, and of two equal zeros the first. A
/// running minimum therefore needs one comparison (`imp::pass::minima`). The C runtime uses the same expression
/// (`crates/back/rts/scalar.h`), because compilers vectorise it.
fn minimum<T: PartialOrd + Copy>(x: T, y: T) -> T {
    if x <= y || is_nan(y) { x } else { y }
}

/// Returns the greater number, with the rules of `minimum` for NaN and zeros.
fn maximum<T: PartialOrd + Copy>(x: T, y: T) -> T {
    if x >= y || is_nan(y) { x } else { y }
}

fn is_nan<T: PartialOrd>(x: T) -> bool {
    x.partial_cmp(&x).is_none()
}

fn float64_binary(op: BinOp, x: f64, y: f64) -> Option<f64> {
    Some(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        BinOp::Mod => x % y,
        BinOp::Pow => library::pow(x, y),
        BinOp::Min => minimum(x, y),
        BinOp::Max => maximum(x, y),
        BinOp::Atan2 => library::atan2(x, y),
        BinOp::Atan2Pi => library::atan2(x, y) / std::f64::consts::PI,
        BinOp::Hypot => library::hypot(x, y),
        BinOp::CopySign => x.copysign(y),
        BinOp::NextAfter if x < y => x.next_up(),
        BinOp::NextAfter if x > y => x.next_down(),
        BinOp::NextAfter if x == y => y,
        BinOp::NextAfter => f64::NAN,
        _ => return None,
    })
}

fn float32_binary(op: BinOp, x: f32, y: f32) -> Option<f32> {
    Some(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        BinOp::Mod => x % y,
        BinOp::Pow => library::powf(x, y),
        BinOp::Min => minimum(x, y),
        BinOp::Max => maximum(x, y),
        BinOp::Atan2 => library::atan2f(x, y),
        BinOp::Atan2Pi => library::atan2f(x, y) / std::f32::consts::PI,
        BinOp::Hypot => library::hypotf(x, y),
        BinOp::CopySign => x.copysign(y),
        BinOp::NextAfter if x < y => x.next_up(),
        BinOp::NextAfter if x > y => x.next_down(),
        BinOp::NextAfter if x == y => y,
        BinOp::NextAfter => f32::NAN,
        _ => return None,
    })
}

fn half_binary(op: BinOp, x: f16, y: f16) -> Option<Scalar> {
    if op == BinOp::NextAfter {
        return Some(Scalar::F16(half_next_after(x, y)));
    }
    float32_binary(op, x.to_f32(), y.to_f32()).map(|result| Scalar::F16(f16::from_f32(result)))
}

/// Returns the `f16` next to `x` in the direction of `y`.
fn half_next_after(x: f16, y: f16) -> f16 {
    if x.is_nan() || y.is_nan() {
        return f16::NAN;
    }
    if x == y {
        return y;
    }
    if x.to_f32() == 0.0 {
        return f16::from_bits(if y.is_sign_negative() { 0x8001 } else { 0x0001 });
    }
    let away = (y > x) == (x.to_f32() > 0.0);
    f16::from_bits(if away { x.to_bits() + 1 } else { x.to_bits() - 1 })
}

/// Computes `a * b + c`, rounded once.
pub fn fma(a: Scalar, b: Scalar, c: Scalar) -> Result<Scalar, OpError> {
    match (a, b, c) {
        (Scalar::F64(a), Scalar::F64(b), Scalar::F64(c)) => Ok(Scalar::F64(a.mul_add(b, c))),
        (Scalar::F32(a), Scalar::F32(b), Scalar::F32(c)) => Ok(Scalar::F32(a.mul_add(b, c))),
        (Scalar::F16(a), Scalar::F16(b), Scalar::F16(c)) => {
            let exact = a.to_f64().mul_add(b.to_f64(), c.to_f64());
            Ok(Scalar::F16(f16_from_f64(exact)))
        }
        _ => Err(OpError::Type),
    }
}

/// Converts a scalar to another type.
///
/// - Integers: a narrower type keeps the low bits. A signed integer widens to a signed type by its sign, and to an
///   unsigned type by zeros: -1 as an `i8` is 255 as a `u64`.
/// - Floats to integers: the fraction is cut off. A result out of range saturates in a signed type and wraps in an
///   unsigned one. NaN and infinities are 0.
/// - To a float: rounds to nearest, ties to even.
/// - Booleans are 0 or 1 as numbers, and every number but 0 is true.
pub fn convert(to: ScalarType, a: Scalar) -> Scalar {
    match a {
        _ if to.is_unsigned() && a.scalar_type().is_integer() => Scalar::from_bits(to, a.bits()),
        Scalar::Bool(value) => Scalar::from_i128(to, value.into()),
        Scalar::F16(value) => from_float(to, value.to_f64()),
        Scalar::F32(value) => from_float(to, value.into()),
        Scalar::F64(value) => from_float(to, value),
        _ => Scalar::from_i128(to, a.as_i128().unwrap_or(0)),
    }
}

/// Converts a float. Signed integers are limited to their range, unsigned ones wrap. NaN and infinities become 0 as
/// integers.
fn from_float(to: ScalarType, value: f64) -> Scalar {
    match to {
        _ if !value.is_finite() && to.is_integer() => Scalar::zero(to),
        ScalarType::I8 => Scalar::I8(value as i8),
        ScalarType::I16 => Scalar::I16(value as i16),
        ScalarType::I32 => Scalar::I32(value as i32),
        ScalarType::I64 => Scalar::I64(value as i64),
        ScalarType::U8 | ScalarType::U16 | ScalarType::U32 | ScalarType::U64 => Scalar::from_bits(to, wrapped(value)),
        ScalarType::F16 => Scalar::F16(f16_from_f64(value)),
        ScalarType::F32 => Scalar::F32(value as f32),
        ScalarType::F64 => Scalar::F64(value),
        ScalarType::Bool => Scalar::Bool(value != 0.0),
    }
}

/// Returns the value without its fraction, modulo 2^64; 0 for NaN and infinities.
pub(crate) fn wrapped(value: f64) -> u64 {
    const RANGE: f64 = 18_446_744_073_709_551_616.0;
    (value % RANGE) as i128 as u64
}

/// Whether the operator gives the same bits on every platform. Only such operators may be folded at compile time.
pub fn is_exact_unary(op: UnOp) -> bool {
    matches!(
        op,
        UnOp::Neg
            | UnOp::Not
            | UnOp::Abs
            | UnOp::Sgn
            | UnOp::Popc
            | UnOp::Clz
            | UnOp::Ctz
            | UnOp::Sqrt
            | UnOp::Floor
            | UnOp::Ceil
            | UnOp::Trunc
            | UnOp::Round
            | UnOp::IsNan
            | UnOp::IsInf
            | UnOp::ToBits
            | UnOp::FromBits
    )
}
