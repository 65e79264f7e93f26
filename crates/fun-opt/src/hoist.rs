//! Hoisting: what does not depend on the element or the iteration moves out of lambdas and loops.
//!
//! ```text
//! map n (xs) (\x -> let (k : i64) = a * b      ==>   let (k : i64) = a * b
//!                   let (y : i64) = x + k            map n (xs) (\x -> let (y : i64) = x + k in (y))
//!                   in (y))
//! ```
//!
//! Scalar operators that cannot fail and views without certificates move freely. A leading assertion moves too, guarded by there being an iteration at all, so that the first failure stays
//! the first. Needs: unique names. Guarantees: nothing. Cost: linear times nesting depth.

use crate::effect;
use base::{Error, Name};
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar};

pub fn hoist(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let body = std::mem::take(&mut program.functions[id].body);
        let body = hoist_in_body(&mut program, body);
        program.functions[id].body = body;
    }
    Ok(program)
}

fn hoist_in_body(program: &mut Program, body: Body) -> Body {
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in body.stms {
        for inner in stm.exp.bodies_mut() {
            let taken = std::mem::take(inner);
            *inner = hoist_in_body(program, taken);
        }
        hoist_out_of(program, &mut stm, &mut stms);
        stms.push(stm);
    }
    Body { stms, result: body.result }
}

/// Moves what is invariant in the bodies of the statement to `outside`. Branches are no place to move out of: what
/// they hold may never be needed.
fn hoist_out_of(program: &mut Program, stm: &mut Stm, outside: &mut Vec<Stm>) {
    let Some(times) = iterations(program, &stm.exp) else { return };
    let mut bound: FxHashSet<Name> = stm.exp.binders().into_iter().collect();
    for inner in stm.exp.bodies_mut() {
        bound.extend(walk::bound_in_body(inner));
    }
    let first_runs = !matches!(stm.exp, Exp::Histogram(_));
    for (at, inner) in stm.exp.bodies_mut().into_iter().enumerate() {
        // Operators run only when there are two values to combine; nothing that may fail leaves them.
        let runs_each_time = at == 0 && first_runs;
        hoist_from_body(program, inner, &mut bound, outside, runs_each_time.then_some(times).flatten());
    }
}

/// For an expression that runs a body many times: how often, if that is known beforehand.
fn iterations(program: &Program, exp: &Exp) -> Option<Option<Atom>> {
    match exp {
        Exp::Loop(looped) => match looped.form {
            LoopForm::For { bound, .. } if program.atom_type(bound) == Type::I64 => Some(Some(bound)),
            LoopForm::For { .. } | LoopForm::While { .. } => Some(None),
        },
        Exp::Traverse(traverse) => Some(Some(traverse.width)),
        Exp::Filter(filter) => Some(Some(filter.width)),
        Exp::Scatter(scatter) => Some(Some(scatter.width)),
        Exp::Histogram(histogram) => Some(Some(histogram.width)),
        _ => None,
    }
}

fn hoist_from_body(
    program: &mut Program,
    body: &mut Body,
    bound: &mut FxHashSet<Name>,
    outside: &mut Vec<Stm>,
    times: Option<Atom>,
) {
    let mut kept = Vec::with_capacity(body.stms.len());
    let mut may_have_failed = false;
    for stm in std::mem::take(&mut body.stms) {
        let invariant = walk::free_in_stm(&program.vars, &stm).iter().all(|name| !bound.contains(name));
        if invariant && moves_freely(program, &stm) {
            stm.pattern.iter().for_each(|name| {
                bound.remove(name);
            });
            outside.push(stm);
            continue;
        }
        if let (true, false, Some(times), Exp::Assert { .. }) = (invariant, may_have_failed, times, &stm.exp) {
            stm.pattern.iter().for_each(|name| {
                bound.remove(name);
            });
            guard(program, stm, times, outside);
            continue;
        }
        may_have_failed |= !effect::may_drop(&stm.exp);
        kept.push(stm);
    }
    body.stms = kept;
}

fn moves_freely(program: &Program, stm: &Stm) -> bool {
    match &stm.exp {
        exp if effect::is_view(exp) => stm.certs.is_empty(),
        exp => effect::is_total_scalar(program, exp),
    }
}

/// The assertion outside: it holds if there is no iteration.
fn guard(program: &mut Program, mut stm: Stm, times: Atom, outside: &mut Vec<Stm>) {
    let Exp::Assert { cond, .. } = &mut stm.exp else { return };
    let runs = times.constant().and_then(Scalar::as_i64);
    if runs.is_none_or(|runs| runs <= 0) {
        let none = program.fresh("none", Type::BOOL);
        let fine = program.fresh("fine", Type::BOOL);
        let exp = Exp::Cmp(CmpOp::Le, times, Atom::i64(0));
        outside.push(Stm { pattern: vec![none], certs: Vec::new(), exp, spans: stm.spans.clone() });
        let exp = Exp::Bin(BinOp::Or, none.into(), *cond);
        outside.push(Stm { pattern: vec![fine], certs: Vec::new(), exp, spans: stm.spans.clone() });
        *cond = fine.into();
    }
    outside.push(stm);
}
