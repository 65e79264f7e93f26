//! The meaning of names at top level and in modules. A scope is a growing list of declarations. A place in it sees the
//! declarations before it, then those of the enclosing scopes. Definitions and modules wait unchecked until some code
//! needs them, so unused parts of the prelude cost nothing.

use crate::ast;
use crate::check::modules::functor::Functor;
use crate::check::modules::signature::{ModuleType, Specified};
use crate::check::types::{Scheme, Type};
use base::{Name, Symbol};
use core_ir::def::DefId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModuleId(u32);

/// A position in a scope. The declarations before it are visible from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub scope: ScopeId,
    pub position: u32,
}

/// The state of a top-level value.
pub enum Value {
    Waiting {
        def: Rc<ast::Def>,
        attrs: Rc<[ast::Attr]>,
        place: Place,
    },
    /// A value that a module type specifies, and that has not been matched yet.
    Specified(Rc<Specified>),
    /// The value is being checked. Code that needs it now is part of its own definition, which is an error.
    Working,
    Done(Rc<ValueInfo>),
    /// The value had errors, which have been reported.
    Failed,
}

#[derive(Clone)]
pub struct ValueInfo {
    pub scheme: Scheme,
    pub kind: ValueKind,
}

#[derive(Clone)]
pub enum ValueKind {
    /// A definition. `sizes` are the size parameters that no argument determines. Callers pass them before the other
    /// arguments.
    Def { id: DefId, sizes: Vec<Name> },
    /// An intrinsic operation that takes `arity` arguments.
    Native { native: crate::check::expressions::native::Native, arity: usize },
}

/// The meaning of a type's name: `type name params = ty`. `hidden` are the sizes that the type does not show.
pub struct TypeInfo {
    /// Liftedness with which the type is defined or specified: `type`, `type~` or `type^`.
    pub liftedness: ast::Liftedness,
    pub params: Vec<(ast::TypeParamKind, Name)>,
    pub hidden: Vec<Name>,
    pub ty: Type,
    /// The definition in the source; `None` for abstract types.
    pub written: Option<Rc<WrittenType>>,
    /// Whether the definition has an error. Uses of the type then report nothing.
    pub rejected: bool,
}

impl TypeInfo {
    pub fn rejected() -> TypeInfo {
        let liftedness = ast::Liftedness::Unlifted;
        TypeInfo { liftedness, params: Vec::new(), hidden: Vec::new(), ty: Type::unit(), written: None, rejected: true }
    }
}

/// A type abbreviation in the source: its parameters, its type expression, and the place where this is evaluated.
pub struct WrittenType {
    pub params: Vec<Symbol>,
    pub ty: ast::TypeExp,
    pub place: Place,
}

pub enum Module {
    Waiting {
        def: Rc<ast::ModuleDef>,
        place: Place,
    },
    /// The module is being evaluated. Code that needs it now is part of its own definition, which is an error.
    Working,
    Done(ModuleValue),
    /// The module had errors, which have been reported.
    Failed,
}

/// The value of a module expression.
#[derive(Clone)]
pub enum ModuleValue {
    Structure(ScopeId),
    Functor(Rc<Functor>),
}

#[derive(Default)]
struct Scope {
    parent: Option<Place>,
    length: u32,
    values: Table<ValueId>,
    types: Table<Rc<TypeInfo>>,
    modules: Table<ModuleId>,
    module_types: Table<Rc<ModuleType>>,
}

/// Declarations of each name, with their positions in the scope, in order.
type Table<T> = FxHashMap<Symbol, Vec<(u32, Exported<T>)>>;

#[derive(Clone)]
struct Exported<T> {
    item: T,
    /// Whether the declaration is visible in the scope, but not exported by its module.
    local: bool,
}

impl<T> Exported<T> {
    fn new(item: T, local: bool) -> Exported<T> {
        Exported { item, local }
    }
}

#[derive(Default)]
pub struct Scopes {
    scopes: Vec<Scope>,
    values: Vec<Value>,
    modules: Vec<Module>,
}

/// An item that a name declares.
pub enum Item {
    Value(ValueId),
    Type(Rc<TypeInfo>),
    Module(ModuleId),
    ModuleType(Rc<ModuleType>),
}

impl Scopes {
    pub fn add_scope(&mut self, parent: Option<Place>) -> ScopeId {
        self.scopes.push(Scope { parent, ..Scope::default() });
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// Whether both scopes have the same enclosing scope.
    pub fn are_siblings(&self, a: ScopeId, b: ScopeId) -> bool {
        let parent = |scope: ScopeId| self.scopes[scope.0 as usize].parent;
        parent(a) == parent(b)
    }

    pub fn add_value(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId(self.values.len() as u32 - 1)
    }

    pub fn add_module(&mut self, module: Module) -> ModuleId {
        self.modules.push(module);
        ModuleId(self.modules.len() as u32 - 1)
    }

    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// Sets the state of a value; returns the previous one.
    pub fn set_value(&mut self, id: ValueId, value: Value) -> Value {
        std::mem::replace(&mut self.values[id.0 as usize], value)
    }

    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    pub fn set_module(&mut self, id: ModuleId, module: Module) -> Module {
        std::mem::replace(&mut self.modules[id.0 as usize], module)
    }

    /// Returns the place after all declarations that the scope has so far.
    pub fn end(&self, scope: ScopeId) -> Place {
        Place { scope, position: self.scopes[scope.0 as usize].length }
    }

    /// Returns the place after all declarations of the scope, also future ones.
    pub fn after(&self, scope: ScopeId) -> Place {
        Place { scope, position: u32::MAX }
    }

    /// Declares a name after all present declarations.
    pub fn declare(&mut self, scope: ScopeId, name: Symbol, item: Item, local: bool) {
        let scope = &mut self.scopes[scope.0 as usize];
        let position = scope.length;
        scope.length += 1;
        match item {
            Item::Value(id) => push(&mut scope.values, name, position, Exported::new(id, local)),
            Item::Type(info) => push(&mut scope.types, name, position, Exported::new(info, local)),
            Item::Module(id) => push(&mut scope.modules, name, position, Exported::new(id, local)),
            Item::ModuleType(ty) => push(&mut scope.module_types, name, position, Exported::new(ty, local)),
        }
    }

    /// Declares all names that `opened` exports.
    pub fn open(&mut self, scope: ScopeId, opened: ScopeId, local: bool) {
        if scope == opened {
            return;
        }
        let mut values = exports(&self.scopes[opened.0 as usize].values);
        let mut types = exports(&self.scopes[opened.0 as usize].types);
        let mut modules = exports(&self.scopes[opened.0 as usize].modules);
        let mut module_types = exports(&self.scopes[opened.0 as usize].module_types);
        let scope = &mut self.scopes[scope.0 as usize];
        let position = scope.length;
        scope.length += 1;
        values.drain(..).for_each(|(name, id)| push(&mut scope.values, name, position, Exported::new(id, local)));
        types.drain(..).for_each(|(name, info)| push(&mut scope.types, name, position, Exported::new(info, local)));
        modules.drain(..).for_each(|(name, id)| push(&mut scope.modules, name, position, Exported::new(id, local)));
        let types = &mut scope.module_types;
        module_types.drain(..).for_each(|(name, ty)| push(types, name, position, Exported::new(ty, local)));
    }

    pub fn find_value(&self, place: Place, name: Symbol) -> Option<ValueId> {
        self.find(place, |scope, position| before(&scope.values, name, position).map(|found| found.item))
    }

    /// Returns the first value with this name in the place's scope or an enclosing one, wherever it is declared there.
    pub fn find_later(&self, place: Place, name: Symbol) -> Option<ValueId> {
        self.find(place, |scope, _| scope.values.get(&name)?.first().map(|(_, found)| found.item))
    }

    pub fn find_later_type(&self, place: Place, name: Symbol) -> bool {
        self.find(place, |scope, _| scope.types.get(&name).map(|_| ())).is_some()
    }

    pub fn find_later_module(&self, place: Place, name: Symbol) -> bool {
        self.find(place, |scope, _| scope.modules.get(&name).map(|_| ())).is_some()
    }

    pub fn find_type(&self, place: Place, name: Symbol) -> Option<Rc<TypeInfo>> {
        self.find(place, |scope, position| before(&scope.types, name, position).map(|found| found.item.clone()))
    }

    pub fn find_module(&self, place: Place, name: Symbol) -> Option<ModuleId> {
        self.find(place, |scope, position| before(&scope.modules, name, position).map(|found| found.item))
    }

    pub fn find_module_type(&self, place: Place, name: Symbol) -> Option<Rc<ModuleType>> {
        self.find(place, |scope, position| before(&scope.module_types, name, position).map(|found| found.item.clone()))
    }

    /// Returns the value that a module exports under this name.
    pub fn exported_value(&self, scope: ScopeId, name: Symbol) -> Option<ValueId> {
        exported(&self.scopes[scope.0 as usize].values, name).copied()
    }

    pub fn exported_type(&self, scope: ScopeId, name: Symbol) -> Option<Rc<TypeInfo>> {
        exported(&self.scopes[scope.0 as usize].types, name).cloned()
    }

    /// Returns the sorted names of the types that a module exports.
    pub fn exported_types(&self, scope: ScopeId) -> Vec<Symbol> {
        exports(&self.scopes[scope.0 as usize].types).into_iter().map(|(name, _)| name).collect()
    }

    pub fn exported_module(&self, scope: ScopeId, name: Symbol) -> Option<ModuleId> {
        exported(&self.scopes[scope.0 as usize].modules, name).copied()
    }

    pub fn exported_module_type(&self, scope: ScopeId, name: Symbol) -> Option<Rc<ModuleType>> {
        exported(&self.scopes[scope.0 as usize].module_types, name).cloned()
    }

    /// Returns the sorted names of values and modules in all scopes around a place, for suggestions.
    pub fn value_names(&self, place: Place) -> Vec<Symbol> {
        self.names(place, |scope| scope.values.keys().chain(scope.modules.keys()).copied().collect())
    }

    pub fn type_names(&self, place: Place) -> Vec<Symbol> {
        self.names(place, |scope| scope.types.keys().copied().collect())
    }

    fn names(&self, place: Place, of: impl Fn(&Scope) -> Vec<Symbol>) -> Vec<Symbol> {
        let mut names = Vec::new();
        let mut place = Some(place);
        while let Some(Place { scope, .. }) = place {
            let scope = &self.scopes[scope.0 as usize];
            names.extend(of(scope));
            place = scope.parent;
        }
        names.sort();
        names.dedup();
        names
    }

    fn find<T>(&self, place: Place, look: impl Fn(&Scope, u32) -> Option<T>) -> Option<T> {
        let mut place = Some(place);
        while let Some(Place { scope, position }) = place {
            let scope = &self.scopes[scope.0 as usize];
            if let Some(found) = look(scope, position) {
                return Some(found);
            }
            place = scope.parent;
        }
        None
    }
}

fn push<T>(table: &mut Table<T>, name: Symbol, position: u32, item: Exported<T>) {
    table.entry(name).or_default().push((position, item));
}

fn before<T>(table: &Table<T>, name: Symbol, position: u32) -> Option<&Exported<T>> {
    let declared = table.get(&name)?;
    let count = declared.partition_point(|(at, _)| *at < position);
    declared[..count].last().map(|(_, item)| item)
}

fn exported<T>(table: &Table<T>, name: Symbol) -> Option<&T> {
    let declared = table.get(&name)?;
    declared.iter().rev().find(|(_, item)| !item.local).map(|(_, item)| &item.item)
}

fn exports<T: Clone>(table: &Table<T>) -> Vec<(Symbol, T)> {
    let mut all: Vec<(Symbol, T)> =
        table.keys().filter_map(|name| Some((*name, exported(table, *name)?.clone()))).collect();
    all.sort_by_key(|(name, _)| *name);
    all
}
