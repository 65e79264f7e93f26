//! Calls of foreign functions. All calls of one share a function of FUN without a body.
//!
//! ```text
//! (foreign.ff(xs, 1f32) : []f32)        let (k : i64) (ys : [k]f32) = call ff (n, xs, 1f32)
//!
//!                                       fun ff (n : i64) (xs : [n]f32) (a : f32) -> (*k : i64) (*ys : [k]f32) =
//!                                         foreign ff ([]f32, f32) -> []f32
//! ```

use super::*;
use core_ir::leaves;
use std::sync::Arc;
use value::foreign::Foreign;

impl Lowerer<'_> {
    pub(super) fn foreign(
        &mut self,
        name: Symbol,
        args: &[core::Expr],
        ty: &core::Type,
        span: Span,
    ) -> Lowered<Leaves> {
        let Some(foreign) = leaves::foreign(name, args, ty) else {
            return Err(limitation(
                "a foreign function takes or returns a type that has no form in C",
                span,
                "called here",
            ));
        };
        let mut atoms = Vec::new();
        for arg in args {
            let leaves = self.expr(arg)?;
            atoms.extend(self.telescope_atoms(&arg.ty, &leaves));
        }
        let function = self.foreign_function(foreign, args, ty)?;
        let mut telescope = Telescope::default();
        let leaves = self.fresh_leaves(ty, name.as_str(), &mut telescope)?;
        self.push(telescope.names, Vec::new(), Exp::Call { function, args: atoms }, span);
        Ok(leaves)
    }

    /// Returns the function without body that stands for a foreign function.
    fn foreign_function(&mut self, foreign: Foreign, args: &[core::Expr], ty: &core::Type) -> Lowered<FunctionId> {
        let name = foreign.name;
        if let Some(known) = self.foreign.get(&name) {
            let is_same = self.out.functions[*known].foreign.as_deref() == Some(&foreign);
            return if is_same { Ok(*known) } else { Err(bug(format!("`{name}` is foreign at two types"))) };
        }
        let mut params = Telescope::default();
        for arg in args {
            self.fresh_leaves(&arg.ty, "arg", &mut params)?;
        }
        let mut results = Telescope::default();
        self.fresh_leaves(ty, "result", &mut results)?;
        let params = params.names.into_iter().map(|name| Param { name, consumed: false }).collect();
        let results = results.names.into_iter().map(|name| ResultParam { name, unique: true }).collect();
        let (body, foreign) = (Body::default(), Some(Arc::new(foreign)));
        let id = self.out.functions.push(Function { name, params, results, body, foreign });
        self.foreign.insert(name, id);
        Ok(id)
    }
}
