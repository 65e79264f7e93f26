//! Launches that no device can run become loops of the host.
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
//! A kernel cannot allocate, run tasks or launches, nor ask how many tasks are worth it or for a threshold, nor call a function
//! that does so or that may be running, nor a foreign one that takes or gives arrays; its parameters are few, as are the values of its failures, and its tables are small. What
//! an array of the group's holds for each thread is one block with a part for each. Nobody awaits anything: lower groups have
//! ended.
//!
//! Needs: unique names. Guarantees: all launches are kernels of OpenCL C and CUDA C++. Cost: linear.

use crate::def::*;
use crate::walk;
use base::entity::{EntityRef, PrimaryMap};
use base::{Error, Name, NameSource, Spans, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use value::foreign::Foreign;
use value::{ArrayValue, BinOp, Scalar, ScalarType};

/// The values of a failure that a kernel can hand on.
const VALUES: usize = 8;

/// The parameters: what every device takes are 1024 bytes.
const PARAMETERS: usize = 120;

/// The bytes of tables that a kernel may read: what every device has for constants.
const TABLE_BYTES: usize = 1 << 16;

pub fn keep_on_host(program: Program) -> Result<Program, Error> {
    let possible = Possible::of(&program);
    keep(program, &|body, tables| !possible.is_kernel(body, tables))
}

/// Likewise those that call a foreign function, for which there is no device code.
pub fn keep_foreign_on_host(program: Program) -> Result<Program, Error> {
    let reaching = reaching_foreign(&program, |_| true);
    keep(program, &|body, _| calls(body).iter().any(|function| reaching.contains(function)))
}

/// Why no device can run a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// It calls what recurs.
    Recursion,
    /// It calls a foreign function with arrays.
    Foreign,
    /// It allocates, or takes more than kernels have.
    Memory,
}

/// The launches that `keep_on_host` makes loops of, by the places of their operations.
pub fn kept(program: &Program) -> Vec<(Spans, Obstacle)> {
    let (possible, recursive) = (Possible::of(program), Possible::with_recursion(program));
    let foreign = reaching_foreign(program, Foreign::has_arrays);
    let mut kept = Vec::new();
    for function in program.functions.values() {
        let tables = tables(&function.body);
        walk::each_stm(&function.body, &mut |stm| {
            let Stm::Launch { body, spans, .. } = stm else { return };
            if !possible.is_kernel(body, &tables) {
                let obstacle = match calls(body).iter().any(|function| foreign.contains(function)) {
                    true => Obstacle::Foreign,
                    false if recursive.is_kernel(body, &tables) => Obstacle::Recursion,
                    false => Obstacle::Memory,
                };
                kept.push((spans.clone(), obstacle));
            }
        });
    }
    kept
}

/// The foreign functions of this kind, and those that call them.
fn reaching_foreign(program: &Program, is_one: impl Fn(&Foreign) -> bool) -> FxHashSet<usize> {
    let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
    let is_one = |function: &Function| function.foreign.as_ref().is_some_and(|foreign| is_one(foreign));
    let found = program.functions.iter().filter(|(_, function)| is_one(function));
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

/// The tables, by their variables.
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

/// What kernels can do.
pub(super) struct Possible {
    /// The functions that they cannot call.
    impossible: FxHashSet<usize>,
    /// The bytes of tables, and of those that functions read, with what they call.
    table_bytes: Vec<usize>,
    function_bytes: Vec<usize>,
}

impl Possible {
    /// Functions that may be running cannot be called.
    pub fn of(program: &Program) -> Possible {
        let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
        Possible::without(program, &calls, graph::on_cycles(&calls))
    }

    /// What they could do if these could be called.
    pub fn with_recursion(program: &Program) -> Possible {
        let calls: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
        Possible::without(program, &calls, FxHashSet::default())
    }

    /// Without calls of these functions, and those that call them.
    fn without(program: &Program, calls: &[Vec<usize>], mut impossible: FxHashSet<usize>) -> Possible {
        for (id, function) in program.functions.iter() {
            let has_arrays = function.foreign.as_ref().is_some_and(|foreign| foreign.has_arrays());
            if has_arrays || !is_possible(&function.body) {
                impossible.insert(id.index());
            }
        }
        let impossible = graph::reaching(calls, &impossible);
        let table_bytes: Vec<usize> = program.tables.values().map(bytes).collect();
        let function_bytes = function_bytes(&program.functions, calls, &table_bytes);
        Possible { impossible, table_bytes, function_bytes }
    }

    /// Whether a device can run what stands in a launch.
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

/// How many variables the body uses and does not declare.
fn used_from_outside(body: &[Stm]) -> usize {
    let own: FxHashSet<Name> = walk::declared(body).into_iter().collect();
    let mut used = FxHashSet::default();
    walk::each_name(body, &mut |name| _ = used.insert(name));
    used.difference(&own).count()
}

fn bytes(table: &ArrayValue) -> usize {
    table.len() * table.elem().bytes()
}

/// The bytes of the tables of each function, with those of what it calls: at most, as one may be counted several times.
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

/// The functions that the block calls, each once.
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

/// Whether a kernel can do what stands here, but for calls.
fn is_possible(block: &[Stm]) -> bool {
    let mut is_possible = true;
    walk::each_stm(block, &mut |stm| {
        is_possible &= match stm {
            Stm::Allocate { .. } | Stm::Tasks { .. } | Stm::Ordered { .. } | Stm::Launch { .. } => false,
            Stm::Assert { values, .. } => values.len() <= VALUES,
            _ => true,
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

/// One launch on its way to loops.
struct Loops {
    /// How many threads a group has.
    size: Name,
    /// The arrays that each thread has, with their sizes.
    own: FxHashMap<Name, usize>,
}

impl Loops {
    /// What a group does.
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
                    // The arrays are parts of what all threads have.
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

/// Groups are in order here.
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
