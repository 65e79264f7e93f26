//! Assertions in branches as implications before them, so that they can leave the operation with the others.
//!
//! ```text
//! let (x : f32) =                              ==>   let (other : bool) = not c
//!   if c                                             let (fine : bool) = other | p
//!   then                                             let (d : cert) = assert fine ".."
//!     let (d : cert) = assert p ".."                 let (x : f32) =
//!     let (y : f32) = <d> xs[k] in (y)                 if c then let (y : f32) = <d> xs[k] in (y)
//!   else in (0)                                        else in (0)
//! ```
//!
//! Only assertions about loop-invariant values are moved, since one check then covers all indices. Assertions about
//! varying values are usually the ones that the branch guards.

use super::facts::{Facts, Operation};
use super::{MAX_GROUP, is_assert};
use crate::effect;
use base::Name;
use fun::def::*;
use rustc_hash::FxHashSet;
use value::{BinOp, UnOp};

/// Largest number of statements that a moved assertion may need.
const MAX_NEEDED: usize = 8;

/// Returns the body with all assertions of its branches moved before them; `None` if there are none, if one must stay,
/// or if they are more than can leave together.
pub fn raised(program: &mut Program, operation: &Operation, body: &Body) -> Option<Body> {
    let assertions = |stm: &Stm| match &stm.exp {
        Exp::If { then_body, else_body, .. } => {
            then_body.stms.iter().chain(&else_body.stms).filter(|stm| is_assert(stm)).count()
        }
        _ => 0,
    };
    let has_assertion = |stm: &Stm| assertions(stm) > 0;
    if !(1..=MAX_GROUP).contains(&body.stms.iter().map(assertions).sum()) {
        return None;
    }
    let facts = Facts::new(program, operation, body);
    let mut stms = Vec::with_capacity(body.stms.len());
    for stm in &body.stms {
        let mut stm = stm.clone();
        if has_assertion(&stm)
            && let Exp::If { cond, then_body, else_body } = &mut stm.exp
        {
            for (branch, holds) in [(then_body, true), (else_body, false)] {
                while branch.stms.iter().any(is_assert) {
                    raise_first(program, &facts, (*cond, holds), branch, &mut stms)?;
                }
            }
        }
        stms.push(stm);
    }
    Some(Body { stms, result: body.result.clone() })
}

/// Moves the first assertion of a branch, and the statements it needs, to `stms`: it must hold if `cond` equals
/// `holds`. `None`, with nothing moved, if it varies between iterations or needs too much.
fn raise_first(
    program: &mut Program,
    facts: &Facts<'_>,
    (cond, holds): (Atom, bool),
    branch: &mut Body,
    stms: &mut Vec<Stm>,
) -> Option<()> {
    let at = branch.stms.iter().position(|stm| !effect::may_drop(&stm.exp))?;
    let Exp::Assert { cond: asserted, .. } = branch.stms.get(at)?.exp else { return None };
    let needed = needed(program, &branch.stms[..=at])?;
    let varies = |stm: &Stm| {
        let mut varies = false;
        stm.exp.for_each_operand(&mut |atom| varies |= facts.varies(atom));
        varies
    };
    if facts.varies(asserted) || needed.iter().any(|&at| varies(&branch.stms[at])) {
        return None;
    }
    let mut here = 0..;
    let (mut moved, kept): (Vec<Stm>, Vec<Stm>) = std::mem::take(&mut branch.stms)
        .into_iter()
        .partition(|_| here.next().is_some_and(|here| here == at || needed.contains(&here)));
    branch.stms = kept;
    let mut assertion = moved.pop()?;
    stms.append(&mut moved);
    let mut bind = |exp: Exp| {
        let name = program.fresh("fine", Type::BOOL);
        stms.push(Stm::plain(vec![name], exp, &assertion.spans));
        Atom::Var(name)
    };
    let elsewhere = if holds { bind(Exp::Un(UnOp::Not, cond)) } else { cond };
    let implied = bind(Exp::Bin(BinOp::Or, elsewhere, asserted));
    if let Exp::Assert { cond, .. } = &mut assertion.exp {
        *cond = implied;
    }
    stms.push(assertion);
    Some(())
}

/// Returns which statements the last one needs; `None` if they are too many, or one is not a total scalar operator.
fn needed(program: &Program, stms: &[Stm]) -> Option<FxHashSet<usize>> {
    let (last, before) = stms.split_last()?;
    let mut names: FxHashSet<Name> = FxHashSet::default();
    last.exp.for_each_operand(&mut |atom| names.extend(atom.var()));
    let mut needed = FxHashSet::default();
    for (at, stm) in before.iter().enumerate().rev() {
        if !stm.pattern.iter().any(|name| names.contains(name)) {
            continue;
        }
        let is_simple = stm.certs.is_empty() && effect::is_total_scalar(program, &stm.exp);
        if !is_simple || needed.len() == MAX_NEEDED {
            return None;
        }
        stm.exp.for_each_operand(&mut |atom| names.extend(atom.var()));
        needed.insert(at);
    }
    Some(needed)
}
