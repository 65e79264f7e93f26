//! Types.
//!
//! ```text
//! ty    = apply ['->' ty] | all a '.' ty
//! apply = atom atom*                                   only a named type has arguments
//! atom  = Name | a | '_' | Tensor '[' ty ']' | '[' ty ']' | '(' ')' | '(' ty ')' | '(' ty ',' ')' | '(' ty ',' ty .. ')'
//!       | '{' '}' | '{' label ':' ty ',' .. '}'
//! ```
//!
//! Kinds, sets of constructors and `use` are read and refused.

use super::{Mexpr, Parts, TYPE};
use crate::ast::{Ty, TyKind};
use crate::lexer::Kind;
use base::Span;
use syntax::{Parsed, Parser};

impl Mexpr<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Ty> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::All => self.polymorphic()?,
            Kind::Use => return self.use_in_type(),
            _ => {
                let from = self.type_application()?;
                if !self.eat(Kind::Arrow) {
                    return Ok(from);
                }
                TyKind::Function(Box::new(from), Box::new(self.deeper(1, Self::ty)?))
            }
        };
        Ok(self.ty_since(start, kind))
    }

    fn ty_since(&self, start: Span, kind: TyKind) -> Ty {
        Ty { kind, span: self.since(start) }
    }

    /// Parses `all a. ty`.
    fn polymorphic(&mut self) -> Parsed<TyKind> {
        self.bump();
        let name = self.name("the name that stands for any type")?;
        if self.is(Kind::ColonColon) {
            let start = self.bump();
            self.skip_braces()?;
            self.refuse_once(self.since(start), "kinds", "leave out the kind: `all a. ty`");
        }
        self.expect(Kind::Dot, "`.` after the type variable")?;
        Ok(TyKind::All(name, Box::new(self.deeper(1, Self::ty)?)))
    }

    /// Refuses `use Language in ty`.
    fn use_in_type(&mut self) -> Parsed<Ty> {
        self.use_language()?;
        self.expect(Kind::In, "`in` after the language")?;
        self.deeper(1, Self::ty)
    }

    fn type_application(&mut self) -> Parsed<Ty> {
        let start = self.span();
        let head = self.type_atom()?;
        let mut arguments = Vec::new();
        while self.at_type_atom() {
            arguments.push(self.type_atom()?);
        }
        match head.kind {
            _ if arguments.is_empty() => Ok(head),
            TyKind::Name(name, _) => Ok(self.ty_since(start, TyKind::Name(name, arguments))),
            _ => {
                let help = "a function is `a -> b`, a tuple is `(a, b)`";
                self.refuse(self.since(start), "two types side by side", "only a named type has arguments", help)
            }
        }
    }

    pub(super) fn at_type_atom(&self) -> bool {
        use Kind::{EscapedType, EscapedVar, LeftBrace, LeftBracket, LeftParen, Name, Underscore, Upper};
        matches!(
            self.peek(),
            EscapedType | EscapedVar | LeftBrace | LeftBracket | LeftParen | Name | Underscore | Upper
        )
    }

    fn type_atom(&mut self) -> Parsed<Ty> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Upper if self.spelling() == "Tensor" => {
                self.bump();
                if !self.is(Kind::LeftBracket) {
                    return self.unexpected("`[` and the type of the elements: `Tensor[Float]`");
                }
                self.element_type()?.map_or(TyKind::Error, TyKind::Tensor)
            }
            Kind::Upper | Kind::EscapedType => self.named_type()?,
            Kind::Name | Kind::EscapedVar => TyKind::Var(self.take_ident()),
            Kind::Underscore => {
                self.bump();
                TyKind::Hole
            }
            Kind::LeftBracket => self.element_type()?.map_or(TyKind::Error, TyKind::Seq),
            Kind::LeftParen => match self.bracketed(|parser, open| parser.parts(open, Self::ty))? {
                Some(Parts::One(ty)) => ty.kind,
                Some(Parts::Tuple(types)) => TyKind::Tuple(types),
                None => TyKind::Error,
            },
            Kind::LeftBrace => {
                let fields = self.bracketed(|parser, open| match parser.is(Kind::RightBrace) {
                    true => Ok(Vec::new()),
                    false => parser.fields(open, Kind::Colon, Self::ty),
                });
                match fields? {
                    Some(fields) if fields.is_empty() => TyKind::Tuple(Vec::new()),
                    Some(fields) => TyKind::Record(fields),
                    None => TyKind::Error,
                }
            }
            _ => return self.unexpected(TYPE),
        };
        Ok(self.ty_since(start, kind))
    }

    /// Parses a type in square brackets.
    fn element_type(&mut self) -> Parsed<Option<Box<Ty>>> {
        let element = self.bracketed(|parser, _| match parser.is(Kind::RightBracket) {
            true => parser.unexpected("the type of the elements"),
            false => parser.ty(),
        })?;
        Ok(element.map(Box::new))
    }

    /// Parses the name of a type. A set of constructors after it is refused.
    fn named_type(&mut self) -> Parsed<TyKind> {
        let name = self.type_name(TYPE)?;
        let is_set = match self.kind(1) {
            Kind::Upper | Kind::EscapedCon | Kind::Bang => true,
            Kind::Name => self.kind(2) == Kind::RightBrace,
            _ => false,
        };
        if self.is(Kind::LeftBrace) && is_set {
            let start = self.span();
            self.skip_braces()?;
            let help = format!("write `{}` without constructors", name.name);
            self.refuse_once(self.since(start), "sets of constructors", &help);
        }
        Ok(TyKind::Name(name, Vec::new()))
    }

    /// Skips text in braces.
    fn skip_braces(&mut self) -> Parsed<()> {
        let skipped = self.bracketed(|parser, _| {
            parser.recover();
            Ok(())
        });
        skipped.map(|_| ())
    }
}
