//! Joins two scatters, or two histograms, that write at the same indices.
//!
//! ```text
//! let (as) = histogram n (is, xs) (\i x -> (i, x)) into 1 (a) (+)   ==>   let (as) (bs) =
//! let (bs) = histogram n (is) (\i -> (i, 1)) into 1 (b) (+)                 histogram n (is, xs) (\i x -> (i, x, 1))
//!                                                                             into 1 (a, b) (\x y z u -> (x + z, y + u))
//! ```
//!
//! The indices are the same if they are computed in the same way from elements of the same inputs. The destinations
//! must have the same outer dimensions, so that an index is in bounds of all of them or of none.

use super::graph::{Kept, Node, streams};
use super::join::{put_in_front, take_over};
use super::{Known, MAX_STREAMS};
use crate::alike;
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use rustc_hash::FxHashMap;

/// The common fields of a scatter and a histogram.
struct Writes<'a> {
    width: Atom,
    inputs: &'a [Name],
    lambda: &'a Lambda,
    index_rank: usize,
    destinations: &'a [Name],
}

impl Writes<'_> {
    fn of(exp: &Exp) -> Option<Writes<'_>> {
        let (width, inputs, lambda) = exp.traversed()?;
        let (index_rank, destinations) = match exp {
            Exp::Scatter(scatter) => (scatter.index_rank, scatter.destinations.as_slice()),
            Exp::Histogram(histogram) => (histogram.index_rank, histogram.destinations.as_slice()),
            _ => return None,
        };
        Some(Writes { width, inputs, lambda, index_rank, destinations })
    }

    /// Returns the outer dimensions of the destinations, within which an index must be.
    fn bounds<'p>(&self, program: &'p Program) -> Option<&'p [Atom]> {
        program.type_of(*self.destinations.first()?).dims().get(..self.index_rank)
    }

    /// Returns the statements of the lambda that compute the index, as a body.
    fn index(&self, program: &Program) -> Body {
        let body = &self.lambda.body;
        let result: Vec<Atom> = body.result.iter().take(self.index_rank).copied().collect();
        let mut needed: NameSet = result.iter().filter_map(|atom| atom.var()).collect();
        let mut stms = Vec::new();
        for stm in body.stms.iter().rev() {
            if stm.pattern.iter().any(|name| needed.contains(name)) {
                needed.extend(walk::free_in_stm(&program.vars, stm));
                stms.push(stm.clone());
            }
        }
        stms.reverse();
        Body { stms, result }
    }

    /// Maps parameters of this lambda to equal parameters of the other one: the counters, and the elements of equal
    /// inputs.
    fn shared_params(&self, other: &Writes<'_>) -> FxHashMap<Name, Name> {
        let elements =
            |writes: &Writes<'_>| writes.lambda.params.len() - writes.inputs.len().min(writes.lambda.params.len());
        let (own, theirs) = (&self.lambda.params, &other.lambda.params);
        let (own_first, their_first) = (elements(self), elements(other));
        let indices = own.iter().take(own_first).zip(theirs.iter().take(their_first));
        let params: FxHashMap<Name, Name> =
            other.inputs.iter().copied().zip(theirs.iter().skip(their_first).copied()).collect();
        let same = self.inputs.iter().zip(own.iter().skip(own_first));
        let elements = same.filter_map(|(input, param)| Some((*param, *params.get(input)?)));
        indices.map(|(own, their)| (*own, *their)).chain(elements).collect()
    }
}

/// Whether two scatters or two histograms can be joined. Returns the results of the first, all of which are kept.
pub fn fits_beside(program: &Program, first: &Node, second: &Node) -> Option<Kept> {
    let (one, other) = (Writes::of(&first.stm.exp)?, Writes::of(&second.stm.exp)?);
    let fine = std::mem::discriminant(&first.stm.exp) == std::mem::discriminant(&second.stm.exp)
        && one.width == other.width
        && one.index_rank == other.index_rank
        && one.bounds(program)? == other.bounds(program)?
        && !(first.partial && second.partial)
        && !second.uses_any(&first.stm.pattern)
        && streams(program, first, second, 0) <= MAX_STREAMS
        && alike::bodies_beside(one.shared_params(&other), &one.index(program), &other.index(program));
    fine.then(|| first.stm.pattern.clone())
}

/// Joins the first operation into the second, which then does the writes of both.
pub fn join(program: &mut Program, mut first: Stm, mut second: Stm, known: &mut Known) -> Stm {
    let Some(index_rank) = Writes::of(&first.exp).map(|writes| writes.index_rank) else { return second };
    let Some((&mut width, inputs, lambda)) = first.exp.traversed_mut() else { return second };
    width.var().into_iter().for_each(|width| known.unuse(width));
    let values: Vec<Atom> = lambda.body.result.iter().skip(index_rank).copied().collect();
    put_in_front(program, &mut second.exp, inputs, std::mem::take(lambda), &FxHashMap::default(), known);
    if let Some((_, _, lambda)) = second.exp.traversed_mut() {
        let at = index_rank.min(lambda.body.result.len());
        lambda.body.result.splice(at..at, values);
    }
    match (first.exp, &mut second.exp) {
        (Exp::Scatter(one), Exp::Scatter(other)) => {
            other.destinations.splice(0..0, one.destinations);
        }
        (Exp::Histogram(one), Exp::Histogram(other)) => {
            other.destinations.splice(0..0, one.destinations);
            pair(one.operator, &mut other.operator);
        }
        _ => {}
    }
    second.pattern.splice(0..0, first.pattern);
    take_over(&mut second, first.certs, &first.spans);
    second
}

/// Extends the second operator to compute the first one's results beside its own.
fn pair(first: Monoid, second: &mut Monoid) {
    let (one, other) = (first.operator, &mut second.operator);
    let own = second.neutral.len().min(other.params.len());
    let new: Vec<Name> = one.params.iter().skip(first.neutral.len()).copied().collect();
    other.params.splice(own..own, new);
    other.params.splice(0..0, one.params.into_iter().take(first.neutral.len()));
    other.body.stms.splice(0..0, one.body.stms);
    other.body.result.splice(0..0, one.body.result);
    second.neutral.splice(0..0, first.neutral);
    second.commutative &= first.commutative;
}
