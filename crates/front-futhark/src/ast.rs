//! The abstract syntax of Futhark: what the parser makes and the checker reads. It stays close to the text; the only
//! things resolved here are precedence and the places.
//!
//! Trees that users write long are flat: the bindings of a block, the arguments of an application, the elements of an
//! array. What nests is nested at most `parser::MAX_DEPTH` deep.

use base::{Span, Symbol};
use std::rc::Rc;
use value::ScalarType;

/// A source file: declarations under an optional comment on the whole.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub doc: Option<String>,
    pub decs: Vec<Dec>,
}

/// A name where it is bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

/// A name where it is used: `m.n.x`.
#[derive(Clone, Debug, PartialEq)]
pub struct QualName {
    pub path: Vec<Symbol>,
    pub name: Symbol,
    pub span: Span,
}

/// `#[name]` or `#[name(arg, ..)]`; a number stands as its digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Attr {
    pub name: Symbol,
    pub args: Vec<Attr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Dec {
    pub kind: DecKind,
    pub attrs: Vec<Attr>,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DecKind {
    Def(Rc<Def>),
    Type(Rc<TypeDef>),
    Module(Rc<ModuleDef>),
    ModuleType(Rc<ModuleTypeDef>),
    Open(Rc<ModExp>),
    /// Only `Open`, `Import` and definitions that the surrounding module does not export.
    Local(Box<Dec>),
    Import(Import),
}

/// `import "path"`, without the quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub path: String,
    pub span: Span,
}

/// `def`, `entry` or the old `let` at top level; with `params` also a local function.
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    pub entry: bool,
    pub name: Ident,
    pub type_params: Vec<TypeParam>,
    pub params: Vec<Pat>,
    pub result: Option<TypeExp>,
    pub body: Exp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeParam {
    pub kind: TypeParamKind,
    pub name: Ident,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeParamKind {
    /// `[n]`
    Size,
    /// `'t`, `'~t`, `'^t`
    Type(Liftedness),
}

impl TypeParamKind {
    /// Whether it is a type parameter that stands for fewer types than the other one.
    pub fn is_narrower(self, other: TypeParamKind) -> bool {
        matches!((self, other), (TypeParamKind::Type(own), TypeParamKind::Type(other)) if own < other)
    }
}

/// What a type may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Liftedness {
    Unlifted,
    /// Sizes: `type~`.
    SizeLifted,
    /// Sizes and functions: `type^`.
    Lifted,
}

/// `type name params = ty`.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    pub liftedness: Liftedness,
    pub name: Ident,
    pub params: Vec<TypeParam>,
    pub ty: TypeExp,
}

/// `module name (param: ty).. : result = body`.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleDef {
    pub name: Ident,
    pub params: Vec<ModuleParam>,
    pub result: Option<ModTypeExp>,
    pub body: ModExp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModuleParam {
    pub name: Ident,
    pub ty: ModTypeExp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModuleTypeDef {
    pub name: Ident,
    pub ty: ModTypeExp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModExp {
    pub kind: ModExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModExpKind {
    Name(QualName),
    Structure(Vec<Dec>),
    Ascribe(Rc<ModExp>, ModTypeExp),
    Apply(Rc<ModExp>, Rc<ModExp>),
    /// `\(param: ty) : result -> body`
    Lambda(Rc<ModuleParam>, Option<ModTypeExp>, Rc<ModExp>),
    Import(Import),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModTypeExp {
    pub kind: ModTypeExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModTypeExpKind {
    Name(QualName),
    Specs(Vec<Spec>),
    /// `mt with name params = ty`
    With(Rc<ModTypeExp>, QualName, Vec<TypeParam>, TypeExp),
    /// `(name: mt) -> mt`; the name is optional.
    Arrow(Option<Ident>, Rc<ModTypeExp>, Rc<ModTypeExp>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    pub kind: SpecKind,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SpecKind {
    /// `val name params : ty`
    Val {
        name: Ident,
        type_params: Vec<TypeParam>,
        ty: TypeExp,
    },
    /// `type name params`, with `= ty` when transparent.
    Type {
        liftedness: Liftedness,
        name: Ident,
        params: Vec<TypeParam>,
        ty: Option<TypeExp>,
    },
    Module {
        name: Ident,
        ty: ModTypeExp,
    },
    Include(ModTypeExp),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeExp {
    pub kind: TypeExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeExpKind {
    /// A type constructor and its arguments: `t`, `m.t [n] u`.
    Name(QualName, Vec<TypeArg>),
    /// `[size]elem`; without a size, `[]elem`.
    Array(Option<Box<Exp>>, Box<TypeExp>),
    /// `()` or two or more.
    Tuple(Vec<TypeExp>),
    Record(Vec<(Ident, TypeExp)>),
    Sum(Vec<(Ident, Vec<TypeExp>)>),
    /// `param -> result`, `(name: param) -> result`.
    Function(Option<Ident>, Box<TypeExp>, Box<TypeExp>),
    /// `*ty`
    Unique(Box<TypeExp>),
    /// `?[n][m].ty`
    Exists(Vec<Ident>, Box<TypeExp>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeArg {
    Type(TypeExp),
    /// `[n]` or `[]`
    Size(Option<Exp>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Exp {
    pub kind: ExpKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExpKind {
    Literal(Literal),
    /// UTF-8 bytes: an array of `u8`.
    String(Vec<u8>),
    Var(QualName),
    /// `???`
    Hole,
    /// `()` or two or more.
    Tuple(Vec<Exp>),
    /// `{a = e, b}`: without an expression the field is the variable of that name.
    Record(Vec<(Ident, Option<Exp>)>),
    Array(Vec<Exp>),
    /// One or more arguments.
    Apply(Box<Exp>, Vec<Exp>),
    /// `#name payload ..`
    Constructor(Ident, Vec<Exp>),
    /// Any infix operator, also a function between backticks, `&&`, `||`, `|>`.
    Binary(QualName, Box<Exp>, Box<Exp>),
    Unary(UnaryOp, Box<Exp>),
    Index(Box<Exp>, Vec<Dim>),
    Project(Box<Exp>, Ident),
    /// `m.(e)`
    LocalOpen(QualName, Box<Exp>),
    Range(Box<Range>),
    Lambda(Rc<Lambda>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    Match(Box<Exp>, Vec<Case>),
    /// `(+)`
    Section(QualName),
    /// `(e +)`
    SectionLeft(Box<Exp>, QualName),
    /// `(+ e)`
    SectionRight(QualName, Box<Exp>),
    /// `(.a.b)`, `(.[i])`
    PathSection(Vec<Step>),
    /// One or more bindings, each in scope of the next ones.
    Block(Vec<Let>, Box<Exp>),
    /// `e with path = value`
    With(Box<Exp>, Vec<Step>, Box<Exp>),
    Loop(Box<Loop>),
    /// `e : ty`
    Ascribe(Box<Exp>, TypeExp),
    /// `e :> ty`
    Coerce(Box<Exp>, TypeExp),
    /// `assert condition e`
    Assert(Box<Exp>, Box<Exp>),
    Attr(Attr, Box<Exp>),
    /// Where a syntax error was; the file has diagnostics.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Negate,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    /// The magnitude (a minus is `Unary`, or the flag in patterns); overloaded unless there is a suffix. Characters are
    /// integers too.
    Int {
        magnitude: u64,
        negative: bool,
        suffix: Option<ScalarType>,
    },
    /// The nearest `f64`, or the nearest value of the suffix's type widened to `f64`.
    Float {
        value: f64,
        suffix: Option<ScalarType>,
    },
}

/// One position of an index or update: `i`, or `i:j:s` with every part optional.
#[derive(Clone, Debug, PartialEq)]
pub enum Dim {
    Fix(Exp),
    Slice { start: Option<Box<Exp>>, end: Option<Box<Exp>>, stride: Option<Box<Exp>> },
}

/// A step into a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Field(Ident),
    Index(Vec<Dim>),
}

/// `start[..second] end`
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub start: Exp,
    pub second: Option<Exp>,
    pub end: RangeEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub enum RangeEnd {
    /// `...e`
    Inclusive(Exp),
    /// `..<e`
    Up(Exp),
    /// `..>e`
    Down(Exp),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    pub params: Vec<Pat>,
    pub result: Option<TypeExp>,
    pub body: Exp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub pat: Pat,
    pub body: Exp,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    pub kind: LetKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LetKind {
    /// `let [n].. pat = value`
    Pat { sizes: Vec<Ident>, pat: Pat, value: Exp },
    /// `let f params = body`; one parameter or more.
    Function(Rc<Def>),
    /// `let name path = value`, for `let name = name with path = value`.
    Update { name: Ident, path: Vec<Step>, value: Exp },
}

/// `loop [n].. pat = init form do body`. Without `init` it is the variables of the pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub sizes: Vec<Ident>,
    pub pat: Pat,
    pub init: Option<Exp>,
    pub form: LoopForm,
    pub body: Exp,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LoopForm {
    /// `for name < bound`
    For(Ident, Exp),
    /// `for pat in array`
    ForIn(Pat, Exp),
    While(Exp),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pat {
    pub kind: PatKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PatKind {
    Name(Symbol),
    Wildcard,
    /// `()` or two or more.
    Tuple(Vec<Pat>),
    /// `{a, b = p}`: without a pattern the field binds its own name.
    Record(Vec<(Ident, Option<Pat>)>),
    Constructor(Symbol, Vec<Pat>),
    Literal(Literal),
    Ascribe(Box<Pat>, TypeExp),
    Attr(Attr, Box<Pat>),
}
