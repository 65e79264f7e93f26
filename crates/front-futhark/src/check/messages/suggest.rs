//! Suggests a defined name that is similar to an unknown one.

use crate::check::{Checker, MAX_ERRORS};
use base::{Symbol, nearest};

impl Checker {
    pub fn near_value(&self, name: Symbol) -> Option<Symbol> {
        if self.diagnostics.len() >= MAX_ERRORS {
            return None;
        }
        let locals = self.context.locals.names();
        nearest(name, locals.chain(self.scopes.value_names(self.context.place)))
    }

    pub fn near_type(&self, name: Symbol) -> Option<Symbol> {
        if self.diagnostics.len() >= MAX_ERRORS {
            return None;
        }
        let scalars = value::ScalarType::ALL.iter().map(|ty| Symbol::new(ty.name()));
        nearest(name, scalars.chain(self.scopes.type_names(self.context.place)))
    }
}
