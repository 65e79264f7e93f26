//! The abstract syntax of Futhark, which the parser builds and the checker reads. It stays close to the text: only
//! precedence and places are resolved.
//!
//! Constructs that may be very long are flat lists: the bindings of a block, the arguments of an application, the
//! elements of an array. Nesting is limited to `parser::MAX_DEPTH`.

use base::{Span, Symbol};
use std::rc::Rc;
pub use syntax::files::Import;
use value::ScalarType;

/// A source file: its declarations, and the comment that documents the file.
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

/// A name where it is used, with its path of modules: `m.n.x`.
#[derive(Clone, Debug, PartialEq)]
pub struct QualName {
    pub path: Vec<Symbol>,
    pub name: Symbol,
    pub span: Span,
}

/// An attribute, `#[name]` or `#[name(arg, ..)]`. An argument that is a number is represented by its digits.
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
    /// An `open`, an `import` or a definition that the surrounding module does not export.
    Local(Box<Dec>),
    Import(Import),
}

/// A definition: `def`, `entry` or the old `let` at top level, or a local function with `params`.
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
    /// A size parameter: `[n]`.
    Size,
    /// A type parameter: `'t`, `'~t`, `'^t`.
    Type(Liftedness),
}

impl TypeParamKind {
    /// Whether this is a type parameter of lower liftedness than `other`, which therefore allows fewer types.
    pub fn is_narrower(self, other: TypeParamKind) -> bool {
        matches!((self, other), (TypeParamKind::Type(own), TypeParamKind::Type(other)) if own < other)
    }
}

/// The liftedness of a type: what its values may contain besides plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Liftedness {
    Unlifted,
    /// `type~`: also arrays whose sizes the type does not show.
    SizeLifted,
    /// `type^`: such arrays, and functions.
    Lifted,
}

/// The definition of a type: `type name params = ty`.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    pub liftedness: Liftedness,
    pub name: Ident,
    pub params: Vec<TypeParam>,
    pub ty: TypeExp,
}

/// The definition of a module: `module name (param: ty).. : result = body`.
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
    /// A parametric module without a name: `\(param: ty) : result -> body`.
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
    /// A refinement: `mt with name params = ty`.
    With(Rc<ModTypeExp>, QualName, Vec<TypeParam>, TypeExp),
    /// The type of a parametric module: `(name: mt) -> mt`. The name is optional.
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
    /// The specification of a value: `val name params : ty`.
    Val {
        name: Ident,
        type_params: Vec<TypeParam>,
        ty: TypeExp,
    },
    /// The specification of a type, `type name params`. If it is transparent, `= ty` follows.
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
    /// A named type applied to arguments: `t`, `m.t [n] u`.
    Name(QualName, Vec<TypeArg>),
    /// An array type, `[size]elem`; without a size, `[]elem`.
    Array(Option<Box<Exp>>, Box<TypeExp>),
    /// A tuple type of no components, or of two or more.
    Tuple(Vec<TypeExp>),
    Record(Vec<(Ident, TypeExp)>),
    Sum(Vec<(Ident, Vec<TypeExp>)>),
    /// A function type: `param -> result`, `(name: param) -> result`.
    Function(Option<Ident>, Box<TypeExp>, Box<TypeExp>),
    /// A unique type: `*ty`.
    Unique(Box<TypeExp>),
    /// A type with existential sizes: `?[n][m].ty`.
    Exists(Vec<Ident>, Box<TypeExp>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeArg {
    Type(TypeExp),
    /// A size argument: `[n]` or `[]`.
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
    /// A string: the bytes of its text in UTF-8, an array of `u8`.
    String(Vec<u8>),
    Var(QualName),
    /// A hole: `???`.
    Hole,
    /// A tuple of no components, or of two or more.
    Tuple(Vec<Exp>),
    /// A record: `{a = e, b}`. A field without an expression has the value of the variable of that name.
    Record(Vec<(Ident, Option<Exp>)>),
    Array(Vec<Exp>),
    /// An application to one or more arguments.
    Apply(Box<Exp>, Vec<Exp>),
    /// A constructor applied to its payload: `#name payload ..`.
    Constructor(Ident, Vec<Exp>),
    /// An application of an infix operator, including a function in backticks, `&&`, `||` and `|>`.
    Binary(QualName, Box<Exp>, Box<Exp>),
    Unary(UnaryOp, Box<Exp>),
    Index(Box<Exp>, Vec<Dim>),
    Project(Box<Exp>, Ident),
    /// An expression in which a module is opened: `m.(e)`.
    LocalOpen(QualName, Box<Exp>),
    Range(Box<Range>),
    Lambda(Rc<Lambda>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    Match(Box<Exp>, Vec<Case>),
    /// An operator as a function: `(+)`.
    Section(QualName),
    /// An operator applied to its left operand: `(e +)`.
    SectionLeft(Box<Exp>, QualName),
    /// An operator applied to its right operand: `(+ e)`.
    SectionRight(QualName, Box<Exp>),
    /// A path as a function, `(.a.b)` or `(.[i])`: returns the selected part of its argument.
    PathSection(Vec<Step>),
    /// One or more bindings, each in scope of the next ones, and a body.
    Block(Vec<Let>, Box<Exp>),
    /// An update: `e with path = value`.
    With(Box<Exp>, Vec<Step>, Box<Exp>),
    Loop(Box<Loop>),
    /// A type ascription: `e : ty`.
    Ascribe(Box<Exp>, TypeExp),
    /// A coercion: `e :> ty`.
    Coerce(Box<Exp>, TypeExp),
    /// An assertion: `assert condition e`.
    Assert(Box<Exp>, Box<Exp>),
    Attr(Attr, Box<Exp>),
    /// An expression with a syntax error, which has been reported.
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
    /// An integer or character by its magnitude. A minus before it is a `Unary`, or in patterns the flag `negative`.
    /// Without a suffix its type is overloaded.
    Int {
        magnitude: u64,
        negative: bool,
        suffix: Option<ScalarType>,
    },
    /// A float: the nearest `f64`, or the nearest value of the suffix's type widened to `f64`.
    Float {
        value: f64,
        suffix: Option<ScalarType>,
    },
}

/// One dimension of an index or update: `i`, or `i:j:s` with all three optional.
#[derive(Clone, Debug, PartialEq)]
pub enum Dim {
    Fix(Exp),
    Slice { start: Option<Box<Exp>>, end: Option<Box<Exp>>, stride: Option<Box<Exp>> },
}

/// A step of a path into a value: a field, or indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Field(Ident),
    Index(Vec<Dim>),
}

/// A range: `start[..second] end`.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub start: Exp,
    pub second: Option<Exp>,
    pub end: RangeEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub enum RangeEnd {
    /// An inclusive end: `...e`.
    Inclusive(Exp),
    /// An exclusive upper end: `..<e`.
    Up(Exp),
    /// An exclusive lower end: `..>e`.
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
    /// A binding of a pattern: `let [n].. pat = value`.
    Pat { sizes: Vec<Ident>, pat: Pat, value: Exp },
    /// A binding of a function with one or more parameters: `let f params = body`.
    Function(Rc<Def>),
    /// An update of a variable: `let name path = value` stands for `let name = name with path = value`.
    Update { name: Ident, path: Vec<Step>, value: Exp },
}

/// A loop: `loop [n].. pat = init form do body`. Without `init`, the initial value consists of the pattern's variables.
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
    /// A count: `for name < bound`.
    For(Ident, Exp),
    /// A traversal: `for pat in array`.
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
    /// A tuple pattern of no components, or of two or more.
    Tuple(Vec<Pat>),
    /// A record pattern, `{a, b = p}`. A field without a pattern binds a variable of its own name.
    Record(Vec<(Ident, Option<Pat>)>),
    Constructor(Symbol, Vec<Pat>),
    Literal(Literal),
    Ascribe(Box<Pat>, TypeExp),
    Attr(Attr, Box<Pat>),
}
