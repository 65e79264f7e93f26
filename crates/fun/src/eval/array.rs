//! Arrays of the evaluator: a view (offset and strides) of shared storage that is copied when written while shared.

use std::sync::Arc;
use value::{Scalar, ScalarType};

/// A dense array or a view of one. No two indices of it stand for one place unless a stride is 0.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub elem: ScalarType,
    data: Arc<Vec<Scalar>>,
    offset: i64,
    dims: Vec<Dim>,
}

#[derive(Clone, Copy, Debug)]
struct Dim {
    size: i64,
    stride: i64,
}

/// A dimension of a slice, evaluated.
#[derive(Clone, Copy)]
pub(super) enum Range {
    Fix(i64),
    Range { start: i64, count: i64, stride: i64 },
}

/// How many elements an array of the shape has; `None` for a negative size or more than memory can hold.
pub(super) fn element_count(shape: &[i64]) -> Option<usize> {
    let count = shape.iter().try_fold(1i64, |count, &size| if size < 0 { None } else { count.checked_mul(size) })?;
    usize::try_from(count).ok()
}

fn row_major(shape: &[i64]) -> Vec<Dim> {
    let mut dims: Vec<Dim> = shape.iter().map(|&size| Dim { size, stride: 1 }).collect();
    let mut stride = 1i64;
    for dim in dims.iter_mut().rev() {
        dim.stride = stride;
        stride = stride.saturating_mul(dim.size);
    }
    dims
}

impl Array {
    /// The array of the elements in row-major order.
    pub fn new(elem: ScalarType, shape: &[i64], data: Vec<Scalar>) -> Array {
        Array { elem, data: Arc::new(data), offset: 0, dims: row_major(shape) }
    }

    pub fn shape(&self) -> Vec<i64> {
        self.dims.iter().map(|dim| dim.size).collect()
    }

    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    pub fn size(&self, dim: usize) -> Option<i64> {
        self.dims.get(dim).map(|dim| dim.size)
    }

    pub fn has_shape(&self, shape: impl Iterator<Item = Option<i64>>) -> bool {
        self.dims.iter().map(|dim| Some(dim.size)).eq(shape)
    }

    pub fn count(&self) -> usize {
        self.dims.iter().map(|dim| dim.size.max(0) as usize).product()
    }

    /// The place of the element or row at the leading indices; `None` out of bounds.
    fn place(&self, indices: &[i64]) -> Option<i64> {
        let mut place = self.offset;
        for (at, &index) in indices.iter().enumerate() {
            let dim = self.dims.get(at)?;
            if index < 0 || index >= dim.size {
                return None;
            }
            place += index * dim.stride;
        }
        Some(place)
    }

    fn at(&self, place: i64) -> Option<Scalar> {
        self.data.get(usize::try_from(place).ok()?).copied()
    }

    /// The element at a full index.
    pub fn get(&self, indices: &[i64]) -> Option<Scalar> {
        if indices.len() != self.dims.len() { None } else { self.at(self.place(indices)?) }
    }

    /// The element of a one-dimensional array.
    pub fn get_flat(&self, index: i64) -> Option<Scalar> {
        self.get(&[index])
    }

    /// The view at leading indices; at least one dimension is left.
    pub fn row(&self, indices: &[i64]) -> Option<Array> {
        let offset = self.place(indices)?;
        let dims = self.dims.get(indices.len()..)?.to_vec();
        (!dims.is_empty()).then(|| Array { elem: self.elem, data: self.data.clone(), offset, dims })
    }

    /// The view under a slice, one range for each dimension; `None` out of bounds.
    pub fn slice(&self, ranges: &[Range]) -> Option<Array> {
        if ranges.len() != self.dims.len() {
            return None;
        }
        let (mut offset, mut dims) = (self.offset, Vec::with_capacity(ranges.len()));
        for (range, dim) in ranges.iter().zip(&self.dims) {
            let inside = |index: i64| (0..dim.size).contains(&index);
            match *range {
                Range::Fix(index) if inside(index) => offset += index * dim.stride,
                Range::Fix(_) => return None,
                Range::Range { count: 0, .. } => dims.push(Dim { size: 0, stride: dim.stride }),
                Range::Range { start, count, stride } => {
                    let last = stride.checked_mul(count.checked_sub(1)?)?.checked_add(start)?;
                    if count < 0 || !inside(start) || !inside(last) {
                        return None;
                    }
                    offset += start * dim.stride;
                    dims.push(Dim { size: count, stride: if count == 1 { 1 } else { stride * dim.stride } });
                }
            }
        }
        Some(Array { elem: self.elem, data: self.data.clone(), offset, dims })
    }

    pub fn permute(&self, perm: &[usize]) -> Option<Array> {
        let dims: Option<Vec<Dim>> = perm.iter().map(|&at| self.dims.get(at).copied()).collect();
        let dims = dims.filter(|dims| dims.len() == self.dims.len())?;
        Some(Array { elem: self.elem, data: self.data.clone(), offset: self.offset, dims })
    }

    /// The same elements under another shape of as many elements: a view when they lie in order.
    pub fn reshape(&self, shape: &[i64]) -> Option<Array> {
        if element_count(shape) != Some(self.count()) {
            return None;
        }
        if self.in_order() {
            let dims = row_major(shape);
            return Some(Array { elem: self.elem, data: self.data.clone(), offset: self.offset, dims });
        }
        Some(Array::new(self.elem, shape, self.elements()))
    }

    /// Whether the elements lie one after another in row-major order.
    pub fn in_order(&self) -> bool {
        let mut expected = 1i64;
        for dim in self.dims.iter().rev() {
            if dim.size != 1 && dim.stride != expected {
                return self.count() == 0;
            }
            expected = expected.saturating_mul(dim.size);
        }
        true
    }

    /// All elements in row-major order.
    pub fn elements(&self) -> Vec<Scalar> {
        let mut elements = Vec::new();
        self.append_to(&mut elements);
        elements
    }

    pub fn append_to(&self, elements: &mut Vec<Scalar>) {
        let count = self.count();
        if self.in_order() {
            let start = self.offset.max(0) as usize;
            elements.extend_from_slice(self.data.get(start..start + count).unwrap_or(&[]));
            return;
        }
        elements.reserve(count);
        for place in self.places() {
            elements.extend(self.at(place));
        }
    }

    /// The places of all elements in row-major order.
    fn places(&self) -> Vec<i64> {
        let mut places = vec![self.offset];
        if self.count() == 0 {
            places.clear();
        }
        for dim in &self.dims {
            let inner = |&place: &i64| (0..dim.size).map(move |index| place + index * dim.stride);
            places = places.iter().flat_map(inner).collect();
        }
        places
    }

    /// Makes the storage this array's own and each element's place its own.
    fn own(&mut self) {
        let repeats = self.dims.iter().any(|dim| dim.stride == 0 && dim.size > 1);
        if repeats || Arc::get_mut(&mut self.data).is_none() {
            let whole = self.in_order() && self.offset == 0 && self.count() == self.data.len();
            if whole {
                Arc::make_mut(&mut self.data);
            } else {
                *self = Array::new(self.elem, &self.shape(), self.elements());
            }
        }
    }

    /// Writes the elements of `value`, in row-major order, under the slice. How many elements were copied or
    /// written, or `None` out of bounds.
    pub fn write(&mut self, ranges: &[Range], value: &[Scalar]) -> Option<usize> {
        let copied = self.own_counted();
        let view = self.slice(ranges)?;
        let places = view.places();
        drop(view);
        (places.len() == value.len()).then_some(())?;
        self.put(&places, value)?;
        Some(copied + value.len())
    }

    /// Writes one element or row at leading indices, as `write`.
    pub fn write_row(&mut self, indices: &[i64], value: &[Scalar]) -> Option<usize> {
        let copied = self.own_counted();
        let place = self.place(indices)?;
        if indices.len() == self.dims.len() {
            self.put(&[place], value)?;
            return Some(copied + 1);
        }
        let places = self.row(indices)?.places();
        (places.len() == value.len()).then_some(())?;
        self.put(&places, value)?;
        Some(copied + value.len())
    }

    fn own_counted(&mut self) -> usize {
        let before = Arc::as_ptr(&self.data);
        self.own();
        if Arc::as_ptr(&self.data) == before { 0 } else { self.count() }
    }

    fn put(&mut self, places: &[i64], value: &[Scalar]) -> Option<()> {
        let data = Arc::get_mut(&mut self.data)?;
        for (&place, &scalar) in places.iter().zip(value) {
            *data.get_mut(usize::try_from(place).ok()?)? = scalar;
        }
        Some(())
    }
}
