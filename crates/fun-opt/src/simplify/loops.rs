//! Laws of loops. An array parameter is consumed only if the body consumes it, and then it is not a result. So a parameter
//! that each iteration passes on unchanged keeps its initial value.

use super::scope::Scope;
use super::{Outcome, Rule};
use crate::growth::{self, Growth};
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar, ScalarType};

pub const BEFORE: &[Rule] = &[no_iteration, one_iteration, checked_sizes, fixed_params, counting_params];
pub const AFTER: &[Rule] = &[copying_loop];

/// Applies the law: a loop to 0 or less, or whose condition is false at the start, returns its initial values.
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

/// Applies the law: a loop to 1 is its body, with the initial values and the counter 0.
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

/// Applies the law: a size that is the same in every iteration, and whose initial value a check before the loop shows
/// to be equal, gets one name: the initial arrays are reshaped. Then it is no longer a parameter.
///
/// ```text
/// let (same : cert) = assert (k == n) ..               let (b : [n]f32) = <same> reshape [n] a
/// loop (m : i64 = k) (xs : [m]f32 = a) for i < t do    loop (m : i64 = n) (xs : [m]f32 = b) for i < t do
///   let (ys : [n]f32) = ..                       ==>     let (ys : [n]f32) = ..
///   in (n, ys)                                           in (n, ys)
/// ```
fn checked_sizes(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &stm.exp else { return Outcome::Keep };
    let mut renamed: FxHashMap<Name, (Atom, Name)> = FxHashMap::default();
    for (&(param, init), &result) in looped.params.iter().zip(&looped.body.result) {
        let size = scope.atom(result);
        renamed.extend(scope.certificate_of_equality(init, size).map(|cert| (param, (size, cert))));
    }
    let arrays = || looped.params.iter().flat_map(|(name, _)| scope.dims(*name)).filter_map(|dim| dim.var());
    let sizes: FxHashSet<Name> = arrays().collect();
    renamed.retain(|param, _| sizes.contains(param));
    if renamed.is_empty() {
        return Outcome::Keep;
    }
    let mut inits: Vec<Atom> = looped.params.iter().map(|(_, init)| *init).collect();
    for (at, &(param, init)) in looped.params.iter().enumerate() {
        let new = |dim: &Atom| renamed.get(&dim.var()?).copied();
        let (Some(array), true) = (init.var(), scope.dims(param).iter().any(|dim| new(dim).is_some())) else {
            continue;
        };
        let dims = scope.dims(param).iter().zip(scope.dims(array));
        let dims: Vec<Atom> = dims.map(|(dim, &old)| new(dim).map_or(old, |(size, _)| size)).collect();
        let certs = scope.dims(param).iter().filter_map(|dim| Some(new(dim)?.1)).collect();
        let mut relies = Stm { certs, ..Stm::plain(Vec::new(), Exp::Atom(init), &stm.spans) };
        walk::tidy_certs(&mut relies);
        let Some(reshaped) = scope.bind("start", Exp::Reshape(array, dims), &relies) else { return Outcome::Keep };
        inits[at] = reshaped.into();
    }
    let Exp::Loop(looped) = &mut stm.exp else { return Outcome::Keep };
    for ((param, init), new) in looped.params.iter_mut().zip(inits) {
        *init = renamed.get(param).map_or(new, |(size, _)| *size);
    }
    Outcome::Rewritten
}

/// Applies the law: parameters that every iteration passes on unchanged, and the sizes in their types, are their
/// initial values.
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

/// Whether the name has the same sizes as the atom. A size may still be a parameter of the loop.
fn has_dims_of(scope: &Scope, name: Name, atom: Atom) -> bool {
    let dims = |name| scope.dims(name).iter().map(|&dim| scope.atom(dim));
    atom.var().is_none_or(|other| dims(name).eq(dims(other)))
}

/// Applies the law: an integer that grows by a constant step in each iteration is `init + i * step`. This also holds if
/// it wraps, as both are equal modulo a power of two. After the loop the counter is the bound, or 0 if that is
/// negative.
fn counting_params(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Loop(looped) = &stm.exp else { return Outcome::Keep };
    let LoopForm::For { var, bound } = looped.form else { return Outcome::Keep };
    let Some(growth) = find_counting(scope, looped, &stm.pattern) else { return Outcome::Keep };
    let Growth { at, operator, step } = growth;
    let (Some(&(param, init)), Some(&name)) = (looped.params.get(at), stm.pattern.get(at)) else {
        return Outcome::Keep;
    };
    let count_type = scope.elem(var.into());
    let Some(last) = last_value(scope, stm, init, growth, bound) else { return Outcome::Keep };
    let elem = scope.elem(param.into());
    let (counter, way) = (scope.program.fresh("i", Type::Scalar(elem)), scope.program.fresh("way", Type::Scalar(elem)));
    let convert = if elem == count_type { Exp::Atom(var.into()) } else { Exp::Convert(elem, var.into()) };
    let first = [
        Stm::plain(vec![counter], convert, &stm.spans),
        Stm::plain(vec![way], Exp::Bin(BinOp::Mul, counter.into(), step), &stm.spans),
        Stm::plain(vec![param], Exp::Bin(operator, init, way.into()), &stm.spans),
    ];
    let Exp::Loop(looped) = &mut stm.exp else { return Outcome::Keep };
    looped.params.remove(at);
    looped.body.result.remove(at);
    looped.body.stms.splice(0..0, first);
    stm.pattern.remove(at);
    scope.stand_for(name, last);
    Outcome::Rewritten
}

/// Returns the value after the loop, computed before it.
fn last_value(scope: &mut Scope, stm: &Stm, init: Atom, growth: Growth, bound: Atom) -> Option<Atom> {
    let zero = Atom::Const(Scalar::zero(scope.elem(bound)));
    let mut times = scope.compute("times", Exp::Bin(BinOp::Max, bound, zero), &stm.spans)?;
    let elem = scope.elem(init);
    if elem != scope.elem(bound) {
        times = scope.compute("times", Exp::Convert(elem, times.into()), &stm.spans)?;
    }
    let way = scope.integer(BinOp::Mul, times.into(), growth.step, &stm.spans)?;
    match growth.operator {
        BinOp::Add => scope.integer(BinOp::Add, init, way, &stm.spans),
        operator => scope.compute("last", Exp::Bin(operator, init, way), &stm.spans).map(Atom::Var),
    }
}

/// Returns the first parameter that grows by a constant step and is not a size of another one.
fn find_counting(scope: &Scope, looped: &Loop, pattern: &[Name]) -> Option<Growth> {
    let is_integer = |(param, _): &(Name, Atom)| scope.elem((*param).into()).is_integer();
    let is_scalar = |(param, _): &(Name, Atom)| matches!(scope.program.type_of(*param), Type::Scalar(_));
    let params = looped.params.iter().enumerate();
    let integers = params.filter(|(_, param)| is_scalar(param) && is_integer(param)).map(|(at, _)| at);
    let arrays = || looped.params.iter().map(|(name, _)| *name).chain(pattern.iter().copied());
    let is_size = |name: Name| arrays().any(|array| scope.dims(array).contains(&name.into()));
    growth::even(looped, integers, |atom| scope.atom(atom)).into_iter().find(|growth| {
        !is_size(looped.params[growth.at].0) && pattern.get(growth.at).is_some_and(|name| !is_size(*name))
    })
}

/// Applies the law: a loop that only copies the elements of one array to the same places of another becomes an update
/// of a slice. The slice is as long as the bound, or empty if that is negative. The two arrays do not share storage,
/// because the loop reads one while it overwrites the other.
fn copying_loop(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Some((from, init, bound, certs)) = copied(scope, stm) else { return Outcome::Keep };
    let Some(count) = scope.compute("count", Exp::Bin(BinOp::Max, bound, Atom::i64(0)), &stm.spans) else {
        return Outcome::Keep;
    };
    stm.certs.extend(certs);
    walk::tidy_certs(stm);
    let range = SliceDim::Range { start: Atom::i64(0), count: count.into(), stride: Atom::i64(1) };
    let Some(part) = scope.bind("part", Exp::Slice(from, vec![range.clone()]), stm) else { return Outcome::Keep };
    stm.exp = Exp::Update { array: init, dims: vec![range], value: part.into() };
    Outcome::Rewritten
}

/// Returns the array read, the array written, the bound, and the certificates of both, if the loop only copies.
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
