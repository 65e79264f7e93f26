//! Text of a file's kernels, their names, and the reports of their failures.

use crate::c::function::{Context, c_string};
use crate::c::kernel::Kernels;
use crate::c::{Device, SCALAR};
use base::SourceMap;
use imp::def::Program;
use std::cell::RefCell;
use std::fmt::Write;

/// Preamble of the text.
const OPENCL: &str = include_str!("../../rts/dialect_opencl.h");
const CUDA: &str = include_str!("../../rts/dialect_cuda.h");
const INDEX: &str = include_str!("../../rts/index.h");
const KERNEL: &str = include_str!("../../rts/kernel.h");

/// Number of bytes after which the text continues in another C string, from the next line on.
const PIECE: usize = 2000;

/// Returns the text for the device's compiler, for a file whose name ends in `.cl` or `.cu`. It must be compiled with a
/// macro such as `RISTA_GROUP_SIZE` for each setting of the machine.
pub fn write_kernels(program: &Program, sources: &SourceMap, device: Device) -> String {
    let kernels = RefCell::new(Kernels::new(device, &[program]));
    Context::new(program, sources, "rista_", Some(&kernels)).write();
    kernels.into_inner().whole_text()
}

impl Kernels {
    /// Returns the whole text for the device's compiler.
    pub fn whole_text(&self) -> String {
        let dialect = match self.device {
            Device::OpenCl => OPENCL,
            Device::Cuda => CUDA,
        };
        [dialect, INDEX, KERNEL, SCALAR, &self.text].join("\n")
    }

    /// Splits the text into strings for the C compiler, at ends of lines.
    fn pieces(&self) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for line in self.whole_text().split_inclusive('\n') {
            if pieces.last().is_some_and(|piece| piece.len() > PIECE) {
                pieces.push(String::new());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push_str(line);
            }
        }
        pieces
    }

    /// Returns the macros that precede the runtime.
    pub fn settings(&self) -> String {
        let device = match self.device {
            Device::OpenCl => "RISTA_OPENCL",
            Device::Cuda => "RISTA_CUDA",
        };
        let Kernels { list, can_fail, double_at, stacks, .. } = self;
        let mut out = format!("#define RISTA_DEVICE\n#define {device}\n");
        let _ = writeln!(out, "#define RISTA_KERNELS {}", list.len());
        let _ = writeln!(out, "#define RISTA_KERNEL_TEXTS {}", self.pieces().len());
        let _ = writeln!(out, "#define RISTA_KERNELS_NEED_F64 {}", i32::from(double_at.is_some()));
        let _ = writeln!(out, "#define RISTA_F64_PLACE \"{}\"", c_string(double_at.as_deref().unwrap_or_default()));
        let _ = writeln!(out, "#define RISTA_KERNEL_STACKS {stacks}");
        let _ = writeln!(out, "#define RISTA_KERNELS_CAN_FAIL {}\n", i32::from(*can_fail));
        out
    }

    /// Returns the definitions that follow the runtime.
    pub fn definitions(&self) -> String {
        let mut out =
            String::from("// Kernels\n\nstatic const char *const rista_kernel_texts[RISTA_KERNEL_TEXTS + 1] = {\n");
        for piece in self.pieces() {
            piece.lines().for_each(|line| _ = writeln!(out, "    \"{}\\n\"", c_string(line)));
            let _ = writeln!(out, "    ,");
        }
        out.push_str("    NULL,\n};\n\nstatic const struct rista_kernel rista_kernels[RISTA_KERNELS + 1] = {\n");
        for (name, place) in &self.list {
            let _ = writeln!(out, "    {{\"{name}\", \"{}\"}},", c_string(place));
        }
        out.push_str("    {NULL, NULL},\n};\n\n");
        out.push_str(
            "static int rista_tell_failure(struct rista_context *ctx, int32_t assertion, const int64_t *values) {\n",
        );
        out.push_str("  int err = RISTA_SUCCESS;\n  (void)values;\n  switch (assertion) {\n");
        write_cases(&self.assertions, &mut out);
        out.push_str("  default:\n    err = rista_fail(ctx, \"a kernel failed\");\n  }\n  return err;\n}\n\n");
        out.push_str("static void rista_tell_call(struct rista_context *ctx, int err, int32_t call) {\n");
        out.push_str("  (void)ctx, (void)err;\n  switch (call) {\n");
        write_cases(&self.calls, &mut out);
        out.push_str("  default:\n    break;\n  }\n}\n");
        out
    }
}

/// Writes the cases of a `switch`, by number.
fn write_cases(cases: &[Vec<String>], out: &mut String) {
    for (number, lines) in cases.iter().enumerate() {
        let _ = writeln!(out, "  case {number}:");
        lines.iter().for_each(|line| _ = writeln!(out, "    {line}"));
        let _ = writeln!(out, "    break;");
    }
}
