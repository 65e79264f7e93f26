//! Recursive calls that need no Rust stack. The *spine* of a function's body consists of the values of its bindings, its
//! branches, and what follows. A call on the spine is the only thing that the machine does in its function at that time,
//! so the machine can put what follows onto a stack of its own, and run the called function next (`Op::Then`).
//!
//! `straighten` puts the calls within a group of recursive definitions onto the spine. They stay elsewhere only in
//! lambdas and in the bodies of loops.
//!
//! ```text
//! def sum (n : i64) : i64 =                 def sum (n : i64) : i64 =
//!   if n < 1 then 0 else n + @sum(n - 1)      if n < 1 then 0 else let call : i64 = @sum(n - 1) in n + call
//! ```

use super::code::{Node, Op, Pattern, Then};
use crate::build;
use crate::def::{Binding, DefId, Expr, ExprKind, Type};
use crate::walk::for_each_child_mut;
use base::NameSource;
use std::rc::Rc;

/// Largest number of calls on the spine of one block. Further ones use the Rust stack.
const MAX_CALLS: usize = 1000;

/// The calls of a definition that may be nested without end.
pub(super) struct Calls<'a> {
    /// Whether a call of the definition with this number of arguments is recursive.
    pub is_recursive: &'a dyn Fn(DefId, usize) -> bool,
    /// Whether a tail call of the definition replaces the running one.
    pub is_jump: &'a dyn Fn(DefId) -> bool,
}

/// Puts the recursive calls of a definition's body onto its spine. Operands before a call get variables, too, so that
/// the order of evaluation stays. Returns whether there are recursive calls.
pub(super) fn straighten(body: &mut Expr, calls: &Calls, names: &mut NameSource) -> bool {
    Straight { calls, names }.expr(body, true)
}

struct Straight<'a> {
    calls: &'a Calls<'a>,
    names: &'a mut NameSource,
}

impl Straight<'_> {
    /// Straightens an expression on the spine. Returns whether it now has recursive calls on its spine.
    fn expr(&mut self, expr: &mut Expr, tail: bool) -> bool {
        let mut before = Vec::new();
        let found = match &mut expr.kind {
            ExprKind::Lambda(_) => false,
            ExprKind::Block(bindings, body) => {
                let found =
                    bindings.iter_mut().fold(false, |found, binding| self.expr(&mut binding.value, false) | found);
                self.expr(body, tail) | found
            }
            ExprKind::If(condition, yes, no) => {
                let found = self.operand(condition, &mut before);
                found | self.expr(yes, tail) | self.expr(no, tail)
            }
            ExprKind::Match(subject, cases) => {
                let found = self.operand(subject, &mut before);
                cases.iter_mut().fold(found, |found, case| self.expr(&mut case.body, tail) | found)
            }
            ExprKind::Ensure(ensure) => {
                let found = self.operand(&mut ensure.condition, &mut before);
                self.expr(&mut ensure.then, tail) | found
            }
            ExprKind::Loop(looped) => self.operand(&mut looped.init, &mut before),
            _ => {
                let found = self.operands(expr, &mut before);
                let callee = self.callee(expr);
                if tail && callee.is_some_and(|callee| !(self.calls.is_jump)(callee)) {
                    self.bind(expr, &mut before);
                }
                found | callee.is_some()
            }
        };
        if !before.is_empty() {
            let (span, last) = (expr.span, std::mem::replace(expr, build::unit()));
            *expr = build::block(before, last).at(span);
        }
        found
    }

    /// Returns the definition that the expression calls recursively.
    fn callee(&self, expr: &Expr) -> Option<DefId> {
        let ExprKind::Apply(function, args) = &expr.kind else { return None };
        let ExprKind::Def(id, _) = function.kind else { return None };
        (self.calls.is_recursive)(id, args.len()).then_some(id)
    }

    /// Straightens an operand, and binds it if it has recursive calls.
    fn operand(&mut self, operand: &mut Expr, before: &mut Vec<Binding>) -> bool {
        let found = self.expr(operand, false);
        if found {
            self.bind(operand, before);
        }
        found
    }

    /// Straightens all children of an expression, which are evaluated one after the other. Binds them up to the last one
    /// that has recursive calls.
    fn operands(&mut self, expr: &mut Expr, before: &mut Vec<Binding>) -> bool {
        let mut found = Vec::new();
        for_each_child_mut(expr, &mut |child| found.push(self.expr(child, false)));
        let Some(last) = found.iter().rposition(|found| *found) else { return false };
        let mut at = 0;
        for_each_child_mut(expr, &mut |child| {
            if at <= last && (found[at] || !is_value(child)) {
                self.bind(child, before);
            }
            at += 1;
        });
        true
    }

    /// Replaces the expression by a variable that is bound to it.
    fn bind(&mut self, expr: &mut Expr, before: &mut Vec<Binding>) {
        let name = self.names.fresh("call");
        let variable = build::var(name, expr.ty.clone()).at(expr.span);
        before.push(build::bind(name, std::mem::replace(expr, variable)));
    }
}

/// Whether the expression has the same value later, and evaluating it neither fails nor has effects.
fn is_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Table(_) | ExprKind::Var(..) | ExprKind::Lambda(_) => true,
        ExprKind::Def(..) => matches!(expr.ty, Type::Function(..)),
        ExprKind::Field(record, _) => is_value(record),
        _ => false,
    }
}

/// Turns the recursive calls on the spine of compiled code into `Op::Call`, each below the `Op::Then` with what follows
/// it. `values` is the function's number of value slots; `kept` says whether the code is below an `Op::Then`. Returns whether the node now has such calls.
pub(super) fn split(node: &mut Node, calls: &Calls, values: usize, kept: bool, count: usize) -> bool {
    match &mut node.op {
        Op::Block(bindings, body) => {
            let is_split = |(_, value): &mut (Pattern, Node)| count < MAX_CALLS && split(value, calls, values, true, 0);
            let Some(first) = bindings.iter_mut().position(is_split) else {
                return split(body, calls, values, kept, count);
            };
            let rest = bindings.split_off(first + 1);
            let Some((pattern, value)) = bindings.pop() else { return false };
            let span = body.span;
            let body = std::mem::replace(&mut **body, Node { op: Op::Table(0), span });
            let mut rest = Node { op: Op::Block(rest, Box::new(body)), span };
            split(&mut rest, calls, values, kept, count + 1);
            let then = Node { op: Op::Then(Box::new(value), Rc::new(Then { pattern, rest, values })), span };
            node.op = Op::Block(std::mem::take(bindings), Box::new(then));
            true
        }
        Op::If(parts) => {
            let [_, yes, no] = &mut **parts;
            split(yes, calls, values, kept, count) | split(no, calls, values, kept, count)
        }
        Op::Match(_, _, cases) => {
            cases.iter_mut().fold(false, |found, (_, body)| split(body, calls, values, kept, count) | found)
        }
        Op::Ensure(ensure) => split(&mut ensure.then, calls, values, kept, count),
        Op::Apply(function, args) if kept => {
            let Op::Def(id, types) = &mut function.op else { return false };
            if !(calls.is_recursive)(*id, args.len()) {
                return false;
            }
            node.op = Op::Call(*id, std::mem::take(types), std::mem::take(args));
            true
        }
        _ => false,
    }
}
