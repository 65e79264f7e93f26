//! The text form of CORE. `parse(print(p))` equals `p`, except for source places. Names print with their numbers,
//! binders with their types, and an expression with its type, `(e : type)`, only if `typing::infer` does not infer it.
//! Programs written by hand may omit the numbers; such names have scopes and get fresh numbers.
//!
//! ```text
//! program  = ["explicit"] {table | data | def | entry}
//! table    = "table" dims scalar "=" "[" literal, .. "]"
//! data     = "data" name ["<" t, .. ">"] "=" sum
//! def      = "def" name ["inline" | "noinline"] ["<" t, .. ">"] {param} ":" ["*"] type "=" expr
//! entry    = "entry" name "=" "@" name params "->" result ["doc" string] ["where" size {";" size}]
//! size     = ["pass"] name ["(" count ")"] "=" leaf dim ["slot"] {"," leaf dim ["slot"]}
//! param    = ["*"] "(" pat ")"
//! pat      = x ":" type | "_" ":" type | literal | "#" name ["(" pat, .. ")"] ":" type | "(" pat, .. ")"
//!          | "{" name "=" pat, .. "}"
//! type     = scalar | t | "[" [size] "]" type | "(" type, .. ")" | "{" name ":" type, .. "}"
//!          | sum | "@" name ["<" type, .. ">"] | "seq" "<" type ">" | type "->" type
//! sum      = "<" [name ["(" type, .. ")"] {"|" ..}] ">"
//! expr     = {"let" ["<" t, .. ">"] pat "=" expr} "in" expr
//!          | "if" expr "then" expr "else" expr | "match" expr "{" {"case" pat "=>" expr} "}"
//!          | "loop" pat "=" expr ("for" x "<" expr | "for" pat "in" expr | "while" expr) "do" expr
//!          | "\" {param} "->" expr | "ensure" expr "," string "(" expr, .. ")" "in" expr
//!          | postfix "with" dims "=" expr | postfix [infix postfix]
//! postfix  = primary {"(" expr, .. ")" | "[" dim, .. "]" | "![" dim, .. "]" | "#" name}
//! dim      = expr | [expr] ":" [expr] [":" [expr]]
//! primary  = literal | "$" table | x ["?" "<" type, .. ">"] | "@" name ["?" "<" type, .. ">"] | "#" name ["(" expr, .. ")"]
//!          | "(" ["unchecked"] expr [":" type] ")" | "(" expr, .. ")" | "{" name "=" expr, .. "}" | "[" expr, .. "]"
//!          | primitive "(" expr, .. ")"
//! ```
//!
//! `explicit` says that only operands of `accelerate` run on the device. `a[i, j]` is an index, `a[i, 0:2]` a slice; a slice without a range is written `a![i]`. A definition is named
//! `@name`, or `@3` by its position where the name is not unique; so is a data type in types.

pub(crate) mod operators;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print, print_expr, print_type};

/// Reserved words.
pub(crate) const KEYWORDS: &[&str] = &[
    "data",
    "def",
    "entry",
    "table",
    "let",
    "in",
    "if",
    "then",
    "else",
    "match",
    "case",
    "loop",
    "for",
    "while",
    "do",
    "with",
    "ensure",
    "unchecked",
    "true",
    "false",
    "inline",
    "noinline",
    "_",
];

/// Whether `text` is a name that can be written without quotes.
pub(crate) fn is_plain(text: &str) -> bool {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(fine) && !KEYWORDS.contains(&text)
}
