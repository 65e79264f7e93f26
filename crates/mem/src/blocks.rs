//! Alias analysis of blocks: which variables may refer to the same block at run time. A block has one name where it is
//! allocated, and gets others by branches, loops and calls.
//!
//! The analysis holds for variables that exist at the same time. An allocated block differs from all blocks named
//! before. In the next iteration of a loop, a block allocated by the previous one has lost its name:
//!
//! ```text
//! loop (a_mem : mem = m) .. do          a_mem may be m, but not b_mem, though it is what b_mem was one turn before
//!   let (b_mem : mem) = alloc f32 n
//!   ..
//!   in (b_mem, ..)
//! ```

use base::Name;
use fun::def::*;
use rustc_hash::FxHashMap;

/// Classes of variables that may refer to the same block.
#[derive(Default)]
pub struct Blocks {
    /// Union-find links; the representative of a class has none.
    parents: FxHashMap<Name, Name>,
    /// Position of each variable's binding in program order, and whether the binding allocates the block.
    bound: FxHashMap<Name, (usize, bool)>,
    /// Position of the first binding in a class, by its representative.
    since: FxHashMap<Name, usize>,
}

impl Blocks {
    /// Analyses a whole program. Cost: almost linear.
    pub fn of(program: &Program) -> Blocks {
        let mut blocks = Blocks::default();
        for function in program.functions.values() {
            function.params.iter().for_each(|param| blocks.bind(program, param.name, false));
            blocks.stms(program, &function.body.stms);
        }
        blocks
    }

    /// Analyses one run of these statements. Blocks bound outside count as different from each other.
    pub fn within(program: &Program, stms: &[Stm]) -> Blocks {
        let mut blocks = Blocks::default();
        blocks.stms(program, stms);
        blocks
    }

    /// Whether two variables that both exist may refer to the same block.
    pub fn may_be_one(&self, a: Name, b: Name) -> bool {
        let later = [a, b].map(|name| self.bound.get(&name).copied().unwrap_or_default()).into_iter().max();
        let is_new = a != b && later.is_some_and(|(_, is_allocated)| is_allocated);
        !is_new && self.class(a) == self.class(b)
    }

    fn bind(&mut self, program: &Program, name: Name, is_allocated: bool) {
        if let Type::Memory = program.type_of(name) {
            let order = self.bound.len() + 1;
            self.bound.insert(name, (order, is_allocated));
            self.since.insert(name, order);
        }
    }

    fn stms(&mut self, program: &Program, stms: &[Stm]) {
        for stm in stms {
            stm.exp.binders().iter().for_each(|&name| self.bind(program, name, false));
            let outside = self.bound.len();
            stm.exp.bodies().into_iter().for_each(|body| self.stms(program, &body.stms));
            let is_allocated = matches!(stm.exp, Exp::Alloc { .. });
            stm.pattern.iter().for_each(|&name| self.bind(program, name, is_allocated));
            self.stm(program, stm);
            if let Exp::Loop(looped) = &stm.exp {
                self.next_turn(program, looped, outside);
            }
        }
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
                for (&name, &(param, init)) in stm.pattern.iter().zip(&looped.params) {
                    join(name, param.into());
                    join(param, init);
                }
            }
            // A call may return the block of any argument.
            Exp::Call { args, .. } => {
                let is_memory = |atom: &&Atom| program.atom_type(**atom) == Type::Memory;
                for &name in &stm.pattern {
                    args.iter().filter(is_memory).for_each(|&arg| join(name, arg));
                }
            }
            Exp::Un(..)
            | Exp::Bin(..)
            | Exp::Cmp(..)
            | Exp::Fma(..)
            | Exp::Convert(..)
            | Exp::Index(..)
            | Exp::Slice(..)
            | Exp::Update { .. }
            | Exp::Literal(_)
            | Exp::Table(_)
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Scratch { .. }
            | Exp::Copy(_)
            | Exp::Concat(_)
            | Exp::Permute(..)
            | Exp::Reshape(..)
            | Exp::Assert { .. }
            | Exp::Traverse(_)
            | Exp::Filter(_)
            | Exp::Scatter(_)
            | Exp::Histogram(_)
            | Exp::Threshold { .. }
            | Exp::Alloc { .. } => {}
        }
    }

    /// Unifies the blocks that an iteration passes on with the parameters. Blocks bound before position `outside` are
    /// from before the loop. Parameters that receive the same block of an iteration are unified.
    fn next_turn(&mut self, program: &Program, looped: &Loop, outside: usize) {
        let mut first: FxHashMap<Name, Name> = FxHashMap::default();
        for (&(param, _), result) in looped.params.iter().zip(&looped.body.result) {
            let (Type::Memory, Some(result)) = (program.type_of(param), result.var()) else { continue };
            let class = self.shortened(result);
            let is_of_turn = self.since.get(&class).is_some_and(|since| *since > outside);
            let same = if is_of_turn { *first.entry(class).or_insert(param) } else { result };
            self.join(param, same);
        }
    }

    /// Returns the representative of the name's class.
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
            let since = [of_a, of_b].iter().filter_map(|name| self.since.get(name)).min().copied();
            self.since.extend(since.map(|since| (of_b, since)));
        }
    }

    /// Returns the representative of the name's class and halves the path to it.
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

/// Returns the block that the statement allocates, if it does.
pub fn allocated(stm: &Stm) -> Option<Name> {
    if let Exp::Alloc { .. } = stm.exp { stm.pattern.first().copied() } else { None }
}

/// Removes the allocations of blocks for which `is_gone` holds, at any depth.
pub fn without_allocations(body: &mut Body, is_gone: &dyn Fn(Name) -> bool) {
    body.stms.retain(|stm| !allocated(stm).is_some_and(is_gone));
    for stm in &mut body.stms {
        stm.exp.bodies_mut().into_iter().for_each(|body| without_allocations(body, is_gone));
    }
}

/// Returns the block that the name stands for, or that holds the array.
pub fn block_of(program: &Program, name: Name) -> Option<Name> {
    let info = program.vars.get(name)?;
    match (&info.place, &info.ty) {
        (Some(place), _) => Some(place.block),
        (None, Type::Memory) => Some(name),
        _ => None,
    }
}
