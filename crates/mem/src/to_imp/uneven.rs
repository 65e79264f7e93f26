//! Rows of different lengths: tasks get as many elements as each other, not as many rows.
//!
//! ```text
//! var pieces := pieces(n, time)                 var average := (offsets[n] - offsets[0]) / n
//! tasks t < pieces {                            var pieces := pieces(n, time for an average row)
//!   var first := t * least + min(t, more)       var starts : i64[257]
//!   var length := least + i64(t < more)   ==>   for t < pieces { starts[t + 1] <- the first row behind (t + 1) / pieces of all }
//!   for at < length {                           tasks t < pieces {
//!     var i := first + at                         var first := starts[t]
//!     var from := offsets[i]                      var length := starts[t + 1] - first
//!     var to := offsets[i + 1]                    for at < length { var i := first + at .. }
//!     for j < to - from { .. }                  }
//!   }
//! }
//! ```
//!
//! Offsets that ascend tell how many elements are in front of a row, so that the row where a task begins is found by bisection. A row
//! counts as some elements itself, as an empty one takes time, too. The search for a task begins where the search for the one
//! before has ended: whatever the offsets are, each row is one task's. (The first of two steps of D. Merrill and M. Garland,
//! *Merge-based parallel sparse matrix-vector multiplication*, SC 2016, §3; the second one cuts rows.)
//!
//! Needs a map whose iterations read the offsets before anything that may fail, so that they may be read before it, and
//! that does not write them. A single row is still the work of one task.

use super::{Lowered, Lowerer, bin, cmp, i64_exp};
use base::{Name, Spans};
use imp::linear::{Definitions, expression, linear_in};
use imp::piece::Piece;
use imp::{def as target, walk};
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, ScalarType};

/// A row takes as long as so many elements, beside its elements.
const ROW: i64 = 16;

/// The rows that the iterations of a task's loop go through.
pub(super) struct Rows {
    offsets: Name,
    /// Where the offset of the first row is.
    start: Poly,
    /// The variable of the iteration that is the number of its row's elements.
    pub length: Name,
}

impl Rows {
    /// Those of the loop over the index in the task: of several kinds of rows those of the first loop in an iteration.
    pub fn of(task: &[target::Stm], index: Name) -> Option<Rows> {
        let mut rows = None;
        walk::each_stm(task, &mut |stm| {
            if let target::Stm::For { body, .. } = stm
                && let Some((target::Stm::Declare { name, .. }, iteration)) = body.split_first()
                && *name == index
                && rows.is_none()
            {
                rows = Rows::of_iteration(task, iteration, index);
            }
        });
        rows
    }

    fn of_iteration(task: &[target::Stm], iteration: &[target::Stm], index: Name) -> Option<Rows> {
        let own: FxHashSet<Name> = walk::declared(task).into_iter().collect();
        let written = written(task);
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
            is_next.then(|| Rows { offsets: *offsets, start: start.clone(), length: *length })
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

    /// The offset of that row.
    fn offset(&self, row: target::Exp) -> target::Exp {
        let index = Box::new(bin(BinOp::Add, expression(&self.start), row));
        target::Exp::Read { memory: self.offsets, elem: ScalarType::I64, index }
    }

    /// The elements of so many rows.
    fn elements(&self, count: &target::Exp) -> target::Exp {
        bin(BinOp::Sub, self.offset(count.clone()), self.offset(i64_exp(0)))
    }
}

/// The blocks that the task writes to.
fn written(task: &[target::Stm]) -> FxHashSet<Name> {
    let mut written = FxHashSet::default();
    walk::each_stm(task, &mut |stm| match stm {
        target::Stm::Write { memory: name, .. }
        | target::Stm::Atomic { memory: name, .. }
        | target::Stm::Copy { to: name, .. } => _ = written.insert(*name),
        stm => written.extend(walk::set(stm)),
    });
    written
}

impl Lowerer<'_> {
    /// Declares how many elements a row has on average.
    pub(super) fn declare_average(&mut self, rows: &Rows, count: &target::Exp) -> Name {
        let average = self.out.names.fresh("average");
        let some = cmp(CmpOp::Lt, i64_exp(0), count.clone());
        let value = bin(BinOp::Quot, rows.elements(count), count.clone());
        self.declare_i64(average, target::Exp::Select(Box::new(some), Box::new(value), Box::new(i64_exp(0))));
        average
    }

    /// Declares where the rows of each task begin, and where those of the last one end.
    pub(super) fn declare_starts(
        &mut self,
        rows: &Rows,
        piece: &Piece,
        count: &target::Exp,
        starts: Name,
    ) -> Lowered<()> {
        let var = target::Exp::Var;
        let write = |at: target::Exp, value: target::Exp| target::Stm::Write {
            memory: starts,
            elem: ScalarType::I64,
            index: at,
            value,
        };
        self.push(target::Stm::DeclareArray { name: starts, elem: ScalarType::I64, count: target::MAX_PIECES + 1 });
        self.push(write(i64_exp(0), i64_exp(0)));
        let mut fresh = |hint| self.out.names.fresh(hint);
        let (share, task, next) = (fresh("share"), fresh("task"), fresh("next"));
        let (goal, low, high, middle) = (fresh("goal"), fresh("low"), fresh("high"), fresh("middle"));
        let weight = |elements, rows| bin(BinOp::Add, elements, bin(BinOp::Mul, rows, i64_exp(ROW)));
        self.declare_i64(share, bin(BinOp::Quot, weight(rows.elements(count), count.clone()), var(piece.pieces)));
        let body = self.in_block(|this| {
            this.declare_i64(next, bin(BinOp::Add, var(task), i64_exp(1)));
            let before = bin(BinOp::Mul, var(next), var(share));
            this.declare_i64(goal, bin(BinOp::Add, rows.offset(i64_exp(0)), before));
            this.declare_i64(low, this.element(starts, ScalarType::I64, var(task)));
            this.declare_i64(high, count.clone());
            let halve = this.in_block(|this| {
                let distance = bin(BinOp::Sub, var(high), var(low));
                let half = bin(BinOp::Quot, distance, i64_exp(2));
                this.declare_i64(middle, bin(BinOp::Add, var(low), half));
                let assign = |name, value| vec![target::Stm::Assign { name, value }];
                this.push(target::Stm::If {
                    cond: cmp(CmpOp::Lt, weight(rows.offset(var(middle)), var(middle)), var(goal)),
                    then_block: assign(low, bin(BinOp::Add, var(middle), i64_exp(1))),
                    else_block: assign(high, var(middle)),
                });
                Ok(())
            })?;
            this.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(low), var(high)), body: halve });
            this.push(write(var(next), var(low)));
            Ok(())
        })?;
        self.for_(task, var(piece.pieces), body, false, &Spans::new());
        self.push(write(var(piece.pieces), count.clone()));
        Ok(())
    }

    /// Which rows are the task's.
    pub(super) fn own_rows(&self, piece: &Piece, starts: Name) -> target::Block {
        let start = |at| self.element(starts, ScalarType::I64, at);
        let declare = |name, init| target::Stm::Declare { name, ty: ScalarType::I64, init };
        let end = start(bin(BinOp::Add, target::Exp::Var(piece.task), i64_exp(1)));
        vec![
            declare(piece.first, start(target::Exp::Var(piece.task))),
            declare(piece.length, bin(BinOp::Sub, end, target::Exp::Var(piece.first))),
        ]
    }
}
