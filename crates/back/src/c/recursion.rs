//! Recursive functions in C: which functions check the stack, and the stack of their own that entry points get for them
//! (see `rts/stack.h`).

use crate::c::exp::declaration;
use crate::c::function::Context;
use base::entity::EntityRef;
use base::graph;
use imp::def::{FunctionId, Program, Stm};
use imp::walk;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The functions on cycles of calls, and the functions that reach one.
pub(crate) struct Recursion {
    on_cycles: FxHashSet<usize>,
    reaching: FxHashSet<usize>,
}

impl Recursion {
    /// Finds the functions that are recursive, and those that call recursive ones.
    pub fn of(program: &Program) -> Recursion {
        let mut calls: Vec<Vec<usize>> = Vec::with_capacity(program.functions.len());
        for function in program.functions.values() {
            let mut callees = Vec::new();
            walk::each_stm(&function.body, &mut |stm| {
                if let Stm::Call { function, .. } = stm {
                    callees.push(function.index());
                }
            });
            calls.push(callees);
        }
        let on_cycles = graph::on_cycles(&calls);
        let reaching = graph::reaching(&calls, &on_cycles);
        Recursion { on_cycles, reaching }
    }

    /// Whether the function is recursive, directly or through others.
    pub fn is_recursive(&self, id: FunctionId) -> bool {
        self.on_cycles.contains(&id.index())
    }

    /// Whether the function is recursive, or calls a recursive one directly or through others.
    pub fn is_reached_from(&self, id: FunctionId) -> bool {
        self.reaching.contains(&id.index())
    }
}

/// Writes the function that calls another one, with the same parameters and results, on a stack of its own.
pub(crate) fn write_deep(context: &Context, id: FunctionId, out: &mut String) {
    let (function, name) = (&context.program.functions[id], context.function_name(id));
    let mut fields = String::from("  struct rista_context *ctx;\n");
    let (mut given, mut taken) = (String::from("ctx"), String::from("args->ctx"));
    for param in &function.params {
        let _ = writeln!(fields, "  {};", declaration(param.ty, param.name));
        let _ = write!(given, ", {}", param.name);
        let _ = write!(taken, ", args->{}", param.name);
    }
    for result in &function.results {
        let _ = writeln!(fields, "  {};", declaration(result.ty, format_args!("*out_{}", result.name)));
        let _ = write!(given, ", out_{}", result.name);
        let _ = write!(taken, ", args->out_{}", result.name);
    }
    let _ = writeln!(out, "\nstruct {name}_args {{\n{fields}}};");
    let _ = writeln!(out, "\nstatic int {name}_run(void *data) {{\n  struct {name}_args *args = data;");
    let _ = writeln!(out, "  return {name}({taken});\n}}");
    let _ = writeln!(out, "\nstatic {} {{", context.signature(id, &format!("{name}_deep")));
    let _ = writeln!(out, "  struct {name}_args args = {{{given}}};");
    let _ = writeln!(out, "  return rista_run_deep(ctx, {name}_run, &args);\n}}");
}
