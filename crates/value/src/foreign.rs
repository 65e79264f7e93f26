//! Foreign functions: functions written in the target's language and called from our programs. This module has their
//! types, and the flattening of their parameters and results from FUN downwards.
//!
//! ```text
//! foreign  = name "(" [type {"," type}] ")" "->" type       type = {"rows"} {"[]"} atom
//! atom     = scalar type | "(" [type {"," type}] ")"
//! ```
//!
//! The functions in FUN and IMP have flat parameters and results, in order. An array is flattened to its sizes, once,
//! and an array for each scalar in its elements; a tuple to its components; an irregular array to its rows one after
//! the other, then the offsets.

use crate::ScalarType;
use crate::entry::FlatType;
use base::Symbol;
use base::cursor::{Cursor, Parsed};
use std::fmt;

/// Keywords of the targets' languages, which cannot name a function.
const KEYWORDS: &[&str] = &[
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "kernel",
    "long",
    "main",
    "new",
    "operator",
    "private",
    "protected",
    "public",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "true",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "virtual",
    "void",
    "volatile",
    "while",
];

/// The declaration of a foreign function. The compiler assumes that the function has no effects and that equal
/// arguments give equal results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    pub name: Symbol,
    pub params: Vec<ForeignType>,
    pub result: ForeignType,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ForeignType {
    Scalar(ScalarType),
    Tuple(Vec<ForeignType>),
    /// A regular array: its element type, which contains no arrays, and its rank, at least 1.
    Array(Box<ForeignType>, usize),
    /// An irregular array, given by the type of all its rows one after the other: an array, or again an irregular
    /// array. The offsets are not part of that type.
    Rows(Box<ForeignType>),
}

impl Foreign {
    /// Returns why `name` cannot name a function in the target's language, as an error text; `None` if it can.
    pub fn wrong_name(name: &str) -> Option<&'static str> {
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Some("its name must begin with a letter, and have only letters, digits and `_`");
        }
        if KEYWORDS.contains(&name) {
            return Some("this is a keyword of C");
        }
        // Ignores case, since macros have the same prefixes in capitals.
        let lower = name.to_ascii_lowercase();
        let is_ours = ["rista_", "futhark_", "struct_"].iter().any(|prefix| lower.starts_with(prefix))
            || ["ctx", "err", "main", "thread"].contains(&name);
        is_ours.then_some("compiled programs use this name for something else")
    }

    /// Returns the flat parameter types and the flat result types.
    pub fn flat(&self) -> (Vec<FlatType>, Vec<FlatType>) {
        (self.params.iter().flat_map(ForeignType::flat).collect(), self.result.flat())
    }

    /// Whether a parameter or the result contains an array.
    pub fn has_arrays(&self) -> bool {
        self.params.iter().any(ForeignType::has_arrays) || self.result.has_arrays()
    }
}

impl ForeignType {
    /// Returns the sizes, scalars and arrays that represent a value of the type, in order.
    pub fn flat(&self) -> Vec<FlatType> {
        match self {
            ForeignType::Scalar(elem) => vec![FlatType { elem: *elem, rank: 0 }],
            ForeignType::Tuple(parts) => parts.iter().flat_map(ForeignType::flat).collect(),
            ForeignType::Array(elem, rank) => {
                let sizes = std::iter::repeat_n(FlatType { elem: ScalarType::I64, rank: 0 }, *rank);
                sizes.chain(elem.flat().into_iter().map(|leaf| FlatType { rank: *rank, ..leaf })).collect()
            }
            ForeignType::Rows(data) => [data.flat(), ForeignType::offsets().flat()].concat(),
        }
    }

    pub fn has_arrays(&self) -> bool {
        match self {
            ForeignType::Scalar(_) => false,
            ForeignType::Tuple(parts) => parts.iter().any(ForeignType::has_arrays),
            ForeignType::Array(..) | ForeignType::Rows(_) => true,
        }
    }

    /// Returns the type of offsets of an irregular array: an array of `i64`.
    pub fn offsets() -> ForeignType {
        ForeignType::Array(Box::new(ForeignType::Scalar(ScalarType::I64)), 1)
    }

    /// Returns the type of irregular arrays, given the type of all rows one after the other; `None` if that is not an
    /// array type.
    pub fn rows(data: ForeignType) -> Option<ForeignType> {
        matches!(data, ForeignType::Array(..) | ForeignType::Rows(_)).then(|| ForeignType::Rows(Box::new(data)))
    }

    /// Returns the type of arrays of `elem`; `None` if the elements contain arrays inside tuples or are empty.
    pub fn array(elem: ForeignType) -> Option<ForeignType> {
        match elem {
            ForeignType::Array(elem, rank) => Some(ForeignType::Array(elem, rank + 1)),
            elem if elem.has_arrays() || elem.flat().is_empty() => None,
            elem => Some(ForeignType::Array(Box::new(elem), 1)),
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(ForeignType::to_string).collect();
        write!(f, "{} ({}) -> {}", self.name, params.join(", "), self.result)
    }
}

impl fmt::Display for ForeignType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ForeignType::Scalar(elem) => write!(f, "{elem}"),
            ForeignType::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(ForeignType::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            ForeignType::Array(elem, rank) => write!(f, "{}{elem}", "[]".repeat(*rank)),
            ForeignType::Rows(data) => write!(f, "rows {data}"),
        }
    }
}

/// Parses the declaration of a foreign function, as it is printed.
///
/// # Errors If the text does not have this form.
pub fn parse_foreign(cursor: &mut Cursor) -> Parsed<Foreign> {
    let name = cursor.word()?;
    if let Some(wrong) = Foreign::wrong_name(&name) {
        return Err(cursor.error(wrong));
    }
    cursor.expect("(")?;
    let params = cursor.list(")", parse_type)?;
    cursor.expect("->")?;
    Ok(Foreign { name: Symbol::new(&name), params, result: parse_type(cursor)? })
}

fn parse_type(cursor: &mut Cursor) -> Parsed<ForeignType> {
    cursor.nest(|cursor| {
        if cursor.eat("[")? {
            cursor.expect("]")?;
            let place = cursor.expected("the type of elements without arrays");
            return ForeignType::array(parse_type(cursor)?).ok_or(place);
        }
        if cursor.eat("(")? {
            return Ok(ForeignType::Tuple(cursor.list(")", parse_type)?));
        }
        let place = cursor.expected("a type");
        let word = cursor.word()?;
        if word == "rows" {
            let place = cursor.expected("the type of an array");
            return ForeignType::rows(parse_type(cursor)?).ok_or(place);
        }
        ScalarType::from_name(&word).map(ForeignType::Scalar).ok_or(place)
    })
}
