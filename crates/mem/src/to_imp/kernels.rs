//! Array operations for a device: the outermost ones become launches.
//!
//! ```text
//! let (ys) = map n \i ->                 var total := n * m
//!              let (row) = map m \j ->   launch g < quot(total + group_size() - 1, group_size()) of group_size() {
//!                .. y                      threads t < group_size() {
//!              in row               ==>      var at := g * group_size() + t
//!                                            if at < total { var i := quot(at, m)  var j := rem(at, m)  ..  ys[i, j] <- y }
//!                                          }
//!                                        }
//! ```
//!
//! A kernel is a perfect nest whose first operation is not marked as sequential. The nest consists of *steps*, which
//! are maps that contain little more than the next operation, and of the innermost operation. Each combination of the
//! steps' indices is a *segment* of the innermost operation.
//!
//! | innermost operation | kernels |
//! |---|---|
//! | map, scatter | a thread for each element of each segment, or for several elements if the code for one is short |
//! | map that only copies rows | a thread for each element |
//! | map or copy that reads along another index than it writes | groups transpose tiles in their memory (`turn`) |
//! | product: a reduction in two maps, each of which has inputs of its own | a group for each tile of results (`tile`) |
//! | reduction of scalars | some threads of a group, a whole one, or several groups for each segment (`reduce`) |
//! | scan of scalars | each group scans a tile, and waits for the sums of earlier tiles (`scan`) |
//! | histogram of integers | atomic operations, if small on histograms in groups' memory, or on parts of these (`histogram`) |
//! | other histogram of scalars | threads have histograms of their own, combined in order (`histogram`) |
//! | filter | a scan counts the elements that are kept, which gives their positions (`filter`) |
//! | reduction of arrays | if long, a thread with its own buffers for each piece; else the host (`arrays`) |
//! | any other | a thread for each segment; the host if there is only one |
//!
//! The order in which values are combined depends only on sizes and on the device's settings.
//!
//! Needs: memory is expanded (`expand-interleaved`), and the number of threads in a group is a power of two.
//! Guarantees: launches allocate nothing except arrays of constant sizes.

mod access;
mod arrays;
mod combine;
mod filter;
mod histogram;
mod inputs;
mod reduce;
mod scan;
mod tile;
mod turn;

use super::{Lowered, Lowerer, Machine, address, bin, bug, cmp, exp, i64_exp, poly, poly_exp};
use crate::lower::elem_of;
use base::{Name, Spans};
use fun::def::{Atom, Exp, Monoid, Place, Scatter, Stm, Traverse, Type};
use fun::walk::for_each_stm;
use imp::def as target;
use imp::def::Setting;
use imp::piece::Piece;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, ScalarType};

/// Indices with their bounds, outermost first.
type Indices = Vec<(Name, target::Exp)>;

/// The number of elements that a thread computes if the code for one is short. Several reads are then under way at a
/// time, and fewer groups begin and end.
const PER_THREAD: i64 = 4;

/// The largest number of statements of code that counts as short.
const SHORT: usize = 24;

/// A kernel: its steps, outermost first, and its innermost operation. Each combination of the steps' indices is a
/// segment.
struct Nest<'e> {
    steps: Vec<Step<'e>>,
    inner: &'e Stm,
    spans: &'e Spans,
}

/// Operators on tuples of values. `elems` are the types of the tuple; each monoid combines its part of it. Without
/// monoids, values are added.
struct Operators<'m> {
    monoids: Vec<&'m Monoid>,
    elems: Vec<ScalarType>,
}

impl Operators<'static> {
    /// Returns the addition of `i64` values.
    fn sum() -> Operators<'static> {
        Operators { monoids: Vec::new(), elems: vec![ScalarType::I64] }
    }
}

struct Step<'e> {
    pattern: &'e [Name],
    map: &'e Traverse,
}

impl<'e> Nest<'e> {
    fn of(kernel: &'e Stm) -> Nest<'e> {
        let mut nest = Nest { steps: Vec::new(), inner: kernel, spans: &kernel.spans };
        while let Exp::Traverse(map) = &nest.inner.exp
            && map.is_map()
            && let Some(next) = map.lambda.body.stms.last()
            && next.exp.sequential() == Some(false)
        {
            nest.steps.push(Step { pattern: &nest.inner.pattern, map });
            nest.inner = next;
        }
        nest
    }

    /// Like `of`, but maps marked as sequential may be steps too, if they contain little more than the next operation.
    /// Also returns whether there are any such steps.
    fn with_sequential(kernel: &'e Stm) -> (Nest<'e>, bool) {
        let mut nest = Nest::of(kernel);
        let mut found = false;
        while let Exp::Traverse(map) = &nest.inner.exp
            && map.is_map()
            && let Some((next, before)) = map.lambda.body.stms.split_last()
            && let Exp::Traverse(inner) = &next.exp
            && inner.is_map()
            && !before.iter().any(is_fill)
            && map.lambda.body.result.iter().all(|result| result.var().is_some_and(|name| next.pattern.contains(&name)))
        {
            nest.steps.push(Step { pattern: &nest.inner.pattern, map });
            nest.inner = next;
            found = true;
        }
        (nest, found)
    }

    /// Returns the number of segments.
    fn segments(&self) -> target::Exp {
        product(self.steps.iter().map(|step| exp(step.map.width)))
    }

    /// Returns the names bound in the steps, whose values differ between segments.
    fn own_names(&self) -> FxHashSet<Name> {
        let lambdas = self.steps.iter().map(|step| &step.map.lambda);
        lambdas
            .flat_map(|lambda| lambda.params.iter().chain(lambda.body.stms.iter().flat_map(|stm| &stm.pattern)))
            .copied()
            .collect()
    }
}

fn product(sizes: impl Iterator<Item = target::Exp>) -> target::Exp {
    sizes.reduce(|all, size| bin(BinOp::Mul, all, size)).unwrap_or_else(|| i64_exp(1))
}

fn var(name: Name) -> target::Exp {
    target::Exp::Var(name)
}

fn vars(names: &[Name]) -> Vec<target::Exp> {
    names.iter().map(|&name| var(name)).collect()
}

fn group_size() -> target::Exp {
    target::Exp::Setting(Setting::GroupSize)
}

/// Returns the number of bytes that tiles and histograms may take of the memory of a group.
fn group_memory() -> target::Exp {
    target::Exp::Setting(Setting::GroupMemory)
}

fn warp_size() -> target::Exp {
    target::Exp::Setting(Setting::WarpSize)
}

/// Returns the number of threads that keeps the device busy.
fn threads_in_all() -> target::Exp {
    bin(BinOp::Mul, target::Exp::Setting(Setting::Groups), group_size())
}

/// Returns the quotient, rounded up, of two numbers that are not negative.
fn quot_up(a: target::Exp, b: target::Exp) -> target::Exp {
    let more = bin(BinOp::Sub, b.clone(), i64_exp(1));
    bin(BinOp::Quot, bin(BinOp::Add, a, more), b)
}

/// Whether the statement fills an array that the operation after it writes to.
fn is_fill(stm: &Stm) -> bool {
    matches!(stm.exp, Exp::Replicate { .. } | Exp::Copy(_))
}

impl Lowerer<'_> {
    /// Launches an outermost array operation.
    pub(super) fn kernel(&mut self, kernel: &Stm) -> Lowered<()> {
        let nest = Nest::of(kernel);
        self.fills(&nest)?;
        if let Some((loops, body)) = self.rows_of(&nest)? {
            return self.launch_loops(loops, body, nest.spans);
        }
        let Some((cond, then_block)) = self.in_tiles(kernel)? else { return self.plain(&nest) };
        let else_block = self.in_block(|this| this.plain(&nest))?;
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Returns the kernel for a nest in tiles, as a product or else as a transpose, after the condition under which it
    /// is better than the plain kernel. `None` if the nest is neither.
    fn in_tiles(&mut self, kernel: &Stm) -> Lowered<Option<(target::Exp, target::Block)>> {
        let (nest, was_sequential) = Nest::with_sequential(kernel);
        let Exp::Traverse(inner) = &nest.inner.exp else { return Ok(None) };
        let mut indices = indices_of(&nest.steps)?;
        if inner.is_map() {
            indices.push((index_of(&inner.lambda.params)?, exp(inner.width)));
        }
        if indices.len() < 2 {
            return Ok(None);
        }
        let block = self.alone(|this| this.result_of(&nest))?;
        let product = self.tiled(indices.clone(), was_sequential, &block, nest.spans)?;
        if product.is_some() || was_sequential {
            return Ok(product);
        }
        self.turned(indices, block, nest.spans)
    }

    /// Returns the indices and bounds of all elements that a map copies, and the code for one element. `None` unless
    /// the map only copies rows.
    fn rows_of(&mut self, nest: &Nest<'_>) -> Lowered<Option<(Indices, target::Block)>> {
        let Exp::Traverse(map) = &nest.inner.exp else { return Ok(None) };
        let is_scalar = |result: &Atom| result.var().is_none_or(|name| self.is_scalar(name));
        if !map.is_map() || map.lambda.body.result.iter().all(is_scalar) {
            return Ok(None);
        }
        let mut indices = indices_of(&nest.steps)?;
        indices.push((index_of(&map.lambda.params)?, exp(map.width)));
        let rank = indices.len();
        let block = self.alone(|this| this.result_of(nest))?;
        let (block, _) = enter_loops(&mut indices, block);
        Ok((indices.len() > rank).then_some((indices, block)))
    }

    /// Launches a nest without tiles. The kind of the innermost operation decides how.
    fn plain(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        match &nest.inner.exp {
            Exp::Traverse(traverse) if traverse.is_map() => self.map_kernel(nest, traverse),
            Exp::Traverse(traverse) if !traverse.monoids().all(|monoid| self.is_of_scalars(monoid)) => {
                self.array_kernel(nest, traverse)
            }
            Exp::Traverse(traverse) if traverse.scans.is_empty() => self.reduce_kernel(nest, traverse),
            Exp::Traverse(traverse) => self.scan_kernel(nest, traverse),
            Exp::Filter(filter) if nest.steps.is_empty() => self.filter_kernel(nest, filter),
            Exp::Scatter(scatter) => self.scatter_kernel(nest, scatter),
            Exp::Histogram(histogram) => self.histogram_kernel(nest, histogram),
            _ => self.by_one(nest),
        }
    }

    /// Whether the operator has only scalars as parameters and in its body, so that several threads can use it at a
    /// time.
    fn is_of_scalars(&self, monoid: &Monoid) -> bool {
        let mut all = monoid.operator.params.iter().all(|&param| self.is_scalar(param));
        for_each_stm(&monoid.operator.body, &mut |stm| {
            let is_array = |name: &Name| matches!(self.program.type_of(*name), Type::Array { .. } | Type::Memory);
            all &= !stm.pattern.iter().any(is_array);
        });
        all
    }

    /// Returns the number of groups for each segment that keeps the device busy.
    fn groups_each(&self, nest: &Nest<'_>) -> target::Exp {
        quot_up(target::Exp::Setting(Setting::Groups), bin(BinOp::Max, nest.segments(), i64_exp(1)))
    }

    /// Returns the number of threads for each segment that keeps the device busy.
    fn threads_each(&self, nest: &Nest<'_>) -> target::Exp {
        quot_up(threads_in_all(), bin(BinOp::Max, nest.segments(), i64_exp(1)))
    }

    /// Runs an operation that only one thread can do: launches a thread for each segment, or runs it on the host if
    /// there are no steps.
    fn by_one(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        if !nest.steps.is_empty() {
            return self.thread_each(nest);
        }
        let block = self.alone(|this| this.stm(nest.inner))?;
        self.block.extend(block);
        Ok(())
    }

    /// Launches a thread for each segment.
    fn thread_each(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        self.for_each_thread(nest.segments(), nest.spans, |this, segment| {
            this.enter_steps(nest, var(segment))?;
            this.stm(nest.inner)?;
            this.pass_on(nest, &nest.inner.pattern, &[])
        })
    }

    fn map_kernel(&mut self, nest: &Nest<'_>, map: &Traverse) -> Lowered<()> {
        self.for_each_element(nest, map.width, |this, index| {
            this.bind_index(&map.lambda.params, index)?;
            this.iteration(&nest.inner.pattern, map, &[], None)?;
            this.pass_on(nest, &nest.inner.pattern, &[index.into()])
        })
    }

    /// Launches a scatter, with a thread for each element. If several values go to one place, an arbitrary one of them
    /// is kept.
    fn scatter_kernel(&mut self, nest: &Nest<'_>, scatter: &Scatter) -> Lowered<()> {
        self.for_each_element(nest, scatter.width, |this, at| {
            this.bind_index(&scatter.lambda.params, at)?;
            this.scatter_iteration(scatter, true)
        })?;
        self.pass_on_later(nest)
    }

    /// Makes every write of the code atomic, because other threads may write to the same places.
    pub(super) fn atomic(&mut self, block: target::Block) -> target::Block {
        let mut out = Vec::with_capacity(block.len());
        for mut stm in block {
            for inner in imp::walk::blocks_mut(&mut stm) {
                *inner = self.atomic(std::mem::take(inner));
            }
            out.push(match stm {
                target::Stm::Write { memory, elem, index, value } => {
                    target::Stm::Atomic { memory, elem, index, old: self.out.names.fresh("old"), value }
                }
                target::Stm::Copy { elem, to, to_offset, from, from_offset, count } => {
                    let at = self.out.names.fresh("at");
                    let read = self.element(from, elem, bin(BinOp::Add, from_offset, var(at)));
                    let index = bin(BinOp::Add, to_offset, var(at));
                    let old = self.out.names.fresh("old");
                    let body = vec![target::Stm::Atomic { memory: to, elem, index, old, value: read }];
                    let (ty, spans) = (ScalarType::I64, Vec::new());
                    target::Stm::For { var: at, ty, bound: count, body, parallel: false, spans }
                }
                stm => stm,
            });
        }
        out
    }

    // Launches.

    /// Launches `groups` groups of threads. `body` lowers what a group does.
    fn launch(
        &mut self,
        groups: target::Exp,
        spans: &Spans,
        body: impl FnOnce(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let group = self.out.names.fresh("group");
        let body = self.alone(|this| body(this, group))?;
        // Names are fresh, as the same operation may be lowered in several launches.
        let body = imp::walk::copy(&body, FxHashMap::default(), &mut self.out.names);
        self.push(target::Stm::Launch { group, groups, size: group_size(), body, spans: spans.clone() });
        Ok(())
    }

    /// Adds code for the threads of a group with numbers below `bound`, inside of a launch.
    fn threads(&mut self, bound: target::Exp, body: impl FnOnce(&mut Self, Name) -> Lowered<()>) -> Lowered<()> {
        let thread = self.out.names.fresh("thread");
        let body = self.in_block(|this| body(this, thread))?;
        self.push(target::Stm::Threads { var: thread, bound, body });
        Ok(())
    }

    /// Adds code that runs only if the condition holds.
    fn only_if(&mut self, cond: target::Exp, then_block: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let then_block = self.in_block(then_block)?;
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        Ok(())
    }

    /// Adds code that runs only if the condition holds. The test is omitted if `always` is true.
    fn only_unless(
        &mut self,
        always: bool,
        cond: target::Exp,
        body: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if always { body(self) } else { self.only_if(cond, body) }
    }

    /// Launches code for each number below `count`. A thread runs it for one number, or for `PER_THREAD` numbers if the
    /// code is short.
    fn for_each_thread(
        &mut self,
        count: target::Exp,
        spans: &Spans,
        body: impl FnOnce(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let total = self.define("total", count);
        let at = self.out.names.fresh("at");
        let block = self.alone(|this| body(this, at))?;
        let per_group =
            if is_short(&block) { bin(BinOp::Mul, group_size(), i64_exp(PER_THREAD)) } else { group_size() };
        self.launch(quot_up(var(total), per_group.clone()), spans, |this, group| {
            this.threads(per_group.clone(), |this, thread| {
                this.declare_i64(at, bin(BinOp::Add, bin(BinOp::Mul, var(group), per_group), var(thread)));
                this.only_if(cmp(CmpOp::Lt, var(at), var(total)), |this| {
                    this.block.extend(block);
                    Ok(())
                })
            })
        })
    }

    /// Launches a thread for each element of each segment. The steps' indices are declared; `body` gets the element's
    /// index.
    fn for_each_element(
        &mut self,
        nest: &Nest<'_>,
        width: Atom,
        body: impl FnOnce(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        if nest.steps.is_empty() {
            return self.for_each_thread(exp(width), nest.spans, body);
        }
        let count = bin(BinOp::Mul, nest.segments(), exp(width));
        self.for_each_thread(count, nest.spans, |this, at| {
            this.enter_steps(nest, bin(BinOp::Quot, var(at), exp(width)))?;
            let index = this.define("index", bin(BinOp::Rem, var(at), exp(width)));
            body(this, index)
        })
    }

    /// Adds a loop over the elements of piece number `task`, where `width` elements are cut into `pieces` pieces.
    fn over_piece(
        &mut self,
        (task, pieces): (Name, Name),
        width: target::Exp,
        body: impl FnOnce(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let piece = self.piece_of(task, pieces, width);
        let index = self.out.names.fresh("index");
        let block = self.in_block(|this| body(this, index))?;
        let elements = piece.over(index, block, false, &mut self.out.names);
        self.push(elements);
        Ok(())
    }

    /// Declares the first element and the length of piece number `task`.
    fn piece_of(&mut self, task: Name, pieces: Name, width: target::Exp) -> Piece {
        let piece = Piece { task, pieces, ..Piece::new(&mut self.out.names) };
        let bounds = piece.bounds(width, &mut self.out.names);
        self.block.extend(bounds);
        piece
    }

    /// Launches a loop nest whose iterations are independent of each other. Other statements, and all statements of a
    /// single thread, are added as they are.
    pub(super) fn independent(&mut self, stm: target::Stm) -> Lowered<()> {
        if self.machine != Machine::Device || !matches!(stm, target::Stm::For { parallel: true, .. }) {
            self.push(stm);
            return Ok(());
        }
        let mut loops = Vec::new();
        let (body, spans) = enter_loops(&mut loops, vec![stm]);
        self.launch_loops(loops, body, &spans)
    }

    /// Launches a thread for each iteration of the nest `loops`. Code that reads across memory also gets a version with
    /// tiles.
    fn launch_loops(&mut self, loops: Indices, body: target::Block, spans: &Spans) -> Lowered<()> {
        let turned = self.turned(loops.clone(), body.clone(), spans)?;
        let count = product(loops.iter().map(|(_, bound)| bound.clone()));
        let plain = self.in_block(|this| {
            this.for_each_thread(count, spans, |this, at| {
                this.unrank(&loops, var(at));
                this.block.extend(body);
                Ok(())
            })
        })?;
        match turned {
            Some((cond, then_block)) => self.push(target::Stm::If { cond, then_block, else_block: plain }),
            None => self.block.extend(plain),
        }
        Ok(())
    }

    /// Declares each index as its part of `position`, a number of the row-major order. Indices and bounds are outermost
    /// first.
    fn unrank(&mut self, indices: &[(Name, target::Exp)], position: target::Exp) {
        let mut rest = position;
        for (at, (name, size)) in indices.iter().enumerate().rev() {
            if at == 0 {
                self.declare_i64(*name, rest);
                return;
            }
            let position = self.define("rest", rest);
            self.declare_i64(*name, bin(BinOp::Rem, var(position), size.clone()));
            rest = bin(BinOp::Quot, var(position), size.clone());
        }
    }

    // Nests.

    /// Declares the steps' indices for the given segment and lowers what the steps compute.
    fn enter_steps(&mut self, nest: &Nest<'_>, segment: target::Exp) -> Lowered<()> {
        self.unrank(&indices_of(&nest.steps)?, segment);
        for step in &nest.steps {
            self.enter_step(step, &|stm| !is_fill(stm))?;
        }
        Ok(())
    }

    /// Lowers the code by which a thread computes one result. The indices must be declared.
    fn result_of(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        nest.steps.iter().try_for_each(|step| self.enter_step(step, &|stm| !is_fill(stm)))?;
        match &nest.inner.exp {
            Exp::Traverse(map) if map.is_map() => {
                let index = index_of(&map.lambda.params)?;
                self.iteration(&nest.inner.pattern, map, &[], None)?;
                self.pass_on(nest, &nest.inner.pattern, &[index.into()])
            }
            _ => {
                self.stm(nest.inner)?;
                self.pass_on(nest, &nest.inner.pattern, &[])
            }
        }
    }

    /// Lowers a step's parameters, and those of its statements before the next step for which `lowers` is true.
    fn enter_step(&mut self, step: &Step<'_>, lowers: &dyn Fn(&Stm) -> bool) -> Lowered<()> {
        let lambda = &step.map.lambda;
        for (&param, &input) in lambda.params.iter().skip(1).zip(&step.map.inputs) {
            if let Type::Scalar(ty) = *self.program.type_of(param) {
                let init = self.read(input, &[var(index_of(&lambda.params)?)])?;
                self.push(target::Stm::Declare { name: param, ty, init });
            }
        }
        let before = lambda.body.stms.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().filter(|stm| lowers(stm)).try_for_each(|stm| self.stm(stm))
    }

    /// Launches the fills of arrays that are made in the steps for the innermost operation to write to.
    fn fills(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        for level in 1..=nest.steps.len() {
            let steps = &nest.steps[..level];
            let lambda = &steps[level - 1].map.lambda;
            if !lambda.body.stms.iter().any(is_fill) {
                continue;
            }
            let count = product(steps.iter().map(|step| exp(step.map.width)));
            let indices = indices_of(steps)?;
            self.for_each_thread(count, nest.spans, |this, at| {
                this.unrank(&indices, var(at));
                let (last, outer) = steps.split_last().ok_or_else(|| bug("a nest without steps"))?;
                outer.iter().try_for_each(|step| this.enter_step(step, &|stm| !is_fill(stm)))?;
                this.enter_step(last, &|_| true)
            })?;
        }
        Ok(())
    }

    /// Declares a lambda's index.
    fn bind_index(&mut self, params: &[Name], index: Name) -> Lowered<()> {
        self.declare_i64(index_of(params)?, var(index));
        Ok(())
    }

    /// Copies the results `made` of the innermost operation to the places of the steps' results, unless they were made
    /// there. With indices, copies only the parts at these indices.
    fn pass_on(&mut self, nest: &Nest<'_>, made: &[Name], indices: &[Atom]) -> Lowered<()> {
        let mut made = made.to_vec();
        let mut indices = indices.to_vec();
        for step in nest.steps.iter().rev() {
            let index = index_of(&step.map.lambda.params)?;
            let mut outer = Vec::new();
            for (&array, &value) in step.pattern.iter().zip(&step.map.lambda.body.result) {
                let Some(from) = value.var().filter(|name| made.contains(name)) else { continue };
                outer.push(array);
                if self.is_scalar(from) {
                    self.store(array, &[index.into()], value)?;
                    continue;
                }
                let (to, from_row) = (self.row(array, &[index.into()])?, self.place(from)?.clone());
                if to != from_row {
                    let (to, from_row) = (inside(to, &indices)?, inside(from_row, &indices)?);
                    self.copy(elem_of(self.program, array), &to, &from_row)?;
                }
            }
            made = outer;
            indices.insert(0, index.into());
        }
        Ok(())
    }

    /// Like `pass_on` for all results, but in launches of its own after the one that makes them.
    fn pass_on_later(&mut self, nest: &Nest<'_>) -> Lowered<()> {
        for step in &nest.steps {
            let index = index_of(&step.map.lambda.params)?;
            for (&array, value) in step.pattern.iter().zip(&step.map.lambda.body.result) {
                let Some(from) = value.var() else { continue };
                if self.row(array, &[index.into()])? != *self.place(from)? {
                    return self.for_each_thread(nest.segments(), nest.spans, |this, segment| {
                        this.enter_steps(nest, var(segment))?;
                        this.pass_on(nest, &nest.inner.pattern, &[])
                    });
                }
            }
        }
        Ok(())
    }

    // Memory for accumulated values.

    /// Allocates a block of `count` elements for each of the types.
    fn allocate_each(&mut self, hint: &str, elems: &[ScalarType], count: &target::Exp) -> Vec<Name> {
        let mut blocks = Vec::new();
        for &elem in elems {
            let name = self.out.names.fresh(hint);
            self.allocate(name, elem, count.clone());
            blocks.push(name);
        }
        blocks
    }

    fn share_each(&mut self, hint: &str, elems: &[ScalarType], count: &target::Exp) -> Vec<Name> {
        let mut blocks = Vec::new();
        for &elem in elems {
            let name = self.out.names.fresh(hint);
            self.push(target::Stm::DeclareShared { name, elem, count: count.clone() });
            blocks.push(name);
        }
        blocks
    }

    /// Declares an array of `count` elements for each of the types; each thread has its own.
    fn keep_each(&mut self, hint: &str, elems: &[ScalarType], count: usize) -> Vec<Name> {
        let mut blocks = Vec::new();
        for &elem in elems {
            let name = self.out.names.fresh(hint);
            self.push(target::Stm::DeclareArray { name, elem, count });
            blocks.push(name);
        }
        blocks
    }

    fn read_each(&self, blocks: &[Name], elems: &[ScalarType], index: &target::Exp) -> Vec<target::Exp> {
        blocks.iter().zip(elems).map(|(&block, &elem)| self.element(block, elem, index.clone())).collect()
    }

    fn write_each(&mut self, blocks: &[Name], elems: &[ScalarType], index: &target::Exp, values: Vec<target::Exp>) {
        for ((&memory, &elem), value) in blocks.iter().zip(elems).zip(values) {
            self.push(target::Stm::Write { memory, elem, index: index.clone(), value });
        }
    }

    fn declare_each(&mut self, hint: &str, elems: &[ScalarType], values: Vec<target::Exp>) -> Vec<Name> {
        let mut names = Vec::new();
        for (&ty, init) in elems.iter().zip(values) {
            let name = self.out.names.fresh(hint);
            self.push(target::Stm::Declare { name, ty, init });
            names.push(name);
        }
        names
    }

    fn assign_each(&mut self, names: &[Name], values: Vec<target::Exp>) {
        for (&name, value) in names.iter().zip(values) {
            self.push(target::Stm::Assign { name, value });
        }
    }

    /// Adds `to := operators old new`; the operands may mention `to`.
    fn join(
        &mut self,
        operators: &Operators<'_>,
        to: &[Name],
        old: &[target::Exp],
        new: &[target::Exp],
    ) -> Lowered<()> {
        self.again(|this| {
            let results = this.operate_all(operators, old, new)?;
            let results = this.declare_each("joined", &operators.elems, results);
            this.assign_each(to, vars(&results));
            Ok(())
        })
    }

    /// Returns the types of the values that the monoids accumulate.
    fn accumulated_types<'m>(&self, monoids: impl Iterator<Item = &'m Monoid>) -> Vec<ScalarType> {
        let params = monoids.flat_map(|monoid| monoid.operator.params.iter().take(monoid.neutral.len()));
        params.map(|&param| elem_of(self.program, param)).collect()
    }

    fn operators<'m>(&self, monoids: impl Iterator<Item = &'m Monoid>) -> Operators<'m> {
        let monoids: Vec<&Monoid> = monoids.collect();
        Operators { elems: self.accumulated_types(monoids.iter().copied()), monoids }
    }

    /// Applies each operator to its part of the values. Returns all results.
    fn operate_all(
        &mut self,
        operators: &Operators<'_>,
        old: &[target::Exp],
        new: &[target::Exp],
    ) -> Lowered<Vec<target::Exp>> {
        if operators.monoids.is_empty() {
            let sum = |(old, new): (&target::Exp, &target::Exp)| bin(BinOp::Add, old.clone(), new.clone());
            return Ok(old.iter().zip(new).map(sum).collect());
        }
        let old = self.declare_each("old", &operators.elems, old.to_vec());
        let (mut at, mut results) = (0, Vec::new());
        for monoid in &operators.monoids {
            let end = (at + monoid.neutral.len()).min(old.len());
            results.extend(self.operate(monoid, &old[at..end], new[at..end].to_vec())?);
            at = end;
        }
        Ok(results)
    }
}

/// Whether the code is so short that starting a thread takes longer: few statements, and no loops or calls.
fn is_short(block: &target::Block) -> bool {
    let (mut count, mut is_straight) = (0, true);
    imp::walk::each_stm(block, &mut |stm| {
        count += 1;
        is_straight &= !matches!(
            stm,
            target::Stm::For { .. } | target::Stm::While { .. } | target::Stm::Call { .. } | target::Stm::Copy { .. }
        );
    });
    is_straight && count <= SHORT
}

/// Adds to `loops` the nested loops with independent iterations that the block consists of. Returns the innermost body
/// and the loops' source locations.
fn enter_loops(loops: &mut Indices, mut block: target::Block) -> (target::Block, Spans) {
    let mut spans = Vec::new();
    while let [target::Stm::For { var, ty: ScalarType::I64, bound, parallel: true, spans: places, .. }] = &block[..]
        && !imp::walk::variables(bound).iter().any(|name| loops.iter().any(|(var, _)| var == name))
    {
        loops.push((*var, bound.clone()));
        spans.extend(places.iter().copied());
        let Some(target::Stm::For { body, .. }) = block.pop() else { break };
        block = body;
    }
    (block, spans)
}

/// Returns the index of a lambda: its first parameter.
fn index_of(params: &[Name]) -> Lowered<Name> {
    params.first().copied().ok_or_else(|| bug("a lambda without index"))
}

/// Returns the indices of steps with their bounds.
fn indices_of(steps: &[Step<'_>]) -> Lowered<Indices> {
    steps.iter().map(|step| Ok((index_of(&step.map.lambda.params)?, exp(step.map.width)))).collect()
}

/// Returns the place of the row, or element, at the leading indices of an array.
fn inside(place: Place, indices: &[Atom]) -> Lowered<Place> {
    let ixfn = indices.iter().try_fold(place.ixfn, |ixfn, &index| ixfn.index(poly(index)));
    Ok(Place { block: place.block, ixfn: ixfn.ok_or_else(|| bug("too many indices"))? })
}
