//! IMP: structured imperative code over blocks of memory. Scalars are mutable variables, arrays are gone: a block
//! is a run of elements that is read and written at an offset counted in elements of the type that the access names.
//! Nothing here is specific to a target.
//!
//! A memory variable is a reference to a block; assigning it shares the block. Blocks live as long as a variable
//! that can still be used refers to them, or an object that lives; how they are reclaimed is the target's matter. Two kinds of memory variables
//! never refer to another block, nor does another variable refer to theirs: arrays (of a scope, or shared by a group), which
//! live in their scope, and tables, which are constant.
//!
//! An object variable is a reference to an object, which is what a value of a data type is: some scalars (words), and references
//! to blocks and to other objects. It is shared as blocks are, and lives as long.

use base::entity::{PrimaryMap, entity_impl};
use base::{Name, NameSource, Spans, Symbol, Template};
use std::sync::Arc;
pub use value::entry::{EntryParam, EntryResult, FlatType};
use value::foreign::Foreign;
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, UnOp};

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
    /// What defines the foreign functions that kernels call, in the language of the kernels. It is given from outside, and stands
    /// in no text form.
    pub device_code: Arc<str>,
}

/// A callable from outside. For each leaf of the entry's parameters in order (`EntryType::leaves`) the function takes:
/// the `i64` size of each dimension, then the scalar, or the memory of the row-major elements from offset 0. Results
/// likewise.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub name: Symbol,
    pub function: FunctionId,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
    pub doc: Option<String>,
}

impl Entry {
    /// The leaves of all parameters, each with whether it is consumed.
    pub fn param_leaves(&self) -> Vec<(FlatType, bool)> {
        let leaves =
            |param: &EntryParam| param.ty.leaves().into_iter().map(|leaf| (leaf, param.consumed)).collect::<Vec<_>>();
        self.params.iter().flat_map(leaves).collect()
    }

    pub fn result_leaves(&self) -> Vec<FlatType> {
        self.result.ty.leaves()
    }
}

/// Results are variables that the body declares implicitly (scalars 0, memory none) and assigns.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Symbol,
    pub params: Vec<Param>,
    pub results: Vec<Param>,
    /// Without statements if it is a foreign function.
    pub body: Block,
    /// What the function is in the target's language, if it is not in ours.
    pub foreign: Option<Arc<Foreign>>,
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
}

/// The most tasks that `Exp::Pieces` cuts iterations into.
pub const MAX_PIECES: usize = 256;

/// The most elements that an array of a scope may have.
pub const MAX_ARRAY: usize = 1 << 16;

/// The most bytes that a thread's stack may have: `RISTA_MOST_STACK` of `rts/device.h`.
pub const MAX_STACK: usize = 1 << 18;

/// The most words that an object may have, and the most references to blocks.
pub const MAX_FIELDS: usize = u16::MAX as usize;

/// The last stage that a group can reach.
pub const LAST_STAGE: u32 = 3;

pub type Block = Vec<Stm>;

/// A variable declared in a block is in scope to the block's end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stm {
    /// A scalar variable with its first value; it may be assigned later.
    Declare {
        name: Name,
        ty: ScalarType,
        init: Exp,
    },
    /// A memory variable that refers to no block yet.
    DeclareMemory {
        name: Name,
    },
    /// A memory variable that is a block of `count` elements of this type, contents unspecified: on a target, a part of the
    /// stack, or registers. It is accessed as this type.
    DeclareArray {
        name: Name,
        elem: ScalarType,
        count: usize,
    },
    /// In a function: a block with `count` elements for each of so many calls as a thread's stack has room for, if each takes
    /// `frame` bytes of it: `stack_size() / frame`, but one at least. Contents are unspecified. It lives in its scope, and is
    /// accessed as this type.
    DeclareStack {
        name: Name,
        elem: ScalarType,
        count: usize,
        frame: usize,
    },
    /// A memory variable that is a constant table, which is never written.
    DeclareTable {
        name: Name,
        table: TableId,
    },
    /// An object variable that refers to no object yet.
    DeclareObject {
        name: Name,
    },
    Assign {
        name: Name,
        value: Exp,
    },
    /// Refer to the block of another variable, or to its object.
    AssignReference {
        name: Name,
        from: Name,
    },
    /// Refer to the block, or to the object, of another variable, which refers to none from then on.
    MoveReference {
        name: Name,
        from: Name,
    },
    /// Refer to no block, or to no object, from then on.
    ReleaseReference {
        name: Name,
    },
    /// Refer to a fresh block of `count` elements, contents unspecified. A negative count is stuck.
    Allocate {
        name: Name,
        elem: ScalarType,
        count: Exp,
    },
    /// Refer to a fresh object with so many words, which are unspecified until they are set, and references, which refer to
    /// nothing until then. A negative number of references to objects is stuck. `reuse` is an object variable that refers to
    /// none from then on: a target may take the storage of its object if nobody else refers to that.
    Construct {
        name: Name,
        words: usize,
        memories: usize,
        objects: Exp,
        reuse: Option<Name>,
    },
    /// Refer to the object of one word (`i64`) that is this number, which is never written: there is one for each number.
    Constant {
        name: Name,
        number: usize,
    },
    /// Where nobody else refers to the variable's object, that refers to nothing from then on; else the variable refers to no
    /// object. What is left is there to be reused.
    Vacate {
        name: Name,
    },
    SetWord {
        object: Name,
        ty: ScalarType,
        at: usize,
        value: Exp,
    },
    /// Refer to the block that the object refers to.
    LoadMemory {
        name: Name,
        object: Name,
        at: usize,
    },
    /// Makes the object refer to the variable's block. If it `moves`, the variable refers to none from then on.
    StoreMemory {
        object: Name,
        at: usize,
        from: Name,
        moves: bool,
    },
    /// Refer to the object that the object refers to.
    LoadObject {
        name: Name,
        object: Name,
        at: Exp,
    },
    /// Makes the object refer to that of the variable `from`. If it `moves`, the variable refers to none from then on.
    StoreObject {
        object: Name,
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
    /// `count` elements from one place to another, which do not overlap unless equal. Of none the places may lie
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
    /// The variable, of the type, counts from 0 to the bound (evaluated once), excluded. `parallel`: the iterations
    /// are independent (the paper's `kernel`); `spans` are the places of the operation it came from.
    For {
        var: Name,
        ty: ScalarType,
        bound: Exp,
        body: Block,
        parallel: bool,
        spans: Spans,
    },
    /// As `For`, over an `i64`, where each iteration is a task of its own, and any thread may run it. A task assigns no
    /// variable from outside, neither scalar nor memory, and writes no element that another one accesses, but for what it does
    /// in order and what is atomic. Tasks begin in the order of their numbers.
    Tasks {
        var: Name,
        bound: Exp,
        body: Block,
        spans: Spans,
    },
    /// In a task, outside of loops, at most once: what runs after the same part of all tasks before.
    Ordered {
        body: Block,
    },
    /// A kernel: so many groups (`i64`) of `size` threads each, which run in any order, or at the same time. The body is what
    /// a group does: what stands in `Threads` is done by its threads, what stands around those decides on them. It sets
    /// scalars of its own, and arrays: one that is declared here is each thread's own, and is accessed in `Threads`. Groups
    /// write no element that another group accesses, but for what is atomic, and for what one awaits of the other: where
    /// threads await, groups begin in the order of their numbers.
    Launch {
        group: Name,
        groups: Exp,
        size: Exp,
        body: Block,
        spans: Spans,
    },
    /// In a launch: iterations over an `i64`, dealt out to the threads of the group, number `i` to thread `i % size`. They
    /// begin when all threads have come here, and all threads go on when they have ended. They assign no variable from
    /// outside, and write no element that another thread accesses here, but for what is atomic.
    Threads {
        var: Name,
        bound: Exp,
        body: Block,
    },
    /// In a launch, outside of `Threads`: a block of `count` elements for each group, contents unspecified. The count is the same
    /// for all groups: it mentions nothing that the launch declares. It is accessed as this type.
    DeclareShared {
        name: Name,
        elem: ScalarType,
        count: Exp,
    },
    /// In `Threads`: the group has reached this stage, a later one than so far. What this thread has done up to here, and the
    /// others up to where all last waited for each other, is done for those who await it.
    Post {
        stage: u32,
    },
    /// In `Threads`: goes on when that group, a lower one than its own, has reached the stage or a later one.
    Await {
        group: Exp,
        stage: u32,
    },
    /// `memory[index] <- value`, while nobody else accesses that element. In the value, `old` is the element as it was.
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
        /// Where the call stands, for the trace of a failure inside.
        spans: Spans,
    },
    /// The run of the program fails with the message unless the condition holds.
    Assert {
        cond: Exp,
        message: Template,
        values: Vec<Exp>,
        spans: Spans,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Scalar(Exp),
    /// A memory variable, whose block stays the caller's, or an object variable, to whose object the function then refers, too.
    Reference(Name),
    /// An object variable, which refers to no object from then on.
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
    /// A word of an object.
    Word {
        object: Name,
        ty: ScalarType,
        at: usize,
    },
    /// Whether nothing else refers to the variable's block or object (`bool`).
    Unique(Name),
    /// `cond ? a : b`; only the chosen one is evaluated.
    Select(Box<Exp>, Box<Exp>, Box<Exp>),
    /// In how many tasks to cut so many iterations (`i64`) that take so long each (`f64`, roughly in nanoseconds): at least 1, and
    /// at most `MAX_PIECES` and the iterations. It depends on the number of threads, and is 1 within tasks.
    Pieces(Box<Exp>, Box<Exp>),
    /// A number (`i64`) that is the same throughout a run.
    Setting(Setting),
}

/// A parameter of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// The threads of a group, of a machine that runs kernels: a power of two.
    GroupSize,
    /// The groups that keep such a machine busy.
    Groups,
    /// The bytes of a group's memory that tiles and histograms may take.
    GroupMemory,
    /// The side of a product's tiles: how many columns its threads stand in, and how much they load at a time. A power of two.
    TileSize,
    /// How many threads such a machine lets access memory at once, if what they access lies side by side: a power of two.
    WarpSize,
    /// Shorter segments are scanned by a thread each.
    ShortSegment,
    /// The bytes of a thread's stack, for functions that recur: `MAX_STACK` at most.
    StackSize,
    /// How many threads run tasks, for what asks whether so many make up for what a task does more than one thread would.
    Team,
    /// Of which versions of a computation are chosen: the default, unless the run sets it. Thresholds of one name are one
    /// parameter.
    Threshold { name: Symbol, default: i64 },
}

impl Setting {
    /// Of machines that run kernels: they decide on them, unless the run sets them; all are positive.
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
