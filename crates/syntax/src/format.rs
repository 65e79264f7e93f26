//! The part of formatters that no language changes: every token and comment is printed in order and as written, so
//! formatting changes only white space.

use crate::token::{Kind, Tokens};
use base::layout::spelled::{Spelled, spell};
use base::layout::{Doc, line, nothing};
use base::{Bug, Error};

/// Tokens with their comments, and a position in them.
pub struct Words<'a, K> {
    /// All tokens; the last is `END`.
    words: Vec<Spelled<'a, K>>,
    /// Index of the next token.
    at: usize,
}

impl<'a, K: Kind> Words<'a, K> {
    pub fn new(tokens: Tokens<'a, K>) -> Words<'a, K> {
        let places = tokens.tokens.iter().map(|token| (token.kind, token.start, token.end));
        Words { words: spell(tokens.text, places, tokens.comments), at: 0 }
    }
}

/// A formatter of a language, which takes the tokens in order. The language gives the first three items.
pub trait Printer<'a> {
    type Kind: Kind;

    fn words(&self) -> &Words<'a, Self::Kind>;

    fn words_mut(&mut self) -> &mut Words<'a, Self::Kind>;

    /// Returns the next token and those after it.
    fn ahead(&self) -> &[Spelled<'a, Self::Kind>] {
        let Words { words, at } = self.words();
        words.get(*at..).unwrap_or(&[])
    }

    /// Returns the kind of the token `ahead` places after the next one.
    fn kind(&self, ahead: usize) -> Self::Kind {
        self.ahead().get(ahead).map_or(Self::Kind::END, |token| token.kind)
    }

    fn is(&self, kind: Self::Kind) -> bool {
        self.kind(0) == kind
    }

    /// Returns the text of the next token.
    fn spelling(&self) -> &'a str {
        self.ahead().first().map_or("", |token| token.text)
    }

    /// Takes the comments on lines before the next token.
    fn leading(&mut self) -> Doc<'a> {
        let Words { words, at } = self.words_mut();
        let Some(token) = words.get_mut(*at) else { return nothing() };
        let blank = token.kind != Self::Kind::END && !token.kind.closes();
        token.take_leading(blank)
    }

    /// Takes the next token with its comments.
    fn token(&mut self) -> Doc<'a> {
        let leading = self.leading();
        let Words { words, at } = self.words_mut();
        let Some(token) = words.get(*at) else { return leading };
        *at += 1;
        Doc::Concat(vec![leading, token.doc()])
    }

    /// Prints a space and the next token.
    fn spaced(&mut self) -> Doc<'a> {
        Doc::Concat(vec![Doc::Text(" "), self.token()])
    }

    /// Returns the line break before an item, with the author's empty line if there was one.
    fn separator(&self) -> Doc<'a> {
        let Some(next) = self.ahead().first() else { return line() };
        Doc::Line { blank: next.is_set_apart() && (next.kind != Self::Kind::END || !next.leading.is_empty()) }
    }
}

/// Checks that a formatted text has the tokens and the comments of the original.
///
/// # Errors
/// A bug of the formatter.
pub fn check_kept<K: Kind>(original: &Tokens<K>, formatted: &Tokens<K>) -> Result<(), Error> {
    match spellings(original) == spellings(formatted) {
        true => Ok(()),
        false => Err(Bug::new("format", "the formatted text has other tokens or comments").into()),
    }
}

/// Returns the tokens and the comments, each in order, without trailing white space.
fn spellings<'a, K: Kind>(tokens: &Tokens<'a, K>) -> [Vec<&'a str>; 2] {
    let slice = |start: u32, end: u32| tokens.text.get(start as usize..end as usize).unwrap_or("").trim_end();
    let words = tokens.tokens.iter().map(|token| slice(token.start, token.end));
    [words.collect(), tokens.comments.iter().map(|&(start, end)| slice(start, end)).collect()]
}
