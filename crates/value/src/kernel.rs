//! The scalar operators as functions of words, for the innermost loops of evaluators. A word holds the bits of a
//! scalar, zero-extended (`Scalar::bits`). A test checks that each function gives what the operator in `op` gives.

use crate::op::{BinOp, CmpOp};
use crate::op_eval::wrapped;
use crate::scalar::ScalarType;

/// A binary operator on words, for operands of one type.
pub type BinaryKernel = fn(u64, u64) -> u64;

/// A conversion between two types, on words.
pub type UnaryKernel = fn(u64) -> u64;

/// Returns the function for `a op b` on operands of type `ty`, or `None` if there is none. If `op.can_fail(ty)`,
/// callers must not pass 0 as the second operand.
pub fn binary_kernel(op: BinOp, ty: ScalarType) -> Option<BinaryKernel> {
    match ty {
        ScalarType::I8 => int8(op),
        ScalarType::I16 => int16(op),
        ScalarType::I32 => int32(op),
        ScalarType::I64 => int64(op),
        ScalarType::U8 => nat8(op),
        ScalarType::U16 => nat16(op),
        ScalarType::U32 => nat32(op),
        ScalarType::U64 => nat64(op),
        ScalarType::F32 => float32(op),
        ScalarType::F64 => float64(op),
        ScalarType::Bool => boolean(op),
        ScalarType::F16 => None,
    }
}

/// Whether the quotient rounded to zero is one more than the quotient rounded down, given remainder and divisor.
macro_rules! signs_differ {
    ($int:ty, $rest:expr, $divisor:expr) => {{
        let rest = $rest;
        <$int>::MIN != 0 && rest != 0 && ((rest ^ $divisor) >> (<$int>::BITS - 1)) != 0
    }};
}

/// Defines `$name`, which returns the function of each operator on the integer type `$int`. `$bits` is the unsigned
/// type of the same width.
macro_rules! integer_kernels {
    ($name:ident, $int:ty, $bits:ty) => {
        fn $name(op: BinOp) -> Option<BinaryKernel> {
            Some(match op {
                BinOp::Add => |a, b| (a as $int).wrapping_add(b as $int) as $bits as u64,
                BinOp::Sub => |a, b| (a as $int).wrapping_sub(b as $int) as $bits as u64,
                BinOp::Mul => |a, b| (a as $int).wrapping_mul(b as $int) as $bits as u64,
                BinOp::Min => |a, b| (a as $int).min(b as $int) as $bits as u64,
                BinOp::Max => |a, b| (a as $int).max(b as $int) as $bits as u64,
                BinOp::And => |a, b| a & b,
                BinOp::Or => |a, b| a | b,
                BinOp::Xor => |a, b| a ^ b,
                BinOp::Quot => |a, b| (a as $int).wrapping_div(b as $int) as $bits as u64,
                BinOp::Rem => |a, b| (a as $int).wrapping_rem(b as $int) as $bits as u64,
                BinOp::Div => |a, b| {
                    let (a, b) = (a as $int, b as $int);
                    let quotient = a.wrapping_div(b);
                    let past = signs_differ!($int, a.wrapping_rem(b), b);
                    quotient.wrapping_sub(past as $int) as $bits as u64
                },
                BinOp::Mod => |a, b| {
                    let (a, b) = (a as $int, b as $int);
                    let rest = a.wrapping_rem(b);
                    let past = signs_differ!($int, rest, b);
                    (if past { rest.wrapping_add(b) } else { rest }) as $bits as u64
                },
                _ => return None,
            })
        }
    };
}

integer_kernels!(int8, i8, u8);
integer_kernels!(int16, i16, u16);
integer_kernels!(int32, i32, u32);
integer_kernels!(int64, i64, u64);
integer_kernels!(nat8, u8, u8);
integer_kernels!(nat16, u16, u16);
integer_kernels!(nat32, u32, u32);
integer_kernels!(nat64, u64, u64);

macro_rules! float_kernels {
    ($name:ident, $float:ty, $bits:ty) => {
        fn $name(op: BinOp) -> Option<BinaryKernel> {
            Some(match op {
                BinOp::Add => {
                    |a, b| (<$float>::from_bits(a as $bits) + <$float>::from_bits(b as $bits)).to_bits() as u64
                }
                BinOp::Sub => {
                    |a, b| (<$float>::from_bits(a as $bits) - <$float>::from_bits(b as $bits)).to_bits() as u64
                }
                BinOp::Mul => {
                    |a, b| (<$float>::from_bits(a as $bits) * <$float>::from_bits(b as $bits)).to_bits() as u64
                }
                BinOp::Div => {
                    |a, b| (<$float>::from_bits(a as $bits) / <$float>::from_bits(b as $bits)).to_bits() as u64
                }
                _ => return None,
            })
        }
    };
}

float_kernels!(float32, f32, u32);
float_kernels!(float64, f64, u64);

fn boolean(op: BinOp) -> Option<BinaryKernel> {
    Some(match op {
        BinOp::And => |a, b| a & b,
        BinOp::Or => |a, b| a | b,
        BinOp::Xor => |a, b| a ^ b,
        _ => return None,
    })
}

macro_rules! comparisons {
    ($op:expr, |$word:ident| $read:expr) => {
        match $op {
            CmpOp::Eq => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } == {
                        let $word = b;
                        $read
                    },
                )
            },
            CmpOp::Ne => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } != {
                        let $word = b;
                        $read
                    },
                )
            },
            CmpOp::Lt => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } < {
                        let $word = b;
                        $read
                    },
                )
            },
            CmpOp::Le => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } <= {
                        let $word = b;
                        $read
                    },
                )
            },
            CmpOp::Gt => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } > {
                        let $word = b;
                        $read
                    },
                )
            },
            CmpOp::Ge => |a, b| {
                u64::from(
                    {
                        let $word = a;
                        $read
                    } >= {
                        let $word = b;
                        $read
                    },
                )
            },
        }
    };
}

/// Returns the function for a comparison; its result is 0 or 1.
pub fn compare_kernel(op: CmpOp, ty: ScalarType) -> Option<BinaryKernel> {
    Some(match ty {
        ScalarType::I8 => comparisons!(op, |word| word as i8),
        ScalarType::I16 => comparisons!(op, |word| word as i16),
        ScalarType::I32 => comparisons!(op, |word| word as i32),
        ScalarType::I64 => comparisons!(op, |word| word as i64),
        ScalarType::F32 => comparisons!(op, |word| f32::from_bits(word as u32)),
        ScalarType::F64 => comparisons!(op, |word| f64::from_bits(word)),
        ScalarType::U8 | ScalarType::U16 | ScalarType::U32 | ScalarType::U64 | ScalarType::Bool => {
            comparisons!(op, |word| word)
        }
        ScalarType::F16 => return None,
    })
}

/// Returns the function that converts a word to type `$to`. `$signed` reads the word for conversions to signed types
/// and `bool`, `$unsigned` for unsigned ones, `$float` for floats.
macro_rules! conversions {
    ($to:expr, |$word:ident| $signed:expr, $unsigned:expr, $float:expr) => {
        match $to {
            ScalarType::I8 => |$word| $signed as i8 as u8 as u64,
            ScalarType::I16 => |$word| $signed as i16 as u16 as u64,
            ScalarType::I32 => |$word| $signed as i32 as u32 as u64,
            ScalarType::I64 => |$word| $signed as i64 as u64,
            ScalarType::U8 => |$word| $unsigned as u8 as u64,
            ScalarType::U16 => |$word| $unsigned as u16 as u64,
            ScalarType::U32 => |$word| $unsigned as u32 as u64,
            ScalarType::U64 => |$word| $unsigned,
            ScalarType::F32 => |$word| ($float as f32).to_bits() as u64,
            ScalarType::F64 => |$word| ($float as f64).to_bits(),
            ScalarType::F16 | ScalarType::Bool => return None,
        }
    };
}

/// Returns the function for the conversion, or `None` if there is none.
pub fn convert_kernel(from: ScalarType, to: ScalarType) -> Option<UnaryKernel> {
    Some(match from {
        ScalarType::I8 => conversions!(to, |word| (word as i8), word, (word as i8)),
        ScalarType::I16 => conversions!(to, |word| (word as i16), word, (word as i16)),
        ScalarType::I32 => conversions!(to, |word| (word as i32), word, (word as i32)),
        ScalarType::I64 => conversions!(to, |word| (word as i64), word, (word as i64)),
        ScalarType::U8 | ScalarType::U16 | ScalarType::U32 | ScalarType::U64 => {
            conversions!(to, |word| word, word, word)
        }
        ScalarType::F32 => conversions!(to, |word| finite(single(word)), wrapped(single(word)), single(word)),
        ScalarType::F64 => conversions!(to, |word| finite(double(word)), wrapped(double(word)), double(word)),
        ScalarType::F16 | ScalarType::Bool => return None,
    })
}

/// Returns the `f32` with these bits as an `f64`, exactly.
fn single(word: u64) -> f64 {
    f32::from_bits(word as u32).into()
}

fn double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// Returns the value, or 0 for infinities and NaN, which conversions to integers turn into 0.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}
