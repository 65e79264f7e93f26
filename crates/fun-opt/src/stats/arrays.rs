//! Report on array operations: their number, by kind and nesting depth, and the number of intermediate results, which
//! only other array operations read. Constant arrays are not intermediate.

use super::{Around, for_each_stm_at};
use base::{Name, Symbol};
use fun::def::*;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArrayReport {
    pub functions: Vec<FunctionArrays>,
}

/// Array operations of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionArrays {
    pub name: Symbol,
    /// Counts by the number of enclosing array operations and loops, including those around the function's calls.
    pub depths: Vec<ArrayCounts>,
}

/// Numbers of array operations. Views, which cost nothing, and updates of single elements are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayCounts {
    /// Traversals that only collect.
    pub maps: usize,
    /// Traversals that reduce but do not scan.
    pub reductions: usize,
    /// Traversals that scan.
    pub scans: usize,
    pub filters: usize,
    pub scatters: usize,
    pub histograms: usize,
    /// Copies, and updates by whole arrays.
    pub copies: usize,
    pub concats: usize,
    /// Arrays made from scalars: ranges, replications, literals, tables.
    pub fills: usize,
    /// Results that only other array operations read.
    pub intermediates: usize,
}

impl ArrayCounts {
    pub fn add(&mut self, more: ArrayCounts) {
        for (sum, (_, more)) in self.fields_mut().into_iter().zip(more.fields()) {
            *sum += more;
        }
    }

    /// Returns the kinds with their counts, in a fixed order.
    pub fn fields(&self) -> [(&'static str, usize); 10] {
        [
            ("maps", self.maps),
            ("reductions", self.reductions),
            ("scans", self.scans),
            ("filters", self.filters),
            ("scatters", self.scatters),
            ("histograms", self.histograms),
            ("copies", self.copies),
            ("concats", self.concats),
            ("fills", self.fills),
            ("intermediates", self.intermediates),
        ]
    }

    fn fields_mut(&mut self) -> [&mut usize; 10] {
        [
            &mut self.maps,
            &mut self.reductions,
            &mut self.scans,
            &mut self.filters,
            &mut self.scatters,
            &mut self.histograms,
            &mut self.copies,
            &mut self.concats,
            &mut self.fills,
            &mut self.intermediates,
        ]
    }

    /// Returns the number of array operations, without the intermediate results.
    pub fn operations(&self) -> usize {
        self.fields().iter().map(|(_, count)| count).sum::<usize>() - self.intermediates
    }
}

impl ArrayReport {
    /// Returns the sum over all functions and depths.
    pub fn total(&self) -> ArrayCounts {
        let mut total = ArrayCounts::default();
        self.functions.iter().flat_map(|function| &function.depths).for_each(|&counts| total.add(counts));
        total
    }
}

pub fn array_report(program: &Program) -> ArrayReport {
    let around = Around::new(program);
    let report = |(id, function): (FunctionId, &Function)| {
        let intermediates = intermediates(program, function);
        let mut depths: Vec<ArrayCounts> = Vec::new();
        for_each_stm_at(&function.body, around.of(id), &mut |stm, depth| {
            if depths.len() <= depth {
                depths.resize(depth + 1, ArrayCounts::default());
            }
            let Some(at) = depths.get_mut(depth) else { return };
            at.add(count(program, &stm.exp));
            at.intermediates += stm.pattern.iter().filter(|name| intermediates.contains(name)).count();
        });
        FunctionArrays { name: function.name, depths }
    };
    ArrayReport { functions: program.functions.iter().map(report).collect() }
}

/// Counts the expression itself, without its bodies.
fn count(program: &Program, exp: &Exp) -> ArrayCounts {
    let mut counts = ArrayCounts::default();
    let is_array = |atom: &Atom| matches!(program.atom_type(*atom), Type::Array { .. });
    match exp {
        Exp::Traverse(traverse) if !traverse.scans.is_empty() => counts.scans = 1,
        Exp::Traverse(traverse) if !traverse.reductions.is_empty() => counts.reductions = 1,
        Exp::Traverse(_) => counts.maps = 1,
        Exp::Filter(_) => counts.filters = 1,
        Exp::Scatter(_) => counts.scatters = 1,
        Exp::Histogram(_) => counts.histograms = 1,
        Exp::Copy(_) => counts.copies = 1,
        Exp::Update { value, .. } if is_array(value) => counts.copies = 1,
        Exp::Concat(_) => counts.concats = 1,
        Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Literal(_) | Exp::Table(_) => counts.fills = 1,
        _ => {}
    }
    counts
}

/// Returns the results of array operations that only other array operations read, directly or through views. A read of
/// single elements at a greater depth than the array's creation counts as a read by the enclosing operation or loop.
fn intermediates(program: &Program, function: &Function) -> FxHashSet<Name> {
    let mut uses = Uses::default();
    for_each_stm_at(&function.body, 0, &mut |stm, depth| uses.stm(program, stm, depth));
    uses.otherwise(&function.body.result);
    let Uses { made, read, otherwise, .. } = uses;
    made.into_keys().filter(|name| read.contains(name) && !otherwise.contains(name)).collect()
}

#[derive(Default)]
struct Uses {
    /// Results of array operations, with the depth at which they are made.
    made: FxHashMap<Name, usize>,
    /// Arrays that array operations read.
    read: FxHashSet<Name>,
    /// Arrays that are used in any other way.
    otherwise: FxHashSet<Name>,
    /// For each view, the array under it.
    shown: FxHashMap<Name, Name>,
}

impl Uses {
    /// Returns the array under a view, or the array itself.
    fn array(&self, name: Name) -> Name {
        self.shown.get(&name).copied().unwrap_or(name)
    }

    fn otherwise(&mut self, atoms: &[Atom]) {
        for name in atoms.iter().filter_map(|atom| atom.var()) {
            self.otherwise.insert(self.array(name));
        }
    }

    /// Records what a statement makes, and how it uses arrays.
    fn stm(&mut self, program: &Program, stm: &Stm, depth: usize) {
        match (&stm.exp, &stm.pattern[..]) {
            (Exp::Slice(base, _) | Exp::Permute(base, _) | Exp::Reshape(base, _), &[view])
            | (Exp::Atom(Atom::Var(base)), &[view]) => {
                self.shown.insert(view, self.array(*base));
            }
            (Exp::Index(array, _), _) => self.index(*array, depth),
            (Exp::Update { array, value, .. }, _) => {
                self.otherwise(&[(*array).into()]);
                let value = value.var().map(|name| self.array(name));
                self.read.extend(value);
            }
            (exp, pattern) if count(program, exp).operations() > 0 => self.operation(program, exp, pattern, depth),
            (exp, _) => self.otherwise(&exp.operands()),
        }
        stm.exp.bodies().into_iter().for_each(|body| self.otherwise(&body.result));
    }

    fn index(&mut self, array: Name, depth: usize) {
        let array = self.array(array);
        let is_around = self.made.get(&array).is_some_and(|made| depth > *made);
        if is_around { &mut self.read } else { &mut self.otherwise }.insert(array);
    }

    fn operation(&mut self, program: &Program, exp: &Exp, pattern: &[Name], depth: usize) {
        let written = destinations(exp);
        for name in exp.operands().into_iter().filter_map(Atom::var) {
            let array = self.array(name);
            if written.contains(&name) { &mut self.otherwise } else { &mut self.read }.insert(array);
        }
        if !matches!(exp, Exp::Literal(_) | Exp::Table(_)) {
            let arrays = pattern.iter().filter(|name| matches!(program.type_of(**name), Type::Array { .. }));
            self.made.extend(arrays.map(|&name| (name, depth)));
        }
    }
}

/// Returns the arrays that an expression overwrites. Overwriting is not counted as a read, because the results replace them.
fn destinations(exp: &Exp) -> &[Name] {
    match exp {
        Exp::Scatter(scatter) => &scatter.destinations,
        Exp::Histogram(histogram) => &histogram.destinations,
        _ => &[],
    }
}
