//! Which variables may stand for one block at run time. A block has one name where it is allocated and gets others on
//! its way out of branches, through loops and calls.

use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashMap;

/// Classes of variables that may stand for one block.
#[derive(Default)]
pub struct Blocks {
    /// Another variable of the class; none for the one that stands for the class.
    parents: FxHashMap<Name, Name>,
}

impl Blocks {
    /// Cost: almost linear.
    pub fn of(program: &Program) -> Blocks {
        let mut blocks = Blocks::default();
        for function in program.functions.values() {
            walk::for_each_stm(&function.body, &mut |stm| blocks.stm(program, stm));
        }
        blocks
    }

    pub fn may_be_one(&self, a: Name, b: Name) -> bool {
        self.class(a) == self.class(b)
    }

    fn stm(&mut self, program: &Program, stm: &Stm) {
        let mut join = |a: Name, b: Atom| {
            if let (Type::Memory, Some(b)) = (program.type_of(a), b.var()) {
                self.join(a, b);
            }
        };
        match &stm.exp {
            Exp::Atom(atom) => stm.pattern.iter().for_each(|&name| join(name, *atom)),
            Exp::If { then_body, else_body, .. } => {
                for body in [then_body, else_body] {
                    stm.pattern.iter().zip(&body.result).for_each(|(&name, &result)| join(name, result));
                }
            }
            Exp::Loop(looped) => {
                for ((&name, &(param, init)), &result) in
                    stm.pattern.iter().zip(&looped.params).zip(&looped.body.result)
                {
                    join(name, param.into());
                    join(param, init);
                    join(param, result);
                }
            }
            // A result may be an argument's block, whichever.
            Exp::Call { args, .. } => {
                let is_memory = |atom: &&Atom| program.atom_type(**atom) == Type::Memory;
                for &name in &stm.pattern {
                    args.iter().filter(is_memory).for_each(|&arg| join(name, arg));
                }
            }
            _ => {}
        }
    }

    /// The variable that stands for the class.
    pub fn class(&self, mut name: Name) -> Name {
        while let Some(&parent) = self.parents.get(&name) {
            name = parent;
        }
        name
    }

    fn join(&mut self, a: Name, b: Name) {
        let (of_a, of_b) = (self.shortened(a), self.shortened(b));
        if of_a != of_b {
            self.parents.insert(of_a, of_b);
        }
    }

    /// The class of the name; the way there is halved, so that none is long.
    fn shortened(&mut self, mut name: Name) -> Name {
        while let Some(&parent) = self.parents.get(&name) {
            if let Some(&above) = self.parents.get(&parent) {
                self.parents.insert(name, above);
            }
            name = parent;
        }
        name
    }
}

/// The block that the statement allocates.
pub fn allocated(stm: &Stm) -> Option<Name> {
    if let Exp::Alloc { .. } = stm.exp { stm.pattern.first().copied() } else { None }
}

/// Drops the allocations of the blocks that are gone, at any depth.
pub fn without_allocations(body: &mut Body, is_gone: &dyn Fn(Name) -> bool) {
    body.stms.retain(|stm| !allocated(stm).is_some_and(is_gone));
    for stm in &mut body.stms {
        stm.exp.bodies_mut().into_iter().for_each(|body| without_allocations(body, is_gone));
    }
}
