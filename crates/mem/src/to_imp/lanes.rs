//! Lanes: a sum of floats is split into several sums, because each addition of a single sum waits for the one before.
//!
//! ```text
//! var acc := 0                        var acc := 0
//! for at < n {                        if 16 <= n {
//!   var i := first + at                 var lanes : f32[16]
//!   acc <- acc + x[i]                   kernel lane < 16 { lanes[lane] <- 0 }
//! }                                     for round < n / 16 {
//!                              ==>        kernel lane < 16 {
//!                                           var i := first + (round * 16 + lane)
//!                                           var acc' := lanes[lane]
//!                                           acc' <- acc' + x[i]
//!                                           lanes[lane] <- acc'
//!                                         }
//!                                       }
//!                                       var done := n / 16 * 16
//!                                       kernel lane < 16 {
//!                                         if lane < n - done { var i := first + (done + lane) .. lanes[lane] <- acc' }
//!                                       }
//!                                       for lane < 16 { acc <- acc + lanes[lane] }
//!                                     } else {
//!                                       for at < n { var i := first + at .. acc <- acc + x[i] }
//!                                     }
//! ```
//!
//! In tasks, lanes are used for sums whose number of elements differs between iterations, such as those of rows of
//! different lengths. One long row is one task's work, and should not take longer than as many elements in short rows.
//! Sums of equal length are left to `interchange`, which may find that they are sums of columns.
//!
//! C compilers keep the lanes in vectors, and load the remaining elements of the last round with masks. A loop over the
//! remaining elements would be shorter. But if rows have different lengths, the processor often mispredicts the end of
//! the loop, which costs as long as dozens of elements. (The pass `peel` leaves such short loops whole.)
//!
//! C compilers must not make lanes themselves, as rounding depends on the order of additions. Here, the lane of an
//! element depends only on the number of elements. Sums of integers are left to C compilers. No lanes are made for
//! operators that are not known to be associative up to rounding, commutative, and neutral where the program says so.
//! Nor are they made for long iterations, in which the wait for a sum is hidden.

use super::tasks::accumulated;
use super::{Lowered, Lowerer, bin, bug, cmp, exp, i64_exp};
use crate::lower::elem_of;
use base::{Name, Spans};
use fun::def::{Monoid, Traverse};
use imp::{def as target, time, walk};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, ScalarType};

/// The number of lanes: enough to fill the vectors that a processor adds while it waits for the first sum, and few
/// enough for registers. With fewer elements, adding the lanes takes longer than adding the elements.
const LANES: usize = 16;
/// The size of the largest iteration, in statements and expressions, that is computed in lanes. In longer ones, other
/// work hides the wait for a sum.
const LONGEST: usize = 60;

/// Iterations of a loop: `count` of them, from number `first` on.
pub(super) struct Iterations {
    /// The number of the first iteration; absent for 0.
    pub first: Option<Name>,
    pub count: target::Exp,
    /// The variable of the body that holds the number of the iteration.
    pub index: Name,
    pub body: target::Block,
}

impl Iterations {
    /// Returns the number of the iteration at `position`, counted from the first.
    fn number(&self, position: target::Exp) -> target::Exp {
        match self.first {
            Some(first) => bin(BinOp::Add, target::Exp::Var(first), position),
            None => position,
        }
    }
}

/// An array for each accumulator, with an element for each lane.
struct Lanes {
    accumulators: Vec<Name>,
    names: Vec<Name>,
    elems: Vec<ScalarType>,
}

impl Lowerer<'_> {
    /// Whether a traversal whose iterations have this body can be computed in lanes, and is then faster.
    pub(super) fn has_lanes(&self, traverse: &Traverse, body: &[target::Stm]) -> bool {
        let is_float =
            |monoid: &Monoid| monoid.operator.params.iter().any(|&param| elem_of(self.program, param).is_float());
        let may_be_split = |monoid: &Monoid| {
            monoid.operator.params.iter().all(|&param| self.is_scalar(param))
                && self.is_commutative(monoid)
                && self.is_neutral(monoid)
        };
        traverse.scans.is_empty()
            && traverse.width.as_i64().is_none_or(|width| width >= LANES as i64)
            && traverse.reductions.iter().any(is_float)
            && traverse.reductions.iter().all(may_be_split)
            && walk::size(body) <= LONGEST
            && time::suits_vectors(body)
    }

    /// Lowers the iterations of a traversal in lanes. The body combines its values with the accumulators.
    pub(super) fn in_lanes(
        &mut self,
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        iterations: Iterations,
        spans: &Spans,
    ) -> Lowered<()> {
        let neutral: Vec<target::Exp> =
            traverse.reductions.iter().flat_map(|monoid| &monoid.neutral).map(|&value| exp(value)).collect();
        let elems: Vec<ScalarType> =
            accumulated(&traverse.reductions).into_iter().map(|param| elem_of(self.program, param)).collect();
        let count = || iterations.count.clone();
        let then_block = self.in_block(|this| {
            let lanes = this.declare_lanes(accumulators.iter().flatten().copied().collect(), elems);
            this.for_each_lane(true, spans, |this, lane| {
                this.write_lanes(&lanes, lane, neutral);
                Ok(())
            })?;
            let round = this.out.names.fresh("round");
            let rounds = bin(BinOp::Quot, count(), i64_exp(LANES as i64));
            let of_round = |round: target::Exp| bin(BinOp::Mul, round, i64_exp(LANES as i64));
            let whole = this.in_block(|this| {
                this.for_each_lane(true, spans, |this, lane| {
                    let position = bin(BinOp::Add, of_round(target::Exp::Var(round)), target::Exp::Var(lane));
                    let once = this.in_lane(&iterations, position, &lanes, lane)?;
                    this.block.extend(once);
                    Ok(())
                })
            })?;
            this.for_(round, rounds.clone(), whole, false, spans);
            let done = this.out.names.fresh("done");
            this.declare_i64(done, of_round(rounds));
            this.for_each_lane(true, spans, |this, lane| {
                let position = bin(BinOp::Add, target::Exp::Var(done), target::Exp::Var(lane));
                let once = this.in_lane(&iterations, position, &lanes, lane)?;
                let then_block = walk::copy(&once, FxHashMap::default(), &mut this.out.names);
                let rest = bin(BinOp::Sub, count(), target::Exp::Var(done));
                let cond = cmp(CmpOp::Lt, target::Exp::Var(lane), rest);
                this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
                Ok(())
            })?;
            this.for_each_lane(false, spans, |this, lane| this.add_lanes(traverse, accumulators, &lanes.names, lane))
        })?;
        let else_block = self.in_block(|this| {
            let at = this.out.names.fresh("at");
            let once = this.in_block(|this| {
                this.declare_i64(iterations.index, iterations.number(target::Exp::Var(at)));
                this.block.extend(iterations.body.iter().cloned());
                Ok(())
            })?;
            let once = walk::copy(&once, FxHashMap::default(), &mut this.out.names);
            this.for_(at, count(), once, false, spans);
            Ok(())
        })?;
        let cond = cmp(CmpOp::Le, i64_exp(LANES as i64), count());
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    fn declare_lanes(&mut self, accumulators: Vec<Name>, elems: Vec<ScalarType>) -> Lanes {
        let names: Vec<Name> = accumulators.iter().map(|_| self.out.names.fresh("lanes")).collect();
        for (&name, &elem) in names.iter().zip(&elems) {
            self.push(target::Stm::DeclareArray { name, elem, count: LANES });
        }
        Lanes { accumulators, names, elems }
    }

    /// Lowers an iteration that combines its values with those of a lane.
    fn in_lane(
        &mut self,
        iterations: &Iterations,
        position: target::Exp,
        lanes: &Lanes,
        lane: Name,
    ) -> Lowered<target::Block> {
        self.in_block(|this| {
            this.declare_i64(iterations.index, iterations.number(position));
            let own: Vec<Name> = lanes.accumulators.iter().map(|&name| this.out.names.like(name)).collect();
            for ((&name, &ty), &memory) in own.iter().zip(&lanes.elems).zip(&lanes.names) {
                let init = this.element(memory, ty, target::Exp::Var(lane));
                this.push(target::Stm::Declare { name, ty, init });
            }
            let mut body = iterations.body.clone();
            walk::rename(&mut body, &lanes.accumulators.iter().copied().zip(own.iter().copied()).collect());
            this.block.extend(body);
            this.write_lanes(lanes, lane, own.into_iter().map(target::Exp::Var).collect());
            Ok(())
        })
    }

    fn for_each_lane(
        &mut self,
        is_independent: bool,
        spans: &Spans,
        body: impl FnOnce(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let lane = self.out.names.fresh("lane");
        let body = self.in_block(|this| body(this, lane))?;
        self.for_(lane, i64_exp(LANES as i64), body, is_independent, spans);
        Ok(())
    }

    fn write_lanes(&mut self, lanes: &Lanes, lane: Name, values: Vec<target::Exp>) {
        for ((&memory, &elem), value) in lanes.names.iter().zip(&lanes.elems).zip(values) {
            self.push(target::Stm::Write { memory, elem, index: target::Exp::Var(lane), value });
        }
    }

    /// Combines the values of a lane with the accumulators.
    fn add_lanes(
        &mut self,
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        lanes: &[Name],
        lane: Name,
    ) -> Lowered<()> {
        self.again(|this| {
            let mut rest = lanes;
            for (monoid, accumulators) in traverse.reductions.iter().zip(accumulators) {
                let (now, later) = rest.split_at(accumulators.len().min(rest.len()));
                rest = later;
                this.combine_with(monoid, accumulators, |this, at, name| {
                    let Some(&lanes) = now.get(at) else { return Err(bug("an accumulator without lanes")) };
                    let ty = elem_of(this.program, name);
                    let init = this.element(lanes, ty, target::Exp::Var(lane));
                    this.push(target::Stm::Declare { name, ty, init });
                    Ok(())
                })?;
            }
            Ok(())
        })
    }
}
