//! Verifier of the form that defunctionalisation guarantees.

use crate::def::{Expr, ExprKind, Prim, Program};
use crate::walk::{for_each_child, param_types};
use base::Bug;

/// Checks that no function is a value: functions are lambdas that are arguments of primitives, or definitions applied
/// to all their arguments.
pub fn check_first_order(program: &Program) -> Result<(), Bug> {
    let mut problems = Vec::new();
    for data in program.datas.values() {
        if data.constructors.iter().flat_map(|(_, payload)| payload).any(|ty| ty.has_function()) {
            problems.push(format!("data {}: a function in a constructor", data.name));
        }
    }
    for def in program.defs.values() {
        if param_types(&def.params).chain([def.result.clone()]).any(|ty| ty.has_function()) {
            problems.push(format!("def {}: a function in the parameters or the result", def.name));
        }
        first_order(program, &def.body, &mut |what| problems.push(format!("def {}: {what}", def.name)));
    }
    if problems.is_empty() { Ok(()) } else { Err(Bug::new("check first order", problems.join("\n"))) }
}

/// Reports each function in an expression that is used as a value, and each application of an unknown function.
fn first_order(program: &Program, expr: &Expr, problem: &mut dyn FnMut(&str)) {
    if expr.ty.has_function() {
        problem("a function as a value");
    }
    match &expr.kind {
        ExprKind::Apply(function, args) => {
            let ExprKind::Def(id, _) = &function.kind else { return problem("an unknown function is applied") };
            if program.defs.get(*id).is_none_or(|def| def.params.len() != args.len()) {
                problem("an application without all arguments");
            }
            args.iter().for_each(|arg| first_order(program, arg, problem));
        }
        ExprKind::Prim(
            Prim::Map
            | Prim::FlatMap
            | Prim::Reduce { .. }
            | Prim::Scan
            | Prim::Filter
            | Prim::Histogram
            | Prim::Loop
            | Prim::Accelerate,
            args,
        ) => {
            for arg in args {
                match &arg.kind {
                    ExprKind::Lambda(lambda) => {
                        if param_types(&lambda.params).any(|ty| ty.has_function()) {
                            problem("a lambda that takes a function");
                        }
                        first_order(program, &lambda.body, problem);
                    }
                    _ => first_order(program, arg, problem),
                }
            }
        }
        ExprKind::Lambda(_) => problem("a lambda that is no argument of a primitive"),
        _ => for_each_child(expr, &mut |child| first_order(program, child, problem)),
    }
}
