//! Scatters and loops that write a slice, and so are updates of it.
//!
//! ```text
//! let (is : [p][b]i64) =                                ==>   let (block : [p][b]i32) = reshape [p][b] vs
//!   map p (\(i : i64) ->                                      let (ys : [m]i32) =
//!     map b (\(j : i64) -> in (i*k + 2*j)))                     xs with [0 : {(p : k)(b : 2)}] = block
//! let (js : [n]i64) = reshape [n] is
//! let (ys : [m]i32) = scatter n (js, vs)
//!   (\(j : i64) (v : i32) -> in (j, v)) into 1 (xs)
//! ```
//!
//! The indices are computed from the scatter's own counter or its `digits`, or read from arrays that nests of maps
//! compute (`Nests`). Loops are treated alike (`loops`). Each has to be a sum of multiples of the counters. Because indices and the positions of a slice wrap alike, they are
//! equal for all values of the counters. All indices are proved to be in bounds, since a scatter writes no others. No two
//! elements have equal indices, which is proved, too; otherwise the update could not be built in place. If each counter
//! is in the index of one dimension, in order, the slice is one of the destination. Otherwise the destination is
//! flattened, and the slice has dimensions with strides of their own (`SliceDim::Flat`).
//!
//! The written values are available as an array. If a map makes it, fusion has merged the map into the scatter, and this
//! pass does not apply. An array copied to a slice can be built there (`short-circuit`), but not a scattered one. Because
//! fusion also merges a single map that computes indices, only nests of two or more maps are of interest here.

mod digits;
mod loops;

use super::Known;
use crate::effect;
use base::Name;
use digits::Flattened;
use fun::build::Builder;
use fun::def::*;
use fun::walk;
use index::{Dim, Lmad, Poly};
pub use loops::of_loop;
use rustc_hash::FxHashMap;
use value::{CmpOp, ScalarType};

/// Arrays of integers whose elements are polynomials of counters.
#[derive(Default)]
pub struct Nests {
    of: FxHashMap<Name, Nest>,
    /// Arrays of any elements that are reshapes of arrays of more dimensions.
    flattened: FxHashMap<Name, Flattened>,
}

/// The elements of an array in row-major order: `value` for all values of the counters, the last one fastest. The
/// counters' bounds have the product that the array's sizes have.
#[derive(Clone)]
struct Nest {
    counters: Vec<(Name, Atom)>,
    /// Equal to the elements modulo 2^64.
    value: Poly,
    /// Assertions that the equality of the products relies on.
    certs: Vec<Name>,
}

/// A number that grows by a stride with each counter.
struct Affine {
    start: Poly,
    strides: Vec<Poly>,
}

/// An update of slices that a scatter is equal to.
pub struct Slices {
    /// Bounds of the counters: the sizes of the slice.
    widths: Vec<Atom>,
    /// Assertions on which the written arrays rely.
    certs: Vec<Name>,
    /// Assertions on which the bounds of the slice rely.
    bounds_certs: Vec<Name>,
    part: Part,
    /// Number of the destinations' leading dimensions that the slice is of.
    rank: usize,
    writes: Vec<Write>,
}

/// An array that is written.
struct Write {
    /// The updated destination.
    result: Name,
    destination: Name,
    value: Name,
    /// The part of `value` that is written, unless all of it is.
    of_value: Option<Vec<index::SliceDim>>,
}

/// A slice of the leading dimensions.
enum Part {
    /// The index in each dimension. The counters occur one after the other, each once.
    Each(Vec<Affine>),
    /// The position in the flattened dimensions.
    Flat(Affine),
}

impl Nests {
    /// Records the arrays of integers that the statement makes, if their elements are polynomials of counters and of names
    /// bound before the statement. The counters are bound inside of it.
    pub fn define(&mut self, known: &Known, stm: &Stm) {
        if let Exp::Traverse(traverse) = &stm.exp {
            let arrays = stm.pattern.iter().zip(&traverse.lambda.body.result);
            let arrays = arrays.filter(|(name, _)| traverse.is_map() && is_of_integers(known, **name));
            let nests: Vec<(Name, Nest)> =
                arrays.filter_map(|(&name, &row)| Some((name, self.of_map(known, name, traverse, row)?))).collect();
            return self.of.extend(nests);
        }
        if let (Exp::Reshape(array, sizes), &[name]) = (&stm.exp, stm.pattern.as_slice()) {
            let old = known.program.type_of(*array).dims();
            if sizes.len() == 1 && old.len() > 1 {
                self.flattened.insert(name, Flattened { sizes: old.to_vec(), certs: stm.certs.clone() });
            }
        }
        let Some(&name) = stm.pattern.first().filter(|name| is_of_integers(known, **name)) else { return };
        let nest = match &stm.exp {
            Exp::Iota { count, start, step } => {
                let (start, step) = (known.sums.atom(*start), known.sums.atom(*step));
                start.checked_add(&Poly::var(name)).filter(|_| step.is_one()).map(|value| Nest {
                    counters: vec![(name, *count)],
                    value,
                    certs: Vec::new(),
                })
            }
            Exp::Replicate { dims, value } => match dims.as_slice() {
                [width] => self.row(known, *value).and_then(|row| row.repeated(name, *width)),
                _ => None,
            },
            Exp::Literal(rows) => match rows.as_slice() {
                [row] => self.row(known, *row),
                _ => None,
            },
            Exp::Atom(Atom::Var(array)) | Exp::Copy(array) | Exp::Reshape(array, _) => self.of.get(array).cloned(),
            _ => None,
        };
        if let Some(mut nest) = nest {
            nest.certs.extend(&stm.certs);
            self.of.insert(name, nest);
        }
    }

    /// Returns the nest of an array, or of a scalar, which has no counters.
    fn row(&self, known: &Known, atom: Atom) -> Option<Nest> {
        match atom {
            Atom::Var(name) if known.program.type_of(name).rank() > 0 => self.of.get(&name).cloned(),
            _ => Some(Nest { counters: Vec::new(), value: known.sums.atom(atom), certs: Vec::new() }),
        }
    }

    /// Returns the nest of a map's result. The result's other names must be bound outside of the map.
    fn of_map(&self, known: &Known, name: Name, map: &Traverse, row: Atom) -> Option<Nest> {
        let own = map.lambda.params.len().checked_sub(map.inputs.len())?;
        let counter = map.lambda.params.first().copied().filter(|_| own == 1);
        let nest = self.row(known, row)?.repeated(counter.unwrap_or(name), map.width)?;
        let inside = walk::bound_in_body(&map.lambda.body);
        let is_inside = |name: &Name| {
            let is_counter = nest.counters.iter().any(|(counter, _)| counter == name);
            !is_counter && (inside.contains(name) || map.lambda.params.contains(name))
        };
        let widths = nest.counters.iter().filter_map(|(_, width)| width.var());
        let names = nest.value.free_variables().into_iter().chain(widths).chain(nest.certs.iter().copied());
        (!names.collect::<Vec<_>>().iter().any(is_inside)).then_some(nest)
    }

    /// Returns the equivalent update of a slice, if the scatter is one. The lambda's statements must be defined.
    pub fn slices(&self, known: &mut Known, scatter: &Scatter, pattern: &[Name]) -> Option<Slices> {
        let Scatter { width, inputs, lambda, index_rank: rank, destinations, .. } = scatter;
        let own = lambda.params.len().checked_sub(inputs.len())?;
        let (indices, values) = lambda.body.result.split_at_checked(*rank)?;
        let input = |value: Name| inputs.get(lambda.params.iter().skip(own).position(|&element| element == value)?);
        let writes = destinations.iter().zip(values);
        let writes = writes.map(|(&to, value)| Some((to, *input(value.var()?)?))).collect::<Option<Vec<_>>>()?;
        let outer = known.program.type_of(*destinations.first()?).dims().get(..*rank)?.to_vec();
        let fits = |&(to, value): &(Name, Name)| {
            let (to, value) = (known.program.type_of(to).dims(), known.program.type_of(value).dims());
            to.get(..*rank) == Some(&outer) && value.split_first() == Some((width, &to[*rank..]))
        };
        if !writes.iter().all(fits) || !lambda.body.stms.iter().all(|stm| effect::may_drop(&stm.exp)) {
            return None;
        }
        let own = lambda.params.first().copied().filter(|_| own == 1);
        let elements = |name: Name| self.of.get(input(name)?);
        let sums: Vec<Poly> = indices.iter().map(|&index| known.sums.atom(index)).collect();
        let array = writes.iter().find_map(|(_, value)| self.flattened.get(value));
        let digits = own
            .zip(array)
            .and_then(|(counter, array)| digits::of_counter(known, counter, array, &lambda.body.stms, &sums));
        let mut domain = digits.or_else(|| domain(own, *width, &sums, &elements))?;
        let inside = walk::bound_in_body(&lambda.body);
        let is_inside = |name: &Name| lambda.params.contains(name) || inside.contains(name);
        let mut parts = Vec::with_capacity(sums.len());
        let counters: Vec<Name> = domain.counters.iter().map(|(counter, _)| *counter).collect();
        for sum in &domain.indices {
            let index = Affine::of(sum, &counters)?;
            let sums = index.strides.iter().chain([&index.start]);
            if sums.flat_map(Poly::free_variables).any(|name| is_inside(&name)) {
                return None;
            }
            parts.push(index);
        }
        let writes = pattern.iter().zip(writes);
        let writes = writes.map(|(&result, (destination, value))| Write { result, destination, value, of_value: None });
        let writes = writes.collect();
        let widths: Vec<Atom> = domain.counters.iter().map(|(_, width)| *width).collect();
        domain.certs.sort_unstable();
        domain.certs.dedup();
        let mark = known.mark();
        lambda.body.stms.iter().for_each(|stm| known.define(&stm.pattern, &stm.exp));
        domain.counters.iter().for_each(|&(counter, width)| known.counter(counter, width));
        let are_in_bounds = domain.indices.iter().zip(&outer).all(|(sum, &size)| known.is_within(sum, size));
        known.forget(mark);
        let part = are_in_bounds.then(|| part(known, &widths, parts, &outer)).flatten();
        Some(Slices { widths, certs: domain.certs, bounds_certs: Vec::new(), part: part?, rank: *rank, writes })
    }
}

impl Nest {
    /// Returns the nest of an array of `width` rows, of which this one has the counter's value.
    fn repeated(mut self, counter: Name, width: Atom) -> Option<Nest> {
        if width.as_i64() == Some(1) {
            self.value = self.value.checked_substitute(&|name| (name == counter).then(Poly::zero))?;
        } else {
            self.counters.insert(0, (counter, width));
        }
        Some(self)
    }
}

/// Indices that a scatter writes, for all values of the counters, in order.
struct Domain {
    counters: Vec<(Name, Atom)>,
    indices: Vec<Poly>,
    certs: Vec<Name>,
}

/// Returns the scatter's indices as sums of counters: of the scatter's own counter, or of those of nests that all have
/// the same bounds. `elements`: the nest of an input, by the name of its element.
fn domain<'a>(
    own: Option<Name>,
    width: Atom,
    sums: &[Poly],
    elements: &dyn Fn(Name) -> Option<&'a Nest>,
) -> Option<Domain> {
    let mut names = sums.iter().flat_map(|sum| sum.free_variables());
    let Some(first) = names.find_map(elements) else {
        return Some(Domain { counters: vec![(own?, width)], indices: sums.to_vec(), certs: Vec::new() });
    };
    let counters = first.counters.clone();
    let mut certs = first.certs.clone();
    if counters.len() < 2 {
        return None;
    }
    let mut indices = Vec::with_capacity(sums.len());
    for sum in sums {
        let mut values: FxHashMap<Name, Poly> = FxHashMap::default();
        for name in sum.free_variables() {
            let Some(nest) = elements(name) else { continue };
            let same = nest.counters.iter().map(|(_, width)| width).eq(counters.iter().map(|(_, width)| width));
            if !same {
                return None;
            }
            certs.extend(&nest.certs);
            let counter = |name: Name| nest.counters.iter().position(|(counter, _)| *counter == name);
            let renamed = |name: Name| Some(Poly::var(counters.get(counter(name)?)?.0));
            values.insert(name, nest.value.checked_substitute(&renamed)?);
        }
        indices.push(sum.checked_substitute(&|name| values.get(&name).cloned())?);
    }
    Some(Domain { counters, indices, certs })
}

/// Returns the slice with these indices in dimensions of these sizes, if all its elements have distinct places. The
/// elements are in bounds.
fn part(known: &mut Known, widths: &[Atom], indices: Vec<Affine>, sizes: &[Atom]) -> Option<Part> {
    let moved: Vec<Vec<usize>> = indices.iter().map(|index| index.moved().collect()).collect();
    let is_constant = |index: &Affine| index.strides.iter().all(|stride| stride.as_constant().is_some());
    // If one of the widths is 0, each index must be in bounds nevertheless.
    if moved.iter().all(|moved| moved.len() <= 1)
        && moved.concat().into_iter().eq(0..widths.len())
        && indices.iter().all(is_constant)
        && indices.iter().zip(sizes).all(|(index, &size)| index.is_within(known, widths, size))
    {
        return Some(Part::Each(indices));
    }
    let mut indices = indices.into_iter().zip(sizes);
    let mut flat = indices.next()?.0;
    for (index, &size) in indices {
        let size = known.sum(size)?;
        let add = |outer: &Poly, inner: &Poly| outer.checked_mul(&size)?.checked_add(inner);
        let strides = flat.strides.iter().zip(&index.strides).map(|(outer, inner)| add(outer, inner));
        flat = Affine { start: add(&flat.start, &index.start)?, strides: strides.collect::<Option<_>>()? };
    }
    if flat.moved().count() < widths.len() {
        return None;
    }
    let dims = widths.iter().zip(&flat.strides);
    let dims = dims.map(|(&width, stride)| Some(Dim { size: known.sum(width)?, stride: stride.clone() }));
    let lmad = Lmad { offset: flat.start.clone(), dims: dims.collect::<Option<_>>()? };
    let mark = known.mark();
    widths.iter().for_each(|&width| known.learn_comparison(CmpOp::Ge, width, Atom::i64(1), true));
    let is_injective = lmad.is_injective(&known.about(&[&lmad]));
    known.forget(mark);
    is_injective.then_some(Part::Flat(flat))
}

impl Affine {
    /// Returns the index as a sum of multiples of the counters, if it is one.
    fn of(index: &Poly, counters: &[Name]) -> Option<Affine> {
        let at = |which: Option<Name>| {
            let value = |name: Name| if Some(name) == which { Poly::one() } else { Poly::zero() };
            index.checked_substitute(&|name| counters.contains(&name).then(|| value(name)))
        };
        let start = at(None)?;
        let mut strides = Vec::with_capacity(counters.len());
        let mut sum = start.clone();
        for &counter in counters {
            let stride = at(Some(counter))?.checked_sub(&start)?;
            sum = sum.checked_add(&stride.checked_mul(&Poly::var(counter))?)?;
            strides.push(stride);
        }
        (sum == *index).then_some(Affine { start, strides })
    }

    /// Whether the number, which at most one counter changes, is an index of a dimension of this size.
    fn is_within(&self, known: &mut Known, widths: &[Atom], size: Atom) -> bool {
        match self.moved().next() {
            Some(at) => known.is_range_within(&self.start, widths[at], &self.strides[at], size),
            None => known.is_within(&self.start, size),
        }
    }

    /// Returns the counters that change the number.
    fn moved(&self) -> impl Iterator<Item = usize> {
        self.strides.iter().enumerate().filter(|(_, stride)| !stride.is_zero()).map(|(at, _)| at)
    }
}

/// Replaces statements in the body by the updates of slices that they are equal to, and removes these from the table.
pub fn write(program: &mut Program, body: &mut Body, slices: &mut FxHashMap<Name, Vec<Slices>>) {
    if slices.is_empty() {
        return;
    }
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in body.stms.drain(..) {
        match stm.pattern.first().and_then(|result| slices.remove(result)) {
            Some(slices) => {
                let mut builder = Builder::new(program);
                builder.spans.clone_from(&stm.spans);
                slices.iter().for_each(|slices| slices.build(&mut builder, &stm.certs));
                stms.append(&mut builder.stms);
            }
            None => {
                stm.exp.bodies_mut().into_iter().for_each(|body| write(program, body, slices));
                stms.push(stm);
            }
        }
    }
    body.stms = stms;
}

impl Slices {
    /// Appends the updates. `certs`: certificates of the statement that they replace.
    fn build(&self, builder: &mut Builder, certs: &[Name]) {
        self.writes.iter().for_each(|write| self.write(builder, write, certs));
    }

    fn write(&self, builder: &mut Builder, write: &Write, certs: &[Name]) {
        let Write { result, destination, mut value, ref of_value } = *write;
        let sizes = builder.program.type_of(destination).dims().to_vec();
        let (outer, inner) = sizes.split_at(self.rank);
        let of_value_certs = || [certs, &self.certs].concat();
        let certs = || [certs, &self.bounds_certs].concat();
        if let Some(dims) = of_value {
            let dims = dims.iter().map(|dim| built(builder, dim)).collect();
            value = builder.bind_with("rows", of_value_certs(), Exp::Slice(value, dims));
        }
        let shape = [&self.widths, inner].concat();
        if builder.program.type_of(value).dims() != shape {
            value = builder.bind_with("block", of_value_certs(), Exp::Reshape(value, shape));
        }
        let (array, mut dims) = match &self.part {
            Part::Each(indices) => (destination, indices.iter().map(|index| self.range(builder, index)).collect()),
            Part::Flat(index) if self.rank == 1 => (destination, vec![self.range(builder, index)]),
            Part::Flat(index) => {
                let dims = [&[builder.product(outer)], inner].concat();
                let flat = builder.bind_with("flat", certs(), Exp::Reshape(destination, dims));
                (flat, vec![self.range(builder, index)])
            }
        };
        dims.extend(inner.iter().map(|&count| SliceDim::Range { start: Atom::i64(0), count, stride: Atom::i64(1) }));
        let update = Exp::Update { array, dims, value: value.into() };
        if array == destination {
            builder.bind_to_with(vec![result], certs(), update);
        } else {
            let updated = builder.bind_with("updated", certs(), update);
            builder.bind_to_with(vec![result], certs(), Exp::Reshape(updated, sizes));
        }
    }

    /// Returns the elements that the index goes through.
    fn range(&self, builder: &mut Builder, index: &Affine) -> SliceDim {
        let start = builder.polynomial(&index.start);
        let mut dims = Vec::with_capacity(self.widths.len());
        for at in index.moved() {
            if let (Some(&count), Some(stride)) = (self.widths.get(at), index.strides.get(at)) {
                dims.push(FlatDim { count, stride: builder.polynomial(stride) });
            }
        }
        match dims.as_slice() {
            [] => SliceDim::Fix(start),
            &[FlatDim { count, stride }] => SliceDim::Range { start, count, stride },
            _ => SliceDim::Flat { start, dims },
        }
    }
}

/// Appends the statements that compute the slice's bounds.
fn built(builder: &mut Builder, dim: &index::SliceDim) -> SliceDim {
    match dim {
        index::SliceDim::Fix(index) => SliceDim::Fix(builder.polynomial(index)),
        index::SliceDim::Range { start, count, step } => {
            let [start, count, stride] = [start, count, step].map(|sum| builder.polynomial(sum));
            SliceDim::Range { start, count, stride }
        }
        index::SliceDim::Lmad(lmad) => {
            let start = builder.polynomial(&lmad.offset);
            let dims = lmad.dims.iter();
            let dims = dims
                .map(|dim| FlatDim { count: builder.polynomial(&dim.size), stride: builder.polynomial(&dim.stride) });
            SliceDim::Flat { start, dims: dims.collect() }
        }
    }
}

fn is_of_integers(known: &Known, name: Name) -> bool {
    matches!(known.program.type_of(name), Type::Array { elem: ScalarType::I64, .. })
}
