//! Foreign functions. With too few arguments they become lambdas. A foreign value without parameters is evaluated at
//! each use.
//!
//! ```text
//! (foreign (f : int -> float -> int))        \(x : i32) -> (foreign.f(a, x) : f32)
//! (f a)
//! ```
//!
//! Their types consist of numbers, bools, tuples of these, vectors of either, and vectors of vectors, which all have a
//! form in C.

use super::{Lowered, NOT_SUPPORTED, Pass, parameters};
use crate::check::tree::{self, Exp};
use crate::check::types::Type;
use base::{Code, Diagnostic, Error, Span, Symbol};
use core_ir::build;
use value::foreign::Foreign;

/// Error code of a name that C cannot use.
const BAD_NAME: Code = Code("E0603");

/// Largest nesting of a foreign function's types.
const MAX_DEPTH: usize = 64;

impl<'t> Pass<'t> {
    /// Reports foreign functions whose name or type has no form in C.
    pub(super) fn foreign_types(&self) -> Lowered<()> {
        for tree::Foreign { name, ty, span } in &self.checked.foreign {
            if let Some(wrong) = Foreign::wrong_name(name.as_str()) {
                let headline = format!("`{name}` cannot be the name of a foreign function");
                return Err(Diagnostic::error(BAD_NAME, headline).label(*span, wrong).into());
            }
            let (params, result) = parameters(&self.known(ty, *span)?);
            for ty in params.iter().chain([&result]) {
                if let Some(wrong) = self.without_form(ty, false, MAX_DEPTH) {
                    let label = format!("it takes or returns {wrong}");
                    return Err(limitation("this type of a foreign function is not supported yet", *span, &label));
                }
            }
        }
        Ok(())
    }

    /// Lowers an application of a foreign function. `function` is its use, with its type.
    pub(super) fn foreign(
        &mut self,
        name: Symbol,
        function: &'t Exp,
        args: &'t [Exp],
        span: Span,
    ) -> Lowered<core_ir::def::Expr> {
        let (types, result) = parameters(&self.known(&function.ty, function.span)?);
        let result = self.ty(&result, span)?;
        let mut given = self.exps(args)?;
        if given.len() == types.len() {
            return Ok(build::foreign(name, given, result));
        }
        let mut bindings = Vec::new();
        for arg in &mut given {
            let variable = self.bound(std::mem::replace(arg, build::unit()), &mut bindings);
            *arg = variable;
        }
        let mut params = Vec::new();
        for ty in types.iter().skip(args.len()) {
            let (name, ty) = (self.fresh("x"), self.ty(ty, span)?);
            given.push(build::var(name, ty.clone()).at(span));
            params.push(build::param(name, ty));
        }
        let body = build::foreign(name, given, result).at(span);
        Ok(build::block(bindings, build::lambda(params, body).at(span)))
    }

    /// Returns a description of the component of a type that has no form in C; `None` if all have one.
    fn without_form(&self, ty: &Type, in_vector: bool, left: usize) -> Option<&'static str> {
        if left == 0 {
            return Some("a type of too many parts");
        }
        match ty {
            Type::Tuple(parts) => parts.iter().find_map(|part| self.without_form(part, in_vector, left - 1)),
            Type::Vector(..) if in_vector => Some("a vector whose elements contain vectors"),
            Type::Vector(_, elem) => {
                let is_row = self.nested(ty).is_some_and(|row| matches!(row, Type::Vector(..)));
                self.without_form(elem, !is_row, left - 1)
            }
            Type::User(..) | Type::Sum(_) => Some("a sum type"),
            Type::Function(..) => Some("a function"),
            Type::Unit if in_vector => Some("a vector of units"),
            // A type that is unknown here is known at the uses of the function.
            Type::Scalar(_) | Type::Unit | Type::Rank(_) | Type::Variable(_) | Type::Param(_) | Type::Error => None,
        }
    }
}

fn limitation(headline: &str, span: Span, label: &str) -> Error {
    Error::Limitation(Box::new(Diagnostic::error(NOT_SUPPORTED, headline).label(span, label)))
}
