//! Putting the leaves of parts together, and taking them apart again.

use super::{EntryType, FlatType, sum_layout};
use crate::array::{ArrayValue, Value};
use crate::scalar::Scalar;
use base::Symbol;

/// Rows that do not have one shape: one that was found, and the one expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregular {
    pub found: Vec<usize>,
    pub expected: Vec<usize>,
}

/// The leaves of a sum's value made by constructor `at` of payloads with these leaves. Slots that it does not use hold
/// zeros, and arrays without elements: equal values have equal leaves. `None` if there is no such constructor.
pub fn variant_leaves(constructors: &[(Symbol, Vec<EntryType>)], at: usize, payload: Vec<Value>) -> Option<Vec<Value>> {
    let layout = sum_layout(constructors);
    let unused = |part: &FlatType| match part.rank {
        0 => Some(Value::Scalar(Scalar::zero(part.elem))),
        rank => empty(*part, vec![0; rank]),
    };
    let mut leaves: Vec<Value> = layout.parts.iter().map(unused).collect::<Option<_>>()?;
    *leaves.first_mut()? = Value::Scalar(Scalar::from_i128(layout.tag(), at as i128));
    for (&place, leaf) in layout.places.get(at)?.iter().zip(payload) {
        *leaves.get_mut(place)? = leaf;
    }
    Some(leaves)
}

/// The array of that type without elements; `None` unless a size is 0.
pub fn empty(leaf: FlatType, shape: Vec<usize>) -> Option<Value> {
    ArrayValue::from_scalars(leaf.elem, shape, &[]).map(Value::Array)
}

/// The array, `lead` being its outer sizes, of a leaf of each element in row-major order. An element without elements
/// stands for zeros where others have some: its value does not use the slot.
///
/// # Errors
/// Where elements that are not empty have different shapes, or their number is not what `lead` says.
pub fn stack(leaf: FlatType, lead: &[usize], elements: &[&Value]) -> Result<Value, Irregular> {
    let largest = |dim: usize| elements.iter().filter_map(|item| item.shape().get(dim).copied()).max().unwrap_or(0);
    let dims: Vec<usize> = (0..leaf.rank).map(largest).collect();
    let mut scalars = Vec::new();
    for element in elements {
        match element {
            Value::Scalar(scalar) => scalars.push(*scalar),
            Value::Array(array) if array.shape() == dims => {
                scalars.extend((0..array.len()).filter_map(|at| array.get(at)))
            }
            Value::Array(array) if array.is_empty() => {
                scalars.extend(std::iter::repeat_n(Scalar::zero(leaf.elem), dims.iter().product()));
            }
            Value::Array(array) => return Err(Irregular { found: array.shape().to_vec(), expected: dims }),
        }
    }
    let array = ArrayValue::from_scalars(leaf.elem, [lead, &dims].concat(), &scalars);
    array.map(Value::Array).ok_or_else(|| Irregular { found: vec![elements.len()], expected: lead.to_vec() })
}

/// Element `at`, in row-major order, of an array taken as one of `depth` dimensions.
pub fn element(value: &Value, depth: usize, at: usize) -> Option<Value> {
    let Value::Array(array) = value else { return None };
    let dims = array.shape().get(depth..)?;
    let count: usize = dims.iter().product();
    if dims.is_empty() {
        return array.get(at).map(Value::Scalar);
    }
    let scalars: Option<Vec<Scalar>> = (at * count..(at + 1) * count).map(|at| array.get(at)).collect();
    ArrayValue::from_scalars(array.elem(), dims.to_vec(), &scalars?).map(Value::Array)
}

/// The leaves of each of the parts, in order.
pub fn split<'v>(types: &[&EntryType], mut leaves: &'v [Value]) -> Vec<&'v [Value]> {
    let mut parts = Vec::with_capacity(types.len());
    for ty in types {
        let (own, rest) = leaves.split_at(ty.leaves().len().min(leaves.len()));
        parts.push(own);
        leaves = rest;
    }
    parts
}
