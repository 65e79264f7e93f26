//! Many programs in one C file, for tests. `rts/batch.h` says how it is called.

use crate::c::exp::c_type;
use crate::c::foreign::foreign_declarations;
use crate::c::function::Context;
use crate::c::kernel::Kernels;
use crate::c::{Device, VALUES, runtime};
use base::SourceMap;
use imp::def::{Entry, Program};
use std::cell::RefCell;
use std::fmt::Write;
use value::ScalarType;

/// Runtime that records the kernels that a run launches.
const LAUNCHES: &str = include_str!("../../rts/launches.h");

/// Runtime `main`, which calls the program and entry point that the command line names.
const MAIN: &str = include_str!("../../rts/batch.h");

/// Writes a file with all programs, with launches for the device. A program is called by its position.
pub fn write_batch(programs: &[(&Program, &SourceMap)], device: Option<Device>) -> String {
    let mut out = String::from("#pragma GCC diagnostic ignored \"-Wunused-variable\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-function\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n");
    out.push_str("#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n");
    // In tests, tasks are always made, including those that only pay with many threads.
    out.push_str("#define RISTA_WORTH 0.0\n#define RISTA_TURN 1e-9\n#define RISTA_WAKE 0.0\n");
    out.push_str("#define RISTA_TEAM(CTX) INT64_C(1024)\n");
    let plain: Vec<&Program> = programs.iter().map(|(program, _)| *program).collect();
    let kernels = device.map(|device| RefCell::new(Kernels::new(device, &plain)));
    let (code, dispatch) = functions(programs, kernels.as_ref());
    let kernels = kernels.map(RefCell::into_inner);
    out.push_str(&runtime(&plain, kernels.as_ref()));
    out.push_str(VALUES);
    if device.is_some() {
        out.push_str(LAUNCHES);
    }
    out.push_str(&code);
    let _ = writeln!(
        out,
        "\n#define RISTA_NO_ENTRY -1\n\n\
         static int rista_run_entry(struct rista_context *ctx, long program, const char *entry, FILE *from, FILE *to) {{\n\
         {dispatch}  return RISTA_NO_ENTRY;\n}}\n\n{MAIN}"
    );
    out
}

/// Returns the functions of all programs and their entries, and the dispatch to the requested program.
fn functions(programs: &[(&Program, &SourceMap)], kernels: Option<&RefCell<Kernels>>) -> (String, String) {
    let (mut out, mut dispatch) = (String::new(), String::new());
    for (at, (program, sources)) in programs.iter().enumerate() {
        let prefix = format!("p{at}_");
        let context = Context::new(program, sources, &prefix, kernels);
        let _ = writeln!(out, "\n// Program {at}\n");
        out.push_str(&foreign_declarations(program));
        out.push_str(&context.write());
        for (number, entry) in program.entries.iter().enumerate() {
            entry_function(&context, number, entry, &mut out);
            let _ = writeln!(
                dispatch,
                "  if (program == {at} && strcmp(entry, \"{}\") == 0)\n    return {prefix}entry_{number}(ctx, from, to);",
                entry.name
            );
        }
    }
    (out, dispatch)
}

/// Writes the function that reads an entry's arguments, calls its function, and writes its results.
fn entry_function(context: &Context, number: usize, entry: &Entry, out: &mut String) {
    let _ = writeln!(
        out,
        "\nstatic int {}entry_{number}(struct rista_context *ctx, FILE *from, FILE *to) {{",
        context.prefix
    );
    let mut body = String::new();
    let mut drops = String::new();
    let mut args = String::from("ctx");
    let _ = writeln!(out, "  int err = RISTA_SUCCESS;\n  (void)from, (void)to;");
    for (at, param) in entry.param_leaves().iter().map(|(leaf, _)| leaf).enumerate() {
        declare(out, "in", at, param.elem, param.rank);
        let _ = writeln!(
            body,
            "  err = rista_read_value(ctx, from, \"{:>4}\", sizeof({}), {}, in{at}_shape, &in{at}_block, &in{at});\n  if (err != RISTA_SUCCESS)\n    goto done;",
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
        if result.rank > 0 {
            let _ = writeln!(writes, "  err = rista_on_host(ctx, {data}, false);");
            let _ = writeln!(writes, "  if (err != RISTA_SUCCESS)\n    goto done;");
        }
        let _ = writeln!(
            writes,
            "  rista_write_value(to, \"{:>4}\", sizeof({}), {}, out{at}_shape, {data});",
            result.elem.name(),
            c_type(result.elem),
            result.rank
        );
        let _ = writeln!(drops, "  rista_drop(out{at}_block);");
    }
    let function = context.entry_name(entry.function);
    let _ = writeln!(
        out,
        "{body}  err = rista_finish(ctx, {function}({args}));\n  if (err != RISTA_SUCCESS)\n    goto done;\n{writes}done:\n{drops}  return err;\n}}"
    );
}

fn declare(out: &mut String, which: &str, at: usize, elem: ScalarType, rank: usize) {
    let _ = writeln!(out, "  int64_t {which}{at}_shape[{}] = {{0}};", rank.max(1));
    let _ = writeln!(out, "  void *{which}{at}_block = NULL;");
    let _ = writeln!(out, "  {} {which}{at} = 0;", c_type(elem));
}
