//! Dead-code elimination: removes unused statements that can neither fail nor run forever, unused results of branches,
//! traversals and filters, and loop parameters that only serve themselves.
//!
//! ```text
//! let (a : i32) = x + 1                        ==>   let (b : i32) = x * 2
//! let (b : i32) = x * 2                              in (b)
//! in (b)
//! ```
//!
//! A call is removed if its function neither asserts, nor has a `while` loop, nor is recursive, and the same holds for
//! all that it calls.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear, times the nesting of loops that have unused results.

use crate::effect;
use base::{Error, Name};
use fun::def::*;
use fun::names::DenseNames;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};

pub fn dead_code(mut program: Program) -> Result<Program, Error> {
    sweep_in_place(&mut program);
    Ok(program)
}

/// Like `dead_code`; returns whether it removed anything.
pub fn sweep_in_place(program: &mut Program) -> bool {
    let total = effect::total_functions(program);
    let mut changed = false;
    // Because names are unique, one set serves all functions.
    let mut live = DenseNames::for_names(&program.names);
    for function in program.functions.values_mut() {
        changed |= sweep(&program.vars, &total, &mut function.body, &mut live);
    }
    changed
}

/// Sweeps a body backwards; returns whether it removed anything. `live` holds the names used after the body; the names
/// that the body uses are added.
fn sweep(vars: &VarTable, total: &FxHashSet<FunctionId>, body: &mut Body, live: &mut DenseNames) -> bool {
    let mut changed = false;
    live.extend(body.result.iter().filter_map(|atom| atom.var()));
    for atom in &body.result {
        mark_type(vars, *atom, live);
    }
    let mut kept = Vec::with_capacity(body.stms.len());
    for mut stm in std::mem::take(&mut body.stms).into_iter().rev() {
        let used = stm.pattern.iter().any(|name| live.contains(*name));
        if !used && effect::may_drop_beside(&stm.exp, total) {
            changed = true;
            continue;
        }
        changed |= prune(vars, total, &mut stm, live);
        for inner in stm.exp.bodies_mut() {
            changed |= sweep(vars, total, inner, live);
        }
        mark_stm(vars, &stm, live);
        kept.push(stm);
    }
    kept.reverse();
    body.stms = kept;
    changed
}

/// Marks the names that a kept statement uses, except in inner bodies, whose own sweep has marked them. Names bound
/// there are marked too, which has no effect outside, because names are unique.
fn mark_stm(vars: &VarTable, stm: &Stm, live: &mut DenseNames) {
    live.extend(stm.certs.iter().copied());
    stm.exp.for_each_operand(&mut |atom| live.extend(atom.var()));
    for name in stm.exp.binders().into_iter().chain(stm.pattern.iter().copied()) {
        mark_type(vars, name.into(), live);
    }
}

/// Marks the sizes of a live array.
fn mark_type(vars: &VarTable, atom: Atom, live: &mut DenseNames) {
    if let Some(info) = atom.var().and_then(|name| vars.get(name)) {
        walk::for_each_name_in_info(info, &mut |name| {
            live.insert(name);
        });
    }
}

/// Removes unused results; returns whether there were any. A size named in a kept result's type counts as used.
fn prune(vars: &VarTable, total: &FxHashSet<FunctionId>, stm: &mut Stm, live: &DenseNames) -> bool {
    if !matches!(stm.exp, Exp::If { .. } | Exp::Loop(_) | Exp::Traverse(_) | Exp::Filter(_)) {
        return false;
    }
    if stm.pattern.iter().all(|name| live.contains(*name)) {
        return false;
    }
    let mut keep: FxHashSet<Name> = stm.pattern.iter().copied().filter(|name| live.contains(*name)).collect();
    for &name in stm.pattern.iter().rev() {
        if keep.contains(&name)
            && let Some(info) = vars.get(name)
        {
            walk::for_each_name_in_info(info, &mut |size| {
                keep.insert(size);
            });
        }
    }
    let kept: Vec<bool> = stm.pattern.iter().map(|name| keep.contains(name)).collect();
    if kept.iter().all(|&kept| kept) {
        return false;
    }
    let before = stm.pattern.len();
    match &mut stm.exp {
        Exp::If { then_body, else_body, .. } => {
            retain(&mut then_body.result, &kept);
            retain(&mut else_body.result, &kept);
            retain(&mut stm.pattern, &kept);
        }
        Exp::Loop(looped) => {
            let kept = needed_params(vars, total, looped, kept);
            retain(&mut looped.params, &kept);
            retain(&mut looped.body.result, &kept);
            retain(&mut stm.pattern, &kept);
        }
        Exp::Traverse(traverse) => {
            let combined = traverse.combined();
            let kept: Vec<bool> = kept.iter().enumerate().map(|(at, &kept)| kept || at < combined).collect();
            // Scanned and reduced results come first, in the lambda as in the pattern.
            retain(&mut traverse.lambda.body.result, &kept);
            retain(&mut stm.pattern, &kept);
        }
        Exp::Filter(filter) => {
            // The lambda's first result is the condition; the pattern's first name is the count.
            let kept: Vec<bool> = kept.iter().enumerate().map(|(at, &kept)| kept || at == 0).collect();
            retain(&mut filter.lambda.body.result, &kept);
            retain(&mut stm.pattern, &kept);
        }
        _ => {}
    }
    stm.pattern.len() < before
}

/// Returns which parameters the loop's effects, or those of its results that are used, depend on.
fn needed_params(vars: &VarTable, total: &FxHashSet<FunctionId>, looped: &Loop, used: Vec<bool>) -> Vec<bool> {
    let params: FxHashMap<Name, usize> = looped.params.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let mut bound: FxHashMap<Name, usize> = FxHashMap::default();
    for (at, stm) in looped.body.stms.iter().enumerate() {
        bound.extend(stm.pattern.iter().map(|&name| (name, at)));
    }
    let mut needed = vec![false; looped.params.len()];
    let mut visited = vec![false; looped.body.stms.len()];
    let tested = if let LoopForm::While { cond } = looped.form { Some(cond) } else { None };
    let mut open: Vec<Name> = tested.into_iter().collect();
    open.extend(looped.params.iter().zip(used).filter(|(_, used)| *used).map(|((name, _), _)| *name));
    for stm in looped.body.stms.iter().filter(|stm| !effect::may_drop_beside(&stm.exp, total)) {
        open.extend(walk::free_in_stm(vars, stm));
    }
    while let Some(name) = open.pop() {
        if let Some(&at) = params.get(&name)
            && !std::mem::replace(&mut needed[at], true)
        {
            open.extend(looped.body.result.get(at).and_then(|result| result.var()));
            vars.get(name).into_iter().for_each(|info| walk::for_each_name_in_info(info, &mut |name| open.push(name)));
        }
        if let Some(&at) = bound.get(&name)
            && !std::mem::replace(&mut visited[at], true)
        {
            open.extend(walk::free_in_stm(vars, &looped.body.stms[at]));
        }
    }
    needed
}

/// Keeps the items whose flag in `kept` is true or missing.
pub fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}
