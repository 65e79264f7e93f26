//! CORE: the explicitly typed λ-calculus to which every front end lowers. Polymorphism is explicit (type parameters and
//! type arguments), functions are values, arrays may hold anything, and array operations are primitives.
//!
//! Sizes are ordinary `i64` values. A size in a type states what the front end knows (`Size`), which may be nothing.
//! The equalities that a program's declared sizes require are `Ensure` nodes.
//!
//! The shape of a row of an empty array is the one its type states, with 0 in each dimension that the type leaves open.

use base::entity::{PrimaryMap, entity_impl};
use base::{Name, NameSource, Span, Symbol, Template};
use std::sync::Arc;
use value::entry::{EntryParam, EntryResult};
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, Service, SystemOp, TextOp, UnOp};

/// A top-level definition of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefId(u32);
entity_impl!(DefId, "def");

/// A constant array that is too large for the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u32);
entity_impl!(TableId, "table");

/// A data type of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataId(u32);
entity_impl!(DataId, "data");

/// A whole program. Names are unique in it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub names: NameSource,
    pub datas: Datas,
    pub defs: PrimaryMap<DefId, Def>,
    pub tables: PrimaryMap<TableId, ArrayValue>,
    pub entries: Vec<Entry>,
    pub acceleration: Acceleration,
}

/// What of a program runs on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceleration {
    /// All code but that which needs the host, as `accelerate` finds it.
    #[default]
    Implied,
    /// The operands of `Prim::Accelerate`, and nothing else.
    Explicit,
}

pub type Datas = PrimaryMap<DataId, Data>;

/// `data name 't.. = constructors`: a named sum type, which its own constructors, and those of other data types, may
/// mention. Its values are made and matched like those of sums. `Type::constructors` substitutes type arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    pub name: Symbol,
    pub type_params: Vec<Name>,
    /// Constructors sorted by name, as in `Type::Sum`. Their types contain no size variables.
    pub constructors: Constructors,
    pub span: Span,
}

impl Data {
    /// Returns a data type for functions that are known only at run time, still without constructors.
    pub fn of_closures() -> Data {
        Data { name: Symbol::new("function"), type_params: Vec::new(), constructors: Arc::new([]), span: Span::NOWHERE }
    }

    /// Whether `closures` has made the data type to represent functions.
    pub fn is_of_closures(&self) -> bool {
        self.span.is_nowhere()
    }
}

/// The constructors of a sum or data type.
pub type Constructors = Arc<[Constructor]>;

/// A constructor with its payload.
pub type Constructor = (Symbol, Vec<Type>);

/// `def name 't.. params : result = body`. Without parameters it is a constant. A run of an entry point evaluates the
/// constants that it reaches through definitions once, before its body (`calls::Calls::constants_from`). A constant
/// that fails makes each entry point that reaches it fail. A constant with type parameters is evaluated at each use.
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    pub name: Symbol,
    pub type_params: Vec<Name>,
    pub params: Vec<Param>,
    pub result: Type,
    /// Uniqueness of the result: `Yes` for parts that share no storage with arguments or constants.
    pub unique_result: Unique,
    /// Whether the uniqueness of the result is inferred, because no type states it. Then all new parts that the body
    /// makes count as unique, too.
    pub unique_inferred: bool,
    pub body: Expr,
    pub inline: Inline,
    /// Whether the definition runs on the device when host code calls it (`accelerate`).
    pub accelerated: bool,
    pub span: Span,
}

/// The user's inlining attribute; `Auto` leaves the decision to the cost model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Inline {
    #[default]
    Auto,
    Always,
    Never,
}

/// A parameter of a definition or lambda. `consumed` are the parts of the argument that the function may overwrite.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub pat: Pat,
    pub consumed: Unique,
    pub span: Span,
}

/// The parts of a value that have a single owner. For a parameter: the parts that the function consumes. For a result:
/// the parts that belong to the caller alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Unique {
    #[default]
    No,
    Yes,
    /// Uniqueness of a record's fields, sorted like the fields. Fields with `No` are left out.
    Fields(Arc<[(Symbol, Unique)]>),
    /// Uniqueness of a function: the consumed parts of its argument, then the unique parts of its result. They are not
    /// both `No`.
    Function(Arc<[Unique; 2]>),
}

impl Unique {
    /// Returns the uniqueness of a record from that of its fields.
    pub fn fields(fields: impl IntoIterator<Item = (Symbol, Unique)>) -> Unique {
        let mut some: Vec<(Symbol, Unique)> = fields.into_iter().filter(|(_, unique)| *unique != Unique::No).collect();
        some.sort_by(|(a, _), (b, _)| field_order(*a, *b));
        if some.is_empty() { Unique::No } else { Unique::Fields(some.into()) }
    }

    pub fn function(consumed: Unique, result: Unique) -> Unique {
        match (&consumed, &result) {
            (Unique::No, Unique::No) => Unique::No,
            _ => Unique::Function(Arc::new([consumed, result])),
        }
    }

    /// Returns the uniqueness of a field of the value.
    pub fn field(&self, name: Symbol) -> &Unique {
        match self {
            Unique::Yes => &Unique::Yes,
            Unique::Fields(fields) => {
                fields.iter().find(|(field, _)| *field == name).map_or(&Unique::No, |(_, unique)| unique)
            }
            Unique::No | Unique::Function(_) => &Unique::No,
        }
    }

    /// Whether some part of the value is owned, functions not included.
    pub fn any(&self) -> bool {
        match self {
            Unique::Yes => true,
            Unique::No | Unique::Function(_) => false,
            Unique::Fields(fields) => fields.iter().any(|(_, unique)| unique.any()),
        }
    }

    /// Whether this uniqueness includes all parts that `other` marks.
    pub fn covers(&self, other: &Unique) -> bool {
        match (self, other) {
            (Unique::Yes, _) | (_, Unique::No) => true,
            (_, Unique::Fields(fields)) => fields.iter().all(|(name, unique)| self.field(*name).covers(unique)),
            _ => self == other,
        }
    }
}

/// A definition that can be called from outside, which is monomorphic and first-order. `params` and `result` describe
/// its type to the caller.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Symbol,
    pub def: DefId,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
    pub doc: Option<String>,
    /// Sizes that occur in several dimensions and must agree. The definition cannot check those inside arrays of
    /// records and sums.
    pub sizes: Vec<EntrySize>,
}

/// A size that occurs in several dimensions of an entry point's parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrySize {
    /// Name of the size in the source.
    pub name: String,
    /// Whether callers pass the size to the definition, as an argument before the others and in the order of `sizes`.
    pub passed: bool,
    /// Required value, if the type states one.
    pub value: Option<i64>,
    pub places: Vec<SizePlace>,
}

/// A dimension of a leaf; the leaves of all parameters are numbered in order. The size is 0 in a slot of a sum that no
/// value uses, and may be 0 in an array without rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizePlace {
    pub leaf: usize,
    pub dim: usize,
    pub in_slot: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(ScalarType),
    Array(Arc<Type>, Size),
    /// Fields sorted by `field_order`. The empty record is unit; a tuple has the fields `0`, `1`, ...
    Record(Arc<[(Symbol, Type)]>),
    /// Constructors sorted by name, with their payloads.
    Sum(Constructors),
    /// A data type with type arguments.
    Data(DataId, Arc<[Type]>),
    /// Persistent sequences of any length, whose elements may have different shapes.
    Seq(Arc<Type>),
    /// Places that hold one value, which a program may change. Each has an identity.
    Ref(Arc<Type>),
    /// Blocks of elements with a shape of any rank, which a program may change. Several tensors may share elements.
    Tensor(Arc<Type>),
    Function(Arc<Type>, Arc<Type>),
    /// A type parameter in scope.
    Param(Name),
}

/// Size of an array dimension as far as the front end knows it: unknown, a number, or an `i64` variable in scope at the
/// type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    Any,
    Const(i64),
    Var(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
    /// Whether compiled code leaves out the checks of this expression, apart from those of its subexpressions. The
    /// author promises that they hold; evaluators of CORE check them all the same. On a use of a function,
    /// `monomorphise` marks the function's copy.
    pub unchecked: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Scalar),
    Table(TableId),
    /// A local variable, with type arguments if it was bound with type parameters.
    Var(Name, Vec<Type>),
    /// A definition, with its type arguments.
    Def(DefId, Vec<Type>),
    Lambda(Box<Lambda>),
    /// Application to one or more arguments; with fewer than the function takes, the result is a function.
    Apply(Box<Expr>, Vec<Expr>),
    /// Bindings in order, each in scope of the next ones; then the body.
    Block(Vec<Binding>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Match(Box<Expr>, Vec<Case>),
    Loop(Box<Loop>),
    /// Fields in the order of the record's type.
    Record(Vec<(Symbol, Expr)>),
    Field(Box<Expr>, Symbol),
    Variant(Symbol, Vec<Expr>),
    /// An array of these elements, which must have equal shapes.
    Array(Vec<Expr>),
    /// The element or row at leading indices: `a[i, j]`. Out of bounds is a failure.
    Index(Box<Expr>, Vec<Expr>),
    Slice(Box<Expr>, Vec<SliceDim>),
    /// `array with [dims] = value`, which consumes the array. The value has the shape of the slice.
    Update(Box<Expr>, Vec<SliceDim>, Box<Expr>),
    Prim(Prim, Vec<Expr>),
    /// Fails with the message unless the condition holds; otherwise returns the value of the last expression.
    Ensure(Box<Ensure>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    pub params: Vec<Param>,
    /// Uniqueness of the result, if the user states it.
    pub unique_result: Unique,
    pub body: Expr,
}

/// `let pat = value`. Only a variable bound to a lambda may have type parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub type_params: Vec<Name>,
    pub pat: Pat,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub pat: Pat,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// State, bound to `init` first, then to each value of `body`; the loop returns the last one.
    pub pat: Pat,
    /// Parts of the state that each iteration may consume, if the user declares them.
    pub consumed: Unique,
    pub init: Expr,
    pub form: LoopForm,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LoopForm {
    /// Counts the integer variable from 0 to the bound, exclusive.
    For(Name, Expr),
    /// Binds the pattern to each element of the array in turn.
    ForIn(Pat, Expr),
    While(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ensure {
    pub condition: Expr,
    pub message: Template,
    /// Values of the message's holes, scalars or arrays.
    pub values: Vec<Expr>,
    pub then: Expr,
}

/// A dimension of a slice. Missing start, end or stride have Futhark's defaults: the whole dimension, stride 1; with a
/// negative stride it runs from the last element down. A range that selects nothing is always in bounds.
#[derive(Clone, Debug, PartialEq)]
pub enum SliceDim {
    Fix(Expr),
    Range { start: Option<Expr>, end: Option<Expr>, stride: Option<Expr> },
}

/// A pattern. Those in `let`, parameters and loops are irrefutable: no `Variant` of a sum with several constructors,
/// and no `Literal`.
#[derive(Clone, Debug, PartialEq)]
pub enum Pat {
    Var(Name, Type),
    Wildcard(Type),
    /// Fields in the order of the record's type.
    Record(Vec<(Symbol, Pat)>),
    Variant(Symbol, Vec<Pat>, Type),
    Literal(Scalar),
}

/// Primitive operations. In their types `t` is any type and `s` a scalar type; function operands may be any expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prim {
    Un(UnOp),
    /// Binary operator. Division by zero and negative exponents are failures.
    Bin(BinOp),
    Cmp(CmpOp),
    /// `s -> s -> s -> s`: fused multiply-add.
    Fma,
    /// Conversion to the scalar type.
    Convert(ScalarType),
    /// Structural equality of values of any first-order type: `t -> t -> bool`.
    Equal,
    /// The length of a dimension (0 is outermost): `[..]t -> i64`.
    Size(usize),
    /// `count: i64 -> start: s -> step: s -> [count]s`. A negative count is a failure.
    Iota,
    /// `i64 -> t -> [n]t`. A negative count is a failure.
    Replicate,
    /// Concatenation of two or more arrays.
    Concat,
    /// `[n][m]t -> [n*m]t`.
    Flatten,
    /// `n: i64 -> m: i64 -> [n*m]t -> [n][m]t`. Another length is a failure.
    Unflatten,
    /// `[n][m]t -> [m][n]t`.
    Transpose,
    /// `[l]t -> start: i64 -> (count: i64 -> stride: i64)^k -> [count]..t`, a view of `k` dimensions: element `[i, j,
    /// ..]` is at position `start + i * stride + j * stride' + ..`. It shares storage with the array. A position out of
    /// bounds, or a negative count, is a failure.
    FlatIndex(usize),
    /// `[l]t -> start: i64 -> (stride: i64)^k -> [count]..t -> [l]t`, consuming the array: replaces the elements that
    /// `FlatIndex` would select. If an element is written twice, the last write in row-major order stays.
    FlatUpdate(usize),
    /// Arrays of equal length to an array of tuples: `[n]a -> [n]b -> .. -> [n](a, b, ..)`.
    Zip,
    /// `[n](a, b, ..) -> ([n]a, [n]b, ..)`.
    Unzip,
    /// `(a -> b) -> [n]a -> [n]b`.
    Map,
    /// `(a -> []b) -> [n]a -> [k]b`: the concatenated results of the function. The pass `flat_map` removes it, except
    /// in host code whose rows it cannot flatten, or if `b` contains arrays.
    FlatMap,
    /// `(t -> t -> t) -> t -> [n]t -> t`. The operator must be associative with that neutral element.
    Reduce {
        commutative: bool,
    },
    /// Inclusive: `(t -> t -> t) -> t -> [n]t -> [n]t`.
    Scan,
    /// `(t -> bool) -> [n]t -> [k]t`.
    Filter,
    /// `dest: [k]t -> [n]index -> [n]t -> [k]t`, consuming the destination. The index is `i64`, or a tuple of them for
    /// that many leading dimensions. An index out of bounds writes nothing.
    Scatter,
    /// `dest: [k]t -> (t -> t -> t) -> t -> [n]index -> [n]t -> [k]t`, consuming the destination (`reduce_by_index`).
    Histogram,
    /// A copy of an array with memory of its own.
    Copy,
    /// `[n]t -> bool`: whether an update of the array may copy it, because something else refers to its memory. Any
    /// answer is right; evaluators always say so. A program may only choose by it between ways to the same result.
    Shared,
    Seq(SeqOp),
    Ref(RefOp),
    Tensor(TensorOp),
    /// Call of a foreign function, by its name in the target's language. Its types are first-order and without sums,
    /// and it has no effects. The type of its result is that of the expression.
    Foreign(Symbol),
    /// Value of the tuning parameter that the program names: a non-negative `i64` that the run sets, else `UNSET`.
    /// Takes no operand.
    Parameter(Symbol),
    /// `t -> t`: the argument. The evaluator shows it under the tag; compiled code does not.
    Trace(Symbol),
    /// Operation on the world outside of the program. Its types are those of `Service`; a string of bytes is a `[]u8`.
    System(SystemOp),
    /// Conversion between a float and text.
    Text(TextOp),
    /// `[]u8 -> t`: fails with the message. The type of its result is that of the expression.
    Fail,
    /// `i64 -> (i64 -> ()) -> ()`: applies the function to the numbers below the count, in order. In accelerated code the
    /// author promises that the applications are independent. A negative count is 0.
    Loop,
    /// `(() -> t) -> t`: applies the function, on the device. Its operand is a lambda. `outline` removes it.
    Accelerate,
    /// `bool`: whether the code is evaluated as a part of an accelerated expression. Takes no operand.
    /// `choose_sides` removes it.
    InAccelerate,
}

impl Prim {
    /// Returns the service that the primitive asks of the run-time system, if it is one.
    pub fn service(self) -> Option<Service> {
        match self {
            Prim::System(op) => Some(Service::System(op)),
            Prim::Text(op) => Some(Service::Text(op)),
            Prim::Fail => Some(Service::Fail),
            _ => None,
        }
    }
}

impl From<Service> for Prim {
    fn from(service: Service) -> Prim {
        match service {
            Service::System(op) => Prim::System(op),
            Service::Text(op) => Prim::Text(op),
            Service::Fail => Prim::Fail,
        }
    }
}

/// Operations on sequences. An index or a range out of bounds is a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeqOp {
    /// `[n]t -> seq<t>`, where `t` contains no arrays.
    OfArray,
    /// `seq<t> -> [n]t`.
    ToArray,
    /// `seq<t> -> i64`.
    Length,
    /// `seq<t> -> index: i64 -> t`.
    Get,
    /// `seq<t> -> index: i64 -> t -> seq<t>`.
    Set,
    /// `t -> seq<t> -> seq<t>`: the element before the others.
    Cons,
    /// `seq<t> -> t -> seq<t>`: the element after the others.
    Snoc,
    /// `seq<t> -> seq<t> -> seq<t>`.
    Concat,
    /// `seq<t> -> start: i64 -> count: i64 -> seq<t>`.
    Sub,
}

impl SeqOp {
    pub const ALL: [SeqOp; 9] = [
        SeqOp::OfArray,
        SeqOp::ToArray,
        SeqOp::Length,
        SeqOp::Get,
        SeqOp::Set,
        SeqOp::Cons,
        SeqOp::Snoc,
        SeqOp::Concat,
        SeqOp::Sub,
    ];

    pub fn name(self) -> &'static str {
        match self {
            SeqOp::OfArray => "of_array",
            SeqOp::ToArray => "to_array",
            SeqOp::Length => "length",
            SeqOp::Get => "get",
            SeqOp::Set => "set",
            SeqOp::Cons => "cons",
            SeqOp::Snoc => "snoc",
            SeqOp::Concat => "concat",
            SeqOp::Sub => "sub",
        }
    }
}

/// Operations on references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefOp {
    /// `t -> ref<t>`: a new place with this value.
    New,
    /// `ref<t> -> t`: the value that the place holds now.
    Read,
    /// `ref<t> -> t -> ()`: changes the value.
    Write,
}

impl RefOp {
    pub const ALL: [RefOp; 3] = [RefOp::New, RefOp::Read, RefOp::Write];

    pub fn name(self) -> &'static str {
        match self {
            RefOp::New => "new",
            RefOp::Read => "read",
            RefOp::Write => "write",
        }
    }
}

/// Operations on tensors. Elements are numbered from 0 in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TensorOp {
    /// `shape: []i64 -> elements: []t -> tensor<t>`, where `t` contains no arrays: a tensor with these elements, which
    /// nothing shares. It is a failure if their number is not that of the shape.
    New,
    /// `tensor<t> -> []i64`.
    Shape,
    /// `tensor<t> -> i64`: the number of elements.
    Size,
    /// `tensor<t> -> i64^k -> i64`: the number of the element at these indices. It is a failure if they are out of
    /// bounds, or if their number is not the rank.
    At(usize),
    /// `tensor<t> -> number: i64 -> t`. A number out of bounds is a failure.
    Get,
    /// `tensor<t> -> number: i64 -> t -> ()`. A number out of bounds is a failure.
    Set,
    /// `tensor<t> -> start: i64 -> shape: []i64 -> tensor<t>`: a tensor of this shape that shares the elements from the
    /// start on. It is a failure if there are too few.
    View,
    /// `tensor<t> -> start: i64 -> count: i64 -> sizes: i64^k -> tensor<t>`: like a view of these sizes, followed by those
    /// of the tensor's dimensions from number `d` on, if there is a `d`, which is at least `k`. `count` is the number of its
    /// elements. The operation makes no array for the shape.
    Part(usize, Option<usize>),
    /// `tensor<t> -> []t`: the elements as they are now.
    ToArray,
}

impl TensorOp {
    /// The operations that take a fixed number of operands.
    pub const ALL: [TensorOp; 7] = [
        TensorOp::New,
        TensorOp::Shape,
        TensorOp::Size,
        TensorOp::Get,
        TensorOp::Set,
        TensorOp::View,
        TensorOp::ToArray,
    ];

    pub fn name(self) -> &'static str {
        match self {
            TensorOp::New => "new",
            TensorOp::Shape => "shape",
            TensorOp::Size => "size",
            TensorOp::At(_) => "at",
            TensorOp::Get => "get",
            TensorOp::Set => "set",
            TensorOp::View => "view",
            TensorOp::Part(..) => "part",
            TensorOp::ToArray => "to_array",
        }
    }
}

/// Value of a program's tuning parameter if the run does not set it.
pub const UNSET: i64 = -1;

/// Name of the field of an accumulator that holds its array.
pub const ACCUMULATED: &str = "acc.array";
/// Name of the field of an accumulator that holds its operator.
pub const ACCUMULATE_BY: &str = "acc.operator";

/// Compares fields in the order of all records: numbers by value first, then names by spelling.
pub fn field_order(a: Symbol, b: Symbol) -> std::cmp::Ordering {
    let key = |s: Symbol| {
        let text = s.as_str();
        let number = text.bytes().all(|c| c.is_ascii_digit()).then_some(());
        let digits = text.trim_start_matches('0');
        (number.is_none(), if number.is_some() { digits.len() } else { 0 }, text)
    };
    key(a).cmp(&key(b))
}

impl Type {
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    pub fn array(elem: Type, size: Size) -> Type {
        Type::Array(Arc::new(elem), size)
    }

    pub fn function(param: Type, result: Type) -> Type {
        Type::Function(Arc::new(param), Arc::new(result))
    }

    /// Returns the curried function type of several parameters.
    pub fn functions(params: impl DoubleEndedIterator<Item = Type>, result: Type) -> Type {
        params.rev().fold(result, |result, param| Type::function(param, result))
    }

    pub fn tuple(types: impl IntoIterator<Item = Type>) -> Type {
        Type::Record(types.into_iter().enumerate().map(|(i, t)| (tuple_field(i), t)).collect())
    }

    pub fn unit() -> Type {
        Type::Record(Arc::new([]))
    }
}

/// Returns the field name of a tuple's component.
pub fn tuple_field(index: usize) -> Symbol {
    Symbol::new(&index.to_string())
}
