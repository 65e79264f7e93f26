//! What an expression evaluates to.

use super::array::{Array, Items};
use super::code::Function;
use ::value::op::compare;
use ::value::{ArrayValue, CmpOp, Scalar, ScalarType};
use base::Symbol;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A slot whose value has moved away, or was never set.
    Empty,
    Scalar(Scalar),
    Array(Array),
    /// Fields in the order of the type.
    Record(Rc<Vec<Value>>),
    Variant(Symbol, Rc<Vec<Value>>),
    Closure(Rc<Closure>),
    /// What a type parameter stands for.
    Type(Rc<Layout>),
}

/// A function with its surroundings and the arguments it has so far.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    pub function: Rc<Function>,
    /// The first slots of the frame: type arguments, then captured variables.
    pub captures: Vec<Value>,
    pub args: Vec<Value>,
}

/// A type at run time, as far as the shape of its arrays goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Layout {
    Scalar(ScalarType),
    Array(Rc<Layout>, usize),
    Record(Vec<Rc<Layout>>),
    /// A sum, a data type or a function.
    Boxed,
}

impl Value {
    pub fn i64(value: i64) -> Value {
        Value::Scalar(Scalar::I64(value))
    }

    pub fn record(fields: Vec<Value>) -> Value {
        Value::Record(Rc::new(fields))
    }

    pub fn as_i64(&self) -> Option<i64> {
        if let Value::Scalar(scalar) = self { scalar.as_i64() } else { None }
    }

    /// As failures show it: a number without its type, `[1, 2]`, `(1, 2)`.
    pub fn show(&self) -> String {
        let list = |values: &[Value]| values.iter().map(Value::show).collect::<Vec<_>>().join(", ");
        match self {
            Value::Scalar(scalar) => show_scalar(*scalar),
            Value::Array(array) => {
                let rows: Vec<Value> = (0..array.len()).map(|i| array.row(i)).collect();
                format!("[{}]", list(&rows))
            }
            Value::Record(fields) => format!("({})", list(fields)),
            Value::Variant(name, payload) => format!("#{name}({})", list(payload)),
            Value::Empty | Value::Closure(_) | Value::Type(_) => "?".to_owned(),
        }
    }
}

pub(super) fn show_scalar(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool(value) => value.to_string(),
        Scalar::F32(value) => value.to_string(),
        _ => match (scalar.as_i128(), scalar.as_f64()) {
            (Some(integer), _) => integer.to_string(),
            (None, Some(float)) => float.to_string(),
            (None, None) => String::new(),
        },
    }
}

/// Structural equality; floats compare as numbers. `None` for functions.
pub(super) fn equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Scalar(a), Value::Scalar(b)) => compare(CmpOp::Eq, *a, *b),
        (Value::Array(a), Value::Array(b)) => equal_arrays(a, b),
        (Value::Record(a), Value::Record(b)) => equal_lists(a, b),
        (Value::Variant(c, a), Value::Variant(d, b)) => {
            if c != d {
                return Some(false);
            }
            equal_lists(a, b)
        }
        _ => None,
    }
}

fn equal_lists(a: &[Value], b: &[Value]) -> Option<bool> {
    let mut same = a.len() == b.len();
    for (a, b) in a.iter().zip(b) {
        same &= equal(a, b)?;
    }
    Some(same)
}

fn equal_arrays(a: &Array, b: &Array) -> Option<bool> {
    if a.shape != b.shape {
        return Some(false);
    }
    if let (Items::Records(a), Items::Records(b)) = (&a.items, &b.items) {
        let mut same = a.len() == b.len();
        for (a, b) in a.iter().zip(b) {
            same &= equal_arrays(a, b)?;
        }
        return Some(same);
    }
    let depth = a.shape.len();
    for i in 0..a.count() {
        if !equal(&a.block(depth, i), &b.block(depth, i))? {
            return Some(false);
        }
    }
    Some(true)
}

/// The shapes of two values that should agree: those found to differ, first of `a`, then of `b`.
pub(super) fn shape_difference(a: &Value, b: &Value) -> Option<(Vec<usize>, Vec<usize>)> {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => array_difference(a, b),
        (Value::Record(a), Value::Record(b)) => a.iter().zip(b.iter()).find_map(|(a, b)| shape_difference(a, b)),
        _ => None,
    }
}

fn array_difference(a: &Array, b: &Array) -> Option<(Vec<usize>, Vec<usize>)> {
    if a.shape != b.shape {
        return Some((a.shape.to_vec(), b.shape.to_vec()));
    }
    match (&a.items, &b.items) {
        (Items::Records(a), Items::Records(b)) => a.iter().zip(b).find_map(|(a, b)| array_difference(a, b)),
        _ => None,
    }
}

/// A constant array or an argument as a value.
pub(super) fn from_table(table: &ArrayValue) -> Value {
    let words = (0..table.len()).map(|i| table.get(i).map_or(0, Scalar::bits)).collect();
    Value::Array(Array {
        shape: table.shape().into(),
        items: Items::Scalars { ty: table.elem(), words: Rc::new(words), start: 0 },
    })
}
