//! References of the evaluator: places that hold a value. A chain of references may be as long as memory permits.

use super::machine::{Eval, Machine, ill_typed};
use super::payload::{Held, drop_value};
use super::prim::take;
use super::value::Value;
use crate::def::RefOp;
use std::cell::RefCell;
use std::rc::Rc;

/// A place that holds a value.
#[derive(Debug)]
pub(super) struct Reference {
    value: RefCell<Value>,
    /// Entry in the account of live values.
    _held: Held,
}

impl Reference {
    pub fn into_value(mut self) -> Value {
        std::mem::replace(self.value.get_mut(), Value::Empty)
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        drop_value(std::mem::replace(self.value.get_mut(), Value::Empty));
    }
}

impl Machine<'_> {
    /// Evaluates an operation on references.
    pub(super) fn reference(&mut self, op: RefOp, args: Vec<Value>) -> Eval {
        match op {
            RefOp::New => {
                let [value] = take(args)?;
                let _held = self.register(size_of::<Reference>() as u64)?;
                Ok(Value::Ref(Rc::new(Reference { value: RefCell::new(value), _held })))
            }
            RefOp::Read => {
                let [Value::Ref(reference)] = take(args)? else { return Err(ill_typed("a reference")) };
                Ok(reference.value.borrow().clone())
            }
            RefOp::Write => {
                let [Value::Ref(reference), value] = take(args)? else { return Err(ill_typed("a reference")) };
                // The old value is dropped after the borrow, because dropping it may drop the reference.
                let _old = reference.value.replace(value);
                Ok(Value::record(Vec::new()))
            }
        }
    }
}
