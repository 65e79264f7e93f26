//! The parser, by recursive descent. This file has the common parts: reading tokens, reporting errors, limiting the
//! depth, and recovery after errors. `declarations`, `modules`, `types`, `patterns`, `operators`, `expressions` and
//! `bindings` have the grammar, and `literals` the values of literals.
//!
//! Errors. A function that meets an unexpected token reports it once and returns `Broken`. All callers up to the next
//! recovery point return it without further reports. Recovery points are brackets (their contents become `Error`), the
//! bindings of a block, and declarations. Tokens are only skipped forward, so parsing is linear in the text.

mod bindings;
mod declarations;
mod expressions;
pub mod literals;
mod modules;
pub(crate) mod operators;
mod patterns;
mod types;

use crate::ast::{Exp, File, Ident, QualName};
use crate::lexer::{Kind, LEXICAL, Token, lex};
use base::{Diagnostic, FileId, Span, Symbol};
pub use syntax::errors::{LITERAL, TOO_DEEP, UNEXPECTED};
use syntax::errors::{cut_off, shorten};

/// Largest depth of a tree. Chains that nest to the left, such as `a + b + c`, count like brackets.
pub const MAX_DEPTH: usize = 2000;

/// Largest number of errors. The rest of the file is then skipped.
const MAX_ERRORS: usize = 20;

/// Parses a source file. Code with errors is missing from the tree or represented as `ExpKind::Error`. Each error has a
/// diagnostic, `E0101` to `E0104`; there are at most 20. A tree of the largest depth needs up to 20 MiB of stack in a
/// debug build.
pub fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
    let lexed = lex(file, text, MAX_ERRORS + 1);
    let mut parser = Parser::new(file, text, lexed.tokens, lexed.docs);
    let decs = parser.decs(Kind::End);
    (File { doc: lexed.file_doc, decs }, parser.in_order(lexed.diagnostics))
}

/// Parses a text that is one expression, like `parse`.
pub fn parse_expression(file: FileId, text: &str) -> (Option<Exp>, Vec<Diagnostic>) {
    let lexed = lex(file, text, MAX_ERRORS + 1);
    let mut parser = Parser::new(file, text, lexed.tokens, Vec::new());
    let exp = parser.exp().and_then(|exp| parser.expect(Kind::End, "the end of the expression").map(|_| exp));
    (exp.ok(), parser.in_order(lexed.diagnostics))
}

/// An error that has been reported. Callers return it up to the next recovery point.
struct Broken;

type Parsed<T> = Result<T, Broken>;

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    /// Tokens of the text; the last one is `Kind::End`.
    tokens: Vec<Token>,
    docs: Vec<(usize, String)>,
    /// Index of the next token.
    at: usize,
    /// Depth in the syntax tree of the next node.
    depth: usize,
    /// Depth in the syntax tree of the deepest node since the innermost `begin_chain`.
    deepest: usize,
    /// Column of the current declaration. The next declaration starts at the same column.
    column: usize,
    diagnostics: Vec<Diagnostic>,
    refused_depth: bool,
    /// Keyword that was used as a name, and has been reported.
    misused: Option<Kind>,
}

const END: Token = Token { kind: Kind::End, spaced: true, start: 0, end: 0 };

impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str, tokens: Vec<Token>, docs: Vec<(usize, String)>) -> Parser<'a> {
        Parser {
            file,
            text,
            tokens,
            docs,
            at: 0,
            depth: 0,
            deepest: 0,
            column: 0,
            diagnostics: Vec::new(),
            refused_depth: false,
            misused: None,
        }
    }

    /// Returns the errors of the lexer and the parser, sorted by position. At equal positions, those of the lexer come
    /// first.
    fn in_order(self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.extend(self.diagnostics);
        diagnostics.sort_by_key(|d| d.labels.first().map_or(0, |label| label.span.start));
        cut_off(&mut diagnostics, MAX_ERRORS);
        diagnostics
    }
}

/// Reading of tokens.
impl Parser<'_> {
    fn token(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).or(self.tokens.last()).copied().unwrap_or(END)
    }

    fn peek(&self) -> Kind {
        self.token(0).kind
    }

    fn kind(&self, ahead: usize) -> Kind {
        self.token(ahead).kind
    }

    fn is(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// Takes the next token, except `End`, and returns its span.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.is(Kind::End) {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of this kind, or reports an error; `wanted` completes "expected ..".
    fn expect(&mut self, kind: Kind, wanted: &str) -> Parsed<Span> {
        if self.is(kind) { Ok(self.bump()) } else { self.unexpected(wanted) }
    }

    /// Returns the span of the next token.
    fn span(&self) -> Span {
        self.place(self.token(0))
    }

    fn place(&self, token: Token) -> Span {
        Span::new(self.file, token.start as usize, token.end as usize)
    }

    /// Returns the span from `start` to the end of the last token taken.
    fn since(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
        last.map_or(start, |token| start.to(self.place(*token)))
    }

    /// Returns the text of the next token.
    fn spelling(&self) -> &str {
        let token = self.token(0);
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// Whether no space separates the next token from the previous one.
    fn adjacent(&self) -> bool {
        !self.token(0).spaced
    }

    /// Takes the documentation comment before the next token.
    fn doc(&mut self) -> Option<String> {
        let found = self.docs.binary_search_by_key(&self.at, |(index, _)| *index).ok()?;
        self.docs.get_mut(found).map(|(_, doc)| std::mem::take(doc))
    }
}

/// Parsing of names.
impl Parser<'_> {
    fn ident(&mut self, wanted: &str) -> Parsed<Ident> {
        if self.is(Kind::Name) { Ok(self.take_ident(0)) } else { self.unexpected(wanted) }
    }

    /// Takes the next token as a name, without its first `skip` bytes (`#` or `.`).
    fn take_ident(&mut self, skip: usize) -> Ident {
        let name = Symbol::new(self.spelling().get(skip..).unwrap_or(""));
        let mut span = self.bump();
        span.start += skip as u32;
        Ident { name, span }
    }

    /// Parses a field name, which may be a number.
    fn field(&mut self) -> Parsed<Ident> {
        let number = self.is(Kind::Number) && self.spelling().bytes().all(|b| b.is_ascii_digit());
        if number { Ok(self.take_ident(0)) } else { self.ident("the name of a field") }
    }

    /// Parses a name with or without a path.
    fn qual_name(&mut self, wanted: &str) -> Parsed<QualName> {
        match self.peek() {
            Kind::Name | Kind::QualName => Ok(self.take_qual_name()),
            _ => self.unexpected(wanted),
        }
    }

    /// Takes the next token and splits it at its points: `m.n.x`, `m.+`, `m.(`, whose parenthesis is not part of the
    /// name.
    fn take_qual_name(&mut self) -> QualName {
        let spelling = self.spelling();
        let whole = spelling.strip_suffix(".(").unwrap_or(spelling);
        let trimmed = (spelling.len() - whole.len()) as u32;
        let (path, name) = split_qualified(whole);
        let path = path.into_iter().map(Symbol::new).collect();
        let name = Symbol::new(name);
        let mut span = self.bump();
        span.end -= trimmed;
        QualName { path, name, span }
    }

    /// Whether an operator in parentheses that may be bound comes next: `(+)`.
    fn at_bound_operator(&self) -> bool {
        self.is(Kind::LeftParen)
            && (self.kind(1).is_infix() || self.kind(1) == Kind::Bang)
            && self.kind(1) != Kind::QualOperator
            && self.kind(2) == Kind::RightParen
    }

    /// Takes an operator in parentheses where it is bound: `(+)`. Its span includes the parentheses.
    fn take_bound_operator(&mut self) -> Ident {
        let start = self.bump();
        let name = self.take_ident(0).name;
        Ident { name, span: start.to(self.bump()) }
    }

    /// Parses a name or an operator in parentheses, where it is bound.
    fn binding_name(&mut self, wanted: &str) -> Parsed<Ident> {
        if self.at_bound_operator() { Ok(self.take_bound_operator()) } else { self.ident(wanted) }
    }
}

/// Reporting of errors.
impl Parser<'_> {
    /// Reports the next token as unexpected; `wanted` completes "expected ..".
    fn unexpected<T>(&mut self, wanted: &str) -> Parsed<T> {
        if self.is(Kind::Unknown) {
            // The lexer has reported this token.
            return Err(Broken);
        }
        if self.is(Kind::Tick) && matches!(wanted, "an expression" | "a pattern") {
            return self.bad_character();
        }
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before)).map(|token| token.kind);
        if self.misused.is_some() && before == self.misused {
            // The keyword was used as a name, which has been reported.
            return Err(Broken);
        }
        let headline = match self.peek() {
            Kind::End => "unexpected end of the file".to_owned(),
            Kind::String => "unexpected string".to_owned(),
            _ => format!("unexpected `{}`", shorten(self.spelling())),
        };
        let label = format!("expected {wanted}");
        let mut diagnostic = Diagnostic::error(UNEXPECTED, headline).label(self.span(), label);
        if self.peek().is_word() && (wanted.contains("name") || wanted == "a pattern") {
            let help = format!("`{}` is a keyword and cannot be a name", self.spelling());
            diagnostic = diagnostic.help(help);
            self.misused = Some(self.peek());
        }
        if self.is(Kind::Arrow) {
            diagnostic = diagnostic.help("an anonymous function begins with a backslash: `\\x -> ..`");
        }
        if before == Some(Kind::Bang) {
            diagnostic = diagnostic.help("`!` needs an operand; as a function, write `not`");
        }
        self.report(diagnostic);
        Err(Broken)
    }

    /// Reports a quote that does not start a character literal.
    fn bad_character<T>(&mut self) -> Parsed<T> {
        let mut span = self.span();
        let rest = self.text.get(span.end as usize..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        let (headline, label, length) = match line.find('\'') {
            Some(0) => ("empty character literal", "expected a character between the quotes", 1),
            Some(end) if !line[..end].contains(char::is_whitespace) => {
                ("more than one character between single quotes", "a string needs double quotes", end + 1)
            }
            _ => ("unterminated character literal", "no `'` after the character", 0),
        };
        span.end += length as u32;
        self.report(Diagnostic::error(LEXICAL, headline).label(span, label));
        Err(Broken)
    }

    /// Adds a diagnostic. One more than `MAX_ERRORS` is kept, to show that there are more; then the rest of the file is
    /// skipped.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        if self.diagnostics.len() > MAX_ERRORS {
            self.at = self.tokens.len().saturating_sub(1);
        }
    }

    /// Reports a malformed literal at `span`. Parsing continues after it.
    fn bad_literal(&mut self, span: Span, why: &str) {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let what = match text.chars().next() {
            Some('"') => "malformed string".to_owned(),
            Some('\'') => "malformed character literal".to_owned(),
            _ => format!("malformed number `{}`", shorten(text)),
        };
        let code = if text.starts_with(['"', '\'']) { LEXICAL } else { LITERAL };
        self.report(Diagnostic::error(code, what).label(span, why));
    }
}

/// Depth of the tree.
impl Parser<'_> {
    /// Enters a deeper level of the syntax tree. Returns the depth to which the caller returns.
    fn deeper(&mut self) -> Parsed<usize> {
        let depth = self.depth;
        if depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth = depth + 1;
        self.deepest = self.deepest.max(self.depth);
        Ok(depth)
    }

    /// Starts a chain that grows to the left, such as `a + b + c`. The returned value is for `end_chain`.
    fn begin_chain(&mut self) -> usize {
        std::mem::replace(&mut self.deepest, self.depth)
    }

    /// Records that a new node is placed above all nodes since `begin_chain`, which are then one level deeper.
    fn push_down(&mut self) -> Parsed<()> {
        self.deepest += 1;
        if self.deepest > MAX_DEPTH { self.too_deep() } else { Ok(()) }
    }

    fn end_chain(&mut self, outside: usize) {
        self.deepest = self.deepest.max(outside);
    }

    fn too_deep<T>(&mut self) -> Parsed<T> {
        if !std::mem::replace(&mut self.refused_depth, true) {
            let label = format!("more than {MAX_DEPTH} levels here");
            let diagnostic = Diagnostic::error(TOO_DEEP, "nested too deeply").label(self.span(), label);
            self.report(diagnostic.help("move parts of the expression to separate definitions"));
        }
        Err(Broken)
    }
}

/// Recovery after errors.
impl Parser<'_> {
    /// Returns the parser's depth, for `resume`.
    fn checkpoint(&self) -> (usize, usize) {
        (self.depth, self.deepest)
    }

    fn resume(&mut self, (depth, deepest): (usize, usize)) {
        self.depth = depth;
        self.deepest = deepest;
    }

    /// Whether the next token starts a declaration: a keyword at the start of its line, and not to the right of the
    /// current declaration.
    fn at_declaration(&self) -> bool {
        use Kind::{AttrOpen, Def, Entry, Import, Include, Let, Local, Module, Open, Type, Val};
        matches!(self.peek(), Def | Let | Entry | Type | Module | Open | Local | Import | AttrOpen | Val | Include)
            && self.line_column().is_some_and(|column| column <= self.column)
    }

    /// Returns the column, counted from 0, of the next token if it is the first one of its line; else `None`.
    fn line_column(&self) -> Option<usize> {
        let before = self.text.get(..self.token(0).start as usize)?;
        let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
        let outside = before.len() - indentation;
        (outside == 0 || before.as_bytes().get(outside - 1) == Some(&b'\n')).then_some(indentation)
    }

    /// Skips to a token that `stop` accepts, outside of all brackets opened on the way, or to an unmatched closing
    /// bracket, a declaration or the end.
    fn skip_until(&mut self, stop: impl Fn(Kind) -> bool) {
        let mut open = 0usize;
        while !self.is(Kind::End) && !self.at_declaration() {
            let kind = self.peek();
            if open == 0 && (stop(kind) || kind.closes()) {
                return;
            }
            open = if kind.opens() { open + 1 } else { open - usize::from(kind.closes()) };
            self.bump();
        }
    }

    /// Parses the contents of brackets up to `close`, and takes `close`. The opening bracket has been taken. After an
    /// error inside, skips to `close` and returns `None`.
    fn bracketed<T>(&mut self, close: Kind, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        let checkpoint = self.checkpoint();
        let result = inside(self).and_then(|value| self.expect(close, closing(close)).map(|_| value));
        if let Ok(value) = result {
            return Ok(Some(value));
        }
        self.resume(checkpoint);
        self.skip_until(|_| false);
        if self.eat(close) { Ok(None) } else { Err(Broken) }
    }

    /// Parses the components of a tuple, or a single item in parentheses, up to `)`, which is not taken.
    fn parts<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        if self.is(Kind::RightParen) {
            return Ok(Vec::new());
        }
        let mut items = vec![item(self)?];
        if self.is(Kind::Comma) {
            self.bump();
            self.second_part()?;
            items.extend(self.commas(Kind::RightParen, item)?);
        } else if !self.is(Kind::RightParen) {
            return self.unexpected("`,` or `)`");
        }
        Ok(items)
    }

    /// Reports a tuple with only one component.
    fn second_part(&mut self) -> Parsed<()> {
        if self.is(Kind::RightParen) { self.unexpected("the second part of the tuple") } else { Ok(()) }
    }

    /// Parses items separated by commas up to `close`, which is not taken. A trailing comma is allowed.
    fn commas<T>(&mut self, close: Kind, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.is(close) {
            items.push(item(self)?);
            if !self.is(close) && !self.eat(Kind::Comma) {
                return self.unexpected(match close {
                    Kind::RightParen => "`,` or `)`",
                    Kind::RightBracket => "`,` or `]`",
                    _ => "`,` or `}`",
                });
            }
        }
        Ok(items)
    }
}

fn closing(kind: Kind) -> &'static str {
    match kind {
        Kind::RightParen => "`)`",
        Kind::RightBracket => "`]`",
        _ => "`}`",
    }
}

/// Splits `m.n.x` or `m.+` into the modules and the name. An operator may contain points after its first character.
pub(crate) fn split_qualified(text: &str) -> (Vec<&str>, &str) {
    let (mut path, mut rest) = (Vec::new(), text);
    while rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && let Some((module, name)) = rest.split_once('.')
    {
        path.push(module);
        rest = name;
    }
    (path, rest)
}
