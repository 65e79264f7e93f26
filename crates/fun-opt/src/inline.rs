//! Inlining.
//!
//! ```text
//! fun sq (x : i32) -> (r : i32) = let (y : i32) = x * x in (y)
//! let (a : i32) = sq b                                            ==>   let (y_9 : i32) = b * b      (a is y_9)
//! ```
//!
//! Needs: nothing. Guarantees: no function is left that no entry point reaches. A call is inlined when its function
//! is not recursive and is called once or is small; what a call's pattern named is replaced by the results.
//! Cost: linear in the resulting program, which is bounded by `SMALL` statements a call beyond the original.

use base::Error;
use base::entity::{EntityRef, PrimaryMap};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::FxHashMap;

/// A function of at most this many statements is inlined wherever it is called.
const SMALL: usize = 100;

pub fn inline(mut program: Program) -> Result<Program, Error> {
    let order = callees_first(&program);
    let calls = count_calls(&program);
    let mut sizes: FxHashMap<FunctionId, usize> = FxHashMap::default();
    for &(id, recursive) in &order {
        let mut body = std::mem::take(&mut program.functions[id].body);
        inline_in_body(&mut program, &mut body, &mut Substitution::default(), &|callee| {
            let small = sizes.get(&callee).is_some_and(|&size| size <= SMALL);
            let once = sizes.contains_key(&callee) && calls.get(&callee) == Some(&1);
            small || once
        });
        if !recursive {
            sizes.insert(id, size(&body));
        }
        program.functions[id].body = body;
    }
    Ok(drop_unreached(program))
}

fn inline_in_body(
    program: &mut Program,
    body: &mut Body,
    substitution: &mut Substitution,
    wanted: &dyn Fn(FunctionId) -> bool,
) {
    for mut stm in std::mem::take(&mut body.stms) {
        if !substitution.is_empty() {
            substitute_shallow(program, &mut stm, substitution);
        }
        for inner in stm.exp.bodies_mut() {
            inline_in_body(program, inner, substitution, wanted);
        }
        match &stm.exp {
            Exp::Call { function, args } if wanted(*function) => {
                let callee = program.functions[*function].clone();
                let params = callee.params.iter().map(|param| param.name);
                let mut renaming: Substitution = params.zip(args.iter().copied()).collect();
                let mut inlined = walk::refresh_body(program, &callee.body, &mut renaming);
                walk::add_spans(&mut inlined, &stm.spans);
                body.stms.extend(inlined.stms);
                substitution.extend(stm.pattern.iter().copied().zip(inlined.result));
            }
            _ => body.stms.push(stm),
        }
    }
    for atom in &mut body.result {
        *atom = walk::substitute_atom(*atom, substitution);
    }
}

/// Substitutes in a statement but not in the bodies inside it, which are done when they are reached.
fn substitute_shallow(program: &mut Program, stm: &mut Stm, substitution: &Substitution) {
    stm.exp.map_operands(&mut |atom| walk::substitute_atom(atom, substitution));
    for cert in &mut stm.certs {
        *cert = walk::substitute_name(*cert, substitution);
    }
    for name in stm.exp.binders().into_iter().chain(stm.pattern.iter().copied()) {
        if let Some(info) = program.vars.get_mut(name) {
            *info = walk::substitute_info(info, substitution);
        }
    }
}

fn size(body: &Body) -> usize {
    let mut count = 0;
    walk::for_each_stm(body, &mut |_| count += 1);
    count
}

fn callees(body: &Body) -> Vec<FunctionId> {
    let mut all = Vec::new();
    walk::for_each_stm(body, &mut |stm| {
        if let Exp::Call { function, .. } = stm.exp {
            all.push(function);
        }
    });
    all
}

fn count_calls(program: &Program) -> FxHashMap<FunctionId, usize> {
    let mut calls = FxHashMap::default();
    for function in program.functions.values() {
        for callee in callees(&function.body) {
            *calls.entry(callee).or_insert(0) += 1;
        }
    }
    for entry in &program.entries {
        *calls.entry(entry.function).or_insert(0) += 1;
    }
    calls
}

/// The functions that the entry points reach, callees before callers, and whether each can reach itself by way of
/// functions not yet finished when it was visited (a cycle).
fn callees_first(program: &Program) -> Vec<(FunctionId, bool)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Open,
        Done,
    }
    let mut states: FxHashMap<FunctionId, State> = FxHashMap::default();
    let mut recursive: FxHashMap<FunctionId, bool> = FxHashMap::default();
    let mut order = Vec::new();
    for entry in &program.entries {
        let mut stack = vec![(entry.function, false)];
        while let Some((id, leaving)) = stack.pop() {
            if leaving {
                states.insert(id, State::Done);
                order.push(id);
                continue;
            }
            if states.contains_key(&id) {
                continue;
            }
            states.insert(id, State::Open);
            stack.push((id, true));
            for callee in callees(&program.functions[id].body) {
                match states.get(&callee) {
                    Some(State::Open) => {
                        recursive.insert(callee, true);
                    }
                    Some(State::Done) => {}
                    None => stack.push((callee, false)),
                }
            }
        }
    }
    order.into_iter().map(|id| (id, recursive.get(&id).copied().unwrap_or(false))).collect()
}

fn drop_unreached(mut program: Program) -> Program {
    let mut reached: Vec<FunctionId> = callees_first(&program).into_iter().map(|(id, _)| id).collect();
    reached.sort();
    let mut functions = PrimaryMap::new();
    let mut renumbered: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for id in reached {
        let function = program.functions[id].clone();
        renumbered.insert(id, functions.push(function));
    }
    let renumber = |id: FunctionId| renumbered.get(&id).copied().unwrap_or(FunctionId::new(0));
    for function in functions.values_mut() {
        renumber_calls(&mut function.body, &renumber);
    }
    for entry in &mut program.entries {
        entry.function = renumber(entry.function);
    }
    program.functions = functions;
    program
}

fn renumber_calls(body: &mut Body, renumber: &dyn Fn(FunctionId) -> FunctionId) {
    for stm in &mut body.stms {
        if let Exp::Call { function, .. } = &mut stm.exp {
            *function = renumber(*function);
        }
        for inner in stm.exp.bodies_mut() {
            renumber_calls(inner, renumber);
        }
    }
}
