//! Printing IMP. See the parent module for the form.

use super::{COMPARISONS, SYMBOLS};
use crate::def::*;
use base::Name;
use base::cursor::quote;
use base::entity::EntityRef;
use value::entry::{print_params, print_result};
use value::{Scalar, literal};

/// Prints a program in text form.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for (id, table) in program.tables.iter() {
        let dims: String = table.shape().iter().map(|size| format!("[{size}]")).collect();
        let elements: Vec<String> = (0..table.len()).filter_map(|at| table.get(at)).map(literal::print).collect();
        printer.line(&format!("table {} : {dims}{} = [{}]", id.index(), table.elem(), elements.join(", ")));
    }
    for function in program.functions.values() {
        printer.function(function);
    }
    for entry in &program.entries {
        printer.line(&print_entry(entry));
    }
    printer.out
}

/// Prints one statement, for messages.
pub fn print_stm(stm: &Stm) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.stm(stm);
    printer.out
}

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn function(&mut self, function: &Function) {
        let params = |params: &[Param]| params.iter().map(print_param).collect::<Vec<_>>().join(", ");
        let (from, to) = (params(&function.params), params(&function.results));
        let head = format!("fun {} ({from}) -> ({to})", quote(function.name.as_str()));
        match &function.external {
            Some(External::Foreign(foreign)) => return self.line(&format!("{head} foreign {foreign}")),
            Some(External::Service(service)) => return self.line(&format!("{head} service {}", service.name())),
            None => {}
        }
        self.line(&format!("{head} {{"));
        self.block(&function.body);
        self.line("}");
    }

    fn block(&mut self, block: &[Stm]) {
        self.indent += 1;
        block.iter().for_each(|stm| self.stm(stm));
        self.indent -= 1;
    }

    fn stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Declare { name, ty, init } => self.line(&format!("var {name} : {ty} := {}", exp(init))),
            Stm::DeclareMemory { name } => self.line(&format!("var {name} : mem")),
            Stm::DeclareObject { name, borrowed: false } => self.line(&format!("var {name} : object")),
            Stm::DeclareObject { name, borrowed: true } => self.line(&format!("var {name} : borrowed")),
            Stm::DeclareArray { name, elem, count } => self.line(&format!("var {name} : {elem}[{count}]")),
            Stm::DeclareStack { name, elem, count, frame } => {
                self.line(&format!("var {name} : stack {elem}[{count}] of {frame}"));
            }
            Stm::DeclareTable { name, table } => self.line(&format!("var {name} : table {}", table.index())),
            Stm::Assign { name, value } => self.line(&format!("{name} <- {}", exp(value))),
            Stm::AssignReference { name, from } => self.line(&format!("{name} <- ref {from}")),
            Stm::MoveReference { name, from } => self.line(&format!("{name} <- move {from}")),
            Stm::ReleaseReference { name } => self.line(&format!("release {name}")),
            Stm::Allocate { name, elem, count } => self.line(&format!("{name} <- alloc {elem} {}", exp(count))),
            Stm::Construct { name, number, mutable, cyclic, words, memories, objects, reuse } => {
                let reuse = reuse.map_or(String::new(), |reuse| format!(" reuse {reuse}"));
                let kind = if *mutable { "mutable" } else { "object" };
                let reuse = if *cyclic { format!(" cyclic{reuse}") } else { reuse };
                let number = if *number == 0 { String::new() } else { format!(" number {number}") };
                self.line(&format!("{name} <- {kind} ({words}, {memories}, {}){number}{reuse}", exp(objects)));
            }
            Stm::Constant { name, number } => self.line(&format!("{name} <- constant {number}")),
            Stm::Vacate { name } => self.line(&format!("vacate {name}")),
            Stm::SetWord { object, mutable, ty, at, value } => {
                self.line(&format!("{}.word.{ty}[{at}] <- {}", accessed(*object, *mutable), exp(value)));
            }
            Stm::LoadWord { name, object, ty, at } => {
                self.line(&format!("{name} <- {}.word.{ty}[{at}]", accessed(*object, true)));
            }
            Stm::LoadMemory { name, object, mutable, at } => {
                self.line(&format!("{name} <- {}.memory[{at}]", accessed(*object, *mutable)));
            }
            Stm::StoreMemory { object, mutable, at, from, moves } => {
                let object = accessed(*object, *mutable);
                self.line(&format!("{object}.memory[{at}] <- {} {from}", if *moves { "move" } else { "ref" }));
            }
            Stm::LoadObject { name, object, mutable, at } => {
                self.line(&format!("{name} <- {}.object[{}]", accessed(*object, *mutable), exp(at)));
            }
            Stm::StoreObject { object, mutable, at, from, moves } => {
                let object = accessed(*object, *mutable);
                self.line(&format!("{object}.object[{}] <- {} {from}", exp(at), if *moves { "move" } else { "ref" }));
            }
            Stm::Write { memory, elem, index, value } => {
                self.line(&format!("{memory}.{elem}[{}] <- {}", exp(index), exp(value)));
            }
            Stm::Copy { elem, to, to_offset, from, from_offset, count } => self.line(&format!(
                "copy {to}.{elem}[{}] <- {from}.{elem}[{}] for {}",
                exp(to_offset),
                exp(from_offset),
                exp(count)
            )),
            Stm::If { cond, then_block, else_block } => self.if_(cond, then_block, else_block),
            Stm::For { var, ty, bound, body, parallel, spans: _ } => {
                let word = if *parallel { "kernel" } else { "for" };
                self.line(&format!("{word} {var} : {ty} < {} {{", exp(bound)));
                self.block(body);
                self.line("}");
            }
            Stm::Tasks { var, bound, body, spans: _ } => {
                self.line(&format!("tasks {var} < {} {{", exp(bound)));
                self.block(body);
                self.line("}");
            }
            Stm::Launch { group, groups, size, body, spans: _ } => {
                self.line(&format!("launch {group} < {} of {} {{", exp(groups), exp(size)));
                self.block(body);
                self.line("}");
            }
            Stm::Threads { var, bound, body } => {
                self.line(&format!("threads {var} < {} {{", exp(bound)));
                self.block(body);
                self.line("}");
            }
            Stm::DeclareShared { name, elem, count } => {
                self.line(&format!("var {name} : shared {elem}[{}]", exp(count)));
            }
            Stm::Atomic { memory, elem, index, old, value } => {
                self.line(&format!("atomic {old} : {memory}.{elem}[{}] <- {}", exp(index), exp(value)));
            }
            Stm::Post { stage } => self.line(&format!("post {stage}")),
            Stm::Await { group, stage } => self.line(&format!("await {stage} of {}", exp(group))),
            Stm::Ordered { body } => {
                self.line("ordered {");
                self.block(body);
                self.line("}");
            }
            Stm::While { cond, body } => {
                self.line(&format!("while {} {{", exp(cond)));
                self.block(body);
                self.line("}");
            }
            Stm::Call { results, function, args, spans: _ } => {
                let results: Vec<String> = results.iter().map(|name| name.to_string()).collect();
                let args: Vec<String> = args.iter().map(print_arg).collect();
                self.line(&format!("call ({}) <- fun {} ({})", results.join(", "), function.index(), args.join(", ")));
            }
            Stm::Assert { cond, message, values, spans: _ } => {
                let values: Vec<String> = values.iter().map(exp).collect();
                self.line(&format!("assert {}, {} ({})", exp(cond), quote(&message.0), values.join(", ")));
            }
        }
    }

    fn if_(&mut self, cond: &Exp, then_block: &[Stm], else_block: &[Stm]) {
        self.line(&format!("if {} {{", exp(cond)));
        self.block(then_block);
        if !else_block.is_empty() {
            self.line("} else {");
            self.block(else_block);
        }
        self.line("}");
    }
}

/// Returns the object as it stands in an access.
fn accessed(object: Name, mutable: bool) -> String {
    if mutable { format!("{object}.mutable") } else { object.to_string() }
}

fn print_param(param: &Param) -> String {
    match param.ty {
        Type::Scalar(ty) => format!("{} : {ty}", param.name),
        Type::Memory => format!("{} : mem", param.name),
        Type::Object => format!("{} : object", param.name),
        Type::Borrowed => format!("{} : borrowed", param.name),
    }
}

fn print_arg(arg: &Arg) -> String {
    match arg {
        Arg::Scalar(scalar) => exp(scalar),
        Arg::Reference(name) => format!("ref {name}"),
        Arg::Move(name) => format!("move {name}"),
    }
}

fn print_entry(entry: &Entry) -> String {
    let (name, function) = (quote(entry.name.as_str()), entry.function.index());
    let (params, result) = (print_params(&entry.params), print_result(&entry.result));
    let doc = entry.doc.as_ref().map_or(String::new(), |doc| format!(" doc {}", quote(doc)));
    format!("entry {name} = fun {function} {params} -> {result}{doc}")
}

/// Prints an expression, with infix forms in parentheses.
fn exp(expression: &Exp) -> String {
    match expression {
        Exp::Const(scalar) => constant(*scalar),
        Exp::Var(name) => name.to_string(),
        Exp::Un(op, a) => format!("{}({})", op.name(), exp(a)),
        Exp::Bin(op, a, b) => match SYMBOLS.iter().find(|(_, known)| known == op) {
            Some((symbol, _)) => format!("({} {symbol} {})", exp(a), exp(b)),
            None => format!("{}({}, {})", op.name(), exp(a), exp(b)),
        },
        Exp::Cmp(op, a, b) => {
            let symbol = COMPARISONS.iter().find(|(_, known)| known == op).map_or("==", |(symbol, _)| symbol);
            format!("({} {symbol} {})", exp(a), exp(b))
        }
        Exp::Fma(a, b, c) => format!("fma({}, {}, {})", exp(a), exp(b), exp(c)),
        Exp::Convert(to, a) => format!("{to}({})", exp(a)),
        Exp::Read { memory, elem, index } => format!("{memory}.{elem}[{}]", exp(index)),
        Exp::Word { object, ty, at } => format!("{object}.word.{ty}[{at}]"),
        Exp::Number(object) => format!("{object}.number"),
        Exp::Pieces(count, time) => format!("pieces({}, {})", exp(count), exp(time)),
        Exp::Unique(name) => format!("unique({name})"),
        Exp::Same(a, b) => format!("same({a}, {b})"),
        Exp::Setting(Setting::Threshold { name, default }) => {
            format!("threshold({}, {})", quote(name.as_str()), constant(Scalar::I64(*default)))
        }
        Exp::Setting(setting) => format!("{}()", setting.name()),
        Exp::Select(cond, a, b) => format!("select({}, {}, {})", exp(cond), exp(a), exp(b)),
    }
}

fn constant(scalar: Scalar) -> String {
    literal::print(scalar)
}
