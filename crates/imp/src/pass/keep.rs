//! Keep on host: launches that no device can run become loops of the host.
//!
//! ```text
//! launch g < groups of size {                 for g < groups {
//!   var s : shared f32[size]                    var s : mem
//!   var p : f32[2]                              s <- alloc f32 size
//!   threads t < n {                             var p : mem
//!     p.f32[0] <- ..                            p <- alloc f32 size * 2
//!     call (..) <- fun 3 (..)             ==>   for t < n {
//!   }                                             p.f32[rem(t, size) * 2 + 0] <- ..
//! }                                               call (..) <- fun 3 (..)
//!                                               }
//!                                             }
//! ```
//!
//! A kernel cannot allocate, run tasks or launches, read thresholds, or ask for a number of pieces. It cannot call a
//! function that does so, a recursive function, or a foreign function with arrays. Its parameters and the values of its
//! failures are few, and its tables small. An array that each thread of a group has becomes one block with a part for
//! each thread. Because lower groups have ended, nothing needs to be awaited.
//!
//! Needs: unique names. Guarantees: all launches are kernels of OpenCL C and CUDA C++. Cost: linear.

use crate::def::*;
use crate::walk;
use base::entity::{EntityRef, PrimaryMap};
use base::{Error, Name, NameSource, Spans, Symbol, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use value::foreign::Foreign;
use value::{ArrayValue, BinOp, Scalar, ScalarType};

/// Largest number of values in the message of a failure that a kernel can report.
const VALUES: usize = 8;

/// Largest number of a kernel's parameters. Every device allows 1024 bytes.
const PARAMETERS: usize = 120;

/// Largest size in bytes of the tables that a kernel reads. Every device has that much constant memory.
const TABLE_BYTES: usize = 1 << 16;

pub fn keep_on_host(program: Program) -> Result<Program, Error> {
    let possible = Possible::of(&program);
    keep(program, &|body, tables| !possible.is_kernel(body, tables))
}

/// Like `keep_on_host`, but also keeps launches on the host that call foreign functions. For programs without device
/// code.
pub fn keep_foreign_on_host(program: Program) -> Result<Program, Error> {
    let reaching = reaching_foreign(&program);
    keep(program, &|body, _| calls(body).iter().any(|function| reaching.contains(function)))
}

/// Reason why no device can run a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// It calls a recursive function.
    Recursion,
    /// It calls this foreign function, which has arrays.
    ForeignArrays(Symbol),
    /// It calls this foreign function, for which there is no code for kernels.
    ForeignCode(Symbol),
    /// It allocates, or exceeds a limit of devices.
    Memory,
    /// It uses objects.
    Objects,
}

/// Returns the launches that `keep_on_host` turns into loops: the places of their operations, and the reason.
pub fn kept(program: &Program) -> Vec<(Spans, Obstacle)> {
    let (possible, recursive) = (Possible::of(program), Possible::with_recursion(program));
    let mut kept = Vec::new();
    each_launch(program, &mut |body, spans, tables| {
        if !possible.is_kernel(body, tables) {
            let obstacle = match foreign_called(program, body, &Foreign::has_arrays) {
                Some(name) => Obstacle::ForeignArrays(name),
                None if recursive.is_kernel(body, tables) => Obstacle::Recursion,
                None => Obstacle::Memory,
            };
            kept.push((spans.clone(), obstacle));
        }
    });
    kept
}

/// Like `kept`, for `keep_foreign_on_host`.
pub fn kept_foreign(program: &Program) -> Vec<(Spans, Obstacle)> {
    let mut kept = Vec::new();
    each_launch(program, &mut |body, spans, _| {
        let with_arrays = foreign_called(program, body, &Foreign::has_arrays).map(Obstacle::ForeignArrays);
        let obstacle = with_arrays.or_else(|| foreign_called(program, body, &|_| true).map(Obstacle::ForeignCode));
        kept.extend(obstacle.map(|obstacle| (spans.clone(), obstacle)));
    });
    kept
}

/// Calls `visit` on the body and the places of every launch, with the tables of the function around it.
fn each_launch(program: &Program, visit: &mut dyn FnMut(&[Stm], &Spans, &Tables)) {
    for function in program.functions.values() {
        let tables = tables(&function.body);
        walk::each_stm(&function.body, &mut |stm| {
            if let Stm::Launch { body, spans, .. } = stm {
                visit(body, spans, &tables);
            }
        });
    }
}

/// Returns the name of a foreign function for which the test holds and that the block calls, also through other
/// functions.
fn foreign_called(program: &Program, block: &[Stm], is_one: &dyn Fn(&Foreign) -> bool) -> Option<Symbol> {
    let mut open = calls(block);
    let mut seen: FxHashSet<usize> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        let function = program.functions.get(FunctionId::new(at))?;
        if let Some(foreign) = function.foreign().filter(|foreign| is_one(foreign)) {
            return Some(foreign.name);
        }
        open.extend(calls(&function.body).into_iter().filter(|called| seen.insert(*called)));
    }
    None
}

/// Returns the foreign functions, and the functions that call them.
fn reaching_foreign(program: &Program) -> FxHashSet<usize> {
    let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
    let found = program.functions.iter().filter(|(_, function)| function.foreign().is_some());
    graph::reaching(&calls, &found.map(|(id, _)| id.index()).collect())
}

fn keep(mut program: Program, is_kept: &dyn Fn(&[Stm], &Tables) -> bool) -> Result<Program, Error> {
    let Program { names, functions, .. } = &mut program;
    for function in functions.values_mut() {
        let mut keeper = Keeper { is_kept, names, tables: tables(&function.body) };
        function.body = keeper.block(std::mem::take(&mut function.body));
    }
    Ok(program)
}

/// Table of each table variable.
pub(super) type Tables = FxHashMap<Name, TableId>;

pub(super) fn tables(block: &[Stm]) -> Tables {
    let mut tables = Tables::default();
    walk::each_stm(block, &mut |stm| {
        if let Stm::DeclareTable { name, table } = stm {
            tables.insert(*name, *table);
        }
    });
    tables
}

/// Functions that kernels can call, and sizes of the tables that they read.
pub(super) struct Possible {
    /// Numbers of the functions that kernels cannot call.
    impossible: FxHashSet<usize>,
    /// Size in bytes of each table, and of the tables that each function and its callees read.
    table_bytes: Vec<usize>,
    function_bytes: Vec<usize>,
}

impl Possible {
    /// Finds what kernels can call, without recursive functions.
    pub fn of(program: &Program) -> Possible {
        let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
        Possible::without(program, &calls, graph::on_cycles(&calls))
    }

    /// Finds what kernels could call if recursion were allowed.
    pub fn with_recursion(program: &Program) -> Possible {
        let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
        Possible::without(program, &calls, FxHashSet::default())
    }

    /// Finds what kernels can call, except for the `impossible` functions and their callers.
    fn without(program: &Program, calls: &[Vec<usize>], mut impossible: FxHashSet<usize>) -> Possible {
        for (id, function) in program.functions.iter() {
            let has_arrays = function.foreign().is_some_and(|foreign| foreign.has_arrays());
            if has_arrays || function.service().is_some() || !is_possible(&function.body) {
                impossible.insert(id.index());
            }
        }
        let impossible = graph::reaching(calls, &impossible);
        let table_bytes: Vec<usize> = program.tables.values().map(bytes).collect();
        let function_bytes = function_bytes(&program.functions, calls, &table_bytes);
        Possible { impossible, table_bytes, function_bytes }
    }

    /// Whether a device can run the body of a launch.
    pub fn is_kernel(&self, body: &[Stm], tables: &Tables) -> bool {
        let calls = calls(body);
        if used_from_outside(body) > PARAMETERS {
            return false;
        }
        if !is_possible(body) || calls.iter().any(|function| self.impossible.contains(function)) {
            return false;
        }
        let mut read: FxHashSet<TableId> = FxHashSet::default();
        walk::each_name(body, &mut |name| read.extend(tables.get(&name)));
        let own: usize = read.iter().filter_map(|table| self.table_bytes.get(table.index())).sum();
        let called = calls.iter().filter_map(|function| self.function_bytes.get(*function));
        called.fold(own, |sum, bytes| sum.saturating_add(*bytes)) <= TABLE_BYTES
    }
}

/// Returns the number of variables that the body uses but does not declare.
fn used_from_outside(body: &[Stm]) -> usize {
    let own: FxHashSet<Name> = walk::declared(body).into_iter().collect();
    let mut used = FxHashSet::default();
    walk::each_name(body, &mut |name| _ = used.insert(name));
    used.difference(&own).count()
}

fn bytes(table: &ArrayValue) -> usize {
    table.len() * table.elem().bytes()
}

/// Returns an upper bound of the bytes of tables that each function and its callees read; a table may be counted
/// several times.
fn function_bytes(
    functions: &PrimaryMap<FunctionId, Function>,
    calls: &[Vec<usize>],
    table_bytes: &[usize],
) -> Vec<usize> {
    let own = |function: &Function| -> usize {
        let tables = tables(&function.body);
        tables.values().filter_map(|table| table_bytes.get(table.index())).sum()
    };
    let mut all: Vec<usize> = functions.values().map(own).collect();
    for at in graph::components(calls).into_iter().flatten() {
        let called = calls[at].iter().fold(0usize, |sum, callee| sum.saturating_add(all[*callee]));
        all[at] = all[at].saturating_add(called);
    }
    all
}

/// Returns the functions that the block calls, each once.
pub(super) fn calls(block: &[Stm]) -> Vec<usize> {
    let mut calls = Vec::new();
    let mut seen = FxHashSet::default();
    walk::each_stm(block, &mut |stm| {
        if let Stm::Call { function, .. } = stm
            && seen.insert(function.index())
        {
            calls.push(function.index());
        }
    });
    calls
}

/// Whether kernels can run the block, apart from its calls.
fn is_possible(block: &[Stm]) -> bool {
    let mut is_possible = true;
    walk::each_stm(block, &mut |stm| {
        is_possible &= match stm {
            Stm::Allocate { .. } | Stm::Tasks { .. } | Stm::Ordered { .. } | Stm::Launch { .. } => false,
            Stm::Assert { values, .. } => values.len() <= VALUES,
            Stm::Declare { .. }
            | Stm::DeclareMemory { .. }
            | Stm::DeclareArray { .. }
            | Stm::DeclareStack { .. }
            | Stm::DeclareTable { .. }
            | Stm::DeclareObject { .. }
            | Stm::Assign { .. }
            | Stm::AssignReference { .. }
            | Stm::MoveReference { .. }
            | Stm::ReleaseReference { .. }
            | Stm::Construct { .. }
            | Stm::Constant { .. }
            | Stm::Vacate { .. }
            | Stm::SetWord { .. }
            | Stm::LoadWord { .. }
            | Stm::LoadMemory { .. }
            | Stm::StoreMemory { .. }
            | Stm::LoadObject { .. }
            | Stm::StoreObject { .. }
            | Stm::Write { .. }
            | Stm::Copy { .. }
            | Stm::If { .. }
            | Stm::For { .. }
            | Stm::Threads { .. }
            | Stm::DeclareShared { .. }
            | Stm::Post { .. }
            | Stm::Await { .. }
            | Stm::Atomic { .. }
            | Stm::While { .. }
            | Stm::Call { .. } => true,
        };
    });
    let is_host_s =
        |exp: &Exp| matches!(exp, Exp::Pieces(..) | Exp::Setting(Setting::Team | Setting::Threshold { .. }));
    walk::each_exp(block, &mut |exp| is_possible &= !is_host_s(exp));
    is_possible
}

struct Keeper<'a> {
    is_kept: &'a dyn Fn(&[Stm], &Tables) -> bool,
    names: &'a mut NameSource,
    tables: Tables,
}

impl Keeper<'_> {
    /// Replaces the launches that the host keeps by loops.
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for mut stm in block {
            match stm {
                Stm::Launch { group, groups, size, body, spans } if (self.is_kept)(&body, &self.tables) => {
                    let threads = self.names.fresh("size");
                    out.push(Stm::Declare { name: threads, ty: ScalarType::I64, init: size });
                    let mut loops = Loops { size: threads, own: FxHashMap::default() };
                    let body = loops.group(body);
                    out.push(Stm::For { var: group, ty: ScalarType::I64, bound: groups, body, parallel: false, spans });
                }
                _ => {
                    for inner in walk::blocks_mut(&mut stm) {
                        *inner = self.block(std::mem::take(inner));
                    }
                    out.push(stm);
                }
            }
        }
        out
    }
}

/// Conversion of one launch to loops.
struct Loops {
    /// Variable for the number of threads of a group.
    size: Name,
    /// Arrays of which each thread has its own, with their sizes.
    own: FxHashMap<Name, usize>,
}

impl Loops {
    /// Converts the body of a group.
    fn group(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for mut stm in block {
            match stm {
                Stm::DeclareShared { name, elem, count } => {
                    out.extend([Stm::DeclareMemory { name }, Stm::Allocate { name, elem, count }]);
                }
                Stm::DeclareArray { name, elem, count } => {
                    self.own.insert(name, count);
                    let count = product(Exp::Var(self.size), constant(count));
                    out.extend([Stm::DeclareMemory { name }, Stm::Allocate { name, elem, count }]);
                }
                Stm::Threads { var, bound, mut body } => {
                    drop_stages(&mut body);
                    // Each thread's array becomes a part of one block.
                    walk::each_access_mut(&mut body, &mut |memory, _, index| self.shift(*memory, index, var));
                    let (ty, spans) = (ScalarType::I64, Vec::new());
                    out.push(Stm::For { var, ty, bound, body, parallel: false, spans });
                }
                _ => {
                    for inner in walk::blocks_mut(&mut stm) {
                        *inner = self.group(std::mem::take(inner));
                    }
                    out.push(stm);
                }
            }
        }
        out
    }

    fn shift(&self, memory: Name, index: &mut Exp, var: Name) {
        let Some(&count) = self.own.get(&memory) else { return };
        let thread = Exp::Bin(BinOp::Rem, Box::new(Exp::Var(var)), Box::new(Exp::Var(self.size)));
        let own = std::mem::replace(index, constant(0));
        *index = Exp::Bin(BinOp::Add, Box::new(product(thread, constant(count))), Box::new(own));
    }
}

/// Removes stages, because groups run in order here.
fn drop_stages(block: &mut Block) {
    block.retain(|stm| !matches!(stm, Stm::Post { .. } | Stm::Await { .. }));
    block.iter_mut().flat_map(walk::blocks_mut).for_each(drop_stages);
}

fn constant(count: usize) -> Exp {
    Exp::Const(Scalar::I64(count as i64))
}

fn product(a: Exp, b: Exp) -> Exp {
    Exp::Bin(BinOp::Mul, Box::new(a), Box::new(b))
}
