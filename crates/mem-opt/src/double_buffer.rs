//! Double buffering: a loop that allocates its next array in each round gets its blocks before it instead.
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
//! The block of the last array is reused for the array after the next. This may start in the first round if the initial
//! array's block is allocated beside the loop, has the same size, and is not used otherwise from then on. Otherwise
//! there are three blocks, of which the initial one is never written: `(m, ys_mem, third)` become `(ys_mem, third,
//! ys_mem)`. After the first round only the two new blocks are in use.
//!
//! A loop that also carries the array before the last has one block more; the block that is no longer needed rotates.
//!
//! The new array may be made by updates and in-place loops, in the branches of an `if` (one of which may return the
//! last array unchanged), and by inner loops with buffers. Inner loops get their buffers from the outer loop and return
//! them.
//!
//! The initial array is as large as the blocks. So a loop without rounds, or that never makes a new array, allocates at
//! most two more blocks of a size that exists already. A block is allocated only if the program would have reached its
//! allocation.
//!
//! Needs: nothing. After it `short-circuit` and `merge-blocks` find less, because rotating blocks may be the same.
//! Guarantees: nothing. Cost: linear times the depth of nesting, and times the arrays that one `if` returns.

mod home;
mod origin;

use crate::sizes::{Inside, Room, Sizes};
use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use fun_opt::dead;
use home::Home;
use mem::blocks::{block_of, without_allocations};
use origin::{Origins, Ring, Way};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of arrays of previous rounds that a loop may carry.
const MAX_CHAIN: usize = 4;

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
            without_allocations(&mut body, &|name| gone.contains(&name));
            walk::substitute_body(&mut program.vars, &mut body, &renamed);
        }
        program.functions[id].body = body;
    }
    // Removes sizes that are now unused.
    dead::sweep_in_place(&mut program);
    Ok(program)
}

struct Buffers<'p> {
    program: &'p mut Program,
    sizes: Sizes,
    origins: Origins,
    /// Blocks whose allocations are removed, because they have become loop parameters.
    gone: FxHashSet<Name>,
    /// For blocks that are allocated in several branches, the block of one branch that replaces them.
    renamed: Substitution,
}

/// Facts about the body around a loop, for the transformation of the loop.
struct Around<'a> {
    /// Position of the loop's statement in that body.
    at: usize,
    outer: &'a Home,
    inner: &'a Home,
    /// Position of each block among the results of the loop's body.
    results: FxHashMap<Name, usize>,
    /// Number of results of the loop's body that may be in a block of each class, by the classes of that body.
    yielded: FxHashMap<Name, usize>,
    /// Number of the loop's uses of outer blocks, by the classes of the enclosing body.
    uses: FxHashMap<Name, usize>,
}

/// Plan for the rotation of a block that a loop carries and that is replaced in each round.
struct Plan {
    /// Position of the block among the loop's parameters, then the positions that it moves to in later rounds: a loop
    /// may also carry arrays of earlier rounds.
    chain: Vec<usize>,
    way: Way,
    /// Blocks that the body allocates or passes to inner loops as buffers. They become parameters of the loop.
    taken: Vec<Name>,
    /// Size of each taken block. `count` is the same size, computed before the loop.
    room: Room,
    count: Atom,
    init: Name,
    /// Whether only the loop uses the initial block from the loop on.
    is_alone: bool,
    /// Whether the loop may write the initial blocks, so that they rotate too.
    swaps: bool,
}

impl Buffers<'_> {
    /// If the parameter is consumed, records its block as one that the function may write.
    fn own_param(&self, param: Param, home: &mut Home) {
        let place = self.program.vars.get(param.name).and_then(|info| info.place.as_ref());
        if let (Some(place), Type::Array { elem, .. }, true) = (place, self.program.type_of(param.name), param.consumed)
        {
            home.own.insert(place.block, Room { elem: *elem, count: place.ixfn.count() });
        }
    }

    /// Processes a body. Returns the facts about the body before the changes.
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
            if let Some(inner) = &inner {
                let own = self.loop_(at, [&home, inner], &mut stm, &mut stms);
                home.own.extend(own);
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

    /// Gives a loop its buffers. Returns those of the loop's results whose blocks the enclosing body may write, with
    /// their sizes.
    fn loop_(&mut self, at: usize, homes: [&Home; 2], stm: &mut Stm, before: &mut Vec<Stm>) -> Vec<(Name, Room)> {
        let mut own = Vec::new();
        let mut inside = None;
        let Exp::Loop(looped) = &stm.exp else { return own };
        let around = self.around(at, homes, looped);
        for position in 0..looped.params.len().min(looped.body.result.len()).min(stm.pattern.len()) {
            let Some(plan) = self.plan(&around, stm, position, &mut inside, before) else { continue };
            if plan.swaps && plan.chain.len() == 1 {
                own.extend(stm.pattern.get(position).map(|&name| (name, plan.room.clone())));
            }
            self.carry_out(plan, around.outer, stm, before);
        }
        own
    }

    fn around<'a>(&self, at: usize, [outer, inner]: [&'a Home; 2], looped: &Loop) -> Around<'a> {
        let (results, yielded) = (FxHashMap::default(), FxHashMap::default());
        let mut around = Around { at, outer, inner, results, yielded, uses: self.uses(at, outer, looped) };
        let results = looped.body.result.iter().take(looped.params.len()).enumerate();
        let names = results.filter_map(|(at, result)| Some((at, result.var()?)));
        for (at, block) in names.filter(|(_, name)| self.is_block(*name)) {
            around.results.insert(self.origins.root(block), at);
            *around.yielded.entry(inner.blocks.class(block)).or_default() += 1;
        }
        around
    }

    fn is_block(&self, name: Name) -> bool {
        *self.program.type_of(name) == Type::Memory
    }

    /// Counts the loop's uses of outer blocks. An initial array passed together with its block is not a further use.
    fn uses(&self, at: usize, outer: &Home, looped: &Loop) -> FxHashMap<Name, usize> {
        let mut uses = FxHashMap::default();
        let params: FxHashSet<Name> = looped.params.iter().map(|(param, _)| *param).collect();
        if !params.iter().any(|&param| self.is_block(param)) {
            return uses;
        }
        let mut note = |name: Name| {
            if let Some(block) = block_of(self.program, name).filter(|&block| outer.is_from_before(block, at)) {
                *uses.entry(outer.blocks.class(block)).or_default() += 1;
            }
        };
        for &(param, init) in &looped.params {
            let comes_along = self.program.vars.get(param).and_then(|info| info.place.as_ref());
            if comes_along.is_none_or(|place| !params.contains(&place.block)) {
                init.var().into_iter().for_each(&mut note);
            }
            self.program.names_in_type(param).into_iter().for_each(&mut note);
        }
        looped.body.stms.iter().for_each(|stm| walk::for_each_name_used(&self.program.vars, stm, &mut note));
        looped.body.result.iter().filter_map(|atom| atom.var()).for_each(&mut note);
        uses
    }

    /// Decides whether and how the loop's parameter at `position` gets buffers. Appends the computation of their size
    /// to `before`.
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
        let result = looped.body.result.get(position)?.var().filter(|_| self.is_block(param))?;
        let way = self.origins.way(result, param, around.inner.body)?;
        let taken = way.taken();
        let (elem, count) = self.origins.allocated(*taken.first()?)?;
        let room = Room { elem, count: self.sizes.value(count) };
        let is_alike = |&name: &Name| {
            let allocated = self.origins.allocated(name);
            allocated.is_some_and(|(other, size)| other == elem && self.sizes.are_same_extent(count, size))
        };
        if !taken.iter().all(is_alike) || !self.sizes.is_natural(count) || !self.starts_with(looped, param, &room) {
            return None;
        }
        let chain = chain(around, looped, position);
        if chain.len() > MAX_CHAIN
            || chain.len() > 1 && !way.is_always_new()
            || !is_alone(around, looped, &chain, result)
        {
            return None;
        }
        let init = looped.params.get(position).and_then(|(_, init)| init.var())?;
        let is_alone = is_used_last(around, init);
        let swaps = !way.has_spare() && chain.iter().all(|&position| self.may_write(around, stm, position, &room));
        let inside = inside.get_or_insert_with(|| Inside::of(self.program, stm));
        let count = inside.outside(self.program, count, before)?;
        Some(Plan { chain, way, taken, room, count, init, is_alone, swaps })
    }

    /// Whether the initial array in the parameter's block is as large as `room`.
    fn starts_with(&self, looped: &Loop, param: Name, room: &Room) -> bool {
        let inits: FxHashMap<Name, Atom> = looped.params.iter().copied().collect();
        let size = |place: &Place| {
            let before = |name| Some(self.sizes.value(inits.get(&name).copied().unwrap_or(Atom::Var(name))));
            place.ixfn.count().substitute(&before)
        };
        let places = looped.params.iter().filter_map(|(array, _)| self.program.vars.get(*array)?.place.as_ref());
        places.filter(|place| place.block == param).any(|place| size(place) == room.count)
    }

    /// Whether the loop may write the initial block: it belongs to the enclosing body, and nothing else uses it from
    /// there on.
    fn may_write(&self, around: &Around, stm: &Stm, position: usize, room: &Room) -> bool {
        let Exp::Loop(looped) = &stm.exp else { return false };
        let init = looped.params.get(position).and_then(|(_, init)| init.var());
        let is_own = |init| around.outer.own.get(&self.origins.root(init)) == Some(room);
        init.is_some_and(|init| is_own(init) && is_used_last(around, init))
    }

    /// Gives the loop the buffers of a plan: allocates them in `before`, and adds them to the loop's parameters and
    /// results.
    fn carry_out(&mut self, plan: Plan, outer: &Home, stm: &mut Stm, before: &mut Vec<Stm>) {
        let Plan { chain, way, taken, room, count, init, is_alone, swaps } = plan;
        let (Exp::Loop(looped), &[position, ..]) = (&mut stm.exp, chain.as_slice()) else { return };
        // The block of one branch replaces those of all branches.
        let mut names = if way.is_choice() { taken[..1].to_vec() } else { taken.clone() };
        for &other in &taken[names.len()..] {
            self.renamed.insert(other, taken[0].into());
        }
        self.gone.extend(taken);
        let spares = if swaps || way.has_spare() { 0 } else { chain.len() };
        let spares: Vec<Name> = (0..spares).map(|_| self.program.fresh_like(names[0], Type::Memory)).collect();
        names.extend(&spares);
        let free = chain.last().map_or(position, |&last| last);
        let state = State { free: looped.params[free].0, result: looped.body.result[position], own: names[0], spares };
        let next = self.next(&way, &state, &mut looped.body);
        looped.body.result.extend(next);
        let mut ring = Ring { init, taken: Vec::new(), left: Vec::new(), is_alone, swaps };
        for buffer in names {
            let block = self.program.fresh_like(buffer, Type::Memory);
            before.push(Stm::plain(vec![block], Exp::Alloc { elem: room.elem, count }, &stm.spans));
            self.origins.note_allocated(block, room.elem, count, outer.body);
            looped.params.push((buffer, block.into()));
            ring.taken.push(block);
            ring.left.push(self.program.fresh_like(buffer, Type::Memory));
        }
        stm.pattern.extend(&ring.left);
        if chain.len() == 1 {
            self.origins.rings.insert(stm.pattern[position], ring);
        }
    }

    /// Returns the memory blocks that the body passes to the next round, in the order of the loop's new parameters. If
    /// an `if` decides which blocks these are, it returns them as additional results.
    fn next(&mut self, way: &Way, state: &State, body: &mut Body) -> Vec<Atom> {
        let State { free, result, own, spares } = state;
        let atoms = |names: &[Name]| names.iter().map(|&name| Atom::Var(name)).collect::<Vec<_>>();
        let after = |left: &[Name], result: Atom| match spares.is_empty() {
            true => [atoms(left), vec![(*free).into()]].concat(),
            false => [atoms(left), atoms(spares), vec![result]].concat(),
        };
        match way {
            Way::Kept => [vec![(*own).into()], atoms(spares)].concat(),
            Way::Fresh(_) => after(&[], (*own).into()),
            Way::Handed { left, .. } => atoms(left),
            Way::Ring { left, .. } => after(left, *result),
            Way::Choice { name, branches } => {
                let Some(stm) = body.stms.iter_mut().find(|stm| stm.pattern.contains(name)) else { return Vec::new() };
                for (body, way) in stm.exp.bodies_mut().into_iter().zip(branches.iter()) {
                    let next = self.next(way, state, body);
                    body.result.extend(next);
                }
                let names: Vec<Name> =
                    (0..=spares.len()).map(|_| self.program.fresh_like(*own, Type::Memory)).collect();
                stm.pattern.extend(&names);
                atoms(&names)
            }
        }
    }
}

/// Blocks of the loop at the start of a round, and the block of the round's result.
struct State {
    /// Parameter with the block that is not needed after the round.
    free: Name,
    result: Atom,
    /// Parameter with the block that the round writes first.
    own: Name,
    /// Parameters with further blocks, which are used if the initial blocks must not be written.
    spares: Vec<Name>,
}

/// Whether the loop uses the block at most once, and nothing after the loop uses it.
fn is_used_last(around: &Around, block: Name) -> bool {
    let home = around.outer;
    around.uses.get(&home.blocks.class(block)).is_none_or(|&uses| uses == 1) && !home.is_used_after(block, around.at)
}

/// Returns `position`, then the positions to which the block in this parameter moves in later rounds.
fn chain(around: &Around, looped: &Loop, position: usize) -> Vec<usize> {
    let mut chain = vec![position];
    let mut last = position;
    while let Some(&next) = around.results.get(&looped.params[last].0)
        && !chain.contains(&next)
        && chain.len() <= MAX_CHAIN
    {
        chain.push(next);
        last = next;
    }
    chain
}

/// Whether no other result of the loop's body may hold an array in a block of the chain or in the block of the new
/// array.
fn is_alone(around: &Around, looped: &Loop, chain: &[usize], result: Name) -> bool {
    let blocks = chain.iter().map(|&position| looped.params[position].0).chain([result]);
    let classes: FxHashSet<Name> = blocks.map(|block| around.inner.blocks.class(block)).collect();
    let yielded: usize = classes.iter().filter_map(|class| around.yielded.get(class)).sum();
    yielded == chain.len()
}
