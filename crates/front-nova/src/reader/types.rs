//! Types.
//!
//! ```text
//! type   = simple | simple '->' type
//! simple = name | 'a | vector simple | vector#n simple | list
//! list   = '(' type ')' | '(' type ',' type .. ')' | '(' name simple+ ')' | '(' '+' '(' name ':' type ')' .. ')'
//! ```
//!
//! `vector` binds tighter than the arrow: the paper's `vector float -> float` takes a vector.

use super::{BEHIND_TYPE, MAX_CONSTRUCTORS, Reader};
use crate::ast::{Type, TypeKind};
use crate::lexer::Kind;
use base::{Diagnostic, Span, Symbol};
use syntax::errors::{LITERAL, TOO_DEEP};
use syntax::{Broken, Parsed, Parser};

/// Built-in types without type arguments.
pub const OWN_TYPES: [&str; 9] = ["int", "int8", "int16", "int32", "int64", "float", "double", "bool", "unit"];

/// Largest rank of a vector.
const MAX_RANK: u32 = 64;

impl Reader<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let start = self.span();
        let from = self.simple_type()?;
        if !self.eat(Kind::Arrow) {
            return Ok(from);
        }
        let to = self.deeper(1, Self::ty)?;
        Ok(Type { kind: TypeKind::Function(Box::new(from), Box::new(to)), span: self.since(start) })
    }

    /// Parses a type that must reach to the end of its list.
    pub(super) fn whole_type(&mut self) -> Parsed<Type> {
        let ty = self.ty()?;
        if self.at_end() { Ok(ty) } else { self.unexpected(BEHIND_TYPE) }
    }

    /// Parses a type without an arrow outside of brackets.
    fn simple_type(&mut self) -> Parsed<Type> {
        let span = self.span();
        let kind = match self.peek() {
            Kind::Name if self.spelling() == "vector" => return self.vector(),
            Kind::Ranked => return self.vector(),
            Kind::LeftParen => return Ok(self.type_list()),
            Kind::Name => {
                let name = self.take_ident(0);
                self.no_quote_behind(name.name)?;
                TypeKind::Name(name, Vec::new())
            }
            Kind::TypeVariable => TypeKind::Var(self.take_ident(1).name),
            _ => return self.unexpected("a type"),
        };
        Ok(Type { kind, span })
    }

    /// Reports a type variable whose quote is after its name.
    fn no_quote_behind(&mut self, name: Symbol) -> Parsed<()> {
        if !self.is(Kind::Tick) || self.token(self.at()).spaced {
            return Ok(());
        }
        let help = format!("`'{name}`");
        self.refuse(self.span(), "a quote after a type variable", "the quote comes before the name", &help)
    }

    /// Parses a vector type: `vector t` or `vector#2 t`.
    fn vector(&mut self) -> Parsed<Type> {
        let start = self.span();
        let rank = self.rank();
        self.bump();
        let element = self.deeper(1, Self::simple_type)?;
        Ok(Type { kind: TypeKind::Vector(rank, Box::new(element)), span: self.since(start) })
    }

    fn rank(&mut self) -> u32 {
        let Some((_, digits)) = self.spelling().split_once('#') else { return 1 };
        match digits.parse() {
            Ok(rank) if (1..=MAX_RANK).contains(&rank) => rank,
            _ => {
                let diagnostic = Diagnostic::error(LITERAL, "wrong number of dimensions")
                    .label(self.span(), format!("vectors have 1 to {MAX_RANK} dimensions"));
                self.report(diagnostic);
                1
            }
        }
    }

    /// Parses a type in brackets.
    fn type_list(&mut self) -> Type {
        let span = self.list_span();
        let ty = self.list(|reader| match reader.peek() {
            Kind::RightParen => {
                reader.refuse(span, "an empty list is not a type", "expected a type", "the type of `nil` is `unit`")
            }
            Kind::Operator => reader.sum().map(|kind| Type { kind, span }),
            _ if reader.at_constructor() => {
                let label = "expected a type, but this declares a name";
                reader.refuse(span, "a sum without `+`", label, "`(+ (Name : type) (Other : type))`")
            }
            _ => reader.type_or_tuple(span),
        });
        ty.unwrap_or(Type { kind: TypeKind::Error, span })
    }

    /// Whether `Name :` or `(Name :` comes next, which starts a constructor of a sum.
    fn at_constructor(&self) -> bool {
        let name = if self.is(Kind::LeftParen) { 1 } else { 0 };
        self.kind(name).is_name() && self.kind(name + 1) == Kind::Colon
    }

    /// Parses a sum: `+ (Name : type) ..`.
    fn sum(&mut self) -> Parsed<TypeKind> {
        if self.spelling() != "+" {
            return self.unexpected("a type");
        }
        self.bump();
        let mut constructors = Vec::new();
        if self.at_end() {
            return self.unexpected("a constructor: `(Name : type)`");
        }
        while !self.at_end() {
            if constructors.len() == MAX_CONSTRUCTORS {
                let diagnostic =
                    Diagnostic::error(TOO_DEEP, format!("a sum with more than {MAX_CONSTRUCTORS} constructors"))
                        .label(self.list_span(), "this one exceeds the limit")
                        .help("a constructor may hold a sum of its own");
                self.report(diagnostic);
                return Err(Broken);
            }
            constructors.extend(self.param("a constructor")?);
        }
        Ok(TypeKind::Sum(constructors))
    }

    /// Parses a list that starts with a type: that type, a tuple, or a type application.
    fn type_or_tuple(&mut self, span: Span) -> Parsed<Type> {
        let first = self.ty()?;
        match self.peek() {
            Kind::RightParen => Ok(first),
            Kind::Comma => Ok(Type { kind: TypeKind::Tuple(self.components(first, Self::ty)?), span }),
            Kind::Arrow | Kind::Colon | Kind::Unknown => self.unexpected("`,` or `)`"),
            _ => Ok(Type { kind: self.type_application(first)?, span }),
        }
    }

    /// Parses the arguments of a type application, after its name.
    fn type_application(&mut self, head: Type) -> Parsed<TypeKind> {
        let TypeKind::Name(name, arguments) = head.kind else { return self.no_arrow() };
        if OWN_TYPES.contains(&name.name.as_str()) || !arguments.is_empty() {
            return self.no_arrow();
        }
        let mut arguments = Vec::new();
        while !self.at_end() {
            arguments.push(self.simple_type()?);
        }
        Ok(TypeKind::Name(name, arguments))
    }

    /// Reports two adjacent types without an arrow between them.
    fn no_arrow<T>(&mut self) -> Parsed<T> {
        let help = "a function is `(a -> b)`, a tuple is `(a, b)`";
        self.refuse(self.span(), "two types side by side", "expected `->` or `,` before this", help)
    }
}
