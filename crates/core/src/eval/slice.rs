//! Indexing, slicing and updating arrays: bounds checks, and the blocks that a slice selects.
//!
//! The array is evaluated before the other operands, except if it is a path: a variable or a field of one. No other
//! operand changes the value of a path, and without a second reference to its array an update is done in place.

use super::array::Array;
use super::code::{Dim, Node, Op};
use super::machine::{Eval, Machine, Outcome, fail, ill_typed, numbers, shapes_differ};
use super::value::{Value, shape_difference};
use crate::messages::{self, Shown};
use base::{Span, Stop};

/// A dimension of a slice, with its operands evaluated but not checked.
enum Wanted {
    Fix(i64),
    Range { start: Option<i64>, end: Option<i64>, stride: Option<i64> },
}

/// A dimension of a slice, checked: `count` indices from `start` in steps of `stride`. If `count` is 0, so is `start`.
/// A fixed index has no count.
#[derive(Clone, Copy)]
struct Selected {
    start: i64,
    stride: i64,
    count: Option<usize>,
}

impl Machine<'_> {
    /// Reads the element or row at the indices.
    pub(super) fn index<R: Outcome>(&mut self, array: &Node, indices: &[Node], span: Span) -> Eval<R> {
        if indices.is_empty() {
            return self.eval(array);
        }
        let first = self.array_first(array)?;
        let pushed = self.push_indices(indices)?;
        let owned;
        let array = match &array.op {
            Op::Read(read) if !read.last => match self.peek(read.slot)? {
                Value::Array(array) => array,
                _ => return Err(ill_typed("an array")),
            },
            _ => {
                owned = self.array_then(first, array)?;
                &owned
            }
        };
        let indices = self.words.get(pushed..).unwrap_or(&[]);
        let found = match flat_words(&array.shape, indices) {
            Some(block) => array.pick(indices.len(), block),
            None => Err(element_out_of_bounds(indices, array, span)),
        };
        self.words.truncate(pushed);
        found
    }

    /// Evaluates the array before the other operands of its operation, unless it is a path.
    fn array_first(&mut self, array: &Node) -> Eval<Option<Array>> {
        if array.is_path() { Ok(None) } else { self.array_value(array).map(Some) }
    }

    /// Returns the array of an operation whose other operands have been evaluated.
    fn array_then(&mut self, first: Option<Array>, array: &Node) -> Eval<Array> {
        first.map_or_else(|| self.array_value(array), Ok)
    }

    /// Evaluates indices onto the stack of words; returns the position of the first one.
    fn push_indices(&mut self, indices: &[Node]) -> Eval<usize> {
        let start = self.words.len();
        for index in indices {
            let index = self.integer(index)?;
            self.words.push(index as u64);
        }
        Ok(start)
    }

    /// Updates a scalar element.
    pub(super) fn update_element(&mut self, array: &Node, indices: &[Node], value: &Node, span: Span) -> Eval {
        let first = self.array_first(array)?;
        let pushed = self.push_indices(indices)?;
        let word: u64 = self.eval(value)?;
        let mut array = self.array_then(first, array)?;
        let indices = self.words.get(pushed..).unwrap_or(&[]);
        match flat_words(&array.shape, indices) {
            Some(block) => array.write_word(block, word),
            None => return Err(element_out_of_bounds(indices, &array, span)),
        }
        self.words.truncate(pushed);
        Ok(Value::Array(array))
    }

    /// Evaluates a slice: consecutive rows and fixed indices are views, other slices are copied.
    pub(super) fn slice(&mut self, array: &Node, dims: &[Dim], span: Span) -> Eval {
        if dims.is_empty() {
            return self.eval(array);
        }
        let first = self.array_first(array)?;
        let wanted = self.wanted(dims)?;
        let array = self.array_then(first, array)?;
        let selected = select(&array, &wanted, span)?;
        if let [Selected { start, stride: 1, count: Some(count) }] = selected.as_slice() {
            return Ok(Value::Array(array.rows(*start as usize, *count)));
        }
        let lead: Vec<usize> = selected.iter().filter_map(|dim| dim.count).collect();
        if lead.is_empty() {
            let indices: Vec<i64> = selected.iter().map(|dim| dim.start).collect();
            let block = flat_index(&array.shape, &indices).ok_or_else(|| ill_typed("an index"))?;
            return Ok(array.block(indices.len(), block));
        }
        let blocks = blocks(&array.shape, &selected);
        self.charge(blocks.len())?;
        let gathered = array.gather(dims.len(), &lead, &blocks);
        Ok(Value::Array(gathered))
    }

    /// Updates a slice.
    pub(super) fn update(&mut self, array: &Node, dims: &[Dim], value: &Node, span: Span) -> Eval {
        let first = self.array_first(array)?;
        let wanted = self.wanted(dims)?;
        let mut value = self.eval(value)?;
        let mut array = self.array_then(first, array)?;
        let selected = select(&array, &wanted, span)?;
        let lead: Vec<usize> = selected.iter().filter_map(|dim| dim.count).collect();
        detach(&mut value, &array);
        if lead.is_empty() {
            let indices: Vec<i64> = selected.iter().map(|dim| dim.start).collect();
            if indices.is_empty() {
                return Ok(value);
            }
            let block = flat_index(&array.shape, &indices).ok_or_else(|| ill_typed("an index"))?;
            write_block(&mut array, indices.len(), block, &value, messages::update_shape, span)?;
            return Ok(Value::Array(array));
        }
        let Value::Array(source) = &value else { return Err(ill_typed("the value of an update")) };
        let inner = array.shape.get(dims.len()..).unwrap_or(&[]);
        let expected = [&lead, inner].concat();
        if *source.shape != *expected {
            return Err(shapes_differ(messages::update_shape, &source.shape, &expected, span));
        }
        let blocks = blocks(&array.shape, &selected);
        self.charge(blocks.len())?;
        if let (Some(first), true) = (blocks.first(), source.count() > 0) {
            let (old, new) = (array.block(dims.len(), *first), source.block(lead.len(), 0));
            if let Some((found, expected)) = shape_difference(&new, &old) {
                return Err(shapes_differ(messages::update_shape, &found, &expected, span));
            }
        }
        array.write_blocks(&blocks, source, lead.len());
        Ok(Value::Array(array))
    }

    /// Evaluates the operands of a slice's dimensions.
    fn wanted(&mut self, dims: &[Dim]) -> Eval<Vec<Wanted>> {
        let mut wanted = Vec::with_capacity(dims.len());
        for dim in dims {
            wanted.push(match dim {
                Dim::Fix(index) => Wanted::Fix(self.integer(index)?),
                Dim::Range { start, end, stride } => {
                    let mut part = |node: &Option<Node>| node.as_ref().map(|node| self.integer(node)).transpose();
                    Wanted::Range { start: part(start)?, end: part(end)?, stride: part(stride)? }
                }
            });
        }
        Ok(wanted)
    }
}

/// Writes a value to a block; fails if their shapes differ.
pub(super) fn write_block(
    array: &mut Array,
    depth: usize,
    block: usize,
    value: &Value,
    template: fn(usize) -> base::Template,
    span: Span,
) -> Eval<()> {
    if !matches!(value, Value::Scalar(_))
        && let Some((found, expected)) = shape_difference(value, &array.block(depth, block))
    {
        return Err(shapes_differ(template, &found, &expected, span));
    }
    array.write(depth, block, value);
    Ok(())
}

/// Copies the arrays in `value` that share a buffer with `array`. Otherwise writing to `array` would copy the whole
/// buffer.
pub(super) fn detach(value: &mut Value, array: &Array) {
    match value {
        Value::Array(part) if part.shares(array) => *part = part.detached(),
        Value::Record(fields) => {
            let shared = |field: &Value| matches!(field, Value::Array(part) if part.shares(array));
            if fields.iter().any(shared) {
                let mut copy = fields.to_vec();
                copy.iter_mut().for_each(|field| detach(field, array));
                *value = Value::record(copy);
            }
        }
        _ => {}
    }
}

/// Returns the number of the block at these indices; `None` if one is out of bounds.
pub(super) fn flat_index(shape: &[usize], indices: &[i64]) -> Option<usize> {
    let mut flat = 0;
    for (i, index) in indices.iter().enumerate() {
        let size = *shape.get(i)?;
        let index = usize::try_from(*index).ok().filter(|index| *index < size)?;
        flat = flat * size + index;
    }
    Some(flat)
}

/// Like `flat_index`, for indices that are words.
fn flat_words(shape: &[usize], indices: &[u64]) -> Option<usize> {
    let mut flat = 0;
    for (index, size) in indices.iter().zip(shape) {
        // As an unsigned word, a negative index exceeds every size.
        let index = usize::try_from(*index).ok().filter(|index| index < size)?;
        flat = flat * size + index;
    }
    (indices.len() <= shape.len()).then_some(flat)
}

#[cold]
fn element_out_of_bounds(indices: &[u64], array: &Array, span: Span) -> Box<Stop> {
    let shown: Vec<i64> = indices.iter().map(|index| *index as i64).collect();
    out_of_bounds(&vec![Shown::Fix; shown.len()], &shown, array, span)
}

fn out_of_bounds(dims: &[Shown], shown: &[i64], array: &Array, span: Span) -> Box<Stop> {
    let mut values = numbers(shown);
    values.extend(numbers(&array.shape));
    fail(&messages::index_out_of_bounds(dims, array.shape.len()), &values, span)
}

/// Returns the dimensions of a slice with defaults filled in; fails if one is out of bounds.
fn select(array: &Array, wanted: &[Wanted], span: Span) -> Eval<Vec<Selected>> {
    let mut selected = Vec::with_capacity(wanted.len());
    let (mut dims, mut shown, mut fits) = (Vec::new(), Vec::new(), true);
    for (dim, size) in wanted.iter().zip(array.shape.iter()) {
        let size = *size as i64;
        match *dim {
            Wanted::Fix(index) => {
                fits &= (0..size).contains(&index);
                dims.push(Shown::Fix);
                shown.push(index);
                selected.push(Selected { start: index, stride: 1, count: None });
            }
            Wanted::Range { start, end, stride } => {
                let by = stride.unwrap_or(1);
                let (first, last) = if by < 0 { (size - 1, -1) } else { (0, size) };
                let (start, end) = (start.unwrap_or(first), end.unwrap_or(last));
                let count = range_count(start, end, by, size);
                fits &= count.is_some();
                dims.push(if stride.is_some() { Shown::Strided } else { Shown::Range });
                shown.extend([start, end]);
                shown.extend(stride);
                let count = count.unwrap_or(0);
                selected.push(Selected { start: if count == 0 { 0 } else { start }, stride: by, count: Some(count) });
            }
        }
    }
    if selected.len() != wanted.len() {
        return Err(ill_typed("a slice"));
    }
    if fits { Ok(selected) } else { Err(out_of_bounds(&dims, &shown, array, span)) }
}

/// Returns the number of indices `start`, `start + stride`, .. before `end`; `None` if the stride is 0 or the range is
/// out of bounds of a dimension of `size`. The count is `(end - start + stride - sgn stride) quot stride` in wrapping
/// arithmetic. An empty range is in bounds; otherwise the first and the last index must be.
pub fn range_count(start: i64, end: i64, stride: i64, size: i64) -> Option<usize> {
    if stride == 0 {
        return None;
    }
    let padded = end.wrapping_sub(start).wrapping_add(stride).wrapping_sub(stride.signum());
    let count = padded.wrapping_div(stride);
    let last = start.wrapping_add(count.wrapping_sub(1).wrapping_mul(stride));
    let fits = count == 0 || ((0..size).contains(&start) && (0..size).contains(&last));
    usize::try_from(count).ok().filter(|_| fits)
}

/// Returns the numbers of the blocks that a slice selects, in row-major order.
fn blocks(shape: &[usize], selected: &[Selected]) -> Vec<usize> {
    let mut blocks = vec![0];
    for (dim, size) in selected.iter().zip(shape) {
        let count = dim.count.unwrap_or(1);
        let mut next = Vec::with_capacity(blocks.len() * count);
        for block in blocks {
            next.extend((0..count).map(|i| block * size + (dim.start + i as i64 * dim.stride) as usize));
        }
        blocks = next;
    }
    blocks
}
