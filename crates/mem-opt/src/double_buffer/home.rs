//! Facts about the blocks in a body: which ones may be the same there, where they are bound and last used, and which
//! ones the body may write.

use crate::sizes::Room;
use base::Name;
use fun::def::*;
use fun::walk;
use mem::blocks::{Blocks, block_of};
use rustc_hash::FxHashMap;

/// Largest number of blocks in a class; larger classes are not analysed.
const MAX_MEMBERS: usize = 64;

#[derive(Default)]
pub struct Home {
    /// Identity of the body.
    pub body: BodyId,
    pub blocks: Blocks,
    /// Blocks that the body allocates itself, or that its function owns, with their sizes.
    pub own: FxHashMap<Name, Room>,
    /// Position of the statement that binds each block, at any depth; none for blocks from outside.
    bound: FxHashMap<Name, usize>,
    /// Position of the statement with the last use of each block. A result's position is after all statements.
    last: FxHashMap<Name, usize>,
    /// Blocks of each class that are bound in the body.
    members: FxHashMap<Name, Vec<Name>>,
}

/// Identity of a body: the first name that a statement in it binds. It is computed before the body changes, because the
/// pass may insert allocations at the start.
pub type BodyId = Option<Name>;

pub fn id_of(body: &Body) -> BodyId {
    body.stms.iter().find_map(|stm| stm.pattern.first().copied())
}

impl Home {
    /// Collects the facts about a body. Cost: linear in its size.
    pub fn of(program: &Program, body: &Body) -> Home {
        let mut home = Home { body: id_of(body), blocks: Blocks::within(program, &body.stms), ..Home::default() };
        for (at, stm) in body.stms.iter().enumerate() {
            let inside = stm.exp.bodies().into_iter().flat_map(walk::bound_in_body);
            let names = inside.chain(stm.exp.binders()).chain(stm.pattern.iter().copied());
            for name in names.filter(|&name| *program.type_of(name) == Type::Memory) {
                home.bound.insert(name, at);
                home.members.entry(home.blocks.class(name)).or_default().push(name);
            }
            walk::for_each_name_used(&program.vars, stm, &mut |name| home.used(program, name, at));
        }
        let end = body.stms.len();
        body.result.iter().filter_map(|atom| atom.var()).for_each(|name| home.used(program, name, end));
        home
    }

    fn used(&mut self, program: &Program, name: Name, at: usize) {
        self.last.extend(block_of(program, name).map(|block| (block, at)));
    }

    /// Whether a name that is bound before statement `at`, and may refer to the block, is used after that statement.
    pub fn is_used_after(&self, block: Name, at: usize) -> bool {
        let members = self.members.get(&self.blocks.class(block)).map_or(&[][..], Vec::as_slice);
        let is_used = |name: &Name| {
            self.bound.get(name).is_some_and(|&bound| bound < at) && self.last.get(name).is_some_and(|&last| last > at)
        };
        members.len() > MAX_MEMBERS
            || members.iter().any(is_used)
            || self.last.get(&block).is_some_and(|&last| last > at)
    }

    /// Whether the block has this name before statement `at`.
    pub fn is_from_before(&self, name: Name, at: usize) -> bool {
        self.bound.get(&name).is_none_or(|&bound| bound < at)
    }
}
