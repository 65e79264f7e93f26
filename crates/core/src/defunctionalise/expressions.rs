//! Expressions: static values of those that contain functions; first-order versions of the others.

use super::statics::{Captured, Closure, Code, Key, Moved, Static, matches};
use super::{Applied, Constant, Pass, TOO_DEEP, bug, def_like, depth, too_many, unknown, without_block};
use crate::build;
use crate::def::{Binding, Case, Def, DefId, Expr, ExprKind, Pat, Prim, Type, tuple_field};
use crate::typing::{irrefutable, without_sizes};
use crate::walk::{for_each_child_mut, lambda_free_variables, weight};
use base::cursor::MAX_DEPTH;
use base::{Error, Name, Span, Symbol};
use std::rc::Rc;

impl Pass {
    // Expressions with functions in their value

    /// Returns the static value of an expression whose type contains a function. Bindings that the value needs, and all
    /// computations of the expression, go to `out` in order.
    pub(super) fn value(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Static, Error> {
        self.enter_depth(expr.span)?;
        let value = self.value_of_kind(expr, out);
        self.depth -= 1;
        value
    }

    /// Like `value`, without the check of the nesting depth.
    fn value_of_kind(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Static, Error> {
        let Expr { kind, ty, span, unchecked } = expr;
        match kind {
            ExprKind::Var(name, _) => {
                self.statics.get(&name).cloned().ok_or_else(|| bug(format!("the function `{name}` is not known")))
            }
            ExprKind::Def(id, _) if self.def(id)?.params.is_empty() => self.constant(id, span, out),
            ExprKind::Def(id, _) => Ok(Static::Closure(Closure { code: Code::Def(id), args: Vec::new() })),
            ExprKind::Lambda(lambda) => {
                let free = lambda_free_variables(&lambda).values();
                let code = Code::Lambda(Rc::new(Captured { lambda: *lambda, free }));
                Ok(Static::Closure(Closure { code, args: Vec::new() }))
            }
            ExprKind::Apply(function, args) => match self.application(*function, args, &ty, span, out)? {
                Applied::Static(value) => Ok(value),
                Applied::Expr(_) => Err(bug("an application gives no function")),
            },
            ExprKind::Block(bindings, body) => {
                bindings.into_iter().try_for_each(|binding| self.binding(binding, out))?;
                self.value(*body, out)
            }
            // If the only case always matches, its body is known, and variables captured by its functions must stay in
            // scope.
            ExprKind::Match(subject, cases) if subject.ty.has_function() || self.has_one_way(&cases) => {
                let body = self.chosen(*subject, cases, out)?;
                self.value(body, out)
            }
            ExprKind::Match(subject, cases) => self.matched(*subject, cases, &ty, span, out),
            ExprKind::If(condition, yes, no) => self.conditional(*condition, *yes, *no, &ty, span, out),
            ExprKind::Loop(looped) => self.looped(*looped, &ty, span, out),
            ExprKind::Record(fields) => {
                let fields = fields.into_iter().map(|(name, field)| Ok((name, self.operand(field, out)?)));
                Ok(Static::Record(fields.collect::<Result<_, Error>>()?))
            }
            ExprKind::Field(record, name) => self.field(*record, name, out),
            ExprKind::Ensure(ensure) => {
                let mut ensure = *ensure;
                let then = std::mem::replace(&mut ensure.then, build::unit());
                let kind = ExprKind::Ensure(Box::new(ensure));
                let mut check = Expr { kind, ty: Type::unit(), span, unchecked };
                self.expr(&mut check)?;
                out.push(build::binding(Pat::Wildcard(Type::unit()), check));
                self.value(then, out)
            }
            // Functions cannot be shown.
            ExprKind::Prim(Prim::Trace(_), mut args) => {
                let arg = args.pop().ok_or_else(|| bug("a trace of nothing"))?;
                self.value(arg, out)
            }
            ExprKind::Variant(name, payload) => {
                let payload = payload.into_iter().map(|value| self.operand(value, out));
                Ok(Static::Variant(name, payload.collect::<Result<_, Error>>()?))
            }
            ExprKind::Literal(_)
            | ExprKind::Table(_)
            | ExprKind::Array(_)
            | ExprKind::Index(..)
            | ExprKind::Slice(..)
            | ExprKind::Update(..)
            | ExprKind::Prim(..) => Err(unknown("this function is an element of an array", span)),
        }
    }

    /// Returns the static value of an expression of any type. A dynamic value is bound to a variable unless it is a
    /// variable or literal.
    pub(super) fn operand(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Static, Error> {
        if expr.ty.has_function() { self.value(expr, out) } else { Ok(Static::Dynamic(self.atom(expr, out)?)) }
    }

    pub(super) fn atom(&mut self, mut expr: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        self.expr(&mut expr)?;
        Ok(self.bound(expr, out))
    }

    fn bound(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Expr {
        let expr = without_block(expr, out);
        if expr.is_atom() {
            return expr;
        }
        let (name, ty, span) = (self.fresh("x", &expr.ty), expr.ty.clone(), expr.span);
        out.push(build::bind(name, expr));
        build::var(name, ty).at(span)
    }

    fn has_one_way(&self, cases: &[Case]) -> bool {
        cases.first().is_some_and(|case| irrefutable(&case.pat, &self.datas))
    }

    /// Returns the body of the case that is known to match, after binding its pattern.
    fn chosen(&mut self, subject: Expr, cases: Vec<Case>, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let span = subject.span;
        let subject = self.operand(subject, out)?;
        for Case { pat, body } in cases {
            match matches(&pat, &subject, &self.datas) {
                Some(true) => {
                    self.bind(pat, subject, span, out)?;
                    return Ok(body);
                }
                Some(false) => {}
                None => return Err(unknown("which function is used depends on this value", span)),
            }
        }
        Err(unknown("no case matches this value", span))
    }

    fn field(&mut self, record: Expr, name: Symbol, out: &mut Vec<Binding>) -> Result<Static, Error> {
        let Static::Record(fields) = self.value(record, out)? else { return Err(bug("a field of what is no record")) };
        let field = fields.into_iter().find(|(other, _)| *other == name);
        field.map(|(_, field)| field).ok_or_else(|| bug(format!("there is no field `{name}`")))
    }

    /// Applies a function to arguments; returns a static value if the result contains functions.
    fn application(
        &mut self,
        function: Expr,
        args: Vec<Expr>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Applied, Error> {
        if let ExprKind::Lambda(lambda) = &function.kind
            && lambda.params.len() <= args.len()
        {
            return self.redex(function, args, ty, span, out);
        }
        let function = self.value(function, out)?;
        let args = self.operands(args, out)?;
        self.apply(function, args, ty, span, out)
    }

    fn operands(&mut self, args: Vec<Expr>, out: &mut Vec<Binding>) -> Result<Vec<Static>, Error> {
        args.into_iter().map(|arg| self.operand(arg, out)).collect()
    }

    /// Processes a lambda that is applied where it is written. Its body, which has no other use, replaces the
    /// application.
    fn redex(
        &mut self,
        mut function: Expr,
        args: Vec<Expr>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Applied, Error> {
        let mut args = self.operands(args, out)?;
        loop {
            match function.kind {
                ExprKind::Lambda(lambda) if lambda.params.len() <= args.len() => {
                    let rest = args.split_off(lambda.params.len());
                    for (param, arg) in lambda.params.into_iter().zip(args) {
                        self.bind(param.pat, arg, span, out)?;
                    }
                    (function, args) = (lambda.body, rest);
                }
                _ => break,
            }
        }
        if !function.ty.has_function() {
            self.expr(&mut function)?;
            return Ok(Applied::Expr(function));
        }
        let value = self.value(function, out)?;
        if args.is_empty() { Ok(Applied::Static(value)) } else { self.apply(value, args, ty, span, out) }
    }

    /// Processes a binding: a value with functions is recorded, any other is bound in `out`.
    fn binding(&mut self, mut binding: Binding, out: &mut Vec<Binding>) -> Result<(), Error> {
        if !binding.type_params.is_empty() {
            return Err(bug("a polymorphic function is left"));
        }
        if binding.value.ty.has_function() {
            let span = binding.value.span;
            let value = self.value(binding.value, out)?;
            return self.bind(binding.pat, value, span, out);
        }
        self.expr(&mut binding.value)?;
        let value = without_block(binding.value, out);
        out.push(build::binding(binding.pat, value));
        Ok(())
    }

    /// Returns the static value of a constant with functions. A constant definition of their own computes its dynamic
    /// values, so that they are computed only once.
    fn constant(&mut self, id: DefId, span: Span, out: &mut Vec<Binding>) -> Result<Static, Error> {
        let constant = match self.constants.get(&id) {
            Some(constant) => constant.clone(),
            None => self.evaluate_constant(id, span)?,
        };
        let mut moved = Moved::default();
        let value = self.elsewhere(&constant.value, &mut moved);
        let leaves = moved.leaves;
        let Some((values, ty)) = constant.values else { return Ok(value) };
        let tuple = build::def(values, Vec::new(), ty.clone()).at(span);
        if leaves.is_empty() {
            out.push(build::binding(Pat::Wildcard(ty), tuple));
            return Ok(value);
        }
        for (i, leaf) in leaves.into_iter().enumerate() {
            out.push(build::bind(leaf.name, build::field(tuple.clone(), tuple_field(i)).at(span)));
        }
        Ok(value)
    }

    /// Requests the definition that computes a constant, although nothing may use the constant.
    pub(super) fn keep_constant(&mut self, id: DefId) -> Result<(), Error> {
        let def = self.def(id)?;
        match (def.result.has_function(), self.constants.contains_key(&id)) {
            (false, _) => self.first_order_copy(id).map(drop),
            (true, true) => Ok(()),
            (true, false) => self.evaluate_constant(id, def.span).map(drop),
        }
    }

    /// Evaluates a constant with functions, and makes the definition that computes its dynamic values.
    fn evaluate_constant(&mut self, id: DefId, span: Span) -> Result<Constant, Error> {
        let mut out = Vec::new();
        let value = self.enter(&Code::Def(id), Vec::new(), span, &mut out, |pass, body, out| pass.value(body, out))?;
        self.shape(&value, &mut Key::default(), span)?;
        let mut moved = Moved::default();
        self.elsewhere(&value, &mut moved);
        let leaves = moved.leaves;
        let mut constant = Constant { value, values: None };
        if !leaves.is_empty() || !out.is_empty() {
            let tuple = build::tuple(leaves.into_iter().map(|leaf| leaf.value));
            let ty = without_sizes(&tuple.ty);
            let def = self.def(id)?;
            let (span, body) = (def.span, build::block(out, tuple).at(def.span));
            if depth(&body) > MAX_DEPTH {
                return Err(too_many(TOO_DEEP, span));
            }
            let def = Def { result: ty.clone(), body, span, ..def_like(def) };
            constant.values = Some((self.copies.push((Some(id), Some(def))), ty));
        }
        self.constants.insert(id, constant.clone());
        Ok(constant)
    }

    // Expressions without functions in their value

    /// Makes an expression first-order whose value contains no function.
    pub(super) fn expr(&mut self, expr: &mut Expr) -> Result<(), Error> {
        self.enter_depth(expr.span)?;
        let result = self.expr_of_kind(expr);
        self.depth -= 1;
        result
    }

    /// Like `expr`, without the check of the nesting depth.
    fn expr_of_kind(&mut self, expr: &mut Expr) -> Result<(), Error> {
        match &mut expr.kind {
            ExprKind::Def(id, _) => *id = self.first_order_copy(*id)?,
            ExprKind::Apply(..) => return self.first_order_application(expr),
            ExprKind::Block(..) => return self.floated(expr, Self::block),
            ExprKind::Match(subject, _) if subject.ty.has_function() => return self.floated(expr, Self::known_match),
            ExprKind::Field(record, _) if record.ty.has_function() => return self.floated(expr, Self::known_field),
            ExprKind::Prim(_, args) if args.iter().any(|arg| arg.ty.has_function()) => {
                return self.floated(expr, Self::prim);
            }
            _ => return self.children(expr),
        }
        Ok(())
    }

    fn children(&mut self, expr: &mut Expr) -> Result<(), Error> {
        let mut result = Ok(());
        for_each_child_mut(expr, &mut |child| {
            if result.is_ok() {
                result = self.first_order_child(child);
            }
        });
        result
    }

    fn first_order_child(&mut self, child: &mut Expr) -> Result<(), Error> {
        if child.ty.has_function() {
            return Err(unknown("this function is passed to a loop or an array", child.span));
        }
        self.expr(child)
    }

    /// Replaces an expression by the result of `change`, under the bindings that `change` emits.
    fn floated(
        &mut self,
        expr: &mut Expr,
        change: fn(&mut Self, Expr, &mut Vec<Binding>) -> Result<Expr, Error>,
    ) -> Result<(), Error> {
        let old = std::mem::replace(expr, build::unit());
        let (ty, span, mut out) = (old.ty.clone(), old.span, Vec::new());
        let new = change(self, old, &mut out)?;
        let new = without_block(new, &mut out);
        *expr = build::block(out, new).with_type(ty);
        if expr.span == Span::NOWHERE {
            expr.span = span;
        }
        Ok(())
    }

    fn block(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let ExprKind::Block(bindings, mut body) = expr.kind else { return Err(bug("this is no block")) };
        bindings.into_iter().try_for_each(|binding| self.binding(binding, out))?;
        self.expr(&mut body)?;
        Ok(*body)
    }

    fn known_match(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let ExprKind::Match(subject, cases) = expr.kind else { return Err(bug("this is no match")) };
        let mut body = self.chosen(*subject, cases, out)?;
        self.expr(&mut body)?;
        Ok(body)
    }

    fn known_field(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let ExprKind::Field(record, name) = expr.kind else { return Err(bug("this is no field")) };
        match self.field(*record, name, out)? {
            Static::Dynamic(value) => Ok(value),
            _ => Err(bug("a field has functions inside")),
        }
    }

    /// Processes an application whose result contains no functions.
    fn first_order_application(&mut self, expr: &mut Expr) -> Result<(), Error> {
        if let ExprKind::Apply(function, args) = &mut expr.kind
            && let ExprKind::Def(id, _) = &mut function.kind
            && self.def(*id)?.params.len() == args.len()
            && !args.iter().any(|arg| arg.ty.has_function())
        {
            *id = self.first_order_copy(*id)?;
            return args.iter_mut().try_for_each(|arg| self.expr(arg));
        }
        self.floated(expr, |pass, expr, out| {
            let Expr { kind: ExprKind::Apply(function, args), ty, span, .. } = expr else {
                return Err(bug("this is no application"));
            };
            match pass.application(*function, args, &ty, span, out)? {
                Applied::Expr(value) => Ok(value),
                Applied::Static(_) => Err(bug("an application gives a function")),
            }
        })
    }

    // Primitives that take functions

    /// Processes a primitive with functions as operands.
    fn prim(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let Expr { kind: ExprKind::Prim(prim, args), ty, span, unchecked } = expr else {
            return Err(bug("this is no primitive"));
        };
        let mut done: Vec<Expr> = Vec::with_capacity(args.len());
        for mut arg in args {
            if !arg.ty.has_function() {
                self.expr(&mut arg)?;
                done.push(arg);
                continue;
            }
            let mut needed = Vec::new();
            let function = self.function_argument(prim, arg, &mut needed)?;
            if !needed.is_empty() {
                done = done.into_iter().map(|arg| self.operator_or_bound(arg, out)).collect();
            }
            out.append(&mut needed);
            done.push(function);
        }
        Ok(Expr { kind: ExprKind::Prim(prim, done), ty, span, unchecked })
    }

    /// Binds an operand to a variable, so that it is evaluated before the bindings of a later operand. Lambdas stay.
    fn operator_or_bound(&mut self, arg: Expr, out: &mut Vec<Binding>) -> Expr {
        if matches!(arg.kind, ExprKind::Lambda(_)) { arg } else { self.bound(arg, out) }
    }

    /// Returns a lambda for the function operand of a primitive.
    fn function_argument(&mut self, prim: Prim, mut arg: Expr, out: &mut Vec<Binding>) -> Result<Expr, Error> {
        let arity = match prim {
            Prim::Map | Prim::FlatMap | Prim::Filter | Prim::Loop | Prim::Accelerate => 1,
            _ => 2,
        };
        let (ty, span) = (arg.ty.clone(), arg.span);
        let types = parameter_types(&ty, arity)
            .filter(|(params, result)| !params.iter().any(|ty| ty.has_function()) && !result.has_function());
        let Some((params, result)) = types else { return Err(unknown("this array contains functions", span)) };
        if let ExprKind::Lambda(lambda) = &mut arg.kind
            && lambda.params.len() == arity
        {
            self.expr(&mut lambda.body)?;
            return Ok(arg);
        }
        let Static::Closure(closure) = self.value(arg, out)? else { return Err(bug("a function that is none")) };
        if let Code::Lambda(captured) = &closure.code
            && closure.args.is_empty()
            && captured.lambda.params.len() == arity
            && self.may_place(self.lambda_id(&captured.lambda)?, &captured.lambda)
        {
            let apart = self.apart;
            let mut lambda = self.fresh_lambda(&captured.lambda);
            self.expr(&mut lambda.body)?;
            self.apart = apart + weight(&lambda.body);
            return Ok(build::expr(ExprKind::Lambda(Box::new(lambda)), ty).at(span));
        }
        self.eta_expanded(closure, params, result, span).map(|lambda| lambda.with_type(ty))
    }

    /// Returns a lambda with these parameters that applies the closure to them.
    fn eta_expanded(&mut self, closure: Closure, params: Vec<Type>, result: Type, span: Span) -> Result<Expr, Error> {
        let params: Vec<(Name, Type)> = params.into_iter().map(|ty| (self.fresh("x", &ty), ty)).collect();
        let args = params.iter().map(|(name, ty)| Static::Dynamic(build::var(*name, ty.clone()).at(span))).collect();
        let mut out = Vec::new();
        let Applied::Expr(body) = self.apply(Static::Closure(closure), args, &result, span, &mut out)? else {
            return Err(bug("a primitive's function gives a function"));
        };
        let body = without_block(body, &mut out);
        let body = build::block(out, body).with_type(result).at(span);
        let params = params.into_iter().map(|(name, ty)| build::param(name, ty)).collect();
        Ok(build::lambda(params, body).at(span))
    }

    fn enter_depth(&mut self, span: Span) -> Result<(), Error> {
        if self.depth >= MAX_DEPTH {
            return Err(too_many(TOO_DEEP, span));
        }
        self.depth += 1;
        Ok(())
    }
}

fn parameter_types(ty: &Type, count: usize) -> Option<(Vec<Type>, Type)> {
    let mut params = Vec::with_capacity(count);
    let mut ty = ty;
    for _ in 0..count {
        let Type::Function(from, to) = ty else { return None };
        params.push((**from).clone());
        ty = to;
    }
    Some((params, ty.clone()))
}
