//! Types and type parameters.
//!
//! ```text
//! type  ::= '?' ('[' n ']')+ '.' type | '(' x ':' type ')' '->' type | term ['->' type]
//! term  ::= '*' term | '[' [size] ']' term | sum | name arg*
//! sum   ::= '#' name atom* ('|' '#' name atom*)*
//! atom  ::= name | '(' types ')' | '{' fields '}' | '[' [size] ']' atom
//! ```

use super::{Broken, Parsed, Parser};
use crate::ast::{Exp, Ident, Liftedness, TypeArg, TypeExp, TypeExpKind, TypeParam, TypeParamKind};
use crate::lexer::Kind;
use base::Span;

impl Parser<'_> {
    /// Parses any type.
    pub(super) fn type_exp(&mut self) -> Parsed<TypeExp> {
        let depth = self.deeper()?;
        let result = self.type_exp_inside();
        self.depth = depth;
        result
    }

    fn type_exp_inside(&mut self) -> Parsed<TypeExp> {
        let start = self.span();
        if self.is(Kind::Question) {
            return self.existential(start, Self::type_exp);
        }
        if self.is(Kind::LeftParen)
            && matches!(self.kind(1), Kind::Name | Kind::Underscore)
            && self.kind(2) == Kind::Colon
        {
            return self.named_function(start);
        }
        let param = self.type_term()?;
        if self.is(Kind::Arrow) { self.function(start, None, param) } else { Ok(param) }
    }

    /// Parses a function type with a named parameter: `(name: param) -> result`.
    fn named_function(&mut self, start: Span) -> Parsed<TypeExp> {
        self.bump();
        let name = self.take_ident(0);
        self.bump();
        let Some(param) = self.bracketed(Kind::RightParen, Self::type_exp)? else { return Err(Broken) };
        let name = (name.name.as_str() != "_").then_some(name);
        if self.is(Kind::Arrow) { self.function(start, name, param) } else { self.unexpected("`->`") }
    }

    fn function(&mut self, start: Span, name: Option<Ident>, param: TypeExp) -> Parsed<TypeExp> {
        self.bump();
        let result = self.type_exp()?;
        let kind = TypeExpKind::Function(name, Box::new(param), Box::new(result));
        Ok(TypeExp { kind, span: self.since(start) })
    }

    /// Parses a type that `->` ends: the result of a lambda, or the type in a refinement.
    pub(super) fn type_before_arrow(&mut self) -> Parsed<TypeExp> {
        match self.is(Kind::Question) {
            true => self.existential(self.span(), Self::type_term),
            false => self.type_term(),
        }
    }

    /// Parses a type with existential sizes: `?[n][m].ty`.
    fn existential(&mut self, start: Span, inner: fn(&mut Self) -> Parsed<TypeExp>) -> Parsed<TypeExp> {
        self.bump();
        let sizes = self.sizes()?;
        if sizes.is_empty() {
            return self.unexpected("a size in brackets");
        }
        self.expect(Kind::Dot, "`.`")?;
        let ty = inner(self)?;
        Ok(TypeExp { kind: TypeExpKind::Exists(sizes, Box::new(ty)), span: self.since(start) })
    }

    /// Parses any number of sizes: `[n][m]..`.
    pub(super) fn sizes(&mut self) -> Parsed<Vec<Ident>> {
        let mut sizes = Vec::new();
        while self.eat(Kind::LeftBracket) {
            sizes.push(self.ident("the name of a size")?);
            self.expect(Kind::RightBracket, "`]`")?;
        }
        Ok(sizes)
    }

    /// Parses a type that is not a function type, unless in parentheses.
    pub(super) fn type_term(&mut self) -> Parsed<TypeExp> {
        let depth = self.deeper()?;
        let result = self.type_term_inside();
        self.depth = depth;
        result
    }

    fn type_term_inside(&mut self) -> Parsed<TypeExp> {
        let start = self.span();
        match self.peek() {
            Kind::Star => {
                self.bump();
                let ty = self.type_term()?;
                Ok(TypeExp { kind: TypeExpKind::Unique(Box::new(ty)), span: self.since(start) })
            }
            Kind::LeftBracket => {
                let size = self.size()?;
                let element = self.type_term()?;
                Ok(TypeExp { kind: TypeExpKind::Array(size.map(Box::new), Box::new(element)), span: self.since(start) })
            }
            Kind::Constructor => self.sum(start),
            Kind::Name | Kind::QualName => self.type_application(start),
            _ => self.type_atom(),
        }
    }

    /// Parses a size: `[size]` or `[]`.
    fn size(&mut self) -> Parsed<Option<Exp>> {
        let start = self.bump();
        if self.eat(Kind::RightBracket) {
            return Ok(None);
        }
        let size = self.bracketed(Kind::RightBracket, Self::exp)?;
        Ok(Some(size.unwrap_or_else(|| self.error_exp(start))))
    }

    fn sum(&mut self, start: Span) -> Parsed<TypeExp> {
        let mut constructors = Vec::new();
        loop {
            if !self.is(Kind::Constructor) {
                return self.unexpected("a constructor such as `#name`");
            }
            let name = self.take_ident(1);
            let mut payload = Vec::new();
            while self.at_type_atom() {
                payload.push(self.type_atom()?);
            }
            constructors.push((name, payload));
            if !self.eat(Kind::Bar) {
                return Ok(TypeExp { kind: TypeExpKind::Sum(constructors), span: self.since(start) });
            }
        }
    }

    fn type_application(&mut self, start: Span) -> Parsed<TypeExp> {
        let name = self.take_qual_name();
        let mut args = Vec::new();
        while self.at_type_atom() {
            args.push(match self.peek() {
                Kind::LeftBracket => TypeArg::Size(self.size()?),
                _ => TypeArg::Type(self.type_atom()?),
            });
        }
        Ok(TypeExp { kind: TypeExpKind::Name(name, args), span: self.since(start) })
    }

    fn at_type_atom(&self) -> bool {
        use Kind::{LeftBrace, LeftBracket, LeftParen, Name, QualName};
        matches!(self.peek(), Name | QualName | LeftParen | LeftBrace | LeftBracket)
    }

    fn type_atom(&mut self) -> Parsed<TypeExp> {
        let depth = self.deeper()?;
        let result = self.type_atom_inside();
        self.depth = depth;
        result
    }

    fn type_atom_inside(&mut self) -> Parsed<TypeExp> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::QualName => TypeExpKind::Name(self.take_qual_name(), Vec::new()),
            Kind::LeftBracket => {
                let size = self.size()?;
                let element = self.type_atom()?;
                TypeExpKind::Array(size.map(Box::new), Box::new(element))
            }
            Kind::LeftParen => return self.type_parentheses(start),
            Kind::LeftBrace => {
                self.bump();
                let fields = |p: &mut Self| p.commas(Kind::RightBrace, Self::type_field);
                TypeExpKind::Record(self.bracketed(Kind::RightBrace, fields)?.unwrap_or_default())
            }
            _ => return self.unexpected("a type"),
        };
        Ok(TypeExp { kind, span: self.since(start) })
    }

    /// Parses a tuple or a type in parentheses.
    fn type_parentheses(&mut self, start: Span) -> Parsed<TypeExp> {
        self.bump();
        let items = |p: &mut Self| p.parts(Self::type_exp);
        let mut items = self.bracketed(Kind::RightParen, items)?.unwrap_or_default();
        let span = self.since(start);
        match items.pop() {
            Some(only) if items.is_empty() => Ok(TypeExp { span, ..only }),
            last => {
                items.extend(last);
                Ok(TypeExp { kind: TypeExpKind::Tuple(items), span })
            }
        }
    }

    fn type_field(&mut self) -> Parsed<(Ident, TypeExp)> {
        let name = self.field()?;
        self.expect(Kind::Colon, "`:`")?;
        Ok((name, self.type_exp()?))
    }

    /// Parses any number of type parameters: `[n]`, `'t`, `'~t`, `'^t`.
    pub(super) fn type_params(&mut self) -> Parsed<Vec<TypeParam>> {
        let mut params = Vec::new();
        loop {
            let kind = match self.peek() {
                Kind::LeftBracket => TypeParamKind::Size,
                Kind::Tick => TypeParamKind::Type(Liftedness::Unlifted),
                Kind::TickTilde => TypeParamKind::Type(Liftedness::SizeLifted),
                Kind::TickCaret => TypeParamKind::Type(Liftedness::Lifted),
                _ => return Ok(params),
            };
            self.bump();
            let name = self.ident("the name of a type parameter")?;
            if kind == TypeParamKind::Size {
                self.expect(Kind::RightBracket, "`]`")?;
            }
            params.push(TypeParam { kind, name });
        }
    }

    /// Parses the liftedness after the word `type`: nothing, `~` or `^`.
    pub(super) fn liftedness(&mut self) -> Liftedness {
        if self.eat(Kind::Tilde) {
            Liftedness::SizeLifted
        } else if self.eat(Kind::Caret) {
            Liftedness::Lifted
        } else {
            Liftedness::Unlifted
        }
    }
}
