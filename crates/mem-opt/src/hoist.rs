//! Blocks that a loop's body allocates for itself are allocated once, before the loop.
//!
//! ```text
//! loop (s : f32 = 0) for i : i64 < k do                let (count : i64) = n * m
//!   let (count : i64) = n * m                          let (ys_mem : mem) = alloc f32 count
//!   let (ys_mem : mem) = alloc f32 count         ==>   loop (s : f32 = 0) for i : i64 < k do
//!   let (ys : [n][m]f32 @ ys_mem -> ..) = map .. i ..    let (ys : [n][m]f32 @ ys_mem -> ..) = map .. i ..
//!   ..                                                   ..
//! ```
//!
//! A block leaves if no result of the body may be in it, and if its size does not vary in the loop and is known to be one
//! before it, where a check in the loop has not been made yet. From branches in the loop it leaves as well; from a branch
//! alone it would gain nothing, and from the lambdas of array operations it may not leave: their iterations would share it.
//!
//! A loop that runs no round allocates for nothing. A loop's blocks are kept from round to round by IMP's lifetimes
//! anyway, so no more memory is in use at a time.
//!
//! Needs: nothing. Guarantees: nothing. Cost: linear times the depth of nesting.

use crate::blocks::Blocks;
use crate::sizes::{Inside, Sizes};
use base::{Error, Name};
use fun::def::*;
use fun_opt::dead;
use rustc_hash::FxHashSet;

pub fn hoist_allocations(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let params: Vec<Name> = program.functions[id].params.iter().map(|param| param.name).collect();
        let mut hoister = Hoister { program: &mut program, sizes: Sizes::default() };
        params.into_iter().for_each(|param| hoister.sizes.array(hoister.program, param));
        hoister.body(&mut body);
        program.functions[id].body = body;
    }
    // Sizes that nobody needs where they were.
    dead::sweep_in_place(&mut program);
    Ok(program)
}

struct Hoister<'p> {
    program: &'p mut Program,
    sizes: Sizes,
}

/// A loop that blocks leave.
struct Left {
    inside: Inside,
    blocks: Blocks,
    /// Classes of blocks that results of the loop's body may be in.
    yielded: FxHashSet<Name>,
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

    /// Moves blocks from a loop to what comes before it.
    fn hoist(&mut self, stm: &mut Stm, before: &mut Vec<Stm>) {
        let Exp::Loop(looped) = &stm.exp else { return };
        if !allocates(&looped.body) {
            return;
        }
        let blocks = Blocks::within(self.program, &looped.body);
        let yielded = looped.body.result.iter().filter_map(|atom| atom.var()).map(|name| blocks.class(name)).collect();
        let mut left = Left { inside: Inside::of(self.program, stm), blocks, yielded };
        if let Exp::Loop(looped) = &mut stm.exp {
            self.hoist_from(&mut looped.body, &mut left, before);
        }
    }

    fn hoist_from(&mut self, body: &mut Body, left: &mut Left, before: &mut Vec<Stm>) {
        for mut stm in std::mem::take(&mut body.stms) {
            if let Exp::If { then_body, else_body, .. } = &mut stm.exp {
                self.hoist_from(then_body, left, before);
                self.hoist_from(else_body, left, before);
            }
            match self.outside(&stm, left, before) {
                Some(alloc) => before.push(alloc),
                None => body.stms.push(stm),
            }
        }
    }

    /// The allocation as it is before the loop, where that may be.
    fn outside(&mut self, stm: &Stm, left: &mut Left, before: &mut Vec<Stm>) -> Option<Stm> {
        let (&Exp::Alloc { elem, count }, &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return None };
        if left.yielded.contains(&left.blocks.class(name)) || !self.sizes.is_natural(count) || !stm.certs.is_empty() {
            return None;
        }
        let count = left.inside.outside(self.program, count, before)?;
        Some(Stm::plain(vec![name], Exp::Alloc { elem, count }, &stm.spans))
    }
}

/// Whether the body does so itself, or in a branch.
fn allocates(body: &Body) -> bool {
    body.stms.iter().any(|stm| match &stm.exp {
        Exp::Alloc { .. } => true,
        Exp::If { then_body, else_body, .. } => allocates(then_body) || allocates(else_body),
        _ => false,
    })
}
