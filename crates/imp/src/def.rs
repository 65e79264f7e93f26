//! IMP: structured imperative code over blocks of memory. Scalars are mutable variables. There are no arrays, only
//! blocks: an access names an element type and an offset, counted in elements of that type. IMP is independent of the
//! target.
//!
//! A memory variable is a reference to a block; assigning it shares the block. A block lives as long as an object, or a
//! variable that can still be used, refers to it. The target decides how to reclaim it. Two kinds of memory variables
//! never share their block or refer to another: arrays (of a scope, or shared by a group), which live in their scope,
//! and tables, which are constant.
//!
//! An object variable is a reference to an object, the representation of a value of a data type. An object holds
//! scalars (words), references to blocks and to other objects, and a number that is fixed when it is made. It is shared
//! like a block, and lives as long.

use base::entity::{PrimaryMap, entity_impl};
use base::{Name, NameSource, Spans, Symbol, Template};
use std::sync::Arc;
pub use value::entry::{EntryParam, EntryResult, FlatType};
use value::foreign::Foreign;
use value::service::{Form, Returns};
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, Service, UnOp};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "fun");

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u32);
entity_impl!(TableId, "table");

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub names: NameSource,
    pub functions: PrimaryMap<FunctionId, Function>,
    pub tables: PrimaryMap<TableId, ArrayValue>,
    pub entries: Vec<Entry>,
    /// Source text of the foreign functions that kernels call, in the kernels' language. The user supplies it; the text
    /// form omits it.
    pub device_code: Arc<str>,
}

impl Program {
    /// Whether the program acts on the world outside, or depends on it.
    pub fn acts(&self) -> bool {
        self.functions.values().any(|function| function.service().is_some_and(Service::is_of_world))
    }
}

/// An entry point. For each leaf of its parameters in order (`EntryType::leaves`) the function takes the `i64` size of
/// each dimension, then the scalar, or the memory with the row-major elements from offset 0. Results have the same
/// form.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Symbol,
    pub function: FunctionId,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
    pub doc: Option<String>,
}

impl Entry {
    /// Returns the leaves of all parameters, each with whether it is consumed.
    pub fn param_leaves(&self) -> Vec<(FlatType, bool)> {
        let leaves =
            |param: &EntryParam| param.ty.leaves().into_iter().map(|leaf| (leaf, param.consumed)).collect::<Vec<_>>();
        self.params.iter().flat_map(leaves).collect()
    }

    pub fn result_leaves(&self) -> Vec<FlatType> {
        self.result.ty.leaves()
    }
}

/// A function. Its results are variables that are declared implicitly (scalars as 0, memory without a block), and that
/// the body assigns.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Symbol,
    pub params: Vec<Param>,
    pub results: Vec<Param>,
    /// Statements; empty for an external function.
    pub body: Block,
    /// Code outside of the program, for an external function.
    pub external: Option<External>,
}

/// Code of a function outside of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum External {
    /// A function in the target's language, with its name and types there.
    Foreign(Arc<Foreign>),
    /// A service of the run-time system. A string of bytes is passed as its size and its memory, from offset 0.
    Service(Service),
}

impl Function {
    pub fn foreign(&self) -> Option<&Foreign> {
        if let Some(External::Foreign(foreign)) = &self.external { Some(foreign) } else { None }
    }

    pub fn service(&self) -> Option<Service> {
        if let Some(External::Service(service)) = self.external { Some(service) } else { None }
    }
}

/// Returns the types of the parameters and of the results of a service's function.
pub fn service_types(service: Service) -> [Vec<Type>; 2] {
    let flat = |form: &Form| match *form {
        Form::Scalar(ty) => vec![Type::Scalar(ty)],
        Form::Bytes => vec![Type::Scalar(ScalarType::I64), Type::Memory],
    };
    let results = match service.returns() {
        Returns::One(form) => flat(&form),
        Returns::Unit | Returns::Never => Vec::new(),
    };
    [service.params().iter().flat_map(flat).collect(), results]
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub name: Name,
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(ScalarType),
    Memory,
    Object,
    /// An object that something else refers to as long as the variable is used. It is not written. Only parameters are
    /// of this type.
    Borrowed,
}

impl Type {
    /// Whether variables of this type refer to objects.
    pub fn is_object(self) -> bool {
        matches!(self, Type::Object | Type::Borrowed)
    }
}

/// Largest number of tasks that `Exp::Pieces` returns.
pub const MAX_PIECES: usize = 256;

/// Largest number of elements of an array of a scope.
pub const MAX_ARRAY: usize = 1 << 16;

/// Largest size in bytes of a thread's stack: `RISTA_MOST_STACK` of `rts/device.h`.
pub const MAX_STACK: usize = 1 << 18;

/// Largest number of an object.
pub const MAX_NUMBER: usize = u16::MAX as usize;

/// Largest number of words of an object, and of its references to blocks.
pub const MAX_FIELDS: usize = u16::MAX as usize;

/// Number of the last stage that a group can reach.
pub const LAST_STAGE: u32 = 3;

pub type Block = Vec<Stm>;

/// A statement. A variable declared in a block is in scope to the block's end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stm {
    /// Declares a scalar variable with its initial value; it may be assigned later.
    Declare {
        name: Name,
        ty: ScalarType,
        init: Exp,
    },
    /// Declares a memory variable without a block.
    DeclareMemory {
        name: Name,
    },
    /// Declares an array: a block of `count` elements of this type, with unspecified contents, accessed only as this
    /// type. Targets keep it on the stack or in registers.
    DeclareArray {
        name: Name,
        elem: ScalarType,
        count: usize,
    },
    /// Declares a thread's stack, in a function. It has `count` elements for each call frame of `frame` bytes that
    /// fits: `stack_size() / frame` frames, but at least one. Contents are unspecified. It lives in its scope and is
    /// accessed only as this type.
    DeclareStack {
        name: Name,
        elem: ScalarType,
        count: usize,
        frame: usize,
    },
    /// Declares a memory variable for a constant table, which is never written.
    DeclareTable {
        name: Name,
        table: TableId,
    },
    /// Declares an object variable without an object. A borrowed variable does not count as a reference: only objects
    /// of borrowed variables, and objects that these refer to, are assigned to it. It is not written, moved or
    /// released.
    DeclareObject {
        name: Name,
        borrowed: bool,
    },
    Assign {
        name: Name,
        value: Exp,
    },
    /// Makes the variable refer to another one's block or object, which both then share.
    AssignReference {
        name: Name,
        from: Name,
    },
    /// Moves a reference to a block or object; `from` refers to none afterwards.
    MoveReference {
        name: Name,
        from: Name,
    },
    /// Drops the variable's reference; it refers to no block or object afterwards.
    ReleaseReference {
        name: Name,
    },
    /// Allocates a block of `count` elements with unspecified contents. A negative count is stuck.
    Allocate {
        name: Name,
        elem: ScalarType,
        count: Exp,
    },
    /// Allocates an object with this number, and these numbers of words and references. Until they are set, words are unspecified and
    /// references refer to nothing. A negative number of objects is stuck. `reuse` is an object variable, whose
    /// reference is moved from it. A target may use that object's storage if no other reference to it exists.
    ///
    /// An object that is not `mutable` changes only while nothing else refers to it. Statements that access a mutable
    /// object say so (`mutable`), and no expression reads it, so that its accesses keep their order.
    ///
    /// If references from the object may lead back to it through mutable objects, it is `cyclic`. A target then frees it
    /// even if only objects refer to it to which it leads. An object that consists of references to objects only is
    /// cyclic as soon as it refers to one that is.
    Construct {
        name: Name,
        number: usize,
        mutable: bool,
        cyclic: bool,
        words: usize,
        memories: usize,
        objects: Exp,
        reuse: Option<Name>,
    },
    /// Makes the variable refer to the constant object of this number, which has no words and references. Each number
    /// has one such object.
    Constant {
        name: Name,
        number: usize,
    },
    /// Prepares an object for reuse. If the variable holds its only reference, the object drops all references it
    /// holds; otherwise the variable drops its reference.
    Vacate {
        name: Name,
    },
    SetWord {
        object: Name,
        mutable: bool,
        ty: ScalarType,
        at: usize,
        value: Exp,
    },
    /// Assigns a word of a mutable object to the scalar variable.
    LoadWord {
        name: Name,
        object: Name,
        ty: ScalarType,
        at: usize,
    },
    /// Makes the variable refer to a block that the object refers to.
    LoadMemory {
        name: Name,
        object: Name,
        mutable: bool,
        at: usize,
    },
    /// Stores a reference to the variable's block in the object. If it `moves`, the variable refers to none afterwards.
    StoreMemory {
        object: Name,
        mutable: bool,
        at: usize,
        from: Name,
        moves: bool,
    },
    /// Makes the variable refer to an object that the object refers to.
    LoadObject {
        name: Name,
        object: Name,
        mutable: bool,
        at: Exp,
    },
    /// Stores a reference to the object of `from` in the object. If it `moves`, `from` refers to none afterwards.
    StoreObject {
        object: Name,
        mutable: bool,
        at: Exp,
        from: Name,
        moves: bool,
    },
    Write {
        memory: Name,
        elem: ScalarType,
        index: Exp,
        value: Exp,
    },
    /// Copies `count` elements. The ranges do not overlap unless they are equal. If `count` is 0, the offsets may lie
    /// outside their blocks.
    Copy {
        elem: ScalarType,
        to: Name,
        to_offset: Exp,
        from: Name,
        from_offset: Exp,
        count: Exp,
    },
    If {
        cond: Exp,
        then_block: Block,
        else_block: Block,
    },
    /// A loop; the variable counts from 0 to the bound, exclusive, which is evaluated once. If `parallel`, the
    /// iterations are independent (the paper's `kernel`). `spans` are the source places of the operation.
    For {
        var: Name,
        ty: ScalarType,
        bound: Exp,
        body: Block,
        parallel: bool,
        spans: Spans,
    },
    /// A loop over an `i64` whose iterations are tasks that any thread may run. A task assigns no outer variable,
    /// scalar or memory. It writes no element that another task accesses, except in `Ordered` and by atomic operations.
    /// Tasks begin in the order of their numbers.
    Tasks {
        var: Name,
        bound: Exp,
        body: Block,
        spans: Spans,
    },
    /// Code in a task that runs after the same code of all earlier tasks. It stands outside of loops, at most once per
    /// task.
    Ordered {
        body: Block,
    },
    /// A kernel: `groups` (`i64`) groups of `size` threads, which run in any order or at the same time. The body is a
    /// group's code: `Threads` are run by its threads, and the statements around decide on them. A group sets only its
    /// own scalars and arrays; an array declared in the body is private to each thread and is accessed only in
    /// `Threads`. Groups write no element that another group accesses, except by atomic operations or after an `Await`.
    /// If threads await, groups begin in the order of their numbers.
    Launch {
        group: Name,
        groups: Exp,
        size: Exp,
        body: Block,
        spans: Spans,
    },
    /// In a launch, a loop over an `i64` whose iteration `i` runs on thread `i % size` of the group. All threads of the
    /// group wait for each other before and after it. Iterations assign no outer variable, and write no element that
    /// another thread accesses here, except by atomic operations.
    Threads {
        var: Name,
        bound: Exp,
        body: Block,
    },
    /// In a launch, outside of `Threads`: a block of `count` elements for each group, with unspecified contents,
    /// accessed only as this type. The count is the same for all groups, so it mentions no variable that the launch
    /// declares.
    DeclareShared {
        name: Name,
        elem: ScalarType,
        count: Exp,
    },
    /// In `Threads`: announces that the group has reached this stage, later than its earlier ones. A thread that awaits
    /// the stage sees this thread's writes so far, and the other threads' writes up to the last time that all threads
    /// of the group waited for each other.
    Post {
        stage: u32,
    },
    /// In `Threads`: waits until a lower group has reached this stage or a later one.
    Await {
        group: Exp,
        stage: u32,
    },
    /// `memory[index] <- value`, as one atomic operation. In the value, `old` is the previous element.
    Atomic {
        memory: Name,
        elem: ScalarType,
        index: Exp,
        old: Name,
        value: Exp,
    },
    While {
        cond: Exp,
        body: Block,
    },
    Call {
        results: Vec<Name>,
        function: FunctionId,
        args: Vec<Arg>,
        /// Source places of the call, for the trace of a failure inside.
        spans: Spans,
    },
    /// Fails with the message unless the condition holds.
    Assert {
        cond: Exp,
        message: Template,
        values: Vec<Exp>,
        spans: Spans,
    },
}

impl Stm {
    /// Returns the object that the statement declares, makes, reads or writes.
    pub fn object(&self) -> Option<Name> {
        match self {
            Stm::DeclareObject { name, .. }
            | Stm::Construct { name, .. }
            | Stm::Constant { name, .. }
            | Stm::Vacate { name }
            | Stm::LoadWord { name, .. }
            | Stm::LoadMemory { name, .. }
            | Stm::LoadObject { name, .. }
            | Stm::SetWord { object: name, .. }
            | Stm::StoreMemory { object: name, .. }
            | Stm::StoreObject { object: name, .. } => Some(*name),
            Stm::Declare { .. }
            | Stm::DeclareMemory { .. }
            | Stm::DeclareArray { .. }
            | Stm::DeclareStack { .. }
            | Stm::DeclareTable { .. }
            | Stm::DeclareShared { .. }
            | Stm::Assign { .. }
            | Stm::AssignReference { .. }
            | Stm::MoveReference { .. }
            | Stm::ReleaseReference { .. }
            | Stm::Allocate { .. }
            | Stm::Write { .. }
            | Stm::Copy { .. }
            | Stm::If { .. }
            | Stm::For { .. }
            | Stm::Ordered { .. }
            | Stm::Threads { .. }
            | Stm::Tasks { .. }
            | Stm::Launch { .. }
            | Stm::Post { .. }
            | Stm::Await { .. }
            | Stm::Atomic { .. }
            | Stm::While { .. }
            | Stm::Call { .. }
            | Stm::Assert { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Scalar(Exp),
    /// A reference that is shared with the function. A block stays the caller's. The function refers to an object, too,
    /// unless its parameter is borrowed.
    Reference(Name),
    /// An object variable whose reference is moved; it refers to no object afterwards.
    Move(Name),
}

/// Scalar expressions. They have no effect, but may read memory and objects. Partial operators are unchecked: where one would
/// fail it is stuck (an evaluator) or undefined (a target); `Assert`s stand before them.
#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    Const(Scalar),
    Var(Name),
    Un(UnOp, Box<Exp>),
    Bin(BinOp, Box<Exp>, Box<Exp>),
    Cmp(CmpOp, Box<Exp>, Box<Exp>),
    Fma(Box<Exp>, Box<Exp>, Box<Exp>),
    Convert(ScalarType, Box<Exp>),
    Read {
        memory: Name,
        elem: ScalarType,
        index: Box<Exp>,
    },
    /// A word of an object that is not mutable.
    Word {
        object: Name,
        ty: ScalarType,
        at: usize,
    },
    /// The number of an object (`i64`).
    Number(Name),
    /// Whether nothing else refers to the variable's block or object (`bool`).
    Unique(Name),
    /// Whether two memory variables refer to the same block (`bool`).
    Same(Name, Name),
    /// `cond ? a : b`; only the chosen one is evaluated.
    Select(Box<Exp>, Box<Exp>, Box<Exp>),
    /// Number of tasks for this many iterations (`i64`) of this duration (`f64`, roughly in nanoseconds): at least 1, and
    /// at most `MAX_PIECES` and the number of iterations. It depends on the number of threads, and is 1 within tasks.
    Pieces(Box<Exp>, Box<Exp>),
    /// A setting (`i64`), which is constant throughout a run.
    Setting(Setting),
}

/// A number that is set for each run and constant throughout it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// Number of threads of a group on a machine that runs kernels: a power of two.
    GroupSize,
    /// Number of groups that keep such a machine busy.
    Groups,
    /// Bytes of a group's memory that tiles and histograms may take.
    GroupMemory,
    /// For matrix products: number of columns of threads in a group, and number of values of the innermost index that
    /// are loaded at a time. A power of two.
    TileSize,
    /// Number of threads whose accesses to adjacent memory such a machine combines: a power of two.
    WarpSize,
    /// Length below which a segment is scanned by a single thread.
    ShortSegment,
    /// Bytes of a thread's stack for recursive functions, at most `MAX_STACK`.
    StackSize,
    /// Number of threads that run tasks. Code compares it with the extra work that tasks would cause.
    Team,
    /// A threshold that selects between versions of a computation: the default, unless the run sets it. Thresholds of one
    /// name are one parameter.
    Threshold { name: Symbol, default: i64 },
}

impl Setting {
    /// Settings of machines that run kernels. The machine chooses them unless the run sets them; all are positive.
    pub const OF_MACHINES: [Setting; 7] = [
        Setting::GroupSize,
        Setting::Groups,
        Setting::GroupMemory,
        Setting::TileSize,
        Setting::WarpSize,
        Setting::ShortSegment,
        Setting::StackSize,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Setting::GroupSize => "group_size",
            Setting::Groups => "groups",
            Setting::GroupMemory => "group_memory",
            Setting::TileSize => "tile_size",
            Setting::WarpSize => "warp_size",
            Setting::ShortSegment => "short_segment",
            Setting::StackSize => "stack_size",
            Setting::Team => "team",
            Setting::Threshold { name, .. } => name.as_str(),
        }
    }
}
