//! Rows of different lengths: tasks get equal numbers of elements, not equal numbers of rows.
//!
//! ```text
//! var pieces := pieces(n, time)                 var all := offsets[n] - offsets[0] + n * 16
//! tasks t < pieces {                            var pieces := pieces(all, time of an average row * n / all)
//!   var first := t * least + min(t, more)       var starts : i64[257]
//!   var length := least + i64(t < more)   ==>   for t < pieces { starts[t + 1] <- the first row behind (t + 1) / pieces of all }
//!   for at < length {                           for t < pieces {
//!     var i := first + at                         apart[t] <- 0
//!     var from := offsets[i]                      var i := starts[t + 1] - 1
//!     var to := offsets[i + 1]                    if row i is long { what is in it, in tasks  apart[t] <- 1 }
//!     for j < to - from { .. }                  }
//!   }                                           tasks t < pieces {
//! }                                               var first := starts[t]
//!                                                 var length := starts[t + 1] - first
//!                                                 var left := length - apart[t]
//!                                                 for at < left { var i := first + at .. }
//!                                               }
//! ```
//!
//! Ascending offsets tell how many elements are in front of a row, so the first row of a task is found by bisection. A
//! row itself counts as some elements, as an empty one takes time too. The search for a task begins where the search
//! for the previous task has ended. So each row belongs to exactly one task, whatever the offsets are. (This is the
//! first of two steps of D. Merrill and M. Garland, *Merge-based parallel sparse matrix-vector multiplication*, SC
//! 2016, §3; the second one cuts rows.)
//!
//! A row that is longer than a task's share ends where a task does, so it is the last one of its task. Before the
//! tasks, all threads together do the rows that are much longer, one after another, by the operations in them. Tasks
//! only combine the results of these rows with the rest, in order. If a check at a row's beginning fails, the row is
//! left to its task, so that the first failure is reported.
//!
//! Needs: iterations read the offsets before anything that may fail, so that the reads can be moved before the loop,
//! and do not write them. A row with checks between loops, such as those of indices in the row, is one task's however
//! long it is.

use super::tasks::accumulated_by;
use super::{Lowered, Lowerer, bin, bug, cmp, exp, i64_exp};
use crate::lower::elem_of;
use base::{Name, NameSource, Spans};
use fun::def::Traverse;
use imp::linear::{Definitions, expression, linear_in};
use imp::piece::Piece;
use imp::{def as target, walk};
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// The cost of a row in addition to that of its elements, in elements.
const ROW: i64 = 16;
/// A row is long if it costs more than this many tasks' shares.
const LONG: i64 = 2;
/// The largest number of checks at the beginning of a row that is done apart. Each adds a level of nesting.
const CHECKS: usize = 16;

/// The rows that the iterations of a task's loop go through, and the variables about them.
pub(super) struct Rows {
    offsets: Name,
    /// The position, in the block of offsets, of the first row's offset.
    start: Poly,
    /// The variable of an iteration that holds its row's number of elements.
    length: Name,
    /// The average number of elements of a row.
    average: Name,
    /// The cost of all rows, in elements.
    all: Name,
    /// The time that the cost of one element takes.
    unit: Name,
    /// The part of the cost of all rows that each task gets.
    share: Name,
    /// The number of long rows. A long row is done apart if it is cut into more pieces than that.
    many: Name,
    /// An array with the first row of each task, and then the number of rows.
    starts: Name,
    /// The variables for long rows; absent if none are done apart.
    apart: Option<Apart>,
}

/// The variables for rows that are done apart.
struct Apart {
    /// An array with the number of rows of each task that were done apart: its last row or none.
    done: Name,
    /// The number of rows that are left to the task.
    left: Name,
    /// For each component of the monoids, an array with the values of the rows that were done apart.
    given: Vec<Name>,
}

impl Rows {
    /// Returns the rows that iterations numbered by `index` go through. If there are several kinds of rows, these are
    /// the rows of the first loop in an iteration. Rows may be done apart if they contain work for several tasks, and
    /// everything that may fail, such as a check of bounds, comes first.
    pub fn of(
        iteration: &[target::Stm],
        index: Name,
        components: usize,
        is_worth_tasks: bool,
        names: &mut NameSource,
    ) -> Option<Rows> {
        let (offsets, start, length) = Rows::offsets_of(iteration, index)?;
        let apart = (is_worth_tasks && checks_first(iteration)).then(|| Apart {
            done: names.fresh("apart"),
            left: names.fresh("left"),
            given: (0..components).map(|_| names.fresh("given")).collect(),
        });
        let [average, all, unit, share, many, starts] =
            ["average", "all", "unit", "share", "many", "starts"].map(|hint| names.fresh(hint));
        Some(Rows { offsets, start, length, average, all, unit, share, many, starts, apart })
    }

    /// Returns the block of offsets, the position of the first row's offset, and the variable that holds the length of
    /// a row.
    fn offsets_of(iteration: &[target::Stm], index: Name) -> Option<(Name, Poly, Name)> {
        let own: FxHashSet<Name> = walk::declared(iteration).into_iter().chain([index]).collect();
        let written = written(iteration);
        let mut definitions = Definitions::default();
        definitions.add(iteration);
        let mut read = FxHashMap::default();
        for stm in iteration {
            let target::Stm::Declare { name, init, .. } = stm else { break };
            if let target::Exp::Read { memory, elem: ScalarType::I64, index: at } = init
                && !own.contains(memory)
                && !written.contains(memory)
                && let Some((one, start)) = definitions.poly(at).and_then(|at| linear_in(&at, index))
                && one.is_one()
                && start.terms().all(|(names, _)| !names.iter().any(|name| own.contains(name)))
            {
                read.insert(*name, (*memory, start));
            }
        }
        let rows_of = |bound: &target::Exp| {
            let target::Exp::Var(length) = bound else { return None };
            let target::Exp::Bin(BinOp::Sub, to, from) = definitions.get(*length)? else { return None };
            let read = |exp: &target::Exp| if let target::Exp::Var(name) = exp { read.get(name) } else { None };
            let ((memory, end), (offsets, start)) = (read(to)?, read(from)?);
            let is_next = memory == offsets && (end.clone() - start.clone()).is_one();
            is_next.then(|| (*offsets, start.clone(), *length))
        };
        let mut rows = None;
        walk::each_stm(iteration, &mut |stm| {
            if let target::Stm::For { bound, .. } = stm
                && rows.is_none()
            {
                rows = rows_of(bound);
            }
        });
        rows
    }

    pub fn are_done_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Returns the task's piece without the rows that were done apart.
    pub fn left(&self, piece: Piece) -> Piece {
        self.apart.as_ref().map_or(piece, |apart| Piece { length: apart.left, ..piece })
    }

    /// Returns the variable of an iteration that holds the number of elements of its row, and the variable that holds
    /// their average number.
    pub fn lengths(&self) -> (Name, Name) {
        (self.length, self.average)
    }

    /// Returns the expression that reads the offset of the row.
    fn offset(&self, row: target::Exp) -> target::Exp {
        let index = Box::new(bin(BinOp::Add, expression(&self.start), row));
        target::Exp::Read { memory: self.offsets, elem: ScalarType::I64, index }
    }

    /// Returns the cost of the row before the given one, in elements.
    fn weight_before(&self, row: target::Exp) -> target::Exp {
        let elements = bin(BinOp::Sub, self.offset(row.clone()), self.offset(bin(BinOp::Sub, row, i64_exp(1))));
        bin(BinOp::Add, elements, i64_exp(ROW))
    }

    fn is_long(&self, weight: target::Exp) -> target::Exp {
        cmp(CmpOp::Lt, bin(BinOp::Mul, target::Exp::Var(self.share), i64_exp(LONG)), weight)
    }
}

/// Whether no check or call comes after the declarations and checks at the beginning.
fn checks_first(iteration: &[target::Stm]) -> bool {
    let is_check = |stm: &target::Stm| matches!(stm, target::Stm::Assert { .. });
    let is_first = |stm: &target::Stm| is_check(stm) || matches!(stm, target::Stm::Declare { .. });
    let (first, rest) = iteration.split_at(iteration.iter().take_while(|stm| is_first(stm)).count());
    let mut may_fail = false;
    walk::each_stm(rest, &mut |stm| may_fail |= is_check(stm) || matches!(stm, target::Stm::Call { .. }));
    !may_fail && first.iter().filter(|stm| is_check(stm)).count() <= CHECKS
}

/// Turns each check into a condition for the statements after it. A failed check then skips them.
fn where_checks_hold(block: target::Block) -> target::Block {
    let mut rest = Vec::new();
    for stm in block.into_iter().rev() {
        if let target::Stm::Assert { cond, .. } = stm {
            rest.reverse();
            rest = vec![target::Stm::If { cond, then_block: rest, else_block: Vec::new() }];
        } else {
            rest.push(stm);
        }
    }
    rest.reverse();
    rest
}

/// Returns the blocks that the iteration writes to.
fn written(iteration: &[target::Stm]) -> FxHashSet<Name> {
    let mut written = FxHashSet::default();
    walk::each_stm(iteration, &mut |stm| match stm {
        target::Stm::Write { memory: name, .. }
        | target::Stm::Atomic { memory: name, .. }
        | target::Stm::Copy { to: name, .. } => _ = written.insert(*name),
        stm => written.extend(walk::set(stm)),
    });
    written
}

impl Lowerer<'_> {
    /// Declares the cost of all rows, and the average number of elements of a row.
    pub(super) fn weigh(&mut self, rows: &Rows, count: &target::Exp) {
        let elements = self.out.names.fresh("elements");
        let some = cmp(CmpOp::Lt, i64_exp(0), count.clone());
        let between = bin(BinOp::Sub, rows.offset(count.clone()), rows.offset(i64_exp(0)));
        self.declare_i64(elements, target::Exp::Select(Box::new(some), Box::new(between), Box::new(i64_exp(0))));
        let divisor = bin(BinOp::Max, count.clone(), i64_exp(1));
        self.declare_i64(rows.average, bin(BinOp::Quot, target::Exp::Var(elements), divisor));
        let of_rows = bin(BinOp::Mul, count.clone(), i64_exp(ROW));
        self.declare_i64(rows.all, bin(BinOp::Add, target::Exp::Var(elements), of_rows));
    }

    /// Declares the number of pieces, which follows from the time of an average row. There may be more pieces than
    /// rows.
    pub(super) fn cut_rows(&mut self, piece: &Piece, rows: &Rows, time: target::Exp) {
        let of_row = bin(BinOp::Add, target::Exp::Var(rows.average), i64_exp(ROW));
        let elements = target::Exp::Convert(ScalarType::F64, Box::new(of_row));
        let init = bin(BinOp::Div, time, elements);
        self.push(target::Stm::Declare { name: rows.unit, ty: ScalarType::F64, init });
        self.push(piece.decide(target::Exp::Var(rows.all), target::Exp::Var(rows.unit)));
    }

    /// Declares the first row of each task, and the end of the last task's rows.
    pub(super) fn declare_starts(&mut self, rows: &Rows, piece: &Piece, count: &target::Exp) -> Lowered<()> {
        let var = target::Exp::Var;
        let starts = rows.starts;
        self.push(target::Stm::DeclareArray { name: starts, elem: ScalarType::I64, count: target::MAX_PIECES + 1 });
        self.push(write_i64(starts, i64_exp(0), i64_exp(0)));
        self.declare_i64(rows.share, bin(BinOp::Quot, var(rows.all), var(piece.pieces)));
        if rows.apart.is_some() {
            self.declare_i64(rows.many, i64_exp(0));
        }
        let mut fresh = |hint| self.out.names.fresh(hint);
        let (task, next) = (fresh("task"), fresh("next"));
        let (goal, low, high, middle) = (fresh("goal"), fresh("low"), fresh("high"), fresh("middle"));
        let body = self.in_block(|this| {
            this.declare_i64(next, bin(BinOp::Add, var(task), i64_exp(1)));
            let before = bin(BinOp::Mul, var(next), var(rows.share));
            this.declare_i64(goal, bin(BinOp::Add, rows.offset(i64_exp(0)), before));
            this.declare_i64(low, this.element(starts, ScalarType::I64, var(task)));
            this.declare_i64(high, count.clone());
            let halve = this.in_block(|this| {
                let distance = bin(BinOp::Sub, var(high), var(low));
                let half = bin(BinOp::Quot, distance, i64_exp(2));
                this.declare_i64(middle, bin(BinOp::Add, var(low), half));
                let weight = bin(BinOp::Add, rows.offset(var(middle)), bin(BinOp::Mul, var(middle), i64_exp(ROW)));
                this.push(target::Stm::If {
                    cond: cmp(CmpOp::Lt, weight, var(goal)),
                    then_block: vec![assign(low, bin(BinOp::Add, var(middle), i64_exp(1)))],
                    else_block: vec![assign(high, var(middle))],
                });
                Ok(())
            })?;
            this.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(low), var(high)), body: halve });
            this.push(write_i64(starts, var(next), var(low)));
            if rows.apart.is_some() {
                let some = cmp(CmpOp::Lt, this.element(starts, ScalarType::I64, var(task)), var(low));
                let is_long =
                    target::Exp::Convert(ScalarType::I64, Box::new(rows.is_long(rows.weight_before(var(low)))));
                let then_block = vec![assign(rows.many, bin(BinOp::Add, var(rows.many), is_long))];
                this.push(target::Stm::If { cond: some, then_block, else_block: Vec::new() });
            }
            Ok(())
        })?;
        self.for_(task, var(piece.pieces), body, false, &Spans::new());
        self.push(write_i64(starts, var(piece.pieces), count.clone()));
        Ok(())
    }

    /// Returns the declarations of the task's first row and its number of rows.
    pub(super) fn own_rows(&self, piece: &Piece, rows: &Rows) -> target::Block {
        let (var, at_task) = (target::Exp::Var, |array, at| self.element(array, ScalarType::I64, at));
        let declare = |name, init| target::Stm::Declare { name, ty: ScalarType::I64, init };
        let end = at_task(rows.starts, bin(BinOp::Add, var(piece.task), i64_exp(1)));
        let mut own = vec![
            declare(piece.first, at_task(rows.starts, var(piece.task))),
            declare(piece.length, bin(BinOp::Sub, end, var(piece.first))),
        ];
        if let Some(apart) = &rows.apart {
            let left = bin(BinOp::Sub, var(piece.length), at_task(apart.done, var(piece.task)));
            own.push(declare(apart.left, left));
        }
        own
    }

    /// Runs the long rows one after another, with the operations inside them in tasks. This is done if a row has more
    /// pieces than there are long rows. Then starting the tasks of all rows takes less time than one thread needs for
    /// one row.
    pub(super) fn rows_apart(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        piece: &Piece,
        rows: &Rows,
    ) -> Lowered<()> {
        let Some(apart) = &rows.apart else { return Ok(()) };
        let Some(&index) = traverse.lambda.params.first() else { return Err(bug("a lambda without index")) };
        let array = |name, elem| target::Stm::DeclareArray { name, elem, count: target::MAX_PIECES };
        self.push(array(apart.done, ScalarType::I64));
        let elems: Vec<ScalarType> =
            traverse.monoids().flat_map(accumulated_by).map(|param| elem_of(self.program, param)).collect();
        for (&given, &elem) in apart.given.iter().zip(&elems) {
            self.push(array(given, elem));
        }
        let var = target::Exp::Var;
        let (task, end, weight) =
            (self.out.names.fresh("task"), self.out.names.fresh("end"), self.out.names.fresh("weight"));
        let row = self.in_block(|this| {
            this.declare_i64(index, bin(BinOp::Sub, var(end), i64_exp(1)));
            let whole = this.in_block(|this| {
                this.enter(&traverse.lambda, &traverse.inputs)?;
                let (given, rest) = traverse.lambda.body.result.split_at(apart.given.len());
                for ((&memory, &elem), &value) in apart.given.iter().zip(&elems).zip(given) {
                    this.push(target::Stm::Write { memory, elem, index: var(task), value: exp(value) });
                }
                for (&array, &value) in pattern.iter().skip(traverse.combined()).zip(rest) {
                    this.store(array, &[index.into()], value)?;
                }
                this.push(write_i64(apart.done, var(task), i64_exp(1)));
                Ok(())
            })?;
            this.block.extend(where_checks_hold(whole));
            Ok(())
        })?;
        let body = self.in_block(|this| {
            this.push(write_i64(apart.done, var(task), i64_exp(0)));
            this.declare_i64(end, this.element(rows.starts, ScalarType::I64, bin(BinOp::Add, var(task), i64_exp(1))));
            let some = cmp(CmpOp::Lt, this.element(rows.starts, ScalarType::I64, var(task)), var(end));
            let last = this.in_block(|this| {
                this.declare_i64(weight, rows.weight_before(var(end)));
                let pieces = target::Exp::Pieces(Box::new(var(weight)), Box::new(var(rows.unit)));
                let is_worth = Box::new(cmp(CmpOp::Lt, var(rows.many), pieces));
                let never = Box::new(target::Exp::Const(Scalar::Bool(false)));
                let cond = target::Exp::Select(Box::new(rows.is_long(var(weight))), is_worth, never);
                this.push(target::Stm::If { cond, then_block: row, else_block: Vec::new() });
                Ok(())
            })?;
            this.push(target::Stm::If { cond: some, then_block: last, else_block: Vec::new() });
            Ok(())
        })?;
        let body = walk::copy(&body, FxHashMap::default(), &mut self.out.names);
        self.for_(task, var(piece.pieces), body, false, &Spans::new());
        Ok(())
    }

    /// Combines the values of the row that was done apart, if there is one, with those of the task's other rows.
    pub(super) fn combine_row(
        &mut self,
        pattern: &[Name],
        traverse: &Traverse,
        piece: &Piece,
        rows: &Rows,
        accumulators: &[Vec<Name>],
    ) -> Lowered<()> {
        let Some(apart) = rows.apart.as_ref().filter(|_| !traverse.is_map()) else { return Ok(()) };
        let then_block = self.in_block(|this| {
            this.again(|this| {
                let index = this.out.names.fresh("i");
                this.declare_i64(index, bin(BinOp::Add, target::Exp::Var(piece.first), target::Exp::Var(apart.left)));
                let mut rest = apart.given.as_slice();
                for (monoid, accumulators) in traverse.monoids().zip(accumulators) {
                    let (now, later) = rest.split_at(accumulators.len().min(rest.len()));
                    rest = later;
                    this.combine_with(monoid, accumulators, |this, at, name| {
                        let Some(&given) = now.get(at) else { return Err(bug("a component that nothing is given to")) };
                        let ty = elem_of(this.program, name);
                        let init = this.element(given, ty, target::Exp::Var(piece.task));
                        this.push(target::Stm::Declare { name, ty, init });
                        Ok(())
                    })?;
                }
                this.write_scanned(pattern, traverse, accumulators, index)
            })
        })?;
        let done = self.element(apart.done, ScalarType::I64, target::Exp::Var(piece.task));
        let cond = cmp(CmpOp::Lt, i64_exp(0), done);
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        Ok(())
    }
}

fn assign(name: Name, value: target::Exp) -> target::Stm {
    target::Stm::Assign { name, value }
}

fn write_i64(memory: Name, index: target::Exp, value: target::Exp) -> target::Stm {
    target::Stm::Write { memory, elem: ScalarType::I64, index, value }
}
