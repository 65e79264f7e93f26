//! Diagnostics as data. Front ends make them, the command line renders them; a later phase can only say that it hit
//! a limit or that the compiler is wrong.

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

/// A remark on a place. The first label of a diagnostic is the primary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One mistake (or warning), in the user's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// Names the thing; under 70 characters; no full stop.
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

/// The compiler is wrong: what a verifier found, or an invariant that did not hold. Never the user's fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    /// The pass or phase that was running.
    pub phase: String,
    pub message: String,
    /// The program in text form, when there is one to save.
    pub program: Option<String>,
    /// Where it was found, in a program that was read; `Span::NOWHERE` if that is not known.
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
    /// The user's mistakes, all that were found.
    User(Vec<Diagnostic>),
    /// Something that the language allows and the compiler does not do (yet), or a limit that was passed.
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
