//! Origin of a block that a body returns: allocated in the body or in branches of an `if`, returned by an inner loop
//! with buffers, or passed in.

use super::home::{BodyId, id_of};
use base::Name;
use fun::def::*;
use rustc_hash::FxHashMap;
use value::ScalarType;

/// How a function's blocks are bound.
#[derive(Default)]
pub struct Origins {
    /// For each block name that is another name of a block, the first name of that block.
    roots: FxHashMap<Name, Name>,
    made: FxHashMap<Name, (Made, BodyId)>,
    /// Loops that already have buffers, by the block of the array that they return.
    pub rings: FxHashMap<Name, Ring>,
}

#[derive(Clone, Copy)]
enum Made {
    Alloc(ScalarType, Atom),
    /// For each branch, the block that it returns and the branch's body.
    If([(Name, BodyId); 2]),
}

/// A loop with buffers, as the enclosing body sees it.
pub struct Ring {
    /// Block of the loop's initial array.
    pub init: Name,
    /// Blocks that the loop takes as buffers.
    pub taken: Vec<Name>,
    /// Names of the buffers after the loop.
    pub left: Vec<Name>,
    /// Whether only the loop uses the initial block from the loop on.
    pub is_alone: bool,
    /// Whether the initial block is one of the blocks that rotate.
    pub swaps: bool,
}

/// How a body obtains the block that it returns.
pub enum Way {
    /// The block of the last array.
    Kept,
    /// A block allocated in the body.
    Fresh(Name),
    /// A block of an inner loop that continues with the last array. The loop takes the blocks `taken` and leaves the
    /// blocks `left`.
    Handed { taken: Vec<Name>, left: Vec<Name> },
    /// A block of an inner loop that starts with an array made in the body. The blocks that it takes do not include the
    /// last array's block.
    Ring { taken: Vec<Name>, left: Vec<Name> },
    /// The result of an `if`, under this name.
    Choice { name: Name, branches: Box<[Way; 2]> },
}

impl Way {
    /// Returns the blocks that the body allocates or passes to inner loops, each once.
    pub fn taken(&self) -> Vec<Name> {
        let mut all = Vec::new();
        self.add_taken(&mut all);
        all
    }

    fn add_taken(&self, all: &mut Vec<Name>) {
        match self {
            Way::Kept => {}
            Way::Fresh(name) if all.contains(name) => {}
            Way::Fresh(name) => all.push(*name),
            Way::Handed { taken, .. } | Way::Ring { taken, .. } => all.extend(taken),
            Way::Choice { branches, .. } => branches.iter().for_each(|way| way.add_taken(all)),
        }
    }

    pub fn is_choice(&self) -> bool {
        matches!(self, Way::Choice { .. })
    }

    /// Whether the block differs from the last array's in every round, and is not passed to an inner loop.
    pub fn is_always_new(&self) -> bool {
        matches!(self, Way::Fresh(_) | Way::Ring { .. })
    }

    /// Whether one of the taken blocks already serves as the spare block.
    pub fn has_spare(&self) -> bool {
        matches!(self, Way::Handed { .. })
    }
}

impl Origins {
    /// Finds the definitions of all blocks in a body. Cost: linear.
    pub fn of(program: &Program, body: &Body) -> Origins {
        let mut origins = Origins::default();
        origins.body(program, body);
        origins
    }

    fn body(&mut self, program: &Program, body: &Body) {
        let id = id_of(body);
        for stm in &body.stms {
            stm.exp.bodies().into_iter().for_each(|inner| self.body(program, inner));
            for (at, &name) in stm.pattern.iter().enumerate() {
                if *program.type_of(name) == Type::Memory {
                    self.block(name, &stm.exp, at, id);
                }
            }
        }
    }

    /// Records how the block is bound: it is result `at` of the expression, in this body.
    fn block(&mut self, name: Name, exp: &Exp, at: usize, body: BodyId) {
        let result = |body: &Body| body.result.get(at).and_then(|atom| atom.var());
        let same = match exp {
            Exp::Atom(atom) => atom.var(),
            Exp::Alloc { elem, count } => {
                self.note_allocated(name, *elem, *count, body);
                None
            }
            Exp::If { then_body, else_body, .. } => {
                let (Some(a), Some(b)) = (result(then_body), result(else_body)) else { return };
                let (a, b) = (self.root(a), self.root(b));
                self.made.insert(name, (Made::If([(a, id_of(then_body)), (b, id_of(else_body))]), body));
                (a == b).then_some(a)
            }
            Exp::Loop(looped) => {
                let (Some(&(param, init)), Some(end)) = (looped.params.get(at), result(&looped.body)) else { return };
                init.var().filter(|_| self.root(end) == param)
            }
            _ => None,
        };
        if let Some(same) = same {
            self.roots.insert(name, self.root(same));
        }
    }

    pub fn note_allocated(&mut self, name: Name, elem: ScalarType, count: Atom, body: BodyId) {
        self.made.insert(name, (Made::Alloc(elem, count), body));
    }

    /// Returns the block's first name: where it is allocated, or comes out of branches, a loop or a call.
    pub fn root(&self, name: Name) -> Name {
        self.roots.get(&name).copied().unwrap_or(name)
    }

    /// Returns the element type and the count with which the block is allocated; `None` if it is not bound by an
    /// allocation.
    pub fn allocated(&self, name: Name) -> Option<(ScalarType, Atom)> {
        if let Some(&(Made::Alloc(elem, count), _)) = self.made.get(&name) { Some((elem, count)) } else { None }
    }

    /// Returns how the body of a loop obtains the block `result` that it returns. `last` is the loop's parameter for
    /// it. `None` if the block is not new, or not allocated in the body.
    pub fn way(&self, result: Name, last: Name, body: BodyId) -> Option<Way> {
        let result = self.root(result);
        let way = match self.rings.get(&result) {
            Some(_) => self.ring(result, last, body)?,
            None => self.in_body(result, last, body)?,
        };
        (!matches!(way, Way::Kept)).then_some(way)
    }

    /// Follows loops with buffers backwards: each one starts with the result of the one before.
    fn ring(&self, result: Name, last: Name, body: BodyId) -> Option<Way> {
        let (mut all_taken, mut all_left) = (Vec::new(), Vec::new());
        let mut first = result;
        while let Some(Ring { init, taken, left, is_alone, swaps }) = self.rings.get(&first) {
            let is_here = |name: &Name| self.made.get(name).is_some_and(|(_, home)| *home == body);
            if !taken.iter().all(is_here) {
                return None;
            }
            let init = self.root(*init);
            if !swaps {
                // In a later round, the spare block may be that of the last array.
                let is_handed = first == result && init == last && *is_alone;
                return is_handed.then(|| Way::Handed { taken: taken.clone(), left: left.clone() });
            }
            all_taken.extend(taken);
            all_left.extend(left);
            first = init;
        }
        let Way::Fresh(made) = self.in_body(first, last, body)? else { return None };
        all_taken.push(made);
        Some(Way::Ring { taken: all_taken, left: all_left })
    }

    /// Returns the way in which `result` is made by the statements of this body, without inner loops.
    fn in_body(&self, result: Name, last: Name, body: BodyId) -> Option<Way> {
        if result == last {
            return Some(Way::Kept);
        }
        match self.made.get(&result)? {
            (_, home) if *home != body => None,
            (Made::Alloc(..), _) => Some(Way::Fresh(result)),
            (Made::If([(a, then_body), (b, else_body)]), _) => {
                let branches = [self.in_body(*a, last, *then_body)?, self.in_body(*b, last, *else_body)?];
                Some(Way::Choice { name: result, branches: Box::new(branches) })
            }
        }
    }
}
