//! Laws of branches and assertions. No law runs an expression that may fail where it was not run, or omits one. Inside
//! a branch its condition is known: `Engine::inside`.

use super::scope::Scope;
use super::{Outcome, Rule};
use crate::{alike, effect};
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

pub const BEFORE: &[Rule] = &[known_condition, negated_condition];
pub const AFTER: &[Rule] = &[equal_results, equal_branches, equal_computations, boolean_branches, smaller_or_larger];
pub const ASSERTION: &[Rule] = &[assertion_that_holds];

/// Largest number of scalar operations of a branch that is computed unconditionally.
const CHEAP: usize = 4;
/// Largest number of statements of a branch that are searched for common computations.
const MAX_SEARCHED: usize = 40;

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

/// Applies the law: `if !c then a else b` is `if c then b else a`.
fn negated_condition(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { cond, then_body, else_body } = &mut stm.exp else { return Outcome::Keep };
    let Some(&Exp::Un(UnOp::Not, positive)) = scope.exp_of_atom(*cond) else { return Outcome::Keep };
    *cond = positive;
    std::mem::swap(then_body, else_body);
    Outcome::Rewritten
}

/// Applies the law: results on which both branches agree leave the `if`. Because names are unique, a name in scope in
/// both comes from outside.
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

/// Applies the law: two equal branches, failures included, are replaced by one. Large ones are not compared.
fn equal_branches(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { then_body, else_body, .. } = &mut stm.exp else { return Outcome::Keep };
    if alike::bodies(then_body, else_body) { splice(std::mem::take(then_body)) } else { Outcome::Keep }
}

/// Applies the law: a result that both branches compute alike, by total scalar operators, is computed before them. The
/// number of computations does not grow.
fn equal_computations(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { then_body, else_body, .. } = &mut stm.exp else { return Outcome::Keep };
    if then_body.stms.len().max(else_body.stms.len()) > MAX_SEARCHED {
        return Outcome::Keep;
    }
    for at in 0..then_body.result.len().min(else_body.result.len()) {
        let (Some(moved), Some(other)) = (computation(scope, then_body, at), computation(scope, else_body, at)) else {
            continue;
        };
        if !alike::bodies(&moved, &other) {
            continue;
        }
        // Types in the other branch may name that branch's copy of the result.
        let other = else_body.result[at].var().map(|name| (name, then_body.result[at]));
        walk::substitute_body(&mut scope.program.vars, else_body, &other.into_iter().collect());
        let names: FxHashSet<Name> = moved.stms.iter().flat_map(|stm| stm.pattern.iter().copied()).collect();
        then_body.stms.retain(|stm| !stm.pattern.iter().any(|name| names.contains(name)));
        moved.stms.into_iter().for_each(|stm| scope.keep(stm));
        return Outcome::Rewritten;
    }
    Outcome::Keep
}

/// Returns the statements that compute the result, if these are a few total scalar operators.
fn computation(scope: &Scope, body: &Body, at: usize) -> Option<Body> {
    let result = *body.result.get(at)?;
    let mut needed: FxHashSet<Name> = result.var().into_iter().collect();
    let mut stms = Vec::new();
    for stm in body.stms.iter().rev().filter(|stm| !stm.pattern.is_empty()) {
        if !stm.pattern.iter().any(|name| needed.contains(name)) {
            continue;
        }
        if stms.len() == CHEAP || !stm.certs.is_empty() || !effect::is_total_scalar(scope.program, &stm.exp) {
            return None;
        }
        stm.exp.for_each_operand(&mut |atom| needed.extend(atom.var()));
        stms.push(stm.clone());
    }
    stms.reverse();
    (!stms.is_empty()).then(|| Body { stms, result: vec![result] })
}

/// Applies the law: for integers `if x < y then x else y` is `min x y`, and the reverse is `max x y`.
fn smaller_or_larger(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::If { cond, then_body, else_body } = &stm.exp else { return Outcome::Keep };
    let (&[yes], &[no]) = (then_body.result.as_slice(), else_body.result.as_slice()) else { return Outcome::Keep };
    let Some(&Exp::Cmp(operator, x, y)) = scope.exp_of_atom(*cond) else { return Outcome::Keep };
    let of_these = (yes, no) == (x, y) || (yes, no) == (y, x);
    let empty = then_body.stms.is_empty() && else_body.stms.is_empty();
    if !of_these || !empty || !scope.elem(x).is_integer() {
        return Outcome::Keep;
    }
    let takes_first = yes == x;
    let extreme = match operator {
        CmpOp::Lt | CmpOp::Le => [BinOp::Max, BinOp::Min],
        CmpOp::Gt | CmpOp::Ge => [BinOp::Min, BinOp::Max],
        CmpOp::Eq | CmpOp::Ne => return Outcome::Keep,
    };
    stm.exp = Exp::Bin(extreme[usize::from(takes_first)], x, y);
    Outcome::Rewritten
}

/// Applies the law: `if c then true else b` is `c || b`, and `if c then b else false` is `c && b`, if `b` is as cheap
/// as a branch and no branch may fail. `if c then true else false` is `c`, and `if c then false else true` is `!c`.
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

/// Applies the law: an assertion that holds is removed, with its certificate.
fn assertion_that_holds(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    match &stm.exp {
        Exp::Assert { cond, .. } if *cond == Atom::bool(true) => {
            scope.prove(&stm.pattern);
            Outcome::Splice(Vec::new(), Vec::new())
        }
        _ => Outcome::Keep,
    }
}
