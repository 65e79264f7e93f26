//! Declarations and modules. Declaring a value or module only says where it is; `force_module` and `value_info` do
//! the work when it is needed. Everything in the user's own file is needed in the end.

use super::report::{BOUND_TWICE, UNBOUND_MODULE};
use super::scope::{Item, Module, ModuleId, Place, ScopeId, TypeInfo, Value, ValueId, WrittenType};
use super::type_exp::{Reading, Unsaid};
use super::{Checker, Checking, Reported};
use crate::ast::{self, Dec, DecKind, ModExp, ModExpKind};
use crate::parser::TOO_DEEP;
use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Something of the user's that is to be checked even if nothing needs it.
pub(super) enum Pending {
    Value(ValueId, Span),
    Module(ModuleId),
}

/// More applications of parametric modules than this are taken for a mistake: each is a copy.
const MAX_APPLICATIONS: usize = 10_000;

/// What a module expression is.
pub(super) enum ModuleValue {
    Structure(ScopeId),
    Functor { def: Rc<ast::ModuleDef>, first: usize, place: Place },
}

impl Checker {
    /// A scope inside `parent`; what is inside the prelude belongs to it.
    pub(super) fn inner_scope(&mut self, parent: Option<Place>) -> ScopeId {
        let scope = self.scopes.add_scope(parent);
        if parent.is_some_and(|parent| self.prelude_scopes.contains(&parent.scope)) {
            self.prelude_scopes.insert(scope);
        }
        scope
    }

    pub(super) fn declare_all(&mut self, scope: ScopeId, decs: &[Dec]) {
        let mut seen = FxHashMap::default();
        for dec in decs {
            self.not_twice(dec, &mut seen);
            // An error in one declaration has been reported; the others are declared all the same.
            let _ = self.declare(scope, dec, &dec.attrs, false);
        }
    }

    /// A name may be declared once in a module.
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

    fn declare(&mut self, scope: ScopeId, dec: &Dec, attrs: &[ast::Attr], local: bool) -> Checking<()> {
        let place = self.scopes.end(scope);
        let of_user = !self.prelude_scopes.contains(&scope);
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
                let info = self.type_definition(def);
                self.context = outer;
                self.scopes.declare(scope, def.name.name, Item::Type(Rc::new(info?)), local);
                Ok(())
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
                let ty = Rc::new(super::signature::ModuleType { exp: def.ty.clone(), place });
                self.scopes.declare(scope, def.name.name, Item::ModuleType(ty), local);
                Ok(())
            }
            DecKind::Open(module) => match self.module_exp(module, place)? {
                ModuleValue::Structure(opened) => {
                    self.scopes.open(scope, opened, local);
                    Ok(())
                }
                ModuleValue::Functor { .. } => self.needs_argument(module.span),
            },
            DecKind::Local(inner) => {
                // Attributes may stand before `local` or after it.
                let attrs: Vec<ast::Attr> = attrs.iter().chain(&inner.attrs).cloned().collect();
                self.declare(scope, inner, &attrs, true)
            }
            DecKind::Import(import) => self.not_supported(import.span, "imports are"),
        }
    }

    pub(super) fn type_definition(&mut self, def: &ast::TypeDef) -> Checking<TypeInfo> {
        let (sizes, types) = self.type_params(&def.params)?;
        let (mut sizes, mut types) = (sizes.into_iter(), types.into_iter());
        let mut params = Vec::new();
        for param in &def.params {
            let name = match param.kind {
                ast::TypeParamKind::Size => sizes.next(),
                ast::TypeParamKind::Type(_) => types.next(),
            };
            params.extend(name.map(|name| (param.kind, name)));
        }
        let mut reading = Reading::new(Unsaid::Name);
        let ty = self.type_exp(&def.ty, &mut reading)?;
        self.not_too_large(&ty, def.ty.span)?;
        if !reading.bindings.is_empty() {
            return self.not_supported(def.ty.span, "computed sizes in type abbreviations are");
        }
        let params_written = def.params.iter().map(|param| param.name.name).collect();
        let written = WrittenType { params: params_written, ty: def.ty.clone(), place: self.context.place };
        Ok(TypeInfo { params, hidden: reading.names, ty, written: Some(Rc::new(written)) })
    }

    pub(super) fn check_pending(&mut self) {
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

    /// Makes a waiting module what it is.
    pub(super) fn force_module(&mut self, id: ModuleId) -> Checking<()> {
        match self.scopes.module(id) {
            Module::Structure(_) | Module::Functor { .. } | Module::Working => return Ok(()),
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
        let module = match value {
            Ok(ModuleValue::Structure(scope)) => Module::Structure(scope),
            Ok(ModuleValue::Functor { def, first, place }) => Module::Functor { def, first, place },
            Err(_) => Module::Failed,
        };
        let failed = matches!(module, Module::Failed);
        self.scopes.set_module(id, module);
        if failed { Err(Reported) } else { Ok(()) }
    }

    pub(super) fn module_exp(&mut self, exp: &ModExp, place: Place) -> Checking<ModuleValue> {
        match &exp.kind {
            ModExpKind::Name(name) => self.module_named(name, place),
            ModExpKind::Structure(decs) => {
                let scope = self.inner_scope(Some(place));
                self.declare_all(scope, decs);
                Ok(ModuleValue::Structure(scope))
            }
            ModExpKind::Apply(functor, arg) => {
                let given = self.module_exp(arg, place)?;
                let functor_value = self.module_exp(functor, place)?;
                match (functor_value, given) {
                    (ModuleValue::Functor { def, first, place }, ModuleValue::Structure(given)) => {
                        self.apply_functor(def, first, place, given, exp.span)
                    }
                    (ModuleValue::Functor { .. }, ModuleValue::Functor { .. }) => {
                        self.not_supported(arg.span, "parametric modules as arguments are")
                    }
                    _ => self.error(
                        UNBOUND_MODULE,
                        functor.span,
                        "this module takes no argument".to_owned(),
                        "applied here",
                    ),
                }
            }
            ModExpKind::Ascribe(inner, _) if self.prelude_scopes.contains(&place.scope) => {
                self.module_exp(inner, place)
            }
            ModExpKind::Ascribe(inner, ty) => match self.module_exp(inner, place)? {
                ModuleValue::Structure(scope) => self.ascribe_module(scope, ty, place, inner.span),
                ModuleValue::Functor { .. } => self.needs_argument(inner.span),
            },
            ModExpKind::Lambda(param, result, body) => {
                let name = ast::Ident { name: Symbol::new("\\"), span: exp.span };
                let params = vec![(**param).clone()];
                let def = ast::ModuleDef { name, params, result: result.clone(), body: (**body).clone() };
                Ok(self.functor(Rc::new(def), place))
            }
            ModExpKind::Import(_) => self.not_supported(exp.span, "imports are"),
        }
    }

    fn apply_functor(
        &mut self,
        def: Rc<ast::ModuleDef>,
        first: usize,
        place: Place,
        arg: ScopeId,
        span: Span,
    ) -> Checking<ModuleValue> {
        let Some(param) = def.params.get(first) else { return Err(Reported) };
        self.applications += 1;
        if self.applications > MAX_APPLICATIONS {
            let headline = format!("more than {MAX_APPLICATIONS} applications of parametric modules");
            return self.error(TOO_DEEP, span, headline, "applied here");
        }
        let arg = match self.prelude_scopes.contains(&place.scope) {
            true => arg,
            false => self.argument(arg, &param.ty, place, span)?,
        };
        let scope = self.inner_scope(Some(place));
        let id = self.scopes.add_module(Module::Structure(arg));
        self.scopes.declare(scope, param.name.name, Item::Module(id), true);
        let place = self.scopes.end(scope);
        if first + 1 < def.params.len() {
            return Ok(ModuleValue::Functor { def, first: first + 1, place });
        }
        self.functor_body(&def, place)
    }

    fn module_named(&mut self, name: &ast::QualName, place: Place) -> Checking<ModuleValue> {
        let outer = self.enter(place);
        let scope = self.module_path(&name.path, name.span);
        self.context = outer;
        let found = match scope? {
            Some(scope) => self.scopes.exported_module(scope, name.name),
            None => self.scopes.find_module(place, name.name),
        };
        let Some(id) = found else {
            return self.unbound_module(name.name, name.span);
        };
        self.force_module(id)?;
        match self.scopes.module(id) {
            Module::Structure(scope) => Ok(ModuleValue::Structure(*scope)),
            Module::Functor { def, first, place } => {
                Ok(ModuleValue::Functor { def: def.clone(), first: *first, place: *place })
            }
            _ => Err(Reported),
        }
    }

    pub(super) fn needs_argument<T>(&mut self, span: Span) -> Checking<T> {
        self.error(UNBOUND_MODULE, span, "a parametric module needs an argument".to_owned(), "used here")
    }
}
