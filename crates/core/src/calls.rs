//! The graph of uses between definitions: the order in which passes process them, and the constants that an entry point
//! computes before its body.

use crate::def::{Def, DefId, Expr, ExprKind, Pat, Program};
use crate::walk;
use base::entity::EntityRef;
use base::graph;
use rustc_hash::FxHashSet;

/// Groups of definitions that call each other in tail position. These calls are jumps, which need no stack.
pub struct TailLoops {
    /// Groups of definitions that call each other in tail position.
    groups: Vec<Vec<DefId>>,
    /// Number of each definition's group.
    group: Vec<usize>,
    calls: Calls,
}

impl TailLoops {
    pub fn of(program: &Program) -> TailLoops {
        TailLoops::among(program, &|_| true)
    }

    /// Finds the loops among the definitions for which `is_member` holds.
    pub fn among(program: &Program, is_member: &dyn Fn(DefId) -> bool) -> TailLoops {
        let mut callees = vec![Vec::new(); program.defs.len()];
        for (id, def) in program.defs.iter().filter(|(id, _)| is_member(*id)) {
            for_each_tail_call(&def.body, &mut |callee, _| callees[id.index()].push(callee));
            callees[id.index()].retain(|callee| is_member(*callee));
        }
        let calls = Calls { callees };
        let groups = calls.components();
        let mut group = vec![0; program.defs.len()];
        for (number, members) in groups.iter().enumerate() {
            members.iter().for_each(|id| group[id.index()] = number);
        }
        TailLoops { groups, group, calls }
    }

    /// Returns all groups of mutual tail calls, callees before callers.
    pub fn groups(&self) -> &[Vec<DefId>] {
        &self.groups
    }

    /// Whether a tail call of `callee` in `caller` is a jump.
    pub fn is_jump(&self, caller: DefId, callee: DefId) -> bool {
        let [from, to] = [caller, callee].map(|id| self.group.get(id.index()));
        from == to && from.is_some() && (caller != callee || self.calls.callees(caller).contains(&callee))
    }
}

/// Visits the calls in tail position: the definition and the arguments.
fn for_each_tail_call<'e>(expr: &'e Expr, visit: &mut dyn FnMut(DefId, &'e [Expr])) {
    match &expr.kind {
        ExprKind::Block(_, body) => for_each_tail_call(body, visit),
        ExprKind::If(_, yes, no) => {
            for_each_tail_call(yes, visit);
            for_each_tail_call(no, visit);
        }
        ExprKind::Match(_, cases) => cases.iter().for_each(|case| for_each_tail_call(&case.body, visit)),
        ExprKind::Ensure(ensure) => for_each_tail_call(&ensure.then, visit),
        ExprKind::Apply(function, args) => {
            if let ExprKind::Def(id, _) = function.kind {
                visit(id, args);
            }
        }
        _ => {}
    }
}

/// Returns, for each parameter of a definition, whether it is a variable that all calls of itself in tail position pass
/// on unchanged.
pub fn passed_on(id: DefId, def: &Def) -> Vec<bool> {
    let mut same: Vec<bool> = def.params.iter().map(|param| matches!(param.pat, Pat::Var(..))).collect();
    for_each_tail_call(&def.body, &mut |callee, args| {
        if callee != id {
            return;
        }
        for (at, (same, param)) in same.iter_mut().zip(&def.params).enumerate() {
            let passed = args.get(at).map(|arg| &arg.kind);
            *same &= matches!((&param.pat, passed), (Pat::Var(own, _), Some(ExprKind::Var(name, _))) if own == name);
        }
    });
    same
}

/// The definitions that each definition names, in the order of its text.
pub struct Calls {
    callees: Vec<Vec<DefId>>,
}

impl Calls {
    pub fn of(program: &Program) -> Calls {
        let mut callees = vec![Vec::new(); program.defs.len()];
        for (id, def) in program.defs.iter() {
            walk::for_each_expr(&def.body, &mut |expr| {
                if let ExprKind::Def(callee, _) = expr.kind {
                    callees[id.index()].push(callee);
                }
            });
        }
        Calls { callees }
    }

    /// Returns the graph in which each definition uses the listed ones.
    pub fn from_lists(callees: Vec<Vec<DefId>>) -> Calls {
        Calls { callees }
    }

    pub fn callees(&self, id: DefId) -> &[DefId] {
        self.callees.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the used definition of each use, in program order; a definition occurs once for each use.
    pub fn all(&self) -> impl Iterator<Item = DefId> {
        self.callees.iter().flatten().copied()
    }

    /// Returns the groups of definitions that use each other, used ones before users.
    pub fn components(&self) -> Vec<Vec<DefId>> {
        let components = graph::components(&self.edges()).into_iter();
        components.map(|component| component.into_iter().map(DefId::new).collect()).collect()
    }

    /// Returns the definitions that use themselves, directly or through others.
    pub fn on_cycles(&self) -> FxHashSet<DefId> {
        graph::on_cycles(&self.edges()).into_iter().map(DefId::new).collect()
    }

    /// Returns the positions of definitions on a cycle of uses, and of those that reach one.
    pub fn reaching_cycles(&self) -> FxHashSet<usize> {
        let edges = self.edges();
        graph::reaching(&edges, &graph::on_cycles(&edges))
    }

    /// Returns the positions of the definitions that each definition uses.
    pub fn edges(&self) -> Vec<Vec<usize>> {
        self.callees.iter().map(|list| list.iter().map(|id| id.index()).collect()).collect()
    }

    /// Returns the definitions that use each definition.
    pub fn callers(&self) -> Vec<Vec<DefId>> {
        let mut callers = vec![Vec::new(); self.callees.len()];
        for (caller, callees) in self.callees.iter().enumerate() {
            for callee in callees {
                if let Some(list) = callers.get_mut(callee.index()) {
                    list.push(DefId::new(caller));
                }
            }
        }
        callers
    }

    /// Returns the roots and all definitions that they reach, used ones before users, except for recursion.
    pub fn callees_first(&self, roots: impl IntoIterator<Item = DefId>) -> Vec<DefId> {
        let mut seen = vec![false; self.callees.len()];
        let mut order = Vec::new();
        for root in roots {
            self.visit(root, &mut seen, &mut order);
        }
        order
    }

    /// Visits depth first with an explicit stack. Because a chain of calls may be as long as the program, recursion
    /// could overflow.
    fn visit(&self, start: DefId, seen: &mut [bool], order: &mut Vec<DefId>) {
        let mut stack: Vec<(DefId, std::slice::Iter<'_, DefId>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(id) = next.filter(|id| seen.get(id.index()) == Some(&false)) {
                seen[id.index()] = true;
                stack.push((id, self.callees(id).iter()));
            }
            let Some((id, rest)) = stack.last_mut() else { return };
            next = rest.next().copied();
            if next.is_none() {
                order.push(*id);
                stack.pop();
            }
        }
    }

    /// Returns the constants that a run of `entry` computes before its body: those without type parameters that it
    /// reaches through definitions, and those with effects (`Latent::constants`) with what they reach, which `entry` may
    /// be among. Constants come before those that need them, otherwise in the order of definitions.
    pub fn constants_from(&self, program: &Program, with_effects: &[DefId], entry: DefId) -> Vec<DefId> {
        let is_constant = |id: &DefId| program.defs.get(*id).is_some_and(is_constant);
        let roots = with_effects.iter().chain(self.callees(entry)).copied();
        let mut constants: Vec<DefId> = self.callees_first(roots).into_iter().filter(is_constant).collect();
        constants.sort_unstable();
        self.callees_first(constants).into_iter().filter(is_constant).collect()
    }
}

/// Whether the definition is a value that a run computes once.
pub fn is_constant(def: &Def) -> bool {
    def.params.is_empty() && def.type_params.is_empty()
}

/// Renumbers the constants, except for entry points that no definition uses, so that they come in the order of `place`.
/// Other definitions keep their numbers. A pass that copies definitions gives each copy the place of its original, so that a run computes
/// constants in the same order.
pub fn order_constants<P: Ord>(program: &mut Program, place: impl Fn(DefId) -> P) {
    let used: FxHashSet<DefId> = Calls::of(program).all().collect();
    let entries: FxHashSet<DefId> = program.entries.iter().map(|entry| entry.def).collect();
    let is_ordered = |(id, def): &(DefId, &Def)| is_constant(def) && (used.contains(id) || !entries.contains(id));
    let numbers: Vec<DefId> = program.defs.iter().filter(is_ordered).map(|(id, _)| id).collect();
    let mut ordered = numbers.clone();
    ordered.sort_by_key(|id| place(*id));
    if ordered == numbers {
        return;
    }
    let (mut new, mut old): (Vec<DefId>, Vec<DefId>) = program.defs.keys().map(|id| (id, id)).unzip();
    for (from, to) in ordered.into_iter().zip(numbers) {
        new[from.index()] = to;
        old[to.index()] = from;
    }
    let mut defs: Vec<Option<Def>> = std::mem::take(&mut program.defs).into_iter().map(|(_, def)| Some(def)).collect();
    program.defs = old.iter().filter_map(|id| defs[id.index()].take()).collect();
    program.defs.values_mut().for_each(|def| walk::renumber(&mut def.body, &new));
    program.entries.iter_mut().for_each(|entry| entry.def = new[entry.def.index()]);
}
