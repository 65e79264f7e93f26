//! The digits of a counter, which quotients and remainders compute.
//!
//! ```text
//! q = t / (b*b)      i = t % (b*b) / b      j = t % b        for t < p*b*b
//! ```
//!
//! are counters of a nest, `q < p`, `i < b` and `j < b`, if each divisor is a multiple of the next one, and `t` counts
//! the elements of an array that is a reshape of a `[p][b][b]` one. So the product of the bounds does not wrap.

use super::Domain;
use crate::prove::Known;
use base::Name;
use fun::def::*;
use index::Poly;
use rustc_hash::FxHashMap;
use value::BinOp;

/// An array of several dimensions, as an array of one.
pub struct Flattened {
    pub sizes: Vec<Atom>,
    /// Assertions that the numbers of elements are equal.
    pub certs: Vec<Name>,
}

/// A quotient or remainder.
struct Division {
    name: Name,
    dividend: Name,
    divisor: Poly,
    is_quotient: bool,
}

/// Consecutive digits: from one, to before another.
#[derive(Clone, Copy, PartialEq)]
struct Span {
    from: usize,
    to: usize,
}

/// Returns the indices, sums of names that the statements bind, as sums of digits of the counter. The counter goes
/// through the elements of the array.
pub fn of_counter(known: &Known, counter: Name, array: &Flattened, stms: &[Stm], sums: &[Poly]) -> Option<Domain> {
    let sizes: Vec<Poly> = array.sizes.iter().map(|size| known.sums.atom(*size)).collect();
    let mut spans: FxHashMap<Name, Span> = FxHashMap::default();
    spans.insert(counter, Span { from: 0, to: sizes.len() });
    for stm in stms {
        let Some(Division { name, dividend, divisor, is_quotient }) = division(known, stm) else { continue };
        let Some(&Span { from, to }) = spans.get(&dividend) else { continue };
        let is_divided_at = |at: &usize| sizes.get(*at..to).and_then(product).is_some_and(|count| count == divisor);
        let at = (from..to).skip(1).find(is_divided_at)?;
        spans.insert(name, if is_quotient { Span { from, to: at } } else { Span { from: at, to } });
    }
    let digit = |digit: usize| {
        let is_digit = |(_, span): &(&Name, &Span)| **span == Span { from: digit, to: digit + 1 };
        let names = spans.iter().filter(is_digit).map(|(name, _)| *name);
        names.min()
    };
    let digits: Vec<Name> = (0..sizes.len()).map(digit).collect::<Option<_>>()?;
    let value = |name: Name| {
        let Span { from, to } = *spans.get(&name)?;
        let mut value = Poly::zero();
        for (digit, size) in digits.get(from..to)?.iter().zip(sizes.get(from..to)?) {
            value = value.checked_mul(size)?.checked_add(&Poly::var(*digit))?;
        }
        Some(value)
    };
    let indices = sums.iter().map(|sum| sum.checked_substitute(&value)).collect::<Option<_>>()?;
    let counters = digits.iter().copied().zip(array.sizes.iter().copied()).collect();
    Some(Domain { counters, indices, certs: array.certs.clone() })
}

fn product(factors: &[Poly]) -> Option<Poly> {
    factors.iter().try_fold(Poly::one(), |product, factor| product.checked_mul(factor))
}

/// Returns the division that the statement computes. A division of a natural number by a power of two is a shift or a
/// mask.
fn division(known: &Known, stm: &Stm) -> Option<Division> {
    let &[name] = stm.pattern.as_slice() else { return None };
    let Exp::Bin(op, dividend, by) = stm.exp else { return None };
    let power = |places: i64| u32::try_from(places).ok().and_then(|places| 1i64.checked_shl(places));
    let (divisor, is_quotient) = match (op, by.as_i64()) {
        (BinOp::Div, _) => (known.sums.atom(by), true),
        (BinOp::Mod, _) => (known.sums.atom(by), false),
        (BinOp::Shr, Some(places @ 0..32)) => (Poly::constant(power(places)?), true),
        (BinOp::And, Some(mask @ 0..=0xffff_ffff)) => {
            let divisor = mask.checked_add(1).filter(|divisor| divisor.count_ones() == 1)?;
            (Poly::constant(divisor), false)
        }
        _ => return None,
    };
    Some(Division { name, dividend: dividend.var()?, divisor, is_quotient })
}
