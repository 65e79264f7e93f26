//! Loops that put rows of an array into slices of another one, one after the other.
//!
//! ```text
//! loop (xs : [m]i32 = zs) for p : i64 < k do              ==>   let (flat : [k][b]i32) = block
//!   let (r : i64) = p * b                                       zs with [0 : {(k : b)(b : 1)}] = flat
//!   let (row : [b]i32) = block[p, 0 : b]
//!   let (ys : [m]i32) = xs with [r : b] = row
//!   in (ys)
//! ```
//!
//! The body may do nothing else: it reads no updated array, and nothing in it fails. The slice begins at a multiple of
//! the counter, with the same sizes in each iteration. Each of its elements is proved to be in bounds as an integer,
//! and no two iterations write to one place.

use super::{Affine, Slices, Write, part};
use crate::effect;
use crate::prove::Known;
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use index::Poly;
use value::CmpOp;

/// Returns the updates that the loop is equal to, one for each of its results. The statements in its body must be
/// defined.
pub fn of_loop(known: &mut Known, looped: &Loop, pattern: &[Name]) -> Option<Vec<Slices>> {
    let LoopForm::For { var: counter, bound } = looped.form else { return None };
    let body = &looped.body;
    let update = |result: &Atom| bound_by(body, result.var()?).filter(|stm| matches!(stm.exp, Exp::Update { .. }));
    let updates = body.result.iter().map(update).collect::<Option<Vec<&Stm>>>()?;
    let is_param = |name: Name| looped.params.iter().any(|(param, _)| *param == name);
    let is_harmless = |stm: &Stm| {
        let mut uses_param = false;
        walk::for_each_name_used(&known.program.vars, stm, &mut |name| uses_param |= is_param(name));
        !uses_param && effect::may_drop(&stm.exp)
    };
    let mut others = body.stms.iter().filter(|&stm| !updates.iter().any(|&update| std::ptr::eq(update, stm)));
    if *known.program.type_of(counter) != Type::I64 || updates.is_empty() || !others.all(is_harmless) {
        return None;
    }
    let inside = walk::bound_in_body(body).into_iter().chain([counter]).collect();
    let turn = Turn { body, counter, bound, inside };
    let results = looped.params.iter().zip(updates).zip(pattern);
    results.map(|((&(param, init), update), &result)| turn.slices(known, param, init.var()?, update, result)).collect()
}

/// Returns the statement of the body that binds this name alone.
fn bound_by(body: &Body, name: Name) -> Option<&Stm> {
    body.stms.iter().find(|stm| stm.pattern == [name])
}

/// Any iteration of a loop.
struct Turn<'a> {
    body: &'a Body,
    counter: Name,
    bound: Atom,
    /// The counter, and the names that the body binds.
    inside: NameSet,
}

/// An array of which an iteration writes the row at its counter.
struct Rows {
    array: Name,
    /// The part of the array whose rows are written, unless it is the whole array.
    part: Option<Vec<index::SliceDim>>,
    /// The certificates on which the part relies.
    certs: Vec<Name>,
}

impl Turn<'_> {
    /// Returns the slice that the iterations together write.
    fn slices(&self, known: &mut Known, param: Name, destination: Name, update: &Stm, result: Name) -> Option<Slices> {
        let Exp::Update { array, dims, value } = &update.exp else { return None };
        let Rows { array: value, part: of_value, certs } =
            self.rows(known, value.var().filter(|_| *array == param)?)?;
        let mut widths = vec![self.bound];
        for dim in dims {
            match dim {
                SliceDim::Fix(_) => {}
                SliceDim::Range { count, .. } => widths.push(*count),
                SliceDim::Flat { .. } => return None,
            }
        }
        let are_sizes = widths.iter().all(|&width| {
            width.var().is_none_or(|width| !self.inside.contains(&width))
                && known.decided(CmpOp::Le, Atom::i64(0), width) == Some(true)
        });
        if !are_sizes {
            return None;
        }
        let sizes = known.program.type_of(destination).dims().to_vec();
        let mark = known.mark();
        known.counter(self.counter, self.bound);
        let indices = self.indices(known, dims, &sizes, widths.len());
        known.forget(mark);
        let part = part(known, &widths, indices?, &sizes)?;
        let writes = vec![Write { result, destination, value, of_value }];
        Some(Slices { widths, certs, bounds_certs: update.certs.clone(), part, rank: sizes.len(), writes })
    }

    /// Returns the index in each dimension of the elements that the iterations write, if these are in bounds. The
    /// counter's bound must be known.
    fn indices(&self, known: &mut Known, dims: &[SliceDim], sizes: &[Atom], counters: usize) -> Option<Vec<Affine>> {
        let mut ranges = 1..;
        let mut indices = Vec::with_capacity(dims.len());
        for (dim, &size) in dims.iter().zip(sizes) {
            let mut strides = vec![Poly::zero(); counters];
            let (start, is_within) = match *dim {
                SliceDim::Range { start, count, stride } => {
                    let (start, stride) = (known.sums.atom(start), known.sums.atom(stride));
                    let is_within = known.is_range_within(&start, count, &stride, size);
                    *strides.get_mut(ranges.next()?)? = self.invariant(stride)?;
                    (start, is_within)
                }
                SliceDim::Fix(index) => {
                    let index = known.sums.atom(index);
                    let is_within = known.is_within(&index, size);
                    (index, is_within)
                }
                SliceDim::Flat { .. } => return None,
            };
            let (start, stride) = self.affine(&start).filter(|_| is_within)?;
            strides[0] = stride;
            indices.push(Affine { start, strides });
        }
        Some(indices)
    }

    /// Returns the array outside of the loop of which `row` is a row. The rows follow each other in the outermost
    /// dimension of a part of it.
    fn rows(&self, known: &mut Known, mut row: Name) -> Option<Rows> {
        let mut certs = Vec::new();
        let (array, dims) = loop {
            let stm = bound_by(self.body, row)?;
            certs.extend(&stm.certs);
            match &stm.exp {
                Exp::Atom(Atom::Var(array)) | Exp::Copy(array) | Exp::Reshape(array, _) => row = *array,
                Exp::Slice(array, dims) => break (*array, dims.clone()),
                Exp::Index(array, indices) => {
                    break (*array, indices.iter().map(|&index| SliceDim::Fix(index)).collect());
                }
                _ => return None,
            }
        };
        if self.inside.contains(&array) {
            return None;
        }
        let sizes = known.program.type_of(array).dims().to_vec();
        let mut rows = Rows { array, part: None, certs };
        let (mut part, mut is_whole, mut is_found) = (Vec::with_capacity(dims.len()), true, false);
        for (dim, &size) in dims.iter().zip(&sizes) {
            let (start, count, step) = match *dim {
                SliceDim::Fix(index) => match self.affine(&known.sums.atom(index))? {
                    (index, stride) if stride.is_zero() => {
                        // The index must be in bounds even if the loop makes no turn.
                        if !known.is_within(&index, size) {
                            return None;
                        }
                        part.push(index::SliceDim::Fix(index));
                        is_whole = false;
                        continue;
                    }
                    (start, stride) if !is_found => {
                        is_found = true;
                        (start, self.bound, stride)
                    }
                    _ => return None,
                },
                SliceDim::Range { start, count, stride } if is_found => {
                    let [start, stride] = [start, stride].map(|atom| self.invariant(known.sums.atom(atom)));
                    (start?, count, stride?)
                }
                _ => return None,
            };
            let count_sum = self.invariant(known.sums.atom(count))?;
            let is_all = start.is_zero() && step.is_one() && count_sum == known.sums.atom(size);
            if !is_all && !known.is_range_within(&start, count, &step, size) {
                return None;
            }
            is_whole &= is_all;
            part.push(index::SliceDim::Range { start, count: count_sum, step });
        }
        rows.part = (!is_whole).then_some(part);
        is_found.then_some(rows)
    }

    /// Splits the sum into `start + counter * stride`, if the loop changes neither of them.
    fn affine(&self, sum: &Poly) -> Option<(Poly, Poly)> {
        let mut affine = Affine::of(sum, &[self.counter])?;
        Some((self.invariant(affine.start)?, self.invariant(affine.strides.pop()?)?))
    }

    /// Returns the sum, if the loop does not change it.
    fn invariant(&self, sum: Poly) -> Option<Poly> {
        (!sum.free_variables().iter().any(|name| self.inside.contains(name))).then_some(sum)
    }
}
