//! Combines the leaves of parts to the leaves of a whole, and splits them again.

use super::{EntryType, FlatType, OpaqueForm, sum_layout, tag_type};
use crate::array::{ArrayValue, Value};
use crate::scalar::Scalar;
use base::Symbol;

/// The error for rows of different shapes: a row's shape, and the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregular {
    pub found: Vec<usize>,
    pub expected: Vec<usize>,
}

/// Returns the leaves of a sum's value: constructor `at` applied to payloads with these leaves. Unused slots hold zeros
/// and empty arrays, so equal values have equal leaves. `None` if there is no constructor `at`.
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

/// Returns the array of this shape without elements; `None` unless a size is 0.
pub fn empty(leaf: FlatType, shape: Vec<usize>) -> Option<Value> {
    ArrayValue::from_scalars(leaf.elem, shape, &[]).map(Value::Array)
}

/// Combines the leaves of elements to the leaves of an array with the outer sizes `lead`. The elements come in
/// row-major order; a missing leaf counts as a zero.
///
/// # Errors As for [`stack`].
pub fn stack_elements(elem: &EntryType, lead: &[usize], elements: &[Vec<Value>]) -> Result<Vec<Value>, Irregular> {
    let zero = Value::Scalar(Scalar::zero(tag_type(1)));
    let used: Vec<Vec<bool>> = elements.iter().map(|leaves| used(elem, leaves)).collect();
    let column = |(at, leaf)| {
        let values = elements.iter().map(|leaves: &Vec<Value>| leaves.get(at).unwrap_or(&zero));
        let used = used.iter().map(|used: &Vec<bool>| used.get(at).copied().unwrap_or(true));
        stack(leaf, lead, &values.zip(used).collect::<Vec<_>>())
    };
    elem.element_leaves().into_iter().enumerate().map(column).collect()
}

/// Combines one leaf of each element to an array with the outer sizes `lead`. The elements come in row-major order,
/// each with whether its value uses this leaf. An unused leaf becomes zeros of the shape that the used ones have.
///
/// # Errors If used leaves have different shapes, or the number of elements does not fit `lead`.
pub fn stack(leaf: FlatType, lead: &[usize], elements: &[(&Value, bool)]) -> Result<Value, Irregular> {
    let any = elements.iter().any(|(_, used)| *used);
    // The first element decides, as in compiled code.
    let first = elements.iter().find(|(_, used)| *used || !any).map(|(element, _)| element.shape().to_vec());
    let dims = first.unwrap_or_else(|| vec![0; leaf.rank]);
    let mut scalars = Vec::new();
    for (element, used) in elements {
        match element {
            Value::Scalar(scalar) => scalars.push(*scalar),
            Value::Array(array) if array.shape() == dims => {
                scalars.extend((0..array.len()).filter_map(|at| array.get(at)))
            }
            Value::Array(array) if array.is_empty() && !used => {
                scalars.extend(std::iter::repeat_n(Scalar::zero(leaf.elem), dims.iter().product()));
            }
            Value::Array(array) => return Err(Irregular { found: array.shape().to_vec(), expected: dims }),
        }
    }
    let array = ArrayValue::from_scalars(leaf.elem, [lead, &dims].concat(), &scalars);
    array.map(Value::Array).ok_or_else(|| Irregular { found: vec![elements.len()], expected: lead.to_vec() })
}

/// Returns for each leaf of a value whether the value uses it. A sum's value does not use slots of other constructors,
/// nor the leaves inside them.
pub fn used(ty: &EntryType, leaves: &[Value]) -> Vec<bool> {
    let EntryType::Opaque(opaque) = ty else { return vec![true] };
    match &opaque.form {
        OpaqueForm::Record(fields) => {
            let types: Vec<&EntryType> = fields.iter().map(|(_, field)| field).collect();
            used_by_parts(&types, leaves)
        }
        OpaqueForm::Sum(constructors) => {
            let layout = sum_layout(constructors);
            let mut all = vec![false; layout.parts.len()];
            let Some(Value::Scalar(tag)) = leaves.first() else { return all };
            let at = tag.as_i128().and_then(|tag| usize::try_from(tag).ok()).unwrap_or(usize::MAX);
            let Some((places, (_, payloads))) = layout.places.get(at).zip(constructors.get(at)) else { return all };
            let own: Vec<Value> = places.iter().filter_map(|&place| leaves.get(place).cloned()).collect();
            let by_payloads = used_by_parts(&payloads.iter().collect::<Vec<_>>(), &own);
            for (place, used) in std::iter::once((&0, true)).chain(places.iter().zip(by_payloads)) {
                if let Some(slot) = all.get_mut(*place) {
                    *slot = used;
                }
            }
            all
        }
        OpaqueForm::Array(elem, rank) if has_sums(elem) => {
            let count: usize = leaves.first().map_or(0, |leaf| leaf.shape().iter().take(*rank).product());
            let mut all = vec![false; elem.element_leaves().len()];
            for at in 0..count {
                let own: Vec<Value> = leaves.iter().filter_map(|leaf| element(leaf, *rank, at)).collect();
                all.iter_mut().zip(used(elem, &own)).for_each(|(all, used)| *all |= used);
            }
            all
        }
        OpaqueForm::Array(..) | OpaqueForm::Tree(_) | OpaqueForm::Data(_) => vec![true; ty.leaves().len()],
    }
}

fn used_by_parts(types: &[&EntryType], leaves: &[Value]) -> Vec<bool> {
    let parts = split(types, leaves);
    types.iter().zip(parts).flat_map(|(ty, leaves)| used(ty, leaves)).collect()
}

pub(super) fn has_sums(ty: &EntryType) -> bool {
    let EntryType::Opaque(opaque) = ty else { return false };
    match &opaque.form {
        OpaqueForm::Record(fields) => fields.iter().any(|(_, field)| has_sums(field)),
        OpaqueForm::Array(elem, _) => has_sums(elem),
        OpaqueForm::Sum(_) => true,
        OpaqueForm::Tree(_) | OpaqueForm::Data(_) => false,
    }
}

/// Returns element `at`, in row-major order, of the array seen as one of `depth` dimensions.
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

/// Splits the leaves of a sequence of values into the leaves of each, given their types.
pub fn split<'v>(types: &[&EntryType], mut leaves: &'v [Value]) -> Vec<&'v [Value]> {
    let mut parts = Vec::with_capacity(types.len());
    for ty in types {
        let (own, rest) = leaves.split_at(ty.leaves().len().min(leaves.len()));
        parts.push(own);
        leaves = rest;
    }
    parts
}
