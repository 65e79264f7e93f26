//! Inlining.
//!
//! ```text
//! fun sq (x : i32) -> (r : i32) = let (y : i32) = x * x in (y)
//! let (a : i32) = sq b                                            ==>   let (y_9 : i32) = b * b      (a is y_9)
//! ```
//!
//! Needs: nothing. Guarantees: every function is reached from an entry point. A call is inlined if its function is
//! neither recursive nor foreign, and is called once or is small; the names in the call's pattern are replaced by the
//! results. A function that is called once is moved to its call. One that takes arrays and is called twice, by the same
//! function, may be larger, because facts about sizes there are needed to prove that parts of an array are disjoint.
//! Cost: linear in the resulting program, which grows by at most `SMALL` statements a call and `TWICE` a function.

use crate::effect::MAX_PLACES;
use base::entity::{EntityRef, PrimaryMap};
use base::{Error, Name, Span};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of statements of a function that is inlined at every call.
const SMALL: usize = 100;
/// Largest number of statements of a function with array parameters that is inlined at its two calls.
const TWICE: usize = 300;

pub fn inline(mut program: Program) -> Result<Program, Error> {
    let order = callees_first(&program);
    let calls = count_calls(&program);
    let recursive: FxHashSet<FunctionId> =
        order.iter().filter(|(_, recursive)| *recursive).map(|(id, _)| *id).collect();
    let foreign = program.functions.iter().filter(|(_, function)| function.foreign.is_some());
    let foreign: FxHashSet<FunctionId> = foreign.map(|(id, _)| id).collect();
    let stays = |id: FunctionId| recursive.contains(&id) || foreign.contains(&id);
    let once = |id: FunctionId| calls.get(&id) == Some(&1) && !stays(id);
    let twice = called_twice(&program, &calls);
    let mut inliner = Inliner { program: &mut program, small: FxHashSet::default(), once: &once };
    // A function that is called once is processed at its call.
    for id in order.iter().map(|(id, _)| *id).filter(|id| !once(*id)) {
        let body = std::mem::take(&mut inliner.program.functions[id].body);
        let body = inliner.body(body, &mut Substitution::default(), &[]);
        let most = if twice.contains(&id) { TWICE } else { SMALL };
        if size(&body) <= most && !stays(id) {
            inliner.small.insert(id);
        }
        inliner.program.functions[id].body = body;
    }
    Ok(drop_unreached(program))
}

struct Inliner<'a> {
    program: &'a mut Program,
    /// Small functions whose own bodies are processed, so that they can be inlined.
    small: FxHashSet<FunctionId>,
    once: &'a dyn Fn(FunctionId) -> bool,
}

/// Statements still to be processed: those of a body, or of a function that replaces its only call.
struct Rest {
    stms: std::vec::IntoIter<Stm>,
    /// Names in the call's pattern, each with the function's result that replaces it.
    results: Vec<(Name, Atom)>,
    /// Source places of the calls that lead to these statements.
    places: Vec<Span>,
}

impl Inliner<'_> {
    /// Inlines calls in a body. `places`: source places of the calls that the body comes from.
    fn body(&mut self, body: Body, substitution: &mut Substitution, places: &[Span]) -> Body {
        let mut stms = Vec::with_capacity(body.stms.len());
        let rest = Rest { stms: body.stms.into_iter(), results: Vec::new(), places: places.to_vec() };
        // Because a chain of calls may be as long as the program, this uses an explicit stack.
        let mut open = vec![rest];
        while let Some(rest) = open.last_mut() {
            let Some(mut stm) = rest.stms.next() else {
                let results = std::mem::take(&mut rest.results);
                let results = results.into_iter().map(|(name, atom)| (name, walk::substitute_atom(atom, substitution)));
                let results: Vec<(Name, Atom)> = results.collect();
                substitution.extend(results);
                open.pop();
                continue;
            };
            add_places(&mut stm, &rest.places);
            if !substitution.is_empty() {
                substitute_shallow(self.program, &mut stm, substitution);
            }
            for inner in stm.exp.bodies_mut() {
                let taken = std::mem::take(inner);
                *inner = self.body(taken, substitution, &rest.places);
            }
            match &stm.exp {
                Exp::Call { function, args } if (self.once)(*function) => {
                    open.push(self.moved(*function, args, &stm, substitution));
                }
                Exp::Call { function, args } if self.small.contains(function) => {
                    let inlined = self.copied(*function, args, &stm);
                    stms.extend(inlined.stms);
                    substitution.extend(stm.pattern.iter().copied().zip(inlined.result));
                }
                _ => stms.push(stm),
            }
        }
        let result = body.result.into_iter().map(|atom| walk::substitute_atom(atom, substitution)).collect();
        Body { stms, result }
    }

    /// Takes the body out of a function that has no other call. Returns its statements and results.
    fn moved(&mut self, function: FunctionId, args: &[Atom], call: &Stm, substitution: &mut Substitution) -> Rest {
        let function = &mut self.program.functions[function];
        let body = std::mem::take(&mut function.body);
        substitution.extend(function.params.iter().map(|param| param.name).zip(args.iter().copied()));
        let results = call.pattern.iter().copied().zip(body.result).collect();
        Rest { stms: body.stms.into_iter(), results, places: call.spans.clone() }
    }

    fn copied(&mut self, function: FunctionId, args: &[Atom], call: &Stm) -> Body {
        let callee = &mut self.program.functions[function];
        let body = std::mem::take(&mut callee.body);
        let params = callee.params.iter().map(|param| param.name);
        let mut renaming: Substitution = params.zip(args.iter().copied()).collect();
        let mut inlined = walk::refresh_body(self.program, &body, &mut renaming);
        self.program.functions[function].body = body;
        add_places_in_body(&mut inlined, &call.spans);
        inlined
    }
}

fn add_places(stm: &mut Stm, places: &[Span]) {
    let room = MAX_PLACES.saturating_sub(stm.spans.len());
    stm.spans.extend(places.iter().take(room));
}

fn add_places_in_body(body: &mut Body, places: &[Span]) {
    for stm in &mut body.stms {
        add_places(stm, places);
        for inner in stm.exp.bodies_mut() {
            add_places_in_body(inner, places);
        }
    }
}

/// Substitutes in a statement, except in its bodies, which are processed later.
fn substitute_shallow(program: &mut Program, stm: &mut Stm, substitution: &Substitution) {
    stm.exp.map_operands(&mut |atom| walk::substitute_atom(atom, substitution));
    for cert in &mut stm.certs {
        *cert = walk::substitute_name(*cert, substitution);
    }
    walk::substitute_types(&mut program.vars, &stm.exp.binders(), substitution);
    walk::substitute_types(&mut program.vars, &stm.pattern, substitution);
}

fn size(body: &Body) -> usize {
    let mut count = 0;
    walk::for_each_stm(body, &mut |_| count += 1);
    count
}

fn count_calls(program: &Program) -> FxHashMap<FunctionId, usize> {
    let mut calls = FxHashMap::default();
    for function in program.functions.values() {
        for callee in walk::callees(&function.body) {
            *calls.entry(callee).or_insert(0) += 1;
        }
    }
    // The number of outside calls of an entry point is unknown.
    for entry in &program.entries {
        *calls.entry(entry.function).or_insert(0) += 2;
    }
    calls
}

/// Returns the functions that take arrays and are called at two places of one function.
fn called_twice(program: &Program, calls: &FxHashMap<FunctionId, usize>) -> FxHashSet<FunctionId> {
    let mut twice = FxHashSet::default();
    for function in program.functions.values() {
        let mut once = FxHashSet::default();
        for callee in walk::callees(&function.body) {
            let takes_array =
                || program.functions[callee].params.iter().any(|param| program.type_of(param.name).rank() > 0);
            if !once.insert(callee) && calls.get(&callee) == Some(&2) && takes_array() {
                twice.insert(callee);
            }
        }
    }
    twice
}

/// Returns the functions that the entry points reach, callees first, each with whether it is on a cycle of calls.
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
            for callee in walk::callees(&program.functions[id].body) {
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

/// Removes the functions that no entry point reaches, and renumbers the others.
fn drop_unreached(mut program: Program) -> Program {
    let mut reached: Vec<FunctionId> = callees_first(&program).into_iter().map(|(id, _)| id).collect();
    reached.sort();
    let mut functions = PrimaryMap::new();
    let mut renumbered: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for id in reached {
        let Function { name, params, results, body, foreign } = &mut program.functions[id];
        let (params, results, body) = (std::mem::take(params), std::mem::take(results), std::mem::take(body));
        renumbered.insert(id, functions.push(Function { name: *name, params, results, body, foreign: foreign.take() }));
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
