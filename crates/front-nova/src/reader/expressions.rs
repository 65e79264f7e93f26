//! Expressions.
//!
//! ```text
//! exp    = simple | exp'.'n                           (the dot touches what is before it)
//! simple = name | constant | '(' exp ')' | '(' form ')'
//! form   = exp exp+                                   application
//!        | exp ',' exp ..                             tuple
//!        | exp '!' exp                                element
//!        | if exp then exp else exp
//!        | case exp ( '(' Name x exp ')' )+
//!        | let ( '(' x exp ')' )+ in exp
//!        | lambda param+ [':' type] exp
//!        | mu param exp
//! ```

use super::{CONSTRUCTOR, DEFINED, ELSE, Reader, THEN};
use crate::ast::{Case, Exp, ExpKind, Ident, Lambda, Literal};
use crate::lexer::Kind;
use base::{Diagnostic, Span, Symbol};
use syntax::errors::{LITERAL, shorten};
use syntax::{Broken, Parsed, Parser};

/// Word for a case in messages of `last_exp`.
const A_CASE: &str = "a case";

impl Reader<'_> {
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let components = self.components_behind();
        let mut exp = self.deeper(components, Self::simple_exp)?;
        for _ in 0..components {
            let index = self.index();
            let kind = ExpKind::Component(Box::new(exp), index);
            exp = Exp { kind, span: self.since(start) };
        }
        Ok(exp)
    }

    /// Returns the number of component suffixes after the next simple expression: two for `x.0.1`.
    fn components_behind(&self) -> usize {
        let end = if self.is(Kind::LeftParen) { self.close() } else { self.at() };
        let rest = (end + 1..).map(|index| self.token(index));
        rest.take_while(|token| token.kind == Kind::Component && !token.spaced).count()
    }

    /// Takes a component suffix, such as `.1`; returns the index.
    fn index(&mut self) -> u32 {
        let index = self.spelling().trim_start_matches('.').parse();
        let span = self.bump();
        index.unwrap_or_else(|_| {
            let label = "no tuple has so many components";
            self.report(Diagnostic::error(LITERAL, "the number of a component is too large").label(span, label));
            0
        })
    }

    fn simple_exp(&mut self) -> Parsed<Exp> {
        let span = self.span();
        let kind = match self.peek() {
            Kind::LeftParen => return Ok(self.list_exp()),
            Kind::Operator if self.at_minus_of_name() => return self.minus_of_name(),
            Kind::Name | Kind::Operator => ExpKind::Name(self.take_ident(0).name),
            Kind::Number => self.number(),
            Kind::True => self.constant(Literal::Bool(true)),
            Kind::False => self.constant(Literal::Bool(false)),
            Kind::Nil => self.constant(Literal::Nil),
            _ => return self.unexpected("an expression"),
        };
        Ok(Exp { kind, span })
    }

    /// Whether a minus comes next that touches the name after it and is not the first item of a list.
    fn at_minus_of_name(&self) -> bool {
        let behind = self.token(self.at() + 1);
        let is_first = self.at() > 0 && self.token(self.at() - 1).kind == Kind::LeftParen;
        self.spelling() == "-" && behind.kind == Kind::Name && !behind.spaced && !is_first
    }

    fn minus_of_name<T>(&mut self) -> Parsed<T> {
        let span = self.span().to(self.place(self.at() + 1));
        self.bump();
        let help = format!("to negate, write `(- 0 {})`", shorten(self.spelling()));
        self.refuse(span, "a minus sign before a name", "only numbers can have a sign", &help)
    }

    fn constant(&mut self, literal: Literal) -> ExpKind {
        self.bump();
        ExpKind::Literal(literal)
    }

    fn list_exp(&mut self) -> Exp {
        let span = self.list_span();
        let exp = self.list(|reader| match reader.peek() {
            Kind::RightParen => reader.empty(span),
            Kind::Let | Kind::Lambda | Kind::Mu | Kind::If | Kind::Case => reader.form().map(|exp| Exp { span, ..exp }),
            _ => reader.plain_list(span),
        });
        exp.unwrap_or(Exp { kind: ExpKind::Error, span })
    }

    fn empty(&mut self, span: Span) -> Parsed<Exp> {
        let help = "`(f x)` applies `f`; the value of type `unit` is `nil`";
        self.refuse(span, "this list does not begin with a function", "expected a function and its arguments", help)
    }

    /// Parses a list that starts with no keyword: an expression in brackets, a tuple, an element or an application.
    fn plain_list(&mut self, span: Span) -> Parsed<Exp> {
        let first = self.exp()?;
        let kind = match self.peek() {
            Kind::RightParen => return Ok(first),
            Kind::Comma => ExpKind::Tuple(self.components(first, Self::exp)?),
            Kind::Bang if !self.at_not_equal() => self.element(first)?,
            _ => self.application(first)?,
        };
        Ok(Exp { kind, span })
    }

    /// Parses the other components of a tuple expression or type, after the first one.
    pub(super) fn components<T>(&mut self, first: T, mut next: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut components = vec![first];
        while self.eat(Kind::Comma) {
            components.push(next(self)?);
        }
        if !self.at_end() {
            let help = "a component is one expression: put an application in brackets";
            return self.refuse(self.span(), "more than one expression in a component", "expected `,` or `)`", help);
        }
        Ok(components)
    }

    /// Parses `! i` after a vector.
    fn element(&mut self, vector: Exp) -> Parsed<ExpKind> {
        self.bump();
        let index = self.exp()?;
        if !self.at_end() {
            let help = "`((x ! i) ! j)` is an element of an element, `(x ! (i, j))` one of a matrix";
            return self.refuse(self.span(), "more than one expression in an index", "expected `)`", help);
        }
        Ok(ExpKind::Element(Box::new(vector), Box::new(index)))
    }

    fn application(&mut self, function: Exp) -> Parsed<ExpKind> {
        if let ExpKind::Literal(literal) = &function.kind {
            let negative = matches!(literal, Literal::Integer(n) | Literal::Sized(n, _) if *n < 0);
            let help =
                if negative { "to subtract, write `(- 1 x)` with a space" } else { "a function comes first: `(f x)`" };
            return self.refuse(
                function.span,
                "this list does not begin with a function",
                "a constant cannot be applied",
                help,
            );
        }
        let mut arguments = Vec::new();
        while !self.at_end() {
            if matches!(self.peek(), Kind::Bang | Kind::Comma) {
                return self.operator_in_application();
            }
            if self.at_param() {
                return self.param_in_application(&function);
            }
            arguments.push(self.exp()?);
        }
        Ok(ExpKind::Apply(Box::new(function), arguments))
    }

    /// Reports a parameter among the arguments of an application. The function's name was probably meant to be `lambda`
    /// or `mu`.
    fn param_in_application<T>(&mut self, function: &Exp) -> Parsed<T> {
        let words = ["lambda", "mu"].map(Symbol::new);
        let meant =
            if let ExpKind::Name(name) = &function.kind { base::nearest(*name, words.into_iter()) } else { None };
        let help = match meant {
            Some(word) => format!("did you mean `{word}`?"),
            None => "only a `lambda` declares parameters: `(lambda (x : type) : type body)`".to_owned(),
        };
        self.refuse(self.list_span(), "a parameter in the place of an argument", "this declares a name", &help)
    }

    fn operator_in_application<T>(&mut self) -> Parsed<T> {
        if self.at_not_equal() {
            return self.unexpected("an expression");
        }
        let word = self.spelling();
        let help = if word == "!" { "to pass an element, write `(x ! i)`" } else { "to pass a tuple, write `(x, y)`" };
        let label = "the list before this is an application";
        self.refuse(self.span(), &format!("unexpected `{word}`"), label, help)
    }
}

/// Forms: what starts with a word of the language. Each is read up to its closing bracket.
impl Reader<'_> {
    /// Parses the form whose keyword is the next token, up to its closing bracket.
    pub(super) fn form(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let word = self.peek();
        self.bump();
        let kind = match word {
            Kind::If => self.conditional()?,
            Kind::Case => self.case()?,
            Kind::Let => self.bindings()?,
            Kind::Lambda => self.lambda()?,
            _ => self.mu()?,
        };
        Ok(Exp { kind, span: self.since(start) })
    }

    fn conditional(&mut self) -> Parsed<ExpKind> {
        let condition = self.exp()?;
        self.expect(Kind::Then, THEN)?;
        let yes = self.exp()?;
        self.expect(Kind::Else, ELSE)?;
        let no = self.exp()?;
        Ok(ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    fn case(&mut self) -> Parsed<ExpKind> {
        let scrutinee = self.exp()?;
        let mut cases = Vec::new();
        if self.at_end() {
            return self.unexpected("a case: `(Name x body)`");
        }
        while !self.at_end() {
            cases.extend(self.one_case()?);
        }
        Ok(ExpKind::Case(Box::new(scrutinee), cases))
    }

    /// Parses a case: `(Name x body)`.
    fn one_case(&mut self) -> Parsed<Option<Case>> {
        if !self.is(Kind::LeftParen) {
            return self.unexpected("a case in brackets: `(Name x body)`");
        }
        let span = self.list_span();
        Ok(self.list(|reader| {
            let constructor = reader.ident(CONSTRUCTOR)?;
            if !reader.peek().is_name() {
                let help =
                    format!("every case has a variable, even if it is not used: `({} x body)`", constructor.name);
                let label = "expected a variable for the value in the constructor";
                return reader.refuse(reader.span(), "a case without its variable", label, &help);
            }
            let variable = reader.take_ident(0);
            let body = reader.last_exp(A_CASE)?;
            Ok(Case { constructor, variable, body, span })
        }))
    }

    /// Parses `(x e) .. in body` after `let`. If `in` is missing, the last list is the body.
    fn bindings(&mut self) -> Parsed<ExpKind> {
        let start = self.span();
        let mut bindings = Vec::new();
        let mut any = false;
        while self.is(Kind::LeftParen) && !self.at_last_list() {
            bindings.extend(self.binding());
            any = true;
        }
        if !self.is(Kind::In) && !self.at_last_list() {
            return self.no_binding(any);
        }
        if !self.eat(Kind::In) {
            let label = "this is the body: expected `in` before it";
            self.complain(self.list_span(), "a `let` needs `in` before its body", label, "`(let (x e) in body)`");
        } else if !any {
            self.complain(start, "a `let` without definitions", "expected a definition", "`(let (x e) in body)`");
        }
        Ok(ExpKind::Let(bindings, Box::new(self.last_exp("a `let`")?)))
    }

    /// Reports a token that starts neither a definition nor `in`. `any` says whether a definition precedes it.
    fn no_binding<T>(&mut self, any: bool) -> Parsed<T> {
        let help = "`(let (x e) (y e) in body)`";
        let name = self.peek().is_name();
        if name && self.kind(2) != Kind::RightParen && !any {
            return self.refuse(self.span(), "a definition without brackets", "expected `(name expression)`", help);
        }
        self.refuse(self.span(), "a `let` needs `in` before its body", "expected a definition or `in`", help)
    }

    /// Parses a definition of a `let`: `(x e)`.
    fn binding(&mut self) -> Option<(Ident, Exp)> {
        self.list(|reader| {
            let name = reader.ident(DEFINED)?;
            if reader.at_end() {
                let headline = format!("the definition of `{}` has no expression", shorten(name.name.as_str()));
                return reader.refuse(reader.span(), &headline, "expected an expression", "`(name expression)`");
            }
            if reader.spelling() == "=" && reader.kind(1) != Kind::RightParen {
                let label = "remove the `=`";
                return reader.refuse(reader.span(), "a definition with `=`", label, "`(name expression)`");
            }
            Ok((name, reader.last_exp("a definition")?))
        })
    }

    /// Parses the expression that ends a list. `what` names the list in messages.
    fn last_exp(&mut self, what: &str) -> Parsed<Exp> {
        if self.at_end() {
            return self.refuse(
                self.span(),
                &format!("{what} without a body"),
                "expected an expression",
                "the body comes last",
            );
        }
        let exp = self.exp()?;
        if self.at_end() || matches!(self.peek(), Kind::Unknown) {
            return Ok(exp);
        }
        let headline = format!("{what} with more than one body");
        let help = match what {
            A_CASE => {
                "`(Name x body)` has one variable, with the components `(x.0)` and `(x.1)`; an application needs brackets"
            }
            _ => "an application needs brackets: `(f x)`",
        };
        self.refuse(self.span(), &headline, "expected `)` before this", help)
    }

    /// Parses `(x : t) .. [: t] body` after `lambda`. A list at the end is the body, unless it looks like a parameter.
    fn lambda(&mut self) -> Parsed<ExpKind> {
        let start = self.span();
        let (mut params, mut any) = (Vec::new(), false);
        if self.is(Kind::LeftParen) && self.kind(1) == Kind::RightParen {
            let help = "for a value, leave out `lambda`; for a function without arguments, write `(lambda (u : unit) body)` and apply it to `nil`";
            return self.refuse(self.list_span(), "a `lambda` without a parameter", "expected `(name : type)`", help);
        }
        while self.is(Kind::LeftParen) && (self.at_param() || !self.at_last_list()) {
            params.extend(self.param("a parameter")?);
            any = true;
        }
        if !any {
            let help = "`(lambda (x : type) : type body)`";
            return self.refuse(start, "a `lambda` without a parameter", "expected `(name : type)`", help);
        }
        let result = if self.eat(Kind::Colon) { Some(self.ty()?) } else { None };
        let body = self.last_exp("a `lambda`")?;
        Ok(ExpKind::Lambda(Box::new(Lambda { params, result, body })))
    }

    fn at_param(&self) -> bool {
        self.is(Kind::LeftParen) && self.kind(1).is_name() && self.kind(2) == Kind::Colon
    }

    /// Parses `(f : t) body` after `mu`.
    fn mu(&mut self) -> Parsed<ExpKind> {
        if self.is(Kind::LeftParen) && self.kind(1) == Kind::Lambda {
            let help = "`(mu (f : int -> int) (lambda (x : int) : int ..))`";
            return self.refuse(self.span(), "a `mu` without a name", "expected `(name : type)` before this", help);
        }
        let Some(param) = self.param("the function")? else { return Err(Broken) };
        let body = self.last_exp("a `mu`")?;
        Ok(ExpKind::Mu(Box::new(param), Box::new(body)))
    }
}
