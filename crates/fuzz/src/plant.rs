//! Planted faults in kernels, to test that they are found, and how small the remaining program is.
//!
//! ```text
//! missing-wait                          lost-tail                            plain-access
//!   threads t < n { a }                   threads t < n {                      atomic o : m.i32[i] <- (o + x)
//!   threads u < n { b }                     if at < total { .. }
//!                                         }
//!   ==> threads t < n { a  b[u := t] }    ==> if at < (total - 1) { .. }       ==> m.i32[i] <- (m.i32[i] + x)
//! ```

use clap::ValueEnum;
use imp::def::{Block, Exp, Program, Stm};
use imp::walk;
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, Scalar};

/// A fault in the generation of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plant {
    /// Threads of a group do not wait for each other between two steps
    MissingWait,
    /// The last element has no thread
    LostTail,
    /// An element that several threads change is updated without an atomic operation
    PlainAccess,
}

impl Plant {
    /// Plants the fault at every possible place in the program's launches.
    pub fn put_in(self, program: &mut Program) {
        program.functions.iter_mut().for_each(|(_, function)| self.change(&mut function.body));
    }

    /// Plants the fault in a block and the blocks inside it.
    fn change(self, block: &mut Block) {
        let mut changed: Block = Vec::with_capacity(block.len());
        for mut stm in std::mem::take(block) {
            walk::blocks_mut(&mut stm).into_iter().for_each(|inner| self.change(inner));
            match self {
                Plant::MissingWait => push_joined(&mut changed, stm),
                Plant::LostTail => {
                    if let Stm::Threads { body, .. } = &mut stm {
                        lose_tail(body);
                    }
                    changed.push(stm);
                }
                Plant::PlainAccess => push_plain(&mut changed, stm),
            }
        }
        *block = changed;
    }
}

/// Appends a statement, joined with the previous one if both run on threads.
fn push_joined(block: &mut Block, stm: Stm) {
    match (block.last_mut(), stm) {
        (Some(Stm::Threads { var, bound, body }), Stm::Threads { var: later, bound: other, body: mut more })
            if *bound == other =>
        {
            walk::rename(&mut more, &FxHashMap::from_iter([(later, *var)]));
            body.extend(more);
        }
        (_, stm) => block.push(stm),
    }
}

fn push_plain(block: &mut Block, stm: Stm) {
    let Stm::Atomic { memory, elem, index, old, value } = stm else { return block.push(stm) };
    let init = Exp::Read { memory, elem, index: Box::new(index.clone()) };
    block.push(Stm::Declare { name: old, ty: elem, init });
    block.push(Stm::Write { memory, elem, index, value });
}

fn lose_tail(body: &mut Block) {
    for stm in body {
        if let Stm::If { cond: Exp::Cmp(CmpOp::Lt, _, total), .. } = stm {
            let whole = std::mem::replace(&mut **total, Exp::Const(Scalar::I64(0)));
            **total = Exp::Bin(BinOp::Sub, Box::new(whole), Box::new(Exp::Const(Scalar::I64(1))));
        }
    }
}
