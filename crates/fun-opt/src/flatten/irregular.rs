//! Irregular operations: an operation whose width varies in a map becomes one operation on the flat elements of all the
//! map's elements.
//!
//! ```text
//! map n (ks) (\k ->                              ==>   let offsets, total, owner = .. the descriptor of ks
//!   let (t : i64) = traverse k () (\i -> i * i)        let (sums : [total]i64) = traverse total ()
//!                     reduce (+) (0)                      (\p -> let s = owner[p] let i = p - offsets[s]
//!   in (t))                                                      in (i == 0, i * i)) scan (segmented (+))
//!                                                      let (ts : [n]i64) = map n (ks, offsets)
//!                                                        (\k o -> if 0 < k then sums[o + k - 1] else 0)
//! ```
//!
//! Values of the outer element that the lambda needs are gathered at its number `s`; inputs are read at `i`. Scans are
//! segmented by a flag; reductions are the last sums of the segments. The first value of a segment is combined with the
//! neutral element unless that is known to make no difference (0.0 changes -0.0). A filter becomes one of all flat
//! elements, which stay in the order of the segments; a scan counts the kept elements of each segment. Arrays of
//! varying size are made by their index. The flat operation is flattened in turn, so that nests of any depth become
//! flat.
//!
//! An array of varying size becomes a view of flat data (`Spread`); sequential statements read it there.

use super::classify::{Scope, asked};
use super::distribute::{Fission, Placed, expanded_type};
use super::segments::{Segments, Spread};
use super::{Flattener, form, makers};
use crate::effect;
use crate::monoid::{applied, is_exact};
use base::Name;
use fun::build::{Builder, row};
use fun::def::*;
use fun::walk;
use value::{BinOp, CmpOp, ScalarType};

/// The position of a flat element.
#[derive(Clone, Copy)]
pub struct Position {
    /// The number among all flat elements.
    pub flat: Atom,
    /// The number within the segment.
    pub inner: Atom,
    /// The number of the segment.
    pub outer: Atom,
}

// Decisions about what can be flattened.
impl Flattener<'_> {
    /// Whether the statement should be turned into operations on the flat elements of all the map's elements.
    pub(super) fn is_irregular(&self, scope: &Scope, stm: &Stm) -> bool {
        let asked = asked(scope, stm);
        let known = asked.and_then(|asked| self.answers.borrow().irregular.get(&asked).copied());
        known.unwrap_or_else(|| {
            let answer = self.has_irregular_form(scope, stm);
            self.answers.borrow_mut().irregular.extend(asked.map(|asked| (asked, answer)));
            answer
        })
    }

    /// Like `is_irregular`, without the cache of answers.
    fn has_irregular_form(&self, scope: &Scope, stm: &Stm) -> bool {
        match &stm.exp {
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.is_uneven(scope, stm) && self.has_flat_form(scope, stm)
            }
            Exp::Concat(parts) if parts.len() > makers::MAX_PARTS => false,
            Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy(_) | Exp::Concat(_) => {
                let is_regular = |&name: &Name| self.is_regular(scope, name);
                !stm.pattern.iter().all(is_regular) && self.has_even_rows(scope, &stm.pattern)
            }
            Exp::If { .. } => self.is_irregular_branch(scope, stm),
            Exp::Loop(_) => self.is_irregular_loop(scope, stm),
            Exp::Call { .. } => {
                let all_regular = stm.pattern.iter().all(|&name| self.is_regular(scope, name));
                self.is_lifted_call(stm, all_regular)
            }
            _ => false,
        }
    }

    /// Whether the operation, or one inside it, goes through a varying number of elements.
    fn is_uneven(&self, scope: &Scope, stm: &Stm) -> bool {
        let exp = &stm.exp;
        let varies = form::width(exp).is_some_and(|width| !scope.is_invariant(width));
        if exp.sequential() == Some(false) && (varies || matches!(exp, Exp::Filter(_))) {
            return true;
        }
        let holds = |lambda: &&Lambda| {
            let scope = scope.within(stm.pattern.first().copied(), lambda);
            self.is_uneven_inside(&scope, &lambda.body)
        };
        exp.sequential() == Some(false) && exp.lambdas().first().is_some_and(holds)
    }

    fn is_uneven_inside(&self, scope: &Scope, body: &Body) -> bool {
        body.stms.iter().any(|stm| {
            let asked = asked(scope, stm);
            let known = asked.and_then(|asked| self.answers.borrow().uneven.get(&asked).copied());
            known.unwrap_or_else(|| {
                let answer = self.is_uneven_statement(scope, stm);
                self.answers.borrow_mut().uneven.extend(asked.map(|asked| (asked, answer)));
                answer
            })
        })
    }

    /// Whether the statement in a body is irregular, or contains an irregular one. Answers are not cached here.
    fn is_uneven_statement(&self, scope: &Scope, stm: &Stm) -> bool {
        match &stm.exp {
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                let here = form::width(&stm.exp).is_some_and(|width| !scope.is_invariant(width));
                let here = here || matches!(stm.exp, Exp::Filter(_));
                let inside =
                    || stm.exp.lambdas().first().is_some_and(|lambda| self.is_uneven_inside(scope, &lambda.body));
                stm.exp.sequential() == Some(false) && (here && self.has_flat_form(scope, stm) || inside())
            }
            Exp::If { then_body, else_body, .. } => {
                self.is_irregular_branch(scope, stm)
                    || self.is_uneven_inside(scope, then_body)
                    || self.is_uneven_inside(scope, else_body)
            }
            Exp::Loop(looped) => {
                let even = |bound| scope.is_invariant(bound) && self.is_uneven_inside(scope, &looped.body);
                self.is_irregular_loop(scope, stm) || matches!(looped.form, LoopForm::For { bound, .. } if even(bound))
            }
            Exp::Call { .. } => self.is_lifted_call(stm, true),
            _ => false,
        }
    }

    /// Whether everything that the array operation combines, writes to and yields can be flat.
    fn has_flat_form(&self, scope: &Scope, stm: &Stm) -> bool {
        match &stm.exp {
            Exp::Traverse(traverse) => {
                let mut monoids = traverse.monoids();
                monoids.all(|monoid| self.is_segmentable(scope, monoid)) && self.has_even_rows(scope, &stm.pattern)
                    || self.has_flat_rows(scope, traverse)
            }
            Exp::Filter(_) => self.has_even_rows(scope, &stm.pattern),
            Exp::Scatter(scatter) => self.has_flat_destinations(scope, &scatter.destinations, scatter.index_rank),
            Exp::Histogram(histogram) => {
                self.is_invariant_operator(scope, &histogram.operator)
                    && self.has_flat_destinations(scope, &histogram.destinations, histogram.index_rank)
            }
            _ => false,
        }
    }

    /// Whether the variables are scalars, or arrays whose rows all have one type.
    fn has_even_rows(&self, scope: &Scope, names: &[Name]) -> bool {
        names.iter().all(|&name| {
            let ty = self.program.type_of(name);
            ty.elem().is_some() && ty.dims().iter().skip(1).all(|&dim| scope.is_invariant(dim))
        })
    }

    fn is_segmentable(&self, scope: &Scope, monoid: &Monoid) -> bool {
        let scalar = |&atom: &Atom| self.program.atom_type(atom).rank() == 0;
        monoid.neutral.iter().all(scalar)
            && monoid.operator.body.stms.iter().all(|stm| effect::may_drop(&stm.exp))
            && self.is_invariant_operator(scope, monoid)
    }

    fn is_invariant_operator(&self, scope: &Scope, monoid: &Monoid) -> bool {
        let free = walk::free_in_lambda(&self.program.vars, &monoid.operator);
        let mut used = monoid.neutral.iter().copied().chain(free.into_iter().map(Atom::from));
        used.all(|atom| scope.is_invariant(atom))
    }

    /// Whether all arrays are regular, or have one varying outer size and a single index.
    fn has_flat_destinations(&self, scope: &Scope, names: &[Name], index_rank: usize) -> bool {
        let outer = |name: &Name| self.program.type_of(*name).dims().first().copied();
        let alike = || names.iter().all(|name| outer(name) == names.first().and_then(outer));
        names.iter().all(|&name| self.is_regular(scope, name))
            || index_rank == 1 && alike() && self.has_even_rows(scope, names)
    }
}

// Flattening.
impl Flattener<'_> {
    /// Flattens one irregular statement, or several calls of one function.
    pub(super) fn irregular(&mut self, fission: &mut Fission, stms: Vec<Placed>, out: &mut Vec<Stm>) {
        self.taken_apart += stms.len();
        if stms.iter().all(|(_, stm)| matches!(stm.exp, Exp::Call { .. })) {
            return self.flat_calls(fission, stms, out);
        }
        stms.into_iter().for_each(|(at, stm)| self.irregular_statement(fission, at, stm, out));
    }

    /// Flattens one irregular statement of the map's body.
    fn irregular_statement(&mut self, fission: &mut Fission, at: usize, stm: Stm, out: &mut Vec<Stm>) {
        let Stm { pattern, exp, .. } = stm;
        match exp {
            Exp::If { cond, then_body, else_body } => {
                self.flat_branch(fission, at, pattern, (cond, [then_body, else_body]), out);
            }
            Exp::Loop(looped) => self.flat_loop(fission, at, pattern, *looped, out),
            Exp::Traverse(traverse) => self.flat_traverse(fission, at, pattern, *traverse, out),
            Exp::Filter(filter) => self.flat_filter(fission, at, pattern, *filter, out),
            Exp::Scatter(scatter) => {
                let Scatter { width, inputs, lambda, index_rank, destinations, .. } = *scatter;
                let writes = Writes { width, inputs, lambda, index_rank, destinations, operator: None };
                self.flat_writes(fission, at, pattern, writes, out);
            }
            Exp::Histogram(histogram) => {
                let Histogram { width, inputs, lambda, index_rank, destinations, operator, .. } = *histogram;
                let writes = Writes { width, inputs, lambda, index_rank, destinations, operator: Some(operator) };
                self.flat_writes(fission, at, pattern, writes, out);
            }
            exp => self.flat_maker(fission, at, pattern, exp, out),
        }
    }

    /// Returns a lambda over all flat elements for segments of that size. `build` makes its body for one flat element,
    /// in terms of the variables of the map's body.
    pub(super) fn flat_lambda(
        &mut self,
        fission: &mut Fission,
        at: usize,
        size: Atom,
        out: &mut Vec<Stm>,
        build: impl FnOnce(&mut Builder, Position) -> Vec<Atom>,
    ) -> Lambda {
        let owner = self.owner(fission, size, out);
        let segments = self.segments(fission, size, out);
        let flat = self.program.fresh("p", Type::I64);
        let mut builder = self.builder(fission);
        let outer = builder.index(owner, vec![flat.into()]);
        let start = builder.index(segments.offsets, vec![outer]);
        let inner = builder.sub(flat.into(), start);
        let mut stms = std::mem::take(&mut builder.stms);
        let results = build(&mut builder, Position { flat: flat.into(), inner, outer });
        let placed = std::mem::take(&mut builder.stms).into_iter().map(|stm| (at, stm)).collect();
        let body = self.at_element(fission, placed, results, outer);
        stms.extend(body.stms);
        Lambda { params: vec![flat], body: Body { stms, result: body.result } }
    }

    /// Returns a lambda body that runs `stms` for the map's element `number`, with all statements of the map that they
    /// need.
    pub(super) fn at_element(
        &mut self,
        fission: &Fission,
        stms: Vec<Placed>,
        results: Vec<Atom>,
        number: Atom,
    ) -> Body {
        let (inputs, lambda) = self.lambda_of(fission, stms, results);
        let Lambda { mut params, body } = lambda;
        let mut builder = self.builder(fission);
        if params.len() > inputs.len() {
            builder.bind_to(vec![params.remove(0)], Exp::Atom(number));
        }
        for (param, input) in params.into_iter().zip(inputs) {
            let row = row(builder.program, input, &[number]);
            builder.bind_to(vec![param], row);
        }
        let mut stms = builder.stms;
        stms.extend(body.stms);
        Body { stms, result: body.result }
    }

    /// Flattens a traversal whose width varies: it goes through the elements of all its runs, and scans them by
    /// segment.
    fn flat_traverse(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        traverse: Traverse,
        out: &mut Vec<Stm>,
    ) {
        if self.yields_uneven_rows(fission, &pattern) {
            return self.flat_rows(fission, at, pattern, traverse, out);
        }
        let (scanned, combined) = (traverse.scanned(), traverse.combined());
        let Traverse { width, inputs, lambda, scans, reductions, .. } = traverse;
        let neutral: Vec<Atom> = scans.iter().chain(&reductions).flat_map(|monoid| monoid.neutral.clone()).collect();
        let types: Vec<Type> = lambda.body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        let segments = self.segments(fission, width, out);
        let elements = self.elements(fission, inputs, lambda, segments);
        let lambda = self.flat_lambda(fission, at, width, out, |builder, place| {
            let flag = (combined > 0).then(|| builder.cmp(CmpOp::Eq, place.inner, Atom::i64(0)));
            let mut results = elements.at(builder, place);
            if let Some(first) = flag {
                let mut values = results.as_mut_slice();
                for monoid in scans.iter().chain(&reductions) {
                    let (own, rest) = values.split_at_mut(monoid.neutral.len().min(values.len()));
                    start(builder, first, monoid, own);
                    values = rest;
                }
            }
            flag.into_iter().chain(results).collect()
        });
        let mut arrays: Vec<Name> = Vec::new();
        for ty in &types {
            arrays.push(self.program.fresh("flat", expanded_type(segments.total, ty)));
        }
        let mut bound = arrays.clone();
        let mut flat = Traverse { width: segments.total, lambda, ..Traverse::default() };
        if combined > 0 {
            bound.insert(0, self.program.fresh("flags", expanded_type(segments.total, &Type::BOOL)));
            let monoids = scans.into_iter().chain(reductions).collect();
            flat.scans.push(segmented(&mut Builder::new(self.program), monoids));
        }
        self.full(fission.frame.stm(bound, Exp::Traverse(Box::new(flat))), out);
        let sums: Vec<Name> = arrays.drain(scanned..combined).collect();
        let reduced = pattern.get(scanned..combined).unwrap_or_default();
        self.last_sums(fission, segments, reduced, (sums, neutral.get(scanned..).unwrap_or_default()), out);
        let collected = pattern.iter().take(scanned).chain(pattern.iter().skip(combined));
        for (&name, data) in collected.zip(arrays) {
            self.bind_flat(fission, at, name, data, segments, out);
        }
    }

    /// Adds the reductions: the last element of each segment of the scanned arrays.
    fn last_sums(
        &mut self,
        fission: &mut Fission,
        segments: Segments,
        names: &[Name],
        (sums, neutral): (Vec<Name>, &[Atom]),
        out: &mut Vec<Stm>,
    ) {
        if names.is_empty() {
            return;
        }
        let pattern = self.expand_all(fission, names);
        let mut builder = self.builder(fission);
        let inputs = vec![segments.offsets, segments.sizes];
        let lambda = builder.element_lambda(&inputs, |builder, params| {
            let (offset, size) = (Atom::from(params[0]), Atom::from(params[1]));
            let some = builder.cmp(CmpOp::Lt, Atom::i64(0), size);
            let last = |builder: &mut Builder| {
                let end = builder.add(offset, size);
                let last = builder.sub(end, Atom::i64(1));
                sums.iter().map(|&array| builder.index(array, vec![last])).collect()
            };
            let last = builder.if_(some, last, |_| neutral.to_vec());
            last.into_iter().map(Atom::from).collect()
        });
        let map = Traverse { width: fission.width, inputs, lambda, ..Traverse::default() };
        out.push(fission.frame.stm(pattern, Exp::Traverse(Box::new(map))));
    }

    /// Makes the variable `name` of the map's body a segment of `data`.
    pub(super) fn bind_flat(
        &mut self,
        fission: &mut Fission,
        at: usize,
        name: Name,
        data: Name,
        segments: Segments,
        out: &mut Vec<Stm>,
    ) {
        let varies = |dim: &Atom| !fission.is_invariant(*dim);
        if self.program.type_of(name).dims().iter().any(varies) {
            return self.spread(fission, at, name, Spread { data, offsets: segments.offsets, dense: true });
        }
        let array = self.expand(fission, name);
        let dims = self.program.type_of(array).dims().to_vec();
        out.push(fission.frame.stm(vec![array], Exp::Reshape(data, dims)));
    }

    /// Returns the work of an array operation in the map on each flat element of `segments`.
    pub(super) fn elements(
        &self,
        fission: &Fission,
        inputs: Vec<Name>,
        lambda: Lambda,
        segments: Segments,
    ) -> Elements {
        let aligned = |input: &Name| {
            let spread = fission.spread.get(input).filter(|spread| spread.offsets == segments.offsets)?;
            let same = self.program.type_of(spread.data).rank() == self.program.type_of(*input).rank();
            same.then_some(spread.data)
        };
        Elements { aligned: inputs.iter().map(aligned).collect(), inputs, lambda }
    }

    /// Flattens a filter whose width varies. Each result consists of the elements that are kept of all its inputs.
    fn flat_filter(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        filter: Filter,
        out: &mut Vec<Stm>,
    ) {
        let Filter { width, inputs, lambda, .. } = filter;
        let types: Vec<Type> = lambda.body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        let segments = self.segments(fission, width, out);
        let elements = self.elements(fission, inputs, lambda, segments);
        let lambda = self.flat_lambda(fission, at, width, out, |builder, place| {
            let results = elements.at(builder, place);
            let keep = results.first().copied().unwrap_or(Atom::bool(false));
            let one = builder.convert(ScalarType::I64, keep);
            std::iter::once(one).chain(results).collect()
        });
        let ends = self.program.fresh("ends", expanded_type(segments.total, &Type::I64));
        let mut values = Vec::new();
        for ty in &types {
            values.push(self.program.fresh("flat", expanded_type(segments.total, ty)));
        }
        let mut builder = Builder::new(self.program);
        let operator = builder.operator(BinOp::Add, ScalarType::I64);
        let scan = Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true };
        let flat = Traverse { width: segments.total, lambda, scans: vec![scan], ..Traverse::default() };
        let bound = std::iter::once(ends).chain(values.iter().copied()).collect();
        self.full(fission.frame.stm(bound, Exp::Traverse(Box::new(flat))), out);

        let mut pattern = pattern.into_iter();
        let Some(count) = pattern.next() else { return self.broken("a filter has no count") };
        let kept = self.kept_segments(fission, segments, ends, count, out);
        let mut builder = self.builder(fission);
        let lambda = builder.program.identity(&values);
        let filter = Filter { sequential: false, width: segments.total, inputs: values, lambda };
        let data = builder.bind_all("kept", Exp::Filter(Box::new(filter)));
        out.append(&mut builder.stms);
        let Some((&total, data)) = data.split_first() else { return self.broken("a filter has no count") };
        let kept = Segments::new(kept.0, kept.1, total.into());
        fission.segments.insert(count.into(), kept);
        for (name, &data) in pattern.zip(data) {
            self.spread(fission, at, name, Spread { data, offsets: kept.offsets, dense: true });
        }
    }

    /// Adds the descriptor of the elements that each segment keeps, from the scanned numbers of kept elements.
    fn kept_segments(
        &mut self,
        fission: &mut Fission,
        segments: Segments,
        ends: Name,
        count: Name,
        out: &mut Vec<Stm>,
    ) -> (Name, Name) {
        let sizes = self.expand(fission, count);
        let offsets = self.program.fresh("offsets", expanded_type(fission.width, &Type::I64));
        let mut builder = self.builder(fission);
        let inputs = vec![segments.offsets, segments.sizes];
        let before = |builder: &mut Builder, at: Atom| {
            let none = builder.cmp(CmpOp::Eq, at, Atom::i64(0));
            let some = |builder: &mut Builder| {
                let last = builder.sub(at, Atom::i64(1));
                vec![builder.index(ends, vec![last])]
            };
            Atom::from(builder.if_(none, |_| vec![Atom::i64(0)], some)[0])
        };
        let lambda = builder.element_lambda(&inputs, |builder, params| {
            let start = before(builder, params[0].into());
            let end = builder.add(params[0].into(), params[1].into());
            let end = before(builder, end);
            vec![builder.sub(end, start), start]
        });
        let map = Traverse { width: fission.width, inputs, lambda, ..Traverse::default() };
        out.push(fission.frame.stm(vec![sizes, offsets], Exp::Traverse(Box::new(map))));
        (sizes, offsets)
    }

    /// Adds a scatter or histogram over all flat elements. It writes to rows of the destinations of all elements, or to
    /// flat destinations.
    fn flat_writes(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        writes: Writes,
        out: &mut Vec<Stm>,
    ) {
        let Writes { width, inputs, lambda, index_rank, destinations, operator } = writes;
        let varies = |name: &Name| self.program.type_of(*name).dims().iter().any(|&dim| !fission.is_invariant(dim));
        let size = destinations
            .iter()
            .find(|name| varies(name))
            .and_then(|&name| self.program.type_of(name).dims().first().copied());
        let mut arrays = Vec::with_capacity(destinations.len());
        for &name in &destinations {
            arrays.push(match size {
                Some(size) => self.dense_rows(fission, at, size, name, out),
                None => self.all_of(fission, name.into(), out),
            });
        }
        let into = size.map(|size| (size, self.segments(fission, size, out)));
        let segments = self.segments(fission, width, out);
        let elements = self.elements(fission, inputs, lambda, segments);
        let lambda = self.flat_lambda(fission, at, width, out, |builder, place| {
            let mut results = elements.at(builder, place);
            match into {
                None => results.insert(0, place.outer),
                Some((size, segments)) => {
                    if let Some(index) = results.first_mut() {
                        *index = inside(builder, *index, size, segments, place);
                    }
                }
            }
            results
        });
        let index_rank = index_rank + usize::from(into.is_none());
        let bound: Vec<Name> = match into {
            None => self.expand_all(fission, &pattern),
            Some(_) => arrays
                .iter()
                .map(|&array| self.program.fresh_like(array, self.program.type_of(array).clone()))
                .collect(),
        };
        let (width, inputs, destinations) = (segments.total, Vec::new(), arrays);
        let exp = match operator {
            None => {
                Exp::Scatter(Box::new(Scatter { sequential: false, width, inputs, lambda, index_rank, destinations }))
            }
            Some(operator) => {
                let histogram =
                    Histogram { sequential: false, width, inputs, lambda, index_rank, destinations, operator };
                Exp::Histogram(Box::new(histogram))
            }
        };
        self.full(fission.frame.stm(bound.clone(), exp), out);
        if let Some((_, segments)) = into {
            for (name, data) in pattern.into_iter().zip(bound) {
                self.spread(fission, at, name, Spread { data, offsets: segments.offsets, dense: true });
            }
        }
    }
}

/// A scatter, or a histogram with its operator.
struct Writes {
    width: Atom,
    inputs: Vec<Name>,
    lambda: Lambda,
    index_rank: usize,
    destinations: Vec<Name>,
    operator: Option<Monoid>,
}

/// Returns the position of `index` in the flat destination; -1 if it is outside of its segment.
fn inside(builder: &mut Builder, index: Atom, size: Atom, segments: Segments, place: Position) -> Atom {
    let least = builder.cmp(CmpOp::Le, Atom::i64(0), index);
    let less = builder.cmp(CmpOp::Lt, index, size);
    let inside = builder.bin(BinOp::And, least, less);
    let start = builder.index(segments.offsets, vec![place.outer]);
    let flat = builder.add(start, index);
    builder.if_(inside, |_| vec![flat], |_| vec![Atom::i64(-1)]).first().map_or(index, |&name| name.into())
}

/// The work of an operation on each element.
pub struct Elements {
    inputs: Vec<Name>,
    /// For each input, the flat data that has its elements at the flat positions, if there is such data.
    aligned: Vec<Option<Name>>,
    lambda: Lambda,
}

impl Elements {
    /// Appends the lambda's code for the element at the position, with its parameters as variables. Returns its
    /// results.
    pub fn at(self, builder: &mut Builder, place: Position) -> Vec<Atom> {
        let Lambda { params, body } = self.lambda;
        let mut params = params.into_iter();
        if params.len() > self.inputs.len()
            && let Some(index) = params.next()
        {
            builder.bind_to(vec![index], Exp::Atom(place.inner));
        }
        for ((param, input), data) in params.zip(self.inputs).zip(self.aligned) {
            let row = match data {
                Some(data) => row(builder.program, data, &[place.flat]),
                None => row(builder.program, input, &[place.inner]),
            };
            builder.bind_to(vec![param], row);
        }
        builder.stms.extend(body.stms);
        body.result
    }
}

/// Combines the first values of a segment with the neutral element, as a traversal does, unless this cannot make a
/// difference.
fn start(builder: &mut Builder, first: Atom, monoid: &Monoid, values: &mut [Atom]) {
    if is_exact(builder.program, monoid) {
        return;
    }
    let operands = || monoid.neutral.iter().chain(values.iter()).copied();
    let started = builder.if_(first, |builder| applied(builder, monoid, operands()), |_| values.to_vec());
    values.iter_mut().zip(started).for_each(|(value, started)| *value = started.into());
}

/// Returns one operator that scans all values together and begins anew where its first value, a flag, is set.
fn segmented(builder: &mut Builder, monoids: Vec<Monoid>) -> Monoid {
    let flag = |builder: &mut Builder| builder.fresh("flag", Type::BOOL);
    let (flag_before, flag_here) = (flag(builder), flag(builder));
    let (mut before, mut here) = (vec![flag_before], vec![flag_here]);
    let mut combined = Body::default();
    let mut neutral = vec![Atom::bool(false)];
    let commutative = false;
    for monoid in monoids {
        let (old, new) = monoid.operator.params.split_at(monoid.neutral.len());
        before.extend(old);
        here.extend(new);
        combined.stms.extend(monoid.operator.body.stms);
        combined.result.extend(monoid.operator.body.result);
        neutral.extend(monoid.neutral);
    }
    let newest: Vec<Atom> = here.iter().skip(1).map(|&name| name.into()).collect();
    let body = builder.body(|builder| {
        let flag = builder.bin(BinOp::Or, flag_before.into(), flag_here.into());
        let then_body = Body { stms: Vec::new(), result: newest };
        let values = builder.bind_all("sum", Exp::If { cond: flag_here.into(), then_body, else_body: combined });
        std::iter::once(flag).chain(values.into_iter().map(Atom::from)).collect()
    });
    let params = before.into_iter().chain(here).collect();
    Monoid { operator: Lambda { params, body }, neutral, commutative }
}
