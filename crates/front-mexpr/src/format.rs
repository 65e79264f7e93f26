//! The formatter. Every token and comment is printed in order and as written, so formatting changes only white space.
//! Declarations in an expression are in one column with the expression in their scope; bodies and branches are
//! indented. A form that the author wrote on several lines stays so; one that does not fit on a line is broken.
//!
//! ```text
//! let f = lam x. lam y.            if c then              switch x
//!   let z = addi x y in              a                    case Some y then y
//!   muli z z                       else if d then         case None _ then
//!                                    b                      0
//! recursive                        else                   end
//!   let g = lam x. g x               e
//! end
//! ```

mod declarations;
mod expressions;

use crate::lexer::{Kind, lex};
use crate::parser::parse;
use base::layout::{Doc, align, group, line, nest, render};
use base::{Error, FileId};
use syntax::format::{Printer, Words, check_kept};

/// Largest number of columns of a line.
const WIDTH: usize = 100;

/// Formats a text: lines of at most 100 columns where the code allows it. Formatting twice changes nothing.
///
/// # Errors
/// The diagnostics of `parse`, if the text has errors. A bug, if the result would differ in more than white space.
pub fn format(file: FileId, text: &str) -> Result<String, Error> {
    let (_, diagnostics) = parse(file, text);
    if !diagnostics.is_empty() {
        return Err(Error::User(diagnostics));
    }
    let mut layout = Layout { words: Words::new(lex(file, text)) };
    let formatted = render(&layout.file(), WIDTH);
    check_kept(&lex(file, text), &lex(file, &formatted))?;
    Ok(formatted)
}

/// The formatter of MExpr. It walks over the tokens of a text without errors.
struct Layout<'a> {
    words: Words<'a, Kind>,
}

impl<'a> Printer<'a> for Layout<'a> {
    type Kind = Kind;

    fn words(&self) -> &Words<'a, Kind> {
        &self.words
    }

    fn words_mut(&mut self) -> &mut Words<'a, Kind> {
        &mut self.words
    }
}

/// Parts that all constructs share.
impl<'a> Layout<'a> {
    /// Whether the author began a line with the next token.
    fn newline(&self) -> bool {
        self.ahead().first().is_some_and(|token| token.newline_before)
    }

    /// Lays out brackets, on one line if they fit.
    fn bracketed(&mut self, inside: impl FnOnce(&mut Self) -> Doc<'a>) -> Doc<'a> {
        let leading = self.leading();
        let open = self.token();
        let inside = align(Doc::Concat(vec![inside(self), self.leading()]));
        Doc::Concat(vec![leading, group(Doc::Concat(vec![open, inside, self.token()]))])
    }

    /// Lays out brackets around items with commas.
    fn items(&mut self, mut item: impl FnMut(&mut Self) -> Doc<'a>) -> Doc<'a> {
        self.bracketed(|layout| {
            let mut docs = Vec::new();
            while !syntax::Kind::closes(layout.kind(0)) {
                docs.push(item(layout));
                if layout.is(Kind::Comma) {
                    docs.push(layout.token());
                    docs.extend((!syntax::Kind::closes(layout.kind(0))).then(line));
                }
            }
            Doc::Concat(docs)
        })
    }

    /// Lays out `label sign value`.
    fn field(&mut self, value: impl FnOnce(&mut Self) -> Doc<'a>) -> Doc<'a> {
        let label = vec![self.token(), self.spaced()];
        Doc::Concat(vec![Doc::Concat(label), group(nest(Doc::Concat(vec![line(), value(self)])))])
    }

    /// Lays out ` : ty` if it comes next.
    fn annotation(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        if self.is(Kind::Colon) {
            docs.extend([self.spaced(), Doc::Text(" "), align(group(self.ty()))]);
        }
        Doc::Concat(docs)
    }
}

/// Types.
impl<'a> Layout<'a> {
    fn ty(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        loop {
            if self.is(Kind::All) {
                docs.extend([self.token(), self.spaced(), self.token(), line()]);
                continue;
            }
            docs.push(self.type_atom());
            while self.at_type_atom() {
                docs.extend([Doc::Text(" "), self.type_atom()]);
            }
            if !self.is(Kind::Arrow) {
                return Doc::Concat(docs);
            }
            docs.extend([self.spaced(), line()]);
        }
    }

    fn at_type_atom(&self) -> bool {
        use Kind::{EscapedType, EscapedVar, LeftBrace, LeftBracket, LeftParen, Name, Underscore, Upper};
        matches!(
            self.kind(0),
            EscapedType | EscapedVar | LeftBrace | LeftBracket | LeftParen | Name | Underscore | Upper
        )
    }

    fn type_atom(&mut self) -> Doc<'a> {
        match self.kind(0) {
            Kind::LeftParen | Kind::LeftBracket => self.items(Self::ty),
            Kind::LeftBrace => self.items(|layout| layout.field(Self::ty)),
            Kind::Upper if self.spelling() == "Tensor" => Doc::Concat(vec![self.token(), self.items(Self::ty)]),
            _ => self.token(),
        }
    }
}

/// Patterns.
impl<'a> Layout<'a> {
    fn pat(&mut self) -> Doc<'a> {
        let mut docs = vec![self.pat_atom()];
        while matches!(self.kind(0), Kind::Bar | Kind::Ampersand | Kind::Concat) {
            docs.extend([line(), self.token(), Doc::Text(" "), self.pat_atom()]);
        }
        Doc::Concat(docs)
    }

    /// Lays out a pattern without signs between its parts.
    fn pat_atom(&mut self) -> Doc<'a> {
        match self.kind(0) {
            Kind::Bang => Doc::Concat(vec![self.token(), self.pat_atom()]),
            Kind::Upper | Kind::EscapedCon => Doc::Concat(vec![self.token(), Doc::Text(" "), self.pat_atom()]),
            Kind::LeftParen | Kind::LeftBracket => self.items(Self::pat),
            Kind::LeftBrace => self.items(|layout| layout.field(Self::pat)),
            _ => self.token(),
        }
    }
}
