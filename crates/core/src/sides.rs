//! The value of `in_accelerate`: true in accelerated expressions, and false in all other code. A definition that both use
//! and that depends on it becomes two. Branches that it decides are chosen, so that they may hold what the other side
//! cannot do.
//!
//! ```text
//! def f (x : i64) : i64 = if in_accelerate() then x else @log(x)   def f (x : i64) : i64 = @log(x)
//! def main (x : i64) : i64 =                                       def main (x : i64) : i64 =
//!   @f(x) + accelerate(\(_ : ()) -> @f(x))                           @f(x) + accelerate(\(_ : ()) -> @f2(x))
//!                                                                  def f2 (x : i64) : i64 = x
//! ```
//!
//! CORE to CORE. Needs: `check_first_order`. Guarantees: no `Prim::InAccelerate`. Cost: linear in the program.

mod unused;

use crate::build;
use crate::calls::{Calls, is_constant};
use crate::def::{Def, DefId, Expr, ExprKind, Pat, Prim, Program};
use crate::walk::{for_each_child_mut, for_each_expr, refresh_def};
use base::entity::EntityRef;
use base::{Name, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use unused::drop_unused_parameters;
use value::Scalar;

/// Replaces all uses of `in_accelerate`.
pub fn choose_sides(mut program: Program) -> Program {
    let mut dependent = dependent(&program);
    if dependent.is_empty() {
        return program;
    }
    dependent = graph::reaching(&Calls::of(&program).edges(), &dependent);
    // The host computes constants.
    dependent.retain(|at| !is_constant(&program.defs[DefId::new(*at)]));
    let originals = program.defs.clone();
    let mut copies = Copies { dependent, first: originals.len(), of: FxHashMap::default(), made: Vec::new() };
    for def in program.defs.values_mut() {
        choose(def, false, Some(&mut copies));
    }
    let mut done = 0;
    while let Some(id) = copies.made.get(done).copied() {
        let mut copy = refresh_def(&originals[id], &mut program.names);
        choose(&mut copy, true, Some(&mut copies));
        program.defs.push(copy);
        done += 1;
    }
    drop_unused_parameters(&mut program, originals.len());
    program
}

/// Returns the definitions as code of the host, and as code that accelerated expressions use. Both have all definitions.
pub(crate) fn views(program: &Program) -> [Cow<'_, Program>; 2] {
    let is_same = dependent(program).is_empty();
    [false, true].map(|accelerated| {
        if is_same {
            return Cow::Borrowed(program);
        }
        let mut program = program.clone();
        program.defs.values_mut().for_each(|def| choose(def, accelerated, None));
        Cow::Owned(program)
    })
}

/// Replaces the uses of `in_accelerate` in the value of a constant, which the host computes, except for those in functions.
pub fn settle_constant(expr: &mut Expr) {
    match &expr.kind {
        ExprKind::Prim(Prim::InAccelerate, _) => expr.kind = build::bool(false).kind,
        ExprKind::Lambda(_) => {}
        _ => for_each_child_mut(expr, &mut settle_constant),
    }
}

/// Returns the definitions that use `in_accelerate` themselves.
fn dependent(program: &Program) -> FxHashSet<usize> {
    let uses = |def: &Def| {
        let mut found = false;
        for_each_expr(&def.body, &mut |expr| found |= matches!(expr.kind, ExprKind::Prim(Prim::InAccelerate, _)));
        found
    };
    program.defs.iter().filter(|(_, def)| uses(def)).map(|(id, _)| id.index()).collect()
}

/// The copies of definitions for accelerated code.
struct Copies {
    /// Definitions whose copies differ.
    dependent: FxHashSet<usize>,
    /// Number of the first copy.
    first: usize,
    of: FxHashMap<DefId, DefId>,
    /// The copied definitions, in the order of their copies.
    made: Vec<DefId>,
}

fn choose(def: &mut Def, accelerated: bool, copies: Option<&mut Copies>) {
    Chooser { accelerated, copies, known: FxHashMap::default() }.expr(&mut def.body);
}

struct Chooser<'c> {
    /// Whether the code is that of an accelerated expression.
    accelerated: bool,
    copies: Option<&'c mut Copies>,
    /// Variables that are bound to truth values.
    known: FxHashMap<Name, bool>,
}

impl Chooser<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Prim(Prim::InAccelerate, _) => expr.kind = build::bool(self.accelerated).kind,
            ExprKind::Prim(Prim::Accelerate, args) => {
                let outer = std::mem::replace(&mut self.accelerated, true);
                args.iter_mut().for_each(|arg| self.expr(arg));
                self.accelerated = outer;
            }
            ExprKind::Def(id, _) if self.accelerated => *id = self.copy_of(*id),
            ExprKind::Block(bindings, body) => {
                for binding in bindings {
                    self.expr(&mut binding.value);
                    if let (Pat::Var(name, _), Some(value)) = (&binding.pat, self.truth(&binding.value)) {
                        self.known.insert(*name, value);
                    }
                }
                self.expr(body);
            }
            ExprKind::If(condition, yes, no) => {
                self.expr(condition);
                let Some(holds) = self.truth(condition) else {
                    self.expr(yes);
                    return self.expr(no);
                };
                let mut chosen = std::mem::replace(if holds { &mut **yes } else { no }, build::unit());
                self.expr(&mut chosen);
                *expr = chosen.with_type(expr.ty.clone());
            }
            _ => for_each_child_mut(expr, &mut |child| self.expr(child)),
        }
    }

    /// Returns the definition that accelerated code uses instead of this one.
    fn copy_of(&mut self, id: DefId) -> DefId {
        let Some(copies) = self.copies.as_mut().filter(|copies| copies.dependent.contains(&id.index())) else {
            return id;
        };
        let next = DefId::new(copies.first + copies.made.len());
        *copies.of.entry(id).or_insert_with(|| {
            copies.made.push(id);
            next
        })
    }

    /// Returns the truth value that an expression is known to have.
    fn truth(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Literal(Scalar::Bool(value)) => Some(*value),
            ExprKind::Var(name, _) => self.known.get(name).copied(),
            _ => None,
        }
    }
}
