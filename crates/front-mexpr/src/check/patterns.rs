//! Patterns. The type of a pattern is that of the values that it may match; its variables are in scope afterwards.

use super::messages::Why;
use super::tree::{ConNumber, Pat, PatKind, VariableId};
use super::types::{Scheme, Type, component};
use super::{Bound, Checker};
use crate::ast;
use base::{Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The variables of a pattern.
#[derive(Default)]
pub(super) struct Variables(FxHashMap<Symbol, (VariableId, Type, Span)>);

impl Checker {
    /// Checks the pattern of a value of this type, and binds its variables.
    pub(super) fn pattern(&mut self, pat: &ast::Pat, subject: &Type, place: Span) -> Pat {
        let mut variables = Variables::default();
        let checked = self.pat(pat, &mut variables);
        self.equal(subject, &checked.ty, checked.span, Why::at(place, "this value has type"));
        let mut bound: Vec<(Symbol, (VariableId, Type, Span))> = variables.0.into_iter().collect();
        bound.sort_by_key(|(_, (id, ..))| id.0);
        for (name, (id, ty, _)) in bound {
            self.values.bind(name, Bound { id, scheme: Scheme::of(ty) });
        }
        checked
    }

    fn pat(&mut self, pat: &ast::Pat, variables: &mut Variables) -> Pat {
        let span = pat.span;
        let (kind, ty) = match &pat.kind {
            ast::PatKind::Var(name) => {
                let (id, ty) = self.pattern_variable(name, variables);
                (PatKind::Variable(id, name.name), ty)
            }
            ast::PatKind::Wildcard => (PatKind::Wildcard, self.fresh()),
            ast::PatKind::Con(name, payload) => self.con_pattern(name, payload, variables),
            ast::PatKind::Literal(literal) => (PatKind::Literal(literal.clone()), self.literal_type(literal, span)),
            ast::PatKind::Tuple(pats) if pats.is_empty() => (PatKind::Record(Vec::new()), Type::unit()),
            ast::PatKind::Tuple(pats) => {
                let fields = pats.iter().enumerate().map(|(at, pat)| (component(at), pat)).collect();
                self.record_pattern(fields, variables)
            }
            ast::PatKind::Record(fields) => {
                self.labels_differ(fields);
                let fields = fields.iter().map(|field| (field.label.name, &field.value)).collect();
                self.record_pattern(fields, variables)
            }
            ast::PatKind::Seq(pats) => {
                let element = self.fresh();
                (PatKind::Seq(self.elements(pats, &element, variables)), Type::seq(element))
            }
            ast::PatKind::Edges { before, rest, after } => {
                let element = self.fresh();
                let before = self.elements(before, &element, variables);
                let rest = rest.as_ref().map(|name| {
                    let (id, ty) = self.pattern_variable(name, variables);
                    self.equal(&Type::seq(element.clone()), &ty, name.span, Why::default());
                    (id, name.name)
                });
                let after = self.elements(after, &element, variables);
                (PatKind::Edges(before, rest, after), Type::seq(element))
            }
            ast::PatKind::Not(inner) => {
                // A value that the pattern does not match gives its variables no meaning.
                let inner = self.pat(inner, &mut Variables::default());
                let ty = inner.ty.clone();
                (PatKind::Not(Box::new(inner)), ty)
            }
            ast::PatKind::And(pats) => {
                let pats: Vec<Pat> = pats.iter().map(|pat| self.pat(pat, variables)).collect();
                let ty = self.same_types(&pats);
                (PatKind::And(pats), ty)
            }
            ast::PatKind::Or(pats) => self.alternatives(pats, variables),
            ast::PatKind::Error => (PatKind::Error, Type::Error),
        };
        Pat { kind, ty, span }
    }

    /// Returns the variable of a pattern; reports one that occurs twice.
    fn pattern_variable(&mut self, name: &ast::Ident, variables: &mut Variables) -> (VariableId, Type) {
        if let Some((_, _, first)) = variables.0.get(&name.name) {
            self.defined_twice(name, *first, "a pattern has each variable once");
        }
        let (id, ty) = (self.new_variable(), self.fresh());
        variables.0.insert(name.name, (id, ty.clone(), name.span));
        (id, ty)
    }

    fn con_pattern(&mut self, name: &ast::Ident, payload: &ast::Pat, variables: &mut Variables) -> (PatKind, Type) {
        let payload = self.pat(payload, variables);
        let Some((con, wanted, ty)) = self.con(name) else { return (PatKind::Error, Type::Error) };
        self.equal(&wanted, &payload.ty, payload.span, Why::at(name.span, "the constructor holds"));
        (PatKind::Con(con, Box::new(payload)), ty)
    }

    /// Returns a constructor, and the types of its payload and of its data type.
    pub(super) fn con(&mut self, name: &ast::Ident) -> Option<(ConNumber, Type, Type)> {
        let Some(&declared) = self.cons.get(name.name) else {
            self.unknown_con(name);
            return None;
        };
        let number = declared?;
        let con = self.datas.con(number);
        let made = Type::Data(con.data, Rc::clone(&con.arguments));
        let scheme = Scheme { params: con.params.clone(), ty: Type::function(con.payload.clone(), made) };
        let (ty, _) = self.unifier.instantiate(&scheme, self.level);
        let Type::Function(payload, made) = ty else { return None };
        Some((number, (*payload).clone(), (*made).clone()))
    }

    fn record_pattern(&mut self, fields: Vec<(Symbol, &ast::Pat)>, variables: &mut Variables) -> (PatKind, Type) {
        let fields: Vec<(Symbol, Pat)> =
            fields.into_iter().map(|(label, pat)| (label, self.pat(pat, variables))).collect();
        let types = fields.iter().map(|(label, pat)| (*label, pat.ty.clone())).collect();
        let row = self.unifier.fresh_row(self.level);
        (PatKind::Record(fields), Type::record(types, row))
    }

    fn elements(&mut self, pats: &[ast::Pat], element: &Type, variables: &mut Variables) -> Vec<Pat> {
        let check = |pat| {
            let pat = self.pat(pat, variables);
            self.equal(element, &pat.ty, pat.span, Why::says("the elements before it have type"));
            pat
        };
        pats.iter().map(check).collect()
    }

    /// Makes the types of patterns for one value equal; returns the type.
    fn same_types(&mut self, pats: &[Pat]) -> Type {
        let Some((first, others)) = pats.split_first() else { return Type::Error };
        for pat in others {
            self.equal(&first.ty, &pat.ty, pat.span, Why::at(first.span, "this pattern has type"));
        }
        first.ty.clone()
    }

    /// Checks alternatives, which bind the same names with the same types.
    fn alternatives(&mut self, pats: &[ast::Pat], variables: &mut Variables) -> (PatKind, Type) {
        let mut checked = Vec::new();
        let mut first: Option<Variables> = None;
        for pat in pats {
            let mut own = Variables::default();
            let pat = self.pat(pat, &mut own);
            match &first {
                None => first = Some(own),
                Some(first) => self.same_variables(first, &own, pat.span),
            }
            checked.push(pat);
        }
        for (name, (id, ty, span)) in first.unwrap_or_default().0 {
            if let Some((_, _, before)) = variables.0.insert(name, (id, ty, span)) {
                self.defined_twice(&ast::Ident { name, span }, before, "a pattern has each variable once");
            }
        }
        let ty = self.same_types(&checked);
        (PatKind::Or(checked), ty)
    }

    fn same_variables(&mut self, first: &Variables, own: &Variables, span: Span) {
        let mut names: Vec<&Symbol> = first.0.keys().chain(own.0.keys()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            match (first.0.get(name), own.0.get(name)) {
                (Some((_, ty, place)), Some((_, other, here))) => {
                    self.equal(ty, other, *here, Why::at(*place, "in the first alternative it has type"));
                }
                (Some((_, _, place)), None) | (None, Some((_, _, place))) => self.not_always_bound(*name, *place, span),
                (None, None) => {}
            }
        }
    }
}
