//! Which statements of a map's body become operations of their own, and which stay together.

use super::distribute::Fission;
use super::{Flattener, cost, form};
use crate::effect;
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use value::ScalarType;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Done again wherever it is needed.
    Repeated,
    /// In one map with its neighbours of the kind.
    Sequential,
    /// A nest of its own.
    Parallel,
}

/// Statements that stay together, by position, and whether they are one parallel operation.
pub struct Group {
    pub positions: Vec<usize>,
    pub parallel: bool,
}

impl Flattener<'_> {
    /// The groups in order; a single one that is not parallel if there is nothing to gain.
    pub(super) fn groups(&self, fission: &Fission, body: &Body) -> (Vec<Kind>, Vec<Group>) {
        let mut kinds = self.kinds(fission, body);
        for (first, last) in self.inseparable(fission, body, &kinds) {
            let within = &mut kinds[first..=last];
            within.iter_mut().filter(|kind| **kind == Kind::Parallel).for_each(|kind| *kind = Kind::Sequential);
        }
        let mut groups: Vec<Group> = Vec::new();
        for (at, &kind) in kinds.iter().enumerate().filter(|(_, kind)| **kind != Kind::Repeated) {
            let parallel = kind == Kind::Parallel;
            match groups.last_mut() {
                Some(group) if !parallel && !group.parallel => group.positions.push(at),
                _ => groups.push(Group { positions: vec![at], parallel }),
            }
        }
        (kinds, groups)
    }

    fn kinds(&self, fission: &Fission, body: &Body) -> Vec<Kind> {
        let mut steps: FxHashMap<Name, usize> = FxHashMap::default();
        let mut uses = FxHashMap::default();
        walk::count_uses(body, &mut uses);
        let written = |stm: &Stm| form::destinations(&stm.exp).to_vec();
        let written: FxHashSet<Name> = body.stms.iter().flat_map(written).collect();
        // What makes up no array: whoever needs it stands with it.
        let mut tied: FxHashSet<Name> = FxHashSet::default();
        let kind = |stm: &Stm| {
            let is_destination = stm.pattern.iter().all(|name| written.contains(name) && uses.get(name) == Some(&1));
            let free = || tied.is_empty() || !self.needs(stm).iter().any(|name| tied.contains(name));
            let repeated = form::is_maker(&stm.exp) && is_destination || self.is_repeated(stm, &mut steps);
            if repeated && free() {
                return Kind::Repeated;
            }
            tied.extend(stm.pattern.iter().filter(|&&name| !self.is_regular(fission, name)));
            if self.is_parallel(fission, stm) { Kind::Parallel } else { Kind::Sequential }
        };
        body.stms.iter().map(kind).collect()
    }

    /// Views, and index arithmetic of few steps.
    fn is_repeated(&self, stm: &Stm, steps: &mut FxHashMap<Name, usize>) -> bool {
        let mut count = 0;
        stm.exp.for_each_operand(&mut |atom| count += atom.var().and_then(|name| steps.get(&name)).unwrap_or(&0));
        let (Some(&name), true) = (stm.pattern.first(), form::is_light(self.program, &stm.exp)) else { return false };
        let fine = match &stm.exp {
            exp if effect::is_view(exp) => true,
            Exp::Atom(_) => *self.program.type_of(name) != Type::Cert,
            Exp::Index(array, _) => {
                count += 1;
                count <= cost::MAX_REPEATED && !self.consumed.contains(array)
            }
            _ => {
                count += 1;
                let elem = self.program.type_of(name).elem();
                count <= cost::MAX_REPEATED
                    && elem.is_some_and(|elem| elem.is_integer() || elem == ScalarType::Bool)
                    && !reads_floats(self.program, &stm.exp)
            }
        };
        if fine {
            steps.insert(name, count);
        }
        fine
    }

    fn is_parallel(&self, fission: &Fission, stm: &Stm) -> bool {
        let invariant = |atom: Atom| fission.is_invariant(atom);
        let regular = |name: Name| self.is_regular(fission, name);
        if !stm.pattern.iter().all(|&name| regular(name)) {
            return false;
        }
        match &stm.exp {
            // The number of elements kept varies from map to map.
            Exp::Filter(_) => false,
            Exp::Loop(looped) => {
                let LoopForm::For { bound, .. } = looped.form else { return false };
                form::has_parallel(&looped.body)
                    && effect::may_drop(&stm.exp)
                    && invariant(bound)
                    && looped.params.iter().all(|(name, _)| regular(*name) && !self.consumed.contains(name))
            }
            Exp::If { cond, .. } => invariant(*cond) && form::is_nested(&stm.exp),
            exp => exp.sequential() == Some(false) && form::width(exp).is_some_and(invariant),
        }
    }

    /// Whether the variable's values in all iterations make up an array.
    fn is_regular(&self, fission: &Fission, name: Name) -> bool {
        let ty = self.program.type_of(name);
        ty.elem().is_some() && ty.dims().iter().all(|&dim| fission.is_invariant(dim))
    }

    /// Ranges of statements that have to stay together: from the first that may fail to the last one, and from where
    /// something is bound that makes up no array to where it is last needed.
    fn inseparable(&self, fission: &Fission, body: &Body, kinds: &[Kind]) -> Vec<(usize, usize)> {
        let mut ranges = Vec::new();
        let partial = |(_, stm): &(usize, &Stm)| !effect::may_drop(&stm.exp);
        let mut failing = body.stms.iter().enumerate().filter(partial).map(|(at, _)| at);
        if let Some(first) = failing.next() {
            ranges.extend(failing.next_back().map(|last| (first, last)));
        }
        let mut last_need: FxHashMap<Name, usize> = FxHashMap::default();
        for (at, stm) in body.stms.iter().enumerate().rev() {
            let repeated = kinds[at] == Kind::Repeated;
            let needed = stm.pattern.iter().filter_map(|name| last_need.get(name).copied()).max();
            let until = if repeated { needed } else { Some(at) };
            if let (false, Some(last)) = (repeated, self.irregular_until(fission, stm, &last_need)) {
                ranges.push((at, last));
            }
            let Some(until) = until else { continue };
            for name in self.needs(stm) {
                let last = last_need.entry(name).or_insert(until);
                *last = until.max(*last);
            }
        }
        ranges.retain(|(first, last)| first < last);
        ranges
    }

    /// Where something that the statement binds and that makes up no array is last needed.
    fn irregular_until(&self, fission: &Fission, stm: &Stm, last_need: &FxHashMap<Name, usize>) -> Option<usize> {
        let irregular = stm.pattern.iter().filter(|&&name| !self.is_regular(fission, name));
        irregular.filter_map(|name| last_need.get(name).copied()).max()
    }

    /// What the statement uses, but for certificates that it only relies on.
    pub(super) fn needs(&self, stm: &Stm) -> Vec<Name> {
        let is_cert = |name: &Name| *self.program.type_of(*name) == Type::Cert;
        let free = walk::free_in_stm(&self.program.vars, stm);
        if !free.iter().any(is_cert) {
            return free.into_iter().collect();
        }
        let mut values = FxHashSet::default();
        certs_as_values(self.program, &stm.exp, &mut values);
        free.into_iter().filter(|name| !is_cert(name) || values.contains(name)).collect()
    }
}

/// Certificates that are operands or results.
fn certs_as_values(program: &Program, exp: &Exp, found: &mut FxHashSet<Name>) {
    let mut add = |atom: Atom| found.extend(atom.var().filter(|&name| *program.type_of(name) == Type::Cert));
    exp.for_each_operand(&mut add);
    for body in exp.bodies() {
        body.result.iter().copied().for_each(&mut add);
    }
    for stm in exp.bodies().into_iter().flat_map(|body| &body.stms) {
        certs_as_values(program, &stm.exp, found);
    }
}

fn reads_floats(program: &Program, exp: &Exp) -> bool {
    let mut floats = false;
    exp.for_each_operand(&mut |atom| floats |= program.atom_type(atom).elem().is_some_and(|elem| elem.is_float()));
    floats
}
