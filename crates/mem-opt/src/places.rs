//! Places of arrays, while a pass moves them.

use base::Name;
use fun::def::*;
use fun::sums::Sums;
use index::{IndexFn, Poly};
pub use mem::lower::poly;
use rustc_hash::FxHashMap;

/// Places of a program's arrays, with the new places of moved ones.
pub struct Places<'p> {
    pub program: &'p Program,
    pub moved: FxHashMap<Name, Place>,
    /// Integers with known polynomials.
    pub sums: Sums,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Places<'p> {
        Places { program, moved: FxHashMap::default(), sums: Sums::default() }
    }

    /// Returns the place of an array; `None` for other values.
    pub fn of(&self, name: Name) -> Option<&Place> {
        self.moved.get(&name).or_else(|| self.program.vars.get(name)?.place.as_ref())
    }

    pub fn shape(&self, name: Name) -> Vec<Poly> {
        self.program.type_of(name).dims().iter().map(|&dim| poly(dim)).collect()
    }

    /// Returns the place with its sizes named as in the array's own type.
    pub fn for_array(&self, place: &Place, array: Name) -> Option<Place> {
        Some(Place { block: place.block, ixfn: mem::lower::with_shape(&place.ixfn, &self.shape(array))? })
    }

    /// Returns the place of the part of an array that the slice selects.
    pub fn part(&self, array: Name, dims: &[SliceDim]) -> Option<Place> {
        let place = self.of(array)?;
        Some(Place { block: place.block, ixfn: sliced(&place.ixfn, dims) })
    }

    /// Returns the place of the row of an array at this leading index.
    pub fn row(&self, array: Name, index: Poly) -> Option<Place> {
        let place = self.of(array)?;
        Some(Place { block: place.block, ixfn: place.ixfn.index(index)? })
    }

    /// Like the function `sliced`. If a dimension is reversed as a whole, its slice starts at its size less 1, in terms
    /// of the size's name. So the place is known as soon as the size is.
    pub fn sliced(&self, ixfn: &IndexFn, dims: &[SliceDim]) -> IndexFn {
        let dim = |dim: &SliceDim| match *dim {
            SliceDim::Range { count, stride, .. } if stride.as_i64() == Some(-1) && self.is_whole(dim, count) => {
                let count = poly(count);
                index::SliceDim::Range { start: count.clone() - Poly::one(), count, step: -Poly::one() }
            }
            _ => mem::lower::slice_dim(dim),
        };
        ixfn.slice(&dims.iter().map(dim).collect::<Vec<_>>())
    }

    /// Whether a range selects all elements of a dimension of that size, in order or reversed.
    pub fn is_whole(&self, dim: &SliceDim, size: Atom) -> bool {
        let SliceDim::Range { start, count, stride } = *dim else { return false };
        let (size, start) = (self.sums.atom(size), self.sums.atom(start));
        let first = match stride.as_i64() {
            Some(1) => Poly::zero(),
            Some(-1) => size.clone() - Poly::one(),
            _ => return false,
        };
        self.sums.atom(count) == size && start == first
    }

    /// Returns the arrays of a concatenation, each with the part of the whole that it is copied to.
    pub fn parts(&self, whole: Name, arrays: &[Name]) -> Vec<(Name, Place)> {
        let Some(Place { block, ixfn }) = self.of(whole) else { return Vec::new() };
        let mut start = Poly::zero();
        let mut parts = Vec::new();
        for &array in arrays {
            let shape = self.shape(array);
            let size = shape.first().cloned().unwrap_or_default();
            let range = |(at, count): (usize, Poly)| {
                let first = if at == 0 { start.clone() } else { Poly::zero() };
                index::SliceDim::Range { start: first, count, step: Poly::one() }
            };
            let dims: Vec<index::SliceDim> = shape.into_iter().enumerate().map(range).collect();
            parts.push((array, Place { block: *block, ixfn: ixfn.slice(&dims) }));
            start = start + size;
        }
        parts
    }
}

/// Returns the part of the layout that the slice selects.
pub fn sliced(ixfn: &IndexFn, dims: &[SliceDim]) -> IndexFn {
    ixfn.slice(&dims.iter().map(mem::lower::slice_dim).collect::<Vec<_>>())
}
