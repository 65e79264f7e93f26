//! Memory accesses of a statement and its bodies: the parts of blocks that it reads and writes.
//!
//! The part that an iteration accesses is an LMAD that names the iteration's index. The part that all iterations access
//! is the LMAD with one more dimension, whose size is the index's bound and whose stride is the index's factor:
//!
//! ```text
//! map n (\i -> .. a[2*i : 2*i + 2] ..)      where a @ m -> 0 + {(2*n : 1)}
//! 2*i + {(2 : 1)} for each i < n    ==>    m, 0 + {(n : 2)(2 : 1)}
//! ```
//!
//! If the part cannot be expressed so, the access is to the whole array of which it is a part; if that has no place
//! known outside, to the whole block.

use crate::places::{Places, poly, sliced};
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use fun_opt::effect::is_view;
use index::{Dim, IndexFn, Lmad, Poly};
use rustc_hash::FxHashMap;

/// An access to a part of a block. A `part` of `None` may be any part.
pub struct Access {
    pub block: Name,
    pub part: Option<Lmad>,
    pub is_write: bool,
}

/// Accesses of one iteration of a traversal. The parts may name its index, the lambda's first parameter.
pub struct Iteration {
    /// Accesses of the lambda before it returns its results.
    pub body: Vec<Access>,
    /// Reads of the lambda's array results, which are copied at the end of the iteration; `None` for a scalar result.
    pub rows: Vec<Option<Access>>,
    /// Accesses of the operators, including their buffers.
    pub operators: Vec<Access>,
}

/// Returns the accesses of a statement. `value` returns the polynomial of a scalar if it is known.
pub fn accesses(places: &Places, stm: &Stm, value: &dyn Fn(Name) -> Option<Poly>) -> Vec<Access> {
    let inside = stm.exp.bodies().into_iter().flat_map(walk::bound_in_body);
    let mut walker = Walker::new(places, value, inside.chain(stm.exp.binders()).collect());
    walker.stm(stm);
    walker.found
}

/// Returns the accesses of one iteration, except for the writes of its results.
pub fn of_iteration(places: &Places, traverse: &Traverse, value: &dyn Fn(Name) -> Option<Poly>) -> Option<Iteration> {
    let (&index, params) = traverse.lambda.params.split_first()?;
    let lambdas = traverse.monoids().map(|monoid| &monoid.operator).chain([&traverse.lambda]);
    let inside = lambdas.flat_map(|lambda| walk::bound_in_body(&lambda.body)).chain(params.iter().copied());
    let mut walker = Walker::new(places, value, inside.collect());
    walker.elements(&traverse.inputs, index, &traverse.lambda);
    let body = std::mem::take(&mut walker.found);
    let mut row = |&result: &Atom| {
        walker.atom(result, false);
        walker.found.pop()
    };
    let rows = traverse.lambda.body.result.iter().map(&mut row).collect();
    traverse.monoids().for_each(|monoid| walker.monoid(monoid));
    Some(Iteration { body, rows, operators: walker.found })
}

struct Walker<'a> {
    places: &'a Places<'a>,
    value: &'a dyn Fn(Name) -> Option<Poly>,
    /// Names bound inside the statement whose accesses are collected.
    inside: NameSet,
    /// Indices of the enclosing iterations, each with its bound.
    counters: Vec<(Name, Poly)>,
    /// For each view bound inside, the array of which it is a part.
    sources: FxHashMap<Name, Name>,
    found: Vec<Access>,
}

impl<'a> Walker<'a> {
    fn new(places: &'a Places<'a>, value: &'a dyn Fn(Name) -> Option<Poly>, inside: NameSet) -> Walker<'a> {
        Walker { places, value, inside, counters: Vec::new(), sources: FxHashMap::default(), found: Vec::new() }
    }

    fn body(&mut self, body: &Body) {
        body.stms.iter().for_each(|stm| self.stm(stm));
    }

    fn stm(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::If { then_body, else_body, .. } => {
                self.body(then_body);
                self.body(else_body);
            }
            Exp::Loop(looped) => match looped.form {
                LoopForm::For { var, bound } => self.counting(var, bound, |this| this.body(&looped.body)),
                LoopForm::While { .. } => self.body(&looped.body),
            },
            Exp::Traverse(traverse) => {
                traverse.monoids().for_each(|monoid| self.monoid(monoid));
                self.traversed(&stm.exp);
            }
            Exp::Filter(_) => self.traversed(&stm.exp),
            Exp::Scatter(scatter) => {
                self.traversed(&stm.exp);
                scatter.destinations.iter().for_each(|&array| self.whole(array, true));
            }
            Exp::Histogram(histogram) => {
                self.monoid(&histogram.operator);
                self.traversed(&stm.exp);
                histogram.destinations.iter().for_each(|&array| self.whole(array, true));
            }
            exp => self.basic(stm.pattern.first().copied(), exp),
        }
        if makes_its_results(&stm.exp) {
            stm.pattern.iter().for_each(|&name| self.whole(name, true));
        }
    }

    /// Records the accesses of an expression without bodies.
    fn basic(&mut self, bound: Option<Name>, exp: &Exp) {
        match exp {
            Exp::Atom(Atom::Var(array)) | Exp::Slice(array, _) | Exp::Permute(array, _) | Exp::Reshape(array, _) => {
                self.sources.extend(bound.map(|view| (view, *array)));
            }
            Exp::Index(array, indices) => {
                let dims: Vec<SliceDim> = indices.iter().map(|&index| SliceDim::Fix(index)).collect();
                self.part(*array, &dims, false);
            }
            Exp::Update { array, dims, value } => {
                self.sources.extend(bound.map(|updated| (updated, *array)));
                self.part(*array, dims, true);
                self.atom(*value, false);
            }
            Exp::Call { args, .. } => {
                let blocks = args.iter().filter_map(|arg| arg.var());
                for block in blocks.filter(|name| *self.places.program.type_of(*name) == Type::Memory) {
                    self.found.push(Access { block, part: None, is_write: true });
                }
            }
            exp => exp.for_each_operand(&mut |atom| self.atom(atom, false)),
        }
    }

    /// Records the accesses of all iterations of an array operation.
    fn traversed(&mut self, exp: &Exp) {
        let Some((width, inputs, lambda)) = exp.traversed() else { return };
        let Some(&index) = lambda.params.first() else { return };
        self.counting(index, width, |this| this.iteration(inputs, index, lambda));
    }

    /// Records the reads of the inputs at the index, the lambda's accesses, and the reads of its results.
    fn iteration(&mut self, inputs: &[Name], index: Name, lambda: &Lambda) {
        self.elements(inputs, index, lambda);
        lambda.body.result.iter().for_each(|&row| self.atom(row, false));
    }

    /// Records the reads of the inputs at the index. A row is a view, read only where the lambda reads it.
    fn elements(&mut self, inputs: &[Name], index: Name, lambda: &Lambda) {
        for (&param, &input) in lambda.params.iter().skip(1).zip(inputs) {
            if self.places.of(param).is_some() {
                self.sources.insert(param, input);
            } else {
                self.part(input, &[SliceDim::Fix(index.into())], false);
            }
        }
        self.body(&lambda.body);
    }

    /// Records the accesses of an operator and its buffers.
    fn monoid(&mut self, monoid: &Monoid) {
        monoid.operator.params.iter().for_each(|&param| self.whole(param, true));
        monoid.neutral.iter().for_each(|&neutral| self.atom(neutral, false));
        self.body(&monoid.operator.body);
        monoid.operator.body.result.iter().for_each(|&result| self.atom(result, false));
    }

    fn counting(&mut self, index: Name, bound: Atom, inside: impl FnOnce(&mut Self)) {
        self.counters.push((index, self.expanded(&poly(bound))));
        inside(self);
        self.counters.pop();
    }

    fn atom(&mut self, atom: Atom, is_write: bool) {
        atom.var().into_iter().for_each(|name| self.whole(name, is_write));
    }

    /// Records an access to a whole array; ignores other values.
    fn whole(&mut self, array: Name, is_write: bool) {
        if let Some(place) = self.places.of(array) {
            let part = self.over_all(&place.ixfn);
            self.note(array, part, is_write);
        }
    }

    fn part(&mut self, array: Name, dims: &[SliceDim], is_write: bool) {
        if let Some(place) = self.places.of(array) {
            let part = self.over_all(&sliced(&place.ixfn, dims)).or_else(|| self.over_all(&place.ixfn));
            self.note(array, part, is_write);
        }
    }

    /// Records an access to a part of the array. If the part is unknown, records an access to the whole array of which
    /// this one is a view.
    fn note(&mut self, array: Name, part: Option<Lmad>, is_write: bool) {
        let Some(place) = self.places.of(array) else { return };
        match self.sources.get(&array) {
            Some(&source) if part.is_none() => self.whole(source, is_write),
            _ => self.found.push(Access { block: place.block, part, is_write }),
        }
    }

    /// Returns the part of a block that a layout covers in all enclosing iterations together; `None` if it is no LMAD.
    fn over_all(&self, ixfn: &IndexFn) -> Option<Lmad> {
        let last = ixfn.components().next_back()?;
        let mut lmad = Lmad { offset: self.expanded(&last.offset), dims: last.dims.clone() };
        for dim in &mut lmad.dims {
            *dim = Dim { size: self.expanded(&dim.size), stride: self.expanded(&dim.stride) };
        }
        for (index, count) in self.counters.iter().rev() {
            let (start, stride) = split(&lmad.offset, *index)?;
            if !stride.is_zero() {
                lmad.offset = start;
                lmad.dims.insert(0, Dim { size: count.clone(), stride });
            }
        }
        let is_known = !lmad.free_variables().iter().any(|name| self.inside.contains(name));
        is_known.then_some(lmad)
    }

    fn expanded(&self, poly: &Poly) -> Poly {
        poly.substitute(self.value)
    }
}

/// Whether the expression itself writes the arrays that it returns. Otherwise they exist already, or its bodies or a
/// callee write them.
fn makes_its_results(exp: &Exp) -> bool {
    let is_elsewhere = matches!(exp, Exp::If { .. } | Exp::Loop(_) | Exp::Call { .. } | Exp::Atom(_));
    let is_there = matches!(exp, Exp::Update { .. } | Exp::Scatter(_) | Exp::Histogram(_));
    !is_elsewhere && !is_there && !is_view(exp)
}

/// Splits a sum into `start` and `stride`, if it has the form `start + index * stride`.
fn split(sum: &Poly, index: Name) -> Option<(Poly, Poly)> {
    let at = |value: i64| sum.checked_substitute(&|name| (name == index).then(|| Poly::constant(value)));
    let start = at(0)?;
    let stride = at(1)?.checked_sub(&start)?;
    let is_linear = start.checked_add(&stride.checked_mul(&Poly::var(index))?)? == *sum;
    is_linear.then_some((start, stride))
}
