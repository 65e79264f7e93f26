//! Tokens with their comments, the input of formatters. A comment belongs to the token before it on its line, or else
//! to the next token.

use super::{Doc, nothing};

/// A token with its comments.
pub struct Spelled<'a, K> {
    pub kind: K,
    pub text: &'a str,
    pub start: u32,
    pub end: u32,
    /// Comments on lines of their own before the token, each with whether an empty line precedes it.
    pub leading: Vec<(&'a str, bool)>,
    /// Comment after the token on its line.
    pub trailing: Option<&'a str>,
    /// Whether a line break lies between the previous token, with its trailing comment, and this token.
    pub newline_before: bool,
    /// Whether an empty line lies directly before the token.
    pub blank_before: bool,
}

/// Pairs tokens, given as kind, start and end in `text`, with their comments. Both are in source order.
pub fn spell<K>(
    text: &str,
    tokens: impl Iterator<Item = (K, u32, u32)>,
    comments: Vec<(u32, u32)>,
) -> Vec<Spelled<'_, K>> {
    let mut comments = comments.into_iter().peekable();
    let mut spelled: Vec<Spelled<K>> = Vec::new();
    for token in tokens {
        let at = token.1;
        let before = std::iter::from_fn(|| comments.next_if(|(start, _)| *start < at));
        let one = with_comments(text, token, before, spelled.last_mut());
        spelled.push(one);
    }
    spelled
}

/// Makes a token from the comments `before` it. If the first comment is on the previous token's line, it becomes that
/// token's trailing comment.
fn with_comments<'a, K>(
    text: &'a str,
    (kind, start, end): (K, u32, u32),
    before: impl Iterator<Item = (u32, u32)>,
    mut previous: Option<&mut Spelled<'a, K>>,
) -> Spelled<'a, K> {
    let newlines = |from, to| slice(text, from, to).bytes().filter(|byte| *byte == b'\n').count();
    let begun = previous.as_ref().map_or(0, |token| token.end);
    let mut last = begun;
    let mut leading = Vec::new();
    for (from, to) in before {
        let comment = slice(text, from, to).trim_end();
        match previous.take() {
            Some(previous) if newlines(last, from) == 0 => previous.trailing = Some(comment),
            _ => leading.push((comment, newlines(last, from) > 1)),
        }
        last = to;
    }
    Spelled {
        kind,
        text: slice(text, start, end),
        start,
        end,
        leading,
        trailing: None,
        newline_before: newlines(begun, start) > 0,
        blank_before: newlines(last, start) > 1,
    }
}

fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or("")
}

impl<'a, K> Spelled<'a, K> {
    /// Removes the token's leading comments and returns them as a document. An empty line after the last comment is
    /// kept if `blank`.
    pub fn take_leading(&mut self, blank: bool) -> Doc<'a> {
        let leading = std::mem::take(&mut self.leading);
        let last = leading.len().saturating_sub(1);
        let blank = blank && self.blank_before;
        let comment = |(i, (text, blank_before))| Doc::OwnLine {
            text,
            blank_before: blank_before && i > 0,
            blank_after: i == last && blank,
        };
        Doc::Concat(leading.into_iter().enumerate().map(comment).collect())
    }

    /// Returns the token's text followed by its trailing comment.
    pub fn doc(&self) -> Doc<'a> {
        let text = if self.text.is_empty() { nothing() } else { Doc::Text(self.text) };
        Doc::Concat(vec![text, self.trailing.map_or_else(nothing, Doc::Trailing)])
    }

    /// Whether an empty line precedes the token and its leading comments.
    pub fn is_set_apart(&self) -> bool {
        self.leading.first().map_or(self.blank_before, |(_, blank)| *blank)
    }
}
