//! Arguments for generated entry points.

use crate::program::{Size, Type};
use value::{ArrayValue, Scalar, ScalarType, SplitMix64, Value};

/// The largest size of an argument.
const MAX_SIZE: u64 = 6;

/// Arguments for parameters of these types: in the second run the sizes are 0 or 1, otherwise mostly more.
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
    params.iter().map(|param| value(random, param, &known)).collect()
}

fn value(random: &mut SplitMix64, ty: &Type, size: &impl Fn(&Size) -> usize) -> Value {
    let mut shape = Vec::new();
    let mut elem = ty;
    while let Type::Array(outer, inner) = elem {
        shape.push(size(outer));
        elem = inner;
    }
    let Type::Scalar(elem) = elem else { return Value::Scalar(Scalar::Bool(false)) };
    if shape.is_empty() {
        return Value::Scalar(scalar(random, *elem));
    }
    let scalars: Vec<Scalar> = (0..shape.iter().product()).map(|_| scalar(random, *elem)).collect();
    let array = ArrayValue::from_scalars(*elem, shape, &scalars);
    array.map_or(Value::Scalar(Scalar::Bool(false)), Value::Array)
}

/// Mostly a small number, sometimes any.
fn scalar(random: &mut SplitMix64, elem: ScalarType) -> Scalar {
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
