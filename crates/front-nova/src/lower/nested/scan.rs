//! Scans whose elements are nested vectors: the results are computed one after the other, and each is appended to those
//! before.
//!
//! ```text
//! (scan f i X)        loop (row, total) = (i, 0) for k < n do let row = (if k == 0 then row else f row (X ! (k - 1))) in (row, total + size(row))
//!                     loop (row, data, offsets, end, rows) = .. do (row, data with [end : end + size(row)] = row, offsets with [rows + 1] = ..)
//! ```
//!
//! The first loop counts the elements of all results, so `f` is applied twice. Results may have any lengths. Each array
//! of the result is a *leaf*: a vector of vectors has as leaves the offsets, then the leaves of its rows. A leaf is
//! filled with zeros first. If its entries hold arrays or values of recursive types, it is filled with its first entry
//! instead, which the first loop keeps in an array of one.

use super::{Columns, Kind, add, at, component, data_of, offsets_of, range, rows};
use crate::check::types::Type;
use crate::lower::{Lowered, Pass};
use base::Span;
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Expr, Prim, SliceDim};
use core_ir::flat_map::zero;
use value::{BinOp, CmpOp};

/// Arguments of a scan.
pub(super) struct Scanned<'s> {
    pub function: &'s Expr,
    pub initial: &'s Expr,
    pub vector: &'s Expr,
    pub elem: &'s Type,
}

/// One of the arrays that represent the result.
struct Leaf {
    /// Whether the array holds offsets. Its first entry is always 0, and `Leaves::ends` does not include it.
    is_offsets: bool,
    /// Type of an entry of the array.
    ty: ir::Type,
    /// Value with which the array is filled at first. If absent, its first entry is used.
    zero: Option<Expr>,
}

/// The arrays of the result while an element is appended to them.
struct Leaves<'l> {
    all: &'l [Leaf],
    arrays: &'l [Expr],
    /// For each array, the number of entries so far, without the initial 0 of offsets.
    ends: &'l [Expr],
    /// The first arrays, after the element was appended to them.
    written: Vec<Expr>,
}

impl Leaves<'_> {
    /// Appends entries to the next array. `entries` gets the number of entries so far in this array and in the one
    /// after it, and returns the position and the value of the new ones.
    fn write(&mut self, entries: impl FnOnce(&Expr, Option<&Expr>) -> (SliceDim, Expr)) {
        let number = self.written.len();
        if let (Some(array), Some(end)) = (self.arrays.get(number), self.ends.get(number)) {
            let (place, value) = entries(end, self.ends.get(number + 1));
            let span = array.span;
            let updated = build::update(array.clone(), vec![place], value.clone()).at(span);
            // Without entries, the value may have a shape that does not fit.
            let some =
                self.all.get(number).filter(|leaf| leaf.zero.is_none()).map(|leaf| value.ty.rank() > leaf.ty.rank());
            self.written.push(match some {
                Some(true) => {
                    let some = build::compare(CmpOp::Lt, build::i64(0), build::size(value, 0).at(span)).at(span);
                    build::if_then_else(some, updated, array.clone()).with_type(array.ty.clone()).at(span)
                }
                _ => updated,
            });
        }
    }
}

impl<'t> Pass<'t> {
    /// Lowers a scan whose elements are nested vectors.
    pub(super) fn nested_scan(&mut self, scanned: &Scanned<'_>, span: Span) -> Lowered<Expr> {
        let elem = scanned.elem;
        let mut all = Vec::new();
        self.leaves_of(elem, &mut all, span)?;
        let ty = self.ty(elem, span)?;
        let mut bindings = Vec::new();
        let none = vec![build::i64(0); all.len()];
        let unfilled = all.iter().filter(|leaf| leaf.zero.is_none());
        let unknown = unfilled.map(|leaf| build::array(Vec::new(), leaf.ty.clone()).at(span));
        let first = none.iter().cloned().chain(unknown).collect();
        let mut found = self.over_results(scanned, &ty, first, &mut bindings, span, |this, row, so_far| {
            let (totals, fillings) = so_far.split_at(all.len());
            let totals = totals.iter().zip(this.entries(row, elem)).map(|(so_far, more)| sum(so_far, more));
            let own = all.iter().zip(this.entries_in(row, elem)).filter(|(leaf, _)| leaf.zero.is_none());
            let fillings = fillings.iter().zip(own).map(|(filling, (_, entries))| first_entry(filling, entries));
            totals.chain(fillings).collect()
        });
        let mut fillings = found.split_off(all.len()).into_iter();
        let mut arrays = Vec::with_capacity(all.len());
        for (leaf, total) in all.iter().zip(found) {
            let total = if leaf.is_offsets { add(total, 1) } else { total }.at(span);
            arrays.push(match &leaf.zero {
                Some(zero) => build::prim(Prim::Replicate, vec![total, zero.clone()]).at(span),
                None => {
                    let filling = fillings.next().unwrap_or_else(build::unit);
                    let entry = self.lambda_of("i", ir::Type::I64, |_, _| at(filling, build::i64(0)));
                    build::map(entry, build::indices(total).at(span)).at(span)
                }
            });
        }
        let first = arrays.into_iter().chain(none).collect();
        let leaves = self.over_results(scanned, &ty, first, &mut bindings, span, |this, row, state| {
            let (arrays, ends) = state.split_at(state.len() / 2);
            let mut leaves = Leaves { all: &all, arrays, ends, written: Vec::new() };
            this.write_element(row, elem, &mut leaves);
            let ends = ends.iter().zip(this.entries(row, elem)).map(|(end, more)| sum(end, more));
            leaves.written.into_iter().chain(ends).collect()
        });
        Ok(build::block(bindings, self.assembled(elem, &mut leaves.into_iter()).at(span)))
    }

    /// Adds the arrays that represent a vector with elements of this type.
    fn leaves_of(&mut self, elem: &Type, leaves: &mut Vec<Leaf>, span: Span) -> Lowered<()> {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.iter().try_for_each(|part| self.leaves_of(part, leaves, span))?;
            }
            Kind::Rows(below) => {
                leaves.push(Leaf { is_offsets: true, ty: ir::Type::I64, zero: Some(build::i64(0)) });
                self.leaves_of(&below, leaves, span)?;
            }
            Kind::Regular => {
                let ty = self.ty(elem, span)?;
                leaves.push(Leaf { is_offsets: false, zero: zero(&ty), ty });
            }
        }
        Ok(())
    }

    /// Returns a loop that computes the results of the scan in order. `next` updates the loop's state for each result;
    /// the final state is returned.
    fn over_results(
        &mut self,
        scanned: &Scanned<'_>,
        ty: &ir::Type,
        first: Vec<Expr>,
        bindings: &mut Vec<ir::Binding>,
        span: Span,
        next: impl FnOnce(&mut Self, &Expr, &[Expr]) -> Vec<Expr>,
    ) -> Vec<Expr> {
        let Scanned { function, initial, vector, elem } = scanned;
        let [before, row, k] = ["before", "row", "k"].map(|hint| self.fresh(hint));
        let before_row = build::var(before, ty.clone()).at(span);
        let k_value = build::size_var(k).at(span);
        let element = self.element_of(vector, elem, &add(k_value.clone(), -1));
        let applied = build::apply((*function).clone(), vec![before_row.clone(), element]).at(span);
        let is_first = build::compare(CmpOp::Eq, k_value, build::i64(0)).at(span);
        let value = build::if_then_else(is_first, before_row, applied).with_type(ty.clone()).at(span);
        let state: Vec<Expr> = first
            .iter()
            .map(|first| build::var(self.fresh("leaf"), core_ir::typing::without_sizes(&first.ty)).at(span))
            .collect();
        let row_value = build::var(row, ty.clone()).at(span);
        let mut bound = vec![build::binding(ir::Pat::Var(row, ty.clone()), value)];
        let spread = self.spread(&row_value, elem, &mut bound);
        let next = next(self, &spread, &state);
        let body = build::block(bound, build::tuple([row_value].into_iter().chain(next)).at(span)).at(span);
        let named = state.iter().filter_map(|state| match &state.kind {
            ir::ExprKind::Var(name, _) => Some(ir::Pat::Var(*name, state.ty.clone())),
            _ => None,
        });
        let pat = ir::Pat::tuple([ir::Pat::Var(before, ty.clone())].into_iter().chain(named));
        let init = build::tuple([(*initial).clone()].into_iter().chain(first)).at(span);
        let form = ir::LoopForm::For(k, self.count(vector, elem).at(span));
        let looped = self.bound(build::loop_over(pat, init, form, body).at(span), bindings);
        (1..=state.len()).map(|part| component(&looped, part)).collect()
    }

    /// Returns an element with each sum replaced by its entries in the columns.
    fn spread(&mut self, value: &Expr, elem: &Type, bindings: &mut Vec<ir::Binding>) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(columns) => columns.map(|k, part| self.spread(&component(value, k), part, bindings)),
            Kind::Sum(columns) => columns.map(|k, part| {
                let held = self.in_column(&columns, value.clone(), k);
                let held = self.bound(held, bindings);
                self.spread(&held, part, bindings)
            }),
            Kind::Rows(_) | Kind::Regular => value.clone(),
        }
    }

    /// Appends an element to the arrays of the result.
    fn write_element(&mut self, value: &Expr, elem: &Type, leaves: &mut Leaves<'_>) {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.iter().enumerate().for_each(|(k, part)| self.write_element(&component(value, k), part, leaves));
            }
            Kind::Rows(below) => {
                leaves.write(|rows, end| {
                    let end = end.map_or(build::i64(0), |end| sum(end, self.count(value, &below)));
                    (SliceDim::Fix(add(rows.clone(), 1)), end)
                });
                self.write_elements(value, &below, leaves);
            }
            Kind::Regular => leaves.write(|end, _| (SliceDim::Fix(end.clone()), value.clone())),
        }
    }

    /// Appends all elements of a vector to the arrays of the result.
    fn write_elements(&mut self, vector: &Expr, elem: &Type, leaves: &mut Leaves<'_>) {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.iter().enumerate().for_each(|(k, part)| self.write_elements(&component(vector, k), part, leaves));
            }
            Kind::Rows(below) => {
                leaves.write(|rows, end| {
                    let offsets = offsets_of(vector);
                    let from = end.cloned().unwrap_or(build::i64(0));
                    let moved = self.lambda_of("offset", ir::Type::I64, |_, offset| sum(&offset, from));
                    let later = range(offsets.clone(), build::i64(1), build::size(offsets, 0));
                    (behind(&add(rows.clone(), 1), self.count(vector, elem)), build::map(moved, later).at(vector.span))
                });
                self.write_elements(&data_of(vector), &below, leaves);
            }
            Kind::Regular => leaves.write(|end, _| (behind(end, self.count(vector, elem)), vector.clone())),
        }
    }

    /// Returns the number of entries that an element has in each array.
    fn entries(&self, value: &Expr, elem: &Type) -> Vec<Expr> {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.iter().enumerate().flat_map(|(k, part)| self.entries(&component(value, k), part)).collect()
            }
            Kind::Rows(below) => [build::i64(1)].into_iter().chain(self.entries_of_all(value, &below)).collect(),
            Kind::Regular => vec![build::i64(1)],
        }
    }

    /// Returns the number of entries that all elements of a vector have in each array.
    fn entries_of_all(&self, vector: &Expr, elem: &Type) -> Vec<Expr> {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => parts
                .iter()
                .enumerate()
                .flat_map(|(k, part)| self.entries_of_all(&component(vector, k), part))
                .collect(),
            Kind::Rows(below) => {
                let rows = self.count(vector, elem);
                [rows].into_iter().chain(self.entries_of_all(&data_of(vector), &below)).collect()
            }
            Kind::Regular => vec![self.count(vector, elem)],
        }
    }

    /// Returns, for each array, an array of the entries of an element; unit for offsets.
    fn entries_in(&self, value: &Expr, elem: &Type) -> Vec<Expr> {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.iter().enumerate().flat_map(|(k, part)| self.entries_in(&component(value, k), part)).collect()
            }
            Kind::Rows(below) => [build::unit()].into_iter().chain(self.entries_in_all(value, &below)).collect(),
            Kind::Regular => vec![build::array(vec![value.clone()], value.ty.clone()).at(value.span)],
        }
    }

    /// Returns, for each array, an array of the entries of all elements of a vector.
    fn entries_in_all(&self, vector: &Expr, elem: &Type) -> Vec<Expr> {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => parts
                .iter()
                .enumerate()
                .flat_map(|(k, part)| self.entries_in_all(&component(vector, k), part))
                .collect(),
            Kind::Rows(below) => {
                [build::unit()].into_iter().chain(self.entries_in_all(&data_of(vector), &below)).collect()
            }
            Kind::Regular => vec![vector.clone()],
        }
    }

    /// Returns the vector with elements of this type that these arrays represent.
    fn assembled(&self, elem: &Type, leaves: &mut dyn Iterator<Item = Expr>) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(columns) | Kind::Sum(columns) => columns.map(|_, part| self.assembled(part, leaves)),
            Kind::Rows(below) => {
                let offsets = leaves.next().unwrap_or_else(build::unit);
                rows(self.assembled(&below, leaves), offsets)
            }
            Kind::Regular => leaves.next().unwrap_or_else(build::unit),
        }
    }
}

/// Returns the range of `count` indices from `start` on.
fn behind(start: &Expr, count: Expr) -> SliceDim {
    SliceDim::Range { start: Some(start.clone()), end: Some(sum(start, count)), stride: None }
}

fn sum(a: &Expr, b: Expr) -> Expr {
    build::binary(BinOp::Add, a.clone(), b).at(a.span)
}

/// Returns an array with one entry, or none if there is no entry yet: the entry in `known` if it has one, else the
/// first of `entries`.
fn first_entry(known: &Expr, entries: Expr) -> Expr {
    let span = known.span;
    let is_known = build::compare(CmpOp::Lt, build::i64(0), build::size(known.clone(), 0).at(span)).at(span);
    let one = build::binary(BinOp::Min, build::i64(1), build::size(entries.clone(), 0).at(span)).at(span);
    let first = range(entries, build::i64(0), one);
    build::if_then_else(is_known, known.clone(), first).with_type(known.ty.clone()).at(span)
}
