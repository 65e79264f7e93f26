//! Layout of files and declarations.

use super::Layout;
use crate::lexer::Kind;
use base::layout::{Doc, align, broken_if, group, line, nest, nothing};
use syntax::format::Printer;

impl<'a> Layout<'a> {
    /// Lays out a file: each included file and declaration begins a line.
    pub(super) fn file(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while !self.is(Kind::EndOfFile) {
            if !docs.is_empty() {
                docs.push(self.separator());
            }
            docs.push(match self.kind(0) {
                Kind::Include => Doc::Concat(vec![self.token(), self.spaced()]),
                Kind::Mexpr => self.body(),
                _ => self.decl(),
            });
        }
        docs.extend([self.separator(), self.token()]);
        Doc::Concat(docs)
    }

    /// Lays out `mexpr` and its expression, which is not indented.
    fn body(&mut self) -> Doc<'a> {
        let (leading, word) = (self.leading(), self.token());
        let broken = self.newline();
        Doc::Concat(vec![leading, broken_if(broken, Doc::Concat(vec![word, line(), self.expr()]))])
    }

    /// Lays out a declaration, with its `in` in an expression.
    pub(super) fn decl(&mut self) -> Doc<'a> {
        let leading = self.leading();
        let decl = match self.kind(0) {
            Kind::Let => self.definition(true),
            Kind::Recursive => self.recursive(),
            Kind::Utest => self.utest(),
            _ => self.signature(),
        };
        Doc::Concat(vec![leading, decl])
    }

    /// Lays out `let x : ty = value`, and `in` if it follows and belongs to it. The parameters of a function stay behind
    /// the `=`, or are on a line of their own.
    fn definition(&mut self, takes_in: bool) -> Doc<'a> {
        let mut head = vec![self.token(), self.spaced(), self.annotation(), self.spaced()];
        if self.is(Kind::Lam) {
            head.push(nest(group(Doc::Concat(vec![line(), self.params()]))));
        }
        let mut broken = self.newline();
        let mut docs = vec![Doc::Concat(head), nest(Doc::Concat(vec![line(), self.expr()]))];
        if takes_in && self.is(Kind::In) {
            broken |= self.newline();
            docs.extend([line(), self.token()]);
        }
        broken_if(broken, Doc::Concat(docs))
    }

    /// Lays out a group of definitions with its `end` or `in`.
    fn recursive(&mut self) -> Doc<'a> {
        let mut docs = vec![self.token()];
        let mut broken = false;
        while self.is(Kind::Let) {
            broken |= self.newline();
            docs.push(nest(Doc::Concat(vec![self.separator(), self.leading(), self.definition(false)])));
        }
        broken |= self.newline();
        docs.extend([line(), self.token()]);
        broken_if(broken, Doc::Concat(docs))
    }

    fn utest(&mut self) -> Doc<'a> {
        let mut docs = vec![self.token(), Doc::Text(" "), align(self.expr())];
        while matches!(self.kind(0), Kind::With | Kind::Using | Kind::Else) {
            docs.extend([line(), self.token(), Doc::Text(" "), align(self.expr())]);
        }
        docs.push(if self.is(Kind::In) { Doc::Concat(vec![line(), self.token()]) } else { nothing() });
        group(Doc::Concat(docs))
    }

    /// Lays out a declaration without a value: `type`, `con`, `external`.
    fn signature(&mut self) -> Doc<'a> {
        let mut docs = vec![self.token(), self.spaced()];
        while matches!(self.kind(0), Kind::Name | Kind::EscapedVar | Kind::Bang) {
            docs.push(self.spaced());
        }
        docs.push(self.annotation());
        if self.is(Kind::Equals) {
            docs.extend([self.spaced(), nest(Doc::Concat(vec![line(), group(self.ty())]))]);
        }
        if self.is(Kind::In) {
            docs.extend([line(), self.token()]);
        }
        group(Doc::Concat(docs))
    }
}
