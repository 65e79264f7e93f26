//! Counts of the work of an evaluation, so that tests and reports can compare programs without a clock.
//!
//! Counting is another kind of machine (`Meter`); the machine that does not count has no cost for it. Work for sizes
//! and assertions only is separated by the names that its statement binds (`fun_opt::stats` finds them). All work is
//! counted by depth: the number of enclosing array operations and loops, including those around the calls that led
//! there.

use super::array::Array;
use super::code::{ArrayOp, Op, Stm};
use base::Name;
use rustc_hash::FxHashSet;

/// Largest depth that is counted separately. Deeper work counts at this depth.
const MAX_DEPTH: usize = 64;

/// Numbers of operations, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Operators on scalars; moves are free.
    pub scalars: u64,
    /// Elements read from arrays.
    pub reads: u64,
    /// Elements written to arrays.
    pub writes: u64,
    /// Elements that array operations with functions traverse.
    pub elements: u64,
    pub assertions: u64,
}

impl Counts {
    fn add(&mut self, more: Counts) {
        self.scalars += more.scalars;
        self.reads += more.reads;
        self.writes += more.writes;
        self.elements += more.elements;
        self.assertions += more.assertions;
    }

    fn sum(counts: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        counts.iter().for_each(|&counts| sum.add(counts));
        sum
    }

    /// Returns the sum of all counts.
    pub fn total(self) -> u64 {
        self.scalars + self.reads + self.writes + self.elements + self.assertions
    }

    pub(super) fn read(count: usize) -> Counts {
        Counts { reads: count as u64, ..Counts::default() }
    }

    pub(super) fn written(count: usize) -> Counts {
        Counts { writes: count as u64, ..Counts::default() }
    }

    pub(super) fn moved(count: usize) -> Counts {
        Counts { reads: count as u64, writes: count as u64, ..Counts::default() }
    }

    /// Returns the work of an operation that makes no array.
    pub(super) fn of(op: &Op) -> Counts {
        match op {
            Op::Binary { .. } | Op::Divide { .. } | Op::Convert { .. } | Op::Scalar { .. } => {
                Counts { scalars: 1, ..Counts::default() }
            }
            Op::Index { .. } => Counts::read(1),
            Op::Assert { .. } => Counts { assertions: 1, ..Counts::default() },
            _ => Counts::default(),
        }
    }

    /// Returns the work of making an array. Views are free; updates and reshapes are counted where they happen.
    pub(super) fn of_array(op: &ArrayOp, made: &Array) -> Counts {
        match op {
            ArrayOp::Literal { .. } | ArrayOp::Iota { .. } | ArrayOp::Replicate { .. } => Counts::written(made.count()),
            ArrayOp::Copy(_) | ArrayOp::Concat(_) => Counts::moved(made.count()),
            ArrayOp::Slice(..) | ArrayOp::Permute(..) | ArrayOp::Table(_) | ArrayOp::Scratch { .. } => {
                Counts::default()
            }
            ArrayOp::Update(..) | ArrayOp::Reshape(..) => Counts::default(),
        }
    }
}

/// Work of an evaluation, by depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Work of the program proper.
    pub program: Vec<Counts>,
    /// Work for sizes and assertions only.
    pub overhead: Vec<Counts>,
}

impl Work {
    /// Adds the work of another evaluation, depth by depth.
    pub fn add(&mut self, other: Work) {
        for (own, other) in [(&mut self.program, other.program), (&mut self.overhead, other.overhead)] {
            own.resize(own.len().max(other.len()), Counts::default());
            own.iter_mut().zip(other).for_each(|(own, other)| own.add(other));
        }
    }

    pub fn of_program(&self) -> Counts {
        Counts::sum(&self.program)
    }

    pub fn of_overhead(&self) -> Counts {
        Counts::sum(&self.overhead)
    }
}

/// Observer of the work of a machine. Counts are computed only if the observer uses them.
pub(super) trait Meter {
    fn count(&mut self, stm: &Stm, counts: impl FnOnce() -> Counts);
    /// Notes the start of an array operation or loop; `leave` notes its end.
    fn enter(&mut self);
    fn leave(&mut self);
}

/// Meter that counts nothing.
impl Meter for () {
    #[inline(always)]
    fn count(&mut self, _stm: &Stm, _counts: impl FnOnce() -> Counts) {}

    #[inline(always)]
    fn enter(&mut self) {}

    #[inline(always)]
    fn leave(&mut self) {}
}

/// Meter that counts everything. `overhead`: names bound by statements that exist only for sizes and assertions.
pub(super) struct Counter<'o> {
    overhead: &'o FxHashSet<Name>,
    depth: usize,
    pub work: Work,
}

impl<'o> Counter<'o> {
    pub fn new(overhead: &'o FxHashSet<Name>) -> Counter<'o> {
        Counter { overhead, depth: 0, work: Work::default() }
    }
}

impl Meter for Counter<'_> {
    fn count(&mut self, stm: &Stm, counts: impl FnOnce() -> Counts) {
        let counts = counts();
        if counts == Counts::default() {
            return;
        }
        let is_overhead = stm.source.pattern.first().is_some_and(|name| self.overhead.contains(name));
        let by_depth = if is_overhead { &mut self.work.overhead } else { &mut self.work.program };
        let depth = self.depth.min(MAX_DEPTH);
        if by_depth.len() <= depth {
            by_depth.resize(depth + 1, Counts::default());
        }
        if let Some(sum) = by_depth.get_mut(depth) {
            sum.add(counts);
        }
    }

    fn enter(&mut self) {
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
