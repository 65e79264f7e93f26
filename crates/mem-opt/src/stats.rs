//! Report on memory: numbers of allocated blocks and of copied arrays, at each depth of nesting. A copy counts as
//! elided by the same test as in the lowering to IMP: whether the array is already in its place.

use crate::places::{Places, poly};
use base::{Name, Symbol};
use fun::def::*;
use fun_opt::stats::{Around, for_each_stm_at};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryReport {
    pub functions: Vec<FunctionMemory>,
}

/// Memory operations of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionMemory {
    pub name: Symbol,
    /// Counts by the number of enclosing array operations and loops, including those around the function's calls.
    pub depths: Vec<MemoryCounts>,
}

/// Numbers of allocations and array copies in a program's text. Arrays are copied by `copy`, as operands of `concat`,
/// as values of updates, as rows of literals and replications, as rows that lambdas return, and as operands and results
/// of operators. Filling an array with scalars is not a copy, nor is a constant table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    pub allocations: usize,
    /// Copies between different places.
    pub copies: usize,
    /// Copies of arrays already in their place, which cost nothing.
    pub elided: usize,
}

impl MemoryCounts {
    pub fn add(&mut self, more: MemoryCounts) {
        self.allocations += more.allocations;
        self.copies += more.copies;
        self.elided += more.elided;
    }
}

impl MemoryReport {
    /// Returns the sum over all functions and depths.
    pub fn total(&self) -> MemoryCounts {
        let mut total = MemoryCounts::default();
        self.functions.iter().flat_map(|function| &function.depths).for_each(|&counts| total.add(counts));
        total
    }
}

/// Returns the report on a FUNMEM program.
pub fn memory_report(program: &Program) -> MemoryReport {
    let around = Around::new(program);
    let places = Places::new(program);
    let report = |(id, function): (FunctionId, &Function)| {
        let mut walker = Walker { places: &places, depths: Vec::new(), depth: 0 };
        for_each_stm_at(&function.body, around.of(id), &mut |stm, depth| {
            walker.depth = depth;
            walker.stm(stm);
        });
        FunctionMemory { name: function.name, depths: walker.depths }
    };
    MemoryReport { functions: program.functions.iter().map(report).collect() }
}

/// How often a copy counts: once for its statement, or in each iteration.
#[derive(Clone, Copy)]
enum When {
    Once,
    Each,
}

struct Walker<'p> {
    places: &'p Places<'p>,
    depths: Vec<MemoryCounts>,
    /// Number of array operations and loops around the current statement.
    depth: usize,
}

impl Walker<'_> {
    fn stm(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::Alloc { .. } => self.count(When::Once, MemoryCounts { allocations: 1, ..MemoryCounts::default() }),
            Exp::Traverse(traverse) => self.traverse(&stm.pattern, traverse),
            Exp::Filter(filter) => self.filter(&stm.pattern, filter),
            Exp::Scatter(scatter) => self.scatter(scatter),
            Exp::Histogram(histogram) => self.histogram(histogram),
            exp => stm.pattern.first().into_iter().for_each(|&name| self.basic(name, exp)),
        }
    }

    /// Counts for an expression without bodies.
    fn basic(&mut self, name: Name, exp: &Exp) {
        match exp {
            Exp::Copy(array) => self.fill(When::Once, name, (*array).into()),
            Exp::Concat(arrays) => {
                for (array, to) in self.places.parts(name, arrays) {
                    self.copy(When::Once, Some(to), array.into());
                }
            }
            Exp::Update { array, dims, value } => self.copy(When::Once, self.places.part(*array, dims), *value),
            Exp::Literal(rows) => {
                (0i64..).zip(rows).for_each(|(at, &row)| self.store(When::Once, name, Atom::i64(at), row))
            }
            // The row is copied once for each row of the result.
            Exp::Replicate { value, .. } => self.fill(When::Each, name, *value),
            _ => {}
        }
    }

    fn traverse(&mut self, pattern: &[Name], traverse: &Traverse) {
        let Some(&index) = traverse.lambda.params.first() else { return };
        let mut values = traverse.lambda.body.result.as_slice();
        let mut accumulators = Vec::new();
        for monoid in traverse.monoids() {
            let (old, _) = monoid.operands();
            let (now, rest) = split(values, monoid.neutral.len());
            old.iter().zip(&monoid.neutral).for_each(|(&param, &neutral)| self.fill(When::Once, param, neutral));
            self.combine(monoid, now);
            old.iter().zip(&monoid.operator.body.result).for_each(|(&old, &new)| self.fill(When::Each, old, new));
            accumulators.extend_from_slice(old);
            values = rest;
        }
        let (scans, rest) = split(pattern, traverse.scanned());
        let (reduced, collected) = split(rest, accumulators.len().saturating_sub(scans.len()));
        let (scanned, finished) = split(&accumulators, scans.len());
        let rows = scanned.iter().map(|&accumulator| Atom::from(accumulator)).chain(values.iter().copied());
        for (&array, row) in scans.iter().chain(collected).zip(rows) {
            self.store(When::Each, array, index.into(), row);
        }
        reduced.iter().zip(finished).for_each(|(&name, &last)| self.fill(When::Once, name, last.into()));
    }

    /// Counts the copies of values passed to an operator, after the accumulators.
    fn combine(&mut self, monoid: &Monoid, values: &[Atom]) {
        let (_, new) = monoid.operands();
        new.iter().zip(values).for_each(|(&param, &value)| self.fill(When::Each, param, value));
    }

    fn filter(&mut self, pattern: &[Name], filter: &Filter) {
        let Some((&count, arrays)) = pattern.split_first() else { return };
        for (&array, &row) in arrays.iter().zip(filter.lambda.body.result.iter().skip(1)) {
            self.store(When::Each, array, count.into(), row);
        }
    }

    fn scatter(&mut self, scatter: &Scatter) {
        let (index, rows) = split(&scatter.lambda.body.result, scatter.index_rank);
        for (&array, &row) in scatter.destinations.iter().zip(rows) {
            self.copy(When::Each, self.element(array, index), row);
        }
    }

    /// Counts the copies of values to a histogram's operator, and of its results to the destinations' elements, which
    /// are where the operator accumulates.
    fn histogram(&mut self, histogram: &Histogram) {
        let monoid = &histogram.operator;
        let (_, values) = split(&histogram.lambda.body.result, histogram.index_rank);
        self.combine(monoid, values);
        let results = monoid.operands().0.iter().zip(&monoid.operator.body.result);
        results.for_each(|(&element, &result)| self.fill(When::Each, element, result));
    }

    /// Returns the part of an array at some leading indices.
    fn element(&self, array: Name, index: &[Atom]) -> Option<Place> {
        let mut place = self.places.of(array)?.clone();
        for &index in index {
            place.ixfn = place.ixfn.index(poly(index))?;
        }
        Some(place)
    }

    fn store(&mut self, when: When, array: Name, index: Atom, row: Atom) {
        self.copy(when, self.places.row(array, poly(index)), row);
    }

    fn fill(&mut self, when: When, array: Name, value: Atom) {
        self.copy(when, self.places.of(array).cloned(), value);
    }

    /// Counts a copy between two places; scalars do not count.
    fn copy(&mut self, when: When, to: Option<Place>, value: Atom) {
        let (Some(to), Some(from)) = (to, value.var().and_then(|array| self.places.of(array))) else { return };
        let elided = usize::from(to == *from);
        self.count(when, MemoryCounts { copies: 1 - elided, elided, ..MemoryCounts::default() });
    }

    fn count(&mut self, when: When, counts: MemoryCounts) {
        let depth = self.depth + usize::from(matches!(when, When::Each));
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, MemoryCounts::default());
        }
        if let Some(sum) = self.depths.get_mut(depth) {
            sum.add(counts);
        }
    }
}

/// Splits a slice at `at`, or at its end if it is shorter.
fn split<T>(items: &[T], at: usize) -> (&[T], &[T]) {
    items.split_at(at.min(items.len()))
}
