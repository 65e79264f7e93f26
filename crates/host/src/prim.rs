//! Primitive operations: scalar operators with their checks, and the dispatch to the functions for arrays.

use crate::data::is_optional_array;
use crate::value::{Leaf, Leaves, constant, i64};
use crate::{Lowered, Lowerer, bug};
use base::Span;
use core_ir::def::{Expr, Prim as P, RefOp, Type, UNSET};
use core_ir::messages;
use imp::def::{Exp, Setting};
use value::{BinOp, CmpOp, Scalar, ScalarType, Service, UnOp};

impl Lowerer<'_> {
    pub(crate) fn prim(&mut self, prim: P, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        match prim {
            P::Un(_) | P::Bin(_) | P::Cmp(_) | P::Fma | P::Convert(_) => self.scalar_prim(prim, args, ty, span),
            P::Parameter(name) => {
                let setting = Setting::Threshold { name, default: UNSET };
                Ok(vec![Leaf::Scalar(ScalarType::I64, Exp::Setting(setting))])
            }
            P::System(op) => self.service(Service::System(op), args, ty, span),
            P::Text(op) => self.service(Service::Text(op), args, ty, span),
            P::Fail => self.service(Service::Fail, args, ty, span),
            P::Foreign(name) => self.foreign(name, args, ty, span),
            P::Map => self.map(args, ty, span),
            P::Loop => self.for_each(args, span),
            P::FlatMap => self.flat_map(args, ty, span),
            P::Reduce { .. } => self.reduce(args, span),
            P::Scan => self.scan(args, ty, span),
            P::Filter => self.filter(args, span),
            P::FlatIndex(rank) => self.flat_index(rank, args, span),
            P::FlatUpdate(rank) => self.flat_update(rank, args, span),
            P::Scatter => self.scatter(args, span),
            P::Histogram => self.histogram(args, span),
            P::Concat => {
                let arrays = args.iter().map(|arg| self.expr(arg)).collect::<Lowered<Vec<Leaves>>>()?;
                match args.first().and_then(|array| array.ty.elem()) {
                    Some(elem) if is_optional_array(elem) => self.concat_rows(elem, &arrays, span),
                    _ => self.concat(&arrays, span),
                }
            }
            P::Zip => self.zip(args, span),
            P::Ref(op) => self.reference_prim(op, args, span),
            P::Tensor(op) => self.tensor_prim(op, args, span),
            P::Equal => {
                let [a, b] = args else { return Err(bug("equality takes two values")) };
                let (x, y) = (self.expr(a)?, self.expr(b)?);
                let same = self.equal(&a.ty, &x, &y)?;
                Ok(vec![Leaf::Scalar(ScalarType::Bool, same)])
            }
            P::Size(0) if let Some(rank) = self.rank_of(args)? => Ok(vec![Leaf::Scalar(ScalarType::I64, rank)]),
            _ => {
                let leaves = self.exprs(args.iter())?;
                self.array_prim(prim, &leaves, span)
            }
        }
    }

    /// Lowers primitives whose operands are all values, not functions.
    fn array_prim(&mut self, prim: P, args: &[Leaf], span: Span) -> Lowered<Leaves> {
        match (prim, args) {
            (P::Size(dim), [array, ..]) => Ok(vec![Leaf::Scalar(ScalarType::I64, array.size(dim))]),
            (P::Iota, [Leaf::Scalar(_, count), Leaf::Scalar(ty, start), Leaf::Scalar(_, step)]) => {
                self.iota(count.clone(), *ty, start.clone(), step.clone(), span)
            }
            (P::Replicate, [Leaf::Scalar(_, count), value @ ..]) => self.replicate(count.clone(), value, span),
            (P::Flatten, arrays) => Ok(self.flatten(arrays, span)),
            (P::Unflatten, [Leaf::Scalar(_, outer), Leaf::Scalar(_, inner), arrays @ ..]) => {
                Ok(self.unflatten(outer.clone(), inner.clone(), arrays, span))
            }
            (P::Transpose, arrays) => self.transpose(arrays, span),
            (P::Unzip | P::Trace(_), leaves) => Ok(leaves.to_vec()),
            (P::Shared, [Leaf::Array(array), ..]) => {
                let shared = Exp::Un(UnOp::Not, Box::new(Exp::Unique(array.block)));
                Ok(vec![Leaf::Scalar(ScalarType::Bool, self.value("shared", ScalarType::Bool, shared))])
            }
            // A callee may overwrite its argument, so the copy must own its block.
            (P::Copy, leaves) => self.owned(leaves),
            _ => Err(bug("a primitive with other operands")),
        }
    }

    fn reference_prim(&mut self, op: RefOp, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let leaves = self.exprs(args.iter())?;
        match (op, args, &leaves[..]) {
            (RefOp::New, [value], leaves) => self.new_reference(&value.ty, leaves, span),
            (RefOp::Read, [reference], [Leaf::Data(object)]) => self.read_reference(content_of(reference)?, *object),
            (RefOp::Write, [reference, _], [Leaf::Data(object), value @ ..]) => {
                self.write_reference(content_of(reference)?, *object, value)?;
                Ok(Vec::new())
            }
            _ => Err(bug("an operation on a reference with other operands")),
        }
    }

    fn zip(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let arrays = args.iter().map(|arg| self.expr(arg)).collect::<Lowered<Vec<Leaves>>>()?;
        let length = |array: &Leaves| array.first().map_or(i64(0), |leaf| leaf.size(0));
        let Some(first) = arrays.first().map(length) else { return Err(bug("zip takes arrays")) };
        for other in arrays[1..].iter().map(length) {
            if other != first {
                let same = self.compare(CmpOp::Eq, first.clone(), other.clone());
                self.assert(same, messages::zip_lengths(), vec![first.clone(), other], span);
            }
        }
        Ok(arrays.concat())
    }

    fn scalar_prim(&mut self, prim: P, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let operands = args.iter().map(|arg| self.scalar(arg)).collect::<Lowered<Vec<(ScalarType, Exp)>>>()?;
        let Type::Scalar(result) = *ty else { return Err(bug("a scalar operator of another type")) };
        let value = match (prim, &operands[..]) {
            (P::Un(op), [(_, a)]) => self.value(op.name(), result, Exp::Un(op, Box::new(a.clone()))),
            (P::Bin(op), [(ty, a), (_, b)]) => self.checked(op, *ty, a.clone(), b.clone(), span),
            (P::Cmp(op), [(_, a), (_, b)]) => self.compare(op, a.clone(), b.clone()),
            (P::Fma, [(_, a), (_, b), (_, c)]) => {
                let [a, b, c] = [a, b, c].map(|operand| Box::new(operand.clone()));
                self.value("fma", result, Exp::Fma(a, b, c))
            }
            (P::Convert(to), [(from, a)]) => match constant(a) {
                Some(scalar) => Exp::Const(value::op::convert(to, scalar)),
                None if *from == to => a.clone(),
                None => self.value("converted", to, Exp::Convert(to, Box::new(a.clone()))),
            },
            _ => return Err(bug("an operator with a wrong number of operands")),
        };
        Ok(vec![Leaf::Scalar(result, value)])
    }

    /// Lowers a binary operator. A partial operator is preceded by an assertion.
    fn checked(&mut self, op: BinOp, ty: ScalarType, a: Exp, b: Exp, span: Span) -> Exp {
        if op.can_fail(ty) {
            let zero = Exp::Const(Scalar::zero(ty));
            let (check, message) = match op {
                BinOp::Pow => (CmpOp::Ge, messages::negative_exponent()),
                _ => (CmpOp::Ne, messages::division_by_zero()),
            };
            let fine = self.compare(check, b.clone(), zero);
            self.assert(fine, message, vec![a.clone(), b.clone()], span);
        }
        self.binary(op, ty, a, b)
    }
}

/// Returns the type of the value that a reference holds.
fn content_of(reference: &Expr) -> Lowered<&Type> {
    if let Type::Ref(content) = &reference.ty { Ok(content) } else { Err(bug("a reference of another type")) }
}
