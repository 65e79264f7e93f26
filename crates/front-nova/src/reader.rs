//! The reader: tokens to abstract syntax, by recursive descent. This file has what all parts share: names, lists and
//! advice in messages. All brackets match, because `syntax::balance` repairs them first. `program`, `types` and
//! `expressions` hold the grammar of Fig. 3, and `literals` the values.
//!
//! ```text
//! ((x : int))             Program { inputs: [x : int], types: [], foreign: [],
//! (+ x 1)           ─►              body: Apply(Name(+), [Name(x), Literal(1)]) }
//! ```
//!
//! Errors: after a `Broken`, the rest of the enclosing list is skipped silently, and reading continues after its
//! closing bracket.

mod expressions;
pub mod literals;
mod program;
mod types;

use crate::ast::{Ident, Program};
use crate::lexer::{Kind, lex};
use base::{Diagnostic, FileId, Span, Symbol};
use syntax::{Parsed, Parser, Stream, balance};
pub use types::OWN_TYPES;

/// Largest depth of the syntax tree. Chains such as `a -> b -> c` or `x.0.1` count like brackets. It is less than a
/// third of the 2,000 levels that the IRs allow, because one level here is up to three of those.
pub const MAX_DEPTH: usize = 640;

/// Largest number of constructors of a sum. Because cases are tested one after the other, programs with more would be
/// slow.
const MAX_CONSTRUCTORS: usize = 500;

/// Parses a source file. Text with a syntax error is missing from the tree or represented by an `Error` node. It has a
/// diagnostic, `E0101` to `E0104`; there are at most 20. A tree of depth `MAX_DEPTH` fits on the compiler's own stack,
/// but may overflow the stack of a thread that was started with less.
pub fn read(file: FileId, text: &str) -> (Program, Vec<Diagnostic>) {
    let mut tokens = lex(file, text);
    let closing = balance(&mut tokens);
    let mut reader = Reader { stream: Stream::new(tokens), closing };
    let program = reader.program();
    (program, reader.stream.finish())
}

/// Phrases for expected tokens in messages, for which `advice` adds more help.
const DEFINED: &str = "the name that is defined";
const THEN: &str = "`then` after the condition";
const ELSE: &str = "`else`, which an `if` always has";
const CONSTRUCTOR: &str = "the name of a constructor";
const BEHIND_TYPE: &str = "`->` or `)` after the type";

struct Reader<'a> {
    /// Tokens with matching brackets.
    stream: Stream<'a, Kind>,
    /// For each opening bracket, the index of its closing bracket.
    closing: Vec<usize>,
}

impl<'a> Parser<'a> for Reader<'a> {
    type Kind = Kind;

    const MAX_DEPTH: usize = MAX_DEPTH;
    const FLATTEN: &'static str = "bind parts of the expression with `let`";

    fn stream(&self) -> &Stream<'a, Kind> {
        &self.stream
    }

    fn stream_mut(&mut self) -> &mut Stream<'a, Kind> {
        &mut self.stream
    }

    fn advice(&self, wanted: &str) -> Option<String> {
        let word = self.spelling();
        match self.peek() {
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
}

/// Names.
impl Reader<'_> {
    /// Takes the next token as a name, without its first `skip` bytes.
    fn take_ident(&mut self, skip: usize) -> Ident {
        let name = Symbol::new(self.spelling().get(skip..).unwrap_or(""));
        Ident { name, span: self.bump() }
    }

    fn ident(&mut self, wanted: &str) -> Parsed<Ident> {
        if self.peek().is_name() { Ok(self.take_ident(0)) } else { self.unexpected(wanted) }
    }
}

/// Lists.
impl Reader<'_> {
    /// Whether the enclosing list ends here; outside of all brackets, whether the file ends.
    fn at_end(&self) -> bool {
        matches!(self.peek(), Kind::RightParen | Kind::End)
    }

    /// Returns the index of the closing bracket of the list that starts with the next token.
    fn close(&self) -> usize {
        self.closing.get(self.at()).copied().unwrap_or(self.at())
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
    fn list<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let close = self.close();
        let result = self.deeper(1, |reader| {
            reader.bump();
            let value = inside(reader)?;
            reader.expect(Kind::RightParen, "`)`").map(|_| value)
        });
        self.skip_to(close + 1);
        result.ok()
    }
}

/// What advice depends on.
impl Reader<'_> {
    /// Whether the previous token is a word for vectors in other languages.
    fn is_behind_a_vector(&self) -> bool {
        let before = self.at().checked_sub(1).map(|at| self.word(at));
        matches!(before, Some("vec" | "Vec" | "Vector" | "array" | "Array" | "list" | "seq"))
    }

    /// Whether `!=` comes next, the operator of other languages for `~=`.
    fn at_not_equal(&self) -> bool {
        self.is(Kind::Bang) && self.kind(1) == Kind::Operator && !self.token(self.at() + 1).spaced
    }
}
