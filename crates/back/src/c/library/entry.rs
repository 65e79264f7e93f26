//! The function behind each entry point: from leaves to leaves (`union rista_leaf`). It borrows those it is given, and
//! gives all results or none.

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

/// The member of `union rista_leaf` for scalars of the type.
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
    for at in &in_arrays {
        let _ = writeln!(out, "  void *in{at} = rista_retain(in[{at}].array->block);");
    }
    for (at, result) in results.iter().enumerate() {
        if result.rank > 0 {
            let _ = writeln!(out, "  int64_t out{at}_shape[{}] = {{0}};", result.rank);
            let _ = writeln!(out, "  void *out{at} = NULL;");
            let _ = writeln!(out, "  struct rista_array *out{at}_array = NULL;");
        } else {
            let _ = writeln!(out, "  {} out{at} = 0;", c_type(result.elem));
        }
    }
    for (at, _) in params.iter().enumerate().filter(|(_, (leaf, consumed))| leaf.rank > 0 && *consumed) {
        check(out, &format!("rista_own(core, in[{at}].array, &in{at})"));
    }
    check(out, &format!("{}({})", context.entry_name(entry.function), arguments(&param_leaves, &results)));
    // Results are handed out only when all of them are there.
    for at in &out_arrays {
        let (c, rank) = (c_type(results[*at].elem), results[*at].rank);
        check(out, &format!("rista_result(&out{at}_array, &out{at}, sizeof({c}), {rank}, out{at}_shape)"));
    }
    for (at, result) in results.iter().enumerate() {
        let _ = match result.rank {
            0 => writeln!(out, "  out[{at}].{} = out{at};", member(result.elem)),
            _ => writeln!(out, "  out[{at}].array = out{at}_array;\n  out{at}_array = NULL;"),
        };
    }
    out.push_str("done:\n");
    for at in &in_arrays {
        let _ = writeln!(out, "  rista_drop(in{at});");
    }
    for at in &out_arrays {
        let _ = writeln!(out, "  rista_drop(out{at});\n  rista_array_drop(out{at}_array);");
    }
    out.push_str("  return err;\n");
}

fn check(out: &mut String, call: &str) {
    let _ = writeln!(out, "  err = {call};\n  if (err != RISTA_SUCCESS)\n    goto done;");
}

/// What the program's function is called with: the sizes of each array before it.
fn arguments(params: &[FlatType], results: &[FlatType]) -> String {
    let mut args = String::from("core");
    for (at, param) in params.iter().enumerate() {
        for dim in 0..param.rank {
            let _ = write!(args, ", in[{at}].array->shape[{dim}]");
        }
        let _ = match param.rank {
            0 => write!(args, ", in[{at}].{}", member(param.elem)),
            _ => write!(args, ", in{at}"),
        };
    }
    for (at, result) in results.iter().enumerate() {
        for dim in 0..result.rank {
            let _ = write!(args, ", &out{at}_shape[{dim}]");
        }
        let _ = write!(args, ", &out{at}");
    }
    args
}
