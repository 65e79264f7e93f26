//! What the checker makes: the program with names resolved and a type on every expression.

use super::builtins::Builtin;
use super::types::{Type, VariableNumber};
use super::unify::Unifier;
use crate::ast::Literal;
use base::{Span, Symbol};
use indexmap::IndexMap;

/// A variable; each binding has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableId(pub u32);

pub struct Program {
    pub inputs: Vec<Param>,
    pub foreign: Vec<Foreign>,
    pub body: Exp,
    /// What the variables in types stand for. Those that stand for nothing are some definition's `general` ones.
    pub unifier: Unifier,
    /// The user's sum types, in the order of the text.
    pub sums: IndexMap<Symbol, Sum>,
}

/// A sum type of the user's.
pub struct Sum {
    pub name: Symbol,
    pub params: Vec<Symbol>,
    /// In the order of the text. The parameters of the type are `Type::Param`.
    pub constructors: Vec<(Symbol, Type)>,
    pub span: Span,
}

pub struct Param {
    pub variable: VariableId,
    pub name: Symbol,
    pub ty: Type,
    pub span: Span,
}

/// A foreign function, and where it is declared.
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
    /// With the types that this use chooses for the general variables of the definition.
    Variable(VariableId, Vec<Type>),
    /// Its type, once it is known, says how many arguments it takes.
    Builtin(Builtin),
    /// As a function from what it holds.
    Constructor(Symbol),
    Foreign(Symbol),
    Literal(Literal),
    Apply(Box<Exp>, Vec<Exp>),
    Tuple(Vec<Exp>),
    Component(Box<Exp>, u32),
    Element(Box<Exp>, Box<Exp>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// One case for each constructor.
    Case(Box<Exp>, Vec<Case>),
    Let(Vec<Definition>, Box<Exp>),
    Lambda(Vec<Param>, Box<Exp>),
    /// The body is a lambda.
    Mu(Param, Box<Exp>),
    /// What is reported.
    Error,
}

pub struct Case {
    pub constructor: Symbol,
    pub param: Param,
    pub body: Exp,
}

pub struct Definition {
    pub param: Param,
    /// The variables of its type that each use chooses types for.
    pub general: Vec<VariableNumber>,
    pub value: Exp,
}
