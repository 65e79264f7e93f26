//! Types as the user would write them.

use super::Checker;
use super::types::{Bound, Size, Type};
use core_ir::def::tuple_field;
use std::fmt::Write;

/// How tightly a part must hold together where it stands.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Tight {
    Loose,
    /// Left of an arrow.
    Argument,
    /// After `[n]`, or as a payload.
    Atom,
}

impl Checker {
    /// The type as text, sizes that have no name left out.
    pub(super) fn show(&self, ty: &Type) -> String {
        let mut out = String::new();
        self.write_type(&self.unifier.resolve(ty), Tight::Loose, &mut out);
        out
    }

    pub(super) fn show_bound(&self, bound: &Bound) -> String {
        match bound {
            Bound::OneOf(set) => set.shown().to_owned(),
            Bound::Comparable => "something without functions".to_owned(),
            Bound::Fields(fields) => {
                let names: Vec<String> = fields.iter().map(|(name, _)| format!("`{name}`")).collect();
                format!("a record with {}", names.join(", "))
            }
            Bound::Constructors(constructors) => {
                let names: Vec<String> = constructors.iter().map(|(name, _)| format!("`#{name}`")).collect();
                format!("a sum with {}", names.join(", "))
            }
        }
    }

    fn write_type(&self, ty: &Type, tight: Tight, out: &mut String) {
        match ty {
            Type::Scalar(scalar) => out.push_str(scalar.name()),
            Type::Param(name) => out.push_str(name.hint.as_str()),
            Type::Meta(meta) => match self.unifier.bound(*meta) {
                Some(bound) => out.push_str(&self.show_bound(bound)),
                None => out.push('_'),
            },
            Type::Array(elem, size) => {
                _ = write!(out, "[{}]", self.show_size(size));
                self.write_type(elem, Tight::Atom, out);
            }
            Type::Record(fields) => self.write_record(ty, fields, out),
            Type::Sum(constructors) => self.write_sum(constructors, tight, out),
            Type::Function(function) => {
                let open = tight != Tight::Loose;
                out.push_str(if open { "(" } else { "" });
                out.push_str(if function.consumed { "*" } else { "" });
                self.write_type(&function.param, Tight::Argument, out);
                out.push_str(" -> ");
                out.push_str(if function.unique { "*" } else { "" });
                self.write_type(&function.result, Tight::Loose, out);
                out.push_str(if open { ")" } else { "" });
            }
        }
    }

    fn write_record(&self, ty: &Type, fields: &[(base::Symbol, Type)], out: &mut String) {
        let is_tuple = ty.components().is_some();
        out.push(if is_tuple { '(' } else { '{' });
        for (i, (name, field)) in fields.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            if !is_tuple || *name != tuple_field(i) {
                _ = write!(out, "{name}: ");
            }
            self.write_type(field, Tight::Loose, out);
        }
        out.push(if is_tuple { ')' } else { '}' });
    }

    fn write_sum(&self, constructors: &[(base::Symbol, Vec<Type>)], tight: Tight, out: &mut String) {
        let open = tight == Tight::Atom;
        out.push_str(if open { "(" } else { "" });
        for (i, (name, payload)) in constructors.iter().enumerate() {
            _ = write!(out, "{}#{name}", if i > 0 { " | " } else { "" });
            for ty in payload {
                out.push(' ');
                self.write_type(ty, Tight::Atom, out);
            }
        }
        out.push_str(if open { ")" } else { "" });
    }

    /// The size as the user wrote it; empty when it has no name in the program.
    pub(super) fn show_size(&self, size: &Size) -> String {
        match self.unifier.size(size) {
            Size::Const(value) => value.to_string(),
            Size::Var(name) if self.size_origins.contains_key(&name) => String::new(),
            Size::Var(name) => name.hint.to_string(),
            Size::Def(_, name) => name.to_string(),
            Size::Meta(_) => String::new(),
            Size::Op(op, args) => {
                let (a, b) = (self.show_size(&args[0]), self.show_size(&args[1]));
                if a.is_empty() || b.is_empty() { String::new() } else { format!("{a}{}{b}", op.symbol()) }
            }
        }
    }
}
