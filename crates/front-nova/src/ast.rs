//! The abstract syntax of NOVA (Fig. 3 of the paper). The reader makes it; the printer and the checker read it. It
//! stays close to the text: applications and lambdas keep all their arguments, names are not resolved, and the sections
//! are in the order of Fig. 3.
//!
//! Constructs that users write long are flat: arguments, definitions of a `let`, cases, components. Others are nested
//! at most `reader::MAX_DEPTH` levels.

use base::{Span, Symbol};

/// A program: its inputs, types, foreign functions, and the expression that it computes.
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

/// `(x : type)`: an input, a foreign function, a parameter, or a constructor of a sum.
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
    /// Names of the type parameters, without the quotes.
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
    /// `int`, or a user-defined type; `(List int)` has an argument.
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
    /// Text that could not be parsed and has been reported.
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
    /// `(mu (f : t) body)`: a recursive value; `f` in the body is the whole expression.
    Mu(Box<Param>, Box<Exp>),
    /// Text that could not be parsed and has been reported.
    Error,
}

/// A constant. The type of a number without a suffix is inferred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    Integer(i64),
    /// An integer with a type suffix: `1i8`, ...
    Sized(i64, Width),
    /// `1.5`. Because equality should be that of the text, it holds the bits of the nearest double.
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
    /// Type of the body. Fig. 3 demands it, but the paper's own `fib` (section 3.1.3) leaves it out.
    pub result: Option<Type>,
    pub body: Exp,
}

/// `(Name x body)`: the variable is bound to the constructor's payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub constructor: Ident,
    pub variable: Ident,
    pub body: Exp,
    pub span: Span,
}

impl Type {
    /// Returns the types directly inside, in the order of the text.
    pub fn parts(&self) -> Vec<&Type> {
        match &self.kind {
            TypeKind::Name(_, parts) | TypeKind::Tuple(parts) => parts.iter().collect(),
            TypeKind::Sum(constructors) => constructors.iter().map(|constructor| &constructor.ty).collect(),
            TypeKind::Vector(_, element) => vec![element],
            TypeKind::Function(param, result) => vec![param, result],
            TypeKind::Var(_) | TypeKind::Error => Vec::new(),
        }
    }
}

impl Exp {
    /// Returns the expressions directly inside, in the order of the text.
    pub fn parts(&self) -> Vec<&Exp> {
        match &self.kind {
            ExpKind::Apply(function, args) => std::iter::once(&**function).chain(args).collect(),
            ExpKind::Tuple(parts) => parts.iter().collect(),
            ExpKind::Component(inner, _) | ExpKind::Mu(_, inner) => vec![inner],
            ExpKind::Element(vector, index) => vec![vector, index],
            ExpKind::If(condition, yes, no) => vec![condition, yes, no],
            ExpKind::Case(subject, cases) => {
                std::iter::once(&**subject).chain(cases.iter().map(|case| &case.body)).collect()
            }
            ExpKind::Let(definitions, body) => {
                definitions.iter().map(|(_, value)| value).chain(std::iter::once(&**body)).collect()
            }
            ExpKind::Lambda(lambda) => vec![&lambda.body],
            ExpKind::Name(_) | ExpKind::Literal(_) | ExpKind::Error => Vec::new(),
        }
    }
}
