//! Result of the checker: the program with resolved names and a type on every expression.

use super::Datas;
use super::types::{ParamNumber, Type};
use super::unify::Unifier;
use crate::ast::Literal;
use base::{FileId, Span, Symbol};

/// Number of a variable. Each binding has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableId(pub u32);

/// Number of a constructor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConNumber(pub u32);

pub struct Program {
    /// The name of the main file, without its folder and its extension.
    pub name: String,
    pub datas: Datas,
    /// The built-in functions.
    pub builtins: Vec<Variable>,
    /// The declarations of all files, each after those on which it depends.
    pub tops: Vec<Decl>,
    pub body: Exp,
    /// The files of the library, whose functions are no entry points.
    pub library: Vec<FileId>,
    /// The solution for the type variables in the tree. Row variables without a solution have no fields, and type
    /// variables without one may be any type.
    pub unifier: Unifier,
}

/// A declaration. Types and constructors are in `Program::datas`.
pub enum Decl {
    Let(Definition),
    Recursive(Vec<Definition>),
    External(Variable),
    Utest(Box<Utest>),
}

/// A variable where it is bound.
pub struct Variable {
    pub id: VariableId,
    pub name: Symbol,
    pub ty: Type,
    pub span: Span,
}

pub struct Definition {
    pub variable: Variable,
    /// Type parameters of the definition, which each use replaces.
    pub params: Vec<ParamNumber>,
    /// Whether the definition has a type in the text.
    pub annotated: bool,
    pub value: Exp,
}

pub struct Utest {
    pub left: Exp,
    pub right: Exp,
    pub equal: Option<Exp>,
    pub show: Option<Exp>,
    pub span: Span,
}

pub struct Exp {
    pub kind: ExpKind,
    pub ty: Type,
    pub span: Span,
}

pub enum ExpKind {
    /// A use of a variable, with the types for the parameters of its definition.
    Variable(VariableId, Vec<Type>),
    /// A constructor with its argument.
    Con(ConNumber, Box<Exp>),
    /// A polymorphic value: an expression that has the type for all types in place of these parameters.
    Poly(Box<Exp>, Vec<ParamNumber>),
    /// A use of a polymorphic value, with the types for its parameters.
    Instance(Box<Exp>, Vec<Type>),
    Literal(Literal),
    Apply(Box<Exp>, Vec<Exp>),
    /// A function; a parameter without a name is ignored.
    Lambda(Vec<Variable>, Box<Exp>),
    Block(Vec<Stm>, Box<Exp>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    Match(Box<Match>),
    Switch(Box<Exp>, Vec<(Pat, Exp)>),
    /// A record, with its fields in the order of the text.
    Record(Vec<(Symbol, Exp)>),
    Update(Box<Exp>, Vec<(Symbol, Exp)>),
    Select(Box<Exp>, Symbol),
    Seq(Vec<Exp>),
    Never,
    /// An expression with an error, which has been reported.
    Error,
}

pub enum Stm {
    Decl(Decl),
    Match(Exp, Pat),
    Do(Exp),
}

pub struct Match {
    pub subject: Exp,
    pub pat: Pat,
    pub yes: Exp,
    pub no: Exp,
}

pub struct Pat {
    pub kind: PatKind,
    pub ty: Type,
    pub span: Span,
}

pub enum PatKind {
    Variable(VariableId, Symbol),
    Wildcard,
    Con(ConNumber, Box<Pat>),
    Literal(Literal),
    Record(Vec<(Symbol, Pat)>),
    Seq(Vec<Pat>),
    /// A sequence with these elements at its begin and its end, and the variable for those between.
    Edges(Vec<Pat>, Option<(VariableId, Symbol)>, Vec<Pat>),
    Not(Box<Pat>),
    And(Vec<Pat>),
    Or(Vec<Pat>),
    Error,
}
