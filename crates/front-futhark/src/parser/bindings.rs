//! Parses expressions that start with a keyword and extend as far as possible: `let`, `if`, `match`, `loop` and
//! lambdas.

use super::{Broken, Parsed, Parser, UNEXPECTED};
use crate::ast::{Case, Def, Exp, ExpKind, Ident, Lambda, Let, LetKind, Loop, LoopForm, Pat, Step, TypeParam};
use crate::lexer::Kind;
use base::Diagnostic;
use std::rc::Rc;

impl Parser<'_> {
    /// Whether an `if`, `match`, `loop` or lambda comes next, which extends as far as possible.
    pub(super) fn at_long(&self) -> bool {
        matches!(self.peek(), Kind::If | Kind::Match | Kind::Loop | Kind::Backslash)
    }

    pub(super) fn long(&mut self) -> Parsed<Exp> {
        let word = self.peek();
        let start = self.bump();
        let kind = match word {
            Kind::If => self.if_exp()?,
            Kind::Match => self.match_exp()?,
            Kind::Loop => self.loop_exp()?,
            _ => self.lambda()?,
        };
        Ok(Exp { kind, span: self.since(start) })
    }

    fn if_exp(&mut self) -> Parsed<ExpKind> {
        let condition = self.exp()?;
        self.expect(Kind::Then, "`then`")?;
        let yes = self.exp()?;
        self.expect(Kind::Else, "`else`")?;
        let no = self.exp()?;
        Ok(ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    fn match_exp(&mut self) -> Parsed<ExpKind> {
        let scrutinee = self.exp()?;
        if !self.is(Kind::Case) {
            return self.unexpected("`case`");
        }
        let mut cases = Vec::new();
        while self.is(Kind::Case) {
            let start = self.bump();
            let pat = self.case_pattern()?;
            self.expect(Kind::Arrow, "`->`")?;
            let body = self.exp()?;
            cases.push(Case { pat, body, span: self.since(start) });
        }
        Ok(ExpKind::Match(Box::new(scrutinee), cases))
    }

    /// Parses a lambda: `\params : result -> body`.
    fn lambda(&mut self) -> Parsed<ExpKind> {
        let mut params = vec![self.pattern_atom()?];
        params.append(&mut self.params()?);
        let result = if self.eat(Kind::Colon) { Some(self.type_before_arrow()?) } else { None };
        self.expect(Kind::Arrow, "a parameter or `->`")?;
        let body = self.exp()?;
        Ok(ExpKind::Lambda(Rc::new(Lambda { params, result, body })))
    }

    pub(super) fn params(&mut self) -> Parsed<Vec<Pat>> {
        let mut params = Vec::new();
        while self.at_pattern_atom() || self.is(Kind::AttrOpen) {
            params.push(if self.is(Kind::AttrOpen) { self.pattern()? } else { self.pattern_atom()? });
        }
        Ok(params)
    }

    /// Parses a loop: `loop [n] pat = init form do body`.
    fn loop_exp(&mut self) -> Parsed<ExpKind> {
        let sizes = self.sizes()?;
        let pat = self.pattern()?;
        let init = if self.eat(Kind::Equals) { Some(self.exp()?) } else { None };
        let form = self.loop_form()?;
        self.expect(Kind::Do, "`do`")?;
        let body = self.exp()?;
        Ok(ExpKind::Loop(Box::new(Loop { sizes, pat, init, form, body })))
    }

    fn loop_form(&mut self) -> Parsed<LoopForm> {
        if self.eat(Kind::While) {
            return Ok(LoopForm::While(self.exp()?));
        }
        self.expect(Kind::For, "`for` or `while`")?;
        if self.is(Kind::Name) && self.kind(1) == Kind::Less {
            let name = self.take_ident(0);
            self.bump();
            return Ok(LoopForm::For(name, self.exp()?));
        }
        let is_wildcard = self.is(Kind::Underscore);
        let pat = self.pattern()?;
        if is_wildcard && self.is(Kind::Less) {
            let headline = "the counter of a loop needs a name";
            let diagnostic = Diagnostic::error(UNEXPECTED, headline).label(pat.span, "this is not a name");
            self.report(diagnostic.help("write a name that begins with `_`, such as `_i`"));
            self.bump();
            self.exp()?;
            return Err(Broken);
        }
        self.expect(Kind::In, "`<` or `in`")?;
        Ok(LoopForm::ForIn(pat, self.exp()?))
    }
}

/// Parsing of blocks.
impl Parser<'_> {
    /// Parses a block: `let .. let .. in body`. An `in` is also allowed between two bindings.
    pub(super) fn block(&mut self) -> Parsed<Exp> {
        let start = self.span();
        let mut lets = Vec::new();
        while self.is(Kind::Let) {
            lets.extend(self.binding_or_skip()?);
            if !self.is(Kind::Let) {
                self.expect(Kind::In, "`in` or another `let`")?;
            }
        }
        let body = self.exp()?;
        Ok(Exp { kind: ExpKind::Block(lets, Box::new(body)), span: self.since(start) })
    }

    /// Parses one binding. After an error, skips to the next `let` or `in` and returns `None`.
    fn binding_or_skip(&mut self) -> Parsed<Option<Let>> {
        let checkpoint = self.checkpoint();
        let start = self.bump();
        let broken = match self.binding() {
            Ok(kind) => return Ok(Some(Let { kind, span: self.since(start) })),
            Err(broken) => broken,
        };
        self.resume(checkpoint);
        self.skip_until(|kind| matches!(kind, Kind::Let | Kind::In));
        // A declaration never continues this block.
        if self.at_declaration() || !matches!(self.peek(), Kind::Let | Kind::In) { Err(broken) } else { Ok(None) }
    }

    /// Parses the rest of a binding after `let`.
    fn binding(&mut self) -> Parsed<LetKind> {
        if self.is(Kind::LeftBracket) {
            let sizes = self.sizes()?;
            return self.pattern_binding(sizes);
        }
        if self.at_bound_operator() && !matches!(self.kind(3), Kind::Equals | Kind::Colon) {
            return self.local_function();
        }
        match (self.peek(), self.kind(1)) {
            (Kind::Name, Kind::LeftBracket) if !self.token(1).spaced => self.update(),
            (Kind::Name, Kind::Dot | Kind::NumberField) | (Kind::QualName, _) => self.update(),
            (Kind::Name, Kind::Equals | Kind::Colon) => self.pattern_binding(Vec::new()),
            (Kind::Name, _) => self.local_function(),
            _ => self.pattern_binding(Vec::new()),
        }
    }

    fn pattern_binding(&mut self, sizes: Vec<Ident>) -> Parsed<LetKind> {
        let pat = self.pattern()?;
        self.expect(Kind::Equals, "`=`")?;
        Ok(LetKind::Pat { sizes, pat, value: self.exp()? })
    }

    /// Parses an update of a variable: `name[i].f = value`.
    fn update(&mut self) -> Parsed<LetKind> {
        let Some((Step::Field(name), path)) = self.update_path()?.split_first().map(|(n, p)| (n.clone(), p.to_vec()))
        else {
            return self.unexpected("a name");
        };
        self.expect(Kind::Equals, "`=`")?;
        Ok(LetKind::Update { name, path, value: self.exp()? })
    }

    fn local_function(&mut self) -> Parsed<LetKind> {
        let name = self.binding_name("a name")?;
        let type_params = self.type_params()?;
        let params = self.params()?;
        if params.is_empty() {
            return self.unexpected("a parameter, `:` or `=`");
        }
        let def = self.def_rest(false, name, type_params, params)?;
        Ok(LetKind::Function(Rc::new(def)))
    }

    /// Parses the rest of a definition, at top level or in a block: `: result = body`.
    pub(super) fn def_rest(
        &mut self,
        entry: bool,
        name: Ident,
        type_params: Vec<TypeParam>,
        params: Vec<Pat>,
    ) -> Parsed<Def> {
        let result = if self.eat(Kind::Colon) { Some(self.type_exp()?) } else { None };
        self.expect(Kind::Equals, if result.is_some() { "`=`" } else { "a parameter, `:` or `=`" })?;
        let body = self.exp()?;
        Ok(Def { entry, name, type_params, params, result, body })
    }
}
