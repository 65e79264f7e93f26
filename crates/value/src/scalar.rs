//! Scalar types and scalar values: the same twelve types in every language and IR.

use half::f16;
use rustc_apfloat::ieee::Half;
use rustc_apfloat::{Float, Round};
use std::fmt;

/// The type of a scalar. Integers are two's complement and wrap; floats are IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScalarType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
    Bool,
}

impl ScalarType {
    pub const ALL: [ScalarType; 12] = [
        ScalarType::I8,
        ScalarType::I16,
        ScalarType::I32,
        ScalarType::I64,
        ScalarType::U8,
        ScalarType::U16,
        ScalarType::U32,
        ScalarType::U64,
        ScalarType::F16,
        ScalarType::F32,
        ScalarType::F64,
        ScalarType::Bool,
    ];

    /// Returns the type's name in all languages and text forms.
    pub fn name(self) -> &'static str {
        match self {
            ScalarType::I8 => "i8",
            ScalarType::I16 => "i16",
            ScalarType::I32 => "i32",
            ScalarType::I64 => "i64",
            ScalarType::U8 => "u8",
            ScalarType::U16 => "u16",
            ScalarType::U32 => "u32",
            ScalarType::U64 => "u64",
            ScalarType::F16 => "f16",
            ScalarType::F32 => "f32",
            ScalarType::F64 => "f64",
            ScalarType::Bool => "bool",
        }
    }

    pub fn from_name(name: &str) -> Option<ScalarType> {
        ScalarType::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Returns the number of bytes of an element in memory and in files.
    pub fn bytes(self) -> usize {
        match self {
            ScalarType::I8 | ScalarType::U8 | ScalarType::Bool => 1,
            ScalarType::I16 | ScalarType::U16 | ScalarType::F16 => 2,
            ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => 4,
            ScalarType::I64 | ScalarType::U64 | ScalarType::F64 => 8,
        }
    }

    pub fn bits(self) -> u32 {
        self.bytes() as u32 * 8
    }

    pub fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }

    pub fn is_signed(self) -> bool {
        matches!(self, ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64)
    }

    pub fn is_unsigned(self) -> bool {
        matches!(self, ScalarType::U8 | ScalarType::U16 | ScalarType::U32 | ScalarType::U64)
    }

    /// Returns the least and the greatest value of an integer type; `None` for other types.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        let values = 1i128 << self.bits();
        match self.is_signed() {
            true => Some((-(values / 2), values / 2 - 1)),
            false => self.is_unsigned().then_some((0, values - 1)),
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, ScalarType::F16 | ScalarType::F32 | ScalarType::F64)
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A scalar value. Equality of floats compares bits: NaN equals itself, and 0.0 differs from -0.0. Tables,
/// common-subexpression elimination and round trips need this; `op::compare` compares as numbers.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    F32(f32),
    F64(f64),
    Bool(bool),
}

impl Scalar {
    pub fn scalar_type(self) -> ScalarType {
        match self {
            Scalar::I8(_) => ScalarType::I8,
            Scalar::I16(_) => ScalarType::I16,
            Scalar::I32(_) => ScalarType::I32,
            Scalar::I64(_) => ScalarType::I64,
            Scalar::U8(_) => ScalarType::U8,
            Scalar::U16(_) => ScalarType::U16,
            Scalar::U32(_) => ScalarType::U32,
            Scalar::U64(_) => ScalarType::U64,
            Scalar::F16(_) => ScalarType::F16,
            Scalar::F32(_) => ScalarType::F32,
            Scalar::F64(_) => ScalarType::F64,
            Scalar::Bool(_) => ScalarType::Bool,
        }
    }

    /// Returns the integer `value` at type `ty`, wrapped to its width. For a float type returns the nearest float, for
    /// `bool` whether `value` is not 0.
    pub fn from_i128(ty: ScalarType, value: i128) -> Scalar {
        match ty {
            ScalarType::I8 => Scalar::I8(value as i8),
            ScalarType::I16 => Scalar::I16(value as i16),
            ScalarType::I32 => Scalar::I32(value as i32),
            ScalarType::I64 => Scalar::I64(value as i64),
            ScalarType::U8 => Scalar::U8(value as u8),
            ScalarType::U16 => Scalar::U16(value as u16),
            ScalarType::U32 => Scalar::U32(value as u32),
            ScalarType::U64 => Scalar::U64(value as u64),
            ScalarType::F16 => Scalar::F16(f16_from_f64(value as f64)),
            ScalarType::F32 => Scalar::F32(value as f32),
            ScalarType::F64 => Scalar::F64(value as f64),
            ScalarType::Bool => Scalar::Bool(value != 0),
        }
    }

    /// Returns the float `value` rounded to the float type `ty`; `None` for other types.
    pub fn from_f64(ty: ScalarType, value: f64) -> Option<Scalar> {
        match ty {
            ScalarType::F16 => Some(Scalar::F16(f16_from_f64(value))),
            ScalarType::F32 => Some(Scalar::F32(value as f32)),
            ScalarType::F64 => Some(Scalar::F64(value)),
            _ => None,
        }
    }

    pub fn zero(ty: ScalarType) -> Scalar {
        Scalar::from_i128(ty, 0)
    }

    pub fn one(ty: ScalarType) -> Scalar {
        Scalar::from_i128(ty, 1)
    }

    /// Returns the value of an integer scalar; `None` for floats and booleans.
    pub fn as_i128(self) -> Option<i128> {
        match self {
            Scalar::I8(v) => Some(v.into()),
            Scalar::I16(v) => Some(v.into()),
            Scalar::I32(v) => Some(v.into()),
            Scalar::I64(v) => Some(v.into()),
            Scalar::U8(v) => Some(v.into()),
            Scalar::U16(v) => Some(v.into()),
            Scalar::U32(v) => Some(v.into()),
            Scalar::U64(v) => Some(v.into()),
            Scalar::F16(_) | Scalar::F32(_) | Scalar::F64(_) | Scalar::Bool(_) => None,
        }
    }

    /// Returns the value of an `i64`, the type of sizes and indices; `None` for other types.
    pub fn as_i64(self) -> Option<i64> {
        if let Scalar::I64(v) = self { Some(v) } else { None }
    }

    pub fn as_bool(self) -> Option<bool> {
        if let Scalar::Bool(v) = self { Some(v) } else { None }
    }

    /// Returns the value of a float scalar, exactly; `None` for integers and booleans.
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Scalar::F16(v) => Some(v.to_f64()),
            Scalar::F32(v) => Some(v.into()),
            Scalar::F64(v) => Some(v),
            _ => None,
        }
    }

    /// Returns the shortest text, without a type, that reads back to the same value. Messages of failures use it.
    pub fn plain(self) -> String {
        match self {
            Scalar::Bool(v) => v.to_string(),
            Scalar::F16(v) => v.to_string(),
            Scalar::F32(v) => v.to_string(),
            Scalar::F64(v) => v.to_string(),
            _ => self.as_i128().unwrap_or(0).to_string(),
        }
    }

    /// Returns the bit pattern, zero-extended.
    pub fn bits(self) -> u64 {
        match self {
            Scalar::I8(v) => v as u8 as u64,
            Scalar::I16(v) => v as u16 as u64,
            Scalar::I32(v) => v as u32 as u64,
            Scalar::I64(v) => v as u64,
            Scalar::U8(v) => v.into(),
            Scalar::U16(v) => v.into(),
            Scalar::U32(v) => v.into(),
            Scalar::U64(v) => v,
            Scalar::F16(v) => v.to_bits().into(),
            Scalar::F32(v) => v.to_bits().into(),
            Scalar::F64(v) => v.to_bits(),
            Scalar::Bool(v) => v.into(),
        }
    }

    /// Returns the scalar of type `ty` with the low bits of `bits`.
    pub fn from_bits(ty: ScalarType, bits: u64) -> Scalar {
        match ty {
            ScalarType::F16 => Scalar::F16(f16::from_bits(bits as u16)),
            ScalarType::F32 => Scalar::F32(f32::from_bits(bits as u32)),
            ScalarType::F64 => Scalar::F64(f64::from_bits(bits)),
            ScalarType::Bool => Scalar::Bool(bits & 1 != 0),
            _ => Scalar::from_i128(ty, bits.into()),
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.scalar_type() == other.scalar_type() && self.bits() == other.bits()
    }
}

impl Eq for Scalar {}

impl std::hash::Hash for Scalar {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.scalar_type(), self.bits()).hash(state);
    }
}

/// Parses a decimal number to the nearest `f16`, rounded once; `None` for other texts. Rounding to `f64` first could
/// move a number onto the middle between two neighbours, and then to the wrong one.
pub fn f16_from_decimal(text: &str) -> Option<f16> {
    let half = Half::from_str_r(text, Round::NearestTiesToEven).ok()?.value;
    Some(f16::from_bits(half.to_bits() as u16))
}

/// Returns the nearest `f16`, rounded once. The intermediate `f32` is rounded to odd: if digits are lost its last bit
/// is set, so the second rounding is right.
pub(crate) fn f16_from_f64(value: f64) -> f16 {
    let single = value as f32;
    if f64::from(single) == value || value.is_nan() {
        return f16::from_f32(single);
    }
    let away = f64::from(single).abs() > value.abs();
    f16::from_f32(f32::from_bits((single.to_bits() - u32::from(away)) | 1))
}
