//! Layout of expressions.

use super::Layout;
use crate::lexer::Kind;
use base::layout::{Doc, align, broken_if, group, line, nest};
use syntax::format::Printer;

/// The layout of an expression before it is known where it stands.
struct Laid<'a> {
    doc: Doc<'a>,
    /// Whether the author wrote it on several lines.
    broken: bool,
    /// Whether it is an `if` or a `match` with branches, which may continue the line of an `else`.
    branches: bool,
}

impl<'a> Laid<'a> {
    fn new(doc: Doc<'a>) -> Laid<'a> {
        Laid { doc, broken: false, branches: false }
    }
}

impl<'a> Layout<'a> {
    pub(super) fn expr(&mut self) -> Doc<'a> {
        let Laid { doc, broken, .. } = self.block();
        broken_if(broken, doc)
    }

    /// Lays out statements and the expression in their scope, all in one column.
    fn block(&mut self) -> Laid<'a> {
        let (first, mut ended) = self.part();
        if ended {
            return first;
        }
        let (mut docs, mut broken) = (vec![broken_if(first.broken, first.doc)], false);
        while !ended {
            broken |= self.newline();
            let separator = self.separator();
            let (part, ends) = self.part();
            docs.extend([separator, broken_if(part.broken, part.doc)]);
            ended = ends;
        }
        Laid { broken, ..Laid::new(Doc::Concat(docs)) }
    }

    /// Lays out the next part of a block. Returns whether it is the last one.
    fn part(&mut self) -> (Laid<'a>, bool) {
        match self.kind(0) {
            Kind::Let | Kind::Recursive | Kind::Type | Kind::Con | Kind::External | Kind::Utest => {
                (Laid::new(self.decl()), false)
            }
            Kind::Dive | Kind::Prerun => {
                let word = self.token();
                let (part, ends) = self.part();
                (Laid { doc: Doc::Concat(vec![word, Doc::Text(" "), part.doc]), branches: false, ..part }, ends)
            }
            Kind::Lam => (self.lambda(), true),
            Kind::Switch => (self.switch(), true),
            Kind::If | Kind::Match => self.branches(),
            _ => {
                let application = self.application();
                if !self.is(Kind::Semicolon) {
                    return (Laid::new(application), true);
                }
                (Laid::new(Doc::Concat(vec![application, self.token()])), false)
            }
        }
    }

    /// Lays out the parameters of a function: `lam x. lam y : ty.`
    pub(super) fn params(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while self.is(Kind::Lam) {
            docs.extend((!docs.is_empty()).then(line));
            docs.push(self.token());
            if !self.is(Kind::Dot) {
                docs.extend([self.spaced(), self.annotation()]);
            }
            docs.push(self.token());
        }
        align(group(Doc::Concat(docs)))
    }

    fn lambda(&mut self) -> Laid<'a> {
        let params = self.params();
        let broken = self.newline();
        let body = nest(Doc::Concat(vec![line(), self.expr()]));
        Laid { broken, ..Laid::new(Doc::Concat(vec![params, body])) }
    }

    /// Lays out `if c then a else b`, `match e with p then a else b`, or the statement `match e with p in`, which does
    /// not end a block.
    fn branches(&mut self) -> (Laid<'a>, bool) {
        let mut head = vec![self.token(), nest(Doc::Concat(vec![line(), self.expr()]))];
        if self.is(Kind::With) {
            head.extend([line(), self.token(), Doc::Text(" "), align(group(self.pat()))]);
            if self.is(Kind::In) {
                head.push(self.spaced());
                return (Laid::new(Doc::Concat(head)), false);
            }
            head.push(self.spaced());
        } else {
            head.extend([line(), self.token()]);
        }
        let mut docs = vec![group(Doc::Concat(head))];
        let mut broken = self.newline();
        docs.push(nest(Doc::Concat(vec![line(), self.expr()])));
        broken |= self.newline();
        docs.extend([line(), self.token()]);
        let on_new_line = self.newline();
        let no = self.block();
        if no.branches {
            docs.extend([Doc::Text(" "), no.doc]);
            broken |= no.broken;
        } else {
            docs.push(nest(Doc::Concat(vec![line(), broken_if(no.broken, no.doc)])));
            broken |= on_new_line;
        }
        (Laid { doc: Doc::Concat(docs), broken, branches: true }, true)
    }

    fn switch(&mut self) -> Laid<'a> {
        let mut docs = vec![self.token(), nest(Doc::Concat(vec![line(), self.expr()]))];
        docs = vec![group(Doc::Concat(docs))];
        let mut broken = false;
        while self.is(Kind::Case) {
            broken |= self.newline();
            docs.extend([self.separator(), self.leading(), self.case()]);
        }
        broken |= self.newline();
        docs.extend([line(), self.token()]);
        Laid { broken, ..Laid::new(Doc::Concat(docs)) }
    }

    /// Lays out `case p then body`.
    fn case(&mut self) -> Doc<'a> {
        let head = vec![self.token(), Doc::Text(" "), align(group(self.pat())), self.spaced()];
        let broken = self.newline();
        broken_if(broken, Doc::Concat(vec![Doc::Concat(head), nest(Doc::Concat(vec![line(), self.expr()]))]))
    }
}

/// Applications.
impl<'a> Layout<'a> {
    fn application(&mut self) -> Doc<'a> {
        let leading = self.leading();
        let function = self.atom();
        let mut arguments = Vec::new();
        while self.at_atom() {
            arguments.extend([line(), self.atom()]);
        }
        Doc::Concat(vec![leading, group(Doc::Concat(vec![function, nest(Doc::Concat(arguments))]))])
    }

    fn at_atom(&self) -> bool {
        use Kind::{Char, EscapedVar, False, Float, Frozen, Int, LeftBrace, LeftBracket, LeftParen, Name, Never, True};
        matches!(self.kind(0), Char | EscapedVar | False | Float | Frozen | Int | LeftBrace | LeftBracket | LeftParen)
            || matches!(self.kind(0), Name | Never | Kind::String | True)
    }

    /// Lays out an atom with its fields. A space separates digits from a point after them.
    fn atom(&mut self) -> Doc<'a> {
        let mut digits = self.is(Kind::Int);
        let mut docs = vec![match self.kind(0) {
            Kind::LeftParen | Kind::LeftBracket => self.items(Self::expr),
            Kind::LeftBrace => self.braces(),
            _ => self.token(),
        }];
        while self.is(Kind::Dot) {
            docs.extend(digits.then_some(Doc::Text(" ")));
            docs.push(self.token());
            digits = self.is(Kind::Int);
            docs.push(self.token());
        }
        Doc::Concat(docs)
    }

    /// Lays out a record, or a record with other values of some fields.
    fn braces(&mut self) -> Doc<'a> {
        if matches!(self.kind(1), Kind::RightBrace) || self.kind(2) == Kind::Equals {
            return self.items(|layout| layout.field(Self::expr));
        }
        self.bracketed(|layout| {
            let mut docs = vec![layout.expr(), line(), layout.token(), Doc::Text(" "), layout.field(Self::expr)];
            while layout.is(Kind::Comma) {
                docs.extend([layout.token(), line(), layout.field(Self::expr)]);
            }
            Doc::Concat(docs)
        })
    }
}
