//! Recursive functions that return accumulators. Code that returns functions normally replaces its applications, which
//! would not terminate here. Instead the function is copied, and the copy returns its result without the operators.
//! These are assumed to be the arguments': accumulators of one type are returned in the order in which they are passed.
//! A body that does otherwise is rejected.
//!
//! ```text
//! def climb (acc : ACC) (i : i64) : ACC =                    def climb (xs : []i32) (i : i64) : {[]i32} =
//!   let acc' = write(acc, i, 1)                                let xs' = xs with [i] = xs[i] + 1
//!   in if i == 0 then acc' else climb(acc', i / 2)             in if i == 0 then {xs'} else climb(xs', i / 2)
//! ```

use super::branches::same_functions;
use super::statics::{Code, Static};
use super::{Pass, unknown, with_known_sizes};
use crate::build;
use crate::def::{ACCUMULATE_BY, ACCUMULATED, Binding, Def, Param, Pat, Type, Unique, tuple_field};
use crate::typing::without_sizes;
use crate::walk::param_types;
use base::{Error, Name, Span, Symbol};
use rustc_hash::FxHashSet;

impl Pass {
    /// Whether the code is a recursive definition whose result contains no functions except operators of accumulators.
    pub(super) fn gives_accumulators(&self, code: &Code) -> Result<bool, Error> {
        let Code::Def(id) = code else { return Ok(false) };
        Ok(self.recursive.contains(id) && !self.def(*id)?.result.has_function_value())
    }

    /// Returns the value of a recursive function that returns accumulators, applied to all its arguments.
    pub(super) fn recursive_call(
        &mut self,
        code: &Code,
        args: &[Static],
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Static, Error> {
        let given = given(self.params(code)?, args.iter().map(Some), ty, span)?;
        let mut parts = Vec::new();
        let value = self.with_variables(&given, ty, &mut parts);
        let pat = Pat::tuple(parts);
        let call = self.call_copy(code, args, &pat.ty(), span)?;
        out.push(build::binding(pat, call));
        Ok(value)
    }

    /// Returns the definition with a body that returns only the dynamic parts of its result. `given` is the result with
    /// the expected operators; a body with other operators is an error.
    pub(super) fn without_operators(
        &mut self,
        def: Def,
        given: &Static,
        known: &FxHashSet<Name>,
    ) -> Result<Def, Error> {
        let span = def.body.span;
        let (value, body) = self.way(def.body)?;
        if !same_functions(given, &value) {
            return Err(unknown("the accumulator that this recursive function returns is not known", span));
        }
        let mut parts = Vec::new();
        variable_parts(given, &def.result, &def.unique_result, &mut parts);
        let (types, owned): (Vec<Type>, Vec<Unique>) = parts.into_iter().unzip();
        let result = Type::tuple(types.iter().map(|ty| with_known_sizes(ty, known)));
        let owned = owned.into_iter().enumerate().map(|(i, unique)| (tuple_field(i), unique));
        Ok(Def { result, unique_result: Unique::fields(owned), body, ..def })
    }
}

/// Returns the expected result of a recursive function: its accumulators have the operators of the arguments. Dynamic
/// parts are represented by unit.
pub(super) fn given<'a>(
    params: &[Param],
    args: impl Iterator<Item = Option<&'a Static>>,
    ty: &Type,
    span: Span,
) -> Result<Static, Error> {
    let mut operators = Vec::new();
    for (ty, arg) in param_types(params).zip(args) {
        arg.into_iter().for_each(|arg| operators_in(&ty, arg, &mut operators));
    }
    let given = with_operators(ty, &mut operators);
    given.ok_or_else(|| unknown("this recursive function returns a function that it does not take", span))
}

/// Collects the operators of the accumulators in a value, each with the type of its accumulator's array.
fn operators_in(ty: &Type, value: &Static, out: &mut Vec<(Type, Static)>) {
    let (Some(types), Static::Record(fields)) = (ty.fields(), value) else { return };
    match (types, fields.as_slice()) {
        ([(_, array), _], [_, (_, operator)]) if ty.is_accumulator() => {
            out.push((without_sizes(array), operator.clone()));
        }
        _ => types.iter().zip(fields).for_each(|((_, ty), (_, field))| operators_in(ty, field, out)),
    }
}

/// Returns a value of the type in which each accumulator has the first operator for its type of array. An operator is
/// removed when it is used, unless it is the last one for its type.
fn with_operators(ty: &Type, operators: &mut Vec<(Type, Static)>) -> Option<Static> {
    let unit = || Static::Dynamic(build::unit());
    match ty {
        _ if !ty.has_function() => Some(unit()),
        Type::Record(fields) if ty.is_accumulator() => {
            let (_, array) = fields.first()?;
            let operator = take_operator(&without_sizes(array), operators)?;
            let field = |name, value| (Symbol::new(name), value);
            Some(Static::Record(vec![field(ACCUMULATED, unit()), field(ACCUMULATE_BY, operator)]))
        }
        Type::Record(fields) => {
            let fields = fields.iter().map(|(name, ty)| Some((*name, with_operators(ty, operators)?)));
            Some(Static::Record(fields.collect::<Option<_>>()?))
        }
        Type::Scalar(_)
        | Type::Array(..)
        | Type::Sum(_)
        | Type::Data(..)
        | Type::Seq(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => None,
    }
}

fn take_operator(array: &Type, operators: &mut Vec<(Type, Static)>) -> Option<Static> {
    let mut of_type = (0..operators.len()).filter(|i| operators[*i].0 == *array);
    let first = of_type.next()?;
    let is_last = of_type.next().is_none();
    Some(if is_last { operators[first].1.clone() } else { operators.remove(first).1 })
}

/// Collects the types of a value's dynamic parts, each with its uniqueness. An accumulator is unique, because it owns
/// its array.
fn variable_parts(value: &Static, ty: &Type, unique: &Unique, out: &mut Vec<(Type, Unique)>) {
    match value {
        Static::Dynamic(_) => out.push((ty.clone(), unique.clone())),
        Static::Record(fields) => {
            let unique = owned(ty, unique);
            for ((name, field), (_, ty)) in fields.iter().zip(ty.fields().unwrap_or_default()) {
                variable_parts(field, ty, unique.field(*name), out);
            }
        }
        Static::Closure(_) | Static::Variant(..) => {}
    }
}

/// Returns the uniqueness of a value of the type: that of accumulators is `Yes`, that of other parts is as marked.
pub(super) fn owned(ty: &Type, marked: &Unique) -> Unique {
    match ty {
        _ if ty.is_accumulator() => Unique::Yes,
        Type::Record(fields) if *marked != Unique::Yes && ty.has_function() => {
            Unique::fields(fields.iter().map(|(name, ty)| (*name, owned(ty, marked.field(*name)))))
        }
        _ => marked.clone(),
    }
}
