//! Traversals of concatenated arrays become one traversal of each array, if that avoids the concatenation or allows
//! fusion with a producer.
//!
//! ```text
//! let (zs : [k]i32) = concat (xs, ys)     ==>   let (r : i32) = reduce n (xs) (+)
//! let (s : i32) = reduce k (zs) (+)             let (t : i32) = reduce m (ys) (+)
//!                                               let (s : i32) = r + t
//! ```
//!
//! Collected results are concatenated, which costs as much as concatenating the inputs. So this is done only if a map
//! makes one of the arrays. Reductions must be `exact`. The lambda is copied, so it must be small, and the arrays must
//! not be overwritten in between.

use super::Known;
use super::graph::Graph;
use crate::effect;
use crate::monoid::{applied, is_exact};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::CmpOp;

/// Largest number of arrays in a concatenation that is traversed array by array, or read without being made.
pub const MAX_PARTS: usize = 4;

/// Largest number of scalar operations of a lambda that is copied.
const MAX_COPIED: usize = 8;

/// Returns statements that do the work of `stm` on each of the concatenated arrays, and combine or concatenate the
/// results. `None` if that is impossible or does not pay.
pub fn apart(program: &mut Program, stm: &Stm, graph: &mut Graph, known: &mut Known) -> Option<Vec<Stm>> {
    let (at, parts) = parts(program, stm, graph, known)?;
    let Exp::Traverse(traverse) = &stm.exp else { return None };
    let mut builder = Builder::new(program);
    (builder.spans, builder.certs) = (stm.spans.clone(), stm.certs.clone());
    let mut results: Vec<Vec<Name>> = vec![Vec::new(); stm.pattern.len()];
    for &part in &parts {
        let traversed = of_part(builder.program, traverse, part);
        let names = builder.bind_all("part", Exp::Traverse(Box::new(traversed)));
        results.iter_mut().zip(names).for_each(|(all, name)| all.push(name));
    }
    let collected = results.split_off(traverse.combined().min(results.len()));
    let (reduced, made) = stm.pattern.split_at(results.len());
    let mut names = reduced.iter();
    let mut results = results.into_iter();
    for monoid in &traverse.reductions {
        let count = monoid.neutral.len();
        let values: Vec<Vec<Name>> = results.by_ref().take(count).collect();
        let last = combine(&mut builder, monoid, &values);
        names.by_ref().zip(last).for_each(|(&name, atom)| builder.bind_to(vec![name], Exp::Atom(atom)));
    }
    for (&name, parts) in made.iter().zip(collected) {
        builder.bind_to(vec![name], Exp::Concat(parts));
    }
    let body = Body { stms: builder.stms, result: Vec::new() };
    graph.take(at);
    known.count_more(program, &body);
    parts.iter().for_each(|&part| known.unuse(part));
    Some(body.stms)
}

/// Returns the position of the concatenation that the statement traverses, and its arrays, if each can be traversed
/// alone.
fn parts(program: &Program, stm: &Stm, graph: &Graph, known: &Known) -> Option<(usize, Vec<Name>)> {
    let Exp::Traverse(traverse) = &stm.exp else { return None };
    let ([input], [_]) = (traverse.inputs.as_slice(), traverse.lambda.params.as_slice()) else { return None };
    let at = graph.position(*input)?;
    let made = graph.statement(at)?;
    let Exp::Concat(parts) = &made.exp else { return None };
    let stms = &traverse.lambda.body.stms;
    let is_part_made = |&part: &Name| {
        let maker = graph.position(part).and_then(|at| graph.statement(at));
        known.uses_of(part) == 1 && maker.is_some_and(|stm| matches!(stm.exp, Exp::Traverse(_)))
    };
    let pays = stm.pattern.len() == traverse.combined() || parts.iter().any(is_part_made);
    let fine = traverse.scans.is_empty()
        && made.certs.is_empty()
        && parts.len() <= MAX_PARTS
        && known.uses_of(*input) == 1
        && stms.len() <= MAX_COPIED
        && stms.iter().all(|stm| effect::is_total_scalar(program, &stm.exp))
        && traverse.reductions.iter().all(|monoid| is_exact(program, monoid))
        && graph.reaches_end(at, known);
    (fine && pays).then(|| (at, parts.clone()))
}

fn of_part(program: &mut Program, traverse: &Traverse, part: Name) -> Traverse {
    let mut copy = |lambda: &Lambda| walk::refresh_lambda(program, lambda, &mut Substitution::default());
    let lambda = copy(&traverse.lambda);
    let reductions = traverse
        .reductions
        .iter()
        .map(|monoid| Monoid { operator: copy(&monoid.operator), ..monoid.clone() })
        .collect();
    let width = program.type_of(part).dims().first().copied().unwrap_or(traverse.width);
    Traverse { width, inputs: vec![part], lambda, reductions, ..Traverse::default() }
}

/// Combines the results for the concatenated arrays with the monoid. `values` holds, for each component of the monoid,
/// the results for all arrays.
fn combine(builder: &mut Builder<'_>, monoid: &Monoid, values: &[Vec<Name>]) -> Vec<Atom> {
    let mut sum: Vec<Atom> = values.iter().filter_map(|all| all.first()).map(|&name| name.into()).collect();
    for at in 1..values.first().map_or(0, Vec::len) {
        let next = values.iter().filter_map(|all| all.get(at)).map(|&name| name.into());
        sum = applied(builder, monoid, sum.into_iter().chain(next));
    }
    sum
}

/// Returns the element or row of the concatenation.
pub fn element(builder: &mut Builder<'_>, arrays: &[Name], indices: Vec<Atom>) -> Atom {
    let (Some((&first, rest)), Some(&index)) = (arrays.split_first(), indices.first()) else { return Atom::i64(0) };
    let Some(&size) = builder.type_of(first).dims().first().filter(|_| !rest.is_empty()) else {
        return builder.row(first, indices);
    };
    let here = builder.cmp(CmpOp::Lt, index, size);
    let mut after = indices.clone();
    let both = builder.if_(
        here,
        |builder| vec![builder.row(first, indices)],
        |builder| {
            after[0] = builder.sub(index, size);
            vec![element(builder, rest, after)]
        },
    );
    both.first().map_or(index, |&name| name.into())
}
