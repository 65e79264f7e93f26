//! Traversals of arrays of two dimensions made flat go over both dimensions, where they meet what makes these arrays.
//!
//! ```text
//! let (yss : [n][m]f32) = map n (xss) (map f)     ==>   let (s : f32) = traverse n (xss) (\xs ->
//! let (ys : [k]f32) = reshape [k] yss                       let (t : f32) = traverse m (xs) f reduce max
//! let (s : f32) = reduce k (ys) max                         in (t)) reduce max
//! ```
//!
//! Reductions are then taken apart into those of rows, so they must be `exact`. What is collected is made flat.

use super::Known;
use super::exact::is_exact;
use super::graph::{Graph, Node};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};

/// A traversal in another form, and what then makes the results of the first form.
pub struct Nested {
    pub node: Node,
    pub views: Vec<Stm>,
}

/// The statement as a traversal of rows if that has a partner. The views that only it uses are taken away.
pub fn as_nest(program: &mut Program, stm: &Stm, graph: &mut Graph, known: &mut Known) -> Option<Nested> {
    let Exp::Traverse(traverse) = &stm.exp else { return None };
    if !traverse.scans.is_empty() || !traverse.reductions.iter().all(|monoid| is_exact(program, monoid)) {
        return None;
    }
    let (places, arrays): (Vec<usize>, Vec<Name>) =
        traverse.inputs.iter().map(|&input| flattened(program, graph, input)).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let [outer, inner] = *program.type_of(*arrays.first()?).dims().get(..2)? else { return None };
    if !arrays.iter().all(|&array| program.type_of(array).dims().starts_with(&[outer, inner])) {
        return None;
    }
    let unused: Vec<bool> = traverse.inputs.iter().map(|&view| known.uses_of(view) <= 1).collect();
    let taken: Vec<(usize, Node)> = places
        .into_iter()
        .zip(&unused)
        .filter_map(|(at, &unused)| Some((at, graph.take(at).filter(|_| unused)?)))
        .collect();
    let kept = arrays.iter().zip(&unused).filter(|(_, unused)| !**unused);
    kept.for_each(|(&array, _)| known.used(array, 1));
    let (nest, views) = over_rows(program, stm, traverse, &arrays, [outer, inner]);
    let node = Node::new(program, nest, known);
    todo!()
}
