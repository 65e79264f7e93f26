//! Values of character and string literals.

use std::ops::Range;
use std::str::Chars;

/// Reason why a literal is invalid, as text for the label of the diagnostic.
pub type Bad = &'static str;

/// Returns the text of a literal without its quotes, with its escapes resolved, and the byte range of each invalid
/// escape with the reason. `escape` reads one escape after its backslash; an escape may stand for no character.
pub fn unescape(
    inside: &str,
    mut escape: impl FnMut(&mut Chars) -> Result<Option<char>, Bad>,
) -> (String, Vec<(Range<usize>, Bad)>) {
    let (mut text, mut invalid) = (String::with_capacity(inside.len()), Vec::new());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let start = inside.len() - chars.as_str().len() - 1;
        match escape(&mut chars) {
            Ok(meant) => text.extend(meant),
            Err(why) => invalid.push((start..inside.len() - chars.as_str().len(), why)),
        }
    }
    (text, invalid)
}
