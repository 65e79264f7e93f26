//! Tail calls (NOVA, section 5): a function whose recursive calls are all in tail position becomes a loop.
//!
//! ```text
//! fun gcd (a : i32) (b : i32) -> (r : i32) =    ==>   fun gcd (a_1 : i32) (b_1 : i32) -> (r : i32) =
//!   let (done : bool) = b == 0                          let (again : bool) (a_2 : i32) (b_2 : i32) (r_2 : i32) =
//!   let (x : i32) =                                       loop (again_1 : bool = true) (a : i32 = a_1) (b : i32 = b_1)
//!     if done then (a)                                         (r_1 : i32 = 0) while again_1 do
//!     else let (m : i32) = a % b                            let (done : bool) = b == 0
//!          let (y : i32) = call gcd (b, m)                  in if done then (false, a, b, a)
//!          in (y)                                              else let (m : i32) = a % b in (true, b, m, r_1)
//!   in (x)                                              in (r_2)
//! ```
//!
//! So the function needs no stack, can be inlined, and runs on devices without recursion. Parameters that are the same
//! in all calls stay outside of the loop. Results and varying parameters must be scalars, no array's type may depend on
//! one of these, and nothing may be consumed. Endless recursion of this kind becomes an endless loop, not a failure for
//! its depth.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear.

use base::entity::EntityRef;
use base::{Error, Name};
use fun::def::*;
use rustc_hash::FxHashSet;
use value::Scalar;

pub fn tail_calls(mut program: Program) -> Result<Program, Error> {
    for at in 0..program.functions.len() {
        let id = FunctionId::new(at);
        if let Some(varying) = varying_params(&program, id) {
            become_loop(&mut program, id, &varying);
        }
    }
    Ok(program)
}

/// Returns, for each parameter, whether it varies between recursive calls. `None` if the function cannot become a loop.
fn varying_params(program: &Program, id: FunctionId) -> Option<Vec<bool>> {
    let function = &program.functions[id];
    let mut calls = Vec::new();
    let all_are_tail_calls = tail_args(&function.body, id, &mut calls) == count_calls(&function.body, id);
    let consumes = function.params.iter().any(|param| param.consumed);
    let is_scalar = |name: Name| matches!(program.type_of(name), Type::Scalar(_));
    let scalar_results = function.results.iter().all(|result| is_scalar(result.name));
    if calls.is_empty() || !all_are_tail_calls || consumes || !scalar_results {
        return None;
    }
    let differs = |(at, param): (usize, &Param)| calls.iter().any(|args| args.get(at) != Some(&param.name.into()));
    let varying: Vec<bool> = function.params.iter().enumerate().map(differs).collect();
    let changed: FxHashSet<Name> =
        function.params.iter().zip(&varying).filter(|(_, varies)| **varies).map(|(param, _)| param.name).collect();
    let is_size = |param: &Param| program.type_of(param.name).dims().iter().any(|dim| is_one_of(&changed, *dim));
    let fine = changed.iter().all(|&name| is_scalar(name)) && !function.params.iter().any(is_size);
    fine.then_some(varying)
}

fn is_one_of(names: &FxHashSet<Name>, atom: Atom) -> bool {
    atom.var().is_some_and(|name| names.contains(&name))
}

/// How a body ends.
enum End {
    /// A call whose results are exactly the body's.
    Call,
    /// A branch whose results are exactly the body's.
    Branch,
    /// Anything else.
    Value,
}

fn end(body: &Body, id: FunctionId) -> End {
    let Some(last) = body.stms.last() else { return End::Value };
    let gives_all = last.pattern.iter().copied().map(Atom::Var).eq(body.result.iter().copied());
    match &last.exp {
        Exp::Call { function, .. } if gives_all && last.certs.is_empty() && *function == id => End::Call,
        Exp::If { .. } if gives_all && last.certs.is_empty() => End::Branch,
        _ => End::Value,
    }
}

/// Collects the arguments of the calls at the end of the body; returns their number.
fn tail_args<'b>(body: &'b Body, id: FunctionId, calls: &mut Vec<&'b [Atom]>) -> usize {
    match (end(body, id), body.stms.last().map(|last| &last.exp)) {
        (End::Call, Some(Exp::Call { args, .. })) => {
            calls.push(args);
            1
        }
        (End::Branch, Some(Exp::If { then_body, else_body, .. })) => {
            tail_args(then_body, id, calls) + tail_args(else_body, id, calls)
        }
        _ => 0,
    }
}

/// Returns how often the body calls the function, anywhere.
fn count_calls(body: &Body, id: FunctionId) -> usize {
    let calls = |stm: &Stm| {
        let here = matches!(&stm.exp, Exp::Call { function, .. } if *function == id);
        let inside: usize = stm.exp.bodies().into_iter().map(|inner| count_calls(inner, id)).sum();
        usize::from(here) + inside
    };
    body.stms.iter().map(calls).sum()
}

/// Turns the function into a loop. Varying parameters become the loop's, under their names; the function gets new ones.
fn become_loop(program: &mut Program, id: FunctionId, varying: &[bool]) {
    let mut body = std::mem::take(&mut program.functions[id].body);
    let again = program.fresh("again", Type::BOOL);
    let mut params = vec![(again, Atom::bool(true))];
    for (at, _) in varying.iter().enumerate().filter(|(_, varies)| **varies) {
        let name = program.functions[id].params[at].name;
        let first = program.fresh_like(name, program.type_of(name).clone());
        program.functions[id].params[at].name = first;
        params.push((name, first.into()));
    }
    let states = params.len();
    for result in program.functions[id].results.clone() {
        let ty = program.type_of(result.name).clone();
        let zero = Atom::Const(Scalar::zero(ty.elem().unwrap_or(value::ScalarType::Bool)));
        params.push((program.fresh_like(result.name, ty), zero));
    }
    let looped = Turn { id, varying, state: params.iter().map(|(name, _)| *name).collect(), states };
    looped.body(program, &mut body);
    let spans = body.stms.last().map(|stm| stm.spans.clone()).unwrap_or_default();
    let pattern = looped.fresh_state(program);
    let result = pattern[states..].iter().map(|&name| name.into()).collect();
    let exp = Exp::Loop(Box::new(Loop { params, form: LoopForm::While { cond: again }, body }));
    program.functions[id].body = Body { stms: vec![Stm::plain(pattern, exp, &spans)], result };
}

/// An iteration of the loop.
struct Turn<'v> {
    id: FunctionId,
    varying: &'v [bool],
    /// The loop's variables: whether to continue, the varying parameters, the results.
    state: Vec<Name>,
    /// Number of state variables that are not results.
    states: usize,
}

impl Turn<'_> {
    /// Changes the body so that it returns the loop's next state instead of the function's results.
    fn body(&self, program: &mut Program, body: &mut Body) {
        match end(body, self.id) {
            End::Call => {
                let Some(Stm { exp: Exp::Call { args, .. }, .. }) = body.stms.pop() else { return };
                let changed = args.iter().zip(self.varying).filter(|(_, varies)| **varies).map(|(arg, _)| *arg);
                let results = self.state[self.states..].iter().map(|&name| name.into());
                body.result = std::iter::once(Atom::bool(true)).chain(changed).chain(results).collect();
            }
            End::Branch => {
                let pattern = self.fresh_state(program);
                let Some(last) = body.stms.last_mut() else { return };
                if let Exp::If { then_body, else_body, .. } = &mut last.exp {
                    self.body(program, then_body);
                    self.body(program, else_body);
                }
                body.result = pattern.iter().map(|&name| name.into()).collect();
                last.pattern = pattern;
            }
            End::Value => {
                let same = self.state[1..self.states].iter().map(|&name| name.into());
                let results = std::mem::take(&mut body.result);
                body.result = std::iter::once(Atom::bool(false)).chain(same).chain(results).collect();
            }
        }
    }

    fn fresh_state(&self, program: &mut Program) -> Vec<Name> {
        self.state.iter().map(|&name| program.fresh_like(name, program.type_of(name).clone())).collect()
    }
}
