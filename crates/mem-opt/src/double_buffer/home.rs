//! What there is to know of the blocks in a body: which may be one there, where they are bound and used last, and which are
//! the body's own.

use crate::blocks::{Blocks, block_of};
use crate::sizes::Room;
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashMap;

/// Of a class with more blocks than this nothing is known.
const MAX_MEMBERS: usize = 64;

#[derive(Default)]
pub struct Home {
    /// The first name that is bound in the body, for whoever asks which body something is in.
    pub body: BodyId,
    pub blocks: Blocks,
    /// Blocks that are allocated in the body itself, or are the function's to write, with their room.
    pub own: FxHashMap<Name, Room>,
    /// The statement in which a block is bound, at any depth; none for those from outside.
    bound: FxHashMap<Name, usize>,
    /// The statement that uses a block last; the results come after all of them.
    last: FxHashMap<Name, usize>,
    /// The blocks of each class that are bound in the body.
    members: FxHashMap<Name, Vec<Name>>,
}

/// A body, by the first name that a statement in it binds. It is taken before anything in the body changes: what the pass
/// allocates may come first then.
pub type BodyId = Option<Name>;

pub fn id_of(body: &Body) -> BodyId {
    body.stms.iter().find_map(|stm| stm.pattern.first().copied())
}

impl Home {
    /// Cost: linear in the size of the body.
    pub fn of(program: &Program, body: &Body) -> Home {
        let mut home = Home { body: id_of(body), blocks: Blocks::within(program, body), ..Home::default() };
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

    /// Whether the block may be used after that statement by a name that is bound before it.
    pub fn is_used_after(&self, block: Name, at: usize) -> bool {
        let members = self.members.get(&self.blocks.class(block)).map_or(&[][..], Vec::as_slice);
        let is_used = |name: &Name| {
            self.bound.get(name).is_some_and(|&bound| bound < at) && self.last.get(name).is_some_and(|&last| last > at)
        };
        members.len() > MAX_MEMBERS
            || members.iter().any(is_used)
            || self.last.get(&block).is_some_and(|&last| last > at)
    }

    /// Whether the block has that name before the statement.
    pub fn is_from_before(&self, name: Name, at: usize) -> bool {
        self.bound.get(&name).is_none_or(|&bound| bound < at)
    }
}
