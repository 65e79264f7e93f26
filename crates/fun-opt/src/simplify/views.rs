//! Laws of views and of reads of elements. A view of a view is one view of the array: both die with it, so the order of
//! reads and writes stays. Offsets are computed modulo 2^64, as positions are.

use super::scope::{Scope, is_value};
use super::{Outcome, Rule, arrays, traversals};
use crate::view;
use base::{Name, Spans};
use fun::def::*;
use value::BinOp;

pub const SLICE: &[Rule] = &[
    slice_of_all,
    slice_of_view,
    arrays::slice_of_update,
    arrays::slice_of_concat,
    arrays::slice_of_copy,
    arrays::slice_of_literal,
    arrays::slice_of_iota,
    arrays::slice_of_replicate,
    arrays::slice_of_equal_rows,
];
pub const PERMUTE: &[Rule] = &[permute, arrays::permute_of_replicate];
pub const RESHAPE: &[Rule] =
    &[reshape, arrays::reshape_of_replicate, arrays::reshape_of_iota, traversals::reshape_of_map];
pub const INDEX: &[Rule] =
    &[index_of_view, arrays::index_of_array, arrays::index_of_updated_copy, traversals::index_of_map];

/// Applies the law: `xs[0 : n]` of `n` elements is `xs`.
fn slice_of_all(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    if is_whole(scope.dims(*array), dims) { Outcome::atom(*array) } else { Outcome::Keep }
}

/// Whether the slice of an array of these sizes covers all of it.
pub fn is_whole(sizes: &[Atom], dims: &[SliceDim]) -> bool {
    let is_all = |(size, dim): (&Atom, &SliceDim)| match dim {
        SliceDim::Fix(_) | SliceDim::Flat { .. } => false,
        SliceDim::Range { start, count, stride } => is_value(*start, 0) && is_value(*stride, 1) && count == size,
    };
    sizes.len() == dims.len() && sizes.iter().zip(dims).all(is_all)
}

/// Applies the law: a slice of a view is a slice of the array that is viewed.
fn slice_of_view(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    let array = *array;
    let Some((view, source)) = view_of(scope, array) else { return Outcome::Keep };
    let outer = scope.dims(source).to_vec();
    let Some(dims) = view::under(&view, &outer, dims, &mut place(scope, &stm.spans)) else { return Outcome::Keep };
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(source, dims);
    Outcome::Rewritten
}

/// Applies the law: an element of a view is an element of the array that is viewed.
fn index_of_view(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let array = *array;
    let Some((view, source)) = view_of(scope, array) else { return Outcome::Keep };
    let outer = scope.dims(source).to_vec();
    let indices = view::element_under(&view, &outer, indices, &mut place(scope, &stm.spans));
    let Some(indices) = indices else { return Outcome::Keep };
    scope.take_certificates(stm, array);
    stm.exp = Exp::Index(source, indices);
    Outcome::Rewritten
}

/// Returns the expression of a view and the array that is viewed.
fn view_of(scope: &Scope, array: Name) -> Option<(Exp, Name)> {
    let view = scope.exp_of(array)?;
    let source = view::source(view)?;
    Some((view.clone(), source))
}

/// Returns a function that emits `start + index * stride`.
fn place(scope: &mut Scope, spans: &Spans) -> impl FnMut(Atom, Atom, Atom) -> Option<Atom> {
    |start, stride, index| {
        if is_value(stride, -1) && index == start {
            return Some(Atom::i64(0));
        }
        let way = scope.integer(BinOp::Mul, index, stride, spans)?;
        scope.integer(BinOp::Add, start, way, spans)
    }
}

/// Applies the law: a permutation of a permutation is one permutation; the identity is the array.
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

/// Applies the law: a reshape to the array's own dimensions is the array. A reshape of a reshape is one reshape, as
/// both keep the order of the elements; the certificates of both ensure the number of elements.
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
