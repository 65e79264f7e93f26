//! The order in which definitions are lowered: the called before their callers, so that a caller can see what sizes
//! a call's result has.

use base::entity::EntityRef;
use core_ir::def::{DefId, ExprKind, Program};
use core_ir::walk;

/// All definitions, each after those it calls but for recursion.
pub(super) fn callees_first(program: &Program) -> Vec<DefId> {
    let mut seen = vec![false; program.defs.len()];
    let mut order = Vec::with_capacity(seen.len());
    for id in program.defs.keys() {
        visit(program, id, &mut seen, &mut order);
    }
    order
}

/// Depth first, on a stack of its own: a chain of calls may be as long as the program.
fn visit(program: &Program, start: DefId, seen: &mut [bool], order: &mut Vec<DefId>) {
    let mut stack: Vec<(DefId, std::vec::IntoIter<DefId>)> = Vec::new();
    let mut next = Some(start);
    loop {
        if let Some(id) = next.filter(|id| seen.get(id.index()) == Some(&false)) {
            seen[id.index()] = true;
            stack.push((id, callees(program, id).into_iter()));
        }
        let Some((id, rest)) = stack.last_mut() else { return };
        next = rest.next();
        if next.is_none() {
            order.push(*id);
            stack.pop();
        }
    }
}

fn callees(program: &Program, id: DefId) -> Vec<DefId> {
    let mut callees = Vec::new();
    if let Some(def) = program.defs.get(id) {
        walk::for_each_expr(&def.body, &mut |expr| {
            if let ExprKind::Def(callee, _) = expr.kind {
                callees.push(callee);
            }
        });
    }
    callees
}
