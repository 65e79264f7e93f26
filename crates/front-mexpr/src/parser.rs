//! The parser, by recursive descent. This file has what all parts share: recovery after errors, names, and advice in
//! messages. `declarations`, `expressions`, `patterns` and `types` hold the grammar, and `literals` the values.
//!
//! ```text
//! let f = lam x. addi x 1       Let(f, Lambda([x], Apply(addi, [x, 1])))
//! mexpr f 2                ─►   Apply(f, [2])
//! ```
//!
//! Errors: after a `Broken`, reading continues at the nearest of three places: the closing bracket of the innermost
//! brackets; a word that an enclosing form waits for, such as `in` or `then`; a line that begins a declaration and is
//! indented no further than the current one.

mod declarations;
mod expressions;
pub mod literals;
mod patterns;
mod recovery;
mod types;

use crate::ast::{Field, File, Ident};
use crate::lexer::{Kind, instead, lex};
use base::{Code, Diagnostic, FileId, Span, Symbol};
use recovery::Waiting;
use syntax::errors::shorten;
use syntax::{Opened, Parsed, Parser, Stream};

/// Code of a part of the language that is refused.
pub const REFUSED: Code = Code("E0213");
/// Code of a constructor without its argument.
pub const NO_ARGUMENT: Code = Code("E0216");

/// Largest depth of the syntax tree. Most constructs become up to three of the 2,000 levels that the IRs allow. The
/// lowering measures the depth of those that become more.
pub const MAX_DEPTH: usize = 640;

/// Parses a source file. Text with a syntax error is missing from the tree or represented by an `Error` node. It has a
/// diagnostic, `E0101` to `E0104`, `E0213` or `E0216`; there are at most 20. A tree of depth `MAX_DEPTH` fits on the
/// compiler's own stack, but may overflow the stack of a thread that was started with less.
pub fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
    let stream = Stream::new(lex(file, text));
    let mut parser = Mexpr { stream, waiting: Waiting::default(), column: 0, refused: false };
    let file = parser.file();
    (file, parser.stream.finish())
}

/// Phrases for expected tokens in messages, for which `advice` adds more help.
const EXPRESSION: &str = "an expression";
const PATTERN: &str = "a pattern";
const TYPE: &str = "a type";
const DECLARATION: &str = "a declaration, or `mexpr` and the program's expression";
const LABEL: &str = "the name of a field";
const VALUE: &str = "`=` and the value of the field";
const IN: &str = "`in` after the declaration";
const END_OF_FILE: &str = "the end of the file";

struct Mexpr<'a> {
    stream: Stream<'a, Kind>,
    /// Words that enclosing forms wait for.
    waiting: Waiting,
    /// Column of the innermost enclosing declaration that begins a line.
    column: usize,
    /// Whether the current declaration of the file has a part that was refused.
    refused: bool,
}

impl<'a> Parser<'a> for Mexpr<'a> {
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
        let fixed = |text: &str| Some(text.to_owned());
        match self.peek() {
            Kind::In if wanted == DECLARATION => {
                fixed("a declaration of the file has no `in`; the program's expression comes last, after `mexpr`")
            }
            Kind::Name if wanted == DECLARATION && self.binds_next() => {
                Some(format!("a definition begins with `let`: `let {word} = ..`"))
            }
            kind if wanted == DECLARATION || wanted == END_OF_FILE => match kind {
                kind if syntax::Kind::closes(kind) => fixed("no bracket is open here"),
                Kind::Semicolon if self.follows(Kind::End) => {
                    fixed("a `switch` before `;` needs brackets: `(switch .. end); ..`")
                }
                _ if wanted == END_OF_FILE && recovery::starts_declaration(kind) => {
                    fixed("expressions are separated by `;`: `a; let x = b in c`")
                }
                _ if self.column().is_some() => fixed("the program's expression comes last, after `mexpr`"),
                _ => instead(word).map(str::to_owned),
            },
            kind if wanted == IN && recovery::starts_declaration(kind) => {
                fixed("a declaration in an expression ends with `in`: `let x = a in b`")
            }
            Kind::Else if wanted == IN => fixed("in an expression, the `else` of a test needs `using`"),
            Kind::RightBrace | Kind::Comma if wanted == VALUE => {
                let label = self.at().checked_sub(1).map_or("", |label| self.word(label));
                Some(format!("every field has a value: `{{{label} = {label}}}`"))
            }
            kind if syntax::Kind::closes(kind) && self.follows(Kind::Comma) => {
                fixed("no comma follows the last part, except in `(x,)`")
            }
            Kind::Equals if self.at().checked_sub(2).is_some_and(|sign| self.token(sign).kind == Kind::Semicolon) => {
                fixed("fields are separated by `,`")
            }
            Kind::Float if self.follows(Kind::Dot) => {
                fixed("digits and a point are one number: write `(x.0).1` for a component of a component")
            }
            Kind::Underscore if wanted.contains("name") => {
                fixed("`_` binds nothing: write `lam. e`, `e; ..`, or a name such as `_x`")
            }
            Kind::Underscore => fixed("`_` is a pattern or a type, not a value"),
            Kind::Upper | Kind::EscapedCon if wanted.contains("name") => {
                fixed("the names of variables, fields and type variables begin with a small letter or `_`")
            }
            Kind::Name if wanted.contains("name of a") => {
                fixed("the names of types and constructors begin with a capital letter")
            }
            Kind::Equals if wanted.contains("name") || wanted.contains(']') => None,
            Kind::Float if wanted == PATTERN => {
                fixed("a float is no pattern: bind it to a variable and compare with `eqf`")
            }
            Kind::All | Kind::Con | Kind::External | Kind::Sem | Kind::Syn | Kind::Type | Kind::Use | Kind::Using
                if wanted == PATTERN || wanted == EXPRESSION =>
            {
                Some(format!("`{word}` is a keyword and cannot be a name, except as `#var\"{word}\"`"))
            }
            Kind::Arrow => fixed("a function is `lam x. body`, a case is `case pattern then expression`"),
            Kind::Else if self.follows(Kind::Semicolon) => fixed("remove the `;` before the `else`"),
            Kind::Bang if wanted != EXPRESSION => fixed("negation is `if x then false else true`"),
            kind if kind != Kind::Name && !matches!(wanted, PATTERN | TYPE) => instead(word).map(str::to_owned),
            _ => None,
        }
    }

    fn continues_outside(&self) -> bool {
        self.is(Kind::EndOfFile) || self.at_item() || self.waiting.has(self.peek())
    }

    fn recover(&mut self) {
        self.skip_to_one_of(&[]);
    }
}

/// Items in round brackets.
enum Parts<T> {
    One(T),
    Tuple(Vec<T>),
}

/// Brackets.
impl Mexpr<'_> {
    /// Parses the inside of round brackets: an item, or the components of a tuple. One component has a comma.
    fn parts<T>(&mut self, open: Opened, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Parts<T>> {
        if self.is(Kind::RightParen) {
            return Ok(Parts::Tuple(Vec::new()));
        }
        let first = item(self)?;
        if !self.eat(Kind::Comma) {
            return if self.is(Kind::RightParen) { Ok(Parts::One(first)) } else { self.not_closed(open, "`,` or ") };
        }
        let mut items = vec![first];
        if !self.is(Kind::RightParen) {
            items.extend(self.separated(open, Kind::Comma, item)?);
        }
        Ok(Parts::Tuple(items))
    }
}

/// Names.
impl Mexpr<'_> {
    /// Takes the next token as a name. Escaped names are resolved.
    fn take_ident(&mut self) -> Ident {
        let name = match self.spelling().split_once('"') {
            Some((_, inside)) => Symbol::new(&self.text(inside)),
            None => Symbol::new(self.spelling()),
        };
        Ident { name, span: self.bump() }
    }

    /// Parses the name of a variable where it is bound. A keyword is reported, and taken as the name.
    fn name(&mut self, wanted: &str) -> Parsed<Ident> {
        match self.peek() {
            Kind::Name | Kind::EscapedVar => Ok(self.take_ident()),
            kind if syntax::Kind::is_word(kind) && self.binds_next() => Ok(self.keyword("var")),
            _ => self.unexpected(wanted),
        }
    }

    /// Whether the token after the next one may follow a name that is bound.
    fn binds_next(&self) -> bool {
        matches!(self.kind(1), Kind::Equals | Kind::Colon | Kind::Dot)
    }

    /// Reports the next token, a keyword, in the place of a name, and takes it as one.
    fn keyword(&mut self, sort: &str) -> Ident {
        let word = self.spelling();
        let help = format!("choose another name, or write `#{sort}\"{word}\"`");
        self.complain(
            self.span(),
            &format!("`{word}` is a keyword and cannot be a name"),
            "a name is needed here",
            &help,
        );
        self.take_ident()
    }

    /// Parses the name of a type where it is defined or used.
    fn type_name(&mut self, wanted: &str) -> Parsed<Ident> {
        match self.peek() {
            Kind::Upper | Kind::EscapedType => Ok(self.take_ident()),
            _ => self.unexpected(wanted),
        }
    }

    /// Parses the name of a constructor where it is defined.
    fn con_name(&mut self, wanted: &str) -> Parsed<Ident> {
        match self.peek() {
            Kind::Upper | Kind::EscapedCon => Ok(self.take_ident()),
            _ => self.unexpected(wanted),
        }
    }

    /// Parses the name of a field. A keyword is reported, and taken as the name.
    fn label(&mut self) -> Parsed<Ident> {
        match self.peek() {
            Kind::Name | Kind::EscapedLabel => Ok(self.take_ident()),
            Kind::Int if matches!(self.kind(1), Kind::Equals | Kind::Colon) => {
                let help = format!("`#label\"{}\"` is the name of a component of a tuple", shorten(self.spelling()));
                self.complain(self.span(), "a number in the place of a field's name", "expected a name", &help);
                Ok(self.take_ident())
            }
            kind if syntax::Kind::is_word(kind) => Ok(self.keyword("label")),
            _ => self.unexpected(LABEL),
        }
    }

    /// Whether a field comes next: a label and `sign`.
    fn at_field(&self, sign: Kind) -> bool {
        let label = self.peek();
        self.kind(1) == sign
            && (matches!(label, Kind::Name | Kind::EscapedLabel | Kind::Int) || syntax::Kind::is_word(label))
    }

    /// Parses fields up to the closing brace: `label sign value, ..`.
    fn fields<T>(
        &mut self,
        open: Opened,
        sign: Kind,
        mut value: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<Field<T>>> {
        let wanted = if sign == Kind::Colon { "`:` and the type of the field" } else { VALUE };
        self.separated(open, Kind::Comma, |parser| {
            let label = parser.label()?;
            parser.expect(sign, wanted)?;
            Ok(Field { label, value: value(parser)? })
        })
    }
}

/// What messages depend on.
impl Mexpr<'_> {
    /// Whether the previous token has this kind.
    fn follows(&self, kind: Kind) -> bool {
        self.at().checked_sub(1).is_some_and(|before| self.token(before).kind == kind)
    }

    /// Whether nothing separates the next token from the previous one.
    fn touches(&self) -> bool {
        !self.token(self.at()).spaced
    }

    /// Reports a part of the original language that is refused, at most once in a declaration of the file.
    fn refuse_once(&mut self, span: Span, what: &str, help: &str) {
        if !std::mem::replace(&mut self.refused, true) {
            let headline = format!("{what} are not part of MExpr here");
            self.report(Diagnostic::error(REFUSED, headline).label(span, "this is refused").help(help));
        }
    }
}
