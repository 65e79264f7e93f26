//! Diagnostics as data. Front ends make them and the command line renders them. A later phase reports only a limitation
//! or a bug of the compiler.

use crate::source::Span;
use std::fmt;

/// A stable code such as `E0301`. Each has a page under `docs/errors/`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// A text attached to a source place. The first label of a diagnostic is the primary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One error or warning, in the user's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// Headline that names the error, in under 70 characters and without a full stop.
    pub headline: String,
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    pub helps: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: Code, headline: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            headline: headline.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    pub fn warning(code: Code, headline: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, headline) }
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.helps.push(text.into());
        self
    }
}

/// An error of the compiler itself, such as a verifier's finding or a broken invariant. Never the user's fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    /// The pass or phase that was running.
    pub phase: String,
    pub message: String,
    /// The program in text form, when there is one to save.
    pub program: Option<String>,
    /// Source place of the error; `Span::NOWHERE` if it is unknown.
    pub at: Span,
}

impl Bug {
    pub fn new(phase: impl Into<String>, message: impl Into<String>) -> Bug {
        Bug { phase: phase.into(), message: message.into(), program: None, at: Span::NOWHERE }
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.phase, self.message)
    }
}

/// Why a phase gave no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The user's errors, as many as the phase could find.
    User(Vec<Diagnostic>),
    /// A language feature that the compiler does not support yet, or an exceeded limit.
    Limitation(Box<Diagnostic>),
    Bug(Box<Bug>),
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::User(vec![diagnostic])
    }
}

impl From<Bug> for Error {
    fn from(bug: Bug) -> Error {
        Error::Bug(Box::new(bug))
    }
}
