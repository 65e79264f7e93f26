//! Prints diagnostics with their places, in colours on a terminal.

use crate::out;
use base::{Diagnostic, Error, SourceMap};
use driver::render::{Colour, diagnostic as text};

/// Prints an error to standard error.
pub fn error(sources: &SourceMap, error: &Error) {
    match error {
        Error::User(diagnostics) => diagnostics.iter().for_each(|one| diagnostic(sources, one)),
        Error::Limitation(limitation) => diagnostic(sources, limitation),
        Error::Bug(bug) => {
            out::tell(format_args!("internal error: {bug}"));
            out::tell("This is a mistake of the compiler, not of your program. Please report it.");
        }
    }
}

/// Prints a diagnostic to standard error. The stream removes the colours if it is not a terminal.
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) {
    out::tell(text(sources, diagnostic, Colour::Styled) + "\n");
}
