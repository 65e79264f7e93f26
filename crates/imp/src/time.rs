//! How long code takes, roughly, in nanoseconds, as an expression over what is known before it runs. It need only tell what is
//! worth a thread's while.

use crate::def::*;
use crate::linear::binary;
use crate::walk;
use base::Name;
use rustc_hash::FxHashSet;
use value::{BinOp, Scalar, ScalarType, UnOp};

/// So many rounds a loop is taken to have whose number of rounds is not known before.
const ROUNDS: f64 = 16.0;
const ALLOCATION: f64 = 50.0;
const CALL: f64 = 500.0;
/// Sums and products in one expression at most.
const TERMS: usize = 24;

/// The time of the block, over variables that neither it nor `own` has.
pub fn time(block: &[Stm], own: &FxHashSet<Name>) -> Exp {
    let own = walk::declared(block).into_iter().chain(own.iter().copied()).collect();
    Estimator { own: &own }.block(block).exp()
}

/// A constant and further terms.
#[derive(Default)]
struct Estimate {
    constant: f64,
    terms: Vec<Exp>,
}

impl Estimate {
    fn add(&mut self, other: Estimate) {
        self.constant += other.constant;
        self.terms.extend(other.terms);
        if self.terms.len() > TERMS {
            self.constant += ROUNDS * (self.terms.len() - TERMS) as f64;
            self.terms.truncate(TERMS);
        }
    }

    fn exp(self) -> Exp {
        self.terms.into_iter().fold(f64(self.constant), |sum, term| binary(BinOp::Add, sum, term))
    }

    /// So often.
    fn times(self, rounds: Exp) -> Estimate {
        Estimate { constant: 0.0, terms: vec![binary(BinOp::Mul, rounds, self.exp())] }
    }

    fn scaled(self, rounds: f64) -> Estimate {
        let terms = self.terms.into_iter().map(|term| binary(BinOp::Mul, f64(rounds), term)).collect();
        Estimate { constant: self.constant * rounds, terms }
    }
}

struct Estimator<'a> {
    own: &'a FxHashSet<Name>,
}

impl Estimator<'_> {
    fn block(&self, block: &[Stm]) -> Estimate {
        let mut sum = Estimate::default();
        block.iter().for_each(|stm| sum.add(self.stm(stm)));
        sum
    }

    fn stm(&self, stm: &Stm) -> Estimate {
        let mut sum = Estimate { constant: walk::expressions(stm).map(of_exp).sum(), terms: Vec::new() };
        match stm {
            Stm::Allocate { .. } => sum.constant += ALLOCATION,
            Stm::Call { .. } => sum.constant += CALL,
            Stm::Copy { count, .. } => sum.add(self.often(count, Estimate { constant: 0.5, terms: Vec::new() })),
            Stm::Write { .. } | Stm::Atomic { .. } => sum.constant += 0.3,
            Stm::For { bound, body, .. } | Stm::Tasks { bound, body, .. } | Stm::Threads { bound, body, .. } => {
                sum.add(self.often(bound, self.block(body)));
            }
            Stm::While { body, .. } => sum.add(self.block(body).scaled(ROUNDS)),
            // Either of them.
            Stm::If { then_block, else_block, .. } => {
                let parts = if else_block.is_empty() { 1.0 } else { 0.5 };
                sum.add(self.block(then_block).scaled(parts));
                sum.add(self.block(else_block).scaled(parts));
            }
            Stm::Ordered { body } => sum.add(self.block(body)),
            _ => {}
        }
        sum
    }

    fn often(&self, count: &Exp, once: Estimate) -> Estimate {
        match count {
            Exp::Const(scalar) => once.scaled(scalar.as_i64().unwrap_or(0).max(0) as f64),
            _ if self.is_known(count) => {
                let count = if let Exp::Convert(_, inner) = count { inner.as_ref() } else { count };
                once.times(Exp::Convert(ScalarType::F64, Box::new(count.clone())))
            }
            _ => once.scaled(ROUNDS),
        }
    }

    /// Whether the expression can be computed before.
    fn is_known(&self, exp: &Exp) -> bool {
        let mut known = true;
        walk::each_part(exp, &mut |part| {
            known &= match part {
                Exp::Var(name) => !self.own.contains(name),
                Exp::Read { .. } => false,
                Exp::Bin(op, ..) => matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max),
                _ => true,
            };
        });
        known
    }
}

/// The time of an expression that nothing is known of but its form.
fn of_exp(exp: &Exp) -> f64 {
    let mut sum = 0.0;
    walk::each_part(exp, &mut |part| {
        sum += match part {
            Exp::Const(_) | Exp::Var(_) => 0.0,
            Exp::Read { .. } => 0.5,
            Exp::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ..) => 3.0,
            Exp::Bin(BinOp::Pow, ..) | Exp::Bin(BinOp::Atan2, ..) => 20.0,
            Exp::Un(UnOp::Neg | UnOp::Not | UnOp::Abs | UnOp::ToBits | UnOp::FromBits, _) => 0.3,
            Exp::Un(..) => 8.0,
            _ => 0.3,
        };
    });
    sum
}

/// To a tenth, as it is a guess.
fn f64(value: f64) -> Exp {
    Exp::Const(Scalar::F64((value * 10.0).round() / 10.0))
}
