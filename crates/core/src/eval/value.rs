//! Values of the evaluator.

use super::array::{Array, Items};
use super::code::Function;
use super::machine::Eval;
use super::payload::Payload;
use super::reference::Reference;
use super::sequence::Sequence;
use super::tensor::Tensor;
use ::value::op::compare;
use ::value::{ArrayValue, CmpOp, Scalar, ScalarType};
use base::Symbol;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A slot whose value has moved out or was never set.
    Empty,
    Scalar(Scalar),
    Array(Array),
    /// Fields in the order of the type.
    Record(Rc<Vec<Value>>),
    Variant(Symbol, Rc<Payload>),
    Seq(Sequence),
    Ref(Rc<Reference>),
    Tensor(Tensor),
    /// A function with the first values of its frame: type arguments, captured variables, and the arguments so far.
    Closure(Rc<Function>, Rc<Payload>),
    /// The value of a type parameter.
    Type(Rc<Layout>),
}

/// A type at run time, as far as it determines the shapes of arrays.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Layout {
    Scalar(ScalarType),
    Array(Rc<Layout>, usize),
    Record(Vec<Rc<Layout>>),
    /// A sum, a data type, a sequence, a reference, a tensor or a function.
    Boxed,
}

impl Value {
    pub fn i64(value: i64) -> Value {
        Value::Scalar(Scalar::I64(value))
    }

    /// Returns a value of a sum or data type that is part of an argument, and whose memory is therefore not counted.
    pub fn variant(name: Symbol, values: Vec<Value>) -> Value {
        Value::Variant(name, Payload::uncounted(values))
    }

    pub fn record(fields: Vec<Value>) -> Value {
        Value::Record(Rc::new(fields))
    }

    pub fn as_i64(&self) -> Option<i64> {
        if let Value::Scalar(scalar) = self { scalar.as_i64() } else { None }
    }

    /// Formats the value as failures show it: a number without its type, `[1, 2]`, `(1, 2)`.
    pub fn show(&self) -> String {
        let mut out = String::new();
        let mut open = vec![Piece::Value(self.clone())];
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Value(Value::Scalar(scalar)) => out.push_str(&show_scalar(scalar)),
                Piece::Value(Value::Array(array)) => {
                    out.push('[');
                    push_list(&mut open, (0..array.len()).map(|i| array.row(i)), "]");
                }
                Piece::Value(Value::Seq(items)) => {
                    out.push('[');
                    push_list(&mut open, items.iter().cloned(), "]");
                }
                Piece::Value(Value::Record(fields)) => {
                    out.push('(');
                    push_list(&mut open, fields.iter().cloned(), ")");
                }
                Piece::Value(Value::Variant(name, payload)) => {
                    out.push_str(&format!("#{name}("));
                    push_list(&mut open, payload.values(), ")");
                }
                Piece::Value(Value::Empty | Value::Ref(_) | Value::Tensor(_) | Value::Closure(..) | Value::Type(_)) => {
                    out.push('?')
                }
            }
        }
        out
    }
}

/// Text or a value that `show` still has to print. Because values may be deeply nested, `show` uses a list instead of
/// recursion.
enum Piece {
    Text(&'static str),
    Value(Value),
}

/// Pushes values separated by commas, and then `close`. The order is reversed, because `open` is popped from its end.
fn push_list(open: &mut Vec<Piece>, values: impl DoubleEndedIterator<Item = Value>, close: &'static str) {
    open.push(Piece::Text(close));
    let first = open.len();
    for value in values.rev() {
        if open.len() > first {
            open.push(Piece::Text(", "));
        }
        open.push(Piece::Value(value));
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

/// Compares two values structurally; floats compare as numbers. Returns `None` for functions. Because values may be
/// deeply nested, it does not recurse. `step` is called for each pair of values and may end the comparison.
pub(super) fn equal(a: Value, b: Value, step: &mut dyn FnMut() -> Eval<()>) -> Eval<Option<bool>> {
    let mut open = vec![(a, b)];
    while let Some(pair) = open.pop() {
        step()?;
        let same = match &pair {
            (Value::Scalar(a), Value::Scalar(b)) => compare(CmpOp::Eq, *a, *b),
            (Value::Array(a), Value::Array(b)) => equal_arrays(a, b, &mut open),
            (Value::Record(a), Value::Record(b)) => Some(push_pairs(a.iter().cloned(), b.iter().cloned(), &mut open)),
            (Value::Seq(a), Value::Seq(b)) => Some(push_pairs(a.iter().cloned(), b.iter().cloned(), &mut open)),
            (Value::Variant(c, a), Value::Variant(d, b)) => {
                Some(c == d && push_pairs(a.values(), b.values(), &mut open))
            }
            _ => None,
        };
        if same != Some(true) {
            return Ok(same);
        }
    }
    Ok(Some(true))
}

/// Pushes pairs of values to be compared, the first on top; returns whether the lists have the same length.
fn push_pairs(
    mut a: impl Iterator<Item = Value>,
    mut b: impl Iterator<Item = Value>,
    open: &mut Vec<(Value, Value)>,
) -> bool {
    let first = open.len();
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) => open.push((a, b)),
            (a, b) => {
                open[first..].reverse();
                return a.is_none() && b.is_none();
            }
        }
    }
}

/// Compares the shapes and scalars of two arrays. Records' fields and boxed values are pushed to `open`.
fn equal_arrays(a: &Array, b: &Array, open: &mut Vec<(Value, Value)>) -> Option<bool> {
    if a.shape != b.shape {
        return Some(false);
    }
    let depth = a.shape.len();
    match (&a.items, &b.items) {
        (Items::Records(a), Items::Records(b)) => {
            open.extend(a.iter().cloned().map(Value::Array).zip(b.iter().cloned().map(Value::Array)));
            Some(a.len() == b.len())
        }
        (Items::Boxed { .. }, _) => {
            open.extend((0..a.count()).map(|i| (a.block(depth, i), b.block(depth, i))));
            Some(true)
        }
        (Items::Scalars { .. } | Items::Records(_), _) => {
            let same = |i: usize| match (a.block(depth, i), b.block(depth, i)) {
                (Value::Scalar(a), Value::Scalar(b)) => compare(CmpOp::Eq, a, b),
                _ => None,
            };
            (0..a.count()).map(same).find(|same| *same != Some(true)).unwrap_or(Some(true))
        }
    }
}

/// Returns the shapes, that of `a` first, of the first arrays in the two values that differ in shape.
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

/// Converts a constant array or an argument to a value.
pub(super) fn from_table(table: &ArrayValue) -> Value {
    let words = (0..table.len()).map(|i| table.get(i).map_or(0, Scalar::bits)).collect();
    Value::Array(Array {
        shape: table.shape().into(),
        items: Items::Scalars { ty: table.elem(), words: Rc::new(words), start: 0 },
    })
}
