//! Laws of arrays made from other arrays or scalars. An array that is read instead of its copy must never be
//! overwritten. A fresh array replaces a view only if the viewed array then disappears.

use super::scope::{Scope, is_value};
use super::{Outcome, Rule};
use base::Name;
use fun::def::*;
use value::{BinOp, CmpOp, ScalarType};

pub const COPY: &[Rule] = &[copy_of_copy, copy_of_own, copy_of_what_stays];
pub const CONCAT: &[Rule] = &[concat_of_concat, concat_of_empty, concat_of_replicates, concat_of_neighbours];
pub const UPDATE: &[Rule] = &[update_by_itself, update_of_all];
pub const LITERAL: &[Rule] = &[literal_of_equals];
pub const REPLICATE: &[Rule] = &[replicate_of_replicate];

/// Largest number of parts of a concatenation searched for one slice.
const MAX_PARTS: usize = 64;

/// Largest number of consecutive updates searched for one element.
const MAX_UPDATES: usize = 16;

/// Applies the law: a copy of a copy is a copy of the original array, if that is not overwritten.
fn copy_of_copy(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Copy(array) = stm.exp else { return Outcome::Keep };
    match scope.exp_of(array) {
        Some(&Exp::Copy(source)) if !scope.sharing.overwritten(source) => {
            stm.exp = Exp::Copy(source);
            Outcome::Rewritten
        }
        _ => Outcome::Keep,
    }
}

/// Applies the law: a copy of a fresh array without other uses is that array. The array is made as often as it is
/// copied, so no other code can see whether the copy is overwritten.
fn copy_of_own(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Copy(array) = stm.exp else { return Outcome::Keep };
    if is_own_new(scope, array) { Outcome::atom(array) } else { Outcome::Keep }
}

/// Whether the array is fresh and has a single use.
fn is_own_new(scope: &Scope, array: Name) -> bool {
    scope.definition(array).is_some_and(|definition| makes_array(&definition.exp)) && scope.is_own(array)
}

/// Applies the law: a copy of an array is the array, if neither is ever overwritten or leaves the function. A copy of a
/// view stays, because it may serve to reorder elements in memory.
fn copy_of_what_stays(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (&Exp::Copy(array), [name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let is_view = scope.exp_of(array).is_some_and(crate::effect::is_view);
    if !is_view && scope.sharing.stays(array) && scope.sharing.stays(*name) {
        return Outcome::atom(array);
    }
    Outcome::Keep
}

/// Whether the bound arrays are fresh, so that they may be overwritten.
fn makes_array(exp: &Exp) -> bool {
    matches!(
        exp,
        Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Copy(_)
            | Exp::Concat(_)
            | Exp::Literal(_)
            | Exp::Traverse(_)
            | Exp::Filter(_)
    )
}

/// Applies the law: a concatenation that is only a part of another one is replaced by its parts, so that nothing is
/// copied twice. No part may be overwritten, as it is read later. A concatenation that will itself be a part waits for
/// the outer one, where all are joined at once; so a chain of them costs its length.
fn concat_of_concat(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Concat(parts), &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    if scope.is_part(name) && is_joinable(scope, name, parts) {
        return Outcome::Keep;
    }
    let mut open: Vec<Name> = parts.iter().rev().copied().collect();
    let (mut all, mut joined) = (Vec::with_capacity(parts.len()), Vec::new());
    while let Some(part) = open.pop() {
        match scope.exp_of(part) {
            Some(Exp::Concat(inner)) if is_joinable(scope, part, inner) => {
                open.extend(inner.iter().rev());
                joined.push(part);
            }
            _ => all.push(part),
        }
    }
    if joined.is_empty() {
        return Outcome::Keep;
    }
    scope.take_all_certificates(stm, &joined);
    stm.exp = Exp::Concat(all);
    Outcome::Rewritten
}

/// Whether a concatenation that is a part of another one may be replaced by its parts.
fn is_joinable(scope: &Scope, array: Name, parts: &[Name]) -> bool {
    scope.is_used_once(array) && !parts.iter().any(|&part| scope.sharing.overwritten(part))
}

/// Drops parts without rows. If one part is left, the result is a copy of it.
fn concat_of_empty(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Concat(parts), [name]) = (&mut stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let is_empty = |part: &Name| scope.dims(*part).first().is_some_and(|size| is_value(*size, 0));
    let mut full: Vec<Name> = parts.iter().copied().filter(|part| !is_empty(part)).collect();
    full.extend(parts.first().filter(|_| full.is_empty()));
    match full.as_slice() {
        [part] if scope.program.type_of(*part) == scope.program.type_of(*name) => stm.exp = Exp::Copy(*part),
        _ if full.len() < parts.len() => *parts = full,
        _ => return Outcome::Keep,
    }
    Outcome::Rewritten
}

/// Applies the law: the concatenation of replications of one value is a replication. A repeated row must not be
/// overwritten, as it is read later.
fn concat_of_replicates(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Concat(parts), [name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let replicate = |part: Name| match scope.exp_of(part) {
        Some(Exp::Replicate { dims, value }) => Some((dims, *value)),
        _ => None,
    };
    let Some((first, value)) = parts.first().and_then(|&part| replicate(part)) else { return Outcome::Keep };
    let alike =
        |part: &Name| replicate(*part).is_some_and(|(dims, other)| other == value && dims.get(1..) == first.get(1..));
    let Some(&size) = scope.dims(*name).first().filter(|_| parts.iter().all(alike)) else { return Outcome::Keep };
    let dims = std::iter::once(size).chain(first.iter().skip(1).copied()).collect();
    if scope.sharing.overwritten(value) {
        return Outcome::Keep;
    }
    stm.exp = Exp::Replicate { dims, value };
    Outcome::Rewritten
}

/// Merges adjacent slices into one slice, which is copied.
fn concat_of_neighbours(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Concat(parts), &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let parts = parts.clone();
    let slice = |part: &Name| match scope.exp_of(*part) {
        Some(Exp::Slice(source, dims)) => match dims.first() {
            Some(&SliceDim::Range { start, count, stride }) if is_value(stride, 1) => {
                Some((*source, start, count, dims.get(1..).unwrap_or(&[])))
            }
            _ => None,
        },
        _ => None,
    };
    let slices: Option<Vec<_>> = parts.iter().map(slice).collect();
    let Some(slices) = slices else { return Outcome::Keep };
    let goes_on = |pair: &[(Name, Atom, Atom, &[SliceDim])]| {
        let [(source, start, count, rest), (other, next, _, other_rest)] = pair else { return false };
        source == other && rest == other_rest && scope.difference(*next, *count) == Some(*start)
    };
    let (Some(&(source, start, _, rest)), Some(&count)) = (slices.first(), scope.dims(name).first()) else {
        return Outcome::Keep;
    };
    if !slices.windows(2).all(goes_on) {
        return Outcome::Keep;
    }
    let first = SliceDim::Range { start, count, stride: Atom::i64(1) };
    let dims: Vec<SliceDim> = std::iter::once(first).chain(rest.iter().cloned()).collect();
    scope.take_all_certificates(stm, &parts);
    let Some(all) = scope.bind("all", Exp::Slice(source, dims), stm) else { return Outcome::Keep };
    stm.exp = Exp::Copy(all);
    Outcome::Rewritten
}

/// Applies the law: an update by the element that is already there is a no-op.
fn update_by_itself(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Update { array, dims, value } = &stm.exp else { return Outcome::Keep };
    let Some(Exp::Index(source, indices)) = scope.exp_of_atom(*value) else { return Outcome::Keep };
    let same = |(dim, index): (&SliceDim, &Atom)| matches!(dim, SliceDim::Fix(at) if at == index);
    let itself = source == array && dims.len() == indices.len() && dims.iter().zip(indices).all(same);
    if itself { Outcome::atom(*array) } else { Outcome::Keep }
}

/// Applies the law: an update of the whole array by a fresh array without other uses is that array.
fn update_of_all(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Update { array, dims, value: Atom::Var(value) } = &stm.exp else { return Outcome::Keep };
    let is_whole = super::views::is_whole(scope.dims(*array), dims);
    let same = scope.program.type_of(*value) == scope.program.type_of(*array);
    if is_whole && same && is_own_new(scope, *value) { Outcome::atom(*value) } else { Outcome::Keep }
}

/// Applies the law: `[x, x, x]` is `replicate 3 x`. Floats are equal if their bits are.
fn literal_of_equals(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Literal(atoms) = &stm.exp else { return Outcome::Keep };
    match atoms.as_slice() {
        [first, _, ..] if atoms.iter().all(|atom| atom == first) => {
            stm.exp = Exp::Replicate { dims: vec![Atom::i64(atoms.len() as i64)], value: *first };
            Outcome::Rewritten
        }
        _ => Outcome::Keep,
    }
}

/// Applies the law: a replication of a replicated row is a replication of its element.
fn replicate_of_replicate(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Replicate { dims, value } = &stm.exp else { return Outcome::Keep };
    let Some(Exp::Replicate { dims: inner, value }) = scope.exp_of_atom(*value) else { return Outcome::Keep };
    let (dims, value) = (dims.iter().chain(inner).copied().collect(), *value);
    if scope.sharing.overwritten(value) {
        return Outcome::Keep;
    }
    stm.exp = Exp::Replicate { dims, value };
    Outcome::Rewritten
}

/// Applies the law: a slice that was just written is the written value, if neither is overwritten. This excludes flat
/// slices, where only the last write to a place stays.
pub fn slice_of_update(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Slice(array, dims), [name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let Some(Exp::Update { dims: written, value, .. }) = scope.exp_of(*array) else { return Outcome::Keep };
    let value = *value;
    let same = dims == written
        && !dims.iter().any(SliceDim::is_flat)
        && scope.program.atom_type(value) == *scope.program.type_of(*name);
    if same && scope.sharing.stays(value) && scope.sharing.stays(*name) {
        return Outcome::atom(value);
    }
    Outcome::Keep
}

/// Applies the law: a slice inside one part of a concatenation is a slice of that part, if neither is overwritten.
pub fn slice_of_concat(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Slice(array, dims), [name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let (array, name) = (*array, *name);
    let Some(Exp::Concat(parts)) = scope.exp_of(array) else { return Outcome::Keep };
    let found = match dims.first() {
        Some(&SliceDim::Range { start, count, stride }) if is_value(stride, 1) => {
            part_at(scope, parts, start, count).map(|(part, start)| (part, SliceDim::Range { start, count, stride }))
        }
        Some(&SliceDim::Fix(index)) => {
            part_at(scope, parts, index, Atom::i64(1)).map(|(part, index)| (part, SliceDim::Fix(index)))
        }
        _ => None,
    };
    let Some((part, first)) = found else { return Outcome::Keep };
    let dims = std::iter::once(first).chain(dims[1..].iter().cloned()).collect();
    if scope.sharing.overwritten(part) || !scope.sharing.stays(name) {
        return Outcome::Keep;
    }
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(part, dims);
    Outcome::Rewritten
}

/// Returns the array of the concatenation that holds `count` rows from `start`, and their position in it. `start` may
/// be a constant, a counter, or the sum of the sizes before and one of these.
fn part_at(scope: &Scope, parts: &[Name], start: Atom, count: Atom) -> Option<(Name, Atom)> {
    let mut start = start;
    for part in parts.iter().take(MAX_PARTS) {
        let size = *scope.dims(*part).first()?;
        if fits(scope, start, count, size) {
            return Some((*part, start));
        }
        start = scope.difference(start, size)?;
        if start.as_i64().is_some_and(|start| start < 0) {
            return None;
        }
    }
    None
}

/// Whether `count` rows from the start certainly fit into `size`.
fn fits(scope: &Scope, start: Atom, count: Atom, size: Atom) -> bool {
    match (start.as_i64(), count.as_i64(), size.as_i64()) {
        _ if is_value(start, 0) && count == size => true,
        (Some(start), Some(count), Some(size)) => 0 <= start && start.checked_add(count).is_some_and(|end| end <= size),
        _ => is_value(count, 1) && scope.holds_in_range(CmpOp::Lt, start, size),
    }
}

/// Applies the law: a slice of a copy is a slice of the original, if neither is overwritten. A copy of a view stays,
/// because it may serve to reorder elements in memory.
pub fn slice_of_copy(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Slice(array, dims), &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let Some(&Exp::Copy(source)) = scope.exp_of(*array) else { return Outcome::Keep };
    let is_view = scope.exp_of(source).is_some_and(crate::effect::is_view);
    if is_view || scope.sharing.overwritten(source) || !scope.sharing.stays(name) {
        return Outcome::Keep;
    }
    let (array, dims) = (*array, dims.clone());
    scope.take_certificates(stm, array);
    stm.exp = Exp::Slice(source, dims);
    Outcome::Rewritten
}

/// Applies the law: a slice of an array literal is a literal of these elements, if the literal has no other use. A row
/// of given rows is that row, if neither is overwritten.
pub fn slice_of_literal(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Slice(array, dims), &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let Some(Exp::Literal(atoms)) = scope.exp_of(*array) else { return Outcome::Keep };
    let place = |at: Option<i64>| at.and_then(|at| usize::try_from(at).ok());
    match *dims.as_slice() {
        [SliceDim::Range { start, count, stride }] if scope.is_own(*array) => {
            let (Some(start), Some(count), Some(stride)) = (start.as_i64(), count.as_i64(), stride.as_i64()) else {
                return Outcome::Keep;
            };
            let at = |k: i64| place(k.checked_mul(stride).and_then(|way| start.checked_add(way)));
            if !(1..=atoms.len() as i64).contains(&count) {
                return Outcome::Keep;
            }
            let part: Option<Vec<Atom>> = (0..count).map(|k| atoms.get(at(k)?).copied()).collect();
            let Some(part) = part else { return Outcome::Keep };
            stm.exp = Exp::Literal(part);
        }
        [SliceDim::Fix(index), ref rest @ ..] => {
            let row = place(index.as_i64()).and_then(|at| atoms.get(at)?.var());
            let Some(row) = row.filter(|row| !scope.sharing.overwritten(*row)) else { return Outcome::Keep };
            if !scope.sharing.stays(name) {
                return Outcome::Keep;
            }
            stm.exp = Exp::Slice(row, rest.to_vec());
        }
        _ => return Outcome::Keep,
    }
    Outcome::Rewritten
}

/// Applies the law: a row of a replication is a slice of the replicated row, if neither is overwritten.
pub fn slice_of_equal_rows(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let (Exp::Slice(array, dims), &[name]) = (&stm.exp, stm.pattern.as_slice()) else { return Outcome::Keep };
    let Some(Exp::Replicate { dims: sizes, value: Atom::Var(row) }) = scope.exp_of(*array) else {
        return Outcome::Keep;
    };
    let (row, Some((outer, inner))) = (*row, dims.split_at_checked(sizes.len())) else { return Outcome::Keep };
    let is_row = !inner.is_empty() && outer.iter().all(|dim| dim.fixed().is_some());
    if !is_row || scope.sharing.overwritten(row) || !scope.sharing.stays(name) {
        return Outcome::Keep;
    }
    stm.exp = Exp::Slice(row, inner.to_vec());
    Outcome::Rewritten
}

/// Applies the law: a reshaped replication is a replication, if it has no other use.
pub fn reshape_of_replicate(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Reshape(array, dims) = &stm.exp else { return Outcome::Keep };
    let Some(value) = equal_elements(scope, *array) else { return Outcome::Keep };
    stm.exp = Exp::Replicate { dims: dims.clone(), value };
    Outcome::Rewritten
}

/// Applies the law: a reshaped `iota` with the same size is the `iota`.
pub fn reshape_of_iota(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Reshape(array, dims) = &stm.exp else { return Outcome::Keep };
    let (Some(&Exp::Iota { start, step, .. }), &[count]) = (scope.exp_of(*array), dims.as_slice()) else {
        return Outcome::Keep;
    };
    if !scope.is_own(*array) {
        return Outcome::Keep;
    }
    stm.exp = Exp::Iota { count, start, step };
    Outcome::Rewritten
}

/// Applies the law: a permuted replication is a replication, if it has no other use.
pub fn permute_of_replicate(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Permute(array, perm) = &stm.exp else { return Outcome::Keep };
    let Some(value) = equal_elements(scope, *array) else { return Outcome::Keep };
    let sizes = scope.dims(*array);
    let dims: Option<Vec<Atom>> = perm.iter().map(|&from| sizes.get(from).copied()).collect();
    let Some(dims) = dims else { return Outcome::Keep };
    stm.exp = Exp::Replicate { dims, value };
    Outcome::Rewritten
}

/// Returns the scalar that all elements equal, of a fresh array without other uses.
fn equal_elements(scope: &Scope, array: Name) -> Option<Atom> {
    match scope.exp_of(array) {
        Some(Exp::Replicate { dims, value }) if dims.len() == scope.dims(array).len() && scope.is_own(array) => {
            Some(*value)
        }
        _ => None,
    }
}

/// Applies the law: a slice of an `iota` is an `iota`, if it has no other use.
pub fn slice_of_iota(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, dims) = &stm.exp else { return Outcome::Keep };
    let (Some(&Exp::Iota { start, step, .. }), &[SliceDim::Range { start: from, count, stride }]) =
        (scope.exp_of(*array), dims.as_slice())
    else {
        return Outcome::Keep;
    };
    if scope.elem(start) != ScalarType::I64 || !scope.is_used_once(*array) || !scope.is_at_this_level(*array) {
        return Outcome::Keep;
    }
    let way = scope.integer(BinOp::Mul, from, step, &stm.spans);
    let start = way.and_then(|way| scope.integer(BinOp::Add, start, way, &stm.spans));
    let step = scope.integer(BinOp::Mul, step, stride, &stm.spans);
    let (Some(start), Some(step)) = (start, step) else { return Outcome::Keep };
    stm.exp = Exp::Iota { count, start, step };
    Outcome::Rewritten
}

/// Applies the law: a slice of a replication is a replication, if it has no other use.
pub fn slice_of_replicate(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Slice(array, ranges) = &stm.exp else { return Outcome::Keep };
    let Some(Exp::Replicate { dims, value }) = scope.exp_of(*array) else { return Outcome::Keep };
    let counts: Vec<Atom> = ranges.iter().flat_map(SliceDim::counts).collect();
    let fits = dims.len() == ranges.len() && scope.is_used_once(*array) && scope.is_at_this_level(*array);
    if !fits {
        return Outcome::Keep;
    }
    stm.exp = Exp::Replicate { dims: counts, value: *value };
    Outcome::Rewritten
}

/// Applies the law: an element of an array is the value from which it was made. Arrays that are read instead must not
/// be overwritten.
pub fn index_of_array(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    if let Some(atom) = known_element(scope, *array, indices) {
        return Outcome::atom(atom);
    }
    let (array, indices) = (*array, indices.clone());
    let source = match scope.exp_of(array) {
        Some(&Exp::Iota { start, step, .. }) => return element_of_iota(scope, stm, start, step, &indices),
        Some(Exp::Replicate { dims, value }) => value.var().zip(indices.get(dims.len()..).map(<[Atom]>::to_vec)),
        Some(&Exp::Copy(source)) => Some((source, indices)),
        Some(Exp::Literal(rows)) => {
            let row = place_in_literal(rows, &indices).and_then(|at| rows.get(at)?.var());
            row.map(|row| (row, indices[1..].to_vec()))
        }
        Some(Exp::Concat(parts)) => match indices.split_first() {
            Some((&first, rest)) => part_at(scope, parts, first, Atom::i64(1))
                .map(|(part, index)| (part, std::iter::once(index).chain(rest.iter().copied()).collect())),
            _ => None,
        },
        _ => None,
    };
    let Some((source, indices)) = source else { return Outcome::Keep };
    if scope.sharing.overwritten(source) {
        return Outcome::Keep;
    }
    scope.take_certificates(stm, array);
    stm.exp = Exp::Index(source, indices);
    Outcome::Rewritten
}

/// Returns the position of the element that is read from a literal. If the literal has one element, its position is 0,
/// as the index is in bounds.
fn place_in_literal(parts: &[Atom], indices: &[Atom]) -> Option<usize> {
    match parts.len() {
        1 => Some(0),
        _ => usize::try_from(indices.first()?.as_i64()?).ok(),
    }
}

/// Applies the law: `(copy xs with [i] = v)[j]` is `if i == j then v else xs[j]`, if the array has no other use. Then
/// the copy is not made.
pub fn index_of_updated_copy(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Index(array, indices) = &stm.exp else { return Outcome::Keep };
    let (array, indices) = (*array, indices.clone());
    let Some(Exp::Update { array: copy, dims, value }) = scope.exp_of(array) else { return Outcome::Keep };
    let Some(&Exp::Copy(source)) = scope.exp_of(*copy) else { return Outcome::Keep };
    let fixed = |dim: &SliceDim| if let SliceDim::Fix(at) = dim { Some(*at) } else { None };
    let written: Option<Vec<Atom>> = dims.iter().map(fixed).collect();
    let (Some(written), value, copy) = (written.filter(|at| at.len() == indices.len()), *value, *copy) else {
        return Outcome::Keep;
    };
    if !scope.is_used_once(array) || !scope.is_used_once(copy) || scope.sharing.overwritten(source) {
        return Outcome::Keep;
    }
    let Some(elem) = scope.program.type_of(source).elem() else { return Outcome::Keep };
    let mut same = Atom::bool(true);
    for (&at, &index) in written.iter().zip(&indices) {
        let equal = scope.compute("same", Exp::Cmp(CmpOp::Eq, at, index), &stm.spans);
        let both = equal.and_then(|equal| scope.compute("same", Exp::Bin(BinOp::And, same, equal.into()), &stm.spans));
        let Some(both) = both else { return Outcome::Keep };
        same = both.into();
    }
    let element = scope.program.fresh("x", Type::Scalar(elem));
    let read = Stm::plain(vec![element], Exp::Index(source, indices), &stm.spans);
    let then_body = Body { stms: Vec::new(), result: vec![value] };
    let else_body = Body { stms: vec![read], result: vec![element.into()] };
    [&then_body, &else_body].into_iter().for_each(|body| scope.count_all(body));
    scope.take_all_certificates(stm, &[array, copy]);
    stm.exp = Exp::If { cond: same, then_body, else_body };
    Outcome::Rewritten
}

/// Computes `start + index * step` modulo the size of the integer type, as `iota` does.
fn element_of_iota(scope: &mut Scope, stm: &mut Stm, start: Atom, step: Atom, indices: &[Atom]) -> Outcome {
    let (elem, &[index]) = (scope.elem(start), indices) else { return Outcome::Keep };
    if !elem.is_integer() {
        return Outcome::Keep;
    }
    let index = if elem == ScalarType::I64 {
        Some(index)
    } else {
        scope.compute("i", Exp::Convert(elem, index), &stm.spans).map(Atom::Var)
    };
    let way = index.and_then(|index| scope.integer(BinOp::Mul, index, step, &stm.spans));
    let element = way.and_then(|way| scope.integer(BinOp::Add, start, way, &stm.spans));
    element.map_or(Outcome::Keep, Outcome::atom)
}

/// Returns the scalar at the indices if it is known without reading: through updates of the same place, or of places
/// that certainly differ.
fn known_element(scope: &Scope, mut array: Name, indices: &[Atom]) -> Option<Atom> {
    for _ in 0..MAX_UPDATES {
        match scope.exp_of(array)? {
            Exp::Update { array: before, dims, value } => {
                let same = |(dim, index): (&SliceDim, &Atom)| matches!(dim, SliceDim::Fix(at) if at == index);
                if dims.iter().zip(indices).all(same) {
                    return Some(*value);
                }
                if !dims.iter().zip(indices).any(|(dim, index)| misses(dim, *index)) {
                    return None;
                }
                array = *before;
            }
            Exp::Replicate { dims, value } => return (dims.len() == indices.len()).then_some(*value),
            Exp::Literal(atoms) if indices.len() == 1 => {
                return atoms.get(place_in_literal(atoms, indices)?).copied();
            }
            Exp::Table(table) => return element_of_table(scope, *table, indices),
            Exp::Copy(source) => array = *source,
            _ => return None,
        }
    }
    None
}

/// Whether the constant index is certainly outside of the slice's dimension.
fn misses(dim: &SliceDim, index: Atom) -> bool {
    let Some(index) = index.as_i64() else { return false };
    match dim {
        SliceDim::Fix(at) => at.as_i64().is_some_and(|at| at != index),
        SliceDim::Range { start, count, stride } => {
            let (Some(start), Some(count)) = (start.as_i64(), count.as_i64()) else { return false };
            is_value(*stride, 1) && (index < start || start.checked_add(count).is_some_and(|end| end <= index))
        }
        SliceDim::Flat { .. } => false,
    }
}

fn element_of_table(scope: &Scope, table: TableId, indices: &[Atom]) -> Option<Atom> {
    let table = scope.program.tables.get(table)?;
    let mut place = 0usize;
    for (index, &size) in indices.iter().zip(table.shape()) {
        let index = usize::try_from(index.as_i64()?).ok().filter(|index| *index < size)?;
        place = place.checked_mul(size)?.checked_add(index)?;
    }
    table.get(place).map(Atom::Const)
}
