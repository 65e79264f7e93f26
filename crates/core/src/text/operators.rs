//! Spelling of primitives: infix for common symbols, otherwise a word before the arguments.

use crate::def::{Prim, RefOp, SeqOp, TensorOp};
use base::Symbol;
use value::{BinOp, CmpOp, ScalarType, Service, UnOp};

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
    ("flat_map", Prim::FlatMap),
    ("reduce", Prim::Reduce { commutative: false }),
    ("reduce_comm", Prim::Reduce { commutative: true }),
    ("scan", Prim::Scan),
    ("filter", Prim::Filter),
    ("scatter", Prim::Scatter),
    ("histogram", Prim::Histogram),
    ("copy", Prim::Copy),
    ("shared", Prim::Shared),
    ("accelerate", Prim::Accelerate),
    ("in_accelerate", Prim::InAccelerate),
    ("for_each", Prim::Loop),
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

/// Returns the infix symbols.
pub(super) fn infix_symbols() -> impl Iterator<Item = (&'static str, Prim)> {
    INFIX.iter().copied()
}

pub(super) fn infix(prim: Prim) -> Option<&'static str> {
    INFIX.iter().find(|(_, other)| *other == prim).map(|(symbol, _)| *symbol)
}

/// Returns the word of a primitive. `size.1` is the length of dimension 1, `flat_index.2` makes two dimensions of one,
/// `to.f32` is a conversion, `trace.x` shows a value as `x`, `foreign.f` is the foreign function `f`, and `seq.get` is
/// an operation on sequences. Scalar operators and services have their own names.
pub(super) fn word(prim: Prim) -> String {
    match prim {
        Prim::Size(dim) => format!("size.{dim}"),
        Prim::FlatIndex(rank) => format!("flat_index.{rank}"),
        Prim::FlatUpdate(rank) => format!("flat_update.{rank}"),
        Prim::Convert(to) => format!("to.{to}"),
        Prim::Parameter(name) => format!("param.{name}"),
        Prim::Trace(tag) => format!("trace.{tag}"),
        Prim::Foreign(name) => format!("foreign.{name}"),
        Prim::Ref(op) => format!("ref.{}", op.name()),
        Prim::Tensor(TensorOp::At(count)) => format!("tensor.at.{count}"),
        Prim::Tensor(TensorOp::Part(count, None)) => format!("tensor.part.{count}"),
        Prim::Tensor(TensorOp::Part(count, Some(rest))) => format!("tensor.part.{count}.{rest}"),
        Prim::Tensor(op) => format!("tensor.{}", op.name()),
        Prim::Seq(op) => format!("seq.{}", op.name()),
        Prim::Un(op) => op.name().to_owned(),
        Prim::Bin(op) => op.name().to_owned(),
        Prim::Cmp(op) => op.name().to_owned(),
        Prim::System(op) => Service::System(op).name().to_owned(),
        Prim::Text(op) => Service::Text(op).name().to_owned(),
        Prim::Fail => Service::Fail.name().to_owned(),
        _ => WORDS.iter().find(|(_, other)| *other == prim).map_or("?", |(word, _)| word).to_owned(),
    }
}

/// Returns the primitive that a word names; the inverse of `word`.
pub(super) fn from_word(text: &str) -> Option<Prim> {
    if let Some(dim) = text.strip_prefix("size.") {
        return dim.parse().ok().map(Prim::Size);
    }
    if let Some(rank) = text.strip_prefix("flat_index.") {
        return rank.parse().ok().map(Prim::FlatIndex);
    }
    if let Some(rank) = text.strip_prefix("flat_update.") {
        return rank.parse().ok().map(Prim::FlatUpdate);
    }
    if let Some(to) = text.strip_prefix("to.") {
        return ScalarType::from_name(to).map(Prim::Convert);
    }
    if let Some(tag) = text.strip_prefix("trace.") {
        return Some(Prim::Trace(Symbol::new(tag)));
    }
    if let Some(name) = text.strip_prefix("param.") {
        return Some(Prim::Parameter(Symbol::new(name)));
    }
    if let Some(name) = text.strip_prefix("foreign.") {
        return Some(Prim::Foreign(Symbol::new(name)));
    }
    if let Some(name) = text.strip_prefix("seq.") {
        return SeqOp::ALL.into_iter().find(|op| op.name() == name).map(Prim::Seq);
    }
    if let Some(name) = text.strip_prefix("ref.") {
        return RefOp::ALL.into_iter().find(|op| op.name() == name).map(Prim::Ref);
    }
    if let Some(count) = text.strip_prefix("tensor.at.") {
        return count.parse().ok().map(|count| Prim::Tensor(TensorOp::At(count)));
    }
    if let Some(form) = text.strip_prefix("tensor.part.") {
        let (count, rest) = form.split_once('.').map_or((form, None), |(count, rest)| (count, Some(rest)));
        let rest = rest.map(str::parse).transpose().ok()?;
        return count.parse().ok().map(|count| Prim::Tensor(TensorOp::Part(count, rest)));
    }
    if let Some(name) = text.strip_prefix("tensor.") {
        return TensorOp::ALL.into_iter().find(|op| op.name() == name).map(Prim::Tensor);
    }
    if let Some(service) = Service::from_name(text) {
        return Some(service.into());
    }
    let own = WORDS.iter().find(|(word, _)| *word == text).map(|(_, prim)| *prim);
    let scalar = || UnOp::from_name(text).map(Prim::Un).or_else(|| BinOp::from_name(text).map(Prim::Bin));
    own.or_else(scalar).or_else(|| CmpOp::from_name(text).map(Prim::Cmp))
}
