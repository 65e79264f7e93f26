//! Whether two parts of memory have an address in common, for all sizes that are allowed: what passes that put two arrays
//! in one block, or write an array in place, have to know. Also where an array begins and ends, whether its elements have
//! addresses of their own, and whether one array lies within another.
//!
//! Two LMADs `A` and `B` are disjoint exactly when 0 is not among the differences of an address of `A` and one of `B`. With
//! `A = a + {(n1 : s1)...}` and `B = b + {(m1 : t1)...}` the differences are the sum of strided intervals
//!
//! ```text
//! (a - b) + [0 .. n1-1]*s1 + ... + [-(m1-1) .. 0]*t1 + ...
//! ```
//!
//! where dimensions with the same stride add up to one. `span` says how 0 is excluded; this is an example. In a matrix
//! of `n` by `n`, the rows `i` and below, and the first `i` columns of the rows above:
//!
//! ```text
//! A = i*n + {(n-i : n)(n : 1)}      B = 0 + {(i : n)(i : 1)}      where 0 <= i <= n
//! A - B = i*n + [-(i-1) .. n-i-1]*n + [-(i-1) .. n-1]*1
//! ```
//!
//! The stride `n` cuts this in two: `Outer = i + [-(i-1) .. n-i-1]`, all of whose multiples of `n` stand in front of
//! `Inner = [-(i-1) .. n-1]*1`. Inner is more than `-n` and less than `n`. Were the sum 0, Inner would be a multiple
//! of `n`, so it would be 0, and Outer too. But Outer is at least `i - (i-1) = 1`. So there is no address in common.
//!
//! An LMAD with no element has no address in common with any. So all of this may assume that every size is at least 1,
//! and need not know whether sizes may be 0. Strides may have any sign, or be 0.
//!
//! The idea of sums of strided intervals is that of Munksgaard et al., "Memory Optimizations in an Array Language", SC
//! 2022. Here one sum stands for the difference, so that the two need not be given the same strides, and carries take
//! the place of intervals that are split where dimensions overlap.

use crate::ixfn::IndexFn;
use crate::lmad::{Dim, Lmad};
use crate::poly::Poly;
use crate::ranges::Assumptions;
use crate::span::{Interval, Search, Span};
use base::Name;
use std::collections::BTreeMap;

/// The threads of a parallel loop, or the iterations of any loop: `index` counts from 0 to `count - 1`.
#[derive(Clone, Debug)]
pub struct Threads<'a> {
    pub index: Name,
    pub count: &'a Poly,
    /// The other variables that may differ between threads.
    pub private: &'a [Name],
}

impl Lmad {
    /// Whether no address belongs to both. `true` is a proof for all values of the variables that are `known` to be
    /// allowed; `false` says nothing.
    pub fn is_disjoint(&self, other: &Lmad, known: &Assumptions) -> bool {
        let Some(difference) = difference(self, other) else { return false };
        known.cases().iter().all(|known| Search::new().avoids_zero(&difference, &difference.known(known).sampled()))
    }

    /// Whether no two elements stand at one address. `true` is a proof, `false` says nothing.
    ///
    /// Were there two, their indices would differ first in some dimension: there by at least 1, and by anything in those
    /// that follow. So it is enough that none of these differences of addresses is 0. Any order of dimensions will do.
    pub fn is_injective(&self, known: &Assumptions) -> bool {
        let mut dims: Vec<&Dim> = self.dims.iter().filter(|dim| !dim.size.is_one()).collect();
        dims.sort_by_key(|dim| std::cmp::Reverse(dim.stride.degree()));
        let spans = (0..dims.len()).map(|first| differing(dims.get(first..)?)).collect::<Option<Vec<Span>>>();
        let Some(spans) = spans else { return false };
        known.cases().iter().all(|known| {
            let known = self.inhabited(known);
            spans.iter().all(|span| Search::new().avoids_zero(span, &span.known(&known).sampled()))
        })
    }

    /// The least and the greatest address. All addresses are between them; both occur unless there is no element. `None`
    /// when the sign of a stride is not known.
    pub fn bounds(&self, known: &Assumptions) -> Option<(Poly, Poly)> {
        let known = self.inhabited(known);
        let mut bounds = (self.offset.clone(), self.offset.clone());
        for dim in self.dims.iter().filter(|dim| !dim.size.is_one()) {
            let reach = last(&dim.size)?.checked_mul(&dim.stride)?;
            let is_forward = known.is_non_negative(&dim.stride);
            if !is_forward && !known.less_or_equal(&dim.stride, &Poly::zero()) {
                return None;
            }
            let end = if is_forward { &mut bounds.1 } else { &mut bounds.0 };
            *end = end.checked_add(&reach)?;
        }
        Some(bounds)
    }

    /// Whether all addresses are at least 0 and less than `size`, so that a block of that size has them all.
    pub fn fits(&self, size: &Poly, known: &Assumptions) -> bool {
        let inhabited = self.inhabited(known);
        let bounds = self.bounds(known);
        bounds
            .is_some_and(|(least, greatest)| inhabited.is_non_negative(&least) && inhabited.less_than(&greatest, size))
    }

    /// Whether each address of `other` is one of `self`. `true` is a proof, `false` says nothing.
    pub fn includes(&self, other: &Lmad, known: &Assumptions) -> bool {
        let inhabited = other.inhabited(known).sampled();
        self.has_all_in_bounds(other, &inhabited) || self.has_by_dimension(other, &inhabited).unwrap_or(false)
    }

    /// As `includes`, where the addresses of this one are all those between two bounds: a row-major array, or one whose
    /// dimensions were exchanged after that.
    fn has_all_in_bounds(&self, other: &Lmad, known: &Assumptions) -> bool {
        let mut sorted = self.clone();
        sorted.dims.sort_by_key(|dim| std::cmp::Reverse(dim.stride.degree()));
        let count = self.dims.iter().try_fold(Poly::one(), |count, dim| count.checked_mul(&dim.size));
        let end = count.and_then(|count| self.offset.checked_add(&count));
        let (Some(end), Some((least, greatest))) = (end, other.bounds(known)) else { return false };
        sorted.is_row_major()
            && self.dims.iter().all(|dim| known.is_non_negative(&dim.size))
            && known.less_or_equal(&self.offset, &least)
            && known.less_than(&greatest, &end)
    }

    /// As `includes`: the offset and the dimensions of `other` are spent on the dimensions of this one, each as a multiple
    /// of its stride. An address of `other` then is that of an index, which is in range in each dimension if its bounds
    /// are. `None` where something is left, or a coefficient might wrap.
    fn has_by_dimension(&self, other: &Lmad, known: &Assumptions) -> Option<bool> {
        let mut own: Vec<&Dim> = self.dims.iter().filter(|dim| !dim.stride.is_zero()).collect();
        if own.len() < self.rank() && !self.dims.iter().all(|dim| known.is_positive(&dim.size)) {
            return None;
        }
        own.sort_by(|left, right| {
            right.stride.degree().cmp(&left.stride.degree()).then(right.stride.cmp(&left.stride))
        });
        let mut rest = other.offset.checked_sub(&self.offset)?;
        let mut others = other.dims.clone();
        for dim in own {
            let (quotient, left) = rest.div_rem(&dim.stride)?;
            rest = left;
            let mut index = Lmad { offset: quotient, dims: Vec::new() };
            others.retain(|of_other| match of_other.stride.div_rem(&dim.stride) {
                Some((stride, left)) if left.is_zero() => {
                    index.dims.push(Dim { size: of_other.size.clone(), stride });
                    false
                }
                _ => true,
            });
            let (least, greatest) = index.bounds(known)?;
            if !known.is_non_negative(&least) || !known.less_than(&greatest, &dim.size) {
                return Some(false);
            }
        }
        Some(rest.is_zero() && others.is_empty())
    }

    /// Whether no address of this one in one thread is one of `other` in another thread. Both, and what is `known`, may
    /// speak of the threads' index and of their private variables. With `self` twice, this says that the threads do not
    /// interfere; with what a thread writes and what it reads, that each may write in place.
    pub fn is_disjoint_across(&self, other: &Lmad, threads: &Threads, known: &Assumptions) -> bool {
        self.across(other, threads, known).unwrap_or(false)
    }

    fn across(&self, other: &Lmad, threads: &Threads, known: &Assumptions) -> Option<bool> {
        let mut known = known.clone();
        known.in_range(threads.index, threads.count);
        let (here, there) = (self.resolved(&known)?, other.resolved(&known)?);
        let used = here.free_variables().into_iter().chain(there.free_variables()).chain(known.variables());
        let mut free = used.map(|name| name.id).max().unwrap_or(0).checked_add(1)?;
        let mut copies = BTreeMap::new();
        for &name in threads.private.iter().chain([&threads.index]) {
            copies.insert(name, Name::new("other", free));
            free = free.checked_add(1)?;
        }
        let copy = |name: Name| copies.get(&name).copied().map(Poly::var);
        let there = there.substitute(&copy);
        let index = known.resolved(&Poly::var(threads.index))?;
        let indices = [index.substitute(&copy), index];
        let both = known.with_copy(&copies);
        let is_disjoint_if_ordered = |smaller: &Poly, larger: &Poly| {
            let mut ordered = both.clone();
            ordered.below(smaller, larger);
            here.is_disjoint(&there, &ordered)
        };
        let [first, second] = &indices;
        // What holds of two threads in one order holds in the other when nothing else tells them apart.
        Some(is_disjoint_if_ordered(second, first) && (self == other || is_disjoint_if_ordered(first, second)))
    }

    /// What is known where there is an element.
    fn inhabited(&self, known: &Assumptions) -> Assumptions {
        let mut known = known.clone();
        self.dims.iter().for_each(|dim| known.ordered(&Poly::one(), &dim.size));
        known
    }

    fn resolved(&self, known: &Assumptions) -> Option<Lmad> {
        let dim = |dim: &Dim| Some(Dim { size: known.resolved(&dim.size)?, stride: known.resolved(&dim.stride)? });
        Some(Lmad { offset: known.resolved(&self.offset)?, dims: self.dims.iter().map(dim).collect::<Option<_>>()? })
    }
}

/// An address comes from the last component, so an index function has no other addresses than that one.
impl IndexFn {
    /// See `Lmad::is_disjoint`. With several components, those of the whole arrays they are cut from are compared.
    pub fn is_disjoint(&self, other: &IndexFn, known: &Assumptions) -> bool {
        self.footprint().is_disjoint(other.footprint(), known)
    }

    /// See `Lmad::is_disjoint_across`, and `is_disjoint`.
    pub fn is_disjoint_across(&self, other: &IndexFn, threads: &Threads, known: &Assumptions) -> bool {
        self.footprint().is_disjoint_across(other.footprint(), threads, known)
    }

    /// See `Lmad::is_injective`. Taking positions apart is injective, so all is if each component is.
    pub fn is_injective(&self, known: &Assumptions) -> bool {
        self.components().all(|component| component.is_injective(known))
    }

    /// See `Lmad::bounds`. With several components the bounds need not occur.
    pub fn bounds(&self, known: &Assumptions) -> Option<(Poly, Poly)> {
        self.footprint().bounds(known)
    }

    /// See `Lmad::fits`.
    pub fn fits(&self, size: &Poly, known: &Assumptions) -> bool {
        self.footprint().fits(size, known)
    }
}

fn last(size: &Poly) -> Option<Poly> {
    size.checked_sub(&Poly::one())
}

/// All differences of an address of `left` and one of `right`.
fn difference(left: &Lmad, right: &Lmad) -> Option<Span> {
    let mut span = Span { offset: left.offset.checked_sub(&right.offset)?, dims: Vec::new() };
    for dim in &left.dims {
        span.dims.push(Interval { low: Poly::zero(), high: last(&dim.size)?, stride: dim.stride.clone() });
    }
    for dim in &right.dims {
        span.dims.push(Interval {
            low: last(&dim.size)?.checked_neg()?,
            high: Poly::zero(),
            stride: dim.stride.clone(),
        });
    }
    Some(span)
}

/// The differences of addresses of two indices that differ in the first of these dimensions.
fn differing(dims: &[&Dim]) -> Option<Span> {
    let mut span = Span { offset: Poly::zero(), dims: Vec::new() };
    for (at, dim) in dims.iter().enumerate() {
        let high = last(&dim.size)?;
        let low = if at == 0 { Poly::one() } else { high.checked_neg()? };
        span.dims.push(Interval { low, high, stride: dim.stride.clone() });
    }
    Some(span)
}

#[cfg(test)]
#[expect(clippy::arithmetic_side_effects, reason = "tests calculate with small numbers")]
mod random;
#[cfg(test)]
mod tests;
