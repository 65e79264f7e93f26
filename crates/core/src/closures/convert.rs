//! The conversion of unknown functions to data. The name of a class serves as a type parameter until all its
//! constructors are known.

use super::apply::Applies;
use super::flow::Classes;
use super::{bug, map_datas};
use crate::build;
use crate::def::{Binding, Def, DefId, Expr, ExprKind, Inline, Lambda, Prim, Program, Type, Unique};
use crate::typing::without_sizes;
use crate::walk::{PartMut, Substitution, for_each_child_mut, for_each_part_mut, lambda_free_variables, refresh_def};
use crate::walk::{param_types, pat_parts_mut};
use base::entity::{EntityRef, PrimaryMap};
use base::{Error, Name, NameSource, Span, Symbol};

/// Converts the functions of the unknown classes of a labelled program to data.
pub(super) fn convert(program: Program, classes: &Classes) -> Result<Program, Error> {
    let mut program = program;
    map_datas(&mut program.datas, &mut |ty| classes.ty(ty));
    for index in 0..program.defs.len() {
        let def = &mut program.defs[DefId::new(index)];
        let mut known = |ty: &mut Type| *ty = classes.ty(ty);
        def.params.iter_mut().for_each(|param| {
            pat_parts_mut(&mut param.pat, &mut |part| {
                if let PartMut::Type(ty) = part {
                    known(ty);
                }
            });
        });
        known(&mut def.result);
        types(&mut def.body, &mut known);
    }
    let (names, defs) = (std::mem::take(&mut program.names), std::mem::take(&mut program.defs));
    let mut pass = Pass { names, defs, applies: Applies::of(classes) };
    for index in 0..pass.defs.len() {
        let id = DefId::new(index);
        let mut body = std::mem::replace(&mut pass.defs[id].body, build::unit());
        pass.expr(&mut body)?;
        pass.defs[id].body = body;
    }
    pass.complete()?;
    let types = Substitution { types: pass.applies.types(&pass.defs, &mut program.datas)?, ..Substitution::default() };
    map_datas(&mut program.datas, &mut |ty| types.ty(ty));
    for index in 0..pass.defs.len() {
        let def = &mut pass.defs[DefId::new(index)];
        def.params.iter_mut().for_each(|param| types.pat(&mut param.pat));
        def.result = types.ty(&def.result);
        types.expr(&mut def.body);
    }
    Ok(Program { names: pass.names, defs: pass.defs, ..program })
}

fn types(expr: &mut Expr, change: &mut dyn FnMut(&mut Type)) {
    for_each_part_mut(expr, &mut |part| match part {
        PartMut::Type(ty) => change(ty),
        PartMut::Expr(child) => types(child, change),
        PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
    });
}

pub(super) struct Pass {
    pub(super) names: NameSource,
    /// Definitions of the program, then lifted lambdas and definitions that apply functions.
    pub(super) defs: PrimaryMap<DefId, Def>,
    pub(super) applies: Applies,
}

impl Pass {
    pub(super) fn arity(&self, id: DefId) -> usize {
        self.defs[id].params.len()
    }

    /// Converts an expression and its subexpressions.
    fn expr(&mut self, expr: &mut Expr) -> Result<(), Error> {
        let taken = |expr: &mut Expr| std::mem::replace(expr, build::unit());
        match &expr.kind {
            ExprKind::Apply(..) => *expr = self.application(taken(expr))?,
            ExprKind::Lambda(_) => *expr = self.lambda(taken(expr))?,
            ExprKind::Def(id, _) if self.arity(*id) > 0 => {
                let (id, ty, span) = (*id, expr.ty.clone(), expr.span);
                *expr = self.partial(id, Vec::new(), ty, span)?;
            }
            ExprKind::Prim(..) => *expr = self.prim(taken(expr))?,
            _ => self.children(expr)?,
        }
        Ok(())
    }

    fn children(&mut self, expr: &mut Expr) -> Result<(), Error> {
        let mut result = Ok(());
        for_each_child_mut(expr, &mut |child| {
            if result.is_ok() {
                result = self.expr(child);
            }
        });
        result
    }

    // Applications

    /// Converts an application: of a known definition to a call, of any other function to a call of its class's
    /// `apply`.
    fn application(&mut self, expr: Expr) -> Result<Expr, Error> {
        let (ty, span) = (expr.ty.clone(), expr.span);
        let (mut head, mut args) = self.spine(expr);
        args.iter_mut().try_for_each(|arg| self.expr(arg))?;
        let applied = match head.kind {
            ExprKind::Def(id, _) if self.arity(id) > args.len() => self.partial(id, args, ty.clone(), span)?,
            ExprKind::Def(id, _) if self.arity(id) > 0 => {
                let mut bindings = Vec::new();
                if args.len() > self.arity(id) {
                    args = self.all_bound(args, &mut bindings);
                }
                let rest = args.split_off(self.arity(id));
                let call = self.call(id, args, span);
                build::block(bindings, self.applied(call, rest, span)?)
            }
            _ => {
                self.expr(&mut head)?;
                self.applied(head, args, span)?
            }
        };
        Ok(applied.with_type(ty).at(span))
    }

    /// Returns the innermost function of nested applications, and all arguments. An application stays nested if it may
    /// do something before the further arguments are evaluated.
    fn spine(&self, expr: Expr) -> (Expr, Vec<Expr>) {
        let (mut head, mut args) = (expr, Vec::new());
        loop {
            match head.kind {
                ExprKind::Apply(function, mut given)
                    if args.iter().all(is_value) || self.missing(&function) > given.len() =>
                {
                    given.append(&mut args);
                    (head, args) = (*function, given);
                }
                kind => return (Expr { kind, ..head }, args),
            }
        }
    }

    /// Returns the number of arguments that the function collects before it does anything.
    fn missing(&self, function: &Expr) -> usize {
        match &function.kind {
            ExprKind::Def(id, _) => self.arity(*id),
            ExprKind::Lambda(lambda) => lambda.params.len(),
            ExprKind::Apply(function, given) => self.missing(function).saturating_sub(given.len()),
            _ => 0,
        }
    }

    /// Returns a call of a definition with all its arguments.
    pub(super) fn call(&self, id: DefId, args: Vec<Expr>, span: Span) -> Expr {
        let def = &self.defs[id];
        let function = without_sizes(&Type::functions(param_types(&def.params), def.result.clone()));
        build::apply(build::def(id, Vec::new(), function).at(span), args).at(span)
    }

    /// Returns the value of type `ty` that a definition has when it is applied to too few arguments: a partial
    /// application if all its further arrows are known, else a constructor of its class.
    pub(super) fn partial(&mut self, id: DefId, given: Vec<Expr>, ty: Type, span: Span) -> Result<Expr, Error> {
        let missing = self.arity(id) - given.len();
        let known = known_arrows(&ty, missing);
        if known == missing {
            let function = Type::functions(given.iter().map(|arg| without_sizes(&arg.ty)), ty.clone());
            let head = build::def(id, Vec::new(), function).at(span);
            return Ok(build::apply(head, given).with_type(ty).at(span));
        }
        let mut bindings = Vec::new();
        let mut given = if known == 0 { given } else { self.all_bound(given, &mut bindings) };
        let (params, value) = self.params_of(&ty, known, span)?;
        given.extend(params.iter().map(|(name, ty)| build::var(*name, ty.clone()).at(span)));
        let value = self.applies.function(&self.defs, value, id, given).at(span);
        if params.is_empty() {
            return Ok(value);
        }
        let params = params.into_iter().map(|(name, ty)| build::param(name, ty)).collect();
        Ok(build::block(bindings, build::lambda(params, value).with_type(ty).at(span)))
    }

    /// Creates variables for the first `count` parameters of a function type. Returns them, and the type of the result.
    pub(super) fn params_of(
        &mut self,
        ty: &Type,
        count: usize,
        span: Span,
    ) -> Result<(Vec<(Name, Type)>, Type), Error> {
        let (mut params, mut rest) = (Vec::new(), ty.clone());
        for _ in 0..count {
            let (from, to) = match &rest {
                Type::Function(from, to) => ((**from).clone(), (**to).clone()),
                Type::Param(class) => self.applies.arrow(*class)?,
                _ => return Err(bug(&format!("a function that is none at {span:?}"))),
            };
            params.push((self.names.fresh("x"), without_sizes(&from)));
            rest = to;
        }
        Ok((params, rest))
    }

    /// Applies a function to arguments. The arrows of known functions take the first ones, the `apply` of its class
    /// takes the rest.
    pub(super) fn applied(&mut self, function: Expr, mut args: Vec<Expr>, span: Span) -> Result<Expr, Error> {
        if args.is_empty() {
            return Ok(function);
        }
        let known = known_arrows(&function.ty, args.len());
        if known == args.len() {
            return Ok(build::apply(function, args).at(span));
        }
        let mut bindings = Vec::new();
        let mut value = function;
        if known > 0 {
            value = self.bound(value, &mut bindings);
            args = self.all_bound(args, &mut bindings);
            let rest = args.split_off(known);
            value = build::apply(value, std::mem::replace(&mut args, rest)).at(span);
        }
        let Type::Param(class) = value.ty else { return Err(bug("what is applied is no function")) };
        let id = self.apply_of(class, args.len(), span)?;
        args.insert(0, value);
        Ok(build::block(bindings, self.call(id, args, span)))
    }

    fn all_bound(&mut self, exprs: Vec<Expr>, bindings: &mut Vec<Binding>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| self.bound(expr, bindings)).collect()
    }

    /// Binds the value to a name, unless it is an atom or a function, which may be evaluated later.
    fn bound(&mut self, expr: Expr, bindings: &mut Vec<Binding>) -> Expr {
        let is_function = match &expr.kind {
            ExprKind::Def(id, _) => self.arity(*id) > 0,
            ExprKind::Lambda(_) => true,
            _ => expr.is_atom(),
        };
        if is_function {
            return expr;
        }
        let (name, ty, span) = (self.names.fresh("x"), expr.ty.clone(), expr.span);
        bindings.push(build::bind(name, expr));
        build::var(name, ty).at(span)
    }

    // Functions

    /// Converts a lambda. The part after the parameters of its known arrows becomes a definition; if no arrow is known,
    /// that is the whole lambda.
    fn lambda(&mut self, expr: Expr) -> Result<Expr, Error> {
        let Expr { kind: ExprKind::Lambda(lambda), ty, span, .. } = expr else { return Err(bug("this is no lambda")) };
        let Lambda { mut params, unique_result, mut body } = *lambda;
        self.expr(&mut body)?;
        let known = known_arrows(&ty, params.len());
        let inner = params.split_off(known);
        if inner.is_empty() {
            let lambda = Lambda { params, unique_result, body };
            return Ok(build::expr(ExprKind::Lambda(Box::new(lambda)), ty).at(span));
        }
        let value = ty.applied(known).cloned().ok_or_else(|| bug("a lambda that is no function"))?;
        let body = self.lifted(Lambda { params: inner, unique_result, body }, value, span);
        if params.is_empty() {
            return Ok(body);
        }
        let lambda = Lambda { params, unique_result: Unique::No, body };
        Ok(build::expr(ExprKind::Lambda(Box::new(lambda)), ty).at(span))
    }

    /// Lifts a lambda to a definition that takes the captured values first; returns the function value that holds them.
    fn lifted(&mut self, lambda: Lambda, ty: Type, span: Span) -> Expr {
        let mut held = lambda_free_variables(&lambda).values();
        // Sizes come first, because the types of other values may name them.
        held.sort_by_key(|_, ty| *ty != Type::I64);
        let def = Def {
            name: Symbol::new("lambda"),
            type_params: Vec::new(),
            params: held.iter().map(|(name, ty)| build::param(*name, ty.clone())).chain(lambda.params).collect(),
            result: without_sizes(&lambda.body.ty),
            unique_result: lambda.unique_result,
            unique_inferred: false,
            body: lambda.body,
            inline: Inline::Auto,
            accelerated: false,
            span,
        };
        let id = self.defs.push(refresh_def(&def, &mut self.names));
        let held = held.into_iter().map(|(name, ty)| build::var(name, ty).at(span)).collect();
        self.applies.function(&self.defs, ty, id, held).at(span)
    }

    /// Converts a primitive. Because its function operand must be known, an unknown function is wrapped in a lambda
    /// that applies it.
    fn prim(&mut self, mut expr: Expr) -> Result<Expr, Error> {
        self.children(&mut expr)?;
        let Expr { kind: ExprKind::Prim(prim, mut args), ty, span, unchecked } = expr else {
            return Err(bug("this is no primitive"));
        };
        let (at, arity) = match prim {
            Prim::Map | Prim::FlatMap | Prim::Filter | Prim::Accelerate => (0, 1),
            Prim::Reduce { .. } | Prim::Scan => (0, 2),
            Prim::Histogram => (1, 2),
            Prim::Loop => (1, 1),
            _ => return Ok(Expr { kind: ExprKind::Prim(prim, args), ty, span, unchecked }),
        };
        let mut bindings = Vec::new();
        if args.get(at).is_some_and(|function| known_arrows(&function.ty, arity) < arity) {
            let rest = args.split_off(at + 1);
            args = self.all_bound(args, &mut bindings);
            let function = args.pop().ok_or_else(|| bug("a primitive without its function"))?;
            let (params, _) = self.params_of(&function.ty, arity, span)?;
            let variables = params.iter().map(|(name, ty)| build::var(*name, ty.clone()).at(span)).collect();
            let body = self.applied(function, variables, span)?;
            let params = params.into_iter().map(|(name, ty)| build::param(name, ty)).collect();
            args.push(build::lambda(params, body).at(span));
            args.extend(rest);
        }
        Ok(build::block(bindings, Expr { kind: ExprKind::Prim(prim, args), ty, span, unchecked }))
    }
}

/// Whether evaluating the expression does nothing.
fn is_value(expr: &Expr) -> bool {
    expr.is_atom() || matches!(expr.kind, ExprKind::Lambda(_))
}

/// Returns how many of the first `count` arrows of the type belong to known functions.
fn known_arrows(ty: &Type, count: usize) -> usize {
    let arrows = std::iter::successors(Some(ty), |ty| if let Type::Function(_, to) = ty { Some(&**to) } else { None });
    arrows.take(count).filter(|ty| matches!(ty, Type::Function(..))).count()
}
