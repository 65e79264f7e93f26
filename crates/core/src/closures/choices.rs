//! Choices between functions. Front ends wrap such a choice in a lambda, so that its code is known where it is applied.
//! In a recursion, each such lambda would capture the one chosen before, without end. If the choice itself becomes data
//! (`closures`), nothing is nested.
//!
//! ```text
//! \(x : i64) -> if c then f(x) else g(x)        if c then f else g
//! ```

use crate::def::{DefId, Expr, ExprKind, Pat, Program, Unique};
use crate::walk::{for_each_child_mut, free_variables};
use base::Name;
use base::entity::{EntityRef, PrimaryMap};

/// Number of parameters of each definition.
type Arities = PrimaryMap<DefId, usize>;

/// Replaces each lambda that only chooses between two functions and applies the chosen one by the choice itself.
pub(super) fn take_out(program: &mut Program) {
    let mut arities = PrimaryMap::with_capacity(program.defs.len());
    program.defs.values().for_each(|def| _ = arities.push(def.params.len()));
    for index in 0..program.defs.len() {
        take_out_of(&mut program.defs[DefId::new(index)].body, &arities);
    }
}

fn take_out_of(expr: &mut Expr, arities: &Arities) {
    for_each_child_mut(expr, &mut |child| take_out_of(child, arities));
    if let Some(choice) = choice(expr, arities) {
        expr.kind = choice;
    }
}

/// Returns the choice between functions that a lambda wraps, or `None` if the lambda has another form.
fn choice(expr: &Expr, arities: &Arities) -> Option<ExprKind> {
    let ExprKind::Lambda(lambda) = &expr.kind else { return None };
    let mut params = Vec::with_capacity(lambda.params.len());
    for param in &lambda.params {
        match param.pat {
            Pat::Var(name, _) if param.consumed == Unique::No => params.push(name),
            _ => return None,
        }
    }
    let ExprKind::If(condition, yes, no) = &lambda.body.kind else { return None };
    let (yes, no) = (applied(yes, &params)?, applied(no, &params)?);
    let is_fixed = |part: &Expr| is_value(part, arities) && !mentions(part, &params);
    let is_choice = condition.is_atom() && is_fixed(condition) && is_fixed(yes) && is_fixed(no);
    is_choice.then(|| ExprKind::If(condition.clone(), Box::new(yes.clone()), Box::new(no.clone())))
}

/// Returns `f` if the expression is `f` applied to exactly the variables `params`.
fn applied<'e>(expr: &'e Expr, params: &[Name]) -> Option<&'e Expr> {
    let ExprKind::Apply(function, args) = &expr.kind else { return None };
    let names = args.iter().map(|arg| if let ExprKind::Var(name, _) = arg.kind { Some(name) } else { None });
    names.eq(params.iter().copied().map(Some)).then_some(&**function)
}

fn mentions(expr: &Expr, names: &[Name]) -> bool {
    let values = free_variables(expr).values();
    names.iter().any(|name| values.contains_key(name))
}

/// Whether evaluating the expression costs nothing and cannot fail.
fn is_value(expr: &Expr, arities: &Arities) -> bool {
    match &expr.kind {
        ExprKind::Var(..) | ExprKind::Literal(_) | ExprKind::Def(..) | ExprKind::Lambda(_) => true,
        ExprKind::Apply(function, args) => {
            let is_partial = matches!(function.kind, ExprKind::Def(id, _) if arities[id] > args.len());
            is_partial && args.iter().all(|arg| is_value(arg, arities))
        }
        ExprKind::Block(bindings, body) => {
            bindings.iter().all(|binding| is_value(&binding.value, arities)) && is_value(body, arities)
        }
        _ => false,
    }
}
