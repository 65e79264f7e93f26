//! A program as a C library: a header, one self-contained source, and a manifest that describes both.
//!
//! Errors are values. No function exits, prints (unless logging is on), or keeps state outside a context. The fixed
//! parts are in `rts/` under the prefix `futhark_`, which is replaced by the requested one. Functions on values of
//! opaque types are those of `rts/opaque.h`, driven by tables that describe the types.

mod entry;
mod host;
pub(crate) mod interface;
mod names;
pub(crate) mod operation;
mod table;
mod tuning;

use crate::c::foreign::foreign_declarations;
use crate::c::function::Context;
use crate::c::kernel::Kernels;
use crate::c::manifest::write_manifest;
use crate::c::{API, Device, LIBRARY, QUIET, has_tasks, runtime};
use base::{SourceMap, Symbol};
use imp::def::{Entry, Program};
use interface::Interface;
use names::Names;
use operation::{Operation, OperationWriter, What, operations};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt::Write;
use table::{write_entry_table, write_thresholds, write_types};
use tuning::Tuning;

/// Names of a library.
pub struct LibraryOptions {
    /// Prefix of every public name; characters other than letters, digits and `_` become `_`. Macros have it in
    /// capitals.
    pub prefix: String,
}

impl Default for LibraryOptions {
    fn default() -> LibraryOptions {
        LibraryOptions { prefix: "futhark".into() }
    }
}

/// Texts of the files of a library.
pub struct Library {
    /// The `.h` file, for C and C++.
    pub header: String,
    /// The `.c` file: C11 with POSIX threads, to be compiled with [`super::FLAGS`] and linked with `-lm -pthread`.
    pub source: String,
    /// The `.json` file.
    pub manifest: String,
}

/// Writes the program as a library, with launches for the device.
pub fn write_library(
    program: &Program,
    sources: &SourceMap,
    options: &LibraryOptions,
    device: Option<Device>,
) -> Library {
    let writer = LibraryWriter::new(program, sources, options, device);
    let header = writer.header();
    let source = writer.source(&header) + &writer.functions();
    Library { header, source, manifest: write_manifest(&writer) }
}

/// Writes the source of a library without the functions for types and entry points, for programs that call the runtime
/// directly.
pub(crate) fn write_source(program: &Program, sources: &SourceMap, device: Option<Device>) -> String {
    let writer = LibraryWriter::new(program, sources, &LibraryOptions::default(), device);
    writer.source(&format!("{API}{}{API_END}", writer.foreign()))
}

/// The end of a header.
const API_END: &str = "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

/// Data shared by the writers of a library's parts.
pub(crate) struct LibraryWriter<'a> {
    pub program: &'a Program,
    sources: &'a SourceMap,
    pub names: Names,
    pub interface: Interface,
    pub operations: Vec<Operation>,
    pub tuning: Tuning,
    /// Device for which launches are written; `None` if the program has none.
    pub device: Option<Device>,
}

impl LibraryWriter<'_> {
    fn new<'a>(
        program: &'a Program,
        sources: &'a SourceMap,
        options: &LibraryOptions,
        device: Option<Device>,
    ) -> LibraryWriter<'a> {
        let names = Names::new(program, options);
        let interface = Interface::new(program);
        let operations = operations(&interface, &names);
        let tuning = Tuning::of(program, device);
        LibraryWriter { program, sources, names, interface, operations, tuning, device }
    }

    /// Returns the name of the target in headers and manifests.
    pub fn backend(&self) -> &'static str {
        match self.device {
            None if has_tasks(&[self.program]) => "multicore",
            None => "c",
            Some(Device::OpenCl) => "opencl",
            Some(Device::Cuda) => "cuda",
        }
    }

    pub fn type_name(&self, ty: usize) -> &str {
        &self.interface.types[ty].name
    }

    /// Returns the C name of an operation on a type; empty if there is none.
    pub fn operation_name(&self, ty: usize, what: What) -> &str {
        let found = self.operations.iter().find(|operation| operation.ty == ty && operation.what == what);
        found.map_or("", |operation| &operation.name)
    }

    fn operation_writer(&self) -> OperationWriter<'_> {
        OperationWriter { interface: &self.interface, names: &self.names }
    }

    /// Writes the header. Declarations of all types precede those of functions, which may mention any type.
    fn header(&self) -> String {
        let api = API.replace("FUTHARK_BACKEND_c", &format!("FUTHARK_BACKEND_{}", self.backend()));
        let mut out = self.names.renamed(&api);
        let writer = self.operation_writer();
        out.push_str("\n// Types\n");
        for ty in self.interface.types.iter().filter(|ty| !ty.is_scalar()) {
            let _ = writeln!(out, "{}; // {}", ty.c_type(&self.names), comment(&ty.name));
        }
        let mut last = None;
        for operation in &self.operations {
            if last.replace(operation.ty) != Some(operation.ty) {
                let _ = writeln!(out, "\n// {}", comment(&self.interface.types[operation.ty].name));
            }
            let _ = writeln!(out, "{};", writer.signature(operation));
        }
        out.push_str(&self.foreign());
        out.push_str("\n// Entry points\n");
        for (entry, name) in self.program.entries.iter().zip(&self.names.entries) {
            for line in entry.doc.iter().flat_map(|doc| doc.lines()) {
                let _ = writeln!(out, "// {}", comment(line));
            }
            let _ = writeln!(out, "{};", self.entry_signature(entry, name));
        }
        out.push_str(&self.host_declarations());
        out.push_str(API_END);
        out
    }

    /// Returns the declarations of functions that the user must define.
    fn foreign(&self) -> String {
        let declarations = foreign_declarations(self.program);
        if declarations.is_empty() { declarations } else { format!("\n// Foreign functions\n{declarations}") }
    }

    /// Returns the runtime, the program, and the tables that describe its interface.
    fn source(&self, header: &str) -> String {
        let kernels = self.device.map(|device| RefCell::new(Kernels::new(device, &[self.program])));
        let numbers = self.tuning.thresholds.iter().enumerate();
        let numbers: FxHashMap<Symbol, usize> = numbers.map(|(number, (name, _))| (*name, number)).collect();
        let mut context = Context::new(self.program, self.sources, "rista_", kernels.as_ref());
        context.thresholds = Some(&numbers);
        let program = context.write();
        let libraries = if self.device.is_some() { "-lm -pthread -ldl" } else { "-lm -pthread" };
        let mut out = format!("// Compile with {} {libraries}.\n\n", super::FLAGS.join(" "));
        out.push_str(QUIET);
        out.push_str(header);
        out.push('\n');
        let written = kernels.as_ref().map(RefCell::borrow);
        out.push_str(&runtime(&[self.program], written.as_deref()));
        let _ = writeln!(out, "\n#define RISTA_ENTRIES {}", self.program.entries.len());
        let _ = writeln!(out, "#define RISTA_THRESHOLDS {}", self.tuning.thresholds.len());
        let _ = writeln!(out, "#define RISTA_TYPES {}", self.interface.types.len());
        let _ = writeln!(out, "#define RISTA_PARTS {}\n", self.interface.most_parts(self.program));
        for part in LIBRARY {
            out.push_str(&self.names.renamed(part));
            out.push('\n');
        }
        write_types(&self.interface, &mut out);
        out.push_str("\n// The program\n\n");
        out.push_str(&program);
        for (number, entry) in self.program.entries.iter().enumerate() {
            let _ = writeln!(out, "\n{} {{", entry::call_signature(number));
            entry::write_call(&context, entry, &mut out);
            out.push_str("}\n");
        }
        write_thresholds(&self.tuning, &mut out);
        write_entry_table(self, &mut out);
        out
    }

    /// Returns the functions that the header declares for types and entry points.
    fn functions(&self) -> String {
        let mut out = String::new();
        let writer = self.operation_writer();
        for operation in &self.operations {
            let _ = writeln!(out, "\n{} {{\n  {}\n}}", writer.signature(operation), writer.body(operation));
        }
        for (number, (entry, name)) in self.program.entries.iter().zip(&self.names.entries).enumerate() {
            let parts = entry.params.iter().enumerate();
            let parts = parts.map(|(at, param)| (self.interface.type_of(&param.ty), format!("in{at}")));
            let _ = writeln!(
                out,
                "\n{} {{\n  {}  return rista_enter_at(ctx, {number}, parts, out0);\n}}",
                self.entry_signature(entry, name),
                writer.parts(parts)
            );
        }
        out.push_str(&self.host_functions());
        out
    }

    fn entry_signature(&self, entry: &Entry, name: &str) -> String {
        let writer = self.operation_writer();
        let result = &self.interface.types[self.interface.type_of(&entry.result.ty)];
        let mut text = format!("int {name}(struct {}_context *ctx, {}", self.names.prefix, writer.out(result, "out0"));
        for (at, param) in entry.params.iter().enumerate() {
            let ty = &self.interface.types[self.interface.type_of(&param.ty)];
            let _ = write!(text, ", {}", writer.argument(ty, &format!("in{at}")));
        }
        text.push(')');
        text
    }
}

/// Returns a line as the text of a C comment. A backslash at its end, also as a trigraph, would continue the comment.
fn comment(line: &str) -> String {
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim_end().trim_end_matches('\\').replace("??/", "?/")
}
