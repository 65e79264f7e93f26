//! `expand`, `expand-interleaved`: memory expansion, so that nothing allocates in a kernel (FUNMEM paper, §5,
//! `MemoryExpand`). What each thread allocates becomes a part of one block, allocated before the kernel.
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
//! A *kernel* is an outermost array operation that is not marked as sequential. Its threads are the indices of the perfect
//! nest that begins there, as far as `flatten` makes one (`form::nest`); what the innermost bodies hold is run by one thread, and
//! is marked so. Address `a` of a thread's block becomes
//!
//! ```text
//! thread * count + a        thread by thread: what a CPU's cache likes
//! a * threads + thread      interleaved: threads that run in step read what stands side by side
//! ```
//!
//! `expand` has the first only; `expand-interleaved`, for GPUs, chooses for each block (`layout`).
//!
//! 1. `settle`: what branches and loops yield in a thread has a known block.
//! 2. `short-circuit`, so that what `settle` copies is built where it is to be.
//! 3. Allocations leave loops, branches and sequential operations of a thread: nothing that lives longer than a round
//!    is in them any more.
//! 4. The count is computed before the kernel (`count`): the same for all threads, or a bound of it. Where it varies in
//!    other ways, the sizes of all threads are computed first (`ahead`): their sum is allocated, or so many times the largest.
//! 5. An array of constant size, at most `form::MAX_PRIVATE` elements, stays its thread's own.
//!
//! Where that cannot be done (`Refusal`), the host runs the operation in order, and those inside of it are the kernels. The
//! buffers of a kernel's own operator are before it, one for all threads; how many it needs is a target's matter.
//!
//! Needs: unique names, no dead code. Guarantees: `form::is_expanded`. Cost: linear times the depth of nesting, and that of
//! `short-circuit`.

mod ahead;
mod count;
pub mod form;
mod layout;
mod settle;

use crate::blocks::{Blocks, without_allocations};
use crate::facts::counter;
use crate::short_circuit::short_circuit;
use ahead::{Ahead, Sums};
use base::{Error, Name};
use count::{Definitions, bound};
use fun::build::Builder;
use fun::def::*;
use fun::walk;
use fun_opt::{dead, flatten};
use index::Poly;
use layout::InStep;
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

/// Which layouts there are to choose from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    Contiguous,
    Interleaved,
}

/// Why the host runs what could be a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// A thread calls a function that allocates or is given what the thread allocates.
    Call,
    /// What a branch or a loop yields has a layout that is known only there.
    Layout,
    /// The size varies from round to round of a loop in a thread.
    Round,
    /// The size is known only in a branch.
    Branch,
    /// The number of elements is known only in the thread.
    Count,
    /// The kernel's own operator allocates.
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
            Refusal::Operator => "an operator allocates",
        })
    }
}

/// As `expand`; also gives why operations are run by the host.
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

/// Replaces each kernel by what `convert` makes of it. One that is refused is run by the host.
fn for_each_kernel(
    program: &mut Program,
    refusals: &mut Vec<Refusal>,
    convert: &mut dyn FnMut(&mut Program, &Stm) -> Result<Vec<Stm>, Refusal>,
) {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let body = std::mem::take(&mut program.functions[id].body);
        program.functions[id].body = host(program, body, refusals, convert);
    }
}

fn host(
    program: &mut Program,
    body: Body,
    refusals: &mut Vec<Refusal>,
    convert: &mut dyn FnMut(&mut Program, &Stm) -> Result<Vec<Stm>, Refusal>,
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

/// The innermost operation goes to the threads around it, if it is what is in the way; else the host runs the outermost.
fn refuse(program: &Program, kernel: &mut Exp, refusal: Refusal) {
    let level = if refusal == Refusal::Operator { form::nest(program, kernel).len() - 1 } else { 0 };
    let mark = form::level_mut(kernel, level).and_then(|exp| exp.sequential_mut());
    mark.into_iter().for_each(|mark| *mark = true);
}

/// A block that a thread allocates.
struct Allocation {
    block: Name,
    elem: ScalarType,
    count: Atom,
    /// How many operations of the nest are around.
    level: usize,
}

/// What becomes of a kernel.
struct Expansion {
    /// What is computed before the kernel.
    before: Vec<Stm>,
    /// What each level of the nest begins with.
    starts: Vec<Vec<Stm>>,
    /// Where the elements of a block go.
    moves: FxHashMap<Name, Move>,
}

struct Move {
    block: Name,
    scale: Poly,
    start: Poly,
}

impl Expansion {
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
            parts: FxHashMap::default(),
            largest: FxHashMap::default(),
            expansion: Expansion { before: Vec::new(), starts, moves: FxHashMap::default() },
        };
        for allocation in allocations {
            let interleaved = in_step.as_ref().is_some_and(|in_step| in_step.contains(allocation.block));
            expander.allocation(&allocation, interleaved)?;
        }
        Ok(expander.expansion)
    }

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

/// All blocks that threads allocate, but for those that stay their own.
fn allocations(allocating: &FxHashSet<FunctionId>, nest: &[&Exp]) -> Result<Vec<Allocation>, Refusal> {
    let mut found = Vec::new();
    let mut blocks: FxHashSet<Name> = FxHashSet::default();
    for (at, exp) in nest.iter().enumerate() {
        let is_innermost = at + 1 == nest.len();
        for (which, body) in exp.bodies().into_iter().enumerate() {
            let mut visit = |stm: &Stm, is_own: bool| match (&stm.exp, stm.pattern.first()) {
                (Exp::Alloc { elem, count }, Some(&block)) => {
                    blocks.insert(block);
                    if !(is_own && form::is_small(*count)) {
                        found.push((which, Allocation { block, elem: *elem, count: *count, level: at + 1 }));
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
    // The lambda comes first, then the operators.
    match (is_operand, found.iter().any(|(which, _)| *which > 0)) {
        (true, _) => Err(Refusal::Call),
        (_, true) => Err(Refusal::Operator),
        _ => Ok(found.into_iter().map(|(_, allocation)| allocation).collect()),
    }
}

/// Sizes that vary by thread: where each thread's part begins, and how much there is in all.
#[derive(Clone, Copy)]
struct Parts {
    start: Name,
    total: Atom,
}

struct Expander<'a> {
    program: &'a mut Program,
    nest: &'a [&'a Exp],
    /// What the kernel binds.
    inside: FxHashSet<Name>,
    definitions: Definitions,
    /// By level.
    ahead: FxHashMap<usize, Ahead>,
    /// By count and level.
    parts: FxHashMap<(Atom, usize), Option<Parts>>,
    largest: FxHashMap<(Atom, usize), Option<Atom>>,
    expansion: Expansion,
}

impl Expander<'_> {
    fn allocation(&mut self, allocation: &Allocation, interleaved: bool) -> Result<(), Refusal> {
        let &Allocation { block, elem, count, level } = allocation;
        let (widths, thread) = self.threads(level);
        let (inside, definitions) = (&self.inside, &self.definitions);
        let mut builder = Builder::new(self.program);
        let bound = bound(&mut builder, definitions, &|name| !inside.contains(&name), count);
        let stms = builder.stms;
        self.expansion.before.extend(stms);
        let (each, loose) = match bound {
            Some(bound) if bound.is_loose => (None, Some(bound.count)),
            bound => (bound.map(|bound| bound.count), None),
        };
        let varies = each.is_none();
        let parts = if varies && !interleaved { self.parts(count, level) } else { None };
        let each = each.or_else(|| if interleaved { self.largest(count, level) } else { None }).or(loose);
        let mut builder = Builder::new(self.program);
        let (start, total) = match (parts, each) {
            (Some(parts), _) => (Poly::var(parts.start), parts.total),
            (None, Some(each)) => {
                let total = builder.product(&[widths.as_slice(), &[each]].concat());
                (if interleaved { thread } else { thread * poly(each) }, total)
            }
            (None, None) => return Err(Refusal::Count),
        };
        let scale = if interleaved { Poly::product(&widths.iter().map(|&width| poly(width)).collect::<Vec<_>>()) } else { Poly::one() };
        let expanded = builder.bind(block.hint.as_str(), Exp::Alloc { elem, count: total });
        self.expansion.before.extend(builder.stms);
        self.expansion.moves.insert(block, Move { block: expanded, scale, start });
        Ok(())
    }

    /// The widths down to the level, and the thread's number.
    fn threads(&self, level: usize) -> (Vec<Atom>, Poly) {
        let nest: Vec<(Name, Atom)> = self.nest[..level].iter().filter_map(|exp| counter(exp)).collect();
        let number = |number: Poly, (index, width): &(Name, Atom)| number * poly(*width) + Poly::var(*index);
        (nest.iter().map(|(_, width)| *width).collect(), nest.iter().fold(Poly::zero(), number))
    }

    /// Computes where the parts of the threads begin.
    fn parts(&mut self, count: Atom, level: usize) -> Option<Parts> {
        if let Some(known) = self.parts.get(&(count, level)) {
            return *known;
        }
        let sums = self.compute_ahead(count, level, &|ahead, builder, more, size| ahead.sums(builder, more, size));
        let parts = sums.map(|sums| Parts { start: self.start(&sums, level), total: sums.total });
        self.parts.insert((count, level), parts);
        parts
    }

    /// Computes the largest size of a thread.
    fn largest(&mut self, count: Atom, level: usize) -> Option<Atom> {
        if let Some(known) = self.largest.get(&(count, level)) {
            return *known;
        }
        let largest = self.compute_ahead(count, level, &|ahead, builder, more, size| ahead.largest(builder, more, size));
        self.largest.insert((count, level), largest);
        largest
    }

    /// Computes something of all threads' sizes before the kernel.
    fn compute_ahead<T>(
        &mut self,
        count: Atom,
        level: usize,
        compute: &dyn Fn(&Ahead, &mut Builder, &[Stm], Atom) -> Option<T>,
    ) -> Option<T> {
        let (program, nest, inside) = (&*self.program, &self.nest[..level], &self.inside);
        let ahead = self.ahead.entry(level).or_insert_with(|| Ahead::of(program, nest, inside.clone()));
        let mut builder = Builder::new(self.program);
        let size = bound(&mut builder, &self.definitions, &|name| ahead.is_known(name), count)?.count;
        let more = std::mem::take(&mut builder.stms);
        let computed = compute(ahead, &mut builder, &more, size)?;
        self.expansion.before.extend(builder.stms);
        Some(computed)
    }

    /// Has the threads read where their parts begin.
    fn start(&mut self, sums: &Sums, level: usize) -> Name {
        let nest: Vec<(Name, Atom)> = self.nest[..level].iter().filter_map(|exp| counter(exp)).collect();
        let mut builder = Builder::new(self.program);
        let mut thread = Atom::i64(0);
        for (at, (index, width)) in nest.into_iter().enumerate() {
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
