//! Scalar operators that are written infix. All others are written by name before their operands.

use value::{BinOp, CmpOp};

/// Infix operators by precedence, loosest first; comparisons are looser than all of them.
pub(super) const INFIX: &[&[(&str, BinOp)]] = &[
    &[("|", BinOp::Or), ("^", BinOp::Xor)],
    &[("&", BinOp::And)],
    &[("+", BinOp::Add), ("-", BinOp::Sub)],
    &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Mod)],
];

pub(super) const COMPARISONS: &[(&str, CmpOp)] =
    &[("==", CmpOp::Eq), ("!=", CmpOp::Ne), ("<=", CmpOp::Le), (">=", CmpOp::Ge), ("<", CmpOp::Lt), (">", CmpOp::Gt)];

pub(super) fn infix_symbol(op: BinOp) -> Option<&'static str> {
    INFIX.iter().flat_map(|level| level.iter()).find(|(_, other)| *other == op).map(|(symbol, _)| *symbol)
}

pub(super) fn comparison_symbol(op: CmpOp) -> &'static str {
    COMPARISONS.iter().find(|(_, other)| *other == op).map_or("?", |(symbol, _)| symbol)
}
