//! Array operations with a function operand: sequential loops of the host, in the order of the elements. The elements of
//! an `iota` are computed in the loop.

use crate::array::iota_element;
use crate::data::regular_ranks;
use crate::value::{Elem, Leaf, Leaves, i64};
use crate::{Lowered, Lowerer, bug};
use base::Span;
use core_ir::def::{Expr, ExprKind, Lambda, Prim, Type};
use core_ir::messages;
use core_ir::typing::with_sizes_of;
use imp::def::{Exp, Stm};
use value::{BinOp, CmpOp, ScalarType};

pub(crate) fn lambda_of(function: &Expr) -> Lowered<&Lambda> {
    match &function.kind {
        ExprKind::Lambda(lambda) => Ok(lambda),
        _ => Err(bug("an array operation with a function that is no lambda")),
    }
}

fn width(arrays: &[Leaf]) -> Exp {
    arrays.first().map_or(i64(0), |leaf| leaf.size(0))
}

/// The elements that a loop goes through.
enum Source {
    Arrays(Leaves),
    Iota { count: Exp, ty: ScalarType, start: Exp, step: Exp },
}

impl Source {
    fn width(&self) -> Exp {
        match self {
            Source::Arrays(arrays) => width(arrays),
            Source::Iota { count, .. } => count.clone(),
        }
    }
}

impl Lowerer<'_> {
    /// Evaluates an array operand.
    fn source(&mut self, array: &Expr) -> Lowered<Source> {
        if let ExprKind::Prim(Prim::Iota, args) = &array.kind
            && let [Leaf::Scalar(_, count), Leaf::Scalar(ty, start), Leaf::Scalar(_, step)] =
                &self.exprs(args.iter())?[..]
        {
            self.non_negative(count, array.span);
            return Ok(Source::Iota { count: count.clone(), ty: *ty, start: start.clone(), step: step.clone() });
        }
        Ok(Source::Arrays(self.expr(array)?))
    }

    /// Returns the element at position `i`.
    fn row_of(&mut self, source: &Source, i: &Exp) -> Lowered<Leaves> {
        match source {
            Source::Arrays(arrays) => self.rows_at(arrays, std::slice::from_ref(i)),
            Source::Iota { ty, start, step, .. } => {
                let element = iota_element(*ty, start, step, i.clone());
                Ok(vec![Leaf::Scalar(*ty, self.value("element", *ty, element))])
            }
        }
    }

    /// Inlines an application of the function; returns the leaves of its result.
    pub(crate) fn apply(&mut self, lambda: &Lambda, args: &[&[Leaf]]) -> Lowered<Leaves> {
        if lambda.params.len() != args.len() {
            return Err(bug("a function of another number of parameters"));
        }
        for (param, arg) in lambda.params.iter().zip(args) {
            self.bind(&param.pat, arg)?;
        }
        self.expr(&lambda.body)
    }

    pub(crate) fn map(&mut self, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let [function, array] = args else { return Err(bug("map takes a function and an array")) };
        let lambda = lambda_of(function)?;
        let source = self.source(array)?;
        let count = source.width();
        let Some(elem) = ty.elem() else { return Err(bug("a map that gives no array")) };
        let elem = function.ty.applied(1).map_or_else(|| elem.clone(), |row| with_sizes_of(elem, row));
        let columns = self.columns(&elem, &count)?;
        self.for_("i", count, span, |this, i| {
            let rows = this.row_of(&source, &i)?;
            let result = this.apply(lambda, &[&rows])?;
            this.put(&columns, &i, &result, span)
        })?;
        self.finished(columns)
    }

    /// Lowers a loop of accelerated code, whose iterations are independent.
    pub(crate) fn for_each(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [count, function] = args else { return Err(bug("a loop takes a count and a function")) };
        let lambda = lambda_of(function)?;
        let [Leaf::Scalar(ty, bound)] = &self.expr(count)?[..] else { return Err(bug("a count that is no number")) };
        let bound = bound.clone();
        let replaced = self.pack_lists(function)?;
        let var = self.names.fresh("i");
        let index = [Leaf::Scalar(*ty, Exp::Var(var))];
        let outer = std::mem::replace(&mut self.in_step, true);
        let body = self.in_block(|this| this.apply(lambda, &[&index]));
        self.in_step = outer;
        let (body, _) = body?;
        let spans = crate::emit::spans(span);
        self.push(Stm::For { var, ty: *ty, bound, body, parallel: true, spans });
        self.unpack_lists(replaced)?;
        Ok(Vec::new())
    }

    /// Lowers a flat map: concatenates the arrays that the function returns.
    pub(crate) fn flat_map(&mut self, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let [function, array] = args else { return Err(bug("a flat map takes a function and an array")) };
        let lambda = lambda_of(function)?;
        let source = self.source(array)?;
        let Some(elem) = ty.elem() else { return Err(bug("a flat map that gives no array")) };
        let [total, room] = ["total", "room"].map(|hint| self.variable(hint, ScalarType::I64, i64(0)));
        let columns = self.columns_with_room(elem, &Exp::Var(total), &Exp::Var(room))?;
        self.for_("i", source.width(), span, |this, i| {
            let rows = this.row_of(&source, &i)?;
            let result = this.apply(lambda, &[&rows])?;
            let some = this.compare(CmpOp::Lt, i64(0), width(&result));
            this.if_(some, |this| this.append(&columns, (total, room), &result, span), |_| Ok(()))
        })?;
        self.finished(columns)
    }

    pub(crate) fn reduce(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [operator, neutral, array] = args else { return Err(bug("a reduction takes three operands")) };
        let lambda = lambda_of(operator)?;
        let init = self.expr(neutral)?;
        let source = self.source(array)?;
        let state = self.state(&neutral.ty, "acc", &init)?;
        self.for_("i", source.width(), span, |this, i| {
            let rows = this.row_of(&source, &i)?;
            this.combine(lambda, &neutral.ty, &state, &rows, span)
        })?;
        Ok(state)
    }

    pub(crate) fn scan(&mut self, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let [operator, neutral, array] = args else { return Err(bug("a scan takes three operands")) };
        let lambda = lambda_of(operator)?;
        let init = self.expr(neutral)?;
        let source = self.source(array)?;
        let state = self.state(&neutral.ty, "acc", &init)?;
        let Some(elem) = ty.elem() else { return Err(bug("a scan that gives no array")) };
        let count = source.width();
        let columns = self.columns(elem, &count)?;
        self.for_("i", count, span, |this, i| {
            let rows = this.row_of(&source, &i)?;
            this.combine(lambda, &neutral.ty, &state, &rows, span)?;
            this.put(&columns, &i, &state, span)
        })?;
        self.finished(columns)
    }

    /// Combines the state with the next element by the operator, and assigns the result to the state. The state must
    /// keep its shape, except for arrays in sums.
    fn combine(&mut self, operator: &Lambda, ty: &Type, state: &[Leaf], rows: &[Leaf], span: Span) -> Lowered<()> {
        let result = self.apply(operator, &[state, rows])?;
        self.keeps_shape(ty, &result, state, span);
        self.assign(state, &result)
    }

    /// Asserts that two values of the type have the same sizes, except for arrays in sums.
    pub(crate) fn keeps_shape(&mut self, ty: &Type, found: &[Leaf], expected: &[Leaf], span: Span) {
        for ((found, expected), rank) in found.iter().zip(expected).zip(regular_ranks(ty)) {
            self.same_shape(&found.dims()[..rank], &expected.dims()[..rank], messages::operator_shape, span);
        }
    }

    pub(crate) fn filter(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [predicate, array] = args else { return Err(bug("filter takes a function and an array")) };
        let lambda = lambda_of(predicate)?;
        let arrays = self.expr(array)?;
        let count = width(&arrays);
        let numbers = self.allocate("numbers", Elem::Scalar(ScalarType::I64), count.clone());
        let kept = self.variable("kept", ScalarType::I64, i64(0));
        self.for_("i", count, span, |this, i| {
            let rows = this.rows_at(&arrays, std::slice::from_ref(&i))?;
            let result = this.apply(lambda, &[&rows])?;
            let [Leaf::Scalar(_, holds)] = &result[..] else {
                return Err(bug("a predicate that gives no truth value"));
            };
            let keep = |this: &mut Self| {
                this.store(numbers, Exp::Var(kept), &Leaf::Scalar(ScalarType::I64, i))?;
                let next = Exp::Bin(BinOp::Add, Box::new(Exp::Var(kept)), Box::new(i64(1)));
                this.push(Stm::Assign { name: kept, value: next });
                Ok(())
            };
            this.if_(holds.clone(), keep, |_| Ok(()))
        })?;
        self.gather(&arrays, numbers, &Exp::Var(kept), span)
    }
}
