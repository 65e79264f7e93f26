//! Comparison of actual with expected results: integers and booleans exactly, floats within a tolerance.

use crate::array::{ArrayValue, Value};
use crate::scalar::{Scalar, ScalarType};
use std::fmt;

/// Tolerance of comparisons of floats. Two floats may differ by the larger of `absolute` and `relative` times the
/// largest magnitude among the finite expected elements. All elements of an array have the same bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tolerance {
    pub absolute: f64,
    pub relative: f64,
}

/// The first difference between two values.
#[derive(Clone, PartialEq, Debug)]
pub enum Mismatch {
    /// The numbers of values differ.
    Count { expected: usize, actual: usize },
    /// The element types differ.
    Type { expected: ScalarType, actual: ScalarType },
    /// The sizes differ, or one value is a scalar and the other an array.
    Shape { expected: Vec<usize>, actual: Vec<usize> },
    /// An element differs.
    Element(ElementMismatch),
    /// The values at position `at`, counted from 0, differ.
    At { at: usize, mismatch: Box<Mismatch> },
}

/// The first pair of elements that differ, and the number of such pairs.
#[derive(Clone, PartialEq, Debug)]
pub struct ElementMismatch {
    /// Index of the element in each dimension; empty for scalars.
    pub index: Vec<usize>,
    pub expected: Scalar,
    pub actual: Scalar,
    /// Largest difference that was allowed; `None` for integers and booleans.
    pub tolerance: Option<f64>,
    /// Number of elements that differ.
    pub differing: usize,
}

impl Default for Tolerance {
    /// Returns a tolerance of 0.002, both absolute and relative.
    fn default() -> Tolerance {
        Tolerance { absolute: 0.002, relative: 0.002 }
    }
}

impl Tolerance {
    /// No tolerance: floats must be equal as numbers.
    pub const EXACT: Tolerance = Tolerance { absolute: 0.0, relative: 0.0 };

    fn distance(self, largest: f64) -> f64 {
        self.absolute.max(self.relative * largest)
    }
}

/// Compares lists of values, such as the results of a program.
///
/// # Errors `Count`, or `At` with the first pair of values that differ.
pub fn compare_all(expected: &[Value], actual: &[Value], tolerance: Tolerance) -> Result<(), Mismatch> {
    if expected.len() != actual.len() {
        return Err(Mismatch::Count { expected: expected.len(), actual: actual.len() });
    }
    for (at, (expected, actual)) in expected.iter().zip(actual).enumerate() {
        compare(expected, actual, tolerance).map_err(|mismatch| Mismatch::At { at, mismatch: Box::new(mismatch) })?;
    }
    Ok(())
}

/// Compares two values. NaN equals NaN, and an infinity equals itself only.
///
/// # Errors
/// The first difference.
pub fn compare(expected: &Value, actual: &Value, tolerance: Tolerance) -> Result<(), Mismatch> {
    if expected.elem() != actual.elem() {
        return Err(Mismatch::Type { expected: expected.elem(), actual: actual.elem() });
    }
    match (expected, actual) {
        (Value::Scalar(expected), Value::Scalar(actual)) => compare_scalars(*expected, *actual, tolerance),
        (Value::Array(expected), Value::Array(actual)) if expected.shape() == actual.shape() => {
            compare_arrays(expected, actual, tolerance)
        }
        _ => Err(Mismatch::Shape { expected: expected.shape().to_vec(), actual: actual.shape().to_vec() }),
    }
}

fn compare_scalars(expected: Scalar, actual: Scalar, tolerance: Tolerance) -> Result<(), Mismatch> {
    let distance = tolerance.distance(magnitude(expected));
    if agree(expected, actual, distance) {
        return Ok(());
    }
    let tolerance = expected.scalar_type().is_float().then_some(distance);
    Err(Mismatch::Element(ElementMismatch { index: Vec::new(), expected, actual, tolerance, differing: 1 }))
}

/// Compares the elements of two arrays of one shape. Reports the first that differs. The tolerance depends on the
/// largest expected one.
fn compare_arrays(expected: &ArrayValue, actual: &ArrayValue, tolerance: Tolerance) -> Result<(), Mismatch> {
    let pairs = || (0..expected.len()).filter_map(|at| Some((at, expected.get(at)?, actual.get(at)?)));
    let largest = pairs().map(|(_, expected, _)| magnitude(expected)).fold(0.0, f64::max);
    let distance = tolerance.distance(largest);
    let mut differing = pairs().filter(|&(_, expected, actual)| !agree(expected, actual, distance));
    let Some((at, first, found)) = differing.next() else { return Ok(()) };
    Err(Mismatch::Element(ElementMismatch {
        index: index_of(at, expected.shape()),
        expected: first,
        actual: found,
        tolerance: expected.elem().is_float().then_some(distance),
        differing: 1 + differing.count(),
    }))
}

/// Returns the magnitude of a finite float, and 0 for any other scalar.
fn magnitude(scalar: Scalar) -> f64 {
    scalar.as_f64().filter(|value| value.is_finite()).map_or(0.0, f64::abs)
}

fn agree(expected: Scalar, actual: Scalar, distance: f64) -> bool {
    match (expected.as_f64(), actual.as_f64()) {
        (Some(expected), Some(actual)) => {
            expected == actual
                || (expected.is_nan() && actual.is_nan())
                || (expected.is_finite() && actual.is_finite() && (expected - actual).abs() <= distance)
        }
        _ => expected == actual,
    }
}

/// Converts a row-major position to one index for each dimension.
fn index_of(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = Vec::with_capacity(shape.len());
    for &size in shape.iter().rev() {
        index.push(at % size.max(1));
        at /= size.max(1);
    }
    index.reverse();
    index
}

impl std::error::Error for Mismatch {}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Count { expected, actual } => write!(f, "expected {expected} values, but got {actual}"),
            Mismatch::Type { expected, actual } => write!(f, "expected type {expected}, but got {actual}"),
            Mismatch::Shape { expected, actual } => {
                write!(f, "expected {}, but got {}", Shape(expected), Shape(actual))
            }
            Mismatch::Element(element) => element.fmt(f),
            Mismatch::At { at, mismatch } => write!(f, "value {at}: {mismatch}"),
        }
    }
}

/// Prints sizes for messages, such as `shape [2][3]`; no sizes are `a scalar`.
struct Shape<'a>(&'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("a scalar");
        }
        f.write_str("shape ")?;
        self.0.iter().try_for_each(|size| write!(f, "[{size}]"))
    }
}

impl fmt::Display for ElementMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.index.is_empty() {
            let index = self.index.iter().map(usize::to_string).collect::<Vec<_>>();
            write!(f, "index [{}]: ", index.join(", "))?;
        }
        write!(f, "expected {}, but got {}", Value::Scalar(self.expected), Value::Scalar(self.actual))?;
        if let Some(tolerance) = self.tolerance {
            write!(f, " (tolerance {tolerance})")?;
        }
        match self.differing {
            0 | 1 => Ok(()),
            many => write!(f, "; {many} elements differ"),
        }
    }
}
