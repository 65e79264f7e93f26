//! Matches expected messages, which are POSIX extended regular expressions.

use regex_lite::Regex;
use value::test_block::{Pattern, TestBlockError, TestSpec};

/// Whether the pattern occurs in the text. As in POSIX, a line break is an ordinary character: `.` matches it, and `^`
/// and `$` match only the ends of the text.
pub fn occurs(pattern: &Pattern, text: &str) -> bool {
    compile(pattern).is_ok_and(|regex| regex.is_match(text))
}

/// Checks all patterns of a program's tests.
///
/// # Errors The first pattern that is not a valid regular expression.
pub fn well_formed(spec: &TestSpec) -> Result<(), TestBlockError> {
    spec.patterns().try_for_each(|pattern| compile(pattern).map(|_| ()))
}

fn compile(pattern: &Pattern) -> Result<Regex, TestBlockError> {
    let text = pattern.regex.trim();
    Regex::new(&format!("(?s){text}"))
        .map_err(|error| pattern.error(format!("malformed regular expression `{text}`: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_found_anywhere_in_the_message() {
        let occurs = |regex: &str, message| occurs(&Pattern { regex: regex.to_owned(), line: 1, column: 1 }, message);
        assert!(occurs("", "anything"));
        assert!(occurs("out of bounds", "Error: Index [4] out of bounds for array of shape [3]."));
        assert!(occurs("Index \\[[0-9]+\\] .* shape", "Error: Index [4] out of bounds for array of shape [3]."));
        assert!(occurs("first.second", "first\nsecond"));
        assert!(occurs("^first.*second$", "first\n\nsecond"));
        assert!(!occurs("^second$", "first\nsecond"));
        assert!(occurs("^$", "") && !occurs("^$", "first\n\nsecond"));
        assert!(occurs("[[:alpha:]]+ [[:digit:]]", "line 3"));
    }
}
