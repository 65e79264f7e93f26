//! Checks: an assertion that does not depend on the round of a loop moves before the loop.
//!
//! ```text
//! for i < n {                             ==>   var fine := k < m
//!   var fine := k < m                           assert or(n <= 0, fine), ".." (k, m)
//!   assert fine, ".." (k, m)                    for i < n {
//!   B                                             B
//! }                                             }
//! ```
//!
//! The assertion fails in the first round or never. It moves if only declarations, writes and assertions that move
//! precede it in the body, because then nothing else can fail first. What was written before a failure is not read. The
//! declarations that the assertion needs move, too, if their operators are total. In a nest an assertion moves as far
//! as it can. A loop without assertions may be vectorised.
//!
//! Needs: unique names. Guarantees: the same failure, and the same operations if there is none. Cost: linear in the size
//! of the code, times the depth of its loops.

use crate::def::*;
use crate::linear::i64;
use crate::walk;
use base::{Error, Name};
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType};

pub fn hoist_checks(mut program: Program) -> Result<Program, Error> {
    for function in program.functions.values_mut() {
        block(&mut function.body);
    }
    Ok(program)
}

fn block(stms: &mut Block) {
    let mut hoisted = Vec::with_capacity(stms.len());
    for mut stm in std::mem::take(stms) {
        walk::blocks_mut(&mut stm).into_iter().for_each(block);
        if let Stm::For { var, ty: ScalarType::I64, bound, body, .. } = &mut stm {
            hoist(*var, bound, body, &mut hoisted);
        }
        hoisted.push(stm);
    }
    *stms = hoisted;
}

/// Moves the assertions at the start of a loop's body to `out`, if they do not depend on the round.
fn hoist(var: Name, bound: &Exp, body: &mut Block, out: &mut Block) {
    let is_check = |stm: &Stm| matches!(stm, Stm::Assert { .. });
    if !body.iter().any(is_check) {
        return;
    }
    let mut varies: FxHashSet<Name> = walk::declared(body).into_iter().collect();
    walk::each_stm(body, &mut |stm| varies.extend(walk::set(stm)));
    varies.insert(var);
    let mut kept = Vec::with_capacity(body.len());
    let mut rest = std::mem::take(body).into_iter();
    while let Some(stm) = rest.next() {
        match stm {
            Stm::Declare { name, ref init, .. } if is_fixed(init, &varies) && !is_set(name, &kept, rest.as_slice()) => {
                varies.remove(&name);
                out.push(stm);
            }
            Stm::Declare { .. } | Stm::Write { .. } => kept.push(stm),
            Stm::Assert { cond, message, values, spans }
                if std::iter::once(&cond).chain(&values).all(|exp| is_fixed(exp, &varies)) =>
            {
                let is_empty = Exp::Cmp(CmpOp::Le, Box::new(bound.clone()), Box::new(i64(0)));
                let cond = match bound {
                    Exp::Const(Scalar::I64(1..)) => cond,
                    _ => Exp::Bin(BinOp::Or, Box::new(is_empty), Box::new(cond)),
                };
                out.push(Stm::Assert { cond, message, values, spans });
            }
            stm => {
                kept.push(stm);
                break;
            }
        }
    }
    kept.extend(rest);
    *body = kept;
}

/// Whether one of these statements sets the variable after its declaration.
fn is_set(name: Name, kept: &[Stm], rest: &[Stm]) -> bool {
    let mut found = false;
    [kept, rest].into_iter().for_each(|stms| walk::each_stm(stms, &mut |stm| found |= walk::set(stm).contains(&name)));
    found
}

/// Whether the expression has the same value in all rounds, and always one.
fn is_fixed(exp: &Exp, varies: &FxHashSet<Name>) -> bool {
    let mut fixed = true;
    walk::each_part(exp, &mut |part| {
        fixed &= match part {
            Exp::Var(name) => !varies.contains(name),
            Exp::Const(_) | Exp::Cmp(..) | Exp::Select(..) => true,
            Exp::Un(op, _) => *op == value::UnOp::Not,
            Exp::Bin(op, ..) => is_total(*op),
            Exp::Fma(..)
            | Exp::Convert(..)
            | Exp::Read { .. }
            | Exp::Word { .. }
            | Exp::Number(_)
            | Exp::Unique(_)
            | Exp::Same(..)
            | Exp::Pieces(..)
            | Exp::Setting(_) => false,
        }
    });
    fixed
}

/// Whether the operator has a value for all operands.
fn is_total(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max | BinOp::And | BinOp::Or)
}
