//! The parts of an accelerated expression with loops that are operations on sequences. They become accelerated
//! definitions, as an expression without loops does, and the rest stays on the host.
//!
//! ```text
//! let s : seq<i64> = map(f, r)                            let s : seq<i64> = @main_1(r)
//! let _ : () = for_each(n, \i -> tensor.set(t, i, ..))    let _ : () = for_each(n, \i -> tensor.set(t, i, ..))
//! let u : seq<i64> = map(g, s)                            in @main_2(s)
//! in reduce(+, 0, u)
//! ```
//!
//! An expression is *clean* if a device can evaluate it: it has no effects, loops, references, tensors or recursive data.
//! It *works* if it has a parallel operation. Each maximal expression that is clean and works goes to the device. Bindings
//! that follow each other go there as one, from the first that works to the last, so that fusion sees them together.

use super::{Pass, has_loop};
use crate::build;
use crate::calls::Calls;
use crate::def::{Binding, DefId, Expr, ExprKind, Pat, Prim, Program, Type};
use crate::walk::{Part, Renaming, for_each_expr, for_each_part_deep, free_variables, param_types, pat_binders};
use crate::well_formed::is_parallel;
use base::entity::EntityRef;
use base::{Name, Symbol, graph};
use rustc_hash::FxHashSet;

/// What definitions contain, directly or through others.
pub(super) struct Contents {
    /// Definitions that a device cannot run.
    unclean: FxHashSet<usize>,
    /// Definitions with parallel operations.
    working: FxHashSet<usize>,
}

impl Contents {
    pub fn of(program: &Program, calls: &Calls, device: &super::Device<'_>) -> Contents {
        let which = |test: &dyn Fn(DefId) -> bool| {
            let direct = program.defs.keys().filter(|id| test(*id)).map(|id| id.index()).collect();
            graph::reaching(&calls.edges(), &direct)
        };
        let is_unclean = |id: DefId| {
            let def = &program.defs[id];
            let types = param_types(&def.params).chain([def.result.clone()]);
            types.into_iter().any(|ty| !device.holds(&ty)) || !is_clean_here(&def.body, device)
        };
        Contents { unclean: which(&is_unclean), working: which(&|id| works_here(&program.defs[id].body)) }
    }
}

/// Whether the expression has a parallel operation of its own.
fn works_here(expr: &Expr) -> bool {
    let mut found = false;
    for_each_expr(expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Prim(prim, _) if is_parallel(prim)));
    found
}

/// Whether a device can evaluate the expression, apart from the definitions that it uses.
fn is_clean_here(expr: &Expr, device: &super::Device<'_>) -> bool {
    let mut clean = !has_loop(expr);
    let mut visit = |part: Part<'_>| {
        clean = clean
            && match part {
                Part::Type(ty) => device.holds(ty),
                Part::Expr(expr) => match &expr.kind {
                    ExprKind::Var(..) => matches!(expr.ty, Type::Function(..)) || device.holds(&expr.ty),
                    ExprKind::Prim(Prim::Fail, args) => args.first().and_then(super::constant_text).is_some(),
                    ExprKind::Prim(Prim::Accelerate | Prim::Ref(_) | Prim::Tensor(_), _) => false,
                    ExprKind::Prim(prim, _) => prim.service().is_none(),
                    _ => true,
                },
                _ => true,
            };
    };
    visit(Part::Expr(expr));
    for_each_part_deep(expr, &mut visit);
    clean
}

impl Pass<'_> {
    fn is_clean(&self, expr: &Expr) -> bool {
        let mut clean = !matches!(expr.ty, Type::Function(..)) && is_clean_here(expr, &self.device);
        for_each_expr(expr, &mut |expr| {
            if let ExprKind::Def(id, _) = expr.kind {
                clean = clean && id.index() < self.program.defs.len() && !self.contents.unclean.contains(&id.index());
            }
        });
        clean
    }

    fn works(&self, expr: &Expr) -> bool {
        let mut found = works_here(expr);
        for_each_expr(expr, &mut |expr| {
            found |= matches!(expr.kind, ExprKind::Def(id, _) if self.contents.working.contains(&id.index()));
        });
        found
    }

    /// Moves the expression, or runs of bindings in it, to the device if they are clean and work. Returns whether the
    /// whole expression is there.
    pub(super) fn part(&mut self, expr: &mut Expr, hint: Symbol) -> bool {
        if matches!(expr.kind, ExprKind::Lambda(_) | ExprKind::Def(..)) || !self.works(expr) {
            return false;
        }
        if self.is_clean(expr) {
            let span = expr.span;
            let body = std::mem::replace(expr, build::unit());
            *expr = self.call(body, hint, span);
            return true;
        }
        if let ExprKind::Block(bindings, last) = &mut expr.kind {
            let (mut run, mut idle): (Vec<Binding>, Vec<Binding>) = (Vec::new(), Vec::new());
            let given = std::mem::take(bindings);
            for (at, binding) in given.iter().enumerate() {
                let is_clean = self.is_clean(&binding.value);
                if is_clean && self.works(&binding.value) {
                    run.append(&mut idle);
                    run.push(binding.clone());
                } else if is_clean && !run.is_empty() {
                    idle.push(binding.clone());
                } else {
                    let later = idle.iter().chain(&given[at..]);
                    let used = used_in(later, last);
                    self.run(&mut run, &used, hint, bindings);
                    bindings.append(&mut idle);
                    bindings.push(binding.clone());
                }
            }
            if !run.is_empty() && self.is_clean(last) {
                run.append(&mut idle);
                let body = std::mem::replace(&mut **last, build::unit());
                let span = body.span;
                **last = self.call(build::block(run, body).at(span), hint, span);
            } else {
                let used = used_in(idle.iter(), last);
                self.run(&mut run, &used, hint, bindings);
                bindings.append(&mut idle);
            }
        }
        false
    }

    /// Moves bindings to the device, which returns the variables that are used later.
    fn run(&mut self, run: &mut Vec<Binding>, used: &FxHashSet<Name>, hint: Symbol, out: &mut Vec<Binding>) {
        let run = std::mem::take(run);
        let Some(span) = run.first().map(|binding| binding.value.span) else { return };
        let bound = run.iter().flat_map(|binding| pat_binders(&binding.pat));
        let bound: Vec<(Name, Type)> = bound.filter(|(name, _)| used.contains(name)).collect();
        // The host keeps the variables' names.
        let mut inside = Renaming::default();
        bound.iter().for_each(|(name, _)| inside.add(*name, self.names.like(*name)));
        let mut body = build::block(
            run,
            super::state::tuple(bound.iter().map(|(name, ty)| build::var(*name, ty.clone())).collect()),
        );
        inside.expr(&mut body);
        let pats: Vec<Pat> = bound.into_iter().map(|(name, ty)| Pat::Var(name, ty)).collect();
        let pat = if let [pat] = &pats[..] { pat.clone() } else { Pat::tuple(pats) };
        let call = self.call(body.at(span), hint, span);
        out.push(build::binding(pat, call));
    }
}

/// Returns the variables that these bindings and the expression use.
fn used_in<'e>(bindings: impl Iterator<Item = &'e Binding>, last: &Expr) -> FxHashSet<Name> {
    let mut used = FxHashSet::default();
    for value in bindings.map(|binding| &binding.value).chain([last]) {
        used.extend(free_variables(value).values().into_keys());
    }
    used
}
