//! How the checker reports: codes and wording stand in one place.

use super::show::Shower;
use super::types::{Class, Type};
use super::unify::Mismatch;
use super::{Checker, MAX_ERRORS};
use base::{Code, Diagnostic, Span, Symbol};

pub const TOO_LARGE: Code = Code("E0199");
pub const UNBOUND: Code = Code("E0201");
pub const UNBOUND_TYPE: Code = Code("E0202");
pub const BOUND_TWICE: Code = Code("E0204");
pub const NOT_A_LAMBDA: Code = Code("E0210");
pub const TYPES_DIFFER: Code = Code("E0301");
pub const NOT_A_FUNCTION: Code = Code("E0302");
pub const NO_COMPONENT: Code = Code("E0303");
pub const NOT_OVERLOADED: Code = Code("E0304");
pub const INFINITE: Code = Code("E0305");
pub const AMBIGUOUS: Code = Code("E0306");
pub const NOT_EXHAUSTIVE: Code = Code("E0308");
pub const TYPE_ARGUMENTS: Code = Code("E0309");

/// A longer type does not stand in a headline.
const MAX_IN_HEADLINE: usize = 20;

impl Checker {
    /// Each place is reported once.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        if self.diagnostics.iter().any(|other| other.code == diagnostic.code && place(other) == place(&diagnostic)) {
            return;
        }
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        } else {
            self.errors_left_out = true;
        }
    }

    pub(super) fn show(&self, ty: &Type) -> String {
        Shower::default().show(&self.unifier, ty)
    }

    /// Demands that the type of what stands at the place is the other one.
    pub(super) fn expect(&mut self, found: &Type, wanted: &Type, span: Span) -> bool {
        match self.unifier.unify(found, wanted) {
            Ok(()) => true,
            Err(why) => {
                self.mismatch(found, wanted, span, &why);
                false
            }
        }
    }

    pub(super) fn mismatch(&mut self, found: &Type, wanted: &Type, span: Span, why: &Mismatch) {
        let mut shower = Shower::default();
        let (found, wanted) = (shower.show(&self.unifier, found), shower.show(&self.unifier, wanted));
        let label = format!("the type of this is {found}");
        let needed = format!("the type that is needed here is {wanted}");
        let diagnostic = match why {
            Mismatch::Types(..) if found.len().max(wanted.len()) <= MAX_IN_HEADLINE => {
                Diagnostic::error(TYPES_DIFFER, format!("expected {wanted}, found {found}")).label(span, label)
            }
            Mismatch::Types(part, other) => {
                let (part, other) = (shower.show(&self.unifier, part), shower.show(&self.unifier, other));
                Diagnostic::error(TYPES_DIFFER, "this has another type than is needed")
                    .label(span, label)
                    .note(needed)
                    .note(format!("{part} and {other} differ"))
            }
            Mismatch::Infinite(..) => {
                Diagnostic::error(INFINITE, "the type would be a part of itself").label(span, label).note(needed)
            }
            Mismatch::Class(class, ty) => {
                let (part, class) = (shower.show(&self.unifier, ty), class_name(*class));
                let diagnostic = Diagnostic::error(NOT_OVERLOADED, format!("expected {class}")).label(span, label);
                if part == found { diagnostic } else { diagnostic.note(needed).note(format!("{part} is not {class}")) }
            }
            Mismatch::TooLarge => Diagnostic::error(TOO_LARGE, "a type is too large").label(span, "the type of this"),
        };
        self.report(diagnostic);
    }

    /// There is a function where there cannot be one.
    pub(super) fn function_in(&mut self, ty: &Type, span: Span, whole: &str) {
        let label = format!("the type of this is {}", self.show(ty));
        let diagnostic = Diagnostic::error(NOT_OVERLOADED, format!("{whole} cannot be or hold a function"));
        self.report(diagnostic.label(span, label));
    }

    pub(super) fn unbound(&mut self, name: Symbol, span: Span) {
        let diagnostic = Diagnostic::error(UNBOUND, format!("unknown name `{name}`")).label(span, "not in scope");
        self.report(diagnostic);
    }

    pub(super) fn not_a_function(&mut self, ty: &Type, args: usize, span: Span) {
        let shown = self.show(ty);
        let headline = if args == 0 { "this is no function" } else { "this has too many arguments" };
        let label = if args == 0 { format!("the type of this is {shown}") } else { format!("this gives {shown}") };
        self.report(Diagnostic::error(NOT_A_FUNCTION, headline).label(span, label));
    }

    pub(super) fn no_component(&mut self, ty: &Type, at: u32, span: Span) {
        let label = format!("the type of this is {}", self.show(ty));
        let diagnostic = match ty {
            Type::Tuple(parts) => Diagnostic::error(NO_COMPONENT, format!("there is no component {at}"))
                .label(span, label)
                .help(format!("components are counted from 0: there are {}", parts.len())),
            _ => Diagnostic::error(NO_COMPONENT, "this is no tuple").label(span, label),
        };
        self.report(diagnostic);
    }

    /// Variables of which nothing is known get their defaults; where they have none, a message names the expression whose type
    /// has them.
    pub(super) fn default_variables(&mut self) {
        let remain = self.unifier.default_all();
        for (number, span) in remain {
            if self.errors_left_out {
                return;
            }
            let whole = self.uses.iter().find(|(at, ty)| *at == span && self.unifier.unknown(ty).contains(&number));
            let ty = whole.map_or(Type::Variable(number), |(_, ty)| ty.clone());
            let label = format!("the type of this is {}", self.show(&ty));
            let diagnostic = Diagnostic::error(AMBIGUOUS, "a type is not known").label(span, label).note(
                "All types must be known when a program is compiled; nothing here says what the variables stand for.",
            );
            self.report(diagnostic);
        }
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Any => "a type",
        Class::FirstOrder => "a type without functions",
        Class::Number => "a number",
        Class::Integer => "an integer",
        Class::Real => "a float or a double",
        Class::Rank => "a rank",
    }
}
