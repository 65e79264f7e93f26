//! Laws of operations that apply a lambda to the elements of arrays. The lambda of an operation of width 0 never runs,
//! so it does not fail. With any other width it runs for every element, so it is omitted only if it cannot fail.

use super::scope::{Scope, is_value};
use super::{Outcome, Rule};
use crate::effect;
use base::Name;
use fun::build::row;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::{BinOp, CmpOp, ScalarType};

/// `known_inputs` precedes `equal_inputs`. Otherwise a parameter could stand for another one that is removed too.
pub const BEFORE: &[Rule] = &[no_element, one_element, known_inputs, equal_inputs];
pub const TRAVERSE: &[Rule] = &[same_elements, invariant_results, reduction_of_equals];
pub const FILTER: &[Rule] = &[known_predicate];

/// Largest number of operations of a lambda that is run again for one element.
const SMALL: usize = 16;

/// Returns the width, inputs and lambda of a traversing operation whose lambda takes all inputs.
fn traversal(exp: &mut Exp) -> Option<(Atom, &mut Vec<Name>, &mut Lambda)> {
    let (width, inputs, lambda) = exp.traversed_mut()?;
    (lambda.params.len() >= inputs.len()).then_some((*width, inputs, lambda))
}

/// Applies the law: with no elements, the results are arrays without elements, neutral elements, a count of 0, and
/// unchanged destinations (which were consumed, so they have no other use). A neutral element that is an array is
/// copied, because the result may be overwritten.
fn no_element(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    if !traversal(&mut stm.exp).is_some_and(|(width, ..)| is_value(width, 0)) {
        return Outcome::Keep;
    }
    let mut atoms: Vec<Atom> = match &stm.exp {
        Exp::Scatter(scatter) => return replace_by(&scatter.destinations),
        Exp::Histogram(histogram) => return replace_by(&histogram.destinations),
        Exp::Filter(_) => vec![Atom::i64(0)],
        _ => Vec::new(),
    };
    if let (Exp::Filter(_), Some(&count)) = (&stm.exp, stm.pattern.first()) {
        scope.stand_for(count, Atom::i64(0));
    }
    scope.substitute_types(&stm.pattern);
    let (scanned, neutral) = match &stm.exp {
        Exp::Traverse(traverse) => {
            let neutral = traverse.reductions.iter().flat_map(|monoid| monoid.neutral.iter().copied());
            (traverse.scanned(), neutral.collect())
        }
        _ => (0, Vec::new()),
    };
    for &name in stm.pattern.get(atoms.len()..).unwrap_or(&[]) {
        let reduced = atoms.len().checked_sub(scanned).and_then(|at| neutral.get(at));
        let ty = scope.program.type_of(name).clone();
        match (reduced.filter(|_| matches!(stm.exp, Exp::Traverse(_))), ty) {
            (Some(&Atom::Var(neutral)), Type::Array { .. }) => {
                match scope.compute("neutral", Exp::Copy(neutral), &stm.spans) {
                    Some(copy) => atoms.push(copy.into()),
                    None => return Outcome::Keep,
                }
            }
            (Some(&neutral), _) => atoms.push(neutral),
            (None, Type::Array { elem, dims }) => match scope.compute("empty", Exp::Scratch { elem, dims }, &stm.spans)
            {
                Some(empty) => atoms.push(empty.into()),
                None => return Outcome::Keep,
            },
            (None, _) => return Outcome::Keep,
        }
    }
    Outcome::Replace(atoms)
}

fn replace_by(names: &[Name]) -> Outcome {
    Outcome::Replace(names.iter().map(|&name| name.into()).collect())
}

/// Applies the law: with one element, the lambda runs in place. A scanned or reduced value is still combined with the
/// neutral element, which matters for floats: `0 + -0` is 0. A reduced array is copied, because it may be overwritten
/// and the operator may return its operand.
fn one_element(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Traverse(traverse) = &mut stm.exp else { return Outcome::Keep };
    if !is_value(traverse.width, 1) {
        return Outcome::Keep;
    }
    let traverse = std::mem::take(&mut **traverse);
    let mut stms = Vec::new();
    let inputs = traverse.inputs.len();
    let (index, params) = traverse.lambda.params.split_at(traverse.lambda.params.len().saturating_sub(inputs));
    index.iter().for_each(|&index| scope.stand_for(index, Atom::i64(0)));
    for (&param, &input) in params.iter().zip(&traverse.inputs) {
        stms.push(Stm::plain(vec![param], row(scope.program, input, &[Atom::i64(0)]), &stm.spans));
    }
    stms.extend(traverse.lambda.body.stms);
    let mut results = traverse.lambda.body.result.into_iter();
    let mut atoms = Vec::with_capacity(stm.pattern.len());
    let scans = traverse.scans.len();
    for (at, monoid) in traverse.scans.into_iter().chain(traverse.reductions).enumerate() {
        let values: Vec<Atom> =
            monoid.neutral.iter().copied().chain(results.by_ref().take(monoid.neutral.len())).collect();
        for (&param, value) in monoid.operator.params.iter().zip(values) {
            stms.push(Stm::plain(vec![param], Exp::Atom(value), &stm.spans));
        }
        stms.extend(monoid.operator.body.stms);
        for result in monoid.operator.body.result {
            let exp = match result {
                _ if at < scans => Exp::Literal(vec![result]),
                Atom::Var(array) if !scope.dims(array).is_empty() => Exp::Copy(array),
                _ => Exp::Atom(result),
            };
            atoms.push(bind_result(stm, &mut stms, atoms.len(), exp));
        }
    }
    for result in results {
        atoms.push(bind_result(stm, &mut stms, atoms.len(), Exp::Literal(vec![result])));
    }
    let certs = std::mem::take(&mut stm.certs);
    for inner in stms.iter_mut().filter(|stm| !effect::is_total_scalar(scope.program, &stm.exp)) {
        inner.certs.extend_from_slice(&certs);
        walk::tidy_certs(inner);
    }
    Outcome::Splice(stms, atoms)
}

/// Binds the result to its name in the pattern.
fn bind_result(stm: &Stm, stms: &mut Vec<Stm>, at: usize, exp: Exp) -> Atom {
    let Some(&name) = stm.pattern.get(at) else { return Atom::bool(false) };
    stms.push(Stm::plain(vec![name], exp, &stm.spans));
    name.into()
}

/// Applies the law: equal inputs are merged (NOVA, section 5, common subexpressions in the vector arguments of
/// higher-order functions): their elements are the same.
fn equal_inputs(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Some((_, inputs, lambda)) = traversal(&mut stm.exp) else { return Outcome::Keep };
    let before = inputs.len();
    for at in (1..inputs.len()).rev() {
        let Some(first) = inputs[..at].iter().position(|input| *input == inputs[at]) else { continue };
        let own = lambda.params.len() - inputs.len();
        let param = lambda.params.remove(own + at);
        scope.stand_for(param, lambda.params[own + first].into());
        inputs.remove(at);
    }
    if inputs.len() < before { Outcome::Rewritten } else { Outcome::Keep }
}

/// Applies the law: an `iota` input is computed from the index instead, and elements of a replication are its value (a
/// row only if it is never overwritten, as it is read later).
fn known_inputs(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Some((_, inputs, lambda)) = traversal(&mut stm.exp) else { return Outcome::Keep };
    let before = inputs.len();
    for at in (0..inputs.len()).rev() {
        let (start, step) = match scope.exp_of(inputs[at]) {
            Some(Exp::Iota { start, step, .. }) => (*start, *step),
            Some(Exp::Replicate { dims, value }) if dims.len() == 1 => {
                let value = *value;
                if !scope.sharing.overwritten(value) {
                    let param = lambda.params.remove(lambda.params.len() - inputs.len() + at);
                    scope.stand_for(param, value);
                    inputs.remove(at);
                }
                continue;
            }
            _ => continue,
        };
        if !scope.elem(start).is_integer() {
            continue;
        }
        if lambda.params.len() == inputs.len() {
            let index = scope.program.fresh("i", Type::I64);
            lambda.params.insert(0, index);
        }
        inputs.remove(at);
        let param = lambda.params.remove(at + 1);
        // All arithmetic is modulo a power of two, so the low bits of the index determine the low bits of the element.
        let (elem, mut at) = (scope.elem(start), lambda.params[0]);
        let mut stms = Vec::new();
        if elem != ScalarType::I64 {
            at = scope.program.fresh("at", Type::Scalar(elem));
            stms.push(Stm::plain(vec![at], Exp::Convert(elem, lambda.params[0].into()), &stm.spans));
        }
        let way = scope.program.fresh("way", Type::Scalar(elem));
        stms.push(Stm::plain(vec![way], Exp::Bin(BinOp::Mul, at.into(), step), &stm.spans));
        stms.push(Stm::plain(vec![param], Exp::Bin(BinOp::Add, start, way.into()), &stm.spans));
        lambda.body.stms.splice(0..0, stms);
    }
    if inputs.len() < before { Outcome::Rewritten } else { Outcome::Keep }
}

/// Applies the law: a map that returns its input's elements is its input, if neither array is overwritten or leaves the
/// function.
fn same_elements(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Traverse(traverse) = &mut stm.exp else { return Outcome::Keep };
    let collected = traverse.combined();
    for at in (collected..stm.pattern.len()).rev() {
        let Some(&result) = traverse.lambda.body.result.get(at) else { continue };
        let (name, Some(input)) = (stm.pattern[at], input_of(traverse, result)) else { continue };
        let same = scope.program.type_of(name) == scope.program.type_of(input);
        if same && scope.sharing.stays(name) && scope.sharing.stays(input) {
            stm.pattern.remove(at);
            traverse.lambda.body.result.remove(at);
            scope.stand_for(name, input.into());
            return if stm.pattern.is_empty() && effect::may_drop(&stm.exp) {
                Outcome::Splice(Vec::new(), Vec::new())
            } else {
                Outcome::Rewritten
            };
        }
    }
    Outcome::Keep
}

/// Returns the input whose elements the lambda takes by this name.
fn input_of(traverse: &Traverse, param: Atom) -> Option<Name> {
    let own = traverse.lambda.params.len().checked_sub(traverse.inputs.len())?;
    let at = traverse.lambda.params.iter().position(|name| param == (*name).into())?;
    traverse.inputs.get(at.checked_sub(own)?).copied()
}

/// Applies the law: in a map that cannot fail, an invariant result becomes a replication, an input's element a copy of
/// the input, and the index an `iota`.
fn invariant_results(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    if !effect::may_drop(&stm.exp) {
        return Outcome::Keep;
    }
    let Exp::Traverse(traverse) = &mut stm.exp else { return Outcome::Keep };
    let collected = traverse.combined();
    let width = traverse.width;
    let alone = stm.pattern.len() == 1;
    for at in (collected..stm.pattern.len()).rev() {
        let Some(&result) = traverse.lambda.body.result.get(at) else { continue };
        let is_param = result.var().is_some_and(|name| traverse.lambda.params.contains(&name));
        let exp = match (input_of(traverse, result), is_param) {
            (Some(input), _) if alone && scope.program.type_of(input) == scope.program.type_of(stm.pattern[at]) => {
                Exp::Copy(input)
            }
            (None, true) if alone => Exp::Iota { count: width, start: Atom::i64(0), step: Atom::i64(1) },
            (None, false) if !result.var().is_some_and(|name| scope.is_inner(name)) => {
                Exp::Replicate { dims: vec![width], value: result }
            }
            _ => continue,
        };
        if alone {
            stm.exp = exp;
            return Outcome::Rewritten;
        }
        traverse.lambda.body.result.remove(at);
        let name = stm.pattern.remove(at);
        scope.substitute_types(&[name]);
        scope.add(Stm::plain(vec![name], exp, &stm.spans));
        return Outcome::Rewritten;
    }
    Outcome::Keep
}

/// Applies the law: a reduction of equal integers or booleans by `min`, `max`, `and` or `or` is that value, if there is
/// an element; their sum is the value times their number. For booleans, emptiness becomes part of the result: `and` of
/// `n` times `c` is `n <= 0 or c`, and `or` is `0 < n and c`.
fn reduction_of_equals(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Traverse(traverse) = &stm.exp else { return Outcome::Keep };
    let ([], [monoid], [value]) =
        (traverse.scans.as_slice(), traverse.reductions.as_slice(), traverse.lambda.body.result.as_slice())
    else {
        return Outcome::Keep;
    };
    let width = traverse.width;
    let is_some = width.constant().and_then(|width| width.as_i64()).is_some_and(|width| width > 0);
    let inner = value.var().is_some_and(|name| scope.is_inner(name) || traverse.lambda.params.contains(&name));
    let (&[neutral], &[a, b]) = (monoid.neutral.as_slice(), monoid.operator.params.as_slice()) else {
        return Outcome::Keep;
    };
    let ([only], &[given]) = (monoid.operator.body.stms.as_slice(), monoid.operator.body.result.as_slice()) else {
        return Outcome::Keep;
    };
    let &Exp::Bin(operator @ (BinOp::And | BinOp::Or | BinOp::Min | BinOp::Max | BinOp::Add), x, y) = &only.exp else {
        return Outcome::Keep;
    };
    let (a, b): (Atom, Atom) = (a.into(), b.into());
    let combines = (x, y) == (a, b) || (x, y) == (b, a);
    let gives = only.pattern.as_slice() == given.var().as_slice();
    let value = *value;
    if inner || !combines || !gives || scope.elem(value).is_float() || !effect::may_drop(&stm.exp) {
        return Outcome::Keep;
    }
    if operator == BinOp::Add {
        return sum_of_equals(scope, stm, width, value, neutral).map_or(Outcome::Keep, Outcome::atom);
    }
    stm.exp = if is_some {
        Exp::Bin(operator, neutral, value)
    } else if neutral == Atom::bool(operator == BinOp::And) {
        let (asked, combined) = match operator {
            BinOp::And => (CmpOp::Le, BinOp::Or),
            _ => (CmpOp::Gt, BinOp::And),
        };
        let Some(some) = scope.compute("some", Exp::Cmp(asked, width, Atom::i64(0)), &stm.spans) else {
            return Outcome::Keep;
        };
        Exp::Bin(combined, some.into(), value)
    } else {
        return Outcome::Keep;
    };
    Outcome::Rewritten
}

/// Computes `neutral + width * value`, modulo the size of the integer type.
fn sum_of_equals(scope: &mut Scope, stm: &Stm, width: Atom, value: Atom, neutral: Atom) -> Option<Atom> {
    let elem = scope.elem(value);
    let times = match elem {
        ScalarType::I64 => width,
        _ => scope.compute("times", Exp::Convert(elem, width), &stm.spans)?.into(),
    };
    let way = scope.integer(BinOp::Mul, times, value, &stm.spans)?;
    scope.integer(BinOp::Add, neutral, way, &stm.spans)
}

/// Applies the law: a filter that keeps everything is a map. One that keeps nothing, and cannot fail, returns empty
/// arrays.
fn known_predicate(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let droppable = effect::may_drop(&stm.exp);
    let Exp::Filter(filter) = &mut stm.exp else { return Outcome::Keep };
    let keeps = filter.lambda.body.result.first().and_then(|atom| atom.constant()?.as_bool());
    match keeps {
        Some(true) if !stm.pattern.is_empty() => {
            scope.stand_for(stm.pattern.remove(0), filter.width);
            filter.lambda.body.result.remove(0);
            stm.exp = Exp::Traverse(Box::new(Traverse {
                width: filter.width,
                inputs: std::mem::take(&mut filter.inputs),
                lambda: std::mem::take(&mut filter.lambda),
                scans: Vec::new(),
                reductions: Vec::new(),
                sequential: filter.sequential,
            }));
            Outcome::Rewritten
        }
        Some(false) if droppable => {
            filter.width = Atom::i64(0);
            no_element(scope, stm)
        }
        _ => Outcome::Keep,
    }
}

/// Applies the law: a read of one element of a map's result without other uses runs the lambda for this element alone.
/// The lambda must be small, must not fail, and must not read overwritten arrays; it then runs as often as the map did.
/// Its unchecked reads are in bounds because the element is in bounds of the result, which the read's certificates
/// guarantee.
pub fn index_of_map(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let (array, &[index]) = (*array, indices.as_slice()) else { return Outcome::Keep };
    if !scope.is_used_once(array) || !scope.is_at_this_level(array) {
        return Outcome::Keep;
    }
    let Some(definition) = scope.definition(array) else { return Outcome::Keep };
    let (Exp::Traverse(traverse), [_]) = (&definition.exp, definition.pattern.as_slice()) else {
        return Outcome::Keep;
    };
    let simple = |stm: &Stm| {
        matches!(stm.exp, Exp::Index(..) | Exp::Bin(..)) || effect::is_total_scalar(scope.program, &stm.exp)
    };
    let small = traverse.lambda.body.stms.len() <= SMALL && traverse.lambda.body.stms.iter().all(simple);
    if !traverse.is_map() || !small {
        return Outcome::Keep;
    }
    let (lambda, inputs) = (traverse.lambda.clone(), traverse.inputs.clone());
    let read =
        lambda.body.stms.iter().filter_map(|stm| if let Exp::Index(array, _) = stm.exp { Some(array) } else { None });
    let read: Vec<Name> = read.chain(inputs.iter().copied()).collect();
    if read.into_iter().any(|array| scope.sharing.overwritten(array)) {
        return Outcome::Keep;
    }
    scope.take_certificates(stm, array);
    run_once(scope, stm, &lambda, &inputs, index).map_or(Outcome::Keep, Outcome::atom)
}

/// Applies the law: `reshape [m] (map n f xs)` is `map m f (reshape [m] xs)`, if the map has no other use, cannot fail
/// and reads no overwritten arrays. This enables fusion with traversals of arrays of length `m`, once `n` is known to
/// be equal.
pub fn reshape_of_map(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Reshape(array, dims) = &stm.exp else { return Outcome::Keep };
    let (array, Some((&width, row))) = (*array, dims.split_first()) else { return Outcome::Keep };
    if scope.dims(array).get(1..) != Some(row) || !scope.is_own(array) {
        return Outcome::Keep;
    }
    let Some(definition) = scope.definition(array) else { return Outcome::Keep };
    let (Exp::Traverse(traverse), [_]) = (&definition.exp, definition.pattern.as_slice()) else {
        return Outcome::Keep;
    };
    let reads = || walk::free_in_exp(&scope.program.vars, &definition.exp);
    let simple = traverse.is_map() && effect::may_drop(&definition.exp);
    if !simple || reads().into_iter().any(|name| scope.sharing.overwritten(name)) {
        return Outcome::Keep;
    }
    let mut traverse = Traverse { width, ..(**traverse).clone() };
    scope.take_certificates(stm, array);
    for input in &mut traverse.inputs {
        let dims = [&[width], &scope.dims(*input)[1..]].concat();
        let Some(same) = scope.bind("same", Exp::Reshape(*input, dims), stm) else { return Outcome::Keep };
        *input = same;
    }
    traverse.lambda = walk::refresh_lambda(scope.program, &traverse.lambda, &mut Substitution::default());
    scope.count_all(&traverse.lambda.body);
    // No further rule is tried on it in this pass, because the names that its lambda binds are not in scope yet.
    let map = stm.like(stm.pattern.clone(), Exp::Traverse(Box::new(traverse)));
    scope.count_operands(&map.exp, 1);
    Outcome::Splice(vec![map], stm.pattern.iter().map(|&name| name.into()).collect())
}

/// Emits a copy of the lambda's body, for the elements at `index`, before the current statement. Returns its result.
fn run_once(scope: &mut Scope, stm: &Stm, lambda: &Lambda, inputs: &[Name], index: Atom) -> Option<Atom> {
    let mut names = Substitution::default();
    let (own, params) = lambda.params.split_at_checked(lambda.params.len().checked_sub(inputs.len())?)?;
    names.extend(own.iter().map(|&own| (own, index)));
    for (&param, &input) in params.iter().zip(inputs) {
        let exp = row(scope.program, input, &[index]);
        names.insert(param, scope.bind("x", exp, stm)?.into());
    }
    let body = walk::refresh_body(scope.program, &lambda.body, &mut names);
    for mut inner in body.stms {
        inner.certs.extend_from_slice(&stm.certs);
        walk::tidy_certs(&mut inner);
        scope.add(inner.clone());
    }
    body.result.first().copied()
}
