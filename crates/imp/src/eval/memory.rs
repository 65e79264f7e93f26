//! Blocks of the evaluator: their elements, the accesses of a launch for race detection, and the account of
//! allocations.

use super::order::{Moment, Order};
use super::{Run, stuck};
use base::Stop;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Scalar, ScalarType};

/// Memory used by a program's run. A block counts its number of elements times the bytes of an element. An object
/// counts 8 bytes for each word and reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Number of allocated blocks and objects. Blocks of arguments and constant tables do not count.
    pub allocations: u64,
    /// Size in bytes of all allocated blocks and objects together.
    pub allocated_bytes: u64,
    /// Largest size in bytes of the allocated blocks and objects that are alive at a time. A block lives as long as
    /// something refers to it.
    pub peak_bytes: u64,
    /// Size in bytes of the arguments' blocks, which belong to the caller.
    pub input_bytes: u64,
}

/// The thread of a launch, the task, or the iteration of a parallel loop that is running.
#[derive(Clone)]
pub(super) struct Runner {
    pub at: Moment,
    /// Number of threads of the group.
    pub size: i64,
    pub order: Rc<Order>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    Read,
    Write,
    Atomic,
}

/// Summary of all accesses of one kind to an element so far, in one launch.
#[derive(Clone, Copy)]
struct Accesses {
    last: Moment,
    /// Whether groups other than that of the last access have accessed the element.
    by_groups: bool,
    /// Whether other threads have accessed the element in the phase of the last access.
    by_threads: bool,
}

impl Accesses {
    /// Whether an earlier access is not ordered with the present one.
    fn are_unordered(&self, now: &Runner) -> bool {
        let Runner { at: now, order, .. } = now;
        if self.last.group != now.group && order.is_before(self.last, self.by_threads, *now) {
            return self.by_groups;
        }
        self.by_groups
            || self.last.group != now.group
            || self.last.phase == now.phase && (self.by_threads || self.last.thread != now.thread)
    }

    /// Adds an access by `runner`. Earlier accesses that are ordered before it are forgotten, because they also precede
    /// everything that comes after it.
    fn with(before: Option<Accesses>, runner: &Runner) -> Accesses {
        let now = runner.at;
        let is_new = |before: &Accesses| {
            before.last.launch != now.launch || before.last.group != now.group && !before.are_unordered(runner)
        };
        let Some(before) = before.filter(|before| !is_new(before)) else {
            return Accesses { last: now, by_groups: false, by_threads: false };
        };
        let same_group = before.last.group == now.group;
        let same_phase = same_group && before.last.phase == now.phase;
        Accesses {
            last: now,
            by_groups: before.by_groups || !same_group,
            by_threads: same_phase && (before.by_threads || before.last.thread != now.thread),
        }
    }
}

/// A block. An element is absent until it is written.
pub(super) struct Block {
    elements: RefCell<Vec<Option<Scalar>>>,
    /// Number of elements for each thread, if the block is private to the threads of a group.
    private: Option<usize>,
    /// For each element up to the last one accessed in the last launch: its accesses, by kind.
    seen: RefCell<Vec<[Option<Accesses>; 3]>>,
    /// Registration in the account; `None` for a block that is not counted.
    _counted: Option<Counted>,
}

/// A reference to a block.
pub(super) type Memory = Rc<Block>;

impl Block {
    /// Makes a block that is not counted.
    pub fn new(elements: Vec<Option<Scalar>>) -> Memory {
        Block::with(elements, None, None)
    }

    /// Makes a block of `count` elements for each thread of a group.
    pub fn private(count: usize, threads: i64) -> Memory {
        let threads = usize::try_from(threads).unwrap_or(0);
        Block::with(vec![None; count.saturating_mul(threads)], Some(count), None)
    }

    fn with(elements: Vec<Option<Scalar>>, private: Option<usize>, _counted: Option<Counted>) -> Memory {
        Rc::new(Block { elements: RefCell::new(elements), private, seen: RefCell::default(), _counted })
    }

    /// Makes a block without contents and counts it with this size in bytes.
    pub fn allocated(count: usize, bytes: u64, account: &Rc<Account>) -> Run<Memory> {
        let held = size_of::<Block>() + count * size_of::<Option<Scalar>>();
        let counted = account.begin(bytes, held as u64)?;
        Ok(Block::with(vec![None; count], None, Some(counted)))
    }

    /// Returns the first `count` elements, with `None` for unwritten ones.
    pub fn first(&self, count: usize) -> Vec<Option<Scalar>> {
        self.elements.borrow().iter().take(count).copied().collect()
    }

    pub fn write(&self, index: i64, value: Scalar, runner: Option<&Runner>) -> Run<()> {
        let at = self.place(index, runner).ok_or_else(|| self.outside("write", index))?;
        self.note(at, Access::Write, runner)?;
        self.elements.borrow_mut()[at] = Some(value);
        Ok(())
    }

    pub fn read(&self, index: i64, elem: ScalarType, runner: Option<&Runner>) -> Run<u64> {
        let at = self.place(index, runner).ok_or_else(|| self.outside("read", index))?;
        self.note(at, Access::Read, runner)?;
        self.bits(at, elem)
    }

    /// Updates an element atomically. `change` computes the new element, from the old one's bits if `reads`.
    pub fn update(
        &self,
        index: i64,
        elem: ScalarType,
        runner: Option<&Runner>,
        reads: bool,
        change: impl FnOnce(u64) -> Run<u64>,
    ) -> Run<()> {
        let at = self.place(index, runner).ok_or_else(|| self.outside("write", index))?;
        self.note(at, Access::Atomic, runner)?;
        let value = change(if reads { self.bits(at, elem)? } else { 0 })?;
        self.elements.borrow_mut()[at] = Some(Scalar::from_bits(elem, value));
        Ok(())
    }

    /// Copies `count` elements to another block, or within one. Unwritten elements are copied as such.
    pub fn copy(&self, from_offset: i64, to: &Block, to_offset: i64, count: i64, runner: Option<&Runner>) -> Run<()> {
        let range = |block: &Block, offset: i64| {
            let start = block.place(offset, runner)?;
            block.place(offset.checked_add(count - 1)?, runner)?;
            Some(start..start + usize::try_from(count).ok()?)
        };
        let from = range(self, from_offset).ok_or_else(|| stuck("a copy from outside a block"))?;
        let into = range(to, to_offset).ok_or_else(|| stuck("a copy to outside a block"))?;
        from.clone().try_for_each(|at| self.note(at, Access::Read, runner))?;
        into.clone().try_for_each(|at| to.note(at, Access::Write, runner))?;
        let elements = self.elements.borrow()[from].to_vec();
        to.elements.borrow_mut()[into].copy_from_slice(&elements);
        Ok(())
    }

    /// Returns the position of an element, if it is in bounds.
    fn place(&self, index: i64, runner: Option<&Runner>) -> Option<usize> {
        let index = usize::try_from(index).ok()?;
        let at = match (self.private, runner) {
            (Some(count), Some(runner)) if index < count => usize::try_from(runner.at.thread).ok()? * count + index,
            (Some(_), _) => return None,
            (None, _) => index,
        };
        (at < self.elements.borrow().len()).then_some(at)
    }

    fn outside(&self, what: &str, index: i64) -> Box<Stop> {
        let count = self.private.unwrap_or_else(|| self.elements.borrow().len());
        stuck(format!("a {what} at {index} of a block of {count}"))
    }

    fn bits(&self, at: usize, elem: ScalarType) -> Run<u64> {
        match self.elements.borrow()[at] {
            Some(value) if value.scalar_type() == elem => Ok(value.bits()),
            Some(value) => Err(stuck(format!("a read of {elem} finds {}", value.scalar_type()))),
            None => Err(stuck(format!("a read at {at} of what was never written"))),
        }
    }

    /// Records an access. It is stuck if it races with an earlier access of the launch. Two accesses race if at least
    /// one writes and they are of two groups, or of two threads that have not waited for each other in between. Atomic
    /// accesses do not race with each other. Neither do those of two groups if one has awaited the other in between.
    fn note(&self, at: usize, access: Access, runner: Option<&Runner>) -> Run<()> {
        let Some(runner) = runner.filter(|_| self.private.is_none()) else { return Ok(()) };
        let mut seen = self.seen.borrow_mut();
        if seen.len() <= at {
            seen.resize(at + 1, [None; 3]);
        }
        let seen = &mut seen[at];
        for other in [Access::Read, Access::Write, Access::Atomic] {
            let is_race =
                other != access && (other != Access::Read || access != Access::Read) || access == Access::Write;
            let before = seen[other as usize].filter(|before| before.last.launch == runner.at.launch);
            if is_race && before.is_some_and(|before| before.are_unordered(runner)) {
                return Err(stuck(format!("a race: two threads access element {at} of a block, and one writes it")));
            }
        }
        let own = &mut seen[access as usize];
        *own = Some(Accesses::with(*own, runner));
        Ok(())
    }
}

/// Account of the blocks and objects that a run has allocated.
pub(super) struct Account {
    usage: Cell<MemoryUse>,
    alive: Cell<u64>,
    /// Bytes that the evaluator holds for live blocks and objects, and the limit.
    held: Cell<u64>,
    limit: u64,
}

/// Registration of a block or object in an account, which counts it until the registration is dropped.
pub(super) struct Counted {
    account: Rc<Account>,
    bytes: u64,
    held: u64,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Counted { account, bytes, held } = self;
        account.alive.set(account.alive.get().saturating_sub(*bytes));
        account.held.set(account.held.get().saturating_sub(*held));
    }
}

impl Account {
    pub fn new(input_bytes: u64, limit: u64) -> Rc<Account> {
        let usage = Cell::new(MemoryUse { input_bytes, ..MemoryUse::default() });
        Rc::new(Account { usage, alive: Cell::new(0), held: Cell::new(0), limit })
    }

    pub fn usage(&self) -> MemoryUse {
        self.usage.get()
    }

    /// Counts `bytes`, for which the evaluator holds `held`. Exceeding the limit is an error.
    pub fn begin(self: &Rc<Account>, bytes: u64, held: u64) -> Run<Counted> {
        let all = self.held.get().saturating_add(held);
        if all > self.limit {
            return Err(Box::new(Stop::Limit(format!("the run takes more than {} bytes of memory", self.limit))));
        }
        self.held.set(all);
        let alive = self.alive.get().saturating_add(bytes);
        self.alive.set(alive);
        let usage = self.usage.get();
        self.usage.set(MemoryUse {
            allocations: usage.allocations + 1,
            allocated_bytes: usage.allocated_bytes.saturating_add(bytes),
            peak_bytes: usage.peak_bytes.max(alive),
            ..usage
        });
        Ok(Counted { account: Rc::clone(self), bytes, held })
    }
}
