//! Laws of branches and assertions. No law runs what may fail where it was not run, or leaves out what may fail.
//! Inside a branch its condition is known: `Engine::inside`.

use super::scope::Scope;
use super::{Outcome, Rule};
use crate::{alike, effect};
use fun::def::*;
use value::{BinOp, Scalar, ScalarType, UnOp};

pub const BEFORE: &[Rule] = &[known_condition, negated_condition];
pub const AFTER: &[Rule] = &[equal_results, equal_branches, boolean_branches];
pub const ASSERTION: &[Rule] = &[assertion_that_holds];

/// A branch of so many scalar operations is run rather than jumped over.
const CHEAP: usize = 4;

fn known_condition(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { cond, then_body, else_body } = &mut stm.exp else { return Outcome::Keep };
    match cond.constant().and_then(Scalar::as_bool) {
        Some(true) => splice(std::mem::take(then_body)),
        Some(false) => splice(std::mem::take(else_body)),
        None => Outcome::Keep,
    }
}

fn splice(body: Body) -> Outcome {
    Outcome::Splice(body.stms, body.result)
}

/// `if !c then a else b` is `if c then b else a`.
fn negated_condition(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { cond, then_body, else_body } = &mut stm.exp else { return Outcome::Keep };
    let Some(&Exp::Un(UnOp::Not, positive)) = scope.exp_of_atom(*cond) else { return Outcome::Keep };
    *cond = positive;
    std::mem::swap(then_body, else_body);
    Outcome::Rewritten
}

/// Results that both branches give alike leave the `if`. Names are unique, so what is in scope in both comes from
/// outside.
fn equal_results(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { then_body, else_body, .. } = &mut stm.exp else { return Outcome::Keep };
    let before = stm.pattern.len();
    let mut at = 0;
    while at < stm.pattern.len() {
        let (Some(&a), Some(&b)) = (then_body.result.get(at), else_body.result.get(at)) else { break };
        if a == b {
            let name = stm.pattern.remove(at);
            then_body.result.remove(at);
            else_body.result.remove(at);
            scope.stand_for(name, a);
        } else {
            at += 1;
        }
    }
    if stm.pattern.len() < before { Outcome::Rewritten } else { Outcome::Keep }
}

/// Two branches that do the same, failures included, are either. Large ones are not compared.
fn equal_branches(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { then_body, else_body, .. } = &mut stm.exp else { return Outcome::Keep };
    if alike::bodies(then_body, else_body) { splice(std::mem::take(then_body)) } else { Outcome::Keep }
}

/// `if c then true else b` is `c || b`, and `if c then b else false` is `c && b`, when `b` is as cheap as a branch
/// and no branch may fail. `if c then true else false` is `c`, `if c then false else true` is `!c`.
fn boolean_branches(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { cond, then_body, else_body } = &mut stm.exp else { return Outcome::Keep };
    let ([yes], [no]) = (then_body.result.as_slice(), else_body.result.as_slice()) else { return Outcome::Keep };
    let (cond, yes, no) = (*cond, *yes, *no);
    if !then_body.stms.iter().chain(&else_body.stms).all(|stm| effect::may_drop(&stm.exp)) {
        return Outcome::Keep;
    }
    let value = |atom: Atom| atom.constant().and_then(Scalar::as_bool);
    let (operator, other, body) = match (value(yes), value(no)) {
        (Some(true), Some(false)) => return Outcome::atom(cond),
        (Some(false), Some(true)) => {
            stm.exp = Exp::Un(UnOp::Not, cond);
            return Outcome::Rewritten;
        }
        (Some(true), None) => (BinOp::Or, no, else_body),
        (None, Some(false)) => (BinOp::And, yes, then_body),
        _ => return Outcome::Keep,
    };
    let cheap = |stm: &Stm| effect::is_total_scalar(scope.program, &stm.exp) && stm.certs.is_empty();
    if scope.elem(other) != ScalarType::Bool || body.stms.len() > CHEAP || !body.stms.iter().all(cheap) {
        return Outcome::Keep;
    }
    for inner in std::mem::take(&mut body.stms) {
        scope.keep(inner);
    }
    stm.exp = Exp::Bin(operator, cond, other);
    Outcome::Rewritten
}

/// An assertion that holds is no more; what relies on it relies on nothing.
fn assertion_that_holds(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    match &stm.exp {
        Exp::Assert { cond, .. } if *cond == Atom::bool(true) => {
            scope.prove(&stm.pattern);
            Outcome::Splice(Vec::new(), Vec::new())
        }
        _ => Outcome::Keep,
    }
}
