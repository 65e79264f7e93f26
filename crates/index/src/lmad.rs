//! Linear-memory access descriptors (FUNMEM paper, §3.1): an offset and, for each dimension, a size and a stride. An
//! LMAD gives the address of each element of an array, counted in elements. Indexing, slicing, transposing and most
//! reshapes of an array are operations on its LMAD that move no data.
//!
//! `L = offset + {(n1 : s1)...(nq : sq)}` puts the element `[i1]...[iq]` at `L(i1, ..., iq) = offset + Σ ik * sk`.
//! Indices count from 0.

use crate::poly::{Names, Poly, Sum, parse_sum};
use crate::ranges::Assumptions;
use base::Name;
use base::cursor::{Cursor, Parsed};
use std::collections::BTreeSet;
use std::fmt;

/// A dimension: its number of elements, and the distance of neighbours in memory, in elements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dim<S = Poly> {
    pub size: S,
    pub stride: S,
}

/// An LMAD, its outermost dimension first. Without dimensions it is the place of a single scalar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lmad<S = Poly> {
    pub offset: S,
    pub dims: Vec<Dim<S>>,
}

/// An LMAD with integers instead of polynomials, for evaluators.
pub type ConstantLmad = Lmad<i64>;

/// The slice of one dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SliceDim {
    /// The element at this index. The dimension disappears.
    Fix(Poly),
    /// The elements `start`, `start + step`, ..., `count` of them.
    Range { start: Poly, count: Poly, step: Poly },
    /// The elements whose indices in this dimension the LMAD gives. Its dimensions replace this one.
    Lmad(Lmad),
}

impl<S> Lmad<S> {
    pub fn rank(&self) -> usize {
        self.dims.len()
    }
}

impl Lmad {
    /// Returns the row-major layout of the shape, at offset 0: the paper's `R(shape)`.
    pub fn row_major(shape: &[Poly]) -> Lmad {
        Lmad { offset: Poly::zero(), dims: row_major_dims(shape, Poly::one()) }
    }

    pub fn shape(&self) -> Vec<Poly> {
        self.dims.iter().map(|dim| dim.size.clone()).collect()
    }

    /// Returns the number of elements.
    pub fn count(&self) -> Poly {
        Poly::product(self.dims.iter().map(|dim| &dim.size))
    }

    /// Returns the address of an element (equation 1). Missing indices at the end count as 0, which gives the start of
    /// a row. Surplus indices are ignored.
    pub fn apply(&self, indices: &[Poly]) -> Poly {
        let steps = indices.iter().zip(&self.dims).map(|(index, dim)| index * &dim.stride);
        steps.fold(self.offset.clone(), |address, step| address + step)
    }

    /// Whether the indices are known to be those of an element: in the paper's terms, in `dom(L)`.
    pub fn has_index(&self, indices: &[Poly], known: &Assumptions) -> bool {
        let is_in_range =
            |(index, dim): (&Poly, &Dim)| known.is_non_negative(index) && known.less_than(index, &dim.size);
        indices.len() == self.rank() && indices.iter().zip(&self.dims).all(is_in_range)
    }

    /// Returns the layout of the part that `slices` select, outermost dimension first (equation 2, with steps).
    /// Dimensions without a slice are kept whole, and surplus slices are ignored.
    pub fn slice(&self, slices: &[SliceDim]) -> Lmad {
        let mut part = Lmad { offset: self.offset.clone(), dims: Vec::new() };
        for (slice, dim) in slices.iter().zip(&self.dims) {
            match slice {
                SliceDim::Fix(index) => part.offset = part.offset + index * &dim.stride,
                SliceDim::Range { start, count, step } => {
                    part.offset = part.offset + start * &dim.stride;
                    part.dims.push(Dim { size: count.clone(), stride: step * &dim.stride });
                }
                SliceDim::Lmad(lmad) => {
                    part.offset = part.offset + &lmad.offset * &dim.stride;
                    let dims = lmad.dims.iter();
                    part.dims.extend(dims.map(|d| Dim { size: d.size.clone(), stride: &d.stride * &dim.stride }));
                }
            }
        }
        part.dims.extend(self.dims.iter().skip(slices.len()).cloned());
        part
    }

    /// Returns the layout of the row at `index` of the outermost dimension (equation 3); `None` for a scalar.
    pub fn index(&self, index: Poly) -> Option<Lmad> {
        (self.rank() > 0).then(|| self.slice(&[SliceDim::Fix(index)]))
    }

    /// Permutes the dimensions: dimension `k` of the result is dimension `order[k]` of this LMAD. `None` if `order` is
    /// not a permutation.
    pub fn permute(&self, order: &[usize]) -> Option<Lmad> {
        let distinct: BTreeSet<usize> = order.iter().copied().collect();
        if order.len() != self.rank() || distinct.len() != self.rank() {
            return None;
        }
        let dims = order.iter().map(|&from| self.dims.get(from).cloned()).collect::<Option<_>>()?;
        Some(Lmad { offset: self.offset.clone(), dims })
    }

    /// Exchanges the two outer dimensions; `None` if there are fewer than two.
    pub fn transpose(&self) -> Option<Lmad> {
        let order: Vec<usize> = [1, 0].into_iter().chain(2..self.rank()).collect();
        self.permute(&order)
    }

    /// Returns the layout of the same elements, in row-major order, under another shape. Callers ensure that both
    /// shapes have the same number of elements. `None` if the result is not a single LMAD, or cannot be shown to be
    /// one.
    pub fn reshape(&self, shape: &[Poly]) -> Option<Lmad> {
        let source: Vec<Dim> = self.dims.iter().filter(|dim| !dim.size.is_one()).cloned().collect();
        let target: Vec<Poly> = shape.iter().filter(|size| !size.is_one()).cloned().collect();
        let dims = regroup(&source, &target)?;
        Some(Lmad { offset: self.offset.clone(), dims: with_unit_dims(dims, shape) })
    }

    /// Whether the elements are contiguous in row-major order, starting at the offset.
    pub fn is_row_major(&self) -> bool {
        let dims: Vec<Dim> = self.dims.iter().filter(|dim| !dim.size.is_one()).cloned().collect();
        contiguous_stride(&dims).is_some_and(|stride| stride.is_one())
    }

    /// Whether the layout is row-major at offset 0, so that an element's address is its position.
    pub fn is_direct(&self) -> bool {
        self.offset.is_zero() && self.is_row_major()
    }

    /// Replaces variables simultaneously. Variables for which `replacement` returns `None` stay.
    pub fn substitute(&self, replacement: &dyn Fn(Name) -> Option<Poly>) -> Lmad {
        let replace = |poly: &Poly| poly.substitute(replacement);
        let dims = self.dims.iter().map(|dim| Dim { size: replace(&dim.size), stride: replace(&dim.stride) });
        Lmad { offset: replace(&self.offset), dims: dims.collect() }
    }

    pub fn free_variables(&self) -> BTreeSet<Name> {
        let polys = self.dims.iter().flat_map(|dim| [&dim.size, &dim.stride]).chain([&self.offset]);
        polys.flat_map(Poly::free_variables).collect()
    }

    /// Evaluates all polynomials; `None` if a variable has no value.
    pub fn eval(&self, value: &dyn Fn(Name) -> Option<i64>) -> Option<ConstantLmad> {
        let dim = |dim: &Dim| Some(Dim { size: dim.size.eval(value)?, stride: dim.stride.eval(value)? });
        Some(Lmad { offset: self.offset.eval(value)?, dims: self.dims.iter().map(dim).collect::<Option<_>>()? })
    }

    /// Parses what `Display` prints: `offset + {(size : stride)...}`.
    pub fn parse(cursor: &mut Cursor, names: &mut Names) -> Parsed<Lmad> {
        let Sum::Open(offset) = parse_sum(cursor, names)? else { return Err(cursor.expected("`+ {`")) };
        cursor.expect("{")?;
        let mut dims = Vec::new();
        while cursor.eat("(")? {
            let size = Poly::parse(cursor, names)?;
            cursor.expect(":")?;
            dims.push(Dim { size, stride: Poly::parse(cursor, names)? });
            cursor.expect(")")?;
        }
        cursor.expect("}")?;
        Ok(Lmad { offset, dims })
    }
}

impl ConstantLmad {
    /// Returns the number of elements; `None` if a size is negative or the number exceeds `i64`.
    pub fn count(&self) -> Option<i64> {
        let sizes = || self.dims.iter().map(|dim| dim.size);
        if sizes().any(|size| size < 0) {
            return None;
        }
        if sizes().any(|size| size == 0) { Some(0) } else { sizes().try_fold(1i64, i64::checked_mul) }
    }

    /// Returns the address of an element, modulo 2^64. Missing indices count as 0 and surplus indices are ignored.
    pub fn apply(&self, indices: &[i64]) -> i64 {
        let steps = indices.iter().zip(&self.dims).map(|(index, dim)| index.wrapping_mul(dim.stride));
        steps.fold(self.offset, i64::wrapping_add)
    }

    /// Returns the address of the element at `position` in row-major order; `None` if there is no such element.
    pub fn at(&self, position: i64) -> Option<i64> {
        (0..self.count()?).contains(&position).then(|| {
            let (mut address, mut rest) = (self.offset, position);
            for dim in self.dims.iter().rev() {
                address = address.wrapping_add((rest % dim.size).wrapping_mul(dim.stride));
                rest /= dim.size;
            }
            address
        })
    }

    /// Returns the indices of all elements in row-major order: the paper's `dom(L)` as a sequence.
    pub fn domain(&self) -> impl Iterator<Item = Vec<i64>> {
        let index_at = |mut position: i64| {
            let digit = |dim: &Dim<i64>| {
                let index = position.checked_rem(dim.size).unwrap_or(0);
                position = position.checked_div(dim.size).unwrap_or(0);
                index
            };
            let mut index: Vec<i64> = self.dims.iter().rev().map(digit).collect();
            index.reverse();
            index
        };
        (0..self.count().unwrap_or(0)).map(index_at)
    }

    /// Returns the addresses of all elements in row-major order: the paper's `img(L)` as a sequence.
    pub fn image(&self) -> impl Iterator<Item = i64> {
        (0..self.count().unwrap_or(0)).filter_map(|position| self.at(position))
    }
}

/// Returns row-major dimensions of these sizes, the innermost with `stride`.
fn row_major_dims(shape: &[Poly], stride: Poly) -> Vec<Dim> {
    let mut next = stride;
    let mut dims = Vec::with_capacity(shape.len());
    for size in shape.iter().rev() {
        let outer = size * &next;
        dims.push(Dim { size: size.clone(), stride: std::mem::replace(&mut next, outer) });
    }
    dims.reverse();
    dims
}

/// Returns the innermost stride if each dimension's stride is exactly the extent of the next dimension, else `None`.
/// Without dimensions returns 1.
fn contiguous_stride(dims: &[Dim]) -> Option<Poly> {
    let packed = dims.iter().zip(dims.iter().skip(1)).all(|(outer, inner)| outer.stride == &inner.size * &inner.stride);
    packed.then(|| dims.last().map_or(Poly::one(), |dim| dim.stride.clone()))
}

/// Returns the dimensions after a reshape, or `None`. Both shapes are split, from the outside in, into groups with
/// equal numbers of elements. A group can be reshaped if its source dimensions are contiguous.
fn regroup(mut source: &[Dim], mut target: &[Poly]) -> Option<Vec<Dim>> {
    let mut dims = Vec::new();
    while !source.is_empty() || !target.is_empty() {
        let (taken, given) = first_group(source, target);
        let (group, source_rest) = source.split_at_checked(taken)?;
        let (sizes, target_rest) = target.split_at_checked(given)?;
        dims.extend(row_major_dims(sizes, contiguous_stride(group)?));
        (source, target) = (source_rest, target_rest);
    }
    Some(dims)
}

/// Returns the numbers of source and target dimensions in the smallest first group in which both products of sizes are
/// known to be equal. If there is none, all dimensions form one group, since the arrays have equally many elements.
fn first_group(source: &[Dim], target: &[Poly]) -> (usize, usize) {
    let source_counts = prefix_products(source.iter().map(|dim| &dim.size));
    let target_counts = prefix_products(target);
    for (taken, count) in source_counts.iter().enumerate() {
        if let Some(given) = target_counts.iter().position(|other| other == count) {
            return (taken + 1, given + 1);
        }
    }
    (source.len(), target.len())
}

/// Largest [`Poly::weight`] of products of sizes that are compared.
const MAX_WEIGHT: usize = 1000;

fn prefix_products<'a>(sizes: impl IntoIterator<Item = &'a Poly>) -> Vec<Poly> {
    let products = sizes.into_iter().scan(Poly::one(), |product, size| {
        *product = &*product * size;
        (product.weight() <= MAX_WEIGHT).then(|| product.clone())
    });
    products.collect()
}

/// Inserts dimensions of size 1 where `shape` has them. `dims` are the dimensions of the other sizes. The stride of a
/// dimension of size 1 does not matter; it gets that of a row-major neighbour.
fn with_unit_dims(mut dims: Vec<Dim>, shape: &[Poly]) -> Vec<Dim> {
    let mut all = Vec::with_capacity(shape.len());
    let mut next = Poly::one();
    for size in shape.iter().rev() {
        let unit = Dim { size: Poly::one(), stride: next.clone() };
        let dim = if size.is_one() { unit } else { dims.pop().unwrap_or(unit) };
        next = &dim.size * &dim.stride;
        all.push(dim);
    }
    all.reverse();
    all
}

impl<S: fmt::Display> fmt::Display for Lmad<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {{", self.offset)?;
        self.dims.iter().try_for_each(|dim| write!(f, "({} : {})", dim.size, dim.stride))?;
        f.write_str("}")
    }
}
