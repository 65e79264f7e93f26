//! Parses expressions from the outside in: ascriptions, ranges, infix operators and `with` by precedence climbing,
//! prefix operators, applications.

use super::{Parsed, Parser};
use crate::ast::{Exp, ExpKind, QualName, Range, RangeEnd, UnaryOp};
use crate::lexer::Kind;
use base::Span;

/// Precedence of an infix operator. A larger level binds more tightly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Backtick,
    With,
    PipeRight,
    PipeLeft,
    Or,
    And,
    Compare,
    Bits,
    Shift,
    Sum,
    Product,
    Power,
    Prefix,
}

impl Level {
    const LOWEST: Level = Level::Backtick;

    /// Returns the lowest level that an operator in the right operand of this one may have. Only `<|` associates to the
    /// right.
    fn right(self) -> Level {
        match self {
            Level::Backtick => Level::With,
            Level::With => Level::PipeRight,
            Level::PipeRight | Level::PipeLeft => Level::PipeLeft,
            Level::Or => Level::And,
            Level::And => Level::Compare,
            Level::Compare => Level::Bits,
            Level::Bits => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Power,
            Level::Power | Level::Prefix => Level::Prefix,
        }
    }

    /// Returns the level of an operator, or of a function in backticks.
    pub(super) fn of_name(name: &QualName) -> Level {
        let is_word = name.name.as_str().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if is_word { Level::Backtick } else { Level::of(name.name.as_str()) }
    }

    /// Returns the level of an operator: that of the longest built-in operator that it starts with.
    pub(crate) fn of(operator: &str) -> Level {
        const LEVELS: [(&str, Level); 19] = [
            ("|>", Level::PipeRight),
            ("<|", Level::PipeLeft),
            ("||", Level::Or),
            ("&&", Level::And),
            ("<<", Level::Shift),
            (">>", Level::Shift),
            ("**", Level::Power),
            ("=", Level::Compare),
            ("!", Level::Compare),
            ("<", Level::Compare),
            (">", Level::Compare),
            ("&", Level::Bits),
            ("^", Level::Bits),
            ("|", Level::Bits),
            ("+", Level::Sum),
            ("-", Level::Sum),
            ("*", Level::Product),
            ("/", Level::Product),
            ("%", Level::Product),
        ];
        let found = LEVELS.iter().find(|(prefix, _)| operator.starts_with(prefix));
        found.map_or(Level::Product, |(_, level)| *level)
    }
}

impl Parser<'_> {
    /// Parses any expression.
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        let depth = self.deeper()?;
        let result = self.ascriptions();
        self.depth = depth;
        result
    }

    /// Parses an expression without `:`, as between the colons of a slice.
    pub(super) fn exp_in_slice(&mut self) -> Parsed<Exp> {
        let depth = self.deeper()?;
        let result = self.range();
        self.depth = depth;
        result
    }

    /// Parses an expression with type ascriptions and coercions.
    fn ascriptions(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let outside = self.begin_chain();
        let mut exp = self.range()?;
        while matches!(self.peek(), Kind::Colon | Kind::Coerce) {
            self.push_down()?;
            let coerce = self.is(Kind::Coerce);
            self.bump();
            let ty = self.type_exp()?;
            let kind = if coerce { ExpKind::Coerce } else { ExpKind::Ascribe };
            exp = Exp { kind: kind(Box::new(exp), ty), span: self.since(start) };
        }
        self.end_chain(outside);
        Ok(exp)
    }

    /// Parses `a`, `a...b`, `a..<b` or `a..>b`, each range with an optional `..second`.
    fn range(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let outside = self.begin_chain();
        let first = self.operators(Level::LOWEST)?;
        let exp = match self.peek() {
            Kind::RangeSecond | Kind::RangeInclusive | Kind::RangeUp | Kind::RangeDown => {
                self.push_down()?;
                self.range_after(start, first)?
            }
            _ => first,
        };
        self.end_chain(outside);
        Ok(exp)
    }

    /// Parses the rest of a range after its first element.
    fn range_after(&mut self, start: Span, first: Exp) -> Parsed<Exp> {
        let second = if self.eat(Kind::RangeSecond) { Some(self.right_operand(Level::LOWEST)?) } else { None };
        let end = match self.peek() {
            Kind::RangeInclusive => RangeEnd::Inclusive,
            Kind::RangeUp => RangeEnd::Up,
            Kind::RangeDown => RangeEnd::Down,
            _ => return self.unexpected("`...`, `..<` or `..>`"),
        };
        self.bump();
        let end = end(self.right_operand(Level::LOWEST)?);
        let range = Range { start: first, second, end };
        Ok(Exp { kind: ExpKind::Range(Box::new(range)), span: self.since(start) })
    }

    /// Parses a tree of operators of at least this level.
    fn operators(&mut self, lowest: Level) -> Parsed<Exp> {
        let start = self.span();
        let outside = self.begin_chain();
        let mut left = self.operand()?;
        while let Some(level) = self.infix_level().filter(|level| *level >= lowest) {
            self.push_down()?;
            left = self.infix(start, left, level)?;
        }
        self.end_chain(outside);
        Ok(left)
    }

    /// Returns the level of the next operator, unless it ends a section: `(x +)`.
    fn infix_level(&self) -> Option<Level> {
        match self.peek() {
            Kind::With => Some(Level::With),
            Kind::Backtick => (self.kind(3) != Kind::RightParen).then_some(Level::Backtick),
            kind if kind.is_infix() && self.kind(1) != Kind::RightParen => {
                let spelling = self.spelling();
                Some(Level::of(super::split_qualified(spelling).1))
            }
            _ => None,
        }
    }

    fn infix(&mut self, start: Span, left: Exp, level: Level) -> Parsed<Exp> {
        if level == Level::With {
            return self.with(start, left);
        }
        let operator = self.operator()?;
        let right = self.right_operand(level.right())?;
        let kind = ExpKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Exp { kind, span: self.since(start) })
    }

    /// Parses an infix operator or a name in backticks.
    pub(super) fn operator(&mut self) -> Parsed<QualName> {
        if !self.eat(Kind::Backtick) {
            return Ok(self.take_qual_name());
        }
        let name = self.qual_name("the name of a function")?;
        self.expect(Kind::Backtick, "a backtick")?;
        Ok(name)
    }

    /// Parses the rest of an update: `left with path = value`.
    fn with(&mut self, start: Span, left: Exp) -> Parsed<Exp> {
        self.bump();
        let path = self.update_path()?;
        self.expect(Kind::Equals, "`=`")?;
        let value = self.right_operand(Level::With.right())?;
        Ok(Exp { kind: ExpKind::With(Box::new(left), path, Box::new(value)), span: self.since(start) })
    }

    fn right_operand(&mut self, lowest: Level) -> Parsed<Exp> {
        let depth = self.deeper()?;
        let result = self.operators(lowest);
        self.depth = depth;
        result
    }

    /// Parses an operand of an operator.
    fn operand(&mut self) -> Parsed<Exp> {
        match self.peek() {
            Kind::Minus | Kind::Bang => self.unary(),
            Kind::Let => self.block(),
            Kind::AttrOpen => self.attributed(),
            Kind::Assert => self.assert(),
            _ if self.at_long() => self.long(),
            _ => self.application(),
        }
    }

    /// Parses a prefix operator. It applies to an application: `-f x` is `-(f x)`.
    fn unary(&mut self) -> Parsed<Exp> {
        let depth = self.deeper()?;
        let op = if self.is(Kind::Minus) { UnaryOp::Negate } else { UnaryOp::Not };
        let start = self.bump();
        let operand = self.operand();
        self.depth = depth;
        Ok(Exp { kind: ExpKind::Unary(op, Box::new(operand?)), span: self.since(start) })
    }

    /// Parses a function or constructor with its arguments. The last argument may be a lambda without parentheses.
    fn application(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let constructor = self.is(Kind::Constructor).then(|| self.take_ident(1));
        let function = if constructor.is_none() { Some(self.atom()?) } else { None };
        let args = self.arguments()?;
        let kind = match (constructor, function) {
            (Some(name), _) => ExpKind::Constructor(name, args),
            (None, Some(function)) if args.is_empty() => return Ok(function),
            (None, Some(function)) => ExpKind::Apply(Box::new(function), args),
            (None, None) => ExpKind::Error,
        };
        Ok(Exp { kind, span: self.since(start) })
    }

    fn arguments(&mut self) -> Parsed<Vec<Exp>> {
        let mut args = Vec::new();
        while self.at_atom() {
            args.push(self.atom()?);
        }
        if self.is(Kind::Backslash) {
            args.push(self.long()?);
        }
        Ok(args)
    }

    /// Parses an assertion: `assert condition e`.
    fn assert(&mut self) -> Parsed<Exp> {
        let start = self.bump();
        let condition = self.atom()?;
        let exp = self.atom()?;
        Ok(Exp { kind: ExpKind::Assert(Box::new(condition), Box::new(exp)), span: self.since(start) })
    }

    /// Parses `#[attr] e`, where `e` extends as far as possible.
    fn attributed(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let attr = self.attribute()?;
        let exp = self.exp()?;
        Ok(Exp { kind: ExpKind::Attr(attr, Box::new(exp)), span: self.since(start) })
    }
}
