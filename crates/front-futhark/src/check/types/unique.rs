//! What the program's `*` marks say, part by part.

use crate::ast::{Pat, PatKind, TypeExp, TypeExpKind};
use crate::check::Checker;
use crate::check::types::Type;
use core_ir::def::{Unique, tuple_field};

/// What a type expression marks. The marks inside of a function's type are that type's own.
pub fn of_type(ty: &TypeExp) -> Unique {
    match &ty.kind {
        TypeExpKind::Unique(_) => Unique::Yes,
        TypeExpKind::Exists(_, inner) => of_type(inner),
        TypeExpKind::Tuple(items) => of_items(items.iter().map(of_type)),
        TypeExpKind::Record(fields) => Unique::fields(fields.iter().map(|(name, ty)| (name.name, of_type(ty)))),
        TypeExpKind::Array(_, elem) => of_parts(std::iter::once(&**elem)),
        TypeExpKind::Sum(constructors) => of_parts(constructors.iter().flat_map(|(_, payload)| payload)),
        TypeExpKind::Name(..) | TypeExpKind::Function(..) => Unique::No,
    }
}

/// What the ascriptions in a parameter's pattern mark.
pub fn of_pattern(pat: &Pat) -> Unique {
    match &pat.kind {
        PatKind::Ascribe(_, ty) => of_type(ty),
        PatKind::Attr(_, inner) => of_pattern(inner),
        PatKind::Tuple(items) => of_items(items.iter().map(of_pattern)),
        PatKind::Record(fields) => {
            let field = |pat: &Option<Pat>| pat.as_ref().map_or(Unique::No, of_pattern);
            Unique::fields(fields.iter().map(|(name, pat)| (name.name, field(pat))))
        }
        PatKind::Constructor(..) | PatKind::Name(_) | PatKind::Wildcard | PatKind::Literal(_) => Unique::No,
    }
}

fn of_items(items: impl Iterator<Item = Unique>) -> Unique {
    Unique::fields(items.enumerate().map(|(i, unique)| (tuple_field(i), unique)))
}

/// Of what cannot be owned in part.
fn of_parts<'a>(mut parts: impl Iterator<Item = &'a TypeExp>) -> Unique {
    if parts.any(|part| of_type(part).any()) { Unique::Yes } else { Unique::No }
}

impl Checker {
    /// What is owned of a value of the type, with what the functions in it own.
    pub fn owned_in(&self, ty: &Type, marked: &Unique) -> Unique {
        match self.unifier.shallow(ty) {
            Type::Function(function) => {
                let consumed = self.owned_in(&function.param, &function.consumed);
                Unique::function(consumed, self.owned_in(&function.result, &function.unique))
            }
            Type::Record(fields) if *marked != Unique::Yes => {
                Unique::fields(fields.iter().map(|(name, ty)| (*name, self.owned_in(ty, marked.field(*name)))))
            }
            _ => marked.clone(),
        }
    }
}
