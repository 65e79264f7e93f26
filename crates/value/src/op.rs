//! The scalar operators: one list, with one meaning, for every language, evaluator, constant folder and target. The
//! operands of an operator have one type unless said otherwise. The type selects the operation: `Div` of `i32` rounds
//! down, of `u32` is unsigned, of `f32` is IEEE division.

use crate::scalar::{Scalar, ScalarType};

pub use crate::op_eval::{apply, binary, convert, fma, is_exact_unary, unary};

/// Operators of one operand. The result has the operand's type unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnOp {
    /// Arithmetic negation of any number.
    Neg,
    /// Bitwise complement of an integer, negation of a boolean.
    Not,
    Abs,
    /// Sign: -1, 0 or 1, and NaN for NaN.
    Sgn,
    /// Number of one bits. `Popc`, `Clz` (leading zeros) and `Ctz` (trailing zeros) take an integer and give an `i32`.
    Popc,
    Clz,
    Ctz,
    // The operators from here on take floats.
    Sqrt,
    Rsqrt,
    Cbrt,
    Exp,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    SinPi,
    CosPi,
    TanPi,
    AsinPi,
    AcosPi,
    AtanPi,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Gamma,
    Lgamma,
    Erf,
    Erfc,
    Floor,
    Ceil,
    Trunc,
    /// Rounds to the nearest integer, halves to even.
    Round,
    /// Whether the operand is NaN. The results of `IsNan` and `IsInf` are `bool`.
    IsNan,
    IsInf,
    /// Reinterprets a float's bits as the unsigned integer of the same width. `FromBits` is the inverse.
    ToBits,
    FromBits,
}

/// Operators of two operands of one type. The result has the same type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Division. Of integers the quotient is rounded down; a zero divisor is an `OpError`.
    Div,
    /// Remainder with the divisor's sign. Of integers, a zero divisor is an `OpError`; of floats, the quotient is
    /// rounded by `floor`.
    Mod,
    /// Quotient of integers, rounded to zero. A zero divisor is an `OpError`.
    Quot,
    /// Remainder of integers with the dividend's sign. A zero divisor is an `OpError`.
    Rem,
    /// Power. Of integers, a negative exponent is an `OpError`; of floats the function is `pow`.
    Pow,
    /// The smaller number. If one float operand is NaN, `Min` and `Max` give the other operand.
    Min,
    Max,
    /// Bitwise operation on integers, logical on booleans, where both operands are evaluated. So are `Or` and `Xor`.
    And,
    Or,
    Xor,
    /// Left shift of an integer by the second operand. If the amount is negative, or the width or more, shifts give 0,
    /// and `Shr` of a negative number gives -1, on every target.
    Shl,
    /// Right shift: arithmetic on signed types, logical on unsigned ones.
    Shr,
    /// Logical right shift on every integer type (`>>>`).
    LShr,
    /// High half of the double-width product of integers.
    MulHi,
    /// Sum of two sizes (`i64`) that saturates: on overflow it gives the nearest `i64`. `MulSat` is the product. A size
    /// that is too large thus stays too large.
    AddSat,
    MulSat,
    // The operators from here on take floats.
    Atan2,
    Atan2Pi,
    Hypot,
    CopySign,
    NextAfter,
}

/// Comparisons of two scalars of one type, with a `bool` as result. For booleans, false is less than true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Failure of an operator. `Type` means that the operator is not defined on the operands' types. The others are errors
/// of the user's program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpError {
    Type,
    DivisionByZero,
    NegativeExponent,
}

impl OpError {
    /// Returns the error text for evaluators.
    pub fn message(self) -> &'static str {
        match self {
            OpError::Type => "an operator is applied to scalars of the wrong type",
            OpError::DivisionByZero => "a division by zero",
            OpError::NegativeExponent => "a negative exponent",
        }
    }
}

/// A scalar operation with one, two or three operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Un(UnOp),
    Bin(BinOp),
    Cmp(CmpOp),
    Fma,
    Convert(ScalarType),
}

impl UnOp {
    /// Returns the result's type, or `None` if the operator is not defined on this type.
    pub fn result(self, operand: ScalarType) -> Option<ScalarType> {
        let (int, float) = (operand.is_integer(), operand.is_float());
        match self {
            UnOp::Neg | UnOp::Abs | UnOp::Sgn => (int || float).then_some(operand),
            UnOp::Not => (!float).then_some(operand),
            UnOp::Popc | UnOp::Clz | UnOp::Ctz => int.then_some(ScalarType::I32),
            UnOp::IsNan | UnOp::IsInf => float.then_some(ScalarType::Bool),
            UnOp::ToBits => match operand {
                ScalarType::F16 => Some(ScalarType::U16),
                ScalarType::F32 => Some(ScalarType::U32),
                ScalarType::F64 => Some(ScalarType::U64),
                _ => None,
            },
            UnOp::FromBits => match operand {
                ScalarType::U16 => Some(ScalarType::F16),
                ScalarType::U32 => Some(ScalarType::F32),
                ScalarType::U64 => Some(ScalarType::F64),
                _ => None,
            },
            _ => float.then_some(operand),
        }
    }
}

impl BinOp {
    /// Returns the neutral element: an operand that leaves the other one unchanged on either side. `None` if there is
    /// none.
    pub fn neutral_element(self, ty: ScalarType) -> Option<Scalar> {
        let least = if ty.is_signed() { -(1i128 << (ty.bits() - 1)) } else { 0 };
        match self {
            BinOp::Add | BinOp::AddSat => Some(Scalar::zero(ty)),
            BinOp::Or | BinOp::Xor if !ty.is_float() => Some(Scalar::zero(ty)),
            BinOp::Mul if ty != ScalarType::Bool => Some(Scalar::one(ty)),
            BinOp::And if ty == ScalarType::Bool => Some(Scalar::one(ty)),
            BinOp::And if ty.is_integer() => Some(Scalar::from_i128(ty, -1)),
            BinOp::Min if ty.is_float() => Scalar::from_f64(ty, f64::INFINITY),
            BinOp::Max if ty.is_float() => Scalar::from_f64(ty, f64::NEG_INFINITY),
            BinOp::Min if ty.is_integer() => Some(Scalar::from_i128(ty, least + (1i128 << ty.bits()) - 1)),
            BinOp::Max if ty.is_integer() => Some(Scalar::from_i128(ty, least)),
            _ => None,
        }
    }

    /// Whether the value is neutral. Besides `neutral_element`, -0.0 is neutral in sums of floats, and NaN in minima
    /// and maxima.
    pub fn is_neutral(self, value: Scalar) -> bool {
        self.neutral_element(value.scalar_type()) == Some(value)
            || match self {
                BinOp::Add => value.as_f64() == Some(0.0),
                BinOp::Min | BinOp::Max => value.as_f64().is_some_and(f64::is_nan),
                _ => false,
            }
    }

    /// Whether the operator is defined on operands of this type.
    pub fn defined_on(self, operand: ScalarType) -> bool {
        let (int, float) = (operand.is_integer(), operand.is_float());
        match self {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Pow => int || float,
            BinOp::Min | BinOp::Max => int || float,
            BinOp::And | BinOp::Or | BinOp::Xor => !float,
            BinOp::Quot | BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::LShr | BinOp::MulHi => int,
            BinOp::AddSat | BinOp::MulSat => operand == ScalarType::I64,
            BinOp::Atan2 | BinOp::Atan2Pi | BinOp::Hypot | BinOp::CopySign | BinOp::NextAfter => float,
        }
    }

    /// Whether the operator can fail with an `OpError` on operands of this type.
    pub fn can_fail(self, operand: ScalarType) -> bool {
        let partial = matches!(self, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow);
        partial && operand.is_integer()
    }
}

/// Compares scalars by value: NaN is unordered, and 0.0 equals -0.0. `None` if the types differ.
pub fn compare(op: CmpOp, a: Scalar, b: Scalar) -> Option<bool> {
    use std::cmp::Ordering;
    let order = match (a, b) {
        (Scalar::Bool(x), Scalar::Bool(y)) => Some(x.cmp(&y)),
        _ if a.scalar_type() != b.scalar_type() => return None,
        _ => match (a.as_i128(), b.as_i128()) {
            (Some(x), Some(y)) => Some(x.cmp(&y)),
            _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
        },
    };
    Some(match op {
        CmpOp::Eq => order == Some(Ordering::Equal),
        CmpOp::Ne => order != Some(Ordering::Equal),
        CmpOp::Lt => order == Some(Ordering::Less),
        CmpOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CmpOp::Gt => order == Some(Ordering::Greater),
        CmpOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

impl UnOp {
    pub const ALL: &[UnOp] = &[
        UnOp::Neg,
        UnOp::Not,
        UnOp::Abs,
        UnOp::Sgn,
        UnOp::Popc,
        UnOp::Clz,
        UnOp::Ctz,
        UnOp::Sqrt,
        UnOp::Rsqrt,
        UnOp::Cbrt,
        UnOp::Exp,
        UnOp::Log,
        UnOp::Log2,
        UnOp::Log10,
        UnOp::Log1p,
        UnOp::Sin,
        UnOp::Cos,
        UnOp::Tan,
        UnOp::Asin,
        UnOp::Acos,
        UnOp::Atan,
        UnOp::SinPi,
        UnOp::CosPi,
        UnOp::TanPi,
        UnOp::AsinPi,
        UnOp::AcosPi,
        UnOp::AtanPi,
        UnOp::Sinh,
        UnOp::Cosh,
        UnOp::Tanh,
        UnOp::Asinh,
        UnOp::Acosh,
        UnOp::Atanh,
        UnOp::Gamma,
        UnOp::Lgamma,
        UnOp::Erf,
        UnOp::Erfc,
        UnOp::Floor,
        UnOp::Ceil,
        UnOp::Trunc,
        UnOp::Round,
        UnOp::IsNan,
        UnOp::IsInf,
        UnOp::ToBits,
        UnOp::FromBits,
    ];

    /// Returns the operator's name in all text forms.
    pub fn name(self) -> &'static str {
        match self {
            UnOp::Neg => "neg",
            UnOp::Not => "not",
            UnOp::Abs => "abs",
            UnOp::Sgn => "sgn",
            UnOp::Popc => "popc",
            UnOp::Clz => "clz",
            UnOp::Ctz => "ctz",
            UnOp::Sqrt => "sqrt",
            UnOp::Rsqrt => "rsqrt",
            UnOp::Cbrt => "cbrt",
            UnOp::Exp => "exp",
            UnOp::Log => "log",
            UnOp::Log2 => "log2",
            UnOp::Log10 => "log10",
            UnOp::Log1p => "log1p",
            UnOp::Sin => "sin",
            UnOp::Cos => "cos",
            UnOp::Tan => "tan",
            UnOp::Asin => "asin",
            UnOp::Acos => "acos",
            UnOp::Atan => "atan",
            UnOp::SinPi => "sinpi",
            UnOp::CosPi => "cospi",
            UnOp::TanPi => "tanpi",
            UnOp::AsinPi => "asinpi",
            UnOp::AcosPi => "acospi",
            UnOp::AtanPi => "atanpi",
            UnOp::Sinh => "sinh",
            UnOp::Cosh => "cosh",
            UnOp::Tanh => "tanh",
            UnOp::Asinh => "asinh",
            UnOp::Acosh => "acosh",
            UnOp::Atanh => "atanh",
            UnOp::Gamma => "gamma",
            UnOp::Lgamma => "lgamma",
            UnOp::Erf => "erf",
            UnOp::Erfc => "erfc",
            UnOp::Floor => "floor",
            UnOp::Ceil => "ceil",
            UnOp::Trunc => "trunc",
            UnOp::Round => "round",
            UnOp::IsNan => "isnan",
            UnOp::IsInf => "isinf",
            UnOp::ToBits => "to_bits",
            UnOp::FromBits => "from_bits",
        }
    }

    pub fn from_name(name: &str) -> Option<UnOp> {
        UnOp::ALL.iter().copied().find(|op| op.name() == name)
    }
}

impl BinOp {
    pub const ALL: &[BinOp] = &[
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Mod,
        BinOp::Quot,
        BinOp::Rem,
        BinOp::Pow,
        BinOp::Min,
        BinOp::Max,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::LShr,
        BinOp::MulHi,
        BinOp::AddSat,
        BinOp::MulSat,
        BinOp::Atan2,
        BinOp::Atan2Pi,
        BinOp::Hypot,
        BinOp::CopySign,
        BinOp::NextAfter,
    ];

    /// Returns the operator's name in all text forms.
    pub fn name(self) -> &'static str {
        match self {
            BinOp::Add => "add",
            BinOp::Sub => "sub",
            BinOp::Mul => "mul",
            BinOp::Div => "div",
            BinOp::Mod => "mod",
            BinOp::Quot => "quot",
            BinOp::Rem => "rem",
            BinOp::Pow => "pow",
            BinOp::Min => "min",
            BinOp::Max => "max",
            BinOp::And => "and",
            BinOp::Or => "or",
            BinOp::Xor => "xor",
            BinOp::Shl => "shl",
            BinOp::Shr => "shr",
            BinOp::LShr => "lshr",
            BinOp::MulHi => "mul_hi",
            BinOp::AddSat => "add_sat",
            BinOp::MulSat => "mul_sat",
            BinOp::Atan2 => "atan2",
            BinOp::Atan2Pi => "atan2pi",
            BinOp::Hypot => "hypot",
            BinOp::CopySign => "copysign",
            BinOp::NextAfter => "nextafter",
        }
    }

    pub fn from_name(name: &str) -> Option<BinOp> {
        BinOp::ALL.iter().copied().find(|op| op.name() == name)
    }
}

impl CmpOp {
    /// Returns the operator for the operands in the other order.
    pub fn swapped(self) -> CmpOp {
        match self {
            CmpOp::Eq | CmpOp::Ne => self,
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
        }
    }

    /// Returns the operator that holds where this one does not. For floats it differs where an operand is NaN.
    pub fn negated(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Lt => CmpOp::Ge,
            CmpOp::Le => CmpOp::Gt,
            CmpOp::Gt => CmpOp::Le,
            CmpOp::Ge => CmpOp::Lt,
        }
    }

    pub const ALL: &[CmpOp] = &[CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];

    /// Returns the operator's name in all text forms.
    pub fn name(self) -> &'static str {
        match self {
            CmpOp::Eq => "eq",
            CmpOp::Ne => "ne",
            CmpOp::Lt => "lt",
            CmpOp::Le => "le",
            CmpOp::Gt => "gt",
            CmpOp::Ge => "ge",
        }
    }

    pub fn from_name(name: &str) -> Option<CmpOp> {
        CmpOp::ALL.iter().copied().find(|op| op.name() == name)
    }
}
