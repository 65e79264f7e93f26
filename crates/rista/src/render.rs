//! Diagnostics for people: rendered with their places, in colour on a terminal and plain in a pipe.

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

/// Prints a diagnostic to standard error. The stream takes the colours out where nobody sees them.
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) {
    out::tell(text(sources, diagnostic, Colour::Styled) + "\n");
}
