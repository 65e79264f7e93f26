//! Parts of views: a part of a slice, permutation or reshape is a part of the array under it.

use crate::fuse::is_nonzero;
use base::Name;
use fun::def::*;

/// Function that computes `start + index * stride`, with arguments in this order, modulo 2^64 as positions are.
pub type Place<'a> = dyn FnMut(Atom, Atom, Atom) -> Option<Atom> + 'a;

/// Returns the array under the view; `None` for other expressions.
pub fn source(exp: &Exp) -> Option<Name> {
    match exp {
        Exp::Slice(array, _) | Exp::Permute(array, _) | Exp::Reshape(array, _) => Some(*array),
        _ => None,
    }
}

/// Returns the view's part as a part of the array under it, whose sizes are `outer`. `None` for other expressions, and
/// if the array has no such part: for a reshape of one dimension, only elements and lines (a row, a column) are.
pub fn under(view: &Exp, outer: &[Atom], part: &[SliceDim], place: &mut Place<'_>) -> Option<Vec<SliceDim>> {
    match view {
        Exp::Slice(_, dims) => of_slice(dims, part, place),
        Exp::Permute(_, perm) => of_permutation(perm, part),
        Exp::Reshape(_, dims) => of_reshape(outer, dims, part, place),
        _ => None,
    }
}

/// Like `under`, for the element at the indices.
pub fn element_under(view: &Exp, outer: &[Atom], indices: &[Atom], place: &mut Place<'_>) -> Option<Vec<Atom>> {
    let part: Vec<SliceDim> = indices.iter().copied().map(SliceDim::Fix).collect();
    under(view, outer, &part, place)?.iter().map(SliceDim::fixed).collect()
}

/// `xs[s : n : t][u : m : v]` is `xs[s + u * t : m : t * v]`, and fixed dimensions stay fixed. Because the inner slice
/// lies inside the array, no position overflows; if it is empty, its start is arbitrary. A flat dimension consumes as
/// many parts as it has dimensions.
fn of_slice(dims: &[SliceDim], part: &[SliceDim], place: &mut Place<'_>) -> Option<Vec<SliceDim>> {
    let mut part = part.iter();
    let compose = |dim: &SliceDim| match dim {
        SliceDim::Fix(_) => Some(dim.clone()),
        SliceDim::Range { start, stride, .. } => match part.next()? {
            SliceDim::Fix(index) => place(*start, *stride, *index).map(SliceDim::Fix),
            SliceDim::Range { start: from, count, stride: by } => {
                let start = place(*start, *stride, *from)?;
                Some(SliceDim::Range { start, count: *count, stride: place(Atom::i64(0), *by, *stride)? })
            }
            inner => of_flat(*start, &[*stride], [inner].into_iter(), place),
        },
        SliceDim::Flat { start, dims } => {
            let strides: Vec<Atom> = dims.iter().map(|dim| dim.stride).collect();
            of_flat(*start, &strides, part.by_ref(), place)
        }
    };
    dims.iter().map(compose).collect()
}

/// Composes a flat dimension with the parts of the dimensions that it yields. `strides`: the strides of these
/// dimensions.
fn of_flat<'a>(
    start: Atom,
    strides: &[Atom],
    mut part: impl Iterator<Item = &'a SliceDim>,
    place: &mut Place<'_>,
) -> Option<SliceDim> {
    let (mut at, mut left) = (start, Vec::new());
    for &stride in strides {
        match part.next()? {
            SliceDim::Fix(index) => at = place(at, stride, *index)?,
            SliceDim::Range { start: from, count, stride: by } => {
                at = place(at, stride, *from)?;
                left.push(FlatDim { count: *count, stride: place(Atom::i64(0), *by, stride)? });
            }
            SliceDim::Flat { start: from, dims } => {
                at = place(at, stride, *from)?;
                for dim in dims {
                    left.push(FlatDim { count: dim.count, stride: place(Atom::i64(0), dim.stride, stride)? });
                }
            }
        }
    }
    Some(match left[..] {
        [] => SliceDim::Fix(at),
        [FlatDim { count, stride }] if is_nonzero(stride) => SliceDim::Range { start: at, count, stride },
        _ => SliceDim::Flat { start: at, dims: left },
    })
}

/// Moves the indices to their original dimensions, if the remaining dimensions keep their order.
fn of_permutation(perm: &[usize], part: &[SliceDim]) -> Option<Vec<SliceDim>> {
    let left = perm.iter().zip(part).filter(|(_, dim)| dim.fixed().is_none()).map(|(from, _)| *from);
    if perm.len() != part.len() || !left.is_sorted() {
        return None;
    }
    let mut composed = part.to_vec();
    for (&from, dim) in perm.iter().zip(part) {
        *composed.get_mut(from)? = dim.clone();
    }
    Some(composed)
}

/// Returns a part of a reshaped array as a part of the array under it. If `xs` has one dimension, element `i`, `j` of
/// `reshape xs [n][m]` is element `i * m + j` of `xs`. A line along a dimension has as stride the product of the
/// dimensions after it. (From several dimensions to one, a division would be needed.) If both arrays have the same number
/// of dimensions and at most one differs, each element has the same indices in both.
fn of_reshape(outer: &[Atom], dims: &[Atom], part: &[SliceDim], place: &mut Place<'_>) -> Option<Vec<SliceDim>> {
    let ranges = part.iter().filter(|dim| dim.fixed().is_none()).count();
    let others = outer.iter().zip(dims).filter(|(outer, dim)| outer != dim).count();
    if outer.len() == dims.len() && others <= 1 && ranges == 0 {
        return Some(part.to_vec());
    }
    if outer.len() != 1 || ranges > 1 {
        return None;
    }
    let (mut at, mut line) = (Atom::i64(0), None);
    for (dim, &size) in part.iter().zip(dims) {
        let first = match *dim {
            SliceDim::Fix(index) => {
                if let Some((_, stride)) = &mut line {
                    *stride = place(Atom::i64(0), *stride, size)?;
                }
                index
            }
            SliceDim::Range { start, count, stride } => {
                line = Some((count, stride));
                start
            }
            SliceDim::Flat { .. } => return None,
        };
        at = place(first, size, at)?;
    }
    Some(vec![line.map_or(SliceDim::Fix(at), |(count, stride)| SliceDim::Range { start: at, count, stride })])
}
