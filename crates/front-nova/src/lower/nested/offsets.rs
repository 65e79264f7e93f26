//! Checks inputs with nested vectors. At the start of the program, offsets must ascend from 0 to the size of the data.
//!
//! ```text
//! (X : vector vector int)      ensure offsets(X) ascend from 0 to size(data(X)) in ..
//! (m : Maybe)                  ensure (match m { case #None => true case #Some(X) => offsets(X) ascend .. }) in ..
//! (l : List)                   ensure rows(l) in ..
//! ```
//!
//! For a recursive type that contains nested vectors, a definition checks a value and its contents. Its call for the
//! last component is a tail call, so that lists need no stack.

use super::{Kind, add, at, component, data_of, offsets_of, vector_of};
use crate::check::types::Type;
use crate::lower::{Lowered, Pass};
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::Expr;
use core_ir::messages;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use value::{CmpOp, Scalar};

impl<'t> Pass<'t> {
    /// Returns `then` after checks of all offsets in the input `name`, whose value is `value`.
    pub(in crate::lower) fn with_offsets_checked(
        &mut self,
        name: Symbol,
        ty: &Type,
        value: Expr,
        then: Expr,
    ) -> Lowered<Expr> {
        let span = then.span;
        let kind = if let Some(elem) = self.nested(ty) { self.kind(elem) } else { Kind::Regular };
        Ok(match (kind, self.nested(ty), ty) {
            (Kind::Tuple(columns), ..) => self.with_columns_checked(name, &columns.parts, &value, then)?,
            (Kind::Sum(columns), ..) => {
                let fine = self.are_values(&columns, &value, span);
                let then = build::ensure(fine, messages::argument_tags(name.as_str()), Vec::new(), then).at(span);
                self.with_columns_checked(name, &columns.parts, &value, then)?
            }
            (Kind::Rows(_), Some(elem), _) => {
                let then = self.with_offsets_checked(name, elem, data_of(&value), then)?;
                let total = self.total_of(&value, elem);
                let message = messages::argument_rows(name.as_str());
                let conditions = self.row_conditions(&value, elem, span);
                let check =
                    |then, condition| build::ensure(condition, message.clone(), vec![total.clone()], then).at(span);
                conditions.into_iter().rev().fold(then, check)
            }
            (.., Type::Tuple(parts)) => {
                parts.iter().enumerate().rev().try_fold(then, |then, (k, part)| {
                    self.with_offsets_checked(name, part, component(&value, k), then)
                })?
            }
            _ => match self.holds_rows(ty, &value, span)? {
                fine if is_true(&fine) => then,
                fine => build::ensure(fine, messages::argument_inner_rows(name.as_str()), Vec::new(), then).at(span),
            },
        })
    }

    /// Returns `then` after checks of a vector of tuples or sums: the vectors that represent it are valid and have the
    /// same length. `parts` are their element types.
    fn with_columns_checked(&mut self, name: Symbol, parts: &[Type], value: &Expr, then: Expr) -> Lowered<Expr> {
        let span = then.span;
        let columns = parts.iter().enumerate().rev();
        let then = columns.clone().try_fold(then, |then, (k, part)| {
            self.with_offsets_checked(name, &vector_of(part), component(value, k), then)
        })?;
        let Some(first) = parts.first().map(|part| self.count(&component(value, 0), part)) else { return Ok(then) };
        Ok(columns.filter(|(k, _)| *k > 0).fold(then, |then, (k, part)| {
            let other = self.count(&component(value, k), part);
            let equal = build::compare(CmpOp::Eq, other.clone(), first.clone()).at(span);
            let message = messages::argument_shapes(name.as_str(), 1);
            build::ensure(equal, message, vec![other, first.clone()], then).at(span)
        }))
    }

    /// Returns the conditions on the offsets of a vector of vectors. Each may assume the ones before.
    fn row_conditions(&mut self, value: &Expr, elem: &Type, span: Span) -> [Expr; 4] {
        let offsets = offsets_of(value);
        let size = build::size(offsets.clone(), 0).at(span);
        let last = add(size.clone(), -1);
        let is = |a: Expr, b: Expr| build::compare(CmpOp::Eq, a, b).at(span);
        [
            build::compare(CmpOp::Lt, build::i64(0), size).at(span),
            is(at(offsets.clone(), build::i64(0)), build::i64(0)),
            is(at(offsets.clone(), last.clone()), self.total_of(value, elem)),
            self.ascend(&offsets, last, span),
        ]
    }

    /// Returns the condition that all offsets in a value are valid.
    fn holds_rows(&mut self, ty: &Type, value: &Expr, span: Span) -> Lowered<Expr> {
        if !self.has_rows(ty)? {
            return Ok(build::bool(true));
        }
        let kind = if let Some(elem) = self.nested(ty) { self.kind(elem) } else { Kind::Regular };
        match (kind, self.nested(ty), ty) {
            (Kind::Tuple(columns), ..) => self.columns_hold_rows(&columns.parts, value, span),
            (Kind::Sum(columns), ..) => {
                let fine = self.columns_hold_rows(&columns.parts, value, span)?;
                Ok(both(fine, self.are_values(&columns, value, span), span))
            }
            (Kind::Rows(_), Some(elem), _) => {
                let inner = self.holds_rows(elem, &data_of(value), span)?;
                let conditions = self.row_conditions(value, elem, span);
                Ok(conditions.into_iter().rfold(inner, |then, condition| both(condition, then, span)))
            }
            (.., Type::Tuple(parts)) => {
                let parts = parts.iter().enumerate().map(|(k, part)| (part.clone(), component(value, k)));
                self.all_hold_rows(parts.collect(), span)
            }
            (.., Type::Vector(_, elem)) => self.elements_hold_rows(elem, value, value.ty.rank(), span),
            (.., Type::Sum(constructors)) => self.payloads_hold_rows(constructors, value, span),
            (.., Type::User(name, args)) if self.recursive.contains(name) => {
                let id = self.rows_of_data((*name, args), &value.ty, span)?;
                let ty = self.program.defs[id].ty();
                Ok(build::apply(build::def(id, Vec::new(), ty).at(span), vec![value.clone()]).at(span))
            }
            (.., Type::User(name, args)) => {
                let constructors = self.constructors_of(*name, args)?;
                self.payloads_hold_rows(&constructors, value, span)
            }
            _ => Ok(build::bool(true)),
        }
    }

    /// Returns the condition that the vectors that represent a vector of tuples or sums are valid and have the same
    /// length.
    fn columns_hold_rows(&mut self, parts: &[Type], value: &Expr, span: Span) -> Lowered<Expr> {
        let columns: Vec<(Type, Expr)> =
            parts.iter().enumerate().map(|(k, part)| (vector_of(part), component(value, k))).collect();
        let counts: Vec<Expr> = columns.iter().zip(parts).map(|((_, column), part)| self.count(column, part)).collect();
        let fine = self.all_hold_rows(columns, span)?;
        let equal = counts.windows(2).map(|pair| build::compare(CmpOp::Eq, pair[0].clone(), pair[1].clone()).at(span));
        Ok(equal.rfold(fine, |then, equal| both(equal, then, span)))
    }

    fn all_hold_rows(&mut self, parts: Vec<(Type, Expr)>, span: Span) -> Lowered<Expr> {
        let all = parts.into_iter().map(|(ty, value)| self.holds_rows(&ty, &value, span));
        let all: Vec<Expr> = all.collect::<Lowered<_>>()?;
        Ok(all.into_iter().rfold(build::bool(true), |then, fine| both(fine, then, span)))
    }

    /// Returns the condition that all offsets in the elements of an array of this rank are valid.
    fn elements_hold_rows(&mut self, elem: &Type, value: &Expr, rank: usize, span: Span) -> Lowered<Expr> {
        let Some(ty) = value.ty.elem().cloned() else { return self.holds_rows(elem, value, span) };
        let name = self.fresh("element");
        let element = build::var(name, ty.clone()).at(span);
        let fine = match rank {
            0 | 1 => self.holds_rows(elem, &element, span)?,
            _ => self.elements_hold_rows(elem, &element, rank - 1, span)?,
        };
        let function = build::lambda(vec![build::param(name, ty)], fine).at(span);
        let all = build::map(function, value.clone()).at(span);
        Ok(self.all(all, span))
    }

    /// Returns the condition that all offsets in the payload of a sum are valid.
    fn payloads_hold_rows(&mut self, constructors: &[(Symbol, Type)], value: &Expr, span: Span) -> Lowered<Expr> {
        let mut cases = Vec::with_capacity(constructors.len());
        for (constructor, payload) in constructors {
            let (pats, body) = match payload {
                Type::Unit => (Vec::new(), build::bool(true)),
                _ => {
                    let (name, ty) = (self.fresh("held"), self.ty(payload, span)?);
                    let body = self.holds_rows(payload, &build::var(name, ty.clone()).at(span), span)?;
                    (vec![ir::Pat::Var(name, ty)], body)
                }
            };
            cases.push(ir::Case { pat: ir::Pat::Variant(*constructor, pats, value.ty.clone()), body });
        }
        Ok(build::match_on(value.clone(), cases, ir::Type::BOOL).at(span))
    }

    /// Returns the definition that checks the offsets in values of a recursive type.
    fn rows_of_data(&mut self, of: (Symbol, &Rc<[Type]>), ty: &ir::Type, span: Span) -> Lowered<ir::DefId> {
        let (name, args) = of;
        if let Some(id) = self.row_checks.get(&(name, args.clone())) {
            return Ok(*id);
        }
        let param = self.fresh("value");
        let id = self.program.defs.push(ir::Def {
            name: Symbol::new("rows"),
            type_params: Vec::new(),
            params: vec![build::param(param, ty.clone())],
            result: ir::Type::BOOL,
            unique_result: ir::Unique::No,
            unique_inferred: false,
            body: build::bool(true),
            inline: ir::Inline::Auto,
            accelerated: false,
            span,
        });
        self.row_checks.insert((name, args.clone()), id);
        let constructors = self.constructors_of(name, args)?;
        let body = self.payloads_hold_rows(&constructors, &build::var(param, ty.clone()).at(span), span)?;
        self.program.defs[id].body = body;
        Ok(id)
    }

    /// Whether values of the type contain nested vectors, and so offsets.
    fn has_rows(&self, ty: &Type) -> Lowered<bool> {
        let (mut left, mut seen) = (vec![ty.clone()], FxHashSet::default());
        while let Some(ty) = left.pop() {
            match &ty {
                Type::Vector(..) if self.nested(&ty).is_some() => return Ok(true),
                Type::User(name, args) if seen.insert(ty.clone()) => {
                    left.extend(self.constructors_of(*name, args)?.into_iter().map(|(_, ty)| ty));
                }
                Type::User(..) => (),
                _ => left.extend(ty.parts().into_iter().cloned()),
            }
        }
        Ok(false)
    }

    /// Returns the number of elements in all rows of a vector.
    fn total_of(&self, value: &Expr, elem: &Type) -> Expr {
        let below = if let Type::Vector(_, below) = elem { below } else { elem };
        self.count(&data_of(value), below)
    }

    /// Returns the condition that each of the first `pairs` offsets is at most the next one.
    fn ascend(&mut self, offsets: &Expr, pairs: Expr, span: Span) -> Expr {
        let ascends = self.lambda_of("k", ir::Type::I64, |_, k| {
            let next = at(offsets.clone(), add(k.clone(), 1));
            build::compare(CmpOp::Le, at(offsets.clone(), k), next).at(span)
        });
        let all = build::map(ascends, build::indices(pairs).at(span)).at(span);
        self.all(all, span)
    }
}

fn is_true(condition: &Expr) -> bool {
    matches!(condition.kind, ir::ExprKind::Literal(Scalar::Bool(true)))
}

/// Returns the conjunction of the conditions; the second is evaluated only if the first holds.
fn both(first: Expr, second: Expr, span: Span) -> Expr {
    if is_true(&first) {
        return second;
    }
    if is_true(&second) {
        return first;
    }
    build::if_then_else(first, second, build::bool(false)).with_type(ir::Type::BOOL).at(span)
}
