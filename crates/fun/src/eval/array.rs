//! Arrays of the evaluator. An array is a view (offset and strides) of shared storage, which is copied when it is
//! written while shared. An element is a word, the bits of a scalar.

use smallvec::SmallVec;
use std::rc::Rc;
use value::{ArrayValue, Scalar, ScalarType};

/// Dimensions of a view. Because most arrays have one or two, these are stored inline.
type Dims = SmallVec<[Dim; 2]>;

/// A dense array or a view of one.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub elem: ScalarType,
    data: Rc<Vec<u64>>,
    offset: i64,
    dims: Dims,
}

#[derive(Clone, Copy, Debug)]
struct Dim {
    size: i64,
    stride: i64,
}

/// The indices that a slice selects in one dimension.
#[derive(Clone)]
pub(super) enum Range {
    Fix(i64),
    Steps {
        start: i64,
        count: i64,
        stride: i64,
    },
    /// Start of the indices, and count and stride of each dimension that replaces this one.
    Flat(i64, Vec<(i64, i64)>),
}

/// Returns the number of elements of an array of this shape; `None` for a negative size or more than memory can hold.
pub(super) fn element_count(shape: &[i64]) -> Option<usize> {
    if shape.contains(&0) {
        return shape.iter().all(|&size| size >= 0).then_some(0);
    }
    shape.iter().try_fold(1usize, |count, &size| count.checked_mul(usize::try_from(size).ok()?))
}

fn row_major(shape: &[i64]) -> Dims {
    let mut dims: Dims = shape.iter().map(|&size| Dim { size, stride: 1 }).collect();
    let mut stride = 1i64;
    for dim in dims.iter_mut().rev() {
        dim.stride = stride;
        stride = stride.saturating_mul(dim.size);
    }
    dims
}

impl Array {
    /// Makes an array of elements in row-major order.
    pub fn new(elem: ScalarType, shape: &[i64], data: Vec<u64>) -> Array {
        Array { elem, data: Rc::new(data), offset: 0, dims: row_major(shape) }
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

    pub fn has_shape(&self, shape: impl Iterator<Item = i64>) -> bool {
        self.dims.iter().map(|dim| dim.size).eq(shape)
    }

    pub fn count(&self) -> usize {
        self.dims.iter().map(|dim| dim.size.max(0) as usize).product()
    }

    /// Returns the position of the element or row at leading indices; `None` out of bounds.
    fn place(&self, indices: impl Iterator<Item = i64>) -> Option<i64> {
        let (mut place, mut dims) = (self.offset, self.dims.iter());
        for index in indices {
            let dim = dims.next()?;
            if index < 0 || index >= dim.size {
                return None;
            }
            place += index * dim.stride;
        }
        Some(place)
    }

    /// Whether the leading indices are in bounds.
    pub fn contains(&self, indices: &[i64]) -> bool {
        self.place(indices.iter().copied()).is_some()
    }

    fn at(&self, place: i64) -> Option<u64> {
        self.data.get(usize::try_from(place).ok()?).copied()
    }

    /// Returns the element at a full index.
    pub fn get(&self, indices: impl ExactSizeIterator<Item = i64>) -> Option<u64> {
        if indices.len() != self.dims.len() { None } else { self.at(self.place(indices)?) }
    }

    /// Returns the view at leading indices; at least one dimension must be left.
    pub fn row(&self, indices: &[i64]) -> Option<Array> {
        let offset = self.place(indices.iter().copied())?;
        let dims = Dims::from_slice(self.dims.get(indices.len()..)?);
        (!dims.is_empty()).then(|| Array { elem: self.elem, data: self.data.clone(), offset, dims })
    }

    /// Returns the view under a slice with one range for each dimension; `None` out of bounds.
    pub fn slice(&self, ranges: &[Range]) -> Option<Array> {
        if ranges.len() != self.dims.len() {
            return None;
        }
        let (mut offset, mut dims) = (self.offset, Dims::new());
        for (range, dim) in ranges.iter().zip(&self.dims) {
            let inside = |index: i64| (0..dim.size).contains(&index);
            match *range {
                Range::Flat(start, ref parts) => {
                    dims.extend(flat_dims(start, parts, dim)?);
                    offset += if dims.iter().any(|dim| dim.size == 0) { 0 } else { start * dim.stride };
                }
                Range::Fix(index) if inside(index) => offset += index * dim.stride,
                Range::Fix(_) => return None,
                Range::Steps { count: 0, .. } => dims.push(Dim { size: 0, stride: dim.stride }),
                Range::Steps { start, count, stride } => {
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
        let dims: Option<Dims> = perm.iter().map(|&at| self.dims.get(at).copied()).collect();
        let dims = dims.filter(|dims| dims.len() == self.dims.len())?;
        Some(Array { elem: self.elem, data: self.data.clone(), offset: self.offset, dims })
    }

    /// Returns the same elements under another shape of equal size. It is a view if they are in row-major order,
    /// otherwise a copy.
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

    /// Whether the elements are contiguous in row-major order.
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

    /// Copies the elements to unshared storage.
    pub fn to_own(&self) -> Array {
        Array::new(self.elem, &self.shape(), self.elements())
    }

    /// Returns all elements in row-major order.
    pub fn elements(&self) -> Vec<u64> {
        let mut elements = Vec::new();
        self.append_to(&mut elements);
        elements
    }

    /// Appends the array's elements in row-major order.
    pub fn append_to(&self, elements: &mut Vec<u64>) {
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

    /// Returns the positions of all elements in row-major order.
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

    /// Whether two indices may share a position. They cannot if each stride exceeds the reach of all smaller ones.
    fn may_repeat(&self) -> bool {
        let long = self.dims.iter().filter(|dim| dim.size > 1);
        let mut dims: SmallVec<[(u64, i64); 2]> = long.map(|dim| (dim.stride.unsigned_abs(), dim.size)).collect();
        dims.sort_unstable();
        let mut reach = 0u64;
        dims.iter().any(|&(stride, size)| {
            let repeats = stride <= reach;
            reach = reach.saturating_add(stride.saturating_mul(size.unsigned_abs() - 1));
            repeats
        })
    }

    /// Ensures that no other array shares the storage and that no two elements share a position. Copies the elements if
    /// necessary.
    fn own(&mut self) {
        if self.may_repeat() || Rc::get_mut(&mut self.data).is_none() {
            let whole = self.in_order() && self.offset == 0 && self.count() == self.data.len();
            if whole {
                Rc::make_mut(&mut self.data);
            } else {
                *self = self.to_own();
            }
        }
    }

    /// Writes the elements of `value`, in row-major order, to the slice. Returns how many elements were copied or
    /// written, or `None` out of bounds.
    pub fn write(&mut self, ranges: &[Range], value: &[u64]) -> Option<usize> {
        let copied = self.own_counted();
        let places = self.slice(ranges)?.places();
        self.put(&places, value)?;
        Some(copied + value.len())
    }

    /// Writes one element or row at leading indices; returns the same as `write`.
    pub fn write_row(&mut self, indices: &[i64], value: &[u64]) -> Option<usize> {
        let copied = self.own_counted();
        if indices.len() == self.dims.len() {
            let place = self.place(indices.iter().copied())?;
            self.put(&[place], value)?;
        } else {
            let places = self.row(indices)?.places();
            self.put(&places, value)?;
        }
        Some(copied + value.len())
    }

    fn own_counted(&mut self) -> usize {
        let before = Rc::as_ptr(&self.data);
        self.own();
        if Rc::as_ptr(&self.data) == before { 0 } else { self.count() }
    }

    fn put(&mut self, places: &[i64], value: &[u64]) -> Option<()> {
        (places.len() == value.len()).then_some(())?;
        let data = Rc::get_mut(&mut self.data)?;
        for (&place, &word) in places.iter().zip(value) {
            *data.get_mut(usize::try_from(place).ok()?)? = word;
        }
        Some(())
    }
}

/// Returns the dimensions that a flat slice puts in place of `dim`; `None` if some index is out of bounds.
fn flat_dims(start: i64, parts: &[(i64, i64)], dim: &Dim) -> Option<Dims> {
    let is_empty = parts.iter().any(|&(count, _)| count == 0);
    let (mut least, mut most) = (i128::from(start), i128::from(start));
    for &(count, stride) in parts {
        let reach = (i128::from(count) - 1) * i128::from(stride);
        (least, most) = (least + reach.min(0), most + reach.max(0));
    }
    let fits = parts.iter().all(|&(count, _)| count >= 0) && (is_empty || (least >= 0 && most < dim.size.into()));
    let part = |&(count, stride): &(i64, i64)| Dim { size: count, stride: stride.wrapping_mul(dim.stride) };
    fits.then(|| parts.iter().map(part).collect())
}

/// Converts a constant or an argument to an array of words.
pub(super) fn words_of(array: &ArrayValue) -> Array {
    let shape: Vec<i64> = array.shape().iter().map(|&size| size as i64).collect();
    Array::new(array.elem(), &shape, (0..array.len()).filter_map(|at| array.get(at)).map(Scalar::bits).collect())
}

/// Converts an array of words to a value.
pub(super) fn value_of(array: &Array) -> Option<ArrayValue> {
    let shape = array.shape().iter().map(|&size| size.max(0) as usize).collect();
    let elements: Vec<Scalar> = array.elements().into_iter().map(|word| Scalar::from_bits(array.elem, word)).collect();
    ArrayValue::from_scalars(array.elem, shape, &elements)
}
