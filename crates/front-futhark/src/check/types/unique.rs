//! The meaning of `*` marks in types and patterns.

use crate::ast::{Pat, PatKind, TypeExp, TypeExpKind};
use crate::check::messages::report::Reason;
use crate::check::types::Type;
use crate::check::{Checker, Checking};
use base::{Diagnostic, Span};
use core_ir::def::{Unique, tuple_field};

/// Returns the uniqueness that a type expression states. Marks inside of a function type belong to the function.
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

/// Returns the uniqueness that the ascriptions in a parameter's pattern state.
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

/// Returns `Yes` if any of the types is marked, for arrays and sums, which are owned as a whole.
fn of_parts<'a>(mut parts: impl Iterator<Item = &'a TypeExp>) -> Unique {
    if parts.any(|part| of_type(part).any()) { Unique::Yes } else { Unique::No }
}

/// How the ownership of a function differs from what its expected type states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The function consumes parts of its argument that the caller keeps.
    Consumes,
    /// The function's result may share storage, although it must not.
    Shares,
}

impl Checker {
    /// Reports a function in the value that consumes more, or whose result is less unique, than the expected type
    /// states.
    pub fn ownership_fits(&mut self, found: &Type, expected: &Type, span: Span, reason: &Reason) -> Checking<()> {
        let Some(misfit) = self.misfit(found, expected) else { return Ok(()) };
        let (code, headline, help) = match misfit {
            Misfit::Consumes => (
                core_ir::uniqueness::NOT_CONSUMABLE,
                "a function that consumes its argument is not allowed here",
                "mark the parameter with `*` in the expected type, or copy the argument in the function",
            ),
            Misfit::Shares => (
                core_ir::uniqueness::RESULT_SHARES,
                "the result of this function may share memory with its argument",
                "mark the result of the function with `*`, and return a copy",
            ),
        };
        let diagnostic = Diagnostic::error(code, headline).label(span, format!("this is {}", self.show(found)));
        let diagnostic = self.with_reason(diagnostic, &self.unifier.resolve(expected), reason);
        Err(self.report(diagnostic.help(help)))
    }

    /// Returns how a function in type `found` violates the ownership in type `expected`. The types agree otherwise.
    pub fn misfit(&self, found: &Type, expected: &Type) -> Option<Misfit> {
        match (self.unifier.shallow(found), self.unifier.shallow(expected)) {
            (Type::Function(f), Type::Function(g)) => {
                if !self.covers(&f.param, &g.consumed, &f.consumed) {
                    return Some(Misfit::Consumes);
                }
                if !f.inferred && !self.covers(&f.result, &f.unique, &g.unique) {
                    return Some(Misfit::Shares);
                }
                self.misfit(&g.param, &f.param).or_else(|| self.misfit(&f.result, &g.result))
            }
            (Type::Record(found), Type::Record(expected)) => {
                found.iter().zip(expected.iter()).find_map(|((_, found), (_, expected))| self.misfit(found, expected))
            }
            _ => None,
        }
    }

    /// Whether `owned` includes all parts that `some` marks, for a value of this type. Scalars have no owner, and
    /// accumulators are always owned.
    fn covers(&self, ty: &Type, owned: &Unique, some: &Unique) -> bool {
        match self.unifier.shallow(ty) {
            // The ownership of a function's argument and result is in its own type.
            Type::Scalar(_) | Type::Function(_) => true,
            Type::Abstract(hidden) if self.is_accumulator(&hidden) => true,
            Type::Record(fields) => {
                fields.iter().all(|(name, ty)| self.covers(ty, owned.field(*name), some.field(*name)))
            }
            _ => owned.covers(some),
        }
    }

    /// Returns the uniqueness of a value of the type as marked, with what functions in it consume and return.
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
