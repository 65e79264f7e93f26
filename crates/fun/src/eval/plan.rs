//! Lifetimes of values in the evaluator. A value is dropped after its last use, so that an update finds its array
//! unshared and works in place, like compiled code. The plan of a body has one entry for each statement.

use crate::def::*;
use crate::walk::{for_each_name_in_info, free_in_exp};
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Arrays that die in this branch of an `if` because only the other branch uses them.
    pub dead_at_start: Vec<Name>,
    pub stms: Vec<StmPlan>,
    /// Arrays to drop once the results are read.
    pub dead_at_end: Vec<Name>,
}

#[derive(Debug, Default)]
pub(super) struct StmPlan {
    /// Arrays whose last use is as operands of the statement. They are dropped after the operands are read.
    pub before: Vec<Name>,
    /// Arrays that are dropped at the end of the statement: inner bodies that may run several times use them last, or
    /// the statement binds them and nothing uses them.
    pub after: Vec<Name>,
    /// Plans of the expression's bodies (`Exp::bodies`).
    pub bodies: Vec<Plan>,
}

/// Plans a body, which may drop the arrays that it binds and those in `owned`.
pub(super) fn plan(vars: &VarTable, body: &Body, owned: &[Name]) -> Plan {
    let mut last_use: FxHashMap<Name, usize> = FxHashMap::default();
    let end = body.stms.len();
    let mut inner_uses = Vec::with_capacity(end);
    for (at, stm) in body.stms.iter().enumerate() {
        let free = free_in_exp(vars, &stm.exp);
        last_use.extend(free.iter().chain(&stm.certs).map(|&name| (name, at)));
        for &name in &stm.pattern {
            if let Some(info) = vars.get(name) {
                for_each_name_in_info(info, &mut |name| {
                    last_use.insert(name, at);
                });
            }
        }
        inner_uses.push(if stm.exp.bodies().is_empty() { Vec::new() } else { free.into_iter().collect() });
    }
    last_use.extend(body.result.iter().filter_map(|atom| atom.var()).map(|name| (name, end)));

    let mut plan = Plan { stms: (0..end).map(|_| StmPlan::default()).collect(), ..Plan::default() };
    let mut dying: Vec<Vec<Name>> = vec![Vec::new(); end];
    let mut place = |name: Name, plan: &mut Plan, unused: Option<usize>| match (last_use.get(&name), unused) {
        (Some(&at), _) if at < end => dying[at].push(name),
        (Some(_), _) => plan.dead_at_end.push(name),
        (None, Some(at)) => plan.stms[at].after.push(name),
        (None, None) => plan.dead_at_start.push(name),
    };
    for &name in owned {
        place(name, &mut plan, None);
    }
    for (at, stm) in body.stms.iter().enumerate() {
        for &name in &stm.pattern {
            place(name, &mut plan, Some(at));
        }
    }
    for (at, stm) in body.stms.iter().enumerate() {
        plan_stm(vars, stm, std::mem::take(&mut dying[at]), &inner_uses[at], &mut plan.stms[at]);
    }
    plan
}

/// Plans a statement: decides where its dying arrays are dropped, and plans its bodies. A branch of an `if` runs at
/// most once, so it may drop arrays that die at the `if`.
fn plan_stm(vars: &VarTable, stm: &Stm, dying: Vec<Name>, inner: &[Name], plan: &mut StmPlan) {
    let own_pattern: FxHashSet<Name> = stm.pattern.iter().copied().collect();
    let in_bodies = names_in_bodies(vars, &stm.exp, inner);
    let mut handed = Vec::new();
    for name in dying {
        if own_pattern.contains(&name) {
            plan.after.push(name);
        } else if !in_bodies.contains(&name) {
            plan.before.push(name);
        } else if matches!(stm.exp, Exp::If { .. }) {
            handed.push(name);
        } else {
            plan.after.push(name);
        }
    }
    // Sizes in the pattern's types are read when it is bound.
    let mut in_types = Vec::new();
    for info in stm.pattern.iter().filter_map(|&name| vars.get(name)) {
        for_each_name_in_info(info, &mut |name| in_types.push(name));
    }
    for list in [&mut plan.before, &mut handed] {
        list.retain(|name| {
            let kept = in_types.contains(name);
            if kept {
                plan.after.push(*name);
            }
            !kept
        });
    }
    plan.bodies = match &stm.exp {
        Exp::If { then_body, else_body, .. } => {
            vec![self::plan(vars, then_body, &handed), self::plan(vars, else_body, &handed)]
        }
        Exp::Loop(looped) => vec![self::plan(vars, &looped.body, &stm.exp.binders())],
        exp => exp.lambdas().into_iter().map(|lambda| self::plan(vars, &lambda.body, &lambda.params)).collect(),
    };
}

/// Returns the outer names that the bodies of an expression use, including those in its binders' types.
fn names_in_bodies(vars: &VarTable, exp: &Exp, free: &[Name]) -> FxHashSet<Name> {
    if free.is_empty() {
        return FxHashSet::default();
    }
    let mut names = FxHashSet::default();
    for body in exp.bodies() {
        names.extend(crate::walk::free_in_body(vars, body));
    }
    for name in exp.binders() {
        if let Some(info) = vars.get(name) {
            for_each_name_in_info(info, &mut |name| {
                names.insert(name);
            });
        }
    }
    names
}
