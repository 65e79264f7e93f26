//! Prints types as users write them.

use crate::check::Checker;
use crate::check::sizes::term::{Head, Term};
use crate::check::types::{Abstract, Bound, Meta, Replace, Scheme, Size, SizeOp, Type, has_function, map};
use base::{Name, Symbol};
use core_ir::def::tuple_field;
use std::fmt::Write;

/// Position of a printed type in a larger one, which decides about parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Tight {
    Loose,
    /// To the left of an arrow.
    Argument,
    /// After `[n]`, or in a payload.
    Atom,
}

impl Checker {
    /// Returns the type as text. Sizes without a name are printed as `[]`.
    pub fn show(&self, ty: &Type) -> String {
        let ty = self.unifier.resolve(ty);
        if let Type::Meta(meta) = ty
            && let Some(bound) = self.unifier.bound(meta)
        {
            return self.show_bound(bound);
        }
        let mut out = String::new();
        self.write_type(&ty, Tight::Loose, &mut out);
        out
    }

    /// Returns the text of an array's element type, below all its dimensions, as it follows the sizes.
    pub fn show_element(&self, array: &Type) -> String {
        let mut elem = self.unifier.resolve(array);
        while let Type::Array(inner, _) = &elem {
            elem = (**inner).clone();
        }
        let mut out = String::new();
        self.write_type(&elem, Tight::Atom, &mut out);
        out
    }

    /// Returns the description of a constraint for messages.
    pub fn show_bound(&self, bound: &Bound) -> String {
        match bound {
            Bound::OneOf(set) => set.shown().to_owned(),
            Bound::Comparable => "something with `==`".to_owned(),
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

    /// Returns the type as text, with a letter for each unknown type. `letters` has the unknown types that have letters
    /// so far.
    pub fn show_letters(&self, ty: &Type, letters: &mut Vec<Meta>) -> String {
        self.show(&self.lettered_all(&self.unifier.resolve(ty), letters))
    }

    /// Returns the type of a scheme as text, with letters for its type parameters and sizes.
    pub fn show_scheme(&self, scheme: &Scheme) -> String {
        let letter = |letter: char| Name { hint: Symbol::new(&letter.to_string()), id: u32::MAX };
        let types = scheme.types.iter().copied().zip(('a'..='z').map(|c| Type::Param(letter(c))));
        let sizes = scheme.sizes.iter().copied().zip(('n'..='z').map(|c| Size::Var(letter(c))));
        let letters = Replace { types: types.collect(), sizes: sizes.collect() };
        self.show(&letters.ty(&self.unifier.resolve(&scheme.ty)))
    }

    /// Replaces unknown types by letters if the type contains functions.
    pub fn with_letters(&self, ty: &Type, letters: &mut Vec<Meta>) -> Type {
        if has_function(ty) { self.lettered_all(ty, letters) } else { ty.clone() }
    }

    fn lettered_all(&self, ty: &Type, letters: &mut Vec<Meta>) -> Type {
        let mut metas = Vec::new();
        self.open_metas(ty, &mut metas);
        for meta in metas {
            if self.unifier.bound(meta).is_none() && !letters.contains(&meta) {
                letters.push(meta);
            }
        }
        self.lettered(ty, letters)
    }

    /// Returns the type with a type parameter named by a letter in place of each unknown type in `letters`.
    fn lettered(&self, ty: &Type, letters: &[Meta]) -> Type {
        match ty {
            Type::Meta(meta) => match letters.iter().position(|other| other == meta) {
                Some(i) if i < 26 => {
                    let letter = char::from(b'a' + i as u8).to_string();
                    Type::Param(Name { hint: Symbol::new(&letter), id: u32::MAX })
                }
                _ => ty.clone(),
            },
            _ => map(ty, &mut |size| size.clone(), &mut |part| self.lettered(part, letters)),
        }
    }

    /// Writes a type, in parentheses if its position needs them.
    fn write_type(&self, ty: &Type, tight: Tight, out: &mut String) {
        match ty {
            Type::Scalar(scalar) => out.push_str(scalar.name()),
            Type::Param(name) => out.push_str(name.hint.as_str()),
            Type::Meta(meta) => match self.unifier.bound(*meta) {
                Some(bound) => self.write_bound(bound, out),
                None => out.push('_'),
            },
            Type::Abstract(hidden) => self.write_abstract(hidden, tight, out),
            Type::Array(elem, size) => {
                _ = write!(out, "[{}]", self.show_size(size));
                self.write_type(elem, Tight::Atom, out);
            }
            Type::Record(fields) => self.write_record(ty, fields, out),
            Type::Sum(constructors) => self.write_sum(constructors, tight, out),
            Type::Function(function) => {
                let open = tight != Tight::Loose;
                out.push_str(if open { "(" } else { "" });
                out.push_str(if function.consumed.any() { "*" } else { "" });
                self.write_type(&function.param, Tight::Argument, out);
                out.push_str(" -> ");
                out.push_str(if function.unique.any() { "*" } else { "" });
                self.write_type(&function.result, Tight::Loose, out);
                out.push_str(if open { ")" } else { "" });
            }
        }
    }

    fn write_abstract(&self, hidden: &Abstract, tight: Tight, out: &mut String) {
        let open = tight == Tight::Atom && !(hidden.sizes.is_empty() && hidden.types.is_empty());
        out.push_str(if open { "(" } else { "" });
        out.push_str(hidden.shown.as_str());
        hidden.sizes.iter().for_each(|size| _ = write!(out, " [{}]", self.show_size(size)));
        for ty in &hidden.types {
            out.push(' ');
            self.write_type(ty, Tight::Atom, out);
        }
        out.push_str(if open { ")" } else { "" });
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

    /// Writes a constraint in the position of a type, without an article, as in `(bool, number)`.
    fn write_bound(&self, bound: &Bound, out: &mut String) {
        let shown = self.show_bound(bound);
        let bare = shown.strip_prefix("a ").or_else(|| shown.strip_prefix("an "));
        out.push_str(bare.unwrap_or(&shown));
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

    /// Returns the size as the user would write it; empty if it has no name in the program.
    pub fn show_size(&self, size: &Size) -> String {
        match self.unifier.size(size) {
            Size::Const(value) => value.to_string(),
            Size::Var(name) if self.is_nameless(name) => String::new(),
            Size::Var(name) => name.hint.to_string(),
            Size::Def(_, name) => name.to_string(),
            Size::Meta(_) => String::new(),
            Size::Term(term) => self.show_term(&term),
            Size::Op(op, args) => {
                let (a, b) = (self.show_operand(&args[0], op, true), self.show_operand(&args[1], op, false));
                if a.is_empty() || b.is_empty() { String::new() } else { format!("{a} {} {b}", op.symbol()) }
            }
        }
    }

    /// Returns the term as the user would write it; empty if an operand has no name in the program.
    fn show_term(&self, term: &Term) -> String {
        let shown: Vec<String> = term.args.iter().map(|arg| self.show_size(arg)).collect();
        if shown.iter().any(String::is_empty) {
            return String::new();
        }
        let atom = |i: usize| match shown.get(i) {
            Some(text) if text.contains(' ') && !text.starts_with(['(', '[', '{']) => format!("({text})"),
            Some(text) => text.clone(),
            None => String::new(),
        };
        let atoms = |from: usize| (from..shown.len()).map(atom).collect::<Vec<String>>();
        match &term.head {
            Head::Var(name) => name.hint.to_string(),
            Head::Def(_, name, _) => name.to_string(),
            Head::Literal(value) => match value.as_i128() {
                Some(integer) => integer.to_string(),
                None => value.as_f64().map_or_else(String::new, |float| float.to_string()),
            },
            Head::Apply => atoms(0).join(" "),
            Head::Field(field) => format!("{}.{field}", atom(0)),
            Head::Record(names) => show_record(names, &shown),
            Head::Array => format!("[{}]", shown.join(", ")),
            Head::Index => format!("{}[{}]", atom(0), shown.get(1..).unwrap_or_default().join(", ")),
            Head::If => format!("if {} then {} else {}", shown[0], shown[1], shown[2]),
            Head::Prim(core_ir::def::Prim::Convert(to)) => match term.args.first() {
                Some(Size::Term(from)) if matches!(self.unifier.shallow(&from.ty), Type::Scalar(_)) => {
                    format!("{to}.{} {}", self.show(&from.ty), atom(0))
                }
                _ => atom(0),
            },
            Head::Prim(core_ir::def::Prim::Bin(op)) => match operator(*op) {
                Some(symbol) => format!("{} {symbol} {}", atom(0), atom(1)),
                None => String::new(),
            },
            Head::Operator(core_ir::def::Prim::Bin(op)) => {
                operator(*op).map_or_else(String::new, |op| format!("({op})"))
            }
            Head::Operator(_) | Head::Prim(_) => String::new(),
        }
    }

    /// Returns an operand of an arithmetic size, in parentheses if necessary; empty if it has no name in the program.
    fn show_operand(&self, size: &Size, of: SizeOp, is_left: bool) -> String {
        let shown = self.show_size(size);
        let apart = match self.unifier.size(size) {
            Size::Op(op, _) if is_left => of.is_product() && !op.is_product(),
            Size::Op(op, _) => of.is_product() || !op.is_product(),
            _ => false,
        };
        if apart && !shown.is_empty() { format!("({shown})") } else { shown }
    }
}

/// Returns a record or tuple with these fields.
fn show_record(names: &[Symbol], fields: &[String]) -> String {
    let is_tuple = names.len() != 1 && names.iter().enumerate().all(|(i, name)| *name == tuple_field(i));
    if is_tuple {
        return format!("({})", fields.join(", "));
    }
    let fields: Vec<String> = names.iter().zip(fields).map(|(name, field)| format!("{name} = {field}")).collect();
    format!("{{{}}}", fields.join(", "))
}

/// Returns the symbol of a binary operator, if it has one.
fn operator(op: value::BinOp) -> Option<&'static str> {
    use value::BinOp;
    Some(match op {
        BinOp::Pow => "**",
        BinOp::Quot => "//",
        BinOp::Rem => "%%",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        _ => return SizeOp::of(op).map(SizeOp::symbol),
    })
}
