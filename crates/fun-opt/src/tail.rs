//! Tail calls (NOVA, section 5): a function whose recursive calls are all in tail position becomes a loop.
//!
//! ```text
//! fun gcd (a : i32) (b : i32) -> (r : i32) =    ==>   fun gcd (a_1 : i32) (b_1 : i32) -> (r : i32) =
//!   let (more : bool) = b != 0                          let (more_1 : bool) = b_1 != 0
//!   let (x : i32) =                                     let (last : bool) (a : i32) (b : i32) =
//!     if more                                             loop (again : bool = more_1) (a_2 : i32 = a_1) (b_2 : i32 = b_1)
//!     then let (m : i32) = a % b                          while again do
//!          let (y : i32) = call gcd (b, m)                let (m : i32) = a_2 % b_2
//!          in (y)                                         let (more_2 : bool) = m != 0
//!     else in (a)                                         in (more_2, b_2, m)
//!   in (x)                                              in (a)
//! ```
//!
//! So the function needs no stack, can be inlined, and runs on devices without recursion. Parameters that are the same
//! in all calls stay outside of the loop. Nothing may be consumed. Endless recursion of this kind becomes an endless loop,
//! not a failure for its depth.
//!
//! In the example one branch at the end of the body makes all calls, and the other one none. The statements before it are
//! computed before the loop and at the end of its body, so they must be cheap. For functions of other forms, the loop also
//! has a variable for each result. Then results and varying parameters must be scalars, and no array's type may depend on
//! one of these.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear.

use base::entity::EntityRef;
use base::{Error, Name};
use fun::def::*;
use fun::walk::{Substitution, refresh_body, refresh_stm, refresh_telescope, substitute_atom};
use rustc_hash::FxHashSet;
use value::{Scalar, UnOp};

pub fn tail_calls(mut program: Program) -> Result<Program, Error> {
    for at in 0..program.functions.len() {
        let id = FunctionId::new(at);
        let Some(varying) = varying_params(&program, id) else { continue };
        match guard(&program, id) {
            Some(guard) => guarded_loop(&mut program, id, &varying, guard),
            None if are_scalars(&program, id, &varying) => become_loop(&mut program, id, &varying),
            None => {}
        }
    }
    Ok(program)
}

/// Returns, for each parameter, whether it varies between recursive calls. `None` if there are calls that are not in tail
/// position, or a parameter is consumed.
fn varying_params(program: &Program, id: FunctionId) -> Option<Vec<bool>> {
    let function = &program.functions[id];
    let mut calls = Vec::new();
    let all_are_tail_calls = tail_args(&function.body, id, &mut calls) == count_calls(&function.body, id);
    let consumes = function.params.iter().any(|param| param.consumed);
    if calls.is_empty() || !all_are_tail_calls || consumes {
        return None;
    }
    let differs = |(at, param): (usize, &Param)| calls.iter().any(|args| args.get(at) != Some(&param.name.into()));
    Some(function.params.iter().enumerate().map(differs).collect())
}

/// Whether results and varying parameters are scalars, and no parameter's type depends on one that varies.
fn are_scalars(program: &Program, id: FunctionId, varying: &[bool]) -> bool {
    let function = &program.functions[id];
    let is_scalar = |name: Name| matches!(program.type_of(name), Type::Scalar(_));
    let changed: FxHashSet<Name> = varying_names(program, id, varying).into_iter().collect();
    let is_size = |param: &Param| program.type_of(param.name).dims().iter().any(|dim| is_one_of(&changed, *dim));
    function.results.iter().all(|result| is_scalar(result.name))
        && changed.iter().all(|&name| is_scalar(name))
        && !function.params.iter().any(is_size)
}

fn varying_names(program: &Program, id: FunctionId, varying: &[bool]) -> Vec<Name> {
    let params = program.functions[id].params.iter().zip(varying);
    params.filter(|(_, varies)| **varies).map(|(param, _)| param.name).collect()
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

/// The condition under which a function calls itself, and whether it does so if the condition is true.
#[derive(Clone, Copy)]
struct Guard {
    cond: Atom,
    when: bool,
}

/// Returns the guard of a function that ends with a branch of which one side makes all calls, the other none, and all of
/// whose other statements are cheap.
fn guard(program: &Program, id: FunctionId) -> Option<Guard> {
    let body = &program.functions[id].body;
    let (last, before) = body.stms.split_last()?;
    let Exp::If { cond, then_body, else_body } = &last.exp else { return None };
    let is_cheap = |stm: &Stm| {
        let has_scalars = stm.pattern.iter().all(|&name| !matches!(program.type_of(name), Type::Array { .. }));
        has_scalars && is_plain(&stm.exp)
    };
    if !matches!(end(body, id), End::Branch) || !before.iter().all(is_cheap) {
        return None;
    }
    let calls = |body| count_calls(body, id) > 0;
    match (only_calls(then_body, id), only_calls(else_body, id)) {
        (true, false) if !calls(else_body) => Some(Guard { cond: *cond, when: true }),
        (false, true) if !calls(then_body) => Some(Guard { cond: *cond, when: false }),
        _ => None,
    }
}

/// Whether an expression has no parts that are evaluated, and calls no function.
fn is_plain(exp: &Exp) -> bool {
    exp.bodies().is_empty() && exp.lambdas().is_empty() && !matches!(exp, Exp::Call { .. })
}

/// Whether the body ends with a call of the function in all cases.
fn only_calls(body: &Body, id: FunctionId) -> bool {
    match (end(body, id), body.stms.last().map(|last| &last.exp)) {
        (End::Call, _) => true,
        (End::Branch, Some(Exp::If { then_body, else_body, .. })) => {
            only_calls(then_body, id) && only_calls(else_body, id)
        }
        _ => false,
    }
}

/// Turns a function with a guard into a loop over its varying parameters. The values after the loop have their names.
fn guarded_loop(program: &mut Program, id: FunctionId, varying: &[bool], guard: Guard) {
    let Body { stms: mut before, result } = std::mem::take(&mut program.functions[id].body);
    let Some(last) = before.pop() else { return };
    let Exp::If { then_body, else_body, .. } = last.exp else { return };
    let (calls, done) = if guard.when { (then_body, else_body) } else { (else_body, then_body) };
    let names = varying_names(program, id, varying);
    let mut outside = Substitution::default();
    let firsts = refresh_telescope(program, &names, &mut outside);
    for (param, first) in
        program.functions[id].params.iter_mut().zip(varying).filter(|(_, varies)| **varies).zip(&firsts)
    {
        param.0.name = *first;
    }
    let round = Round { id, varying, names: &names, before: &before, guard };
    let mut stms = Vec::new();
    let first = round.again(program, &mut outside, &mut stms);
    let mut inside = Substitution::default();
    let states = refresh_telescope(program, &names, &mut inside);
    let whole = Body { stms: before.iter().cloned().chain(calls.stms).collect(), result: calls.result };
    let mut body = refresh_body(program, &whole, &mut inside);
    round.body(program, &mut body);
    let mut next: Substitution = names.iter().copied().zip(body.result.iter().copied()).collect();
    let more = round.again(program, &mut next, &mut body.stms);
    body.result.insert(0, more);
    let again = program.fresh("again", Type::BOOL);
    let params =
        std::iter::once((again, first)).chain(states.into_iter().zip(firsts.into_iter().map(Atom::Var))).collect();
    let exp = Exp::Loop(Box::new(Loop { params, form: LoopForm::While { cond: again }, body }));
    let pattern = std::iter::once(program.fresh("again", Type::BOOL)).chain(names.iter().copied()).collect();
    stms.push(Stm::plain(pattern, exp, &last.spans));
    stms.extend(before.iter().cloned());
    stms.extend(done.stms);
    let values: Substitution = last.pattern.into_iter().zip(done.result).collect();
    let result = result.into_iter().map(|atom| substitute_atom(atom, &values)).collect();
    program.functions[id].body = Body { stms, result };
}

/// An iteration of the loop for a function with a guard.
struct Round<'v> {
    id: FunctionId,
    varying: &'v [bool],
    /// The varying parameters.
    names: &'v [Name],
    /// The statements before the branch.
    before: &'v [Stm],
    guard: Guard,
}

impl Round<'_> {
    /// Adds the statements that compute whether the function calls itself, for parameters that the substitution replaces.
    fn again(&self, program: &mut Program, values: &mut Substitution, stms: &mut Vec<Stm>) -> Atom {
        for stm in self.before {
            stms.push(refresh_stm(program, stm, values));
        }
        let cond = substitute_atom(self.guard.cond, values);
        if self.guard.when {
            return cond;
        }
        let not = program.fresh("again", Type::BOOL);
        let spans = stms.last().map(|stm| stm.spans.clone()).unwrap_or_default();
        stms.push(Stm::plain(vec![not], Exp::Un(UnOp::Not, cond), &spans));
        not.into()
    }

    /// Changes the body so that it returns the next values of the varying parameters instead of a call's results.
    fn body(&self, program: &mut Program, body: &mut Body) {
        if let End::Branch = end(body, self.id) {
            let pattern = refresh_telescope(program, self.names, &mut Substitution::default());
            give_by_branches(body, pattern, |branch| self.body(program, branch));
        } else if let Some(Stm { exp: Exp::Call { args, .. }, .. }) = body.stms.pop() {
            body.result = args.iter().zip(self.varying).filter(|(_, varies)| **varies).map(|(arg, _)| *arg).collect();
        }
    }
}

/// Turns a function without a guard into a loop. Varying parameters become the loop's, under their names; the function gets new ones.
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

/// An iteration of the loop for a function without a guard.
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
                give_by_branches(body, pattern, |branch| self.body(program, branch));
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

/// Changes both branches at the end of the body, which then returns what they give to the new variables.
fn give_by_branches(body: &mut Body, pattern: Vec<Name>, mut change: impl FnMut(&mut Body)) {
    let Some(last) = body.stms.last_mut() else { return };
    if let Exp::If { then_body, else_body, .. } = &mut last.exp {
        change(then_body);
        change(else_body);
    }
    body.result = pattern.iter().map(|&name| name.into()).collect();
    last.pattern = pattern;
}
