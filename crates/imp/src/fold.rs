//! Folding of conditions: known comparisons decide `if` and `select`, and unused declarations are dropped. Passes that
//! specialise code apply it to their copies.

use crate::def::*;
use crate::walk;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// Number of rounds. Each may turn a variable into a constant that the next round uses.
const ROUNDS: usize = 4;

/// Folds a block. `decide` returns the value of a comparison if it is known.
pub fn fold(block: Block, decide: &dyn Fn(&Exp) -> Option<bool>) -> Block {
    let mut block = block;
    for _ in 0..ROUNDS {
        let mut folder = Folder { decide, known: FxHashMap::default(), mutable: walk::assigned(&block) };
        block = folder.block(block);
        if !declare_late(&mut block) {
            break;
        }
    }
    without_unused(block)
}

struct Folder<'a> {
    decide: &'a dyn Fn(&Exp) -> Option<bool>,
    known: FxHashMap<Name, bool>,
    mutable: FxHashSet<Name>,
}

impl Folder<'_> {
    /// Folds the constants of a block, and drops branches that are not taken and what follows a failure.
    fn block(&mut self, block: Block) -> Block {
        let mut folded = Vec::with_capacity(block.len());
        for mut stm in block {
            walk::expressions_mut(&mut stm).into_iter().for_each(|exp| self.exp(exp));
            match stm {
                Stm::Declare { name, ty: ScalarType::Bool, init: Exp::Const(Scalar::Bool(value)) }
                    if !self.mutable.contains(&name) =>
                {
                    self.known.insert(name, value);
                }
                Stm::If { cond: Exp::Const(Scalar::Bool(cond)), then_block, else_block } => {
                    folded.extend(self.block(if cond { then_block } else { else_block }));
                }
                Stm::Assert { cond: Exp::Const(Scalar::Bool(true)), .. } => {}
                failure @ Stm::Assert { cond: Exp::Const(Scalar::Bool(false)), .. } => {
                    folded.push(failure);
                    break;
                }
                mut other => {
                    for inner in walk::blocks_mut(&mut other) {
                        *inner = self.block(std::mem::take(inner));
                    }
                    folded.push(once(other));
                }
            }
        }
        folded
    }

    fn exp(&self, exp: &mut Exp) {
        walk::operands_mut(exp).into_iter().for_each(|part| self.exp(part));
        if let Some(simpler) = self.simpler(exp) {
            *exp = simpler;
        }
    }

    /// Returns a simpler expression of the same value, if one of its booleans is known.
    fn simpler(&self, exp: &Exp) -> Option<Exp> {
        let constant = |value| Some(Exp::Const(Scalar::Bool(value)));
        match exp {
            Exp::Var(name) => self.known.get(name).and_then(|&value| constant(value)),
            Exp::Cmp(..) => (self.decide)(exp).and_then(constant),
            Exp::Un(UnOp::Not, a) => constant(!truth(a)?),
            Exp::Bin(op @ (BinOp::And | BinOp::Or), a, b) => {
                let (value, other) = match (truth(a), truth(b)) {
                    (Some(value), _) => (value, b),
                    (_, Some(value)) => (value, a),
                    _ => return None,
                };
                if value == (*op == BinOp::Or) { constant(value) } else { Some((**other).clone()) }
            }
            Exp::Select(cond, a, b) => Some((**if truth(cond)? { a } else { b }).clone()),
            _ => None,
        }
    }
}

/// Whether the block always ends in a failed assertion.
pub fn fails(block: &[Stm]) -> bool {
    matches!(block.last(), Some(Stm::Assert { cond: Exp::Const(Scalar::Bool(false)), .. }))
}

/// Replaces a loop whose first iteration fails by that iteration, guarded by the bound.
fn once(stm: Stm) -> Stm {
    match stm {
        Stm::For { var, ty, bound, body, .. } if fails(&body) => {
            let zero = Exp::Const(Scalar::zero(ty));
            let cond = Exp::Cmp(CmpOp::Lt, Box::new(zero.clone()), Box::new(bound));
            let first = Stm::Declare { name: var, ty, init: zero };
            Stm::If { cond, then_block: std::iter::once(first).chain(body).collect(), else_block: Vec::new() }
        }
        other => other,
    }
}

/// Returns the value of a constant condition.
fn truth(exp: &Exp) -> Option<bool> {
    if let Exp::Const(Scalar::Bool(value)) = exp { Some(*value) } else { None }
}

/// Moves the declaration of a variable to its assignment, if that is the only one, in the same block, and without a use
/// in between. Returns whether any was moved.
fn declare_late(block: &mut Block) -> bool {
    let mut count: FxHashMap<Name, usize> = FxHashMap::default();
    walk::each_stm(block, &mut |stm| match stm {
        Stm::Assign { name, .. } => *count.entry(*name).or_default() += 1,
        Stm::Call { results, .. } => results.iter().for_each(|name| *count.entry(*name).or_default() += 2),
        _ => {}
    });
    declare_late_in(block, &count)
}

/// Like `declare_late`. `count` is the number of assignments to each variable.
fn declare_late_in(block: &mut Block, count: &FxHashMap<Name, usize>) -> bool {
    let mut changed = false;
    let mut waiting: FxHashMap<Name, (usize, ScalarType)> = FxHashMap::default();
    let mut gone = FxHashSet::default();
    for (at, stm) in block.iter_mut().enumerate() {
        for inner in walk::blocks_mut(stm) {
            changed |= declare_late_in(inner, count);
        }
        if !waiting.is_empty() {
            let mut used = FxHashSet::default();
            walk::each_exp(std::slice::from_ref(stm), &mut |part| {
                if let Exp::Var(name) = part {
                    used.insert(*name);
                }
            });
            waiting.retain(|name, _| !used.contains(name));
        }
        match stm {
            Stm::Declare { name, ty, .. } if count.get(name) == Some(&1) => _ = waiting.insert(*name, (at, *ty)),
            Stm::Assign { name, value } => {
                if let Some((from, ty)) = waiting.remove(name) {
                    gone.insert(from);
                    *stm = Stm::Declare { name: *name, ty, init: value.clone() };
                }
            }
            _ => {}
        }
    }
    changed |= !gone.is_empty();
    let mut at = 0;
    block.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    changed
}

/// Drops declarations of unused variables and branches without effect.
pub fn without_unused(block: Block) -> Block {
    let mut used = walk::assigned(&block);
    drop_unused(block, &mut used)
}

/// Drops unused declarations and branches without effect. Goes backwards, because uses follow declarations.
fn drop_unused(block: Block, used: &mut FxHashSet<Name>) -> Block {
    let mut kept = Vec::with_capacity(block.len());
    for mut stm in block.into_iter().rev() {
        for inner in walk::blocks_mut(&mut stm) {
            *inner = drop_unused(std::mem::take(inner), used);
        }
        let idle = match &stm {
            Stm::Declare { name, .. } => !used.contains(name),
            Stm::If { then_block, else_block, .. } => then_block.is_empty() && else_block.is_empty(),
            Stm::For { body, .. }
            | Stm::Tasks { body, .. }
            | Stm::Ordered { body }
            | Stm::Launch { body, .. }
            | Stm::Threads { body, .. } => body.is_empty(),
            _ => false,
        };
        if !idle {
            walk::expressions(&stm).for_each(|exp| used.extend(walk::variables(exp)));
            kept.push(stm);
        }
    }
    kept.reverse();
    kept
}
