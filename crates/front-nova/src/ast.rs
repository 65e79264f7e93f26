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

/// A name where it is bound or used. Operators such as `+` are names, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

/// A name with its type, `(x : type)`: an input, a foreign function, a parameter, or a constructor of a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Ident,
    pub ty: Type,
    pub span: Span,
}

/// A type that the section of types defines: `(Name 'a .. : type)`.
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
    /// A type by name, with its arguments: `int`, `Maybe`, `(List int)`.
    Name(Ident, Vec<Type>),
    /// A type variable by its name without the quote: `'a`.
    Var(Symbol),
    /// A tuple type of two or more components: `(a, b)`.
    Tuple(Vec<Type>),
    /// A sum type of one or more constructors: `(+ (Name : type) ..)`.
    Sum(Vec<Param>),
    /// A vector type, with its rank: `vector t` and `vector#1 t` have rank 1.
    Vector(u32, Box<Type>),
    /// A function type: `a -> b`.
    Function(Box<Type>, Box<Type>),
    /// A type with a syntax error, which has been reported.
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
    /// An application to one or more arguments: `(f x ..)`.
    Apply(Box<Exp>, Vec<Exp>),
    /// A tuple of two or more components: `(a, b, ..)`.
    Tuple(Vec<Exp>),
    /// A component of a tuple, counted from 0: `(e.1)`.
    Component(Box<Exp>, u32),
    /// An element of a vector: `(e ! i)`.
    Element(Box<Exp>, Box<Exp>),
    /// A conditional: `(if c then a else b)`.
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// A case expression with one or more cases: `(case e (Name x body) ..)`.
    Case(Box<Exp>, Vec<Case>),
    /// Definitions, each in scope of the next ones, and a body: `(let (x e) .. in body)`.
    Let(Vec<(Ident, Exp)>, Box<Exp>),
    /// A function with one or more parameters: `(lambda (x : t) .. : t body)`. The result type `: t` may be missing.
    Lambda(Box<Lambda>),
    /// A recursive value, in whose body `f` is the whole expression: `(mu (f : t) body)`.
    Mu(Box<Param>, Box<Exp>),
    /// An expression with a syntax error, which has been reported.
    Error,
}

/// A constant. The type of a number without a suffix is inferred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    Integer(i64),
    /// An integer with a type suffix, such as `1i8`.
    Sized(i64, Width),
    /// A number with a fraction or exponent, such as `1.5`: the bits of the nearest double, so that equality is that of
    /// the text.
    Real(u64),
    /// A float, such as `1.5f`: its bits, rounded once from the text.
    Float(u32),
    /// A double, such as `1.5L`: its bits.
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
    /// Result type. Fig. 3 demands it, but the paper's own `fib` (section 3.1.3) omits it.
    pub result: Option<Type>,
    pub body: Exp,
}

/// A case of a case expression, `(Name x body)`. The variable is bound to the constructor's payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub constructor: Ident,
    pub variable: Ident,
    pub body: Exp,
    pub span: Span,
}

impl Type {
    /// Returns the component types of the type, in the order of the text.
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
    /// Returns the direct subexpressions, in the order of the text.
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
