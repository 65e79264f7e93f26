//! Polymorphic values inside of other values: arguments, fields, payloads. A value has a form for each list of types at
//! which the program uses it; with several, it is a tuple of them.
//!
//! ```text
//! let f = lam g : all a. a -> a. (g 1, g true)       def f (g : (i64 -> i64, bool -> bool)) = (g#0(1), g#1(true))
//! f (lam x. x)                                  ─►   f((\\x -> x, \\x -> x))
//! ```

use super::{Lowered, Pass};
use crate::check::messages::LEFT;
use crate::check::tree::Exp;
use crate::check::types::{ParamNumber, Poly, SetNumber, Type};
use crate::check::unify::Use;
use base::{Diagnostic, Error, Span};
use core_ir::build;
use core_ir::def as ir;

/// Largest depth of a type at which a polymorphic value is used.
const MAX_DEPTH: usize = 20;

impl<'t> Pass<'t> {
    /// Returns the different types at which values of a polymorphic type are used.
    pub(super) fn uses(&mut self, set: SetNumber, view: &[(ParamNumber, Type)]) -> Lowered<Vec<Vec<Type>>> {
        let mut found: Vec<Vec<Type>> = Vec::new();
        for Use { types, place } in self.checked.unifier.uses(set, view) {
            let types: Vec<Type> = types.iter().map(|ty| self.exact(ty)).collect();
            let is_known = |param: &ParamNumber| self.chosen.contains_key(param);
            let is_left =
                |ty: &&Type| !self.checked.unifier.params_of(ty).iter().all(is_known) || depth(ty) > MAX_DEPTH;
            if let Some(ty) = types.iter().find(is_left) {
                return Err(self.left(set, ty, place));
            }
            if !found.contains(&types) {
                found.push(types);
            }
        }
        Ok(found)
    }

    /// Returns the type of polymorphic values in CORE.
    pub(super) fn forms(
        &mut self,
        poly: &Poly,
        set: SetNumber,
        view: &[(ParamNumber, Type)],
        span: Span,
    ) -> Lowered<ir::Type> {
        let mut forms = Vec::new();
        self.nested_types += 1;
        for types in self.uses(set, view)? {
            let ty = self.checked.unifier.with_arguments(&poly.ty, &poly.params, &types);
            match ty {
                Ok(ty) if self.nested_types < MAX_DEPTH => forms.push(self.ty(&ty, span)?),
                _ => return Err(self.left(set, types.first().unwrap_or(&poly.ty), span)),
            }
        }
        self.nested_types -= 1;
        Ok(match <[ir::Type; 1]>::try_from(forms) {
            Ok([form]) => form,
            Err(forms) => ir::Type::tuple(forms),
        })
    }

    /// Lowers a polymorphic value.
    pub(super) fn poly(&mut self, value: &'t Exp, params: &[ParamNumber], exp: &Exp) -> Lowered<ir::Expr> {
        let Type::All(_, set, view) = self.checked.unifier.head(&exp.ty) else {
            return Err(super::bug("a polymorphic value of another type"));
        };
        let mut forms = Vec::new();
        for types in self.uses(set, &view)? {
            let lowered = types.iter().map(|ty| self.ty(ty, exp.span)).collect::<Lowered<Vec<_>>>()?;
            forms.push(self.copy(value, params, types, lowered, |pass| pass.exp(value))?);
        }
        Ok(match <[ir::Expr; 1]>::try_from(forms) {
            Ok([form]) => form,
            Err(forms) => build::tuple(forms),
        })
    }

    /// Lowers a use of a polymorphic value at these types.
    pub(super) fn instance(&mut self, value: &'t Exp, types: &[Type], span: Span) -> Lowered<ir::Expr> {
        let Type::All(_, set, view) = self.checked.unifier.head(&value.ty) else {
            return Err(super::bug("a use of no polymorphic value"));
        };
        let types: Vec<Type> = types.iter().map(|ty| self.exact(ty)).collect();
        let uses = self.uses(set, &view)?;
        let Some(at) = uses.iter().position(|known| *known == types) else {
            return Err(self.left(set, types.first().unwrap_or(&value.ty), span));
        };
        let value = self.exp(value)?;
        Ok(if uses.len() == 1 { value } else { build::field(value, ir::tuple_field(at)) })
    }

    /// Returns the error of a polymorphic type with a use, at `place`, whose type is not known where its values are made.
    pub(super) fn left(&self, set: SetNumber, ty: &Type, place: Span) -> Error {
        let label = format!(
            "it is used here at the type `{}`, which only this part of the program knows",
            self.checked.show(ty)
        );
        let diagnostic = Diagnostic::error(LEFT, "a polymorphic value is used at a type that varies")
            .label(place, label)
            .label(self.checked.unifier.place_of(set), "the value has this type");
        let help =
            "annotate the definition around the use, so that it has one type, or pass the function that is needed";
        Error::User(vec![diagnostic.help(help)])
    }
}

fn depth(ty: &Type) -> usize {
    let parts = ty.parts();
    1 + parts.iter().map(depth).max().unwrap_or(0)
}
