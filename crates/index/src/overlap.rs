//! Proofs about the addresses of layouts, for all allowed sizes. The main question is whether two parts of memory are
//! disjoint. Passes ask it before they put two arrays in one block or write an array in place. Further questions are
//! the bounds of a layout, whether its elements have distinct addresses, and whether it includes another layout.
//!
//! Two LMADs `A` and `B` are disjoint exactly when 0 is not among the differences of an address of `A` and one of `B`.
//! With `A = a + {(n1 : s1)...}` and `B = b + {(m1 : t1)...}` the differences are the sum of strided intervals
//!
//! ```text
//! (a - b) + [0 .. n1-1]*s1 + ... + [-(m1-1) .. 0]*t1 + ...
//! ```
//!
//! where dimensions with equal strides are merged. The module `span` proves that 0 is not in the sum. For example, take
//! a matrix of `n` by `n`, the rows `i` and below, and the first `i` columns of the rows above:
//!
//! ```text
//! A = i*n + {(n-i : n)(n : 1)}      B = 0 + {(i : n)(i : 1)}      where 0 <= i <= n
//! A - B = i*n + [-(i-1) .. n-i-1]*n + [-(i-1) .. n-1]*1
//! ```
//!
//! The stride `n` splits this sum into `n * Outer`, with `Outer = i + [-(i-1) .. n-i-1]`, and `Inner = [-(i-1) ..
//! n-1]*1`. Inner is more than `-n` and less than `n`. If the sum were 0, Inner would be a multiple of `n`, hence 0,
//! and so would Outer. But Outer is at least `i - (i-1) = 1`. So no address is in both.
//!
//! A LMAD without elements is disjoint from every other. All proofs may therefore assume that every size is at least 1,
//! and need not know whether sizes may be 0. Strides may have any sign, or be 0.
//!
//! Sums of strided intervals come from Munksgaard et al., "Memory Optimizations in an Array Language", SC 2022. Here
//! one sum represents the difference, so the two LMADs need not have the same strides, and carries replace the
//! splitting of intervals where dimensions overlap.

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
    /// Other variables whose values may differ between threads.
    pub private: &'a [Name],
}

impl Lmad {
    /// Whether the layouts have no address in common. `true` is a proof for all values of the variables that `known`
    /// allows; `false` means unknown.
    pub fn is_disjoint(&self, other: &Lmad, known: &Assumptions) -> bool {
        let Some(difference) = difference(self, other) else { return false };
        known.cases().iter().all(|known| Search::new().avoids_zero(&difference, &difference.known(known).sampled()))
    }

    /// Whether all elements have distinct addresses. `true` is a proof; `false` means unknown.
    ///
    /// The indices of two elements at one address would differ first in some dimension: there by at least 1, and in
    /// later dimensions by any amount. The proof shows for each dimension that none of these differences of addresses
    /// is 0. The dimensions may be taken in any order.
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

    /// Returns the least and the greatest address, if there are elements. `None` if the sign of a stride is unknown.
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

    /// Whether all addresses are known to be at least 0 and less than `size`, the size of a block.
    pub fn fits(&self, size: &Poly, known: &Assumptions) -> bool {
        let inhabited = self.inhabited(known);
        let bounds = self.bounds(known);
        bounds
            .is_some_and(|(least, greatest)| inhabited.is_non_negative(&least) && inhabited.less_than(&greatest, size))
    }

    /// Whether every address of `other` is an address of `self`. `true` is a proof; `false` means unknown.
    pub fn includes(&self, other: &Lmad, known: &Assumptions) -> bool {
        let inhabited = other.inhabited(known).sampled();
        self.has_all_in_bounds(other, &inhabited) || self.has_by_dimension(other, &inhabited).unwrap_or(false)
    }

    /// Like `includes`, for a `self` that is a row-major array with its dimensions in any order, so that it has all
    /// addresses between two bounds.
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

    /// Like `includes`. Divides the offset and each dimension of `other` among the dimensions of `self`, as multiples
    /// of their strides. Each address of `other` then has an index in `self`, if the bounds of this index are in range
    /// in each dimension. `None` if a remainder is left, or a coefficient might wrap.
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

    /// Whether no address of `self` in one thread is an address of `other` in another thread. Both layouts and `known`
    /// may use the threads' index and private variables. With `self` given twice, `true` means that the threads do not
    /// interfere. If one layout is written and the other read, `true` means that each thread may write in place.
    pub fn is_disjoint_across(&self, other: &Lmad, threads: &Threads, known: &Assumptions) -> bool {
        self.across(other, threads, known).unwrap_or(false)
    }

    /// Whether the addresses are disjoint across threads; `None` if a number is too large for the proof.
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
        // If only the index distinguishes the threads, a proof for one order of two threads holds for the other order.
        Some(is_disjoint_if_ordered(second, first) && (self == other || is_disjoint_if_ordered(first, second)))
    }

    /// Returns `known` with the assumption that the layout has an element: each size is at least 1.
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

/// Proofs for index functions. Their addresses are addresses of their last component.
impl IndexFn {
    /// Whether the index functions have no address in common: see [`Lmad::is_disjoint`]. Of compositions, the last
    /// components are compared.
    pub fn is_disjoint(&self, other: &IndexFn, known: &Assumptions) -> bool {
        self.footprint().is_disjoint(other.footprint(), known)
    }

    /// Like [`Lmad::is_disjoint_across`], for the last components.
    pub fn is_disjoint_across(&self, other: &IndexFn, threads: &Threads, known: &Assumptions) -> bool {
        self.footprint().is_disjoint_across(other.footprint(), threads, known)
    }

    /// Whether all elements have distinct addresses: see [`Lmad::is_injective`]. This holds if every component is
    /// injective, since the conversion of positions to indices is.
    pub fn is_injective(&self, known: &Assumptions) -> bool {
        self.components().all(|component| component.is_injective(known))
    }

    /// Returns bounds of the addresses: see [`Lmad::bounds`]. If there are several components, the bounds themselves
    /// need not be addresses.
    pub fn bounds(&self, known: &Assumptions) -> Option<(Poly, Poly)> {
        self.footprint().bounds(known)
    }

    /// Whether all addresses are known to be in a block of `size` elements: see [`Lmad::fits`].
    pub fn fits(&self, size: &Poly, known: &Assumptions) -> bool {
        self.footprint().fits(size, known)
    }
}

fn last(size: &Poly) -> Option<Poly> {
    size.checked_sub(&Poly::one())
}

/// Returns all differences of an address of `left` and an address of `right`; `None` if a coefficient might wrap.
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

/// Returns the differences of addresses of two indices that are equal except in these dimensions and differ in the
/// first of them.
fn differing(dims: &[&Dim]) -> Option<Span> {
    let mut span = Span { offset: Poly::zero(), dims: Vec::new() };
    for (at, dim) in dims.iter().enumerate() {
        let high = last(&dim.size)?;
        let low = if at == 0 { Poly::one() } else { high.checked_neg()? };
        span.dims.push(Interval { low, high, stride: dim.stride.clone() });
    }
    Some(span)
}
