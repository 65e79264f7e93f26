//! Lifetimes of references to blocks and objects: inserts moves and releases, so that few blocks are alive at a time.
//!
//! If the last use of a memory variable hands its block to another variable, the reference moves. A loop that makes an
//! array from the previous one thus needs two blocks; sharing would keep a third one alive. After any other last use,
//! the variable releases its block. There is one exception: a variable that a loop's body declares and allocates keeps
//! its block, because the next round wants one of the same size. A variable that got the block from another variable
//! releases it, since the next round would not use it. Blocks of parameters belong to the caller.
//!
//! Objects are released likewise, and never kept. A last use that stores a reference in an object, or passes it to a
//! function, moves it. A function's parameters hold references of their own, except for borrowed ones. Borrowed
//! variables have no lifetimes.
//!
//! Liveness is computed backwards. Around a loop, variables that are live after it are live throughout, as are those
//! that a round uses before setting them.

use crate::def::*;
use crate::walk;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Inserts moves and releases, and drops what sets reference variables that are not used any more.
pub fn end_lifetimes(program: Program) -> Program {
    end_lifetimes_from(0, program)
}

/// Like [`end_lifetimes`], for the functions with this number and larger ones only.
pub fn end_lifetimes_from(first: usize, mut program: Program) -> Program {
    let types = |function: &Function| function.params.iter().map(|param| param.ty).collect();
    let params: Params = program.functions.iter().map(|(id, function)| (id, types(function))).collect();
    for function in program.functions.values_mut().skip(first) {
        let mut live: Live = function.results.iter().map(|result| result.name).collect();
        let objects = function.params.iter().filter(|param| param.ty == Type::Object).map(|param| param.name);
        let mut lifetimes = Lifetimes {
            params: &params,
            depths: FxHashMap::default(),
            objects: objects.clone().collect(),
            allocated: FxHashSet::default(),
        };
        lifetimes.depths.extend(objects.clone().map(|name| (name, 0)));
        lifetimes.declared_in(&function.body, 0);
        function.body = lifetimes.block(std::mem::take(&mut function.body), 0, &mut live);
        let unused = lifetimes.releases(objects.filter(|name| !live.contains(name)), 0);
        function.body.splice(0..0, unused);
    }
    program
}

/// Variables whose block or object may still be used. Scalar results of the function may be among them.
type Live = FxHashSet<Name>;

/// The types of each function's parameters.
type Params = FxHashMap<FunctionId, Vec<Type>>;

struct Lifetimes<'a> {
    params: &'a Params,
    /// For each reference variable, the number of loops around its declaration. Parameters that are memory, and
    /// results, are not included; object parameters are at depth 0.
    depths: FxHashMap<Name, usize>,
    /// The object variables among these.
    objects: FxHashSet<Name>,
    /// Variables for which the function allocates a block.
    allocated: FxHashSet<Name>,
}

impl Lifetimes<'_> {
    /// Records the reference variables that a block declares, which is inside `depth` loops.
    fn declared_in(&mut self, block: &[Stm], depth: usize) {
        for stm in block {
            match stm {
                Stm::DeclareMemory { name } => _ = self.depths.insert(*name, depth),
                Stm::DeclareObject { borrowed: true, .. } => {}
                Stm::DeclareObject { name, borrowed: false } => {
                    self.depths.insert(*name, depth);
                    self.objects.insert(*name);
                }
                Stm::Allocate { name, .. } => _ = self.allocated.insert(*name),
                Stm::If { then_block, else_block, .. } => {
                    self.declared_in(then_block, depth);
                    self.declared_in(else_block, depth);
                }
                Stm::For { body, .. }
                | Stm::Tasks { body, .. }
                | Stm::Launch { body, .. }
                | Stm::Threads { body, .. }
                | Stm::While { body, .. } => self.declared_in(body, depth + 1),
                Stm::Ordered { body } => self.declared_in(body, depth),
                Stm::Declare { .. }
                | Stm::DeclareArray { .. }
                | Stm::DeclareStack { .. }
                | Stm::DeclareTable { .. }
                | Stm::Assign { .. }
                | Stm::AssignReference { .. }
                | Stm::MoveReference { .. }
                | Stm::ReleaseReference { .. }
                | Stm::Construct { .. }
                | Stm::Constant { .. }
                | Stm::Vacate { .. }
                | Stm::SetWord { .. }
                | Stm::LoadWord { .. }
                | Stm::LoadMemory { .. }
                | Stm::StoreMemory { .. }
                | Stm::LoadObject { .. }
                | Stm::StoreObject { .. }
                | Stm::Write { .. }
                | Stm::Copy { .. }
                | Stm::DeclareShared { .. }
                | Stm::Post { .. }
                | Stm::Await { .. }
                | Stm::Atomic { .. }
                | Stm::Call { .. }
                | Stm::Assert { .. } => {}
            }
        }
    }

    /// Rewrites a block. `live` changes from the variables live after it to those live before it.
    fn block(&self, block: Block, depth: usize, live: &mut Live) -> Block {
        let mut backwards = Vec::new();
        for stm in block.into_iter().rev() {
            if let Stm::AssignReference { name, .. } | Stm::LoadMemory { name, .. } | Stm::LoadObject { name, .. } =
                &stm
                && !live.contains(name)
            {
                continue;
            }
            let (stm, ended) = self.stm(stm, depth, live);
            let ended = ended.into_iter().filter(|name| !is_replaced(*name, &backwards));
            let releases = self.releases(ended, depth);
            backwards.extend(releases);
            backwards.push(stm);
        }
        backwards.reverse();
        backwards
    }

    /// Rewrites a statement; also returns the variables to release after it.
    fn stm(&self, stm: Stm, depth: usize, live: &mut Live) -> (Stm, Live) {
        if let Stm::If { cond, then_block, else_block } = stm {
            return self.branches(cond, then_block, else_block, depth, live);
        }
        let used = used(&stm);
        let mut ended: Live = used.iter().copied().filter(|name| !live.contains(name)).collect();
        pass_over(&stm, used, live);
        let stm = match stm {
            Stm::AssignReference { name, from } if self.moves(from, &mut ended) => Stm::MoveReference { name, from },
            Stm::StoreMemory { object, mutable, at, from, moves: false } if self.moves(from, &mut ended) => {
                Stm::StoreMemory { object, mutable, at, from, moves: true }
            }
            Stm::StoreObject { object, mutable, at, from, moves: false }
                if object != from && self.moves(from, &mut ended) =>
            {
                Stm::StoreObject { object, mutable, at, from, moves: true }
            }
            Stm::Call { results, function, mut args, spans } => {
                let types: &[Type] = self.params.get(&function).map_or(&[], Vec::as_slice);
                let lent: Vec<Name> = walk::lent(types.iter().copied(), &args).collect();
                for (ty, arg) in types.iter().zip(&mut args).rev() {
                    if let (Type::Object, &mut Arg::Reference(name)) = (ty, &mut *arg)
                        && self.objects.contains(&name)
                        && !lent.contains(&name)
                        && self.moves(name, &mut ended)
                    {
                        *arg = Arg::Move(name);
                    }
                }
                Stm::Call { results, function, args, spans }
            }
            Stm::Construct { reuse: Some(reuse), .. } => {
                ended.remove(&reuse);
                stm
            }
            Stm::For { var, ty, bound, body, parallel, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::For { var, ty, bound, body, parallel, spans }
            }
            Stm::Ordered { body } => Stm::Ordered { body: self.block(body, depth, &mut live.clone()) },
            Stm::Tasks { var, bound, body, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Tasks { var, bound, body, spans }
            }
            Stm::Launch { group, groups, size, body, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Launch { group, groups, size, body, spans }
            }
            Stm::Threads { var, bound, body } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Threads { var, bound, body }
            }
            Stm::While { cond, body } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::While { cond, body }
            }
            stm => stm,
        };
        (stm, ended)
    }

    /// Whether the reference can be moved from this variable, because this is its last use. If so, removes the variable
    /// from `ended`: it needs no release.
    fn moves(&self, from: Name, ended: &mut Live) -> bool {
        self.depths.contains_key(&from) && ended.remove(&from)
    }

    /// Rewrites an `if`. A variable that only one branch uses is released at the start of the other. A variable that
    /// both release at their ends is released after the `if`.
    fn branches(&self, cond: Exp, then_block: Block, else_block: Block, depth: usize, live: &mut Live) -> (Stm, Live) {
        let (mut then_live, mut else_live) = (live.clone(), live.clone());
        let mut then_block = self.block(then_block, depth, &mut then_live);
        let mut else_block = self.block(else_block, depth, &mut else_live);
        then_block.splice(0..0, self.releases(else_live.difference(&then_live).copied(), depth));
        else_block.splice(0..0, self.releases(then_live.difference(&else_live).copied(), depth));
        // Variables that both branches release, except those that only the condition reads.
        let mut ended: Live = walk::memory_read(&cond).into_iter().collect();
        let read = ended.clone();
        ended.retain(|name| !live.contains(name) && !then_live.contains(name) && !else_live.contains(name));
        then_live.extend(else_live);
        then_live.extend(read);
        *live = then_live;
        let also: Live = released_last(&else_block).collect();
        let both: Live = released_last(&then_block).filter(|name| also.contains(name)).collect();
        for block in [&mut then_block, &mut else_block] {
            let releases = block.split_off(block.len() - released_last(block).count());
            let stays = |stm: &Stm| !matches!(stm, Stm::ReleaseReference { name } if both.contains(name));
            block.extend(releases.into_iter().filter(stays));
        }
        ended.extend(both);
        (Stm::If { cond, then_block, else_block }, ended)
    }

    /// Returns releases of these variables, except for those that keep their block for the next round of a loop.
    fn releases(&self, names: impl IntoIterator<Item = Name>, depth: usize) -> Vec<Stm> {
        let is_kept = |name: &Name, declared: usize| depth > 0 && declared == depth && self.allocated.contains(name);
        let ends = |name: &Name| self.depths.get(name).is_some_and(|&declared| !is_kept(name, declared));
        let mut names: Vec<Name> = names.into_iter().filter(ends).collect();
        names.sort_unstable();
        names.into_iter().map(|name| Stm::ReleaseReference { name }).collect()
    }
}

/// Returns the variables that the last statements of the block release.
fn released_last(block: &Block) -> impl Iterator<Item = Name> {
    block.iter().rev().map_while(|stm| if let Stm::ReleaseReference { name } = stm { Some(*name) } else { None })
}

/// Whether the code that follows (in reverse order) makes the variable refer to another block before any allocation.
/// Then no release is needed. A move of another block to the variable keeps the old block for the next round.
fn is_replaced(name: Name, backwards: &[Stm]) -> bool {
    let code = backwards.iter().rev();
    let mut code = code.take_while(|stm| {
        !matches!(stm, Stm::Allocate { .. } | Stm::Construct { .. } | Stm::Call { .. })
            && walk::blocks(stm).next().is_none()
    });
    code.any(|stm| match stm {
        Stm::AssignReference { name: to, .. }
        | Stm::MoveReference { name: to, .. }
        | Stm::Constant { name: to, .. } => *to == name,
        _ => false,
    })
}

/// Updates liveness from after the statement to before it.
fn before(stm: &Stm, live: &mut Live) {
    let Stm::If { cond, then_block, else_block } = stm else { return pass_over(stm, used(stm), live) };
    let mut else_live = live.clone();
    before_block(then_block, live);
    before_block(else_block, &mut else_live);
    live.extend(else_live);
    live.extend(walk::memory_read(cond));
}

/// Updates liveness over a statement without branches, which uses the variables `used`.
fn pass_over(stm: &Stm, used: Vec<Name>, live: &mut Live) {
    match stm {
        Stm::DeclareMemory { name }
        | Stm::DeclareArray { name, .. }
        | Stm::DeclareStack { name, .. }
        | Stm::DeclareShared { name, .. }
        | Stm::DeclareTable { name, .. }
        | Stm::DeclareObject { name, .. }
        | Stm::Construct { name, .. }
        | Stm::Constant { name, .. }
        | Stm::LoadMemory { name, .. }
        | Stm::LoadObject { name, .. }
        | Stm::Allocate { name, .. }
        | Stm::ReleaseReference { name }
        | Stm::AssignReference { name, .. }
        | Stm::MoveReference { name, .. } => _ = live.remove(name),
        Stm::Call { results, .. } => results.iter().for_each(|name| _ = live.remove(name)),
        Stm::Declare { .. }
        | Stm::Assign { .. }
        | Stm::Vacate { .. }
        | Stm::SetWord { .. }
        | Stm::LoadWord { .. }
        | Stm::StoreMemory { .. }
        | Stm::StoreObject { .. }
        | Stm::Write { .. }
        | Stm::Copy { .. }
        | Stm::If { .. }
        | Stm::For { .. }
        | Stm::Tasks { .. }
        | Stm::Ordered { .. }
        | Stm::Launch { .. }
        | Stm::Threads { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::Atomic { .. }
        | Stm::While { .. }
        | Stm::Assert { .. } => {}
    }
    live.extend(used);
}

/// Returns the reference variables that a statement uses; for a loop, those that a round uses before setting them.
fn used(stm: &Stm) -> Vec<Name> {
    let mut names = Vec::new();
    walk::expressions(stm).for_each(|exp| walk::each_memory_read(exp, &mut |name| names.push(name)));
    match stm {
        Stm::AssignReference { from, .. } | Stm::MoveReference { from, .. } => names.push(*from),
        Stm::Construct { reuse, .. } => names.extend(reuse),
        Stm::Vacate { name } => names.push(*name),
        Stm::SetWord { object, .. }
        | Stm::LoadWord { object, .. }
        | Stm::LoadMemory { object, .. }
        | Stm::LoadObject { object, .. } => names.push(*object),
        Stm::StoreMemory { object, from, .. } | Stm::StoreObject { object, from, .. } => names.extend([*object, *from]),
        Stm::Write { memory, .. } | Stm::Atomic { memory, .. } => names.push(*memory),
        Stm::Copy { to, from, .. } => names.extend([*to, *from]),
        Stm::For { body, .. }
        | Stm::Tasks { body, .. }
        | Stm::Ordered { body }
        | Stm::Launch { body, .. }
        | Stm::Threads { body, .. }
        | Stm::While { body, .. } => {
            let mut round = Live::default();
            before_block(body, &mut round);
            names.extend(round);
        }
        Stm::Call { args, .. } => {
            names.extend(args.iter().filter_map(walk::reference_of));
        }
        Stm::Declare { .. }
        | Stm::DeclareMemory { .. }
        | Stm::DeclareArray { .. }
        | Stm::DeclareStack { .. }
        | Stm::DeclareTable { .. }
        | Stm::DeclareObject { .. }
        | Stm::Assign { .. }
        | Stm::ReleaseReference { .. }
        | Stm::Allocate { .. }
        | Stm::Constant { .. }
        | Stm::If { .. }
        | Stm::DeclareShared { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::Assert { .. } => {}
    }
    names
}

fn before_block(block: &[Stm], live: &mut Live) {
    block.iter().rev().for_each(|stm| before(stm, live));
}
