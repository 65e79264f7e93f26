//! Many programs in one C file, for tests: `batch PROGRAM ENTRY` reads the entry's arguments from standard input and
//! writes its results to standard output, both in binary form. A failure goes to standard error, with exit code 1.

use crate::c::exp::c_type;
use crate::c::function::Context;
use crate::c::{VALUES, has_tasks, runtime};
use base::SourceMap;
use imp::def::{Entry, Program};
use std::fmt::Write;
use value::ScalarType;

/// A file with all programs; the program at position `i` is called by that number.
pub fn write_batch(programs: &[(&Program, &SourceMap)]) -> String {
    let mut out = String::from("#pragma GCC diagnostic ignored \"-Wunused-variable\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-function\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n");
    // Tasks are worth it however short they are.
    out.push_str("#define RISTA_WORTH 0.0\n#define RISTA_TURN 1e-9\n#define RISTA_WAKE 0.0\n");
    let plain: Vec<&Program> = programs.iter().map(|(program, _)| *program).collect();
    out.push_str(&runtime(&plain));
    out.push_str(VALUES);
    let mut dispatch = String::new();
    for (at, (program, sources)) in programs.iter().enumerate() {
        let prefix = format!("p{at}_");
        let context = Context::new(program, sources, &prefix);
        let _ = writeln!(out, "\n// Program {at}\n");
        out.push_str(&context.write());
        for (number, entry) in program.entries.iter().enumerate() {
            entry_function(&context, number, entry, &mut out);
            let _ = writeln!(
                dispatch,
                "  if (program == {at} && strcmp(argv[2], \"{}\") == 0)\n    err = {prefix}entry_{number}(&ctx);",
                entry.name
            );
        }
    }
    let (begin, end) = match has_tasks(&plain) {
        true => ("  if (!rista_make_team(&ctx, 4))\n    return 2;\n", "  rista_end_team(&ctx);\n"),
        false => ("", ""),
    };
    let _ = write!(
        out,
        "\nint main(int argc, char **argv) {{\n  struct rista_context ctx = {{0}};\n  int err = -1;\n  if (argc != 3)\n    return 2;\n  long program = strtol(argv[1], NULL, 10);\n{begin}{dispatch}  if (err == -1)\n    return 2;\n  if (err != RISTA_SUCCESS)\n    fprintf(stderr, \"%s\\n\", ctx.error != NULL ? ctx.error : \"Error: out of memory\");\n{end}  rista_trim(&ctx.pool, 0);\n  free(ctx.error);\n  return err == RISTA_SUCCESS ? 0 : 1;\n}}\n"
    );
    out
}

/// Reads the arguments, calls the entry's function, writes the results.
fn entry_function(context: &Context, number: usize, entry: &Entry, out: &mut String) {
    let _ = writeln!(out, "\nstatic int {}entry_{number}(struct rista_context *ctx) {{", context.prefix);
    let mut body = String::new();
    let mut drops = String::new();
    let mut args = String::from("ctx");
    let _ = writeln!(out, "  int err = RISTA_SUCCESS;");
    for (at, param) in entry.param_leaves().iter().map(|(leaf, _)| leaf).enumerate() {
        declare(out, "in", at, param.elem, param.rank);
        let _ = writeln!(
            body,
            "  err = rista_read_value(ctx, \"{:>4}\", sizeof({}), {}, in{at}_shape, &in{at}_block, &in{at});\n  if (err != RISTA_SUCCESS)\n    goto done;",
            param.elem.name(),
            c_type(param.elem),
            param.rank
        );
        for dim in 0..param.rank {
            let _ = write!(args, ", in{at}_shape[{dim}]");
        }
        let _ = write!(args, ", in{at}{}", if param.rank > 0 { "_block" } else { "" });
        let _ = writeln!(drops, "  rista_drop(in{at}_block);");
    }
    let mut writes = String::new();
    for (at, result) in entry.result_leaves().iter().enumerate() {
        declare(out, "out", at, result.elem, result.rank);
        for dim in 0..result.rank {
            let _ = write!(args, ", &out{at}_shape[{dim}]");
        }
        let data = if result.rank > 0 { format!("out{at}_block") } else { format!("&out{at}") };
        let _ = write!(args, ", &out{at}{}", if result.rank > 0 { "_block" } else { "" });
        let _ = writeln!(
            writes,
            "  rista_write_value(\"{:>4}\", sizeof({}), {}, out{at}_shape, {data});",
            result.elem.name(),
            c_type(result.elem),
            result.rank
        );
        let _ = writeln!(drops, "  rista_drop(out{at}_block);");
    }
    let function = context.entry_name(entry.function);
    let _ = writeln!(
        out,
        "{body}  err = {function}({args});\n  if (err != RISTA_SUCCESS)\n    goto done;\n{writes}done:\n{drops}  return err;\n}}"
    );
}

fn declare(out: &mut String, which: &str, at: usize, elem: ScalarType, rank: usize) {
    let _ = writeln!(out, "  int64_t {which}{at}_shape[{}] = {{0}};", rank.max(1));
    let _ = writeln!(out, "  void *{which}{at}_block = NULL;");
    let _ = writeln!(out, "  {} {which}{at} = 0;", c_type(elem));
}
