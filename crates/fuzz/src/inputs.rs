//! Arguments for generated entry points.

use crate::program::{Size, Type, variants};
use value::entry::{FlatType, empty, stack_elements, variant_leaves};
use value::{Scalar, ScalarType, SplitMix64, Value};

/// Largest size of an argument in most runs, and in the few runs whose sizes exceed tiles, groups and vectors.
const MAX_SIZE: u64 = 6;
const LARGE_SIZE: u64 = 37;

/// Returns the leaves of arguments for parameters of these types. In the second run, sizes are 0 or 1; otherwise they
/// are mostly larger. In some programs, one size of the third run is large.
pub fn arguments(random: &mut SplitMix64, sizes: &[String], params: &[Type], run: usize) -> Vec<Value> {
    let large = if run == 2 && random.below(6) == 0 { random.below(sizes.len().max(1) as u64) } else { u64::MAX };
    let values: Vec<(&String, usize)> = sizes
        .iter()
        .enumerate()
        .map(|(at, size)| {
            let value = match run {
                1 => random.below(2),
                _ if at as u64 == large => MAX_SIZE + random.below(LARGE_SIZE - MAX_SIZE),
                _ => 1 + random.below(MAX_SIZE),
            };
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
        Type::Sum(constructors) => {
            let at = random.below(constructors.len() as u64) as usize;
            let held = constructors[at].1.iter().flat_map(|ty| leaves(random, ty, size)).collect();
            variant_leaves(&variants(constructors), at, held).unwrap_or_default()
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
    let float = match random.below(5) {
        0 => [f64::NAN, f64::INFINITY, -0.0, 1e300, f64::NEG_INFINITY, 5e-324, 65520.0, 1e-7][bits as usize % 8],
        _ => number as f64 / 4.0,
    };
    if elem == ScalarType::Bool {
        return Scalar::Bool(bits.is_multiple_of(2));
    }
    Scalar::from_f64(elem, float).unwrap_or_else(|| Scalar::from_i128(elem, number.into()))
}
