//! Entry points: the definitions that are called from outside.

use super::scope::{ScopeId, Value, ValueKind};
use super::types::{Function, Type};
use super::{Checker, Checking};
use crate::ast::{Dec, DecKind, Def, Pat, PatKind};
use base::{Code, Diagnostic, Span, Symbol};
use core_ir::def as ir;
use std::rc::Rc;

const POLYMORPHIC: Code = Code("E0601");
const HIGHER_ORDER: Code = Code("E0602");
const BAD_NAME: Code = Code("E0603");

impl Checker {
    /// Entries for the definitions marked `entry`, and for `main`.
    pub(super) fn make_entries(&mut self, scope: ScopeId, decs: &[Dec]) {
        for dec in decs {
            if let DecKind::Def(def) = &dec.kind
                && (def.entry || def.name.name.as_str() == "main")
                && let Some(id) = self.scopes.exported_value(scope, def.name.name)
                && let Value::Done(info) = self.scopes.value(id)
            {
                let info = info.clone();
                let _ = self.make_entry(def, dec.doc.clone(), &info);
            }
        }
    }

    fn make_entry(&mut self, def: &Rc<Def>, doc: Option<String>, info: &super::scope::ValueInfo) -> Checking<()> {
        let span = def.name.span;
        let name = def.name.name;
        if name.as_str().contains('\'') {
            return self.error(
                BAD_NAME,
                span,
                format!("the entry point `{name}` has a `'` in its name"),
                "no name outside has one",
            );
        }
        let ValueKind::Def { id, sizes } = &info.kind else { return Ok(()) };
        if !info.scheme.types.is_empty() {
            let diagnostic = Diagnostic::error(POLYMORPHIC, format!("the entry point `{name}` has a type parameter"))
                .label(span, format!("its type is {}", self.show(&info.scheme.ty)))
                .help("say the types of its parameters");
            return Err(self.report(diagnostic));
        }
        if let Some(size) = sizes.first() {
            let headline = format!("no argument of the entry point `{name}` tells the size `{}`", size.hint);
            return self.error(super::report::SIZE_UNKNOWN, span, headline, "who calls it gives only the arguments");
        }
        let mut ty = info.scheme.ty.clone();
        let mut params = Vec::new();
        for (i, pat) in def.params.iter().enumerate() {
            let Type::Function(function) = &ty else { break };
            let function: Rc<Function> = function.clone();
            let shown = self.entry_type(&function.param, name, pat.span)?;
            params.push(ir::EntryParam { name: parameter_name(pat, i), ty: shown, consumed: function.consumed });
            ty = function.result.clone();
        }
        let place = def.result.as_ref().map_or(span, |result| result.span);
        let unique = self.program.defs[*id].unique_result;
        let types = match ty.components() {
            Some(fields) => fields.iter().map(|(_, ty)| ty.clone()).collect(),
            None => vec![ty],
        };
        let mut results = Vec::new();
        for ty in &types {
            results.push(ir::EntryResult { ty: self.entry_type(ty, name, place)?, unique });
        }
        self.program.entries.push(ir::Entry { name, def: *id, params, results, doc });
        Ok(())
    }

    fn entry_type(&mut self, ty: &Type, entry: Symbol, span: Span) -> Checking<ir::EntryType> {
        let mut elem = self.unifier.resolve(ty);
        let shown = self.show(&elem);
        let mut rank = 0;
        while let Type::Array(inner, _) = elem {
            elem = (*inner).clone();
            rank += 1;
        }
        match elem {
            Type::Scalar(elem) => Ok(ir::EntryType { elem, rank, shown }),
            Type::Function(_) => {
                let diagnostic =
                    Diagnostic::error(HIGHER_ORDER, format!("the entry point `{entry}` takes or gives a function"))
                        .label(span, format!("this is {shown}"));
                Err(self.report(diagnostic))
            }
            Type::Abstract(hidden) if self.is_accumulator(&hidden) => {
                let headline = format!("the entry point `{entry}` takes or gives an accumulator");
                self.error(HIGHER_ORDER, span, headline, "only a stream's function has one")
            }
            _ => self.not_supported(span, "records, tuples and sums in the types of entry points are"),
        }
    }
}

/// How the user calls a parameter: its name, or its number.
fn parameter_name(pat: &Pat, index: usize) -> String {
    match &pat.kind {
        PatKind::Name(name) => name.to_string(),
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => parameter_name(inner, index),
        _ => format!("arg{index}"),
    }
}
