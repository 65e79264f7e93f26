//! Parsing by recursive descent: reading tokens, reporting errors, and limiting the depth.
//!
//! A function that meets an unexpected token reports it once and returns `Broken`. All callers up to the next recovery
//! point, which the language chooses, return it without further reports. Tokens are only skipped forward, so parsing is
//! linear in the text.

use crate::errors::{TOO_DEEP, UNEXPECTED, cut_off, report, shorten};
use crate::token::{Kind, Token, Tokens};
use base::{Diagnostic, Span};

/// An error that has been reported. Callers return it up to the next recovery point.
pub struct Broken;

pub type Parsed<T> = Result<T, Broken>;

/// State of a parser.
pub struct Stream<'a, K> {
    tokens: Tokens<'a, K>,
    /// Index of the next token.
    at: usize,
    /// Depth in the syntax tree of the next node.
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'a, K> Stream<'a, K> {
    pub fn new(tokens: Tokens<'a, K>) -> Stream<'a, K> {
        Stream { tokens, at: 0, depth: 0, diagnostics: Vec::new() }
    }

    /// Returns the errors of the lexer and the parser, in the order of the text and cut off. Those of the parser behind
    /// `Tokens::sound` are left out.
    pub fn finish(self) -> Vec<Diagnostic> {
        let Tokens { mut diagnostics, sound, .. } = self.tokens;
        let start = |d: &Diagnostic| d.labels.first().map_or(0, |label| label.span.start);
        diagnostics.extend(self.diagnostics.into_iter().filter(|d| start(d) < sound));
        diagnostics.sort_by_key(start);
        cut_off(&mut diagnostics);
        diagnostics
    }
}

/// A parser of a language, around a stream of tokens. The language gives the first items, up to `advice`.
pub trait Parser<'a>: Sized {
    type Kind: Kind;

    /// Largest depth of the syntax tree. Chains such as `a -> b -> c` count like brackets.
    const MAX_DEPTH: usize;
    /// Help for code that is nested more deeply.
    const FLATTEN: &'static str;

    fn stream(&self) -> &Stream<'a, Self::Kind>;

    fn stream_mut(&mut self) -> &mut Stream<'a, Self::Kind>;

    /// Returns help on the next token where `wanted` was expected.
    fn advice(&self, wanted: &str) -> Option<String>;

    /// Returns the index of the next token.
    fn at(&self) -> usize {
        self.stream().at
    }

    /// Continues at the token with this index, which must not be before the next one.
    fn skip_to(&mut self, index: usize) {
        self.stream_mut().at = index;
    }

    /// Returns the token with this index; behind the last one, `END`.
    fn token(&self, index: usize) -> Token<Self::Kind> {
        self.stream().tokens.token(index)
    }

    /// Returns the span of the token with this index.
    fn place(&self, index: usize) -> Span {
        self.stream().tokens.span(self.token(index))
    }

    /// Returns the spelling of the token with this index.
    fn word(&self, index: usize) -> &'a str {
        self.stream().tokens.spelling(self.token(index))
    }

    /// Returns the kind of the token `ahead` places after the next one.
    fn kind(&self, ahead: usize) -> Self::Kind {
        self.token(self.at() + ahead).kind
    }

    /// Returns the kind of the next token.
    fn peek(&self) -> Self::Kind {
        self.kind(0)
    }

    fn is(&self, kind: Self::Kind) -> bool {
        self.peek() == kind
    }

    /// Returns the text of the next token.
    fn spelling(&self) -> &'a str {
        self.word(self.at())
    }

    /// Returns the span of the next token.
    fn span(&self) -> Span {
        self.place(self.at())
    }

    /// Returns the span from `start` to the end of the last token taken.
    fn since(&self, start: Span) -> Span {
        self.at().checked_sub(1).map_or(start, |last| start.to(self.place(last)))
    }

    /// Takes the next token, except `END`; returns its span.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.is(Self::Kind::END) {
            self.stream_mut().at += 1;
        }
        span
    }

    fn eat(&mut self, kind: Self::Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of this kind, or reports the next one; `wanted` completes "expected ..".
    fn expect(&mut self, kind: Self::Kind, wanted: &str) -> Parsed<Span> {
        if self.is(kind) { Ok(self.bump()) } else { self.unexpected(wanted) }
    }

    /// Parses nodes that are `levels` deeper in the syntax tree. Reports and fails beyond `MAX_DEPTH`.
    fn deeper<T>(&mut self, levels: usize, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let depth = self.stream().depth + levels;
        if depth > Self::MAX_DEPTH {
            return self.too_deep();
        }
        self.stream_mut().depth = depth;
        let result = inside(self);
        self.stream_mut().depth = depth - levels;
        result
    }

    /// Reports that the next token is nested too deeply, once in a text.
    fn too_deep<T>(&mut self) -> Parsed<T> {
        if self.stream().diagnostics.iter().all(|d| d.code != TOO_DEEP) {
            let diagnostic = Diagnostic::error(TOO_DEEP, "nested too deeply")
                .label(self.span(), format!("more than {} levels here", Self::MAX_DEPTH))
                .help(Self::FLATTEN);
            self.report(diagnostic);
        }
        Err(Broken)
    }

    /// Reports the next token as unexpected; `wanted` completes "expected ..".
    fn unexpected<T>(&mut self, wanted: &str) -> Parsed<T> {
        let (kind, word) = (self.peek(), self.spelling());
        if kind == Self::Kind::UNKNOWN {
            // The lexer has reported this token.
            return Err(Broken);
        }
        let found = kind.description().map_or_else(|| format!("`{}`", shorten(word)), str::to_owned);
        let help = match kind.is_word() && wanted.contains("name") {
            true => Some(format!("`{word}` is a keyword and cannot be a name")),
            false => self.advice(wanted),
        };
        let mut diagnostic = Diagnostic::error(UNEXPECTED, format!("unexpected {found}"))
            .label(self.span(), format!("expected {wanted}"));
        diagnostic.helps.extend(help);
        self.report(diagnostic);
        Err(Broken)
    }

    /// Reports an error at `span` and returns `Broken`.
    fn refuse<T>(&mut self, span: Span, headline: &str, label: &str, help: &str) -> Parsed<T> {
        self.complain(span, headline, label, help);
        Err(Broken)
    }

    /// Reports an error at `span`; parsing continues.
    fn complain(&mut self, span: Span, headline: &str, label: &str, help: &str) {
        self.report(Diagnostic::error(UNEXPECTED, headline).label(span, label).help(help));
    }

    /// Adds a diagnostic, unless there are enough of them.
    fn report(&mut self, diagnostic: Diagnostic) {
        report(&mut self.stream_mut().diagnostics, diagnostic);
    }

    /// Whether the parser has reported no error.
    fn is_clean(&self) -> bool {
        self.stream().diagnostics.is_empty()
    }
}
