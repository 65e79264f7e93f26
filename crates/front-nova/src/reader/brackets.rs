//! Makes brackets match, so that what reads the tokens never meets one without its partner: missing brackets are put
//! in, those too many are left out, and each is reported.
//!
//! Where a bracket is wrong can only be guessed. Two guesses are safe: a `)` that closes `(let` right before `in`, or
//! `(lambda` right before `:`, is too many; and an `in` inside a definition of a `let` misses the `)` before it. As for
//! other brackets without an end, one must have been meant to end before the first line that starts no further right
//! than it does.
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
    /// For each opening bracket the index of its closing one; zero for other tokens.
    pub closing: Vec<usize>,
    /// Where the first bracket starts whose end was guessed: from there on the tokens may be grouped otherwise than was meant.
    pub sound: u32,
    pub diagnostics: Vec<Diagnostic>,
}

/// Matches the brackets of `tokens`, which end in `End`. Linear in their number.
pub fn balance(file: FileId, text: &str, tokens: &[Token]) -> Balanced {
    let unclosed = match_brackets(file, text, tokens, 0).unclosed;
    let matched = match_brackets(file, text, tokens, unclosed);
    let closing = closing(&matched.tokens);
    Balanced { tokens: matched.tokens, closing, sound: matched.sound, diagnostics: matched.diagnostics }
}

/// An opening bracket that waits for its partner.
struct Open {
    token: Token,
    /// The token behind it.
    head: Kind,
    /// Where it starts in its line.
    column: usize,
}

struct Matcher {
    file: FileId,
    open: Vec<Open>,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// How many brackets were still open where they must not be.
    unclosed: usize,
    /// As in `Balanced`.
    sound: u32,
}

/// Goes through the tokens once; `to_guess` brackets may be closed where indentation says so.
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

/// Whether what stands first in a line with this is a part by itself, and not the rest of one.
fn starts_part(kind: Kind) -> bool {
    !matches!(kind, Kind::RightParen | Kind::In | Kind::Then | Kind::Else | Kind::End)
}

impl Matcher {
    /// Closes at most `most` brackets that start in or behind this column, and says how many.
    fn close_what_is_outdented(&mut self, column: usize, most: usize) -> usize {
        let inside = self.open.iter().rev().take(most).take_while(|open| open.column >= column).count();
        self.insert(inside, "the next line is no further in, and this is still open");
        inside
    }

    /// Takes a closing bracket, unless it is too many.
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

    /// Takes an `in`; where it stands in a definition of a `let`, closes that first.
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

    /// Closes so many brackets behind the last token, and reports the innermost.
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

/// The line that is being read.
struct Line<'a> {
    text: &'a str,
    start: usize,
    /// How far the text was searched for ends of lines.
    seen: usize,
}

impl Line<'_> {
    /// The column of the byte `at`, from zero; `at` only grows.
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
