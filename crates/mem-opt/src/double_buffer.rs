//! Double buffering: a loop that makes its next array in a fresh block each round gets its blocks before it.
//!
//! ```text
//! loop (m : mem = a_mem)                               let (b_mem : mem) = alloc f32 n
//!      (xs : [n]f32 @ m -> .. = a)                     loop (m : mem = a_mem) (xs : [n]f32 @ m -> .. = a)
//!      for i : i64 < k do                       ==>         (ys_mem : mem = b_mem) for i : i64 < k do
//!   let (ys_mem : mem) = alloc f32 n
//!   let (ys : [n]f32 @ ys_mem -> ..) = map .. xs ..      let (ys : [n]f32 @ ys_mem -> ..) = map .. xs ..
//!   in (ys_mem, ys)                                      in (ys_mem, ys, m)
//! ```
//!
//! The block of the last array is where the next one but one goes. That may be so from the first round on if the initial
//! array is in a block that is allocated beside the loop, is as large, and is used by nothing else from then on. Else
//! there are three blocks, of which the initial one is never written: `(m, ys_mem, third)` become `(ys_mem, third, ys_mem)`,
//! so that after the first round only the two new ones are in play.
//!
//! The new array may be made by updates and loops that work in place, in the branches of an `if` (of which one may yield the
//! last array as it is), and by inner loops with buffers: these get theirs from the outer loop, and give them back.
//!
//! Needs: nothing, but after it `short-circuit` and `merge-blocks` see less, as blocks that go round may be one. Guarantees:
//! nothing. Cost: linear times the depth of nesting, and times the arrays that one `if` yields.

mod home;
mod origin;

use crate::sizes::{Inside, Room, Sizes};
use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use fun_opt::dead;
use home::Home;
use origin::{Origins, Ring, Way};
use rustc_hash::FxHashSet;

pub fn double_buffer(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let params = program.functions[id].params.clone();
        let mut home = Home::of(&program, &body);
        let origins = Origins::of(&program, &body);
        let mut buffers = Buffers {
            program: &mut program,
            sizes: Sizes::default(),
            origins,
            gone: FxHashSet::default(),
            renamed: Substitution::default(),
        };
        for param in params {
            buffers.sizes.array(buffers.program, param.name);
            buffers.own_param(param, &mut home);
        }
        buffers.body(&mut body, home);
        let Buffers { gone, renamed, .. } = buffers;
        if !gone.is_empty() {
            without_allocations(&mut body, &gone);
            walk::substitute_body(&mut program.vars, &mut body, &renamed);
        }
        program.functions[id].body = body;
    }
    // Sizes that nobody needs where they were.
    dead::sweep_in_place(&mut program);
    Ok(program)
}

fn without_allocations(body: &mut Body, gone: &FxHashSet<Name>) {
    let is_gone =
        |stm: &Stm| matches!(stm.exp, Exp::Alloc { .. }) && stm.pattern.iter().any(|name| gone.contains(name));
    body.stms.retain(|stm| !is_gone(stm));
    for stm in &mut body.stms {
        stm.exp.bodies_mut().into_iter().for_each(|body| without_allocations(body, gone));
    }
}

struct Buffers<'p> {
    program: &'p mut Program,
    sizes: Sizes,
    origins: Origins,
    /// Blocks that are allocated no more: they have become parameters of loops.
    gone: FxHashSet<Name>,
    /// Of several branches that allocate, the block of one stands for those of the others.
    renamed: Substitution,
}

/// A loop whose body is done.
struct Around<'a> {
    /// The statement's number in the body around it.
    at: usize,
    outer: &'a Home,
    inner: &'a Home,
}

/// How a block that a loop carries is to go round.
struct Plan {
    /// Its position among the loop's parameters.
    position: usize,
    way: Way,
    /// The blocks that the body takes.
    taken: Vec<Name>,
    /// What each of them has room for, and the same as it is before the loop.
    room: Room,
    count: Atom,
    /// Whether the initial block may be written: then it goes round, too.
    swaps: bool,
}

impl Buffers<'_> {
    /// A parameter that is consumed is the function's own.
    fn own_param(&self, param: Param, home: &mut Home) {
        let place = self.program.vars.get(param.name).and_then(|info| info.place.as_ref());
        if let (Some(place), Type::Array { elem, dims }, true) =
            (place, self.program.type_of(param.name), param.consumed)
        {
            let count =
                dims.iter().try_fold(index::Poly::one(), |count, &dim| count.checked_mul(&crate::places::poly(dim)));
            home.own.extend(count.map(|count| (place.block, Room { elem: *elem, count })));
        }
    }

    /// Gives what is known of the body, as it was.
    fn body(&mut self, body: &mut Body, mut home: Home) -> Home {
        let mark = self.sizes.mark();
        let mut stms = Vec::with_capacity(body.stms.len());
        for (at, mut stm) in std::mem::take(&mut body.stms).into_iter().enumerate() {
            let mut inner = None;
            for body in stm.exp.bodies_mut() {
                let home = Home::of(self.program, body);
                inner = Some(self.body(body, home));
            }
            let start = stms.len();
            if let (Exp::Loop(_), Some(inner)) = (&stm.exp, &inner) {
                self.loop_(Around { at, outer: &home, inner }, &mut stm, &mut stms).into_iter().for_each(
                    |(name, room)| {
                        home.own.insert(name, room);
                    },
                );
            }
            stms.push(stm);
            for stm in &stms[start..] {
                self.sizes.learn(self.program, stm);
                if let (&Exp::Alloc { elem, count }, &[name]) = (&stm.exp, stm.pattern.as_slice()) {
                    home.own.insert(name, Room { elem, count: self.sizes.value(count) });
                }
            }
        }
        body.stms = stms;
        self.sizes.forget(mark);
        home
    }

    /// Gives the loop its buffers; what it yields in blocks of the body around it, and what room these have.
    fn loop_(&mut self, around: Around, stm: &mut Stm, before: &mut Vec<Stm>) -> Vec<(Name, Room)> {
        let mut own = Vec::new();
        let mut inside = None;
        let Exp::Loop(looped) = &stm.exp else { return own };
        for position in 0..looped.params.len() {
            let Some(plan) = self.plan(&around, stm, position, &mut inside, before) else { continue };
            if plan.swaps {
                own.extend(stm.pattern.get(position).map(|&name| (name, plan.room.clone())));
            }
            self.carry_out(plan, around.outer, stm, before);
        }
        own
    }

    fn plan(
        &mut self,
        around: &Around,
        stm: &Stm,
        position: usize,
        inside: &mut Option<Inside>,
        before: &mut Vec<Stm>,
    ) -> Option<Plan> {
        let Exp::Loop(looped) = &stm.exp else { return None };
        let param = looped.params.get(position)?.0;
        let result =
            looped.body.result.get(position)?.var().filter(|_| *self.program.type_of(param) == Type::Memory)?;
        let way = self.origins.way(result, param, around.inner.body)?;
        let taken = way.taken();
        let (elem, count) = self.origins.allocated(*taken.first()?)?;
        let room = Room { elem, count: self.sizes.value(count) };
        let is_alike = |&name: &Name| {
            let allocated = self.origins.allocated(name);
            allocated.is_some_and(|(elem, count)| room == Room { elem, count: self.sizes.value(count) })
        };
        if !taken.iter().all(is_alike) || !self.sizes.is_natural(count) {
            return None;
        }
        // Else something would be left of the last array, or be in the new one beside it.
        let classes = [param, result].map(|name| around.inner.blocks.class(name));
        let others = looped.body.result.iter().enumerate().filter(|(at, _)| *at != position);
        let mut others = others.filter_map(|(_, atom)| atom.var());
        if others.any(|name| classes.contains(&around.inner.blocks.class(name))) {
            return None;
        }
        let swaps = !way.has_spare() && self.may_write(around, stm, position, &room);
        let inside = inside.get_or_insert_with(|| Inside::of(self.program, stm));
        let count = inside.outside(self.program, count, before)?;
        Some(Plan { position, way, taken, room, count, swaps })
    }

    /// Whether nothing but the loop's parameter uses the initial block from the loop on.
    fn may_write(&self, around: &Around, stm: &Stm, position: usize, room: &Room) -> bool {
        let Exp::Loop(looped) = &stm.exp else { return false };
        let Some(&(param, Atom::Var(init))) = looped.params.get(position) else { return false };
        let home = around.outer;
        if home.own.get(&self.origins.root(init)) != Some(room) || home.is_used_after(init, around.at) {
            return false;
        }
        let block = |name: Name| home::block_of(self.program, name);
        let is_other = |name: Name| block(name).is_some_and(|block| home.is_other_use(block, init, around.at));
        let mut found = false;
        let mut note = |name: Name| found |= is_other(name);
        for &(other, init) in looped.params.iter().filter(|(other, _)| *other != param) {
            if block(other) != Some(param) {
                init.var().into_iter().for_each(&mut note);
            }
            self.program.names_in_type(other).into_iter().for_each(&mut note);
        }
        looped.body.stms.iter().for_each(|stm| walk::for_each_name_used(&self.program.vars, stm, &mut note));
        looped.body.result.iter().filter_map(|atom| atom.var()).for_each(&mut note);
        !found
    }

    fn carry_out(&mut self, plan: Plan, outer: &Home, stm: &mut Stm, before: &mut Vec<Stm>) {
        let Plan { position, way, taken, room, count, swaps } = plan;
        let Exp::Loop(looped) = &mut stm.exp else { return };
        let (Some(&(param, init)), Some(&name)) = (looped.params.get(position), stm.pattern.get(position)) else {
            return;
        };
        let result = looped.body.result[position];
        // In branches, one block stands for those of all.
        let mut names = if way.is_choice() { taken[..1].to_vec() } else { taken.clone() };
        for &other in &taken[names.len()..] {
            self.renamed.insert(other, taken[0].into());
        }
        self.gone.extend(taken);
        let spare = (!swaps && !way.has_spare()).then(|| self.program.fresh_like(names[0], Type::Memory));
        names.extend(spare);
        let state = State { param, result, spare, own: names[0] };
        let next = self.next(&way, &state, &mut looped.body);
        looped.body.result.extend(next);
        let mut ring = Ring { init: init.var().unwrap_or(param), taken: Vec::new(), left: Vec::new(), swaps };
        for buffer in names {
            let block = self.program.fresh_like(buffer, Type::Memory);
            before.push(Stm::plain(vec![block], Exp::Alloc { elem: room.elem, count }, &stm.spans));
            self.origins.note_allocated(block, room.elem, count, outer.body);
            looped.params.push((buffer, block.into()));
            ring.taken.push(block);
            ring.left.push(self.program.fresh_like(buffer, Type::Memory));
        }
        stm.pattern.extend(&ring.left);
        self.origins.rings.insert(name, ring);
    }

    /// The blocks that the body leaves, in the order of the loop's new parameters.
    fn next(&mut self, way: &Way, state: &State, body: &mut Body) -> Vec<Atom> {
        let State { param, result, spare, own } = *state;
        match way {
            Way::Kept => [Some(own), spare].into_iter().flatten().map(Atom::Var).collect(),
            Way::Fresh(_) => match spare {
                Some(spare) => vec![spare.into(), own.into()],
                None => vec![param.into()],
            },
            Way::Handed { left, .. } => left.iter().map(|&name| name.into()).collect(),
            Way::Ring { left, .. } => {
                let mut next: Vec<Atom> = left.iter().map(|&name| name.into()).collect();
                next.push(spare.unwrap_or(param).into());
                next.extend(spare.map(|_| result));
                next
            }
            Way::Choice { name, branches } => {
                let is_choice = |stm: &&mut Stm| stm.pattern.contains(name);
                let Some(stm) = body.stms.iter_mut().find(is_choice) else { return Vec::new() };
                let count = 1 + usize::from(spare.is_some());
                for (body, way) in stm.exp.bodies_mut().into_iter().zip(branches.iter()) {
                    let next = self.next(way, state, body);
                    body.result.extend(next);
                }
                let names: Vec<Name> = (0..count).map(|_| self.program.fresh_like(own, Type::Memory)).collect();
                stm.pattern.extend(&names);
                names.into_iter().map(Atom::Var).collect()
            }
        }
    }
}

/// The blocks at the start of a round, and the result.
#[derive(Clone, Copy)]
struct State {
    /// Where the last array is.
    param: Name,
    result: Atom,
    /// The one that is not needed yet, where the initial block is not to be written.
    spare: Option<Name>,
    /// The first one that is free.
    own: Name,
}
