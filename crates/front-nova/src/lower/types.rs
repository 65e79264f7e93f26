//! Types in CORE, and as the outside of an entry point sees them.

use super::nested::{nested, rows_type, vector_of};
use super::{Lowered, Pass, bug, not_supported};
use crate::check::show::Shower;
use crate::check::types::Type;
use base::{Error, Span, Symbol};
use core_ir::def as ir;
use std::sync::Arc;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm, OpaqueType};

/// Types within types. Of a type that has itself as a part there is no end.
const MAX_DEPTH: usize = 200;
/// Parts of a type in CORE.
const MAX_PARTS: usize = 20_000;

impl Pass<'_> {
    /// The type in the copy that is being made: it has no variables.
    pub(super) fn known(&self, ty: &Type, span: Span) -> Lowered<Type> {
        let ty = self.checked.unifier.replace(ty, &self.chosen).map_err(|_| too_large(span))?;
        // What a variable was chosen to be has been known there, so once is enough.
        Ok(ty)
    }

    pub(super) fn ty(&self, ty: &Type, span: Span) -> Lowered<ir::Type> {
        let ty = self.known(ty, span)?;
        self.core(&ty, span, &mut Vec::new(), &mut MAX_PARTS.clone())
    }

    /// `within`: the types of the user's around.
    fn core(&self, ty: &Type, span: Span, within: &mut Vec<Symbol>, left: &mut usize) -> Lowered<ir::Type> {
        if *left == 0 || within.len() > MAX_DEPTH {
            return Err(too_large(span));
        }
        *left -= 1;
        Ok(match ty {
            Type::Scalar(scalar) => ir::Type::Scalar(*scalar),
            Type::Unit => ir::Type::unit(),
            Type::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.core(part, span, within, left));
                ir::Type::tuple(parts.collect::<Lowered<Vec<_>>>()?)
            }
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                if let Some(elem) = nested(ty) {
                    return self.nested_core(elem, span, within, left);
                }
                let elem = self.core(elem, span, within, left)?;
                ir::Type::array_of(elem, &vec![ir::Size::Any; rank as usize])
            }
            Type::Function(param, result) => {
                ir::Type::function(self.core(param, span, within, left)?, self.core(result, span, within, left)?)
            }
            Type::User(name, args) => {
                let constructors = self.constructors_of(*name, args, span, within)?;
                within.push(*name);
                let sum = self.sum(&constructors, span, within, left);
                within.pop();
                sum?
            }
            Type::Sum(constructors) => self.sum(constructors, span, within, left)?,
            Type::Variable(_) | Type::Rank(_) | Type::Param(_) | Type::Error => return Err(bug("an unknown type")),
        })
    }

    /// As `core`, of a vector of such elements.
    fn nested_core(&self, elem: &Type, span: Span, within: &mut Vec<Symbol>, left: &mut usize) -> Lowered<ir::Type> {
        let Type::Tuple(parts) = elem else {
            let data = self.core(elem, span, within, left)?;
            return Ok(rows_type(data));
        };
        let parts = parts.iter().map(|part| self.core(&vector_of(part), span, within, left));
        Ok(ir::Type::tuple(parts.collect::<Lowered<Vec<_>>>()?))
    }

    fn sum(
        &self,
        constructors: &[(Symbol, Type)],
        span: Span,
        within: &mut Vec<Symbol>,
        left: &mut usize,
    ) -> Lowered<ir::Type> {
        let mut made = Vec::new();
        for (name, payload) in constructors {
            let payload = match payload {
                Type::Unit => Vec::new(),
                _ => vec![self.core(payload, span, within, left)?],
            };
            made.push((*name, payload));
        }
        made.sort_by_key(|(name, _)| *name);
        Ok(ir::Type::Sum(made.into()))
    }

    fn constructors_of(
        &self,
        name: Symbol,
        args: &[Type],
        span: Span,
        within: &[Symbol],
    ) -> Lowered<Vec<(Symbol, Type)>> {
        if within.contains(&name) {
            return Err(not_supported(span, &format!("the recursive type `{name}` is")));
        }
        let Some(constructors) = self.checked.constructors.get(&name) else { return Err(bug("an unknown sum")) };
        Ok(constructors.iter().map(|(name, ty)| (*name, ty.with_arguments(args))).collect())
    }

    pub(super) fn entry_param(&self, name: Symbol, ty: &Type, span: Span) -> Lowered<EntryParam> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryParam { name: name.to_string(), ty: outside, shown: self.shown(ty), consumed: false })
    }

    pub(super) fn entry_result(&self, ty: &Type, span: Span) -> Lowered<EntryResult> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryResult { ty: outside, shown: self.shown(ty), unique: false })
    }

    fn shown(&self, ty: &Type) -> String {
        Shower::default().show(&self.checked.unifier, ty)
    }

    fn entry_type(&self, ty: &Type, span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        // Refuses what has no end or is too large.
        self.ty(ty, span)?;
        Ok(match ty {
            Type::Scalar(scalar) => EntryType::flat(*scalar, 0),
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                if let Some(elem) = nested(ty) {
                    return self.nested_entry(ty, elem, span, within);
                }
                let elem = self.entry_type(elem, span, within)?;
                (0..rank).fold(elem, |elem, _| EntryType::array(elem))
            }
            Type::Unit => EntryType::spelt(OpaqueForm::Record(Vec::new())),
            Type::Tuple(parts) => {
                let parts = parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| Ok((ir::tuple_field(at), self.entry_type(part, span, within)?)));
                EntryType::spelt(OpaqueForm::Record(parts.collect::<Lowered<_>>()?))
            }
            Type::Sum(constructors) => self.entry_sum(constructors, span, within)?,
            Type::User(name, args) => {
                let constructors = self.constructors_of(*name, args, span, within)?;
                within.push(*name);
                let sum = self.entry_sum(&constructors, span, within);
                within.pop();
                named(sum?, self.shown(ty))
            }
            Type::Function(..) | Type::Variable(_) | Type::Rank(_) | Type::Param(_) | Type::Error => {
                return Err(bug("an entry point with a function or an unknown type"));
            }
        })
    }

    fn nested_entry(&self, ty: &Type, elem: &Type, span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        let Type::Tuple(parts) = elem else {
            let rows = EntryType::rows_of(self.entry_type(elem, span, within)?);
            return Ok(named(rows, self.shown(ty)));
        };
        let part = |(at, part)| Ok((ir::tuple_field(at), self.entry_type(&vector_of(part), span, within)?));
        let parts = parts.iter().enumerate().map(part).collect::<Lowered<_>>()?;
        Ok(EntryType::spelt(OpaqueForm::Record(parts)))
    }

    fn entry_sum(&self, constructors: &[(Symbol, Type)], span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        let mut made = Vec::new();
        for (name, payload) in constructors {
            let payload = match payload {
                Type::Unit => Vec::new(),
                _ => vec![self.entry_type(payload, span, within)?],
            };
            made.push((*name, payload));
        }
        made.sort_by_key(|(name, _)| *name);
        Ok(EntryType::spelt(OpaqueForm::Sum(made)))
    }
}

fn named(ty: EntryType, name: String) -> EntryType {
    match ty {
        EntryType::Opaque(opaque) => EntryType::Opaque(Arc::new(OpaqueType { name, form: opaque.form.clone() })),
        flat @ EntryType::Flat(_) => flat,
    }
}

fn too_large(span: Span) -> Error {
    let diagnostic = base::Diagnostic::error(super::NOT_SUPPORTED, "a type is too large");
    Error::Limitation(Box::new(diagnostic.label(span, "the type of this has too many parts")))
}
