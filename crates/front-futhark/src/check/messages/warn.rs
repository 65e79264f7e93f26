//! What a program may do and its author should look at.

use crate::ast::Attr;
use crate::check::Checker;
use crate::check::messages::report::{HOLE, NEVER_REACHED, UNKNOWN_ATTRIBUTE};
use base::{Diagnostic, Span, Symbol};

/// The attributes of the language, on whatever they stand.
const ATTRIBUTES: [&str; 20] = [
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
    /// An attribute that the language does not have is told once for each file.
    pub fn note_attribute(&mut self, attr: &Attr) {
        if ATTRIBUTES.contains(&attr.name.as_str())
            || self.in_prelude_place()
            || !self.unknown_attributes.insert((attr.span.file(), attr.name))
        {
            return;
        }
        let near = base::nearest(attr.name, ATTRIBUTES.iter().map(|name| Symbol::new(name)));
        let mut diagnostic =
            Diagnostic::warning(UNKNOWN_ATTRIBUTE, format!("the attribute `{}` is unknown", attr.name))
                .label(attr.span, "ignored, here and wherever it stands in this file");
        diagnostic.helps.extend(near.map(|near| format!("there is the attribute `{near}`")));
        self.report(diagnostic);
    }

    /// The holes of the user's from `first` on, now that their types are known.
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
            .label(span, "the cases before it match all that it matches");
        self.report(diagnostic);
    }
}
