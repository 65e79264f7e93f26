//! Analysis of a thread's code for kernels that work in tiles. Finds reads that always happen and the index along which
//! they run, and replaces them by reads of tiles.
//!
//! ```text
//! x <- select(a[i * n + j] < 0, b[j], 0)    -- sure: a[i * n + j], not b[j]; it runs along j, as its position grows by 1 with it
//!                                    ==>
//! x <- select(tile[s * 33 + f] < 0, b[j], 0)
//! ```
//!
//! Needs: the caller knows which statements always run, and that nothing is written there before. Guarantees: a read
//! that is found can be made earlier, if the names in its address are known there.

use super::*;
use imp::walk;

/// The group memory that devices usually have, in bytes. A kernel whose tiles need more on a usual device is not made.
pub(super) const USUAL_MEMORY: i64 = 32 << 10;

/// An index of a kernel and its bound.
pub(super) struct Axis {
    pub index: Name,
    pub size: target::Exp,
}

/// A read of memory.
#[derive(Clone, PartialEq)]
pub(super) struct Access {
    pub memory: Name,
    pub elem: ScalarType,
    pub index: target::Exp,
}

impl Access {
    /// Whether the address mentions none of the names `own` and reads no memory.
    pub fn is_known(&self, own: &FxHashSet<Name>) -> bool {
        walk::variables(&self.index).is_disjoint(own) && walk::memory_read(&self.index).is_empty()
    }
}

/// Returns the condition that the index is below its bound.
pub(super) fn is_below(axis: &Axis) -> target::Exp {
    cmp(CmpOp::Lt, var(axis.index), axis.size.clone())
}

/// Returns the conjunction of the conditions.
pub(super) fn all_of(conditions: impl IntoIterator<Item = target::Exp>) -> target::Exp {
    let all = conditions.into_iter().reduce(|all, next| bin(BinOp::And, all, next));
    all.unwrap_or_else(|| exp(Atom::bool(true)))
}

/// Whether the block contains a check or a call, so that it may fail.
pub(super) fn may_fail(block: &[target::Stm]) -> bool {
    let mut found = false;
    walk::each_stm(block, &mut |stm| {
        found |= matches!(stm, target::Stm::Assert { .. } | target::Stm::Call { .. });
    });
    found
}

/// Visits the reads of an expression that are made in any case, whatever other values are.
pub(super) fn each_sure_read(exp: &target::Exp, visit: &mut dyn FnMut(Access)) {
    match exp {
        target::Exp::Read { memory, elem, index } => {
            visit(Access { memory: *memory, elem: *elem, index: (**index).clone() });
        }
        target::Exp::Select(cond, ..) => each_sure_read(cond, visit),
        exp => walk::operands(exp).for_each(|part| each_sure_read(part, visit)),
    }
}

/// Replaces the reads in `values` by expressions, in all expressions of the block.
pub(super) fn replace_reads(block: &mut target::Block, values: &[(&Access, target::Exp)]) {
    for stm in block {
        walk::expressions_mut(stm).into_iter().for_each(|exp| replace_in(exp, values));
        walk::blocks_mut(stm).into_iter().for_each(|inner| replace_reads(inner, values));
    }
}

/// Replaces the reads in the expression that are among the accesses by their values.
fn replace_in(exp: &mut target::Exp, values: &[(&Access, target::Exp)]) {
    let found = match exp {
        target::Exp::Read { memory, elem, index } => values
            .iter()
            .find(|(access, _)| access.memory == *memory && access.elem == *elem && access.index == **index),
        _ => None,
    };
    match found {
        Some((_, value)) => *exp = value.clone(),
        None => walk::operands_mut(exp).into_iter().for_each(|part| replace_in(part, values)),
    }
}

/// Whether the position grows by 1 with the variable.
pub(super) fn runs_along(position: &target::Exp, name: Name) -> bool {
    match position {
        target::Exp::Var(own) => *own == name,
        target::Exp::Bin(BinOp::Add, a, b) => match [a, b].map(|part| walk::variables(part).contains(&name)) {
            [true, false] => runs_along(a, name),
            [false, true] => runs_along(b, name),
            _ => false,
        },
        target::Exp::Bin(BinOp::Sub, a, b) => runs_along(a, name) && !walk::variables(b).contains(&name),
        _ => false,
    }
}
