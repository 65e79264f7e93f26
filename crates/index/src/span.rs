//! Sums of strided intervals, `offset + sum_k [low_k .. high_k] * stride_k`: the set of values when each dimension
//! takes any integer of its interval. `overlap` asks whether 0 is one of these values. All intervals are assumed
//! non-empty (`Span::known`).
//!
//! `Search::avoids_zero` proves that 0 is not a value by the following steps. `true` is a proof; `false` means unknown.
//!
//! 1. *Signs.* A dimension with a negative stride equals the mirrored interval with the negated stride. If the sign is
//!    unknown, each of the cases positive, negative and zero is proved; with stride 0 the dimension adds nothing. From
//!    here on all strides are positive.
//! 2. *Bounds.* The least value is `offset + sum_k low_k * stride_k`. If it is positive, or the greatest value is
//!    negative, 0 is not a value.
//! 3. *Carries.* Let `g` be positive. The dimensions whose strides are multiples of `g`, and the quotient of the offset
//!    by `g`, form `g * Outer`; the other dimensions and the remainder form `Inner`. If `Inner + g * Outer` is 0, then
//!    `Inner = carry * g` and `Outer = -carry` for some integer `carry`. The bounds of both leave only a few carries,
//!    often just 0. For each, it is enough that `Inner` avoids `carry * g` or that `Outer` avoids `-carry`. These are
//!    the same question about shorter sums or smaller strides. Facts that the carry implies, such as `-carry` being
//!    between the bounds of `Outer`, may be used. `g` is one of the strides, or a common factor of several of them. The
//!    latter is the argument by remainders: `2*i` differs from `2*j + 1` because the inner part is always 1. A stride
//!    that is not a multiple of `g` may also be divided: `[..] * (b*n - b)` is in the sum of `n * ([..] * b)` and
//!    `[..] * -b`. That the two have the same index is not used.
//! 4. *Points.* A dimension with few points is tried point by point.
//!
//! The number of questions is bounded, and so is the time. Sample sizes are tried first: if 0 is a value for one of
//! them, there is nothing to prove.

use crate::poly::Poly;
use crate::ranges::{Assumptions, gcd};
use crate::samples::{self, Sample};

/// A dimension: the products of `stride` with the integers from `low` to `high`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub low: Poly,
    pub high: Poly,
    pub stride: Poly,
}

/// The sums of `offset` and one multiple from each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub offset: Poly,
    pub dims: Vec<Interval>,
}

/// A search for a proof, with a bound on its length.
pub(crate) struct Search {
    /// Number of questions that may still be asked.
    steps: usize,
}

/// Largest number of questions, each about one sum.
const MAX_STEPS: usize = 40;
/// Largest magnitude of carries that are tried.
const MAX_CARRY: i64 = 3;
/// Largest number of values that are tried for each sample.
const MAX_TRIES: usize = 300;
/// Largest number of divisors that are tried.
const MAX_DIVISORS: usize = 12;
/// Largest number of points of a dimension that is tried point by point.
const MAX_POINTS: i64 = 4;

impl Interval {
    /// Returns the mirrored interval with the negated stride; `None` if a coefficient might wrap.
    fn flipped(&self) -> Option<Interval> {
        let (low, high) = (self.high.checked_neg()?, self.low.checked_neg()?);
        Some(Interval { low, high, stride: self.stride.checked_neg()? })
    }
}

impl Span {
    /// Returns the least and the greatest value, for non-negative strides; `None` if a coefficient might wrap.
    pub(crate) fn bounds(&self) -> Option<(Poly, Poly)> {
        let mut bounds = (self.offset.clone(), self.offset.clone());
        for dim in &self.dims {
            bounds.0 = bounds.0.checked_add(&dim.low.checked_mul(&dim.stride)?)?;
            bounds.1 = bounds.1.checked_add(&dim.high.checked_mul(&dim.stride)?)?;
        }
        Some(bounds)
    }

    /// Returns `known` with the assumption that no interval is empty.
    pub(crate) fn known(&self, known: &Assumptions) -> Assumptions {
        let mut known = known.clone();
        self.dims.iter().for_each(|dim| learn(&mut known, &dim.low, &dim.high));
        known
    }

    /// Returns the same values with one dimension for each stride or its negation, and without dimensions of a single
    /// point. `None` if a coefficient might wrap.
    fn merged(&self, known: &Assumptions) -> Option<Span> {
        let mut merged = Span { offset: known.resolved(&self.offset)?, dims: Vec::new() };
        for dim in &self.dims {
            let (low, high) = (known.resolved(&dim.low)?, known.resolved(&dim.high)?);
            let dim = Interval { low, high, stride: known.resolved(&dim.stride)? };
            if dim.low == dim.high {
                merged.offset = merged.offset.checked_add(&dim.low.checked_mul(&dim.stride)?)?;
            } else if !dim.stride.is_zero() {
                merged.add(dim)?;
            }
        }
        Some(merged)
    }

    /// Adds a dimension to the sum. A dimension with the same or the opposite stride is extended by it. `None` if a
    /// coefficient might wrap.
    fn add(&mut self, dim: Interval) -> Option<()> {
        let opposite = dim.flipped()?;
        for part in [&dim, &opposite] {
            if let Some(same) = self.dims.iter_mut().find(|other| other.stride == part.stride) {
                same.low = same.low.checked_add(&part.low)?;
                same.high = same.high.checked_add(&part.high)?;
                return Some(());
            }
        }
        self.dims.push(dim);
        Some(())
    }

    /// Returns candidates for `g` in step 3, likely ones first: strides with many factors, then common factors of
    /// strides, then common factors of the offset's terms.
    fn divisors(&self) -> Vec<Poly> {
        let strides: Vec<Poly> = self.dims.iter().map(|dim| dim.stride.clone()).collect();
        let mut divisors = strides.clone();
        divisors.sort_by(|left, right| right.degree().cmp(&left.degree()).then_with(|| right.cmp(left)));
        let terms: Vec<Poly> = self.offset.monomials().map(|(term, factor)| Poly::term(term.clone(), factor)).collect();
        let of_offset = shared_factors(&terms).filter(|shared| shared.degree() > 0);
        for shared in shared_factors(&strides).chain(of_offset) {
            if !divisors.contains(&shared) {
                divisors.push(shared);
            }
        }
        divisors.retain(|divisor| !divisor.is_one());
        divisors.truncate(MAX_DIVISORS);
        divisors
    }

    /// Returns the ways to write the values as `inner + divisor * outer`: with dimensions whose strides are no multiples
    /// in `inner`, and with these dimensions divided into two, if there are any. All strides are positive.
    fn divided(&self, divisor: &Poly, known: &Assumptions) -> Vec<(Span, Span)> {
        let Some((quotient, rest)) = self.offset.div_rem(divisor) else { return Vec::new() };
        let empty = |offset: Poly| Span { offset, dims: Vec::new() };
        let mut whole = (empty(rest), empty(quotient));
        let mut parts = whole.clone();
        let mut is_divided = false;
        for dim in &self.dims {
            let signed = |stride: Poly| {
                let part = Interval { stride, ..dim.clone() };
                let flipped = if known.is_positive(&part.stride) { part } else { part.flipped()? };
                known.is_positive(&flipped.stride).then_some(flipped)
            };
            match dim.stride.div_rem(divisor) {
                Some((stride, rest)) if rest.is_zero() => {
                    let part = Interval { stride, ..dim.clone() };
                    parts.1.dims.push(part.clone());
                    whole.1.dims.push(part);
                }
                divided => {
                    whole.0.dims.push(dim.clone());
                    let both = divided.and_then(|(stride, rest)| Some((signed(stride)?, signed(rest)?)));
                    is_divided |= both.is_some();
                    let (outer, inner) = both.map_or((None, dim.clone()), |(outer, inner)| (Some(outer), inner));
                    parts.0.dims.push(inner);
                    parts.1.dims.extend(outer);
                }
            }
        }
        std::iter::once(whole).chain(is_divided.then_some(parts)).collect()
    }

    /// Whether 0 is a value at some sample. Also `false` if the test takes too many steps.
    fn is_zero_at_a_sample(&self, known: &Assumptions) -> bool {
        let at_sample = |sample: &Sample| {
            let offset = samples::value(&self.offset, sample)?;
            let number = |poly: &Poly| samples::value(poly, sample);
            let dim = |dim: &Interval| Some([number(&dim.low)?, number(&dim.high)?, number(&dim.stride)?]);
            let dims = self.dims.iter().map(dim).collect::<Option<Vec<[i64; 3]>>>()?;
            has_zero(offset, &dims, &mut { MAX_TRIES })
        };
        known.samples().iter().any(|sample| at_sample(sample) == Some(true))
    }

    fn moved(&self, by: &Poly) -> Option<Span> {
        Some(Span { offset: self.offset.checked_add(by)?, dims: self.dims.clone() })
    }

    /// Returns the span with dimension `at` replaced, or removed if `dim` is `None`.
    fn with_dim(&self, at: usize, dim: Option<Interval>) -> Span {
        let mut span = self.clone();
        span.dims.splice(at..=at, dim);
        span
    }
}

/// Whether 0 is a value of the dimensions, each given as least and greatest multiple and stride. `None` if the test
/// takes too many steps or overflows.
fn has_zero(offset: i64, dims: &[[i64; 3]], tries: &mut usize) -> Option<bool> {
    let Some((&[low, high, stride], inner)) = dims.split_first() else { return Some(offset == 0) };
    if inner.is_empty() && stride != 0 {
        let wanted = offset.checked_neg()?;
        return Some(wanted.checked_rem(stride)? == 0 && (low..=high).contains(&wanted.checked_div(stride)?));
    }
    for at in low..=high {
        *tries = tries.checked_sub(1)?;
        if has_zero(offset.checked_add(at.checked_mul(stride)?)?, inner, tries)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns the common factors of the terms of each polynomial, and of the terms of each two polynomials.
fn shared_factors(polys: &[Poly]) -> impl Iterator<Item = Poly> {
    polys.iter().enumerate().flat_map(|(at, left)| polys[..=at].iter().map(move |right| common_factor(left, right)))
}

/// Returns the greatest monomial, with a coefficient, that divides all terms of both polynomials.
fn common_factor(left: &Poly, right: &Poly) -> Poly {
    let number = left.terms().chain(right.terms()).fold(0, |common, (_, coefficient)| gcd(common, coefficient));
    let mut terms = left.terms().chain(right.terms());
    let mut shared = terms.next().map(|(names, _)| names.to_vec()).unwrap_or_default();
    for (names, _) in terms {
        let mut left = names.to_vec();
        shared.retain(|name| left.iter().position(|other| other == name).map(|at| left.remove(at)).is_some());
    }
    let variables: Vec<Poly> = shared.into_iter().map(Poly::var).collect();
    Poly::product(&variables).scale(i64::try_from(number).unwrap_or(1))
}

/// Assumes `smaller <= larger`, unless it is known already.
fn learn(known: &mut Assumptions, smaller: &Poly, larger: &Poly) {
    if !known.less_or_equal(smaller, larger) {
        known.ordered(smaller, larger);
    }
}

impl Search {
    pub(crate) fn new() -> Search {
        Search { steps: MAX_STEPS }
    }

    /// Whether 0 is known not to be a value, by the steps in the module's header.
    pub(crate) fn avoids_zero(&mut self, span: &Span, known: &Assumptions) -> bool {
        let Some(left) = self.steps.checked_sub(1) else { return false };
        self.steps = left;
        let Some(span) = span.merged(known) else { return false };
        if span.is_zero_at_a_sample(known) {
            return false;
        }
        if let Some(at) = span.dims.iter().position(|dim| !known.is_positive(&dim.stride)) {
            return self.avoids_zero_by_sign(&span, at, known);
        }
        let Some((least, greatest)) = span.bounds() else { return false };
        known.is_positive(&least)
            || known.less_than(&greatest, &Poly::zero())
            || span.divisors().iter().any(|divisor| self.avoids_zero_by_carry(&span, divisor, known))
            || self.avoids_zero_by_points(&span, known)
    }

    /// Proves by step 1, for dimension `at`.
    fn avoids_zero_by_sign(&mut self, span: &Span, at: usize, known: &Assumptions) -> bool {
        let Some(dim) = span.dims.get(at) else { return false };
        let Some(opposite) = dim.flipped() else { return false };
        let mirrored = span.with_dim(at, Some(opposite));
        let (zero, stride) = (Poly::zero(), &dim.stride);
        if known.less_than(stride, &zero) {
            return self.avoids_zero(&mirrored, known);
        }
        let case = |learn: &dyn Fn(&mut Assumptions)| {
            let mut known = known.clone();
            learn(&mut known);
            known
        };
        let is_positive = case(&|known| known.below(&zero, stride));
        let is_negative = case(&|known| known.below(stride, &zero));
        let is_zero = case(&|known| known.equal(stride, &zero));
        self.holds_or_cannot_be(&is_positive, |search, known| search.avoids_zero(span, known))
            && self.holds_or_cannot_be(&is_negative, |search, known| search.avoids_zero(&mirrored, known))
            && self.holds_or_cannot_be(&is_zero, |search, known| search.avoids_zero(&span.with_dim(at, None), known))
    }

    /// Tries step 3 with this divisor.
    fn avoids_zero_by_carry(&mut self, span: &Span, divisor: &Poly, known: &Assumptions) -> bool {
        known.is_positive(divisor)
            && span
                .divided(divisor, known)
                .iter()
                .any(|(inner, outer)| self.avoids_zero_in_parts(inner, outer, divisor, known) == Some(true))
    }

    /// Whether `inner + divisor * outer` is proved not to be 0, by all carries between the two. `None` if a coefficient
    /// might wrap.
    fn avoids_zero_in_parts(
        &mut self,
        inner: &Span,
        outer: &Span,
        divisor: &Poly,
        known: &Assumptions,
    ) -> Option<bool> {
        let (inner_bounds, outer_bounds) = (inner.bounds()?, outer.bounds()?);
        let carries = Carries { divisor, inner: &inner_bounds, outer: &outer_bounds, known };
        let (Some(last), Some(first)) = (carries.last(), carries.first()) else { return Some(false) };
        for carry in first..=last {
            let known = carries.known(carry)?;
            let inner = inner.moved(&divisor.checked_mul(&Poly::constant(carry))?.checked_neg()?)?;
            let outer = outer.moved(&Poly::constant(carry))?;
            let is_refuted = self.holds_or_cannot_be(&known, |search, known| {
                search.avoids_zero(&outer, known) || search.avoids_zero(&inner, known)
            });
            if !is_refuted {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Tries step 4 on the dimension with the fewest points.
    fn avoids_zero_by_points(&mut self, span: &Span, known: &Assumptions) -> bool {
        let points = |dim: &Interval| dim.high.checked_sub(&dim.low)?.as_constant().filter(|more| *more < MAX_POINTS);
        let few = span.dims.iter().enumerate().filter_map(|(at, dim)| Some((points(dim)?, at)));
        let Some((more, at)) = few.min() else { return false };
        let rest = span.with_dim(at, None);
        (0..=more).all(|point| {
            let at_point = span.dims.get(at).and_then(|dim| {
                let index = dim.low.checked_add(&Poly::constant(point))?;
                rest.moved(&index.checked_mul(&dim.stride)?)
            });
            at_point.is_some_and(|span| self.avoids_zero(&span, known))
        })
    }

    /// Whether `holds` is proved under `known`, or `known` is contradictory, so that the case cannot occur.
    fn holds_or_cannot_be(
        &mut self,
        known: &Assumptions,
        holds: impl FnOnce(&mut Search, &Assumptions) -> bool,
    ) -> bool {
        known.is_positive(&Poly::zero()) || holds(self, known)
    }
}

/// The possible carries between the two parts of a sum: `carry * divisor` is within the bounds of the inner part, and
/// `-carry` within those of the outer part.
struct Carries<'a> {
    divisor: &'a Poly,
    inner: &'a (Poly, Poly),
    outer: &'a (Poly, Poly),
    known: &'a Assumptions,
}

#[expect(clippy::arithmetic_side_effects, reason = "carries are small")]
impl Carries<'_> {
    /// Returns the greatest possible carry; `None` if it exceeds `MAX_CARRY`.
    fn last(&self) -> Option<i64> {
        self.is_below(MAX_CARRY + 1).then_some(())?;
        (-MAX_CARRY - 1..=MAX_CARRY).find(|carry| self.is_below(carry + 1))
    }

    /// Returns the least possible carry; `None` if it is below `-MAX_CARRY`.
    fn first(&self) -> Option<i64> {
        self.is_above(-MAX_CARRY - 1).then_some(())?;
        (-MAX_CARRY..=MAX_CARRY + 1).rev().find(|carry| self.is_above(carry - 1))
    }

    /// Whether the carry is known to be less than `limit`.
    fn is_below(&self, limit: i64) -> bool {
        let [limit, opposite] = [limit, -limit].map(Poly::constant);
        let multiple = self.divisor.checked_mul(&limit);
        multiple.is_some_and(|multiple| self.known.less_than(&self.inner.1, &multiple))
            || self.known.less_than(&opposite, &self.outer.0)
    }

    /// Whether the carry is known to be greater than `limit`.
    fn is_above(&self, limit: i64) -> bool {
        let [limit, opposite] = [limit, -limit].map(Poly::constant);
        let multiple = self.divisor.checked_mul(&limit);
        multiple.is_some_and(|multiple| self.known.less_than(&multiple, &self.inner.0))
            || self.known.less_than(&self.outer.1, &opposite)
    }

    /// Returns the assumptions for this value of the carry.
    fn known(&self, carry: i64) -> Option<Assumptions> {
        let mut known = self.known.clone();
        let (inner, outer) = (self.divisor.checked_mul(&Poly::constant(carry))?, Poly::constant(-carry));
        for (value, (least, greatest)) in [(&inner, self.inner), (&outer, self.outer)] {
            learn(&mut known, least, value);
            learn(&mut known, value, greatest);
        }
        Some(known)
    }
}
