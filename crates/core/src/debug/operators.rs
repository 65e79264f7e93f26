//! Checks of the assumptions about operators, and of writes.

use super::Pass;
use super::agree::{Floats, shown};
use crate::build;
use crate::def::{Expr, Loop, LoopForm, Pat, Prim, SliceDim, Type, Unique, tuple_field};
use crate::messages;
use crate::typing::without_sizes;
use base::{Span, Template};
use value::{BinOp, CmpOp};

/// An operation with an operator, whose operands may occur several times.
pub(super) struct Operation {
    /// The user's word for it.
    pub name: &'static str,
    pub span: Span,
    /// The type of its elements.
    pub elem: Type,
    pub operator: Expr,
    pub neutral: Expr,
}

impl Operation {
    fn apply(&self, a: &Expr, b: &Expr) -> Expr {
        build::apply(self.operator.clone(), vec![a.clone(), b.clone()])
    }
}

/// A value with its type, for a message.
type Shown<'e> = (&'e Expr, &'e Type);

impl Pass<'_> {
    /// Returns code that folds an array from the left, and checks each step: with the result `a` so far and the next
    /// elements `b` and `c`, whether `(a op b) op c` agrees with `a op (b op c)`, and whether the neutral element leaves
    /// `b` as it is.
    pub(super) fn fold(&mut self, operation: &Operation, array: &Expr) -> Expr {
        let elem = &operation.elem;
        let [state, at] = ["a", "i"].map(|name| self.names.fresh(name));
        let [a, i] = [build::var(state, elem.clone()), build::size_var(at)];
        let mut bindings = Vec::new();
        let n = self.named("n", build::size(array.clone(), 0), &mut bindings);
        let mut steps = Vec::new();
        let b = self.named("b", build::index(array.clone(), vec![i.clone()]), &mut steps);
        let ab = self.named("ab", operation.apply(&a, &b), &mut steps);
        let next = build::binary(BinOp::Add, i, build::i64(1));
        let mut inner = Vec::new();
        let c = self.named("c", build::index(array.clone(), vec![next.clone()]), &mut inner);
        let associative = self.associative(operation, [&a, &b, &c, &ab], ab.clone());
        let more = build::compare(CmpOp::Lt, next, n.clone());
        let step = build::if_then_else(more, build::block(inner, associative), ab).with_type(elem.clone());
        let neutral = self.neutral(operation, &b, step);
        let init = operation.neutral.clone();
        let body = build::block(steps, neutral).with_type(elem.clone());
        let looped = build::loop_over(Pat::Var(state, elem.clone()), init, LoopForm::For(at, n), body);
        build::block(bindings, looped)
    }

    /// Like `fold`, of the values of each index: it keeps the result so far without the last value, and that value.
    pub(super) fn histogram(&mut self, operation: &Operation, dest: &Expr, indices: &Expr, values: &Expr) -> Expr {
        let dims = dims_of(indices);
        let sizes = (0..dims).map(|dim| build::size(dest.clone(), dim));
        let neutrals = sizes.rev().fold(operation.neutral.clone(), |row, n| build::prim(Prim::Replicate, vec![n, row]));
        let [folded_ty, last_ty] = [&neutrals.ty, &dest.ty].map(without_sizes);
        let init = build::tuple([neutrals, build::prim(Prim::Copy, vec![dest.clone()])]);
        let [folded, last, at] = ["folded", "last", "i"].map(|name| self.names.fresh(name));
        let pat = Pat::tuple([Pat::Var(folded, folded_ty.clone()), Pat::Var(last, last_ty.clone())]);
        let [folded, last] = [build::var(folded, folded_ty), build::var(last, last_ty)];
        let i = build::size_var(at);
        let mut bindings = Vec::new();
        let place = self.place(indices, &i, dims, &mut bindings);
        let mut steps = Vec::new();
        let [a, b] = [&folded, &last].map(|array| {
            let element = build::index(array.clone(), place.clone());
            // The element is read before the array changes.
            let element = if element.ty.rank() > 0 { build::prim(Prim::Copy, vec![element]) } else { element };
            self.named("a", element, &mut steps)
        });
        let c = self.named("c", build::index(values.clone(), vec![i]), &mut steps);
        let ab = self.named("ab", operation.apply(&a, &b), &mut steps);
        let write = |array: &Expr, value: &Expr| {
            build::update(array.clone(), place.iter().cloned().map(SliceDim::Fix).collect(), value.clone())
        };
        let written = build::tuple([write(&folded, &ab), write(&last, &c)]);
        let ty = written.ty.clone();
        let associative = self.associative(operation, [&a, &b, &c, &ab], written);
        let step = build::block(steps, self.neutral(operation, &c, associative)).with_type(ty.clone());
        let kept = build::tuple([folded, last]);
        let body = build::if_then_else(within(&place, dest), step, kept).with_type(ty.clone());
        let body = build::block(bindings, body).with_type(ty);
        looped(pat, init, LoopForm::For(at, build::size(indices.clone(), 0)), body)
    }

    /// Returns code that remembers the last value written to each index, and checks that later ones are equal to it.
    pub(super) fn scatter(&mut self, dest: &Expr, indices: &Expr, values: &Expr, span: Span) -> Expr {
        let dims = dims_of(indices);
        let sizes = (0..dims).map(|dim| build::size(dest.clone(), dim));
        let init = sizes.rev().fold(build::i64(-1), |row, n| build::prim(Prim::Replicate, vec![n, row]));
        let ty = without_sizes(&init.ty);
        let [writers, at] = ["writers", "i"].map(|name| self.names.fresh(name));
        let pat = Pat::Var(writers, ty.clone());
        let (writers, i) = (build::var(writers, ty.clone()), build::size_var(at));
        let mut bindings = Vec::new();
        let place = self.place(indices, &i, dims, &mut bindings);
        let mut steps = Vec::new();
        let earlier = self.named("earlier", build::index(writers.clone(), place.clone()), &mut steps);
        let mut both = Vec::new();
        let [a, b] =
            [&earlier, &i].map(|at| self.named("value", build::index(values.clone(), vec![at.clone()]), &mut both));
        let elem = without_sizes(&a.ty);
        let same = self.close(&a, &b, &elem, &Floats::Exact);
        let place_ty = Type::tuple(place.iter().map(|_| Type::I64));
        let (place_shown, place_ty) = match &place[..] {
            [index] => (index.clone(), Type::I64),
            _ => (build::tuple(place.clone()), place_ty),
        };
        let data = [(&place_shown, &place_ty), (&earlier, &Type::I64), (&a, &elem), (&i, &Type::I64), (&b, &elem)];
        let checked = ensure(same, messages::SCATTER_CONFLICT, &data, i.clone(), span);
        let is_second = build::compare(CmpOp::Ge, earlier, build::i64(0));
        let writer = build::if_then_else(is_second, build::block(both, checked), i);
        let writer = self.named("writer", writer, &mut steps);
        let fixed = place.iter().cloned().map(SliceDim::Fix).collect();
        let step = build::block(steps, build::update(writers.clone(), fixed, writer)).with_type(ty.clone());
        let body = build::if_then_else(within(&place, dest), step, writers).with_type(ty.clone());
        let body = build::block(bindings, body).with_type(ty);
        looped(pat, init, LoopForm::For(at, build::size(indices.clone(), 0)), body)
    }

    /// Returns the numbers of index number `i`, as atoms.
    fn place(&mut self, indices: &Expr, i: &Expr, dims: usize, bindings: &mut Vec<crate::def::Binding>) -> Vec<Expr> {
        let index = self.named("index", build::index(indices.clone(), vec![i.clone()]), bindings);
        if index.ty.scalar().is_some() {
            return vec![index];
        }
        (0..dims).map(|dim| self.named("k", build::field(index.clone(), tuple_field(dim)), bindings)).collect()
    }

    /// Returns `then`, if both bracketings of `a op b op c` agree.
    fn associative(&mut self, operation: &Operation, [a, b, c, ab]: [&Expr; 4], then: Expr) -> Expr {
        let mut bindings = Vec::new();
        let bc = self.named("bc", operation.apply(b, c), &mut bindings);
        let left = self.named("left", operation.apply(ab, c), &mut bindings);
        let right = self.named("right", operation.apply(a, &bc), &mut bindings);
        let elem = &operation.elem;
        let agree = self.agree([&left, &right], &[a, b, c, ab, &bc, &left, &right], elem);
        let data = [a, b, c, &left, &right].map(|value| (value, elem));
        let checked = ensure(agree, &messages::not_associative(operation.name), &data, then, operation.span);
        build::block(bindings, checked)
    }

    /// Returns `then`, if the neutral element leaves the value as it is, on both sides.
    fn neutral(&mut self, operation: &Operation, value: &Expr, then: Expr) -> Expr {
        let mut bindings = Vec::new();
        let (neutral, elem) = (&operation.neutral, &operation.elem);
        let left = self.named("left", operation.apply(neutral, value), &mut bindings);
        let right = self.named("right", operation.apply(value, neutral), &mut bindings);
        let mut checked = then;
        for (result, [a, b]) in [(&right, [value, neutral]), (&left, [neutral, value])] {
            let agree = self.agree([result, value], &[value], elem);
            let data = [a, b, result].map(|value| (value, elem));
            checked = ensure(agree, &messages::not_neutral(operation.name), &data, checked, operation.span);
        }
        build::block(bindings, checked)
    }
}

/// Returns the number of dimensions of indices of a scatter or histogram.
fn dims_of(indices: &Expr) -> usize {
    indices.ty.elem().and_then(Type::fields).map_or(1, <[_]>::len)
}

/// Returns whether an index is within bounds.
fn within(place: &[Expr], array: &Expr) -> Expr {
    let parts = place.iter().enumerate().map(|(dim, index)| {
        let low = build::compare(CmpOp::Ge, index.clone(), build::i64(0));
        let high = build::compare(CmpOp::Lt, index.clone(), build::size(array.clone(), dim));
        build::binary(BinOp::And, low, high)
    });
    parts.reduce(|a, b| build::binary(BinOp::And, a, b)).unwrap_or_else(|| build::bool(true))
}

/// Returns a loop that may overwrite its state.
fn looped(pat: Pat, init: Expr, form: LoopForm, body: Expr) -> Expr {
    let ty = without_sizes(&pat.ty());
    let looped = Loop { pat, consumed: Unique::Yes, init, form, body };
    build::expr(crate::def::ExprKind::Loop(Box::new(looped)), ty)
}

/// Returns `then` if the condition holds. Each hole of the text shows one value.
fn ensure(condition: Expr, text: &str, data: &[Shown<'_>], then: Expr, span: Span) -> Expr {
    let (texts, holes): (Vec<String>, Vec<Vec<Expr>>) = data.iter().map(|(value, ty)| shown(value, ty)).unzip();
    let mut pieces = text.split("{}");
    let mut message = pieces.next().unwrap_or_default().to_owned();
    for (shown, piece) in texts.iter().zip(pieces) {
        message.push_str(shown);
        message.push_str(piece);
    }
    build::ensure(condition, Template::new(message), holes.concat(), then).at(span)
}
