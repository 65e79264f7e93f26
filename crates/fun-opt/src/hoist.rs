//! Hoisting: moves loop-invariant statements out of lambdas and loops.
//!
//! ```text
//! map n (xs) (\x -> let (k : i64) = a * b      ==>   let (k : i64) = a * b
//!                   let (y : i64) = x + k            map n (xs) (\x -> let (y : i64) = x + k in (y))
//!                   in (y))
//! ```
//!
//! Total scalar operators and permutations move freely. Other views without certificates are valid only where they
//! stand, so they move only if the body certainly runs. A leading assertion moves too, under the condition that there
//! is an iteration, so that the first failure stays the first.
//!
//! `hoist_work` also moves computations of arrays, if they cannot fail and nothing overwrites the result. It runs after
//! fusion, because the arrays that remain are really made in each iteration.
//!
//! ```text
//! loop (s = 0) for i < n do             ==>   let (t : [9]i64) = map 9 ..
//!   let (t : [9]i64) = map 9 ..               let (r : i64) = loop (s = 0) for i < n do
//!   let (x : i64) = t[i]                        let (x : i64) = t[i] ..
//! ```
//!
//! Statements that read elements, divide, call, or make arrays of computed sizes are valid only where they stand. They
//! move if the body certainly runs, or under that condition. Calls move if neither the function nor its callees can
//! fail or run forever.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times nesting depth.

use crate::effect;
use base::{Error, Name};
use fun::alias::{Aliases, analyse};
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar};

pub fn hoist(mut program: Program) -> Result<Program, Error> {
    hoist_with(&mut program, |_, _| Work::default());
    Ok(program)
}

/// Like `hoist`, but also moves computations of arrays out of loops and lambdas.
pub fn hoist_work(mut program: Program) -> Result<Program, Error> {
    hoist_with(&mut program, |program, function| {
        let params = function.params.iter().flat_map(|param| program.type_of(param.name).dims());
        Work { aliases: Some(analyse(program, function).0), sizes: params.filter_map(|dim| dim.var()).collect() }
    });
    Ok(program)
}

fn hoist_with(program: &mut Program, work: fn(&Program, &Function) -> Work) {
    let total = effect::total_functions(program);
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let work = work(program, &program.functions[id]);
        let body = std::mem::take(&mut program.functions[id].body);
        let body = Hoister { program, total: &total, work }.body(body);
        program.functions[id].body = body;
    }
}

/// Facts about a function that decide which computations of arrays may be moved.
#[derive(Default)]
struct Work {
    /// Aliases; `None` if no arrays are moved.
    aliases: Option<Aliases>,
    /// Size variables of the function's array parameters.
    sizes: FxHashSet<Name>,
}

struct Hoister<'p> {
    program: &'p mut Program,
    total: &'p FxHashSet<FunctionId>,
    work: Work,
}

/// Whether and how a statement may leave a body.
enum Way {
    Freely,
    /// In a branch, whose condition is that the body runs.
    IfItRuns,
    Not,
}

/// A body out of which statements are moved.
struct Source<'a> {
    /// Names bound by the body and the expression around it.
    bound: &'a mut FxHashSet<Name>,
    /// Number of times that the body runs for one execution of its expression; `None` if it is not known before.
    times: Option<Atom>,
    /// Names that share storage with a loop's next values.
    kept: &'a FxHashSet<Name>,
}

impl Hoister<'_> {
    fn body(&mut self, body: Body) -> Body {
        let mut stms = Vec::with_capacity(body.stms.len());
        for mut stm in body.stms {
            for inner in stm.exp.bodies_mut() {
                let taken = std::mem::take(inner);
                *inner = self.body(taken);
            }
            self.hoist_out_of(&mut stm, &mut stms);
            stms.push(stm);
        }
        Body { stms, result: body.result }
    }

    /// Moves invariant statements out of the bodies of `stm` to `outside`. Bodies of branches are left alone, because
    /// they may never run.
    fn hoist_out_of(&mut self, stm: &mut Stm, outside: &mut Vec<Stm>) {
        let Some(times) = iterations(self.program, &stm.exp) else { return };
        let mut bound: FxHashSet<Name> = stm.exp.binders().into_iter().collect();
        for inner in stm.exp.bodies() {
            bound.extend(inner.stms.iter().flat_map(|stm| &stm.pattern));
        }
        let kept = self.kept(&stm.exp);
        let first_runs = !matches!(stm.exp, Exp::Histogram(_));
        for (at, inner) in stm.exp.bodies_mut().into_iter().enumerate() {
            // Operators run only if there are two values to combine, so statements that may fail stay in them.
            let times = times.filter(|_| at == 0 && first_runs);
            self.hoist_from(inner, Source { bound: &mut bound, times, kept: &kept }, outside);
        }
    }

    fn kept(&self, exp: &Exp) -> FxHashSet<Name> {
        match (exp, &self.work.aliases) {
            (Exp::Loop(looped), Some(aliases)) => {
                looped.body.result.iter().filter_map(|atom| atom.var()).flat_map(|name| aliases.of(name)).collect()
            }
            _ => FxHashSet::default(),
        }
    }

    /// Moves the invariant statements of a body to `outside`, as far as `way` allows.
    fn hoist_from(&mut self, body: &mut Body, source: Source<'_>, outside: &mut Vec<Stm>) {
        let mut left = Vec::with_capacity(body.stms.len());
        let mut may_have_failed = false;
        for stm in std::mem::take(&mut body.stms) {
            let invariant = !walk::uses_any(&self.program.vars, &stm, |name| source.bound.contains(&name));
            let way = if invariant { self.way(&stm, &source, may_have_failed) } else { Way::Not };
            if let Way::Not = way {
                may_have_failed |= !effect::may_drop_beside(&stm.exp, self.total);
                left.push(stm);
                continue;
            }
            stm.pattern.iter().for_each(|name| _ = source.bound.remove(name));
            match (way, source.times) {
                (Way::IfItRuns, Some(times)) if matches!(stm.exp, Exp::Assert { .. }) => {
                    guard(self.program, stm, times, outside);
                }
                (Way::IfItRuns, Some(times)) => compute_if(self.program, stm, times, outside),
                _ => outside.push(stm),
            }
        }
        body.stms = left;
    }

    /// Returns whether and how the invariant statement may leave the body.
    fn way(&self, stm: &Stm, source: &Source<'_>, may_have_failed: bool) -> Way {
        if moves_freely(self.program, stm) {
            return Way::Freely;
        }
        let constant = source.times.and_then(Atom::as_i64);
        let runs = constant.is_some_and(|times| times > 0);
        if let Exp::Assert { .. } = stm.exp {
            return if source.times.is_some() && !may_have_failed { Way::IfItRuns } else { Way::Not };
        }
        if effect::is_view(&stm.exp) {
            return if runs && !may_have_failed && stm.certs.is_empty() { Way::Freely } else { Way::Not };
        }
        if !self.may_move(stm, source) {
            return Way::Not;
        }
        match source.times {
            _ if self.is_safe_anywhere(stm) => Way::Freely,
            Some(_) if runs && !may_have_failed => Way::Freely,
            Some(_) if !may_have_failed && self.can_be_left_out(stm) => Way::IfItRuns,
            _ => Way::Not,
        }
    }

    /// Whether the statement computes new values, cannot fail, and nothing overwrites its results.
    fn may_move(&self, stm: &Stm, source: &Source<'_>) -> bool {
        let Some(aliases) = &self.work.aliases else { return false };
        let has_work = !matches!(stm.exp, Exp::Scratch { .. } | Exp::Alloc { .. } | Exp::Index(..) | Exp::Bin(..));
        let stays = |name: &Name| !aliases.consumed.contains(name) && !source.kept.contains(name);
        has_work
            && effect::may_drop_beside(&stm.exp, self.total)
            && !effect::consumes(self.program, &stm.exp)
            && stm.pattern.iter().all(stays)
    }

    /// Whether the statement needs no check at its place: it reads no single elements, divides by constants only, and
    /// its arrays have sizes of existing arrays.
    fn is_safe_anywhere(&self, stm: &Stm) -> bool {
        let free = walk::free_in_stm(&self.program.vars, stm);
        let mut known = self.work.sizes.clone();
        for &name in &free {
            known.extend(self.program.type_of(name).dims().iter().filter_map(|dim| dim.var()));
        }
        let is_certified = |name: &Name| *self.program.type_of(*name) == Type::Cert;
        !free.iter().any(is_certified) && is_safe(self.program, &stm.exp, &known)
    }

    /// Whether a zero or an array of zeros of the same type can stand for the result.
    fn can_be_left_out(&self, stm: &Stm) -> bool {
        let [name] = stm.pattern.as_slice() else { return false };
        match self.program.type_of(*name) {
            Type::Scalar(_) => true,
            Type::Array { dims, .. } => dims.iter().all(|dim| is_size(*dim, &self.work.sizes)),
            Type::Cert | Type::Memory => false,
        }
    }
}

fn is_size(atom: Atom, known: &FxHashSet<Name>) -> bool {
    match atom {
        Atom::Var(name) => known.contains(&name),
        Atom::Const(value) => value.as_i64().is_some_and(|value| value >= 0),
    }
}

/// Whether the expression neither fails nor has an effect when it runs without need, if the `known` names are valid
/// sizes.
fn is_safe(program: &Program, exp: &Exp, known: &FxHashSet<Name>) -> bool {
    let here = match exp {
        // A function's body may rely on checks by its callers.
        Exp::Index(..) | Exp::Call { .. } => false,
        Exp::Bin(..) => effect::is_total_scalar(program, exp),
        Exp::Iota { count, .. } => is_size(*count, known),
        Exp::Replicate { dims, .. } | Exp::Scratch { dims, .. } => dims.iter().all(|dim| is_size(*dim, known)),
        Exp::Traverse(traverse) => is_size(traverse.width, known),
        Exp::Filter(filter) => is_size(filter.width, known),
        exp => !effect::is_view(exp),
    };
    here && exp.bodies().into_iter().all(|body| body.stms.iter().all(|stm| is_safe(program, &stm.exp, known)))
}

/// Emits the statement to `outside`, in a branch that is taken if there is an iteration. Without iterations the value
/// is 0 or an array of zeros, which nothing uses.
fn compute_if(program: &mut Program, mut stm: Stm, times: Atom, outside: &mut Vec<Stm>) {
    let Some(&name) = stm.pattern.first() else { return };
    let ty = program.type_of(name).clone();
    let Some(elem) = ty.elem() else { return };
    let zero = Atom::Const(Scalar::zero(elem));
    let runs = program.fresh("runs", Type::BOOL);
    let exp = Exp::Cmp(CmpOp::Lt, Atom::i64(0), times);
    outside.push(Stm::plain(vec![runs], exp, &stm.spans));
    let computed = program.fresh_like(name, ty.clone());
    let spans = stm.spans.clone();
    stm.pattern = vec![computed];
    let then_body = Body { stms: vec![stm], result: vec![computed.into()] };
    let mut else_body = Body { stms: Vec::new(), result: vec![zero] };
    if ty.rank() > 0 {
        let exp = Exp::Replicate { dims: ty.dims().to_vec(), value: zero };
        let unused = program.fresh("unused", ty);
        else_body.stms.push(Stm::plain(vec![unused], exp, &spans));
        else_body.result = vec![unused.into()];
    }
    let exp = Exp::If { cond: runs.into(), then_body, else_body };
    outside.push(Stm::plain(vec![name], exp, &spans));
}

/// Returns the trip count of a loop or an array operation: `Some(None)` if it is not known before, `None` for other
/// expressions.
fn iterations(program: &Program, exp: &Exp) -> Option<Option<Atom>> {
    match exp {
        Exp::Loop(looped) => match looped.form {
            LoopForm::For { bound, .. } if program.atom_type(bound) == Type::I64 => Some(Some(bound)),
            LoopForm::For { .. } | LoopForm::While { .. } => Some(None),
        },
        exp => exp.traversed().map(|(width, ..)| Some(width)),
    }
}

fn moves_freely(program: &Program, stm: &Stm) -> bool {
    match &stm.exp {
        Exp::Permute(..) => stm.certs.is_empty(),
        exp => effect::is_total_scalar(program, exp),
    }
}

/// Emits the assertion to `outside`, with a condition that also holds if there is no iteration.
fn guard(program: &mut Program, mut stm: Stm, times: Atom, outside: &mut Vec<Stm>) {
    let Exp::Assert { cond, .. } = &mut stm.exp else { return };
    let runs = times.as_i64();
    if runs.is_none_or(|runs| runs <= 0) {
        let none = program.fresh("none", Type::BOOL);
        let fine = program.fresh("fine", Type::BOOL);
        let exp = Exp::Cmp(CmpOp::Le, times, Atom::i64(0));
        outside.push(Stm::plain(vec![none], exp, &stm.spans));
        let exp = Exp::Bin(BinOp::Or, none.into(), *cond);
        outside.push(Stm::plain(vec![fine], exp, &stm.spans));
        *cond = fine.into();
    }
    outside.push(stm);
}
