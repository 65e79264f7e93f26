//! Declarations and modules. Declaring a value or module only records its place in the scope. `force_module` and
//! `value_info` check it when it is first needed. Everything in the user's files is checked in the end.

use crate::ast::{self, Dec, DecKind, Liftedness, ModExp, ModExpKind};
use crate::check::messages::report::{BOUND_TWICE, UNBOUND_MODULE};
use crate::check::modules::scope::{
    Item, Module, ModuleId, ModuleValue, Place, ScopeId, TypeInfo, Value, ValueId, WrittenType,
};
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::{Abstract, Type};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A value or module of the user, which is checked even if no code needs it.
pub enum Pending {
    Value(ValueId, Span),
    Module(ModuleId),
}

impl Checker {
    /// Adds a scope inside `parent`. It belongs to the prelude if its parent does.
    pub fn inner_scope(&mut self, parent: Option<Place>) -> ScopeId {
        let scope = self.scopes.add_scope(parent);
        if parent.is_some_and(|parent| self.prelude_scopes.contains(&parent.scope)) {
            self.prelude_scopes.insert(scope);
        }
        scope
    }

    pub fn declare_all(&mut self, scope: ScopeId, decs: &[Dec]) {
        let mut seen = FxHashMap::default();
        for dec in decs {
            self.not_twice(dec, &mut seen);
            // The error has been reported. Other declarations are made nevertheless.
            let _ = self.declare(scope, dec, &dec.attrs, false);
        }
    }

    /// Reports a name that is declared twice in a module.
    fn not_twice(&mut self, dec: &Dec, seen: &mut FxHashMap<(u8, Symbol), Span>) {
        let (space, ident) = match &dec.kind {
            DecKind::Def(def) => (0, def.name),
            DecKind::Module(def) => (0, def.name),
            DecKind::Type(def) => (1, def.name),
            DecKind::ModuleType(def) => (2, def.name),
            DecKind::Local(inner) => return self.not_twice(inner, seen),
            DecKind::Open(_) | DecKind::Import(_) => return,
        };
        if let Some(first) = seen.insert((space, ident.name), ident.span) {
            let diagnostic = Diagnostic::error(BOUND_TWICE, format!("`{}` is defined twice", ident.name));
            self.report(diagnostic.label(ident.span, "again").label(first, "first here"));
        }
    }

    /// Adds a declaration to the scope. Definitions of the user are checked later.
    fn declare(&mut self, scope: ScopeId, dec: &Dec, attrs: &[ast::Attr], local: bool) -> Checking<()> {
        let place = self.scopes.end(scope);
        let of_user = !self.prelude_scopes.contains(&scope);
        if of_user {
            attrs.iter().for_each(|attr| self.note_attribute(attr));
        }
        match &dec.kind {
            DecKind::Def(def) => {
                if of_user {
                    self.may_be_bound(def.name.name, def.name.span)?;
                }
                let value = Value::Waiting { def: def.clone(), attrs: attrs.into(), place };
                let id = self.scopes.add_value(value);
                self.scopes.declare(scope, def.name.name, Item::Value(id), local);
                if of_user {
                    self.pending.push(Pending::Value(id, def.name.span));
                }
                Ok(())
            }
            DecKind::Type(def) => {
                let outer = self.enter(place);
                let is_accumulator = attrs.iter().any(|attr| attr.name.as_str() == "native") && !of_user;
                let info = if is_accumulator { self.accumulator_type(scope, def) } else { self.type_definition(def) };
                self.context = outer;
                let (info, declared) = match info {
                    Ok(info) => (info, Ok(())),
                    Err(reported) => (TypeInfo::rejected(), Err(reported)),
                };
                self.scopes.declare(scope, def.name.name, Item::Type(Rc::new(info)), local);
                declared
            }
            DecKind::Module(def) => {
                let id = self.scopes.add_module(Module::Waiting { def: def.clone(), place });
                self.scopes.declare(scope, def.name.name, Item::Module(id), local);
                if of_user {
                    self.pending.push(Pending::Module(id));
                }
                Ok(())
            }
            DecKind::ModuleType(def) => {
                let ty = Rc::new(crate::check::modules::signature::ModuleType { exp: def.ty.clone(), place });
                if of_user {
                    self.module_types.push(ty.clone());
                }
                self.scopes.declare(scope, def.name.name, Item::ModuleType(ty), local);
                Ok(())
            }
            DecKind::Open(module) => match self.module_exp(module, place)? {
                ModuleValue::Structure(opened) => {
                    self.scopes.open(scope, opened, local);
                    Ok(())
                }
                ModuleValue::Functor(_) => self.needs_argument(module.span),
            },
            DecKind::Local(inner) => {
                // Attributes may stand before `local` or after it.
                let attrs: Vec<ast::Attr> = attrs.iter().chain(&inner.attrs).cloned().collect();
                self.declare(scope, inner, &attrs, true)
            }
            DecKind::Import(import) => {
                let imported = self.imported(import)?;
                self.scopes.open(scope, imported, true);
                Ok(())
            }
        }
    }

    /// Returns the scope that was made for the imported file.
    fn imported(&self, import: &ast::Import) -> Checking<ScopeId> {
        self.imports.get(&import.span).copied().ok_or(Reported)
    }

    /// Checks the definition of a type.
    pub fn type_definition(&mut self, def: &ast::TypeDef) -> Checking<TypeInfo> {
        let (names, types) = self.type_params(&def.params)?;
        let (mut sizes, mut types) = (names.clone().into_iter(), types.into_iter());
        let mut params = Vec::new();
        for param in &def.params {
            let name = match param.kind {
                ast::TypeParamKind::Size => sizes.next(),
                ast::TypeParamKind::Type(_) => types.next(),
            };
            params.extend(name.map(|name| (param.kind, name)));
        }
        let mut reading = Reading::new(Anonymous::Name);
        let ty = self.type_exp(&def.ty, &mut reading)?;
        self.not_too_large(&ty, def.ty.span)?;
        self.type_definition_holds(def, &names, &reading.names, &ty)?;
        let computed = reading.bindings.iter().filter_map(|binding| match binding.pat {
            core_ir::def::Pat::Var(name, _) => Some(name),
            _ => None,
        });
        if let Some(name) = computed.into_iter().find(|name| crate::check::sizes::constructive::mentions(&ty, *name)) {
            let span = self.size_origins.get(&name).copied().unwrap_or(def.ty.span);
            let headline = "this expression cannot be a size in a type".to_owned();
            return self.error(
                crate::check::messages::report::SIZE_UNKNOWN,
                span,
                headline,
                "a size must not bind variables or consume arrays",
            );
        }
        let params_written = def.params.iter().map(|param| param.name.name).collect();
        let written = WrittenType { params: params_written, ty: def.ty.clone(), place: self.context.place };
        let (liftedness, hidden, written) = (def.liftedness, reading.names, Some(Rc::new(written)));
        Ok(TypeInfo { liftedness, params, hidden, ty, written, rejected: false })
    }

    /// Defines the abstract type `acc t` of accumulators. The module that defines it is `intrinsics`.
    fn accumulator_type(&mut self, scope: ScopeId, def: &ast::TypeDef) -> Checking<TypeInfo> {
        self.intrinsics = Some(scope);
        let mut info = self.type_definition(def)?;
        let name = self.fresh_name(def.name.name.as_str());
        self.accumulator = Some(name);
        info.ty = Type::Abstract(Rc::new(Abstract {
            name,
            shown: Symbol::new("intrinsics.acc"),
            sizes: Vec::new(),
            types: vec![info.ty],
            representation: Type::function(Type::unit(), Type::unit()),
            liftedness: Liftedness::SizeLifted,
        }));
        Ok(info)
    }

    pub fn check_pending(&mut self) {
        let mut next = 0;
        while next < self.pending.len() {
            match self.pending[next] {
                Pending::Value(id, span) => _ = self.value_info(id, span),
                Pending::Module(id) => _ = self.force_module(id),
            }
            next += 1;
        }
        self.pending.clear();
    }

    /// Returns the value of a module; checks its definition first if necessary.
    pub fn module_value(&mut self, id: ModuleId, name: Symbol, span: Span) -> Checking<ModuleValue> {
        self.force_module(id)?;
        match self.scopes.module(id) {
            Module::Done(value) => Ok(value.clone()),
            Module::Failed => Err(Reported),
            Module::Waiting { .. } | Module::Working => self.error(
                UNBOUND_MODULE,
                span,
                format!("the module `{name}` is defined in terms of itself"),
                "used here",
            ),
        }
    }

    /// Checks the definition of a module, unless this has been done.
    pub fn force_module(&mut self, id: ModuleId) -> Checking<()> {
        match self.scopes.module(id) {
            Module::Done(_) | Module::Working => return Ok(()),
            Module::Failed => return Err(Reported),
            Module::Waiting { .. } => {}
        }
        let Module::Waiting { def, place } = self.scopes.set_module(id, Module::Working) else { return Ok(()) };
        let outer = self.module_name.replace(def.name.name);
        let value = match def.params.is_empty() {
            true => self.functor_body(&def, place),
            false => Ok(self.functor(def, place)),
        };
        self.module_name = outer;
        let (module, forced) = match value {
            Ok(value) => (Module::Done(value), Ok(())),
            Err(reported) => (Module::Failed, Err(reported)),
        };
        self.scopes.set_module(id, module);
        forced
    }

    /// Evaluates a module expression.
    pub fn module_exp(&mut self, exp: &ModExp, place: Place) -> Checking<ModuleValue> {
        match &exp.kind {
            ModExpKind::Name(name) => self.module_named(name, place),
            ModExpKind::Structure(decs) => {
                self.no_entries(decs);
                let scope = self.inner_scope(Some(place));
                self.declare_all(scope, decs);
                Ok(ModuleValue::Structure(scope))
            }
            ModExpKind::Apply(functor, arg) => {
                let given = self.module_exp(arg, place);
                match (self.module_exp(functor, place)?, given?) {
                    (ModuleValue::Functor(functor), given) => self.apply_functor(&functor, given, exp.span),
                    (ModuleValue::Structure(_), _) => self.takes_no_argument(functor.span),
                }
            }
            ModExpKind::Ascribe(inner, _) if self.prelude_scopes.contains(&place.scope) => {
                self.module_exp(inner, place)
            }
            ModExpKind::Ascribe(inner, ty) => {
                let value = self.module_exp(inner, place)?;
                self.ascribe_module(value, ty, place, inner.span)
            }
            ModExpKind::Lambda(param, result, body) => {
                let name = ast::Ident { name: Symbol::new("\\"), span: exp.span };
                let params = vec![(**param).clone()];
                let def = ast::ModuleDef { name, params, result: result.clone(), body: (**body).clone() };
                Ok(self.functor(Rc::new(def), place))
            }
            ModExpKind::Import(import) => self.imported(import).map(ModuleValue::Structure),
        }
    }

    /// Returns the value of a named module.
    fn module_named(&mut self, name: &ast::QualName, place: Place) -> Checking<ModuleValue> {
        let outer = self.enter(place);
        let scope = self.module_path(&name.path, name.span);
        self.context = outer;
        let found = match scope? {
            Some(scope) => self.scopes.exported_module(scope, name.name),
            None => self.scopes.find_module(place, name.name),
        };
        match found {
            Some(id) => match self.module_value(id, name.name, name.span)? {
                ModuleValue::Structure(scope) if self.intrinsics == Some(scope) && !self.in_prelude(place) => {
                    let headline = "`intrinsics` cannot be opened or renamed".to_owned();
                    self.error(UNBOUND_MODULE, name.span, headline, "use its names directly: `intrinsics.name`")
                }
                value => Ok(value),
            },
            None => self.unbound_module(name.name, name.span),
        }
    }

    pub fn in_prelude(&self, place: Place) -> bool {
        self.prelude_scopes.contains(&place.scope)
    }
}
