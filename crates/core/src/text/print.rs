//! Printer of CORE.

use super::{is_plain, operators};
use crate::def::{
    Acceleration, Binding, Case, Data, DataId, Datas, Def, DefId, Ensure, Entry, Expr, ExprKind, Inline, Lambda, Loop,
    LoopForm, Param, Pat, Prim, Program, Size, SizePlace, SliceDim, TableId, Type, Unique,
};
use crate::typing::{self, Variables};
use base::cursor::quote;
use base::entity::EntityRef;
use base::{Name, Symbol};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use value::entry::{print_params, print_result};
use value::{ArrayValue, literal};

/// Prints a program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(Variables::of_program(program));
    if program.acceleration == Acceleration::Explicit {
        printer.put("explicit\n\n");
    }
    for table in program.tables.values() {
        printer.table(table);
    }
    for data in program.datas.values() {
        printer.data(data);
    }
    for def in program.defs.values() {
        printer.def(def);
    }
    for entry in &program.entries {
        printer.entry(entry);
    }
    printer.out
}

/// Prints an expression of the program, for messages.
pub fn print_expr(program: &Program, expr: &Expr) -> String {
    let mut printer = Printer::new(Variables::of_program(program));
    printer.expr(expr, 0);
    printer.out
}

/// Prints a type of the program, for messages.
pub fn print_type(program: &Program, ty: &Type) -> String {
    let mut out = String::new();
    write_type(&mut out, ty, &DataNames::of_program(program));
    out
}

/// Names of data types in printed types.
struct DataNames<'p> {
    datas: &'p Datas,
    /// Number of data types with each name.
    uses: FxHashMap<Symbol, usize>,
}

impl<'p> DataNames<'p> {
    fn of_program(program: &'p Program) -> DataNames<'p> {
        let mut uses = FxHashMap::default();
        for data in program.datas.values() {
            *uses.entry(data.name).or_insert(0) += 1;
        }
        DataNames { datas: &program.datas, uses }
    }

    fn write(&self, out: &mut String, id: DataId) {
        out.push('@');
        match self.datas.get(id).map(|data| data.name) {
            Some(name) if self.uses.get(&name) == Some(&1) => write_symbol(out, name),
            _ => _ = write!(out, "{}", id.index()),
        }
    }
}

struct Printer<'p> {
    out: String,
    variables: Variables<'p>,
    /// Number of definitions with each name.
    uses: FxHashMap<Symbol, usize>,
    data_names: DataNames<'p>,
}

impl<'p> Printer<'p> {
    fn new(variables: Variables<'p>) -> Printer<'p> {
        let mut uses = FxHashMap::default();
        for def in variables.program.defs.values() {
            *uses.entry(def.name).or_insert(0) += 1;
        }
        let data_names = DataNames::of_program(variables.program);
        Printer { out: String::new(), variables, uses, data_names }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", indent));
    }

    /// Prints items separated by commas.
    fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        for (i, one) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            item(self, one);
        }
    }

    fn name(&mut self, name: Symbol) {
        write_symbol(&mut self.out, name);
    }

    fn ty(&mut self, ty: &Type) {
        write_type(&mut self.out, ty, &self.data_names);
    }

    fn table(&mut self, table: &ArrayValue) {
        self.put("table ");
        table.shape().iter().for_each(|dim| _ = write!(self.out, "[{dim}]"));
        self.put(table.elem().name());
        self.put(" = [");
        for i in 0..table.len() {
            if i > 0 {
                self.put(", ");
            }
            let text = table.get(i).map_or_else(String::new, literal::print);
            self.put(&text);
        }
        self.put("]\n\n");
    }

    fn data(&mut self, data: &Data) {
        self.put("data ");
        self.name(data.name);
        self.type_params(&data.type_params);
        self.put(" = ");
        write_sum(&mut self.out, &data.constructors, &self.data_names);
        self.put("\n\n");
    }

    /// Prints ` <a, b>`; nothing if there are no names.
    fn type_params(&mut self, names: &[Name]) {
        if !names.is_empty() {
            self.put(" <");
            self.list(names, |p, name| p.put(&name.to_string()));
            self.put(">");
        }
    }

    fn def(&mut self, def: &Def) {
        self.put("def ");
        self.name(def.name);
        match def.inline {
            Inline::Auto => {}
            Inline::Always => self.put(" inline"),
            Inline::Never => self.put(" noinline"),
        }
        if def.accelerated {
            self.put(" accelerated");
        }
        self.type_params(&def.type_params);
        for param in &def.params {
            self.put(" ");
            self.param(param);
        }
        self.put(if def.unique_inferred { " : ? " } else { " : " });
        self.unique(&def.unique_result);
        self.ty(&def.result);
        self.put(" =");
        self.line(1);
        self.expr(&def.body, 1);
        self.put("\n\n");
    }

    fn entry(&mut self, entry: &Entry) {
        self.put("entry ");
        self.name(entry.name);
        self.put(" = ");
        self.def_name(entry.def);
        self.put(&format!(" {} -> {}", print_params(&entry.params), print_result(&entry.result)));
        if let Some(doc) = &entry.doc {
            self.put(&format!(" doc {}", quote(doc)));
        }
        for (at, size) in entry.sizes.iter().enumerate() {
            self.put(if at == 0 { " where " } else { "; " });
            self.put(if size.passed { "pass " } else { "" });
            self.name(Symbol::new(&size.name));
            let value = size.value.map_or(String::new(), |value| format!(" ({value})"));
            let place =
                |place: &SizePlace| format!("{} {}{}", place.leaf, place.dim, if place.in_slot { " slot" } else { "" });
            let places: Vec<String> = size.places.iter().map(place).collect();
            self.put(&format!("{value} = {}", places.join(", ")));
        }
        self.put("\n\n");
    }

    fn def_name(&mut self, id: DefId) {
        self.put("@");
        let name = self.variables.program.defs.get(id).map(|def| def.name);
        match name {
            Some(name) if self.uses.get(&name) == Some(&1) => self.name(name),
            _ => self.put(&id.index().to_string()),
        }
    }

    fn param(&mut self, param: &Param) {
        self.unique(&param.consumed);
        self.put("(");
        self.pat(&param.pat);
        self.put(")");
    }

    /// Prints nothing, `*`, `*<field *, ..>` or `*!(argument, result)`.
    fn unique(&mut self, unique: &Unique) {
        match unique {
            Unique::No => {}
            Unique::Yes => self.put("*"),
            Unique::Fields(fields) => {
                self.put("*<");
                self.list(fields, |p, (name, unique)| {
                    p.name(*name);
                    p.put(" ");
                    p.unique(unique);
                });
                self.put(">");
            }
            Unique::Function(parts) => {
                self.put("*!(");
                self.list(&**parts, |p, unique| p.unique(unique));
                self.put(")");
            }
        }
    }

    fn pat(&mut self, pat: &Pat) {
        match pat {
            Pat::Var(name, ty) => {
                _ = write!(self.out, "{name} : ");
                self.ty(ty);
            }
            Pat::Wildcard(ty) => {
                self.put("_ : ");
                self.ty(ty);
            }
            Pat::Record(fields) => self.fields(fields, |p, pat| p.pat(pat)),
            Pat::Variant(name, payload, ty) => {
                self.put("#");
                self.name(*name);
                if !payload.is_empty() {
                    self.put("(");
                    self.list(payload, |p, pat| p.pat(pat));
                    self.put(")");
                }
                self.put(" : ");
                self.ty(ty);
            }
            Pat::Literal(value) => self.put(&literal::print(*value)),
        }
    }

    /// Prints `(a, b)` for the fields of a tuple, else `{x = a, y = b}`.
    fn fields<T>(&mut self, fields: &[(Symbol, T)], mut item: impl FnMut(&mut Self, &T)) {
        if is_tuple(fields) {
            self.put("(");
            self.list(fields, |p, (_, field)| item(p, field));
            self.put(")");
        } else {
            self.put("{");
            self.list(fields, |p, (name, field)| {
                p.name(*name);
                p.put(" = ");
                item(p, field);
            });
            self.put("}");
        }
    }

    /// Prints an expression in a position that allows any.
    fn expr(&mut self, expr: &Expr, indent: usize) {
        let needs_type = self.needs_type(expr);
        if !needs_type && !expr.unchecked {
            return self.kind(&expr.kind, indent);
        }
        self.put(if expr.unchecked { "(unchecked " } else { "(" });
        self.kind(&expr.kind, indent);
        if needs_type {
            self.put(" : ");
            self.ty(&expr.ty);
        }
        self.put(")");
    }

    /// Prints an expression in a position that requires a postfix expression.
    fn postfix(&mut self, expr: &Expr, indent: usize) {
        if expr.unchecked || self.needs_type(expr) || is_postfix(&expr.kind) {
            self.expr(expr, indent);
        } else {
            self.put("(");
            self.kind(&expr.kind, indent);
            self.put(")");
        }
    }

    fn needs_type(&self, expr: &Expr) -> bool {
        typing::infer(&expr.kind, &self.variables).as_ref() != Ok(&expr.ty)
    }

    /// Prints an expression without its type. Lines after the first are indented by `indent`.
    fn kind(&mut self, kind: &ExprKind, indent: usize) {
        match kind {
            ExprKind::Literal(value) => self.put(&literal::print(*value)),
            ExprKind::Table(id) => self.table_name(*id),
            ExprKind::Var(name, type_args) => {
                self.put(&name.to_string());
                self.type_args(type_args);
            }
            ExprKind::Def(id, type_args) => {
                self.def_name(*id);
                self.type_args(type_args);
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda, indent),
            ExprKind::Apply(function, args) => {
                self.postfix(function, indent);
                self.args(args, indent);
            }
            ExprKind::Block(bindings, body) => self.block(bindings, body, indent),
            ExprKind::If(condition, yes, no) => self.if_then_else([condition, yes, no], indent),
            ExprKind::Match(subject, cases) => self.match_on(subject, cases, indent),
            ExprKind::Loop(looped) => self.loop_over(looped, indent),
            ExprKind::Record(fields) => self.fields(fields, |p, field| p.expr(field, indent)),
            ExprKind::Field(record, name) => {
                self.postfix(record, indent);
                self.put("#");
                self.name(*name);
            }
            ExprKind::Variant(name, payload) => {
                self.put("#");
                self.name(*name);
                if !payload.is_empty() {
                    self.args(payload, indent);
                }
            }
            ExprKind::Array(items) => {
                self.put("[");
                self.list(items, |p, item| p.expr(item, indent));
                self.put("]");
            }
            ExprKind::Index(array, indices) => {
                self.postfix(array, indent);
                self.put("[");
                self.list(indices, |p, index| p.expr(index, indent));
                self.put("]");
            }
            ExprKind::Slice(array, dims) => {
                self.postfix(array, indent);
                let plain = dims.iter().any(|dim| matches!(dim, SliceDim::Range { .. }));
                self.put(if plain { "[" } else { "![" });
                self.list(dims, |p, dim| p.dim(dim, indent));
                self.put("]");
            }
            ExprKind::Update(array, dims, value) => {
                self.postfix(array, indent);
                self.put(" with [");
                self.list(dims, |p, dim| p.dim(dim, indent));
                self.put("] = ");
                self.expr(value, indent);
            }
            ExprKind::Prim(prim, args) => self.prim(*prim, args, indent),
            ExprKind::Ensure(ensure) => self.ensure(ensure, indent),
        }
    }

    fn table_name(&mut self, id: TableId) {
        _ = write!(self.out, "${}", id.index());
    }

    fn type_args(&mut self, type_args: &[Type]) {
        if !type_args.is_empty() {
            self.put("?<");
            self.list(type_args, |p, ty| p.ty(ty));
            self.put(">");
        }
    }

    fn args(&mut self, args: &[Expr], indent: usize) {
        self.put("(");
        self.list(args, |p, arg| p.expr(arg, indent));
        self.put(")");
    }

    /// Prints a body, on a new line if it spans several lines.
    fn body(&mut self, body: &Expr, indent: usize) {
        if is_simple(&body.kind) {
            self.put(" ");
            self.expr(body, indent);
        } else {
            self.line(indent + 1);
            self.expr(body, indent + 1);
        }
    }

    fn lambda(&mut self, lambda: &Lambda, indent: usize) {
        self.put("\\");
        for (i, param) in lambda.params.iter().enumerate() {
            if i > 0 {
                self.put(" ");
            }
            self.param(param);
        }
        self.put(" ->");
        if lambda.unique_result != Unique::No {
            self.put(" ");
            self.unique(&lambda.unique_result);
        }
        self.body(&lambda.body, indent);
    }

    fn block(&mut self, bindings: &[Binding], body: &Expr, indent: usize) {
        for Binding { type_params, pat, value } in bindings {
            self.put("let");
            if !type_params.is_empty() {
                self.put("<");
                self.list(type_params, |p, name| p.put(&name.to_string()));
                self.put(">");
            }
            self.put(" ");
            self.pat(pat);
            self.put(" =");
            self.body(value, indent);
            self.line(indent);
        }
        if bindings.is_empty() {
            self.put("let ");
        }
        self.put("in ");
        self.expr(body, indent);
    }

    fn if_then_else(&mut self, [condition, yes, no]: [&Expr; 3], indent: usize) {
        self.put("if ");
        self.expr(condition, indent);
        let inline = is_simple(&yes.kind) && is_simple(&no.kind);
        if inline {
            self.put(" ")
        } else {
            self.line(indent)
        }
        self.put("then ");
        self.expr(yes, indent + 1);
        if inline {
            self.put(" ")
        } else {
            self.line(indent)
        }
        self.put("else ");
        self.expr(no, indent + 1);
    }

    fn match_on(&mut self, subject: &Expr, cases: &[Case], indent: usize) {
        self.put("match ");
        self.postfix(subject, indent);
        self.put(" {");
        for Case { pat, body } in cases {
            self.line(indent);
            self.put("case ");
            self.pat(pat);
            self.put(" =>");
            self.body(body, indent);
        }
        self.line(indent);
        self.put("}");
    }

    fn loop_over(&mut self, looped: &Loop, indent: usize) {
        self.put("loop ");
        self.unique(&looped.consumed);
        self.pat(&looped.pat);
        self.put(" = ");
        self.postfix(&looped.init, indent);
        match &looped.form {
            LoopForm::For(name, bound) => {
                _ = write!(self.out, " for {name} < ");
                self.postfix(bound, indent);
            }
            LoopForm::ForIn(pat, array) => {
                self.put(" for ");
                self.pat(pat);
                self.put(" in ");
                self.postfix(array, indent);
            }
            LoopForm::While(condition) => {
                self.put(" while ");
                self.expr(condition, indent);
            }
        }
        self.put(" do");
        self.body(&looped.body, indent);
    }

    fn dim(&mut self, dim: &SliceDim, indent: usize) {
        match dim {
            SliceDim::Fix(index) => self.expr(index, indent),
            SliceDim::Range { start, end, stride } => {
                let mut part = |part: &Option<Expr>| part.iter().for_each(|e| self.expr(e, indent));
                part(start);
                self.put(":");
                end.iter().for_each(|e| self.expr(e, indent));
                if let Some(stride) = stride {
                    self.put(":");
                    self.expr(stride, indent);
                }
            }
        }
    }

    fn prim(&mut self, prim: Prim, args: &[Expr], indent: usize) {
        match (operators::infix(prim), args) {
            (Some(symbol), [a, b]) => {
                self.postfix(a, indent);
                _ = write!(self.out, " {symbol} ");
                self.postfix(b, indent);
            }
            _ => {
                self.put(&operators::word(prim));
                self.args(args, indent);
            }
        }
    }

    fn ensure(&mut self, ensure: &Ensure, indent: usize) {
        self.put("ensure ");
        self.expr(&ensure.condition, indent);
        self.put(", ");
        self.put(&quote(&ensure.message.0));
        self.args(&ensure.values, indent);
        self.put(" in");
        self.line(indent);
        self.expr(&ensure.then, indent);
    }
}

/// Whether these are a tuple's fields: none, or at least two, named `0`, `1`, ...
pub(super) fn is_tuple<T>(fields: &[(Symbol, T)]) -> bool {
    fields.len() != 1 && fields.iter().enumerate().all(|(i, (name, _))| *name == crate::def::tuple_field(i))
}

/// Whether an expression of this kind is a postfix expression, which needs no parentheses as an operand.
fn is_postfix(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Literal(_)
        | ExprKind::Table(_)
        | ExprKind::Var(..)
        | ExprKind::Def(..)
        | ExprKind::Apply(..)
        | ExprKind::Record(_)
        | ExprKind::Field(..)
        | ExprKind::Variant(..)
        | ExprKind::Array(_)
        | ExprKind::Index(..)
        | ExprKind::Slice(..) => true,
        ExprKind::Prim(prim, args) => operators::infix(*prim).is_none() || args.len() != 2,
        ExprKind::Lambda(_)
        | ExprKind::Block(..)
        | ExprKind::If(..)
        | ExprKind::Match(..)
        | ExprKind::Loop(_)
        | ExprKind::Update(..)
        | ExprKind::Ensure(_) => false,
    }
}

/// Whether the expression usually fits on the line.
fn is_simple(kind: &ExprKind) -> bool {
    is_postfix(kind) || matches!(kind, ExprKind::Prim(..) | ExprKind::Lambda(_) | ExprKind::Update(..))
}

fn write_symbol(out: &mut String, name: Symbol) {
    let text = name.as_str();
    let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if is_number || is_plain(text) { out.push_str(text) } else { out.push_str(&quote(text)) }
}

/// Prints a type.
fn write_type(out: &mut String, ty: &Type, names: &DataNames<'_>) {
    match ty {
        Type::Scalar(scalar) => out.push_str(scalar.name()),
        Type::Array(elem, size) => {
            match size {
                Size::Any => out.push_str("[]"),
                Size::Const(value) => _ = write!(out, "[{value}]"),
                Size::Var(name) => _ = write!(out, "[{name}]"),
            }
            write_operand(out, elem, names);
        }
        Type::Record(fields) if is_tuple(fields) => {
            out.push('(');
            write_list(out, fields, |out, (_, ty)| write_type(out, ty, names));
            out.push(')');
        }
        Type::Record(fields) => {
            out.push('{');
            write_list(out, fields, |out, (name, ty)| {
                write_symbol(out, *name);
                out.push_str(" : ");
                write_type(out, ty, names);
            });
            out.push('}');
        }
        Type::Sum(constructors) => write_sum(out, constructors, names),
        Type::Data(id, args) => {
            names.write(out, *id);
            if !args.is_empty() {
                out.push('<');
                write_list(out, args, |out, ty| write_type(out, ty, names));
                out.push('>');
            }
        }
        Type::Seq(elem) => {
            out.push_str("seq<");
            write_type(out, elem, names);
            out.push('>');
        }
        Type::Ref(content) => {
            out.push_str("ref<");
            write_type(out, content, names);
            out.push('>');
        }
        Type::Tensor(elem) => {
            out.push_str("tensor<");
            write_type(out, elem, names);
            out.push('>');
        }
        Type::Function(from, to) => {
            write_operand(out, from, names);
            out.push_str(" -> ");
            write_type(out, to, names);
        }
        Type::Param(name) => _ = write!(out, "{name}"),
    }
}

fn write_sum(out: &mut String, constructors: &[(Symbol, Vec<Type>)], names: &DataNames<'_>) {
    out.push('<');
    for (i, (name, payload)) in constructors.iter().enumerate() {
        if i > 0 {
            out.push_str(" | ");
        }
        write_symbol(out, *name);
        if !payload.is_empty() {
            out.push('(');
            write_list(out, payload, |out, ty| write_type(out, ty, names));
            out.push(')');
        }
    }
    out.push('>');
}

/// Prints a type, with parentheses if it is a function type.
fn write_operand(out: &mut String, ty: &Type, names: &DataNames<'_>) {
    if matches!(ty, Type::Function(..)) {
        out.push('(');
        write_type(out, ty, names);
        out.push(')');
    } else {
        write_type(out, ty, names);
    }
}

fn write_list<T>(out: &mut String, items: &[T], mut item: impl FnMut(&mut String, &T)) {
    for (i, one) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        item(out, one);
    }
}
