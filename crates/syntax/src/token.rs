//! Tokens. A token has a kind and a byte range; its spelling is read from the text. White space and comments are
//! dropped, but each token records whether any precedes it.

use crate::errors::{LEXICAL, report};
use base::{Diagnostic, FileId, Span};
use std::ops::Range;

/// The kinds of tokens of a language.
pub trait Kind: Copy + Eq {
    /// The end of the text.
    const END: Self;
    /// Invalid characters, which the lexer reports.
    const UNKNOWN: Self;

    /// For an opening bracket, returns the kind of its closing bracket.
    fn closed_by(self) -> Option<Self>;

    /// Whether this is a closing bracket.
    fn closes(self) -> bool;

    /// Whether this is a keyword that is spelled like a name.
    fn is_word(self) -> bool;

    /// Returns what messages call such a token. `None` if they show its spelling.
    fn description(self) -> Option<&'static str>;
}

/// A token: bytes `start..end` of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<K> {
    pub kind: K,
    /// Whether white space or a comment precedes the token.
    pub spaced: bool,
    pub start: u32,
    pub end: u32,
}

/// A text with its tokens.
#[derive(Clone, Debug)]
pub struct Tokens<'a, K> {
    pub file: FileId,
    pub text: &'a str,
    /// All tokens; only the last one is `END`.
    pub tokens: Vec<Token<K>>,
    /// Byte ranges of all comments, in order, for the formatter.
    pub comments: Vec<(u32, u32)>,
    /// Byte offset from which on the tokens may not be what the author meant, so that a parser's errors are unreliable.
    pub sound: u32,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a, K: Kind> Tokens<'a, K> {
    /// Splits a text into tokens. `lex` pushes all tokens except `END`, and all comments, in the order of the text. A
    /// text of 4 GiB or more is refused: it has an error and no tokens.
    pub fn scan(file: FileId, text: &'a str, lex: impl FnOnce(&mut Self)) -> Self {
        let (tokens, comments, diagnostics) = (Vec::new(), Vec::new(), Vec::new());
        let mut scanned = Tokens { file, text, tokens, comments, sound: u32::MAX, diagnostics };
        let end = u32::try_from(text.len());
        match end {
            Ok(_) => lex(&mut scanned),
            Err(_) => scanned.report(
                Diagnostic::error(LEXICAL, "the file is too large")
                    .label(Span::new(file, 0, 0), "a source file has less than 4 GiB"),
            ),
        }
        let at = end.unwrap_or(0);
        scanned.tokens.push(Token { kind: K::END, spaced: true, start: at, end: at });
        scanned
    }

    /// Adds a token after the others.
    pub fn push(&mut self, kind: K, range: Range<usize>) {
        let (start, end) = (range.start as u32, range.end as u32);
        let spaced = self.tokens.last().map_or(0, |last| last.end) != start;
        self.tokens.push(Token { kind, spaced, start, end });
    }

    /// Adds a comment after the others. Its range ends before the line's end.
    pub fn comment(&mut self, range: Range<usize>) {
        self.comments.push((range.start as u32, range.end as u32));
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        report(&mut self.diagnostics, diagnostic);
    }

    /// Returns a token by its index; behind the last one, `END`.
    pub fn token(&self, index: usize) -> Token<K> {
        let end = Token { kind: K::END, spaced: true, start: 0, end: 0 };
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(end)
    }

    pub fn spelling(&self, token: Token<K>) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    pub fn span(&self, token: Token<K>) -> Span {
        Span::new(self.file, token.start as usize, token.end as usize)
    }
}
