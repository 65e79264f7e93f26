//! The built-in functions for acceleration. Outside of accelerated code, their parallel operations run on the host.

use super::Pass;
use base::Span;
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Prim, SeqOp, Type};

/// A function for acceleration.
#[derive(Clone, Copy)]
pub(super) enum Parallel {
    /// `accelerate e`.
    Accelerate,
    /// `map2 f a b`, whose sequences have the same length.
    Map2,
    /// `reduce f e s`, where `f` is associative and `e` is its neutral element.
    Reduce,
    /// `flatten s`: the concatenation of the sequences in a sequence.
    Flatten,
    /// `filter p s`.
    Filter,
    /// `scan f e s`: the combination of the elements up to each one.
    Scan,
    /// `histogram f e n is vs`: `n` elements, each `e` combined with the values at its index. Indices that are none are
    /// left out.
    Histogram,
    /// `scatter s is vs`: the sequence with these values at these indices. Indices that are none are left out.
    Scatter,
    /// `transpose m`: rows become columns. The rows have the same length.
    Transpose,
    /// `iota n`: the numbers below `n`.
    Iota,
    /// `loop n f`: applies the function to the numbers below `n`.
    Loop,
    /// `seqLoop n f`: like `loop`, but never parallel.
    SeqLoop,
    /// `seqLoopAcc a n f`: like `seqLoop`, with an accumulated value.
    LoopAcc,
}

impl Parallel {
    pub fn of_name(name: &str) -> Option<Parallel> {
        Some(match name {
            "accelerate" => Parallel::Accelerate,
            "map2" => Parallel::Map2,
            "reduce" => Parallel::Reduce,
            "flatten" => Parallel::Flatten,
            "filter" => Parallel::Filter,
            "scan" => Parallel::Scan,
            "histogram" => Parallel::Histogram,
            "scatter" => Parallel::Scatter,
            "transpose" => Parallel::Transpose,
            "iota" => Parallel::Iota,
            "loop" => Parallel::Loop,
            "seqLoop" => Parallel::SeqLoop,
            "seqLoopAcc" => Parallel::LoopAcc,
            _ => return None,
        })
    }

    pub fn arity(self) -> usize {
        match self {
            Parallel::Accelerate | Parallel::Flatten | Parallel::Transpose | Parallel::Iota => 1,
            Parallel::Loop | Parallel::SeqLoop | Parallel::Filter => 2,
            Parallel::Map2 | Parallel::Reduce | Parallel::LoopAcc | Parallel::Scan | Parallel::Scatter => 3,
            Parallel::Histogram => 5,
        }
    }
}

impl Pass<'_> {
    /// Lowers a complete application of a function for acceleration.
    pub(super) fn parallel(&mut self, function: Parallel, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let to_array = |items: ir::Expr| build::prim(Prim::Seq(SeqOp::ToArray), vec![items]).at(span);
        let of_array = |items: ir::Expr| build::prim(Prim::Seq(SeqOp::OfArray), vec![items]).at(span);
        if let Parallel::Accelerate = function {
            let body = arguments.into_iter().next().unwrap_or_else(build::unit);
            let function = build::lambda(vec![build::unit_param()], body).at(span);
            return build::prim(Prim::Accelerate, vec![function]);
        }
        let mut bindings = Vec::new();
        let mut given = arguments.into_iter().map(|argument| self.bound(argument, "given", &mut bindings));
        let [first, second, third, fourth, fifth] = std::array::from_fn(|_| given.next().unwrap_or_else(build::unit));
        let value = match function {
            Parallel::Accelerate => build::unit(),
            Parallel::Map2 => {
                let pairs = build::prim(Prim::Zip, vec![to_array(second), to_array(third)]).at(span);
                let pair = self.fresh("pair");
                let ty = pairs.ty.elem().cloned().unwrap_or(Type::unit());
                let part = |at| build::field(build::var(pair, ty.clone()), ir::tuple_field(at));
                let body = build::apply(first, vec![part(0), part(1)]).at(span);
                of_array(build::map(build::lambda(vec![build::param(pair, ty.clone())], body), pairs).at(span))
            }
            Parallel::Reduce => build::prim(Prim::Reduce { commutative: false }, vec![first, second, to_array(third)]),
            Parallel::Flatten => {
                let rows = to_array(first);
                let (row, ty) = (self.fresh("row"), rows.ty.elem().cloned().unwrap_or(Type::unit()));
                let body = to_array(build::var(row, ty.clone()));
                let function = build::lambda(vec![build::param(row, ty)], body);
                of_array(build::prim(Prim::FlatMap, vec![function, rows]).at(span))
            }
            Parallel::Filter => of_array(build::prim(Prim::Filter, vec![first, to_array(second)]).at(span)),
            Parallel::Scan => of_array(build::prim(Prim::Scan, vec![first, second, to_array(third)]).at(span)),
            Parallel::Histogram => {
                let bins = build::prim(Prim::Replicate, vec![third, second.clone()]).at(span);
                let operands = vec![bins, first, second, to_array(fourth), to_array(fifth)];
                of_array(build::prim(Prim::Histogram, operands).at(span))
            }
            Parallel::Scatter => {
                let copy = build::prim(Prim::Copy, vec![to_array(first)]).at(span);
                of_array(build::prim(Prim::Scatter, vec![copy, to_array(second), to_array(third)]).at(span))
            }
            Parallel::Transpose => {
                let rows = self.each(to_array(first), &to_array, span);
                let columns = build::prim(Prim::Transpose, vec![rows]).at(span);
                of_array(self.each(columns, &of_array, span))
            }
            Parallel::Iota => of_array(build::indices(first).at(span)),
            Parallel::Loop | Parallel::SeqLoop => {
                let at = self.fresh("i");
                let body = build::apply(second, vec![build::var(at, Type::I64)]).at(span);
                if let Parallel::SeqLoop = function {
                    self.repeated(ir::LoopForm::For(at, first), body)
                } else {
                    let step = build::lambda(vec![build::param(at, Type::I64)], body).at(span);
                    build::prim(Prim::Loop, vec![first, step])
                }
            }
            Parallel::LoopAcc => {
                let (state, at, ty) = (self.fresh("state"), self.fresh("i"), first.ty.clone());
                let indices = vec![build::var(state, ty.clone()), build::var(at, Type::I64)];
                let body = build::apply(third, indices).at(span);
                build::loop_over(ir::Pat::Var(state, ty), first, ir::LoopForm::For(at, second), body)
            }
        };
        build::block(bindings, value.at(span))
    }

    /// Applies a primitive to each element of an array.
    fn each(&mut self, array: ir::Expr, change: &dyn Fn(ir::Expr) -> ir::Expr, span: Span) -> ir::Expr {
        let (name, ty) = (self.fresh("row"), array.ty.elem().cloned().unwrap_or(Type::unit()));
        let body = change(build::var(name, ty.clone()).at(span));
        build::map(build::lambda(vec![build::param(name, ty)], body).at(span), array).at(span)
    }
}
