//! Expressions.
//!
//! ```text
//! expr = apply [';' expr] | decl in expr | lam [x [':' ty]] '.' expr | if expr then expr else expr
//!      | match expr with pat then expr else expr | match expr with pat in expr
//!      | switch expr (case pat then expr)* end | (dive | prerun) expr
//! apply = (Con atom | atom) atom*
//! atom  = prim ('.' (number | label))*
//! prim  = x | #frozen"x" | literal | never | '(' ')' | '(' expr ')' | '(' expr ',' ')' | '(' expr ',' expr .. ')'
//!       | '[' expr ',' .. ']' | '{' '}' | '{' label '=' expr ',' .. '}' | '{' expr with label '=' expr ',' .. '}'
//! ```
//!
//! All forms that begin with a word extend as far to the right as possible. They need brackets as arguments.

use super::{EXPRESSION, Mexpr, NO_ARGUMENT, Parts};
use crate::ast::{Case, Exp, ExpKind, Ident, Literal, Match, Param, Pat, PatKind, Stm};
use crate::lexer::Kind;
use base::{Diagnostic, Span, Symbol};
use syntax::errors::shorten;
use syntax::{Opened, Parsed, Parser};

/// What may follow an application, in messages.
const END_OF_EXPRESSION: &str = "an argument, or the end of the expression";

impl Mexpr<'_> {
    /// Parses an expression: statements, and the expression in their scope.
    pub(super) fn expr(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let mut stms = Vec::new();
        let last = loop {
            if let Some(last) = self.part(&mut stms)? {
                break last;
            }
        };
        Ok(match stms.is_empty() {
            true => last,
            false => self.exp_since(start, ExpKind::Block(stms, Box::new(last))),
        })
    }

    /// Parses an expression that is one level deeper in the tree.
    pub(super) fn inner(&mut self) -> Parsed<Exp> {
        self.deeper(1, Self::expr)
    }

    /// Parses an expression up to one of `words`, which is not taken.
    fn exp_up_to(&mut self, words: &[Kind], wanted: &str) -> Parsed<Exp> {
        let start = self.span();
        let exp = self.up_to(words, wanted, Self::inner)?;
        Ok(exp.unwrap_or_else(|| self.exp_since(start, ExpKind::Error)))
    }

    pub(super) fn exp_since(&self, start: Span, kind: ExpKind) -> Exp {
        Exp { kind, span: self.since(start) }
    }

    /// Parses the next statement of a block. Returns the block's last expression if this is it.
    fn part(&mut self, stms: &mut Vec<Stm>) -> Parsed<Option<Exp>> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Let | Kind::Recursive | Kind::Type | Kind::Con | Kind::External | Kind::Utest | Kind::Use => {
                stms.push(Stm::Decl(self.local()?));
                return Ok(None);
            }
            Kind::Dive | Kind::Prerun => {
                self.bump();
                return Ok(None);
            }
            Kind::Lam => self.lambda()?,
            Kind::If => self.conditional()?,
            Kind::Switch => self.switch()?,
            Kind::Match => match self.matching()? {
                Matching::Statement(stm) => {
                    stms.push(stm);
                    return Ok(None);
                }
                Matching::Branches(kind) => kind,
            },
            _ => return self.application_or_statement(stms),
        };
        Ok(Some(self.exp_since(start, kind)))
    }

    /// Parses an application; with a `;` after it, it is a statement.
    fn application_or_statement(&mut self, stms: &mut Vec<Stm>) -> Parsed<Option<Exp>> {
        let start = self.span();
        let read = self.waiting_for(&[Kind::Semicolon], |parser| {
            let exp = parser.application()?;
            if parser.may_end() { Ok(exp) } else { parser.unexpected(END_OF_EXPRESSION) }
        });
        if read.is_err() {
            self.skip_to_one_of(&[Kind::Semicolon]);
        }
        if self.eat(Kind::Semicolon) {
            let error = |_| self.exp_since(start, ExpKind::Error);
            stms.push(Stm::Do(read.unwrap_or_else(error)));
            return Ok(None);
        }
        read.map(Some)
    }

    /// Whether an expression may end before the next token.
    fn may_end(&self) -> bool {
        use Kind::{Case, Comma, Else, End, EndOfFile, In, Semicolon, Then, Use, Using, With};
        let kind = self.peek();
        matches!(kind, Case | Comma | Else | End | EndOfFile | In | Semicolon | Then | Use | Using | With)
            || syntax::Kind::closes(kind)
            || super::recovery::starts_declaration(kind)
    }
}

/// A match, of which `match e with p in` is a statement.
enum Matching {
    Statement(Stm),
    Branches(ExpKind),
}

/// Forms.
impl Mexpr<'_> {
    /// Parses `lam x : ty. lam y. body`.
    fn lambda(&mut self) -> Parsed<ExpKind> {
        let mut params = Vec::new();
        while self.eat(Kind::Lam) {
            if !self.is(Kind::Dot) {
                params.push(self.param()?);
                self.no_more_params(&mut params);
            } else {
                params.push(Param { name: None, ty: None });
            }
            self.expect(Kind::Dot, "`.` after the parameter")?;
        }
        Ok(ExpKind::Lambda(params, Box::new(self.inner()?)))
    }

    fn param(&mut self) -> Parsed<Param> {
        if matches!(self.peek(), Kind::LeftParen | Kind::LeftBrace | Kind::LeftBracket) {
            let help = "`lam x : ty. body`; the parts of a tuple are `lam p. match p with (x, y) in body`";
            return self.refuse(self.span(), "brackets around a parameter", "a parameter is a name", help);
        }
        let name = self.name("the name of the parameter, or `.`")?;
        let ty = if self.eat(Kind::Colon) { Some(self.ty()?) } else { None };
        Ok(Param { name: Some(name), ty })
    }

    /// Reports further names after a parameter, and takes them as parameters.
    fn no_more_params(&mut self, params: &mut Vec<Param>) {
        if self.is(Kind::Name) {
            let help = "each parameter has its own `lam`: `lam x. lam y. body`";
            self.complain(self.span(), "a `lam` with more than one parameter", "expected `.` before this", help);
        }
        while self.is(Kind::Name) {
            params.push(Param { name: Some(self.take_ident()), ty: None });
        }
    }

    fn conditional(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let condition = self.exp_up_to(&[Kind::Then], "`then` after the condition")?;
        self.bump();
        let yes = self.exp_up_to(&[Kind::Else], "`else`, which an `if` always has")?;
        self.bump();
        Ok(ExpKind::If(Box::new(condition), Box::new(yes), Box::new(self.inner()?)))
    }

    /// Parses a match, up to its `in` or to the end of its second branch.
    fn matching(&mut self) -> Parsed<Matching> {
        self.bump();
        let subject = self.exp_up_to(&[Kind::With], "`with` and a pattern")?;
        self.bump();
        let pat = self.pat_up_to(&[Kind::Then, Kind::In], "`then` or `in` after the pattern")?;
        if self.eat(Kind::In) {
            return Ok(Matching::Statement(Stm::Match(subject, pat)));
        }
        self.bump();
        let yes = self.exp_up_to(&[Kind::Else], "`else`, which a `match` with `then` always has")?;
        self.bump();
        let no = self.inner()?;
        Ok(Matching::Branches(ExpKind::Match(Box::new(Match { subject, pat, yes, no }))))
    }

    fn switch(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let next = [Kind::Case, Kind::End];
        let subject = self.exp_up_to(&next, "`case` and a pattern, or `end`")?;
        let mut cases = Vec::new();
        while self.eat(Kind::Case) {
            let pat = self.pat_up_to(&[Kind::Then], "`then` after the pattern")?;
            self.bump();
            cases.push(Case { pat, body: self.exp_up_to(&next, "`case` or `end`")? });
        }
        self.bump();
        Ok(ExpKind::Switch(Box::new(subject), cases))
    }

    /// Parses a pattern up to one of `words`, which is not taken.
    fn pat_up_to(&mut self, words: &[Kind], wanted: &str) -> Parsed<Pat> {
        let start = self.span();
        let pat = self.up_to(words, wanted, |parser| parser.deeper(1, Self::pat))?;
        let error = || Pat { kind: PatKind::Error, span: start };
        Ok(pat.unwrap_or_else(error))
    }
}

/// Applications.
impl Mexpr<'_> {
    fn application(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let function = if self.at_con() { self.con()? } else { self.atom()? };
        let mut arguments = Vec::new();
        let newline = self.column().is_some();
        while let Some(argument) = self.argument()? {
            arguments.push(argument);
        }
        let Some(first) = arguments.first() else { return Ok(function) };
        if let ExpKind::Literal(literal) = &function.kind {
            self.applied_literal(&function, literal, first, newline);
        }
        Ok(self.exp_since(start, ExpKind::Apply(Box::new(function), arguments)))
    }

    /// Parses the next argument, if there is one. Those that need brackets are reported and read.
    fn argument(&mut self) -> Parsed<Option<Exp>> {
        let word = self.spelling();
        match self.peek() {
            Kind::Lam | Kind::If | Kind::Match | Kind::Switch | Kind::Dive | Kind::Prerun => {
                let article = if self.is(Kind::If) { "an" } else { "a" };
                let headline = format!("{article} `{word}` in the place of an argument");
                let help = format!("put it in brackets: `f ({word} ..)`");
                self.complain(self.span(), &headline, "this needs brackets", &help);
                self.inner().map(Some)
            }
            _ if self.at_con() => {
                let help = format!("put it in brackets with its argument: `f ({} x)`", shorten(word));
                let span = self.span();
                if starts_atom(self.kind(1)) {
                    self.complain(span, "a constructor in the place of an argument", "this needs brackets", &help);
                }
                self.con().map(Some)
            }
            kind if starts_atom(kind) => self.atom().map(Some),
            _ => Ok(None),
        }
    }

    fn at_con(&self) -> bool {
        matches!(self.peek(), Kind::Upper | Kind::EscapedCon)
    }

    /// Parses a constructor and its argument.
    fn con(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let name = self.take_ident();
        let kind = match starts_atom(self.peek()) {
            true => ExpKind::Con(name, Box::new(self.atom()?)),
            false => {
                let name = name.name;
                self.no_argument(start, &format!("`{name} ()` has no data; as a function write `lam x. {name} x`"));
                ExpKind::Error
            }
        };
        Ok(self.exp_since(start, kind))
    }

    /// Reports a constructor without its argument.
    pub(super) fn no_argument(&mut self, name: Span, help: &str) {
        let headline = "a constructor without its argument";
        self.report(Diagnostic::error(NO_ARGUMENT, headline).label(name, "it always takes one").help(help));
    }

    /// Reports a literal that is applied. `newline` says that its first argument is on the next line.
    fn applied_literal(&mut self, function: &Exp, literal: &Literal, first: &Exp, newline: bool) {
        let what = match literal {
            Literal::Int(_) | Literal::Float(_) => "a number is applied to an argument",
            Literal::Bool(_) => "a truth value is applied to an argument",
            Literal::Char(_) => "a character is applied to an argument",
            Literal::Text(_) => "a string is applied to an argument",
        };
        let help = match (literal, &first.kind) {
            _ if newline => "an expression goes on over the end of the line; the program's expression follows `mexpr`",
            (Literal::Int(_), ExpKind::Literal(Literal::Int(value))) if *value < 0 => {
                "the minus belongs to the number after it: to subtract, write `subi 3 2`"
            }
            (Literal::Float(_), ExpKind::Literal(Literal::Float(bits))) if f64::from_bits(*bits).is_sign_negative() => {
                "the minus belongs to the number after it: to subtract, write `subf 3. 2.`"
            }
            (Literal::Int(0), ExpKind::Var(name)) if name.name.as_str().starts_with(['x', 'b', 'o']) => {
                "numbers are decimal"
            }
            _ => "a function comes first: `f x`",
        };
        self.complain(function.span, what, "this is not a function", help);
    }

    fn atom(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let exp = self.primary()?;
        let mut labels = Vec::new();
        while self.eat(Kind::Dot) {
            self.selected(&mut labels)?;
        }
        Ok(match labels.is_empty() {
            true => exp,
            false => self.exp_since(start, ExpKind::Select(Box::new(exp), labels)),
        })
    }

    /// Parses a field after its point: a label or the number of a component.
    fn selected(&mut self, labels: &mut Vec<Ident>) -> Parsed<()> {
        let word = self.spelling();
        match self.peek() {
            Kind::Int if !word.starts_with('-') => labels.push(self.component()),
            Kind::Float if !word.starts_with('-') && !word.contains(['e', 'E']) => {
                let (first, second) = word.split_once('.').unwrap_or((word, ""));
                let help = format!("digits and a point are one number: write `(x.{first}).{second}`");
                let span = self.bump();
                self.complain(span, "a float in the place of a component's number", "this is one number", &help);
                labels.extend([first, second].map(|name| Ident { name: Symbol::new(name), span }));
            }
            Kind::Name | Kind::EscapedLabel => labels.push(self.take_ident()),
            kind if syntax::Kind::is_word(kind) && self.touches() => labels.push(self.label()?),
            _ => return self.unexpected("the name of a field, or the number of a component"),
        }
        Ok(())
    }

    /// Takes the number of a component, without leading zeros.
    fn component(&mut self) -> Ident {
        let digits = self.spelling().trim_start_matches('0');
        Ident { name: Symbol::new(if digits.is_empty() { "0" } else { digits }), span: self.bump() }
    }

    fn primary(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::EscapedVar => ExpKind::Var(self.take_ident()),
            Kind::Frozen => ExpKind::Frozen(self.take_ident()),
            Kind::Int => ExpKind::Literal(self.integer()),
            Kind::Float => ExpKind::Literal(self.float()),
            Kind::Char => ExpKind::Literal(Literal::Char(self.character())),
            Kind::String => ExpKind::Literal(Literal::Text(self.string())),
            Kind::True | Kind::False => {
                let value = self.is(Kind::True);
                self.bump();
                ExpKind::Literal(Literal::Bool(value))
            }
            Kind::Never => {
                self.bump();
                ExpKind::Never
            }
            Kind::LeftParen => match self.bracketed(|parser, open| parser.parts(open, Self::expr))? {
                Some(Parts::One(exp)) => exp.kind,
                Some(Parts::Tuple(exps)) => ExpKind::Tuple(exps),
                None => ExpKind::Error,
            },
            Kind::LeftBracket => {
                let items = self.bracketed(|parser, open| match parser.is(Kind::RightBracket) {
                    true => Ok(Vec::new()),
                    false => parser.separated(open, Kind::Comma, Self::expr),
                });
                items?.map_or(ExpKind::Error, ExpKind::Seq)
            }
            Kind::LeftBrace => self.bracketed(Self::braces)?.unwrap_or(ExpKind::Error),
            _ => return self.unexpected(EXPRESSION),
        };
        Ok(self.exp_since(start, kind))
    }

    /// Parses the inside of braces: a record, or a record with other values of some fields.
    fn braces(&mut self, open: Opened) -> Parsed<ExpKind> {
        if self.is(Kind::RightBrace) {
            return Ok(ExpKind::Tuple(Vec::new()));
        }
        if self.at_field(Kind::Equals) {
            return Ok(ExpKind::Record(self.fields(open, Kind::Equals, Self::expr)?));
        }
        let wanted = "`with` and the fields that change, or `=` after the name of a field";
        let record = self.exp_up_to(&[Kind::With], wanted)?;
        self.bump();
        Ok(ExpKind::Update(Box::new(record), self.fields(open, Kind::Equals, Self::expr)?))
    }
}

/// Whether an atom begins with this token.
fn starts_atom(kind: Kind) -> bool {
    use Kind::{
        Char, EscapedVar, False, Float, Frozen, Int, LeftBrace, LeftBracket, LeftParen, Name, Never, String, True,
    };
    matches!(kind, Char | EscapedVar | False | Float | Frozen | Int | LeftBrace | LeftBracket | LeftParen | Name)
        || matches!(kind, Never | String | True)
}
