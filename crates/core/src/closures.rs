//! Closure conversion: functions that are unknown where they are applied become data. Each function that may occur
//! becomes a constructor whose payload is the function's captured values. One definition applies all functions of a
//! class.
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
//! The method is Reynolds's, "Definitional interpreters for higher-order programming languages" (1972), with a separate
//! type for each class of functions that flow to the same places (`flow`), typed as in Pottier and Gauthier,
//! "Polymorphic typed defunctionalization" (POPL 2004). If the functions of a class may hold functions of the same
//! class, the class becomes a recursive type, which only the host supports. Other classes become sums, which every
//! target supports.
//!
//! Small higher-order definitions are first copied for their uses, so that a function that is unknown in one use does not
//! make those of the others unknown (`copies`).
//!
//! A function value also holds the constants that its code uses (`constants::bind_constants`).
//!
//! A program that `defunctionalise` can make first-order is left unchanged. In other programs, `defunctionalise` later
//! handles the functions that are known.
//!
//! Needs: a verified program without type parameters. Guarantees: no function of an unknown class is left; expressions
//! are evaluated once, in their order; names are unique. Cost: the size of the program, times the nesting of lambdas;
//! one case for each function of a class and each number of arguments that it is applied to.

mod apply;
mod choices;
mod convert;
mod copies;
mod failures;
mod flow;

use crate::calls::Calls;
use crate::constants::bind_constants;
use crate::def::{DataId, Datas, ExprKind, Program, Type};
use crate::defunctionalise::defunctionalise;
use crate::walk::{for_each_expr, param_types};
use base::entity::EntityRef;
use base::{Bug, Error};

/// Converts the unknown functions of a program to data.
///
/// # Errors
/// Bugs of the compiler. A function that this pass cannot convert is left to `defunctionalise`, which reports the
/// reason.
pub fn closures(mut program: Program) -> Result<Program, Error> {
    failures::give_functions(&mut program);
    if !may_be_unknown(&program) || defunctionalise(program.clone()).is_ok() {
        return Ok(program);
    }
    // A function value holds the constants that it uses. Otherwise the definition that applies the functions of a class
    // would need all constants that any of them uses, also those that are not computed yet.
    let mut labelled = bind_constants(program.clone())?;
    copies::separate(&mut labelled);
    choices::take_out(&mut labelled);
    match flow::classes(&mut labelled) {
        Some(classes) => convert::convert(labelled, &classes),
        None => Ok(program),
    }
}

/// Whether some function's code may be unknown at compile time, because a branch or loop returns it, an array or sum
/// stores it, or a recursion takes it.
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

/// Whether an array, sequence, reference, tensor or sum type that contains functions occurs in the type.
fn mixes_functions(ty: &Type) -> bool {
    ty.any_part(&|part| match part {
        Type::Array(elem, _) | Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => Some(elem.has_function()),
        Type::Sum(_) => Some(part.has_function()),
        _ => None,
    })
}

/// Applies `change` to each type in the constructors of the data types.
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
