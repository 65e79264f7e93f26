//! Messages of run-time failures. The evaluator of CORE and the checks made by the lowering to FUN use the same ones.
//! Each hole takes one scalar.

use ::value::entry::NoTree;
use base::Template;

/// How the message shows one dimension of an index or slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// An index: `{}`.
    Fix,
    /// A range: `{}:{}`, its start and end.
    Range,
    /// A range with a stride: `{}:{}:{}`, its start, end and stride.
    Strided,
}

/// Returns the message for an index or slice out of bounds. Holes: the numbers of each dimension in order, then the
/// array's sizes.
pub fn index_out_of_bounds(dims: &[Shown], rank: usize) -> Template {
    let shown: Vec<&str> = dims
        .iter()
        .map(|dim| match dim {
            Shown::Fix => "{}",
            Shown::Range => "{}:{}",
            Shown::Strided => "{}:{}:{}",
        })
        .collect();
    Template::new(format!("Index [{}] out of bounds for array of shape {}.", shown.join(", "), shape(rank)))
}

/// Returns the message for a view out of bounds whose strides are given. Holes: its start, count and stride of each
/// dimension, the array's length.
pub fn view_out_of_bounds(rank: usize) -> Template {
    let dims = vec!["({}:{})"; rank].concat();
    Template::new(format!("View {{}} + {dims} out of bounds for array of shape [{{}}]."))
}

/// Returns the message for an index out of bounds of a sequence. Holes: the index, the length.
pub fn outside_of_sequence() -> Template {
    Template::new("index {} is out of bounds for a sequence of length {}")
}

/// Returns the message for a range out of bounds of a sequence. Holes: the count, the start, the length.
pub fn range_outside_of_sequence() -> Template {
    Template::new("a range of {} elements from index {} on is out of bounds for a sequence of length {}")
}

/// Returns the message for an index out of bounds of a tensor, or an element that it does not have. Holes: the index, the
/// size of the dimension or of the tensor.
pub fn outside_of_tensor() -> Template {
    Template::new("Out of bounds access in tensor: index {} in a dimension of size {}")
}

/// Returns the message for a wrong number of indices. Holes: the number, the rank.
pub fn tensor_rank() -> Template {
    Template::new("Wrong number of dimensions used to access tensor: {} indices for rank {}")
}

/// Returns the message for a shape with a negative size, or with more elements than can be counted. Hole: the size.
pub fn tensor_shape() -> Template {
    Template::new("a tensor cannot have a dimension of size {}")
}

/// Returns the message for elements that do not fit the shape. Holes: their number, that of the shape.
pub fn tensor_elements() -> Template {
    Template::new("{} elements do not have the shape of a tensor with {} elements")
}

/// Returns the message for a view out of bounds. Holes: the count, the start, the tensor's size.
pub fn view_of_tensor() -> Template {
    Template::new("a view of {} elements from number {} on is out of bounds for a tensor of {} elements")
}

/// Text for two values that a scatter writes to one index. Holes: the index, the position of the first value and the
/// value, those of the second.
pub const SCATTER_CONFLICT: &str = "scatter writes different values to index {}: value {} is {}, but value {} is {}";

/// Returns the text for an operator that is not associative. Holes: the operands `a`, `b` and `c`, and both results.
pub fn not_associative(operation: &str) -> String {
    format!(
        "the operator of this {operation} is not associative: for a = {{}}, b = {{}} and c = {{}}, \
         (a op b) op c is {{}}, but a op (b op c) is {{}}"
    )
}

/// Returns the text for a neutral element that is not neutral. Holes: both operands and the result.
pub fn not_neutral(operation: &str) -> String {
    format!("the neutral element of this {operation} is not neutral: {{}} op {{}} is {{}}")
}

/// Returns the message for two writes in different iterations. Holes: the earlier iteration, the later one, the element.
pub fn written_twice() -> Template {
    Template::new("the iterations of this loop are not independent: {} and {} both write element {} of a tensor")
}

/// Returns the message for a read of what another iteration writes. Holes: the iteration that reads, the element, the
/// iteration that writes.
pub fn read_and_written() -> Template {
    Template::new("the iterations of this loop are not independent: {} reads element {} of a tensor, which {} writes")
}

/// Returns the message for a division by zero. Holes: both operands. The text names no operator, because languages
/// spell it differently.
pub fn division_by_zero() -> Template {
    Template::new("division by zero: {} by {}")
}

/// Returns the message for a negative exponent. Holes: base and exponent.
pub fn negative_exponent() -> Template {
    Template::new("negative exponent: {} ** {}")
}

/// Returns the message for a negative number of elements. Hole: the count.
pub fn negative_count() -> Template {
    Template::new("an array cannot have {} elements")
}

/// Returns the message for arrays of different lengths that are traversed together. Holes: the two lengths.
pub fn zip_lengths() -> Template {
    Template::new("arrays of lengths {} and {} are traversed together")
}

/// Returns the message for rows of different shapes in one array. Holes: the sizes found, then the sizes expected.
pub fn irregular(rank: usize) -> Template {
    Template::new(format!("row of shape {} in an array of rows of shape {}", shape(rank), shape(rank)))
}

/// Returns the message for a value whose shape differs from that of the slice it is written to. Holes: the value's
/// sizes, then the slice's.
pub fn update_shape(rank: usize) -> Template {
    Template::new(format!("value of shape {} written to a slice of shape {}", shape(rank), shape(rank)))
}

/// Returns the message for an operator of a reduction or scan whose result differs in shape from its neutral element.
/// Holes as in `irregular`.
pub fn operator_shape(rank: usize) -> Template {
    Template::new(format!("operator returns shape {} where the neutral element has {}", shape(rank), shape(rank)))
}

/// Returns the message for a flattened array whose number of elements exceeds `i64`. Holes: the two sizes.
pub fn flatten() -> Template {
    Template::new("array of shape [{}][{}] has too many elements to be flattened")
}

/// Returns the message for an unflattened array whose length is not the product of the two sizes. Holes: the length,
/// then the two sizes.
pub fn unflatten() -> Template {
    Template::new("array of length {} cannot be unflattened to shape [{}][{}]")
}

/// Returns the message for an argument whose arrays differ in their outer sizes. Holes: the sizes found, then the sizes
/// expected.
pub fn argument_shapes(name: &str, rank: usize) -> Template {
    let (name, shape) = (literally(name), shape(rank));
    Template::new(format!("argument `{name}` has arrays of shapes {shape} and {shape} that should be equal"))
}

/// Returns the message for a size that differs between places of the arguments. Holes: a size found, then the one
/// expected.
pub fn argument_sizes(name: &str) -> Template {
    Template::new(format!("size `{}` is {{}} in one place of the arguments and {{}} in another", literally(name)))
}

/// Returns the message for an argument that is not a valid value of its sum type.
pub fn argument_tags(name: &str) -> Template {
    let name = literally(name);
    Template::new(format!("argument `{name}` has an invalid tag, or an unused slot that is not 0"))
}

/// Returns the message for arrays that represent no value of a type with data types. Holes: those of `NoTree::values`.
pub fn no_tree(name: &str, why: NoTree) -> Template {
    let why = match why {
        NoTree::Types => "its arrays have other types".to_owned(),
        NoTree::Ends(None, _) => "its numbers end after {}, but more are needed".to_owned(),
        NoTree::Ends(Some(elem), _) => format!("its array of {elem} ends after {{}} elements, but more are needed"),
        NoTree::Constructor { count, .. } => {
            format!("{{}} at position {{}} of its numbers is not one of {count} constructors")
        }
        NoTree::Size { .. } => "{} at position {} of its numbers is not a size".to_owned(),
        NoTree::Node { .. } => "the value at position {} of its numbers needs another value before it".to_owned(),
        NoTree::Rest => "its arrays contain more than one value".to_owned(),
    };
    Template::new(format!("argument `{}` does not represent a value: {why}", literally(name)))
}

/// Returns the message for a result with data types that has more than `value::entry::MAX_NODES` nodes.
pub fn large_result() -> Template {
    Template::new("the result is too large")
}

/// Returns the message for an argument whose row offsets are invalid. Hole: the number of elements in all rows.
pub fn argument_rows(name: &str) -> Template {
    Template::new(format!("argument `{}` has offsets that do not ascend from 0 to its {{}} elements", literally(name)))
}

/// Returns the message for an argument with invalid irregular arrays inside sums.
pub fn argument_inner_rows(name: &str) -> Template {
    let name = literally(name);
    Template::new(format!("argument `{name}` has rows in a sum whose offsets do not ascend from 0 to their elements"))
}

/// Escapes braces, so that the text has no holes.
fn literally(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

fn shape(rank: usize) -> String {
    "[{}]".repeat(rank)
}
