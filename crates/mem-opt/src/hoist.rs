//! Hoisting: blocks that a loop's body allocates for itself are allocated once, before the loop.
//!
//! ```text
//! loop (s : f32 = 0) for i : i64 < k do                let (count : i64) = n * m
//!   let (count : i64) = n * m                          let (ys_mem : mem) = alloc f32 count
//!   let (ys_mem : mem) = alloc f32 count         ==>   loop (s : f32 = 0) for i : i64 < k do
//!   let (ys : [n][m]f32 @ ys_mem -> ..) = map .. i ..    let (ys : [n][m]f32 @ ys_mem -> ..) = map .. i ..
//!   ..                                                   ..
//! ```
//!
//! A block is hoisted if no result of the body may be in it, and its size is loop-invariant and known to be valid
//! before the loop, where a check in the loop has not run yet. It is not hoisted out of array operations' lambdas,
//! because iterations would share it.
//!
//! No program needs more memory than before. A block is hoisted only if the first round certainly reaches its
//! allocation. So the allocation is not in a branch, nor after code that may fail or run forever. If the loop may have
//! no round, as `k` may be 0 above, the block then has no elements:
//!
//! ```text
//! let (runs : bool) = 0 < k
//! let (one : i64) = i64 runs
//! let (size : i64) = count * one
//! let (ys_mem : mem) = alloc f32 size
//! ```
//!
//! Only blocks of at most `SMALL` bytes, a constant, are always hoisted, also out of branches in the loop: targets keep
//! them on the stack. Because IMP's lifetimes keep a loop's blocks from round to round anyway, hoisting does not
//! increase the memory in use.
//!
//! Needs: nothing. Guarantees: nothing. Cost: linear times the depth of nesting.

use crate::sizes::{Inside, Sizes};
use base::{Error, Name};
use fun::def::*;
use fun_opt::dead;
use fun_opt::effect::{may_drop_beside, total_functions};
use mem::blocks::Blocks;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Size in bytes up to which a block is hoisted even if it might not be needed.
const SMALL: i64 = 1 << 10;

pub fn hoist_allocations(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    let total = total_functions(&program);
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let params: Vec<Name> = program.functions[id].params.iter().map(|param| param.name).collect();
        let mut hoister = Hoister { program: &mut program, total: &total, sizes: Sizes::default() };
        params.into_iter().for_each(|param| hoister.sizes.array(hoister.program, param));
        hoister.body(&mut body);
        program.functions[id].body = body;
    }
    // Removes sizes that are now unused.
    dead::sweep_in_place(&mut program);
    Ok(program)
}

struct Hoister<'p> {
    program: &'p mut Program,
    /// Functions that neither fail nor run forever.
    total: &'p FxHashSet<FunctionId>,
    sizes: Sizes,
}

/// A loop from which blocks are hoisted.
struct Left {
    inside: Inside,
    blocks: Blocks,
    /// Classes of blocks that results of the loop's body may be in.
    yielded: FxHashSet<Name>,
    rounds: Rounds,
}

/// Condition under which a loop has at least one round.
#[derive(Clone, Copy)]
enum Rounds {
    Sure,
    /// The loop counts to this number.
    To(Atom),
    /// The loop is a `while` loop with this initial condition.
    While(Atom),
    /// This number is 1 if the loop has a round and 0 otherwise.
    Told(Atom),
}

impl Hoister<'_> {
    fn body(&mut self, body: &mut Body) {
        let mark = self.sizes.mark();
        let mut stms = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms) {
            stm.exp.bodies_mut().into_iter().for_each(|inner| self.body(inner));
            let start = stms.len();
            self.hoist(&mut stm, &mut stms);
            stms.push(stm);
            stms[start..].iter().for_each(|stm| self.sizes.learn(self.program, stm));
        }
        body.stms = stms;
        self.sizes.forget(mark);
    }

    /// Hoists blocks out of a loop, to `before`.
    fn hoist(&mut self, stm: &mut Stm, before: &mut Vec<Stm>) {
        let Exp::Loop(looped) = &stm.exp else { return };
        if !allocates(&looped.body) {
            return;
        }
        let blocks = Blocks::within(self.program, &looped.body.stms);
        let yielded = looped.body.result.iter().filter_map(|atom| atom.var()).map(|name| blocks.class(name)).collect();
        let rounds = Rounds::of(looped);
        let mut left = Left { inside: Inside::of(self.program, stm), blocks, yielded, rounds };
        if let Exp::Loop(looped) = &mut stm.exp {
            self.hoist_from(&mut looped.body, &mut left, true, before);
        }
    }

    /// Hoists blocks out of a body. `is_reached`: whether the first round certainly reaches the start of the body.
    fn hoist_from(&mut self, body: &mut Body, left: &mut Left, mut is_reached: bool, before: &mut Vec<Stm>) {
        for mut stm in std::mem::take(&mut body.stms) {
            if let Exp::If { then_body, else_body, .. } = &mut stm.exp {
                self.hoist_from(then_body, left, false, before);
                self.hoist_from(else_body, left, false, before);
            }
            is_reached = is_reached && may_drop_beside(&stm.exp, self.total);
            match self.outside(&stm, left, is_reached, before) {
                Some(alloc) => before.push(alloc),
                None => body.stms.push(stm),
            }
        }
    }

    /// Returns the allocation to be placed before the loop, if it may be hoisted.
    fn outside(&mut self, stm: &Stm, left: &mut Left, is_reached: bool, before: &mut Vec<Stm>) -> Option<Stm> {
        let (&Exp::Alloc { elem, count }, &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return None };
        if left.yielded.contains(&left.blocks.class(name)) || !self.sizes.is_natural(count) || !stm.certs.is_empty() {
            return None;
        }
        let is_small = is_small(elem, count);
        if !is_small && !is_reached {
            return None;
        }
        let mut count = left.inside.outside(self.program, count, before)?;
        if !is_small && let Some(one) = self.one(&mut left.rounds, before) {
            let size = self.program.fresh("size", Type::I64);
            before.push(Stm::plain(vec![size], Exp::Bin(BinOp::Mul, count, one), &stm.spans));
            count = size.into();
        }
        Some(Stm::plain(vec![name], Exp::Alloc { elem, count }, &stm.spans))
    }

    /// Returns a number that is 1 if the loop has a round and 0 otherwise; `None` if it certainly has one.
    fn one(&mut self, rounds: &mut Rounds, before: &mut Vec<Stm>) -> Option<Atom> {
        let runs = match *rounds {
            Rounds::Sure => return None,
            Rounds::Told(one) => return Some(one),
            Rounds::While(cond) => cond,
            Rounds::To(bound) => {
                let runs = self.program.fresh("runs", Type::BOOL);
                let none = Scalar::zero(self.program.atom_type(bound).elem().unwrap_or(ScalarType::I64));
                before.push(Stm::plain(vec![runs], Exp::Cmp(CmpOp::Lt, Atom::Const(none), bound), &Vec::new()));
                runs.into()
            }
        };
        let one = self.program.fresh("one", Type::I64);
        before.push(Stm::plain(vec![one], Exp::Convert(ScalarType::I64, runs), &Vec::new()));
        *rounds = Rounds::Told(one.into());
        Some(one.into())
    }
}

impl Rounds {
    fn of(looped: &Loop) -> Rounds {
        match looped.form {
            LoopForm::For { bound, .. }
                if bound.constant().and_then(Scalar::as_i128).is_some_and(|bound| bound > 0) =>
            {
                Rounds::Sure
            }
            LoopForm::For { bound, .. } => Rounds::To(bound),
            LoopForm::While { cond } => {
                let first = looped.params.iter().find(|(param, _)| *param == cond);
                match first.map_or(Atom::bool(false), |(_, first)| *first) {
                    first if first == Atom::bool(true) => Rounds::Sure,
                    first => Rounds::While(first),
                }
            }
        }
    }
}

/// Whether a block is so small that it may be allocated without being needed.
fn is_small(elem: ScalarType, count: Atom) -> bool {
    count.as_i64().is_some_and(|count| (0..=SMALL / elem.bytes() as i64).contains(&count))
}

/// Whether the body allocates, directly or in a branch.
fn allocates(body: &Body) -> bool {
    body.stms.iter().any(|stm| match &stm.exp {
        Exp::Alloc { .. } => true,
        Exp::If { then_body, else_body, .. } => allocates(then_body) || allocates(else_body),
        _ => false,
    })
}
