//! Parses declarations and attributes.

use super::{Broken, Parsed, Parser};
use crate::ast::{Attr, Dec, DecKind, Def, Ident, Import, Pat, TypeDef};
use crate::lexer::Kind;
use base::Symbol;
use std::rc::Rc;

impl Parser<'_> {
    /// Parses declarations up to `close`, which is not taken. After an error, continues with the next declaration.
    pub(super) fn decs(&mut self, close: Kind) -> Vec<Dec> {
        let outer = self.column;
        let mut decs = Vec::new();
        while !self.is(close) && !self.is(Kind::End) {
            let begun = self.at;
            let checkpoint = self.checkpoint();
            self.column = self.line_column().unwrap_or(outer);
            match self.dec() {
                Ok(dec) => decs.push(dec),
                Err(_) => {
                    self.resume(checkpoint);
                    if !self.next_declaration(begun, close) {
                        break;
                    }
                }
            }
        }
        self.column = outer;
        decs
    }

    /// After an error in a declaration that began at token `begun`, skips to the next declaration. Returns whether it
    /// belongs to the same list.
    pub(super) fn next_declaration(&mut self, begun: usize, close: Kind) -> bool {
        loop {
            if self.at == begun && !self.is(close) {
                self.bump();
            }
            self.skip_until(|_| false);
            if close != Kind::End {
                // A declaration further to the left belongs to an outer list: the closing bracket is missing.
                let outside = self.line_column().is_some_and(|column| column < self.column);
                return !outside && !self.peek().closes();
            }
            if !self.peek().closes() {
                return true;
            }
            // At top level, an unmatched bracket is part of the error that was reported.
            self.bump();
        }
    }

    fn dec(&mut self) -> Parsed<Dec> {
        let depth = self.deeper()?;
        let result = self.dec_inside();
        self.depth = depth;
        result
    }

    fn dec_inside(&mut self) -> Parsed<Dec> {
        let start = self.span();
        let doc = self.doc();
        let mut attrs = Vec::new();
        while self.is(Kind::AttrOpen) {
            attrs.push(self.attribute()?);
        }
        let doc = doc.or_else(|| self.doc());
        let kind = match self.peek() {
            Kind::Def | Kind::Let | Kind::Entry => self.def().map(|def| DecKind::Def(Rc::new(def))),
            Kind::Type => self.type_def().map(|def| DecKind::Type(Rc::new(def))),
            Kind::Module => self.module_dec(),
            Kind::Import => self.import().map(DecKind::Import),
            Kind::Open => {
                self.bump();
                self.mod_exp().map(|exp| DecKind::Open(Rc::new(exp)))
            }
            Kind::Local => {
                self.bump();
                self.dec().map(|dec| DecKind::Local(Box::new(dec)))
            }
            _ => self.unexpected("a declaration"),
        };
        Ok(Dec { kind: kind?, attrs, doc, span: self.since(start) })
    }

    /// Parses an import: `import "path"`.
    pub(super) fn import(&mut self) -> Parsed<Import> {
        let start = self.bump();
        if !self.is(Kind::String) {
            return self.unexpected("a path in quotes");
        }
        Ok(Import { path: self.string_literal(), span: self.since(start) })
    }

    fn def(&mut self) -> Parsed<Def> {
        let entry = self.is(Kind::Entry);
        self.bump();
        if self.at_infix_definition() {
            return self.infix_definition(entry);
        }
        let name = self.binding_name("a name")?;
        let type_params = self.type_params()?;
        let params = self.params()?;
        self.def_rest(entry, name, type_params, params)
    }

    /// Whether an infix definition comes next: `x op y` or `(x: t) op ..`, but not `(op)`.
    fn at_infix_definition(&self) -> bool {
        let operator = |kind: Kind| kind.is_infix() || kind == Kind::Backtick;
        match self.peek() {
            Kind::Name => operator(self.kind(1)),
            Kind::Underscore | Kind::LeftBrace => true,
            Kind::LeftParen => !self.at_bound_operator(),
            _ => false,
        }
    }

    /// Parses an infix definition: `x op y : result = body`.
    fn infix_definition(&mut self, entry: bool) -> Parsed<Def> {
        let (begun, reported) = (self.at, self.diagnostics.len());
        let left = self.pattern_atom()?;
        if !self.peek().is_infix() && !self.is(Kind::Backtick) {
            // The keyword was used as a name, which has been reported.
            if self.diagnostics.len() > reported {
                return Err(Broken);
            }
            self.at = begun;
            return self.unexpected("a name");
        }
        let name = self.defined_operator()?;
        let right = self.pattern_atom()?;
        let params: Vec<Pat> = vec![left, right];
        self.def_rest(entry, name, Vec::new(), params)
    }

    fn defined_operator(&mut self) -> Parsed<Ident> {
        if self.eat(Kind::Backtick) {
            let name = self.ident("a name")?;
            self.expect(Kind::Backtick, "a backtick")?;
            return Ok(name);
        }
        if self.peek().is_infix() && !self.is(Kind::QualOperator) {
            return Ok(self.take_ident(0));
        }
        self.unexpected("an operator")
    }

    /// Parses a type definition: `type name params = ty`.
    fn type_def(&mut self) -> Parsed<TypeDef> {
        self.bump();
        let liftedness = self.liftedness();
        let name = self.ident("the name of a type")?;
        let params = self.type_params()?;
        self.expect(Kind::Equals, "`=`")?;
        let ty = self.type_exp()?;
        Ok(TypeDef { liftedness, name, params, ty })
    }

    /// Parses an attribute: `#[attr]`.
    pub(super) fn attribute(&mut self) -> Parsed<Attr> {
        self.bump();
        let attr = self.bracketed(Kind::RightBracket, Self::attr)?;
        // After an error the attribute counts as unknown, and is ignored.
        Ok(attr.unwrap_or(Attr { name: Symbol::new(""), args: Vec::new(), span: self.span() }))
    }

    /// Parses the contents of an attribute: `name`, `name(attr, ..)` or a number.
    fn attr(&mut self) -> Parsed<Attr> {
        let depth = self.deeper()?;
        let start = self.span();
        if !matches!(self.peek(), Kind::Name | Kind::QualName | Kind::Number) {
            return self.unexpected("the name of an attribute");
        }
        let name = self.take_ident(0).name;
        let mut args = Vec::new();
        if self.eat(Kind::LeftParen) {
            let list = self.bracketed(Kind::RightParen, |p| p.commas(Kind::RightParen, Self::attr))?;
            args = list.unwrap_or_default();
        }
        self.depth = depth;
        Ok(Attr { name, args, span: self.since(start) })
    }
}
