//! Laws of loops. Parameters that are arrays are consumed only if the body consumes them, and what is consumed is no
//! result; so a parameter that each iteration leaves as it is stays what it was at the start.

use super::scope::{Scope, plain};
use super::{Outcome, Rule};
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashSet;
use value::{BinOp, Scalar, ScalarType};

pub const BEFORE: &[Rule] = &[no_iteration, one_iteration, fixed_params, counting_params];
pub const AFTER: &[Rule] = &[copying_loop];

/// A loop to 0 or below, or whose condition is false at the start, gives what it starts with.
fn no_iteration(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &stm.exp else { return Outcome::Keep };
    let inits = || looped.params.iter().map(|(_, init)| *init);
    let none = match looped.form {
        LoopForm::For { bound, .. } => bound.constant().and_then(Scalar::as_i128).is_some_and(|bound| bound <= 0),
        LoopForm::While { cond } => {
            looped.params.iter().any(|(name, init)| *name == cond && *init == Atom::bool(false))
        }
    };
    if none { Outcome::Replace(inits().collect()) } else { Outcome::Keep }
}

/// A loop to 1 is its body, with the initial values and the counter 0.
fn one_iteration(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &mut stm.exp else { return Outcome::Keep };
    let LoopForm::For { var, bound: Atom::Const(bound) } = looped.form else { return Outcome::Keep };
    if bound.as_i128() != Some(1) {
        return Outcome::Keep;
    }
    scope.stand_for(var, Atom::Const(Scalar::zero(bound.scalar_type())));
    looped.params.iter().for_each(|&(param, init)| scope.stand_for(param, init));
    let body = std::mem::take(&mut looped.body);
    Outcome::Splice(body.stms, body.result)
}

/// Parameters that every iteration leaves as they are, and the sizes that go with them, are what they start with.
fn fixed_params(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &mut stm.exp else { return Outcome::Keep };
    let before = looped.params.len();
    let mut at = 0;
    while at < looped.params.len().min(stm.pattern.len()) {
        let (param, init) = looped.params[at];
        let Some(&result) = looped.body.result.get(at) else { break };
        let tested = matches!(looped.form, LoopForm::While { cond } if cond == param);
        let stays = result == Atom::Var(param) || scope.atom(result) == init;
        if tested || !stays || !has_dims_of(scope, param, init) {
            at += 1;
            continue;
        }
        let name = stm.pattern.remove(at);
        looped.params.remove(at);
        looped.body.result.remove(at);
        scope.stand_for(param, init);
        scope.stand_for(name, init);
    }
    if looped.params.len() == before {
        return Outcome::Keep;
    }
    let names: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
    scope.substitute_types(&names);
    Outcome::Rewritten
}

/// Whether the name is known to have the sizes of the atom; a size of it may be one that is not known to stay.
fn has_dims_of(scope: &Scope, name: Name, atom: Atom) -> bool {
    let dims = |name| scope.dims(name).iter().map(|&dim| scope.atom(dim));
    atom.var().is_none_or(|other| dims(name).eq(dims(other)))
}

/// An integer that grows by the same step in each iteration is `init + i * step`: also where it wraps, as both are the
/// same modulo a power of two. After the loop the counter is the bound, or 0 of a negative one.
fn counting_params(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &stm.exp else { return Outcome::Keep };
    let LoopForm::For { var, bound } = looped.form else { return Outcome::Keep };
    let Some((at, operator, step)) = find_counting(scope, looped, &stm.pattern) else { return Outcome::Keep };
    let (Some(&(param, init)), Some(&name)) = (looped.params.get(at), stm.pattern.get(at)) else {
        return Outcome::Keep;
    };
    let count_type = scope.elem(var.into());
    let Some(last) = last_value(scope, stm, (init, operator, step), bound) else { return Outcome::Keep };
    let elem = scope.elem(param.into());
    let (counter, way) = (scope.program.fresh("i", Type::Scalar(elem)), scope.program.fresh("way", Type::Scalar(elem)));
    let convert = if elem == count_type { Exp::Atom(var.into()) } else { Exp::Convert(elem, var.into()) };
    let first = [
        plain(vec![counter], convert, &stm.spans),
        plain(vec![way], Exp::Bin(BinOp::Mul, counter.into(), step), &stm.spans),
        plain(vec![param], Exp::Bin(operator, init, way.into()), &stm.spans),
    ];
    let Exp::Loop(looped) = &mut stm.exp else { return Outcome::Keep };
    looped.params.remove(at);
    looped.body.result.remove(at);
    looped.body.stms.splice(0..0, first);
    stm.pattern.remove(at);
    scope.stand_for(name, last);
    Outcome::Rewritten
}

/// The value after the loop, computed before it.
fn last_value(scope: &mut Scope, stm: &Stm, counting: (Atom, BinOp, Atom), bound: Atom) -> Option<Atom> {
    let (init, operator, step) = counting;
    let like = plain(Vec::new(), Exp::Atom(bound), &stm.spans);
    let zero = Atom::Const(Scalar::zero(scope.elem(bound)));
    let mut times = scope.bind("times", Exp::Bin(BinOp::Max, bound, zero), &like)?;
    let elem = scope.elem(init);
    if elem != scope.elem(bound) {
        times = scope.bind("times", Exp::Convert(elem, times.into()), &like)?;
    }
    let way = scope.integer(BinOp::Mul, times.into(), step, &stm.spans)?;
    match operator {
        BinOp::Add => scope.integer(BinOp::Add, init, way, &stm.spans),
        _ => scope.bind("last", Exp::Bin(operator, init, way), &like).map(Atom::Var),
    }
}

/// The first parameter whose next value is itself plus or minus what does not vary, and that is no size of another.
fn find_counting(scope: &Scope, looped: &Loop, pattern: &[Name]) -> Option<(usize, BinOp, Atom)> {
    let candidates =
        looped.params.iter().enumerate().filter(|(_, (param, _))| scope.elem((*param).into()).is_integer());
    let results: FxHashSet<Name> =
        candidates.filter_map(|(at, (param, _))| next_value(scope, looped, at, *param)).collect();
    if results.is_empty() {
        return None;
    }
    let bound_here: FxHashSet<Name> = looped.body.stms.iter().flat_map(|stm| stm.pattern.iter().copied()).collect();
    let is_param = |name: Name| looped.params.iter().any(|(param, _)| *param == name);
    let counter = |name: Name| matches!(looped.form, LoopForm::For { var, .. } if var == name);
    let fixed =
        |atom: Atom| atom.var().is_none_or(|name| !bound_here.contains(&name) && !is_param(name) && !counter(name));
    let sizes = || looped.params.iter().map(|(name, _)| *name).chain(pattern.iter().copied());
    let is_size = |name: Name| sizes().any(|array| scope.dims(array).contains(&name.into()));
    for stm in looped.body.stms.iter().filter(|stm| stm.pattern.iter().any(|name| results.contains(name))) {
        let (&Exp::Bin(operator @ (BinOp::Add | BinOp::Sub), a, b), [next]) = (&stm.exp, stm.pattern.as_slice()) else {
            continue;
        };
        for (at, &(param, _)) in looped.params.iter().enumerate() {
            let step = match operator {
                BinOp::Add if b == Atom::Var(param) => a,
                _ if a == Atom::Var(param) => b,
                _ => continue,
            };
            let ends = looped.body.result.get(at) == Some(&(*next).into());
            let sized = is_size(param) || pattern.get(at).is_none_or(|name| is_size(*name));
            if ends && fixed(step) && !sized && scope.elem(param.into()).is_integer() {
                return Some((at, operator, scope.atom(step)));
            }
        }
    }
    None
}

/// The name of the parameter's next value, if it is another name.
fn next_value(scope: &Scope, looped: &Loop, at: usize, param: Name) -> Option<Name> {
    let next = looped.body.result.get(at)?.var()?;
    (next != param && matches!(scope.program.type_of(next), Type::Scalar(_))).then_some(next)
}

/// A loop that does nothing but write the elements of one array into the same places of another writes a slice at
/// once: as many as the bound says, or none of a negative one. The two do not share storage, as the one is read while
/// the loop overwrites the other.
fn copying_loop(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Some((from, init, bound, certs)) = copied(scope, stm) else { return Outcome::Keep };
    let like = plain(Vec::new(), Exp::Atom(bound), &stm.spans);
    let Some(count) = scope.bind("count", Exp::Bin(BinOp::Max, bound, Atom::i64(0)), &like) else {
        return Outcome::Keep;
    };
    stm.certs.extend(certs);
    walk::tidy_certs(stm);
    let range = SliceDim::Range { start: Atom::i64(0), count: count.into(), stride: Atom::i64(1) };
    let Some(part) = scope.bind("part", Exp::Slice(from, vec![range]), stm) else { return Outcome::Keep };
    stm.exp = Exp::Update { array: init, dims: vec![range], value: part.into() };
    Outcome::Rewritten
}

/// The array read, the array written, the bound, and the certificates of both, if the loop only copies.
fn copied(scope: &Scope, stm: &Stm) -> Option<(Name, Name, Atom, Vec<Name>)> {
    let (Exp::Loop(looped), [name]) = (&stm.exp, stm.pattern.as_slice()) else { return None };
    let (LoopForm::For { var, bound }, &[(param, Atom::Var(init))]) = (&looped.form, looped.params.as_slice()) else {
        return None;
    };
    let ([read, write], &[Atom::Var(result)]) = (looped.body.stms.as_slice(), looped.body.result.as_slice()) else {
        return None;
    };
    let Exp::Index(from, indices) = &read.exp else { return None };
    let Exp::Update { array, dims, value } = &write.exp else { return None };
    let counter = Atom::Var(*var);
    let element = read.pattern.first().map(|&name| Atom::Var(name));
    let copies = indices[..] == [counter]
        && dims[..] == [SliceDim::Fix(counter)]
        && Some(*value) == element
        && (*array, *from != param) == (param, true)
        && write.pattern[..] == [result];
    let typed = scope.program.type_of(*name) == scope.program.type_of(init) && scope.elem(counter) == ScalarType::I64;
    let certs = read.certs.iter().chain(&write.certs).copied().collect();
    (copies && typed).then_some((*from, init, *bound, certs))
}
