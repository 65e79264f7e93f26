//! Errors of lexers and parsers: their codes, and how many of them are shown.

use base::{Code, Diagnostic};

/// Code of invalid characters.
pub const LEXICAL: Code = Code("E0101");
/// Code of an unexpected token.
pub const UNEXPECTED: Code = Code("E0102");
/// Code of a literal that is malformed or out of range.
pub const LITERAL: Code = Code("E0103");
/// Code of nesting beyond a limit.
pub const TOO_DEEP: Code = Code("E0104");

/// Largest number of errors of a text that are shown.
pub const MAX_ERRORS: usize = 20;

/// Adds a diagnostic, unless there are enough of them. One more than `MAX_ERRORS` is kept, to show that there are more.
pub fn report(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    if diagnostics.len() <= MAX_ERRORS {
        diagnostics.push(diagnostic);
    }
}

/// Keeps the first `most` errors, and says so at the last one if there were more.
pub fn cut_off(diagnostics: &mut Vec<Diagnostic>, most: usize) {
    if diagnostics.len() > most {
        diagnostics.truncate(most);
        say_more_left_out(diagnostics);
    }
}

/// Adds help to the last error that further errors are not shown.
pub fn say_more_left_out(diagnostics: &mut [Diagnostic]) {
    if let Some(last) = diagnostics.last_mut() {
        last.helps.push("correct these first: there are more errors, which are not shown".to_owned());
    }
}

/// Cuts a text to thirty characters.
pub fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push_str("..");
    }
    short
}
