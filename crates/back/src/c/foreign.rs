//! Foreign functions (NOVA, section 6.1): their declarations in the header, and the program's functions that call them.
//!
//! ```text
//! fun "ff" (n : i64, xs : mem, a : f32) -> (k : i64, ys : mem) foreign ff ([]f32, f32) -> []f32
//!
//! void ff(int *, float **, float, int, float *);           the result, non-vector arguments, then vectors
//! static int rista_f0_ff(struct rista_context *ctx, int64_t n, void *xs, float a, int64_t *out_k, void **out_ys) {
//!   ..                                                     lengths become ints, results blocks of the program
//! }
//! ```
//!
//! A tuple is passed as a struct; parts without contents are omitted. An array whose elements have the same form in C
//! is passed by reference. Others are copied, as are the offsets of rows, which are ints in C.

use crate::c::Device;
use crate::c::exp::c_type;
use crate::c::function::Context;
use base::Name;
use imp::def::{Function, FunctionId, Program};
use std::collections::BTreeMap;
use std::fmt::Write;
use value::ScalarType;
use value::foreign::{Foreign, ForeignType};

/// Returns the declarations of the program's foreign functions: structs, then prototypes.
pub fn foreign_declarations(program: &Program) -> String {
    let mut out = structs(program);
    by_name(program).values().for_each(|foreign| _ = writeln!(out, "{};", foreign_prototype(foreign)));
    out
}

/// Returns the name and the prototype of each foreign function.
pub fn foreign_prototypes(program: &Program) -> Vec<(String, String)> {
    let foreign = by_name(program).into_iter();
    foreign.map(|(name, foreign)| (name.to_owned(), foreign_prototype(foreign))).collect()
}

/// Returns the structs of tuples, parts before wholes.
pub(super) fn structs(program: &Program) -> String {
    let mut structs = BTreeMap::new();
    for foreign in by_name(program).values() {
        foreign.params.iter().chain([&foreign.result]).for_each(|ty| collect_structs(ty, &mut structs));
    }
    let mut structs: Vec<(usize, String, String)> =
        structs.into_iter().map(|(name, (size, text))| (size, name, text)).collect();
    structs.sort();
    let mut out = String::new();
    for (_, name, text) in structs {
        let _ = writeln!(out, "#ifndef STRUCT_{name}\n#define STRUCT_{name}\n{text}#endif");
    }
    out
}

/// Returns the foreign functions of the program, by name.
fn by_name(program: &Program) -> BTreeMap<&str, &Foreign> {
    let functions = program.functions.values();
    functions.filter_map(|function| function.foreign()).map(|foreign| (foreign.name.as_str(), foreign)).collect()
}

/// Returns the declaration of a foreign function, without qualifiers and semicolon.
fn foreign_prototype(foreign: &Foreign) -> String {
    let mut params = Vec::new();
    match Vector::of(&foreign.result) {
        Some(vector) => {
            params.extend(std::iter::repeat_n("int *".to_owned(), vector.rank));
            params.extend(std::iter::repeat_n("int **".to_owned(), vector.levels));
            params.push(format!("{} **", spelling(vector.elem)));
        }
        None if holds_nothing(&foreign.result) => {}
        None => params.push(format!("{} *", spelling(&foreign.result))),
    }
    let given = || foreign.params.iter().filter(|ty| !holds_nothing(ty));
    params.extend(given().filter(|ty| Vector::of(ty).is_none()).map(spelling));
    for vector in given().filter_map(Vector::of) {
        params.extend(std::iter::repeat_n("int".to_owned(), vector.rank));
        params.extend(std::iter::repeat_n("int *".to_owned(), vector.levels));
        params.push(format!("{} *", spelling(vector.elem)));
    }
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    format!("void {}({params})", foreign.name)
}

/// A vector, as C gets it: lengths, a pointer to the segment descriptors of each level (outermost first), and a pointer
/// to the elements. If there are descriptors, the first length is that of the outermost ones.
#[derive(Clone, Copy)]
struct Vector<'a> {
    elem: &'a ForeignType,
    /// Number of lengths of the elements' array.
    rank: usize,
    levels: usize,
}

impl<'a> Vector<'a> {
    fn of(ty: &'a ForeignType) -> Option<Vector<'a>> {
        match ty {
            ForeignType::Scalar(_) | ForeignType::Tuple(_) => None,
            ForeignType::Array(elem, rank) => Some(Vector { elem, rank: *rank, levels: 0 }),
            ForeignType::Rows(data) => {
                let below = Vector::of(data)?;
                Some(Vector { levels: below.levels + 1, ..below })
            }
        }
    }
}

/// Returns the declaration of a foreign function for kernels.
pub(super) fn kernel_prototype(foreign: &Foreign, device: Device) -> String {
    let words = match device {
        Device::OpenCl => "",
        Device::Cuda => "__device__ ",
    };
    format!("{words}{};\n", foreign_prototype(foreign))
}

fn holds_nothing(ty: &ForeignType) -> bool {
    ty.flat().is_empty()
}

/// Returns the C type of a value that is not an array.
fn spelling(ty: &ForeignType) -> String {
    match ty {
        ForeignType::Scalar(ScalarType::Bool | ScalarType::I32) => "int".to_owned(),
        ForeignType::Scalar(elem) => c_type(*elem).to_owned(),
        ForeignType::Tuple(_) | ForeignType::Array(..) | ForeignType::Rows(_) => format!("struct {}", word(ty)),
    }
}

/// Returns the spelling of the type within a C name.
fn word(ty: &ForeignType) -> String {
    match ty {
        ForeignType::Scalar(elem) => elem.name().to_owned(),
        ForeignType::Tuple(parts) => {
            let parts: String = parts.iter().map(|part| format!("_{}", word(part))).collect();
            format!("tuple{parts}_end")
        }
        ForeignType::Array(elem, rank) => format!("vector{rank}_{}", word(elem)),
        ForeignType::Rows(data) => format!("rows_{}", word(data)),
    }
}

/// Collects the structs of tuples in the type, by name, each with its number of parts.
fn collect_structs(ty: &ForeignType, structs: &mut BTreeMap<String, (usize, String)>) {
    let parts = match ty {
        ForeignType::Scalar(_) => return,
        ForeignType::Array(elem, _) | ForeignType::Rows(elem) => return collect_structs(elem, structs),
        ForeignType::Tuple(parts) => parts,
    };
    parts.iter().for_each(|part| collect_structs(part, structs));
    let mut text = format!("{} {{\n", spelling(ty));
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !holds_nothing(part)) {
        let Some(Vector { elem, rank, levels }) = Vector::of(part) else {
            let _ = writeln!(text, "  {} v{at};", spelling(part));
            continue;
        };
        let _ = writeln!(text, "  int n{at}[{rank}];");
        if levels > 0 {
            let _ = writeln!(text, "  int *s{at}[{levels}];");
        }
        let _ = writeln!(text, "  {} *v{at};", spelling(elem));
    }
    text.push_str("};\n");
    if !holds_nothing(ty) {
        structs.insert(word(ty), (ty.flat().len() + depth(ty), text));
    }
}

fn depth(ty: &ForeignType) -> usize {
    match ty {
        ForeignType::Scalar(_) => 0,
        ForeignType::Tuple(parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
        ForeignType::Array(elem, _) | ForeignType::Rows(elem) => 1 + depth(elem),
    }
}

/// Writes the function of the program that calls the foreign one.
pub(super) fn write_call(context: &Context, id: FunctionId, foreign: &Foreign, out: &mut String) {
    let _ = writeln!(out, "static {} {{", context.signature(id, &context.function_name(id)));
    let mut writer = Writer::new(&context.program.functions[id], foreign);
    writer.line("int err = RISTA_SUCCESS;");
    writer.line("(void)ctx;");
    writer.call(foreign);
    writer.lines.push_str("  goto done;\ndone:\n");
    let ends = std::mem::take(&mut writer.ends);
    ends.iter().for_each(|end| writer.line(end));
    writer.line("return err;");
    let _ = writeln!(out, "{}{}}}", writer.declarations, writer.lines);
}

/// Writes the function that calls a foreign one from kernels. It has no arrays; `signature` is its signature.
pub(super) fn write_kernel_call(context: &Context, id: FunctionId, signature: &str, out: &mut String) {
    let function = &context.program.functions[id];
    let Some(foreign) = function.foreign() else { return };
    let mut writer = Writer::new(function, foreign);
    writer.call(foreign);
    writer.line("return RISTA_SUCCESS;");
    let _ = writeln!(out, "{signature} {{\n{}{}}}", writer.declarations, writer.lines);
}

/// Writer of a function that calls a foreign one.
struct Writer<'a> {
    name: &'a str,
    /// Parameters that have not been passed yet; `results` holds the results that have not been set.
    params: std::vec::IntoIter<Name>,
    results: std::vec::IntoIter<Name>,
    /// Number of variables declared so far.
    count: usize,
    declarations: String,
    lines: String,
    /// Lines at the end of the function, which also run after a failure.
    ends: Vec<String>,
}

impl<'a> Writer<'a> {
    fn new(function: &'a Function, foreign: &'a Foreign) -> Writer<'a> {
        let names = |params: &[imp::def::Param]| params.iter().map(|param| param.name).collect::<Vec<_>>().into_iter();
        let (params, results) = (names(&function.params), names(&function.results));
        let (declarations, lines, ends) = Default::default();
        Writer { name: foreign.name.as_str(), params, results, count: 0, declarations, lines, ends }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "  {line}");
    }

    fn declare(&mut self, line: &str) {
        let _ = writeln!(self.declarations, "  {line}");
    }

    fn fresh(&mut self, hint: &str) -> String {
        self.count += 1;
        format!("rista_{hint}{}", self.count)
    }

    fn param(&mut self) -> String {
        self.params.next().map(|name| name.to_string()).unwrap_or_default()
    }

    fn result(&mut self) -> String {
        self.results.next().map(|name| format!("out_{name}")).unwrap_or_default()
    }

    /// Writes a call whose result is an error code, and a jump to the end if it fails.
    fn check(&mut self, call: &str) {
        self.line(&format!("err = {call};"));
        self.line("if (err != RISTA_SUCCESS)");
        self.line("  goto done;");
    }

    /// Writes the call of the user's function, with pointers to the results first and vectors last.
    fn call(&mut self, foreign: &Foreign) {
        let mut first = Vec::new();
        let (mut others, mut vectors) = (Vec::new(), Vec::new());
        for param in foreign.params.iter().filter(|ty| !holds_nothing(ty)) {
            if let Some(vector) = Vector::of(param) {
                let (lengths, segments, data) = self.vector(vector);
                vectors.extend(lengths.into_iter().chain(segments).chain([data]));
            } else if let ForeignType::Tuple(_) = param {
                let name = self.fresh("tuple");
                self.declare(&format!("{} {name};", spelling(param)));
                self.fill(&name, param);
                others.push(name);
            } else {
                others.push(self.param());
            }
        }
        let result = &foreign.result;
        match Vector::of(result) {
            Some(Vector { elem, rank, levels }) => {
                self.declare(&format!("int rista_lengths[{rank}] = {{0}};"));
                if levels > 0 {
                    self.declare(&format!("int *rista_segments[{levels}] = {{NULL}};"));
                }
                self.declare(&format!("{} *rista_data = NULL;", spelling(elem)));
                first.extend((0..rank).map(|dim| format!("&rista_lengths[{dim}]")));
                first.extend((0..levels).map(|level| format!("&rista_segments[{level}]")));
                first.push("&rista_data".to_owned());
            }
            None if holds_nothing(result) => {}
            None => {
                let zero = if matches!(result, ForeignType::Tuple(_)) { "{0}" } else { "0" };
                self.declare(&format!("{} rista_result = {zero};", spelling(result)));
                first.push("&rista_result".to_owned());
            }
        }
        let args = [first, others, vectors].concat().join(", ");
        self.line(&format!("{}({args});", self.name));
        if let Some(vector) = Vector::of(result) {
            self.free_vector("rista_segments", "rista_data", vector);
            self.take_vector("rista_lengths", "rista_segments", "rista_data", vector);
        } else {
            self.free("rista_result", result);
            self.take("rista_result", result);
        }
    }

    /// Sets the C variable `place`, or a part of one, from the next parameters.
    fn fill(&mut self, place: &str, ty: &ForeignType) {
        match ty {
            ForeignType::Scalar(_) => {
                let param = self.param();
                self.line(&format!("{place} = {param};"));
            }
            ForeignType::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let Some(vector) = Vector::of(part) else {
                        self.fill(&format!("{place}.v{at}"), part);
                        continue;
                    };
                    let (lengths, segments, data) = self.vector(vector);
                    for (dim, length) in lengths.iter().enumerate() {
                        self.line(&format!("{place}.n{at}[{dim}] = {length};"));
                    }
                    for (level, descriptors) in segments.iter().enumerate() {
                        self.line(&format!("{place}.s{at}[{level}] = {descriptors};"));
                    }
                    self.line(&format!("{place}.v{at} = {data};"));
                }
            }
            ForeignType::Array(..) | ForeignType::Rows(_) => {}
        }
    }

    /// Converts the next parameters to a C vector. Returns C expressions for lengths, segment descriptors and elements.
    fn vector(&mut self, vector: Vector) -> (Vec<String>, Vec<String>, String) {
        let (mut lengths, data) = self.elements(vector.elem, vector.rank);
        let mut segments = Vec::new();
        for _ in 0..vector.levels {
            let (count, offsets, descriptors) = (self.param(), self.param(), self.fresh("segments"));
            self.declare(&format!("int *{descriptors} = NULL;"));
            self.ends.push(format!("free({descriptors});"));
            let name = self.name;
            self.check(&format!("rista_foreign_segments(ctx, \"{name}\", {count}, {offsets}, &{descriptors})"));
            segments.insert(0, descriptors);
            if let Some(first) = lengths.first_mut() {
                *first = format!("(int){count}");
            }
        }
        (lengths, segments, data)
    }

    /// Converts the next parameters to the elements of a C vector. Returns C expressions for lengths and elements.
    fn elements(&mut self, elem: &ForeignType, rank: usize) -> (Vec<String>, String) {
        let sizes: Vec<String> = (0..rank).map(|_| self.param()).collect();
        for size in &sizes {
            self.check(&format!("rista_foreign_length(ctx, \"{}\", {size})", self.name));
        }
        let lengths = sizes.iter().map(|size| format!("(int){size}")).collect();
        let blocks: Vec<(String, ScalarType)> = elem.flat().into_iter().map(|leaf| (self.param(), leaf.elem)).collect();
        for (block, _) in &blocks {
            self.check(&format!("rista_on_host(ctx, {block}, false)"));
        }
        if let ([(block, _)], true) = (blocks.as_slice(), is_direct(elem)) {
            return (lengths, format!("({} *){block}", spelling(elem)));
        }
        let (staged, count) = (self.fresh("staged"), self.fresh("count"));
        let product = sizes.iter().map(String::as_str).collect::<Vec<_>>().join(" * ");
        self.declare(&format!("{} *{staged} = NULL;", spelling(elem)));
        self.line(&format!("const int64_t {count} = {product};"));
        self.line(&format!("{staged} = malloc((size_t){count} * sizeof(*{staged}) + 1);"));
        self.line(&format!("err = {staged} == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;"));
        self.line(&format!("for (int64_t i = 0; i < {count} && {staged} != NULL; i++) {{"));
        let mut leaves = blocks.into_iter();
        for part in places(&format!("{staged}[i]"), elem) {
            if let Some((block, leaf)) = leaves.next() {
                self.line(&format!("  {part} = ((const {} *){block})[i];", c_type(leaf)));
            }
        }
        self.line("}");
        self.line("if (err != RISTA_SUCCESS)");
        self.line("  goto done;");
        self.ends.push(format!("free({staged});"));
        (lengths, staged)
    }

    /// Adds code to the end that frees the elements of vectors in a result.
    fn free(&mut self, place: &str, ty: &ForeignType) {
        let ForeignType::Tuple(parts) = ty else { return };
        for (at, part) in parts.iter().enumerate() {
            let value = format!("{place}.v{at}");
            match Vector::of(part) {
                Some(vector) => self.free_vector(&format!("{place}.s{at}"), &value, vector),
                None => self.free(&value, part),
            }
        }
    }

    fn free_vector(&mut self, segments: &str, data: &str, vector: Vector) {
        self.ends.extend((0..vector.levels).map(|level| format!("free({segments}[{level}]);")));
        self.ends.push(format!("free({data});"));
    }

    /// Sets the next results from the C value `place`, or a part of one.
    fn take(&mut self, place: &str, ty: &ForeignType) {
        match ty {
            ForeignType::Scalar(elem) => {
                let truth = if *elem == ScalarType::Bool { " != 0" } else { "" };
                let result = self.result();
                self.line(&format!("*{result} = {place}{truth};"));
            }
            ForeignType::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let value = format!("{place}.v{at}");
                    match Vector::of(part) {
                        Some(vector) => {
                            let (lengths, segments) = (format!("{place}.n{at}"), format!("{place}.s{at}"));
                            self.take_vector(&lengths, &segments, &value, vector);
                        }
                        None => self.take(&value, part),
                    }
                }
            }
            ForeignType::Array(..) | ForeignType::Rows(_) => {}
        }
    }

    /// Copies a C vector to blocks of the program. Outer levels come first, because the descriptors of a level
    /// determine the number of those below. Among the results they come last.
    fn take_vector(&mut self, lengths: &str, segments: &str, data: &str, vector: Vector) {
        let Vector { elem, rank, levels } = vector;
        let results: Vec<String> = (0..rank + elem.flat().len()).map(|_| self.result()).collect();
        let offsets: Vec<[String; 2]> = (0..levels).map(|_| [self.result(), self.result()]).collect();
        for (level, [count, block]) in offsets.iter().rev().enumerate() {
            let behind = if level == 0 { "" } else { " + 1" };
            self.line(&format!("*{count} = (int64_t){lengths}[0]{behind};"));
            let call = format!("rista_foreign_offsets(ctx, \"{}\", {segments}[{level}], *{count}", self.name);
            self.check(&format!("{call}, {block}, &{lengths}[0])"));
        }
        self.copy_elements(lengths, data, elem, rank, results);
    }

    /// Copies the elements of a C vector to blocks of their own.
    fn copy_elements(&mut self, lengths: &str, data: &str, elem: &ForeignType, rank: usize, results: Vec<String>) {
        let mut results = results.into_iter();
        let mut result = || results.next().unwrap_or_default();
        let count = self.fresh("count");
        self.declare(&format!("int64_t {count} = 0;"));
        self.check(&format!("rista_foreign_count(ctx, \"{}\", {lengths}, {rank}, {data}, &{count})", self.name));
        for dim in 0..rank {
            self.line(&format!("*{} = {lengths}[{dim}];", result()));
        }
        let places = places(&format!("{data}[i]"), elem);
        for (leaf, place) in elem.flat().into_iter().zip(places) {
            let (result, c) = (result(), c_type(leaf.elem));
            self.check(&format!("rista_foreign_block(ctx, {result}, {count}, sizeof({c}))"));
            let truth = if leaf.elem == ScalarType::Bool { " != 0" } else { "" };
            self.line(&format!("for (int64_t i = 0; i < {count}; i++)"));
            self.line(&format!("  (({c} *)*{result})[i] = {place}{truth};"));
        }
    }
}

/// Whether the elements have the same form in C and in the program, so that they need no conversion.
fn is_direct(elem: &ForeignType) -> bool {
    matches!(elem, ForeignType::Scalar(elem) if *elem != ScalarType::Bool)
}

/// Returns C expressions for the scalars in the element `place`.
fn places(place: &str, ty: &ForeignType) -> Vec<String> {
    match ty {
        ForeignType::Tuple(parts) => {
            let parts = parts.iter().enumerate();
            parts.flat_map(|(at, part)| places(&format!("{place}.v{at}"), part)).collect()
        }
        ForeignType::Scalar(_) | ForeignType::Array(..) | ForeignType::Rows(_) => vec![place.to_owned()],
    }
}
