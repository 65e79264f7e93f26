//! The built-in functions on sequences that are more than one operation of CORE. Those that apply a function to all
//! elements are array operations on the array of the elements, so that they may run in parallel:
//!
//! ```text
//! map f s       ─►  seq.of_array(map(f, seq.to_array(s)))
//! foldl f e s   ─►  loop acc = e for x in seq.to_array(s) do f(acc, x)
//! create n f    ─►  seq.of_array(map(f, iota(n, 0, 1)))
//! reverse s     ─►  seq.of_array(seq.to_array(s)[::-1])
//! ```
//!
//! Functions are applied to the elements in their order, which effects show.

use super::Pass;
use base::Span;
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{LoopForm, Pat, Prim, SeqOp, SliceDim};
use value::{BinOp, CmpOp};

/// A function on sequences.
#[derive(Clone, Copy)]
pub(super) enum Items {
    /// `get s 0`.
    Head,
    /// The elements from the second one on. The sequence must not be empty.
    Tail,
    /// `eqi (length s) 0`.
    Null,
    /// The elements from a place on, at most as many as a number. Neither may be negative.
    Subsequence,
    /// The elements before a place, and the others. The place is between 0 and the length.
    SplitAt,
    Reverse,
    /// The results of a function for the numbers from 0 on, so many as the first argument says.
    Create,
    Map,
    /// `Map` with a function of the index and the element.
    MapIndexed,
    Iterate,
    IterateIndexed,
    FoldLeft,
    FoldRight,
    /// A truth value for any sequence: all are ropes, and none is a list.
    Is(bool),
}

impl Items {
    pub(super) fn of_name(name: &str) -> Option<Items> {
        Some(match name {
            "head" => Items::Head,
            "tail" => Items::Tail,
            "null" => Items::Null,
            "subsequence" => Items::Subsequence,
            "splitAt" => Items::SplitAt,
            "reverse" => Items::Reverse,
            "create" | "createList" | "createRope" => Items::Create,
            "map" => Items::Map,
            "mapi" => Items::MapIndexed,
            "iter" => Items::Iterate,
            "iteri" => Items::IterateIndexed,
            "foldl" => Items::FoldLeft,
            "foldr" => Items::FoldRight,
            "isList" => Items::Is(false),
            "isRope" => Items::Is(true),
            _ => return None,
        })
    }

    pub(super) fn arity(self) -> usize {
        match self {
            Items::Head | Items::Tail | Items::Null | Items::Reverse | Items::Is(_) => 1,
            Items::SplitAt | Items::Create => 2,
            Items::Map | Items::MapIndexed | Items::Iterate | Items::IterateIndexed => 2,
            Items::Subsequence | Items::FoldLeft | Items::FoldRight => 3,
        }
    }
}

impl Pass<'_> {
    /// Lowers an application to all arguments, which are evaluated in order. What may fail inside of it is at `span`.
    pub(super) fn items(&mut self, items: Items, arguments: Vec<ir::Expr>, span: Span) -> ir::Expr {
        let mut bindings = Vec::new();
        let arguments: Vec<ir::Expr> =
            arguments.into_iter().map(|argument| self.evaluated(argument, &mut bindings)).collect();
        let value = self.on_values(items, &arguments, &mut bindings, span).unwrap_or_else(build::unit);
        build::block(bindings, value)
    }

    /// Binds an argument to a variable, unless evaluating it later is the same.
    fn evaluated(&mut self, argument: ir::Expr, bindings: &mut Vec<ir::Binding>) -> ir::Expr {
        match argument.kind {
            ir::ExprKind::Lambda(_) | ir::ExprKind::Def(..) => argument,
            _ => self.bound(argument, "s", bindings),
        }
    }

    /// Returns the result for arguments that are values; `None` if their number is wrong.
    fn on_values(
        &mut self,
        items: Items,
        arguments: &[ir::Expr],
        bindings: &mut Vec<ir::Binding>,
        span: Span,
    ) -> Option<ir::Expr> {
        let sequence = |op, arguments| build::prim(Prim::Seq(op), arguments).at(span);
        let binary = |op, a, b| build::binary(op, a, b).at(span);
        let length = |s: &ir::Expr| sequence(SeqOp::Length, vec![s.clone()]);
        let part = |s: &ir::Expr, start, count| sequence(SeqOp::Sub, vec![s.clone(), start, count]);
        let of_array = |array| sequence(SeqOp::OfArray, vec![array]);
        let to_array = |s: &ir::Expr| sequence(SeqOp::ToArray, vec![s.clone()]);
        let apply = |function: &ir::Expr, arguments| build::apply(function.clone(), arguments).at(span);
        Some(match (items, arguments) {
            (Items::Is(answer), [_]) => build::bool(answer),
            (Items::Head, [s]) => sequence(SeqOp::Get, vec![s.clone(), build::i64(0)]),
            (Items::Null, [s]) => build::compare(CmpOp::Eq, length(s), build::i64(0)),
            (Items::Tail, [s]) => part(s, build::i64(1), binary(BinOp::Sub, length(s), build::i64(1))),
            (Items::Subsequence, [s, start, count]) => {
                let length = self.bound(length(s), "length", bindings);
                let start = self.bound(binary(BinOp::Min, start.clone(), length.clone()), "start", bindings);
                let rest = binary(BinOp::Sub, length, start.clone());
                part(s, start, binary(BinOp::Min, count.clone(), rest))
            }
            (Items::SplitAt, [s, at]) => {
                let rest = binary(BinOp::Sub, length(s), at.clone());
                build::tuple([part(s, build::i64(0), at.clone()), part(s, at.clone(), rest)])
            }
            (Items::Reverse, [s]) => {
                let backwards = SliceDim::Range { start: None, end: None, stride: Some(build::i64(-1)) };
                of_array(build::slice(to_array(s), vec![backwards]).at(span))
            }
            (Items::Create, [count, function]) => {
                let indices = build::indices(count.clone()).at(span);
                of_array(build::map(function.clone(), indices).at(span))
            }
            (Items::Map, [function, s]) => of_array(build::map(function.clone(), to_array(s)).at(span)),
            (Items::MapIndexed, [function, s]) => {
                let array = self.bound(to_array(s), "items", bindings);
                let name = self.fresh("i");
                let index = build::var(name, ir::Type::I64);
                let body = apply(function, vec![index.clone(), item(&array, index, span)]);
                let lambda = build::lambda(vec![build::param(name, ir::Type::I64)], body).at(span);
                of_array(build::map(lambda, build::indices(build::size(array, 0)).at(span)).at(span))
            }
            (Items::Iterate, [function, s]) => {
                let (pat, x) = self.item_of(s);
                let form = LoopForm::ForIn(pat, to_array(s));
                self.repeated(form, apply(function, vec![x]))
            }
            (Items::IterateIndexed, [function, s]) => {
                let array = self.bound(to_array(s), "items", bindings);
                let name = self.fresh("i");
                let index = build::var(name, ir::Type::I64);
                let body = apply(function, vec![index.clone(), item(&array, index, span)]);
                self.repeated(LoopForm::For(name, build::size(array, 0)), body)
            }
            (Items::FoldLeft, [function, start, s]) => {
                let (pat, x) = self.item_of(s);
                let so_far = self.fresh("acc");
                let body = apply(function, vec![build::var(so_far, start.ty.clone()), x]);
                let form = LoopForm::ForIn(pat, to_array(s));
                build::loop_over(Pat::Var(so_far, start.ty.clone()), start.clone(), form, body)
            }
            (Items::FoldRight, [function, start, s]) => {
                let array = self.bound(to_array(s), "items", bindings);
                let (name, so_far) = (self.fresh("i"), self.fresh("acc"));
                let last = binary(BinOp::Sub, build::size(array.clone(), 0), build::i64(1));
                let index = binary(BinOp::Sub, last, build::var(name, ir::Type::I64));
                let arguments = vec![item(&array, index, span), build::var(so_far, start.ty.clone())];
                let form = LoopForm::For(name, build::size(array, 0));
                let pat = Pat::Var(so_far, start.ty.clone());
                build::loop_over(pat, start.clone(), form, apply(function, arguments))
            }
            _ => return None,
        })
    }

    /// Returns a pattern that binds an element of a sequence, and the variable.
    fn item_of(&mut self, s: &ir::Expr) -> (Pat, ir::Expr) {
        let name = self.fresh("x");
        let ty = if let ir::Type::Seq(element) = &s.ty { (**element).clone() } else { s.ty.clone() };
        (Pat::Var(name, ty.clone()), build::var(name, ty))
    }

    /// Returns a loop for the effects of its body.
    pub(super) fn repeated(&mut self, form: LoopForm, body: ir::Expr) -> ir::Expr {
        build::loop_over(Pat::Wildcard(ir::Type::unit()), build::unit(), form, body)
    }
}

/// Returns the element of an array at an index that is within bounds.
fn item(array: &ir::Expr, index: ir::Expr, span: Span) -> ir::Expr {
    let item = build::index(array.clone(), vec![index]).at(span);
    ir::Expr { unchecked: true, ..item }
}
