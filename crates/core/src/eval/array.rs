//! Arrays of the evaluator. An array of scalars is a row-major view of a shared flat buffer; writing copies the view
//! unless the buffer has one owner. An array of records is a record of arrays, so zip and unzip cost nothing.
//!
//! Functions with `depth` treat the array as a list of blocks: its first `depth` dimensions are taken as one, in
//! row-major order. A block of depth `rank` is an element.

use super::machine::{Eval, Outcome, ill_typed};
use super::value::{Layout, Value};
use ::value::{Scalar, ScalarType};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) struct Array {
    /// Sizes of all dimensions, outermost first, down to the first type that is not an array.
    pub shape: Rc<[usize]>,
    pub items: Items,
}

#[derive(Clone, Debug)]
pub(super) enum Items {
    /// The bits of scalars: those of this array are the elements of `words` from `start` on.
    Scalars { ty: ScalarType, words: Rc<Vec<u64>>, start: usize },
    /// Array of records as one array for each field. The shape of each begins with the shape of the whole array.
    Records(Vec<Array>),
    /// Array of values of sums, data types or functions: those of this array are the elements of `values` from `start`
    /// on.
    Boxed { values: Rc<Vec<Value>>, start: usize },
}

/// Two shapes that should be equal: the one found, and the one expected.
pub(super) type ShapeError = (Vec<usize>, Vec<usize>);

pub(super) fn product(dims: &[usize]) -> usize {
    dims.iter().fold(1, |product, &size| product.saturating_mul(size))
}

impl Array {
    pub fn scalars_of(ty: ScalarType, words: Vec<u64>) -> Array {
        Array { shape: [words.len()].into(), items: Items::Scalars { ty, words: Rc::new(words), start: 0 } }
    }

    /// Returns an array without elements. Its first dimensions are `lead`, one of which is 0; the others are those of
    /// the layout.
    pub fn empty(lead: &[usize], elem: &Layout) -> Array {
        let mut shape = lead.to_vec();
        let mut layout = elem;
        while let Layout::Array(elem, size) = layout {
            shape.push(*size);
            layout = elem;
        }
        let items = match layout {
            Layout::Scalar(ty) => Items::Scalars { ty: *ty, words: Rc::default(), start: 0 },
            Layout::Record(fields) => Items::Records(fields.iter().map(|field| Array::empty(&shape, field)).collect()),
            Layout::Boxed | Layout::Array(..) => Items::Boxed { values: Rc::default(), start: 0 },
        };
        Array { shape: shape.into(), items }
    }

    /// Returns the size of the outermost dimension.
    pub fn len(&self) -> usize {
        self.shape.first().copied().unwrap_or(0)
    }

    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        product(&self.shape)
    }

    /// Returns the number of words and boxes in a copy of the array.
    pub fn weight(&self) -> usize {
        match &self.items {
            Items::Scalars { .. } | Items::Boxed { .. } => self.count(),
            Items::Records(fields) => fields.iter().map(Array::weight).sum(),
        }
    }

    pub fn row(&self, index: usize) -> Value {
        self.block(1, index)
    }

    /// Returns block `index` as a view, or as a scalar or record if blocks are elements. `Empty` if the index is out of
    /// range, which callers exclude.
    pub fn block(&self, depth: usize, index: usize) -> Value {
        let inner = self.shape.get(depth..).unwrap_or(&[]);
        if inner.is_empty() {
            return self.element(index);
        }
        Value::Array(Array { shape: inner.into(), items: self.items_from(depth, index) })
    }

    /// Like `block`, but a scalar is returned as a word if the caller chooses so.
    pub fn pick<R: Outcome>(&self, depth: usize, index: usize) -> Eval<R> {
        match &self.items {
            Items::Scalars { ty, words, start } if depth == self.shape.len() => {
                words.get(start + index).map(|word| R::of_word(*word, *ty)).ok_or_else(|| ill_typed("an array"))
            }
            _ => R::of_value(self.block(depth, index)),
        }
    }

    /// Returns the element with this row-major number; `Empty` if there is none.
    fn element(&self, index: usize) -> Value {
        match &self.items {
            Items::Scalars { ty, words, start } => {
                words.get(start + index).map_or(Value::Empty, |word| Value::Scalar(Scalar::from_bits(*ty, *word)))
            }
            Items::Records(fields) => {
                let depth = self.shape.len();
                Value::record(fields.iter().map(|field| field.block(depth, index)).collect())
            }
            Items::Boxed { values, start } => values.get(start + index).cloned().unwrap_or(Value::Empty),
        }
    }

    /// Returns the items from block `index` on, as those of an array without the first `depth` dimensions.
    fn items_from(&self, depth: usize, index: usize) -> Items {
        let skipped = index * product(self.shape.get(depth..).unwrap_or(&[]));
        match &self.items {
            Items::Scalars { ty, words, start } => {
                Items::Scalars { ty: *ty, words: Rc::clone(words), start: start + skipped }
            }
            Items::Boxed { values, start } => Items::Boxed { values: Rc::clone(values), start: start + skipped },
            Items::Records(fields) => Items::Records(
                fields
                    .iter()
                    .map(|field| Array {
                        shape: field.shape.get(depth..).unwrap_or(&[]).into(),
                        items: field.items_from(depth, index),
                    })
                    .collect(),
            ),
        }
    }

    /// Returns rows `first..first + count`, a view.
    pub fn rows(&self, first: usize, count: usize) -> Array {
        let mut view = Array { shape: Rc::clone(&self.shape), items: self.items_from(1, first) };
        view.restore_lead(self, count);
        view
    }

    /// Prepends the dimension `count`, which `items_from` has removed, to the shapes of the array and of its fields.
    fn restore_lead(&mut self, whole: &Array, count: usize) {
        let inner = whole.shape.get(1..).unwrap_or(&[]).iter().copied();
        self.shape = std::iter::once(count).chain(inner).collect();
        if let (Items::Records(fields), Items::Records(wholes)) = (&mut self.items, &whole.items) {
            fields.iter_mut().zip(wholes).for_each(|(field, whole)| field.restore_lead(whole, count));
        }
    }

    /// Returns the array with its first `depth` dimensions replaced by `lead`. The items stay as they are.
    pub fn reshaped(mut self, depth: usize, lead: &[usize]) -> Array {
        self.shape = lead.iter().chain(self.shape.get(depth..).unwrap_or(&[])).copied().collect();
        if let Items::Records(fields) = &mut self.items {
            *fields = std::mem::take(fields).into_iter().map(|field| field.reshaped(depth, lead)).collect();
        }
        self
    }

    /// Returns a copy of the blocks with these numbers, as an array with leading dimensions `lead`.
    pub fn gather(&self, depth: usize, lead: &[usize], blocks: &[usize]) -> Array {
        let inner = self.shape.get(depth..).unwrap_or(&[]);
        let size = product(inner);
        let items = match &self.items {
            Items::Scalars { ty, words, start } => {
                let mut copy = Vec::with_capacity(product(lead) * size);
                for block in blocks {
                    let from = start + block * size;
                    copy.extend_from_slice(words.get(from..from + size).unwrap_or(&[]));
                }
                Items::Scalars { ty: *ty, words: Rc::new(copy), start: 0 }
            }
            Items::Boxed { values, start } => {
                let mut copy = Vec::with_capacity(product(lead) * size);
                for block in blocks {
                    let from = start + block * size;
                    copy.extend_from_slice(values.get(from..from + size).unwrap_or(&[]));
                }
                Items::Boxed { values: Rc::new(copy), start: 0 }
            }
            Items::Records(fields) => {
                Items::Records(fields.iter().map(|field| field.gather(depth, lead, blocks)).collect())
            }
        };
        Array { shape: lead.iter().chain(inner).copied().collect(), items }
    }

    /// Writes `value`, which has the shape of a block, to block `index`.
    pub fn write(&mut self, depth: usize, index: usize, value: &Value) {
        match (value, self.shape.len() == depth) {
            (Value::Array(block), false) => self.write_blocks(&[index], block, 0),
            (element, _) => self.write_element(index, element),
        }
    }

    /// Writes an element, given by its word.
    pub fn write_word(&mut self, index: usize, word: u64) {
        let count = self.count();
        if let Items::Scalars { words, start, .. } = &mut self.items
            && let Some(place) = owned(words, start, count).get_mut(*start + index)
        {
            *place = word;
        }
    }

    /// Writes a scalar, record or boxed value to the element with this row-major number.
    fn write_element(&mut self, index: usize, element: &Value) {
        let depth = self.shape.len();
        let count = self.count();
        match (&mut self.items, element) {
            (Items::Scalars { words, start, .. }, Value::Scalar(scalar)) => {
                if let Some(place) = owned(words, start, count).get_mut(*start + index) {
                    *place = scalar.bits();
                }
            }
            (Items::Records(fields), Value::Record(values)) => {
                fields.iter_mut().zip(values.iter()).for_each(|(field, value)| field.write(depth, index, value));
            }
            (Items::Boxed { values, start }, value) => {
                if let Some(place) = owned(values, start, count).get_mut(*start + index) {
                    *place = value.clone();
                }
            }
            _ => {}
        }
    }

    /// Writes the blocks of `source` at depth `source_depth`, in order, to the blocks with the numbers `places`. If
    /// both arrays share a buffer, this one is copied first (see `shares`).
    pub fn write_blocks(&mut self, places: &[usize], source: &Array, source_depth: usize) {
        let size = product(source.shape.get(source_depth..).unwrap_or(&[]));
        let count = self.count();
        match (&mut self.items, &source.items) {
            (Items::Scalars { words, start, .. }, Items::Scalars { words: from, start: from_start, .. }) => {
                let block = from.get(*from_start..*from_start + places.len() * size).unwrap_or(&[]);
                copy_blocks(owned(words, start, count), *start, places, block, size);
            }
            (Items::Boxed { values, start }, Items::Boxed { values: from, start: from_start }) => {
                let block = from.get(*from_start..*from_start + places.len() * size).unwrap_or(&[]);
                copy_blocks(owned(values, start, count), *start, places, block, size);
            }
            (Items::Records(fields), Items::Records(from)) => {
                let pairs = fields.iter_mut().zip(from);
                pairs.for_each(|(field, from)| field.write_blocks(places, from, source_depth));
            }
            _ => {}
        }
    }

    /// Copies a view, so that it does not keep other parts of its buffer alive.
    pub fn detached(&self) -> Array {
        self.gather(0, &[], &[0])
    }

    /// Whether the arrays share a buffer.
    pub fn shares(&self, other: &Array) -> bool {
        match (&self.items, &other.items) {
            (Items::Scalars { words: a, .. }, Items::Scalars { words: b, .. }) => Rc::ptr_eq(a, b),
            (Items::Boxed { values: a, .. }, Items::Boxed { values: b, .. }) => Rc::ptr_eq(a, b),
            (Items::Records(fields), _) => fields.iter().any(|field| field.shares(other)),
            (_, Items::Records(fields)) => fields.iter().any(|field| self.shares(field)),
            _ => false,
        }
    }

    /// Returns all scalars, row-major; `None` unless the elements are scalars of that type.
    pub fn scalars(&self, expected: ScalarType) -> Option<Vec<Scalar>> {
        let Items::Scalars { ty, words, start } = &self.items else { return None };
        let words = words.get(*start..start + self.count())?;
        (*ty == expected).then(|| words.iter().map(|word| Scalar::from_bits(*ty, *word)).collect())
    }
}

fn copy_blocks<T: Clone>(target: &mut [T], start: usize, places: &[usize], from: &[T], size: usize) {
    for (i, place) in places.iter().enumerate() {
        let at = start + place * size;
        if let (Some(to), Some(from)) = (target.get_mut(at..at + size), from.get(i * size..(i + 1) * size)) {
            to.clone_from_slice(from);
        }
    }
}

/// Returns the buffer for writing. If other arrays use it, the `count` elements from `start` on are copied to a new
/// buffer first.
fn owned<'a, T: Clone>(buffer: &'a mut Rc<Vec<T>>, start: &mut usize, count: usize) -> &'a mut Vec<T> {
    if Rc::get_mut(buffer).is_none() {
        let seen = buffer.get(*start..*start + count).unwrap_or(&[]).to_vec();
        *buffer = Rc::new(seen);
        *start = 0;
    }
    Rc::make_mut(buffer)
}

/// An array under construction, to which rows are added one by one.
#[derive(Default)]
pub(super) struct Builder {
    count: usize,
    store: Option<Store>,
}

enum Store {
    Scalars { ty: ScalarType, words: Vec<u64>, row: Vec<usize> },
    Records { fields: Vec<Builder>, row: Vec<usize> },
    Boxed { values: Vec<Value>, row: Vec<usize> },
}

impl Builder {
    /// Adds a row. It must have the shape of the rows before, else the shapes are the error.
    pub fn push(&mut self, value: Value) -> Result<(), ShapeError> {
        self.count += 1;
        let row: &[usize] = if let Value::Array(array) = &value { &array.shape } else { &[] };
        let store = self.store.get_or_insert_with(|| Store::for_rows_like(&value));
        if store.row() != row {
            return Err((row.to_vec(), store.row().to_vec()));
        }
        store.push(value)
    }

    /// Returns the array. If it has no rows, `elem` gives the shape of its elements.
    pub fn finish(self, elem: &Layout) -> Array {
        match self.store {
            None => Array::empty(&[self.count], elem),
            Some(store) => store.finish(self.count),
        }
    }
}

impl Store {
    /// Returns an empty store for rows of the same kind and shape as the value.
    fn for_rows_like(value: &Value) -> Store {
        match value {
            Value::Scalar(scalar) => Store::Scalars { ty: scalar.scalar_type(), words: Vec::new(), row: Vec::new() },
            Value::Record(fields) => {
                Store::Records { fields: fields.iter().map(|_| Builder::default()).collect(), row: Vec::new() }
            }
            Value::Array(array) => {
                let row = array.shape.to_vec();
                match &array.items {
                    Items::Scalars { ty, .. } => Store::Scalars { ty: *ty, words: Vec::new(), row },
                    Items::Records(fields) => {
                        Store::Records { fields: fields.iter().map(|_| Builder::default()).collect(), row }
                    }
                    Items::Boxed { .. } => Store::Boxed { values: Vec::new(), row },
                }
            }
            _ => Store::Boxed { values: Vec::new(), row: Vec::new() },
        }
    }

    fn row(&self) -> &[usize] {
        match self {
            Store::Scalars { row, .. } | Store::Records { row, .. } | Store::Boxed { row, .. } => row,
        }
    }

    /// Appends a row of the store's kind. An error if a field's shape differs from that of the rows before.
    fn push(&mut self, value: Value) -> Result<(), ShapeError> {
        match (self, value) {
            (Store::Scalars { words, .. }, Value::Scalar(scalar)) => words.push(scalar.bits()),
            (Store::Scalars { words, .. }, Value::Array(Array { shape, items })) => {
                if let Items::Scalars { words: from, start, .. } = items {
                    words.extend_from_slice(from.get(start..start + product(&shape)).unwrap_or(&[]));
                }
            }
            (Store::Records { fields, .. }, Value::Record(values)) => {
                for (field, value) in fields.iter_mut().zip(Rc::unwrap_or_clone(values)) {
                    field.push(value)?;
                }
            }
            (Store::Records { fields, .. }, Value::Array(Array { items: Items::Records(arrays), .. })) => {
                for (field, array) in fields.iter_mut().zip(arrays) {
                    field.push(Value::Array(array))?;
                }
            }
            (
                Store::Boxed { values, .. },
                Value::Array(Array { shape, items: Items::Boxed { values: from, start } }),
            ) => {
                values.extend_from_slice(from.get(start..start + product(&shape)).unwrap_or(&[]));
            }
            (Store::Boxed { values, .. }, value) => values.push(value),
            (Store::Scalars { .. } | Store::Records { .. }, _) => {}
        }
        Ok(())
    }

    /// Returns the array of `count` rows.
    fn finish(self, count: usize) -> Array {
        let shape = |row: Vec<usize>| -> Rc<[usize]> { std::iter::once(count).chain(row).collect() };
        match self {
            Store::Scalars { ty, words, row } => {
                Array { shape: shape(row), items: Items::Scalars { ty, words: Rc::new(words), start: 0 } }
            }
            Store::Records { fields, row } => {
                // A field's builder has received `count` rows, so it has a store.
                let fields = fields.into_iter().map(|field| field.finish(&Layout::Boxed)).collect();
                Array { shape: shape(row), items: Items::Records(fields) }
            }
            Store::Boxed { values, row } => {
                Array { shape: shape(row), items: Items::Boxed { values: Rc::new(values), start: 0 } }
            }
        }
    }
}

/// Concatenates arrays. Rows of different shapes are an error.
pub(super) fn concat(arrays: &[Array]) -> Result<Array, ShapeError> {
    let mut builder = Builder::default();
    let Some(first) = arrays.first() else { return Ok(Array::empty(&[0], &Layout::Boxed)) };
    for array in arrays {
        let (row, expected) = (array.shape.get(1..).unwrap_or(&[]), first.shape.get(1..).unwrap_or(&[]));
        if row != expected {
            return Err((row.to_vec(), expected.to_vec()));
        }
        if let Some(difference) = field_difference(array, first) {
            return Err(difference);
        }
    }
    // If all arrays have the same length, each is pushed as a row, so that its rows are copied at once. The extra
    // dimension is removed at the end.
    let total: usize = arrays.iter().map(Array::len).sum();
    let widest = arrays.iter().map(Array::len).max().unwrap_or(0);
    if arrays.iter().all(|array| array.len() == widest) {
        for array in arrays {
            builder.push(Value::Array(array.clone()))?;
        }
        return Ok(builder.finish(&Layout::Boxed).reshaped(2, &[total]));
    }
    for array in arrays {
        for i in 0..array.len() {
            builder.push(array.row(i))?;
        }
    }
    Ok(builder.finish(&Layout::Boxed))
}

/// Returns the row shapes of the first field whose rows differ in shape between the arrays.
fn field_difference(a: &Array, b: &Array) -> Option<ShapeError> {
    let (Items::Records(a), Items::Records(b)) = (&a.items, &b.items) else { return None };
    a.iter().zip(b).find_map(|(a, b)| {
        let (x, y) = (a.shape.get(1..).unwrap_or(&[]), b.shape.get(1..).unwrap_or(&[]));
        if x != y { Some((x.to_vec(), y.to_vec())) } else { field_difference(a, b) }
    })
}

/// Returns an array of `count` copies of the value.
pub(super) fn replicate(count: usize, value: Value) -> Array {
    let mut builder = Builder::default();
    // Because it is the only row, no shape can differ.
    _ = builder.push(value);
    builder.finish(&Layout::Boxed).gather(1, &[count], &vec![0; count])
}
