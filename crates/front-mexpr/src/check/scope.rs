//! Names in scope. Values, constructors, types and type variables have separate scopes.

use base::Symbol;
use rustc_hash::FxHashMap;

/// What names of one kind mean. Inner bindings shadow outer ones.
pub struct Scope<T> {
    names: FxHashMap<Symbol, Vec<T>>,
    /// The names in the order in which they were bound.
    order: Vec<Symbol>,
}

impl<T> Default for Scope<T> {
    fn default() -> Scope<T> {
        Scope { names: FxHashMap::default(), order: Vec::new() }
    }
}

impl<T> Scope<T> {
    pub fn bind(&mut self, name: Symbol, meaning: T) {
        self.names.entry(name).or_default().push(meaning);
        self.order.push(name);
    }

    pub fn get(&self, name: Symbol) -> Option<&T> {
        self.names.get(&name)?.last()
    }

    /// Returns the names that are bound, in the order of their spellings.
    pub fn names(&self) -> Vec<Symbol> {
        let mut names = self.order.clone();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the number of bindings, for `back_to`.
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// Removes the bindings since `mark`.
    pub fn back_to(&mut self, mark: usize) {
        for name in self.order.drain(mark..) {
            if let Some(meanings) = self.names.get_mut(&name) {
                meanings.pop();
            }
        }
    }
}
