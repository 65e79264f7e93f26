//! Parsing by recursive descent: reading tokens, reporting errors, and limiting the depth.
//!
//! A function that meets an unexpected token reports it once and returns `Broken`. All callers up to the next recovery
//! point, which the language chooses, return it without further reports. Tokens are only skipped forward, so parsing is
//! linear in the text.

use crate::errors::{MAX_ERRORS, TOO_DEEP, UNEXPECTED, cut_off, report, shorten};
use crate::token::{Kind, Token, Tokens};
use base::{Diagnostic, Span};

/// An error that has been reported. Callers return it up to the next recovery point.
pub struct Broken;

pub type Parsed<T> = Result<T, Broken>;

/// An opening bracket that has been taken: the index of its token.
#[derive(Clone, Copy)]
pub struct Opened(usize);

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
        cut_off(&mut diagnostics, MAX_ERRORS);
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

    /// Whether the code around all open brackets continues at the next token, so that recovery must not skip it.
    fn continues_outside(&self) -> bool {
        self.is(Self::Kind::END)
    }

    /// After an error inside of brackets, skips to their closing bracket or to where the code around them continues.
    fn recover(&mut self) {
        self.skip_until(|parser, _| parser.continues_outside());
    }

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

    /// Returns the column in bytes, from 0, of the next token if it is the first one of its line.
    fn column(&self) -> Option<usize> {
        let before = self.stream().tokens.text.get(..self.token(self.at()).start as usize)?;
        let outside = before.trim_end_matches([' ', '\t']);
        (outside.is_empty() || outside.ends_with('\n')).then_some(before.len() - outside.len())
    }

    /// Skips to a token that `stop` accepts, to an unmatched closing bracket or to the end. `stop` gets the number of
    /// brackets that were opened on the way and are not closed yet.
    fn skip_until(&mut self, mut stop: impl FnMut(&Self, usize) -> bool) {
        let mut open = 0usize;
        while !self.is(Self::Kind::END) && (open > 0 || !self.peek().closes()) && !stop(self, open) {
            let kind = self.peek();
            open = open + usize::from(kind.closed_by().is_some()) - usize::from(kind.closes());
            self.bump();
        }
    }

    /// Parses brackets, whose opening one is the next token. After an error inside, skips to the closing bracket and
    /// returns `None`; fails if the code around the brackets continues before it.
    fn bracketed<T>(&mut self, inside: impl FnOnce(&mut Self, Opened) -> Parsed<T>) -> Parsed<Option<T>> {
        let open = Opened(self.at());
        let Some(close) = self.peek().closed_by() else { return self.unexpected("an opening bracket") };
        self.bump();
        let result = self.deeper(1, |parser| {
            let value = inside(parser, open)?;
            if parser.is(close) { Ok(value) } else { parser.not_closed(open, "") }
        });
        if result.is_err() {
            self.recover();
        }
        if self.eat(close) { Ok(result.ok()) } else { Err(Broken) }
    }

    /// Parses items separated by `comma`, one or more, up to the closing bracket, which is not taken.
    fn separated<T>(
        &mut self,
        open: Opened,
        comma: Self::Kind,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(comma) {
            items.push(item(self)?);
        }
        let closed = self.token(open.0).kind.closed_by() == Some(self.peek());
        if closed { Ok(items) } else { self.not_closed(open, "`,` or ") }
    }

    /// Reports the next token, which is not the closing bracket. `or` names what else may be there.
    fn not_closed<T>(&mut self, open: Opened, or: &str) -> Parsed<T> {
        let (opening, next) = (self.word(open.0), self.spelling());
        if !self.continues_outside() {
            let close = closing(opening);
            return self.unexpected(&format!("{or}`{close}`"));
        }
        let label = match self.peek().description() {
            Some(what) => format!("this is still open at the {what}"),
            None => format!("this is still open before the `{next}`"),
        };
        let mut diagnostic = Diagnostic::error(UNEXPECTED, "a bracket is not closed").label(self.place(open.0), label);
        if !self.is(Self::Kind::END) {
            diagnostic = diagnostic.label(self.span(), "the code around it continues here");
        }
        self.report(diagnostic);
        Err(Broken)
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
        let last = self.stream().diagnostics.last().and_then(|last| last.labels.first());
        if last.is_some_and(|label| label.span == self.span()) {
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

/// Returns the closing bracket of an opening one.
fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
