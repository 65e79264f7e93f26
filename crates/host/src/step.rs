//! Steps of loops with independent iterations. Several threads may run them, but one thread alone counts references to
//! objects. So a tensor in a step is no object, but its parts are in variables, also those of parameters and results of
//! functions that only steps call.

use crate::emit::parts;
use crate::tensor::push_tensors;
use crate::value::{Form, Leaf, Leaves, leaf_types};
use crate::{Lowered, Lowerer, bug};
use core_ir::def::{Def, DefId, Expr, ExprKind, Prim, Program, TensorOp, Type};
use core_ir::walk::{for_each_child, for_each_expr};
use imp::def::Arg;
use rustc_hash::FxHashSet;

/// Returns the definitions among the members that only steps of loops call, directly or through others.
pub(crate) fn definitions(program: &Program, members: &[DefId]) -> FxHashSet<DefId> {
    let entries: FxHashSet<DefId> = program.entries.iter().map(|entry| entry.def).collect();
    let mut outside: FxHashSet<DefId> = entries.iter().copied().filter(|id| members.contains(id)).collect();
    let mut open: Vec<DefId> = outside.iter().copied().collect();
    while let Some(def) = open.pop().and_then(|id| program.defs.get(id)) {
        calls_outside(&def.body, &mut |id| {
            if outside.insert(id) {
                open.push(id);
            }
        });
    }
    members.iter().copied().filter(|id| !outside.contains(id)).collect()
}

/// Visits the definitions that code outside of steps uses.
fn calls_outside(expr: &Expr, visit: &mut dyn FnMut(DefId)) {
    match &expr.kind {
        ExprKind::Def(id, _) => visit(*id),
        ExprKind::Prim(Prim::Loop, args) => args.first().into_iter().for_each(|count| calls_outside(count, visit)),
        _ => for_each_child(expr, &mut |child| calls_outside(child, visit)),
    }
}

/// Returns the number of sizes that the parts of each tensor hold in variables: those that accesses at indices need, also
/// after one slice.
pub(crate) fn sizes(program: &Program) -> usize {
    let (mut indices, mut dropped) = (0, 0);
    for def in program.defs.values() {
        for_each_expr(&def.body, &mut |expr| match &expr.kind {
            ExprKind::Prim(Prim::Tensor(TensorOp::At(count)), _) => indices = indices.max(*count),
            ExprKind::Prim(Prim::Tensor(TensorOp::Part(count, rest)), _) => {
                indices = indices.max(*count);
                dropped = dropped.max(rest.unwrap_or(0));
            }
            _ => {}
        });
    }
    indices + dropped
}

impl Lowerer<'_> {
    /// Returns the forms of a value's leaves. In a step, tensors are parts, except for those in sums, because an unused slot
    /// is no tensor.
    pub(crate) fn forms(&self, ty: &Type) -> Lowered<Vec<Form>> {
        let mut forms: Vec<Form> = leaf_types(ty)?.into_iter().map(Form::Plain).collect();
        if self.in_step {
            let mut tensors = Vec::new();
            push_tensors(ty, 0, &mut tensors);
            for (at, elem) in tensors {
                let form = self.form_of_tensor(elem)?;
                *forms.get_mut(at).ok_or_else(|| bug("a tensor that is no leaf"))? = form;
            }
        }
        Ok(forms)
    }

    /// Returns the arguments for a call of the definition.
    pub(crate) fn passed(&mut self, def: &Def, leaves: &[Leaf]) -> Lowered<Vec<Arg>> {
        if !self.in_step {
            return self.arguments(leaves);
        }
        let mut forms = Vec::with_capacity(leaves.len());
        for param in &def.params {
            forms.extend(self.forms(&param.pat.ty())?);
        }
        if forms.len() != leaves.len() {
            return Err(bug("a call with other leaves"));
        }
        let mut passed = Leaves::with_capacity(leaves.len());
        for (form, leaf) in forms.iter().zip(leaves) {
            passed.extend(match form {
                Form::Plain(_) => self.settled(std::slice::from_ref(leaf))?,
                Form::Tensor { blocks, dims, cyclic } => vec![self.in_parts(leaf, blocks, *dims, *cyclic)?],
            });
        }
        Ok(parts(&passed).into_iter().map(crate::emit::Part::argument).collect())
    }

    /// Returns the leaves in the forms of those that they are assigned to.
    pub(crate) fn in_forms_of(&mut self, to: &[Leaf], from: &[Leaf]) -> Lowered<Leaves> {
        let mut leaves = Leaves::with_capacity(from.len());
        for (at, leaf) in from.iter().enumerate() {
            leaves.extend(match to.get(at) {
                Some(Leaf::Tensor(tensor)) => {
                    let blocks: Vec<_> = tensor.blocks.iter().map(|(elem, _)| *elem).collect();
                    vec![self.in_parts(leaf, &blocks, tensor.dims.len(), tensor.cyclic)?]
                }
                _ => self.settled(std::slice::from_ref(leaf))?,
            });
        }
        Ok(leaves)
    }
}
