//! Patterns.
//!
//! ```text
//! pat  = and ('|' and)*      and = not ('&' not)*      not = '!' not | Con not | atom
//! atom = x | '_' | integer | character | true | false | '(' ')' | '(' pat ')' | '(' pat ',' ')' | '(' pat ',' pat .. ')'
//!      | '{' '}' | '{' label '=' pat ',' .. '}'
//!      | seq | seq '++' edge | edge '++' seq | seq '++' edge '++' seq        seq = '[' pat ',' .. ']' | string
//! ```
//!
//! An edge, `x` or `_`, stands for any number of elements.

use super::{Mexpr, PATTERN, Parts};
use crate::ast::{Ident, Literal, Pat, PatKind};
use crate::lexer::Kind;
use base::Span;
use syntax::{Parsed, Parser};

impl Mexpr<'_> {
    pub(super) fn pat(&mut self) -> Parsed<Pat> {
        self.pats(Kind::Bar, PatKind::Or, |parser| parser.pats(Kind::Ampersand, PatKind::And, Self::negation))
    }

    /// Parses patterns with `sign` between them.
    fn pats(
        &mut self,
        sign: Kind,
        several: fn(Vec<Pat>) -> PatKind,
        mut part: impl FnMut(&mut Self) -> Parsed<Pat>,
    ) -> Parsed<Pat> {
        let start = self.span();
        let first = part(self)?;
        if !self.is(sign) {
            return Ok(first);
        }
        let mut pats = vec![first];
        while self.eat(sign) {
            pats.push(part(self)?);
        }
        Ok(self.pat_since(start, several(pats)))
    }

    fn pat_since(&self, start: Span, kind: PatKind) -> Pat {
        Pat { kind, span: self.since(start) }
    }

    /// Parses a pattern without `|` and `&` outside of brackets.
    fn negation(&mut self) -> Parsed<Pat> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Bang => {
                self.bump();
                PatKind::Not(Box::new(self.deeper(1, Self::negation)?))
            }
            Kind::Upper | Kind::EscapedCon => {
                let name = self.take_ident();
                match self.at_pat() {
                    true => PatKind::Con(name, Box::new(self.deeper(1, Self::negation)?)),
                    false => {
                        let name = name.name;
                        self.no_argument(start, &format!("`{name} x` binds it, `{name} _` and `{name} ()` do not"));
                        PatKind::Error
                    }
                }
            }
            _ => return self.pat_atom(),
        };
        Ok(self.pat_since(start, kind))
    }

    /// Whether a pattern begins with the next token.
    fn at_pat(&self) -> bool {
        use Kind::{Bang, Char, EscapedCon, EscapedVar, False, Float, Int, LeftBrace, LeftBracket, LeftParen, Name};
        use Kind::{String, True, Underscore, Upper};
        matches!(self.peek(), Bang | Char | EscapedCon | EscapedVar | False | Float | Int | LeftBrace | LeftBracket)
            || matches!(self.peek(), LeftParen | Name | String | True | Underscore | Upper)
    }

    fn pat_atom(&mut self) -> Parsed<Pat> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::EscapedVar | Kind::Underscore => {
                let name = self.edge()?;
                match self.eat(Kind::Concat) {
                    true => PatKind::Edges { before: Vec::new(), rest: name, after: self.last_elements()? },
                    false => name.map_or(PatKind::Wildcard, PatKind::Var),
                }
            }
            Kind::LeftBracket | Kind::String => self.sequence()?,
            Kind::Int => PatKind::Literal(self.integer()),
            Kind::Char => PatKind::Literal(Literal::Char(self.character())),
            Kind::True | Kind::False => {
                let value = self.is(Kind::True);
                self.bump();
                PatKind::Literal(Literal::Bool(value))
            }
            Kind::LeftParen => match self.bracketed(|parser, open| parser.parts(open, Self::pat))? {
                Some(Parts::One(pat)) => pat.kind,
                Some(Parts::Tuple(pats)) => PatKind::Tuple(pats),
                None => PatKind::Error,
            },
            Kind::LeftBrace => {
                let fields = self.bracketed(|parser, open| match parser.is(Kind::RightBrace) {
                    true => Ok(Vec::new()),
                    false => parser.fields(open, Kind::Equals, Self::pat),
                });
                match fields? {
                    Some(fields) if fields.is_empty() => PatKind::Tuple(Vec::new()),
                    Some(fields) => PatKind::Record(fields),
                    None => PatKind::Error,
                }
            }
            _ => return self.unexpected(PATTERN),
        };
        Ok(self.pat_since(start, kind))
    }

    /// Parses `x` or `_`, which stands for any number of elements.
    fn edge(&mut self) -> Parsed<Option<Ident>> {
        match self.peek() {
            Kind::Name | Kind::EscapedVar => Ok(Some(self.take_ident())),
            Kind::Underscore => {
                self.bump();
                Ok(None)
            }
            Kind::LeftBracket | Kind::String => {
                let help = "write elements that follow each other in one bracket: `[a, b]`";
                self.refuse(self.span(), "two sequences side by side", "expected a variable or `_`", help)
            }
            _ => self.unexpected("a variable or `_` after the `++`"),
        }
    }

    /// Parses a pattern that begins with the elements of a sequence.
    fn sequence(&mut self) -> Parsed<PatKind> {
        let before = self.elements()?;
        if !self.eat(Kind::Concat) {
            return Ok(PatKind::Seq(before));
        }
        let rest = self.edge()?;
        let after = if self.eat(Kind::Concat) { self.last_elements()? } else { Vec::new() };
        Ok(PatKind::Edges { before, rest, after })
    }

    /// Parses the elements at the end of a sequence.
    fn last_elements(&mut self) -> Parsed<Vec<Pat>> {
        if !matches!(self.peek(), Kind::LeftBracket | Kind::String) {
            return self.unexpected("the last elements, `[..]` or a string");
        }
        let elements = self.elements()?;
        if self.is(Kind::Concat) {
            let help = "only one part of a sequence may have any length: `[a] ++ rest ++ [b]`";
            return self.refuse(self.span(), "a pattern with too many parts", "the pattern ends before this", help);
        }
        Ok(elements)
    }

    /// Parses the elements of a sequence: `[a, b]`, or a string with its characters.
    fn elements(&mut self) -> Parsed<Vec<Pat>> {
        let span = self.span();
        if self.is(Kind::String) {
            let character = |c| Pat { kind: PatKind::Literal(Literal::Char(c)), span };
            return Ok(self.string().chars().map(character).collect());
        }
        let elements = self.bracketed(|parser, open| match parser.is(Kind::RightBracket) {
            true => Ok(Vec::new()),
            false => parser.separated(open, Kind::Comma, Self::pat),
        });
        let error = || vec![Pat { kind: PatKind::Error, span }];
        Ok(elements?.unwrap_or_else(error))
    }
}
