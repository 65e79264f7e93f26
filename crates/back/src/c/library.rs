//! A program as a C library: a header, one source that needs nothing else, and a manifest that describes both.
//!
//! Errors are values: nothing exits, prints (unless logging is on), or keeps state outside a context. The fixed parts
//! stand in `rts/` under the prefix `futhark_`, which is replaced by the one that is asked for.

use crate::c::exp::c_type;
use crate::c::function::Context;
use crate::c::leaves::{ParamLeaf, param_leaves};
use crate::c::manifest::write_manifest;
use crate::c::{API, ARRAY, CONTEXT, QUIET, RUNTIME};
use base::SourceMap;
use imp::def::{Entry, FlatType, Program};
use std::collections::BTreeSet;
use std::fmt::Write;
use value::ScalarType;

/// How a library is named.
pub struct LibraryOptions {
    /// Before every public name; other characters than letters, digits and `_` become `_`. Macros have it in capitals.
    pub prefix: String,
}

impl Default for LibraryOptions {
    fn default() -> LibraryOptions {
        LibraryOptions { prefix: "futhark".into() }
    }
}

/// The texts of the files of a library.
pub struct Library {
    /// The `.h` file, for C and C++.
    pub header: String,
    /// The `.c` file: C11 and POSIX threads, to be compiled with [`super::FLAGS`] and linked with `-lm -pthread`.
    pub source: String,
    /// The `.json` file.
    pub manifest: String,
}

/// An array type of the interface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ArrayType {
    pub elem: ScalarType,
    pub rank: usize,
}

impl ArrayType {
    /// Its name within C names, such as `i32_2d`.
    pub fn name(self) -> String {
        format!("{}_{}d", self.elem.name(), self.rank)
    }

    /// Its spelling in manifests, such as `[][]i32`.
    pub fn shown(self) -> String {
        format!("{}{}", "[]".repeat(self.rank), self.elem.name())
    }

    /// The C names of its operations.
    pub fn operation(self, prefix: &str, operation: &str) -> String {
        format!("{prefix}_{operation}_{}", self.name())
    }

    fn handle(self, prefix: &str) -> String {
        format!("struct {prefix}_{} *", self.name())
    }

    /// `int64_t dim0, int64_t dim1`, with `stem` for `dim`.
    fn sizes(self, stem: &str) -> String {
        let sizes: Vec<String> = (0..self.rank).map(|at| format!("int64_t {stem}{at}")).collect();
        sizes.join(", ")
    }

    /// The array of those sizes, as an expression.
    fn size_array(self, stem: &str) -> String {
        let sizes: Vec<String> = (0..self.rank).map(|at| format!("{stem}{at}")).collect();
        format!("(const int64_t[]){{{}}}", sizes.join(", "))
    }
}

/// The public C names of the program.
pub(crate) struct Names {
    pub prefix: String,
    /// One for each entry, in order.
    pub entries: Vec<String>,
}

impl Names {
    pub fn new(program: &Program, options: &LibraryOptions) -> Names {
        let clean = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut prefix: String = options.prefix.chars().map(clean).collect();
        if prefix.chars().next().is_none_or(|c| c.is_ascii_digit()) {
            prefix.insert(0, '_');
        }
        let mut taken = BTreeSet::new();
        let mut entries = Vec::new();
        for entry in &program.entries {
            let mut name = format!("{prefix}_entry_{}", encode(entry.name.as_str()));
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            entries.push(name);
        }
        Names { prefix, entries }
    }

    /// Text of `rts/` under this prefix.
    fn renamed(&self, text: &str) -> String {
        text.replace("futhark_", &format!("{}_", self.prefix))
            .replace("FUTHARK_", &format!("{}_", self.prefix.to_ascii_uppercase()))
    }
}

/// A name of the source as part of a C identifier: itself, or in the z-encoding if it has other characters.
fn encode(name: &str) -> String {
    if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return name.into();
    }
    let mut text = String::new();
    for c in name.chars() {
        match c {
            'z' => text.push_str("zz"),
            'Z' => text.push_str("ZZ"),
            '\'' => text.push_str("zq"),
            '_' => text.push_str("zu"),
            c if c.is_ascii_alphanumeric() => text.push(c),
            c => {
                let _ = write!(text, "z{:x}U", u32::from(c));
            }
        }
    }
    text
}

/// The array types that entries take or give, in order.
pub(crate) fn array_types(program: &Program) -> Vec<ArrayType> {
    let mut types = BTreeSet::new();
    for entry in &program.entries {
        let params = entry.param_leaves().into_iter().map(|(leaf, _)| leaf);
        let leaves = params.chain(entry.result_leaves());
        types.extend(leaves.map(|leaf| ArrayType { elem: leaf.elem, rank: leaf.rank }));
    }
    types.into_iter().filter(|ty| ty.rank > 0).collect()
}

/// The program as a library.
pub fn write_library(program: &Program, sources: &SourceMap, options: &LibraryOptions) -> Library {
    let names = Names::new(program, options);
    let header = write_header(program, &names);
    let source = write_source(program, sources, &names, &header);
    let manifest = write_manifest(program, &names);
    Library { header, source, manifest }
}

pub(crate) fn write_header(program: &Program, names: &Names) -> String {
    let mut out = names.renamed(API);
    for ty in array_types(program) {
        let _ = writeln!(out, "\n// {}", ty.shown());
        let _ = writeln!(out, "struct {}_{};", names.prefix, ty.name());
        for operation in ArrayOperation::ALL {
            let _ = writeln!(out, "{};", operation.signature(ty, &names.prefix));
        }
    }
    out.push_str("\n// Entry points\n");
    for (entry, name) in program.entries.iter().zip(&names.entries) {
        for line in entry.doc.iter().flat_map(|doc| doc.lines()) {
            let _ = writeln!(out, "// {}", comment(line));
        }
        let _ = writeln!(out, "{};", entry_signature(entry, name, &names.prefix));
    }
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    out
}

pub(crate) fn write_source(program: &Program, sources: &SourceMap, names: &Names, header: &str) -> String {
    let mut out = format!("// Compile with {} -lm -pthread.\n\n", super::FLAGS.join(" "));
    out.push_str(QUIET);
    out.push_str(header);
    for part in RUNTIME {
        out.push('\n');
        out.push_str(part);
    }
    let _ = writeln!(out, "\n#define RISTA_ENTRIES {}", program.entries.len());
    out.push_str("static const char *const rista_entry_names[RISTA_ENTRIES + 1] = {");
    for entry in &program.entries {
        let _ = write!(out, "\"{}\", ", entry.name.as_str().replace(['"', '\\'], "_"));
    }
    out.push_str("NULL};\n\n");
    out.push_str(&names.renamed(CONTEXT));
    out.push('\n');
    out.push_str(&names.renamed(ARRAY));
    for ty in array_types(program) {
        let _ = writeln!(out, "\n// {}", ty.shown());
        for operation in ArrayOperation::ALL {
            let _ = writeln!(
                out,
                "\n{} {{\n  {};\n}}",
                operation.signature(ty, &names.prefix),
                operation.body(ty, &names.prefix)
            );
        }
    }
    let context = Context::new(program, sources, "rista_");
    out.push_str("\n// The program\n\n");
    out.push_str(&context.write());
    out.push_str("\n// Entry points\n");
    for (number, (entry, name)) in program.entries.iter().zip(&names.entries).enumerate() {
        let _ = writeln!(out, "\n{} {{", entry_signature(entry, name, &names.prefix));
        let (params, results) = (param_leaves(entry), entry.result_leaves());
        EntryWriter { context: &context, entry, params, results, number, prefix: &names.prefix }.write(&mut out);
        out.push_str("}\n");
    }
    out
}

/// A line as the text of a C comment, which a backslash at its end, also as a trigraph, would continue.
fn comment(line: &str) -> String {
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim_end().trim_end_matches('\\').replace("??/", "?/")
}

/// What can be done with an array from outside.
#[derive(Clone, Copy)]
enum ArrayOperation {
    New,
    NewRaw,
    Free,
    Values,
    ValuesRaw,
    Index,
    Shape,
}

impl ArrayOperation {
    const ALL: [ArrayOperation; 7] = [
        ArrayOperation::New,
        ArrayOperation::NewRaw,
        ArrayOperation::Free,
        ArrayOperation::Values,
        ArrayOperation::ValuesRaw,
        ArrayOperation::Index,
        ArrayOperation::Shape,
    ];

    fn signature(self, ty: ArrayType, prefix: &str) -> String {
        let c = c_type(ty.elem);
        let array = ty.handle(prefix);
        let name = |operation| ty.operation(prefix, operation);
        let context = format!("struct {prefix}_context *ctx");
        match self {
            ArrayOperation::New => {
                format!("{array}{}({context}, const {c} *data, {})", name("new"), ty.sizes("dim"))
            }
            ArrayOperation::NewRaw => {
                format!("{array}{}({context}, unsigned char *data, {})", name("new_raw"), ty.sizes("dim"))
            }
            ArrayOperation::Free => format!("int {}({context}, {array}arr)", name("free")),
            ArrayOperation::Values => format!("int {}({context}, {array}arr, {c} *data)", name("values")),
            ArrayOperation::ValuesRaw => {
                format!("unsigned char *{}({context}, {array}arr)", name("values_raw"))
            }
            ArrayOperation::Index => {
                format!("int {}({context}, {c} *out, {array}arr, {})", name("index"), ty.sizes("i"))
            }
            ArrayOperation::Shape => format!("const int64_t *{}({context}, {array}arr)", name("shape")),
        }
    }

    /// The one statement of the function, without its semicolon.
    fn body(self, ty: ArrayType, prefix: &str) -> String {
        let c = c_type(ty.elem);
        match self {
            ArrayOperation::New | ArrayOperation::NewRaw => format!(
                "return ({})rista_array_new(ctx, data, sizeof({c}), {}, {})",
                ty.handle(prefix),
                ty.rank,
                ty.size_array("dim")
            ),
            ArrayOperation::Free => "return rista_array_free(ctx, (struct rista_array *)arr)".into(),
            ArrayOperation::Values => "return rista_array_values(ctx, (struct rista_array *)arr, data)".into(),
            ArrayOperation::ValuesRaw => "return ((struct rista_array *)arr)->block".into(),
            ArrayOperation::Index => {
                format!("return rista_array_index(ctx, (struct rista_array *)arr, out, {})", ty.size_array("i"))
            }
            ArrayOperation::Shape => "return ((struct rista_array *)arr)->shape".into(),
        }
    }
}

fn entry_signature(entry: &Entry, name: &str, prefix: &str) -> String {
    let mut text = format!("int {name}(struct {prefix}_context *ctx");
    for (at, result) in entry.result_leaves().iter().enumerate() {
        let ty = ArrayType { elem: result.elem, rank: result.rank };
        let _ = match ty.rank {
            0 => write!(text, ", {} *out{at}", c_type(ty.elem)),
            _ => write!(text, ", {}*out{at}", ty.handle(prefix)),
        };
    }
    for (at, param) in param_leaves(entry).iter().enumerate() {
        let ty = ArrayType { elem: param.elem, rank: param.rank };
        let _ = match ty.rank {
            0 => write!(text, ", const {} in{at}", c_type(ty.elem)),
            _ => write!(text, ", const {}in{at}", ty.handle(prefix)),
        };
    }
    text.push(')');
    text
}

/// Writes the body of one entry point's function.
struct EntryWriter<'a> {
    context: &'a Context<'a>,
    entry: &'a Entry,
    params: Vec<ParamLeaf>,
    results: Vec<FlatType>,
    number: usize,
    prefix: &'a str,
}

impl EntryWriter<'_> {
    /// Positions of the parameters and of the results that are arrays.
    fn arrays(&self) -> (Vec<usize>, Vec<usize>) {
        let params = self.params.iter().enumerate().filter(|(_, p)| p.rank > 0).map(|(at, _)| at);
        let results = self.results.iter().enumerate().filter(|(_, r)| r.rank > 0).map(|(at, _)| at);
        (params.collect(), results.collect())
    }

    fn write(&self, out: &mut String) {
        let (params, results) = self.arrays();
        out.push_str("  int err = RISTA_SUCCESS;\n");
        for at in &params {
            let _ = writeln!(out, "  const struct rista_array *in{at}_array = (const struct rista_array *)in{at};");
            let _ = writeln!(out, "  void *in{at}_block = NULL;");
        }
        for (at, result) in self.results.iter().enumerate() {
            if result.rank > 0 {
                let _ = writeln!(out, "  int64_t out{at}_shape[{}] = {{0}};", result.rank);
                let _ = writeln!(out, "  void *out{at}_block = NULL;");
                let _ = writeln!(out, "  struct rista_array *out{at}_array = NULL;");
            } else {
                let _ = writeln!(out, "  {} out{at}_value = 0;", c_type(result.elem));
            }
        }
        let _ = writeln!(out, "  rista_enter(ctx);");
        self.take(&params, out);
        self.call(out);
        self.give(out);
        out.push_str("done:\n");
        for at in &params {
            let _ = writeln!(out, "  rista_drop(in{at}_block);");
        }
        for at in &results {
            let _ = writeln!(out, "  rista_drop(out{at}_block);");
            let _ = writeln!(out, "  rista_array_drop(out{at}_array);");
        }
        let _ = writeln!(out, "  return rista_leave(ctx, {}, err);", self.number);
    }

    fn check(out: &mut String, call: &str) {
        let _ = writeln!(out, "  err = {call};\n  if (err != RISTA_SUCCESS)\n    goto done;");
    }

    fn take(&self, params: &[usize], out: &mut String) {
        for at in params {
            Self::check(out, &format!("rista_argument(ctx, {at}, in{at}_array, &in{at}_block)"));
        }
        for (at, param) in self.params.iter().enumerate() {
            if param.rank > 0 && param.consumed {
                Self::check(out, &format!("rista_own(&ctx->core, in{at}_array, &in{at}_block)"));
            }
        }
    }

    fn call(&self, out: &mut String) {
        let mut args = String::from("&ctx->core");
        for (at, param) in self.params.iter().enumerate() {
            for dim in 0..param.rank {
                let _ = write!(args, ", in{at}_array->shape[{dim}]");
            }
            let _ = write!(args, ", in{at}{}", if param.rank > 0 { "_block" } else { "" });
        }
        for (at, result) in self.results.iter().enumerate() {
            for dim in 0..result.rank {
                let _ = write!(args, ", &out{at}_shape[{dim}]");
            }
            let _ = write!(args, ", &out{at}_{}", if result.rank > 0 { "block" } else { "value" });
        }
        Self::check(out, &format!("{}({args})", self.context.entry_name(self.entry.function)));
    }

    /// Results are handed out only when all of them are there.
    fn give(&self, out: &mut String) {
        for (at, result) in self.results.iter().enumerate().filter(|(_, result)| result.rank > 0) {
            let (c, rank) = (c_type(result.elem), result.rank);
            Self::check(
                out,
                &format!("rista_result(&out{at}_array, &out{at}_block, sizeof({c}), {rank}, out{at}_shape)"),
            );
        }
        for (at, result) in self.results.iter().enumerate() {
            let ty = ArrayType { elem: result.elem, rank: result.rank };
            let _ = match ty.rank {
                0 => writeln!(out, "  *out{at} = out{at}_value;"),
                _ => {
                    writeln!(out, "  *out{at} = ({})out{at}_array;\n  out{at}_array = NULL;", ty.handle(self.prefix))
                }
            };
        }
    }
}
