//! Combination of values in a group's memory, in order, by two levels of threads. Few barriers matter more than few
//! operations: between barriers, most of a group's time passes.
//!
//! ```text
//! threads t < group_size() {                                        -- 1: each part of neighbours, by a thread
//!   var first := t * PART
//!   if first < group_size() { acc := s[first]  for i < PART - 1 { acc <- acc + s[first + i + 1] }  end[t] <- acc }
//! }
//! threads t < 1 { acc := end[0]  for i < parts - 1 { acc <- acc + end[i + 1] } }                  -- 2
//! ```
//!
//! The loops have a constant number of rounds, with a test if the number of values is not constant. So compilers unroll
//! them and load all values first.

use super::*;

/// The largest number of neighbours that a thread combines on the first level; it divides `PADDED`.
const PART: i64 = 16;

/// The distance between gaps of one element in arrays of a group's memory. The gaps put the elements of different
/// threads in different banks.
pub(super) const PADDED: i64 = 32;

/// Rows of values in the group's memory.
pub(super) struct Rows {
    /// The number of values in a row, its *lanes*: a power of two. Absent if the row has one for each thread.
    pub lanes: Option<target::Exp>,
    /// The number of lanes that have values: the first ones of a row. Absent if all have.
    pub valid: Option<target::Exp>,
    /// The number of lanes of all rows together.
    pub busy: target::Exp,
}

/// Values of some blocks that are combined in order: the value at `first`, and further ones at distances of `step`.
pub(super) struct Run {
    pub first: target::Exp,
    pub step: target::Exp,
    /// The largest number of values after the first.
    pub most: target::Exp,
    /// The number of values; absent if there are `most` after the first.
    pub count: Option<target::Exp>,
}

impl Rows {
    /// Returns a single row: a value for each thread, or for those below `valid`.
    pub fn one(valid: Option<target::Exp>) -> Rows {
        Rows { lanes: None, valid, busy: group_size() }
    }

    fn lanes(&self) -> target::Exp {
        self.lanes.clone().unwrap_or_else(group_size)
    }

    /// Returns the number of neighbouring values that a thread combines: a part of a row.
    pub fn part(&self) -> target::Exp {
        bin(BinOp::Min, self.lanes(), i64_exp(PART))
    }

    /// Returns the number of parts of a row in which there are values.
    pub fn parts(&self) -> target::Exp {
        quot_up(self.valid.clone().unwrap_or_else(|| self.lanes()), self.part())
    }

    /// Returns the run of the results of parts, which the first level has left at distances of `step`, from `first` on.
    pub fn ends(&self, first: target::Exp, step: target::Exp) -> Run {
        let most = bin(BinOp::Quot, bin(BinOp::Sub, group_size(), i64_exp(1)), i64_exp(PART));
        Run { first, step, most, count: (!self.are_whole()).then(|| self.parts()) }
    }

    /// Whether there is one row with a value for each thread.
    fn are_whole(&self) -> bool {
        self.lanes.is_none() && self.valid.is_none()
    }

    /// Returns the lane of a position in a group.
    pub fn lane(&self, position: target::Exp) -> target::Exp {
        match &self.lanes {
            Some(lanes) => bin(BinOp::And, position, bin(BinOp::Sub, lanes.clone(), i64_exp(1))),
            None => position,
        }
    }
}

/// Returns the place of the element at `position` in an array of the group that has gaps.
pub(super) fn padded(position: target::Exp) -> target::Exp {
    bin(BinOp::Add, position.clone(), bin(BinOp::Quot, position, i64_exp(PADDED)))
}

impl Lowerer<'_> {
    /// Declares arrays of the group with room for `count` elements and the gaps between them.
    pub(super) fn share_padded(&mut self, hint: &str, elems: &[ScalarType], count: target::Exp) -> Vec<Name> {
        self.share_each(hint, elems, &padded(count))
    }

    /// Adds code in which a thread combines a part of a row, if there is one for it. `body` gets the run of the part's
    /// values in `blocks`, which have gaps, and accumulators with the first value.
    pub(super) fn of_part(
        &mut self,
        blocks: &[Name],
        elems: &[ScalarType],
        (rows, thread): (&Rows, Name),
        body: impl FnOnce(&mut Self, &Run, &[Name]) -> Lowered<()>,
    ) -> Lowered<()> {
        let first = self.define("first", bin(BinOp::Mul, var(thread), rows.part()));
        let is_busy = cmp(CmpOp::Lt, var(first), rows.busy.clone());
        let (count, cond) = match &rows.valid {
            None => ((!rows.are_whole()).then(|| rows.part()), is_busy),
            Some(valid) => {
                let rest = bin(BinOp::Sub, valid.clone(), rows.lane(var(first)));
                let count = self.define("count", bin(BinOp::Min, rest, rows.part()));
                (Some(var(count)), bin(BinOp::And, is_busy, cmp(CmpOp::Lt, i64_exp(0), var(count))))
            }
        };
        let most = if count.is_some() { i64_exp(PART) } else { rows.part() };
        self.only_if(cond, |this| {
            let run = Run { first: var(first), step: i64_exp(1), most: bin(BinOp::Sub, most, i64_exp(1)), count };
            let accumulators = this.begin_run(blocks, elems, &run);
            body(this, &run, &accumulators)
        })
    }

    /// Declares accumulators with the first value of a run.
    pub(super) fn begin_run(&mut self, blocks: &[Name], elems: &[ScalarType], run: &Run) -> Vec<Name> {
        let values = self.read_each(blocks, elems, &padded(run.first.clone()));
        self.declare_each("acc", elems, values)
    }

    /// Adds a loop that combines the run's other values with accumulators that hold the first. `then` gets the place of
    /// each value after it is combined.
    pub(super) fn join_run(
        &mut self,
        operators: &Operators<'_>,
        accumulators: &[Name],
        (blocks, run): (&[Name], &Run),
        then: impl FnOnce(&mut Self, target::Exp),
    ) -> Lowered<()> {
        let at = self.out.names.fresh("at");
        let body = self.in_block(|this| {
            let next = bin(BinOp::Add, var(at), i64_exp(1));
            let exists = run.count.clone().map(|count| cmp(CmpOp::Lt, next.clone(), count));
            let join = |this: &mut Self| {
                let position = bin(BinOp::Add, run.first.clone(), bin(BinOp::Mul, next, run.step.clone()));
                let position = this.define("position", position);
                let new = this.read_each(blocks, &operators.elems, &padded(var(position)));
                this.join(operators, accumulators, &vars(accumulators), &new)?;
                then(this, padded(var(position)));
                Ok(())
            };
            match exists {
                Some(exists) => this.only_if(exists, join),
                None => join(this),
            }
        })?;
        self.for_(at, run.most.clone(), body, false, &Vec::new());
        Ok(())
    }
}
