//! Warnings.

use crate::ast::{Attr, Def, Exp, ExpKind, PatKind};
use crate::check::Checker;
use crate::check::messages::report::{
    CALLS_ITSELF, COMPARES_ARRAYS, HIDES_TYPE, HOLE, NAMELESS_TYPE, NEVER_REACHED, NOT_PORTABLE, UNKNOWN_ATTRIBUTE,
    UNUSED,
};
use crate::check::modules::signature::nameless_size;
use crate::check::types::Size;
use base::{Diagnostic, Name, Severity, Span, Symbol};
use rustc_hash::FxHashSet;

/// Largest number of constructors of a sum that the language's reference compiler accepts.
const PORTABLE_CONSTRUCTORS: usize = 255;

/// Attributes that are not reported as unknown.
pub const ATTRIBUTES: [&str; 20] = [
    "blank",
    "bound",
    "break",
    "flattening",
    "incremental_flattening",
    "inline",
    "noinline",
    "opaque",
    "param",
    "prop",
    "scratch",
    "sequential",
    "sequential_inner",
    "sequential_outer",
    "stripmine",
    "trace",
    "true_dep",
    "unroll",
    "unsafe",
    "warn",
];

impl Checker {
    /// Warns of an unknown attribute, once in each file.
    pub fn note_attribute(&mut self, attr: &Attr) {
        if ATTRIBUTES.contains(&attr.name.as_str())
            || self.in_prelude_place()
            || !self.unknown_attributes.insert((attr.span.file(), attr.name))
        {
            return;
        }
        let near = base::nearest(attr.name, ATTRIBUTES.iter().map(|name| Symbol::new(name)));
        let mut diagnostic = Diagnostic::warning(UNKNOWN_ATTRIBUTE, format!("unknown attribute `{}`", attr.name))
            .label(attr.span, "this attribute is ignored in the whole file");
        diagnostic.helps.extend(near.map(|near| format!("did you mean `{near}`?")));
        self.report(diagnostic);
    }

    /// Reports the holes from number `first` on, whose types are known by now. Holes in the prelude are not reported.
    pub fn tell_holes(&mut self, first: usize) {
        let holes: Vec<_> = self.holes.drain(first..).collect();
        if self.in_prelude_place() {
            return;
        }
        for (ty, span) in holes {
            let shown = self.show(&ty);
            let diagnostic = Diagnostic::warning(HOLE, "a hole is left in the program")
                .label(span, format!("a value of type {shown} is missing"));
            self.report(diagnostic);
        }
    }

    pub fn never_reached(&mut self, span: Span) {
        let diagnostic = Diagnostic::warning(NEVER_REACHED, "this case is never reached")
            .label(span, "the cases before it already match all of its values");
        self.report(diagnostic);
    }

    /// Records a variable that a pattern or a local definition binds. If it is never used, a warning follows.
    /// Parameters of definitions are not recorded, because callers may need them.
    pub fn note_variable(&mut self, symbol: Symbol, span: Span) {
        if !symbol.as_str().starts_with('_') && !self.in_prelude_place() {
            self.variables.push((span, symbol));
        }
    }

    /// Gives the warnings that need the whole program. Each is given once, although code may be checked several times.
    pub fn warn_at_end(&mut self) {
        // After errors, code that uses the variables may not have been checked.
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return;
        }
        let mut seen = FxHashSet::default();
        for (span, symbol) in std::mem::take(&mut self.variables) {
            if !self.used.contains(&span) && seen.insert(span) {
                let diagnostic = Diagnostic::warning(UNUSED, format!("the variable `{symbol}` is not used"))
                    .label(span, "bound here")
                    .help(format!("if this is intended, write `_` or `_{symbol}`"));
                self.report(diagnostic);
            }
        }
        for (ty, span) in std::mem::take(&mut self.let_functions) {
            self.known_before(&ty, span);
        }
    }

    /// Warns of a local function that takes an array whose size is bound after the function. Rista reads such sizes off
    /// the arguments, but the language demands that they exist before the function.
    fn known_before(&mut self, ty: &crate::check::types::Type, span: Span) {
        let ty = self.unifier.resolve(ty);
        let origin = |name: Name| self.size_origins.get(&name).or_else(|| self.bound_at.get(&name)).copied();
        let is_later = |origin: Span| origin.file() == span.file() && origin.start >= span.end;
        let Some(size) = self.taken_size(&ty, &|name| origin(name).is_some_and(is_later)) else { return };
        let Some(origin) = origin(size) else { return };
        let diagnostic =
            Diagnostic::warning(NOT_PORTABLE, "not portable: a local function takes a size that is bound after it")
                .label(span, format!("this is {}", self.show(&ty)))
                .label(origin, "the size of its argument comes from here")
                .help("define a function with a size parameter: `let f [n] (xs: [n]t) = ..`");
        self.report(diagnostic);
    }

    /// Warns of a constant and a number that count as the same size. In the language they are two sizes.
    pub fn constant_for_number(&mut self, found: &Size, needed: &Size, span: Span) {
        if self.in_prelude_place() {
            return;
        }
        let (found, needed) = (self.show_size(found), self.show_size(needed));
        let diagnostic =
            Diagnostic::warning(NOT_PORTABLE, "not portable: a constant and its value used as the same size")
                .label(span, format!("this has the size `{found}` where `{needed}` is needed"))
                .help("write the size in the same way in both places, or check it at run time with `:>`");
        self.report(diagnostic);
    }

    /// Warns where an operator compares arrays. The language deprecates this.
    pub fn compares_arrays(&mut self, span: Span) {
        if self.in_prelude_place() {
            return;
        }
        let diagnostic = Diagnostic::warning(COMPARES_ARRAYS, "arrays are compared with an operator")
            .label(span, "comparing whole arrays is deprecated")
            .help("compare the elements: `and (map2 (==) xs ys)`");
        self.report(diagnostic);
    }

    /// Warns of a parameter or result of an entry point whose type has no name. `what` says which one.
    pub fn nameless_in_entry(&mut self, what: &str, shown: &str, span: Span) {
        let diagnostic =
            Diagnostic::warning(NAMELESS_TYPE, format!("the type of {what} of an entry point has no name"))
                .label(span, format!("this is {shown}"))
                .help("define the type, `type t = ..`, and write its name here");
        self.report(diagnostic);
    }

    /// Warns of an `include` whose specification of a type hides one of the same name.
    pub fn include_hides(&mut self, name: Symbol, span: Span) {
        let diagnostic = Diagnostic::warning(HIDES_TYPE, format!("the included type `{name}` shadows another type"))
            .label(span, format!("from here on `{name}` is the included type"));
        self.report(diagnostic);
    }

    /// Warns of a partial application that is given an argument which the function consumes.
    pub fn consumes_in_part(&mut self, span: Span) {
        let diagnostic =
            Diagnostic::warning(NOT_PORTABLE, "not portable: a partial application that consumes an argument")
                .label(span, "each call of this function consumes a copy of the argument")
                .help("give all arguments at once");
        self.report(diagnostic);
    }

    pub fn may_have_constructors(&mut self, count: usize, span: Span) {
        if count > PORTABLE_CONSTRUCTORS && !self.in_prelude_place() {
            let headline = format!("not portable: a sum with more than {PORTABLE_CONSTRUCTORS} constructors");
            let label = format!("this has {count} constructors");
            self.report(Diagnostic::warning(NOT_PORTABLE, headline).label(span, label));
        }
    }

    /// Warns of a recursive call if the definition hides another one of the same name, which may have been meant.
    pub fn hides_outer(&mut self, def: &Def, span: Span) {
        let name = def.name.name;
        if self.in_prelude_place() || self.scopes.find_value(self.context.place, name).is_none() {
            return;
        }
        let diagnostic = Diagnostic::warning(CALLS_ITSELF, format!("`{name}` calls itself, not the outer `{name}`"))
            .label(span, "this calls the definition that contains it")
            .label(def.name.span, format!("this `{name}` shadows another one"))
            .help("rename this definition; then a call can name either one");
        self.report(diagnostic);
    }

    /// Warns if a recursive call passes a different array for a parameter of a type such as `[]t`. The language demands
    /// that the size of such a parameter is the same in each call.
    pub fn open_sizes_stay(&mut self, args: &[&Exp]) {
        let Some(def) = self.definition_at_hand().filter(|_| !self.in_prelude_place()) else { return };
        for (pat, arg) in def.params.iter().zip(args) {
            let PatKind::Ascribe(inner, ty) = &pat.kind else { continue };
            let Some(open) = nameless_size(ty, true) else { continue };
            let is_itself = match (&inner.kind, &arg.kind) {
                (PatKind::Name(name), ExpKind::Var(var)) => var.path.is_empty() && var.name == *name,
                _ => false,
            };
            if !is_itself {
                let diagnostic =
                    Diagnostic::warning(NOT_PORTABLE, "not portable: a recursive call with an array of another size")
                        .label(arg.span, "this array may have another size")
                        .label(open, "the size has no name here")
                        .help("name the size: `def f [n] (xs: [n]t) : ..`");
                self.report(diagnostic);
            }
        }
    }
}
