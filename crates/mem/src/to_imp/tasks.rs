//! Array operations for several threads: iterations are cut into pieces, and each piece is a task.
//!
//! ```text
//! let (s) (ys) = traverse n \i -> .. (x, y)       var pieces := pieces(n, time of an iteration)
//!                reduce (+) 0                     var sums : f32[256]
//!                                           ==>   tasks t < pieces {
//!                                                   var acc := 0
//!                                                   for j < length of t { var i := first of t + j .. acc <- acc + x  ys[i] <- y }
//!                                                   sums[t] <- acc
//!                                                 }
//!                                                 var s := 0
//!                                                 for t < pieces { s <- s + sums[t] }
//! ```
//!
//! The pieces' reductions are combined in the order of the pieces. So results depend on the number of pieces, never on
//! which thread is first. In a scan, each task scans its piece; then, in order, it gets the combined value of all
//! pieces before and combines its elements with that. Threads follow each other closely, so an element is still in a
//! cache when it is used again. In a filter, each task keeps the elements of its piece in a block of its own, gets
//! their position in order, and copies them there.
//!
//! In a histogram with few bins, each task has a histogram of its own, and these are added in order. A histogram with
//! many bins may be cut if its operators are atomic operations. Atomic operations take several times as long as plain
//! ones, even without contention. So this is done only for teams of enough threads, and for long iterations.
//!
//! ```text
//!     let (b) = histogram n ..           var pieces := min(pieces(n, time), max(n / 4 / k, 1))
//!               into 1 (a) (+) (0)       if 1 < pieces { tasks t < pieces { own <- 0  for .. { own[i] <- own[i] + x }
//!                                  ==>                                      ordered { for i < k { a[i] <- a[i] + own[i] } } }
//!                                        } else {
//!                                          var pieces := select(atomics < time * team(), pieces(n, atomics), 1)
//!                                          if 1 < pieces { tasks t < pieces { for .. { atomic old : a[i] <- old + x } } } else { .. }
//!                                        }
//! ```
//!
//! Only the outermost operations are cut. A map of few but long iterations has a second version, in which the
//! operations inside it are cut instead. A short operation also has a version without tasks, for inputs too small to be
//! cut.
//!
//! Scatters of rows and scans of arrays are not cut, but the operations inside them are.

use super::lanes::Iterations;
use super::uneven::Rows;
use super::{Lowered, Lowerer, Machine, bin, bug, cmp, exp, i64_exp, poly_exp, rows};
use crate::lower::elem_of;
use base::{Name, Spans};
use fun::def::{Atom, Body, Exp, Filter, Histogram, Monoid, Place, Scatter, Traverse};
use fun::walk::{bound_in_body, for_each_stm};
use imp::def as target;
use imp::piece::Piece;
use imp::walk;
use index::{IndexFn, Poly};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// The largest number of iterations of a piece in a scan or filter, where pieces wait for values of earlier ones. So a
/// piece's data stays in a cache.
const ORDERED: i64 = 1 << 15;
/// The time of an iteration, in nanoseconds, above which a map gets a second version for few iterations.
const LONG: f64 = 50_000.0;
/// The least number of iterations for each bin with which each task has a histogram of its own.
const PRIVATE: i64 = 4;
/// The number of iterations up to which a loop gets no second version.
const FEW: i64 = 64;
/// The largest number of nested maps that have two versions.
const VERSIONS: usize = 2;
/// The size of the largest code, in statements and expressions, that has a separate version for a single piece. The run
/// time of longer code hides the cost of tasks.
const SHORT: usize = 400;

/// Memory kept between tasks: `carried` has an element for each scanned value, handed from task to task; `partial` has
/// the reduced values of all pieces.
struct Kept {
    carried: Vec<Name>,
    partial: Vec<Name>,
}

impl Lowerer<'_> {
    /// Cuts a traversal into tasks. Returns false, and adds nothing, if it cannot be cut.
    pub(super) fn traverse_in_tasks(&mut self, pattern: &[Name], traverse: &Traverse, spans: &Spans) -> Lowered<bool> {
        let (scanned, rest) = pattern.split_at(traverse.scanned().min(pattern.len()));
        let (reduced, collected) = rest.split_at((traverse.combined() - scanned.len()).min(rest.len()));
        if scanned.iter().any(|&array| self.program.type_of(array).rank() > 1) {
            return Ok(false);
        }
        let piece = Piece::new(&mut self.out.names);
        let mut fresh = |names: &[Name], hint| names.iter().map(|_| self.out.names.fresh(hint)).collect();
        let (carried, partial) = (fresh(scanned, "carried"), fresh(reduced, "partial"));
        let kept = Kept { carried, partial };
        self.varying.extend(bound_in_body(&traverse.lambda.body));
        let mut rows = None;
        let task = self.alone(|this| {
            rows = this.task(pattern, traverse, &piece, &kept)?;
            Ok(())
        })?;
        let mut shared: FxHashSet<Name> = kept.carried.iter().chain(&kept.partial).copied().collect();
        for &array in scanned.iter().chain(collected) {
            shared.insert(self.place(array)?.block);
        }
        let Some(mut task) = self.with_own_blocks(task, &shared) else { return Ok(false) };
        let Some(&index) = traverse.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let count = exp(traverse.width);
        rows.iter().for_each(|rows| self.weigh(rows, &count));
        let time = self.time(&piece, index, &task, rows.as_ref().map(Rows::lengths));
        let is_short = walk::size(&task) <= SHORT;
        let bounds = match &rows {
            Some(rows) => self.own_rows(&piece, rows),
            None => piece.bounds(count.clone(), &mut self.out.names),
        };
        task.splice(..0, bounds);
        let cut = self.in_block(|this| {
            match &rows {
                Some(rows) => this.cut_rows(&piece, rows, time.clone()),
                None => this.cut(&piece, count.clone(), time.clone(), !scanned.is_empty()),
            }
            let several = this.in_block(|this| {
                if let Some(rows) = &rows {
                    this.declare_starts(rows, &piece, &count)?;
                    this.versions += 1;
                    this.rows_apart(pattern, traverse, &piece, rows)?;
                    this.versions -= 1;
                }
                this.keep_room(traverse, &piece, &kept)?;
                this.push(piece.tasks(task, spans));
                this.total(pattern, traverse, &piece, &kept)
            })?;
            if !is_short {
                this.block.extend(several);
                return Ok(());
            }
            let one = this.alone(|this| this.traverse_in_order(pattern, traverse, true, spans))?;
            let scalars = reduced.iter().copied().filter(|&name| this.is_scalar(name)).collect();
            this.declare(reduced);
            let one = walk::copy(&assigning(one, &scalars), FxHashMap::default(), &mut this.out.names);
            this.push(piece.if_several(assigning(several, &scalars), one));
            Ok(())
        })?;
        let are_done_apart = rows.is_some_and(|rows| rows.are_done_apart());
        if traverse.is_map() && !are_done_apart && self.is_worth_versions(&traverse.lambda.body) {
            self.versions(pattern, traverse, spans, time, cut)?;
        } else {
            self.block.extend(cut);
        }
        Ok(true)
    }

    /// Lowers code for a single thread. Returns it as a block.
    pub(super) fn alone(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<target::Block> {
        let outer = std::mem::replace(&mut self.machine, Machine::Thread);
        let block = self.in_block(lower);
        self.machine = outer;
        block
    }

    /// Lowers code that occurs several times in the program: everything that it declares gets fresh names.
    pub(super) fn again(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let block = self.in_block(lower)?;
        let copy = walk::copy(&block, FxHashMap::default(), &mut self.out.names);
        self.block.extend(copy);
        Ok(())
    }

    /// Returns the time of an iteration: that of a round of the task's first loop whose body begins with a declaration
    /// of `index`. `average` replaces a variable of the iteration by its average value.
    fn time(&self, piece: &Piece, index: Name, task: &[target::Stm], average: Option<(Name, Name)>) -> target::Exp {
        let own = walk::declared(task).into_iter().chain([piece.task]).collect();
        let mut time = None;
        walk::each_stm(task, &mut |stm| {
            if let target::Stm::For { body, .. } = stm
                && matches!(body.first(), Some(target::Stm::Declare { name, .. }) if *name == index)
            {
                time.get_or_insert_with(|| imp::time::of_round(stm, &own, piece.first, average));
            }
        });
        time.unwrap_or(f64_exp(0.0))
    }

    /// Declares the number of pieces. If pieces are run in order, each has at most `ORDERED` iterations.
    fn cut(&mut self, piece: &Piece, count: target::Exp, time: target::Exp, is_ordered: bool) {
        self.push(piece.decide(count.clone(), time));
        if is_ordered {
            let short = bin(BinOp::Quot, count, i64_exp(ORDERED));
            let more = bin(BinOp::Max, target::Exp::Var(piece.pieces), short);
            let is_cut = cmp(CmpOp::Lt, i64_exp(1), target::Exp::Var(piece.pieces));
            let value = target::Exp::Select(Box::new(is_cut), Box::new(more), Box::new(i64_exp(1)));
            self.push(target::Stm::Assign { name: piece.pieces, value });
        }
    }

    /// Declares the task's first iteration and its number of iterations.
    fn bounds(&mut self, piece: &Piece, count: Atom) {
        let bounds = piece.bounds(exp(count), &mut self.out.names);
        self.block.extend(bounds);
    }

    /// Adds a loop over the task's iterations, in which `index` is the number of the iteration.
    fn over(&mut self, piece: &Piece, index: Name, body: target::Block, is_independent: bool) {
        let looped = piece.over(index, body, is_independent, &mut self.out.names);
        self.push(looped);
    }

    /// Declares a variable that tells whether the piece has accumulated something. At first this is true only for the
    /// first piece, which begins with the neutral elements. If these are known to be neutral, declares nothing and
    /// returns `None`.
    pub(super) fn declare_begun(&mut self, traverse: &Traverse, piece: Name) -> Option<Name> {
        if traverse.monoids().all(|monoid| self.is_neutral(monoid)) {
            return None;
        }
        let name = self.out.names.fresh("begun");
        let init = cmp(CmpOp::Eq, target::Exp::Var(piece), i64_exp(0));
        self.push(target::Stm::Declare { name, ty: ScalarType::Bool, init });
        Some(name)
    }

    /// Lowers a task's work on its iterations. If these go through rows of different lengths, returns the rows.
    fn task(&mut self, pattern: &[Name], traverse: &Traverse, piece: &Piece, kept: &Kept) -> Lowered<Option<Rows>> {
        let Some(&index) = traverse.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let accumulators = traverse.monoids().map(|monoid| self.accumulators(monoid)).collect::<Lowered<Vec<_>>>()?;
        let begun = self.declare_begun(traverse, piece.task);
        let body = self.in_block(|this| this.iteration(pattern, traverse, &accumulators, begun))?;
        // Tasks may have no rows. Then they yield the neutral elements.
        let are_scalars = traverse.monoids().flat_map(accumulated_by).all(|param| self.is_scalar(param));
        let rows = if are_scalars && begun.is_none() {
            let is_worth = self.is_worth_versions(&traverse.lambda.body);
            Rows::of(&body, index, traverse.combined(), is_worth, &mut self.out.names)
        } else {
            None
        };
        if begun.is_none() && self.has_lanes(traverse, &body) {
            let count = target::Exp::Var(piece.length);
            let iterations = Iterations { first: Some(piece.first), count, index, body };
            self.in_lanes(traverse, &accumulators, iterations, &Vec::new())?;
        } else {
            let left = rows.as_ref().map_or(*piece, |rows| rows.left(*piece));
            self.over(&left, index, body, traverse.is_map());
        }
        if let Some(rows) = &rows {
            self.combine_row(pattern, traverse, piece, rows, &accumulators)?;
        }
        let (scans, reductions) = accumulators.split_at(traverse.scans.len());
        if !scans.is_empty() {
            self.carry_on(pattern, traverse, piece, &kept.carried, scans)?;
        }
        let reduced = accumulated(&traverse.reductions).into_iter().zip(reductions.iter().flatten());
        for ((param, &accumulator), &partial) in reduced.zip(&kept.partial) {
            self.store_partial(partial, param, accumulator, piece)?;
        }
        Ok(rows)
    }

    /// Lowers the ordered end of a task of scans: combines the values of all earlier tasks with the elements that this
    /// task has scanned.
    fn carry_on(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        piece: &Piece,
        carried: &[Name],
        accumulators: &[Vec<Name>],
    ) -> Lowered<()> {
        let mut rest = carried;
        let mut arrays = pattern;
        let mut before_of = Vec::new();
        let is_later = || cmp(CmpOp::Lt, i64_exp(0), target::Exp::Var(piece.task));
        let ordered = self.in_block(|this| {
            for (monoid, accumulators) in traverse.scans.iter().zip(accumulators) {
                let (now, later) = rest.split_at(accumulators.len().min(rest.len()));
                rest = later;
                let before: Vec<Name> = accumulators.iter().map(|_| this.out.names.fresh("before")).collect();
                let carry = |this: &mut Self, values: Vec<target::Exp>| {
                    for ((&memory, &param), value) in now.iter().zip(&monoid.operator.params).zip(values) {
                        let elem = elem_of(this.program, param);
                        this.push(target::Stm::Write { memory, elem, index: i64_exp(0), value });
                    }
                    Ok(())
                };
                let own: Vec<target::Exp> = accumulators.iter().map(|&name| target::Exp::Var(name)).collect();
                let then_block = this.in_block(|this| {
                    for ((&name, &carried), &param) in before.iter().zip(now).zip(&monoid.operator.params) {
                        let value = this.element(carried, elem_of(this.program, param), i64_exp(0));
                        this.push(target::Stm::Assign { name, value });
                    }
                    this.again(|this| {
                        let results = this.operate(monoid, &before, own.clone())?;
                        carry(this, results)
                    })
                })?;
                let else_block = this.in_block(|this| carry(this, own.clone()))?;
                this.push(target::Stm::If { cond: is_later(), then_block, else_block });
                before_of.push(before);
            }
            Ok(())
        })?;
        for (monoid, before) in traverse.scans.iter().zip(&before_of) {
            for ((&name, &param), &neutral) in before.iter().zip(&monoid.operator.params).zip(&monoid.neutral) {
                self.push(target::Stm::Declare { name, ty: elem_of(self.program, param), init: exp(neutral) });
            }
        }
        self.push(target::Stm::Ordered { body: ordered });
        let combine = self.in_block(|this| {
            let index = this.out.names.fresh("i");
            let body = this.in_block(|this| {
                for (monoid, before) in traverse.scans.iter().zip(&before_of) {
                    let (now, later) = arrays.split_at(before.len().min(arrays.len()));
                    arrays = later;
                    this.again(|this| {
                        let at = [target::Exp::Var(index)];
                        let new = now.iter().map(|&array| this.read(array, &at)).collect::<Lowered<_>>()?;
                        let results = this.operate(monoid, before, new)?;
                        now.iter().zip(results).try_for_each(|(&array, value)| this.write(array, &at, value))
                    })?;
                }
                Ok(())
            })?;
            this.over(piece, index, body, true);
            Ok(())
        })?;
        self.push(target::Stm::If { cond: is_later(), then_block: combine, else_block: Vec::new() });
        Ok(())
    }

    /// Applies an operator to scalars. Returns its results.
    pub(super) fn operate(
        &mut self,
        monoid: &Monoid,
        old: &[Name],
        new: Vec<target::Exp>,
    ) -> Lowered<Vec<target::Exp>> {
        let values = old.iter().map(|&name| target::Exp::Var(name)).chain(new);
        for (&name, init) in monoid.operator.params.iter().zip(values) {
            self.push(target::Stm::Declare { name, ty: elem_of(self.program, name), init });
        }
        self.stms(&monoid.operator.body)?;
        Ok(monoid.operator.body.result.iter().map(|&result| exp(result)).collect())
    }

    pub(super) fn element(&self, memory: Name, elem: ScalarType, index: target::Exp) -> target::Exp {
        target::Exp::Read { memory, elem, index: Box::new(index) }
    }

    /// Declares the memory kept between tasks: the last value of each scan, and room for the pieces' reductions.
    fn keep_room(&mut self, traverse: &Traverse, piece: &Piece, kept: &Kept) -> Lowered<()> {
        for (param, &name) in accumulated(&traverse.scans).into_iter().zip(&kept.carried) {
            self.push(target::Stm::DeclareArray { name, elem: elem_of(self.program, param), count: 1 });
        }
        for (param, &name) in accumulated(&traverse.reductions).into_iter().zip(&kept.partial) {
            let elem = elem_of(self.program, param);
            // There may be more ordered pieces than the largest number of unordered ones.
            if self.is_scalar(param) && traverse.scans.is_empty() {
                self.push(target::Stm::DeclareArray { name, elem, count: target::MAX_PIECES });
            } else {
                let size = poly_exp(&Poly::product(&self.dims(param)));
                let count = bin(BinOp::MulSat, target::Exp::Var(piece.pieces), size);
                self.allocate(name, elem, count);
            }
        }
        Ok(())
    }

    /// Returns the layout of an array that has a value of the parameter for each piece.
    fn partials(&self, param: Name, piece: &Piece) -> IndexFn {
        let shape: Vec<Poly> = std::iter::once(Poly::var(piece.pieces)).chain(self.dims(param)).collect();
        IndexFn::row_major(&shape)
    }

    fn partial(&self, partial: Name, param: Name, piece: &Piece, task: Name) -> Lowered<Place> {
        let ixfn = self.partials(param, piece).index(Poly::var(task));
        Ok(Place { block: partial, ixfn: ixfn.ok_or_else(|| bug("a partial result without layout"))? })
    }

    fn store_partial(&mut self, partial: Name, param: Name, accumulator: Name, piece: &Piece) -> Lowered<()> {
        let elem = elem_of(self.program, param);
        if self.is_scalar(param) {
            let (index, value) = (target::Exp::Var(piece.task), target::Exp::Var(accumulator));
            self.push(target::Stm::Write { memory: partial, elem, index, value });
            return Ok(());
        }
        let (to, from) = (self.partial(partial, param, piece, piece.task)?, self.place(param)?.clone());
        self.copy(elem, &to, &from)
    }

    /// Combines the reductions of the pieces in order.
    fn total(&mut self, pattern: &[Name], traverse: &Traverse, piece: &Piece, kept: &Kept) -> Lowered<()> {
        if traverse.reductions.is_empty() {
            return Ok(());
        }
        let mut accumulators = Vec::new();
        let mut rest = kept.partial.as_slice();
        for monoid in &traverse.reductions {
            let (now, later) = rest.split_at(monoid.neutral.len().min(rest.len()));
            rest = later;
            accumulators.push(self.first_partial(monoid, now, piece)?);
        }
        let (at, task) = (self.out.names.fresh("at"), self.out.names.fresh("task"));
        self.again(|this| {
            let body = this.in_block(|this| {
                this.declare_i64(task, bin(BinOp::Add, target::Exp::Var(at), i64_exp(1)));
                let mut rest = kept.partial.as_slice();
                for (monoid, accumulators) in traverse.reductions.iter().zip(&accumulators) {
                    let (now, later) = rest.split_at(accumulators.len().min(rest.len()));
                    rest = later;
                    this.combine_with(monoid, accumulators, |this, at, param| {
                        let Some(&partial) = now.get(at) else { return Err(bug("a missing partial result")) };
                        let elem = elem_of(this.program, param);
                        if this.is_scalar(param) {
                            let init = this.element(partial, elem, target::Exp::Var(task));
                            this.push(target::Stm::Declare { name: param, ty: elem, init });
                            return Ok(());
                        }
                        let (to, from) = (this.place(param)?.clone(), this.partial(partial, param, piece, task)?);
                        this.copy(elem, &to, &from)
                    })?;
                }
                Ok(())
            })?;
            let others = bin(BinOp::Sub, target::Exp::Var(piece.pieces), i64_exp(1));
            this.for_(at, others, body, false, &Vec::new());
            Ok(())
        })?;
        let scans = vec![Vec::new(); traverse.scans.len()];
        let all: Vec<Vec<Name>> = scans.into_iter().chain(accumulators).collect();
        self.reduced(pattern, traverse, &all)
    }

    /// Declares accumulators with the values of the first piece; returns them.
    fn first_partial(&mut self, monoid: &Monoid, partials: &[Name], piece: &Piece) -> Lowered<Vec<Name>> {
        let zero = self.out.names.fresh("task");
        self.declare_i64(zero, i64_exp(0));
        let mut accumulators = Vec::new();
        for (&param, &partial) in monoid.operator.params.iter().zip(partials) {
            let elem = elem_of(self.program, param);
            if self.is_scalar(param) {
                let name = self.out.names.fresh("acc");
                let init = self.element(partial, elem, target::Exp::Var(zero));
                self.push(target::Stm::Declare { name, ty: elem, init });
                accumulators.push(name);
            } else {
                let (to, from) = (self.place(param)?.clone(), self.partial(partial, param, piece, zero)?);
                self.copy(elem, &to, &from)?;
                accumulators.push(param);
            }
        }
        Ok(accumulators)
    }

    /// Combines the values with the accumulators. If `begun` is false, the values replace the accumulators instead.
    pub(super) fn combine_or_begin(
        &mut self,
        monoid: &Monoid,
        accumulators: &[Name],
        values: &[Atom],
        begun: Name,
    ) -> Lowered<()> {
        let then_block = self.in_block(|this| this.combine(monoid, accumulators, values))?;
        let else_block = self.in_block(|this| {
            for ((&param, &name), &value) in monoid.operator.params.iter().zip(accumulators).zip(values) {
                if this.is_scalar(param) {
                    this.push(target::Stm::Assign { name, value: exp(value) });
                } else {
                    this.fill(param, value)?;
                }
            }
            Ok(())
        })?;
        self.push(target::Stm::If { cond: target::Exp::Var(begun), then_block, else_block });
        Ok(())
    }

    /// Whether the program's neutral element is known to leave other values unchanged. If not, it is used once, as in a
    /// single loop, so that cutting never changes a program's result.
    pub(super) fn is_neutral(&self, monoid: &Monoid) -> bool {
        let (old, new) = monoid.operands();
        let body = &monoid.operator.body;
        let allocations = body.stms.iter().filter(|stm| matches!(stm.exp, Exp::Alloc { .. })).count();
        monoid.neutral.len() == body.stms.len() - allocations
            && monoid
                .neutral
                .iter()
                .zip(old)
                .zip(new)
                .zip(&body.result)
                .all(|(((&neutral, &old), &new), &result)| self.leaves_alone(body, result, neutral, [old, new]))
    }

    /// Whether `result` combines the two values element by element, by an operator for which `neutral` is neutral.
    fn leaves_alone(&self, body: &Body, result: Atom, neutral: Atom, values: [Name; 2]) -> bool {
        let [first, second] = values;
        match body
            .stms
            .iter()
            .find(|stm| matches!(stm.pattern[..], [name] if result == name.into()))
            .map(|stm| &stm.exp)
        {
            Some(Exp::Bin(op, a, b)) => {
                let operands = [*a, *b];
                (operands == [first.into(), second.into()] || operands == [second.into(), first.into()])
                    && self.constant(neutral).is_some_and(|neutral| op.is_neutral(neutral))
            }
            Some(Exp::Traverse(map))
                if map.is_map() && (map.inputs == [first, second] || map.inputs == [second, first]) =>
            {
                match (&map.lambda.params[..], &map.lambda.body.stms[..], &map.lambda.body.result[..]) {
                    (&[_, a, b], [_], &[result]) => self.leaves_alone(&map.lambda.body, result, neutral, [a, b]),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Returns the task with copies of its own of the outer blocks that it writes to, because operators work in
    /// buffers. Blocks in `shared` stay, because tasks write to different places in them. `None` if the size of a block
    /// is not known.
    fn with_own_blocks(&mut self, task: target::Block, shared: &FxHashSet<Name>) -> Option<target::Block> {
        let declared: FxHashSet<Name> = walk::declared(&task).into_iter().collect();
        let mut written = Vec::new();
        walk::each_stm(&task, &mut |stm| match stm {
            target::Stm::Write { memory: name, .. }
            | target::Stm::Atomic { memory: name, .. }
            | target::Stm::Copy { to: name, .. } => written.push(*name),
            stm => written.extend(walk::set(stm)),
        });
        let filled = super::filled_first(&task, &self.allocated);
        let mut own = FxHashMap::default();
        let mut block = Vec::new();
        for outer in written.into_iter().filter(|name| !shared.contains(name) && !declared.contains(name)) {
            if own.contains_key(&outer) {
                continue;
            }
            let (elem, count) = *self.allocated.get(&outer)?;
            let name = self.out.names.like(outer);
            own.insert(outer, name);
            block.push(target::Stm::DeclareMemory { name });
            block.push(target::Stm::Allocate { name, elem, count: exp(count) });
            if filled.contains(&outer) {
                continue;
            }
            // The outer contents of the block, such as a neutral element, are copied.
            let zero = || i64_exp(0);
            let copy = target::Stm::Copy {
                elem,
                to: name,
                to_offset: zero(),
                from: outer,
                from_offset: zero(),
                count: exp(count),
            };
            block.push(copy);
        }
        let mut task = task;
        walk::rename(&mut task, &own);
        block.extend(task);
        Some(block)
    }

    fn is_worth_versions(&self, body: &Body) -> bool {
        self.versions < VERSIONS && has_long_operations(body)
    }

    /// Adds two versions of a map. One runs `cut`, in tasks. The other, for few long iterations, runs these one after
    /// another, with the operations inside them in tasks.
    fn versions(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        spans: &Spans,
        time: target::Exp,
        cut: target::Block,
    ) -> Lowered<()> {
        let Some(&index) = traverse.lambda.params.first() else { return Err(bug("a lambda without index")) };
        self.versions += 1;
        let body = self.in_block(|this| this.iteration(pattern, traverse, &[], None))?;
        self.versions -= 1;
        let looped = target::Stm::For {
            var: index,
            ty: ScalarType::I64,
            bound: exp(traverse.width),
            body,
            parallel: false,
            spans: spans.clone(),
        };
        let one_by_one = walk::copy(&[looped], FxHashMap::default(), &mut self.out.names);
        // The number of pieces that the longest work is cut into.
        let all = target::Exp::Pieces(Box::new(i64_exp(target::MAX_PIECES as i64)), Box::new(f64_exp(f64::INFINITY)));
        let is_few = cmp(CmpOp::Lt, bin(BinOp::Mul, exp(traverse.width), i64_exp(4)), all);
        let is_long = cmp(CmpOp::Lt, f64_exp(LONG), time);
        let never = target::Exp::Const(Scalar::Bool(false));
        let cond = target::Exp::Select(Box::new(is_long), Box::new(is_few), Box::new(never));
        self.push(target::Stm::If { cond, then_block: one_by_one, else_block: cut });
        Ok(())
    }

    /// Cuts a filter into tasks.
    pub(super) fn filter_in_tasks(&mut self, pattern: &[Name], filter: &Filter, spans: &Spans) -> Lowered<()> {
        let Some((&count, arrays)) = pattern.split_first() else { return Err(bug("a filter without results")) };
        let Some(&index) = filter.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let piece = Piece::new(&mut self.out.names);
        let found = self.out.names.fresh("found");
        self.varying.extend(bound_in_body(&filter.lambda.body));
        let task = self.alone(|this| {
            this.bounds(&piece, filter.width);
            let (own, before) = (this.out.names.like(count), this.out.names.fresh("before"));
            this.declare_i64(own, i64_exp(0));
            let mut blocks = Vec::new();
            for &array in arrays {
                let rows = this.dims(array).into_iter().skip(1);
                let shape: Vec<Poly> = std::iter::once(Poly::var(piece.length)).chain(rows).collect();
                blocks.push(this.own_array(array, &shape)?);
            }
            let moved = arrays.iter().copied().zip(blocks.iter().cloned());
            let body =
                this.in_block(|this| this.with_moved(moved, |this| this.filter_iteration(arrays, filter, own)))?;
            this.over(&piece, index, body, false);
            this.declare_i64(before, i64_exp(0));
            let total = this.element(found, ScalarType::I64, i64_exp(0));
            let value = bin(BinOp::Add, target::Exp::Var(before), target::Exp::Var(own));
            let ordered = vec![
                target::Stm::Assign { name: before, value: total },
                target::Stm::Write { memory: found, elem: ScalarType::I64, index: i64_exp(0), value },
            ];
            this.push(target::Stm::Ordered { body: ordered });
            for (&array, from) in arrays.iter().zip(&blocks) {
                let to = rows(this.place(array)?, Poly::var(before), Poly::var(own));
                let from = rows(from, Poly::zero(), Poly::var(own));
                this.copy(elem_of(this.program, array), &to, &from)?;
            }
            Ok(())
        })?;
        let time = self.time(&piece, index, &task, None);
        self.cut(&piece, exp(filter.width), time, true);
        self.declare_i64(count, i64_exp(0));
        let one = self.alone(|this| this.again(|this| this.filter_all(arrays, filter, count, spans)))?;
        let total = self.element(found, ScalarType::I64, i64_exp(0));
        let several = vec![
            target::Stm::DeclareArray { name: found, elem: ScalarType::I64, count: 1 },
            target::Stm::Write { memory: found, elem: ScalarType::I64, index: i64_exp(0), value: i64_exp(0) },
            piece.tasks(task, spans),
            target::Stm::Assign { name: count, value: total },
        ];
        self.push(piece.if_several(several, one));
        Ok(())
    }

    /// Cuts a scatter into tasks. Returns false, and adds nothing, if it writes rows: a program may write the same
    /// value to a place twice, and elements of a row are copied one by one. Scalars are written as a whole, so two
    /// tasks may write the same value to a place.
    pub(super) fn scatter_in_tasks(&mut self, scatter: &Scatter, spans: &Spans) -> Lowered<bool> {
        let Some(&index) = scatter.lambda.params.first() else { return Err(bug("a lambda without index")) };
        if scatter.destinations.iter().any(|&array| self.program.type_of(array).rank() > scatter.index_rank) {
            return Ok(false);
        }
        let piece = Piece::new(&mut self.out.names);
        let mut shared = FxHashSet::default();
        for &destination in &scatter.destinations {
            shared.insert(self.place(destination)?.block);
        }
        let task = self.alone(|this| {
            this.bounds(&piece, scatter.width);
            let body = this.in_block(|this| this.scatter_iteration(scatter, true))?;
            this.over(&piece, index, body, false);
            Ok(())
        })?;
        let Some(task) = self.with_own_blocks(task, &shared) else { return Ok(false) };
        let one = self.alone(|this| this.again(|this| this.scatter(scatter, spans)))?;
        let time = self.time(&piece, index, &task, None);
        self.cut(&piece, exp(scatter.width), time, false);
        self.push(piece.if_several(vec![piece.tasks(task, spans)], one));
        Ok(true)
    }

    /// Cuts a histogram into tasks. Each task has a histogram of its own, initially neutral, and adds it to the
    /// destinations in order. If a histogram is too large for the iterations of a task, tasks may combine their values
    /// with the destinations by atomic operations instead.
    pub(super) fn histogram_in_tasks(&mut self, histogram: &Histogram, spans: &Spans) -> Lowered<()> {
        let Some(&index) = histogram.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let Some(&first) = histogram.destinations.first() else { return Err(bug("a histogram without destination")) };
        let piece = Piece::new(&mut self.out.names);
        let bins: Vec<Poly> = self.dims(first).into_iter().take(histogram.index_rank).collect();
        let mut shared = FxHashSet::default();
        for &destination in &histogram.destinations {
            shared.insert(self.place(destination)?.block);
        }
        let task = self.alone(|this| {
            this.bounds(&piece, histogram.width);
            let mut own = Vec::new();
            for (&destination, &neutral) in histogram.destinations.iter().zip(&histogram.operator.neutral) {
                let shape = this.dims(destination);
                own.push(this.own_array(destination, &shape)?);
                let moved = [(destination, own[own.len() - 1].clone())];
                this.with_moved(moved, |this| this.replicate(destination, &bins, &mut Vec::new(), neutral))?;
            }
            let moved = histogram.destinations.iter().copied().zip(own.iter().cloned());
            let body = this.in_block(|this| this.with_moved(moved, |this| this.histogram_iteration(histogram)))?;
            this.over(&piece, index, body, false);
            let ordered = this.in_block(|this| this.again(|this| this.add(histogram, &own, &bins, &mut Vec::new())))?;
            this.push(target::Stm::Ordered { body: ordered });
            Ok(())
        })?;
        let time = self.time(&piece, index, &task, None);
        let rest = self.in_block(|this| this.histogram_by_atomics(histogram, time.clone(), spans))?;
        let task = self.with_own_blocks(task, &shared).filter(|_| self.is_neutral(&histogram.operator));
        let Some(task) = task else {
            self.block.extend(rest);
            return Ok(());
        };
        self.cut(&piece, exp(histogram.width), time, false);
        let elements = bin(BinOp::Max, poly_exp(&Poly::product(&bins)), i64_exp(1));
        let most = bin(BinOp::Quot, bin(BinOp::Quot, exp(histogram.width), i64_exp(PRIVATE)), elements);
        let fewer = bin(BinOp::Min, target::Exp::Var(piece.pieces), bin(BinOp::Max, most, i64_exp(1)));
        self.push(target::Stm::Assign { name: piece.pieces, value: fewer });
        self.push(piece.if_several(vec![piece.tasks(task, spans)], rest));
        Ok(())
    }

    /// Adds a histogram in which tasks have no histograms of their own. They use atomic operations on the destinations
    /// if the operators allow it and the team is large enough to outweigh their cost; otherwise one thread does all.
    /// `time` is that of an iteration without atomic operations.
    fn histogram_by_atomics(&mut self, histogram: &Histogram, time: target::Exp, spans: &Spans) -> Lowered<()> {
        let Some(&index) = histogram.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let one = self.alone(|this| this.again(|this| this.histogram(histogram, spans)))?;
        let Some(atomics) = self.atomics(histogram) else {
            self.block.extend(one);
            return Ok(());
        };
        let piece = Piece::new(&mut self.out.names);
        let task = self.alone(|this| {
            this.bounds(&piece, histogram.width);
            let body = this.in_block(|this| this.atomic_iteration(&atomics))?;
            this.over(&piece, index, body, false);
            Ok(())
        })?;
        let time_of_task = self.time(&piece, index, &task, None);
        let task = walk::copy(&task, FxHashMap::default(), &mut self.out.names);
        let team = target::Exp::Convert(ScalarType::F64, Box::new(target::Exp::Setting(target::Setting::Team)));
        let is_faster = cmp(CmpOp::Lt, time_of_task.clone(), bin(BinOp::Mul, time, team));
        let pieces = target::Exp::Pieces(Box::new(exp(histogram.width)), Box::new(time_of_task));
        let value = target::Exp::Select(Box::new(is_faster), Box::new(pieces), Box::new(i64_exp(1)));
        self.declare_i64(piece.pieces, value);
        self.push(piece.if_several(vec![piece.tasks(task, spans)], one));
        Ok(())
    }

    /// Combines the elements of the arrays `own` with the destinations, for all indices of the dimensions `rest` after
    /// `at`.
    fn add(&mut self, histogram: &Histogram, own: &[Place], rest: &[Poly], at: &mut Vec<Name>) -> Lowered<()> {
        if let Some((size, rest)) = rest.split_first() {
            let index = self.out.names.fresh("i");
            at.push(index);
            let body = self.in_block(|this| this.add(histogram, own, rest, at))?;
            at.pop();
            self.for_(index, poly_exp(size), body, false, &Vec::new());
            return Ok(());
        }
        let index: Vec<Atom> = at.iter().map(|&name| name.into()).collect();
        self.combine_at(histogram, &index, |this, which, param| {
            let (Some(place), Some(&destination)) = (own.get(which), histogram.destinations.get(which)) else {
                return Err(bug("a histogram without destination"));
            };
            this.with_moved([(destination, place.clone())], |this| {
                let elem = elem_of(this.program, param);
                if this.is_scalar(param) {
                    let indices: Vec<target::Exp> = index.iter().map(|&at| exp(at)).collect();
                    let init = this.read(destination, &indices)?;
                    this.push(target::Stm::Declare { name: param, ty: elem, init });
                    return Ok(());
                }
                let (to, from) = (this.place(param)?.clone(), this.row(destination, &index)?);
                this.copy(elem, &to, &from)
            })
        })
    }

    /// Allocates a block of the task's own for an array of the given shape, with the element type of `array`. Returns
    /// the place.
    fn own_array(&mut self, array: Name, shape: &[Poly]) -> Lowered<Place> {
        let block = self.place(array)?.block;
        let (name, ixfn) = (self.out.names.like(block), IndexFn::row_major(shape));
        self.allocate(name, elem_of(self.program, array), poly_exp(&ixfn.count()));
        Ok(Place { block: name, ixfn })
    }
}

/// Returns the operators' parameters that stand for the accumulated values.
pub(super) fn accumulated(monoids: &[Monoid]) -> Vec<Name> {
    monoids.iter().flat_map(accumulated_by).collect()
}

pub(super) fn accumulated_by(monoid: &Monoid) -> impl Iterator<Item = Name> {
    monoid.operator.params.iter().take(monoid.neutral.len()).copied()
}

/// Turns declarations of the given variables in the block into assignments. The variables are declared before the
/// block.
pub(super) fn assigning(block: target::Block, names: &FxHashSet<Name>) -> target::Block {
    let assigned = |stm| match stm {
        target::Stm::Declare { name, init, .. } if names.contains(&name) => target::Stm::Assign { name, value: init },
        stm => stm,
    };
    block.into_iter().map(assigned).collect()
}

fn f64_exp(value: f64) -> target::Exp {
    target::Exp::Const(Scalar::F64(value))
}

/// Whether the body contains operations that may be long enough to be cut into tasks.
fn has_long_operations(body: &Body) -> bool {
    let mut found = false;
    for_each_stm(body, &mut |stm| {
        let width = match &stm.exp {
            Exp::Traverse(traverse) if !traverse.sequential => Some(traverse.width),
            Exp::Filter(filter) if !filter.sequential => Some(filter.width),
            _ => None,
        };
        found |= width.is_some_and(|width| width.as_i64().is_none_or(|width| width > FEW));
    });
    found
}
