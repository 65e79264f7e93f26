//! Scatters that write a slice: each index grows by a constant stride or is invariant, and all are in bounds.
//!
//! ```text
//! let (ys : [m]i32) = scatter n (vs)              ==>   let (ys : [m]i32) = xs with [k : n : 2] = vs
//!   (\(i : i64) (v : i32) ->
//!     let (a : i64) = i * 2
//!     let (b : i64) = a + k
//!     in (b, v)) into 1 (xs)
//! ```
//!
//! The written values are available as an array. If a map makes it, fusion has merged the map into the scatter, and
//! this pass does not apply. An array copied to a slice can be built there (`short-circuit`), but not a scattered one.

use super::Known;
use crate::effect;
use base::Name;
use fun::def::*;
use value::{BinOp, CmpOp};

/// An index `start + i * stride`, where `i` is the lambda's counter. Without `start`, the index begins at 0.
struct Even {
    start: Option<Atom>,
    stride: i64,
}

/// Returns the update of a slice that is equivalent to the scatter, if all its indices are known to be in bounds. The
/// counter's range must be among the known facts.
pub fn as_update(known: &mut Known, scatter: &Scatter) -> Option<Exp> {
    let (&[destination], Lambda { params, body }) = (scatter.destinations.as_slice(), &scatter.lambda) else {
        return None;
    };
    let (&counter, elements) = params.split_first().filter(|(_, elements)| elements.len() == scatter.inputs.len())?;
    let (indices, &[value]) = body.result.split_at_checked(scatter.index_rank)? else { return None };
    let at = elements.iter().position(|&element| value == element.into())?;
    let &source = scatter.inputs.get(at)?;
    let sizes = known.program.type_of(destination).dims().to_vec();
    let (outer, inner) = sizes.split_at_checked(scatter.index_rank)?;
    let is_row = known.program.type_of(source).dims() == [&[scatter.width], inner].concat();
    if !is_row || !body.stms.iter().all(|stm| effect::may_drop(&stm.exp)) {
        return None;
    }
    let mut dims = Vec::with_capacity(sizes.len());
    for &index in indices {
        dims.push(match even(&scatter.lambda, counter, index) {
            Some(Even { start, stride }) if stride != 0 => SliceDim::Range {
                start: start.unwrap_or(Atom::i64(0)),
                count: scatter.width,
                stride: Atom::i64(stride),
            },
            _ if !is_bound(&scatter.lambda, index) => SliceDim::Fix(index),
            _ => return None,
        });
    }
    let varies = |dim: &&SliceDim| matches!(dim, SliceDim::Range { .. });
    if dims.iter().filter(varies).count() != 1 || !are_in_bounds(known, body, indices, outer) {
        return None;
    }
    dims.extend(inner.iter().map(|&count| SliceDim::Range { start: Atom::i64(0), count, stride: Atom::i64(1) }));
    Some(Exp::Update { array: destination, dims, value: source.into() })
}

fn are_in_bounds(known: &mut Known, body: &Body, indices: &[Atom], sizes: &[Atom]) -> bool {
    let mark = known.mark();
    body.stms.iter().for_each(|stm| known.define(&stm.pattern, &stm.exp));
    let fine = indices.iter().zip(sizes).all(|(&index, &size)| {
        known.decided(CmpOp::Le, Atom::i64(0), index) == Some(true)
            && known.decided(CmpOp::Lt, index, size) == Some(true)
    });
    known.forget(mark);
    fine
}

/// Returns the index as a linear function of the counter, if it is one.
fn even(lambda: &Lambda, counter: Name, index: Atom) -> Option<Even> {
    let name = index.var()?;
    if name == counter {
        return Some(Even { start: None, stride: 1 });
    }
    let made = lambda.body.stms.iter().find(|stm| stm.pattern == [name])?;
    let varies = |atom: Atom| is_bound(lambda, atom);
    match made.exp {
        Exp::Bin(BinOp::Add, a, b) if varies(a) != varies(b) => {
            let (counted, start) = if varies(a) { (a, b) } else { (b, a) };
            let counted = even(lambda, counter, counted).filter(|even| even.start.is_none())?;
            Some(Even { start: Some(start), ..counted })
        }
        Exp::Bin(BinOp::Mul, a, b) => {
            let (counted, Some(times)) = (if varies(a) { a } else { b }, a.as_i64().or(b.as_i64())) else {
                return None;
            };
            let counted = even(lambda, counter, counted).filter(|even| even.start.is_none())?;
            Some(Even { stride: counted.stride.checked_mul(times)?, ..counted })
        }
        _ => None,
    }
}

/// Whether the lambda binds the variable.
fn is_bound(lambda: &Lambda, atom: Atom) -> bool {
    let is_it = |name: &Name| atom == (*name).into();
    lambda.params.iter().any(is_it) || lambda.body.stms.iter().any(|stm| stm.pattern.iter().any(is_it))
}
