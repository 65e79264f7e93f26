//! Sums of strided intervals, `offset + sum_k [low_k .. high_k] * stride_k`: all values that come out when each dimension
//! takes any integer of its interval. The question that `overlap` asks of them is whether 0 can come out. No interval is
//! empty: whoever makes a span knows that (`Span::known` says so).
//!
//! `Search::avoids_zero` proves that 0 does not come out, by these steps. `true` is a proof, `false` says nothing.
//!
//! 1. *Signs.* A dimension with a negative stride is the same as the mirrored interval with the opposite stride. Where
//!    the sign is not known, each of the cases positive, negative and zero has to be shown; with stride 0 the dimension
//!    adds nothing. So all strides are positive from here on.
//! 2. *Bounds.* The least value is `offset + sum_k low_k * stride_k`. If it is positive, or the greatest is negative, 0
//!    does not come out.
//! 3. *Carries.* Let `g` be positive. The dimensions whose strides are multiples of `g`, and the quotient of the offset by
//!    `g`, make `g * Outer`; the other dimensions and the rest make `Inner`. If `Inner + g * Outer` is 0, then
//!    `Inner = carry * g` and `Outer = -carry` for some integer `carry`. The bounds of both leave only a few carries, often
//!    just 0; for each it is enough that `Inner` avoids `carry * g` or that `Outer` avoids `-carry`. These are the same
//!    question about shorter sums or smaller strides. Facts that the carry implies, such as `-carry` being between the
//!    bounds of `Outer`, may be used there. `g` is one of the strides, or what several of them have in common, which is
//!    the argument by remainders: `2*i` is no `2*j + 1` because the inner part is always 1.
//! 4. *Points.* A dimension with few points is tried point by point.
//!
//! The number of questions is bounded, and so is the time. Before anything is tried, some sample sizes are: if 0 comes out
//! for one of them, there is nothing to prove.

use crate::poly::Poly;
use crate::ranges::{Assumptions, gcd};
use crate::samples::{self, Sample};

/// One dimension: the multiples of `stride` by the integers of an interval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub low: Poly,
    pub high: Poly,
    pub stride: Poly,
}

/// `offset` plus a multiple from each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub offset: Poly,
    pub dims: Vec<Interval>,
}

/// A search with a bound on its length.
pub(crate) struct Search {
    /// So many questions may still be asked.
    steps: usize,
}

/// So many questions, each about one sum, are asked at most.
const MAX_STEPS: usize = 40;
/// Carries up to this size are looked at.
const MAX_CARRY: i64 = 3;
/// So many values are looked at for each sample.
const MAX_TRIES: usize = 300;
/// So many divisors are tried.
const MAX_DIVISORS: usize = 12;
/// Dimensions with up to so many points are taken apart.
const MAX_POINTS: i64 = 4;

impl Interval {
    /// The mirrored interval with the opposite stride; `None` when a coefficient might wrap.
    fn flipped(&self) -> Option<Interval> {
        let (low, high) = (self.high.checked_neg()?, self.low.checked_neg()?);
        Some(Interval { low, high, stride: self.stride.checked_neg()? })
    }
}

impl Span {
    /// The least and the greatest value, for strides that are not negative; `None` when a coefficient might wrap.
    pub(crate) fn bounds(&self) -> Option<(Poly, Poly)> {
        let mut bounds = (self.offset.clone(), self.offset.clone());
        for dim in &self.dims {
            bounds.0 = bounds.0.checked_add(&dim.low.checked_mul(&dim.stride)?)?;
            bounds.1 = bounds.1.checked_add(&dim.high.checked_mul(&dim.stride)?)?;
        }
        Some(bounds)
    }

    /// What is known where no interval is empty.
    pub(crate) fn known(&self, known: &Assumptions) -> Assumptions {
        let mut known = known.clone();
        self.dims.iter().for_each(|dim| learn(&mut known, &dim.low, &dim.high));
        known
    }

    /// The same values, with one dimension for each stride and its opposite, and none for a single point.
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

    /// What may serve as `g` in step 3, the likely ones first: strides of many factors, then what strides share, then what
    /// terms of the offset share, such as the length of rows of which both have but one.
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

    /// `(inner, outer)` with `self == inner + divisor * outer`.
    fn divided(&self, divisor: &Poly) -> Option<(Span, Span)> {
        let (quotient, rest) = self.offset.div_rem(divisor)?;
        let mut inner = Span { offset: rest, dims: Vec::new() };
        let mut outer = Span { offset: quotient, dims: Vec::new() };
        for dim in &self.dims {
            match dim.stride.div_rem(divisor) {
                Some((stride, rest)) if rest.is_zero() => outer.dims.push(Interval { stride, ..dim.clone() }),
                _ => inner.dims.push(dim.clone()),
            }
        }
        Some((inner, outer))
    }

    /// Whether 0 is among the values at some sample; it is not found out where that takes long.
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

    /// The dimension at `at` replaced, or removed.
    fn with_dim(&self, at: usize, dim: Option<Interval>) -> Span {
        let mut span = self.clone();
        span.dims.splice(at..=at, dim);
        span
    }
}

/// Whether 0 is among the values of dimensions given as least and greatest multiple and stride. `None` where that takes
/// too long, or wraps.
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

/// What each has in all its terms, and what each two have in all their terms.
fn shared_factors(polys: &[Poly]) -> impl Iterator<Item = Poly> {
    polys.iter().enumerate().flat_map(|(at, left)| polys[..=at].iter().map(move |right| common_factor(left, right)))
}

/// The product of the variables, and the number, that all terms of both have in common.
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

/// `smaller <= larger`, unless that is known.
fn learn(known: &mut Assumptions, smaller: &Poly, larger: &Poly) {
    if !known.less_or_equal(smaller, larger) {
        known.ordered(smaller, larger);
    }
}

impl Search {
    pub(crate) fn new() -> Search {
        Search { steps: MAX_STEPS }
    }

    /// Whether 0 is not among the values, by the steps at the top.
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
            || span.divisors().iter().any(|divisor| self.avoids_zero_by_carry(&span, divisor, known) == Some(true))
            || self.avoids_zero_by_points(&span, known)
    }

    /// Step 1, for the dimension at `at`.
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

    /// Step 3. `None` when a coefficient might wrap.
    fn avoids_zero_by_carry(&mut self, span: &Span, divisor: &Poly, known: &Assumptions) -> Option<bool> {
        if !known.is_positive(divisor) {
            return Some(false);
        }
        let (inner, outer) = span.divided(divisor)?;
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

    /// Step 4: the dimension with the fewest points.
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

    /// Whether it is so in the case of which `known` speaks, as everything is in a case that there is not.
    fn holds_or_cannot_be(
        &mut self,
        known: &Assumptions,
        holds: impl FnOnce(&mut Search, &Assumptions) -> bool,
    ) -> bool {
        known.is_positive(&Poly::zero()) || holds(self, known)
    }
}

/// The carries between the two parts of a sum: `carry * divisor` is within the bounds of the inner part, and `-carry`
/// within those of the outer one.
struct Carries<'a> {
    divisor: &'a Poly,
    inner: &'a (Poly, Poly),
    outer: &'a (Poly, Poly),
    known: &'a Assumptions,
}

#[expect(clippy::arithmetic_side_effects, reason = "carries are small")]
impl Carries<'_> {
    /// The greatest carry that there may be.
    fn last(&self) -> Option<i64> {
        self.is_below(MAX_CARRY + 1).then_some(())?;
        (-MAX_CARRY - 1..=MAX_CARRY).find(|carry| self.is_below(carry + 1))
    }

    /// The least carry that there may be.
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

    /// What is known where the carry is this one.
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
