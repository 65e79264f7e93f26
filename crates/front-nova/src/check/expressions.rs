//! The type rules of Fig. 4, one function each.

use super::Checker;
use super::annotations::InlineSum;
use super::builtins::{self, Builtin};
use super::messages::{
    BOUND_TWICE, NO_COMPONENT, NOT_A_LAMBDA, NOT_EXHAUSTIVE, REMAINDER_OF_REALS, TYPES_DIFFER, UNBOUND,
};
use super::tree::{self, ExpKind};
use super::types::{Class, Type};
use super::unify::Mismatch;
use crate::ast::{self, Exp, Lambda, Literal, Width};
use base::{Diagnostic, Span, Symbol};
use value::{BinOp, ScalarType};

/// Largest number of missing constructors that a message lists.
const MAX_NAMED: usize = 5;

impl Checker {
    /// Checks an expression and infers its type.
    pub(super) fn expression(&mut self, exp: &Exp) -> tree::Exp {
        let span = exp.span;
        let (kind, ty) = match &exp.kind {
            ast::ExpKind::Name(name) => self.name(*name, span),
            ast::ExpKind::Literal(literal) => (ExpKind::Literal(*literal), self.literal_type(*literal, span)),
            ast::ExpKind::Apply(function, args) => self.application(function, args),
            ast::ExpKind::Tuple(parts) => self.tuple(parts),
            ast::ExpKind::Component(tuple, at) => self.component(tuple, *at, span),
            ast::ExpKind::Element(vector, index) => self.element(vector, index),
            ast::ExpKind::If(condition, yes, no) => self.conditional(condition, yes, no),
            ast::ExpKind::Case(subject, cases) => self.case(subject, cases, span),
            ast::ExpKind::Let(definitions, body) => self.definitions(definitions, body),
            ast::ExpKind::Lambda(lambda) => self.lambda(lambda),
            ast::ExpKind::Mu(param, body) => self.mu(param, body),
            ast::ExpKind::Error => (ExpKind::Error, Type::Error),
        };
        tree::Exp { kind, ty, span }
    }

    /// Checks a name: a variable or foreign function, a constructor, or a built-in function.
    fn name(&mut self, name: Symbol, span: Span) -> (ExpKind, Type) {
        if let Some(bound) = self.bound(name).cloned() {
            return self.used(bound, name, span);
        }
        if let Some(sum) = self.sum_with(name, span) {
            let ty = self.constructor_type(name, sum, span);
            return (ExpKind::Constructor(name), ty);
        }
        let Some(builtin) = builtins::named(name.as_str()) else {
            self.unbound(name, span);
            return (ExpKind::Error, Type::Error);
        };
        let ty = builtin.ty(&mut self.unifier, self.level, span);
        self.uses.push((span, ty.clone()));
        match builtin {
            Builtin::Map => self.demand_map(ty.clone(), span),
            Builtin::Range => self.demand_range(ty.clone(), span),
            Builtin::Length => {
                if let Type::Function(vector, length) = &ty
                    && let Type::Vector(rank, _) = &**vector
                {
                    self.demand_index((**rank).clone(), (**length).clone(), span);
                }
            }
            _ => {}
        }
        (ExpKind::Builtin(builtin), ty)
    }

    /// Returns the sum type that has the constructor, with fresh type arguments. Sums of the section of types take
    /// precedence. Reports a constructor that several inline sums have.
    fn sum_with(&mut self, constructor: Symbol, span: Span) -> Option<Type> {
        if let Some((owner, params)) = self.declared.owner(constructor) {
            return Some(Type::User(owner, self.fresh_arguments(params, span).into()));
        }
        let owners = self.declared.inline_owners(constructor);
        let InlineSum { params, ty } = owners.first()?;
        if owners.len() > 1 {
            self.several_sums(constructor, owners.len(), span);
            return Some(Type::Error);
        }
        let args = self.fresh_arguments(*params, span);
        Some(ty.with_arguments(&args))
    }

    fn fresh_arguments(&mut self, count: usize, span: Span) -> Vec<Type> {
        (0..count).map(|_| self.fresh(Class::FirstOrder, span)).collect()
    }

    /// Returns the constructors of a sum type with their payload types.
    fn constructors_in(&self, sum: &Type) -> Option<Vec<(Symbol, Type)>> {
        match sum {
            Type::User(name, args) => self.declared.of(*name, args),
            Type::Sum(constructors) => Some(constructors.to_vec()),
            _ => None,
        }
    }

    fn constructor_type(&mut self, name: Symbol, sum: Type, span: Span) -> Type {
        let Some(constructors) = self.constructors_in(&sum) else { return Type::Error };
        let payload = constructors.into_iter().find(|(other, _)| *other == name).map_or(Type::Error, |(_, ty)| ty);
        let ty = Type::function(payload, sum);
        self.uses.push((span, ty.clone()));
        ty
    }

    /// Returns the type of a constant: rule (CONST).
    fn literal_type(&mut self, literal: Literal, span: Span) -> Type {
        let scalar = match literal {
            Literal::Integer(_) => return self.fresh(Class::Number, span),
            Literal::Real(_) => return self.fresh(Class::Real, span),
            Literal::Nil => return Type::Unit,
            Literal::Sized(_, Width::W8) => ScalarType::I8,
            Literal::Sized(_, Width::W16) => ScalarType::I16,
            Literal::Sized(_, Width::W32) => ScalarType::I32,
            Literal::Sized(_, Width::W64) => ScalarType::I64,
            Literal::Float(_) => ScalarType::F32,
            Literal::Double(_) => ScalarType::F64,
            Literal::Bool(_) => ScalarType::Bool,
        };
        Type::Scalar(scalar)
    }

    /// Checks an application, one argument after the other: rule (APP).
    fn application(&mut self, function: &Exp, args: &[Exp]) -> (ExpKind, Type) {
        let waiting = self.pending.len();
        let (name, operator) = (named(function), args.first().and_then(operator_named));
        let function = self.expression(function);
        let is_first = self.first_application(&function.ty, args);
        let mut ty = function.ty.clone();
        let mut checked = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let arg = self.expression(arg);
            if at == 0 && !is_first && self.other_arity(&function, &arg) {
                ty = Type::Error;
            }
            ty = match self.unifier.head(&ty) {
                Type::Function(param, result) => self.passed(&function, &checked, &arg, &param, &result),
                Type::Error => Type::Error,
                Type::Variable(number) if self.unifier.class(number) == Class::Any => {
                    self.passed_to_unknown(&function, &ty, &arg)
                }
                other => {
                    self.not_a_function(&other, at, &function, name, operator);
                    Type::Error
                }
            };
            checked.push(arg);
        }
        if matches!(function.kind, ExpKind::Builtin(Builtin::Map | Builtin::Range | Builtin::Length)) {
            self.settle_one(waiting);
        }
        if let (ExpKind::Builtin(Builtin::Map), [_, .., last], Type::Function(..)) =
            (&function.kind, &checked[..], self.unifier.head(&ty))
        {
            self.partial_maps.push((function.span.to(last.span), ty.clone()));
        }
        (ExpKind::Apply(Box::new(function), checked), ty)
    }

    /// Returns the type of an application to one argument, after those `before`. If the argument of a built-in or a
    /// constructor has the wrong type, the result type is an error too, so that no further message follows.
    fn passed(
        &mut self,
        function: &tree::Exp,
        before: &[tree::Exp],
        arg: &tree::Exp,
        param: &Type,
        result: &Type,
    ) -> Type {
        let Err(why) = self.unifier.unify(&arg.ty, param) else { return result.clone() };
        let mut diagnostic = self.difference(&arg.ty, param, arg.span, &why);
        if let (ExpKind::Builtin(builtin), [first]) = (&function.kind, before)
            && builtin.is_operator()
            && let Some(help) = self.widening([first, arg])
        {
            diagnostic.helps = vec![help];
        }
        let help = match (&function.kind, self.unifier.head(param)) {
            (ExpKind::Builtin(Builtin::Binary(BinOp::Rem, _)), _) if self.is_real(&arg.ty) => {
                Some(REMAINDER_OF_REALS.to_owned())
            }
            (ExpKind::Builtin(builtin), _) => builtin.form().map(str::to_owned),
            (ExpKind::Constructor(name), Type::Tuple(_)) => Some(format!("it takes one tuple: `({name} (x, y))`")),
            (ExpKind::Constructor(_), _) => None,
            _ => {
                self.report(diagnostic);
                return result.clone();
            }
        };
        diagnostic.helps.extend(help);
        self.report(diagnostic);
        Type::Error
    }

    /// Like `passed`, for a function whose type is a variable.
    fn passed_to_unknown(&mut self, function: &tree::Exp, ty: &Type, arg: &tree::Exp) -> Type {
        let result = self.fresh(Class::Any, function.span);
        let wanted = Type::function(arg.ty.clone(), result.clone());
        if self.expect(ty, &wanted, function.span) { result } else { Type::Error }
    }

    /// (TUPLE)
    fn tuple(&mut self, parts: &[Exp]) -> (ExpKind, Type) {
        let mut parts: Vec<tree::Exp> = parts.iter().map(|part| self.expression(part)).collect();
        for part in &mut parts {
            if self.unifier.constrain(&part.ty, Class::FirstOrder).is_err() {
                self.function_in_tuple(part);
                part.ty = Type::Error;
            }
        }
        let ty = Type::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
        (ExpKind::Tuple(parts), ty)
    }

    /// (TUPLE-ACCESS)
    fn component(&mut self, tuple: &Exp, at: u32, span: Span) -> (ExpKind, Type) {
        let tuple = self.expression(tuple);
        if let Type::Tuple(parts) = self.unifier.head(&tuple.ty)
            && let Some(Type::Error) = parts.get(at as usize)
        {
            return (ExpKind::Component(Box::new(tuple), at), Type::Error);
        }
        let ty = self.fresh(Class::FirstOrder, span);
        self.demand_component(tuple.ty.clone(), at, ty.clone(), tuple.span);
        (ExpKind::Component(Box::new(tuple), at), ty)
    }

    /// (VECTOR1-ACCESS) and (VECTORN-ACCESS)
    fn element(&mut self, vector: &Exp, index: &Exp) -> (ExpKind, Type) {
        let (vector, index) = (self.expression(vector), self.expression(index));
        let reported = self.diagnostics.len();
        let (rank, elem) = (self.fresh(Class::Rank, vector.span), self.fresh(Class::FirstOrder, vector.span));
        self.expect(&vector.ty, &Type::vector(rank.clone(), elem.clone()), vector.span);
        self.demand_index(rank, index.ty.clone(), index.span);
        let is_element = self.diagnostics.len() == reported;
        (ExpKind::Element(Box::new(vector), Box::new(index)), if is_element { elem } else { Type::Error })
    }

    /// (IF)
    fn conditional(&mut self, condition: &Exp, yes: &Exp, no: &Exp) -> (ExpKind, Type) {
        let condition = self.expression(condition);
        self.expect(&condition.ty, &Type::BOOL, condition.span);
        let (yes, no) = (self.expression(yes), self.expression(no));
        let ty = self.branch(&no, yes.ty.clone(), Some(&yes));
        (ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)), ty)
    }

    /// (CASE). If the subject's type is unknown, the constructors decide it.
    fn case(&mut self, subject: &Exp, cases: &[ast::Case], span: Span) -> (ExpKind, Type) {
        let subject = self.expression(subject);
        let constructors = self.constructors_of(&subject, cases);
        let mut ty = self.fresh(Class::Any, span);
        let mut checked: Vec<tree::Case> = Vec::new();
        for case in cases {
            let name = case.constructor.name;
            let payload = match &constructors {
                None => Type::Error,
                Some(all) => match all.iter().find(|(other, _)| *other == name) {
                    Some((_, payload)) => payload.clone(),
                    None => self.no_constructor(name, all, &subject.ty, case.constructor.span),
                },
            };
            if checked.iter().any(|other| other.constructor == name) {
                let headline = format!("a second case for `{name}`");
                self.report(Diagnostic::error(BOUND_TWICE, headline).label(case.constructor.span, "never reached"));
            }
            let variable = self.bind_variable(case.variable.name, Vec::new(), payload.clone());
            let body = self.expression(&case.body);
            self.unbind(case.variable.name);
            ty = self.branch(&body, ty, checked.first().map(|case| &case.body));
            let param = tree::Param { variable, name: case.variable.name, ty: payload, span: case.variable.span };
            checked.push(tree::Case { constructor: name, param, body });
        }
        if let Some(all) = constructors {
            self.all_cases(&all, &checked, subject.span);
        }
        (ExpKind::Case(Box::new(subject), checked), ty)
    }

    /// Unifies a branch's type with that of the branches before. If the first branch lacks an argument compared with
    /// this one, the first branch is reported.
    fn branch(&mut self, body: &tree::Exp, ty: Type, first: Option<&tree::Exp>) -> Type {
        if let Some(first) = first
            && let Type::Function(_, result) = self.unifier.head(&ty)
            && let found = self.unifier.head(&body.ty)
            && !matches!(found, Type::Function(..) | Type::Variable(_) | Type::Error)
            && self.unifier.unify(&body.ty, &result).is_ok()
        {
            let why = Mismatch::Types(ty.clone(), found);
            self.mismatch(&ty, &body.ty, first.span, &why);
            return body.ty.clone();
        }
        if let Err(why) = self.unifier.unify(&body.ty, &ty) {
            let mut diagnostic = self.difference(&body.ty, &ty, body.span, &why);
            if let Some(help) = first.and_then(|first| self.widening([first, body])) {
                diagnostic.helps = vec![help];
            }
            self.report(diagnostic);
        }
        ty
    }

    /// Returns the constructors of the subject's type. If that type is unknown, the constructor of the first case
    /// determines it.
    fn constructors_of(&mut self, subject: &tree::Exp, cases: &[ast::Case]) -> Option<Vec<(Symbol, Type)>> {
        if let Type::Variable(_) = self.unifier.head(&subject.ty)
            && let Some(first) = cases.first()
            && let Some(sum) = self.sum_with(first.constructor.name, first.constructor.span)
        {
            self.expect(&subject.ty, &sum, subject.span);
        }
        match self.unifier.head(&subject.ty) {
            sum @ (Type::User(..) | Type::Sum(_)) => self.constructors_in(&sum),
            Type::Error => None,
            other => {
                let shown = self.show(&other);
                let mut diagnostic = Diagnostic::error(TYPES_DIFFER, "`case` needs a value of a sum type")
                    .label(subject.span, format!("this has type {shown}"));
                diagnostic.helps.extend(self.missing_argument(&other));
                self.report(diagnostic);
                None
            }
        }
    }

    /// Reports a case for a constructor that the subject's type does not have. Returns the error type.
    fn no_constructor(&mut self, name: Symbol, constructors: &[(Symbol, Type)], ty: &Type, span: Span) -> Type {
        let shown = self.show(ty);
        let mut diagnostic = match self.declared.owner(name) {
            Some((owner, _)) => Diagnostic::error(NO_COMPONENT, format!("`{name}` is a constructor of another type"))
                .label(span, format!("it belongs to {owner}, but this value is of type {shown}")),
            None => Diagnostic::error(UNBOUND, format!("unknown constructor `{name}`"))
                .label(span, format!("{shown} has no such constructor")),
        };
        let near = base::nearest(name, constructors.iter().map(|(name, _)| *name));
        diagnostic.helps.push(match near {
            _ if name.as_str() == "_" => "there is no default case: write a case for each constructor".to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let names: Vec<String> = constructors.iter().map(|(name, _)| format!("`{name}`")).collect();
                format!("write a case for each constructor: {}", names.join(", "))
            }
        });
        self.report(diagnostic);
        Type::Error
    }

    /// Reports constructors without a case.
    fn all_cases(&mut self, constructors: &[(Symbol, Type)], cases: &[tree::Case], span: Span) {
        if cases.iter().any(|case| !constructors.iter().any(|(name, _)| *name == case.constructor)) {
            // A case with an unknown constructor has been reported, and may have been meant for a missing one.
            return;
        }
        let is_missing = |name: &&(Symbol, Type)| !cases.iter().any(|case| case.constructor == name.0);
        let missing: Vec<String> =
            constructors.iter().filter(is_missing).map(|(name, _)| format!("`{name}`")).collect();
        if missing.is_empty() {
            return;
        }
        let named = missing.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > MAX_NAMED { " and more" } else { "" };
        let diagnostic = Diagnostic::error(NOT_EXHAUSTIVE, "this `case` does not cover all constructors")
            .label(span, format!("no case for {named}{more}"))
            .help("write a case for each constructor of the type");
        self.report(diagnostic);
    }

    /// Checks a lambda with its parameters: rule (LAMBDA).
    fn lambda(&mut self, lambda: &Lambda) -> (ExpKind, Type) {
        let mut params = Vec::new();
        for (at, param) in lambda.params.iter().enumerate() {
            if lambda.params.iter().take(at).any(|other| other.name.name == param.name.name) {
                self.bound_twice(param.name, "parameter");
            }
            let ty = self.annotation(&param.ty);
            let variable = self.bind_variable(param.name.name, Vec::new(), ty.clone());
            params.push(tree::Param { variable, name: param.name.name, ty, span: param.span });
        }
        let result = lambda.result.as_ref().map(|result| self.annotation(result));
        let body = self.expression(&lambda.body);
        for param in &lambda.params {
            self.unbind(param.name.name);
        }
        if let Some(result) = &result {
            self.expect(&body.ty, result, body.span);
        }
        let types: Vec<Type> = params.iter().map(|param| param.ty.clone()).collect();
        let ty = Type::functions(types, result.unwrap_or_else(|| body.ty.clone()));
        (ExpKind::Lambda(params, Box::new(body)), ty)
    }

    /// Checks a recursive function: rule (MU).
    fn mu(&mut self, param: &ast::Param, body: &Exp) -> (ExpKind, Type) {
        if !matches!(body.kind, ast::ExpKind::Lambda(_) | ast::ExpKind::Error) {
            let headline = format!("the body of `mu {}` is not a lambda", param.name.name);
            let diagnostic = Diagnostic::error(NOT_A_LAMBDA, headline)
                .label(body.span, "this must be a lambda")
                .help("only functions can be recursive: write `(mu (f : a -> b) (lambda (x : a) : b ..))`");
            self.report(diagnostic);
        }
        let ty = self.function_type(param);
        let variable = self.bind_variable(param.name.name, Vec::new(), ty.clone());
        let is_lambda = matches!(body.kind, ast::ExpKind::Lambda(_));
        let body = self.expression(body);
        self.unbind(param.name.name);
        if is_lambda {
            self.expect(&body.ty, &ty, body.span);
        }
        let param = tree::Param { variable, name: param.name.name, ty: ty.clone(), span: param.span };
        (ExpKind::Mu(param, Box::new(body)), ty)
    }

    /// Returns the annotated type of a recursive function; reports a type that is not a function.
    fn function_type(&mut self, param: &ast::Param) -> Type {
        let ty = self.annotation(&param.ty);
        match self.unifier.head(&ty) {
            Type::Function(..) | Type::Variable(_) | Type::Error => ty,
            other => {
                let headline = format!("`{}` must have a function type", param.name.name);
                let diagnostic = Diagnostic::error(TYPES_DIFFER, headline)
                    .label(param.ty.span, "this is the type of the whole `mu`")
                    .help(format!("a function from int to this type has type `int -> {}`", self.show(&other)));
                self.report(diagnostic);
                Type::Error
            }
        }
    }
}

/// Returns the name of an operator if the expression is one.
fn operator_named(exp: &Exp) -> Option<Symbol> {
    named(exp).filter(|name| !name.as_str().starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

fn named(exp: &Exp) -> Option<Symbol> {
    if let ast::ExpKind::Name(name) = exp.kind { Some(name) } else { None }
}
