//! The abstract syntax of MExpr. The parser makes it. It stays close to the text: names are not resolved, and `dive`
//! and `prerun`, which mean nothing here, are left out.
//!
//! Constructs that users write long are flat: statements, parameters, arguments, fields, alternatives. So `let` chains
//! may have any length. Others are nested at most `parser::MAX_DEPTH` levels.
//!
//! ```text
//! let x = e in a; lam y. lam z. b   ─►   Block([Let(x, e), Do(a)], Lambda([y, z], b))
//! ```

use base::{Span, Symbol};
pub use syntax::files::Import;
use value::{Scalar, ScalarType};

/// A file: the files that it includes, its declarations, and the expression after `mexpr`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    pub includes: Vec<Import>,
    pub tops: Vec<Top>,
    pub body: Option<Exp>,
}

/// A declaration of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Top {
    pub decl: Decl,
    pub span: Span,
}

/// A declaration, of a file or in an expression. Its scope is what follows.
#[derive(Clone, Debug, PartialEq)]
pub enum Decl {
    Let(Bind),
    /// Definitions in scope of each other: `recursive let f = .. let g = ..`.
    Recursive(Vec<Bind>),
    /// A type: `type Name a b = ty`. Without `= ty` it is a new data type.
    Type {
        name: Ident,
        params: Vec<Ident>,
        ty: Option<Ty>,
    },
    /// A constructor of a data type: `con Name : ty`.
    Con {
        name: Ident,
        ty: Option<Ty>,
    },
    /// A function that is defined elsewhere: `external f : ty`. `f !` has effects.
    External {
        name: Ident,
        effects: bool,
        ty: Ty,
    },
    Utest(Box<Utest>),
    /// A declaration that is refused, or that has a syntax error. It has been reported.
    Error,
}

/// A definition: `let name : ty = value`, without the `let`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bind {
    pub name: Ident,
    pub ty: Option<Ty>,
    pub value: Exp,
}

/// A unit test: `utest left with right using equal else show`.
#[derive(Clone, Debug, PartialEq)]
pub struct Utest {
    pub left: Exp,
    pub right: Exp,
    pub equal: Option<Exp>,
    pub show: Option<Exp>,
}

/// A name where it is bound or used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Exp {
    pub kind: ExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExpKind {
    Var(Ident),
    /// A variable whose polymorphism is kept: `#frozen"f"`.
    Frozen(Ident),
    /// A constructor with its argument: `Some x`.
    Con(Ident, Box<Exp>),
    Literal(Literal),
    /// An application to one or more arguments.
    Apply(Box<Exp>, Vec<Exp>),
    /// A function with one or more parameters: `lam x. lam y. body`.
    Lambda(Vec<Param>, Box<Exp>),
    /// One or more statements, and the expression in their scope.
    Block(Vec<Stm>, Box<Exp>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    Match(Box<Match>),
    /// Cases that are tried in order: `switch subject case p then e .. end`.
    Switch(Box<Exp>, Vec<Case>),
    /// A tuple; `()` and `{}` have no component, `(e,)` has one.
    Tuple(Vec<Exp>),
    /// A record with one or more fields.
    Record(Vec<Field>),
    /// A record with other values of some fields: `{e with x = a, y = b}`.
    Update(Box<Exp>, Vec<Field>),
    /// Fields of a record, each of the one before: `e.pos.x`. A component of a tuple has its number as its name.
    Select(Box<Exp>, Vec<Ident>),
    Seq(Vec<Exp>),
    Never,
    /// An expression with a syntax error, which has been reported.
    Error,
}

/// A statement of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Stm {
    Decl(Decl),
    /// A match that must succeed: `match e with p in`.
    Match(Exp, Pat),
    /// An expression whose value is not used: `e;`.
    Do(Exp),
}

/// A parameter. `lam.` has none, and ignores its argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Option<Ident>,
    pub ty: Option<Ty>,
}

/// A match with two branches: `match subject with pat then yes else no`.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    pub subject: Exp,
    pub pat: Pat,
    pub yes: Exp,
    pub no: Exp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub pat: Pat,
    pub body: Exp,
}

/// A field with its value: `x = e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<T = Exp> {
    pub label: Ident,
    pub value: T,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Int(i128),
    /// The bits of the nearest double, so that equality is that of the text.
    Float(u64),
    Bool(bool),
    Char(char),
    /// A sequence of characters.
    Text(String),
}

impl Literal {
    /// Returns the scalar that the literal is; a number has this type. `None` for strings, and for numbers that are out of
    /// the type's range.
    pub fn scalar(&self, number: ScalarType) -> Option<Scalar> {
        match self {
            Literal::Int(value) => {
                let scalar = Scalar::from_i128(number, *value);
                (scalar.as_i128() == Some(*value)).then_some(scalar)
            }
            Literal::Float(bits) => {
                let scalar = Scalar::from_f64(number, f64::from_bits(*bits))?;
                scalar.as_f64().is_some_and(f64::is_finite).then_some(scalar)
            }
            Literal::Bool(value) => Some(Scalar::Bool(*value)),
            Literal::Char(c) => Some(Scalar::U32(u32::from(*c))),
            Literal::Text(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pat {
    pub kind: PatKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PatKind {
    Var(Ident),
    Wildcard,
    Con(Ident, Box<Pat>),
    /// An integer, bool or character.
    Literal(Literal),
    Tuple(Vec<Pat>),
    /// A record with at least these fields, one or more.
    Record(Vec<Field<Pat>>),
    /// A sequence of exactly these elements. A string is the sequence of its characters.
    Seq(Vec<Pat>),
    /// A sequence with these elements at its begin and its end: `[a] ++ rest ++ [b]`.
    Edges {
        before: Vec<Pat>,
        rest: Option<Ident>,
        after: Vec<Pat>,
    },
    /// What the pattern does not match: `!p`.
    Not(Box<Pat>),
    /// Two or more patterns that match together: `p & q`.
    And(Vec<Pat>),
    /// Two or more alternatives: `p | q`.
    Or(Vec<Pat>),
    /// A pattern with a syntax error, which has been reported.
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ty {
    pub kind: TyKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TyKind {
    /// A type by name, with its arguments: `Int`, `Option a`.
    Name(Ident, Vec<Ty>),
    Var(Ident),
    /// A type that is inferred: `_`.
    Hole,
    Seq(Box<Ty>),
    Tensor(Box<Ty>),
    Tuple(Vec<Ty>),
    /// A record with one or more fields.
    Record(Vec<Field<Ty>>),
    Function(Box<Ty>, Box<Ty>),
    /// A polymorphic type: `all a. ty`.
    All(Ident, Box<Ty>),
    /// A type that is refused, or that has a syntax error. It has been reported.
    Error,
}
