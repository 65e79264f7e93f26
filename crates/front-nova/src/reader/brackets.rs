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

/// Tokens with matching brackets.
pub struct Balanced {
    pub tokens: Vec<Token>,
    /// For each opening bracket, the index of its closing bracket; zero for other tokens.
    pub closing: Vec<usize>,
    /// Byte offset of the first bracket that was closed by a guess. From there on, lists may not be what the author
    /// meant.
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
    /// Kind of the token after the bracket.
    head: Kind,
    /// Column of the bracket in its line.
    column: usize,
}

struct Matcher {
    file: FileId,
    open: Vec<Open>,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// Number of brackets that had to be inserted before an `in` or at the end.
    unclosed: usize,
    /// Byte offset of the first bracket that was closed by a guess, as in `Balanced`.
    sound: u32,
}

/// Matches brackets in one walk over the tokens. At most `to_guess` of them are closed because of indentation.
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

/// Whether a line that starts with this token starts a new item. Other tokens continue an item.
fn starts_part(kind: Kind) -> bool {
    !matches!(kind, Kind::RightParen | Kind::In | Kind::Then | Kind::Else | Kind::End)
}

impl Matcher {
    /// Closes the innermost open brackets whose column is at least `column`, up to `most`; returns their number.
    fn close_what_is_outdented(&mut self, column: usize, most: usize) -> usize {
        let inside = self.open.iter().rev().take(most).take_while(|open| open.column >= column).count();
        self.insert(inside, "this is still open, but the next line is not indented further");
        inside
    }

    /// Keeps a closing bracket that matches; reports and drops one that is superfluous.
    fn close(&mut self, token: Token, next: Kind) {
        let head = self.open.last().map(|open| open.head);
        let label = match (head, next) {
            (Some(Kind::Let), Kind::In) => "this closes the `let` before its `in`",
            (Some(Kind::Lambda), Kind::Colon) => "this closes the `lambda` before the type of its result",
            (None, _) => "no bracket is open here",
            _ => {
                self.open.pop();
                return self.tokens.push(token);
            }
        };
        let span = Span::new(self.file, token.start as usize, token.end as usize);
        let follows = |d: &Diagnostic| d.labels.iter().any(|label| label.span.end == span.start);
        if !self.diagnostics.last().is_some_and(follows) {
            self.report(Diagnostic::error(UNEXPECTED, "one closing bracket too many").label(span, label));
        }
    }

    /// Keeps an `in`. If it is inside of a definition of a `let`, closes the definition first.
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

    /// Inserts `count` closing brackets after the last token, and reports the innermost open bracket.
    fn insert(&mut self, count: usize, label: &str) {
        let Some(innermost) = self.open.last().filter(|_| count > 0) else { return };
        let span = Span::new(self.file, innermost.token.start as usize, innermost.token.end as usize);
        let mut diagnostic = Diagnostic::error(UNEXPECTED, "a bracket is not closed").label(span, label);
        if count > 1 {
            diagnostic = diagnostic.note(format!("{} brackets around it are not closed either", count - 1));
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

/// Line that is being read, for columns.
struct Line<'a> {
    text: &'a str,
    start: usize,
    /// Byte offset up to which line ends have been searched.
    seen: usize,
}

impl Line<'_> {
    /// Returns the column, from 0, of byte `at`. `at` must not decrease from call to call.
    fn column(&mut self, at: usize) -> usize {
        if let Some(newline) = self.text.get(self.seen..at).and_then(|passed| passed.rfind('\n')) {
            self.start = self.seen + newline + 1;
        }
        self.seen = at;
        at - self.start
    }
}

/// Returns, for each opening bracket, the index of its closing bracket; zero for other tokens.
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
