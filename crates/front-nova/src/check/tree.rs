//! Result of the checker: the program with resolved names and a type on every expression.

use super::builtins::Builtin;
use super::types::{Type, VariableNumber};
use super::unify::Unifier;
use crate::ast::Literal;
use base::{Span, Symbol};
use indexmap::IndexMap;

/// Number of a variable. Each binding has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableId(pub u32);

pub struct Program {
    pub inputs: Vec<Param>,
    pub foreign: Vec<Foreign>,
    pub body: Exp,
    /// Types of the type variables. Variables without one are `general` variables of some definition.
    pub unifier: Unifier,
    /// User-defined sum types, in the order of the text.
    pub sums: IndexMap<Symbol, Sum>,
}

/// A sum type that the program defines.
pub struct Sum {
    pub name: Symbol,
    pub params: Vec<Symbol>,
    /// Constructors with their payload types, in the order of the text. Type parameters are `Type::Param`.
    pub constructors: Vec<(Symbol, Type)>,
    pub span: Span,
}

pub struct Param {
    pub variable: VariableId,
    pub name: Symbol,
    pub ty: Type,
    pub span: Span,
}

/// A foreign function, with the span of its declaration.
pub struct Foreign {
    pub name: Symbol,
    pub ty: Type,
    pub span: Span,
}

pub struct Exp {
    pub kind: ExpKind,
    pub ty: Type,
    pub span: Span,
}

pub enum ExpKind {
    /// A use of a variable, with the types for the general variables of its definition.
    Variable(VariableId, Vec<Type>),
    /// A built-in function. Its type determines how many arguments it takes.
    Builtin(Builtin),
    /// A constructor, as a function of its payload.
    Constructor(Symbol),
    Foreign(Symbol),
    Literal(Literal),
    Apply(Box<Exp>, Vec<Exp>),
    Tuple(Vec<Exp>),
    Component(Box<Exp>, u32),
    Element(Box<Exp>, Box<Exp>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// A case expression, with one case for each constructor.
    Case(Box<Exp>, Vec<Case>),
    Let(Vec<Definition>, Box<Exp>),
    Lambda(Vec<Param>, Box<Exp>),
    /// A recursive function; the body is a lambda.
    Mu(Param, Box<Exp>),
    /// An expression with an error, which has been reported.
    Error,
}

pub struct Case {
    pub constructor: Symbol,
    pub param: Param,
    pub body: Exp,
}

pub struct Definition {
    pub param: Param,
    /// Type variables of the definition that each use instantiates.
    pub general: Vec<VariableNumber>,
    pub value: Exp,
}
