//! The texts of values, for `dprint` and unit tests. A function that shows values is generated for each type.
//!
//! ```text
//! 1  2.5  true  'c'  "text"  [1, 2]  (1, 2)  {x = 1}  Some (Leaf 1)  <function>  <reference>  <symbol 1>
//! ```
//!
//! A tensor is shown like a sequence of sequences.

use super::types::CHAR;
use super::{Lowered, MAX_COPIES, Pass, string as text};
use crate::check::show::shown_label;
use crate::check::types::{Type, component_number};
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use value::ScalarType;

/// The type of texts.
pub(super) fn string() -> ir::Type {
    ir::Type::Seq(CHAR.into())
}

impl Pass<'_> {
    /// Returns the text of a value of this type, which code at `span` shows.
    pub(super) fn shown(&mut self, value: ir::Expr, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        let ty = self.exact(ty);
        let call = |pass: &mut Self, name, value| pass.call(name, vec![value]);
        Ok(match &ty {
            Type::Bool => build::if_then_else(value, text("true"), text("false")),
            Type::Char => call(self, "showChar", value)?,
            Type::Number(scalar) if scalar.is_float() => {
                call(self, "showFloat", build::convert(ScalarType::F64, value))?
            }
            Type::Number(scalar) if scalar.is_signed() => {
                call(self, "showInt", build::convert(ScalarType::I64, value))?
            }
            Type::Number(_) => call(self, "showWord", build::convert(ScalarType::U64, value))?,
            Type::Symbol => {
                let number = call(self, "showInt", value)?;
                self.joined(vec![text("<symbol "), number, text(">")])?
            }
            Type::Seq(element) if self.checked.unifier.head(element) == Type::Char => call(self, "showString", value)?,
            Type::Seq(element) => self.shown_elements("showSeq", value, element, span)?,
            Type::Tensor(element) => self.shown_elements("tensor2string", value, element, span)?,
            Type::Record(fields, _) => self.shown_record(value, fields, span)?,
            Type::Data(..) => self.shown_data(value, &ty, span)?,
            Type::Function(..) | Type::All(..) => unused(value, "<function>"),
            Type::Ref(_) => unused(value, "<reference>"),
            // No value has a type that is unknown in the end.
            Type::Param(_) | Type::Variable(_) | Type::Error => unused(value, "_"),
        })
    }

    /// Shows a sequence or a tensor by a function of the library that takes the function for its elements.
    fn shown_elements(&mut self, name: &str, value: ir::Expr, element: &Type, span: Span) -> Lowered<ir::Expr> {
        let (variable, ty) = (self.fresh("element"), self.ty(element, span)?);
        let body = self.shown(build::var(variable, ty.clone()), element, span)?;
        let show = build::lambda(vec![build::param(variable, ty)], body);
        self.call(name, vec![show, value])
    }

    fn shown_record(&mut self, value: ir::Expr, fields: &[(Symbol, Type)], span: Span) -> Lowered<ir::Expr> {
        let mut bindings = Vec::new();
        let record = self.bound(value, "record", &mut bindings);
        let is_tuple = fields.iter().enumerate().all(|(at, (label, _))| component_number(*label) == Some(at));
        let (open, close) = match (is_tuple, fields.len()) {
            (true, 1) => ("(", ",)"),
            (true, _) => ("(", ")"),
            _ => ("{", "}"),
        };
        let mut parts = vec![text(open)];
        for (at, (label, ty)) in fields.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let name = if is_tuple { String::new() } else { format!("{} = ", shown_label(*label)) };
            parts.push(text(&format!("{comma}{name}")));
            parts.push(self.shown(build::field(record.clone(), *label), ty, span)?);
        }
        parts.push(text(close));
        Ok(build::block(bindings, self.joined(parts)?))
    }

    /// Shows a value of a data type by the definition for its type.
    fn shown_data(&mut self, value: ir::Expr, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        let lowered = value.ty.clone();
        let id = match self.shows.get(ty) {
            Some(id) => *id,
            None => self.show_data(ty, &lowered, span)?,
        };
        let function = ir::Type::functions([lowered].into_iter(), string());
        Ok(build::apply(build::def(id, Vec::new(), function), vec![value]))
    }

    fn show_data(&mut self, ty: &Type, lowered: &ir::Type, span: Span) -> Lowered<ir::DefId> {
        if self.shows.len() >= MAX_COPIES {
            return Err(super::too_many_copies(span));
        }
        let id = self.constant(Symbol::new("show"), Vec::new(), text(""));
        self.shows.insert(ty.clone(), id);
        let Type::Data(data, arguments) = ty else { return Ok(id) };
        let (checked, param) = (self.checked, self.fresh("x"));
        let mut cases = Vec::new();
        for &con in &checked.datas.get(*data).cons {
            let declared = checked.datas.con(con);
            let types = declared.params.iter().map(|param| declared.chosen(*param, arguments));
            let types: Vec<Type> = types.collect::<Option<_>>().ok_or_else(|| super::bug("a hidden type"))?;
            let payload = checked.unifier.with_arguments(&declared.payload, &declared.params, &types);
            let payload = payload.map_err(|_| super::too_many_copies(span))?;
            let (variable, inner) = (self.fresh("x"), self.ty(&payload, span)?);
            let shown = self.shown(build::var(variable, inner.clone()), &payload, span)?;
            let is_nested = matches!(payload, Type::Data(..));
            let (open, close) = if is_nested { (" (", ")") } else { (" ", "") };
            let body = self.joined(vec![text(&format!("{}{open}", declared.name)), shown, text(close)])?;
            let pat = ir::Pat::Variant(self.con_name(con), vec![ir::Pat::Var(variable, inner)], lowered.clone());
            cases.push(ir::Case { pat, body });
        }
        let def = &mut self.program.defs[id];
        def.params.push(build::param(param, lowered.clone()));
        def.body = match cases.is_empty() {
            true => text("_"),
            false => build::match_on(build::var(param, lowered.clone()), cases, string()),
        };
        Ok(id)
    }

    fn joined(&mut self, parts: Vec<ir::Expr>) -> Lowered<ir::Expr> {
        self.call("joined", vec![super::sequence(parts, string())])
    }
}

/// Returns a text in place of a value, which is evaluated.
fn unused(value: ir::Expr, shown: &str) -> ir::Expr {
    let binding = build::binding(ir::Pat::Wildcard(value.ty.clone()), value);
    build::block(vec![binding], text(shown))
}
