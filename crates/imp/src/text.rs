//! The text form of IMP, after the FUNMEM paper's Fig. 11 with braces for blocks:
//!
//! ```text
//! program  = {table | fun | entry}
//! table    = "table" number ":" dims scalar "=" "[" literal, .. "]"
//! fun      = "fun" name "(" [param, ..] ")" "->" "(" [param, ..] ")" block
//! param    = x ":" (scalar | "mem" | "object")
//! entry    = "entry" string "=" "fun" number params "->" result ["doc" string]   (as in `value::entry`)
//! block    = "{" {stm} "}"
//! stm      = "var" x ":" scalar ":=" exp | "var" x ":" ("mem" | "object")
//!          | x "<-" exp | x "<-" "ref" y | x "<-" "move" y | x "<-" "alloc" scalar exp | x "<-" "table" number
//!          | x "<-" "object" "(" number "," number "," exp ")" ["reuse" y]
//!          | x "<-" o.memory "[" number "]" | o.memory "[" number "]" "<-" ("ref" | "move") y
//!          | x "<-" o.object "[" exp "]" | o.object "[" exp "]" "<-" ("ref" | "move") y
//!          | o.word.scalar "[" number "]" "<-" exp
//!          | "release" x | "vacate" x
//!          | m.scalar "[" exp "]" "<-" exp
//!          | "copy" m.scalar "[" exp "]" "<-" m.scalar "[" exp "]" "for" exp
//!          | "if" exp block ["else" block] | "while" exp block
//!          | ("for" | "kernel") x ":" scalar "<" exp block | "tasks" x "<" exp block | "ordered" block
//!          | "call" "(" [x, ..] ")" "<-" "fun" number "(" [exp | ("ref" | "move") m, ..] ")"
//!          | "assert" exp "," string "(" [exp, ..] ")"
//! exp      = literal | x | m.scalar "[" exp "]" | o.word.scalar "[" number "]" | "(" exp [symbol exp] ")" | operator "(" exp, .. ")"
//! ```
//!
//! An operator is the name of a scalar operator, `fma`, `select`, `pieces` or, as a conversion, a scalar type.
//! Functions are referred to by position. `parse(print(p))` equals `p`, except for source places.

mod parse;
mod print;

pub use parse::parse;
pub use print::{print, print_stm};

use value::{BinOp, CmpOp};

const SYMBOLS: &[(&str, BinOp)] = &[("+", BinOp::Add), ("-", BinOp::Sub), ("*", BinOp::Mul), ("/", BinOp::Div)];

const COMPARISONS: &[(&str, CmpOp)] =
    &[("==", CmpOp::Eq), ("!=", CmpOp::Ne), ("<=", CmpOp::Le), (">=", CmpOp::Ge), ("<", CmpOp::Lt), (">", CmpOp::Gt)];
