//! Marks around accelerated expressions, by which a run measures what each of them costs.
//!
//! ```text
//! accelerate(\_ -> e)        let _ = report.begin(0, 71, 98, false)  let value = accelerate(\_ -> e)
//!                            let _ = report.end()  in value
//! ```
//!
//! The operands of `report.begin` are the place of the expression (the number of its file, -1 for none, and offsets), and
//! whether it is imperative. Between the marks are also the conversions of arguments and results. Accelerated expressions are not
//! nested, so marks are not either. After a failure the second mark is missing.
//!
//! CORE to CORE. Needs: a first-order program, accelerated code as the argument of `accelerate`. Guarantees: the same
//! results. Cost: linear in the program.

use crate::build;
use crate::calls::Calls;
use crate::def::{Expr, ExprKind, Pat, Prim, Program};
use crate::outline::{definitions_with_loops, uses_loops};
use crate::walk::for_each_child_mut;
use base::NameSource;
use rustc_hash::FxHashSet;
use value::SystemOp;

/// Adds the marks. Programs whose acceleration is implied have no accelerated expressions.
pub fn report(mut program: Program) -> Program {
    let loops = definitions_with_loops(&program, &Calls::of(&program));
    program.defs.values_mut().for_each(|def| mark(&mut def.body, &loops, &mut program.names));
    program
}

fn mark(expr: &mut Expr, loops: &FxHashSet<usize>, names: &mut NameSource) {
    let ExprKind::Prim(Prim::Accelerate, args) = &expr.kind else {
        return for_each_child_mut(expr, &mut |child| mark(child, loops, names));
    };
    let is_imperative = args.iter().any(|arg| uses_loops(arg, loops));
    let (span, ty) = (expr.span, expr.ty.clone());
    let file = span.file().map_or(-1, |file| i64::from(file.0));
    let place = [file, span.start.into(), span.end.into()].map(build::i64);
    let begin = place.into_iter().chain([build::bool(is_imperative)]).collect();
    let value = names.fresh("value");
    let effect = |op, args| {
        let effect = build::prim(Prim::System(op), args).at(span);
        build::binding(Pat::Wildcard(effect.ty.clone()), effect)
    };
    let bindings = vec![
        effect(SystemOp::BeginExpression, begin),
        build::bind(value, std::mem::replace(expr, build::unit())),
        effect(SystemOp::EndExpression, Vec::new()),
    ];
    *expr = build::block(bindings, build::var(value, ty)).at(span);
}
