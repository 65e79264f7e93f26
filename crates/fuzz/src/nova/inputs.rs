//! Arguments for generated NOVA programs. A vector of vectors is passed as all rows one after the other, and the
//! offsets of the rows.

use super::Type;
use crate::inputs::scalar;
use value::{ArrayValue, Scalar, ScalarType, SplitMix64, Value};

/// Length of the longest vector.
const MAX_LENGTH: u64 = 6;

/// Returns the leaves of arguments of these types. In the second run vectors have length 0 or 1.
pub fn arguments(random: &mut SplitMix64, types: &[Type], run: usize) -> Vec<Value> {
    types.iter().flat_map(|ty| leaves(random, ty, run)).collect()
}

/// Returns the leaves of a value of the type.
fn leaves(random: &mut SplitMix64, ty: &Type, run: usize) -> Vec<Value> {
    match ty {
        Type::Scalar(elem) => vec![Value::Scalar(scalar(random, *elem))],
        Type::Tuple(parts) => parts.iter().flat_map(|part| leaves(random, part, run)).collect(),
        Type::Vector(elem) => {
            let count = length(random, run);
            vector(random, elem, count, run)
        }
        Type::Matrix(elem) => {
            let shape = vec![length(random, run), length(random, run)];
            array(random, *elem, shape)
        }
        Type::Unit | Type::Sum(..) | Type::Function(..) | Type::Parameter(_) => Vec::new(),
    }
}

/// Returns the leaves of a vector of `count` elements.
fn vector(random: &mut SplitMix64, elem: &Type, count: usize, run: usize) -> Vec<Value> {
    match elem {
        Type::Scalar(elem) => array(random, *elem, vec![count]),
        Type::Tuple(parts) => parts.iter().flat_map(|part| vector(random, part, count, run)).collect(),
        Type::Vector(below) => {
            let mut end = 0;
            let mut offsets = vec![Scalar::I64(0)];
            for _ in 0..count {
                end += length(random, run);
                offsets.push(Scalar::I64(end as i64));
            }
            let mut leaves = vector(random, below, end, run);
            let offsets = ArrayValue::from_scalars(ScalarType::I64, vec![count + 1], &offsets);
            leaves.extend(offsets.map(Value::Array));
            leaves
        }
        Type::Unit | Type::Matrix(_) | Type::Sum(..) | Type::Function(..) | Type::Parameter(_) => Vec::new(),
    }
}

fn array(random: &mut SplitMix64, elem: ScalarType, shape: Vec<usize>) -> Vec<Value> {
    let scalars: Vec<Scalar> = (0..shape.iter().product()).map(|_| scalar(random, elem)).collect();
    ArrayValue::from_scalars(elem, shape, &scalars).map(Value::Array).into_iter().collect()
}

/// Returns a random length, usually short, sometimes 0.
fn length(random: &mut SplitMix64, run: usize) -> usize {
    (if run == 1 || random.below(8) == 0 { random.below(2) } else { 1 + random.below(MAX_LENGTH) }) as usize
}
