//! The formatter. The abstract syntax says what belongs together, and the tokens say how it is spelled: every token and
//! every comment of the text is printed, in order and as written, so that formatting changes white space and nothing
//! else. An author's line breaks count where a form may stand on one line or on several; then width decides.

mod declarations;
mod expressions;
mod types;

use crate::lexer::{Kind, lex};
use crate::parser::parse;
use base::layout::spelled::{self, spell};
use base::layout::{self as doc, Doc, group, line, render};
use base::{Bug, Error, FileId, Span};

/// The columns of a line.
const WIDTH: usize = 80;

/// The text, formatted: lines of at most 80 columns where the code allows it, indented by two. Formatting twice
/// changes nothing.
///
/// # Errors
/// The diagnostics of `parse`, where the text has syntax errors; a bug, should the result differ in more than white
/// space.
pub fn format(file: FileId, text: &str) -> Result<String, Error> {
    let (tree, diagnostics) = parse(file, text);
    if !diagnostics.is_empty() {
        return Err(Error::User(diagnostics));
    }
    let mut printer = Printer::new(file, text);
    let declarations = printer.decs(&tree.decs);
    let separator = printer.separator();
    let formatted = render(&Doc::Concat(vec![declarations, separator, printer.token()]), WIDTH);
    let (tokens, notes) = (spelling(file, text), comments(file, text));
    let is_same = |formatted: &str| spelling(file, formatted) == tokens && comments(file, formatted) == notes;
    let formatted = match is_same(&formatted) {
        true => formatted,
        false => apart(file, &formatted, &tokens).unwrap_or(formatted),
    };
    if is_same(&formatted) && parse(file, &formatted).1.is_empty() {
        Ok(formatted)
    } else {
        let message = "the formatted text has other tokens or comments";
        Err(Bug::new("format", message).into())
    }
}

/// The comments of a text, in order, without white space at their ends.
pub fn comments(file: FileId, text: &str) -> Vec<&str> {
    let lexed = lex(file, text, 0);
    lexed.comments.iter().map(|&(start, end)| slice(text, start, end).trim_end()).collect()
}

fn spelling(file: FileId, text: &str) -> Vec<&str> {
    lex(file, text, 0).tokens.iter().map(|token| slice(text, token.start, token.end)).collect()
}

/// The longest sequence of tokens that are one token without the space between them: `x . y`.
const MERGED: usize = 3;

/// Puts a space between tokens that would be another token together, as in `x .y`. The text has these tokens, in order; `None` if
/// it does not.
fn apart(file: FileId, formatted: &str, tokens: &[&str]) -> Option<String> {
    let mut out = String::with_capacity(formatted.len());
    let mut rest = formatted;
    for at in 0..tokens.len() {
        let next = tokens.get(at..)?.iter().take(MERGED).copied().collect::<Vec<_>>();
        let (token, followers) = next.split_first()?;
        let (blank, behind) = rest.split_at_checked(blank_before(rest))?;
        rest = behind.strip_prefix(token)?;
        out.extend([blank, token]);
        let mut glued = (*token).to_owned();
        let mut left = rest;
        for follower in followers {
            let Some(behind) = left.strip_prefix(follower) else { break };
            glued.push_str(follower);
            left = behind;
        }
        if spelling(file, &glued).first() != Some(token) {
            out.push(' ');
        }
    }
    out.push_str(rest);
    Some(out)
}

/// How many bytes of white space and comments a text begins with.
fn blank_before(text: &str) -> usize {
    let mut rest = text.trim_start();
    while rest.starts_with("--") {
        rest = rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or("").trim_start();
    }
    text.len() - rest.len()
}

fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or("")
}

type Spelled<'a> = spelled::Spelled<'a, Kind>;

/// Goes through the tree and takes the tokens on the way.
struct Printer<'a> {
    /// Ends in `Kind::End`.
    tokens: Vec<Spelled<'a>>,
    /// For each opening bracket the index of its closing one.
    closing: Vec<usize>,
    /// The next token.
    at: usize,
}

impl<'a> Printer<'a> {
    fn new(file: FileId, text: &'a str) -> Printer<'a> {
        let lexed = lex(file, text, 0);
        let places = lexed.tokens.iter().map(|token| (token.kind, token.start, token.end));
        let tokens = spell(text, places, lexed.comments);
        let closing = closing(&tokens);
        Printer { tokens, closing, at: 0 }
    }

    fn spelled(&self, ahead: usize) -> Option<&Spelled<'a>> {
        self.tokens.get(self.at + ahead)
    }

    fn kind(&self, ahead: usize) -> Kind {
        self.spelled(ahead).map_or(Kind::End, |token| token.kind)
    }

    fn is(&self, kind: Kind) -> bool {
        self.kind(0) == kind
    }

    /// Whether the author ended a line before the next token.
    fn newline(&self) -> bool {
        self.spelled(0).is_some_and(|token| token.newline_before)
    }

    /// Whether the author ended a line before the token `index`.
    fn newline_at(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.newline_before)
    }

    /// The comments before the next token, which are taken off it.
    fn leading(&mut self) -> Doc<'a> {
        let Some(token) = self.tokens.get_mut(self.at) else { return doc::nothing() };
        let blank = token.kind != Kind::End && !token.kind.closes();
        token.take_leading(blank)
    }

    /// The next token with its comments.
    fn token(&mut self) -> Doc<'a> {
        let leading = self.leading();
        let Some(token) = self.tokens.get(self.at) else { return leading };
        self.at += 1;
        Doc::Concat(vec![leading, token.doc()])
    }

    /// The next tokens, up to the one that ends at `end` or behind it, without anything between them.
    fn tokens_to(&mut self, end: u32) -> Doc<'a> {
        let mut docs = Vec::new();
        while self.spelled(0).is_some_and(|token| token.start < end && token.kind != Kind::End) {
            docs.push(self.token());
        }
        Doc::Concat(docs)
    }

    /// So many tokens, without anything between them.
    fn glued(&mut self, count: usize) -> Doc<'a> {
        Doc::Concat((0..count).map(|_| self.token()).collect())
    }

    /// A space and the next token.
    fn spaced(&mut self) -> Doc<'a> {
        Doc::Concat(vec![Doc::Text(" "), self.token()])
    }

    /// The end of a line before an item of a list, with the empty line that the author left there.
    fn separator(&self) -> Doc<'a> {
        let Some(next) = self.spelled(0) else { return line() };
        Doc::Line { blank: next.is_set_apart() && (next.kind != Kind::End || !next.leading.is_empty()) }
    }

    /// The index of the last token of what has this span.
    fn last_of(&self, span: Span) -> usize {
        self.tokens.partition_point(|token| token.end < span.end)
    }

    /// Whether the next token is a parenthesis around all up to the token `last`, where what is inside has, if `own`,
    /// parentheses by itself.
    fn wrapped(&self, last: usize, own: bool) -> bool {
        if !matches!(self.kind(0), Kind::LeftParen | Kind::LocalOpen) || self.closing_of(self.at) != last {
            return false;
        }
        let inner = self.closing_of(self.at + 1);
        let comma = usize::from(self.tokens.get(inner + 1).is_some_and(|token| token.kind == Kind::Comma));
        !own || self.kind(1) == Kind::LeftParen && inner + comma + 1 == last
    }

    fn closing_of(&self, index: usize) -> usize {
        self.closing.get(index).copied().unwrap_or(0)
    }

    /// What is in parentheses, the next token being the opening one; `inside` takes the index of its last token.
    fn parentheses(&mut self, inside: impl FnOnce(&mut Self, usize) -> Doc<'a>) -> Doc<'a> {
        let close = self.closing_of(self.at);
        let open = self.token();
        let before_close = close.saturating_sub(1);
        let comma = self.tokens.get(before_close).is_some_and(|token| token.kind == Kind::Comma);
        let inside = inside(self, before_close.saturating_sub(usize::from(comma)));
        let rest = self.glued(1 + usize::from(comma));
        Doc::Concat(vec![open, doc::align(inside), rest])
    }

    /// A bracket, items between commas, a bracket. Where there is no room, each item has its line; with `fill`
    /// as many as there is room for.
    fn list<T>(&mut self, fill: bool, items: &[T], mut item: impl FnMut(&mut Self, &T) -> Doc<'a>) -> Doc<'a> {
        let open = self.token();
        let mut docs = Vec::new();
        for (i, one) in items.iter().enumerate() {
            if i > 0 {
                docs.push(if fill { group(line()) } else { line() });
            }
            docs.push(item(self, one));
            if self.is(Kind::Comma) {
                docs.push(self.token());
            }
        }
        docs.push(self.leading());
        group(Doc::Concat(vec![open, doc::align(Doc::Concat(docs)), self.token()]))
    }
}

/// For each opening bracket the index of its closing one; zero for other tokens.
fn closing(tokens: &[Spelled]) -> Vec<usize> {
    let mut closing = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.kind.opens() {
            open.push(i);
        } else if token.kind.closes()
            && let Some(slot) = open.pop().and_then(|start| closing.get_mut(start))
        {
            *slot = i;
        }
    }
    closing
}
