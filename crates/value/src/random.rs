//! Random values for tests and data sets. The same seed gives the same values on every machine.

use crate::array::Storage;
use crate::array::Value;
use crate::binary::{byte_length, value_of};
use crate::scalar::{Scalar, ScalarType, f16_from_f64};

use std::fmt;

/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a counter
/// that grows by an odd constant, and a function that mixes its bits.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

/// The smallest and the largest element, both included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub low: Scalar,
    pub high: Scalar,
}

/// Why a random value cannot be generated.
#[derive(Clone, PartialEq, Debug)]
pub enum RandomError {
    /// The bounds have another type than the elements.
    Type { elem: ScalarType, bounds: Bounds },
    /// The low bound is above the high one, or a bound is not finite.
    Order { bounds: Bounds },
    /// The elements cannot be allocated.
    Size { shape: Vec<usize> },
}

impl SplitMix64 {
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Returns 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, `count`, as the high half of a product. For `count` 0, returns
    /// any number. The bias is below `count` / 2^64.
    pub fn below(&mut self, count: u64) -> u64 {
        let bits = self.next_u64();
        if count == 0 { bits } else { ((u128::from(bits) * u128::from(count)) >> 64) as u64 }
    }

    /// Returns a multiple of 2^-`bits` from 0 up to, but not including, 1. Uses at most 53 bits.
    pub(crate) fn fraction(&mut self, bits: u32) -> f64 {
        let bits = bits.min(53);
        (self.next_u64() >> (64 - bits)) as f64 / (1u64 << bits) as f64
    }
}

/// Returns a random scalar, or an array if the shape has dimensions. Without bounds, integers have their full range,
/// floats lie in [0, 1), and booleans are either.
///
/// # Errors If the bounds are invalid for `elem`, or there are too many elements.
pub fn random_value(
    elem: ScalarType,
    shape: &[usize],
    seed: u64,
    bounds: Option<Bounds>,
) -> Result<Value, RandomError> {
    check_bounds(elem, bounds)?;
    let too_large = || RandomError::Size { shape: shape.to_vec() };
    let count = byte_length(elem, shape).ok_or_else(too_large)? / elem.bytes();
    let generator = &mut SplitMix64::new(seed);
    let data = random_storage(elem, count, generator, bounds).ok_or_else(too_large)?;
    value_of(shape.to_vec(), data).ok_or_else(too_large)
}

/// Checks that the bounds of random elements fit the type and are in order.
fn check_bounds(elem: ScalarType, bounds: Option<Bounds>) -> Result<(), RandomError> {
    let Some(bounds) = bounds else { return Ok(()) };
    let Bounds { low, high } = bounds;
    if low.scalar_type() != elem || high.scalar_type() != elem {
        return Err(RandomError::Type { elem, bounds });
    }
    let ordered = match (low.as_f64(), high.as_f64()) {
        (Some(low), Some(high)) => low.is_finite() && high.is_finite() && low <= high,
        _ => integer(low) <= integer(high),
    };
    if ordered { Ok(()) } else { Err(RandomError::Order { bounds }) }
}

/// Returns an integer's value, or a boolean as 0 or 1.
fn integer(scalar: Scalar) -> i128 {
    scalar.as_i128().unwrap_or_else(|| i128::from(scalar.as_bool() == Some(true)))
}

/// Returns `count` random elements; `None` if they cannot be allocated.
fn random_storage(
    elem: ScalarType,
    count: usize,
    generator: &mut SplitMix64,
    bounds: Option<Bounds>,
) -> Option<Storage> {
    /// Fills a vector with random integers, cut to the type's low bits.
    macro_rules! integers {
        ($variant:ident, $ty:ty) => {
            Storage::$variant(fill(count, || random_integer(generator, elem, bounds) as $ty)?)
        };
    }
    Some(match elem {
        ScalarType::I8 => integers!(I8, i8),
        ScalarType::I16 => integers!(I16, i16),
        ScalarType::I32 => integers!(I32, i32),
        ScalarType::I64 => integers!(I64, i64),
        ScalarType::U8 => integers!(U8, u8),
        ScalarType::U16 => integers!(U16, u16),
        ScalarType::U32 => integers!(U32, u32),
        ScalarType::U64 => integers!(U64, u64),
        ScalarType::F16 => Storage::F16(fill(count, || f16_from_f64(random_float(generator, 11, bounds)))?),
        ScalarType::F32 => Storage::F32(fill(count, || random_float(generator, 24, bounds) as f32)?),
        ScalarType::F64 => Storage::F64(fill(count, || random_float(generator, 53, bounds))?),
        ScalarType::Bool => Storage::Bool(fill(count, || random_integer(generator, elem, bounds) != 0)?),
    })
}

fn fill<T>(count: usize, mut element: impl FnMut() -> T) -> Option<Vec<T>> {
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).ok()?;
    elements.extend((0..count).map(|_| element()));
    Some(elements)
}

fn random_integer(generator: &mut SplitMix64, elem: ScalarType, bounds: Option<Bounds>) -> i128 {
    match bounds {
        Some(Bounds { low, high }) => {
            let (low, high) = (integer(low), integer(high));
            // The full range of 64 bits has 2^64 elements, which `below` takes as 0.
            low + i128::from(generator.below((high - low + 1) as u64))
        }
        None if elem == ScalarType::Bool => i128::from(generator.below(2)),
        None => i128::from(generator.next_u64()),
    }
}

/// Returns a random float in the bounds, or in [0, 1). `bits` is the precision of the type, so that rounding to it does
/// not reach the end of the range.
fn random_float(generator: &mut SplitMix64, bits: u32, bounds: Option<Bounds>) -> f64 {
    let fraction = generator.fraction(bits);
    let ends = bounds.and_then(|bounds| Some((bounds.low.as_f64()?, bounds.high.as_f64()?)));
    match ends {
        // Not `low + fraction * (high - low)`, whose difference may overflow.
        Some((low, high)) => (low * (1.0 - fraction) + high * fraction).clamp(low, high),
        None => fraction,
    }
}

impl std::error::Error for RandomError {}

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |scalar: Scalar| Value::Scalar(scalar);
        match self {
            RandomError::Type { elem, bounds } => {
                write!(f, "the bounds {} and {} are not of type {elem}", show(bounds.low), show(bounds.high))
            }
            RandomError::Order { bounds } => {
                write!(f, "{} to {} is not a range", show(bounds.low), show(bounds.high))
            }
            RandomError::Size { shape } => write!(f, "an array of shape {shape:?} is too large"),
        }
    }
}
