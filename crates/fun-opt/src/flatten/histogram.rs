//! Histograms of rows become histograms of scalars.
//!
//! ```text
//! histogram n (is, xss) (\i xs -> (i, xs))           let (count : i64) = n * m
//!   into 1 (dest)                              ==>   histogram count () (\p ->
//!   (\xs ys -> map m (xs, ys) (+)) (zeros)             let i = p / m   let j = p % m
//!                                                      let k = is[i]   let x = xss[i, j] in (k, j, x))
//!                                                      into 2 (dest) (+) (0)
//! ```
//!
//! The operator must be a map over the elements of its operands, or nested maps. Neighbouring threads then have
//! neighbouring elements of a row. The destination stays as it is; its index gets more dimensions.
//!
//! If a histogram combines rows beside other values, and the operators are independent, it becomes several: one for each
//! operator on rows, and one for the others.

use super::Flattener;
use super::distribute::Frame;
use super::monoid::{Value, cannot_fail};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, NameSet};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use value::{BinOp, CmpOp, Scalar};

/// A part of an operator that is independent of the others.
#[derive(Default)]
struct Part {
    /// The positions of its operands and results.
    positions: BTreeSet<usize>,
    /// The positions of its statements.
    stms: BTreeSet<usize>,
}

/// A histogram without lambda and operator: the index and the values of each element, and for each value the destination
/// and the result.
struct Bins {
    width: Atom,
    index: Vec<Value>,
    values: Vec<Value>,
    destinations: Vec<Name>,
    pattern: Vec<Name>,
}

impl Flattener<'_> {
    /// Whether an independent part of the histogram's operator combines rows element by element.
    pub(super) fn adds_rows(&self, histogram: &Histogram) -> bool {
        let monoid = &histogram.operator;
        cannot_fail(&monoid.operator) && self.independent(monoid).iter().any(|part| self.is_of_rows(&part.of(monoid)))
    }

    /// Splits a histogram into a map of its lambda and histograms of the results.
    pub(super) fn split_histogram(
        &mut self,
        pattern: Vec<Name>,
        histogram: Histogram,
        frame: Frame,
        rest: &mut Vec<Stm>,
    ) -> Option<Stm> {
        if !self.adds_rows(&histogram) {
            return self.split_writes(pattern, Exp::Histogram(Box::new(histogram)), frame, rest);
        }
        let Histogram { width, inputs, lambda, index_rank, destinations, operator, .. } = histogram;
        let (map, mut index) = self.values(width, inputs, lambda, Vec::new(), &frame);
        let values = index.split_off(index_rank.min(index.len()));
        let bins = Bins { width, index, values, destinations, pattern };
        let mut others: Option<Part> = None;
        for part in self.independent(&operator) {
            let monoid = part.of(&operator);
            if self.is_of_rows(&monoid) {
                self.histogram_of_elements(bins.of(&part), monoid, &frame, rest);
            } else {
                others.get_or_insert_with(Part::default).join(part);
            }
        }
        if let Some(part) = others {
            let Bins { width, mut index, values, destinations, pattern } = bins.of(&part);
            index.extend(values);
            let (inputs, lambda) = self.yielding(&index);
            let (sequential, operator) = (false, part.of(&operator));
            let histogram = Histogram { sequential, width, inputs, lambda, index_rank, destinations, operator };
            rest.push(frame.stm(pattern, Exp::Histogram(Box::new(histogram))));
        }
        map
    }

    /// Returns the independent parts of an operator that cannot fail, in the order of their first operands.
    fn independent(&self, monoid: &Monoid) -> Vec<Part> {
        let Lambda { params, body } = &monoid.operator;
        let count = monoid.neutral.len().max(1);
        let mut parts: Vec<Part> = Vec::new();
        for (at, result) in body.result.iter().enumerate() {
            let mut needed: NameSet = result.var().into_iter().collect();
            let mut part = Part { positions: BTreeSet::from([at]), stms: BTreeSet::new() };
            for (number, stm) in body.stms.iter().enumerate().rev() {
                if stm.pattern.iter().any(|name| needed.contains(name)) {
                    needed.extend(walk::free_in_stm(&self.program.vars, stm));
                    part.stms.insert(number);
                }
            }
            let operands = params.iter().enumerate().filter(|(_, param)| needed.contains(*param));
            part.positions.extend(operands.map(|(operand, _)| operand % count));
            for other in std::mem::take(&mut parts) {
                if other.is_beside(&part) { parts.push(other) } else { part.join(other) }
            }
            parts.push(part);
        }
        parts.sort_by_key(|part| part.positions.first().copied());
        parts
    }

    /// Whether the operator combines rows element by element. An operator that depends on the position in the row does
    /// not.
    fn is_of_rows(&self, monoid: &Monoid) -> bool {
        let mut operator = &monoid.operator;
        let rank = |name: &Name| self.program.type_of(*name).rank();
        let mut left = operator.params.first().map_or(0, rank);
        let even = left > 0 && operator.params.iter().all(|param| rank(param) == left);
        while let Some(map) = self.by_elements(operator).filter(|map| map.lambda.params.len() == map.inputs.len()) {
            operator = &map.lambda;
            left -= 1;
        }
        even && left == 0
    }

    /// Adds a histogram of rows as one of the rows' elements.
    fn histogram_of_elements(&mut self, bins: Bins, monoid: Monoid, frame: &Frame, out: &mut Vec<Stm>) {
        let Bins { width, index, values, destinations, pattern } = bins;
        let Some(&first) = destinations.first() else { return };
        let row = self.program.type_of(first).row(index.len()).dims().to_vec();
        let operator = self.on_elements(monoid.operator, row.len());
        let mut builder = Builder::new(self.program);
        builder.spans = frame.spans.clone();
        let sizes: Vec<Atom> = std::iter::once(width).chain(row.iter().copied()).collect();
        let count = builder.extent(&sizes);
        let lambda = builder.lambda(&[("p", Type::I64)], |builder, params| {
            let mut inner = Vec::with_capacity(row.len());
            let mut element = Atom::from(params[0]);
            for &size in row.iter().rev() {
                inner.insert(0, builder.bin(BinOp::Rem, element, size));
                element = builder.bin(BinOp::Quot, element, size);
            }
            let mut result: Vec<Atom> = index.iter().map(|value| value.at(builder, element, &[])).collect();
            result.extend(&inner);
            result.extend(values.iter().map(|value| value.at(builder, element, &inner)).collect::<Vec<Atom>>());
            result
        });
        let neutral = monoid.neutral.into_iter().map(|row| first_of(&self.filled, &mut builder, row)).collect();
        out.append(&mut builder.stms);
        let histogram = Histogram {
            sequential: false,
            width: count,
            inputs: Vec::new(),
            lambda,
            index_rank: index.len() + row.len(),
            destinations,
            operator: Monoid { operator, neutral, commutative: monoid.commutative },
        };
        out.push(frame.stm(pattern, Exp::Histogram(Box::new(histogram))));
    }

    /// Returns the operator on scalars of an operator on rows of that rank.
    fn on_elements(&mut self, mut operator: Lambda, rank: usize) -> Lambda {
        for _ in 0..rank {
            let Some(Stm { exp: Exp::Traverse(map), .. }) = operator.body.stms.pop() else { return operator };
            operator = self.scalar_operator(&operator.params, &map.inputs, map.lambda).0;
        }
        operator
    }
}

/// Returns the first scalar of a row. That of an empty row is not used.
fn first_of(filled: &FxHashMap<Name, Scalar>, builder: &mut Builder, row: Atom) -> Atom {
    let Some(array) = row.var() else { return row };
    if let Some(&element) = filled.get(&array) {
        return Atom::Const(element);
    }
    let ty = builder.type_of(array);
    let Some(elem) = ty.elem() else { return row };
    let size = builder.extent(ty.dims());
    let some = builder.cmp(CmpOp::Lt, Atom::i64(0), size);
    let first = |builder: &mut Builder| vec![builder.index(array, vec![Atom::i64(0); ty.rank()])];
    let element = builder.if_(some, first, |_| vec![Atom::Const(Scalar::zero(elem))]);
    element.first().map_or(row, |&element| element.into())
}

impl Part {
    fn is_beside(&self, other: &Part) -> bool {
        self.positions.is_disjoint(&other.positions) && self.stms.is_disjoint(&other.stms)
    }

    fn join(&mut self, other: Part) {
        self.positions.extend(other.positions);
        self.stms.extend(other.stms);
    }

    /// Returns this part of the operator.
    fn of(&self, monoid: &Monoid) -> Monoid {
        let Lambda { params, body } = &monoid.operator;
        let count = monoid.neutral.len();
        let stms = self.stms.iter().filter_map(|&at| body.stms.get(at).cloned()).collect();
        let new: Vec<usize> = self.positions.iter().map(|at| at + count).collect();
        let operands = self.positions.iter().chain(&new);
        Monoid {
            operator: Lambda {
                params: operands.filter_map(|&at| params.get(at).copied()).collect(),
                body: Body { stms, result: picked(&body.result, self) },
            },
            neutral: picked(&monoid.neutral, self),
            commutative: monoid.commutative,
        }
    }
}

impl Bins {
    /// Returns the histogram of a part of the operator.
    fn of(&self, part: &Part) -> Bins {
        Bins {
            width: self.width,
            index: self.index.clone(),
            values: picked(&self.values, part),
            destinations: picked(&self.destinations, part),
            pattern: picked(&self.pattern, part),
        }
    }
}

/// Returns the items of `all` at the positions of the part.
fn picked<T: Copy>(all: &[T], part: &Part) -> Vec<T> {
    part.positions.iter().filter_map(|&at| all.get(at).copied()).collect()
}
