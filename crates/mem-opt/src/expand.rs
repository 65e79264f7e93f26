//! `expand`, `expand-interleaved`: memory expansion, so that kernels do not allocate (FUNMEM paper, §5,
//! `MemoryExpand`). The blocks that threads allocate become parts of one block, allocated before the kernel.
//!
//! ```text
//! let (ys : [n]i32 @ ..) =                          let (all : i64) = n * k
//!   map n (xs)                                      let (e : mem) = alloc i32 all
//!     (\(i : i64) (x : i32) ->                      let (ys : [n]i32 @ ..) =
//!       let (m : mem) = alloc i32 k           ==>     map n (xs)
//!       let (t : [k]i32 @ m -> 0 + {(k : 1)})           (\(i : i64) (x : i32) ->
//!         = map k () ..                                   let (t : [k]i32 @ e -> i*k + {(k : 1)})
//!                                                           = seq map k () ..
//! ```
//!
//! A *kernel* is an outermost array operation that is not marked as sequential. Its threads are the indices of the
//! perfect nest that starts there, as `flatten` makes it (`form::nest`). One thread runs the innermost bodies, whose
//! operations are marked as sequential. Address `a` of a thread's block becomes
//!
//! ```text
//! thread * count + a        thread by thread: what a CPU's cache likes
//! a * threads + thread      interleaved: threads that run in step read what stands side by side
//! ```
//!
//! `expand` uses only the first layout; `expand-interleaved`, for GPUs, chooses for each block (`layout`).
//!
//! 1. `settle`: results of branches and loops in a thread get known blocks.
//! 2. `short-circuit`: arrays that `settle` copies are built at their destination.
//! 3. Allocations leave a thread's loops, branches and sequential operations, because no array in them outlives a round
//!    any more.
//! 4. The count is computed before the kernel (`count`): the same for all threads, or an upper bound. If it varies in
//!    other ways, the sizes of all threads are computed first (`ahead`), and their sum, or the number of threads times
//!    the largest, is allocated.
//! 5. An array of constant size, at most `form::MAX_PRIVATE` elements, stays private to its thread.
//!
//! If this is impossible (`Refusal`), the host runs the operation sequentially, and the operations inside become
//! kernels. A kernel's own operator gets its allocations before the kernel, like the buffers of its parameters: once
//! for all threads of the innermost operation. The target decides how many copies of these blocks it needs.
//!
//! Needs: unique names, no dead code. Guarantees: `form::is_expanded`. Cost: linear times the depth of nesting, plus
//! that of `short-circuit`.

mod ahead;
mod count;
pub mod form;
mod layout;
mod settle;

use crate::short_circuit::short_circuit;
use ahead::{Ahead, Sums};
use base::{Error, Name};
use count::{Bound, Definitions, bound};
use fun::build::Builder;
use fun::def::*;
use fun::walk;
use fun_opt::facts::counter;
use fun_opt::{dead, flatten};
use index::Poly;
use layout::InStep;
use mem::blocks::{Blocks, without_allocations};
use mem::lower::poly;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use value::{BinOp, ScalarType};

pub fn expand(program: Program) -> Result<Program, Error> {
    Ok(expand_with(program, Policy::Contiguous)?.0)
}

pub fn expand_interleaved(program: Program) -> Result<Program, Error> {
    Ok(expand_with(program, Policy::Interleaved)?.0)
}

/// Which layouts the pass may choose for expanded blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    Contiguous,
    Interleaved,
}

/// Reason why the host runs an operation that could be a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// A thread calls a function that allocates, or passes it a block that the thread allocates.
    Call,
    /// A branch or loop returns an array whose layout is known only after it.
    Layout,
    /// The size varies between rounds of a loop in a thread.
    Round,
    /// The size is known only in a branch.
    Branch,
    /// The number of elements is known only in the thread.
    Count,
    /// The number of elements is known only in the kernel's own operator.
    Operator,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Call => "a thread calls a function that allocates",
            Refusal::Layout => "a layout is known only in a branch or a loop",
            Refusal::Round => "a size varies from round to round",
            Refusal::Branch => "a size is known only in a branch",
            Refusal::Count => "a number of elements is known only in the thread",
            Refusal::Operator => "a number of elements is known only in an operator",
        })
    }
}

/// Like `expand`; also returns the reasons why operations are run by the host.
pub fn expand_with(mut program: Program, policy: Policy) -> Result<(Program, Vec<Refusal>), Error> {
    let mut refusals = Vec::new();
    let blocks = Blocks::of(&program);
    for_each_kernel(&mut program, &mut refusals, &mut |program, kernel| {
        settle::settle(program, &blocks, kernel).map(|settled| vec![settled])
    });
    let mut program = short_circuit(program)?;
    let allocating = form::allocating(&program);
    for_each_kernel(&mut program, &mut refusals, &mut |program, kernel| {
        Expansion::of(program, policy, &allocating, kernel)?.carry_out(program, kernel)
    });
    dead::sweep_in_place(&mut program);
    Ok((program, refusals))
}

/// The statements that replace a kernel, or the reason why it cannot be converted.
type Converted = Result<Vec<Stm>, Refusal>;

/// Replaces each kernel by the result of `convert`. If that fails for a kernel, the host runs it.
fn for_each_kernel(
    program: &mut Program,
    refusals: &mut Vec<Refusal>,
    convert: &mut dyn FnMut(&mut Program, &Stm) -> Converted,
) {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let body = std::mem::take(&mut program.functions[id].body);
        program.functions[id].body = host(program, body, refusals, convert);
    }
}

/// Converts the kernels in a body that the host runs. Kernels that cannot be converted become sequential.
fn host(
    program: &mut Program,
    body: Body,
    refusals: &mut Vec<Refusal>,
    convert: &mut dyn FnMut(&mut Program, &Stm) -> Converted,
) -> Body {
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in body.stms {
        let mut converted = None;
        while converted.is_none() && stm.exp.sequential() == Some(false) {
            match convert(program, &stm) {
                Ok(stms) => converted = Some(stms),
                Err(refusal) => {
                    refusals.push(refusal);
                    refuse(program, &mut stm.exp, refusal);
                }
            }
        }
        if let Some(converted) = converted {
            stms.extend(converted);
            continue;
        }
        for inner in stm.exp.bodies_mut() {
            *inner = host(program, std::mem::take(inner), refusals, convert);
        }
        stms.push(stm);
    }
    Body { stms, result: body.result }
}

/// Marks an operation as sequential because it cannot be a kernel. If the kernel's own operator is the obstacle, a
/// single thread runs the innermost operation; otherwise the host runs the outermost one.
fn refuse(program: &Program, kernel: &mut Exp, refusal: Refusal) {
    let level = if refusal == Refusal::Operator { form::nest(program, kernel).len() - 1 } else { 0 };
    let mark = form::level_mut(kernel, level).and_then(|exp| exp.sequential_mut());
    mark.into_iter().for_each(|mark| *mark = true);
    if level == 0 {
        free_inside(kernel);
    }
}

/// Removes the sequential marks inside an operation that the host now runs. The operations inside may then become
/// kernels.
fn free_inside(exp: &mut Exp) {
    for stm in exp.bodies_mut().into_iter().flat_map(|body| &mut body.stms) {
        match stm.exp.sequential_mut() {
            Some(mark) => *mark = false,
            None => free_inside(&mut stm.exp),
        }
    }
}

/// A block that a thread allocates.
struct Allocation {
    block: Name,
    elem: ScalarType,
    count: Atom,
    /// Number of enclosing operations of the nest. Each combination of their indices has a part of the expanded block.
    level: usize,
    is_of_operator: bool,
}

/// Result of expanding a kernel.
struct Expansion {
    /// Statements before the kernel.
    before: Vec<Stm>,
    /// Statements at the start of the body of each operation in the nest.
    starts: Vec<Vec<Stm>>,
    /// For each block, the new location of its elements.
    moves: FxHashMap<Name, Move>,
}

struct Move {
    block: Name,
    scale: Poly,
    start: Poly,
}

impl Expansion {
    /// Finds a place before the kernel for each block that its threads allocate.
    fn of(
        program: &mut Program,
        policy: Policy,
        allocating: &FxHashSet<FunctionId>,
        kernel: &Stm,
    ) -> Result<Expansion, Refusal> {
        let nest = form::nest(program, &kernel.exp);
        let inside: FxHashSet<Name> = kernel.exp.bodies().into_iter().flat_map(walk::bound_in_body).collect();
        let inside: FxHashSet<Name> = inside.into_iter().chain(kernel.exp.binders()).collect();
        let allocations = allocations(allocating, &nest)?;
        let definitions = Definitions::of(program, &kernel.exp);
        let in_step = match (policy, nest.last()) {
            (Policy::Interleaved, Some(innermost)) => Some(InStep::of(program, &inside, innermost)),
            _ => None,
        };
        let starts = vec![Vec::new(); nest.len()];
        let mut expander = Expander {
            program,
            nest: &nest,
            inside,
            definitions,
            ahead: FxHashMap::default(),
            rooms: FxHashMap::default(),
            expansion: Expansion { before: Vec::new(), starts, moves: FxHashMap::default() },
        };
        for allocation in allocations {
            let interleaved = in_step.as_ref().is_some_and(|in_step| in_step.contains(allocation.block));
            expander.allocation(&allocation, interleaved)?;
        }
        Ok(expander.expansion)
    }

    /// Returns the statements that replace the kernel. The threads' arrays are moved to the expanded blocks.
    fn carry_out(self, program: &mut Program, kernel: &Stm) -> Result<Vec<Stm>, Refusal> {
        let mut kernel = kernel.clone();
        let depth = form::nest(program, &kernel.exp).len();
        let bound = kernel.exp.bodies().into_iter().flat_map(walk::bound_in_body);
        for name in bound.chain(kernel.exp.binders()) {
            if let Some(place) = program.vars.get_mut(name).and_then(|info| info.place.as_mut())
                && let Some(to) = self.moves.get(&place.block)
            {
                *place = Place { block: to.block, ixfn: place.ixfn.moved(&to.scale, &to.start) };
            }
        }
        for body in kernel.exp.bodies_mut() {
            without_allocations(body, &|name| self.moves.contains_key(&name));
        }
        if let Some(innermost) = form::level_mut(&mut kernel.exp, depth - 1) {
            flatten::form::mark_inside(innermost);
        }
        for (level, stms) in self.starts.into_iter().enumerate() {
            let lambda = form::level_mut(&mut kernel.exp, level).and_then(|exp| exp.traversed_mut());
            if let Some((_, _, lambda)) = lambda {
                lambda.body.stms.splice(0..0, stms);
            }
        }
        let mut stms = self.before;
        stms.push(kernel);
        Ok(stms)
    }
}

/// Returns all blocks that threads allocate, except those that stay private to a thread.
fn allocations(allocating: &FxHashSet<FunctionId>, nest: &[&Exp]) -> Result<Vec<Allocation>, Refusal> {
    let mut found = Vec::new();
    let mut blocks: FxHashSet<Name> = FxHashSet::default();
    for (at, exp) in nest.iter().enumerate() {
        let is_innermost = at + 1 == nest.len();
        // The lambda is the first body. The other bodies are operators, which serve all threads at this level.
        for (which, body) in exp.bodies().into_iter().enumerate() {
            let mut visit = |stm: &Stm, is_own: bool| match (&stm.exp, stm.pattern.first()) {
                (Exp::Alloc { elem, count }, Some(&block)) => {
                    blocks.insert(block);
                    if !(is_own && form::is_small(*count)) {
                        let level = if which == 0 { at + 1 } else { at };
                        let is_of_operator = which > 0;
                        found.push(Allocation { block, elem: *elem, count: *count, level, is_of_operator });
                    }
                    true
                }
                (Exp::Call { function, .. }, _) => !allocating.contains(function),
                _ => true,
            };
            let mut is_good = true;
            match is_innermost {
                true => walk::for_each_stm(body, &mut |stm| is_good &= visit(stm, true)),
                false => body.stms.iter().for_each(|stm| is_good &= visit(stm, false)),
            }
            if !is_good {
                return Err(Refusal::Call);
            }
        }
    }
    let is_operand = nest.first().is_some_and(|exp| {
        let mut used = false;
        for body in exp.bodies() {
            walk::for_each_use(body, &mut |name| used |= blocks.contains(&name));
        }
        used
    });
    if is_operand { Err(Refusal::Call) } else { Ok(found) }
}

/// The number of elements that all threads need together in an expanded block.
#[derive(Clone, Copy)]
enum Room {
    /// The same number for each thread.
    Each { each: Atom, total: Atom },
    /// A number that varies between threads. `start` holds the first element of each thread's part; `total` is the sum.
    Parts { start: Name, total: Atom },
}

/// Returns the counters of the nest with their bounds, from the outside in.
fn counters(nest: &[&Exp]) -> impl Iterator<Item = (Name, Atom)> {
    nest.iter().filter_map(|exp| counter(exp))
}

struct Expander<'a> {
    program: &'a mut Program,
    nest: &'a [&'a Exp],
    /// Names that the kernel binds.
    inside: FxHashSet<Name>,
    definitions: Definitions,
    /// For each level, the part of the threads' code that can be computed ahead.
    ahead: FxHashMap<usize, Ahead>,
    /// Rooms computed so far, by count, level, and whether elements are interleaved.
    rooms: FxHashMap<(Atom, usize, bool), Option<Room>>,
    expansion: Expansion,
}

impl Expander<'_> {
    /// Allocates the expanded block of an allocation before the kernel, and records where each thread has its part.
    fn allocation(&mut self, allocation: &Allocation, interleaved: bool) -> Result<(), Refusal> {
        let &Allocation { block, elem, count, level, is_of_operator } = allocation;
        let refusal = if is_of_operator { Refusal::Operator } else { Refusal::Count };
        let number = |number: Poly, (index, width): (Name, Atom)| number * poly(width) + Poly::var(index);
        let nest = &self.nest[..level];
        let thread = counters(nest).fold(Poly::zero(), number);
        let threads = counters(nest).fold(Poly::one(), |threads, (_, width)| threads * poly(width));
        let (start, total) = match self.room(count, level, interleaved).ok_or(refusal)? {
            Room::Parts { start, total } => (Poly::var(start), total),
            Room::Each { each, total } => (if interleaved { thread } else { thread * poly(each) }, total),
        };
        let scale = if interleaved { threads } else { Poly::one() };
        let mut builder = Builder::new(self.program);
        let expanded = builder.bind(block.hint.as_str(), Exp::Alloc { elem, count: total });
        self.expansion.before.extend(builder.stms);
        self.expansion.moves.insert(block, Move { block: expanded, scale, start });
        Ok(())
    }

    /// Returns the room that all threads need together for blocks of `count` elements. It is the same for each thread,
    /// unless that might waste much memory.
    fn room(&mut self, count: Atom, level: usize, interleaved: bool) -> Option<Room> {
        if let Some(known) = self.rooms.get(&(count, level, interleaved)) {
            return *known;
        }
        let (inside, definitions) = (&self.inside, &self.definitions);
        let mut builder = Builder::new(self.program);
        let bound = bound(&mut builder, definitions, &|name| !inside.contains(&name), count);
        let stms = builder.stms;
        self.expansion.before.extend(stms);
        let room = match bound {
            Some(Bound { count, is_loose: false }) => Some(self.each(count, level)),
            bound if level == 0 => Some(self.each(bound?.count, level)),
            bound => {
                let varying = if interleaved { self.largest(count, level) } else { self.parts(count, level) };
                varying.or_else(|| Some(self.each(bound?.count, level)))
            }
        };
        self.rooms.insert((count, level, interleaved), room);
        room
    }

    /// Computes the room if each thread has `each` elements.
    fn each(&mut self, each: Atom, level: usize) -> Room {
        let widths = counters(&self.nest[..level]).map(|(_, width)| width);
        let mut builder = Builder::new(self.program);
        let total = builder.extent(&widths.chain([each]).collect::<Vec<_>>());
        self.expansion.before.extend(builder.stms);
        Room::Each { each, total }
    }

    /// Computes the room if numbers vary between threads, and where each thread's part starts.
    fn parts(&mut self, count: Atom, level: usize) -> Option<Room> {
        let (more, size) = self.size_ahead(count, level)?;
        let mut builder = Builder::new(self.program);
        let sums = self.ahead.get(&level)?.sums(&mut builder, &more, size)?;
        self.expansion.before.extend(builder.stms);
        Some(Room::Parts { start: self.start(&sums, level), total: sums.total })
    }

    /// Computes the room if each thread has as many elements as the thread that needs most.
    fn largest(&mut self, count: Atom, level: usize) -> Option<Room> {
        let (more, size) = self.size_ahead(count, level)?;
        let mut builder = Builder::new(self.program);
        let largest = self.ahead.get(&level)?.largest(&mut builder, &more, size)?;
        self.expansion.before.extend(builder.stms);
        Some(self.each(largest, level))
    }

    /// Returns statements that can run ahead of the kernel, and the count that they compute.
    fn size_ahead(&mut self, count: Atom, level: usize) -> Option<(Vec<Stm>, Atom)> {
        let (program, nest, inside) = (&*self.program, &self.nest[..level], &self.inside);
        let ahead = self.ahead.entry(level).or_insert_with(|| Ahead::of(program, nest, inside.clone()));
        let mut builder = Builder::new(self.program);
        let size = bound(&mut builder, &self.definitions, &|name| ahead.is_known(name), count)?.count;
        Some((builder.stms, size))
    }

    /// Emits the read of the position at which the thread's part starts.
    fn start(&mut self, sums: &Sums, level: usize) -> Name {
        let nest = &self.nest[..level];
        let mut builder = Builder::new(self.program);
        let mut thread = Atom::i64(0);
        for (at, (index, width)) in counters(nest).enumerate() {
            thread = if at == 0 {
                index.into()
            } else {
                let before = builder.mul(thread, width);
                builder.add(before, index.into())
            };
        }
        let (end, size) = (builder.index(sums.ends, vec![thread]), builder.index(sums.sizes, vec![thread]));
        let start = builder.bind("start", Exp::Bin(BinOp::Sub, end, size));
        self.expansion.starts[level - 1].extend(builder.stms);
        start
    }
}
