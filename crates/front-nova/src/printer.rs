//! The printer: abstract syntax to text that reads back to the same syntax. It writes one line, which `layout` then
//! breaks, as for programs that people wrote.
//!
//! ```text
//! Component(Name(n), 1)       ─►   (n.1)
//! Vector(1, Name(int, []))    ─►   vector int
//! ```

use crate::ast::{Case, Exp, ExpKind, Ident, Lambda, Literal, Param, Program, Type, TypeDef, TypeKind, Width};
use crate::format::layout;

/// Prints a program. `Error` nodes print as `()`, which does not read back.
pub fn print(program: &Program) -> String {
    layout(&line(program))
}

/// Prints a program on one line.
pub fn line(program: &Program) -> String {
    let mut out = Printer { out: String::new() };
    out.program(program);
    out.out
}

struct Printer {
    out: String,
}

/// Programs.
impl Printer {
    fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes each item with `item`, separated by `between`.
    fn separated<T>(&mut self, items: &[T], between: &str, mut item: impl FnMut(&mut Self, &T)) {
        for (i, one) in items.iter().enumerate() {
            if i > 0 {
                self.write(between);
            }
            item(self, one);
        }
    }

    fn program(&mut self, program: &Program) {
        self.write("(");
        self.separated(&program.inputs, " ", Self::param);
        self.write(") ");
        self.section("types", &program.types, Self::type_def);
        self.section("foreign", &program.foreign, Self::param);
        self.exp(&program.body);
    }

    fn section<T>(&mut self, word: &str, items: &[T], item: impl FnMut(&mut Self, &T)) {
        if !items.is_empty() {
            self.write("(");
            self.write(word);
            self.write(" ");
            self.separated(items, " ", item);
            self.write(") ");
        }
    }

    fn type_def(&mut self, def: &TypeDef) {
        self.write("(");
        self.ident(&def.name);
        for param in &def.params {
            self.write(" '");
            self.ident(param);
        }
        self.write(" : ");
        self.ty(&def.ty);
        self.write(")");
    }

    fn param(&mut self, param: &Param) {
        self.write("(");
        self.ident(&param.name);
        self.write(" : ");
        self.ty(&param.ty);
        self.write(")");
    }

    fn ident(&mut self, ident: &Ident) {
        self.write(ident.name.as_str());
    }
}

/// Types.
impl Printer {
    fn ty(&mut self, ty: &Type) {
        let TypeKind::Function(from, to) = &ty.kind else { return self.simple_type(ty) };
        self.simple_type(from);
        self.write(" -> ");
        self.ty(to);
    }

    /// Writes a type, with brackets if it is a function.
    fn simple_type(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Name(name, arguments) => self.type_application(name, arguments),
            TypeKind::Var(name) => self.write(&format!("'{name}")),
            TypeKind::Vector(rank, element) => self.vector(*rank, element),
            TypeKind::Error => self.write("()"),
            TypeKind::Tuple(_) | TypeKind::Sum(_) | TypeKind::Function(..) => {
                self.write("(");
                self.type_in_brackets(ty);
                self.write(")");
            }
        }
    }

    fn type_in_brackets(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Tuple(types) => self.separated(types, ", ", Self::ty),
            TypeKind::Sum(constructors) => {
                self.write("+ ");
                self.separated(constructors, " ", Self::param);
            }
            _ => self.ty(ty),
        }
    }

    fn type_application(&mut self, name: &Ident, arguments: &[Type]) {
        if arguments.is_empty() {
            return self.ident(name);
        }
        self.write("(");
        self.ident(name);
        self.write(" ");
        self.separated(arguments, " ", Self::simple_type);
        self.write(")");
    }

    fn vector(&mut self, rank: u32, element: &Type) {
        match rank {
            1 => self.write("vector "),
            _ => self.write(&format!("vector#{rank} ")),
        }
        self.simple_type(element);
    }
}

/// Expressions.
impl Printer {
    fn exp(&mut self, exp: &Exp) {
        match &exp.kind {
            ExpKind::Name(name) => self.write(name.as_str()),
            ExpKind::Literal(literal) => self.write(&number(*literal)),
            _ => {
                self.write("(");
                self.list(exp);
                self.write(")");
            }
        }
    }

    fn list(&mut self, exp: &Exp) {
        match &exp.kind {
            ExpKind::Apply(function, arguments) => {
                self.exp(function);
                self.write(" ");
                self.separated(arguments, " ", Self::exp);
            }
            ExpKind::Tuple(components) => self.separated(components, ", ", Self::exp),
            ExpKind::Component(tuple, index) => self.component(tuple, *index),
            ExpKind::Element(vector, index) => self.words(&[("", vector), (" ! ", index)]),
            ExpKind::If(condition, yes, no) => self.words(&[("if ", condition), (" then ", yes), (" else ", no)]),
            ExpKind::Case(scrutinee, cases) => {
                self.words(&[("case ", scrutinee)]);
                cases.iter().for_each(|case| self.case(case));
            }
            ExpKind::Let(bindings, body) => {
                self.write("let ");
                bindings.iter().for_each(|(name, exp)| self.binding(name, exp));
                self.words(&[("in ", body)]);
            }
            ExpKind::Lambda(lambda) => self.lambda(lambda),
            ExpKind::Mu(param, body) => {
                self.write("mu ");
                self.param(param);
                self.words(&[(" ", body)]);
            }
            ExpKind::Name(_) | ExpKind::Literal(_) | ExpKind::Error => (),
        }
    }

    /// Writes expressions, each after its word.
    fn words(&mut self, parts: &[(&str, &Exp)]) {
        for (word, exp) in parts {
            self.write(word);
            self.exp(exp);
        }
    }

    /// Writes a component. A constant gets brackets, because a point after digits would belong to the number.
    fn component(&mut self, tuple: &Exp, index: u32) {
        let constant = matches!(tuple.kind, ExpKind::Literal(_));
        self.write(if constant { "(" } else { "" });
        self.exp(tuple);
        self.write(if constant { ")" } else { "" });
        self.write(&format!(".{index}"));
    }

    fn case(&mut self, case: &Case) {
        self.write(&format!(" ({} {} ", case.constructor.name, case.variable.name));
        self.exp(&case.body);
        self.write(")");
    }

    fn binding(&mut self, name: &Ident, exp: &Exp) {
        self.write(&format!("({} ", name.name));
        self.exp(exp);
        self.write(") ");
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.write("lambda ");
        self.separated(&lambda.params, " ", Self::param);
        if let Some(result) = &lambda.result {
            self.write(" : ");
            self.ty(result);
        }
        self.words(&[(" ", &lambda.body)]);
    }
}

/// Formats a number. Floats have the fewest digits that read back the same.
fn number(literal: Literal) -> String {
    match literal {
        Literal::Integer(value) => value.to_string(),
        Literal::Sized(value, width) => format!("{value}{}", suffix(width)),
        Literal::Real(bits) => format!("{:?}", f64::from_bits(bits)),
        Literal::Double(bits) => format!("{:?}L", f64::from_bits(bits)),
        Literal::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
        Literal::Bool(value) => value.to_string(),
        Literal::Nil => "nil".to_owned(),
    }
}

fn suffix(width: Width) -> &'static str {
    match width {
        Width::W8 => "i8",
        Width::W16 => "i16",
        Width::W32 => "i32",
        Width::W64 => "i64",
    }
}
