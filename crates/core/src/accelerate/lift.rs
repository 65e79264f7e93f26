//! Lambda lifting: expressions become accelerated definitions whose parameters are their free variables.

use super::{Item, Pass, Piece, has_array};
use crate::build;
use crate::def::{Binding, Def, DefId, Expr, ExprKind, Inline, Param, Pat, Prim, Size, Type, Unique};
use crate::typing::without_sizes;
use crate::walk::{Renaming, for_each_child, free_variables, map_type, pat_binders};
use base::entity::EntityRef;
use base::{Name, Symbol};
use rustc_hash::FxHashSet;

impl Pass {
    /// Returns the piece's expression under its bindings. Each run of parallel bindings, and a parallel expression,
    /// becomes a call of an accelerated definition.
    pub(super) fn close(&mut self, piece: Piece) -> Expr {
        let Piece { before, mut expr, host: _, work } = piece;
        if let ExprKind::Lambda(lambda) = &mut expr.kind {
            if work {
                let body = std::mem::replace(&mut lambda.body, build::unit());
                lambda.body = self.close(Piece::clean(body, work));
            }
            return expr;
        }
        if matches!(expr.ty, Type::Function(..)) {
            return expr;
        }
        let mut bindings = Vec::new();
        let (mut run, mut idle): (Vec<Binding>, Vec<Binding>) = (Vec::new(), Vec::new());
        for Item { binding, host, work } in before {
            if work {
                run.append(&mut idle);
                run.push(binding);
            } else if host || run.is_empty() {
                self.lift_run(&mut run, &mut bindings);
                bindings.append(&mut idle);
                bindings.push(binding);
            } else {
                idle.push(binding);
            }
        }
        if work {
            run.append(&mut idle);
            self.forget(&run);
            self.count(&expr, -1);
            let span = expr.span;
            expr = self.lift(build::block(run, expr).at(span));
        } else {
            self.lift_run(&mut run, &mut bindings);
            bindings.append(&mut idle);
        }
        build::block(bindings, expr)
    }

    /// Moves a run of bindings to an accelerated definition, which returns the variables that are used later. Emits one
    /// binding of these variables to the call.
    fn lift_run(&mut self, run: &mut Vec<Binding>, out: &mut Vec<Binding>) {
        if run.is_empty() {
            return;
        }
        self.forget(run);
        let mut bound: Vec<(Name, Type)> = run.iter().flat_map(|binding| pat_binders(&binding.pat)).collect();
        let mut lost: FxHashSet<Name> = bound.iter().map(|(name, _)| *name).collect();
        bound.retain(|(name, _)| self.uses.get(name).is_some_and(|uses| *uses > 0));
        bound.iter().for_each(|(name, _)| _ = lost.remove(name));
        let known = |size| if matches!(size, Size::Var(name) if lost.contains(&name)) { Size::Any } else { size };
        let bound: Vec<(Name, Type)> =
            bound.iter().map(|(name, ty)| (*name, map_type(ty, &known, &Type::Param))).collect();
        // Because the host code keeps the variables' names, the definition gets new ones.
        let mut inside = Renaming::default();
        bound.iter().for_each(|(name, _)| inside.add(*name, self.names.like(*name)));
        let mut run = std::mem::take(run);
        for binding in &mut run {
            inside.pat(&mut binding.pat);
            inside.expr(&mut binding.value);
        }
        let mut values = bound.iter().map(|(name, ty)| build::var(inside.name(*name), inside.ty(ty)));
        let body = match (values.len(), values.next()) {
            (1, Some(value)) => value,
            (_, first) => build::tuple(first.into_iter().chain(values)),
        };
        let mut pats = bound.into_iter().map(|(name, ty)| Pat::Var(name, ty));
        let pat = match (pats.len(), pats.next()) {
            (1, Some(pat)) => pat,
            (_, first) => Pat::tuple(first.into_iter().chain(pats)),
        };
        self.count_pat(&pat, 1);
        let value = self.lift(build::block(run, body));
        out.push(build::binding(pat, value));
    }

    /// Subtracts the uses of names in the bindings, also in types, from the use counts of the current definition.
    fn forget(&mut self, run: &[Binding]) {
        for binding in run {
            self.count_pat(&binding.pat, -1);
            self.count(&binding.value, -1);
        }
    }

    /// Moves the expression to a new accelerated definition with its free variables as parameters; returns the call.
    /// The call has no source place, so that it does not appear in the trace of a failure.
    fn lift(&mut self, body: Expr) -> Expr {
        let ty = body.ty.clone();
        let free = free_variables(&body).values();
        let mut renaming = Renaming::default();
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for (name, ty) in &free {
            let inside = self.names.like(*name);
            renaming.add(*name, inside);
            params.push(build::param(inside, without_sizes(ty)));
            args.push(build::var(*name, ty.clone()));
        }
        if params.is_empty() {
            params.push(build::unit_param());
            args.push(build::unit());
        }
        let mut body = body;
        renaming.expr(&mut body);
        if consumes_given(&body, &self.consuming, &mut FxHashSet::default()) {
            body = self.on_copies(&mut params, body);
        }
        let result = without_sizes(&ty);
        let id = DefId::new(self.defs + self.lifted.len());
        let function = Type::functions(args.iter().map(|arg| without_sizes(&arg.ty)), result.clone());
        let name = unused_name(self.hint, self.lifted.len(), &mut self.taken);
        self.lifted.push(accelerated_def(name, params, result, body));
        let call = build::apply(build::def(id, Vec::new(), function), args).with_type(ty);
        self.count(&call, 1);
        call
    }

    /// Returns the body under copies of the array parameters, so that it overwrites the copies instead of the host's
    /// arrays.
    fn on_copies(&mut self, params: &mut [Param], body: Expr) -> Expr {
        let mut bindings = Vec::new();
        for param in params {
            if let Pat::Var(name, ty) = &mut param.pat
                && has_array(ty)
            {
                let given = self.names.like(*name);
                let copy = build::prim(Prim::Copy, vec![build::var(given, ty.clone())]);
                bindings.push(build::bind(std::mem::replace(name, given), copy));
            }
        }
        let span = body.span;
        build::block(bindings, body).at(span)
    }
}

/// Returns an accelerated definition.
pub(crate) fn accelerated_def(name: Symbol, params: Vec<Param>, result: Type, body: Expr) -> Def {
    Def {
        name,
        type_params: Vec::new(),
        params,
        result,
        unique_result: Unique::No,
        unique_inferred: true,
        span: body.span,
        body,
        inline: Inline::Auto,
        accelerated: true,
    }
}

/// Returns an unused name for an accelerated definition: the name of the definition around it, and a number above
/// `made`. The name is then taken.
pub(crate) fn unused_name(hint: Symbol, made: usize, taken: &mut FxHashSet<Symbol>) -> Symbol {
    let word: String = hint.as_str().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let word = if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { format!("device{word}") };
    let numbered = (made + 1..).map(|number| Symbol::new(&format!("{word}_{number}")));
    let mut unused = numbered.filter(|name| taken.insert(*name));
    unused.next().unwrap_or(hint)
}

/// Whether the expression may overwrite an array that it has not made itself. `made` are the variables whose arrays it
/// has made.
fn consumes_given(expr: &Expr, consuming: &FxHashSet<usize>, made: &mut FxHashSet<Name>) -> bool {
    if let ExprKind::Block(bindings, body) = &expr.kind {
        for Binding { pat, value, .. } in bindings {
            if consumes_given(value, consuming, made) {
                return true;
            }
            if let (Pat::Var(name, _), true) = (pat, is_made(value, made)) {
                made.insert(*name);
            }
        }
        return consumes_given(body, consuming, made);
    }
    let overwritten = match &expr.kind {
        ExprKind::Update(array, ..) => std::slice::from_ref(&**array),
        ExprKind::Prim(Prim::Scatter | Prim::Histogram | Prim::FlatUpdate(_), args) => args.get(..1).unwrap_or(&[]),
        ExprKind::Apply(function, args) => match function.kind {
            ExprKind::Def(id, _) if consuming.contains(&id.index()) => args.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    let mut found = overwritten.iter().any(|array| has_array(&array.ty) && !is_made(array, made));
    for_each_child(expr, &mut |child| found = found || consumes_given(child, consuming, made));
    found
}

fn is_made(expr: &Expr, made: &FxHashSet<Name>) -> bool {
    match &expr.kind {
        ExprKind::Var(name, _) => made.contains(name),
        ExprKind::Update(..) | ExprKind::Array(_) => true,
        ExprKind::Prim(Prim::Iota | Prim::Replicate | Prim::Concat | Prim::Copy, _) => true,
        ExprKind::Prim(Prim::Map | Prim::Scan | Prim::Filter, _) => true,
        ExprKind::Prim(Prim::Scatter | Prim::Histogram | Prim::FlatUpdate(_), _) => true,
        _ => false,
    }
}
