//! Tokens to abstract syntax, by recursive descent. This file has what all parts share: reading tokens, reporting,
//! brackets and depth; `brackets` makes brackets match before anything is read, `program`, `types` and `expressions`
//! have the grammar of Fig. 3, `literals` the values.
//!
//! ```text
//! ((x : int))             Program { inputs: [x : int], types: [], foreign: [],
//! (+ x 1)           ─►              body: Apply(Name(+), [Name(x), Literal(1)]) }
//! ```
//!
//! Errors. A function that meets a token it cannot use reports it once and returns `Broken`; what is left of the list
//! around it is given up silently, and reading goes on behind its closing bracket. Tokens are only ever skipped
//! forward, so reading is linear in the text.

mod brackets;
mod expressions;
mod literals;
mod program;
mod types;

#[cfg(test)]
mod tests;

use crate::ast::{Ident, Program};
use crate::lexer::{Kind, Token, lex};
use base::{Code, Diagnostic, FileId, Span, Symbol};
pub use types::OWN_TYPES;

/// A token where it does not belong.
pub const UNEXPECTED: Code = Code("E0102");
/// A number that is malformed or out of range.
pub const LITERAL: Code = Code("E0103");
/// Nesting beyond `MAX_DEPTH`.
pub const TOO_DEEP: Code = Code("E0104");

/// How deep a tree may be. Chains such as `a -> b -> c` or `x.0.1` count as much as brackets. The levels below take 2,000, and one
/// level here is up to three there.
pub const MAX_DEPTH: usize = 640;

/// A sum has no more constructors: they are told apart one after the other.
const MAX_CONSTRUCTORS: usize = 500;

/// So many errors are reported.
const MAX_ERRORS: usize = 20;

/// Reads a source file. What could not be understood is missing from the tree, or stands in it as `Error`, and has a
/// diagnostic: `E0101` to `E0104`, at most 20. The greatest depth is meant for the compiler's own stack, not for that of a
/// small thread.
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
    // Behind a bracket whose end was guessed, what was read says little.
    let start = |d: &Diagnostic| d.labels.first().map_or(0, |label| label.span.start);
    diagnostics.extend(reader.diagnostics.into_iter().filter(|d| start(d) < balanced.sound));
    diagnostics.sort_by_key(start);
    cut_off(&mut diagnostics);
    (program, diagnostics)
}

/// Leaves so many errors as are shown, and says so if there were more.
fn cut_off(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        if let Some(last) = diagnostics.last_mut() {
            last.helps.push("mend these first: there are more errors, which are left out".to_owned());
        }
    }
}

/// What messages say is expected, where `advice` has more to say.
const DEFINED: &str = "the name that is defined";
const THEN: &str = "`then` behind the condition";
const CONSTRUCTOR: &str = "the name of a constructor";
const BEHIND_TYPE: &str = "`->` or `)` behind the type";

/// The mistake is reported already: give up as far as the end of the list.
struct Broken;

type Read<T> = Result<T, Broken>;

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// Their brackets match, and they end in `Kind::End`.
    tokens: Vec<Token>,
    /// For each opening bracket the index of its closing one.
    closing: Vec<usize>,
    /// The next token.
    at: usize,
    /// The depth at which the next node will hang in the tree.
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

    /// The kind of the token so many behind the next one.
    fn kind(&self, ahead: usize) -> Kind {
        self.token(self.at + ahead).kind
    }

    fn is(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// Whether the list ends here, or, outside of all brackets, the file.
    fn at_end(&self) -> bool {
        matches!(self.peek(), Kind::RightParen | Kind::End)
    }

    /// Takes the next token; `End` stays.
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

    /// Takes a token of this kind; `wanted` completes "expected ..".
    fn expect(&mut self, kind: Kind, wanted: &str) -> Read<Span> {
        if self.is(kind) { Ok(self.bump()) } else { self.unexpected(wanted) }
    }

    /// The place of the next token.
    fn span(&self) -> Span {
        self.place(self.at)
    }

    fn place(&self, index: usize) -> Span {
        let token = self.token(index);
        Span::new(self.file, token.start as usize, token.end as usize)
    }

    /// From `start` to the end of the last token taken.
    fn since(&self, start: Span) -> Span {
        self.at.checked_sub(1).map_or(start, |last| start.to(self.place(last)))
    }

    /// The spelling of the next token.
    fn spelling(&self) -> &str {
        let token = self.token(self.at);
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The next token, less `skip` bytes at its start, as a name.
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
    /// Where the bracket that starts with the next token ends.
    fn close(&self) -> usize {
        self.closing.get(self.at).copied().unwrap_or(self.at)
    }

    /// The place of the list that starts with the next token, with its brackets.
    fn list_span(&self) -> Span {
        self.span().to(self.place(self.close()))
    }

    /// Whether the next token opens the last list within the brackets around it.
    fn at_last_list(&self) -> bool {
        self.is(Kind::LeftParen) && matches!(self.token(self.close() + 1).kind, Kind::RightParen | Kind::End)
    }

    /// Reads a list, the next token being its opening bracket. After an error inside, and where something is left of
    /// it, this is `None`; in any case it ends behind the closing bracket.
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

    /// Goes so many levels down, and says so if that is too deep; callers set `depth` back.
    fn deeper(&mut self, levels: usize) -> Read<()> {
        self.depth += levels;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        if self.diagnostics.iter().all(|d| d.code != TOO_DEEP) {
            let diagnostic = Diagnostic::error(TOO_DEEP, "nested too deeply")
                .label(self.span(), format!("more than {MAX_DEPTH} levels here"))
                .help("name some of the parts in a `let`");
            self.report(diagnostic);
        }
        Err(Broken)
    }
}

/// Errors.
impl Reader<'_> {
    /// Reports the next token; `wanted` completes "expected ..".
    fn unexpected<T>(&mut self, wanted: &str) -> Read<T> {
        if self.is(Kind::Unknown) {
            // The lexer has reported it.
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

    /// What to do about the next token, where `wanted` was expected.
    fn advice(&self, wanted: &str) -> Option<String> {
        let word = self.spelling();
        match self.peek() {
            kind if kind.is_word() && wanted.contains("name") => {
                Some(format!("`{word}` is a word of the language, and cannot be a name"))
            }
            Kind::Lambda | Kind::Mu | Kind::Let | Kind::If | Kind::Case => {
                Some(format!("a bracket stands before `{word}`: `({word} ..)`"))
            }
            Kind::Bang if self.at_not_equal() => Some("not equal is `~=`, and negation is `not`".to_owned()),
            Kind::Bang => Some("an element of a vector is `(X ! i)`".to_owned()),
            Kind::LeftParen if wanted == DEFINED => Some("`(let (x e) (y e) in body)`".to_owned()),
            Kind::Operator if wanted == THEN => {
                Some(format!("an operator comes first: `(if ({word} x y) then a else b)`"))
            }
            Kind::Number | Kind::True | Kind::False if wanted == CONSTRUCTOR => {
                Some("numbers and bools are told apart by `(if (= x 0) then a else b)`".to_owned())
            }
            Kind::LeftParen if wanted == CONSTRUCTOR => {
                Some("`(Name x body)`: the parts of what `x` is are `(x.0)` and `(x.1)`".to_owned())
            }
            kind if wanted == THEN && !matches!(kind, Kind::RightParen | Kind::End) => {
                Some("`(if c then a else b)`".to_owned())
            }
            kind if kind.is_name() && wanted == BEHIND_TYPE && self.is_behind_a_vector() => {
                Some(format!("a vector is `vector {word}`"))
            }
            kind if kind.is_name() && wanted == BEHIND_TYPE => Some(format!(
                "a function of two arguments is `a -> b -> c`; a type of yours with `{word}` is `(Name {word})`"
            )),
            Kind::Component => {
                Some("a component touches its tuple, `(x.0)`, and a number starts with a digit".to_owned())
            }
            Kind::TypeVariable => Some("variables of types stand in types only".to_owned()),
            Kind::Tick => Some("the quote stands before the name of a type variable: `'a`".to_owned()),
            Kind::Colon => Some("types are given to inputs, parameters and results of a `lambda`".to_owned()),
            _ => None,
        }
    }

    /// Whether what stands before is what other languages call vectors.
    fn is_behind_a_vector(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.token(at));
        let word = before.and_then(|token| self.text.get(token.start as usize..token.end as usize));
        matches!(word, Some("vec" | "Vec" | "Vector" | "array" | "Array" | "list" | "seq"))
    }

    /// `!=`, of other languages.
    fn at_not_equal(&self) -> bool {
        self.is(Kind::Bang) && self.kind(1) == Kind::Operator && !self.token(self.at + 1).spaced
    }

    /// Reports a mistake at `span`, after which the list cannot be read.
    fn refuse<T>(&mut self, span: Span, headline: &str, label: &str, help: &str) -> Read<T> {
        self.complain(span, headline, label, help);
        Err(Broken)
    }

    /// Reports a mistake at `span`, after which reading can go on.
    fn complain(&mut self, span: Span, headline: &str, label: &str, help: &str) {
        self.report(Diagnostic::error(UNEXPECTED, headline).label(span, label).help(help));
    }

    /// Adds a diagnostic, unless there are enough.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// At most thirty characters.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push_str("..");
    }
    short
}
