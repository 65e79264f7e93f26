//! How the checker reports: one function for each way of being wrong, so that wording and codes stand in one place.

use super::types::{Bound, Type};
use super::unify::Mismatch;
use super::{Checker, Checking, MAX_ERRORS, Reported};
use base::{Code, Diagnostic, Span, Symbol};

pub const NOT_SUPPORTED: Code = Code("E0199");
pub const UNBOUND: Code = Code("E0201");
pub const UNBOUND_TYPE: Code = Code("E0202");
pub const UNBOUND_MODULE: Code = Code("E0203");
pub const BOUND_TWICE: Code = Code("E0204");
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

/// What a type is expected for, with the place that says so.
#[derive(Clone, Debug)]
pub struct Reason {
    pub span: Span,
    pub text: String,
}

impl Reason {
    pub fn new(span: Span, text: impl Into<String>) -> Reason {
        Reason { span, text: text.into() }
    }

    pub fn none() -> Reason {
        Reason { span: Span::NOWHERE, text: String::new() }
    }
}

impl Checker {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    pub(super) fn error<T>(&mut self, code: Code, span: Span, headline: String, label: &str) -> Checking<T> {
        Err(self.report(Diagnostic::error(code, headline).label(span, label)))
    }

    /// What the language allows and the compiler does not do yet.
    pub(super) fn not_supported<T>(&mut self, span: Span, what: &str) -> Checking<T> {
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, format!("{what} not supported yet"));
        self.limitation.get_or_insert(diagnostic.label(span, "used here"));
        Err(Reported)
    }

    /// `found` stands where `expected` is needed.
    pub(super) fn mismatch(
        &mut self,
        found: &Type,
        expected: &Type,
        span: Span,
        reason: &Reason,
        why: Mismatch,
    ) -> Reported {
        let (found, expected) = (self.unifier.resolve(found), self.unifier.resolve(expected));
        let (shown_found, shown_expected) = (self.show(&found), self.show(&expected));
        let diagnostic = match &why {
            Mismatch::Infinite(_) => Diagnostic::error(INFINITE, "a type that would contain itself")
                .label(span, format!("this is {shown_found}, and would have to be {shown_expected} as well")),
            Mismatch::Bound(bound, ty) if !matches!(bound, Bound::Fields(_) | Bound::Constructors(_)) => {
                let needed = self.show_bound(bound);
                let ty = self.show(ty);
                Diagnostic::error(NOT_OVERLOADED, format!("{needed} is needed, and this is {ty}"))
                    .label(span, format!("this is {shown_found}"))
            }
            Mismatch::Bound(..) | Mismatch::Types(..) => {
                let headline = format!("expected {}, found {}", brief(&shown_expected), brief(&shown_found));
                Diagnostic::error(TYPES_DIFFER, headline).label(span, format!("this is {shown_found}"))
            }
        };
        let diagnostic = self.with_reason(diagnostic, &shown_expected, reason);
        let diagnostic = self.with_inner(diagnostic, &why, &found, &expected);
        self.report(diagnostic)
    }

    fn with_reason(&self, diagnostic: Diagnostic, expected: &str, reason: &Reason) -> Diagnostic {
        if reason.text.is_empty() {
            return diagnostic;
        }
        let text = format!("{} {expected}", reason.text);
        if reason.span.is_nowhere() { diagnostic.note(text) } else { diagnostic.label(reason.span, text) }
    }

    /// Names the parts that differ when they are not the whole types.
    fn with_inner(&mut self, diagnostic: Diagnostic, why: &Mismatch, found: &Type, expected: &Type) -> Diagnostic {
        let Mismatch::Types(a, b) = why else { return diagnostic };
        let (a, b) = (self.unifier.resolve(a), self.unifier.resolve(b));
        if (&a, &b) == (found, expected) || (&a, &b) == (expected, found) {
            return diagnostic;
        }
        let note = format!("inside them {} stands against {}", self.show(&a), self.show(&b));
        diagnostic.note(note)
    }

    pub(super) fn unbound<T>(&mut self, name: Symbol, span: Span) -> Checking<T> {
        let mut diagnostic =
            Diagnostic::error(UNBOUND, format!("`{name}` is not defined")).label(span, "there is no such name here");
        let near = self.near_value(name);
        diagnostic.helps.extend(near.map(|near| format!("there is `{near}`")));
        Err(self.report(diagnostic))
    }

    pub(super) fn unbound_type<T>(&mut self, name: Symbol, span: Span) -> Checking<T> {
        let mut diagnostic =
            Diagnostic::error(UNBOUND_TYPE, format!("there is no type `{name}`")).label(span, "unknown type");
        let near = self.near_type(name);
        diagnostic.helps.extend(near.map(|near| format!("there is the type `{near}`")));
        Err(self.report(diagnostic))
    }
}

/// Keeps a headline short: long types stand in the labels.
fn brief(shown: &str) -> String {
    if shown.chars().count() <= 26 { shown.to_owned() } else { "another type".to_owned() }
}
