//! Tests of the walk over tokens that formatters do, and of the check of what they print.

use crate::toy::{Kind, lex};
use base::layout::{Doc, render};
use syntax::format::{Printer, Words, check_kept};

struct Lines<'a>(Words<'a, Kind>);

impl<'a> Printer<'a> for Lines<'a> {
    type Kind = Kind;

    fn words(&self) -> &Words<'a, Kind> {
        &self.0
    }

    fn words_mut(&mut self) -> &mut Words<'a, Kind> {
        &mut self.0
    }
}

/// Prints each name at the start of a line, and other tokens after a space.
fn lines(text: &str) -> String {
    let mut lines = Lines(Words::new(lex(text)));
    let mut docs = vec![lines.token()];
    while !lines.is(Kind::End) {
        docs.push(if lines.is(Kind::Name) { lines.separator() } else { Doc::Text(" ") });
        docs.push(lines.token());
    }
    docs.extend([lines.separator(), lines.token()]);
    render(&Doc::Concat(docs), 20)
}

#[test]
fn tokens_comments_and_empty_lines_are_kept() {
    assert_eq!(lines("a  ( b #one\n#two\n\n\n\nc ) d"), "a (\nb #one\n#two\n\nc )\nd\n");
    assert_eq!(lines("a\n\n#one\n\nb\n\n\n"), "a\n\n#one\n\nb\n");
    assert_eq!(lines("a\n\n#end\n"), "a\n\n#end\n");
}

#[test]
fn lost_tokens_and_comments_are_bugs() {
    let kept = |from: &str, to: &str| check_kept(&lex(from), &lex(to)).is_ok();
    assert!(kept("a #one \n b", "a b #one"));
    assert!(!kept("a b", "a"));
    assert!(!kept("a b", "b a"));
    assert!(!kept("a #one", "a"));
    assert!(!kept("a #one", "a #two"));
}
