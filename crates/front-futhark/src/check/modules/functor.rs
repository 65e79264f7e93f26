//! Parametric modules. The body is checked once for unknown parameters, which are given only by their module types. It
//! is checked again, with the types of the arguments, for each application.

use crate::ast::{self, ModTypeExp};
use crate::check::messages::report::{NOT_AS_SPECIFIED, UNBOUND_MODULE};
use crate::check::modules::scope::{Item, Module, ModuleValue, Place};
use crate::check::modules::signature::{Matching, Places};
use crate::check::{Checker, Checking, Reported};
use crate::parser::{MAX_DEPTH, TOO_DEEP};
use base::{Diagnostic, Span, Symbol};
use std::rc::Rc;

/// Largest number of applications of parametric modules. Each makes a copy of the module.
const MAX_APPLICATIONS: usize = 10_000;

/// Largest number of matches of modules with module types.
const MAX_MATCHINGS: usize = 200_000;

/// Counters of the modules made so far.
#[derive(Default)]
pub struct ModuleWork {
    applications: usize,
    matchings: usize,
    /// Current nesting of modules and module types that are being evaluated.
    depth: usize,
    /// Whether a limit was exceeded. No more modules are evaluated then.
    exhausted: bool,
}

/// A parametric module.
pub enum Functor {
    /// A definition. Its parameters before `first` have been applied and are in scope at `place`.
    Defined { def: Rc<ast::ModuleDef>, first: usize, place: Place },
    /// A parametric module seen through a module type.
    Seen(Arrow),
}

/// A parametric module's type `(name: param) -> result`, and the parametric module that has it.
pub struct Arrow {
    pub name: Option<ast::Ident>,
    pub param: Rc<ModTypeExp>,
    pub result: Rc<ModTypeExp>,
    /// Environments in which the module type is evaluated. `function` belongs to the inside one.
    pub places: Places,
    /// The parametric module; `None` for an unknown one, of which only the type is known.
    pub function: Option<Rc<Functor>>,
    pub opaque: bool,
    /// Span of the module that is matched with the module type.
    pub at: Span,
}

impl Checker {
    pub fn functor(&mut self, def: Rc<ast::ModuleDef>, place: Place) -> ModuleValue {
        let functor = Rc::new(Functor::Defined { def, first: 0, place });
        if !self.prelude_scopes.contains(&place.scope) {
            self.functors.push(functor.clone());
        }
        ModuleValue::Functor(functor)
    }

    /// Evaluates the body of a module whose parameters are in scope.
    pub fn functor_body(&mut self, def: &ast::ModuleDef, place: Place) -> Checking<ModuleValue> {
        let body = self.module_exp(&def.body, place)?;
        match &def.result {
            Some(ty) if !self.prelude_scopes.contains(&place.scope) => {
                self.ascribe_module(body, ty, place, def.body.span)
            }
            _ => Ok(body),
        }
    }

    /// Checks the module types, and checks parametric modules for unknown arguments. Definitions made from here on are
    /// not part of the program.
    pub fn check_unapplied(&mut self) {
        self.hide_later_defs();
        let (mut types, mut functors) = (0, 0);
        loop {
            if let Some(ty) = self.module_types.get(types).cloned() {
                let _ = self.match_type(&ty.exp, Places::both(ty.place), Matching::unknown(ty.exp.span), &[]);
                types += 1;
            } else if let Some(functor) = self.functors.get(functors).cloned() {
                let _ = self.check_functor(functor);
                functors += 1;
            } else {
                break;
            }
            self.check_pending();
        }
    }

    /// Checks a parametric module by applying it to an unknown argument.
    fn check_functor(&mut self, mut functor: Rc<Functor>) -> Checking<()> {
        loop {
            let argument = self.unknown_argument(&functor)?;
            let result = match &*functor {
                Functor::Defined { def, first, place } => self.apply_defined(def, *first, *place, argument)?,
                Functor::Seen(arrow) => self.apply_seen(arrow, argument, arrow.at)?,
            };
            // A parametric module for the remaining parameters is checked, too. Any other one that is returned is
            // checked on its own.
            match (&*functor, result) {
                (Functor::Defined { def, .. }, ModuleValue::Functor(rest)) if rest.is_rest_of(def) => functor = rest,
                _ => return Ok(()),
            }
        }
    }

    /// Returns an unknown module that has the type of the first parameter.
    fn unknown_argument(&mut self, functor: &Functor) -> Checking<ModuleValue> {
        let (name, ty, place) = match functor {
            Functor::Defined { def, first, place } => {
                let Some(param) = def.params.get(*first) else { return Err(Reported) };
                (Some(param.name), &param.ty, *place)
            }
            Functor::Seen(arrow) => (arrow.name, &*arrow.param, arrow.places.outside),
        };
        let matching = Matching::unknown(name.map_or(ty.span, |name| name.span));
        let outer = self.module_name;
        self.module_name = name.map(|name| name.name);
        let matched = self.match_type(ty, Places::both(place), matching, &[]);
        self.module_name = outer;
        Ok(matched?.outside)
    }

    /// Applies a parametric module to an argument; returns the resulting module.
    pub fn apply_functor(&mut self, functor: &Functor, argument: ModuleValue, span: Span) -> Checking<ModuleValue> {
        self.module_work.applications += 1;
        if self.module_work.applications > MAX_APPLICATIONS {
            let headline = format!("more than {MAX_APPLICATIONS} applications of parametric modules");
            return self.too_many_modules(span, headline);
        }
        self.module_deeper(span, |checker| match functor {
            Functor::Defined { def, first, place } => {
                let Some(param) = def.params.get(*first) else { return Err(Reported) };
                let argument = match checker.prelude_scopes.contains(&place.scope) {
                    true => argument,
                    false => checker.argument(argument, &param.ty, *place, span)?,
                };
                checker.apply_defined(def, *first, *place, argument)
            }
            Functor::Seen(arrow) => checker.apply_seen(arrow, argument, span),
        })
    }

    /// Runs `make` one level deeper. Nesting beyond `MAX_DEPTH` is an error.
    pub fn module_deeper<T>(&mut self, span: Span, make: impl FnOnce(&mut Checker) -> Checking<T>) -> Checking<T> {
        if self.module_work.exhausted {
            return Err(Reported);
        }
        if self.module_work.depth >= MAX_DEPTH {
            return self
                .too_many_modules(span, format!("more than {MAX_DEPTH} nested applications of parametric modules"));
        }
        self.module_work.depth += 1;
        let made = make(self);
        self.module_work.depth -= 1;
        made
    }

    /// Counts a match of a module with a module type. More than `MAX_MATCHINGS` are an error.
    pub fn count_matching(&mut self, span: Span) -> Checking<()> {
        self.module_work.matchings += 1;
        match self.module_work.matchings > MAX_MATCHINGS {
            true => {
                self.too_many_modules(span, format!("more than {MAX_MATCHINGS} matches of modules with module types"))
            }
            false => Ok(()),
        }
    }

    /// Reports the first limit that is exceeded.
    fn too_many_modules<T>(&mut self, span: Span, headline: String) -> Checking<T> {
        if !std::mem::replace(&mut self.module_work.exhausted, true) {
            return self.error(TOO_DEEP, span, headline, "this one exceeds the limit");
        }
        Err(Reported)
    }

    /// Matches an argument with the module type of the parameter. Types of the argument stay known.
    fn argument(&mut self, value: ModuleValue, ty: &ModTypeExp, place: Place, at: Span) -> Checking<ModuleValue> {
        Ok(self.match_type(ty, Places::both(place), Matching::argument(value, at), &[])?.outside)
    }

    /// Applies a defined parametric module to an argument that has been matched with the parameter's type.
    fn apply_defined(
        &mut self,
        def: &Rc<ast::ModuleDef>,
        first: usize,
        place: Place,
        argument: ModuleValue,
    ) -> Checking<ModuleValue> {
        let Some(param) = def.params.get(first) else { return Err(Reported) };
        let place = self.bind_module(place, param.name.name, argument);
        if first + 1 < def.params.len() {
            let def = def.clone();
            return Ok(ModuleValue::Functor(Rc::new(Functor::Defined { def, first: first + 1, place })));
        }
        self.functor_body(def, place)
    }

    /// Applies a parametric module that is seen through a module type. The argument comes from outside, so the
    /// environments of its match are exchanged.
    fn apply_seen(&mut self, arrow: &Arrow, argument: ModuleValue, span: Span) -> Checking<ModuleValue> {
        let matching = Matching::argument(argument, span);
        let inwards = Places { inside: arrow.places.outside, outside: arrow.places.inside };
        let argument = self.match_type(&arrow.param, inwards, matching, &[])?;
        let matching = match &arrow.function {
            None => Matching::unknown(arrow.at),
            Some(function) => {
                let result = self.apply_functor(function, argument.outside.clone(), arrow.at)?;
                Matching { opaque: arrow.opaque, ..Matching::ascribed(result, arrow.at) }
            }
        };
        let mut places = arrow.places;
        if let Some(name) = arrow.name {
            places.inside = self.bind_module(places.inside, name.name, argument.outside);
            places.outside = self.bind_module(places.outside, name.name, argument.inside);
        }
        Ok(self.match_type(&arrow.result, places, matching, &[])?.outside)
    }

    /// Binds a module to a name; returns the place in whose scope it is.
    fn bind_module(&mut self, place: Place, name: Symbol, value: ModuleValue) -> Place {
        let scope = self.inner_scope(Some(place));
        let id = self.scopes.add_module(Module::Done(value));
        self.scopes.declare(scope, name, Item::Module(id), true);
        self.scopes.end(scope)
    }

    pub fn needs_argument<T>(&mut self, span: Span) -> Checking<T> {
        self.error(UNBOUND_MODULE, span, "a parametric module needs an argument".to_owned(), "used here")
    }

    pub fn takes_no_argument<T>(&mut self, span: Span) -> Checking<T> {
        self.error(UNBOUND_MODULE, span, "this module takes no argument".to_owned(), "applied here")
    }

    /// Reports a parametric module where the module type has no parameter, or the reverse.
    pub fn parameters_differ<T>(&mut self, value: &ModuleValue, at: Span, ty: Span) -> Checking<T> {
        let (headline, here, there) = match value {
            ModuleValue::Structure(_) => {
                ("expected a parametric module", "this module takes no argument", "this module type is parametric")
            }
            ModuleValue::Functor(_) => (
                "expected a module without parameters",
                "this module takes an argument",
                "this module type has no parameter",
            ),
        };
        let diagnostic = Diagnostic::error(NOT_AS_SPECIFIED, headline).label(at, here).label(ty, there);
        Err(self.report(diagnostic))
    }
}

impl Functor {
    /// Whether this is the parametric module `of`, applied to some of its arguments.
    fn is_rest_of(&self, of: &Rc<ast::ModuleDef>) -> bool {
        matches!(self, Functor::Defined { def, first, .. } if *first > 0 && Rc::ptr_eq(def, of))
    }
}
