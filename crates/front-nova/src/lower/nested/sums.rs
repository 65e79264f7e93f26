//! Vectors of sums with vectors are represented by *columns*: a vector for each constructor of the sum.
//!
//! ```text
//! (+ (None : unit) (Row : vector int) (Pair : (int, int)))
//!
//! [#Row [1, 2], #None, #Pair (3, 4)]
//!     which constructor:   [2, 0, 1]
//!     of `Pair`:           ([0, 0, 3], [0, 0, 4])
//!     of `Row`:            [[1, 2], [], []]
//! ```
//!
//! Constructors are in the order of their names; a constructor with a unit has no column. For elements of other
//! constructors, a column has the *least* value of its type: zeros, empty vectors, the first constructor. Two kinds of
//! sums have no columns: those with recursive types, which may have no least value, and those with `vector#n` for n >
//! 1, whose empty value has other sizes than the others.

use super::{Kind, at, component, vector_of};
use crate::check::types::Type;
use crate::lower::Pass;
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Expr, Prim};
use core_ir::leaves;
use std::rc::Rc;
use value::entry::{sum_fields, tag_type};
use value::{BinOp, CmpOp, Scalar};

/// The vectors that represent a vector of tuples or sums: one for each component, or columns.
pub struct Columns {
    /// Element type of each vector. For a sum, the first is that of constructor numbers, and the others are the payload
    /// types.
    pub parts: Rc<[Type]>,
    /// Names of the record's fields for the vectors.
    fields: Vec<Symbol>,
    /// For a sum: the name, the payload type and the column of each constructor. Empty for a tuple.
    constructors: Vec<(Symbol, Type, Option<usize>)>,
}

impl Columns {
    pub fn of_tuple(parts: &Rc<[Type]>) -> Columns {
        let fields = (0..parts.len()).map(ir::tuple_field).collect();
        Columns { parts: parts.clone(), fields, constructors: Vec::new() }
    }

    /// Returns the record of the vectors that `column` returns for their positions and element types.
    pub fn map(&self, mut column: impl FnMut(usize, &Type) -> Expr) -> Expr {
        let columns = self.fields.iter().zip(self.parts.iter()).enumerate();
        build::record(columns.map(|(k, (field, part))| (*field, column(k, part))).collect())
    }

    /// Returns the names of the record's fields with the element types of their vectors.
    pub fn fields(&self) -> impl Iterator<Item = (Symbol, &Type)> {
        self.fields.iter().copied().zip(self.parts.iter())
    }
}

impl Pass<'_> {
    /// Returns the constructors of a sum that is not recursive, sorted by name; `None` for other types.
    pub(super) fn sum_constructors(&self, ty: &Type) -> Option<Vec<(Symbol, Type)>> {
        let mut constructors = match ty {
            Type::Sum(constructors) => constructors.to_vec(),
            Type::User(name, args) if !self.recursive.contains(name) => self.constructors_of(*name, args).ok()?,
            _ => return None,
        };
        constructors.sort_by_key(|(name, _)| *name);
        Some(constructors)
    }

    pub(super) fn columns_of_sum(&self, sum: &Type) -> Option<Columns> {
        let all = self.sum_constructors(sum)?;
        let mut parts = vec![Type::Scalar(tag_type(all.len()))];
        let mut constructors = Vec::with_capacity(all.len());
        for (name, payload) in all {
            let place = (payload != Type::Unit).then_some(parts.len());
            parts.extend(place.map(|_| payload.clone()));
            constructors.push((name, payload, place));
        }
        let fields = sum_fields(constructors.iter().map(|(name, _, place)| (name.as_str(), place.is_some())));
        Some(Columns { parts: parts.into(), fields, constructors })
    }

    /// Returns the element at `index` of a vector of sums that these columns represent.
    pub(super) fn of_columns(&mut self, columns: &Columns, vector: &Expr, sum: &Type, index: &Expr) -> Expr {
        let span = vector.span;
        let ty = self.core_type(sum, span);
        let mut bindings = Vec::new();
        let tag = self.bound(at(component(vector, 0), index.clone()), &mut bindings);
        let count = columns.constructors.len();
        let mut value = None;
        for (number, (name, payload, place)) in columns.constructors.iter().enumerate().rev() {
            let held = place.map(|place| self.element_of(&component(vector, place), payload, index));
            let made = build::variant(*name, held.into_iter().collect(), ty.clone()).at(span);
            value = Some(match value {
                None => made,
                Some(others) => {
                    let is_this = build::compare(CmpOp::Eq, tag.clone(), build::literal(leaves::tag(count, number)));
                    build::if_then_else(is_this.at(span), made, others).with_type(ty.clone()).at(span)
                }
            });
        }
        build::block(bindings, value.unwrap_or_else(build::unit)).at(span)
    }

    /// Returns the entry of a value in the column `place`.
    pub(super) fn in_column(&mut self, columns: &Columns, value: Expr, place: usize) -> Expr {
        let (span, sum) = (value.span, value.ty.clone());
        let Some(part) = columns.parts.get(place) else { return build::unit() };
        let ty = self.core_type(part, span);
        let case = |name: Symbol, held: Vec<ir::Pat>, body: Expr| ir::Case {
            pat: ir::Pat::Variant(name, held, sum.clone()),
            body: body.at(span),
        };
        let mut cases = Vec::new();
        for (number, (name, payload, own)) in columns.constructors.iter().enumerate() {
            if place == 0 {
                let held = own.map(|_| ir::Pat::Wildcard(self.core_type(payload, span)));
                let tag = build::literal(leaves::tag(columns.constructors.len(), number));
                cases.push(case(*name, held.into_iter().collect(), tag));
            } else if *own == Some(place) {
                let held = self.fresh("held");
                cases.push(case(*name, vec![ir::Pat::Var(held, ty.clone())], build::var(held, ty.clone())));
            }
        }
        if cases.len() < columns.constructors.len() {
            let least = self.least(part, span);
            cases.push(ir::Case { pat: ir::Pat::Wildcard(sum.clone()), body: least });
        }
        build::match_on(value, cases, ty).at(span)
    }

    /// Returns the condition that the columns represent a vector of sums: each constructor number exists, and a column
    /// has least values for elements of other constructors. Then equal values have equal columns. The columns must have
    /// the same length and valid offsets.
    pub(super) fn are_values(&mut self, columns: &Columns, vector: &Expr, span: Span) -> Expr {
        let count = columns.constructors.len();
        let both = |a: Expr, b: Expr| build::binary(BinOp::And, a, b).at(span);
        let fits = self.lambda_of("i", ir::Type::I64, |this, i| {
            let mut bindings = Vec::new();
            let tag = this.bound(at(component(vector, 0), i.clone()), &mut bindings);
            let [first, last] = [0, count.saturating_sub(1)].map(|at| build::literal(leaves::tag(count, at)));
            let [low, high] = [(first, tag.clone()), (tag.clone(), last)];
            let [low, high] = [low, high].map(|(a, b)| build::compare(CmpOp::Le, a, b).at(span));
            let mut fine = both(low, high);
            for (number, (_, payload, place)) in columns.constructors.iter().enumerate() {
                let Some(place) = place else { continue };
                let made = build::compare(CmpOp::Eq, tag.clone(), build::literal(leaves::tag(count, number))).at(span);
                let held = this.element_of(&component(vector, *place), payload, &i);
                let is_least = build::prim(Prim::Equal, vec![held, this.least(payload, span)]).at(span);
                fine = both(fine, build::binary(BinOp::Or, made, is_least).at(span));
            }
            build::block(bindings, fine).at(span)
        });
        let all = build::map(fits, build::indices(build::size(component(vector, 0), 0).at(span)).at(span)).at(span);
        self.all(all, span)
    }

    /// Whether the type has a least value, with empty vectors. `left` is the number of nodes that may still be visited.
    pub(super) fn has_least(&self, ty: &Type, left: &mut usize) -> bool {
        match ty {
            Type::Tuple(parts) => parts.iter().all(|part| self.has_least(part, left)),
            Type::Vector(rank, elem) => matches!(**rank, Type::Rank(1)) && self.has_least(elem, left),
            _ => self.look(ty, left).0 || self.is_flat(ty, left),
        }
    }

    /// Whether the type contains neither vectors nor recursive types.
    fn is_flat(&self, ty: &Type, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match ty {
            Type::Scalar(_) | Type::Unit => true,
            Type::Tuple(parts) => parts.iter().all(|part| self.is_flat(part, left)),
            _ => {
                let constructors = self.sum_constructors(ty);
                constructors.is_some_and(|all| all.iter().all(|(_, payload)| self.is_flat(payload, left)))
            }
        }
    }

    /// Returns the least value of a type that has one: zeros, empty vectors, the first constructor.
    fn least(&mut self, ty: &Type, span: Span) -> Expr {
        let least = match ty {
            Type::Scalar(scalar) => build::literal(Scalar::zero(*scalar)),
            Type::Tuple(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|part| self.least(part, span)).collect();
                build::tuple(parts)
            }
            Type::Vector(_, elem) => match self.kind(elem) {
                Kind::Rows(below) => {
                    let offsets = build::array(vec![build::i64(0)], ir::Type::I64).at(span);
                    super::rows(self.least(&vector_of(&below), span), offsets)
                }
                Kind::Tuple(columns) | Kind::Sum(columns) => columns.map(|_, part| self.least(&vector_of(part), span)),
                Kind::Regular => {
                    // Made by a `map`, the empty vector has the same representation as other rows.
                    let none = build::indices(build::i64(0)).at(span);
                    build::map(self.lambda_of("i", ir::Type::I64, |this, _| this.least(elem, span)), none)
                }
            },
            _ => match self.sum_constructors(ty).and_then(|all| all.into_iter().next()) {
                Some((name, payload)) => {
                    let held = (payload != Type::Unit).then(|| self.least(&payload, span));
                    build::variant(name, held.into_iter().collect(), self.core_type(ty, span))
                }
                None => build::unit(),
            },
        };
        least.at(span)
    }
}
