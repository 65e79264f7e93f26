//! Bracket matching, so that the reader never meets an unmatched one. Missing brackets are inserted, superfluous ones
//! are dropped, and each is reported.
//!
//! The place of a wrong bracket can only be guessed. Two guesses are safe. A `)` that closes `(let` right before `in`,
//! or `(lambda` right before `:`, is superfluous. An `in` inside a definition of a `let` misses the `)` before it. Any
//! other unclosed bracket is closed before the first line that is indented no further than it.
//!
//! ```text
//! (let (x (+ a 1)         (let (x (+ a 1))
//!      (y 2)          ─►       (y 2)
//!   in (+ x y))             in (+ x y))
//! ```

use super::{MAX_ERRORS, UNEXPECTED};
use crate::lexer::{Kind, Token};
use base::{Diagnostic, FileId, Span};

/// Tokens whose brackets match.
pub struct Balanced {
    pub tokens: Vec<Token>,
    /// Index of the closing bracket for each opening one; zero for other tokens.
    pub closing: Vec<usize>,
    /// Start of the first bracket whose end was guessed. From there on the grouping may not be what the author meant.
    pub sound: u32,
    pub diagnostics: Vec<Diagnostic>,
}

/// Matches the brackets of `tokens`, which end in `End`. Cost: linear.
pub fn balance(file: FileId, text: &str, tokens: &[Token]) -> Balanced {
    let unclosed = match_brackets(file, text, tokens, 0).unclosed;
    let matched = match_brackets(file, text, tokens, unclosed);
    let closing = closing(&matched.tokens);
    Balanced { tokens: matched.tokens, closing, sound: matched.sound, diagnostics: matched.diagnostics }
}

/// An opening bracket that is not closed yet.
struct Open {
    token: Token,
    /// Kind of the token after it.
    head: Kind,
    /// Its column in its line.
    column: usize,
}

struct Matcher {
    file: FileId,
    open: Vec<Open>,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// Number of brackets that were still open where none may be.
    unclosed: usize,
    /// Start of the first bracket whose end was guessed, as in `Balanced`.
    sound: u32,
}

/// Goes through the tokens once. At most `to_guess` brackets are closed by indentation.
fn match_brackets(file: FileId, text: &str, tokens: &[Token], mut to_guess: usize) -> Matcher {
    let mut matcher =
        Matcher { file, open: Vec::new(), tokens: Vec::new(), diagnostics: Vec::new(), unclosed: 0, sound: u32::MAX };
    let mut line = Line { text, start: 0, seen: 0 };
    for (i, &token) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1).map_or(Kind::End, |next| next.kind);
        let column = line.column(token.start as usize);
        let first = matcher.tokens.last().is_none_or(|last| (last.end as usize) <= line.start);
        if first && starts_part(token.kind) {
            to_guess -= matcher.close_what_is_outdented(column, to_guess);
        }
        match token.kind {
            Kind::LeftParen => {
                matcher.open.push(Open { token, head: next, column });
                matcher.tokens.push(token);
            }
            Kind::RightParen => matcher.close(token, next),
            Kind::In => matcher.close_definition(token),
            Kind::End => matcher.close_all(token),
            _ => matcher.tokens.push(token),
        }
    }
    matcher
}

/// Whether a line that starts with this token starts a new part, rather than continue one.
fn starts_part(kind: Kind) -> bool {
    !matches!(kind, Kind::RightParen | Kind::In | Kind::Then | Kind::Else | Kind::End)
}

impl Matcher {
    /// Closes at most `most` brackets that start in this column or behind it; returns how many.
    fn close_what_is_outdented(&mut self, column: usize, most: usize) -> usize {
        let inside = self.open.iter().rev().take(most).take_while(|open| open.column >= column).count();
        self.insert(inside, "the next line is no further in, and this is still open");
        inside
    }

    /// Takes a closing bracket, unless it is superfluous.
    fn close(&mut self, token: Token, next: Kind) {
        let head = self.open.last().map(|open| open.head);
        let label = match (head, next) {
            (Some(Kind::Let), Kind::In) => "this closes the `let` before its `in`",
            (Some(Kind::Lambda), Kind::Colon) => "this closes the `lambda` before the type of its result",
            (None, _) => "nothing is open here",
            _ => {
                self.open.pop();
                return self.tokens.push(token);
            }
        };
        let span = Span::new(self.file, token.start as usize, token.end as usize);
        let follows = |d: &Diagnostic| d.labels.iter().any(|label| label.span.end == span.start);
        if !self.diagnostics.last().is_some_and(follows) {
            self.report(Diagnostic::error(UNEXPECTED, "a closing bracket too many").label(span, label));
        }
    }

    /// Takes an `in`; inside a definition of a `let`, closes that definition first.
    fn close_definition(&mut self, token: Token) {
        let mut heads = self.open.iter().rev().map(|open| open.head);
        if heads.next() != Some(Kind::Let) && heads.next() == Some(Kind::Let) {
            self.unclosed += 1;
            self.insert(1, "this is still open before the `in`");
        }
        self.tokens.push(token);
    }

    fn close_all(&mut self, end: Token) {
        self.unclosed += self.open.len();
        self.insert(self.open.len(), "this is still open at the end of the file");
        self.tokens.push(end);
    }

    /// Closes `count` brackets after the last token, and reports the innermost.
    fn insert(&mut self, count: usize, label: &str) {
        let Some(innermost) = self.open.last().filter(|_| count > 0) else { return };
        let span = Span::new(self.file, innermost.token.start as usize, innermost.token.end as usize);
        let mut diagnostic = Diagnostic::error(UNEXPECTED, "a bracket is not closed").label(span, label);
        if count > 1 {
            diagnostic = diagnostic.note(format!("so are {} brackets around it", count - 1));
        }
        self.report(diagnostic);
        let at = self.tokens.last().map_or(0, |token| token.end);
        let bracket = Token { kind: Kind::RightParen, spaced: false, start: at, end: at };
        self.tokens.extend(std::iter::repeat_n(bracket, count));
        let ended = self.open.split_off(self.open.len() - count);
        self.sound = ended.iter().map(|open| open.token.start).fold(self.sound, u32::min);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// The current line.
struct Line<'a> {
    text: &'a str,
    start: usize,
    /// Byte offset up to which line ends were searched.
    seen: usize,
}

impl Line<'_> {
    /// Returns the column of byte `at`, from zero. `at` must not decrease between calls.
    fn column(&mut self, at: usize) -> usize {
        if let Some(newline) = self.text.get(self.seen..at).and_then(|passed| passed.rfind('\n')) {
            self.start = self.seen + newline + 1;
        }
        self.seen = at;
        at - self.start
    }
}

fn closing(tokens: &[Token]) -> Vec<usize> {
    let mut closing = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::LeftParen => open.push(i),
            Kind::RightParen => {
                if let Some(slot) = open.pop().and_then(|start: usize| closing.get_mut(start)) {
                    *slot = i;
                }
            }
            _ => (),
        }
    }
    closing
}
