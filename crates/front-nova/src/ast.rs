//! The abstract syntax of NOVA (Fig. 3 of the paper): what the reader makes, the printer prints and the checker reads. It stays
//! close to the text: applications and lambdas keep all their arguments, names are not resolved, and the sections stand in the
//! order of Fig. 3.
//!
//! What users write long is flat: arguments, definitions of a `let`, cases, components. What nests is nested at most
//! `reader::MAX_DEPTH` deep.

use base::{Span, Symbol};

/// A program: what it is given, its types, the functions that are linked to it, and the expression that it computes.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub inputs: Vec<Param>,
    pub types: Vec<TypeDef>,
    pub foreign: Vec<Param>,
    pub body: Exp,
}

/// A name, where it is bound or used. Operators such as `+` are names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

/// `(x : type)`: an input, a foreign function, a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Ident,
    pub ty: Type,
    pub span: Span,
}

/// `(Name 'a .. : type)` in the section of types.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    pub name: Ident,
    /// Without the quotes.
    pub params: Vec<Ident>,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `int`, or a type of the user's; with arguments it is `(List int)`.
    Name(Ident, Vec<Type>),
    /// `'a`, without the quote.
    Var(Symbol),
    /// Two or more components.
    Tuple(Vec<Type>),
    /// `(+ (Name : type) ..)`, with one constructor or more.
    Sum(Vec<Param>),
    /// `vector t` has rank 1, as `vector#1 t` has.
    Vector(u32, Box<Type>),
    /// `a -> b`.
    Function(Box<Type>, Box<Type>),
    /// What could not be read, and is reported.
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Exp {
    pub kind: ExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExpKind {
    Name(Symbol),
    Literal(Literal),
    /// `(f x ..)`, with one argument or more.
    Apply(Box<Exp>, Vec<Exp>),
    /// `(a, b, ..)`, with two components or more.
    Tuple(Vec<Exp>),
    /// `(e.1)`; components are counted from 0.
    Component(Box<Exp>, u32),
    /// `(e ! i)`.
    Element(Box<Exp>, Box<Exp>),
    /// `(if c then a else b)`.
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `(case e (Name x body) ..)`, with one case or more.
    Case(Box<Exp>, Vec<Case>),
    /// `(let (x e) .. in body)`; each definition is in scope of the next ones.
    Let(Vec<(Ident, Exp)>, Box<Exp>),
    /// `(lambda (x : t) .. : t body)`, with one parameter or more; `: t` may be missing.
    Lambda(Box<Lambda>),
    /// `(mu (f : t) body)`: the body, in which `f` is the whole.
    Mu(Box<Param>, Box<Exp>),
    /// What could not be read, and is reported.
    Error,
}

/// A constant. Numbers without a suffix have the type that their place demands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    Integer(i64),
    /// With the type that its suffix names: `int8`, ...
    Sized(i64, Width),
    /// `1.5`, the bits of the nearest double, so that equality is that of the text.
    Real(u64),
    /// `1.5f`, rounded once from the text.
    Float(u32),
    /// `1.5L`.
    Double(u64),
    Bool(bool),
    /// The value of type `unit`.
    Nil,
}

/// The integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    W8,
    W16,
    W32,
    W64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    pub params: Vec<Param>,
    /// Fig. 3 demands it, but the paper's own `fib` (section 3.1.3) leaves it out.
    pub result: Option<Type>,
    pub body: Exp,
}

/// `(Name x body)`: the variable is what the constructor holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub constructor: Ident,
    pub variable: Ident,
    pub body: Exp,
    pub span: Span,
}
