//! Traversals of flattened two-dimensional arrays become nests over both dimensions, if that allows fusion with the
//! producers.
//!
//! ```text
//! let (yss : [n][m]f32) = map n (xss) (map f)     ==>   let (s : f32) = traverse n (xss) (\xs ->
//! let (ys : [k]f32) = reshape [k] yss                       let (t : f32) = traverse m (xs) f reduce max
//! let (s : f32) = reduce k (ys) max                         in (t)) reduce max
//! ```
//!
//! Reductions are then split into those of rows, so they must be `exact`. Collected results are flattened.

use super::Known;
use super::graph::{Graph, Node};
use crate::monoid::is_exact;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::BinOp;

/// A nest that replaces a traversal, and the views that restore the original results.
pub struct Nested {
    pub stm: Stm,
    pub views: Vec<Stm>,
}

/// Returns the traversal as a nest over rows, if the nest can join a producer. Removes the flat views that have no
/// other use.
pub fn as_nest(program: &mut Program, stm: &Stm, graph: &mut Graph, known: &mut Known) -> Option<Nested> {
    let Exp::Traverse(traverse) = &stm.exp else { return None };
    let exact = traverse.scans.is_empty() && traverse.reductions.iter().all(|monoid| is_exact(program, monoid));
    let flat: Vec<Name> = traverse.inputs.iter().map_while(|&view| graph.flattened(program, view)).collect();
    let [outer, inner] = *program.type_of(*flat.first()?).dims().get(..2)? else { return None };
    let of_one_shape = flat.iter().all(|&array| program.type_of(array).dims().starts_with(&[outer, inner]));
    if !exact || !of_one_shape || flat.len() != traverse.inputs.len() {
        return None;
    }
    let (mut taken, mut shared) = (Vec::new(), Vec::new());
    for (&view, &array) in traverse.inputs.iter().zip(&flat) {
        match graph.position(view).filter(|_| known.uses_of(view) <= 1) {
            Some(at) => taken.extend(graph.take(at).map(|node| (at, node))),
            None => shared.push(array),
        }
    }
    shared.iter().for_each(|&array| known.use_more(array));
    let nested = over_rows(program, stm, traverse, &flat, [outer, inner]);
    let node = Node::new(program, nested.stm.clone(), known);
    if graph.find_partner(program, &node, graph.end(), known).is_some() {
        let sizes = [outer, inner].into_iter().filter_map(Atom::var);
        sizes.for_each(|size| nested.stm.pattern.iter().for_each(|_| known.use_more(size)));
        let rows = nested.stm.exp.traversed().into_iter().flat_map(|(_, _, lambda)| {
            lambda.params.iter().copied().chain(lambda.body.result.iter().filter_map(|atom| atom.var()))
        });
        nested.stm.pattern.iter().copied().chain(rows).for_each(|name| known.use_more(name));
        return Some(nested);
    }
    shared.into_iter().for_each(|array| known.unuse(array));
    taken.into_iter().for_each(|(at, node)| graph.put(at, node));
    None
}

/// Returns the traversal of the arrays before flattening.
fn over_rows(
    program: &mut Program,
    stm: &Stm,
    traverse: &Traverse,
    arrays: &[Name],
    [outer, inner]: [Atom; 2],
) -> Nested {
    let reduced = traverse.combined();
    let mut builder = Builder::new(program);
    let index = (traverse.lambda.params.len() > arrays.len()).then(|| builder.fresh("i", Type::I64));
    let rows: Vec<Name> = arrays.iter().map(|&array| builder.fresh("row", builder.type_of(array).row(1))).collect();
    let lambda = element_of_row(&mut builder, &traverse.lambda, index, inner);
    let reductions = traverse.reductions.iter().map(|monoid| copy(builder.program, monoid)).collect();
    let (mut results, mut pattern, mut views) = (Vec::new(), Vec::new(), Vec::new());
    for (at, &name) in stm.pattern.iter().enumerate() {
        let ty = builder.type_of(name);
        let Some(elem) = ty.elem().filter(|_| at >= reduced) else {
            results.push(builder.program.fresh_like(name, ty));
            pattern.push(name);
            continue;
        };
        let rest = ty.row(1).dims().to_vec();
        results.push(builder.program.fresh_like(name, Type::of(elem, [vec![inner], rest.clone()].concat())));
        let nest = builder.program.fresh_like(name, Type::of(elem, [vec![outer, inner], rest].concat()));
        pattern.push(nest);
        views.push(stm.like(vec![name], Exp::Reshape(nest, ty.dims().to_vec())));
    }
    let result = results.iter().map(|&name| name.into()).collect();
    let of_row = Traverse { width: inner, inputs: rows.clone(), lambda, reductions, ..Traverse::default() };
    let of_row = stm.like(results, Exp::Traverse(Box::new(of_row)));
    let lambda = Lambda { params: index.into_iter().chain(rows).collect(), body: Body { stms: vec![of_row], result } };
    let reductions = traverse.reductions.clone();
    let of_all = Traverse { width: outer, inputs: arrays.to_vec(), lambda, reductions, ..Traverse::default() };
    Nested { stm: stm.like(pattern, Exp::Traverse(Box::new(of_all))), views }
}

/// Returns the lambda for the elements of a row. The index, if used, is that of the row times its length plus the
/// position.
fn element_of_row(builder: &mut Builder<'_>, lambda: &Lambda, row: Option<Name>, length: Atom) -> Lambda {
    let Lambda { mut params, mut body } = lambda.clone();
    if let (Some(row), Some(index)) = (row, params.first_mut()) {
        let own = builder.fresh("i", Type::I64);
        let outside = builder.enter();
        let first = builder.mul(row.into(), length);
        builder.bind_to(vec![*index], Exp::Bin(BinOp::Add, first, own.into()));
        let front = builder.leave(outside, Vec::new());
        body.stms.splice(0..0, front.stms);
        *index = own;
    }
    Lambda { params, body }
}

fn copy(program: &mut Program, monoid: &Monoid) -> Monoid {
    let operator = walk::refresh_lambda(program, &monoid.operator, &mut Substitution::default());
    Monoid { operator, ..monoid.clone() }
}
