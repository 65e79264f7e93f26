//! The function of each entry point, from leaves to leaves (`union rista_leaf`). It borrows its arguments, and returns
//! all results or none.

use crate::c::exp::c_type;
use crate::c::function::Context;
use imp::def::{Entry, FlatType};
use std::fmt::Write;
use value::ScalarType;

pub(crate) fn call_signature(number: usize) -> String {
    format!(
        "static int rista_call_{number}(struct rista_context *core, const union rista_leaf *in, union rista_leaf *out)"
    )
}

/// Returns the member of `union rista_leaf` for scalars of the type.
pub(crate) fn member(ty: ScalarType) -> &'static str {
    if ty == ScalarType::Bool { "boolean" } else { ty.name() }
}

/// Writes the function's body.
pub(crate) fn write_call(context: &Context, entry: &Entry, out: &mut String) {
    let (params, results) = (entry.param_leaves(), entry.result_leaves());
    let arrays = |leaves: &[FlatType]| (0..leaves.len()).filter(|&at| leaves[at].rank > 0).collect::<Vec<_>>();
    let param_leaves: Vec<FlatType> = params.iter().map(|(leaf, _)| *leaf).collect();
    let (in_arrays, out_arrays) = (arrays(&param_leaves), arrays(&results));
    out.push_str("  int err = RISTA_SUCCESS;\n");
    // Arrays with unused places for scalars keep the number of variables small, which the C compiler must track to the
    // end.
    if !in_arrays.is_empty() {
        let _ = writeln!(out, "  void *given[{}] = {{NULL}};", params.len());
    }
    if !out_arrays.is_empty() {
        let _ = writeln!(out, "  void *made[{}] = {{NULL}};", results.len());
        let _ = writeln!(out, "  struct rista_array *arrays[{}] = {{NULL}};", results.len());
    }
    for at in &in_arrays {
        let _ = writeln!(out, "  given[{at}] = rista_retain(in[{at}].array->block);");
    }
    for (at, result) in results.iter().enumerate() {
        let _ = match result.rank {
            0 => writeln!(out, "  {} out{at} = 0;", c_type(result.elem)),
            rank => writeln!(out, "  int64_t out{at}_shape[{rank}] = {{0}};"),
        };
    }
    check(out, "rista_ready(core)");
    for (at, _) in params.iter().enumerate().filter(|(_, (leaf, consumed))| leaf.rank > 0 && *consumed) {
        check(out, &format!("rista_own(core, in[{at}].array, &given[{at}])"));
    }
    let call = format!("{}({})", context.entry_name(entry.function), arguments(&param_leaves, &results));
    check(out, &format!("rista_finish(core, {call})"));
    // Results are stored only after all of them exist.
    for at in &out_arrays {
        let (c, rank) = (c_type(results[*at].elem), results[*at].rank);
        check(out, &format!("rista_result(core, &arrays[{at}], &made[{at}], sizeof({c}), {rank}, out{at}_shape)"));
    }
    for (at, result) in results.iter().enumerate() {
        let _ = match result.rank {
            0 => writeln!(out, "  out[{at}].{} = out{at};", member(result.elem)),
            _ => writeln!(out, "  out[{at}].array = arrays[{at}];\n  arrays[{at}] = NULL;"),
        };
    }
    out.push_str("done:\n");
    if !in_arrays.is_empty() {
        let _ = writeln!(out, "  for (int i = 0; i < {}; i++)\n    rista_drop(given[i]);", params.len());
    }
    if !out_arrays.is_empty() {
        let drop = "    rista_drop(made[i]);\n    rista_array_drop(arrays[i]);";
        let _ = writeln!(out, "  for (int i = 0; i < {}; i++) {{\n{drop}\n  }}", results.len());
    }
    out.push_str("  return err;\n");
}

fn check(out: &mut String, call: &str) {
    let _ = writeln!(out, "  err = {call};\n  if (err != RISTA_SUCCESS)\n    goto done;");
}

/// Returns the arguments of the program's function: each array is preceded by its sizes.
fn arguments(params: &[FlatType], results: &[FlatType]) -> String {
    let mut args = String::from("core");
    for (at, param) in params.iter().enumerate() {
        for dim in 0..param.rank {
            let _ = write!(args, ", in[{at}].array->shape[{dim}]");
        }
        let _ = match param.rank {
            0 => write!(args, ", in[{at}].{}", member(param.elem)),
            _ => write!(args, ", given[{at}]"),
        };
    }
    for (at, result) in results.iter().enumerate() {
        for dim in 0..result.rank {
            let _ = write!(args, ", &out{at}_shape[{dim}]");
        }
        let _ = match result.rank {
            0 => write!(args, ", &out{at}"),
            _ => write!(args, ", &made[{at}]"),
        };
    }
    args
}
