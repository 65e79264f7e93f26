//! Expressions.

use super::Checker;
use super::messages::Why;
use super::tree::{Exp, ExpKind, Match, Stm, Variable};
use super::types::{Kind, Scheme, Type, component};
use crate::ast;
use base::{Span, Symbol};

impl Checker {
    pub(super) fn exp(&mut self, exp: &ast::Exp) -> Exp {
        let (kind, ty) = self.kind(exp);
        Exp { kind, ty, span: exp.span }
    }

    /// Checks an expression that must have this type.
    fn exp_of(&mut self, exp: &ast::Exp, wanted: &Type, why: Why) -> Exp {
        let exp = self.exp(exp);
        self.equal(wanted, &exp.ty, result_span(&exp), why);
        exp
    }

    fn kind(&mut self, exp: &ast::Exp) -> (ExpKind, Type) {
        match &exp.kind {
            ast::ExpKind::Var(name) => self.variable(name),
            ast::ExpKind::Frozen(name) => match self.values.get(name.name) {
                Some(bound) if !bound.scheme.params.is_empty() => self.frozen(name),
                _ => self.variable(name),
            },
            ast::ExpKind::Con(name, argument) => {
                let argument = self.exp(argument);
                let Some((con, types, wanted, ty)) = self.con(name) else { return (ExpKind::Error, Type::Error) };
                self.equal(&wanted, &argument.ty, result_span(&argument), Why::at(name.span, "the constructor takes"));
                (ExpKind::Con(con, types, Box::new(argument)), ty)
            }
            ast::ExpKind::Literal(literal) => (ExpKind::Literal(literal.clone()), self.literal_type(literal, exp.span)),
            ast::ExpKind::Apply(function, arguments) => self.application(function, arguments),
            ast::ExpKind::Lambda(params, body) => self.inside(|checker| checker.lambda(params, body)),
            ast::ExpKind::Block(stms, last) => self.inside(|checker| {
                let stms = stms.iter().filter_map(|stm| checker.statement(stm)).collect();
                let last = checker.exp(last);
                let ty = last.ty.clone();
                (ExpKind::Block(stms, Box::new(last)), ty)
            }),
            ast::ExpKind::If(condition, yes, no) => {
                let condition = self.exp_of(condition, &Type::Bool, Why::says("a condition has type"));
                let yes = self.exp(yes);
                let no = self.exp_of(no, &yes.ty, Why::at(result_span(&yes), "the first branch has type"));
                let ty = yes.ty.clone();
                (ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)), ty)
            }
            ast::ExpKind::Match(parts) => self.matching(parts),
            ast::ExpKind::Switch(subject, cases) => self.switch(subject, cases),
            ast::ExpKind::Tuple(components) => {
                let fields = components.iter().enumerate().map(|(at, exp)| (component(at), exp));
                self.record(fields.collect())
            }
            ast::ExpKind::Record(fields) => {
                self.labels_differ(fields);
                self.record(fields.iter().map(|field| (field.label.name, &field.value)).collect())
            }
            ast::ExpKind::Update(record, fields) => self.update(record, fields),
            ast::ExpKind::Select(record, labels) => self.select(record, labels),
            ast::ExpKind::Seq(elements) => {
                let element = self.fresh();
                let why = || Why::says("the elements before it have type");
                let elements = elements.iter().map(|exp| self.exp_of(exp, &element, why())).collect();
                (ExpKind::Seq(elements), Type::seq(element))
            }
            ast::ExpKind::Never => (ExpKind::Never, self.fresh()),
            ast::ExpKind::Error => (ExpKind::Error, Type::Error),
        }
    }

    fn variable(&mut self, name: &ast::Ident) -> (ExpKind, Type) {
        let Some(bound) = self.values.get(name.name) else { return (ExpKind::Error, self.unknown_value(name)) };
        let (id, scheme) = (bound.id, bound.scheme.clone());
        let (ty, arguments) = self.unifier.instantiate(&scheme, self.level);
        (ExpKind::Variable(id, arguments), ty)
    }

    /// Returns the type of a literal. A number may have any width.
    pub(super) fn literal_type(&mut self, literal: &ast::Literal, span: Span) -> Type {
        let mut number = |kind| {
            let ty = self.unifier.fresh_of(kind, self.level);
            self.literals.push((ty.clone(), literal.clone(), span));
            ty
        };
        match literal {
            ast::Literal::Int(_) => number(Kind::Integer),
            ast::Literal::Float(_) => number(Kind::Float),
            ast::Literal::Bool(_) => Type::Bool,
            ast::Literal::Char(_) => Type::Char,
            ast::Literal::Text(_) => Type::string(),
        }
    }

    /// Checks an application, argument by argument, so that an error is at the first argument that does not fit.
    fn application(&mut self, function: &ast::Exp, arguments: &[ast::Exp]) -> (ExpKind, Type) {
        let function = self.exp(function);
        let mut ty = function.ty.clone();
        let mut checked = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let argument = self.exp(argument);
            ty = match self.unifier.number_or_head(&ty) {
                Type::Function(param, result) => {
                    let why = Why::at(function.span, "here this function takes");
                    self.equal(&param, &argument.ty, result_span(&argument), why);
                    (*result).clone()
                }
                unknown @ Type::Variable(_) => {
                    let result = self.fresh();
                    let wanted = Type::function(argument.ty.clone(), result.clone());
                    self.equal(&wanted, &unknown, function.span, Why::says("as a function here it has type"));
                    result
                }
                Type::Error => Type::Error,
                other => self.not_a_function(&function, at, &other, argument.span),
            };
            checked.push(argument);
        }
        (ExpKind::Apply(Box::new(function), checked), ty)
    }

    fn lambda(&mut self, params: &[ast::Param], body: &ast::Exp) -> (ExpKind, Type) {
        let params: Vec<Variable> = params.iter().map(|param| self.param(param, body.span)).collect();
        let body = self.exp(body);
        let ty = params.iter().rev().fold(body.ty.clone(), |ty, param| Type::function(param.ty.clone(), ty));
        (ExpKind::Lambda(params, Box::new(body)), ty)
    }

    /// Binds a parameter. One without a name has a name that no program can use.
    fn param(&mut self, param: &ast::Param, place: Span) -> Variable {
        let ty = match &param.ty {
            Some(ty) => self.annotation(ty),
            None => self.fresh(),
        };
        match &param.name {
            Some(ast::Ident { name, span }) => {
                let id = self.bind(*name, Scheme::of(ty.clone()));
                Variable { id, name: *name, ty, span: *span }
            }
            None => Variable { id: self.new_variable(), name: Symbol::new(""), ty, span: place },
        }
    }

    fn statement(&mut self, stm: &ast::Stm) -> Option<Stm> {
        match stm {
            ast::Stm::Decl(decl) => self.decl(decl, Span::NOWHERE).map(Stm::Decl),
            ast::Stm::Match(subject, pat) => {
                let subject = self.exp(subject);
                let pat = self.pattern(pat, &subject.ty, subject.span);
                Some(Stm::Match(subject, pat))
            }
            ast::Stm::Do(exp) => Some(Stm::Do(self.exp(exp))),
        }
    }

    fn matching(&mut self, parts: &ast::Match) -> (ExpKind, Type) {
        let subject = self.exp(&parts.subject);
        let (pat, yes) = self.inside(|checker| {
            let pat = checker.pattern(&parts.pat, &subject.ty, subject.span);
            (pat, checker.exp(&parts.yes))
        });
        let no = self.exp_of(&parts.no, &yes.ty, Why::at(result_span(&yes), "the first branch has type"));
        let ty = yes.ty.clone();
        (ExpKind::Match(Box::new(Match { subject, pat, yes, no })), ty)
    }

    fn switch(&mut self, subject: &ast::Exp, cases: &[ast::Case]) -> (ExpKind, Type) {
        let subject = self.exp(subject);
        let ty = self.fresh();
        let mut first: Option<Span> = None;
        let mut checked = Vec::new();
        for case in cases {
            let why = first.map_or(Why::default(), |first| Why::at(first, "the first case has type"));
            checked.push(self.inside(|checker| {
                let pat = checker.pattern(&case.pat, &subject.ty, subject.span);
                (pat, checker.exp_of(&case.body, &ty, why))
            }));
            first = first.or(checked.last().map(|(_, body)| result_span(body)));
        }
        (ExpKind::Switch(Box::new(subject), checked), ty)
    }

    fn record(&mut self, fields: Vec<(Symbol, &ast::Exp)>) -> (ExpKind, Type) {
        let fields: Vec<(Symbol, Exp)> = fields.into_iter().map(|(label, exp)| (label, self.exp(exp))).collect();
        let types = fields.iter().map(|(label, exp)| (*label, exp.ty.clone())).collect();
        (ExpKind::Record(fields), Type::record(types, super::types::Row::Closed))
    }

    fn update(&mut self, record: &ast::Exp, fields: &[ast::Field]) -> (ExpKind, Type) {
        self.labels_differ(fields);
        let record = self.exp(record);
        let mut checked = Vec::new();
        for field in fields {
            let wanted = self.field(&record.ty, &field.label, record.span);
            let value = self.exp_of(&field.value, &wanted, Why::at(record.span, "in this record the field has type"));
            checked.push((field.label.name, value));
        }
        let ty = record.ty.clone();
        (ExpKind::Update(Box::new(record), checked), ty)
    }

    fn select(&mut self, record: &ast::Exp, labels: &[ast::Ident]) -> (ExpKind, Type) {
        let first = self.exp(record);
        let select = |record: Exp, label: &ast::Ident| {
            let ty = self.field(&record.ty, label, record.span);
            let span = record.span.to(label.span);
            Exp { kind: ExpKind::Select(Box::new(record), label.name), ty, span }
        };
        let Exp { kind, ty, .. } = labels.iter().fold(first, select);
        (kind, ty)
    }

    /// Returns the type of a record's field.
    fn field(&mut self, record: &Type, label: &ast::Ident, place: Span) -> Type {
        let ty = self.fresh();
        let row = self.unifier.fresh_row(self.level);
        let wanted = Type::record(vec![(label.name, ty.clone())], row);
        match self.unifier.unify(record, &wanted) {
            Ok(()) => ty,
            Err(_) => self.no_field(record, label, place),
        }
    }
}

/// Returns the place of the expression that is the value of a block.
fn result_span(exp: &Exp) -> Span {
    match &exp.kind {
        ExpKind::Block(_, last) => result_span(last),
        _ => exp.span,
    }
}
