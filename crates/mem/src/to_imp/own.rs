//! Finds blocks from outside that a task fills completely before it reads them. A task's own copy of such a block can
//! begin uninitialized.
//!
//! ```text
//! for j < m { copy x[0] <- ys[j * n] for n   .. x[i] .. }     x, which has room for n elements, is filled first
//! for j < m { if c { copy x[0] <- .. for n }   .. x[i] .. }   x is not
//! ```
//!
//! Every mention of the block must be preceded by a copy of as many elements as the block holds, in the same list of
//! statements or in one around it. Cost: linear.

use super::exp;
use base::Name;
use fun::def::Atom;
use imp::def::{Arg, Block, Exp, Stm};
use imp::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Scalar, ScalarType};

pub fn filled_first(task: &Block, rooms: &FxHashMap<Name, (ScalarType, Atom)>) -> FxHashSet<Name> {
    let mut search = Search { rooms, lists: Vec::new(), filled: FxHashMap::default() };
    search.list(task);
    search.filled.into_iter().filter_map(|(name, list)| list.map(|_| name)).collect()
}

struct Search<'a> {
    rooms: &'a FxHashMap<Name, (ScalarType, Atom)>,
    /// For each list of statements so far, whether it encloses the current position.
    lists: Vec<bool>,
    /// For each block that was mentioned, the list in which it was filled before; `None` if some mention came before a
    /// fill.
    filled: FxHashMap<Name, Option<usize>>,
}

impl Search<'_> {
    /// Searches a list of statements, and the lists inside it, for fills and other mentions of blocks.
    fn list(&mut self, block: &Block) {
        let list = self.lists.len();
        self.lists.push(true);
        for stm in block {
            each_other_mention(stm, &mut |name| self.mention(name));
            if let Stm::Copy { to, .. } = stm {
                match self.fills(stm) {
                    true => self.fill(*to, list),
                    false => self.mention(*to),
                }
            }
            walk::blocks(stm).for_each(|inner| self.list(inner));
        }
        self.lists[list] = false;
    }

    fn fill(&mut self, name: Name, list: usize) {
        let filled = self.filled.entry(name).or_insert(Some(list));
        *filled = filled.map(|before| if self.lists[before] { before } else { list });
    }

    fn mention(&mut self, name: Name) {
        let filled = self.filled.entry(name).or_insert(None);
        *filled = filled.filter(|&list| self.lists[list]);
    }

    /// Whether the statement fills a whole block.
    fn fills(&self, stm: &Stm) -> bool {
        let Stm::Copy { elem, to, to_offset, count, .. } = stm else { return false };
        let begins = *to_offset == Exp::Const(Scalar::I64(0));
        begins && self.rooms.get(to).is_some_and(|&(room, size)| *elem == room && *count == exp(size))
    }
}

/// Visits the blocks that the statement itself mentions, except the destination of a copy.
fn each_other_mention(stm: &Stm, visit: &mut dyn FnMut(Name)) {
    walk::expressions(stm).for_each(|exp| walk::each_memory_read(exp, visit));
    match stm {
        Stm::Write { memory: name, .. } | Stm::Atomic { memory: name, .. } | Stm::Copy { from: name, .. } => {
            visit(*name)
        }
        Stm::AssignReference { from, .. } => visit(*from),
        Stm::Call { args, .. } => args.iter().for_each(|arg| {
            if let Arg::Reference(name) = arg {
                visit(*name);
            }
        }),
        _ => {}
    }
    walk::set(stm).into_iter().for_each(visit);
}
