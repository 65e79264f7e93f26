//! Functions that are not known where they are applied become data: a constructor for each function that may be there,
//! with the values that it holds, and one definition that applies whichever it is.
//!
//! ```text
//! def main (c : bool) (k : i64) (x : i64) : i64 =        def lambda (k : i64) (y : i64) : i64 = y + k
//!   let f = if c then \y -> y + k else @double           def apply (f : <double | lambda(i64)>) (y : i64) : i64 =
//!   in f(x)                                                match f { case #double => @double(y)
//!                                                                   case #lambda(k) => @lambda(k, y) }
//!                                                        def main (c : bool) (k : i64) (x : i64) : i64 =
//!                                                          let f = if c then #lambda(k) else #double
//!                                                          in @apply(f, x)
//! ```
//!
//! After Reynolds, "Definitional interpreters for higher-order programming languages" (1972), with a type of its own for
//! each class of functions that flow to the same places (`flow`); typed as Pottier and Gauthier, "Polymorphic typed
//! defunctionalization" (POPL 2004). Functions of a class that may hold others of it are a recursive type, which the host
//! has; all others are sums, which every target has.
//!
//! `defunctionalise` is asked first: a program that it can make first-order stays as it is. In others, what is known stays
//! for it.
//!
//! Needs: a verified program without type parameters. Guarantees: no function of an unknown class is left; expressions are
//! evaluated once, in their order; names are unique. Cost: the size of the program, times the nesting of lambdas; one case
//! for each function of a class and each number of arguments that it is applied to.

mod apply;
mod choices;
mod convert;
mod flow;

use crate::calls::Calls;
use crate::def::{DataId, Datas, ExprKind, Program, Type};
use crate::defunctionalise::defunctionalise;
use crate::walk::{for_each_expr, param_types};
use base::entity::EntityRef;
use base::{Bug, Error};

/// The program without functions that are not known.
///
/// # Errors
/// Bugs of the compiler. What this pass cannot change it leaves to `defunctionalise`, which says why.
pub fn closures(program: Program) -> Result<Program, Error> {
    if !may_be_unknown(&program) || defunctionalise(program.clone()).is_ok() {
        return Ok(program);
    }
    let mut labelled = program.clone();
    choices::take_out(&mut labelled);
    match flow::classes(&mut labelled) {
        Some(classes) => convert::convert(labelled, &classes),
        None => Ok(program),
    }
}

/// Whether a function comes out of a branch or loop, stands where it is mixed with others, or takes part in a recursion.
fn may_be_unknown(program: &Program) -> bool {
    let payload = |payload: &[Type]| payload.iter().any(Type::has_function);
    let mut found = program.datas.values().any(|data| data.constructors.iter().any(|(_, types)| payload(types)));
    for def in program.defs.values() {
        for_each_expr(&def.body, &mut |expr| {
            found |= mixes_functions(&expr.ty)
                || matches!(expr.kind, ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Loop(_))
                    && expr.ty.has_function_value();
        });
    }
    found
        || Calls::of(program).on_cycles().into_iter().any(|id| {
            let def = &program.defs[id];
            param_types(&def.params).chain([def.result.clone()]).any(|ty| ty.has_function_value())
        })
}

/// Whether there are functions in an array or a sum in it.
fn mixes_functions(ty: &Type) -> bool {
    ty.any_part(&|part| match part {
        Type::Array(elem, _) => Some(elem.has_function()),
        Type::Sum(_) => Some(part.has_function()),
        _ => None,
    })
}

/// Replaces the types that constructors of data types hold.
fn map_datas(datas: &mut Datas, change: &mut dyn FnMut(&Type) -> Type) {
    for index in 0..datas.len() {
        let data = &mut datas[DataId::new(index)];
        let mut constructors = data.constructors.to_vec();
        constructors.iter_mut().flat_map(|(_, payload)| payload).for_each(|ty| *ty = change(ty));
        data.constructors = constructors.into();
    }
}

fn bug(message: &str) -> Error {
    Bug::new("closures", message).into()
}
