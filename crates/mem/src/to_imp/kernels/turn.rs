//! Transposes: kernels that read along another index than they write. A group reads a tile along the first index and
//! writes it along the second.
//!
//! ```text
//! map m \i ->                      launch g < quot(n + 31, 32) * quot(m + 31, 32) of group_size() {
//!   map n \j -> f a[j, i]            var tile : shared f32[32 * 33]
//!                                    threads t {
//!                                      for 32 * 32 elements { tile[slow * 33 + fast] <- a[first_j + slow, first_i + fast] }
//!                                    }
//!                             ==>    threads t {
//!                                      for 32 * 32 elements {
//!                                        i := first_i + slow  j := first_j + fast
//!                                        result[i, j] <- f tile[fast * 33 + slow]
//!                                  } } }
//! ```
//!
//! Neighbouring threads access neighbouring elements both times, which lets the device combine the accesses. Rows of 33
//! elements keep the elements of a column in different banks. In the code above, 32 stands for `warp_size()`.
//!
//! Applies to code without loops that cannot fail: that of a map's thread or of a copy. Its writes run along an index
//! `j`; the reads that go through tiles run along another index `i`, and not along `j`. These reads always happen,
//! before anything is written, at addresses that mention only the indices and names known before the launch. If sides
//! are short, or a group has no memory for the tiles, the plain kernel runs.
//!
//! Needs and guarantees: as all kernels. Source: G. Ruetsch, P. Micikevicius, "Optimizing matrix transpose in CUDA", 2009.

use super::access::{
    Access, Axis, USUAL_MEMORY, all_of, each_sure_read, is_below, may_fail, replace_reads, runs_along,
};
use super::*;
use imp::walk;

/// The side of a tile on usual devices, in elements.
const USUAL_SIDE: i64 = 32;

/// Returns the side of a tile: the number of threads that access memory together.
fn side() -> target::Exp {
    warp_size()
}

/// Returns the distance between the rows of a tile.
fn pitch() -> target::Exp {
    bin(BinOp::Add, side(), i64_exp(1))
}

/// Returns the number of elements of a tile.
fn area() -> target::Exp {
    bin(BinOp::Mul, side(), side())
}

/// A thread's code that reads along one index and writes along another.
struct Turned {
    /// The indices that are neither read nor written along.
    outer: Indices,
    read: Axis,
    written: Axis,
    reads: Vec<Access>,
    /// The bytes of a tile's element, of all reads together.
    bytes: i64,
    block: target::Block,
}

impl Turned {
    /// Finds the index along which the code writes and the one along which it reads. `None` if the code has no such
    /// pair, or tiles would not help.
    fn of(indices: &[(Name, target::Exp)], block: target::Block) -> Option<Turned> {
        if !is_straight(&block) || may_fail(&block) {
            return None;
        }
        let (mut writes, mut memories) = (Vec::new(), FxHashSet::default());
        walk::each_stm(&block, &mut |stm| {
            if let target::Stm::Write { memory, index, .. } = stm {
                writes.push(index);
                memories.insert(*memory);
            }
        });
        let (written, _) = indices.iter().find(|(name, _)| writes.iter().any(|index| runs_along(index, *name)))?;
        let own: FxHashSet<Name> = walk::declared(&block).into_iter().collect();
        let mut found = Vec::new();
        each_first_read(&block, &mut |access| {
            let along = indices.iter().find(|(name, _)| name != written && runs_along(&access.index, *name));
            if let Some((name, _)) = along
                && access.is_known(&own)
                && !memories.contains(&access.memory)
                && !runs_along(&access.index, *written)
                && walk::variables(&access.index).contains(written)
            {
                found.push((*name, access));
            }
        });
        let (read, _) = *found.first()?;
        let mut reads: Vec<Access> = Vec::new();
        for (name, access) in found {
            if name == read && !reads.contains(&access) {
                reads.push(access);
            }
        }
        let bytes: i64 = reads.iter().map(|access| access.elem.bytes() as i64).sum();
        let axis = |name: Name| {
            let (_, size) = indices.iter().find(|(index, _)| *index == name)?;
            Some(Axis { index: name, size: size.clone() })
        };
        let (read, written) = (axis(read)?, axis(*written)?);
        let is_other = |name: &Name| *name != read.index && *name != written.index;
        let outer = indices.iter().filter(|(name, _)| is_other(name)).cloned().collect();
        let is_usual = bytes * USUAL_SIDE * (USUAL_SIDE + 1) <= USUAL_MEMORY;
        is_usual.then_some(Turned { outer, read, written, reads, bytes, block })
    }
}

/// Whether the block has no loops and declares only scalars.
fn is_straight(block: &[target::Stm]) -> bool {
    let mut all = true;
    walk::each_stm(block, &mut |stm| {
        use target::Stm::{Assign, Declare, If, Write};
        all &= matches!(stm, Declare { .. } | Assign { .. } | If { .. } | Write { .. });
    });
    all
}

/// Visits the reads that always happen before anything is written.
fn each_first_read(block: &[target::Stm], visit: &mut dyn FnMut(Access)) {
    for stm in block {
        match stm {
            target::Stm::Declare { init: exp, .. } | target::Stm::Assign { value: exp, .. } => {
                each_sure_read(exp, visit);
            }
            target::Stm::Write { value, .. } => return each_sure_read(value, visit),
            _ => return,
        }
    }
}

impl Lowerer<'_> {
    /// Returns the kernel in tiles and the condition under which it is better. `None` if the block reads and writes
    /// along the same index. The block is a thread's code for these indices.
    pub(super) fn turned(
        &mut self,
        indices: Indices,
        block: target::Block,
        spans: &Spans,
    ) -> Lowered<Option<(target::Exp, target::Block)>> {
        let Some(turned) = Turned::of(&indices, block) else { return Ok(None) };
        let is_half = |axis: &Axis| cmp(CmpOp::Ge, bin(BinOp::Mul, axis.size.clone(), i64_exp(2)), side());
        // This way the elements are evenly distributed over threads.
        let is_even = cmp(CmpOp::Le, group_size(), area());
        let bytes = bin(BinOp::Mul, bin(BinOp::Mul, side(), pitch()), i64_exp(turned.bytes));
        let fits = cmp(CmpOp::Le, bytes, group_memory());
        let is_better = all_of([is_half(&turned.read), is_half(&turned.written), is_even, fits]);
        let block = self.in_block(|this| this.launch_turned(&turned, spans))?;
        Ok(Some((is_better, block)))
    }

    /// Launches groups that read the elements of a tile along one index, and run the code for them along the other.
    fn launch_turned(&mut self, turned: &Turned, spans: &Spans) -> Lowered<()> {
        let across = |axis: &Axis| quot_up(axis.size.clone(), side());
        let slow = self.define("tiles", across(&turned.read));
        let fast = self.define("tiles", across(&turned.written));
        let sizes = turned.outer.iter().map(|(_, size)| size.clone());
        let groups = product(sizes.chain([var(slow), var(fast)]));
        self.launch(groups, spans, |this, group| {
            let (read_tile, written_tile) = (this.out.names.fresh("tile"), this.out.names.fresh("tile"));
            let tiles = [(read_tile, var(slow)), (written_tile, var(fast))];
            let indices: Indices = turned.outer.iter().cloned().chain(tiles).collect();
            this.unrank(&indices, var(group));
            let first_read = this.define("first", bin(BinOp::Mul, var(read_tile), side()));
            let first_written = this.define("first", bin(BinOp::Mul, var(written_tile), side()));
            let elems: Vec<ScalarType> = turned.reads.iter().map(|access| access.elem).collect();
            let shared = this.share_each("tile", &elems, &bin(BinOp::Mul, side(), pitch()));
            this.each_of_tile((&turned.written, first_written), (&turned.read, first_read), |this, slow, fast| {
                let at = bin(BinOp::Add, bin(BinOp::Mul, var(slow), pitch()), var(fast));
                let read = |access: &Access| this.element(access.memory, access.elem, access.index.clone());
                let values = turned.reads.iter().map(read).collect();
                this.write_each(&shared, &elems, &at, values);
                Ok(())
            })?;
            this.each_of_tile((&turned.read, first_read), (&turned.written, first_written), |this, slow, fast| {
                let at = bin(BinOp::Add, bin(BinOp::Mul, var(fast), pitch()), var(slow));
                let values = this.read_each(&shared, &elems, &at);
                let mut block = turned.block.clone();
                replace_reads(&mut block, &turned.reads.iter().zip(values).collect::<Vec<_>>());
                this.block.extend(block);
                Ok(())
            })
        })
    }

    /// Adds a loop over the existing elements of a tile. Neighbouring threads have neighbouring values of the second
    /// index.
    fn each_of_tile(
        &mut self,
        (slow_axis, slow_first): (&Axis, Name),
        (fast_axis, fast_first): (&Axis, Name),
        body: impl FnOnce(&mut Self, Name, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        self.threads(group_size(), |this, thread| {
            let at = this.out.names.fresh("at");
            let block = this.in_block(|this| {
                this.again(|this| {
                    let element = bin(BinOp::Add, bin(BinOp::Mul, var(at), group_size()), var(thread));
                    let element = this.define("element", element);
                    let slow = this.define("slow", bin(BinOp::Quot, var(element), side()));
                    let fast = this.define("fast", bin(BinOp::Rem, var(element), side()));
                    this.declare_i64(slow_axis.index, bin(BinOp::Add, var(slow_first), var(slow)));
                    this.declare_i64(fast_axis.index, bin(BinOp::Add, var(fast_first), var(fast)));
                    let cond = bin(BinOp::And, is_below(slow_axis), is_below(fast_axis));
                    this.only_if(cond, |this| body(this, slow, fast))
                })
            })?;
            let count = bin(BinOp::Quot, area(), group_size());
            this.for_(at, count, block, false, &Vec::new());
            Ok(())
        })
    }
}
