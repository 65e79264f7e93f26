//! Copies of higher-order definitions, so that the functions which different callers give to one do not mix. Without
//! them, one unknown function would make all functions unknown that are given to the same definition.
//!
//! ```text
//! def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))       def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
//! .. @twice(@double, x) .. @twice(g, x) ..                   def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
//!                                                            .. @twice(@double, x) .. @twice(g, x) ..
//! ```
//!
//! Definitions that use each other are copied together, for each use outside of them. Uses that give the same
//! definitions share a copy. Large definitions are not copied, and none after `BUDGET` expressions.

use crate::calls::Calls;
use crate::def::{DefId, Expr, ExprKind, Program};
use crate::walk::{for_each_child_mut, param_types, refresh_def, renumber, weight};
use base::entity::EntityRef;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Largest number of expressions in definitions that are copied together.
const SMALL: usize = 300;
/// Largest number of expressions in all copies.
const BUDGET: usize = 20_000;

/// Copies the small higher-order definitions of a program for their uses.
pub(super) fn separate(program: &mut Program) {
    let groups = Calls::of(program).components();
    let mut group_of = vec![0; program.defs.len()];
    for (number, members) in groups.iter().enumerate() {
        members.iter().for_each(|id| group_of[id.index()] = number);
    }
    let weight_of = |members: &Vec<DefId>| members.iter().map(|id| weight(&program.defs[*id].body)).sum();
    let weights: Vec<usize> = groups.iter().map(weight_of).collect();
    let copied = (0..groups.len()).map(|at| weights[at] <= SMALL && is_higher_order(program, &groups[at])).collect();
    // Callers come first: what a copy uses is copied for it, too, before it gets copies of its own.
    let open: VecDeque<DefId> = groups.iter().rev().flatten().copied().collect();
    let originals = program.defs.keys().collect();
    let (known, used) = (FxHashMap::default(), vec![false; groups.len()]);
    let mut copies = Copies { groups, group_of, weights, copied, originals, known, used, budget: BUDGET, open };
    while let Some(id) = copies.open.pop_front() {
        let mut body = std::mem::replace(&mut program.defs[id].body, crate::build::unit());
        copies.expr(program, copies.group_of[copies.originals[id.index()].index()], &mut body);
        program.defs[id].body = body;
    }
}

/// Whether all members are functions, and one takes functions.
fn is_higher_order(program: &Program, members: &[DefId]) -> bool {
    let defs = || members.iter().map(|id| &program.defs[*id]);
    defs().all(|def| !def.params.is_empty())
        && defs().any(|def| param_types(&def.params).any(|ty| ty.has_function_value()))
}

struct Copies {
    groups: Vec<Vec<DefId>>,
    /// Group of each original definition.
    group_of: Vec<usize>,
    weights: Vec<usize>,
    /// Whether each group is copied.
    copied: Vec<bool>,
    /// Original of each definition.
    originals: Vec<DefId>,
    /// Copy for each definition and the definitions that it is given as functions.
    known: FxHashMap<(DefId, Vec<DefId>), DefId>,
    /// Whether the original of each group has a use.
    used: Vec<bool>,
    budget: usize,
    /// Definitions whose uses are still to be given copies.
    open: VecDeque<DefId>,
}

impl Copies {
    /// Gives each use in an expression of a definition of `group` its copy.
    fn expr(&mut self, program: &mut Program, group: usize, expr: &mut Expr) {
        if let ExprKind::Apply(function, args) = &mut expr.kind {
            let given = args.iter().filter(|arg| arg.ty.has_function_value()).map(|arg| match arg.kind {
                ExprKind::Def(id, _) => Some(id),
                _ => None,
            });
            let given: Option<Vec<DefId>> = given.collect();
            args.iter_mut().for_each(|arg| self.expr(program, group, arg));
            match &mut function.kind {
                ExprKind::Def(id, _) => *id = self.copy_for(program, group, *id, given),
                _ => self.expr(program, group, function),
            }
            return;
        }
        match &mut expr.kind {
            ExprKind::Def(id, _) => *id = self.copy_for(program, group, *id, None),
            _ => for_each_child_mut(expr, &mut |child| self.expr(program, group, child)),
        }
    }

    /// Returns the copy of an original definition for a use that gives these definitions.
    fn copy_for(&mut self, program: &mut Program, group: usize, id: DefId, given: Option<Vec<DefId>>) -> DefId {
        let Some(&own) = self.group_of.get(id.index()) else { return id };
        if own == group || !self.copied[own] {
            return id;
        }
        let key = given.map(|given| (id, given));
        if let Some(copy) = key.as_ref().and_then(|key| self.known.get(key)) {
            return *copy;
        }
        let copy = match std::mem::replace(&mut self.used[own], true) {
            false => id,
            true if self.weights[own] > self.budget => return id,
            true => self.copy_group(program, own, id),
        };
        self.known.extend(key.map(|key| (key, copy)));
        copy
    }

    /// Copies a group; returns the copy of `id`.
    fn copy_group(&mut self, program: &mut Program, group: usize, id: DefId) -> DefId {
        self.budget -= self.weights[group];
        let mut new: Vec<DefId> = program.defs.keys().collect();
        for &member in &self.groups[group] {
            let copy = refresh_def(&program.defs[member], &mut program.names);
            new[member.index()] = program.defs.push(copy);
            self.originals.push(member);
            self.open.push_front(new[member.index()]);
        }
        for &member in &self.groups[group] {
            renumber(&mut program.defs[new[member.index()]].body, &new);
        }
        new[id.index()]
    }
}
