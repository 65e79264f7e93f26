//! Parses patterns. Parameters are atoms; only forms such as `match` and `let` take a whole pattern without
//! parentheses.
//!
//! ```text
//! pattern ::= ['#[' attr ']'] (atom | '-' number | '#' name atom*) [':' type]
//! atom    ::= name | '_' | literal | '#' name | '(' op ')' | '(' patterns ')' | '{' fields '}'
//! ```

use super::{Parsed, Parser};
use crate::ast::{Ident, Literal, Pat, PatKind};
use crate::lexer::Kind;
use base::Span;

impl Parser<'_> {
    /// Parses a whole pattern. Its type may be a function type.
    pub(super) fn pattern(&mut self) -> Parsed<Pat> {
        self.pattern_before(false)
    }

    /// Parses a whole pattern before `->`. Its type cannot be a function type.
    pub(super) fn case_pattern(&mut self) -> Parsed<Pat> {
        self.pattern_before(true)
    }

    fn pattern_before(&mut self, arrow: bool) -> Parsed<Pat> {
        let depth = self.deeper()?;
        let outside = self.begin_chain();
        let result = self.pattern_inside(arrow);
        self.end_chain(outside);
        self.depth = depth;
        result
    }

    fn pattern_inside(&mut self, arrow: bool) -> Parsed<Pat> {
        let start = self.span();
        if self.is(Kind::AttrOpen) {
            let attr = self.attribute()?;
            let pat = self.pattern_before(arrow)?;
            return Ok(Pat { kind: PatKind::Attr(attr, Box::new(pat)), span: self.since(start) });
        }
        let pat = match self.peek() {
            Kind::Constructor => self.constructor_pattern(start)?,
            Kind::Minus if self.kind(1) == Kind::Number => {
                self.bump();
                let literal = negate(self.number_literal());
                Pat { kind: PatKind::Literal(literal), span: self.since(start) }
            }
            _ => self.pattern_atom()?,
        };
        if !self.eat(Kind::Colon) {
            return Ok(pat);
        }
        self.push_down()?;
        let ty = if arrow { self.type_term()? } else { self.type_exp()? };
        Ok(Pat { kind: PatKind::Ascribe(Box::new(pat), ty), span: self.since(start) })
    }

    fn constructor_pattern(&mut self, start: Span) -> Parsed<Pat> {
        let name = self.take_ident(1).name;
        let mut payload = Vec::new();
        while self.at_pattern_atom() {
            payload.push(self.pattern_atom()?);
        }
        Ok(Pat { kind: PatKind::Constructor(name, payload), span: self.since(start) })
    }

    pub(super) fn at_pattern_atom(&self) -> bool {
        use Kind::{Char, Constructor, False, LeftBrace, LeftParen, Name, Number, True, Underscore};
        matches!(self.peek(), Name | Underscore | Number | Char | True | False | LeftParen | LeftBrace | Constructor)
    }

    /// Parses a pattern that can be a parameter.
    pub(super) fn pattern_atom(&mut self) -> Parsed<Pat> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name => PatKind::Name(self.take_ident(0).name),
            Kind::Underscore => {
                self.bump();
                PatKind::Wildcard
            }
            Kind::Constructor => PatKind::Constructor(self.take_ident(1).name, Vec::new()),
            Kind::True | Kind::False | Kind::Number | Kind::Char => PatKind::Literal(self.literal()),
            Kind::LeftParen if self.at_bound_operator() => PatKind::Name(self.take_bound_operator().name),
            Kind::LeftParen => return self.pattern_parentheses(start),
            Kind::LeftBrace => {
                self.bump();
                let fields = |p: &mut Self| p.commas(Kind::RightBrace, Self::pattern_field);
                PatKind::Record(self.bracketed(Kind::RightBrace, fields)?.unwrap_or_default())
            }
            _ => return self.unexpected("a pattern"),
        };
        Ok(Pat { kind, span: self.since(start) })
    }

    /// Parses a tuple or a pattern in parentheses.
    fn pattern_parentheses(&mut self, start: Span) -> Parsed<Pat> {
        self.bump();
        let items = |p: &mut Self| p.parts(Self::pattern);
        let Some(mut items) = self.bracketed(Kind::RightParen, items)? else {
            return Ok(Pat { kind: PatKind::Wildcard, span: self.since(start) });
        };
        let span = self.since(start);
        match items.pop() {
            Some(only) if items.is_empty() => Ok(Pat { span, ..only }),
            last => {
                items.extend(last);
                Ok(Pat { kind: PatKind::Tuple(items), span })
            }
        }
    }

    /// Parses a field of a record pattern: `a`, `a = pattern`, `a: type`.
    fn pattern_field(&mut self) -> Parsed<(Ident, Option<Pat>)> {
        let name = self.field()?;
        if self.eat(Kind::Equals) {
            return Ok((name, Some(self.pattern()?)));
        }
        if !self.eat(Kind::Colon) {
            return Ok((name, None));
        }
        let own = Pat { kind: PatKind::Name(name.name), span: name.span };
        let ty = self.type_exp()?;
        let pat = Pat { kind: PatKind::Ascribe(Box::new(own), ty), span: self.since(name.span) };
        Ok((name, Some(pat)))
    }
}

fn negate(literal: Literal) -> Literal {
    match literal {
        Literal::Bool(value) => Literal::Bool(value),
        Literal::Int { magnitude, negative, suffix } => Literal::Int { magnitude, negative: !negative, suffix },
        Literal::Float { value, suffix } => Literal::Float { value: -value, suffix },
    }
}
