//! Statements: variables, assignments of whole values, branches and loops.

use crate::value::{Elem, Form, Leaf, Leaves, boolean, constant, i64, known};
use crate::{Lowered, Lowerer, bug};
use base::{Name, Span, Template};
use core_ir::def as core;
use imp::def::{Arg, Block, Exp, Param, Stm, Type};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// A part of a value that fits one variable: a scalar, or a reference to memory or to an object.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Scalar(ScalarType, Exp),
    Reference(Elem, Name),
}

impl Part {
    pub fn variable(&self) -> Option<Name> {
        match self {
            Part::Scalar(_, Exp::Var(name)) | Part::Reference(_, name) => Some(*name),
            Part::Scalar(..) => None,
        }
    }

    pub fn argument(self) -> Arg {
        match self {
            Part::Scalar(_, value) => Arg::Scalar(value),
            Part::Reference(_, name) => Arg::Reference(name),
        }
    }
}

/// Returns the parts of values in the order of function parameters: for each leaf its sizes, then its scalar or
/// reference.
pub(crate) fn parts(leaves: &[Leaf]) -> Vec<Part> {
    let mut parts = Vec::new();
    for leaf in leaves {
        match leaf {
            Leaf::Scalar(ty, value) => parts.push(Part::Scalar(*ty, value.clone())),
            Leaf::Data(name) => parts.push(Part::Reference(Elem::Data, *name)),
            Leaf::Array(array) => {
                parts.extend(array.dims.iter().map(|dim| Part::Scalar(ScalarType::I64, dim.clone())));
                parts.push(Part::Reference(array.elem, array.block));
            }
            Leaf::Tensor(tensor) => parts.extend(tensor.parts()),
        }
    }
    parts
}

impl Lowerer<'_> {
    pub(crate) fn push(&mut self, stm: Stm) {
        self.block.push(stm);
    }

    /// Runs `lower` with an empty block; returns the statements it emitted and its result.
    pub(crate) fn in_block<T>(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<(Block, T)> {
        let outer = std::mem::take(&mut self.block);
        let result = lower(self);
        let block = std::mem::replace(&mut self.block, outer);
        Ok((block, result?))
    }

    // Variables.

    pub(crate) fn variable(&mut self, hint: &str, ty: ScalarType, init: Exp) -> Name {
        let name = self.names.fresh(hint);
        self.push(Stm::Declare { name, ty, init });
        name
    }

    /// Stores the expression in a new variable and returns a read of that variable.
    pub(crate) fn value(&mut self, hint: &str, ty: ScalarType, init: Exp) -> Exp {
        Exp::Var(self.variable(hint, ty, init))
    }

    /// Declares a variable for memory or an object, not yet assigned.
    pub(crate) fn reference(&mut self, hint: &str, elem: Elem) -> Name {
        let name = self.names.fresh(hint);
        if self.in_step {
            self.places.insert(name, self.span);
        }
        self.push(match elem {
            Elem::Scalar(_) => Stm::DeclareMemory { name },
            Elem::Data => Stm::DeclareObject { name, borrowed: false },
        });
        name
    }

    /// Declares variables for a value of the type; scalars start at zero.
    pub(crate) fn variables(&mut self, ty: &core::Type, hint: &str) -> Lowered<Leaves> {
        self.forms(ty)?.iter().map(|form| self.leaf_variables(form, hint)).collect()
    }

    /// Declares variables for a leaf; scalars start at zero.
    pub(crate) fn leaf_variables(&mut self, form: &Form, hint: &str) -> Lowered<Leaf> {
        let mut declare = |this: &mut Self, hint: &str, ty: Type| match ty {
            Type::Scalar(ty) => this.variable(hint, ty, Exp::Const(Scalar::zero(ty))),
            Type::Memory => this.reference(hint, Elem::Scalar(ScalarType::Bool)),
            Type::Object | Type::Borrowed => this.reference(hint, Elem::Data),
        };
        self.declared(form, hint, &mut declare)
    }

    /// Creates parameters or results for a value of the type, appends them to the list and returns them as leaves.
    pub(crate) fn params(&mut self, ty: &core::Type, hint: &str, params: &mut Vec<Param>) -> Lowered<Leaves> {
        self.forms(ty)?.iter().map(|form| self.leaf_params(form, hint, params)).collect()
    }

    /// Creates parameters for a leaf and appends them to the list.
    pub(crate) fn leaf_params(&mut self, form: &Form, hint: &str, params: &mut Vec<Param>) -> Lowered<Leaf> {
        let mut declare = |this: &mut Self, hint: &str, ty: Type| {
            let name = this.names.fresh(hint);
            params.push(Param { name, ty });
            name
        };
        self.declared(form, hint, &mut declare)
    }

    /// Declares the variables of a leaf: its sizes, then the scalar or the reference. In a step of a loop, they are the
    /// parts of a tensor.
    fn declared(
        &mut self,
        form: &Form,
        hint: &str,
        declare: &mut dyn FnMut(&mut Self, &str, Type) -> Name,
    ) -> Lowered<Leaf> {
        let variables = form.variables().into_iter();
        let names: Vec<Name> = variables.map(|(own, ty)| declare(self, own.unwrap_or(hint), ty)).collect();
        form.named(&mut names.into_iter()).ok_or_else(|| bug("a leaf with too few variables"))
    }

    /// Converts a value to the arguments of a call.
    pub(crate) fn arguments(&mut self, leaves: &[Leaf]) -> Lowered<Vec<Arg>> {
        let leaves = self.settled(leaves)?;
        Ok(parts(&leaves).into_iter().map(Part::argument).collect())
    }

    // Assignments.

    /// Assigns a value to variables in parallel: a part that a later assignment still reads is saved first.
    pub(crate) fn assign(&mut self, to: &[Leaf], from: &[Leaf]) -> Lowered<()> {
        let from = self.in_forms_of(to, from)?;
        let (to, mut from) = (parts(to), parts(&from));
        if to.len() != from.len() {
            return Err(bug("a value with another number of leaves"));
        }
        let places: FxHashMap<Name, usize> =
            to.iter().enumerate().filter_map(|(at, part)| Some((part.variable()?, at))).collect();
        for (at, part) in from.iter_mut().enumerate() {
            let overwritten = part.variable().and_then(|name| places.get(&name)).is_some_and(|&place| place < at);
            if overwritten {
                *part = self.kept(part);
            }
        }
        for (to, from) in to.iter().zip(&from) {
            self.assign_part(to, from);
        }
        Ok(())
    }

    fn kept(&mut self, part: &Part) -> Part {
        match part {
            Part::Scalar(ty, value) => Part::Scalar(*ty, self.value("kept", *ty, value.clone())),
            Part::Reference(elem, from) => {
                let name = self.reference("kept", *elem);
                self.push(Stm::AssignReference { name, from: *from });
                Part::Reference(*elem, name)
            }
        }
    }

    fn assign_part(&mut self, to: &Part, from: &Part) {
        let Some(name) = to.variable().filter(|name| from.variable() != Some(*name)) else { return };
        self.push(match from {
            Part::Scalar(_, value) => Stm::Assign { name, value: value.clone() },
            Part::Reference(_, from) => Stm::AssignReference { name, from: *from },
        });
    }

    // Scalar operators, folded where both operands are known.

    pub(crate) fn binary(&mut self, op: BinOp, ty: ScalarType, a: Exp, b: Exp) -> Exp {
        if let (Some(x), Some(y)) = (constant(&a), constant(&b))
            && !ty.is_float()
            && let Ok(result) = value::op::binary(op, x, y)
        {
            return Exp::Const(result);
        }
        self.value(op.name(), ty, Exp::Bin(op, Box::new(a), Box::new(b)))
    }

    pub(crate) fn compare(&mut self, op: CmpOp, a: Exp, b: Exp) -> Exp {
        if let (Some(x), Some(y)) = (constant(&a), constant(&b))
            && let Some(result) = value::op::compare(op, x, y)
        {
            return boolean(result);
        }
        self.value(op.name(), ScalarType::Bool, Exp::Cmp(op, Box::new(a), Box::new(b)))
    }

    /// Like `compare`, of integers, which equal themselves.
    pub(crate) fn compare_integers(&mut self, op: CmpOp, a: Exp, b: Exp) -> Exp {
        if a == b { boolean(matches!(op, CmpOp::Eq | CmpOp::Le | CmpOp::Ge)) } else { self.compare(op, a, b) }
    }

    pub(crate) fn and(&mut self, a: Exp, b: Exp) -> Exp {
        match (known(&a), known(&b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => boolean(false),
            (None, None) => self.binary(BinOp::And, ScalarType::Bool, a, b),
        }
    }

    pub(crate) fn or(&mut self, a: Exp, b: Exp) -> Exp {
        match (known(&a), known(&b)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => boolean(true),
            (None, None) => self.binary(BinOp::Or, ScalarType::Bool, a, b),
        }
    }

    pub(crate) fn add(&mut self, a: Exp, b: Exp) -> Exp {
        match (constant(&a).and_then(Scalar::as_i64), constant(&b).and_then(Scalar::as_i64)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.binary(BinOp::Add, ScalarType::I64, a, b),
        }
    }

    pub(crate) fn times(&mut self, a: Exp, b: Exp) -> Exp {
        match (constant(&a).and_then(Scalar::as_i64), constant(&b).and_then(Scalar::as_i64)) {
            (Some(1), _) => b,
            (_, Some(1)) => a,
            (Some(0), _) | (_, Some(0)) => i64(0),
            _ => self.binary(BinOp::Mul, ScalarType::I64, a, b),
        }
    }

    // Control flow.

    /// Emits an assertion, unless the condition is known to hold or checks are left out.
    pub(crate) fn assert(&mut self, cond: Exp, message: Template, values: Vec<Exp>, span: Span) {
        if !self.unchecked && known(&cond) != Some(true) {
            self.push(Stm::Assert { cond, message, values, spans: spans(span) });
        }
    }

    /// Emits an `if` with these branches, or only the taken branch if the condition is a constant.
    pub(crate) fn if_(
        &mut self,
        cond: Exp,
        then_code: impl FnOnce(&mut Self) -> Lowered<()>,
        else_code: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        match known(&cond) {
            Some(true) => then_code(self),
            Some(false) => else_code(self),
            None => {
                let (then_block, ()) = self.in_block(then_code)?;
                let (else_block, ()) = self.in_block(else_code)?;
                if !then_block.is_empty() || !else_block.is_empty() {
                    self.push(Stm::If { cond, then_block, else_block });
                }
                Ok(())
            }
        }
    }

    /// Emits a loop whose index, an `i64`, counts from 0 to the bound.
    pub(crate) fn for_(
        &mut self,
        hint: &str,
        bound: Exp,
        span: Span,
        body: impl FnOnce(&mut Self, Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        self.count(hint, ScalarType::I64, bound, span, body)
    }

    /// Like `for_`, with an index of any integer type.
    pub(crate) fn count(
        &mut self,
        hint: &str,
        ty: ScalarType,
        bound: Exp,
        span: Span,
        body: impl FnOnce(&mut Self, Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        let var = self.names.fresh(hint);
        let (body, ()) = self.in_block(|this| body(this, Exp::Var(var)))?;
        self.push(Stm::For { var, ty, bound, body, parallel: false, spans: spans(span) });
        Ok(())
    }
}

pub(crate) fn spans(span: Span) -> base::Spans {
    if span.is_nowhere() { Vec::new() } else { vec![span] }
}
