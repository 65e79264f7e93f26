//! Nested vectors: vectors whose elements are vectors of different lengths, or tuples or sums with such vectors. A
//! vector of vectors becomes one vector of all rows, one after the other, and the offsets: the start of each row, and
//! the end of the last one. A vector of tuples with vectors becomes a tuple of vectors. A vector of sums with vectors
//! becomes the vector of the elements' constructors, and for each constructor a vector of its contents; elements made
//! by another constructor have an empty value there (`sums`). The elements of `vector#n`, for n > 1, are regular.
//! Vectors in more than five levels are refused.
//!
//! ```text
//! vector vector int                  {data : []i32, offsets : []i64}
//! vector vector vector int           {data : {data : []i32, offsets : []i64}, offsets : []i64}
//! vector (vector int, float)         ({data : []i32, offsets : []i64}, []f32)
//! vector (+ (N : unit) (S : vector int))   ([]i8, {data : []i32, offsets : []i64})
//!
//! (X ! i)                            X.data[X.offsets[i] : X.offsets[i + 1]]
//! (map (map f) X)                    {data = flat_map(\i -> map(f, row i), iota(n)), offsets = 0 and the sums of map(\i -> size(map(f, row i)), iota(n))}
//! (map (reduce + 0) X)               map(\i -> reduce(+, 0, row i), iota(n))
//! (reduce f i X), (fold f i X)       a loop over the rows
//! (scan f i X)                       two loops over the rows (`scan`)
//! (gather I X), (filter p X), ..     the rows of these numbers
//! ```
//!
//! `flat_map` concatenates the rows that a function returns; `core_ir::flat_map` says how it is compiled. Offsets
//! always ascend from 0 to the size of the data; those of inputs are checked once, where the program begins. Source:
//! Blelloch, *Vector Models for Data-Parallel Computing*, 1990, chapter 4 (segmented vectors); section 5.1 of the
//! paper.

mod offsets;
mod scan;
mod sums;

use super::vectors::{equal_lengths, index_outside, int_of, is_index, rank_of, wide};
use super::{Lowered, Pass};
use crate::check::builtins::Builtin;
use crate::check::types::Type;
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Expr, Prim};

use scan::Scanned;
use std::rc::Rc;
pub(super) use sums::Columns;
use value::BinOp;
use value::entry::{ROWS_DATA, ROWS_OFFSETS};

/// Largest nesting of vectors. A map over `n` levels is `n` maps, each with a copy of its function. So maps over all
/// levels inside each other copy the innermost function `n!` times.
pub(super) const MAX_LEVELS: usize = 5;
/// Largest number of nodes of a type that are searched for vectors. Larger types are refused.
const MAX_PARTS: usize = super::types::MAX_PARTS;

/// A function that returns the value for an index. It is called several times, for different parts of the value.
type AtIndex<'f, 't> = &'f dyn Fn(&mut Pass<'t>, Expr) -> Expr;

/// Representation of a vector, by its element type.
pub(super) enum Kind {
    /// For tuples with vectors: a vector for each component.
    Tuple(Columns),
    /// For vectors: all rows one after the other, as a vector with elements of this type, and the offsets.
    Rows(Rc<Type>),
    /// For sums with vectors: a vector of constructor numbers, and a vector for each payload type.
    Sum(Columns),
    /// For any other elements: one array.
    Regular,
}

pub(super) fn vector_of(elem: &Type) -> Type {
    Type::Vector(Rc::new(Type::Rank(1)), Rc::new(elem.clone()))
}

/// Returns the type of a vector of vectors, from the type of all its rows one after the other.
pub(super) fn rows_type(data: ir::Type) -> ir::Type {
    let offsets = ir::Type::array(ir::Type::I64, ir::Size::Any);
    ir::Type::Record([(Symbol::new(ROWS_DATA), data), (Symbol::new(ROWS_OFFSETS), offsets)].into())
}

fn rows(data: Expr, offsets: Expr) -> Expr {
    build::record(vec![(Symbol::new(ROWS_DATA), data), (Symbol::new(ROWS_OFFSETS), offsets)])
}

fn data_of(vector: &Expr) -> Expr {
    build::field(vector.clone(), Symbol::new(ROWS_DATA)).at(vector.span)
}

fn offsets_of(vector: &Expr) -> Expr {
    build::field(vector.clone(), Symbol::new(ROWS_OFFSETS)).at(vector.span)
}

/// Returns the field at this position of a record: a tuple, or a vector that is represented by several.
fn component(record: &Expr, at: usize) -> Expr {
    if let ir::ExprKind::Record(fields) = &record.kind
        && let Some((_, field)) = fields.get(at)
    {
        return field.clone();
    }
    let name = if let ir::Type::Record(fields) = &record.ty { fields.get(at).map(|(name, _)| *name) } else { None };
    build::field(record.clone(), name.unwrap_or_else(|| ir::tuple_field(at))).at(record.span)
}

fn add(a: Expr, b: i64) -> Expr {
    let span = a.span;
    build::binary(BinOp::Add, a, build::i64(b)).at(span)
}

fn subtract(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    build::binary(BinOp::Sub, a, b).at(span)
}

fn at(array: Expr, index: Expr) -> Expr {
    let span = array.span;
    build::index(array, vec![index]).at(span)
}

fn range(array: Expr, from: Expr, to: Expr) -> Expr {
    let span = array.span;
    build::slice(array, vec![ir::SliceDim::Range { start: Some(from), end: Some(to), stride: None }]).at(span)
}

impl Pass<'_> {
    /// Returns the element type of a vector whose elements contain vectors of different lengths; `None` for other
    /// types.
    pub(super) fn nested<'y>(&self, ty: &'y Type) -> Option<&'y Type> {
        match ty {
            Type::Vector(rank, elem) if matches!(**rank, Type::Rank(1)) && self.varies(elem) => Some(elem),
            _ => None,
        }
    }

    /// Whether a vector with these elements is represented by more than one array.
    fn varies(&self, elem: &Type) -> bool {
        let (holds_vector, levels) = self.look(elem, &mut MAX_PARTS.clone());
        holds_vector && levels < MAX_LEVELS
    }

    /// Whether the type is a vector of elements with too deeply nested vectors.
    pub(super) fn is_too_deep(&self, ty: &Type) -> bool {
        let Type::Vector(rank, elem) = ty else { return false };
        let (holds_vector, levels) = self.look(elem, &mut MAX_PARTS.clone());
        matches!(**rank, Type::Rank(1)) && holds_vector && levels >= MAX_LEVELS
    }

    /// Returns whether the type is a vector of rank 1, or a tuple or sum that contains one, and how deep vectors are
    /// nested in it. `left` is the number of nodes that may still be visited.
    fn look(&self, ty: &Type, left: &mut usize) -> (bool, usize) {
        let Some(rest) = left.checked_sub(1) else { return (false, MAX_LEVELS) };
        *left = rest;
        match ty {
            Type::Vector(rank, elem) => (matches!(**rank, Type::Rank(1)), 1 + self.look(elem, left).1),
            Type::Tuple(parts) => self.look_at_each(parts.iter(), left),
            _ => {
                let Some(constructors) = self.sum_constructors(ty) else { return (false, 0) };
                let payloads = || constructors.iter().map(|(_, payload)| payload);
                if payloads().all(|payload| self.has_least(payload, left)) {
                    return self.look_at_each(payloads(), left);
                }
                (false, if *left == 0 { MAX_LEVELS } else { 0 })
            }
        }
    }

    fn look_at_each<'y>(&self, parts: impl Iterator<Item = &'y Type>, left: &mut usize) -> (bool, usize) {
        parts.fold((false, 0), |(found, levels), part| {
            let (vector, below) = self.look(part, left);
            (found || vector, levels.max(below))
        })
    }

    pub(super) fn kind(&self, elem: &Type) -> Kind {
        match elem {
            _ if !self.varies(elem) => Kind::Regular,
            Type::Tuple(parts) => Kind::Tuple(Columns::of_tuple(parts)),
            Type::Vector(_, below) => Kind::Rows(below.clone()),
            _ => self.columns_of_sum(elem).map_or(Kind::Regular, Kind::Sum),
        }
    }

    /// Returns the number of elements of a vector with elements of type `elem`.
    fn count(&self, vector: &Expr, elem: &Type) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) | Kind::Sum(Columns { parts, .. }) => {
                parts.first().map_or_else(|| build::i64(0), |part| self.count(&component(vector, 0), part))
            }
            Kind::Rows(_) => add(build::size(offsets_of(vector), 0).at(vector.span), -1),
            Kind::Regular => build::size(vector.clone(), 0).at(vector.span),
        }
    }

    /// Returns the element at `index`, which must be in bounds.
    fn element_of(&mut self, vector: &Expr, elem: &Type, index: &Expr) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(Columns { parts, .. }) => {
                let part = |(k, part)| self.element_of(&component(vector, k), part, index);
                build::tuple(parts.iter().enumerate().map(part).collect::<Vec<_>>()).at(vector.span)
            }
            Kind::Sum(columns) => self.of_columns(&columns, vector, elem, index),
            Kind::Rows(below) => {
                let [from, to] = [index.clone(), add(index.clone(), 1)].map(|index| at(offsets_of(vector), index));
                self.part(&data_of(vector), &below, from, to)
            }
            Kind::Regular => at(vector.clone(), index.clone()),
        }
    }

    /// Returns the elements from `from` to `to`, exclusive. Both must be in bounds.
    fn part(&mut self, vector: &Expr, elem: &Type, from: Expr, to: Expr) -> Expr {
        let span = vector.span;
        let kind = self.kind(elem);
        if let Kind::Regular = kind {
            return range(vector.clone(), from, to);
        }
        let mut bindings = Vec::new();
        let [from, to] = [from, to].map(|end| self.bound(end, &mut bindings));
        let part = match kind {
            Kind::Tuple(columns) | Kind::Sum(columns) => {
                columns.map(|k, part| self.part(&component(vector, k), part, from.clone(), to.clone()))
            }
            Kind::Rows(below) => {
                let first = self.bound(at(offsets_of(vector), from.clone()), &mut bindings);
                let last = at(offsets_of(vector), to.clone());
                let data = self.part(&data_of(vector), &below, first.clone(), last);
                let moved = self.lambda_of("offset", ir::Type::I64, |_, offset| subtract(offset, first));
                rows(data, build::map(moved, range(offsets_of(vector), from, add(to, 1))).at(span))
            }
            Kind::Regular => vector.clone(),
        };
        build::block(bindings, part.at(span)).at(span)
    }
}

impl<'t> Pass<'t> {
    /// Lowers a call of a built-in function on nested vectors. `None` if no vector is nested.
    pub(super) fn nested_builtin(
        &mut self,
        builtin: Builtin,
        types: &[Type],
        result: &Type,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Option<Expr>> {
        if let (Builtin::Map, [function, vectors @ ..], [_, types @ ..]) = (builtin, args, types) {
            return Ok(self.nested_map(function, vectors, types, result, span));
        }
        let (Some(elem), Some(vector)) = (types.last().and_then(|ty| self.nested(ty)), args.last()) else {
            return Ok(None);
        };
        Ok(Some(match (builtin, args) {
            (Builtin::Reduce | Builtin::Fold, [function, initial, _]) => {
                let state = self.ty(result, span)?;
                self.nested_fold(function, initial, vector, elem, state, span)
            }
            (Builtin::Scan, [function, initial, _]) => {
                self.nested_scan(&Scanned { function, initial, vector, elem }, span)?
            }
            (Builtin::Permute, [indices, _]) => {
                let mut bindings = Vec::new();
                let numbers = self.bound(build::indices(self.count(vector, elem).at(span)).at(span), &mut bindings);
                let inverse = self.permute(indices, &numbers, span).at(span);
                build::block(bindings, self.chosen_elements(vector, elem, inverse, span))
            }
            (Builtin::Gather, [indices, _]) => {
                let value = |this: &mut Pass<'t>, i: Expr| this.checked_element(vector, elem, wide(&i).at(span), span);
                self.elements(indices, elem, &value, span)
            }
            (Builtin::Slice, [begin, step, end, _]) => {
                let mut bindings = Vec::new();
                let numbers = self.bound(build::indices(self.count(vector, elem)).at(span), &mut bindings);
                let chosen = self.slice([begin, step, end], &numbers, span).at(span);
                build::block(bindings, self.chosen_elements(vector, elem, chosen, span))
            }
            (Builtin::Filter, [function, _]) => {
                let kept = self.lambda_of("i", ir::Type::I64, |this, i| {
                    let value = this.element_of(vector, elem, &i);
                    build::apply(function.clone(), vec![value]).at(span)
                });
                let numbers = build::indices(self.count(vector, elem)).at(span);
                let chosen = build::prim(Prim::Filter, vec![kept, numbers]).at(span);
                self.chosen_elements(vector, elem, chosen, span)
            }
            (Builtin::Length, _) => int_of(self.count(vector, elem).at(span), span),
            _ => return Ok(None),
        }))
    }

    /// Lowers a map over nested vectors, or with nested results. `None` for a map without these.
    fn nested_map(
        &mut self,
        function: &Expr,
        vectors: &[Expr],
        types: &[Type],
        result: &Type,
        span: Span,
    ) -> Option<Expr> {
        let is_nested = |ty: &Type| self.nested(ty).is_some();
        if !types.iter().any(is_nested) && !is_nested(result) || types.iter().any(|ty| rank_of(ty) != 1) {
            return None;
        }
        let elements = types.iter().map(|ty| if let Type::Vector(_, elem) = ty { Some(&**elem) } else { None });
        let elements: Vec<&Type> = elements.collect::<Option<_>>()?;
        let Type::Vector(_, given) = result else { return None };
        let counts: Vec<Expr> = vectors.iter().zip(&elements).map(|(x, elem)| self.count(x, elem).at(span)).collect();
        let (first, others) = counts.split_first()?;
        let mut outer = Vec::new();
        let n = self.bound(first.clone(), &mut outer);
        let mut inner = Vec::new();
        let numbers = self.bound(build::indices(n.clone()).at(span), &mut inner);
        let value = |this: &mut Pass<'t>, i: Expr| {
            let args = vectors.iter().zip(&elements).map(|(x, elem)| this.element_of(x, elem, &i)).collect();
            build::apply(function.clone(), args).at(span)
        };
        let mapped = build::block(inner, self.elements(&numbers, given, &value, span)).at(span);
        let lengths: Vec<Expr> = std::iter::once(&n).chain(others).cloned().collect();
        Some(build::block(outer, equal_lengths(&lengths, mapped, span)))
    }

    /// Returns the vector whose elements `value` returns for the indices.
    fn elements(&mut self, indices: &Expr, elem: &Type, value: AtIndex<'_, 't>, span: Span) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(columns) => columns.map(|k, part| {
                let value = |this: &mut Pass<'t>, i: Expr| component(&value(this, i), k);
                self.elements(indices, part, &value, span)
            }),
            Kind::Sum(columns) => columns.map(|k, part| {
                let held = |this: &mut Pass<'t>, i: Expr| {
                    let value = value(this, i);
                    this.in_column(&columns, value, k)
                };
                self.elements(indices, part, &held, span)
            }),
            Kind::Rows(below) => {
                let length = |this: &mut Pass<'t>, i: Expr| {
                    let mut bindings = Vec::new();
                    let row = value(this, i);
                    let row = this.bound(row, &mut bindings);
                    build::block(bindings, this.count(&row, &below)).at(span)
                };
                let lengths = self.mapped(Prim::Map, indices, &length, span);
                rows(self.end_to_end(indices, &below, value, span), self.sums(lengths, span)).at(span)
            }
            Kind::Regular => self.mapped(Prim::Map, indices, value, span),
        }
    }

    /// Returns the concatenation of the vectors that `value` returns for the indices.
    fn end_to_end(&mut self, indices: &Expr, elem: &Type, value: AtIndex<'_, 't>, span: Span) -> Expr {
        match self.kind(elem) {
            Kind::Tuple(columns) | Kind::Sum(columns) => columns.map(|k, part| {
                let value = |this: &mut Pass<'t>, i: Expr| component(&value(this, i), k);
                self.end_to_end(indices, part, &value, span)
            }),
            Kind::Rows(below) => {
                let below_row = |this: &mut Pass<'t>, i: Expr| data_of(&value(this, i));
                let data = self.end_to_end(indices, &below, &below_row, span);
                let lengths = |this: &mut Pass<'t>, i: Expr| {
                    let mut bindings = Vec::new();
                    let row = value(this, i);
                    let offsets = this.bound(offsets_of(&row), &mut bindings);
                    let rows = add(build::size(offsets.clone(), 0).at(span), -1);
                    let length = this.lambda_of("k", ir::Type::I64, |_, k| {
                        subtract(at(offsets.clone(), add(k.clone(), 1)), at(offsets.clone(), k))
                    });
                    let lengths = build::map(length, build::indices(rows).at(span)).at(span);
                    build::block(bindings, lengths).at(span)
                };
                let lengths = self.mapped(Prim::FlatMap, indices, &lengths, span);
                rows(data, self.sums(lengths, span)).at(span)
            }
            Kind::Regular => self.mapped(Prim::FlatMap, indices, value, span),
        }
    }

    /// Returns `map` or `flat_map` over the indices.
    fn mapped(&mut self, prim: Prim, indices: &Expr, value: AtIndex<'_, 't>, span: Span) -> Expr {
        let index = indices.ty.elem().cloned().unwrap_or(ir::Type::I64);
        let function = self.lambda_of("i", index, |this, i| value(this, i).at(span)).at(span);
        build::prim(prim, vec![function, indices.clone()]).at(span)
    }

    /// Returns the offsets of rows with these lengths: 0, and the sums of the first lengths.
    fn sums(&mut self, lengths: Expr, span: Span) -> Expr {
        let [a, b] = ["a", "b"].map(|hint| self.fresh(hint));
        let both = [a, b].map(|name| build::var(name, ir::Type::I64).at(span));
        let sum = build::prim(Prim::Bin(BinOp::AddSat), both.to_vec()).at(span);
        let plus = build::lambda([a, b].map(|name| build::param(name, ir::Type::I64)).to_vec(), sum).at(span);
        let ends = build::prim(Prim::Scan, vec![plus, build::i64(0), lengths]).at(span);
        let first = build::array(vec![build::i64(0)], ir::Type::I64).at(span);
        build::prim(Prim::Concat, vec![first, ends]).at(span)
    }

    /// Returns the vector of the elements at these indices, which must be in bounds.
    fn chosen_elements(&mut self, vector: &Expr, elem: &Type, numbers: Expr, span: Span) -> Expr {
        let mut bindings = Vec::new();
        let numbers = self.bound(numbers, &mut bindings);
        let value = |this: &mut Pass<'t>, i: Expr| this.element_of(vector, elem, &i);
        let chosen = self.elements(&numbers, elem, &value, span);
        build::block(bindings, chosen).at(span)
    }

    /// Returns the element at `index`. Out of bounds is a failure.
    pub(super) fn checked_element(&mut self, vector: &Expr, elem: &Type, index: Expr, span: Span) -> Expr {
        let mut bindings = Vec::new();
        let index = self.bound(index, &mut bindings);
        let n = self.bound(self.count(vector, elem).at(span), &mut bindings);
        let (inside, message) = (is_index(&index, &n, span), index_outside(1));
        let element = self.element_of(vector, elem, &index).at(span);
        build::block(bindings, build::ensure(inside, message, vec![index, n], element).at(span)).at(span)
    }

    /// Lowers a fold over a nested vector to a loop.
    fn nested_fold(
        &mut self,
        function: &Expr,
        initial: &Expr,
        vector: &Expr,
        elem: &Type,
        state: ir::Type,
        span: Span,
    ) -> Expr {
        let (so_far, i) = (self.fresh("folded"), self.fresh("i"));
        let row = self.element_of(vector, elem, &build::size_var(i).at(span));
        let args = vec![build::var(so_far, state.clone()).at(span), row];
        let body = build::apply(function.clone(), args).at(span);
        let form = ir::LoopForm::For(i, self.count(vector, elem).at(span));
        build::loop_over(ir::Pat::Var(so_far, state), initial.clone(), form, body)
    }
}
