//! A program with a command line: the library, and a `main` that reads the arguments of an entry point from standard
//! input and writes its results to standard output (see `rts/main.h`).

use crate::c::MAIN;
use crate::c::exp::c_type;
use crate::c::function::c_string;
use crate::c::leaves::{ParamLeaf, param_leaves};
use crate::c::library::{LibraryOptions, Names, write_header, write_source};
use base::SourceMap;
use imp::def::{Entry, FlatType, Program};
use std::fmt::Write;
use value::ScalarType;

/// One C file, to be compiled with [`super::FLAGS`] and linked with `-lm -pthread`.
pub fn write_program(program: &Program, sources: &SourceMap) -> String {
    let names = Names::new(program, &LibraryOptions::default());
    let header = write_header(program, &names);
    let mut out = write_source(program, sources, &names, &header);
    for part in MAIN {
        out.push('\n');
        out.push_str(part);
    }
    for (number, (entry, name)) in program.entries.iter().zip(&names.entries).enumerate() {
        let _ = writeln!(out, "\nstatic int rista_run_{number}(struct rista_run *run) {{");
        runner(entry, name, &mut out);
        out.push_str("}\n");
    }
    out.push_str("\nstatic rista_runner *const rista_runners[RISTA_ENTRIES + 1] = {");
    for number in 0..program.entries.len() {
        let _ = write!(out, "rista_run_{number}, ");
    }
    out.push_str("NULL};\n");
    out
}

/// The C constant of the runtime for a type.
fn constant(ty: ScalarType) -> String {
    format!("RISTA_{}", ty.name().to_ascii_uppercase())
}

/// The variable that a run takes an argument from: for a consumed array not the array that was read.
fn argument(at: usize, param: &ParamLeaf) -> String {
    match (param.rank, param.consumed) {
        (0, _) => format!("in{at}"),
        (rank, true) => format!("(const struct futhark_{}_{rank}d *)in{at}_run", param.elem.name()),
        (rank, false) => format!("(const struct futhark_{}_{rank}d *)in{at}", param.elem.name()),
    }
}

/// The body of the function that reads arguments, runs the entry point as often as is asked for, and writes results.
fn runner(entry: &Entry, name: &str, out: &mut String) {
    let (params, results) = (param_leaves(entry), entry.result_leaves());
    out.push_str("  int err = RISTA_SUCCESS;\n");
    declare(&params, &results, out);
    for (at, param) in params.iter().enumerate() {
        read(at, param, out);
    }
    out.push_str("  err = rista_read_end(run->in);\n");
    out.push_str("  for (int64_t number = run->first; number < run->runs && err == RISTA_SUCCESS; number++) {\n");
    for (at, result) in results.iter().enumerate().filter(|(_, result)| result.rank > 0) {
        let ty = format!("{}_{}d", result.elem.name(), result.rank);
        let _ = writeln!(out, "    futhark_free_{ty}(run->ctx, out{at});\n    out{at} = NULL;");
    }
    for (at, _) in params.iter().enumerate().filter(|(_, param)| param.rank > 0 && param.consumed) {
        let _ = writeln!(out, "    err = rista_fresh(run, number, in{at}, &in{at}_run);");
        out.push_str("    if (err != RISTA_SUCCESS)\n      break;\n");
    }
    let mut args = String::from("run->ctx");
    for at in 0..results.len() {
        let _ = write!(args, ", &out{at}");
    }
    for (at, param) in params.iter().enumerate() {
        let _ = write!(args, ", {}", argument(at, param));
    }
    let _ = writeln!(out, "    rista_start(run);\n    err = {name}({args});\n    rista_stop(run, number);\n  }}");
    out.push_str("  if (err != RISTA_SUCCESS)\n    goto done;\n");
    write_results(&results, out);
    out.push_str("done:\n");
    for (at, param) in params.iter().enumerate().filter(|(_, param)| param.rank > 0) {
        let _ = writeln!(out, "  rista_array_drop(in{at});");
        if param.consumed {
            let _ = writeln!(out, "  rista_array_drop(in{at}_run);");
        }
    }
    for (at, _) in results.iter().enumerate().filter(|(_, result)| result.rank > 0) {
        let _ = writeln!(out, "  rista_array_drop((struct rista_array *)out{at});");
    }
    out.push_str("  return err;\n");
}

fn declare(params: &[ParamLeaf], results: &[FlatType], out: &mut String) {
    for (at, param) in params.iter().enumerate() {
        let _ = match param.rank {
            0 => writeln!(out, "  {} in{at} = 0;", c_type(param.elem)),
            rank => writeln!(out, "  int64_t in{at}_shape[{rank}];\n  struct rista_array *in{at} = NULL;"),
        };
        if param.rank > 0 && param.consumed {
            let _ = writeln!(out, "  struct rista_array *in{at}_run = NULL;");
        }
    }
    for (at, result) in results.iter().enumerate() {
        let _ = match result.rank {
            0 => writeln!(out, "  {} out{at} = 0;", c_type(result.elem)),
            rank => writeln!(out, "  struct futhark_{}_{rank}d *out{at} = NULL;", result.elem.name()),
        };
    }
}

fn read(at: usize, param: &ParamLeaf, out: &mut String) {
    let what = c_string(&param.what);
    let ty = constant(param.elem);
    let _ = match param.rank {
        0 => writeln!(out, "  err = rista_read_scalar(run->in, \"{what}\", {ty}, &in{at});"),
        rank => writeln!(out, "  err = rista_read_array(run->in, \"{what}\", {ty}, {rank}, in{at}_shape, &in{at});"),
    };
    out.push_str("  if (err != RISTA_SUCCESS)\n    goto done;\n");
}

fn write_results(results: &[FlatType], out: &mut String) {
    for (at, result) in results.iter().enumerate() {
        let ty = constant(result.elem);
        let _ = match result.rank {
            0 => writeln!(out, "  rista_write(stdout, run->binary, {ty}, 0, NULL, &out{at});"),
            rank => {
                let array = format!("((struct rista_array *)out{at})");
                writeln!(out, "  rista_write(stdout, run->binary, {ty}, {rank}, {array}->shape, {array}->block);")
            }
        };
    }
}
