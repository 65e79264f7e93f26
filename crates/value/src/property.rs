//! Inputs of property tests: generates random values of a size, and proposes smaller values when a property fails.

use crate::array::{ArrayValue, Storage, Value};
use crate::entry::{EntryType, FlatType, OpaqueForm, stack_elements, sum_layout, variant_leaves};
use crate::random::SplitMix64;
use crate::scalar::{Scalar, ScalarType};

/// Largest number of elements of a generated array.
const MAX_ELEMENTS: usize = 1 << 24;

/// Largest number of elements that shrinking tries one by one, and of pieces that it cuts an array into.
const MAX_PLACES: usize = 64;

/// An entry point that takes one value and returns whether the property holds, with the contents of its attribute
/// `#[prop(gen(f), shrink(g), size(n))]` if it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyEntry {
    pub name: String,
    /// Name of the entry point that generates inputs from a size and a seed.
    pub generator: Option<String>,
    /// Name of the entry point that makes an input smaller, given the input and a seed.
    pub shrinker: Option<String>,
    /// Size of the largest generated inputs.
    pub size: Option<u64>,
    pub param: EntryType,
    /// For each leaf of the parameter, its dimensions.
    pub dims: Vec<Vec<PropertySize>>,
}

/// A dimension of a property's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertySize {
    Fixed(usize),
    /// A size that may have any value. Dimensions with the same number have the same size.
    Free(usize),
    /// A size that an expression computes.
    Computed,
}

/// Generates the leaves of a random value of the parameter's type. A free size is at most `size`, or a root of it if an
/// array has several dimensions. Numbers lie between -`size` and `size`. The same seed gives the same value.
///
/// # Errors If a size cannot be chosen freely, or makes an array too large.
pub fn generate(property: &PropertyEntry, size: u64, seed: u64) -> Result<Vec<Value>, String> {
    let mut generator = Generator { random: SplitMix64::new(seed), size };
    let mut lengths: Vec<Option<usize>> = Vec::new();
    let mut dims = Vec::with_capacity(property.dims.len());
    for leaf in &property.dims {
        let mut shape = Vec::with_capacity(leaf.len());
        for dim in leaf {
            shape.push(match *dim {
                PropertySize::Fixed(length) => length,
                PropertySize::Free(number) => {
                    if lengths.len() <= number {
                        lengths.resize(number + 1, None);
                    }
                    let length = || generator.length(rank_of(property, number));
                    *lengths.get_mut(number).map_or(&mut None, |known| known).get_or_insert_with(length)
                }
                PropertySize::Computed => return Err("a size in its type is computed".to_owned()),
            });
        }
        let count = shape.iter().try_fold(1usize, |count, &length| count.checked_mul(length));
        if count.is_none_or(|count| count > MAX_ELEMENTS) {
            return Err(format!("an array of shape {shape:?} is too large"));
        }
        dims.push(shape);
    }
    generator.value(&property.param, &dims).ok_or_else(|| "its type has no values".to_owned())
}

/// Returns the largest rank of an array that has free size `number` as a dimension.
fn rank_of(property: &PropertyEntry, number: usize) -> usize {
    let with_size = property.dims.iter().filter(|leaf| leaf.contains(&PropertySize::Free(number)));
    with_size.map(Vec::len).max().unwrap_or(1)
}

struct Generator {
    random: SplitMix64,
    size: u64,
}

impl Generator {
    fn length(&mut self, rank: usize) -> usize {
        let most = match rank {
            0 | 1 => self.size as f64,
            rank => (self.size as f64).powf(1.0 / rank as f64),
        };
        self.random.below((most + 1e-9) as u64 + 1) as usize
    }

    /// Generates a value whose leaves have these dimensions. Leaves that a sum does not use may have others.
    fn value(&mut self, ty: &EntryType, dims: &[Vec<usize>]) -> Option<Vec<Value>> {
        let opaque = match ty {
            EntryType::Flat(flat) => return Some(vec![self.flat(*flat, dims.first()?)?]),
            EntryType::Opaque(opaque) => opaque,
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => self.values(fields.iter().map(|(_, field)| field), dims),
            OpaqueForm::Sum(constructors) => {
                let at = self.random.below(constructors.len() as u64) as usize;
                let places = sum_layout(constructors).places.into_iter().nth(at)?;
                let own: Option<Vec<Vec<usize>>> = places.iter().map(|&place| dims.get(place).cloned()).collect();
                let payload = self.values(constructors.get(at)?.1.iter(), &own?)?;
                variant_leaves(constructors, at, payload)
            }
            OpaqueForm::Array(elem, rank) => self.array(elem, *rank, dims),
            OpaqueForm::Tree(_) | OpaqueForm::Data(_) => None,
        }
    }

    /// Generates values of the types. `dims` has the shape of each leaf.
    fn values<'t>(
        &mut self,
        types: impl Iterator<Item = &'t EntryType>,
        mut dims: &[Vec<usize>],
    ) -> Option<Vec<Value>> {
        let mut leaves = Vec::new();
        for ty in types {
            let (own, rest) = dims.split_at_checked(ty.leaves().len())?;
            leaves.extend(self.value(ty, own)?);
            dims = rest;
        }
        Some(leaves)
    }

    fn array(&mut self, elem: &EntryType, rank: usize, dims: &[Vec<usize>]) -> Option<Vec<Value>> {
        let Some(lead) = dims.first().map(|shape| shape.get(..rank)) else { return Some(Vec::new()) };
        let lead = lead?;
        let inner: Option<Vec<Vec<usize>>> = dims.iter().map(|shape| Some(shape.get(rank..)?.to_vec())).collect();
        let inner = inner?;
        let count: usize = lead.iter().product();
        let elements: Option<Vec<Vec<Value>>> = (0..count).map(|_| self.value(elem, &inner)).collect();
        let elements = elements?;
        stack_elements(elem, lead, &elements).ok()
    }

    /// Generates a scalar, or an array of the shape.
    fn flat(&mut self, flat: FlatType, shape: &[usize]) -> Option<Value> {
        if flat.rank == 0 {
            return Some(Value::Scalar(self.scalar(flat.elem)));
        }
        let count: usize = shape.iter().product();
        let mut data = Storage::new(flat.elem);
        (0..count).for_each(|_| {
            data.push(self.scalar(flat.elem));
        });
        ArrayValue::new(shape.to_vec(), data).map(Value::Array)
    }

    /// Generates a scalar whose magnitude is at most the current size.
    fn scalar(&mut self, ty: ScalarType) -> Scalar {
        if ty == ScalarType::Bool {
            return Scalar::Bool(self.random.below(2) == 1);
        }
        let size = self.size as f64;
        if let Some(float) = ty.is_float().then(|| (self.random.fraction(24) * 2.0 - 1.0) * size) {
            return Scalar::from_f64(ty, float).unwrap_or_else(|| Scalar::zero(ty));
        }
        let bits = ty.bits() - u32::from(ty.is_signed());
        let most = self.size.min(u64::MAX >> (64 - bits)).min(1 << 62);
        let number = match ty.is_signed() {
            true => i128::from(self.random.below(2 * most + 1)) - i128::from(most),
            false => i128::from(self.random.below(most + 1)),
        };
        Scalar::from_i128(ty, number)
    }
}

/// A step that makes a value smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shrink {
    /// Removes `count` rows, from row `start`, in every dimension that has free size `size`.
    Remove { size: usize, start: usize, count: usize },
    /// Makes all scalars of a leaf smaller.
    Leaf { leaf: usize, how: Smaller },
    /// Makes the scalar at position `at` of a leaf smaller.
    Element { leaf: usize, at: usize, how: Smaller },
}

/// A way to make a scalar smaller. The variants are tried in this order, those that change most first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Smaller {
    Zero,
    /// The absolute value.
    Positive,
    /// The value without its fraction.
    Whole,
    /// The next integer away from zero, which is simpler than a fraction.
    NextWhole,
    Half,
    /// One closer to zero.
    Less,
}

const SMALLER: [Smaller; 6] =
    [Smaller::Zero, Smaller::Positive, Smaller::Whole, Smaller::NextWhole, Smaller::Half, Smaller::Less];

/// Returns the steps that may make a value of the property's parameter smaller, those that change most first.
pub fn shrinks(property: &PropertyEntry, leaves: &[Value]) -> Vec<Shrink> {
    let mut shrinks = Vec::new();
    let sizes = property.dims.iter().flatten().filter_map(|dim| match dim {
        PropertySize::Free(number) => Some(number + 1),
        PropertySize::Fixed(_) | PropertySize::Computed => None,
    });
    for size in 0..sizes.max().unwrap_or(0) {
        let length = length_of(property, leaves, size);
        let mut count = length;
        while count > 0 && length.div_ceil(count) <= MAX_PLACES {
            shrinks.extend((0..length).step_by(count).map(|start| Shrink::Remove { size, start, count }));
            count /= 2;
        }
    }
    let numbers: Vec<usize> =
        (0..leaves.len()).zip(tags(&property.param)).filter(|(_, tag)| !tag).map(|p| p.0).collect();
    for &leaf in &numbers {
        shrinks.extend(SMALLER.map(|how| Shrink::Leaf { leaf, how }));
    }
    for &leaf in &numbers {
        let Some(Value::Array(array)) = leaves.get(leaf) else { continue };
        for at in 0..array.len().min(MAX_PLACES) {
            shrinks.extend(SMALLER.map(|how| Shrink::Element { leaf, at, how }));
        }
    }
    shrinks
}

/// Returns the length of free size `size` in a value: the largest one, since unused slots of a sum have length 0.
fn length_of(property: &PropertyEntry, leaves: &[Value], size: usize) -> usize {
    let places = property.dims.iter().zip(leaves).flat_map(|(dims, leaf)| dims.iter().zip(leaf.shape()));
    places.filter(|(dim, _)| **dim == PropertySize::Free(size)).map(|(_, length)| *length).max().unwrap_or(0)
}

/// Returns for each leaf whether it holds the tag of a sum.
fn tags(ty: &EntryType) -> Vec<bool> {
    let EntryType::Opaque(opaque) = ty else { return vec![false] };
    match &opaque.form {
        OpaqueForm::Record(fields) => fields.iter().flat_map(|(_, field)| tags(field)).collect(),
        OpaqueForm::Array(elem, _) => tags(elem),
        OpaqueForm::Tree(_) | OpaqueForm::Data(_) => vec![false; ty.leaves().len()],
        OpaqueForm::Sum(constructors) => {
            let layout = sum_layout(constructors);
            let mut found: Vec<bool> = (0..layout.parts.len()).map(|part| part == 0).collect();
            for ((_, payloads), places) in constructors.iter().zip(&layout.places) {
                for (place, tag) in places.iter().zip(payloads.iter().flat_map(tags)) {
                    if let Some(found) = found.get_mut(*place) {
                        *found |= tag;
                    }
                }
            }
            found
        }
    }
}

/// Applies a step and returns the leaves of the smaller value. `None` if a scalar's step changes nothing or names no
/// leaf.
pub fn shrink(property: &PropertyEntry, leaves: &[Value], shrink: Shrink) -> Option<Vec<Value>> {
    match shrink {
        Shrink::Remove { size, start, count } => {
            let remove = |(leaf, dims): (&Value, &Vec<PropertySize>)| {
                let dims = dims.iter().enumerate().filter(|(_, dim)| **dim == PropertySize::Free(size));
                dims.fold(leaf.clone(), |leaf, (dim, _)| without(&leaf, dim, start, count).unwrap_or(leaf))
            };
            Some(leaves.iter().zip(&property.dims).map(remove).collect())
        }
        Shrink::Leaf { leaf, how } => {
            let small = match leaves.get(leaf)? {
                Value::Scalar(scalar) => Value::Scalar(smaller(*scalar, how)?),
                Value::Array(array) => {
                    let scalars: Vec<Scalar> = (0..array.len()).filter_map(|at| array.get(at)).collect();
                    let small: Vec<Scalar> = scalars.iter().map(|&old| smaller(old, how).unwrap_or(old)).collect();
                    changed(array, &scalars, &small)?
                }
            };
            replaced(leaves, leaf, small)
        }
        Shrink::Element { leaf, at, how } => {
            let Value::Array(array) = leaves.get(leaf)? else { return None };
            let scalars: Vec<Scalar> = (0..array.len()).filter_map(|at| array.get(at)).collect();
            let mut small = scalars.clone();
            let scalar = small.get_mut(at)?;
            *scalar = smaller(*scalar, how)?;
            replaced(leaves, leaf, changed(array, &scalars, &small)?)
        }
    }
}

fn replaced(leaves: &[Value], leaf: usize, value: Value) -> Option<Vec<Value>> {
    let mut leaves = leaves.to_vec();
    *leaves.get_mut(leaf)? = value;
    Some(leaves)
}

/// Returns the array with the scalars `new`; `None` if they equal `old`.
fn changed(array: &ArrayValue, old: &[Scalar], new: &[Scalar]) -> Option<Value> {
    let made = || ArrayValue::from_scalars(array.elem(), array.shape().to_vec(), new).map(Value::Array);
    if old == new { None } else { made() }
}

/// Returns the array without `count` rows of dimension `dim` from `start` on.
fn without(value: &Value, dim: usize, start: usize, count: usize) -> Option<Value> {
    let Value::Array(array) = value else { return None };
    let length = *array.shape().get(dim)?;
    let inner: usize = array.shape().get(dim + 1..)?.iter().product();
    let kept = |at: &usize| {
        let row = (at / inner.max(1)) % length.max(1);
        row < start || row >= start.saturating_add(count)
    };
    let scalars: Option<Vec<Scalar>> = (0..array.len()).filter(kept).map(|at| array.get(at)).collect();
    let mut shape = array.shape().to_vec();
    *shape.get_mut(dim)? = length - length.saturating_sub(start).min(count);
    ArrayValue::from_scalars(array.elem(), shape, &scalars?).map(Value::Array)
}

/// Makes a scalar smaller; `None` if the result equals the scalar.
fn smaller(scalar: Scalar, how: Smaller) -> Option<Scalar> {
    let ty = scalar.scalar_type();
    let small = match (scalar.as_i128(), scalar.as_f64()) {
        (_, Some(float)) => Scalar::from_f64(ty, smaller_float(float, how)),
        (Some(number), None) => Some(Scalar::from_i128(ty, smaller_integer(number, how))),
        (None, None) => Some(Scalar::Bool(false)),
    };
    small.filter(|small| *small != scalar)
}

fn smaller_integer(number: i128, how: Smaller) -> i128 {
    match how {
        Smaller::Zero => 0,
        // The least number of a type has no absolute value and wraps to itself.
        Smaller::Positive => number.saturating_abs(),
        Smaller::Whole | Smaller::NextWhole => number,
        Smaller::Half => number / 2,
        Smaller::Less => number - number.signum(),
    }
}

fn smaller_float(number: f64, how: Smaller) -> f64 {
    match how {
        Smaller::Zero => 0.0,
        Smaller::Positive => number.abs(),
        Smaller::Whole => number.trunc(),
        Smaller::NextWhole if number.fract() != 0.0 => number.trunc() + number.signum(),
        Smaller::NextWhole => number,
        Smaller::Half => (number / 2.0).trunc(),
        // NaN and infinities can only be replaced by zero.
        Smaller::Less if number.abs() >= 1.0 && number.is_finite() => number - number.signum(),
        Smaller::Less => number,
    }
}
