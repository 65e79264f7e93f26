//! Functions and statements to C.

use crate::c::exp::{
    MemoryVariable, Side, TableName, Thresholds, Variables, c_type, declaration, kernel_type, type_of,
};
use crate::c::kernel::{self, Group, Kernels};
use crate::c::recursion::{self, Recursion};
use crate::c::{failure, foreign, service};
use base::{Name, SourceMap, Spans};
use imp::def::*;
use imp::walk;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{Arguments, Display, Write};
use value::ScalarType;

/// Data that the writer of one program needs throughout.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    /// Prefix of the names of all functions and tables. With different prefixes, several programs fit one file.
    pub prefix: &'a str,
    /// Collection that receives the kernels, in programs for devices.
    pub kernels: Option<&'a RefCell<Kernels>>,
    /// Thresholds that the host can set.
    pub thresholds: Thresholds<'a>,
    recursion: Recursion,
}

impl<'a> Context<'a> {
    pub fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        prefix: &'a str,
        kernels: Option<&'a RefCell<Kernels>>,
    ) -> Context<'a> {
        Context { program, sources, prefix, kernels, thresholds: None, recursion: Recursion::of(program) }
    }
}

impl<'a> Context<'a> {
    /// Returns the name of the function that outside callers call to run an entry point. It runs on a stack of its own
    /// if it needs one.
    pub fn entry_name(&self, id: FunctionId) -> String {
        let name = self.function_name(id);
        if self.recursion.is_reached_from(id) { format!("{name}_deep") } else { name }
    }

    pub fn function_name(&self, id: FunctionId) -> String {
        let spelling = self.program.functions[id].name.as_str();
        let clean: String = spelling.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        format!("{}f{}_{clean}", self.prefix, id.as_u32())
    }

    pub fn table_name(&self, table: TableId) -> TableName<'a> {
        TableName { prefix: self.prefix, table }
    }

    /// Writes tables, declarations of all functions, then the functions.
    pub fn write(&self) -> String {
        let mut out = String::new();
        for id in self.program.tables.keys() {
            self.table("static const", id, &mut out);
        }
        for id in self.program.functions.keys() {
            let _ = writeln!(out, "static {};", self.signature(id, &self.function_name(id)));
        }
        for (id, function) in self.program.functions.iter() {
            out.push('\n');
            match &function.external {
                Some(External::Foreign(foreign)) => foreign::write_call(self, id, foreign, &mut out),
                Some(External::Service(service)) => service::write_call(self, id, *service, &mut out),
                None => FunctionWriter::new(self, id).write(&mut out),
            }
        }
        let entries: BTreeSet<FunctionId> = self.program.entries.iter().map(|entry| entry.function).collect();
        for id in entries.into_iter().filter(|id| self.recursion.is_reached_from(*id)) {
            recursion::write_deep(self, id, &mut out);
        }
        if let Some(kernels) = self.kernels {
            kernel::finish(self, kernels);
        }
        out
    }

    /// Writes the definition of a constant table.
    pub fn table(&self, qualifiers: &str, id: TableId, out: &mut String) {
        let array = &self.program.tables[id];
        let ty = c_type(array.elem());
        let _ = write!(out, "{qualifiers} {ty} {}[{}] = {{", self.table_name(id), array.len().max(1));
        let variables = Variables::default();
        for at in 0..array.len() {
            if let Some(scalar) = array.get(at) {
                let separator = if at == 0 { "" } else { ", " };
                let _ = write!(out, "{separator}{}", variables.written(&Exp::Const(scalar)));
            }
        }
        out.push_str("};\n");
    }

    pub(crate) fn signature(&self, id: FunctionId, name: &str) -> String {
        let function = &self.program.functions[id];
        let mut text = format!("int {name}(struct rista_context *ctx");
        for param in &function.params {
            let _ = write!(text, ", {}", declaration(param.ty, param.name));
        }
        for result in &function.results {
            let _ = write!(text, ", {}", declaration(result.ty, format_args!("*out_{}", result.name)));
        }
        text.push(')');
        text
    }
}

/// Largest indentation of a line. Without this limit the text of deeply nested code would have quadratic size.
const MAX_INDENT: usize = 40;

/// Largest number of reference variables that are C variables of their own.
const MAX_VARIABLES: usize = 64;

pub(super) struct FunctionWriter<'a> {
    pub context: &'a Context<'a>,
    pub id: FunctionId,
    pub variables: Variables<'a>,
    /// Memory variables other than parameters, in order of declaration; `objects` holds the object variables.
    memory: Vec<Name>,
    objects: Vec<Name>,
    /// Object parameters, whose references the function drops.
    given: Vec<Name>,
    /// Number of loops around the current statement.
    loops: usize,
    /// Text of the functions for the tasks so far; `task_count` is their number.
    tasks: String,
    task_count: usize,
    /// Lines that leave the function, or a part of a kernel, after a failure.
    pub leave: Vec<String>,
    /// In a kernel, the variables that its group shares; `group` is the state of the writer outside of the group's
    /// threads.
    pub shared: BTreeSet<Name>,
    pub group: Option<Group>,
    /// Whether the current kernel may fail. Then a thread that waits for another group may have to leave.
    pub kernel_may_fail: bool,
    pub lines: Lines,
}

/// The text so far, and the indentation of further lines.
pub(super) struct Lines {
    pub indent: usize,
    pub text: String,
}

impl Lines {
    pub fn add(&mut self, line: Arguments<'_>) {
        for _ in 0..self.indent.min(MAX_INDENT) {
            self.text.push_str("  ");
        }
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
}

/// Appends a line to those of the writer.
macro_rules! line {
    ($writer:expr, $($line:tt)*) => {
        $writer.lines.add(format_args!($($line)*))
    };
}
pub(super) use line;

impl<'a> FunctionWriter<'a> {
    pub fn new(context: &'a Context<'a>, id: FunctionId) -> FunctionWriter<'a> {
        let side = if context.kernels.is_some() { Side::HostOfDevice } else { Side::Host };
        FunctionWriter {
            context,
            id,
            variables: Variables { side, thresholds: context.thresholds, ..Variables::default() },
            memory: Vec::new(),
            objects: Vec::new(),
            given: Vec::new(),
            loops: 0,
            tasks: String::new(),
            task_count: 0,
            leave: vec!["goto done;".to_owned()],
            shared: BTreeSet::new(),
            group: None,
            kernel_may_fail: false,
            lines: Lines { indent: 1, text: String::new() },
        }
    }

    /// Writes the whole function, after the functions of its tasks.
    fn write(mut self, out: &mut String) {
        let function = &self.context.program.functions[self.id];
        for param in function.params.iter().chain(&function.results) {
            self.variables.types.insert(param.name, param.ty);
        }
        let results =
            |ty: Type| function.results.iter().filter(move |result| result.ty == ty).map(|result| result.name);
        let mut references = results(Type::Memory).chain(results(Type::Object)).collect();
        references_in(&function.body, &mut references);
        self.collect(&function.body);
        self.hold(references);
        let params = function.params.iter().filter(|param| param.ty == Type::Object);
        self.given.extend(params.map(|param| param.name));
        if self.context.recursion.is_recursive(self.id) {
            let drop = |name: &Name| format!("{};", drop_reference(Type::Object, name));
            let drops: Vec<String> = self.given.iter().map(drop).collect();
            let fails = format!("return rista_fail(ctx, \"{}\");", base::stack::TOO_DEEP);
            let leave = std::mem::replace(&mut self.leave, vec![fails]);
            self.leave_if(format_args!("rista_stack_is_full(ctx)"), &drops);
            self.leave = leave;
        }
        line!(self, "int err = RISTA_SUCCESS;");
        self.declare_references();
        for result in &function.results {
            if let Type::Scalar(ty) = result.ty {
                line!(self, "{} {} = 0;", c_type(ty), result.name);
            }
        }
        line!(self, "(void)ctx;");
        self.block(&function.body);
        out.push_str(&self.tasks);
        let _ = writeln!(out, "static {} {{", self.context.signature(self.id, &self.context.function_name(self.id)));
        for result in &function.results {
            let variable = self.variable(result.name);
            line!(self, "*out_{} = {variable};", result.name);
            if !matches!(result.ty, Type::Scalar(_)) {
                // The reference now belongs to the caller.
                line!(self, "{variable} = NULL;");
            }
        }
        self.finish();
        out.push_str(&self.lines.text);
    }

    /// Writes the end of a function, to which every path jumps.
    fn finish(&mut self) {
        line!(self, "goto done;");
        self.lines.text.push_str("done:\n");
        self.drop_references();
        line!(self, "return err;");
        self.lines.text.push_str("}\n");
    }

    /// Writes tasks as a function of their own, with a struct of the outer variables they use.
    fn tasks(&mut self, var: Name, bound: &Exp, body: &[Stm], spans: &Spans) {
        let name = format!("{}_task_{}", self.context.function_name(self.id), self.task_count);
        self.task_count += 1;
        let used = self.used_from_outside(var, body);
        self.task_function(&name, var, body, &used);
        self.place(spans);
        line!(self, "{{");
        self.lines.indent += 1;
        let values: Vec<String> = used.iter().map(|&used| self.value(used)).collect();
        line!(self, "const struct {name}_args args = {{{}}};", [vec!["0".into()], values].concat().join(", "));
        let bound = self.variables.written(bound);
        let is_ordered = body.iter().any(|stm| matches!(stm, Stm::Ordered { .. }));
        line!(self, "err = rista_run_tasks(ctx, {name}, &args, {bound}, {is_ordered});");
        self.leave_on_error(&[]);
        self.lines.indent -= 1;
        line!(self, "}}");
    }

    /// Returns a variable's C expression, as an argument.
    pub fn value(&self, name: Name) -> String {
        match self.variables.types.get(&name) {
            Some(Type::Memory | Type::Object | Type::Borrowed) => self.variable(name).to_string(),
            _ => name.to_string(),
        }
    }

    /// Returns the variables, except for tables, that a task uses but does not declare.
    pub fn used_from_outside(&self, var: Name, body: &[Stm]) -> BTreeSet<Name> {
        let own: BTreeSet<Name> = walk::declared(body).into_iter().chain([var]).collect();
        let mut used = BTreeSet::new();
        walk::each_name(body, &mut |name| _ = used.insert(name));
        used.retain(|name| !own.contains(name) && !self.variables.tables.contains_key(name));
        used
    }

    /// Writes the function that runs one task. It reads the variables `used` from a struct that the caller fills.
    fn task_function(&mut self, name: &str, var: Name, body: &[Stm], used: &BTreeSet<Name>) {
        let mut writer = FunctionWriter::new(self.context, self.id);
        self.swap_variables(&mut writer);
        let mut references = Vec::new();
        references_in(body, &mut references);
        writer.hold(references);
        let c_type = |name: &Name| match writer.variables.types.get(name) {
            Some(Type::Scalar(ty)) => c_type(*ty),
            _ => "void *",
        };
        let out = &mut self.tasks;
        let _ = writeln!(out, "struct {name}_args {{");
        // C does not allow a struct without fields.
        let _ = writeln!(out, "  char none;");
        used.iter().for_each(|name| _ = writeln!(out, "  {} {name};", c_type(name)));
        let _ = writeln!(out, "}};\n");
        let _ = writeln!(out, "static int {name}(struct rista_context *ctx, const void *given, int64_t {var}) {{");
        let _ = writeln!(out, "  const struct {name}_args *args = given;");
        let _ = writeln!(out, "  int err = RISTA_SUCCESS;");
        used.iter().for_each(|name| _ = writeln!(out, "  {} {name} = args->{name};", c_type(name)));
        writer.declare_references();
        line!(writer, "(void)ctx, (void)args;");
        writer.block(body);
        writer.finish();
        self.tasks.push_str(&writer.lines.text);
        self.tasks.push('\n');
        self.swap_variables(&mut writer);
    }

    /// Exchanges the facts about variables with those of the writer for a task or a kernel of the function.
    pub fn swap_variables(&mut self, writer: &mut FunctionWriter<'a>) {
        std::mem::swap(&mut writer.variables.types, &mut self.variables.types);
        std::mem::swap(&mut writer.variables.tables, &mut self.variables.tables);
        std::mem::swap(&mut writer.variables.arrays, &mut self.variables.arrays);
    }

    /// Writes a test of `err`. If the last call has failed, the lines `before` run and the function is left.
    pub fn leave_on_error(&mut self, before: &[String]) {
        self.leave_if(format_args!("err != RISTA_SUCCESS"), before);
    }

    /// Writes a test of the condition. If it holds, the lines `before` run and the function is left.
    pub fn leave_if(&mut self, cond: Arguments<'_>, before: &[String]) {
        let is_one = before.len() + self.leave.len() == 1;
        line!(self, "if ({cond}){}", if is_one { "" } else { " {" });
        before.iter().for_each(|before| line!(self, "  {before}"));
        self.leave.clone().iter().for_each(|leave| line!(self, "  {leave}"));
        if !is_one {
            line!(self, "}}");
        }
    }

    pub fn place(&mut self, spans: &Spans) {
        if let Some(place) = spans.first().and_then(|span| self.context.sources.place(*span)) {
            line!(self, "// {place}");
        }
    }

    /// Declares the reference variables. If there are many, they become fields of a struct. Otherwise the C compiler
    /// tracks each variable at each of the many jumps to the function's end, which takes time and memory in their
    /// product.
    fn declare_references(&mut self) {
        for (names, ty, gathered) in self.references() {
            let names: Vec<String> = names.iter().map(|name| declaration(ty, name)).collect();
            if names.len() <= MAX_VARIABLES {
                names.iter().for_each(|name| line!(self, "{name} = NULL;"));
                continue;
            }
            line!(self, "struct {{");
            names.iter().for_each(|name| line!(self, "  {name};"));
            line!(self, "}} {gathered} = {{0}};");
        }
        for (names, ..) in self.references().into_iter().filter(|(names, ..)| names.len() > MAX_VARIABLES) {
            self.variables.gathered.extend(names);
        }
    }

    fn drop_references(&mut self) {
        self.given.clone().iter().for_each(|name| line!(self, "{};", drop_reference(Type::Object, name)));
        for (names, ty, gathered) in self.references() {
            if names.len() <= MAX_VARIABLES {
                names.iter().for_each(|name| line!(self, "{};", drop_reference(ty, name)));
                continue;
            }
            let c = declaration(ty, "");
            line!(self, "for (size_t i = 0; i < sizeof({gathered}) / sizeof({c}); i++)");
            line!(self, "  {};", drop_reference(ty, format_args!("(({c}*)&{gathered})[i]")));
        }
    }

    /// Returns the reference variables by kind, each list with the struct in which many are gathered.
    fn references(&self) -> [(Vec<Name>, Type, &'static str); 2] {
        [(self.memory.clone(), Type::Memory, "blocks"), (self.objects.clone(), Type::Object, "objects")]
    }

    /// Sets the reference variables that this function holds.
    fn hold(&mut self, names: Vec<Name>) {
        let (objects, memory) = names.into_iter().partition(|name| self.variables.is_object(*name));
        (self.memory, self.objects) = (memory, objects);
    }

    /// Returns a memory or object variable as written in C.
    pub fn variable(&self, name: Name) -> MemoryVariable<'a> {
        self.variables.memory(name)
    }

    /// Records the types of the variables that the block declares, at any depth.
    pub fn collect(&mut self, block: &[Stm]) {
        for stm in block {
            match stm {
                Stm::Declare { name, ty, .. } => {
                    self.variables.types.insert(*name, Type::Scalar(*ty));
                }
                Stm::DeclareMemory { name } => _ = self.variables.types.insert(*name, Type::Memory),
                Stm::DeclareObject { name, borrowed } => {
                    let ty = if *borrowed { Type::Borrowed } else { Type::Object };
                    self.variables.types.insert(*name, ty);
                }
                Stm::DeclareArray { name, .. } | Stm::DeclareStack { name, .. } | Stm::DeclareShared { name, .. } => {
                    self.variables.types.insert(*name, Type::Memory);
                    self.variables.arrays.insert(*name);
                }
                Stm::DeclareTable { name, table } => {
                    self.variables.types.insert(*name, Type::Memory);
                    self.variables.tables.insert(*name, self.context.table_name(*table));
                }
                Stm::If { then_block, else_block, .. } => {
                    self.collect(then_block);
                    self.collect(else_block);
                }
                Stm::For { var, ty, body, .. } => {
                    self.variables.types.insert(*var, Type::Scalar(*ty));
                    self.collect(body);
                }
                Stm::Tasks { var, body, .. } => {
                    self.variables.types.insert(*var, Type::Scalar(ScalarType::I64));
                    self.collect(body);
                }
                Stm::Launch { group: var, body, .. } | Stm::Threads { var, body, .. } => {
                    self.variables.types.insert(*var, Type::Scalar(ScalarType::I64));
                    self.collect(body);
                }
                Stm::Atomic { elem, old, .. } => _ = self.variables.types.insert(*old, Type::Scalar(*elem)),
                Stm::While { body, .. } | Stm::Ordered { body } => self.collect(body),
                Stm::Assign { .. }
                | Stm::AssignReference { .. }
                | Stm::MoveReference { .. }
                | Stm::ReleaseReference { .. }
                | Stm::Allocate { .. }
                | Stm::Construct { .. }
                | Stm::Constant { .. }
                | Stm::Vacate { .. }
                | Stm::SetWord { .. }
                | Stm::LoadWord { .. }
                | Stm::LoadMemory { .. }
                | Stm::StoreMemory { .. }
                | Stm::LoadObject { .. }
                | Stm::StoreObject { .. }
                | Stm::Write { .. }
                | Stm::Copy { .. }
                | Stm::Post { .. }
                | Stm::Await { .. }
                | Stm::Call { .. }
                | Stm::Assert { .. } => {}
            }
        }
    }

    pub fn block(&mut self, block: &[Stm]) {
        for stm in block {
            self.stm(stm);
        }
    }

    pub fn nested(&mut self, block: &[Stm]) {
        self.lines.indent += 1;
        self.block(block);
        self.lines.indent -= 1;
    }

    fn stm(&mut self, stm: &Stm) {
        if self.group.is_some() {
            return self.group_stm(stm);
        }
        self.any_stm(stm);
    }

    /// Writes a statement of a host function, of a thread in a kernel, or of a group.
    pub fn any_stm(&mut self, stm: &Stm) {
        let is_remote = self.is_remote(stm);
        match stm {
            Stm::Declare { name, ty, init } => {
                let init = self.variables.written(init);
                line!(self, "{} {name} = {init};", self.variables.declared(*name, *ty));
            }
            Stm::DeclareMemory { name } if self.is_in_kernel() => line!(self, "RISTA_GLOBAL uint8_t *{name} = 0;"),
            Stm::DeclareObject { name, borrowed: true } => {
                line!(self, "{} = NULL;", declaration(Type::Borrowed, name));
            }
            // These are declared at the top of the function or of the file.
            Stm::DeclareMemory { .. }
            | Stm::DeclareObject { borrowed: false, .. }
            | Stm::DeclareTable { .. }
            | Stm::DeclareShared { .. } => {}
            Stm::DeclareArray { name, elem, count } => {
                self.declare_array(*name, *elem, format_args!("{}", count.max(&1)))
            }
            Stm::DeclareStack { name, elem, count, frame } => {
                let (count, frame) = (count.max(&1), frame.max(&1));
                match self.is_in_kernel() {
                    true => self.declare_array(*name, *elem, format_args!("RISTA_ROOM({frame}) * {count}")),
                    // Only kernels call functions with stacks.
                    false => self.declare_array(*name, *elem, format_args!("{}", (MAX_STACK / frame).max(1) * count)),
                }
            }
            Stm::Assign { name, value } => {
                let value = self.variables.written(value);
                line!(self, "{name} = {value};");
            }
            Stm::AssignReference { .. } | Stm::MoveReference { .. } | Stm::ReleaseReference { .. } => self.refer(stm),
            Stm::Construct { .. }
            | Stm::Constant { .. }
            | Stm::Vacate { .. }
            | Stm::SetWord { .. }
            | Stm::LoadWord { .. }
            | Stm::LoadMemory { .. }
            | Stm::StoreMemory { .. }
            | Stm::LoadObject { .. }
            | Stm::StoreObject { .. } => self.object_stm(stm),
            Stm::Allocate { name, elem, count } => self.allocate(*name, *elem, count),
            Stm::Write { memory, elem, index, value } => self.write_element(*memory, *elem, index, value),
            Stm::Copy { elem, to, to_offset, from, from_offset, count } => {
                self.copy(*elem, (*to, to_offset), (*from, from_offset), count);
            }
            Stm::Atomic { memory, elem, index, old, value } => self.atomic(*memory, *elem, index, *old, value),
            Stm::If { cond, then_block, else_block } => self.if_(cond, then_block, else_block),
            Stm::For { var, ty, bound, body, parallel, spans } => {
                self.for_(*var, *ty, bound, body, *parallel, spans);
            }
            Stm::Tasks { var, bound, body, spans } => self.tasks(*var, bound, body, spans),
            Stm::Post { stage } => self.post(*stage),
            Stm::Await { group, stage } => self.await_stage(group, *stage),
            Stm::Ordered { body } => {
                line!(self, "err = rista_await_turn(ctx);");
                self.leave_on_error(&[]);
                self.block(body);
                line!(self, "rista_end_turn(ctx);");
            }
            Stm::Launch { .. } => self.launch(stm),
            Stm::Threads { var, bound, body } => self.threads(*var, bound, body),
            Stm::While { cond, body } => self.while_(cond, body, is_remote),
            Stm::Call { results, function, args, spans } => self.call(results, *function, args, spans),
            Stm::Assert { cond, message, values, spans } => self.assert(cond, message, values, spans),
        }
        if is_remote {
            self.check_accesses();
        }
    }

    pub fn is_in_kernel(&self) -> bool {
        self.variables.side == Side::Kernel
    }

    fn declare_array(&mut self, name: Name, elem: ScalarType, count: std::fmt::Arguments) {
        let c = if self.is_in_kernel() { kernel_type(elem) } else { c_type(elem) };
        line!(self, "{c} {name}[{count}];");
    }

    /// Makes a variable refer to an object, which it then shares unless it is borrowed.
    pub fn share_object(&mut self, name: Name, object: Arguments<'_>) {
        let variable = self.variable(name);
        match self.variables.is_borrowed(name) {
            true => line!(self, "{variable} = {object};"),
            false => line!(self, "{variable} = rista_share_object(ctx, {variable}, {object});"),
        }
    }

    /// Writes a statement that changes a variable's reference.
    fn refer(&mut self, stm: &Stm) {
        match stm {
            Stm::AssignReference { name, from } if self.variables.is_object(*name) => {
                self.share_object(*name, format_args!("{}", self.variable(*from)));
            }
            Stm::MoveReference { name, from } if self.variables.is_object(*name) => {
                let (name, from) = (self.variable(*name), self.variable(*from));
                line!(self, "{name} = rista_move_object(ctx, {name}, &{from});");
            }
            Stm::AssignReference { name, from } => {
                let (name, from) = (self.variable(*name), self.variable(*from));
                match self.variables.side {
                    Side::Kernel => line!(self, "{name} = {from};"),
                    _ => line!(self, "{name} = rista_share({name}, {from});"),
                }
            }
            Stm::MoveReference { name, from } => {
                let (name, from) = (self.variable(*name), self.variable(*from));
                match self.variables.side {
                    Side::Kernel => line!(self, "{name} = {from};"),
                    _ => line!(self, "rista_exchange(&{name}, &{from});"),
                }
            }
            Stm::ReleaseReference { name } => self.release(*name),
            _ => {}
        }
    }

    fn allocate(&mut self, name: Name, elem: ScalarType, count: &Exp) {
        if self.is_in_kernel() {
            return line!(self, "#error \"a kernel cannot allocate\"");
        }
        let (name, count) = (self.variable(name), self.variables.written(count));
        line!(self, "{name} = rista_alloc(ctx, {name}, {count}, sizeof({}));", c_type(elem));
        self.leave_without_memory(name);
    }

    /// Writes a jump to the end for the case that allocating the variable's block or object has failed.
    pub fn leave_without_memory(&mut self, name: MemoryVariable<'_>) {
        line!(self, "if ({name} == NULL) {{");
        line!(self, "  err = RISTA_OUT_OF_MEMORY;");
        line!(self, "  goto done;");
        line!(self, "}}");
    }

    fn if_(&mut self, cond: &Exp, then_block: &[Stm], else_block: &[Stm]) {
        let cond = self.variables.written(cond);
        line!(self, "if ({cond}) {{");
        self.nested(then_block);
        if !else_block.is_empty() {
            line!(self, "}} else {{");
            self.nested(else_block);
        }
        line!(self, "}}");
    }

    fn while_(&mut self, cond: &Exp, body: &[Stm], is_remote: bool) {
        let cond = self.variables.written(cond);
        line!(self, "while ({cond}) {{");
        if is_remote {
            self.lines.indent += 1;
            self.check_accesses();
            self.lines.indent -= 1;
        }
        self.round(body);
    }

    fn for_(&mut self, var: Name, ty: ScalarType, bound: &Exp, body: &[Stm], parallel: bool, spans: &Spans) {
        self.place(spans);
        let (c, end) = (self.variables.declared(var, ty), self.variables.written(bound));
        if parallel && is_innermost(body) && self.variables.side == Side::Host {
            line!(self, "RISTA_INDEPENDENT");
        }
        if self.is_in_kernel() && self.is_unrolled(bound, body) {
            match bound {
                Exp::Setting(_) => line!(self, "#pragma unroll {}", kernel::ROUNDS),
                _ => line!(self, "#pragma unroll"),
            }
        }
        line!(self, "for ({c} {var} = 0, {var}_end = {end}; {var} < {var}_end; {var}++) {{");
        self.round(body);
    }

    /// Writes the body of a loop. Its variables keep their blocks and objects between rounds, for allocations of the
    /// same size, until the outermost loop ends.
    fn round(&mut self, body: &[Stm]) {
        if self.is_in_kernel() {
            self.nested(body);
            return line!(self, "}}");
        }
        self.loops += 1;
        self.nested(body);
        line!(self, "}}");
        self.loops -= 1;
        if self.loops == 0 {
            let mut declared = Vec::new();
            references_in(body, &mut declared);
            declared.iter().for_each(|name| self.release(*name));
        }
    }

    fn release(&mut self, name: Name) {
        let ty = if self.variables.is_object(name) { Type::Object } else { Type::Memory };
        let name = self.variable(name);
        if self.is_in_kernel() {
            return line!(self, "{name} = 0;");
        }
        line!(self, "{name} = {};", drop_reference(ty, name));
    }

    fn call(&mut self, results: &[Name], function: FunctionId, args: &[Arg], spans: &Spans) {
        let first = if self.is_in_kernel() { "thread" } else { "ctx" };
        let mut text = format!("{}({first}", self.context.function_name(function));
        let mut moved = Vec::new();
        for (param, arg) in self.context.program.functions[function].params.iter().zip(args) {
            let _ = match arg {
                Arg::Scalar(exp) => write!(text, ", {}", self.variables.written(exp)),
                Arg::Reference(name) if param.ty == Type::Object => {
                    write!(text, ", rista_retain_object({})", self.variable(*name))
                }
                Arg::Reference(name) => write!(text, ", {}", self.variable(*name)),
                Arg::Move(name) => {
                    moved.push(self.variable(*name));
                    write!(text, ", {}", self.variable(*name))
                }
            };
        }
        for result in results {
            if matches!(self.variables.types.get(result), Some(Type::Memory | Type::Object)) {
                self.release(*result);
            }
            let _ = match self.is_in_kernel() {
                true => write!(text, ", &{}", self.variable(*result)),
                false => write!(text, ", &got_{result}"),
            };
        }
        text.push(')');
        if self.is_in_kernel() {
            return self.kernel_call(&text, spans);
        }
        // The function writes to variables whose scope is the call. So other variables have no address, and the C
        // compiler can keep them in registers.
        line!(self, "{{");
        self.lines.indent += 1;
        for (result, param) in results.iter().zip(&self.context.program.functions[function].results) {
            let zero = if let Type::Scalar(_) = param.ty { "0" } else { "NULL" };
            line!(self, "{} = {zero};", declaration(param.ty, format_args!("got_{result}")));
        }
        line!(self, "err = {text};");
        for result in results {
            line!(self, "{} = got_{result};", self.variable(*result));
        }
        self.lines.indent -= 1;
        line!(self, "}}");
        moved.into_iter().for_each(|name| line!(self, "{name} = NULL;"));
        let frames = failure::frames(self.context, spans);
        self.leave_on_error(&frames);
    }

    fn assert(&mut self, cond: &Exp, message: &base::Template, values: &[Exp], spans: &Spans) {
        if self.is_in_kernel() {
            return self.kernel_assert(cond, message, values, spans);
        }
        let types: Vec<ScalarType> = values.iter().map(|value| type_of(value, &self.variables)).collect();
        let values = values.iter().zip(&types).map(|(value, ty)| failure::shown(*ty, self.variables.written(value)));
        let mut before = vec![failure::failed(message, &types, values)];
        before.extend(failure::frames(self.context, spans));
        let condition = cond;
        let cond = self.variables.written(cond).to_string();
        if self.variables.reads_remote(condition) {
            // If `err` is set, the condition rests on contents that were not read. So it is tested only after the
            // check.
            line!(self, "{{");
            self.lines.indent += 1;
            line!(self, "const bool holds = {cond};");
            self.check_accesses();
            self.leave_if(format_args!("!holds"), &before);
            self.lines.indent -= 1;
            return line!(self, "}}");
        }
        self.leave_if(format_args!("!({cond})"), &before);
    }
}

/// Collects the reference variables that the block declares at any depth, except in tasks.
fn references_in(block: &[Stm], out: &mut Vec<Name>) {
    for stm in block {
        match stm {
            Stm::DeclareMemory { name } | Stm::DeclareObject { name, borrowed: false } => out.push(*name),
            Stm::If { then_block, else_block, .. } => {
                references_in(then_block, out);
                references_in(else_block, out);
            }
            Stm::For { body, .. } | Stm::While { body, .. } | Stm::Ordered { body } => references_in(body, out),
            // Declarations in tasks belong to the tasks' functions.
            _ => {}
        }
    }
}

/// Returns the call that drops a variable's reference and returns NULL.
fn drop_reference(ty: Type, variable: impl Display) -> String {
    if ty == Type::Object { format!("rista_drop_object(ctx, {variable})") } else { format!("rista_drop({variable})") }
}

/// Whether the loop contains no loop or call. Then the C compiler may vectorise it if its iterations are independent.
fn is_innermost(body: &[Stm]) -> bool {
    body.iter().all(|stm| match stm {
        Stm::For { .. } | Stm::Tasks { .. } | Stm::While { .. } | Stm::Call { .. } => false,
        Stm::If { then_block, else_block, .. } => is_innermost(then_block) && is_innermost(else_block),
        _ => true,
    })
}

/// Returns the text as it stands inside the quotes of a C string.
pub fn c_string(text: &str) -> String {
    let mut quoted = String::new();
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '?' => quoted.push_str("\\?"),
            c if c.is_ascii_control() => quoted.push_str(&format!("\\{:03o}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted
}
