//! How primitives are written: infix where a symbol is common, else a word before the arguments.

use crate::def::Prim;
use value::{BinOp, CmpOp, ScalarType, UnOp};

const WORDS: &[(&str, Prim)] = &[
    ("fma", Prim::Fma),
    ("equal", Prim::Equal),
    ("iota", Prim::Iota),
    ("replicate", Prim::Replicate),
    ("concat", Prim::Concat),
    ("flatten", Prim::Flatten),
    ("unflatten", Prim::Unflatten),
    ("transpose", Prim::Transpose),
    ("zip", Prim::Zip),
    ("unzip", Prim::Unzip),
    ("map", Prim::Map),
    ("reduce", Prim::Reduce { commutative: false }),
    ("reduce_comm", Prim::Reduce { commutative: true }),
    ("scan", Prim::Scan),
    ("filter", Prim::Filter),
    ("scatter", Prim::Scatter),
    ("histogram", Prim::Histogram),
    ("copy", Prim::Copy),
    ("neg", Prim::Un(UnOp::Neg)),
    ("not", Prim::Un(UnOp::Not)),
    ("abs", Prim::Un(UnOp::Abs)),
    ("sgn", Prim::Un(UnOp::Sgn)),
    ("popc", Prim::Un(UnOp::Popc)),
    ("clz", Prim::Un(UnOp::Clz)),
    ("ctz", Prim::Un(UnOp::Ctz)),
    ("sqrt", Prim::Un(UnOp::Sqrt)),
    ("rsqrt", Prim::Un(UnOp::Rsqrt)),
    ("cbrt", Prim::Un(UnOp::Cbrt)),
    ("exp", Prim::Un(UnOp::Exp)),
    ("log", Prim::Un(UnOp::Log)),
    ("log2", Prim::Un(UnOp::Log2)),
    ("log10", Prim::Un(UnOp::Log10)),
    ("log1p", Prim::Un(UnOp::Log1p)),
    ("sin", Prim::Un(UnOp::Sin)),
    ("cos", Prim::Un(UnOp::Cos)),
    ("tan", Prim::Un(UnOp::Tan)),
    ("asin", Prim::Un(UnOp::Asin)),
    ("acos", Prim::Un(UnOp::Acos)),
    ("atan", Prim::Un(UnOp::Atan)),
    ("sinpi", Prim::Un(UnOp::SinPi)),
    ("cospi", Prim::Un(UnOp::CosPi)),
    ("tanpi", Prim::Un(UnOp::TanPi)),
    ("asinpi", Prim::Un(UnOp::AsinPi)),
    ("acospi", Prim::Un(UnOp::AcosPi)),
    ("atanpi", Prim::Un(UnOp::AtanPi)),
    ("sinh", Prim::Un(UnOp::Sinh)),
    ("cosh", Prim::Un(UnOp::Cosh)),
    ("tanh", Prim::Un(UnOp::Tanh)),
    ("asinh", Prim::Un(UnOp::Asinh)),
    ("acosh", Prim::Un(UnOp::Acosh)),
    ("atanh", Prim::Un(UnOp::Atanh)),
    ("gamma", Prim::Un(UnOp::Gamma)),
    ("lgamma", Prim::Un(UnOp::Lgamma)),
    ("erf", Prim::Un(UnOp::Erf)),
    ("erfc", Prim::Un(UnOp::Erfc)),
    ("floor", Prim::Un(UnOp::Floor)),
    ("ceil", Prim::Un(UnOp::Ceil)),
    ("trunc", Prim::Un(UnOp::Trunc)),
    ("round", Prim::Un(UnOp::Round)),
    ("isnan", Prim::Un(UnOp::IsNan)),
    ("isinf", Prim::Un(UnOp::IsInf)),
    ("tobits", Prim::Un(UnOp::ToBits)),
    ("frombits", Prim::Un(UnOp::FromBits)),
    ("quot", Prim::Bin(BinOp::Quot)),
    ("rem", Prim::Bin(BinOp::Rem)),
    ("pow", Prim::Bin(BinOp::Pow)),
    ("min", Prim::Bin(BinOp::Min)),
    ("max", Prim::Bin(BinOp::Max)),
    ("shl", Prim::Bin(BinOp::Shl)),
    ("shr", Prim::Bin(BinOp::Shr)),
    ("lshr", Prim::Bin(BinOp::LShr)),
    ("mulhi", Prim::Bin(BinOp::MulHi)),
    ("atan2", Prim::Bin(BinOp::Atan2)),
    ("atan2pi", Prim::Bin(BinOp::Atan2Pi)),
    ("hypot", Prim::Bin(BinOp::Hypot)),
    ("copysign", Prim::Bin(BinOp::CopySign)),
    ("nextafter", Prim::Bin(BinOp::NextAfter)),
];

const INFIX: &[(&str, Prim)] = &[
    ("+", Prim::Bin(BinOp::Add)),
    ("-", Prim::Bin(BinOp::Sub)),
    ("*", Prim::Bin(BinOp::Mul)),
    ("/", Prim::Bin(BinOp::Div)),
    ("%", Prim::Bin(BinOp::Mod)),
    ("&", Prim::Bin(BinOp::And)),
    ("|", Prim::Bin(BinOp::Or)),
    ("^", Prim::Bin(BinOp::Xor)),
    ("==", Prim::Cmp(CmpOp::Eq)),
    ("!=", Prim::Cmp(CmpOp::Ne)),
    ("<=", Prim::Cmp(CmpOp::Le)),
    (">=", Prim::Cmp(CmpOp::Ge)),
    ("<", Prim::Cmp(CmpOp::Lt)),
    (">", Prim::Cmp(CmpOp::Gt)),
];

/// The symbols that are infix.
pub(super) fn infix_symbols() -> impl Iterator<Item = (&'static str, Prim)> {
    INFIX.iter().copied()
}

pub(super) fn infix(prim: Prim) -> Option<&'static str> {
    INFIX.iter().find(|(_, other)| *other == prim).map(|(symbol, _)| *symbol)
}

/// `size.1` is the length of dimension 1, `to.f32` the conversion; infix operators have no word.
pub(super) fn word(prim: Prim) -> String {
    match prim {
        Prim::Size(dim) => format!("size.{dim}"),
        Prim::Convert(to) => format!("to.{to}"),
        _ => WORDS.iter().find(|(_, other)| *other == prim).map_or("?", |(word, _)| word).to_owned(),
    }
}

pub(super) fn from_word(text: &str) -> Option<Prim> {
    if let Some(dim) = text.strip_prefix("size.") {
        return dim.parse().ok().map(Prim::Size);
    }
    if let Some(to) = text.strip_prefix("to.") {
        return ScalarType::from_name(to).map(Prim::Convert);
    }
    WORDS.iter().find(|(word, _)| *word == text).map(|(_, prim)| *prim)
}
