//! Module types. A structure is matched with the specifications of a module type in order. Two environments grow with
//! them. In the inside one, abstract types are what the structure defines; in the outside one they are opaque. Each
//! value gets a definition of the specified type that calls the structure's value. It is checked in the inside
//! environment and seen from the outside one.

use crate::ast::{self, ExpKind, Ident, Liftedness, ModTypeExp, ModTypeExpKind, Spec, SpecKind, TypeExp, TypeExpKind};
use crate::check::messages::report::{BOUND_TWICE, NOT_AS_SPECIFIED, SIZE_UNKNOWN, UNBOUND_MODULE};
use crate::check::modules::declare::Pending;
use crate::check::modules::functor::{Arrow, Functor};
use crate::check::modules::scope::{
    Item, Module, ModuleValue, Place, ScopeId, Scopes, TypeInfo, Value, ValueId, ValueInfo, ValueKind,
};
use crate::check::sizes::value_sizes::is_one_value;
use crate::check::types::alike::{alike, says_what_it_gives};
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::unique::Misfit;
use crate::check::types::{Abstract, Replace, Scheme, Size, Type};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Name, Span, Symbol};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// A named module type, with the place of its definition.
pub struct ModuleType {
    pub exp: ModTypeExp,
    pub place: Place,
}

/// A specification `val name type_params : ty`, and the value of a structure that is matched with it.
pub struct Specified {
    name: Ident,
    type_params: Vec<ast::TypeParam>,
    ty: TypeExp,
    /// The structure's value; `None` if the structure is an unknown argument.
    implementation: Option<ValueId>,
    places: Places,
    /// Whether types of the structure are opaque to code outside.
    opaque: bool,
    /// Span of the structure.
    at: Span,
}

/// Places in the inside and the outside environment.
#[derive(Clone, Copy)]
pub struct Places {
    pub inside: Place,
    pub outside: Place,
}

/// A matched module, as the inside and the outside environment see it.
pub struct Matched {
    pub inside: ModuleValue,
    pub outside: ModuleValue,
}

/// A module to be matched with a module type.
#[derive(Clone)]
pub struct Matching {
    /// The module; `None` for an unknown one, of which only the module type is known.
    pub implementation: Option<ModuleValue>,
    /// Whether abstract types are opaque in the outside environment.
    pub opaque: bool,
    /// Whether the values need not be checked against their specifications.
    pub trusted: bool,
    pub at: Span,
}

/// State of matching a structure with specifications: the scopes of both environments, and that of the structure.
#[derive(Clone, Copy)]
struct Specs {
    inside: ScopeId,
    outside: ScopeId,
    implementation: Option<ScopeId>,
    opaque: bool,
    trusted: bool,
    at: Span,
}

/// A refinement `with path.name = ty`. `used` becomes true when the type is met.
#[derive(Clone)]
pub struct Refinement {
    path: Vec<Symbol>,
    inside: Rc<TypeInfo>,
    outside: Rc<TypeInfo>,
    used: Rc<Cell<bool>>,
    at: Span,
}

impl Places {
    pub fn both(place: Place) -> Places {
        Places { inside: place, outside: place }
    }
}

impl Matching {
    /// Returns the matching of an unknown module.
    pub fn unknown(at: Span) -> Matching {
        Matching { implementation: None, opaque: true, trusted: false, at }
    }

    /// Returns the matching of a module with the module type that its ascription states.
    pub fn ascribed(value: ModuleValue, at: Span) -> Matching {
        Matching { implementation: Some(value), opaque: true, trusted: false, at }
    }

    /// Returns the matching of an argument with the parameter's type. Types of the argument stay known.
    pub fn argument(value: ModuleValue, at: Span) -> Matching {
        Matching { implementation: Some(value), opaque: false, trusted: false, at }
    }
}

impl Specs {
    /// Returns the matching of a module inside of this one, still without the module.
    fn matching(&self) -> Matching {
        Matching { implementation: None, opaque: self.opaque, trusted: self.trusted, at: self.at }
    }

    fn places(&self, scopes: &Scopes) -> Places {
        Places { inside: scopes.end(self.inside), outside: scopes.end(self.outside) }
    }
}

/// Returns the name of the structure in the inside environment. Programs cannot write this name.
fn implementation_name() -> Symbol {
    Symbol::new("?implementation")
}

impl Checker {
    /// Returns a module restricted to the items of the module type that is ascribed to it.
    pub fn ascribe_module(
        &mut self,
        value: ModuleValue,
        ty: &ModTypeExp,
        place: Place,
        at: Span,
    ) -> Checking<ModuleValue> {
        Ok(self.match_type(ty, Places::both(place), Matching::ascribed(value, at), &[])?.outside)
    }

    // Matching

    /// Matches a module with a module type. If the module is unknown, declares the specified items.
    pub fn match_type(
        &mut self,
        ty: &ModTypeExp,
        places: Places,
        matching: Matching,
        refinements: &[Refinement],
    ) -> Checking<Matched> {
        match &ty.kind {
            ModTypeExpKind::Name(name) => {
                let named = self.module_type_named(name, places.outside)?;
                self.module_deeper(ty.span, |checker| checker.match_named(&named, matching, refinements))
            }
            ModTypeExpKind::With(inner, name, params, ty) => {
                let refinement = self.refinement(name, params, ty, places)?;
                let used = refinement.used.clone();
                let refinements: Vec<Refinement> =
                    std::iter::once(refinement).chain(refinements.iter().cloned()).collect();
                let matched = self.match_type(inner, places, matching, &refinements)?;
                match used.get() {
                    true => Ok(matched),
                    false => {
                        let headline = format!("the module type has no abstract type `{}`", name.name);
                        self.error(NOT_AS_SPECIFIED, name.span, headline, "named here")
                    }
                }
            }
            ModTypeExpKind::Specs(specs) => {
                self.count_matching(ty.span)?;
                let implementation = match matching.implementation {
                    None => None,
                    Some(ModuleValue::Structure(scope)) => Some(scope),
                    Some(value) => return self.parameters_differ(&value, matching.at, ty.span),
                };
                let Matching { opaque, trusted, at, .. } = matching;
                let inside = self.scopes.add_scope(Some(places.inside));
                let outside = self.scopes.add_scope(Some(places.outside));
                self.match_specs(specs, Specs { inside, outside, implementation, opaque, trusted, at }, refinements)
            }
            ModTypeExpKind::Arrow(name, param, result) => {
                self.count_matching(ty.span)?;
                let function = match matching.implementation {
                    None => None,
                    Some(ModuleValue::Functor(function)) => Some(function),
                    Some(value) => return self.parameters_differ(&value, matching.at, ty.span),
                };
                let (param, result) = (param.clone(), result.clone());
                let (opaque, at) = (matching.opaque, matching.at);
                let arrow = Arrow { name: *name, param, result, places, function, opaque, at };
                Ok(self.seen_functor(arrow, matching.trusted))
            }
        }
    }

    /// Matches a module with a named module type, which is itself checked elsewhere. The values are trusted if the
    /// module and the type are from the prelude, or if they were matched before.
    fn match_named(&mut self, named: &ModuleType, matching: Matching, refinements: &[Refinement]) -> Checking<Matched> {
        let of_prelude = |checker: &Checker, scope| checker.prelude_scopes.contains(&scope);
        let trusted = match &matching.implementation {
            Some(ModuleValue::Structure(scope)) => {
                of_prelude(self, *scope) && of_prelude(self, named.place.scope)
                    || self.matched.contains(&(*scope, named.place))
            }
            Some(ModuleValue::Functor(_)) => false,
            None => true,
        };
        let matching = Matching { trusted: matching.trusted || trusted, ..matching };
        let matched = self.match_type(&named.exp, Places::both(named.place), matching, refinements)?;
        if let ModuleValue::Structure(scope) = &matched.outside {
            self.matched.insert((*scope, named.place));
        }
        Ok(matched)
    }

    /// Returns a parametric module seen through a module type. Whether it matches is checked later, for an unknown
    /// argument.
    fn seen_functor(&mut self, arrow: Arrow, trusted: bool) -> Matched {
        let function = arrow.function.clone();
        let seen = Rc::new(Functor::Seen(arrow));
        if !trusted {
            self.functors.push(seen.clone());
        }
        let inside = function.unwrap_or_else(|| seen.clone());
        Matched { inside: ModuleValue::Functor(inside), outside: ModuleValue::Functor(seen) }
    }

    /// Returns the module type with this name. Reports an unknown name.
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

    /// Evaluates a refinement `with type name = ty`.
    fn refinement(
        &mut self,
        name: &ast::QualName,
        params: &[ast::TypeParam],
        ty: &TypeExp,
        places: Places,
    ) -> Checking<Refinement> {
        let ident = Ident { name: name.name, span: name.span };
        let def = ast::TypeDef { liftedness: Liftedness::Lifted, name: ident, params: params.to_vec(), ty: ty.clone() };
        // The liftedness is checked where the refinement replaces an abstract type.
        let plain = |info| Rc::new(TypeInfo { liftedness: Liftedness::Unlifted, ..info });
        let inside = plain(self.type_at(&def, places.inside)?);
        let outside = plain(self.type_at(&def, places.outside)?);
        let path = name.path.iter().copied().chain([name.name]).collect();
        Ok(Refinement { path, inside, outside, used: Rc::default(), at: name.span })
    }

    fn type_at(&mut self, def: &ast::TypeDef, place: Place) -> Checking<TypeInfo> {
        let outer = self.enter(place);
        let info = self.type_definition(def);
        self.context = outer;
        info
    }

    /// Matches a structure with the specifications of a module type, in order.
    fn match_specs(&mut self, specs: &[Spec], scopes: Specs, refinements: &[Refinement]) -> Checking<Matched> {
        let Specs { inside, outside, .. } = scopes;
        if let Some(scope) = scopes.implementation {
            let id = self.scopes.add_module(Module::Done(ModuleValue::Structure(scope)));
            self.scopes.declare(inside, implementation_name(), Item::Module(id), true);
        }
        let mut seen = FxHashMap::default();
        let mut failed = None;
        for spec in specs {
            self.not_specified_twice(spec, &mut seen);
            let matched = self.match_spec(spec, scopes, refinements);
            // Later specifications may need the type or module that is missing.
            let may_be_needed = matched.is_err() && !matches!(spec.kind, SpecKind::Val { .. });
            failed = failed.or(matched.err());
            if may_be_needed {
                break;
            }
        }
        let matched = Matched { inside: ModuleValue::Structure(inside), outside: ModuleValue::Structure(outside) };
        failed.map_or(Ok(matched), Err)
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

    /// Matches a structure with one specification.
    fn match_spec(&mut self, spec: &Spec, scopes: Specs, refinements: &[Refinement]) -> Checking<()> {
        let places = scopes.places(&self.scopes);
        match &spec.kind {
            SpecKind::Val { name, type_params, ty } => {
                self.sizes_have_names(*name, ty)?;
                let (type_params, ty) = (type_params.clone(), ty.clone());
                let Specs { opaque, at, .. } = scopes;
                let specified = Specified { name: *name, type_params, ty, implementation: None, places, opaque, at };
                self.match_value(specified, scopes)
            }
            SpecKind::Type { liftedness, name, params, ty } => {
                let own = refinements.iter().find(|refinement| refinement.path == [name.name]);
                let (inside, outside) = self.match_type_spec((*liftedness, *name, params), ty, scopes, own)?;
                self.scopes.declare(scopes.inside, name.name, Item::Type(inside), false);
                self.scopes.declare(scopes.outside, name.name, Item::Type(outside), false);
                Ok(())
            }
            SpecKind::Module { name, ty } => self.match_module(*name, ty, scopes, refinements),
            SpecKind::Include(ty) => {
                let implementation = scopes.implementation.map(ModuleValue::Structure);
                let matching = Matching { implementation, ..scopes.matching() };
                match self.match_type(ty, places, matching, refinements)? {
                    Matched { inside: ModuleValue::Structure(inside), outside: ModuleValue::Structure(outside) } => {
                        for name in self.scopes.exported_types(outside) {
                            if self.scopes.find_type(places.outside, name).is_some() && !self.in_prelude(places.outside)
                            {
                                self.include_hides(name, ty.span);
                            }
                        }
                        self.scopes.open(scopes.inside, inside, false);
                        self.scopes.open(scopes.outside, outside, false);
                        Ok(())
                    }
                    _ => {
                        let headline = "the type of a parametric module cannot be included".to_owned();
                        self.error(NOT_AS_SPECIFIED, ty.span, headline, "this is the type of a parametric module")
                    }
                }
            }
        }
    }

    /// Reports a parameter of a type such as `[]t`. Otherwise it would be unknown which sizes are equal.
    fn sizes_have_names(&mut self, name: Ident, ty: &TypeExp) -> Checking<()> {
        let Some(span) = nameless_size(ty, false) else { return Ok(()) };
        let diagnostic =
            Diagnostic::error(SIZE_UNKNOWN, format!("a size without a name in a parameter of `{}`", name.name))
                .label(span, "this array has a size without a name")
                .help(format!("give it a name: `val {} [n] : [n]t -> ..`", name.name));
        Err(self.report(diagnostic))
    }

    /// Matches a value of the structure with its specification; if the structure is unknown, declares the value.
    fn match_value(&mut self, specified: Specified, scopes: Specs) -> Checking<()> {
        let name = specified.name;
        let Some(scope) = scopes.implementation else {
            let id = self.scopes.add_value(Value::Specified(Rc::new(specified)));
            self.scopes.declare(scopes.inside, name.name, Item::Value(id), false);
            self.scopes.declare(scopes.outside, name.name, Item::Value(id), false);
            if !scopes.trusted {
                self.pending.push(Pending::Value(id, name.span));
            }
            return Ok(());
        };
        let Some(found) = self.scopes.exported_value(scope, name.name) else {
            return self.not_there("value", name, scopes.at);
        };
        let specified = Specified { implementation: Some(found), ..specified };
        let id = self.scopes.add_value(Value::Specified(Rc::new(specified)));
        self.scopes.declare(scopes.inside, name.name, Item::Value(found), false);
        self.scopes.declare(scopes.outside, name.name, Item::Value(id), false);
        if !scopes.trusted {
            self.pending.push(Pending::Value(id, name.span));
        }
        Ok(())
    }

    /// Matches a module of the structure with its specification. `refinements` are those of the enclosing module type.
    fn match_module(
        &mut self,
        name: Ident,
        ty: &ModTypeExp,
        scopes: Specs,
        refinements: &[Refinement],
    ) -> Checking<()> {
        let places = scopes.places(&self.scopes);
        let implementation = match scopes.implementation {
            None => None,
            Some(scope) => match self.scopes.exported_module(scope, name.name) {
                Some(id) => Some(self.module_value(id, name.name, scopes.at)?),
                None => return self.not_there("module", name, scopes.at),
            },
        };
        let inner = |refinement: &Refinement| match refinement.path.split_first() {
            Some((first, rest)) if *first == name.name && !rest.is_empty() => {
                Some(Refinement { path: rest.to_vec(), ..refinement.clone() })
            }
            _ => None,
        };
        let refinements: Vec<Refinement> = refinements.iter().filter_map(inner).collect();
        let matching = Matching { implementation, ..scopes.matching() };
        let matched = self.match_type(ty, places, matching, &refinements)?;
        for (scope, module) in [(scopes.inside, matched.inside), (scopes.outside, matched.outside)] {
            let id = self.scopes.add_module(Module::Done(module));
            self.scopes.declare(scope, name.name, Item::Module(id), false);
        }
        Ok(())
    }

    fn not_there<T>(&mut self, what: &str, name: Ident, at: Span) -> Checking<T> {
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the module lacks the {what} `{}`", name.name))
            .label(at, format!("no such {what} in this module"))
            .label(name.span, "the module type requires it here");
        Err(self.report(diagnostic))
    }

    // Types

    /// Matches a type of the structure with its specification. Returns the type for the inside and the outside
    /// environment.
    fn match_type_spec(
        &mut self,
        (liftedness, name, params): (Liftedness, Ident, &[ast::TypeParam]),
        ty: &Option<TypeExp>,
        scopes: Specs,
        refinement: Option<&Refinement>,
    ) -> Checking<(Rc<TypeInfo>, Rc<TypeInfo>)> {
        let places = scopes.places(&self.scopes);
        self.params_differ(params)?;
        let found = match scopes.implementation {
            None => None,
            Some(scope) => match self.scopes.exported_type(scope, name.name) {
                Some(found) if found.rejected => return Err(Reported),
                Some(found) => Some(found),
                None => return self.not_there("type", name, scopes.at),
            },
        };
        let said = match (refinement, ty) {
            (Some(refinement), None) => {
                refinement.used.set(true);
                // A refinement may hide sizes although the specification does not allow it, because the module is
                // checked with the refined type.
                let allowed = liftedness.max(Liftedness::SizeLifted);
                self.fits(&refinement.inside, allowed, name, params, refinement.at)?;
                Some((refinement.inside.clone(), refinement.outside.clone()))
            }
            (_, Some(ty)) => {
                let def = ast::TypeDef { liftedness, name, params: params.to_vec(), ty: ty.clone() };
                Some((Rc::new(self.type_at(&def, places.inside)?), Rc::new(self.type_at(&def, places.outside)?)))
            }
            (None, None) => None,
        };
        if let (Some(found), Some((inside, _))) = (&found, &said)
            && !self.same_definition(found, inside)
        {
            let diagnostic = Diagnostic::error(
                NOT_AS_SPECIFIED,
                format!("the type `{}` is not the one that the module type requires", name.name),
            )
            .label(scopes.at, format!("this is {}", self.show(&found.ty)))
            .label(name.span, format!("the module type requires {}", self.show(&inside.ty)));
            return Err(self.report(diagnostic));
        }
        match (found, said) {
            (_, Some(said)) => Ok(said),
            (None, None) => {
                let info = Rc::new(self.parameter_type(name, liftedness, params));
                Ok((info.clone(), info))
            }
            (Some(found), None) => {
                self.fits(&found, liftedness, name, params, scopes.at)?;
                match scopes.opaque {
                    false => Ok((found.clone(), found)),
                    true => {
                        let outside = self.hidden_type(name, liftedness, &found);
                        Ok((found, Rc::new(outside)))
                    }
                }
            }
        }
    }

    /// Whether both definitions give the same type for all arguments.
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

    /// Checks that the structure's type takes the specified parameters, and that its liftedness is allowed.
    fn fits(
        &mut self,
        found: &TypeInfo,
        liftedness: Liftedness,
        name: Ident,
        params: &[ast::TypeParam],
        at: Span,
    ) -> Checking<()> {
        let is_size = |kind: ast::TypeParamKind| kind == ast::TypeParamKind::Size;
        let mut pairs = found.params.iter().zip(params).map(|((kind, _), param)| (*kind, param.kind));
        let alike = found.params.len() == params.len() && pairs.clone().all(|(a, b)| is_size(a) == is_size(b));
        let wrong = match self.liftedness_of(found) {
            _ if !alike => "takes other parameters than the module type requires",
            _ if pairs.any(|(takes, specified)| takes.is_narrower(specified)) => {
                "takes fewer types than the module type requires"
            }
            Liftedness::Lifted if liftedness < Liftedness::Lifted => "contains functions, which needs `type^`",
            Liftedness::SizeLifted if liftedness < Liftedness::SizeLifted => "hides sizes, which needs `type~`",
            Liftedness::Unlifted | Liftedness::SizeLifted | Liftedness::Lifted => return Ok(()),
        };
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the type `{}` {wrong}", name.name))
            .label(at, format!("this is {}", self.show(&found.ty)))
            .label(name.span, "the module type requires it here");
        Err(self.report(diagnostic))
    }

    /// Returns a new abstract type that is represented by the type `found`.
    fn hidden_type(&mut self, name: Ident, liftedness: Liftedness, found: &TypeInfo) -> TypeInfo {
        let shown = match self.module_name {
            Some(module) => format!("{module}.{}", name.name),
            None => name.name.to_string(),
        };
        self.hidden_sizes.extend(&found.hidden);
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
            liftedness,
        }));
        let params = found.params.clone();
        TypeInfo { liftedness, params, hidden: Vec::new(), ty, written: None, rejected: false }
    }

    /// Returns a new abstract type for a type of an unknown module.
    fn parameter_type(&mut self, name: Ident, liftedness: Liftedness, params: &[ast::TypeParam]) -> TypeInfo {
        let params: Vec<(ast::TypeParamKind, Name)> =
            params.iter().map(|param| (param.kind, self.fresh_name(param.name.name.as_str()))).collect();
        // Only the liftedness of the representation matters. A function in it makes values incomparable.
        let part = match liftedness {
            Liftedness::Lifted => Type::function(Type::unit(), Type::unit()),
            _ => Type::unit(),
        };
        // The representation contains arrays of its size arguments and values of its type arguments, so that sizes can
        // be read off values.
        let parts = params.iter().map(|(kind, name)| match kind {
            ast::TypeParamKind::Size => Type::array(Type::unit(), Size::Var(*name)),
            ast::TypeParamKind::Type(_) => Type::Param(*name),
        });
        let ty = if params.is_empty() { part } else { Type::tuple(parts.chain([part])) };
        let hidden = Vec::new();
        self.hidden_type(name, liftedness, &TypeInfo { liftedness, params, hidden, ty, written: None, rejected: false })
    }

    // Values

    pub fn specified_value(&mut self, specified: &Specified) -> Checking<ValueInfo> {
        let outer = self.enter(specified.places.outside);
        let info = self.specified_value_inside(specified);
        self.context = outer;
        info
    }

    /// Returns a specified value, after checking it: the structure's value at the specified type, or for an unknown
    /// structure a stand-in.
    fn specified_value_inside(&mut self, specified: &Specified) -> Checking<ValueInfo> {
        let def = specified.definition();
        let Some(implementation) = specified.implementation else {
            let scheme = self.declared_scheme(&def)?;
            let id = self.stand_in_def(specified.name, &scheme.ty, def.params.len())?;
            let scheme = self.with_known_sizes(id, scheme);
            return Ok(ValueInfo { scheme, kind: ValueKind::Def { id, sizes: Vec::new() } });
        };
        let implementation = self.value_info(implementation, specified.at)?;
        self.enter(specified.places.inside);
        let inside = self.declared_scheme(&def)?;
        if self.takes_fewer_types(&implementation.scheme, &inside) {
            let expected = inside.ty.clone();
            return Err(self.value_differs(specified, &implementation, &expected, "takes fewer types than required"));
        }
        let outside = self.scheme_outside(specified, &def, &inside)?;
        if let Some(kind) = as_specified(&implementation, &inside, &outside) {
            return Ok(ValueInfo { scheme: outside, kind });
        }
        self.value_as_specified(specified, &def, &implementation, outside)
    }

    /// Whether a type parameter of the specification is more lifted than the one of the structure's value.
    fn takes_fewer_types(&self, implementation: &Scheme, specified: &Scheme) -> bool {
        let mut pairs = implementation.types.iter().zip(&specified.types);
        let declared = |name: &Name| self.declared_liftedness.get(name);
        alike(implementation, specified)
            && pairs.any(|(takes, specified)| declared(takes).is_some_and(|takes| *takes < self.liftedness(*specified)))
    }

    fn scheme_outside(&mut self, specified: &Specified, def: &ast::Def, inside: &Scheme) -> Checking<Scheme> {
        let Places { inside: place, outside } = specified.places;
        if !specified.opaque && self.scopes.are_siblings(place.scope, outside.scope) {
            return Ok(inside.clone());
        }
        self.enter(outside);
        self.declared_scheme(def)
    }

    /// Makes the definition that has the specified type and returns the structure's value.
    fn value_as_specified(
        &mut self,
        specified: &Specified,
        def: &ast::Def,
        implementation: &ValueInfo,
        scheme: Scheme,
    ) -> Checking<ValueInfo> {
        self.enter(specified.places.inside);
        let expected = self.types_match(specified, implementation)?;
        self.enter(specified.places.inside);
        let inline = ast::Attr { name: Symbol::new("inline"), args: Vec::new(), span: specified.name.span };
        let before = self.diagnostics.len();
        let inside = match self.definition(def, &[inline], Some(&scheme)) {
            Ok(inside) => inside,
            Err(_) if self.diagnostics.len() > before => {
                // If sizes differ, the errors reported so far have only spans in the module type, so they are replaced.
                self.diagnostics.truncate(before);
                return Err(self.value_differs(
                    specified,
                    implementation,
                    &expected,
                    "does not have the required type",
                ));
            }
            Err(reported) => return Err(reported),
        };
        // Types of an argument are known outside, so the sizes of its values stay the same.
        if !specified.opaque && is_one_value(&scheme) && is_one_value(&implementation.scheme) {
            return Ok(implementation.clone());
        }
        let ValueKind::Def { id, sizes } = &inside.kind else { return Err(Reported) };
        // Declared sizes come first in both schemes.
        let place = |size| inside.scheme.sizes.iter().position(|other| other == size);
        let sizes = sizes.iter().filter_map(|size| scheme.sizes.get(place(size)?).copied()).collect();
        let scheme = self.with_known_sizes(*id, scheme);
        Ok(ValueInfo { scheme, kind: ValueKind::Def { id: *id, sizes } })
    }

    /// Returns the specified type. Reports a value whose type differs from it in more than sizes.
    fn types_match(&mut self, specified: &Specified, implementation: &ValueInfo) -> Checking<Type> {
        self.type_params(&specified.type_params)?;
        let expected = self.type_exp(&specified.ty, &mut Reading::new(Anonymous::Solve))?;
        let (found, _, _) = self.instantiate(&implementation.scheme);
        // Sizes are compared when the definition with the specified type is checked.
        let same = self.unifier.unify(&found, &expected).is_ok();
        let wrong = match if same { self.misfit(&found, &expected) } else { None } {
            None if same => return Ok(expected),
            None => "does not have the required type",
            Some(Misfit::Consumes) => "consumes more than the module type allows",
            Some(Misfit::Shares) => "returns an array that may share memory",
        };
        Err(self.value_differs(specified, implementation, &expected, wrong))
    }

    /// Reports a value that does not match its specification. `wrong` completes the headline.
    fn value_differs(
        &mut self,
        specified: &Specified,
        implementation: &ValueInfo,
        expected: &Type,
        wrong: &str,
    ) -> Reported {
        let name = specified.name;
        let at = match &implementation.kind {
            ValueKind::Def { id, .. } => self.program.defs[*id].span,
            ValueKind::Native { .. } => specified.at,
        };
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, format!("the value `{}` {wrong}", name.name))
            .label(at, format!("this is {}", self.show(&implementation.scheme.ty)))
            .label(name.span, format!("the module type requires {}", self.show(expected)));
        self.report(diagnostic)
    }
}

impl Specified {
    /// Returns a definition of the specified type whose body calls the structure's value with its parameters.
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

/// Returns the structure's value itself if its type is exactly the specified one, so that no definition is needed.
fn as_specified(implementation: &ValueInfo, inside: &Scheme, outside: &Scheme) -> Option<ValueKind> {
    let Scheme { sizes, ty, .. } = &implementation.scheme;
    if !alike(&implementation.scheme, inside) || !says_what_it_gives(ty, &outside.ty) {
        return None;
    }
    let place = |size: &Name| sizes.iter().position(|other| other == size);
    match &implementation.kind {
        ValueKind::Def { id, sizes } => {
            let sizes = sizes.iter().map(|size| outside.sizes.get(place(size)?).copied()).collect::<Option<_>>()?;
            Some(ValueKind::Def { id: *id, sizes })
        }
        native @ ValueKind::Native { .. } => Some(native.clone()),
    }
}

/// Returns the span of an array type in a parameter whose size is left open. `inside` says whether `ty` itself is in a
/// parameter.
pub fn nameless_size(ty: &TypeExp, inside: bool) -> Option<Span> {
    match &ty.kind {
        TypeExpKind::Name(_, args) => args.iter().find_map(|arg| match arg {
            ast::TypeArg::Type(ty) => nameless_size(ty, inside),
            ast::TypeArg::Size(None) if inside => Some(ty.span),
            ast::TypeArg::Size(_) => None,
        }),
        TypeExpKind::Array(None, _) if inside => Some(ty.span),
        TypeExpKind::Array(_, elem) => nameless_size(elem, inside),
        TypeExpKind::Tuple(items) => items.iter().find_map(|item| nameless_size(item, inside)),
        TypeExpKind::Record(fields) => fields.iter().find_map(|(_, ty)| nameless_size(ty, inside)),
        TypeExpKind::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).find_map(|ty| nameless_size(ty, inside))
        }
        TypeExpKind::Function(_, param, result) => nameless_size(param, true).or_else(|| nameless_size(result, false)),
        TypeExpKind::Unique(inner) | TypeExpKind::Exists(_, inner) => nameless_size(inner, inside),
    }
}
