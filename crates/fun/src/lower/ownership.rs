//! Ownership of functions' parameters and results. A definition declares its uniqueness; a function value that became a
//! definition does not. Besides, CORE tracks the sharing of function values more precisely than FUN, where a call's
//! result is either unique or may share every argument.
//!
//! So each function's results are declared unique if they are, and an array that FUN cannot prove consumable is copied
//! before it is consumed. Cost: linear, once more for each level of copies.

use crate::alias::{Remedy, analyse};
use crate::def::*;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of rounds. A copy may show that another copy is needed one level further out.
const ROUNDS: usize = 32;

/// Makes the functions' ownership right, in this order: callees come before their callers, which use their results.
pub fn settle(program: &mut Program, order: impl IntoIterator<Item = FunctionId>) {
    for id in order {
        for _ in 0..ROUNDS {
            let (aliases, faults) = analyse(program, &program.functions[id]);
            let remedies: Vec<_> = faults.into_iter().filter_map(|fault| fault.remedy).collect();
            if remedies.is_empty() {
                let results = program.functions[id].results.iter_mut();
                results.zip(aliases.unique_results).for_each(|(result, unique)| result.unique |= unique);
                break;
            }
            copy_where(program, id, remedies);
        }
    }
}

/// Inserts the copies. Each is in or before the statement that binds the name, or at the end for the function's
/// results.
fn copy_where(program: &mut Program, id: FunctionId, remedies: Vec<(Option<Name>, Remedy)>) {
    let mut body = std::mem::take(&mut program.functions[id].body);
    let mut wanted: FxHashMap<Name, FxHashSet<Remedy>> = FxHashMap::default();
    for (place, remedy) in remedies {
        match (place, remedy) {
            (None, Remedy::Result(at)) => copy_result(program, &mut body, at),
            (Some(place), remedy) => _ = wanted.entry(place).or_default().insert(remedy),
            (None, _) => {}
        }
    }
    in_body(program, &mut body, &wanted);
    program.functions[id].body = body;
}

fn in_body(program: &mut Program, body: &mut Body, wanted: &FxHashMap<Name, FxHashSet<Remedy>>) {
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in std::mem::take(&mut body.stms) {
        stm.exp.bodies_mut().into_iter().for_each(|inner| in_body(program, inner, wanted));
        if let Some(remedies) = stm.pattern.first().and_then(|name| wanted.get(name)) {
            copy_operands(program, &mut stm, remedies, &mut stms);
        }
        stms.push(stm);
    }
    body.stms = stms;
}

/// Copies the operands that the remedies name before the statement, which then consumes the copies.
fn copy_operands(program: &mut Program, stm: &mut Stm, remedies: &FxHashSet<Remedy>, before: &mut Vec<Stm>) {
    let spans = stm.spans.clone();
    let mut replace = |program: &mut Program, name: &mut Name| {
        if remedies.contains(&Remedy::Operand(*name)) {
            let copy = program.fresh_like(*name, program.type_of(*name).clone());
            before.push(Stm::plain(vec![copy], Exp::Copy(*name), &spans));
            *name = copy;
        }
    };
    match &mut stm.exp {
        Exp::Update { array, .. } => replace(program, array),
        Exp::Scatter(scatter) => scatter.destinations.iter_mut().for_each(|name| replace(program, name)),
        Exp::Histogram(histogram) => histogram.destinations.iter_mut().for_each(|name| replace(program, name)),
        Exp::Call { function, args } => {
            let consumed: Vec<bool> = program.functions[*function].params.iter().map(|param| param.consumed).collect();
            for (arg, _) in args.iter_mut().zip(consumed).filter(|(_, consumed)| *consumed) {
                if let Atom::Var(name) = arg {
                    replace(program, name);
                }
            }
        }
        Exp::Loop(looped) => {
            for (_, init) in &mut looped.params {
                if let Atom::Var(name) = init {
                    replace(program, name);
                }
            }
            for at in 0..looped.body.result.len() {
                if remedies.contains(&Remedy::LoopResult(at)) {
                    copy_result(program, &mut looped.body, at);
                }
            }
        }
        _ => {}
    }
}

/// Replaces a result of the body by a copy.
fn copy_result(program: &mut Program, body: &mut Body, at: usize) {
    if let Some(Atom::Var(name)) = body.result.get_mut(at) {
        let copy = program.fresh_like(*name, program.type_of(*name).clone());
        body.stms.push(Stm { pattern: vec![copy], certs: Vec::new(), exp: Exp::Copy(*name), spans: Vec::new() });
        *name = copy;
    }
}
