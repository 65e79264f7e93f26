//! Module types. A structure is matched against the specifications in order, in two environments that grow along: in
//! the inside one, abstract types are what the structure makes them; in the outside one they are opaque. Each value
//! gets a definition of the specified type that calls the structure's own; it is checked inside and seen from outside.
//!
//! The body of a parametric module is checked once with parameters that are nothing but their module types, and made
//! anew, with the types of the arguments, for each application.

use super::declare::{ModuleValue, Pending};
use super::report::{BOUND_TWICE, NOT_AS_SPECIFIED, UNBOUND_MODULE};
use super::scope::{Item, Module, Place, ScopeId, TypeInfo, Value, ValueId, ValueInfo, ValueKind};
use super::type_exp::{Reading, Unsaid};
use super::types::{Abstract, Replace, Size, Type, has_function};
use super::{Checker, Checking, Reported};
use crate::ast::{self, ExpKind, Ident, Liftedness, ModTypeExp, ModTypeExpKind, Spec, SpecKind, TypeExp, TypeExpKind};
use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A module type where it was written.
pub struct ModuleType {
    pub exp: ModTypeExp,
    pub place: Place,
}

/// `val name type_params : ty`, to be matched with a value of a structure.
pub struct Specified {
    name: Ident,
    type_params: Vec<ast::TypeParam>,
    ty: TypeExp,
    /// Without one, the value is a parameter's.
    implementation: Option<ValueId>,
    places: Places,
    /// The structure.
    at: Span,
}

/// A parametric module to be checked by itself.
pub(super) struct Functor {
    def: Rc<ast::ModuleDef>,
    place: Place,
}

/// The two environments of specifications.
#[derive(Clone, Copy)]
struct Places {
    inside: Place,
    outside: Place,
}

#[derive(Clone, Copy)]
struct Scopes {
    inside: ScopeId,
    outside: ScopeId,
}

/// What is matched.
#[derive(Clone, Copy)]
struct Matching {
    /// Without one, it is a parameter of which only the module type is known.
    implementation: Option<ScopeId>,
    /// Whether abstract types are opaque outside.
    opaque: bool,
    at: Span,
}

/// `with path.name = ty`
#[derive(Clone)]
struct Refinement {
    path: Vec<Symbol>,
    inside: Rc<TypeInfo>,
    outside: Rc<TypeInfo>,
    used: Rc<Cell<bool>>,
}

/// The name of the structure in the inside environment; no program can write it.
fn implementation_name() -> Symbol {
    Symbol::new("?implementation")
}

impl Checker {
    /// The structure with only what the module type says of it.
    pub(super) fn ascribe_module(
        &mut self,
        scope: ScopeId,
        ty: &ModTypeExp,
        place: Place,
        at: Span,
    ) -> Checking<ModuleValue> {
        let matching = Matching { implementation: Some(scope), opaque: true, at };
        let places = Places { inside: place, outside: place };
        Ok(ModuleValue::Structure(self.match_type(ty, places, matching, &[])?.outside))
    }

    /// An argument as its parameter's module type has it, its types known.
    pub(super) fn argument(&mut self, scope: ScopeId, ty: &ModTypeExp, place: Place, at: Span) -> Checking<ScopeId> {
        let matching = Matching { implementation: Some(scope), opaque: false, at };
        let places = Places { inside: place, outside: place };
        Ok(self.match_type(ty, places, matching, &[])?.outside)
    }

    pub(super) fn functor(&mut self, def: Rc<ast::ModuleDef>, place: Place) -> ModuleValue {
        if !self.prelude_scopes.contains(&place.scope) {
            self.functors.push(Functor { def: def.clone(), place });
        }
        ModuleValue::Functor { def, first: 0, place }
    }

    /// The body where all parameters are in scope.
    pub(super) fn functor_body(&mut self, def: &ast::ModuleDef, place: Place) -> Checking<ModuleValue> {
        let body = self.module_exp(&def.body, place)?;
        match (&def.result, body) {
            (Some(ty), ModuleValue::Structure(scope)) if !self.prelude_scopes.contains(&place.scope) => {
                self.ascribe_module(scope, ty, place, def.body.span)
            }
            (Some(_), ModuleValue::Functor { .. }) => self.needs_argument(def.body.span),
            (_, body) => Ok(body),
        }
    }

    /// Checks parametric modules with parameters of which nothing is known but their module types. The definitions that
    /// this makes are no part of the program.
    pub(super) fn check_functors(&mut self) {
        if self.functors.is_empty() {
            return;
        }
        let defs = self.program.defs.clone();
        let mut next = 0;
        while let Some(functor) = self.functors.get(next) {
            let (def, place) = (functor.def.clone(), functor.place);
            // What is wrong has been reported.
            let _ = self.check_functor(&def, place);
            self.check_pending();
            next += 1;
        }
        self.program.defs = defs;
    }

    fn check_functor(&mut self, def: &ast::ModuleDef, mut place: Place) -> Checking<()> {
        for param in &def.params {
            let matching = Matching { implementation: None, opaque: true, at: param.name.span };
            let places = Places { inside: place, outside: place };
            let outer = self.module_name.replace(param.name.name);
            let matched = self.match_type(&param.ty, places, matching, &[]);
            self.module_name = outer;
            let id = self.scopes.add_module(Module::Structure(matched?.outside));
            let scope = self.inner_scope(Some(place));
            self.scopes.declare(scope, param.name.name, Item::Module(id), true);
            place = self.scopes.end(scope);
        }
        self.functor_body(def, place).map(|_| ())
    }

    // Matching

    fn match_type(
        &mut self,
        ty: &ModTypeExp,
        places: Places,
        matching: Matching,
        refinements: &[Refinement],
    ) -> Checking<Scopes> {
        match &ty.kind {
            ModTypeExpKind::Name(name) => {
                let ty = self.module_type_named(name, places.outside)?;
                let places = Places { inside: ty.place, outside: ty.place };
                self.match_type(&ty.exp, places, matching, refinements)
            }
            ModTypeExpKind::With(inner, name, params, ty) => {
                let refinement = self.refinement(name, params, ty, places)?;
                let used = refinement.used.clone();
                let refinements: Vec<Refinement> =
                    std::iter::once(refinement).chain(refinements.iter().cloned()).collect();
                let scopes = self.match_type(inner, places, matching, &refinements)?;
                match used.get() {
                    true => Ok(scopes),
                    false => {
                        let headline = format!("the module type has no type `{}`", name.name);
                        self.error(NOT_AS_SPECIFIED, name.span, headline, "named here")
                    }
                }
            }
            ModTypeExpKind::Specs(specs) => self.match_specs(specs, places, matching, refinements),
            ModTypeExpKind::Arrow(..) => self.not_supported(ty.span, "parametric modules in module types are"),
        }
    }

    fn module_type_named(&mut self, name: &ast::QualName, place: Place) -> Checking<Rc<ModuleType>> {
        let outer = self.enter(place);
        let scope = self.module_path(&name.path, name.span);
        self.context = outer;
        let found = match scope? {
            Some(scope) => self.scopes.exported_module_type(scope, name.name),
            None => self.scopes.find_module_type(place, name.name),
        };
        match found {
            Some(ty) => Ok(ty),
            None => {
                let headline = format!("there is no module type `{}`", name.name);
                self.error(UNBOUND_MODULE, name.span, headline, "unknown module type")
            }
        }
    }

    fn refinement(
        &mut self,
        name: &ast::QualName,
        params: &[ast::TypeParam],
        ty: &TypeExp,
        places: Places,
    ) -> Checking<Refinement> {
        let ident = Ident { name: name.name, span: name.span };
        let def = ast::TypeDef { liftedness: Liftedness::Lifted, name: ident, params: params.to_vec(), ty: ty.clone() };
        let inside = Rc::new(self.type_at(&def, places.inside)?);
        let outside = Rc::new(self.type_at(&def, places.outside)?);
        let path = name.path.iter().copied().chain([name.name]).collect();
        Ok(Refinement { path, inside, outside, used: Rc::default() })
    }

    fn type_at(&mut self, def: &ast::TypeDef, place: Place) -> Checking<TypeInfo> {
        let outer = self.enter(place);
        let info = self.type_definition(def);
        self.context = outer;
        info
    }

    fn match_specs(
        &mut self,
        specs: &[Spec],
        places: Places,
        matching: Matching,
        refinements: &[Refinement],
    ) -> Checking<Scopes> {
        let scopes =
            Scopes { inside: self.inner_scope(Some(places.inside)), outside: self.inner_scope(Some(places.outside)) };
        if let Some(scope) = matching.implementation {
            let id = self.scopes.add_module(Module::Structure(scope));
            self.scopes.declare(scopes.inside, implementation_name(), Item::Module(id), true);
        }
        let mut seen = FxHashMap::default();
        let mut failed = None;
        for spec in specs {
            self.not_specified_twice(spec, &mut seen);
            let matched = self.match_spec(spec, scopes, matching, refinements);
            failed = failed.or(matched.err());
        }
        failed.map_or(Ok(scopes), Err)
    }

    fn not_specified_twice(&mut self, spec: &Spec, seen: &mut FxHashMap<(u8, Symbol), Span>) {
        let (space, ident) = match &spec.kind {
            SpecKind::Val { name, .. } | SpecKind::Module { name, .. } => (0, *name),
            SpecKind::Type { name, .. } => (1, *name),
            SpecKind::Include(_) => return,
        };
        if let Some(first) = seen.insert((space, ident.name), ident.span) {
            let diagnostic = Diagnostic::error(BOUND_TWICE, format!("`{}` is specified twice", ident.name));
            self.report(diagnostic.label(ident.span, "again").label(first, "first here"));
        }
    }

    fn match_spec(
        &mut self,
        spec: &Spec,
        scopes: Scopes,
        matching: Matching,
        refinements: &[Refinement],
    ) -> Checking<()> {
        let places = Places { inside: self.scopes.end(scopes.inside), outside: self.scopes.end(scopes.outside) };
        match &spec.kind {
            SpecKind::Val { name, type_params, ty } => {
                let specified = Specified {
                    name: *name,
                    type_params: type_params.clone(),
                    ty: ty.clone(),
                    implementation: None,
                    places,
                    at: matching.at,
                };
                self.match_value(specified, scopes, matching)
            }
            SpecKind::Type { liftedness, name, params, ty } => {
                let own = refinements.iter().find(|refinement| refinement.path == [name.name]);
                let (inside, outside) =
                    self.match_type_spec((*liftedness, *name, params), ty, places, matching, own)?;
                self.scopes.declare(scopes.inside, name.name, Item::Type(inside), false);
                self.scopes.declare(scopes.outside, name.name, Item::Type(outside), false);
                Ok(())
            }
            SpecKind::Module { name, ty } => self.match_module(*name, ty, scopes, matching, refinements),
            SpecKind::Include(ty) => {
                let included = self.match_type(ty, places, matching, refinements)?;
                self.scopes.open(scopes.inside, included.inside, false);
                self.scopes.open(scopes.outside, included.outside, false);
                Ok(())
            }
        }
    }

    fn match_value(&mut self, specified: Specified, scopes: Scopes, matching: Matching) -> Checking<()> {
        let name = specified.name;
        let Some(scope) = matching.implementation else {
            let id = self.scopes.add_value(Value::Specified(Rc::new(specified)));
            self.scopes.declare(scopes.inside, name.name, Item::Value(id), false);
            self.scopes.declare(scopes.outside, name.name, Item::Value(id), false);
            return Ok(());
        };
        let Some(found) = self.scopes.exported_value(scope, name.name) else {
            return self.not_there("value", name, matching.at);
        };
        let specified = Specified { implementation: Some(found), ..specified };
        let id = self.scopes.add_value(Value::Specified(Rc::new(specified)));
        self.scopes.declare(scopes.inside, name.name, Item::Value(found), false);
        self.scopes.declare(scopes.outside, name.name, Item::Value(id), false);
        if !self.prelude_scopes.contains(&scope) {
            self.pending.push(Pending::Value(id, name.span));
        }
        Ok(())
    }

    fn match_module(
        &mut self,
        name: Ident,
        ty: &ModTypeExp,
        scopes: Scopes,
        matching: Matching,
        refinements: &[Refinement],
    ) -> Checking<()> {
        let places = Places { inside: self.scopes.end(scopes.inside), outside: self.scopes.end(scopes.outside) };
        let implementation = match matching.implementation {
            None => None,
            Some(scope) => match self.scopes.exported_module(scope, name.name) {
                Some(id) => {
                    self.force_module(id)?;
                    if matches!(self.scopes.module(id), Module::Functor { .. }) {
                        return self.not_supported(name.span, "parametric modules in module types are");
                    }
                    Some(self.structure(id, name.name, matching.at)?)
                }
                None => return self.not_there("module", name, matching.at),
            },
        };
        let inner = |refinement: &Refinement| match refinement.path.split_first() {
            Some((first, rest)) if *first == name.name && !rest.is_empty() => {
                Some(Refinement { path: rest.to_vec(), ..refinement.clone() })
            }
            _ => None,
        };
        let refinements: Vec<Refinement> = refinements.iter().filter_map(inner).collect();
        let matched = self.match_type(ty, places, Matching { implementation, ..matching }, &refinements)?;
        for (scope, module) in [(scopes.inside, matched.inside), (scopes.outside, matched.outside)] {
            let id = self.scopes.add_module(Module::Structure(module));
            self.scopes.declare(scope, name.name, Item::Module(id), false);
        }
        Ok(())
    }

    fn not_there<T>(&mut self, what: &str, name: Ident, at: Span) -> Checking<T> {
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the module lacks the {what} `{}`", name.name))
            .label(at, format!("it has no such {what}"))
            .label(name.span, "the module type asks for it here");
        Err(self.report(diagnostic))
    }

    // Types

    /// The type inside and outside.
    fn match_type_spec(
        &mut self,
        (liftedness, name, params): (Liftedness, Ident, &[ast::TypeParam]),
        ty: &Option<TypeExp>,
        places: Places,
        matching: Matching,
        refinement: Option<&Refinement>,
    ) -> Checking<(Rc<TypeInfo>, Rc<TypeInfo>)> {
        let found = match matching.implementation {
            None => None,
            Some(scope) => match self.scopes.exported_type(scope, name.name) {
                Some(found) => Some(found),
                None => return self.not_there("type", name, matching.at),
            },
        };
        let said = match (refinement, ty) {
            (Some(refinement), _) => {
                refinement.used.set(true);
                Some((refinement.inside.clone(), refinement.outside.clone()))
            }
            (None, Some(ty)) => {
                let def = ast::TypeDef { liftedness, name, params: params.to_vec(), ty: ty.clone() };
                Some((Rc::new(self.type_at(&def, places.inside)?), Rc::new(self.type_at(&def, places.outside)?)))
            }
            (None, None) => None,
        };
        if let (Some(found), Some((inside, _))) = (&found, &said)
            && !self.same_definition(found, inside)
        {
            let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the type `{}` is another one", name.name))
                .label(matching.at, format!("here it is {}", self.show(&found.ty)))
                .label(name.span, format!("the module type says {}", self.show(&inside.ty)));
            return Err(self.report(diagnostic));
        }
        match (found, said) {
            (_, Some(said)) => Ok(said),
            (None, None) => {
                let info = Rc::new(self.parameter_type(name, liftedness, params));
                Ok((info.clone(), info))
            }
            (Some(found), None) => {
                self.fits(&found, liftedness, name, params, matching.at)?;
                match matching.opaque {
                    false => Ok((found.clone(), found)),
                    true => {
                        let outside = self.hidden_type(name, liftedness, &found);
                        Ok((found, Rc::new(outside)))
                    }
                }
            }
        }
    }

    /// Whether both definitions are of the same type, whatever its parameters are.
    fn same_definition(&mut self, a: &TypeInfo, b: &TypeInfo) -> bool {
        if a.params.len() != b.params.len() || a.hidden.len() != b.hidden.len() {
            return false;
        }
        let mut replace = Replace::default();
        for ((kind, from), (other, to)) in a.params.iter().zip(&b.params) {
            match (kind, other) {
                (ast::TypeParamKind::Size, ast::TypeParamKind::Size) => {
                    replace.sizes.insert(*from, Size::Var(*to));
                }
                (ast::TypeParamKind::Type(_), ast::TypeParamKind::Type(_)) => {
                    replace.types.insert(*from, Type::Param(*to));
                }
                _ => return false,
            }
        }
        replace.sizes.extend(a.hidden.iter().zip(&b.hidden).map(|(from, to)| (*from, Size::Var(*to))));
        let a = replace.ty(&a.ty);
        self.unifier.unify(&a, &b.ty).is_ok_and(|clashes| clashes.0.is_empty())
    }

    /// Whether the type takes the parameters that the module type says, and hides no more than it allows.
    fn fits(
        &mut self,
        found: &TypeInfo,
        liftedness: Liftedness,
        name: Ident,
        params: &[ast::TypeParam],
        at: Span,
    ) -> Checking<()> {
        let is_size = |kind: &ast::TypeParamKind| *kind == ast::TypeParamKind::Size;
        let alike = found.params.len() == params.len()
            && found.params.iter().zip(params).all(|((kind, _), param)| is_size(kind) == is_size(&param.kind));
        let wrong = if !alike {
            "takes other parameters than the module type says"
        } else if has_function(&found.ty) && liftedness != Liftedness::Lifted {
            "has functions in it, which the module type would have to allow with `type^`"
        } else if !found.hidden.is_empty() && liftedness == Liftedness::Unlifted {
            "hides sizes, which the module type would have to allow with `type~`"
        } else {
            return Ok(());
        };
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the type `{}` {wrong}", name.name))
            .label(at, format!("here it is {}", self.show(&found.ty)))
            .label(name.span, "specified here");
        Err(self.report(diagnostic))
    }

    /// A type that is equal only to itself, for what is there inside.
    fn hidden_type(&mut self, name: Ident, liftedness: Liftedness, found: &TypeInfo) -> TypeInfo {
        let shown = match self.module_name {
            Some(module) => format!("{module}.{}", name.name),
            None => name.name.to_string(),
        };
        let (mut sizes, mut types) = (Vec::new(), Vec::new());
        for (kind, param) in &found.params {
            match kind {
                ast::TypeParamKind::Size => sizes.push(Size::Var(*param)),
                ast::TypeParamKind::Type(_) => types.push(Type::Param(*param)),
            }
        }
        let ty = Type::Abstract(Rc::new(Abstract {
            name: self.fresh_name(name.name.as_str()),
            shown: Symbol::new(&shown),
            sizes,
            types,
            representation: found.ty.clone(),
            lifted: liftedness != Liftedness::Unlifted,
        }));
        TypeInfo { params: found.params.clone(), hidden: Vec::new(), ty }
    }

    /// The type of a parameter, of which nothing is known.
    fn parameter_type(&mut self, name: Ident, liftedness: Liftedness, params: &[ast::TypeParam]) -> TypeInfo {
        let params = params.iter().map(|param| (param.kind, self.fresh_name(param.name.name.as_str()))).collect();
        // Only a type with functions in it may not be compared.
        let ty = match liftedness {
            Liftedness::Lifted => Type::function(Type::unit(), Type::unit()),
            _ => Type::unit(),
        };
        self.hidden_type(name, liftedness, &TypeInfo { params, hidden: Vec::new(), ty })
    }

    // Values

    pub(super) fn specified_value(&mut self, specified: &Specified) -> Checking<ValueInfo> {
        let outer = self.enter(specified.places.outside);
        let info = self.specified_value_inside(specified);
        self.context = outer;
        info
    }

    fn specified_value_inside(&mut self, specified: &Specified) -> Checking<ValueInfo> {
        let def = specified.definition();
        let Some(implementation) = specified.implementation else {
            let scheme = self.declared_scheme(&def)?;
            let id = self.reserve_def(specified.name);
            return Ok(ValueInfo { scheme, kind: ValueKind::Def { id, sizes: Vec::new() } });
        };
        let implementation = self.value_info(implementation, specified.at)?;
        self.enter(specified.places.inside);
        self.types_match(specified, &implementation)?;
        self.enter(specified.places.inside);
        let inline = ast::Attr { name: Symbol::new("inline"), args: Vec::new(), span: specified.name.span };
        let inside = self.definition(&def, &[inline])?;
        self.enter(specified.places.outside);
        let scheme = self.declared_scheme(&def)?;
        let ValueKind::Def { id, sizes } = &inside.kind else { return Err(Reported) };
        // The declared sizes come first in both.
        let place = |size| inside.scheme.sizes.iter().position(|other| other == size);
        let sizes = sizes.iter().filter_map(|size| scheme.sizes.get(place(size)?).copied()).collect();
        Ok(ValueInfo { scheme, kind: ValueKind::Def { id: *id, sizes } })
    }

    fn types_match(&mut self, specified: &Specified, implementation: &ValueInfo) -> Checking<()> {
        self.type_params(&specified.type_params)?;
        let expected = self.type_exp(&specified.ty, &mut Reading::new(Unsaid::Solve))?;
        let (found, _, _) = self.instantiate(&implementation.scheme);
        // Sizes are compared where the value is used as the module type says.
        if self.unifier.unify(&found, &expected).is_ok() {
            return Ok(());
        }
        let name = specified.name;
        let at = match &implementation.kind {
            ValueKind::Def { id, .. } => self.program.defs[*id].span,
            ValueKind::Native { .. } => specified.at,
        };
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the value `{}` is of another type", name.name))
            .label(at, format!("here it is {}", self.show(&implementation.scheme.ty)))
            .label(name.span, format!("the module type says {}", self.show(&expected)));
        Err(self.report(diagnostic))
    }
}

impl Specified {
    /// A definition of the specified type that calls the structure's: the parameters are those of the type.
    fn definition(&self) -> ast::Def {
        let span = self.name.span;
        let (mut params, mut args) = (Vec::new(), Vec::new());
        let mut result = &self.ty;
        while let TypeExpKind::Function(name, param, rest) = &result.kind {
            let name = name.map_or_else(|| Symbol::new(&format!("?{}", params.len())), |name| name.name);
            let pat = ast::Pat { kind: ast::PatKind::Name(name), span: param.span };
            let ascribed = ast::PatKind::Ascribe(Box::new(pat), (**param).clone());
            params.push(ast::Pat { kind: ascribed, span: param.span });
            let var = ast::QualName { path: Vec::new(), name, span };
            args.push(ast::Exp { kind: ExpKind::Var(var), span });
            result = rest;
        }
        let own = ast::QualName { path: vec![implementation_name()], name: self.name.name, span };
        let own = ast::Exp { kind: ExpKind::Var(own), span };
        let body = match args.is_empty() {
            true => own,
            false => ast::Exp { kind: ExpKind::Apply(Box::new(own), args), span },
        };
        let type_params = self.type_params.clone();
        ast::Def { entry: false, name: self.name, type_params, params, result: Some(result.clone()), body }
    }
}
