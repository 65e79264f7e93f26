//! Laws of views and of reading elements. A view of a view is one view of the array: both die with it, so the order
//! of reads and writes stays. Offsets are computed modulo 2^64, as the places they stand for are.

use super::scope::{Scope, is_value};
use super::{Outcome, Rule, arrays, traversals};
use base::Name;
use fun::def::*;
use value::BinOp;

pub const SLICE: &[Rule] = &[
    slice_of_all,
    slice_of_slice,
    slice_of_permute,
    slice_of_reshape,
    arrays::slice_of_update,
    arrays::slice_of_concat,
    arrays::slice_of_copy,
    arrays::slice_of_literal,
    arrays::slice_of_iota,
    arrays::slice_of_replicate,
    arrays::slice_of_equal_rows,
];
pub const PERMUTE: &[Rule] = &[permute, arrays::permute_of_replicate];
pub const RESHAPE: &[Rule] = &[reshape, arrays::reshape_of_replicate];
pub const INDEX: &[Rule] =
    &[index_of_slice, index_of_permute, index_of_reshape, arrays::index_of_array, traversals::index_of_map];

/// `xs[0 : n]` of `n` elements is `xs`.
fn slice_of_all(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    if is_whole(scope.dims(*array), dims) { Outcome::atom(*array) } else { Outcome::Keep }
}

/// Whether the slice of an array of these sizes is all of it.
pub fn is_whole(sizes: &[Atom], dims: &[SliceDim]) -> bool {
    let is_all = |(size, dim): (&Atom, &SliceDim)| match dim {
        SliceDim::Fix(_) => false,
        SliceDim::Range { start, count, stride } => is_value(*start, 0) && is_value(*stride, 1) && count == size,
    };
    sizes.len() == dims.len() && sizes.iter().zip(dims).all(is_all)
}

/// `xs[s : n : t][u : m : v]` is `xs[s + u * t : m : t * v]`, and fixed dimensions stay fixed. What is inside the inner
/// slice is inside the array, so no place wraps around; of an empty one the start may be anything.
fn slice_of_slice(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    let array = *array;
    let Some(Exp::Slice(source, first)) = scope.exp_of(array) else { return Outcome::Keep };
    let (source, first, mut second) = (*source, first.clone(), dims.clone().into_iter());
    let mut composed = Vec::with_capacity(first.len());
    for dim in first {
        let dim = match dim {
            SliceDim::Fix(_) => Some(dim),
            SliceDim::Range { start, stride, .. } => match second.next() {
                Some(SliceDim::Fix(index)) => at(scope, start, stride, index, stm).map(SliceDim::Fix),
                Some(SliceDim::Range { start: from, count, stride: by }) => {
                    let start = at(scope, start, stride, from, stm);
                    let stride = scope.integer(BinOp::Mul, stride, by, &stm.spans);
                    start.zip(stride).map(|(start, stride)| SliceDim::Range { start, count, stride })
                }
                None => None,
            },
        };
        let Some(dim) = dim else { return Outcome::Keep };
        composed.push(dim);
    }
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(source, composed);
    Outcome::Rewritten
}

/// `start + index * stride`
fn at(scope: &mut Scope, start: Atom, stride: Atom, index: Atom, stm: &Stm) -> Option<Atom> {
    if is_value(stride, -1) && index == start {
        return Some(Atom::i64(0));
    }
    let way = scope.integer(BinOp::Mul, index, stride, &stm.spans)?;
    scope.integer(BinOp::Add, start, way, &stm.spans)
}

/// Of the transposed array a column is a row: where the dimensions that are left stand in their order, the slice is one
/// of the array itself.
fn slice_of_permute(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    let array = *array;
    let Some(Exp::Permute(source, perm)) = scope.exp_of(array) else { return Outcome::Keep };
    let left = perm.iter().zip(dims).filter(|(_, dim)| dim.count().is_some()).map(|(from, _)| *from);
    if perm.len() != dims.len() || !left.is_sorted() {
        return Outcome::Keep;
    }
    let mut composed = dims.clone();
    for (&from, &dim) in perm.iter().zip(dims) {
        if let Some(slot) = composed.get_mut(from) {
            *slot = dim;
        }
    }
    let source = *source;
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(source, composed);
    Outcome::Rewritten
}

/// A row or a column of `reshape xs [n][m]`, of an `xs` of one dimension, is a slice of it: of dimensions `d`, `e`, .. the
/// one that is left goes on by the product of those after it.
fn slice_of_reshape(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    let (array, dims) = (*array, dims.clone());
    let Some(Exp::Reshape(source, sizes)) = scope.exp_of(array) else { return Outcome::Keep };
    let (source, sizes) = (*source, sizes.clone());
    let is_line = dims.iter().filter(|dim| dim.count().is_some()).count() == 1;
    if scope.dims(source).len() != 1 || !is_line {
        return Outcome::Keep;
    }
    let (mut place, mut left) = (Some(Atom::i64(0)), None);
    for (dim, size) in dims.into_iter().zip(sizes) {
        let first = match dim {
            SliceDim::Fix(index) => {
                left = left
                    .and_then(|(count, stride)| Some((count, scope.integer(BinOp::Mul, stride, size, &stm.spans)?)));
                index
            }
            SliceDim::Range { start, count, stride } => {
                left = Some((count, stride));
                start
            }
        };
        place = place.and_then(|place| at(scope, first, size, place, stm));
    }
    let (Some(start), Some((count, stride))) = (place, left) else { return Outcome::Keep };
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(source, vec![SliceDim::Range { start, count, stride }]);
    Outcome::Rewritten
}

/// A permutation of a permutation is one; that which leaves every dimension in its place is the array.
fn permute(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Permute(array, perm) = &stm.exp else { return Outcome::Keep };
    if perm.iter().enumerate().all(|(at, &from)| at == from) {
        return Outcome::atom(*array);
    }
    let Some(Exp::Permute(source, first)) = scope.exp_of(*array) else { return Outcome::Keep };
    let perm = perm.iter().map(|&at| first.get(at).copied().unwrap_or(at)).collect();
    stm.exp = Exp::Permute(*source, perm);
    Outcome::Rewritten
}

/// Reshaped to the dimensions it has an array is itself; a reshape of a reshape is one, as both keep the order of the
/// elements. Each says that the number of elements is the same, by its certificates.
fn reshape(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Reshape(array, dims) = &mut stm.exp else { return Outcome::Keep };
    if scope.dims(*array) == dims.as_slice() {
        return Outcome::atom(*array);
    }
    let (first, dims) = (*array, std::mem::take(dims));
    let source = match scope.exp_of(first) {
        Some(Exp::Reshape(source, _)) => Some(*source),
        _ => None,
    };
    stm.exp = Exp::Reshape(source.unwrap_or(first), dims);
    if source.is_none() {
        return Outcome::Keep;
    }
    scope.take_certificates(stm, first);
    Outcome::Rewritten
}

/// `xs[s : n : t][i]` is `xs[s + i * t]`.
fn index_of_slice(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let array = *array;
    let Some(Exp::Slice(source, dims)) = scope.exp_of(array) else { return Outcome::Keep };
    let (source, dims, mut given) = (*source, dims.clone(), indices.clone().into_iter());
    let mut composed = Vec::with_capacity(dims.len());
    for dim in dims {
        let index = match dim {
            SliceDim::Fix(index) => Some(index),
            SliceDim::Range { start, stride, .. } => {
                given.next().and_then(|index| at(scope, start, stride, index, stm))
            }
        };
        let Some(index) = index else { return Outcome::Keep };
        composed.push(index);
    }
    read(scope, stm, array, source, composed)
}

/// An element of the permuted array is the element with the indices in the places they come from.
fn index_of_permute(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let Some(Exp::Permute(source, perm)) = scope.exp_of(*array) else { return Outcome::Keep };
    let mut composed = indices.clone();
    for (&index, &from) in indices.iter().zip(perm) {
        if let Some(slot) = composed.get_mut(from) {
            *slot = index;
        }
    }
    let (array, source) = (*array, *source);
    read(scope, stm, array, source, composed)
}

/// `reshape xs [n][m]`, of an `xs` of one dimension, has at `i`, `j` the element `i * m + j`. (The other way around it
/// would take a division.) Of as many dimensions, of which all but one are the same, that one is too where there is an
/// element.
fn index_of_reshape(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let (array, indices) = (*array, indices.clone());
    let Some(Exp::Reshape(source, dims)) = scope.exp_of(array) else { return Outcome::Keep };
    let (source, dims) = (*source, dims.clone());
    let before = scope.dims(source);
    let others = before.iter().zip(&dims).filter(|(before, dim)| before != dim).count();
    if before.len() == dims.len() && others <= 1 {
        return read(scope, stm, array, source, indices);
    }
    if before.len() != 1 {
        return Outcome::Keep;
    }
    let mut place = Some(Atom::i64(0));
    for (index, dim) in indices.into_iter().zip(dims) {
        place = place.and_then(|place| at(scope, index, dim, place, stm));
    }
    match place {
        Some(place) => read(scope, stm, array, source, vec![place]),
        None => Outcome::Keep,
    }
}

/// The statement reads an element of the source instead of one of the array.
fn read(scope: &mut Scope, stm: &mut Stm, array: Name, source: Name, indices: Vec<Atom>) -> Outcome {
    scope.take_certificates(stm, array);
    stm.exp = Exp::Index(source, indices);
    Outcome::Rewritten
}
