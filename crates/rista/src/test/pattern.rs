//! Expected messages. They are POSIX extended regular expressions; what our regular expressions lack is compared as
//! plain text.

use regex_lite::Regex;
use value::test_block::Pattern;

/// Whether the pattern occurs in the message. `^` and `$` are the ends of its lines.
pub fn occurs(pattern: &Pattern, message: &str) -> bool {
    let text = pattern.regex.trim();
    match Regex::new(&format!("(?m){text}")) {
        Ok(regex) => regex.is_match(message),
        Err(_) => message.contains(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_found_anywhere_in_the_message() {
        let occurs = |regex: &str, message| occurs(&Pattern { regex: regex.to_owned(), line: 1 }, message);
        assert!(occurs("", "anything"));
        assert!(occurs("out of bounds", "Error: Index [4] out of bounds for array of shape [3]."));
        assert!(occurs("Index \\[[0-9]+\\] .* shape", "Error: Index [4] out of bounds for array of shape [3]."));
        assert!(occurs("^second$", "first\nsecond"));
        assert!(occurs("[[:alpha:]]+ [[:digit:]]", "line 3"));
        assert!(!occurs("first.second", "first\nsecond"));
        // No regular expression: the text itself.
        assert!(occurs("(unclosed", "it is (unclosed"));
        assert!(!occurs("(unclosed", "it is unclosed"));
    }
}
