//! Tensors at indices that the program lists, for which it makes no sequence: elements, slices, other
//! shapes, and new tensors.
//!
//! ```text
//! tensorGetExn t [i, j]        tensor.get(t, tensor.at.2(t, i, j))
//! tensorSliceExn t [i]         let n = tensor.shape(t)[0] in ensure 0 <= i & i < n, ".." in
//!                              let part = tensor.size(t) / n in tensor.part.0.1(t, 0 + i * part, part)
//! tensorCreateUninitInt [m]    tensor.new([m], replicate(m, 0))
//! tensorReshapeExn t [m, n]    ensure tensor.size(t) == m * n, ".." in tensor.part.2(t, 0, tensor.size(t), m, n)
//! ```

use super::Pass;
use base::{Span, Template};
use core_ir::def as ir;
use core_ir::def::{ExprKind, Prim, SeqOp, TensorOp};
use core_ir::{build, messages};
use value::{BinOp, CmpOp};

impl Pass<'_> {
    /// Lowers access at indices that are listed: `tensor, [index, ..]` and perhaps a new value.
    pub(super) fn element(&mut self, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let mut arguments = arguments.into_iter();
        let mut bindings = Vec::new();
        let numbers = self.listed(&mut arguments, &mut bindings);
        let value = arguments.next().map(|value| self.bound(value, "x", &mut bindings));
        let op = if value.is_some() { TensorOp::Set } else { TensorOp::Get };
        let tensor = numbers[0].clone();
        let number = build::prim(Prim::Tensor(TensorOp::At(numbers.len() - 1)), numbers).at(span);
        let operands = [tensor, number].into_iter().chain(value).collect();
        let access = build::prim(Prim::Tensor(op), operands).at(span);
        // The indices are checked.
        build::block(bindings, ir::Expr { unchecked: true, ..access })
    }

    /// Binds the tensor and the listed numbers among the arguments.
    fn listed(
        &mut self,
        arguments: &mut dyn Iterator<Item = ir::Expr>,
        bindings: &mut Vec<ir::Binding>,
    ) -> Vec<ir::Expr> {
        let tensor = arguments.next().unwrap_or_else(build::unit);
        let mut operands = vec![self.bound(tensor, "t", bindings)];
        for number in arguments.next().map(items).unwrap_or_default() {
            operands.push(self.bound(number, "i", bindings));
        }
        operands
    }

    /// Lowers a slice at listed indices: `tensor, [index, ..]`.
    pub(super) fn slice(&mut self, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let mut bindings = Vec::new();
        let operands = self.listed(&mut arguments.into_iter(), &mut bindings);
        let [tensor, indices @ ..] = &operands[..] else { return build::unit() };
        let rank = build::size(shape(tensor), 0);
        let given = build::i64(indices.len() as i64);
        let fits = build::compare(CmpOp::Le, given.clone(), rank.clone());
        let rest = self.rows(tensor, indices, 0, [build::i64(0), size(tensor)], span);
        build::block(bindings, ensure(fits, messages::tensor_rank(), vec![given, rank], rest, span))
    }

    /// Returns the slice at the indices from number `d` on, in the part of a tensor with these numbers of its first
    /// element and of its elements.
    fn rows(
        &mut self,
        tensor: &ir::Expr,
        indices: &[ir::Expr],
        d: usize,
        [at, count]: [ir::Expr; 2],
        span: Span,
    ) -> ir::Expr {
        let Some(index) = indices.get(d) else {
            let op = Prim::Tensor(TensorOp::Part(0, Some(d)));
            return ir::Expr { unchecked: true, ..build::prim(op, vec![tensor.clone(), at, count]).at(span) };
        };
        let mut sizes = Vec::new();
        let dim = ir::Expr { unchecked: true, ..build::index(shape(tensor), vec![build::i64(d as i64)]).at(span) };
        let dim = self.bound(dim, "n", &mut sizes);
        let within = both(not_negative(index), build::compare(CmpOp::Lt, index.clone(), dim.clone()));
        let mut bindings = Vec::new();
        let part = build::binary(BinOp::Quot, count, dim.clone());
        let part = self.bound(ir::Expr { unchecked: true, ..part }, "part", &mut bindings);
        let at = build::binary(BinOp::Add, at, build::binary(BinOp::Mul, index.clone(), part.clone()));
        let at = self.bound(at, "at", &mut bindings);
        let rest = self.rows(tensor, indices, d + 1, [at, part], span);
        let values = vec![index.clone(), dim];
        let then = build::block(bindings, rest);
        build::block(sizes, ensure(within, messages::outside_of_tensor(), values, then, span))
    }

    /// Lowers a change of the shape to listed sizes: `tensor, [size, ..]`.
    pub(super) fn reshaped(&mut self, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let mut bindings = Vec::new();
        let operands = self.listed(&mut arguments.into_iter(), &mut bindings);
        let [tensor, sizes @ ..] = &operands[..] else { return build::unit() };
        let all = size(tensor);
        let rest = self.counted(sizes, build::i64(1), span, &mut |count| {
            let numbers = [tensor.clone(), build::i64(0), all.clone()].into_iter().chain(sizes.iter().cloned());
            let part = build::prim(Prim::Tensor(TensorOp::Part(sizes.len(), None)), numbers.collect());
            let fits = build::compare(CmpOp::Eq, all.clone(), count.clone());
            let part = ir::Expr { unchecked: true, ..part.at(span) };
            ensure(fits, messages::tensor_elements(), vec![all.clone(), count], part, span)
        });
        build::block(bindings, rest)
    }

    /// Lowers the making of a tensor of listed sizes, `[size, ..]`, whose elements are all `value`.
    pub(super) fn filled(&mut self, arguments: Vec<ir::Expr>, value: ir::Expr, span: Span) -> ir::Expr {
        let mut bindings = Vec::new();
        let listed = arguments.into_iter().next().map(items).unwrap_or_default();
        let sizes: Vec<ir::Expr> = listed.into_iter().map(|size| self.bound(size, "n", &mut bindings)).collect();
        let rest = self.counted(&sizes, build::i64(1), span, &mut |count| {
            let elements = build::prim(Prim::Replicate, vec![count, value.clone()]).at(span);
            let shape = build::array(sizes.clone(), ir::Type::I64);
            build::prim(Prim::Tensor(TensorOp::New), vec![shape, elements]).at(span)
        });
        build::block(bindings, rest)
    }

    /// Returns `then` for the number of elements of a shape with these sizes in each of `count` parts, after checks.
    fn counted(
        &mut self,
        sizes: &[ir::Expr],
        count: ir::Expr,
        span: Span,
        then: &mut dyn FnMut(ir::Expr) -> ir::Expr,
    ) -> ir::Expr {
        let [dim, sizes @ ..] = sizes else { return then(count) };
        let most = ir::Expr { unchecked: true, ..build::binary(BinOp::Quot, build::i64(i64::MAX), dim.clone()) };
        let some = build::compare(CmpOp::Gt, dim.clone(), build::i64(0));
        let few = build::if_then_else(some, build::compare(CmpOp::Le, count.clone(), most), build::bool(true));
        let mut bindings = Vec::new();
        let next = self.bound(build::binary(BinOp::Mul, count, dim.clone()), "count", &mut bindings);
        let then = build::block(bindings, self.counted(sizes, next, span, then));
        ensure(both(not_negative(dim), few), messages::tensor_shape(), vec![dim.clone()], then, span)
    }
}

fn shape(tensor: &ir::Expr) -> ir::Expr {
    build::prim(Prim::Tensor(TensorOp::Shape), vec![tensor.clone()])
}

fn size(tensor: &ir::Expr) -> ir::Expr {
    build::prim(Prim::Tensor(TensorOp::Size), vec![tensor.clone()])
}

fn both(a: ir::Expr, b: ir::Expr) -> ir::Expr {
    build::binary(BinOp::And, a, b)
}

fn not_negative(number: &ir::Expr) -> ir::Expr {
    build::compare(CmpOp::Ge, number.clone(), build::i64(0))
}

fn ensure(condition: ir::Expr, message: Template, values: Vec<ir::Expr>, then: ir::Expr, span: Span) -> ir::Expr {
    build::ensure(condition, message, values, then).at(span)
}

/// Whether the indices or sizes, the second argument or the only one, are a sequence whose elements are listed.
pub(super) fn has_list(arguments: &[ir::Expr]) -> bool {
    let ([list] | [_, list, ..]) = arguments else { return false };
    let ExprKind::Prim(Prim::Seq(SeqOp::OfArray), array) = &list.kind else { return false };
    matches!(&array[..], [ir::Expr { kind: ExprKind::Array(_), .. }])
}

/// Returns the elements of a sequence that are listed.
fn items(indices: ir::Expr) -> Vec<ir::Expr> {
    let ExprKind::Prim(_, args) = indices.kind else { return Vec::new() };
    match args.into_iter().next().map(|array| array.kind) {
        Some(ExprKind::Array(items)) => items,
        _ => Vec::new(),
    }
}
