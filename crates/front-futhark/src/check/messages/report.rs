//! Reports errors, with one function for each kind of error. The wording and codes of most errors are in this file.

use crate::check::types::unify::Mismatch;
use crate::check::types::{Bound, Meta, ScalarSet, Type};
use crate::check::{Checker, Checking, MAX_ERRORS, Reported};
use crate::parser::{MAX_DEPTH, TOO_DEEP};
use base::{Code, Diagnostic, Name, Severity, Span, Symbol};
use value::ScalarType;

pub const NOT_SUPPORTED: Code = Code("E0199");
pub const UNBOUND: Code = Code("E0201");
pub const UNBOUND_TYPE: Code = Code("E0202");
pub const UNBOUND_MODULE: Code = Code("E0203");
pub const BOUND_TWICE: Code = Code("E0204");
pub const NOT_AS_SPECIFIED: Code = Code("E0205");
pub const RECURSIVE_TYPES: Code = Code("E0209");
pub const RECURSIVE_VALUE: Code = Code("E0210");
pub const RECURSIVE_FUNCTIONS: Code = Code("E0211");
pub const UNDERSCORE: Code = Code("E0212");
pub const TYPES_DIFFER: Code = Code("E0301");
pub const NOT_A_FUNCTION: Code = Code("E0302");
pub const NO_FIELD: Code = Code("E0303");
pub const NOT_OVERLOADED: Code = Code("E0304");
pub const INFINITE: Code = Code("E0305");
pub const AMBIGUOUS: Code = Code("E0306");
pub const REFUTABLE: Code = Code("E0307");
pub const NOT_EXHAUSTIVE: Code = Code("E0308");
pub const TYPE_ARGUMENTS: Code = Code("E0309");
pub const NOT_AN_ARRAY: Code = Code("E0310");
pub const LITERAL_RANGE: Code = Code("E0103");
pub const SIZES_DIFFER: Code = Code("E0501");
pub const SIZE_UNKNOWN: Code = Code("E0502");
pub const HOLE: Code = Code("E0701");
pub const UNKNOWN_ATTRIBUTE: Code = Code("E0702");
pub const NEVER_REACHED: Code = Code("E0703");
pub const NOT_PORTABLE: Code = core_ir::uniqueness::NOT_PORTABLE;
pub const UNUSED: Code = Code("E0705");
pub const CALLS_ITSELF: Code = Code("E0706");
pub const COMPARES_ARRAYS: Code = Code("E0707");
pub const NAMELESS_TYPE: Code = Code("E0708");
pub const HIDES_TYPE: Code = Code("E0709");
pub const LIFTED: Code = Code("E0503");

/// Largest number of parts of a type: scalars, arrays, fields and so on.
const MAX_TYPE_PARTS: usize = 100_000;

/// Largest number of arguments of a call, parameters of a function, or positions of an index.
const MAX_ARGUMENTS: usize = 1000;

/// Reason why a type is expected: text for a label or note, and the span of the code that states the type.
#[derive(Clone, Debug)]
pub struct Reason {
    pub span: Span,
    pub text: String,
    /// Whether the checked code is an expression, for which a conversion can be suggested. `false` for patterns.
    pub is_value: bool,
    /// For an argument of a call with too few: the type of the next parameter, and the help if the argument fits that
    /// type.
    pub next: Option<(Type, String)>,
    /// For an argument: the type of the whole call, and the type that its context expects. These may determine the
    /// sizes needed.
    pub gives: Option<(Type, Type)>,
    /// Help about something else that the user may have meant.
    pub help: Option<String>,
}

impl Reason {
    pub fn new(span: Span, text: impl Into<String>) -> Reason {
        Reason { span, text: text.into(), is_value: true, next: None, gives: None, help: None }
    }

    /// Returns the reason for a type that the ascription of a pattern states.
    pub fn of_pattern(span: Span) -> Reason {
        Reason { is_value: false, ..Reason::new(span, "this requires") }
    }

    pub fn none() -> Reason {
        Reason::new(Span::NOWHERE, "")
    }
}

impl Checker {
    /// Reports a diagnostic, unless there is one with the same code and span. Otherwise each application of a
    /// parametric module would repeat the errors in its body.
    pub fn report(&mut self, mut diagnostic: Diagnostic) -> Reported {
        diagnostic.headline = with_short_words(&diagnostic.headline);
        let place = |diagnostic: &Diagnostic| (diagnostic.code, diagnostic.labels.first().map(|label| label.span));
        if self.diagnostics.iter().any(|other| place(other) == place(&diagnostic)) {
            return Reported;
        }
        let alike = self.diagnostics.iter().filter(|other| other.severity == diagnostic.severity).count();
        if alike < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        } else if diagnostic.severity == Severity::Error {
            self.errors_left_out = true;
        }
        Reported
    }

    pub fn error<T>(&mut self, code: Code, span: Span, headline: String, label: &str) -> Checking<T> {
        Err(self.report(Diagnostic::error(code, headline).label(span, label)))
    }

    /// Reports a construct that the compiler does not support yet, at each place. Checking continues.
    pub fn not_yet(&mut self, span: Span, what: &str) {
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, format!("{what} not supported yet"));
        self.report(diagnostic.label(span, "used here"));
    }

    /// Reports a construct that the compiler does not support yet as the program's limitation. Only the first one is
    /// kept.
    pub fn not_supported<T>(&mut self, span: Span, what: &str) -> Checking<T> {
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, format!("{what} not supported yet"));
        self.limitation.get_or_insert(diagnostic.label(span, "used here"));
        Err(Reported)
    }

    /// Reports that an expression or pattern has type `found` where `expected` is needed. `why` says which parts
    /// differ.
    pub fn mismatch(&mut self, found: &Type, expected: &Type, span: Span, reason: &Reason, why: Mismatch) -> Reported {
        let mut letters = Vec::new();
        let span = self.place_of_mismatch(found, span, &why);
        let found = self.with_letters(&self.unifier.resolve(found), &mut letters);
        let expected = self.with_letters(&self.unifier.resolve(expected), &mut letters);
        let diagnostic = match &why {
            Mismatch::Infinite(_) => return self.infinite(&found, &expected, span, reason),
            Mismatch::Irregular(ty) => return self.irregular(ty, span, reason),
            Mismatch::Escapes(name) => return self.escapes(*name, span),
            Mismatch::Bound(Bound::Comparable, ty @ Type::Abstract(hidden)) if self.is_accumulator(hidden) => {
                return self.irregular(ty, span, reason);
            }
            Mismatch::Payloads(name, a, b) => self.payloads_differ(*name, (*a, *b), &expected, span),
            Mismatch::Bound(Bound::Constructors(wanted), Type::Sum(has)) => {
                self.no_constructor(wanted, has, span).unwrap_or_else(|| self.types_differ(&found, &expected, span))
            }
            Mismatch::Bound(bound @ Bound::Fields(_), ty) => {
                let (needed, ty) = (self.show_bound(bound), self.show(ty));
                let headline = format!("expected {}, found {}", brief(&needed), brief(&ty));
                Diagnostic::error(TYPES_DIFFER, headline).label(span, format!("this must be {needed}"))
            }
            Mismatch::Bound(Bound::Constructors(_), _) => {
                let diagnostic = self.types_differ(&found, &expected, span);
                self.with_constructor_applied(diagnostic, &expected, span)
            }
            Mismatch::Bound(bound, ty) if !self.is_overloaded(&found) => {
                let ty = self.with_letters(&self.unifier.resolve(ty), &mut letters);
                self.not_overloaded(bound, &ty, &found, span)
            }
            Mismatch::Bound(..) | Mismatch::Types(..) => self.types_differ(&found, &expected, span),
        };
        let diagnostic = self.with_reason(diagnostic, &expected, reason);
        let diagnostic = self.with_inner(diagnostic, &why, &found, &expected, &mut letters);
        let diagnostic = self.with_missing_argument(diagnostic, &found, &expected);
        let diagnostic = self.with_missing_before(diagnostic, &found, &expected, reason);
        let diagnostic = match reason.is_value {
            true => self.with_conversion(diagnostic, &found, &expected, span),
            false => diagnostic,
        };
        let is_function = |ty: &Type| matches!(ty, Type::Function(_));
        let diagnostic = match is_function(&expected) && !is_function(&found) {
            true => self.with_section(diagnostic, span),
            false => diagnostic,
        };
        let mut diagnostic = diagnostic;
        diagnostic.helps.extend(reason.help.clone());
        self.report(diagnostic)
    }

    /// Returns the span for the label of a mismatch: that of the constructor that does not fit, else `span`.
    fn place_of_mismatch(&self, found: &Type, span: Span, why: &Mismatch) -> Span {
        let wrong = match why {
            Mismatch::Payloads(name, ..) => Some(*name),
            Mismatch::Bound(Bound::Constructors(wanted), Type::Sum(has)) => lacking(wanted, has),
            _ => None,
        };
        let Some(wrong) = wrong else { return span };
        let mut open = Vec::new();
        self.open_metas(found, &mut open);
        let is_it = |(name, ty, at): &&(Symbol, Type, Span)| {
            let is_open = matches!(self.unifier.shallow(ty), Type::Meta(meta) if open.contains(&meta));
            let is_inside = at.file() == span.file() && span.start <= at.start && at.end <= span.end;
            *name == wrong && is_open && is_inside
        };
        self.constructors.iter().find(is_it).map_or(span, |(.., at)| *at)
    }

    /// Adds the help that an argument may be missing, if this one fits the next parameter.
    fn with_missing_before(
        &self,
        diagnostic: Diagnostic,
        found: &Type,
        expected: &Type,
        reason: &Reason,
    ) -> Diagnostic {
        let alike = |a: &Type, b: &Type| match (a, b) {
            (Type::Array(..), Type::Array(..)) | (Type::Function(_), Type::Function(_)) => true,
            (a, b) => a == b && !matches!(a, Type::Meta(_)),
        };
        match &reason.next {
            Some((next, help)) if alike(found, &self.unifier.shallow(next)) && !alike(found, expected) => {
                diagnostic.help(help)
            }
            _ => diagnostic,
        }
    }

    /// Adds a help with a conversion, if both types are numeric.
    fn with_conversion(&self, diagnostic: Diagnostic, found: &Type, expected: &Type, span: Span) -> Diagnostic {
        const LONGEST: usize = 30;
        let (Type::Scalar(from), Type::Scalar(to)) = (found, expected) else { return diagnostic };
        let text = self.sources.text(span);
        let is_number = |ty: ScalarType| ScalarSet::NUMBERS.contains(ty);
        if !is_number(*from) || !is_number(*to) || text.starts_with(|c: char| c.is_ascii_digit()) {
            return diagnostic;
        }
        let is_name = text.chars().all(|c| c.is_alphanumeric() || "_'.".contains(c));
        let operand = match text {
            _ if text.len() > LONGEST || text.contains('\n') => "(..)".to_owned(),
            _ if is_name || text.starts_with('(') && text.ends_with(')') => text.to_owned(),
            _ => format!("({text})"),
        };
        diagnostic.help(format!("`{to}.{from} {operand}` converts"))
    }

    /// Adds a help if a constructor is applied like a function, as in other languages.
    fn with_constructor_applied(&self, diagnostic: Diagnostic, expected: &Type, span: Span) -> Diagnostic {
        let text = self.sources.text(span);
        let is_bare = text.starts_with('#') && !text.contains(char::is_whitespace);
        match expected {
            Type::Function(_) if is_bare => {
                diagnostic.help(format!("a constructor is not a function; this one is: `\\x -> {text} x`"))
            }
            _ => diagnostic,
        }
    }

    /// Adds a help for `(- 1)`, which is a negative number and not a section like `(+ 1)`.
    pub fn with_section(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        let text = self.sources.text(span);
        match text.strip_prefix("(-").and_then(|rest| rest.strip_suffix(')')).map(str::trim) {
            Some(operand) => {
                diagnostic.help(format!("`{text}` is a negative number; the function is `\\x -> x - {operand}`"))
            }
            _ => diagnostic,
        }
    }

    fn types_differ(&self, found: &Type, expected: &Type, span: Span) -> Diagnostic {
        let (found, expected) = (self.show(found), self.show(expected));
        let headline = match (is_brief(&found), is_brief(&expected)) {
            (true, true) => format!("expected {expected}, found {found}"),
            (true, false) => format!("expected another type, found {found}"),
            (false, true) => format!("expected {expected}, found another type"),
            (false, false) => "mismatched types".to_owned(),
        };
        Diagnostic::error(TYPES_DIFFER, headline).label(span, format!("this is {found}"))
    }

    fn not_overloaded(&self, bound: &Bound, ty: &Type, found: &Type, span: Span) -> Diagnostic {
        let (needed, ty) = (self.show_bound(bound), self.show_any(ty));
        let headline = match is_brief(&ty) {
            true => format!("expected {needed}, found {ty}"),
            false => format!("expected {needed}, found another type"),
        };
        Diagnostic::error(NOT_OVERLOADED, headline).label(span, format!("this is {}", self.show_any(found)))
    }

    /// Whether the type is an unknown that is one of several scalar types, such as that of a literal without a suffix.
    fn is_overloaded(&self, ty: &Type) -> bool {
        matches!(ty, Type::Meta(meta) if matches!(self.unifier.bound(*meta), Some(Bound::OneOf(_))))
    }

    /// Returns the text of a type for use in a sentence. A type parameter is explained as any type.
    fn show_any(&self, ty: &Type) -> String {
        match ty {
            Type::Param(name) => format!("`{}`, which may be any type", name.hint),
            _ => self.show(ty),
        }
    }

    /// Reports a type that would have to contain itself.
    fn infinite(&mut self, found: &Type, expected: &Type, span: Span, reason: &Reason) -> Reported {
        let mut letters = Vec::new();
        let (found, expected) = (self.show_letters(found, &mut letters), self.show_letters(expected, &mut letters));
        let label = format!("this has type `{found}`, but must have type `{expected}`");
        let diagnostic = Diagnostic::error(INFINITE, "a type that would contain itself").label(span, label);
        let diagnostic = match reason.text.is_empty() {
            true => diagnostic,
            false if reason.span.is_nowhere() => diagnostic.note(format!("{} `{expected}`", reason.text)),
            false => diagnostic.label(reason.span, format!("{} `{expected}`", reason.text)),
        };
        self.report(diagnostic)
    }

    /// Reports a type parameter of a local function in the type of something outside of that function.
    fn escapes(&mut self, name: Name, span: Span) -> Reported {
        let headline = format!("the type parameter `{name}` would escape its scope", name = name.hint);
        let label = format!("the type of a value from outside of the function would depend on `{}`", name.hint);
        let help =
            format!("pass that value to the function as an argument, or replace `{}` by a concrete type", name.hint);
        self.report(Diagnostic::error(TYPES_DIFFER, headline).label(span, label).help(help))
    }

    /// Returns the diagnostic for a constructor with the wrong number of payloads.
    fn payloads_differ(&self, name: Symbol, counts: (usize, usize), expected: &Type, span: Span) -> Diagnostic {
        let declared = match expected {
            Type::Sum(constructors) => constructors.iter().find(|(other, _)| *other == name).map(|(_, p)| p.len()),
            _ => None,
        };
        let (takes, given) = match declared {
            Some(takes) if takes == counts.0 => counts,
            Some(_) => (counts.1, counts.0),
            None => (counts.1, counts.0),
        };
        let headline = format!("`#{name}` takes {}, not {given}", counted(takes, "value"));
        Diagnostic::error(TYPES_DIFFER, headline).label(span, format!("this has {}", counted(given, "value")))
    }

    /// Returns the diagnostic for a constructor that the sum type does not have; `None` if it has all in `wanted`.
    fn no_constructor(
        &self,
        wanted: &[(Symbol, Vec<Type>)],
        has: &std::rc::Rc<[(Symbol, Vec<Type>)]>,
        span: Span,
    ) -> Option<Diagnostic> {
        let missing = lacking(wanted, has)?;
        let shown = self.show(&Type::Sum(has.clone()));
        let diagnostic = Diagnostic::error(TYPES_DIFFER, format!("the expected type has no constructor `#{missing}`"))
            .label(span, format!("the expected type is {shown}"));
        Some(match base::nearest(missing, has.iter().map(|(name, _)| *name)) {
            Some(near) => diagnostic.help(format!("did you mean `#{near}`?")),
            None => diagnostic,
        })
    }

    pub fn with_reason(&self, diagnostic: Diagnostic, expected: &Type, reason: &Reason) -> Diagnostic {
        // An unknown type on the other side would explain nothing.
        let is_open = matches!(expected, Type::Meta(meta) if self.unifier.bound(*meta).is_none());
        if reason.text.is_empty() || is_open || (self.is_overloaded(expected) && !reason.span.is_nowhere()) {
            return diagnostic;
        }
        let text = format!("{} {}", reason.text, self.show(expected));
        if reason.span.is_nowhere() { diagnostic.note(text) } else { diagnostic.label(reason.span, text) }
    }

    /// Adds a note with the inner types that differ, unless these are the whole types.
    fn with_inner(
        &mut self,
        diagnostic: Diagnostic,
        why: &Mismatch,
        found: &Type,
        expected: &Type,
        letters: &mut Vec<Meta>,
    ) -> Diagnostic {
        let Mismatch::Types(a, b) = why else { return diagnostic };
        let [a, b] = [a, b].map(|ty| self.with_letters(&self.unifier.resolve(ty), letters));
        if (&a, &b) == (found, expected) || (&a, &b) == (expected, found) {
            return diagnostic;
        }
        let note = format!("their parts {} and {} differ", self.show(&a), self.show(&b));
        diagnostic.note(note)
    }

    /// Adds a help if the value is a function that would return the expected type after further arguments.
    fn with_missing_argument(&self, diagnostic: Diagnostic, found: &Type, expected: &Type) -> Diagnostic {
        let (mut given, mut missing) = (found.clone(), 0);
        while let Type::Function(function) = &given {
            given = self.unifier.shallow(&function.result);
            missing += 1;
        }
        let fits = match (&given, expected) {
            (Type::Scalar(scalar), Type::Meta(meta)) => {
                matches!(self.unifier.bound(*meta), Some(Bound::OneOf(set)) if set.contains(*scalar))
            }
            (given, expected) => given == expected,
        };
        if missing == 0 || !fits {
            return diagnostic;
        }
        diagnostic.help(format!("this is a function that still needs {}", counted(missing, "argument")))
    }

    /// Reports a type with too many parts or levels. Because types are copied where they are used, their size is
    /// limited.
    pub fn not_too_large(&mut self, ty: &Type, span: Span) -> Checking<()> {
        let mut parts = MAX_TYPE_PARTS;
        if self.weigh(ty, MAX_DEPTH, &mut parts) {
            return Ok(());
        }
        let label = format!("this type has more than {MAX_TYPE_PARTS} parts, or more than {MAX_DEPTH} levels");
        let diagnostic = Diagnostic::error(TOO_DEEP, "a type that is too large").label(span, label);
        Err(self.report(diagnostic.help("use an array for parts that have the same type")))
    }

    /// Reports too many parameters, arguments or indices. Each makes a level of a type, and the depth of types is
    /// limited.
    pub fn not_too_many(&mut self, count: usize, what: &str, span: Span) -> Checking<()> {
        if count <= MAX_ARGUMENTS {
            return Ok(());
        }
        let headline = format!("more than {MAX_ARGUMENTS} {what}");
        let diagnostic = Diagnostic::error(TOO_DEEP, headline).label(span, format!("there are {count} {what} here"));
        Err(self.report(diagnostic.help("group them in records or arrays")))
    }

    /// Subtracts the number of the type's parts from `parts`. Returns `false` if there are more parts or levels than
    /// allowed.
    fn weigh(&self, ty: &Type, levels: usize, parts: &mut usize) -> bool {
        let (Some(levels), Some(left)) = (levels.checked_sub(1), parts.checked_sub(1)) else { return false };
        *parts = left;
        match self.unifier.shallow(ty) {
            Type::Scalar(_) | Type::Param(_) | Type::Meta(_) => true,
            Type::Array(elem, _) => self.weigh(&elem, levels, parts),
            Type::Record(fields) => fields.iter().all(|(_, ty)| self.weigh(ty, levels, parts)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).all(|ty| self.weigh(ty, levels, parts))
            }
            Type::Function(function) => {
                self.weigh(&function.param, levels, parts) && self.weigh(&function.result, levels, parts)
            }
            Type::Abstract(hidden) => hidden.types.iter().all(|ty| self.weigh(ty, levels, parts)),
        }
    }

    /// Reports a definition of `&&` or `||`, which are built in because they may skip their second operand.
    pub fn may_be_bound(&mut self, name: Symbol, span: Span) -> Checking<()> {
        match name.as_str() {
            "&&" | "||" => {
                let headline = format!("`{name}` cannot be redefined");
                self.error(BOUND_TWICE, span, headline, "this operator is built in")
            }
            _ => Ok(()),
        }
    }

    /// Reports a name that is not defined, with help on similar names.
    pub fn unbound<T>(&mut self, name: Symbol, span: Span) -> Checking<T> {
        if let Some(reported) = self.not_recursive(name, span) {
            return Err(reported);
        }
        let mut diagnostic = Diagnostic::error(UNBOUND, format!("`{name}` is not defined")).label(span, "not in scope");
        if let Some(help) = self.defined_later(name) {
            diagnostic.helps.push(help);
        } else if let Some(help) = self.in_modules(name, span) {
            diagnostic.helps.push(help);
        } else {
            let near = self.near_value(name);
            diagnostic.helps.extend(near.map(|near| format!("did you mean `{near}`?")));
        }
        Err(self.report(diagnostic))
    }

    /// Returns the help that lists the modules of scalar types that export the name.
    fn in_modules(&mut self, name: Symbol, span: Span) -> Option<String> {
        const USUAL: [&str; 4] = ["i32", "i64", "f32", "f64"];
        if self.diagnostics.len() >= MAX_ERRORS {
            return None;
        }
        let mut modules: Vec<&str> = ScalarType::ALL.iter().map(|ty| ty.name()).collect();
        modules.retain(|module| {
            let module = Symbol::new(module);
            let id = self.scopes.find_module(self.context.place, module);
            let scope = id.and_then(|id| self.structure(id, module, span).ok());
            scope.is_some_and(|scope| self.scopes.exported_value(scope, name).is_some())
        });
        if modules.len() > USUAL.len() {
            modules.retain(|module| USUAL.contains(module));
        }
        let names: Vec<String> = modules.iter().map(|module| format!("`{module}.{name}`")).collect();
        (!names.is_empty()).then(|| format!("the modules of the number types define it: {}", names.join(", ")))
    }

    /// Returns the help for an undefined name that is defined later, or by the definition in which it is used.
    fn defined_later(&self, name: Symbol) -> Option<String> {
        match self.context.defining.iter().find(|(defined, _)| *defined == name) {
            Some((_, true)) => {
                return Some(format!("only top-level functions can be recursive: define `{name}` at top level"));
            }
            Some((_, false)) => return Some(format!("`{name}` is not in scope in its own definition")),
            None => {}
        }
        let later = self.scopes.find_later(self.context.place, name)?;
        let help = self.called_by(later).map(|caller| {
            format!("`{caller}` and `{name}` cannot call each other: a function can call only itself and functions defined before it")
        });
        Some(help.unwrap_or_else(|| move_up(name)))
    }

    pub fn unbound_module<T>(&mut self, name: Symbol, span: Span) -> Checking<T> {
        let mut diagnostic =
            Diagnostic::error(UNBOUND_MODULE, format!("there is no module `{name}`")).label(span, "unknown module");
        if self.scopes.find_later_module(self.context.place, name) {
            diagnostic.helps.push(move_up(name));
        }
        Err(self.report(diagnostic))
    }

    /// Reports that the module at the end of the path does not export the name.
    pub fn not_in_module<T>(&mut self, path: &[Symbol], name: Symbol, span: Span) -> Checking<T> {
        let module: Vec<&str> = path.iter().map(|part| part.as_str()).collect();
        let label = format!("the module `{}` does not define this name", module.join("."));
        self.error(UNBOUND, span, format!("`{name}` is not defined"), &label)
    }

    pub fn unbound_type<T>(&mut self, name: Symbol, span: Span) -> Checking<T> {
        let mut diagnostic =
            Diagnostic::error(UNBOUND_TYPE, format!("there is no type `{name}`")).label(span, "unknown type");
        if self.scopes.find_later_type(self.context.place, name) {
            diagnostic.helps.push(move_up(name));
        } else {
            let near = self.near_type(name);
            diagnostic.helps.extend(near.map(|near| format!("did you mean `{near}`?")));
        }
        Err(self.report(diagnostic))
    }
}

/// Returns the first wanted constructor that `has` lacks.
fn lacking(wanted: &[(Symbol, Vec<Type>)], has: &[(Symbol, Vec<Type>)]) -> Option<Symbol> {
    wanted.iter().map(|(name, _)| *name).find(|name| !has.iter().any(|(other, _)| other == name))
}

fn move_up(name: Symbol) -> String {
    format!("`{name}` is defined further down: move its definition up")
}

/// Cuts words of a headline that are longer than 40 characters.
fn with_short_words(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let cut = |word: &str| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..{}", &word[..end], if word.ends_with('`') { "`" } else { "" }),
        None => word.to_owned(),
    };
    text.split(' ').map(cut).collect::<Vec<String>>().join(" ")
}

/// Returns the text of a type or size if it is short enough for a headline, else "another". Labels show the whole text.
pub fn brief(shown: &str) -> String {
    if is_brief(shown) { shown.to_owned() } else { "another".to_owned() }
}

pub fn is_brief(shown: &str) -> bool {
    shown.chars().count() <= 26
}

/// Returns a number with its noun: `1 value`, `2 values`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
