//! Parses expressions that can be arguments without parentheses: literals, names and bracketed forms, with the indexes
//! and projections directly after them.

use super::literals::{character, number, string};
use super::operators::Level;
use super::{Parsed, Parser};
use crate::ast::{Dim, Exp, ExpKind, Ident, Literal, Step};
use crate::lexer::Kind;
use base::{Span, Symbol};

impl Parser<'_> {
    pub(super) fn error_exp(&self, start: Span) -> Exp {
        Exp { kind: ExpKind::Error, span: self.since(start) }
    }

    /// Whether an expression that can be an argument without parentheses comes next.
    pub(super) fn at_atom(&self) -> bool {
        use Kind::{
            Char, Constructor, False, Hole, LeftBrace, LeftBracket, LeftParen, LocalOpen, Name, Number, QualName,
            String, True,
        };
        matches!(
            self.peek(),
            Name | QualName
                | Number
                | LeftParen
                | LeftBracket
                | LeftBrace
                | LocalOpen
                | Constructor
                | Char
                | String
                | True
                | False
                | Hole
        )
    }

    /// Parses a primary expression, with the indexes and projections directly after it.
    pub(super) fn atom(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let outside = self.begin_chain();
        let mut exp = self.primary()?;
        loop {
            match self.peek() {
                Kind::LeftBracket if self.adjacent() && self.after_indexable() => {
                    self.push_down()?;
                    let kind = match self.dims()? {
                        Some(dims) => ExpKind::Index(Box::new(exp), dims),
                        None => ExpKind::Error,
                    };
                    exp = Exp { kind, span: self.since(start) };
                }
                Kind::Dot | Kind::NumberField => exp = self.projections(start, exp)?,
                _ => break,
            }
        }
        self.end_chain(outside);
        Ok(exp)
    }

    /// Whether the last token ends an expression that `[` may index.
    fn after_indexable(&self) -> bool {
        use Kind::{Name, NumberField, QualName, RightBrace, RightBracket, RightParen};
        let last = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
        last.is_some_and(|t| matches!(t.kind, Name | QualName | NumberField | RightParen | RightBracket | RightBrace))
    }

    fn projections(&mut self, start: Span, mut exp: Exp) -> Parsed<Exp> {
        for field in self.dotted_fields()? {
            self.push_down()?;
            let span = start.to(field.span);
            exp = Exp { kind: ExpKind::Project(Box::new(exp), field), span };
        }
        Ok(exp)
    }

    /// Parses an expression without operators, application or suffixes.
    fn primary(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::QualName => ExpKind::Var(self.take_qual_name()),
            Kind::True | Kind::False | Kind::Number | Kind::Char => ExpKind::Literal(self.literal()),
            Kind::String => ExpKind::String(self.string_literal().into_bytes()),
            Kind::Constructor => ExpKind::Constructor(self.take_ident(1), Vec::new()),
            Kind::Hole => {
                self.bump();
                ExpKind::Hole
            }
            Kind::LeftParen => {
                self.bump();
                return self.parentheses(start);
            }
            Kind::LocalOpen => return self.local_open(start),
            Kind::LeftBracket => self.array()?,
            Kind::LeftBrace => self.record()?,
            _ => return self.unexpected("an expression"),
        };
        Ok(Exp { kind, span: self.since(start) })
    }

    /// Parses an expression in an opened module: `m.(e)`.
    fn local_open(&mut self, start: Span) -> Parsed<Exp> {
        let module = self.take_qual_name();
        let mut inner = start;
        inner.start = module.span.end + 1;
        let exp = self.parentheses(inner)?;
        Ok(Exp { kind: ExpKind::LocalOpen(module, Box::new(exp)), span: self.since(start) })
    }

    fn array(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let items = self.bracketed(Kind::RightBracket, |p| p.commas(Kind::RightBracket, Self::exp))?;
        Ok(items.map_or(ExpKind::Error, ExpKind::Array))
    }

    fn record(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let fields = self.bracketed(Kind::RightBrace, |p| p.commas(Kind::RightBrace, Self::record_field))?;
        Ok(fields.map_or(ExpKind::Error, ExpKind::Record))
    }

    /// Parses a record field: `a = e`, or `a` for `a = a`.
    fn record_field(&mut self) -> Parsed<(Ident, Option<Exp>)> {
        if self.is(Kind::Number) && self.kind(1) != Kind::Equals {
            return self.unexpected("a field");
        }
        let name = self.field()?;
        let value = if self.eat(Kind::Equals) { Some(self.exp()?) } else { None };
        Ok((name, value))
    }

    /// Parses the contents of parentheses. The opening one has been taken.
    fn parentheses(&mut self, start: Span) -> Parsed<Exp> {
        let inside = self.bracketed(Kind::RightParen, |p| p.in_parentheses(start))?;
        let kind = inside.map_or(ExpKind::Error, |exp| exp.kind);
        Ok(Exp { kind, span: self.since(start) })
    }

    fn in_parentheses(&mut self, start: Span) -> Parsed<Exp> {
        let kind = match self.peek() {
            Kind::RightParen => ExpKind::Tuple(Vec::new()),
            Kind::Dot | Kind::NumberField => ExpKind::PathSection(self.steps()?),
            Kind::Backtick => self.section()?,
            // `(-x)` is a negation.
            kind if kind.is_infix() && (kind != Kind::Minus || self.kind(1) == Kind::RightParen) => self.section()?,
            _ => return self.tuple_or_section(start),
        };
        Ok(Exp { kind, span: self.since(start) })
    }

    /// Parses a section without a left operand: `(+)` and `(+ e)`.
    fn section(&mut self) -> Parsed<ExpKind> {
        let operator = self.operator()?;
        if self.is(Kind::RightParen) {
            return Ok(ExpKind::Section(operator));
        }
        Ok(ExpKind::SectionRight(operator, Box::new(self.exp()?)))
    }

    /// Parses a section with a left operand `e`, `(e +)`. The operator in `e` must bind at least as tightly: `(x + 1
    /// *)` is an error.
    fn section_left(&mut self, first: Exp) -> Parsed<ExpKind> {
        let operator = self.operator()?;
        let is_loose = match &first.kind {
            // If the operand is in parentheses of its own, its span starts before that of its left operand.
            ExpKind::Binary(inner, left, _) => {
                left.span.start == first.span.start && Level::of_name(inner) < Level::of_name(&operator)
            }
            _ => false,
        };
        if is_loose {
            return self.unexpected("an operand");
        }
        Ok(ExpKind::SectionLeft(Box::new(first), operator))
    }

    /// Parses `(e)`, `(e, ..)` and `(e +)`.
    fn tuple_or_section(&mut self, start: Span) -> Parsed<Exp> {
        let first = self.exp()?;
        let kind = match self.peek() {
            Kind::RightParen => return Ok(first),
            Kind::Comma => {
                self.bump();
                self.second_part()?;
                let rest = self.commas(Kind::RightParen, Self::exp)?;
                ExpKind::Tuple(std::iter::once(first).chain(rest).collect())
            }
            kind if kind.is_infix() || kind == Kind::Backtick => self.section_left(first)?,
            _ => return self.unexpected("an operator, `,` or `)`"),
        };
        Ok(Exp { kind, span: self.since(start) })
    }
}

/// Parsing of paths and indexes.
impl Parser<'_> {
    /// Parses an index, `[dim, ..]`; `None` after an error inside.
    fn dims(&mut self) -> Parsed<Option<Vec<Dim>>> {
        self.bump();
        self.bracketed(Kind::RightBracket, |p| {
            if p.is(Kind::RightBracket) {
                return p.unexpected("an index");
            }
            p.commas(Kind::RightBracket, Self::dim)
        })
    }

    /// Parses one dimension of an index: `i` or `i:j:s`, all parts of which are optional.
    fn dim(&mut self) -> Parsed<Dim> {
        let start = self.slice_part()?;
        if !self.eat(Kind::Colon) {
            return match start {
                Some(index) => Ok(Dim::Fix(index)),
                None => self.unexpected("an index"),
            };
        }
        let end = self.slice_part()?;
        let stride = if self.eat(Kind::Colon) { self.slice_part()? } else { None };
        Ok(Dim::Slice { start: start.map(Box::new), end: end.map(Box::new), stride: stride.map(Box::new) })
    }

    fn slice_part(&mut self) -> Parsed<Option<Exp>> {
        match self.peek() {
            Kind::Colon | Kind::Comma | Kind::RightBracket => Ok(None),
            _ => self.exp_in_slice().map(Some),
        }
    }

    /// Parses projections after a point: `.a.b`, `.0`.
    fn dotted_fields(&mut self) -> Parsed<Vec<Ident>> {
        if self.is(Kind::NumberField) {
            return Ok(vec![self.take_ident(1)]);
        }
        self.bump();
        self.fields()
    }

    /// Parses a qualified name as a path of fields.
    fn fields(&mut self) -> Parsed<Vec<Ident>> {
        if !matches!(self.peek(), Kind::Name | Kind::QualName) {
            return Ok(vec![self.field()?]);
        }
        let mut fields = Vec::new();
        let mut place = self.span();
        for part in self.spelling().split('.') {
            let end = place.start + part.len() as u32;
            let mut span = place;
            span.end = end;
            fields.push(Ident { name: Symbol::new(part), span });
            place.start = end + 1;
        }
        self.bump();
        Ok(fields)
    }

    /// Parses the path in `e with path = v`, which starts with an index or a field.
    pub(super) fn update_path(&mut self) -> Parsed<Vec<Step>> {
        let mut steps = Vec::new();
        if !self.is(Kind::LeftBracket) {
            steps.extend(self.fields()?.into_iter().map(Step::Field));
        }
        steps.append(&mut self.steps()?);
        Ok(steps)
    }

    /// Parses any number of steps: `.a`, `.0`, `[..]` and `.[..]`.
    pub(super) fn steps(&mut self) -> Parsed<Vec<Step>> {
        let mut steps = Vec::new();
        loop {
            match self.peek() {
                Kind::Dot if self.kind(1) == Kind::LeftBracket => {
                    self.bump();
                }
                Kind::Dot | Kind::NumberField => {
                    steps.extend(self.dotted_fields()?.into_iter().map(Step::Field));
                    continue;
                }
                Kind::LeftBracket => {}
                _ => return Ok(steps),
            }
            let start = self.span();
            let error = Dim::Fix(self.error_exp(start));
            steps.push(Step::Index(self.dims()?.unwrap_or_else(|| vec![error])));
        }
    }
}

/// Parsing of literals.
impl Parser<'_> {
    /// Parses `true`, `false`, a number or a character.
    pub(super) fn literal(&mut self) -> Literal {
        match self.peek() {
            Kind::Number => self.number_literal(),
            Kind::Char => self.char_literal(),
            kind => {
                self.bump();
                Literal::Bool(kind == Kind::True)
            }
        }
    }

    /// Parses a number. A malformed number is reported and counts as zero.
    pub(super) fn number_literal(&mut self) -> Literal {
        let result = number(self.spelling());
        let span = self.bump();
        result.unwrap_or_else(|why| {
            self.bad_literal(span, why);
            Literal::Int { magnitude: 0, negative: false, suffix: None }
        })
    }

    fn char_literal(&mut self) -> Literal {
        let result = character(self.spelling());
        let span = self.bump();
        let magnitude = result.unwrap_or_else(|why| {
            self.bad_literal(span, why);
            0
        });
        Literal::Int { magnitude, negative: false, suffix: None }
    }

    pub(super) fn string_literal(&mut self) -> String {
        let result = string(self.spelling());
        let span = self.bump();
        result.unwrap_or_else(|why| {
            self.bad_literal(span, why);
            String::new()
        })
    }
}
