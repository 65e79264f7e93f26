//! Pieces: a loop's iterations divided among tasks.

use crate::def::*;
use crate::linear::{binary, i64};
use crate::walk;
use base::{Name, NameSource, Spans};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, ScalarType};

/// A task and its piece of a loop's iterations. It holds the names of four variables: the task's number, the number of
/// pieces, and the piece's first iteration and length.
#[derive(Clone, Copy)]
pub struct Piece {
    pub task: Name,
    pub pieces: Name,
    pub first: Name,
    pub length: Name,
}

impl Piece {
    pub fn new(names: &mut NameSource) -> Piece {
        let mut fresh = |hint| names.fresh(hint);
        Piece { task: fresh("task"), pieces: fresh("pieces"), first: fresh("first"), length: fresh("length") }
    }

    /// Declares the number of pieces for `count` iterations that take `time` nanoseconds each.
    pub fn decide(&self, count: Exp, time: Exp) -> Stm {
        declare(self.pieces, Exp::Pieces(Box::new(count), Box::new(time)))
    }

    /// Declares the task's range of `count` iterations. Pieces have equal length, except that the first ones may be
    /// longer by one.
    pub fn bounds(&self, count: Exp, names: &mut NameSource) -> Block {
        let var = |name| Exp::Var(name);
        let (least, more) = (names.fresh("least"), names.fresh("more"));
        let before = binary(BinOp::Min, var(self.task), var(more));
        let first = binary(BinOp::Add, binary(BinOp::Mul, var(self.task), var(least)), before);
        let is_longer = Exp::Cmp(CmpOp::Lt, Box::new(var(self.task)), Box::new(var(more)));
        let one = Exp::Convert(ScalarType::I64, Box::new(is_longer));
        vec![
            declare(least, binary(BinOp::Quot, count.clone(), var(self.pieces))),
            declare(more, binary(BinOp::Rem, count, var(self.pieces))),
            declare(self.first, first),
            declare(self.length, binary(BinOp::Add, var(least), one)),
        ]
    }

    /// Makes a loop over the task's iterations, with the body for `index`.
    pub fn over(&self, index: Name, body: Block, parallel: bool, names: &mut NameSource) -> Stm {
        let at = names.fresh("at");
        let init = binary(BinOp::Add, Exp::Var(self.first), Exp::Var(at));
        let body = std::iter::once(declare(index, init)).chain(body).collect();
        let bound = Exp::Var(self.length);
        Stm::For { var: at, ty: ScalarType::I64, bound, body, parallel, spans: Spans::default() }
    }

    pub fn tasks(&self, body: Block, spans: &Spans) -> Stm {
        Stm::Tasks { var: self.task, bound: Exp::Var(self.pieces), body, spans: spans.clone() }
    }

    /// Makes a branch on whether there are several pieces.
    pub fn if_several(&self, several: Block, one: Block) -> Stm {
        let cond = Exp::Cmp(CmpOp::Lt, Box::new(i64(1)), Box::new(Exp::Var(self.pieces)));
        Stm::If { cond, then_block: several, else_block: one }
    }

    /// Returns a choice between tasks for several pieces and the statement itself. The task keeps the names of the
    /// statement, whose copy gets new ones.
    pub fn instead_of(
        &self,
        stm: &Stm,
        count: Exp,
        time: Exp,
        task: Block,
        spans: &Spans,
        names: &mut NameSource,
    ) -> Block {
        let one = walk::copy(std::slice::from_ref(stm), FxHashMap::default(), names);
        vec![self.decide(count, time), self.if_several(vec![self.tasks(task, spans)], one)]
    }

    /// Whether the condition is that of `if_several`.
    pub fn decides(cond: &Exp) -> bool {
        matches!(cond, Exp::Cmp(CmpOp::Lt, one, pieces) if **one == i64(1) && matches!(**pieces, Exp::Var(_)))
    }
}

fn declare(name: Name, init: Exp) -> Stm {
    Stm::Declare { name, ty: ScalarType::I64, init }
}
