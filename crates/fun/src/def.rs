//! FUN: first-order, monomorphic, in A-normal form, with the sizes of every array in its type; and FUNMEM, which is
//! FUN with memory as annotation.
//!
//! Every variable is bound once in a program and has its type in the program's table (`Program::vars`). A pattern,
//! a parameter list and a result list are *telescopes*: the type of a variable may name variables bound earlier in
//! the same list. That is how existential sizes look: `let (k : i64) (ys : [k]i32) = filter ...`.
//!
//! Note [FUNMEM is annotated FUN]. The paper defines FUNMEM as FUN plus an `alloc` expression, a `mem` type and a
//! memory annotation on array bindings, such that deleting them gives the FUN program back (FUNMEM §3). So it is
//! here: `VarInfo::place` is the annotation, `Type::Memory` and `Exp::Alloc` are the two additions, and each pass
//! that does not care about memory works on both. The FUN verifier refuses all three; the FUNMEM verifier (crate
//! `mem`) demands them.
//!
//! Partial operations (division, indexing, `Iota` of a negative count) are unchecked: an `Assert` before them yields
//! a certificate, and the statement that relies on it lists that certificate. Evaluating one that would fail is stuck.

use base::entity::{PrimaryMap, entity_impl};
use base::{Name, NameSource, Spans, Symbol, Template};
use index::IndexFn;
use std::sync::Arc;
use value::foreign::Foreign;
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, UnOp};

pub use value::entry::{EntryParam, EntryResult, FlatType};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "fun");

/// A constant array kept outside the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u32);
entity_impl!(TableId, "table");

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub names: NameSource,
    pub vars: VarTable,
    pub functions: PrimaryMap<FunctionId, Function>,
    pub tables: PrimaryMap<TableId, ArrayValue>,
    pub entries: Vec<Entry>,
}

/// What is known of each variable, by its number.
#[derive(Clone, Debug, Default)]
pub struct VarTable {
    infos: Vec<Option<VarInfo>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct VarInfo {
    pub ty: Type,
    /// FUNMEM: where an array lives. `None` in FUN and for scalars.
    pub place: Option<Place>,
}

/// FUNMEM's annotation `@ block -> index function`: element `[i..]` stands at that offset, in elements, of the block.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub block: Name,
    pub ixfn: IndexFn,
}

/// `fun name params -> results = body`. The result names are binders for the results' types only: a call's pattern
/// has those types with the parameters and results replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Symbol,
    pub params: Vec<Param>,
    pub results: Vec<ResultParam>,
    /// Without statements and results if it is a foreign function.
    pub body: Body,
    /// What the function is in a target's language, if it is not in ours. It consumes nothing, and its results are fresh.
    pub foreign: Option<Arc<Foreign>>,
}

/// `consumed`: a call consumes the argument, the body may update it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub name: Name,
    pub consumed: bool,
}

/// `unique`: the result aliases no argument that is not consumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultParam {
    pub name: Name,
    pub unique: bool,
}

/// A function callable from outside. Its FUN parameters are, for each leaf of the entry's parameters in order
/// (`EntryType::leaves`): the `i64` size of each dimension, then the scalar or array. Its results likewise. In FUNMEM
/// an array is preceded by its block (after the sizes), and is row-major from offset 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Symbol,
    pub function: FunctionId,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
    pub doc: Option<String>,
}

impl Entry {
    /// The leaves of all parameters.
    pub fn param_leaves(&self) -> Vec<FlatType> {
        self.params.iter().flat_map(|param| param.ty.leaves()).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(ScalarType),
    /// At least one dimension, outermost first; each an `i64` constant or a variable in scope.
    Array {
        elem: ScalarType,
        dims: Vec<Atom>,
    },
    /// The type of an assertion's result.
    Cert,
    /// FUNMEM: a block of memory.
    Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    Const(Scalar),
    Var(Name),
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Body {
    pub stms: Vec<Stm>,
    pub result: Vec<Atom>,
}

/// `let pattern = <certs> exp`, with the places in the source that it came from, the expression at fault first and
/// the calls that led there after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stm {
    pub pattern: Vec<Name>,
    pub certs: Vec<Name>,
    pub exp: Exp,
    pub spans: Spans,
}

impl Stm {
    /// A statement that relies on nothing.
    pub fn plain(pattern: Vec<Name>, exp: Exp, spans: &Spans) -> Stm {
        Stm { pattern, certs: Vec::new(), exp, spans: spans.clone() }
    }

    /// A statement of the same places that relies on what this one relies on.
    pub fn like(&self, pattern: Vec<Name>, exp: Exp) -> Stm {
        Stm { pattern, certs: self.certs.clone(), exp, spans: self.spans.clone() }
    }
}

/// A function of an array operation. The sizes in its results' types are bound outside of it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Lambda {
    pub params: Vec<Name>,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    Atom(Atom),
    Un(UnOp, Atom),
    Bin(BinOp, Atom, Atom),
    Cmp(CmpOp, Atom, Atom),
    Fma(Atom, Atom, Atom),
    Convert(ScalarType, Atom),
    /// A scalar out of an array: one index for each dimension.
    Index(Name, Vec<Atom>),
    /// A view of an array; at least one dimension is left. With a `SliceDim::Flat`, one that nothing may consume, as two of
    /// its elements may be one.
    Slice(Name, Vec<SliceDim>),
    /// The array with the slice (or element) replaced. Consumes the array.
    Update {
        array: Name,
        dims: Vec<SliceDim>,
        value: Atom,
    },
    /// An array of the given elements (scalars, or arrays of one shape).
    Literal(Vec<Atom>),
    Table(TableId),
    /// `start, start + step, ..`, `count` of them.
    Iota {
        count: Atom,
        start: Atom,
        step: Atom,
    },
    /// An array of `dims` equal elements: the scalar, or one array for the trailing dimensions.
    Replicate {
        dims: Vec<Atom>,
        value: Atom,
    },
    /// An array with unspecified contents, to be overwritten.
    Scratch {
        elem: ScalarType,
        dims: Vec<Atom>,
    },
    Copy(Name),
    /// End to end along the outermost dimension.
    Concat(Vec<Name>),
    /// Dimension `i` of the result is dimension `perm[i]` of the array. A view.
    Permute(Name, Vec<usize>),
    /// The same elements in row-major order under other dimensions. A view where the layout allows.
    Reshape(Name, Vec<Atom>),
    /// Fails with the message unless the scalar is true; yields a certificate. One value for each hole: a scalar.
    Assert {
        cond: Atom,
        message: Template,
        values: Vec<Atom>,
    },
    If {
        cond: Atom,
        then_body: Body,
        else_body: Body,
    },
    Loop(Box<Loop>),
    Call {
        function: FunctionId,
        args: Vec<Atom>,
    },
    Traverse(Box<Traverse>),
    Filter(Box<Filter>),
    Scatter(Box<Scatter>),
    Histogram(Box<Histogram>),
    /// A parameter of the run, of which versions of a computation are chosen: its default, unless the run sets it. Thresholds
    /// of one name are one parameter.
    Threshold {
        name: Symbol,
        default: i64,
    },
    /// FUNMEM: a fresh block for `count` elements.
    Alloc {
        elem: ScalarType,
        count: Atom,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SliceDim {
    Fix(Atom),
    /// Elements `start, start + stride, ..`, `count` of them. Of none the start may be anything.
    Range {
        start: Atom,
        count: Atom,
        stride: Atom,
    },
    /// Several dimensions in place of this one, with strides of their own: index `[i, j, ..]` is the one at
    /// `start + i * stride_i + j * stride_j + ..`. Where no count is 0, all of them are in bounds; strides may be
    /// negative or 0, so that elements may be there more than once. What is written more than once is the last one, in
    /// row-major order.
    Flat {
        start: Atom,
        dims: Vec<FlatDim>,
    },
}

/// One of the dimensions of `SliceDim::Flat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatDim {
    pub count: Atom,
    pub stride: Atom,
}

/// A sequential loop. The parameters are a telescope with their initial values; the pattern of the statement takes
/// their last values. The value of an array parameter that the body consumes is consumed at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub params: Vec<(Name, Atom)>,
    pub form: LoopForm,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LoopForm {
    /// The integer variable counts from 0 to the bound, excluded.
    For { var: Name, bound: Atom },
    /// Goes on while this `bool` parameter of the loop is true.
    While { cond: Name },
}

/// One traversal of `width` elements of the inputs: the lambda is applied to the elements of each index, and of what
/// it yields, in order, the first values are scanned, the next ones reduced, and the rest collected in arrays. The
/// pattern: the scanned arrays, the reduced values, the collected arrays. With no scan and no reduction it is the
/// paper's `map`; with an identity lambda and one reduction, `reduce`. A lambda with one parameter more than there
/// are inputs takes the index (an `i64`) first: the paper's `kernel`.
#[derive(Clone, Debug, PartialEq)]
pub struct Traverse {
    /// Whether one thread runs it, element after element. Only a mark for targets; so in the other operations.
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
    pub scans: Vec<Monoid>,
    pub reductions: Vec<Monoid>,
}

/// An associative operator on `neutral.len()` values at once, with its neutral element. The lambda takes the
/// accumulated values, then the new ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Monoid {
    pub operator: Lambda,
    pub neutral: Vec<Atom>,
    pub commutative: bool,
}

/// The lambda yields a `bool` and values; the values of the indices where it is true are kept, in order. The
/// pattern: the `i64` count, then the arrays of that length. May take the index first as `Traverse` does.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
}

/// The lambda yields an index (`i64`s for that many leading dimensions) and one value for each destination, each
/// written at that index of its destination unless out of range. Consumes the destinations. Of several writes to
/// one place any one stands (the last, in evaluators and sequential code).
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
    /// How many of the lambda's results are the index.
    pub index_rank: usize,
    pub destinations: Vec<Name>,
}

/// Like `Scatter`, but each value is combined into its place with the operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
    pub index_rank: usize,
    pub destinations: Vec<Name>,
    pub operator: Monoid,
}

impl Traverse {
    /// All of them, in the order of their results.
    pub fn monoids(&self) -> impl Iterator<Item = &Monoid> {
        self.scans.iter().chain(&self.reductions)
    }

    /// Neither scans nor reduces.
    pub fn is_map(&self) -> bool {
        self.scans.is_empty() && self.reductions.is_empty()
    }

    /// How many of the results are scanned: the first ones.
    pub fn scanned(&self) -> usize {
        self.scans.iter().map(|monoid| monoid.neutral.len()).sum()
    }

    /// How many of the results are scanned or reduced: those before the collected ones.
    pub fn combined(&self) -> usize {
        self.monoids().map(|monoid| monoid.neutral.len()).sum()
    }
}

impl Type {
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    /// The dimensions, outermost first; none for what is not an array.
    pub fn dims(&self) -> &[Atom] {
        if let Type::Array { dims, .. } = self { dims } else { &[] }
    }

    pub fn rank(&self) -> usize {
        self.dims().len()
    }

    /// The scalar type of a scalar or of an array's elements.
    pub fn elem(&self) -> Option<ScalarType> {
        match self {
            Type::Scalar(elem) | Type::Array { elem, .. } => Some(*elem),
            Type::Cert | Type::Memory => None,
        }
    }

    /// The scalar (no dims) or array of these dimensions.
    pub fn of(elem: ScalarType, dims: Vec<Atom>) -> Type {
        if dims.is_empty() { Type::Scalar(elem) } else { Type::Array { elem, dims } }
    }

    /// The type without its `n` outer dimensions.
    pub fn row(&self, n: usize) -> Type {
        match self {
            Type::Array { elem, dims } => Type::of(*elem, dims.get(n..).unwrap_or(&[]).to_vec()),
            other => other.clone(),
        }
    }
}

impl Atom {
    pub fn i64(value: i64) -> Atom {
        Atom::Const(Scalar::I64(value))
    }

    pub fn bool(value: bool) -> Atom {
        Atom::Const(Scalar::Bool(value))
    }

    pub fn var(self) -> Option<Name> {
        if let Atom::Var(name) = self { Some(name) } else { None }
    }

    pub fn constant(self) -> Option<Scalar> {
        if let Atom::Const(scalar) = self { Some(scalar) } else { None }
    }

    /// The value of a constant integer.
    pub fn as_i64(self) -> Option<i64> {
        self.constant().and_then(Scalar::as_i64)
    }
}

impl From<Name> for Atom {
    fn from(name: Name) -> Atom {
        Atom::Var(name)
    }
}

impl VarTable {
    pub fn get(&self, name: Name) -> Option<&VarInfo> {
        self.infos.get(name.id as usize)?.as_ref()
    }

    pub fn get_mut(&mut self, name: Name) -> Option<&mut VarInfo> {
        self.infos.get_mut(name.id as usize)?.as_mut()
    }

    pub fn insert(&mut self, name: Name, info: VarInfo) {
        let at = name.id as usize;
        if self.infos.len() <= at {
            self.infos.resize(at + 1, None);
        }
        self.infos[at] = Some(info);
    }
}

impl Program {
    /// A fresh variable of the type.
    pub fn fresh(&mut self, hint: &str, ty: Type) -> Name {
        let name = self.names.fresh(hint);
        self.vars.insert(name, VarInfo { ty, place: None });
        name
    }

    /// A fresh variable named like `old`, of the type.
    pub fn fresh_like(&mut self, old: Name, ty: Type) -> Name {
        let name = self.names.like(old);
        self.vars.insert(name, VarInfo { ty, place: None });
        name
    }

    /// The type of a variable. A variable without one is a bug that the verifier reports; here it is `Cert`.
    pub fn type_of(&self, name: Name) -> &Type {
        self.vars.get(name).map_or(&Type::Cert, |info| &info.ty)
    }

    pub fn atom_type(&self, atom: Atom) -> Type {
        match atom {
            Atom::Const(scalar) => Type::Scalar(scalar.scalar_type()),
            Atom::Var(name) => self.type_of(name).clone(),
        }
    }
}
