//! Where arrays are, while a pass moves them.

use base::Name;
use fun::def::*;
use fun::sums::Sums;
use index::{IndexFn, Poly};
pub use mem::lower::poly;
use rustc_hash::FxHashMap;

/// The places of a program's arrays, but for those that have been moved.
pub struct Places<'p> {
    pub program: &'p Program,
    pub moved: FxHashMap<Name, Place>,
    /// The integers that are known as sums and products of others.
    pub sums: Sums,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Places<'p> {
        Places { program, moved: FxHashMap::default(), sums: Sums::default() }
    }

    /// The place of an array; `None` for what is no array.
    pub fn of(&self, name: Name) -> Option<&Place> {
        self.moved.get(&name).or_else(|| self.program.vars.get(name)?.place.as_ref())
    }

    pub fn shape(&self, name: Name) -> Vec<Poly> {
        self.program.type_of(name).dims().iter().map(|&dim| poly(dim)).collect()
    }

    /// The place under the sizes of the array's own type, which may have other names for them.
    pub fn for_array(&self, place: &Place, array: Name) -> Option<Place> {
        Some(Place { block: place.block, ixfn: mem::lower::with_shape(&place.ixfn, &self.shape(array))? })
    }

    /// The part of an array that the slice selects.
    pub fn part(&self, array: Name, dims: &[SliceDim]) -> Option<Place> {
        let place = self.of(array)?;
        Some(Place { block: place.block, ixfn: sliced(&place.ixfn, dims) })
    }

    /// The row of an array at this leading index.
    pub fn row(&self, array: Name, index: Poly) -> Option<Place> {
        let place = self.of(array)?;
        Some(Place { block: place.block, ixfn: place.ixfn.index(index)? })
    }

    /// As `sliced`. A dimension that is turned around as a whole starts at its size less 1, whatever name that has, so that
    /// its place can be told as soon as its size can.
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

    /// Whether all elements of a dimension of that size are selected, in their order or turned around.
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

    /// Where the arrays go that are concatenated: each behind those before it.
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

/// The part of the layout that the slice selects.
pub fn sliced(ixfn: &IndexFn, dims: &[SliceDim]) -> IndexFn {
    ixfn.slice(&dims.iter().map(mem::lower::slice_dim).collect::<Vec<_>>())
}
