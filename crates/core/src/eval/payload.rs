//! Values held by constructors and functions. They may be deeply nested and numerous, so they are dropped without
//! recursion, and their memory is counted.

use super::array::{Array, Items};
use super::reference::Reference;
use super::value::{Layout, Value};
use ::value::Scalar;
use base::Symbol;
use std::cell::Cell;
use std::rc::Rc;

/// A value in a payload. It is smaller than a `Value`, because lists have one for each part of each cell.
#[derive(Clone, Debug)]
enum Part {
    Empty,
    Scalar(Scalar),
    Record(Rc<Vec<Value>>),
    Variant(Symbol, Rc<Payload>),
    Ref(Rc<Reference>),
    Type(Rc<Layout>),
    /// Any other value.
    Other(Box<Value>),
}

impl From<Value> for Part {
    #[inline(always)]
    fn from(value: Value) -> Part {
        match value {
            Value::Empty => Part::Empty,
            Value::Scalar(scalar) => Part::Scalar(scalar),
            Value::Record(fields) => Part::Record(fields),
            Value::Variant(name, payload) => Part::Variant(name, payload),
            Value::Ref(reference) => Part::Ref(reference),
            Value::Type(layout) => Part::Type(layout),
            value @ (Value::Array(_) | Value::Seq(_) | Value::Tensor(_) | Value::Closure(..)) => {
                Part::Other(Box::new(value))
            }
        }
    }
}

impl From<Part> for Value {
    #[inline(always)]
    fn from(part: Part) -> Value {
        match part {
            Part::Empty => Value::Empty,
            Part::Scalar(scalar) => Value::Scalar(scalar),
            Part::Record(fields) => Value::Record(fields),
            Part::Variant(name, payload) => Value::Variant(name, payload),
            Part::Ref(reference) => Value::Ref(reference),
            Part::Type(layout) => Value::Type(layout),
            Part::Other(value) => *value,
        }
    }
}

/// Values that are to become a payload, and the bytes that they take.
#[derive(Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
    bytes: u64,
}

impl Parts {
    pub fn with_capacity(count: usize) -> Parts {
        Parts { parts: Vec::with_capacity(count), bytes: 0 }
    }

    #[inline]
    pub fn push(&mut self, value: Value) {
        self.bytes += own_bytes(&value);
        self.parts.push(Part::from(value));
    }
}

/// Values that a constructor or a function holds. They may be nested as deeply as memory permits.
#[derive(Debug)]
pub(super) struct Payload {
    parts: Vec<Part>,
    /// Entry in the account of live payloads; `None` for arguments, whose memory the caller owns.
    _held: Option<Held>,
}

impl Payload {
    pub fn uncounted(values: Vec<Value>) -> Rc<Payload> {
        let mut parts = Parts::with_capacity(values.len());
        values.into_iter().for_each(|value| parts.push(value));
        Rc::new(Payload { parts: parts.parts, _held: None })
    }

    /// Returns copies of the values, which share their parts.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value> + '_ {
        self.parts.iter().cloned().map(Value::from)
    }

    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Moves the values out of the only reference to them.
    #[inline]
    pub fn into_values(mut self) -> impl Iterator<Item = Value> {
        std::mem::take(&mut self.parts).into_iter().map(Value::from)
    }

    /// Returns the values: moved if this is the only reference, else copied.
    pub fn values_of(payload: Rc<Payload>) -> Vec<Value> {
        Rc::try_unwrap(payload).map_or_else(|shared| shared.values().collect(), |own| own.into_values().collect())
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        drop_parts(std::mem::take(&mut self.parts));
    }
}

/// Drops a value, and all that only it holds, with a list instead of recursion.
pub(super) fn drop_value(value: Value) {
    drop_parts(vec![Part::from(value)]);
}

/// Like `drop_value`, for several values.
pub(super) fn drop_all(values: Vec<Value>) {
    drop_parts(values.into_iter().map(Part::from).collect());
}

fn drop_parts(mut open: Vec<Part>) {
    let parts = |values: Vec<Value>| values.into_iter().map(Part::from);
    while let Some(part) = open.pop() {
        match Value::from(part) {
            Value::Variant(_, payload) | Value::Closure(_, payload) => {
                if let Some(mut payload) = Rc::into_inner(payload) {
                    open.append(&mut payload.parts);
                }
            }
            Value::Seq(items) => open.extend(items.into_items().into_iter().map(Part::from)),
            Value::Ref(reference) => {
                open.extend(Rc::into_inner(reference).map(|reference| Part::from(reference.into_value())));
            }
            Value::Tensor(tensor) => open.extend(parts(tensor.into_values())),
            Value::Record(fields) => open.extend(parts(Rc::into_inner(fields).unwrap_or_default())),
            Value::Array(array) => match array.items {
                Items::Boxed { values, .. } => open.extend(parts(Rc::into_inner(values).unwrap_or_default())),
                Items::Records(fields) => {
                    open.extend(fields.into_iter().map(|field| Part::from(Value::Array(field))));
                }
                Items::Scalars { .. } => {}
            },
            Value::Empty | Value::Scalar(_) | Value::Type(_) => {}
        }
    }
}

/// Total size in bytes of all live payloads. An array counts only if it has no other reference, because the lifetime of
/// a shared buffer is unknown.
#[derive(Debug, Default)]
pub(super) struct Account(Rc<Cell<u64>>);

/// Bytes that an account counts as long as this entry lives.
#[derive(Debug)]
pub(super) struct Held {
    account: Rc<Cell<u64>>,
    bytes: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.account.set(self.account.get().saturating_sub(self.bytes));
    }
}

impl Account {
    /// Makes a payload, unless the total would then exceed `limit` bytes.
    pub fn hold(&self, Parts { parts, bytes }: Parts, limit: u64) -> Option<Rc<Payload>> {
        let held = self.register(bytes + size_of::<Payload>() as u64, limit)?;
        Some(Rc::new(Payload { parts, _held: Some(held) }))
    }

    /// Counts bytes as long as the result lives, unless the total would then exceed `limit` bytes.
    pub fn register(&self, bytes: u64, limit: u64) -> Option<Held> {
        let all = self.0.get().saturating_add(bytes);
        self.0.set(all);
        let held = Held { account: Rc::clone(&self.0), bytes };
        (all <= limit).then_some(held)
    }
}

/// Returns the bytes of the value as a part, and of the parts in it to which nothing else refers. Payloads inside are left out: they
/// were counted when they were made.
#[inline]
fn own_bytes(value: &Value) -> u64 {
    let inner = match value {
        Value::Record(fields) if Rc::strong_count(fields) == 1 => {
            size_of_val(fields.as_slice()) as u64 + fields.iter().map(own_bytes).sum::<u64>()
        }
        Value::Array(array) => size_of::<Value>() as u64 + array_bytes(array),
        Value::Seq(_) | Value::Closure(..) => size_of::<Value>() as u64,
        _ => 0,
    };
    size_of::<Part>() as u64 + inner
}

fn array_bytes(array: &Array) -> u64 {
    match &array.items {
        Items::Scalars { words, .. } if Rc::strong_count(words) == 1 => size_of_val(words.as_slice()) as u64,
        Items::Boxed { values, .. } if Rc::strong_count(values) == 1 => size_of_val(values.as_slice()) as u64,
        Items::Records(fields) => fields.iter().map(array_bytes).sum(),
        Items::Scalars { .. } | Items::Boxed { .. } => 0,
    }
}
