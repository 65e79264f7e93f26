//! Lanes: a sum of floats becomes several sums, as each addition of one sum waits for the addition before.
//!
//! ```text
//! var acc := 0                        var acc := 0
//! for at < n {                        var done := 0
//!   var i := first + at               if 64 <= n {
//!   acc <- acc + x[i]                   var lanes : f32[16]
//! }                                     kernel lane < 16 { lanes[lane] <- 0 }
//!                              ==>      for round < n / 16 {
//!                                         kernel lane < 16 {
//!                                           var i := first + (round * 16 + lane)
//!                                           var acc' := lanes[lane]
//!                                           acc' <- acc' + x[i]
//!                                           lanes[lane] <- acc'
//!                                         }
//!                                       }
//!                                       for lane < 16 { acc <- acc + lanes[lane] }
//!                                       done <- n / 16 * 16
//!                                     }
//!                                     for at < n - done { var i := first + (done + at) .. acc <- acc + x[i] }
//! ```
//!
//! In tasks these are sums of which each iteration has another number of elements, such as those of rows of different lengths: one
//! long row is one task's work, and should not take longer than as many elements in short rows. Sums of one length are left to
//! `interchange`, which may find them to be those of columns.
//!
//! C compilers keep the lanes in vectors. They may not do so themselves, as rounding depends on the order of additions; here, what
//! goes into which lane depends on the number of elements only. Integers are left to them. So are operators that are not known to
//! be associative up to rounding, commutative, and neutral where the program says so, and iterations that take so
//! long that nobody waits for a sum.

use super::tasks::accumulated;
use super::{Lowered, Lowerer, bin, bug, cmp, exp, i64_exp};
use crate::lower::elem_of;
use base::{Name, Spans};
use fun::def::{Monoid, Traverse};
use imp::{def as target, time, walk};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, ScalarType};

/// As many as fill the vectors that a processor adds while it waits for the first one, and as fit in registers.
const LANES: usize = 16;
/// With fewer elements, to add the lanes takes as long as to add the elements.
const LEAST: i64 = 64;
/// An iteration of more statements and expressions hides what a sum waits for.
const LONGEST: usize = 60;

/// Iterations one after another, so many from the first one on.
pub(super) struct Iterations {
    /// Absent: 0.
    pub first: Option<Name>,
    pub count: target::Exp,
    /// The variable of the body that is the number of the iteration.
    pub index: Name,
    pub body: target::Block,
}

impl Lowerer<'_> {
    /// Whether the traversal, whose iterations have that body, is worth lanes, and may have them.
    pub(super) fn has_lanes(&self, traverse: &Traverse, body: &[target::Stm]) -> bool {
        let is_float =
            |monoid: &Monoid| monoid.operator.params.iter().any(|&param| elem_of(self.program, param).is_float());
        let may_be_split = |monoid: &Monoid| {
            monoid.operator.params.iter().all(|&param| self.is_scalar(param))
                && self.is_commutative(monoid)
                && self.is_neutral(monoid)
        };
        traverse.scans.is_empty()
            && traverse.width.as_i64().is_none_or(|width| width >= LEAST)
            && traverse.reductions.iter().any(is_float)
            && traverse.reductions.iter().all(may_be_split)
            && walk::size(body) <= LONGEST
            && time::suits_vectors(body)
    }

    /// The iterations of a traversal that has lanes. The body combines what it has with the accumulators.
    pub(super) fn in_lanes(
        &mut self,
        traverse: &Traverse,
        accumulators: &[Vec<Name>],
        iterations: Iterations,
        spans: &Spans,
    ) -> Lowered<()> {
        let Iterations { first, count, index, body } = iterations;
        let all: Vec<Name> = accumulators.iter().flatten().copied().collect();
        let monoids = || traverse.reductions.iter();
        let elems: Vec<ScalarType> =
            accumulated(&traverse.reductions).into_iter().map(|param| elem_of(self.program, param)).collect();
        let neutral: Vec<target::Exp> = monoids().flat_map(|monoid| &monoid.neutral).map(|&value| exp(value)).collect();
        let (done, at) = (self.out.names.fresh("done"), self.out.names.fresh("at"));
        let number = |start: target::Exp, at: Name| {
            let position = bin(BinOp::Add, start, target::Exp::Var(at));
            first.map_or(position.clone(), |first| bin(BinOp::Add, target::Exp::Var(first), position))
        };
        let rest = self.in_block(|this| {
            this.declare_i64(index, number(target::Exp::Var(done), at));
            this.block.extend(body.iter().cloned());
            Ok(())
        })?;
        let rest = walk::copy(&rest, FxHashMap::default(), &mut self.out.names);

        self.declare_i64(done, i64_exp(0));
        let then_block = self.in_block(|this| {
            let lanes: Vec<Name> = all.iter().map(|_| this.out.names.fresh("lanes")).collect();
            for (&name, &elem) in lanes.iter().zip(&elems) {
                this.push(target::Stm::DeclareArray { name, elem, count: LANES });
            }
            this.for_each_lane(true, spans, |this, lane| {
                this.write_lanes(&lanes, &elems, lane, neutral.clone());
                Ok(())
            })?;
            let round = this.out.names.fresh("round");
            let whole = this.in_block(|this| {
                this.for_each_lane(true, spans, |this, lane| {
                    let start = bin(BinOp::Mul, target::Exp::Var(round), i64_exp(LANES as i64));
                    this.declare_i64(index, number(start, lane));
                    let own: Vec<Name> = all.iter().map(|&name| this.out.names.like(name)).collect();
                    for ((&name, &ty), &lanes) in own.iter().zip(&elems).zip(&lanes) {
                        let init = this.element(lanes, ty, target::Exp::Var(lane));
                        this.push(target::Stm::Declare { name, ty, init });
                    }
                    let mut body = body.clone();
                    walk::rename(&mut body, &all.iter().copied().zip(own.iter().copied()).collect());
                    this.block.extend(body);
                    this.write_lanes(&lanes, &elems, lane, own.into_iter().map(target::Exp::Var).collect());
                    Ok(())
                })
            })?;
            let rounds = bin(BinOp::Quot, count.clone(), i64_exp(LANES as i64));
            this.for_(round, rounds.clone(), whole, false, spans);
            this.for_each_lane(false, spans, |this, lane| this.add_lanes(traverse, accumulators, &lanes, lane))?;
            let value = bin(BinOp::Mul, rounds, i64_exp(LANES as i64));
            this.push(target::Stm::Assign { name: done, value });
            Ok(())
        })?;
        let cond = cmp(CmpOp::Le, i64_exp(LEAST), count.clone());
        self.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
        self.for_(at, bin(BinOp::Sub, count, target::Exp::Var(done)), rest, false, spans);
        Ok(())
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

    fn write_lanes(&mut self, lanes: &[Name], elems: &[ScalarType], lane: Name, values: Vec<target::Exp>) {
        for ((&memory, &elem), value) in lanes.iter().zip(elems).zip(values) {
            self.push(target::Stm::Write { memory, elem, index: target::Exp::Var(lane), value });
        }
    }

    /// Combines what is in a lane with the accumulators.
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
