//! Names bound inside a definition: variables, type parameters, and modules opened for one expression.

use crate::check::modules::scope::{ScopeId, TypeInfo};
use crate::check::types::{Scheme, Type};
use base::{Name, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A local variable as the checker knows it.
#[derive(Clone)]
pub struct Local {
    pub name: Name,
    pub scheme: Rc<Scheme>,
    /// Size parameters of a function that its arguments do not determine. They are passed before the other arguments.
    pub passed: Vec<Name>,
}

impl Local {
    pub fn new(name: Name, scheme: Scheme) -> Local {
        Local { name, scheme: Rc::new(scheme), passed: Vec::new() }
    }
}

/// The names in scope, innermost last; later ones hide earlier ones. Leaving a scope removes the names after a mark.
#[derive(Default)]
pub struct Locals {
    variables: Vec<(Symbol, Local)>,
    by_name: FxHashMap<Symbol, Vec<u32>>,
    /// Opened modules, each with the number of variables bound before it.
    opened: Vec<(u32, ScopeId)>,
    types: Vec<LocalType>,
}

#[derive(Clone, Copy)]
pub struct Mark {
    variables: usize,
    opened: usize,
    types: usize,
}

/// A local type parameter, or an opened module that may export types.
enum LocalType {
    Parameter(Symbol, Type),
    Opened(ScopeId),
}

/// The type parameter or the defined type that a name refers to.
pub enum FoundType {
    Parameter(Type),
    Defined(Rc<TypeInfo>),
}

/// A candidate for the item that a name refers to.
pub enum Found {
    Local(Local),
    /// An opened module that may export the name. If it does not, the next candidate is tried.
    Opened(ScopeId),
}

impl Locals {
    pub fn mark(&self) -> Mark {
        Mark { variables: self.variables.len(), opened: self.opened.len(), types: self.types.len() }
    }

    pub fn leave(&mut self, mark: Mark) {
        for (symbol, _) in self.variables.drain(mark.variables..).rev() {
            if let Some(indices) = self.by_name.get_mut(&symbol) {
                indices.pop();
            }
        }
        self.opened.truncate(mark.opened);
        self.types.truncate(mark.types);
    }

    pub fn bind(&mut self, symbol: Symbol, local: Local) {
        self.by_name.entry(symbol).or_default().push(self.variables.len() as u32);
        self.variables.push((symbol, local));
    }

    pub fn bind_type(&mut self, symbol: Symbol, ty: Type) {
        self.types.push(LocalType::Parameter(symbol, ty));
    }

    pub fn open(&mut self, scope: ScopeId) {
        self.opened.push((self.variables.len() as u32, scope));
        self.types.push(LocalType::Opened(scope));
    }

    /// Returns the type that a name refers to. `exported` returns the type that an opened module exports under the
    /// name.
    pub fn find_type(&self, symbol: Symbol, exported: impl Fn(ScopeId) -> Option<Rc<TypeInfo>>) -> Option<FoundType> {
        self.types.iter().rev().find_map(|local| match local {
            LocalType::Parameter(name, ty) => (*name == symbol).then(|| FoundType::Parameter(ty.clone())),
            LocalType::Opened(scope) => exported(*scope).map(FoundType::Defined),
        })
    }

    /// Returns the opened modules, innermost first.
    pub fn opened(&self) -> impl Iterator<Item = ScopeId> + '_ {
        self.opened.iter().rev().map(|(_, scope)| *scope)
    }

    /// Returns the candidates for the item that a name refers to, innermost first.
    pub fn find(&self, symbol: Symbol) -> Vec<Found> {
        let variable = self.by_name.get(&symbol).and_then(|indices| indices.last()).copied();
        let inside = |at: u32| variable.is_none_or(|index| at > index);
        let mut found: Vec<Found> =
            self.opened.iter().rev().filter(|(at, _)| inside(*at)).map(|(_, scope)| Found::Opened(*scope)).collect();
        found.extend(variable.map(|index| Found::Local(self.variables[index as usize].1.clone())));
        found
    }

    /// Returns the types of all variables.
    pub fn types(&self) -> impl Iterator<Item = &Type> + '_ {
        self.variables.iter().map(|(_, local)| &local.scheme.ty)
    }

    /// Returns the names of all variables, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.variables.iter().map(|(symbol, _)| *symbol)
    }
}

/// The sizes that are variables in scope of the CORE under construction.
#[derive(Default)]
pub struct BoundSizes {
    order: Vec<Name>,
    /// Position of each name in `order`.
    positions: FxHashMap<Name, usize>,
    /// Names that have ever been bound. No name is bound twice.
    ever: FxHashSet<Name>,
    /// The names of `ever`, in order.
    history: Vec<Name>,
}

#[derive(Clone, Copy)]
pub struct SizeMark(usize);

/// Length of the history of bound names at some time, for `take_back`.
#[derive(Clone, Copy)]
pub struct EverMark(usize);

impl BoundSizes {
    pub fn contains(&self, name: &Name) -> bool {
        self.positions.contains_key(name)
    }

    /// Whether the name has never been bound, so that a variable may still be bound to the size.
    pub fn is_free(&self, name: &Name) -> bool {
        !self.ever.contains(name)
    }

    pub fn bind(&mut self, name: Name) {
        self.never_bind(name);
        self.positions.insert(name, self.order.len());
        self.order.push(name);
    }

    pub fn never_bind(&mut self, name: Name) {
        if self.ever.insert(name) {
            self.history.push(name);
        }
    }

    pub fn ever(&self) -> EverMark {
        EverMark(self.history.len())
    }

    /// Removes the names that were first bound after the mark from the history, so that they can be bound again.
    pub fn take_back(&mut self, mark: EverMark) {
        for name in self.history.drain(mark.0..) {
            self.ever.remove(&name);
        }
    }

    pub fn mark(&self) -> SizeMark {
        SizeMark(self.order.len())
    }

    /// Whether the name was bound after the mark, and is in scope.
    pub fn since(&self, mark: SizeMark, name: Name) -> bool {
        self.positions.get(&name).is_some_and(|position| *position >= mark.0)
    }

    pub fn leave(&mut self, mark: SizeMark) {
        for name in self.order.drain(mark.0..) {
            self.positions.remove(&name);
        }
    }
}
