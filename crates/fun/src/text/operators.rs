//! How scalar operators are written: infix where a symbol is common, else a word before the operands.

use value::{BinOp, CmpOp, UnOp};

const UNARY: &[(&str, UnOp)] = &[
    ("neg", UnOp::Neg),
    ("not", UnOp::Not),
    ("abs", UnOp::Abs),
    ("sgn", UnOp::Sgn),
    ("popc", UnOp::Popc),
    ("clz", UnOp::Clz),
    ("ctz", UnOp::Ctz),
    ("sqrt", UnOp::Sqrt),
    ("rsqrt", UnOp::Rsqrt),
    ("cbrt", UnOp::Cbrt),
    ("exp", UnOp::Exp),
    ("log", UnOp::Log),
    ("log2", UnOp::Log2),
    ("log10", UnOp::Log10),
    ("log1p", UnOp::Log1p),
    ("sin", UnOp::Sin),
    ("cos", UnOp::Cos),
    ("tan", UnOp::Tan),
    ("asin", UnOp::Asin),
    ("acos", UnOp::Acos),
    ("atan", UnOp::Atan),
    ("sinpi", UnOp::SinPi),
    ("cospi", UnOp::CosPi),
    ("tanpi", UnOp::TanPi),
    ("asinpi", UnOp::AsinPi),
    ("acospi", UnOp::AcosPi),
    ("atanpi", UnOp::AtanPi),
    ("sinh", UnOp::Sinh),
    ("cosh", UnOp::Cosh),
    ("tanh", UnOp::Tanh),
    ("asinh", UnOp::Asinh),
    ("acosh", UnOp::Acosh),
    ("atanh", UnOp::Atanh),
    ("gamma", UnOp::Gamma),
    ("lgamma", UnOp::Lgamma),
    ("erf", UnOp::Erf),
    ("erfc", UnOp::Erfc),
    ("floor", UnOp::Floor),
    ("ceil", UnOp::Ceil),
    ("trunc", UnOp::Trunc),
    ("round", UnOp::Round),
    ("isnan", UnOp::IsNan),
    ("isinf", UnOp::IsInf),
    ("tobits", UnOp::ToBits),
    ("frombits", UnOp::FromBits),
];

const BINARY: &[(&str, BinOp)] = &[
    ("quot", BinOp::Quot),
    ("rem", BinOp::Rem),
    ("pow", BinOp::Pow),
    ("min", BinOp::Min),
    ("max", BinOp::Max),
    ("shl", BinOp::Shl),
    ("shr", BinOp::Shr),
    ("lshr", BinOp::LShr),
    ("mulhi", BinOp::MulHi),
    ("atan2", BinOp::Atan2),
    ("atan2pi", BinOp::Atan2Pi),
    ("hypot", BinOp::Hypot),
    ("copysign", BinOp::CopySign),
    ("nextafter", BinOp::NextAfter),
];

/// Infix operators by how tightly they bind, loosest first; comparisons are looser than all of them.
pub(super) const INFIX: &[&[(&str, BinOp)]] = &[
    &[("|", BinOp::Or), ("^", BinOp::Xor)],
    &[("&", BinOp::And)],
    &[("+", BinOp::Add), ("-", BinOp::Sub)],
    &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Mod)],
];

pub(super) const COMPARISONS: &[(&str, CmpOp)] = &[
    ("==", CmpOp::Eq),
    ("!=", CmpOp::Ne),
    ("<=", CmpOp::Le),
    (">=", CmpOp::Ge),
    ("<", CmpOp::Lt),
    (">", CmpOp::Gt),
];

pub(super) fn unary(word: &str) -> Option<UnOp> {
    UNARY.iter().find(|(name, _)| *name == word).map(|(_, op)| *op)
}

pub(super) fn binary(word: &str) -> Option<BinOp> {
    BINARY.iter().find(|(name, _)| *name == word).map(|(_, op)| *op)
}

pub(super) fn unary_name(op: UnOp) -> &'static str {
    UNARY.iter().find(|(_, other)| *other == op).map_or("?", |(name, _)| name)
}

pub(super) fn binary_name(op: BinOp) -> &'static str {
    BINARY.iter().find(|(_, other)| *other == op).map_or("?", |(name, _)| name)
}

pub(super) fn infix_symbol(op: BinOp) -> Option<&'static str> {
    INFIX.iter().flat_map(|level| level.iter()).find(|(_, other)| *other == op).map(|(symbol, _)| *symbol)
}

pub(super) fn comparison_symbol(op: CmpOp) -> &'static str {
    COMPARISONS.iter().find(|(_, other)| *other == op).map_or("?", |(symbol, _)| symbol)
}
