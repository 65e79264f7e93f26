//! Expressions.

use super::Checker;
use super::declarations::is_value;
use super::messages::Why;
use super::tree::{Exp, ExpKind, Match, Stm, Variable};
use super::types::{Kind, ParamNumber, Row, Scheme, Type, component};
use crate::ast;
use base::{Span, Symbol};

impl Checker {
    pub(super) fn exp(&mut self, exp: &ast::Exp) -> Exp {
        let (kind, ty) = self.kind(exp);
        Exp { kind, ty, span: exp.span }
    }

    /// Checks an expression that must have this type.
    pub(super) fn exp_of(&mut self, exp: &ast::Exp, wanted: &Type, why: Why) -> Exp {
        let wanted = self.unifier.head(wanted);
        match (&wanted, &exp.kind) {
            (Type::All(..), _) => return self.polymorphic(exp, &wanted, why),
            (Type::Function(..), ast::ExpKind::Lambda(params, body)) if self.has_all(&wanted) => {
                return self.inside(|checker| checker.lambda_of(params, body, &wanted, exp.span, why));
            }
            (Type::Record(_, Row::Closed), ast::ExpKind::Record(given)) if self.has_all(&wanted) => {
                self.labels_differ(given);
                let given = given.iter().map(|field| (field.label.name, &field.value)).collect();
                return self.record_of(exp, given, &wanted, why);
            }
            (Type::Record(_, Row::Closed), ast::ExpKind::Tuple(given)) if self.has_all(&wanted) => {
                let given = given.iter().enumerate().map(|(at, exp)| (component(at), exp)).collect();
                return self.record_of(exp, given, &wanted, why);
            }
            _ => {}
        }
        let exp = self.exp(exp);
        self.equal(&wanted, &exp.ty, result_span(&exp), why);
        exp
    }

    /// Checks a function of which a parameter or the result must be polymorphic.
    fn lambda_of(&mut self, params: &[ast::Param], body: &ast::Exp, wanted: &Type, span: Span, why: Why) -> Exp {
        let (mut variables, mut rest) = (Vec::new(), wanted.clone());
        for param in params {
            let (from, to) = match self.unifier.head(&rest) {
                Type::Function(from, to) => ((*from).clone(), (*to).clone()),
                _ => (self.fresh(), self.fresh()),
            };
            let variable = self.param(param, body.span, &from);
            if param.ty.is_some() {
                self.equal(&from, &variable.ty, variable.span, why.clone());
            }
            variables.push(variable);
            rest = to;
        }
        let body = self.exp_of(body, &rest, why.clone());
        let ty = function_of(&variables, &body);
        self.equal(wanted, &ty, span, why);
        Exp { kind: ExpKind::Lambda(variables, Box::new(body)), ty, span }
    }

    /// Whether a polymorphic type is a parameter, a result or a field of a type.
    fn has_all(&self, ty: &Type) -> bool {
        match self.unifier.head(ty) {
            Type::All(..) => true,
            Type::Function(from, to) => self.has_all(&from) || self.has_all(&to),
            Type::Record(fields, _) => fields.iter().any(|(_, ty)| self.has_all(ty)),
            _ => false,
        }
    }

    /// Checks a record of which some fields must be polymorphic.
    fn record_of(&mut self, exp: &ast::Exp, given: Vec<(Symbol, &ast::Exp)>, wanted: &Type, why: Why) -> Exp {
        let Type::Record(fields, _) = wanted else { return self.exp(exp) };
        let mut checked = Vec::new();
        for (label, value) in given {
            let field = fields.iter().find(|(name, _)| *name == label);
            checked.push((
                label,
                match field {
                    Some((_, ty)) => self.exp_of(value, ty, why.clone()),
                    None => self.exp(value),
                },
            ));
        }
        let ty = Type::record(checked.iter().map(|(label, exp)| (*label, exp.ty.clone())).collect(), Row::Closed);
        self.equal(wanted, &ty, exp.span, why);
        Exp { kind: ExpKind::Record(checked), ty, span: exp.span }
    }

    /// Checks an expression that must have a polymorphic type: a value that has the type for any types in place of its
    /// parameters, or an expression of this type.
    fn polymorphic(&mut self, exp: &ast::Exp, wanted: &Type, why: Why) -> Exp {
        let Type::All(poly, ..) = wanted else { return self.exp(exp) };
        let span = exp.span;
        let is_polymorphic = |checker: &Self, name: &ast::Ident| {
            let bound = checker.values.get(name.name);
            bound.is_some_and(|bound| matches!(checker.unifier.head(&bound.scheme.ty), Type::All(..)))
        };
        let is_kept = match &exp.kind {
            ast::ExpKind::Var(name) => is_polymorphic(self, name),
            ast::ExpKind::Frozen(_) => true,
            _ => !is_value(exp),
        };
        if is_kept {
            let exp = self.exp(exp);
            let exp = self.kept(exp);
            self.equal(wanted, &exp.ty, result_span(&exp), why);
            return exp;
        }
        let (value, params) = self.in_definition(|checker| {
            let params: Vec<ParamNumber> = poly
                .params
                .iter()
                .map(|param| {
                    let name = checker.unifier.param_name(*param);
                    checker.unifier.new_param(name, Kind::Any, checker.level)
                })
                .collect();
            let types: Vec<Type> = params.iter().map(|param| Type::Param(*param)).collect();
            let ty = checker.unifier.with_arguments(&poly.ty, &poly.params, &types).unwrap_or(Type::Error);
            (checker.exp_of(exp, &ty, why), params)
        });
        Exp { kind: ExpKind::Poly(Box::new(value), params), ty: wanted.clone(), span }
    }

    /// Returns a polymorphic value itself instead of its use.
    pub(super) fn kept(&mut self, exp: Exp) -> Exp {
        match exp.kind {
            ExpKind::Instance(value, _) => {
                self.unifier.keep_all(&value.ty);
                *value
            }
            _ => exp,
        }
    }

    /// Returns a use of a value, which is polymorphic if its type says so.
    fn used(&mut self, kind: ExpKind, ty: Type, span: Span) -> (ExpKind, Type) {
        let Type::All(poly, set, _) = self.unifier.head(&ty) else { return (kind, ty) };
        let (used, types) = self.unifier.use_all(&poly, set, self.level, span);
        (ExpKind::Instance(Box::new(Exp { kind, ty, span }), types), used)
    }

    /// Checks a variable whose polymorphism is kept. The widths of numbers are chosen all the same.
    fn frozen(&mut self, name: &ast::Ident) -> (ExpKind, Type) {
        let Some(bound) = self.values.get(name.name) else { return (ExpKind::Error, self.unknown_value(name)) };
        let (id, scheme) = (bound.id, bound.scheme.clone());
        if scheme.params.is_empty() {
            return (ExpKind::Variable(id, Vec::new()), scheme.ty);
        }
        let (mut params, mut types) = (Vec::new(), Vec::new());
        for param in &scheme.params {
            types.push(match self.unifier.param_kind(*param) {
                Kind::Any => {
                    params.push(self.unifier.new_bound(self.unifier.param_name(*param)));
                    Type::Param(params[params.len() - 1])
                }
                kind => self.unifier.fresh_of(kind, self.level),
            });
        }
        let ty = self.unifier.with_arguments(&scheme.ty, &scheme.params, &types).unwrap_or(Type::Error);
        let kind = ExpKind::Variable(id, types);
        if params.is_empty() {
            return (kind, ty);
        }
        let value = Exp { kind, ty: ty.clone(), span: name.span };
        (ExpKind::Poly(Box::new(value), params.clone()), self.unifier.new_all(params, ty, name.span))
    }

    fn kind(&mut self, exp: &ast::Exp) -> (ExpKind, Type) {
        match &exp.kind {
            ast::ExpKind::Var(name) => self.variable(name),
            ast::ExpKind::Frozen(name) => self.frozen(name),
            ast::ExpKind::Con(name, argument) => {
                let Some((con, wanted, ty)) = self.con(name) else {
                    self.exp(argument);
                    return (ExpKind::Error, Type::Error);
                };
                let argument = self.exp_of(argument, &wanted, Why::at(name.span, "the constructor takes"));
                (ExpKind::Con(con, Box::new(argument)), ty)
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
                let help = matches!(no.kind, ast::ExpKind::Block(..)).then_some(
                    "what follows `;` belongs to the branch: to end it before, write `(if c then a else b); d`",
                );
                let why = Why::at(result_span(&yes), "the first branch has type").with_help(help);
                let no = self.exp_of(no, &yes.ty, why);
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
        self.used(ExpKind::Variable(id, arguments), ty, name.span)
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
            let known = self.unifier.number_or_head(&ty);
            let argument = match &known {
                Type::Function(param, _) => {
                    self.exp_of(argument, param, Why::at(function.span, "here this function takes"))
                }
                _ => self.exp(argument),
            };
            ty = match known {
                Type::Function(_, result) => (*result).clone(),
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
        let mut variables = Vec::new();
        for param in params {
            let unknown = self.fresh();
            variables.push(self.param(param, body.span, &unknown));
        }
        let (params, body) = (variables, self.exp(body));
        let ty = function_of(&params, &body);
        (ExpKind::Lambda(params, Box::new(body)), ty)
    }

    /// Binds a parameter, which has the type `known` unless it has an annotation. One without a name has a name that no
    /// program can use.
    fn param(&mut self, param: &ast::Param, place: Span, known: &Type) -> Variable {
        let ty = match &param.ty {
            Some(ty) => self.annotation(ty),
            None => known.clone(),
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
        (ExpKind::Record(fields), Type::record(types, Row::Closed))
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
            let (kind, ty) = self.used(ExpKind::Select(Box::new(record), label.name), ty, span);
            Exp { kind, ty, span }
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

/// Returns the type of a function.
fn function_of(params: &[Variable], body: &Exp) -> Type {
    params.iter().rev().fold(body.ty.clone(), |ty, param| Type::function(param.ty.clone(), ty))
}

/// Returns the place of the expression that is the value of a block.
pub(super) fn result_span(exp: &Exp) -> Span {
    match &exp.kind {
        ExpKind::Block(_, last) => result_span(last),
        _ => exp.span,
    }
}
