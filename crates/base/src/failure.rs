//! Failures of the user's program while it runs: an index out of bounds, an `assert`, a division by zero. Every
//! evaluator and every target reports the same failure with the same words.

use crate::Symbol;
use crate::source::{Span, Spans};
use std::fmt;

/// Largest number of source places that a failure or a statement keeps. Because a chain of calls may be as long as the
/// run, only the innermost places are kept.
pub const MAX_PLACES: usize = 32;

/// The text of a failure, with `{}` for each run-time value, as in `Index [{}] out of bounds`. Braces that belong to
/// the text are doubled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Template(pub String);

impl Template {
    pub fn new(text: impl Into<String>) -> Template {
        Template(text.into())
    }

    /// Splits the text at its holes; returns one piece more than there are holes.
    pub fn pieces(&self) -> Vec<String> {
        let mut pieces = vec![String::new()];
        let mut rest = self.0.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            let last = pieces.len() - 1;
            pieces[last].push_str(&rest[..at]);
            let brace = &rest[at..];
            if let Some(after) = brace.strip_prefix("{}") {
                pieces.push(String::new());
                rest = after;
            } else {
                pieces[last].push_str(&brace[..1]);
                let doubled = brace.starts_with("{{") || brace.starts_with("}}");
                rest = &brace[if doubled { 2 } else { 1 }..];
            }
        }
        let last = pieces.len() - 1;
        pieces[last].push_str(rest);
        pieces
    }

    pub fn holes(&self) -> usize {
        self.pieces().len() - 1
    }

    /// Fills the holes in order. A hole without a value is printed as `?`.
    pub fn fill(&self, values: &[String]) -> String {
        let pieces = self.pieces();
        let mut text = pieces[0].clone();
        for (i, piece) in pieces[1..].iter().enumerate() {
            text.push_str(values.get(i).map_or("?", String::as_str));
            text.push_str(piece);
        }
        text
    }
}

/// A run-time failure of the user's program. The first span is the failing expression; the others are the calls that
/// led to it, innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub message: String,
    pub spans: Spans,
}

/// Reason why an evaluator stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The user's program failed.
    Failure(Failure),
    /// The program has no meaning at this point (an unchecked index out of bounds, an unbound name). The compiler is
    /// wrong.
    Stuck { message: String, span: Span },
    /// A limit on steps, depth or memory was exceeded.
    Limit(String),
    /// The program ended the run, with this exit code.
    Exit(u8),
}

impl Failure {
    /// Appends the places of an enclosing call, up to `MAX_PLACES` in all, so that deep recursion keeps the innermost
    /// ones.
    pub fn add_places(&mut self, spans: &[Span]) {
        let room = MAX_PLACES.saturating_sub(self.spans.len());
        self.spans.extend(spans.iter().take(room));
    }
}

impl Stop {
    /// Returns the same stop with the places of an enclosing call appended, if it is a failure.
    pub fn called_from(mut self, spans: &[Span]) -> Stop {
        if let Stop::Failure(failure) = &mut self {
            failure.add_places(spans);
        }
        self
    }

    pub fn stuck(message: impl Into<String>) -> Stop {
        Stop::Stuck { message: message.into(), span: Span::NOWHERE }
    }

    /// Returns the stop that evaluators report for a call of a foreign function, which they cannot run.
    pub fn foreign(name: Symbol) -> Stop {
        Stop::Limit(format!("the foreign function `{name}` runs in compiled programs only"))
    }

    pub fn failure(message: impl Into<String>, spans: Spans) -> Stop {
        Stop::Failure(Failure { message: message.into(), spans })
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Failure(failure) => write!(f, "{}", failure.message),
            Stop::Stuck { message, .. } => write!(f, "evaluation is stuck: {message}"),
            Stop::Limit(message) => write!(f, "{message}"),
            Stop::Exit(code) => write!(f, "the program ended the run with exit code {code}"),
        }
    }
}
