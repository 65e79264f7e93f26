//! Effects of an expression besides returning its values: failing, consuming an array, or not ending.

use crate::view;
use base::entity::EntityRef;
use base::graph;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashSet;

pub use base::failure::MAX_PLACES;

#[derive(Clone, Copy, Default)]
pub struct Effects {
    /// Whether the expression writes to an array that existed before.
    pub writes: bool,
    /// Whether the expression may fail or run forever.
    pub partial: bool,
}

impl Effects {
    /// Returns the effects of the expression itself, without those of its bodies.
    pub fn of_exp(program: &Program, exp: &Exp) -> Effects {
        Effects { writes: consumes_itself(program, exp), partial: !may_drop_itself(exp) }
    }

    pub fn and(self, other: Effects) -> Effects {
        Effects { writes: self.writes || other.writes, partial: self.partial || other.partial }
    }
}

/// Whether the expression and all its bodies neither fail nor run forever, so that it may be dropped when unused. Calls
/// count as if they might.
pub fn may_drop(exp: &Exp) -> bool {
    may_drop_beside(exp, &FxHashSet::default())
}

/// Like `may_drop`, except that calls of the `total` functions may be dropped.
pub fn may_drop_beside(exp: &Exp, total: &FxHashSet<FunctionId>) -> bool {
    let here = match exp {
        Exp::Call { function, .. } => total.contains(function),
        exp => may_drop_itself(exp),
    };
    here && exp.bodies().into_iter().all(|body| body.stms.iter().all(|stm| may_drop_beside(&stm.exp, total)))
}

/// Returns the functions that can neither fail nor run forever: those on no cycle of calls, without assertions and
/// `while` loops, that call only such functions. Foreign functions are not among them. Cost: linear, so a pass computes
/// them once.
pub fn total_functions(program: &Program) -> FxHashSet<FunctionId> {
    let edges = walk::call_graph(program);
    let mut total = FxHashSet::default();
    for component in graph::components(&edges) {
        // No function of a cycle is total, because the others are not known to be when it is checked.
        for id in component.into_iter().map(FunctionId::new) {
            let body = &program.functions[id].body;
            let is_ours = program.functions[id].foreign.is_none();
            let calls_itself = edges[id.index()].contains(&id.index());
            if is_ours && !calls_itself && body.stms.iter().all(|stm| may_drop_beside(&stm.exp, &total)) {
                total.insert(id);
            }
        }
    }
    total
}

fn may_drop_itself(exp: &Exp) -> bool {
    match exp {
        Exp::Assert { .. } | Exp::Call { .. } => false,
        Exp::Loop(looped) => !matches!(looped.form, LoopForm::While { .. }),
        Exp::Atom(_)
        | Exp::Un(..)
        | Exp::Bin(..)
        | Exp::Cmp(..)
        | Exp::Fma(..)
        | Exp::Convert(..)
        | Exp::Index(..)
        | Exp::Slice(..)
        | Exp::Update { .. }
        | Exp::Literal(_)
        | Exp::Table(_)
        | Exp::Iota { .. }
        | Exp::Replicate { .. }
        | Exp::Scratch { .. }
        | Exp::Copy(_)
        | Exp::Concat(_)
        | Exp::Permute(..)
        | Exp::Reshape(..)
        | Exp::If { .. }
        | Exp::Traverse(_)
        | Exp::Filter(_)
        | Exp::Scatter(_)
        | Exp::Histogram(_)
        | Exp::Threshold { .. }
        | Exp::Alloc { .. } => true,
    }
}

/// Whether this is a scalar operator that cannot fail, so that it may be computed where it was not before.
pub fn is_total_scalar(program: &Program, exp: &Exp) -> bool {
    match exp {
        Exp::Atom(Atom::Const(_)) | Exp::Un(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..) => true,
        Exp::Atom(atom) => matches!(program.atom_type(*atom), Type::Scalar(_)),
        Exp::Bin(op, a, b) => {
            let elem = program.atom_type(*a).elem();
            let divisor_fine = b.constant().is_some_and(|scalar| scalar.as_i128().is_some_and(|value| value > 0));
            divisor_fine || !elem.is_some_and(|elem| op.can_fail(elem))
        }
        _ => false,
    }
}

/// Whether the expression is a view of an array, which costs nothing.
pub fn is_view(exp: &Exp) -> bool {
    view::source(exp).is_some()
}

/// Whether the expression, or one in its bodies, writes to an array that existed before.
pub fn consumes(program: &Program, exp: &Exp) -> bool {
    consumes_itself(program, exp)
        || exp.bodies().into_iter().any(|body| body.stms.iter().any(|stm| consumes(program, &stm.exp)))
}

fn consumes_itself(program: &Program, exp: &Exp) -> bool {
    match exp {
        Exp::Update { .. } | Exp::Scatter(_) | Exp::Histogram(_) => true,
        Exp::Call { function, .. } => program.functions[*function].params.iter().any(|param| param.consumed),
        Exp::Atom(_)
        | Exp::Un(..)
        | Exp::Bin(..)
        | Exp::Cmp(..)
        | Exp::Fma(..)
        | Exp::Convert(..)
        | Exp::Index(..)
        | Exp::Slice(..)
        | Exp::Literal(_)
        | Exp::Table(_)
        | Exp::Iota { .. }
        | Exp::Replicate { .. }
        | Exp::Scratch { .. }
        | Exp::Copy(_)
        | Exp::Concat(_)
        | Exp::Permute(..)
        | Exp::Reshape(..)
        | Exp::Assert { .. }
        | Exp::If { .. }
        | Exp::Loop(_)
        | Exp::Traverse(_)
        | Exp::Filter(_)
        | Exp::Threshold { .. }
        | Exp::Alloc { .. } => false,
    }
}
