//! Arguments for generated entry points.

use crate::program::{Size, Type};
use value::entry::{FlatType, empty, stack_elements, variant_leaves};
use value::{Scalar, ScalarType, SplitMix64, Value};

/// Largest size of an argument.
const MAX_SIZE: u64 = 6;

/// Returns the leaves of arguments for parameters of these types. In the second run sizes are 0 or 1, otherwise mostly
/// larger.
pub fn arguments(random: &mut SplitMix64, sizes: &[String], params: &[Type], run: usize) -> Vec<Value> {
    let values: Vec<(&String, usize)> = sizes
        .iter()
        .map(|size| {
            let value = if run == 1 { random.below(2) } else { 1 + random.below(MAX_SIZE) };
            (size, value as usize)
        })
        .collect();
    let known = |size: &Size| match size {
        Size::Name(name) => values.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value),
        Size::Number(number) => usize::try_from(*number).unwrap_or_default(),
    };
    params.iter().flat_map(|param| leaves(random, param, &known)).collect()
}

/// Returns the leaves of a value of the type.
fn leaves(random: &mut SplitMix64, ty: &Type, size: &impl Fn(&Size) -> usize) -> Vec<Value> {
    match ty {
        Type::Scalar(elem) => vec![Value::Scalar(scalar(random, *elem))],
        Type::Array(outer, elem) => array(random, size(outer), elem, size),
        Type::Tuple(parts) => parts.iter().flat_map(|part| leaves(random, part, size)).collect(),
        Type::Record(fields) => fields.iter().flat_map(|(_, field)| leaves(random, field, size)).collect(),
        Type::Option(payload) => {
            let at = random.below(2) as usize;
            let held = if at == 0 { Vec::new() } else { leaves(random, payload, size) };
            variant_leaves(&payload.variants(), at, held).unwrap_or_default()
        }
    }
}

/// Combines the leaves of elements to arrays; without elements, one sample determines the shape.
fn array(random: &mut SplitMix64, count: usize, elem: &Type, size: &impl Fn(&Size) -> usize) -> Vec<Value> {
    let elements: Vec<Vec<Value>> = (0..count.max(1)).map(|_| leaves(random, elem, size)).collect();
    let stacked = stack_elements(&elem.outside(), &[count], &elements).ok();
    let of_leaf = |(at, leaf): (usize, &FlatType)| {
        let values: Vec<&Value> = elements.iter().filter_map(|element| element.get(at)).collect();
        match values.first() {
            Some(first) if count == 0 => {
                let leaf = FlatType { rank: leaf.rank + 1, ..*leaf };
                empty(leaf, [&[0], first.shape()].concat())
            }
            _ => stacked.as_ref().and_then(|all| all.get(at).cloned()),
        }
    };
    elem.outside().leaves().iter().enumerate().filter_map(of_leaf).collect()
}

/// Returns a random scalar, usually small.
pub(crate) fn scalar(random: &mut SplitMix64, elem: ScalarType) -> Scalar {
    let bits = random.next_u64();
    let number = match random.below(8) {
        0 => bits as i64,
        1 => [i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)][bits as usize % 4],
        _ => (bits % 21) as i64 - 5,
    };
    let float = match random.below(12) {
        0 => [f64::NAN, f64::INFINITY, -0.0, 1e300][bits as usize % 4],
        _ => number as f64 / 4.0,
    };
    if elem == ScalarType::Bool {
        return Scalar::Bool(bits.is_multiple_of(2));
    }
    Scalar::from_f64(elem, float).unwrap_or_else(|| Scalar::from_i128(elem, number.into()))
}
