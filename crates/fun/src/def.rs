//! FUN: first-order, monomorphic, in A-normal form, with the sizes of every array in its type; and FUNMEM, which is
//! FUN with memory as annotation.
//!
//! Every variable is bound once in a program and has its type in the program's table (`Program::vars`). A pattern, a
//! parameter list and a result list are *telescopes*: the type of a variable may name variables bound earlier in the
//! same list. This expresses existential sizes: `let (k : i64) (ys : [k]i32) = filter ...`.
//!
//! Note [FUNMEM is annotated FUN]. The paper defines FUNMEM as FUN plus an `alloc` expression, a `mem` type and a
//! memory annotation on array bindings, such that deleting them gives the FUN program back (FUNMEM §3). The same holds
//! here: `VarInfo::place` is the annotation, and `Type::Memory` and `Exp::Alloc` are the two additions. Each pass that
//! does not depend on memory works on both. The FUN verifier rejects all three; the FUNMEM verifier (crate `mem`)
//! requires them.
//!
//! Partial operations (division, indexing, `Iota` of a negative count) are unchecked. An `Assert` before them returns a
//! certificate, and the statement that relies on it lists that certificate. Evaluating an operation that would fail is
//! stuck.

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

/// Type and place of each variable, by its number.
#[derive(Clone, Debug, Default)]
pub struct VarTable {
    infos: Vec<Option<VarInfo>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct VarInfo {
    pub ty: Type,
    /// FUNMEM: memory place of an array. `None` in FUN and for scalars.
    pub place: Option<Place>,
}

/// FUNMEM's annotation `@ block -> index function`, which maps an index to an offset in the block, counted in elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub block: Name,
    pub ixfn: IndexFn,
}

/// `fun name params -> results = body`. The result names occur only in the results' types. A call's pattern has these
/// types, with the parameters and results replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Symbol,
    pub params: Vec<Param>,
    pub results: Vec<ResultParam>,
    /// Statements and results; empty for a foreign function.
    pub body: Body,
    /// Name and types in a target's language, for a foreign function. It consumes nothing, and its results are fresh.
    pub foreign: Option<Arc<Foreign>>,
}

/// A parameter. If `consumed`, a call consumes the argument, and the body may update it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub name: Name,
    pub consumed: bool,
}

/// A result. If `unique`, it aliases only arguments that are consumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultParam {
    pub name: Name,
    pub unique: bool,
}

/// An entry point. For each leaf of its parameters in order (`EntryType::leaves`), the FUN function takes the `i64`
/// size of each dimension, then the scalar or array. Results have the same form. In FUNMEM an array is preceded by its
/// block (after the sizes), and is row-major from offset 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Symbol,
    pub function: FunctionId,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
    pub doc: Option<String>,
}

impl Entry {
    /// Returns the leaves of all parameters.
    pub fn param_leaves(&self) -> Vec<FlatType> {
        self.params.iter().flat_map(|param| param.ty.leaves()).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(ScalarType),
    /// An array of at least one dimension, outermost first. Each size is an `i64` constant or a variable in scope.
    Array {
        elem: ScalarType,
        dims: Vec<Atom>,
    },
    /// Type of an assertion's result.
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

/// `let pattern = <certs> exp`, with its source places: the failing expression first, then the calls that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stm {
    pub pattern: Vec<Name>,
    pub certs: Vec<Name>,
    pub exp: Exp,
    pub spans: Spans,
}

impl Stm {
    /// Returns a statement without certificates.
    pub fn plain(pattern: Vec<Name>, exp: Exp, spans: &Spans) -> Stm {
        Stm { pattern, certs: Vec::new(), exp, spans: spans.clone() }
    }

    /// Returns a statement with the same source places and certificates.
    pub fn like(&self, pattern: Vec<Name>, exp: Exp) -> Stm {
        Stm { pattern, certs: self.certs.clone(), exp, spans: self.spans.clone() }
    }
}

/// A function operand of an array operation. The sizes in its results' types are bound outside of it.
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
    /// A scalar read from an array, with one index for each dimension.
    Index(Name, Vec<Atom>),
    /// A view of an array; at least one dimension is left. A view with a `SliceDim::Flat` cannot be consumed, because
    /// two of its elements may share a place.
    Slice(Name, Vec<SliceDim>),
    /// A copy of the array with the slice (or element) replaced. Consumes the array.
    Update {
        array: Name,
        dims: Vec<SliceDim>,
        value: Atom,
    },
    /// An array of these elements: scalars, or arrays of one shape.
    Literal(Vec<Atom>),
    Table(TableId),
    /// The array `start, start + step, ..` of `count` elements.
    Iota {
        count: Atom,
        start: Atom,
        step: Atom,
    },
    /// An array of `dims` equal elements. The value is a scalar, or an array that supplies the trailing dimensions.
    Replicate {
        dims: Vec<Atom>,
        value: Atom,
    },
    /// An array with unspecified contents.
    Scratch {
        elem: ScalarType,
        dims: Vec<Atom>,
    },
    Copy(Name),
    /// Concatenation along the outermost dimension.
    Concat(Vec<Name>),
    /// A view in which dimension `i` is dimension `perm[i]` of the array.
    Permute(Name, Vec<usize>),
    /// The same elements in row-major order with other dimensions. A view if the layout allows it.
    Reshape(Name, Vec<Atom>),
    /// Fails with the message unless the condition is true; returns a certificate. Each hole of the message has one
    /// scalar value.
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
    /// A run-time parameter that selects between versions of a computation. Its value is the default unless the run
    /// sets it. Thresholds of one name are one parameter.
    Threshold {
        name: Symbol,
        default: i64,
    },
    /// FUNMEM: allocates a block for `count` elements.
    Alloc {
        elem: ScalarType,
        count: Atom,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SliceDim {
    Fix(Atom),
    /// Elements `start, start + stride, ..`, `count` of them. If `count` is 0, `start` is arbitrary.
    Range {
        start: Atom,
        count: Atom,
        stride: Atom,
    },
    /// Several dimensions in place of one, with strides of their own: index `[i, j, ..]` is element `start + i *
    /// stride_i + j * stride_j + ..`. These elements are in bounds; if a count is 0, there are none. Strides may be
    /// negative or 0, so that elements may repeat. Of several writes to an element, the last in row-major order wins.
    Flat {
        start: Atom,
        dims: Vec<FlatDim>,
    },
}

/// One dimension of `SliceDim::Flat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatDim {
    pub count: Atom,
    pub stride: Atom,
}

/// A sequential loop. The parameters are a telescope with initial values; the statement's pattern receives their final
/// values. If the body consumes an array parameter, the loop consumes its initial value.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub params: Vec<(Name, Atom)>,
    pub form: LoopForm,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LoopForm {
    /// Counts the integer variable from 0 to the bound, exclusive.
    For { var: Name, bound: Atom },
    /// Repeats while this `bool` parameter of the loop is true.
    While { cond: Name },
}

/// One traversal of `width` elements of the inputs. The lambda is applied to the elements at each index. Of its
/// results, in order, the first are scanned, the next reduced, and the others collected in arrays. The pattern has the
/// scanned arrays, the reduced values, and the collected arrays. Without scans and reductions it is the paper's `map`;
/// with an identity lambda and one reduction, `reduce`. A lambda with one parameter more than there are inputs takes
/// the index (an `i64`) first: the paper's `kernel`.
#[derive(Clone, Debug, PartialEq)]
pub struct Traverse {
    /// Whether one thread runs it, element after element. This is a mark for targets only, here and in the other
    /// operations.
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
    pub scans: Vec<Monoid>,
    pub reductions: Vec<Monoid>,
}

/// An associative operator on `neutral.len()` values at once, with its neutral element. Its lambda takes the
/// accumulated values, then the new ones. In FUNMEM, the operator of a histogram first takes a block and an offset for
/// each accumulated array, which is the destination's element itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Monoid {
    pub operator: Lambda,
    pub neutral: Vec<Atom>,
    pub commutative: bool,
}

/// Selection of elements. The lambda returns a `bool` and values; values at indices where it is true are kept, in
/// order. The pattern has the `i64` count, then arrays of that length. The lambda may take the index first, as in
/// `Traverse`.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
}

/// Writes to destinations. The lambda returns an index (an `i64` for each of some leading dimensions) and one value for
/// each destination. Each value is written at that index unless it is out of bounds. Consumes the destinations. If
/// several writes have the same index, an arbitrary one stays (the last, in evaluators and sequential code).
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    pub sequential: bool,
    pub width: Atom,
    pub inputs: Vec<Name>,
    pub lambda: Lambda,
    /// Number of the lambda's results that form the index.
    pub index_rank: usize,
    pub destinations: Vec<Name>,
}

/// Like `Scatter`, but the operator combines each value with the destination's element.
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

impl Monoid {
    /// Returns the operator's parameters for accumulated values and for new ones.
    pub fn operands(&self) -> (&[Name], &[Name]) {
        let values = &self.operator.params[self.spots().len()..];
        values.split_at(self.neutral.len().min(values.len()))
    }

    /// Returns the blocks and offsets that the operator takes: two parameters for each accumulated array.
    pub fn spots(&self) -> &[Name] {
        let values = 2 * self.neutral.len();
        &self.operator.params[..self.operator.params.len().saturating_sub(values)]
    }
}

impl Traverse {
    /// Returns all monoids, in the order of their results.
    pub fn monoids(&self) -> impl Iterator<Item = &Monoid> {
        self.scans.iter().chain(&self.reductions)
    }

    /// Whether the traversal neither scans nor reduces.
    pub fn is_map(&self) -> bool {
        self.scans.is_empty() && self.reductions.is_empty()
    }

    /// Returns the number of scanned results, which come first.
    pub fn scanned(&self) -> usize {
        self.scans.iter().map(|monoid| monoid.neutral.len()).sum()
    }

    /// Returns the number of scanned or reduced results, which precede the collected ones.
    pub fn combined(&self) -> usize {
        self.monoids().map(|monoid| monoid.neutral.len()).sum()
    }
}

impl Type {
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    /// Returns the dimensions of an array, outermost first; none for other types.
    pub fn dims(&self) -> &[Atom] {
        if let Type::Array { dims, .. } = self { dims } else { &[] }
    }

    pub fn rank(&self) -> usize {
        self.dims().len()
    }

    /// Returns the scalar type, or the element type of an array.
    pub fn elem(&self) -> Option<ScalarType> {
        match self {
            Type::Scalar(elem) | Type::Array { elem, .. } => Some(*elem),
            Type::Cert | Type::Memory => None,
        }
    }

    /// Returns the type of arrays with these dimensions; a scalar type without dimensions.
    pub fn of(elem: ScalarType, dims: Vec<Atom>) -> Type {
        if dims.is_empty() { Type::Scalar(elem) } else { Type::Array { elem, dims } }
    }

    /// Returns the type without its `n` outer dimensions.
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

    /// Returns the value of a constant integer.
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
    /// Returns a fresh variable of this type.
    pub fn fresh(&mut self, hint: &str, ty: Type) -> Name {
        let name = self.names.fresh(hint);
        self.vars.insert(name, VarInfo { ty, place: None });
        name
    }

    /// Returns a fresh variable of this type with the hint of `old`.
    pub fn fresh_like(&mut self, old: Name, ty: Type) -> Name {
        let name = self.names.like(old);
        self.vars.insert(name, VarInfo { ty, place: None });
        name
    }

    /// Returns the type of a variable. For a variable without type, a bug that the verifier reports, it is `Cert`.
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
