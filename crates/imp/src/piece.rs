//! Pieces: the iterations of a loop, cut into tasks.

use crate::def::*;
use crate::linear::{binary, i64};
use base::{Name, NameSource, Spans};
use value::{BinOp, CmpOp, ScalarType};

/// A task and its iterations: so many from the first one on.
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

    /// Decides on the number of pieces of so many iterations that take so long each.
    pub fn decide(&self, count: Exp, time: Exp) -> Stm {
        declare(self.pieces, Exp::Pieces(Box::new(count), Box::new(time)))
    }

    /// Declares which of so many iterations are the task's: pieces are as long as each other, the first ones by one more if
    /// need be.
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

    /// A loop over the task's iterations; the body is for the index `index`.
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

    /// Code for several pieces, or for a single one.
    pub fn if_several(&self, several: Block, one: Block) -> Stm {
        let cond = Exp::Cmp(CmpOp::Lt, Box::new(i64(1)), Box::new(Exp::Var(self.pieces)));
        Stm::If { cond, then_block: several, else_block: one }
    }

    /// Whether the condition is that of `if_several`.
    pub fn decides(cond: &Exp) -> bool {
        matches!(cond, Exp::Cmp(CmpOp::Lt, one, pieces) if **one == i64(1) && matches!(**pieces, Exp::Var(_)))
    }
}

fn declare(name: Name, init: Exp) -> Stm {
    Stm::Declare { name, ty: ScalarType::I64, init }
}
