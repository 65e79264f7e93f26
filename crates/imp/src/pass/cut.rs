//! Cut: for several threads, fills and copies of large arrays become tasks.
//!
//! ```text
//! kernel i < n { a[i] <- 0 }           ==>   var pieces := pieces(n, 0.03)
//!                                            if 1 < pieces {
//!                                              tasks t < pieces {
//!                                                kernel at < length of t { var i := first of t + at  a[i] <- 0 }
//!                                              }
//!                                            } else {
//!                                              kernel i < n { a[i] <- 0 }
//!                                            }
//! copy a[0] <- b[0] for n                    the same, with the copy of a piece
//! ```
//!
//! Outside of tasks, lowering leaves copies and the kernels of `replicate`, `iota` and array views. A kernel is cut if
//! it only computes and writes, and every write index depends on its variable. A block that all iterations use in turn,
//! such as a buffer, cannot be divided among tasks.
//!
//! Code inside tasks, kernels, or the single-piece branch stays, as do loops and copies that are certainly short.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear.

use crate::def::*;
use crate::linear::{Definitions, binary, linear_in};
use crate::piece::Piece;
use crate::time;
use crate::walk;
use base::{Error, Name, NameSource, Spans};
use rustc_hash::FxHashSet;
use value::{BinOp, Scalar, ScalarType};

/// Number of iterations or elements below which tasks are not worth it.
const FEW: i64 = 1000;

pub fn cut(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let definitions = Definitions::of(&program.functions[id]);
        let body = std::mem::take(&mut program.functions[id].body);
        let mut cutter = Cutter { names: &mut program.names, definitions };
        program.functions[id].body = cutter.block(body);
    }
    Ok(program)
}

struct Cutter<'a> {
    names: &'a mut NameSource,
    definitions: Definitions,
}

impl Cutter<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|stm| self.stm(stm)).collect()
    }

    fn stm(&mut self, mut stm: Stm) -> Block {
        match &mut stm {
            Stm::Tasks { .. } => vec![stm],
            Stm::If { cond, .. } if Piece::decides(cond) => vec![stm],
            Stm::For { parallel: true, .. } => match self.kernel(&stm) {
                Some(cut) => cut,
                None => vec![stm],
            },
            Stm::Copy { .. } => self.copy(&stm),
            _ => {
                for inner in walk::blocks_mut(&mut stm) {
                    *inner = self.block(std::mem::take(inner));
                }
                vec![stm]
            }
        }
    }

    /// Returns the kernel as tasks, if it may be cut.
    fn kernel(&mut self, stm: &Stm) -> Option<Block> {
        let Stm::For { var, ty: ScalarType::I64, bound, body, spans, .. } = stm else { return None };
        if is_few(bound) || !walk::memory_read(bound).is_empty() || !self.writes_apart(*var, body) {
            return None;
        }
        let piece = Piece::new(self.names);
        let time = time::of_round(stm, &FxHashSet::default(), *var, None);
        let mut task = piece.bounds(bound.clone(), self.names);
        task.push(piece.over(*var, body.clone(), true, self.names));
        Some(piece.instead_of(stm, bound.clone(), time, task, spans, self.names))
    }

    /// Returns the copy as tasks for its pieces, if it may be cut; otherwise returns it unchanged.
    fn copy(&mut self, stm: &Stm) -> Block {
        let Stm::Copy { elem, to, to_offset, from, from_offset, count } = stm else { return vec![stm.clone()] };
        // The offsets and the count must not depend on memory.
        if is_few(count) || walk::expressions(stm).any(|exp| !walk::memory_read(exp).is_empty()) {
            return vec![stm.clone()];
        }
        let piece = Piece::new(self.names);
        let shifted = |offset: &Exp| match offset {
            Exp::Const(Scalar::I64(0)) => Exp::Var(piece.first),
            offset => binary(BinOp::Add, offset.clone(), Exp::Var(piece.first)),
        };
        let mut task = piece.bounds(count.clone(), self.names);
        task.push(Stm::Copy {
            elem: *elem,
            to: *to,
            to_offset: shifted(to_offset),
            from: *from,
            from_offset: shifted(from_offset),
            count: Exp::Var(piece.length),
        });
        piece.instead_of(stm, count.clone(), time::of_copy(*elem), task, &Spans::default(), self.names)
    }

    /// Whether the block only computes, uses no objects, and writes only elements whose index changes with the
    /// variable.
    fn writes_apart(&self, var: Name, block: &[Stm]) -> bool {
        let is_apart = |index: &Exp| {
            let sum = self.definitions.poly(index).and_then(|index| linear_in(&index, var));
            sum.is_some_and(|(step, _)| !step.is_zero())
        };
        let (mut apart, mut writes) = (true, false);
        let declared: FxHashSet<Name> = walk::declared(block).into_iter().collect();
        walk::each_exp(block, &mut |exp| {
            apart &= !matches!(exp, Exp::Word { .. } | Exp::Number(_) | Exp::Unique(_) | Exp::Same(..))
        });
        walk::each_stm(block, &mut |stm| match stm {
            Stm::Write { index, .. } | Stm::Copy { to_offset: index, .. } => {
                writes = true;
                apart &= is_apart(index);
            }
            Stm::Assign { name, .. } => apart &= declared.contains(name),
            Stm::Declare { .. } | Stm::If { .. } | Stm::For { .. } => {}
            _ => apart = false,
        });
        apart && writes
    }
}

fn is_few(count: &Exp) -> bool {
    matches!(count, Exp::Const(Scalar::I64(count)) if *count < FEW)
}
