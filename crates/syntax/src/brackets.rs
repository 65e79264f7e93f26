//! Bracket matching, so that a parser never meets an unmatched one. Missing brackets are inserted, superfluous ones are
//! dropped, and each is reported.
//!
//! The place of a wrong bracket can only be guessed. The language knows two safe guesses (`BracketRules`): a closing
//! bracket that is superfluous because of what follows it, and a word before which a bracket must be closed. Any other
//! unclosed bracket is closed before the first line that is indented no further than it.
//!
//! ```text
//! (let (x (+ a 1)         (let (x (+ a 1))
//!      (y 2)          ─►       (y 2)
//!   in (+ x y))             in (+ x y))
//! ```

use crate::errors::{UNEXPECTED, report};
use crate::token::{Kind, Token, Tokens};
use base::Diagnostic;

/// What a language knows about the places of its brackets. The head of a list is the token after its opening bracket.
pub trait BracketRules: Kind {
    /// Whether a list with the head `head` cannot end before `next`. If so, returns the label at its closing bracket.
    fn superfluous(head: Self, next: Self) -> Option<&'static str>;

    /// Returns the head of the lists that contain this word. Inside of a list in such a list, the word cannot occur.
    fn owner(self) -> Option<Self>;

    /// Whether a line that starts with this token continues an item.
    fn continues(self) -> bool;
}

/// Makes all brackets match. Returns, for each opening bracket, the index of its closing bracket; zero for other
/// tokens. Cost: linear.
pub fn balance<K: BracketRules>(tokens: &mut Tokens<K>) -> Vec<usize> {
    let unclosed = match_brackets(tokens, 0).unclosed;
    let Matcher { matched, diagnostics, sound, .. } = match_brackets(tokens, unclosed);
    tokens.tokens = matched;
    tokens.diagnostics.extend(diagnostics);
    tokens.sound = sound;
    closing(&tokens.tokens)
}

/// An opening bracket that is not closed yet.
struct Open<K> {
    token: Token<K>,
    closed_by: K,
    head: K,
    /// Column of the bracket in its line.
    column: usize,
}

struct Matcher<'t, 'a, K> {
    source: &'t Tokens<'a, K>,
    open: Vec<Open<K>>,
    matched: Vec<Token<K>>,
    /// End of the last bracket that was dropped.
    dropped: Option<u32>,
    diagnostics: Vec<Diagnostic>,
    /// Number of brackets that had to be inserted before a word or at the end.
    unclosed: usize,
    /// Byte offset of the first bracket that was closed by a guess.
    sound: u32,
}

/// Matches brackets in one walk over the tokens. At most `to_guess` of them are closed because of indentation.
fn match_brackets<'t, 'a, K: BracketRules>(source: &'t Tokens<'a, K>, mut to_guess: usize) -> Matcher<'t, 'a, K> {
    let (open, matched, diagnostics) = (Vec::new(), Vec::new(), Vec::new());
    let mut matcher = Matcher { source, open, matched, dropped: None, diagnostics, unclosed: 0, sound: u32::MAX };
    let mut line = Line { text: source.text, start: 0, seen: 0 };
    for (i, &token) in source.tokens.iter().enumerate() {
        let next = source.token(i + 1).kind;
        let column = line.column(token.start as usize);
        let first = matcher.matched.last().is_none_or(|last| (last.end as usize) <= line.start);
        if first && starts_item(token.kind) {
            to_guess -= matcher.close_what_is_outdented(column, to_guess);
        }
        match token.kind.closed_by() {
            Some(closed_by) => {
                matcher.open.push(Open { token, closed_by, head: next, column });
                matcher.matched.push(token);
            }
            None if token.kind.closes() => matcher.close(token, next),
            None if token.kind == K::END => matcher.close_all(token),
            None => matcher.keep(token),
        }
    }
    matcher
}

/// Whether a line that starts with this token starts a new item. Other tokens continue an item.
fn starts_item<K: BracketRules>(kind: K) -> bool {
    !kind.closes() && !kind.continues() && kind != K::END
}

impl<K: BracketRules> Matcher<'_, '_, K> {
    /// Closes the innermost open brackets whose column is at least `column`, up to `most`; returns their number.
    fn close_what_is_outdented(&mut self, column: usize, most: usize) -> usize {
        let inside = self.open.iter().rev().take(most).take_while(|open| open.column >= column).count();
        self.insert(inside, "this is still open, but the next line is not indented further");
        inside
    }

    /// Keeps a closing bracket that matches the innermost open one; drops one that is superfluous. A run of them is one
    /// error.
    fn close(&mut self, token: Token<K>, next: K) {
        let superfluous = match self.open.last() {
            None => Some("no bracket is open here"),
            Some(open) if open.closed_by != token.kind => Some("this does not close the innermost open bracket"),
            Some(open) => K::superfluous(open.head, next),
        };
        let Some(label) = superfluous else {
            self.open.pop();
            return self.matched.push(token);
        };
        if self.dropped.replace(token.end) != Some(token.start) {
            let span = self.source.span(token);
            self.report(Diagnostic::error(UNEXPECTED, "one closing bracket too many").label(span, label));
        }
    }

    /// Keeps a token that is no bracket. If it is a word inside of a list in its owner, closes that list first.
    fn keep(&mut self, token: Token<K>) {
        let mut heads = self.open.iter().rev().map(|open| open.head);
        if let Some(owner) = token.kind.owner()
            && heads.next() != Some(owner)
            && heads.next() == Some(owner)
        {
            self.unclosed += 1;
            self.insert(1, &format!("this is still open before the `{}`", self.source.spelling(token)));
        }
        self.matched.push(token);
    }

    fn close_all(&mut self, end: Token<K>) {
        self.unclosed += self.open.len();
        self.insert(self.open.len(), "this is still open at the end of the file");
        self.matched.push(end);
    }

    /// Closes the innermost `count` brackets after the last token, and reports the innermost one.
    fn insert(&mut self, count: usize, label: &str) {
        let Some(innermost) = self.open.last().filter(|_| count > 0) else { return };
        let span = self.source.span(innermost.token);
        let mut diagnostic = Diagnostic::error(UNEXPECTED, "a bracket is not closed").label(span, label);
        if count > 1 {
            diagnostic = diagnostic.note(format!("{} brackets around it are not closed either", count - 1));
        }
        self.report(diagnostic);
        let at = self.matched.last().map_or(0, |token| token.end);
        let ended = self.open.split_off(self.open.len() - count);
        let bracket = |open: &Open<K>| Token { kind: open.closed_by, spaced: false, start: at, end: at };
        self.matched.extend(ended.iter().rev().map(bracket));
        self.sound = ended.iter().map(|open| open.token.start).fold(self.sound, u32::min);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        report(&mut self.diagnostics, diagnostic);
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
fn closing<K: Kind>(tokens: &[Token<K>]) -> Vec<usize> {
    let mut closing = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.kind.closed_by().is_some() {
            open.push(i);
        } else if token.kind.closes()
            && let Some(slot) = open.pop().and_then(|start: usize| closing.get_mut(start))
        {
            *slot = i;
        }
    }
    closing
}
