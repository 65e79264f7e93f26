//! Launches to kernels: functions in the text for the device's compiler, and calls of the runtime.
//!
//! The text is the same for OpenCL C and CUDA C++, except for the qualifiers of a kernel and the preamble
//! (`rts/dialect_opencl.h`, `rts/dialect_cuda.h`). Every thread of a group runs the group's code. The iterations of its
//! threads' code are distributed by thread number, with barriers in between. Device memory is `RISTA_GLOBAL uint8_t *`;
//! shared arrays are parts of the group's memory; other arrays are private to a thread.
//!
//! A failed assertion is recorded (`rts/kernel.h`), and the group ends: at once if no barrier follows, otherwise after
//! the next barrier. There all threads read `failed_in`, the phase of the first failure. A faster thread may meanwhile
//! fail in the next phase, which does not affect threads that are still reading.
//!
//! If groups wait for lower ones, they are numbered in the order in which they begin, whatever the device's order. So
//! every group that one waits for is already running and will end. A group that fails posts no more stages; groups that
//! wait see the failure of a lower group and leave.

use crate::c::Device;
use crate::c::exp::{Side, TableName, c_type, kernel_type, type_of};
use crate::c::function::{Context, FunctionWriter, line};
use crate::c::range::{Launched, Sizes, elements_each};
use crate::c::{failure, foreign};
use base::entity::EntityRef;
use base::{Name, Spans, Template, graph};
use imp::def::*;
use imp::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use value::foreign::Foreign;
use value::{Scalar, ScalarType};

/// Largest number of rounds of a loop that is unrolled. `UNROLLED` limits the number of statements, including those of
/// nested unrolled loops.
pub(super) const ROUNDS: usize = 16;
const UNROLLED: usize = 4096;

/// The kernels of all programs in a file.
pub(crate) struct Kernels {
    pub device: Device,
    /// Whether any kernel may fail. If not, kernels neither get memory for failures nor check for earlier ones.
    pub can_fail: bool,
    /// Largest number of stacks that a thread of one kernel needs if all calls are inlined.
    pub stacks: usize,
    /// Kernels of the programs so far, as text.
    pub text: String,
    /// Name and source place of each kernel, by number.
    pub list: Vec<(String, String)>,
    /// For each assertion in kernels, the host's lines that report its failure.
    pub assertions: Vec<Vec<String>>,
    /// For each call in kernels, the host's lines that add it to a failure's trace.
    pub calls: Vec<Vec<String>>,
    /// The place of the first kernel that uses `double`; empty if only functions that kernels call do.
    pub double_at: Option<String>,
    /// Kernels of the current program; `functions` and `tables` hold the functions that they call and the tables that
    /// they read.
    part: String,
    functions: BTreeSet<FunctionId>,
    tables: BTreeSet<TableId>,
}

/// State of the writer in the code of a group, outside of its threads.
pub(super) struct Group {
    /// Number of threads of the group.
    size: Exp,
    /// Whether the group has read memory since its threads last waited for each other.
    has_read: bool,
    /// Whether no code follows the current statement.
    is_last: bool,
    /// Whether the group's code is in phases, because a thread may fail while others have not finished.
    has_phases: bool,
    /// Number of jump targets so far for threads that leave.
    places: usize,
}

impl Kernels {
    /// Makes an empty collection for these programs.
    pub fn new(device: Device, programs: &[&Program]) -> Kernels {
        Kernels {
            device,
            can_fail: programs.iter().any(|program| launches_may_fail(program)),
            stacks: programs.iter().map(|program| stacks(program)).max().unwrap_or(0),
            text: String::new(),
            list: Vec::new(),
            assertions: Vec::new(),
            calls: Vec::new(),
            double_at: None,
            part: String::new(),
            functions: BTreeSet::new(),
            tables: BTreeSet::new(),
        }
    }
}

/// Adds the kernels of the program, and the functions and tables that they use.
pub(super) fn finish(context: &Context, kernels: &RefCell<Kernels>) {
    let (part, functions, mut tables) = {
        let mut kernels = kernels.borrow_mut();
        let kernels = &mut *kernels;
        let taken = (&mut kernels.part, &mut kernels.functions, &mut kernels.tables);
        (std::mem::take(taken.0), std::mem::take(taken.1), std::mem::take(taken.2))
    };
    let functions = reached(context.program, functions);
    for id in &functions {
        walk::each_stm(&context.program.functions[*id].body, &mut |stm| {
            if let Stm::DeclareTable { table, .. } = stm {
                tables.insert(*table);
            }
        });
    }
    let mut text = String::new();
    let foreign: Vec<&Foreign> = functions.iter().filter_map(|id| context.program.functions[*id].foreign()).collect();
    if !foreign.is_empty() {
        text.push_str(&foreign::structs(context.program));
        // Source places in that code are in its own files. The prototypes come after it, so that the C compiler rejects
        // other signatures.
        text.push_str(&context.program.device_code);
        let (device, before) = (kernels.borrow().device, kernels.borrow().whole_text());
        let lines = [&before, &text].map(|text| text.matches('\n').count());
        let _ = writeln!(text, "\n#line {} \"kernels\"", lines[0] + lines[1] + 3);
        foreign.into_iter().for_each(|foreign| text.push_str(&foreign::kernel_prototype(foreign, device)));
    }
    for id in tables {
        context.table("RISTA_CONSTANT const", id, &mut text);
    }
    for id in &functions {
        let _ = writeln!(text, "{};", signature(context, *id));
    }
    for id in &functions {
        text.push('\n');
        match context.program.functions[*id].foreign() {
            Some(_) => foreign::write_kernel_call(context, *id, &signature(context, *id), &mut text),
            None => FunctionWriter::new(context, *id).write_for_kernels(&mut text),
        }
    }
    text.push_str(&part);
    kernels.borrow_mut().text.push_str(&text);
}

/// Returns the functions and all that they call, directly or indirectly.
fn reached(program: &Program, mut pending: BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
    let mut reached = BTreeSet::new();
    while let Some(id) = pending.pop_first() {
        reached.insert(id);
        walk::each_stm(&program.functions[id].body, &mut |stm| {
            if let Stm::Call { function, .. } = stm
                && !reached.contains(function)
            {
                pending.insert(*function);
            }
        });
    }
    reached
}

/// Returns the signature of a function for kernels, which has no objects.
fn signature(context: &Context, id: FunctionId) -> String {
    let function = &context.program.functions[id];
    let word = if has_stack(&function.body) { "RISTA_CALLED_FUNCTION" } else { "RISTA_FUNCTION" };
    let mut text = format!("{word} int {}(const struct rista_thread *thread", context.function_name(id));
    for param in &function.params {
        let _ = match param.ty {
            Type::Scalar(ty) => write!(text, ", {} {}", c_type(ty), param.name),
            Type::Memory | Type::Object | Type::Borrowed => write!(text, ", RISTA_GLOBAL uint8_t *{}", param.name),
        };
    }
    for result in &function.results {
        let _ = match result.ty {
            Type::Scalar(ty) => write!(text, ", {} *out_{}", c_type(ty), result.name),
            Type::Memory | Type::Object | Type::Borrowed => {
                write!(text, ", RISTA_GLOBAL uint8_t **out_{}", result.name)
            }
        };
    }
    text.push(')');
    text
}

fn has_stack(body: &[Stm]) -> bool {
    let mut found = false;
    walk::each_stm(body, &mut |stm| found |= matches!(stm, Stm::DeclareStack { .. }));
    found
}

/// Returns the largest number of stacks for a launch of the program. Each call of a function that has a stack counts as
/// one. Launches call no recursive functions.
fn stacks(program: &Program) -> usize {
    let callees = |block: &[Stm]| {
        let mut callees = Vec::new();
        walk::each_stm(block, &mut |stm| {
            if let Stm::Call { function, .. } = stm {
                callees.push(function.index());
            }
        });
        callees
    };
    let edges: Vec<Vec<usize>> = program.functions.values().map(|function| callees(&function.body)).collect();
    let mut own: Vec<usize> =
        program.functions.values().map(|function| usize::from(has_stack(&function.body))).collect();
    let all = |own: &[usize], called: &[usize]| called.iter().fold(0usize, |sum, at| sum.saturating_add(own[*at]));
    for at in graph::components(&edges).into_iter().flatten() {
        own[at] = own[at].saturating_add(all(&own, &edges[at]));
    }
    let mut most = 0;
    for function in program.functions.values() {
        walk::each_stm(&function.body, &mut |stm| {
            if let Stm::Launch { body, .. } = stm {
                most = most.max(all(&own, &callees(body)));
            }
        });
    }
    most.min(i32::MAX as usize)
}

/// Returns the qualifiers before a kernel's name. If its groups have the usual size, they include that size.
fn kernel_words(device: Device, is_usual: bool) -> &'static str {
    match (device, is_usual) {
        (Device::OpenCl, true) => "__kernel __attribute__((reqd_work_group_size(RISTA_GROUP_SIZE, 1, 1))) void ",
        (Device::OpenCl, false) => "__kernel void ",
        (Device::Cuda, true) => "extern \"C\" __global__ void __launch_bounds__(RISTA_GROUP_SIZE) ",
        (Device::Cuda, false) => "extern \"C\" __global__ void ",
    }
}

/// Parts of a launch.
struct Launch<'a> {
    name: String,
    group: Name,
    groups: &'a Exp,
    size: &'a Exp,
    body: &'a [Stm],
    spans: &'a Spans,
    used: BTreeSet<Name>,
}

impl FunctionWriter<'_> {
    /// Writes a launch on the host: the call of the runtime. Adds its kernel to the file's.
    pub fn launch(&mut self, stm: &Stm) {
        let Stm::Launch { group, groups, size, body, spans } = stm else { return };
        let Some(kernels) = self.context.kernels else {
            return line!(self, "#error \"launches are for devices\"");
        };
        let number = kernels.borrow().list.len();
        let kind = if walk::has_stages(body) { "ordered_kernel" } else { "kernel" };
        let name = format!("{}_{kind}_{number}", self.context.function_name(self.id));
        let used = self.used_from_outside(*group, body);
        let launch = Launch { name, group: *group, groups, size, body, spans, used };
        let sizes = self.kernel(&launch, kernels);
        self.place(spans);
        line!(self, "{{");
        self.lines.indent += 1;
        let bytes = shared(body).into_iter().map(|(_, elem, count)| self.shared_bytes(elem, count));
        let bytes = [vec!["0".to_owned()], bytes.collect()].concat().join(" + ");
        let (groups, size) = (self.variables.written(groups), self.variables.written(size));
        let numbers = format!("const int64_t groups = {groups}, size = {size}, shared = {bytes};");
        line!(self, "{numbers}");
        self.arguments(&launch);
        let is_small = self.sizes(&sizes);
        if self.is_remote(stm) {
            self.check_accesses();
        }
        let count = launch.used.len() + usize::from(walk::has_stages(body));
        let arguments = if count == 0 { "NULL" } else { "arguments" };
        line!(self, "err = rista_launch(ctx, {number}, groups, size, shared, {is_small}, {arguments}, {count});");
        self.leave_on_error(&[]);
        self.lines.indent -= 1;
        line!(self, "}}");
    }

    /// Writes the array of the launch's arguments, if it has any.
    fn arguments(&mut self, launch: &Launch) {
        let has_stages = walk::has_stages(launch.body);
        if launch.used.is_empty() && !has_stages {
            return;
        }
        let (written, elements) = (written(launch.body), elements(launch.body));
        line!(self, "const struct rista_argument arguments[] = {{");
        if has_stages {
            line!(self, "  {{.posts = true}},");
        }
        for name in &launch.used {
            match self.variables.types.get(name) {
                Some(Type::Memory) => {
                    let (variable, written) = (self.variable(*name), written.contains(name));
                    let bytes = elements.get(name).copied().unwrap_or(1);
                    line!(self, "  {{.block = {variable}, .written = {written}, .element = {bytes}}},");
                }
                _ => line!(self, "  {{.scalar = &{name}, .size = sizeof({name})}},"),
            }
        }
        line!(self, "}};");
    }

    /// Writes the check that the sizes are small. Returns the C expression for its result.
    fn sizes(&mut self, sizes: &Sizes) -> &'static str {
        if sizes.checked.is_empty() {
            return "true";
        }
        for (name, value) in &sizes.values {
            let value = self.variables.written(value).to_string();
            line!(self, "const int64_t {name} = {value};");
        }
        let checked: Vec<String> = sizes.checked.iter().map(Name::to_string).collect();
        line!(self, "const int64_t sizes[] = {{{}}};", checked.join(", "));
        "rista_are_small(ctx, sizes, sizeof(sizes) / sizeof(int64_t))"
    }

    /// Returns the number of bytes that a shared array takes.
    fn shared_bytes(&self, elem: ScalarType, count: &Exp) -> String {
        format!("RISTA_ALIGNED(({}) * {})", self.variables.written(count), elem.bytes())
    }

    /// Writes the kernel, and records what it requires. Returns the sizes that must be small for its faster version.
    fn kernel(&mut self, launch: &Launch, kernels: &RefCell<Kernels>) -> Sizes {
        let mut writer = FunctionWriter::new(self.context, self.id);
        writer.variables.side = Side::Kernel;
        self.swap_variables(&mut writer);
        let mut out = String::from("\n");
        let place = launch.spans.first().and_then(|span| self.context.sources.place(*span)).unwrap_or_default();
        if !place.is_empty() {
            let _ = writeln!(out, "// {place}");
        }
        let Launch { group, groups, size, body, used, .. } = launch;
        let launched = Launched { group: *group, groups, size, body, used };
        let sizes = launched.find_bounds(&mut writer.variables);
        writer.kernel_function(launch, kernels, &mut out);
        let mut kernels = kernels.borrow_mut();
        kernels.part.push_str(&out);
        if writer.uses_double(launch.body) {
            kernels.double_at.get_or_insert_with(|| place.clone());
        }
        kernels.list.push((launch.name.clone(), place));
        walk::each_name(launch.body, &mut |name| {
            if let Some(TableName { table, .. }) = writer.variables.tables.get(&name) {
                kernels.tables.insert(*table);
            }
        });
        walk::each_stm(launch.body, &mut |stm| {
            if let Stm::Call { function, .. } = stm {
                kernels.functions.insert(*function);
            }
        });
        drop(kernels);
        self.swap_variables(&mut writer);
        sizes
    }

    /// Writes the kernel's function. `self` must be the writer for the kernel.
    fn kernel_function(&mut self, launch: &Launch, kernels: &RefCell<Kernels>, out: &mut String) {
        let shared = shared(launch.body);
        self.shared.extend(shared.iter().map(|(name, ..)| *name));
        let may_fail = may_fail(launch.body);
        let has_phases = has_phases(launch.body, may_fail);
        self.kernel_may_fail = may_fail;
        let (device, can_fail) = (kernels.borrow().device, kernels.borrow().can_fail);
        if can_fail {
            line!(self, "RISTA_SKIP_AFTER_FAILURE();");
        }
        self.begin_group(launch);
        if may_fail {
            line!(self, "struct rista_thread state = {{failure, launch, {}, 0}}, *thread = &state;", launch.group);
        }
        for name in launch.used.iter().filter(|name| self.variables.is_index(**name)) {
            self.lines.add(format_args!("const rista_index {name} = (rista_index){name}_given;"));
        }
        if !shared.is_empty() {
            line!(self, "RISTA_LOCAL uint8_t *shared_end = shared;");
        }
        for (name, elem, count) in shared {
            let (c, bytes) = (kernel_type(elem), self.shared_bytes(elem, count));
            line!(self, "RISTA_LOCAL {c} *{name} = (RISTA_LOCAL {c} *)shared_end;");
            line!(self, "shared_end += {bytes};");
        }
        if has_phases {
            line!(self, "RISTA_SHARED int32_t failed_in;");
            line!(self, "int32_t phase = 1;");
            line!(self, "if (RISTA_THREAD == 0)");
            line!(self, "  failed_in = 0;");
            line!(self, "RISTA_BARRIER();");
        }
        self.group = Some(Group { size: launch.size.clone(), has_read: false, is_last: false, has_phases, places: 0 });
        for (at, stm) in launch.body.iter().enumerate() {
            if let Some(group) = &mut self.group {
                group.is_last = at + 1 == launch.body.len();
            }
            self.group_stm(stm);
        }
        let is_usual = *launch.size == Exp::Setting(Setting::GroupSize);
        let _ = write!(out, "{}{}(", kernel_words(device, is_usual), launch.name);
        if can_fail {
            out.push_str("RISTA_GLOBAL struct rista_failure *failure, ");
        }
        out.push_str("int64_t launch");
        if device == Device::OpenCl {
            out.push_str(", RISTA_LOCAL uint8_t *shared");
        }
        if walk::has_stages(launch.body) {
            out.push_str(", RISTA_GLOBAL uint64_t *posts");
        }
        let written = written(launch.body);
        for name in &launch.used {
            let _ = match self.variables.types.get(name) {
                Some(Type::Scalar(_)) if self.variables.is_index(*name) => write!(out, ", int64_t {name}_given"),
                Some(Type::Scalar(ty)) => write!(out, ", {} {name}", kernel_type(*ty)),
                _ if written.contains(name) => write!(out, ", RISTA_GLOBAL uint8_t *{name}"),
                _ => write!(out, ", RISTA_GLOBAL const uint8_t *RISTA_APART {name}"),
            };
        }
        let _ = writeln!(out, ") {{\n{}}}", self.lines.text);
    }

    /// Writes the computation of the group's number. If groups wait for lower ones, they are numbered as they begin.
    fn begin_group(&mut self, launch: &Launch) {
        if !walk::has_stages(launch.body) {
            return line!(self, "const rista_index {} = RISTA_GROUP;", launch.group);
        }
        line!(self, "RISTA_SHARED uint32_t number;");
        line!(self, "if (RISTA_THREAD == 0)");
        line!(self, "  number = rista_begin(posts);");
        line!(self, "RISTA_BARRIER();");
        line!(self, "const rista_index {} = (rista_index)number;", launch.group);
    }

    pub fn post(&mut self, stage: u32) {
        line!(self, "rista_post(posts, number, RISTA_STAGE(launch, {stage}));");
    }

    pub fn await_stage(&mut self, group: &Exp, stage: u32) {
        let group = self.variables.written(group).to_string();
        if self.kernel_may_fail {
            self.leave_if(format_args!("!rista_await(posts, {group}, RISTA_STAGE(launch, {stage}), thread)"), &[]);
        } else {
            line!(self, "rista_await(posts, {group}, RISTA_STAGE(launch, {stage}), 0);");
        }
    }

    /// Writes a function that kernels call.
    fn write_for_kernels(mut self, out: &mut String) {
        let function = &self.context.program.functions[self.id];
        self.variables.side = Side::Kernel;
        self.leave = vec!["return RISTA_FAILED;".to_owned()];
        for param in function.params.iter().chain(&function.results) {
            self.variables.types.insert(param.name, param.ty);
        }
        self.collect(&function.body);
        for result in &function.results {
            match result.ty {
                Type::Scalar(ty) => line!(self, "{} {} = 0;", c_type(ty), result.name),
                Type::Memory | Type::Object | Type::Borrowed => {
                    line!(self, "RISTA_GLOBAL uint8_t *{} = 0;", result.name)
                }
            }
        }
        self.block(&function.body);
        for result in &function.results {
            line!(self, "*out_{} = {};", result.name, result.name);
        }
        line!(self, "return RISTA_SUCCESS;");
        let _ = writeln!(out, "{} {{\n{}}}", signature(self.context, self.id), self.lines.text);
        if let Some(kernels) = self.context.kernels
            && self.uses_double(&function.body)
        {
            kernels.borrow_mut().double_at.get_or_insert_default();
        }
    }

    /// Writes a statement of a group. Memory that it reads must not be written before all threads have read it.
    pub fn group_stm(&mut self, stm: &Stm) {
        let Some(group) = &mut self.group else { return };
        group.has_read |= reads(stm);
        let (has_read, is_last) = (group.has_read, group.is_last);
        let is_nested = matches!(stm, Stm::If { .. } | Stm::For { .. } | Stm::While { .. });
        group.is_last &= !is_nested;
        self.any_stm(stm);
        if let Some(group) = &mut self.group {
            // The loop may have no round, or come to its start again.
            group.has_read |= is_nested && has_read;
            group.is_last = is_last;
        }
    }

    /// Writes the code that the threads of the group run.
    pub fn threads(&mut self, var: Name, bound: &Exp, body: &[Stm]) {
        let Some(mut group) = self.group.take() else { return };
        let each = elements_each(bound, &group.size);
        let reads_bound = each.is_none() && !walk::memory_read(bound).is_empty();
        let end = self.variables.written(bound).to_string();
        let c = self.variables.declared(var, ScalarType::I64);
        if reads_bound {
            line!(self, "{{");
            self.lines.indent += 1;
            line!(self, "const {c} {var}_end = {end};");
        }
        if group.has_read {
            line!(self, "RISTA_BARRIER();");
        }
        match each {
            Some(1) => {
                line!(self, "{{");
                line!(self, "  const {c} {var} = RISTA_THREAD;");
            }
            Some(each) => {
                let size = self.variables.written(&group.size).to_string();
                line!(self, "#pragma unroll");
                line!(self, "for (int32_t {var}_round = 0; {var}_round < {each}; {var}_round++) {{");
                line!(self, "  const {c} {var} = RISTA_THREAD + {var}_round * {size};");
            }
            None => {
                let end = if reads_bound { String::new() } else { format!(", {var}_end = {end}") };
                line!(self, "for ({c} {var} = RISTA_THREAD{end}; {var} < {var}_end; {var} += RISTA_SIZE) {{");
            }
        }
        let may_fail = may_leave(body, self.kernel_may_fail);
        if may_fail {
            line!(self, "  thread->iteration = {var};");
        }
        let goes_on = !group.is_last && group.has_phases;
        let place = format!("goto left_{};", group.places);
        self.leave = match goes_on {
            true => vec!["failed_in = phase;".to_owned(), place],
            false => vec!["return;".to_owned()],
        };
        self.nested(body);
        line!(self, "}}");
        if may_fail && goes_on {
            line!(self, "left_{}:;", group.places);
            group.places += 1;
        }
        if !group.is_last {
            line!(self, "RISTA_BARRIER();");
        }
        if may_fail && goes_on {
            line!(self, "if (failed_in != 0 && failed_in <= phase)");
            line!(self, "  return;");
            line!(self, "phase++;");
        }
        if reads_bound {
            self.lines.indent -= 1;
            line!(self, "}}");
        }
        group.has_read = false;
        self.group = Some(group);
    }

    /// Whether to ask the device's compiler to unroll a loop. This pays for private arrays: if all their indices become
    /// constants, they are in registers.
    pub fn is_unrolled(&self, bound: &Exp, body: &[Stm]) -> bool {
        if rounds(bound).is_none_or(|rounds| rounds.saturating_mul(unrolled(body)) > UNROLLED) {
            return false;
        }
        let is_own = |name: &Name| self.variables.arrays.contains(name) && !self.shared.contains(name);
        let mut is_over_registers = false;
        walk::each_stm(body, &mut |stm| {
            is_over_registers |= matches!(stm, Stm::Write { memory, .. } if is_own(memory));
        });
        walk::each_exp(body, &mut |exp| {
            is_over_registers |= matches!(exp, Exp::Read { memory, .. } if is_own(memory));
        });
        is_over_registers
    }

    /// Writes an assertion in a kernel. A failure records the assertion's number and values; the host makes the
    /// message.
    pub fn kernel_assert(&mut self, cond: &Exp, message: &Template, values: &[Exp], spans: &Spans) {
        let Some(kernels) = self.context.kernels else { return };
        let types: Vec<ScalarType> = values.iter().map(|value| type_of(value, &self.variables)).collect();
        let told = types
            .iter()
            .enumerate()
            .map(|(at, ty)| failure::shown(*ty, failure::unpacked(*ty, format_args!("values[{at}]"))));
        let mut told = vec![failure::failed(message, &types, told)];
        told.extend(failure::frames(self.context, spans));
        let number = {
            let mut kernels = kernels.borrow_mut();
            kernels.assertions.push(told);
            kernels.assertions.len() - 1
        };
        let packed = values.iter().zip(&types).map(|(value, ty)| failure::packed(*ty, self.variables.written(value)));
        let packed: Vec<String> = packed.collect();
        let cond = self.variables.written(cond).to_string();
        let before = match packed.len() {
            0 => vec![format!("rista_fail(thread, {number}, 0, 0);")],
            count => vec![
                format!("const int64_t values[] = {{{}}};", packed.join(", ")),
                format!("rista_fail(thread, {number}, {count}, values);"),
            ],
        };
        self.leave_if(format_args!("!({cond})"), &before);
    }

    /// Writes a call in a kernel. If it fails, the call is added to the failure's trace and the function is left.
    pub fn kernel_call(&mut self, call: &str, spans: &Spans) {
        let Some(kernels) = self.context.kernels else { return };
        let frames = failure::frames(self.context, spans);
        let mut before = Vec::new();
        if !frames.is_empty() {
            let mut kernels = kernels.borrow_mut();
            before.push(format!("rista_called(thread, {});", kernels.calls.len()));
            kernels.calls.push(frames);
        }
        self.leave_if(format_args!("{call} != RISTA_SUCCESS"), &before);
    }

    /// Whether the code computes or moves an `f64`, or uses `double` to compute an `f16`.
    fn uses_double(&self, block: &[Stm]) -> bool {
        let mut found = false;
        let mut see = |ty: ScalarType| found |= ty == ScalarType::F64;
        walk::each_stm(block, &mut |stm| match stm {
            Stm::Declare { ty: elem, .. }
            | Stm::DeclareArray { elem, .. }
            | Stm::DeclareStack { elem, .. }
            | Stm::DeclareShared { elem, .. }
            | Stm::Write { elem, .. }
            | Stm::Copy { elem, .. }
            | Stm::Atomic { elem, .. } => see(*elem),
            _ => {}
        });
        walk::each_exp(block, &mut |exp| see(type_of(exp, &self.variables)));
        walk::each_exp(block, &mut |exp| {
            let is_fma = matches!(exp, Exp::Fma(a, ..) if type_of(a, &self.variables) == ScalarType::F16);
            found |= is_fma;
        });
        found
    }
}

/// Returns the number of statements after loops with few rounds are unrolled. Above the limit, the number is only known
/// to be larger.
fn unrolled(block: &[Stm]) -> usize {
    let mut count = 0;
    for stm in block {
        let rounds = if let Stm::For { bound, .. } = stm { rounds(bound).unwrap_or(1) } else { 1 };
        let inner: usize = walk::blocks(stm).map(|block| unrolled(block)).sum();
        count += 1 + inner.saturating_mul(rounds);
        if count > UNROLLED {
            return UNROLLED + 1;
        }
    }
    count
}

/// Returns the number of rounds of a loop if that is a small constant. Longer loops over a tile are unrolled in parts
/// of `ROUNDS`.
fn rounds(bound: &Exp) -> Option<usize> {
    match bound {
        Exp::Const(Scalar::I64(rounds)) => usize::try_from(*rounds).ok().filter(|rounds| *rounds <= ROUNDS),
        Exp::Setting(Setting::TileSize) => Some(ROUNDS),
        _ => None,
    }
}

/// Returns the arrays that a group shares. Their sizes mention no variable that the group declares.
fn shared(body: &[Stm]) -> Vec<(Name, ScalarType, &Exp)> {
    let mut found = Vec::new();
    walk::each_stm(body, &mut |stm| {
        if let Stm::DeclareShared { name, elem, count } = stm {
            found.push((*name, *elem, count));
        }
    });
    found
}

/// Returns the memory that may be written: directly, through another variable, or by a call.
fn written(body: &[Stm]) -> FxHashSet<Name> {
    let mut names: FxHashSet<Name> = walk::redirected(body).into_iter().collect();
    walk::each_stm(body, &mut |stm| {
        if let Stm::Write { memory, .. } | Stm::Atomic { memory, .. } | Stm::Copy { to: memory, .. } = stm {
            names.insert(*memory);
        }
    });
    names
}

/// Returns, for each memory variable, the size in bytes of the smallest elements as which it is accessed.
fn elements(body: &[Stm]) -> FxHashMap<Name, usize> {
    let mut elements = FxHashMap::default();
    let mut see = |memory: Name, elem: ScalarType| {
        let bytes: &mut usize = elements.entry(memory).or_insert(elem.bytes());
        *bytes = elem.bytes().min(*bytes);
    };
    walk::each_stm(body, &mut |stm| match stm {
        Stm::Write { memory, elem, .. } | Stm::Atomic { memory, elem, .. } => see(*memory, *elem),
        Stm::Copy { to, from, elem, .. } => [*to, *from].into_iter().for_each(|memory| see(memory, *elem)),
        _ => {}
    });
    walk::each_exp(body, &mut |exp| {
        if let Exp::Read { memory, elem, .. } = exp {
            see(*memory, *elem);
        }
    });
    // Accesses through other variables are not tracked.
    walk::redirected(body).into_iter().for_each(|memory| see(memory, ScalarType::U8));
    elements
}

/// Whether the statement reads memory for the whole group.
fn reads(stm: &Stm) -> bool {
    let own = walk::expressions(stm).any(|exp| !walk::memory_read(exp).is_empty());
    let is_threads = matches!(stm, Stm::Threads { .. });
    own || !is_threads && walk::blocks(stm).any(|block| block.iter().any(reads))
}

fn launches_may_fail(program: &Program) -> bool {
    let mut found = false;
    for function in program.functions.values() {
        walk::each_stm(&function.body, &mut |stm| {
            found |= matches!(stm, Stm::Launch { body, .. } if may_fail(body));
        });
    }
    found
}

fn may_fail(body: &[Stm]) -> bool {
    let mut found = false;
    walk::each_stm(body, &mut |stm| found |= matches!(stm, Stm::Assert { .. } | Stm::Call { .. }));
    found
}

/// Whether threads may leave before the end: after a failure, or while waiting for a group that failed.
fn may_leave(body: &[Stm], kernel_may_fail: bool) -> bool {
    let mut awaits = false;
    walk::each_stm(body, &mut |stm| awaits |= matches!(stm, Stm::Await { .. }));
    may_fail(body) || kernel_may_fail && awaits
}

/// Whether threads may leave while others still have work.
fn has_phases(body: &[Stm], kernel_may_fail: bool) -> bool {
    let last = body.len().saturating_sub(1);
    let may_leave = |stm: &Stm| may_leave(std::slice::from_ref(stm), kernel_may_fail);
    body.iter().enumerate().any(|(at, stm)| may_leave(stm) && !(at == last && is_threads(stm)))
}

fn is_threads(stm: &Stm) -> bool {
    matches!(stm, Stm::Threads { .. })
}
