//! The formatter. The syntax tree determines what belongs together, and the tokens determine the spelling: every token
//! and every comment is printed, in order and as written. Formatting therefore changes white space only. Where a form
//! may stand on one line or on several, the author's line breaks decide, then the width.

mod declarations;
mod expressions;
mod types;

use crate::lexer::{Kind, lex};
use crate::parser::parse;
use base::layout::spelled::{self, spell};
use base::layout::{self as doc, Doc, group, line, render};
use base::{Bug, Error, FileId, Span};

/// Largest number of columns of a line.
const WIDTH: usize = 80;

/// Returns the formatted text: lines of at most 80 columns where the code allows it, indented by two. Formatting the
/// result again changes nothing.
///
/// # Errors The diagnostics of `parse` if the text has syntax errors; a bug if the result differs in more than white
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

/// Returns the comments of a text, in order, without white space at their ends.
pub fn comments(file: FileId, text: &str) -> Vec<&str> {
    let lexed = lex(file, text, 0);
    lexed.comments.iter().map(|&(start, end)| slice(text, start, end).trim_end()).collect()
}

fn spelling(file: FileId, text: &str) -> Vec<&str> {
    lex(file, text, 0).tokens.iter().map(|token| slice(text, token.start, token.end)).collect()
}

/// Largest number of adjacent tokens that would be one token without the spaces between them, as in `x . y`.
const MERGED: usize = 3;

/// Inserts spaces between tokens that would otherwise be one token, as in `x .y`. `None` if the text does not consist
/// of exactly these tokens.
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

/// Returns the length in bytes of the white space and comments at the start of a text.
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

/// State of printing: the printer follows the syntax tree and takes the tokens in order.
struct Printer<'a> {
    /// Tokens; the last one is `Kind::End`.
    tokens: Vec<Spelled<'a>>,
    /// For each opening bracket, the index of the closing one.
    closing: Vec<usize>,
    /// Index of the next token.
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

    /// Whether the author has a line break before the next token.
    fn newline(&self) -> bool {
        self.spelled(0).is_some_and(|token| token.newline_before)
    }

    /// Whether the author has a line break before token `index`.
    fn newline_at(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.newline_before)
    }

    /// Takes the comments on lines before the next token.
    fn leading(&mut self) -> Doc<'a> {
        let Some(token) = self.tokens.get_mut(self.at) else { return doc::nothing() };
        let blank = token.kind != Kind::End && !token.kind.closes();
        token.take_leading(blank)
    }

    /// Takes the next token with its comments.
    fn token(&mut self) -> Doc<'a> {
        let leading = self.leading();
        let Some(token) = self.tokens.get(self.at) else { return leading };
        self.at += 1;
        Doc::Concat(vec![leading, token.doc()])
    }

    /// Takes the tokens up to the one that ends at `end` or after it, and prints them without spaces.
    fn tokens_to(&mut self, end: u32) -> Doc<'a> {
        let mut docs = Vec::new();
        while self.spelled(0).is_some_and(|token| token.start < end && token.kind != Kind::End) {
            docs.push(self.token());
        }
        Doc::Concat(docs)
    }

    /// Takes the next `count` tokens and prints them without spaces.
    fn glued(&mut self, count: usize) -> Doc<'a> {
        Doc::Concat((0..count).map(|_| self.token()).collect())
    }

    /// Prints a space and the next token.
    fn spaced(&mut self) -> Doc<'a> {
        Doc::Concat(vec![Doc::Text(" "), self.token()])
    }

    /// Returns the line break before an item of a list, with the author's empty line if there was one.
    fn separator(&self) -> Doc<'a> {
        let Some(next) = self.spelled(0) else { return line() };
        Doc::Line { blank: next.is_set_apart() && (next.kind != Kind::End || !next.leading.is_empty()) }
    }

    /// Returns the index of the token at the end of the span.
    fn last_of(&self, span: Span) -> usize {
        self.tokens.partition_point(|token| token.end < span.end)
    }

    /// Whether the form that ends with token `last` starts with a parenthesis that this token closes. If `own`, the
    /// form must have a second pair of parentheses inside of these.
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

    /// Prints a parenthesised form. `inside` prints the contents, given the index of the last token inside.
    fn parentheses(&mut self, inside: impl FnOnce(&mut Self, usize) -> Doc<'a>) -> Doc<'a> {
        let close = self.closing_of(self.at);
        let open = self.token();
        let before_close = close.saturating_sub(1);
        let comma = self.tokens.get(before_close).is_some_and(|token| token.kind == Kind::Comma);
        let inside = inside(self, before_close.saturating_sub(usize::from(comma)));
        let rest = self.glued(1 + usize::from(comma));
        Doc::Concat(vec![open, doc::align(inside), rest])
    }

    /// Prints a bracketed list with commas. If it does not fit on a line, each item gets its own line, or, with `fill`,
    /// each line as many items as fit.
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

/// Returns for each opening bracket the index of the closing one; zero for other tokens.
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
