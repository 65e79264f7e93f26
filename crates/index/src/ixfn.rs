//! Index functions: functions from the indices of an array to addresses in its memory block. Nearly always one LMAD is
//! enough. After a reshape that is not affine several LMADs are composed (FUNMEM paper, footnote 3).
//!
//! The components `L1, ..., Lk` are applied in this order. `L1` has the array's shape and maps its indices to a
//! position. Each further component first converts that position to indices, by the row-major order of its own shape,
//! and then maps these to a position. The position that `Lk` gives is the address. In text form the composition is
//! written like that of functions, with the first one on the right: `Lk . ... . L1`.
//!
//! Example: the rows of a transposed matrix, one after the other, as a vector: `0 + {(m : 1)(n : m)} . 0 + {(m*n :
//! 1)}`.

use crate::lmad::{ConstantLmad, Lmad, SliceDim};
use crate::poly::{Names, Poly};
use base::Name;
use base::cursor::{Cursor, Parsed};
use std::collections::BTreeSet;
use std::fmt;

/// A composition of one or more LMADs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IndexFn<S = Poly> {
    /// Component that is applied first. Its shape is the array's.
    first: Lmad<S>,
    /// Further components, in the order in which they are applied.
    rest: Vec<Lmad<S>>,
}

/// An index function with integers instead of polynomials, for evaluators.
pub type ConstantIndexFn = IndexFn<i64>;

/// A step of the computation of an address, for code generators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// Maps indices to a position: `lmad.apply(indices)`.
    Apply(&'a Lmad),
    /// Converts a position to indices, one for each digit, outermost first.
    Unrank(Vec<Digit>),
}

/// Formula for one index of a position: `position / divisor % modulus`. Divisor and modulus are positive if the array
/// has an element. The outermost index needs no modulus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digit {
    pub divisor: Poly,
    pub modulus: Option<Poly>,
}

impl<S> From<Lmad<S>> for IndexFn<S> {
    fn from(lmad: Lmad<S>) -> IndexFn<S> {
        IndexFn { first: lmad, rest: Vec::new() }
    }
}

impl<S> IndexFn<S> {
    pub fn rank(&self) -> usize {
        self.first.rank()
    }

    /// Returns the only component, or `None` if there are several.
    pub fn as_single(&self) -> Option<&Lmad<S>> {
        self.rest.is_empty().then_some(&self.first)
    }

    /// Returns all components, in the order in which they are applied.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &Lmad<S>> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Returns the last component. Every address is one of its addresses.
    pub(crate) fn footprint(&self) -> &Lmad<S> {
        self.rest.last().unwrap_or(&self.first)
    }
}

impl IndexFn {
    /// Returns the row-major layout of the shape, at offset 0.
    pub fn row_major(shape: &[Poly]) -> IndexFn {
        Lmad::row_major(shape).into()
    }

    pub fn shape(&self) -> Vec<Poly> {
        self.first.shape()
    }

    /// Returns the number of elements.
    pub fn count(&self) -> Poly {
        self.first.count()
    }

    /// Whether each element's address is its position in row-major order.
    pub fn is_direct(&self) -> bool {
        self.as_single().is_some_and(Lmad::is_direct)
    }

    /// Returns the steps that compute an element's address: applications, with an unranking between each two. Only a
    /// single component has an address that is a polynomial in the indices.
    pub fn steps(&self) -> Vec<Step<'_>> {
        let mut steps = vec![Step::Apply(&self.first)];
        for lmad in &self.rest {
            steps.push(Step::Unrank(digits(lmad)));
            steps.push(Step::Apply(lmad));
        }
        steps
    }

    /// Returns the index function of a slice of the array: see [`Lmad::slice`]. Only the first component changes.
    pub fn slice(&self, slices: &[SliceDim]) -> IndexFn {
        self.with_first(self.first.slice(slices))
    }

    /// Returns the index function of a row: see [`Lmad::index`]. Only the first component changes.
    pub fn index(&self, index: Poly) -> Option<IndexFn> {
        Some(self.with_first(self.first.index(index)?))
    }

    /// Returns the index function of the array with permuted dimensions: see [`Lmad::permute`]. Only the first
    /// component changes.
    pub fn permute(&self, order: &[usize]) -> Option<IndexFn> {
        Some(self.with_first(self.first.permute(order)?))
    }

    /// Returns the index function of the transposed array: see [`Lmad::transpose`]. Only the first component changes.
    pub fn transpose(&self) -> Option<IndexFn> {
        Some(self.with_first(self.first.transpose()?))
    }

    /// Returns the layout of the same elements, in row-major order, under another shape with the same number of
    /// elements. Adds a component if the first one cannot be reshaped.
    pub fn reshape(&self, shape: &[Poly]) -> IndexFn {
        let mut reshaped = match self.first.reshape(shape) {
            Some(first) => self.with_first(first),
            None => IndexFn { first: Lmad::row_major(shape), rest: self.components().cloned().collect() },
        };
        reshaped.drop_reshapes();
        reshaped
    }

    /// Merges the first component into the second while the first is only a reshape of it. A direct component over
    /// fewer elements than the second has is not a reshape, and stays.
    fn drop_reshapes(&mut self) {
        while let Some(second) = self.rest.first()
            && self.first.is_direct()
            && self.first.count() == second.count()
            && let Some(merged) = second.reshape(&self.first.shape())
        {
            self.first = merged;
            self.rest.remove(0);
        }
    }

    /// Returns the index function with `start + a * scale` in place of each address `a`.
    pub fn moved(&self, scale: &Poly, start: &Poly) -> IndexFn {
        let mut moved = self.clone();
        let last = moved.rest.last_mut().unwrap_or(&mut moved.first);
        last.offset = start + &(&last.offset * scale);
        last.dims.iter_mut().for_each(|dim| dim.stride = &dim.stride * scale);
        moved
    }

    fn with_first(&self, first: Lmad) -> IndexFn {
        IndexFn { first, rest: self.rest.clone() }
    }

    /// Replaces variables simultaneously. Variables for which `replacement` returns `None` stay.
    pub fn substitute(&self, replacement: &dyn Fn(Name) -> Option<Poly>) -> IndexFn {
        let rest = self.rest.iter().map(|lmad| lmad.substitute(replacement)).collect();
        IndexFn { first: self.first.substitute(replacement), rest }
    }

    pub fn free_variables(&self) -> BTreeSet<Name> {
        self.components().flat_map(Lmad::free_variables).collect()
    }

    /// Evaluates all polynomials; `None` if a variable has no value.
    pub fn eval(&self, value: &dyn Fn(Name) -> Option<i64>) -> Option<ConstantIndexFn> {
        let rest = self.rest.iter().map(|lmad| lmad.eval(value)).collect::<Option<_>>()?;
        Some(IndexFn { first: self.first.eval(value)?, rest })
    }

    /// Parses what `Display` prints: `lmad . ... . lmad`, with the component that is applied first at the end.
    pub fn parse(cursor: &mut Cursor, names: &mut Names) -> Parsed<IndexFn> {
        let mut first = Lmad::parse(cursor, names)?;
        let mut rest = Vec::new();
        while cursor.eat(".")? {
            rest.push(std::mem::replace(&mut first, Lmad::parse(cursor, names)?));
        }
        rest.reverse();
        Ok(IndexFn { first, rest })
    }
}

/// Returns the formulas that convert a position to indices of this shape, outermost first.
fn digits(lmad: &Lmad) -> Vec<Digit> {
    let places = Lmad::row_major(&lmad.shape());
    let digit =
        |(at, place): (usize, crate::Dim)| Digit { divisor: place.stride, modulus: (at > 0).then_some(place.size) };
    places.dims.into_iter().enumerate().map(digit).collect()
}

impl ConstantIndexFn {
    /// Returns the address of an element, modulo 2^64. `None` if an intermediate position is outside the next
    /// component.
    pub fn apply(&self, indices: &[i64]) -> Option<i64> {
        self.pass_on(self.first.apply(indices))
    }

    /// Returns the addresses of all elements, in row-major order.
    pub fn image(&self) -> impl Iterator<Item = i64> {
        self.first.image().filter_map(|position| self.pass_on(position))
    }

    fn pass_on(&self, position: i64) -> Option<i64> {
        self.rest.iter().try_fold(position, |position, lmad: &ConstantLmad| lmad.at(position))
    }
}

impl<S: fmt::Display> fmt::Display for IndexFn<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rest.iter().rev().try_for_each(|lmad| write!(f, "{lmad} . "))?;
        write!(f, "{}", self.first)
    }
}
