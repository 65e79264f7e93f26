//! Choice of a block's layout, thread by thread or interleaved, for targets where threads run in lockstep and memory is
//! read in wide accesses.
//!
//! If the position is the same for all threads at the same time (a constant, a loop counter, the index of a sequential
//! traversal), interleaved elements are adjacent, and one wide access serves all threads. Positions that depend on the
//! thread or on data are scattered in any layout. Then a thread's elements are better kept together, so that a cache
//! may serve its next access. Each access in the code counts once, and in a loop or traversal `LOOP` times.

use crate::places::Places;
use base::Name;
use fun::def::*;
use fun_opt::effect;
use rustc_hash::{FxHashMap, FxHashSet};

/// Assumed number of runs of a statement in a loop.
const LOOP: u64 = 8;
/// Largest weight of an access. Deeper nesting of loops does not add to it.
const MAX_WEIGHT: u64 = LOOP.pow(6);

#[derive(Clone, Copy, Default)]
struct Accesses {
    in_step: u64,
    apart: u64,
}

/// For each block, how many accesses all threads make at the same position at a time, and how many at different
/// positions.
pub struct InStep {
    found: FxHashMap<Name, Accesses>,
    /// Blocks of arrays whose elements are arrays that an operator accumulates, which must be row-major.
    row_major: FxHashSet<Name>,
}

impl InStep {
    /// Counts the accesses inside a kernel's innermost operation.
    pub fn of(program: &Program, inside: &FxHashSet<Name>, innermost: &Exp) -> InStep {
        let places = Places::new(program);
        let (same, found, row_major) = (FxHashSet::default(), FxHashMap::default(), FxHashSet::default());
        let mut walker = Walker { places, inside, same, weight: 1, found, row_major };
        walker.accumulated(innermost);
        innermost.bodies().into_iter().for_each(|body| walker.body(body));
        InStep { found: walker.found, row_major: walker.row_major }
    }

    pub fn contains(&self, block: Name) -> bool {
        let is_in_step = self.found.get(&block).is_none_or(|accesses| accesses.in_step >= accesses.apart);
        is_in_step && !self.row_major.contains(&block)
    }
}

struct Walker<'p> {
    places: Places<'p>,
    /// Names that the kernel binds.
    inside: &'p FxHashSet<Name>,
    /// The names among `inside` that have the same value for all threads at the same time.
    same: FxHashSet<Name>,
    weight: u64,
    found: FxHashMap<Name, Accesses>,
    row_major: FxHashSet<Name>,
}

impl Walker<'_> {
    fn body(&mut self, body: &Body) {
        body.stms.iter().for_each(|stm| self.stm(stm));
    }

    fn stm(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::Index(array, indices) => self.access(*array, indices.iter().copied(), 1),
            Exp::Update { array, dims, value } => {
                let starts = dims.iter().map(|dim| match dim {
                    SliceDim::Fix(start) | SliceDim::Range { start, .. } | SliceDim::Flat { start, .. } => *start,
                });
                let is_element = dims.iter().all(|dim| dim.fixed().is_some());
                self.access(*array, starts, if is_element { 1 } else { LOOP });
                self.whole(*value);
            }
            Exp::Slice(..) | Exp::Permute(..) | Exp::Reshape(..) | Exp::Atom(_) => {}
            exp => {
                exp.for_each_operand(&mut |atom| self.whole(atom));
                self.accumulated(exp);
                let makes = !matches!(exp, Exp::If { .. } | Exp::Loop(_) | Exp::Scatter(_) | Exp::Histogram(_));
                stm.pattern.iter().filter(|_| makes).for_each(|&name| self.whole(name.into()));
                self.inside(exp);
            }
        }
        let is_same = effect::is_total_scalar(self.places.program, &stm.exp)
            && stm.exp.operands().into_iter().all(|operand| self.is_same(operand));
        self.same.extend(stm.pattern.iter().filter(|_| is_same));
    }

    /// Notes the blocks of a histogram's destinations if its operator accumulates arrays there.
    fn accumulated(&mut self, exp: &Exp) {
        if let Exp::Histogram(histogram) = exp
            && !histogram.operator.spots().is_empty()
        {
            let places = histogram.destinations.iter().filter_map(|&array| self.places.of(array));
            self.row_major.extend(places.map(|place| place.block));
        }
    }

    /// Counts the accesses in the bodies of an expression. Those in loops count several times.
    fn inside(&mut self, exp: &Exp) {
        let weight = self.weight;
        if !matches!(exp, Exp::If { .. }) {
            self.weight = (weight * LOOP).min(MAX_WEIGHT);
        }
        match exp {
            Exp::Loop(looped) => {
                if let LoopForm::For { var, .. } = looped.form {
                    self.same.insert(var);
                }
            }
            exp => {
                let index = exp.traversed().and_then(|(_, _, lambda)| lambda.params.first());
                self.same.extend(index);
            }
        }
        exp.bodies().into_iter().for_each(|body| self.body(body));
        self.weight = weight;
    }

    fn is_same(&self, atom: Atom) -> bool {
        atom.var().is_none_or(|name| !self.inside.contains(&name) || self.same.contains(&name))
    }

    /// Counts an access to all elements of an array in order; ignores other values.
    fn whole(&mut self, atom: Atom) {
        if let Some(array) = atom.var() {
            self.access(array, std::iter::empty(), LOOP);
        }
    }

    fn access(&mut self, array: Name, indices: impl Iterator<Item = Atom>, times: u64) {
        let Some(place) = self.places.of(array) else { return };
        let mut names =
            place.ixfn.components().next_back().map(|lmad| lmad.offset.free_variables()).unwrap_or_default();
        names.extend(indices.filter_map(Atom::var));
        let in_step = names.into_iter().all(|name| self.is_same(name.into()));
        let accesses = self.found.entry(place.block).or_default();
        let weight = self.weight * times;
        *(if in_step { &mut accesses.in_step } else { &mut accesses.apart }) += weight;
    }
}
