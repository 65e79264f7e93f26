//! Values held by constructors and functions. They may be deeply nested and numerous, so they are dropped without
//! recursion, and their memory is counted.

use super::array::{Array, Items};
use super::reference::Reference;
use super::value::Value;
use std::cell::Cell;
use std::rc::Rc;

/// Values that a constructor or a function holds. They may be nested as deeply as memory permits.
#[derive(Debug)]
pub(super) struct Payload {
    pub values: Vec<Value>,
    /// Entry in the account of live payloads; `None` for arguments, whose memory the caller owns.
    _held: Option<Held>,
}

impl Payload {
    pub fn uncounted(values: Vec<Value>) -> Rc<Payload> {
        Rc::new(Payload { values, _held: None })
    }

    /// Returns the values: moved if this is the only reference, else copied.
    pub fn into_values(self: Rc<Payload>) -> Vec<Value> {
        Rc::try_unwrap(self)
            .map_or_else(|shared| shared.values.clone(), |mut payload| std::mem::take(&mut payload.values))
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        drop_all(std::mem::take(&mut self.values));
    }
}

/// Drops values, and all that only they hold, with a list instead of recursion.
pub(super) fn drop_all(mut open: Vec<Value>) {
    while let Some(value) = open.pop() {
        match value {
            Value::Variant(_, payload) | Value::Closure(_, payload) => {
                if let Some(mut payload) = Rc::into_inner(payload) {
                    open.append(&mut payload.values);
                }
            }
            Value::Seq(items) => open.extend(items.into_items()),
            Value::Ref(reference) => open.extend(Rc::into_inner(reference).map(Reference::into_value)),
            Value::Record(fields) => open.append(&mut Rc::into_inner(fields).unwrap_or_default()),
            Value::Array(array) => match array.items {
                Items::Boxed { values, .. } => open.append(&mut Rc::into_inner(values).unwrap_or_default()),
                Items::Records(fields) => open.extend(fields.into_iter().map(Value::Array)),
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
    pub fn hold(&self, values: Vec<Value>, limit: u64) -> Option<Rc<Payload>> {
        let bytes = size_of::<Payload>() as u64 + values.iter().map(own_bytes).sum::<u64>();
        let held = self.register(bytes, limit)?;
        Some(Rc::new(Payload { values, _held: Some(held) }))
    }

    /// Counts bytes as long as the result lives, unless the total would then exceed `limit` bytes.
    pub fn register(&self, bytes: u64, limit: u64) -> Option<Held> {
        let all = self.0.get().saturating_add(bytes);
        self.0.set(all);
        let held = Held { account: Rc::clone(&self.0), bytes };
        (all <= limit).then_some(held)
    }
}

/// Returns the bytes of the value and of the parts to which nothing else refers. Payloads inside are left out: they
/// were counted when they were made.
fn own_bytes(value: &Value) -> u64 {
    let inner = match value {
        Value::Record(fields) if Rc::strong_count(fields) == 1 => fields.iter().map(own_bytes).sum(),
        Value::Array(array) => array_bytes(array),
        _ => 0,
    };
    size_of::<Value>() as u64 + inner
}

fn array_bytes(array: &Array) -> u64 {
    match &array.items {
        Items::Scalars { words, .. } if Rc::strong_count(words) == 1 => size_of_val(words.as_slice()) as u64,
        Items::Boxed { values, .. } if Rc::strong_count(values) == 1 => size_of_val(values.as_slice()) as u64,
        Items::Records(fields) => fields.iter().map(array_bytes).sum(),
        Items::Scalars { .. } | Items::Boxed { .. } => 0,
    }
}
