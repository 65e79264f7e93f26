//! Array values: a shape and the elements in row-major order, stored by type.

use crate::scalar::{Scalar, ScalarType};
use half::f16;
use std::collections::TryReserveError;

/// A regular array of scalars, of rank 1 or more. `data` has as many elements as the product of the sizes in `shape`.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    shape: Vec<usize>,
    data: Storage,
}

/// The elements of an array, in row-major order: one vector of the element type.
#[derive(Clone, Debug)]
pub enum Storage {
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F16(Vec<f16>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Bool(Vec<bool>),
}

/// A value as a program takes and returns it: a scalar or an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Scalar(Scalar),
    Array(ArrayValue),
}

/// Evaluates `$body` with `$vec` bound to the vector inside the storage, whatever its element type.
macro_rules! for_storage {
    ($storage:expr, $vec:ident => $body:expr) => {
        match $storage {
            Storage::I8($vec) => $body,
            Storage::I16($vec) => $body,
            Storage::I32($vec) => $body,
            Storage::I64($vec) => $body,
            Storage::U8($vec) => $body,
            Storage::U16($vec) => $body,
            Storage::U32($vec) => $body,
            Storage::U64($vec) => $body,
            Storage::F16($vec) => $body,
            Storage::F32($vec) => $body,
            Storage::F64($vec) => $body,
            Storage::Bool($vec) => $body,
        }
    };
}

impl Storage {
    pub fn new(elem: ScalarType) -> Storage {
        match elem {
            ScalarType::I8 => Storage::I8(Vec::new()),
            ScalarType::I16 => Storage::I16(Vec::new()),
            ScalarType::I32 => Storage::I32(Vec::new()),
            ScalarType::I64 => Storage::I64(Vec::new()),
            ScalarType::U8 => Storage::U8(Vec::new()),
            ScalarType::U16 => Storage::U16(Vec::new()),
            ScalarType::U32 => Storage::U32(Vec::new()),
            ScalarType::U64 => Storage::U64(Vec::new()),
            ScalarType::F16 => Storage::F16(Vec::new()),
            ScalarType::F32 => Storage::F32(Vec::new()),
            ScalarType::F64 => Storage::F64(Vec::new()),
            ScalarType::Bool => Storage::Bool(Vec::new()),
        }
    }

    pub fn elem(&self) -> ScalarType {
        match self {
            Storage::I8(_) => ScalarType::I8,
            Storage::I16(_) => ScalarType::I16,
            Storage::I32(_) => ScalarType::I32,
            Storage::I64(_) => ScalarType::I64,
            Storage::U8(_) => ScalarType::U8,
            Storage::U16(_) => ScalarType::U16,
            Storage::U32(_) => ScalarType::U32,
            Storage::U64(_) => ScalarType::U64,
            Storage::F16(_) => ScalarType::F16,
            Storage::F32(_) => ScalarType::F32,
            Storage::F64(_) => ScalarType::F64,
            Storage::Bool(_) => ScalarType::Bool,
        }
    }

    pub fn len(&self) -> usize {
        for_storage!(self, elements => elements.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reserves room for exactly `count` more elements.
    ///
    /// # Errors If the memory cannot be allocated.
    pub fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        for_storage!(self, elements => elements.try_reserve_exact(count))
    }

    /// Appends the elements of `other`. Returns `false`, and changes nothing, if the element types differ.
    pub fn append(&mut self, other: Storage) -> bool {
        /// Matches each pair of equal variants and appends the second vector to the first.
        macro_rules! appended {
            ($($variant:ident)*) => {
                match (self, other) {
                    $((Storage::$variant(elements), Storage::$variant(others)) => elements.extend(others),)*
                    _ => return false,
                }
            };
        }
        appended!(I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 Bool);
        true
    }

    pub fn get(&self, at: usize) -> Option<Scalar> {
        Some(match self {
            Storage::I8(v) => Scalar::I8(*v.get(at)?),
            Storage::I16(v) => Scalar::I16(*v.get(at)?),
            Storage::I32(v) => Scalar::I32(*v.get(at)?),
            Storage::I64(v) => Scalar::I64(*v.get(at)?),
            Storage::U8(v) => Scalar::U8(*v.get(at)?),
            Storage::U16(v) => Scalar::U16(*v.get(at)?),
            Storage::U32(v) => Scalar::U32(*v.get(at)?),
            Storage::U64(v) => Scalar::U64(*v.get(at)?),
            Storage::F16(v) => Scalar::F16(*v.get(at)?),
            Storage::F32(v) => Scalar::F32(*v.get(at)?),
            Storage::F64(v) => Scalar::F64(*v.get(at)?),
            Storage::Bool(v) => Scalar::Bool(*v.get(at)?),
        })
    }

    /// Appends a scalar. Returns `false`, and changes nothing, if its type is not the element type.
    pub fn push(&mut self, scalar: Scalar) -> bool {
        match (self, scalar) {
            (Storage::I8(v), Scalar::I8(x)) => v.push(x),
            (Storage::I16(v), Scalar::I16(x)) => v.push(x),
            (Storage::I32(v), Scalar::I32(x)) => v.push(x),
            (Storage::I64(v), Scalar::I64(x)) => v.push(x),
            (Storage::U8(v), Scalar::U8(x)) => v.push(x),
            (Storage::U16(v), Scalar::U16(x)) => v.push(x),
            (Storage::U32(v), Scalar::U32(x)) => v.push(x),
            (Storage::U64(v), Scalar::U64(x)) => v.push(x),
            (Storage::F16(v), Scalar::F16(x)) => v.push(x),
            (Storage::F32(v), Scalar::F32(x)) => v.push(x),
            (Storage::F64(v), Scalar::F64(x)) => v.push(x),
            (Storage::Bool(v), Scalar::Bool(x)) => v.push(x),
            _ => return false,
        }
        true
    }
}

impl ArrayValue {
    /// Returns the array of this shape and data, or `None` if the number of elements is not the product of the sizes,
    /// or the rank is 0.
    pub fn new(shape: Vec<usize>, data: Storage) -> Option<ArrayValue> {
        let count = shape.iter().fold(1_usize, |count, &size| count.saturating_mul(size));
        (!shape.is_empty() && count == data.len()).then_some(ArrayValue { shape, data })
    }

    /// Like [`ArrayValue::new`], but from scalars. Also `None` if a scalar's type is not `elem`.
    pub fn from_scalars(elem: ScalarType, shape: Vec<usize>, scalars: &[Scalar]) -> Option<ArrayValue> {
        let mut data = Storage::new(elem);
        scalars.iter().all(|&scalar| data.push(scalar)).then_some(())?;
        ArrayValue::new(shape, data)
    }

    /// Returns the sizes, outermost first.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    pub fn elem(&self) -> ScalarType {
        self.data.elem()
    }

    pub fn data(&self) -> &Storage {
        &self.data
    }

    /// Returns the number of elements in all dimensions together.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Returns the element at position `at` in row-major order.
    pub fn get(&self, at: usize) -> Option<Scalar> {
        self.data.get(at)
    }
}

/// Compares type, shape and elements. Floats are compared bit by bit, like scalars.
impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        self.elem() == other.elem()
            && self.shape == other.shape
            && (0..self.len()).all(|at| self.get(at) == other.get(at))
    }
}

impl Value {
    pub fn elem(&self) -> ScalarType {
        match self {
            Value::Scalar(scalar) => scalar.scalar_type(),
            Value::Array(array) => array.elem(),
        }
    }

    /// Returns the sizes, outermost first; an empty slice for a scalar.
    pub fn shape(&self) -> &[usize] {
        match self {
            Value::Scalar(_) => &[],
            Value::Array(array) => array.shape(),
        }
    }
}
