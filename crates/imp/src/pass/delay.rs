//! Delayed reads: the host reads a scalar made by a kernel just before it uses it, or never if only kernels use it.
//!
//! ```text
//! sum <- alloc f32 1                        sum <- alloc f32 1
//! launch g < .. { .. sum[0] <- .. }         launch g < .. { .. sum[0] <- .. }
//! var s : f32 := sum[0]                     launch g < .. {
//! release sum                         ==>     var s : f32 := sum[0]
//! var mean : f32 := s / f32(n)                var mean : f32 := s / f32(n)
//! launch g < .. { .. x[i] - mean .. }         .. x[i] - mean ..
//!                                           }
//! ```
//!
//! Reading from a device makes the host wait for all earlier launches. So declarations that read the first element of a
//! small block, or that compute with such scalars, are delayed. Launches get copies of them. On the host they are made
//! just before the first statement that mentions them, in the same or an inner block. Unused ones are dropped.
//!
//! Conditions: the block is declared beside the scalar, is not shared, is not written afterwards, and lives to the end
//! of its scope. A launch gets at most `MAX_COPIED` declarations; if it wants more, they are made before it.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times the depth of nesting, and `MAX_WAITING`.

use crate::def::*;
use crate::linear::Definitions;
use crate::walk;
use base::{Error, Name, NameSource};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar, ScalarType};

const MAX_COPIED: usize = 16;
/// Largest number of delayed declarations at a time.
const MAX_WAITING: usize = 64;
/// Largest number of elements of a small block.
const MAX_FEW: i64 = 1 << 10;
/// Largest depth of definitions that are followed.
const DEPTH: usize = 16;

pub fn delay_reads(mut program: Program) -> Result<Program, Error> {
    let Program { names, functions, .. } = &mut program;
    for function in functions.values_mut() {
        let definitions = Definitions::of(function);
        let cells = cells(function, &definitions);
        if cells.is_empty() {
            continue;
        }
        let mut delayer = Delayer { names, definitions, cells };
        function.body = delayer.block(std::mem::take(&mut function.body), Scope::default());
    }
    Ok(program)
}

/// Returns the memory variables whose blocks are small and to which no other variable refers.
fn cells(function: &Function, definitions: &Definitions) -> FxHashSet<Name> {
    let mut own = walk::own_blocks(function);
    own.retain(|_, allocation| is_few(&allocation.count, definitions, DEPTH));
    own.into_keys().collect()
}

/// Whether a block of `count` elements is so small that keeping it alive longer does no harm. A number proportional to
/// the groups that keep the device busy counts as small.
fn is_few(count: &Exp, definitions: &Definitions, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is_few = |exp: &Exp| is_few(exp, definitions, depth);
    match count {
        Exp::Const(count) => count.as_i64().is_some_and(|count| count <= MAX_FEW),
        Exp::Setting(setting) => matches!(setting, Setting::Groups),
        Exp::Var(name) => definitions.get(*name).is_some_and(is_few),
        Exp::Bin(BinOp::Min, a, b) => is_few(a) || is_few(b),
        Exp::Bin(BinOp::Max | BinOp::Add, a, b) => is_few(a) && is_few(b),
        Exp::Bin(BinOp::Quot | BinOp::Sub, a, _) => is_few(a),
        _ => false,
    }
}

/// A declaration that is delayed.
#[derive(Clone)]
struct Delayed {
    name: Name,
    ty: ScalarType,
    init: Exp,
    /// Whether the declaration comes from an enclosing block.
    is_outer: bool,
}

struct Delayer<'a> {
    names: &'a mut NameSource,
    definitions: Definitions,
    cells: FxHashSet<Name>,
}

/// A block under construction.
#[derive(Default)]
struct Scope {
    /// Delayed declarations of this block and of enclosing blocks, in order.
    waiting: Vec<Delayed>,
    /// Small blocks that the delayed declarations read, here or in an enclosing block. They must not be released.
    kept: FxHashSet<Name>,
    /// New names of delayed declarations from enclosing blocks that have been made in this one.
    renamed: FxHashMap<Name, Name>,
    out: Block,
}

impl Delayer<'_> {
    /// Rewrites a block. Declarations that can wait are made where they are first used.
    fn block(&mut self, block: Block, mut scope: Scope) -> Block {
        let last_write = self.last_writes(&block);
        for (at, stm) in block.into_iter().enumerate() {
            let is_ready = |cell: Name| last_write.get(&cell).is_some_and(|last| *last < at);
            match stm {
                Stm::Declare { name, ty, init } if self.can_wait(name, &init, &scope, &is_ready) => {
                    scope.kept.extend(walk::memory_read(&init));
                    scope.waiting.push(Delayed { name, ty, init, is_outer: false });
                }
                Stm::ReleaseReference { name } if scope.kept.contains(&name) => {}
                stm => self.stm(stm, &mut scope),
            }
        }
        scope.out
    }

    /// Returns the position of the last statement that writes each small block declared here.
    fn last_writes(&self, block: &[Stm]) -> FxHashMap<Name, usize> {
        let mut last = FxHashMap::default();
        for (at, stm) in block.iter().enumerate() {
            if let Stm::DeclareMemory { name } = stm
                && self.cells.contains(name)
            {
                last.insert(*name, at);
            }
            walk::each_stm(std::slice::from_ref(stm), &mut |inner| {
                if let Stm::Write { memory, .. } | Stm::Atomic { memory, .. } | Stm::Copy { to: memory, .. } = inner
                    && let Some(last) = last.get_mut(memory)
                {
                    *last = at;
                }
            });
        }
        last
    }

    /// Whether the declaration of an immutable variable can be delayed: it reads a kernel's result, or computes with
    /// scalars that do.
    fn can_wait(&self, name: Name, init: &Exp, scope: &Scope, is_ready: &impl Fn(Name) -> bool) -> bool {
        let (mut is_remote, mut is_fixed) = (false, !self.definitions.is_mutable(name));
        walk::each_part(init, &mut |part| match part {
            Exp::Var(name) => {
                is_fixed &= !self.definitions.is_mutable(*name);
                is_remote |= scope.waiting.iter().any(|delayed| delayed.name == *name);
            }
            Exp::Read { memory, index, .. } => {
                is_fixed &= **index == Exp::Const(Scalar::I64(0)) && is_ready(*memory);
                is_remote = true;
            }
            // Kernels cannot evaluate these expressions.
            Exp::Word { .. }
            | Exp::Number(_)
            | Exp::Unique(_)
            | Exp::Same(..)
            | Exp::Pieces(..)
            | Exp::Setting(Setting::Team | Setting::Threshold { .. }) => is_fixed = false,
            _ => {}
        });
        is_fixed && is_remote && scope.waiting.len() < MAX_WAITING
    }

    /// Emits a statement, after the declarations it needs.
    fn stm(&mut self, mut stm: Stm, scope: &mut Scope) {
        self.make(&wanted_by_host(&stm), scope);
        let mut wanted = FxHashSet::default();
        if let Stm::Launch { body, .. } = &stm
            && !scope.waiting.is_empty()
        {
            walk::each_name(body, &mut |name| _ = wanted.insert(name));
            if scope.needed(&wanted).len() > MAX_COPIED {
                self.make(&wanted, scope);
            }
        }
        scope.rename(&mut stm);
        match &mut stm {
            Stm::Launch { body, .. } => self.copy_into(body, &wanted, scope),
            stm => {
                for inner in walk::blocks_mut(stm) {
                    *inner = self.block(std::mem::take(inner), scope.inner());
                }
            }
        }
        scope.out.push(stm);
    }

    /// Emits the delayed declarations that the names need.
    fn make(&mut self, names: &FxHashSet<Name>, scope: &mut Scope) {
        let needed = scope.needed(names);
        for &at in &needed {
            let Delayed { name, ty, init, is_outer } = scope.waiting[at].clone();
            let made = if is_outer { self.names.like(name) } else { name };
            let mut declaration = Stm::Declare { name: made, ty, init };
            scope.rename(&mut declaration);
            scope.renamed.extend(is_outer.then_some((name, made)));
            scope.out.push(declaration);
        }
        needed.iter().rev().for_each(|&at| _ = scope.waiting.remove(at));
    }

    /// Copies the delayed declarations that a launch mentions into its body.
    fn copy_into(&mut self, body: &mut Block, wanted: &FxHashSet<Name>, scope: &Scope) {
        let needed = scope.needed(wanted);
        if needed.is_empty() {
            return;
        }
        let declared = needed.iter().map(|&at| {
            let Delayed { name, ty, init, .. } = scope.waiting[at].clone();
            Stm::Declare { name, ty, init }
        });
        let mut whole: Block = declared.collect();
        whole.iter_mut().for_each(|stm| scope.rename(stm));
        let fresh =
            needed.iter().map(|&at| (scope.waiting[at].name, self.names.like(scope.waiting[at].name))).collect();
        whole.append(body);
        walk::rename(&mut whole, &fresh);
        *body = whole;
    }
}

impl Scope {
    /// Returns the initial scope of an inner block.
    fn inner(&self) -> Scope {
        let waiting = self.waiting.iter().cloned().map(|delayed| Delayed { is_outer: true, ..delayed }).collect();
        Scope { waiting, kept: self.kept.clone(), renamed: self.renamed.clone(), out: Block::new() }
    }

    /// Returns the positions of the delayed declarations that the names need, in order.
    fn needed(&self, names: &FxHashSet<Name>) -> Vec<usize> {
        let (mut names, mut needed) = (names.clone(), Vec::new());
        for (at, delayed) in self.waiting.iter().enumerate().rev() {
            if names.contains(&delayed.name) {
                names.extend(walk::variables(&delayed.init));
                needed.push(at);
            }
        }
        needed.reverse();
        needed
    }

    fn rename(&self, stm: &mut Stm) {
        if !self.renamed.is_empty() {
            walk::rename(std::slice::from_mut(stm), &self.renamed);
        }
    }
}

/// Returns the scalars that the host needs to run the statement, without those that its blocks need.
fn wanted_by_host(stm: &Stm) -> FxHashSet<Name> {
    let mut wanted: FxHashSet<Name> = walk::expressions(stm).flat_map(walk::variables).collect();
    if let Stm::Launch { body, .. } = stm {
        walk::each_stm(body, &mut |inner| {
            if let Stm::DeclareShared { count, .. } = inner {
                wanted.extend(walk::variables(count));
            }
        });
    }
    wanted
}
