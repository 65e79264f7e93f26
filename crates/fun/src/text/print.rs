//! Printer of FUN. The parent module describes the form.

use super::operators::{comparison_symbol, infix_symbol};
use crate::def::*;
use base::cursor::quote;
use base::{Name, Symbol};
use std::fmt::Write;
use value::entry::{print_params, print_result};
use value::{ArrayValue, Scalar, literal};

/// Prints the whole program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    for (id, table) in program.tables.iter() {
        printer.table(id, table);
    }
    for function in program.functions.values() {
        printer.function(function);
    }
    for entry in &program.entries {
        printer.entry(entry);
    }
    printer.out
}

pub fn print_body(program: &Program, body: &Body) -> String {
    let mut printer = Printer::new(program);
    printer.body(body);
    printer.out
}

/// Prints a statement with its bodies.
pub fn print_stm(program: &Program, stm: &Stm) -> String {
    let mut printer = Printer::new(program);
    printer.stm(stm);
    printer.out
}

pub fn print_exp(program: &Program, exp: &Exp) -> String {
    let mut printer = Printer::new(program);
    printer.exp(exp);
    printer.out
}

pub fn print_type(ty: &Type) -> String {
    match ty {
        Type::Scalar(elem) => elem.name().to_owned(),
        Type::Array { elem, dims } => {
            let dims: String = dims.iter().map(|&dim| format!("[{}]", print_dim(dim))).collect();
            format!("{dims}{elem}")
        }
        Type::Cert => "cert".to_owned(),
        Type::Memory => "mem".to_owned(),
    }
}

/// Prints a size, without a suffix because sizes are `i64`.
fn print_dim(dim: Atom) -> String {
    match dim {
        Atom::Const(Scalar::I64(size)) => size.to_string(),
        other => print_atom(other),
    }
}

pub fn print_atom(atom: Atom) -> String {
    match atom {
        Atom::Var(name) => name.to_string(),
        Atom::Const(scalar) => literal::print(scalar),
    }
}

/// Prints a spelling as a word if it is one, else as a string.
fn print_symbol(symbol: Symbol) -> String {
    print_word(symbol.as_str())
}

fn print_word(text: &str) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.');
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(fine);
    if is_word { text.to_owned() } else { quote(text) }
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Printer<'a> {
        Printer { program, out: String::new(), indent: 0 }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        let _ = write!(self.out, "\n{:width$}", "", width = self.indent * 2);
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn atom(&mut self, atom: Atom) {
        self.put(&print_atom(atom));
    }

    fn name(&mut self, name: Name) {
        self.put(&name.to_string());
    }

    fn separated<T>(&mut self, items: &[T], separator: &str, mut print: impl FnMut(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.put(separator);
            }
            print(self, item);
        }
    }

    fn atoms(&mut self, atoms: &[Atom]) {
        self.put("(");
        self.separated(atoms, ", ", |printer, &atom| printer.atom(atom));
        self.put(")");
    }

    fn names(&mut self, names: &[Name]) {
        self.put("(");
        self.separated(names, ", ", |printer, &name| printer.name(name));
        self.put(")");
    }

    /// Prints `name : type`, with FUNMEM's annotation if there is one.
    fn typed(&mut self, name: Name) {
        let Some(info) = self.program.vars.get(name) else {
            let _ = write!(self.out, "{name} : ?");
            return;
        };
        let _ = write!(self.out, "{name} : {}", print_type(&info.ty));
        if let Some(place) = &info.place {
            let _ = write!(self.out, " @ {} -> {}", place.block, place.ixfn);
        }
    }

    fn binders(&mut self, names: &[Name]) {
        self.separated(names, " ", |printer, &name| {
            printer.put("(");
            printer.typed(name);
            printer.put(")");
        });
        if names.is_empty() {
            self.put("()");
        }
    }

    fn starred(&mut self, binders: &[(Name, bool)]) {
        self.separated(binders, " ", |printer, &(name, star)| {
            printer.put(if star { "(*" } else { "(" });
            printer.typed(name);
            printer.put(")");
        });
        if binders.is_empty() {
            self.put("()");
        }
    }

    fn table(&mut self, id: TableId, table: &ArrayValue) {
        let dims: String = table.shape().iter().map(|dim| format!("[{dim}]")).collect();
        let _ = write!(self.out, "table {} : {dims}{} = [", id.as_u32(), table.elem());
        let count = table.len();
        for at in 0..count {
            if at > 0 {
                self.put(", ");
            }
            if let Some(scalar) = table.get(at) {
                self.put(&literal::print_bare(scalar));
            }
        }
        self.put("]\n\n");
    }

    fn function(&mut self, function: &Function) {
        let _ = write!(self.out, "fun {} ", print_symbol(function.name));
        let params: Vec<(Name, bool)> = function.params.iter().map(|param| (param.name, param.consumed)).collect();
        let results: Vec<(Name, bool)> = function.results.iter().map(|result| (result.name, result.unique)).collect();
        self.starred(&params);
        self.put(" -> ");
        self.starred(&results);
        self.put(" =");
        if let Some(foreign) = &function.foreign {
            let _ = write!(self.out, " foreign {foreign}\n\n");
            return;
        }
        self.indented(|printer| {
            printer.line();
            printer.body(&function.body);
        });
        self.put("\n\n");
    }

    /// Returns the function's name, with its position if several have that name.
    fn function_name(&self, id: FunctionId) -> String {
        let Some(function) = self.program.functions.get(id) else { return "\"?\"".to_owned() };
        let alike = self.program.functions.values().filter(|other| other.name == function.name).count();
        let name = print_symbol(function.name);
        if alike > 1 { format!("{name} # {}", id.as_u32()) } else { name }
    }

    fn entry(&mut self, entry: &Entry) {
        let function = self.function_name(entry.function);
        let (params, result) = (print_params(&entry.params), print_result(&entry.result));
        let _ = write!(self.out, "entry {} = {function} {params} -> {result}", print_symbol(entry.name));
        if let Some(doc) = &entry.doc {
            let _ = write!(self.out, " doc {}", quote(doc));
        }
        self.put("\n");
    }

    /// Prints the statements, one a line, and the result.
    fn body(&mut self, body: &Body) {
        for stm in &body.stms {
            self.stm(stm);
            self.line();
        }
        self.put("in ");
        self.atoms(&body.result);
    }

    fn stm(&mut self, stm: &Stm) {
        self.put("let ");
        self.binders(&stm.pattern);
        self.put(" =");
        let tall = !stm.exp.bodies().is_empty();
        self.indented(|printer| {
            if tall {
                printer.line()
            } else {
                printer.put(" ")
            }
            if !stm.certs.is_empty() {
                printer.put("<");
                printer.separated(&stm.certs, ", ", |printer, &cert| printer.name(cert));
                printer.put("> ");
            }
            printer.exp(&stm.exp);
        });
    }

    fn exp(&mut self, exp: &Exp) {
        if exp.sequential() == Some(true) {
            self.put("seq ");
        }
        match exp {
            Exp::Atom(atom) => self.atom(*atom),
            Exp::Un(op, a) => self.prefix(op.name(), &[*a]),
            Exp::Bin(op, a, b) => match infix_symbol(*op) {
                Some(symbol) => self.infix(symbol, *a, *b),
                None => self.prefix(op.name(), &[*a, *b]),
            },
            Exp::Cmp(op, a, b) => self.infix(comparison_symbol(*op), *a, *b),
            Exp::Fma(a, b, c) => self.prefix("fma", &[*a, *b, *c]),
            Exp::Convert(ty, a) => self.prefix(&format!("convert {ty}"), &[*a]),
            Exp::Index(array, indices) => {
                self.name(*array);
                self.put("[");
                self.separated(indices, ", ", |printer, &index| printer.atom(index));
                self.put("]");
            }
            Exp::Slice(array, dims) => {
                self.name(*array);
                self.slice(dims);
            }
            Exp::Update { array, dims, value } => {
                self.name(*array);
                self.put(" with ");
                self.slice(dims);
                self.put(" = ");
                self.atom(*value);
            }
            Exp::Literal(atoms) => {
                self.put("[");
                self.separated(atoms, ", ", |printer, &atom| printer.atom(atom));
                self.put("]");
            }
            Exp::Table(table) => self.put(&format!("table {}", table.as_u32())),
            Exp::Iota { count, start, step } => {
                let plain = *start == Atom::i64(0) && *step == Atom::i64(1);
                let operands = [*count, *start, *step];
                self.prefix("iota", if plain { &operands[..1] } else { &operands });
            }
            Exp::Replicate { dims, value } => {
                self.put("replicate ");
                self.dims(dims);
                self.put(" ");
                self.atom(*value);
            }
            Exp::Scratch { elem, dims } => {
                let dims: String = dims.iter().map(|&dim| format!("[{}]", print_dim(dim))).collect();
                self.put(&format!("scratch {dims}{elem}"));
            }
            Exp::Copy(array) => self.prefix("copy", &[(*array).into()]),
            Exp::Concat(arrays) => {
                self.put("concat ");
                self.names(arrays);
            }
            Exp::Permute(array, perm) if perm[..] == [1, 0] => self.prefix("transpose", &[(*array).into()]),
            Exp::Permute(array, perm) => {
                let perm: Vec<String> = perm.iter().map(usize::to_string).collect();
                self.put(&format!("permute ({}) {array}", perm.join(", ")));
            }
            Exp::Reshape(array, dims) => {
                self.put("reshape ");
                self.dims(dims);
                self.put(" ");
                self.name(*array);
            }
            Exp::Assert { cond, message, values } => {
                self.put(&format!("assert {} {} ", print_atom(*cond), quote(&message.0)));
                self.atoms(values);
            }
            Exp::If { cond, then_body, else_body } => self.conditional(*cond, then_body, else_body),
            Exp::Loop(looped) => self.loop_(looped),
            Exp::Call { function, args } => {
                self.put(&format!("call {} ", self.function_name(*function)));
                self.atoms(args);
            }
            Exp::Traverse(traverse) => self.traverse(traverse),
            Exp::Filter(filter) => {
                self.over("filter", filter.width, &filter.inputs);
                self.indented(|printer| printer.own_line_lambda(&filter.lambda));
            }
            Exp::Scatter(scatter) => {
                self.over("scatter", scatter.width, &scatter.inputs);
                self.indented(|printer| {
                    printer.own_line_lambda(&scatter.lambda);
                    printer.destinations(scatter.index_rank, &scatter.destinations);
                });
            }
            Exp::Histogram(histogram) => {
                self.over("histogram", histogram.width, &histogram.inputs);
                self.indented(|printer| {
                    printer.own_line_lambda(&histogram.lambda);
                    printer.destinations(histogram.index_rank, &histogram.destinations);
                    printer.put(" ");
                    printer.monoid(&histogram.operator);
                });
            }
            Exp::Threshold { name, default } => {
                self.put(&format!("threshold {} {default}i64", print_symbol(*name)));
            }
            Exp::Alloc { elem, count } => self.prefix(&format!("alloc {elem}"), &[*count]),
        }
    }

    fn prefix(&mut self, word: &str, operands: &[Atom]) {
        self.put(word);
        for &operand in operands {
            self.put(" ");
            self.atom(operand);
        }
    }

    fn infix(&mut self, symbol: &str, a: Atom, b: Atom) {
        self.atom(a);
        self.put(&format!(" {symbol} "));
        self.atom(b);
    }

    fn dims(&mut self, dims: &[Atom]) {
        self.put("[");
        self.separated(dims, ", ", |printer, &dim| printer.put(&print_dim(dim)));
        self.put("]");
    }

    fn slice(&mut self, dims: &[SliceDim]) {
        self.put("[");
        self.separated(dims, ", ", |printer, dim| match dim {
            SliceDim::Fix(index) => printer.atom(*index),
            SliceDim::Range { start, count, stride } => {
                printer.infix(":", *start, *count);
                if *stride != Atom::i64(1) {
                    printer.put(" : ");
                    printer.atom(*stride);
                }
            }
            SliceDim::Flat { start, dims } => {
                printer.atom(*start);
                printer.put(" : {");
                for dim in dims {
                    printer.put("(");
                    printer.infix(":", dim.count, dim.stride);
                    printer.put(")");
                }
                printer.put("}");
            }
        });
        self.put("]");
    }

    fn conditional(&mut self, cond: Atom, then_body: &Body, else_body: &Body) {
        self.put("if ");
        self.atom(cond);
        for (word, body) in [("then", then_body), ("else", else_body)] {
            self.line();
            self.put(word);
            self.indented(|printer| {
                if body.stms.is_empty() {
                    printer.put(" ")
                } else {
                    printer.line()
                }
                printer.body(body);
            });
        }
    }

    fn loop_(&mut self, looped: &Loop) {
        self.put("loop");
        for &(name, init) in &looped.params {
            self.put(" (");
            self.typed(name);
            self.put(" = ");
            self.atom(init);
            self.put(")");
        }
        match looped.form {
            LoopForm::For { var, bound } => {
                self.put(" for ");
                self.typed(var);
                self.put(" < ");
                self.atom(bound);
            }
            LoopForm::While { cond } => {
                self.put(" while ");
                self.name(cond);
            }
        }
        self.put(" do");
        self.indented(|printer| {
            printer.line();
            printer.body(&looped.body);
        });
    }

    fn traverse(&mut self, traverse: &Traverse) {
        if let Some((word, monoid)) = self.plain_monoid(traverse) {
            self.put(&format!("{word} {} (", print_atom(traverse.width)));
            let pairs: Vec<_> = traverse.lambda.params.iter().zip(&traverse.inputs).collect();
            self.separated(&pairs, ", ", |printer, (param, input)| printer.put(&format!("{param} <- {input}")));
            self.put(") ");
            self.indented(|printer| printer.monoid(monoid));
            return;
        }
        let only_maps = traverse.is_map();
        self.over(if only_maps { "map" } else { "traverse" }, traverse.width, &traverse.inputs);
        self.indented(|printer| {
            printer.own_line_lambda(&traverse.lambda);
            let scans = traverse.scans.iter().map(|monoid| ("scan", monoid));
            let reductions = traverse.reductions.iter().map(|monoid| ("reduce", monoid));
            for (word, monoid) in scans.chain(reductions) {
                printer.line();
                printer.put(word);
                printer.put(" ");
                printer.monoid(monoid);
            }
        });
    }

    /// Returns the keyword and monoid if the traversal is a single scan or reduction of its inputs, with parameters of
    /// the expected types.
    fn plain_monoid<'t>(&self, traverse: &'t Traverse) -> Option<(&'static str, &'t Monoid)> {
        let (word, monoid) = match (&traverse.scans[..], &traverse.reductions[..]) {
            ([monoid], []) => ("scan", monoid),
            ([], [monoid]) => ("reduce", monoid),
            _ => return None,
        };
        let lambda = &traverse.lambda;
        let same_length = lambda.params.len() == traverse.inputs.len() && monoid.neutral.len() == lambda.params.len();
        let identity = lambda.body.stms.is_empty()
            && lambda.body.result.iter().copied().eq(lambda.params.iter().map(|&param| Atom::Var(param)));
        let obvious = |(&param, &input): (&Name, &Name)| {
            let info = self.program.vars.get(param);
            let row = self.program.type_of(input).row(1);
            info.is_some_and(|info| info.place.is_none() && info.ty == row)
        };
        let plain = same_length && identity && lambda.params.iter().zip(&traverse.inputs).all(obvious);
        plain.then_some((word, monoid))
    }

    fn over(&mut self, word: &str, width: Atom, inputs: &[Name]) {
        self.put(&format!("{word} {} ", print_atom(width)));
        self.names(inputs);
    }

    fn own_line_lambda(&mut self, lambda: &Lambda) {
        self.line();
        self.lambda(lambda);
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.put("(\\");
        if !lambda.params.is_empty() {
            self.binders(&lambda.params);
            self.put(" ");
        }
        self.put("->");
        self.indented(|printer| {
            if lambda.body.stms.is_empty() {
                printer.put(" ")
            } else {
                printer.line()
            }
            printer.body(&lambda.body);
        });
        self.put(")");
    }

    fn monoid(&mut self, monoid: &Monoid) {
        if monoid.commutative {
            self.put("comm ");
        }
        self.lambda(&monoid.operator);
        self.put(" ");
        self.atoms(&monoid.neutral);
    }

    fn destinations(&mut self, index_rank: usize, destinations: &[Name]) {
        self.line();
        self.put(&format!("into {index_rank} "));
        self.names(destinations);
    }
}
