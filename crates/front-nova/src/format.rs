//! The formatter. Brackets decide the structure, and the first word of a list decides its layout. Every token and
//! comment is printed in order and as written, so formatting changes only white space. A list goes on one line if it
//! fits. The author's line breaks do not matter, except for empty lines between parts.
//!
//! ```text
//! (let                               (case xs
//!   (x (+ a 1))                        (Nil x l)
//!   (y (* x x))                        (Cons xs (len (+ l 1) (xs.1))))
//!   in (lambda (z : int) : int
//!        (+ x (+ y z))))             (map (lambda (x : int) : int (+ x 1))
//!                                         X)
//! ```

use crate::lexer::{Kind, lex};
use crate::reader::read;
use base::layout::{Doc, align, group, line, nest, render};
use base::{Error, FileId};
use syntax::format::{Printer, Words, check_kept};

/// Largest number of columns of a line.
const WIDTH: usize = 100;

/// Length of a function's name up to which its arguments are aligned after it.
const LONG_NAME: usize = 12;

/// Formats a text: lines of at most 100 columns where the code allows it. Formatting twice changes nothing.
///
/// # Errors
/// The diagnostics of `read`, if the text has errors. A bug, if the result would differ in more than white space.
pub fn format(file: FileId, text: &str) -> Result<String, Error> {
    let (_, diagnostics) = read(file, text);
    if !diagnostics.is_empty() {
        return Err(Error::User(diagnostics));
    }
    let formatted = layout(text);
    check_kept(&lex(file, text), &lex(file, &formatted))?;
    Ok(formatted)
}

/// Lays out a text whose brackets match.
pub(crate) fn layout(text: &str) -> String {
    let mut layout = Layout { words: Words::new(lex(FileId::default(), text)) };
    render(&layout.program(), WIDTH)
}

/// The formatter of NOVA.
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

/// Lists.
impl<'a> Layout<'a> {
    /// Whether the enclosing list ends here; outside of all brackets, whether the file ends.
    fn at_end(&self) -> bool {
        matches!(self.kind(0), Kind::RightParen | Kind::End)
    }

    /// Lays out a program: each input list, section and expression starts a line.
    fn program(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while !self.is(Kind::End) {
            if !docs.is_empty() {
                docs.push(self.separator());
            }
            docs.push(if self.at_form() { self.form() } else { self.item() });
        }
        docs.extend([self.separator(), self.token()]);
        Doc::Concat(docs)
    }

    /// Lays out a token or list with its component suffixes. A vector type includes its elements' type.
    fn item(&mut self) -> Doc<'a> {
        let vector = self.is(Kind::Ranked) || self.is(Kind::Name) && self.spelling() == "vector";
        let mut docs = vec![if self.is(Kind::LeftParen) { self.list() } else { self.token() }];
        while self.is(Kind::Component) {
            docs.push(self.token());
        }
        if vector && matches!(self.kind(0), Kind::Name | Kind::TypeVariable | Kind::Ranked | Kind::LeftParen) {
            docs.extend([Doc::Text(" "), self.item()]);
        }
        Doc::Concat(docs)
    }

    fn list(&mut self) -> Doc<'a> {
        self.bracketed(|layout| if layout.at_form() { layout.form() } else { layout.plain() })
    }

    /// Lays out a bracketed list, on one line if it fits.
    fn bracketed(&mut self, inside: impl FnOnce(&mut Self) -> Doc<'a>) -> Doc<'a> {
        let leading = self.leading();
        let list = vec![self.token(), inside(self), self.leading(), self.token()];
        Doc::Concat(vec![leading, align(group(Doc::Concat(list)))])
    }

    /// Lays out the contents of a list that starts with no keyword.
    fn plain(&mut self) -> Doc<'a> {
        let name = if self.kind(0).is_name() { self.spelling().len() } else { 0 };
        let first = self.item();
        match self.kind(0) {
            Kind::RightParen => first,
            Kind::Colon | Kind::TypeVariable if self.declares() => Doc::Concat(vec![first, self.declared()]),
            Kind::Comma | Kind::Arrow | Kind::Bang => align(Doc::Concat(vec![first, self.rest()])),
            _ if name == 0 => align(Doc::Concat(vec![first, line(), self.rest()])),
            _ if name > LONG_NAME => Doc::Concat(vec![first, nest(Doc::Concat(vec![line(), self.rest()]))]),
            _ => Doc::Concat(vec![first, Doc::Text(" "), align(self.rest())]),
        }
    }

    /// Lays out the items up to the end of the list, each on its own line if they do not fit on one.
    fn rest(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while !self.at_end() {
            match self.kind(0) {
                Kind::Comma => docs.extend([self.token(), line()]),
                Kind::Arrow | Kind::Bang => docs.extend([self.spaced(), line()]),
                _ => docs.extend(self.items()),
            }
        }
        Doc::Concat(docs)
    }

    /// Lays out items, each on a line of its own.
    fn items(&mut self) -> Vec<Doc<'a>> {
        let mut docs = vec![self.item()];
        while !self.at_end() && !matches!(self.kind(0), Kind::Comma | Kind::Arrow | Kind::Bang) {
            docs.extend([line(), self.item()]);
        }
        docs
    }

    /// Whether a colon follows, perhaps after type parameters, so that the list is a declaration.
    fn declares(&self) -> bool {
        let mut kinds = self.ahead().iter().map(|token| token.kind);
        kinds.find(|kind| *kind != Kind::TypeVariable) == Some(Kind::Colon)
    }

    /// Lays out the type parameters and the type of a declaration.
    fn declared(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while self.is(Kind::TypeVariable) {
            docs.push(self.spaced());
        }
        docs.push(self.spaced());
        docs.push(nest(Doc::Concat(vec![line(), align(self.rest())])));
        Doc::Concat(docs)
    }
}

/// Forms.
impl<'a> Layout<'a> {
    fn at_form(&self) -> bool {
        use Kind::{Case, Foreign, If, Lambda, Let, Mu, Types};
        matches!(self.kind(0), Case | Foreign | If | Lambda | Let | Mu | Types)
    }

    /// Lays out a keyword form, without its brackets.
    fn form(&mut self) -> Doc<'a> {
        let kind = self.kind(0);
        let word = self.token();
        let rest = match kind {
            Kind::If => self.conditional(),
            Kind::Case => self.cases(),
            Kind::Let => self.bindings(),
            Kind::Lambda => self.lambda(),
            Kind::Mu => Doc::Concat(vec![Doc::Text(" "), self.item(), self.body()]),
            _ => self.section(),
        };
        group(Doc::Concat(vec![word, rest]))
    }

    /// Lays out the last item, indented.
    fn body(&mut self) -> Doc<'a> {
        nest(Doc::Concat(vec![line(), self.item()]))
    }

    fn conditional(&mut self) -> Doc<'a> {
        let mut docs = vec![Doc::Text(" "), align(self.item())];
        while !self.at_end() {
            docs.extend([line(), self.word_and_item()]);
        }
        nest(Doc::Concat(docs))
    }

    /// Lays out `in`, `then` or `else`, and its expression.
    fn word_and_item(&mut self) -> Doc<'a> {
        Doc::Concat(vec![self.token(), Doc::Text(" "), align(self.item())])
    }

    fn cases(&mut self) -> Doc<'a> {
        let mut docs = vec![Doc::Text(" "), align(self.item())];
        while !self.at_end() {
            docs.extend([self.separator(), self.clause(2)]);
        }
        nest(Doc::Concat(docs))
    }

    fn bindings(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while !self.at_end() {
            let part = [self.separator(), if self.is(Kind::In) { self.word_and_item() } else { self.clause(1) }];
            docs.extend(part);
        }
        nest(Doc::Concat(docs))
    }

    /// Lays out a list that consists of `names` names and a body.
    fn clause(&mut self, names: usize) -> Doc<'a> {
        self.bracketed(|layout| {
            let mut docs = vec![layout.token()];
            docs.extend((1..names).map(|_| layout.spaced()));
            docs.push(layout.body());
            Doc::Concat(docs)
        })
    }

    fn lambda(&mut self) -> Doc<'a> {
        let mut params = Vec::new();
        while self.is(Kind::LeftParen) && self.kind(1).is_name() && self.kind(2) == Kind::Colon {
            params.extend((!params.is_empty()).then(line));
            params.push(self.item());
        }
        let mut docs = vec![Doc::Text(" "), align(group(Doc::Concat(params)))];
        if self.is(Kind::Colon) {
            docs.extend([self.spaced(), Doc::Text(" "), align(group(self.result()))]);
        }
        docs.push(self.body());
        Doc::Concat(docs)
    }

    /// Lays out the result type after a colon.
    fn result(&mut self) -> Doc<'a> {
        let mut docs = vec![self.item()];
        while self.is(Kind::Arrow) {
            docs.extend([self.spaced(), line(), self.item()]);
        }
        Doc::Concat(docs)
    }

    fn section(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while !self.at_end() {
            docs.extend([self.separator(), self.item()]);
        }
        nest(Doc::Concat(docs))
    }
}
