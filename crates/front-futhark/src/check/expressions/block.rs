//! Checks blocks: a sequence of bindings and a body.

use crate::ast::{Exp, Ident, Let, LetKind, Pat, PatKind};
use crate::check::expressions::locals::Local;
use crate::check::messages::report::Reason;
use crate::check::patterns::pat::Taken;
use crate::check::types::coerce::Step;
use crate::check::types::{Scheme, Type, has_function};
use crate::check::{Checker, Checking, Typed};
use base::Span;
use core_ir::build as make;
use core_ir::def as ir;

impl Checker {
    /// Checks a block: its bindings in order, then its body.
    pub fn block_exp(&mut self, lets: &[Let], body: &Exp, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let mark = self.context.locals.mark();
        let sizes = self.context.bound.mark();
        let mut steps = Vec::new();
        let mut failed = None;
        for binding in lets {
            let checked = self.let_binding(binding, &mut steps);
            if let Err(reported) = checked {
                failed = Some(reported);
                self.bind_failed(binding);
            }
        }
        let body = self.infer(body, hint);
        self.context.locals.leave(mark);
        let body = match failed {
            Some(reported) => Err(reported),
            None => body,
        };
        let result = body.map(|body| self.leave_scope(steps, body, sizes, span));
        self.context.bound.leave(sizes);
        result
    }

    /// Binds the names of a binding that has an error, with types that agree with every use, so that no further errors
    /// are reported.
    fn bind_failed(&mut self, binding: &Let) {
        let mut names = Vec::new();
        match &binding.kind {
            LetKind::Pat { sizes, pat, .. } => {
                names.extend(sizes);
                pattern_names(pat, &mut names);
            }
            LetKind::Function(def) => names.push(def.name),
            LetKind::Update { name, .. } if !self.is_variable(name.name) => names.push(*name),
            LetKind::Update { .. } => {}
        }
        for ident in names {
            let name = self.fresh_name(ident.name.as_str());
            let poison = self.fresh_name("unknown");
            let scheme = Scheme { types: vec![poison], lifted: vec![poison], ..Scheme::mono(Type::Param(poison)) };
            self.context.locals.bind(ident.name, Local::new(name, scheme));
        }
    }

    /// Checks one binding of a block, and adds the steps that bind its names.
    fn let_binding(&mut self, binding: &Let, steps: &mut Vec<Step>) -> Checking<()> {
        match &binding.kind {
            LetKind::Pat { sizes, pat, value } => self.let_pattern(sizes, pat, value, steps),
            LetKind::Function(def) => self.let_function(def, binding.span, steps),
            LetKind::Update { name, path, value } => {
                let target = self.name_exp(name)?;
                let typed = self.updated(target, path, value, binding.span, steps)?;
                self.bind_value(name, typed, steps);
                Ok(())
            }
        }
    }

    fn bind_value(&mut self, ident: &Ident, typed: Typed, steps: &mut Vec<Step>) {
        let value = self.hoisted(typed.expr, steps);
        let ty = self.unifier.resolve(&typed.ty);
        let name = self.bind_local(ident.name, ty.clone());
        let pat = ir::Pat::Var(name, self.slot(&ty));
        steps.push(Step::Bind(make::binding(pat, value)));
        let atom = self.node(ir::ExprKind::Var(name, Vec::new()), &ty, ident.span);
        self.bind_sizes(&atom, &ty, steps);
    }

    /// Checks `let pattern = value` and binds the pattern's variables.
    fn let_pattern(&mut self, sizes: &[Ident], pat: &Pat, value: &Exp, steps: &mut Vec<Step>) -> Checking<()> {
        if !sizes.is_empty() {
            return self.sized_pattern(sizes, pat, value, steps);
        }
        let hint = self.pattern_hint(pat);
        let mut typed = self.infer(value, hint.as_ref())?;
        self.not_too_large(&typed.ty, value.span)?;
        if let (Some(said), PatKind::Ascribe(_, at)) = (&hint, &pat.kind) {
            let reason = Reason::new(at.span, "this requires");
            if let Err(why) = self.unifier.unify(&typed.ty, said) {
                return Err(self.mismatch(&typed.ty, said, value.span, &reason, why));
            }
            self.ownership_fits(&typed.ty, said, value.span, &reason)?;
        }
        let ty = self.unifier.resolve(&typed.ty);
        if matches!(ty, Type::Function(_)) {
            self.let_functions.push((ty.clone(), value.span));
        }
        typed.expr = self.hoisted(typed.expr, steps);
        let mut taken = Taken::new();
        let bound = self.pattern(pat, &ty, &ty, &mut taken)?;
        // Where the variable is out of scope, types use the expression.
        if let (ir::Pat::Var(name, _), Some(size)) = (&bound, self.size_of_value(&typed)) {
            self.meanings.insert(*name, size);
        }
        let value = if has_function(&ty) { self.function_alone(typed.expr, steps) } else { typed.expr };
        steps.push(Step::Bind(make::binding(bound, value)));
        steps.append(&mut taken.steps);
        Ok(())
    }

    /// Moves the bindings around a function value, and the computations of its arguments, to steps of their own.
    /// Otherwise each application of the function would consume what they consume.
    fn function_alone(&mut self, mut value: ir::Expr, steps: &mut Vec<Step>) -> ir::Expr {
        loop {
            match value.kind {
                ir::ExprKind::Block(bindings, body) => {
                    steps.extend(bindings.into_iter().map(Step::Bind));
                    value = *body;
                }
                ir::ExprKind::Apply(function, args) => {
                    let args = args.into_iter().map(|arg| match self.type_of_node(&arg) {
                        Some(ty) if !has_function(&self.unifier.resolve(&ty)) => self.atom(arg, &ty, "argument", steps),
                        _ => arg,
                    });
                    return ir::Expr { kind: ir::ExprKind::Apply(function, args.collect()), ..value };
                }
                _ => return value,
            }
        }
    }

    /// Returns the type of a pattern with an ascription, as a hint for the value.
    fn pattern_hint(&mut self, pat: &Pat) -> Option<Type> {
        let PatKind::Ascribe(_, ty) = &pat.kind else { return None };
        let mut reading = crate::check::types::type_exp::Reading::new(crate::check::types::type_exp::Anonymous::Solve);
        let (diagnostics, limitation) = (self.diagnostics.len(), self.limitation.clone());
        let terms = self.term_variables.len();
        let hint = self.type_exp(ty, &mut reading).ok();
        // The ascription is checked again with the pattern, which reports its errors.
        self.diagnostics.truncate(diagnostics);
        self.limitation = limitation;
        self.term_variables.truncate(terms);
        hint
    }

    /// Checks `let [n] (xs: [n]t) = value`, whose sizes are read off the value.
    fn sized_pattern(&mut self, sizes: &[Ident], pat: &Pat, value: &Exp, steps: &mut Vec<Step>) -> Checking<()> {
        let typed = self.infer(value, None)?;
        let named = self.declare_sizes(sizes)?;
        let mut reading = crate::check::types::type_exp::Reading::new(crate::check::types::type_exp::Anonymous::Solve);
        let declared = self.pattern_type(pat, &mut reading)?;
        steps.extend(reading.bindings.into_iter().map(Step::Bind));
        let reason = Reason::new(pat.span, "the pattern requires");
        match self.unifier.unify(&typed.ty, &declared) {
            Err(why) => return Err(self.mismatch(&typed.ty, &declared, value.span, &reason, why)),
            Ok(clashes) => self.sizes_agree(&clashes, &typed.ty, &declared, value.span, &reason)?,
        }
        self.ownership_fits(&typed.ty, &declared, value.span, &reason)?;
        let ty = self.unifier.resolve(&declared);
        let value = self.hoisted(typed.expr, steps);
        let mut taken = Taken::new();
        taken.take_sizes(sizes);
        let bound = self.pattern(pat, &ty, &ty, &mut taken)?;
        steps.push(Step::Bind(make::binding(bound, value)));
        steps.append(&mut taken.steps);
        self.bind_declared_sizes(named, steps)
    }
}

/// Collects the names that a pattern binds.
pub fn pattern_names(pat: &Pat, names: &mut Vec<Ident>) {
    match &pat.kind {
        PatKind::Name(name) => names.push(Ident { name: *name, span: pat.span }),
        PatKind::Wildcard | PatKind::Literal(_) => {}
        PatKind::Tuple(items) | PatKind::Constructor(_, items) => {
            items.iter().for_each(|item| pattern_names(item, names))
        }
        PatKind::Record(fields) => {
            for (name, pat) in fields {
                match pat {
                    Some(pat) => pattern_names(pat, names),
                    None => names.push(*name),
                }
            }
        }
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => pattern_names(inner, names),
    }
}

/// Returns the pattern as an expression, which is the initial value of a loop without one. `None` if it is no such
/// value.
pub fn pattern_as_exp(pat: &Pat) -> Option<Exp> {
    use crate::ast::{ExpKind, QualName};
    let variable =
        |name: base::Symbol, span: Span| Exp { kind: ExpKind::Var(QualName { path: Vec::new(), name, span }), span };
    let kind = match &pat.kind {
        PatKind::Name(name) => return Some(variable(*name, pat.span)),
        PatKind::Tuple(items) => ExpKind::Tuple(items.iter().map(pattern_as_exp).collect::<Option<Vec<Exp>>>()?),
        PatKind::Record(fields) => {
            let mut exps = Vec::new();
            for (name, pat) in fields {
                let exp = match pat {
                    Some(pat) => pattern_as_exp(pat)?,
                    None => variable(name.name, name.span),
                };
                exps.push((*name, Some(exp)));
            }
            ExpKind::Record(exps)
        }
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => return pattern_as_exp(inner),
        PatKind::Wildcard | PatKind::Constructor(..) | PatKind::Literal(_) => return None,
    };
    Some(Exp { kind, span: pat.span })
}
