//! Updates in place for programs without uniqueness types. `outline` copies a sequence before it changes an element.
//! This pass moves such copies out of loops and functions, and then removes those that nobody needs.
//!
//! ```text
//! loop a : []i64 = xs for i < n do                 loop a : []i64 = copy(xs) for i < n do
//!   copy(a) with [i] = i                             a with [i] = i
//! ```
//!
//! The check of uniqueness (`uniqueness`) decides: a change is kept if the check accepts the program. So an array is
//! changed in place exactly if the same program with uniqueness types would be accepted. Loops come from the inside out,
//! so that a copy leaves all loops around it; then parameters, whose callers pass copies; then single copies.
//!
//! CORE to CORE. Needs: `check_first_order`, no type parameters; a program without violations. Guarantees: no
//! violations. Cost: one check for each loop and parameter that is copied, and for each copy, at most `MAX_TRIALS`.

use crate::build;
use crate::def::{Def, DefId, Expr, ExprKind, Loop, Pat, Prim, Program, Type, Unique};
use crate::uniqueness;
use crate::walk::{for_each_child, for_each_child_mut, for_each_expr};
use base::Name;
use base::entity::EntityRef;

/// Largest number of checks.
const MAX_TRIALS: usize = 400;

/// Removes copies of arrays where the array may be overwritten.
pub fn in_place(program: Program) -> Program {
    let mut pass = Pass { program, trials: 0 };
    for at in 0..pass.program.defs.len() {
        for number in 0..count(&pass.program.defs[DefId::new(at)].body, &is_loop) {
            pass.leave_loop(DefId::new(at), number);
        }
    }
    for at in 0..pass.program.defs.len() {
        for number in 0..pass.program.defs[DefId::new(at)].params.len() {
            pass.leave_function(DefId::new(at), number);
        }
    }
    for at in 0..pass.program.defs.len() {
        // From the last one on, so that the numbers of the others stay.
        for number in (0..count(&pass.program.defs[DefId::new(at)].body, &is_copy)).rev() {
            pass.remove(DefId::new(at), number);
        }
    }
    pass.program
}

struct Pass {
    program: Program,
    trials: usize,
}

impl Pass {
    /// Changes the program if the check of uniqueness accepts the result.
    fn attempt(&mut self, change: impl FnOnce(&mut Program)) {
        if self.trials >= MAX_TRIALS {
            return;
        }
        self.trials += 1;
        let mut changed = self.program.clone();
        change(&mut changed);
        if uniqueness::check(&changed, &|_| true).is_empty() {
            self.program = changed;
        }
    }

    /// Copies the state of a loop before the loop instead of in its body.
    fn leave_loop(&mut self, id: DefId, number: usize) {
        let mut copied = Vec::new();
        let mut look = |looped: &Loop| copied = copied_variables(&looped.body);
        nth(&self.program.defs[id].body, &is_loop, number, &mut |expr| {
            if let ExprKind::Loop(looped) = &expr.kind {
                look(looped);
            }
        });
        if copied.is_empty() {
            return;
        }
        self.attempt(|program| {
            nth_mut(&mut program.defs[id].body, &is_loop, number, &mut |expr| {
                let ExprKind::Loop(looped) = &mut expr.kind else { return };
                for name in copy_parts(&looped.pat, &mut looped.init, &copied) {
                    without_copies(&mut looped.body, name);
                }
            });
        });
    }

    /// Lets the callers of a function copy an argument that the function copies.
    fn leave_function(&mut self, id: DefId, number: usize) {
        let def = &self.program.defs[id];
        let is_entry = def.accelerated || self.program.entries.iter().any(|entry| entry.def == id);
        let Some(Pat::Var(name, Type::Array(..))) = def.params.get(number).map(|param| &param.pat) else { return };
        let name = *name;
        if is_entry || !copied_variables(&def.body).contains(&name) {
            return;
        }
        self.attempt(|program| {
            let def = &mut program.defs[id];
            def.params[number].consumed = Unique::Yes;
            without_copies(&mut def.body, name);
            program.defs.values_mut().for_each(|def: &mut Def| copy_argument(&mut def.body, id, number));
        });
    }

    fn remove(&mut self, id: DefId, number: usize) {
        self.attempt(|program| {
            nth_mut(&mut program.defs[id].body, &is_copy, number, &mut uncopy);
        });
    }
}

fn is_loop(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Loop(_))
}

fn is_copy(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Prim(Prim::Copy, _))
}

fn count(expr: &Expr, is_wanted: &dyn Fn(&Expr) -> bool) -> usize {
    let mut found = 0;
    for_each_expr(expr, &mut |expr| found += usize::from(is_wanted(expr)));
    found
}

/// Visits the wanted expression with this number. Inner ones come before outer ones.
fn nth(expr: &Expr, is_wanted: &dyn Fn(&Expr) -> bool, number: usize, visit: &mut dyn FnMut(&Expr)) {
    fn go(expr: &Expr, is_wanted: &dyn Fn(&Expr) -> bool, left: &mut Option<usize>, visit: &mut dyn FnMut(&Expr)) {
        for_each_child(expr, &mut |child| go(child, is_wanted, left, visit));
        if is_wanted(expr) && step(left) {
            visit(expr);
        }
    }
    go(expr, is_wanted, &mut Some(number), visit);
}

/// Like `nth`, but the expression may be changed.
fn nth_mut(expr: &mut Expr, is_wanted: &dyn Fn(&Expr) -> bool, number: usize, change: &mut dyn FnMut(&mut Expr)) {
    type Change<'c> = &'c mut dyn FnMut(&mut Expr);
    fn go(expr: &mut Expr, is_wanted: &dyn Fn(&Expr) -> bool, left: &mut Option<usize>, change: Change<'_>) {
        for_each_child_mut(expr, &mut |child| go(child, is_wanted, left, change));
        if is_wanted(expr) && step(left) {
            change(expr);
        }
    }
    go(expr, is_wanted, &mut Some(number), change);
}

/// Counts down; returns whether the count was 0. `None` means that this has happened.
fn step(left: &mut Option<usize>) -> bool {
    let found = *left == Some(0);
    *left = left.and_then(|left| left.checked_sub(1));
    found
}

/// Returns the variables that the expression copies.
fn copied_variables(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    for_each_expr(expr, &mut |expr| names.extend(copied_variable(expr)));
    names
}

fn copied_variable(expr: &Expr) -> Option<Name> {
    let ExprKind::Prim(Prim::Copy, args) = &expr.kind else { return None };
    if let ExprKind::Var(name, _) = args.first()?.kind { Some(name) } else { None }
}

/// Uses the variable where the expression has a copy of it.
fn without_copies(expr: &mut Expr, name: Name) {
    for_each_child_mut(expr, &mut |child| without_copies(child, name));
    if copied_variable(expr) == Some(name) {
        uncopy(expr);
    }
}

fn uncopy(expr: &mut Expr) {
    if let ExprKind::Prim(Prim::Copy, args) = &mut expr.kind
        && let Some(arg) = args.pop()
    {
        *expr = arg;
    }
}

fn copy(expr: &mut Expr) {
    let value = std::mem::replace(expr, build::unit());
    let span = value.span;
    *expr = build::prim(Prim::Copy, vec![value]).at(span);
}

/// Copies the parts of a loop's initial state that become these variables. Returns the variables for which that is
/// possible.
fn copy_parts(pat: &Pat, init: &mut Expr, copied: &[Name]) -> Vec<Name> {
    match (pat, &mut init.kind) {
        (Pat::Var(name, Type::Array(..)), _) if copied.contains(name) => {
            copy(init);
            vec![*name]
        }
        (Pat::Record(pats), ExprKind::Record(fields)) => {
            let parts = pats.iter().zip(fields);
            parts.flat_map(|((_, pat), (_, part))| copy_parts(pat, part, copied)).collect()
        }
        _ => Vec::new(),
    }
}

fn copy_argument(expr: &mut Expr, id: DefId, number: usize) {
    for_each_child_mut(expr, &mut |child| copy_argument(child, id, number));
    if let ExprKind::Apply(function, args) = &mut expr.kind
        && matches!(function.kind, ExprKind::Def(called, _) if called == id)
        && let Some(arg) = args.get_mut(number)
    {
        copy(arg);
    }
}
