//! The reader: tokens to abstract syntax, by recursive descent. This file has what all parts share: reading tokens,
//! reporting, brackets and depth. `brackets` first makes all brackets match. `program`, `types` and `expressions` hold
//! the grammar of Fig. 3, and `literals` the values.
//!
//! ```text
//! ((x : int))             Program { inputs: [x : int], types: [], foreign: [],
//! (+ x 1)           ─►              body: Apply(Name(+), [Name(x), Literal(1)]) }
//! ```
//!
//! Errors: a function that meets an unexpected token reports it once and returns `Broken`. The rest of the enclosing
//! list is skipped silently, and reading continues after its closing bracket. Because tokens are only skipped forward,
//! reading is linear in the text.

mod brackets;
mod expressions;
pub mod literals;
mod program;
mod types;

use crate::ast::{Ident, Program};
use crate::lexer::{Kind, Token, lex};
use base::{Code, Diagnostic, FileId, Span, Symbol};
pub use types::OWN_TYPES;

/// Error code of an unexpected token.
pub const UNEXPECTED: Code = Code("E0102");
/// Error code of a number that is malformed or out of range.
pub const LITERAL: Code = Code("E0103");
/// Error code of nesting beyond `MAX_DEPTH`.
pub const TOO_DEEP: Code = Code("E0104");

/// Largest depth of the syntax tree. Chains such as `a -> b -> c` or `x.0.1` count like brackets. It is less than a
/// third of the 2,000 levels that the IRs allow, because one level here is up to three of those.
pub const MAX_DEPTH: usize = 640;

/// Largest number of constructors of a sum. Because cases are tested one after the other, programs with more would be
/// slow.
const MAX_CONSTRUCTORS: usize = 500;

/// Largest number of errors that are reported.
const MAX_ERRORS: usize = 20;

/// Parses a source file. Text with a syntax error is missing from the tree or represented by an `Error` node. It has a
/// diagnostic, `E0101` to `E0104`; there are at most 20. A tree of depth `MAX_DEPTH` fits on the compiler's own stack,
/// but may overflow the stack of a thread that was started with less.
pub fn read(file: FileId, text: &str) -> (Program, Vec<Diagnostic>) {
    let lexed = lex(file, text, MAX_ERRORS + 1);
    let balanced = brackets::balance(file, text, &lexed.tokens);
    let mut reader = Reader {
        file,
        text,
        tokens: balanced.tokens,
        closing: balanced.closing,
        at: 0,
        depth: 0,
        diagnostics: Vec::new(),
    };
    let program = reader.program();
    let mut diagnostics = lexed.diagnostics;
    diagnostics.extend(balanced.diagnostics);
    // After a bracket that was closed by a guess, further errors are unreliable.
    let start = |d: &Diagnostic| d.labels.first().map_or(0, |label| label.span.start);
    diagnostics.extend(reader.diagnostics.into_iter().filter(|d| start(d) < balanced.sound));
    diagnostics.sort_by_key(start);
    cut_off(&mut diagnostics);
    (program, diagnostics)
}

/// Truncates the errors to `MAX_ERRORS`, and notes if there were more.
fn cut_off(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        if let Some(last) = diagnostics.last_mut() {
            last.helps.push("correct these first: there are more errors, which are not shown".to_owned());
        }
    }
}

/// Phrases for expected tokens in messages, for which `advice` adds more help.
const DEFINED: &str = "the name that is defined";
const THEN: &str = "`then` after the condition";
const ELSE: &str = "`else`, which an `if` always has";
const CONSTRUCTOR: &str = "the name of a constructor";
const BEHIND_TYPE: &str = "`->` or `)` after the type";

/// An error that has been reported. Callers return it up to the enclosing list, whose rest is skipped.
struct Broken;

type Read<T> = Result<T, Broken>;

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// Tokens with matching brackets; the last one is `Kind::End`.
    tokens: Vec<Token>,
    /// For each opening bracket, the index of its closing bracket.
    closing: Vec<usize>,
    /// Index of the next token.
    at: usize,
    /// Depth in the syntax tree of the next node.
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Tokens.
impl Reader<'_> {
    fn token(&self, index: usize) -> Token {
        const END: Token = Token { kind: Kind::End, spaced: true, start: 0, end: 0 };
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(END)
    }

    fn peek(&self) -> Kind {
        self.token(self.at).kind
    }

    /// Returns the kind of the token `ahead` places after the next one.
    fn kind(&self, ahead: usize) -> Kind {
        self.token(self.at + ahead).kind
    }

    fn is(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// Whether the enclosing list ends here; outside of all brackets, whether the file ends.
    fn at_end(&self) -> bool {
        matches!(self.peek(), Kind::RightParen | Kind::End)
    }

    /// Takes the next token, except `End`; returns its span.
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

    /// Takes a token of this kind, or reports the next one; `wanted` completes "expected ..".
    fn expect(&mut self, kind: Kind, wanted: &str) -> Read<Span> {
        if self.is(kind) { Ok(self.bump()) } else { self.unexpected(wanted) }
    }

    /// Returns the span of the next token.
    fn span(&self) -> Span {
        self.place(self.at)
    }

    fn place(&self, index: usize) -> Span {
        let token = self.token(index);
        Span::new(self.file, token.start as usize, token.end as usize)
    }

    /// Returns the span from `start` to the end of the last token taken.
    fn since(&self, start: Span) -> Span {
        self.at.checked_sub(1).map_or(start, |last| start.to(self.place(last)))
    }

    /// Returns the text of the next token.
    fn spelling(&self) -> &str {
        let token = self.token(self.at);
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// Takes the next token as a name, without its first `skip` bytes.
    fn take_ident(&mut self, skip: usize) -> Ident {
        let name = Symbol::new(self.spelling().get(skip..).unwrap_or(""));
        Ident { name, span: self.bump() }
    }

    fn ident(&mut self, wanted: &str) -> Read<Ident> {
        if self.peek().is_name() { Ok(self.take_ident(0)) } else { self.unexpected(wanted) }
    }
}

/// Brackets and depth.
impl Reader<'_> {
    /// Returns the index of the closing bracket of the list that starts with the next token.
    fn close(&self) -> usize {
        self.closing.get(self.at).copied().unwrap_or(self.at)
    }

    /// Returns the span of the list that starts with the next token, with its brackets.
    fn list_span(&self) -> Span {
        self.span().to(self.place(self.close()))
    }

    /// Whether the list that starts with the next token is the last item of the enclosing list.
    fn at_last_list(&self) -> bool {
        self.is(Kind::LeftParen) && matches!(self.token(self.close() + 1).kind, Kind::RightParen | Kind::End)
    }

    /// Reads a list whose opening bracket is the next token. Returns `None` after an error inside, or if tokens are
    /// left over. In any case reading continues after the closing bracket.
    fn list<T>(&mut self, inside: impl FnOnce(&mut Self) -> Read<T>) -> Option<T> {
        let (close, depth) = (self.close(), self.depth);
        let result = self.deeper(1).and_then(|()| {
            self.bump();
            let value = inside(self)?;
            self.expect(Kind::RightParen, "`)`").map(|_| value)
        });
        self.depth = depth;
        self.at = close + 1;
        result.ok()
    }

    /// Adds levels to the depth of the next node. Reports and fails beyond `MAX_DEPTH`. Callers restore `depth`.
    fn deeper(&mut self, levels: usize) -> Read<()> {
        self.depth += levels;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        if self.diagnostics.iter().all(|d| d.code != TOO_DEEP) {
            let diagnostic = Diagnostic::error(TOO_DEEP, "nested too deeply")
                .label(self.span(), format!("more than {MAX_DEPTH} levels here"))
                .help("bind parts of the expression with `let`");
            self.report(diagnostic);
        }
        Err(Broken)
    }
}

/// Errors.
impl Reader<'_> {
    /// Reports the next token as unexpected; `wanted` completes "expected ..".
    fn unexpected<T>(&mut self, wanted: &str) -> Read<T> {
        if self.is(Kind::Unknown) {
            // The lexer has reported this token.
            return Err(Broken);
        }
        let headline = match self.peek() {
            Kind::End => "unexpected end of the file".to_owned(),
            Kind::RightParen => "unexpected end of a list".to_owned(),
            _ => format!("unexpected `{}`", shorten(self.spelling())),
        };
        let mut diagnostic = Diagnostic::error(UNEXPECTED, headline).label(self.span(), format!("expected {wanted}"));
        diagnostic.helps.extend(self.advice(wanted));
        self.report(diagnostic);
        Err(Broken)
    }

    /// Returns help on the next token where `wanted` was expected.
    fn advice(&self, wanted: &str) -> Option<String> {
        let word = self.spelling();
        match self.peek() {
            kind if kind.is_word() && wanted.contains("name") => {
                Some(format!("`{word}` is a keyword and cannot be a name"))
            }
            Kind::Lambda | Kind::Mu | Kind::Let | Kind::If | Kind::Case => {
                Some(format!("`{word}` needs a bracket before it: `({word} ..)`"))
            }
            Kind::Bang if self.at_not_equal() => {
                Some("write `(~= x y)` for not equal, and `(not x)` for negation".to_owned())
            }
            Kind::Bang => Some("an element of a vector is `(X ! i)`".to_owned()),
            Kind::LeftParen if wanted == DEFINED => Some("`(let (x e) (y e) in body)`".to_owned()),
            Kind::Operator if wanted == THEN => {
                Some(format!("an operator comes first: `(if ({word} x y) then a else b)`"))
            }
            Kind::Name if wanted == ELSE && matches!(word, "elseif" | "elsif" | "elif") => {
                Some("a second condition is an `if` of its own: `else (if c then a else b)`".to_owned())
            }
            Kind::Number | Kind::True | Kind::False if wanted == CONSTRUCTOR => {
                Some("compare numbers and bools with `(if (= x 0) then a else b)`".to_owned())
            }
            Kind::LeftParen if wanted == CONSTRUCTOR => {
                Some("write `(Name x body)`: `(x.0)` and `(x.1)` are the components of `x`".to_owned())
            }
            kind if wanted == THEN && !matches!(kind, Kind::RightParen | Kind::End) => {
                Some("`(if c then a else b)`".to_owned())
            }
            kind if kind.is_name() && wanted == BEHIND_TYPE && self.is_behind_a_vector() => {
                Some(format!("a vector is `vector {word}`"))
            }
            kind if kind.is_name() && wanted == BEHIND_TYPE => Some(format!(
                "a function of two arguments is `a -> b -> c`; a type of your own with the argument `{word}` is `(Name {word})`"
            )),
            Kind::Component => {
                Some("write a component without a space, `(x.0)`, and begin a number with a digit".to_owned())
            }
            Kind::TypeVariable => Some("type variables can be used only in types".to_owned()),
            Kind::Tick => Some("the quote comes before the name of a type variable: `'a`".to_owned()),
            Kind::Colon => {
                Some("write types only for inputs, for parameters and for the result of a `lambda`".to_owned())
            }
            _ => None,
        }
    }

    /// Whether the previous token is a word for vectors in other languages.
    fn is_behind_a_vector(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.token(at));
        let word = before.and_then(|token| self.text.get(token.start as usize..token.end as usize));
        matches!(word, Some("vec" | "Vec" | "Vector" | "array" | "Array" | "list" | "seq"))
    }

    /// Whether `!=` comes next, the operator of other languages for `~=`.
    fn at_not_equal(&self) -> bool {
        self.is(Kind::Bang) && self.kind(1) == Kind::Operator && !self.token(self.at + 1).spaced
    }

    /// Reports an error at `span` and returns `Broken`, so that the rest of the list is skipped.
    fn refuse<T>(&mut self, span: Span, headline: &str, label: &str, help: &str) -> Read<T> {
        self.complain(span, headline, label, help);
        Err(Broken)
    }

    /// Reports an error at `span`; parsing continues.
    fn complain(&mut self, span: Span, headline: &str, label: &str, help: &str) {
        self.report(Diagnostic::error(UNEXPECTED, headline).label(span, label).help(help));
    }

    /// Adds a diagnostic, unless there are enough of them.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// Cuts the text to thirty characters.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push_str("..");
    }
    short
}
