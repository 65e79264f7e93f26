//! Constants, and the built-in functions on scalars.

use super::{Lowered, Pass, bug};
use crate::ast::{Literal, Width};
use crate::check::builtins::Builtin;
use crate::check::show::scalar_name;
use crate::check::types::Type;
use base::{Code, Diagnostic, Span};
use core_ir::build;
use core_ir::def as ir;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

const LITERAL_RANGE: Code = Code("E0103");

impl Pass<'_> {
    pub(super) fn literal(&mut self, literal: Literal, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        let scalar = match literal {
            Literal::Nil => return Ok(build::unit()),
            Literal::Bool(value) => Scalar::Bool(value),
            Literal::Float(bits) => Scalar::F32(f32::from_bits(bits)),
            Literal::Double(bits) => Scalar::F64(f64::from_bits(bits)),
            Literal::Real(bits) => {
                let Type::Scalar(ty) = self.known(ty, span)? else { return Err(bug("a constant of no scalar type")) };
                Scalar::from_f64(ty, f64::from_bits(bits)).ok_or_else(|| bug("a constant that is no number"))?
            }
            Literal::Sized(value, width) => self.integer(value, width_type(width), span),
            Literal::Integer(value) => match self.known(ty, span)? {
                Type::Scalar(ty) if ty.is_float() => {
                    Scalar::from_f64(ty, value as f64).ok_or_else(|| bug("a constant that is no number"))?
                }
                Type::Scalar(ty) => self.integer(value, ty, span),
                _ => return Err(bug("a constant of no scalar type")),
            },
        };
        Ok(build::literal(scalar))
    }

    /// Returns an integer constant. Reports a number that does not fit its type.
    fn integer(&mut self, value: i64, ty: ScalarType, span: Span) -> Scalar {
        let scalar = Scalar::from_i128(ty, i128::from(value));
        let is_known = self.wrong.iter().any(|other| other.labels.first().is_some_and(|label| label.span == span));
        if scalar.as_i128() != Some(i128::from(value)) && !is_known && self.wrong.len() < crate::check::MAX_ERRORS {
            let greatest = i64::MAX >> (i64::BITS - 8 * ty.bytes() as u32);
            let (ty, least) = (scalar_name(ty), -greatest - 1);
            let diagnostic = Diagnostic::error(LITERAL_RANGE, format!("{value} does not fit in {ty}"));
            self.wrong
                .push(diagnostic.label(span, format!("this has type {ty}, which ranges from {least} to {greatest}")));
        }
        scalar
    }

    /// Lowers a complete application of a built-in function on scalars, or of `=` on any type; `None` for functions on
    /// vectors.
    pub(super) fn scalar_builtin(
        &mut self,
        builtin: Builtin,
        ty: &Type,
        args: &[ir::Expr],
        span: Span,
    ) -> Lowered<Option<ir::Expr>> {
        let prim = match builtin {
            Builtin::Binary(op, _) | Builtin::Logic(op) => ir::Prim::Bin(op),
            Builtin::Divide => {
                let is_float = args.first().and_then(|arg| arg.ty.scalar()).is_some_and(ScalarType::is_float);
                ir::Prim::Bin(if is_float { BinOp::Div } else { BinOp::Quot })
            }
            Builtin::Not => ir::Prim::Un(UnOp::Not),
            Builtin::Unary(op, _) => ir::Prim::Un(op),
            Builtin::Compare(op) => ir::Prim::Cmp(op),
            Builtin::Equal | Builtin::NotEqual => return Ok(Some(equal(builtin, args, span))),
            Builtin::To(to) => ir::Prim::Convert(to),
            Builtin::From(_) => match ty {
                Type::Function(_, to) => match **to {
                    Type::Scalar(to) => ir::Prim::Convert(to),
                    _ => return Err(bug("a cast to no scalar type")),
                },
                _ => return Err(bug("a cast that is no function")),
            },
            Builtin::Map | Builtin::Reduce | Builtin::Scan | Builtin::Fold | Builtin::Permute | Builtin::Gather => {
                return Ok(None);
            }
            Builtin::Slice | Builtin::Filter | Builtin::Range | Builtin::Length => return Ok(None),
        };
        Ok(Some(build::prim(prim, args.to_vec())))
    }
}

fn equal(builtin: Builtin, args: &[ir::Expr], span: Span) -> ir::Expr {
    let is_equal = builtin == Builtin::Equal;
    if args.iter().all(|arg| arg.ty.scalar().is_some()) {
        let op = if is_equal { CmpOp::Eq } else { CmpOp::Ne };
        return build::prim(ir::Prim::Cmp(op), args.to_vec());
    }
    let equal = build::prim(ir::Prim::Equal, args.to_vec());
    if is_equal { equal } else { build::unary(UnOp::Not, equal.at(span)) }
}

fn width_type(width: Width) -> ScalarType {
    match width {
        Width::W8 => ScalarType::I8,
        Width::W16 => ScalarType::I16,
        Width::W32 => ScalarType::I32,
        Width::W64 => ScalarType::I64,
    }
}
